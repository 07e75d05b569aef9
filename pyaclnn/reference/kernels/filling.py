"""The kernels that fill a tensor with one value, and the one that chooses between two tensors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...dtypes import (
    BFLOAT16,
    BOOL,
    FLOAT4_E1M2,
    FLOAT4_E2M1,
    FLOAT8_E4M3FN,
    FLOAT8_E5M2,
    FLOAT16,
    FLOAT32,
    HIFLOAT8,
    INT8,
    INT32,
    INT64,
    UINT8,
    UINT16,
    UINT32,
    UINT64,
    DType,
)
from ..dtype_lists import per_chip
from ..lowering import Array, Buffer, Lowering
from ..meta import ScalarValue
from ..rules import INNER_NULL, MAX_RANK, Refusal

_COMMON = (FLOAT32, FLOAT16, INT8, INT32)
_ZEROS = (*_COMMON, UINT8, INT64, BOOL)
ZEROS_ON_CORE = per_chip(
    _ZEROS,
    since_910b=(BFLOAT16,),
    A950=(*_ZEROS, BFLOAT16, FLOAT8_E5M2, FLOAT8_E4M3FN, HIFLOAT8, FLOAT4_E1M2, FLOAT4_E2M1),
)
ONES_ON_CORE = per_chip((*_COMMON, UINT8), since_910b=(BFLOAT16, BOOL))
FILLED_ON_CORE = per_chip((*_COMMON, INT64, BOOL), since_910b=(BFLOAT16, UINT16, UINT32, UINT64))
SELECTED_ON_CORE = per_chip((*_COMMON, UINT8, BFLOAT16, INT64))


def _filled_with(shape: tuple[int, ...], dtype: np.dtype[np.generic]) -> Callable[..., Array]:
    """A function that spreads one value, zero without one, over ``out``; without that it repeats it in a view."""

    def compute(*values: Array, out: Array | None = None) -> Array:
        value = values[0].reshape(()) if values else np.zeros((), dtype)
        if out is None:
            return np.broadcast_to(value, shape)
        out[...] = value
        return out

    return compute


def zeros_like(low: Lowering, x: Buffer) -> Buffer:
    """A temporary full of zeros; the control CPU makes it of no more than eight dimensions."""
    on_core = x.dtype in ZEROS_ON_CORE[low.family]
    if not on_core and x.ndim > MAX_RANK:
        raise Refusal(INNER_NULL, f"{x.dtype.name} of {x.ndim} dimensions can't be filled, at most {MAX_RANK} can")
    function = _filled_with(x.shape, x.dtype.storage)
    # Its values play no part, but the kernel takes the tensor whose shape and dtype it is to have.
    return low.kernel(
        "ZerosLike",
        lambda array, out=None: function(out=out),
        (x,),
        x.shape,
        x.dtype,
        raw=True,
        takes_out=True,
        aicpu=not on_core,
        format=x.format,
    )


def ones_like(low: Lowering, x: Buffer) -> Buffer:
    """A temporary full of ones."""
    function = _filled_with(x.shape, x.dtype.storage)
    one = np.ones((), x.dtype.storage)
    return low.kernel(
        "OnesLike",
        lambda array, out=None: function(one, out=out),
        (x,),
        x.shape,
        x.dtype,
        raw=True,
        takes_out=True,
        aicpu=x.dtype not in ONES_ON_CORE[low.family],
    )


def fill(low: Lowering, shape: tuple[int, ...], value: Buffer) -> Buffer:
    """A temporary full of the value of a tensor of one element."""
    return low.kernel(
        "Fill",
        _filled_with(shape, value.dtype.storage),
        (value,),
        shape,
        value.dtype,
        raw=True,
        takes_out=True,
        aicpu=value.dtype not in FILLED_ON_CORE[low.family],
    )


def full(low: Lowering, shape: tuple[int, ...], dtype: DType, value: Any) -> Buffer:
    """A temporary full of a number, which counts as made by the vector cores whatever its dtype."""
    return low.kernel("Fill", lambda: np.full(shape, value, dtype.storage), (), shape, dtype, raw=True)


def fill_output(low: Lowering, output: str, value: float) -> None:
    """One value everywhere in an output of any shape, which may be empty."""
    if low.tensor(output).size:
        _write_filled(low, output, low.tensor(output).shape, value)


def fill_one_element(low: Lowering, output: str, value: float) -> None:
    """One value as the whole of an output, which must have one element."""
    _write_filled(low, output, (1,), value)


def _write_filled(low: Lowering, output: str, shape: tuple[int, ...], value: float) -> None:
    dtype = low.tensor(output).dtype
    if dtype.numpy is None:
        raise Refusal(INNER_NULL, f"{output} is {dtype.name}, which can't be filled")
    low.view_copy(fill(low, shape, low.constant(ScalarValue(FLOAT32, np.float32(value)), dtype)), output)


def _chosen(condition: Array, chosen: Array, other: Array, out: Array | None = None) -> Array:
    shape = np.broadcast_shapes(condition.shape, chosen.shape, other.shape)
    result = np.empty(shape, other.dtype) if out is None else out
    result[...] = other
    np.copyto(result, chosen, where=condition)
    return result


def select(low: Lowering, condition: Buffer, chosen: Buffer, other: Buffer) -> Buffer:
    """``chosen`` where the condition holds, else ``other``; the three broadcast."""
    return low.kernel(
        "SelectV2",
        _chosen,
        (condition, chosen, other),
        np.broadcast_shapes(condition.shape, chosen.shape, other.shape),
        chosen.dtype,
        raw=True,
        takes_out=True,
        aicpu=chosen.dtype not in SELECTED_ON_CORE[low.family],
    )
