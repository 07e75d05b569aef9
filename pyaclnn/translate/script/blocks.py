"""Conditions, loops and variables of a script, written from their events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from ..errors import NotUnderstood
from ..results.defined import Definition
from ..trace import RESIDUAL, Assign, For, Give, If, Leave, Loop, Print, Stop
from ..values import computing, types
from ..values.dynamic import Dynamic, HostArray, Variable, Workspace
from ..values.handles import Symbol
from ..values.types import INTEGERS, CType
from . import data, formats, layout, sizes
from .formats import Hole
from .prints import Printer
from .pruning import inlined, leaves_in, pruned
from .spelled import Speller
from .tensors import Tensors, python_name

_LEAVING = (Leave, Stop, Give)
_DEEPEST = 18  # Python has at most 20 loops and conditions within each other
_AMBIGUOUS = ("l", "O", "I")
_USED = {"math", "abs", "max", "min", "libm", "ctypes"}


class Blocks:
    """Writes what is left to the script; arrays that it reads element by element get names ahead of it."""

    def __init__(self, tensors: Tensors, printer: Printer) -> None:
        self.tensors, self.printer = tensors, printer
        self.speller = Speller(self._named, self._array)
        self.names: dict[int, str] = {}
        self.types: dict[int, CType] = {}
        self.free: dict[str, CType] = {}  # names of variables that were those of one loop, with their types
        self.counters: set[str] = set()
        self.open: list[str] = []
        self.arrays: dict[Any, tuple[str, np.dtype[Any]]] = {}
        self.uses: Counter[int] = Counter()
        self.ahead: list[str] = []
        self.functions: dict[int, str] = {}
        self.texts: dict[str, str] = {}
        self.sizes: set[int] = set()  # variables of workspaces' sizes that need no name
        self.definitions: list[str] = []  # lines of functions, ahead of ``main``
        self.speller.defined, self.speller.listed = self._defined, self._listed
        printer.dynamic = self.shown

    # -- before anything is written

    def prepare(self, events: list[Any]) -> list[Any]:
        """The events without what nothing uses; host data that they read is noted, to be named where it is made."""
        events = sizes.assigned(events)
        if not any(isinstance(e, RESIDUAL) for e in events):
            return events
        while True:
            leaves = list(leaves_in(events))
            self.uses = Counter(id(v.parts[0]) for v in leaves if v.kind == "variable")
            kept = pruned(inlined(events, self.uses), self.uses)
            for made in (v.parts[0] for v in leaves if v.kind == "invoke"):
                made.body = pruned(inlined(made.body, self.uses), self.uses)
            if kept is events:
                break
            events = kept
        self.tensors.names.taken |= _USED
        for leaf in leaves_in(events):
            if leaf.kind == "element":
                self.tensors.hosts.setdefault(_key(leaf.parts[0]), leaf.parts[0].name)
        events, self.sizes = sizes.inlined(events, self.uses)
        return events

    # -- one event of the outermost level

    def write(self, event: Any) -> list[str]:
        """Lines without the indentation of the script's body."""
        lines = self._block([event], 2)
        return [*self.taken(), *lines]

    def taken(self) -> list[str]:
        """The lines that must stand ahead of what was written last."""
        ahead, self.ahead = self.ahead, []
        return ahead

    def state(self) -> tuple[Any, ...]:
        return dict(self.names), dict(self.arrays), dict(self.tensors.held)

    def restore(self, state: tuple[Any, ...]) -> None:
        self.names, self.arrays, self.tensors.held = state
        self.ahead, self.open = [], []

    def _block(self, events: list[Any], depth: int) -> list[str]:
        lines: list[str] = []
        at = 0
        if depth > _DEEPEST:
            raise NotUnderstood("statements nested deeper than Python's may be")
        while at < len(events):
            event = events[at]
            at += 1
            if isinstance(event, Print):
                prints = [event]
                while not prints[-1].format.endswith("\n") and at < len(events) and isinstance(events[at], Print):
                    prints.append(events[at])
                    at += 1
                lines += self._print(prints, depth)
            elif isinstance(event, If):
                if (truth := _given_truth(event, events[at:])) is not None:
                    at, event = len(events), truth
                    lines.append(f"return bool({self.speller.text(event)})")
                    continue
                lines += self._if(event, depth)
            elif isinstance(event, For):
                lines += self._for(event, depth)
            elif isinstance(event, Assign):
                lines.append(self._assign(event))
            elif isinstance(event, Give):
                lines.append(f"return {self.speller.text(event.value)}")
            elif isinstance(event, Leave):
                lines.append(event.word)
            elif isinstance(event, Stop):
                lines += self._stop(event, depth)
            elif isinstance(event, Loop):
                lines += self.printer.loop(event)
            else:
                raise NotUnderstood("such a statement under a condition on results")
        return lines

    def _print(self, prints: list[Print], depth: int) -> list[str]:
        before, self.printer.indent = self.printer.indent, 4 * depth
        try:
            return self.printer.single(prints)
        finally:
            self.printer.indent = before

    def _if(self, event: If, depth: int) -> list[str]:
        condition, yes, no = event.condition, event.yes, event.no
        if not yes:
            condition, yes, no = computing.negated(condition), no, []
        while len(yes) == 1 and isinstance(yes[0], If) and not no and not yes[0].no:
            condition, yes = computing.both("and", condition, yes[0].condition), yes[0].yes
        lines = [f"if {self.speller.text(condition)}:", *_indented(self._block(yes, depth + 1))]
        if not no:
            return layout.extreme(lines)
        if _leaves(yes):
            return [*lines, *self._block(no, depth)]
        if len(no) == 1 and isinstance(no[0], If):
            first, *rest = self._if(no[0], depth)
            return [*lines, f"el{first}", *rest]
        return [*lines, "else:", *_indented(self._block(no, depth + 1))]

    def _for(self, event: For, depth: int) -> list[str]:
        name = self._counter(event.counter)
        self.names[id(event.counter)] = name
        self.open.append(name)
        first = f"{event.first}, " if event.first or event.step != 1 else ""
        step = f", {event.step}" if event.step != 1 else ""
        known = set(self.names)
        end = self.speller.text(event.end)
        lines = [f"for {name} in range({first}{end}{step}):", *_indented(self._block(event.body, depth + 1))]
        self.open.pop()
        for key in self.names.keys() - known:  # variables of one turn: the next loop may have its own
            if key in self.types:
                self.free[self.names[key]] = self.types[key]
        return lines

    def _counter(self, counter: Variable) -> str:
        if not self.uses[id(counter)]:
            return "_"
        name = python_name(counter.name)
        taken = self.tensors.names.taken
        if name in self.open or (name in taken and name not in self.counters and name != "i"):
            name = self.tensors.names.new(counter.name)
        taken.add(name)
        self.counters.add(name)
        return name

    def _assign(self, event: Assign) -> str:
        value = event.value
        if isinstance(value, Dynamic) and value.kind == "invoke" and not self.uses[id(event.variable)]:
            return self.speller.text(value)
        name = self._named(event.variable, is_set=True)
        if isinstance(value, Dynamic) and value.kind == "sign" and value.parts[0] in "+-*":
            sign, left, right = value.parts
            if isinstance(left, Dynamic) and left.kind == "variable" and left.parts[0] is event.variable:
                return f"{name} {sign}= {self.speller.text(right)}"
        text = self.speller.text(value)
        if event.variable.is_mutable and event.variable.ctype.name == "bool" and isinstance(value, Dynamic):
            text = f"bool({text})"
        return f"{name} = {text}"

    def _stop(self, event: Stop, depth: int) -> list[str]:
        code = event.code
        if code is None or (isinstance(code, int) and code == 0):
            return ["return"]
        if isinstance(code, Dynamic) and code.kind == "choice":
            condition, yes, no = code.parts
            if not isinstance(yes, Dynamic) and yes == 0:
                return self._if(If(computing.negated(condition), [Stop(no, event.line)], [], event.line), depth)
            if not isinstance(no, Dynamic) and no == 0:
                return self._if(If(condition, [Stop(yes, event.line)], [], event.line), depth)
        return [f"raise SystemExit({self.speller.text(code)})"]

    # -- names

    def _named(self, variable: Variable, *, is_set: bool = False) -> str:
        key = id(variable)
        if key in self.sizes:
            return self.speller.text(sizes.LAST)
        if key not in self.names:
            if isinstance(variable, Workspace) and not is_set:
                raise NotUnderstood("the size of a workspace before its operator runs")
            wanted = python_name(variable.name)
            if wanted in _AMBIGUOUS:
                wanted = f"{wanted}_value"
            if self.free.get(wanted) == variable.ctype:
                del self.free[wanted]
                self.names[key] = wanted
            else:
                self.names[key] = self.tensors.names.new(wanted)
            self.types[key] = variable.ctype
        return self.names[key]

    def _array(self, held: HostArray | Symbol) -> tuple[str, np.dtype[Any]]:
        """How the script calls an array; made ahead of the statement where it has no name yet."""
        key = _key(held) if isinstance(held, HostArray) else (id(held.result), held.steps)
        if isinstance(held, HostArray):
            if key not in self.tensors.held:
                self.tensors.imports.add("np")
                name = self.tensors.names.new(held.name or "data")
                if not hasattr(np, held.data.dtype.name) and held.data.dtype.name != "bool":
                    raise NotUnderstood("host data of such a type", held.data.dtype.name)
                kind = "np.bool_" if held.data.dtype.kind == "b" else f"np.{held.data.dtype.name}"
                values = data.written(held.data, kind, shape=held.data.shape)
                rows = [line[8:] for line in layout.rows(8, f"{name} = ", values, "")]
                self.tensors.data_lines += max(0, len(rows) - 2)
                self.ahead += rows
                self.tensors.held[key] = name
            return self.tensors.held[key], held.data.dtype
        text, dtype, count = self.printer.whole(held)
        known = computing.interval(held.index)
        if known is not None and not 0 <= known[0] <= known[1] < count:
            raise NotUnderstood("reads beyond a tensor")
        if text.isidentifier() or not isinstance(held.index, Dynamic):
            return text, dtype
        if key not in self.arrays:
            name = self.tensors.names.new(held.result.name or "result")
            self.ahead.append(f"{name} = {text}")
            self.arrays[key] = name, dtype
        return self.arrays[key]

    def _listed(self, held: HostArray | Symbol) -> str:
        """An array as an argument: a short one is written where it is needed."""
        if isinstance(held, HostArray) and _key(held) not in self.tensors.held and len(held.data) <= data.FEW:
            self.tensors.imports.add("np")
            kind = "np.bool_" if held.data.dtype.kind == "b" else f"np.{held.data.dtype.name}"
            return data.written(held.data, kind, shape=held.data.shape).text
        if isinstance(held, Symbol) and (id(held.result), held.steps) not in self.arrays:
            return self.printer.whole(held)[0]
        return self._array(held)[0]

    def _defined(self, made: Definition) -> str:
        """A function's name; its lines are written when it is first called, and once for the same text."""
        if id(made) in self.functions:
            return self.functions[id(made)]
        before = self.names, self.tensors.names.taken, self.counters, self.open, self.free, self.ahead
        self.names, self.tensors.names.taken = dict(self.names), set(self.tensors.names.taken)
        self.counters, self.open, self.free, self.ahead = set(), [], {}, []
        given = [f"{self._named(v)}: {_hint(v.ctype)}" for v in made.parameters]
        body = [*_indented(self._block(made.body, 1))]
        if self.ahead:
            raise NotUnderstood("a function that uses data of others")
        self.names, self.tensors.names.taken, self.counters, self.open, self.free, self.ahead = before
        returns = "None" if made.returns.name == "void" else _hint(made.returns)
        lines = [f"({', '.join(given)}) -> {returns}:", *body]
        text = "\n".join(lines)
        if text not in self.texts:
            name = self.tensors.names.new(made.name)
            self.texts[text] = name
            self.definitions += [f"def {name}{lines[0]}", *body, "", ""]
        self.functions[id(made)] = self.texts[text]
        return self.texts[text]

    # -- what prints show

    def shown(self, value: Dynamic, hole: Hole) -> str:
        """What stands in an f-string for an expression."""
        self.speller.quote = "'"
        try:
            return self._shown(value, hole)
        finally:
            self.speller.quote = '"'

    def _shown(self, value: Dynamic, hole: Hole) -> str:
        name = value.ctype.name
        if value.ctype.pointers:
            width = f":{'<' if '-' in hole.flags else '>'}{hole.width}" if hole.width else ""
            if hole.kind != "s" or hole.precision:
                raise NotUnderstood("prints by a format that does not fit")
            return "{" + self.speller.text(value) + width + "}"
        dtype = np.dtype(np.float64) if name in ("float", "double") else types.numpy_of(value.ctype)
        if dtype is None:
            raise NotUnderstood("prints such a value", name)
        text = f"int({self.speller.text(value)})" if name == "bool" else self.speller.raw(value)
        known = computing.interval(value)
        is_small = known is not None and known[0] >= 0 and known[1] < 1 << 31
        if value.kind in ("result", "element"):
            text, dtype = formats.converted(text, hole, dtype, is_small=is_small)
        elif not is_small and hole.kind in formats.WHOLE and dtype.kind in "iu":
            target = hole.shown
            if target.kind == "u" and dtype.kind == "i" and dtype.itemsize == target.itemsize:
                text, dtype = f"({self.speller.text(value)}) & 0x{(1 << 8 * target.itemsize) - 1:X}", target
            elif target.kind == "u" and not (dtype.kind == "u" and dtype.itemsize <= target.itemsize):
                raise NotUnderstood("prints by a format that does not fit")
            if dtype.itemsize <= 4 < target.itemsize and dtype.kind == "i":
                raise NotUnderstood(formats.UNFIT, f"{dtype.name} as 64 bits")
        return "{" + text + self.printer.spec(hole, dtype) + "}"


def _leaves(events: list[Any]) -> bool:
    """Whether nothing behind some statements runs."""
    last = events[-1] if events else None
    return isinstance(last, _LEAVING) or (isinstance(last, If) and _leaves(last.yes) and _leaves(last.no))


def _given_truth(event: If, rest: list[Any]) -> Any:
    """The condition of ``if ...: return True`` before a last ``return False``, or of the opposite; else None."""
    if event.no or len(event.yes) != 1 or len(rest) != 1 or not isinstance(event.yes[0], Give):
        return None
    first, second = event.yes[0].value, rest[0].value if isinstance(rest[0], Give) else None
    if not isinstance(first, bool) or second is not (not first):
        return None
    return event.condition if first else computing.negated(event.condition)


def _hint(ctype: CType) -> str:
    if ctype.pointers:
        return "str"
    if ctype.name == "bool" or ctype.name in INTEGERS:
        return "bool" if ctype.name == "bool" else "int"
    return "float" if ctype.name == "double" else "Any"


def _key(array: HostArray) -> Any:
    return array.data.dtype.str, array.data.tobytes()


def _indented(lines: list[str]) -> Iterator[str]:
    return (f"    {line}" for line in lines)
