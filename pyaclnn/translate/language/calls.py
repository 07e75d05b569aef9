"""Calls: functions and methods of the sample, lambdas, construction of values, and initializer lists."""

from __future__ import annotations

import re
from typing import Any

from ..errors import Astray, HasRun, NotUnderstood, Over
from ..libraries import acl, methods, standard
from ..program import syntax
from ..program.control import LOST, Exited, Returned, Thrown
from ..program.core import MAX_DEPTH
from ..program.frames import Closure, Expression, Frame, Function, Named, Struct
from ..program.syntax import Node
from ..results.defined import EarlyReturn, define, passed
from ..results.returns import Returns
from ..values import computing, dynamic, types
from ..values.dynamic import Dynamic
from ..values.handles import Symbol
from ..values.moved import MOVED
from ..values.texts import is_characters, text_of
from ..values.types import AUTO, CType
from ..values.variables import PLAIN, POISON, Address, Cell, Object, Pointer, Smart, Temporary, Vector, coerce
from .construction import Braces
from .declarations import SMART
from .moving import Moving
from .overloads import Overloads, deduce
from .places import copied
from .typing import Lately
from .unknown import Unknown

_PLAIN_LIST = re.compile(r"\{[-+0-9.,\s'eExXuUlLfFa-dA-D]*\}")
_CASTS = ("static_cast", "reinterpret_cast", "const_cast", "dynamic_cast")
_HELD = ("float", "double", "bool", "string")  # what a parameter holds as its type says
_LARGE = 64
_MADE = frozenset(("vector", "string", "complex", *SMART))


