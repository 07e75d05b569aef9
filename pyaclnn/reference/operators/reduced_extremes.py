"""The greatest and the least elements over axes."""

from __future__ import annotations

from ...dtypes import BOOL, FLOAT32, UINT8
from ..chips import ALL_BUT_310B
from ..definition import Definition
from ..dtype_lists import REAL
from ..kernels.reduction import REDUCE_MAX, REDUCE_MIN, Reduction
from ..lowering import Buffer, Lower, Lowering
from ..patterns.reduction import Axes, NoEmptyAxis, ReducedTo, write_reduced
from ..rules import (
    NULL,
    Call,
    Check,
    DoneIfEmpty,
    DtypeIn,
    DtypeLike,
    Infer,
    MaxRank,
    NotNull,
    Rule,
    dtype_of,
    require,
)

_OVER_DIM = Axes("dim", "keepDim")
_OVER_DIMS = Axes("dims", "keepDims", noop="noopWithEmptyDims")
# Without axes the pair's kernels, unlike the others', reduce nothing.
_PAIR_OVER_DIM = Axes("dim", "keepDim", none_is_all=False)
_EVERY = Axes(None, None)

_PAIR = ("minOut", "maxOut")


def _like_self(*outputs: str) -> tuple[Rule, ...]:
    return tuple(DtypeLike(output, "self") for output in outputs)


def _compared(low: Lowering, x: Buffer) -> Buffer:
    """bools are compared in float32."""
    return low.cast(x, FLOAT32) if x.dtype == BOOL else x


def _extreme(kernel: Reduction, axes: Axes) -> Lower:
    def lower(low: Lowering, call: Call) -> None:
        if call.args["self"].ndim == 0:
            low.view_copy(low.tensor("self"), "out")
            return
        x = _compared(low, low.contiguous("self"))
        low.write(kernel(low, x, axes.reduced(call), axes.stay(call)), "out")

    return lower


def _extreme_of_all(kernel: Reduction) -> Lower:
    def lower(low: Lowering, call: Call) -> None:
        x = _compared(low, low.contiguous("self"))
        write_reduced(low, kernel(low, x, _EVERY.reduced(call), False), "out")

    return lower


def _over_axes(axes: Axes) -> tuple[Rule, ...]:
    assert axes.dims is not None
    return (
        NotNull("self", axes.dims, "out"),
        *_like_self("out"),
        DtypeIn(REAL, "self"),
        axes.in_range(),
        NoEmptyAxis(axes),
        MaxRank("self", "out"),
        ReducedTo(axes, "out"),
        DoneIfEmpty("self"),
    )


_OF_ALL = (
    NotNull("self", "out"),
    DtypeIn(REAL, "self", "out"),
    MaxRank("self", "out"),
    Infer("out", shape=_EVERY.shape, dtype=dtype_of("self")),
    DoneIfEmpty("self", "out"),
)

amax = Definition(
    "aclnnAmax",
    "out = greatest element of self over dim, or over all axes where dim is empty",
    _over_axes(_OVER_DIM),
    _extreme(REDUCE_MAX, _OVER_DIM),
    families=ALL_BUT_310B,
)
amin = Definition(
    "aclnnAmin",
    "out = least element of self over dim, or over all axes where dim is empty",
    _over_axes(_OVER_DIM),
    _extreme(REDUCE_MIN, _OVER_DIM),
    families=ALL_BUT_310B,
)
max_v2 = Definition(
    "aclnnMaxV2",
    "out = greatest element of self over dims, or over all axes where dims is empty and noopWithEmptyDims unset",
    _over_axes(_OVER_DIMS),
    _extreme(REDUCE_MAX, _OVER_DIMS),
    families=ALL_BUT_310B,
)
max_ = Definition(
    "aclnnMax", "out = greatest element of self", _OF_ALL, _extreme_of_all(REDUCE_MAX), families=ALL_BUT_310B
)
min_ = Definition(
    "aclnnMin", "out = least element of self", _OF_ALL, _extreme_of_all(REDUCE_MIN), families=ALL_BUT_310B
)


def _least_and_greatest(axes: Axes) -> Lower:
    def lower(low: Lowering, call: Call) -> None:
        if call.args["self"].ndim == 0:
            for output in _PAIR:
                low.view_copy(low.tensor("self"), output)
            return
        x = low.contiguous("self")
        x = low.cast(x, UINT8) if x.dtype == BOOL else x
        results = []
        for kernel, output in zip((REDUCE_MIN, REDUCE_MAX), _PAIR, strict=True):
            results.append(kernel(low, x, axes.reduced(call), axes.stay(call)))
            low.require_shape(results[-1], output)
        casted = [low.cast(result, low.tensor(output).dtype) for result, output in zip(results, _PAIR, strict=True)]
        for result, output in zip(casted, _PAIR, strict=True):
            low.view_copy(result, output)

    return lower


def _one_axis_or_several(call: Call) -> None:
    """One axis is looked at here; several are only when the kernel finds its output, where null is reported."""
    x, axes = call.args["self"], call.args["dim"]
    rank = max(1, x.ndim)
    if len(axes) != 1:
        require(not x.is_empty, "self is empty, for which dim must be one axis")
        fits = all(-rank <= axis < rank for axis in axes) and len({axis % rank for axis in axes}) == len(axes)
        require(fits or x.ndim == 0, f"dim is {list(axes)}, which don't suit {rank} dimensions", NULL)
        return
    require(-rank <= axes[0] < rank, f"dim is {axes[0]}; allowed are {-rank} to {rank - 1}")
    if x.ndim:
        _no_empty_axis(call, axes[0])


def _no_empty_axis(call: Call, axis: int) -> None:
    """An axis counted from the end is not looked at; the first of a 0-d tensor counts as empty."""
    shape = call.args["self"].shape or (0,)
    require(axis < 0 or shape[axis] != 0, f"self has no element along axis {axis}")


_PAIR_RULES = (
    NotNull("self", *_PAIR),
    DtypeIn(REAL, "self"),
    *_like_self(*_PAIR),
    MaxRank("self", *_PAIR),
)
aminmax = Definition(
    "aclnnAminmax",
    "minOut, maxOut = least and greatest element of self over dim",
    (
        NotNull("self", "dim", *_PAIR),
        *_PAIR_RULES,
        Check(_one_axis_or_several),
        *_PAIR_OVER_DIM.inferred(*_PAIR),
        DoneIfEmpty("self"),
    ),
    _least_and_greatest(_PAIR_OVER_DIM),
    families=ALL_BUT_310B,
)
aminmax_dim = Definition(
    "aclnnAminmaxDim",
    "minOut, maxOut = least and greatest element of self over the axis dim",
    (
        *_PAIR_RULES,
        _OVER_DIM.in_range(),
        Check(lambda call: _no_empty_axis(call, call.args["dim"])),
        *_OVER_DIM.inferred(*_PAIR),
        DoneIfEmpty("self"),
    ),
    _least_and_greatest(_OVER_DIM),
    families=ALL_BUT_310B,
)
aminmax_all = Definition(
    "aclnnAminmaxAll",
    "minOut, maxOut = least and greatest element of self",
    (*_PAIR_RULES, *_EVERY.inferred(*_PAIR), DoneIfEmpty("self")),
    _least_and_greatest(_EVERY),
    families=ALL_BUT_310B,
)

OPERATORS = (amax, amin, max_v2, max_, min_, aminmax, aminmax_dim, aminmax_all)
