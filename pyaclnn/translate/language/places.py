"""Places: what can stand on the left of ``=`` or behind ``&``."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import NotUnderstood
from ..program import syntax
from ..program.core import Core
from ..program.frames import Expression, Frame
from ..program.syntax import Node
from ..values import types
from ..values.types import AUTO, CType
from ..values.variables import Address, Cell, Object, Pointer, Smart, Vector


class Element:
    """``vector[index]`` as a place."""

    __slots__ = ("index", "vector")

    def __init__(self, vector: Vector, index: Any) -> None:
        self.vector, self.index = vector, index

    @property
    def ctype(self) -> CType:
        return self.vector.ctype

    def get(self) -> Any:
        return self.vector.read(self.index)

    def set(self, value: Any) -> None:
        self.vector.write(self.index, value)


class Places(Core):
    """Variables, elements, members and what pointers name."""

    def place(self, node: Node) -> Expression:
        """A function that gives the place which the node names, with ``get`` and ``set``."""
        kind = node.type
        if kind == "parenthesized_expression":
            return self.place(syntax.parts(node)[0])
        if kind == "identifier":
            name = syntax.text(node)

            def find(f: Frame) -> Any:
                cell = f.find(name) or self.globals.get(name)
                if cell is None:
                    raise NotUnderstood("an unknown name", name)
                return cell

            return find
        if kind == "subscript_expression":
            return self._element(node)
        if kind == "field_expression":
            return self._field(node)
        if kind == "pointer_expression" and syntax.text(node)[0] == "*":
            pointer = self.expression(syntax.part(node, "argument"))
            return lambda f: target(pointer(f))
        if kind in ("call_expression", "conditional_expression", "cast_expression"):
            value = self.expression(node)

            def as_place(f: Frame) -> Any:
                found = value(f)
                return found if isinstance(found, (Cell, Element)) else Cell(found, AUTO, "", 99)

            return as_place
        if kind == "qualified_identifier":
            last = syntax.text(node).rpartition("::")[2]

            def qualified(f: Frame) -> Any:
                if last not in self.globals:
                    raise NotUnderstood("an unknown name", last)
                return self.globals[last]

            return qualified
        raise NotUnderstood("a kind of place", kind)

    def _element(self, node: Node) -> Expression:
        base = self.expression(syntax.part(node, "argument"))
        indices = syntax.part(node, "indices")
        index = self.expression(syntax.parts(indices)[0])

        def run(f: Frame) -> Any:
            container, i = base(f), index(f)
            if isinstance(container, Smart):
                container = container.value
            if isinstance(container, Vector):
                return Element(container, i)
            if isinstance(container, Pointer):
                vector = container.vector
                if container.ctype is not None and container.ctype != vector.ctype:
                    if types.sizeof(container.ctype) != types.sizeof(vector.ctype):
                        vector = container.retyped()
                        return Element(vector, i)
                    return Element(Pointer(vector, 0, container.ctype).retyped() if isinstance(vector.data, np.ndarray)
                                   else vector, container.index + i)  # fmt: skip
                return Element(vector, container.index + i)
            if isinstance(container, Address) and isinstance(i, int) and i == 0:
                return container
            if isinstance(container, dict):
                return _Item(container, i)
            if isinstance(container, str) and isinstance(i, int) and 0 <= i <= len(container):
                return Cell(ord((container + "\0")[i]), types.CHAR, "", 99)
            raise NotUnderstood("indexing such a value", type(container).__name__)

        return run

    def _field(self, node: Node) -> Expression:
        argument, name_node = syntax.part(node, "argument"), syntax.part(node, "field")
        name = syntax.text(name_node)
        base = self.expression(argument)

        def run(f: Frame) -> Any:
            value = base(f)
            if isinstance(value, (Address, Pointer)):
                value = value.get()
            if isinstance(value, Smart):
                value = value.value
                if isinstance(value, Address):
                    value = value.get()
            if isinstance(value, tuple) and name in ("first", "second"):
                return Cell(value[name == "second"], AUTO, "", 99)
            if not isinstance(value, Object) or name not in value.fields:
                raise NotUnderstood("a member of such a value", f"{type(value).__name__}.{name}")
            return value.fields[name]

        return run


class _Item:
    """``map[key]`` as a place."""

    def __init__(self, items: dict[Any, Any], key: Any) -> None:
        self.items, self.key, self.ctype = items, key, AUTO

    def get(self) -> Any:
        if self.key not in self.items:
            raise NotUnderstood("a key that a map lacks")
        return self.items[self.key]

    def set(self, value: Any) -> None:
        self.items[self.key] = value


def target(pointer: Any) -> Any:
    """What ``*pointer`` names."""
    if isinstance(pointer, Smart):
        pointer = pointer.value
    if isinstance(pointer, (Address, Pointer)):
        return pointer if pointer.ctype is not None else _plain(pointer)
    if isinstance(pointer, Vector):
        return Element(pointer, 0)
    if isinstance(pointer, Object):
        return Cell(pointer, pointer.ctype, "", 99)
    raise NotUnderstood("follows such a value", type(pointer).__name__)


def _plain(pointer: Address | Pointer) -> Any:
    return pointer.ref if isinstance(pointer, Address) else Element(pointer.vector, pointer.index)


def copied(value: Any) -> Any:
    """What assignment and passing by value make: vectors and objects of their own."""
    if isinstance(value, Vector):
        data = value.data
        if isinstance(data, list):
            data = [copied(v) if isinstance(v, Vector) else v for v in data]
        elif isinstance(data, np.ndarray) and data.flags.writeable:
            data = data.copy()
        return Vector(data, value.ctype, value.name, value.depth)
    if isinstance(value, Object):
        fields = {n: Cell(copied(c.value), c.ctype, c.name, c.depth) for n, c in value.fields.items()}
        return Object(value.ctype, fields, value.name)
    return value
