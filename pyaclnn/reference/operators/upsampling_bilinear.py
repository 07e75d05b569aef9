"""Images resampled by mixing the cells around, and the gradients of that."""

from __future__ import annotations

import math
from collections.abc import Callable

from ...dtypes import BFLOAT16, FLOAT16, FLOAT32, FLOAT64
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
    linear,
    out_shape,
    resample,
    resized,
    spread,
)
from ..rules import (
    INNER_NULL,
    INVALID,
    Call,
    Check,
    DoneIfEmpty,
    DtypeIn,
    FormatIn,
    Infer,
    NotNull,
    RankIs,
    SameDtype,
    SameFormat,
    ShapeIs,
    When,
    on_950,
    require,
)

_IMAGES = per_chip((FLOAT16, FLOAT32, FLOAT64, BFLOAT16))
_MOST_SHRUNK, _LEAST_STEP, _CLOSE = 50, 0.01, 1e-9


def _scales(call: Call) -> tuple[float, float]:
    return float(call.args["scalesH"]), float(call.args["scalesW"])


def _axes(
    call: Call, source: tuple[int, int], target: tuple[int, int], scales: tuple[float, float]
) -> tuple[Axis, Axis]:
    aligned = bool(call.args["alignCorners"])
    height, width = (linear(s, t, scale, aligned) for s, t, scale in zip(source, target, scales, strict=True))
    return height, width


def _check_order(call: Call) -> None:
    x = call.args["self"]
    is_wide = x.dtype == FLOAT64 and x.format is Format.NCHW
    require(not is_wide, "self is float64, which is resampled with channels last only, and has format NCHW")


def _check_scales(call: Call) -> None:
    require(min(_scales(call)) >= 0, f"scalesH and scalesW are {_scales(call)}, must not be negative")


def _matrix_units_scales(call: Call) -> tuple[float, float] | None:
    """The scales that the matrix units resample by; None where they don't."""
    x, scales = call.args["self"], _scales(call)
    source, target = extents(x.shape, x.format), extents(out_shape(call), x.format)
    halves = x.dtype == BFLOAT16
    if not call.family.is_910b_like or x.dtype not in CORE_FLOATS or min(scales) < 1e-12 or x.format is Format.NHWC:
        return None
    if all(abs(scale - 2) < _CLOSE for scale in scales) and not halves:
        return None
    if any(int(s * scale) != t for s, t, scale in zip(source, target, scales, strict=True)):
        return None
    # Scales of 1 beside other sizes count as none, which only bfloat16 gets here with.
    if all(abs(scale - 1) < _CLOSE for scale in scales) and source != target:
        if not halves:
            return None
        scales = (0.0, 0.0)
    axes = _axes(call, source, target, scales)
    is_too_small = any(axis.source != axis.target and axis.ratio > _MOST_SHRUNK for axis in axes)
    return None if is_too_small else scales


def _lower(low: Lowering, call: Call) -> None:
    x, shape, format = low.contiguous("self"), out_shape(call), call.args["self"].format
    dtype = x.dtype
    source, target = extents(x.shape, format), extents(shape, format)
    is_950, on_core = call.family is Family.A950, dtype in CORE_FLOATS
    chosen = _matrix_units_scales(call)
    if chosen is not None and x.shape[2:] == shape[2:]:
        low.view_copy(x, "out")
        return
    scales = chosen or ((0.0, 0.0) if not (is_950 and on_core) else _scales(call))
    axes = _axes(call, source, target, scales)
    if chosen is not None:
        axes = _kept_where_same(axes)

    def compute(image: Array) -> Array:
        return resample(image, format, axes)

    if chosen is not None:
        wide = low.cast(x, FLOAT32)
        result = low.kernel("UpsampleBilinear2d", compute, (wide,), shape, FLOAT32)
    elif is_950 or not on_core:
        result = low.kernel("ResizeBilinearV2", compute, (x,), shape, dtype, aicpu=not on_core)
    else:
        wide = low.cast(x, FLOAT32) if dtype == BFLOAT16 else x
        packed = low.trans_data(wide, Format.NC1HWC0)
        result = low.trans_data(low.kernel("ResizeBilinearV2", compute, (packed,), shape, wide.dtype), format)
    low.write(low.reformat(result, format), "out")


