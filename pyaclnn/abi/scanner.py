"""Cuts a C header into declarations, and takes the role macros off its prototypes.

It knows as much of C as CANN's headers use: comments, preprocessor lines, ``extern "C"`` blocks, attributes
and a few macros go; what stays is declarations that a C parser takes. It never fails on bad text: what it
cannot cut is left out, and the parser behind it refuses the rest.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

ROLE_MACROS = ("ACLNN_OUT", "ACLNN_INOUT", "ACLNN_OPTIONAL")

_COMMENT_OR_STRING = re.compile(r'//[^\n]*|/\*.*?(?:\*/|\Z)|"(?:\\.|[^"\\\n])*"', re.S)
_PREPROCESSOR = re.compile(r"^[ \t]*#(?:\\\r?\n|[^\n])*", re.M)
_EXTERN_C = re.compile(r'\bextern\s*"C"\s*(\{)?')
_DROPPED_WORDS = re.compile(
    r"\b(?:ACLNN_API|ACL_FUNC_VISIBILITY|ACLNN_FUNC_VISIBILITY|OPAPI_EXPORT|constexpr|inline|extern)\b"
)
_DROPPED_CALLS = re.compile(
    r"\b(?:__attribute__|__declspec|ACL_DEPRECATED_MESSAGE|ACL_DEPRECATED\w*|ACL_PYDEPRECATED\w*)\s*(?=\()"
)
_PROTOTYPE = re.compile(r"([A-Za-z_]\w*)\s*\((.*)\)\s*$", re.S)
_MACRO_WORD = re.compile(rf"\b({'|'.join(ROLE_MACROS)})\b")
_OPERATOR = re.compile(r"\b(aclnn\w+?)GetWorkspaceSize\s*\(")


@dataclass(frozen=True)
class Prototype:
    """A function declaration: its text without role macros, and the macros of each parameter."""

    name: str
    text: str
    macros: tuple[frozenset[str], ...]


@dataclass(frozen=True)
class Declarations:
    """What one header declares: its types in order, and its functions by name."""

    types: tuple[str, ...]
    prototypes: dict[str, Prototype]


def decode(data: bytes) -> str:
    """Header bytes as text: UTF-8 with or without a byte order mark, odd bytes replaced."""
    return data.decode("utf-8-sig", errors="replace").replace("\0", " ")


def operators_in(text: str) -> Iterator[str]:
    """The operators whose phase 1 a header mentions, without parsing it."""
    seen = set()
    for match in _OPERATOR.finditer(text):
        if match[1] not in seen:
            seen.add(match[1])
            yield match[1]


def scan(text: str) -> Declarations:
    """Every type and prototype of a header. A repeated prototype counts once, the first."""
    types: list[str] = []
    prototypes: dict[str, Prototype] = {}
    for declaration in _declarations(_plain(text)):
        match = (
            None
            if "{" in declaration or declaration.startswith("typedef")
            else _PROTOTYPE.search(declaration)
        )
        if match is None:
            if declaration.startswith(("typedef", "enum", "struct", "union")):
                types.append(declaration + ";")
        elif match[1] not in prototypes:
            prototypes[match[1]] = _prototype(match[1], declaration[: match.start(1)], match[2])
    return Declarations(tuple(types), prototypes)


def _plain(text: str) -> str:
    text = _COMMENT_OR_STRING.sub(lambda m: m[0] if m[0][0] == '"' else " ", text)
    text = _PREPROCESSOR.sub("", text)
    text = _EXTERN_C.sub(" ", text)  # its closing brace is the one _declarations finds unmatched
    text = _drop_calls(text)
    return _DROPPED_WORDS.sub(" ", text)


def _drop_calls(text: str) -> str:
    """Removes ``NAME(...)`` of attributes and deprecation macros, nested parentheses included."""
    parts, position = [], 0
    for match in _DROPPED_CALLS.finditer(text):
        if match.start() < position:
            continue
        parts.append(text[position : match.start()])
        position = _closing(text, match.end())
    parts.append(text[position:])
    return " ".join(parts)


def _closing(text: str, opening: int) -> int:
    """The position after the parenthesis that closes the one at ``opening``."""
    depth = 0
    for match in re.compile(r"[()]").finditer(text, opening):
        depth += 1 if match[0] == "(" else -1
        if depth == 0:
            return match.end()
    return len(text)


def _declarations(text: str) -> Iterator[str]:
    """Splits at semicolons outside braces; a closing brace without an opening one is extern "C"'s."""
    depth, start = 0, 0
    for match in re.compile(r"[{};]").finditer(text):
        sign = match[0]
        if sign == "{":
            depth += 1
        elif sign == "}":
            if depth == 0:
                start = match.end()
            depth = max(0, depth - 1)
        elif depth == 0:
            declaration = " ".join(text[start : match.start()].split())
            start = match.end()
            if declaration:
                yield declaration


def _prototype(name: str, returns: str, parameters: str) -> Prototype:
    macros = []
    for parameter in _split_parameters(parameters):
        macros.append(frozenset(_MACRO_WORD.findall(parameter)))
    text = " ".join(_MACRO_WORD.sub(" ", f"{returns} {name}({parameters});").split())
    return Prototype(name, text, tuple(macros))


def _split_parameters(text: str) -> list[str]:
    parts, depth, start = [], 0, 0
    for match in re.compile(r"[(),]").finditer(text):
        if match[0] == ",":
            if depth == 0:
                parts.append(text[start : match.start()])
                start = match.end()
        else:
            depth += 1 if match[0] == "(" else -1
    parts.append(text[start:])
    return [] if parts == [""] or text.strip() == "void" else parts
