"""Operators that read elements or slices by index."""

from __future__ import annotations

import math

import numpy as np

from ...dtypes import (
    BFLOAT16,
    BOOL,
    COMPLEX64,
    COMPLEX128,
    FLOAT8_E4M3FN,
    FLOAT8_E5M2,
    FLOAT16,
    FLOAT32,
    FLOAT64,
    INT8,
    INT16,
    INT32,
    INT64,
    UINT8,
)
from ..chips import ALL, ALL_BUT_310B, LIKE_910B, SINCE_910B, Family
from ..definition import Definition
from ..dtype_lists import BASE, BASE_REAL, COMPLEX, FLOATS, INDICES, UNSIGNED, per_chip
from ..kernels.filling import zeros_like
from ..kernels.indexing import along_axis, checked
from ..lowering import Array, Buffer, Lowering
from ..rules import (
    AxesOf,
    Call,
    Check,
    DoneIfEmpty,
    DtypeIn,
    Infer,
    MaxRank,
    NotNull,
    NotPrivate,
    SameDtype,
    SameShape,
    When,
    require,
)
from ..shapes import with_extent

_MOVED = per_chip((*BASE, *UNSIGNED), since_910b=(BFLOAT16,))
_TAKEN_ON_CORE = per_chip(
    (FLOAT32, FLOAT16, INT32, INT8, UINT8, INT64, INT16, *UNSIGNED, BOOL),
    since_910b=(BFLOAT16,),
    A950=(FLOAT32, FLOAT16, INT32, INT8, UINT8, INT64, INT16, BFLOAT16, BOOL, FLOAT64, COMPLEX64),
)


def _take(low: Lowering, name: str, x: Buffer, axis: int, indices: Buffer, *, negative: bool = True) -> Buffer:
    """The slices along an axis that the indices name, in place of the axis the dimensions of the indices."""
    shape = (*x.shape[:axis], *indices.shape, *x.shape[axis + 1 :])

    def compute(a: Array, positions: Array) -> Array:
        return np.take(a, checked(positions, a.shape[axis], "index", negative=negative), axis=axis)

    on_core = x.dtype in _TAKEN_ON_CORE[low.family]
    return low.kernel(name, compute, (x, indices), shape, x.dtype, raw=True, aicpu=not on_core)


# Slices along one axis.


def _selected_shape(call: Call) -> tuple[int, ...]:
    x, index = call.args["self"], call.args["index"]
    return with_extent(x.shape, call.args["dim"], index.size) if x.ndim else ()


def _check_selected(call: Call) -> None:
    x, index, out = (call.args[name] for name in ("self", "index", "out"))
    require(index.ndim <= 1, f"index has {index.ndim} dimensions, at most 1 is allowed")
    if not x.ndim and not call.is_missing("out"):
        require(not out.ndim, f"out has shape {list(out.shape)}, but self has no dimensions")
    elif not x.is_empty and not index.is_empty:
        call.expect_shape("out", _selected_shape(call), "self with the extent of index")


def _lower_index_select(low: Lowering, call: Call) -> None:
    x, index = low.contiguous("self"), low.contiguous("index")
    x, index = (b if b.ndim else low.reshape(b, (1,)) for b in (x, index))
    name = "GatherV2" if low.family is Family.A950 else "GatherV3"
    low.view_copy(_take(low, name, x, call.axis("dim", "self"), index, negative=False), "out")


index_select = Definition(
    "aclnnIndexSelect",
    "out[..., i, ...] = self[..., index[i], ...] along dim",
    (
        NotNull("self", "index", "out"),
        DtypeIn(_MOVED, "self"),
        SameDtype("self", "out"),
        DtypeIn(INDICES, "index"),
        NotPrivate("self", "index", "out"),
        MaxRank("self"),
        AxesOf("dim", "self"),
        Check(_check_selected),
        Infer("out", shape=_selected_shape),
        DoneIfEmpty("self", "index"),
    ),
    _lower_index_select,
    families=ALL_BUT_310B,
)


# Rows of a table.


def _embedded_shape(call: Call) -> tuple[int, ...]:
    return (*call.args["indices"].shape, *call.args["weight"].shape[1:])


def _check_embedded(call: Call) -> None:
    indices, out = call.args["indices"].shape, call.args["out"]
    if not call.is_missing("out"):
        fits = out.ndim == len(indices) + 1 and out.shape[:-1] == indices
        require(fits, f"out has shape {list(out.shape)}, but indices {list(indices)}")


def _lower_embedding(low: Lowering, call: Call) -> None:
    table, indices = low.contiguous("weight"), low.contiguous("indices")
    name = "GatherV2"
    if low.family is Family.A950 and table.ndim == 2 and table.dtype not in (COMPLEX128,):
        name = "Embedding"
    low.view_copy(_take(low, name, table, 0, indices, negative=False), "out")


_ROWS = per_chip((*BASE_REAL, *COMPLEX), since_910b=(BFLOAT16,))
embedding = Definition(
    "aclnnEmbedding",
    "out[..., :] = weight[indices[...], :]",
    (
        NotNull("weight", "indices", "out"),
        DtypeIn(_ROWS, "weight"),
        SameDtype("weight", "out"),
        DtypeIn(INDICES, "indices"),
        MaxRank("weight", "indices", "out"),
        Check(_check_embedded),
        Infer("out", shape=_embedded_shape),
        DoneIfEmpty("weight", "indices"),
    ),
    _lower_embedding,
    families=ALL,
)

_POSITIONS = per_chip((FLOAT16, FLOAT32, FLOAT64, INT8, UINT8, INT16, INT32, INT64, BOOL))


