"""Tensors that are halved along a dimension, for operators that treat the halves differently."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..lowering import Array, Lowering
from ..rules import INVALID, MAX_RANK, Call, Check, RankIn, Rule, require
from ..shapes import with_extent

HALF = "the shape of the halves"


def axis_of(call: Call) -> int:
    """The dimension to halve: the last one where the operator has no ``dim``."""
    axis = call.args.get("dim", -1)
    assert isinstance(axis, int)
    return axis


def is_even(tensor: str, code: int = INVALID) -> Rule:
    """Refuses a dimension that the tensor lacks, or along which its extent is odd."""

    def check(call: Call) -> None:
        axis, shape = axis_of(call), call.args[tensor].shape
        rank = len(shape)
        text = f"dim is {axis}; for {rank} dimensions of {tensor} {-rank} to {rank - 1} are allowed"
        require(-rank <= axis < rank, text, code)
        text = f"{tensor} has extent {shape[axis]} in dimension {axis}, which must be even to be halved"
        require(shape[axis] % 2 == 0, text, code)

    return Check(check)


def can_be_halved(tensor: str, code: int = INVALID, least_rank: int = 1) -> tuple[Rule, ...]:
    """Refuses a tensor that has too few or too many dimensions, or can't be halved."""
    return (RankIn(least_rank, MAX_RANK, tensor, code=code), is_even(tensor, code))


def half_of(tensor: str) -> Callable[[Call], tuple[int, ...]]:
    """The shape of a tensor's halves."""

    def shape(call: Call) -> tuple[int, ...]:
        whole, axis = call.args[tensor].shape, axis_of(call)
        return with_extent(whole, axis, whole[axis] // 2)

    return shape


def gate_first(call: Call) -> bool:
    """Whether the first half is the one that an activation is applied to: where ``activateLeft`` says so."""
    return bool(call.args.get("activateLeft", False))


def gate_and_value(x: Array, axis: int, first: bool) -> tuple[Array, Array]:
    """The half that an activation is applied to, which is the first or the second one, and the other half."""
    left, right = np.split(x, 2, axis=axis)
    return (left, right) if first else (right, left)


def joined(gate: Any, value: Any, axis: int, first: bool) -> Array:
    """The whole of two halves."""
    return np.concatenate((gate, value) if first else (value, gate), axis=axis)


# Operators that see a tensor as rows, which begin with ``dim``; the first of them may be all that counts.


def rows_of(shape: tuple[int, ...], axis: int) -> tuple[int, int]:
    """The number of rows, and their length."""
    axis %= len(shape)
    return math.prod(shape[:axis]), math.prod(shape[axis:])


def parts_of_rows(rows: Array, interleaved: bool) -> tuple[Array, Array]:
    """Gate and value: every other element of a row, or its halves."""
    if interleaved:
        return rows[:, 0::2], rows[:, 1::2]
    half = rows.shape[1] // 2
    return rows[:, :half], rows[:, half:]


def counted_rows(rows: int, groups: Sequence[Array]) -> int:
    """How many rows count: the sum of the groups, where there are any."""
    return min(rows, int(groups[0].sum())) if groups else rows


def group_sizes(low: Lowering, call: Call) -> list[Any]:
    """The tensor of the groups' sizes, or nothing: what a kernel of rows takes besides."""
    return [] if call.args["groupIndexOptional"] is None else [low.contiguous("groupIndexOptional")]
