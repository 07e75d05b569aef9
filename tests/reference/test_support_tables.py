"""The measured tables of dtypes and of required parameters, replayed on every definition with a baseline call."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np
import pytest

from pyaclnn import dtypes
from pyaclnn.dtypes import FLOAT32
from pyaclnn.reference import registry
from pyaclnn.reference.chips import Family, family_of
from pyaclnn.reference.meta import ScalarValue, TensorMeta

from .activation_calls import CALLS as ACTIVATION_CALLS
from .comparison_calls import CALLS as COMPARISON_CALLS
from .index_calls import CALLS as INDEX_CALLS
from .loss_calls import CALLS as LOSS_CALLS
from .measured import SOCS, baseline, plan, table
from .product_calls import CALLS as PRODUCT_CALLS
from .reduction_calls import CALLS as REDUCTION_CALLS
from .refusals import tensor

ONE = ScalarValue(FLOAT32, np.float32(1))

# Calls that succeed, for operators of which no single calls were measured.
BASELINES: dict[str, dict[str, Any]] = {
    "aclnnSmoothL1Loss": {
        "self": tensor(4, 2),
        "target": tensor(4, 2),
        "reduction": 0,
        "beta": 1.0,
        "result": tensor(4, 2),
    },
    "aclnnMseLossBackward": {
        "gradOutput": tensor(2, 2),
        "self": tensor(2, 2),
        "target": tensor(2, 2),
        "reduction": 0,
        "out": tensor(2, 2),
    },
    "aclnnGluBackward": {"gradOut": tensor(2, 3), "self": tensor(4, 3), "dim": 0, "out": tensor(4, 3)},
    "aclnnGeluBackwardV2": {
        "gradOutput": tensor(4, 2),
        "self": tensor(4, 2),
        "approximate": "none",
        "gradInput": tensor(4, 2),
    },
    "aclnnInplaceIndexFillTensor": {
        "selfRef": tensor(3, 3),
        "dim": 1,
        "index": (0,),
        "value": ScalarValue(FLOAT32, 10.0),
    },
    "aclnnInplaceAdd": {"selfRef": tensor(4, 2), "other": tensor(4, 2), "alpha": ONE},
    "aclnnSubs": {"self": tensor(4, 2), "other": ONE, "alpha": ONE, "out": tensor(4, 2)},
    "aclnnMuls": {"self": tensor(4, 2), "other": ONE, "out": tensor(4, 2)},
    "aclnnInplaceMuls": {"selfRef": tensor(4, 2), "other": ONE},
    "aclnnDiv": {"self": tensor(4, 2), "other": tensor(4, 2), "out": tensor(4, 2)},
    "aclnnInplaceDiv": {"selfRef": tensor(4, 2), "other": tensor(4, 2)},
    "aclnnInplaceDivMod": {"selfRef": tensor(4, 2), "other": tensor(4, 2), "mode": 0},
    "aclnnInplaceDivMods": {"selfRef": tensor(4, 2), "other": ONE, "mode": 0},
    "aclnnAbs": {"self": tensor(4, 2), "out": tensor(4, 2)},
    "aclnnCat": {"tensors": (tensor(2, 3), tensor(1, 3)), "dim": 0, "out": tensor(3, 3)},
    "aclnnSplitTensor": {
        "self": tensor(4, 2),
        "splitSections": 2,
        "dim": 0,
        "out": (tensor(2, 2), tensor(2, 2)),
    },
}
# Likewise, of functions of one tensor, of which some have no other parameter, and some are for some chips only.
UNARY_BASELINES: dict[str, dict[str, Any]] = {
    **{
        name: {"self": tensor(4, 2), "out": tensor(4, 2)}
        for name in (
            "aclnnAsin", "aclnnSinh", "aclnnTanh", "aclnnExp2", "aclnnExpm1", "aclnnLog", "aclnnLog2", "aclnnLog10",
            "aclnnSquare", "aclnnNeg", "aclnnDigamma", "aclnnRound",
        )
    },
    **{
        name: {"selfRef": tensor(4, 2)}
        for name in (
            "aclnnInplaceCosh", "aclnnInplaceTan", "aclnnInplaceExpm1", "aclnnInplaceLog", "aclnnInplaceLog10",
            "aclnnInplaceFloor", "aclnnInplaceTrunc", "aclnnInplaceRound", "aclnnInplaceOne",
        )
    },
    **{name: {"inputRef": tensor(4, 2)} for name in ("aclnnInplaceAsinh", "aclnnInplaceAtanh", "aclnnInplaceCos")},
    "aclnnAtan": {"input": tensor(4, 2), "out": tensor(4, 2)},
    "aclnnRoundDecimals": {"self": tensor(4, 2), "decimals": 1, "out": tensor(4, 2)},
    "aclnnInplaceRoundDecimals": {"selfRef": tensor(4, 2), "decimals": 1},
    "aclnnEye": {"n": 3, "m": 3, "out": tensor(3, 3)},
    "aclnnOneHot": {
        "self": tensor(4, dtype=dtypes.INT32),
        "numClasses": 3,
        "onValue": tensor(1, dtype=dtypes.INT32),
        "offValue": tensor(1, dtype=dtypes.INT32),
        "axis": -1,
        "out": tensor(4, 3, dtype=dtypes.INT32),
    },
}  # fmt: skip
# Likewise, of functions of two or more.
BINARY_BASELINES: dict[str, dict[str, Any]] = {
    "aclnnAtan2": {"self": tensor(4, 2), "other": tensor(4, 2), "out": tensor(4, 2)},
    "aclnnInplaceXLogYScalarOther": {"selfRef": tensor(4, 2), "other": ONE},
    "aclnnXlog1py": {"x": tensor(4, 2), "y": tensor(4, 2), "z": tensor(4, 2)},
    "aclnnLogAddExp2": {"self": tensor(4, 2), "other": tensor(4, 2), "out": tensor(4, 2)},
    "aclnnGcd": {
        "self": tensor(4, 2, dtype=dtypes.INT32),
        "other": tensor(4, 2, dtype=dtypes.INT32),
        "out": tensor(4, 2, dtype=dtypes.INT32),
    },
    "aclnnClampMin": {"self": tensor(4, 2), "clipValueMin": ONE, "out": tensor(4, 2)},
    "aclnnClampMinTensor": {"self": tensor(4, 2), "clipValueMin": tensor(4, 2), "out": tensor(4, 2)},
    "aclnnLerps": {"self": tensor(4, 2), "end": tensor(4, 2), "weight": ONE, "out": tensor(4, 2)},
    "aclnnAddcdiv": {
        "self": tensor(4, 2),
        "tensor1": tensor(4, 2),
        "tensor2": tensor(4, 2),
        "value": ONE,
        "out": tensor(4, 2),
    },
    "aclnnScale": {
        "x": tensor(4, 2),
        "scale": tensor(2),
        "bias": tensor(2),
        "axis": 1,
        "numAxes": 1,
        "scaleFromBlob": True,
        "y": tensor(4, 2),
    },
    "aclnnMinN": {"tensors": (tensor(4, 2), tensor(4, 2)), "out": tensor(4, 2)},
    "aclnnInplaceFloorDivides": {"selfRef": tensor(4, 2), "other": ONE},
    "aclnnInplacePowTensorTensor": {"self": tensor(4, 2), "exponent": tensor(4, 2)},
    "aclnnPowTensorScalar": {"self": tensor(4, 2), "exponent": ONE, "out": tensor(4, 2)},
    "aclnnPowScalarTensor": {"self": ONE, "exponent": tensor(4, 2), "out": tensor(4, 2)},
    "aclnnRemainderTensorTensor": {"self": tensor(4, 2), "other": tensor(4, 2), "out": tensor(4, 2)},
    "aclnnInplaceRemainderTensorTensor": {"selfRef": tensor(4, 2), "other": tensor(4, 2)},
    "aclnnInplaceRemainderTensorScalar": {"selfRef": tensor(4, 2), "other": ScalarValue(dtypes.INT64, 3)},
    "aclnnRsubs": {"self": tensor(4, 2), "other": ONE, "alpha": ONE, "out": tensor(4, 2)},
}
# Of one tensor or list rearranged; not all succeed on all chips.
LAYOUT_BASELINES: dict[str, dict[str, Any]] = {
    "aclnnReflectionPad1d": {"self": tensor(2, 3, 4), "padding": (1, 2), "out": tensor(2, 3, 7)},
    "aclnnReflectionPad2d": {"self": tensor(2, 3, 4), "padding": (1, 2, 1, 1), "out": tensor(2, 5, 7)},
    "aclnnCircularPad2d": {"self": tensor(2, 3, 4), "padding": (1, 2, 1, 1), "out": tensor(2, 5, 7)},
    **{
        name: {
            "gradOutput": tensor(2, 5, 7),
            "self": tensor(2, 3, 4),
            "padding": (1, 2, 1, 1),
            "gradInput": tensor(2, 3, 4),
        }
        for name in ("aclnnReplicationPad2dBackward", "aclnnReflectionPad2dBackward")
    },
    **{
        name: {
            "gradOutput": tensor(1, 4, 5, 7),
            "self": tensor(1, 2, 3, 4),
            "padding": (1, 2, 1, 1, 1, 1),
            "gradInput": tensor(1, 2, 3, 4),
        }
        for name in ("aclnnReflectionPad3dBackward", "aclnnCircularPad3dBackward")
    },
    "aclnnExpand": {"self": tensor(1, 3), "size": (2, 3), "out": tensor(2, 3)},
    "aclnnFlatten": {"self": tensor(2, 3, 4), "axis": 1, "out": tensor(2, 12)},
    "aclnnRepeat": {"self": tensor(2, 3), "repeats": (2, 1, 3), "out": tensor(2, 2, 9)},
    "aclnnRoll": {"x": tensor(2, 3), "shifts": (1,), "dims": (1,), "out": tensor(2, 3)},
    "aclnnStack": {"tensors": (tensor(2, 3), tensor(2, 3)), "dim": 1, "out": tensor(2, 2, 3)},
    "aclnnChunkCat": {"tensors": (tensor(4, 3), tensor(3, 2)), "dim": 0, "numChunks": 2, "out": tensor(2, 10)},
    "aclnnSplitWithSize": {
        "self": tensor(4, 2),
        "splitSize": (1, 3),
        "dim": 0,
        "out": (tensor(1, 2), tensor(3, 2)),
    },
}
NAMED = (
    *BASELINES,
    *COMPARISON_CALLS,
    *REDUCTION_CALLS,
    *PRODUCT_CALLS,
    *INDEX_CALLS,
    *LOSS_CALLS,
    "aclnnSmoothL1LossBackward",
    "aclnnMseLoss",
    "aclnnMseLossOut",
    "aclnnIndexFillTensor",
    "aclnnGlu",
)


def call_of(operator: str) -> dict[str, Any] | None:
    listed = BASELINES.get(operator) or UNARY_BASELINES.get(operator) or BINARY_BASELINES.get(operator)
    listed = listed or COMPARISON_CALLS.get(operator) or REDUCTION_CALLS.get(operator)
    listed = listed or PRODUCT_CALLS.get(operator) or INDEX_CALLS.get(operator) or LOSS_CALLS.get(operator)
    return listed or LAYOUT_BASELINES.get(operator) or baseline(operator) or ACTIVATION_CALLS.get(operator)


@lru_cache(maxsize=3)
def rows_of(name: str) -> dict[str, list[dict[str, str]]]:
    found: dict[str, list[dict[str, str]]] = {}
    for row in table(name):
        found.setdefault(row["op"], []).append(row)
    return found


def replayable(name: str) -> list[str]:
    """The defined operators with rows in a table and a call to vary."""
    return sorted(op for op in registry.definitions() if op in rows_of(name) and call_of(op) is not None)


# What was varied where it is not the dtype of most tensors: here that of gradOutput alone.
MAIN_DTYPES = {"aclnnGeluBackward": dtypes.INT32, "aclnnSearchSorteds": dtypes.FLOAT32}


def main_dtype(call: dict[str, Any]) -> dtypes.DType:
    """The dtype of most tensors of the call; index tensors and masks have others."""
    tensors = [v for value in call.values() for v in (value if isinstance(value, tuple) else (value,))]
    return Counter(v.dtype for v in tensors if isinstance(v, TensorMeta)).most_common(1)[0][0]


def with_main_dtype(call: dict[str, Any], dtype: dtypes.DType, main: dtypes.DType | None = None) -> dict[str, Any]:
    main = main or main_dtype(call)

    def changed(value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(map(changed, value))
        return replace(value, dtype=dtype) if isinstance(value, TensorMeta) and value.dtype == main else value

    return {name: changed(value) for name, value in call.items()}


def dtype_mismatches(operator: str) -> list[str]:
    call, wrong = call_of(operator), []
    assert call is not None
    for row in rows_of("dtype_support.tsv.gz")[operator]:
        values = with_main_dtype(call, dtypes.as_dtype(row["dtype"]), MAIN_DTYPES.get(operator))
        for soc in SOCS:
            code, _ = plan(operator, values, soc)
            if row[soc] and code != row[soc]:
                wrong.append(f"{operator} of {row['dtype']} on {soc}: measured {row[soc]}, got {code}")
    return wrong


def null_mismatches(operator: str) -> list[str]:
    call, wrong = call_of(operator), []
    assert call is not None
    for row in rows_of("required_parameters.tsv.gz")[operator]:
        if row["kind"] == "outptr":
            continue  # workspaceSize and executor belong to the C interface
        elsewhere = dict(part.split("=") for part in row["other_soc_rcs"].split(",") if part)
        for soc in SOCS:
            want = elsewhere.get(soc, row["null_rc"])
            code, _ = plan(operator, {**call, row["param"]: None}, soc)
            # A crash upstream agrees with any refusal.
            if code != want and (want != "CRASH" or code == "0"):
                wrong.append(f"{operator} without {row['param']} on {soc}: measured {want}, got {code}")
    return wrong


@pytest.mark.parametrize("operator", NAMED)
def test_baseline_succeeds(operator: str) -> None:
    call = call_of(operator)
    assert call is not None
    assert [plan(operator, call, soc)[0] for soc in SOCS] == ["0"] * len(SOCS)


@pytest.mark.parametrize("operator", replayable("dtype_support.tsv.gz"))
def test_dtypes_are_as_measured(operator: str) -> None:
    assert dtype_mismatches(operator) == []


@pytest.mark.parametrize("operator", replayable("required_parameters.tsv.gz"))
def test_null_pointers_are_as_measured(operator: str) -> None:
    assert null_mismatches(operator) == []


@pytest.mark.parametrize("operator", [*NAMED, "aclnnScatterMul"])
def test_chips_are_the_documented_ones_and_those_that_accepted_a_call(operator: str) -> None:
    definition = registry.find(operator)
    assert definition is not None
    (documented,) = rows_of("product_support.tsv.gz")[operator]
    expected = {family for family in Family if documented[family.value] == "1"}
    for row in rows_of("dtype_support.tsv.gz").get(operator, ()):
        expected |= {family_of(soc) for soc in SOCS if row[soc] == "0"}
    assert definition.families == expected


def test_every_named_operator_has_rows() -> None:
    assert set(NAMED) <= set(replayable("dtype_support.tsv.gz")) & set(replayable("required_parameters.tsv.gz"))
    for operator in NAMED:
        assert len(rows_of("dtype_support.tsv.gz")[operator]) == 20
        assert len(rows_of("required_parameters.tsv.gz")[operator]) >= 3
