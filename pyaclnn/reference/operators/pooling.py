"""Pooling over windows of an image."""

from __future__ import annotations

import numpy as np

from ...dtypes import BFLOAT16, FLOAT16, FLOAT32, HIFLOAT8, DType
from ...formats import Format
from ..chips import ALL_BUT_310B, Family
from ..definition import Definition
from ..dtype_lists import per_chip
from ..lowering import Array, Lowering
from ..patterns.cube_math import ALLOW_DOWN, FLOAT32_ADD, KEEP, USE_FP16
from ..patterns.windows import Axis, window_sums
from ..rules import (
    INVALID,
    NO_KERNEL,
    Call,
    Check,
    DoneIfEmpty,
    DtypeIn,
    FormatIn,
    NotNull,
    RankIn,
    Refusal,
    SameDtype,
    Satisfies,
    ShapeIs,
    require,
)

_POOLED = per_chip(
    (FLOAT32, FLOAT16),
    since_910b=(BFLOAT16,),
    B310=(FLOAT32, FLOAT16, BFLOAT16),
    A950=(FLOAT32, FLOAT16, BFLOAT16, HIFLOAT8),
)


def _axes(call: Call) -> tuple[Axis, Axis]:
    kernel, stride, pad = (
        call.args["kernelSize"],
        call.args["strides"] or call.args["kernelSize"],
        call.args["paddings"],
    )
    height, width = call.args["self"].shape[-2:]
    ceil = bool(call.args["ceilMode"])
    return (
        Axis(height, kernel[0], stride[0], pad[0], ceil),
        Axis(width, (kernel[:2])[-1], (stride[:2])[-1], pad[-1], ceil),
    )


def _check_formats(call: Call) -> None:
    for name, tensor in call.tensors(("self", "out")):
        expected = {4: Format.NCHW, 3: Format.NCL}.get(call.args["self"].ndim)
        require(
            expected is None or tensor.format is expected,
            f"{name} has format {tensor.format.name}; an image of {call.args['self'].ndim} dimensions "
            f"must have {expected.name if expected else ''}",
        )


def _check_geometry(call: Call) -> None:
    shape = call.args["self"].shape
    for name, tensor in call.tensors(("out",)):
        require(tensor.ndim == len(shape), f"{name} has {tensor.ndim} dimensions, self has {len(shape)}")
    require(0 not in shape[-3:], f"self has shape {list(shape)}; only the batch may be 0")
    for name, counts in (("kernelSize", None), ("paddings", (1, 2)), ("strides", (0, 1, 2))):
        length = len(call.args[name])
        allowed = "1 or more" if counts is None else " or ".join(map(str, counts))
        require(
            length > 0 if counts is None else length in counts,
            f"{name} has {length} entries; allowed are {allowed}",
        )
    for axis in _axes(call):
        require(
            2 * axis.pad <= axis.kernel,
            f"paddings is {axis.pad}, more than half of the kernel of {axis.kernel}",
        )
        require(axis.windows > 0, f"a kernel of {axis.kernel} does not fit into {axis.size} + 2 * {axis.pad}")


def _check_cube_math_type(call: Call) -> None:
    mode, dtype = call.args["cubeMathType"], call.args["self"].dtype
    require(KEEP <= mode <= FLOAT32_ADD, f"cubeMathType is {mode}; allowed are {KEEP} to {FLOAT32_ADD}")
    if call.family in (Family.A910, Family.P310) and dtype == FLOAT32:
        require(
            mode in (ALLOW_DOWN, USE_FP16),
            f"cubeMathType is {mode}; {call.family.value} pools float32 as float16, which 1 and 2 allow",
        )


