"""What a definition says of an operator's data types, for people and programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .chips import Family
from .definition import Definition
from .rules import DtypeIn, Rule, When


def dtypes_of(definition: Definition) -> dict[str, dict[str, list[str]]]:
    """The dtypes that each parameter may have, by chip; parameters without a list of their own are left out.

    A list that holds only under a condition counts as if it always held.
    """
    found: dict[str, dict[str, list[str]]] = {}
    callers_names = definition.aliases
    for rule in _flat(definition.rules):
        if not isinstance(rule, DtypeIn):
            continue
        for name in rule.names:
            by_chip = found.setdefault(callers_names.get(name, name), {})
            for family in Family:
                if family in definition.families:
                    known = by_chip.get(family.value)
                    allowed = [d.name for d in rule.allowed[family]]
                    by_chip[family.value] = allowed if known is None else [n for n in known if n in allowed]
    return found


def _flat(rules: Iterable[Rule]) -> Iterator[Rule]:
    for rule in rules:
        if isinstance(rule, When):
            yield from _flat(rule.rules)
        else:
            yield rule
