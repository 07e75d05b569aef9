"""Functions of one tensor, element by element: what their operators check, and how they become kernels."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from ...dtypes import (
    DType,
)
from ..chips import ALL_BUT_310B, Family
from ..definition import Definition
from ..dtype_lists import Dtypes
from ..kernels import Kernel
from ..lowering import Lower, Lowering
from ..promotion import float_of
from ..rules import (
    Call,
    Castable,
    DoneIfEmpty,
    DtypeIn,
    Infer,
    MaxRank,
    NotNull,
    NotPrivate,
    Rule,
    SameDtype,
    SameShape,
    When,
    common_dtype,
    on_950,
)
from .in_place import in_place

# The dtype in which a call is computed.
ComputedIn: TypeAlias = "Callable[[Lowering, Call], DType]"

PLAIN_ON_950 = When(on_950, NotPrivate("self", "out"))


class FloatResult(Rule):
    """Notes the dtype of the function's values (``call.dtype``)."""

    def check(self, call: Call) -> None:
        call.dtype = float_of(call.args["self"].dtype)


def as_result(low: Lowering, call: Call) -> DType:
    """Computed in the dtype of the function's values."""
    return call.common


def integers_as_output(low: Lowering, call: Call) -> DType:
    """Integers become what the output is before the function is computed; others stay what they are."""
    dtype = call.args["self"].dtype
    return dtype if float_of(dtype) == dtype else low.tensor("out").dtype


def function_of_floats(
    name: str,
    formula: str,
    kernel: Kernel,
    *more: Rule,
    takes: Dtypes,
    writes: Dtypes | None = None,
    computed_in: ComputedIn = as_result,
    reads: str = "self",
    not_null: Rule | None = None,
    lower: Lower | None = None,
    families: frozenset[Family] = ALL_BUT_310B,
) -> Definition:
    """A function with values on the floats, of tensors of ``takes``; integers are made floats first.

    ``writes`` are the output's dtypes, whatever the function's values are; without it, those are allowed to which
    the values can be cast. ``reads`` is the operator's own name for ``self``.
    """

    def cast_and_apply(low: Lowering, call: Call) -> None:
        x = low.cast(low.contiguous("self"), computed_in(low, call))
        low.write(kernel(low, x), "out")

    return Definition(
        name,
        formula,
        (
            not_null or NotNull("self", "out"),
            DtypeIn(takes, "self"),
            FloatResult(),
            Castable("out") if writes is None else DtypeIn(writes, "out"),
            *more,
            Infer("out", dtype=common_dtype),
            SameShape("self", "out"),
            MaxRank("self"),
            DoneIfEmpty("self"),
        ),
        lower or cast_and_apply,
        families=families,
        aliases={} if reads == "self" else {"self": reads},
    )


def function_within_dtype(
    name: str,
    formula: str,
    kernel: Kernel,
    *more: Rule,
    takes: Dtypes,
    attributes: Callable[[Call], tuple[Any, ...]] = lambda call: (),
    unchanged: Callable[[DType], bool] = lambda dtype: False,
    families: frozenset[Family] = ALL_BUT_310B,
) -> Definition:
    """A function whose values have the argument's dtype, which is the output's too.

    The kernel's function gets the tensor, then what ``attributes`` makes of the call. Tensors of the ``unchanged``
    dtypes are only copied.
    """

    def apply(low: Lowering, call: Call) -> None:
        x = low.contiguous("self")
        result = x if unchanged(x.dtype) else kernel(low, x, attributes=attributes(call))
        low.view_copy(result, "out")

    return Definition(
        name,
        formula,
        (
            NotNull("self", "out"),
            DtypeIn(takes, "self"),
            SameDtype("self", "out"),
            *more,
            SameShape("self", "out"),
            MaxRank("self"),
            DoneIfEmpty("self"),
        ),
        apply,
        families=families,
    )


def overwriting(
    name: str, definition: Definition, takes: Dtypes | None = None, *, parameter: str = "selfRef"
) -> Definition:
    """The twin that writes into its operand, of which ``takes`` are the dtypes where they are checked first."""
    first: tuple[Rule, ...] = () if takes is None else (NotNull("self"), DtypeIn(takes, "self"))
    return in_place(name, definition, *first, parameter=parameter)
