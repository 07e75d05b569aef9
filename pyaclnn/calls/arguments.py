"""Python values as C arguments: each kind of parameter has one converter.

A converter checks before anything is made, so that a wrong call leaves nothing behind. What it makes for one
call only is put into the call's ``temporary`` handles, which are closed when the call is over.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import dtypes
from ..abi.signatures import INTEGER_RANGES, Kind, Parameter, Role
from ..dtypes import DType
from ..errors import ArgumentTypeError, ArgumentValueError
from ..handles import Handle
from ..reference.meta import ScalarValue
from ..tensor import Tensor
from ..values import exact, is_a, members, reason, shortened, shown
from . import attributes
from .scalars import scalar_value

if TYPE_CHECKING:
    from ..device import Device


@dataclass
class Arguments:
    """What one call passes to C, and what must live until it is over."""

    device: Device
    operator: str
    c_name: str
    is_private: bool = False
    is_closed: bool = False
    temporary: list[Handle] = field(default_factory=list)
    keep: list[Any] = field(default_factory=list)

    def wrong_type(self, parameter: Parameter, value: Any, allowed: str) -> ArgumentTypeError:
        return ArgumentTypeError(f"{self.operator}: {parameter.python_name} is {_shown(value)}; allowed is {allowed}")

    def wrong_value(self, parameter: Parameter, value: Any, allowed: str) -> ArgumentValueError:
        return ArgumentValueError(f"{self.operator}: {parameter.python_name} is {_shown(value)}; allowed is {allowed}")

    def own(self, handle: Handle) -> Any:
        """The pointer of a descriptor for this call only."""
        self.temporary.append(handle)
        return handle.pointer

    def disown(self, pointer: Any) -> None:
        """Destroys one descriptor of the call before the others."""
        for handle in [h for h in self.temporary if h.pointer is pointer]:
            self.temporary.remove(handle)
            handle.close()

    def close(self) -> None:
        """Destroys what was made for the call."""
        self.is_closed = True
        for handle in self.temporary:
            handle.close()


_LONGEST_SHOWN = 400
# Operators that write the same into every element: it does not matter how often they write one.
_UNIFORM = frozenset(("aclnnInplaceFillScalar", "aclnnInplaceFillTensor", "aclnnInplaceOne", "aclnnInplaceZero"))
_VALUES = frozenset((Kind.INT, Kind.FLOAT, Kind.BOOL, Kind.DTYPE))  # what C passes by value can't be null


def prepare(call: Arguments, parameter: Parameter, value: Any) -> Any:
    """The value as the converter takes it: tensors uploaded, scalars typed, words looked up, all checked."""
    if value is None:
        if not parameter.optional or parameter.kind in _VALUES:
            raise call.wrong_type(parameter, None, f"a {parameter.kind.value}: it is required")
        return None
    return _PREPARE[parameter.kind](call, parameter, value)


def convert(call: Arguments, parameter: Parameter, value: Any, *, private: bool = False) -> Any:
    """A prepared value as cffi passes it; ``private`` keeps descriptors out of the device's cache."""
    call.is_private = private
    if value is None:
        return call.device._backend.ffi.NULL
    return _CONVERT[parameter.kind](call, value)


def meta(value: Any) -> Any:
    """A prepared value as the rules of ``reference`` see it."""
    if is_a(value, Tensor):
        return value.meta
    if type(value) is list:
        return tuple(meta(v) for v in value)
    return value


def tensors(value: Any) -> Sequence[Tensor]:
    """The tensors in a prepared value, or in anything that a caller passed."""
    if is_a(value, Tensor):
        return (value,)
    return [v for v in value if is_a(v, Tensor)] if type(value) is list else ()


# -- prepare: Python -> checked Python


def _prepare_tensor(call: Arguments, parameter: Parameter, value: Any) -> Tensor:
    if is_a(value, Tensor):
        call.device._require_same(value.device, f"{call.operator}: {parameter.python_name}")
        value._require_open()
        if parameter.role is not Role.IN and may_not_repeat(call.c_name) and value._view.overlaps_itself:
            raise call.wrong_value(
                parameter,
                value,
                "a tensor that names each of its elements once: what is written to one element for several indices "
                "is undefined (contiguous() makes a copy that can be written)",
            )
        return value
    if parameter.role is not Role.IN:
        raise call.wrong_type(parameter, value, "a Tensor of this device, since the operator writes it")
    try:
        return call.device.tensor(value)
    except ArgumentTypeError as error:
        raise ArgumentTypeError(f"{call.operator}: {parameter.python_name}: {error}") from error.__cause__


def may_not_repeat(c_name: str) -> bool:
    """Whether what an operator writes depends on the order in which it writes, so that a target must name each element
    once."""
    return c_name not in _UNIFORM


