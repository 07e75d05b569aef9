"""Bandwidth of copies between host and device, beside NumPy's."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from pyaclnn import Device

MIB = 2**20
Subject = Callable[[int], None]


def subjects(device: Device, size: int = 64 * MIB) -> dict[str, Subject]:
    """Copies of ``size`` bytes; the host memory is touched before."""
    rows = size // 4 // 4096
    host = np.ones((rows, 4096), np.float32)
    target = np.zeros_like(host)
    tensor = device.tensor(host)
    view, sliced = tensor.T, device.tensor(np.ones((rows, 8192), np.float32))[:, ::2]
    wide = np.ones((rows, 8192), np.float32)

    def strided_floor(source: np.ndarray) -> Callable[[], object]:
        """What a strided download can't do without: the bytes copied, then put in order."""

        def run() -> object:
            copy = np.empty(source.size, source.dtype)
            np.copyto(copy, source.reshape(-1))
            return copy

        return run

    whole, double = strided_floor(host), strided_floor(wide)
    return {
        "numpy.copyto": _repeat(lambda: np.copyto(target, host)),
        "upload": _repeat(lambda: tensor.copy_from(host)),
        "download": _repeat(lambda: tensor.numpy(out=target)),
        "copy + ascontiguousarray, transposed": _repeat(
            lambda: np.ascontiguousarray(whole().reshape(host.shape).T)  # type: ignore[attr-defined]
        ),
        "download, transposed": _repeat(lambda: view.numpy()),
        "copy + ascontiguousarray, sliced": _repeat(
            lambda: np.ascontiguousarray(double().reshape(wide.shape)[:, ::2])  # type: ignore[attr-defined]
        ),
        "download, sliced": _repeat(lambda: sliced.numpy()),
    }


def _repeat(once: Callable[[], object]) -> Subject:
    def run(times: int) -> None:
        for _ in range(times):
            once()

    return run
