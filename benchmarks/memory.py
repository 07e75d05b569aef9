"""Growth of the process over many calls."""

from __future__ import annotations

import os

import numpy as np

from pyaclnn import Device

PAGE = os.sysconf("SC_PAGE_SIZE")


def resident() -> int:
    """Bytes of this process in memory."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * PAGE


def growth(device: Device, calls: int = 1_000_000) -> tuple[int, int]:
    """Bytes and handles that a number of calls leave, after the first thousand."""
    x, y = device.tensor(np.ones((4, 2), np.float32)), device.tensor(np.ones((4, 2), np.float32))

    def run(count: int) -> None:
        for i in range(count):
            device.add(x, y, i % 7)

    run(1000)
    bytes_before, handles_before = resident(), sum(device._live_handles().values())
    run(calls)
    return resident() - bytes_before, sum(device._live_handles().values()) - handles_before
