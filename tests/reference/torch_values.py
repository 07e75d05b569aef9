"""PyTorch tensors with the dtype and the values of host arrays, and back, for operators that keep dtypes apart."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

from .layouts import Array

BF16 = np.dtype(ml_dtypes.bfloat16)


def to_torch(array: Array) -> Any:
    """The values as a contiguous tensor of the same dtype."""
    torch = pytest.importorskip("torch")
    values = np.array(array, order="C")
    if values.dtype == BF16:
        return torch.from_numpy(values.astype(np.float32)).to(torch.bfloat16)
    return torch.from_numpy(values)


def from_torch(tensor: Any) -> Array:
    torch = pytest.importorskip("torch")
    if tensor.dtype == torch.bfloat16:
        return np.asarray(tensor.to(torch.float32).numpy().astype(BF16))
    return np.asarray(tensor.resolve_conj().numpy())


def numbers(shape: tuple[int, ...], dtype: Any, seed: int = 0) -> Array:
    """Random values that a sum or product of two does not overflow, zero among them for integers."""
    rng, dtype = np.random.default_rng(seed), np.dtype(dtype)
    if dtype == np.bool_:
        return np.asarray(rng.integers(0, 2, shape).astype(bool))
    if dtype.kind in "iu":
        return np.asarray(rng.integers(0 if dtype.kind == "u" else -9, 10, shape).astype(dtype))
    values = rng.uniform(-2, 2, shape)
    return np.asarray((values + 1j * rng.uniform(-2, 2, shape) if dtype.kind == "c" else values).astype(dtype))
