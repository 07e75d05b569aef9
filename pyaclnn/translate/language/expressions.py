"""Expressions: each node becomes a Python function of the frame, made when it is first reached."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from ..errors import NotUnderstood, Outside
from ..libraries import constants
from ..program import syntax
from ..program.frames import Closure, Expression, Frame, Named
from ..program.syntax import Node
from ..values import arithmetic, computing, dynamic, types, whole
from ..values.dynamic import Dynamic
from ..values.handles import Symbol
from ..values.numbers import f32
from ..values.types import AUTO
from ..values.variables import POISON, Address, Cell, Object, Pointer, Smart, Undefined, Vector, truth
from . import kinds
from .captures import Captures
from .casts import Casts
from .choices import Choices
from .operators import Operators, is_used
from .places import Element, Places, copied, target
from .typing import Lately

_NUMBER = re.compile(r"([-+]?(?:0[xX][0-9a-fA-F]+|0[bB][01]+|[0-9.]+(?:[eE][-+]?\d+)?))([uUlLfFzZ]*)$")

_MOST_DIGITS = 400

_NO_INTEGERS = (
    "float",
    "double",
    "bool",
    "complex",
    "fp16_t",
    "bfloat16",
)  # zero times one of these is not always zero


def number(text: str) -> Any:
    """The value of a literal."""
    match = _NUMBER.match(text.replace("'", ""))
    if match is None:
        hexadecimal = re.fullmatch(r"(0[xX][0-9a-fA-F.]+[pP][-+]?\d+)([fF]?)", text)
        if hexadecimal is None or text[-1] in "lL":
            raise NotUnderstood("a number", text)
        value = float.fromhex(hexadecimal[1])
        return f32(value) if hexadecimal[2] else value
    digits, suffix = match.groups()
    if len(digits) > _MOST_DIGITS:
        raise NotUnderstood("a number of so many digits", digits[:40])
    if digits[0] in "+-":
        value = number(text.replace("'", "")[1:])
        return arithmetic.unary(digits[0], value)
    if digits[:2] in ("0x", "0X"):
        return _whole(int(digits, 16))
    if digits[:2] in ("0b", "0B"):
        return _whole(int(digits, 2))
    if "." in digits or "e" in digits or "E" in digits:
        if suffix[:1] in ("l", "L"):
            raise NotUnderstood("a number of a type that Python lacks", "long double")
        return f32(float(digits)) if suffix[:1] in ("f", "F") else float(digits)
    if suffix[:1] in ("f", "F"):
        return f32(float(digits))
    return _whole(int(digits, 8) if digits[0] == "0" and len(digits) > 1 else int(digits))


def _whole(value: int) -> int:
    if value >= 1 << 64:
        raise NotUnderstood("a number too large")
    return value


_LEAVES = frozenset((
    "identifier", "type_identifier", "qualified_identifier", "number_literal", "string_literal", "char_literal", "true",
    "false", "null",
))  # fmt: skip


class Expressions(Operators, Choices, Casts, Captures, Places):
    def expression(self, node: Node) -> Expression:
        """A function that gives the node's value. Names and literals mean the same wherever they stand."""
        kind = node.type
        method = getattr(self, f"x_{kind}", None)
        if method is None:
            raise NotUnderstood("a kind of expression", kind)
        if node.is_missing:
            raise NotUnderstood("not C++")
        found: Expression = self.leaf(kind, node, method) if kind in _LEAVES else method(node)
        return found

    # -- leaves

    def x_identifier(self, node: Node) -> Expression:
        name = syntax.text(node)
        found = constants.value(name)

        def run(f: Frame) -> Any:
            cell = f.vars.get(name) or f.find(name) or self.globals.get(name)
            if cell is not None:
                return cell.value if cell.__class__ is Cell and cell.value is not POISON else cell.get()
            if found is not None:
                return found
            if name in self.functions:
                return Closure(self.functions[name][0], None)
            if name.startswith(("acl", "Hccl")):
                return Named(name)
            raise NotUnderstood("an unknown name", name)

        return run

    def x_qualified_identifier(self, node: Node) -> Expression:
        whole = syntax.text(node)
        last, pair = whole.rpartition("::")[2], "::".join(whole.split("::")[-2:])
        found = constants.value(last)

        def run(f: Frame) -> Any:
            cell = self.globals.get(pair) or self.globals.get(last)
            if cell is not None:
                return cell.get()
            if found is not None:
                return found
            if last in self.functions:
                return Closure(self.functions[last][0], None)
            return Named(whole)

        return run

    x_type_identifier = x_identifier

    def x_number_literal(self, node: Node) -> Expression:
        value, ctype = number(syntax.text(node)), kinds.literal(syntax.text(node))
        if isinstance(value, int) and value < 0:  # the sign may be a part of the literal
            if ctype is None:
                raise NotUnderstood("a number", syntax.text(node))
            value = whole.held(value, ctype)
        return lambda f: value

    def x_string_literal(self, node: Node) -> Expression:
        value = syntax.string(node).partition("\0")[0]  # as far as all that take a pointer to it look
        return lambda f: value

    x_concatenated_string = x_raw_string_literal = x_string_literal

    def x_char_literal(self, node: Node) -> Expression:
        value = syntax.character(syntax.text(node))
        return lambda f: value

    def x_true(self, node: Node) -> Expression:
        return lambda f: True

    def x_false(self, node: Node) -> Expression:
        return lambda f: False

    def x_null(self, node: Node) -> Expression:
        return lambda f: None

    def x_this(self, node: Node) -> Expression:
        def run(f: Frame) -> Any:
            at: Frame | None = f
            while at is not None and at.this is None:
                at = at.parent
            if at is None:
                raise NotUnderstood("this outside a method")
            return at.this

        return run

    # -- composites

    def x_parenthesized_expression(self, node: Node) -> Expression:
        return self.expression(syntax.parts(node)[0])

    def x_condition_clause(self, node: Node) -> Expression:
        inner = syntax.parts(node)
        if len(inner) != 1 or inner[0].type == "declaration":
            raise NotUnderstood("a condition with a declaration")
        return self.expression(inner[0])

    def x_comma_expression(self, node: Node) -> Expression:
        left, right = (self.expression(p) for p in syntax.parts(node))
        return lambda f: (left(f), right(f))[1]

    def x_binary_expression(self, node: Node) -> Expression:
        sign = syntax.text(syntax.part(node, "operator"))
        left_node, right_node = syntax.part(node, "left"), syntax.part(node, "right")
        if sign not in ("&&", "and", "||", "or", "<<"):
            return self.operation(sign, left_node, right_node)
        left, right = self.expression(left_node), self.expression(right_node)
        if sign in ("&&", "and"):
            return lambda f: (
                self.both("and", a, right, f, right_node) if (a := left(f)) is not True else self.truth_of(right(f))
            )
        if sign in ("||", "or"):
            return lambda f: (
                self.both("or", a, right, f, right_node) if (a := left(f)) is not False else self.truth_of(right(f))
            )
        return lambda f: self.shifted(left(f), right, f, node)

    def both(self, sign: str, left: Any, right: Expression, f: Frame, node: Node) -> Any:
        """``left and right`` or ``left or right``: the second only where the first does not decide."""
        if not isinstance(left, (Symbol, Dynamic)):
            is_true = truth(left)
            return is_true if is_true == (sign == "or") else self.truth_of(right(f))
        return computing.both(sign, left, self.side(node, right, f))

    def truth_of(self, value: Any) -> Any:
        return computing.condition(value) if dynamic.is_dynamic(value) else truth(value)

    def shifted(self, left: Any, right: Expression, f: Frame, node: Node) -> Any:
        """``<<`` on numbers; the printing part takes over for streams."""
        of_left, of_right = Lately(self, syntax.part(node, "left")), Lately(self, syntax.part(node, "right"))
        return self.computed("<<", left, right(f), of_left, of_right, f)

    def x_unary_expression(self, node: Node) -> Expression:
        sign = syntax.text(syntax.part(node, "operator"))
        if sign in "+-~":
            return self.unary(sign, syntax.part(node, "argument"))
        value = self.expression(syntax.part(node, "argument"))
        if sign in ("!", "not"):
            unary = arithmetic.unary
            return lambda f: unary("!", v) if (v := value(f)) is not True and v is not False else not v
        return lambda f: arithmetic.unary(sign, value(f))

    def x_update_expression(self, node: Node) -> Expression:
        argument = syntax.part(node, "argument")
        place, typer = self.place(argument), Lately(self, argument)
        sign = syntax.text(syntax.part(node, "operator"))[0]
        is_prefix = node.children[0].type in ("++", "--")
        is_seen = is_used(node)

        def run(f: Frame) -> Any:
            self.step()
            ref = place(f)
            before = ref.get()
            found = self.stepped(sign, before, typer, f)
            if found.__class__ is Dynamic:
                if not is_prefix and is_seen:
                    raise NotUnderstood("a value that is changed where it is used")
                ref.set(found if ref.__class__ is not Cell else self.kept(found, ref.name, ref.ctype, node))
                return ref.get()
            ref.set(found)
            return ref.get() if is_prefix else before

        return run

    def x_assignment_expression(self, node: Node) -> Expression:
        sign = syntax.text(syntax.part(node, "operator"))
        left, right = syntax.part(node, "left"), syntax.part(node, "right")
        place = self.place(left)
        if sign == "=" and right.type == "initializer_list":
            found = self.initialized(right, AUTO)

            def assign_list(f: Frame) -> Any:
                ref = place(f)
                value = self.initialized(right, ref.ctype)(f) if ref.ctype != AUTO else found(f)
                ref.set(value)
                return value

            return assign_list
        value = self.expression(right)
        is_seen = is_used(node)
        if sign == "=":

            def assign(f: Frame) -> Any:
                ref = place(f)
                found = value(f)
                found = Pointer(found, 0) if isinstance(found, Vector) and ref.ctype.pointers else copied(found)
                if isinstance(found, (Symbol, Dynamic)):
                    return self.assign_dynamic(ref, found, node)
                self.assign(ref, found)
                return ref.get() if is_seen else found

            return assign

        of_left, of_right = Lately(self, left), Lately(self, right)

        def update(f: Frame) -> Any:
            self.step()
            ref = place(f)
            before = ref.get()
            found = self.computed(sign[:-1], before, value(f), of_left, of_right, f)
            if found.__class__ is Dynamic:
                return self.assign_dynamic(ref, found, node)
            ref.set(found)
            return ref.get() if is_seen else found

        return update

    def assign_dynamic(self, ref: Any, value: Any, node: Node) -> Any:
        """Stores what only the script will know."""
        if ref.__class__ is Cell or not isinstance(ref, Cell):
            name = ref.name if isinstance(ref, Cell) else getattr(getattr(ref, "vector", None), "name", "")
            value = self.kept(value, name, ref.ctype, node)
        ref.set(value)
        return ref.get()

    def assign(self, ref: Any, value: Any) -> None:
        held = ref.value if isinstance(ref, Cell) else None
        if self.residual and isinstance(held, (Smart, Vector)):
            raise self.refused("changes host data on results")
        if isinstance(held, Smart):
            held.reset(value.value if isinstance(value, Smart) else value)
            return
        if isinstance(held, Vector) and isinstance(value, Vector):
            held.data = value.data
            return
        if isinstance(held, Object) and isinstance(value, Object) and held.fields.keys() == value.fields.keys():
            for name, cell in held.fields.items():  # in place, for what points to a member
                self.assign(cell, value.fields[name].value)
            return
        ref.set(value)

    def x_conditional_expression(self, node: Node) -> Expression:
        nodes = [syntax.part(node, n) for n in ("condition", "consequence", "alternative")]
        condition, yes, no = map(self.expression, nodes)
        _, yes_node, no_node = nodes

        as_both = self.chosen_of(node)

        def run(f: Frame) -> Any:
            found = condition(f)
            if isinstance(found, np.ndarray):
                a, b = yes(f), no(f)
                if not all(isinstance(v, (int, float, np.ndarray)) for v in (a, b)):
                    raise NotUnderstood("a choice between such values")
                return np.where(found, arithmetic._typed(a, b), arithmetic._typed(b, a))
            if isinstance(found, (Symbol, Dynamic)):
                return computing.choice(found, self.side(yes_node, yes, f), self.side(no_node, no, f))
            value = yes(f) if truth(found) else no(f)
            return as_both(f, value) if isinstance(value, (int, float)) else value

        return run

    def x_pointer_expression(self, node: Node) -> Expression:
        sign, argument = syntax.text(node)[0], syntax.part(node, "argument")
        if sign == "*":
            value = self.expression(argument)
            return lambda f: target(value(f)).get()
        if argument.type in ("identifier", "qualified_identifier"):
            name = syntax.text(argument).rpartition("::")[2]
            if name.startswith("acl"):
                return lambda f: Address(c) if (c := f.find(name) or self.globals.get(name)) else Named(name)
        place = self.place(argument)

        def address(f: Frame) -> Any:
            ref = place(f)
            if isinstance(ref, Element):
                return Pointer(ref.vector, ref.index)
            if isinstance(ref, Cell) and isinstance(ref.value, Vector) and ref.ctype.name != "vector":
                return Pointer(ref.value, 0)
            return Address(ref)

        return address

    def x_subscript_expression(self, node: Node) -> Expression:
        place = self.place(node)

        def run(f: Frame) -> Any:
            ref = place(f)
            try:
                return ref.get()
            except Outside as error:
                if not isinstance(ref, Element) or types.numpy_of(ref.ctype) is None or ref.ctype.name in _NO_INTEGERS:
                    raise
                self.trace.notes.append(f"line {self.line(node)} reads outside its vector, which is undefined")
                return Undefined(error)

        return run

    def x_field_expression(self, node: Node) -> Expression:
        place = self.place(node)
        return lambda f: place(f).get()

    def x_initializer_list(self, node: Node) -> Expression:
        return self.initialized(node, AUTO)

    def x_delete_expression(self, node: Node) -> Expression:
        return lambda f: None
