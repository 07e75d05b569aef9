"""Sums, means and products over axes."""

from __future__ import annotations

import numpy as np

from ...dtypes import BFLOAT16, BOOL, FLOAT16, FLOAT32, INT8, INT16, INT32, INT64, UINT8, DType
from .. import promotion
from ..chips import ALL_BUT_310B, SINCE_910B, Family
from ..definition import Definition
from ..dtype_lists import BASE_REAL, CORE_FLOATS, FLOATS, NUMERIC, NUMERIC_BUT_BOOL, per_chip
from ..kernels import Kernel
from ..kernels.arithmetic import ABS, ADD, SUB
from ..kernels.comparison import EQUAL
from ..kernels.filling import fill_output
from ..kernels.reduction import (
    REDUCE_ANY,
    REDUCE_LOG_SUM,
    REDUCE_LOG_SUM_EXP,
    REDUCE_MAX,
    REDUCE_MEAN,
    REDUCE_NAN_SUM,
    REDUCE_PROD,
    REDUCE_SUM,
)
from ..lowering import Buffer, Lower, Lowering
from ..meta import ScalarValue
from ..patterns.reduction import Axes, ReducedTo, takes_strides, write_reduced
from ..promotion import float_of
from ..rules import (
    Call,
    Castable,
    Check,
    DtypeGiven,
    DtypeIn,
    Finished,
    Infer,
    MaxRank,
    NotNull,
    NotPrivate,
    SameDtype,
    dtype_of,
    require,
)

# A float32 counts as far as this.
_EXACT_COUNT = 2**24

_SUMMED = Axes("dims", "keepDims")
_AVERAGED = Axes("dim", "keepDim")
_AVERAGED_OR_NOT = Axes("dim", "keepDim", noop="noopWithEmptyAxes")
_MULTIPLIED = Axes("dim", "keepDim")
_LOGGED = Axes("axes", "keepDims", of="data", noop="noopWithEmptyAxes")
_EVERY = Axes(None, None)


def _sum_of_nothing(call: Call) -> None:
    """An empty tensor's sum is zeros of the output's own shape, which is not looked at."""
    x, out = call.args["self"], call.args["out"]
    if x.is_empty and not call.is_missing("out"):
        require(not out.dtype.is_complex, f"out is {out.dtype.name}, which can't be filled")
        if out.is_empty:
            raise Finished


def _summed_in(call: Call) -> DType:
    """bools are counted in float32 as long as it is exact."""
    x, dtype = call.args["self"], call.args["dtype"]
    assert isinstance(dtype, DType)
    if x.dtype == BOOL and dtype == INT64:
        return FLOAT32 if _SUMMED.count(call) < _EXACT_COUNT else INT64
    return dtype


def _sum(low: Lowering, call: Call) -> None:
    x, dtype, axes = call.args["self"], _summed_in(call), _SUMMED.reduced(call)
    if x.is_empty:
        fill_output(low, "out", 0)
        return
    if x.ndim == 0:
        low.write(low.contiguous("self"), "out")
        return
    if x.dtype == dtype and takes_strides(low, x, axes):
        operand = low.strided("self")
    else:
        operand = low.cast(low.contiguous("self"), dtype)
    kernel = REDUCE_ANY if dtype == BOOL else REDUCE_SUM
    write_reduced(low, kernel(low, operand, axes, _SUMMED.stay(call)), "out")


reduce_sum = Definition(
    "aclnnReduceSum",
    "out = sum of self as dtype over dims, or over all axes where dims is empty",
    (
        NotNull("self", "dims", "out"),
        DtypeIn(NUMERIC, "self", "out"),
        DtypeIn(NUMERIC, "dtype"),
        DtypeGiven("out"),
        MaxRank("self"),
        _SUMMED.in_range(),
        *_SUMMED.inferred("out"),
        Check(_sum_of_nothing),
    ),
    _sum,
    families=ALL_BUT_310B,
)


def _nan_sum(low: Lowering, call: Call) -> None:
    x, dtype, axes = call.args["self"], call.args["dtype"], _AVERAGED.reduced(call)
    if x.is_empty:
        fill_output(low, "out", 0)
        return
    operand = low.cast(low.contiguous("self"), dtype)
    if dtype == BOOL:
        result = REDUCE_ANY(low, operand, axes, _AVERAGED.stay(call))
    elif x.dtype.is_integral or x.dtype == BOOL:
        result = REDUCE_SUM(low, operand, axes, _AVERAGED.stay(call))
    else:
        # The one element of a 0-d tensor is left as it is.
        result = REDUCE_NAN_SUM(low, operand, axes, _AVERAGED.stay(call)) if operand.ndim else operand
    low.require_shape(result, "out")
    low.view_copy(result, "out")


