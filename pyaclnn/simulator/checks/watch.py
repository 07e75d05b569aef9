"""What the check mode does for one stream: places of launches, races, and faults that are findings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..places import caller
from .clocks import Access, Trail
from .findings import C_CODE, NAMES, Finding
from .touches import Touch

if TYPE_CHECKING:
    from ..streams import DeviceFault, Stream, Task
    from .checker import Checks


class Watch:
    """Sees all that is launched on a stream."""

    def __init__(self, checks: Checks, stream: Stream, trail: Trail) -> None:
        self._checks = checks
        self._stream = stream
        self.trail = trail

    def mark(self, task: Task) -> None:
        """Notes where a piece of work was launched."""
        task.place = caller() or C_CODE

    def launched(self, task: Task) -> None:
        """A race becomes the stream's fault, which its next wait returns."""
        self.mark(task)
        conflict = self._checks.clocks.launched(self.trail, task)
        if conflict is not None and self._checks.wants("race"):
            finding = self._race(task, *conflict)
            self._checks.findings.append(finding)
            self._stream.fail(NAMES["race"][0], str(finding))

    def faulted(self, task: Task, fault: DeviceFault) -> str:
        """The text for a fault; what made it is kept if it is a finding."""
        finding = fault.finding
        if finding is None or not self._checks.wants(finding.name):
            return f"{task.label}: {fault.text}"
        finding = finding.used_at(task.place)
        self._checks.findings.append(finding)
        return f"{task.label}: {finding}"

    def _race(self, task: Task, earlier: Access, theirs: Touch, ours: Touch) -> Finding:
        allocation = self._checks.allocation_at(max(ours.start, theirs.start))
        text = (
            f"{task.label} {ours.verb} {ours.what} where {earlier.task.label} on another stream, launched at "
            f"{earlier.task.place}, {theirs.verb} {theirs.what}; no event or wait is between them"
        )
        return Finding("race", text, (allocation.place if allocation else "") or C_CODE, "", task.place)
