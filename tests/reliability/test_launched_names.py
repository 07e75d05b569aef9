"""A call that tells of failed work says what was launched and not waited for, whichever call it is."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from pyaclnn import AclError, Device, ExecutionError, RuntimeFailure, Tensor
from pyaclnn.simulator.injection import Injection

from . import programs

VECTOR_CORE_EXCEPTION = 507035  # of CANN's rt_error_codes.h: a kernel faulted
DEVICE_TASK_ABORT = 107022


@pytest.fixture
def device() -> Iterator[Device]:
    """Open, with nothing launched."""
    with programs.device() as d:
        yield d


@contextlib.contextmanager
def failing(device: Device, function: str, code: int = VECTOR_CORE_EXCEPTION) -> Iterator[None]:
    """The next call of a C function fails."""
    machine = device._backend.interface.libraries.machine  # type: ignore[attr-defined]
    machine.injection = Injection(at=1, only=f"^{function}$", code=code)
    try:
        yield
    finally:
        machine.injection = None


def in_a_stream(device: Device, x: Tensor) -> None:
    with device.stream():
        device.add(x, x, 1)
        device.sub(x, x, 1)


def elapsed(device: Device, x: Tensor) -> None:
    with device.event() as start, device.event() as end:
        start.record()
        device.add(x, x, 1)
        device.sub(x, x, 1)
        end.record()
        start.elapsed_ms(end)


Action = Callable[[Device, Tensor], object]
# The C function that tells of the failure, and what calls it after ``add`` and ``sub`` were launched.
TELLS: dict[str, tuple[str, Action]] = {
    "Device.synchronize": ("aclrtSynchronizeStream", lambda d, x: d.synchronize()),
    "Device.trim": ("aclrtSynchronizeStream", lambda d, x: (d.empty(3).size, d.trim())),
    "Stream.synchronize": ("aclrtSynchronizeStream", lambda d, x: d._current_stream().synchronize()),
    "Stream.query": ("aclrtStreamQuery", lambda d, x: d._current_stream().query()),
    "Stream.wait": ("aclrtStreamWaitEvent", lambda d, x: d._current_stream().wait(d.event())),
    "Event.record": ("aclrtRecordEvent", lambda d, x: d.event().record()),
    "Event.query": ("aclrtQueryEventStatus", lambda d, x: d.event().record().query()),
    "Event.synchronize": ("aclrtSynchronizeEvent", lambda d, x: d.event().record().synchronize()),
    "numpy": ("aclrtSynchronizeStream", lambda d, x: x.numpy()),
    "numpy, at its copy": ("aclrtMemcpy", lambda d, x: d.empty(1).numpy()),
    "numpy of a strided view": ("aclrtSynchronizeStream", lambda d, x: x.expand(3).numpy()),
    "item": ("aclrtSynchronizeStream", lambda d, x: x.item()),
    "bool": ("aclrtSynchronizeStream", lambda d, x: bool(x)),
    "copy_from": ("aclrtSynchronizeStream", lambda d, x: x.copy_from(1)),
    "tensor, at its copy": ("aclrtMemcpy", lambda d, x: d.tensor([1.0])),
    "dlpack": ("aclrtSynchronizeStream", lambda d, x: x.__dlpack__()),
}


@pytest.mark.parametrize("name", TELLS)
def test_what_tells_of_failed_work_names_it(device: Device, name: str) -> None:
    function, action = TELLS[name]
    x = device.tensor([1.0])
    device.mul(x, x)
    device.synchronize()
    device.add(x, x, 1, x)
    device.sub(x, x, 1, x)
    with failing(device, function), pytest.raises(ExecutionError, match=r"launched since the last wait.*: add, sub$"):
        action(device, x)
    device.synchronize()


@pytest.mark.parametrize(
    ("function", "action"),
    [
        ("aclrtSynchronizeStream", in_a_stream),
        ("aclrtEventElapsedTime", elapsed),
        ("aclrtSynchronizeStream", lambda d, x: (d.add.plan(x, x, 1).run(), d.sub(x, x, 1), d.synchronize())),
    ],
    ids=["the end of a with block", "elapsed_ms", "a plan"],
)
def test_what_launches_and_tells(device: Device, function: str, action: Action) -> None:
    x = device.tensor([1.0])
    with failing(device, function), pytest.raises(ExecutionError, match=r"launched since the last wait.*: add, sub$"):
        action(device, x)


@pytest.mark.parametrize("how", ["close", "the end of the with block"])
def test_closing_a_device(how: str) -> None:
    d = programs.device()
    if how != "close":
        d.__enter__()
    d.add(d.tensor([1.0]), [1.0])
    with failing(d, "aclrtSynchronizeStream"), pytest.raises(ExecutionError, match=r"launched since.*: add$"):
        d.close() if how == "close" else d.__exit__(None, None, None)
    assert d.is_closed


def test_closing_a_plan(device: Device) -> None:
    x = device.tensor([1.0])
    plan = device.add.plan(x, x)
    plan.run()
    with failing(device, "aclrtSynchronizeStream"), pytest.raises(ExecutionError, match=r"launched since.*: add$"):
        plan.close()


@pytest.mark.parametrize("slow", [False, True])
def test_a_launch_that_tells_of_work_before_it(device: Device, slow: bool) -> None:
    x = device.tensor([1.0])
    device.add(x, x, 1)
    device.sub(x, x, 1)
    y = device.empty((1,))
    for tensor in (x, y):
        _ = slow or tensor.handle
    with failing(device, "aclnnMul"), pytest.raises(ExecutionError, match=r"launched since.*: add, sub, mul$"):
        device.mul(x, x, y)


def test_an_abort_of_the_device_is_failed_work_too(device: Device) -> None:
    device.add(device.tensor([1.0]), [1.0])
    with (
        failing(device, "aclrtSynchronizeStream", DEVICE_TASK_ABORT),
        pytest.raises(RuntimeFailure, match=r"launched since.*: add$"),
    ):
        device.synchronize()


def test_an_event_names_what_was_launched_before_its_mark(device: Device) -> None:
    x = device.tensor([1.0])
    first, last = device.event(), device.event()
    device.add(x, x, 1)
    first.record()
    device.sub(x, x, 1)
    last.record()
    device.mul(x, x)
    for event, names in ((first, "add"), (last, "add, sub"), (first, "add")):
        with failing(device, "aclrtSynchronizeEvent"), pytest.raises(ExecutionError, match=rf": {names}$"):
            event.synchronize()
    first.synchronize()  # says nothing of failures: they come out at the stream
    with failing(device, "aclrtSynchronizeStream"), pytest.raises(ExecutionError, match=r": add, sub, mul$"):
        device.synchronize()
    with failing(device, "aclrtSynchronizeEvent"), pytest.raises(ExecutionError) as caught:
        last.synchronize()
    assert "launched" not in str(caught.value)


def test_an_event_of_a_stream_that_was_waited_for_names_nothing_of_it(device: Device) -> None:
    x = device.tensor([1.0])
    device.add(x, x, 1)
    event = device.event().record()
    device.synchronize()
    with failing(device, "aclrtSynchronizeEvent"), pytest.raises(ExecutionError) as caught:
        event.synchronize()
    assert "launched" not in str(caught.value)
    device.sub(x, x, 1)
    with failing(device, "aclrtSynchronizeEvent"), pytest.raises(ExecutionError, match=r"on any stream: sub$"):
        event.synchronize()


def test_a_stream_that_waits_for_another_names_its_work_too(device: Device) -> None:
    x = device.tensor([1.0])
    with device.stream() as other:
        device.add(x, x, 1)
        event = device.event().record()
        device.mul(x, x)
        stream = device.stream()
        stream.wait(event)
        with stream:
            device.sub(x, x, 1)
            with failing(device, "aclrtSynchronizeStream"), pytest.raises(ExecutionError, match=r": add, sub$"):
                stream.synchronize()
        with failing(device, "aclrtSynchronizeStream"), pytest.raises(ExecutionError, match=r": add, mul$"):
            other.synchronize()


def test_only_the_last_names_are_kept(device: Device) -> None:
    x = device.tensor([1.0])
    for _ in range(50):
        device.add(x, x, 1)
    event = device.event().record()
    with failing(device, "aclrtSynchronizeEvent"), pytest.raises(ExecutionError) as caught:
        event.synchronize()
    line = str(caught.value).splitlines()[-1]
    assert ": ..., add, add" in line
    assert line.count("add") == 32


def test_a_graph_is_named_where_it_runs(device: Device) -> None:
    x = device.tensor([1.0])
    device.sub(x, x, 1)
    with device.capture() as graph:
        y = device.add(x, x, 1)
        device.mul(y, y)
        with pytest.raises(AclError) as caught:
            device.synchronize()
        assert "launched" not in str(caught.value), "the wait was refused: no work failed"
    with failing(device, "aclrtSynchronizeStream"), pytest.raises(ExecutionError, match=r": sub$"):
        device.synchronize()
    for _ in range(2):
        graph.replay()
    with failing(device, "aclrtSynchronizeStream"), pytest.raises(ExecutionError, match=r": add, mul, add, mul$"):
        device.synchronize()
    graph.replay()
    with failing(device, "aclmdlRIExecuteAsync"), pytest.raises(ExecutionError, match=r": add, mul$"):
        graph.replay()
    with failing(device, "aclrtSynchronizeStream"), pytest.raises(ExecutionError, match=r": add, mul$"):
        graph.close()
    graph.close()


_STOPPED = """
import numpy as np
from pyaclnn import Device, ExecutionError
with Device(0, backend="simulator", pool=False) as d:
    x = d.tensor([1.0])
    stream = d._current_stream()
    assert d.c_interface.function("aclrtSetStreamFailureMode")(stream.handle, 1) == 0
    d.add(x, x)
    event = d.event().record()
    d.sub(x, x)
    d._pool._free(x._storage.block)  # under the work that is queued
    for wait in (event.synchronize, event.query, stream.synchronize):
        try:
            wait()
        except ExecutionError as error:
            print(str(error).splitlines()[-1].strip())
    d._synchronize_all = lambda: None
"""


def test_work_that_fails_and_stops_the_device() -> None:
    """No injected failure: the simulator's own, which an event tells of only where the device stops."""
    environment = {**os.environ, "PYACLNN_SIMULATOR_CHECK": "0", "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", _STOPPED], capture_output=True, text=True, check=False, env=environment
    )
    assert done.stderr == ""
    said = "launched since the last wait, the failure is of one of them: "
    assert done.stdout.splitlines() == [f"{said}add", f"{said}add", f"{said}add, sub"]


def test_a_blocking_device_names_its_call() -> None:
    with Device(0, backend="simulator", soc=programs.SOC, blocking=True) as d:
        x = d.tensor(np.float32([1]))
        d.add(x, x)
        with failing(d, "aclrtSynchronizeStream"), pytest.raises(ExecutionError, match=r"launched since.*: sub$"):
            d.sub(x, x)
