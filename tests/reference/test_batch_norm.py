"""Batch normalization and its gradients: values against PyTorch, what each chip saves, kernels and codes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pyaclnn.dtypes import BFLOAT16, FLOAT16, FLOAT32, FLOAT64
from pyaclnn.formats import Format
from pyaclnn.reference.rules import MISSING

from . import layouts
from .compute import compute, infer
from .layouts import Array
from .refusals import A910, A950, B310, B910, P310, code_of, tensor
from .tolerances import assert_close
from .torch_normal import random, torch_of
from .torch_oracle import FLOATS

torch = pytest.importorskip("torch")
F = torch.nn.functional

EPS = 0.1
FORMATS = {4: Format.NCHW, 5: Format.NCDHW}
# 64 channels and more have a kernel of their own on Ascend910B.
SHAPES = [(5, 3), (4, 3, 5), (2, 3, 4, 3), (2, 65, 2, 3), (2, 3, 2, 3, 2), (2, 2, 1, 3, 2, 2)]
CHIPS = [A910, B910, A950]


def parameters(channels: int, dtype: Any) -> dict[str, Array]:
    found = {name: random((channels,), dtype, seed) for seed, name in enumerate(("weight", "bias", "runningMean"), 3)}
    return found | {"runningVar": np.abs(random((channels,), dtype, 6)) + dtype(0.5)}


def saved_by(soc: str, variance: Array) -> Array:
    """The variance itself, and on Ascend950 one over the deviation."""
    return np.asarray(1 / np.sqrt(variance + EPS) if soc == A950 else variance)


def statistics(x: Array) -> tuple[Array, Array]:
    wide, axes = x.astype(np.float64), tuple(i for i in range(x.ndim) if i != 1)
    return wide.mean(axes), wide.var(axes)


def format_of(shape: tuple[int, ...]) -> Format:
    return FORMATS.get(len(shape), Format.ND)


@pytest.mark.parametrize("soc", CHIPS)
@pytest.mark.parametrize("affine", [True, False])
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("layout", layouts.DENSE)
def test_training_like_torch(layout: str, shape: tuple[int, ...], affine: bool, soc: str) -> None:
    x = layouts.laid_out(random(shape, np.float32, 1), layout)
    given: dict[str, Any] = parameters(shape[1], np.float32)
    running = [torch_of(given[name]) for name in ("runningMean", "runningVar")]
    if not affine:
        given |= {"weight": None, "bias": None}
    weight, bias = (None if given[n] is None else torch_of(given[n]) for n in ("weight", "bias"))
    expected = F.batch_norm(torch_of(x), *running, weight, bias, True, 0.3, EPS)
    out, mean, saved = layouts.output(shape, np.float32, layout), *np.zeros((2, shape[1]), np.float32)
    call = {"input": x, **given, "training": True, "momentum": 0.3, "eps": EPS, "output": out}
    compute("aclnnBatchNorm", {**call, "saveMean": mean, "saveInvstd": saved}, soc, format_of(shape))
    found_mean, variance = statistics(x)
    np.testing.assert_allclose(out, expected.numpy(), rtol=1e-5, atol=1e-5)
    np.testing.assert_allclose(mean, found_mean, rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(saved, saved_by(soc, variance), rtol=1e-5)
    for name, theirs in zip(("runningMean", "runningVar"), running, strict=True):
        np.testing.assert_allclose(given[name], theirs.numpy(), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("soc", [B910, A950])
@pytest.mark.parametrize("training", [True, False])
@pytest.mark.parametrize("channels", [3, 65])
@pytest.mark.parametrize("dtype", FLOATS)
def test_dtypes(dtype: Any, channels: int, training: bool, soc: str) -> None:
    shape = (4, channels, 3, 5)
    x, given = random(shape, dtype, 1), parameters(channels, np.float32)
    wide = [torch_of(given[name]) for name in ("runningMean", "runningVar", "weight", "bias")]
    expected = F.batch_norm(torch_of(x), *wide, training, 0.1, EPS).numpy()
    out, (mean, saved) = np.zeros(shape, dtype), np.full((2, channels), 7, np.float32)
    call = {"input": x, **given, "training": training, "momentum": 0.1, "eps": EPS, "output": out}
    compute("aclnnBatchNorm", {**call, "saveMean": mean, "saveInvstd": saved}, soc, Format.NCHW)
    assert_close(out, expected.astype(dtype), dtype, roundings=8)
    # Only training saves anything.
    assert (saved == 7).all() != training


@pytest.mark.parametrize("soc", [A910, B910, P310, A950])
@pytest.mark.parametrize("shape", SHAPES)
def test_by_kept_statistics_like_torch(shape: tuple[int, ...], soc: str) -> None:
    x, given = random(shape, np.float32, 1), parameters(shape[1], np.float32)
    wide = [torch_of(given[name]) for name in ("runningMean", "runningVar", "weight", "bias")]
    expected = F.batch_norm(torch_of(x), *wide, False, 0.3, EPS)
    kept, out = given["runningVar"].copy(), np.zeros(shape, np.float32)
    call = {"input": x, **given, "training": False, "momentum": 0.3, "eps": EPS, "output": out}
    compute("aclnnBatchNorm", {**call, "saveMean": None, "saveInvstd": None}, soc, format_of(shape))
    np.testing.assert_allclose(out, expected.numpy(), rtol=1e-5, atol=1e-6)
    np.testing.assert_array_equal(given["runningVar"], kept)


@pytest.mark.parametrize("soc", CHIPS)
@pytest.mark.parametrize("training", [True, False])
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("layout", ["contiguous", "backwards"])
def test_gradients_like_torch(layout: str, shape: tuple[int, ...], training: bool, soc: str) -> None:
    x, grad = (layouts.laid_out(random(shape, np.float32, seed), layout) for seed in (1, 2))
    given = parameters(shape[1], np.float32)
    leaves = [torch_of(a, grad=True) for a in (x, given["weight"], given["bias"])]
    running = [torch_of(given[name]) for name in ("runningMean", "runningVar")]
    F.batch_norm(leaves[0], *running, *leaves[1:], training, 0.3, EPS).backward(torch_of(grad))
    mean, variance = statistics(x)
    kept = {"saveMean": mean.astype(np.float32), "saveInvstd": saved_by(soc, variance).astype(np.float32)}
    found = layouts.output(shape, np.float32, layout), *np.zeros((2, shape[1]), np.float32)
    call = {"gradOut": grad, "input": x, **given, **kept, "training": training, "eps": EPS}
    del call["bias"]
    wanted = dict(zip(("gradInput", "gradWeight", "gradBias"), found, strict=True))
    compute("aclnnBatchNormBackward", {**call, "outputMask": (True,) * 3, **wanted}, soc, format_of(shape))
    for ours, leaf in zip(found, leaves, strict=True):
        assert leaf.grad is not None
        np.testing.assert_allclose(ours, leaf.grad.numpy(), rtol=2e-4, atol=2e-5)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("training", [True, False])
@pytest.mark.parametrize("soc", [B910, A950])
def test_gradients_of_dtypes(soc: str, training: bool, dtype: Any) -> None:
    shape = (2, 3, 4, 3)
    x, grad, given = random(shape, dtype, 1), random(shape, dtype, 2), parameters(3, np.float32)
    leaves = [torch_of(a, grad=True) for a in (x, given["weight"], given["bias"])]
    running = [torch_of(given[name]) for name in ("runningMean", "runningVar")]
    F.batch_norm(leaves[0], *running, *leaves[1:], training, 0.3, EPS).backward(torch_of(grad))
    mean, variance = statistics(x)
    kept = {"saveMean": mean.astype(np.float32), "saveInvstd": saved_by(soc, variance).astype(np.float32)}
    found = np.zeros(shape, dtype), np.zeros(3, np.float32), None
    call = {"gradOut": grad, "input": x, **given, **kept, "training": training, "eps": EPS}
    del call["bias"]
    wanted = dict(zip(("gradInput", "gradWeight", "gradBias"), found, strict=True))
    compute("aclnnBatchNormBackward", {**call, "outputMask": (True, True, False), **wanted}, soc, Format.NCHW)
    assert_close(found[0], leaves[0].grad.numpy().astype(dtype), dtype, roundings=8)
    np.testing.assert_allclose(found[1], leaves[1].grad.numpy(), rtol=1e-4, atol=1e-5)


def test_channels_may_come_last_on_950() -> None:
    x, given = random((2, 3, 4, 5), np.float32, 1), parameters(5, np.float32)
    wide = [torch_of(given[name]) for name in ("runningMean", "runningVar", "weight", "bias")]
    expected = F.batch_norm(torch_of(x).permute(0, 3, 1, 2), *wide, True, 0.3, EPS).permute(0, 2, 3, 1)
    out, mean, saved = np.zeros_like(x), *np.zeros((2, 5), np.float32)
    call = {"input": x, **given, "training": True, "momentum": 0.3, "eps": EPS, "output": out}
    compute("aclnnBatchNorm", {**call, "saveMean": mean, "saveInvstd": saved}, A950, Format.NHWC)
    np.testing.assert_allclose(out, expected.numpy(), rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("soc", CHIPS)
def test_by_hand(soc: str) -> None:
    """The channel 1, 3 has mean 2 and variance 1, unbiased 2; running ones of 0 and 1 move half of the way."""
    x, out = np.array([[1], [3]], np.float32), np.zeros((2, 1), np.float32)
    call = {"input": x, "weight": None, "bias": None, "training": True, "momentum": 0.5, "eps": 3.0, "output": out}
    running = {"runningMean": np.zeros(1, np.float32), "runningVar": np.ones(1, np.float32)}
    mean, saved = np.zeros((2, 1), np.float32)
    names = ("input", "weight", "bias", "runningMean", "runningVar", "training", "momentum", "eps", "output")
    args = {name: (call | running)[name] for name in names}
    compute("aclnnBatchNorm", {**args, "saveMean": mean, "saveInvstd": saved}, soc)
    assert out.tolist() == [[-0.5], [0.5]]
    assert (mean.tolist(), saved.tolist()) == ([2], [0.5 if soc == A950 else 1])
    assert (running["runningMean"].tolist(), running["runningVar"].tolist()) == ([1], [1.5])


def test_nothing_to_normalize() -> None:
    out, (mean, saved) = np.zeros((0, 2, 3), np.float32), np.ones((2, 2), np.float32)
    call = {"input": out.copy(), **dict.fromkeys(("weight", "bias", "runningMean", "runningVar")), "training": True}
    call |= {"momentum": 0.1, "eps": EPS, "output": out, "saveMean": mean, "saveInvstd": saved}
    compute("aclnnBatchNorm", call)
    assert (mean == 0).all()
    assert np.isnan(saved).all()


FORWARD = {
    "input": tensor(2, 6, 3, 2),
    "weight": tensor(6),
    "bias": tensor(6),
    "runningMean": tensor(6),
    "runningVar": tensor(6),
    "training": True,
    "momentum": 0.1,
    "eps": 1e-5,
    "output": tensor(2, 6, 3, 2),
    "saveMean": tensor(6),
    "saveInvstd": tensor(6),
}
BACKWARD = {
    "gradOut": tensor(2, 6, 3, 2),
    "input": tensor(2, 6, 3, 2),
    "weight": tensor(6),
    "runningMean": tensor(6),
    "runningVar": tensor(6),
    "saveMean": tensor(6),
    "saveInvstd": tensor(6),
    "training": True,
    "eps": 1e-5,
    "outputMask": (True, True, True),
    "gradInput": tensor(2, 6, 3, 2),
    "gradWeight": tensor(6),
    "gradBias": tensor(6),
}
IMAGES, VECTORS = ("gradOut", "input", "gradInput"), ("gradWeight", "gradBias", "weight")


def images(*shape: int, dtype: Any = FLOAT32, format: Format = Format.ND) -> dict[str, Any]:
    return {name: tensor(*shape, dtype=dtype, format=format) for name in ("input", "output")}


def gradients(*shape: int, dtype: Any = FLOAT32, format: Format = Format.ND) -> dict[str, Any]:
    return {name: tensor(*shape, dtype=dtype, format=format) for name in IMAGES}


def vectors(dtype: Any, *names: str) -> dict[str, Any]:
    return {name: tensor(6, dtype=dtype) for name in names}


@pytest.mark.parametrize(
    ("code", "soc", "changes"),
    [
        (0, B910, {}),
        (0, P310, {}),
        (161002, B310, {}),
        (0, B910, images(2, 6, 3, 2, dtype=BFLOAT16)),
        (161002, A910, images(2, 6, 3, 2, dtype=BFLOAT16)),
        (161002, B910, images(2, 6, 3, 2, dtype=FLOAT64)),
        (561103, B910, {"output": tensor(2, 6, 3, 2, dtype=FLOAT16)}),
        (161001, B910, {"input": None}),
        (161001, B910, {"output": None}),
        (161001, B910, {"saveMean": None}),
        (0, B910, {"saveMean": None, "saveInvstd": None, "training": False}),
        (0, B910, dict.fromkeys(("weight", "bias", "runningMean", "runningVar"))),
        (0, A950, dict.fromkeys(("weight", "bias", "runningMean", "runningVar"))),
        (161002, B910, {"saveInvstd": tensor(6, dtype=FLOAT64)}),
        (0, B910, {"saveInvstd": tensor(6, dtype=FLOAT64), "training": False}),
        (161002, B910, {"bias": tensor(6, dtype=FLOAT64)}),
        (161002, B910, {"output": tensor(2, 6, 3, 2, format=Format.NCHW)}),
        (161002, B910, images(2, 6, 1, 3, 2)),
        (0, B910, images(2, 6, 1, 3, 2, format=Format.NCDHW)),
        (0, A910, images(2, 6, 1, 3, 2, format=Format.NCDHW)),
        (161002, B910, images(2, 6, 1, 3, 2, format=Format.NDHWC)),
        (0, A950, images(2, 3, 1, 2, 6, format=Format.NDHWC)),
        (161002, B910, images(2, 6, 3, 2, format=Format.NC1HWC0)),
        (161002, B910, images(6)),
        (161002, B910, images(2, 6, 1, 1, 1, 1, 1, 1, 1)),
        (161002, B910, {"output": tensor(2, 6, 2, 3)}),
        (161002, B910, {"weight": tensor(5)}),
        (161002, B910, {"runningVar": tensor(1, 6)}),
        (161002, B910, {"saveMean": tensor(5)}),
        (0, B910, images(0, 6) | {"weight": tensor(5)}),
    ],
)
def test_codes(code: int, soc: str, changes: dict[str, Any]) -> None:
    assert code_of("aclnnBatchNorm", FORWARD, changes, soc) == code


@pytest.mark.parametrize(
    ("code", "soc", "changes"),
    [
        (0, B910, {}),
        (0, A910, {}),
        (0, P310, {}),
        (561003, B310, {}),
        (161001, B910, {"gradOut": None}),
        (161001, B910, {"outputMask": None}),
        (161001, B910, {"outputMask": (True, True)}),
        (0, B910, {"outputMask": (True,) * 4}),
        (161001, A950, {"outputMask": (True,) * 4}),
        (161001, B910, {"gradBias": None}),
        (0, B910, {"gradBias": None, "outputMask": (True, True, False)}),
        (0, A950, {"outputMask": (False,) * 3}),
        (161002, A910, gradients(2, 6, 3, 2, dtype=BFLOAT16)),
        (161002, B910, {"gradOut": tensor(2, 6, 3, 2, dtype=FLOAT16)}),
        (561103, B910, {"gradInput": tensor(2, 6, 3, 2, dtype=FLOAT16)}),
        (161002, A950, {"gradInput": tensor(2, 6, 3, 2, dtype=FLOAT16)}),
        (0, B910, vectors(FLOAT16, "weight", "saveMean", "runningVar")),
        (161002, A950, vectors(FLOAT16, "weight")),
        (0, A950, gradients(2, 6, 3, 2, dtype=FLOAT16) | vectors(FLOAT16, *VECTORS)),
        (161002, A950, gradients(2, 6, 3, 2, dtype=FLOAT16) | vectors(FLOAT16, "saveMean")),
        (161002, A950, gradients(2, 6, 3, 2, dtype=FLOAT16) | vectors(FLOAT16, "runningMean")),
        (161002, A950, gradients(2, 6, 3, 2, dtype=FLOAT16) | vectors(FLOAT16, "weight", "gradWeight")),
        (161002, B910, {"gradInput": tensor(2, 6, 3, 2, format=Format.NCHW)}),
        (0, B910, gradients(2, 6, 1, 3, 2)),
        (161002, A950, gradients(2, 6, 1, 3, 2)),
        (161002, B910, gradients(2, 6, 3, 2, format=Format.NC1HWC0)),
        (161002, B910, gradients(6)),
        (161002, B910, {"gradInput": tensor(2, 6, 2, 3)}),
        (161002, B910, {"weight": tensor(5)}),
        (561002, B910, {"saveMean": tensor(5)}),
        (161002, A950, {"saveMean": tensor(5)}),
        (161002, A950, {"saveMean": tensor(0)}),
        (0, A950, {"saveMean": tensor(0), "training": False, **gradients(2, 6, 3, 2, format=Format.NCHW)}),
        (561103, B910, {"gradWeight": tensor(5)}),
        (161002, A950, {"gradWeight": tensor(5)}),
        # Running means are taken for those of the last axis where the format names no channels.
        (561103, A950, {"training": False}),
        (0, B910, {"training": False}),
        (0, B910, gradients(0, 6) | {"outputMask": None}),
    ],
)
def test_codes_of_gradients(code: int, soc: str, changes: dict[str, Any]) -> None:
    assert code_of("aclnnBatchNormBackward", BACKWARD, changes, soc) == code


@pytest.mark.parametrize(
    ("soc", "channels", "training", "kernels"),
    [
        (B910, 63, True, ["BNTrainingReduce", "BNTrainingUpdate"]),
        (B910, 64, True, ["BatchNormV3"]),
        (P310, 64, True, ["BNTrainingReduce", "BNTrainingUpdate"]),
        (B910, 64, False, ["BNInfer"]),
        (A950, 2, False, ["BatchNormV3"]),
    ],
)
def test_kernels(soc: str, channels: int, training: bool, kernels: list[str]) -> None:
    x, given = random((2, channels, 2), np.float32, 1), parameters(channels, np.float32)
    mean, saved = np.zeros((2, channels), np.float32)
    call = {"input": x, **given, "training": training, "momentum": 0.1, "eps": EPS, "output": np.zeros_like(x)}
    assert compute("aclnnBatchNorm", {**call, "saveMean": mean, "saveInvstd": saved}, soc) == kernels


def test_outputs_left_out() -> None:
    call = FORWARD | images(2, 6, 3, dtype=FLOAT16) | dict.fromkeys(("output", "saveMean", "saveInvstd"), MISSING)
    image, saved = ((2, 6, 3), FLOAT16), ((6,), FLOAT32)
    assert infer("aclnnBatchNorm", call) == {"output": image, "saveMean": saved, "saveInvstd": saved}
    found = infer("aclnnBatchNorm", call | {"training": False})
    assert found == {"output": image, "saveMean": None, "saveInvstd": None}
    wanted = dict.fromkeys(("gradInput", "gradWeight", "gradBias"), MISSING)
    found = infer("aclnnBatchNormBackward", BACKWARD | wanted | {"outputMask": (True, False, True)})
    assert found == {"gradInput": ((2, 6, 3, 2), FLOAT32), "gradWeight": None, "gradBias": ((6,), FLOAT32)}
