"""Arguments of operators as a script writes them."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np

from ... import constants, dtypes
from ...abi.signatures import Kind, Parameter, Role, Signature
from ..errors import NotUnderstood
from ..values.dynamic import Dynamic
from ..values.handles import ArrayHandle, ListHandle, ScalarHandle, Symbol, TensorHandle
from ..values.numbers import F32
from ..values.variables import Poison
from . import data
from .tensors import Tensors, quoted

_TENSORS = (Kind.TENSOR, Kind.TENSOR_LIST)


def written(signature: Signature, args: list[Any], tensors: Tensors) -> list[str]:
    """All arguments of a call: the required tensors that come first by position, the rest by name."""
    if len(args) != len(signature.parameters):
        raise NotUnderstood("another number of arguments than the header has", signature.name)
    found, is_positional = [], True
    for parameter, value in zip(signature.parameters, args, strict=True):
        if value is None or (isinstance(value, int) and not isinstance(value, bool) and value == 0
                             and parameter.ctype.endswith("*")):  # fmt: skip
            if not parameter.optional:
                raise NotUnderstood("null for a parameter that is required", f"{signature.name}: {parameter.name}")
            is_positional = False
            if parameter.role is Role.OUT:  # left out, it would be made
                found.append(f"{parameter.python_name}=None")
            continue
        text = _value(signature, parameter, value, tensors)
        is_positional = is_positional and parameter.kind in _TENSORS and not parameter.optional
        found.append(text if is_positional else f"{parameter.python_name}={text}")
    return found


def _value(signature: Signature, parameter: Parameter, value: Any, tensors: Tensors) -> str:
    kind = parameter.kind
    if isinstance(value, (Symbol, Dynamic, Poison)):
        raise NotUnderstood("a result as an attribute")
    if kind is Kind.TENSOR and isinstance(value, TensorHandle):
        return tensors.name(value)
    if kind is Kind.TENSOR_LIST and isinstance(value, ListHandle):
        if not all(isinstance(i, TensorHandle) for i in value.items):
            raise NotUnderstood("a list with something else than tensors")
        return f"[{', '.join(tensors.name(i) for i in value.items)}]"
    if kind is Kind.SCALAR and isinstance(value, ScalarHandle):
        return scalar(value, tensors)
    if kind is Kind.SCALAR_LIST and isinstance(value, ListHandle):
        return f"[{', '.join(scalar(i, tensors) for i in value.items)}]"
    if kind in (Kind.INT_ARRAY, Kind.FLOAT_ARRAY, Kind.BOOL_ARRAY) and isinstance(value, ArrayHandle):
        return _array(value, tensors)
    if kind is Kind.STRING and isinstance(value, str):
        return quoted(value.replace("\\", "\\\\").replace('"', '\\"'))
    if kind is Kind.DTYPE and isinstance(value, int):
        return quoted(dtypes.from_code(int(value)).name)
    if kind is Kind.BOOL and isinstance(value, (int, float)):
        return str(bool(value))
    if kind is Kind.FLOAT and isinstance(value, (int, float)):
        return _float(value, is_narrow="float" in parameter.ctype, tensors=tensors)
    if kind is Kind.INT and isinstance(value, (int, float)):
        return _int(signature, parameter, int(value))
    raise NotUnderstood("an argument of such a type", f"{signature.name}: {parameter.ctype} {parameter.name}")


def _int(signature: Signature, parameter: Parameter, value: int) -> str:
    words = constants.words(signature.name, parameter.name)
    word = next((w for w, n in words.items() if n == value), None)
    if word is not None:
        return quoted(word)
    if constants.is_dtype(signature.name, parameter.name):
        return quoted(dtypes.from_code(value).name)
    return str(value)


def _float(value: float, *, is_narrow: bool, tensors: Tensors) -> str:
    if not math.isfinite(value):
        tensors.imports.add("np")
        return data.number(value)
    if is_narrow or isinstance(value, F32):
        with np.errstate(over="ignore"):
            narrow = np.float32(value)
        if is_narrow or float(narrow) == float(str(narrow)):
            return repr(float(str(narrow)))
    return repr(float(value))


def scalar(handle: Any, tensors: Tensors) -> str:
    """A scalar with its type: plain Python numbers are int64, double and bool."""
    if not isinstance(handle, ScalarHandle):
        raise NotUnderstood("a list with something else than scalars")
    dtype = dtypes.from_code(handle.dtype)
    text = data.number(handle.value if dtype.name != "bfloat16" else np.float32(handle.value))
    if "np." in text:
        tensors.imports.add("np")
    if dtype.name in ("int64", "bool", "complex128"):
        return text
    if dtype.name == "float64":
        return text if text in ("np.nan", "np.inf", "-np.inf") or "." in text or "e" in text else f"{text}.0"
    tensors.imports.add("np")
    if dtype.numpy is not None and dtype.numpy.name == dtype.name and hasattr(np, dtype.name):
        return f"np.{dtype.name}({text})"
    tensors.imports.add("ml_dtypes")
    assert dtype.numpy is not None
    return f"ml_dtypes.{dtype.numpy.name}({text})"


def _array(handle: ArrayHandle, tensors: Tensors) -> str:
    values = handle.values
    if len(values) > 8 and all(type(v) is int for v in values):
        steps = {b - a for a, b in itertools.pairwise(values)}
        if steps == {0}:
            return f"[{values[0]}] * {len(values)}"
        if len(steps) == 1 and (step := steps.pop()) > 0:
            return f"range({values[0]}, {values[-1] + step}{'' if step == 1 else f', {step}'})"
    texts = [_float(v, is_narrow=True, tensors=tensors) if isinstance(v, float) else str(v) for v in values]
    return f"[{', '.join(texts)}]"
