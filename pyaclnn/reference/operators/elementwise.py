"""Functions of one tensor, element by element."""

from __future__ import annotations

import numpy as np

from ...dtypes import (
    BFLOAT16,
    BOOL,
    COMPLEX32,
    COMPLEX64,
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
from ..dtype_lists import per_chip
from ..kernels import Kernel
from ..lowering import Lowering
from ..rules import (
    Call,
    DoneIfEmpty,
    DtypeIn,
    DtypeIs,
    MaxRank,
    NotNull,
    NotPrivate,
    SameFormat,
    SameShape,
)

_MAGNITUDES = {COMPLEX64: FLOAT32, COMPLEX32: FLOAT16}
_ABS_DTYPES = (FLOAT64, FLOAT32, FLOAT16, INT64, INT32, INT16, INT8, UINT8, BOOL)
_ABS_ON_CORE = (FLOAT32, FLOAT16, BFLOAT16, INT32)
ABS = Kernel(
    "Abs",
    np.abs,
    per_chip(
        _ABS_ON_CORE,
        since_910b=(INT64, COMPLEX64),
        A950=(*_ABS_ON_CORE, INT8, INT16, INT64, COMPLEX32, COMPLEX64),
    ),
)


def _magnitude_dtype(call: Call) -> DType:
    dtype = call.args["self"].dtype
    return _MAGNITUDES.get(dtype, dtype)


def _abs(low: Lowering, call: Call) -> None:
    x = low.contiguous("self")
    # What has no sign is only copied.
    result = x if x.dtype in (UINT8, BOOL) else ABS(low, x, dtype=_magnitude_dtype(call))
    low.view_copy(result, "out")


abs_ = Definition(
    "aclnnAbs",
    "out = |self|; the smallest signed integer stays itself",
    (
        NotNull("self", "out"),
        DtypeIn(
            per_chip(
                _ABS_DTYPES,
                since_910b=(BFLOAT16, COMPLEX64),
                A950=(*_ABS_DTYPES, BFLOAT16, COMPLEX64, COMPLEX32),
            ),
            "self",
        ),
        DtypeIs("out", _magnitude_dtype, "the dtype of self, or of a complex one's parts"),
        SameFormat("self", "out"),
        NotPrivate("self"),
        MaxRank("self"),
        SameShape("self", "out"),
        DoneIfEmpty("self"),
    ),
    _abs,
    families=ALL_BUT_310B,
)

OPERATORS = (abs_,)
