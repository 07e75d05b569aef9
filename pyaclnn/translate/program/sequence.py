"""Expressions whose meaning C++ leaves open: a variable is changed, and used by another part in no order."""

from __future__ import annotations

import itertools

from . import syntax
from .syntax import Node

_IN_ORDER = ("&&", "||", "and", "or", ",")
_Names = tuple[frozenset[str], frozenset[str]]
_NONE: frozenset[str] = frozenset()


def is_open(node: Node) -> bool:
    """Whether an expression changes a variable in no order with another use of it."""
    text = node.text
    if b"++" not in text and b"--" not in text and text.count(b"=") < 2:
        return False
    try:
        _names(node)
    except _Open:
        return True
    return False


class _Open(Exception):
    pass


def _names(node: Node) -> _Names:
    """The variables that a part looks at, and those that it changes."""
    kind = node.type
    if kind == "identifier":
        return frozenset((syntax.text(node),)), _NONE
    if kind == "lambda_expression":
        return _NONE, _NONE
    if kind == "update_expression":
        argument = syntax.part(node, "argument")
        read, changed = _names(argument)
        return read, changed | _target(argument)
    if kind == "assignment_expression":
        left, right = syntax.part(node, "left"), syntax.part(node, "right")
        a, b = _names(left), _names(right)
        target = _target(left)
        if b[1] & (a[0] | target) or a[1] & (b[0] | b[1] | target):
            raise _Open
        return a[0] | b[0], a[1] | b[1] | target
    parts = [_names(c) for c in node.named_children]
    sign = syntax.part(node, "operator") if kind == "binary_expression" else None
    is_ordered = kind in ("conditional_expression", "comma_expression", "initializer_list", "declaration") or (
        sign is not None and syntax.text(sign) in _IN_ORDER
    )
    if not is_ordered:
        for a, b in itertools.combinations(parts, 2):
            if a[1] & (b[0] | b[1]) or b[1] & (a[0] | a[1]):
                raise _Open
    return frozenset().union(*(p[0] for p in parts)), frozenset().union(*(p[1] for p in parts))


def _target(node: Node) -> frozenset[str]:
    """The variable that is set by itself; elements and members are not told apart."""
    return frozenset((syntax.text(node),)) if node.type == "identifier" else _NONE
