"""Handle tables: C sees numbers, and a number is looked up, never followed."""

from __future__ import annotations

import itertools
from collections import OrderedDict
from typing import Any, Generic, TypeVar

from .failures import Failure
from .places import caller

T = TypeVar("T")

# Handles look like addresses that no process has mapped, and none is given out twice.
_FIRST = 0x5AC0_0000_0000
_STEP = 16
_REMEMBERED = 4096


class Numbers:
    """Gives out handle numbers, and remembers what the last destroyed ones were."""

    def __init__(self) -> None:
        self._next = itertools.count(_FIRST, _STEP)
        self._gone: OrderedDict[int, str] = OrderedDict()

    def new(self) -> int:
        return next(self._next)

    def forget(self, number: int, what: str) -> None:
        self._gone[number] = what
        if len(self._gone) > _REMEMBERED:
            self._gone.popitem(last=False)

    def history(self, number: int) -> str:
        return self._gone.get(number, "never a handle of this process")


class Table(Generic[T]):
    """Live handles of one kind."""

    def __init__(self, kind: str, numbers: Numbers, invalid: int) -> None:
        self.kind = kind
        self._numbers = numbers
        self._invalid = invalid
        self._live: dict[int, T] = {}
        self._places: dict[int, str] = {}

    def add(self, value: T) -> int:
        number = self._numbers.new()
        self._live[number] = value
        self._places[number] = caller()
        return number

    def get(self, number: int) -> T:
        """The object behind a handle; a ``Failure`` that tells its history when there is none."""
        try:
            return self._live[number]
        except KeyError:
            raise Failure(
                self._invalid, f"{number:#x} is no live {self.kind}: {self._numbers.history(number)}"
            ) from None

    def remove(self, number: int) -> T:
        value = self.get(number)
        del self._live[number]
        made = self._places.pop(number) or "C code"
        self._numbers.forget(number, f"a {self.kind} made at {made}, destroyed at {caller() or 'C code'}")
        return value

    def __contains__(self, number: object) -> bool:
        return number in self._live

    def __len__(self) -> int:
        return len(self._live)

    def items(self) -> list[tuple[int, T]]:
        return list(self._live.items())

    def place(self, number: int) -> str:
        return self._places.get(number, "")


def number_of(ffi: Any, pointer: Any) -> int:
    """The number in a handle or pointer, from whichever cffi instance it comes; 0 for NULL."""
    return int(ffi.cast("uintptr_t", pointer))
