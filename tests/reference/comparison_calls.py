"""Calls of comparisons, logical and bitwise operators that succeed, for those of which none were measured."""

from __future__ import annotations

from typing import Any

import numpy as np

from pyaclnn.dtypes import BOOL, FLOAT32, INT32
from pyaclnn.reference.meta import ScalarValue

from .refusals import tensor

_X, _TRUTH, _BITS = tensor(4, 2), tensor(4, 2, dtype=BOOL), tensor(4, 2, dtype=INT32)
_NUMBER, _WORD = ScalarValue(FLOAT32, np.float32(3.5)), ScalarValue(INT32, np.int32(3))

CALLS: dict[str, dict[str, Any]] = {
    "aclnnEqTensor": {"self": _X, "other": _X, "out": _TRUTH},
    "aclnnInplaceEqTensor": {"selfRef": _X, "other": _X},
    "aclnnEqScalar": {"self": _X, "other": _NUMBER, "out": _TRUTH},
    "aclnnInplaceNeTensor": {"selfRef": _X, "other": _X},
    "aclnnLtScalar": {"self": _X, "other": _NUMBER, "out": _TRUTH},
    "aclnnLeTensor": {"self": _X, "other": _X, "out": _TRUTH},
    "aclnnLeScalar": {"self": _X, "other": _NUMBER, "out": _TRUTH},
    "aclnnGtTensor": {"self": _X, "other": _X, "out": _TRUTH},
    "aclnnGtScalar": {"self": _X, "other": _NUMBER, "out": _TRUTH},
    "aclnnInplaceGeTensor": {"selfRef": _X, "other": _X},
    "aclnnLogicalAnd": {"self": _X, "other": _X, "out": _TRUTH},
    "aclnnLogicalOr": {"self": _X, "other": _X, "out": _TRUTH},
    "aclnnInplaceLogicalOr": {"selfRef": _X, "other": _X},
    "aclnnLogicalXor": {"self": _X, "other": _X, "out": _TRUTH},
    "aclnnLogicalNot": {"self": _X, "out": _TRUTH},
    "aclnnInplaceLogicalNot": {"selfRef": _X},
    "aclnnEqual": {"self": _X, "other": _X, "out": tensor(1, dtype=BOOL)},
    "aclnnBitwiseOrScalar": {"self": _BITS, "other": _WORD, "out": _BITS},
    "aclnnInplaceBitwiseOrScalar": {"selfRef": _BITS, "other": _WORD},
    "aclnnInplaceBitwiseAndScalar": {"selfRef": _BITS, "other": _WORD},
    "aclnnBitwiseNot": {"self": _BITS, "out": _BITS},
}
