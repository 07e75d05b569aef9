"""Numbers as an ``aclScalar`` holds them."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import dtypes
from ..errors import ArgumentTypeError
from ..reference.meta import ScalarValue
from ..values import exact, is_a, shown, type_name


def scalar_value(value: Any) -> ScalarValue:
    """A scalar with its dtype kept: bool, int64, double and complex128 for Python's own numbers.

    Raises ``ArgumentTypeError`` for what is no number, or an integer beyond 64 bits.
    """
    if is_a(value, ScalarValue):
        return value
    if is_a(value, (bool, np.bool_)):
        return ScalarValue(dtypes.BOOL, np.bool_(value))
    # Classes of their own may have any methods: numbers are taken out of them by those of the base.
    if is_a(value, int):
        value = exact(value)
        if -(2**63) <= value < 2**63:
            return ScalarValue(dtypes.INT64, np.int64(value))
        if value < 2**64 and value > 0:
            return ScalarValue(dtypes.UINT64, np.uint64(value))
        raise ArgumentTypeError(f"{shown(value)} needs more than 64 bits")
    if is_a(value, (np.generic, np.ndarray)) and (array := np.asarray(value)).ndim == 0:
        return ScalarValue(dtypes.from_numpy(array.dtype), array.astype(array.dtype.newbyteorder("="))[()])
    if is_a(value, float):
        return ScalarValue(dtypes.FLOAT64, np.float64(float.__pos__(value)))
    if is_a(value, complex):
        return ScalarValue(dtypes.COMPLEX128, np.complex128(complex.__pos__(value)))
    raise ArgumentTypeError(f"{type_name(value)} is no number")
