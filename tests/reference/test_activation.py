"""Activations: numbers worked out by hand, PyTorch as the judge of the rest, and the calls that are refused."""

from __future__ import annotations

import math
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from pyaclnn.reference.kernels.special import erf
from pyaclnn.reference.rules import MISSING

from .compute import compute, infer, refused
from .layouts import ALL, DENSE, Array, laid_out, output
from .tolerances import assert_close
from .torch_normal import random, torch_of

A910, B910, A950 = "Ascend910A", "Ascend910B1", "Ascend950PR_9599"
F32, F64, F16, BF16 = np.float32, np.float64, np.float16, ml_dtypes.bfloat16
NAN, INF = float("nan"), float("inf")
LN3 = math.log(3)  # sigmoid(ln 3) = 1 / (1 + 1/3) = 3/4


def glu(x: Array, dim: int, out: Array | None = None, soc: str = B910) -> Array:
    shape = list(x.shape)
    shape[dim] //= 2
    out = np.full(shape, 77, x.dtype) if out is None else out
    compute("aclnnGlu", {"self": x, "dim": dim, "out": out}, soc)
    return out


def glu_backward(grad: Array, x: Array, dim: int, out: Array | None = None, soc: str = B910) -> Array:
    out = np.full(x.shape, 77, x.dtype) if out is None else out
    compute("aclnnGluBackward", {"gradOut": grad, "self": x, "dim": dim, "out": out}, soc)
    return out


def gelu_backward(grad: Array, x: Array, approximate: str, out: Array | None = None, soc: str = B910) -> Array:
    out = np.full(np.broadcast_shapes(grad.shape, x.shape), 77, x.dtype) if out is None else out
    args = {"gradOutput": grad, "self": x, "approximate": approximate, "gradInput": out}
    compute("aclnnGeluBackwardV2", args, soc)
    return out


# Glu


@pytest.mark.parametrize("soc", [A910, B910, A950])
def test_glu_by_hand(soc: str) -> None:
    # The gates 0, ln 3 and -ln 3 have the sigmoids 1/2, 3/4 and 1/4.
    x = np.array([[8, 8, 8, 0, LN3, -LN3]], F32)
    assert_close(glu(x, 1, soc=soc), [[4, 6, 2]])
    assert_close(glu(x.T, -2, soc=soc), [[4], [6], [2]])


def test_glu_of_extreme_gates() -> None:
    # exp(100) overflows float32, so that the sigmoid of -100 is 0; inf * 0 is NaN.
    assert_close(glu(np.array([5, INF, INF, -100, -100, 100], F32), 0), [0, NAN, INF])


@pytest.mark.parametrize("soc", [A910, B910, A950])
@pytest.mark.parametrize("dtype", [F32, F16, BF16, F64])
@pytest.mark.parametrize("layout", ALL)
def test_glu_agrees_with_pytorch(layout: str, dtype: Any, soc: str) -> None:
    if dtype == BF16 and soc == A910:
        return
    torch = pytest.importorskip("torch")
    x = laid_out(random((4, 6, 5), dtype, 1), layout)
    out = output((4, 3, 5), dtype, layout if layout in DENSE else "contiguous")
    expected = torch.nn.functional.glu(torch_of(x), 1).numpy().astype(dtype)
    glu(x, -2, out, soc)
    # Ascend910A rounds the sigmoid to float16 before the product: two roundings instead of one.
    assert_close(out, expected, roundings=2 if soc == A910 else 1)


def test_glu_writes_other_dtypes() -> None:
    x = np.array([8, 0], F32)
    for dtype in (F16, BF16, F64):
        assert glu(x, 0, np.empty(1, dtype)).tolist() == [4]


def test_glu_refusals() -> None:
    x = np.ones((2, 4), F32)
    args: dict[str, Any] = {"self": x, "dim": 1, "out": np.ones((2, 2), F32)}
    compute("aclnnGlu", args)
    for wrong in (
        {"dim": 2},
        {"dim": -3},
        {"dim": 0},  # the output is halved in the other dimension
        {"self": np.ones((2, 3), F32)},
        {"self": np.array(1, F32), "dim": 0},
        {"self": x.astype(np.int32)},
        {"out": np.ones((2, 2), np.int32)},
        {"out": np.ones((2, 4), F32)},
    ):
        assert refused("aclnnGlu", args | wrong) == 161002
    assert refused("aclnnGlu", args | {"out": None}) == 161001
    assert refused("aclnnGlu", args, "Ascend310B1") == 561003
    assert refused("aclnnGlu", args | {"self": x.astype(BF16)}, A910) == 161002


def test_glu_of_nothing() -> None:
    assert glu(np.ones((0, 4), F32), 0).shape == (0, 4)


# GluBackward


