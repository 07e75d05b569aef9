"""Images resampled to the nearest cell, and the gradients of that."""

from __future__ import annotations

from typing import Any

from ...dtypes import BFLOAT16, FLOAT16, FLOAT32, FLOAT64, UINT8
from ...formats import Format
from ..chips import ALL_BUT_310B, Family
from ..definition import Definition
from ..dtype_lists import CORE_FLOATS, FLOATS, per_chip
from ..lowering import Array, Buffer, Lowering
from ..patterns.resampling import (
    FORMATS,
    Axis,
    channels_last,
    channels_second,
    check_count,
    extents,
    nearest,
    out_shape,
    resample,
    resized,
    spread,
)
from ..rules import (
    Call,
    Check,
    DoneIfEmpty,
    DtypeIn,
    FormatIn,
    NotNull,
    RankIs,
    SameDtype,
    SameFormat,
    ShapeIs,
    require,
)

_IMAGES = per_chip((FLOAT16, FLOAT32, FLOAT64, UINT8), since_910b=(BFLOAT16,))
# Up to this sum of height and width, twice the size is made by half steps whatever the scale.
_SMALL = 128


def _check_sizes(call: Call) -> None:
    shape, sizes = call.args["self"].shape, call.args["outputSize"]
    require(0 not in (*shape[1:], *sizes), f"self has shape {list(shape)}, outputSize is {list(sizes)}: none may be 0")


def _axes(call: Call, scales: tuple[Any, Any]) -> tuple[Axis, Axis]:
    x, (height, width) = call.args["self"], call.args["outputSize"]
    return nearest(extents(x.shape, x.format), (int(height), int(width)), scales)


def _by_scales(call: Call, scales: tuple[Any, Any]) -> tuple[Axis, Axis]:
    """As ``_axes``, but with the steps that the host code sets right."""
    found = _axes(call, scales)
    is_small = sum(axis.target for axis in found) <= _SMALL

    def corrected(axis: Axis) -> Axis:
        if axis.source == axis.target:
            return Axis(axis.source, axis.target, 1, nearest=True)
        ratio = 0.5 if 2 * axis.source == axis.target and is_small else axis.ratio
        return Axis(axis.source, axis.target, ratio, nearest=True)

    return corrected(found[0]), corrected(found[1])


def _resize(low: Lowering, call: Call, scales: tuple[Any, Any]) -> Buffer:
    """The kernel of all chips. The oldest work on blocks of channels; what is no float the control CPU resamples."""
    source, format = call.args["self"], call.args["self"].format
    is_950, on_core = call.family is Family.A950, source.dtype in CORE_FLOATS
    axes = _axes(call, scales if is_950 and on_core else (0, 0))
    x, shape = low.contiguous("self"), out_shape(call)
    turned = not on_core and format is Format.NCHW
    if turned:
        x, format = channels_last(low, x), Format.NHWC
        shape = (shape[0], *shape[2:], shape[1])
    elif on_core and not is_950:
        x = low.trans_data(x, Format.NC1HWC0)

    def compute(image: Array) -> Array:
        return resample(image, format, axes)

    result = low.kernel("ResizeNearestNeighborV2", compute, (x,), shape, source.dtype, raw=True, aicpu=not on_core)
    if turned:
        return channels_second(low, result)
    return low.trans_data(result, source.format) if on_core and not is_950 else result


def _lower(low: Lowering, call: Call) -> None:
    low.view_copy(low.reformat(_resize(low, call, (0, 0)), call.args["self"].format), "out")


def _lower_v2(low: Lowering, call: Call) -> None:
    source, scales = call.args["self"], (float(call.args["scalesH"]), float(call.args["scalesW"]))
    by_scales = min(scales) > 0 and (call.family.is_910b_like or call.family is Family.P310)
    if not (by_scales and source.dtype in CORE_FLOATS):
        low.view_copy(low.reformat(_resize(low, call, scales), source.format), "out")
        return
    axes, shape = _by_scales(call, scales), out_shape(call)
    x, is_last = low.contiguous("self"), source.format is Format.NHWC
    if is_last:
        x, shape = channels_second(low, x), (shape[0], shape[3], *shape[1:3])

    def compute(image: Array) -> Array:
        return resample(image, Format.NCHW, axes)

    result = low.kernel("UpsampleNearest3d", compute, (x,), shape, source.dtype, raw=True)
    result = channels_last(low, result) if is_last else result
    low.view_copy(low.reformat(result, source.format), "out")


upsample_nearest_2d = Definition(
    "aclnnUpsampleNearest2d",
    "out[i] = self[floor(i * size of self / size of out)] in height and width",
    (
        NotNull("self", "outputSize", "out"),
        DtypeIn(_IMAGES, "self"),
        SameDtype("self", "out"),
        Check(check_count("outputSize", 2)),
        RankIs(4, "self"),
        Check(_check_sizes),
        FormatIn(FORMATS, "self"),
        SameFormat("self", "out"),
        ShapeIs("out", out_shape, "self, outputSize and the format"),
        DoneIfEmpty("self", "out"),
    ),
    _lower,
    families=ALL_BUT_310B,
)

