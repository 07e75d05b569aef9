"""Elements moved, not computed: copies, permuted axes, tensors joined and taken apart."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...dtypes import (
    BFLOAT16,
    COMPLEX64,
    COMPLEX128,
    FLOAT4_E1M2,
    FLOAT4_E2M1,
    FLOAT8_E4M3FN,
    FLOAT8_E5M2,
    FLOAT8_E8M0,
    FLOAT16,
    FLOAT32,
    FLOAT64,
    HIFLOAT8,
    INT8,
    INT64,
    UINT8,
)
from ..chips import ALL_BUT_310B, Family
from ..definition import Definition
from ..dtype_lists import BASE, MOVED_ON_CORE, UNSIGNED, per_chip
from ..lowering import Array, Buffer, Lowering
from ..meta import TensorMeta
from ..rules import (
    INNER_NULL,
    MAX_RANK,
    AxesOf,
    Broadcast,
    Call,
    Check,
    DoneIfEmpty,
    DtypeIn,
    Finished,
    Infer,
    InferList,
    MaxRank,
    NoNullElement,
    NotNull,
    NotPrivate,
    Promote,
    RankIn,
    SameDtype,
    SameFormat,
    TensorSpec,
    When,
    require,
)
from ..shapes import with_extent

_FLOATS8 = (HIFLOAT8, FLOAT8_E5M2, FLOAT8_E4M3FN)


def _copy(low: Lowering, call: Call) -> None:
    source = low.cast(low.contiguous("src"), low.tensor("selfRef").dtype)
    if source.shape != call.shape:
        source = low.kernel(
            "BroadcastTo",
            lambda a: np.broadcast_to(a, call.shape),
            (source,),
            call.shape,
            source.dtype,
            raw=True,
        )
    low.view_copy(source, "selfRef")


_COPIED = per_chip((*BASE, *UNSIGNED, BFLOAT16, *_FLOATS8, FLOAT8_E8M0))

inplace_copy = Definition(
    "aclnnInplaceCopy",
    "selfRef = src, broadcast, and cast as aclnnCast does",
    (
        NotNull("selfRef", "src"),
        DtypeIn(_COPIED, "selfRef", "src"),
        MaxRank("selfRef", "src"),
        Broadcast("selfRef", "src", to="selfRef"),
        DoneIfEmpty("selfRef", "src"),
    ),
    _copy,
)


def _permuted(call: Call) -> tuple[int, ...]:
    shape = call.args["self"].shape
    return tuple(shape[axis] for axis in call.args["dims"])


def _same_ranks(call: Call) -> None:
    rank, out, dims = call.args["self"].ndim, call.args["out"], call.args["dims"]
    require(call.is_missing("out") or out.ndim == rank, f"out must have the {rank} dimensions of self")
    require(len(dims) == rank, f"dims has {len(dims)} axes, self has {rank}")


def _nothing_to_permute(call: Call) -> None:
    if call.args["self"].is_empty:
        require(call.is_missing("out") or call.args["out"].is_empty, "out has elements, but self has none", INNER_NULL)
        raise Finished


def _permute(low: Lowering, call: Call) -> None:
    x = low.contiguous("self")
    axes = tuple(axis % x.ndim for axis in call.args["dims"]) if x.ndim else ()
    result = low.kernel(
        "Transpose",
        lambda a: a.transpose(axes),
        (x,),
        _permuted(call),
        x.dtype,
        raw=True,
        aicpu=x.dtype in (FLOAT64, COMPLEX64, COMPLEX128),
        format=x.format,
    )
    low.require_shape(result, "out")
    low.view_copy(result, "out")


_PERMUTED = (*BASE, *UNSIGNED, *_FLOATS8)

permute = Definition(
    "aclnnPermute",
    "out has axis dims[i] of self as its axis i",
    (
        NotNull("self", "dims", "out"),
        DtypeIn(per_chip(_PERMUTED, since_910b=(BFLOAT16,), B310=(*_PERMUTED, BFLOAT16)), "self"),
        SameDtype("self", "out"),
        Check(_same_ranks),
        MaxRank("self"),
        AxesOf("dims", "self"),
        Infer("out", shape=_permuted),
        Check(_nothing_to_permute),
    ),
    _permute,
    families=ALL_BUT_310B,
)


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
        parts = [_concatenate(low, parts[i : i + most], call.args["dim"]) for i in range(0, len(parts), most)]
    low.require_shape(parts[0], "out")
    low.write(parts[0], "out")


def _concatenate(low: Lowering, parts: list[Buffer], dim: int) -> Buffer:
    if len(parts) == 1:
        return parts[0]
    shape = with_extent(parts[0].shape, dim, sum(part.shape[dim] for part in parts))

    def function(*arrays: Array, out: Array | None = None) -> Any:
        return np.concatenate(arrays, axis=dim, out=out)

    return low.kernel(
        "ConcatD", function, parts, shape, parts[0].dtype, raw=True, takes_out=True, format=parts[0].format
    )


_JOINED = tuple(dtype for dtype in BASE if dtype != COMPLEX128)
_JOINED_DTYPES = per_chip(
    _JOINED,
    since_910b=(BFLOAT16,),
    B310=(*_JOINED, BFLOAT16),
    A950=(*_JOINED, BFLOAT16, *UNSIGNED, *_FLOATS8, FLOAT8_E8M0, FLOAT4_E1M2, FLOAT4_E2M1),
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


def _sizes(call: Call) -> list[int]:
    """Extents of the pieces along the axis; the last one may be smaller."""
    extent, size = call.args["self"].shape[call.args["dim"]], call.args["splitSections"]
    return [min(size, extent - start) for start in range(0, extent, size)] if extent else [0]


def _piece(call: Call, size: int) -> tuple[int, ...]:
    return with_extent(call.args["self"].shape, call.args["dim"], size)


def _divides(call: Call) -> None:
    extent, size = call.args["self"].shape[call.args["dim"]], call.args["splitSections"]
    require((size == 0) == (extent == 0), f"splitSections is {size} for an extent of {extent}")


def _pieces(call: Call) -> tuple[TensorSpec, ...]:
    return tuple((_piece(call, size), call.args["self"].dtype) for size in _sizes(call))


def _split(low: Lowering, call: Call) -> None:
    x, sizes, dim, outs = low.contiguous("self"), _sizes(call), call.args["dim"], call.args["out"]
    require(len(sizes) <= len(outs), f"out has {len(outs)} tensors for {len(sizes)} pieces")
    if call.args["splitSections"] == x.shape[dim]:
        low.write(x, ("out", 0))
        return
    on_core = x.dtype in _SPLIT_ON_CORE[low.family]
    most = 512 if low.family is Family.A950 else 32
    if len(sizes) > 512 or (on_core and len(sizes) > most):
        # More than the kernel gives at once: a block is cut out and then split.
        for start in range(0, len(sizes), most):
            block = sizes[start : start + most]
            part = _slice(low, x, dim, sum(sizes[:start]), sum(block))
            _split_kernel(low, call, part, block, start, on_core, checked=False)
    else:
        _split_kernel(low, call, x, sizes, 0, on_core, checked=True)


def _slice(low: Lowering, x: Buffer, dim: int, start: int, length: int) -> Buffer:

    def function(a: Array) -> Any:
        return np.moveaxis(np.moveaxis(a, dim, 0)[start : start + length], 0, dim)

    on_core = x.dtype in MOVED_ON_CORE[low.family]
    return low.kernel("Slice", function, (x,), with_extent(x.shape, dim, length), x.dtype, raw=True, aicpu=not on_core)


def _split_kernel(
    low: Lowering, call: Call, x: Buffer, sizes: list[int], first: int, on_core: bool, *, checked: bool
) -> None:
    ends = np.cumsum(sizes)[:-1]
    pieces = low.kernel_with_outputs(
        "SplitV",
        lambda a: tuple(np.split(a, ends, axis=call.args["dim"])),
        (x,),
        [(_piece(call, size), x.dtype) for size in sizes],
        raw=True,
        aicpu=not on_core,
    )
    for i, piece in enumerate(pieces):
        if checked:
            low.require_shape(piece, ("out", first + i))
        low.write(piece, ("out", first + i))


_SPLIT_ON_CORE = per_chip(
    (FLOAT32, FLOAT16, INT64, INT8, UINT8), since_910b=(BFLOAT16,), A950=MOVED_ON_CORE[Family.A950]
)
_SPLIT_DTYPES = per_chip((*BASE, BFLOAT16), A950=(*BASE, BFLOAT16, *UNSIGNED))

split_tensor = Definition(
    "aclnnSplitTensor",
    "out = pieces of self with splitSections elements each along dim, the last one with what is left",
    (
        NotNull("self", "out"),
        NoNullElement("out"),
        DtypeIn(_SPLIT_DTYPES, "self", "out"),
        When(lambda call: bool(list(call.tensors(("out",)))), SameDtype("out")),
        RankIn(1, MAX_RANK, "self"),
        MaxRank("out"),
        AxesOf("dim", "self"),
        Check(_divides),
        InferList("out", _pieces),
        DoneIfEmpty("self"),
    ),
    _split,
    families=ALL_BUT_310B,
)

OPERATORS = (inplace_copy, permute, cat, split_tensor)