def _check_rows(call: Call) -> None:
    grad, indices = call.args["grad"], call.args["indices"]
    require(grad.ndim > 0 and grad.shape[-1] != 0, f"grad has shape {list(grad.shape)}, its rows have no element")
    rows = math.prod(grad.shape[:-1])
    require(rows == indices.size, f"grad has {rows} rows, but indices has {indices.size} elements")
    call.expect_shape("out", (call.args["numWeights"], grad.shape[-1]), "numWeights rows like those of grad")


def _lower_embedding_backward(low: Lowering, call: Call) -> None:
    out = call.args["out"]
    if call.args["grad"].is_empty or call.args["indices"].is_empty:
        low.view_copy(zeros_like(low, low.contiguous("out")), "out")
        return
    count, padding = call.args["numWeights"], call.args["paddingIdx"]
    by_frequency = bool(call.args["scaleGradByFreq"])
    grad, indices = low.cast(low.contiguous("grad"), FLOAT32), low.contiguous("indices")
    if indices.dtype not in (INT32, INT64):
        indices = low.cast(indices, INT32)

    def compute(rows: Array, positions: Array) -> Array:
        width = rows.shape[-1]
        rows, positions = rows.reshape(-1, width), positions.reshape(-1).astype(np.int64)
        # The index that stands for padding passes no gradient on, and none that names no row does.
        kept = (positions != padding) & (positions >= 0) & (positions < count)
        rows, positions = rows[kept], positions[kept]
        if by_frequency:
            rows = rows / np.bincount(positions, minlength=1)[positions][:, None].astype(np.float32)
        total = np.zeros((count, width), np.float32)
        np.add.at(total, positions, rows)
        return total

    low.write(low.kernel("EmbeddingDenseGrad", compute, (grad, indices), out.shape, FLOAT32), "out")


embedding_dense_backward = Definition(
    "aclnnEmbeddingDenseBackward",
    "out[i] = sum of grad[j] where indices[j] is i and not paddingIdx, by scaleGradByFreq divided by their number",
    (
        NotNull("grad", "indices", "out"),
        DtypeIn(FLOATS, "grad"),
        DtypeIn(_POSITIONS, "indices"),
        DtypeIn(FLOATS, "out"),
        MaxRank("grad", "indices", "out"),
        Check(_check_rows),
        Infer("out", dtype=lambda call: call.args["grad"].dtype),
        NotPrivate("grad", "indices", "out"),
    ),
    _lower_embedding_backward,
    families=SINCE_910B | {Family.A910},
)


# One element for each index.

_REAL = (FLOAT32, INT32, FLOAT16, INT8, FLOAT64, INT16, INT64, *UNSIGNED, UINT8, BOOL)
_GATHERED = per_chip(_REAL, since_910b=(BFLOAT16,), A950=(*_REAL, BFLOAT16, FLOAT8_E5M2, FLOAT8_E4M3FN))


def _check_gathered(call: Call) -> None:
    x, index = call.args["self"], call.args["index"]
    require(max(1, x.ndim) == max(1, index.ndim), f"self has {x.ndim} dimensions, index has {index.ndim}")
    MaxRank("self", "index", "out").check(call)
    call.expect_shape("out", index.shape, "the shape of index")
    AxesOf("dim", "self").check(call)
    if index.is_empty:
        return
    axis = call.axis("dim", "self")
    fits = all(b > 0 if i == axis else a <= b for i, (a, b) in enumerate(zip(index.shape, x.shape, strict=False)))
    require(fits, f"index of shape {list(index.shape)} does not fit into self of shape {list(x.shape)}")


def _lower_gather(low: Lowering, call: Call) -> None:
    x, index = low.contiguous("self"), low.contiguous("index")
    x, index = (b if b.ndim else low.reshape(b, (1,)) for b in (x, index))
    axis = call.axis("dim", "self")

    def compute(a: Array, positions: Array) -> Array:
        return np.asarray(a[along_axis(axis, checked(positions, a.shape[axis], "index"))])

    result = low.kernel("GatherElements", compute, (x, index), index.shape, x.dtype, raw=True)
    low.view_copy(low.reshape(result, call.args["index"].shape), "out")


gather = Definition(
    "aclnnGather",
    "out[i, j, ...] = self[index[i, j, ...], j, ...] with the index in the place of dim",
    (
        NotNull("self", "index", "out"),
        DtypeIn(_GATHERED, "self"),
        When(lambda call: not call.args["index"].is_empty, DtypeIn(INDICES, "index")),
        SameDtype("self", "out"),
        Check(_check_gathered),
        DoneIfEmpty("self", "index"),
    ),
    _lower_gather,
    families=LIKE_910B,
)


def _lower_take(low: Lowering, call: Call) -> None:
    x, index = low.contiguous("self"), low.contiguous("index")
    low.view_copy(_take(low, "GatherV2", low.reshape(x, (x.size,)), 0, index), "out")


def _check_taken(call: Call) -> None:
    x, index = call.args["self"], call.args["index"]
    require(not x.is_empty or index.is_empty, "self is empty, but index is not")


take = Definition(
    "aclnnTake",
    "out[...] = the elements of self in a row, at index[...]",
    (
        NotNull("self", "index", "out"),
        DtypeIn(per_chip((*BASE, *UNSIGNED), since_910b=(BFLOAT16,)), "self"),
        SameDtype("self", "out"),
        MaxRank("self"),
        DtypeIn(INDICES, "index"),
        MaxRank("index"),
        SameShape("index", "out"),
        Check(_check_taken),
        NotPrivate("self", "index", "out"),
        DoneIfEmpty("self", "index"),
    ),
    _lower_take,
    families=ALL_BUT_310B - {Family.P310},
)

OPERATORS = (index_select, embedding, embedding_dense_backward, gather, take)
