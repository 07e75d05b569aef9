"""Functions that return early under a condition on results: the rest of them is the other side of the condition."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ..errors import NotUnderstood
from ..program.frames import Frame
from ..program.syntax import Node
from ..trace import RESIDUAL, Assign, For, If, Print
from ..values import computing, dynamic
from ..values.dynamic import Dynamic
from ..values.variables import Vector
from .defined import Given
from .kept import Kept, KeptVariable
from .reach import guarded, reachable


class Restart(Exception):
    """The program must be run again, with the early returns of a function followed to the end of the program."""

    def __init__(self, function: str) -> None:
        super().__init__()
        self.function = function


class Returns(Kept):
    """Early returns."""

    def begin(self) -> None:
        super().begin()
        self.loops: list[bool] = []  # of the function's loops that run: whether the script runs them
        self.opened: list[Frame] = []  # of functions that have returned in some cases
        self.decisions = 0  # whether a function returns early, so far
        self.forced, self.taken = -1, -1  # the one that is taken to see what comes behind it, and where that begins
        self.dying: set[int] = set()  # vectors of a function that runs to its end
        self.definitions: dict[Any, Any] = {}  # functions of the script
        self.forks: set[str] = set()  # functions whose early returns must end the program

    def ended(self, number: int) -> tuple[list[Any], int]:
        """What a program still does, and its exit code, when a function returns early in it."""
        raise NotImplementedError

    def refused(self, reason: str, detail: str = "") -> Exception:
        """Why something can't be left to the script; behind an early return the program must start again."""
        if self.opened and self.residual == self.opened[-1].residual and self.forced < 0 and not self.attempts:
            return Restart(self.opened[0].function)
        return NotUnderstood(reason, detail)

    def open_rest(self, f: Frame, found: Dynamic, events: list[Any], value: Any, others: list[Any], node: Node) -> None:
        if f.pending is None:
            f.pending = []
            self.opened.append(f)
            own = (c.value for c in f.vars.values() if c.depth == f.depth)
            f.dying, self.dying = self.dying, self.dying | {id(v) for v in own if v.__class__ is Vector}
            cells, vectors = reachable(f, self.lasting(), outside=f.depth)
            f.guard = guarded(cells, vectors, is_final=True)
            f.guard.__enter__()
        f.pending.append((found, events, value, len(self.trace.events), self.line(node)))
        self.trace.events += others
        self.residual += 1
        f.residual += 1

    def close(self, f: Frame, value: Any) -> Any:
        """What a function gives that has returned before in some cases."""
        for found, events, early, mark, line in reversed(f.pending or ()):
            rest = self.trace.events[mark:]
            if not all(isinstance(e, (*RESIDUAL, Print)) for e in rest):
                raise NotUnderstood("a function that goes on after a condition on results")
            del self.trace.events[mark:]
            if events or rest:
                found = self.lasting_condition(found, line)
                value = self.value_of_sides(found, events, early, rest, value, line)
                self.emit(If(found, events, rest, line))
            else:
                value = None if early is None and value is None else computing.choice(found, early, value)
        return value

    def value_of_sides(self, found: Dynamic, yes: list[Any], a: Any, no: list[Any], b: Any, line: int) -> Any:
        """The value that one of two sides gives, which is set there where it is made of what the side has."""
        if a is None and b is None:
            return None
        if not any(_is_set_in(v, side) for v, side in _leaves_of((a, yes), (b, no))):
            return computing.choice(found, a, b)
        ctype = computing.choice(found, a, b).ctype
        variable = KeptVariable(self, "found", ctype, is_mutable=True)
        for side, value in ((yes, a), (no, b)):
            side.append(Assign(variable, computing.cast(value, ctype), line))
        return Dynamic(ctype, "variable", (variable,))

    def leave_function(self, f: Frame, caller_residual: int) -> None:
        """Ends what a function that has returned in some cases holds."""
        self.residual = caller_residual
        if f.guard is not None:
            f.guard.__exit__(None, None, None)
            f.guard = None
            self.opened.remove(f)
            self.dying = f.dying

    def is_dying(self, value: Any) -> bool:
        """Whether a vector is one of a function that runs to its end: nothing behind sees what it holds."""
        return value.__class__ is Vector and id(value) in self.dying

    @contextmanager
    def running_out(self, f: Frame) -> Iterator[None]:
        """While a function runs to its end on one side, its own vectors may change, and are then as they were."""
        own = [c.value for c in f.vars.values() if c.depth == f.depth and isinstance(c.value, Vector)]
        before = [(v, v.__class__, v.data) for v in own if not isinstance(v, Given)]
        for vector, _, data in before:
            vector.__class__ = Vector
            if isinstance(data, list):
                vector.data = list(data)
        known, self.dying = self.dying, {id(v) for v in own}
        try:
            yield
        finally:
            self.dying = known
            for vector, kind, data in before:
                vector.__class__, vector.data = kind, data

    @contextmanager
    def into(self, events: list[Any]) -> Iterator[None]:
        before, self.trace.events = self.trace.events, events
        try:
            yield
        finally:
            self.trace.events = before


def _leaves_of(*pairs: tuple[Any, list[Any]]) -> Iterator[tuple[Dynamic, list[Any]]]:
    for value, side in pairs:
        for leaf in dynamic.leaves(dynamic.of(value)):
            yield leaf, side


def _is_set_in(value: Dynamic, events: list[Any]) -> bool:
    if value.kind != "variable":
        return False
    for event in events:
        if isinstance(event, Assign) and event.variable is value.parts[0]:
            return True
        inner = [*event.yes, *event.no] if isinstance(event, If) else event.body if isinstance(event, For) else []
        if _is_set_in(value, inner):
            return True
    return False
