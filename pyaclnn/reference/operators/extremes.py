"""The greater and the smaller of tensors, element by element."""

from __future__ import annotations

import numpy as np

from ...dtypes import BFLOAT16, BOOL, FLOAT16, FLOAT32, INT8, INT32, INT64, UINT8, DType
from ..chips import ALL_BUT_310B, Family
from ..definition import Definition
from ..dtype_lists import REAL, per_chip
from ..kernels import Kernel
from ..kernels.comparison import LOGICAL_AND, LOGICAL_OR
from ..lowering import Lowering
from ..patterns.binary import PAIR, binary_rules, by_chip, by_rank, promoted
from ..rules import (
    Broadcast,
    Call,
    Check,
    DoneIfEmpty,
    DtypeIn,
    MaxRank,
    NoNullElement,
    NotNull,
    SameDtype,
    require,
)

_ON_CORE = (FLOAT32, FLOAT16, INT32, INT8, INT64, BFLOAT16)
_COMPARED_ON_CORE = per_chip(_ON_CORE, A950=(*_ON_CORE, UINT8))
MAXIMUM = Kernel("Maximum", np.maximum, _COMPARED_ON_CORE)
MINIMUM = Kernel("Minimum", np.minimum, _COMPARED_ON_CORE)


def _computed_in(call: Call, out: DType) -> DType:
    """Ascend950 compares equal dtypes as the output's where that one does not hold all their values."""
    dtype = call.args["self"].dtype
    if call.family is not Family.A950 or dtype != call.args["other"].dtype:
        return call.common
    return dtype if _holds(out, dtype) else out


def _holds(out: DType, dtype: DType) -> bool:
    if dtype in (out, BOOL):
        return True
    if dtype.is_integral and out.is_integral:
        return (np.iinfo(dtype.storage).min < 0) == (np.iinfo(out.storage).min < 0) and dtype.bits <= out.bits
    return out.is_floating


def _extreme(name: str, formula: str, kernel: Kernel, of_bools: Kernel) -> Definition:
    def lower(low: Lowering, call: Call) -> None:
        dtype = _computed_in(call, low.tensor("out").dtype)
        x, y = (low.cast(low.contiguous(name), dtype) for name in PAIR)
        low.write((of_bools if dtype == BOOL else kernel)(low, x, y), "out")

    return Definition(
        name,
        formula,
        binary_rules((DtypeIn(REAL, *PAIR, "out"),), by_chip(by_rank(*PAIR), promoted(*PAIR))),
        lower,
        families=ALL_BUT_310B,
    )


# Of a list of tensors

_LISTED = (FLOAT16, FLOAT32, INT8, INT32, INT64)
_OF_LISTS = per_chip(_LISTED, since_910b=(BFLOAT16,), A950=(*_LISTED, BFLOAT16, UINT8))


def _not_empty(call: Call) -> None:
    require(len(call.args["tensors"]) > 0, "tensors is empty, must have one tensor at least")


def _extreme_of_list(name: str, formula: str, kernel: Kernel) -> Definition:
    def lower(low: Lowering, call: Call) -> None:
        result, *others = (low.contiguous(("tensors", i)) for i in range(len(call.args["tensors"])))
        for other in others:
            result = kernel(low, result, other)
        low.view_copy(result, "out")

    return Definition(
        name,
        formula,
        (
            NotNull("tensors"),
            NoNullElement("tensors"),
            NotNull("out"),
            Check(_not_empty),
            DtypeIn(_OF_LISTS, "out", "tensors"),
            SameDtype("tensors", "out"),
            MaxRank("tensors", "out"),
            Broadcast("tensors", to="out"),
            DoneIfEmpty("out"),
        ),
        lower,
        families=ALL_BUT_310B,
    )


OPERATORS = (
    _extreme("aclnnMaximum", "out = the greater of self and other; NaN where one of them is", MAXIMUM, LOGICAL_OR),
    _extreme("aclnnMinimum", "out = the smaller of self and other; NaN where one of them is", MINIMUM, LOGICAL_AND),
    _extreme_of_list("aclnnMaxN", "out = the greatest of the tensors; NaN where one of them is", MAXIMUM),
    _extreme_of_list("aclnnMinN", "out = the smallest of the tensors; NaN where one of them is", MINIMUM),
)
