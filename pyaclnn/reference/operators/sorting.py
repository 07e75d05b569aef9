"""Operators that sort, and those that pick elements by their rank."""

from __future__ import annotations

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
)
from ..chips import ALL_BUT_310B, Family
from ..definition import Definition
from ..dtype_lists import UNSIGNED, per_chip
from ..kernels.filling import full, zeros_like
from ..kernels.moving import transpose
from ..kernels.sorting import sort
from ..lowering import Lowering
from ..patterns.sorted_axis import DIM_IN_RANK, swapped_axes
from ..rules import (
    Call,
    Check,
    DoneIfEmpty,
    DtypeIn,
    Infer,
    MaxRank,
    NotNull,
    NotPrivate,
    SameShape,
    require,
)

_INTEGERS = (UINT8, INT8, INT16, INT32, INT64)
_SORTED = (FLOAT16, FLOAT32, BFLOAT16, *_INTEGERS)
_WIDEST = (*_SORTED, *UNSIGNED)
_POSITIONS = per_chip((INT64,))


def _axis(call: Call) -> int:
    return call.axis("dim", "self")


# Sort.

_SORT_INPUTS = per_chip((*_SORTED, BOOL), A950=(*_WIDEST, BOOL))
_SORT_VALUES = per_chip((*_SORTED, BOOL, FLOAT64), A950=(*_WIDEST, BOOL))


def _lower_sort(low: Lowering, call: Call) -> None:
    x, out = low.contiguous("self"), call.args["valuesOut"]
    if not x.ndim:
        low.write(x, "valuesOut")
        low.write(zeros_like(low, x), "indicesOut")
        return
    axis = _axis(call)
    if x.shape[axis] == 1:
        low.view_copy(x, "valuesOut")
        low.view_copy(full(low, call.args["indicesOut"].shape, INT64, 0), "indicesOut")
        return
    shape = x.shape
    is_950 = call.family is Family.A950
    if x.dtype == BFLOAT16 and not is_950:
        x = low.cast(x, FLOAT32)
    if x.dtype == BOOL:
        x = low.cast(x, UINT8)
    rank = x.ndim
    if rank > 8:
        outer, inner = int(np.prod(shape[:axis])), int(np.prod(shape[axis + 1 :]))
        x = low.reshape(x, (outer, shape[axis], inner) if axis != rank - 1 else (outer, shape[axis]))
    swap = None
    if axis != rank - 1 and not (is_950 and 2 <= shape[axis] <= 2048):
        swap = swapped_axes(axis if rank <= 8 else 1, x.ndim)
    if swap is not None:
        x = transpose(low, x, swap, format=x.format)
    if x.dtype == FLOAT32 and call.family is Family.A910:
        x = low.cast(x, FLOAT16)
    along = axis if axis != rank - 1 and swap is None else -1
    results = sort(low, x, along % x.ndim, bool(call.args["descending"]), INT64)
    values, indices = (b if swap is None else transpose(low, b, swap, format=b.format) for b in results)
    values, indices = low.reshape(values, shape), low.reshape(indices, shape)
    low.view_copy(low.cast(values, out.dtype), "valuesOut")
    low.view_copy(low.cast(indices, INT64), "indicesOut")


sort_ = Definition(
    "aclnnSort",
    "valuesOut = self sorted along dim, indicesOut = where its elements came from",
    (
        NotNull("self", "valuesOut", "indicesOut"),
        DtypeIn(_SORT_INPUTS, "self"),
        DtypeIn(_SORT_VALUES, "valuesOut"),
        DtypeIn(_POSITIONS, "indicesOut"),
        DIM_IN_RANK,
        SameShape("self", "valuesOut", "indicesOut"),
        Infer("valuesOut", dtype=lambda call: call.args["self"].dtype),
        Infer("indicesOut", dtype=lambda call: INT64),
        DoneIfEmpty("self"),
    ),
    _lower_sort,
    families=ALL_BUT_310B,
)


# Argsort.

_ARGSORTED = per_chip(
    (FLOAT32, FLOAT16, *_INTEGERS), B910=_SORTED, A910_93=_SORTED, A950=_WIDEST
)  # fmt: skip


def _no_single_bfloat16(call: Call) -> None:
    """The older sort does not take rows of one bfloat16."""
    x = call.args["self"]
    if x.ndim and call.family is not Family.A950:
        require(x.dtype != BFLOAT16 or x.shape[_axis(call)] != 1, "self is bfloat16 with one element along dim")


def _lower_argsort(low: Lowering, call: Call) -> None:
    x, out = low.contiguous("self"), call.args["out"]
    if not x.ndim:
        low.write(low.cast(zeros_like(low, x), INT32), "out")
        return
    axis = _axis(call)
    swap = None if axis == x.ndim - 1 else swapped_axes(axis, x.ndim)
    if swap is not None:
        x = transpose(low, x, swap, format=x.format)
    _, indices = sort(low, x, x.ndim - 1, bool(call.args["descending"]))
    if swap is not None:
        indices = transpose(low, indices, swap, format=indices.format)
    low.view_copy(low.cast(indices, out.dtype), "out")


argsort = Definition(
    "aclnnArgsort",
    "out = the positions that sort self along dim",
    (
        NotNull("self", "out"),
        DIM_IN_RANK,
        Check(_no_single_bfloat16),
        DtypeIn(_ARGSORTED, "self"),
        DtypeIn(_POSITIONS, "out"),
        NotPrivate("self", "out"),
        MaxRank("self", "out"),
        SameShape("self", "out"),
        Infer("out", dtype=lambda call: INT64),
        DoneIfEmpty("self"),
    ),
    _lower_argsort,
    families=ALL_BUT_310B,
)

OPERATORS = (sort_, argsort)
