"""Cuts a C header into declarations, and takes the role macros off its prototypes.

It knows as much of C as CANN's headers use: comments, preprocessor lines, ``extern "C"`` blocks, attributes
and a few macros go; what stays is declarations that a C parser takes. It never fails on bad text: what it
cannot cut is left out, and the parser behind it refuses the rest.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

ROLE_MACROS = ("ACLNN_OUT", "ACLNN_INOUT", "ACLNN_OPTIONAL")

# An alternative that has begun never fails, so the time is linear in the text: an unclosed string ends with its line.
# Patterns are strings: `re` compiles each at its first use, and keeps it. An import should not pay for them.
_COMMENT_OR_STRING = (
    r"(?s)//[^\\\n]*(?:\\(?:\r?\n)?[^\\\n]*)*|/\*[^*]*(?:\*(?!/)[^*]*)*(?:\*/|\Z)|"
    r"""'(?:\\.|[^'\\\n])'|"[^"\\\n]*(?:\\.[^"\\\n]*)*"?"""
)
_PREPROCESSOR = r"(?m)^[ \t]*#(?:\\\r?\n|[^\n])*"
_LANGUAGES = ('"C"', '"C++"')
_EXTERN_C = r'\bextern\s*"C(?:\+\+)?"\s*(\{)?'
_DROPPED_WORDS = (
    r"\b(?:ACLNN_API|ACL_FUNC_VISIBILITY|ACLNN_FUNC_VISIBILITY|OPAPI_EXPORT|ACL_DEPRECATED|constexpr|inline|extern)\b"
    r"|\[\[[^\[\]]*\]\]"
)
_DROPPED_CALLS = r"\b(?:__attribute(?:__)?|__?declspec|ACL_DEPRECATED\w*|ACL_PYDEPRECATED\w*)\s*(?=\()"
_NAMESPACE = r"(?:inline\s+)?namespace\b[\s\w:]*"
_LONGEST_NAMESPACE = 500  # looked at no further, so that the time stays linear
_WORD_CHARACTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"
_MACRO_WORD = rf"\b({'|'.join(ROLE_MACROS)})\b"
_ACLNN_CALL = r"\b(aclnn\w+)\s*\("
PHASE_1 = "GetWorkspaceSize"


class Prototype(NamedTuple):
    """A function declaration: its text without role macros, and the macros of each parameter."""

    name: str
    text: str
    macros: tuple[frozenset[str], ...]


class Declarations(NamedTuple):
    """What one header declares: its types in order, and its functions by name."""

    types: tuple[str, ...]
    prototypes: dict[str, Prototype]


def decode(data: bytes) -> str:
    """Header bytes as text: UTF-8 with or without a byte order mark, odd bytes replaced."""
    return data.decode("utf-8-sig", errors="replace").replace("\0", " ")


class Mentions(NamedTuple):
    """The ``aclnn`` functions that a header names outside of comments: operators, and those of one phase."""

    operators: tuple[str, ...]
    single_phase: tuple[str, ...]


def mentions_in(text: str) -> Mentions:
    """The operators and single-phase functions that a header names, without parsing it."""
    names = dict.fromkeys(re.findall(_ACLNN_CALL, _bare(text)))
    operators = {n.removesuffix(PHASE_1): None for n in names if n.endswith(PHASE_1) and n != f"aclnn{PHASE_1}"}
    single = tuple(n for n in names if n not in operators and n.removesuffix(PHASE_1) not in operators)
    return Mentions(tuple(operators), single)


def operators_in(text: str) -> Iterator[str]:
    """The operators whose phase 1 a header mentions outside of comments, without parsing it."""
    yield from mentions_in(text).operators


def scan(text: str) -> Declarations:
    """Every type and prototype of a header. A repeated prototype counts once, the first."""
    types: list[str] = []
    prototypes: dict[str, Prototype] = {}
    for declaration in _declarations(_plain(text)):
        found = _function(declaration)
        if found is not None:
            prototypes.setdefault(found.name, found)
        elif declaration.startswith(("typedef", "enum", "struct", "union")):
            types.append(declaration + ";")
    return Declarations(tuple(types), prototypes)


def _bare(text: str) -> str:
    """The text without comments, preprocessor lines and what stands in strings."""
    return re.sub(_PREPROCESSOR, "", re.sub(_COMMENT_OR_STRING, _stand_in, text))


def _stand_in(match: re.Match[str]) -> str:
    text = match[0]
    if text[0] == "/":
        return " "
    if text[0] == "'":
        return "0"
    return text if text in _LANGUAGES else '""'


def _plain(text: str) -> str:
    text = re.sub(_EXTERN_C, " ", _bare(text))  # its closing brace is the one _declarations finds unmatched
    text = _drop_calls(text)
    return re.sub(_DROPPED_WORDS, " ", text)


def _drop_calls(text: str) -> str:
    """Removes ``NAME(...)`` of attributes and deprecation macros, nested parentheses included."""
    parts, position = [], 0
    for match in re.finditer(_DROPPED_CALLS, text):
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
    """Splits at semicolons outside braces, and drops functions with a body.

    A closing brace without an opening one is that of extern "C" or of a namespace.
    """
    depth, start, is_body = 0, 0, False
    for match in re.finditer(r"[{};]", text):
        sign = match[0]
        if sign == "{":
            if depth == 0:
                head = text[max(start, match.start() - _LONGEST_NAMESPACE) : match.start()].strip()
                if re.fullmatch(_NAMESPACE, head):
                    start = match.end()
                    continue
                is_body = head.endswith((")", " const", " noexcept"))
            depth += 1
        elif sign == "}":
            if depth == 0 or (depth == 1 and is_body):
                start = match.end()
            depth = max(0, depth - 1)
        elif depth == 0:
            declaration = " ".join(text[start : match.start()].split())
            start = match.end()
            if declaration:
                yield declaration


def _function(declaration: str) -> Prototype | None:
    """The prototype that a declaration is, or None. Macro calls before its return type are left out."""
    if not declaration.endswith(")") or "{" in declaration or declaration.startswith("typedef"):
        return None
    start = 0
    while (opening := declaration.find("(", start)) >= 0:
        head = declaration[start:opening].rstrip()
        returns = head.rstrip(_WORD_CHARACTERS)
        name = head[len(returns) :]
        closing = _closing(declaration, opening)
        if not name or name[0].isdigit() or "=" in returns:
            return None
        if closing == len(declaration):
            return _prototype(name, returns, declaration[opening + 1 : -1]) if returns.strip() else None
        if returns.strip():
            return None
        start = closing
    return None


def _prototype(name: str, returns: str, parameters: str) -> Prototype:
    macros = tuple(frozenset(re.findall(_MACRO_WORD, p) if "ACLNN_" in p else ()) for p in split_parameters(parameters))
    text = " ".join(re.sub(_MACRO_WORD, " ", f"{_return_type(returns)} {name}({parameters});").split())
    return Prototype(name, text, macros)


def _return_type(text: str) -> str:
    """The text before a function's name without words all in capitals, which are export macros of any spelling."""
    words = text.replace("*", " * ").split()
    kept = [w for w in words if not (w.isupper() and len(w) > 1)]
    return " ".join(kept if any(w not in ("*", "const") for w in kept) else words)


def split_parameters(text: str) -> list[str]:
    parts, depth, start = [], 0, 0
    for match in re.finditer(r"[(),]", text):
        if match[0] == ",":
            if depth == 0:
                parts.append(text[start : match.start()])
                start = match.end()
        else:
            depth += 1 if match[0] == "(" else -1
    parts.append(text[start:])
    return [] if parts == [""] or text.strip() == "void" else parts
