"""What the tests of the binding share: raw memory, the machine behind a device, settings of property tests."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
from hypothesis import HealthCheck, settings

from pyaclnn import Device, Tensor

from ..routes import machine_behind

PROPERTY = settings(
    derandomize=True,
    deadline=None,
    database=None,
    max_examples=200,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)

FRESH = 0xA5  # what the simulator fills new memory with
_DEVICE_TO_HOST = 2


def machine_of(device: Device) -> Any:
    """The simulated machine that a device runs on."""
    return machine_behind(device._backend)


def unchecked(device: Device, *names: str) -> contextlib.AbstractContextManager[None]:
    """For a test that makes a mistake on purpose: the simulator's check mode leaves out findings of these names, or
    all."""
    checks = machine_of(device).checks
    return contextlib.nullcontext() if checks is None else checks.suppress(*names)


def raw_bytes(tensor: Tensor) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """The whole storage as it is now; no stream is waited for."""
    backend = tensor.device._backend
    host = np.empty(tensor._storage.nbytes, np.uint8)
    tensor.device._activate()
    with unchecked(tensor.device):
        backend.call(
            "aclrtMemcpy",
            backend.ffi.cast("void *", host.ctypes.data),
            host.nbytes,
            backend.ffi.cast("void *", tensor._storage.address),
            host.nbytes,
            _DEVICE_TO_HOST,
        )
    return host


def in_thread(function: Callable[[], Any]) -> Any:
    """Runs a function on a new thread; its result, or its exception raised here."""
    outcome: list[Any] = []

    def run() -> None:
        try:
            outcome.append((function(), None))
        except BaseException as error:
            outcome.append((None, error))

    thread = threading.Thread(target=run)
    thread.start()
    thread.join(60)
    assert outcome, "the thread hangs"
    result, error = outcome[0]
    if error is not None:
        raise error
    return result
