"""The devices of a script: what they are called, and how it opens them."""

from __future__ import annotations

from collections.abc import Callable


class Devices:
    """Names by device index, given at first use: ``d`` to the first, and ``d1`` and the like to further ones."""

    def __init__(self, new_name: Callable[[str], str]) -> None:
        self._new_name = new_name
        self._names: dict[int, str] = {}

    def name(self, index: int) -> str:
        if index not in self._names:
            self._names[index] = self._new_name(f"d{index}") if self._names else "d"
        return self._names[index]

    def state(self) -> dict[int, str]:
        return dict(self._names)

    def restore(self, state: dict[int, str]) -> None:
        self._names = state

    def opening(self, default: int, is_used: Callable[[str], bool]) -> str:
        """The ``with`` statement; ``default`` is the device of a script that names none."""
        names = self._names or {default: "d"}
        opened = (f"Device({index})" + (f" as {name}" if is_used(name) else "") for index, name in names.items())
        return f"with {', '.join(opened)}:"
