"""Rules about numbers of dimensions and shapes."""

from __future__ import annotations

from collections.abc import Callable

from ..shapes import broadcast
from .call import Call
from .flow import Rule
from .refusal import INVALID, Refusal

MAX_RANK = 8


class RankIn(Rule):
    """161002 for a tensor whose number of dimensions lies outside ``least`` to ``most``."""

    def __init__(self, least: int, most: int, *names: str, code: int = INVALID) -> None:
        self.least, self.most, self.names, self.code = least, most, names, code

    def check(self, call: Call) -> None:
        for name, tensor in call.tensors(self.names):
            if not self.least <= tensor.ndim <= self.most:
                allowed = f"{self.least}" if self.least == self.most else f"{self.least} to {self.most}"
                raise Refusal(self.code, f"{name} has {tensor.ndim} dimensions, allowed are {allowed}")


class MaxRank(RankIn):
    """161002 for a tensor of more dimensions than CANN's tensors may have."""

    def __init__(self, *names: str, code: int = INVALID) -> None:
        super().__init__(0, MAX_RANK, *names, code=code)


class RankIs(RankIn):
    """161002 for a tensor that has another number of dimensions."""

    def __init__(self, rank: int, *names: str) -> None:
        super().__init__(rank, rank, *names)


class Broadcast(Rule):
    """Finds the operands' common shape (``call.shape``), which must be the shape of ``to``."""

    def __init__(self, *names: str, to: str | None = None) -> None:
        self.names, self.to = names, to

    def check(self, call: Call) -> None:
        common: tuple[int, ...] = ()
        for name, tensor in call.tensors(self.names):
            shape = broadcast(common, tensor.shape)
            if shape is None:
                raise Refusal(INVALID, f"{name} of shape {list(tensor.shape)} does not broadcast with {list(common)}")
            common = shape
        call.shape = common
        if self.to is not None:
            call.expect_shape(self.to, common, f"the broadcast shape of {', '.join(self.names)}")


class SameShape(Rule):
    """161002 unless all have the shape of the first (then ``call.shape``); a missing output gets it."""

    def __init__(self, first: str, *others: str) -> None:
        self.first, self.others = first, others

    def check(self, call: Call) -> None:
        call.shape = call.args[self.first].shape
        for name in self.others:
            call.expect_shape(name, call.shape, f"the shape of {self.first}")


class ShapeIs(Rule):
    """161002 unless a tensor has the shape that a function of the call gives; a missing output gets it."""

    def __init__(self, name: str, shape: Callable[[Call], tuple[int, ...]], why: str, code: int = INVALID) -> None:
        self.name, self.shape, self.why, self.code = name, shape, why, code

    def check(self, call: Call) -> None:
        call.expect_shape(self.name, self.shape(call), self.why, self.code)
