"""Operators that change slices of a tensor, or what a mask names: IndexAdd, IndexCopy, IndexFill, MaskedScatter."""

from __future__ import annotations

import dataclasses

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
    UINT32,
    UINT64,
)
from ..chips import SINCE_910B, Family
from ..definition import Definition
from ..dtype_lists import BASE, BASE_REAL, INDICES, per_chip
from ..kernels.indexing import at_axis, checked
from ..lowering import Array, Buffer, Lowering
from ..patterns.in_place import in_place
from ..rules import (
    Call,
    Check,
    DoneIfEmpty,
    DtypeIn,
    Infer,
    MaxRank,
    NotNull,
    RankIn,
    SameDtype,
    SameFormat,
    SameShape,
    require,
)
from ..shapes import broadcast


def _with_axis(low: Lowering, buffer: Buffer) -> Buffer:
    return buffer if buffer.ndim else low.reshape(buffer, (1,))


def _axis(call: Call) -> int:
    return call.axis("dim", "self")


# self[..., index, ...] += alpha * source.

_ADDED = per_chip(BASE_REAL, since_910b=(BFLOAT16,))
_ADDED_ON_CORE = (FLOAT32, FLOAT16, INT32, INT16, BFLOAT16)
_ADDS_ON_CORE = per_chip(
    (FLOAT32, FLOAT16), since_910b=(INT32, INT16, BFLOAT16), A950=(*_ADDED_ON_CORE, INT8, UINT8, INT64, BOOL)
)


def _check_added(call: Call) -> None:
    x, index, source = (call.args[name] for name in ("self", "index", "source"))
    MaxRank("self", "source").check(call)
    dim, rank = int(call.args["dim"]), max(1, x.ndim)
    require(-rank <= dim < rank, f"dim is {dim}; allowed are {-rank} to {rank - 1}")
    shape = source.shape or (1,)
    require(x.ndim in (0, len(shape)), f"self has {x.ndim} dimensions, source has {len(shape)}")
    axis = dim % rank
    fits = all(a == b for i, (a, b) in enumerate(zip(x.shape, shape, strict=False)) if i != axis)
    require(fits, f"source of shape {list(source.shape)} differs from self {list(x.shape)} beside dim")
    require(index.ndim <= 1, f"index has {index.ndim} dimensions, at most 1 is allowed")
    fits = (index.size if not index.ndim else index.shape[0]) == shape[axis]
    require(fits, f"index has {index.size} elements, but source has {shape[axis]} slices")


def _lower_add(low: Lowering, call: Call) -> None:
    dtype, axis = call.args["self"].dtype, _axis(call)
    x, source = low.contiguous("self"), low.contiguous("source")
    widen = dtype == BFLOAT16 and call.family is not Family.A950
    if widen:
        x, source = low.cast(x, FLOAT32), low.cast(source, FLOAT32)
    alpha = low.constant(call.args["alpha"], x.dtype)
    x, source, index = (_with_axis(low, b) for b in (x, source, low.contiguous("index")))

    def compute(a: Array, positions: Array, added: Array, factor: Array) -> Array:
        result = np.array(a)
        where = at_axis(axis, checked(positions, a.shape[axis], "index"))
        if result.dtype == np.bool_:
            np.logical_or.at(result, where, added & factor)
        else:
            np.add.at(result, where, added * factor)
        return result

    on_core = dtype in _ADDS_ON_CORE[low.family]
    result = low.kernel("InplaceIndexAdd", compute, (x, index, source, alpha), x.shape, x.dtype, aicpu=not on_core)
    low.write(low.reshape(result, call.args["self"].shape), "out")


index_add = Definition(
    "aclnnIndexAdd",
    "out = self; out[..., index[i], ...] += alpha * source[..., i, ...] along dim",
    (
        NotNull("self", "index", "source", "alpha", "out"),
        DtypeIn(_ADDED, "self"),
        DtypeIn(INDICES, "index"),
        DtypeIn(_ADDED, "source", "out"),
        SameDtype("self", "source", "out"),
        Check(_check_added),
        SameShape("self", "out"),
        DoneIfEmpty("self", "source"),
    ),
    _lower_add,
    families=SINCE_910B,
)


# self[..., index, ...] = source.

_COPIED = per_chip(BASE, since_910b=(BFLOAT16,), A950=(*BASE, UINT32, UINT64, BFLOAT16))


def _check_copied(call: Call) -> None:
    x, index, source = (call.args[name] for name in ("self", "index", "source"))
    MaxRank("self", "source").check(call)
    RankIn(0, 1, "index").check(call)
    SameShape("self", "out").check(call)
    require(source.ndim > 0 or index.size == 1, f"source is one element, but index has {index.size}")
    fits = x.ndim == source.ndim or 0 in (x.ndim, source.ndim)
    require(fits, f"self has {x.ndim} dimensions, source has {source.ndim}")
    dim, rank = int(call.args["dim"]), max(1, x.ndim)
    require(-rank <= dim < rank, f"dim is {dim}; allowed are {-rank} to {rank - 1}")
    axis = dim % rank
    slices = source.shape or (1,) * rank
    fits = all(a == b for i, (a, b) in enumerate(zip(x.shape, slices, strict=False)) if i != axis)
    require(fits, f"source of shape {list(source.shape)} differs from self {list(x.shape)} beside dim")
    fits = not source.ndim or index.size == slices[axis]
    require(fits, f"index has {index.size} elements, but source has {slices[axis]} slices")


