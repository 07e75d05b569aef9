"""The check mode of one machine: what the simulated functions tell it, and what it found."""

from __future__ import annotations

import os
from bisect import bisect_left, bisect_right, insort
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ..failures import Failure
from ..places import caller
from . import lifetimes
from .clocks import Clocks
from .findings import C_CODE, NAMES, Finding
from .shadow import Shadow
from .touches import Touch
from .watch import Watch

if TYPE_CHECKING:
    from ..contexts import Context
    from ..machine import Machine
    from ..memory import Allocation
    from ..streams import Record, Stream

_KEPT, _KEPT_BYTES = 1024, 2**26


class Checks:
    """Present on a machine only when checking is on."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._suppressed = set(machine.settings.suppress)
        self._kept: deque[Allocation] = deque()
        self._kept_at: list[tuple[int, int]] = []
        self._kept_bytes = 0
        self.process = os.getpid()
        self.findings: list[Finding] = []
        self.excused: set[int] = set()  # what is reported already, by address or handle
        self.clocks = Clocks()
        self.shadow = Shadow(machine.memory)

    # -- findings

    def wants(self, name: str) -> bool:
        return name not in self._suppressed

    @contextmanager
    def suppress(self, *names: str) -> Iterator[None]:
        """Leaves out findings of these names inside the block; without names, all."""
        kept, self._suppressed = self._suppressed, self._suppressed | set(names or NAMES)
        try:
            yield
        finally:
            self._suppressed = kept

    def add(self, finding: Finding) -> Finding:
        """Keeps a finding, with the place of the call that goes on now as that of its use."""
        finding = finding.used_at(caller())
        self.findings.append(finding)
        return finding

    def reported(self, failure: Failure) -> Failure:
        """A failed call: its finding, if there is one and it is wanted, is kept and becomes the error text."""
        if failure.finding is None or not self.wants(failure.finding.name):
            return failure
        return Failure(failure.code, str(self.add(failure.finding)))

    def _require(self, finding: Finding) -> None:
        if self.wants(finding.name):
            raise Failure(NAMES[finding.name][0], finding.text, finding=finding)

    # -- memory

    def allocated(self, allocation: Allocation) -> None:
        if not allocation.is_host:
            self.shadow.begin(allocation)
        self.excused.discard(allocation.address)

    def allocation_at(self, address: int) -> Allocation | None:
        return self._machine.memory.find(address)

    def freeing(self, allocation: Allocation) -> None:
        """Refuses to free what work may still touch that the host has not waited for."""
        end = allocation.address + allocation.size
        for access, touch in self.clocks.unpassed():
            if not touch.is_within(allocation.address, end):
                continue
            name = "workspace-freed-early" if touch.is_workspace else "operand-freed-early"
            if self.wants(name):
                self.excused.add(allocation.address)
            self._require(
                Finding(
                    name,
                    f"{allocation.size} bytes freed before the host waited for {access.task.label}, launched at "
                    f"{access.task.place}, which {touch.verb} {touch.what} there",
                    allocation.place or C_CODE,
                    caller() or C_CODE,
                    access.task.place,
                )
            )

    def freed(self, allocation: Allocation) -> None:
        """Keeps freed memory for a while, so that its addresses are not given out again at once."""
        self._kept.append(allocation)
        self._kept_bytes += allocation.size
        insort(self._kept_at, (allocation.address, allocation.size))
        while self._kept_bytes > _KEPT_BYTES or len(self._kept) > _KEPT:
            gone = self._kept.popleft()
            self._kept_bytes -= gone.size
            del self._kept_at[bisect_left(self._kept_at, (gone.address, gone.size))]

    def keeps(self, address: int) -> bool:
        """Whether an address is in freed memory that is kept, so that it can be nobody else's."""
        index = bisect_right(self._kept_at, (address, 2**64)) - 1
        return index >= 0 and address < sum(self._kept_at[index])

    def host_touches(self, *touches: Touch) -> None:
        """Refuses a synchronous copy or memset that does not wait for queued work on the same bytes."""
        for access, theirs in self.clocks.unpassed():
            for ours in touches:
                if not ours.meets(theirs):
                    continue
                allocation = self.allocation_at(max(ours.start, theirs.start))
                self._require(
                    Finding(
                        f"unsynchronized-host-{ours.verb.removesuffix('s')}",
                        f"{ours.what} {ours.verb} bytes without waiting for {access.task.label}, launched at "
                        f"{access.task.place}, which {theirs.verb} {theirs.what} there",
                        (allocation.place if allocation else "") or C_CODE,
                    )
                )

    # -- streams

    def watch(self, stream: Stream) -> None:
        stream.watch = Watch(self, stream, self.clocks.new_trail())

    def joined(self, stream: Stream) -> None:
        """The host has waited for all of a stream."""
        if stream.watch is not None:
            self.clocks.host_passes(stream.watch.trail.clock)

    def destroyed(self, stream: Stream) -> None:
        if stream.watch is not None:
            self.clocks.drop(stream.watch.trail)

    def recorded(self, record: Record) -> None:
        if record.stream.watch is not None:
            record.clock = record.stream.watch.trail.clock

    def reached(self, record: Record) -> None:
        """The host knows that a record is done."""
        self.clocks.host_passes(record.clock)

    def waits_for(self, stream: Stream, record: Record) -> None:
        if stream.watch is not None:
            self.clocks.waits_for(stream.watch.trail, record.clock)

    # -- the end

    def context_closes(self, context: Context) -> list[Finding]:
        """Called before streams, events and graphs go with their context."""
        return self._leaks(lifetimes.handles_of(self._machine, context))

    def device_closes(self, device: int) -> list[Finding]:
        """Called before the memory of a device goes."""
        return self._leaks(lifetimes.memory_of(self._machine, device))

    def machine_closes(self) -> list[Finding]:
        """All that is left."""
        return self._leaks(lifetimes.everything(self._machine))

    def _leaks(self, found: Iterator[tuple[int, Finding]]) -> list[Finding]:
        new = []
        for key, finding in list(found):
            if key not in self.excused and self.wants(finding.name):
                self.excused.add(key)
                new.append(finding)
        self.findings.extend(new)
        return new


def leak_failure(leaks: list[Finding]) -> Failure:
    """The failure of a call that ended the life of what was leaked; it has done its work all the same."""
    more = f" (and {len(leaks) - 1} more)" if len(leaks) > 1 else ""
    return Failure(NAMES[leaks[0].name][0], f"{leaks[0]}{more}")
