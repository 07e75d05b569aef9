"""Graphs: the calls of a block recorded once, and replayed by one C call."""

from __future__ import annotations

import contextlib
from types import TracebackType
from typing import TYPE_CHECKING, Any

from . import launches
from .errors import AclError, ClosedError, PyaclnnError
from .handles import Handle, NotCopied
from .stream import Stream
from .values import instance

if TYPE_CHECKING:
    from typing_extensions import Self

    from .device import Device

_RELAXED = 2  # other threads, and calls that the capture does not hold, go on as usual


class Graph(NotCopied):
    """What ``with d.capture() as graph:`` records: operators launched in the block on the current stream are not run
    but kept, and ``graph.replay()`` runs all of them.

    The graph keeps every tensor and workspace that its calls use; change inputs with ``copy_from`` between replays.
    Reading what the block writes, or waiting for its stream, is refused by CANN inside the block, and so by this.

    CANN: ``aclmdlRICaptureBegin``, ``aclmdlRICaptureEnd``, ``aclmdlRIExecuteAsync``, ``aclmdlRIDestroy``.
    """

    def __init__(self, device: Device) -> None:
        self.device = device
        self.stream: Stream = device._enter_thread().stream
        self._kept: dict[Any, None] = {}
        self._written: dict[Any, None] = {}
        self._read: dict[Any, None] = {}
        self._handle: Handle | None = None
        self._before: list[str] = []  # launched on the stream before the block
        self._names: list[str] = []  # of the operators in the block

    def __enter__(self) -> Self:
        try:
            self.device._backend.call("aclmdlRICaptureBegin", self.stream.handle, _RELAXED)
            self._before = self.stream.names()
            self.stream.capture = self
            self.stream.recent.clear()
            self.device._leave_thread()
        except PyaclnnError:
            raise
        except BaseException:  # an interrupt: Python leaves no block that it could not enter
            self._drop()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, _error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            error = self._end()
            if error is not None or kind is not None:
                self.close()
        except Exception:
            raise
        except BaseException:
            self._drop()
            raise
        if error is not None and kind is None:
            raise error

    def _end(self) -> AclError | ClosedError | None:
        """Ends the recording and takes what C made of it; the error that C tells of."""
        backend = self.device._backend
        self.device._activate()
        stream = self.stream.handle  # ClosedError where the device was closed in the block
        model = backend.ffi.new("aclmdlRI *")
        end, destroy = (backend.interface.function(f"aclmdlRI{name}") for name in ("CaptureEnd", "Destroy"))
        self._handle = self.device._handles.expect("graph", model, destroy)
        try:
            code = end(stream, model)
        finally:
            if self.stream.capture is self:
                self._names = self.stream.names()
                self.stream.recent.clear()
                self.stream.recent.extend(self._before)
            self.stream.capture = None
        error = backend.error(code, "aclmdlRICaptureEnd") if code else None
        if model[0] == backend.ffi.NULL:
            self._handle.close()
        else:
            self.device._handles.arrived(self._handle)
        return error

    def _drop(self) -> None:
        """Leaves the stream as it was before the block, whatever of it was done."""
        with contextlib.suppress(PyaclnnError):  # the stream may not have begun, or have ended, to record
            self._end()
        if self._handle is not None:
            self._handle.close()
        self.close()

    def keep(self, memory: Any) -> None:
        """Holds memory as long as the graph may run."""
        self._kept[memory] = None

    def note(self, tensor: Any, *, is_read: bool, is_written: bool) -> None:
        """Notes an operand of a recorded call."""
        self._kept[tensor] = None
        if is_read:
            self._read[tensor._storage] = None
        if is_written:
            self._written[tensor._storage] = None

    def replay(self, stream: Stream | None = None) -> None:
        """Runs everything recorded, on a stream of the device (the one it was recorded on); does not wait."""
        if self._handle is None or self._handle.pointer is None:
            raise ClosedError("the graph is closed, or its block was left by an exception")
        stream = self.stream if stream is None else instance(stream, Stream, "replay takes a Stream")
        self.device._require_same(stream.device, "the stream")
        self.device._activate()
        try:
            launches.call(self.device, stream.names, "aclmdlRIExecuteAsync", self._handle.pointer, stream.handle)
            self._note_replay(stream)
        except PyaclnnError:
            raise
        except BaseException:  # an interrupt: whether C was called is not known
            self._note_replay(stream)
            raise

    def _note_replay(self, stream: Stream) -> None:
        stream.launched = stream.epoch
        stream.recent.extend(self._names)
        for storage in self._read:
            storage.read_by(stream)
        for storage in self._written:
            storage.written_by(stream)

    def close(self) -> None:
        """Destroys the graph, waiting for the streams that run it; ends the recording if that still goes on. Closing
        twice is fine."""
        if self.stream.capture is self:
            self._drop()
            return
        if self._handle is not None and self._handle.pointer is not None:
            for storage in {*self._read, *self._written}:
                storage.wait_for_users()
            code = self._handle.close()
            if code:
                raise launches.failure(self.device, code, "aclmdlRIDestroy", self._names)
        self._kept.clear()
        self._read.clear()
        self._written.clear()

    def __repr__(self) -> str:
        state = "closed" if self._handle is None or self._handle.pointer is None else "ready"
        return f"<Graph of {self.device!r}, {state}>"
