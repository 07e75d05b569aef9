"""Variances and standard deviations over axes, alone or together with the means."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...dtypes import BFLOAT16, FLOAT16, FLOAT32
from ...formats import Format
from ..chips import ALL_BUT_310B, Family
from ..definition import Definition
from ..dtype_lists import FLOATS, per_chip
from ..kernels.filling import fill_output
from ..kernels.reduction import REDUCE_MEAN
from ..lowering import Array, Buffer, Lowering
from ..patterns.reduction import Axes, ReducedTo
from ..rules import (
    Call,
    Castable,
    DtypeIn,
    DtypeLike,
    Infer,
    MaxRank,
    NotNull,
    Rule,
    When,
    before_950,
    dtype_of,
)
from ..shapes import reduced_shape

_OVER = Axes("dim", "keepdim")


def _correction(call: Call) -> int:
    """What is taken off the number of elements to divide by."""
    return int(call.args["unbiased"] if "unbiased" in call.args else call.args["correction"])


def _spread(x: Array, mean: Array, axes: tuple[int, ...], keep: bool, correction: int, root: bool) -> Any:
    count = math.prod(x.shape[axis] for axis in axes)
    deviation = x - mean
    squares = np.sum(np.square(deviation, out=np.asarray(deviation)), axis=axes, keepdims=keep)
    variance = squares / np.float32(max(0, count - correction))
    return np.sqrt(variance) if root else variance


def _both(low: Lowering, call: Call, root: bool) -> tuple[Buffer, Buffer]:
    """Ascend950's kernel, which always has room for the mean."""
    axes, keep, correction = _OVER.reduced(call), _OVER.stay(call), _correction(call)

    def compute(x: Array) -> tuple[Array, ...]:
        mean = np.mean(x, axis=axes, keepdims=True)
        spread = _spread(x, mean, axes, keep, correction, root)
        return np.asarray(spread), mean.reshape(np.shape(spread))

    x = low.reformat(low.contiguous("self"), Format.ND)
    shape = reduced_shape(x.shape, axes, keep)
    spread, mean = low.kernel_with_outputs(
        "ReduceStdV2" if root else "ReduceVar", compute, (x,), ((shape, x.dtype), (shape, x.dtype))
    )
    return spread, mean


def _from_mean(low: Lowering, call: Call, x: Buffer, mean: Buffer, root: bool) -> Buffer:
    """The older chips' kernel, which is given the mean, rounded to the dtype of self, at every element."""
    axes, keep, correction = _OVER.reduced(call), _OVER.stay(call), _correction(call)
    kept = reduced_shape(x.shape, axes, True)
    if x.ndim:
        mean = low.kernel(
            "Expand", lambda a: np.broadcast_to(a.reshape(kept), x.shape), (mean,), x.shape, x.dtype, raw=True
        )
    result = low.kernel(
        "ReduceStdWithMean" if root else "ReduceStdV2Update",
        lambda a, m: _spread(a, m, axes, keep, correction, root),
        (x, mean),
        reduced_shape(x.shape, axes, keep),
        x.dtype,
    )
    result.format = x.format
    return result


def _mean_of(low: Lowering, call: Call, x: Buffer, keep: bool) -> Buffer:
    return REDUCE_MEAN(low, x, _OVER.reduced(call), keep) if x.ndim else x


def _degenerate(call: Call) -> float | None:
    """What stands for the spread of too few elements; None of enough."""
    count, correction = _OVER.count(call), _correction(call)
    if count > correction or not (count == 1 or correction > 1):
        return None
    return math.nan if count == 1 else math.inf


def _alone(low: Lowering, call: Call, root: bool) -> None:
    x = call.args["self"]
    value = math.nan if x.is_empty else _degenerate(call) if "correction" in call.args else None
    if value is not None:
        fill_output(low, "out", value)
        return
    if low.family is Family.A950:
        spread, _ = _both(low, call, root)
    else:
        x = low.contiguous("self")
        # A variance is computed without regard to the format, which a deviation's result keeps.
        operand = x if root else low.reformat(x, Format.ND)
        spread = _from_mean(low, call, operand, _mean_of(low, call, operand, True), root)
    low.write(spread, "out")


