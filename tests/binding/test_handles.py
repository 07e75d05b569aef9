"""C handles: each destroyed at most once, whoever asks first."""

from __future__ import annotations

import gc
from typing import Any

import numpy as np
import pytest

from pyaclnn import ClosedError, Device
from pyaclnn.handles import Handles, close_quietly

from ..routes import BACKEND
from .helpers import machine_of


@pytest.fixture
def destroyed() -> list[Any]:
    return []


def test_a_handle_is_destroyed_once(destroyed: list[Any]) -> None:
    handles = Handles()
    handle = handles.own("tensor", "p", destroyed.append)
    assert handle.pointer == "p"
    assert handles.counts() == {"tensor": 1}
    handle.close()
    assert handle.close() == 0
    assert handle.pointer is None
    assert destroyed == ["p"]
    assert len(handles) == 0
    handles.close_all()
    assert destroyed == ["p"]


def test_close_returns_what_c_returned() -> None:
    handles = Handles()
    assert handles.own("stream", 1, lambda pointer: 107017).close() == 107017
    assert len(handles) == 0


def test_a_released_handle_is_not_destroyed(destroyed: list[Any]) -> None:
    handles = Handles()
    handle = handles.own("tensor", "p", destroyed.append)
    assert handle.release() == "p"
    assert handle.pointer is None
    assert handle.close() == 0
    assert handle.release() is None
    handles.close_all()
    assert destroyed == []


def test_a_handle_is_closed_before_c_is_called() -> None:
    """A destructor that comes back, as a finalizer may, finds nothing left to destroy."""
    handles, seen = Handles(), []

    def destroy(pointer: Any) -> int:
        seen.append((pointer, handle.pointer, len(handles)))
        return int(handle.close())

    handle = handles.own("tensor", "p", destroy)
    handle.close()
    assert seen == [("p", None, 0)]


def test_the_youngest_is_closed_first(destroyed: list[Any]) -> None:
    handles = Handles()
    for kind, pointer in (("stream", 1), ("tensor", 2), ("event", 3), ("tensor", 4)):
        handles.own(kind, pointer, destroyed.append)
    assert handles.counts() == {"stream": 1, "tensor": 2, "event": 1}
    handles.close_all("tensor")
    assert destroyed == [4, 2]
    assert handles.counts() == {"stream": 1, "event": 1}
    handles.close_all()
    assert destroyed == [4, 2, 3, 1]
    assert handles.counts() == {}


def test_finalizers_raise_nothing() -> None:
    handles = Handles()

    def fail(pointer: Any) -> None:
        raise RuntimeError

    handle = handles.own("tensor", 1, fail)
    close_quietly(handle)
    close_quietly(None)
    assert handle.pointer is None
    assert len(handles) == 0


def test_the_descriptor_of_a_tensor_lives_with_it(device: Device) -> None:
    x = device.tensor(np.ones(4, np.float32))
    assert device._live_handles() == {"stream": 1}
    result = device.add(x, x)
    device._descriptors.clear()  # the scalar is kept for later calls
    assert device._live_handles() == {"stream": 1, "tensor": 2}
    device.add(x, x, out=result)
    device._descriptors.clear()  # the scalar is kept for later calls
    assert device._live_handles() == {"stream": 1, "tensor": 2}
    assert sum(machine_of(device).live_handles().values()) == 3
    device.synchronize()
    del x
    assert device._live_handles() == {"stream": 1, "tensor": 1}
    del result
    gc.collect()
    assert device._live_handles() == machine_of(device).live_handles() == {"stream": 1}


def test_each_view_has_its_own_descriptor(device: Device) -> None:
    x = device.tensor(np.arange(6, dtype=np.float32).reshape(2, 3))
    view = x.T
    device.add(x, x)
    handle = x.handle
    assert x.handle == handle
    assert view.handle != handle
    with pytest.raises(AttributeError):
        x.handle = None  # type: ignore[misc]


def test_closing_the_device_destroys_what_is_left() -> None:
    with Device(0, backend=BACKEND) as device:
        x = device.tensor(np.ones(4, np.float32))
        kept = [device.add(x, x), device.stream(), device.event()]
        device._descriptors.clear()  # the scalar is kept for later calls
        assert device._live_handles() == {"stream": 2, "event": 1, "tensor": 2}
        assert sum(machine_of(device).live_handles().values()) == 5
    assert machine_of(device).live_handles() == {}
    assert device._live_handles() == {}
    del kept, x


def test_one_device_does_not_close_handles_of_another() -> None:
    with Device(0, backend=BACKEND) as outer:
        x = outer.tensor([1.0])
        with Device(0, backend=BACKEND) as inner:
            y = inner.tensor([2.0])
            inner.add(y, y)
        assert outer.add(x, x).item() == 2
        assert x.item() == 1


@pytest.mark.parametrize("made_at_the_end", [False, True])
def test_what_c_makes_while_another_thread_closes_all_is_destroyed_once(
    destroyed: list[Any], made_at_the_end: bool
) -> None:
    """C writes into the cell before or after ``close_all``; the thread that called C learns of the end afterwards."""
    handles, cell = Handles(), [None]
    handle = handles.expect("stream", cell, destroyed.append)
    cell[0] = "s" if made_at_the_end else None  # type: ignore[call-overload]
    handles.is_open = False
    handles.close_all()
    cell[0] = "s"  # type: ignore[call-overload]
    with pytest.raises(ClosedError):
        handles.arrived(handle)
    assert destroyed == ["s"]
    assert len(handles) == 0
