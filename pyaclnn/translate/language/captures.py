"""Lambdas, and the variables that they take with them."""

from __future__ import annotations

import re
from typing import Any

from ..errors import NotUnderstood
from ..program import syntax
from ..program.core import Core
from ..program.frames import Closure, Expression, Frame, Function
from ..program.syntax import Node
from ..values.types import AUTO
from ..values.variables import Cell
from .places import copied

_WORD = re.compile(r"[A-Za-z_]\w*")


class Captures(Core):
    """Lambdas."""

    def x_lambda_expression(self, node: Node) -> Expression:
        declarator, body = syntax.part(node, "declarator"), syntax.part(node, "body")
        parameters = self.parameters(syntax.part(declarator, "parameters") if declarator is not None else None)
        trailing = syntax.of_type(declarator, "trailing_return_type") if declarator is not None else None
        returns = self.type_of(trailing.named_children[0]) if trailing is not None else AUTO
        function = Function("lambda", parameters, body, returns)
        copies, made = self._captured(syntax.part(node, "captures"), body)

        def run(f: Frame) -> Any:
            function.shift = self.shift
            inner = Frame(f.depth, f)  # what is declared later under one of these names is another variable
            inner.vars = dict(f.vars)
            inner.function = f.function
            for name in copies:
                cell = _variable(f, name)
                if cell is not None:
                    inner.vars[name] = Cell(copied(cell.value), cell.ctype, name, f.depth)
            for name, value, is_reference in made:
                found = value(f)
                if not is_reference:
                    found = Cell(copied(found), AUTO, name, f.depth)
                elif not isinstance(found, Cell):
                    raise NotUnderstood("a lambda that refers to such a place")
                inner.vars[name] = found
            return Closure(function, inner)

        return run

    def _captured(self, node: Node, body: Node) -> tuple[list[str], list[tuple[str, Expression, bool]]]:
        """The variables that are copied, and those that are made for the lambda."""
        copies: list[str] = []
        made: list[tuple[str, Expression, bool]] = []
        by_reference = {b.strip()[1:].strip() for b in node.text[1:-1].decode().split(",") if b.strip()[:1] == "&"}
        for item in node.named_children:
            kind, text = item.type, syntax.text(item)
            if kind == "lambda_default_capture" and text == "=":
                copies += sorted(set(_WORD.findall(syntax.text(body))) - by_reference)
            elif kind == "identifier" and text not in by_reference:
                copies.append(text)
            elif kind == "lambda_capture_initializer":
                name, right = syntax.text(syntax.part(item, "left")), syntax.part(item, "right")
                is_reference = text[0] == "&"
                made.append((name, self.place(right) if is_reference else self.expression(right), is_reference))
            elif kind == "this" and b"*" in node.text:
                raise NotUnderstood("a lambda with a copy of its object")
        return copies, made


def _variable(f: Frame | None, name: str) -> Cell | None:
    """A variable of a function; not a member, and none of the whole program."""
    while f is not None:
        cell = f.vars.get(name)
        if cell is not None:
            return cell
        f = f.parent
    return None
