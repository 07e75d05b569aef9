"""The gradients of batch normalization."""

from __future__ import annotations

import math

import numpy as np

from ...dtypes import FLOAT32
from ...formats import Format
from ..chips import ALL_BUT_310B, Family
from ..definition import Definition
from ..dtype_lists import FLOATS
from ..lowering import Array, Buffer, Lowering
from ..meta import ScalarValue
from ..patterns.batch_norm import (
    along,
    but,
    channel_axis,
    channels,
    check_channels,
    check_formats_of_five,
    frames,
    from_frames,
    given_or_full,
    image,
    reciprocal_deviation,
)
from ..rules import (
    INNER_NULL,
    NULL,
    TILING,
    Call,
    Check,
    DoneIfEmpty,
    DtypeIn,
    Finished,
    NotNull,
    NotPrivate,
    RankIn,
    SameDtype,
    SameFormat,
    SameShape,
    When,
    on_950,
    require,
)

_GRADIENTS = ("gradInput", "gradWeight", "gradBias")
_SAVED = ("saveMean", "saveInvstd")
_RUNNING = ("runningMean", "runningVar")


def _wanted(call: Call) -> list[str]:
    return [name for name, is_set in zip(_GRADIENTS, call.args["outputMask"], strict=False) if is_set]


def _check_wanted(call: Call) -> None:
    mask = call.args["outputMask"]
    require(mask is not None, "outputMask is null", NULL)
    fits = len(mask) == 3 if call.family is Family.A950 else len(mask) >= 3
    require(fits, f"outputMask has {len(mask)} elements, must have 3", NULL)
    for name in _wanted(call):
        require(call.args[name] is not None, f"{name} is null, but outputMask asks for it", NULL)
    call.unused |= set(_GRADIENTS) - set(_wanted(call))


def _check_gradient_dtypes(call: Call) -> None:
    DtypeIn(FLOATS, *_wanted(call)).check(call)


def _float_or(call: Call, reference: str, *names: str) -> None:
    dtype = call.args[reference].dtype
    for name, tensor in call.tensors(names):
        fits = tensor.dtype in (dtype, FLOAT32)
        require(fits, f"{name} is {tensor.dtype.name}, must be float32 or, as {reference}, {dtype.name}")


def _same_dtype(call: Call, first: str, second: str) -> None:
    tensors = list(call.tensors((first, second)))
    if len(tensors) == 2:
        SameDtype(first, second).check(call)


def _check_dtypes_together(call: Call) -> None:
    wanted = _wanted(call)
    _float_or(call, "gradOut", "weight", *_RUNNING)
    _same_dtype(call, *_RUNNING)
    _float_or(call, "gradOut", *_SAVED)
    _same_dtype(call, *_SAVED)
    if "gradInput" in wanted:
        _same_dtype(call, "gradOut", "gradInput")
    if call.args["weight"] is not None:
        _float_or(call, "weight", *(name for name in wanted if name != "gradInput"))
    _same_dtype(call, "gradWeight", "gradBias")


def _check_formats(call: Call) -> None:
    wanted = [name for name in _wanted(call) if name == "gradInput"]
    SameFormat("gradOut", "input", *wanted).check(call)
    if call.family is Family.A950:
        check_formats_of_five("input", *wanted)(call)
    NotPrivate("gradOut", "input").check(call)


def _check_shapes(call: Call) -> None:
    RankIn(2, 8, "input", "gradOut").check(call)
    SameShape("input", "gradOut").check(call)
    if "gradInput" in _wanted(call):
        RankIn(2, 8, "gradInput").check(call)
        SameShape("gradOut", "gradInput").check(call)
    check_channels("weight", *_RUNNING)(call)


def _check_shapes_of_rest(call: Call) -> None:
    for name, tensor in call.tensors(_SAVED):
        without = not call.args["training"] and tensor.shape == (0,)
        if not without:
            check_channels(name)(call)
    check_channels(*(name for name in _wanted(call) if name != "gradInput"))(call)


def _infer_gradients(call: Call) -> None:
    weight, grad = call.args["weight"], call.args["gradOut"].dtype
    for name in _wanted(call):
        if call.is_missing(name):
            is_image = name == "gradInput"
            call.shapes[name] = call.args["input"].shape if is_image else channels(call)
            call.dtypes[name] = grad if is_image else FLOAT32 if weight is None else weight.dtype


def _done_without_wishes(call: Call) -> None:
    if not _wanted(call):
        raise Finished


# By the statistics of the batch, the whole of it depends on each element; by running ones only its own result does.


def _normal(call: Call, x: Array, mean: Array, rstd: Array) -> Array:
    axis = channel_axis(call)
    return np.asarray((x - along(mean, axis, x.ndim)) * along(rstd, axis, x.ndim))


