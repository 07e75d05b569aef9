"""Padding: borders of one value, of the outermost elements, mirrored or taken from the other end."""

from __future__ import annotations

import numpy as np

from ...dtypes import (
    BFLOAT16,
    BOOL,
    FLOAT4_E1M2,
    FLOAT4_E2M1,
    FLOAT8_E8M0,
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
from ...formats import Format
from .. import scalars
from ..chips import ALL_BUT_310B, Family
from ..definition import Definition
from ..dtype_lists import COMPLEX, FLOATS8, UNSIGNED, Dtypes, per_chip
from ..kernels.filling import full
from ..kernels.moving import cut
from ..lowering import Array, Buffer, Lower, Lowering
from ..meta import ScalarValue, TensorMeta
from ..patterns.padding import Border, Borders, circular, edge, pad, padded_shape, pairs, reflection
from ..rules import (
    Call,
    Check,
    DoneIfEmpty,
    DtypeIn,
    MaxRank,
    NotNull,
    NotPrivate,
    SameDtype,
    SameFormat,
    require,
)

_NUMBERS = (FLOAT32, INT32, INT64, FLOAT16, INT16, FLOAT64, INT8, UINT8)
_FLOATS8 = (*FLOATS8, FLOAT8_E8M0)
_NARROW = (*_FLOATS8, FLOAT4_E2M1, FLOAT4_E1M2)
_ON_950 = (*_NUMBERS, BOOL, BFLOAT16, *UNSIGNED, *_FLOATS8)

_REPEATED = per_chip((*_NUMBERS, *COMPLEX, BFLOAT16), A950=(*_ON_950, *COMPLEX))
_REPEATED_ON_CORE = per_chip((FLOAT16, FLOAT32), since_910b=(BFLOAT16,), A950=_ON_950)
_REFLECTED = per_chip((*_NUMBERS, BOOL), since_910b=(BFLOAT16, *COMPLEX), A950=(*_ON_950, *COMPLEX))
_REFLECTED_ON_CORE = per_chip((FLOAT16, FLOAT32, INT32, INT16, INT64), since_910b=(BFLOAT16,), A950=_ON_950)
_CIRCULAR = per_chip((FLOAT32, BFLOAT16, FLOAT16, INT32, INT8))


def _padded(kernel: str, border: Border, on_core: Dtypes) -> Lower:
    def lower(low: Lowering, call: Call) -> None:
        x, padding = low.contiguous("self"), call.args["padding"]
        result = low.kernel(
            "PadV3" if x.dtype in COMPLEX else kernel,
            lambda a, out=None: pad(a, padding, border, out),
            (x,),
            padded_shape(x.shape, padding),
            x.dtype,
            raw=True,
            takes_out=True,
            aicpu=x.dtype not in on_core[low.family],
            format=x.format,
        )
        low.require_shape(result, "out")
        low.view_copy(result, "out")

    return lower


# The kernel, and what stands in the border.
_KERNELS: dict[Border, tuple[str, str]] = {
    edge: ("PadV3", "the outermost elements"),
    reflection: ("MirrorPad", "mirrored elements"),
    circular: ("CircularPad", "elements of the other end"),
}


def _border_operator(
    name: str, axes: int, border: Border, dtypes: Dtypes, on_core: Dtypes, families: frozenset[Family] = ALL_BUT_310B
) -> Definition:
    borders = Borders(axes)
    private = (NotPrivate("self"),) if border is circular else ()
    kernel, what = _KERNELS[border]
    return Definition(
        name,
        f"out = self with {what} around the last {axes} axes, in padding's numbers",
        (
            NotNull("self", "padding", "out"),
            DtypeIn(dtypes, "self", "out"),
            SameDtype("self", "out"),
            *private,
            SameFormat("self", "out"),
            borders.shapes(narrower=border is reflection),
            borders.extents("out"),
            *(() if border is reflection else (Check(_same_leading),)),
            borders.emptiness("self", "out"),
        ),
        _padded(kernel, border, on_core),
        families,
    )


def _same_leading(call: Call) -> None:
    shape, out = padded_shape(call.args["self"].shape, call.args["padding"]), call.args["out"]
    fits = not isinstance(out, TensorMeta) or out.shape == shape
    require(fits, f"out must have shape {list(shape)}")


# Padding with one value


def _pads(call: Call) -> list[tuple[int, int, int]]:
    return pairs(call.args["pad"], call.args["self"].ndim)


def _constant_shape(call: Call) -> None:
    tensor, padding = call.args["self"], call.args["pad"]
    require(len(padding) % 2 == 0, f"pad has {len(padding)} numbers, which are no pairs")
    require(len(padding) <= 2 * tensor.ndim, f"pad has {len(padding)} numbers for {tensor.ndim} dimensions")
    for axis, front, behind in _pads(call):
        least = tensor.shape[axis] + min(front, behind, front + behind)
        require(least >= 0, f"pad takes more from dimension {axis} than its {tensor.shape[axis]} elements")
    shape = padded_shape(tensor.shape, padding)
    call.expect_shape("out", shape, "the shape of self with pad added")
    grows = any(number > 0 for number in padding)
    emptied = any(shape[axis] == 0 for axis, _, _ in _pads(call))
    require(not (emptied and grows), f"out has shape {list(shape)}, which leaves nothing to pad")
    crops = any(number < 0 for number in padding)
    require(not crops or tensor.dtype not in _NARROW, f"self is {tensor.dtype.name}, which can't be cropped")


def _value(call: Call, dtype: DType) -> Array:
    scalar: ScalarValue = call.args["value"]
    if dtype.numpy is None:
        # The host has no such numbers; only 0 is of use, and its bits are 0 everywhere.
        return np.zeros((), dtype.storage)
    return scalars.convert(scalar, dtype)


def _same_or_plain_format(call: Call) -> None:
    tensor, out = call.args["self"], call.args["out"]
    if isinstance(out, TensorMeta) and tensor.format is not Format.ND:
        require(tensor.format == out.format, f"out has format {out.format.name}, self {tensor.format.name}")


def _constant_pad(low: Lowering, call: Call) -> None:
    x, padding = low.contiguous("self"), call.args["pad"]
    if not any(padding):
        low.view_copy(x, "out")
        return
    computed_in = INT8 if x.dtype == BOOL else x.dtype
    value = _value(call, x.dtype).astype(computed_in.storage)
    if x.size == 0 and x.dtype not in _NARROW:
        shape = padded_shape(x.shape, padding)
        result = full(low, shape, computed_in, value)
        low.view_copy(low.cast(result, x.dtype), "out")
        return
    result = low.cast(x, computed_in)
    if any(number > 0 for number in padding):
        result = _grown(low, call, result, value)
    for axis, front, behind in sorted(_pads(call)):
        if min(front, behind) < 0 or (any(n < 0 for n in padding) and (front or behind)):
            start = max(0, -front)
            result = cut(low, "StridedSlice", result, axis, start, result.shape[axis] - start - max(0, -behind))
    low.view_copy(low.cast(result, x.dtype), "out")


def _grown(low: Lowering, call: Call, x: Buffer, value: Array) -> Buffer:
    widths = [(0, 0)] * x.ndim
    for axis, front, behind in _pads(call):
        widths[axis] = (max(0, front), max(0, behind))
    shape = tuple(n + f + b for n, (f, b) in zip(x.shape, widths, strict=True))

    def function(a: Array, out: Array | None = None) -> Array:
        grown = np.empty(shape, a.dtype) if out is None else out
        grown[...] = value
        grown[tuple(slice(f, f + n) for n, (f, _) in zip(a.shape, widths, strict=True))] = a
        return grown

    on_core = x.dtype in _CONSTANT_ON_CORE[low.family]
    return low.kernel(
        "PadV3", function, (x,), shape, x.dtype, raw=True, takes_out=True, aicpu=not on_core, format=x.format
    )


_CONSTANT = (*_NUMBERS, *UNSIGNED, BOOL, *COMPLEX)
_CONSTANT_ON_CORE = per_chip(
    (FLOAT16, FLOAT32, INT32), since_910b=(BFLOAT16, INT8), A950=(*_ON_950, FLOAT4_E2M1, FLOAT4_E1M2)
)

constant_pad_nd = Definition(
    "aclnnConstantPadNd",
    "out = self with value around the last axes, in pad's numbers; negative ones crop",
    (
        NotNull("self", "pad", "value", "out"),
        SameDtype("self", "out"),
        DtypeIn(
            per_chip(_CONSTANT, since_910b=(BFLOAT16,), A950=(*_CONSTANT, BFLOAT16, *_NARROW)),
            "self",
        ),
        Check(_same_or_plain_format),
        MaxRank("self", "out"),
        Check(_constant_shape),
        DoneIfEmpty("out"),
    ),
    _constant_pad,
    ALL_BUT_310B,
)

_REPLICATION = (edge, _REPEATED, _REPEATED_ON_CORE)
_REFLECTION = (reflection, _REFLECTED, _REFLECTED_ON_CORE)

OPERATORS = (
    constant_pad_nd,
    _border_operator("aclnnReplicationPad1d", 1, *_REPLICATION),
    _border_operator("aclnnReplicationPad2d", 2, *_REPLICATION),
    _border_operator("aclnnReplicationPad3d", 3, *_REPLICATION),
    _border_operator("aclnnReflectionPad1d", 1, *_REFLECTION),
    _border_operator("aclnnReflectionPad2d", 2, *_REFLECTION),
    _border_operator("aclnnReflectionPad3d", 3, *_REFLECTION),
    _border_operator("aclnnCircularPad2d", 2, circular, _CIRCULAR, _CIRCULAR),
    _border_operator("aclnnCircularPad3d", 3, circular, _CIRCULAR, _CIRCULAR),
)
