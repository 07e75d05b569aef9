"""Conditions on results: not followed, but left to the script.

Both sides of a condition are run in thought. What they set outside of themselves becomes a variable of the script.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from ..errors import Again, NotUnderstood
from ..program.control import BREAK, CONTINUE, ENDED, Goto, Returned
from ..program.frames import Frame, Statement
from ..program.syntax import Node
from ..trace import Give, If, Leave, Stop
from ..values import computing, dynamic
from ..values.dynamic import Dynamic
from ..values.variables import Cell
from .defined import EarlyReturn
from .reach import Written, guarded, reachable
from .sizes import Sizes, has_calls

_MOST_VARIABLES = 24


class Residual(Sizes):
    """Conditions that are the script's."""

    def attempt(self, f: Frame, make: Callable[[], Any], node: Node) -> Any:
        """Runs something that is left to the script, again for each variable that turns out to be set by it."""
        line, mark, notes = self.now, len(self.trace.events), len(self.trace.notes)
        self.now = self.line(node)
        cells, vectors = reachable(f, self.lasting())
        made: list[tuple[Cell, Any]] = []
        self.residual += 1
        self.attempts += 1
        try:
            for _ in range(_MOST_VARIABLES):
                events = self.trace.events
                try:
                    with guarded(cells, vectors):
                        return make()
                except Again:
                    self.trace.events = events
                    if self.attempts > 1:
                        raise
                    cells, vectors = reachable(f, self.lasting())
                except Written as written:
                    self.trace.events = events
                    cell = written.cell
                    if not any(cell is c for c in cells):
                        raise
                    made.append((cell, cell.value))
                    self.make_variable(cell)
                    cells = [c for c in cells if c is not cell]
            raise NotUnderstood("too many variables of results")
        except BaseException:
            for cell, value in reversed(made):
                cell.__class__, cell.value = Cell, value
            del self.trace.events[mark:]
            del self.trace.notes[notes:]
            raise
        finally:
            self.residual -= 1
            self.attempts -= 1
            self.now = line

    @contextmanager
    def apart(self) -> Iterator[list[Any]]:
        """Events go into a list of their own."""
        before, self.trace.events = self.trace.events, []
        try:
            yield self.trace.events
        finally:
            self.trace.events = before

    # -- conditions

    def under(self, f: Frame, found: Any, yes: Statement, no: Statement, node: Node) -> Any:
        """``if (found) yes; else no;`` in the script."""
        found = computing.condition(found)
        if isinstance(found, bool):
            return yes(f) if found else no(f)
        if dynamic.is_size(found) and has_calls(node):
            return self.under_size(f, found, yes, no, node)
        if not dynamic.is_lasting(found) and self.residual == 0:
            self.now = self.line(node)

        def make() -> Any:
            sides = []
            for side in (yes, no):
                with self.apart() as events:
                    left = side(f)
                    sides.append((events, self._left(f, left, events)))
            return sides

        (first, left_first), (second, left_second) = self.attempt(f, make, node)
        return self._joined(f, found, (first, left_first), (second, left_second), node)

    def _left(self, f: Frame, left: Any, events: list[Any]) -> Any:
        """How control leaves one side, after the events for it."""
        if left is not None and f.guards:
            raise NotUnderstood("leaves a destructor's scope on results")
        if isinstance(left, Goto) and f.labels is not None:
            shift = self.shift
            with self.into(events), self.running_out(f):
                left = f.labels.jump(f, left)
            self.shift = shift
        if isinstance(left, Goto):
            raise NotUnderstood("leaves a function's part on results")
        if left is None or left is ENDED:
            return left
        if isinstance(left, Returned) and f.is_defined:
            if left.value is None:
                raise NotUnderstood("a function that returns nothing early")
            events.append(Give(computing.cast(left.value, self.resolve(f.types["return"], f)), self.now))
            return ENDED
        if isinstance(left, Returned) and f.depth and self.loops and self.loops[-1]:
            raise EarlyReturn(f)
        if left is BREAK or left is CONTINUE:
            if not self.loops or not self.loops[-1]:
                raise NotUnderstood("leaves a loop on results")
            events.append(Leave("break" if left is BREAK else "continue", self.now))
            return ENDED
        if isinstance(left, Returned) and f.depth == 0:
            events.append(Stop(dynamic.of(left.value), self.now))
            return ENDED
        return left

    def _joined(self, f: Frame, found: Dynamic, yes: Any, no: Any, node: Node) -> Any:
        (first, left_first), (second, left_second) = yes, no
        if isinstance(left_first, Returned) and isinstance(left_second, Returned):
            value = self._either(found, first, left_first.value, second, left_second.value, node)
            return Returned(value)
        if isinstance(left_first, Returned) or isinstance(left_second, Returned):
            if left_first is ENDED or left_second is ENDED or self.residual != f.residual:
                raise NotUnderstood("returns early on results")
            is_first = isinstance(left_first, Returned)
            events, left = (first, left_first) if is_first else (second, left_second)
            others = second if is_first else first
            found = found if is_first else computing.negated(found)
            left = Returned(computing.assumed(left.value, found))
            number, self.decisions = self.decisions, self.decisions + 1
            if number == self.forced:
                self.taken = len(self.trace.events)
                return left
            if f.function not in self.forks or self.attempts:
                self.open_rest(f, found, events, left.value, others, node)
                return None
            if number > self.forced:
                after, code = self.ended(number)
                self.emit(If(found, [*events, *after, Stop(code, self.line(node))], [], self.line(node)))
            self.trace.events += others
            return None
        if first or second:
            self.emit(If(found, first, second, self.line(node)))
        return ENDED if left_first is ENDED and left_second is ENDED else None

    def _either(self, found: Dynamic, first: list[Any], a: Any, second: list[Any], b: Any, node: Node) -> Any:
        """The value of a function that returns on both sides."""
        if not first and not second:
            return None if a is None and b is None else computing.choice(found, a, b)
        line = self.line(node)
        found = self.lasting_condition(found, line)
        value = self.value_of_sides(found, first, a, second, b, line)
        self.emit(If(found, first, second, line))
        return value