def _kept_where_same(axes: tuple[Axis, Axis]) -> tuple[Axis, Axis]:
    """An axis of the same size is left as it is, whatever the scale."""
    height, width = (Axis(a.source, a.target, 1) if a.source == a.target else a for a in axes)
    return height, width


upsample_bilinear_2d = Definition(
    "aclnnUpsampleBilinear2d",
    "out = self mixed linearly in height and width at (i + 0.5) * step - 0.5, of step 1 / scale or the ratio of the "
    "sizes; with alignCorners at i * (size of self - 1) / (size of out - 1)",
    (
        NotNull("self", "out", code=INNER_NULL),
        DtypeIn(_IMAGES, "self"),
        SameDtype("self", "out"),
        SameFormat("self", "out"),
        FormatIn(FORMATS, "self"),
        RankIs(4, "self", "out"),
        Check(_check_order),
        Check(_check_scales),
        NotNull("outputSize", code=INVALID),
        Check(check_count("outputSize", 2)),
        ShapeIs("out", out_shape, "self, outputSize and the format"),
        DoneIfEmpty("self", "out"),
    ),
    _lower,
    families=ALL_BUT_310B,
)


# The gradients.


def _same_sizes(call: Call) -> bool:
    return bool(call.args["gradOut"].shape == tuple(call.args["inputSize"]))


def _in_shape(call: Call) -> tuple[int, ...]:
    return tuple(int(n) for n in call.args["inputSize"])


def _check_sizes(call: Call, format: Format) -> None:
    """Heights and widths above 0, and ``gradOut`` of those of the output."""
    grad, whole, sizes = call.args["gradOut"], _in_shape(call), tuple(call.args["outputSize"])
    fits = min(*sizes, *extents(whole, format)) > 0
    require(fits, f"outputSize is {list(sizes)}, inputSize {list(whole)}: heights and widths must be above 0")
    wanted = resized(whole, format, sizes)
    require(grad.shape == wanted, f"gradOut has shape {list(grad.shape)}, must be {list(wanted)}")


def _check_gradient_format(call: Call) -> None:
    _check_sizes(call, call.args["gradOut"].format)


def _check_by_output(call: Call) -> None:
    """The sizes by the output's format, which has them too."""
    out = call.args["gradOut" if call.is_missing("out") else "out"]
    _check_sizes(call, Format.NCHW if out.format is Format.NCHW else Format.NHWC)
    call.expect_shape("out", _in_shape(call), "inputSize")


def _check_batch(call: Call) -> None:
    """The same batch and channels; where they lie, the format of ``gradOut`` says."""
    grad = call.args["gradOut"]
    for name, tensor in call.tensors(("out",)):
        fits = tensor.ndim == 4 and tensor.shape == resized(grad.shape, grad.format, extents(tensor.shape, grad.format))
        require(fits, f"{name} has shape {list(tensor.shape)}, gradOut {list(grad.shape)}")


def _check_dtypes(call: Call) -> None:
    grad = call.args["gradOut"].dtype
    if not _same_sizes(call):
        if call.family is Family.A950:
            DtypeIn(FLOATS, "gradOut").check(call)
            if grad == FLOAT32:
                DtypeIn(FLOATS, "out").check(call)
                call.dtypes["out"] = grad
                return
        else:
            DtypeIn(per_chip((FLOAT16, FLOAT32)), "gradOut").check(call)
    SameDtype("gradOut", "out").check(call)


def _check_dtypes_v2(call: Call) -> None:
    if not _same_sizes(call):
        DtypeIn(per_chip((FLOAT32, FLOAT16), since_910b=(BFLOAT16,), B310=()), "gradOut").check(call)
    SameDtype("gradOut", "out").check(call)


def _spread(call: Call, scales: tuple[float, float], format: Format) -> Callable[[Array], Array]:
    """The computation of the gradient, of arrays in a format."""
    grad = call.args["gradOut"]
    axes = _axes(call, extents(_in_shape(call), grad.format), extents(grad.shape, grad.format), scales)
    return lambda values: spread(values, format, axes)


