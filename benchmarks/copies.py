"""Bandwidth of copies between host and device, beside NumPy's."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from pyaclnn import Device

MIB = 2**20
Subject = Callable[[int], None]


def contiguous(device: Device, size: int = 64 * MIB) -> dict[str, Subject]:
    """Copies of ``size`` bytes; the host memory is touched before."""
    host = np.ones(size // 4, np.float32)
    target = np.zeros_like(host)
    tensor = device.tensor(host)
    return {
        "numpy.copyto": _repeat(lambda: np.copyto(target, host)),
        "upload": _repeat(lambda: tensor.copy_from(host)),
        "download": _repeat(lambda: tensor.numpy(out=target)),
    }


def strided(device: Device, size: int = 64 * MIB) -> dict[str, Subject]:
    """Downloads of views with ``size`` bytes, beside what they can't do without: the bytes copied and put in order."""
    rows = size // 4 // 4096
    host, wide = np.ones((rows, 4096), np.float32), np.ones((rows, 8192), np.float32)
    view, sliced = device.tensor(host).T, device.tensor(wide)[:, ::2]

    def copied(source: np.ndarray) -> np.ndarray:
        copy = np.empty(source.shape, source.dtype)
        np.copyto(copy, source)
        return copy

    return {
        "copy + ascontiguousarray, transposed": _repeat(lambda: np.ascontiguousarray(copied(host).T)),
        "download, transposed": _repeat(lambda: view.numpy()),
        "copy + ascontiguousarray, sliced": _repeat(lambda: np.ascontiguousarray(copied(wide)[:, ::2])),
        "download, sliced": _repeat(lambda: sliced.numpy()),
    }


def _repeat(once: Callable[[], object]) -> Subject:
    def run(times: int) -> None:
        for _ in range(times):
            once()

    return run
