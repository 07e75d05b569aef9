"""Quotients rounded down, of two tensors or of a tensor and a scalar."""

from __future__ import annotations

from ...dtypes import BFLOAT16, BOOL, COMPLEX32, COMPLEX64, FLOAT16, FLOAT32, DType
from ..definition import Definition
from ..dtype_lists import REAL
from ..kernels.arithmetic import FLOOR_DIV
from ..patterns.binary import PAIR, Promotion, binary, by_category, by_chip, instead, promoted
from ..patterns.in_place import FITS_SELF, in_place
from ..rules import Castable, CommonIn, DtypeIn, PromoteBy, When, on_950

_WIDER = {FLOAT16: FLOAT32, BFLOAT16: FLOAT32, COMPLEX32: COMPLEX64}


def _widened(dtype: DType) -> DType:
    return _WIDER.get(dtype, dtype)


def _bool_as_float(dtype: DType) -> DType:
    return FLOAT32 if dtype == BOOL else dtype


def _floor_divide(name: str, common: Promotion) -> Definition:
    return binary(
        name,
        "out = floor(self / other)",
        FLOOR_DIV,
        (DtypeIn(REAL, *PAIR),),
        common,
        (
            # The others cast to whatever the output is.
            When(on_950, CommonIn(REAL), Castable("out")),
            PromoteBy(instead(common, _bool_as_float), *PAIR),
        ),
    )


floor_divide = _floor_divide("aclnnFloorDivide", promoted(*PAIR))
floor_divides = _floor_divide("aclnnFloorDivides", by_chip(instead(by_category(*PAIR), _widened), promoted(*PAIR)))

OPERATORS = (
    floor_divide,
    in_place("aclnnInplaceFloorDivide", floor_divide, *FITS_SELF),
    floor_divides,
    in_place("aclnnInplaceFloorDivides", floor_divides),
)
