"""Whether all or any elements over axes are true."""

from __future__ import annotations

from ...dtypes import BOOL, FLOAT16, FLOAT32, UINT8, DType
from ..chips import ALL, Family
from ..definition import Definition
from ..dtype_lists import CORE_FLOATS, REAL, per_chip
from ..kernels.filling import fill_output
from ..kernels.reduction import REDUCE_ALL, REDUCE_ANY
from ..lowering import Buffer, Lowering
from ..patterns.reduction import Axes, ReducedTo, takes_strides
from ..rules import Call, DtypeIn, Infer, MaxRank, NotNull, NotPrivate

_TRUTHS = per_chip((UINT8, BOOL))
_TESTED = Axes("dim", "keepdim")


def _on_910b_as_it_is(low: Lowering, dtype: DType) -> bool:
    return low.family.is_910b_like and dtype in CORE_FLOATS


def _result_of_test(low: Lowering, operand: Buffer) -> DType:
    """910B's kernels give floats for floats."""
    if _on_910b_as_it_is(low, operand.dtype):
        return FLOAT16 if operand.dtype == FLOAT16 else FLOAT32
    return BOOL


def _all(low: Lowering, call: Call) -> None:
    if call.args["self"].is_empty:
        fill_output(low, "out", 1)
        return
    x = low.contiguous("self")
    as_it_is = _on_910b_as_it_is(low, x.dtype) or (low.family is Family.A950 and x.dtype in CORE_FLOATS)
    operand = x if as_it_is else low.cast(x, BOOL)
    dtype = _result_of_test(low, operand)
    low.write(REDUCE_ALL(low, operand, _TESTED.reduced(call), _TESTED.stay(call), dtype=dtype), "out")


def _any(low: Lowering, call: Call) -> None:
    x, axes, keep = call.args["self"], _TESTED.reduced(call), _TESTED.stay(call)
    if x.is_empty:
        fill_output(low, "out", 0)
        return
    if takes_strides(low, x, axes):
        operand = low.strided("self")
    else:
        operand = low.contiguous("self")
        if not _on_910b_as_it_is(low, operand.dtype):
            operand = low.cast(operand, BOOL)
    result = REDUCE_ANY(low, operand, axes, keep, dtype=_result_of_test(low, operand))
    low.require_shape(result, "out")
    out = low.tensor("out")
    low.view_copy(low.reformat(low.cast(result, out.dtype), out.format), "out")


all_ = Definition(
    "aclnnAll",
    "out = whether no element of self over dim is zero, or over all axes where dim is empty",
    (
        NotNull("self", "dim", "out"),
        DtypeIn(REAL, "self"),
        DtypeIn(_TRUTHS, "out"),
        Infer("out", dtype=lambda call: BOOL),
        NotPrivate("self"),
        _TESTED.in_range(),
        MaxRank("self", "out"),
        ReducedTo(_TESTED, "out"),
    ),
    _all,
    families=ALL,
)
any_ = Definition(
    "aclnnAny",
    "out = whether any element of self over dim is not zero, or over all axes where dim is empty",
    (
        NotNull("self", "dim", "out"),
        DtypeIn(REAL, "self"),
        DtypeIn(_TRUTHS, "out"),
        Infer("out", dtype=lambda call: BOOL),
        _TESTED.in_range(distinct=False),
        MaxRank("self", "out"),
        *_TESTED.inferred("out"),
    ),
    _any,
    families=ALL,
)

OPERATORS = (all_, any_)
