"""Refusals of operators of two or three operands of which few calls were measured."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pyaclnn import dtypes
from pyaclnn.dtypes import BFLOAT16, BOOL, COMPLEX64, FLOAT16, FLOAT32, FLOAT64, INT8, INT32, INT64, UINT8
from pyaclnn.formats import Format
from pyaclnn.reference.meta import ScalarValue

from .refusals import A910, A950, B310, B910, P310, code_of, tensor

ONE = ScalarValue(FLOAT32, np.float32(1))
DEEP = tensor(*[1] * 9)


def pair(dtype: dtypes.DType = FLOAT32) -> dict[str, Any]:
    return {"self": tensor(2, 3, dtype=dtype), "other": tensor(2, 3, dtype=dtype), "out": tensor(2, 3, dtype=dtype)}


SCALE = {
    "x": tensor(2, 3, 4),
    "scale": tensor(3),
    "bias": tensor(3),
    "axis": 1,
    "numAxes": 1,
    "scaleFromBlob": True,
    "y": tensor(2, 3, 4),
}
XLOG1PY = {"x": tensor(2, 3), "y": tensor(3), "z": tensor(2, 3)}
POW = {"self": tensor(2, 3), "exponent": ONE, "out": tensor(2, 3)}
POW_SCALAR = {"self": ONE, "exponent": tensor(2, 3), "out": tensor(2, 3)}
CLAMP = {"self": tensor(2, 3), "clipValueMin": ONE, "clipValueMax": ONE, "out": tensor(2, 3)}
REMAINDER_SCALAR = {"self": ONE, "other": tensor(2, 3), "out": tensor(2, 3)}
LISTS = {"tensors": (tensor(2, 3), tensor(3)), "out": tensor(2, 3)}


@pytest.mark.parametrize(
    ("operator", "call", "code", "soc", "changes"),
    [
        ("aclnnScale", SCALE, 0, B910, {}),
        ("aclnnScale", SCALE, 0, B910, {"bias": None}),
        ("aclnnScale", SCALE, 161002, A910, {}),
        ("aclnnScale", SCALE, 161002, B310, {}),
        ("aclnnScale", SCALE, 161002, P310, {k: tensor(*SCALE[k].shape, dtype=BFLOAT16) for k in ("x", "scale", "y")}),
        ("aclnnScale", SCALE, 161001, B910, {"scale": None}),
        ("aclnnScale", SCALE, 161002, B910, {"axis": 3}),
        ("aclnnScale", SCALE, 161002, B910, {"axis": -4}),
        ("aclnnScale", SCALE, 161002, B910, {"numAxes": -2}),
        ("aclnnScale", SCALE, 161002, B910, {"numAxes": 0}),
        ("aclnnScale", SCALE, 161002, B910, {"numAxes": 3}),
        ("aclnnScale", SCALE, 161002, B910, {"bias": tensor(1)}),
        ("aclnnScale", SCALE, 161002, B910, {"bias": tensor(3, dtype=FLOAT16)}),
        ("aclnnScale", SCALE, 161002, B910, {"scaleFromBlob": False, "scale": tensor(4), "bias": None}),
        ("aclnnScale", SCALE, 161002, B910, {"y": tensor(2, 3)}),
        ("aclnnXlog1py", XLOG1PY, 0, A950, {}),
        ("aclnnXlog1py", XLOG1PY, 561103, B910, {}),
        ("aclnnXlog1py", XLOG1PY, 561103, B310, {}),
        ("aclnnXlog1py", XLOG1PY, 0, B910, {"x": tensor(0, 3), "z": tensor(0, 3)}),
        ("aclnnXlog1py", XLOG1PY, 561103, A950, {"y": tensor(2)}),
        ("aclnnXlog1py", XLOG1PY, 561103, A950, {"z": tensor(3)}),
        ("aclnnXlog1py", XLOG1PY, 161002, A950, {"y": tensor(3, dtype=FLOAT16)}),
        ("aclnnXlog1py", XLOG1PY, 161002, A950, {"z": tensor(2, 3, format=Format.FRACTAL_NZ)}),
        ("aclnnGcd", pair(INT32), 0, A910, {}),
        ("aclnnGcd", pair(INT64), 161002, A910, {}),
        ("aclnnGcd", pair(INT8), 161002, B910, {}),
        ("aclnnGcd", pair(UINT8), 0, A950, {}),
        ("aclnnGcd", pair(BOOL), 161002, A950, {}),
        ("aclnnGcd", pair(INT32), 161002, B910, {"out": tensor(2, 3)}),
        ("aclnnAtan2", pair(), 161002, B910, {"self": tensor(2, 3, dtype=COMPLEX64)}),
        ("aclnnAtan2", pair(), 161002, A910, {"self": tensor(2, 3, dtype=BFLOAT16)}),
        ("aclnnAtan2", pair(), 161002, B910, {"other": DEEP}),
        ("aclnnAtan2", pair(), 561003, B310, {}),
        ("aclnnLogAddExp2", pair(), 161002, A950, {"self": tensor(2, 3, format=Format.NCHW)}),
        ("aclnnLogAddExp2", pair(), 0, B910, {"self": tensor(2, 3, format=Format.NCHW)}),
        ("aclnnLogAddExp2", pair(), 161002, B910, {"out": tensor(2, 3, dtype=FLOAT64)}),
        ("aclnnPowTensorScalar", POW, 0, B310, {}),
        ("aclnnPowTensorScalar", POW, 161001, B910, {"exponent": None}),
        ("aclnnPowTensorScalar", POW, 161002, B910, {"out": tensor(2, 3, dtype=INT32)}),
        ("aclnnPowTensorScalar", POW, 161002, B910, {"out": tensor(3, 2)}),
        ("aclnnPowScalarTensor", POW_SCALAR, 0, B910, {}),
        ("aclnnPowScalarTensor", POW_SCALAR, 561000, B910, {"out": tensor(2, 3, dtype=dtypes.STRING)}),
        ("aclnnPowScalarTensor", POW_SCALAR, 161002, B910, {"exponent": tensor(3, 2)}),
        ("aclnnClamp", CLAMP, 0, B910, {"clipValueMin": None}),
        ("aclnnClamp", CLAMP, 161001, B910, {"clipValueMin": None, "clipValueMax": None}),
        ("aclnnClamp", CLAMP, 161002, B910, {"self": tensor(2, 3, dtype=BOOL)}),
        ("aclnnRemainderScalarTensor", REMAINDER_SCALAR, 561103, B910, {"self": None}),
        ("aclnnRemainderScalarTensor", REMAINDER_SCALAR, 561103, B910, {"out": None}),
        ("aclnnRemainderScalarTensor", REMAINDER_SCALAR, 161002, B310, {}),
        ("aclnnRemainderScalarTensor", REMAINDER_SCALAR, 161002, B910, {"out": tensor(2, 3, dtype=INT8)}),
        ("aclnnMinN", LISTS, 0, B910, {}),
        ("aclnnMinN", LISTS, 161002, B910, {"tensors": ()}),
        ("aclnnMinN", LISTS, 161001, B910, {"tensors": (tensor(2, 3), None)}),
        ("aclnnMinN", LISTS, 161002, B910, {"tensors": (tensor(2, 3), tensor(3, dtype=FLOAT16))}),
        ("aclnnMinN", LISTS, 161002, B910, {"out": tensor(3)}),
    ],
)
def test_codes(operator: str, call: dict[str, Any], code: int, soc: str, changes: dict[str, Any]) -> None:
    assert code_of(operator, call, changes, soc) == code
