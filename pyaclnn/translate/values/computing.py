"""Operators, conversions and functions of C++ on values that only the script will know."""

from __future__ import annotations

import re
from typing import Any

from ..errors import NotUnderstood
from . import numbers, types
from .dynamic import (
    BOOL,
    COMPARISONS,
    DOUBLE,
    TEXT,
    Dynamic,
    HostArray,
    Interval,
    Variable,
    common,
    is_integer,
    is_lasting,
    is_number,
    is_same,
    leaves,
    of,
    promoted,
    symbol_type,
    type_of,
    width_of,
)  # fmt: skip
from .types import FLOAT, CType

_REAL = frozenset((
    "sqrt", "exp", "log", "log2", "log10", "log1p", "expm1", "sin", "cos", "tan", "sinh", "cosh", "tanh", "asin",
    "acos", "atan", "asinh", "acosh", "atanh", "erf", "erfc", "floor", "ceil", "trunc",
))  # fmt: skip
_TESTS = frozenset(("isnan", "isinf", "isfinite"))
_SUFFIXED = re.compile(r"(sqrt|exp|log|log2|log10|sin|cos|tan|tanh|fabs|pow|fmax|fmin|floor|ceil)f")


def cast(value: Any, ctype: CType) -> Any:
    """A value as one of another type. Numbers are converted at once."""
    from .variables import coerce

    value = of(value)
    if not isinstance(value, Dynamic):
        return coerce(int(value) if isinstance(value, numbers.Typed) else value, ctype)
    if value.ctype == ctype or ctype.name == "auto":
        return value
    if ctype.pointers or value.ctype.pointers:
        if ctype.name == value.ctype.name == "char" or (ctype.name == "string" and value.ctype.name == "char"):
            return value
        raise NotUnderstood("a result as such a type", ctype.name)
    if ctype.name == "bool":
        return condition(value)
    if not is_number(ctype):
        raise NotUnderstood("a result as such a type", ctype.name)
    if is_integer(ctype) and is_integer(value.ctype):
        if not _fits(value, ctype):
            raise NotUnderstood("a result cut to a smaller type", f"{value.ctype.name} as {ctype.name}")
        if value.ctype.name != "bool":
            is_plain = value.kind not in ("call", "item")
            return Dynamic(ctype, value.kind, value.parts) if is_plain else Dynamic(ctype, "cast", (value,))
    elif is_integer(ctype) and (ends := _ends(value)) is not None:
        bits, signed = width_of(ctype)
        low = -(1 << (bits - 1)) if signed else 0
        if not low - 1 < ends[0] <= ends[1] < low + (1 << bits):
            raise NotUnderstood("a float that no integer can hold")
    return Dynamic(ctype, "cast", (value,))


def _ends(value: Any) -> tuple[float, float] | None:
    """The least and the largest value of what is made of known data only."""
    if isinstance(value, (int, float)):
        return float(value), float(value)
    if not isinstance(value, Dynamic):
        return None
    if value.kind == "element" and value.parts[0].data.size:
        data = value.parts[0].data
        return float(data.min()), float(data.max())
    if value.kind == "cast":
        return _ends(value.parts[0])
    if value.kind == "sign" and value.parts[0] in "+-*":
        sign, left, right = value.parts
        a, b = _ends(left), _ends(right)
        if a is not None and b is not None:
            found = [x + y if sign == "+" else x - y if sign == "-" else x * y for x in a for y in b]
            return min(found), max(found)
    return None


def _fits(value: Dynamic, ctype: CType) -> bool:
    bits, signed = width_of(ctype)
    low = -(1 << (bits - 1)) if signed else 0
    known = interval(value)
    if known is None:
        mine, is_signed = width_of(value.ctype)
        # Counters and differences of small numbers stay small, whatever type they are computed in.
        if mine >= 32 and bits >= 32 and (signed or not is_signed):
            return bits >= mine or not any(width_of(v.ctype)[0] > bits for v in leaves(value) if is_given(v))
        known = (-(1 << (mine - 1)), (1 << (mine - 1)) - 1) if is_signed else (0, (1 << mine) - 1)
    return low <= known[0] and known[1] < low + (1 << bits)