def _resize_gradient(low: Lowering, call: Call, scales: tuple[float, float]) -> None:
    """The kernel of all chips: on blocks of channels in float32 before Ascend950, where it knows no scales."""
    grad, out, shape = low.contiguous("gradOut"), low.tensor("out"), _in_shape(call)
    format = call.args["gradOut"].format
    if call.family is Family.A950:
        back = low.kernel("ResizeBilinearV2Grad", _spread(call, scales, format), (grad,), shape, out.dtype)
    else:
        packed = low.cast(low.trans_data(grad, Format.NC1HWC0), FLOAT32)
        back = low.kernel("ResizeBilinearV2Grad", _spread(call, (0, 0), format), (packed,), shape, FLOAT32)
        back = low.trans_data(low.cast(back, out.dtype), out.format)
    low.require_shape(back, "out")
    low.view_copy(low.reformat(back, format), "out")


def _lower_gradient(low: Lowering, call: Call) -> None:
    if _same_sizes(call):
        low.view_copy(low.contiguous("gradOut"), "out")
    else:
        _resize_gradient(low, call, _scales(call))


def _fits_matrix_units(call: Call) -> bool:
    """Whether the scales are those of the sizes, and not too large."""
    grad, scales = call.args["gradOut"], _scales(call)
    source, target = extents(_in_shape(call), grad.format), extents(grad.shape, grad.format)
    is_given = max(map(abs, scales)) > _CLOSE
    if is_given and any(t != math.floor(s * scale) for s, t, scale in zip(source, target, scales, strict=True)):
        return False
    steps = (1 / scale if scale > 0 else s / t for s, t, scale in zip(source, target, scales, strict=True))
    return min(steps) >= _LEAST_STEP


def _lower_gradient_v2(low: Lowering, call: Call) -> None:
    scales = _scales(call)
    newer = call.family.is_910b_like
    if call.family is Family.A950 or not (_same_sizes(call) or (newer and _fits_matrix_units(call))):
        _resize_gradient(low, call, scales)
    elif newer:
        low.write(_matrix_units(low, call, scales), "out")
    # The older chips leave an output of the same sizes as it was.


def _matrix_units(low: Lowering, call: Call, scales: tuple[float, float]) -> Buffer:
    grad, whole, format = low.contiguous("gradOut"), _in_shape(call), call.args["gradOut"].format
    shape, is_last = whole, format is Format.NHWC
    if is_last:
        grad, shape = channels_second(low, grad), (whole[0], whole[3], *whole[1:3])
    compute = _spread(call, scales, Format.NCHW)
    back = low.kernel("UpsampleBilinear2dGrad", compute, (low.cast(grad, FLOAT32),), shape, FLOAT32)
    back = channels_last(low, back) if is_last else back
    low.require_shape(back, "out")
    return low.reformat(back, format)


upsample_bilinear_2d_backward = Definition(
    "aclnnUpsampleBilinear2dBackward",
    "out[i] = the sum of the parts of gradOut that aclnnUpsampleBilinear2d makes of cell i",
    (
        NotNull("gradOut", "outputSize", "inputSize", "out"),
        RankIs(4, "gradOut"),
        Check(check_count("outputSize", 2)),
        Check(check_count("inputSize", 4)),
        Check(_check_by_output),
        Check(_check_dtypes),
        Check(_check_gradient_format),
        FormatIn(FORMATS, "gradOut"),
        When(on_950, SameFormat("gradOut", "out")),
        DoneIfEmpty("gradOut"),
    ),
    _lower_gradient,
    families=ALL_BUT_310B,
)

upsample_bilinear_2d_backward_v2 = Definition(
    "aclnnUpsampleBilinear2dBackwardV2",
    "out[i] = the sum of the parts of gradOut that aclnnUpsampleBilinear2d makes of cell i",
    (
        NotNull("gradOut", "outputSize", "inputSize", "out"),
        RankIs(4, "gradOut"),
        Check(check_count("inputSize", 4)),
        Check(check_count("outputSize", 2)),
        FormatIn(FORMATS, "out"),
        Check(_check_gradient_format),
        FormatIn(FORMATS, "gradOut"),
        Check(_check_batch),
        Infer("out", shape=_in_shape),
        Check(_check_dtypes_v2),
        DoneIfEmpty("gradOut", "out"),
    ),
    _lower_gradient_v2,
    families=ALL_BUT_310B,
)

OPERATORS = (upsample_bilinear_2d, upsample_bilinear_2d_backward, upsample_bilinear_2d_backward_v2)
