"""Operators on lists of tensors: what they refuse, before their kernels and in them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pyaclnn.dtypes import BFLOAT16, FLOAT16, FLOAT32, FLOAT64, INT8, INT16, INT32, INT64, UINT8, DType
from pyaclnn.formats import Format
from pyaclnn.reference import registry
from pyaclnn.reference.chips import SINCE_910B, Family
from pyaclnn.reference.meta import ScalarValue, TensorMeta

from .measured import table
from .refusals import A910, A950, B910, P310, code_of, tensor

A910_93 = "Ascend910_9392"
OPERATORS = sorted(name for name in registry.definitions() if name.startswith("aclnnForeach"))


def pair(dtype: DType = FLOAT32) -> tuple[TensorMeta, ...]:
    return (tensor(2, 3, dtype=dtype), tensor(4, dtype=dtype))


def one(dtype: DType = FLOAT32, *shape: int) -> TensorMeta:
    return tensor(*(shape or (1,)), dtype=dtype)


def scalar(dtype: DType, value: float = 1) -> ScalarValue:
    return ScalarValue(dtype, np.array(value).astype(dtype.numpy)[()])


UNARY = {"x": pair(), "out": pair()}
BINARY = {"x1": pair(), "x2": pair(), "out": pair()}
CALLS: dict[str, dict[str, Any]] = {
    "Exp": UNARY,
    "Sqrt": UNARY,
    "Copy": UNARY,
    "Neg": UNARY,
    "LogInplace": {"x": pair()},
    "ZeroInplace": {"x": pair()},
    "MaximumList": BINARY,
    "MulList": BINARY,
    "AddList": {**BINARY, "alpha": one()},
    "AddListV2": {**BINARY, "alpha": scalar(FLOAT32)},
    "AddScalar": {**UNARY, "scalar": one()},
    "AddScalarV2": {**UNARY, "scalar": scalar(FLOAT32)},
    "MaximumScalarV2": {**UNARY, "scalar": scalar(FLOAT32)},
    "AddcmulList": {**BINARY, "x3": pair(), "scalars": one(FLOAT32, 2)},
    "AddcdivScalarList": {**BINARY, "x3": pair(), "scalars": one(FLOAT32, 2)},
    "Norm": {"x": pair(), "scalar": scalar(FLOAT32), "out": (one(), one())},
    "RoundOffNumberV2": {**UNARY, "roundMode": scalar(INT8)},
    "NonFiniteCheckAndUnscale": {"scaledGrads": pair(), "foundInf": one(), "invScale": one()},
}
SHORT = pair()[:1]
WIDER = (tensor(2, 3), tensor(5))
DEEP = (tensor(*(1,) * 9), tensor(4))
BLOCKED = (tensor(2, 3, format=Format.FRACTAL_NZ), tensor(4))
STRIDED = (TensorMeta((2, 3), (1, 2), FLOAT32, storage_shape=(6,)), tensor(4))


@pytest.mark.parametrize("name", CALLS)
def test_first_call_succeeds(name: str) -> None:
    soc = A950 if name == "LogInplace" else B910
    assert code_of("aclnnForeach" + name, CALLS[name], {}, soc) == 0


@pytest.mark.parametrize(
    ("code", "name", "soc", "changes"),
    [
        # Found by the first tensors of the lists, or by the kernel.
        (161001, "Exp", B910, {"x": None}),
        (161002, "Exp", B910, {"x": pair(INT32), "out": pair(INT32)}),
        (0, "Exp", B910, {"x": pair(INT8), "out": pair(INT8)}),
        (161002, "Exp", A950, {"x": pair(INT8), "out": pair(INT8)}),
        (561003, "Exp", A910, {}),
        (161002, "Exp", B910, {"out": pair(FLOAT16)}),
        (161002, "Exp", B910, {"x": BLOCKED}),
        (561002, "Exp", B910, {"x": DEEP, "out": DEEP}),
        (561002, "Exp", B910, {"out": SHORT}),
        (0, "Exp", B910, {"out": WIDER}),
        (161002, "Exp", B910, {"out": STRIDED}),
        (0, "Exp", B910, {"x": STRIDED}),
        (561003, "LogInplace", B910, {}),
        (161002, "LogInplace", A950, {"x": STRIDED}),
        (0, "ZeroInplace", B910, {"x": pair(INT16)}),
        (161002, "MaximumList", B910, {"x2": pair(FLOAT16)}),
        (561002, "MaximumList", B910, {"x2": (tensor(2, 3), tensor(4, dtype=FLOAT16))}),
        (561002, "MaximumList", B910, {"x2": (tensor(2, 3), tensor(5))}),
        (561002, "MaximumList", B910, {"x2": SHORT}),
        (161002, "AddScalar", B910, {"scalar": one(FLOAT16)}),
        (161002, "AddScalar", B910, {"x": pair(FLOAT16), "out": pair(FLOAT16)}),
        (0, "AddScalar", A950, {"x": pair(FLOAT16), "out": pair(FLOAT16)}),
        (561002, "AddScalar", B910, {"scalar": one(FLOAT32, 2)}),
        (561002, "AddcmulList", B910, {"scalars": one(FLOAT32, 3)}),
        (161002, "AddcmulList", B910, {"scalars": one(FLOAT16, 2)}),
        (0, "Norm", B910, {"scalar": scalar(FLOAT64)}),
        (0, "Norm", B910, {"scalar": scalar(INT64)}),
        (161002, "Norm", B910, {"scalar": scalar(INT32)}),
        (561002, "Norm", B910, {"out": (one(), tensor(0))}),
        (0, "NonFiniteCheckAndUnscale", P310, {}),
        (161002, "NonFiniteCheckAndUnscale", P310, {"scaledGrads": pair(BFLOAT16)}),
        (161001, "NonFiniteCheckAndUnscale", B910, {"foundInf": None}),
        (161002, "NonFiniteCheckAndUnscale", B910, {"foundInf": one(FLOAT16)}),
        (561002, "NonFiniteCheckAndUnscale", B910, {"invScale": one(FLOAT32, 2)}),
        (561003, "NonFiniteCheckAndUnscale", A910, {}),
        # Found by checks of the operator's own.
        (161001, "Sqrt", B910, {"out": None}),
        (161002, "Sqrt", A910, {}),
        (0, "Sqrt", B910, {"x": (), "out": ()}),
        (161002, "Sqrt", B910, {"x": pair(INT32), "out": pair(INT32)}),
        (161002, "Sqrt", B910, {"out": SHORT}),
        (161002, "Sqrt", B910, {"out": WIDER}),
        (161002, "Sqrt", B910, {"x": DEEP, "out": DEEP}),
        (161002, "Sqrt", B910, {"x": BLOCKED}),
        (0, "Sqrt", B910, {"out": STRIDED}),
        (561103, "Sqrt", B910, {"x": (tensor(1),) * 257, "out": (tensor(1),) * 257}),
        (0, "Copy", B910, {"x": pair(UINT8), "out": pair(UINT8)}),
        (0, "Copy", B910, {"out": pair(BFLOAT16)}),
        (161002, "Copy", B910, {"out": pair(INT32)}),
        (0, "Copy", B910, {"out": WIDER}),
        (561003, "Copy", A910_93, {}),
        (0, "MulList", B910, {n: pair(INT16) for n in ("x1", "x2", "out")}),
        (0, "AddListV2", B910, {**{n: pair(UINT8) for n in ("x1", "x2", "out")}, "alpha": scalar(INT64)}),
        (561103, "AddListV2", A950, {**{n: pair(UINT8) for n in ("x1", "x2", "out")}, "alpha": scalar(INT64)}),
        (161002, "AddListV2", B910, {"alpha": scalar(FLOAT16)}),
        (0, "AddListV2", B910, {"alpha": scalar(FLOAT64)}),
        # The checks let float64 pass, for which there is no kernel.
        (561103, "AddList", B910, {"alpha": one(FLOAT64)}),
        (161002, "AddList", B910, {"alpha": one(INT32)}),
        (561103, "AddList", B910, {"alpha": one(FLOAT32, 2)}),
        (161001, "AddScalarV2", B910, {"out": SHORT}),
        (161002, "MaximumScalarV2", B910, {"scalar": scalar(FLOAT64, 1e39)}),
        (0, "MaximumScalarV2", B910, {"scalar": scalar(FLOAT32, np.inf)}),
        (561103, "AddcdivScalarList", B910, {"scalars": one(FLOAT16, 2)}),
        (561103, "RoundOffNumberV2", B910, {"x": pair(INT32), "out": pair(INT32)}),
        (161002, "RoundOffNumberV2", B910, {"roundMode": scalar(INT32)}),
    ],
)
def test_codes(code: int, name: str, soc: str, changes: dict[str, Any]) -> None:
    assert code_of("aclnnForeach" + name, CALLS[name], changes, soc) == code


@pytest.mark.parametrize("operator", OPERATORS)
def test_chips_are_the_documented_ones(operator: str) -> None:
    definition = registry.find(operator)
    assert definition is not None
    (documented,) = [row for row in table("product_support.tsv.gz") if row["op"] == operator]
    assert definition.families == {family for family in Family if documented[family.value] == "1"}


def test_all_are_defined() -> None:
    assert len(OPERATORS) == 78
    assert all(registry.definitions()[name].families & SINCE_910B for name in OPERATORS)
