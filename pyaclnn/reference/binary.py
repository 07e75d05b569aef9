"""The shape that most operators of two operands have: tensors that broadcast, or a tensor and a scalar."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce

from ..dtypes import DType
from . import scalars
from .chips import ALL_BUT_310B, Family
from .definition import Definition
from .kernels import Kernel
from .meta import ScalarValue
from .patterns import promoted_kernel
from .promotion import combine_with_scalar, default_of_scalar, promote
from .rules import Broadcast, Call, Castable, DoneIfEmpty, Infer, MaxRank, NotNull, PromoteBy, Rule

# The dtype in which the operands of a call are computed; None where there is none.
ComputedIn = Callable[[Call], DType | None]

PAIR = ("self", "other")


def promoted(*names: str) -> ComputedIn:
    """The dtype that operands promote to, scalars as if they were tensors."""

    def common(call: Call) -> DType | None:
        dtypes: list[DType | None] = [dtype for _, dtype in call.dtypes_of(names)]
        return reduce(lambda a, b: None if a is None or b is None else promote(a, b), dtypes)

    return common


def by_category(tensor: str, scalar: str, *, keeps_width: bool = False) -> ComputedIn:
    """A tensor's dtype unless the scalar is of a higher category; then its default one, or its own."""

    def common(call: Call) -> DType | None:
        dtype = call.args[scalar].dtype
        return combine_with_scalar(
            call.args[tensor].dtype, dtype if keeps_width and not dtype.is_complex else default_of_scalar(dtype)
        )

    return common


def instead(common: ComputedIn, change: Callable[[DType], DType]) -> ComputedIn:
    """Another dtype for some of those that a function finds."""

    def changed(call: Call) -> DType | None:
        dtype = common(call)
        return None if dtype is None else change(dtype)

    return changed


def on_950(common_950: ComputedIn, common: ComputedIn) -> ComputedIn:
    """Ascend950's rule, and that of the older chips."""
    return lambda call: (common_950 if call.family is Family.A950 else common)(call)


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
    common: ComputedIn,
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
    common: ComputedIn,
    fits: tuple[Rule, ...] = (Castable("out"),),
    *,
    names: tuple[str, str] = PAIR,
    families: frozenset[Family] = ALL_BUT_310B,
) -> Definition:
    """An operator whose operands are cast to their common dtype, for one kernel whose result is cast to the output."""
    return Definition(
        name, formula, binary_rules(takes, common, fits, names), promoted_kernel(kernel, names, "out"), families
    )
