"""Values of the sample's types: from constructor arguments, and from lists in braces."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np

from ..errors import NotUnderstood
from ..libraries import standard
from ..program import syntax
from ..program.frames import Expression, Frame, Function, Struct
from ..program.syntax import Node
from ..values import limits, texts, types
from ..values.types import AUTO, CType
from ..values.variables import Address, Cell, Object, Pointer, Reference, Smart, Temporary, Vector, coerce
from .declarations import SMART
from .expressions import number
from .kinds import array_of
from .lives import Lives
from .places import copied

_PLAIN_LIST = re.compile(r"\{[-+0-9.,\s'eExXuUlLfFa-dA-D]*\}")
_CHARACTER = re.compile(r"(?<![0-9a-fA-F])'")  # where no digits are put into groups
_LARGE = 64


class Construction(Lives):
    """Constructors and initializer lists."""

    def value(self, argument: Any, ctype: CType) -> Any:
        raise NotImplementedError

    def argument(self, node: Node) -> Expression:
        raise NotImplementedError

    def chosen(
        self, functions: list[Function], count: int, args: list[Any] | None = None, template: list[CType] | None = None
    ) -> Function:
        raise NotImplementedError

    def bind(self, f: Frame, parameter: Any, given: Any, function: Function, caller: Frame) -> None:
        raise NotImplementedError

    def x_compound_literal_expression(self, node: Node) -> Expression:
        ctype = self.type_of(syntax.part(node, "type"))
        value = syntax.part(node, "value")
        return lambda f: self.initialized(value, self.resolve(ctype, f))(f)

    def x_new_expression(self, node: Node) -> Expression:
        ctype = self.type_of(syntax.part(node, "type"))
        declarator, arguments = syntax.part(node, "declarator"), syntax.part(node, "arguments")
        length = self.expression(syntax.part(declarator, "length")) if declarator is not None else None
        values = [self.expression(n) for n in syntax.parts(arguments)] if arguments is not None else []

        def run(f: Frame) -> Any:
            found = self.resolve(ctype, f)
            if length is not None:
                return Pointer(self.construct(CType("vector", (found,)), [length(f)], f), 0)
            return Address(Cell(self.construct(found, [v(f) for v in values], f), found, "", 99))

        return run

    # -- construction

    def construct(self, ctype: CType, args: list[Any], f: Frame, name: str = "") -> Any:
        """A new value of a type from constructor arguments."""
        args = [self.value(a, ctype) if isinstance(a, Braces) else a for a in args]
        kind = ctype.name
        if ctype.pointers:
            return args[0] if args else None
        if kind in types.INTEGERS or kind in ("float", "double", "bool", "fp16_t", "bfloat16"):
            return coerce(args[0], ctype) if args else coerce(0, ctype)
        if kind in ("vector", "array", "deque", "list"):
            return self._vector(ctype, args, f, name)
        if kind in SMART:
            value = copied(args[0]) if args else None
            self.check_deleter(ctype, args)
            made = Smart(value.value if isinstance(value, Smart) else value, ctype, name, f.depth)
            made.reset(made.value)
            return made
        if kind == "function":
            return args[0] if args else None
        if kind == "string":
            return texts.made(args)
        if kind == "complex":
            return complex(*args) if args else 0j
        if kind in self.structs:
            return self._object(self.structs[kind], args, f, name)
        made_by = standard.TYPES.get(kind)
        if made_by is not None:
            return made_by(self, args, ctype, f)
        if len(args) == 1:
            return args[0]
        if not args and kind.startswith("acl"):
            return None
        raise NotUnderstood("an unknown type", kind)

    def _vector(self, ctype: CType, args: list[Any], f: Frame, name: str) -> Vector:
        element = ctype.args[0] if ctype.args else AUTO
        if ctype.name == "array" and not args and len(ctype.args) > 1:
            args = [number(ctype.args[1].name) if ctype.args[1].name[:1].isdigit() else
                    self.globals[ctype.args[1].name].get()]  # fmt: skip
        if not args:
            return Vector([], element, name, f.depth)
        first = args[0]
        if isinstance(first, Vector):
            made = copied(first)
            made.name, made.depth = name, f.depth
            return made if isinstance(made, Vector) else Vector([], element)
        if isinstance(first, Pointer) and len(args) == 2 and isinstance(args[1], Pointer):
            part = first.vector.data[first.index : args[1].index]
            limits.hold(8 * len(part))
            return Vector(list(part) if isinstance(part, list) else part.copy(), element, name, f.depth)
        if isinstance(first, float) and first == int(first):
            first = int(first)
        if not isinstance(first, int):
            raise NotUnderstood("a vector of such a value", type(first).__name__)
        if first < 0 or first > 1 << 31:
            raise NotUnderstood("a vector of a strange size", str(first))
        value = args[1] if len(args) > 1 else None
        dtype = types.numpy_of(element)
        if dtype is not None and first > _LARGE and not hasattr(value, "result"):
            value = coerce(0 if value is None else value, element)
            return Vector(np.broadcast_to(np.asarray(value).astype(dtype), (first,)), element, name, f.depth)
        if first > 100_000:
            raise NotUnderstood("a vector of a strange size", str(first))
        limits.hold(64 * first)
        each: Callable[[], Any] = (
            (lambda: self.construct(element, [], f)) if value is None else (lambda: copied(coerce(value, element)))
        )
        return Vector([each() for _ in range(first)], element, name, f.depth)

    def _object(self, struct: Struct, args: list[Any], f: Frame, name: str) -> Any:
        if struct.is_shared:
            raise NotUnderstood("a static member")
        made = self.made(struct, name)(CType(struct.name), {}, name)
        limits.hold(limits.OBJECT + 128 * len(struct.fields))
        self._add_fields(struct, made, f)
        constructors = [c for c in struct.methods.get(struct.name, []) if len(c.parameters) >= len(args)]
        if len(args) == 1 and isinstance(args[0], Object) and args[0].ctype == made.ctype:
            return copied(args[0])
        if constructors:
            chosen = self.chosen(constructors, len(args), args)
            self.call(chosen, args, f, this=made, bound=self._initialize(chosen, made, args, f))
        elif args:
            for cell, value in zip(made.fields.values(), args, strict=False):
                cell.set(value)
        return made

    def _add_fields(self, struct: Struct, made: Object, f: Frame) -> None:
        for base in struct.bases:
            if base in self.structs:
                self._add_fields(self.structs[base], made, f)
        inner = Frame(f.depth + 1, None, made)
        for name, ctype, default, lengths in struct.fields:
            found = self.resolve(ctype, f)
            if name in struct.references:
                made.fields[name] = Cell(None, found, name, f.depth)
                continue
            if lengths:
                count = self.expression(lengths[0])(inner) if lengths[0] is not None else 0
                value: Any = self._vector(CType("vector", (found,)), [count], f, name)
            elif default is not None and default.type == "initializer_list":
                value = self.initialized(default, found, name)(inner)
            elif default is not None:
                value = self.expression(default)(inner)
            else:
                value = self.construct(found, [], f, name)
            held = array_of(found, len(value.data)) if lengths else found
            made.fields[name] = Cell(coerce(value, found), held, name, f.depth)

    def _initialize(self, constructor: Function, made: Object, args: list[Any], f: Frame) -> Frame | None:
        """``: field(value), ...``; gives the frame with the parameters."""
        if constructor.initializers is None:
            return None
        inner = Frame(f.depth + 1, None, made)
        for i, parameter in enumerate(constructor.parameters):
            if i < len(args) or parameter.default is not None:
                given = args[i] if i < len(args) else self.expression(parameter.default)(inner)
                self.bind(inner, parameter, given, constructor, f)
        items = [syntax.parts(i) for i in syntax.parts(constructor.initializers)]
        if any(syntax.text(p[0]) not in made.fields for p in items):
            raise NotUnderstood("a constructor of a base")
        order = list(made.fields)  # members are made in the order of their declarations
        references = self.structs[made.ctype.name].references
        for pieces in sorted(items, key=lambda p: order.index(syntax.text(p[0]))):
            name = syntax.text(pieces[0])
            cell = made.fields[name]
            if name in references:
                made.fields[name] = self._referring(syntax.parts(pieces[1]), name, inner)
            elif len(pieces) > 1 and pieces[1].type == "initializer_list":
                cell.value = self.initialized(pieces[1], cell.ctype)(inner)
            else:
                values = [self.value(self.argument(n)(inner), cell.ctype) for n in syntax.parts(pieces[1])]
                cell.value = self.construct(cell.ctype, values, inner, name)
        return inner

    def _referring(self, nodes: list[Node], name: str, f: Frame) -> Reference:
        """A member that is another name of a place."""
        place = self.place(nodes[0])(f) if len(nodes) == 1 else None
        if place is None or isinstance(place, Temporary):
            raise NotUnderstood("a reference to such a value")
        return Reference(place, name)

    # -- braces

    def initialized(self, node: Node, ctype: CType, name: str = "") -> Expression:
        """A value of a type from an initializer list."""
        if node.type != "initializer_list":
            return self.expression(node)
        text = syntax.text(node)
        numbers = None
        if len(text) > 12 and _PLAIN_LIST.fullmatch(text) and not _CHARACTER.search(text):
            numbers = [_number(t) for t in text[1:-1].split(",") if t.strip()]
        nodes = syntax.parts(node) if numbers is None else []

        length = len(nodes) + len(numbers or ())

        def run(f: Frame) -> Any:
            if length > _LARGE:
                limits.work(length << 8)
            found = self.resolve(ctype, f)
            if found.pointers == 0 and found.name in ("vector", "array", "initializer_list"):
                element = found.args[0] if found.args else AUTO
                if numbers is not None:
                    return Vector([coerce(n, element) for n in numbers], element, name, f.depth)
                items = [self._item(n, element, f) for n in nodes]
                if len(items) == 1 and isinstance(items[0], Vector) and element.name not in ("vector", "array"):
                    return items[0]
                return Vector(items, element, name, f.depth)
            if found.name in self.structs and not found.pointers:
                return self._aggregate(self.structs[found.name], nodes, numbers, f, name)
            items = numbers if numbers is not None else [self._item(n, AUTO, f) for n in nodes]
            if found == AUTO:
                return Vector(items, _common(items), name, f.depth)
            if found.name in ("pair", "tuple"):
                return tuple(items)
            if found.name in ("map", "unordered_map"):
                return dict(i if isinstance(i, tuple) else tuple(i.data) for i in items)
            return self.construct(found, items, f, name)

        return run

    def _item(self, node: Node, ctype: CType, f: Frame) -> Any:
        if node.type == "initializer_list":
            return self.initialized(node, ctype)(f)
        return coerce(copied(self.expression(node)(f)), ctype)

    def _aggregate(self, struct: Struct, nodes: list[Node], numbers: list[Any] | None, f: Frame, name: str) -> Any:
        if struct.methods.get(struct.name):
            items = numbers if numbers is not None else [self._item(n, AUTO, f) for n in nodes]
            return self._object(struct, items, f, name)
        made = self._object(struct, [], f, name)
        if struct.references:
            raise NotUnderstood("a struct of references")
        if numbers is not None:
            for cell, value in zip(made.fields.values(), numbers, strict=False):
                cell.set(value)
            return made
        for cell, node in zip(made.fields.values(), nodes, strict=False):
            if node.type == "initializer_pair":
                field = made.fields[syntax.text(syntax.part(node, "designator")).lstrip(".")]
                self.assign(field, self._item(syntax.part(node, "value"), field.ctype, f))
            else:
                self.assign(cell, self._item(node, cell.ctype, f))
        return made


class Braces:
    """An argument in braces, whose meaning the parameter's type gives."""

    def __init__(self, node: Node, frame: Frame) -> None:
        self.node, self.frame = node, frame


def _number(text: str) -> Any:
    text = text.strip()
    return -number(text[1:].strip()) if text[0] == "-" else number(text.lstrip("+ "))


def _common(items: list[Any]) -> CType:
    """The element type of braces that nothing else gives one to."""
    if any(isinstance(i, float) for i in items):
        return CType("double")
    return types.INT if items and all(isinstance(i, int) for i in items) else AUTO
