"""Sizes of workspaces: what the device says after a call, in place or as a variable."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ..errors import NotUnderstood
from ..trace import RESIDUAL, Assign, Call, Print
from ..values.dynamic import Dynamic, Workspace
from ..values.types import CType
from .pruning import leaves_in

LAST = Dynamic(CType("uint64_t"), "workspace", ())


def assigned(events: list[Any]) -> list[Any]:
    """The events, with a variable set after each call whose workspace's size is used."""
    if not any(isinstance(e, RESIDUAL) or (isinstance(e, Print) and _computes(e)) for e in events):
        return events
    used = {id(v.parts[0]) for v in leaves_in(events) if v.kind == "variable" and isinstance(v.parts[0], Workspace)}
    if not used:
        return events
    if len({e.device for e in events if isinstance(e, Call)}) > 1:
        raise NotUnderstood("sizes of workspaces on several devices")
    found: list[Any] = []
    for event in events:
        found.append(event)
        if isinstance(event, Call) and id(event.workspace) in used:
            found.append(Assign(event.workspace, LAST, event.line))
    return found


def _computes(event: Print) -> bool:
    return any(v.__class__ is Dynamic for v in event.rows[0])


def inlined(events: list[Any], uses: Counter[int]) -> tuple[list[Any], set[int]]:
    """The events without variables that are used once and before the next call, and these variables."""
    found: set[int] = set()
    kept: list[Any] = []
    for i, event in enumerate(events):
        if isinstance(event, Assign) and event.value is LAST and uses[id(event.variable)] == 1:
            end = next((j for j in range(i + 1, len(events)) if isinstance(events[j], Call)), len(events))
            if any(v.parts[0] is event.variable for v in leaves_in(events[i + 1 : end])):
                found.add(id(event.variable))
                continue
        kept.append(event)
    return (kept if found else events), found
