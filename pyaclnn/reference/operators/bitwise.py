"""Operators on bits: and, or, exclusive or, not, and shifts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...dtypes import (
    BOOL,
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
from ..chips import ALL_BUT_310B, Family
from ..comparison_kernels import LOGICAL_AND, LOGICAL_NOT, LOGICAL_OR, NOT_EQUAL
from ..definition import Definition
from ..dtype_lists import UNSIGNED, per_chip
from ..in_place import in_place
from ..kernels import Kernel
from ..lowering import Array, Lowering
from ..patterns import operands
from ..promotion import combine_with_scalar, default_of_scalar, promote
from ..rules import (
    INNER_NULL,
    Broadcast,
    Call,
    Castable,
    DoneIfEmpty,
    DtypeIn,
    DtypeIs,
    MaxRank,
    NotNull,
    NotPrivate,
    Promote,
    PromoteBy,
    SameFormat,
    SameShape,
)

_INTEGERS = (INT8, INT16, INT32, INT64, UINT8)
_ON_950 = (*_INTEGERS, *UNSIGNED, BOOL)
_AND = per_chip((*_INTEGERS, BOOL, UINT16))
_OR_SCALAR = per_chip((*_INTEGERS, BOOL, UINT16), A950=_ON_950)
_OR = per_chip(_ON_950)
_XOR = per_chip((*_INTEGERS, BOOL), A950=_ON_950)
_NOT = per_chip((*_INTEGERS, BOOL), A950=_ON_950)
_SHIFTED = per_chip((*_INTEGERS, *UNSIGNED))

_NARROW = (INT16, INT32, UINT16)
_ALL_INTEGERS = (INT8, INT16, UINT8, UINT16, INT32, UINT32, INT64, UINT64)
BITWISE_AND = Kernel("BitwiseAnd", np.bitwise_and, per_chip(_NARROW, since_910b=(INT64,)))
BITWISE_OR = Kernel("BitwiseOr", np.bitwise_or, per_chip(_NARROW, since_910b=(INT64,), A950=_ALL_INTEGERS))
BITWISE_XOR = Kernel("BitwiseXor", np.bitwise_xor, per_chip(_NARROW, since_910b=(INT64,), A950=_ALL_INTEGERS))
INVERT = Kernel("Invert", np.invert, per_chip((INT16, UINT16), A950=_ALL_INTEGERS))


def _clamped(y: Array) -> Any:
    """A shift that the integer's width bears."""
    return np.clip(y, 0, 8 * y.itemsize - 1)


def _shift_left(x: Array, y: Array) -> Any:
    return np.left_shift(x, _clamped(y))


def _shift_right(x: Array, y: Array) -> Any:
    return np.right_shift(x, _clamped(y))


LEFT_SHIFT = Kernel("LeftShift", _shift_left, per_chip(()), takes_out=False)
RIGHT_SHIFT = Kernel("RightShift", _shift_right, per_chip((), A950=_ALL_INTEGERS), takes_out=False)


def _bits(
    kernel: Kernel, of_bools: Kernel, inputs: tuple[str, str] = ("self", "other")
) -> Callable[[Lowering, Call], None]:
    """Both operands in the common dtype; bools have a kernel of their own."""

    def lower(low: Lowering, call: Call) -> None:
        chosen = of_bools if call.common == BOOL else kernel
        low.write(chosen(low, *operands(low, inputs, call.common)), "out")

    return lower


def _with_scalar_by_category(call: Call) -> DType | None:
    x, other = call.args["self"].dtype, call.args["other"].dtype
    return combine_with_scalar(x, default_of_scalar(other)) if call.family is Family.A950 else promote(x, other)


def _with_scalar_by_value(call: Call) -> DType | None:
    """The older chips take an int64 scalar that int32 holds for an int32; Ascend950 keeps the tensor's dtype."""
    x, other = call.args["self"].dtype, call.args["other"]
    if call.family is Family.A950:
        return promote(x, other.dtype) if x == BOOL else x
    if other.dtype == INT64 and -(2**31) <= int(other.value) < 2**31:
        return promote(x, INT32)
    return promote(x, other.dtype)


