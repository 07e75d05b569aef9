"""Sums over axes."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...dtypes import BFLOAT16, BOOL, FLOAT16, FLOAT32, INT32, INT64, DType
from ..chips import ALL_BUT_310B, Family
from ..definition import Definition
from ..dtype_lists import NUMERIC, per_chip
from ..lowering import Array, Buffer, Lowering
from ..meta import span
from ..patterns import fill
from ..rules import (
    AxesOf,
    Call,
    Check,
    DtypeIn,
    DtypeIs,
    Finished,
    Infer,
    MaxRank,
    NotNull,
    require,
)
from ..shapes import axes_or_all, reduced_shape

_SUMMED_ON_CORE = per_chip(
    (FLOAT32, FLOAT16),
    A910=(FLOAT32, FLOAT16, INT32),
    P310=(FLOAT32, FLOAT16, INT64),
    since_910b=(INT32, INT64, BFLOAT16),
)
# A float32 counts as far as this.
_EXACT_COUNT = 2**24


def _axes(call: Call) -> tuple[int, ...]:
    return axes_or_all(call.args["dims"], call.args["self"].ndim)


def _sum_shape(call: Call) -> tuple[int, ...]:
    return reduced_shape(call.args["self"].shape, _axes(call), call.args["keepDims"])


def _sum_of_nothing(call: Call) -> None:
    """An empty tensor's sum is zeros of the output's own shape, which is not looked at."""
    x, out = call.args["self"], call.args["out"]
    if x.is_empty and not call.is_missing("out"):
        require(not out.dtype.is_complex, f"out is {out.dtype.name}, which can't be filled")
        if out.is_empty:
            raise Finished


def _summed_in(call: Call) -> DType:
    """bools are counted in float32 as long as it is exact."""
    x, dtype = call.args["self"], call.args["dtype"]
    assert isinstance(dtype, DType)
    if x.dtype == BOOL and dtype == INT64:
        return FLOAT32 if math.prod(x.shape[axis] for axis in _axes(call)) < _EXACT_COUNT else INT64
    return dtype


def _takes_strides(low: Lowering, call: Call) -> bool:
    """Ascend950 sums a float32 slice as it lies, if its rows don't overlap."""
    x = call.args["self"]
    if low.family is not Family.A950 or not x.dtype == _summed_in(call) == FLOAT32 or x.ndim > 4:
        return False
    low_end, high_end = span(x.shape, x.strides, x.offset)
    inside = low_end >= 0 and high_end < math.prod(x.storage_shape)
    nested = all(
        inner <= outer and (extent - 1) * inner < outer
        for outer, inner, extent in zip(x.strides, x.strides[1:], x.shape[1:], strict=False)
    )
    return inside and nested and x.strides[-1] > 0 and any(x.shape[axis] != 1 for axis in _axes(call))


def _sum(low: Lowering, call: Call) -> None:
    x, out = call.args["self"], low.tensor("out")
    if x.is_empty:
        low.view_copy(fill(low, out.shape, out.dtype, 0), "out")
        return
    if x.ndim == 0:
        low.write(low.contiguous("self"), "out")
        return
    if _takes_strides(low, call):
        operand = low.strided("self")
    else:
        operand = low.cast(low.contiguous("self"), _summed_in(call))
    result = _reduce(low, operand, _axes(call), call.args["keepDims"])
    low.require_shape(result, "out")
    low.write(result, "out")


def _reduce(low: Lowering, operand: Buffer, axes: tuple[int, ...], keep: bool) -> Buffer:
    dtype = operand.dtype
    any_ = dtype == BOOL

    def function(x: Array) -> Any:
        if any_:
            return np.any(x, axis=axes, keepdims=keep)
        return np.sum(x, axis=axes, keepdims=keep, dtype=x.dtype)

    return low.kernel(
        "ReduceAny" if any_ else "ReduceSum",
        function,
        (operand,),
        reduced_shape(operand.shape, axes, keep),
        dtype,
        aicpu=not any_ and dtype not in _SUMMED_ON_CORE[low.family],
    )


reduce_sum = Definition(
    "aclnnReduceSum",
    "out = sum of self as dtype over dims, or over all axes where dims is empty",
    (
        NotNull("self", "dims", "out"),
        DtypeIn(NUMERIC, "self", "out"),
        DtypeIn(NUMERIC, "dtype"),
        DtypeIs("out", lambda call: call.args["dtype"], "the attribute dtype"),
        MaxRank("self"),
        AxesOf("dims", "self"),
        Infer("out", shape=_sum_shape),
        Check(_sum_of_nothing),
    ),
    _sum,
    families=ALL_BUT_310B,
)

OPERATORS = (reduce_sum,)
