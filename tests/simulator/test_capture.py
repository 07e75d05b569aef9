"""Graph capture: what is recorded, what is refused meanwhile, and what a replay does."""

from __future__ import annotations

import numpy as np
import pytest

from .calls import OPERATOR, Call
from .machines import D2D, H2D, Sim, elsewhere
from .recorder import ACTIVE, GLOBAL, NONE, RELAXED, SYNC, TIME_LINE, Recorder


@pytest.fixture
def recorder(sim: Sim) -> Recorder:
    return Recorder(sim)


class TestReplay:
    def test_captured_work_does_not_run(self, sim: Sim, recorder: Recorder) -> None:
        recorder.put(1)
        recorder.begin()
        recorder.put(2)
        recorder.end()
        sim.ok("aclrtSynchronizeStream", recorder.stream)
        assert recorder.bytes() == [0, 1, 0, 0]

    def test_a_replay_runs_it_when_it_is_waited_for(self, sim: Sim, recorder: Recorder) -> None:
        recorder.begin()
        recorder.put(1)
        graph = recorder.end()
        sim.ok("aclmdlRIExecuteAsync", graph, recorder.stream)
        assert recorder.bytes() == [0, 0, 0, 0]
        sim.ok("aclrtSynchronizeStream", recorder.stream)
        assert recorder.bytes() == [0, 1, 0, 0]

    def test_again_and_on_any_stream(self, sim: Sim, recorder: Recorder) -> None:
        recorder.begin()
        recorder.put(1)
        graph = recorder.end()
        for stream in (recorder.stream, sim.stream(), sim.null):
            sim.ok("aclrtMemset", recorder.memory, 4, 0, 4)
            assert recorder.run(graph, stream) == [0, 1, 0, 0]

    def test_in_order(self, sim: Sim, recorder: Recorder) -> None:
        recorder.begin()
        for value in (1, 2, 3):
            recorder.put(value, at=0)
        graph = recorder.end()
        recorder.put(9, at=0)
        assert recorder.run(graph)[0] == 3
        sim.ok("aclmdlRIExecuteAsync", graph, recorder.stream)
        recorder.put(9, at=0)
        sim.ok("aclrtSynchronizeStream", recorder.stream)
        assert recorder.bytes()[0] == 9

    def test_operators_and_copies(self, sim: Sim, recorder: Recorder) -> None:
        call = Call(sim, strided=True)
        pinned = sim.malloc_host(call.x.nbytes)
        size, executor = call.prepared()
        workspace = sim.malloc(size)
        recorder.begin()
        sim.ok("aclrtMemcpyAsync", call.memory["self"], 128, pinned, 128, H2D, recorder.stream)
        assert sim.launch(OPERATOR, workspace, size, executor, recorder.stream) == 0
        graph = recorder.end()
        host = np.frombuffer(sim.ffi.buffer(pinned, 128), np.float32)
        for value in (0.25, -0.5, 7):
            host[:] = value
            recorder.run(graph)
            assert call.result() == [float(np.clip(value, -1, 1)) * 2] * 32

    def test_an_empty_one(self, recorder: Recorder) -> None:
        recorder.begin()
        assert recorder.run(recorder.end()) == [0, 0, 0, 0]

    def test_a_fault_comes_out_at_the_wait_each_time(self, sim: Sim, recorder: Recorder) -> None:
        small = sim.malloc(1)
        recorder.begin()
        sim.ok("aclrtMemcpyAsync", recorder.memory, 8, small + 508, 8, D2D, recorder.stream)
        recorder.put(3)
        graph = recorder.end()
        for _ in range(2):
            sim.ok("aclmdlRIExecuteAsync", graph, recorder.stream)
            assert sim("aclrtSynchronizeStream", recorder.stream) == 507013
            assert sim("aclrtSynchronizeStream", recorder.stream) == 0
        assert recorder.bytes()[3] == 3

    def test_the_synchronous_form_is_refused_as_in_the_runtime(self, sim: Sim, recorder: Recorder) -> None:
        recorder.begin()
        graph = recorder.end()
        assert sim("aclmdlRIExecute", sim.null, -1) == 100000
        assert sim("aclmdlRIExecute", graph, 0) == 107000
        assert sim("aclmdlRIExecute", graph, -1) == 107000
        assert sim("aclmdlRIExecute", sim.bogus(), -1) == 107017

    def test_codes(self, sim: Sim, recorder: Recorder) -> None:
        recorder.begin()
        graph = recorder.end()
        assert sim("aclmdlRIExecuteAsync", sim.null, recorder.stream) == 100000
        assert sim("aclmdlRIExecuteAsync", sim.bogus(), recorder.stream) == 107017
        assert sim("aclmdlRIExecuteAsync", graph, sim.bogus()) == 107017
        recorder.begin()
        assert sim("aclmdlRIExecuteAsync", graph, recorder.stream) == 107027
        recorder.end()
        elsewhere(sim)
        assert sim("aclmdlRIExecuteAsync", graph, sim.null) == 107004

    def test_destroy(self, sim: Sim, recorder: Recorder) -> None:
        recorder.begin()
        recorder.put(1)
        graph = recorder.end()
        sim.ok("aclmdlRIExecuteAsync", graph, recorder.stream)
        assert sim.machine.live_handles()["graph"] == 1
        sim.ok("aclmdlRIDestroy", graph)
        assert recorder.bytes() == [0, 1, 0, 0], "it waits for what still runs"
        assert "graph" not in sim.machine.live_handles()
        assert sim("aclmdlRIDestroy", graph) == 107017
        assert sim("aclmdlRIDestroy", sim.null) == 100000
        assert sim("aclmdlRIExecuteAsync", graph, recorder.stream) == 107017

    def test_it_goes_with_its_device(self, sim: Sim, recorder: Recorder) -> None:
        recorder.begin()
        graph = recorder.end()
        sim.ok("aclrtResetDevice", 0)
        assert sim.machine.live_handles() == {}
        assert sim("aclmdlRIDestroy", graph) == 107017

    def test_a_reset_ends_a_capture(self, sim: Sim, recorder: Recorder) -> None:
        recorder.begin()
        sim.ok("aclrtResetDevice", 0)
        sim.ok("aclrtSetDevice", 0)
        sim.ok("aclrtMemset", sim.malloc(8), 8, 0, 8)


