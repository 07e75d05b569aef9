"""Functions on streams and events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .failures import Failure
from .handles import Table, number_of
from .runtime import BAD_VALUE, INVALID
from .streams import Event, Record, Stream, Task

if TYPE_CHECKING:
    from .machine import Machine

INVALID_HANDLE = 107017
OTHER_CONTEXT = 107003
NOT_SUPPORTED = 207000
NEVER_RECORDED = 507000
NO_TIME = 107006

_SYNC, _TIME_LINE = 0x01, 0x08
_EX_FLAGS = 0x4F
_OLD_DEFAULT = 0x0E


class QueueFunctions:
    """``aclrtCreateStream`` to ``aclrtEventElapsedTime``."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._ffi = machine.ffi
        self.streams: Table[Stream] = Table("stream", machine.numbers, INVALID_HANDLE)
        self.events: Table[Event] = Table("event", machine.numbers, INVALID_HANDLE)

    def aclrtCreateStream(self, stream: Any) -> None:
        self._require(stream)
        context = self._machine.current.require()
        created = Stream(context)
        context.streams.add(created)
        stream[0] = self._ffi.cast("void *", self.streams.add(created))

    def aclrtCreateStreamWithConfig(self, stream: Any, priority: int, flag: int) -> None:
        self._require(stream)
        if flag & 0x20:
            raise Failure(BAD_VALUE, f"stream flag {flag:#x} is not allowed")
        if flag & 0x08:
            raise Failure(NOT_SUPPORTED, "huge streams are not supported")
        self.aclrtCreateStream(stream)

    def aclrtDestroyStream(self, stream: Any) -> None:
        found = self._own_stream(stream)
        found.run_all()
        self._drop(stream, found)

    def aclrtDestroyStreamForce(self, stream: Any) -> None:
        found = self._own_stream(stream)
        found.queue.clear()
        self._drop(stream, found)

    def aclrtSynchronizeStream(self, stream: Any) -> None:
        found = self._machine.stream_of(stream, any_context=True)
        found.run_all()
        fault = found.take_fault()
        if fault is not None:
            raise Failure(fault.code, fault.text)

    def aclrtSynchronizeStreamWithTimeout(self, stream: Any, timeout: int) -> None:
        if timeout < -1 or timeout == 0:
            raise Failure(BAD_VALUE, f"timeout {timeout} is not allowed; -1 or milliseconds above 0 are")
        self.aclrtSynchronizeStream(stream)

    def aclrtStreamQuery(self, stream: Any, status: Any) -> None:
        self._require(status)
        found = self._machine.stream_of(stream, any_context=True)
        if found.fault is not None and not found.queue:
            fault = found.take_fault()
            assert fault is not None
            raise Failure(fault.code, fault.text)
        status[0] = 1 if found.queue else 0
        if found.queue:
            found.run_one()

    def aclrtCreateEvent(self, event: Any) -> None:
        self._new_event(event, _OLD_DEFAULT, is_ex=False)

    def aclrtCreateEventWithFlag(self, event: Any, flag: int) -> None:
        self._require(event)
        if not 0 < flag <= 0x3F or (flag & 0x30 and flag not in (0x10, 0x20)):
            raise Failure(BAD_VALUE, f"event flag {flag:#x} is not allowed")
        self._new_event(event, flag, is_ex=False)

    def aclrtCreateEventExWithFlag(self, event: Any, flag: int) -> None:
        self._require(event)
        if flag == 0x40:
            raise Failure(NOT_SUPPORTED, "events between processes are not supported")
        if not flag & _EX_FLAGS or flag > _EX_FLAGS or flag & 0x40:
            raise Failure(BAD_VALUE, f"event flag {flag:#x} is not allowed")
        self._new_event(event, flag, is_ex=True)

    def aclrtDestroyEvent(self, event: Any) -> None:
        self._require(event)
        self.events.remove(number_of(self._ffi, event))

    def aclrtRecordEvent(self, event: Any, stream: Any) -> None:
        found = self._event(event)
        if found.flags == 0x10:
            raise Failure(BAD_VALUE, "the event is for use by the device only")
        queue = self._machine.stream_of(stream)
        found.record = Record(queue)
        queue.enqueue(Task("aclrtRecordEvent", found.record.finish))

    def aclrtResetEvent(self, event: Any, stream: Any) -> None:
        found = self._event(event)
        if found.is_ex or not found.flags & (_SYNC | 0x04 | 0x20):
            raise Failure(NOT_SUPPORTED, "this kind of event can't be reset")
        queue = self._machine.stream_of(stream)

        def reset() -> None:
            found.record = None

        queue.enqueue(Task("aclrtResetEvent", reset))

    def aclrtQueryEventStatus(self, event: Any, status: Any) -> None:
        self._require(event, status)
        found = self._event(event)
        if found.flags == 0x20:
            raise Failure(NOT_SUPPORTED, "an external event can't be queried")
        if found.record is None:
            status[0] = 1 if found.is_ex else 0
            return
        status[0] = 1 if found.record.is_done else 0
        if not found.record.is_done:
            found.record.stream.run_one()

    def aclrtQueryEventWaitStatus(self, event: Any, status: Any) -> None:
        self._require(event, status)
        found = self._event(event)
        if found.is_ex:
            raise Failure(NOT_SUPPORTED, "this kind of event has no wait status")
        status[0] = 1 if found.waits else 0

    def aclrtSynchronizeEvent(self, event: Any) -> None:
        found = self._event(event)
        if found.flags == 0x20:
            raise Failure(NOT_SUPPORTED, "an external event can't be waited for")
        if found.record is not None:
            found.record.wait()

    def aclrtSynchronizeEventWithTimeout(self, event: Any, timeout: int) -> None:
        self._require(event)
        if timeout < -1 or timeout == 0:
            raise Failure(BAD_VALUE, f"timeout {timeout} is not allowed; -1 or milliseconds above 0 are")
        self.aclrtSynchronizeEvent(event)

    def aclrtStreamWaitEvent(self, stream: Any, event: Any) -> None:
        found = self._event(event)
        queue = self._machine.stream_of(stream)
        if found.flags == 0x10:
            raise Failure(BAD_VALUE, "the event is for use by the device only")
        if found.flags in (_TIME_LINE, 0x02):
            raise Failure(NOT_SUPPORTED, "an event made for timing only can't be waited for")
        record = found.record
        if record is None:
            if found.is_ex:
                return
            if found.flags & (_SYNC | 0x20):
                raise Failure(NOT_SUPPORTED, "the simulator can't wait for a later record of the event")
            raise Failure(BAD_VALUE, "the event has not been recorded")
        found.waits += 1

        def wait() -> None:
            record.wait()
            found.waits -= 1

        queue.enqueue(Task("aclrtStreamWaitEvent", wait))

    def aclrtEventElapsedTime(self, ms: Any, startEvent: Any, endEvent: Any) -> None:
        self._require(ms, startEvent, endEvent)
        start, end = self._event(startEvent), self._event(endEvent)
        if start.record is None or end.record is None:
            raise Failure(NEVER_RECORDED, "an event was never recorded")
        if not start.flags & end.flags & _TIME_LINE:
            raise Failure(NO_TIME, "an event was made without ACL_EVENT_TIME_LINE")
        if start.record.done_at is None or end.record.done_at is None:
            raise Failure(NO_TIME, "an event is not complete; wait for it first")
        ms[0] = (end.record.done_at - start.record.done_at) * 1000

    def drop_streams_of(self, streams: set[Stream]) -> None:
        for number, stream in self.streams.items():
            if stream in streams:
                self.streams.remove(number)

    def _drop(self, pointer: Any, stream: Stream) -> None:
        self.streams.remove(number_of(self._ffi, pointer))
        stream.context.streams.discard(stream)

    def _own_stream(self, pointer: Any) -> Stream:
        self._require(pointer)
        return self._machine.stream_of(pointer)

    def _event(self, pointer: Any) -> Event:
        self._require(pointer)
        return self.events.get(number_of(self._ffi, pointer))

    def _new_event(self, event: Any, flags: int, *, is_ex: bool) -> None:
        self._require(event)
        self._machine.current.require()
        event[0] = self._ffi.cast("void *", self.events.add(Event(flags, is_ex)))

    def _require(self, *pointers: Any) -> None:
        if not all(pointers):
            raise Failure(INVALID, "a required pointer is NULL")