upsample_nearest_2d_v2 = Definition(
    "aclnnUpsampleNearest2dV2",
    "out[i] = self[floor(i / scale)] in height and width; without a scale, of the sizes",
    (
        NotNull("self", "out", "outputSize"),
        DoneIfEmpty("self", "out"),
        DtypeIn(_IMAGES, "self"),
        SameDtype("self", "out"),
        Check(check_count("outputSize", 2)),
        RankIs(4, "self"),
        Check(_check_sizes),
        FormatIn(FORMATS, "self", "out"),
        ShapeIs("out", out_shape, "self, outputSize and the format"),
    ),
    _lower_v2,
    families=ALL_BUT_310B,
)


# The gradients.


def _check_gradient(call: Call) -> None:
    grad, sizes, whole = call.args["gradOut"], call.args["outputSize"], tuple(call.args["inputSize"])
    for name, tensor in call.tensors(("gradInput",)):
        require(tensor.ndim == 4, f"{name} has {tensor.ndim} dimensions, must have 4")
        wanted = resized(grad.shape, tensor.format, extents(tensor.shape, tensor.format))
        require(tensor.shape == wanted, f"{name} has shape {list(tensor.shape)}, gradOut {list(grad.shape)}")
    fits = min(*sizes, *extents(whole, grad.format)) > 0
    require(fits, f"outputSize is {list(sizes)}, inputSize {list(whole)}: heights and widths must be above 0")
    wanted = resized(whole, grad.format, tuple(sizes))
    require(grad.shape == wanted, f"gradOut has shape {list(grad.shape)}, must be {list(wanted)}")


def _fits_matrix_units(call: Call) -> bool:
    """Whether the kernel of large images without many channels takes it."""
    grad, whole = call.args["gradOut"], tuple(call.args["inputSize"])
    channels = whole[3] if grad.format is Format.NHWC else whole[1]
    source, target = extents(whole, grad.format), extents(grad.shape, grad.format)
    scales = call.args["scalesH"], call.args["scalesW"]
    return (
        min(scales) > 0
        and channels <= 6 * min(source[0] * source[1], target[0] * target[1])
        and min(source[0], target[0]) >= 8
        and min(source[1], target[1]) >= 16
        and all(int(s * scale) == t for s, t, scale in zip(source, target, scales, strict=True))
    )


def _lower_gradient(low: Lowering, call: Call) -> None:
    grad, whole = call.args["gradOut"], tuple(int(n) for n in call.args["inputSize"])
    source, target = extents(whole, grad.format), extents(grad.shape, grad.format)
    scales = max(0.0, float(call.args["scalesH"])), max(0.0, float(call.args["scalesW"]))
    is_950, newer = call.family is Family.A950, call.family.is_910b_like
    alone = newer and _fits_matrix_units(call)
    in_blocks = newer and not alone and max(scales) > 0
    if in_blocks and source == target:
        scales = 1.0, 1.0
    if not (is_950 or alone or in_blocks):
        scales = 0.0, 0.0
    axes = nearest(source, target, scales)
    format, shape = grad.format, whole

    def compute(g: Array) -> Array:
        return spread(g, format, axes)

    g = low.contiguous("gradOut")
    if is_950:
        back = low.kernel("ResizeNearestNeighborV2Grad", compute, (g,), shape, grad.dtype)
    elif alone:
        is_last = format is Format.NHWC
        if is_last:
            g, format, shape = channels_second(low, g), Format.NCHW, (whole[0], whole[3], *whole[1:3])
        back = low.kernel("UpsampleNearest2dGrad", compute, (low.cast(g, FLOAT32),), shape, FLOAT32)
        back = low.cast(back, grad.dtype)
        back = channels_last(low, back) if is_last else back
    elif in_blocks:
        packed = low.trans_data(g, Format.NC1HWC0)
        back = low.kernel("UpsampleNearest2dGrad", compute, (packed,), shape, grad.dtype)
        back = low.trans_data(back, grad.format)
    else:
        wide = low.cast(g, FLOAT32) if grad.dtype == FLOAT16 else g
        packed = low.trans_data(wide, Format.NC1HWC0)
        back = low.kernel("ResizeNearestNeighborV2Grad", compute, (packed,), shape, wide.dtype)
        back = low.cast(low.trans_data(back, grad.format), grad.dtype)
        low.require_shape(back, "gradInput")
    low.view_copy(low.reformat(back, grad.format), "gradInput")


def _in_shape(call: Call) -> tuple[int, ...]:
    return tuple(int(n) for n in call.args["inputSize"])


def _infer_gradient(call: Call) -> None:
    if call.is_missing("gradInput"):
        call.shapes["gradInput"] = _in_shape(call)


upsample_nearest_2d_backward = Definition(
    "aclnnUpsampleNearest2dBackward",
    "gradInput[i] = the sum of gradOut[j] over all j that floor(j / scale) = i in height and width",
    (
        NotNull("gradOut", "outputSize", "inputSize", "gradInput"),
        DtypeIn(FLOATS, "gradOut"),
        SameDtype("gradOut", "gradInput"),
        RankIs(4, "gradOut"),
        Check(check_count("outputSize", 2)),
        Check(check_count("inputSize", 4)),
        FormatIn(FORMATS, "gradInput"),
        Check(_check_gradient),
        Check(_infer_gradient),
        DoneIfEmpty("gradOut", "gradInput"),
    ),
    _lower_gradient,
    families=ALL_BUT_310B,
)

OPERATORS = (upsample_nearest_2d, upsample_nearest_2d_v2, upsample_nearest_2d_backward)
