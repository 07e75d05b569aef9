"""Values on their way by ``std::move``: whoever copies them takes them away from where they are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..errors import NotUnderstood
from .variables import Cell, Object, Reference, Smart, Undefined, Vector


class Moved(Vector):
    """A vector whose elements go to whoever copies it."""

    __slots__ = ("source",)

    def __init__(self, source: Vector) -> None:
        self.source = source
        self.ctype, self.name, self.depth = source.ctype, source.name, source.depth

    @property
    def data(self) -> Any:
        return self.source.data

    @data.setter
    def data(self, value: Any) -> None:
        self.source.data = value

    def taken(self) -> Vector:
        found = Vector(self.source.data, self.ctype, self.name, self.depth)
        self.source.data = []
        return found


class MovedSmart(Smart):
    """A smart pointer that is empty once it has been copied."""

    def __init__(self, source: Smart) -> None:
        super().__init__(source.value, source.ctype, source.name, source.depth)
        self.source = source

    def taken(self) -> Smart:
        self.source.value = None
        return Smart(self.value, self.ctype, self.name, self.depth)


class MovedObject(Object):
    """An object whose members go to whoever copies it."""

    def __init__(self, source: Object) -> None:
        super().__init__(source.ctype, source.fields, source.name)
        self.source = source

    def copied(self, copy: Callable[[Any], Any]) -> Object:
        fields = {}
        for name, cell in self.fields.items():
            value = cell.value
            if value.__class__ is Vector:
                value = Moved(value)
            elif value.__class__ is Smart and value.ctype.name == "unique_ptr":
                value = MovedSmart(value)
            elif value.__class__ is Object:
                value = MovedObject(value)
            fields[name] = cell if cell.__class__ is Reference else Cell(copy(value), cell.ctype, cell.name, cell.depth)
            if isinstance(value, str):
                cell.value = Undefined(NotUnderstood("a text that was moved away"))
        return Object(self.ctype, fields, self.name)


MOVED = (Moved, MovedSmart, MovedObject)
