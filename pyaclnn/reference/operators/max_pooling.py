"""Pooling by the greatest element, which leaves where it was: as an index, or as a mask of bits.

The mask has a bit for each place of a window and each window. Where in a row of the mask a window's bit is, is not
documented: here they lie in order.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ...dtypes import BFLOAT16, FLOAT16, FLOAT32, INT8, INT32, INT64
from ...formats import Format
from ..chips import LIKE_910B, SINCE_910B, Family
from ..definition import Definition
from ..dtype_lists import Dtypes, per_chip
from ..lowering import Array, Lower, Lowering
from ..rules import (
    NO_KERNEL,
    Call,
    Check,
    DoneIfEmpty,
    DtypeIn,
    NotNull,
    NotPrivate,
    RankIn,
    Refusal,
    Rule,
    SameDtype,
    SameFormat,
    SameShape,
    ShapeIs,
    require,
)

_FLOATS = (FLOAT16, FLOAT32, BFLOAT16)
_MASKED = per_chip((), A910=(FLOAT16, FLOAT32), P310=(FLOAT32,), since_910b=_FLOATS)
_INDEXED = per_chip((), since_910b=_FLOATS)
_BLOCK = 16


class Axis(NamedTuple):
    """The windows along one axis of the image."""

    size: int
    kernel: int
    stride: int
    pad: int
    dilation: int
    ceil: bool

    @property
    def windows(self) -> int:
        room = self.size + 2 * self.pad - self.dilation * (self.kernel - 1) - 1 + (self.stride - 1 if self.ceil else 0)
        count = room // self.stride + 1
        return count - 1 if self.ceil and (count - 1) * self.stride >= self.size + self.pad else count

    @property
    def cells(self) -> Array:
        """The cell of every window and place in it; what lies outside of the image is in the padding."""
        starts = np.arange(self.windows) * self.stride - self.pad
        return np.asarray(starts[:, None] + np.arange(self.kernel) * self.dilation)


def _axes(call: Call) -> tuple[Axis, Axis]:
    kernel = call.args["kernelSize"]
    stride = call.args["stride"] or kernel
    pad, dilation, ceil = call.args["padding"], call.args["dilation"], bool(call.args["ceilMode"])
    height, width = call.args["self"].shape[-2:]
    return (
        Axis(height, kernel[0], stride[0], pad[0], dilation[0], ceil),
        Axis(width, kernel[-1], stride[-1], pad[-1], dilation[-1], ceil),
    )


def _check_numbers(call: Call) -> None:
    for name, counts in (("kernelSize", (1, 2)), ("stride", (0, 1, 2)), ("padding", (1, 2)), ("dilation", (1, 2))):
        given = call.args[name]
        require(len(given) in counts, f"{name} has {len(given)} numbers; allowed are {', '.join(map(str, counts))}")
        if name != "padding":
            require(all(v > 0 for v in given), f"{name} is {list(given)}, must be positive")
    shape = call.args["self"].shape
    require(0 not in shape[-3:], f"self has shape {list(shape)}; only the batch may be 0")
    for axis in _axes(call):
        fits = 0 <= axis.pad <= axis.kernel // 2
        require(fits, f"padding is {axis.pad}; allowed are 0 to half of the kernel {axis.kernel}")
        dilates = axis.dilation == 1 or call.family is Family.A950
        require(dilates, f"dilation is {axis.dilation}; {call.family.value} takes 1 only")
        require(axis.windows > 0, f"a kernel of {axis.kernel} does not fit into {axis.size}")


def _pooled_shape(call: Call) -> tuple[int, ...]:
    height, width = _axes(call)
    return (*call.args["self"].shape[:-2], height.windows, width.windows)


def _mask_shape(call: Call) -> tuple[int, ...]:
    height, width = _axes(call)
    blocks = -(-height.windows * width.windows // _BLOCK) + 1
    return (*call.args["self"].shape[:-2], height.kernel * width.kernel, blocks * 2 * _BLOCK)


def _no_channels_last(call: Call) -> None:
    for name, tensor in call.tensors(("self", "gradOutput") if "gradOutput" in call.args else ("self",)):
        if tensor.format is Format.NHWC:
            raise Refusal(NO_KERNEL, f"{name} has format NHWC, which the simulator does not pool; give it as NCHW")


def _windows(x: Array, height: Axis, width: Axis) -> Array:
    """Every window's elements in a row, behind the windows; the padding is less than everything."""
    rows, columns = height.cells, width.cells
    margins = [(0, 0)] * (x.ndim - 2)
    for axis, cells in ((height, rows), (width, columns)):
        margins.append((axis.pad, max(0, int(cells.max()) + 1 - axis.size)))
    padded = np.pad(x, margins, constant_values=-np.inf)
    rows, columns = rows + height.pad, columns + width.pad
    found = padded[..., rows[:, None, :, None], columns[None, :, None, :]]
    return found.reshape(*found.shape[:-2], -1)


def _as_mask(place: Array, places: int, row: int) -> Array:
    """A row of bits for each place of a window."""
    flat = place.reshape(*place.shape[:-2], 1, -1)
    bits = flat == np.arange(places)[:, None]
    packed = np.packbits(bits, axis=-1, bitorder="little").view(np.int8)
    return np.pad(packed, [(0, 0)] * (packed.ndim - 1) + [(0, row - packed.shape[-1])])


def _from_mask(mask: Array, count: int) -> Array:
    bits = np.unpackbits(np.ascontiguousarray(mask).view(np.uint8), axis=-1, bitorder="little")[..., :count]
    return np.argmax(bits, axis=-2)


