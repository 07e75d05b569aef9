"""Variables, elements, members and memory of the device whose values are not known any more."""

from __future__ import annotations

from typing import Any

from ..values.handles import DevicePointer, Executor, ListHandle, TensorHandle
from ..values.lost import LostVector, UnknownCell, UnknownVector, spoil, spoil_element
from ..values.variables import POISON, Address, Cell, Object, Pointer, Smart, Vector
from .lives import Lives


class Losing(Lives):
    """Forgets what places and values hold."""

    def begin(self) -> None:
        super().begin()
        self.is_for_good = False  # what is lost now can change at any time

    def _spoil(self, vector: Vector) -> None:
        spoil(vector)
        if self.is_for_good and vector.__class__ is LostVector:
            vector.__class__ = UnknownVector

    def _lose(self, ref: Any) -> None:
        """A place has an unknown value from now on."""
        if isinstance(ref, Cell):
            inner = getattr(ref, "ref", None)
            if inner is not None:
                self._lose(inner)
                return
            vector = getattr(ref, "vector", None)
            if vector is not None:
                spoil_element(vector, getattr(ref, "index", None))
                return
            value = ref.value
            if isinstance(value, Vector):
                self._spoil(value)
            elif isinstance(value, Object):
                self._lose_held(value)
            elif isinstance(ref, Cell):
                if ref.__class__ is not UnknownCell:
                    ref.__class__ = UnknownCell if self.is_for_good else Cell
                ref.value = POISON
        elif isinstance(ref, Address):
            self._lose(ref.ref)
        elif isinstance(ref, Pointer):
            spoil_element(ref.vector, ref.index if ref.ctype in (None, ref.vector.ctype) else None)
        elif hasattr(ref, "vector"):
            spoil_element(ref.vector, ref.index)
        elif hasattr(ref, "items"):
            ref.items[ref.key] = POISON

    def _lose_held(self, value: Any, seen: set[int] | None = None) -> None:
        """What a value holds or points to is unknown from now on: elements, members, memory of the device."""
        seen = set() if seen is None else seen
        if id(value) in seen:
            return
        seen.add(id(value))
        if isinstance(value, Vector):
            for one in value.data if value.__class__ is Vector and isinstance(value.data, list) else ():
                if isinstance(one, (Vector, Object, Pointer, Address, Smart, TensorHandle, DevicePointer)):
                    self._lose_held(one, seen)
            self._spoil(value)
        elif isinstance(value, Object):
            for cell in value.fields.values():
                self._lose_held(cell.value, seen)
                self._lose(cell)
        elif isinstance(value, Pointer):
            self._lose_held(value.vector, seen)
        elif isinstance(value, Address):
            inner = value.ref.value if isinstance(value.ref, Cell) else None
            self._lose_held(inner, seen)
            self._lose(value.ref)
        elif isinstance(value, Smart):
            self._lose_held(value.value, seen)
        elif isinstance(value, DevicePointer):
            value.memory.is_lost = True
        elif isinstance(value, TensorHandle):
            if value.address is not None:
                value.address.memory.is_lost = True
        elif isinstance(value, (ListHandle, tuple)):
            for one in value.items if isinstance(value, ListHandle) else value:
                self._lose_held(one, seen)
        elif isinstance(value, Executor):
            for one in value.args:
                if isinstance(one, (TensorHandle, ListHandle)):
                    self._lose_held(one, seen)
        elif isinstance(value, dict):
            for key in value:
                value[key] = POISON
