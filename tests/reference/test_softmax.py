"""The fused softmax operators of attention, with PyTorch as the judge. The plain ones are among the activations."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

from .compute import compute
from .layouts import ALL, DENSE, Array, laid_out, output
from .refusals import B910, P310
from .tolerances import assert_close
from .torch_normal import random, torch_of

torch = pytest.importorskip("torch")

F32, F16, BF16 = np.float32, np.float16, ml_dtypes.bfloat16
FLOATS = (F32, F16, BF16)


def masks(shape: tuple[int, ...]) -> Array:
    return np.asarray(np.random.default_rng(5).integers(0, 2, shape).astype(bool))


@pytest.mark.parametrize("layout", ALL)
@pytest.mark.parametrize("lead", [(2, 3), (2, 1), (1, 3), (1, 1)])
def test_scaled_masked_softmax(lead: tuple[int, int], layout: str) -> None:
    for dtype in FLOATS:
        x = laid_out(random((2, 3, 4, 5), dtype, 1), layout)
        mask = masks((*lead, 4, 5))
        scaled = (torch_of(x) * 0.5).masked_fill(torch.from_numpy(mask), -10000)
        out = output((2, 3, 4, 5), dtype, layout if layout in DENSE else "contiguous")
        compute("aclnnScaledMaskedSoftmax", {"x": x, "mask": mask, "scale": 0.5, "fixedTriuMask": False, "y": out})
        assert_close(out, torch.softmax(scaled, -1).numpy().astype(dtype))


def test_scaled_masked_softmax_of_a_masked_row() -> None:
    # All are -10000, hence equal.
    x, mask = random((1, 1, 1, 4), F32, 1), np.ones((1, 1, 1, 4), bool)
    compute("aclnnScaledMaskedSoftmax", {"x": x, "mask": mask, "scale": 1.0, "fixedTriuMask": False, "y": x})
    assert x.tolist() == [[[[0.25] * 4]]]


def test_scaled_masked_softmax_gradient() -> None:
    for dtype in FLOATS:
        grad, y, mask = random((2, 3, 4, 5), dtype, 1), random((2, 3, 4, 5), dtype, 2), masks((2, 1, 4, 5))
        wide = torch.ops.aten._softmax_backward_data(torch_of(grad), torch_of(y), -1, torch.float32) * 0.5
        out = output((2, 3, 4, 5), dtype, "transposed")
        args = {"gradOutput": grad, "y": y, "mask": mask, "scale": 0.5, "fixTriuMask": False, "out": out}
        compute("aclnnScaledMaskedSoftmaxBackward", args)
        assert_close(out, wide.masked_fill(torch.from_numpy(mask), 0).numpy().astype(dtype))


X4, X5 = (4, 3, 4, 5), (2, 2, 3, 4, 5)
WINDOWS = [(2, 4, 5), (2, 1, 4, 5), (1, 2, 1, 4, 5)]
HEADS = [(3, 4, 5), (1, 3, 4, 5), (1, 1, 3, 4, 5)]


@pytest.mark.parametrize("shape", [X4, X5])
@pytest.mark.parametrize("windows", [None, *WINDOWS])
@pytest.mark.parametrize("heads", HEADS)
def test_masked_softmax_with_bias(heads: Any, windows: Any, shape: Any) -> None:
    x, bias = random(shape, F32, 1), random(heads, F32, 2)
    mask = None if windows is None else random(windows, F32, 3)
    scores = torch_of(x).reshape(2, 2, 3, 4, 5) * 0.5 + torch_of(bias).reshape(3, 4, 5)
    if mask is not None:
        scores = scores + torch_of(mask).reshape(2, 1, 4, 5)
    args = {"x": x, "attenMaskOptional": mask, "relativePosBias": bias, "scaleValue": 0.5, "innerPrecisionMode": 0}
    compute("aclnnMaskedSoftmaxWithRelPosBias", {**args, "out": (out := np.empty(shape, F32))})
    assert_close(out, torch.softmax(scores, -1).reshape(shape).numpy())


@pytest.mark.parametrize("soc", [B910, P310])
def test_masked_softmax_with_bias_of_16_bits(soc: str) -> None:
    for dtype in (F16, BF16) if soc == B910 else (F16,):
        x, bias = random(X4, dtype, 1), random(HEADS[0], dtype, 2)
        args = {"x": x, "attenMaskOptional": None, "relativePosBias": bias, "scaleValue": 1.0, "innerPrecisionMode": 0}
        compute("aclnnMaskedSoftmaxWithRelPosBias", {**args, "out": (out := np.empty(X4, dtype))}, soc)
        assert_close(out, torch.softmax(torch_of(x) + torch_of(bias), -1).numpy().astype(dtype))
