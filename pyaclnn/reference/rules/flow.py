"""What a rule is, and the rules that steer others: conditions, early ends, checks of one operator only."""

from __future__ import annotations

from collections.abc import Callable

from ..chips import Family
from .call import Call
from .refusal import Finished


class Rule:
    """A check of a call: it passes, refuses, or ends the call because nothing is left to compute."""

    def check(self, call: Call) -> None:
        raise NotImplementedError


class Check(Rule):
    """A rule of one operator only: a function of the call that raises ``Refusal`` or ``Finished``."""

    def __init__(self, function: Callable[[Call], None]) -> None:
        self.function = function

    def check(self, call: Call) -> None:
        self.function(call)


class When(Rule):
    """Rules that run only where a condition of the call holds."""

    def __init__(self, condition: Callable[[Call], bool], *rules: Rule) -> None:
        self.condition, self.rules = condition, rules

    def check(self, call: Call) -> None:
        if self.condition(call):
            for rule in self.rules:
                rule.check(call)


def on_950(call: Call) -> bool:
    """Whether the chip is an Ascend950, whose operators check their arguments by newer code."""
    return call.family is Family.A950


def before_950(call: Call) -> bool:
    """Whether the chip is any but an Ascend950."""
    return call.family is not Family.A950


class DoneIfEmpty(Rule):
    """Success without work when one of the tensors has no element."""

    def __init__(self, *names: str) -> None:
        self.names = names

    def check(self, call: Call) -> None:
        if any(tensor.is_empty for _, tensor in call.tensors(self.names)):
            raise Finished


class DoneIfAllEmpty(Rule):
    """Success without work when none of the tensors has an element."""

    def __init__(self, *names: str) -> None:
        self.names = names

    def check(self, call: Call) -> None:
        if all(tensor.is_empty for _, tensor in call.tensors(self.names)):
            raise Finished
