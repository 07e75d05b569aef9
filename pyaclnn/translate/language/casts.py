"""Casts and ``sizeof``."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import NotUnderstood
from ..program import syntax
from ..program.core import Core
from ..program.frames import Expression, Frame
from ..program.syntax import Node
from ..values import types
from ..values.dynamic import Dynamic
from ..values.handles import DevicePointer, Handle, Symbol
from ..values.numbers import F32
from ..values.types import AUTO, CType
from ..values.variables import Address, Cell, Pointer, Vector, coerce


class Casts(Core):
    """Values as other types, and how many bytes they take."""

    def x_sizeof_expression(self, node: Node) -> Expression:
        described = syntax.part(node, "type")
        if described is not None:
            ctype = self.type_of(described)
            return lambda f: self.size_of(self.resolve(ctype, f))
        value_node = syntax.part(node, "value")
        while value_node.type == "parenthesized_expression":
            value_node = syntax.parts(value_node)[0]
        if value_node.type in ("identifier", "subscript_expression", "field_expression", "pointer_expression"):
            name = syntax.text(value_node)
            place = self.place(value_node)

            def run(f: Frame) -> Any:
                if value_node.type == "identifier" and f.find(name) is None and name not in self.globals:
                    return self.size_of(self.resolve(types.parse(name), f))
                ref = place(f)
                if isinstance(ref, Cell) and isinstance(ref.value, Vector) and ref.ctype.name != "vector":
                    size = types.sizeof(ref.value.ctype)
                    return len(ref.value) * self.size_of(ref.value.ctype) if size is None else len(ref.value) * size
                if ref.ctype == AUTO:
                    return self.size_of_value(ref.get())
                return self.size_of(ref.ctype)

            return run
        value = self.expression(value_node)
        return lambda f: self.size_of_value(value(f))

    def size_of_value(self, value: Any) -> int:
        if isinstance(value, F32):
            return 4
        if isinstance(value, bool):
            return 1
        if isinstance(value, float):
            return 8
        raise NotUnderstood("sizeof such a value")

    def size_of(self, ctype: CType) -> int:
        size = types.sizeof(ctype)
        if size is None and ctype.name == "array" and len(ctype.args) == 2:
            inner = types.sizeof(ctype.args[0])
            size = inner and inner * int(ctype.args[1].name or 0)
        if size is None:
            raise NotUnderstood("sizeof an unknown type", ctype.name)
        return size

    def x_cast_expression(self, node: Node) -> Expression:
        ctype = self.type_of(syntax.part(node, "type"))
        value = self.expression(syntax.part(node, "value"))
        return lambda f: self.cast(value(f), self.resolve(ctype, f))

    def cast(self, value: Any, ctype: CType) -> Any:
        """Any of the casts."""
        if ctype.pointers == 0:
            if isinstance(value, (int, float, np.ndarray, Symbol, Dynamic)):
                return coerce(value, ctype)
            if ctype.name in types.INTEGERS and not isinstance(value, (Handle, DevicePointer)):
                raise NotUnderstood("a pointer as a number")
            return value
        target = CType(ctype.name, ctype.args, ctype.pointers - 1)
        if target.name == "void" or target.pointers or types.numpy_of(target) is None:
            return value
        if isinstance(value, Vector):
            value = Pointer(value, 0)
        if isinstance(value, Pointer):
            if value.vector.ctype.name == "void":  # allocated without a type: the first cast says it
                width = types.sizeof(target) or 1
                value.vector.data = np.zeros(len(value.vector) // width, types.numpy_of(target))
                value.vector.ctype = target
            return Pointer(value.vector, value.index, target)
        if isinstance(value, Address):
            return Address(value.ref, target)
        return value
