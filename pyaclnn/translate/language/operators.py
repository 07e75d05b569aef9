"""Operators on numbers, with the types of their operands where these matter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..errors import NotUnderstood
from ..program import syntax
from ..program.frames import Expression, Frame
from ..program.syntax import Node
from ..values import arithmetic, computing, dynamic, limits, numbers, texts, whole
from ..values.dynamic import Dynamic
from ..values.handles import Symbol
from ..values.numbers import COMPARISONS, SIMPLE
from ..values.types import CHAR, CType
from ..values.variables import SocName
from ..values.whole import LARGEST
from .typing import Lately, Typing

_PLAIN: frozenset[Any] = frozenset((int, numbers.Named, numbers.Status))


class Operators(Typing):
    """Arithmetic and comparisons."""

    def operation(self, sign: str, left: Node, right: Node) -> Expression:
        """A function that computes both sides and then ``left sign right``; small numbers by the shortest way."""
        first, second = self.expression(left), self.expression(right)
        of_first, of_second = Lately(self, left), Lately(self, right)
        simple = COMPARISONS.get(sign) or SIMPLE.get(sign)

        def run(f: Frame) -> Any:
            a: Any = first(f)
            b: Any = second(f)
            if a.__class__ in _PLAIN and b.__class__ in _PLAIN and simple and 0 <= a <= LARGEST and 0 <= b <= LARGEST:
                found: Any = simple(a, b)
                if 0 <= found <= LARGEST:
                    return found
            return self.computed(sign, a, b, of_first, of_second, f)

        return run

    def computed(self, sign: str, a: Any, b: Any, left: Lately, right: Lately, f: Frame) -> Any:
        """``a sign b``, where the types are those of the two expressions."""
        if isinstance(a, float) and isinstance(b, float):
            return numbers.binary(sign, a, b)
        if whole.is_whole(a) and whole.is_whole(b):
            if isinstance(a, np.ndarray) or isinstance(b, np.ndarray):
                return whole.arrays(sign, a, left(f), b, right(f))
            if whole.is_plain(sign, a, b):
                found = arithmetic.binary(sign, a, b)
                if 0 <= found <= LARGEST:
                    return found
            return whole.binary(sign, a, left(f), b, right(f))
        if isinstance(a, str) and isinstance(b, (str, int)):
            return self._of_texts(sign, a, b, left(f), right(f))
        if dynamic.is_dynamic(a) and isinstance(b, int):
            b = whole.meeting(b, right(f))
        elif dynamic.is_dynamic(b) and isinstance(a, int):
            a = whole.meeting(a, left(f))
        return arithmetic.binary(sign, a, b)

    def _of_texts(self, sign: str, a: str, b: Any, left: CType | None, right: CType | None) -> Any:
        """A text and a text or a character, one of them a ``std::string``; where pointers meet, places are compared."""
        is_string = any(t is not None and t.name == "string" and not t.pointers for t in (left, right))
        if isinstance(b, int):
            if sign != "+" or not is_string or right != CHAR:
                raise NotUnderstood("an operator on such values", f"a text {sign} a number")
            limits.text(len(a) + 1)
            return a + texts.character(b)
        if not is_string and left is not None and right is not None and not isinstance(a, SocName):
            raise NotUnderstood("a comparison of where texts are")
        return arithmetic.binary(sign, a, b)

    def unary(self, sign: str, argument: Node) -> Expression:
        """``-``, ``+`` or ``~`` of an expression."""
        value, typer = self.expression(argument), Lately(self, argument)
        if argument.type == "number_literal" and sign in "+-":
            number, ctype = value, self.typed(argument)
            found = number(None)  # type: ignore[arg-type]
            if isinstance(found, float) or dynamic.width_of(ctype(None) or dynamic.BOOL)[1]:  # type: ignore[arg-type]
                found = arithmetic.unary(sign, found)
                return lambda f: found

        def run(f: Frame) -> Any:
            given = value(f)
            if isinstance(given, Symbol) and sign == "+" and dynamic.is_integer(own := dynamic.symbol_type(given)):
                return given if (ctype := dynamic.promoted(own)) == own else given.then(ctype.name)
            if isinstance(given, Dynamic) and sign == "+" and dynamic.is_integer(given.ctype):
                return computing.cast(given, dynamic.promoted(given.ctype))
            if not whole.is_whole(given):
                return arithmetic.unary(sign, given)
            ctype = dynamic.promoted(whole.known(given, typer(f)))
            if isinstance(given, np.ndarray):
                if not dynamic.width_of(ctype)[1] and sign != "+":
                    raise NotUnderstood("an operator", sign)
                return arithmetic.unary(sign, given.astype(np.int64))
            found = arithmetic.unary(sign, int(given))
            return whole.held(found, ctype)

        return run

    def stepped(self, sign: str, before: Any, typer: Lately, f: Frame) -> Any:
        """One more or one less."""
        found = arithmetic.binary(sign, before, 1)
        if found.__class__ is int and (found > LARGEST or found < 0):
            return whole.held(found, dynamic.promoted(whole.known(before, typer(f))))
        return found

    def chosen_of(self, node: Node) -> Callable[[Frame, Any], Any]:
        """A function of a frame and a value: what one side of ``a ? b : c`` is, as the type of both."""
        typer = Lately(self, node)

        def run(f: Frame, value: Any) -> Any:
            ctype = typer(f)
            return computing.cast(value, ctype) if ctype is not None and dynamic.is_number(ctype) else value

        return run


def is_used(node: Node) -> bool:
    """Whether anything looks at what an expression gives."""
    inner, outer = node, node.parent
    while outer is not None:
        kind = outer.type
        if kind == "expression_statement" or (kind == "for_statement" and syntax.part(outer, "condition") != inner):
            return False
        if kind == "comma_expression" and outer.named_children[0] == inner:
            return False
        is_passed = (
            kind in ("comma_expression", "parenthesized_expression")
            or (kind == "conditional_expression" and syntax.part(outer, "condition") != inner)
            or (
                kind == "binary_expression"
                and operator_of(outer) in ("&&", "||")
                and syntax.part(outer, "right") == inner
            )
            or (kind == "cast_expression" and syntax.text(syntax.part(outer, "type")) == "void")
        )
        if not is_passed:
            return True
        inner, outer = outer, outer.parent
    return True


def operator_of(node: Node) -> str:
    return syntax.text(syntax.part(node, "operator"))
