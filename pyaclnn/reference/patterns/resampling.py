"""Where the cells of a resampled image lie in its source, and how values go there and gradients back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...formats import Format
from ..lowering import Array, Buffer, Lowering
from ..rules import Call, require

FORMATS = (Format.NCHW, Format.NHWC)
_CHANNELS_LAST, _CHANNELS_SECOND = (0, 2, 3, 1), (0, 3, 1, 2)


def plane(format: Format) -> tuple[int, int]:
    """The axes of height and width."""
    return (1, 2) if format is Format.NHWC else (2, 3)


def extents(shape: tuple[int, ...], format: Format) -> tuple[int, int]:
    """Height and width."""
    height, width = plane(format)
    return shape[height], shape[width]


def resized(shape: tuple[int, ...], format: Format, sizes: tuple[int, ...]) -> tuple[int, ...]:
    """The shape with another height and width."""
    batch, channels = shape[0], shape[3 if format is Format.NHWC else 1]
    return (batch, *sizes, channels) if format is Format.NHWC else (batch, channels, *sizes)


def out_shape(call: Call) -> tuple[int, ...]:
    """``self`` with height and width of ``outputSize``."""
    x = call.args["self"]
    return resized(x.shape, x.format, tuple(call.args["outputSize"]))


def check_count(name: str, count: int) -> Callable[[Call], None]:
    """161002 unless an array has that many numbers."""

    def check(call: Call) -> None:
        found = len(call.args[name])
        require(found == count, f"{name} has {found} numbers, must have {count}")

    return check


@dataclass(frozen=True)
class Axis:
    """One axis: each of ``target`` cells takes parts of ``source`` ones, ``ratio`` of which are a step between cells.

    ``nearest`` takes the cell that a cell's beginning lies in, ``exact`` that of its center; otherwise two are mixed.
    ``aligned`` puts the first and last cells on each other.
    """

    source: int
    target: int
    ratio: Any
    nearest: bool = False
    exact: bool = False
    aligned: bool = False

    def parts(self) -> tuple[tuple[Array, Array], ...]:
        """The positions in the source, and their weights, of each cell of the target."""
        cells, last = np.arange(self.target, dtype=np.float32), self.source - 1
        half = np.float32(0 if self.nearest or self.aligned else 0.5)
        if self.exact:
            cells = cells + np.float32(0.5)
        places = np.maximum((cells + half) * np.float32(self.ratio) - half, np.float32(0))
        first = np.minimum(np.floor(places).astype(np.int64), last)
        if self.nearest:
            return ((first, np.ones(self.target, np.float32)),)
        weight = np.clip(places - first.astype(np.float32), 0, 1).astype(np.float32)
        return (first, np.float32(1) - weight), (np.minimum(first + 1, last), weight)


def linear(source: int, target: int, scale: Any, aligned: bool) -> Axis:
    """An axis of a linear resampling; a scale of 0 stands for the ratio of the sizes."""
    if aligned:
        ratio = np.float32(source - 1) / np.float32(target - 1) if target > 1 else np.float32(0)
        return Axis(source, target, ratio, aligned=True)
    return Axis(source, target, ratio_of(source, target, scale))


def ratio_of(source: int, target: int, scale: Any) -> Any:
    """How many source cells a step of one target cell is: one over the scale, or by the sizes without one."""
    return np.float32(1 / scale) if scale > 0 else np.float32(source) / np.float32(target)


def nearest(
    source: tuple[int, int], target: tuple[int, int], scales: tuple[Any, Any], *, exact: bool = False
) -> tuple[Axis, Axis]:
    """The axes of a resampling to the nearest cell; a scale of 0 stands for the ratio of the sizes."""
    height, width = (
        Axis(s, t, ratio_of(s, t, scale), nearest=True, exact=exact)
        for s, t, scale in zip(source, target, scales, strict=True)
    )
    return height, width


def resample(image: Array, format: Format, axes: tuple[Axis, Axis]) -> Array:
    """The image at the target's cells."""
    for position, axis in zip(plane(format), axes, strict=True):
        pieces = axis.parts()
        if axis.nearest:
            image = image.take(pieces[0][0], position)
        else:
            (low, below), (high, above) = pieces
            shape = [-1 if i == position else 1 for i in range(image.ndim)]
            first, second = image.take(low, position), image.take(high, position)
            image = np.asarray(first * below.reshape(shape) + second * above.reshape(shape))
    return image


def spread(grad: Array, format: Format, axes: tuple[Axis, Axis]) -> Array:
    """The gradient of ``resample``: each cell of the target gives to those that it came from."""
    for position, axis in zip(plane(format), axes, strict=True):
        moved = np.moveaxis(grad, position, 0)
        result = np.zeros((axis.source, *moved.shape[1:]), np.float32)
        for places, weights in axis.parts():
            np.add.at(result, places, moved * weights.reshape(-1, 1, 1, 1))
        grad = np.moveaxis(result, 0, position)
    return grad


def channels_last(low: Lowering, x: Buffer) -> Buffer:
    return _transposed(low, x, _CHANNELS_LAST)


def channels_second(low: Lowering, x: Buffer) -> Buffer:
    return _transposed(low, x, _CHANNELS_SECOND)


def _transposed(low: Lowering, x: Buffer, order: tuple[int, ...]) -> Buffer:
    shape = tuple(x.shape[i] for i in order)
    return low.kernel("Transpose", lambda a: a.transpose(order), (x,), shape, x.dtype, raw=True)
