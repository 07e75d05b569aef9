"""The shape that most operators of two operands have: tensors that broadcast, or a tensor and a scalar."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import TypeAlias

from ...dtypes import BOOL, DType
from .. import scalars
from ..chips import ALL_BUT_310B, Family
from ..definition import Definition
from ..kernels import Kernel
from ..meta import ScalarValue
from ..promotion import combine_with_scalar, default_of_scalar, promote, promote_by_rank
from ..rules import Broadcast, Call, Castable, DoneIfEmpty, Infer, MaxRank, NotNull, PromoteBy, Rule, on_950
from .lowerings import promoted_kernel

# The dtype that the operands of a call are computed in; None where there is none.
Promotion: TypeAlias = "Callable[[Call], DType | None]"

PAIR = ("self", "other")

# Checks that also stand where operators have them in an order of their own.
PAIR_SHAPES = (MaxRank(*PAIR), Broadcast(*PAIR, to="out"))
PAIR_AND_OUT_SHAPES = (MaxRank(*PAIR, "out"), Broadcast(*PAIR, to="out"))
DONE_IF_EMPTY = DoneIfEmpty(*PAIR)
TRUTH = Infer("out", dtype=lambda call: BOOL)


def promoted(*names: str) -> Promotion:
    """The dtype that operands promote to, scalars as if they were tensors."""

    def common(call: Call) -> DType | None:
        dtypes: list[DType | None] = [dtype for _, dtype in call.dtypes_of(names)]
        return reduce(lambda a, b: None if a is None or b is None else promote(a, b), dtypes)

    return common


def by_rank(first: str, second: str) -> Promotion:
    """The dtype that two tensors promote to, where a 0-d one beside a ranked one counts as a scalar does."""

    def common(call: Call) -> DType | None:
        x, y = call.args[first], call.args[second]
        return promote_by_rank(x.dtype, x.ndim, y.dtype, y.ndim)

    return common


def by_category(tensor: str, scalar: str, *, keeps_width: bool = False) -> Promotion:
    """A tensor's dtype unless the scalar is of a higher category; then its default one, or its own."""

    def common(call: Call) -> DType | None:
        dtype = call.args[scalar].dtype
        return combine_with_scalar(
            call.args[tensor].dtype, dtype if keeps_width and not dtype.is_complex else default_of_scalar(dtype)
        )

    return common


def instead(common: Promotion, change: Callable[[DType], DType]) -> Promotion:
    """Another dtype for some of those that a function finds."""

    def changed(call: Call) -> DType | None:
        dtype = common(call)
        return None if dtype is None else change(dtype)

    return changed


def by_chip(common_950: Promotion, common: Promotion) -> Promotion:
    """Ascend950's rule, and that of the older chips."""
    return lambda call: (common_950 if on_950(call) else common)(call)


def natural_dtype(*names: str) -> Callable[[Call], DType]:
    """What the output of operands is where the caller does not say: a scalar counts by its category only."""

    def dtype(call: Call) -> DType:
        operands = [call.args[name] for name in names]
        tensors = [x.dtype for x in operands if not isinstance(x, ScalarValue)]
        given = [x.dtype for x in operands if isinstance(x, ScalarValue)]
        if len(tensors) == len(given) == 1:
            result = scalars.result_dtype(tensors[0], given[0])
            if result is not None and result.is_floating == call.common.is_floating:
                return result
        return call.common

    return dtype


def binary_rules(
    takes: tuple[Rule, ...],
    common: Promotion,
    fits: tuple[Rule, ...] = (Castable("out"),),
    names: tuple[str, str] = PAIR,
) -> tuple[Rule, ...]:
    """Nulls, dtypes, promotion, what the output may be, ranks, shapes; an empty operand ends the call."""
    return (
        NotNull(*names, "out"),
        *takes,
        PromoteBy(common, *names),
        *fits,
        Infer("out", dtype=natural_dtype(*names)),
        MaxRank(*names),
        Broadcast(*names, to="out"),
        DoneIfEmpty(*names),
    )


def binary(
    name: str,
    formula: str,
    kernel: Kernel,
    takes: tuple[Rule, ...],
    common: Promotion,
    fits: tuple[Rule, ...] = (Castable("out"),),
    *,
    names: tuple[str, str] = PAIR,
    families: frozenset[Family] = ALL_BUT_310B,
) -> Definition:
    """An operator whose operands are cast to their common dtype, for one kernel whose result is cast to the output."""
    return Definition(
        name, formula, binary_rules(takes, common, fits, names), promoted_kernel(kernel, names, "out"), families
    )