class Calls(Unknown, Moving, Returns, Overloads):
    def x_call_expression(self, node: Node) -> Expression:
        target, arguments = syntax.part(node, "function"), syntax.part(node, "arguments")
        nodes = syntax.parts(arguments) if arguments.type in ("argument_list", "initializer_list") else []
        kind = target.type
        if kind == "parenthesized_expression" and len(nodes) <= 1:
            inner = self.expression(syntax.parts(target)[0])
            values = [self.argument(n) for n in nodes]
            return lambda f: self.invoke(inner(f), [v(f) for v in values], f, node)
        if kind == "field_expression":
            return self._method_call(target, nodes, node)
        template: list[CType] = []
        name = syntax.text(target)
        if kind == "qualified_identifier":
            last = target
            while last.type == "qualified_identifier":
                last = syntax.part(last, "name")
            if last.type == "template_function":
                target, kind = last, "template_function"
        if kind == "template_function":
            template = [self.type_of(c) for c in syntax.part(target, "arguments").named_children]
            name = syntax.text(syntax.part(target, "name"))
        if name in _CASTS:
            value = self.expression(nodes[0])
            return lambda f: self.cast(value(f), self.resolve(template[0], f))
        if kind == "primitive_type" or kind == "sized_type_specifier":
            return self._construction(types.parse(name), nodes)
        if kind not in ("identifier", "qualified_identifier", "template_function"):
            inner = self.expression(target)
            values = [self.argument(n) for n in nodes]
            return lambda f: self.invoke(inner(f), [v(f) for v in values], f, node)
        return self._named_call(name, template, nodes, node)

    def argument(self, node: Node) -> Expression:
        """An argument as a place where it is one, so that references can bind to it."""
        kind = node.type
        if kind == "identifier":
            return self.leaf("argument", node, self._named)
        if kind in ("subscript_expression", "field_expression"):
            value = self.expression(node)
            place = self.place(node)

            def run(f: Frame) -> Any:
                try:
                    return place(f)
                except NotUnderstood:
                    return value(f)

            return run
        if kind == "initializer_list":
            return lambda f: Braces(node, f)
        if kind == "parenthesized_expression":
            return self.argument(syntax.parts(node)[0])
        if kind == "call_expression" and (ended := self.ended_place(node)) is not None:
            return ended
        if kind == "pointer_expression" and syntax.text(node)[0] == "*":
            pointed = self.place(node)

            def follow(f: Frame) -> Any:
                found = pointed(f)
                is_number = isinstance(found, (Pointer, Address)) and found.ctype and not found.ctype.pointers
                return found.get() if is_number else found  # a number read as another type

            return follow
        return self.expression(node)

    def _named(self, node: Node) -> Expression:
        name, value = syntax.text(node), self.expression(node)

        def named(f: Frame) -> Any:
            cell = f.vars.get(name) or f.find(name) or self.globals.get(name)
            return cell if cell is not None else value(f)

        return named

    def _named_call(self, name: str, template: list[CType], nodes: list[Node], node: Node) -> Expression:
        short = name.removeprefix("std::").removeprefix("::")
        last = name.rpartition("::")[2]
        whole = syntax.text(syntax.part(node, "function"))
        as_type = types.parse(whole)
        scope = name.rpartition("::")[0].rpartition("::")[2]
        is_returned = node.parent is not None and node.parent.type == "return_statement"
        is_made = as_type.name in _MADE or types.numpy_of(as_type) is not None
        is_cann = name.startswith(("acl", "Hccl", "::acl"))
        is_plain = is_cann and not is_made
        values = [self.argument(n) for n in nodes]
        typers = [Lately(self, n) for n in nodes]

        def run(f: Frame) -> Any:
            self.step()
            found = f.find(name)
            if found is not None:
                return self.invoke(found.get(), [v(f) for v in values], f, node)
            functions = self.functions.get(last)
            if scope and (own := self.structs.get(scope)) is not None and (static := self._methods(own, last)):
                args = [v(f) for v in values]
                return self.call(self.chosen(static, len(nodes), args), args, f, this=f.this)
            if functions is None and f.this is not None:
                struct = self.structs.get(f.this.ctype.name)
                methods_ = self._methods(struct, last)
                if methods_:
                    args = [v(f) for v in values]
                    return self.call(self.chosen(methods_, len(nodes), args), args, f, this=f.this)
            if functions is not None and not name.startswith("std::"):
                args = [v(f) for v in values]
                types_ = [self.resolve(t, f) for t in template]
                if functions[0].template or len(functions) > 1:
                    args = [_with_type(a, t, f) for a, t in zip(args, typers, strict=True)]
                chosen = self.chosen(functions, len(nodes), args, types_)
                if len(functions) > 1:
                    self.check_only(chosen, functions)
                return self.call(chosen, args, f, template=types_)
            if is_plain and last not in self.aliases and last not in self.structs:
                return self.cann(last, [self.value(v(f), AUTO) for v in values], node)
            ctype = self.resolve(as_type, f)
            if ctype is not as_type:
                is_type = ctype.name in _MADE or types.numpy_of(ctype) is not None
            else:
                is_type = is_made
            if is_type or ctype.name in self.structs:
                return self.construct(ctype, [self.value(v(f), ctype) for v in values], f)
            if short in ("exit", "_exit") and not (self.residual or self.is_in_bulk or f.pending is not None):
                raise Exited(self.value(values[0](f), AUTO))
            if short == "move" and len(values) == 1:
                return self.moved(values[0](f), is_returned)
            if short == "swap" and len(values) == 2:
                return self.swap(values[0](f), values[1](f))
            args = [self.value(v(f), AUTO) for v in values]
            if is_cann:
                return self.cann(last, args, node)
            if short == "printf":
                return self.printf(args, node, f)
            if short in ("make_unique", "make_shared"):
                ctype = self.resolve(template[0], f)
                made = self.construct(ctype, args, f)
                if isinstance(made, (int, float, str)):
                    made = Address(Cell(made, ctype, "", 99))
                return Smart(made, CType(f"{short.removeprefix('make_')}_ptr"))
            if any(isinstance(a, (Symbol, Dynamic)) for a in args) and not self.is_in_bulk:
                if not name.startswith("std::") and computing.is_overloaded(short, args):
                    raise NotUnderstood("a function that may be one of float or of double", name)
                given = [computing.cast(a, self.resolve(template[0], f)) for a in args] if template else args
                found = computing.function(short, given)
                if found is not None:
                    return found
            function = standard.FUNCTIONS.get(short)
            if self.residual and short not in standard.HARMLESS:
                raise self.refused("a function under a condition on results", name)
            if function is None:
                limits = standard.limit(whole)
                if limits is not None:
                    return limits
                raise NotUnderstood("an unknown function", name)
            self.given = nodes
            return function(self, args, [self.resolve(t, f) for t in template], f)

        return run

    def cann(self, name: str, args: list[Any], node: Node) -> Any:
        if self.residual and not acl.is_harmless(name):
            raise self.refused("a call of CANN under a condition on results", name)
        return acl.call(self, name, args, self.line(node))

    def value(self, argument: Any, ctype: CType) -> Any:
        """An argument's value, where no reference binds to it."""
        if argument.__class__ in PLAIN:
            return argument
        if argument.__class__ is Cell:
            return argument.get()
        if isinstance(argument, Braces):
            return self.initialized(argument.node, ctype)(argument.frame)
        return argument.get() if hasattr(argument, "set") and not isinstance(argument, (Pointer, Address)) else argument

    def call(self, function: Function, args: list[Any], frame: Frame, **options: Any) -> Any:
        """Runs a function of the sample."""
        f = Frame(frame.depth + 1, options.get("parent"), options.get("this"))
        if f.depth > MAX_DEPTH:
            raise NotUnderstood("functions call each other too deep")
        if function.template:
            f.types.update(zip(function.template, options.get("template", ()), strict=False))
        f.function = function.name
        f.types["return"] = function.returns
        if function.returns_reference:
            f.types["reference"] = AUTO
        bound = options.get("bound")
        if bound is not None:
            f.vars.update(bound.vars)
            f.types.update(bound.types)
        for i, parameter in enumerate(function.parameters if bound is None else ()):
            if i < len(args):
                given = args[i]
            elif parameter.default is not None:
                given = self.expression(parameter.default)(f)
            else:
                raise NotUnderstood("a call with too few arguments", function.name)
            self.bind(f, parameter, given, function, frame)
        if function.compiled is None:
            function.compiled = self.statement(function.body)
        before, self.shift = self.shift, function.shift  # a function stands in this sample, whoever calls it
        residual = f.residual = self.residual
        loops, self.loops = self.loops, []  # a function leaves no loop but its own
        mark, missing = len(self.trace.events), len(self.trace.missing)
        try:
            left = function.compiled(f)
            if f.guards:
                self.unwind(f, 0, left)
            value = left.value if isinstance(left, Returned) else None
            if f.pending is not None:
                value = self.close(f, value)
        except Astray as astray:
            if isinstance(astray, Over) and f.depth:
                raise
            value = LOST
        except Thrown:
            self.unwind(f, 0)
            raise
        except EarlyReturn as early:
            if early.frame is not f or len(self.trace.missing) > missing:
                raise
            del self.trace.events[mark:]
            del self.trace.missing[missing:]
            if f.pending is not None:
                self.leave_function(f, residual)
                f.pending = None
            return self._of_script(function, args, f)
        finally:
            self.shift, self.loops = before, loops
            if f.pending is not None:
                self.leave_function(f, residual)
        if value is POISON or value is LOST:
            return self._not_understood(function, f, value)
        if function.returns_reference:
            return value
        return coerce(value, self.resolve(function.returns, f)) if function.returns != AUTO else value

    def _not_understood(self, function: Function, f: Frame, value: Any) -> None:
        """A function's value, or where it ended, is unknown; the program's is what nothing comes after."""
        if f.depth == 0:
            return
        if value is LOST:
            self.forget(self.body_of(function), f)
        raise HasRun(function.name)

    def _of_script(self, function: Function, args: list[Any], f: Frame) -> Any:
        """Calls a function that is one of the script's, too."""
        assert function.compiled is not None
        given = [passed(self.value(a, AUTO)) for a in args]
        if len(given) != len(function.parameters):
            raise NotUnderstood("a call with too few arguments", function.name)
        made = define(self, function, f, function.compiled)
        called = Dynamic(made.returns, "invoke", (made, *given))
        return self.kept(called, "found", made.returns)

    def bind(self, f: Frame, parameter: Any, given: Any, function: Function, caller: Frame) -> None:
        ctype = parameter.ctype
        if isinstance(given, Braces):
            given = self.initialized(given.node, self.resolve(ctype, f))(given.frame)
        if parameter.is_reference and isinstance(given, MOVED):
            given = given.source
        value = self.value(given, AUTO)
        if function.template:
            deduce(ctype, value, given, function.template, f.types)
        found = parameter.fixed or self.resolve(ctype, f)
        if found.name == "string" and is_characters(value) and not found.pointers:
            given = value = text_of(value)
        if parameter.is_reference and isinstance(given, Cell) and not _is_converted(given.ctype, found):
            f.declare(parameter.name, given)
        elif (
            parameter.is_reference and hasattr(given, "set") and not isinstance(given, (Pointer, Address))
            and not _is_converted(given.ctype, found)
        ):  # fmt: skip
            f.declare(parameter.name, _Bound(given, parameter.name))
        else:
            if not parameter.is_reference:
                value = value if ctype.pointers else copied(value)  # an array is passed as where it begins
                self.check_whole(value, found)
            elif found.name == "vector" and not isinstance(value, Vector) and not found.pointers:
                value = self.construct(found, [value], f)
            is_fixed = parameter.is_reference and isinstance(value, (int, float, str))
            is_known = found.pointers or found.name in types.INTEGERS or found.name in _HELD
            cell = (Temporary if is_fixed else Cell)(None, found if is_known else AUTO, parameter.name, f.depth)
            if isinstance(value, (Symbol, Dynamic)) and not dynamic.is_lasting(value):
                value = self.kept(value, parameter.name, cell.ctype)
            cell.value = coerce(value, cell.ctype)
            f.declare(parameter.name, cell)

    def invoke(self, target: Any, args: list[Any], f: Frame, node: Node) -> Any:
        """Calls a value: a lambda, a function pointer, an object with ``operator()``."""
        if isinstance(target, Closure):
            return self.call(target.function, args, target.frame or f, parent=target.frame)
        if isinstance(target, Named):
            return self.cann(target.name, [self.value(a, AUTO) for a in args], node)
        called = getattr(target, "called", None)
        if called is not None:
            return called([self.value(a, AUTO) for a in args])
        raise NotUnderstood("a call of such a value", type(target).__name__)

    def _method_call(self, target: Node, nodes: list[Node], node: Node) -> Expression:
        base_node, name_node = syntax.part(target, "argument"), syntax.part(target, "field")
        name = syntax.text(name_node if name_node.type != "template_method" else syntax.part(name_node, "name"))
        base = self.expression(base_node)
        values = [self.argument(n) for n in nodes]
        is_arrow = syntax.text(syntax.part(target, "operator") or target) == "->"

        def run(f: Frame) -> Any:
            self.step()
            receiver = base(f)
            if receiver.__class__ is not Vector:
                receiver = _received(receiver, is_arrow)
            if isinstance(receiver, Object):
                struct = self.structs.get(receiver.ctype.name)
                found = self._methods(struct, name)
                if not found:
                    cell = receiver.fields.get(name)
                    if cell is None:
                        raise NotUnderstood("an unknown method", name)
                    return self.invoke(cell.get(), [v(f) for v in values], f, node)
                args = [v(f) for v in values]
                return self.call(self.chosen(found, len(nodes), args), args, f, this=receiver)
            element = receiver.ctype if isinstance(receiver, Vector) else AUTO
            args = [self.value(v(f), element) for v in values]
            if name != "swap":
                args = [copied(a) for a in args]
            if self.residual and name not in methods.READING and not self.is_dying(receiver):
                raise self.refused("changes host data on results", name)
            if receiver.__class__ is str and name in methods.CHANGING:
                return methods.change(self, self.place(base_node)(f), name, args)
            return methods.call(self, receiver, name, args, f)

        return run

    def _methods(self, struct: Struct | None, name: str) -> list[Function]:
        if struct is None:
            return []
        found = struct.methods.get(name, [])
        return found or [m for b in struct.bases for m in self._methods(self.structs.get(b), name)]

    def _construction(self, ctype: CType, nodes: list[Node]) -> Expression:
        values = [self.argument(n) for n in nodes]
        return lambda f: self.construct(self.resolve(ctype, f), [self.value(v(f), ctype) for v in values], f)