def _of_batch(call: Call, grad: Array, normal: Array, rstd: Array, weight: Array, sums: tuple[Array, Array]) -> Array:
    axis = channel_axis(call)
    rstd, weight, of_weight, of_bias = (along(v, axis, grad.ndim) for v in (rstd, weight, *sums))
    size = np.float32(math.prod(grad.shape[i] for i in but(axis, grad.ndim)))
    return np.asarray((grad - of_bias / size - normal * (of_weight / size)) * rstd * weight)


def _of_kept(call: Call, grad: Array, weight: Array, rstd: Array) -> Array:
    axis = channel_axis(call)
    return np.asarray(grad * along(rstd, axis, grad.ndim) * along(weight, axis, grad.ndim))


def _sums(call: Call, grad: Array, normal: Array) -> tuple[Array, Array]:
    axes = but(channel_axis(call), grad.ndim)
    return (grad * normal).sum(axes, dtype=np.float32), grad.sum(axes, dtype=np.float32)


def _lower_older(low: Lowering, call: Call) -> dict[str, Buffer]:
    """Statistics come as mean and variance."""
    eps, training = np.float32(call.args["eps"]), bool(call.args["training"])
    grad, x = image(low, "gradOut"), image(low, "input")
    shape, is_volume = x.shape, x.ndim == 5
    weight = low.cast(given_or_full(low, call, "weight", 1), FLOAT32)
    names = _SAVED if training else _RUNNING
    found = [given_or_full(low, call, name, neutral) for name, neutral in zip(names, (0, 1), strict=True)]
    mean, variance = (low.cast(buffer, FLOAT32) for buffer in found)
    for name, buffer in zip(names, (mean, variance), strict=True):
        fits = buffer.shape == channels(call)
        require(fits, f"{name} has shape {list(buffer.shape)}, must be {list(channels(call))}", TILING)
    vector = (channels(call), FLOAT32)
    if is_volume and not training:
        grad, x = frames(low, grad), frames(low, x)
    operands = [grad, x, weight, mean, variance]
    is_packed = is_volume and training and call.family is Family.A910
    if is_packed:
        volumes = [b if b.ndim == 5 else low.reshape(b, (1, b.size, 1, 1, 1)) for b in operands]
        operands = [low.trans_data(low.reformat(b, Format.NCDHW), Format.NDC1HWC0) for b in volumes]
    grad, x, weight, mean, variance = operands
    kind = "BN3D" if is_volume and training else "BN"

    def of_parameters(g: Array, a: Array, m: Array, v: Array) -> tuple[Array, Array]:
        return _sums(call, g, _normal(call, a, m, reciprocal_deviation(v, eps)))

    def of_input(g: Array, a: Array, by_weight: Array, by_bias: Array, w: Array, m: Array, v: Array) -> Array:
        rstd = reciprocal_deviation(v, eps)
        return _of_batch(call, g, _normal(call, a, m, rstd), rstd, w, (by_weight, by_bias))

    sums = low.kernel_with_outputs(
        f"{kind}TrainingUpdateGrad", of_parameters, (grad, x, mean, variance), (vector, vector)
    )
    if training:
        inputs = (grad, x, *sums, weight, mean, variance)
        back = low.kernel(f"{kind}TrainingReduceGrad", of_input, inputs, shape, x.dtype)
    else:

        def by_kept(g: Array, w: Array, v: Array) -> Array:
            return _of_kept(call, g, w, reciprocal_deviation(v, eps))

        back = low.kernel("BNInferGrad", by_kept, (grad, weight, variance), x.shape, x.dtype)
    if is_packed:
        back = low.trans_data(back, Format.NCDHW)
    elif is_volume and not training:
        back = from_frames(low, back, shape)
    return dict(zip(_GRADIENTS, (back, *sums), strict=True))


