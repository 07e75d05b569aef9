"""What the events of a script's own statements have in them, and such events without what nothing needs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from ..trace import Assign, For, Give, If, Print, Stop
from ..values import computing, dynamic
from ..values.dynamic import Dynamic
from ..values.handles import Symbol

_SHORT = ("choice", "invoke", "variable")  # what says no more by a name of its own


def values_in(event: Any) -> Iterator[Any]:
    if isinstance(event, Assign):
        yield event.value
    elif isinstance(event, If):
        yield event.condition
    elif isinstance(event, Stop):
        yield event.code
    elif isinstance(event, Give):
        yield event.value
    elif isinstance(event, For):
        yield event.end
    elif isinstance(event, Print):
        yield from (v for row in event.rows for v in row)


def _inner(event: Any) -> list[Any]:
    return [*event.yes, *event.no] if isinstance(event, If) else event.body if isinstance(event, For) else []


def leaves_in(events: list[Any], seen: set[int] | None = None) -> Iterator[Dynamic]:
    """The leaves of all expressions in events, and once in each function that they call."""
    seen = set() if seen is None else seen
    for event in events:
        for value in values_in(event):
            for leaf in dynamic.leaves(value):
                yield leaf
                if leaf.kind == "invoke" and id(leaf.parts[0]) not in seen:
                    seen.add(id(leaf.parts[0]))
                    yield from leaves_in(leaf.parts[0].body, seen)
        yield from leaves_in(_inner(event), seen)


def results_in(event: Any) -> Iterator[Symbol]:
    """The results that an event of the script's own reads."""
    for value in values_in(event):
        if isinstance(value, Symbol):
            yield value
        held = (leaf.parts[0] for leaf in dynamic.leaves(value) if leaf.kind in ("result", "array"))
        yield from (h for h in held if isinstance(h, Symbol))
    for inner in _inner(event):
        yield from results_in(inner)


def inlined(events: list[Any], uses: Counter[int]) -> list[Any]:
    """Without variables that only the condition behind them reads."""
    kept: list[Any] = []
    is_same = True
    for event in events:
        found = event
        if isinstance(event, If):
            yes, no = inlined(event.yes, uses), inlined(event.no, uses)
            if yes is not event.yes or no is not event.no:
                found = If(event.condition, yes, no, event.line)
        elif isinstance(event, For) and (body := inlined(event.body, uses)) is not event.body:
            found = For(event.counter, event.first, event.end, event.step, body, event.line)
        before = kept[-1] if kept else None
        if (
            isinstance(found, (If, Stop)) and isinstance(before, Assign) and not before.variable.is_mutable
            and uses[id(before.variable)] == 1 and isinstance(before.value, Dynamic) and before.value.kind in _SHORT
        ):  # fmt: skip
            whole = found.condition if isinstance(found, If) else found.code
            if any(v.kind == "variable" and v.parts[0] is before.variable for v in dynamic.leaves(whole)):
                put = computing.put(whole, before.variable, before.value)
                kept.pop()
                found = If(put, found.yes, found.no, found.line) if isinstance(found, If) else Stop(put, found.line)
        is_same = is_same and found is event
        kept.append(found)
    return events if is_same else kept


def pruned(events: list[Any], uses: Counter[int]) -> list[Any]:
    """Without variables that nothing reads, and conditions and loops that do nothing."""
    kept: list[Any] = []
    is_same = True
    for event in events:
        found = event
        if isinstance(event, Assign) and (event.is_blank or not _is_read(event, uses)):
            is_same = False
            continue
        if isinstance(event, If):
            yes, no = pruned(event.yes, uses), pruned(event.no, uses)
            if not yes and not no:
                is_same = False
                continue
            if yes is not event.yes or no is not event.no:
                found = If(event.condition, yes, no, event.line)
        elif isinstance(event, For):
            body = pruned(event.body, uses)
            if not body:
                is_same = False
                continue
            if body is not event.body:
                found = For(event.counter, event.first, event.end, event.step, body, event.line)
        is_same = is_same and found is event
        kept.append(found)
    return events if is_same else kept


def _is_read(event: Assign, uses: Counter[int]) -> bool:
    """Whether anything but the variable's own next value reads it; a call does more than give a value."""
    if isinstance(event.value, Dynamic) and event.value.kind == "invoke":
        return True
    own = sum(v.kind == "variable" and v.parts[0] is event.variable for v in dynamic.leaves(event.value))
    return uses[id(event.variable)] > own
