"""What a sample prints: ``printf`` and ``std::cout`` as events, and conversions that it writes out by hand."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np

from ..errors import Consequence, NotUnderstood
from ..program import alone, syntax
from ..program.frames import Expression, Frame, Function, Named
from ..program.syntax import Node
from ..results.kept import Kept
from ..results.reach import guarded, reachable
from ..script.formats import UNFIT
from ..trace import Print
from ..values.dynamic import Dynamic
from ..values.handles import Symbol
from ..values.numbers import F32, UNDEFINED_SHIFT
from ..values.texts import text_of
from ..values.variables import Cell, Pointer, Undefined, Vector
from . import printf, streams


class _Stream:
    """``std::cout``, and what has been put into it by one statement."""

    def __init__(self, is_shown: bool, style: streams.Style) -> None:
        self.is_shown, self.style = is_shown, style


_MOST_VALUES = 5000
# Halves that tell one 16-bit format from another.
_CODES = (0, 0x3C00, 0xBC00, 0x4248, 0x3F80, 0xC049, 0x3555, 0x7BFF, 0x0400, 0x8000, 0x4000, 0x4120, 0x42F7, 0xC2C8,
          0x447A, 0x4640)  # fmt: skip
_OF_STD = ("cout", "endl", "fixed", "scientific", "boolalpha")


class Output(Kept):
    def printf(self, args: list[Any], node: Node, f: Frame) -> Any:
        if not args or not isinstance(args[0], str):
            raise NotUnderstood("prints by a format that is not known")
        nodes = syntax.parts(syntax.part(node, "arguments"))
        given = [text_of(a) for a in args[1:]]
        for value in given:
            if isinstance(value, Undefined):
                raise value.error
        try:
            shown = printf.converted(args[0], given, lambda i: self.type_in(nodes[i + 1], f))
        except NotUnderstood as error:
            order = printf.by_class(args[0], given) if error.reason == UNFIT else None
            if order is None:
                raise
            shown = printf.converted(args[0], [given[i] for i in order], lambda i: self.type_in(nodes[order[i] + 1], f))
            note = f"line {self.line(node)} prints by a format that does not fit its arguments: what is shown is "
            if not self.trace.notes or not self.trace.notes[-1].startswith(note):
                self.trace.notes.append(f"{note}what x86-64 and AArch64 make of it")
        self._print(node, *shown)
        return 0

    def _print(self, node: Node, format: str, args: tuple[Any, ...]) -> None:
        for value in args:
            if isinstance(value, Undefined):
                raise value.error
            if not isinstance(value, (int, float, str, Symbol, Dynamic, np.ndarray)):
                raise NotUnderstood("prints such a value", type(value).__name__)
        self.trace.add(Print(node.start_byte, format, [args], self.line(node)))

    show = _print

    def shifted(self, left: Any, right: Expression, f: Frame, node: Node) -> Any:
        """``std::cout << value``: one print for each value."""
        if isinstance(left, Named) and left.name in ("std::cout", "cout", "std::cerr"):
            left = _Stream(left.name != "std::cerr", self.style)
        if not isinstance(left, (_Stream, streams.Text)):
            return super().shifted(left, right, f, node)
        try:
            value = right(f)
        except BaseException:
            left.style.width = 0  # it may be run again
            raise
        if isinstance(left, streams.Text):
            if self.residual or self.is_in_bulk:
                raise NotUnderstood("changes a text under a condition or in a loop on results")
        elif not left.is_shown:
            return left
        elif not isinstance(value, (str, Named)) and self.state.get("lost stream"):
            raise Consequence
        found = streams.named(value.name) if isinstance(value, Named) else value
        if isinstance(value, Named) and found is None:
            raise NotUnderstood("prints in another way", value.name)
        if isinstance(found, streams.Manipulator):
            streams.change(self, left.style, found)
            if left.style.width and node.parent.type != "binary_expression" and (self.residual or self.is_in_bulk):
                left.style.width = 0
                raise NotUnderstood("prints in another way", "a width for another turn")
            return left
        shown: tuple[str, tuple[Any, ...]]
        if isinstance(found, str) and isinstance(value, Named):
            shown = found, ()
        else:
            shown = streams.shown(left.style, text_of(value), self.type_in(syntax.part(node, "right"), f))
        if isinstance(left, streams.Text):
            left.add(*shown)
        else:
            self._print(node, *shown)
        return left

    @property
    def style(self) -> streams.Style:
        """How ``std::cout`` shows values at the time."""
        found: streams.Style = self.state.setdefault("cout", streams.Style())
        return found

    def x_identifier(self, node: Node) -> Expression:
        name = syntax.text(node)
        if name in _OF_STD:
            stands = Named(f"std::{name}")
            return lambda f: cell.get() if (cell := f.find(name) or self.globals.get(name)) is not None else stands
        found: Expression = super().x_identifier(node)  # type: ignore[misc]
        return found

    x_type_identifier = x_identifier

    def call(self, function: Function, args: list[Any], frame: Frame, **options: Any) -> Any:
        """A function of a result can only be one that converts bits to a float, which its values show."""
        if len(args) == 1 and len(function.parameters) == 1 and not options.get("parent"):
            given = args[0].get() if isinstance(args[0], Cell) else args[0]
            place = getattr(given, "get", None)
            if place is not None and not isinstance(given, (Pointer, Vector)):
                given = place() if not hasattr(given, "ref") else given
            if isinstance(given, Symbol) and (step := self._conversion(function, frame)):
                return given.then(step)
            if isinstance(given, Vector) and isinstance(given.data, list) and alone.is_alone(function):
                return self._looked_up(function, given, frame)
            if isinstance(given, (int, float, np.ndarray)) and self.is_pure(function.name):
                return self._remembered(function, given, frame, options)
        return super().call(function, args, frame, **options)

    def _looked_up(self, function: Function, given: Vector, frame: Frame) -> Any:
        """The result for a list of whole numbers that the function was given before."""
        if not all(type(v) is int for v in given.data):
            return super().call(function, [given], frame)
        key = (given.ctype, *given.data)
        if key not in function.results:
            if len(function.results) > _MOST_VALUES:
                function.results.clear()
            function.results[key] = super().call(function, [given], frame)
        return function.results[key]

    def _remembered(self, function: Function, given: Any, frame: Frame, options: dict[str, Any]) -> Any:
        """The result for a number that the function was given before; for an array, of each different number in it."""
        known: dict[Any, Any] = self.state.setdefault("results", {})

        def of(value: Any) -> Any:
            key = (function.name, type(value), value)
            if key not in known:
                known[key] = super(Output, self).call(function, [value], frame, **options)
            return known[key]

        if not isinstance(given, np.ndarray):
            return of(given)
        values, places = np.unique(given, return_inverse=True)
        if len(values) > _MOST_VALUES or given.dtype.kind == "c":
            raise NotUnderstood("a function of many values")
        kind: Any = F32 if given.dtype == np.float32 else (lambda v: v)
        found = [of(kind(v)) for v in values.tolist()]
        if not all(isinstance(v, (int, float)) for v in found):
            raise NotUnderstood("a function of such a value")
        dtype = np.float32 if all(isinstance(v, F32) for v in found) else None
        return np.array(found, dtype)[places.reshape(given.shape)]

    def _conversion(self, function: Function, frame: Frame) -> str:
        known: dict[str, str] = self.state.setdefault("conversions", {})
        if function.name not in known:
            known[function.name] = self._tried(function, frame)
        return known[function.name]

    def _tried(self, function: Function, frame: Frame) -> str:
        """The conversion that a function's values show; empty when they show none."""
        codes, found, is_undefined = [], [], False
        before, events = self.is_in_bulk, self.trace.events
        self.is_in_bulk, self.trace.events = True, []  # what is not understood ends the trial, without a note
        guard = guarded(*reachable(frame, self.lasting()), is_final=True)  # and so does what changes anything
        guard.__enter__()
        try:
            for code in _CODES:
                try:
                    value = float(super().call(function, [code], frame))
                except NotUnderstood as error:
                    if error.reason != UNDEFINED_SHIFT:
                        return ""
                    is_undefined = True
                else:
                    codes.append(code)
                    found.append(value)
        except TypeError:
            return ""
        finally:
            guard.__exit__(None, None, None)
            is_silent = not self.trace.events
            self.is_in_bulk, self.trace.events = before, events
        if not is_silent or len(found) < len(_CODES) // 2:
            return ""
        for name, dtype in (("half", np.dtype(np.float16)), ("bfloat", np.dtype(ml_dtypes.bfloat16))):
            expected = np.array(codes, np.uint16).view(dtype).astype(np.float32)
            if np.array_equal(np.array(found, np.float32), expected):
                if is_undefined:
                    self.trace.notes.append(
                        f"{function.name} is undefined in the sample for values below 1 (a shift); here it is right"
                    )
                return name
        return ""
