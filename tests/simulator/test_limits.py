"""Waits that end before the work does, and streams that stop when their work fails."""

from __future__ import annotations

import time
from types import SimpleNamespace
from typing import Any

import pytest

from pyaclnn.simulator import streams

from .machines import Queue, Sim, elsewhere

TIMEOUT_OF_STREAM, TIMEOUT_OF_EVENT = 507046, 507047
COPY_FAULT = 507013
FRESH = 0xA5
SYNC = 0x01
CONTINUE, STOP = 0, 1


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each look at the clock finds it 2 ms later, so that a limit of 5 ms allows for two or three tasks."""
    steps = iter(range(10**6))
    clock = SimpleNamespace(monotonic=lambda: 0.002 * next(steps), perf_counter=time.perf_counter)
    monkeypatch.setattr(streams, "time", clock)


def wait(queue: Queue, milliseconds: int) -> int:
    return int(queue.sim("aclrtSynchronizeStreamWithTimeout", queue.stream, milliseconds))


@pytest.mark.usefixtures("slow")
class TestTimeouts:
    def fill(self, queue: Queue, count: int) -> list[Any]:
        """Work on that many places, which new memory leaves distinguishable."""
        places = [queue.sim.malloc(1) for _ in range(count)]
        for place in places:
            queue.sim.ok("aclrtMemsetAsync", place, 1, 1, 1, queue.stream)
        return places

    def done(self, queue: Queue, places: list[Any]) -> list[int]:
        return [queue.sim.bytes_at(place, 1)[0] for place in places]

    def test_the_rest_stays_queued(self, queue: Queue) -> None:
        places = self.fill(queue, 10)
        assert wait(queue, 5) == TIMEOUT_OF_STREAM
        first = self.done(queue, places).count(1)
        assert 0 < first < 10
        assert self.done(queue, places) == [1] * first + [FRESH] * (10 - first), "in order"
        assert wait(queue, -1) == 0
        assert self.done(queue, places) == [1] * 10

    def test_each_wait_gets_on(self, queue: Queue) -> None:
        self.fill(queue, 3)
        codes = [wait(queue, 1) for _ in range(3)]
        assert codes == [TIMEOUT_OF_STREAM, TIMEOUT_OF_STREAM, 0]

    def test_an_expired_wait_keeps_the_fault(self, queue: Queue) -> None:
        queue.fault()
        self.fill(queue, 10)
        assert wait(queue, 5) == TIMEOUT_OF_STREAM
        assert wait(queue, -1) == COPY_FAULT

    def test_all_streams_of_the_device_share_the_time(self, queue: Queue) -> None:
        places = self.fill(queue, 10)
        assert queue.sim("aclrtSynchronizeDeviceWithTimeout", 5) == TIMEOUT_OF_STREAM
        assert 0 < self.done(queue, places).count(1) < 10
        assert queue.sim("aclrtSynchronizeDevice") == 0
        assert self.done(queue, places) == [1] * 10

    def test_events(self, sim: Sim, queue: Queue) -> None:
        event = sim.event(SYNC, ex=True)
        places = self.fill(queue, 10)
        sim.ok("aclrtRecordEvent", event, queue.stream)
        assert sim("aclrtSynchronizeEventWithTimeout", event, 5) == TIMEOUT_OF_EVENT
        assert 0 < self.done(queue, places).count(1) < 10
        assert sim("aclrtSynchronizeEventWithTimeout", event, -1) == 0
        assert self.done(queue, places) == [1] * 10

    def test_work_of_another_stream_that_is_waited_for(self, sim: Sim, queue: Queue) -> None:
        event, other = sim.event(SYNC, ex=True), Queue(sim)
        places = self.fill(queue, 10)
        sim.ok("aclrtRecordEvent", event, queue.stream)
        sim.ok("aclrtStreamWaitEvent", other.stream, event)
        last = self.fill(other, 1)
        assert wait(other, 5) == TIMEOUT_OF_STREAM
        assert self.done(other, last) == [FRESH]
        assert wait(other, -1) == 0
        assert self.done(queue, places + last) == [1] * 11


class TestStopOnFailure:
    @pytest.fixture(autouse=True)
    def stopping(self, queue: Queue) -> None:
        queue.sim.ok("aclrtSetStreamFailureMode", queue.stream, STOP)

    def test_nothing_later_runs(self, queue: Queue) -> None:
        queue.launch()
        queue.fault()
        later = queue.sim.malloc(1)
        queue.sim.ok("aclrtMemsetAsync", later, 1, 1, 1, queue.stream)
        for _ in range(2):
            assert wait(queue, -1) == COPY_FAULT, "it is not cleared"
        assert queue.done == 1
        assert queue.sim.bytes_at(later, 1) == [FRESH]

    def test_every_use_of_the_context_gives_the_code(self, sim: Sim, queue: Queue) -> None:
        event, other = sim.event(SYNC, ex=True), Queue(sim)
        queue.fault()
        sim.ok("aclrtRecordEvent", event, queue.stream)
        assert sim("aclrtSynchronizeEvent", event) == COPY_FAULT
        status, reached = sim.ffi.new("aclrtStreamStatus *"), sim.ffi.new("aclrtEventRecordedStatus *")
        for name, args in {
            "aclrtMemsetAsync": (other.memory, 1, 1, 1, other.stream),
            "aclrtRecordEvent": (event, other.stream),
            "aclrtStreamWaitEvent": (other.stream, event),
            "aclrtSynchronizeStream": (other.stream,),
            "aclrtStreamQuery": (other.stream, status),
            "aclrtSynchronizeDevice": (),
            "aclrtSynchronizeEvent": (event,),
            "aclrtQueryEventStatus": (event, reached),
        }.items():
            assert sim(name, *args) == COPY_FAULT, name
        sim.ok("aclrtDestroyEvent", event)
        sim.ok("aclrtDestroyStream", other.stream)
        sim.ok("aclrtDestroyStream", queue.stream)

    def test_an_operator_is_refused(self, sim: Sim, queue: Queue) -> None:
        x = sim.tensor(sim.malloc(4), (1,))
        size, executor = sim.prepared("aclnnAbs", x, x)
        queue.fault()
        assert wait(queue, -1) == COPY_FAULT
        assert sim.launch("aclnnAbs", sim.null, size, executor) == 361001

    def test_another_context_goes_on_and_a_reset_ends_it(self, sim: Sim, queue: Queue) -> None:
        queue.fault()
        assert wait(queue, -1) == COPY_FAULT
        elsewhere(sim)
        other = Queue(sim)
        other.launch()
        assert wait(other, -1) == 0
        assert other.done == 1
        sim.ok("aclrtResetDeviceForce", 0)
        sim.ok("aclrtSetDevice", 0)
        again = Queue(sim)
        again.launch()
        assert wait(again, -1) == 0

    def test_codes(self, sim: Sim, queue: Queue) -> None:
        assert sim("aclrtSetStreamFailureMode", queue.stream, STOP) == 0
        assert sim("aclrtSetStreamFailureMode", queue.stream, CONTINUE) == 207000
        other = sim.stream()
        elsewhere(sim)
        assert sim("aclrtSetStreamFailureMode", other, STOP) == 107003