class TestBegin:
    def test_codes(self, sim: Sim, recorder: Recorder) -> None:
        default = sim.make("aclrtCtxGetCurrentDefaultStream", "aclrtStream")
        assert sim("aclmdlRICaptureBegin", sim.null, GLOBAL) == 100000
        assert sim("aclmdlRICaptureBegin", sim.bogus(), GLOBAL) == 107017
        assert sim("aclmdlRICaptureBegin", recorder.stream, 3) == 107000
        assert sim("aclmdlRICaptureBegin", default, GLOBAL) == 107031
        recorder.begin()
        assert sim("aclmdlRICaptureBegin", recorder.stream, GLOBAL) == 107027
        elsewhere(sim)
        assert sim("aclmdlRICaptureBegin", recorder.stream, GLOBAL) == 107003

    @pytest.mark.parametrize(
        ("soc", "code"),
        [("Ascend910A", 207000), ("Ascend310B1", 207000), ("Ascend310P3", 0), ("Ascend910_9391", 0)],
    )
    def test_by_chip(self, soc: str, code: int) -> None:
        sim = Sim(soc)
        sim.ok("aclrtSetDevice", 0)
        assert sim("aclmdlRICaptureBegin", sim.stream(), GLOBAL) == code


class TestInfo:
    def test_the_state(self, sim: Sim, recorder: Recorder) -> None:
        graph = sim.ffi.new("aclmdlRI *", sim.bogus())
        assert recorder.status() == NONE
        sim.ok("aclmdlRICaptureGetInfo", recorder.stream, sim.null, graph)
        assert graph[0] == sim.null
        recorder.begin()
        assert recorder.status() == ACTIVE
        sim.ok("aclmdlRICaptureGetInfo", recorder.stream, sim.null, graph)
        assert sim("aclmdlRIDestroy", graph[0]) == 107026
        assert sim("aclmdlRIExecuteAsync", graph[0], sim.null) == 107026
        assert recorder.end() == graph[0]
        assert recorder.status() == NONE

    def test_codes(self, sim: Sim, recorder: Recorder) -> None:
        assert sim("aclmdlRICaptureGetInfo", sim.null, sim.null, sim.null) == 100000
        assert sim("aclmdlRICaptureGetInfo", recorder.stream, sim.null, sim.null) == 100000


class TestWhileCapturing:
    def test_the_stream(self, sim: Sim, recorder: Recorder) -> None:
        recorder.begin()
        status = sim.ffi.new("aclrtStreamStatus *")
        assert sim("aclrtSynchronizeStream", recorder.stream) == 107027
        assert sim("aclrtSynchronizeStreamWithTimeout", recorder.stream, 1) == 107027
        assert sim("aclrtStreamQuery", recorder.stream, status) == 107027
        assert sim("aclrtDestroyStream", recorder.stream) == 107027
        assert sim("aclrtDestroyStreamForce", recorder.stream) == 107027
        assert sim("aclrtSynchronizeDevice") == 107027
        assert recorder.end_code() == 0, "none of that ends the capture"

    def test_other_streams_go_on(self, sim: Sim, recorder: Recorder) -> None:
        recorder.begin(RELAXED)
        other = sim.stream()
        recorder.put(1, other)
        sim.ok("aclrtSynchronizeStream", other)
        assert recorder.bytes() == [0, 1, 0, 0]

    def test_its_events(self, sim: Sim, recorder: Recorder) -> None:
        event = sim.event(SYNC, ex=True)
        status, ms = sim.ffi.new("aclrtEventRecordedStatus *"), sim.ffi.new("float *")
        recorder.begin()
        sim.ok("aclrtRecordEvent", event, recorder.stream)
        assert sim("aclrtSynchronizeEvent", event) == 107028
        assert sim("aclrtQueryEventStatus", event, status) == 107028
        assert sim("aclrtEventElapsedTime", ms, event, event) == 107028
        recorder.end()
        sim.ok("aclrtSynchronizeEvent", event)

    def test_events_that_can_t_be_captured(self, sim: Sim, recorder: Recorder) -> None:
        old, timing = sim.event(), sim.event(TIME_LINE, ex=True)
        recorder.begin()
        assert sim("aclrtRecordEvent", old, recorder.stream) == 207000
        assert sim("aclrtStreamWaitEvent", recorder.stream, old) == 207000
        assert sim("aclrtResetEvent", sim.event(SYNC), recorder.stream) == 207000
        assert sim("aclrtRecordEvent", timing, recorder.stream) == 0
        assert recorder.end_code() == 0

    def test_ordinary_host_memory(self, sim: Sim, recorder: Recorder) -> None:
        host = np.zeros(8, np.uint8)
        args = recorder.memory, 8, sim.host(host), 8, H2D
        recorder.begin()
        assert sim("aclrtMemcpyAsync", *args, recorder.stream) == 107000
        assert sim("aclrtMemcpy2dAsync", recorder.memory, 4, sim.host(host), 4, 4, 2, H2D, recorder.stream) == 107000
        assert sim("aclrtMemcpyAsync", *args, sim.stream()) == 107041
