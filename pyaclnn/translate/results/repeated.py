"""Loops over results that the script runs: their body is run once in thought, with the counter unknown."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from ..errors import NotUnderstood
from ..program import syntax
from ..program.control import CONTINUE, ENDED
from ..program.core import Core
from ..program.frames import Frame, Statement
from ..program.syntax import Node
from ..trace import RESIDUAL, Assign, For, Print
from ..values import dynamic
from ..values.dynamic import Dynamic, Variable
from ..values.handles import Result, Symbol
from ..values.types import AUTO, INTEGERS, CType
from ..values.variables import Cell, Pointer, Smart, Vector
from .defined import Given
from .residual import Residual

_WORD = re.compile(r"[A-Za-z_]\w*")
_STRING = re.compile(r'"(?:\\.|[^"\\])*(?:"|\\?$)', re.S)
_COMPUTES = re.compile(r"[-+*/%=?]|(?<!<)<(?!<)|(?<!>)>(?!>)|\b(?!printf\b|while\b)\w+\s*\(|\bif\b")
_LONGEST = (1 << 31) - 1  # no vector of a sample is longer
_LEAVES = ("variable", "result", "element")
_MOST_TURNED = 12


class Repeated(Residual):
    """Loops of the script."""

    def mentions_results(self, words: frozenset[str], f: Frame) -> bool:
        """Whether one of the variables that a text names holds results, or what is computed from them."""
        return any(_holds_results(cell.value, 2) for w in words if (cell := f.find(w)) is not None)

    def left_to_script(self, f: Frame, node: Node, plan: Counted, body: Statement) -> Any:
        """Runs a counted loop's body once, for the script to repeat; None where it prints only what it is given."""
        cell = f.vars[plan.name]
        first, end = cell.value, plan.end(f)
        if isinstance(end, Dynamic) and isinstance(first, int) and dynamic.is_lasting(end) and first >= 0:
            last = _LONGEST
        elif not isinstance(first, int) or not isinstance(end, int) or end - first < 2 * plan.step:
            return None
        else:
            last = first + (end - 1 - first) // plan.step * plan.step
        ctype = cell.ctype if cell.ctype.name in INTEGERS else dynamic.type_of(last)
        counter = Variable(plan.name, ctype, False, (first, last))
        value = Dynamic(ctype, "variable", (counter,))
        events = self._body(f, node, _Fixed(value, ctype, plan.name, cell.depth), body)
        return None if _is_plain(events) else For(counter, first, end, plan.step, events, self.line(node))

    def _body(self, f: Frame, node: Node, variable: Cell, body: Statement) -> Any:
        """The events of one turn, with a variable that stands for that of all turns."""
        name, before = variable.name, f.vars[variable.name]

        def make() -> Any:
            f.vars[name] = variable
            self.loops.append(True)
            try:
                with self.apart() as events:
                    left = body(f)
                    if left is not None and left is not CONTINUE and left is not ENDED:
                        raise NotUnderstood("a loop that ends in its first turn")
                    return events
            finally:
                self.loops.pop()
                f.vars[name] = before

        return self.attempt(f, make, node)

    def is_repeated_for_all(self, f: Frame, node: Node, vector: Vector, name: str, body: Statement) -> bool:
        """Whether a loop over all elements of results is one that the script runs; it is noted then."""
        end = vector.length() if isinstance(vector, Given) else len(vector.data)
        counter = Variable("i", CType("size_t"), False, (0, _LONGEST if isinstance(end, Dynamic) else end - 1))
        try:
            value = vector.read(Dynamic(counter.ctype, "variable", (counter,)))
            events = self._body(f, node, _Fixed(value, AUTO, name, f.depth), body)
        except NotUnderstood:
            return False
        if not _is_plain(events):
            self.emit(For(counter, 0, end, 1, events, self.line(node)))
        return not _is_plain(events)

    def check_length(self, mark: int) -> None:
        """Refuses turn after turn of statements that the script would have to repeat."""
        if len(self.trace.events) - mark > _MOST_TURNED and not self.residual:
            events = self.trace.events[mark:]
            if sum(isinstance(e, RESIDUAL) for e in events) > _MOST_TURNED:
                if all(isinstance(e, (*RESIDUAL, Print)) for e in events):
                    del self.trace.events[mark:]
                raise NotUnderstood("a loop on results that must be followed turn by turn")

    def is_repeated(self, f: Frame, node: Node, plan: Counted, body: Statement) -> bool:
        """Whether a loop over results is one that the script runs; it is noted then."""
        try:
            loop = self.left_to_script(f, node, plan, body)
        except NotUnderstood:
            return False
        if loop is not None:
            self.emit(loop)
        return loop is not None


class _Fixed(Cell):
    """The counter of a loop that the script runs."""

    __slots__ = ()

    def set(self, value: Any) -> None:
        raise NotUnderstood("a loop that changes its counter")


class Counted:
    """``for (T name = ...; name < end; name += step)``"""

    def __init__(self, name: str, end: Callable[[Frame], Any], step: int) -> None:
        self.name, self.end, self.step = name, end, step


def counted(core: Core, node: Node) -> Counted | None:
    """How a ``for`` statement counts, if it does."""
    start, condition, update = (syntax.part(node, n) for n in ("initializer", "condition", "update"))
    if start is None or start.type != "declaration" or condition is None or update is None:
        return None
    declarators = start.children_by_field_name("declarator")
    if len(declarators) != 1 or declarators[0].type != "init_declarator" or condition.type != "binary_expression":
        return None
    name = syntax.declared(declarators[0])[0]
    sign, left = syntax.text(syntax.part(condition, "operator")), syntax.part(condition, "left")
    if sign not in ("<", "<=") or syntax.text(left) != name:
        return None
    text = syntax.text(update).replace(" ", "")
    step = re.fullmatch(rf"{name}\+=(\d+)", text)
    if step is None and text not in (f"{name}++", f"++{name}"):
        return None
    bound = core.expression(syntax.part(condition, "right"))
    more = sign == "<="

    def end(f: Frame) -> Any:
        found = bound(f)
        return int(found) + more if isinstance(found, (int, float)) else None if more else found

    return Counted(name, end, int(step[1]) if step is not None else 1)


def words(node: Node) -> frozenset[str]:
    """The names in a loop's body; none where it only prints, which needs no loop of the script's own kind."""
    text = _STRING.sub("", syntax.text(node))
    return frozenset(_WORD.findall(text)) if _COMPUTES.search(text) else frozenset()


def _holds_results(value: Any, depth: int) -> bool:
    if isinstance(value, Smart):
        value = value.value
    if isinstance(value, Pointer):
        value = value.vector
    if isinstance(value, Vector):
        if isinstance(value, Given) or isinstance(value.data, Result):
            return True
        return depth > 0 and isinstance(value.data, list) and any(_holds_results(v, depth - 1) for v in value.data[:64])
    return isinstance(value, (Symbol, Dynamic))


def _is_plain(events: list[Any]) -> bool:
    """Whether a body only prints results and host data as they are: such loops need no variables of their own."""
    shown = [v for e in events for v in (e.rows[0] if isinstance(e, Print) else [e.value] if _sets(e) else [e])]
    return all(
        isinstance(v, (int, float, str, Symbol)) or (isinstance(v, Dynamic) and v.kind in _LEAVES) for v in shown
    )


def _sets(event: Any) -> bool:
    return isinstance(event, Assign)
