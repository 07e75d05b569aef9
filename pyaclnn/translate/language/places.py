"""Places: what can stand on the left of ``=`` or behind ``&``."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import Consequence, NotUnderstood
from ..program import syntax
from ..program.core import Core
from ..program.frames import Expression, Frame
from ..program.syntax import Node
from ..values import limits, texts, types
from ..values.moved import MOVED, Moved, MovedSmart
from ..values.types import AUTO, CType
from ..values.variables import PLAIN, POISON, Address, Cell, Object, Pointer, Smart, Temporary, Vector, truth


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
            return self.leaf("place", node, self._variable)
        if kind == "subscript_expression":
            return self._element(node)
        if kind == "field_expression":
            return self._field(node)
        if kind == "pointer_expression" and syntax.text(node)[0] == "*":
            pointer = self.expression(syntax.part(node, "argument"))
            return lambda f: target(pointer(f))
        if kind == "conditional_expression":
            return self._either_place(node)
        if kind in ("call_expression", "cast_expression"):
            return self.ended_place(node) or self._value_as_place(node)
        if kind == "update_expression" and node.children[0].type in ("++", "--"):
            return self._after(node, syntax.part(node, "argument"))
        if kind == "assignment_expression":
            return self._after(node, syntax.part(node, "left"))
        if kind == "qualified_identifier":
            whole = syntax.text(node).split("::")
            last, pair = whole[-1], "::".join(whole[-2:])

            def qualified(f: Frame) -> Any:
                found = self.globals.get(pair) or self.globals.get(last)
                if found is None:
                    raise NotUnderstood("an unknown name", last)
                return found

            return qualified
        raise NotUnderstood("a kind of place", kind)

    def _variable(self, node: Node) -> Expression:
        name = syntax.text(node)

        def find(f: Frame) -> Any:
            cell = f.vars.get(name) or f.find(name) or self.globals.get(name)
            if cell is None:
                raise NotUnderstood("an unknown name", name)
            return cell

        return find

    def _value_as_place(self, node: Node) -> Expression:
        value = self.expression(node)

        def as_place(f: Frame) -> Any:
            found = value(f)
            if isinstance(found, MOVED):
                found = found.source
            return found if isinstance(found, (Cell, Element)) else Temporary(found, AUTO, "", 99)

        return as_place

    def _either_place(self, node: Node) -> Expression:
        """``c ? a : b`` where it is set."""
        condition = self.expression(syntax.part(node, "condition"))
        sides = [syntax.part(node, n) for n in ("consequence", "alternative")]
        try:
            yes, no = (self.place(s) for s in sides)
        except NotUnderstood:
            return self._value_as_place(node)
        return lambda f: yes(f) if truth(condition(f)) else no(f)

    def _after(self, node: Node, argument: Node) -> Expression:
        """``++x`` and ``x = y`` where they are set again."""
        value, place = self.expression(node), self.place(argument)
        if argument.type != "identifier":
            raise NotUnderstood("a kind of place", node.type)
        return lambda f: (value(f), place(f))[1]

    def ended_place(self, node: Node) -> Expression | None:
        """``v.at(i)``, ``v.back()``, ``v.front()``"""
        function = syntax.part(node, "function") if node.type == "call_expression" else None
        if function is None or function.type != "field_expression":
            return None
        name = syntax.text(syntax.part(function, "field"))
        if name not in ("at", "back", "front"):
            return None
        given = syntax.parts(syntax.part(node, "arguments"))
        receiver, index = self.expression(syntax.part(function, "argument")), [self.expression(n) for n in given]
        value = self._value_as_place(node)

        def run(f: Frame) -> Any:
            container = receiver(f)
            if isinstance(container, (Address, Pointer)):
                container = container.get()
            if not isinstance(container, Vector):
                return value(f)
            return Element(container, index[0](f) if name == "at" else 0 if name == "front" else len(container) - 1)

        return run

    def _element(self, node: Node) -> Expression:
        base = self.expression(syntax.part(node, "argument"))
        indices = syntax.part(node, "indices")
        index = self.expression(syntax.parts(indices)[0])
        named = syntax.part(node, "argument")
        place = self.place(named) if named.type in ("identifier", "field_expression", "subscript_expression") else None

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
            if isinstance(container, str) and isinstance(i, int):
                return _Character(place(f) if place is not None else None, container, i)
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
                return Temporary(value[name == "second"], AUTO, "", 99)
            if not isinstance(value, Object) or name not in value.fields:
                raise NotUnderstood("a member of such a value", f"{type(value).__name__}.{name}")
            return value.fields[name]

        return run


class _Character:
    """A character of a text as a place."""

    ctype = types.CHAR

    def __init__(self, ref: Any, text: str, index: int) -> None:
        self.ref, self.index = ref, index
        self.codes = texts.characters(text)

    def get(self) -> Any:
        if not 0 <= self.index < len(self.codes):
            raise NotUnderstood("reads outside a text")
        return self.codes[self.index]

    def set(self, value: Any) -> None:
        if self.ref is None or not isinstance(value, int) or not 0 <= self.index < len(self.codes) - 1:
            raise NotUnderstood("changes a text in such a way")
        codes = [*self.codes[:-1]]
        codes[self.index] = value
        self.ref.set(texts.as_text(bytes(c & 0xFF for c in codes)))


class _Item:
    """``map[key]`` as a place."""

    def __init__(self, items: dict[Any, Any], key: Any) -> None:
        self.items, self.key, self.ctype = items, key, AUTO

    def get(self) -> Any:
        if self.key not in self.items:
            raise NotUnderstood("a key that a map lacks")
        if self.items[self.key] is POISON:
            raise Consequence
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
    if isinstance(pointer, str):
        return _Character(None, pointer, 0)
    if isinstance(pointer, Object):
        return Cell(pointer, pointer.ctype, "", 99)
    raise NotUnderstood("follows such a value", type(pointer).__name__)


def _plain(pointer: Address | Pointer) -> Any:
    return pointer.ref if isinstance(pointer, Address) else Element(pointer.vector, pointer.index)


def copied(value: Any) -> Any:
    """What assignment and passing by value make: vectors and objects of their own."""
    if value.__class__ in PLAIN:
        return value
    if isinstance(value, Vector):
        if value.__class__ is Moved:
            return value.taken()
        data = value.data
        limits.hold(256)
        if isinstance(data, list):
            limits.hold(8 * len(data))
            data = [copied(v) if isinstance(v, (Vector, Object)) else v for v in data]
        elif isinstance(data, np.ndarray) and data.flags.writeable:
            limits.hold(data.nbytes)
            data = data.copy()
        return Vector(data, value.ctype, value.name, value.depth)
    if isinstance(value, Object):
        return value.copied(copied)
    if isinstance(value, Smart):
        if value.__class__ is MovedSmart:
            return value.taken()
        return Smart(value.value, value.ctype, value.name, value.depth)
    if isinstance(value, dict):
        return {k: copied(v) for k, v in value.items()}
    return value
