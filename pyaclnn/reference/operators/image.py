"""Resampling of images and signals, and the choice among overlapping boxes."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...dtypes import BFLOAT16, FLOAT16, FLOAT32, INT32
from ...formats import Format
from ..chips import ALL_BUT_310B, Family
from ..definition import Definition
from ..dtype_lists import FLOATS_ON_ANY_CHIP, per_chip
from ..lowering import Array, Lowering
from ..meta import TensorMeta
from ..rules import (
    INNER_NULL,
    NULL,
    RUNTIME,
    Call,
    Check,
    DoneIfEmpty,
    DtypeIn,
    FormatIn,
    Infer,
    NotNull,
    OneOf,
    RankIs,
    Refusal,
    SameDtype,
    Satisfies,
    ShapeIs,
    require,
)


def _interpolate(array: Array, positions: Array, axis: int) -> Array:
    """Linear interpolation along an axis at float32 positions from 0."""
    last = array.shape[axis] - 1
    floor = np.floor(positions)
    low = np.minimum(floor.astype(np.int64), last)
    high = np.minimum(np.ceil(positions).astype(np.int64), last)
    weight = (positions - floor).reshape(tuple(-1 if i == axis else 1 for i in range(array.ndim)))
    return np.asarray((np.float32(1) - weight) * array.take(low, axis) + weight * array.take(high, axis))


def _half_pixel(size: int, ratio: Any) -> Array:
    """Where the centers of ``size`` output cells lie in the input, in cells."""
    half = np.float32(0.5)
    return np.maximum((np.arange(size, dtype=np.float32) + half) * ratio - half, np.float32(0))


# Resize

_SCALE_TOLERANCE = 1e-5


def _plane(call: Call) -> tuple[int, int]:
    """The positions of height and width; batch and channel are the other two."""
    return (1, 2) if call.args["self"].format is Format.NHWC else (2, 3)


def _scaled(call: Call, axis: int, margin: float) -> int:
    scale = float(np.float32(call.args["scales"][axis]))
    return int(call.args["self"].shape[axis] * (scale + margin))


def _resized_shape(call: Call) -> tuple[int, ...]:
    plane = _plane(call)
    shape = call.args["self"].shape
    return tuple(_scaled(call, i, _SCALE_TOLERANCE) if i in plane else n for i, n in enumerate(shape))


def _check_resized(call: Call) -> None:
    out = call.args["out"]
    if not isinstance(out, TensorMeta):
        return
    source = call.args["self"]
    plane = _plane(call)
    if call.family is Family.B310:
        require(source.format is out.format is Format.NCHW, "self and out must have format NCHW")
    require(
        out.format is source.format,
        f"out has format {out.format.name}, must have that of self {source.format.name}",
    )
    for axis in range(4):
        actual = out.shape[axis]
        if axis not in plane:
            require(
                actual == source.shape[axis],
                f"out has shape {list(out.shape)}, self {list(source.shape)}: batch and channels must be equal",
            )
        elif call.family is not Family.B310:
            low, high = _scaled(call, axis, -_SCALE_TOLERANCE), _scaled(call, axis, _SCALE_TOLERANCE)
            require(
                low <= actual <= high,
                f"out has {actual} along dimension {axis}; scales[{axis}] allows {low} to {high}",
            )


def _is_nearest(call: Call) -> bool:
    mode: str = call.args["mode"]
    return mode.startswith("nearest")


def _lower_resize(low: Lowering, call: Call) -> None:
    source, out = call.args["self"], call.args["out"]
    plane, nearest = _plane(call), _is_nearest(call)

    def compute(array: Array) -> Array:
        # The ratio comes from the sizes alone; the scales were only compared with them.
        for axis in plane:
            size = out.shape[axis]
            ratio = np.float32(array.shape[axis]) / np.float32(size)
            if nearest:
                index = np.floor(np.arange(size, dtype=np.float32) * ratio).astype(np.int64)
                array = array.take(np.minimum(index, array.shape[axis] - 1), axis)
            else:
                array = _interpolate(array, _half_pixel(size, ratio), axis)
        return array

    image = low.contiguous("self")
    converts = call.family is not Family.A950
    if converts:
        image = low.trans_data(image, Format.NC1HWC0)
    result = low.kernel(
        "ResizeNearestNeighborV2" if nearest else "ResizeBilinearV2",
        compute,
        (image,),
        out.shape,
        source.dtype,
        raw=nearest,
        aicpu=nearest and source.dtype == BFLOAT16 and not call.family.has_bfloat16,
    )
    if converts:
        result = low.trans_data(result, source.format)
    low.view_copy(result, "out")


resize = Definition(
    "aclnnResize",
    "out = self resampled to out's height and width: nearest out[i] = self[floor(i * in / out)], "
    "bilinear at (i + 0.5) * in / out - 0.5",
    (
        NotNull("self", "scales", "out", "mode"),
        Satisfies("mode", lambda mode: mode.startswith(("nearest", "bilinear")), "'nearest' or 'bilinear'"),
        DtypeIn(per_chip((FLOAT32, FLOAT16, BFLOAT16), B310=(FLOAT32, FLOAT16)), "self"),
        SameDtype("self", "out"),
        FormatIn((Format.NCHW, Format.NHWC), "self", "out"),
        RankIs(4, "self", "out"),
        Satisfies("scales", lambda scales: len(scales) == 4, "four numbers, one for each dimension"),
        Check(_check_resized),
        Infer("out", shape=_resized_shape),
    ),
    _lower_resize,
    families=ALL_BUT_310B,
)

# UpsampleLinear1d


def _check_signal(call: Call) -> None:
    shape, scale = call.args["self"].shape, call.args["scale"]
    require(0 not in shape[1:], f"self has shape {list(shape)}; only its first dimension may be 0")
    size = call.args["outputSize"][0]
    if call.family is not Family.A950 and scale >= 0:
        require(
            int(shape[2] * scale) == size,
            f"outputSize is {size}, must be {int(shape[2] * scale)}, the scaled length; a scale below 0 leaves it free",
        )


def _signal_ratio(call: Call) -> Any:
    length, size, scale = call.args["self"].shape[2], call.args["outputSize"][0], call.args["scale"]
    if call.args["alignCorners"]:
        return np.float32(length - 1) / np.float32(size - 1) if size > 1 else np.float32(0)
    return np.float32(1 / scale) if scale > 0 else np.float32(length) / np.float32(size)


def _lower_upsample(low: Lowering, call: Call) -> None:
    source, out, scale = call.args["self"], call.args["out"], call.args["scale"]
    size, ratio = call.args["outputSize"][0], _signal_ratio(call)
    on_950 = call.family is Family.A950
    if not on_950 and source.format not in (Format.ND, out.format):
        raise Refusal(INNER_NULL, f"out has format {out.format.name}, self {source.format.name}")
    if not on_950 and (abs(scale - 1) < 1e-9 or source.shape[2] == size):
        low.view_copy(low.tensor("self"), "out")
        return
    aligned = call.args["alignCorners"]
    positions = np.arange(size, dtype=np.float32) * ratio if aligned else _half_pixel(size, ratio)
    # Past the last element its value is kept.
    positions = np.minimum(positions, np.float32(source.shape[2] - 1))
    signal = low.contiguous("self")
    if on_950:
        kernel = "ResizeLinear"
    elif call.family.is_910b_like and 0.00125 <= ratio <= 50:
        kernel = "UpsampleLinear1d"
    else:
        kernel = "ResizeD"
        if source.dtype == BFLOAT16:
            signal = low.cast(signal, FLOAT32)
    result = low.kernel(
        kernel, lambda a: _interpolate(a, positions, 2), (signal,), (*source.shape[:2], size), signal.dtype
    )
    low.write(result, "out")


upsample_linear_1d = Definition(
    "aclnnUpsampleLinear1d",
    "out[i] = self at i * (L - 1) / (Lout - 1) with alignCorners, else at (i + 0.5) / scale - 0.5, interpolated",
    (
        NotNull("self", "out", "outputSize"),
        RankIs(3, "self", "out"),
        Satisfies("outputSize", lambda size: len(size) == 1 and size[0] > 0, "one number above 0"),
        Check(_check_signal),
        ShapeIs(
            "out",
            lambda call: (*call.args["self"].shape[:2], call.args["outputSize"][0]),
            "[N, C, outputSize]",
        ),
        DtypeIn(FLOATS_ON_ANY_CHIP, "self"),
        SameDtype("self", "out"),
        DoneIfEmpty("self"),
    ),
    _lower_upsample,
    families=ALL_BUT_310B - {Family.P310},
)

# NonMaxSuppression

_MAX_BOXES = 700
# Coordinates of float16 boxes are made small first, for their areas to stay in range.
_FLOAT16_SCALE = np.float16(0.01)


def _max_boxes(call: Call) -> int:
    """Rows of the result for each batch and class."""
    limits = call.args["maxOutputBoxesPerClass"]
    return max(0, limits[0]) if limits else 0


def _check_max_boxes(call: Call) -> None:
    count = _max_boxes(call)
    require(count <= _MAX_BOXES, f"maxOutputBoxesPerClass is {count}, at most {_MAX_BOXES} are allowed")


def _check_thresholds(call: Call) -> None:
    require(len(call.args["iouThreshold"]) > 0, "iouThreshold is empty, but a number is required", NULL)


def _check_boxes(call: Call) -> None:
    boxes, scores, threshold = (
        call.args["boxes"].shape,
        call.args["scores"].shape,
        call.args["iouThreshold"][0],
    )
    require(not (threshold > 1 or threshold < 0), f"iouThreshold is {threshold}; allowed is 0 to 1")
    require(
        boxes == (scores[0], scores[2], 4),
        f"boxes has shape {list(boxes)}; with scores {list(scores)} it must be {[scores[0], scores[2], 4]}",
    )


def _only_on_310p(call: Call) -> None:
    if call.family is not Family.P310:
        raise Refusal(RUNTIME, f"aclnnNonMaxSuppression runs on {Family.P310.value} only, not on {call.family.value}")


def _corners(boxes: Array, is_center: bool) -> tuple[Array, Array]:
    """The low and the high corners, two coordinates each."""
    if not is_center:
        return boxes[..., :2], boxes[..., 2:]
    half = boxes[..., 2:] * boxes.dtype.type(0.5)
    return boxes[..., :2] - half, boxes[..., :2] + half


def _select(low: Array, high: Array, scores: Array, limit: int, ratio: Any) -> list[int]:
    """The boxes kept, best first: each next one must not overlap a better one too much."""
    size = high - low
    area = size[:, 0] * size[:, 1]
    kept: list[int] = []
    for candidate in np.argsort(-scores, kind="stable"):
        if len(kept) == limit:
            break
        overlap = np.minimum(high[kept], high[candidate]) - np.maximum(low[kept], low[candidate])
        overlap = np.maximum(overlap, overlap.dtype.type(0))
        # inter / union > t, without the division
        if not np.any(overlap[:, 0] * overlap[:, 1] > (area[kept] + area[candidate]) * ratio):
            kept.append(int(candidate))
    return kept


def _lower_non_max_suppression(low: Lowering, call: Call) -> None:
    out = call.args["selectedIndices"]
    if out.dtype != INT32:
        raise Refusal(INNER_NULL, f"selectedIndices is {out.dtype.name}, the kernel writes int32")
    count, is_center = _max_boxes(call), call.args["centerPointBox"] == 1
    threshold = call.args["iouThreshold"][0]
    lowest = np.float32(call.args["scoreThreshold"][0] if call.args["scoreThreshold"] else 0)

    def compute(boxes: Array, scores: Array) -> Array:
        if boxes.dtype == np.float16:
            boxes = boxes * _FLOAT16_SCALE
        lows, highs = _corners(boxes, is_center)
        ratio = boxes.dtype.type(threshold / (1 + threshold))
        batches, classes, _ = scores.shape
        rows = np.full((batches, classes, count, 3), -1, np.int32)
        for batch, kind in np.ndindex(batches, classes):
            candidates = np.flatnonzero(scores[batch, kind] > lowest)
            best = _select(
                lows[batch, candidates],
                highs[batch, candidates],
                scores[batch, kind, candidates],
                count,
                ratio,
            )
            rows[batch, kind, : len(best)] = [(batch, kind, candidates[i]) for i in best] or -1
        flat = np.full(out.size, -1, np.int32)
        # A smaller output gets what fits into it.
        flat[: rows.size] = rows.reshape(-1)[: flat.size]
        return flat.reshape(out.shape)

    operands = (low.contiguous("boxes"), low.contiguous("scores"))
    low.view_copy(low.kernel("NonMaxSuppressionV6", compute, operands, out.shape, INT32, raw=True), "selectedIndices")


non_max_suppression = Definition(
    "aclnnNonMaxSuppression",
    "for each batch and class up to maxOutputBoxesPerClass rows (batch, class, box) by descending score "
    "above scoreThreshold, no two with intersection / union > iouThreshold; the rest of the rows is -1",
    (
        NotNull("maxOutputBoxesPerClass"),
        Check(_check_max_boxes),
        NotNull("boxes", "scores", "iouThreshold"),
        Check(_check_thresholds),
        NotNull("selectedIndices", "scoreThreshold"),
        DtypeIn(per_chip((FLOAT32, FLOAT16)), "boxes", "scores"),
        SameDtype("boxes", "scores"),
        FormatIn((Format.ND,), "boxes", "scores", "selectedIndices"),
        RankIs(3, "boxes", "scores"),
        Check(_check_boxes),
        OneOf("centerPointBox", 0, 1),
        Infer(
            "selectedIndices",
            shape=lambda call: (math.prod(call.args["scores"].shape[:2]) * _max_boxes(call), 3),
            dtype=lambda call: INT32,
        ),
        Check(_only_on_310p),
    ),
    _lower_non_max_suppression,
    families=frozenset({Family.P310}),
)

OPERATORS = (resize, upsample_linear_1d, non_max_suppression)
