"""Rounding to whole numbers, or to a number of decimals."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...dtypes import (
    BFLOAT16,
    FLOAT16,
    FLOAT32,
    FLOAT64,
    INT8,
    INT16,
    INT32,
    INT64,
    UINT8,
    UINT16,
    UINT32,
    UINT64,
)
from ..dtype_lists import FLOATING, FLOATS, FLOATS_ON_ANY_CHIP, per_chip
from ..kernels import Kernel
from ..kernels.arithmetic import TRUNC
from ..lowering import Array
from ..patterns.unary import function_within_dtype, overwriting
from ..rules import NotPrivate


def _round(x: Array, decimals: int, out: Array | None = None) -> Any:
    if x.dtype.kind == "f" and decimals == 0:
        return np.rint(x, out=out)
    result = _ROUND_INTEGERS[x.dtype.type](x, decimals) if x.dtype.kind == "i" else _round_float(x, decimals)
    if out is None:
        return result
    out[...] = result
    return out


def _round_float(x: Array, decimals: int) -> Any:
    # Where the power is infinite, in float32 from 10 ** 39 on, the result is NaN.
    power = x.dtype.type(10.0 ** abs(decimals) if abs(decimals) <= 308 else np.inf)
    return np.rint(x * power) / power if decimals > 0 else np.rint(x / power) * power


def _round_int32(x: Array, decimals: int) -> Array:
    """Ties go to the even multiple; what has no room becomes the smallest number."""
    if decimals >= 0:
        return x
    # From 10 ** 11 on every number is nearer to 0.
    power = np.int64(10 ** min(-decimals, 11))
    quotient, rest = np.divmod(x.astype(np.int64), power)
    quotient += (2 * rest > power) | ((2 * rest == power) & (quotient % 2 == 1))
    result = quotient * power
    return np.where(np.abs(result) > np.iinfo(np.int32).max, np.iinfo(np.int32).min, result).astype(np.int32)


def _round_int64(x: Array, decimals: int) -> Array:
    """The control CPU cuts the quotient off instead of rounding it, and takes a quotient of 1 for a half of 2."""
    if decimals == 0:
        return x
    power = np.int64(min(10 ** min(abs(decimals), 19), np.iinfo(np.int64).max))
    quotient = x * power if decimals > 0 else _cut_off_quotient(x, power)
    quotient = quotient + (quotient == 1)
    return _cut_off_quotient(quotient, power) if decimals > 0 else quotient * power


def _cut_off_quotient(x: Array, power: Any) -> Array:
    quotient = x // power
    return np.asarray(quotient + ((x < 0) & (quotient * power != x)))


_ROUND_INTEGERS = {np.int32: _round_int32, np.int64: _round_int64}

CEIL = Kernel("Ceil", np.ceil, FLOATS)
FLOOR = Kernel("Floor", np.floor, FLOATS_ON_ANY_CHIP)
ROUND = Kernel("Round", _round, per_chip((FLOAT16, FLOAT32, INT32), since_910b=(BFLOAT16,)), keeps_format=True)

ceil = function_within_dtype("aclnnCeil", "out = the least whole number not below self", CEIL, takes=FLOATING)
inplace_ceil = overwriting("aclnnInplaceCeil", ceil)

floor = function_within_dtype(
    "aclnnFloor",
    "out = the greatest whole number not above self",
    FLOOR,
    NotPrivate("self", "out"),
    takes=per_chip(
        (INT64, INT32, INT16, INT8, UINT64, UINT32, UINT16, UINT8, FLOAT64, FLOAT32, FLOAT16), since_910b=(BFLOAT16,)
    ),
    unchanged=lambda dtype: dtype.is_integral,
)
inplace_floor = overwriting("aclnnInplaceFloor", floor)

trunc = function_within_dtype(
    "aclnnTrunc",
    "out = self without its fraction",
    TRUNC,
    takes=per_chip((FLOAT32, FLOAT16), since_910b=(BFLOAT16,), A950=(FLOAT32, FLOAT16, BFLOAT16, INT8, UINT8, INT32)),
)
inplace_trunc = overwriting("aclnnInplaceTrunc", trunc)

_ROUNDED = (FLOAT32, FLOAT16, FLOAT64, INT32, INT64)
ROUNDED = per_chip((*_ROUNDED, BFLOAT16), A910=_ROUNDED)

round_ = function_within_dtype(
    "aclnnRound",
    "out = the whole number next to self, the even one of two",
    ROUND,
    NotPrivate("self", "out"),
    takes=ROUNDED,
    attributes=lambda call: (0,),
)
inplace_round = overwriting("aclnnInplaceRound", round_)

round_decimals = function_within_dtype(
    "aclnnRoundDecimals",
    "out = round(self * 10 ** decimals) / 10 ** decimals, where round takes the even one of two",
    ROUND,
    NotPrivate("self", "out"),
    takes=ROUNDED,
    attributes=lambda call: (call.args["decimals"],),
)
inplace_round_decimals = overwriting("aclnnInplaceRoundDecimals", round_decimals)

OPERATORS = (
    ceil,
    inplace_ceil,
    floor,
    inplace_floor,
    trunc,
    inplace_trunc,
    round_,
    inplace_round,
    round_decimals,
    inplace_round_decimals,
)
