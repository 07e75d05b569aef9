"""Rules about attributes: the numbers, words and axes that a call is given beside its tensors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .call import Call
from .flow import Rule
from .refusal import INVALID, require


class OneOf(Rule):
    """161002 for an attribute that is none of the allowed values."""

    def __init__(self, name: str, *allowed: Any) -> None:
        self.name, self.allowed = name, allowed

    def check(self, call: Call) -> None:
        value = call.args[self.name]
        require(value in self.allowed, f"{self.name} is {value!r}; allowed are {', '.join(map(repr, self.allowed))}")


class Satisfies(Rule):
    """161002 for an attribute that fails a condition; ``allowed`` says it in words."""

    def __init__(self, name: str, condition: Callable[[Any], bool], allowed: str, code: int = INVALID) -> None:
        self.name, self.condition, self.allowed, self.code = name, condition, allowed, code

    def check(self, call: Call) -> None:
        value = call.args[self.name]
        require(self.condition(value), f"{self.name} is {value}; allowed is {self.allowed}", self.code)


class AxesOf(Rule):
    """161002 unless an axis lies in ``[-rank, rank)`` of a tensor, or all of several do and differ.

    A 0-d tensor counts as having one axis. ``distinct`` False lets an axis be named twice.
    """

    def __init__(self, name: str, tensor: str, *, distinct: bool = True) -> None:
        self.name, self.tensor, self.distinct = name, tensor, distinct

    def check(self, call: Call) -> None:
        rank = max(1, call.args[self.tensor].ndim)
        given = call.args[self.name]
        axes = given if isinstance(given, tuple) else (given,)
        shown = list(given) if isinstance(given, tuple) else given
        require(
            all(-rank <= axis < rank for axis in axes),
            f"{self.name} is {shown}; for {rank} dimensions of {self.tensor} {-rank} to {rank - 1} are allowed",
        )
        unique = len({axis % rank for axis in axes}) == len(axes)
        require(unique or not self.distinct, f"{self.name} is {shown}, which names an axis twice")