_EMPTY = DoneIfEmpty("self", "other")
_SHAPES = (MaxRank("self", "other", "out"), Broadcast("self", "other", to="out"))
_AND_CHECKS = (NotNull("self", "other", "out"), DtypeIn(_AND, "self", "other"), Promote("self", "other", to="out"))
_AND_SHAPES = (MaxRank("self", "other"), Broadcast("self", "other", to="out"), _EMPTY)

bitwise_and_tensor = Definition(
    "aclnnBitwiseAndTensor",
    "out = self & other",
    (*_AND_CHECKS, NotPrivate("self", "other", "out"), *_AND_SHAPES),
    _bits(BITWISE_AND, LOGICAL_AND),
    families=ALL_BUT_310B,
)
bitwise_and_tensor_out = Definition(
    "aclnnBitwiseAndTensorOut",
    "out = self & other",
    (*_AND_CHECKS, SameFormat("self", "other", "out"), NotPrivate("self"), *_AND_SHAPES),
    _bits(BITWISE_AND, LOGICAL_AND),
    families=ALL_BUT_310B,
)
bitwise_and_scalar = Definition(
    "aclnnBitwiseAndScalar",
    "out = self & other",
    (
        NotNull("self", "other", "out"),
        DtypeIn(_AND, "self", "other"),
        PromoteBy(_with_scalar_by_category, "self", "other"),
        Castable("out"),
        NotPrivate("self", "out"),
        MaxRank("self"),
        SameShape("self", "out"),
        _EMPTY,
    ),
    _bits(BITWISE_AND, LOGICAL_AND),
    families=ALL_BUT_310B,
)
bitwise_or_tensor = Definition(
    "aclnnBitwiseOrTensor",
    "out = self | other",
    (
        NotNull("self", "other", "out"),
        DtypeIn(_OR, "self", "other"),
        Promote("self", "other", to="out"),
        *_SHAPES,
        _EMPTY,
    ),
    _bits(BITWISE_OR, LOGICAL_OR),
    families=ALL_BUT_310B,
)
bitwise_or_scalar = Definition(
    "aclnnBitwiseOrScalar",
    "out = self | other",
    (
        NotNull("self", "other", "out"),
        DtypeIn(_OR_SCALAR, "self", "other"),
        PromoteBy(_with_scalar_by_value, "self", "other"),
        Castable("out"),
        SameShape("self", "out"),
        MaxRank("self"),
        _EMPTY,
    ),
    _bits(BITWISE_OR, LOGICAL_OR),
    families=ALL_BUT_310B,
)
bitwise_xor_tensor = Definition(
    "aclnnBitwiseXorTensor",
    "out = self ^ other",
    (
        NotNull("self", "other", "out"),
        DtypeIn(_XOR, "self", "other"),
        Promote("self", "other", to="out"),
        *_SHAPES,
        _EMPTY,
    ),
    _bits(BITWISE_XOR, NOT_EQUAL),
    families=ALL_BUT_310B,
)
bitwise_xor_scalar = Definition(
    "aclnnBitwiseXorScalar",
    "out = self ^ other",
    (
        NotNull("self", "other", "out"),
        DtypeIn(_XOR, "self", "other"),
        PromoteBy(_with_scalar_by_value, "self", "other"),
        Castable("out"),
        SameShape("self", "out"),
        MaxRank("self"),
        _EMPTY,
    ),
    _bits(BITWISE_XOR, NOT_EQUAL),
    families=ALL_BUT_310B,
)


def _bitwise_not(low: Lowering, call: Call) -> None:
    x = low.contiguous("self")
    low.view_copy((LOGICAL_NOT if x.dtype == BOOL else INVERT)(low, x), "out")


