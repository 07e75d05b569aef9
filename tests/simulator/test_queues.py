"""Streams, which do their work late and in order, and the faults they report."""

from __future__ import annotations

from typing import Any

import pytest

from .machines import D2D, Queue, Sim, elsewhere, in_thread

FRESH = 0xA5
SYNC = 0x1
UNTOUCHED = 5


class TestStreams:
    def test_work_is_done_at_the_wait_and_in_order(self, queue: Queue) -> None:
        for _ in range(5):
            queue.launch()
        assert queue.done == 0
        queue.sim.ok("aclrtSynchronizeStream", queue.stream)
        assert queue.done == 5

    def test_later_work_wins(self, sim: Sim) -> None:
        memory = sim.malloc(1)
        for value in (1, 2, 3):
            sim.ok("aclrtMemsetAsync", memory, 1, value, 1, sim.null)
        sim.ok("aclrtSynchronizeStream", sim.null)
        assert sim.bytes_at(memory, 1) == [3]

    def test_streams_do_not_wait_for_each_other(self, sim: Sim, queue: Queue) -> None:
        other = Queue(sim)
        queue.launch()
        other.launch()
        sim.ok("aclrtSynchronizeStream", other.stream)
        assert (queue.done, other.done) == (0, 1)

    def test_a_query_runs_one_task(self, queue: Queue) -> None:
        for _ in range(2):
            queue.launch()
        states = []
        for _ in range(4):
            states.append((int(queue.sim.get("aclrtStreamQuery", "aclrtStreamStatus", queue.stream)), queue.done))
        assert states == [(1, 1), (1, 2), (0, 2), (0, 2)]

    def test_a_full_queue_makes_room(self, sim: Sim) -> None:
        queue = Queue(sim)
        for _ in range(8):
            queue.launch()
        for _ in range(4096 - 8):
            sim.ok("aclrtMemsetAsync", queue.memory, 1, 1, 1, queue.stream)
        assert queue.done == 0
        sim.ok("aclrtMemsetAsync", queue.memory, 1, 1, 1, queue.stream)
        assert queue.done == 1
        sim.ok("aclrtSynchronizeStream", queue.stream)
        assert queue.done == 8

    def test_destroying_waits(self, queue: Queue) -> None:
        queue.launch()
        queue.sim.ok("aclrtDestroyStream", queue.stream)
        assert queue.done == 1

    def test_destroying_by_force_drops(self, queue: Queue) -> None:
        queue.launch()
        queue.sim.ok("aclrtDestroyStreamForce", queue.stream)
        queue.sim.ok("aclrtSynchronizeDevice")
        assert queue.done == 0

    def test_destroying_does_not_report_faults(self, queue: Queue) -> None:
        queue.fault()
        queue.sim.ok("aclrtDestroyStream", queue.stream)

    @pytest.mark.parametrize("destroy", ["aclrtDestroyStream", "aclrtDestroyStreamForce"])
    def test_a_destroyed_stream(self, sim: Sim, destroy: str) -> None:
        stream, event, memory = sim.stream(), sim.event(SYNC), sim.malloc(8)
        sim.ok(destroy, stream)
        assert sim(destroy, stream) == 107017
        assert sim("aclrtSynchronizeStream", stream) == 107017
        assert sim("aclrtSynchronizeStreamWithTimeout", stream, 1) == 107017
        assert sim("aclrtStreamQuery", stream, sim.ffi.new("aclrtStreamStatus *")) == 107017
        assert sim("aclrtRecordEvent", event, stream) == 107017
        assert sim("aclrtResetEvent", event, stream) == 107017
        assert sim("aclrtStreamWaitEvent", stream, event) == 107017
        assert sim("aclrtMemsetAsync", memory, 8, 0, 8, stream) == 107017
        assert sim("aclrtMemcpyAsync", memory, 4, memory + 4, 4, D2D, stream) == 107017
        assert sim("aclrtMemcpy2dAsync", memory, 4, memory + 4, 4, 4, 1, D2D, stream) == 107017

    def test_another_kind_of_handle_is_no_stream(self, sim: Sim) -> None:
        event = sim.event()
        assert sim("aclrtSynchronizeStream", event) == 107017
        assert sim("aclrtDestroyStream", sim.bogus()) == 107017

    def test_nulls(self, sim: Sim) -> None:
        assert sim("aclrtCreateStream", sim.null) == 100000
        assert sim("aclrtCreateStreamWithConfig", sim.null, 0, 0) == 100000
        assert sim("aclrtDestroyStream", sim.null) == 100000
        assert sim("aclrtDestroyStreamForce", sim.null) == 100000
        assert sim("aclrtStreamQuery", sim.stream(), sim.null) == 100000

    def test_null_is_the_default_stream(self, sim: Sim) -> None:
        memory = sim.malloc(1)
        sim.ok("aclrtMemsetAsync", memory, 1, 1, 1, sim.null)
        assert sim.get("aclrtStreamQuery", "aclrtStreamStatus", sim.null) == 1
        assert sim.get("aclrtStreamQuery", "aclrtStreamStatus", sim.null) == 0
        assert sim.bytes_at(memory, 1) == [1]

    @pytest.mark.parametrize(
        ("name", "args"),
        [
            ("aclrtDestroyStream", ("s",)),
            ("aclrtDestroyStreamForce", ("s",)),
            ("aclrtRecordEvent", ("e", "s")),
            ("aclrtResetEvent", ("e", "s")),
            ("aclrtStreamWaitEvent", ("s", "e")),
            ("aclrtMemsetAsync", ("m", 8, 0, 8, "s")),
            ("aclrtMemcpyAsync", ("m", 4, "n", 4, D2D, "s")),
        ],
    )
    def test_a_stream_of_another_context(self, sim: Sim, name: str, args: tuple[Any, ...]) -> None:
        memory = sim.malloc(8)
        values = {"s": sim.stream(), "e": sim.event(SYNC), "m": memory, "n": memory + 4}
        elsewhere(sim)
        assert sim(name, *(values.get(a, a) for a in args)) == 107003

    def test_waiting_for_a_stream_of_another_context(self, queue: Queue) -> None:
        queue.launch()
        queue.launch()
        elsewhere(queue.sim)
        assert queue.sim.get("aclrtStreamQuery", "aclrtStreamStatus", queue.stream) == 1
        queue.sim.ok("aclrtSynchronizeStream", queue.stream)
        assert queue.done == 2

    def test_a_stream_of_another_device(self, pair: Sim) -> None:
        pair.ok("aclrtSetDevice", 0)
        stream, memory = pair.stream(), pair.malloc(1)
        pair.ok("aclrtSetDevice", 1)
        assert pair("aclrtMemsetAsync", memory, 1, 0, 1, stream) == 107003

    @pytest.mark.parametrize(
        ("flag", "code"), [(0, 0), (1, 0), (3, 0), (0x100, 0), (0x08, 207000), (0x20, 107000), (0x21, 107000)]
    )
    def test_configurations(self, sim: Sim, flag: int, code: int) -> None:
        assert sim("aclrtCreateStreamWithConfig", sim.ffi.new("aclrtStream *"), 99, flag) == code

    @pytest.mark.parametrize("flag", [0x04, 0x10])
    def test_streams_that_nothing_waits_for(self, sim: Sim, flag: int) -> None:
        stream = sim.make("aclrtCreateStreamWithConfig", "aclrtStream", 0, flag)
        memory = sim.malloc(1)
        sim.ok("aclrtMemsetAsync", memory, 1, 1, 1, stream)
        sim.ok("aclrtSynchronizeStream", stream)
        assert sim.bytes_at(memory, 1) == [FRESH]

    @pytest.mark.parametrize(("timeout", "code"), [(-2, 107000), (0, 107000), (-1, 0), (1, 0)])
    def test_timeouts(self, queue: Queue, timeout: int, code: int) -> None:
        queue.launch()
        assert queue.sim("aclrtSynchronizeStreamWithTimeout", queue.stream, timeout) == code
        assert queue.done == (0 if code else 1)

    def test_a_timeout_is_checked_first(self, bare: Sim) -> None:
        assert bare("aclrtSynchronizeStreamWithTimeout", bare.null, -2) == 107000

    def test_two_threads_use_one_stream(self, queue: Queue) -> None:
        queue.launch()

        def other() -> int:
            queue.sim.ok("aclrtSetDevice", 0)
            queue.launch()
            return int(queue.sim("aclrtSynchronizeStream", queue.stream))

        assert in_thread(other) == 0
        assert queue.done == 2


