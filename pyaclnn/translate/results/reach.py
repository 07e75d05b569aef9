"""Variables and vectors that a frame reaches, and a guard on them while something runs that is not followed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ..errors import NotUnderstood
from ..program.frames import Closure, Frame
from ..values.variables import PLAIN, Address, Cell, Object, Pointer, Smart, Vector


class Written(Exception):
    """A variable outside was set."""

    def __init__(self, cell: Cell) -> None:
        super().__init__()
        self.cell = cell


class _Watched(Cell):
    __slots__ = ()

    def set(self, value: Any) -> None:
        raise Written(self)


class _Final(Cell):
    __slots__ = ()

    def set(self, value: Any) -> None:
        raise NotUnderstood("sets a variable after a condition on results")


class _Held(Vector):
    __slots__ = ()

    def write(self, index: Any, value: Any) -> None:
        raise NotUnderstood("changes host data on results")


def reachable(f: Frame, lasting: list[Cell], *, outside: int | None = None) -> tuple[list[Cell], list[Vector]]:
    """Plain variables and vectors; with ``outside`` only those that a function of that depth does not have itself."""
    cells: dict[int, Cell] = {}
    vectors: dict[int, Vector] = {}
    stack: list[Any] = []
    frame: Frame | None = f
    while frame is not None:
        for cell in frame.vars.values():
            if outside is None or cell.depth != outside:
                stack.append(cell)
            elif not isinstance(cell.value, Vector):
                stack.append(cell.value)
        if frame.this is not None:
            stack.append(frame.this)
        frame = frame.parent
    stack += lasting
    seen: set[int] = set()
    while stack:
        value = stack.pop()
        kind = value.__class__
        if kind in PLAIN or id(value) in seen:
            continue
        seen.add(id(value))
        if kind is Cell:
            cells[id(value)] = value
            stack.append(value.value)
        elif isinstance(value, Cell):
            stack.append(getattr(value, "ref", None) or getattr(value, "vector", None))
            stack.append(value.value)
        elif isinstance(value, Vector):
            if value.__class__ is Vector:
                vectors[id(value)] = value
            if isinstance(value.data, list):
                stack += [v for v in value.data if isinstance(v, (Vector, Object, Address, Pointer, Smart))]
        elif isinstance(value, Object):
            stack += value.fields.values()
        elif isinstance(value, Address):
            stack.append(value.ref)
        elif isinstance(value, Pointer):
            stack.append(value.vector)
        elif isinstance(value, Smart):
            stack.append(value.value)
        elif isinstance(value, Closure) and value.frame is not None:
            stack += value.frame.vars.values()
        elif hasattr(value, "vector"):
            stack.append(value.vector)
    return list(cells.values()), list(vectors.values())


@contextmanager
def guarded(cells: list[Cell], vectors: list[Vector], *, is_final: bool = False) -> Iterator[None]:
    """``Written`` when one of the variables is set (``NotUnderstood`` if final) or one of the vectors."""
    kind: type[Cell] = _Final if is_final else _Watched
    watched = [c for c in cells if c.__class__ is Cell]
    held = [v for v in vectors if v.__class__ is Vector]
    for cell in watched:
        cell.__class__ = kind
    for vector in held:
        vector.__class__ = _Held
    try:
        yield
    finally:
        for cell in watched:
            if cell.__class__ is kind:
                cell.__class__ = Cell
        for vector in held:
            vector.__class__ = Vector
