"""``throw``, ``try`` and ``catch``."""

from __future__ import annotations

from typing import Any

from ..errors import NotUnderstood
from ..program import syntax
from ..program.control import Thrown
from ..program.core import Core
from ..program.frames import Frame, Statement
from ..program.syntax import Node
from ..values import dynamic, types
from ..values.types import AUTO, CType
from ..values.variables import Cell, Object

_BASES = {
    "logic_error": "exception", "runtime_error": "exception", "bad_alloc": "exception", "bad_cast": "exception",
    "invalid_argument": "logic_error", "domain_error": "logic_error", "length_error": "logic_error",
    "out_of_range": "logic_error", "range_error": "runtime_error", "overflow_error": "runtime_error",
    "underflow_error": "runtime_error", "exception": "",
}  # fmt: skip
_PLAIN = ("exception", "bad_alloc", "bad_cast")  # whose text the library chooses


class Problem:
    """An exception of the standard library."""

    def __init__(self, name: str, text: str) -> None:
        self.name, self.text = name, text

    def m_what(self) -> str:
        return self.text


class Exceptions(Core):
    """Exceptions."""

    def begin(self) -> None:
        super().begin()
        self.caught: list[Thrown] = []
        self.tries = 0  # that are running

    def s_throw_statement(self, node: Node) -> Statement:
        inner = syntax.parts(node)
        value: Any = None
        if inner:
            value = self._problem(inner[0]) or self.expression(inner[0])

        def run(f: Frame) -> Any:
            if value is None and not self.caught:
                raise NotUnderstood("throws nothing")
            found = value(f) if value is not None else None
            if self.residual or self.is_in_bulk:
                raise NotUnderstood("throws under a condition on results")
            raise Thrown(found, self.line(node)) if value is not None else self.caught[-1]

        return run

    def _problem(self, node: Node) -> Any:
        """``std::runtime_error("...")``"""
        if node.type not in ("call_expression", "compound_literal_expression"):
            return None
        named = syntax.part(node, "function" if node.type == "call_expression" else "type")
        name = syntax.text(named).removeprefix("std::")
        if name not in _BASES or (name in self.structs):
            return None
        given = syntax.parts(syntax.part(node, "arguments" if node.type == "call_expression" else "value"))
        if name in _PLAIN or len(given) != 1:
            return lambda f: Problem(name, f"std::{name}")
        text = self.expression(given[0])

        def make(f: Frame) -> Problem:
            found = text(f)
            if not isinstance(found, str):
                raise NotUnderstood("an exception with such a text")
            return Problem(name, found)

        return make

    def s_try_statement(self, node: Node) -> Statement:
        body = self.statement(syntax.part(node, "body"))
        clauses = [self._clause(c) for c in node.named_children if c.type == "catch_clause"]

        def run(f: Frame) -> Any:
            mark, shift = len(f.undo), self.shift
            self.tries += 1
            try:
                try:
                    return body(f)
                finally:
                    self.tries -= 1
            except Thrown as thrown:
                self.shift = shift
                f.leave(mark)
                for ctype, name, handle in clauses:
                    if ctype is not None and not self._fits(thrown.value, self.resolve(ctype, f)):
                        continue
                    if name:
                        f.declare(name, Cell(thrown.value, AUTO, name, f.depth))
                    self.caught.append(thrown)
                    try:
                        return handle(f)
                    finally:
                        self.caught.pop()
                        f.leave(mark)
                raise

        return run

    def _clause(self, node: Node) -> tuple[CType | None, str, Statement]:
        parameters, body = syntax.part(node, "parameters"), self.statement(syntax.part(node, "body"))
        given = [p for p in parameters.named_children if p.type == "parameter_declaration"]
        if not given:
            return None, "", body
        declarator = syntax.part(given[0], "declarator")
        name, stars, _, _ = syntax.declared(declarator) if declarator is not None else ("", 0, False, [])
        return types.parse(syntax.text(syntax.part(given[0], "type"))).pointed(stars), name, body

    def _fits(self, value: Any, ctype: CType) -> bool:
        if isinstance(value, Problem):
            name = value.name
            while name and name != ctype.name:
                name = _BASES[name]
            return bool(name)
        if isinstance(value, Object):
            if ctype.name in _BASES:
                raise NotUnderstood("an exception of the sample's own")
            return self._is_kind(value.ctype.name, ctype.name)
        if isinstance(value, str):
            return (ctype.name == "char" and ctype.pointers == 1) or ctype.name == "string"
        if isinstance(value, (int, float)):
            return dynamic.type_of(value) == ctype
        raise NotUnderstood("an exception of such a value", type(value).__name__)

    def _is_kind(self, name: str, wanted: str) -> bool:
        return name == wanted or (
            name in self.structs and any(self._is_kind(b, wanted) for b in self.structs[name].bases)
        )
