"""Elements of one tensor put elsewhere, or more than once: reversed, rolled, shuffled, repeated, flattened."""

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
    HIFLOAT8,
    INT8,
    INT16,
    INT32,
    INT64,
    UINT8,
    UINT16,
    UINT32,
    UINT64,
)
from ..chips import ALL, ALL_BUT_310B, SINCE_910B, Family
from ..definition import Definition
from ..dtype_lists import BASE, MOVED_ON_CORE, NUMERIC_ON_ANY_CHIP, UNSIGNED, per_chip
from ..kernels.moving import TRANSPOSED_ON_CPU, transpose
from ..lowering import Array, Buffer, Lowering
from ..rules import (
    AxesOf,
    Call,
    Check,
    DoneIfEmpty,
    DtypeIn,
    Finished,
    Infer,
    MaxRank,
    NotNull,
    RankIn,
    SameDtype,
    SameShape,
    ShapeIs,
    require,
)

# Channels


def _channels_divide(call: Call) -> None:
    groups, shape = call.args["groups"], call.args["self"].shape
    require(groups > 0, f"groups is {groups}, must be positive")
    require(len(shape) > 1 and shape[1] % groups == 0, f"self has shape {list(shape)}, no channels for {groups} groups")


def _shuffle(low: Lowering, call: Call) -> None:
    x, groups = low.contiguous("self"), call.args["groups"]

    def function(a: Array, out: Array | None = None) -> Array:
        shuffled = a.reshape(a.shape[0], groups, -1, *a.shape[2:]).swapaxes(1, 2)
        if out is None:
            return shuffled.reshape(a.shape)
        out.reshape(shuffled.shape)[...] = shuffled
        return out

    on_cpu = x.dtype in TRANSPOSED_ON_CPU
    result = low.kernel("Transpose", function, (x,), x.shape, x.dtype, raw=True, takes_out=True, aicpu=on_cpu)
    low.view_copy(result, "out")


channel_shuffle = Definition(
    "aclnnChannelShuffle",
    "out = self with its channels, axis 1, taken from each of groups in turn",
    (
        NotNull("self", "out"),
        SameDtype("self", "out"),
        DtypeIn(NUMERIC_ON_ANY_CHIP, "self"),
        Check(_channels_divide),
        SameShape("self", "out"),
        RankIn(3, 7, "self"),
        DoneIfEmpty("self", "out"),
    ),
    _shuffle,
    ALL_BUT_310B,
)


# Reversed and rolled


def _flip(low: Lowering, call: Call) -> None:
    x = low.contiguous("self")
    axes = tuple(axis % x.ndim for axis in call.args["dims"]) if x.ndim else ()
    on_cpu = x.dtype in (COMPLEX64, COMPLEX128)
    result = low.kernel("ReverseV2", lambda a: np.flip(a, axes), (x,), x.shape, x.dtype, raw=True, aicpu=on_cpu)
    low.view_copy(result, "out")


flip = Definition(
    "aclnnFlip",
    "out = self reversed along each of dims",
    (
        NotNull("self", "dims", "out"),
        SameDtype("self", "out"),
        DtypeIn(per_chip(BASE, since_910b=(BFLOAT16,), A950=(*BASE, BFLOAT16, *UNSIGNED)), "self"),
        SameShape("self", "out"),
        MaxRank("self"),
        AxesOf("dims", "self"),
        DoneIfEmpty("self"),
    ),
    _flip,
    SINCE_910B,
)


def _shifts_and_dims(call: Call) -> None:
    shifts, dims = call.args["shifts"], call.args["dims"]
    if dims:
        require(len(shifts) == len(dims), f"shifts has {len(shifts)} numbers, dims {len(dims)}")
    else:
        require(len(shifts) == 1, f"shifts has {len(shifts)} numbers, must have one where dims is empty")


def _rolled_axes(call: Call) -> None:
    rank, dims = call.args["x"].ndim, call.args["dims"]
    if rank == 0:
        require(not dims, "x has no dimensions, but dims has some")
    for dim in dims:
        require(-rank <= dim < rank, f"dims is {list(dims)}; for {rank} dimensions {-rank} to {rank - 1} are allowed")


