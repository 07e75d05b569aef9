"""Fixtures, and the gate that every test passes: nothing stays allocated once its device is closed."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from pyaclnn import Device, backend

SOCS = ("Ascend910A", "Ascend910B1", "Ascend910_9391", "Ascend310P3", "Ascend310B1", "Ascend950PR_9599")


@pytest.fixture
def device() -> Iterator[Device]:
    """A simulated Ascend910B1, open for the test."""
    with Device(0, backend="simulator") as d:
        yield d


@pytest.fixture
def device_of() -> Iterator[Callable[[str], Device]]:
    """Makes open simulated devices of any chip, closed after the test."""
    opened: list[Device] = []

    def make(soc: str, **options: Any) -> Device:
        opened.append(Device(0, backend="simulator", soc=soc, **options))
        return opened[-1]

    yield make
    for d in opened:
        d.close()


@pytest.fixture(autouse=True)
def nothing_left() -> Iterator[None]:
    """After each test, with its devices closed, live handles and device bytes are zero on every machine."""
    yield
    for known in backend.known_backends():
        if known.kind != "simulator" or any(not d.is_closed for d in known.devices):
            continue
        machine = known.interface.libraries.machine  # type: ignore[attr-defined]
        assert machine.live_handles() == {}
        assert [machine.memory.used(i) for i in range(machine.settings.devices)] == [0] * machine.settings.devices


@pytest.fixture(autouse=True, scope="session")
def quiet_finalizers() -> Iterator[None]:
    yield
    gc.collect()
