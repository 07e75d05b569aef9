"""Elementwise kernels that several operators launch: the NumPy function, and the dtypes the vector cores take."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from typing import Any

import numpy as np

from ..dtypes import BFLOAT16, FLOAT16, FLOAT32, INT32, DType
from . import casts
from .dtype_lists import (
    ADDED_ON_CORE,
    DIVIDED_ON_CORE,
    FLOOR_DIVIDED_ON_CORE,
    MULTIPLIED_ON_CORE,
    Dtypes,
    per_chip,
)
from .lowering import Array, Buffer, Lowering
from .shapes import broadcast


def are_mixed_floats(first: DType, second: DType) -> bool:
    """float32 with a 16-bit float type: some kernels take the two as they are."""
    return first != second and FLOAT32 in (first, second) and {first, second} <= {FLOAT16, BFLOAT16, FLOAT32}


@dataclass(frozen=True)
class Kernel:
    """A kernel whose operands broadcast: called, it is launched on buffers and gives the result's.

    ``on_core`` None says that it always runs on the vector cores. ``takes_mixed`` is for kernels that take mixed
    floats, with a float32 result, and look at the dtypes of all operands; others go by the first one.
    """

    name: str
    function: Callable[..., Any]
    on_core: Dtypes | None = None
    takes_mixed: bool = False
    takes_out: bool = True

    def __call__(
        self, low: Lowering, *operands: Buffer, attributes: tuple[Any, ...] = (), dtype: DType | None = None
    ) -> Buffer:
        mixed = self.takes_mixed and len(operands) == 2 and are_mixed_floats(operands[0].dtype, operands[1].dtype)
        looked_at = operands if self.takes_mixed else operands[:1]
        on_core = mixed or self.on_core is None or all(b.dtype in self.on_core[low.family] for b in looked_at)
        return low.kernel(
            self.name,
            self._bound(attributes),
            operands,
            reduce(_broadcast, (b.shape for b in operands)),
            dtype or (FLOAT32 if mixed else operands[0].dtype),
            takes_out=self.takes_out,
            aicpu=not on_core,
        )

    def _bound(self, attributes: tuple[Any, ...]) -> Callable[..., Any]:
        if not attributes:
            return self.function
        return lambda *arrays, **out: self.function(*arrays, *attributes, **out)


def _broadcast(first: tuple[int, ...], second: tuple[int, ...]) -> tuple[int, ...]:
    shape = broadcast(first, second)
    assert shape is not None
    return shape


def _subtract(x: Array, y: Array, out: Array | None = None) -> Any:
    return (np.bitwise_xor if x.dtype == np.bool_ else np.subtract)(x, y, out=out)


def _axpy(x: Array, y: Array, alpha: Any, out: Array | None = None) -> Any:
    return np.add(x, np.multiply(y, alpha), out=out)


def _axpy_through_float32(x: Array, y: Array, alpha: Any) -> Any:
    return casts.cast(x.astype(np.float32) + y.astype(np.float32) * alpha, INT32)


def _true_divide(x: Array, y: Array, out: Array | None = None) -> Any:
    if x.dtype.kind == "c":
        return _complex_divide(x, y, out)
    if x.dtype.kind in "iub":
        return np.true_divide(x, y, out=out, dtype=np.float32)
    return np.true_divide(x, y, out=out)


def _complex_divide(x: Array, y: Array, out: Array | None = None) -> Any:
    """The plain formula, which gives NaN for a zero divisor."""
    scale = y.real * y.real + y.imag * y.imag
    product = x * np.conj(y)
    result = np.empty(product.shape, x.dtype) if out is None else out
    result.real, result.imag = product.real / scale, product.imag / scale
    return result


def truncate_divide(x: Array, y: Array) -> Any:
    """The quotient without its fraction; integers stay integers, and a zero divisor gives -1."""
    if x.dtype.kind not in "iu" or y.dtype.kind not in "iu":
        return np.trunc(np.true_divide(x, y, dtype=np.float64 if x.dtype == np.float64 else np.float32))
    quotient = np.floor_divide(x, y)
    quotient += ((x % y != 0) & ((x < 0) != (y < 0))).astype(quotient.dtype)
    by_zero = np.full((), -1).astype(quotient.dtype)
    if quotient.dtype == np.int64:
        # The chip divides 64 bits in halves, which shows in what a zero divisor gives.
        by_zero = np.where((x >= 0) & (x != np.iinfo(np.int64).max), np.int64(2**32 - 1), by_zero)
    return np.where(y == 0, by_zero, quotient)


def floor_divide(x: Array, y: Array) -> Any:
    """The rounded quotient's floor; it is not the exact quotient's where that lies just below an integer."""
    return np.floor_divide(x, y) if x.dtype.kind in "iu" else np.floor(np.true_divide(x, y))


def truncate(x: Array) -> Any:
    """``x`` without its fraction."""
    return x if x.dtype.kind in "iub" else np.trunc(x)


def _relu(x: Array, out: Array | None = None) -> Any:
    return np.maximum(x, x.dtype.type(0), out=out)


ADD = Kernel("Add", np.add, ADDED_ON_CORE, takes_mixed=True)
SUB = Kernel("Sub", _subtract, ADDED_ON_CORE)
MUL = Kernel("Mul", np.multiply, MULTIPLIED_ON_CORE, takes_mixed=True)
MULS = Kernel("Muls", np.multiply)
AXPY = Kernel("Axpy", _axpy, per_chip((FLOAT32, INT32, FLOAT16, BFLOAT16)))
AXPY_INT32 = Kernel("Axpy", _axpy_through_float32, takes_out=False)
AXPY_V2 = Kernel("AxpyV2", _axpy)
REAL_DIV = Kernel("RealDiv", _true_divide, DIVIDED_ON_CORE)
REAL_DIV_INTEGERS = Kernel("RealDiv", truncate_divide, DIVIDED_ON_CORE, takes_out=False)
TRUNCATE_DIV = Kernel("TruncateDiv", truncate_divide, takes_out=False)
FLOOR_DIV = Kernel("FloorDiv", floor_divide, FLOOR_DIVIDED_ON_CORE, takes_out=False)
TRUNC = Kernel("Trunc", truncate, takes_out=False)
RELU = Kernel("Relu", _relu)