def _received(receiver: Any, is_arrow: bool) -> Any:
    """What a method is called of."""
    if isinstance(receiver, Cell):
        receiver = receiver.get()
    if isinstance(receiver, Smart) and is_arrow:
        receiver = receiver.value
    if isinstance(receiver, (Address, Pointer)) and is_arrow:
        receiver = receiver.get()
    return receiver


def _with_type(value: Any, typer: Lately, f: Frame) -> Any:
    """A number that is no variable with its type, which overloads and templates go by."""
    if value.__class__ is not int or (ctype := typer(f)) is None:
        return value
    return Temporary(value, ctype, "", 99)


def _is_converted(given: CType, ctype: CType) -> bool:
    """Whether a reference binds to a number of its own type, made from one of another."""
    own, dtype = types.numpy_of(given), types.numpy_of(ctype)
    return own is not None and dtype is not None and own != dtype


class _Bound(Cell):
    """A reference parameter bound to an element."""

    __slots__ = ("ref",)

    def __init__(self, ref: Any, name: str) -> None:
        self.ref = ref
        super().__init__(None, ref.ctype, name, 99)
        self.value = ref.get()

    def get(self) -> Any:
        return self.ref.get()

    def set(self, value: Any) -> None:
        self.ref.set(value)
        self.value = value


__all__ = ["Calls"]
