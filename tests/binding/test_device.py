"""Device: entering and leaving, several devices and threads, and what is refused."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from pyaclnn import (
    ArgumentTypeError,
    ArgumentValueError,
    ClosedError,
    Device,
    DeviceMismatchError,
    OperatorNotFoundError,
    Tensor,
)

from ..routes import BACKEND, open_device
from .helpers import in_thread, machine_of

PAIR_SOC = "Ascend910B3"


def simulated(index: int = 0, **options: Any) -> Device:
    return open_device(index=index, **options)


@pytest.fixture
def pair(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Two devices of one machine, closed."""
    monkeypatch.setenv("PYACLNN_SIMULATOR_DEVICES", "2")
    devices = [simulated(i, soc=PAIR_SOC, pool=False) for i in range(2)]
    for d in devices:
        d.close()
    yield devices
    for d in devices:
        d.close()


def current(device: Device) -> int | None:
    """The device of this thread, as C sees it."""
    c = device.c_interface
    index = c.ffi.new("int32_t *")
    return None if c.function("aclrtGetDevice")(index) else int(index[0])


# -- what it is


def test_what_it_is(device: Device) -> None:
    assert device.device_index == 0
    assert device.backend == BACKEND
    assert device.soc_name == "Ascend910B1"
    assert not device.is_closed
    assert repr(device) == f"<Device 0: Ascend910B1 ({BACKEND}), open>"
    device.close()
    assert repr(device) == f"<Device 0: Ascend910B1 ({BACKEND}), closed>"


@pytest.mark.parametrize("soc", ["Ascend910A", "Ascend310P3", "Ascend950PR_9599"])
def test_the_chip(device_of: Callable[..., Device], soc: str) -> None:
    assert device_of(soc).soc_name == soc


def test_the_chip_by_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYACLNN_SIMULATOR_SOC", "Ascend310P3")
    with simulated() as device:
        assert device.soc_name == "Ascend310P3"
    with simulated(soc="Ascend910A") as device:
        assert device.soc_name == "Ascend910A"


