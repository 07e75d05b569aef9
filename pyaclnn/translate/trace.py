"""What a sample did when it was run in thought: the events that a script repeats."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .errors import NotUnderstood
from .values.dynamic import Dynamic, Variable
from .values.handles import Executor, Memory, Result, Symbol

_FEW, _SOME = 16, 64
Array = np.ndarray[Any, Any]


@dataclass
class Call:
    """A launched operator with the arguments of its first phase."""

    operator: str
    args: list[Any]
    line: int
    workspace: Any = None  # the variable of its size
    device: int = 0


@dataclass
class Upload:
    """Host data written to memory that an operator has used before."""

    memory: Memory
    offset: int
    data: Array
    line: int


@dataclass
class CopyWithin:
    """Device memory that an operator has written, copied to other device memory: all of both."""

    memory: Memory
    source: Memory
    line: int


@dataclass
class Given:
    """What a function of CANN gave on the host, for arrays: data that is known, and that the script asks for again."""

    function: str
    args: list[Array]
    data: Array
    name: str  # of the variable that has it
    line: int


@dataclass
class Read:
    """A copy from the device to the host."""

    result: Result
    line: int


@dataclass
class Print:
    """One ``printf`` or chain of ``<<``: ``rows`` has the arguments of each time it ran."""

    place: int
    format: str
    rows: list[tuple[Any, ...]]
    line: int


@dataclass
class Same:
    """A column with one value in all rows."""

    value: Any


@dataclass
class Loop:
    """Prints that ran ``count`` times in turn, as one format; a column has what one hole showed in each turn.

    A column is a list of values, an array of numbers, a symbol whose index is an array, or ``Same``.
    """

    format: str
    columns: list[Any]
    count: int
    line: int


@dataclass
class Assign:
    """A variable of the script is set. ``is_blank`` where the sample only declares it."""

    variable: Variable
    value: Any
    line: int
    is_blank: bool = False


@dataclass
class If:
    """What the script does under a condition that only it will know, and else."""

    condition: Any
    yes: list[Any]
    no: list[Any]
    line: int


@dataclass
class For:
    """A counted loop that the script runs."""

    counter: Variable
    first: int
    end: Any
    step: int
    body: list[Any]
    line: int


@dataclass
class Leave:
    """``break`` or ``continue``."""

    word: str
    line: int


@dataclass
class Stop:
    """The program ends, with an exit code."""

    code: Any
    line: int


@dataclass
class Give:
    """``return`` in a function of the script."""

    value: Any
    line: int


RESIDUAL = (Assign, If, For, Leave, Stop, Give)


@dataclass
class Chip:
    """The sample goes on only on chips whose name has ``part``."""

    part: str
    line: int


@dataclass
class Missing:
    """A statement that is not understood."""

    line: int
    text: str
    reason: str


def _is_computed(value: Any) -> bool:
    """Whether the script computes a value, which it then shows by itself."""
    return isinstance(value, Dynamic) or (isinstance(value, Symbol) and isinstance(value.index, Dynamic))


def _is_mixed(column: tuple[Any, ...]) -> bool:
    """Whether some turns show a result, and others something else or another result."""
    held = {id(v.result) if isinstance(v, Symbol) else 0 for v in column}
    return len(held) > 1


def _is_text(rows: list[tuple[Any, ...]]) -> bool:
    """Whether a few turns show what is known before, some of it text: the script shows it as one text."""
    values = [v for row in rows for v in row]
    return len(rows) <= _FEW and any(isinstance(v, str) for v in values) and all(
        isinstance(v, (int, float, str)) for v in values
    )  # fmt: skip


@dataclass
class Trace:
    events: list[Any] = field(default_factory=list)
    missing: list[Missing] = field(default_factory=list)
    device: int = 0
    is_started: bool = False  # anything of CANN was called
    notes: list[str] = field(default_factory=list)
    memories: list[Memory] = field(default_factory=list)
    undefined: list[Missing] = field(default_factory=list)  # what the sample itself does not define
    planned: list[Executor] = field(default_factory=list)  # by first phases

    def release(self) -> None:
        """Takes memory and tensors apart, which name each other: what holds them is freed at once, not by a search."""
        for memory in self.memories:
            memory.tensors.clear()

    def add(self, event: Any) -> None:
        if len(self.events) > 20_000:
            raise NotUnderstood("too many events")
        self.events.append(event)

    def not_understood(self, line: int, text: str, reason: str) -> None:
        """Notes a statement once, and where in the order of events it stood."""
        if any(m.line == line and m.reason == reason for m in self.missing):
            return
        event = Missing(line, text, reason)
        self.missing.append(event)
        self.events.append(event)

    def fold(self, marks: list[int]) -> None:
        """Makes one event of the prints of a loop whose turns began at ``marks`` (the last is the end)."""
        turns = [self.events[a:b] for a, b in itertools.pairwise(marks)]
        turns = [t for t in turns if t]
        if len(turns) < 2:
            return
        places = [e.place if isinstance(e, Print) else None for e in turns[0]]
        for turn in turns:
            if len(turn) != len(places) or any(not isinstance(e, Print) or len(e.rows) != 1 for e in turn):
                return
            if [e.place for e in turn] != places or [e.format for e in turn] != [e.format for e in turns[0]]:
                return
        rows = [tuple(v for e in turn for v in e.rows[0]) for turn in turns]
        if len(rows) <= _SOME and any(map(_is_mixed, zip(*rows, strict=True))):
            return
        if any(_is_computed(v) for row in rows for v in row) or _is_text(rows):
            return
        columns: list[Any] = [list(c) for c in zip(*rows, strict=True)]
        self.events[marks[0] :] = [Loop("".join(e.format for e in turns[0]), columns, len(turns), turns[0][0].line)]
