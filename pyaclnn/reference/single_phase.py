"""What the functions of one phase compute: sizes of weights in blocks, and packed numbers."""

from __future__ import annotations

import math
from typing import Any, TypeAlias

import numpy as np

from ..dtypes import BFLOAT16, FLOAT16
from .chips import SINCE_910B, Family
from .rules import INVALID, NO_KERNEL, RUNTIME, Refusal, require

Array: TypeAlias = "np.ndarray[Any, Any]"

_CUBE = 16  # rows and columns of a block of float16
_BYTES = 32  # and columns of a block of bytes
_SCALE_BIT, _OFFSET_SHIFT, _OFFSET_BITS = 46, 37, 9
_ALIGN = 16


def _up(value: int, multiple: int) -> int:
    return -(-value // multiple) * multiple


def matmul_weight_size(family: Family, shape: tuple[int, ...]) -> int:
    """Elements of a float16 weight in blocks."""
    most = 6 if family.is_910b_like else 2
    require(2 <= len(shape) <= most, f"tensorShape has {len(shape)} dimensions, allowed are 2 to {most}")
    return _blocked(shape, FLOAT16.code)


def require_sized_weights(family: Family) -> None:
    """361001 on the chips that don't have the second version of the size."""
    require(family in SINCE_910B | {Family.P310}, f"{family.value} does not have it", RUNTIME)


def matmul_weight_size_v2(shape: tuple[int, ...], dtype: int) -> int:
    """Elements of a weight in blocks; ``dtype`` is the number of its data type."""
    require(2 <= len(shape) <= 6, f"tensorShape has {len(shape)} dimensions, allowed are 2 to 6")
    require(0 not in shape, f"tensorShape is {list(shape)}, which has no element")
    return _blocked(shape, dtype)


def _blocked(shape: tuple[int, ...], dtype: int) -> int:
    columns = _CUBE if dtype in (FLOAT16.code, BFLOAT16.code) else _BYTES
    return math.prod(shape[:-2]) * _up(shape[-2], _CUBE) * _up(shape[-1], columns)


def convolution_weight_size(
    family: Family, shape: tuple[int, ...], transposed: bool, groups: int, dtype: int
) -> int:  # fmt: skip
    """Elements of a convolution's weight (NCHW) in blocks."""
    require(len(shape) == 4, f"tensorShape has {len(shape)} dimensions, must have 4")
    require(not transposed, "transposed convolutions are not taken")
    require(groups != 0, "groups is 0")
    require(family is Family.P310, f"{family.value} does not have it, only Ascend310P")
    require(dtype == FLOAT16.code, f"dataType is {dtype}, must be {FLOAT16.code} (float16)")
    for extent in shape:
        require(extent >= 0, f"tensorShape is {list(shape)}")
        if extent == 0:
            return 0
    require(groups == 1, "the simulator knows the size for groups=1 only", NO_KERNEL)
    n, c, h, w = shape
    return _up(c, _CUBE) * h * w * _up(n, _CUBE)


def quantization_parameters(scale: Array, offset: Array | None) -> Array:
    """Scales and offsets (float32) packed as uint64; more than one are padded to a multiple of 16."""
    count = max(scale.size, 0 if offset is None else offset.size)
    packed = np.zeros(count if count == 1 else _up(count, _ALIGN), np.uint64)
    packed[: scale.size] = scale.view(np.uint32).astype(np.uint64) | np.uint64(1 << _SCALE_BIT)
    if offset is not None:
        wide = offset.astype(np.float64)
        away = np.trunc(wide + np.copysign(0.5, wide))  # halves go away from zero
        bits = np.clip(away, -256, 255).astype(np.int64) & ((1 << _OFFSET_BITS) - 1)
        kept = packed[: offset.size] & np.uint64((1 << _SCALE_BIT) | 0xFFFFFFFF)
        packed[: offset.size] = kept | (bits.astype(np.uint64) << np.uint64(_OFFSET_SHIFT))
    return packed


# Which two of four neighbours are kept, by which of them are not zero; the first neighbour is the highest bit.
_KEPT = {
    0b0000: (0, 0, 0b0000), 0b0001: (0, 3, 0b1000), 0b0010: (2, 3, 0b0010), 0b0011: (2, 3, 0b1010),
    0b0100: (1, 2, 0b0001), 0b0101: (1, 3, 0b1001), 0b0110: (1, 2, 0b0101), 0b1000: (0, 1, 0b0000),
    0b1001: (0, 3, 0b1000), 0b1010: (0, 2, 0b0100), 0b1100: (0, 1, 0b0000),
}  # fmt: skip


def sparse_weight(dense: Array) -> tuple[Array, Array]:
    """The two values kept of four neighbours of a weight (int8, ``[n, k]``), and their index, both in blocks."""
    n, k = dense.shape
    k1, n1 = -(-_up(k, _BYTES) // _BYTES // 2), -(-n // _CUBE)
    padded = np.zeros((n1 * _CUBE, k1 * 2 * _BYTES), np.int8)
    padded[:n, :k] = dense
    if not padded.size:
        shape = k1, n1, _CUBE
        return np.zeros((*shape, _BYTES), np.int8), np.zeros((*shape, _BYTES // 4), np.uint8)
    fours = padded.reshape(n1 * _CUBE, -1, 4)
    patterns = (fours != 0) @ np.array([8, 4, 2, 1])
    known = np.zeros((16, 3), np.int64)
    for pattern, kept in _KEPT.items():
        known[pattern] = kept
    if not np.isin(patterns, list(_KEPT)).all():
        raise Refusal(INVALID, "weight has more than two of four neighbours that are not zero")
    chosen = known[patterns]
    packed = np.take_along_axis(fours, chosen[..., :2], axis=2).reshape(n1 * _CUBE, -1)
    halves = chosen[..., 2].reshape(n1 * _CUBE, -1, 2)
    index = (halves[..., 0] | (halves[..., 1] << 4)).astype(np.uint8)

    def blocks(rows: Array, width: int) -> Array:
        return np.ascontiguousarray(rows.reshape(n1, _CUBE, k1, width).transpose(2, 0, 1, 3))

    return blocks(packed, _BYTES), blocks(index, _BYTES // 4)
