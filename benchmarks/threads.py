"""Calls per second of several threads, each on a stream of its own, beside threads that make the raw C calls."""

from __future__ import annotations

import statistics
import threading
import time
from collections.abc import Callable

import numpy as np

from pyaclnn import Device

from . import calls

Subject = Callable[[int], None]


def rates(device: Device, counts: tuple[int, ...] = (1, 2, 4), repetitions: int = 15) -> dict[str, float]:
    """Calls per second by ``"<threads> raw"`` and ``"<threads> pyaclnn"``; medians of interleaved runs."""
    found: dict[str, list[float]] = {}
    for _ in range(repetitions):
        for count in counts:
            for name, make in (("raw", _raw), ("pyaclnn", _pyaclnn)):
                found.setdefault(f"{count} {name}", []).append(_rate(device, make, count))
    return {name: statistics.median(values) for name, values in found.items()}


def _rate(device: Device, make: Callable[[Device], Subject], count: int, calls_of_each: int = 20000) -> float:
    """Calls per second of the processor: all threads share one, as Python's lock makes them do in any case."""
    ready, start = threading.Barrier(count + 1), threading.Barrier(count + 1)

    def work() -> None:
        with device.stream():
            run = make(device)
            run(1000)
            ready.wait()
            start.wait()
            run(calls_of_each)

    threads = [threading.Thread(target=work) for _ in range(count)]
    for thread in threads:
        thread.start()
    ready.wait()
    began = time.process_time()
    start.wait()
    for thread in threads:
        thread.join()
    return count * calls_of_each / (time.process_time() - began)


def _operands(device: Device) -> tuple:
    return *(device.tensor(np.ones((4, 2), np.float32)) for _ in range(3)), device.empty((4, 2))


def _raw(device: Device) -> Subject:
    *inputs, out = _operands(device)
    return calls.raw_cffi(device, tuple(inputs), out)


def _pyaclnn(device: Device) -> Subject:
    return calls.positional(device, *_operands(device))
