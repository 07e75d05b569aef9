"""Streams, in which work runs in order, and events, which mark places in them."""

from __future__ import annotations

import contextlib
import threading
from collections import deque
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Any

from . import launches
from .errors import AclError, ArgumentTypeError, ArgumentValueError, ClosedError, DeviceMismatchError, Failures
from .handles import Handle, NotCopied, close_quietly
from .values import instance, is_a, shown, whole_number

if TYPE_CHECKING:
    from typing_extensions import Self

    from .device import Device
    from .graph import Graph
    from .storage import Block

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
        self.device = device
        self.workspace: Block | None = None
        self.last_workspace = 0
        self.capture: Graph | None = None
        # What is launched bears the number of the wait that has to come: a wait that begins raises it.
        self.epoch = 1
        self.launched = 0
        self.passed = 0
        # Names of operators, for the message of a failure that comes out at a wait.
        self.recent: deque[str] = deque(maxlen=launches.RECENT)
        if borrowed is None:
            cell = backend.ffi.new("aclrtStream *")
            made = device._handles.expect("stream", cell, backend.interface.function("aclrtDestroyStream"))
            self._handle = backend.write(made, device._handles, "aclrtCreateStream", cell)
        else:
            self._handle = device._handles.own("borrowed stream", borrowed, _leave)
        self.pointer: Any = self._handle.pointer
        self._lock = threading.Lock()  # held while C waits for the stream, and while it is destroyed
        device._streams.append(self)

    @classmethod
    def from_handle(cls, device: Device, pointer: Any) -> Stream:
        """Somebody else's ``aclrtStream`` on the device, by its address or as a cffi pointer; never destroyed here.

        The same object for the same stream, until it is closed or the device is. As a context manager it is the current
        stream inside the block; leaving it neither waits nor closes. Its owner must not destroy it before that.
        """
        device._require_open()
        ffi = device._backend.ffi
        if not is_a(pointer, ffi.CData):
            pointer = whole_number(pointer, "a stream's handle is an int or a pointer")
        try:
            handle = ffi.cast("aclrtStream", pointer)
        except (TypeError, OverflowError):
            raise ArgumentTypeError(f"a stream's handle is an int or a pointer, not {shown(pointer)}") from None
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
        _ = self.handle
        self.device._activate()
        launched = self._begin_wait()
        backend = self.device._backend
        with self._lock:
            code = backend.interface.function("aclrtSynchronizeStream")(self.handle)
        if not code or launches.tells_of_work(code):  # and not when the wait was refused, or an interrupt came first
            self.passed = max(self.passed, launched)
        try:
            if code:
                raise self._failure(code, "aclrtSynchronizeStream")
            self.recent.clear()
        finally:
            self.device._pool.stream_passed(self)

    def _begin_wait(self) -> int:
        """The number of what was launched last; what is launched from now on has a higher one."""
        with self.device._pool.lock:
            launched = self.launched
            self.epoch += 1
        return launched

    @property
    def is_pending(self) -> bool:
        """Whether something may be running that was not waited for."""
        return self.launched > self.passed

    def names(self) -> list[str]:
        """The operators launched since the last wait, as far as they are known."""
        return list(self.recent)

    def _failure(self, code: int, function: str) -> AclError | ClosedError:
        """The exception for a wait that failed: what it tells of is not told again."""
        error = launches.failure(self.device, code, function, self.names())
        if launches.tells_of_work(code):
            self.recent.clear()
        return error

    def query(self) -> bool:
        """Whether all work launched so far is done. Does not wait. CANN: ``aclrtStreamQuery``."""
        backend = self.device._backend
        self.device._activate()
        status = backend.ffi.new("aclrtStreamStatus *")
        handle, launched = self.handle, self._begin_wait()
        code = backend.interface.function("aclrtStreamQuery")(handle, status)
        if code:
            raise self._failure(code, "aclrtStreamQuery")
        done = int(status[0]) == 0
        if done:
            self.passed = max(self.passed, launched)
        return done

    def wait(self, event: Event) -> None:
        """Makes later work on this stream wait for an event. The host does not wait.

        CANN: ``aclrtStreamWaitEvent``.
        """
        instance(event, Event, "Stream.wait takes an Event")
        self.device._require_same(event.device, "the event")
        self.device._activate()
        with self.device._pool.lock:
            launches.call(self.device, self.names, "aclrtStreamWaitEvent", self.handle, event.handle)
            self.launched = self.epoch
            if event.stream is not self:
                self.recent.extend(event.names())  # a wait for this stream waits for those, too

    def wait_for(self, other: Stream) -> None:
        """Makes later work on this stream wait for all work launched so far on another."""
        instance(other, Stream, "Stream.wait_for takes a Stream")
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

    def synchronize_unless_closed(self) -> None:
        """Waits; a stream that is closed, perhaps just now by another thread, was waited for then."""
        try:
            self.synchronize()
        except ClosedError:
            if not self.is_closed:
                raise

    def _destroy(self) -> None:
        failures = Failures()
        failures.attempt(self.device._pool.drop_stream, self)
        with contextlib.suppress(ValueError):  # another thread may be closing it, too
            self.device._streams.remove(self)
        self.pointer = None
        with self.device._pool.lock, self._lock:  # after the waits and marks of other threads
            failures.attempt(self._close_handle)
        failures.raise_first()

    def _close_handle(self) -> None:
        code = self._handle.close()
        if code:
            raise self._failure(code, "aclrtDestroyStream")

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
        what = "something" if self.is_pending else "nothing"
        state = "closed" if self.is_closed else f"{what} launched since the last wait"
        return f"<Stream of device {self.device.device_index}, {state}>"


