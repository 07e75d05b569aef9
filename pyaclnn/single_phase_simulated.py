"""What the functions of one phase compute, for the simulator: sizes of blocked weights, and packed numbers."""

from __future__ import annotations

import math
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np

from .abi.codes import code_name
from .backend import Backend
from .dtypes import BFLOAT16, FLOAT16, DType
from .errors import NotSupportedError, error_class
from .reference.chips import SINCE_910B, Family
from .reference.rules import RUNTIME, Refusal, require

_CUBE = 16  # rows and columns of a block of float16
_BYTES = 32  # and columns of a block of bytes
_SCALE_BIT, _OFFSET_SHIFT, _OFFSET_BITS = 46, 37, 9
_ALIGN = 16
_random: weakref.WeakKeyDictionary[Backend, int] = weakref.WeakKeyDictionary()


def run(backend: Backend, name: str, *args: Any) -> Any:
    """Computes a function, or raises the error that CANN's would return."""
    function = _FUNCTIONS.get(name)
    if function is None:
        raise NotSupportedError(
            -1, name, name="not simulated", hint="the simulator does not compute this function: it needs a real device"
        )
    try:
        return function(backend, *args)
    except Refusal as refusal:
        raise error_class(refusal.code)(
            refusal.code, name, name=code_name(refusal.code), detail=refusal.text, source="the simulator says"
        ) from None


def _up(value: int, multiple: int) -> int:
    return -(-value // multiple) * multiple


def _matmul_weight_size(backend: Backend, shape: tuple[int, ...]) -> int:
    most = 6 if backend.family().is_910b_like else 2
    require(2 <= len(shape) <= most, f"tensorShape has {len(shape)} dimensions, allowed are 2 to {most}")
    return _blocked(shape, FLOAT16)


def _matmul_weight_size_v2(backend: Backend, shape: tuple[int, ...], dtype: DType) -> int:
    family = backend.family()
    if family not in SINCE_910B | {Family.P310}:
        raise Refusal(RUNTIME, f"{family.value} does not have it")
    require(2 <= len(shape) <= 6, f"tensorShape has {len(shape)} dimensions, allowed are 2 to 6")
    require(0 not in shape, f"tensorShape is {list(shape)}, which has no element")
    return _blocked(shape, dtype)


def _blocked(shape: tuple[int, ...], dtype: DType) -> int:
    columns = _CUBE if dtype in (FLOAT16, BFLOAT16) else _BYTES
    return math.prod(shape[:-2]) * _up(shape[-2], _CUBE) * _up(shape[-1], columns)


def _convolution_weight_size(
    backend: Backend, shape: tuple[int, ...], transposed: bool, groups: int, dtype: DType
) -> int:
    require(len(shape) == 4, f"tensorShape has {len(shape)} dimensions, must have 4")
    require(not transposed, "transposed convolutions are not taken")
    require(groups != 0, "groups is 0")
    require(backend.family() is Family.P310, f"{backend.family().value} does not have it, only Ascend310P")
    require(dtype == FLOAT16, f"dataType is {dtype.name}, must be float16")
    require(min(shape) >= 0, f"tensorShape is {list(shape)}")
    if 0 in shape:
        return 0
    if groups != 1:
        raise NotSupportedError(
            -1, "aclnnCalculateConvolutionWeightSize", name="not simulated", hint="the simulator knows groups=1 only"
        )
    n, c, h, w = shape
    return _up(c, _CUBE) * h * w * _up(n, _CUBE)


def _set_random(backend: Backend, mode: int) -> None:
    require(mode in (0, 1), f"pytorchRandom is {mode}, must be 0 or 1")
    _random[backend] = mode


def _get_random(backend: Backend) -> int:
    return _random.get(backend, 0)


def _quant_param(backend: Backend, scale: Any, offset: Any) -> Any:
    require(scale.size > 0, "scaleArray is empty")
    require(offset is None or offset.size > 0, "offsetArray is empty")
    count = max(scale.size, 0 if offset is None else offset.size)
    packed = np.zeros(count if count == 1 else _up(count, _ALIGN), np.uint64)
    packed[: scale.size] = scale.view(np.uint32).astype(np.uint64) | np.uint64(1 << _SCALE_BIT)
    if offset is not None:
        away = np.trunc(offset + np.copysign(np.float32(0.5), offset))  # halves go away from zero
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


def _sparse(backend: Backend, dense: Any) -> tuple[Any, Any]:
    n, k = dense.shape
    k1, n1 = -(-_up(k, _BYTES) // _BYTES // 2), -(-n // _CUBE)
    padded = np.zeros((n1 * _CUBE, k1 * 2 * _BYTES), np.int8)
    padded[:n, :k] = dense
    fours = padded.reshape(n1 * _CUBE, -1, 4)
    patterns = (fours != 0) @ np.array([8, 4, 2, 1])
    known = np.zeros((16, 3), np.int64)
    for pattern, kept in _KEPT.items():
        known[pattern] = kept
    require(bool(np.isin(patterns, list(_KEPT)).all()), "weight has more than two of four neighbours that are not zero")
    chosen = known[patterns]
    packed = np.take_along_axis(fours, chosen[..., :2], axis=2).reshape(n1 * _CUBE, -1)
    halves = chosen[..., 2].reshape(n1 * _CUBE, -1, 2)
    index = (halves[..., 0] | (halves[..., 1] << 4)).astype(np.uint8)

    def blocks(rows: Any, width: int) -> Any:
        return np.ascontiguousarray(rows.reshape(n1, _CUBE, k1, width).transpose(2, 0, 1, 3))

    return blocks(packed, _BYTES), blocks(index, _BYTES // 4)


_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "aclnnCalculateMatmulWeightSize": _matmul_weight_size,
    "aclnnCalculateMatmulWeightSizeV2": _matmul_weight_size_v2,
    "aclnnCalculateConvolutionWeightSize": _convolution_weight_size,
    "aclnnSetPytorchRandom": _set_random,
    "aclnnGetPytorchRandom": _get_random,
    "aclnnTransQuantParam": _quant_param,
    "aclnnTransSparse4to2Para": _sparse,
}
