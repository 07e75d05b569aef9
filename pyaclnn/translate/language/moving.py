"""``std::move`` and ``std::swap``."""

from __future__ import annotations

from typing import Any

from ..errors import NotUnderstood
from ..results.returns import Returns
from ..values.moved import Moved, MovedObject, MovedSmart
from ..values.types import AUTO
from ..values.variables import Alone, Cell, Object, Smart, Undefined, Vector


class Moving(Returns):
    """What leaves a variable for another one."""

    def value(self, argument: Any, ctype: Any) -> Any:
        raise NotImplementedError

    def moved(self, given: Any, is_returned: bool) -> Any:
        """A value that whoever copies it takes away from where it is."""
        value = self.value(given, AUTO)
        if value.__class__ not in (Vector, Object, Smart, str, Alone):
            return value
        if value.__class__ is Alone:
            raise NotUnderstood("a copy of an object that does something", value.ctype.name)
        if self.residual:
            if is_returned:
                return value
            raise self.refused("changes host data on results", "move")
        if isinstance(value, Vector):
            return Moved(value)
        if isinstance(value, Object):
            return MovedObject(value)
        if isinstance(value, Smart):
            return MovedSmart(value) if value.ctype.name == "unique_ptr" else value
        if isinstance(given, Cell):
            given.value = Undefined(NotUnderstood("a text that was moved away"))
        return value

    def swap(self, a: Any, b: Any) -> None:
        if not all(hasattr(p, "get") and hasattr(p, "set") for p in (a, b)):
            raise NotUnderstood("swaps such values")
        if self.residual:
            raise self.refused("changes host data on results", "swap")
        first, second = a.get(), b.get()
        if isinstance(first, Vector) and isinstance(second, Vector):
            first.data, second.data = second.data, first.data
        elif isinstance(first, Smart) and isinstance(second, Smart):
            first.value, second.value = second.value, first.value
        elif isinstance(first, Object) and isinstance(second, Object):
            if Alone in (first.__class__, second.__class__) or first.ctype != second.ctype:
                raise NotUnderstood("a copy of an object that does something", first.ctype.name)
            for name, cell in first.fields.items():
                self.swap(cell, second.fields[name])
        else:
            a.set(second)
            b.set(first)
