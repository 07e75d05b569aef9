"""Which of several functions of one name is called, and the types that a template is given."""

from __future__ import annotations

from typing import Any

from ..errors import NotUnderstood
from ..program.frames import Function
from ..values import dynamic, types
from ..values.dynamic import Dynamic
from ..values.handles import DevicePointer, Handle, Memory, ScalarHandle, Stream, Symbol, TensorHandle
from ..values.numbers import F32
from ..values.types import AUTO, CType
from ..values.variables import Address, Object, Pointer, Vector
from .construction import Braces, Construction
from .declarations import SMART

_MOST = 64  # functions of one name


class Overloads(Construction):
    """Overloads and templates."""

    def chosen(
        self, functions: list[Function], count: int, args: list[Any] | None = None, template: list[CType] | None = None
    ) -> Function:
        """The overload with that many parameters; among several the one whose types fit."""
        if len(functions) > _MOST:
            raise NotUnderstood("so many functions of one name", functions[0].name)
        fitting = [
            c for c in functions
            if not c.specialized and sum(p.default is None for p in c.parameters) <= count <= len(c.parameters)
        ]  # fmt: skip
        if not fitting:
            raise NotUnderstood("a call that no overload takes", functions[0].name)
        if len(fitting) > 1 and args is not None:
            values = [self.value(a, AUTO) if not isinstance(a, Braces) else a for a in args]
            given = [getattr(a, "ctype", AUTO) or AUTO for a in args]
            fitting.sort(
                key=lambda c: -sum(fits(v, p.ctype, g) for v, p, g in zip(values, c.parameters, given, strict=False))
            )
        if len(functions) > 1 and fitting[0].template and args is not None:
            return self._specialized(fitting[0], functions, args, template or [])
        return fitting[0]

    def check_only(self, chosen: Function, functions: list[Function]) -> None:
        """Refuses functions of one name that take the same: they stand in namespaces, which are not told apart."""
        own = [(p.ctype, p.is_reference) for p in chosen.parameters]
        for other in functions:
            if other is not chosen and not other.specialized and other.template == chosen.template and own == [
                (p.ctype, p.is_reference) for p in other.parameters
            ]:  # fmt: skip
                raise NotUnderstood("functions of one name", chosen.name)

    def _specialized(
        self, general: Function, functions: list[Function], args: list[Any], given: list[CType]
    ) -> Function:
        """The function that is written for the very types, or the general one."""
        special = [c for c in functions if c.specialized]
        if not special:
            return general
        found = dict(zip(general.template, given, strict=False))
        for parameter, argument in zip(general.parameters, args, strict=False):
            deduce(parameter.ctype, self.value(argument, AUTO), argument, general.template, found)
        if not all(n in found for n in general.template):
            raise NotUnderstood("a template of unknown types", general.name)
        wanted = tuple(found[n] for n in general.template)
        return next((c for c in special if c.specialized == wanted), general)


def deduce(ctype: CType, value: Any, given: Any, template: tuple[str, ...], found: dict[str, CType]) -> None:
    """Template parameters from one argument."""
    if ctype.name in template and ctype.name not in found:
        if isinstance(value, Vector) and ctype.pointers:
            found[ctype.name] = value.ctype
        elif isinstance(value, (Pointer, Address)):
            pointed = value.ctype or (value.vector.ctype if isinstance(value, Pointer) else value.ref.ctype)
            found[ctype.name] = pointed
        elif not isinstance(value, (Vector, Object)) and getattr(given, "ctype", AUTO) != AUTO:
            found[ctype.name] = given.ctype
        elif isinstance(value, (Symbol, Dynamic)):
            found[ctype.name] = dynamic.type_of(dynamic.of(value))
        elif isinstance(value, (int, float)):
            found[ctype.name] = CType(
                "bool" if isinstance(value, bool) else "float" if isinstance(value, F32)
                else "double" if isinstance(value, float) else "int"
            )  # fmt: skip
        elif isinstance(value, Vector):
            found[ctype.name] = CType("vector", (value.ctype,))
    elif isinstance(value, Vector) and ctype.args:
        inner = ctype.args[0]
        if inner.name in template and inner.name not in found and value.ctype != AUTO:
            found[inner.name] = CType(value.ctype.name, value.ctype.args, value.ctype.pointers - inner.pointers)
        elif inner.args and inner.args[0].name in template and value.ctype.args:
            found.setdefault(inner.args[0].name, value.ctype.args[0])


def fits(value: Any, ctype: CType, given: CType) -> int:
    """How well an argument goes with a parameter's type; ``given`` is its own, where it is known."""
    if isinstance(value, Vector):
        if ctype.name != "vector":
            return -4
        return (
            2 if ctype.args and ctype.args[0] == value.ctype else 1 if ctype.args and ctype.args[0].name == "T" else 0
        )
    if isinstance(value, (TensorHandle, ScalarHandle, Stream, DevicePointer, Memory, Handle)) or value is None:
        return 1 if ctype.pointers or ctype.name.endswith("Ptr") or ctype.name in SMART else -1
    if isinstance(value, (int, float, Symbol, Dynamic)):
        if ctype.name == "vector" or ctype.pointers:
            return -4
        own = given if types.numpy_of(given) is not None else dynamic.type_of(dynamic.of(value))
        if own.name == ctype.name:
            return 4
        if types.numpy_of(ctype) is None:  # a template's parameter
            return 3
        return 1 + (ctype.name in types.INTEGERS) * (own.name in types.INTEGERS)
    return 0
