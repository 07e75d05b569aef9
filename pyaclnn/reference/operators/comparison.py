"""Comparisons of two tensors, or of a tensor and a scalar, with their in-place twins."""

from __future__ import annotations

import numpy as np

from ...dtypes import (
    BFLOAT16,
    BOOL,
    FLOAT32,
    FLOAT64,
    INT8,
    UINT8,
    UINT16,
    UINT32,
    UINT64,
    DType,
)
from .. import scalars
from ..chips import ALL_BUT_310B, Family
from ..definition import Definition
from ..dtype_lists import BASE, BASE_REAL, NUMERIC, NUMERIC_AND_UNSIGNED, REAL_AND_UNSIGNED, UNSIGNED, per_chip
from ..kernels.comparison import EQUAL, GREATER, GREATER_EQUAL, LESS, LESS_EQUAL, NOT_EQUAL, compare
from ..lowering import Lowering
from ..meta import ScalarValue
from ..patterns.binary import (
    DONE_IF_EMPTY,
    PAIR,
    PAIR_AND_OUT_SHAPES,
    PAIR_SHAPES,
    TRUTH,
    by_category,
    by_chip,
    by_rank,
    instead,
    promoted,
)
from ..patterns.in_place import FITS_SELF, in_place
from ..promotion import promote, without_complex32
from ..rules import (
    INNER_NULL,
    Call,
    Check,
    CommonIn,
    DtypeIn,
    MaxRank,
    NotNull,
    Promote,
    PromoteBy,
    SameShape,
    When,
    before_950,
    on_950,
    require,
)

# Ascend950 writes truth values as nearly anything.
_ON_950 = (*BASE, *UNSIGNED, BFLOAT16)

_EQUAL = per_chip((*BASE, UINT64, UINT32), B910=NUMERIC[Family.B910], A910_93=NUMERIC[Family.A910_93],
                  A950=(*BASE, BFLOAT16, UINT64))  # fmt: skip
_EQUAL_SCALAR = per_chip((*BASE, BFLOAT16), A910=(*BASE, UINT64, UINT32), A950=(*BASE, BFLOAT16, UINT64))
_NOT_EQUAL = {**NUMERIC, Family.A950: (*BASE, BFLOAT16, UINT64)}
_LESS_EQUAL = per_chip((*BASE_REAL, UINT16), since_910b=(BFLOAT16,), A950=(*BASE_REAL, UINT16, BFLOAT16, UINT64))
_GREATER_EQUAL = per_chip((*(d for d in BASE_REAL if d != BOOL), *UNSIGNED), since_910b=(BFLOAT16,))
_GREATER_EQUAL_SCALAR = {**_GREATER_EQUAL, Family.A950: (*BASE_REAL, *UNSIGNED, BFLOAT16)}
_ANY_CHIP = per_chip((*BASE, *UNSIGNED, BFLOAT16))

_LIKE_SELF = (MaxRank("self", "out"), SameShape("self", "out"))


def _int8_for_bool(dtype: DType) -> DType:
    return INT8 if dtype == BOOL else dtype


_of_tensors = by_chip(by_rank(*PAIR), promoted(*PAIR))
_of_tensors_without_bool = instead(_of_tensors, _int8_for_bool)
# Ascend950's dtype of a tensor and a scalar.
_by_category = instead(by_category(*PAIR), without_complex32)


def _of_equal_scalar(call: Call) -> DType | None:
    x, other = call.args["self"].dtype, call.args["other"].dtype
    if on_950(call):
        return _by_category(call)
    if x.is_complex or (x.is_floating and not other.is_complex):
        return x
    return promote(x, other) if x == BOOL or other.is_floating or other.is_complex else x


def _of_less_equal_scalar(call: Call) -> DType | None:
    x, other = call.args["self"].dtype, call.args["other"].dtype
    if on_950(call):
        return _by_category(call)
    return x if x.is_floating else FLOAT32 if other == FLOAT64 else promote(x, other)


def _as_operand(call: Call) -> DType:
    """What the older chips read the scalar of less-than as, before it is promoted."""
    x, other = call.args["self"].dtype, call.args["other"].dtype
    return x if x.is_floating else FLOAT32 if other == FLOAT64 else other


def _of_less_scalar(call: Call) -> DType | None:
    return _by_category(call) if on_950(call) else promote(call.args["self"].dtype, _as_operand(call))


def _operand_is_ordered(call: Call) -> None:
    dtype = _as_operand(call)
    require(
        dtype in REAL_AND_UNSIGNED[call.family], f"other is {dtype.name}, which has no order on {call.family.value}"
    )


def _of_greater_scalar(call: Call) -> DType | None:
    """The older chips leave a float dtype where it doesn't hold a double to float32's epsilon."""
    x, other = call.args["self"].dtype, call.args["other"]
    if on_950(call):
        common = _by_category(call)
    elif other.dtype == FLOAT64 and x.is_floating and _holds(x, other):
        return x
    else:
        common = promote(x, other.dtype)
    return None if common is None else _int8_for_bool(common)


