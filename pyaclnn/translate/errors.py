"""What can go wrong: no translation at all, or a statement that is not understood."""

from __future__ import annotations

from typing import Any

from ..errors import PyaclnnError


class TranslationError(PyaclnnError, ValueError):
    """The text is no program that could be translated, not even in part."""


class NotUnderstood(Exception):
    """A statement means something that a script can't say yet. ``reason`` is the short one that reports count."""

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(f"{reason}: {detail}" if detail else reason)
        self.reason = reason


class Exhausted(NotUnderstood):
    """The program takes more steps or more memory than a translation may: nothing of it runs on."""


class Again(Exception):
    """What is left to the script must be run again: it has more variables than were known when it began."""


class Outside(NotUnderstood):
    """A read of an element that a vector does not have."""


class Split(NotUnderstood):
    """A condition that holds in some turns of a loop that runs at once; ``turns`` says in which."""

    def __init__(self, turns: Any) -> None:
        super().__init__("a condition on results")
        self.turns = turns


class Astray(NotUnderstood):
    """Control may have left a statement that is not understood, for somewhere else than the next one."""

    def __init__(self) -> None:
        super().__init__("a jump that is not understood")


class Over(Astray):
    """The program may have ended in a statement that is not understood."""


class HasRun(NotUnderstood):
    """A call of a function that has run, though not all of it was understood."""

    def __init__(self, function: str) -> None:
        super().__init__("a function that is not understood", function)
        self.function = function


class Unended(NotUnderstood):
    """An object with an end that does something, at a time that is not followed; ``functions`` are what runs then."""

    def __init__(self, reason: str, detail: str, functions: list[Any]) -> None:
        super().__init__(reason, detail)
        self.functions = functions


class Consequence(NotUnderstood):
    """A statement uses what a statement before it, which was not understood, should have given."""

    def __init__(self, name: str = "") -> None:
        super().__init__("follows from what is not understood", name)
