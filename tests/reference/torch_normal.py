"""Random host arrays, and PyTorch tensors of their values that keep gradients."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from .layouts import Array


def random(shape: tuple[int, ...], dtype: Any, seed: int) -> Array:
    return np.asarray(np.random.default_rng(seed).standard_normal(shape) * 2).astype(dtype)


def torch_of(array: Array, *, grad: bool = False) -> Any:
    """The array's values as a tensor; 16-bit types are widened, so that they are rounded once at the end."""
    torch = pytest.importorskip("torch")
    wide = np.float64 if array.dtype == np.float64 else np.float32
    return torch.tensor(np.array(array, wide), requires_grad=grad)
