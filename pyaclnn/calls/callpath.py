"""The fast path of calls: code made once for each operator, without loops, dictionaries or strings.

It calls both phases by one compiled function where there is one for the operator's shape, else one after the other.
A call takes it when every tensor has its handle and belongs to the open device, the device is current on the
thread, and each attribute has exactly the expected Python type. Anything else goes to ``Operator.invoke``, which
checks, converts and explains, or comes back here when ``ready`` could make what was missing; so does a call that
phase 1 refuses, which then fails again with its explanation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import transfers
from ..abi.signatures import Kind, Parameter, Role, Signature
from ..compiled import NEEDS_WORKSPACE, REFUSED
from ..compiled.shapes import is_plain
from ..dtypes import DType
from ..errors import ArgumentTypeError, PyaclnnError
from ..tensor import Tensor
from . import attributes
from .arguments import may_not_repeat
from .outputs import Recipe

if TYPE_CHECKING:
    from ..device import Device
    from ..operators import Operator


class Unset:
    """Stands for an argument that was not given. It has what the fast path asks tensors for."""

    _session = _target = None
    _pointer = None

    def __repr__(self) -> str:
        return "(left out)"


UNSET = Unset()
_UPLOADS = 256  # kinds of arrays that are remembered

# For each kind of attribute: the test that the fast path makes, and what it passes to C.
_ATTRIBUTES: dict[Kind, tuple[str, str]] = {
    Kind.INT: ("({0}.__class__ is int or ({0} := _word('{1}', {0})).__class__ is int)", "{0}"),
    Kind.FLOAT: ("{0}.__class__ is float", "{0}"),
    Kind.BOOL: ("{0}.__class__ is bool", "{0}"),
    Kind.DTYPE: ("{0}.__class__ is _DType", "{0}.code"),
    Kind.SCALAR: ("(_c_{0} := _scalar(_d, {0})) is not None", "_c_{0}"),
    Kind.INT_ARRAY: ("(_c_{0} := _ints(_d, {0})) is not None", "_c_{0}"),
}


def make(operator: Operator) -> Callable[..., Any]:
    """The function ``f(_d, /, <C's parameters>)`` of an operator.

    The receiver is positional-only and has a name of its own, because many operators have a parameter ``self``.
    """
    names = [p.python_name for p in operator.signature.parameters]
    defaults = [f"_default_{i}" if d is not UNSET else "_unset" for i, d in enumerate(operator.defaults)]
    parameters = "".join(f"{n}={d}, " for n, d in zip(names, defaults, strict=True))
    head = f"def {operator.name}(_d, /, {parameters}*_extra, **_unknown):"
    last = f"    return _invoke(_d, ({''.join(f'{n}, ' for n in names)}), _extra, _unknown)"
    both = operator.both_phases
    body = _fast_path(operator, is_compiled=both is not None) if is_plain(operator.signature) else []
    source = "\n".join([head, *body, last, ""])
    namespace: dict[str, Any] = {
        "_both": both,
        "_DType": DType,
        "_Ours": PyaclnnError,
        "_fail": operator.fail_launch,
        "_first": operator.first_phase,
        "_interrupted": operator.interrupted,
        "_invoke": operator.invoke,
        "_ints": _cached_ints,
        "_local": operator.backend.threads,
        "_note": operator.note_operands,
        "_null": operator.backend.ffi.NULL,
        "_outputs": operator.fresh_output,
        "_scalar": _cached_scalar,
        "_second": operator.second_phase,
        "_unset": UNSET,
        "_word": attributes.reader(operator.signature.name),
        "_with_workspace": operator.launch_with_workspace,
        **{f"_default_{i}": d for i, d in enumerate(operator.defaults)},
    }
    exec(compile(source, f"<pyaclnn operator {operator.name}>", "exec"), namespace)
    function: Callable[..., Any] = namespace[operator.name]
    return function


def make_binder(operator: Operator) -> Callable[..., Any]:
    """A function that takes an operator's arguments and gives ``(values, extra, unknown)``."""
    names = [p.python_name for p in operator.signature.parameters]
    values = "".join(f"{n}, " for n in names)
    parameters = "".join(f"{n}=_unset, " for n in names)
    source = f"def bind({parameters}*_extra, **_unknown):\n    return ({values}), _extra, _unknown\n"
    namespace: dict[str, Any] = {"_unset": UNSET}
    exec(compile(source, f"<pyaclnn arguments of {operator.name}>", "exec"), namespace)
    binder: Callable[..., Any] = namespace["bind"]
    return binder


def ready(device: Device, signature: Signature, given: Sequence[Any]) -> list[Any]:
    """The arguments as the fast path takes them: arrays uploaded, and handles for tensors that lack theirs.

    Empty where nothing of that was to do, or something is wrong.
    """
    found, changed = list(given), []
    for i, (p, value) in enumerate(zip(signature.parameters, given, strict=True)):
        if value.__class__ is np.ndarray and p.kind is Kind.TENSOR and p.role is Role.IN:
            changed.append(i)
        elif isinstance(value, Tensor) and value._session is not device._session:
            if value.device is not device or value.is_closed:
                return []
            changed.append(i)
    if not changed:
        return []
    device._enter_thread()
    for i in changed:
        try:
            found[i] = tensor = given[i] if isinstance(given[i], Tensor) else _uploaded(device, given[i])
        except ArgumentTypeError:
            return []  # the other path says of which parameter
        _ = tensor.handle
    return found


def _uploaded(device: Device, array: np.ndarray[Any, Any]) -> Tensor:
    """A device copy, with memory and handle of an earlier one of its kind where the stream has left one."""
    kind = array.shape, array.dtype
    recipe = device._uploads.get(kind)
    if recipe is not None:
        tensor = recipe.make(device, device._current_stream())
        transfers.upload(tensor, transfers.host_array(array))
        return tensor
    tensor = device.tensor(array)
    if len(device._uploads) >= _UPLOADS:
        device._uploads.clear()
    device._uploads[kind] = tensor._recipe = Recipe(tensor.meta)
    return tensor


def _fast_path(operator: Operator, *, is_compiled: bool) -> list[str]:
    parameters = operator.signature.parameters
    tensors = [p for p in parameters if p.kind is Kind.TENSOR]
    result = operator.signature.written[0].python_name
    tests = [_test(p, operator.signature.name) for p in parameters if p.role is not Role.OUT]
    passed = ", ".join(_passed(p) for p in parameters)
    everything = "".join(f"{p.python_name}, " for p in parameters)
    lines = ["    _fits = False", "    try:", "        _t = _local.state", "        _v = _t.session"]
    # Not _d._session: that costs a lookup by name, since Device has __getattr__.
    lines += [f"        if _v.device is _d{''.join(f' and {t}' for t in tests)} and not _unknown:"]
    if operator.signature.outputs:
        key = ", ".join(_key(p) for p in parameters if p.role is not Role.OUT)
        lines += [
            f"            if {result} is _unset:",
            f"                {result} = _outputs(_d, _t.stream, ({key},))",
            f"            _fits = {result}._target is _v and not _extra",
        ]
    else:
        lines += ["            _fits = not _extra"]
    lines += [
        "    except AttributeError:",
        "        pass",
        "    except _Ours:",
        "        raise",
        "    except Exception:",  # objects may raise anything when they are looked at: the slow path explains
        "        pass",
        "    if _fits:",
        "        _s = _t.stream",
        *(_compiled_phases if is_compiled else _two_phases)(passed, everything),
        f"            _s.recent.append({operator.name!r})",
        "            if _s.capture is not None:",  # begun by another thread
        f"                _note(_s, ({everything}))",
    ]
    for p in tensors:
        if p.role is not Role.OUT:
            lines += _note(p, "user", "read_by")
        if p.role is not Role.IN:
            lines += _note(p, "writer", "written_by")
    lines += [
        "          except BaseException:",
        f"            _interrupted(_d, _s, {'_t.executor' if is_compiled else '_executor'}, ({everything}))",
        "            raise",
        "          if _code:",
        f"              _fail(_code, ({everything}))",
        f"          return {result}",
    ]
    return lines


def _two_phases(passed: str, everything: str) -> list[str]:
    """Both phases, the first of which may send the call to the slow path; up to the notes about a launch."""
    return [
        "        _p = _s.pointer",
        # A call from a signal handler in the middle of this one finds None, a TypeError, and has cells of its own.
        "        _c = _t.cells",
        "        try:",
        "            _size, _executor = _c",
        "            _t.cells = None",
        f"            _fits = _p is not None and not _first({passed}, _size, _executor)",
        "        except (OverflowError, TypeError):",
        "            _fits = False",
        "        except BaseException:",
        f"            _interrupted(_d, _s, _c and _c[1], ({everything}))",
        "            raise",
        "        if not _fits:",
        "          _t.cells = _c",
        "        else:",
        "          try:",
        "            _w = _s.last_workspace = _size[0]",
        "            if _w:",
        "                _size[0] = 0",  # some phases 1 leave it as it is: it must be 0 before each
        "                _code = _with_workspace(_d, _s, _w, _executor)",
        "            else:",
        "                _e = _executor[0]",
        "                _executor[0] = _null",  # from here to the launch no interrupt can come
        "                _code = _second(_null, 0, _e, _p)",
        "                _s.launched = _s.epoch",
        "            _t.cells = _c",
    ]


def _compiled_phases(passed: str, everything: str) -> list[str]:
    """The same by one call, or two where a workspace is needed.

    The cells are only written then, and the compiled function refuses to while they hold an executor.
    """
    return [
        "        try:",
        # A stream that was closed has None for a pointer: a TypeError.
        f"            _code = _both(_first, _second, {passed}, _s.pointer, _t.size, _t.executor)",
        "        except (OverflowError, TypeError):",
        f"            _code = {REFUSED}",
        "        except BaseException:",
        f"            _interrupted(_d, _s, _t.executor, ({everything}))",
        "            raise",
        f"        if _code != {REFUSED}:",
        "          try:",
        f"            if _code == {NEEDS_WORKSPACE}:",
        "                _w = _s.last_workspace = _t.size[0]",
        "                _t.size[0] = 0",
        "                _code = _with_workspace(_d, _s, _w, _t.executor)",
        "            else:",
        "                _s.last_workspace = 0",
        "                _s.launched = _s.epoch",
    ]


def _test(p: Parameter, c_name: str) -> str:
    name = p.python_name
    if p.kind is Kind.TENSOR:
        slot = "_target" if p.is_written and may_not_repeat(c_name) else "_session"
        test = f"{name}.{slot} is _v"
        return f"({name} is None or {name} is _unset or {test})" if p.optional else test
    return _ATTRIBUTES[p.kind][0].format(name, p.name)


def _passed(p: Parameter) -> str:
    name = p.python_name
    if p.kind is Kind.TENSOR:
        return (
            f"(_null if {name} is None or {name} is _unset else {name}._pointer)" if p.optional else f"{name}._pointer"
        )
    return _ATTRIBUTES[p.kind][1].format(name)


def _key(p: Parameter) -> str:
    """What an output's shape and dtype can depend on, of one argument."""
    name = p.python_name
    if p.kind is Kind.TENSOR:
        return f"None if {name} is None or {name} is _unset else {name}._key" if p.optional else f"{name}._key"
    return f"{name}.__class__, {name}" if p.kind is Kind.SCALAR else name


def _note(p: Parameter, slot: str, method: str) -> list[str]:
    name = p.python_name
    if p.optional:
        return [
            f"            if {name} is not None and {name} is not _unset:",
            f"                {name}._storage.{method}(_s)",
        ]
    return [
        f"            if {name}._storage.{slot} is not _s:",
        f"                {name}._storage.{method}(_s)",
    ]


def _cached_scalar(device: Any, value: Any) -> Any:
    """The descriptor of a Python int or float that was passed before; None for anything else."""
    if value.__class__ is int:
        return device._descriptors.ints.get(value)
    return device._descriptors.floats.get(value) if value.__class__ is float else None


def _cached_ints(device: Any, value: Any) -> Any:
    """The descriptor of a tuple or list of Python ints that was passed before; None for anything else."""
    if value.__class__ is list:
        value = tuple(value)
    if value.__class__ is tuple and all(v.__class__ is int for v in value):
        return device._descriptors.int_arrays.get(value)
    return None
