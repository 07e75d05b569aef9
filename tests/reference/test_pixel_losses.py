"""The negative log likelihood loss of pixels: values and gradients against PyTorch, and codes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pyaclnn.dtypes import FLOAT16, FLOAT32, FLOAT64, INT64
from pyaclnn.reference.rules import MISSING

from . import layouts
from .agreement import assert_agrees, results
from .compute import compute, infer
from .refusals import A910, A950, B310, B910, P310, code_of, tensor
from .tolerances import assert_close
from .torch_normal import random, torch_of
from .torch_oracle import FLOATS

torch = pytest.importorskip("torch")
F = torch.nn.functional

F32 = np.float32
REDUCTIONS = {0: "none", 1: "mean", 2: "sum"}
TARGET = np.array([[[0, 3, 2], [1, 3, 0]], [[2, 2, 1], [0, 1, 3]]])


@pytest.mark.parametrize("reduction", REDUCTIONS)
@pytest.mark.parametrize("layout", layouts.DENSE)
@pytest.mark.parametrize("soc", [B910, A950])
@pytest.mark.parametrize("dtype", FLOATS)
def test_like_torch(dtype: Any, soc: str, layout: str, reduction: int) -> None:
    x, weight = random((2, 4, 2, 3), dtype, 1), np.array([0.25, 0.5, 0.75, 1]).astype(dtype)
    grad = random(TARGET.shape if reduction == 0 else (), dtype, 3)
    leaf = torch_of(x, grad=True)
    classes, name = torch.from_numpy(TARGET), REDUCTIONS[reduction]
    value = F.nll_loss(leaf, classes, torch_of(weight), ignore_index=2, reduction=name)
    value.backward(torch_of(grad).reshape(value.shape))
    expected = value.detach().numpy().astype(dtype)
    # Of the nine pixels of other classes than 2, three have class 0, three class 1 and three class 3.
    total = np.array(3 * (0.25 + 0.5 + 1)).astype(dtype)
    call = {"self": x, "target": TARGET, "weight": weight, "reduction": reduction, "ignoreIndex": 2}
    outputs = {"out": (expected.shape, dtype), "totalWeightOut": ((), dtype)}
    found = results("aclnnNLLLoss2d", call, outputs, layout=layout, soc=soc)
    assert_close(found["out"], expected, dtype, roundings=4)
    # Nothing is told of the weights of losses that are not reduced.
    assert found["totalWeightOut"] == (total if reduction else np.array(77).astype(dtype))
    for kind in (np.int64, np.int32, np.uint8):
        call |= {"gradOutput": grad, "totalWeight": total, "target": TARGET.astype(kind)}
        slope = {"out": leaf.grad.numpy().astype(dtype)}
        assert_agrees("aclnnNLLLoss2dBackward", call, slope, layout=layout, soc=soc, roundings=4)


def test_nothing_and_one_class() -> None:
    call: dict[str, Any] = {"self": np.zeros((0, 2, 3, 2), F32), "target": np.zeros((0, 3, 2), np.int64)}
    call |= {"weight": np.ones(2, F32), "ignoreIndex": -100}
    for reduction, value in ((1, np.nan), (2, 0)):
        expected = {"out": F32(value), "totalWeightOut": F32(0)}
        assert_agrees("aclnnNLLLoss2d", call | {"reduction": reduction}, expected)
    single = {"self": np.full((1, 1, 1, 2), 3, F32), "target": np.zeros((1, 1, 2), np.int64)}
    single["weight"] = np.full(1, 2, F32)
    assert_agrees("aclnnNLLLoss2d", call | single | {"reduction": 2}, {"out": F32(-12), "totalWeightOut": F32(4)})


def test_kernels() -> None:
    x, target = np.zeros((1, 2, 1, 1), F32), np.zeros((1, 1, 1), np.uint8)
    call = {"self": x, "target": target, "weight": np.ones(2, F32), "reduction": 1, "ignoreIndex": 0}
    outputs = {"out": np.zeros((), F32), "totalWeightOut": np.zeros((), F32)}
    assert compute("aclnnNLLLoss2d", call | outputs) == ["Transpose", "Cast", "NLLLoss"]
    assert compute("aclnnNLLLoss2d", call | outputs, A950) == ["NLLLoss"]


LOSS = {
    "self": tensor(2, 4, 2, 3),
    "target": tensor(2, 2, 3, dtype=INT64),
    "weight": tensor(4),
    "reduction": 0,
    "ignoreIndex": -100,
    "out": tensor(2, 2, 3),
    "totalWeightOut": tensor(1),
}
GRADIENT = {
    "gradOutput": tensor(),
    "self": tensor(2, 4, 2, 3),
    "target": tensor(2, 2, 3, dtype=INT64),
    "weight": tensor(4),
    "reduction": 1,
    "ignoreIndex": -100,
    "totalWeight": tensor(1),
    "out": tensor(2, 4, 2, 3),
}


@pytest.mark.parametrize(
    ("operator", "call", "code", "soc", "changes"),
    [
        ("NLLLoss2d", LOSS, 0, P310, {}),
        ("NLLLoss2d", LOSS, 561003, B310, {}),
        ("NLLLoss2d", LOSS, 0, A910, {"reduction": 2, "out": tensor(1)}),
        ("NLLLoss2d", LOSS, 161002, B910, {"reduction": 2}),
        ("NLLLoss2d", LOSS, 161002, B910, {"reduction": 3}),
        ("NLLLoss2d", LOSS, 161002, B910, {"self": tensor(2, 4, 6)}),
        ("NLLLoss2d", LOSS, 161002, B910, {"target": tensor(2, 3, 2, dtype=INT64)}),
        ("NLLLoss2d", LOSS, 161002, B910, {"target": tensor(2, 2, 3)}),
        ("NLLLoss2d", LOSS, 161002, B910, {"weight": tensor(3)}),
        ("NLLLoss2d", LOSS, 161002, B910, {"weight": tensor(4, dtype=FLOAT16)}),
        ("NLLLoss2d", LOSS, 161002, B910, {"out": tensor(2, 3, 2)}),
        ("NLLLoss2d", LOSS, 161002, B910, {"totalWeightOut": tensor(2)}),
        ("NLLLoss2dBackward", GRADIENT, 0, B910, {}),
        ("NLLLoss2dBackward", GRADIENT, 161001, B910, {"totalWeight": None}),
        ("NLLLoss2dBackward", GRADIENT, 161002, B910, {"gradOutput": tensor(1, 1)}),
        ("NLLLoss2dBackward", GRADIENT, 161002, B910, {"reduction": 0}),
        ("NLLLoss2dBackward", GRADIENT, 0, B910, {"reduction": 0, "gradOutput": tensor(2, 2, 3)}),
        ("NLLLoss2dBackward", GRADIENT, 0, B910, {"weight": tensor(2, 2)}),
        ("NLLLoss2dBackward", GRADIENT, 161002, B910, {"weight": tensor(3)}),
        ("NLLLoss2dBackward", GRADIENT, 161002, B910, {"out": tensor(2, 4, 2, 3, dtype=FLOAT64)}),
        ("NLLLoss2dBackward", GRADIENT, 161002, B910, {"out": tensor(2, 4, 3, 2)}),
    ],
)  # fmt: skip
def test_codes(operator: str, call: dict[str, Any], code: int, soc: str, changes: dict[str, Any]) -> None:
    assert code_of(f"aclnn{operator}", call, changes, soc) == code


def test_outputs_left_out() -> None:
    left_out = {"out": MISSING, "totalWeightOut": MISSING}
    found = infer("aclnnNLLLoss2d", LOSS | left_out)
    assert found == {"out": ((2, 2, 3), FLOAT32), "totalWeightOut": ((), FLOAT32)}
    assert infer("aclnnNLLLoss2d", LOSS | left_out | {"reduction": 1})["out"] == ((), FLOAT32)
    assert infer("aclnnNLLLoss2dBackward", GRADIENT | {"out": MISSING}) == {"out": ((2, 4, 2, 3), FLOAT32)}