def _roll(low: Lowering, call: Call) -> None:
    shifts, dims = call.args["shifts"], tuple(call.args["dims"])
    x = low.contiguous("x")
    if x.ndim == 0:
        low.view_copy(x, "out")
        return
    x = low.cast(x, INT8 if x.dtype == BOOL else x.dtype)
    if low.family is Family.A950 or not dims:
        x = _rolled(low, x, tuple(shifts) if dims else shifts[0], dims or None)
    else:
        for shift, dim in zip(shifts, dims, strict=True):
            # The kernel rolls the first axis, so that another has to be brought there and back.
            axes = list(range(x.ndim))
            axes[0], axes[dim % x.ndim] = axes[dim % x.ndim], axes[0]
            if dim % x.ndim == 0:
                x = _rolled(low, x, (shift,), (0,))
            else:
                x = transpose(low, _rolled(low, transpose(low, x, tuple(axes)), (shift,), (0,)), tuple(axes))
    low.write(x, "out")


def _rolled(low: Lowering, x: Buffer, shifts: int | tuple[int, ...], dims: tuple[int, ...] | None) -> Buffer:
    def function(a: Array, out: Array | None = None) -> Array:
        if out is None or len(dims or (0,)) > 1 or np.may_share_memory(a, out):
            return _into(out, np.roll(a, shifts, dims))
        # One axis, or all elements in a row: each part goes straight to its new place.
        source, target, axis = (a, out, dims[0]) if dims else (a.reshape(-1), out.reshape(-1), 0)
        source, target = np.moveaxis(source, axis, 0), np.moveaxis(target, axis, 0)
        by = (shifts if isinstance(shifts, int) else shifts[0]) % max(1, len(source))
        target[by:], target[:by] = source[: len(source) - by], source[len(source) - by :]
        return out

    return low.kernel("Roll", function, (x,), x.shape, x.dtype, raw=True, takes_out=True)


def _into(out: Array | None, values: Array) -> Array:
    if out is None:
        return values
    out[...] = values
    return out


_ROLLED = (FLOAT32, FLOAT16, INT8, UINT8, INT32, UINT32, BOOL, INT64)

roll = Definition(
    "aclnnRoll",
    "out = x with its elements moved on by shifts along dims, those at the end to the front; flattened without dims",
    (
        NotNull("x", "shifts", "dims", "out"),
        DtypeIn(
            per_chip(_ROLLED, since_910b=(BFLOAT16, INT16), A950=(*_ROLLED, BFLOAT16, INT16, COMPLEX64)),
            "x",
            "out",
        ),
        SameDtype("x", "out"),
        SameShape("x", "out"),
        Check(_shifts_and_dims),
        MaxRank("x"),
        DoneIfEmpty("x"),
        Check(_rolled_axes),
    ),
    _roll,
    ALL_BUT_310B,
)


# Repeated


def _size_fits(call: Call) -> None:
    shape, size = call.args["self"].shape, call.args["size"]
    require(len(size) >= len(shape), f"size has {len(size)} numbers for {len(shape)} dimensions")
    for extent, wanted in zip(reversed(shape), reversed(size), strict=False):
        require(extent in (1, wanted), f"self of shape {list(shape)} does not expand to {list(size)}")


def _expand(low: Lowering, call: Call) -> None:
    size = tuple(call.args["size"])
    if not size:
        low.view_copy(low.tensor("self"), "out")
        return
    low.view_copy(low.broadcast_to(low.contiguous("self"), size, always=True), "out")


expand = Definition(
    "aclnnExpand",
    "out = self repeated along its axes of extent 1, and along new ones in front, to size",
    (
        NotNull("self", "size", "out"),
        SameDtype("self", "out"),
        DtypeIn(per_chip((FLOAT16, FLOAT32, UINT8, INT8, INT32, INT64, BOOL), since_910b=(BFLOAT16,)), "self"),
        Check(_size_fits),
        ShapeIs("out", lambda call: tuple(call.args["size"]), "size"),
        MaxRank("self", "out"),
        DoneIfEmpty("self", "out"),
    ),
    _expand,
    ALL_BUT_310B,
)


