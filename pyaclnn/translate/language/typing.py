"""The types of expressions, from what they are made of, for where the value alone does not tell."""

from __future__ import annotations

import re
from collections.abc import Callable

from ..program import syntax
from ..program.core import Core
from ..program.frames import Closure, Frame, Function
from ..program.syntax import Node
from ..values import dynamic, types
from ..values.dynamic import BOOL, TEXT
from ..values.types import CHAR, FLOAT, INT, CType
from ..values.variables import Cell
from . import kinds
from .kinds import LIKE_FIRST, SIZE, Type, array_of

Typer = Callable[[Frame], Type]
_LIMITS = re.compile(r"numeric_limits\s*<\s*([\w ]+?)\s*>\s*::\s*(?:max|min|lowest)$")
_CASTS = ("static_cast", "reinterpret_cast", "const_cast", "dynamic_cast")
_OF_CANN = {"aclFloat16ToFloat": FLOAT, "aclFloatToFloat16": CType("aclFloat16"), "aclDataTypeSize": SIZE,
            "aclInit": INT, "aclFinalize": INT}  # fmt: skip
_MOST_OPEN = 3
_SIZES = frozenset(("size", "length", "capacity", "count"))


class Typing(Core):
    """What type an expression has, or None where that is not known."""

    def typed(self, node: Node) -> Typer:
        method = getattr(self, f"t_{node.type}", None)
        if method is None:
            return _unknown
        found: Typer = method(node)
        return found

    def type_in(self, node: Node, f: Frame) -> Type:
        """The type of an expression whose value was just computed."""
        return self.typed(node)(f)

    # -- leaves

    def t_number_literal(self, node: Node) -> Typer:
        return _always(kinds.literal(syntax.text(node)))

    def t_char_literal(self, node: Node) -> Typer:
        return _always(CHAR if syntax.text(node)[0] == "'" else None)

    def t_string_literal(self, node: Node) -> Typer:
        return _always(TEXT)

    t_concatenated_string = t_raw_string_literal = t_string_literal

    def t_true(self, node: Node) -> Typer:
        return _always(BOOL)

    t_false = t_true

    def t_sizeof_expression(self, node: Node) -> Typer:
        return _always(SIZE)

    def t_identifier(self, node: Node) -> Typer:
        name = syntax.text(node)

        def run(f: Frame) -> Type:
            cell = f.find(name) or self.globals.get(name)
            return kinds.of_name(name) if cell is None else kinds.of_cell(cell)

        return run

    def t_qualified_identifier(self, node: Node) -> Typer:
        last = syntax.text(node).rpartition("::")[2]
        return lambda f: kinds.of_name(last) if (cell := self.globals.get(last)) is None else kinds.of_cell(cell)

    def t_this(self, node: Node) -> Typer:
        def run(f: Frame) -> Type:
            at: Frame | None = f
            while at is not None and at.this is None:
                at = at.parent
            return None if at is None or at.this is None else at.this.ctype.pointed()

        return run

    # -- composites

    def t_parenthesized_expression(self, node: Node) -> Typer:
        return self.typed(syntax.parts(node)[0])

    def t_comma_expression(self, node: Node) -> Typer:
        return self.typed(syntax.parts(node)[-1])

    def t_binary_expression(self, node: Node) -> Typer:
        sign = syntax.text(syntax.part(node, "operator"))
        if sign in (*dynamic.COMPARISONS, "&&", "||", "and", "or"):
            return _always(BOOL)
        left = self.typed(syntax.part(node, "left"))
        if sign in ("<<", ">>"):
            return lambda f: kinds.promoted(left(f))
        right = self.typed(syntax.part(node, "right"))
        return lambda f: kinds.common(sign, left(f), right(f))

    def t_unary_expression(self, node: Node) -> Typer:
        if syntax.text(syntax.part(node, "operator")) in ("!", "not"):
            return _always(BOOL)
        inner = self.typed(syntax.part(node, "argument"))
        return lambda f: kinds.promoted(inner(f))

    def t_update_expression(self, node: Node) -> Typer:
        return self.typed(syntax.part(node, "argument"))

    def t_assignment_expression(self, node: Node) -> Typer:
        return self.typed(syntax.part(node, "left"))

    def t_conditional_expression(self, node: Node) -> Typer:
        yes, no = (self.typed(syntax.part(node, n)) for n in ("consequence", "alternative"))

        def run(f: Frame) -> Type:
            first, second = yes(f), no(f)
            return first if first == second else kinds.common("+", first, second)

        return run

    def t_pointer_expression(self, node: Node) -> Typer:
        inner = self.typed(syntax.part(node, "argument"))
        if syntax.text(node)[0] == "*":
            return lambda f: kinds.pointed_at(inner(f))
        return lambda f: None if (ctype := inner(f)) is None else ctype.pointed()

    def t_subscript_expression(self, node: Node) -> Typer:
        inner = self.typed(syntax.part(node, "argument"))
        return lambda f: kinds.pointed_at(inner(f))

    def t_field_expression(self, node: Node) -> Typer:
        base, name = self.typed(syntax.part(node, "argument")), syntax.text(syntax.part(node, "field"))
        return lambda f: self._member(base(f), name, f)

    def t_cast_expression(self, node: Node) -> Typer:
        ctype = self.type_of(syntax.part(node, "type"))
        return lambda f: self.resolve(ctype, f)

    t_compound_literal_expression = t_cast_expression

    # -- members and calls

    def _member(self, base: Type, name: str, f: Frame) -> Type:
        if base is None:
            return None
        if base.name in ("unique_ptr", "shared_ptr") and base.args:
            base = base.args[0]
        if base.name == "pair" and name in ("first", "second"):
            return base.args[name == "second"] if len(base.args) == 2 else None
        struct = self.structs.get(base.name)
        if struct is None:
            return None
        for field, ctype, _, lengths in struct.fields:
            if field == name:
                found = self.resolve(ctype, f)
                if not lengths:
                    return found
                count = self.expression(lengths[0])(f) if len(lengths) == 1 and lengths[0] is not None else None
                return array_of(found, count)
        return next((t for b in struct.bases if (t := self._member(CType(b), name, f)) is not None), None)

    def t_call_expression(self, node: Node) -> Typer:
        target, arguments = syntax.part(node, "function"), syntax.part(node, "arguments")
        nodes = syntax.parts(arguments)
        if target.type == "field_expression":
            return self._of_method(target, nodes)
        whole = syntax.text(target)
        template: list[CType] = []
        inner = target
        while inner.type == "qualified_identifier":
            inner = syntax.part(inner, "name")
        name = syntax.text(inner)
        if inner.type == "template_function":
            template = [self.type_of(c) for c in syntax.part(inner, "arguments").named_children]
            name = syntax.text(syntax.part(inner, "name"))
        if name in _CASTS:
            return lambda f: self.resolve(template[0], f)
        limits = _LIMITS.search(whole)
        if limits is not None:
            ctype = types.parse(limits[1])
            return lambda f: self.resolve(ctype, f)
        as_type = types.parse(whole)
        given = [self.typed(n) for n in nodes]

        def run(f: Frame) -> Type:
            cell = f.find(name)
            if cell is not None:
                value = cell.get()
                return self._of_closure(value) if isinstance(value, Closure) else None
            functions = self.functions.get(name)
            if functions is None and f.this is not None and (struct := self.structs.get(f.this.ctype.name)):
                functions = struct.methods.get(name)
            if functions is not None and not whole.startswith("std::"):
                return self._of_functions(functions, template, given, f)
            found = self.resolve(as_type, f)
            if types.numpy_of(found) is not None or found.name in ("string", "vector", *self.structs):
                return found
            if name.startswith("acl"):
                return _OF_CANN.get(name, INT if name.startswith(("aclrt", "aclnn")) else None)
            if template and name in (*LIKE_FIRST, "accumulate"):
                return self.resolve(template[0], f)
            ctypes = [g(f) for g in given]
            return kinds.of_standard(name, ctypes)

        return run

    def _of_method(self, target: Node, nodes: list[Node]) -> Typer:
        base = self.typed(syntax.part(target, "argument"))
        name = syntax.text(syntax.part(target, "field"))
        given = [self.typed(n) for n in nodes]

        def run(f: Frame) -> Type:
            ctype = base(f)
            if ctype is not None and ctype.name in ("unique_ptr", "shared_ptr") and ctype.args and name != "get":
                ctype = ctype.args[0]
            struct = None if ctype is None else self.structs.get(ctype.name)
            while struct is not None:
                if name in struct.methods:
                    return self._of_functions(struct.methods[name], [], given, f)
                struct = self.structs.get(struct.bases[0]) if struct.bases else None
            if name in _SIZES or (name == "find" and ctype is not None and ctype.name == "string"):
                return SIZE
            if ctype is None:
                return None
            if name in ("at", "front", "back"):
                return kinds.pointed_at(ctype)
            if name in ("data", "begin", "end", "cbegin", "cend", "c_str"):
                element = kinds.pointed_at(ctype)
                return None if element is None else element.pointed()
            return {"empty": BOOL, "compare": INT, "substr": CType("string")}.get(name)

        return run

    def _of_functions(self, functions: list[Function], template: list[CType], given: list[Typer], f: Frame) -> Type:
        fitting = [c for c in functions if len(c.parameters) >= len(given)]
        if not fitting or any(c.returns != fitting[0].returns for c in fitting):
            return None
        function = fitting[0]
        found = function.returns
        if found.name in function.template:
            place = function.template.index(found.name)
            if place < len(template):
                return self.resolve(template[place], f)
            for parameter, typer in zip(function.parameters, given, strict=False):
                if parameter.ctype == found:
                    return kinds.decayed(typer(f))
                if parameter.ctype.args == (found,) and (ctype := typer(f)) is not None and ctype.args:
                    return ctype.args[0]
            return None
        return self._of_closure(Closure(function, None)) if found.name == "auto" else self.resolve(found, f)

    def _of_closure(self, closure: Closure) -> Type:
        """What a lambda returns: as it says, or what its first ``return`` gives."""
        function = closure.function
        if function.returns.name != "auto":
            return self.resolve(function.returns, closure.frame)
        first = _first_return(function.body)
        if first is None:
            return None
        if self.open_types > _MOST_OPEN:  # a function that calls itself
            return None
        inner = Frame(0, closure.frame)
        for parameter in function.parameters:
            inner.vars[parameter.name] = Cell(None, self.resolve(parameter.ctype, closure.frame), parameter.name, 0)
        self.open_types += 1
        try:
            return self.typed(syntax.parts(first)[0])(inner)
        finally:
            self.open_types -= 1


class Lately:
    """The type of an expression, which is looked up only where it matters, since it seldom does."""

    __slots__ = ("core", "node", "typer")

    def __init__(self, core: Core, node: Node) -> None:
        self.core, self.node = core, node
        self.typer: Typer | None = None

    def __call__(self, f: Frame) -> Type:
        if self.typer is None:
            self.typer = self.core.typed(self.node)
        return self.typer(f)


def _unknown(f: Frame) -> Type:
    return None


def _always(ctype: Type) -> Typer:
    return lambda f: ctype


def _first_return(node: Node) -> Node | None:
    for child in node.named_children:
        if child.type == "return_statement":
            return child if child.named_children else None
        if child.type != "lambda_expression" and (found := _first_return(child)) is not None:
            return found
    return None
