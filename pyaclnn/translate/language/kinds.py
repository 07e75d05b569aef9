"""Types of C++ as such: of literals, of names and values, and what operators and functions make of them."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from ..errors import NotUnderstood
from ..libraries import constants, libm
from ..values import dynamic
from ..values.dynamic import BOOL, DOUBLE, Dynamic
from ..values.handles import Symbol
from ..values.numbers import F32
from ..values.types import AUTO, CHAR, FLOAT, INT, INTEGERS, CType
from ..values.variables import Address, Cell, Object, Pointer, Smart, Vector

Type = CType | None
SIZE = CType("size_t")
ARRAY = "[]"  # the name of the types of arrays of the language
LIKE_FIRST = frozenset(("max", "min", "move", "forward", "clamp"))
_LITERAL = re.compile(r"[-+]?(0[xX][0-9a-fA-F]+|0[bB][01]+|\d+)([uUlLzZ]*)")
_OF_ELEMENTS = ("vector", "array", ARRAY, "initializer_list", "deque", "list")
_LONG = frozenset(("INT64_MAX", "INT64_MIN", "LONG_MAX", "LONG_MIN", "LLONG_MAX", "LLONG_MIN"))
_UNSIGNED = {"UINT32_MAX": CType("unsigned"), "UINT_MAX": CType("unsigned"), "SIZE_MAX": SIZE, "UINT64_MAX": SIZE,
             "ULONG_MAX": SIZE, "ULLONG_MAX": SIZE, "npos": SIZE}  # fmt: skip
_REAL = frozenset(("sqrt", "exp", "log", "sin", "cos", "tan", "pow", "floor", "ceil", "round", "fmod", "fabs", "tanh",
                   "log2", "log10", "trunc"))  # fmt: skip


@lru_cache(maxsize=4096)
def literal(text: str) -> Type:
    """The type of a number as it is written."""
    text = text.replace("'", "")
    found = _LITERAL.fullmatch(text)
    if found is None:
        return FLOAT if text[-1:] in "fF" else DOUBLE
    digits, suffix = found[1], found[2].lower()
    is_decimal = digits[0] != "0" or len(digits) == 1
    value = int(digits, 10 if is_decimal else 0 if digits[1] in "xXbB" else 8)
    is_unsigned, is_long = "u" in suffix, "l" in suffix or "z" in suffix
    for ctype in (INT, CType("unsigned"), CType("long"), CType("unsigned long")):
        bits, is_signed = INTEGERS[ctype.name]
        if (bits == 32 and is_long) or (is_signed and is_unsigned) or not (is_signed or is_unsigned or not is_decimal):
            continue
        if value < 1 << (bits - is_signed):
            return ctype
    return None


def array_of(element: CType, count: int | None) -> CType:
    """The type of an array of the language."""
    return CType(ARRAY, (element, CType("" if count is None else str(count))))


def of_cell(cell: Cell) -> Type:
    """The type of a variable."""
    ctype: CType = cell.ctype
    return of_value(cell.get()) if ctype.name == "auto" else ctype


def of_value(value: Any) -> Type:
    """What a value alone tells of its type: not which whole number it is."""
    if isinstance(value, bool):
        return BOOL
    if isinstance(value, float):
        return FLOAT if isinstance(value, F32) else DOUBLE
    if isinstance(value, Vector):
        return CType("vector", (value.ctype,))
    if isinstance(value, Object):
        return value.ctype
    if isinstance(value, Smart):
        return value.ctype if value.ctype != AUTO else None
    if isinstance(value, Pointer):
        return (value.ctype or value.vector.ctype).pointed()
    if isinstance(value, Address):
        inner = value.ctype or value.ref.ctype
        if inner == AUTO:
            inner = of_value(value.ref.get()) or AUTO
        return inner.pointed() if inner != AUTO else None
    if isinstance(value, (Symbol, Dynamic)):
        try:
            return value.ctype if isinstance(value, Dynamic) else dynamic.symbol_type(value)
        except NotUnderstood:
            return None
    return None


def of_name(name: str) -> Type:
    if name in _LONG:
        return CType("long")
    if name in _UNSIGNED:
        return _UNSIGNED[name]
    value = constants.value(name)
    return INT if isinstance(value, int) and not isinstance(value, bool) else of_value(value)


def decayed(ctype: Type) -> Type:
    return ctype.args[0].pointed() if ctype is not None and ctype.name == ARRAY else ctype


def pointed_at(ctype: Type) -> Type:
    """The type of what a pointer, an array, a vector or a string holds."""
    if ctype is None:
        return None
    if ctype.pointers:
        return CType(ctype.name, ctype.args, ctype.pointers - 1)
    if ctype.name in _OF_ELEMENTS and ctype.args:
        return ctype.args[0] if ctype.args[0] != AUTO else None
    if ctype.name in ("unique_ptr", "shared_ptr") and ctype.args:
        return ctype.args[0]
    if ctype.name in ("map", "unordered_map") and len(ctype.args) == 2:
        return ctype.args[1]
    return CHAR if ctype.name == "string" else None


def promoted(ctype: Type) -> Type:
    return dynamic.promoted(ctype) if ctype is not None and not ctype.pointers else ctype


def common(sign: str, a: Type, b: Type) -> Type:
    """The type of ``a sign b``."""
    a, b = decayed(a), decayed(b)
    if a is None or b is None:
        return None
    if CType("string") in (a, b):
        return CType("string")
    if a.pointers or b.pointers:
        if sign == "-" and a.pointers and b.pointers:
            return CType("long")
        return a if a.pointers else b
    if "complex" in (a.name, b.name):
        return a if a.name == "complex" else b
    if not dynamic.is_number(a) or not dynamic.is_number(b):
        return None
    return dynamic.common(a, b)


def of_standard(name: str, given: list[Type]) -> Type:
    """The type that a function of the standard library gives."""
    first = given[0] if given else None
    if name in LIKE_FIRST:
        return first
    if name == "accumulate":
        return given[2] if len(given) > 2 else None
    if name == "strlen":
        return SIZE
    if name in ("lround", "llround", "count", "count_if", "distance"):
        return CType("long")
    if name in ("strcmp", "printf", "memcmp", "strncmp", "snprintf", "sprintf"):
        return INT
    if name == "to_string":
        return CType("string")
    if name == "abs":
        return promoted(first)
    if name[-1:] == "f" and name[:-1] in libm.OF_FLOAT:
        return FLOAT
    if name in _REAL:
        return FLOAT if first == FLOAT and all(g == FLOAT for g in given) else DOUBLE if first is not None else None
    return None
