"""Operators that pick elements by their rank: the greatest, the k-th, the middle one."""

from __future__ import annotations

import numpy as np

from ...dtypes import (
    BFLOAT16,
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
from ..chips import ALL_BUT_310B, Family
from ..definition import Definition
from ..dtype_lists import CORE_FLOATS, UNSIGNED, Dtypes, per_chip
from ..kernels.filling import full
from ..kernels.moving import transpose
from ..kernels.sorting import order_of, sort
from ..lowering import Array, Buffer, Lowering
from ..patterns.sorted_axis import DIM_IN_RANK, swapped_axes
from ..rules import (
    INNER_NULL,
    Call,
    Check,
    DoneIfEmpty,
    DtypeIn,
    DtypeIs,
    DtypeLike,
    Infer,
    MaxRank,
    NotNull,
    Rule,
    require,
)
from ..shapes import reduced_shape, with_extent

_INTEGERS = (UINT8, INT8, INT16, INT32, INT64)


def _axis(call: Call) -> int:
    return call.axis("dim", "self")


_PICKED = (FLOAT32, INT32, INT64, FLOAT16, INT16, INT8, UINT8)
_TOPK = per_chip((*_PICKED, FLOAT64), since_910b=(BFLOAT16,), A950=(*_PICKED, FLOAT64, BFLOAT16, *UNSIGNED))
_KTH = per_chip(_PICKED, since_910b=(BFLOAT16,), A950=(*_PICKED, BFLOAT16, *UNSIGNED))


def _extent(call: Call) -> int:
    x = call.args["self"]
    return int(x.shape[_axis(call)]) if x.ndim else 1


def _k_from(least: int) -> Rule:
    def check(call: Call) -> None:
        rank, dim = max(1, call.args["self"].ndim), int(call.args["dim"])
        require(-rank <= dim < rank, f"dim is {dim}; allowed are {-rank} to {rank - 1}")
        k, extent = int(call.args["k"]), _extent(call)
        require(least <= k <= extent, f"k is {k}; allowed are {least} to {extent}")

    return Check(check)


def _picked(dtypes: Dtypes) -> tuple[Rule, ...]:
    return (
        DtypeIn(dtypes, "self"),
        DtypeLike("valuesOut", "self"),
        DtypeIs("indicesOut", lambda call: INT64, "positions"),
        MaxRank("self"),
    )


def _topk_shape(call: Call) -> tuple[int, ...]:
    x = call.args["self"].shape
    return with_extent(x, _axis(call), int(call.args["k"])) if x else ()


def _lower_topk(low: Lowering, call: Call) -> None:
    x, k, axis = low.contiguous("self"), int(call.args["k"]), _axis(call)
    shape = _topk_shape(call)
    for name in ("valuesOut", "indicesOut"):
        # Not asked for by the checks, but copied at the end.
        fits = call.args[name].shape == shape or call.args[name].size == 1 == int(np.prod(shape))
        require(fits, f"{name} has shape {list(call.args[name].shape)}, must be {list(shape)}", INNER_NULL)
    x = x if x.ndim else low.reshape(x, (1,))
    dtype = x.dtype
    if dtype == FLOAT32 and call.family is Family.A910 and k >= 2048:
        x = low.cast(x, FLOAT16)
    largest = bool(call.args["largest"])
    picked = shape or (1,)

    def compute(a: Array) -> tuple[Array, Array]:
        order = np.take(order_of(a, axis, largest), range(k), axis=axis)
        return np.take_along_axis(a, order, axis), order

    values, indices = low.kernel_with_outputs("TopKV2", compute, (x,), [(picked, x.dtype), (picked, INT32)], raw=True)
    low.view_copy(low.cast(low.reshape(values, shape), dtype), "valuesOut")
    low.view_copy(low.cast(low.reshape(indices, shape), INT64), "indicesOut")


topk = Definition(
    "aclnnTopk",
    "valuesOut, indicesOut = the k greatest elements of self along dim, or without largest the least, in order",
    (
        NotNull("self", "valuesOut", "indicesOut"),
        _k_from(0),
        *_picked(_TOPK),
        Infer("valuesOut", shape=_topk_shape),
        Infer("indicesOut", shape=_topk_shape),
        DoneIfEmpty("self", "valuesOut", "indicesOut"),
    ),
    _lower_topk,
    families=ALL_BUT_310B,
)


def _kth_shape(call: Call) -> tuple[int, ...]:
    x = call.args["self"].shape
    return reduced_shape(x, (_axis(call),), bool(call.args.get("keepdim", call.args.get("keepDim")))) if x else ()


def _element(low: Lowering, x: Buffer, position: int) -> Buffer:
    """What is at a position of the last axis, which stays."""

    def compute(a: Array) -> Array:
        return a[..., position : position + 1]

    return low.kernel("GatherV2", compute, (x,), (*x.shape[:-1], 1), x.dtype, raw=True)


def _lower_rank(low: Lowering, call: Call, rank: int) -> None:
    """The element of a rank, counted from 0, along the axis."""
    x, axis, shape = low.contiguous("self"), _axis(call), _kth_shape(call)
    for name in ("valuesOut", "indicesOut"):
        fits = call.args[name].shape == shape or call.args[name].size == 1 == int(np.prod(shape))
        require(fits, f"{name} has shape {list(call.args[name].shape)}, must be {list(shape)}")
    x = x if x.ndim else low.reshape(x, (1,))
    swap = None if axis == x.ndim - 1 else swapped_axes(axis, x.ndim)
    if swap is not None:
        x = transpose(low, x, swap, format=x.format)
    values, indices = sort(low, x, x.ndim - 1, False)
    for buffer, name in ((values, "valuesOut"), (indices, "indicesOut")):
        picked = _element(low, buffer, rank)
        if swap is not None:
            picked = transpose(low, picked, swap)
        low.write(low.reshape(picked, shape), name)


kthvalue = Definition(
    "aclnnKthvalue",
    "valuesOut, indicesOut = the k-th least element of self along dim",
    (
        NotNull("self", "valuesOut", "indicesOut"),
        _k_from(1),
        *_picked(_KTH),
        Infer("valuesOut", shape=_kth_shape),
        Infer("indicesOut", shape=_kth_shape),
        DoneIfEmpty("self", "valuesOut", "indicesOut"),
    ),
    lambda low, call: _lower_rank(low, call, int(call.args["k"]) - 1),
    families=ALL_BUT_310B,
)


# Medians.

_MEDIANS = per_chip((FLOAT32, FLOAT16, *_INTEGERS), since_910b=(BFLOAT16,))


def _no_row_of_one_bfloat16(axis_of: str | None) -> Rule:
    def check(call: Call) -> None:
        x = call.args["self"]
        if x.ndim:
            extent = x.shape[-1] if axis_of is None else x.shape[_axis(call)]
            require(x.dtype != BFLOAT16 or extent != 1, "self is bfloat16 in rows of one element")

    return Check(check)


def _empty_median(dtype: DType) -> float:
    if dtype in (INT64, INT32):
        return float(np.iinfo(dtype.storage).min)
    return float("nan") if dtype in CORE_FLOATS else 0


def _lower_median(low: Lowering, call: Call) -> None:
    out = call.args["valuesOut"]
    if call.args["self"].is_empty:
        low.view_copy(full(low, out.shape, out.dtype, _empty_median(out.dtype)), "valuesOut")
        return
    x = low.contiguous("self")
    x = low.reshape(x, (x.size,))
    size, is_float = x.size, x.dtype in CORE_FLOATS
    require(out.size == 1, f"valuesOut has shape {list(out.shape)}, must be that of one element")
    if size > 1:
        x, _ = sort(low, x, 0, False)

    def compute(a: Array) -> Array:
        # Not-a-number is sorted to the end, and is the median of what holds it.
        middle = a[(size - 1) // 2 : (size - 1) // 2 + 1]
        return a[-1:] if is_float and bool(np.isnan(a[-1])) else middle

    low.view_copy(low.reshape(low.kernel("GatherV2", compute, (x,), (1,), x.dtype, raw=True), out.shape), "valuesOut")


median = Definition(
    "aclnnMedian",
    "valuesOut = the middle element of all in order, of two the lesser; NaN if one is",
    (
        NotNull("self", "valuesOut"),
        DtypeIn(_MEDIANS, "self", "valuesOut"),
        DtypeLike("valuesOut", "self"),
        MaxRank("self", "valuesOut"),
        _no_row_of_one_bfloat16(None),
        Infer("valuesOut", shape=lambda call: ()),
        DoneIfEmpty("valuesOut"),
    ),
    _lower_median,
    families=ALL_BUT_310B,
)


def _check_median_ranks(call: Call) -> None:
    rank = len(_kth_shape(call))
    for name, tensor in call.tensors(("valuesOut", "indicesOut")):
        require(tensor.ndim == rank, f"{name} has {tensor.ndim} dimensions, must have {rank}")


def _lower_median_dim(low: Lowering, call: Call) -> None:
    _lower_rank(low, call, (_extent(call) - 1) // 2)


median_dim = Definition(
    "aclnnMedianDim",
    "valuesOut, indicesOut = the middle element of self along dim, of two the lesser",
    (
        NotNull("self", "valuesOut", "indicesOut"),
        DtypeIn(_MEDIANS, "self", "valuesOut"),
        DtypeLike("valuesOut", "self"),
        DtypeIs("indicesOut", lambda call: INT64, "positions"),
        DIM_IN_RANK,
        MaxRank("self", "valuesOut", "indicesOut"),
        Check(_check_median_ranks),
        _no_row_of_one_bfloat16("dim"),
        Infer("valuesOut", shape=_kth_shape),
        Infer("indicesOut", shape=_kth_shape),
        DoneIfEmpty("self", "valuesOut", "indicesOut"),
    ),
    _lower_median_dim,
    families=ALL_BUT_310B,
)

OPERATORS = (topk, kthvalue, median, median_dim)
