"""Scalar operands: their values in another dtype, and the dtype a tensor and a scalar are computed in."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np

from ..dtypes import BFLOAT16, BOOL, FLOAT16, FLOAT32, FLOAT64, DType
from . import casts
from .chips import Family
from .meta import ScalarValue
from .promotion import combine_with_scalar, default_of_scalar, promote_by_category, without_complex32


def convert(scalar: ScalarValue, dtype: DType) -> np.ndarray[Any, Any]:
    """The scalar's value as a 0-d array. A complex one read as a real is 0; a float below epsilon is false."""
    value = np.asarray(scalar.value)
    with np.errstate(all="ignore"):
        if scalar.dtype.is_complex and not dtype.is_complex:
            return np.zeros((), dtype.storage)
        if scalar.dtype.is_floating and dtype == BOOL:
            kind = np.float64 if scalar.dtype == FLOAT64 else np.float32
            return np.asarray(np.abs(value.astype(kind)) >= np.finfo(kind).eps)
        return np.asarray(casts.cast(value, dtype))


def number(scalar: ScalarValue, dtype: DType = FLOAT32) -> Any:
    """The scalar's value as a NumPy number of ``dtype``."""
    return convert(scalar, dtype)[()]


def is_one(family: Family, scalar: ScalarValue, computed_in: DType) -> bool:
    """Whether a factor can be left out. NaN counts as one, and so does what rounds to one in float32."""
    if family is Family.A950 and (scalar.dtype.is_complex or computed_in.is_complex):
        return False
    wide = family is Family.A950 and computed_in == FLOAT64
    value = float(number(scalar, FLOAT64 if wide else FLOAT32))
    return not (value > 1 or value < 1)


def survives(scalar: ScalarValue, dtype: DType) -> bool:
    """Whether a 16-bit float type holds the value, to float32's epsilon."""
    with np.errstate(all="ignore"):
        rounded = np.float32(number(scalar, dtype))
        return bool(np.abs(rounded - number(scalar)) <= np.finfo(np.float32).eps)


def limits_of(dtype: DType) -> tuple[Any, Any]:
    """The least and the greatest finite value of a dtype, or of a complex one's parts."""
    info: Any = np.iinfo if dtype.is_integral else ml_dtypes.finfo
    limits = info(dtype.storage)
    return limits.min, limits.max


def overflows(scalar: ScalarValue, dtype: DType) -> bool:
    """Whether a scalar's value lies outside a dtype's range, in which floats have infinity and NaN.

    A complex dtype is not asked about integers, and an unsigned one about magnitudes only.
    """
    if scalar.dtype == BOOL or (dtype.is_complex and scalar.dtype.is_integral):
        return False
    least, most = (float(limit) for limit in limits_of(dtype))
    if least == 0 and scalar.dtype.is_integral:
        least = -most
    parts = (scalar.value.real, scalar.value.imag) if scalar.dtype.is_complex else (scalar.value,)
    values = [float(part) for part in parts]
    if not dtype.is_integral:
        values = [value for value in values if np.isfinite(value)]
    return not all(least <= value <= most for value in values)


def common_dtype(family: Family, tensor: DType, output: DType | None, *scalars: ScalarValue) -> DType | None:
    """The dtype in which a tensor and the first scalar are computed; None where there is none.

    Ascend950 goes by category, and leaves a 16-bit type that does not hold all the scalars. The others keep the
    dtype of a floating tensor, and let a scalar's dtype count only for what it adds in category.
    """
    other = scalars[0].dtype
    if family is Family.A950:
        common = combine_with_scalar(tensor, default_of_scalar(other))
        if common in (FLOAT16, BFLOAT16) and not all(survives(s, common) for s in scalars):
            return FLOAT32
        return None if common is None else without_complex32(common)
    if other == FLOAT64 and output == FLOAT32 and not (tensor.is_floating or tensor.is_complex):
        return FLOAT32
    return promote_by_category(tensor, other)


def result_dtype(tensor: DType, scalar: DType) -> DType | None:
    """The dtype that the result of a tensor and a scalar has where the caller does not say."""
    return combine_with_scalar(tensor, default_of_scalar(scalar))
