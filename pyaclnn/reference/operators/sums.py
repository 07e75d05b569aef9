"""Sums of the tensors of a list."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...dtypes import BFLOAT16, FLOAT16, FLOAT32, INT8, INT32, INT64, UINT8
from ..chips import ALL_BUT_310B, SINCE_910B
from ..definition import Definition
from ..dtype_lists import per_chip
from ..kernels import Kernel
from ..lowering import Array, Buffer, Lowering
from ..rules import (
    INNER_NULL,
    Broadcast,
    Call,
    Check,
    DoneIfEmpty,
    DtypeIn,
    Finished,
    Infer,
    MaxRank,
    NoNullElement,
    NotNull,
    Refusal,
    Satisfies,
    When,
    require,
)

_ADDED = per_chip((INT32, INT64, FLOAT16, BFLOAT16, FLOAT32))


def _sum(*arrays: Array, out: Array | None = None) -> Any:
    """The output may be an operand, so that it is written last."""
    total, last = arrays[0], arrays[-1]
    for array in arrays[1:-1]:
        total = total + array
    return np.add(total, last, out=out)


ADD_N = Kernel("AddN", _sum)


def _first(call: Call) -> Any:
    require(len(call.args["tensors"]) > 0, "tensors is empty, must have one tensor at least")
    return call.args["tensors"][0]


def _has_another_dtype(call: Call) -> bool:
    return not call.is_missing("out") and _first(call).dtype != call.args["out"].dtype


def _refuse_other_dtype(call: Call) -> None:
    """CANN leaves its other checks out then, and only the copy into the output fails."""
    raise Refusal(INNER_NULL, f"out is {call.args['out'].dtype.name}, must be {_first(call).dtype.name} as tensors[0]")


def _chip_adds(call: Call) -> None:
    require(call.family in SINCE_910B, f"{call.operator} is not taken on {call.family.value}")


def _shapes_are_equal(call: Call) -> None:
    for index, tensor in enumerate(call.args["tensors"]):
        shapes = f"tensors[{index}] has shape {list(tensor.shape)}, must be {list(_first(call).shape)} as tensors[0]"
        require(tensor.shape == _first(call).shape, shapes)
    call.expect_shape("out", _first(call).shape, "the shape of the tensors")


def _first_is_plain(call: Call) -> None:
    format = _first(call).format
    require(not format.is_private, f"tensors[0] has format {format.name}, but blocked ones are not taken")


def _lower_add_n(low: Lowering, call: Call) -> None:
    count = len(call.args["tensors"])
    if count == 1:
        low.view_copy(low.tensor(("tensors", 0)), "out")
        return
    buffers = [low.contiguous(("tensors", i)) for i in range(count)]
    low.view_copy(ADD_N(low, *buffers), "out")


add_n = Definition(
    "aclnnAddN",
    "out = the sum of the tensors",
    (
        NotNull("tensors"),
        NoNullElement("tensors"),
        NotNull("out"),
        When(_has_another_dtype, DoneIfEmpty("tensors"), Check(_refuse_other_dtype)),
        Check(_chip_adds),
        DtypeIn(_ADDED, "tensors", "out"),
        Infer("out", dtype=lambda call: _first(call).dtype),
        MaxRank("tensors", "out"),
        Check(_shapes_are_equal),
        Check(_first_is_plain),
        DoneIfEmpty("tensors"),
    ),
    _lower_add_n,
    families=SINCE_910B,
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

    return low.kernel("AccumulateNV2", add, terms, terms[0].shape, terms[0].dtype, elementwise=True)


def _nothing_in_the_first(call: Call) -> None:
    if call.args["tensors"][0].is_empty:
        raise Finished


def _lower_sum(low: Lowering, call: Call) -> None:
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
    _lower_sum,
    families=ALL_BUT_310B,
)

OPERATORS = (add_n, sum_)
