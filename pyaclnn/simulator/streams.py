"""Simulated streams: queues whose work is done when something waits for it, in order.

The host sees memory as it was until it waits, every time: a missing synchronize shows.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from . import codes
from .failures import Failure
from .places import Place

if TYPE_CHECKING:
    from .capture import Capture
    from .checks.clocks import Clock
    from .checks.findings import Finding
    from .checks.touches import Touch
    from .checks.watch import Watch
    from .contexts import Context

QUEUE_LIMIT = 4096
# Nothing waits for these: they are filled by other means than single launches.
_PERSISTENT, _CPU_SCHEDULE = 0x04, 0x10


class Deadline:
    """When a wait ends though work is left; with -1 milliseconds never.

    Nothing is broken off: a task that was begun is done, and each wait does at least one.
    """

    def __init__(self, milliseconds: int = -1) -> None:
        self._end = None if milliseconds < 0 else time.monotonic() + milliseconds / 1000

    @property
    def is_over(self) -> bool:
        return self._end is not None and time.monotonic() >= self._end


@dataclass(eq=False)
class Task:
    """One piece of queued work. ``run`` raises ``DeviceFault`` where a real device would fault.

    It is due once the record that it ``needs`` is done; ``drop`` is called instead if it never runs. ``touches`` and
    ``place`` are for the check mode: the bytes that it will use, and where it was launched.
    """

    label: str
    run: Callable[[], None]
    needs: Record | None = None
    drop: Callable[[], None] | None = None
    touches: Callable[[], Iterable[Touch]] | None = None
    place: Place = ""


class DeviceFault(Exception):
    """Work on the device failed; the code comes out at the stream's next wait."""

    def __init__(self, code: int, text: str, finding: Finding | None = None) -> None:
        self.code = code
        self.text = text
        self.finding = finding
        super().__init__(text)


@dataclass(eq=False)
class Stream:
    """A queue of one context. While it has a ``capture``, work is recorded there instead of queued.

    ``stops`` says that it was asked to stop when its work fails; all streams of its context then do.
    """

    context: Context
    flags: int = 0
    queue: deque[Task] = field(default_factory=deque)
    fault: DeviceFault | None = None
    capture: Capture | None = None
    watch: Watch | None = None
    stops: bool = False

    @property
    def is_waited_for(self) -> bool:
        """Whether ``aclrtSynchronizeStream`` waits; for some kinds of stream it returns at once."""
        return not self.flags & (_PERSISTENT | _CPU_SCHEDULE)

    def require_not_captured(self) -> None:
        """107027 while the stream is being captured."""
        if self.capture is not None:
            raise Failure(codes.STREAM_CAPTURED, "the stream is being captured")

    def enqueue(self, task: Task) -> None:
        """A full queue makes the caller wait for its oldest task."""
        if self.capture is not None:
            if self.watch is not None:
                self.watch.mark(task)
            self.capture.add(self, task)
            return
        if len(self.queue) >= QUEUE_LIMIT:
            self.run_one()
            if self.context.failure is not None:  # that task made the stream stop
                _drop(task)
                return
        if self.watch is not None:
            self.watch.launched(task)
        self.queue.append(task)

    def run_one(self, deadline: Deadline | None = None) -> None:
        """Runs the oldest task, and before it what it needs; if the deadline ends that, the task stays queued."""
        needs = self.queue[0].needs
        if needs is not None and not needs.wait(deadline):
            return
        self.execute(self.queue.popleft())

    def execute(self, task: Task) -> None:
        """Runs a task now; what goes wrong is kept for the next wait."""
        try:
            task.run()
        except DeviceFault as fault:
            text = f"{task.label}: {fault.text}" if self.watch is None else self.watch.faulted(task, fault)
            self.fail(fault.code, text)
        except Exception as error:  # a mistake of the simulator must not look like success
            self.fail(codes.INTERNAL_ERROR, f"{task.label}: the simulator failed: {error!r}")

    def fail(self, code: int, text: str) -> None:
        """The next wait returns the code, unless there was a fault before. In a context that stops, no more is run.

        The check mode goes on, to find more.
        """
        self.fault = self.fault or DeviceFault(code, text)
        if self.context.stops and self.watch is None:
            self.context.failure = self.context.failure or self.fault
            self.drop_all()

    def run_all(self, deadline: Deadline | None = None) -> bool:
        """Whether all is done; if not, the deadline has passed and the rest stays queued."""
        while self.queue:
            self.run_one(deadline)
            if self.queue and deadline is not None and deadline.is_over:
                return False
        return True

    def drop_all(self) -> None:
        """Forgets what has not run yet."""
        while self.queue:
            _drop(self.queue.popleft())

    def take_fault(self) -> DeviceFault | None:
        """The first fault since the last wait; asking for it clears it."""
        fault, self.fault = self.fault, None
        return fault


def _drop(task: Task) -> None:
    if task.drop is not None:
        task.drop()


@dataclass(eq=False)
class Record:
    """One recording of an event: done when its stream has come to it, dropped if that can't happen any more.

    ``clock`` is for the check mode: all that is done by then. ``capture`` is the graph that it is recorded in.
    """

    stream: Stream
    done_at: float | None = None
    is_dropped: bool = False
    clock: Clock = field(default_factory=dict)
    capture: Capture | None = None

    @property
    def is_done(self) -> bool:
        return self.done_at is not None

    @property
    def is_over(self) -> bool:
        return self.is_done or self.is_dropped

    def finish(self) -> None:
        self.done_at = time.perf_counter()

    def drop(self) -> None:
        self.is_dropped = True

    def wait(self, deadline: Deadline | None = None) -> bool:
        """Runs the recording stream up to this point, and other streams as far as it needs them.

        False when the deadline has passed before.
        """
        path = [self]
        while path:
            record = path[-1]
            if record.is_over:
                path.pop()
                continue
            needs = record.stream.queue[0].needs
            if needs is None or needs.is_over:
                record.stream.run_one()
                if not self.is_over and deadline is not None and deadline.is_over:
                    return False
            else:
                path.append(needs)
        return True


@dataclass(eq=False)
class Event:
    """``is_ex`` says which family of creation functions made it; they differ when never recorded.

    ``waiting`` are the streams that have yet to come to a wait for it.
    """

    context: Context
    flags: int
    is_ex: bool
    record: Record | None = None
    waiting: list[Stream] = field(default_factory=list)
