"""Tensors joined to one: one behind the other, stacked, or in chunks side by side."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...dtypes import (
    BFLOAT16,
    COMPLEX128,
    FLOAT8_E8M0,
    FLOAT32,
)
from ..chips import ALL_BUT_310B, SINCE_910B, Family
from ..definition import Definition
from ..dtype_lists import BASE, FLOATS4, FLOATS8, FLOATS_SINCE_910B, NUMERIC_AND_UNSIGNED, UNSIGNED, per_chip
from ..kernels.moving import concatenate
from ..lowering import Array, Buffer, Lowering
from ..meta import TensorMeta
from ..rules import (
    INNER_NULL,
    MAX_RANK,
    NULL,
    Call,
    Check,
    DtypeIn,
    Finished,
    Infer,
    MaxRank,
    NoNullElement,
    NotNull,
    NotPrivate,
    Promote,
    RankIn,
    SameDtype,
    SameFormat,
    Satisfies,
    common_dtype,
    require,
)
from ..shapes import with_extent


def _leave_out_empty_vectors(call: Call) -> None:
    """Tensors of shape [0] are as if they weren't there, whatever the shape of the others."""
    kept = tuple(None if t.shape == (0,) else t for t in call.args["tensors"])
    if not any(kept):
        raise Finished
    call.args = {**call.args, "tensors": kept}


def _joins(call: Call) -> None:
    """Ranks and extents agree, but for the axis along which the tensors are joined."""
    (first_name, first), *others = call.tensors(("tensors",))
    dim = call.args["dim"]
    require(-first.ndim <= dim < first.ndim, f"dim is {dim}, {first_name} has {first.ndim} dimensions")
    for name, tensor in others:
        fits = tensor.ndim == first.ndim and _without(tensor, dim) == _without(first, dim)
        require(fits, f"{name} is {tensor}, which does not go with {first_name}, {first}")


def _without(tensor: TensorMeta, dim: int) -> tuple[int, ...]:
    shape = list(tensor.shape)
    del shape[dim]
    return tuple(shape)


def _joined_shape(call: Call) -> tuple[int, ...]:
    tensors = [tensor for _, tensor in call.tensors(("tensors",))]
    dim = call.args["dim"]
    return with_extent(tensors[0].shape, dim, sum(tensor.shape[dim] for tensor in tensors))


def _join(low: Lowering, call: Call) -> None:
    names = [("tensors", i) for i, t in enumerate(call.args["tensors"]) if t is not None and not t.is_empty]
    if len(names) == 1:
        low.write(low.contiguous(names[0]), "out")
    if len(names) <= 1:
        return
    parts = [low.cast(low.contiguous(name), call.common) for name in names]
    # The kernel takes no more at once.
    most = 1536 if low.family is Family.A950 else 32
    while len(parts) > 1:
        parts = [concatenate(low, parts[i : i + most], call.args["dim"]) for i in range(0, len(parts), most)]
    low.require_shape(parts[0], "out")
    low.write(parts[0], "out")


_JOINED = tuple(dtype for dtype in BASE if dtype != COMPLEX128)
_JOINED_DTYPES = per_chip(
    _JOINED,
    since_910b=(BFLOAT16,),
    B310=(*_JOINED, BFLOAT16),
    A950=(*_JOINED, BFLOAT16, *UNSIGNED, *FLOATS8, FLOAT8_E8M0, *FLOATS4),
)

cat = Definition(
    "aclnnCat",
    "out = the tensors one behind the other along dim",
    (
        NotNull("tensors"),
        NoNullElement("tensors"),
        Check(_leave_out_empty_vectors),
        NotNull("out"),
        DtypeIn(_JOINED_DTYPES, "tensors", "out"),
        Promote("tensors", to="out", within=_JOINED_DTYPES),
        NotPrivate("tensors"),
        SameFormat("tensors", "out"),
        MaxRank("tensors"),
        Check(_joins),
        Infer("out", shape=_joined_shape),
    ),
    _join,
    families=ALL_BUT_310B,
)


# Stacks


def _stacks(call: Call) -> None:
    first, *others = call.args["tensors"]
    rank, dim = first.ndim, call.args["dim"]
    require(rank <= MAX_RANK, f"tensors have {rank} dimensions, at most {MAX_RANK} are allowed")
    require(-rank - 1 <= dim <= rank, f"dim is {dim}; for {rank} dimensions {-rank - 1} to {rank} are allowed")
    for other in others:
        require(other.shape == first.shape, f"tensors have shapes {list(first.shape)} and {list(other.shape)}")


def _stacked_shape(call: Call) -> tuple[int, ...]:
    tensors = call.args["tensors"]
    return tuple(np.insert(tensors[0].shape, call.args["dim"] % (tensors[0].ndim + 1), len(tensors)).tolist())


