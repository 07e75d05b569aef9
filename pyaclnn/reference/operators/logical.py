"""Truth values: logical operators, predicates of single elements, and whether whole tensors are equal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...dtypes import (
    BFLOAT16,
    BOOL,
    COMPLEX64,
    COMPLEX128,
    FLOAT16,
    FLOAT32,
    FLOAT64,
    INT8,
    INT16,
    INT32,
    INT64,
    UINT8,
    UINT16,
    UINT32,
    UINT64,
    DType,
)
from ..chips import ALL_BUT_310B, SINCE_910B, Family
from ..comparison_kernels import LESS, LOGICAL_AND, LOGICAL_NOT, LOGICAL_OR, NOT_EQUAL, any_part
from ..definition import Definition
from ..dtype_lists import BASE, FLOATS, NUMERIC, UNSIGNED, per_chip
from ..in_place import in_place
from ..kernels import Kernel
from ..lowering import Array, Buffer, Lowering
from ..meta import ScalarValue
from ..patterns import fill, operands
from ..promotion import promote
from ..rules import (
    MAX_RANK,
    PLAIN_FORMATS,
    TILING,
    Broadcast,
    Call,
    Check,
    CommonIn,
    DoneIfEmpty,
    DtypeIn,
    DtypeIs,
    FormatIn,
    Infer,
    MaxRank,
    NotNull,
    PromoteBy,
    SameShape,
    ShapeIs,
    require,
)

_REAL = tuple(dtype for dtype in BASE if not dtype.is_complex)
_REAL_OR_BFLOAT16 = per_chip(_REAL, since_910b=(BFLOAT16,))
_ANY_NUMBER = per_chip((*BASE, BFLOAT16))
_COMPLEX = (COMPLEX64, COMPLEX128)
# What a complex tensor's parts, looked at as one more dimension, leave of the allowed rank.
_COMPLEX_RANK = MAX_RANK - 1

_TRUTH = Infer("out", dtype=lambda call: BOOL)
_IS_BOOL = DtypeIs("out", lambda call: BOOL, "a truth value")
_PAIR = (MaxRank("self", "other"), Broadcast("self", "other", to="out"))
_EMPTY = DoneIfEmpty("self", "other")


def _truth(low: Lowering, name: str) -> Buffer:
    """Whether each element is not zero."""
    return low.cast(low.contiguous(name), BOOL)


def _truths(kernel: Kernel) -> Callable[[Lowering, Call], None]:
    def lower(low: Lowering, call: Call) -> None:
        low.write(kernel(low, _truth(low, "self"), _truth(low, "other"), dtype=BOOL), "out")

    return lower


def _logical_or(low: Lowering, call: Call) -> None:
    """Ascend950's kernel takes two of one dtype as they are."""
    x, other = call.args["self"].dtype, call.args["other"].dtype
    assert LOGICAL_OR.on_core is not None
    if low.family is Family.A950 and x == other and x in LOGICAL_OR.on_core[low.family]:
        low.write(LOGICAL_OR(low, *operands(low, ("self", "other")), dtype=BOOL), "out")
    else:
        _truths(LOGICAL_OR)(low, call)


def _logical_not(low: Lowering, call: Call) -> None:
    low.write(LOGICAL_NOT(low, _truth(low, "self")), "out")


def _rank_unless_contiguous(call: Call) -> None:
    x, out = call.args["self"], call.args["out"]
    if not x.is_contiguous or not (call.is_missing("out") or out.is_contiguous):
        MaxRank("self", "out").check(call)


def _logical_xor(low: Lowering, call: Call) -> None:
    def truth(name: str) -> Buffer:
        x = low.contiguous(name)
        if x.dtype not in _COMPLEX:
            return low.cast(x, BOOL)
        require(x.ndim <= _COMPLEX_RANK, f"{name} has {x.ndim} dimensions; for {x.dtype.name} {_COMPLEX_RANK} are most")
        return any_part(low, x)

    low.write(NOT_EQUAL(low, truth("self"), truth("other"), dtype=BOOL), "out")


