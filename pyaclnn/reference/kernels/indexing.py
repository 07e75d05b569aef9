"""Kernels that address elements by index, and the fault of an index that names none."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..steps import Array


class OutsideError(Exception):
    """An index names no element; CANN leaves open what is then read or written, the simulator reports a fault."""


def checked(indices: Array, extent: int, what: str, *, negative: bool = True) -> Array:
    """The indices counted from the front as int64; ``OutsideError`` for one outside of the extent.

    ``negative`` says that -1 names the last element.
    """
    positions = np.asarray(indices, np.int64)
    least = -extent if negative else 0
    outside = (positions < least) | (positions >= extent)
    if outside.any():
        first = int(positions[outside].flat[0])
        raise OutsideError(f"{what} has {first}; for an extent of {extent}, {least} to {extent - 1} are allowed")
    return np.where(positions < 0, positions + extent, positions)


def at_axis(axis: int, positions: Array) -> tuple[Any, ...]:
    """An index expression: everything before the axis, some positions of it."""
    return (*(slice(None),) * axis, positions)


def along_axis(axis: int, positions: Array) -> tuple[Any, ...]:
    """An index expression of one element for each position: at the position along the axis, else in its own place."""
    grid = np.ogrid[tuple(slice(0, n) for n in positions.shape)]
    return tuple(positions if i == axis else g for i, g in enumerate(grid))
