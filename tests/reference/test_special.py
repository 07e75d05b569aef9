"""The special functions, to the digits of float64: PyTorch computes them by other means."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from pyaclnn.reference.kernels import special

torch = pytest.importorskip("torch")

LINE = np.linspace(-30, 30, 20001)
TINY = np.concatenate([np.logspace(-300, -1, 500), -np.logspace(-300, -1, 500)])


def agree(function: Callable[..., Any], judge: Callable[..., Any], x: Any, relative: float) -> None:
    with np.errstate(all="ignore"):
        want = judge(torch.from_numpy(x)).numpy()
    np.testing.assert_allclose(function(x), want, rtol=relative, atol=0, equal_nan=True)


def test_erf() -> None:
    agree(special.erf, torch.erf, np.concatenate([LINE, TINY]), 1e-15)
    assert special.erf(np.array([0.0, np.inf, -np.inf, np.nan])).tolist()[:3] == [0, 1, -1]
    assert math.copysign(1, special.erf(np.array([-0.0]))[0]) == -1


def test_erfc_keeps_its_digits_far_out() -> None:
    # Beyond 26 the values are subnormal.
    agree(special.erfc, torch.special.erfc, LINE[LINE < 26], 2e-14)
    far = np.linspace(0.5, 26, 400)
    want = [math.erfc(v) for v in far]
    np.testing.assert_allclose(special.erfc(far), want, rtol=2e-15)
    assert special.erfc(np.array([-np.inf, 0, 28, np.inf])).tolist() == [2, 1, 0, 0]


def test_erfinv() -> None:
    inside = np.concatenate([np.linspace(-1, 1, 4001)[1:-1], 1 - np.logspace(-16, -1, 300), TINY])
    agree(special.erfinv, torch.erfinv, inside, 1e-14)
    found = special.erfinv(np.array([-1.0, 1, 2, -2, 0]))
    assert found[:2].tolist() == [-np.inf, np.inf]
    assert np.isnan(found[2:4]).all()
    assert found[4] == 0


def test_digamma() -> None:
    x = np.concatenate([np.linspace(0.01, 50, 3001), np.logspace(-8, 8, 200), np.linspace(-9.9, -0.01, 997)])
    want = torch.digamma(torch.from_numpy(x)).numpy()
    # Near its zero at 1.46 and the poles only the size of the terms counts.
    np.testing.assert_allclose(special.digamma(x), want, rtol=1e-11, atol=1e-13)
    # digamma(1) is minus Euler's constant.
    assert special.digamma(np.array([1.0]))[0] == pytest.approx(-0.5772156649015329, rel=1e-15)
    assert np.isnan(special.digamma(np.array([0.0, -1, -2]))).all()
    assert special.digamma(np.array([np.inf]))[0] == np.inf


def test_lgamma() -> None:
    x = np.concatenate([np.linspace(0.01, 50, 3001), np.linspace(-9.95, -0.05, 100)])
    want = torch.lgamma(torch.from_numpy(x)).numpy()
    np.testing.assert_allclose(special.lgamma(x), want, rtol=1e-11, atol=1e-13)
    # gamma(5) = 24.
    assert special.lgamma(np.array([5.0]))[0] == pytest.approx(math.log(24), rel=1e-15)
    assert special.lgamma(np.array([0.0, -3, np.inf, 1e308])).tolist() == [np.inf] * 4


@pytest.mark.parametrize("dtype", [np.float32, np.float16, ml_dtypes.bfloat16, np.float64])
@pytest.mark.parametrize("shape", [(), (0, 3), (3, 1), (70000,)])
def test_results_have_the_shape_and_dtype_of_the_argument(shape: tuple[int, ...], dtype: Any) -> None:
    x = np.full(shape, 0.5, dtype)
    for function in (special.erf, special.erfc, special.erfinv, special.digamma, special.lgamma):
        found = function(x)
        assert (found.shape, found.dtype) == (shape, np.dtype(dtype))
    # erf(0.5) = 0.5204998778; across the blocks in which it is computed.
    assert np.all(special.erf(x) == np.float64(0.5204998778).astype(dtype)) or dtype == np.float64
