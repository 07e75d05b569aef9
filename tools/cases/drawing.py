"""Values for the inputs of a case, drawn from their ranges: the same ones for the same seed."""

from __future__ import annotations

import ast
import math
import re
import zlib
from dataclasses import dataclass
from typing import Any

import ml_dtypes
import numpy as np

from .files import Case, CaseError, Input
from .tensors import numpy_dtype

_WORDS = {"inf": math.inf, "+inf": math.inf, "-inf": -math.inf, "nan": math.nan}
_finfo: Any = ml_dtypes.finfo
_ABSENT = ("null", "default", None)


@dataclass(frozen=True)
class Drawn:
    """One argument: an array, a NumPy number, a plain value, or a list of these. C is not given a ``hint``."""

    name: str
    kind: str
    value: Any

    @property
    def is_hint(self) -> bool:
        return self.kind == "hint"


def draw(case: Case, seed: int) -> list[Drawn]:
    """All arguments of the case."""
    rng = np.random.default_rng([seed, zlib.crc32(f"{case.operator} {case.file.name} {case.number}".encode())])
    return [_draw(rng, given) for given in case.inputs]


def _draw(rng: np.random.Generator, given: Input | tuple[Input, ...]) -> Drawn:
    if not isinstance(given, tuple):
        return Drawn(given.name, _kind(given), _value(rng, given))
    values = [_value(rng, one) for one in given]
    first = given[0]
    if first.kind.endswith("_tuple"):
        return Drawn(first.name, _kind(first), tuple(values))
    return Drawn(first.name, _kind(first), values)


def _kind(given: Input) -> str:
    if given.dtype == "non_param":
        return "hint"
    return next((kind for kind in ("tensor", "scalar") if given.kind.startswith(kind)), "attribute")


def _value(rng: np.random.Generator, given: Input) -> Any:
    if given.dtype in ("string", "str", "non_param"):
        return given.values
    if _is_absent(given.values):
        return None
    kind = _kind(given)
    dtype = numpy_dtype(given.dtype)
    if kind == "tensor":
        return _array(rng, given.values, dtype, given.shape or ())
    number = _array(rng, given.values, dtype, ())[()]
    return number if kind == "scalar" else number.item()


def _is_absent(values: Any) -> bool:
    return (values[0] if isinstance(values, list) and len(values) == 1 else values) in _ABSENT


def _array(rng: np.random.Generator, values: Any, dtype: np.dtype[Any], shape: tuple[int, ...]) -> np.ndarray[Any, Any]:
    if dtype.kind == "c":
        part = np.dtype(np.float32 if dtype.itemsize == 8 else np.float64)
        result = np.empty(shape, dtype)
        result.real, result.imag = (_array(rng, values, part, shape) for _ in range(2))
        return result
    if isinstance(values, dict):
        mean, deviation = (rng.uniform(*_pair(values[key])) for key in ("mean", "std"))
        return _cast(rng.normal(mean, deviation, shape), dtype)
    choices = _numbers(values)
    if len(choices) != 2:
        return _cast(np.asarray([_number(c, dtype) for c in choices])[rng.integers(len(choices), size=shape)], dtype)
    start, end = sorted(_number(c, dtype) for c in choices)
    if dtype.kind in "iub":
        first, last = math.ceil(start), math.floor(end)
        return rng.integers(min(first, last), last, shape, endpoint=True, dtype=_draw_type(dtype)).astype(dtype)
    if all(math.isinf(c) for c in choices):
        return _any_magnitude(rng, dtype, shape)
    low, high = _limits(dtype)
    start, end = (min(max(c, low), high) for c in (start, end))
    share = rng.random(shape)
    return _cast(start * (1 - share) + end * share, dtype)


def _any_magnitude(rng: np.random.Generator, dtype: np.dtype[Any], shape: tuple[int, ...]) -> np.ndarray[Any, Any]:
    """Finite floats of both signs, with every exponent as likely as another."""
    info = _finfo(dtype)
    exponents = rng.uniform(float(info.minexp), float(info.maxexp), shape)
    signs = np.where(rng.random(shape) < 0.5, -1.0, 1.0)
    return _cast(np.clip(signs * np.exp2(exponents), *_limits(dtype)), dtype)


def _number(value: Any, dtype: np.dtype[Any]) -> Any:
    """One end of a range or one choice; integers have no infinity and no NaN."""
    if dtype.kind not in "iub":
        return float(value)
    low, high = _limits(dtype)
    return 0 if math.isnan(value) else min(max(value, low), high)


def _draw_type(dtype: np.dtype[Any]) -> Any:
    return np.uint64 if dtype == np.uint64 else np.int64


def _cast(array: Any, dtype: np.dtype[Any]) -> np.ndarray[Any, Any]:
    """Floats as ``dtype``; integers stay in their range, and NaN becomes 0."""
    array = np.asarray(array)
    with np.errstate(over="ignore", invalid="ignore"):
        if dtype.kind in "iu":
            low, high = _limits(dtype)
            array = np.clip(np.nan_to_num(array, nan=0.0), low, high)
        return array.astype(dtype)


def _limits(dtype: np.dtype[Any]) -> tuple[Any, Any]:
    if dtype.kind == "b":
        return 0, 1
    if dtype.kind in "iu":
        return int(np.iinfo(dtype).min), int(np.iinfo(dtype).max)
    return float(_finfo(dtype).min), float(_finfo(dtype).max)


def _numbers(values: Any) -> list[Any]:
    try:
        if isinstance(values, str) and values not in _WORDS:  # an interval as text, whose ends may be open
            ends = re.findall(r"[^\s,()\[\]]+", values)
            values = [end if end in _WORDS else ast.literal_eval(end) for end in ends]
        if not isinstance(values, list | tuple):
            values = [values]
        return [_WORDS[v] if isinstance(v, str) else v + 0 for v in values]
    except (KeyError, TypeError, ValueError, SyntaxError):
        raise CaseError(f"{values!r} is no range of values") from None


def _pair(values: Any) -> tuple[float, float]:
    found = sorted(map(float, _numbers(values)))
    return found[0], found[-1]
