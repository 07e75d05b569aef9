"""The operators that find the positions of what is not zero."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...dtypes import (
    BFLOAT16,
    BOOL,
    FLOAT16,
    FLOAT32,
    INT8,
    INT16,
    INT32,
    INT64,
    UINT8,
)
from ..chips import ALL_BUT_310B, Family
from ..definition import Definition
from ..dtype_lists import BASE_REAL, UNSIGNED, per_chip
from ..lowering import Array, Lower, Lowering
from ..rules import (
    Call,
    DoneIfEmpty,
    DtypeIn,
    DtypeIs,
    MaxRank,
    NotNull,
)

_COUNTED = per_chip(BASE_REAL, since_910b=(BFLOAT16,), A950=(*BASE_REAL, BFLOAT16, *UNSIGNED))
_COUNTED_V2 = per_chip((*BASE_REAL, *UNSIGNED), since_910b=(BFLOAT16,))
_FOUND_ON_CORE = per_chip(
    (),
    B910=(BOOL, FLOAT16, BFLOAT16, FLOAT32, INT8, UINT8),
    A910_93=(BOOL, FLOAT16, BFLOAT16, FLOAT32, INT8, UINT8),
    A950=(BOOL, FLOAT16, BFLOAT16, FLOAT32, INT8, UINT8, INT16, *UNSIGNED[:2], INT32, INT64),
)


def _nonzero(*, transposed: bool) -> Lower:
    def compute(a: Array) -> Array:
        # NumPy knows no position in an array without dimensions.
        found = np.argwhere(a) if a.ndim else np.zeros((int(bool(a)), 0), np.int64)
        return np.ascontiguousarray(found.T if transposed else found)

    def lower(low: Lowering, call: Call) -> None:
        x = low.contiguous("self")
        on_core = x.dtype in _FOUND_ON_CORE[low.family] and (x.ndim > 0 or low.family is Family.A950)
        low.kernel_of_unknown_size("NonZero", compute, (x,), "out", aicpu=not on_core)

    return lower


def _nonzero_definition(name: str, formula: str, dtypes: Any, lower: Lower) -> Definition:
    return Definition(
        name,
        formula,
        (
            NotNull("self", "out"),
            DtypeIn(dtypes, "self"),
            DtypeIs("out", lambda call: INT64, "positions"),
            MaxRank("self", "out"),
            DoneIfEmpty("self", "out"),
        ),
        lower,
        families=ALL_BUT_310B,
    )


nonzero = _nonzero_definition(
    "aclnnNonzero", "out[i] = the position of the i-th element that is not zero", _COUNTED, _nonzero(transposed=False)
)
nonzero_v2 = _nonzero_definition(
    "aclnnNonzeroV2",
    "out[:, i] = the position of the i-th element that is not zero",
    _COUNTED_V2,
    _nonzero(transposed=True),
)

OPERATORS = (nonzero, nonzero_v2)
