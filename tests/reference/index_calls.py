"""Calls that choose, find or sort elements and succeed, for operators of which no single calls were measured."""

from __future__ import annotations

from typing import Any

import numpy as np

from pyaclnn.dtypes import BOOL, FLOAT32, INT32, INT64, UINT8
from pyaclnn.reference.meta import ScalarValue

from .refusals import tensor

_X, _TRUTH, _INDEX = tensor(4, 2), tensor(4, 2, dtype=BOOL), tensor(4, 2, dtype=INT64)
_BYTES = tensor(4, 2, dtype=UINT8)
_ZERO = ScalarValue(FLOAT32, np.float32(0))
_NUMBER = ScalarValue(FLOAT32, np.float32(3.5))

CALLS: dict[str, dict[str, Any]] = {
    # Of which all were varied together, the condition too.
    "aclnnSWhere": {"condition": _BYTES, "self": _BYTES, "other": _BYTES, "out": _BYTES},
    "aclnnInplaceMaskedFillScalar": {"selfRef": _X, "mask": _TRUTH, "value": _NUMBER},
    "aclnnInplaceMaskedFillTensor": {"selfRef": _X, "mask": _TRUTH, "value": tensor()},
    "aclnnMaskedSelect": {"self": _X, "mask": _TRUTH, "out": tensor(8)},
    "aclnnTril": {"self": _X, "diagonal": 0, "out": _X},
    "aclnnInplaceTril": {"selfRef": _X, "diagonal": 0},
    "aclnnTriu": {"self": _X, "diagonal": 0, "out": _X},
    "aclnnHistc": {"self": _X, "bins": 4, "min": _ZERO, "max": _NUMBER, "out": tensor(4)},
    "aclnnBincount": {"self": tensor(3, dtype=INT32), "weights": None, "minlength": 0, "out": tensor(5)},
    "aclnnSearchSorted": {
        "sortedSequence": _X,
        "self": _X,
        "outInt32": False,
        "right": False,
        "sorter": _INDEX,
        "out": _INDEX,
    },
    "aclnnSort": {
        "self": _INDEX,
        "stable": True,
        "dim": 0,
        "descending": False,
        "valuesOut": _INDEX,
        "indicesOut": _INDEX,
    },
}
