"""Convolutions in any number of dimensions: forward, and the gradients of input and weight, group by group."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..steps import Array


@dataclass(frozen=True)
class Geometry:
    """How a window moves over the spatial dimensions; ``pads`` are the elements before and behind each of them."""

    stride: tuple[int, ...]
    pads: tuple[tuple[int, int], ...]
    dilation: tuple[int, ...]
    groups: int

    def output_extents(self, extents: Sequence[int], kernel: Sequence[int]) -> tuple[int, ...]:
        """How many places a window has in each dimension."""
        reach = [d * (k - 1) + 1 for d, k in zip(self.dilation, kernel, strict=True)]
        return tuple(
            (n + sum(p) - r) // s + 1 for n, p, r, s in zip(extents, self.pads, reach, self.stride, strict=True)
        )


def pads_of(padding: Sequence[int], rank: int) -> tuple[tuple[int, int], ...]:
    """One number for both ends of each dimension, or two numbers."""
    if len(padding) == rank:
        return tuple((p, p) for p in padding)
    return tuple((padding[2 * i], padding[2 * i + 1]) for i in range(rank))


def _within(places: Sequence[Any]) -> tuple[Any, ...]:
    """An index expression: of all batches and channels, some places."""
    return (slice(None), slice(None), *places)


def _windows(x: Array, kernel: Sequence[int], geometry: Geometry) -> Array:
    """Batch, channels, places, elements of the window."""
    rank = len(kernel)
    widths = [(0, 0), (0, 0), *((max(0, a), max(0, b)) for a, b in geometry.pads)]
    padded = np.pad(x, widths)
    # A negative pad cuts off.
    cuts = [slice(max(0, -a), n - max(0, -b)) for (a, b), n in zip(geometry.pads, padded.shape[2:], strict=True)]
    padded = padded[_within(cuts)]
    reach = [d * (k - 1) + 1 for d, k in zip(geometry.dilation, kernel, strict=True)]
    views = np.lib.stride_tricks.sliding_window_view(padded, reach, axis=tuple(range(2, 2 + rank)))
    places = tuple(slice(None, None, s) for s in geometry.stride)
    elements = tuple(slice(None, None, d) for d in geometry.dilation)
    return views[_within((*places, *elements))]


def _grouped(array: Array, groups: int, axis: int) -> list[Array]:
    return np.split(array, groups, axis=axis)


def forward(x: Array, weight: Array, geometry: Geometry) -> Array:
    """The convolution of (N, C, ...) with (O, C / groups, ...)."""
    kernel, rank = weight.shape[2:], weight.ndim - 2
    axes = (1, *range(2 + rank, 2 + 2 * rank))
    inner = tuple(range(1, 2 + rank))
    parts = [
        np.moveaxis(np.tensordot(_windows(a, kernel, geometry), w, axes=(axes, inner)), -1, 1)
        for a, w in zip(_grouped(x, geometry.groups, 1), _grouped(weight, geometry.groups, 0), strict=True)
    ]
    return np.concatenate(parts, axis=1)


def input_gradient(grad: Array, weight: Array, extents: Sequence[int], geometry: Geometry) -> Array:
    """What flows back to an input of those spatial extents; also the transposed convolution of ``grad``."""
    kernel = weight.shape[2:]
    parts = []
    for g, w in zip(_grouped(grad, geometry.groups, 1), _grouped(weight, geometry.groups, 0), strict=True):
        padded = [n + max(0, a) + max(0, b) for n, (a, b) in zip(extents, geometry.pads, strict=True)]
        total = np.zeros((g.shape[0], w.shape[1], *padded), grad.dtype)
        for position in np.ndindex(*kernel):
            share = np.moveaxis(np.tensordot(g, w[_within(position)], axes=(1, 0)), -1, 1)
            where = tuple(
                slice(p * d, p * d + s * (n - 1) + 1, s)
                for p, d, s, n in zip(position, geometry.dilation, geometry.stride, g.shape[2:], strict=True)
            )
            total[_within(where)] += share
        kept = tuple(slice(max(0, a), max(0, a) + n) for n, (a, _) in zip(extents, geometry.pads, strict=True))
        parts.append(total[_within(kept)])
    return np.concatenate(parts, axis=1)


def weight_gradient(grad: Array, x: Array, kernel: Sequence[int], geometry: Geometry) -> Array:
    """The gradient of the weight."""
    rank = len(kernel)
    places = (0, *range(2, 2 + rank))
    parts: list[Any] = [
        np.tensordot(g, _windows(a, kernel, geometry), axes=(places, places))
        for g, a in zip(_grouped(grad, geometry.groups, 1), _grouped(x, geometry.groups, 1), strict=True)
    ]
    return np.concatenate(parts, axis=0)
