"""Host data as the shortest NumPy expression that gives exactly the same bytes."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..errors import NotUnderstood
from ..values import limits
from . import periods

Array = np.ndarray[Any, Any]
FEW, MOST = 16, 4096
_PERIODS = 64


@dataclass(frozen=True)
class Written:
    """An expression, and the numbers that it lists, if it lists so many that they want lines of their own."""

    text: str
    numbers: tuple[str, ...] = ()
    before: str = ""
    after: str = ""


def number(value: Any) -> str:
    """One element as Python writes it."""
    if isinstance(value, (bool, np.bool_)):
        return str(bool(value))
    if isinstance(value, (int, np.integer)):
        return str(int(value))
    if isinstance(value, (complex, np.complexfloating)):
        return repr(complex(value))
    value_ = float(value)
    if math.isnan(value_):
        return "np.nan"
    if math.isinf(value_):
        return "np.inf" if value_ > 0 else "-np.inf"
    if isinstance(value, (np.float32, np.float16)):
        text = str(value)
    else:
        text = repr(value_)
    return text.removesuffix(".0").replace("e+", "e") if text != "-0.0" else text


def written(array: Array, dtype: str, *, shape: tuple[int, ...]) -> Written:
    """An expression for the array; ``dtype`` is how the script calls its type."""
    n = array.size
    flat = array.reshape(-1)
    tail = _reshape(shape, n)
    if n == 0:
        return Written(f"np.zeros({_shape(shape)}, {dtype})")
    if flat.strides[0]:
        limits.work(n << 4)
    if _is_constant(flat):
        return _constant(flat[0], dtype, shape)
    if n > limits.MOST_AT_ONCE:
        raise NotUnderstood("long data without a pattern", f"{n} numbers")
    if n > FEW or (n > 4 and flat.dtype.kind in "iuf"):
        progression = _progression(flat, dtype)
        if progression:
            return Written(progression + tail)
    if n <= FEW:
        return Written(f"np.array({_nested(flat, shape)}, {dtype})")
    if flat.dtype.kind != "c":
        repeated = _repeated(flat, dtype, shape) or _runs(flat, dtype, tail) or _started(flat, dtype, tail)
        if repeated:
            return Written(repeated)
        scaled = _scaled(flat, dtype)
        if scaled:
            return Written(scaled + tail)
    if n > MOST:
        if joined := _joined(flat, dtype):
            return Written(joined + tail)
        raise NotUnderstood("long data without a pattern", f"{n} numbers")
    numbers = tuple(map(number, flat))
    whole = f"np.array({_nested(flat, shape)}, {dtype})"
    if len(whole) <= 90:
        return Written(whole)
    return Written(whole, numbers, "np.array([", f"], {dtype}){tail}")


def _is_constant(flat: Array) -> bool:
    if flat.strides[0] == 0:
        return True
    head = flat[:64]
    if head.tobytes() != flat[:1].tobytes() * len(head):
        return False
    raw = _integers(flat)
    if raw.dtype.kind == "u":
        return bool(raw.min() == raw.max())
    return bool((flat.view(np.uint8).reshape(len(flat), -1) == flat[:1].view(np.uint8)).all())


def _constant(value: Any, dtype: str, shape: tuple[int, ...]) -> Written:
    text = number(value)
    if text in ("0", "False"):
        return Written(f"np.zeros({_shape(shape)}, {dtype})")
    if text in ("1", "True"):
        return Written(f"np.ones({_shape(shape)}, {dtype})")
    return Written(f"np.full({_shape(shape)}, {text}, {dtype})")


def _shape(shape: tuple[int, ...]) -> str:
    return str(shape[0]) if len(shape) == 1 else str(shape)


def _reshape(shape: tuple[int, ...], n: int) -> str:
    return "" if shape == (n,) else f".reshape({', '.join(map(str, shape)) or '()'})"


def _nested(flat: Array, shape: tuple[int, ...]) -> str:
    def at(values: list[str], dims: tuple[int, ...]) -> str:
        if not dims:
            return values[0]
        step = len(values) // dims[0]
        return "[" + ", ".join(at(values[i : i + step], dims[1:]) for i in range(0, len(values), step)) + "]"

    return at(list(map(number, flat)), shape)


def _progression(flat: Array, dtype: str) -> str:
    """``np.arange``, where the numbers are whole and equally far apart."""
    if flat.dtype.kind not in "iuf" and flat.dtype.name != "bfloat16":
        return ""
    head = flat[:3].astype(np.float64).tolist()
    if not all(v.is_integer() and abs(v) <= 2**52 for v in head):
        return ""
    start, step = int(head[0]), int(head[1] - head[0])
    if step == 0 or int(head[-1] - head[-2]) != step or not _holds(start + step * (len(flat) - 1), flat.dtype):
        return ""
    with np.errstate(all="ignore"):
        expected = (start + step * np.arange(len(flat), dtype=np.int64)).astype(flat.dtype)
    if not np.array_equal(_integers(flat), _integers(expected)):
        return ""
    end = start + step * len(flat)
    arguments = f"{end}" if (start, step) == (0, 1) else f"{start}, {end}" + ("" if step == 1 else f", {step}")
    return f"np.arange({arguments}, dtype={dtype})"


def _holds(value: int, dtype: np.dtype[Any]) -> bool:
    """Whether a type counts up to the value one by one: ``np.arange`` of that type then does, too."""
    if dtype.kind in "iu":
        return int(np.iinfo(dtype).min) <= value <= int(np.iinfo(dtype).max)
    limits = {"float64": 2**52, "float32": 2**24, "float16": 2**11}
    return abs(value) <= limits.get(dtype.name, 0)


def _repeated(flat: Array, dtype: str, shape: tuple[int, ...]) -> str:
    raw = _integers(flat)
    n = len(raw)
    candidates = np.flatnonzero(raw[1 : n // 2 + 1] == raw[0])[:_PERIODS] + 1
    for period in candidates.tolist():
        if period <= 256 and np.array_equal(raw[period:], raw[:-period]):
            part = flat[:period]
            inner = _progression(part, dtype) if period > 4 else ""
            if not inner and period > 8 and (counted := _counted_round(flat, period)):
                return f"{counted}.astype({dtype}){_reshape(shape, n)}"
            return f"np.resize({inner or f'np.array([{_listed(part)}], {dtype})'}, {_shape(shape)})"
    for period in candidates.tolist():
        if np.array_equal(raw[period:], raw[:-period]):
            inner = _progression(flat[:period], dtype)
            if not inner and period > 400:
                return ""
            return f"np.resize({inner or f'np.array([{_listed(flat[:period])}], {dtype})'}, {_shape(shape)})"
    # Progressions that end elsewhere than at a repetition of the first element: 1, 2, 3, 4, 2, 3, ... do not count.
    return ""


def _counted_round(flat: Array, period: int) -> str:
    """A counter that begins again at zero, from where it stands at first."""
    if flat.dtype.kind not in "iuf" or not 0 <= (start := float(flat[0])) < period or start != int(start):
        return ""
    n = len(flat)
    if not np.array_equal(flat, (np.arange(int(start), int(start) + n) % period).astype(flat.dtype)):
        return ""
    return f"(np.arange({int(start)}, {int(start) + n}) % {period})"


def _listed(flat: Array) -> str:
    return ", ".join(map(number, flat))


def _integers(flat: Array) -> Array:
    if flat.dtype.itemsize > 8:
        return flat
    return np.ascontiguousarray(flat).view(f"u{flat.dtype.itemsize}")


def _runs(flat: Array, dtype: str, tail: str) -> str:
    """``np.repeat``, where each of a few numbers stands many times."""
    raw = _integers(flat)
    starts = np.concatenate([[0], np.flatnonzero(raw[1:] != raw[:-1]) + 1])
    if len(starts) * 3 > len(flat) or len(starts) > 64:
        return ""
    counts = np.diff([*starts, len(flat)]).tolist()
    values = flat[starts]
    if len(starts) == 2 and not raw[-1]:
        return f"np.pad({_constant(values[0], dtype, (counts[0],)).text}, (0, {counts[1]})){tail}"
    times = str(counts[0]) if len(set(counts)) == 1 else str(counts)
    inner = _progression(values, dtype) if len(values) > 4 else ""
    return f"np.repeat({inner or f'np.array([{_listed(values)}], {dtype})'}, {times}){tail}"


def _started(flat: Array, dtype: str, tail: str) -> str:
    """A few numbers and then zeros."""
    used = np.flatnonzero(_integers(flat))
    count = int(used[-1]) + 1 if len(used) else 0
    if count == 0 or count > 24 or count * 3 > len(flat):
        return ""
    return f"np.pad(np.array([{_listed(flat[:count])}], {dtype}), (0, {len(flat) - count})){tail}"


def _joined(flat: Array, dtype: str) -> str:
    """Parts that each repeat a few numbers, one behind the other."""
    parts = periods.parts(_integers(flat))
    if parts is None or flat.dtype.kind == "c":
        return ""
    texts = []
    for start, period, length in parts:
        inner = f"np.array([{_listed(flat[start : start + period])}], {dtype})"
        texts.append(f"np.resize({inner}, {length})" if length > period else inner)
    return f"np.concatenate([{', '.join(texts)}])"


def _scaled(flat: Array, dtype: str) -> str:
    """``np.arange`` times or divided by a number, cut to a smaller type or wrapped after some steps."""
    if flat.dtype.kind not in "f" and flat.dtype.name != "bfloat16":
        return ""
    head = flat[:64].astype(np.float64)
    if not np.isfinite(head).all():
        return ""
    repeats = np.flatnonzero(flat[1:] == flat[0])
    period = int(repeats[0]) + 1 if len(repeats) else len(flat)
    base = np.arange(len(flat)) % period
    counted = f"np.arange({len(flat)})" + ("" if period == len(flat) else f" % {period}")
    counted = counted if period == len(flat) else f"({counted})"
    first, second = float(head[0]), float(head[1])
    difference = second - first
    for step in dict.fromkeys((difference, float(f"{difference:.6g}"), float(f"{difference:.3g}"))):
        if step == 0:
            return ""
        part = round(1 / step, 6)
        for start in dict.fromkeys((first, float(f"{first:.6g}"))):
            for text, sign, number_ in ((f"{counted} * {step!r}", "*", step), (f"{counted} / {part!r}", "/", part)):
                if not number_:
                    continue
                with np.errstate(all="ignore"):
                    values = base * number_ if sign == "*" else base / number_
                    found = (values + start if start else values).astype(flat.dtype)
                if found.tobytes() == flat.tobytes():
                    whole = f"{text} + {start!r}" if start else text
                    return f"({whole}).astype({dtype})"
    return ""
