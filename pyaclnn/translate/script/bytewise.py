"""Data types that hosts lack: a script has their bytes as elements of another type, and views them as theirs."""

from __future__ import annotations

from typing import Any

import numpy as np

from ... import dtypes
from ...dtypes import DType
from ..errors import NotUnderstood
from ..values.handles import Memory

BYTE = np.dtype(np.uint8)


def is_raw(dtype: DType) -> bool:
    return dtype.numpy is None


def shape_of(shape: tuple[int, ...], dtype: DType, width: int = 1) -> tuple[int, ...] | None:
    """The shape of a tensor as elements of ``width`` bytes; None where a row ends within one."""
    if dtype.bits == 8 * width:
        return shape
    if not shape or shape[-1] * dtype.bits % (8 * width):
        return None
    return (*shape[:-1], shape[-1] * dtype.bits // (8 * width))


def kind_of(memory: Memory, dtype: DType, shape: tuple[int, ...]) -> np.dtype[Any]:
    """What a tensor is filled with from the host: what the sample has, if that are whole numbers in all of a row."""
    kinds = {array.dtype for _, array in memory.writes}
    kind = kinds.pop() if len(kinds) == 1 else BYTE
    return kind if kind.kind in "iu" and shape_of(shape, dtype, kind.itemsize) is not None else BYTE


def viewed(
    name: str, dtype: DType, shape: tuple[int, ...], kind: np.dtype[Any] = BYTE
) -> tuple[str, DType, tuple[int, ...]]:
    """A tensor that hosts have no type for, as one of bytes; others as they are. For one byte ``kind`` may be int8."""
    if not is_raw(dtype):
        return name, dtype, shape
    found = shape_of(shape, dtype)
    if found is None:
        raise NotUnderstood("a data type that hosts lack", f"{dtype.name} in parts of a byte")
    kind = kind if kind == np.int8 else BYTE
    return f"{name}.view(np.{kind.name})", dtypes.from_numpy(kind), found
