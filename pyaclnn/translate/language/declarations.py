"""Declarations: a variable for each declarator, with the value that its type makes of what is given."""

from __future__ import annotations

from typing import Any

from ..errors import Again, Consequence, NotUnderstood
from ..program import syntax
from ..program.frames import Frame, Statement
from ..program.syntax import Node
from ..results.kept import Kept
from ..values import limits, types
from ..values.dynamic import Dynamic
from ..values.handles import Handle, Symbol
from ..values.texts import characters
from ..values.types import AUTO, CType
from ..values.variables import PLAIN, POISON, Alone, Cell, Object, Pointer, Smart, Temporary, Vector, coerce
from .kinds import ARRAY, array_of
from .lives import Lives
from .places import copied
from .typing import Lately

SMART = ("unique_ptr", "shared_ptr")
_TEXTS = ("string_literal", "concatenated_string", "raw_string_literal")


def nothing(f: Frame) -> Any:
    """The statement that does nothing."""
    return None


class Declarations(Kept, Lives):
    """Variables, arrays, references and names bound to parts."""

    # -- declarations

    def s_declaration(self, node: Node) -> Statement:
        type_node = syntax.part(node, "type")
        base = self.type_of(type_node)
        if type_node.type in ("struct_specifier", "class_specifier", "enum_specifier", "union_specifier"):
            base = self._declared_here(type_node) or base
        made = [self._declarator(base, d) for d in node.children_by_field_name("declarator")]

        def run(f: Frame) -> Any:
            for one in made:
                one(f)

        if _is_static(node):
            return self._once(node, run)
        return made[0] if len(made) == 1 else run

    def _declared_here(self, node: Node) -> CType | None:
        """The type of ``struct S { ... } x;``, which may have no name."""
        named, body = syntax.part(node, "name"), syntax.part(node, "body")
        if body is None:
            return None
        if node.type == "union_specifier":
            raise NotUnderstood("a union")
        name = syntax.text(named) if named is not None else f"the type of line {self.line(node)}"
        self.type_declaration(node, name)
        return CType(name)

    def _once(self, node: Node, make: Statement) -> Statement:
        """``static`` variables: made when control comes by for the first time, and kept for the next times."""
        declarators = node.children_by_field_name("declarator")
        names = [syntax.declared(d)[0] for d in declarators]
        values = [syntax.part(d, "value") for d in declarators]
        is_constant = all(v is not None and v.type in ("number_literal", "true", "false") for v in values)

        def run(f: Frame) -> Any:
            template = tuple(sorted((n, t) for n, t in f.types.items() if n not in ("return", "reference")))
            key = (self.line(node), node.start_point[1], template)
            if f.function in self.state.get("lost statics", ()):
                raise Consequence(names[0])
            if key not in self.statics:
                if self.is_in_bulk or (self.residual and not (is_constant and self.attempts)):
                    raise NotUnderstood("a static variable under a condition on results")
                before, self.is_static = self.is_static, True
                try:
                    make(f)
                finally:
                    self.is_static = before
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
        inner = declarator.named_children[-1] if declarator.type == "reference_declarator" else declarator
        if inner.type == "structured_binding_declarator":
            return self._binding(inner, value_node)
        name, stars, is_reference, lengths = syntax.declared(declarator)
        if declarator.type == "function_declarator" and value_node is None:
            return self._constructed(base, name, syntax.part(declarator, "parameters"))
        ctype = base.pointed(stars)
        fixed = ctype if types.is_fixed(ctype) else None
        if lengths:
            return self._array(name, ctype, lengths, value_node)
        if is_reference and value_node is not None:
            return self._reference(name, value_node)
        if value_node is None:

            def plain(f: Frame) -> Any:
                found = fixed or self.resolve(ctype, f)
                self._declare(f, name, self.construct_variable(found, [], f, name), found)
                if self.residual:
                    self.note_blank(f.vars[name])

            return plain
        if value_node.type == "argument_list":
            nodes = syntax.parts(value_node)
            values = [self.expression(p) for p in nodes]

            def called(f: Frame) -> Any:
                found = fixed or self.resolve(ctype, f)
                args = self.places_of(nodes, f) if found.name in self.structs else [v(f) for v in values]
                self._declare(f, name, self.construct_variable(found, args, f, name), found)

            return called
        value = self.initialized(value_node, ctype, name) if value_node.type == "initializer_list" \
            else self.expression(value_node)  # fmt: skip
        typer = Lately(self, value_node)

        def initialize(f: Frame) -> Any:
            found = fixed or self.resolve(ctype, f)
            given = value(f)
            if fixed is not None and given.__class__ in PLAIN and fixed.name not in ("auto", "vector"):
                self._declare(f, name, given, found)
                return
            if isinstance(given, Vector) and (found.pointers or _is_array(found, typer, f)):
                given = Pointer(given, 0)
            given = copied(given)
            if isinstance(given, Object):
                self.check_whole(given, found)
            if isinstance(given, Vector) and value_node.type not in ("initializer_list", "call_expression"):
                given.name = name
            if found.name in SMART and not found.pointers and not isinstance(given, Smart):
                given = Smart(given, found, name, f.depth)
            elif found.name == "thread" or (
                found.name == "vector" and not found.pointers and not isinstance(given, Vector)
            ):
                given = self.construct(found, [given], f, name)
            elif found == AUTO and isinstance(given, (int, str)):
                found = typer(f) or AUTO
            self._declare(f, name, given, found)

        return initialize

    def _constructed(self, base: CType, name: str, parameters: Node) -> Statement:
        """A variable that was parsed as a function since its arguments could be types: ``T x(Size(shape), value);``"""
        root = syntax.parse(f"int main() {{ f{syntax.text(parameters)}; }}")
        call = next(iter(_of_kind(root, "call_expression")), None)
        if root.has_error or call is None:
            return nothing  # a function is declared after all
        nodes = syntax.parts(syntax.part(call, "arguments"))
        values = [self.expression(n) for n in nodes]
        if not values:
            return nothing

        def construct(f: Frame) -> Any:
            ctype = self.resolve(base, f)
            args = self.places_of(nodes, f) if ctype.name in self.structs else [v(f) for v in values]
            self._declare(f, name, self.construct_variable(ctype, args, f, name), ctype)

        return construct

    def _declare(self, f: Frame, name: str, value: Any, ctype: CType) -> None:
        if value.__class__ in PLAIN:
            f.declare(name, Cell(coerce(value, ctype), ctype, name, f.depth))
            return
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
        if value.__class__ is Alone:
            self.owns(f, value)

    def _reference(self, name: str, value_node: Node) -> Statement:
        place = self.place(value_node) if value_node.type in (
            "identifier", "subscript_expression", "field_expression", "pointer_expression", "call_expression",
            "conditional_expression", "parenthesized_expression",
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
        is_list = value_node is not None and value_node.type == "initializer_list"
        only = syntax.parts(value_node)[0] if is_list and len(syntax.parts(value_node)) == 1 else value_node
        text = None
        if only is not None and only.type in _TEXTS and ctype.name == "char" and not ctype.pointers:
            text = characters(syntax.string(only))
        elif value_node is not None and not is_list:
            raise NotUnderstood("an array of such a value")
        value = self.initialized(value_node, CType("vector", (ctype,)), name) if is_list and text is None else None

        def run(f: Frame) -> Any:
            if len(sizes) != 1:
                raise NotUnderstood("an array of arrays")
            element = self.resolve(ctype, f)
            count = int(sizes[0](f)) if sizes[0] is not None else None
            vector = value(f) if value is not None else Vector(list(text or ()), element, name, f.depth)
            if not isinstance(vector.data, list):
                vector.data = list(vector.data)
            if count is not None and not 0 <= count <= 1 << 22:
                raise NotUnderstood("a large array")
            if count is not None and text is not None:
                vector.data = vector.data[:count]  # the end may lie outside
            missing = (count or 0) - len(vector.data)
            limits.hold(64 * max(missing, 0))
            if missing > 0:
                vector.data += [self.construct(element, [], f) for _ in range(missing)]
            vector.name, vector.depth = name, f.depth
            f.declare(name, Cell(vector, array_of(element, len(vector.data)), name, f.depth))

        return run

    def _binding(self, declarator: Node, value_node: Node) -> Statement:
        names = [syntax.text(c) for c in declarator.named_children if c.type == "identifier"]
        value = self.expression(value_node)
        is_reference = declarator.parent.type == "reference_declarator"
        statement = declarator.parent.parent.parent if is_reference else None
        is_constant = statement is not None and any(c.text == b"const" for c in statement.named_children)

        def run(f: Frame) -> Any:
            found = value(f)
            if is_reference and not is_constant and isinstance(found, (tuple, Object)):
                raise NotUnderstood("names of parts that may be set")
            if isinstance(found, Object):
                found = tuple(c.get() for c in found.fields.values())
            if not isinstance(found, tuple) or len(found) != len(names):
                raise NotUnderstood("names bound to parts of such a value")
            for name, one in zip(names, found, strict=True):
                if is_reference:
                    f.declare(name, Temporary(one, AUTO, name, f.depth))
                else:
                    self._declare(f, name, copied(one), AUTO)

        return run


def _is_array(ctype: CType, typer: Lately, f: Frame) -> bool:
    """Whether ``auto`` stands for a pointer, since an array of the language is what it is given."""
    return ctype == AUTO and (found := typer(f)) is not None and found.name == ARRAY


def _is_static(node: Node) -> bool:
    return b"static" in node.text and any(
        c.type == "storage_class_specifier" and c.text == b"static" for c in node.children
    )


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
