"""The two ways in which phase 1 ends early: refused with a return code, or with nothing to compute."""

from __future__ import annotations

NULL, INVALID, INNER_NULL, NO_KERNEL = 161001, 161002, 561103, 561003
RUNTIME = 361001  # refused by the runtime below the operators
TILING = 561002  # the kernel itself refuses, after the argument checks


class Refusal(Exception):
    """Phase 1 returns ``code``; the text says which parameter, what was given and what is allowed."""

    def __init__(self, code: int, text: str) -> None:
        self.code = code
        self.text = text
        super().__init__(text)


class OutsideStorage(Refusal):
    """A view of the caller's ``tensor``, named as in lowerings, leaves the storage that it was declared with."""

    def __init__(self, tensor: str | tuple[str, int] | None, text: str) -> None:
        super().__init__(INNER_NULL, text)
        self.tensor = tensor


class Finished(Exception):
    """The call succeeds with nothing to compute."""


def require(condition: bool, text: str, code: int = INVALID) -> None:
    """Refuses the call unless the condition holds."""
    if not condition:
        raise Refusal(code, text)
