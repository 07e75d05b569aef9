"""Group normalization and its gradients: values against PyTorch, and codes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pyaclnn.dtypes import BFLOAT16, FLOAT16, FLOAT32, FLOAT64
from pyaclnn.formats import Format
from pyaclnn.reference.rules import MISSING

from . import layouts
from .compute import compute, infer
from .refusals import A910, A950, B310, B910, P310, code_of, tensor
from .tolerances import assert_close
from .torch_normal import random, torch_of
from .torch_oracle import FLOATS

torch = pytest.importorskip("torch")
F = torch.nn.functional

SHAPES = [((2, 6, 3, 2), 3), ((3, 4), 1), ((2, 4, 5), 4), ((1, 2, 2, 2, 3), 2)]


def numbers(shape: tuple[int, ...], group: int) -> dict[str, int]:
    return {"N": shape[0], "C": shape[1], "HxW": int(np.prod(shape[2:])), "group": group}


@pytest.mark.parametrize("affine", [True, False])
@pytest.mark.parametrize(("shape", "group"), SHAPES)
@pytest.mark.parametrize("layout", layouts.DENSE)
@pytest.mark.parametrize("dtype", FLOATS)
def test_like_torch(dtype: Any, layout: str, shape: tuple[int, ...], group: int, affine: bool) -> None:
    x = layouts.laid_out(random(shape, dtype, 1), layout)
    gamma, beta = (random((shape[1],), dtype, seed) if affine else None for seed in (2, 3))
    leaves = [None if a is None else torch_of(a, grad=True) for a in (x, gamma, beta)]
    expected = F.group_norm(leaves[0], group, leaves[1], leaves[2], 1e-5)
    out = layouts.output(shape, dtype, layout)
    mean, rstd = np.zeros((shape[0], group), dtype), np.zeros((shape[0], group), dtype)
    call = {"self": x, "gamma": gamma, "beta": beta, **numbers(shape, group), "eps": 1e-5}
    compute("aclnnGroupNorm", {**call, "out": out, "meanOut": mean, "rstdOut": rstd})
    assert_close(out, expected.detach().numpy().astype(dtype), dtype, roundings=8)
    parts = x.astype(np.float64).reshape(shape[0], group, -1)
    assert_close(mean, parts.mean(2).astype(dtype), dtype, roundings=8)
    assert_close(rstd, (1 / np.sqrt(parts.var(2) + 1e-5)).astype(dtype), dtype, roundings=8)


@pytest.mark.parametrize("affine", [True, False])
@pytest.mark.parametrize(("shape", "group"), SHAPES)
@pytest.mark.parametrize("layout", layouts.DENSE)
@pytest.mark.parametrize("soc", [A910, B910, A950])
def test_gradients_like_torch(soc: str, layout: str, shape: tuple[int, ...], group: int, affine: bool) -> None:
    x, grad = (layouts.laid_out(random(shape, np.float32, seed), layout) for seed in (1, 4))
    gamma = random((shape[1],), np.float32, 2) if affine else None
    leaf, zero = torch_of(x, grad=True), torch.zeros(shape[1], requires_grad=True)
    weight = torch_of(np.ones(shape[1], np.float32) if gamma is None else gamma, grad=True)
    F.group_norm(leaf, group, weight, zero).backward(torch_of(grad))
    parts = x.astype(np.float64).reshape(shape[0], group, -1)
    mean, rstd = parts.mean(2).astype(np.float32), (1 / np.sqrt(parts.var(2) + 1e-5)).astype(np.float32)
    back, of_gamma, of_beta = layouts.output(shape, np.float32, layout), *np.zeros((2, shape[1]), np.float32)
    call = {"gradOut": grad, "input": x, "mean": mean, "rstd": rstd, "gamma": gamma, **numbers(shape, group)}
    wanted = {"outputMask": (True, True, True), "gradInput": back, "gradGammaOut": of_gamma, "gradBetaOut": of_beta}
    compute("aclnnGroupNormBackward", {**call, **wanted}, soc)
    for found, of in ((back, leaf), (of_gamma, weight), (of_beta, zero)):
        assert of.grad is not None
        np.testing.assert_allclose(found, of.grad.numpy(), rtol=2e-4, atol=2e-5)


@pytest.mark.parametrize("soc", [A910, B910, A950])
def test_by_hand(soc: str) -> None:
    """The groups 1, 3 and 2, 10 have the means 2 and 6 and the deviations 1 and 4."""
    x = np.array([[1, 3, 2, 10]], np.float16)
    out, mean, rstd = np.zeros((1, 4), np.float16), *np.zeros((2, 1, 2), np.float16)
    call = {"self": x, "gamma": np.array([1, 1, 2, 2], np.float16), "beta": None, **numbers((1, 4), 2), "eps": 1e-9}
    compute("aclnnGroupNorm", {**call, "out": out, "meanOut": mean, "rstdOut": rstd}, soc)
    assert out.tolist() == [[-1, 1, -2, 2]]
    assert (mean.tolist(), rstd.tolist()) == ([[2, 6]], [[1, 0.25]])


def test_nothing_to_normalize() -> None:
    out, mean, rstd = np.zeros((2, 4, 0), np.float32), *np.ones((2, 2, 2), np.float32)
    call = {"self": out.copy(), "gamma": None, "beta": None, **numbers((2, 4, 0), 2), "eps": 1e-5}
    compute("aclnnGroupNorm", {**call, "out": out, "meanOut": mean, "rstdOut": rstd})
    assert (mean == 0).all()
    assert np.isnan(rstd).all()
    for soc, left in ((B910, 7.0), (A950, 0.0)):
        of_gamma = np.full(4, 7, np.float32)
        back = {"gradOut": out, "input": out, "mean": mean, "rstd": rstd, "gamma": None, **numbers((2, 4, 0), 2)}
        mask = {"outputMask": (False, True, False), "gradInput": None, "gradBetaOut": None}
        compute("aclnnGroupNormBackward", {**back, **mask, "gradGammaOut": of_gamma}, soc)
        assert (of_gamma == left).all()


FORWARD = {
    "self": tensor(2, 6, 3, 2),
    "gamma": tensor(6),
    "beta": tensor(6),
    **numbers((2, 6, 3, 2), 3),
    "eps": 1e-5,
    "out": tensor(2, 6, 3, 2),
    "meanOut": tensor(2, 3),
    "rstdOut": tensor(2, 3),
}
BACKWARD = {
    "gradOut": tensor(2, 6, 3, 2),
    "input": tensor(2, 6, 3, 2),
    "mean": tensor(2, 3),
    "rstd": tensor(2, 3),
    "gamma": tensor(6),
    **numbers((2, 6, 3, 2), 3),
    "outputMask": (True, True, True),
    "gradInput": tensor(2, 6, 3, 2),
    "gradGammaOut": tensor(6),
    "gradBetaOut": tensor(6),
}
IMAGES, STATISTICS = ("gradOut", "input", "gradInput"), ("mean", "rstd", "gamma", "gradGammaOut", "gradBetaOut")


def of_dtype(call: dict[str, Any], dtype: Any, *names: str) -> dict[str, Any]:
    tensors = [name for name, value in call.items() if hasattr(value, "shape")]
    return {name: tensor(*call[name].shape, dtype=dtype) for name in names or tensors}


@pytest.mark.parametrize(
    ("operator", "call", "code", "soc", "changes"),
    [
        ("GroupNorm", FORWARD, 0, B910, {}),
        ("GroupNorm", FORWARD, 0, B910, of_dtype(FORWARD, BFLOAT16)),
        ("GroupNorm", FORWARD, 161002, A910, of_dtype(FORWARD, BFLOAT16)),
        ("GroupNorm", FORWARD, 0, P310, of_dtype(FORWARD, FLOAT16)),
        ("GroupNorm", FORWARD, 161002, B910, of_dtype(FORWARD, FLOAT64)),
        ("GroupNorm", FORWARD, 561003, B310, {}),
        ("GroupNorm", FORWARD, 161001, B910, {"meanOut": None}),
        ("GroupNorm", FORWARD, 0, B910, {"gamma": None, "beta": None}),
        ("GroupNorm", FORWARD, 161002, B910, {"gamma": tensor(6, dtype=FLOAT16)}),
        ("GroupNorm", FORWARD, 161002, B910, {"beta": tensor(5)}),
        ("GroupNorm", FORWARD, 161002, B910, {"group": 0}),
        ("GroupNorm", FORWARD, 161002, B910, {"group": 4}),
        ("GroupNorm", FORWARD, 161002, B910, {"eps": 0.0}),
        ("GroupNorm", FORWARD, 161002, B910, {"N": 3}),
        ("GroupNorm", FORWARD, 161002, B910, {"HxW": 5}),
        ("GroupNorm", FORWARD, 161002, B910, {"rstdOut": tensor(2, 2)}),
        ("GroupNorm", FORWARD, 161002, B910, {"out": tensor(2, 6, 2, 3)}),
        ("GroupNorm", FORWARD, 161002, B910, {n: tensor(2, 6, 3, 2, format=Format.NHWC) for n in ("self", "out")}),
        ("GroupNorm", FORWARD, 161002, B910, {"out": tensor(2, 6, 3, 2, format=Format.NCHW)}),
        ("GroupNormBackward", BACKWARD, 0, B910, {}),
        ("GroupNormBackward", BACKWARD, 0, A910, of_dtype(BACKWARD, FLOAT16)),
        ("GroupNormBackward", BACKWARD, 161002, A910, of_dtype(BACKWARD, BFLOAT16)),
        ("GroupNormBackward", BACKWARD, 0, A950, of_dtype(BACKWARD, BFLOAT16, *IMAGES)),
        ("GroupNormBackward", BACKWARD, 161002, B910, of_dtype(BACKWARD, BFLOAT16, *IMAGES)),
        ("GroupNormBackward", BACKWARD, 161002, A950, of_dtype(BACKWARD, FLOAT16, *STATISTICS)),
        ("GroupNormBackward", BACKWARD, 161001, B910, {"rstd": None}),
        ("GroupNormBackward", BACKWARD, 161002, B910, {"outputMask": None}),
        ("GroupNormBackward", BACKWARD, 161002, B910, {"outputMask": (True, True)}),
        ("GroupNormBackward", BACKWARD, 161002, B910, {"gradGammaOut": None}),
        ("GroupNormBackward", BACKWARD, 0, B910, {"gradGammaOut": None, "outputMask": (True, False, True)}),
        ("GroupNormBackward", BACKWARD, 161002, B910, {"mean": tensor(2, 2)}),
        ("GroupNormBackward", BACKWARD, 0, B910, {"mean": tensor(6)}),
        ("GroupNormBackward", BACKWARD, 161002, B910, {"gamma": tensor(5)}),
        ("GroupNormBackward", BACKWARD, 161002, B910, {"gradInput": tensor(2, 6, 2, 3)}),
        ("GroupNormBackward", BACKWARD, 161002, B910, {"group": 4}),
    ],
)  # fmt: skip
def test_codes(operator: str, call: dict[str, Any], code: int, soc: str, changes: dict[str, Any]) -> None:
    assert code_of(f"aclnn{operator}", call, changes, soc) == code


def test_too_many_channels() -> None:
    shape = (1, 8001, 1)
    images = dict.fromkeys(("gradOut", "input", "gradInput"), tensor(*shape))
    others = dict.fromkeys(("gamma", "gradGammaOut", "gradBetaOut"), tensor(8001))
    call = {**images, **others, **dict.fromkeys(("mean", "rstd"), tensor(1, 1)), **numbers(shape, 1)}
    codes = [code_of("aclnnGroupNormBackward", BACKWARD, call, soc) for soc in (B910, A950)]
    assert codes == [161002, 0]


def test_outputs_left_out() -> None:
    found = infer("aclnnGroupNorm", FORWARD | dict.fromkeys(("out", "meanOut", "rstdOut"), MISSING))
    assert found == {"out": ((2, 6, 3, 2), FLOAT32), "meanOut": ((2, 3), FLOAT32), "rstdOut": ((2, 3), FLOAT32)}
    gradients = dict.fromkeys(("gradInput", "gradGammaOut", "gradBetaOut"), MISSING)
    found = infer("aclnnGroupNormBackward", BACKWARD | gradients)
    assert found == {
        "gradInput": ((2, 6, 3, 2), FLOAT32),
        "gradGammaOut": ((6,), FLOAT32),
        "gradBetaOut": ((6,), FLOAT32),
    }
