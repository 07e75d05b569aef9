"""Resampling of images and signals."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...dtypes import BFLOAT16, FLOAT16, FLOAT32
from ...formats import Format
from ..chips import ALL_BUT_310B, Family
from ..definition import Definition
from ..dtype_lists import CORE_FLOATS, FLOATS_ON_ANY_CHIP, per_chip
from ..lowering import Array, Lowering
from ..meta import TensorMeta
from ..rules import (
    INNER_NULL,
    Call,
    Check,
    DoneIfEmpty,
    DtypeIn,
    FormatIn,
    Infer,
    NotNull,
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
    return bool(call.args["mode"].startswith("nearest"))


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
        DtypeIn(per_chip(CORE_FLOATS, B310=(FLOAT32, FLOAT16)), "self"),
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


OPERATORS = (resize, upsample_linear_1d)
