"""What batch normalization and its gradients share: where the channels lie, images of four or five dimensions."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ...dtypes import FLOAT32, DType
from ...formats import Format
from ..chips import Family
from ..kernels.filling import full
from ..lowering import Array, Buffer, Lowering
from ..rules import Call, require

_CHANNELS_LAST = (Format.NHWC, Format.NDHWC)


def channel_axis(call: Call) -> int:
    """The axis of the channels; Ascend950 lets the format say that they come last."""
    x = call.args["input"]
    is_last = call.family is Family.A950 and x.ndim in (4, 5) and x.format in _CHANNELS_LAST
    return int(x.ndim - 1) if is_last else 1


def channels(call: Call) -> tuple[int, ...]:
    """The shape of what there is one of for each channel."""
    axis, shape = channel_axis(call), call.args["input"].shape
    return tuple(shape[axis : axis + 1])


def check_channels(*names: str) -> Callable[[Call], None]:
    """161002 for a tensor that has not one element for each channel; null is let pass."""

    def check(call: Call) -> None:
        for name, tensor in call.tensors(names):
            wanted = channels(call)
            require(tensor.shape == wanted, f"{name} has shape {list(tensor.shape)}, must be {list(wanted)}: channels")

    return check


def check_formats_of_five(*names: str) -> Callable[[Call], None]:
    """161002 for five dimensions in a format that is not made for them."""

    def check(call: Call) -> None:
        allowed = (Format.NCDHW, Format.NDHWC) if call.family is Family.A950 else (Format.NCDHW,)
        for name, tensor in call.tensors(names):
            wanted = " or ".join(format.name for format in allowed)
            fits = tensor.ndim != 5 or tensor.format in allowed
            require(fits, f"{name} has five dimensions and format {tensor.format.name}, must be {wanted}")

    return check


def image(low: Lowering, name: str) -> Buffer:
    """A row-major tensor in four or five dimensions: with ones behind its own, or with the last of them joined."""
    x = low.contiguous(name)
    joined = (*x.shape[:4], math.prod(x.shape[4:])) if x.ndim > 5 else (*x.shape, *(1,) * (4 - x.ndim))
    return low.reshape(x, joined)


def frames(low: Lowering, x: Buffer) -> Buffer:
    """Five dimensions as four: each layer of depth is an image of its own."""
    n, c, d, h, w = x.shape
    order = low.kernel("Transpose", lambda a: a.transpose(0, 2, 1, 3, 4), (x,), (n, d, c, h, w), x.dtype, raw=True)
    return low.reshape(order, (n * d, c, h, w))


def from_frames(low: Lowering, x: Buffer, shape: tuple[int, ...]) -> Buffer:
    """The way back from ``frames`` to a shape of five dimensions."""
    n, c, d, h, w = shape
    parts = low.reshape(x, (n, d, c, h, w))
    return low.kernel("Transpose", lambda a: a.transpose(0, 2, 1, 3, 4), (parts,), shape, x.dtype, raw=True)


def given_or_full(low: Lowering, call: Call, name: str, neutral: float, dtype: DType = FLOAT32) -> Buffer:
    """A tensor of one number for each channel, as it is; where it is null, made of the neutral number."""
    return full(low, channels(call), dtype, neutral) if call.args[name] is None else low.contiguous(name)


def along(values: Array, axis: int, ndim: int) -> Array:
    """One number for each channel, so shaped that it broadcasts with images."""
    return values.reshape([-1 if i == axis else 1 for i in range(ndim)])


def but(axis: int, ndim: int) -> tuple[int, ...]:
    """All axes but one: those that statistics of channels run over."""
    return tuple(i for i in range(ndim) if i != axis)


def reciprocal_deviation(variance: Array, eps: Any) -> Array:
    return np.asarray(np.float32(1) / np.sqrt(variance + eps))
