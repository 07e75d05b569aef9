"""Text that is written when someone reads it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any


class LazyText(str):
    """A docstring that costs nothing until it is shown: its methods work on what ``write`` returns then.

    A function's docstring must be a ``str``, and help and editors read it by its methods.
    """

    _write: Callable[[], str]

    def __new__(cls, write: Callable[[], str]) -> LazyText:
        text = super().__new__(cls)
        text._write = write
        return text

    @cached_property
    def written(self) -> str:
        return self._write()

    def __str__(self) -> str:
        return self.written

    def __reduce__(self) -> Any:
        return str, (self.written,)


def _on_written(name: str) -> Callable[..., Any]:
    def method(self: LazyText, *args: Any, **kwargs: Any) -> Any:
        return getattr(self.written, name)(*args, **kwargs)

    return method


for _name in vars(str):
    if _name not in {"__new__", "__getattribute__", "__doc__", *vars(LazyText)}:
        setattr(LazyText, _name, _on_written(_name))