def _repeated_shape(call: Call) -> tuple[int, ...]:
    shape, repeats = call.args["self"].shape, call.args["repeats"]
    padded = (1,) * (len(repeats) - len(shape)) + shape
    return tuple(n * extent for n, extent in zip(repeats, padded, strict=True))


def _repeats_fit(call: Call) -> None:
    repeats, rank = call.args["repeats"], call.args["self"].ndim
    require(len(repeats) >= rank, f"repeats has {len(repeats)} numbers for {rank} dimensions")
    require(all(n >= 0 for n in repeats), f"repeats is {list(repeats)}; none may be negative")
    require(len(repeats) <= 8, f"repeats has {len(repeats)} numbers, at most 8 are allowed")


def _nothing_to_repeat(call: Call) -> None:
    if 0 in call.args["repeats"]:
        raise Finished


def _repeat(low: Lowering, call: Call) -> None:
    repeats = call.args["repeats"]
    if not repeats:
        low.view_copy(low.tensor("self"), "out")
        return
    x = low.contiguous("self")
    shape = _repeated_shape(call)
    # Every axis becomes two: the repeats, and what is repeated.
    repeated = (1,) * (len(shape) - len(repeats)) + tuple(repeats)
    extents = (1,) * (len(shape) - x.ndim) + x.shape
    once = tuple(n for extent in extents for n in (1, extent))
    often = tuple(n for pair in zip(repeated, extents, strict=True) for n in pair)

    def function(a: Array, out: Array | None = None) -> Array:
        result = np.empty(shape, a.dtype) if out is None else out
        result.reshape(often)[...] = a.reshape(once)
        return result

    result = low.kernel("Tile", function, (x,), shape, x.dtype, raw=True, takes_out=True)
    out = low.tensor("out")
    require(out.shape == shape, f"out has shape {list(out.shape)}, must be {list(shape)}")
    low.view_copy(result, "out")


_REPEATED = (*BASE, BFLOAT16, UINT32, UINT64)

repeat = Definition(
    "aclnnRepeat",
    "out = self repeats times along each axis, new axes in front",
    (
        NotNull("self", "repeats", "out"),
        DtypeIn(
            per_chip(
                _REPEATED,
                since_910b=(UINT16,),
                P310=(*_REPEATED, UINT16),
                A950=(*_REPEATED, UINT16, HIFLOAT8, FLOAT8_E5M2, FLOAT8_E4M3FN),
            ),
            "self",
        ),
        SameDtype("self", "out"),
        Check(_repeats_fit),
        MaxRank("self"),
        Infer("out", shape=_repeated_shape),
        DoneIfEmpty("self", "out"),
        Check(_nothing_to_repeat),
    ),
    _repeat,
    ALL_BUT_310B,
)


# Another shape


def _flat_shape(call: Call) -> tuple[int, ...]:
    shape, axis = call.args["self"].shape, call.args["axis"]
    axis += len(shape) if axis < 0 else 0
    return (math.prod(shape[:axis]), math.prod(shape[axis:]))


def _flatten(low: Lowering, call: Call) -> None:
    x, shape = low.contiguous("self"), _flat_shape(call)
    result = low.kernel("Flatten", lambda a: a.reshape(shape), (x,), shape, x.dtype, raw=True, format=x.format)
    low.view_copy(result, "out")


flatten = Definition(
    "aclnnFlatten",
    "out = self as a matrix: the axes before axis are the rows, the others the columns",
    (
        NotNull("self", "out"),
        SameDtype("self", "out"),
        DtypeIn(MOVED_ON_CORE, "self"),
        MaxRank("self"),
        AxesOf("axis", "self"),
        ShapeIs("out", _flat_shape, "the extents before axis, and the others"),
        DoneIfEmpty("self", "out"),
    ),
    _flatten,
    ALL,
)

OPERATORS = (channel_shuffle, flip, roll, expand, repeat, flatten)
