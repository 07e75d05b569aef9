"""Streams and events: work runs late and in order, and a wait is what makes it visible."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

import numpy as np
import pytest

from pyaclnn import (
    ArgumentTypeError,
    ClosedError,
    Device,
    DeviceMismatchError,
    Event,
    ExecutionError,
    RuntimeFailure,
    Stream,
    Tensor,
)

from ..routes import BACKEND
from .helpers import FRESH, in_thread, machine_of, raw_bytes, unchecked

BreakWork: TypeAlias = Callable[[Device, Tensor], None]


@pytest.fixture
def ones(device: Device) -> Tensor:
    return device.tensor(np.ones(4, np.float32))


def values(tensor: Tensor) -> list[float]:
    """What the memory holds now, without a wait."""
    return raw_bytes(tensor).view(np.float32).tolist()


@pytest.fixture
def device(request: pytest.FixtureRequest, device_of: Callable[..., Device]) -> Device:
    """Memory that is taken away must be one tensor's alone."""
    return device_of("Ascend910B1", pool="break_queued_work" not in request.fixturenames)


@pytest.fixture
def break_queued_work() -> Iterator[BreakWork]:
    """Takes the memory away from under work that is queued."""
    with contextlib.ExitStack() as stack:

        def free(device: Device, tensor: Tensor) -> None:
            stack.enter_context(unchecked(device))
            device._pool._free(tensor._storage.block)

        yield free


def test_work_is_not_done_before_a_wait(device: Device, ones: Tensor) -> None:
    result = device.add(ones, ones)
    assert raw_bytes(result).tolist() == [FRESH] * 16
    device.synchronize()
    assert values(result) == [2, 2, 2, 2]


@pytest.mark.parametrize(
    "wait",
    [
        lambda d, t: d.synchronize(),
        lambda d, t: t.numpy(),
        lambda d, t: t[0].item(),
        lambda d, t: d._current_stream().synchronize(),
        lambda d, t: d.event().record().synchronize(),
        lambda d, t: t.copy_from(t),
        lambda d, t: np.asarray(t.T),
    ],
)
def test_waits(device: Device, ones: Tensor, wait: Callable[[Device, Tensor], Any]) -> None:
    result = device.add(ones, ones)
    wait(device, result)
    assert values(result) == [2, 2, 2, 2]


def test_work_runs_in_order(device: Device, ones: Tensor) -> None:
    total = device.tensor(np.zeros(4, np.float32))
    for i in range(1, 6):
        device.inplace_add(total, ones, alpha=i)
        device.inplace_add(total, total)
    expected = 0
    for i in range(1, 6):
        expected = 2 * (expected + i)
    assert values(total) == [0] * 4
    assert total.numpy().tolist() == [expected] * 4


def test_reading_waits_only_for_the_streams_that_wrote(device: Device, ones: Tensor) -> None:
    slow = device.add(ones, ones)
    with device.stream() as stream:
        other = device.add(ones, ones, alpha=2)
        assert other.numpy().tolist() == [3, 3, 3, 3]
        assert raw_bytes(slow).tolist() == [FRESH] * 16
        assert stream.passed == stream.launched
    assert slow.numpy().tolist() == [2, 2, 2, 2]


def test_reading_does_not_wait_for_readers(device: Device, ones: Tensor) -> None:
    result = device.add(ones, ones)
    assert ones.numpy().tolist() == [1, 1, 1, 1]
    assert raw_bytes(result).tolist() == [FRESH] * 16


def test_writing_waits_for_readers(device: Device, ones: Tensor) -> None:
    result = device.add(ones, ones)
    ones.copy_from(7)
    assert values(result) == [2, 2, 2, 2]


def test_writing_waits_for_readers_of_other_streams(device: Device, ones: Tensor) -> None:
    stream = device.stream()
    device._push_stream(stream)
    result = device.add(ones, ones)
    device._pop_stream(stream)
    ones[1:2].copy_from(7)
    assert result.numpy().tolist() == [2, 2, 2, 2]
    assert ones.numpy().tolist() == [1, 7, 1, 1]


