"""Streams, in which work runs in order, and events, which mark places in them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Any

from .errors import ArgumentTypeError, ArgumentValueError, ClosedError, DeviceMismatchError, Failures
from .handles import Handle, NotCopied, close_quietly

if TYPE_CHECKING:
    from typing_extensions import Self

    from .device import Device
    from .graph import Graph
    from .memory import Block

_RECENT = 32
_EVENT_FLAGS = 0x01 | 0x08  # can be waited for, and tells the time


def _leave(pointer: Any) -> int:
    """Stands for the destruction of a stream that belongs to somebody else."""
    return 0


class Stream(NotCopied):
    """A queue of work on one device; made by ``Device.stream()``.

    ``with d.stream() as s:`` makes it the thread's current stream of the device inside the block, and waits for
    it and closes it at the end.
    """

    def __init__(self, device: Device, *, borrowed: Any = None) -> None:
        backend = device._backend
        device._activate()
        self.is_borrowed = borrowed is not None
        if borrowed is None:
            pointer = backend.ffi.new("aclrtStream *")
            backend.call("aclrtCreateStream", pointer)
            borrowed, destroy = pointer[0], backend.interface.function("aclrtDestroyStream")
        else:
            destroy = _leave
        self.device = device
        self.workspace: Block | None = None
        self.last_workspace = 0
        self.capture: Graph | None = None
        self.launched = 0
        self.passed = 0
        # Names of operators, for the message of a failure that comes out at a wait.
        self.recent: deque[str] = deque(maxlen=_RECENT)
        self.note = self.recent.append
        self._handle = device._handles.own("borrowed stream" if self.is_borrowed else "stream", borrowed, destroy)
        self.pointer: Any = borrowed
        device._streams.append(self)

    @classmethod
    def from_handle(cls, device: Device, pointer: Any) -> Stream:
        """Somebody else's ``aclrtStream`` on the device, by its address or as a cffi pointer; never destroyed here.

        The same object for the same stream, until it is closed or the device is. As a context manager it is the current
        stream inside the block; leaving it neither waits nor closes. Its owner must not destroy it before that.
        """
        device._require_open()
        ffi = device._backend.ffi
        try:
            handle = ffi.cast("aclrtStream", pointer)
        except TypeError:
            raise ArgumentTypeError(f"a stream's handle is an int or a pointer, not {type(pointer).__name__}") from None
        if handle == ffi.NULL:
            raise ArgumentValueError("the handle is null, which stands for no stream of its own")
        known = (s for s in list(device._streams) if s.pointer is not None and s.pointer == handle)
        return next(known, None) or cls(device, borrowed=handle)

    @property
    def handle(self) -> Any:
        """The ``aclrtStream``; ``ClosedError`` when the stream is closed."""
        pointer = self._handle.pointer
        if pointer is None:
            raise ClosedError("the stream is closed")
        return pointer

    @property
    def is_closed(self) -> bool:
        return self._handle.pointer is None

    def synchronize(self) -> None:
        """Waits until all work launched so far is done; raises what failed in it.

        CANN: ``aclrtSynchronizeStream``.
        """
        launched, handle = self.launched, self.handle
        self.device._activate()
        backend = self.device._backend
        try:
            code = backend.interface.function("aclrtSynchronizeStream")(handle)
            if code:
                raise backend.error(code, "aclrtSynchronizeStream", self._launched_lately())
            self.recent.clear()
        finally:
            self.passed = max(self.passed, launched)
            self.device._pool.stream_passed(self)

    def _launched_lately(self) -> list[str]:
        names = list(self.recent)
        self.recent.clear()
        if not names:
            return []
        more = "..., " if len(names) == _RECENT else ""
        return [f"launched since the last wait, the failure is of one of them: {more}{', '.join(names)}"]

    def query(self) -> bool:
        """Whether all work launched so far is done. Does not wait. CANN: ``aclrtStreamQuery``."""
        backend = self.device._backend
        self.device._activate()
        status = backend.ffi.new("aclrtStreamStatus *")
        launched = self.launched
        backend.call("aclrtStreamQuery", self.handle, status)
        done = int(status[0]) == 0
        if done:
            self.passed = max(self.passed, launched)
        return done

    def wait(self, event: Event) -> None:
        """Makes later work on this stream wait for an event. The host does not wait.

        CANN: ``aclrtStreamWaitEvent``.
        """
        if not isinstance(event, Event):
            raise ArgumentTypeError(f"Stream.wait takes an Event, not {type(event).__name__}")
        self.device._require_same(event.device, "the event")
        self.device._activate()
        with self.device._pool.lock:
            self.device._backend.call("aclrtStreamWaitEvent", self.handle, event.handle)
            self.launched += 1

    def wait_for(self, other: Stream) -> None:
        """Makes later work on this stream wait for all work launched so far on another."""
        with Event(self.device) as event:
            event.record(other)
            self.wait(event)

    def close(self) -> None:
        """Waits, then destroys the stream. Closing twice is fine."""
        if self.is_closed:
            return
        try:
            self.synchronize()
        finally:
            self._destroy()

    def _destroy(self) -> None:
        failures = Failures()
        failures.attempt(self.device._pool.drop_stream, self)
        if self in self.device._streams:
            self.device._streams.remove(self)
        self.pointer = None
        failures.attempt(self.device._backend.close_handle, self._handle, "aclrtDestroyStream")
        failures.raise_first()

    def __enter__(self) -> Self:
        _ = self.handle
        self.device._push_stream(self)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.device._pop_stream(self)
        if not self.is_borrowed:
            self.close()

    def __repr__(self) -> str:
        state = "closed" if self.is_closed else f"{self.launched - self.passed} launched since the last wait"
        return f"<Stream of device {self.device.device_index}, {state}>"


class Event(NotCopied):
    """A place in a stream that can be waited for and timed; made by ``Device.event()``."""

    def __init__(self, device: Device) -> None:
        backend = device._backend
        device._activate()
        pointer = backend.ffi.new("aclrtEvent *")
        backend.call("aclrtCreateEventExWithFlag", pointer, _EVENT_FLAGS)
        destroy = backend.interface.function("aclrtDestroyEvent")
        self.device = device
        self._handle: Handle = device._handles.own("event", pointer[0], destroy)

    @property
    def handle(self) -> Any:
        """The ``aclrtEvent``; ``ClosedError`` when the event is closed."""
        pointer = self._handle.pointer
        if pointer is None:
            raise ClosedError("the event is closed")
        return pointer

    def record(self, stream: Stream | None = None) -> Self:
        """Marks the present end of a stream, the current one by default. CANN: ``aclrtRecordEvent``."""
        stream = stream or self.device._current_stream()
        self.device._require_same(stream.device, "the stream")
        self.device._activate()
        with self.device._pool.lock:
            self.device._backend.call("aclrtRecordEvent", self.handle, stream.handle)
            stream.launched += 1
        return self

    def query(self) -> bool:
        """Whether the stream has come to the mark; an event never recorded counts as done.

        CANN: ``aclrtQueryEventStatus``.
        """
        backend = self.device._backend
        status = backend.ffi.new("aclrtEventRecordedStatus *")
        backend.call("aclrtQueryEventStatus", self.handle, status)
        return int(status[0]) == 1

    def synchronize(self) -> None:
        """Waits until the stream has come to the mark. CANN: ``aclrtSynchronizeEvent``."""
        self.device._activate()
        self.device._backend.call("aclrtSynchronizeEvent", self.handle)

    def elapsed_ms(self, end: Event) -> float:
        """Milliseconds from this mark to another; both must have been reached.

        CANN: ``aclrtEventElapsedTime``.
        """
        if end.device is not self.device:
            raise DeviceMismatchError("the events belong to different devices")
        backend = self.device._backend
        ms = backend.ffi.new("float *")
        backend.call("aclrtEventElapsedTime", ms, self.handle, end.handle)
        return float(ms[0])

    def close(self) -> None:
        """Destroys the event. Closing twice is fine."""
        self.device._backend.close_handle(self._handle, "aclrtDestroyEvent")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __del__(self, _close: Callable[..., None] = close_quietly) -> None:  # bound: at exit modules lose their names
        _close(getattr(self, "_handle", None))
