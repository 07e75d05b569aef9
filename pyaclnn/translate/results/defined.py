"""Functions of the sample that become functions of the script: those that return from within a loop over results."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ..errors import NotUnderstood
from ..program.control import CONTINUE, ENDED, Returned
from ..program.frames import Frame, Function
from ..trace import Give
from ..values import computing, dynamic, types
from ..values.dynamic import Dynamic, HostArray, Variable
from ..values.handles import Result, Symbol
from ..values.types import AUTO, CType
from ..values.variables import Cell, Pointer, Vector
from .reach import guarded, reachable


class EarlyReturn(Exception):
    """A function returns within a loop that is left to the script."""

    def __init__(self, frame: Frame) -> None:
        super().__init__()
        self.frame = frame


@dataclass(eq=False)
class Definition:
    """A function of the script."""

    name: str
    parameters: list[Variable]
    returns: CType
    body: list[Any] = field(default_factory=list)


class Given(Vector):
    """A vector that a function is given: of a length and with elements that only its calls know."""

    __slots__ = ("expression",)

    def __init__(self, expression: Dynamic, element: CType) -> None:
        super().__init__([], element)
        self.expression = expression

    def length(self) -> Dynamic:
        return Dynamic(CType("size_t"), "call", ("len", self.expression))

    def read(self, index: Any) -> Any:
        element = self.ctype
        index = dynamic.of(index)
        known = computing.interval(index)
        if known is None or known[0] < 0:
            raise NotUnderstood("reads outside a vector")
        item = Dynamic(element, "item", (self.expression, index))
        if element.name == "vector" and element.args and not element.pointers:
            return Given(item, element.args[0])
        if types.numpy_of(element) is None or element.name in ("complex", "fp16_t", "bfloat16"):
            raise NotUnderstood("a vector of such values in a function", element.name)
        return item

    def write(self, index: Any, value: Any) -> None:
        raise NotUnderstood("changes host data on results")

    def array(self) -> Any:
        raise NotUnderstood("a vector that only the script knows")


class _Parameter(Cell):
    __slots__ = ()

    def set(self, value: Any) -> None:
        raise NotUnderstood("a function that changes what it is given")


def define(machine: Any, function: Function, f: Frame, run: Callable[[Frame], Any]) -> Definition:
    """The function with what it is given unknown; ``f`` is the frame of a call, with its types."""
    types_ = tuple(sorted(f.types.items()))
    key = (function.name, function.specialized, types_, function.shift, id(function))
    if key in machine.definitions:
        found: Definition = machine.definitions[key]
        return found
    inner = Frame(f.depth, None, None)
    inner.types, inner.function, inner.is_defined = f.types, f.function, True
    made = Definition(function.name, [], machine.resolve(function.returns, f))
    for parameter in function.parameters:
        ctype = machine.resolve(parameter.ctype, f)
        variable = Variable(parameter.name, ctype)
        value = _unknown(variable, ctype, parameter.is_reference)
        if value is None:
            raise NotUnderstood("a function with such a parameter", ctype.name)
        made.parameters.append(variable)
        inner.declare(parameter.name, _Parameter(value, AUTO, parameter.name, inner.depth))
    cells, vectors = reachable(inner, machine.lasting())
    loops, events, pending = machine.loops, machine.trace.events, machine.opened
    machine.loops, machine.trace.events, machine.opened = [], [], []
    attempts, machine.attempts = machine.attempts, 0
    machine.residual += 1
    inner.residual = machine.residual
    try:
        with guarded(cells, vectors, is_final=True):
            left = run(inner)
        if isinstance(left, Returned) and left.value is not None:
            machine.trace.events.append(Give(computing.cast(left.value, made.returns), machine.now))
        elif left is not None and left is not ENDED and left is not CONTINUE and not isinstance(left, Returned):
            raise NotUnderstood("a function that ends in another way")
        made.body = machine.trace.events
    finally:
        machine.residual -= 1
        machine.attempts = attempts
        machine.loops, machine.trace.events, machine.opened = loops, events, pending
    machine.definitions[key] = made
    return made


def _unknown(variable: Variable, ctype: CType, is_reference: bool) -> Any:
    if ctype.name == "vector" and ctype.args and not ctype.pointers:
        return Given(Dynamic(ctype, "variable", (variable,)), ctype.args[0])
    if ctype.name == "string" or (ctype.name == "char" and ctype.pointers == 1):
        variable.ctype = dynamic.TEXT
        return Dynamic(dynamic.TEXT, "variable", (variable,))
    if ctype.pointers or types.numpy_of(ctype) is None or ctype.name in ("complex", "fp16_t", "bfloat16"):
        return None
    return Dynamic(ctype, "variable", (variable,))


def passed(value: Any) -> Any:
    """An argument as a script's function takes it."""
    if isinstance(value, Given):
        return value.expression
    if isinstance(value, Pointer):
        raise NotUnderstood("a function of a pointer")
    if isinstance(value, Vector):
        ctype = CType("vector", (value.ctype,))
        if isinstance(value.data, Result):
            return Dynamic(ctype, "array", (Symbol(value.data, 0),))
        if value.ctype.name == "vector":
            return Dynamic(ctype, "list", tuple(passed(v) for v in value.data))
        return Dynamic(ctype, "array", (HostArray(value.name, value.array().copy()),))
    if isinstance(value, (int, float, str, Symbol, Dynamic)):
        return dynamic.of(value)
    raise NotUnderstood("a function of such a value", type(value).__name__)
