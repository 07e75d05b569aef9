"""Host time of one call through PyTorch's NPU backend, on the same do-nothing CANN, where its wheels are installed."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable

import numpy as np

from pyaclnn import Device

Subject = Callable[[int], None]
PYACLNN, TORCH = "d.add(x, y, out=z)", "torch.add(x, y, out=z)"
SHAPE = (2, 3)


def missing() -> str:
    """Why there is nothing to compare with; empty where there is."""
    absent = [name for name in ("torch", "torch_npu") if importlib.util.find_spec(name) is None]
    return f"not installed: {', '.join(absent)}" if absent else ""


def subjects(device: Device) -> dict[str, Subject]:
    """Both ways of the same call, float32 of one shape, output given."""
    return {PYACLNN: _pyaclnn(device), TORCH: _torch()}


def _pyaclnn(device: Device) -> Subject:
    x, y, z = (device.tensor(np.ones(SHAPE, np.float32)) for _ in range(3))

    def run(calls: int) -> None:
        add = device.add
        for _ in range(calls):
            add(x, y, out=z)

    return run


def _torch() -> Subject:
    import torch  # only where it is installed; it loads its NPU backend by itself

    x, y, z = (torch.ones(SHAPE).npu() for _ in range(3))

    def run(calls: int) -> None:
        add = torch.add
        for _ in range(calls):
            add(x, y, out=z)

    return run
