"""Losses of probabilities and classes: values and gradients against PyTorch in every layout, and codes."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

from pyaclnn.dtypes import FLOAT16, FLOAT32, FLOAT64, INT32, INT64
from pyaclnn.formats import Format
from pyaclnn.reference.rules import MISSING

from . import layouts
from .agreement import assert_agrees, results
from .compute import infer
from .layouts import Array
from .refusals import A910, A950, B310, B910, P310, code_of, tensor
from .tolerances import assert_close
from .torch_normal import random, torch_of
from .torch_oracle import FLOATS

torch = pytest.importorskip("torch")
F = torch.nn.functional

BF16, F32 = ml_dtypes.bfloat16, np.float32
REDUCTIONS = {0: "none", 1: "mean", 2: "sum"}
SHAPE = (3, 5)


def share(shape: tuple[int, ...], dtype: Any, seed: int) -> Array:
    """Numbers between 0 and 1."""
    return np.asarray(np.random.default_rng(seed).uniform(0.1, 0.9, shape)).astype(dtype)


def forward_and_backward(loss: Any, x: Array, grad: Array | None = None) -> tuple[Array, Array]:
    """PyTorch's loss and its gradient for the first operand, in float32."""
    leaf = torch_of(x, grad=True)
    value = loss(leaf)
    value.backward(torch.ones_like(value) if grad is None else torch_of(grad).reshape(value.shape))
    return value.detach().numpy(), leaf.grad.numpy()


@pytest.mark.parametrize("reduction", REDUCTIONS)
@pytest.mark.parametrize("layout", layouts.DENSE)
@pytest.mark.parametrize("dtype", FLOATS)
def test_l1(dtype: Any, layout: str, reduction: int) -> None:
    x, target = random(SHAPE, dtype, 1), random((5,), dtype, 2)
    grad = random(SHAPE if reduction == 0 else (), dtype, 3)
    name = REDUCTIONS[reduction]
    wide = torch_of(target).expand(SHAPE)
    value, slope = forward_and_backward(lambda a: F.l1_loss(a, wide, reduction=name), x, grad)
    call = {"self": x, "target": target, "reduction": reduction}
    assert_agrees("aclnnL1Loss", call, {"out": value.astype(dtype)}, layout=layout, roundings=4)
    call["gradOutput"] = grad
    assert_agrees("aclnnL1LossBackward", call, {"gradInput": slope.astype(dtype)}, layout=layout)


def test_l1_of_integers_and_of_nothing() -> None:
    call = {"self": np.array([1, 5]), "target": np.array([4, 3])}
    assert_agrees("aclnnL1Loss", call | {"reduction": 0}, {"out": np.array([3, 2])})
    assert_agrees("aclnnL1Loss", call | {"reduction": 2}, {"out": np.array(5)})
    nothing = {"self": np.zeros((0, 2), F32), "target": np.zeros((0, 2), F32)}
    assert_agrees("aclnnL1Loss", nothing | {"reduction": 1}, {"out": F32(np.nan)})
    assert_agrees("aclnnL1Loss", nothing | {"reduction": 2}, {"out": F32(0)})


@pytest.mark.parametrize("reduction", REDUCTIONS)
@pytest.mark.parametrize("layout", layouts.DENSE)
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("dtype", FLOATS)
def test_binary_cross_entropy(dtype: Any, weighted: bool, layout: str, reduction: int) -> None:
    x, target = share(SHAPE, dtype, 1), share(SHAPE, dtype, 2)
    weight = share(SHAPE, dtype, 3) if weighted else None
    theirs = None if weight is None else torch_of(weight)
    grad = random(SHAPE if reduction == 0 else (), dtype, 4)
    name = REDUCTIONS[reduction]
    value, slope = forward_and_backward(
        lambda a: F.binary_cross_entropy(a, torch_of(target), theirs, reduction=name), x, grad
    )
    call = {"self": x, "target": target, "weight": weight, "reduction": reduction}
    assert_agrees("aclnnBinaryCrossEntropy", call, {"out": value.astype(dtype)}, layout=layout, roundings=4)
    call = {"self": x, "target": target, "weightOptional": weight, "reduction": reduction, "gradOutput": grad}
    assert_agrees("aclnnBinaryCrossEntropyBackward", call, {"out": slope.astype(dtype)}, layout=layout, roundings=4)
    logits = random(SHAPE, dtype, 5)
    positive = share((5,), dtype, 6) if weighted else None
    scale = None if positive is None else torch_of(positive)
    value, slope = forward_and_backward(
        lambda a: F.binary_cross_entropy_with_logits(a, torch_of(target), theirs, pos_weight=scale, reduction=name),
        logits,
        grad,
    )
    call = {"self": logits, "target": target, "weightOptional": weight, "posWeightOptional": positive}
    call["reduction"] = reduction
    for soc in (B910, A950):
        expected = {"out": value.astype(dtype)}
        assert_agrees("aclnnBinaryCrossEntropyWithLogits", call, expected, layout=layout, soc=soc, roundings=6)
    call["gradOutput"] = grad
    operator = "aclnnBinaryCrossEntropyWithLogitsBackward"
    assert_agrees(operator, call, {"out": slope.astype(dtype)}, layout=layout, roundings=4)