def _as_index(place: Array, height: Axis, width: Axis) -> Array:
    """Where in the image the place of a window is."""
    y, x = place // width.kernel, place % width.kernel
    rows = np.arange(height.windows)[:, None] * height.stride - height.pad + y * height.dilation
    columns = np.arange(width.windows) * width.stride - width.pad + x * width.dilation
    return np.asarray(rows * width.size + columns)


def _lower(name: str, mark: Callable[[Call, Array], Array]) -> Lower:
    def lower(low: Lowering, call: Call) -> None:
        _no_channels_last(call)
        height, width = _axes(call)
        x, out, indices = low.contiguous("self"), call.args["out"], call.args["indices"]

        def compute(a: Array) -> tuple[Array, Array]:
            windows = _windows(a, height, width)
            place = np.argmax(windows, axis=-1)
            return np.take_along_axis(windows, place[..., None], -1)[..., 0], mark(call, place)

        outputs = [(out.shape, x.dtype), (indices.shape, indices.dtype)]
        pooled, marked = low.kernel_with_outputs(name, compute, (x,), outputs)
        pooled.format, marked.format = out.format, indices.format
        low.view_copy(pooled, "out")
        low.view_copy(marked, "indices")

    return lower


def _lower_backward(name: str, place_of: Callable[[Call, Array], Array]) -> Lower:
    def lower(low: Lowering, call: Call) -> None:
        _no_channels_last(call)
        x, out = call.args["self"], call.args["gradInput"]
        grad, indices = low.contiguous("gradOutput"), low.contiguous("indices")

        def compute(g: Array, marks: Array) -> Array:
            where = place_of(call, marks).reshape(-1, math.prod(g.shape[-2:]))
            total = np.zeros((where.shape[0], math.prod(x.shape[-2:])), np.float32)
            np.add.at(total, (np.arange(len(total))[:, None], where), g.reshape(where.shape))
            return total.reshape(x.shape)

        low.write(low.kernel(name, compute, (grad, indices), x.shape, grad.dtype, format=out.format), "gradInput")

    return lower


def _mark_bits(call: Call, place: Array) -> Array:
    places, row = _mask_shape(call)[-2:]
    return _as_mask(place, places, row)


def _place_of_bits(call: Call, mask: Array) -> Array:
    height, width = _axes(call)
    place = _from_mask(mask, height.windows * width.windows)
    return _as_index(place.reshape(*place.shape[:-1], height.windows, width.windows), height, width)


def _forward_rules(dtypes: Dtypes, *indices: Rule) -> tuple[Rule, ...]:
    return (
        NotNull("self", "kernelSize", "stride", "padding", "dilation", "out", "indices"),
        DtypeIn(dtypes, "self"),
        SameDtype("self", "out"),
        indices[0],
        SameFormat("self", "out"),
        NotPrivate("self"),
        RankIn(3, 4, "self"),
        Check(_check_numbers),
        ShapeIs("out", _pooled_shape, "the windows of self"),
        *indices[1:],
        DoneIfEmpty("self"),
    )


def _backward_rules(dtypes: Dtypes, *indices: Rule) -> tuple[Rule, ...]:
    return (
        NotNull("gradOutput", "self", "indices", "kernelSize", "stride", "padding", "dilation", "gradInput"),
        DtypeIn(dtypes, "self"),
        SameDtype("self", "gradOutput", "gradInput"),
        indices[0],
        SameFormat("gradOutput", "self", "gradInput"),
        NotPrivate("self"),
        RankIn(3, 4, "self"),
        Check(_check_numbers),
        SameShape("self", "gradInput"),
        ShapeIs("gradOutput", _pooled_shape, "the windows of self"),
        *indices[1:],
        DoneIfEmpty("self"),
    )


_BITS = (DtypeIn(per_chip((INT8,)), "indices"), ShapeIs("indices", _mask_shape, "bits of every place and window"))
_PLACES = (DtypeIn(per_chip((INT64, INT32)), "indices"), ShapeIs("indices", _pooled_shape, "the windows of self"))
_WITH_MASK = LIKE_910B | {Family.A910}

max_pool2d_with_mask = Definition(
    "aclnnMaxPool2dWithMask",
    "out = the greatest element of each window, indices = a bit for where it is in the window",
    _forward_rules(_MASKED, *_BITS),
    _lower("MaxPoolWithArgmaxV1", _mark_bits),
    families=_WITH_MASK | {Family.P310},
)
max_pool2d_with_mask_backward = Definition(
    "aclnnMaxPool2dWithMaskBackward",
    "gradInput = the sum of gradOutput over the windows whose greatest element a cell is",
    _backward_rules(_MASKED, *_BITS),
    _lower_backward("MaxPoolGradWithArgmaxV1", _place_of_bits),
    families=_WITH_MASK,
)
max_pool2d_with_indices = Definition(
    "aclnnMaxPool2dWithIndices",
    "out = the greatest element of each window, indices = where it is in the image",
    _forward_rules(_INDEXED, *_PLACES),
    _lower("MaxPool3DWithArgmaxV2", lambda call, place: _as_index(place, *_axes(call))),
    families=SINCE_910B,
)
max_pool2d_with_indices_backward = Definition(
    "aclnnMaxPool2dWithIndicesBackward",
    "gradInput = the sum of gradOutput over the windows whose greatest element a cell is",
    _backward_rules(_INDEXED, *_PLACES),
    _lower_backward("MaxPool3DGradWithArgmax", lambda call, marks: marks.astype(np.int64)),
    families=SINCE_910B,
)

OPERATORS = (
    max_pool2d_with_mask,
    max_pool2d_with_mask_backward,
    max_pool2d_with_indices,
    max_pool2d_with_indices_backward,
)
