"""Graph capture by several threads and streams, how it ends, and what the check mode sees of it."""

from __future__ import annotations

import numpy as np
import pytest

from .machines import H2D, Sim, in_thread
from .recorder import ACTIVE, GLOBAL, INVALIDATED, NONE, RELAXED, SYNC, THREAD_LOCAL, Recorder


@pytest.fixture
def recorder(sim: Sim) -> Recorder:
    return Recorder(sim)


class TestModes:
    """Synchronous copies, by the mode of the capture, of the thread that began it or not, and its exchanged mode."""

    @staticmethod
    def codes(sim: Sim) -> set[int]:
        memory, host = sim.malloc(8), np.zeros(8, np.uint8)
        return {
            int(sim("aclrtMemset", memory, 8, 0, 8)),
            int(sim("aclrtMemcpy", memory, 8, sim.host(host), 8, H2D)),
            int(sim("aclrtMemcpy2d", memory, 4, sim.host(host), 4, 4, 2, H2D)),
        }

    def exchange(self, sim: Sim, mode: int) -> int:
        value = sim.ffi.new("aclmdlRICaptureMode *", mode)
        sim.ok("aclmdlRICaptureThreadExchangeMode", value)
        return int(value[0])

    @pytest.mark.parametrize(
        ("mode", "own", "others"), [(GLOBAL, 107030, 107030), (THREAD_LOCAL, 107030, 0), (RELAXED, 0, 0)]
    )
    def test_as_begun(self, sim: Sim, recorder: Recorder, mode: int, own: int, others: int) -> None:
        recorder.begin(mode)
        assert self.codes(sim) == {own}

        def elsewhere() -> set[int]:
            sim.ok("aclrtSetDevice", 0)
            return self.codes(sim)

        assert in_thread(elsewhere) == {others}
        recorder.end()
        assert self.codes(sim) == {0}

    @pytest.mark.parametrize(("mode", "own", "others"), [(RELAXED, 0, 0), (THREAD_LOCAL, 107030, 0)])
    def test_exchanged(self, sim: Sim, recorder: Recorder, mode: int, own: int, others: int) -> None:
        recorder.begin(GLOBAL)

        def codes() -> set[int]:
            sim.ok("aclrtSetDevice", 0)
            assert self.exchange(sim, mode) == GLOBAL
            return self.codes(sim)

        assert in_thread(codes) == {others}
        assert codes() == {own}
        assert self.exchange(sim, GLOBAL) == mode
        assert self.codes(sim) == {107030}

    def test_codes(self, sim: Sim) -> None:
        assert sim("aclmdlRICaptureThreadExchangeMode", sim.null) == 100000
        value = sim.ffi.new("aclmdlRICaptureMode *", 3)
        assert sim("aclmdlRICaptureThreadExchangeMode", value) == 107000


class TestEnd:
    def test_codes(self, sim: Sim, recorder: Recorder) -> None:
        graph = sim.ffi.new("aclmdlRI *")
        assert sim("aclmdlRICaptureEnd", sim.null, graph) == 100000
        assert sim("aclmdlRICaptureEnd", recorder.stream, sim.null) == 107000
        assert recorder.end_code() == 107029

    @pytest.mark.parametrize(("mode", "code"), [(GLOBAL, 107038), (THREAD_LOCAL, 107038), (RELAXED, 0)])
    def test_on_another_thread(self, sim: Sim, recorder: Recorder, mode: int, code: int) -> None:
        recorder.begin(mode)

        def end() -> int:
            sim.ok("aclrtSetDevice", 0)
            return recorder.end_code()

        assert in_thread(end) == code
        assert recorder.status() == NONE