def is_given(value: Dynamic) -> bool:
    """Whether an operator gave a number, or the host's data, so that it may be any of its type."""
    return value.kind in ("element", "result") and is_integer(value.ctype)


def interval(value: Any) -> Interval | None:
    """The least and the largest value of a whole number, where they are known."""
    if isinstance(value, bool):
        return int(value), int(value)
    if isinstance(value, int):
        return value, value
    if not isinstance(value, Dynamic):
        return None
    if value.kind == "variable":
        return value.parts[0].range
    if value.kind == "cast":
        return interval(value.parts[0]) if is_integer(value.parts[0].ctype) else None
    if value.kind in ("element", "result", "item"):
        held = value.parts[0]
        ctype = value.ctype if value.kind == "item" else types.named(held.data.dtype) if value.kind == "element" \
            else symbol_type(held)  # fmt: skip
        if not is_integer(ctype) or width_of(ctype)[0] > 16:
            return None
        bits, signed = width_of(ctype)
        return (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if signed else (0, (1 << bits) - 1)
    if value.ctype.name == "bool":
        return 0, 1
    if value.kind == "choice":
        ends = [interval(p) for p in value.parts[1:]]
        known = [e for e in ends if e is not None]
        return (min(e[0] for e in known), max(e[1] for e in known)) if len(known) == 2 else None
    if value.kind == "call" and value.parts[0] == "len":
        return 0, (1 << 31) - 1
    if value.kind == "call" and value.parts[0] in ("max", "min"):
        choose = max if value.parts[0] == "max" else min
        a, b = (interval(p) for p in value.parts[1:])
        return None if a is None or b is None else (choose(a[0], b[0]), choose(a[1], b[1]))
    if value.kind == "call" and value.parts[0] == "abs" and (inner := interval(value.parts[1])) is not None:
        return 0, max(abs(inner[0]), abs(inner[1]))
    if value.kind == "sign" and value.parts[0] in "+-*/%&":
        return _of_both(*value.parts)
    return None


def _of_both(sign: str, left: Any, right: Any) -> Interval | None:
    a, b = interval(left), interval(right)
    if sign == "&" and isinstance(right, int) and right >= 0:
        return 0, right
    if a is None or b is None:
        return None
    if sign in ("/", "%"):
        if a[0] < 0 or b[0] <= 0:
            return None
        return (a[0] // b[1], a[1] // b[0]) if sign == "/" else (0, min(a[1], b[1] - 1))
    if sign == "&":
        return (0, min(a[1], b[1])) if a[0] >= 0 and b[0] >= 0 else None
    pairs = [x + y if sign == "+" else x - y if sign == "-" else x * y for x in a for y in b]
    return min(pairs), max(pairs)


def condition(value: Any) -> Any:
    """A value as what ``if`` makes of it."""
    value = of(value)
    if not isinstance(value, Dynamic):
        from .variables import truth

        return truth(value)
    if value.ctype.name == "bool":
        return value
    if not is_number(value.ctype):
        raise NotUnderstood("a condition on results")
    return binary("!=", value, 0)


def negated(value: Any) -> Any:
    value = condition(value)
    if not isinstance(value, Dynamic):
        return not value
    if value.kind == "not":
        return value.parts[0]
    opposite = {"==": "!=", "!=": "=="}
    ordered = {"<": ">=", ">=": "<", ">": "<=", "<=": ">"}
    if value.kind == "sign":
        sign, left, right = value.parts
        if sign in opposite:
            return Dynamic(BOOL, "sign", (opposite[sign], left, right))
        if sign in ordered and is_integer(common(type_of(left), type_of(right))):  # numbers that can't be NaN
            return Dynamic(BOOL, "sign", (ordered[sign], left, right))
    return Dynamic(BOOL, "not", (value,))


def both(sign: str, left: Any, right: Any) -> Any:
    """``left && right`` or ``left || right``, one of which is dynamic."""
    left, right = condition(left), condition(right)
    for value, other in ((left, right), (right, left)):
        if isinstance(value, bool):
            return other if value == (sign == "and") else value
    return Dynamic(BOOL, "sign", (sign, left, right))


def choice(found: Any, yes: Any, no: Any) -> Any:
    """``found ? yes : no``"""
    found, yes, no = condition(found), of(yes), of(no)
    if yes.__class__ is no.__class__ and not isinstance(yes, Dynamic) and yes == no:
        return yes
    ctype = common(type_of(yes), type_of(no))
    if type_of(yes) == type_of(no):
        ctype = type_of(yes)
    if ctype.name == "bool" and isinstance(yes, bool) and isinstance(no, bool):
        return found if yes else negated(found)
    return Dynamic(ctype, "choice", (found, cast(yes, ctype), cast(no, ctype)))


def binary(sign: str, left: Any, right: Any) -> Any:
    """``left sign right``, one of which is dynamic."""
    left, right = of(left), of(right)
    ctype = common(type_of(left), type_of(right))
    if ctype == TEXT:
        raise NotUnderstood("a comparison of texts")
    if sign in COMPARISONS:
        if (simple := _of_choice(sign, left, right)) is not None:
            return simple
        if is_integer(ctype) and {type_of(left).name, type_of(right).name} == {"bool"} and sign not in ("==", "!="):
            raise NotUnderstood("an order of truths")
        if sign in ("==", "!=") and _is_kept(left, right):
            return Dynamic(BOOL, "sign", (sign, left, int(right)))
        return Dynamic(BOOL, "sign", (sign, cast(left, ctype), cast(right, ctype)))
    if sign not in ("+", "-", "*", "/", "%", "&", "|", "^", ">>"):
        raise NotUnderstood("arithmetic with results", sign)
    if sign == ">>" and is_integer(type_of(left)):
        ctype = promoted(type_of(left))
        if not isinstance(right, int) or not 0 <= right < width_of(ctype)[0]:
            raise NotUnderstood("a shift by a result" if isinstance(right, Dynamic) else numbers.UNDEFINED_SHIFT)
        return Dynamic(ctype, "sign", (sign, cast(left, ctype), int(right)))
    if sign == "&" and is_integer(ctype) and isinstance(right, int) and 0 <= right < 1 << width_of(ctype)[0]:
        return Dynamic(ctype, "sign", (sign, left, right))  # what a conversion changes is not in the mask
    if is_integer(ctype):
        found = Dynamic(ctype, "sign", (sign, cast(left, ctype), cast(right, ctype)))
        _check_integer(found)
        return found
    if sign not in "+-*/":
        raise NotUnderstood("arithmetic with results", sign)
    return Dynamic(ctype, "sign", (sign, cast(left, ctype), cast(right, ctype)))


def _is_kept(left: Any, right: Any) -> bool:
    """Whether only the same whole number is equal to a known one, into whatever type both are converted."""
    if not isinstance(left, Dynamic) or not isinstance(right, int) or isinstance(right, bool):
        return False
    if not is_integer(left.ctype) or left.ctype.name == "bool":
        return False
    bits, is_signed = width_of(promoted(left.ctype))
    return 0 <= right < 1 << (bits - is_signed)


def _of_choice(sign: str, left: Any, right: Any) -> Any:
    """``(found ? 0 : 1) == 0`` is ``found``, where the choice is between known numbers."""
    if not isinstance(left, Dynamic) or left.kind != "choice" or not isinstance(right, (int, float)):
        return None
    found, yes, no = left.parts
    if not isinstance(yes, (int, float)) or not isinstance(no, (int, float)):
        return None
    results = numbers.binary(sign, yes, right), numbers.binary(sign, no, right)
    if results[0] == results[1]:
        return None
    return found if results[0] else negated(found)


def _check_integer(value: Dynamic) -> None:
    """Refuses what Python computes differently: whole numbers that wrap, and quotients below zero."""
    sign, left, right = value.parts
    bits, signed = width_of(value.ctype)
    known = interval(value)
    if sign in ("/", "%"):
        if known is None and bits > 32:
            raise NotUnderstood("a quotient of results")
        return
    if sign in ("&", "|", "^", ">>"):
        if sign == ">>" and not isinstance(right, int):
            raise NotUnderstood("a shift by a result")
        return
    if known is not None:
        low = -(1 << (bits - 1)) if signed else 0
        if not signed and not (low <= known[0] and known[1] < 1 << bits):
            raise NotUnderstood("arithmetic of results that wraps")
        return
    is_counting = sign == "+" and any(isinstance(v, int) and 0 <= v < 1 << 16 for v in (left, right))
    if not signed and not is_counting:
        raise NotUnderstood("arithmetic of results that wraps")


def minus(value: Any) -> Any:
    value = of(value)
    if not is_number(value.ctype):
        raise NotUnderstood("arithmetic with results")
    ctype = promoted(value.ctype)
    if is_integer(ctype) and not width_of(ctype)[1]:
        raise NotUnderstood("arithmetic of results that wraps")
    return Dynamic(ctype, "minus", (cast(value, ctype),))


def function(name: str, args: list[Any]) -> Any:
    """A function of the C library of values one of which is dynamic; None for functions that are none of these."""
    if suffixed := _SUFFIXED.fullmatch(name):
        name, args = suffixed[1], [cast(a, FLOAT) for a in args]
    values = [of(a) for a in args]
    if name in ("fabs", "abs") and len(values) == 1:
        ctype = promoted(values[0].ctype)
        if name == "fabs" and is_integer(ctype):
            ctype = DOUBLE
        return Dynamic(ctype, "call", ("abs", cast(values[0], ctype)))
    if name in ("max", "min", "fmax", "fmin") and len(values) == 2:
        ctype = type_of(values[0])
        if ctype != type_of(values[1]) or name[0] == "f":
            ctype = common(ctype, type_of(values[1]))
        if name[0] == "f":
            raise NotUnderstood("a choice that leaves out NaN")
        return Dynamic(ctype, "call", (name, *(cast(v, ctype) for v in values)))
    if name in _TESTS and len(values) == 1:
        return Dynamic(BOOL, "call", (name, cast(values[0], common(values[0].ctype, FLOAT))))
    if name in _REAL and len(values) == 1:
        ctype = values[0].ctype if not is_integer(values[0].ctype) else DOUBLE
        return Dynamic(ctype, "call", (name, cast(values[0], ctype)))
    if name == "pow" and len(values) == 2:
        kinds = [type_of(v) for v in values]
        ctype = FLOAT if kinds == [FLOAT, FLOAT] else DOUBLE
        return Dynamic(ctype, "call", (name, *(cast(v, ctype) for v in values)))
    return None


def is_overloaded(name: str, args: list[Any]) -> bool:
    """Whether a function gives something else for a float when it is not the one in ``std``."""
    is_float = any(type_of(of(a)).name == "float" for a in args)
    return is_float and (name == "abs" or name in _REAL - {"sqrt", "floor", "ceil", "trunc"} or name == "pow")


def element(array: HostArray, index: Any, ctype: CType) -> Dynamic:
    """Host data at a place that only the script knows."""
    known = interval(index)
    if known is not None and not 0 <= known[0] <= known[1] < len(array.data):
        raise NotUnderstood("reads outside a vector")
    if array.data.dtype.kind == "c":
        raise NotUnderstood("arithmetic with complex numbers")
    if ctype.name in ("fp16_t", "bfloat16"):
        ctype = FLOAT
    return Dynamic(ctype, "element", (array, index))


def put(whole: Any, variable: Variable, value: Any) -> Any:
    """An expression with another one in the place of a variable."""
    if not isinstance(whole, Dynamic):
        return whole
    if whole.kind == "variable" and whole.parts[0] is variable:
        return cast(value, whole.ctype)
    parts = [put(p, variable, value) for p in whole.parts]
    if all(a is b for a, b in zip(parts, whole.parts, strict=True)):
        return whole
    if whole.kind == "sign" and parts[0] in COMPARISONS:
        return binary(*parts)
    if whole.kind == "not":
        return negated(parts[0])
    return Dynamic(whole.ctype, whole.kind, tuple(parts))


def assumed(value: Any, found: Any) -> Any:
    """A value where a condition is known to hold."""
    if isinstance(value, Dynamic) and value.kind == "choice":
        if is_same(value.parts[0], found):
            return value.parts[1]
        if is_same(negated(value.parts[0]), found):
            return value.parts[2]
    return value


def is_code(value: Any) -> bool:
    """Whether an expression only chooses between whole numbers, such as exit codes, and always chooses the same."""
    return value.kind == "choice" and all(type(p) is int for p in value.parts[1:]) and is_lasting(value)
