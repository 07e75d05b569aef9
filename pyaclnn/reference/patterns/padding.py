"""Borders around a tensor's last axes: which element each one repeats, and the checks that all paddings share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from ..lowering import Array
from ..meta import TensorMeta
from ..rules import Call, Check, Finished, Rule, require

# For each position along an axis, padded in front and behind, the position of the element that stands there.
Border: TypeAlias = "Callable[[int, int, int], Array]"


def edge(extent: int, front: int, behind: int) -> Array:
    """The outermost element goes on."""
    return np.clip(np.arange(-front, extent + behind), 0, extent - 1)


def reflection(extent: int, front: int, behind: int) -> Array:
    """Mirrored at the outermost element, which is not repeated."""
    if extent == 1:
        return np.zeros(extent + front + behind, int)
    period = 2 * (extent - 1)
    position = np.arange(-front, extent + behind) % period
    return np.minimum(position, period - position)


def circular(extent: int, front: int, behind: int) -> Array:
    """From the other end on."""
    return np.arange(-front, extent + behind) % extent


def pairs(padding: Sequence[int], rank: int) -> list[tuple[int, int, int]]:
    """Axis, front and behind; the first pair is for the last axis."""
    return [(rank - 1 - k, padding[2 * k], padding[2 * k + 1]) for k in range(len(padding) // 2)]


def _outside(extent: int, front: int, behind: int) -> Array:
    """The positions of the borders along a padded axis."""
    return np.concatenate((np.arange(front), np.arange(front + extent, front + extent + behind)))


def pad(array: Array, padding: Sequence[int], border: Border, out: Array | None = None) -> Array:
    """The padded array; a negative border takes elements away."""
    axes = pairs(padding, array.ndim)
    if min(padding) < 0:
        for axis, front, behind in axes:
            array = np.take(array, border(array.shape[axis], front, behind), axis=axis)
        if out is None:
            return array
        out[...] = array
        return out
    padded = np.empty(padded_shape(array.shape, padding), array.dtype) if out is None else out
    fronts = {axis: front for axis, front, _ in axes}
    padded[tuple(slice(f := fronts.get(i, 0), f + n) for i, n in enumerate(array.shape))] = array
    # Borders repeat what is there already, axis after axis; the corners come with the later ones.
    for axis, front, behind in axes:
        extent, along = array.shape[axis], np.moveaxis(padded, axis, 0)
        outside = _outside(extent, front, behind)
        along[outside] = along[front + border(extent, front, behind)[outside]]
    return padded


def unpad(gradient: Array, shape: tuple[int, ...], padding: Sequence[int], border: Border) -> Array:
    """The sum over all places where an element stands, axis by axis."""
    for axis, front, behind in pairs(padding, gradient.ndim):
        extent, along = shape[axis], np.moveaxis(gradient, axis, 0)
        sources = border(extent, front, behind)
        if min(front, behind) < 0:
            collected = np.zeros((extent, *along.shape[1:]), gradient.dtype)
            np.add.at(collected, sources, along)
        else:
            collected = along[front : front + extent].copy()
            outside = _outside(extent, front, behind)
            np.add.at(collected, sources[outside], along[outside])
        gradient = np.moveaxis(collected, 0, axis)
    return gradient


def padded_shape(shape: tuple[int, ...], padding: Sequence[int]) -> tuple[int, ...]:
    """The shape with its last axes longer, or shorter, by their borders."""
    extents = list(shape)
    for axis, front, behind in pairs(padding, len(shape)):
        extents[axis] += front + behind
    return tuple(extents)


@dataclass(frozen=True)
class Borders:
    """Padding of the last ``axes`` axes of ``self``, which has one axis more, of channels, or two, with a batch."""

    axes: int

    def shapes(self, *, narrower: bool = False) -> Rule:
        """Rank of ``self``, length of ``padding``; with ``narrower`` each border is smaller than the extent."""

        def check(call: Call) -> None:
            tensor, padding = call.args["self"], call.args["padding"]
            least = self.axes + 1
            require(tensor.ndim in (least, least + 1), f"self has {tensor.ndim} dimensions, not {least} or {least + 1}")
            require(len(padding) == 2 * self.axes, f"padding has {len(padding)} numbers, must have {2 * self.axes}")
            for axis, front, behind in pairs(padding, tensor.ndim) if narrower else ():
                extent = tensor.shape[axis]
                text = f"padding is {list(padding)}; in dimension {axis} it must be smaller than {extent}"
                require(front < extent and behind < extent, text)

        return Check(check)

    def extents(self, output: str) -> Rule:
        """``output`` has the rank of ``self``, and the padded extents; the axes before them are looked at later."""

        def check(call: Call) -> None:
            expected = padded_shape(call.args["self"].shape, call.args["padding"])
            call.shapes[output] = expected
            tensor = call.args[output]
            if isinstance(tensor, TensorMeta):
                fits = tensor.ndim == len(expected) and tensor.shape[-self.axes :] == expected[-self.axes :]
                require(fits, f"{output} has shape {list(tensor.shape)}, must be {list(expected)}")

        return Check(check)

    def emptiness(self, *names: str, unbatched: bool = False) -> Rule:
        """Success without work for a batch of none. Any other empty tensor is refused.

        ``unbatched`` says that a tensor without batch may have no channels.
        """

        def check(call: Call) -> None:
            if not any(t.is_empty for _, t in call.tensors(names)):
                return
            shape = call.args["self"].shape
            batched = len(shape) == self.axes + 2
            require(batched or unbatched, f"self has shape {list(shape)}; only a batch may be empty")
            require(0 not in shape[1:], f"self has shape {list(shape)}; only the first dimension may be 0")
            raise Finished

        return Check(check)
