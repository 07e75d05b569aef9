"""Formulas of several steps, computed block by block so that what is between the steps stays in a core's cache."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import numpy as np

from ..steps import Array

# How many elements of every array of a step a core's cache holds.
BLOCK = 1 << 15


def in_blocks(function: Callable[..., Any]) -> Callable[..., Any]:
    """Takes an elementwise function of arrays, whose last argument is ``out``, apart where it is worth it.

    That is where all arrays are contiguous and of one shape and dtype, but for 0-d ones. What follows the arrays is
    passed on.
    """

    @wraps(function)
    def compute(*args: Any, out: Array | None = None) -> Any:
        arrays = [a for a in args if isinstance(a, np.ndarray) and a.ndim]
        if not arrays or arrays[0].size <= BLOCK or not _are_alike(arrays, out):
            return function(*args, out=out)
        result = np.empty_like(arrays[0]) if out is None else out
        flat = result.reshape(-1)
        rows = [a.reshape(-1) if isinstance(a, np.ndarray) and a.ndim else a for a in args]
        for start in range(0, flat.size, BLOCK):
            block = slice(start, start + BLOCK)
            function(*(a[block] if isinstance(a, np.ndarray) and a.ndim else a for a in rows), out=flat[block])
        return result

    return compute


def _are_alike(arrays: list[Array], out: Array | None) -> bool:
    first = arrays[0]
    if not all(a.shape == first.shape and a.dtype == first.dtype and a.flags.c_contiguous for a in arrays):
        return False
    if out is None:
        return True
    # An output may be an operand, but not one that it overlaps elsewhere.
    apart = all(a.ctypes.data == out.ctypes.data or not np.may_share_memory(a, out) for a in arrays)
    return apart and out.shape == first.shape and out.dtype == first.dtype and out.flags.c_contiguous
