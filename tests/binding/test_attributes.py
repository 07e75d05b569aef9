"""Integer attributes by word, data type and format, and the defaults of attributes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import IntEnum
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from pyaclnn import Device, DType, Format, constants
from pyaclnn.abi.headers import own_headers
from pyaclnn.abi.signatures import Kind, Role
from pyaclnn.calls import attributes, defaults

from .recorder import recording

OPERATORS = [s for n in sorted(own_headers().operators) if (s := own_headers().operator(n)) is not None]
INTS = [(s.name, p) for s in OPERATORS for p in s.parameters if p.kind is Kind.INT]


@pytest.fixture
def recorded(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    with recording(monkeypatch, lambda libraries, value: value if isinstance(value, int) else None) as found:
        yield found


# -- words


def test_words_reach_c(recorded: Any) -> None:
    d, calls = recorded
    x = d.empty(2)
    for word, number in (("none", 0), ("mean", 1), ("SUM", 2), (constants.Reduction.MEAN, 1), (np.int8(2), 2)):
        for _ in range(3):  # the slow path, then the fast one
            d.smooth_l1_loss_backward(x, x, x, word, 1.0, x)
            assert calls.pop()[3] == number
        d.smooth_l1_loss_backward(x, x, target=x, reduction=word, beta=1.0, grad_input=x)
        assert calls.pop()[3] == number


@pytest.mark.parametrize(
    ("operator", "attribute", "words"),
    [
        ("aclnnMseLoss", "reduction", {"none": 0, "mean": 1, "sum": 2}),
        ("aclnnKlDiv", "reduction", {"none": 0, "mean": 1, "sum": 2, "batchmean": 3}),
        ("aclnnInplaceQuantScatter", "reduction", {"update": 1}),
        ("aclnnConvolution", "cubeMathType", {
            "keep_dtype": 0, "allow_fp32_down_precision": 1, "use_fp16": 2, "use_hf32": 3}),
        ("aclnnMatmul", "cubeMathType", {
            "fp16fp32_keep_dtype": -1, "keep_dtype": 0, "allow_fp32_down_precision": 1, "use_fp16": 2, "use_hf32": 3,
            "use_fp32_add": 4}),
        ("aclnnGridSampler2D", "interpolationMode", {"bilinear": 0, "nearest": 1, "bicubic": 2}),
        ("aclnnGridSampler3D", "interpolationMode", {"bilinear": 0, "nearest": 1}),
        ("aclnnGridSampler3D", "paddingMode", {"zeros": 0, "border": 1, "reflection": 2}),
        ("aclnnScatter", "reduce", {"none": 0, "add": 1, "mul": 2}),
        ("aclnnScatterReduce", "reduce", {"none": 0, "add": 1, "mul": 2, "max": 3, "min": 4, "mean": 5}),
        ("aclnnDivMod", "mode", {"none": 0, "trunc": 1, "floor": 2}),
        ("aclnnLinalgQr", "mode", {"reduced": 0, "complete": 1, "r": 2}),
        ("aclnnGatherV3", "mode", {}),
        ("aclnnMoeGatingTopK", "normType", {"softmax": 0, "sigmoid": 1}),
        ("aclnnRotateQuant", "scaleAlg", {}),
    ],
)  # fmt: skip
def test_the_words_of_some_attributes(operator: str, attribute: str, words: dict[str, int]) -> None:
    assert constants.words(operator, attribute) == words


def test_every_listed_attribute_exists_and_is_an_integer() -> None:
    known = {(operator, p.name) for operator, p in INTS} | {
        ("aclnnNpuFormatCastCalculateSizeAndFormat", "dstFormat")
    }  # fmt: skip
    assert [pair for pair in constants.listed() if pair not in known] == []
    names = {name for _, name in known} | {p.name for s in OPERATORS for p in s.parameters}
    tables = (constants._EVERYWHERE, constants._DTYPES, constants._FORMATS)
    assert [n for table in tables for n in table if n not in names | {"additionalDtype"}] == []


def test_an_attribute_has_one_meaning() -> None:
    for operator, p in INTS:
        kinds = [
            bool(constants.words(operator, p.name)),
            constants.is_dtype(operator, p.name),
            constants.is_format(operator, p.name),
        ]
        assert sum(kinds) <= 1, (operator, p.name)


def test_no_two_operators_are_listed_for_one_attribute() -> None:
    pairs = [(o, a) for a, _, operators in constants._BY_OPERATOR for o in operators.split()]
    assert len(pairs) == len(set(pairs))


def test_enumerations_are_integers() -> None:
    for value in vars(constants).values():
        if isinstance(value, type) and issubclass(value, IntEnum) and value is not IntEnum:
            assert len({int(m) for m in value}) == len(value)


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda d, x: d.mse_loss(x, x, "average"), "'average'; allowed is an int or one of 'none', 'mean'"),
        (lambda d, x: d.inplace_quant_scatter(x, x, x, x, None, 0, 0, "mean"), "allowed is an int or one of 'update'"),
        (lambda d, x: d.arg_max(x, "first", False), "dim is 'first'; allowed is an int$"),
        (lambda d, x: d.dynamic_quant_v2(x, None, None, "float17"), "an int, a NumPy dtype or one of 'float32'"),
    ],
)  # fmt: skip
def test_refused_words(device: Device, call: Any, text: str) -> None:
    with pytest.raises(ValueError, match=text):
        call(device, device.empty((2, 2)))


def test_what_is_no_word(device: Device) -> None:
    x = device.empty((2, 2))
    for value in (1.0, True, None, [1], np.float32, np.dtype("int8"), DType):
        with pytest.raises(TypeError, match="mse_loss: reduction is "):
            device.mse_loss(x, x, value)


def test_results_of_words_are_those_of_numbers(device: Device) -> None:
    x, y = [1.0, 2.0], [3.0, 5.0]
    for word, number in (("none", 0), ("mean", 1), ("sum", 2)):
        for _ in range(3):
            np.testing.assert_array_equal(device.mse_loss(x, y, word).numpy(), device.mse_loss(x, y, number).numpy())


def test_words_stay_on_the_fast_path(device: Device, monkeypatch: pytest.MonkeyPatch) -> None:
    x, out = device.tensor([1.0, 2.0]), device.empty(())
    device.mse_loss(x, x, "mean", out)
    operator = device.mse_loss.operator
    monkeypatch.setattr(type(operator), "_values", lambda *_: pytest.fail("the slow path"))
    device.mse_loss(x, x, "mean", out)


# -- data types and formats as integers


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ("float8_e5m2", 35), ("ACL_FLOAT8_E4M3FN", 36), (np.int8, 2), (np.dtype("int8"), 2), (40, 40),
        (ml_dtypes.float8_e5m2, 35), ("INT8", 2), (np.int64(36), 36),
    ],
)  # fmt: skip
def test_data_types(recorded: Any, value: Any, code: int) -> None:
    d, calls = recorded
    x = d.empty(32)
    d.dynamic_mx_quant(x, dst_type=value, y_out=x, mxscale_out=x)
    assert calls.pop()[3] == code


def test_a_data_type_object(recorded: Any) -> None:
    from pyaclnn import dtypes

    d, calls = recorded
    x = d.empty(32)
    d.ascend_quant(x, x, x, False, "round", dtypes.INT8, x)
    assert 2 in calls.pop()
    with pytest.raises(TypeError, match="allowed is an int"):
        d.arg_max(x, dtypes.INT8, False, x)


def test_what_a_type_means_for_other_attributes() -> None:
    assert attributes.number("aclnnTransposeQuantBatchMatMul", "dtype", "bfloat16") == 27
    assert attributes.number("aclnnGroupedMatmulFinalizeRouting", "dtype", "bfloat16") == 2
    assert attributes.number("aclnnNpuFormatCastCalculateSizeAndFormat", "dstFormat", "fractal_nz") == 29
    assert attributes.number("aclnnNpuFormatCastCalculateSizeAndFormat", "dstFormat", "nonsense") is None
    assert int(Format.FRACTAL_NZ) == 29
    assert "'FRACTAL_NZ'" in attributes.allowed("aclnnNpuFormatCastCalculateSizeAndFormat", "dstFormat")


# -- defaults


def test_every_default_fits_its_parameter() -> None:
    types = {
        Kind.INT: int, Kind.FLOAT: float, Kind.BOOL: bool, Kind.STRING: str, Kind.INT_ARRAY: tuple,
        Kind.FLOAT_ARRAY: tuple, Kind.BOOL_ARRAY: tuple, Kind.SCALAR: (int, float),
    }  # fmt: skip
    parameters = {(s.name, p.name): p for s in OPERATORS for p in s.parameters}
    listed = defaults.listed()
    assert len(listed) == len(set(listed)) >= 560
    assert listed == sorted(listed)
    for pair in listed:
        p = parameters[pair]
        found = defaults.default_of(*pair)
        assert found is not None
        value, source = found
        assert p.role is Role.IN
        assert not p.optional, f"{pair}: C's null says it already"
        assert isinstance(value, types[p.kind]), pair
        assert p.kind is Kind.BOOL or not isinstance(value, bool), pair
        assert source in defaults.SOURCES.values()


@pytest.mark.parametrize(
    ("operator", "parameter", "expected"),
    [
        ("aclnnAdd", "alpha", (1, "PyTorch")),
        ("aclnnScatterMul", "useLocking", (False, "operator definition")),
        ("aclnnRmsNorm", "epsilon", (1e-6, "operator definition")),
        ("aclnnLayerNormWithImplMode", "implMode", (0, "documentation")),
        ("aclnnDeformableConv2d", "dilation", ((1, 1, 1, 1), "operator definition")),
        ("aclnnPromptFlashAttention", "preTokens", None),  # the sources disagree
        ("aclnnSmoothL1LossBackward", "beta", None),
        ("aclnnAdd", "alph", None),
        ("aclnnAd", "alpha", None),
    ],
)
def test_some_defaults(operator: str, parameter: str, expected: Any) -> None:
    assert defaults.default_of(operator, parameter) == expected


def test_defaults_reach_c(recorded: Any) -> None:
    d, calls = recorded
    x = d.empty(32)
    d.dynamic_mx_quant(x, y_out=x, mxscale_out=x)
    d.dynamic_mx_quant(x, y_out=x, mxscale_out=x, blocksize=64)
    assert [c[1:6] for c in calls] == [[-1, None, 40, 32, 0], [-1, None, 40, 64, 0]]


def test_defaults_are_what_a_signature_shows(device: Device) -> None:
    text = device.dynamic_mx_quant.operator.usage()
    assert re.search(r"axis=-1, round_mode_optional=None, dst_type=40, blocksize=32, scale_alg=0, y_out=\.\.\.", text)
