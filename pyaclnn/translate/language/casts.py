"""Casts and ``sizeof``."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import NotUnderstood
from ..libraries import copies
from ..program import syntax
from ..program.frames import Expression, Frame, Function
from ..program.syntax import Node
from ..values import types
from ..values.dynamic import Dynamic
from ..values.handles import DevicePointer, Handle, Symbol
from ..values.texts import as_bytes
from ..values.types import CType
from ..values.variables import Address, Pointer, Vector, coerce
from .kinds import ARRAY
from .typing import Typing

# Classes of the standard library, as GNU's has them.
_CLASSES = {"vector": 24, "string": 32, "shared_ptr": 16}


def _is_virtual(method: Function) -> bool:
    return method.body.parent is not None and any(c.type == "virtual" for c in method.body.parent.children)


class Casts(Typing):
    """Values as other types, and how many bytes they take."""

    def x_sizeof_expression(self, node: Node) -> Expression:
        described = syntax.part(node, "type")
        if described is not None:
            ctype = self.type_of(described)
            lengths = syntax.declared(syntax.part(described, "declarator"))[3] if syntax.part(described, "declarator") \
                else []  # fmt: skip
            if lengths:
                raise NotUnderstood("sizeof an unknown type", syntax.text(described))
            return lambda f: self.size_of(self.resolve(ctype, f), f)
        value_node = syntax.part(node, "value")
        while value_node.type == "parenthesized_expression":
            value_node = syntax.parts(value_node)[0]
        if value_node.type in ("string_literal", "concatenated_string", "raw_string_literal"):
            size = len(as_bytes(syntax.string(value_node))) + 1
            return lambda f: size
        typer = self.typed(value_node)
        name = syntax.text(value_node)

        def run(f: Frame) -> Any:
            if value_node.type == "identifier" and f.find(name) is None and name not in self.globals:
                return self.size_of(self.resolve(types.parse(name), f), f)
            found = typer(f)
            if found is None:
                raise NotUnderstood("sizeof such a value", name)
            return self.size_of(found, f)

        return run

    def size_of(self, ctype: CType, f: Frame) -> int:
        return self._layout(ctype, f)[0]

    def _layout(self, ctype: CType, f: Frame) -> tuple[int, int]:
        """How many bytes a type has, and of how many its address is a multiple."""
        size = types.sizeof(ctype)
        if size is not None:
            return size, min(size, 8)
        if ctype.name in _CLASSES and not ctype.pointers:
            return _CLASSES[ctype.name], 8
        if ctype.name in ("array", ARRAY) and len(ctype.args) == 2 and not ctype.pointers:
            count = ctype.args[1].name
            if not count.isdigit() and (cell := f.find(count) or self.globals.get(count)) is not None:
                count = str(cell.get())
            if count.isdigit():
                size, alignment = self._layout(ctype.args[0], f)
                return size * int(count), alignment
        struct = self.structs.get(ctype.name)
        if struct is None or struct.bases or any(_is_virtual(m) for all_ in struct.methods.values() for m in all_):
            raise NotUnderstood("sizeof an unknown type", ctype.name)
        end, most = 0, 1
        for name, kind, _, lengths in struct.fields:
            size, alignment = self._layout(self.resolve(kind, f), f)
            if len(lengths) > 1 or (lengths and lengths[0] is None):
                raise NotUnderstood("sizeof an unknown type", f"{ctype.name}::{name}")
            times = int(self.expression(lengths[0])(f)) if lengths else 1
            end = -(-end // alignment) * alignment + size * times
            most = max(most, alignment)
        return max(-(-end // most) * most, 1), most

    def x_cast_expression(self, node: Node) -> Expression:
        named = syntax.part(node, "type")
        if any(c.type == "abstract_function_declarator" for c in named.named_children):
            raise NotUnderstood("what may be a cast", syntax.text(node))
        ctype, name = self.type_of(named), syntax.text(named)
        value = self.expression(syntax.part(node, "value"))

        def run(f: Frame) -> Any:
            if f.find(name) is not None or name in self.globals or name in self.functions:
                raise NotUnderstood("what may be a cast", syntax.text(node))  # (a) - b, which a parser can't tell
            return self.cast(value(f), self.resolve(ctype, f))

        return run

    def cast(self, value: Any, ctype: CType) -> Any:
        """Any of the casts."""
        if ctype.pointers == 0:
            if isinstance(value, (int, float, np.ndarray, Symbol, Dynamic)):
                return coerce(value, ctype)
            if ctype.name in types.INTEGERS and not isinstance(value, (Handle, DevicePointer)):
                raise NotUnderstood("a pointer as a number")
            return DevicePointer(value.memory, value.offset) if isinstance(value, DevicePointer) else value
        if isinstance(value, DevicePointer):
            return copies.stepping(value, ctype)
        target = CType(ctype.name, ctype.args, ctype.pointers - 1)
        if target.name == "void" or target.pointers or types.numpy_of(target) is None:
            return value
        if isinstance(value, Vector):
            value = Pointer(value, 0)
        if isinstance(value, Pointer):
            if value.vector.ctype.name == "void":  # allocated without a type: the first cast says it
                width = types.sizeof(target) or 1
                value.vector.data = np.broadcast_to(np.zeros((), types.numpy_of(target)), (len(value.vector) // width,))
                value.vector.ctype = target
            return Pointer(value.vector, value.index, target)
        if isinstance(value, Address):
            return Address(value.ref, target)
        return value
