"""What phase 1 sees of an argument: everything but the data."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from ..dtypes import DType
from ..formats import Format


@dataclass(frozen=True)
class TensorMeta:
    """Shape, strides and offset in elements, dtype, format and storage shape of a tensor."""

    shape: tuple[int, ...]
    strides: tuple[int, ...]
    dtype: DType
    offset: int = 0
    format: Format = Format.ND
    storage_shape: tuple[int, ...] = ()

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def size(self) -> int:
        return math.prod(self.shape)

    @property
    def is_empty(self) -> bool:
        return 0 in self.shape

    @property
    def is_contiguous(self) -> bool:
        """CANN's sense: at most one element, or row-major over the dimensions longer than one."""
        return self.size <= 1 or self.format.is_private or is_row_major(self.shape, self.strides)

    def __str__(self) -> str:
        return describe(self)


@dataclass(frozen=True)
class ScalarValue:
    """An ``aclScalar``: its dtype and its value as a Python or NumPy number."""

    dtype: DType
    value: Any

    def __str__(self) -> str:
        return f"{self.dtype.name} scalar {self.value}"


def row_major(shape: tuple[int, ...]) -> tuple[int, ...]:
    """The strides of a contiguous tensor, in elements."""
    strides, step = [], 1
    for extent in reversed(shape):
        strides.append(step)
        step *= extent
    return tuple(reversed(strides))


def is_row_major(shape: tuple[int, ...], strides: tuple[int, ...]) -> bool:
    """Whether the strides are those of a contiguous tensor, extents of one left aside."""
    step = 1
    for extent, stride in zip(reversed(shape), reversed(strides), strict=True):
        if extent != 1 and stride != step:
            return False
        step *= extent
    return True


def span(shape: tuple[int, ...], strides: tuple[int, ...], offset: int = 0) -> tuple[int, int]:
    """The lowest and the highest element a view touches; ``(offset, offset - 1)`` when it touches none."""
    if 0 in shape:
        return offset, offset - 1
    low = high = offset
    for extent, stride in zip(shape, strides, strict=True):
        reach = (extent - 1) * stride
        low, high = (low + reach, high) if reach < 0 else (low, high + reach)
    return low, high


def describe(tensor: TensorMeta) -> str:
    """``float32[4, 2] strides (1, 4) offset 3``; what is as expected is left out."""
    text = f"{tensor.dtype.name}{list(tensor.shape)}"
    if not tensor.is_contiguous:
        text += f" strides {tensor.strides}"
    if tensor.offset:
        text += f" offset {tensor.offset}"
    if tensor.format is not Format.ND:
        text += f" {tensor.format.name}"
    return text
