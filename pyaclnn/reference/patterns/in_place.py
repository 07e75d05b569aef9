"""In-place twins: the definitions of operators that write their result into their first operand."""

from __future__ import annotations

import dataclasses
from typing import Any

from ..definition import Definition
from ..rules import Broadcast, NotNull, Rule

# What the in-place twins of many binary operators look at before all else.
FITS_SELF = (NotNull("self", "other"), Broadcast("self", "other", to="out"))


def in_place(name: str, definition: Definition, *first: Rule, parameter: str = "selfRef", **changes: Any) -> Definition:
    """The twin of that name, which writes its result into ``selfRef``, or the parameter that it calls so.

    ``first`` are checks that come before the operator's own; ``changes`` are fields of the definition.
    """
    changes.setdefault("rules", (*first, *definition.rules))
    return dataclasses.replace(definition, name=name, aliases={"self": parameter, "out": parameter}, **changes)