def test_inplace_operators_count_as_writers(device: Device, ones: Tensor) -> None:
    view = ones[::2]
    assert device.inplace_add(view, view) is view
    assert ones.numpy().tolist() == [2, 1, 2, 1]


def test_the_current_stream(device: Device) -> None:
    default = device._current_stream()
    with device.stream() as outer:
        assert device._current_stream() is outer
        with device.stream() as inner:
            assert device._current_stream() is inner
        assert inner.is_closed
        assert device._current_stream() is outer
        assert not outer.is_closed
    assert outer.is_closed
    assert device._current_stream() is default


def test_the_current_stream_is_per_thread(device: Device) -> None:
    default = device._current_stream()
    with device.stream() as stream:
        assert in_thread(device._current_stream) is default
        assert device._current_stream() is stream

    def other_thread() -> tuple[Stream, Stream]:
        with device.stream() as own:
            return own, device._current_stream()

    own, seen = in_thread(other_thread)
    assert seen is own
    assert device._current_stream() is default


def test_a_stream_that_is_not_entered_is_not_current(device: Device) -> None:
    stream = device.stream()
    assert device._current_stream() is not stream
    stream.close()


def test_leaving_waits_and_closes(device: Device, ones: Tensor) -> None:
    with device.stream() as stream:
        result = device.add(ones, ones)
        assert raw_bytes(result).tolist() == [FRESH] * 16
    assert values(result) == [2, 2, 2, 2]
    assert stream.is_closed
    assert machine_of(device).live_handles()["stream"] == 1


def test_leaving_after_an_exception(device: Device, ones: Tensor) -> None:
    default, stream = device._current_stream(), device.stream()

    def fail() -> None:
        with stream:
            device.add(ones, ones)
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert stream.is_closed
    assert device._current_stream() is default


def test_closing_twice(device: Device) -> None:
    stream, event = device.stream(), device.event()
    for _ in range(2):
        stream.close()
        event.close()
    assert stream.is_closed
    with device.stream() as inside:
        inside.close()
    assert device._current_stream() is not inside


def test_use_after_close(device: Device) -> None:
    stream, event, open_event = device.stream(), device.event(), device.event()
    stream.close()
    event.close()
    for call in (
        stream.synchronize,
        stream.query,
        lambda: stream.wait(open_event),
        lambda: stream.wait_for(device._current_stream()),
        lambda: device._current_stream().wait_for(stream),
        lambda: open_event.record(stream),
        stream.__enter__,
        event.record,
        event.query,
        event.synchronize,
        lambda: event.elapsed_ms(open_event),
        lambda: open_event.elapsed_ms(event),
        lambda: device._current_stream().wait(event),
    ):
        with pytest.raises(ClosedError):
            call()
    assert device._current_stream() is not stream


def test_an_operator_on_a_closed_current_stream(device: Device, ones: Tensor) -> None:
    with device.stream() as stream:
        stream.close()
        with pytest.raises(ClosedError):
            device.add(ones, ones)
    assert device.add(ones, ones).numpy().tolist() == [2, 2, 2, 2]


def test_a_tensor_written_on_a_closed_stream_can_be_used(device: Device, ones: Tensor) -> None:
    with device.stream():
        result = device.add(ones, ones)
        uploaded = device.tensor([5.0])
    assert result.numpy().tolist() == [2, 2, 2, 2]
    assert uploaded.item() == 5
    assert device.add(result, result).numpy().tolist() == [4, 4, 4, 4]
    uploaded.copy_from(6)
    assert device.add(uploaded, uploaded).item() == 12


