"""Graph capture: work put on a stream is recorded instead of queued, and replayed by one call."""

from __future__ import annotations

import itertools
import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..reference.chips import Family
from . import codes
from .failures import Failure, require_pointers
from .handles import TWICE, USED, Table, number_of
from .runtime import checked_timeout
from .streams import Event, Record, Stream, Task

if TYPE_CHECKING:
    from .contexts import Context
    from .machine import Machine


GLOBAL, THREAD_LOCAL, RELAXED = range(3)
_NONE, _ACTIVE, _INVALIDATED = range(3)
_WITHOUT = (Family.A910, Family.B310)


@dataclass(eq=False)
class Graph:
    """An ``aclmdlRI``: recorded work in the order of its launch, which suits all its dependencies."""

    context: Context
    tasks: list[Task] = field(default_factory=list)
    is_capturing: bool = True
    launches: list[Record] = field(default_factory=list)

    def launch(self, stream: Stream) -> None:
        """Queues all of it as one piece of work."""
        record, tasks = Record(stream), tuple(self.tasks)
        self.launches = [r for r in self.launches if not r.is_over]
        self.launches.append(record)

        def run() -> None:
            for task in tasks:
                stream.execute(task)
            record.finish()

        def touches() -> Any:
            return itertools.chain.from_iterable(t.touches() for t in tasks if t.touches is not None)

        stream.enqueue(Task("aclmdlRIExecuteAsync", run, drop=record.drop, touches=touches))


@dataclass(eq=False)
class Capture:
    """A capture in progress. ``streams`` has for each stream the record that its work ends with, if it does."""

    graph: Graph
    origin: Stream
    mode: int
    thread: int
    is_valid: bool = True
    streams: dict[Stream, Record | None] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)
    _waits: dict[Record, set[Stream]] = field(default_factory=dict)

    def add(self, stream: Stream, task: Task) -> None:
        self.graph.tasks.append(task)
        self.streams[stream] = None

    def record(self, stream: Stream, event: Event) -> None:
        """The event now marks the end of the stream's captured work."""
        event.record = self.streams[stream] = Record(stream, capture=self)
        self.events.append(event)

    def wait(self, stream: Stream, record: Record) -> None:
        """A stream that waits for captured work is captured too."""
        self._waits.setdefault(record, set()).add(stream)
        self.join(stream)

    def join(self, stream: Stream) -> None:
        stream.capture = self
        self.streams[stream] = None

    @property
    def why_unjoined(self) -> str:
        """What is wrong with streams that entered the capture and did not come back; empty if nothing is."""
        ends = [(s, last) for s, last in self.streams.items() if s is not self.origin]
        if any(last is None for _, last in ends):
            return "the last work on a stream that joined the capture is not the record of an event"
        if any(last not in self._waits for _, last in ends):
            return "nothing waits for the last event that a stream recorded after it joined the capture"
        if ends and not any(last is not None and self.origin in self._waits[last] for _, last in ends):
            return "the stream of the capture waits for none of the streams that joined it"
        return ""

    def end(self) -> None:
        self.graph.is_capturing = False
        for stream in self.streams:
            stream.capture = None
        for event in self.events:
            if event.record is not None and event.record.capture is self:
                event.record = None


class _Thread(threading.local):
    mode: int = GLOBAL


