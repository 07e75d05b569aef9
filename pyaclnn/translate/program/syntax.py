"""The parser: a C++ text as a tree, and what the rest needs to know of its nodes."""

from __future__ import annotations

import re
from typing import Any, TypeAlias

from ..errors import NotUnderstood, TranslationError

Node: TypeAlias = Any  # a tree_sitter.Node

_parser: Any = None


def parse(text: str) -> Node:
    """The root of the tree. ``TranslationError`` without the extra or where most of the text is no C++."""
    global _parser
    if _parser is None:
        try:
            import tree_sitter_cpp
            from tree_sitter import Language, Parser
        except ImportError as error:
            raise TranslationError(
                f"translating needs a C++ parser, which is not installed ({error}): pip install 'pyaclnn[translate]'"
            ) from None
        _parser = Parser(Language(tree_sitter_cpp.language()))
    tree = _parser.parse(text.encode())
    return tree.root_node


def text(node: Node) -> str:
    found: str = node.text.decode(errors="replace")
    return found


def line(node: Node) -> int:
    found: int = node.start_point[0] + 1
    return found


def parts(node: Node) -> list[Node]:
    """The named children without comments; ``NotUnderstood`` where the parser gave up."""
    found = []
    for child in node.named_children:
        kind = child.type
        if kind == "ERROR":
            raise NotUnderstood("not C++", text(child)[:60])
        if kind != "comment":
            found.append(child)
    return found


def part(node: Node, name: str) -> Node:
    return node.child_by_field_name(name)


def of_type(node: Node, *kinds: str) -> Node | None:
    """The first child of one of the kinds."""
    return next((c for c in node.named_children if c.type in kinds), None)


def declared(declarator: Node) -> tuple[str, int, bool, list[Node | None]]:
    """``(name, stars, is a reference, array lengths)`` of a declarator."""
    stars, is_reference = 0, False
    lengths: list[Node | None] = []
    node = declarator
    while node is not None:
        kind = node.type
        if kind in ("pointer_declarator", "abstract_pointer_declarator"):
            stars += 1
        elif kind in ("reference_declarator", "abstract_reference_declarator"):
            is_reference = True
        elif kind in ("array_declarator", "abstract_array_declarator"):
            lengths.insert(0, part(node, "size"))
        elif kind in ("function_declarator", "abstract_function_declarator"):
            stars = max(stars, 1)
        elif kind in ("identifier", "field_identifier", "type_identifier", "qualified_identifier"):
            return text(node), stars, is_reference, lengths
        inner = part(node, "declarator")
        if inner is None:
            named = [c for c in node.named_children if c.type.endswith(("declarator", "identifier"))]
            inner = named[-1] if named else None
        node = inner
    return "", stars, is_reference, lengths


_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "0": "\0", "\\": "\\", '"': '"', "'": "'", "a": "\a", "b": "\b",
            "v": "\v", "f": "\f", "e": "\033", "?": "?"}  # fmt: skip
_ESCAPE = re.compile(r"\\(x[0-9a-fA-F]+|[0-7]{1,3}|u[0-9a-fA-F]{4}|.)", re.S)


def unescaped(literal: str) -> str:
    """The characters that a literal's inside stands for."""

    def replace(match: re.Match[str]) -> str:
        code = match[1]
        if code[0] in "xu" and len(code) > 1:
            return chr(int(code[1:], 16))
        if code[0].isdigit():
            return chr(int(code, 8))
        return _ESCAPES.get(code, code)

    return _ESCAPE.sub(replace, literal) if "\\" in literal else literal


def string(node: Node) -> str:
    """The value of a string literal or of several in a row."""
    if node.type == "concatenated_string":
        return "".join(string(c) for c in parts(node))
    whole = text(node)
    if node.type == "raw_string_literal":
        return whole[whole.index("(") + 1 : whole.rindex(")")]
    return unescaped(whole[whole.index('"') + 1 : -1])
