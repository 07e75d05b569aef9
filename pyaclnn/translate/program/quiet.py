"""Functions at the end of an object's life that a script need not say: they only give back what CANN has given."""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import Any

from . import syntax
from .frames import Function
from .syntax import Node

_PLAIN = frozenset((
    "compound_statement", "if_statement", "else_clause", "condition_clause", "expression_statement", "comment",
    "parenthesized_expression", "identifier", "field_expression", "field_identifier", "this", "number_literal", "null",
    "true", "false", "binary_expression", "unary_expression", "pointer_expression", "argument_list", "declaration",
    "init_declarator", "primitive_type", "type_identifier", "placeholder_type_specifier", "auto", "cast_expression",
    "type_descriptor", "abstract_pointer_declarator", "qualified_identifier", "namespace_identifier", "do_statement",
    "for_range_loop", "reference_declarator", "type_qualifier", "subscript_expression", "subscript_argument_list",
    "return_statement", "delete_expression", "try_statement", "catch_clause", "parameter_list", "template_function",
    "template_argument_list", "sized_type_specifier", "preproc_call", ";", "nullptr", "pointer_declarator",
    "parameter_declaration", "template_type",
))  # fmt: skip
_NOTHING = frozenset(("null", "nullptr", "number_literal", "false", "true", "initializer_list"))
_METHODS = frozenset(("reset", "clear", "get", "empty", "size", "data", "begin", "end", "join", "joinable"))
_FUNCTIONS = frozenset(("free", "static_cast", "reinterpret_cast", "const_cast", "std::free", "fclose", "(void)"))
_FAILED = (b"_SUCCESS", b"ACL_ERROR_NONE", b"!= 0")


def is_quiet(
    body: Node,
    is_harmless: Callable[[str], bool],
    functions: Callable[[str], list[Function]],
    outside: Container[str],
) -> bool:
    """Whether a function's body only frees, destroys and forgets, and prints only where that fails.

    ``is_harmless`` tells of functions of CANN, ``functions`` gives the sample's own of a name; ``outside`` has the
    variables that others see.
    """
    return _Look(is_harmless, functions, outside).is_quiet(body)


class _Look:
    def __init__(
        self, is_harmless: Callable[[str], bool], functions: Callable[[str], list[Function]], outside: Container[str]
    ) -> None:
        self.is_harmless, self.functions, self.outside = is_harmless, functions, outside
        self.entered: set[Any] = set()

    def is_quiet(self, node: Node) -> bool:
        kind = node.type
        if kind == "if_statement" and any(w in syntax.part(node, "condition").text for w in _FAILED):
            status = syntax.part(node, "condition")
            return self.is_quiet(status)  # what follows is said where something fails, which it does not
        if kind == "call_expression":
            return self._is_quiet_call(node)
        if kind == "assignment_expression":
            left, right = syntax.part(node, "left"), syntax.part(node, "right")
            if syntax.text(syntax.part(node, "operator")) != "=" or syntax.text(left) in self.outside:
                return False
            is_own = left.type in ("identifier", "field_expression")
            return is_own and (right.type in _NOTHING or (right.type == "call_expression" and self.is_quiet(right)))
        if kind == "catch_clause":
            return True  # nothing of this throws
        return kind in _PLAIN and all(self.is_quiet(c) for c in node.named_children)

    def _is_quiet_call(self, node: Node) -> bool:
        target, arguments = syntax.part(node, "function"), syntax.part(node, "arguments")
        if not all(self.is_quiet(c) for c in arguments.named_children):
            return False
        if target.type == "field_expression":
            name = syntax.text(syntax.part(target, "field"))
            return name in _METHODS or self._is_own(name)
        name = syntax.text(target if target.type != "template_function" else syntax.part(target, "name"))
        return name in _FUNCTIONS or self.is_harmless(name.removeprefix("::")) or self._is_own(name.rpartition("::")[2])

    def _is_own(self, name: str) -> bool:
        if name in self.entered:
            return True
        self.entered.add(name)
        found = self.functions(name)
        return bool(found) and all(self.is_quiet(f.body) and not f.source for f in found)
