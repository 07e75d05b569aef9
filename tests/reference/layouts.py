"""Host arrays of every memory layout that a device tensor can have."""

from __future__ import annotations

from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]

# Layouts that hold any values, so that outputs can have them too.
DENSE = ("contiguous", "transposed", "sliced", "backwards")
# In an expanded array the first row repeats, with a stride of zero.
ALL = (*DENSE, "expanded")


def laid_out(values: Array, layout: str) -> Array:
    """The values in a layout; ``expanded`` repeats the first of them, so read the values from the result."""
    if layout == "contiguous":
        return np.array(values)
    if layout == "transposed":
        return np.ascontiguousarray(values.T).T
    if layout == "sliced":
        wide = np.zeros((*values.shape[:-1], 2 * values.shape[-1]), values.dtype)
        wide[..., 1::2] = values
        return wide[..., 1::2]
    if layout == "backwards":
        return np.ascontiguousarray(values[::-1])[::-1]
    if layout == "expanded":
        return np.broadcast_to(np.array(values[:1]), values.shape)
    raise ValueError(f"{layout!r} is no layout; known are {', '.join(ALL)}")


def output(shape: tuple[int, ...], dtype: Any, layout: str) -> Array:
    """An output full of a value that no test expects."""
    return laid_out(np.full(shape, 77, dtype), layout)
