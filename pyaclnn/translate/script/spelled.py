"""Expressions of a script, with the types that C++ computes in.

A ``float`` is an ``np.float32`` throughout, so that sums and differences are rounded as in C++, a ``double`` a Python
float, a whole number an ``int``.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ..errors import NotUnderstood
from ..values import types
from ..values.computing import interval
from ..values.dynamic import COMPARISONS, Dynamic, HostArray, Variable
from ..values.handles import Symbol
from ..values.numbers import F32
from ..values.types import INTEGERS
from . import data

_CHOICE, _OR, _AND, _NOT, _COMPARED, _ATOM = 1, 2, 3, 4, 5, 14
_STRENGTHS = {"or": _OR, "and": _AND, "|": 6, "^": 7, "&": 8, ">>": 9, "+": 10, "-": 10, "*": 11, "/": 11, "%": 11,
              **dict.fromkeys(COMPARISONS, _COMPARED)}  # fmt: skip
_MINUS = 12
_EXACT = ("sqrt", "floor", "ceil", "trunc")
_NEVER_RAISE = ("erf", "erfc", "tanh", "asinh", "atan", "isnan", "isinf", "isfinite")
_MOST = 4096

Text = tuple[str, int]


class Speller:
    """Writes expressions; the two functions say how variables and arrays are called, and of which type arrays are."""

    def __init__(self, variable: Callable[[Variable], str],
                 array: Callable[[HostArray | Symbol], tuple[str, np.dtype[Any]]]) -> None:  # fmt: skip
        self.variable, self.array = variable, array
        self.defined: Callable[[Any], str]  # how a function of the script is called
        self.listed: Callable[[HostArray | Symbol], str]  # an array as an argument
        self.quote = '"'
        self.libm: set[str] = set()  # functions of the C library that a script needs as they are

    def text(self, value: Any) -> str:
        return self._of(value)[0]

    def raw(self, value: Any) -> str:
        """As ``text``, for a place where it does not matter which type of NumPy a number has."""
        if isinstance(value, Dynamic):
            if value.kind in ("result", "element", "item"):
                return self._place(value)[0]
            if value.kind == "cast" and value.ctype.name == "double" and value.parts[0].ctype.name == "float":
                return self.raw(value.parts[0])
            if value.kind == "cast" and value.ctype.name in INTEGERS and value.parts[0].ctype.name in INTEGERS:
                return self.raw(value.parts[0])
        return self.text(value)

    def _of(self, value: Any) -> Text:
        if isinstance(value, Dynamic):
            found: Text = getattr(self, f"_{value.kind}")(value, *value.parts)
            return found
        if isinstance(value, str):
            return self._quoted(value), _ATOM
        return constant(value), _ATOM if not isinstance(value, (int, float)) or value >= 0 else _MINUS

    def _inner(self, value: Any, least: int) -> str:
        text, strength = self._of(value)
        return text if strength >= least else f"({text})"

    def _quoted(self, text: str) -> str:
        if any(c in "\"'\\" or not c.isprintable() for c in text):
            raise NotUnderstood("a choice between such texts")
        return f"{self.quote}{text}{self.quote}"

    # -- kinds of expression

    def _workspace(self, value: Dynamic) -> Text:
        return f"d.memory_stats()[{self.quote}last_workspace{self.quote}]", _ATOM

    def _variable(self, value: Dynamic, variable: Variable) -> Text:
        return self.variable(variable), _ATOM

    def _place(self, value: Dynamic) -> tuple[str, np.dtype[Any]]:
        held = value.parts[0]
        if value.kind == "item":
            index = value.parts[1]
            shown = self.raw(index) if isinstance(index, Dynamic) else index
            return f"{self._of(held)[0]}[{shown}]", types.numpy_of(value.ctype) or np.dtype("O")
        index = held.index if isinstance(held, Symbol) else value.parts[1]
        name, dtype = self.array(held)
        return f"{name}[{self.raw(index) if isinstance(index, Dynamic) else index}]", dtype

    def _result(self, value: Dynamic, *_: Any) -> Text:
        text, dtype = self._place(value)
        name = value.ctype.name
        if name == "float":
            return (text if dtype.name == "float32" else f"np.float32({text})"), _ATOM
        if name == "double":
            return (text if dtype.name == "float64" else f"float({text})"), _ATOM
        return f"{'bool' if name == 'bool' else 'int'}({text})", _ATOM

    _element = _result

    def _item(self, value: Dynamic, *_: Any) -> Text:
        if value.ctype.name == "vector":
            return self._place(value)[0], _ATOM
        return self._result(value)

    def _array(self, value: Dynamic, held: HostArray | Symbol) -> Text:
        return self.listed(held), _ATOM

    def _list(self, value: Dynamic, *inner: Any) -> Text:
        return f"[{', '.join(map(self.text, inner))}]", _ATOM

    def _invoke(self, value: Dynamic, made: Any, *given: Any) -> Text:
        return f"{self.defined(made)}({', '.join(map(self.text, given))})", _ATOM

    def _cast(self, value: Dynamic, inner: Dynamic) -> Text:
        name, source = value.ctype.name, inner.ctype.name
        if name == "double" and inner.kind in ("result", "element"):
            return self._result(Dynamic(value.ctype, inner.kind, inner.parts))
        if name in INTEGERS and source in INTEGERS:
            return self._of(inner)
        kind = {"float": "np.float32", "double": "float"}.get(name, "int")
        return f"{kind}({self.raw(inner) if source in INTEGERS or kind != 'int' else self.text(inner)})", _ATOM

    def _sign(self, value: Dynamic, sign: str, left: Any, right: Any) -> Text:
        strength = _STRENGTHS[sign]
        if sign in COMPARISONS:
            if not isinstance(left, Dynamic):
                left, right = right, left
                sign = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}.get(sign, sign)
            if isinstance(right, F32) and right == int_or(right) and abs(right) < 1 << 24:
                right = int(right)
            return f"{self._inner(left, strength + 1)} {sign} {self._inner(right, strength + 1)}", strength
        if sign == "or":
            return " or ".join(self._inner(p, _NOT) for p in (left, right)), strength
        if sign == "and":
            return f"{self._inner(left, strength)} and {self._inner(right, strength)}", strength
        if sign == "/" and value.ctype.name == "double" and not is_positive(right):
            return f"np.divide({self.text(left)}, {self.text(right)})", _ATOM
        if sign in "/%" and value.ctype.name in INTEGERS and interval(value) is None:  # C++ cuts towards zero
            if sign == "/":
                return f"int({self._inner(left, strength)} / {self._inner(right, strength + 1)})", _ATOM
            return f"int(math.fmod({self.text(left)}, {self.text(right)}))", _ATOM
        shown = "//" if sign == "/" and value.ctype.name in INTEGERS else sign
        return f"{self._inner(left, strength)} {shown} {self._inner(right, strength + 1)}", strength

    def _not(self, value: Dynamic, inner: Any) -> Text:
        return f"not {self._inner(inner, _NOT)}", _NOT

    def _minus(self, value: Dynamic, inner: Any) -> Text:
        return f"-{self._inner(inner, _MINUS + 1)}", _MINUS

    def _choice(self, value: Dynamic, condition: Any, yes: Any, no: Any) -> Text:
        return (
            f"{self._inner(yes, _OR)} if {self._inner(condition, _OR)} else {self._inner(no, _CHOICE)}",
            _CHOICE,
        )

    def _call(self, value: Dynamic, name: str, *args: Any) -> Text:
        if name in ("abs", "max", "min", "len"):
            return f"{name}({', '.join(map(self.text, args))})", _ATOM
        if name in _EXACT:
            return f"np.{name}({self.text(args[0])})", _ATOM
        given = ", ".join(map(self.raw, args))
        if value.ctype.name == "float":
            self.libm.add(f"{name}f")
            return f"np.float32(libm.{name}f({given}))", _ATOM
        if name in _NEVER_RAISE or (len(args) == 1 and _is_fine(name, args[0])):
            return f"math.{name}({given})", _ATOM
        self.libm.add(name)
        return f"libm.{name}({given})", _ATOM


def constant(value: Any) -> str:
    """A number that is known before."""
    if isinstance(value, bool):
        return str(value)
    if isinstance(value, int):
        return str(int(value))
    if isinstance(value, F32):
        return f"np.float32({_short(data.number(np.float32(value)))})"
    return data.number(value) if not math.isfinite(value) else _short(repr(float(value)))


def _short(number: str) -> str:
    return number.replace("e-0", "e-")


def int_or(value: float) -> float:
    """A number cut to a whole one, where it has one."""
    return int(value) if math.isfinite(value) else math.nan


def is_positive(value: Any) -> bool:
    """Whether a number can't be zero."""
    if not isinstance(value, Dynamic):
        return bool(value != 0)
    if value.kind == "cast":
        return is_positive(value.parts[0])
    if value.kind == "sign" and value.parts[0] == "+":
        return any(is_positive(a) and _is_at_least_0(b) for a, b in (value.parts[1:], value.parts[:0:-1]))
    return False


def _is_at_least_0(value: Any) -> bool:
    if not isinstance(value, Dynamic):
        return bool(value >= 0)
    if value.kind == "cast":
        return _is_at_least_0(value.parts[0])
    return value.kind == "call" and value.parts[0] in ("abs", "sqrt")


def _is_fine(name: str, argument: Any) -> bool:
    """Whether Python's function takes all that it can be given: known data."""
    if isinstance(argument, Dynamic) and argument.kind == "cast":
        argument = argument.parts[0]
    if not isinstance(argument, Dynamic) or argument.kind != "element":
        return False
    values = np.unique(argument.parts[0].data)
    if len(values) > _MOST:
        return False
    try:
        for value in values.tolist():
            getattr(math, name)(value)
    except (ValueError, OverflowError, TypeError):
        return False
    return True
