"""Expressions of which a condition on results chooses a part: both parts are looked at, so none may do anything."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..errors import NotUnderstood
from ..libraries import methods, standard
from ..program import syntax
from ..program.frames import Expression, Frame
from ..program.syntax import Node
from ..results.reach import guarded, reachable
from ..results.residual import Residual
from ..values import dynamic, types
from ..values.variables import truth

_CHANGES = ("update_expression", "assignment_expression", "new_expression", "delete_expression", "throw_statement",
            "co_await_expression")  # fmt: skip
_CASTS = ("static_cast", "reinterpret_cast", "const_cast", "sizeof")
_AND, _OR = ("&&", "and"), ("||", "or")


def calls_in(node: Node) -> Iterator[Node]:
    """The calls of functions in an expression that may do something."""
    stack = [node]
    while stack:
        inner = stack.pop()
        kind = inner.type
        if kind in _CHANGES:
            raise NotUnderstood("a choice on results that does something")
        if kind == "call_expression" and not _is_known(syntax.part(inner, "function")):
            yield inner
        if kind != "lambda_expression":
            stack += inner.named_children


def _is_known(target: Node) -> bool:
    """Whether a function only computes."""
    if target.type == "field_expression":
        return syntax.text(syntax.part(target, "field")) in methods.READING
    name = syntax.text(target if target.type != "template_function" else syntax.part(target, "name"))
    short = name.removeprefix("std::")
    return (name.startswith("std::") and short in standard.HARMLESS) or short in _CASTS or (
        types.numpy_of(types.parse(name)) is not None
    )  # fmt: skip


class Choices(Residual):
    """Sides of ``?:``, ``&&`` and ``||``."""

    def side(self, node: Node, value: Expression, f: Frame) -> Any:
        """What a side gives that may not be meant, and does nothing."""
        mark = len(self.trace.events)
        if next(calls_in(node), None) is None:
            found = value(f)
        else:
            cells, vectors = reachable(f, self.lasting())
            self.residual += 1
            try:
                with guarded(cells, vectors, is_final=True):
                    found = value(f)
            finally:
                self.residual -= 1
        if len(self.trace.events) != mark:
            del self.trace.events[mark:]
            raise NotUnderstood("a choice on results that does something")
        return found

    def chosen_statement(self, node: Node, statement: Node) -> Expression | None:
        """``c ? x++ : y++;`` and ``c && f();`` as what they are: conditions."""
        while node.type == "parenthesized_expression":
            node = syntax.parts(node)[0]
        nothing: Expression = lambda f: None  # noqa: E731
        yes = no = nothing
        if node.type == "conditional_expression":
            condition_node, first, second = (syntax.part(node, n) for n in ("condition", "consequence", "alternative"))
            yes, no = self._alone(first), self._alone(second)
        elif node.type == "binary_expression" and (sign := syntax.text(syntax.part(node, "operator"))) in _AND + _OR:
            condition_node = syntax.part(node, "left")
            right = self._alone(syntax.part(node, "right"))
            yes, no = (right, nothing) if sign in _AND else (nothing, right)
        else:
            return None
        condition = self.expression(condition_node)

        def run(f: Frame) -> Any:
            found = condition(f)
            if dynamic.is_dynamic(found):
                return self.under(f, found, yes, no, statement)
            (yes if truth(found) else no)(f)
            return None

        return run

    def _alone(self, node: Node) -> Expression:
        while node.type == "parenthesized_expression" or (
            node.type == "cast_expression" and syntax.text(syntax.part(node, "type")) == "void"
        ):
            node = syntax.parts(node)[-1]
        value = self.chosen_statement(node, node) or self.expression(node)

        def run(f: Frame) -> Any:
            value(f)

        return run
