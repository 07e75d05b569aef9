"""What a script does not have since an event could not be written: memory, results read from it, and variables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..errors import Consequence
from ..trace import Assign, Call, CopyWithin, For, If, Loop, Read, Stop, Upload
from ..values.handles import ListHandle, Memory, Symbol, TensorHandle
from .pruning import leaves_in, results_in


class Lost:
    """Grows with each event that is left out."""

    def __init__(self) -> None:
        self.memories: set[int] = set()
        self.results: set[int] = set()
        self.variables: set[int] = set()
        self.is_ended = False  # the program may have ended

    def check(self, event: Any) -> None:
        """``Consequence`` for an event that needs something which is lost."""
        if not (self.memories or self.variables or self.is_ended):
            return
        if isinstance(event, Read):
            if id(event.result.memory) in self.memories:
                self.results |= {id(event.result), *(id(v) for v in event.result.views())}
            return
        if (
            self.is_ended
            or any(id(m) in self.memories for m in _memories(event))
            or any(id(s.result) in self.results for s in _results(event))
            or (not isinstance(event, (Call, Upload, CopyWithin, Loop)) and any(
                leaf.kind == "variable" and id(leaf.parts[0]) in self.variables for leaf in leaves_in([event])
            ))
        ):  # fmt: skip
            raise Consequence

    def add(self, event: Any) -> None:
        """An event is left out."""
        self.memories |= {id(m) for m in _memories(event)}
        for inner in _all(event):
            if isinstance(inner, Assign):
                self.variables.add(id(inner.variable))
            self.is_ended = self.is_ended or isinstance(inner, Stop)


def _all(event: Any) -> Iterator[Any]:
    yield event
    for inner in [*event.yes, *event.no] if isinstance(event, If) else event.body if isinstance(event, For) else ():
        yield from _all(inner)


def _memories(event: Any) -> Iterator[Memory]:
    """The memory of the device that an event changes or needs."""
    if isinstance(event, Call):
        yield from _of_tensors(event.args)
    elif isinstance(event, Upload):
        yield event.memory
    elif isinstance(event, CopyWithin):
        yield from (event.memory, event.source)


def _of_tensors(values: Any) -> Iterator[Memory]:
    for value in values:
        if isinstance(value, TensorHandle) and value.address is not None:
            yield value.address.memory
        elif isinstance(value, ListHandle):
            yield from _of_tensors(value.items)


def _results(event: Any) -> Iterator[Symbol]:
    if not isinstance(event, Loop):
        yield from results_in(event)
        return
    for column in event.columns:
        held = getattr(column, "value", column)
        yield from (v for v in (held if isinstance(held, list) else [held]) if isinstance(v, Symbol))