def test_streams_are_independent_without_events(device: Device, ones: Tensor) -> None:
    """The reader runs first, and sees what the memory held before: a missing wait shows every time."""
    stream = device.stream()
    written = device.tensor(np.zeros(4, np.float32))
    device.inplace_add(written, ones)
    with unchecked(device, "race"):
        device._push_stream(stream)
        seen = device.add(written, written)
        device._pop_stream(stream)
    assert seen.numpy().tolist() == [0, 0, 0, 0]
    assert written.numpy().tolist() == [1, 1, 1, 1]


def test_an_event_orders_two_streams(device: Device, ones: Tensor) -> None:
    stream, event = device.stream(), device.event()
    written = device.tensor(np.zeros(4, np.float32))
    device.inplace_add(written, ones)
    assert event.record() is event
    device.inplace_add(written, ones)
    stream.wait(event)
    with unchecked(device, "race"):
        device._push_stream(stream)
        seen = device.add(written, written)
        device._pop_stream(stream)
    assert seen.numpy().tolist() == [2, 2, 2, 2]
    assert values(written) == [1, 1, 1, 1]
    assert written.numpy().tolist() == [2, 2, 2, 2]


def test_wait_for_orders_two_streams(device: Device, ones: Tensor) -> None:
    written = device.tensor(np.zeros(4, np.float32))
    device.inplace_add(written, ones)
    default = device._current_stream()
    with device.stream() as stream:
        stream.wait_for(default)
        seen = device.add(written, written)
    assert seen.numpy().tolist() == [2, 2, 2, 2]
    assert "event" not in machine_of(device).live_handles()


def test_an_event_can_be_recorded_again(device: Device, ones: Tensor) -> None:
    event = device.event()
    first = device.add(ones, ones)
    event.record()
    second = device.add(ones, ones)
    event.record()
    event.synchronize()
    assert values(first) == values(second) == [2, 2, 2, 2]


def test_an_event_on_an_explicit_stream(device: Device, ones: Tensor) -> None:
    with device.stream() as stream:
        result = device.add(ones, ones)
        default_result = None
        device._pop_stream(stream)
        default_result = device.add(ones, ones)
        device._push_stream(stream)
        with device.event() as event:
            event.record(stream)
            event.synchronize()
        assert values(result) == [2, 2, 2, 2]
        assert raw_bytes(default_result).tolist() == [FRESH] * 16


def test_waiting_for_an_event_stops_there(device: Device, ones: Tensor) -> None:
    with device.event() as event:
        first = device.add(ones, ones)
        event.record()
        second = device.add(ones, ones)
        assert not event.query()
        event.synchronize()
        assert event.query()
        assert values(first) == [2, 2, 2, 2]
        assert raw_bytes(second).tolist() == [FRESH] * 16


def test_queries_end(device: Device, ones: Tensor) -> None:
    stream = device._current_stream()
    assert stream.query()
    result = device.add(ones, ones)
    with device.event() as event:
        assert event.query()  # never recorded
        event.record()
        device.add(ones, ones)
        assert not stream.query()
        for _ in range(100):
            if event.query():
                break
        assert event.query()
        assert values(result) == [2, 2, 2, 2]
        for _ in range(100):
            if stream.query():
                break
        assert stream.query()
    assert stream.passed == stream.launched


def test_elapsed_time(device: Device, ones: Tensor) -> None:
    with device.event() as start, device.event() as middle, device.event() as end:
        start.record()
        device.add(ones, ones)
        middle.record()
        device.add(ones, ones)
        end.record().synchronize()
        first, second, total = start.elapsed_ms(middle), middle.elapsed_ms(end), start.elapsed_ms(end)
        assert 0 <= first <= total < 60_000
        assert math.isclose(first + second, total, rel_tol=1e-3, abs_tol=1e-3)
        assert end.elapsed_ms(start) == pytest.approx(-total)
        assert start.elapsed_ms(start) == 0


def test_elapsed_time_of_events_that_are_not_there_yet(device: Device, ones: Tensor) -> None:
    with device.event() as start, device.event() as end:
        with pytest.raises(RuntimeFailure, match="never recorded"):
            start.elapsed_ms(end)
        start.record().synchronize()
        device.add(ones, ones)
        end.record()
        with pytest.raises(RuntimeFailure, match="not complete"):
            start.elapsed_ms(end)


