"""The parser: a C++ text as a tree, and what the rest needs to know of its nodes."""

from __future__ import annotations

import re
from typing import Any, TypeAlias

from ..errors import NotUnderstood, TranslationError
from ..values.texts import as_bytes, as_text

Node: TypeAlias = Any  # a tree_sitter.Node

_parser: Any = None
_LONG, _DEEPEST = 1500, 2000


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
    root = _parser.parse(text.encode()).root_node
    if len(text) > _LONG:
        _check_depth(root)
    return root


def _check_depth(root: Node) -> None:
    """Refuses trees so deep that nodes, which hold their children, could not even be freed."""
    cursor, depth = root.walk(), 0
    while True:
        if cursor.goto_first_child():
            depth += 1
            if depth > _DEEPEST:
                raise TranslationError("expressions are nested too deep")
            continue
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return
            depth -= 1


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


_ESCAPES = {b"n": 10, b"t": 9, b"r": 13, b"a": 7, b"b": 8, b"v": 11, b"f": 12, b"e": 27}
_ESCAPE = re.compile(rb"\\(x[0-9a-fA-F]+|[0-7]{1,3}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|\r?\n|.)", re.S)


def unescaped(literal: str) -> str:
    """The characters that a literal's inside stands for; bytes that are no text stay, by Python's escapes."""

    def replace(match: re.Match[bytes]) -> bytes:
        code = match[1]
        if code[:1] in b"uU" and len(code) > 1:
            return chr(int(code[1:], 16)).encode()
        if (code[:1] == b"x" and len(code) > 1) or code[:1].isdigit():
            value = int(code[1:], 16) if code[:1] == b"x" else int(code, 8)
            if value > 255:
                raise NotUnderstood("a character", literal)
            return bytes([value])
        if code in (b"\n", b"\r\n"):
            return b""
        return bytes([_ESCAPES[code]]) if code in _ESCAPES else code

    if "\\" not in literal:
        return literal
    return as_text(_ESCAPE.sub(replace, as_bytes(literal)))


def character(literal: str) -> int:
    """The number that a character in single quotes stands for, which has a sign."""
    inside = as_bytes(unescaped(literal[1:-1]))
    if literal[0] != "'" or len(inside) != 1:
        raise NotUnderstood("a character", literal)
    return inside[0] - 256 if inside[0] > 127 else inside[0]


def string(node: Node) -> str:
    """The value of a string literal or of several in a row."""
    if node.type == "concatenated_string":
        return as_text(b"".join(as_bytes(string(c)) for c in parts(node)))
    whole = text(node)
    if not whole.startswith(('"', 'R"', 'u8"', 'u8R"')):
        raise NotUnderstood("a kind of text", whole[:60])
    if node.type == "raw_string_literal":
        return whole[whole.index("(") + 1 : whole.rindex(")")]
    return unescaped(whole[whole.index('"') + 1 : -1])
