"""Conditions on what the phases of an operator return.

A script calls both at once, and ends with an exception where one fails. So it can't go on in another way then.
"""

from __future__ import annotations

import re
from typing import Any

from ..errors import NotUnderstood
from ..program import syntax
from ..program.frames import Frame, Statement
from ..program.syntax import Node
from ..values.numbers import Status

_OPERATOR = re.compile(rb"\baclnn\w+\s*\(")
_STRING = re.compile(rb'"(?:\\.|[^"\\])*(?:"|\\?$)', re.S)
_WORD = re.compile(r"[A-Za-z_]\w*")


def checked(node: Node, yes: Statement, no: Statement) -> tuple[Statement, Statement]:
    """Both sides of an ``if``; each refuses to run where the other calls operators when a phase failed."""
    sides = syntax.part(node, "consequence"), syntax.part(node, "alternative")
    acts, others = (s is not None and _OPERATOR.search(_STRING.sub(b"", s.text)) is not None for s in sides)
    if not acts and not others:
        return yes, no
    words = frozenset(_WORD.findall(syntax.text(syntax.part(node, "condition"))))
    return _guarded(words, yes) if others else yes, _guarded(words, no) if acts else no


def _guarded(words: frozenset[str], side: Statement) -> Statement:
    def run(f: Frame) -> Any:
        if any(isinstance(c.value, Status) for w in words if (c := f.find(w)) is not None):
            raise NotUnderstood("other operators where a phase fails")
        return side(f)

    return run
