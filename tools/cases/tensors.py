"""Data types as case files call them, and arrays as PyTorch tensors of the same bits."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import torch

from pyaclnn import dtypes

_SHORT = {
    "fp16": np.float16, "fp32": np.float32, "fp64": np.float64, "bf16": ml_dtypes.bfloat16,
    "float": np.float32, "double": np.float64, "half": np.float16, "bfloat16": ml_dtypes.bfloat16,
    "int": np.int64, "long": np.int64, "attr_bool": np.bool_,
    "fp8_e4m3fn": ml_dtypes.float8_e4m3fn, "fp8_e5m2": ml_dtypes.float8_e5m2,
}  # fmt: skip
_RAW = {2: (np.int16, torch.int16), 1: (np.uint8, torch.uint8)}
_TORCH_ONLY = {
    torch.bfloat16: ml_dtypes.bfloat16,
    torch.float8_e4m3fn: ml_dtypes.float8_e4m3fn,
    torch.float8_e5m2: ml_dtypes.float8_e5m2,
}
_NUMPY_ONLY = {np.dtype(value): key for key, value in _TORCH_ONLY.items()}


def numpy_dtype(name: str) -> np.dtype[Any]:
    """``bf16`` as NumPy knows it; ``TypeError`` for what the host can't hold."""
    if name in _SHORT:
        return np.dtype(_SHORT[name])
    found = dtypes.as_dtype(name).numpy
    if found is None:
        raise TypeError(f"{name} has no values on the host")
    return found


def to_torch(array: np.ndarray[Any, Any]) -> torch.Tensor:
    """A tensor of its own memory."""
    array = np.array(array, order="C", copy=True)
    special = _NUMPY_ONLY.get(array.dtype)
    if special is None:
        return torch.from_numpy(array)
    raw = array.view(_RAW[array.itemsize][0])
    return torch.from_numpy(raw).view(special)


def to_numpy(tensor: torch.Tensor) -> np.ndarray[Any, Any]:
    tensor = tensor.detach().cpu().resolve_conj().resolve_neg().contiguous()
    special = _TORCH_ONLY.get(tensor.dtype)
    if special is None:
        return tensor.numpy()
    return tensor.view(_RAW[tensor.itemsize][1]).numpy().view(special)
