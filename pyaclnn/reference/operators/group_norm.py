"""Group normalization and its gradients."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from ...dtypes import FLOAT32, DType
from ...formats import Format
from ..chips import ALL_BUT_310B, Family
from ..definition import Definition
from ..dtype_lists import FLOATS
from ..kernels.filling import fill_output, full
from ..lowering import Array, Buffer, Lowering
from ..rules import (
    Call,
    Check,
    DtypeIn,
    Finished,
    MaxRank,
    NotNull,
    NotPrivate,
    RankIn,
    Rule,
    SameDtype,
    SameFormat,
    SameShape,
    ShapeIs,
    require,
)

_CHANNELS_LAST = (Format.NHWC, Format.HWCN, Format.NDHWC)


def _counts(call: Call) -> tuple[int, int, int]:
    """The rows, channels and cells of a channel."""
    return int(call.args["N"]), int(call.args["C"]), int(call.args["HxW"])


def _statistics_shape(call: Call) -> tuple[int, ...]:
    return int(call.args["N"]), int(call.args["group"])


def _check_group(call: Call) -> None:
    channels, group = int(call.args["C"]), int(call.args["group"])
    require(group > 0, f"group is {group}, must be positive")
    require(channels % group == 0, f"C is {channels}, which {group} groups can't share")


def _check_eps(call: Call) -> None:
    require(call.args["eps"] > 0, f"eps is {call.args['eps']}, must be positive")


def _check_counts(call: Call) -> None:
    rows, channels, cells = _counts(call)
    shape = call.args["self"].shape
    wanted = (rows, channels, cells)
    found = (*shape[:2], math.prod(shape[2:]))
    require(found == wanted, f"N, C and HxW are {list(wanted)}, but self has shape {list(shape)}")


def _check_order(call: Call) -> None:
    format = call.args["self"].format
    require(format not in _CHANNELS_LAST, f"self has format {format.name}, whose channels come last")


def _parameter(low: Lowering, call: Call, name: str, dtype: DType, neutral: float) -> Buffer:
    """A weight or bias, or what changes nothing when it is left out."""
    if call.args[name] is not None:
        return low.contiguous(name)
    return full(low, (int(call.args["C"]),), dtype, neutral)


def _normalize(call: Call, *, variance: bool) -> Callable[..., tuple[Array, Array, Array]]:
    """``out``, mean and 1 / deviation, or the variance, by group."""
    rows, channels, cells = _counts(call)
    group, eps = int(call.args["group"]), np.float32(call.args["eps"])

    def compute(x: Array, gamma: Array, beta: Array) -> tuple[Array, Array, Array]:
        parts = x.reshape(rows, group, -1)
        mean = parts.mean(axis=2, keepdims=True)
        centered = parts - mean
        spread = np.square(centered).mean(axis=2, keepdims=True)
        rstd = np.float32(1) / np.sqrt(spread + eps)
        normal = (centered * rstd).reshape(rows, channels, cells)
        y = (normal * gamma[:, None] + beta[:, None]).reshape(x.shape)
        return y, mean[..., 0], (spread if variance else rstd)[..., 0]

    return compute


def _lower(low: Lowering, call: Call) -> None:
    x = call.args["self"]
    if x.is_empty:
        fill_output(low, "meanOut", 0)
        fill_output(low, "rstdOut", math.nan)
        return
    a = low.contiguous("self")
    operands = [a, _parameter(low, call, "gamma", x.dtype, 1), _parameter(low, call, "beta", x.dtype, 0)]
    older = call.family is Family.A910
    if older:
        operands = [low.cast(operand, FLOAT32) for operand in operands]
    dtype, statistics = operands[0].dtype, _statistics_shape(call)
    results = low.kernel_with_outputs(
        "GroupNorm" if older else "GroupNormSilu",
        _normalize(call, variance=older),
        operands,
        ((x.shape, dtype), (statistics, dtype), (statistics, dtype)),
    )
    y, mean, rstd = (low.cast(result, x.dtype) for result in results)
    if older:
        # The older chip has the variance, and rounds it before it takes the root.
        eps = np.float32(np.asarray(call.args["eps"], x.dtype.storage))
        total = low.kernel("Add", lambda v: v + eps, (rstd,), statistics, x.dtype)
        rstd = low.kernel("Rsqrt", lambda v: np.float32(1) / np.sqrt(v), (total,), statistics, x.dtype)
    for name, result in (("out", y), ("meanOut", mean), ("rstdOut", rstd)):
        low.view_copy(result, name)


def _channels(call: Call) -> tuple[int, ...]:
    return (int(call.args["C"]),)


group_norm = Definition(
    "aclnnGroupNorm",
    "mean = E[x]; rstd = 1 / sqrt(Var[x] + eps) by group; out = (x - mean) * rstd * gamma + beta by channel",
    (
        NotNull("self", "out", "meanOut", "rstdOut"),
        DtypeIn(FLOATS, "self"),
        SameDtype("self", "gamma", "beta", "out", "meanOut", "rstdOut"),
        Check(_check_group),
        Check(_check_eps),
        RankIn(2, 8, "self"),
        SameShape("self", "out"),
        ShapeIs("meanOut", _statistics_shape, "N and group"),
        ShapeIs("rstdOut", _statistics_shape, "N and group"),
        Check(_check_counts),
        ShapeIs("gamma", _channels, "C"),
        ShapeIs("beta", _channels, "C"),
        SameFormat("self", "out"),
        NotPrivate("self"),
        Check(_check_order),
    ),
    _lower,
    families=ALL_BUT_310B,
)


# The gradients.

_GRADIENTS = ("gradInput", "gradGammaOut", "gradBetaOut")


def _wanted(call: Call) -> list[str]:
    return [name for name, is_set in zip(_GRADIENTS, call.args["outputMask"], strict=True) if is_set]


def _check_wanted(call: Call) -> None:
    """What is missing here is told as a wrong parameter, not as a null pointer."""
    mask = call.args["outputMask"]
    require(mask is not None, "outputMask is null")
    require(len(mask) == 3, f"outputMask has {len(mask)} elements, must have 3")
    for name in _wanted(call):
        require(call.args[name] is not None, f"{name} is null, but outputMask asks for it")
    call.unused |= set(_GRADIENTS) - set(_wanted(call))


class _Dtypes(Rule):
    """161002 unless all are of one dtype; Ascend950 also takes float32 for all but the images."""

    def check(self, call: Call) -> None:
        wanted, grad = _wanted(call), call.args["gradOut"].dtype
        images = ["input", *(name for name in wanted if name == "gradInput")]
        others = ["rstd", "gamma", *(name for name in wanted if name != "gradInput")]
        if call.family is Family.A950:
            DtypeIn(FLOATS, "mean").check(call)
            SameDtype("gradOut", *images).check(call)
            mean = call.args["mean"].dtype
            require(mean in (FLOAT32, grad), f"mean is {mean.name}, must be float32 or, as gradOut, {grad.name}")
            SameDtype("mean", *others).check(call)
        else:
            SameDtype("gradOut", "input", "mean", *others[:2], *wanted).check(call)


def _check_channels(call: Call) -> None:
    channels, group = int(call.args["C"]), int(call.args["group"])
    if call.family.is_910b_like:
        require(channels // group <= 8000, f"{channels // group} channels in a group, at most 8000 are taken")
        require(channels <= 240000, f"C is {channels}, at most 240000 are taken")


def _check_sizes(call: Call) -> None:
    rows, channels, cells = _counts(call)
    sizes = dict.fromkeys(("gradOut", "input"), rows * channels * cells)
    sizes |= dict.fromkeys(("mean", "rstd"), math.prod(_statistics_shape(call)))
    for name, tensor in call.tensors((*sizes, "gamma")):
        size = sizes.get(name, channels)
        require(tensor.size == size, f"{name} has {tensor.size} elements, must have {size} by N, C, HxW and group")
    gamma = call.args["gamma"]
    for name in _wanted(call):
        if name == "gradInput":
            call.expect_shape(name, call.args["input"].shape, "the shape of input")
        else:
            call.expect_shape(name, _channels(call) if gamma is None else gamma.shape, "the shape of gamma")


def _done_if_nothing(call: Call) -> None:
    gamma = call.args["gamma"]
    no_channels = int(call.args["C"]) == 0 if gamma is None else gamma.is_empty
    if call.args["gradOut"].is_empty and (call.family is not Family.A950 or no_channels):
        raise Finished


def _lower_backward(low: Lowering, call: Call) -> None:
    rows, channels, cells = _counts(call)
    wanted, group = _wanted(call), int(call.args["group"])
    if call.args["gradOut"].is_empty:
        for name in wanted:
            fill_output(low, name, 0)
        return
    operands = [low.contiguous(name) for name in ("gradOut", "mean", "rstd", "input")]
    operands.append(_parameter(low, call, "gamma", operands[1 if call.family is Family.A950 else 0].dtype, 1))

    def compute(grad: Array, mean: Array, rstd: Array, x: Array, gamma: Array) -> tuple[Array, Array, Array]:
        parts, scale = (rows, group, -1), rstd.reshape(rows, group, 1)
        normal = (x.reshape(parts) - mean.reshape(rows, group, 1)) * scale
        flow = grad.reshape(rows, channels, cells)
        weighted = (flow * gamma.reshape(-1, 1)).reshape(parts)
        slope = (weighted * normal).mean(axis=2, keepdims=True)
        back = (weighted - weighted.mean(axis=2, keepdims=True) - normal * slope) * scale
        return back, (flow * normal.reshape(flow.shape)).sum(axis=(0, 2)), flow.sum(axis=(0, 2))

    parameter, image = (operands[4].shape, operands[4].dtype), (call.args["input"].shape, operands[0].dtype)

    def shaped(*arrays: Array) -> tuple[Array, ...]:
        shapes = (image[0], parameter[0], parameter[0])
        return tuple(a.reshape(shape) for a, shape in zip(compute(*arrays), shapes, strict=True))

    results = low.kernel_with_outputs("GroupNormGrad", shaped, operands, (image, parameter, parameter))
    for name, result in zip(_GRADIENTS, results, strict=True):
        if name in wanted:
            low.view_copy(result, name)


group_norm_backward = Definition(
    "aclnnGroupNormBackward",
    "n = (input - mean) * rstd; g = gradOut * gamma; gradInput = (g - E[g] - n * E[g * n]) * rstd by group; "
    "gradGammaOut = sum(gradOut * n); gradBetaOut = sum(gradOut) by channel",
    (
        NotNull("gradOut", "input", "mean", "rstd"),
        Check(_check_wanted),
        DtypeIn(FLOATS, "gradOut"),
        _Dtypes(),
        Check(_check_group),
        Check(_check_channels),
        MaxRank("gradOut"),
        Check(_check_sizes),
        Check(_done_if_nothing),
    ),
    _lower_backward,
    families=ALL_BUT_310B,
)

OPERATORS = (group_norm, group_norm_backward)
