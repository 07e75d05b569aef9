"""Statements that were made into functions before: samples repeat each other's text, and mean the same by it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from .syntax import Node

MOST, MOST_BYTES = 6000, 20_000_000  # each keeps the tree alive in which it stood first
# Types and lambdas are more than what a statement does: they outlive it, with the lines of their own file.
_LAMBDA = re.compile(rb"\](?: ?[({]|\n)")


def is_own(text: bytes) -> bool:
    """Whether a text means something only in its own sample."""
    return (
        b"struct" in text or b"class" in text or b"union" in text or b"enum" in text or b"using" in text
        or b"typedef" in text or (b"]" in text and _LAMBDA.search(text) is not None)
    )  # fmt: skip


class Units:
    """Functions of statements by their text, with the row in which the text stood."""

    def __init__(self) -> None:
        self._known: dict[bytes, tuple[Callable[..., Any], int]] = {}
        self._size = 0

    def of(self, node: Node, make: Callable[[Node], Callable[..., Any]]) -> tuple[Callable[..., Any], int]:
        """``(function, rows)``: the function of a statement, and by how many rows its lines are behind the node's."""
        text, row = node.text, node.start_point[0]
        known = self._known.get(text)
        if known is not None:
            return known[0], row - known[1]
        made = make(node)
        if not is_own(text):
            self._size += len(text)
            if len(self._known) >= MOST or self._size > MOST_BYTES:
                self._known.clear()
                self._size = len(text)
            self._known[text] = made, row
        return made, 0