_NAN_SUMMED = per_chip(
    (),
    since_910b=(FLOAT16, FLOAT32, INT8, INT16, INT32, INT64, UINT8, BOOL, BFLOAT16),
    A950=CORE_FLOATS,
)
reduce_nansum = Definition(
    "aclnnReduceNansum",
    "out = sum of self as dtype over dim, or over all axes where dim is empty; NaN counts as 0",
    (
        NotNull("self", "dim", "out"),
        DtypeIn(_NAN_SUMMED, "self", "dtype", "out"),
        DtypeGiven("out"),
        Castable("out", "self"),
        _AVERAGED.in_range(),
        MaxRank("self", "out"),
        *_AVERAGED.inferred("out"),
    ),
    _nan_sum,
    families=SINCE_910B,
)


def _log_sum(low: Lowering, call: Call) -> None:
    axes = _LOGGED.reduced(call)
    if call.args["data"].is_empty:
        fill_output(low, "reduce", 0)
        return
    data = low.contiguous("data")
    if _LOGGED.none(call):
        low.view_copy(data, "reduce")
        return
    result = REDUCE_LOG_SUM(low, data, axes, _LOGGED.stay(call))
    low.require_shape(result, "reduce")
    low.view_copy(result, "reduce")


_LOGGED_DTYPES = per_chip((FLOAT16, FLOAT32), A950=(FLOAT16, FLOAT32, BFLOAT16))
reduce_log_sum = Definition(
    "aclnnReduceLogSum",
    "reduce = log(sum of data over axes), or over all axes where there are none and noopWithEmptyAxes is unset",
    (
        NotNull("data", "axes", "reduce"),
        DtypeIn(_LOGGED_DTYPES, "data", "reduce"),
        MaxRank("data"),
        _LOGGED.in_range(),
        Infer("reduce", shape=_LOGGED.shape, dtype=dtype_of("data")),
    ),
    _log_sum,
    families=ALL_BUT_310B,
)


MASKED_FILL = Kernel(
    "MaskedFill",
    lambda x, mask, value: np.where(mask, value, x),
    per_chip((FLOAT32, FLOAT16, BOOL, INT8, INT32, BFLOAT16)),
    takes_out=False,
)


def _not_private_on_950(call: Call) -> None:
    """Ascend950 takes no blocked formats, which the others only warn of; nothing is said of an empty tensor."""
    if call.family is Family.A950 and not call.args["self"].is_empty:
        NotPrivate("self").check(call)


def _log_sum_exp(low: Lowering, call: Call) -> None:
    """The greatest element is taken out before the exponentials, unless it is infinite."""
    if call.args["self"].is_empty:
        fill_output(low, "out", -np.inf)
        return
    axes, keep = _AVERAGED.reduced(call), _AVERAGED.stay(call)
    x = low.cast(low.contiguous("self"), FLOAT32)
    greatest = REDUCE_MAX(low, x, axes, True)
    infinity, zero = (low.constant(ScalarValue(FLOAT32, np.float32(v)), FLOAT32) for v in (np.inf, 0))
    is_infinite = EQUAL(low, ABS(low, greatest), infinity, dtype=BOOL)
    shift = MASKED_FILL(low, greatest, is_infinite, zero)
    rest = SUB(low, x, shift)
    result = REDUCE_LOG_SUM_EXP(low, rest, axes, keep) if rest.ndim else rest
    total = low.kernel(ADD.name, lambda a, b: np.add(a, b.reshape(a.shape)), (result, shift), result.shape, FLOAT32)
    low.write(total, "out")


log_sum_exp = Definition(
    "aclnnLogSumExp",
    "out = log(sum of exp(self) over dim, or over all axes where dim is empty)",
    (
        NotNull("self", "dim", "out"),
        DtypeIn(per_chip((FLOAT32, INT32, INT64, FLOAT16, INT16, INT8, UINT8, BOOL), since_910b=(BFLOAT16,)), "self"),
        DtypeIn(FLOATS, "out"),
        Castable("out", "self"),
        Infer("out", dtype=lambda call: float_of(call.args["self"].dtype)),
        _AVERAGED.in_range(),
        MaxRank("self", "out"),
        ReducedTo(_AVERAGED, "out"),
        Check(_not_private_on_950),
    ),
    _log_sum_exp,
    families=ALL_BUT_310B,
)


def _no_complex_of_nothing(call: Call) -> None:
    if call.args["self"].is_empty and not call.is_missing("out"):
        dtype = call.args["out"].dtype
        require(not dtype.is_complex, f"out is {dtype.name}, which can't be filled")


