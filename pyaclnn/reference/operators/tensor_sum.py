"""The sum of a list of tensors that broadcast."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...dtypes import FLOAT16, FLOAT32, INT8, INT32, UINT8
from ..chips import ALL_BUT_310B
from ..definition import Definition
from ..dtype_lists import per_chip
from ..lowering import Array, Buffer, Lowering
from ..rules import (
    Broadcast,
    Call,
    Check,
    DtypeIn,
    Finished,
    Infer,
    MaxRank,
    NoNullElement,
    NotNull,
    Satisfies,
)

_SUMMED = per_chip((FLOAT16, FLOAT32, INT8, INT32, UINT8))
# How many tensors one kernel adds.
_AT_ONCE = 16


def _accumulate(low: Lowering, terms: list[Buffer]) -> Buffer:
    def add(*arrays: Array) -> Any:
        total = np.array(arrays[0])
        for array in arrays[1:]:
            np.add(total, array, out=total, casting="unsafe")
        return total

    return low.kernel("AccumulateNV2", add, terms, terms[0].shape, terms[0].dtype)


def _nothing_in_the_first(call: Call) -> None:
    if call.args["tensors"][0].is_empty:
        raise Finished


def _sum(low: Lowering, call: Call) -> None:
    names = [("tensors", i) for i in range(len(call.args["tensors"]))]
    # A tensor without dimensions counts as one of a single element.
    shape = call.shape or (1,)
    terms = [low.broadcast_to(low.contiguous(name), shape, always=True) for name in names]
    halves = terms[0].dtype == FLOAT16
    if halves:
        terms = [low.cast(term, FLOAT32) for term in terms]
    while len(terms) >= _AT_ONCE:
        terms[-_AT_ONCE:] = [_accumulate(low, terms[-_AT_ONCE:])]
    total = _accumulate(low, terms) if len(terms) > 1 else terms[0]
    low.view_copy(low.cast(total, FLOAT16) if halves else total, "out")


sum_ = Definition(
    "aclnnSum",
    "out = the sum of the tensors, which broadcast",
    (
        NotNull("tensors", "out"),
        NoNullElement("tensors"),
        Satisfies("tensors", lambda tensors: len(tensors) > 0, "a list of at least one tensor"),
        DtypeIn(_SUMMED, "tensors", "out"),
        Infer("out", dtype=lambda call: call.args["tensors"][0].dtype),
        MaxRank("tensors", "out"),
        Broadcast("tensors", to="out"),
        Check(_nothing_in_the_first),
    ),
    _sum,
    families=ALL_BUT_310B,
)

OPERATORS = (sum_,)