@pytest.mark.parametrize("soc", [A910, B910, A950])
def test_glu_gradient_by_hand(soc: str) -> None:
    # a = 8, s = 3/4, g = 2: g * s = 1.5 and g * a * s * (1 - s) = 2 * 8 * 3/16 = 3.
    # a = 4, s = 1/2, g = 1: 0.5 and 4 / 4 = 1.
    grad, x = np.array([2, 1], F32), np.array([8, 4, LN3, 0], F32)
    assert_close(glu_backward(grad, x, 0, soc=soc), [1.5, 0.5, 3, 1])


@pytest.mark.parametrize("soc", [A910, B910, A950])
@pytest.mark.parametrize("dtype", [F32, F16, F64])
@pytest.mark.parametrize("layout", ALL)
def test_glu_gradient_agrees_with_pytorch(layout: str, dtype: Any, soc: str) -> None:
    torch = pytest.importorskip("torch")
    x, grad = laid_out(random((4, 6, 5), dtype, 1), layout), laid_out(random((4, 3, 5), dtype, 2), layout)
    leaf = torch_of(x, grad=True)
    torch.nn.functional.glu(leaf, 1).backward(torch_of(grad))
    out = output(x.shape, dtype, layout if layout in DENSE else "contiguous")
    assert_close(glu_backward(grad, x, -2, out, soc), leaf.grad.numpy().astype(dtype))


@pytest.mark.parametrize("soc", [B910, A950])
def test_glu_gradient_in_bfloat16(soc: str) -> None:
    torch = pytest.importorskip("torch")
    x, grad = random((4, 6), BF16, 1), random((4, 3), BF16, 2)
    leaf = torch_of(x, grad=True)
    torch.nn.functional.glu(leaf, 1).backward(torch_of(grad))
    # Five kernels round in turn before Ascend950.
    expected = leaf.grad.numpy().astype(BF16)
    assert_close(glu_backward(grad, x, 1, soc=soc), expected, roundings=1 if soc == A950 else 5)


def test_glu_gradient_refusals() -> None:
    x, half = np.ones((2, 4), F32), np.ones((2, 2), F32)
    args: dict[str, Any] = {"gradOut": half, "self": x, "dim": 1, "out": np.ones((2, 4), F32)}
    compute("aclnnGluBackward", args)
    for wrong in (
        {"gradOut": x},
        {"out": half},
        {"gradOut": half.astype(F16)},
        {"out": x.astype(F16)},
        {"dim": 2},
        {"self": np.array(1, F32)},
    ):
        assert refused("aclnnGluBackward", args | wrong) == 161002
    for name in ("gradOut", "self", "out"):
        assert refused("aclnnGluBackward", args | {name: None}) == 161001
    assert refused("aclnnGluBackward", args, "Ascend310B1") == 561003


def test_glu_gradient_of_nothing() -> None:
    assert glu_backward(np.ones((0, 2), F32), np.ones((0, 4), F32), 1).shape == (0, 4)


def test_glu_kernels() -> None:
    x = np.ones((2, 4), F16)
    args: dict[str, Any] = {"self": x, "dim": 1, "out": np.ones((2, 2), F16)}
    assert compute("aclnnGlu", args, B910) == ["GLU"]
    assert compute("aclnnGlu", args, A910) == ["SplitV", "Sigmoid", "Mul"]
    args = {"gradOut": args["out"], "self": x, "dim": 1, "out": np.ones((2, 4), F16)}
    assert compute("aclnnGluBackward", args, A950) == ["GLUGrad"]
    middle = ["SplitV", "Sigmoid", "Mul", "Mul", "Sub", "Mul", "ConcatD"]
    assert compute("aclnnGluBackward", args, B910) == ["Cast", "Cast", *middle, "Cast"]


# GeluBackwardV2


def test_gelu_gradient_by_hand() -> None:
    # The slope Phi(x) + x * phi(x) is 1/2 at 0, 1 and 0 far out; at 1 it is 0.8413447 + 0.2419707.
    x = np.array([0, 20, -20, 1], F32)
    assert_close(gelu_backward(np.full(4, 2, F32), x, "none"), [1, 2, 0, 2 * 1.0833155])
    # With the tanh, u = 0.7978846 * (1 + 0.044715) = 0.8335304 and du/dx = 0.7978846 * 1.134145 = 0.9049168 at 1:
    # 0.5 * (1 + tanh u) + 0.5 * (1 - tanh(u)^2) * du/dx = 0.8411920 + 0.5 * 0.5343517 * 0.9049168 = 1.0829641.
    assert_close(gelu_backward(np.full(4, 2, F32), x, "tanh"), [1, 2, 0, 2 * 1.0829641])


