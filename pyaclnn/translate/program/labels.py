"""Statements in a row, to some of which ``goto`` leads."""

from __future__ import annotations

from typing import Any

from . import syntax
from .control import Goto, Labels
from .core import Core
from .frames import Frame, Statement
from .syntax import Node


class Labeled(Core):
    """Labels."""

    def with_labels(self, places: dict[str, int], inner: list[Statement]) -> Statement:
        """Statements in a row, to some of which ``goto`` leads."""

        def run_from(f: Frame, start: int) -> Any:
            for i in range(start, len(inner)):
                f.position = i
                left = inner[i](f)
                if isinstance(left, Goto):
                    return labels.jump(f, left)
                if left is not None:
                    return left
            return None

        def run(f: Frame) -> Any:
            mark, f.labels = len(f.undo), labels
            try:
                left = run_from(f, 0)
                if f.guards:
                    self.unwind(f, mark, left)
                return left
            finally:
                f.leave(mark)

        labels = Labels(places, run_from)
        return run


def labels_in(nodes: list[Node]) -> dict[str, int]:
    """The labels among statements, each with its place."""
    return {syntax.text(n.named_children[0]): i for i, n in enumerate(nodes) if n.type == "labeled_statement"}