class Event(NotCopied):
    """A place in a stream that can be waited for and timed; made by ``Device.event()``."""

    def __init__(self, device: Device) -> None:
        backend = device._backend
        device._activate()
        cell = backend.ffi.new("aclrtEvent *")
        made = device._handles.expect("event", cell, backend.interface.function("aclrtDestroyEvent"))
        self.device = device
        self.stream: Stream | None = None  # in which it was recorded last
        self._mark = 0
        self._names: list[str] = []
        self._handle: Handle = backend.write(made, device._handles, "aclrtCreateEventExWithFlag", cell, _EVENT_FLAGS)

    @property
    def handle(self) -> Any:
        """The ``aclrtEvent``; ``ClosedError`` when the event is closed."""
        pointer = self._handle.pointer
        if pointer is None:
            raise ClosedError("the event is closed")
        return pointer

    def record(self, stream: Stream | None = None) -> Self:
        """Marks the present end of a stream, the current one by default. CANN: ``aclrtRecordEvent``."""
        stream = self.device._current_stream() if stream is None else instance(stream, Stream, "record takes a Stream")
        self.device._require_same(stream.device, "the stream")
        self.device._activate()
        with self.device._pool.lock:
            launches.call(self.device, stream.names, "aclrtRecordEvent", self.handle, stream.handle)
            self._mark = stream.launched = stream.epoch
            self._names = stream.names()
            self.stream = stream if stream.capture is None else None  # a graph's work is not launched by that
        return self

    def names(self) -> list[str]:
        """The operators launched before the mark that were not waited for, as far as they are known."""
        return self._names if self.stream is not None and self.stream.passed < self._mark else []

    def query(self) -> bool:
        """Whether the stream has come to the mark; an event never recorded counts as done.

        CANN: ``aclrtQueryEventStatus``.
        """
        backend = self.device._backend
        status = backend.ffi.new("aclrtEventRecordedStatus *")
        launches.call(self.device, self.names, "aclrtQueryEventStatus", self.handle, status)
        return int(status[0]) == 1

    def synchronize(self) -> None:
        """Waits until the stream has come to the mark. CANN: ``aclrtSynchronizeEvent``.

        Work that failed before the mark is told of by the next wait for its stream, unless the device has stopped.
        """
        self.device._activate()
        launches.call(self.device, self.names, "aclrtSynchronizeEvent", self.handle)

    def elapsed_ms(self, end: Event) -> float:
        """Milliseconds from this mark to another; both must have been reached.

        CANN: ``aclrtEventElapsedTime``.
        """
        instance(end, Event, "elapsed_ms takes an Event")
        if end.device is not self.device:
            raise DeviceMismatchError("the events belong to different devices")
        backend = self.device._backend
        ms = backend.ffi.new("float *")
        code = backend.interface.function("aclrtEventElapsedTime")(ms, self.handle, end.handle)
        if code and (self.stream is None or end.stream is None):  # it tells of that
            raise backend.error(code, "aclrtEventElapsedTime")
        if code:
            first, last = sorted((self.names(), end.names()), key=len)
            names = last if self.stream is end.stream else first + last
            raise launches.failure(self.device, code, "aclrtEventElapsedTime", names)
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