class TestFaults:
    def test_a_fault_is_reported_once_and_the_stream_lives(self, queue: Queue) -> None:
        queue.launch()
        queue.fault()
        queue.launch()
        assert queue.sim("aclrtSynchronizeStream", queue.stream) == 507013
        assert queue.done == 2, "work after the failed one runs"
        assert queue.sim("aclrtSynchronizeStream", queue.stream) == 0
        queue.launch()
        queue.sim.ok("aclrtSynchronizeStream", queue.stream)
        assert queue.done == 3

    def test_several_faults_give_one_code(self, queue: Queue) -> None:
        queue.fault()
        queue.fault()
        assert queue.sim("aclrtSynchronizeStream", queue.stream) == 507013
        assert queue.sim("aclrtSynchronizeStream", queue.stream) == 0

    def test_other_streams_do_not_see_it(self, sim: Sim, queue: Queue) -> None:
        other = Queue(sim)
        queue.fault()
        other.launch()
        assert sim("aclrtSynchronizeStream", other.stream) == 0
        assert sim("aclrtSynchronizeDevice") == 507013
        assert sim("aclrtSynchronizeDevice") == 0

    def test_a_query_gives_the_code_and_no_status(self, queue: Queue) -> None:
        queue.fault()
        status = queue.sim.ffi.new("aclrtStreamStatus *")
        codes = []
        for _ in range(3):
            status[0] = UNTOUCHED
            codes.append((queue.sim("aclrtStreamQuery", queue.stream, status), int(status[0])))
        assert codes == [(0, 1), (507013, UNTOUCHED), (0, 0)]

    def test_waiting_for_an_event_does_not_report_it(self, sim: Sim, queue: Queue) -> None:
        event = sim.event(SYNC, ex=True)
        queue.fault()
        sim.ok("aclrtRecordEvent", event, queue.stream)
        sim.ok("aclrtSynchronizeEvent", event)
        assert sim("aclrtSynchronizeStream", queue.stream) == 507013

    def test_a_waiting_stream_does_not_report_it(self, sim: Sim, queue: Queue) -> None:
        event, other = sim.event(SYNC, ex=True), Queue(sim)
        queue.fault()
        sim.ok("aclrtRecordEvent", event, queue.stream)
        sim.ok("aclrtStreamWaitEvent", other.stream, event)
        assert sim("aclrtSynchronizeStream", other.stream) == 0
        assert sim("aclrtSynchronizeStream", queue.stream) == 507013
