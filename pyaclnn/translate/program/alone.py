"""Functions whose result depends on nothing but what they are given: numbers, or a vector such as a shape."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..values import types
from . import syntax

if TYPE_CHECKING:
    from .frames import Function, Parameter

_WORD = re.compile(r"[A-Za-z_]\w*")
_DECLARED = re.compile(r"\b(?:auto|int|long|size_t|u?int\d+_t)\s+([A-Za-z_]\w*)\s*(?:=|;|:)")
_CALLED = re.compile(r"\b(\w+)\s*\(")
_KNOWN = frozenset(("auto", "for", "if", "while", "else", "return", "const", "size", "std", *types.INTEGERS))
_LONG = 8000  # characters of a function that is not looked at
_NEVER = re.compile(r"&(?!&)|\bstatic\b|[\w\]]\s*->")


def is_pure(function: Function, mutable: set[str]) -> bool:
    """Whether a function of numbers gives the same for the same ones; ``mutable`` are the global variables."""
    if not function.parameters or any(
        types.numpy_of(p.ctype) is None and not function.template and not _is_read(p, function)
        for p in function.parameters
    ):
        return False
    if any(p.is_reference and not p.is_plain for p in function.parameters):
        return False
    names = set(_WORD.findall(function.source or syntax.text(function.body)))
    return not (names & {"static", "printf", "cout", "rand"}) and not (names & mutable)


def _is_read(parameter: Parameter, function: Function) -> bool:
    """Whether a parameter is a vector of numbers that the function only looks at."""
    ctype = parameter.ctype
    if ctype.name != "vector" or ctype.pointers or len(ctype.args) != 1 or types.numpy_of(ctype.args[0]) is None:
        return False
    text = function.source or syntax.text(function.body)
    if len(text) > _LONG:
        return False
    name = rf"\b{re.escape(parameter.name)}\b"
    element = r"\[[^\[\]]*\](?!\s*(?:(?:[-+*/%|&^]|<<|>>)?=(?!=)|\+\+|--))"
    used = re.findall(rf"(?<!\+\+)(?<!--){name}\s*(?:{element}|\.\s*size\s*\(\))", text)
    return len(used) == len(re.findall(name, text))


def is_alone(function: Function) -> bool:
    """Whether a function of one vector only looks at its numbers, and at variables of its own."""
    if function.is_alone is None:
        function.is_alone = _looks_alone(function)
    return function.is_alone


def _looks_alone(function: Function) -> bool:
    if len(function.parameters) != 1 or function.template:
        return False
    (parameter,) = function.parameters
    ctype = parameter.ctype
    if ctype.name != "vector" or ctype.pointers or types.numpy_of(function.returns) is None:
        return False
    text = function.source or syntax.text(function.body)
    if len(text) > _LONG:
        return False
    name = re.escape(parameter.name)
    changes = rf"\b{name}(?:\s*\[[^\]]*\])?\s*(?:[-+*/%|^]?=(?!=)|\+\+|--|<<|>>)|(?:\+\+|--)\s*{name}\b"
    if _NEVER.search(text) or re.search(changes, text):
        return False
    if not {*_CALLED.findall(text)} <= {"for", "if", "while", "size"}:
        return False
    return {*_WORD.findall(text)} <= {parameter.name, *_KNOWN, *_DECLARED.findall(text)}
