"""Host arrays as PyTorch tensors of float64, for expected values that are exact to all dtypes tested."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

torch = pytest.importorskip("torch")

FLOATS = (np.float32, np.float16, ml_dtypes.bfloat16)


def as_torch(array: np.ndarray[Any, Any]) -> Any:
    return torch.from_numpy(np.array(array, dtype=np.float64, order="C"))


def random(shape: tuple[int, ...], dtype: Any = np.float32, seed: int = 0) -> np.ndarray[Any, Any]:
    return np.random.default_rng(seed).uniform(-2, 2, shape).astype(dtype)
