"""Property tests of this folder run the same examples each time: ``PROPERTY`` in ``helpers``."""

from __future__ import annotations

import pytest

from pyaclnn import Device, Tensor

from .helpers import machine_of


@pytest.fixture
def refuses(device: Device):  # type: ignore[no-untyped-def]
    """Calls that must fail: checks the exception, and that the call left no handle and no memory behind."""

    def check(error: type[BaseException], operator: str, *args: object, **kwargs: object) -> BaseException:
        machine = machine_of(device)
        call = getattr(device, operator)
        for value in (*args, *kwargs.values()):
            for tensor in value if isinstance(value, list) else [value]:
                if isinstance(tensor, Tensor):
                    _ = tensor.handle  # stays with the tensor: not what the call made
        handles, allocated = machine.live_handles(), device.memory_stats()["allocated"]
        with pytest.raises(error) as caught:
            call(*args, **kwargs)
        assert type(caught.value) is error
        caught.value.__traceback__ = None
        assert machine.live_handles() == handles
        assert device.memory_stats()["allocated"] == allocated
        return caught.value

    return check
