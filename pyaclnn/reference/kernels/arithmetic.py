"""The kernels of sums, products and quotients, which operators of several families launch."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...dtypes import BFLOAT16, COMPLEX32, COMPLEX64, FLOAT16, FLOAT32, INT8, INT16, INT32, INT64
from .. import casts
from ..dtype_lists import (
    ADDED_ON_CORE,
    DIVIDED_ON_CORE,
    FLOOR_DIVIDED_ON_CORE,
    MULTIPLIED_ON_CORE,
    per_chip,
)
from ..lowering import Array
from . import Kernel


def _subtract(x: Array, y: Array, out: Array | None = None) -> Any:
    return (np.bitwise_xor if x.dtype == np.bool_ else np.subtract)(x, y, out=out)


def axpy(x: Array, y: Array, alpha: Any, out: Array | None = None) -> Any:
    """x + alpha * y."""
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


def floor_divide(x: Array, y: Array, out: Array | None = None) -> Any:
    """The rounded quotient's floor; it is not the exact quotient's where that lies just below an integer."""
    if x.dtype.kind in "iu":
        return np.floor_divide(x, y, out=out)
    return np.floor(np.true_divide(x, y), out=out)


def truncate(x: Array, out: Array | None = None) -> Any:
    """``x`` without its fraction."""
    if x.dtype.kind not in "iub":
        return np.trunc(x, out=out)
    if out is None:
        return x
    out[...] = x
    return out


def power(x: Array, y: Array, out: Array | None = None) -> Any:
    """Integers wrap; a negative power of one is 0 unless the base is 1 or -1."""
    if x.dtype.kind != "i" or not np.any(y < 0):
        return np.power(x, y, out=out)
    sign = np.where(y % 2 == 0, 1, x)
    result = np.where(y < 0, np.where(np.abs(x) == 1, sign, 0), np.power(x, np.maximum(y, 0))).astype(x.dtype)
    if out is None:
        return result
    out[...] = result
    return out


def sign(x: Array, out: Array | None = None) -> Any:
    """-1, 0 or 1, and for a complex number that of magnitude 1; NaN counts as 0, being neither above nor below."""
    if x.dtype.kind == "c":
        size = np.abs(x)
        result = np.zeros_like(x) if out is None else out
        result[...] = np.where(size == 0, x.dtype.type(0), x / size)
        return result
    result = np.asarray(np.sign(x, out=out))
    # The greatest of numbers with a NaN among them is NaN.
    if x.dtype.kind == "f" and np.isnan(result.max(initial=0)):
        np.copyto(result, x.dtype.type(0), where=np.isnan(result))
    return result


def added_product(x: Array, first: Array, second: Array, value: Any, out: Array | None = None) -> Any:
    """x + value * first * second."""
    product = first * second
    if value != 1:
        product = product * x.dtype.type(value)
    return np.add(x, product, out=out)


def added_quotient(x: Array, first: Array, second: Array, value: Any, out: Array | None = None) -> Any:
    """x + value * first / second; integers are divided without their fraction."""
    quotient = truncate_divide(first, second) if x.dtype.kind == "i" else first / second
    if value != 1:
        quotient = quotient * x.dtype.type(value)
    return np.add(x, quotient, out=out)


_BELOW_HALF = np.nextafter(np.float32(0.5), np.float32(0))
_BITS_OF_ONE = np.float32(1).view(np.int32)
_UNSIGNED_ONE = np.float32(1).view(np.uint32)


def lerp(x: Array, end: Array, weight: Array, out: Array | None = None) -> Any:
    """x + weight * (end - x), counted from the nearer end, so that weights of 0 and 1 give the ends themselves."""
    return _interpolated(x, end, weight, out)


def lerp_by_magnitude(x: Array, end: Array, weight: Array, out: Array | None = None) -> Any:
    """The same, but from -0.5 down ``end`` is taken for the nearer one."""
    is_plain = weight.ndim and x.shape == end.shape == weight.shape
    # The bits of what is negative, NaN or large are greater than those of 1.
    if is_plain and weight.size and weight.view(np.uint32).max() < _UNSIGNED_ONE:
        return _interpolated_between(x, end, weight, out)
    return _interpolated(x, end, weight, out, by_magnitude=True)


def _interpolated_between(x: Array, end: Array, weight: Array, out: Array | None) -> Any:
    """The same for weights from 0 up to but not 1, in fewer steps: the part of it that remains has a sign exactly where
    ``end`` is nearer."""
    rest = weight + weight
    np.floor(rest, out=rest)
    np.subtract(weight, rest, out=rest)
    room = None  # for what is between, where the output is not an operand
    if out is not None and not np.may_share_memory(out, x) and not np.may_share_memory(out, end):
        room = out.view(np.int32)
    nearer = rest.view(np.int32) >> 31
    nearer &= np.bitwise_xor(x.view(np.int32), end.view(np.int32), out=room)
    nearer ^= x.view(np.int32)
    step = np.subtract(end, x, out=out)
    step *= rest
    step += nearer.view(np.float32)
    return step


def _interpolated(x: Array, end: Array, weight: Array, out: Array | None, *, by_magnitude: bool = False) -> Any:
    if weight.ndim == 0:
        far = (np.abs(weight) if by_magnitude else weight) >= 0.5
        return np.add(end if far else x, (weight - far) * (end - x), out=out)
    if not x.shape == end.shape == weight.shape:
        x, end, weight = np.broadcast_arrays(x, end, weight)
    # Among random weights a choice by bits is many times faster than one by branches: the mask is all ones from 0.5 on.
    mask = (_BELOW_HALF - (np.abs(weight) if by_magnitude else weight)).view(np.int32)
    mask >>= 31
    nearer = x.view(np.int32) ^ end.view(np.int32)
    nearer &= mask
    nearer ^= x.view(np.int32)
    # What is done with holds what comes next, so that a block's arrays stay in the cache.
    mask &= _BITS_OF_ONE
    rest = mask.view(np.float32)
    np.subtract(weight, rest, out=rest)
    step = np.subtract(end, x, out=out)
    step *= rest
    step += nearer.view(np.float32)
    return step


def _relu(x: Array, out: Array | None = None) -> Any:
    return np.maximum(x, x.dtype.type(0), out=out)


ADD = Kernel("Add", np.add, ADDED_ON_CORE, takes_mixed=True)
SUB = Kernel("Sub", _subtract, ADDED_ON_CORE)
MUL = Kernel("Mul", np.multiply, MULTIPLIED_ON_CORE, takes_mixed=True)
MULS = Kernel("Muls", np.multiply)
AXPY = Kernel("Axpy", axpy, per_chip((FLOAT32, INT32, FLOAT16, BFLOAT16)))
AXPY_INT32 = Kernel("Axpy", _axpy_through_float32, takes_out=False)
AXPY_V2 = Kernel("AxpyV2", axpy)
REAL_DIV = Kernel("RealDiv", _true_divide, DIVIDED_ON_CORE)
REAL_DIV_INTEGERS = Kernel("RealDiv", truncate_divide, DIVIDED_ON_CORE, takes_out=False)
TRUNCATE_DIV = Kernel("TruncateDiv", truncate_divide, takes_out=False)
FLOOR_DIV = Kernel("FloorDiv", floor_divide, FLOOR_DIVIDED_ON_CORE)
TRUNC = Kernel("Trunc", truncate)
RELU = Kernel("Relu", _relu, keeps_format=True)
SQUARE = Kernel("Square", np.square, per_chip((FLOAT32, FLOAT16, INT32, BFLOAT16), since_910b=(INT64,)))
_ABS_ON_CORE = (FLOAT32, FLOAT16, BFLOAT16, INT32)
ABS = Kernel(
    "Abs",
    np.abs,
    per_chip(
        _ABS_ON_CORE,
        since_910b=(INT64, COMPLEX64),
        A950=(*_ABS_ON_CORE, INT8, INT16, INT64, COMPLEX32, COMPLEX64),
    ),
)