def test_binary_cross_entropy_of_certainty() -> None:
    # The logarithm of 0 counts as -100: 0 * -100 is 0, and 1 * -100 makes 100.
    call = {"self": F32([0, 0, 1, 1]), "target": F32([0, 1, 0, 1]), "weight": None, "reduction": 0}
    assert_agrees("aclnnBinaryCrossEntropy", call, {"out": F32([0, 100, 100, 0])})
    # (self - target) / 1e-12.
    call = {"gradOutput": F32([1, 1]), "self": F32([0, 1]), "target": F32([1, 1]), "weightOptional": None}
    assert_agrees("aclnnBinaryCrossEntropyBackward", call | {"reduction": 0}, {"out": F32([-1e12, 0])})
    large = {"self": F32([1000, -1000]), "target": F32([0, 1]), "weightOptional": None, "posWeightOptional": None}
    assert_agrees("aclnnBinaryCrossEntropyWithLogits", large | {"reduction": 0}, {"out": F32([1000, 1000])})


def test_binary_cross_entropy_of_nothing() -> None:
    nothing = np.zeros((0, 2), F32)
    call: dict[str, Any] = {"self": nothing, "target": nothing, "reduction": 1}
    assert_agrees("aclnnBinaryCrossEntropy", call | {"weight": None}, {"out": F32(np.nan)})
    call |= {"weightOptional": None, "posWeightOptional": None}
    assert_agrees("aclnnBinaryCrossEntropyWithLogits", call, {"out": F32(np.nan)})
    assert_agrees("aclnnBinaryCrossEntropyWithLogits", call | {"reduction": 2}, {"out": F32(0)})


@pytest.mark.filterwarnings("ignore:reduction")
@pytest.mark.parametrize("is_log", [False, True])
@pytest.mark.parametrize("reduction", [*REDUCTIONS, 3])
@pytest.mark.parametrize("layout", layouts.DENSE)
@pytest.mark.parametrize("dtype", FLOATS)
def test_kl_div(dtype: Any, layout: str, reduction: int, is_log: bool) -> None:
    x, target = random(SHAPE, dtype, 1), share(SHAPE, dtype, 2)
    target[0, 0] = 0
    name = {**REDUCTIONS, 3: "batchmean"}[reduction]
    grad = random(SHAPE if reduction == 0 else (), dtype, 3)
    value, slope = forward_and_backward(
        lambda a: F.kl_div(a, torch_of(target), reduction=name, log_target=is_log), x, grad
    )
    call = {"self": x, "target": target, "reduction": reduction, "logTarget": is_log}
    assert_agrees("aclnnKlDiv", call, {"out": value.astype(dtype)}, layout=layout, roundings=4)
    call["gradOutput"] = grad
    assert_agrees("aclnnKlDivBackward", call, {"out": slope.astype(dtype)}, layout=layout, roundings=4)


def test_kl_div_broadcasts() -> None:
    x, target = random((5,), F32, 1), share((3, 5), F32, 2)
    leaf = torch_of(x, grad=True)
    value = F.kl_div(leaf.expand(3, 5), torch_of(target), reduction="sum")
    value.backward()
    call = {"self": x, "target": target, "reduction": 2, "logTarget": False}
    assert_agrees("aclnnKlDiv", call, {"out": value.detach().numpy()}, roundings=4)
    call["gradOutput"] = F32(1)
    assert_agrees("aclnnKlDivBackward", call, {"out": leaf.grad.numpy()}, roundings=4)
    single = {"self": F32(0.5), "target": F32(0.25), "reduction": 0, "logTarget": True}
    assert_agrees("aclnnKlDiv", single, {"out": F32(np.exp(0.25) * -0.25)})