def _stack(low: Lowering, call: Call) -> None:
    tensors, most = call.args["tensors"], 32
    if tensors[0].is_empty:
        return
    dim = call.args["dim"] % (tensors[0].ndim + 1)
    parts = [low.cast(low.contiguous(("tensors", i)), call.common) for i in range(len(tensors))]
    parts = [_pack(low, parts[i : i + most], dim) for i in range(0, len(parts), most)]
    while len(parts) > 1:
        parts = [concatenate(low, parts[i : i + most], dim) for i in range(0, len(parts), most)]
    low.require_shape(parts[0], "out")
    low.write(parts[0], "out")


def _pack(low: Lowering, parts: list[Buffer], dim: int) -> Buffer:
    shape = tuple(np.insert(parts[0].shape, dim, len(parts)).tolist())

    def function(*arrays: Array, out: Array | None = None) -> Any:
        return np.stack(arrays, axis=dim, out=out)

    on_cpu = parts[0].dtype == COMPLEX128
    return low.kernel("Pack", function, parts, shape, parts[0].dtype, raw=True, takes_out=True, aicpu=on_cpu)


stack = Definition(
    "aclnnStack",
    "out = the tensors side by side along a new axis dim",
    (
        NotNull("tensors", "out", code=INNER_NULL),
        Satisfies("tensors", lambda tensors: len(tensors) > 0, "at least one tensor"),
        NoNullElement("tensors"),
        DtypeIn(NUMERIC_AND_UNSIGNED, "tensors", "out"),
        Promote("tensors", to="out"),
        Check(_stacks),
        Infer("out", shape=_stacked_shape),
    ),
    _stack,
    ALL_BUT_310B,
)


# Chunks side by side


def _first_axis_only(call: Call) -> None:
    require(call.args["dim"] == 0, f"dim is {call.args['dim']}, must be 0")
    require(call.args["tensors"] is not None, "tensors is null, but it is required", NULL)
    if not call.args["tensors"]:
        raise Finished
    require(call.args["out"] is not None, "out is null, but it is required", NULL)


def _chunked_dtypes(call: Call) -> None:
    first, out = call.args["tensors"][0].dtype, call.args["out"]
    narrows = first == FLOAT32 and isinstance(out, TensorMeta) and out.dtype != FLOAT32
    require(not narrows, "out must be float32 as tensors")


def _width(shape: tuple[int, ...], chunks: int) -> int:
    """How many columns a tensor fills: the rows of a chunk, each flattened."""
    return -(-shape[0] // chunks) * math.prod(shape[1:])


def _chunked_shape(call: Call) -> tuple[int, ...]:
    chunks = call.args["numChunks"]
    return (chunks, sum(_width(t.shape, chunks) for t in call.args["tensors"] if not t.is_empty))


def _chunk(a: Array, chunks: int) -> Array:
    """The chunks as rows, with zeros behind the last elements."""
    rows = np.zeros((chunks, _width(a.shape, chunks)), a.dtype)
    rows.reshape(-1)[: a.size] = a.reshape(-1)
    return rows


def _chunk_cat(low: Lowering, call: Call) -> None:
    chunks = call.args["numChunks"]
    parts = [low.contiguous(("tensors", i)) for i, t in enumerate(call.args["tensors"]) if not t.is_empty]
    if not parts:
        return
    dtype = low.tensor("out").dtype
    shape = (chunks, sum(_width(part.shape, chunks) for part in parts))
    result = low.kernel(
        "ChunkCat",
        lambda *arrays: np.concatenate([_chunk(a, chunks).astype(dtype.storage) for a in arrays], axis=1),
        parts,
        shape,
        dtype,
        raw=True,
        format=low.tensor("out").format,
    )
    low.require_shape(result, "out")
    low.view_copy(result, "out")


chunk_cat = Definition(
    "aclnnChunkCat",
    "out[i] = chunk i of every tensor, flattened; each is cut along dim into numChunks, and zeros fill the last ones",
    (
        Check(_first_axis_only),
        NoNullElement("tensors"),
        DtypeIn(FLOATS_SINCE_910B, "tensors", "out"),
        SameDtype("tensors"),
        Check(_chunked_dtypes),
        Infer("out", dtype=common_dtype),
        NotPrivate("tensors", "out"),
        RankIn(1, MAX_RANK, "tensors"),
        Satisfies("numChunks", lambda chunks: chunks != 0, "at least one chunk"),
        Infer("out", shape=_chunked_shape),
    ),
    _chunk_cat,
    SINCE_910B,
)

OPERATORS = (cat, stack, chunk_cat)
