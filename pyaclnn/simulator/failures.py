"""How a simulated C function fails, and the error texts that a thread can read afterwards."""

from __future__ import annotations

import datetime
import os
import threading

from ..abi.codes import code_name


class Failure(Exception):
    """The C function returns ``code``; ``text`` is for ``aclGetRecentErrMsg``, if there is any."""

    def __init__(self, code: int, text: str = "") -> None:
        self.code = code
        self.text = text
        super().__init__(f"{code} {code_name(code)}: {text}")


class Messages(threading.local):
    """Error texts of each thread. A read returns what is new, then all that earlier reads returned."""

    def __init__(self) -> None:
        self.new: list[str] = []
        self.read = ""
        self.buffer: object = None  # what the last reader still points to

    def record(self, failure: Failure) -> None:
        if failure.text:
            line = f"[PID: {os.getpid()}] {_now()} {_title(failure.code)}: {failure.text[:1023]}\n"
            if not any(old.endswith(line.split(" ", 3)[-1]) for old in self.new):
                self.new.append(line)

    def take(self) -> str | None:
        """The text for a reader, or None when nothing ever failed with a text on this thread."""
        if self.new:
            self.read = "".join(self.new) + ("\n" + self.read if self.read else "")
            self.new = []
        return self.read or None


def _now() -> str:
    return datetime.datetime.now().strftime("%Y-%m-%d-%H:%M:%S.%f")


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
