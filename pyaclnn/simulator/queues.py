"""Functions on streams and events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import codes
from .capture import record_captured, wait_captured
from .failures import Failure, require_pointers
from .handles import TWICE, Table, number_of
from .runtime import checked_timeout
from .streams import Deadline, DeviceFault, Event, Record, Stream, Task

if TYPE_CHECKING:
    from .contexts import Context
    from .machine import Machine


_SYNC, _TIME_LINE, _DEVICE_USE_ONLY, _EXTERNAL, _IPC = 0x01, 0x08, 0x10, 0x20, 0x40
_RESETTABLE = _SYNC | 0x04 | _EXTERNAL
_STREAM_HUGE, _STREAM_DEVICE_USE_ONLY = 0x08, 0x20
_EX_FLAGS = 0x4F
_OLD_DEFAULT = 0x0E


class QueueFunctions:
    """``aclrtCreateStream`` to ``aclrtEventElapsedTime``."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._ffi = machine.ffi
        self.streams: Table[Stream] = Table("stream", machine.numbers, codes.INVALID_HANDLE)
        self.events: Table[Event] = Table("event", machine.numbers, codes.INVALID_HANDLE)

    def aclrtCreateStream(self, stream: Any) -> None:
        self.aclrtCreateStreamWithConfig(stream, 0, 0)

    def aclrtCreateStreamWithConfig(self, stream: Any, priority: int, flag: int) -> None:
        require_pointers(stream)
        if flag & _STREAM_DEVICE_USE_ONLY:
            raise Failure(codes.BAD_VALUE, f"stream flag {flag:#x} is not allowed")
        if flag & _STREAM_HUGE:
            raise Failure(codes.NOT_SUPPORTED, "huge streams are not supported")
        context = self._machine.current.require()
        created = Stream(context, flag)
        if self._machine.checks is not None:
            self._machine.checks.watch(created)
        context.streams[created] = None
        stream[0] = self._ffi.cast("void *", self.streams.add(created))

    def aclrtCtxGetCurrentDefaultStream(self, stream: Any) -> None:
        require_pointers(stream)
        context = self._machine.current.require()
        if not context.default_stream_handle:
            context.default_stream_handle = self.streams.add(context.default_stream)
        stream[0] = self._ffi.cast("void *", context.default_stream_handle)

    def aclrtDestroyStream(self, stream: Any) -> None:
        found = self._own_stream(stream)
        found.require_not_captured()
        found.run_all()
        self._drop(stream, found)

    def aclrtDestroyStreamForce(self, stream: Any) -> None:
        found = self._own_stream(stream)
        found.require_not_captured()
        found.drop_all()
        self._drop(stream, found)

    def aclrtSynchronizeStream(self, stream: Any) -> None:
        self._synchronize(stream, Deadline())

    def _synchronize(self, stream: Any, deadline: Deadline) -> None:
        found = self._machine.stream_of(stream, any_context=True)
        found.require_not_captured()
        if not found.is_waited_for:
            return
        found.context.require_unfailed()
        if not found.run_all(deadline):
            raise Failure(codes.STREAM_TIMEOUT, f"the time is over and the stream has {len(found.queue)} tasks left")
        if self._machine.checks is not None:
            self._machine.checks.joined(found)
        fault = found.take_fault()
        if fault is not None:
            raise Failure(fault.code, fault.text)
        found.context.require_unfailed()  # work of another stream, which this one waited for

    def aclrtSynchronizeStreamWithTimeout(self, stream: Any, timeout: int) -> None:
        self._synchronize(stream, checked_timeout(timeout))

    def aclrtStreamQuery(self, stream: Any, status: Any) -> None:
        require_pointers(status)
        found = self._machine.stream_of(stream, any_context=True)
        found.require_not_captured()
        found.context.require_unfailed()
        if found.fault is not None and not found.queue:
            fault = found.take_fault()
            assert fault is not None
            raise Failure(fault.code, fault.text)
        status[0] = 1 if found.queue else 0
        if found.queue:
            found.run_one()
        elif self._machine.checks is not None:
            self._machine.checks.joined(found)

    def aclrtCreateEvent(self, event: Any) -> None:
        self._new_event(event, _OLD_DEFAULT, is_ex=False)

    def aclrtCreateEventWithFlag(self, event: Any, flag: int) -> None:
        require_pointers(event)
        alone = (_DEVICE_USE_ONLY, _EXTERNAL)
        if not 0 < flag <= 0x3F or (flag & sum(alone) and flag not in alone):
            raise Failure(codes.BAD_VALUE, f"event flag {flag:#x} is not allowed")
        self._new_event(event, flag, is_ex=False)

    def aclrtCreateEventExWithFlag(self, event: Any, flag: int) -> None:
        require_pointers(event)
        if flag == _IPC:
            raise Failure(codes.NOT_SUPPORTED, "events between processes are not supported")
        if not flag & _EX_FLAGS or flag & ~_EX_FLAGS or flag & _IPC:
            raise Failure(codes.BAD_VALUE, f"event flag {flag:#x} is not allowed")
        self._new_event(event, flag, is_ex=True)

    def aclrtDestroyEvent(self, event: Any) -> None:
        require_pointers(event)
        self.events.remove(number_of(self._ffi, event))

    def aclrtRecordEvent(self, event: Any, stream: Any) -> None:
        found = self._event(event)
        self._machine.check_stream(stream)
        if found.flags == _DEVICE_USE_ONLY:
            raise Failure(codes.BAD_VALUE, "the event is for use by the device only")
        queue = self._machine.stream_of(stream)
        if queue.capture is not None:
            record_captured(queue, found, can_be_waited_for=found.flags not in (_TIME_LINE, 0x02))
            return
        record = found.record = Record(queue)
        queue.enqueue(Task("aclrtRecordEvent", record.finish, drop=record.drop))
        if self._machine.checks is not None:
            self._machine.checks.recorded(record)

    def aclrtRecordEventWithFlag(self, event: Any, stream: Any, flag: int) -> None:
        _check_default(flag)
        self.aclrtRecordEvent(event, stream)

    def aclrtResetEvent(self, event: Any, stream: Any) -> None:
        found = self._event(event)
        self._machine.check_stream(stream)
        if found.flags == _DEVICE_USE_ONLY:
            raise Failure(codes.BAD_VALUE, "the event is for use by the device only")
        if found.is_ex or not found.flags & _RESETTABLE:
            raise Failure(codes.NOT_SUPPORTED, "this kind of event can't be reset")
        queue = self._machine.stream_of(stream)
        if queue.capture is not None:
            raise Failure(codes.NOT_SUPPORTED, "this kind of event can't be captured")
        record = found.record

        def reset() -> None:
            if found.record is record:  # a record made since then stays
                found.record = None

        queue.enqueue(Task("aclrtResetEvent", reset))

    def aclrtQueryEventStatus(self, event: Any, status: Any) -> None:
        require_pointers(event, status)
        found = self._event(event)
        status[0] = 1 if self._is_reached(found) else 0

    def aclrtQueryEvent(self, event: Any, status: Any) -> None:
        require_pointers(event, status)
        found = self._event(event)
        if found.is_ex:
            raise Failure(codes.NOT_SUPPORTED, "this kind of event has no such status")
        status[0] = 0 if self._is_reached(found) else 1

    def aclrtQueryEventWaitStatus(self, event: Any, status: Any) -> None:
        require_pointers(event, status)
        found = self._event(event)
        if found.is_ex:
            raise Failure(codes.NOT_SUPPORTED, "this kind of event has no wait status")
        _refuse_captured_event(found)
        status[0] = 1 if found.waiting else 0
        if found.waiting:
            found.waiting[0].run_one()

    def aclrtSynchronizeEvent(self, event: Any) -> None:
        self._synchronize_event(event, Deadline())

    def _synchronize_event(self, event: Any, deadline: Deadline) -> None:
        found = self._event(event)
        if found.flags == _EXTERNAL:
            raise Failure(codes.NOT_SUPPORTED, "an external event can't be waited for")
        _refuse_captured_event(found)
        found.context.require_unfailed()
        if found.record is not None:
            if not found.record.wait(deadline):
                raise Failure(codes.EVENT_TIMEOUT, "the time is over and the event is not reached")
            found.context.require_unfailed()
            if self._machine.checks is not None:
                self._machine.checks.reached(found.record)
            _require_not_dropped(found.record)

    def aclrtSynchronizeEventWithTimeout(self, event: Any, timeout: int) -> None:
        require_pointers(event)
        self._synchronize_event(event, checked_timeout(timeout))

    def aclrtStreamWaitEvent(self, stream: Any, event: Any) -> None:
        found = self._event(event)
        queue = self._machine.stream_of(stream)
        if found.flags == _DEVICE_USE_ONLY:
            raise Failure(codes.BAD_VALUE, "the event is for use by the device only")
        if found.flags in (_TIME_LINE, 0x02):
            raise Failure(codes.NOT_SUPPORTED, "an event made for timing only can't be waited for")
        if wait_captured(self._machine.graphs, queue, found):
            return
        record = found.record
        if record is None:
            if found.is_ex:
                return
            if found.flags & (_SYNC | _EXTERNAL):
                raise Failure(codes.NOT_SUPPORTED, "the simulator can't wait for a later record of the event")
            raise Failure(codes.BAD_VALUE, "the event has not been recorded")
        if self._machine.checks is not None:
            self._machine.checks.waits_for(queue, record)
        if found.is_ex and (record.is_done or record.stream is queue):
            return
        found.waiting.append(queue)

        def passed() -> None:
            found.waiting.remove(queue)
            if record.is_dropped:
                raise DeviceFault(
                    codes.STREAM_ABORT, "the stream that the event was recorded in was destroyed by force"
                )

        queue.enqueue(Task("aclrtStreamWaitEvent", passed, needs=record, drop=lambda: found.waiting.remove(queue)))

    def aclrtStreamWaitEventWithFlag(self, stream: Any, event: Any, timeout: int, flag: int) -> None:
        _check_default(flag)
        self.aclrtStreamWaitEvent(stream, event)

    def aclrtEventElapsedTime(self, ms: Any, startEvent: Any, endEvent: Any) -> None:
        require_pointers(ms, startEvent, endEvent)
        start, end = self._event(startEvent), self._event(endEvent)
        if (start.flags | end.flags) & (_EXTERNAL | _IPC):
            raise Failure(codes.NOT_SUPPORTED, "an external event has no time")
        _refuse_captured_event(start, end)
        if start.record is None or end.record is None:
            raise Failure(codes.NEVER_RECORDED, "an event was never recorded")
        if not start.flags & end.flags & _TIME_LINE:
            raise Failure(codes.NO_TIME, "an event was made without ACL_EVENT_TIME_LINE")
        if start.record.done_at is None or end.record.done_at is None:
            raise Failure(codes.NO_TIME, "an event is not complete; wait for it first")
        ms[0] = (end.record.done_at - start.record.done_at) * 1000

    def drop_handles_of(self, context: Context) -> None:
        """Streams go with their context; events with the primary context of their device."""
        for number, stream in self.streams.items():
            if stream.context is context:
                self.streams.remove(number)
        for number, event in self.events.items():
            if context.primary and event.context is context:
                self.events.remove(number)

    def stream_count(self) -> int:
        """The live streams that somebody has to destroy."""
        return sum(s is not s.context.default_stream for _, s in self.streams.items())

    def _drop(self, pointer: Any, stream: Stream) -> None:
        if self._machine.checks is not None:
            self._machine.checks.destroyed(stream)
        self.streams.remove(number_of(self._ffi, pointer))
        del stream.context.streams[stream]

    def _own_stream(self, pointer: Any) -> Stream:
        require_pointers(pointer)
        self.streams.get(number_of(self._ffi, pointer), TWICE)
        stream = self._machine.stream_of(pointer, any_context=True)
        self._machine.require_current(stream)
        if stream is stream.context.default_stream:
            raise Failure(codes.BAD_VALUE, "a context's default stream can't be destroyed")
        return stream

    def _event(self, pointer: Any) -> Event:
        require_pointers(pointer)
        return self.events.get(number_of(self._ffi, pointer))

    def _new_event(self, event: Any, flags: int, *, is_ex: bool) -> None:
        require_pointers(event)
        context = self._machine.current.require()
        event[0] = self._ffi.cast("void *", self.events.add(Event(context, flags, is_ex)))

    def _is_reached(self, event: Event) -> bool:
        """Whether the latest record is done. A query runs one task, so that polling ends."""
        if event.flags == _EXTERNAL:
            raise Failure(codes.NOT_SUPPORTED, "an external event can't be queried")
        _refuse_captured_event(event)
        event.context.require_unfailed()
        record = event.record
        if record is None:
            return event.is_ex
        _require_not_dropped(record)
        if record.is_done:
            if self._machine.checks is not None:
                self._machine.checks.reached(record)
            return True
        record.stream.run_one()
        return False


def _require_not_dropped(record: Record) -> None:
    if record.is_dropped:
        raise Failure(codes.STREAM_ABORT, "the stream that the event was recorded in was destroyed by force")


def _refuse_captured_event(*events: Event) -> None:
    if any(e.record is not None and e.record.capture is not None for e in events):
        raise Failure(codes.EVENT_CAPTURED, "the event is being captured")


def _check_default(flag: int) -> None:
    if flag:
        raise Failure(
            codes.NOT_SUPPORTED, f"flag {flag:#x} is for events beside a captured graph, which are not simulated"
        )
