"""Statements: control flow and declarations. What is not understood is noted, and the run goes on after it."""

from __future__ import annotations

from typing import Any

from ..errors import NotUnderstood
from ..program import syntax
from ..program.control import BREAK, CONTINUE, Goto, Returned, Thrown
from ..program.frames import Frame, Statement
from ..program.labels import Labeled, labels_in
from ..program.sequence import is_open
from ..program.syntax import Node
from ..trace import Print
from ..values import dynamic
from ..values.types import AUTO
from ..values.variables import Undefined, truth
from .choices import Choices
from .declarations import nothing
from .exceptions import Exceptions
from .loops import Loops
from .order import Order
from .statuses import checked

_CHECKED = ("expression_statement", "declaration", "return_statement")  # for an order that is left open
_SIMPLE = ("expression_statement", "return_statement", "break_statement", "continue_statement")  # declare nothing
_SCOPED = ("declaration", "comment", "ERROR")  # braces around it matter
_NOTHING = ("comment", ";", "alias_declaration", "using_declaration", "type_definition", "empty_statement",
            "static_assert_declaration", "preproc_call")  # fmt: skip


class Statements(Order, Choices, Exceptions, Labeled, Loops):
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
        is_simple = node.type in _CHECKED
        inner = node if is_simple else syntax.part(node, "condition")
        if inner is not None and inner.has_error:
            raise NotUnderstood("not C++")
        if inner is not None and is_open(inner):
            raise NotUnderstood("changes a variable in no order with another use")
        method = getattr(self, f"s_{node.type}", None)
        if method is None:
            raise NotUnderstood("not C++" if node.type == "ERROR" else "a kind of statement", node.type)
        found: Statement = method(node)
        return self.in_order(node, found) if is_simple and node.text.count(b"(") > 1 else found

    def s_expression_statement(self, node: Node) -> Statement:
        inner = syntax.parts(node)
        if not inner:
            return nothing
        if inner[0].type in ("conditional_expression", "binary_expression", "parenthesized_expression"):
            chosen = self.chosen_statement(inner[0], node)
            if chosen is not None:
                return chosen
        value = self.expression(inner[0])

        def run(f: Frame) -> Any:
            value(f)

        def whole(f: Frame) -> Any:
            """All of a chain of prints, or none."""
            events, mark = self.trace.events, len(self.trace.events)
            try:
                value(f)
            except NotUnderstood:
                if events is self.trace.events and all(isinstance(e, Print) for e in events[mark:]):
                    del events[mark:]
                raise

        return whole if inner[0].type == "binary_expression" else run

    def s_labeled_statement(self, node: Node) -> Statement:
        return self.statement(node.named_children[-1])

    def s_goto_statement(self, node: Node) -> Statement:
        goto = Goto(syntax.text(node.named_children[0]))
        return lambda f: goto

    def s_compound_statement(self, node: Node) -> Statement:
        nodes = [c for c in node.named_children if c.type != "comment"]
        inner = [self.statement(c) for c in nodes]
        if len(nodes) == 1 and nodes[0].type in _SIMPLE:
            return inner[0]
        places = labels_in(nodes)
        if places:
            return self.with_labels(places, inner)

        def run(f: Frame) -> Any:
            mark = len(f.undo)
            left = None
            try:
                for statement in inner:
                    left = statement(f)
                    if left is not None:
                        break
                if f.guards:
                    self.unwind(f, mark, left)
            except Thrown:
                self.unwind(f, mark)
                raise
            finally:
                if len(f.undo) > mark:
                    f.leave(mark)
            return left

        return run

    def s_if_statement(self, node: Node) -> Statement:
        clause = syntax.part(node, "condition")
        initializer = syntax.part(clause, "initializer")
        condition = self.condition(syntax.part(clause, "value") or clause)
        start = self.statement(initializer.named_children[0] if initializer.type == "init_statement" else initializer) \
            if initializer is not None else None  # fmt: skip
        yes = self.statement(syntax.part(node, "consequence"))
        other = syntax.part(node, "alternative")
        no = self.statement(syntax.parts(other)[0]) if other is not None else nothing
        yes, no = checked(node, yes, no)

        def run(f: Frame) -> Any:
            mark = len(f.undo)
            if start is not None:
                start(f)
            found = condition(f)
            if found is True or found is False:
                left = yes(f) if found else no(f)
            elif dynamic.is_dynamic(found):
                left = self.under(f, found, yes, no, node)
            else:
                left = yes(f) if truth(found) else no(f)
            if len(f.undo) > mark:
                f.leave(mark)
            return left

        return run

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

    def s_switch_statement(self, node: Node) -> Statement:
        condition = self.expression(syntax.part(node, "condition"))
        cases = []
        for case in syntax.parts(syntax.part(node, "body")):
            value = syntax.part(case, "value")
            inner = [c for c in syntax.parts(case) if value is None or c != value]
            cases.append((self.expression(value) if value is not None else None, [self.statement(c) for c in inner]))

        def run(f: Frame) -> Any:
            chosen = condition(f)
            if isinstance(chosen, Undefined) or dynamic.is_dynamic(chosen):
                raise NotUnderstood("a condition on results")
            start = next((i for i, (v, _) in enumerate(cases) if v is not None and v(f) == chosen), None)
            if start is None:
                start = next((i for i, (v, _) in enumerate(cases) if v is None), len(cases))
            mark = len(f.undo)
            self.loops.append(False)
            try:
                for _, inner in cases[start:]:
                    for statement in inner:
                        left = statement(f)
                        if left is not None:
                            self.unwind(f, mark, left)
                            return None if left is BREAK else left
                self.unwind(f, mark)
            finally:
                self.loops.pop()
                f.leave(mark)
            return None

        return run

    def s_struct_specifier(self, node: Node) -> Statement:
        self.type_declaration(node)
        return nothing

    s_class_specifier = s_enum_specifier = s_struct_specifier