class GraphFunctions:
    """``aclmdlRICaptureBegin`` to ``aclmdlRIDestroy``."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._ffi = machine.ffi
        self._thread = _Thread()
        self._active: list[Capture] = []
        self.graphs: Table[Graph] = Table("graph", machine.numbers, codes.INVALID_HANDLE)

    def aclmdlRICaptureBegin(self, stream: Any, mode: int) -> None:
        require_pointers(stream)
        self._machine.check_stream(stream)
        if not GLOBAL <= mode <= RELAXED:
            raise Failure(codes.BAD_VALUE, f"capture mode {mode} does not exist")
        if self._machine.settings.family in _WITHOUT:
            raise Failure(codes.NOT_SUPPORTED, f"{self._machine.settings.soc} has no graph capture")
        found = self._machine.stream_of(stream)
        if found is found.context.default_stream:
            raise Failure(codes.DEFAULT_STREAM, "a context's default stream can't be captured")
        found.require_not_captured()
        graph = Graph(found.context)
        capture = Capture(graph, found, mode, threading.get_ident())
        capture.join(found)
        self._active.append(capture)

    def aclmdlRICaptureGetInfo(self, stream: Any, status: Any, modelRI: Any) -> None:
        require_pointers(stream)
        if not status and not modelRI:
            raise Failure(codes.INVALID, "status and modelRI are both null")
        capture = self._machine.stream_of(stream, any_context=True).capture
        if status:
            status[0] = _NONE if capture is None else _ACTIVE if capture.is_valid else _INVALIDATED
        if modelRI:
            modelRI[0] = self._ffi.cast("void *", 0 if capture is None else self._number(capture.graph))

    def aclmdlRICaptureThreadExchangeMode(self, mode: Any) -> None:
        require_pointers(mode)
        new = int(mode[0])
        if not GLOBAL <= new <= RELAXED:
            raise Failure(codes.BAD_VALUE, f"capture mode {new} does not exist")
        mode[0], self._thread.mode = self._thread.mode, new

    def aclmdlRICaptureEnd(self, stream: Any, modelRI: Any) -> None:
        require_pointers(stream)
        self._machine.check_stream(stream)
        if not modelRI:
            raise Failure(codes.BAD_VALUE, "modelRI is a null pointer")
        modelRI[0] = self._ffi.NULL
        found = self._machine.stream_of(stream)
        capture = found.capture
        if capture is None:
            raise Failure(codes.NOT_CAPTURING, "the stream is not being captured; call aclmdlRICaptureBegin first")
        if capture.origin is not found:
            raise Failure(codes.NOT_ORIGIN, "the capture was begun on another stream")
        self._active.remove(capture)
        capture.end()
        try:
            self._check_end(capture)
        except Failure:
            self._forget(capture.graph)
            raise
        modelRI[0] = self._ffi.cast("void *", self._number(capture.graph))

    def aclmdlRIExecuteAsync(self, modelRI: Any, stream: Any) -> None:
        graph = self._graph(modelRI)
        self._machine.check_stream(stream)
        found = self._machine.stream_of(stream)
        found.require_not_captured()
        if graph.is_capturing:
            raise Failure(codes.GRAPH_CAPTURED, "the graph is still being captured")
        if graph.context is not found.context:
            raise Failure(codes.OTHER_MODEL_CONTEXT, "the graph was captured in another context")
        graph.launch(found)

    def aclmdlRIExecute(self, modelRI: Any, timeout: int) -> None:
        self._graph(modelRI)
        checked_timeout(timeout)
        raise Failure(codes.BAD_VALUE, "a captured graph runs by aclmdlRIExecuteAsync only")

    def aclmdlRIDestroy(self, modelRI: Any) -> None:
        graph = self._graph(modelRI, TWICE)
        if graph.is_capturing:
            raise Failure(codes.GRAPH_CAPTURED, "the graph is still being captured")
        for record in graph.launches:
            record.wait()
        self.graphs.remove(number_of(self._ffi, modelRI))

    def require_allowed(self, code: int = codes.MODE_FORBIDS) -> None:
        """Refuses a synchronous copy or memset while a capture of the context forbids it to this thread."""
        if not self._active:
            return
        here = [c for c in self._active if c.graph.context is self._machine.current.context]
        of_context = min((c.mode for c in here), default=RELAXED)
        of_thread = min((c.mode for c in here if c.thread == threading.get_ident()), default=RELAXED)
        mode = self._thread.mode
        forbidden = of_thread < RELAXED if mode == THREAD_LOCAL else of_context == GLOBAL or of_thread == THREAD_LOCAL
        if mode != RELAXED and forbidden:
            raise Failure(code, "a stream is being captured in a mode that forbids synchronous copies to this thread")

    def invalidate(self, *captures: Capture | None) -> None:
        """A mistake inside of captures: their end will fail."""
        for capture in captures:
            if capture is not None:
                capture.is_valid = False

    def drop_handles_of(self, context: Context) -> None:
        for capture in [c for c in self._active if c.graph.context is context]:
            self._active.remove(capture)
            capture.end()
        for number, graph in self.graphs.items():
            if graph.context is context:
                self.graphs.remove(number)

    def _check_end(self, capture: Capture) -> None:
        if capture.mode != RELAXED and capture.thread != threading.get_ident():
            raise Failure(codes.WRONG_THREAD, "the capture was begun on another thread, in a mode other than RELAXED")
        if not capture.is_valid:
            raise Failure(codes.INVALIDATED, "an error during the capture made it invalid")
        if capture.why_unjoined:
            raise Failure(codes.UNJOINED, capture.why_unjoined)

    def _graph(self, pointer: Any, mistake: str = USED) -> Graph:
        require_pointers(pointer)
        return self.graphs.get(number_of(self._ffi, pointer), mistake)

    def _number(self, graph: Graph) -> int:
        """The handle of a graph, given out when somebody asks first."""
        return next((n for n, g in self.graphs.items() if g is graph), 0) or self.graphs.add(graph)

    def _forget(self, graph: Graph) -> None:
        for number, known in self.graphs.items():
            if known is graph:
                self.graphs.remove(number)


def record_captured(stream: Stream, event: Event, *, can_be_waited_for: bool) -> None:
    """Records an event on a stream that is being captured."""
    assert stream.capture is not None
    if not event.is_ex:
        raise Failure(codes.NOT_SUPPORTED, "only events of aclrtCreateEventExWithFlag can be captured")
    if can_be_waited_for:  # an event for timing only leaves no trace in a graph
        stream.capture.record(stream, event)


def wait_captured(graphs: GraphFunctions, stream: Stream, event: Event) -> bool:
    """Makes a stream wait where captured work takes part; False when none does."""
    capture = event.record.capture if event.record is not None else None
    if capture is not None and event.record is not None:
        if stream is stream.context.default_stream:
            raise Failure(codes.DEFAULT_STREAM, "a context's default stream can't be captured")
        if stream.capture not in (None, capture):
            graphs.invalidate(capture, stream.capture)
            raise Failure(codes.CONFLICT, "the event and the stream are being captured in different graphs")
        capture.wait(stream, event.record)
        return True
    if stream.capture is None:
        return False
    if not event.is_ex:
        raise Failure(codes.NOT_SUPPORTED, "only events of aclrtCreateEventExWithFlag can be captured")
    if event.record is not None:
        raise Failure(codes.NOT_RECORDED, "the event was recorded outside of the graph that is being captured")
    return True
