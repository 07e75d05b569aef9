"""Elementwise functions, computed block by block so that what is between their steps stays in a core's cache."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import repeat
from typing import Any

import numpy as np

from .steps import Array

# How many elements of every array of a step a core's cache holds.
BLOCK = 1 << 15


def in_blocks(
    function: Callable[..., Any], shape: tuple[int, ...], dtype: np.dtype[Any], *, takes_out: bool = False
) -> Callable[..., Array]:
    """Makes of an elementwise function of arrays one that takes ``out=`` and goes block by block where it is worth it.

    That is where the arrays are large, contiguous and of the result's shape, but for those that repeat one number;
    elsewhere the function is called once. ``takes_out`` says that the function takes ``out=`` itself; it must read an
    element before it writes it.
    """

    def whole(*arrays: Array, out: Array | None) -> Array:
        if takes_out:
            return np.asarray(function(*arrays) if out is None else function(*arrays, out=out))
        value = np.asarray(function(*arrays))
        if out is None:
            return value
        out[...] = value.reshape(out.shape)
        return out

    def compute(*arrays: Array, out: Array | None = None) -> Array:
        rows = [_single(np.asarray(a)) for a in arrays]  # 0-d results of NumPy are no arrays
        if not _is_worth_it(rows if out is None else [*rows, out], shape) or not _are_apart(rows, out):
            return whole(*arrays, out=out)
        result = np.empty(shape, dtype) if out is None else out
        rows, flat = [a.reshape(-1) if a.ndim else a for a in rows], result.reshape(-1)
        end = flat.size - flat.size % BLOCK
        blocks = [a[:end].reshape(-1, BLOCK) if a.ndim else repeat(a) for a in (*rows, flat)]
        for *operands, target in zip(*blocks, strict=False):  # one number is repeated for ever
            whole(*operands, out=target)
        if end < flat.size:
            whole(*(a[end:] if a.ndim else a for a in rows), out=flat[end:])
        return result

    return compute


def in_rows(function: Callable[..., Any], shape: tuple[int, ...], dtype: np.dtype[Any]) -> Callable[..., Array]:
    """The same for a function whose results depend only on elements of one place along the first axis."""

    def compute(*arrays: Array, out: Array | None = None) -> Array:
        size, rows = math.prod(shape), shape[0] if shape else 0
        alike = all(a.ndim == len(shape) and a.shape[0] == rows for a in arrays)
        apart = out is None or not any(np.may_share_memory(a, out) for a in arrays)
        result = np.empty(shape, dtype) if out is None else out
        step = max(1, BLOCK * rows // size) if size > BLOCK and alike and apart else max(1, rows)
        if step >= rows:
            result[...] = np.reshape(function(*arrays), shape)
            return result
        for start in range(0, rows, step):
            block = slice(start, start + step)
            result[block] = function(*(a[block] for a in arrays))
        return result

    return compute


def _single(array: Array) -> Array:
    """The one number that an array repeats, 0-d; an array of several as it is."""
    return array if any(array.strides) or not array.size else array[(0,) * array.ndim + (...,)]


def _is_worth_it(arrays: Sequence[Array], shape: tuple[int, ...]) -> bool:
    many = [a for a in arrays if a.ndim]
    return bool(many) and many[0].size > BLOCK and all(a.shape == shape and a.flags.c_contiguous for a in many)


def _are_apart(arrays: Sequence[Array], out: Array | None) -> bool:
    """An output may be an operand, but not one that it overlaps elsewhere."""
    return out is None or all(_is_same(a, out) or not np.may_share_memory(a, out) for a in arrays)


def _is_same(array: Array, out: Array) -> bool:
    return array.shape == out.shape and array.dtype == out.dtype and array.ctypes.data == out.ctypes.data
