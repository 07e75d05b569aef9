"""Conditions on the size of a workspace, which nobody knows before the operator was called.

Samples allocate a workspace under one. Both sides are run; nothing that they leave behind may show, and what they print
is printed under the same condition.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

from ..errors import NotUnderstood
from ..program.frames import Frame, Statement
from ..program.syntax import Node
from ..trace import Assign, If, Print
from ..values import computing
from ..values.dynamic import Dynamic
from ..values.handles import DevicePointer
from ..values.variables import Cell, Vector
from .reach import reachable
from .returns import Returns

REASON = "a condition on a workspace's size"
_CALL = re.compile(rb"\b(?!(?:if|while|for|switch|return|sizeof|static_cast|printf)\b)[A-Za-z_]\w*\s*\(")
_STRING = re.compile(rb'"(?:\\.|[^"\\])*(?:"|\\?$)', re.S)
_WORD = re.compile(rb"[A-Za-z_]\w*")
_KNOWN = re.compile(rb"acl|static_cast")


def has_calls(node: Node) -> bool:
    """Whether a statement calls functions, which then may be CANN's."""
    return _CALL.search(node.text) is not None


class Sizes(Returns):
    """What programs do where a workspace is needed."""

    def under_size(self, f: Frame, found: Dynamic, yes: Statement, no: Statement, node: Node) -> Any:
        """``if (found) yes; else no;`` with calls of CANN in it."""
        decided = _decided(found)
        if decided is not None:
            return yes(f) if decided else no(f)
        sides: list[list[Any]] = []
        self.under_sizes += 1
        memories = self.trace.memories
        try:
            with _unchanged(*self._touched(f, node)):
                for side in (no, yes):
                    mark = len(memories)
                    before, self.trace.events = self.trace.events, []
                    try:
                        left, events = side(f), self.trace.events
                    finally:
                        self.trace.events = before
                    if left is not None or not all(isinstance(e, (Print, Assign)) for e in events):
                        raise NotUnderstood(REASON, "with effects that differ")
                    sides.append(events)
                    for memory in memories[mark:]:
                        memory.condition = found if side is yes else computing.negated(found)
        finally:
            self.under_sizes -= 1
        if any(isinstance(e, Print) for events in sides for e in events):
            self.emit(If(found, sides[1], sides[0], self.line(node)))
        return None

    def _touched(self, f: Frame, node: Node) -> tuple[list[Cell], list[Vector]]:
        """The variables and vectors that a statement may change."""
        words = _plain_words(node.text)
        if words is None:
            return reachable(f, self.lasting())
        cells = [c for w in words if (c := f.find(w) or self.globals.get(w)) is not None and c.__class__ is Cell]
        return cells, []


@lru_cache(maxsize=4096)
def _plain_words(text: bytes) -> tuple[str, ...] | None:
    """The names in a statement that calls only functions of CANN and prints; None for one that may reach further."""
    code = _STRING.sub(b"", text)
    if any(c in code for c in b".*[") or b"->" in code or not all(map(_KNOWN.match, _CALL.findall(code))):
        return None
    return tuple(dict.fromkeys(w.decode() for w in _WORD.findall(code)))


def _decided(found: Dynamic) -> bool | None:
    """``size >= 0`` always holds."""
    if found.kind != "sign" or found.parts[0] not in ("<", ">="):
        return None
    sign, left, right = found.parts
    known, other = computing.interval(left), computing.interval(right)
    if known is None or other is None or known[0] < other[1]:
        return None
    return bool(sign == ">=")


class _Same(Cell):
    __slots__ = ()

    def set(self, value: Any) -> None:
        held = self.value
        super().set(value)
        if not _is_memory(value) and not (isinstance(held, (int, float)) and held == self.value):
            raise NotUnderstood(REASON, "sets a variable")


class _SameVector(Vector):
    __slots__ = ()

    def write(self, index: Any, value: Any) -> None:
        if not _is_memory(value):
            raise NotUnderstood(REASON, "changes host data")
        super().write(index, value)


def _is_memory(value: Any) -> bool:
    return value is None or isinstance(value, DevicePointer)


@contextmanager
def _unchanged(cells: list[Cell], vectors: list[Vector]) -> Iterator[None]:
    """Variables and vectors get nothing else than addresses of device memory."""
    lengths = [len(v.data) for v in vectors]
    same: type[Cell] = _Same
    held: type[Vector] = _SameVector
    for cell in cells:
        cell.__class__ = same
    for vector in vectors:
        vector.__class__ = held
    try:
        yield
    finally:
        for cell in cells:
            if cell.__class__ is same:
                cell.__class__ = Cell
        for vector in vectors:
            if vector.__class__ is held:
                vector.__class__ = Vector
    for vector, length in zip(vectors, lengths, strict=True):
        if len(vector.data) != length and not all(map(_is_memory, vector.data[length:])):
            raise NotUnderstood(REASON, "changes host data")
