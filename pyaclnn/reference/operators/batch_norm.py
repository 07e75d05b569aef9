"""Batch normalization: by the statistics of the batch in training, by those kept from training otherwise."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ...dtypes import BFLOAT16, FLOAT16, FLOAT32
from ...formats import Format
from ..chips import ALL_BUT_310B, Family
from ..definition import Definition
from ..dtype_lists import per_chip
from ..kernels.filling import fill_output
from ..lowering import Array, Buffer, Lowering
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
from ..promotion import promote
from ..rules import (
    Call,
    Check,
    DtypeIn,
    Infer,
    NotNull,
    NotPrivate,
    RankIn,
    SameFormat,
    SameShape,
    ShapeIs,
    When,
    dtype_of,
)

_FLOATS = per_chip((FLOAT32, FLOAT16), since_910b=(BFLOAT16,), B310=())
_SAVED = ("saveMean", "saveInvstd")
_RUNNING = ("runningMean", "runningVar")
_NEUTRAL = {"weight": 1.0, "bias": 0.0, "runningMean": 0.0, "runningVar": 1.0}
# From this number of channels on, Ascend910B has one kernel for all of it.
_MANY_CHANNELS = 64


def _in_training(call: Call) -> bool:
    return bool(call.args["training"])


def _switch_off(call: Call) -> None:
    if not _in_training(call):
        call.unused |= set(_SAVED)


def _normalized(call: Call, x: Array, mean: Array, rstd: Array, weight: Array, bias: Array) -> Array:
    axis = channel_axis(call)
    mean, rstd, weight, bias = (along(values, axis, x.ndim) for values in (mean, rstd, weight, bias))
    return np.asarray((x - mean) * rstd * weight + bias)


def _blended(call: Call, running: Array, found: Array, factor: Any = 1) -> Array:
    """The running statistics moved towards those of the batch."""
    momentum = np.float32(call.args["momentum"])
    running = running.reshape(-1)
    return np.asarray(running * (np.float32(1) - momentum) + found * (np.float32(factor) * momentum))


def _unbiased(size: int) -> float:
    """What makes the variance of a sample of this size unbiased; of one element it is not a number."""
    return size / (size - 1) if size > 1 else math.nan


def _per_channel(call: Call, x: Buffer) -> int:
    return math.prod(x.shape[i] for i in but(channel_axis(call), x.ndim))


def _by_kept_statistics(call: Call) -> Callable[..., Array]:
    eps = np.float32(call.args["eps"])

    def compute(x: Array, weight: Array, bias: Array, mean: Array, variance: Array) -> Array:
        return _normalized(call, x, mean, reciprocal_deviation(variance, eps), weight, bias)

    return compute


def _with_sums(low: Lowering, call: Call, operands: list[Buffer]) -> tuple[Buffer, ...]:
    """One kernel adds the elements and their squares, another makes statistics of them and normalizes."""
    x, axis, eps = operands[0], channel_axis(call), np.float32(call.args["eps"])
    axes, size, vector = but(axis, x.ndim), _per_channel(call, x), (channels(call), FLOAT32)
    kind = "BN3D" if x.ndim == 5 else "BN"

    def add(a: Array) -> tuple[Array, Array]:
        return a.sum(axes, dtype=np.float32), np.square(a).sum(axes, dtype=np.float32)

    def update(a: Array, total: Array, squares: Array, *others: Array) -> tuple[Array, ...]:
        weight, bias, *running = others
        mean = total / np.float32(size)
        variance = np.maximum(squares / np.float32(size) - np.square(mean), np.float32(0))
        y = _normalized(call, a, mean, reciprocal_deviation(variance, eps), weight, bias)
        kept = _blended(call, running[0], mean), _blended(call, running[1], variance, _unbiased(size))
        return y, *kept, mean, variance

    sums = low.kernel_with_outputs(f"{kind}TrainingReduce", add, (x,), (vector, vector))
    results = ((x.shape, x.dtype), vector, vector, vector, vector)
    return low.kernel_with_outputs(f"{kind}TrainingUpdate", update, (x, *sums, *operands[1:]), results)


def _at_once(low: Lowering, call: Call, operands: list[Buffer], *, is_rstd: bool) -> tuple[Buffer, ...]:
    """One kernel; the second of the saved statistics is the variance, or 1 / the deviation."""
    x, axis, eps = operands[0], channel_axis(call), np.float32(call.args["eps"])
    axes, size = but(axis, x.ndim), _per_channel(call, x)

    def compute(a: Array, weight: Array, bias: Array, *running: Array) -> tuple[Array, ...]:
        mean = a.mean(axes, dtype=np.float32)
        variance = np.square(a - along(mean, axis, a.ndim)).mean(axes, dtype=np.float32)
        rstd = reciprocal_deviation(variance, eps)
        y = _normalized(call, a, mean, rstd, weight, bias)
        kept = _blended(call, running[0], mean), _blended(call, running[1], variance, _unbiased(size))
        return y, *kept, mean, rstd if is_rstd else variance

    running = [(buffer.shape, buffer.dtype) for buffer in operands[3:]]
    vector = (channels(call), FLOAT32)
    return low.kernel_with_outputs("BatchNormV3", compute, operands, ((x.shape, x.dtype), *running, vector, vector))


def _operands(low: Lowering, call: Call, *, at_once: bool) -> list[Buffer]:
    """The image, then weight, bias and running statistics in the dtypes that the kernel takes."""
    x, is_950 = image(low, "input"), call.family is Family.A950
    made = x.dtype if is_950 else FLOAT32
    given = [given_or_full(low, call, name, neutral, made) for name, neutral in _NEUTRAL.items()]
    dtypes = [FLOAT32] * 4
    if at_once:
        dtypes[:2] = [x.dtype if promote(given[0].dtype, given[1].dtype) == x.dtype else FLOAT32] * 2
    if is_950 and promote(given[2].dtype, given[3].dtype) == dtypes[0] == x.dtype:
        dtypes[2:] = [x.dtype] * 2
    return [x, *(low.cast(buffer, dtype) for buffer, dtype in zip(given, dtypes, strict=True))]


def _in_blocks(low: Lowering, operands: list[Buffer]) -> list[Buffer]:
    """What the oldest chip does with five dimensions: all of it is packed into blocks of channels."""
    packed = []
    for buffer in operands:
        volume = buffer if buffer.ndim == 5 else low.reshape(buffer, (1, buffer.size, 1, 1, 1))
        packed.append(low.trans_data(low.reformat(volume, Format.NCDHW), Format.NDC1HWC0))
    return packed


def _lower(low: Lowering, call: Call) -> None:
    if call.args["input"].is_empty:
        for name, value in (("saveMean", 0), ("saveInvstd", math.nan)):
            if call.args[name] is not None:
                fill_output(low, name, value)
        return
    source, is_950, training = call.args["input"], call.family is Family.A950, _in_training(call)
    named = source.format in (Format.NCHW, Format.NCDHW) or source.ndim < 4 or source.ndim > 5
    many = call.family.is_910b_like and named and source.shape[1] >= _MANY_CHANNELS
    at_once = is_950 or (training and many)
    operands = _operands(low, call, at_once=at_once)
    shape, is_older_volume = operands[0].shape, call.family is Family.A910 and operands[0].ndim == 5
    if not training:
        if is_older_volume:
            operands[0] = frames(low, operands[0])
        x = operands[0]
        compute = _by_kept_statistics(call)
        y = low.kernel("BatchNormV3" if is_950 else "BNInfer", compute, operands, x.shape, x.dtype)
        y = from_frames(low, y, shape) if is_older_volume else y
        low.view_copy(low.reshape(y, source.shape), "output")
        return
    if at_once:
        y, *statistics = _at_once(low, call, operands, is_rstd=is_950)
    else:
        y, *statistics = _with_sums(low, call, _in_blocks(low, operands) if is_older_volume else operands)
    for name, result in zip((*_RUNNING, *_SAVED), statistics, strict=True):
        if call.args[name] is not None:
            low.write(result, name)
    if is_older_volume:
        y = low.trans_data(y, Format.NCDHW)
    low.view_copy(low.reshape(y, source.shape), "output")


def _has_elements(call: Call) -> bool:
    return not call.args["input"].is_empty


batch_norm = Definition(
    "aclnnBatchNorm",
    "output = (input - mean) / sqrt(variance + eps) * weight + bias by channel; in training of the batch's own "
    "statistics, which are saved (the variance itself, 1 / sqrt(variance + eps) on Ascend950) and change the "
    "running ones: r = (1 - momentum) * r + momentum * batch's, of the unbiased variance",
    (
        NotNull("input", "output"),
        When(_in_training, NotNull(*_SAVED)),
        Infer("output", shape=lambda call: call.args["input"].shape, dtype=dtype_of("input")),
        *(Infer(name, shape=channels, dtype=lambda call: FLOAT32) for name in _SAVED),
        Check(_switch_off),
        When(
            _has_elements,
            DtypeIn(_FLOATS, "input", "output"),
            When(_in_training, DtypeIn(_FLOATS, *_SAVED)),
            DtypeIn(_FLOATS, "weight", "bias", *_RUNNING),
            SameFormat("input", "output"),
            Check(check_formats_of_five("input", "output")),
            NotPrivate("input"),
            RankIn(2, 8, "input", "output"),
            SameShape("input", "output"),
            Check(check_channels("weight", "bias", *_RUNNING)),
            When(_in_training, *(ShapeIs(name, channels, "one for each channel") for name in _SAVED)),
        ),
    ),
    _lower,
    families=ALL_BUT_310B,
)

OPERATORS = (batch_norm,)
