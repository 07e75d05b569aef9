"""Faults on demand: the n-th C call fails, so that a program's ways out of failure can be tried one by one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from . import codes
from .failures import Failure
from .faults import VALUES, CallList
from .settings import Settings

# What the real function would still do although it reports a failure: frees have freed, waits have waited, and a
# second phase has used up its executor.
_TAKES_EFFECT = re.compile(r"Destroy|Free|Reset|Finalize|Synchronize|CaptureEnd")
_ALLOCATES = re.compile(r"aclrtMalloc")
_TELLS = "aclGetRecentErrMsg"  # a failure that lasts would have no text

OUT_OF_MEMORY, REFUSED, BROKEN = 207001, 161002, 507899


@dataclass
class Injection:
    """``Machine.injection``: counts calls, and makes one of them fail. Functions that can't fail are left out.

    ``at`` is the number of the call that fails, the first being 1; 0 only counts. ``only`` restricts the count to
    functions whose name it matches. ``code`` is what is returned; None chooses a code that fits the function. A
    function that returns a pointer returns NULL. ``lasts`` makes all that follow fail as well. ``names`` are those
    counted, ``after`` all that were called from the failure on. ``listed`` is told of every call, counted or not.
    """

    at: int = 0
    only: str = ""
    code: int | None = None
    lasts: bool = False
    calls: int = 0
    failed: str = ""
    names: list[str] = field(default_factory=list)
    after: list[str] = field(default_factory=list)
    listed: CallList | None = None
    all_calls: int = 0

    @staticmethod
    def wanted(settings: Settings) -> Injection | None:
        """What the environment asks for, if anything. ``ArgumentValueError`` when the list can't be written."""
        fault, listed = settings.fault, CallList(settings.calls) if settings.calls else None
        if fault is None:
            return None if listed is None else Injection(listed=listed)
        return Injection(fault.at, fault.only, fault.code, fault.lasts, listed=listed)

    @contextmanager
    def of_call(self, name: str) -> Iterator[Failure | None]:
        """Around a call: gives the failure that is due, and tells ``listed`` how the call ended."""
        if name in VALUES:
            yield None
            return
        self.all_calls += 1
        number, failure, code = self.all_calls, self.due(name), 0
        try:
            yield failure
        except Failure as ended:
            code = ended.code
            raise
        except Exception:
            code = codes.INTERNAL_ERROR
            raise
        finally:
            if self.listed is not None:
                self.listed.write(number, name, code, injected=failure is not None)

    def due(self, name: str) -> Failure | None:
        """The failure of this call, if it is the one."""
        if self.failed:
            self.after.append(name)
        if self.only and not re.search(self.only, name):
            return None
        self.calls += 1
        self.names.append(name)
        if not self.at or self.calls < self.at or (self.calls > self.at and not self._goes_on(name)):
            return None
        self.failed = self.failed or name
        return Failure(self._code_for(name), f"call {self.calls}, {name}, failed because a test wants it to")

    def _goes_on(self, name: str) -> bool:
        return self.lasts and (name != _TELLS or _TELLS in self.only)

    def _code_for(self, name: str) -> int:
        if self.code is not None:
            return self.code
        if _ALLOCATES.match(name):
            return OUT_OF_MEMORY
        return REFUSED if name.endswith("GetWorkspaceSize") else BROKEN


def takes_effect(name: str) -> bool:
    """Whether a function that is made to fail does its work all the same."""
    return _TAKES_EFFECT.search(name) is not None