def _kernel(call: Call) -> str:
    """The kernel CANN chooses: by the window, the image's proportions and the chip."""
    if call.family is Family.A950:
        return "AvgPoolV2"
    height, width = _axes(call)
    if (height.size, width.size, height.pad, width.pad) == (height.kernel, width.kernel, 0, 0):
        return "ReduceMean"
    is_small = height.kernel * width.kernel <= 255 or max(height.kernel, width.kernel) <= 20
    on_cube = max(height.kernel, width.kernel) <= 255 and abs(call.args["divisorOverride"]) <= 255
    if not call.family.is_910b_like:
        on_cube = on_cube and (is_small or height.windows == 1 or width.windows != 1)
        return "Pooling" if on_cube else "AvgPool"
    is_strip = width.size // height.size >= 2 or height.size // width.size >= 2
    on_cube = on_cube and is_small and not is_strip and not call.args["ceilMode"]
    return "Pooling" if on_cube and call.args["self"].shape[-3] < 65536 else "AvgPool3D"


def _compute_dtype(call: Call) -> DType:
    """What the image is cast to before pooling, on chips that have the casts."""
    mode, dtype = call.args["cubeMathType"], call.args["self"].dtype
    if dtype == BFLOAT16:
        return FLOAT32
    if dtype != FLOAT32:
        return dtype
    if call.family in (Family.A910, Family.P310):
        return FLOAT16
    if mode not in (KEEP, USE_FP16):
        raise Refusal(INVALID, f"cubeMathType is {mode}; for this window float32 takes 0 and 2")
    return FLOAT16 if mode == USE_FP16 else FLOAT32


def _lower(low: Lowering, call: Call) -> None:
    source, out = call.args["self"], call.args["out"]
    if source.dtype == HIFLOAT8:
        raise Refusal(NO_KERNEL, "the simulator doesn't pool hifloat8")
    kernel, (height, width) = _kernel(call), _axes(call)
    override, with_padding = call.args["divisorOverride"], bool(call.args["countIncludePad"])
    compute_dtype = source.dtype if kernel in ("AvgPoolV2", "AvgPool3D") else _compute_dtype(call)
    # The matrix units multiply by a factor of the image's own dtype instead of dividing.
    is_factor = kernel == "Pooling" and compute_dtype == FLOAT16 and (override != 0 or with_padding)

    def average(image: Array) -> Array:
        divisor: Array = np.asarray(override, np.float32)
        if not override:
            divisor = height.lengths(with_padding)[:, None] * width.lengths(with_padding)
        factor = np.float32(1) / divisor
        sums = window_sums(image, height, width)
        return np.asarray(sums * factor.astype(np.float16).astype(np.float32) if is_factor else sums / divisor)

    image = low.cast(low.contiguous("self"), compute_dtype)
    if kernel == "Pooling":
        image = low.trans_data(low.reformat(image, Format.ND), Format.NC1HWC0)
    result = low.kernel(kernel, average, (image,), out.shape, compute_dtype, aicpu=kernel == "AvgPool")
    if kernel == "Pooling":
        result = low.trans_data(result, out.format)
    low.write(result, "out")


avg_pool_2d = Definition(
    "aclnnAvgPool2d",
    "out = sum over each window / divisorOverride, or without it / its cells, counting padding if asked",
    (
        NotNull("self", "kernelSize", "strides", "paddings", "out"),
        DtypeIn(_POOLED, "self", "out"),
        SameDtype("self", "out"),
        FormatIn((Format.NCHW, Format.NCL), "self", "out"),
        Check(_check_formats),
        Satisfies("kernelSize", lambda sizes: all(n > 0 for n in sizes), "numbers above 0"),
        Satisfies("strides", lambda strides: all(n > 0 for n in strides), "numbers above 0"),
        Satisfies("paddings", lambda pads: all(n >= 0 for n in pads), "numbers from 0"),
        RankIn(3, 4, "self"),
        Check(_check_geometry),
        ShapeIs(
            "out",
            lambda call: (*call.args["self"].shape[:-2], *(axis.windows for axis in _axes(call))),
            "what kernel, strides, padding and ceilMode give",
        ),
        Check(_check_cube_math_type),
        DoneIfEmpty("self", "out"),
    ),
    _lower,
    families=ALL_BUT_310B,
)

OPERATORS = (avg_pool_2d,)
