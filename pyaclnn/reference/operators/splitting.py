"""Tensors taken apart along an axis."""

from __future__ import annotations

from collections.abc import Sequence

from ...dtypes import BFLOAT16
from ..chips import ALL_BUT_310B, Family
from ..definition import Definition
from ..dtype_lists import BASE, UNSIGNED, per_chip
from ..kernels.moving import SPLIT_ON_CORE, cut, split
from ..lowering import Buffer, Lowering
from ..rules import (
    MAX_RANK,
    AxesOf,
    Call,
    Check,
    DoneIfEmpty,
    DtypeIn,
    InferList,
    MaxRank,
    NoNullElement,
    NotNull,
    RankIn,
    SameDtype,
    TensorSpec,
    When,
    require,
)
from ..shapes import with_extent


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
    else:
        _split_into(low, call, x, sizes)


def _split_into(low: Lowering, call: Call, x: Buffer, sizes: Sequence[int]) -> None:
    dim = call.args["dim"]
    on_core = x.dtype in SPLIT_ON_CORE[low.family]
    most = 512 if low.family is Family.A950 else 32
    if len(sizes) > 512 or (on_core and len(sizes) > most):
        # More than the kernel gives at once: a block is cut out and then split.
        for start in range(0, len(sizes), most):
            block = sizes[start : start + most]
            part = cut(low, "Slice", x, dim, sum(sizes[:start]), sum(block))
            _write_pieces(low, call, part, block, start, checked=False)
    else:
        _write_pieces(low, call, x, sizes, checked=True)


def _write_pieces(low: Lowering, call: Call, x: Buffer, sizes: Sequence[int], first: int = 0, *, checked: bool) -> None:
    for i, piece in enumerate(split(low, x, call.args["dim"], sizes)):
        if checked:
            low.require_shape(piece, ("out", first + i))
        low.write(piece, ("out", first + i))


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


def _sizes_fit(call: Call) -> None:
    sizes, extent, outs = call.args["splitSize"], call.args["self"].shape[call.args["dim"]], call.args["out"]
    require(sum(sizes) == extent, f"splitSize is {list(sizes)}, which is not {extent} in all")
    fits = not isinstance(outs, tuple) or len(outs) == len(sizes)
    require(fits, f"out must have {len(sizes)} tensors, as splitSize has numbers")


def _split_by_sizes(low: Lowering, call: Call) -> None:
    x, sizes = low.contiguous("self"), call.args["splitSize"]
    if len(sizes) == 1:
        low.write(x, ("out", 0))
    else:
        _split_into(low, call, x, sizes)


split_with_size = Definition(
    "aclnnSplitWithSize",
    "out[i] = the next splitSize[i] elements of self along dim",
    (
        NotNull("self", "splitSize", "out"),
        NoNullElement("out"),
        DtypeIn(_SPLIT_DTYPES, "self", "out"),
        RankIn(1, MAX_RANK, "self"),
        MaxRank("out"),
        AxesOf("dim", "self"),
        Check(_sizes_fit),
        InferList(
            "out",
            lambda call: tuple((_piece(call, size), call.args["self"].dtype) for size in call.args["splitSize"]),
        ),
        DoneIfEmpty("self"),
    ),
    _split_by_sizes,
    families=ALL_BUT_310B,
)

OPERATORS = (split_tensor, split_with_size)
