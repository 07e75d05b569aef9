"""Frames of variables, and a program's own functions and types."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeAlias

from ..values import types
from ..values.types import CType
from ..values.variables import Cell, Object
from .syntax import Node


class Frame:
    """The variables of one call. A lambda's frame goes on in that of the function it stands in."""

    __slots__ = (
        "depth", "dying", "function", "guard", "guards", "is_defined", "labels", "parent", "pending", "position",
        "residual", "this", "types", "undo", "vars",
    )  # fmt: skip

    def __init__(self, depth: int, parent: Frame | None = None, this: Object | None = None) -> None:
        self.depth, self.parent, self.this = depth, parent, this
        self.vars: dict[str, Cell] = {}
        self.types: dict[str, CType] = {}
        self.undo: list[tuple[str, Cell | None]] = []
        self.pending: list[Any] | None = None  # returns under conditions on results, so far
        self.function = ""
        self.dying: set[int] = set()
        self.guard: Any = None
        self.guards: list[tuple[int, Object]] | None = None  # what ends with its scope, by the length of ``undo``
        self.residual = self.position = 0
        self.labels: Any = None  # of the function's outermost statements
        self.is_defined = False  # as a function of the script

    def find(self, name: str) -> Cell | None:
        frame: Frame | None = self
        while frame is not None:
            cell = frame.vars.get(name)
            if cell is not None:
                return cell
            if frame.this is not None:
                cell = frame.this.fields.get(name)
                if cell is not None:
                    return cell
            frame = frame.parent
        return None

    def declare(self, name: str, cell: Cell) -> None:
        self.undo.append((name, self.vars.get(name)))
        self.vars[name] = cell

    def leave(self, mark: int) -> None:
        """Ends the scope that began when ``undo`` had ``mark`` entries."""
        while len(self.undo) > mark:
            name, before = self.undo.pop()
            if before is None:
                del self.vars[name]
            else:
                self.vars[name] = before
        while self.guards and self.guards[-1][0] > mark:
            self.guards.pop()


Expression: TypeAlias = Callable[[Frame], Any]
Statement: TypeAlias = Callable[[Frame], Any]


@dataclass
class Parameter:
    name: str
    ctype: CType
    is_reference: bool
    default: Node | None
    is_array: bool = False
    is_plain: bool = False  # the function can't change through it what it is given

    @cached_property
    def fixed(self) -> CType | None:
        """The type, where no call can make another of it."""
        return self.ctype if types.is_fixed(self.ctype) else None


@dataclass
class Function:
    """A function, method or lambda of the sample."""

    name: str
    parameters: list[Parameter]
    body: Node
    returns: CType
    template: tuple[str, ...] = ()
    compiled: Statement | None = None
    initializers: Node | None = None
    returns_reference: bool = False
    specialized: tuple[CType, ...] = ()  # the template arguments that it is written for
    shift: int = 0  # the row in its sample of the text that its nodes stand in
    source: str = ""  # where the body's node does not have it all
    is_alone: bool | None = None  # not known yet
    results: dict[tuple[Any, ...], Any] = field(default_factory=dict)  # by arguments, of one that is alone


@dataclass
class Struct:
    name: str
    fields: list[tuple[str, CType, Node | None, list[Node | None]]]
    methods: dict[str, list[Function]]
    bases: list[str] = field(default_factory=list)
    is_shared: bool = False  # its objects have a static member
    references: list[str] = field(default_factory=list)  # members that are references


@dataclass
class Closure:
    """A lambda with the frame that it sees, or a function's name used as a value."""

    function: Function
    frame: Frame | None


@dataclass
class Named:
    """The name of a function that the sample only passes on, such as a deleter."""

    name: str
