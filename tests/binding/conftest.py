"""A check that calls are refused cleanly."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from pyaclnn import Device, Tensor

from ..routes import open_device
from .helpers import machine_of

Refuses = Callable[..., Any]


@pytest.fixture
def device() -> Iterator[Device]:
    """One that reuses memory, as outside of the check mode."""
    with open_device("Ascend910B1", pool=True) as d:
        yield d


def keep_nothing(device: Device) -> None:
    """Gives up what the device keeps for later calls (scalars, memory of earlier operands): no call left it behind."""
    device._descriptors.clear()
    device._drop_spares()


@pytest.fixture
def refuses(device: Device) -> Refuses:
    """Calls that must fail: gives the exception, and checks its class and that the call left nothing behind."""

    def check(error: type[BaseException], operator: str, *args: Any, **kwargs: Any) -> BaseException:
        call = getattr(device, operator)
        for value in (*args, *kwargs.values()):
            for tensor in value if isinstance(value, list) else [value]:
                if isinstance(tensor, Tensor) and tensor.device is device and not tensor.is_closed:
                    _ = tensor.handle  # stays with the tensor: not what the call made
        device._current_stream()  # made at first need
        machine = machine_of(device)
        keep_nothing(device)
        before = machine.live_handles(), device._live_handles(), device.memory_stats()["allocated"]
        try:
            call(*args, **kwargs)
        except Exception as caught:
            failure = caught
        else:
            pytest.fail(f"{operator} did not refuse")
        failure.__traceback__ = failure.__context__ = failure.__cause__ = None  # they hold what the call uploaded
        assert type(failure) is error, repr(failure)
        keep_nothing(device)
        assert before == (machine.live_handles(), device._live_handles(), device.memory_stats()["allocated"])
        return failure

    return check
