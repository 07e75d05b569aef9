"""How control leaves a statement."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..errors import NotUnderstood


class Returned:
    """What a return statement gives."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value


class Thrown(Exception):
    """An exception of the sample, on its way."""

    def __init__(self, value: Any, line: int) -> None:
        super().__init__()
        self.value, self.line = value, line


class Exited(Exception):
    """``exit(code)``"""

    def __init__(self, code: Any) -> None:
        super().__init__()
        self.code = code


class Goto:
    """``goto label``, on its way to the sequence of statements that has the label."""

    __slots__ = ("label",)

    def __init__(self, label: str) -> None:
        self.label = label


class Labels:
    """The places in a function's outermost statements that ``goto`` can name."""

    def __init__(self, places: dict[str, int], run_from: Callable[[Any, int], Any]) -> None:
        self.places, self.run_from = places, run_from

    def jump(self, f: Any, goto: Goto) -> Any:
        """Goes on at a label further on; ``NotUnderstood`` for one that lies behind."""
        place = self.places.get(goto.label)
        if place is None:
            return goto
        if place <= f.position:
            raise NotUnderstood("a loop by goto")
        return self.run_from(f, place)


EXITS = ("exit", "_exit", "_Exit", "quick_exit", "abort", "terminate")
BREAK, CONTINUE = object(), object()
LOST = object()  # what a function returns that may have ended before
ENDED = object()  # every way on has left in the script: nothing behind this runs