@pytest.mark.parametrize(("shape", "reduction", "expected"), [
    ((0, 2), 1, np.nan), ((0, 2), 2, 0), ((0, 2), 3, np.nan), ((2, 0), 3, 0),
])  # fmt: skip
def test_kl_div_of_nothing(shape: tuple[int, ...], reduction: int, expected: float) -> None:
    call = {"self": np.zeros(shape, F32), "target": np.zeros(shape, F32), "reduction": reduction, "logTarget": False}
    assert_agrees("aclnnKlDiv", call, {"out": F32(expected)})


@pytest.mark.parametrize("reduction", REDUCTIONS)
@pytest.mark.parametrize("layout", layouts.DENSE)
@pytest.mark.parametrize("soc", [B910, A950])
@pytest.mark.parametrize("dtype", FLOATS)
def test_nll_loss(dtype: Any, soc: str, layout: str, reduction: int) -> None:
    x, weight = random((6, 4), dtype, 1), share((4,), dtype, 2)
    target = np.array([0, 3, 2, 1, 3, 0])
    grad = random((6,) if reduction == 0 else (), dtype, 3)
    name = REDUCTIONS[reduction]
    classes = torch.from_numpy(target)
    value, slope = forward_and_backward(
        lambda a: F.nll_loss(a, classes, torch_of(weight), ignore_index=2, reduction=name), x, grad
    )
    total = weight.astype(F32)[target[target != 2]].sum().astype(dtype)
    call = {"self": x, "target": target, "weight": weight, "reduction": reduction, "ignoreIndex": 2}
    outputs = {"out": (value.shape, dtype), "totalWeightOut": ((), dtype)}
    found = results("aclnnNLLLoss", call, outputs, layout=layout, soc=soc)
    assert_close(found["out"], value.astype(dtype), dtype, roundings=4)
    # Nothing is told of the weights of losses that are not reduced.
    assert_close(found["totalWeightOut"], total if reduction else np.array(77).astype(dtype), dtype, roundings=2)
    for kind in (np.int64, np.int32, np.uint8):
        call |= {"gradOutput": grad, "totalWeight": np.array(total), "target": target.astype(kind)}
        expected = {"out": slope.astype(dtype)}
        assert_agrees("aclnnNLLLossBackward", call, expected, layout=layout, soc=soc, roundings=4)


def test_nll_loss_of_one_row_and_of_none() -> None:
    call: dict[str, Any] = {"self": F32([1, 2]), "target": np.array(1), "weight": F32([3, 4]), "ignoreIndex": -100}
    for reduction, value in ((0, -8), (1, -2), (2, -8)):
        outputs = {"out": ((), F32), "totalWeightOut": ((), F32)}
        assert results("aclnnNLLLoss", call | {"reduction": reduction}, outputs)["out"] == value
    backward = call | {"gradOutput": F32(2), "totalWeight": F32(4), "reduction": 1}
    assert_agrees("aclnnNLLLossBackward", backward, {"out": F32([0, -2])})
    call |= {"self": np.zeros((0, 2), F32), "target": np.zeros(0, np.int64), "reduction": 1}
    assert_agrees("aclnnNLLLoss", call, {"out": F32(np.nan), "totalWeightOut": F32(0)})
    # All rows ignored: 0 / 0.
    ignored = call | {"self": np.zeros((1, 2), F32), "target": np.array([-100])}
    assert_agrees("aclnnNLLLoss", ignored, {"out": F32(np.nan), "totalWeightOut": F32(0)})


L1 = {"self": tensor(3, 5), "target": tensor(5), "reduction": 0, "out": tensor(3, 5)}
L1_BACK = {"gradOutput": tensor(), "self": tensor(3, 5), "target": tensor(5), "reduction": 1, "gradInput": tensor(3, 5)}
BCE = {"self": tensor(3, 5), "target": tensor(3, 5), "weight": None, "reduction": 0, "out": tensor(3, 5)}
BCE_BACK = {
    "gradOutput": tensor(),
    "self": tensor(3, 5),
    "target": tensor(3, 5),
    "weightOptional": None,
    "reduction": 1,
    "out": tensor(3, 5),
}
LOGITS = {
    "self": tensor(3, 5),
    "target": tensor(3, 5),
    "weightOptional": None,
    "posWeightOptional": None,
    "reduction": 0,
    "out": tensor(3, 5),
}
KL = {"self": tensor(3, 5), "target": tensor(5), "reduction": 0, "logTarget": False, "out": tensor(3, 5)}
NLL = {
    "self": tensor(4, 2),
    "target": tensor(4, dtype=INT64),
    "weight": tensor(2),
    "reduction": 0,
    "ignoreIndex": -100,
    "out": tensor(4),
    "totalWeightOut": tensor(),
}


