"""The kernel that sorts along the last axis, and what orders elements: NaN comes behind all numbers."""

from __future__ import annotations

import numpy as np

from ...dtypes import BFLOAT16, FLOAT16, FLOAT32, INT32, DType
from ..chips import Family
from ..lowering import Array, Buffer, Lowering

# What the vector cores sort, in rows of at most so many elements; Ascend950 sorts all.
_ON_CORE = (FLOAT32, FLOAT16, BFLOAT16)
_LONGEST = 100000


def order_of(x: Array, axis: int, descending: bool) -> Array:
    """The positions that sort an array along an axis, equal elements staying in order."""
    values = x.astype(np.float32) if x.dtype.kind not in "iufb" else x
    if not descending:
        return np.argsort(values, axis=axis, kind="stable")
    flipped = np.argsort(np.flip(values, axis), axis=axis, kind="stable")
    return np.asarray(x.shape[axis] - 1 - np.flip(flipped, axis))


def sort(low: Lowering, x: Buffer, axis: int, descending: bool, indices: DType = INT32) -> tuple[Buffer, Buffer]:
    """The tensor sorted along an axis, and where its elements came from."""

    def compute(a: Array) -> tuple[Array, Array]:
        order = order_of(a, axis, descending)
        return np.take_along_axis(a, order, axis), order

    on_core = low.family is Family.A950 or (x.dtype in _ON_CORE and x.shape[axis] <= _LONGEST)
    indices = indices if low.family is Family.A950 else INT32
    outputs = [(x.shape, x.dtype), (x.shape, indices)]
    values, positions = low.kernel_with_outputs("Sort", compute, (x,), outputs, raw=True, aicpu=not on_core)
    values.format = positions.format = x.format
    return values, positions