def _written_with_mean(low: Lowering, call: Call, output: str, root: bool) -> bool:
    """Writes spread and mean of an empty tensor, which are NaN, and those that Ascend950's one kernel gives."""
    if call.args["self"].is_empty:
        fill_output(low, output, math.nan)
        fill_output(low, "meanOut", math.nan)
        return True
    if low.family is not Family.A950:
        return False
    for result, name in zip(_both(low, call, root), (output, "meanOut"), strict=True):
        low.write(result, name)
    return True


def _std_mean(low: Lowering, call: Call) -> None:
    if _written_with_mean(low, call, "stdOut", True):
        return
    x = low.contiguous("self")
    mean = _mean_of(low, call, x, _OVER.stay(call))
    value = _degenerate(call)
    if value is not None:
        fill_output(low, "stdOut", value)
    low.view_copy(mean, "meanOut")
    if value is None:
        low.view_copy(_from_mean(low, call, x, mean, True), "stdOut")


def _var_mean(low: Lowering, call: Call) -> None:
    if _written_with_mean(low, call, "varOut", False):
        return
    x, keep = low.reformat(low.contiguous("self"), Format.ND), _OVER.stay(call)
    mean = _mean_of(low, call, x, keep)
    low.write(mean, "meanOut")
    value = _degenerate(call)
    if value is not None:
        fill_output(low, "varOut", value)
        return
    kept = mean if keep else _mean_of(low, call, x, True)
    low.write(_from_mean(low, call, x, kept, False), "varOut")


def _like_self(*outputs: str) -> tuple[Rule, ...]:
    return tuple(Infer(output, dtype=dtype_of("self")) for output in outputs)


def _if_axes_are_named(*outputs: str) -> tuple[Rule, ...]:
    """Without axes the output is compared only when it is written."""
    return (*_OVER.inferred(*outputs), When(lambda call: bool(call.args["dim"]), ReducedTo(_OVER, *outputs)))


_VARIANCE = (
    NotNull("self", "out"),
    DtypeIn(FLOATS, "self", "out"),
    *_like_self("out"),
    _OVER.in_range(),
    MaxRank("self"),
    ReducedTo(_OVER, "out"),
)

std = Definition(
    "aclnnStd",
    "out = sqrt(sum((self - mean)^2) / (N - correction)) over dim, or over all axes where dim is empty",
    (
        NotNull("self", "out"),
        DtypeIn(FLOATS, "self", "out"),
        Castable("out", "self"),
        _OVER.in_range(),
        MaxRank("self", "out"),
        *_if_axes_are_named("out"),
    ),
    lambda low, call: _alone(low, call, True),
    families=ALL_BUT_310B,
)
std_mean_correction = Definition(
    "aclnnStdMeanCorrection",
    "stdOut, meanOut = sqrt(sum((self - mean)^2) / (N - correction)) and the mean over dim",
    (
        NotNull("self", "stdOut", "meanOut"),
        DtypeIn(FLOATS, "self", "stdOut", "meanOut"),
        *_like_self("stdOut", "meanOut"),
        When(
            before_950,
            DtypeLike("stdOut", "self"),
            DtypeLike("meanOut", "self"),
        ),
        _OVER.in_range(),
        MaxRank("self", "stdOut", "meanOut"),
        *_if_axes_are_named("stdOut", "meanOut"),
    ),
    _std_mean,
    families=ALL_BUT_310B,
)
var = Definition(
    "aclnnVar",
    "out = sum((self - mean)^2) / (N - 1 if unbiased else N) over dim, or over all axes where dim is empty",
    _VARIANCE,
    lambda low, call: _alone(low, call, False),
    families=ALL_BUT_310B,
)
var_correction = Definition(
    "aclnnVarCorrection",
    "out = sum((self - mean)^2) / (N - correction) over dim, or over all axes where dim is empty",
    _VARIANCE,
    lambda low, call: _alone(low, call, False),
    families=ALL_BUT_310B,
)
var_mean = Definition(
    "aclnnVarMean",
    "varOut, meanOut = sum((self - mean)^2) / (N - correction) and the mean over dim",
    (
        NotNull("self", "meanOut", "varOut"),
        DtypeIn(per_chip((FLOAT32, FLOAT16), A950=(FLOAT32, FLOAT16, BFLOAT16)), "self", "meanOut", "varOut"),
        *_like_self("meanOut", "varOut"),
        _OVER.in_range(),
        MaxRank("self"),
        ReducedTo(_OVER, "meanOut", "varOut"),
    ),
    _var_mean,
    families=ALL_BUT_310B,
)

OPERATORS = (std, std_mean_correction, var, var_correction, var_mean)
