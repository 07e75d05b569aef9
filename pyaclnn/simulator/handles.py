"""Handle tables: C sees numbers, and a number is looked up, never followed."""

from __future__ import annotations

import itertools
from collections import OrderedDict
from typing import Any, Generic, NamedTuple, TypeVar

from .checks.findings import Finding
from .failures import Failure
from .places import Place, caller

T = TypeVar("T")

# Handles look like addresses that no process has mapped, and none is given out twice.
_FIRST = 0x5AC0_0000_0000
_STEP = 16
_REMEMBERED = 4096

# What it is called to use a handle that is gone.
USED, TWICE = "handle-used-after-destruction", "handle-destroyed-twice"


class _Past(NamedTuple):
    """A destroyed handle."""

    kind: str
    made: Place
    destroyed: Place

    def __str__(self) -> str:
        return f"a {self.kind} made at {self.made}, destroyed at {self.destroyed}"


class Numbers:
    """Gives out handle numbers, and remembers what the last destroyed ones were."""

    def __init__(self) -> None:
        self._next = itertools.count(_FIRST, _STEP)
        self._gone: OrderedDict[int, _Past] = OrderedDict()

    def new(self) -> int:
        return next(self._next)

    def forget(self, number: int, kind: str, made: Place) -> None:
        self._gone[number] = _Past(kind, made or "C code", caller() or "C code")
        if len(self._gone) > _REMEMBERED:
            self._gone.popitem(last=False)

    def history(self, number: int) -> str:
        return str(self._gone.get(number, "never a handle of this process"))

    def finding(self, number: int, kind: str, name: str) -> Finding:
        """What it means that a number was used as a handle of some kind, but is not live."""
        past = self._gone.get(number)
        if past is None:
            return Finding("unknown-handle", f"{number:#x} is not and was not a {kind}")
        return Finding(name, f"{number:#x} was a {past.kind}", past.made, past.destroyed)


class Table(Generic[T]):
    """Live handles of one kind."""

    def __init__(self, kind: str, numbers: Numbers, invalid: int) -> None:
        self.kind = kind
        self._numbers = numbers
        self._invalid = invalid
        self._live: dict[int, T] = {}
        self._places: dict[int, Place] = {}

    def add(self, value: T) -> int:
        number = self._numbers.new()
        self._live[number] = value
        self._places[number] = caller()
        return number

    def get(self, number: int, mistake: str = USED) -> T:
        """The object behind a handle; a ``Failure`` that tells its history when there is none."""
        try:
            return self._live[number]
        except KeyError:
            raise Failure(
                self._invalid,
                f"{number:#x} is no live {self.kind}: {self._numbers.history(number)}",
                finding=self._numbers.finding(number, self.kind, mistake),
            ) from None

    def remove(self, number: int) -> T:
        value = self.get(number, TWICE)
        del self._live[number]
        self._numbers.forget(number, self.kind, self._places.pop(number))
        return value

    def __contains__(self, number: object) -> bool:
        return number in self._live

    def __len__(self) -> int:
        return len(self._live)

    def items(self) -> list[tuple[int, T]]:
        return list(self._live.items())

    def place(self, number: int) -> Place:
        return self._places.get(number, "")


def number_of(ffi: Any, pointer: Any) -> int:
    """The number in a handle or pointer, from whichever cffi instance it comes; 0 for NULL."""
    return int(ffi.cast("uintptr_t", pointer))
