"""Calls of reductions that succeed, for operators of which no single calls were measured."""

from __future__ import annotations

from typing import Any

from pyaclnn.dtypes import BOOL, FLOAT32, INT32

from .refusals import tensor

_X, _ROW = tensor(2, 3), tensor(3)

CALLS: dict[str, dict[str, Any]] = {
    "aclnnLogSumExp": {"self": _X, "dim": (0,), "keepDim": False, "out": _ROW},
    "aclnnProdDim": {"self": _X, "dim": 0, "keepDim": False, "dtype": FLOAT32, "out": _ROW},
    "aclnnAll": {"self": _X, "dim": (0,), "keepdim": False, "out": tensor(3, dtype=BOOL)},
    "aclnnAmax": {"self": _X, "dim": (0,), "keepDim": False, "out": _ROW},
    "aclnnMin": {"self": _X, "out": tensor()},
    "aclnnAminmax": {"self": _X, "dim": (0,), "keepDim": False, "minOut": _ROW, "maxOut": _ROW},
    "aclnnVar": {"self": _X, "dim": (0,), "unbiased": True, "keepdim": False, "out": _ROW},
    "aclnnVarMean": {
        "self": _X,
        "dim": (0,),
        "correction": 1,
        "keepdim": False,
        "varOut": _ROW,
        "meanOut": _ROW,
    },
    "aclnnCumsum": {"self": _X, "dim": 0, "dtype": FLOAT32, "out": _X},
    "aclnnCumsumV2": {"self": _X, "dim": 0, "exclusive": False, "reverse": False, "out": _X},
    "aclnnCummin": {"self": _X, "dim": 0, "valuesOut": _X, "indicesOut": tensor(2, 3, dtype=INT32)},
    "aclnnSum": {"tensors": (_X, _X), "out": _X},
}