logical_and = Definition(
    "aclnnLogicalAnd",
    "out = self != 0 and other != 0",
    (NotNull("self", "other", "out"), DtypeIn(_ANY_NUMBER, "self", "other"), _TRUTH, *_PAIR, _EMPTY),
    _truths(LOGICAL_AND),
    families=ALL_BUT_310B,
)
logical_or = Definition(
    "aclnnLogicalOr",
    "out = self != 0 or other != 0",
    (
        NotNull("self", "other", "out"),
        DtypeIn(NUMERIC, "self", "other"),
        DtypeIn({**NUMERIC, Family.A950: (*BASE, *UNSIGNED, BFLOAT16)}, "out"),
        _TRUTH,
        *_PAIR,
        _EMPTY,
    ),
    _logical_or,
    families=ALL_BUT_310B,
)
logical_xor = Definition(
    "aclnnLogicalXor",
    "out = (self != 0) != (other != 0)",
    (NotNull("self", "other", "out"), DtypeIn(NUMERIC, "self", "other", "out"), _TRUTH, *_PAIR, _EMPTY),
    _logical_xor,
    families=ALL_BUT_310B,
)
logical_not = Definition(
    "aclnnLogicalNot",
    "out = self == 0",
    (
        NotNull("self", "out"),
        DtypeIn(per_chip((*_REAL, BFLOAT16)), "self", "out"),
        _TRUTH,
        SameShape("self", "out"),
        Check(_rank_unless_contiguous),
        DoneIfEmpty("self"),
    ),
    _logical_not,
    families=ALL_BUT_310B,
)


def _is_close(x: Array, y: Array, rtol: Any, atol: Any, equal_nan: bool) -> Any:
    """Numbers equal or within a tolerance that is not measured from infinity; all in float32 but for float64."""
    kind = np.float64 if x.dtype == np.float64 else np.float32
    x, y = x.astype(kind, copy=False), y.astype(kind, copy=False)
    distance, size = np.asarray(x - y), np.asarray(np.abs(y))
    close = size < np.inf
    np.abs(distance, out=distance)
    size *= kind(rtol)
    size += kind(atol)
    close = close & (distance <= size)
    close |= x == y
    if equal_nan:
        close |= np.isnan(x) & np.isnan(y)
    return close


IS_CLOSE = Kernel("IsClose", _is_close, per_chip((FLOAT32, FLOAT16, INT32, BFLOAT16)), takes_out=False)


def _lower_is_close(low: Lowering, call: Call) -> None:
    tolerances = (np.float32(call.args["rtol"]), np.float32(call.args["atol"]), call.args["equalNan"])
    result = IS_CLOSE(low, *operands(low, ("self", "other")), attributes=tolerances, dtype=BOOL)
    low.view_copy(result, "out")


is_close = Definition(
    "aclnnIsClose",
    "out = |self - other| <= atol + rtol * |other|, infinities only if equal, NaN with NaN if equalNan",
    (
        NotNull("self", "other", "out"),
        DtypeIn(_REAL_OR_BFLOAT16, "self", "other"),
        DtypeIs("other", lambda call: call.args["self"].dtype, "the dtype of self"),
        _TRUTH,
        *_PAIR,
        _EMPTY,
    ),
    _lower_is_close,
    families=ALL_BUT_310B,
)

IS_FINITE = Kernel(
    "IsFinite", np.isfinite, {**per_chip((FLOAT32, FLOAT16, BFLOAT16)), Family.A910: (), Family.B310: ()}
)
IS_INF = Kernel("IsInf", np.isinf)
IS_POS_INF = Kernel("IsPosInf", np.isposinf)
IS_NEG_INF = Kernel("IsNegInf", np.isneginf)


def _lower_is_finite(low: Lowering, call: Call) -> None:
    x = low.tensor("self")
    if x.dtype.is_floating:
        result = IS_FINITE(low, low.contiguous("self"), dtype=BOOL)
    else:
        result = fill(low, x.shape, BOOL, True)
    low.view_copy(result, "out")


def _of_infinities(kernel: Kernel) -> Callable[[Lowering, Call], None]:
    def lower(low: Lowering, call: Call) -> None:
        x = low.contiguous("self")
        result = kernel(low, x, dtype=BOOL) if x.dtype.is_floating else fill(low, x.shape or (1,), BOOL, False)
        low.view_copy(result, "out")

    return lower


_MAYBE_INFINITE = (FLOAT32, FLOAT16, BOOL, INT32, INT64, INT16, INT8, UINT8)
_SIGNED_INFINITY = (
    NotNull("self", "out"),
    SameShape("self", "out"),
    MaxRank("self"),
    DtypeIn(per_chip(_MAYBE_INFINITE, since_910b=(BFLOAT16,), A910=(), B310=()), "self"),
    _IS_BOOL,
    DoneIfEmpty("self", "out"),
)

