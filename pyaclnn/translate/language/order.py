"""Calls in one statement whose order C++ leaves open, where the functions do something that others see."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ..errors import NotUnderstood
from ..libraries import methods
from ..program import syntax
from ..program.frames import Closure, Frame, Function, Statement
from ..program.syntax import Node
from .unknown import Unknown, within

_IN_ORDER = ("&&", "||", "and", "or", "<<")  # of a stream, which since C++17 is from left to right
_KNOWN = ("std::", "acl", "Hccl", "::acl")
_ACTS = re.compile(r"\bprintf\s*\(|\bcout\b|\bstatic\s+(?!const)|\bacl[nr]\w*\s*\(")


class Order(Unknown):
    """The order of calls."""

    def in_order(self, node: Node, run: Statement) -> Statement:
        """A statement that is refused where functions that act are called in no order."""
        groups = list(_groups(node))
        if not groups:
            return run
        called = {name for parts in groups for p in parts for name in p.called}

        def checked(f: Frame) -> Any:
            if not any(self._acts(name, f) for name in called):
                return run(f)
            for parts in groups:
                acting = [p for p in parts if any(self._acts(name, f) for name in p.called)]
                if len(acting) > 1 or any(p.given & q.words for p in acting for q in parts if q is not p):
                    raise NotUnderstood("calls in no order that do something")
            return run(f)

        return checked

    def _acts(self, name: str, f: Frame, depth: int = 0) -> bool:
        """Whether a function of the sample changes or shows something that others see."""
        cell = f.find(name)
        if cell is not None:
            return isinstance(cell.value, Closure) and self._does(cell.value.function)
        known: dict[str, bool] = self.state.setdefault("acts", {})
        if name not in known:
            known[name] = False
            own = [m for s in self.structs.values() for m in s.methods.get(name, ())]
            known[name] = any(self._does(c) for c in [*self.functions.get(name, ()), *own])
        return known[name]

    def _does(self, function: Function) -> bool:
        body = self.body_of(function)
        if _ACTS.search(syntax.text(body)):
            return True
        own = {p.name for p in function.parameters if p.is_plain}
        for node in within(body, ("declaration", "for_range_loop")):
            for declarator in node.children_by_field_name("declarator"):
                name, stars, is_reference, _ = syntax.declared(declarator)
                if not stars and not is_reference:
                    own.add(name)
        called = set()
        for node in within(body, ("assignment_expression", "update_expression", "call_expression")):
            target = node.named_children[0]
            if node.type == "call_expression":
                if target.type != "field_expression":
                    called.add(syntax.text(target))
                    continue
                if syntax.text(syntax.part(target, "field")) in methods.READING:
                    continue
            if _root(target) not in own:
                return True
        return any(self._acts(name, Frame(0)) for name in called - {function.name} if name in self.functions)


def _root(node: Node) -> str:
    """The variable that a place is a part of; empty for what a pointer names."""
    while node.type in ("subscript_expression", "field_expression", "parenthesized_expression"):
        if b"->" in node.text:
            return ""
        node = node.named_children[0]
    return syntax.text(node) if node.type == "identifier" else ""


class _Part:
    """An operand or argument: the functions that it calls, what it gives them, and all variables in it."""

    def __init__(self, node: Node) -> None:
        self.called: set[str] = set()
        self.given: set[str] = set()
        self.words: set[str] = set()
        stack = [(node, False)]
        while stack:
            inner, is_given = stack.pop()
            kind = inner.type
            if kind == "identifier":
                self.words.add(inner.text)
                if is_given:
                    self.given.add(inner.text)
            elif kind == "call_expression":
                name = _name(syntax.part(inner, "function"))
                if name is not None:
                    self.called.add(name)
                    is_given = True
            if kind != "lambda_expression":
                stack += [(c, is_given) for c in inner.named_children]


def _name(target: Node) -> str | None:
    """The name of a function that may be the sample's own."""
    if target.type == "field_expression":
        return syntax.text(syntax.part(target, "field"))
    name = syntax.text(target if target.type != "template_function" else syntax.part(target, "name"))
    return None if name.startswith(_KNOWN) else name.rpartition("::")[2]


def _groups(node: Node) -> Iterator[list[_Part]]:
    """The parts of each place that are in no order, where functions may see each other's doing."""
    stack = [node]
    while stack:
        inner = stack.pop()
        kind = inner.type
        if kind == "lambda_expression":
            continue
        stack += inner.named_children
        if len(inner.named_children) > 1 and b"(" in inner.text and (kind == "argument_list" or (
            kind == "binary_expression" and syntax.text(syntax.part(inner, "operator")) not in _IN_ORDER
        )):  # fmt: skip
            parts = [_Part(c) for c in inner.named_children]
            if sum(bool(p.called) for p in parts) > 1 or any(
                p.given & q.words for p in parts if p.called for q in parts if q is not p
            ):
                yield parts