@pytest.mark.parametrize(
    ("operator", "call", "code", "soc", "changes"),
    [
        ("L1Loss", L1, 561003, B310, {}),
        ("L1Loss", L1, 161002, B910, {"reduction": 3}),
        ("L1Loss", L1, 161002, B910, {"out": tensor(5)}),
        ("L1Loss", L1, 161002, B910, {"reduction": 2, "out": tensor(1)}),
        ("L1Loss", L1, 161002, B910, {"self": tensor(3, 5, dtype=INT64)}),
        ("L1Loss", L1, 161002, B910, {"self": tensor(3, 5, dtype=FLOAT64)}),
        ("L1Loss", L1, 161002, B910, {"target": tensor(4)}),
        ("L1LossBackward", L1_BACK, 161002, B910, {"gradInput": tensor(5)}),
        ("L1LossBackward", L1_BACK, 161002, B910, {"gradOutput": tensor(4)}),
        ("BinaryCrossEntropy", BCE, 0, A910, {}),
        ("BinaryCrossEntropy", BCE, 561103, B910, {"self": None}),
        ("BinaryCrossEntropy", BCE, 161002, B910, {"target": tensor(5)}),
        ("BinaryCrossEntropy", BCE, 161002, B910, {"reduction": 3}),
        ("BinaryCrossEntropy", BCE, 161002, B910, {"out": tensor(5)}),
        ("BinaryCrossEntropy", BCE, 0, B910, {"reduction": 1, "out": tensor(1)}),
        ("BinaryCrossEntropy", BCE, 161002, B910, {"weight": tensor(3, 5, dtype=FLOAT16)}),
        ("BinaryCrossEntropy", BCE, 561002, B910, {"weight": tensor(4)}),
        ("BinaryCrossEntropyBackward", BCE_BACK, 161002, B910, {"weightOptional": tensor(4)}),
        ("BinaryCrossEntropyBackward", BCE_BACK, 161002, B910, {"out": tensor(5)}),
        ("BinaryCrossEntropyBackward", BCE_BACK, 161002, B910, {"target": tensor(3, 5, format=Format.NCL)}),
        ("BinaryCrossEntropyBackward", BCE_BACK, 161002, B910, {"reduction": -1}),
        ("BinaryCrossEntropyWithLogits", LOGITS, 161002, B910, {"target": tensor(5)}),
        ("BinaryCrossEntropyWithLogits", LOGITS, 161002, B910, {"out": tensor(3, 5, dtype=FLOAT16)}),
        ("BinaryCrossEntropyWithLogits", LOGITS, 161002, B910, {"posWeightOptional": tensor(4)}),
        ("BinaryCrossEntropyWithLogits", LOGITS, 161002, B910, {"out": tensor(5)}),
        ("KlDiv", KL, 161002, B910, {"reduction": 4}),
        ("KlDiv", KL, 161002, B910, {"out": tensor(5)}),
        ("NLLLoss", NLL, 0, P310, {}),
        ("NLLLoss", NLL, 161002, B910, {"target": tensor(3, dtype=INT64)}),
        ("NLLLoss", NLL, 161002, B910, {"weight": tensor(3)}),
        ("NLLLoss", NLL, 161002, B910, {"out": tensor()}),
        ("NLLLoss", NLL, 161002, B910, {"totalWeightOut": tensor(2)}),
        ("NLLLoss", NLL, 161002, B910, {"target": tensor(4)}),
        ("NLLLoss", NLL, 161002, B910, {"weight": tensor(2, dtype=FLOAT16)}),
        ("NLLLoss", NLL, 0, B910, {"target": tensor(4, dtype=INT32)}),
    ],
)
def test_codes(operator: str, call: dict[str, Any], code: int, soc: str, changes: dict[str, Any]) -> None:
    assert code_of(f"aclnn{operator}", call, changes, soc) == code


def test_outputs_left_out() -> None:
    calls = {"L1Loss": L1, "BinaryCrossEntropy": BCE, "BinaryCrossEntropyWithLogits": LOGITS, "KlDiv": KL}
    for name, call in calls.items():
        assert infer(f"aclnn{name}", call | {"out": MISSING}) == {"out": ((3, 5), FLOAT32)}
        assert infer(f"aclnn{name}", call | {"out": MISSING, "reduction": 1}) == {"out": ((), FLOAT32)}
    found = infer("aclnnNLLLoss", NLL | {"out": MISSING, "totalWeightOut": MISSING})
    assert found == {"out": ((4,), FLOAT32), "totalWeightOut": ((), FLOAT32)}
