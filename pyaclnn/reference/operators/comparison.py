"""Comparisons of two tensors, or of a tensor and a scalar, with their in-place twins."""

from __future__ import annotations

import numpy as np

from ...dtypes import (
    BFLOAT16,
    BOOL,
    COMPLEX64,
    COMPLEX128,
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
from ..comparison_kernels import EQUAL, GREATER, GREATER_EQUAL, LESS, LESS_EQUAL, NOT_EQUAL, compare
from ..definition import Definition
from ..dtype_lists import BASE, NUMERIC, UNSIGNED, per_chip
from ..in_place import FITS_SELF, in_place
from ..lowering import Lowering
from ..meta import ScalarValue
from ..promotion import combine_with_scalar, default_of_scalar, promote, promote_by_rank
from ..rules import (
    INNER_NULL,
    Broadcast,
    Call,
    Check,
    CommonIn,
    DoneIfEmpty,
    DtypeIn,
    Infer,
    MaxRank,
    NotNull,
    Promote,
    PromoteBy,
    SameShape,
    When,
    require,
)

_NAMES = ("self", "other")
_COMPLEX = (COMPLEX64, COMPLEX128)
_REAL = tuple(dtype for dtype in BASE if dtype not in _COMPLEX)
_ORDERED = per_chip((*_REAL, *UNSIGNED), since_910b=(BFLOAT16,))
# Ascend950 writes truth values as nearly anything.
_ON_950 = (*BASE, *UNSIGNED, BFLOAT16)

_EQUAL = per_chip((*BASE, UINT64, UINT32), B910=NUMERIC[Family.B910], C910=NUMERIC[Family.C910],
                  A950=(*BASE, BFLOAT16, UINT64))  # fmt: skip
_EQUAL_SCALAR = per_chip((*BASE, BFLOAT16), A910=(*BASE, UINT64, UINT32), A950=(*BASE, BFLOAT16, UINT64))
_NOT_EQUAL = per_chip(BASE, since_910b=(BFLOAT16,), A950=(*BASE, BFLOAT16, UINT64))
_LESS_EQUAL = per_chip((*_REAL, UINT16), since_910b=(BFLOAT16,), A950=(*_REAL, UINT16, BFLOAT16, UINT64))
_GREATER_TO = per_chip((*BASE, *UNSIGNED), since_910b=(BFLOAT16,))
_GREATER_EQUAL = per_chip((*(d for d in _REAL if d != BOOL), *UNSIGNED), since_910b=(BFLOAT16,))
_GREATER_EQUAL_SCALAR = {**_GREATER_EQUAL, Family.A950: (*_REAL, *UNSIGNED, BFLOAT16)}
_ANY_CHIP = per_chip((*BASE, *UNSIGNED, BFLOAT16))

_TRUTH = Infer("out", dtype=lambda call: BOOL)
_SHAPES = (MaxRank("self", "other", "out"), Broadcast("self", "other", to="out"))
_LIKE_SELF = (MaxRank("self", "out"), SameShape("self", "out"))
_EMPTY = DoneIfEmpty("self", "other")


def _on_950(call: Call) -> bool:
    return call.family is Family.A950


def _before_950(call: Call) -> bool:
    return call.family is not Family.A950


def _of_tensors(call: Call) -> DType | None:
    """Ascend950 lets a 0-d tensor count as a scalar does."""
    x, other = call.args["self"], call.args["other"]
    if _on_950(call):
        return promote_by_rank(x.dtype, x.ndim, other.dtype, other.ndim)
    return promote(x.dtype, other.dtype)


def _of_tensors_without_bool(call: Call) -> DType | None:
    common = _of_tensors(call)
    return INT8 if common == BOOL else common


def _by_category(call: Call) -> DType | None:
    """Ascend950's dtype of a tensor and a scalar."""
    common = combine_with_scalar(call.args["self"].dtype, default_of_scalar(call.args["other"].dtype))
    return COMPLEX64 if common is not None and common.is_complex and common not in _COMPLEX else common


def _of_equal_scalar(call: Call) -> DType | None:
    x, other = call.args["self"].dtype, call.args["other"].dtype
    if _on_950(call):
        return _by_category(call)
    if x.is_complex or (x.is_floating and not other.is_complex):
        return x
    return promote(x, other) if x == BOOL or other.is_floating or other.is_complex else x


def _of_less_equal_scalar(call: Call) -> DType | None:
    x, other = call.args["self"].dtype, call.args["other"].dtype
    if _on_950(call):
        return _by_category(call)
    return x if x.is_floating else FLOAT32 if other == FLOAT64 else promote(x, other)


def _as_operand(call: Call) -> DType:
    """What the older chips read the scalar of less-than as, before it is promoted."""
    x, other = call.args["self"].dtype, call.args["other"].dtype
    return x if x.is_floating else FLOAT32 if other == FLOAT64 else other


def _of_less_scalar(call: Call) -> DType | None:
    return _by_category(call) if _on_950(call) else promote(call.args["self"].dtype, _as_operand(call))


def _operand_is_ordered(call: Call) -> None:
    dtype = _as_operand(call)
    require(dtype in _ORDERED[call.family], f"other is {dtype.name}, which has no order on {call.family.value}")


def _of_greater_scalar(call: Call) -> DType | None:
    """The older chips leave a float dtype where it doesn't hold a double to float32's epsilon."""
    x, other = call.args["self"].dtype, call.args["other"]
    if _on_950(call):
        common = _by_category(call)
    elif other.dtype == FLOAT64 and x.is_floating and _holds(x, other):
        return x
    else:
        common = promote(x, other.dtype)
    return INT8 if common == BOOL else common


def _holds(dtype: DType, scalar: ScalarValue) -> bool:
    with np.errstate(all="ignore"):
        rounded = np.float64(scalars.number(scalar, dtype))
        return bool(np.abs(rounded - scalars.number(scalar, FLOAT64)) <= np.finfo(np.float32).eps)


def _less_than_scalar(low: Lowering, call: Call) -> None:
    dtype = UINT8 if call.common == BOOL else call.common
    read_as = dtype if _on_950(call) else _as_operand(call)
    x = low.cast(low.contiguous("self"), dtype)
    other = low.cast(low.constant(call.args["other"], read_as), dtype)
    low.write(LESS(low, x, other, dtype=BOOL), "out")


def _less_or_equal_scalar(low: Lowering, call: Call) -> None:
    compare(LESS_EQUAL, for_bool=BOOL if low.family is Family.A950 else FLOAT32)(low, call)


def _no_bfloat16(call: Call) -> None:
    """Ascend910A looks at bfloat16 alone; what it promotes with others is checked as the common dtype."""
    for name, dtype in call.dtypes_of(_NAMES):
        taken = call.family is not Family.A910 or dtype != BFLOAT16
        require(taken, f"{name} is bfloat16, which {call.family.value} does not compare")


eq_tensor = Definition(
    "aclnnEqTensor",
    "out = self == other",
    (
        NotNull("self", "other", "out"),
        When(_on_950, DtypeIn(_EQUAL, "self", "other")),
        DtypeIn({**_EQUAL, Family.A950: _ON_950}, "out"),
        Check(_no_bfloat16),
        PromoteBy(_of_tensors, *_NAMES),
        CommonIn(_EQUAL),
        _TRUTH,
        *_SHAPES,
        _EMPTY,
    ),
    compare(EQUAL),
    families=ALL_BUT_310B,
)
eq_scalar = Definition(
    "aclnnEqScalar",
    "out = self == other",
    (
        NotNull("self", "other", "out"),
        DtypeIn(_EQUAL_SCALAR, "self", "other"),
        DtypeIn({**_EQUAL_SCALAR, Family.A950: _ON_950}, "out"),
        When(_before_950, Promote("self", "other")),
        PromoteBy(_of_equal_scalar, *_NAMES),
        When(_on_950, CommonIn(_EQUAL_SCALAR)),
        _TRUTH,
        *_LIKE_SELF,
        _EMPTY,
    ),
    compare(EQUAL),
    families=ALL_BUT_310B,
)
ne_tensor = Definition(
    "aclnnNeTensor",
    "out = self != other",
    (
        NotNull("self", "other", "out"),
        _EMPTY,
        DtypeIn(_NOT_EQUAL, "self", "other"),
        DtypeIn({**_NOT_EQUAL, Family.A950: _ON_950}, "out"),
        PromoteBy(_of_tensors, *_NAMES),
        When(_on_950, CommonIn(_NOT_EQUAL)),
        _TRUTH,
        MaxRank("self", "other"),
        Broadcast("self", "other", to="out"),
    ),
    compare(NOT_EQUAL),
    families=ALL_BUT_310B,
)
ne_scalar = Definition(
    "aclnnNeScalar",
    "out = self != other",
    (
        NotNull("self", "other", "out"),
        DtypeIn(_NOT_EQUAL, "self", "other"),
        DtypeIn({**_NOT_EQUAL, Family.A950: _ON_950}, "out"),
        PromoteBy(_of_equal_scalar, *_NAMES),
        When(_on_950, CommonIn(_NOT_EQUAL)),
        _TRUTH,
        *_LIKE_SELF,
        _EMPTY,
    ),
    compare(NOT_EQUAL),
    families=ALL_BUT_310B,
)
lt_tensor = Definition(
    "aclnnLtTensor",
    "out = self < other",
    (
        NotNull("self", "other", "out"),
        DtypeIn(_ORDERED, "self", "other"),
        DtypeIn({**_ORDERED, Family.A950: _ON_950}, "out"),
        PromoteBy(_of_tensors, *_NAMES),
        When(_on_950, CommonIn(_ORDERED)),
        _TRUTH,
        MaxRank("self", "other"),
        Broadcast("self", "other", to="out"),
        _EMPTY,
    ),
    compare(LESS, for_bool=UINT8),
)
lt_scalar = Definition(
    "aclnnLtScalar",
    "out = self < other",
    (
        When(_before_950, NotNull("other", "self", code=INNER_NULL)),
        NotNull("other", "self", "out"),
        DtypeIn(_ORDERED, "self"),
        When(_before_950, Check(_operand_is_ordered)),
        When(_on_950, DtypeIn(_ORDERED, "other")),
        DtypeIn({**_ORDERED, Family.A950: _ON_950}, "out"),
        PromoteBy(_of_less_scalar, *_NAMES),
        When(_on_950, CommonIn(_ORDERED)),
        _TRUTH,
        *_LIKE_SELF,
        _EMPTY,
    ),
    _less_than_scalar,
)
le_tensor = Definition(
    "aclnnLeTensor",
    "out = self <= other",
    (
        NotNull("self", "other", "out"),
        _EMPTY,
        DtypeIn(_LESS_EQUAL, "self", "other"),
        DtypeIn({**_LESS_EQUAL, Family.A950: _ON_950}, "out"),
        PromoteBy(_of_tensors, *_NAMES),
        When(_on_950, CommonIn(_LESS_EQUAL)),
        _TRUTH,
        *_SHAPES,
    ),
    compare(LESS_EQUAL, for_bool=FLOAT32),
    families=ALL_BUT_310B,
)
le_scalar = Definition(
    "aclnnLeScalar",
    "out = self <= other",
    (
        NotNull("self", "other", "out"),
        DtypeIn(_LESS_EQUAL, "self", "other"),
        DtypeIn({**_LESS_EQUAL, Family.A950: _ON_950}, "out"),
        PromoteBy(_of_less_equal_scalar, *_NAMES),
        When(_on_950, CommonIn(_LESS_EQUAL)),
        _TRUTH,
        *_LIKE_SELF,
        _EMPTY,
    ),
    _less_or_equal_scalar,
    families=ALL_BUT_310B,
)
gt_tensor = Definition(
    "aclnnGtTensor",
    "out = self > other",
    (
        NotNull("self", "other", "out"),
        DtypeIn(_GREATER_TO, "out"),
        Check(_no_bfloat16),
        PromoteBy(_of_tensors_without_bool, *_NAMES),
        CommonIn(_ORDERED),
        _TRUTH,
        *_SHAPES,
        _EMPTY,
    ),
    compare(GREATER),
    families=ALL_BUT_310B,
)
gt_scalar = Definition(
    "aclnnGtScalar",
    "out = self > other",
    (
        NotNull("self", "other", "out"),
        DtypeIn(_ORDERED, "self", "other"),
        DtypeIn(_GREATER_TO, "out"),
        PromoteBy(_of_greater_scalar, *_NAMES),
        _TRUTH,
        *_LIKE_SELF,
        _EMPTY,
    ),
    compare(GREATER, takes_strides=("self",)),
    families=ALL_BUT_310B,
)
ge_tensor = Definition(
    "aclnnGeTensor",
    "out = self >= other",
    (
        NotNull("self", "other", "out"),
        DtypeIn(_ANY_CHIP, "out"),
        PromoteBy(_of_tensors_without_bool, *_NAMES),
        CommonIn(_GREATER_EQUAL),
        _TRUTH,
        *_SHAPES,
        _EMPTY,
    ),
    compare(GREATER_EQUAL, takes_strides=("self", "other")),
    families=ALL_BUT_310B,
)
ge_scalar = Definition(
    "aclnnGeScalar",
    "out = self >= other",
    (
        NotNull("self", "other", "out"),
        When(_on_950, DtypeIn(_GREATER_EQUAL_SCALAR, "self")),
        DtypeIn(_ANY_CHIP, "out"),
        PromoteBy(_of_greater_scalar, *_NAMES),
        CommonIn(_GREATER_EQUAL_SCALAR),
        _TRUTH,
        *_LIKE_SELF,
        _EMPTY,
    ),
    compare(GREATER_EQUAL),
    families=ALL_BUT_310B,
)

OPERATORS = (
    eq_tensor,
    in_place(eq_tensor, *FITS_SELF, name="aclnnInplaceEqTensor"),
    eq_scalar,
    in_place(eq_scalar, name="aclnnInplaceEqScalar"),
    ne_tensor,
    in_place(ne_tensor, name="aclnnInplaceNeTensor"),
    ne_scalar,
    in_place(ne_scalar, name="aclnnInplaceNeScalar"),
    lt_tensor,
    in_place(lt_tensor, name="aclnnInplaceLtTensor"),
    lt_scalar,
    in_place(lt_scalar, name="aclnnInplaceLtScalar"),
    le_tensor,
    in_place(le_tensor, name="aclnnInplaceLeTensor"),
    le_scalar,
    in_place(le_scalar, name="aclnnInplaceLeScalar"),
    gt_tensor,
    in_place(gt_tensor, name="aclnnInplaceGtTensor"),
    gt_scalar,
    in_place(gt_scalar, name="aclnnInplaceGtScalar"),
    ge_tensor,
    in_place(ge_tensor, name="aclnnInplaceGeTensor"),
    ge_scalar,
    in_place(ge_scalar, name="aclnnInplaceGeScalar"),
)
