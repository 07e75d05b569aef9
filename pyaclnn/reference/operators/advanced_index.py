"""Elements read or written by several indices at once."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...dtypes import (
    BFLOAT16,
    BOOL,
    COMPLEX64,
    FLOAT16,
    FLOAT32,
    FLOAT64,
    INT8,
    INT16,
    INT32,
    INT64,
    UINT8,
)
from ..chips import ALL, SINCE_910B, Family
from ..definition import Definition
from ..dtype_lists import per_chip
from ..kernels.indexing import checked
from ..lowering import Array, Lowering
from ..rules import (
    TILING,
    Call,
    Check,
    DoneIfEmpty,
    DtypeIn,
    Infer,
    MaxRank,
    NoNullElement,
    NotNull,
    NotPrivate,
    SameDtype,
    require,
)
from ..shapes import broadcast

_INDEXED = (FLOAT32, FLOAT16, INT64, INT32, BOOL, INT8, UINT8, FLOAT64, INT16)


def indexed(indices: list[Array | None], shape: tuple[int, ...]) -> tuple[Any, ...]:
    """NumPy's index expression of a list in which None stands for all of a dimension."""
    found: list[Any] = []
    for each in indices:
        if each is None:
            found.append(slice(None))
        elif each.dtype == np.bool_:
            found.append(each)
        else:
            found.append(checked(each, shape[len(found)], "indices"))
    return tuple(found)


def _check_index_dtypes(call: Call) -> None:
    """An empty index has any dtype."""
    for name, tensor in call.tensors(("indices",)):
        fits = tensor.is_empty or tensor.dtype in (INT64, INT32, BOOL)
        require(fits, f"{name} is {tensor.dtype.name}; allowed are int64, int32 and bool")


def _check_index_list(call: Call) -> None:
    x, indices = call.args["self"], call.args["indices"]
    require(len(indices) <= max(1, x.ndim), f"there are {len(indices)} indices, but self has {x.ndim} dimensions")


def _lower_index(low: Lowering, call: Call) -> None:
    x, out = low.contiguous("self"), call.args["out"]
    lists = call.args["indices"]
    given = [i for i, index in enumerate(lists) if index.size]
    buffers = [low.contiguous(("indices", i)) for i in given]
    if not x.ndim:
        low.view_copy(x, "out")
        return

    def compute(a: Array, *positions: Array) -> Array:
        listed: list[Array | None] = [None] * len(lists)
        for i, position in zip(given, positions, strict=True):
            listed[i] = position
        return np.asarray(a[indexed(listed, a.shape)])

    truths = any(lists[i].dtype == BOOL for i in given)
    if not truths:
        found = compute(*(np.broadcast_to(np.int8(0), b.shape) for b in (x, *buffers))).shape
        require(found == out.shape, f"out has shape {list(out.shape)}, must be {list(found)}", TILING)
    low.view_copy(low.kernel("Index", compute, (x, *buffers), out.shape, x.dtype, raw=True, aicpu=truths), "out")


def _indexed_shape(call: Call) -> tuple[int, ...]:
    x, indices = call.args["self"], call.args["indices"]
    listed = [slice(None) if not i.size else np.broadcast_to(np.int8(0), i.shape) for i in indices]
    return tuple(np.broadcast_to(np.int8(0), x.shape)[tuple(listed)].shape)


index = Definition(
    "aclnnIndex",
    "out = self[indices[0], indices[1], ...], where an empty index stands for all of a dimension",
    (
        NotNull("self", "indices", "out"),
        NoNullElement("indices"),
        SameDtype("self", "out"),
        DtypeIn(per_chip(_INDEXED, since_910b=(BFLOAT16,), A950=(*_INDEXED, BFLOAT16, COMPLEX64)), "self"),
        Check(_check_index_dtypes),
        NotPrivate("self", "out", "indices"),
        Check(_check_index_list),
        MaxRank("self", "indices"),
        Infer("out", shape=_indexed_shape),
        DoneIfEmpty("self", "out"),
    ),
    _lower_index,
    families=ALL,
)


# selfRef[indices] = values.


def _check_truths(call: Call) -> None:
    """A bool index must have the extents of the dimensions that it stands for."""
    x, indices = call.args["selfRef"].shape, call.args["indices"]
    if not any(i.size and i.dtype == BOOL for i in indices):
        return
    position = 0
    for number, each in enumerate(indices):
        extent = each.shape if each.size else (x[position],) if position < len(x) else ()
        wanted = x[position : position + len(extent)]
        text = f"indices[{number}] of shape {list(extent)} does not fit dimensions {list(wanted)} of selfRef"
        require(extent == wanted or not each.size, text)
        position += max(1, len(extent))


def _check_count(call: Call) -> None:
    rank, count = call.args["selfRef"].ndim, len(call.args["indices"])
    require(count <= rank, f"there are {count} indices, but selfRef has {rank} dimensions")


def _lower_put(low: Lowering, call: Call) -> None:
    x, values = low.contiguous("selfRef"), low.contiguous("values")
    lists = call.args["indices"]
    given = [i for i, each in enumerate(lists) if each.size]
    buffers = [low.contiguous(("indices", i)) for i in given]
    accumulate = bool(call.args["accumulate"])

    def compute(a: Array, added: Array, *positions: Array) -> Array:
        listed: list[Array | None] = [None] * len(lists)
        for i, position in zip(given, positions, strict=True):
            listed[i] = position
        result, where = np.array(a), indexed(listed, a.shape)
        if not accumulate:
            result[where] = added
        elif result.dtype == np.bool_:
            np.logical_or.at(result, where, added)
        else:
            np.add.at(result, where, added)
        return result

    truths = any(lists[i].dtype == BOOL for i in given)
    if not truths:
        shapes = [lists[i].shape if i in given else None for i in range(len(lists))]
        listed = tuple(slice(None) if s is None else np.broadcast_to(np.int8(0), s) for s in shapes)
        target = np.broadcast_to(np.int8(0), x.shape)[listed].shape
        fits = broadcast(target, values.shape) == target
        require(fits, f"values has shape {list(values.shape)}, which does not broadcast to {list(target)}", TILING)
    result = low.kernel(
        "IndexPutV2", compute, (x, values, *buffers), x.shape, x.dtype, raw=not accumulate, aicpu=truths
    )
    low.view_copy(result, "selfRef")


index_put_impl = Definition(
    "aclnnIndexPutImpl",
    "selfRef[indices[0], indices[1], ...] = values, or += values where accumulate",
    (
        NotNull("selfRef", "indices", "values"),
        NoNullElement("indices"),
        DtypeIn(per_chip(_INDEXED, since_910b=(BFLOAT16,)), "selfRef", "values"),
        Check(_check_index_dtypes),
        SameDtype("selfRef", "values"),
        MaxRank("selfRef"),
        Check(_check_count),
        Check(_check_truths),
        DoneIfEmpty("selfRef", "values"),
    ),
    _lower_put,
    families=SINCE_910B | {Family.A910},
)

OPERATORS = (index, index_put_impl)
