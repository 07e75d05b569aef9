"""Numbers as C++ has them, and operators on them."""

from __future__ import annotations

import operator as python
from collections.abc import Callable
from ctypes import c_float
from typing import Any

import numpy as np

from ..errors import NotUnderstood
from .types import CType

UNDEFINED_SHIFT = "a shift that C++ does not define"
COMPARISONS: dict[str, Callable[[Any, Any], Any]] = {
    "==": python.eq, "!=": python.ne, "<": python.lt, "<=": python.le, ">": python.gt, ">=": python.ge,
}  # fmt: skip
SIMPLE: dict[str, Callable[[Any, Any], Any]] = {
    "+": python.add, "-": python.sub, "*": python.mul, "&": python.and_, "|": python.or_, "^": python.xor,
}  # fmt: skip


class F32(float):
    """A ``float`` of C++: arithmetic with it is rounded to 32 bits."""

    __slots__ = ()


class Typed(int):
    """A whole number with its type, which what only the script will know meets."""

    ctype: CType

    def __new__(cls, value: int, ctype: CType) -> Typed:
        found = super().__new__(cls, value)
        found.ctype = ctype
        return found


def f32(value: Any) -> F32:
    return F32(c_float(value).value)  # rounds as C does, also to infinity


class Named(int):
    """An enumerator: a number that was written as a name."""

    name: str

    def __new__(cls, value: int, name: str) -> Named:
        found = super().__new__(cls, value)
        found.name = name
        return found


class Status(Named):
    """What a phase of an operator returns: success, since a script ends where it does not succeed."""


class Sign(Named):
    """A comparison's result, of which C defines only the sign."""


def sign_of(a: Any, b: Any) -> int:
    """What a comparison of texts or bytes gives."""
    return 0 if a == b else Sign(1 if a > b else -1, "")


def binary(sign: str, a: Any, b: Any) -> Any:
    """``a sign b`` of two numbers."""
    if a.__class__ is F32 and isinstance(b, int):
        b = f32(b)
    elif b.__class__ is F32 and isinstance(a, int):
        a = f32(a)
    compare = COMPARISONS.get(sign)
    if compare is not None:
        return compare(a, b)
    is_float = isinstance(a, float) or isinstance(b, float)
    if sign == "/" and not is_float:
        if b == 0:
            raise NotUnderstood("division by zero")
        quotient = abs(a) // abs(b)
        return quotient if (a < 0) == (b < 0) else -quotient
    if sign == "%" and not is_float:
        if b == 0:
            raise NotUnderstood("division by zero")
        return a - b * binary("/", a, b)
    if sign in ("<<", ">>"):
        if not 0 <= b < 64:
            raise NotUnderstood(UNDEFINED_SHIFT)
        return (int(a) << b) & 0xFFFFFFFFFFFFFFFF if sign == "<<" and a >= 0 else a << b if sign == "<<" else a >> b
    if sign == "/":
        if b:
            value: Any = float(a) / float(b)
        else:
            with np.errstate(all="ignore"):
                value = float(np.float64(a) / np.float64(b))
    else:
        simple = SIMPLE.get(sign)
        if simple is None:
            raise NotUnderstood("an operator", sign)
        try:
            value = simple(a, b)
        except OverflowError:
            raise NotUnderstood("a number too large") from None
    if not is_float:
        return value
    is_double = (isinstance(a, float) and not isinstance(a, F32)) or (isinstance(b, float) and not isinstance(b, F32))
    return value if is_double else f32(value)