def _parameter_gradients(low: Lowering, call: Call, operands: list[Buffer], eps: Buffer) -> tuple[Buffer, ...]:
    """What Ascend950 makes of running statistics, step by step; they lie last where no format says otherwise."""
    wanted = _wanted(call)
    if wanted == ["gradInput"]:
        return ()
    grad, x, mean, variance = (low.cast(buffer, FLOAT32) for buffer in operands)
    source = call.args["input"]
    is_named = source.format in (Format.NCHW, Format.NCDHW) or source.ndim not in (4, 5)
    axis = 1 if is_named else x.ndim - 1
    fits = x.shape[axis] == mean.size or "gradWeight" not in wanted
    require(fits, f"{mean.size} running means don't fit the last axis of {list(x.shape)}", INNER_NULL)
    axes, vector = but(axis, x.ndim), (x.shape[axis],)

    def add_up(a: Array) -> Array:
        return np.asarray(a.sum(axes, dtype=np.float32))

    found = {}
    if "gradWeight" in wanted:
        total = low.kernel("Add", np.add, (variance, eps), vector, FLOAT32)
        rstd = low.kernel("Pow", lambda v: np.float32(1) / np.sqrt(v), (total,), vector, FLOAT32)
        centered = low.kernel("Sub", lambda a, m: a - along(m, axis, a.ndim), (x, mean), x.shape, FLOAT32)
        normal = low.kernel("Mul", lambda a, r: a * along(r, axis, a.ndim), (centered, rstd), x.shape, FLOAT32)
        slope = low.kernel("Mul", np.multiply, (grad, normal), x.shape, FLOAT32)
        found["gradWeight"] = low.kernel("ReduceSum", add_up, (slope,), vector, FLOAT32)
    if "gradBias" in wanted:
        found["gradBias"] = low.kernel("ReduceSum", add_up, (grad,), vector, FLOAT32)
    return tuple(found[name] for name in wanted if name != "gradInput")


def _lower_950(low: Lowering, call: Call) -> dict[str, Buffer]:
    """Statistics of the batch come as mean and 1 / deviation, running ones as mean and variance."""
    eps, training = np.float32(call.args["eps"]), bool(call.args["training"])
    grad, x = image(low, "gradOut"), image(low, "input")
    weight = given_or_full(low, call, "weight", 1)
    weight = low.cast(weight, FLOAT32) if grad.dtype == FLOAT32 else weight
    running = [given_or_full(low, call, name, neutral) for name, neutral in zip(_RUNNING, (0, 1), strict=True)]
    if FLOAT32 in (grad.dtype, weight.dtype):
        running = [low.cast(buffer, FLOAT32) for buffer in running]
    saved = []
    for name, neutral in zip(_SAVED, (0, 1), strict=True):
        buffer = given_or_full(low, call, name, neutral)
        saved.append(buffer if buffer.size == 0 else low.cast(buffer, FLOAT32))

    def compute(g: Array, a: Array, w: Array, m: Array, v: Array, mean: Array, rstd: Array) -> tuple[Array, ...]:
        if not training:
            rstd = reciprocal_deviation(v, eps)
            return _of_kept(call, g, w, rstd), *_sums(call, g, _normal(call, a, m, rstd))
        normal = _normal(call, a, mean, rstd)
        sums = _sums(call, g, normal)
        return _of_batch(call, g, normal, rstd, w, sums), *sums

    vector = (channels(call), weight.dtype)
    outputs = ((x.shape, x.dtype), vector, vector)
    results = low.kernel_with_outputs("BatchNormGradV3", compute, (grad, x, weight, *running, *saved), outputs)
    found = dict(zip(_GRADIENTS, results, strict=True))
    if not training:
        epsilon = low.constant(ScalarValue(FLOAT32, eps), FLOAT32)
        parts = _parameter_gradients(low, call, [grad, x, *running], epsilon)
        found |= zip([name for name in _wanted(call) if name != "gradInput"], parts, strict=True)
    return found


def _lower(low: Lowering, call: Call) -> None:
    results = _lower_950(low, call) if call.family is Family.A950 else _lower_older(low, call)
    for name in ("gradWeight", "gradBias"):
        if name in _wanted(call):
            low.write(results[name], name)
    if "gradInput" in _wanted(call):
        low.view_copy(low.reshape(results["gradInput"], call.args["input"].shape), "gradInput")


batch_norm_backward = Definition(
    "aclnnBatchNormBackward",
    "n = (input - mean) * r; gradWeight = sum(gradOut * n) and gradBias = sum(gradOut) by channel; gradInput = "
    "weight * r * (gradOut - gradBias / size - n * gradWeight / size) in training, else weight * r * gradOut; r is "
    "1 / sqrt(saveInvstd + eps) in training, saveInvstd itself on Ascend950, else 1 / sqrt(runningVar + eps)",
    (
        NotNull("gradOut", "input"),
        DoneIfEmpty("input", "gradOut"),
        Check(_check_wanted),
        Check(_infer_gradients),
        DtypeIn(FLOATS, "gradOut", "input"),
        SameDtype("input", "gradOut"),
        Check(_check_gradient_dtypes),
        DtypeIn(FLOATS, "weight", *_RUNNING, *_SAVED),
        When(on_950, Check(_check_dtypes_together)),
        Check(_check_formats),
        Check(_check_shapes),
        When(on_950, Check(_check_shapes_of_rest), Check(_done_without_wishes)),
    ),
    _lower,
    families=ALL_BUT_310B,
)

OPERATORS = (batch_norm_backward,)
