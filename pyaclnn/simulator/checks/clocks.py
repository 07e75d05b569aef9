"""What happens before what: a vector clock for each stream and one for the host.

A piece of work comes after all earlier work of its stream, after what the host had waited for when it was launched,
and after the records that its stream waits for. All threads of the host count as one: how they order themselves
can't be seen.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .touches import Touch

if TYPE_CHECKING:
    from ..streams import Task

Clock = dict[int, int]
_REMEMBERED = 4096


@dataclass(frozen=True)
class Access:
    """One piece of work with what it touches; ``number`` counts the work of its stream."""

    number: int
    task: Task
    touches: tuple[Touch, ...]


@dataclass(eq=False)
class Trail:
    """What was launched on one stream and not waited for by the host."""

    key: int
    number: int = 0
    seen: Clock = field(default_factory=dict)
    accesses: deque[Access] = field(default_factory=lambda: deque(maxlen=_REMEMBERED))

    @property
    def clock(self) -> Clock:
        """All that is done once the stream has come to its present end."""
        return {**self.seen, self.key: self.number}


class Clocks:
    """The trails of all streams, and what the host has waited for."""

    def __init__(self) -> None:
        self.trails: dict[int, Trail] = {}
        self._host: Clock = {}
        self._next = 0

    def new_trail(self) -> Trail:
        self._next += 1
        trail = self.trails[self._next] = Trail(self._next)
        return trail

    def drop(self, trail: Trail) -> None:
        """The stream is gone, and its work is over."""
        self.host_passes(trail.clock)
        self.trails.pop(trail.key, None)
        self._host.pop(trail.key, None)

    def launched(self, trail: Trail, task: Task) -> tuple[Access, Touch, Touch] | None:
        """Puts work on a trail; the earlier access of another stream that it races with, if there is one."""
        trail.number += 1
        _merge(trail.seen, self._host)
        if task.touches is None:
            return None
        access = Access(trail.number, task, tuple(task.touches()))
        conflict = self._conflict(trail, access)
        trail.accesses.append(access)
        return conflict

    def waits_for(self, trail: Trail, clock: Clock) -> None:
        """What is launched from now on comes after a record."""
        _merge(trail.seen, clock)

    def host_passes(self, clock: Clock) -> None:
        """The host has waited for a point in a stream."""
        _merge(self._host, clock)
        for key, number in clock.items():
            trail = self.trails.get(key)
            while trail is not None and trail.accesses and trail.accesses[0].number <= number:
                trail.accesses.popleft()

    def unpassed(self) -> Iterator[tuple[Access, Touch]]:
        """All that the host has not waited for."""
        for trail in self.trails.values():
            for access in trail.accesses:
                for touch in access.touches:
                    yield access, touch

    def _conflict(self, trail: Trail, access: Access) -> tuple[Access, Touch, Touch] | None:
        for other in self.trails.values():
            if other is trail or not other.accesses:
                continue
            known = trail.seen.get(other.key, 0)
            for earlier in reversed(other.accesses):
                if earlier.number <= known:
                    break
                for theirs in earlier.touches:
                    for ours in access.touches:
                        if ours.meets(theirs):
                            return earlier, theirs, ours
        return None


def _merge(clock: Clock, other: Clock) -> None:
    for key, number in other.items():
        if clock.get(key, 0) < number:
            clock[key] = number
