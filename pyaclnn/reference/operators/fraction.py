"""What is behind the point."""

from __future__ import annotations

from ...dtypes import BFLOAT16, FLOAT16, FLOAT32, INT8, INT16, INT32, INT64, UINT8
from ..chips import ALL_BUT_310B
from ..definition import Definition
from ..dtype_lists import per_chip
from ..kernels.arithmetic import SUB, TRUNC
from ..kernels.filling import zeros_like
from ..lowering import Lowering
from ..patterns.in_place import in_place
from ..rules import Call, DoneIfEmpty, DtypeIn, MaxRank, NotNull, SameDtype, SameShape

_NUMBERS = per_chip((FLOAT32, FLOAT16, INT8, INT16, INT32, INT64, UINT8), since_910b=(BFLOAT16,))


def _lower(low: Lowering, call: Call) -> None:
    x = low.contiguous("self")
    low.view_copy(SUB(low, x, TRUNC(low, x)) if x.dtype.is_floating else zeros_like(low, x), "out")


frac = Definition(
    "aclnnFrac",
    "out = input - trunc(input); 0 of integers",
    (
        NotNull("self", "out"),
        SameDtype("self", "out"),
        DtypeIn(_NUMBERS, "self"),
        SameShape("self", "out"),
        MaxRank("self"),
        DoneIfEmpty("self"),
    ),
    _lower,
    families=ALL_BUT_310B,
    aliases={"self": "input"},
)
inplace_frac = in_place("aclnnInplaceFrac", frac, parameter="inputRef")

OPERATORS = (frac, inplace_frac)