def test_gelu_gradient_of_infinities() -> None:
    one = np.ones(3, F32)
    x = np.array([INF, -INF, NAN], F32)
    # inf * exp(-inf) has no value; the tanh form replaces such a product by 0, and of NaN the share stays NaN.
    assert_close(gelu_backward(one, x, "none"), [NAN, NAN, NAN])
    assert_close(gelu_backward(one, x, "tanh"), [1, 0, NAN])


@pytest.mark.parametrize("approximate", ["none", "tanh"])
@pytest.mark.parametrize("dtype", [F32, F16, BF16])
@pytest.mark.parametrize("layout", ALL)
def test_gelu_gradient_agrees_with_pytorch(layout: str, dtype: Any, approximate: str) -> None:
    torch = pytest.importorskip("torch")
    x, grad = laid_out(random((4, 3, 5), dtype, 1), layout), laid_out(random((4, 3, 5), dtype, 2), layout)
    leaf = torch_of(x, grad=True)
    torch.nn.functional.gelu(leaf, approximate=approximate).backward(torch_of(grad))
    out = output(x.shape, dtype, layout if layout in DENSE else "contiguous")
    assert_close(gelu_backward(grad, x, approximate, out), leaf.grad.numpy().astype(dtype))


def test_gelu_gradient_broadcasts_and_promotes() -> None:
    # At 0 the slope is 1/2. float16 with bfloat16 is float32, on every chip.
    grad, x = np.array([[2], [4]], F16), np.zeros(3, BF16)
    for soc in (A910, B910, A950):
        out = gelu_backward(grad, x, "none", np.empty((2, 3), F32), soc)
        assert out.tolist() == [[1] * 3, [2] * 3]
    out = gelu_backward(np.array([2, 4, 6], np.int32), np.zeros(3, F32), "tanh")
    assert out.tolist() == [1, 2, 3]
    assert gelu_backward(np.array(2, F32), np.array(0, F32), "none") == 1


def test_gelu_gradient_refusals() -> None:
    x = np.ones((2, 3), F32)
    args: dict[str, Any] = {"gradOutput": x, "self": x, "approximate": "none", "gradInput": np.ones((2, 3), F32)}
    for wrong in (
        {"approximate": "erf"},
        {"approximate": ""},
        {"gradInput": np.ones((2, 3), F16)},
        {"gradInput": np.ones((3, 2), F32)},
        {"self": np.ones((2, 2), F32)},
        {"self": np.ones((2, 3), F64)},
        {"gradOutput": x.astype(np.int32), "self": x.astype(np.int32), "gradInput": np.ones((2, 3), np.int32)},
    ):
        assert refused("aclnnGeluBackwardV2", args | wrong) == 161002
    for name in args:
        assert refused("aclnnGeluBackwardV2", args | {name: None}) == 161001
    assert refused("aclnnGeluBackwardV2", args, "Ascend310B1") == 561003
    half = np.ones(2, BF16)
    args = {"gradOutput": half, "self": half, "approximate": "none", "gradInput": np.ones(2, BF16)}
    assert refused("aclnnGeluBackwardV2", args, A910) == 161002


def test_gelu_gradient_of_many_dimensions_and_of_none() -> None:
    # Of all checks the number of dimensions is left out.
    assert gelu_backward(np.full((1,) * 9, 2, F32), np.zeros((1,) * 9, F32), "none").item() == 1
    empty = np.ones((0, 3), F32)
    assert gelu_backward(empty, empty, "none").shape == (0, 3)
    args = {"gradOutput": empty, "self": empty, "approximate": "other", "gradInput": empty}
    assert refused("aclnnGeluBackwardV2", args) == 161002


def test_outputs_left_out() -> None:
    def inferred(operator: str, args: dict[str, Any], name: str) -> tuple[tuple[int, ...], str]:
        shape, dtype = infer(operator, {**args, name: MISSING})[name]
        return shape, dtype.name

    for rows in (2, 0):
        x, half = np.ones((rows, 4), F16), np.ones((rows, 2), F16)
        assert inferred("aclnnGlu", {"self": x, "dim": -1}, "out") == ((rows, 2), "float16")
        args = {"gradOut": half, "self": x, "dim": 1}
        assert inferred("aclnnGluBackward", args, "out") == ((rows, 4), "float16")
        args = {"gradOutput": np.ones((1, 4), F32), "self": x, "approximate": "tanh"}
        assert inferred("aclnnGeluBackwardV2", args, "gradInput") == ((rows, 4), "float32")


def test_erf() -> None:
    # Abramowitz and Stegun, table 7.1.
    x = np.array([[0, 0.5], [1, -2], [INF, NAN]])
    assert_close(erf(x), [[0, 0.5204998778130465], [0.8427007929497149, -0.9953222650189527], [1, NAN]])
    assert erf(np.array(1, F32)).dtype == F32
