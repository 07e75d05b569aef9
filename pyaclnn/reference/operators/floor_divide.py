"""Quotients rounded down, of two tensors or of a tensor and a scalar."""

from __future__ import annotations

from ...dtypes import BFLOAT16, BOOL, COMPLEX32, COMPLEX64, FLOAT16, FLOAT32, DType
from ..arithmetic_kernels import FLOOR_DIV
from ..binary import PAIR, ComputedIn, binary, by_category, instead, on_950, promoted
from ..chips import Family
from ..definition import Definition
from ..dtype_lists import REAL
from ..in_place import FITS_SELF, in_place
from ..rules import Call, Castable, CommonIn, DtypeIn, PromoteBy, When

_WIDER = {FLOAT16: FLOAT32, BFLOAT16: FLOAT32, COMPLEX32: COMPLEX64}


def _widened(dtype: DType) -> DType:
    return _WIDER.get(dtype, dtype)


def _bool_as_float(dtype: DType) -> DType:
    return FLOAT32 if dtype == BOOL else dtype


def _on_950(call: Call) -> bool:
    return call.family is Family.A950


def _floor_divide(name: str, common: ComputedIn) -> Definition:
    return binary(
        name,
        "out = floor(self / other)",
        FLOOR_DIV,
        (DtypeIn(REAL, *PAIR),),
        common,
        (
            # The others cast to whatever the output is.
            When(_on_950, CommonIn(REAL), Castable("out")),
            PromoteBy(instead(common, _bool_as_float), *PAIR),
        ),
    )


floor_divide = _floor_divide("aclnnFloorDivide", promoted(*PAIR))
floor_divides = _floor_divide("aclnnFloorDivides", on_950(instead(by_category(*PAIR), _widened), promoted(*PAIR)))

OPERATORS = (
    floor_divide,
    in_place(floor_divide, *FITS_SELF),
    floor_divides,
    in_place(floor_divides),
)
