"""Calls of products that succeed, for operators of which no single calls were measured."""

from __future__ import annotations

from typing import Any

import numpy as np

from pyaclnn.dtypes import FLOAT32
from pyaclnn.reference.meta import ScalarValue

from .refusals import tensor

_ONE = ScalarValue(FLOAT32, np.float32(1))

CALLS: dict[str, dict[str, Any]] = {
    "aclnnDot": {"self": tensor(3), "tensor": tensor(3), "out": tensor()},
    "aclnnGer": {"self": tensor(2), "vec2": tensor(3), "out": tensor(2, 3)},
    "aclnnAddr": {
        "self": tensor(2, 3),
        "vec1": tensor(2),
        "vec2": tensor(3),
        "betaOptional": _ONE,
        "alphaOptional": _ONE,
        "out": tensor(2, 3),
    },
}
