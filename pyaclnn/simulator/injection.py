"""Faults on demand: the n-th C call fails, so that a program's ways out of failure can be tried one by one."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from .failures import Failure

# What the real function would still do although it reports a failure: frees have freed, waits have waited, and a
# second phase has used up its executor.
_TAKES_EFFECT = re.compile(r"Destroy|Free|Reset|Finalize|Synchronize|CaptureEnd")
_ALLOCATES = re.compile(r"aclrtMalloc")

OUT_OF_MEMORY, REFUSED, BROKEN = 207001, 161002, 507899


@dataclass
class Injection:
    """``Machine.injection``: counts calls, and makes one of them fail.

    ``at`` is the number of the call that fails, the first being 1; 0 only counts. ``only`` restricts the count to
    functions whose name it matches. ``code`` is what is returned; None chooses a code that fits the function. A
    function that returns a pointer returns NULL. ``lasts`` makes all that follow fail as well. ``names`` are those
    counted, ``after`` all that were called from the failure on.
    """

    at: int = 0
    only: str = ""
    code: int | None = None
    lasts: bool = False
    calls: int = 0
    failed: str = ""
    names: list[str] = field(default_factory=list)
    after: list[str] = field(default_factory=list)

    def due(self, name: str) -> Failure | None:
        """The failure of this call, if it is the one."""
        if self.failed:
            self.after.append(name)
        if self.only and not re.search(self.only, name):
            return None
        self.calls += 1
        self.names.append(name)
        if not self.at or self.calls < self.at or (self.calls > self.at and not self.lasts):
            return None
        self.failed = self.failed or name
        return Failure(self._code_for(name), f"call {self.at}, {name}, failed because a test wants it to")

    def _code_for(self, name: str) -> int:
        if self.code is not None:
            return self.code
        if _ALLOCATES.match(name):
            return OUT_OF_MEMORY
        return REFUSED if name.endswith("GetWorkspaceSize") else BROKEN


def takes_effect(name: str) -> bool:
    """Whether a function that is made to fail does its work all the same."""
    return _TAKES_EFFECT.search(name) is not None
