"""Calls of losses that succeed, for those of which no single calls were measured."""

from __future__ import annotations

from typing import Any

from pyaclnn.dtypes import INT64

from .refusals import tensor

_X = tensor(4, 2)

CALLS: dict[str, dict[str, Any]] = {
    "aclnnL1Loss": {"self": _X, "target": _X, "reduction": 1, "out": tensor()},
    "aclnnBinaryCrossEntropy": {"self": _X, "target": _X, "weight": _X, "reduction": 0, "out": _X},
    "aclnnBinaryCrossEntropyBackward": {
        "gradOutput": _X,
        "self": _X,
        "target": _X,
        "weightOptional": _X,
        "reduction": 0,
        "out": _X,
    },
    "aclnnBinaryCrossEntropyWithLogits": {
        "self": _X,
        "target": _X,
        "weightOptional": _X,
        "posWeightOptional": _X,
        "reduction": 0,
        "out": _X,
    },
    "aclnnNLLLoss": {
        "self": _X,
        "target": tensor(4, dtype=INT64),
        "weight": tensor(2),
        "reduction": 1,
        "ignoreIndex": -100,
        "out": tensor(),
        "totalWeightOut": tensor(),
    },
}
