"""How a simulated C function fails, and the error texts that a thread can read afterwards."""

from __future__ import annotations

import datetime
import os
import threading
from dataclasses import dataclass
from typing import Any

from ..abi.codes import code_name
from . import codes
from .checks.findings import Finding

_NULL_POINTER = "Invalid_Argument_Null_Pointer(EH0008)"
_MOST_ITEMS = 1001
_TRACE = "TraceBack (most recent call last):\n"


class Failure(Exception):
    """The C function returns ``code``; ``text`` is for ``aclGetRecentErrMsg``, if there is any.

    ``finding`` is what the check mode makes of it.
    """

    def __init__(self, code: int, text: str = "", title: str = "", finding: Finding | None = None) -> None:
        self.code = code
        self.text = text
        self.title = title or _title(code)
        self.finding = finding
        super().__init__(f"{code} {code_name(code)}: {text}")


def require_pointers(*pointers: Any) -> None:
    """100000 when an argument that a runtime function needs is NULL."""
    if not all(pointers):
        raise Failure(codes.INVALID, "a required pointer is NULL", _NULL_POINTER)


@dataclass(frozen=True)
class _Item:
    title: str
    text: str
    time: str

    @property
    def is_inner(self) -> bool:
        return self.title.endswith("9999)")


class Messages(threading.local):
    """Error texts of each thread. A read returns what is new, then all that earlier reads returned."""

    def __init__(self) -> None:
        self.new: list[_Item] = []
        self.read = ""
        self.buffer: object = None  # what the last reader still points to

    def record(self, failure: Failure) -> None:
        if not failure.text or len(self.new) == _MOST_ITEMS:
            return
        item = _Item(failure.title, failure.text[:1023], _now())
        if not any((old.title, old.text) == (item.title, item.text) for old in self.new):
            self.new.append(item)

    def take(self) -> str | None:
        """The text for a reader, or None when nothing ever failed with a text on this thread."""
        if self.new:
            self.read = _format(self.new) + ("\n" + self.read if self.read else "")
            self.new = []
        return self.read or None


def _format(items: list[_Item]) -> str:
    """The first item that is no inner error leads; the others follow below it."""
    first = next((i for i in items if not i.is_inner), items[0])
    head = f"[PID: {os.getpid()}] {first.time} {first.title}: "
    if first.is_inner:
        code = first.title[-7:-1]
        lines = [f"{code}: Internal error!\n", f"{code}{head} {first.text}\n", _TRACE]
        indent = " " * 7
    else:
        lines = [f"{head}{first.text}\n", *([_TRACE] if len(items) > 1 else [])]
        indent = " " * 8
    return "".join([*lines, *(f"{indent}{i.text}\n" for i in items if i is not first)])


def _now() -> str:
    now = datetime.datetime.now()
    return f"{now:%Y-%m-%d-%H:%M:%S}.{now.microsecond // 1000:03}.{now.microsecond % 1000:03}"


def _title(code: int) -> str:
    if code in (161001, 161002):
        return "AclNN_Parameter_Error(EZ1001)"
    if code // 1000 == 361:
        return "AclNN_Runtime_Error(EZ9903)"
    if code // 1000 == 561:
        return "AclNN_Inner_Error(EZ9999)"
    if code // 1000 == 100:
        return "Invalid_Argument(EH0007)"
    if code // 1000 in (107, 207):
        return "Runtime_Error(EE1001)"
    return "Device_Error(EE9999)"
