"""The gradient of average pooling, and pooling to a given size with its gradient."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ...dtypes import FLOAT16
from ...formats import Format
from ..chips import ALL_BUT_310B, Family
from ..definition import Definition
from ..dtype_lists import FLOATS
from ..lowering import Array, Lowering
from ..patterns.cube_math import ALLOW_DOWN, FLOAT32_ADD, KEEP, USE_FP16
from ..patterns.windows import Axis, spread
from ..rules import (
    Call,
    Check,
    DoneIfEmpty,
    DtypeIn,
    FormatIn,
    NotNull,
    NotPrivate,
    RankIn,
    SameDtype,
    SameFormat,
    SameShape,
    ShapeIs,
    require,
)

# The gradient of average pooling.


def _axes(call: Call) -> tuple[Axis, Axis]:
    kernel, pad = call.args["kernelSize"], call.args["padding"]
    stride = call.args["stride"] or kernel
    height, width = call.args["self"].shape[-2:]
    ceil = bool(call.args["ceilMode"])
    return (
        Axis(height, kernel[0], stride[0], pad[0], ceil),
        Axis(width, kernel[-1], stride[-1], pad[-1], ceil),
    )


def _check_numbers(call: Call) -> None:
    kernel, stride, padding = (call.args[name] for name in ("kernelSize", "stride", "padding"))
    require(1 <= len(kernel) <= 2, f"kernelSize has {len(kernel)} numbers, allowed are 1 and 2")
    require(all(k > 0 for k in kernel), f"kernelSize is {list(kernel)}, must be positive")
    require(stride is None or len(stride) <= 2, "stride has more than 2 numbers")
    require(stride is None or all(s > 0 for s in stride), "stride must be positive")
    require(1 <= len(padding) <= 2, f"padding has {len(padding)} numbers, allowed are 1 and 2")
    for axis in _axes(call):
        require(0 <= 2 * axis.pad <= axis.kernel, f"padding is {axis.pad}, more than half of the kernel {axis.kernel}")
    mode = call.args["cubeMathType"]
    require(KEEP <= mode <= FLOAT32_ADD, f"cubeMathType is {mode}; allowed are {KEEP} to {FLOAT32_ADD}")


def _windows_shape(call: Call) -> tuple[int, ...]:
    height, width = _axes(call)
    return (*call.args["self"].shape[:-2], height.windows, width.windows)


def _lower_avg_backward(low: Lowering, call: Call) -> None:
    (height, width), x = _axes(call), call.args["self"]
    override, with_padding = call.args["divisorOverride"], bool(call.args["countIncludePad"])
    grad = low.contiguous("gradOutput")
    if low.family in (Family.A910, Family.P310) and call.args["cubeMathType"] in (ALLOW_DOWN, USE_FP16):
        grad = low.cast(grad, FLOAT16)

    def compute(g: Array) -> Array:
        cells = height.lengths(with_padding)[:, None] * width.lengths(with_padding)
        return spread(g / (np.float32(override) if override else cells), height, width)

    out = call.args["gradInput"]
    result = low.kernel("AvgPoolV2Grad", compute, (grad,), x.shape, grad.dtype, format=out.format)
    low.write(result, "gradInput")


avg_pool2d_backward = Definition(
    "aclnnAvgPool2dBackward",
    "gradInput = the sum of gradOutput by the size of their windows over all windows that a cell lies in",
    (
        NotNull("gradOutput", "self", "kernelSize", "padding", "gradInput"),
        DtypeIn(FLOATS, "gradOutput", "self", "gradInput"),
        SameDtype("gradOutput", "gradInput"),
        FormatIn((Format.NCHW, Format.NCL), "gradOutput", "self", "gradInput"),
        RankIn(3, 4, "gradOutput", "self", "gradInput"),
        Check(_check_numbers),
        SameShape("self", "gradInput"),
        ShapeIs("gradOutput", _windows_shape, "the windows of self"),
        DoneIfEmpty("gradOutput", "self"),
    ),
    _lower_avg_backward,
    families=ALL_BUT_310B,
)


# Averages over as many parts as are wanted.


def _parts(size: int, count: int) -> list[tuple[int, slice, np.float32]]:
    """The parts of an axis with their lengths; they overlap where the size is not a multiple of their number."""
    edges = ((i * size // count, -(-(i + 1) * size // count)) for i in range(count))
    return [(i, slice(start, end), np.float32(end - start)) for i, (start, end) in enumerate(edges)]


def _averages(a: Array, count: int) -> Array:
    """The averages over parts of the first axis."""
    result = np.zeros((count, *a.shape[1:]), a.dtype)
    for i, part, length in _parts(len(a), count):
        result[i] = a[part].sum(axis=0) / length
    return result


def _spread_averages(a: Array, size: int) -> Array:
    """What the gradients of such averages give every cell of the first axis."""
    result = np.zeros((size, *a.shape[1:]), a.dtype)
    for i, part, length in _parts(size, len(a)):
        result[part] += a[i] / length
    return result


def _along_image(function: Callable[[Array, int], Array], a: Array, extents: tuple[int, ...]) -> Array:
    """A function of the first axis on the last two."""
    rows = np.moveaxis(function(np.moveaxis(a, -2, 0), extents[-2]), 0, -2)
    return np.moveaxis(function(np.moveaxis(rows, -1, 0), extents[-1]), 0, -1)


def _adaptive_shape(call: Call) -> tuple[int, ...]:
    return (*call.args["self"].shape[:-2], *call.args["outputSize"])


def _check_size(call: Call) -> None:
    size = call.args["outputSize"]
    require(len(size) == 2, f"outputSize has {len(size)} numbers, must have 2")


def _lower_adaptive(low: Lowering, call: Call) -> None:
    shape, out = _adaptive_shape(call), call.args["out"]
    if out.is_empty:
        return
    x = low.contiguous("self")

    def compute(a: Array) -> Array:
        return _along_image(_averages, a, shape)

    low.write(low.kernel("AdaptiveAvgPool2d", compute, (x,), shape, x.dtype, format=out.format), "out")


adaptive_avg_pool2d = Definition(
    "aclnnAdaptiveAvgPool2d",
    "out = the averages over outputSize[0] times outputSize[1] parts of self",
    (
        NotNull("self", "outputSize", "out"),
        RankIn(3, 4, "self", "out"),
        DtypeIn(FLOATS, "self"),
        SameDtype("self", "out"),
        SameFormat("self", "out"),
        NotPrivate("self"),
        Check(_check_size),
        ShapeIs("out", _adaptive_shape, "self with the extents of outputSize"),
        DoneIfEmpty("self"),
    ),
    _lower_adaptive,
    families=ALL_BUT_310B,
)


def _check_parts(call: Call) -> None:
    grad, x = call.args["gradOutput"].shape, call.args["self"].shape
    require(len(grad) == len(x), f"gradOutput has {len(grad)} dimensions, self {len(x)}")
    require(grad[:-2] == x[:-2], f"gradOutput has shape {list(grad)}, self {list(x)}; the channels differ")


def _lower_adaptive_backward(low: Lowering, call: Call) -> None:
    grad, out = low.contiguous("gradOutput"), call.args["out"]
    if grad.size == 0:
        return
    shape = call.args["self"].shape

    def compute(g: Array) -> Array:
        return _along_image(_spread_averages, g, shape)

    low.write(low.kernel("AdaptiveAvgPool2dGrad", compute, (grad,), shape, grad.dtype, format=out.format), "out")


adaptive_avg_pool2d_backward = Definition(
    "aclnnAdaptiveAvgPool2dBackward",
    "out = gradOutput by the size of its part, summed over the parts that a cell lies in",
    (
        NotNull("gradOutput", "self", "out"),
        RankIn(3, 4, "out"),
        Check(_check_parts),
        SameShape("self", "out"),
        DtypeIn(FLOATS, "gradOutput", "self"),
        SameDtype("self", "gradOutput"),
        SameDtype("self", "out"),
        SameFormat("self", "gradOutput"),
        NotPrivate("gradOutput"),
        DoneIfEmpty("self"),
    ),
    _lower_adaptive_backward,
    families=ALL_BUT_310B,
)

OPERATORS = (avg_pool2d_backward, adaptive_avg_pool2d, adaptive_avg_pool2d_backward)
