"""What is left of variables and vectors after a statement that is not understood."""

from __future__ import annotations

from typing import Any

from ..errors import Consequence
from .handles import Result
from .variables import POISON, Cell, Vector

_MOST_SPOILT = 1 << 12


class UnknownCell(Cell):
    """A variable that nothing is known of, not even by setting it."""

    __slots__ = ()

    def set(self, value: Any) -> None:
        pass


class LostVector(Vector):
    """A vector of which not even the length is known, until it is set as a whole."""

    __slots__ = ()

    @property
    def data(self) -> Any:
        raise Consequence(self.name)

    @data.setter
    def data(self, value: Any) -> None:
        self.__class__ = Vector  # type: ignore[assignment]
        self.data = value


class UnknownVector(LostVector):
    """A vector of which nothing is known, not even by setting it."""

    __slots__ = ()

    @property
    def data(self) -> Any:
        raise Consequence(self.name)

    @data.setter
    def data(self, value: Any) -> None:
        pass


def spoil(vector: Vector, *, keeps_length: bool = False) -> None:
    """From now on nothing is known of a vector's elements."""
    if vector.__class__ is not Vector:
        return
    if keeps_length and len(vector.data) <= _MOST_SPOILT:
        vector.data = [POISON] * len(vector.data)
    else:
        vector.__class__ = LostVector


def spoil_element(vector: Vector, index: Any) -> None:
    """From now on nothing is known of one element; of none, where the index is not known either."""
    if vector.__class__ is not Vector:
        return
    data = vector.data
    if not isinstance(index, int) or not 0 <= index < len(data) or isinstance(data, Result):
        spoil(vector, keeps_length=True)
    elif isinstance(data, list):
        data[index] = POISON
    elif len(data) <= _MOST_SPOILT:
        vector.data = [POISON if i == index else vector.read(i) for i in range(len(data))]
    else:
        vector.__class__ = LostVector