def _lower_copy(low: Lowering, call: Call) -> None:
    axis = _axis(call)
    x, index, source = (_with_axis(low, low.contiguous(name)) for name in ("self", "index", "source"))

    def compute(a: Array, positions: Array, copied: Array) -> Array:
        result = np.array(a)
        result[at_axis(axis, checked(positions, a.shape[axis], "index"))] = copied
        return result

    result = low.kernel("ScatterUpdate", compute, (x, index, source), x.shape, x.dtype, raw=True)
    low.view_copy(low.reshape(result, call.args["self"].shape), "out")


index_copy = Definition(
    "aclnnIndexCopy",
    "outRef = selfRef; outRef[..., index[i], ...] = source[..., i, ...] along dim",
    (
        NotNull("self", "index", "source", "out"),
        DtypeIn(_COPIED, "self"),
        DtypeIn(INDICES, "index"),
        SameDtype("self", "source", "out"),
        Check(_check_copied),
        SameFormat("self", "out"),
        DoneIfEmpty("self", "source"),
    ),
    _lower_copy,
    families=SINCE_910B,
    aliases={"self": "selfRef", "out": "outRef"},
)
inplace_index_copy = dataclasses.replace(
    index_copy,
    name="aclnnInplaceIndexCopy",
    formula="selfRef[..., index[i], ...] = source[..., i, ...] along dim",
    aliases={"self": "selfRef", "out": "selfRef"},
)


# self[..., index, ...] = value.

_FILLED = (INT32, FLOAT16, FLOAT32, INT64, BOOL, BFLOAT16)
_FILLS = per_chip((), since_910b=_FILLED, A950=(*_FILLED, INT8, UINT8, INT16, FLOAT64))


def _check_filled(call: Call) -> None:
    if call.args["self"].is_empty:
        return
    SameShape("self", "out").check(call)
    MaxRank("self").check(call)
    dim, rank = int(call.args["dim"]), max(1, call.args["self"].ndim)
    require(-rank <= dim < rank, f"dim is {dim}; allowed are {-rank} to {rank - 1}")


def _lower_fill(low: Lowering, call: Call) -> None:
    axis = _axis(call)
    if not call.args["index"].size:
        low.view_copy(low.tensor("self"), "out")
        return
    x, index = low.contiguous("self"), low.contiguous("index")
    value = low.constant(call.args["value"], x.dtype)
    x, index = _with_axis(low, x), _with_axis(low, index)
    # Not the first of several dimensions: the older kernel does 64-bit and bool elements in the first one only.
    swaps = call.family is not Family.A950 and x.dtype in (INT64, BOOL) and axis == x.ndim - 1
    if swaps:
        x = _swapped(low, x)

    def compute(a: Array, positions: Array, filled: Array) -> Array:
        result, where = np.array(a), 0 if swaps else axis
        result[at_axis(where, checked(positions, a.shape[where], "index").reshape(-1))] = filled
        return result

    result = low.kernel("IndexFill", compute, (x, index, value), x.shape, x.dtype, raw=True)
    if swaps:
        result = _swapped(low, result)
    low.view_copy(low.reshape(result, call.args["self"].shape), "out")


def _swapped(low: Lowering, x: Buffer) -> Buffer:
    """The tensor with its first and last dimension exchanged."""
    shape = (x.shape[-1], *x.shape[1:-1], x.shape[0]) if x.ndim > 1 else x.shape

    def compute(a: Array) -> Array:
        return np.ascontiguousarray(np.swapaxes(a, 0, -1))

    return low.kernel("Transpose", compute, (x,), shape, x.dtype, raw=True)


index_fill = Definition(
    "aclnnIndexFill",
    "out = self; out[..., index[i], ...] = value along dim",
    (
        NotNull("self", "index", "value", "out"),
        DtypeIn(_FILLS, "self"),
        SameDtype("self", "out"),
        DtypeIn(INDICES, "index"),
        Check(_check_filled),
        Infer("out", shape=lambda call: call.args["self"].shape),
        DoneIfEmpty("self"),
    ),
    _lower_fill,
    families=SINCE_910B,
)


# Values that a mask puts in, one after the other.


def _mask_fits(call: Call) -> None:
    x, mask = call.args["selfRef"].shape, call.args["mask"].shape
    fits = broadcast(x, mask) == x
    require(fits, f"mask of shape {list(mask)} does not broadcast to selfRef {list(x)}")


def _put_in(x: Array, mask: Array, source: Array) -> Array:
    result, where = np.array(x, order="C"), np.broadcast_to(mask, x.shape)
    values = source.reshape(-1)[: int(where.sum())]
    flat, positions = result.reshape(-1), np.flatnonzero(where)[: values.size]
    flat[positions] = values
    return result


def _lower_masked_scatter(low: Lowering, call: Call) -> None:
    x, source = low.contiguous("selfRef"), low.contiguous("source")
    mask = low.cast(low.contiguous("mask"), BOOL)
    low.view_copy(low.kernel("MaskedScatter", _put_in, (x, mask, source), x.shape, x.dtype, raw=True), "selfRef")


masked_scatter = Definition(
    "aclnnInplaceMaskedScatter",
    "selfRef = the next element of source where mask",
    (
        NotNull("selfRef", "mask", "source"),
        DtypeIn(per_chip(BASE_REAL, since_910b=(BFLOAT16,)), "selfRef"),
        DtypeIn(per_chip((UINT8, BOOL)), "mask"),
        SameDtype("selfRef", "source"),
        MaxRank("selfRef", "mask", "source"),
        Check(_mask_fits),
        DoneIfEmpty("selfRef", "mask"),
    ),
    _lower_masked_scatter,
    families=SINCE_910B,
)

OPERATORS = (
    index_add,
    index_copy,
    inplace_index_copy,
    index_fill,
    in_place("aclnnInplaceIndexFill", index_fill),
    masked_scatter,
)
