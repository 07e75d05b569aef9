"""Tensors made from nothing but numbers: counted up, or with ones at chosen places."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import reduce
from typing import Any

import numpy as np

from ...dtypes import (
    BFLOAT16,
    BOOL,
    FLOAT16,
    FLOAT32,
    FLOAT64,
    INT8,
    INT16,
    INT32,
    INT64,
    UINT8,
    DType,
)
from ...formats import Format
from .. import casts, scalars
from ..chips import ALL, ALL_BUT_310B, SINCE_910B, Family
from ..definition import Definition
from ..dtype_lists import REAL, per_chip
from ..kernels.filling import fill
from ..lowering import Array, Lowering
from ..meta import TensorMeta
from ..promotion import promote
from ..rules import (
    INNER_NULL,
    Call,
    Check,
    DoneIfEmpty,
    DtypeIn,
    Finished,
    Infer,
    MaxRank,
    NotNull,
    RankIn,
    Rule,
    SameDtype,
    Satisfies,
    ShapeIs,
    require,
)

_COUNTED = (FLOAT16, FLOAT32, FLOAT64, INT64, INT32)
_ENDS = ("start", "end", "step")


def _counted_dtype(call: Call) -> DType:
    """The output's dtype; where it is left out, the common one of floats, and int64 for integers."""
    out = call.args["out"]
    if isinstance(out, TensorMeta):
        return out.dtype
    common: DType | None = reduce(lambda a, b: promote(a, b) or FLOAT32, (call.args[n].dtype for n in _ENDS))
    return common if common is not None and common.is_floating else INT64


def _progression(call: Call) -> tuple[Any, Any, Any]:
    """Start, end and step as the numbers that the output's dtype counts in."""
    dtype = _counted_dtype(call)
    wide = INT64 if dtype.is_integral else FLOAT64 if dtype == FLOAT64 else FLOAT32
    start, end, step = (scalars.number(call.args[name], wide).item() for name in _ENDS)
    return start, end, step


def _check_step(call: Call) -> None:
    start, end, step = _progression(call)
    require(step > 0 or step < 0, f"step is {step}, must not be zero")
    towards = (step > 0 and start > end) or (step < 0 and start < end)
    require(not towards, f"start is {start}, end {end}: steps of {step} lead away from it")


def _count(call: Call, is_closed: bool) -> int:
    start, end, step = _progression(call)
    if _counted_dtype(call).is_integral:
        return (end - start) // step + 1 if is_closed else -((start - end) // step)
    # Counted in float32, where 1 / 0.1 is 10; in float64 the step of float32 falls short of it.
    wide = np.float64 if _counted_dtype(call) == FLOAT64 else np.float32
    with np.errstate(all="ignore"):
        steps = float((wide(end) - wide(start)) / wide(step))
    if not math.isfinite(steps):
        return 0
    return math.floor(steps) + 1 if is_closed else math.ceil(steps)


def _arange(low: Lowering, call: Call) -> None:
    out = low.tensor("out")
    start, _, step = _progression(call)

    def progression() -> Array:
        # The size is the output's: one with more room is counted on.
        kind = np.dtype(np.int64 if out.dtype.is_integral else np.float64 if out.dtype == FLOAT64 else np.float32)
        counted = np.arange(out.size, dtype=kind) * kind.type(step) + kind.type(start)
        return casts.cast(counted, out.dtype).reshape(out.shape)

    on_core = out.dtype != FLOAT64 and not (low.family is Family.B310 and out.dtype == INT64)
    low.view_copy(low.kernel("Range", progression, (), out.shape, out.dtype, raw=True, aicpu=not on_core), "out")


def _counting(*first: Rule, is_closed: bool) -> tuple[Rule, ...]:
    return (
        *first,
        DtypeIn(REAL, *_ENDS),
        DtypeIn(per_chip(_COUNTED, since_910b=(BFLOAT16,)), "out"),
        Check(_check_step),
        Infer("out", shape=lambda call: (_count(call, is_closed),), dtype=_counted_dtype),
    )


arange = Definition(
    "aclnnArange",
    "out[i] = start + i * step, up to end but without it",
    _counting(NotNull(*_ENDS, "out"), is_closed=False),
    _arange,
    families=ALL_BUT_310B,
)
range_ = Definition(
    "aclnnRange",
    "out[i] = start + i * step, up to end and with it",
    _counting(NotNull(*_ENDS, "out", code=INNER_NULL), RankIn(1, 25, "out"), is_closed=True),
    _arange,
    families=ALL,
)

_SPACED_SINCE_910B = (FLOAT32, FLOAT16, BFLOAT16, INT32, INT16, INT8, UINT8, INT64, FLOAT64)
_SPACED = {
    **per_chip((FLOAT32, FLOAT16, INT32, INT8, UINT8, FLOAT64), B310=()),
    **dict.fromkeys(SINCE_910B, _SPACED_SINCE_910B),
}


def _check_size(call: Call) -> None:
    steps, out = call.args["steps"], call.args["out"]
    require(steps >= 0, f"steps is {steps}, must not be negative")
    if isinstance(out, TensorMeta):
        require(out.size == steps, f"out has {out.size} elements, steps is {steps}")
    if steps == 0:
        raise Finished


def _spaced(start: Any, end: Any, steps: int) -> Callable[[], Array]:
    """Counted from both ends, so that both are met exactly."""

    def compute() -> Array:
        step = (end - start) / type(start)(steps - 1)
        upward = np.arange(steps, dtype=type(start))
        half = steps // 2
        return np.concatenate((start + upward[:half] * step, end - upward[: steps - half][::-1] * step))

    return compute


