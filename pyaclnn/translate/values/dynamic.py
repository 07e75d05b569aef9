"""Values that only the script will know, as expressions of what it has: results, host data and its own variables."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..errors import NotUnderstood
from . import types
from .handles import DevicePointer, Symbol
from .numbers import F32, Typed
from .types import FLOAT, INT, INTEGERS, CType

DOUBLE, BOOL, TEXT = CType("double"), CType("bool"), CType("char", (), 1)
COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")
Interval = tuple[int, int]


@dataclass(eq=False)
class Variable:
    """A variable of the script. ``is_mutable`` when it is set more than once; a counter has a ``range``."""

    name: str
    ctype: CType
    is_mutable: bool = False
    range: Interval | None = None
    is_size: bool = False  # it depends on sizes of workspaces alone


@dataclass(eq=False)
class Workspace(Variable):
    """The size of an operator's workspace, which the script knows after the call."""


@dataclass(eq=False)
class HostArray:
    """Host data that a script must hold by name."""

    name: str
    data: np.ndarray[Any, Any]


@dataclass(frozen=True, eq=False)
class Dynamic:
    """An expression with the type that C++ computes it in.

    ``kind`` says what ``parts`` are: ``variable`` (Variable), ``element`` (HostArray, index), ``result`` (Symbol),
    ``sign`` (operator, left, right), ``not`` or ``minus`` (value), ``call`` (function, arguments ...),
    ``choice`` (condition, yes, no), ``cast`` (value), ``item`` (a parameter or an item of one, index), ``array``
    (HostArray or Symbol of all), ``list`` (arrays ...), ``invoke`` (a function of the script, arguments ...),
    ``workspace`` (nothing: the size that the last operator needed).
    """

    ctype: CType
    kind: str
    parts: tuple[Any, ...]

    def __bool__(self) -> bool:
        raise NotUnderstood("a condition on results")

    def __eq__(self, other: object) -> bool:
        raise NotUnderstood("a comparison with results")

    __hash__ = object.__hash__

    def __add__(self, other: Any) -> Any:
        from .computing import binary

        return binary("+", self, other)

    def __radd__(self, other: Any) -> Any:
        from .computing import binary

        return binary("+", other, self)


def is_dynamic(value: Any) -> bool:
    """Whether only the script will know a value; arrays of all turns of a loop are not meant."""
    return (
        isinstance(value, Dynamic)
        or (isinstance(value, Symbol) and not isinstance(value.index, np.ndarray))
        or (isinstance(value, DevicePointer) and value.memory.condition is not None)
    )


def of(value: Any) -> Any:
    """A result as an expression; other values as they are."""
    if not isinstance(value, Symbol):
        return value.memory.condition if is_dynamic(value) and isinstance(value, DevicePointer) else value
    if isinstance(value.index, np.ndarray):
        raise NotUnderstood("arithmetic with results")
    return Dynamic(symbol_type(value), "result", (value,))


def symbol_type(symbol: Symbol) -> CType:
    for step in reversed(symbol.steps):
        if step in ("half", "bfloat"):
            return FLOAT
        if step.startswith("view "):
            raise NotUnderstood("a conversion of such results")
        return CType(step)
    dtype = symbol.result.dtype
    if dtype.kind == "c":
        raise NotUnderstood("arithmetic with complex results")
    ctype = types.named(dtype)
    return FLOAT if ctype.name in ("float16_t", "bfloat16_t") else ctype


def type_of(value: Any) -> CType:
    """The C++ type of an operand."""
    if isinstance(value, Dynamic):
        return value.ctype
    if isinstance(value, bool):
        return BOOL
    if isinstance(value, Typed):
        return value.ctype
    if isinstance(value, int):
        return INT if -(1 << 31) <= value < 1 << 31 else CType("int64_t")
    if isinstance(value, float):
        return FLOAT if isinstance(value, F32) else DOUBLE
    if isinstance(value, str):
        return TEXT
    raise NotUnderstood("arithmetic with results", type(value).__name__)


def is_size(value: Any) -> bool:
    """Whether an expression depends on nothing but sizes of workspaces."""
    found = False
    for leaf in leaves(value):
        found = leaf.kind == "variable" and leaf.parts[0].is_size
        if not found:
            return False
    return found


def is_integer(ctype: CType) -> bool:
    return not ctype.pointers and (ctype.name in INTEGERS or ctype.name == "bool")


def is_number(ctype: CType) -> bool:
    return not ctype.pointers and (is_integer(ctype) or ctype.name in ("float", "double"))


def width_of(ctype: CType) -> tuple[int, bool]:
    return (8, False) if ctype.name == "bool" else INTEGERS[ctype.name]


def promoted(ctype: CType) -> CType:
    return INT if is_integer(ctype) and width_of(ctype)[0] < 32 else ctype


def common(a: CType, b: CType) -> CType:
    """The type in which two operands meet."""
    if not is_number(a) or not is_number(b):
        if a.pointers and b.pointers and a.name == b.name == "char":
            return TEXT
        raise NotUnderstood("arithmetic with results", f"{a.name} and {b.name}")
    if "double" in (a.name, b.name):
        return DOUBLE
    if "float" in (a.name, b.name):
        return FLOAT
    a, b = promoted(a), promoted(b)
    (wide_a, signed_a), (wide_b, signed_b) = width_of(a), width_of(b)
    if wide_a != wide_b:
        return a if wide_a > wide_b else b
    return a if not signed_a else b if not signed_b else a


def leaves(value: Any) -> Iterator[Dynamic]:
    """Variables, elements and results in an expression, also those within indices."""
    if isinstance(value, Symbol):
        if isinstance(value.index, Dynamic):
            yield from leaves(value.index)
        return
    if isinstance(value, tuple):
        for part in value:
            yield from leaves(part)
        return
    if not isinstance(value, Dynamic):
        return
    if value.kind in ("variable", "element", "result", "array", "invoke"):
        yield value
    for part in value.parts:
        yield from leaves(part)


def is_same(a: Any, b: Any) -> bool:
    """Whether two expressions are written alike."""
    if isinstance(a, Dynamic) and isinstance(b, Dynamic):
        pairs = zip(a.parts, b.parts, strict=False)
        return a.kind == b.kind and len(a.parts) == len(b.parts) and all(is_same(p, q) for p, q in pairs)
    if isinstance(a, Dynamic) or isinstance(b, Dynamic):
        return False
    return a is b or (isinstance(a, (int, float, str)) and type(a) is type(b) and a == b)


def is_lasting(value: Any) -> bool:
    """Whether an expression gives the same later on: no variable in it is set more than once."""
    return not any(v.kind == "variable" and v.parts[0].is_mutable for v in leaves(value))
