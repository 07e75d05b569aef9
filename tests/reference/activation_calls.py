"""Calls of activations that succeed on Ascend910B, or on the chip that has the operator."""

from __future__ import annotations

from typing import Any

import numpy as np

from pyaclnn.dtypes import BOOL, FLOAT32, INT64
from pyaclnn.reference.meta import ScalarValue

from .refusals import tensor

X, WIDE, HALF = tensor(4, 2), tensor(4, 6), tensor(4, 3)
ONE, TWO = ScalarValue(FLOAT32, np.float32(1)), ScalarValue(FLOAT32, np.float32(2))
ROWS, GROUPS = tensor(4, 1), tensor(2, dtype=INT64)

_CLIPPED: dict[str, Any] = {"groupIndexOptional": GROUPS, "dim": -1, "alpha": 1.0, "limit": 7.0, "bias": 1.0}
_ATTENTION, _MASK = tensor(2, 3, 4, 5), tensor(2, 1, 4, 5, dtype=BOOL)

CALLS: dict[str, dict[str, Any]] = {
    "aclnnCelu": {"self": X, "alpha": ONE, "out": X},
    "aclnnInplaceCelu": {"selfRef": X, "alpha": ONE},
    "aclnnElu": {"self": X, "alpha": ONE, "scale": ONE, "inputScale": ONE, "out": X},
    "aclnnInplaceElu": {"selfRef": X, "alpha": ONE, "scale": ONE, "inputScale": ONE},
    "aclnnEluBackward": {
        "gradOutput": X,
        "alpha": ONE,
        "scale": ONE,
        "inputScale": ONE,
        "isResult": False,
        "selfOrResult": X,
        "gradInput": X,
    },
    "aclnnFastGelu": {"self": X, "out": X},
    "aclnnFastGeluBackward": {"gradOutput": X, "self": X, "gradInput": X},
    "aclnnGeGlu": {"self": WIDE, "dim": -1, "approximate": 0, "out": HALF, "outGelu": HALF},
    "aclnnGeGluV3": {
        "self": WIDE,
        "dim": -1,
        "approximate": 0,
        "activateLeft": True,
        "out": HALF,
        "outGelu": HALF,
    },
    "aclnnGeGluBackward": {
        "gradOutput": HALF,
        "self": WIDE,
        "gelu": HALF,
        "dim": -1,
        "approximate": 0,
        "gradInput": WIDE,
    },
    "aclnnGeGluV3Backward": {
        "gradOutput": HALF,
        "self": WIDE,
        "gelu": HALF,
        "dim": -1,
        "approximate": 0,
        "activateLeft": True,
        "gradInput": WIDE,
    },
    "aclnnGelu": {"self": X, "out": X},
    "aclnnGeluV2": {"x": X, "approximate": 0, "y": X},
    "aclnnGeluBackward": {"gradOutput": X, "self": X, "gradInput": X},
    "aclnnHardshrink": {"self": X, "lambd": ONE, "out": X},
    "aclnnHardshrinkBackward": {"gradOutput": X, "self": X, "lambd": ONE, "gradInput": X},
    "aclnnHardsigmoid": {"self": X, "out": X},
    "aclnnInplaceHardsigmoid": {"self": X},
    "aclnnHardsigmoidBackward": {"gradOutput": X, "self": X, "out": X},
    "aclnnHardswish": {"self": X, "out": X},
    "aclnnInplaceHardswish": {"self": X},
    "aclnnHardswishBackward": {"gradOutput": X, "self": X, "out": X},
    "aclnnHardswishBackwardV2": {"gradOutput": X, "self": X, "out": X},
    "aclnnHardtanh": {"self": X, "clipValueMin": ONE, "clipValueMax": TWO, "out": X},
    "aclnnInplaceHardtanh": {"selfRef": X, "clipValueMin": ONE, "clipValueMax": TWO},
    "aclnnHardtanhBackward": {"gradOutput": X, "self": X, "min": ONE, "max": TWO, "out": X},
    "aclnnLeakyRelu": {"self": X, "negativeSlope": ONE, "out": X},
    "aclnnInplaceLeakyRelu": {"selfRef": X, "negativeSlope": ONE},
    "aclnnLeakyReluBackward": {
        "gradOutput": X,
        "self": X,
        "negativeSlope": ONE,
        "selfIsResult": False,
        "out": X,
    },
    "aclnnLogSigmoid": {"self": X, "out": X},
    "aclnnLogSigmoidForward": {"self": X, "out": X, "buffer": X},
    "aclnnLogSigmoidBackward": {"gradOutput": X, "self": X, "buffer": X, "gradInput": X},
    "aclnnMish": {"self": X, "out": X},
    "aclnnInplaceMish": {"selfRef": X},
    "aclnnMishBackward": {"gradOutput": X, "self": X, "gradInput": X},
    "aclnnPrelu": {"self": X, "weight": tensor(2), "out": X},
    "aclnnPreluBackward": {
        "gradOutput": X,
        "self": X,
        "weight": tensor(2),
        "gradInput": X,
        "gradWeight": tensor(2),
    },
    "aclnnRelu": {"self": X, "out": X},
    "aclnnInplaceRelu": {"selfRef": X},
    "aclnnSelu": {"self": X, "out": X},
    "aclnnInplaceSelu": {"selfRef": X},
    "aclnnSeluBackward": {"gradOutput": X, "result": X, "gradInput": X},
    "aclnnShrink": {"self": X, "lambd": ONE, "bias": ONE, "out": X},
    "aclnnSigmoid": {"self": X, "out": X},
    "aclnnInplaceSigmoid": {"selfRef": X},
    "aclnnSigmoidBackward": {"gradOutput": X, "output": X, "gradInput": X},
    "aclnnSiluBackward": {"gradOutput": X, "self": X, "gradInput": X},
    "aclnnSoftplus": {"self": X, "beta": ONE, "threshold": TWO, "out": X},
    "aclnnSoftplusBackward": {"gradOutput": X, "self": X, "beta": ONE, "threshold": TWO, "gradInput": X},
    "aclnnSoftshrink": {"self": X, "lambd": ONE, "out": X},
    "aclnnSoftshrinkBackward": {"gradOutput": X, "self": X, "lambda": ONE, "gradInput": X},
    "aclnnSwish": {"self": X, "betaOptional": ONE, "out": X},
    "aclnnSwishBackward": {"gradOutput": X, "self": X, "betaOptional": ONE, "gradInput": X},
    "aclnnTanhBackward": {"gradOutput": X, "output": X, "gradInput": X},
    "aclnnThreshold": {"self": X, "threshold": ONE, "value": TWO, "out": X},
    "aclnnInplaceThreshold": {"selfRef": X, "threshold": ONE, "value": TWO},
    "aclnnThresholdBackward": {"gradOutput": X, "self": X, "threshold": ONE, "out": X},
    "aclnnSoftmax": {"self": X, "dim": -1, "out": X},
    "aclnnLogSoftmax": {"self": X, "dim": -1, "out": X},
    "aclnnSoftmaxBackward": {"gradOutput": X, "output": X, "dim": -1, "out": X},
    "aclnnLogSoftmaxBackward": {"gradOutput": X, "output": X, "dim": -1, "out": X},
}

