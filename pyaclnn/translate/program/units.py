"""Statements that were made into functions before: samples repeat each other's text, and mean the same by it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from .syntax import Node

MOST = 6000  # each keeps the tree alive in which it stood first
# Types and lambdas are more than what a statement does: they outlive it, with the lines of their own file.
_OWN = re.compile(rb"struct|class|union|enum|using|typedef|\](?: ?[({]|\n)")


def is_own(text: bytes) -> bool:
    """Whether a text means something only in its own sample."""
    return _OWN.search(text) is not None


class Units:
    """Functions of statements by their text, with the row in which the text stood."""

    def __init__(self) -> None:
        self._known: dict[bytes, tuple[Callable[..., Any], int]] = {}

    def of(self, node: Node, make: Callable[[Node], Callable[..., Any]]) -> tuple[Callable[..., Any], int]:
        """``(function, rows)``: the function of a statement, and by how many rows its lines are behind the node's."""
        text, row = node.text, node.start_point[0]
        known = self._known.get(text)
        if known is not None:
            return known[0], row - known[1]
        made = make(node)
        if not is_own(text):
            if len(self._known) >= MOST:
                self._known.clear()
            self._known[text] = made, row
        return made, 0
