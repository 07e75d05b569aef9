"""Common dtypes of operands, and the casts that CANN allows."""

from __future__ import annotations

from ..dtypes import (
    BFLOAT16,
    BOOL,
    COMPLEX32,
    COMPLEX64,
    COMPLEX128,
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
    UNDEFINED,
    DType,
)  # fmt: skip

# Types numbered from here on have no row in CANN's table, whose missing entries read as float32.
_BEYOND_TABLE = 34
_NARROW_COMPLEX = {FLOAT64: COMPLEX128, FLOAT32: COMPLEX64, BFLOAT16: COMPLEX64}
_SIGNED = (INT8, INT16, INT32, INT64)
_PROMOTABLE = frozenset(
    (FLOAT32, FLOAT16, INT8, INT32, UINT8, INT16, INT64, FLOAT64, BOOL, COMPLEX64, COMPLEX128, BFLOAT16, COMPLEX32)
)  # fmt: skip


def promote(first: DType, second: DType) -> DType | None:
    """The common dtype of two operands by CANN's table; None where it has none. Ranks play no part."""
    if UNDEFINED in (first, second):
        return None
    if first == second:
        return first
    if first.code >= _BEYOND_TABLE or second.code >= _BEYOND_TABLE:
        return FLOAT32
    if first in (UINT16, UINT32, UINT64) and second in (COMPLEX64, COMPLEX128):
        return COMPLEX128 if first == UINT64 else second
    if not {first, second} <= _PROMOTABLE:
        return None
    pair = {first, second}

    def other(dtype: DType) -> DType:
        return second if first == dtype else first

    if COMPLEX128 in pair:
        return COMPLEX128
    if COMPLEX64 in pair:
        return COMPLEX128 if FLOAT64 in pair else COMPLEX64
    if COMPLEX32 in pair:
        return _NARROW_COMPLEX.get(other(COMPLEX32), COMPLEX32)
    if FLOAT64 in pair:
        return FLOAT64
    if FLOAT32 in pair or pair == {FLOAT16, BFLOAT16}:
        return FLOAT32
    for floating in (FLOAT16, BFLOAT16):
        if floating in pair:
            return floating
    if BOOL in pair:
        return other(BOOL)
    if UINT8 in pair:
        return INT16 if INT8 in pair else other(UINT8)
    return max(first, second, key=_SIGNED.index)


def can_cast(source: DType, target: DType) -> bool:
    """Whether CANN lets a result of one dtype be written to an output of another."""
    if source.is_complex and not target.is_complex:
        return False
    if source.is_floating and target.is_integral:
        return False
    return target != BOOL or source == BOOL


def combine_with_scalar(tensor: DType, scalar: DType) -> DType | None:
    """The dtype of a tensor with a scalar: the scalar counts only where its category is the higher one."""
    if tensor.is_complex:
        return tensor
    if scalar.is_complex:
        if not tensor.is_floating:
            return scalar
        return {BFLOAT16: COMPLEX64, FLOAT16: COMPLEX32, FLOAT32: COMPLEX64, FLOAT64: COMPLEX128}.get(tensor)
    if tensor.is_floating:
        return tensor
    if tensor == BOOL or scalar.is_floating:
        return promote(tensor, scalar)
    return tensor if tensor != UNDEFINED else scalar


def promote_by_rank(first: DType, first_rank: int, second: DType, second_rank: int) -> DType | None:
    """As ``promote``, but beside a ranked operand a 0-d one counts only where its category is the higher one."""
    if bool(first_rank) == bool(second_rank):
        return promote(first, second)
    return combine_with_scalar(first, second) if first_rank else combine_with_scalar(second, first)


def default_of_scalar(scalar: DType) -> DType:
    """A scalar's dtype with its width forgotten: complex64, float32, or itself."""
    return COMPLEX64 if scalar.is_complex else FLOAT32 if scalar.is_floating else scalar


def promote_by_category(tensor: DType, scalar: DType) -> DType | None:
    """The older chips' dtype of a tensor with a scalar, whose own dtype counts where it adds a category."""
    if tensor.is_complex or scalar.is_complex:
        return promote(tensor, scalar)
    if tensor.is_floating:
        return tensor
    return promote(tensor, scalar) if scalar.is_floating or tensor == BOOL else tensor


def float_of(dtype: DType) -> DType:
    """The dtype of a function's values on the floats: float32 for integers and bool, else the argument's."""
    return FLOAT32 if dtype.is_integral or dtype == BOOL else dtype


def without_complex32(dtype: DType) -> DType:
    """The dtype that stands in for one in which no kernel computes."""
    return COMPLEX64 if dtype == COMPLEX32 else dtype
