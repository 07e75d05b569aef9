"""What holds of single elements, such as being finite, close or negative; and whether whole tensors are equal."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...dtypes import (
    BFLOAT16,
    BOOL,
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
)
from ..chips import ALL_BUT_310B, SINCE_910B, Family
from ..definition import Definition
from ..dtype_lists import (
    FLOATS,
    REAL,
    REAL_AND_UNSIGNED,
    per_chip,
)
from ..kernels import Kernel
from ..kernels.comparison import LESS
from ..kernels.filling import full
from ..lowering import Array, Lower, Lowering
from ..meta import ScalarValue
from ..patterns.binary import DONE_IF_EMPTY, PAIR, PAIR_SHAPES, TRUTH, promoted
from ..patterns.lowerings import operands
from ..rules import (
    PLAIN_FORMATS,
    TILING,
    Call,
    CommonIn,
    DoneIfEmpty,
    DtypeIn,
    DtypeIs,
    DtypeLike,
    FormatIn,
    MaxRank,
    NotNull,
    PromoteBy,
    SameShape,
    ShapeIs,
)

_IS_BOOL = DtypeIs("out", lambda call: BOOL, "a truth value")


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
    result = IS_CLOSE(low, *operands(low, PAIR), attributes=tolerances, dtype=BOOL)
    low.view_copy(result, "out")


is_close = Definition(
    "aclnnIsClose",
    "out = |self - other| <= atol + rtol * |other|, infinities only if equal, NaN with NaN if equalNan",
    (
        NotNull(*PAIR, "out"),
        DtypeIn(REAL, *PAIR),
        DtypeLike("other", "self"),
        TRUTH,
        *PAIR_SHAPES,
        DONE_IF_EMPTY,
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
        result = full(low, x.shape, BOOL, True)
    low.view_copy(result, "out")


def _of_infinities(kernel: Kernel) -> Lower:
    def lower(low: Lowering, call: Call) -> None:
        x = low.contiguous("self")
        result = kernel(low, x, dtype=BOOL) if x.dtype.is_floating else full(low, x.shape or (1,), BOOL, False)
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
        DtypeIn(REAL, "self"),
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
_SIGNBIT = Kernel("Signbit", np.signbit)
_SIGNBIT_OF_INTEGERS = Kernel("Signbit", lambda x, out=None: np.less(x, 0, out=out))


def _lower_signbit(low: Lowering, call: Call) -> None:
    x, out = low.contiguous("self"), low.tensor("out")
    if x.dtype == BOOL:
        low.view_copy(full(low, out.shape, out.dtype, False), "out")
        return
    if low.family is Family.A950 and x.dtype in _WITH_SIGN:
        result = (_SIGNBIT if x.dtype.is_floating else _SIGNBIT_OF_INTEGERS)(low, x, dtype=BOOL)
    else:
        # Less than zero: the sign of a zero or of NaN doesn't show.
        result = LESS(low, x, low.constant(ScalarValue(FLOAT32, np.float32(0)), x.dtype), dtype=BOOL)
    low.write(result, "out")


signbit = Definition(
    "aclnnSignbit",
    "out = self < 0; Ascend950 looks at the sign bit, which -0 and NaN can have too",
    (
        NotNull("self", "out"),
        DtypeIn(REAL_AND_UNSIGNED, "self", "out"),
        TRUTH,
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


def _equal(low: Lowering, call: Call) -> None:
    x, other = call.args["self"], call.args["other"]
    if x.shape != other.shape or x.is_empty:
        result = full(low, (1,), BOOL, x.shape == other.shape)
    else:
        dtype = FLOAT32 if call.common == BFLOAT16 else call.common
        result = low.kernel(
            "TensorEqual",
            lambda a, b: np.array([np.array_equal(a, b)]),
            operands(low, PAIR, dtype),
            (1,),
            BOOL,
            aicpu=dtype not in TENSOR_EQUAL_ON_CORE[low.family],
        )
    low.view_copy(result, "out")


equal = Definition(
    "aclnnEqual",
    "out = [self and other have one shape and equal elements]",
    (
        NotNull(*PAIR, "out"),
        PromoteBy(promoted(*PAIR), *PAIR),
        CommonIn(REAL_AND_UNSIGNED),
        _IS_BOOL,
        MaxRank(*PAIR, "out"),
        ShapeIs("out", lambda call: (1,), "one truth value"),
    ),
    _equal,
    families=ALL_BUT_310B,
)

OPERATORS = (
    is_close,
    is_finite,
    is_inf,
    is_pos_inf,
    is_neg_inf,
    signbit,
    equal,
)
