"""Events: two kinds with different codes, and streams that wait for them."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from .machines import D2D, Queue, Sim, elsewhere

SYNC, PROGRESS, INTERNAL, TIME_LINE, DEVICE_USE_ONLY, EXTERNAL, IPC = 0x1, 0x2, 0x4, 0x8, 0x10, 0x20, 0x40


OLD_CODES = {
    0: 107000, SYNC: 0, PROGRESS: 0, INTERNAL: 0, TIME_LINE: 0, SYNC | TIME_LINE: 0, 0x0F: 0,
    DEVICE_USE_ONLY: 0, EXTERNAL: 0, DEVICE_USE_ONLY | SYNC: 107000, EXTERNAL | SYNC: 107000,
    DEVICE_USE_ONLY | EXTERNAL: 107000, IPC: 107000, 0x3F: 107000, 0x100: 107000,
}  # fmt: skip
EX_CODES = {
    0: 107000, SYNC: 0, PROGRESS: 0, INTERNAL: 0, TIME_LINE: 0, SYNC | TIME_LINE: 0, 0x0F: 0,
    DEVICE_USE_ONLY: 107000, EXTERNAL: 107000, DEVICE_USE_ONLY | SYNC: 107000, EXTERNAL | SYNC: 107000,
    IPC | SYNC: 107000, IPC: 207000, 0x50: 107000, 0x100: 107000, 0x101: 107000,
}  # fmt: skip


class TestCreatingEvents:
    @pytest.mark.parametrize(("flag", "code"), OLD_CODES.items())
    def test_old(self, sim: Sim, flag: int, code: int) -> None:
        assert sim("aclrtCreateEventWithFlag", sim.ffi.new("aclrtEvent *"), flag) == code

    @pytest.mark.parametrize(("flag", "code"), EX_CODES.items())
    def test_ex(self, sim: Sim, flag: int, code: int) -> None:
        assert sim("aclrtCreateEventExWithFlag", sim.ffi.new("aclrtEvent *"), flag) == code

    def test_nulls(self, sim: Sim) -> None:
        assert sim("aclrtCreateEvent", sim.null) == 100000
        assert sim("aclrtCreateEventWithFlag", sim.null, 0) == 100000
        assert sim("aclrtCreateEventExWithFlag", sim.null, 0) == 100000

    def test_a_flag_is_checked_before_the_context(self, bare: Sim) -> None:
        assert bare("aclrtCreateEventWithFlag", bare.ffi.new("aclrtEvent *"), 0) == 107000
        assert bare("aclrtCreateEventExWithFlag", bare.ffi.new("aclrtEvent *"), 0) == 107000


def other_arguments(sim: Sim, name: str, event: Any) -> tuple[Any, ...]:
    new = sim.ffi.new
    return {
        "aclrtDestroyEvent": (event,),
        "aclrtRecordEvent": (event, sim.null),
        "aclrtResetEvent": (event, sim.null),
        "aclrtQueryEvent": (event, new("aclrtEventStatus *")),
        "aclrtQueryEventStatus": (event, new("aclrtEventRecordedStatus *")),
        "aclrtQueryEventWaitStatus": (event, new("aclrtEventWaitStatus *")),
        "aclrtSynchronizeEvent": (event,),
        "aclrtSynchronizeEventWithTimeout": (event, 1),
        "aclrtStreamWaitEvent": (sim.null, event),
        "aclrtEventElapsedTime": (new("float *"), event, event),
    }[name]


EVENT_FUNCTIONS = (
    "aclrtDestroyEvent", "aclrtRecordEvent", "aclrtResetEvent", "aclrtQueryEvent", "aclrtQueryEventStatus",
    "aclrtQueryEventWaitStatus", "aclrtSynchronizeEvent", "aclrtSynchronizeEventWithTimeout",
    "aclrtStreamWaitEvent", "aclrtEventElapsedTime",
)  # fmt: skip


class TestEventHandles:
    @pytest.mark.parametrize("name", EVENT_FUNCTIONS)
    def test_null(self, sim: Sim, name: str) -> None:
        assert sim(name, *other_arguments(sim, name, sim.null)) == 100000

    @pytest.mark.parametrize("name", EVENT_FUNCTIONS)
    def test_destroyed(self, sim: Sim, name: str) -> None:
        event = sim.event()
        sim.ok("aclrtDestroyEvent", event)
        assert sim(name, *other_arguments(sim, name, event)) == 107017

    @pytest.mark.parametrize("name", EVENT_FUNCTIONS)
    def test_another_kind(self, sim: Sim, name: str) -> None:
        assert sim(name, *other_arguments(sim, name, sim.stream())) == 107017

    @pytest.mark.parametrize("name", ["aclrtQueryEvent", "aclrtQueryEventStatus", "aclrtQueryEventWaitStatus"])
    def test_null_status(self, sim: Sim, name: str) -> None:
        assert sim(name, sim.event(), sim.null) == 100000

    def test_null_time(self, sim: Sim) -> None:
        event, ms = sim.event(), sim.ffi.new("float *")
        assert sim("aclrtEventElapsedTime", sim.null, event, event) == 100000
        assert sim("aclrtEventElapsedTime", ms, event, sim.null) == 100000

    def test_destroying_a_pending_event(self, queue: Queue) -> None:
        event, other = queue.sim.event(SYNC), Queue(queue.sim)
        queue.launch()
        queue.sim.ok("aclrtRecordEvent", event, queue.stream)
        queue.sim.ok("aclrtStreamWaitEvent", other.stream, event)
        other.launch()
        queue.sim.ok("aclrtDestroyEvent", event)
        queue.sim.ok("aclrtSynchronizeStream", other.stream)
        assert (queue.done, other.done) == (1, 1)


class TestRecording:
    def test_device_use_only(self, sim: Sim) -> None:
        event = sim.event(DEVICE_USE_ONLY)
        assert sim("aclrtRecordEvent", event, sim.null) == 107000
        assert sim("aclrtStreamWaitEvent", sim.null, event) == 107000

    def test_status_follows_the_stream(self, sim: Sim, queue: Queue) -> None:
        event = sim.event(SYNC, ex=True)
        queue.launch()
        sim.ok("aclrtRecordEvent", event, queue.stream)
        states = [int(sim.get("aclrtQueryEventStatus", "aclrtEventRecordedStatus", event)) for _ in range(4)]
        assert states[0] == 0
        assert states[-1] == 1, "asking again and again comes to an end"
        assert queue.done == 1

    @pytest.mark.parametrize(("ex", "status"), [(False, 0), (True, 1)])
    def test_status_when_never_recorded(self, sim: Sim, ex: bool, status: int) -> None:
        event = sim.event(SYNC, ex=ex)
        assert sim.get("aclrtQueryEventStatus", "aclrtEventRecordedStatus", event) == status

    def test_deprecated_query(self, sim: Sim) -> None:
        event = sim.event()
        assert sim.get("aclrtQueryEvent", "aclrtEventStatus", event) == 1
        sim.ok("aclrtRecordEvent", event, sim.null)
        assert sim.get("aclrtQueryEvent", "aclrtEventStatus", event) == 1
        sim.ok("aclrtSynchronizeStream", sim.null)
        assert sim.get("aclrtQueryEvent", "aclrtEventStatus", event) == 0
        assert sim("aclrtQueryEvent", sim.event(SYNC, ex=True), sim.ffi.new("aclrtEventStatus *")) == 207000

    def test_the_latest_record_counts(self, sim: Sim, queue: Queue) -> None:
        event, other = sim.event(SYNC), Queue(sim)
        sim.ok("aclrtRecordEvent", event, other.stream)
        queue.launch()
        sim.ok("aclrtRecordEvent", event, queue.stream)
        sim.ok("aclrtSynchronizeStream", other.stream)
        assert sim.get("aclrtQueryEventStatus", "aclrtEventRecordedStatus", event) == 0
        sim.ok("aclrtSynchronizeEvent", event)
        assert queue.done == 1

    def test_synchronize_runs_up_to_the_record(self, sim: Sim, queue: Queue) -> None:
        event = sim.event(SYNC)
        queue.launch()
        sim.ok("aclrtRecordEvent", event, queue.stream)
        queue.launch()
        sim.ok("aclrtSynchronizeEvent", event)
        assert queue.done == 1

    @pytest.mark.parametrize("ex", [False, True])
    def test_synchronize_when_never_recorded(self, sim: Sim, ex: bool) -> None:
        assert sim("aclrtSynchronizeEvent", sim.event(SYNC, ex=ex)) == 0

    @pytest.mark.parametrize(("timeout", "code"), [(-2, 107000), (0, 107000), (-1, 0), (1, 0)])
    def test_timeouts(self, sim: Sim, timeout: int, code: int) -> None:
        event = sim.event(SYNC)
        sim.ok("aclrtRecordEvent", event, sim.null)
        assert sim("aclrtSynchronizeEventWithTimeout", event, timeout) == code

    def test_external(self, sim: Sim) -> None:
        event = sim.event(EXTERNAL)
        assert sim("aclrtQueryEventStatus", event, sim.ffi.new("aclrtEventRecordedStatus *")) == 207000
        assert sim("aclrtSynchronizeEvent", event) == 207000
        assert sim("aclrtEventElapsedTime", sim.ffi.new("float *"), event, event) == 207000

    def test_a_stream_destroyed_by_force_never_comes_to_its_record(self, sim: Sim, queue: Queue) -> None:
        event, other = sim.event(SYNC), Queue(sim)
        sim.ok("aclrtRecordEvent", event, queue.stream)
        sim.ok("aclrtStreamWaitEvent", other.stream, event)
        sim.ok("aclrtDestroyStreamForce", queue.stream)
        assert sim("aclrtSynchronizeEvent", event) != 0
        assert sim("aclrtQueryEventStatus", event, sim.ffi.new("aclrtEventRecordedStatus *")) != 0
        assert sim("aclrtSynchronizeStream", other.stream) != 0
        sim.ok("aclrtSynchronizeStream", other.stream)

    def test_default_flags_change_nothing(self, sim: Sim, queue: Queue) -> None:
        event, other = sim.event(SYNC), Queue(sim)
        queue.launch()
        sim.ok("aclrtRecordEventWithFlag", event, queue.stream, 0)
        sim.ok("aclrtStreamWaitEventWithFlag", other.stream, event, 0, 0)
        sim.ok("aclrtSynchronizeStream", other.stream)
        assert queue.done == 1
        assert sim("aclrtRecordEventWithFlag", event, queue.stream, 1) == 207000
        assert sim("aclrtStreamWaitEventWithFlag", other.stream, event, 0, 1) == 207000


class TestReset:
    @pytest.mark.parametrize(
        ("flag", "ex", "code"),
        [
            (SYNC, False, 0),
            (INTERNAL, False, 0),
            (EXTERNAL, False, 0),
            (TIME_LINE, False, 207000),
            (PROGRESS, False, 207000),
            (SYNC, True, 207000),
            (DEVICE_USE_ONLY, False, 107000),
        ],
    )
    def test_kinds(self, sim: Sim, flag: int, ex: bool, code: int) -> None:
        assert sim("aclrtResetEvent", sim.event(flag, ex=ex), sim.null) == code

    def test_it_is_done_in_the_stream(self, sim: Sim) -> None:
        event, stream = sim.event(SYNC), sim.stream()
        sim.ok("aclrtRecordEvent", event, stream)
        sim.ok("aclrtSynchronizeStream", stream)
        sim.ok("aclrtResetEvent", event, stream)
        assert sim.get("aclrtQueryEventStatus", "aclrtEventRecordedStatus", event) == 1
        sim.ok("aclrtSynchronizeStream", stream)
        assert sim.get("aclrtQueryEventStatus", "aclrtEventRecordedStatus", event) == 0

    def test_a_record_after_it_stays(self, sim: Sim) -> None:
        event, stream = sim.event(SYNC), sim.stream()
        for _ in range(2):
            sim.ok("aclrtRecordEvent", event, stream)
            sim.ok("aclrtResetEvent", event, stream)
        sim.ok("aclrtRecordEvent", event, stream)
        sim.ok("aclrtSynchronizeStream", stream)
        assert sim.get("aclrtQueryEventStatus", "aclrtEventRecordedStatus", event) == 1


class TestWaitingStreams:
    def test_the_other_stream_runs_only_as_far_as_needed(self, sim: Sim, queue: Queue) -> None:
        event, other = sim.event(SYNC, ex=True), Queue(sim)
        queue.launch()
        queue.launch()
        sim.ok("aclrtRecordEvent", event, queue.stream)
        queue.launch()
        other.launch()
        sim.ok("aclrtStreamWaitEvent", other.stream, event)
        other.launch()
        sim.ok("aclrtSynchronizeStream", other.stream)
        assert (queue.done, other.done) == (2, 2)

    def test_work_before_the_wait_does_not_wait(self, sim: Sim, queue: Queue) -> None:
        event, other = sim.event(SYNC, ex=True), Queue(sim)
        queue.launch()
        sim.ok("aclrtRecordEvent", event, queue.stream)
        other.launch()
        sim.ok("aclrtStreamWaitEvent", other.stream, event)
        sim.get("aclrtStreamQuery", "aclrtStreamStatus", other.stream)
        assert (queue.done, other.done) == (0, 1)

    def test_the_record_at_the_time_of_the_call_counts(self, sim: Sim, queue: Queue) -> None:
        event, other = sim.event(SYNC, ex=True), Queue(sim)
        queue.launch()
        sim.ok("aclrtRecordEvent", event, queue.stream)
        sim.ok("aclrtStreamWaitEvent", other.stream, event)
        queue.launch()
        sim.ok("aclrtRecordEvent", event, queue.stream)
        sim.ok("aclrtSynchronizeStream", other.stream)
        assert queue.done == 1

    def test_null_is_the_default_stream(self, sim: Sim, queue: Queue) -> None:
        event = sim.event(SYNC)
        queue.launch()
        sim.ok("aclrtRecordEvent", event, queue.stream)
        sim.ok("aclrtStreamWaitEvent", sim.null, event)
        sim.ok("aclrtSynchronizeStream", sim.null)
        assert queue.done == 1

    def test_an_event_of_another_context(self, sim: Sim, queue: Queue) -> None:
        event = sim.event(SYNC)
        queue.launch()
        sim.ok("aclrtRecordEvent", event, queue.stream)
        elsewhere(sim)
        sim.ok("aclrtStreamWaitEvent", sim.stream(), event)
        sim.ok("aclrtSynchronizeDevice")
        assert queue.done == 1

    @pytest.mark.parametrize("ex", [False, True])
    @pytest.mark.parametrize("flag", [TIME_LINE, PROGRESS])
    def test_events_that_nothing_can_wait_for(self, sim: Sim, flag: int, ex: bool) -> None:
        event = sim.event(flag, ex=ex)
        sim.ok("aclrtRecordEvent", event, sim.null)
        assert sim("aclrtStreamWaitEvent", sim.null, event) == 207000

    def test_never_recorded(self, sim: Sim) -> None:
        assert sim("aclrtStreamWaitEvent", sim.null, sim.event(SYNC, ex=True)) == 0
        assert sim("aclrtStreamWaitEvent", sim.null, sim.event()) == 107000

    def test_a_wait_for_a_later_record_is_refused(self, sim: Sim) -> None:
        # CANN takes this call, and the stream hangs until somebody records the event.
        assert sim("aclrtStreamWaitEvent", sim.null, sim.event(SYNC)) == 207000

    def test_no_task_where_nothing_is_to_wait_for(self, sim: Sim) -> None:
        event, stream, other = sim.event(SYNC, ex=True), sim.stream(), sim.stream()
        sim.ok("aclrtRecordEvent", event, stream)
        sim.ok("aclrtStreamWaitEvent", stream, event)
        assert [sim.get("aclrtStreamQuery", "aclrtStreamStatus", stream) for _ in range(2)] == [1, 0]
        sim.ok("aclrtStreamWaitEvent", other, event)
        assert sim.get("aclrtStreamQuery", "aclrtStreamStatus", other) == 0

    def test_wait_status(self, sim: Sim, queue: Queue) -> None:
        event, other = sim.event(SYNC), sim.stream()
        sim.ok("aclrtRecordEvent", event, queue.stream)
        assert sim.get("aclrtQueryEventWaitStatus", "aclrtEventWaitStatus", event) == 0
        sim.ok("aclrtStreamWaitEvent", other, event)
        states = [int(sim.get("aclrtQueryEventWaitStatus", "aclrtEventWaitStatus", event)) for _ in range(3)]
        assert states[0] == 1
        assert states[-1] == 0, "asking again and again comes to an end"

    def test_wait_status_of_ex_events(self, sim: Sim) -> None:
        event = sim.event(SYNC, ex=True)
        assert sim("aclrtQueryEventWaitStatus", event, sim.ffi.new("aclrtEventWaitStatus *")) == 207000

    def test_ping_pong(self, sim: Sim) -> None:
        memory = sim.malloc(2)
        streams = [sim.stream(), sim.stream()]
        for i in range(200):
            here, there = streams[i % 2], streams[(i + 1) % 2]
            sim.ok("aclrtMemcpyAsync", memory + i % 2, 1, memory + (i + 1) % 2, 1, D2D, here)
            sim.ok("aclrtMemsetAsync", memory + i % 2, 1, i, 1, here)
            event = sim.event(SYNC, ex=True)
            sim.ok("aclrtRecordEvent", event, here)
            sim.ok("aclrtStreamWaitEvent", there, event)
        sim.ok("aclrtSynchronizeStream", streams[0])
        assert sim.bytes_at(memory, 2) == [198, 199]

    def test_a_long_chain_of_streams(self, sim: Sim) -> None:
        queues = [Queue(sim, 1) for _ in range(600)]
        for before, after in itertools.pairwise(queues):
            before.launch()
            event = sim.event(SYNC, ex=True)
            sim.ok("aclrtRecordEvent", event, before.stream)
            sim.ok("aclrtStreamWaitEvent", after.stream, event)
        sim.ok("aclrtSynchronizeStream", queues[-1].stream)
        assert all(q.done for q in queues[:-1])


class TestElapsedTime:
    def recorded(self, sim: Sim, *flags: int, ex: bool = True) -> list[Any]:
        events = [sim.event(flag, ex=ex) for flag in flags]
        for event in events:
            sim.ok("aclrtRecordEvent", event, sim.null)
        return events

    @pytest.mark.parametrize("ex", [False, True])
    def test_order_decides_the_sign(self, sim: Sim, ex: bool) -> None:
        first, second = self.recorded(sim, TIME_LINE | SYNC, TIME_LINE | SYNC, ex=ex)
        sim.ok("aclrtSynchronizeStream", sim.null)
        forth = sim.make("aclrtEventElapsedTime", "float", first, second)
        back = sim.make("aclrtEventElapsedTime", "float", second, first)
        assert 0 <= forth < 1000
        assert back == -forth

    def test_events_made_without_flags_tell_the_time(self, sim: Sim) -> None:
        events = [sim.event(), sim.event()]
        for event in events:
            sim.ok("aclrtRecordEvent", event, sim.null)
        sim.ok("aclrtSynchronizeStream", sim.null)
        assert sim.make("aclrtEventElapsedTime", "float", *events) >= 0

    def test_never_recorded(self, sim: Sim) -> None:
        (event,) = self.recorded(sim, TIME_LINE)
        never, ms = sim.event(TIME_LINE), sim.ffi.new("float *", 7)
        sim.ok("aclrtSynchronizeStream", sim.null)
        for pair in ((event, never), (never, event)):
            assert sim("aclrtEventElapsedTime", ms, *pair) == 507000
        assert ms[0] == 7

    def test_it_does_not_wait(self, sim: Sim) -> None:
        events = self.recorded(sim, TIME_LINE, TIME_LINE)
        assert sim("aclrtEventElapsedTime", sim.ffi.new("float *"), *events) == 107006

    @pytest.mark.parametrize("flags", [(SYNC, TIME_LINE), (TIME_LINE, SYNC)])
    def test_events_without_time(self, sim: Sim, flags: tuple[int, int]) -> None:
        events = self.recorded(sim, *flags)
        sim.ok("aclrtSynchronizeStream", sim.null)
        assert sim("aclrtEventElapsedTime", sim.ffi.new("float *"), *events) == 107006
