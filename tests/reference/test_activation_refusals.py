"""What activations refuse: null pointers, dtypes, shapes and attributes, and chips without their kernels."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest

from pyaclnn.dtypes import BFLOAT16, BOOL, COMPLEX64, FLOAT16, FLOAT32, INT32, INT64
from pyaclnn.formats import Format
from pyaclnn.reference import registry
from pyaclnn.reference.chips import Family, family_of
from pyaclnn.reference.meta import ScalarValue, TensorMeta

from .activation_calls import CALLS, UNMEASURED
from .arguments import scalar
from .measured import SOCS, table
from .refusals import A910, A950, B310, B910, code_of, tensor

ALL_CALLS = {**CALLS, **UNMEASURED}
OPTIONAL = {
    "betaOptional",
    "groupIndexOptional",
    "weightOptional",
    "attenMaskOptional",
    "approximateOptional",
}

OTHER_CODES = {
    ("aclnnLogSigmoidForward", "buffer"): 0,
    # The weight and the result are needed both or not at all.
    ("aclnnSwigluGroupGrad", "weightOptional"): 161002,
    ("aclnnSwigluGroupGrad", "yOriginOptional"): 161002,
}


def soc_with(operator: str) -> str:
    """A chip that has the operator."""
    definition = registry.find(operator)
    assert definition is not None
    return B910 if family_of(B910) in definition.families else A950


def pointers(call: dict[str, Any]) -> list[str]:
    return [name for name, value in call.items() if isinstance(value, TensorMeta | ScalarValue)]


@pytest.mark.parametrize("operator", ALL_CALLS)
def test_calls_succeed(operator: str) -> None:
    assert code_of(operator, ALL_CALLS[operator], {}, soc_with(operator)) == 0


@pytest.mark.parametrize("operator", ALL_CALLS)
def test_null_pointers(operator: str) -> None:
    call, soc = ALL_CALLS[operator], soc_with(operator)
    for name in pointers(call):
        usual = 561103 if operator == "aclnnScaledMaskedSoftmax" else 161001
        expected = OTHER_CODES.get((operator, name), 0 if name in OPTIONAL else usual)
        assert code_of(operator, call, {name: None}, soc) == expected, name


@pytest.mark.parametrize("operator", ALL_CALLS)
def test_dtypes(operator: str) -> None:
    call, soc = ALL_CALLS[operator], soc_with(operator)
    tensors = [name for name in pointers(call) if isinstance(call[name], TensorMeta)]
    for dtype in (BOOL, COMPLEX64):
        if operator.endswith(("Sigmoid", "SigmoidBackward")) and "og" not in operator:
            continue
        changes = {
            name: dataclasses.replace(call[name], dtype=dtype) for name in tensors if call[name].dtype == FLOAT32
        }
        expected = 561002 if operator == "aclnnMaskedSoftmaxWithRelPosBias" else 161002
        assert code_of(operator, call, changes, soc) == expected


# An activation writes what its operand can be cast to, or more; these take one dtype for all.
@pytest.mark.parametrize(
    "operator",
    [
        "aclnnRelu",
        "aclnnGelu",
        "aclnnGeluV2",
        "aclnnFastGelu",
        "aclnnSwish",
        "aclnnMish",
        "aclnnHardsigmoid",
        "aclnnHardtanh",
        "aclnnLogSigmoid",
        "aclnnSquaredRelu",
        "aclnnGeGlu",
        "aclnnSwiGlu",
        "aclnnSituGlu",
    ],
)
def test_outputs_of_another_dtype(operator: str) -> None:
    call, soc = ALL_CALLS[operator], soc_with(operator)
    name = "y" if operator == "aclnnGeluV2" else "out"
    assert code_of(operator, call, {name: dataclasses.replace(call[name], dtype=FLOAT16)}, soc) == 161002


@pytest.mark.parametrize("operator", ALL_CALLS)
def test_outputs_of_another_shape(operator: str) -> None:
    if operator.startswith("aclnnInplace") or operator == "aclnnHardtanhBackward":
        return
    call, soc = ALL_CALLS[operator], soc_with(operator)
    names = [n for n in call if n in ("out", "outGelu", "gradInput", "gradWeight", "gradXOut", "y")]
    if operator == "aclnnScaledMaskedSoftmaxBackward":
        names.remove("y")
    assert names
    for name in names:
        wrong = dataclasses.replace(call[name], shape=(*call[name].shape[:-1], call[name].shape[-1] + 1))
        assert code_of(operator, call, {name: wrong}, soc) in (161002, 561002), name


ANY_RANK = {
    "aclnnSelu",
    "aclnnInplaceSelu",
    "aclnnSeluBackward",
    "aclnnGeluV2",
    "aclnnHardswish",
    "aclnnInplaceHardswish",
    "aclnnShrink",
    "aclnnLogSigmoid",
    "aclnnLogSigmoidForward",
    "aclnnLogSigmoidBackward",
}


@pytest.mark.parametrize("operator", [o for o, c in CALLS.items() if not {"weight", "gelu", "outGelu"} & set(c)])
def test_nine_dimensions(operator: str) -> None:
    call, soc = CALLS[operator], soc_with(operator)
    long = {n: tensor(*(1,) * 7, 4, 2) for n in pointers(call) if isinstance(call[n], TensorMeta)}
    assert code_of(operator, call, long, soc) == (0 if operator in ANY_RANK else 161002)


NAN = ScalarValue(FLOAT32, np.float32(np.nan))


@pytest.mark.parametrize(
    ("operator", "changes"),
    [
        ("aclnnCelu", {"alpha": scalar(0)}),
        ("aclnnCelu", {"alpha": NAN}),
        ("aclnnCelu", {"alpha": ScalarValue(COMPLEX64, np.complex64(1))}),
        ("aclnnElu", {"scale": ScalarValue(COMPLEX64, np.complex64(1))}),
        ("aclnnEluBackward", {"isResult": True, "alpha": scalar(-1)}),
        ("aclnnLeakyReluBackward", {"selfIsResult": True, "negativeSlope": scalar(-1)}),
        ("aclnnLeakyReluBackward", {"negativeSlope": ScalarValue(COMPLEX64, np.complex64(1))}),
        ("aclnnHardtanh", {"clipValueMin": scalar(3)}),
        ("aclnnHardtanh", {"clipValueMin": ScalarValue(INT32, np.int32(3))}),
        ("aclnnShrink", {"lambd": scalar(-1)}),
        ("aclnnSoftshrink", {"lambd": scalar(-1)}),
        ("aclnnSoftshrinkBackward", {"lambda": scalar(-1)}),
        ("aclnnSoftplus", {"beta": ScalarValue(COMPLEX64, np.complex64(1))}),
        ("aclnnSwish", {"betaOptional": ScalarValue(COMPLEX64, np.complex64(1))}),
        ("aclnnSoftmax", {"dim": 2}),
        ("aclnnLogSoftmax", {"dim": -3}),
        ("aclnnSoftmaxBackward", {"dim": 2}),
        ("aclnnGeGlu", {"dim": 0}),
        ("aclnnGeGlu", {"approximate": 2}),
        ("aclnnGeGluBackward", {"dim": 2}),
        ("aclnnPrelu", {"weight": tensor(3)}),
        ("aclnnPreluBackward", {"weight": tensor(4), "gradWeight": tensor(4)}),
        ("aclnnPreluBackward", {"gradOutput": tensor(3, 2)}),
        ("aclnnGelu", {"self": tensor(4, 2, format=Format.FRACTAL_NZ)}),
        ("aclnnFastGelu", {"self": tensor(1, 1, 4, 2, format=Format.NCHW), "out": tensor(1, 1, 4, 2)}),
        ("aclnnSiluBackward", {"gradOutput": tensor(1, 2)}),
        ("aclnnSwiGlu", {"dim": 2}),
        ("aclnnSituGlu", {"x": tensor(4, 5)}),
        ("aclnnScaledMaskedSoftmax", {"fixedTriuMask": True}),
        ("aclnnScaledMaskedSoftmax", {"mask": tensor(3, 1, 4, 5, dtype=BOOL)}),
        ("aclnnScaledMaskedSoftmaxBackward", {"fixTriuMask": True}),
        ("aclnnScaledMaskedSoftmaxBackward", {"mask": tensor(2, 1, 4, 1, dtype=BOOL)}),
    ],
)
def test_attributes_and_operands(operator: str, changes: dict[str, Any]) -> None:
    assert code_of(operator, ALL_CALLS[operator], changes, soc_with(operator)) == 161002


@pytest.mark.parametrize(
    ("operator", "changes"),
    [
        ("aclnnShrink", {"lambd": NAN}),
        ("aclnnSoftshrink", {"lambd": NAN}),
        ("aclnnHardtanh", {"clipValueMin": NAN}),
        ("aclnnHardshrink", {"lambd": scalar(-1)}),
        ("aclnnGeluV2", {"approximate": 7}),
        ("aclnnEluBackward", {"isResult": True, "alpha": scalar(0)}),
        ("aclnnLeakyReluBackward", {"selfIsResult": True, "negativeSlope": scalar(0)}),
        ("aclnnGeluMul", {"approximateOptional": "tanh"}),
    ],
)
def test_attributes_that_pass(operator: str, changes: dict[str, Any]) -> None:
    assert code_of(operator, ALL_CALLS[operator], changes) == 0


@pytest.mark.parametrize(
    ("operator", "changes"),
    [
        ("aclnnClippedSwigluGrad", {"limit": 0.0}),
        ("aclnnClippedSwigluGrad", {"x": tensor(4, 7)}),
        ("aclnnClippedSwiglu", {"groupIndexOptional": tensor(1, 2, dtype=INT64)}),
        ("aclnnSwigluGroup", {"clampLimit": 0.0}),
        ("aclnnSwigluGroup", {"weightOptional": tensor(3, 1)}),
        ("aclnnSwigluGroup", {"weightOptional": tensor(4, 1, dtype=FLOAT16)}),
        ("aclnnSwigluGroup", {"groupIndexOptional": tensor(2, dtype=INT32)}),
        ("aclnnSwigluGroup", {"x": tensor(0, 6), "out": tensor(0, 3)}),
        ("aclnnFatreluMul", {"threshold": tensor(2)}),
        ("aclnnFatreluMul", {"input": tensor(6), "out": tensor(3)}),
        ("aclnnGeluMul", {"input": tensor(4, 7)}),
        ("aclnnGeluMul", {"input": tensor(1, 1026), "out": tensor(1, 513)}),
        ("aclnnGeluMul", {"approximateOptional": "erf"}),
        ("aclnnMaskedSoftmaxWithRelPosBias", {"relativePosBias": tensor(2, 4, 5)}),
        ("aclnnMaskedSoftmaxWithRelPosBias", {"attenMaskOptional": tensor(3, 4, 5)}),
        ("aclnnMaskedSoftmaxWithRelPosBias", {"x": tensor(3, 4, 5)}),
    ],
)
def test_what_the_kernel_refuses(operator: str, changes: dict[str, Any]) -> None:
    assert code_of(operator, ALL_CALLS[operator], changes, soc_with(operator)) == 561002


def test_bfloat16_on_older_chips() -> None:
    x = tensor(4, 2, dtype=BFLOAT16)
    for operator in ("aclnnRelu", "aclnnGelu", "aclnnSigmoid", "aclnnSelu", "aclnnHardswish", "aclnnCelu"):
        more = {"alpha": scalar(1)} if operator == "aclnnCelu" else {}
        assert code_of(operator, {"self": x, **more, "out": x}, {}, A910) == 161002
    numbers = {"alpha": scalar(1), "scale": scalar(1), "inputScale": scalar(1)}
    assert code_of("aclnnElu", {"self": x, **numbers, "out": x}, {}, A910) == 0


def test_threshold_gradient_of_int64_is_relus() -> None:
    x = tensor(4, dtype=INT64)
    call = {"gradOutput": x, "self": x, "threshold": scalar(0), "out": x}
    assert code_of("aclnnThresholdBackward", call, {}, A950) == 0
    assert code_of("aclnnThresholdBackward", call, {"threshold": scalar(1)}, A950) == 161002
    assert code_of("aclnnThresholdBackward", call, {}, B910) == 161002


def test_chips_are_the_documented_ones_and_those_that_accepted_a_call() -> None:
    documented = {row["op"]: row for row in table("product_support.tsv.gz")}
    measured: dict[str, set[Family]] = {}
    for row in table("dtype_support.tsv.gz"):
        measured.setdefault(row["op"], set()).update(family_of(soc) for soc in SOCS if row[soc] == "0")
    for operator, call in ALL_CALLS.items():
        definition = registry.find(operator)
        assert definition is not None
        listed = {family for family in Family if documented[operator][family.value] == "1"}
        assert definition.families == listed | measured.get(operator, set()), operator
        if Family.B310 not in definition.families:
            code = code_of(operator, call, {}, B310)
            assert code == 561003 or (operator.startswith("aclnnFastGelu") and code == 161002)