def _prepare_list(call: Arguments, parameter: Parameter, value: Any) -> list[Any]:
    one = _prepare_tensor if parameter.kind is Kind.TENSOR_LIST else _prepare_scalar
    if not _is_list(value):
        raise call.wrong_type(parameter, value, f"a {parameter.kind.value}")
    found = []
    for i, v in enumerate(_members(call, parameter, value)):
        if v is None:
            where = f"{call.operator}: {parameter.python_name}[{i}]"
            raise ArgumentTypeError(f"{where} is None; allowed is a {parameter.kind.value} without None")
        found.append(one(call, parameter, v))
    return found


def _members(call: Arguments, parameter: Parameter, value: Any) -> list[Any]:
    return members(value, lambda: f"{call.operator}: {parameter.python_name}")


def _prepare_scalar(call: Arguments, parameter: Parameter, value: Any) -> ScalarValue:
    try:
        return scalar_value(value)
    except ArgumentTypeError as error:
        raise call.wrong_type(parameter, value, f"a Python or NumPy number ({error})") from None


def _prepare_int(call: Arguments, parameter: Parameter, value: Any) -> int:
    if is_a(value, str):
        value = str.__str__(value)  # a class of its own may have any methods
    if attributes.is_named(value):
        found = attributes.number(call.c_name, parameter.name, value)
        if found is None:
            wrong = call.wrong_value if is_a(value, str) else call.wrong_type
            raise wrong(parameter, value, attributes.allowed(call.c_name, parameter.name))
        return found
    number = _integer(call, parameter, value)
    low, high = INTEGER_RANGES[parameter.ctype.replace("const", "").strip()]
    if not low <= number <= high:
        raise call.wrong_value(parameter, value, f"an int from {low} to {high}")
    return number


def _prepare_float(call: Arguments, parameter: Parameter, value: Any) -> float:
    if is_a(value, (str, bytes, Tensor)):
        raise call.wrong_type(parameter, value, "a float")
    try:
        return float(value)
    except Exception as error:  # objects may raise anything from __float__
        raise call.wrong_type(parameter, value, f"a float ({reason(error)})") from error


def _prepare_bool(call: Arguments, parameter: Parameter, value: Any) -> bool:
    if is_a(value, np.bool_):
        return bool(value)
    if is_a(value, (int, np.integer)):
        number = _index(call, parameter, value, "a bool")
        if number in (0, 1):
            return number == 1
    raise call.wrong_type(parameter, value, "a bool")


def _prepare_string(call: Arguments, parameter: Parameter, value: Any) -> str:
    if is_a(value, str):
        value = str.__str__(value)  # a class of its own may have any methods
    if not is_a(value, str) or "\0" in value:
        raise call.wrong_type(parameter, value, "a str without null characters")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise call.wrong_value(parameter, value, "a str that UTF-8 can hold") from None
    return value


def _prepare_dtype(call: Arguments, parameter: Parameter, value: Any) -> DType:
    try:
        return dtypes.as_dtype(value)
    except TypeError as error:
        raise call.wrong_type(parameter, value, f"a data type ({error})") from None


def _prepare_array(call: Arguments, parameter: Parameter, value: Any) -> tuple[Any, ...]:
    if not _is_list(value):
        raise call.wrong_type(parameter, value, f"a {parameter.kind.value}")
    if parameter.kind is Kind.INT_ARRAY:
        numbers = tuple(_integer(call, parameter, v) for v in _members(call, parameter, value))
        if not all(-(2**63) <= n < 2**63 for n in numbers):
            raise call.wrong_value(parameter, value, "a list of 64-bit ints")
        return numbers
    one = _prepare_float if parameter.kind is Kind.FLOAT_ARRAY else _prepare_bool
    return tuple(one(call, parameter, v) for v in _members(call, parameter, value))


def _is_list(value: Any) -> bool:
    if is_a(value, np.ndarray):
        return np.asarray(value).ndim > 0
    return is_a(value, (Sequence,)) and not is_a(value, (str, bytes, bytearray, memoryview))


def _integer(call: Arguments, parameter: Parameter, value: Any) -> int:
    if is_a(value, (bool, np.bool_, Tensor)):
        raise call.wrong_type(parameter, value, "an int")
    return _index(call, parameter, value, "an int")


def _index(call: Arguments, parameter: Parameter, value: Any, allowed: str) -> int:
    try:
        return exact(operator.index(value))
    except TypeError:
        raise call.wrong_type(parameter, value, allowed) from None
    except Exception as error:  # objects may raise anything from __index__
        raise call.wrong_type(parameter, value, f"{allowed} ({reason(error)})") from error


def _prepare_other(call: Arguments, parameter: Parameter, value: Any) -> Any:
    raise call.wrong_type(parameter, value, f"nothing: {parameter.ctype} can't be passed from Python yet")