bitwise_not = Definition(
    "aclnnBitwiseNot",
    "out = ~self; of bools the contrary",
    (
        NotNull("self", "out", code=INNER_NULL),
        DtypeIn(_NOT, "self"),
        DtypeIs("out", lambda call: call.args["self"].dtype, "the dtype of self"),
        NotPrivate("self", "out"),
        MaxRank("self", "out"),
        SameShape("self", "out"),
        DoneIfEmpty("self"),
    ),
    _bitwise_not,
    families=ALL_BUT_310B,
)


def _shift_by_scalar(call: Call) -> DType | None:
    return promote(call.args["self"].dtype, call.args["shiftBits"].dtype)


def _left_shift(low: Lowering, call: Call) -> None:
    shape = low.tensor("out").shape
    x, bits = operands(low, ("self", "shiftBits"), call.common)
    low.write(LEFT_SHIFT(low, low.broadcast_to(x, shape), low.broadcast_to(bits, shape)), "out")


def _right_shift(low: Lowering, call: Call) -> None:
    low.write(RIGHT_SHIFT(low, *operands(low, ("input", "shiftBits"), call.common)), "out")


left_shift = Definition(
    "aclnnLeftShift",
    "out = self << shiftBits, which counts as 0 to the width less one",
    (
        NotNull("self", "shiftBits", "out"),
        DtypeIn(_SHIFTED, "self", "shiftBits", "out"),
        MaxRank("self", "shiftBits"),
        Broadcast("self", "shiftBits", to="out"),
        NotPrivate("self", "shiftBits", "out"),
        DoneIfEmpty("self", "shiftBits"),
        Promote("self", "shiftBits", to="out"),
    ),
    _left_shift,
    families=ALL_BUT_310B,
)
left_shifts = Definition(
    "aclnnLeftShifts",
    "out = self << shiftBits, which counts as 0 to the width less one",
    (
        NotNull("self", "shiftBits", "out"),
        DtypeIn(_SHIFTED, "self", "shiftBits", "out"),
        MaxRank("self"),
        SameShape("self", "out"),
        NotPrivate("self", "out"),
        DoneIfEmpty("self"),
        PromoteBy(_shift_by_scalar, "self", "shiftBits"),
        Castable("out"),
    ),
    _left_shift,
    families=ALL_BUT_310B,
)
right_shift = Definition(
    "aclnnRightShift",
    "out = input >> shiftBits, which counts as 0 to the width less one",
    (
        NotNull("input", "shiftBits", "out"),
        DtypeIn(_SHIFTED, "input", "shiftBits", "out"),
        MaxRank("input", "shiftBits"),
        Broadcast("input", "shiftBits", to="out"),
        DoneIfEmpty("input", "shiftBits"),
        Promote("input", "shiftBits", to="out"),
    ),
    _right_shift,
    families=ALL_BUT_310B,
)

OPERATORS = (
    bitwise_and_tensor,
    in_place(bitwise_and_tensor, name="aclnnInplaceBitwiseAndTensor"),
    bitwise_and_tensor_out,
    in_place(bitwise_and_tensor_out, parameter="self", name="aclnnInplaceBitwiseAndTensorOut"),
    bitwise_and_scalar,
    in_place(bitwise_and_scalar, name="aclnnInplaceBitwiseAndScalar"),
    bitwise_or_tensor,
    in_place(bitwise_or_tensor, name="aclnnInplaceBitwiseOrTensor"),
    bitwise_or_scalar,
    in_place(bitwise_or_scalar, name="aclnnInplaceBitwiseOrScalar"),
    bitwise_xor_tensor,
    in_place(bitwise_xor_tensor, name="aclnnInplaceBitwiseXorTensor"),
    bitwise_xor_scalar,
    in_place(bitwise_xor_scalar, name="aclnnInplaceBitwiseXorScalar"),
    bitwise_not,
    left_shift,
    left_shifts,
    right_shift,
)
