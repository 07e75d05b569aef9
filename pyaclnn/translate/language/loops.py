"""Loops: turn by turn, all turns at once, or left to the script."""

from __future__ import annotations

from typing import Any

from ..errors import NotUnderstood
from ..program import syntax
from ..program.control import BREAK, CONTINUE, ENDED, Goto, Returned
from ..program.frames import Expression, Frame, Statement
from ..program.syntax import Node
from ..results.defined import Given
from ..results.repeated import Repeated, counted, words
from ..values.handles import Result
from ..values.texts import Characters
from ..values.types import AUTO
from ..values.variables import Cell, Vector, coerce, truth
from . import bulk
from .declarations import Declarations, nothing
from .places import copied

_SCOPED = ("declaration", "comment", "ERROR")  # braces around it matter


class Loops(Repeated, Declarations):
    """The kinds of loop."""

    def condition(self, node: Node) -> Expression:
        """As other expressions, but remembered, save for calls of CANN, whose lines are their own."""
        return self.expression(node) if b"acl" in node.text else self.units.of(node, self.expression)[0]

    def s_for_statement(self, node: Node) -> Statement:
        start_node, condition_node = syntax.part(node, "initializer"), syntax.part(node, "condition")
        update_node, body_node = syntax.part(node, "update"), syntax.part(node, "body")
        start: Statement = nothing
        if start_node is not None:
            start = self.s_declaration(start_node) if start_node.type == "declaration" else self.expression(start_node)
        condition = self.expression(condition_node) if condition_node is not None else (lambda f: True)
        update = self.expression(update_node) if update_node is not None else nothing
        body = self.statement(body_node)
        at_once = bulk.plan(self, node)
        plan, names = counted(self, node), words(body_node)

        def run(f: Frame) -> Any:
            mark = len(f.undo)
            start(f)
            if at_once is not None and not self.residual and at_once(f):
                f.leave(mark)
                return None
            if plan is not None and self.mentions_results(names, f) and self.is_repeated(f, node, plan, body):
                f.leave(mark)
                return None
            left = self.turns(f, condition, update, body)
            f.leave(mark)
            return left

        return run

    def turns(self, f: Frame, condition: Expression, update: Expression, body: Statement) -> Any:
        marks = []
        events = self.trace.events
        left = None
        self.loops.append(False)
        try:
            while truth(condition(f)):
                self.step()
                marks.append(len(events))
                left = body(f)
                if left is BREAK or left is ENDED or isinstance(left, (Returned, Goto)):
                    break
                left = None
                update(f)
        finally:
            self.loops.pop()
        if marks and len(events) > marks[0] and f.pending is None and not self.residual:
            self.trace.fold([*marks, len(events)])
            self.check_length(marks[0])
        return None if left is BREAK else left

    def s_while_statement(self, node: Node) -> Statement:
        condition = self.expression(syntax.part(node, "condition"))
        body = self.statement(syntax.part(node, "body"))
        return lambda f: self.turns(f, condition, nothing, body)

    def s_do_statement(self, node: Node) -> Statement:
        condition_node, body_node = syntax.part(node, "condition"), syntax.part(node, "body")
        inner = body_node.named_children
        if body_node.type == "compound_statement" and len(inner) == 1 and inner[0].type not in _SCOPED:
            body_node = inner[0]
        body = self.statement(body_node)
        if condition_node.text == b"(0)":  # around the statements of a macro

            def once(f: Frame) -> Any:
                self.loops.append(False)
                try:
                    left = body(f)
                finally:
                    self.loops.pop()
                return None if left is BREAK or left is CONTINUE else left

            return once
        condition = self.condition(condition_node)

        def run(f: Frame) -> Any:
            self.loops.append(False)
            try:
                while True:
                    left = body(f)
                    if left is ENDED or isinstance(left, (Returned, Goto)):
                        return left
                    if left is BREAK or not truth(condition(f)):
                        return None
                    self.step()
            finally:
                self.loops.pop()

        return run

    def s_for_range_loop(self, node: Node) -> Statement:
        declarator = syntax.part(node, "declarator")
        name, _, is_reference, _ = syntax.declared(declarator)
        values = self.expression(syntax.part(node, "right"))
        body = self.statement(syntax.part(node, "body"))
        if declarator.type == "structured_binding_declarator" or "structured" in declarator.type or not name:
            raise NotUnderstood("a loop over pairs")
        ctype = self.type_of(syntax.part(node, "type"))
        filling = bulk.filling(self, node, name) if is_reference else None

        def run(f: Frame) -> Any:
            container = values(f)
            if isinstance(container, str):
                container = Characters(container)
            if filling is not None and filling(container, f):
                return None
            mark = len(f.undo)
            turn = [0]
            count = len(container.data) if isinstance(container, Vector) else len(container)
            f.declare(name, Cell(None, AUTO, name, f.depth))
            if isinstance(container, Vector) and (isinstance(container, Given) or isinstance(container.data, Result)):
                if self.is_repeated_for_all(f, node, container, name, body):
                    f.leave(mark)
                    return None
                if isinstance(container, Given):
                    raise NotUnderstood("a loop over a vector that only the script knows")

            def more(f: Frame) -> bool:
                if turn[0] >= count:
                    return False
                if not isinstance(container, Vector):
                    value = list(container)[turn[0]]
                elif is_reference:
                    f.vars[name] = _ElementCell(container, turn[0], name)
                    return True
                else:
                    value = copied(container.read(turn[0]))
                found = self.resolve(ctype, f)
                if found.name == "auto" and not found.pointers and isinstance(container, Vector):
                    found = container.ctype
                f.vars[name] = Cell(coerce(value, found), found, "", f.depth)
                return True

            def move(f: Frame) -> None:
                turn[0] += 1

            try:
                return self.turns(f, more, move, body)
            finally:
                f.leave(mark)

        return run


class _ElementCell(Cell):
    """``auto& x : vector``: a variable that is an element."""

    __slots__ = ("index", "vector")

    def __init__(self, vector: Vector, index: int, name: str) -> None:
        self.vector, self.index = vector, index
        value = vector.data[index] if isinstance(vector.data, list) else vector.read(index)
        super().__init__(value, vector.ctype, name, 99)

    def get(self) -> Any:
        return self.vector.read(self.index)

    def set(self, value: Any) -> None:
        self.vector.write(self.index, value)
        self.value = self.vector.data[self.index]
