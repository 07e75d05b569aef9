"""Operators that look up places in a sorted sequence."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from ...dtypes import (
    BFLOAT16,
    FLOAT16,
    FLOAT32,
    FLOAT64,
    INT8,
    INT16,
    INT32,
    INT64,
    UINT8,
    DType,
)
from ..chips import ALL_BUT_310B
from ..definition import Definition
from ..dtype_lists import BASE_REAL, UNSIGNED, per_chip
from ..kernels.filling import zeros_like
from ..lowering import Array, Lowering
from ..meta import ScalarValue, TensorMeta
from ..rules import (
    INNER_NULL,
    Call,
    Check,
    DtypeIn,
    DtypeIs,
    MaxRank,
    NotNull,
    Promote,
    Refusal,
    SameShape,
    When,
    require,
)
from ..scalars import number

_SEARCHABLE = per_chip((*BASE_REAL, *UNSIGNED, BFLOAT16))
_SEARCHED = per_chip((FLOAT16, FLOAT32, INT16, INT8, UINT8, INT32, INT64, FLOAT64))


def _place_dtype(call: Call) -> DType:
    return INT32 if call.args["outInt32"] else INT64


def _check_sequences(call: Call) -> None:
    sequence, x, sorter = (call.args[name] for name in ("sortedSequence", "self", "sorter"))
    MaxRank("sortedSequence", "self").check(call)
    SameShape("self", "out").check(call)
    if sorter is not None:
        text = f"sorter has shape {list(sorter.shape)}, sortedSequence {list(sequence.shape)}"
        require(sorter.shape == sequence.shape, text)
    if x.shape == (1,):
        require(sequence.ndim == 1, f"self has one element, but sortedSequence {sequence.ndim} dimensions")
        return
    alike = sequence.ndim == x.ndim and sequence.shape[:-1] == x.shape[:-1]
    require(
        sequence.ndim == 1 or alike,
        f"sortedSequence of shape {list(sequence.shape)} and self {list(x.shape)} differ before the last dimension",
    )


def _through_float32(scalar: ScalarValue) -> ScalarValue:
    return ScalarValue(FLOAT32, number(scalar))


def _lower_search(low: Lowering, call: Call) -> None:
    sequence, x = call.args["sortedSequence"], call.args["self"]
    out = call.args["out"]
    if sequence.is_empty or x.is_empty or out.is_empty:
        low.view_copy(zeros_like(low, low.contiguous("out")), "out")
        return
    given = call.args.get("number")
    if given is not None:
        value = low.constant(_through_float32(given), sequence.dtype)
    else:
        value = low.contiguous("self")
    ordered = low.cast(low.contiguous("sortedSequence"), call.common)
    value = low.cast(value, call.common)
    sorter = [] if call.args["sorter"] is None else [low.contiguous("sorter")]
    side: Any = "right" if call.args["right"] else "left"

    def compute(a: Array, v: Array, *order: Array) -> Array:
        if order:
            a = np.take_along_axis(a, order[0], -1)
        v = v.reshape(x.shape)
        if a.ndim == 1:
            return np.searchsorted(a, v, side=side)
        rows, wanted = a.reshape(-1, a.shape[-1]), v.reshape(-1, v.shape[-1])
        found = [np.searchsorted(row, each, side=side) for row, each in zip(rows, wanted, strict=True)]
        return np.asarray(found).reshape(v.shape)

    if given is not None:
        # Of an output that has room for more, one element is written.
        low.kernel_of_unknown_size("SearchSorted", compute, (ordered, value, *sorter), "out", aicpu=True)
        return
    shape, dtype = x.shape or (1,), _place_dtype(call)
    result = low.kernel("SearchSorted", compute, (ordered, value, *sorter), shape, dtype, raw=True, aicpu=True)
    low.view_copy(low.reshape(result, out.shape), "out")


_SEARCH = (
    NotNull("sortedSequence", "self", "out"),
    DtypeIn(_SEARCHED, "sortedSequence", "self"),
    DtypeIs("out", _place_dtype, "the attribute outInt32"),
    When(lambda call: call.args["sorter"] is not None, DtypeIs("sorter", lambda call: INT64, "positions")),
    Check(_check_sequences),
    Promote("sortedSequence", "self", within=_SEARCHED),
)
search_sorted = Definition(
    "aclnnSearchSorted",
    "out = where in sortedSequence each element of self keeps the order, before equal ones, or with right behind them",
    _SEARCH,
    _lower_search,
    families=ALL_BUT_310B,
)


def _search_one(call: Call) -> None:
    """The rules of SearchSorted with the number as a tensor of one element, as which the output counts, too."""
    sequence, out = call.args["sortedSequence"], call.args["out"]
    if sequence is None or call.args["self"] is None or out is None:
        NotNull("self", "sortedSequence", "out").check(call)
    if sequence.dtype not in _SEARCHABLE[call.family]:
        raise Refusal(INNER_NULL, f"sortedSequence is {sequence.dtype.name}, to which a number can't be converted")
    if isinstance(out, TensorMeta):
        require(not out.is_empty, "out has no element, must have one")
    one = TensorMeta((1,), (1,), sequence.dtype, storage_shape=(1,))
    changed = {"self": one}
    if isinstance(out, TensorMeta):
        changed["out"] = replace(out, shape=(1,), strides=(1,))
    call.args = {**call.args, "number": call.args["self"], **changed}
    for rule in _SEARCH:
        rule.check(call)


search_sorteds = Definition(
    "aclnnSearchSorteds",
    "out = where in sortedSequence the number self keeps the order, before equal ones, or with right behind them",
    (Check(_search_one),),
    _lower_search,
    families=ALL_BUT_310B,
)

OPERATORS = (search_sorted, search_sorteds)
