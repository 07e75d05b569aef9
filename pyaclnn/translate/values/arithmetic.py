"""Operators of C++ on numbers, arrays of numbers and pointers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..errors import NotUnderstood
from . import computing, dynamic, limits, numbers
from .dynamic import Dynamic
from .handles import DevicePointer, Symbol
from .numbers import COMPARISONS, F32, SIMPLE
from .texts import text_of
from .variables import Address, Pointer, Smart, Undefined, Vector, truth


def binary(sign: str, a: Any, b: Any) -> Any:
    """``a sign b`` for everything but ``&&`` and ``||``."""
    if isinstance(a, (int, float)) and isinstance(b, (int, float)):
        return numbers.binary(sign, a, b)
    if isinstance(a, np.ndarray) or isinstance(b, np.ndarray):
        return _arrays(sign, a, b)
    if isinstance(a, (Symbol, Dynamic)) or isinstance(b, (Symbol, Dynamic)):
        if isinstance(a, (Pointer, Vector)) and sign == "+":
            return Pointer(a, b) if isinstance(a, Vector) else Pointer(a.vector, dynamic.of(b) + a.index, a.ctype)
        return computing.binary(sign, a, b)
    if isinstance(a, Undefined) or isinstance(b, Undefined):
        return _undefined(sign, a, b)
    if sign in ("==", "!="):
        for pointer, other in ((a, b), (b, a)):
            if isinstance(pointer, DevicePointer) and (other is None or other == 0) and dynamic.is_dynamic(pointer):
                return computing.negated(pointer) if sign == "==" else computing.condition(pointer)
        return _same(a, b) == (sign == "==")
    if isinstance(a, Pointer) and isinstance(b, int) and sign in ("+", "-"):
        return a.moved(b if sign == "+" else -b)
    if isinstance(a, DevicePointer) and isinstance(b, int) and sign in ("+", "-"):
        return a.moved(b if sign == "+" else -b)
    if isinstance(a, Vector) and isinstance(b, int) and sign == "+":
        return Pointer(a, b)
    if isinstance(a, Pointer) and isinstance(b, Vector):
        b = Pointer(b, 0)
    if isinstance(a, Vector) and isinstance(b, Pointer):
        a = Pointer(a, 0)
    if isinstance(a, Pointer) and isinstance(b, Pointer) and a.vector is b.vector:
        return numbers.binary(sign, *((a.index, b.index) if sign != "-" else (a.distance(b), 0)))
    if sign == "+" and str in (a.__class__, b.__class__):
        a, b = text_of(a), text_of(b)
    if isinstance(a, str) and isinstance(b, str) and sign in ("+", "<", ">", "<=", ">="):
        if sign == "+":
            limits.text(len(a) + len(b))
            return a + b
        return COMPARISONS[sign](a, b)
    if isinstance(a, complex) or isinstance(b, complex):
        return SIMPLE[sign](a, b) if sign in "+-*" else a / b
    raise NotUnderstood("an operator on such values", f"{type(a).__name__} {sign} {type(b).__name__}")


def _undefined(sign: str, a: Any, b: Any) -> Any:
    """Zero times whatever was read outside a vector is zero; other products and sums stay unknown."""
    found, other = (a, b) if isinstance(a, Undefined) else (b, a)
    if sign == "*" and isinstance(other, int) and other == 0:
        return 0
    if sign not in ("+", "-", "*") or not isinstance(other, (int, Undefined)):
        raise found.error
    return found


def operation(sign: str, left: Callable[[Any], Any], right: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """A function that computes both sides and then ``left sign right``; integers, as most are, by the shortest way."""
    simple = COMPARISONS.get(sign) or SIMPLE.get(sign)
    if simple is None:
        return lambda f: binary(sign, left(f), right(f))

    def run(f: Any) -> Any:
        a, b = left(f), right(f)
        return simple(a, b) if a.__class__ is int and b.__class__ is int else binary(sign, a, b)

    return run


def _typed(value: Any, other: Any) -> Any:
    """A number as NumPy's of the type that C++ would compute with."""
    if isinstance(value, F32):
        return np.float32(value)
    if isinstance(value, float):
        return np.float64(value)
    if (
        isinstance(value, np.ndarray)
        and value.dtype.kind in "iu"
        and (isinstance(other, F32) or (isinstance(other, np.ndarray) and other.dtype == np.float32))
    ):
        return value.astype(np.float32)
    if isinstance(value, np.ndarray) and value.dtype.kind in "iub":
        return value.astype(np.int64)  # promoted; what is stored is cut to its type
    if isinstance(value, bool):
        return int(value)
    return value


def _arrays(sign: str, a: Any, b: Any) -> Any:
    for value in (a, b):
        if not isinstance(value, (int, float, np.ndarray)):
            raise NotUnderstood("an operator on such values", type(value).__name__)
    limits.work(8 * max(np.size(a), np.size(b)))
    a, b = _typed(a, b), _typed(b, a)
    is_integral = all(isinstance(v, int) or getattr(v, "dtype", np.dtype("f4")).kind in "iu" for v in (a, b))
    with np.errstate(all="ignore"):
        if sign in COMPARISONS:
            return COMPARISONS[sign](a, b)
        if sign in SIMPLE:
            return SIMPLE[sign](a, b)
        if sign in ("/", "%") and is_integral:
            if np.any(np.asarray(b) == 0):
                raise NotUnderstood("division by zero")
            remainder = np.fmod(a, b)
            return remainder if sign == "%" else (a - remainder) // b
        if sign == "/":
            return a / b
        if sign in ("<<", ">>"):
            return np.left_shift(a, b) if sign == "<<" else np.right_shift(a, b)
    raise NotUnderstood("an operator", sign)


def _same(a: Any, b: Any) -> bool:
    a, b = (v.value if isinstance(v, Smart) else v for v in (a, b))
    if a is None or b is None or isinstance(a, int) or isinstance(b, int):
        if isinstance(a, int) and a == 0:  # a null pointer written as 0
            a = None
        if isinstance(b, int) and b == 0:
            b = None
        return a is b
    if isinstance(a, Vector) and isinstance(b, Vector):
        return bool(np.array_equal(a.array(), b.array()))
    if isinstance(a, (Pointer, Address, str)):
        return (
            bool(a == b)
            if not isinstance(a, Pointer)
            else (isinstance(b, Pointer) and a.vector is b.vector and a.index == b.index)
        )
    return a is b or a == b


def unary(sign: str, a: Any) -> Any:
    if sign == "!":
        if isinstance(a, np.ndarray):
            return ~a.astype(bool)
        return computing.negated(a) if dynamic.is_dynamic(a) else not truth(a)
    if isinstance(a, (Symbol, Dynamic)):
        if sign == "-":
            return computing.minus(a)
        if sign != "+":
            raise NotUnderstood("arithmetic with results")
    if sign == "-":
        if isinstance(a, F32):
            return F32(-float(a))
        return -a
    if sign == "+":
        return a
    if sign == "~":
        return ~a
    raise NotUnderstood("an operator", sign)
