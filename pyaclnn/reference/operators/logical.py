"""Logical operators: and, or, exclusive or, and not, of any numbers."""

from __future__ import annotations

from ...dtypes import (
    BFLOAT16,
    BOOL,
)
from ..chips import ALL_BUT_310B, Family
from ..definition import Definition
from ..dtype_lists import (
    BASE,
    BASE_REAL,
    COMPLEX,
    NUMERIC,
    NUMERIC_ON_ANY_CHIP,
    UNSIGNED,
    per_chip,
)
from ..kernels import Kernel
from ..kernels.comparison import LOGICAL_AND, LOGICAL_NOT, LOGICAL_OR, NOT_EQUAL, any_part
from ..lowering import Buffer, Lower, Lowering
from ..patterns.binary import DONE_IF_EMPTY, PAIR, PAIR_SHAPES, TRUTH
from ..patterns.in_place import in_place
from ..patterns.lowerings import operands
from ..rules import (
    MAX_RANK,
    Call,
    Check,
    DoneIfEmpty,
    DtypeIn,
    MaxRank,
    NotNull,
    SameShape,
    require,
)

# What a complex tensor's parts, looked at as one more dimension, leave of the allowed rank.
_COMPLEX_RANK = MAX_RANK - 1


def _truth(low: Lowering, name: str) -> Buffer:
    """Whether each element is not zero."""
    return low.cast(low.contiguous(name), BOOL)


def _truths(kernel: Kernel) -> Lower:
    def lower(low: Lowering, call: Call) -> None:
        low.write(kernel(low, _truth(low, "self"), _truth(low, "other"), dtype=BOOL), "out")

    return lower


def _logical_or(low: Lowering, call: Call) -> None:
    """Ascend950's kernel takes two of one dtype as they are."""
    x, other = call.args["self"].dtype, call.args["other"].dtype
    assert LOGICAL_OR.on_core is not None
    if low.family is Family.A950 and x == other and x in LOGICAL_OR.on_core[low.family]:
        low.write(LOGICAL_OR(low, *operands(low, PAIR), dtype=BOOL), "out")
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
        if x.dtype not in COMPLEX:
            return low.cast(x, BOOL)
        require(x.ndim <= _COMPLEX_RANK, f"{name} has {x.ndim} dimensions; for {x.dtype.name} {_COMPLEX_RANK} are most")
        return any_part(low, x)

    low.write(NOT_EQUAL(low, truth("self"), truth("other"), dtype=BOOL), "out")


logical_and = Definition(
    "aclnnLogicalAnd",
    "out = self != 0 and other != 0",
    (NotNull(*PAIR, "out"), DtypeIn(NUMERIC_ON_ANY_CHIP, *PAIR), TRUTH, *PAIR_SHAPES, DONE_IF_EMPTY),
    _truths(LOGICAL_AND),
    families=ALL_BUT_310B,
)
logical_or = Definition(
    "aclnnLogicalOr",
    "out = self != 0 or other != 0",
    (
        NotNull(*PAIR, "out"),
        DtypeIn(NUMERIC, *PAIR),
        DtypeIn({**NUMERIC, Family.A950: (*BASE, *UNSIGNED, BFLOAT16)}, "out"),
        TRUTH,
        *PAIR_SHAPES,
        DONE_IF_EMPTY,
    ),
    _logical_or,
    families=ALL_BUT_310B,
)
logical_xor = Definition(
    "aclnnLogicalXor",
    "out = (self != 0) != (other != 0)",
    (NotNull(*PAIR, "out"), DtypeIn(NUMERIC, *PAIR, "out"), TRUTH, *PAIR_SHAPES, DONE_IF_EMPTY),
    _logical_xor,
    families=ALL_BUT_310B,
)
logical_not = Definition(
    "aclnnLogicalNot",
    "out = self == 0",
    (
        NotNull("self", "out"),
        DtypeIn(per_chip((*BASE_REAL, BFLOAT16)), "self", "out"),
        TRUTH,
        SameShape("self", "out"),
        Check(_rank_unless_contiguous),
        DoneIfEmpty("self"),
    ),
    _logical_not,
    families=ALL_BUT_310B,
)


OPERATORS = (
    logical_and,
    in_place("aclnnInplaceLogicalAnd", logical_and),
    logical_or,
    in_place("aclnnInplaceLogicalOr", logical_or),
    logical_xor,
    logical_not,
    in_place("aclnnInplaceLogicalNot", logical_not),
)