is_finite = Definition(
    "aclnnIsFinite",
    "out = self is neither infinite nor NaN",
    (
        NotNull("self", "out"),
        DtypeIn(_REAL_OR_BFLOAT16, "self"),
        _IS_BOOL,
        MaxRank("self"),
        SameShape("self", "out"),
        DoneIfEmpty("self"),
    ),
    _lower_is_finite,
    families=ALL_BUT_310B,
)
is_inf = Definition(
    "aclnnIsInf",
    "out = x is infinite",
    (
        NotNull("x", "out"),
        DtypeIn(FLOATS, "x"),
        _IS_BOOL,
        FormatIn(PLAIN_FORMATS, "x", "out"),
        DoneIfEmpty("out"),
        MaxRank("x", code=TILING),
        ShapeIs("out", lambda call: call.args["x"].shape, "the shape of x", TILING),
    ),
    lambda low, call: low.view_copy(IS_INF(low, low.contiguous("x"), dtype=BOOL), "out"),
    families=SINCE_910B | {Family.P310},
)
is_pos_inf = Definition(
    "aclnnIsPosInf",
    "out = self is +inf",
    _SIGNED_INFINITY,
    _of_infinities(IS_POS_INF),
    families=SINCE_910B | {Family.P310},
)
is_neg_inf = Definition(
    "aclnnIsNegInf",
    "out = self is -inf",
    _SIGNED_INFINITY,
    _of_infinities(IS_NEG_INF),
    families=SINCE_910B | {Family.P310},
)

_WITH_SIGN = (FLOAT32, INT32, INT64, FLOAT16, INT8, UINT8, FLOAT64, UINT64, BFLOAT16)
SIGNBIT = Kernel(
    "Signbit", lambda x, out=None: np.signbit(x, out=out) if x.dtype.kind == "f" else np.less(x, 0, out=out)
)


def _lower_signbit(low: Lowering, call: Call) -> None:
    x, out = low.contiguous("self"), low.tensor("out")
    if x.dtype == BOOL:
        low.view_copy(fill(low, out.shape, out.dtype, False), "out")
        return
    if low.family is Family.A950 and x.dtype in _WITH_SIGN:
        result = SIGNBIT(low, x, dtype=BOOL)
    else:
        # Less than zero: the sign of a zero or of NaN doesn't show.
        result = LESS(low, x, low.constant(ScalarValue(FLOAT32, np.float32(0)), x.dtype), dtype=BOOL)
    low.write(result, "out")


_SIGNED = per_chip((*_REAL, *UNSIGNED), since_910b=(BFLOAT16,))
signbit = Definition(
    "aclnnSignbit",
    "out = self < 0; Ascend950 looks at the sign bit, which -0 and NaN can have too",
    (
        NotNull("self", "out"),
        DtypeIn(_SIGNED, "self", "out"),
        _TRUTH,
        MaxRank("self", "out"),
        SameShape("self", "out"),
        DoneIfEmpty("self"),
    ),
    _lower_signbit,
    families=ALL_BUT_310B,
)

_INTEGERS_ON_950 = (INT8, UINT8, INT16, UINT16, INT32, UINT32, INT64, UINT64)
TENSOR_EQUAL_ON_CORE = per_chip(
    (FLOAT32, INT32, FLOAT16, INT8, UINT8, BOOL, BFLOAT16), A950=(FLOAT32, FLOAT16, BFLOAT16, BOOL, *_INTEGERS_ON_950)
)


def _common(call: Call) -> DType | None:
    return promote(call.args["self"].dtype, call.args["other"].dtype)


def _equal(low: Lowering, call: Call) -> None:
    x, other = call.args["self"], call.args["other"]
    if x.shape != other.shape or x.is_empty:
        result = fill(low, (1,), BOOL, x.shape == other.shape)
    else:
        dtype = FLOAT32 if call.common == BFLOAT16 else call.common
        result = low.kernel(
            "TensorEqual",
            lambda a, b: np.array([np.array_equal(a, b)]),
            operands(low, ("self", "other"), dtype),
            (1,),
            BOOL,
            aicpu=dtype not in TENSOR_EQUAL_ON_CORE[low.family],
        )
    low.view_copy(result, "out")


equal = Definition(
    "aclnnEqual",
    "out = [self and other have one shape and equal elements]",
    (
        NotNull("self", "other", "out"),
        PromoteBy(_common, "self", "other"),
        CommonIn(_SIGNED),
        _IS_BOOL,
        MaxRank("self", "other", "out"),
        ShapeIs("out", lambda call: (1,), "one truth value"),
    ),
    _equal,
    families=ALL_BUT_310B,
)

OPERATORS = (
    logical_and,
    in_place(logical_and, name="aclnnInplaceLogicalAnd"),
    logical_or,
    in_place(logical_or, name="aclnnInplaceLogicalOr"),
    logical_xor,
    logical_not,
    in_place(logical_not, name="aclnnInplaceLogicalNot"),
    is_close,
    is_finite,
    is_inf,
    is_pos_inf,
    is_neg_inf,
    signbit,
    equal,
)
