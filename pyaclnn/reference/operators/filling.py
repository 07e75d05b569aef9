"""Tensors filled with one value."""

from __future__ import annotations

from ...dtypes import (
    BFLOAT16,
    BOOL,
    COMPLEX64,
    COMPLEX128,
    FLOAT4_E1M2,
    FLOAT4_E2M1,
    FLOAT8_E4M3FN,
    FLOAT8_E5M2,
    FLOAT16,
    FLOAT32,
    FLOAT64,
    HIFLOAT8,
    INT8,
    INT16,
    INT32,
    INT64,
    UINT8,
    UINT16,
)
from ..chips import ALL_BUT_310B
from ..definition import Definition
from ..dtype_lists import BASE, NUMERIC, UNSIGNED, per_chip
from ..kernels.filling import fill, ones_like, zeros_like
from ..lowering import Lowering
from ..promotion import promote
from ..rules import (
    Call,
    Check,
    DoneIfEmpty,
    DtypeIn,
    MaxRank,
    NotNull,
    Satisfies,
    require,
)

_ZEROED = (
    INT8, INT32, INT64, UINT8, FLOAT16, FLOAT32, BOOL, FLOAT64, INT16, UINT16, COMPLEX128, COMPLEX64, BFLOAT16,
)  # fmt: skip


def _zero(low: Lowering, call: Call) -> None:
    low.view_copy(zeros_like(low, low.contiguous("selfRef")), "selfRef")


inplace_zero = Definition(
    "aclnnInplaceZero",
    "selfRef = 0",
    (
        NotNull("selfRef"),
        DtypeIn(
            per_chip(_ZEROED, A950=(*_ZEROED, FLOAT8_E5M2, FLOAT8_E4M3FN, HIFLOAT8, FLOAT4_E1M2, FLOAT4_E2M1)),
            "selfRef",
        ),
        DoneIfEmpty("selfRef"),
    ),
    _zero,
    families=ALL_BUT_310B,
)


def _one(low: Lowering, call: Call) -> None:
    low.view_copy(ones_like(low, low.contiguous("selfRef")), "selfRef")


inplace_one = Definition(
    "aclnnInplaceOne",
    "selfRef = 1",
    (
        NotNull("selfRef"),
        DtypeIn(
            per_chip((FLOAT32, FLOAT16, INT8, INT16, INT32, INT64, UINT8, BOOL, FLOAT64), since_910b=(BFLOAT16,)),
            "selfRef",
        ),
        MaxRank("selfRef"),
        DoneIfEmpty("selfRef"),
    ),
    _one,
    families=ALL_BUT_310B,
)


def _check_common_dtype(call: Call) -> None:
    x, value = call.args["selfRef"].dtype, call.args["value"].dtype
    require(promote(x, value) is not None, f"selfRef is {x.name}, value {value.name}: no common dtype")


def _fill_scalar(low: Lowering, call: Call) -> None:
    x = low.tensor("selfRef")
    low.view_copy(fill(low, x.shape or (1,), low.constant(call.args["value"], x.dtype)), "selfRef")


inplace_fill_scalar = Definition(
    "aclnnInplaceFillScalar",
    "selfRef = value",
    (
        NotNull("selfRef", "value"),
        DtypeIn(per_chip(BASE, since_910b=(BFLOAT16, *UNSIGNED)), "selfRef"),
        Check(_check_common_dtype),
        MaxRank("selfRef"),
        DoneIfEmpty("selfRef"),
    ),
    _fill_scalar,
    families=ALL_BUT_310B,
)


def _fill_tensor(low: Lowering, call: Call) -> None:
    x = low.tensor("selfRef")
    value = low.cast(low.contiguous("value"), x.dtype)
    low.view_copy(fill(low, x.shape or (1,), value), "selfRef")


inplace_fill_tensor = Definition(
    "aclnnInplaceFillTensor",
    "selfRef = the one element of value",
    (
        NotNull("selfRef", "value"),
        DtypeIn(NUMERIC, "selfRef"),
        MaxRank("selfRef"),
        Satisfies("value", lambda value: value.shape in ((), (1,)), "one element in at most one dimension"),
        DoneIfEmpty("selfRef"),
    ),
    _fill_tensor,
    families=ALL_BUT_310B,
)

OPERATORS = (inplace_zero, inplace_one, inplace_fill_scalar, inplace_fill_tensor)
