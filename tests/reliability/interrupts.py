"""Ctrl-C at a chosen point: ``KeyboardInterrupt`` is raised at the n-th place where Python would raise it.

Python looks for signals when a function begins, after each call it has made, and when it jumps back in a loop. The
places counted are those in the package's own code, that which it generates included; what runs inside a simulated C
function is left out, as C is not interrupted.
"""

from __future__ import annotations

import dis
import opcode
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pyaclnn
from pyaclnn.simulator.interrupts import C_CODE

_PACKAGE = Path(pyaclnn.__file__).parent
_LOOKS = {
    number
    for name, number in opcode.opmap.items()
    if name.startswith("CALL") or name in ("JUMP_BACKWARD", "JUMP_ABSOLUTE")
}


class Interrupter:
    """``with Interrupter(at) as i:`` raises at point ``at``; 0 only counts. Afterwards ``i.points`` and ``i.where``."""

    def __init__(self, at: int = 0) -> None:
        self.at = at
        self.points = 0
        self.where = ""
        self.ignored: list[BaseException | None] = []
        self._is_ours: dict[CodeType, bool] = {}
        self._depth = 0

    def __enter__(self) -> Interrupter:
        self._hook, sys.unraisablehook = sys.unraisablehook, self._note_ignored
        self._trace = sys.gettrace()
        self._tracer = self._enter_function  # held here: Python lets go of it while it still calls it
        sys.settrace(self._tracer)
        return self

    def __exit__(self, *_: object) -> None:
        sys.settrace(self._trace)
        sys.unraisablehook = self._hook

    def _note_ignored(self, what: Any) -> None:
        self.ignored.append(what.exc_value)

    def _enter_function(self, frame: FrameType, event: str, argument: object) -> Callable[..., Any] | None:
        code = frame.f_code
        if code in C_CODE:
            self._depth += 1
            return self._leave_c
        if self._depth:
            return None
        ours = self._is_ours.get(code)
        if ours is None:
            ours = self._is_ours[code] = _is_ours(code.co_filename)
        if not ours:
            return None
        frame.f_trace_opcodes = True
        self._point(frame)
        previous, last, text, handler_at = 0, 0, code.co_code, _handlers(code)

        def step(frame: FrameType, event: str, argument: object) -> Callable[..., Any]:
            nonlocal previous, last
            if event == "opcode":
                now = frame.f_lasti
                # Python raises as from the instruction before: not where a block ends between the two.
                if previous in _LOOKS and handler_at.get(last) == handler_at.get(now):
                    self._point(frame)
                previous, last = text[now], now
            return step

        return step

    def _leave_c(self, frame: FrameType, event: str, argument: object) -> Callable[..., Any]:
        if event == "return":
            self._depth -= 1
        return self._leave_c

    def _point(self, frame: FrameType) -> None:
        self.points += 1
        if self.points == self.at:
            code = frame.f_code
            self.where = f"point {self.at}, {Path(code.co_filename).name}:{frame.f_lineno} in {code.co_name}"
            raise KeyboardInterrupt(self.where)


@cache
def _handlers(code: CodeType) -> dict[int, int]:
    """Where each instruction's exceptions are handled. Before Python 3.11 blocks begin and end by instructions."""
    entries = getattr(dis, "_parse_exception_table", lambda code: ())(code)
    found: dict[int, int] = {}
    for entry in entries:
        found.update(dict.fromkeys(range(entry.start, entry.end, 2), entry.target))
    return found


def _is_ours(file: str) -> bool:
    if file.startswith("<pyaclnn"):
        return True
    path = Path(file)
    return path.parent == _PACKAGE or path.parent == _PACKAGE / "abi"
