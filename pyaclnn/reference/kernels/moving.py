"""The kernels that move elements without computing: axes in another order, parts cut out, split or joined."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...dtypes import BFLOAT16, COMPLEX64, COMPLEX128, FLOAT16, FLOAT32, FLOAT64, INT8, INT64, UINT8
from ...formats import Format
from ..chips import Family
from ..dtype_lists import MOVED_ON_CORE, per_chip
from ..lowering import Array, Buffer, Lowering
from ..shapes import with_extent

TRANSPOSED_ON_CPU = (FLOAT64, COMPLEX64, COMPLEX128)
SPLIT_ON_CORE = per_chip(
    (FLOAT32, FLOAT16, INT64, INT8, UINT8), since_910b=(BFLOAT16,), A950=MOVED_ON_CORE[Family.A950]
)


def transpose(low: Lowering, x: Buffer, axes: tuple[int, ...], *, format: Format = Format.ND) -> Buffer:
    """The tensor with its axes in another order."""
    return low.kernel(
        "Transpose",
        lambda a: a.transpose(axes),
        (x,),
        tuple(x.shape[axis] for axis in axes),
        x.dtype,
        raw=True,
        aicpu=x.dtype in TRANSPOSED_ON_CPU,
        format=format,
    )


def cut(low: Lowering, kernel: str, x: Buffer, axis: int, start: int, extent: int) -> Buffer:
    """The elements from ``start`` on along an axis, by the kernel of that name."""

    def function(a: Array) -> Array:
        return a[(slice(None),) * (axis % a.ndim) + (slice(start, start + extent),)]

    on_core = x.dtype in MOVED_ON_CORE[low.family]
    return low.kernel(kernel, function, (x,), with_extent(x.shape, axis, extent), x.dtype, raw=True, aicpu=not on_core)


def split(low: Lowering, x: Buffer, axis: int, sizes: Sequence[int]) -> tuple[Buffer, ...]:
    """The pieces of those extents along an axis."""
    ends = np.cumsum(sizes)[:-1]
    return low.kernel_with_outputs(
        "SplitV",
        lambda a: tuple(np.split(a, ends, axis=axis)),
        (x,),
        [(with_extent(x.shape, axis, size), x.dtype) for size in sizes],
        raw=True,
        aicpu=x.dtype not in SPLIT_ON_CORE[low.family],
    )


def concatenate(low: Lowering, parts: Sequence[Buffer], axis: int) -> Buffer:
    """The parts one behind the other along an axis; a single one is left as it is."""
    first = parts[0]
    if len(parts) == 1:
        return first

    def function(*arrays: Array, out: Array | None = None) -> Any:
        return np.concatenate(arrays, axis=axis, out=out)

    shape = with_extent(first.shape, axis, sum(part.shape[axis] for part in parts))
    return low.kernel("ConcatD", function, parts, shape, first.dtype, raw=True, takes_out=True, format=first.format)
