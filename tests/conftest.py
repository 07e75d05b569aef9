"""Fixtures, and the gate that every test passes: nothing stays allocated once its device is closed."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest

os.environ.setdefault("PYACLNN_SIMULATOR_CHECK", "1")
# Where PyTorch's NPU backend is installed, `import torch` would look for CANN.
os.environ.setdefault("TORCH_DEVICE_BACKEND_AUTOLOAD", "0")

from pyaclnn import Device, selection

from . import routes

SOCS = ("Ascend910A", "Ascend910B1", "Ascend910_9391", "Ascend310P3", "Ascend310B1", "Ascend950PR_9599")


@pytest.fixture(autouse=True, scope="session")
def libraries(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """On the route of the built libraries: what the tests find as the installed CANN."""
    if routes.ROUTE == "callbacks":
        yield
        return
    with pytest.MonkeyPatch.context() as environment:
        routes.install(tmp_path_factory.mktemp("cann"), environment)
        yield


@pytest.fixture
def device() -> Iterator[Device]:
    """A simulated Ascend910B1, open for the test."""
    with routes.open_device("Ascend910B1") as d:
        yield d


@pytest.fixture
def device_of() -> Iterator[Callable[[str], Device]]:
    """Makes open simulated devices of any chip, closed after the test."""
    opened: list[Device] = []

    def make(soc: str, **options: Any) -> Device:
        opened.append(routes.open_device(soc, **options))
        return opened[-1]

    yield make
    for d in opened:
        d.close()


@pytest.fixture(autouse=True)
def nothing_left() -> Iterator[None]:
    """After each test, with its devices closed, every machine has no live handle, no device memory in use, and nothing
    that the check mode found."""
    yield
    for known in selection.known_backends():
        machine = routes.machine_behind(known)
        if machine is None or any(not d.is_closed for d in known.devices):
            continue
        found = [str(f) for f in machine.findings]
        machine.findings.clear()
        assert found == [], "the check mode found mistakes"
        assert machine.live_handles() == {}
        assert [machine.memory.used(i) for i in range(machine.settings.devices)] == [0] * machine.settings.devices


@pytest.fixture(autouse=True, scope="session")
def quiet_finalizers() -> Iterator[None]:
    yield
    gc.collect()