class TestCrossStream:
    def test_streams_join_by_events(self, sim: Sim, recorder: Recorder) -> None:
        recorder.begin()
        recorder.put(1)
        other = recorder.fork()
        assert recorder.status(other) == ACTIVE
        recorder.put(2, other)
        recorder.join(other)
        recorder.put(3)
        graph = recorder.end()
        assert recorder.status(other) == NONE
        assert recorder.bytes() == [0, 0, 0, 0]
        assert recorder.run(graph) == [0, 1, 2, 3]

    def test_by_way_of_another(self, sim: Sim, recorder: Recorder) -> None:
        recorder.begin()
        second = recorder.fork()
        third, event = sim.stream(), sim.event(SYNC, ex=True)
        sim.ok("aclrtRecordEvent", event, second)
        sim.ok("aclrtStreamWaitEvent", third, event)
        recorder.put(3, third)
        recorder.join(third, into=second)
        recorder.put(2, second)
        recorder.join(second)
        assert recorder.run(recorder.end()) == [0, 0, 2, 3]

    @pytest.mark.parametrize("mistake", ["not joined", "work after", "record without wait", "joined elsewhere"])
    def test_unjoined(self, sim: Sim, recorder: Recorder, mistake: str) -> None:
        recorder.begin()
        other = recorder.fork()
        if mistake == "work after":
            recorder.join(other)
            recorder.put(2, other)
        elif mistake == "record without wait":
            sim.ok("aclrtRecordEvent", sim.event(SYNC, ex=True), other)
        elif mistake == "joined elsewhere":
            third = recorder.fork()
            recorder.join(other, into=third)
            recorder.join(third, into=other)
        assert recorder.end_code() == 107025
        assert recorder.status() == recorder.status(other) == NONE
        assert "graph" not in sim.machine.live_handles()

    def test_only_its_own_stream_can_end_it(self, sim: Sim, recorder: Recorder) -> None:
        recorder.begin()
        other = recorder.fork()
        assert sim("aclmdlRICaptureEnd", other, sim.ffi.new("aclmdlRI *")) == 107036

    def test_an_event_of_before(self, sim: Sim, recorder: Recorder) -> None:
        event, never = sim.event(SYNC, ex=True), sim.event(SYNC, ex=True)
        sim.ok("aclrtRecordEvent", event, sim.stream())
        recorder.begin()
        assert sim("aclrtStreamWaitEvent", recorder.stream, event) == 107024
        assert sim("aclrtStreamWaitEvent", recorder.stream, never) == 0
        assert recorder.end_code() == 0

    def test_the_default_stream(self, sim: Sim, recorder: Recorder) -> None:
        event = sim.event(SYNC, ex=True)
        recorder.begin()
        sim.ok("aclrtRecordEvent", event, recorder.stream)
        assert sim("aclrtStreamWaitEvent", sim.null, event) == 107031

    def test_two_captures(self, sim: Sim, recorder: Recorder) -> None:
        other, event = Recorder(sim), sim.event(SYNC, ex=True)
        recorder.begin()
        other.begin()
        sim.ok("aclrtRecordEvent", event, recorder.stream)
        assert sim("aclrtStreamWaitEvent", other.stream, event) == 107032
        assert recorder.status() == other.status() == INVALIDATED
        assert recorder.end_code() == other.end_code() == 507903
        assert recorder.status() == other.status() == NONE

    def test_each_by_itself(self, sim: Sim, recorder: Recorder) -> None:
        other = Recorder(sim)
        recorder.begin()
        other.begin()
        recorder.put(1)
        other.put(2)
        graphs = recorder.end(), other.end()
        assert recorder.run(graphs[0]) == [0, 1, 0, 0]
        assert other.run(graphs[1]) == [0, 0, 2, 0]


def test_memory_freed_before_a_replay(sim: Sim, recorder: Recorder) -> None:
    recorder.begin()
    recorder.put(1)
    graph = recorder.end()
    sim.ok("aclrtFree", recorder.memory)
    sim.ok("aclmdlRIExecuteAsync", graph, recorder.stream)
    assert sim("aclrtSynchronizeStream", recorder.stream) == 507013


class TestChecked:
    """What the check mode sees of graphs."""

    @pytest.fixture
    def sim(self) -> Sim:
        machine = Sim(check=True)
        machine.ok("aclrtSetDevice", 0)
        return machine

    def names(self, sim: Sim) -> list[str]:
        return [f.name for f in sim.machine.findings]

    @pytest.mark.parametrize("wait", [True, False])
    def test_a_replay_races(self, sim: Sim, recorder: Recorder, wait: bool) -> None:
        recorder.begin()
        recorder.put(1)
        graph = recorder.end()
        sim.ok("aclmdlRIExecuteAsync", graph, recorder.stream)
        if wait:
            sim.ok("aclrtSynchronizeStream", recorder.stream)
        recorder.put(2, sim.stream(), at=1)
        assert self.names(sim) == ([] if wait else ["race"])

    def test_captured_work_races_with_nothing(self, sim: Sim, recorder: Recorder) -> None:
        recorder.begin()
        recorder.put(1)
        recorder.put(2, sim.stream(), at=1)
        recorder.end()
        assert self.names(sim) == []

    def test_memory_freed_before_a_replay(self, sim: Sim, recorder: Recorder) -> None:
        recorder.begin()
        recorder.put(1)
        graph = recorder.end()
        sim.ok("aclrtFree", recorder.memory)
        sim.ok("aclmdlRIExecuteAsync", graph, recorder.stream)
        assert sim("aclrtSynchronizeStream", recorder.stream) == 507013
        assert self.names(sim) == ["use-after-free"]

    def test_a_graph_that_stays(self, sim: Sim, recorder: Recorder) -> None:
        recorder.begin()
        recorder.end()
        sim.ok("aclrtDestroyStream", recorder.stream)
        sim.ok("aclrtFree", recorder.memory)
        assert sim("aclFinalize") == 207002
        assert self.names(sim) == ["handle-leak"]
        assert "a graph was never destroyed" in sim.machine.findings[0].text
