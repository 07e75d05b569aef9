"""The rules that make outputs, in words: which shape and dtype an output has that is left out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ..reference.definition import Definition
from ..reference.rules import (
    Broadcast,
    Castable,
    Check,
    DtypeIs,
    Infer,
    InferList,
    Promote,
    Rule,
    SameDtype,
    SameShape,
    ShapeIs,
    When,
)

# Where a rule is code that has no words of its own.
BY_RULES = "as the operator's rules say"


def output_rules(definition: Definition, outputs: Sequence[str]) -> dict[str, tuple[str, str]]:
    """``(shape, dtype)`` of each output, in C's names; an empty text where no rule tells it."""
    names = {actual: name for name, actual in definition.aliases.items()}
    rules = list(_flat(definition.rules))
    found = {}
    for output in outputs:
        name = names.get(output, output)
        shape = _joined(w for rule, some in rules for w in [_shape(rule, name)] if w for w in [_when(w, some)])
        dtype = _joined(w for rule, some in rules for w in [_dtype(rule, name)] if w for w in [_when(w, some)])
        if any(isinstance(rule, Check) for rule, _ in rules):  # may tell anything
            shape, dtype = shape or BY_RULES, dtype or BY_RULES
        found[output] = (shape, dtype)
    return found


def _flat(rules: Iterable[Rule], sometimes: bool = False) -> Iterator[tuple[Rule, bool]]:
    for rule in rules:
        if isinstance(rule, When):
            yield from _flat(rule.rules, True)
        else:
            yield rule, sometimes


def _joined(words: Iterable[str]) -> str:
    different = list(dict.fromkeys(words))
    return different[0] if len(different) == 1 else BY_RULES if different else ""


def _when(words: str, sometimes: bool) -> str:
    return BY_RULES if sometimes else words


def _shape(rule: Rule, name: str) -> str:
    if isinstance(rule, Broadcast) and rule.to == name:
        return f"the broadcast shape of {_and(rule.names)}"
    if isinstance(rule, SameShape) and name in rule.others:
        return f"of {rule.first}"
    if isinstance(rule, ShapeIs) and rule.name == name:
        return rule.why
    if (isinstance(rule, Infer) and rule.output == name and rule.shape) or _makes_list(rule, name):
        return BY_RULES
    return ""


def _dtype(rule: Rule, name: str) -> str:
    if isinstance(rule, Promote) and rule.to == name:
        return f"promoted from {_and(rule.names)}"
    if isinstance(rule, SameDtype) and name in rule.names:
        return f"of {next((n for n in rule.names if n != name), name)}"
    if isinstance(rule, DtypeIs) and rule.output == name:
        return rule.why
    if isinstance(rule, Castable) and rule.output == name:
        return f"of {rule.source}" if rule.source else "the common one of the operands"
    if (isinstance(rule, Infer) and rule.output == name and rule.dtype) or _makes_list(rule, name):
        return BY_RULES
    return ""


def _makes_list(rule: Rule, name: str) -> bool:
    return isinstance(rule, InferList) and rule.output == name


def _and(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
