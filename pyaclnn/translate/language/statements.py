"""Statements: control flow and declarations. What is not understood is noted, and the run goes on after it."""

from __future__ import annotations

from typing import Any

from ..errors import Consequence, NotUnderstood
from ..program import syntax
from ..program.control import BREAK, CONTINUE, Goto, Returned
from ..program.core import MAX_FAILURES
from ..program.frames import Frame, Statement
from ..program.labels import Labeled, labels_in
from ..program.syntax import Node
from ..values import dynamic
from ..values.types import AUTO
from ..values.variables import POISON, Cell, Undefined, truth
from .declarations import nothing
from .loops import Loops

_SIMPLE = ("expression_statement", "declaration", "return_statement")
_SCOPED = ("declaration", "comment", "ERROR")  # braces around it matter
_NOTHING = ("comment", ";", "alias_declaration", "using_declaration", "type_definition", "empty_statement",
            "static_assert_declaration", "preproc_call")  # fmt: skip


class Statements(Labeled, Loops):
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
        if error.reason == "runs too long" or self.is_in_bulk or self.residual:
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
        elif "results" in error.reason:
            return self.forget(node, f)
        return None

    def forget(self, node: Node, f: Frame) -> Any:
        """What a condition or loop that is not understood may have set is unknown, and what it may have returned."""
        stack, returns = [node], False
        while stack:
            inner = stack.pop()
            stack += [c for c in inner.named_children if c.type != "lambda_expression"]
            returns = returns or inner.type == "return_statement"
            left = syntax.part(inner, "left" if inner.type == "assignment_expression" else "argument")
            if inner.type in ("assignment_expression", "update_expression") and left.type == "identifier":
                cell = f.find(syntax.text(left))
                if cell is not None:
                    cell.value = POISON
        return Returned(POISON) if returns and f.depth else None

    def s_expression_statement(self, node: Node) -> Statement:
        inner = syntax.parts(node)
        if not inner:
            return nothing
        value = self.expression(inner[0])

        def run(f: Frame) -> Any:
            value(f)

        return run

    def s_labeled_statement(self, node: Node) -> Statement:
        return self.statement(node.named_children[-1])

    def s_goto_statement(self, node: Node) -> Statement:
        goto = Goto(syntax.text(node.named_children[0]))
        return lambda f: goto

    def s_compound_statement(self, node: Node) -> Statement:
        nodes = [c for c in node.named_children if c.type != "comment"]
        inner = [self.statement(c) for c in nodes]
        places = labels_in(nodes)
        if places:
            return self.with_labels(places, inner)

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
        condition = self.condition(syntax.part(clause, "value") or clause)
        start = self.statement(initializer.named_children[0] if initializer.type == "init_statement" else initializer) \
            if initializer is not None else None  # fmt: skip
        yes = self.statement(syntax.part(node, "consequence"))
        other = syntax.part(node, "alternative")
        no = self.statement(syntax.parts(other)[0]) if other is not None else nothing

        def run(f: Frame) -> Any:
            mark = len(f.undo)
            if start is not None:
                start(f)
            found = condition(f)
            if found is not True and found is not False and dynamic.is_dynamic(found):
                left = self.under(f, found, yes, no, node)
            else:
                left = yes(f) if truth(found) else no(f)
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
            self.loops.append(False)
            try:
                for _, inner in cases[start:]:
                    for statement in inner:
                        left = statement(f)
                        if left is BREAK:
                            return None
                        if left is not None:
                            return left
            finally:
                self.loops.pop()
            return None

        return run

    def s_try_statement(self, node: Node) -> Statement:
        return self.statement(syntax.part(node, "body"))  # nothing that a sample does right throws

    def s_struct_specifier(self, node: Node) -> Statement:
        self.type_declaration(node)
        return nothing

    s_class_specifier = s_enum_specifier = s_struct_specifier