@pytest.mark.parametrize("kind", ["auto", "simulator"])
def test_the_backend_by_environment(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    monkeypatch.setenv("PYACLNN_BACKEND", "simulator")
    with Device(backend=kind) as device:
        assert device.backend == "simulator"


@pytest.mark.parametrize("index", [-1, 1, 2**40])
def test_an_index_that_does_not_exist(index: int) -> None:
    with pytest.raises(ArgumentValueError, match=f"device {index} does not exist; allowed are 0 to 0"):
        simulated(index, soc="Ascend910B1")


@pytest.mark.parametrize("index", [True, 0.0, "0", None, np.float32(0)])
def test_an_index_of_the_wrong_type(index: Any) -> None:
    with pytest.raises(ArgumentTypeError, match="a device index is an int"):
        simulated(index)


@pytest.mark.parametrize("kind", ["npu", "", "Simulator", None, 1])
def test_an_unknown_backend(kind: Any) -> None:
    with pytest.raises(ArgumentValueError, match=r"allowed are 'auto', 'cann', 'simulator'"):
        Device(backend=kind)


def test_an_unknown_backend_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYACLNN_BACKEND", "gpu")
    with pytest.raises(ArgumentValueError, match=r"PYACLNN_BACKEND is 'gpu'; allowed are auto, cann, simulator"):
        Device()


@pytest.mark.parametrize("soc", ["Ascend000", "910B1", "nonsense"])
def test_an_unknown_chip(soc: str) -> None:
    with pytest.raises(ArgumentValueError, match=soc):
        simulated(soc=soc)


@pytest.mark.parametrize("name", ["PYACLNN_SIMULATOR_DEVICES", "PYACLNN_SIMULATOR_MEMORY"])
@pytest.mark.parametrize("value", ["0", "-1", "many", "1.5", "²"])
def test_wrong_settings(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(ArgumentValueError, match=re.escape(f"{name} is {value!r}")):
        simulated()


def test_an_unknown_option() -> None:
    with pytest.raises(TypeError):
        Device(0, "simulator")  # type: ignore[misc]


# -- entering and leaving


def test_it_is_open_without_a_block() -> None:
    device = simulated()
    assert device.tensor([1, 2]).numpy().tolist() == [1, 2]
    device.close()
    device.close()
    assert device.is_closed


def test_leaving_the_outermost_block_closes() -> None:
    device = simulated(soc="Ascend910B1")
    with device as outer:
        assert outer is device
        x = device.tensor([1.0])
        with device as inner:
            assert inner is device
            y = device.add(x, x)
        assert not device.is_closed
        assert y.item() == 2
    assert device.is_closed
    assert x.is_closed
    assert y.is_closed


def test_entering_again_starts_anew() -> None:
    device = simulated(soc="Ascend910B1")
    with device:
        old = device.tensor([1.0])
        add = device.add
    with device:
        new = device.tensor([2.0])
        assert new.data_ptr
        assert device.add(new, new).item() == 4
        assert add(new, new).item() == 4
        assert old.is_closed
        with pytest.raises(ClosedError):
            old.numpy()
        with pytest.raises(ClosedError):
            device.add(old, new)
    assert device.is_closed


def test_closing_inside_the_block() -> None:
    with simulated() as device:
        device.close()
        assert device.is_closed
    assert device.is_closed


def test_leaving_with_an_exception() -> None:
    device = simulated(soc="Ascend910B1")

    def fail() -> None:
        with device:
            device.add(device.tensor([1.0]), 1.0)
            raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        fail()
    assert device.is_closed


def test_leaving_does_queued_work() -> None:
    with simulated(soc="Ascend910B1") as device:
        x = device.tensor([1.0])
        device.add(x, x)
        stream = device._current_stream()
    assert stream.is_closed
    assert stream.passed == stream.launched


def test_use_after_close(device: Device) -> None:
    x, y = device.tensor([1.0]), device.tensor([2.0])
    add = device.add
    stream, event = device.stream(), device.event()
    device.close()
    for call in (
        lambda: device.tensor([1]),
        lambda: device.empty(3),
        device.stream,
        device.event,
        device.synchronize,
        device.trim,
        lambda: device.add(x, y),
        lambda: add([1.0], [2.0]),
        lambda: device.abs([1.0]),
        x.numpy,
        lambda: x[0],
        lambda: x.copy_from(0),
        stream.synchronize,
        event.record,
    ):
        with pytest.raises(ClosedError):
            call()
    stream.close()
    event.close()
    assert device.is_closed
    assert device.memory_stats()["blocks"] == 0
    assert "add" in device.ops


def test_deterministic() -> None:
    with simulated(deterministic=True) as device:
        backend = device._backend
        value = backend.ffi.new("int64_t *")
        backend.call("aclrtGetSysParamOpt", 0, value)
        assert value[0] == 1
        backend.call("aclrtSetSysParamOpt", 0, 0)


# -- several devices


def test_tensors_of_another_device(device: Device, device_of: Callable[..., Device]) -> None:
    other = device_of("Ascend910B1")
    x, y = device.tensor([1.0]), other.tensor([2.0])
    for call in (
        lambda: device.add(x, y),
        lambda: device.add(y, x),
        lambda: other.add(x, y),
        lambda: device.add(x, x, out=y),
        lambda: device.cat([x, y], 0, out=device.empty(2)),
    ):
        with pytest.raises(DeviceMismatchError) as caught:
            call()
        assert isinstance(caught.value, ValueError)
    assert device.add(x, y.numpy()).item() == 3
    assert x.copy_from(y).item() == 2
    assert device.tensor(y).device is device


def test_a_mismatch_names_the_parameter(device: Device, device_of: Callable[..., Device]) -> None:
    x = device_of("Ascend310P3").tensor([1.0])
    with pytest.raises(DeviceMismatchError, match=r"add: other belongs to <Device 0: Ascend310P3"):
        device.add([1.0], x)


def test_blocks_restore_the_previous_device(pair: list[Device]) -> None:
    first, second = pair
    with first:
        assert current(first) == 0
        with second:
            assert current(first) == 1
            with first:
                assert current(first) == 0
            assert current(first) == 1
        assert second.is_closed
        assert current(first) == 0
        x = first.tensor([1.0])
        assert first.add(x, x).item() == 2


def test_a_device_set_by_someone_else_is_restored(pair: list[Device]) -> None:
    first, second = pair
    for _ in range(2):  # what an earlier block did must not be taken for the present state
        first._backend.interface.function("aclrtSetDevice")(1)
        with first:
            assert current(first) == 0
            assert first.tensor([3.0]).item() == 3
            assert machine_of(first).memory.count(0) == 1
            assert machine_of(first).memory.count(1) == 0
        assert current(second) == 1


def test_calls_outside_of_the_innermost_block_go_to_the_right_device(pair: list[Device]) -> None:
    first, second = pair
    memory = machine_of(first).memory
    with first, second:
        x = first.tensor(np.ones(3, np.float32))
        y = second.tensor(np.full(3, 2, np.float32))
        assert (memory.count(0), memory.count(1)) == (1, 1)
        a, b = first.add(x, x), second.add(y, y)
        assert (a.numpy().tolist(), b.numpy().tolist()) == ([2] * 3, [4] * 3)
        assert (memory.count(0), memory.count(1)) == (2, 2)
        with pytest.raises(DeviceMismatchError):
            second.add(x, y)


def test_closing_one_device_leaves_the_other(pair: list[Device]) -> None:
    first, second = pair
    with first:
        x = first.tensor([1.0])
        with second:
            second.add(second.tensor([5.0]), 1.0)
        assert machine_of(first).memory.count(1) == 0
        assert first.add(x, x).item() == 2


def test_both_devices_exist(pair: list[Device], monkeypatch: pytest.MonkeyPatch) -> None:
    assert [d.device_index for d in pair] == [0, 1]
    with pytest.raises(ArgumentValueError, match="allowed are 0 to 1"):
        simulated(2, soc=PAIR_SOC)
    monkeypatch.delenv("PYACLNN_SIMULATOR_DEVICES")
    with pytest.raises(ArgumentValueError, match="allowed are 0 to 0"):
        simulated(1, soc=PAIR_SOC)


# -- threads


def test_calls_from_another_thread(pair: list[Device]) -> None:
    first, second = pair
    with first, second:

        def work() -> tuple[list[float], int | None, int]:
            x = second.tensor([1.0, 2.0])
            found = second.add(x, x).numpy().tolist()
            return found, current(second), machine_of(second).memory.count(0)

        assert in_thread(work) == ([2, 4], 1, 0)
        assert current(second) == 1


def test_a_block_on_another_thread(pair: list[Device]) -> None:
    first, second = pair

    def work() -> Any:
        with second:
            inside = current(second)
            value = second.add([1.0], [2.0]).item()
        return inside, value

    with first:
        assert in_thread(work) == (1, 3)
        assert current(first) == 0
    assert second.is_closed


def test_a_device_is_open_until_the_last_thread_leaves(device_of: Callable[..., Device]) -> None:
    device = device_of("Ascend910B1")
    entered, leave = threading.Event(), threading.Event()

    def work() -> None:
        with device:
            entered.set()
            assert leave.wait(30)

    thread = threading.Thread(target=work)
    with device:
        thread.start()
        assert entered.wait(30)
    assert not device.is_closed
    assert device.tensor([1.0]).item() == 1
    leave.set()
    thread.join(30)
    assert device.is_closed


def test_a_result_of_another_thread_can_be_read(device: Device) -> None:
    def work() -> Tensor:
        with device.stream():
            x = device.tensor(np.arange(3, dtype=np.float32))
            return device.add(x, x)

    result = in_thread(work)
    assert result.numpy().tolist() == [0, 2, 4]
    assert device.add(result, result).numpy().tolist() == [0, 4, 8]


def test_many_threads_at_once(device: Device) -> None:
    failures: list[BaseException] = []
    barrier = threading.Barrier(4)

    def work(number: int) -> None:
        try:
            barrier.wait(30)
            with device.stream():
                x = device.tensor(np.full(50, number, np.float32))
                total = device.tensor(np.zeros(50, np.float32))
                for _ in range(40):
                    part = device.add(x, x)
                    device.inplace_add(total, part)
                assert (total.numpy() == 80 * number).all()
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert failures == []


@pytest.mark.parametrize("pool", [True, False])
def test_threads_that_share_a_stream(device_of: Callable[..., Device], pool: bool) -> None:
    """Workspaces of several sizes, which the threads take over from each other."""
    device = device_of("Ascend910B1", pool=pool)
    failures: list[BaseException] = []

    def work(number: int) -> None:
        try:
            for i in range(40):
                array = np.full((3 + (number * 7 + i) % 40, 30), i, np.float32)
                x = device.tensor(array)
                np.testing.assert_array_equal(device.add(x.T, x.T, alpha=number).numpy(), array.T * (1 + number))
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert failures == []


# -- names


def test_attributes_of_a_device_hide_no_operator(device: Device) -> None:
    own = {n for n in dir(Device) if not n.startswith("_")} | {n for n in vars(device) if not n.startswith("_")}
    headers = device._backend.interface.headers
    operators = set(headers.by_python_name)
    assert len(operators) >= 50
    assert own >= {
        "backend",
        "close",
        "device_index",
        "empty",
        "event",
        "ops",
        "stream",
        "synchronize",
        "tensor",
        "trim",
    }
    assert own & operators == set()
    assert not own & {"index", "sleep", "fill", "copy", "set", "sort", "any", "all", "type", "name"}


def test_every_operator_is_an_attribute(device: Device) -> None:
    operators = device._backend.interface.headers.by_python_name
    assert set(operators) <= set(dir(device))
    for python_name, c_name in operators.items():
        assert callable(getattr(device, python_name))
        assert getattr(device, c_name).__func__ is getattr(device, python_name).__func__
    assert device.add is device.add


def test_names_that_are_no_operators(device: Device) -> None:
    assert not hasattr(device, "nonsense_operator")
    assert not hasattr(device, "_private")
    with pytest.raises(AttributeError) as caught:
        device.__wrapped__  # noqa: B018
    assert not isinstance(caught.value, OperatorNotFoundError)
