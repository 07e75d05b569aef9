"""Shapes made from shapes: broadcast, reduced, or with one extent changed."""

from __future__ import annotations

from collections.abc import Sequence


def broadcast(first: tuple[int, ...], second: tuple[int, ...]) -> tuple[int, ...] | None:
    """The common shape of two shapes, right aligned; None when there is none."""
    longer, shorter = (first, second) if len(first) >= len(second) else (second, first)
    lead = len(longer) - len(shorter)
    shape = list(longer[:lead])
    for a, b in zip(longer[lead:], shorter, strict=True):
        if a != b and 1 not in (a, b):
            return None
        shape.append(b if a == 1 else a)
    return tuple(shape)


def axes_or_all(axes: Sequence[int], rank: int) -> tuple[int, ...]:
    """Axes counted from the front; all of them when none is named."""
    return tuple(axis % rank for axis in axes if rank) or tuple(range(rank))


def reduced_shape(shape: tuple[int, ...], axes: Sequence[int], keep: bool) -> tuple[int, ...]:
    """What is left of a shape when axes are reduced to one element, which ``keep`` leaves in place."""
    return tuple(1 if i in axes else extent for i, extent in enumerate(shape) if keep or i not in axes)


def with_extent(shape: Sequence[int], axis: int, extent: int) -> tuple[int, ...]:
    """A shape with another extent along one axis, which may be counted from the end."""
    changed = list(shape)
    changed[axis] = extent
    return tuple(changed)
