"""Statements: control flow and declarations. What is not understood is noted, and the run goes on after it."""

from __future__ import annotations

from typing import Any

from . import bulk, syntax
from .core import MAX_FAILURES, Expression, Frame, Statement
from .declarations import Declarations, nothing
from .errors import Consequence, NotUnderstood
from .syntax import Node
from .types import AUTO
from .values import POISON, Cell, Vector, coerce, truth


class Returned:
    """What a return statement gives."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value


BREAK, CONTINUE = object(), object()
_SIMPLE = ("expression_statement", "declaration", "return_statement")
_SCOPED = ("declaration", "comment", "ERROR")  # braces around it matter
_NOTHING = ("comment", ";", "alias_declaration", "using_declaration", "type_definition", "empty_statement",
            "static_assert_declaration", "preproc_call")  # fmt: skip


class Statements(Declarations):
    def statement(self, node: Node) -> Statement:
        """A function that runs the node and gives None or how control leaves it."""
        kind = node.type
        if kind in _NOTHING:
            if kind in ("alias_declaration", "type_definition"):
                self.alias(node)
            return nothing
        made: Statement | None = None
        shift = 0

        def run(f: Frame) -> Any:
            nonlocal made, shift
            try:
                self.steps += 1
                if made is None:
                    self.step()
                    made, shift = self.units.of(node, self._made)
                if not shift:
                    return made(f)
                before = self.shift
                self.shift = before + shift
                try:
                    return made(f)
                finally:
                    self.shift = before
            except NotUnderstood as error:
                return self.fails(node, error, f)
            except (TypeError, ValueError, AttributeError, IndexError, KeyError, ArithmeticError) as error:
                problem = NotUnderstood("values that do not fit", f"{type(error).__name__}: {error}"[:100])
                return self.fails(node, problem, f)

        return run

    def _made(self, node: Node) -> Statement:
        method = getattr(self, f"s_{node.type}", None)
        if method is None:
            raise NotUnderstood("not C++" if node.type == "ERROR" else "a kind of statement", node.type)
        found: Statement = method(node)
        return found

    def fails(self, node: Node, error: NotUnderstood, f: Frame) -> Any:
        """Notes that a statement is not understood; what it should have set is unknown from now on."""
        if error.reason == "runs too long" or self.is_in_bulk:
            raise error
        self.failures += 1
        if self.failures > MAX_FAILURES:
            raise NotUnderstood("runs too long")
        text = syntax.text(node)
        if not isinstance(error, Consequence) or "aclnn" in text:
            self.trace.not_understood(self.line(node), text, str(error))
        if node.type == "declaration":
            for declarator in node.children_by_field_name("declarator"):
                name = syntax.declared(declarator)[0]
                f.declare(name, Cell(POISON, AUTO, name, f.depth))
        elif node.type == "expression_statement":
            inner = node.named_children[0]
            if inner.type == "assignment_expression":
                left = syntax.part(inner, "left")
                cell = f.find(syntax.text(left)) if left.type == "identifier" else None
                if cell is not None:
                    cell.value = POISON
        elif node.type == "return_statement":
            return Returned(POISON)
        return None

    def s_expression_statement(self, node: Node) -> Statement:
        inner = syntax.parts(node)
        if not inner:
            return nothing
        value = self.expression(inner[0])

        def run(f: Frame) -> Any:
            value(f)

        return run

    def s_compound_statement(self, node: Node) -> Statement:
        inner = [self.statement(c) for c in node.named_children if c.type != "comment"]

        def run(f: Frame) -> Any:
            mark = len(f.undo)
            try:
                for statement in inner:
                    left = statement(f)
                    if left is not None:
                        return left
            finally:
                if len(f.undo) > mark:
                    f.leave(mark)
            return None

        return run

    def s_if_statement(self, node: Node) -> Statement:
        clause = syntax.part(node, "condition")
        initializer = syntax.part(clause, "initializer")
        condition = self._condition(syntax.part(clause, "value") or clause)
        start = self.statement(initializer.named_children[0] if initializer.type == "init_statement" else initializer) \
            if initializer is not None else None  # fmt: skip
        yes = self.statement(syntax.part(node, "consequence"))
        other = syntax.part(node, "alternative")
        no = self.statement(syntax.parts(other)[0]) if other is not None else nothing

        def run(f: Frame) -> Any:
            mark = len(f.undo)
            if start is not None:
                start(f)
            left = yes(f) if truth(condition(f)) else no(f)
            f.leave(mark)
            return left

        return run

    def _condition(self, node: Node) -> Expression:
        """As other expressions, but remembered, save for calls of CANN, whose lines are their own."""
        return self.expression(node) if b"acl" in node.text else self.units.of(node, self.expression)[0]

    def s_return_statement(self, node: Node) -> Statement:
        inner = syntax.parts(node)
        if not inner:
            return lambda f: Returned(None)
        if inner[0].type == "initializer_list":
            return lambda f: Returned(self.initialized(inner[0], f.types.get("return", AUTO))(f))
        if inner[0].type in ("identifier", "subscript_expression", "field_expression"):
            place = self.place(inner[0])
            value = self.expression(inner[0])
            return lambda f: Returned(place(f) if f.types.get("reference") else value(f))
        value = self.expression(inner[0])
        return lambda f: Returned(value(f))

    def s_break_statement(self, node: Node) -> Statement:
        return lambda f: BREAK

    def s_continue_statement(self, node: Node) -> Statement:
        return lambda f: CONTINUE

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

        def run(f: Frame) -> Any:
            mark = len(f.undo)
            start(f)
            if at_once is not None and at_once(f):
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
        while truth(condition(f)):
            self.step()
            marks.append(len(events))
            left = body(f)
            if left is BREAK or isinstance(left, Returned):
                break
            left = None
            update(f)
        if marks and len(events) > marks[0]:
            self.trace.fold([*marks, len(events)])
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
                left = body(f)
                return None if left is BREAK or left is CONTINUE else left

            return once
        condition = self._condition(condition_node)

        def run(f: Frame) -> Any:
            while True:
                left = body(f)
                if isinstance(left, Returned):
                    return left
                if left is BREAK or not truth(condition(f)):
                    return None
                self.step()

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
            if filling is not None and filling(container, f):
                return None
            mark = len(f.undo)
            turn = [0]
            count = len(container.data) if isinstance(container, Vector) else len(container)
            f.declare(name, Cell(None, AUTO, name, f.depth))

            def more(f: Frame) -> bool:
                if turn[0] >= count:
                    return False
                if not isinstance(container, Vector):
                    value = list(container)[turn[0]]
                elif isinstance(container.data, list) and is_reference:
                    f.vars[name] = _ElementCell(container, turn[0], name)
                    return True
                else:
                    value = container.read(turn[0])
                f.vars[name] = Cell(coerce(value, self.resolve(ctype, f)), AUTO, "", f.depth)
                return True

            def move(f: Frame) -> None:
                turn[0] += 1

            try:
                return self.turns(f, more, move, body)
            finally:
                f.leave(mark)

        return run

    def s_switch_statement(self, node: Node) -> Statement:
        condition = self.expression(syntax.part(node, "condition"))
        cases = []
        for case in syntax.parts(syntax.part(node, "body")):
            value = syntax.part(case, "value")
            inner = [c for c in syntax.parts(case) if value is None or c != value]
            cases.append((self.expression(value) if value is not None else None, [self.statement(c) for c in inner]))

        def run(f: Frame) -> Any:
            chosen = condition(f)
            start = next((i for i, (v, _) in enumerate(cases) if v is not None and v(f) == chosen), None)
            if start is None:
                start = next((i for i, (v, _) in enumerate(cases) if v is None), len(cases))
            for _, inner in cases[start:]:
                for statement in inner:
                    left = statement(f)
                    if left is BREAK:
                        return None
                    if left is not None:
                        return left
            return None

        return run

    def s_try_statement(self, node: Node) -> Statement:
        return self.statement(syntax.part(node, "body"))  # nothing that a sample does right throws

    def s_struct_specifier(self, node: Node) -> Statement:
        self.type_declaration(node)
        return nothing

    s_class_specifier = s_enum_specifier = s_struct_specifier


class _ElementCell(Cell):
    """``auto& x : vector``: a variable that is an element."""

    __slots__ = ("index", "vector")

    def __init__(self, vector: Vector, index: int, name: str) -> None:
        self.vector, self.index = vector, index
        super().__init__(vector.data[index], vector.ctype, name, 99)

    def get(self) -> Any:
        return self.vector.read(self.index)

    def set(self, value: Any) -> None:
        self.vector.write(self.index, value)
        self.value = self.vector.data[self.index]
