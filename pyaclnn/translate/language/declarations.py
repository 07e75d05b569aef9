"""Declarations: a variable for each declarator, with the value that its type makes of what is given."""

from __future__ import annotations

from typing import Any

from ..errors import Again, NotUnderstood
from ..program import syntax
from ..program.frames import Frame, Statement
from ..program.syntax import Node
from ..results.kept import Kept
from ..values.dynamic import Dynamic
from ..values.handles import Handle, Symbol
from ..values.types import AUTO, CType
from ..values.variables import POISON, Cell, Object, Smart, Vector, coerce
from .places import copied

SMART = ("unique_ptr", "shared_ptr")


def nothing(f: Frame) -> Any:
    """The statement that does nothing."""
    return None


class Declarations(Kept):
    """Variables, arrays, references and names bound to parts."""

    # -- declarations

    def s_declaration(self, node: Node) -> Statement:
        type_node = syntax.part(node, "type")
        if type_node.type in ("struct_specifier", "class_specifier", "enum_specifier"):
            self.type_declaration(type_node)
        base = self.type_of(type_node)
        made = [self._declarator(base, d) for d in node.children_by_field_name("declarator")]

        def run(f: Frame) -> Any:
            for one in made:
                one(f)

        return self._once(node, run) if _is_static(node) else run

    def _once(self, node: Node, make: Statement) -> Statement:
        """``static`` variables: made when control comes by for the first time, and kept for the next times."""
        declarators = node.children_by_field_name("declarator")
        names = [syntax.declared(d)[0] for d in declarators]
        values = [syntax.part(d, "value") for d in declarators]
        is_constant = all(v is not None and v.type in ("number_literal", "true", "false") for v in values)

        def run(f: Frame) -> Any:
            template = tuple(sorted((n, t) for n, t in f.types.items() if n not in ("return", "reference")))
            key = (self.line(node), node.start_point[1], template)
            if key not in self.statics:
                if self.is_in_bulk or (self.residual and not (is_constant and self.attempts)):
                    raise NotUnderstood("a static variable under a condition on results")
                make(f)
                self.statics[key] = {n: f.vars[n] for n in names}
                for cell in self.statics[key].values():
                    cell.depth = 0  # it outlives its function, as a global one does
                if self.residual:
                    raise Again
                return
            for name, cell in self.statics[key].items():
                f.declare(name, cell)

        return run

    def _declarator(self, base: CType, node: Node) -> Statement:
        value_node = syntax.part(node, "value") if node.type == "init_declarator" else None
        declarator = syntax.part(node, "declarator") if node.type == "init_declarator" else node
        if declarator.type == "structured_binding_declarator":
            return self._binding(declarator, value_node)
        name, stars, is_reference, lengths = syntax.declared(declarator)
        if declarator.type == "function_declarator" and value_node is None:
            return self._constructed(base, name, syntax.part(declarator, "parameters"))
        ctype = base.pointed(stars)
        if lengths:
            return self._array(name, ctype, lengths, value_node)
        if is_reference and value_node is not None:
            return self._reference(name, value_node)
        if value_node is None:

            def plain(f: Frame) -> Any:
                found = self.resolve(ctype, f)
                self._declare(f, name, self.construct(found, [], f, name), found)
                if self.residual:
                    self.note_blank(f.vars[name])

            return plain
        if value_node.type == "argument_list":
            values = [self.expression(p) for p in syntax.parts(value_node)]

            def called(f: Frame) -> Any:
                found = self.resolve(ctype, f)
                self._declare(f, name, self.construct(found, [v(f) for v in values], f, name), found)

            return called
        value = self.initialized(value_node, ctype, name) if value_node.type == "initializer_list" \
            else self.expression(value_node)  # fmt: skip

        def initialize(f: Frame) -> Any:
            found = self.resolve(ctype, f)
            given = copied(value(f))
            if isinstance(given, Vector) and value_node.type not in ("initializer_list", "call_expression"):
                given.name = name
            if found.name in SMART and not found.pointers and not isinstance(given, Smart):
                given = Smart(given, found, name, f.depth)
            elif found.name == "thread" or (
                found.name == "vector" and not found.pointers and not isinstance(given, Vector)
            ):
                given = self.construct(found, [given], f, name)
            self._declare(f, name, given, found)

        return initialize

    def _constructed(self, base: CType, name: str, parameters: Node) -> Statement:
        """A variable that was parsed as a function since its arguments could be types: ``T x(Size(shape), value);``"""
        root = syntax.parse(f"int main() {{ f{syntax.text(parameters)}; }}")
        call = next(iter(_of_kind(root, "call_expression")), None)
        if root.has_error or call is None:
            return nothing  # a function is declared after all
        values = [self.expression(n) for n in syntax.parts(syntax.part(call, "arguments"))]
        if not values:
            return nothing

        def construct(f: Frame) -> Any:
            ctype = self.resolve(base, f)
            self._declare(f, name, self.construct(ctype, [v(f) for v in values], f, name), ctype)

        return construct

    def _declare(self, f: Frame, name: str, value: Any, ctype: CType) -> None:
        cell = Cell(None, ctype, name, f.depth)
        if isinstance(value, (Symbol, Dynamic)):
            value = self.kept(value, name, ctype)
        cell.value = coerce(value, ctype) if value is not POISON else POISON
        if isinstance(value, Handle):
            value.rename(name, f.depth)
        elif isinstance(value, Vector) and not value.name:
            value.name, value.depth = name, f.depth
        elif isinstance(value, Smart):
            value.name, value.depth = name, f.depth
            value.reset(value.value)
        elif isinstance(value, Object):
            for field in value.fields.values():
                field.depth = min(field.depth, f.depth + 1)
        if f.depth == 0:
            cell.name = name
        f.declare(name, cell)

    def _reference(self, name: str, value_node: Node) -> Statement:
        place = self.place(value_node) if value_node.type in (
            "identifier", "subscript_expression", "field_expression", "pointer_expression", "call_expression"
        ) else None  # fmt: skip
        value = self.expression(value_node) if place is None else None

        def run(f: Frame) -> Any:
            if place is not None:
                ref = place(f)
                cell = ref if isinstance(ref, Cell) else _PlaceCell(ref, name)
            else:
                assert value is not None
                cell = Cell(value(f), AUTO, name, f.depth)
            f.declare(name, cell)

        return run

    def _array(self, name: str, ctype: CType, lengths: list[Node | None], value_node: Node | None) -> Statement:
        sizes = [None if n is None else self.expression(n) for n in lengths]
        value = self.initialized(value_node, CType("vector", (ctype,)), name) \
            if value_node is not None and value_node.type == "initializer_list" else None  # fmt: skip
        text = self.expression(value_node) if value_node is not None and value is None else None

        def run(f: Frame) -> Any:
            if len(sizes) != 1:
                raise NotUnderstood("an array of arrays")
            element = self.resolve(ctype, f)
            count = int(sizes[0](f)) if sizes[0] is not None else None
            if text is not None:
                found = text(f)
                if not isinstance(found, str):
                    raise NotUnderstood("an array of such a value")
                f.declare(name, Cell(found, CType("char", (), 1), name, f.depth))
                return
            vector = value(f) if value is not None else Vector([], element, name, f.depth)
            if not isinstance(vector.data, list):
                vector.data = list(vector.data)
            if count is not None and not 0 <= count <= 1 << 22:
                raise NotUnderstood("a large array")
            missing = (count or 0) - len(vector.data)
            if missing > 0:
                vector.data += [self.construct(element, [], f) for _ in range(missing)]
            vector.name, vector.depth = name, f.depth
            f.declare(name, Cell(vector, AUTO, name, f.depth))

        return run

    def _binding(self, declarator: Node, value_node: Node) -> Statement:
        names = [syntax.text(c) for c in declarator.named_children if c.type == "identifier"]
        value = self.expression(value_node)

        def run(f: Frame) -> Any:
            found = value(f)
            if isinstance(found, Object):
                found = tuple(c.get() for c in found.fields.values())
            if not isinstance(found, tuple) or len(found) != len(names):
                raise NotUnderstood("names bound to parts of such a value")
            for name, one in zip(names, found, strict=True):
                self._declare(f, name, one, AUTO)

        return run


def _is_static(node: Node) -> bool:
    return any(c.type == "storage_class_specifier" and c.text == b"static" for c in node.children)


class _PlaceCell(Cell):
    """``auto& x = place``."""

    __slots__ = ("ref",)

    def __init__(self, ref: Any, name: str) -> None:
        self.ref = ref
        super().__init__(ref.get(), ref.ctype, name, 99)

    def get(self) -> Any:
        return self.ref.get()

    def set(self, value: Any) -> None:
        self.ref.set(value)


def _of_kind(node: Node, kind: str) -> list[Node]:
    if node.type == kind:
        return [node]
    return [n for c in node.named_children for n in _of_kind(c, kind)]
