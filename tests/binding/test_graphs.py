"""Graphs: recorded once, replayed by one call."""

from __future__ import annotations

import gc
import threading
from collections.abc import Callable

import numpy as np
import pytest

from pyaclnn import AclError, ClosedError, Device, DeviceMismatchError

from .helpers import machine_of


def ones(n: int, value: float = 1.0) -> np.ndarray:
    return np.full(n, value, np.float32)


def test_nothing_runs_before_the_replay_and_everything_in_it(device: Device) -> None:
    x, y, out = device.tensor(ones(3)), device.tensor(ones(3, 10)), device.tensor(ones(3, -1))
    with device.capture() as graph:
        total = device.add(x, y, 2)
        device.mul(total, total, out)
    np.testing.assert_array_equal(out.numpy(), ones(3, -1))
    graph.replay()
    np.testing.assert_array_equal(out.numpy(), ones(3, 21 * 21))
    x.copy_from(5)
    graph.replay()
    np.testing.assert_array_equal(out.numpy(), ones(3, 25 * 25))
    graph.close()


def test_intermediate_tensors_and_workspaces_belong_to_the_graph(device: Device) -> None:
    x = device.tensor(np.arange(6, dtype=np.float32).reshape(2, 3))
    with device.capture() as graph:
        big = device.add(x.T, x.T, 1)
        out = device.add(big.T, x, 1)
        del big
    # memory of the same sizes, which must not be the graph's
    others = [device.tensor(ones(6, 7)) for _ in range(8)]
    scratch = device.add(x.T, x.T, 1).numpy()
    graph.replay()
    np.testing.assert_array_equal(out.numpy(), 3 * np.arange(6).reshape(2, 3))
    np.testing.assert_array_equal(scratch, 2 * np.arange(6).reshape(2, 3).T)
    assert all((t.numpy() == 7).all() for t in others)
    graph.close()


def test_waiting_inside_the_block_is_refused(device: Device) -> None:
    x = device.tensor(ones(3))
    with device.capture() as graph:
        y = device.add(x, x, 1)
        with pytest.raises(AclError) as caught:
            y.numpy()
        assert caught.value.name == "ACL_ERROR_RT_STREAM_CAPTURED"
    assert repr(graph)
    # The refused wait is remembered by CANN's capture or not; either way the device goes on.
    graph.close()
    np.testing.assert_array_equal(device.add(x, x, 1).numpy(), ones(3, 2))


def test_an_exception_in_the_block_leaves_no_graph(device: Device) -> None:
    x = device.tensor(ones(3))
    graph = device.capture()

    def recording() -> None:
        with graph:
            device.add(x, x, 1)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        recording()
    with pytest.raises(ClosedError):
        graph.replay()
    np.testing.assert_array_equal(device.add(x, x, 1).numpy(), ones(3, 2))
    assert "graph" not in device._live_handles()


def test_a_closed_graph_and_another_devices_stream(device: Device) -> None:
    x = device.tensor(ones(3))
    with device.capture() as graph:
        y = device.add(x, x, 1)
    with Device(0, backend="simulator") as other, pytest.raises(DeviceMismatchError):
        graph.replay(other.stream())
    with device.stream() as stream:
        graph.replay(stream)
        np.testing.assert_array_equal(y.numpy(), ones(3, 2))
    graph.close()
    graph.close()
    with pytest.raises(ClosedError):
        graph.replay()


def test_closing_frees_what_the_graph_held(device: Device) -> None:
    x = device.tensor(ones(300))
    _ = device.add(x, x, 1).numpy()
    device.trim()
    before = machine_of(device).memory.used(0)
    with device.capture() as graph:
        for _ in range(5):
            x2 = device.add(x[::2], x[::2], 1)
    graph.replay()
    del x2
    graph.close()
    device.trim()
    assert machine_of(device).memory.used(0) <= before


def test_a_plan_in_a_capture_leaves_its_operands_and_workspace_to_the_graph(device: Device) -> None:
    x, out = device.tensor(np.full((8, 6), -3, np.float32)), device.empty((6, 8))
    plan = device.abs.plan(x.T, out)  # transposed: with a workspace
    with device.capture() as graph:
        plan()
    assert graph._written.keys() == {out._storage}
    plan.close()
    address = out.data_ptr
    del plan, out
    gc.collect()
    victims = [device.tensor(np.full((6, 8), -1, np.float32)) for _ in range(8)]
    for _ in range(2):
        graph.replay()
    device.synchronize()
    assert address not in [v.data_ptr for v in victims]
    assert all(v.numpy().min() == v.numpy().max() == -1 for v in victims)
    graph.close()


def test_what_another_thread_calls_on_the_recorded_stream_is_kept(device: Device) -> None:
    x = device.tensor(np.ones(4, np.float32))
    out = device.add(x, x)
    ready, go, done = threading.Event(), threading.Event(), threading.Event()
    written: list[int] = []

    def other() -> None:
        fives, product = device.tensor(np.full(4, 5, np.float32)), device.empty(4)
        for _ in range(2):
            device.mul(fives, fives, product)
        device.synchronize()
        ready.set()
        go.wait()
        device.mul(fives, fives, product)
        written.append(product.data_ptr)
        del fives, product
        gc.collect()
        done.set()

    thread = threading.Thread(target=other)
    thread.start()
    ready.wait()
    with device.capture() as graph:
        device.add(x, x, 1, out)
        go.set()
        done.wait()
    thread.join()
    victims = [device.tensor(np.full(4, -1, np.float32)) for _ in range(8)]
    graph.replay()
    device.synchronize()
    assert written[0] not in [v.data_ptr for v in victims]
    assert all(v.numpy().tolist() == [-1] * 4 for v in victims)
    graph.close()


def test_a_device_closed_while_it_records_keeps_no_handle(device_of: Callable[[str], Device]) -> None:
    device = device_of("Ascend910B1")
    x = device.tensor(np.ones(4, np.float32))

    def body() -> None:
        with device.capture():
            device.add(x, x)
            device.close()

    with pytest.raises(ClosedError):
        body()
    assert device._live_handles() == {}
