"""A stream whose work is captured."""

from __future__ import annotations

from typing import Any

from .machines import Sim

GLOBAL, THREAD_LOCAL, RELAXED = range(3)
NONE, ACTIVE, INVALIDATED = range(3)
SYNC, TIME_LINE = 1, 8


class Recorder:
    """A stream to capture; each piece of work puts its number into a byte."""

    def __init__(self, sim: Sim) -> None:
        self.sim, self.stream, self.memory = sim, sim.stream(), sim.malloc(16)

    def begin(self, mode: int = GLOBAL) -> None:
        self.sim.ok("aclmdlRICaptureBegin", self.stream, mode)

    def put(self, value: int, stream: Any = None, at: int | None = None) -> None:
        at = value if at is None else at
        self.sim.ok("aclrtMemsetAsync", self.memory + at, 1, value, 1, stream or self.stream)

    def end(self) -> Any:
        graph = self.sim.ffi.new("aclmdlRI *")
        self.sim.ok("aclmdlRICaptureEnd", self.stream, graph)
        return graph[0]

    def end_code(self) -> int:
        graph = self.sim.ffi.new("aclmdlRI *", self.sim.bogus())
        code = int(self.sim("aclmdlRICaptureEnd", self.stream, graph))
        assert code == 0 or graph[0] == self.sim.null
        return code

    def status(self, stream: Any = None) -> int:
        status = self.sim.ffi.new("aclmdlRICaptureStatus *")
        self.sim.ok("aclmdlRICaptureGetInfo", stream or self.stream, status, self.sim.null)
        return int(status[0])

    def fork(self, event: Any = None) -> Any:
        """Another stream that joins the capture."""
        other, event = self.sim.stream(), event or self.sim.event(SYNC, ex=True)
        self.sim.ok("aclrtRecordEvent", event, self.stream)
        self.sim.ok("aclrtStreamWaitEvent", other, event)
        return other

    def join(self, other: Any, into: Any = None) -> None:
        event = self.sim.event(SYNC, ex=True)
        self.sim.ok("aclrtRecordEvent", event, other)
        self.sim.ok("aclrtStreamWaitEvent", into or self.stream, event)

    def bytes(self) -> list[int]:
        return [0 if b == 0xA5 else b for b in self.sim.bytes_at(self.memory, 4)]

    def run(self, graph: Any, stream: Any = None) -> list[int]:
        self.sim.ok("aclmdlRIExecuteAsync", graph, stream or self.stream)
        self.sim.ok("aclrtSynchronizeStream", stream or self.stream)
        return self.bytes()
