"""Gated linear units: PyTorch as the judge of their formulas and gradients, and numbers worked out by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from pyaclnn.reference.rules import MISSING

from .compute import compute, infer
from .layouts import ALL, DENSE, Array, laid_out, output
from .refusals import A950, B910, P310
from .tolerances import assert_close
from .torch_normal import random, torch_of

torch = pytest.importorskip("torch")
functional = torch.nn.functional

F32, F16, BF16 = np.float32, np.float16, ml_dtypes.bfloat16
FLOATS = (F32, F16, BF16)
NAMES = {0: "none", 1: "tanh"}


def halves(x: Any, dim: int, first: bool) -> tuple[Any, Any]:
    """The gate, which is the first or the second half, and the value."""
    left, right = torch.chunk(x, 2, dim)
    return (left, right) if first else (right, left)


def gradient_of(judge: Callable[[Any], Any], x: Array, grad: Array) -> Array:
    leaf = torch_of(x, grad=True)
    judge(leaf).backward(torch_of(grad))
    return np.asarray(leaf.grad.numpy())


# GeGlu


@pytest.mark.parametrize("layout", ALL)
@pytest.mark.parametrize("first", [None, True, False])
@pytest.mark.parametrize("approximate", [0, 1])
def test_geglu(approximate: int, first: bool | None, layout: str) -> None:
    operator = "aclnnGeGlu" if first is None else "aclnnGeGluV3"
    more = {} if first is None else {"activateLeft": first}
    for dtype in FLOATS:
        x = laid_out(random((4, 6, 5), dtype, 1), layout)
        gate, value = halves(torch_of(x), 1, bool(first))
        gelu = functional.gelu(gate, approximate=NAMES[approximate])
        outs = [output((4, 3, 5), dtype, layout if layout in DENSE else "contiguous") for _ in range(2)]
        args = {"self": x, "dim": -2, "approximate": approximate, **more, "out": outs[0], "outGelu": outs[1]}
        compute(operator, args, P310 if dtype != BF16 else B910)
        assert_close(outs[0], (gelu * value).numpy().astype(dtype))
        assert_close(outs[1], gelu.numpy().astype(dtype))


@pytest.mark.parametrize("layout", ALL)
@pytest.mark.parametrize("first", [None, True, False])
@pytest.mark.parametrize("approximate", [0, 1])
def test_geglu_gradient(approximate: int, first: bool | None, layout: str) -> None:
    operator = "aclnnGeGluBackward" if first is None else "aclnnGeGluV3Backward"
    more = {} if first is None else {"activateLeft": first}

    def forward(leaf: Any) -> Any:
        gate, value = halves(leaf, 0, bool(first))
        return functional.gelu(gate, approximate=NAMES[approximate]) * value

    x, grad = laid_out(random((4, 3, 5), F32, 1), layout), laid_out(random((2, 3, 5), F32, 2), layout)
    gate, _ = halves(torch_of(x), 0, bool(first))
    gelu = functional.gelu(gate, approximate=NAMES[approximate]).numpy()
    out = output((4, 3, 5), F32, layout if layout in DENSE else "contiguous")
    args = {"gradOutput": grad, "self": x, "gelu": gelu, "dim": 0, "approximate": approximate, **more}
    compute(operator, {**args, "gradInput": out})
    assert_close(out, gradient_of(forward, x, grad))


# SwiGlu, SituGlu, and products with the second half of a row


def swiglu(x: Any, dim: int) -> Any:
    gate, value = halves(x, dim, first=True)
    return functional.silu(gate) * value


@pytest.mark.parametrize("layout", ALL)
@pytest.mark.parametrize("dim", [0, -1])
def test_swiglu_and_its_gradient(dim: int, layout: str) -> None:
    for dtype in FLOATS:
        x = laid_out(random((4, 3, 6), dtype, 1), layout)
        shape = (2, 3, 6) if dim == 0 else (4, 3, 3)
        out = output(shape, dtype, layout if layout in DENSE else "contiguous")
        compute("aclnnSwiGlu", {"x": x, "dim": dim, "out": out})
        assert_close(out, swiglu(torch_of(x), dim).numpy().astype(dtype))
        grad = laid_out(random(shape, dtype, 2), layout)
        out = output((4, 3, 6), dtype, layout if layout in DENSE else "contiguous")
        compute("aclnnSwiGluGrad", {"yGrad": grad, "x": x, "dim": dim, "out": out})
        assert_close(out, gradient_of(lambda leaf: swiglu(leaf, dim), x, grad).astype(dtype))


@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize("bound", [0.0, -1.0, 1.5])
def test_situ_glu_and_its_gradient(bound: float, first: bool) -> None:
    def forward(leaf: Any) -> Any:
        gate, value = halves(leaf, 1, first)
        value = bound * torch.tanh(value / bound) if bound > 0 else value
        return 0.7 * torch.tanh(gate / 0.7) * torch.sigmoid(gate) * value

    numbers = {"dim": 1, "beta": 0.7, "linearBeta": bound, "activateLeft": first}
    for dtype in FLOATS:
        x, grad = random((3, 6), dtype, 1), random((3, 3), dtype, 2)
        compute("aclnnSituGlu", {"x": x, **numbers, "out": (out := np.empty((3, 3), dtype))})
        assert_close(out, forward(torch_of(x)).numpy().astype(dtype))
        compute("aclnnSituGluGrad", {"gradY": grad, "x": x, **numbers, "out": (out := np.empty((3, 6), dtype))})
        assert_close(out, gradient_of(forward, x, grad).astype(dtype))


@pytest.mark.parametrize("word", [None, "none", "tanh"])
def test_gelu_mul(word: str | None) -> None:
    for dtype in FLOATS:
        x = laid_out(random((2, 3, 8), dtype, 1), "sliced")
        gate, value = halves(torch_of(x), -1, first=True)
        expected = functional.gelu(gate, approximate=word or "none") * value
        out = output((2, 3, 4), dtype, "transposed")
        compute("aclnnGeluMul", {"input": x, "approximateOptional": word, "out": out})
        assert_close(out, expected.numpy().astype(dtype))


def test_fatrelu_mul() -> None:
    # What equals the threshold does not pass.
    x = np.array([[1, 2, 3, 10, 20, 30]], F16)
    for threshold in (np.array(2, F16), np.array([[2]], F16)):
        compute("aclnnFatreluMul", {"input": x, "threshold": threshold, "out": (out := np.empty((1, 3), F16))})
        assert out.tolist() == [[0, 0, 90]]


# Clipped and grouped


def clipped(x: Any, limit: float, alpha: float, bias: float, interleaved: bool) -> Any:
    gate, value = (x[..., 0::2], x[..., 1::2]) if interleaved else halves(x, -1, first=True)
    gate, value = gate.clamp(max=limit), value.clamp(-limit, limit)
    return gate * torch.sigmoid(alpha * gate) * (value + bias)


@pytest.mark.parametrize("interleaved", [True, False])
@pytest.mark.parametrize("groups", [None, [1, 1], [9]])
def test_clipped_swiglu_and_its_gradient(groups: list[int] | None, interleaved: bool) -> None:
    index = None if groups is None else np.array(groups, np.int64)
    numbers = {"groupIndexOptional": index, "dim": -1, "alpha": 1.5, "limit": 1.25, "bias": 0.5}
    numbers["interleaved"] = interleaved
    rows = 4 if groups is None else min(4, sum(groups))
    for dtype in FLOATS:
        x, grad = laid_out(random((4, 6), dtype, 1), "transposed"), random((4, 3), dtype, 2)

        def forward(leaf: Any) -> Any:
            return clipped(leaf, 1.25, 1.5, 0.5, interleaved)

        expected = forward(torch_of(x)).numpy().astype(dtype)
        # What no group counts is 0.
        expected[rows:] = 0
        compute("aclnnClippedSwiglu", {"x": x, **numbers, "out": (out := np.empty((4, 3), dtype))})
        assert_close(out, expected)
        expected = gradient_of(forward, x, grad).astype(dtype)
        expected[rows:] = 0
        args = {"gradY": grad, "x": x, **numbers, "gradXOut": (out := np.empty((4, 6), dtype))}
        compute("aclnnClippedSwigluGrad", args)
        assert_close(out, expected)


def test_clipped_swiglu_of_an_inner_dimension() -> None:
    # The rows begin where dim does: [0, 1, 2, 3] of each first index, of which every other element is a gate.
    x = np.array([[[0, 10], [0, 30]], [[0, 50], [0, 70]]], F32) / 100
    numbers = {"groupIndexOptional": None, "dim": 1, "alpha": 1.0, "limit": 7.0, "bias": 1.0}
    compute("aclnnClippedSwiglu", {"x": x, **numbers, "interleaved": True, "out": (out := np.ones((2, 1, 2), F32))})
    assert out.tolist() == [[[0, 0]], [[0, 0]]]
    # Halved: gates [0, 0.1] and values [0, 0.3].
    compute("aclnnClippedSwiglu", {"x": x, **numbers, "interleaved": False, "out": out})
    assert_close(out[0], (functional.silu(torch.tensor([[0, 0.1]])) * torch.tensor([[1, 1.3]])).numpy())


def test_clipped_swiglu_after_the_swish() -> None:
    x = random((3, 4), F32, 1) * 3
    numbers = {"groupIndexOptional": None, "dim": 1, "alpha": 1.5, "limit": 1.25, "bias": 0.5, "interleaved": False}
    gate, value = halves(torch_of(x), 1, first=True)
    expected = functional.silu(gate).clamp(max=1.25) * value.clamp(-1.25, 1.25)
    compute("aclnnClippedSwigluV2", {"x": x, **numbers, "clampMode": 1, "out": (out := np.empty((3, 2), F32))}, A950)
    assert_close(out, expected.numpy())
    compute("aclnnClippedSwigluV2", {"x": x, **numbers, "clampMode": 0, "out": out}, A950)
    assert_close(out, clipped(torch_of(x), 1.25, 1.5, 0.5, interleaved=False).numpy())


@pytest.mark.parametrize("limit", [-1.0, 1.25])
@pytest.mark.parametrize("weighted", [True, False])
def test_swiglu_group(weighted: bool, limit: float) -> None:
    for dtype in FLOATS:
        x = random((2, 2, 6), dtype, 1)
        weight = np.array([[1], [2], [3], [4]], F32)
        gate, value = halves(torch_of(x), -1, first=True)
        if limit > 0:
            gate, value = gate.clamp(max=limit), value.clamp(-limit, limit)
        expected = functional.silu(gate) * value * (torch_of(weight).reshape(2, 2, 1) if weighted else 1)
        out = np.full((2, 2, 3), 77, dtype)
        args = {"x": x, "weightOptional": weight if weighted else None, "clampLimit": limit, "out": out}
        compute("aclnnSwigluGroup", {**args, "groupIndexOptional": np.array([1, 2])}, A950)
        # Rows that no group counts stay as they are.
        assert_close(out.reshape(4, 3)[:3], expected.reshape(4, 3)[:3].numpy().astype(dtype))
        assert out[1, 1].tolist() == [77] * 3
        compute("aclnnSwigluGroup", {**args, "groupIndexOptional": None}, A950)
        assert_close(out, expected.numpy().astype(dtype))


@pytest.mark.parametrize("limit", [0.0, 1.25])
@pytest.mark.parametrize("weighted", [True, False])
def test_swiglu_group_gradient(weighted: bool, limit: float) -> None:
    x, grad, origin = random((4, 6), F32, 1), random((4, 3), F32, 2), random((4, 3), F32, 3)
    weight = np.array([[1], [2], [3], [4]], F32)

    def forward(leaf: Any) -> Any:
        gate, value = halves(leaf, -1, first=True)
        if limit > 0:
            gate, value = gate.clamp(max=limit), value.clamp(-limit, limit)
        return functional.silu(gate) * value * (torch_of(weight) if weighted else 1)

    expected = gradient_of(forward, x, grad)
    expected[3:] = 0
    args: dict[str, Any] = {"gradY": grad, "x": x, "clampLimit": limit, "groupIndexOptional": np.array([3])}
    args |= {"weightOptional": weight if weighted else None, "yOriginOptional": origin if weighted else None}
    to_weight = np.full((4, 1), 77, F32)
    compute(
        "aclnnSwigluGroupGrad",
        {**args, "gradXOut": (out := np.empty((4, 6), F32)), "gradWeightOutOptional": to_weight},
        A950,
    )
    assert_close(out, expected)
    # The weights' gradients are those of all rows.
    assert_close(to_weight, (grad * origin).sum(axis=1, keepdims=True) if weighted else np.full((4, 1), 77))


def test_outputs_left_out() -> None:
    x, half = np.ones((2, 4), F16), np.ones((2, 2), F16)

    def inferred(operator: str, args: dict[str, Any], name: str = "out", soc: str = B910) -> Any:
        found = infer(operator, {**args, name: MISSING}, soc)[name]
        return found and (found[0], found[1].name)

    assert inferred("aclnnGeGlu", {"self": x, "dim": 1, "approximate": 0, "out": half}, "outGelu") == (
        (2, 2),
        "float16",
    )
    args = {"gradOutput": half, "self": x, "gelu": half, "dim": 1, "approximate": 0}
    assert inferred("aclnnGeGluBackward", args, "gradInput") == ((2, 4), "float16")
    assert inferred("aclnnSwiGlu", {"x": x, "dim": 0}) == ((1, 4), "float16")
    assert inferred("aclnnSwiGluGrad", {"yGrad": half, "x": x, "dim": 1}) == ((2, 4), "float16")
    assert inferred("aclnnGeluMul", {"input": x, "approximateOptional": None}) == ((2, 2), "float16")
    assert inferred("aclnnFatreluMul", {"input": x, "threshold": np.ones(1, F16)}) == ((2, 2), "float16")
    numbers = {"groupIndexOptional": None, "dim": 1, "alpha": 1.0, "limit": 7.0, "bias": 1.0, "interleaved": True}
    assert inferred("aclnnClippedSwiglu", {"x": x, **numbers}) == ((2, 2), "float16")
    assert inferred("aclnnClippedSwigluGrad", {"gradY": half, "x": x, **numbers}, "gradXOut") == ((2, 4), "float16")
    args = {"x": x, "weightOptional": None, "groupIndexOptional": None, "clampLimit": -1.0}
    assert inferred("aclnnSwigluGroup", args, soc=A950) == ((2, 2), "float16")
    args = {"gradY": half, "x": x, "yOriginOptional": None, "groupIndexOptional": None, "clampLimit": 0.0}
    args = {**args, "gradXOut": x, "weightOptional": None}
    assert inferred("aclnnSwigluGroupGrad", args, "gradWeightOutOptional", A950) is None
    args |= {"weightOptional": np.ones((2, 1), F32), "yOriginOptional": half}
    assert inferred("aclnnSwigluGroupGrad", args, "gradWeightOutOptional", A950) == ((2, 1), "float32")


def test_nothing() -> None:
    x, half = np.ones((0, 4), F32), np.ones((0, 2), F32)
    compute("aclnnSwiGlu", {"x": x, "dim": 1, "out": half})
    compute("aclnnGeGlu", {"self": x, "dim": 1, "approximate": 0, "out": half, "outGelu": half.copy()})
    compute("aclnnGeluMul", {"input": x, "approximateOptional": None, "out": half})