_PREPARE: dict[Kind, Callable[[Arguments, Parameter, Any], Any]] = {
    Kind.TENSOR: _prepare_tensor,
    Kind.TENSOR_LIST: _prepare_list,
    Kind.SCALAR: _prepare_scalar,
    Kind.SCALAR_LIST: _prepare_list,
    Kind.INT_ARRAY: _prepare_array,
    Kind.FLOAT_ARRAY: _prepare_array,
    Kind.BOOL_ARRAY: _prepare_array,
    Kind.INT: _prepare_int,
    Kind.FLOAT: _prepare_float,
    Kind.BOOL: _prepare_bool,
    Kind.STRING: _prepare_string,
    Kind.DTYPE: _prepare_dtype,
    Kind.OTHER: _prepare_other,
}


# -- convert: checked Python -> C


def _c_tensor(call: Arguments, value: Tensor) -> Any:
    return value.handle


def _c_tensor_list(call: Arguments, value: list[Tensor]) -> Any:
    return _c_list(call, "Tensor", (v._new_handle() for v in value))


def _c_scalar_list(call: Arguments, value: list[ScalarValue]) -> Any:
    return _c_list(call, "Scalar", (_new_scalar(call, v) for v in value))


def _c_list(call: Arguments, kind: str, elements: Iterator[Handle]) -> Any:
    # The list destroys its elements, which are fresh ones: ours until it has them, then its own.
    backend, first = call.device._backend, len(call.temporary)
    array = [call.own(element) for element in elements]
    c_array = backend.ffi.new(f"const acl{kind} *[]", array or 1)
    taken = call.temporary[first:]
    return call.own(backend.create(call.device._handles, f"{kind}List", c_array, len(array), takes=taken))


def _c_scalar(call: Arguments, value: ScalarValue) -> Any:
    cache = call.device._descriptors
    key = (value.dtype.code, np.asarray(value.value).tobytes())
    pointer = None if call.is_private else cache.get(key, lambda: _new_scalar(call, value))
    if pointer is None:
        return call.own(_new_scalar(call, value))
    if value.dtype == dtypes.INT64:
        cache.ints[int(value.value)] = pointer
    elif value.dtype == dtypes.FLOAT64 and value.value != 0 and value.value == value.value:
        cache.floats[float(value.value)] = pointer
    return pointer


def _new_scalar(call: Arguments, value: ScalarValue) -> Handle:
    device, ffi = call.device, call.device._backend.ffi
    data = ffi.from_buffer(np.asarray(value.value).tobytes())
    return device._backend.create(device._handles, "Scalar", ffi.cast("void *", data), value.dtype.code)


def _c_array(kind: str, ctype: str) -> Callable[[Arguments, Any], Any]:
    def convert_array(call: Arguments, value: tuple[Any, ...]) -> Any:
        backend, cache = call.device._backend, call.device._descriptors

        def make() -> Handle:
            return backend.create(call.device._handles, kind, backend.ffi.new(ctype, value or 1), len(value))

        # Equal floats may differ in bytes (0.0 and -0.0): only ints and bools, checked before, are kept.
        uncached = call.is_private or kind == "FloatArray"
        pointer = None if uncached else cache.get((kind, value), make)
        if pointer is None:
            return call.own(make())
        if kind == "IntArray":
            cache.int_arrays[value] = pointer
        return pointer

    return convert_array


def _c_string(call: Arguments, value: str) -> Any:
    data = call.device._backend.ffi.new("char[]", value.encode())
    call.keep.append(data)
    return data


def _c_same(call: Arguments, value: Any) -> Any:
    return value


_CONVERT: dict[Kind, Callable[[Arguments, Any], Any]] = {
    Kind.TENSOR: _c_tensor,
    Kind.TENSOR_LIST: _c_tensor_list,
    Kind.SCALAR: _c_scalar,
    Kind.SCALAR_LIST: _c_scalar_list,
    Kind.INT_ARRAY: _c_array("IntArray", "int64_t[]"),
    Kind.FLOAT_ARRAY: _c_array("FloatArray", "float[]"),
    Kind.BOOL_ARRAY: _c_array("BoolArray", "bool[]"),
    Kind.INT: _c_same,
    Kind.FLOAT: _c_same,
    Kind.BOOL: _c_same,
    Kind.STRING: _c_string,
    Kind.DTYPE: lambda call, value: value.code,
}


def describe(value: Any) -> str:
    """A prepared value in an error message."""
    if is_a(value, Tensor):
        return value.describe()
    if type(value) is list:
        return "[" + ", ".join(map(describe, value)) + "]"
    return shortened(str(value), _LONGEST_SHOWN)


def _shown(value: Any) -> str:
    if is_a(value, Tensor):
        return value.describe()
    if is_a(value, np.ndarray):
        value = np.asarray(value)  # a class of its own may have any methods
        return f"a {value.dtype} array of shape {list(value.shape)}"
    return shown(value)
