"""Numbers as C++ has them, and operators on them."""

from __future__ import annotations

import operator as python
from collections.abc import Callable
from ctypes import c_float
from typing import Any

import numpy as np

from ..errors import NotUnderstood

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


def f32(value: Any) -> F32:
    return F32(c_float(value).value)  # rounds as C does, also to infinity


class Named(int):
    """An enumerator: a number that was written as a name."""

    name: str

    def __new__(cls, value: int, name: str) -> Named:
        found = super().__new__(cls, value)
        found.name = name
        return found


class WorkspaceSize(int):
    """The number that only the operator library knows."""


def binary(sign: str, a: Any, b: Any) -> Any:
    """``a sign b`` of two numbers."""
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
        with np.errstate(all="ignore"):
            value: Any = float(np.float64(a) / np.float64(b))
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
    is_double = any(isinstance(v, float) and not isinstance(v, F32) for v in (a, b))
    return value if is_double else f32(value)