def _holds(dtype: DType, scalar: ScalarValue) -> bool:
    with np.errstate(all="ignore"):
        rounded = np.float64(scalars.number(scalar, dtype))
        return bool(np.abs(rounded - scalars.number(scalar, FLOAT64)) <= np.finfo(np.float32).eps)


def _less_than_scalar(low: Lowering, call: Call) -> None:
    dtype = UINT8 if call.common == BOOL else call.common
    read_as = dtype if on_950(call) else _as_operand(call)
    x = low.cast(low.contiguous("self"), dtype)
    other = low.cast(low.constant(call.args["other"], read_as), dtype)
    low.write(LESS(low, x, other, dtype=BOOL), "out")


def _less_or_equal_scalar(low: Lowering, call: Call) -> None:
    compare(LESS_EQUAL, for_bool=BOOL if low.family is Family.A950 else FLOAT32)(low, call)


def _no_bfloat16(call: Call) -> None:
    """Ascend910A looks at bfloat16 alone; what it promotes with others is checked as the common dtype."""
    for name, dtype in call.dtypes_of(PAIR):
        taken = call.family is not Family.A910 or dtype != BFLOAT16
        require(taken, f"{name} is bfloat16, which {call.family.value} does not compare")


eq_tensor = Definition(
    "aclnnEqTensor",
    "out = self == other",
    (
        NotNull(*PAIR, "out"),
        When(on_950, DtypeIn(_EQUAL, *PAIR)),
        DtypeIn({**_EQUAL, Family.A950: _ON_950}, "out"),
        Check(_no_bfloat16),
        PromoteBy(_of_tensors, *PAIR),
        CommonIn(_EQUAL),
        TRUTH,
        *PAIR_AND_OUT_SHAPES,
        DONE_IF_EMPTY,
    ),
    compare(EQUAL),
    families=ALL_BUT_310B,
)
eq_scalar = Definition(
    "aclnnEqScalar",
    "out = self == other",
    (
        NotNull(*PAIR, "out"),
        DtypeIn(_EQUAL_SCALAR, *PAIR),
        DtypeIn({**_EQUAL_SCALAR, Family.A950: _ON_950}, "out"),
        When(before_950, Promote(*PAIR)),
        PromoteBy(_of_equal_scalar, *PAIR),
        When(on_950, CommonIn(_EQUAL_SCALAR)),
        TRUTH,
        *_LIKE_SELF,
        DONE_IF_EMPTY,
    ),
    compare(EQUAL),
    families=ALL_BUT_310B,
)
ne_tensor = Definition(
    "aclnnNeTensor",
    "out = self != other",
    (
        NotNull(*PAIR, "out"),
        DONE_IF_EMPTY,
        DtypeIn(_NOT_EQUAL, *PAIR),
        DtypeIn({**_NOT_EQUAL, Family.A950: _ON_950}, "out"),
        PromoteBy(_of_tensors, *PAIR),
        When(on_950, CommonIn(_NOT_EQUAL)),
        TRUTH,
        *PAIR_SHAPES,
    ),
    compare(NOT_EQUAL),
    families=ALL_BUT_310B,
)
ne_scalar = Definition(
    "aclnnNeScalar",
    "out = self != other",
    (
        NotNull(*PAIR, "out"),
        DtypeIn(_NOT_EQUAL, *PAIR),
        DtypeIn({**_NOT_EQUAL, Family.A950: _ON_950}, "out"),
        PromoteBy(_of_equal_scalar, *PAIR),
        When(on_950, CommonIn(_NOT_EQUAL)),
        TRUTH,
        *_LIKE_SELF,
        DONE_IF_EMPTY,
    ),
    compare(NOT_EQUAL),
    families=ALL_BUT_310B,
)
lt_tensor = Definition(
    "aclnnLtTensor",
    "out = self < other",
    (
        NotNull(*PAIR, "out"),
        DtypeIn(REAL_AND_UNSIGNED, *PAIR),
        DtypeIn({**REAL_AND_UNSIGNED, Family.A950: _ON_950}, "out"),
        PromoteBy(_of_tensors, *PAIR),
        When(on_950, CommonIn(REAL_AND_UNSIGNED)),
        TRUTH,
        *PAIR_SHAPES,
        DONE_IF_EMPTY,
    ),
    compare(LESS, for_bool=UINT8),
)
lt_scalar = Definition(
    "aclnnLtScalar",
    "out = self < other",
    (
        When(before_950, NotNull("other", "self", code=INNER_NULL)),
        NotNull("other", "self", "out"),
        DtypeIn(REAL_AND_UNSIGNED, "self"),
        When(before_950, Check(_operand_is_ordered)),
        When(on_950, DtypeIn(REAL_AND_UNSIGNED, "other")),
        DtypeIn({**REAL_AND_UNSIGNED, Family.A950: _ON_950}, "out"),
        PromoteBy(_of_less_scalar, *PAIR),
        When(on_950, CommonIn(REAL_AND_UNSIGNED)),
        TRUTH,
        *_LIKE_SELF,
        DONE_IF_EMPTY,
    ),
    _less_than_scalar,
)
le_tensor = Definition(
    "aclnnLeTensor",
    "out = self <= other",
    (
        NotNull(*PAIR, "out"),
        DONE_IF_EMPTY,
        DtypeIn(_LESS_EQUAL, *PAIR),
        DtypeIn({**_LESS_EQUAL, Family.A950: _ON_950}, "out"),
        PromoteBy(_of_tensors, *PAIR),
        When(on_950, CommonIn(_LESS_EQUAL)),
        TRUTH,
        *PAIR_AND_OUT_SHAPES,
    ),
    compare(LESS_EQUAL, for_bool=FLOAT32),
    families=ALL_BUT_310B,
)
le_scalar = Definition(
    "aclnnLeScalar",
    "out = self <= other",
    (
        NotNull(*PAIR, "out"),
        DtypeIn(_LESS_EQUAL, *PAIR),
        DtypeIn({**_LESS_EQUAL, Family.A950: _ON_950}, "out"),
        PromoteBy(_of_less_equal_scalar, *PAIR),
        When(on_950, CommonIn(_LESS_EQUAL)),
        TRUTH,
        *_LIKE_SELF,
        DONE_IF_EMPTY,
    ),
    _less_or_equal_scalar,
    families=ALL_BUT_310B,
)
gt_tensor = Definition(
    "aclnnGtTensor",
    "out = self > other",
    (
        NotNull(*PAIR, "out"),
        DtypeIn(NUMERIC_AND_UNSIGNED, "out"),
        Check(_no_bfloat16),
        PromoteBy(_of_tensors_without_bool, *PAIR),
        CommonIn(REAL_AND_UNSIGNED),
        TRUTH,
        *PAIR_AND_OUT_SHAPES,
        DONE_IF_EMPTY,
    ),
    compare(GREATER),
    families=ALL_BUT_310B,
)
gt_scalar = Definition(
    "aclnnGtScalar",
    "out = self > other",
    (
        NotNull(*PAIR, "out"),
        DtypeIn(REAL_AND_UNSIGNED, *PAIR),
        DtypeIn(NUMERIC_AND_UNSIGNED, "out"),
        PromoteBy(_of_greater_scalar, *PAIR),
        TRUTH,
        *_LIKE_SELF,
        DONE_IF_EMPTY,
    ),
    compare(GREATER, takes_strides=("self",)),
    families=ALL_BUT_310B,
)
ge_tensor = Definition(
    "aclnnGeTensor",
    "out = self >= other",
    (
        NotNull(*PAIR, "out"),
        DtypeIn(_ANY_CHIP, "out"),
        PromoteBy(_of_tensors_without_bool, *PAIR),
        CommonIn(_GREATER_EQUAL),
        TRUTH,
        *PAIR_AND_OUT_SHAPES,
        DONE_IF_EMPTY,
    ),
    compare(GREATER_EQUAL, takes_strides=PAIR),
    families=ALL_BUT_310B,
)
ge_scalar = Definition(
    "aclnnGeScalar",
    "out = self >= other",
    (
        NotNull(*PAIR, "out"),
        When(on_950, DtypeIn(_GREATER_EQUAL_SCALAR, "self")),
        DtypeIn(_ANY_CHIP, "out"),
        PromoteBy(_of_greater_scalar, *PAIR),
        CommonIn(_GREATER_EQUAL_SCALAR),
        TRUTH,
        *_LIKE_SELF,
        DONE_IF_EMPTY,
    ),
    compare(GREATER_EQUAL),
    families=ALL_BUT_310B,
)

OPERATORS = (
    eq_tensor,
    in_place("aclnnInplaceEqTensor", eq_tensor, *FITS_SELF),
    eq_scalar,
    in_place("aclnnInplaceEqScalar", eq_scalar),
    ne_tensor,
    in_place("aclnnInplaceNeTensor", ne_tensor),
    ne_scalar,
    in_place("aclnnInplaceNeScalar", ne_scalar),
    lt_tensor,
    in_place("aclnnInplaceLtTensor", lt_tensor),
    lt_scalar,
    in_place("aclnnInplaceLtScalar", lt_scalar),
    le_tensor,
    in_place("aclnnInplaceLeTensor", le_tensor),
    le_scalar,
    in_place("aclnnInplaceLeScalar", le_scalar),
    gt_tensor,
    in_place("aclnnInplaceGtTensor", gt_tensor),
    gt_scalar,
    in_place("aclnnInplaceGtScalar", gt_scalar),
    ge_tensor,
    in_place("aclnnInplaceGeTensor", ge_tensor),
    ge_scalar,
    in_place("aclnnInplaceGeScalar", ge_scalar),
)
