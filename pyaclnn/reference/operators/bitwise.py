"""Operators on bits: and, or, exclusive or, not, and shifts."""

from __future__ import annotations

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
from ..definition import Definition
from ..dtype_lists import UNSIGNED, Dtypes, per_chip
from ..kernels import Kernel
from ..kernels.comparison import LOGICAL_AND, LOGICAL_NOT, LOGICAL_OR, NOT_EQUAL
from ..lowering import Array, Lower, Lowering
from ..patterns.binary import DONE_IF_EMPTY, PAIR, PAIR_AND_OUT_SHAPES, PAIR_SHAPES, by_category, by_chip, promoted
from ..patterns.in_place import in_place
from ..patterns.lowerings import operands
from ..promotion import promote
from ..rules import (
    INNER_NULL,
    Broadcast,
    Call,
    Castable,
    DoneIfEmpty,
    DtypeIn,
    DtypeLike,
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
_XOR_AND_NOT = per_chip((*_INTEGERS, BOOL), A950=_ON_950)
_SHIFTED = per_chip((*_INTEGERS, *UNSIGNED))

_NARROW = (INT16, INT32, UINT16)
_ALL_INTEGERS = (INT8, INT16, UINT8, UINT16, INT32, UINT32, INT64, UINT64)
BITWISE_AND = Kernel("BitwiseAnd", np.bitwise_and, per_chip(_NARROW, since_910b=(INT64,)))
BITWISE_OR = Kernel("BitwiseOr", np.bitwise_or, per_chip(_NARROW, since_910b=(INT64,), A950=_ALL_INTEGERS))
BITWISE_XOR = Kernel("BitwiseXor", np.bitwise_xor, per_chip(_NARROW, since_910b=(INT64,), A950=_ALL_INTEGERS))
INVERT = Kernel("Invert", np.invert, per_chip((INT16, UINT16), A950=_ALL_INTEGERS))


def _clamped(y: Array) -> Any:
    """A shift that the integer's width bears."""
    widest = 8 * y.itemsize - 1
    return y if y.size and y.min() >= 0 and y.max() <= widest else np.clip(y, 0, widest)


def _shift_left(x: Array, y: Array, out: Array | None = None) -> Any:
    return np.left_shift(x, _clamped(y), out=out)


def _shift_right(x: Array, y: Array, out: Array | None = None) -> Any:
    return np.right_shift(x, _clamped(y), out=out)


LEFT_SHIFT = Kernel("LeftShift", _shift_left, per_chip(()))
RIGHT_SHIFT = Kernel("RightShift", _shift_right, per_chip((), A950=_ALL_INTEGERS))


def _bits(kernel: Kernel, of_bools: Kernel, inputs: tuple[str, str] = PAIR) -> Lower:
    """Both operands in the common dtype; bools have a kernel of their own."""

    def lower(low: Lowering, call: Call) -> None:
        chosen = of_bools if call.common == BOOL else kernel
        low.write(chosen(low, *operands(low, inputs, call.common)), "out")

    return lower


def _with_scalar_by_value(call: Call) -> DType | None:
    """The older chips take an int64 scalar that int32 holds for an int32; Ascend950 keeps the tensor's dtype."""
    x, other = call.args["self"].dtype, call.args["other"]
    if call.family is Family.A950:
        return promote(x, other.dtype) if x == BOOL else x
    if other.dtype == INT64 and -(2**31) <= int(other.value) < 2**31:
        return promote(x, INT32)
    return promote(x, other.dtype)


_AND_CHECKS = (NotNull(*PAIR, "out"), DtypeIn(_AND, *PAIR), Promote(*PAIR, to="out"))

bitwise_and_tensor = Definition(
    "aclnnBitwiseAndTensor",
    "out = self & other",
    (*_AND_CHECKS, NotPrivate(*PAIR, "out"), *PAIR_SHAPES, DONE_IF_EMPTY),
    _bits(BITWISE_AND, LOGICAL_AND),
    families=ALL_BUT_310B,
)
bitwise_and_tensor_out = Definition(
    "aclnnBitwiseAndTensorOut",
    "out = self & other",
    (*_AND_CHECKS, SameFormat(*PAIR, "out"), NotPrivate("self"), *PAIR_SHAPES, DONE_IF_EMPTY),
    _bits(BITWISE_AND, LOGICAL_AND),
    families=ALL_BUT_310B,
)
bitwise_and_scalar = Definition(
    "aclnnBitwiseAndScalar",
    "out = self & other",
    (
        NotNull(*PAIR, "out"),
        DtypeIn(_AND, *PAIR),
        PromoteBy(by_chip(by_category(*PAIR), promoted(*PAIR)), *PAIR),
        Castable("out"),
        NotPrivate("self", "out"),
        MaxRank("self"),
        SameShape("self", "out"),
        DONE_IF_EMPTY,
    ),
    _bits(BITWISE_AND, LOGICAL_AND),
    families=ALL_BUT_310B,
)


def _of_tensors(name: str, formula: str, taken: Dtypes, kernel: Kernel, of_bools: Kernel) -> Definition:
    return Definition(
        name,
        formula,
        (
            NotNull(*PAIR, "out"),
            DtypeIn(taken, *PAIR),
            Promote(*PAIR, to="out"),
            *PAIR_AND_OUT_SHAPES,
            DONE_IF_EMPTY,
        ),
        _bits(kernel, of_bools),
        families=ALL_BUT_310B,
    )


def _with_scalar(name: str, formula: str, taken: Dtypes, kernel: Kernel, of_bools: Kernel) -> Definition:
    return Definition(
        name,
        formula,
        (
            NotNull(*PAIR, "out"),
            DtypeIn(taken, *PAIR),
            PromoteBy(_with_scalar_by_value, *PAIR),
            Castable("out"),
            SameShape("self", "out"),
            MaxRank("self"),
            DONE_IF_EMPTY,
        ),
        _bits(kernel, of_bools),
        families=ALL_BUT_310B,
    )


bitwise_or_tensor = _of_tensors("aclnnBitwiseOrTensor", "out = self | other", _OR, BITWISE_OR, LOGICAL_OR)
bitwise_or_scalar = _with_scalar("aclnnBitwiseOrScalar", "out = self | other", _OR_SCALAR, BITWISE_OR, LOGICAL_OR)
bitwise_xor_tensor = _of_tensors("aclnnBitwiseXorTensor", "out = self ^ other", _XOR_AND_NOT, BITWISE_XOR, NOT_EQUAL)
bitwise_xor_scalar = _with_scalar("aclnnBitwiseXorScalar", "out = self ^ other", _XOR_AND_NOT, BITWISE_XOR, NOT_EQUAL)


def _bitwise_not(low: Lowering, call: Call) -> None:
    x = low.contiguous("self")
    low.view_copy((LOGICAL_NOT if x.dtype == BOOL else INVERT)(low, x), "out")


bitwise_not = Definition(
    "aclnnBitwiseNot",
    "out = ~self; of bools the contrary",
    (
        NotNull("self", "out", code=INNER_NULL),
        DtypeIn(_XOR_AND_NOT, "self"),
        DtypeLike("out", "self"),
        NotPrivate("self", "out"),
        MaxRank("self", "out"),
        SameShape("self", "out"),
        DoneIfEmpty("self"),
    ),
    _bitwise_not,
    families=ALL_BUT_310B,
)


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
        PromoteBy(promoted("self", "shiftBits"), "self", "shiftBits"),
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
    in_place("aclnnInplaceBitwiseAndTensor", bitwise_and_tensor),
    bitwise_and_tensor_out,
    in_place("aclnnInplaceBitwiseAndTensorOut", bitwise_and_tensor_out, parameter="self"),
    bitwise_and_scalar,
    in_place("aclnnInplaceBitwiseAndScalar", bitwise_and_scalar),
    bitwise_or_tensor,
    in_place("aclnnInplaceBitwiseOrTensor", bitwise_or_tensor),
    bitwise_or_scalar,
    in_place("aclnnInplaceBitwiseOrScalar", bitwise_or_scalar),
    bitwise_xor_tensor,
    in_place("aclnnInplaceBitwiseXorTensor", bitwise_xor_tensor),
    bitwise_xor_scalar,
    in_place("aclnnInplaceBitwiseXorScalar", bitwise_xor_scalar),
    bitwise_not,
    left_shift,
    left_shifts,
    right_shift,
)