@pytest.mark.parametrize("wrong", [None, 1, "event", object()])
def test_waiting_for_something_else(device: Device, wrong: Any) -> None:
    with pytest.raises(ArgumentTypeError, match="Event"):
        device._current_stream().wait(wrong)


def test_events_and_streams_of_another_device(device: Device, device_of: Callable[..., Device]) -> None:
    other = device_of("Ascend910B1")
    with pytest.raises(DeviceMismatchError):
        device._current_stream().wait(other.event())
    with pytest.raises(DeviceMismatchError):
        device.event().record(other.stream())
    with pytest.raises(DeviceMismatchError):
        device.event().elapsed_ms(other.event())


def test_a_dropped_event_is_destroyed(device: Device, ones: Tensor) -> None:
    event: Event | None = device.event()
    assert machine_of(device).live_handles()["event"] == 1
    assert event is not None
    event.record()
    event = None
    assert "event" not in machine_of(device).live_handles()
    device.synchronize()


def test_repr(device: Device, ones: Tensor) -> None:
    stream = device.stream()
    assert repr(stream) == "<Stream of device 0, nothing launched since the last wait>"
    device._push_stream(stream)
    device.add(ones, ones)
    device._pop_stream(stream)
    assert repr(stream) == "<Stream of device 0, something launched since the last wait>"
    stream.close()
    assert repr(stream) == "<Stream of device 0, closed>"


def test_a_long_queue(device: Device, ones: Tensor) -> None:
    total = device.tensor(np.zeros(4, np.float32))
    for _ in range(4200):  # more than a queue holds
        device.inplace_add(total, ones)
    assert total.numpy().tolist() == [4200] * 4


# -- work that fails


def test_a_failure_comes_out_at_the_wait(device: Device, ones: Tensor, break_queued_work: BreakWork) -> None:
    x = device.tensor(np.ones(4, np.float32))
    result = device.add(x, ones)
    break_queued_work(device, x)
    with pytest.raises(ExecutionError) as caught:
        result.numpy()
    assert caught.value.function == "aclrtSynchronizeStream"
    assert 507000 <= caught.value.code < 508000
    assert "aclnnAdd" in caught.value.detail
    assert device.add(ones, ones).numpy().tolist() == [2, 2, 2, 2]


def test_all_streams_are_waited_for_though_one_fails(
    device: Device, ones: Tensor, break_queued_work: BreakWork
) -> None:
    x = device.tensor(np.ones(4, np.float32))
    device.add(x, ones)
    stream = device.stream()
    device._push_stream(stream)
    fine = device.add(ones, ones)
    device._pop_stream(stream)
    break_queued_work(device, x)
    with pytest.raises(ExecutionError):
        device.synchronize()
    assert values(fine) == [2, 2, 2, 2]
    device.synchronize()


def test_leaving_a_stream_raises_its_failure_and_closes_it(
    device: Device, ones: Tensor, break_queued_work: BreakWork
) -> None:
    x = device.tensor(np.ones(4, np.float32))
    stream = device.stream()
    stream.__enter__()
    device.add(x, ones)
    break_queued_work(device, x)
    with pytest.raises(ExecutionError):
        stream.__exit__(None, None, None)
    assert stream.is_closed
    assert device._current_stream() is not stream


def test_closing_a_device_raises_a_failure_after_freeing_everything(break_queued_work: BreakWork) -> None:
    device = Device(0, backend=BACKEND)
    device.__enter__()
    x = device.tensor(np.ones(4, np.float32))
    device.add(x, x)
    break_queued_work(device, x)
    with pytest.raises(ExecutionError):
        device.__exit__(None, None, None)
    assert device.is_closed
    assert machine_of(device).live_handles() == {}
    assert device.memory_stats()["blocks"] == 0
