"""Simulated streams: queues whose work is done when something waits for it, in order.

The host sees memory as it was until it waits, every time: a missing synchronize shows.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .contexts import Context

QUEUE_LIMIT = 4096


@dataclass(eq=False)
class Task:
    """One piece of queued work. ``run`` raises ``DeviceFault`` where a real device would fault."""

    label: str
    run: Callable[[], None]


class DeviceFault(Exception):
    """Work on the device failed; the code comes out at the stream's next wait."""

    def __init__(self, code: int, text: str) -> None:
        self.code = code
        self.text = text
        super().__init__(text)


@dataclass(eq=False)
class Stream:
    """A queue of one context."""

    context: Context
    queue: deque[Task] = field(default_factory=deque)
    fault: DeviceFault | None = None
    running: bool = False

    def enqueue(self, task: Task) -> None:
        """A full queue makes the caller wait for its oldest task."""
        if len(self.queue) >= QUEUE_LIMIT:
            self.run_one()
        self.queue.append(task)

    def run_one(self) -> None:
        task = self.queue.popleft()
        try:
            task.run()
        except DeviceFault as fault:
            self.fault = self.fault or DeviceFault(fault.code, f"{task.label}: {fault.text}")

    def run_all(self) -> None:
        while self.queue:
            self.run_one()

    def take_fault(self) -> DeviceFault | None:
        """The first fault since the last wait; asking for it clears it."""
        fault, self.fault = self.fault, None
        return fault


@dataclass(eq=False)
class Record:
    """One recording of an event: done when its stream has come to it."""

    stream: Stream
    done_at: float | None = None

    @property
    def is_done(self) -> bool:
        return self.done_at is not None

    def finish(self) -> None:
        self.done_at = time.perf_counter()

    def wait(self) -> None:
        """Runs the recording stream up to this point."""
        while not self.is_done:
            self.stream.run_one()


@dataclass(eq=False)
class Event:
    """``is_ex`` says which family of creation functions made it; they differ when never recorded."""

    flags: int
    is_ex: bool
    record: Record | None = None
    waits: int = 0