def _linspace(low: Lowering, call: Call) -> None:
    out, steps = low.tensor("out"), call.args["steps"]
    ends = [call.args[name] for name in ("start", "end")]
    if steps == 1:
        low.view_copy(fill(low, (1,), low.constant(ends[0], out.dtype)), "out")
        return
    # Integers are made so first; those of 64 bits go through float32.
    dtype = FLOAT32 if out.dtype == INT64 else out.dtype
    wide = np.float64 if dtype == FLOAT64 else np.float32
    first, last = (wide(scalars.number(end, dtype)) for end in ends)
    spaced = _spaced(first, last, steps)
    result = low.kernel(
        "LinSpace",
        lambda: casts.cast(spaced(), dtype),
        (),
        (steps,),
        dtype,
        raw=True,
        aicpu=dtype == FLOAT64,
    )
    low.write(result, "out")


linspace = Definition(
    "aclnnLinspace",
    "out[i] = start + i * (end - start) / (steps - 1)",
    (
        NotNull("start", "end", "out", code=INNER_NULL),
        Satisfies("start", lambda value: not value.dtype.is_complex, "a real number"),
        Satisfies("end", lambda value: not value.dtype.is_complex, "a real number"),
        DtypeIn(_SPACED, "out"),
        Infer("out", shape=lambda call: (call.args["steps"],), dtype=lambda call: FLOAT32),
        Check(_check_size),
    ),
    _linspace,
    families=ALL_BUT_310B,
)


def _eye(low: Lowering, call: Call) -> None:
    out = low.tensor("out")

    def diagonal() -> Array:
        return np.eye(*out.shape, dtype=out.dtype.storage)

    low.view_copy(low.kernel("Eye", diagonal, (), out.shape, out.dtype, raw=True), "out")


def _done_without_rows_or_columns(call: Call) -> None:
    if 0 in (call.args["n"], call.args["m"]):
        raise Finished


eye = Definition(
    "aclnnEye",
    "out[i, j] = 1 for i = j, else 0; n rows, m columns",
    (
        NotNull("out"),
        DtypeIn(per_chip((FLOAT32, INT32, FLOAT16, INT8, INT16, UINT8, INT64, BOOL), since_910b=(BFLOAT16,)), "out"),
        Satisfies("n", lambda n: n >= 0, "no negative number"),
        Satisfies("m", lambda m: m >= 0, "no negative number"),
        Infer("out", dtype=lambda call: FLOAT32),
        ShapeIs("out", lambda call: (call.args["n"], call.args["m"]), "n rows and m columns"),
        Check(_done_without_rows_or_columns),
    ),
    _eye,
    families=ALL_BUT_310B,
)

_VALUES = per_chip((FLOAT16, FLOAT32, INT32, INT64), A950=(FLOAT16, FLOAT32, INT32, INT64, INT8, UINT8))


def _check_classes(call: Call) -> None:
    x, classes, axis = (call.args[name] for name in ("self", "numClasses", "axis"))
    least = 1 if x.is_empty else 0
    require(classes >= least, f"numClasses is {classes}, must be at least {least}")
    require(-1 <= axis <= x.ndim, f"axis is {axis}, allowed are -1 to {x.ndim}")


def _one_hot_shape(call: Call) -> tuple[int, ...]:
    shape, axis = call.args["self"].shape, call.args["axis"] % (call.args["self"].ndim + 1)
    return (*shape[:axis], call.args["numClasses"], *shape[axis:])


def _done_without_classes(call: Call) -> None:
    if call.args["numClasses"] == 0:
        raise Finished


def _one_hot(low: Lowering, call: Call) -> None:
    x = low.reformat(low.contiguous("self"), Format.ND)
    on, off = low.tensor("onValue"), low.tensor("offValue")
    classes, axis = call.args["numClasses"], call.args["axis"] % (x.ndim + 1)

    shape = _one_hot_shape(call)

    def compute(index: Array, on_value: Array, off_value: Array, out: Array | None = None) -> Array:
        # An index that is no class has no hot place. Numbers of one type are compared without conversions.
        kind = index.dtype if classes <= np.iinfo(index.dtype).max else np.int64
        numbers = np.arange(classes, dtype=kind).reshape(classes, *[1] * (x.ndim - axis))
        is_hot, hot, cold = np.expand_dims(index, axis) == numbers, on_value.flat[0], off_value.flat[0]
        result = np.empty(shape, on_value.dtype) if out is None else out
        result[...] = cold
        np.copyto(result, hot, where=is_hot)
        return result

    result = low.kernel("OneHot", compute, (x, on, off), shape, on.dtype, raw=True, takes_out=True, format=on.format)
    low.view_copy(result, "out")


one_hot = Definition(
    "aclnnOneHot",
    "out = onValue where self is the place along axis, else offValue; numClasses places",
    (
        NotNull("self", "onValue", "offValue", "out"),
        DtypeIn(per_chip((INT32, INT64), A950=(INT32, INT64, UINT8)), "self"),
        DtypeIn(_VALUES, "out", "onValue", "offValue"),
        SameDtype("onValue", "offValue", "out"),
        Check(lambda call: RankIn(0, 7 if call.family is Family.A950 else 8, "self").check(call)),
        MaxRank("onValue", "offValue", "out"),
        Check(_check_classes),
        ShapeIs("out", _one_hot_shape, "the shape of self, with numClasses places put in at axis"),
        DoneIfEmpty("self"),
        Check(_done_without_classes),
    ),
    _one_hot,
    families=ALL_BUT_310B,
)

OPERATORS = (
    arange,
    range_,
    linspace,
    eye,
    one_hot,
)
