"""aclnnLayerNorm and its gradients: codes, values, inferred outputs, and what is left unwritten."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pyaclnn.dtypes import BFLOAT16, FLOAT16, FLOAT32, FLOAT64
from pyaclnn.reference.rules import MISSING

from . import layouts
from .compute import compute, infer
from .refusals import A910, A950, B310, B910, P310, code_of, tensor
from .tolerances import assert_close
from .torch_oracle import FLOATS, as_torch, random, torch

NAME, BACKWARD = "aclnnLayerNorm", "aclnnLayerNormBackward"
CALL = {
    "input": tensor(2, 3, 4),
    "normalizedShape": (3, 4),
    "weightOptional": tensor(3, 4),
    "biasOptional": tensor(3, 4),
    "eps": 1e-5,
    "out": tensor(2, 3, 4),
    "meanOutOptional": tensor(2, 1, 1),
    "rstdOutOptional": tensor(2, 1, 1),
}
NO_PARAMETERS = {"weightOptional": None, "biasOptional": None}
HALF, BRAIN, DOUBLE = ({"dtype": d} for d in (FLOAT16, BFLOAT16, FLOAT64))
DEEP = (1,) * 9


@pytest.mark.parametrize(
    ("code", "soc", "changes"),
    [
        (0, B910, {}),
        (0, A910, {}),
        (0, B310, {}),
        (0, A950, {}),
        (561003, P310, {}),
        (161001, B910, {"input": None}),
        (161001, B910, {"normalizedShape": None}),
        (161001, B910, {"out": None}),
        (0, B910, {**NO_PARAMETERS, "meanOutOptional": None, "rstdOutOptional": None}),
        (161002, B910, {"input": tensor(2, 3, 4, **DOUBLE)}),
        (161002, A910, {"out": tensor(2, 3, 4, **BRAIN)}),
        (0, B910, {"out": tensor(2, 3, 4, **BRAIN)}),
        (161002, B910, {"meanOutOptional": tensor(2, 1, 1, **DOUBLE)}),
        (161002, B910, {"rstdOutOptional": tensor(2, 1, 1, **DOUBLE)}),
        (161002, B910, {"weightOptional": tensor(3, 4, **HALF)}),
        (161002, B910, {"biasOptional": tensor(3, 4, **HALF)}),
        (0, B910, {"input": tensor(2, 3, 4, **HALF)}),
        (161002, B910, {"input": tensor(2, 3, 4, **HALF), "weightOptional": tensor(3, 4, **HALF)}),
        (161002, B910, {"input": tensor(*DEEP)}),
        (161002, B910, {"out": tensor(*DEEP)}),
        (161002, B910, {"normalizedShape": ()}),
        (161002, B910, {"normalizedShape": DEEP}),
        (161002, B910, {"normalizedShape": (1, 2, 3, 4)}),
        (161002, B910, {"normalizedShape": (4, 3)}),
        (161002, B910, {"weightOptional": tensor(4)}),
        (161002, B910, {"biasOptional": tensor(3, 1)}),
        (161002, B910, {"out": tensor(2, 3, 5)}),
        (161002, A950, {"meanOutOptional": tensor(2)}),
        (561103, B910, {"meanOutOptional": tensor(2)}),
        (561103, B910, {"rstdOutOptional": tensor(2)}),
        (0, B910, {"input": tensor(0, 3, 4), "out": tensor(0, 3, 4)}),
    ],
)
def test_codes(code: int, soc: str, changes: dict[str, Any]) -> None:
    assert code_of(NAME, CALL, changes, soc) == code


def normalize(x: np.ndarray, count: int, out: Any, soc: str = B910, **others: Any) -> list[str]:
    absent = {"weightOptional": None, "biasOptional": None, "meanOutOptional": None, "rstdOutOptional": None}
    call = {**absent, "input": x, "normalizedShape": x.shape[-count:], "eps": 1e-3, "out": out, **others}
    return compute(NAME, {name: call[name] for name in CALL}, soc)


@pytest.mark.parametrize("soc", [B910, A950])
@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("out_layout", layouts.DENSE)
@pytest.mark.parametrize("layout", layouts.ALL)
def test_layouts(layout: str, out_layout: str, dtype: Any, soc: str) -> None:
    x = layouts.laid_out(random((4, 3, 6), dtype, 1), layout)
    weight = layouts.laid_out(random((3, 6), dtype, 2), layout)
    bias = layouts.laid_out(random((3, 6), dtype, 3), layout)
    out = layouts.output(x.shape, dtype, out_layout)
    mean, rstd = (layouts.output((4, 1, 1), np.float32, out_layout) for _ in range(2))
    normalize(
        x,
        2,
        out,
        soc,
        weightOptional=weight,
        biasOptional=bias,
        meanOutOptional=mean,
        rstdOutOptional=rstd,
    )
    expected = torch.native_layer_norm(as_torch(x), (3, 6), as_torch(weight), as_torch(bias), 1e-3)
    for got, want in zip((out, mean, rstd), expected, strict=True):
        assert_close(got, want.numpy().reshape(got.shape), dtype)


@pytest.mark.parametrize("soc", [B910, A950, A910])
@pytest.mark.parametrize("given", [(), ("weightOptional",), ("biasOptional",)])
@pytest.mark.parametrize("count", [1, 2, 3])
def test_absent_parameters(count: int, given: tuple[str, ...], soc: str) -> None:
    x, out = random((4, 3, 6), seed=1), layouts.output((4, 3, 6), np.float32, "contiguous")
    others = {name: random(x.shape[-count:], seed=2) for name in given}
    normalize(x, count, out, soc, **others)
    parameters = [as_torch(others[n]) if n in others else None for n in ("weightOptional", "biasOptional")]
    assert_close(out, torch.layer_norm(as_torch(x), x.shape[-count:], *parameters, eps=1e-3).numpy())


def test_statistics_by_hand() -> None:
    # 1, 3: mean 2, variance ((-1)**2 + 1**2) / 2 = 1, rstd = 1 / sqrt(1 + 3) = 0.5, out = -0.5, 0.5.
    out, mean, rstd = (np.empty(s, np.float32) for s in ((1, 2), (1, 1), (1, 1)))
    x = np.array([[1, 3]], np.float32)
    normalize(x, 1, out, eps=3.0, meanOutOptional=mean, rstdOutOptional=rstd)
    assert out.tolist() == [[-0.5, 0.5]]
    assert (mean.item(), rstd.item()) == (2, 0.5)


def test_nothing_to_normalize() -> None:
    mean, rstd = (np.full((2, 1), 77, np.float32) for _ in range(2))
    empty = np.empty((2, 0), np.float32)
    normalize(empty, 1, empty.copy(), meanOutOptional=mean, rstdOutOptional=rstd)
    assert mean.tolist() == [[0], [0]]
    assert np.isnan(rstd).all()


@pytest.mark.parametrize(("size", "kernel"), [(8, "LayerNormV3"), (6, "LayerNormV4"), (66, "LayerNormV3")])
def test_kernel_depends_on_the_size(size: int, kernel: str) -> None:
    x = random((2, size))
    assert kernel in normalize(x, 1, np.empty_like(x))


def test_inferred_outputs() -> None:
    outputs = dict.fromkeys(("out", "meanOutOptional", "rstdOutOptional"), MISSING)
    x = random((2, 3, 4), np.float16)
    call = {"input": x, "normalizedShape": (3, 4), **NO_PARAMETERS, "eps": 1e-5, **outputs}
    assert infer(NAME, call) == {
        "out": ((2, 3, 4), FLOAT16),
        "meanOutOptional": ((2, 1, 1), FLOAT16),
        "rstdOutOptional": ((2, 1, 1), FLOAT16),
    }


GRADIENT_CALL = {
    "gradOut": tensor(2, 3, 4),
    "input": tensor(2, 3, 4),
    "normalizedShape": (3, 4),
    "mean": tensor(2, 1, 1),
    "rstd": tensor(2, 1, 1),
    "weightOptional": tensor(3, 4),
    "biasOptional": tensor(3, 4),
    "outputMask": (True, True, True),
    "gradInputOut": tensor(2, 3, 4),
    "gradWeightOut": tensor(3, 4),
    "gradBiasOut": tensor(3, 4),
}
NONE = (False, False, False)


@pytest.mark.parametrize(
    ("code", "soc", "changes"),
    [
        (0, B910, {}),
        (0, A910, {}),
        (0, P310, {}),
        (561003, B310, {}),
        *((161001, B910, {n: None}) for n in ("gradOut", "input", "normalizedShape", "mean", "rstd", "outputMask")),
        (161002, B910, {"outputMask": (True, True)}),
        (161001, B910, {"gradInputOut": None}),
        (161001, B910, {"gradWeightOut": None}),
        (161001, B910, {"gradBiasOut": None}),
        (0, B910, {"gradBiasOut": None, "outputMask": (True, True, False)}),
        *((161002, B910, {n: tensor(2, 3, 4, **DOUBLE)}) for n in ("gradOut", "input", "gradInputOut")),
        *((161002, B910, {n: tensor(2, 1, 1, **DOUBLE)}) for n in ("mean", "rstd")),
        (161002, B910, {"biasOptional": tensor(3, 4, **DOUBLE)}),
        (161002, B910, {"gradBiasOut": tensor(3, 4, **DOUBLE), "outputMask": (True, True, False)}),
        (161002, B910, {"gradOut": tensor(2, 3, 4, **HALF)}),
        (161002, B910, {"weightOptional": tensor(3, 4, **HALF)}),
        (0, B910, {"biasOptional": tensor(3, 4, **HALF), "mean": tensor(2, 1, 1, **HALF)}),
        (161002, B910, {"gradOut": tensor(*DEEP)}),
        (161002, B910, {"normalizedShape": ()}),
        (161002, B910, {"normalizedShape": (1, 2, 3, 4)}),
        (161002, B910, {"normalizedShape": (3, 5)}),
        # The first entry is not compared: the arguments pass, and the kernel refuses.
        (561002, B910, {"normalizedShape": (9, 4), "weightOptional": None, "biasOptional": None}),
        (161002, B910, {"weightOptional": tensor(4)}),
        (161002, B910, {"biasOptional": tensor(3, 1)}),
        (161002, B910, {"gradOut": tensor(2, 3, 5)}),
        (161002, B910, {"rstd": tensor(2, 1)}),
        (161002, B910, {"mean": tensor(3), "rstd": tensor(3)}),
        (0, B910, {"mean": tensor(2), "rstd": tensor(2)}),
        (161002, B910, {"gradInputOut": tensor(2, 12)}),
        (161002, B910, {"gradWeightOut": tensor(3, 5)}),
        (161002, B910, {"gradBiasOut": tensor(3, 5)}),
        (0, B310, {"outputMask": NONE}),
    ],
)
def test_gradient_codes(code: int, soc: str, changes: dict[str, Any]) -> None:
    assert code_of(BACKWARD, GRADIENT_CALL, changes, soc) == code


def gradients(call: dict[str, Any], soc: str = B910) -> list[str]:
    return compute(BACKWARD, {name: call[name] for name in GRADIENT_CALL}, soc)


def gradient_call(dtype: Any, layout: str, out_layout: str, weighted: bool) -> dict[str, Any]:
    x = layouts.laid_out(random((4, 3, 6), dtype, 1), layout)
    wide = x.astype(np.float64)
    mean = wide.mean((1, 2), keepdims=True)
    rstd = 1 / np.sqrt(wide.var((1, 2), keepdims=True) + 1e-3)
    return {
        "gradOut": layouts.laid_out(random((4, 3, 6), dtype, 2), layout),
        "input": x,
        "normalizedShape": (3, 6),
        "mean": layouts.laid_out(mean.astype(np.float32), layout),
        "rstd": layouts.laid_out(rstd.astype(np.float32), layout),
        "weightOptional": layouts.laid_out(random((3, 6), dtype, 3), layout) if weighted else None,
        "biasOptional": None,
        "outputMask": (True, True, True),
        "gradInputOut": layouts.output((4, 3, 6), dtype, out_layout),
        "gradWeightOut": layouts.output((3, 6), dtype, out_layout),
        "gradBiasOut": layouts.output((3, 6), dtype, out_layout),
    }


# Ascend910A has no bfloat16.
CHIPS = [(soc, dtype) for soc in (B910, A950, A910) for dtype in (FLOATS[:2] if soc == A910 else FLOATS)]


@pytest.mark.parametrize(("soc", "dtype"), CHIPS)
@pytest.mark.parametrize("layout", layouts.ALL)
def test_gradients(layout: str, dtype: Any, soc: str) -> None:
    for out_layout, weighted in (("contiguous", True), ("sliced", False), ("transposed", True)):
        call = gradient_call(dtype, layout, out_layout, weighted)
        gradients(call, soc)
        x = as_torch(call["input"]).requires_grad_()
        weight = as_torch(call["weightOptional"] if weighted else np.ones((3, 6))).requires_grad_()
        bias = torch.zeros(3, 6, dtype=torch.float64, requires_grad=True)
        torch.layer_norm(x, (3, 6), weight, bias, 1e-3).backward(as_torch(call["gradOut"]))
        for name, leaf in (("gradInputOut", x), ("gradWeightOut", weight), ("gradBiasOut", bias)):
            # A sum of four values each off by half a unit may be off by more than one value.
            np.testing.assert_allclose(
                call[name].astype(np.float64), leaf.grad.numpy(), rtol=1e-2, atol=2e-2 if dtype != np.float32 else 1e-5
            )


def test_masked_gradients_stay_unwritten() -> None:
    call = gradient_call(np.float32, "contiguous", "contiguous", True) | {"outputMask": (False, True, False)}
    gradients(call)
    assert (call["gradInputOut"] == 77).all()
    assert (call["gradBiasOut"] == 77).all()
    assert not (call["gradWeightOut"] == 77).any()


def test_gradient_of_another_shape_stays_unwritten() -> None:
    call = gradient_call(np.float32, "contiguous", "contiguous", True)
    call["gradBiasOut"] = np.full((18,), 77, np.float32)
    gradients(call)
    assert (call["gradBiasOut"] == 77).all()
    assert not (call["gradWeightOut"] == 77).any()


def test_gradients_of_nothing_are_zero() -> None:
    call = {
        **dict.fromkeys(("gradOut", "input", "gradInputOut"), np.empty((0, 3), np.float32)),
        **dict.fromkeys(("mean", "rstd"), np.empty((0, 1), np.float32)),
        "normalizedShape": (3,),
        **NO_PARAMETERS,
        "outputMask": (True, True, True),
        "gradWeightOut": np.full(3, 77, np.float32),
        "gradBiasOut": np.full(3, 77, np.float16),
    }
    gradients(call)
    assert call["gradWeightOut"].tolist() == call["gradBiasOut"].tolist() == [0, 0, 0]


def test_inferred_gradients() -> None:
    outputs = dict.fromkeys(("gradInputOut", "gradWeightOut", "gradBiasOut"), MISSING)
    call = gradient_call(np.float16, "contiguous", "contiguous", False) | outputs
    call["weightOptional"] = np.ones((3, 6), np.float32)
    everything = {
        "gradInputOut": ((4, 3, 6), FLOAT16),
        "gradWeightOut": ((3, 6), FLOAT32),
        "gradBiasOut": ((3, 6), FLOAT32),
    }
    assert infer(BACKWARD, call) == everything
    # A gradient that the mask leaves out is nothing to allocate.
    masked = {**everything, "gradWeightOut": None}
    assert infer(BACKWARD, call | {"outputMask": (True, False, True)}) == masked