def _mean(axes: Axes, low: Lowering, call: Call, dtype: DType) -> None:
    x, reduced = call.args["self"], axes.reduced(call)
    if x.is_empty:
        fill_output(low, "out", np.nan)
        return
    if axes.none(call):
        low.require_shape(low.tensor("self"), "out")
        low.view_copy(low.tensor("self"), "out")
        return
    if x.dtype == dtype and takes_strides(low, x, reduced):
        operand = low.strided("self")
    else:
        operand = low.cast(low.contiguous("self"), dtype)
    result = REDUCE_MEAN(low, operand, reduced, axes.stay(call)) if operand.ndim else operand
    write_reduced(low, result, "out")


mean = Definition(
    "aclnnMean",
    "out = mean of self as dtype over dim, or over all axes where dim is empty; NaN of an empty tensor",
    (
        NotNull("self", "dim", "out"),
        DtypeIn(NUMERIC_BUT_BOOL, "self", "dtype", "out"),
        Check(lambda call: _mean_fits(call)),
        _AVERAGED.in_range(),
        MaxRank("self", "out"),
        *_AVERAGED.inferred("out"),
        Check(_no_complex_of_nothing),
    ),
    lambda low, call: _mean(_AVERAGED, low, call, call.args["dtype"]),
    families=ALL_BUT_310B,
)


def _mean_fits(call: Call) -> None:
    """self must be castable to dtype, and that to the output's own."""
    x, dtype = call.args["self"].dtype, call.args["dtype"]
    require(promotion.can_cast(x, dtype), f"self is {x.name}, which can't be cast to {dtype.name}")
    call.expect_castable("out", dtype)


mean_v2 = Definition(
    "aclnnMeanV2",
    "out = mean of self over dim, or over all axes where dim is empty and noopWithEmptyAxes unset",
    (
        NotNull("self", "dim", "out"),
        DtypeIn(NUMERIC_BUT_BOOL, "self", "out"),
        SameDtype("self", "out"),
        _AVERAGED.in_range(),
        MaxRank("self", "out"),
        *_AVERAGED_OR_NOT.inferred("out"),
        Check(_no_complex_of_nothing),
    ),
    lambda low, call: _mean(_AVERAGED_OR_NOT, low, call, call.args["self"].dtype),
    families=ALL_BUT_310B,
)


def _multiplied(low: Lowering, call: Call) -> Buffer:
    """self in the dtype whose product is computed: float16 in float32, and bool in float32 on the older chips."""
    x, dtype = low.contiguous("self"), low.tensor("out").dtype
    halves = x.dtype == dtype == FLOAT16
    if low.family is Family.A950 and x.dtype in (BFLOAT16, FLOAT16) and dtype == FLOAT32:
        return x
    if halves or (low.family is not Family.A950 and dtype == BOOL):
        return low.cast(x, FLOAT32)
    return low.cast(x, dtype)


def _product(axes: Axes) -> Lower:
    def lower(low: Lowering, call: Call) -> None:
        if call.args["self"].is_empty:
            fill_output(low, "out", 1)
            return
        operand = _multiplied(low, call)
        result = REDUCE_PROD(low, operand, axes.reduced(call), axes.stay(call)) if operand.ndim else operand
        write_reduced(low, result, "out")

    return lower


def _no_product_of_nothing(call: Call) -> None:
    if call.args["self"].is_empty and not call.is_missing("out"):
        dtype = call.args["out"].dtype
        filled = dtype in BASE_REAL or dtype == BFLOAT16
        require(filled, f"out is {dtype.name}, which can't be filled")


_PRODUCT = (
    NotNull("self", "out"),
    DtypeIn(NUMERIC, "self"),
    DtypeGiven("out"),
    MaxRank("self", "out"),
)
prod = Definition(
    "aclnnProd",
    "out = product of all elements of self as dtype; 1 of an empty tensor",
    (*_PRODUCT, *_EVERY.inferred("out"), Check(_no_product_of_nothing)),
    _product(_EVERY),
    families=ALL_BUT_310B,
)
prod_dim = Definition(
    "aclnnProdDim",
    "out = product of self as dtype over the axis dim; 1 where it is empty",
    (*_PRODUCT, _MULTIPLIED.in_range(), *_MULTIPLIED.inferred("out"), Check(_no_product_of_nothing)),
    _product(_MULTIPLIED),
    families=ALL_BUT_310B,
)


OPERATORS = (
    reduce_sum,
    reduce_nansum,
    reduce_log_sum,
    log_sum_exp,
    mean,
    mean_v2,
    prod,
    prod_dim,
)