# The same for operators that were measured neither by call nor in the tables.
UNMEASURED: dict[str, dict[str, Any]] = {
    "aclnnSquaredRelu": {"input": X, "out": X},
    "aclnnSwiGlu": {"x": WIDE, "dim": -1, "out": HALF},
    "aclnnSwiGluGrad": {"yGrad": HALF, "x": WIDE, "dim": -1, "out": WIDE},
    "aclnnClippedSwiglu": {"x": WIDE, **_CLIPPED, "interleaved": True, "out": HALF},
    "aclnnClippedSwigluV2": {"x": WIDE, **_CLIPPED, "interleaved": True, "clampMode": 0, "out": HALF},
    "aclnnClippedSwigluGrad": {"gradY": HALF, "x": WIDE, **_CLIPPED, "interleaved": True, "gradXOut": WIDE},
    "aclnnSwigluGroup": {
        "x": WIDE,
        "weightOptional": ROWS,
        "groupIndexOptional": GROUPS,
        "clampLimit": -1.0,
        "out": HALF,
    },
    "aclnnSwigluGroupGrad": {
        "gradY": HALF,
        "x": WIDE,
        "weightOptional": ROWS,
        "yOriginOptional": HALF,
        "groupIndexOptional": GROUPS,
        "clampLimit": 0.0,
        "gradXOut": WIDE,
        "gradWeightOutOptional": ROWS,
    },
    "aclnnSituGlu": {"x": WIDE, "dim": -1, "beta": 1.0, "linearBeta": 0.0, "activateLeft": True, "out": HALF},
    "aclnnSituGluGrad": {
        "gradY": HALF,
        "x": WIDE,
        "dim": -1,
        "beta": 1.0,
        "linearBeta": 0.0,
        "activateLeft": True,
        "out": WIDE,
    },
    "aclnnFatreluMul": {"input": WIDE, "threshold": tensor(1), "out": HALF},
    "aclnnGeluMul": {"input": WIDE, "approximateOptional": "none", "out": HALF},
    "aclnnScaledMaskedSoftmax": {
        "x": _ATTENTION,
        "mask": _MASK,
        "scale": 1.0,
        "fixedTriuMask": False,
        "y": _ATTENTION,
    },
    "aclnnScaledMaskedSoftmaxBackward": {
        "gradOutput": _ATTENTION,
        "y": _ATTENTION,
        "mask": _MASK,
        "scale": 1.0,
        "fixTriuMask": False,
        "out": _ATTENTION,
    },
    "aclnnMaskedSoftmaxWithRelPosBias": {
        "x": _ATTENTION,
        "attenMaskOptional": tensor(2, 4, 5),
        "relativePosBias": tensor(3, 4, 5),
        "scaleValue": 1.0,
        "innerPrecisionMode": 0,
        "out": _ATTENTION,
    },
}
