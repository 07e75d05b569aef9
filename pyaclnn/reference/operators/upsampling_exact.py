"""Images resampled to the cell that holds the center of each new one, and the gradients of that."""

from __future__ import annotations

from ...dtypes import FLOAT32, UINT8
from ...formats import Format
from ..chips import ALL_BUT_310B, Family
from ..definition import Definition
from ..dtype_lists import CORE_FLOATS, FLOATS_ON_ANY_CHIP, per_chip
from ..lowering import Array, Lowering
from ..patterns.resampling import (
    Axis,
    channels_last,
    channels_second,
    check_count,
    extents,
    nearest,
    out_shape,
    resample,
    spread,
)
from ..rules import (
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
    require,
)

_IMAGES = per_chip((*CORE_FLOATS, UINT8), A950=CORE_FLOATS)
_LEAST_STEP = 0.02


def _scales(call: Call) -> tuple[float, float]:
    return max(0.0, float(call.args["scalesH"])), max(0.0, float(call.args["scalesW"]))


def _check_image(call: Call) -> None:
    x, sizes = call.args["self"], call.args["outputSize"]
    fits = min(*sizes, *extents(x.shape, x.format)) > 0
    require(fits, f"self has shape {list(x.shape)}, outputSize is {list(sizes)}: sizes must be above 0")
    for name, tensor in call.tensors(("out",)):
        channels = 3 if x.format is Format.NHWC else 1
        same = tensor.ndim == 4 and all(tensor.shape[i] == x.shape[i] for i in (0, channels))
        require(same, f"{name} has shape {list(tensor.shape)}, self {list(x.shape)}: batch and channels differ")


def _lower(low: Lowering, call: Call) -> None:
    source, format, shape = call.args["self"], call.args["self"].format, out_shape(call)
    axes = nearest(extents(source.shape, format), extents(shape, format), _scales(call), exact=True)
    x, is_950 = low.contiguous("self"), call.family is Family.A950
    turned = not is_950 and format is not Format.NHWC
    if turned:
        x, shape = channels_last(low, x), (shape[0], *shape[2:], shape[1])

    def compute(image: Array) -> Array:
        return resample(image, Format.NHWC if turned else format, axes)

    name = "ResizeNearestNeighborV2" if is_950 else "UpsampleNearestExact2d"
    result = low.kernel(name, compute, (x,), shape, source.dtype, raw=True)
    result = channels_second(low, result) if turned else result
    low.view_copy(low.reformat(result, format), "out")


upsample_nearest_exact_2d = Definition(
    "aclnnUpsampleNearestExact2d",
    "out[i] = self[floor((i + 0.5) / scale)] in height and width; without a scale, of the sizes",
    (
        NotNull("self", "outputSize", "out"),
        DoneIfEmpty("self", "out"),
        DtypeIn(_IMAGES, "self"),
        SameDtype("self", "out"),
        RankIs(4, "self"),
        Check(check_count("outputSize", 2)),
        Check(_check_image),
        FormatIn((Format.NCHW, Format.NHWC, Format.ND), "self"),
        SameFormat("self", "out"),
        Infer("out", shape=out_shape),
    ),
    _lower,
    families=ALL_BUT_310B,
)


# The gradients.


def _in_shape(call: Call) -> tuple[int, ...]:
    return tuple(int(n) for n in call.args["inputSize"])


def _axes(call: Call) -> tuple[Axis, Axis]:
    grad = call.args["gradOutput"]
    return nearest(extents(_in_shape(call), grad.format), extents(grad.shape, grad.format), _scales(call), exact=True)


def _check_gradient(call: Call) -> None:
    grad, whole = call.args["gradOutput"], _in_shape(call)
    require(grad.format is not Format.NHWC, "gradOutput has format NHWC, but the channels must come second")
    for name, tensor in call.tensors(("out",)):
        same = tensor.shape[:2] == grad.shape[:2]
        require(same, f"{name} has shape {list(tensor.shape)}, gradOutput {list(grad.shape)}: batch or channels differ")
    scales = call.args["scalesH"], call.args["scalesW"]
    require(min(scales) >= 0, f"scalesH and scalesW are {scales}, must not be negative")
    fits = min(*whole[2:], *grad.shape) > 0
    require(fits, f"inputSize is {list(whole)}, gradOutput has shape {list(grad.shape)}: sizes must be above 0")
    steps = (1 / scale if scale > 0 else s / t for s, t, scale in zip(whole[2:], grad.shape[2:], scales, strict=True))
    require(min(steps) >= _LEAST_STEP, f"scalesH and scalesW are {scales}, at most {1 / _LEAST_STEP:g} is taken")


def _lower_gradient(low: Lowering, call: Call) -> None:
    grad, axes = call.args["gradOutput"], _axes(call)
    g = low.contiguous("gradOutput")
    wide = g if call.family is Family.A950 else low.cast(g, FLOAT32)

    def compute(values: Array) -> Array:
        return spread(values, Format.NCHW, axes)

    back = low.kernel("UpsampleNearestExact2dGrad", compute, (wide,), _in_shape(call), wide.dtype)
    low.view_copy(low.reformat(low.cast(back, grad.dtype), grad.format), "out")


upsample_nearest_exact_2d_backward = Definition(
    "aclnnUpsampleNearestExact2dBackward",
    "out[i] = the sum of gradOutput[j] over all j that floor((j + 0.5) / scale) = i in height and width",
    (
        NotNull("gradOutput", "inputSize", "out", "outputSize"),
        DoneIfEmpty("gradOutput", "out"),
        DtypeIn(FLOATS_ON_ANY_CHIP, "gradOutput"),
        SameDtype("gradOutput", "out"),
        SameFormat("gradOutput", "out"),
        RankIs(4, "gradOutput", "out"),
        Check(check_count("inputSize", 4)),
        Check(check_count("outputSize", 2)),
        Check(_check_gradient),
        Infer("out", shape=_in_shape),
    ),
    _lower_gradient,
    families=ALL_BUT_310B,
)

OPERATORS = (upsample_nearest_exact_2d, upsample_nearest_exact_2d_backward)
