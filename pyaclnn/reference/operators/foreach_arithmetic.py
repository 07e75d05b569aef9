"""Sums, products, powers and the like of two lists, or of a list and one number, or a number for each tensor."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...dtypes import BFLOAT16, FLOAT16, FLOAT32, INT8, INT16, INT32, UINT8
from ..chips import ONLY_950, SINCE_910B, Family
from ..dtype_lists import CORE_FLOATS, FLOATS_ON_ANY_CHIP, FLOATS_SINCE_910B, per_chip
from ..kernels.arithmetic import axpy, power
from ..lowering import Array
from ..meta import ScalarValue
from ..patterns.foreach import HOST_NUMBERS, NUMBERS, TWO, WITH_SMALL, Lists, generated, host_checked
from ..patterns.foreach_numbers import (
    AS_LISTS,
    CONVERTED,
    SCALAR,
    SCALAR_OR_FLOAT32,
    SCALAR_TENSOR,
    SCALAR_TENSOR_CHECKED_AS_SCALAR,
    SCALAR_TENSOR_OR_FLOAT32,
    WIDEST,
    Number,
    as_lists,
    float16_before_950,
    float16_before_950_and_float32_then,
)
from ..rules import INVALID, NULL, Call, Check, require

_BEFORE_950 = SINCE_910B - {Family.A950}

# As the argument checks of the host have it: nothing at all on the older chips.
_ALL = (*CORE_FLOATS, INT32, INT16, INT8, UINT8)
_HOST_ALL = per_chip((), since_910b=_ALL)
_HOST_ALL_BEFORE_950 = per_chip((), since_910b=_ALL, A950=(*CORE_FLOATS, INT32))


def _subtract_scaled(x1: Array, x2: Array, alpha: Any, out: Array | None = None) -> Any:
    return np.subtract(x1, x2 * alpha, out=out)


def _power_of_number(x: Array, base: Any) -> Any:
    return power(np.asarray(base, x.dtype), x)


_SCALARS = Number("scalars", WIDEST, float16_before_950)
_SCALARS_THROUGH_FLOAT32 = Number("scalars", WIDEST, float16_before_950_and_float32_then)
_ALPHA = Number("alpha", AS_LISTS)
_ALPHA_TENSOR = Number("alpha", CONVERTED, as_lists, runs=AS_LISTS)
_ALPHA_CONVERTED = Number("alpha", CONVERTED)


def _same_count(call: Call) -> None:
    x, out = call.args["x"], call.args["out"]
    fits = not isinstance(out, tuple) or len(x) == len(out)
    require(fits, f"x has {len(x)} tensors, out another number", NULL)


_LIMITS = {
    FLOAT32: float(np.finfo(np.float32).max),
    FLOAT16: 65504.0,
    BFLOAT16: float(np.float32(3.3895314e38)),
}


def _scalar_in_range(call: Call) -> None:
    """A scalar of another dtype must lie in the range of the lists'; NaN does."""
    if not call.args["x"]:
        return
    dtype, scalar = call.args["x"][0].dtype, call.args["scalar"]
    assert isinstance(scalar, ScalarValue)
    if scalar.dtype == dtype:
        return
    low, high = (-(2**31), 2**31 - 1) if dtype == INT32 else (-_LIMITS[dtype], _LIMITS[dtype])
    value = float(scalar.value)
    require(not value < low and not value > high, f"scalar is {value}, which {dtype.name} can't hold")


_IN_RANGE = (Check(_scalar_in_range),)

OPERATORS = (
    # Sums
    host_checked(
        Lists(
            "aclnnForeachAddList", axpy, HOST_NUMBERS, TWO, _ALPHA_TENSOR,
            rounds_integers=True, strided_output=True,
        ),
        "out[i] = x1[i] + alpha * x2[i]",
    ),
    host_checked(
        Lists(
            "aclnnForeachAddListV2", axpy, _HOST_ALL, TWO, _ALPHA_CONVERTED,
            rounds_integers=True, kernel_dtypes=WITH_SMALL,
        ),
        "out[i] = x1[i] + alpha * x2[i]",
    ),
    generated(
        Lists("aclnnForeachAddListInplace", axpy, NUMBERS, TWO, _ALPHA, None, strided_output=True),
        "x1[i] = x1[i] + alpha * x2[i]",
        ONLY_950,
    ),
    generated(
        Lists("aclnnForeachAddScalar", np.add, WITH_SMALL, number=SCALAR_TENSOR_OR_FLOAT32, rounds_integers=True),
        "out[i] = x[i] + scalar",
    ),
    host_checked(
        Lists(
            "aclnnForeachAddScalarV2", np.add, _HOST_ALL_BEFORE_950, number=SCALAR_OR_FLOAT32,
            rounds_integers=True,
        ),
        "out[i] = x[i] + scalar",
        first=(Check(_same_count),),
        without_kernel=INVALID,
    ),
    generated(
        Lists("aclnnForeachAddScalarList", np.add, NUMBERS, number=_SCALARS_THROUGH_FLOAT32),
        "out[i] = x[i] + scalars[i]",
    ),
    # Differences
    generated(
        Lists("aclnnForeachSubList", _subtract_scaled, WITH_SMALL, TWO, _ALPHA, rounds_integers=True),
        "out[i] = x1[i] - alpha * x2[i]",
        _BEFORE_950,
    ),
    host_checked(
        Lists(
            "aclnnForeachSubListV2", _subtract_scaled, _HOST_ALL, TWO, _ALPHA_CONVERTED,
            rounds_integers=True, kernel_dtypes=WITH_SMALL,
        ),
        "out[i] = x1[i] - alpha * x2[i]",
    ),
    generated(
        Lists("aclnnForeachSubListInplace", _subtract_scaled, NUMBERS, TWO, _ALPHA, None, strided_output=True),
        "x1[i] = x1[i] - alpha * x2[i]",
        ONLY_950,
    ),
    generated(
        Lists("aclnnForeachSubScalar", np.subtract, NUMBERS, number=SCALAR_TENSOR),
        "out[i] = x[i] - scalar",
        _BEFORE_950,
    ),
    host_checked(
        Lists("aclnnForeachSubScalarV2", np.subtract, HOST_NUMBERS, number=SCALAR),
        "out[i] = x[i] - scalar",
    ),
    generated(
        Lists(
            "aclnnForeachSubScalarInplace", np.subtract, NUMBERS, number=SCALAR_TENSOR_OR_FLOAT32,
            output=None, strided_output=True,
        ),
        "x[i] = x[i] - scalar",
        ONLY_950,
    ),
    generated(
        Lists("aclnnForeachSubScalarList", np.subtract, NUMBERS, number=_SCALARS),
        "out[i] = x[i] - scalars[i]",
    ),
    # Products
    host_checked(Lists("aclnnForeachMulList", np.multiply, _HOST_ALL, TWO), "out[i] = x1[i] * x2[i]"),
    generated(
        Lists("aclnnForeachMulListInplace", np.multiply, NUMBERS, TWO, output=None, strided_output=True),
        "x1[i] = x1[i] * x2[i]",
        ONLY_950,
    ),
    generated(
        Lists("aclnnForeachMulScalar", np.multiply, NUMBERS, number=SCALAR_TENSOR_OR_FLOAT32),
        "out[i] = x[i] * scalar",
    ),
    host_checked(
        Lists("aclnnForeachMulScalarV2", np.multiply, HOST_NUMBERS, number=SCALAR_OR_FLOAT32),
        "out[i] = x[i] * scalar",
        without_kernel=INVALID,
    ),
    generated(
        Lists(
            "aclnnForeachMulScalarInplace", np.multiply, NUMBERS, number=SCALAR_TENSOR_OR_FLOAT32,
            output=None, strided_output=True,
        ),
        "x[i] = x[i] * scalar",
        ONLY_950,
    ),
    generated(
        Lists("aclnnForeachMulScalarList", np.multiply, NUMBERS, number=_SCALARS_THROUGH_FLOAT32),
        "out[i] = x[i] * scalars[i]",
    ),
    # Quotients
    host_checked(Lists("aclnnForeachDivList", np.divide, FLOATS_SINCE_910B, TWO), "out[i] = x1[i] / x2[i]"),
    generated(
        Lists("aclnnForeachDivListInplace", np.divide, FLOATS_ON_ANY_CHIP, TWO, output=None),
        "x1[i] = x1[i] / x2[i]",
        ONLY_950,
    ),
    host_checked(
        Lists("aclnnForeachDivScalar", np.divide, FLOATS_SINCE_910B, number=SCALAR_TENSOR_CHECKED_AS_SCALAR),
        "out[i] = x[i] / scalar",
    ),
    host_checked(
        Lists("aclnnForeachDivScalarV2", np.divide, FLOATS_SINCE_910B, number=SCALAR),
        "out[i] = x[i] / scalar",
    ),
    generated(
        Lists("aclnnForeachDivScalarList", np.divide, FLOATS_ON_ANY_CHIP, number=_SCALARS),
        "out[i] = x[i] / scalars[i]",
    ),
    # The larger and the smaller of two; NaN counts as both.
    generated(Lists("aclnnForeachMaximumList", np.maximum, NUMBERS, TWO), "out[i] = max(x1[i], x2[i])"),
    generated(
        Lists("aclnnForeachMaximumScalar", np.maximum, NUMBERS, number=SCALAR_TENSOR),
        "out[i] = max(x[i], scalar)",
        _BEFORE_950,
    ),
    host_checked(
        Lists("aclnnForeachMaximumScalarV2", np.maximum, HOST_NUMBERS, number=SCALAR),
        "out[i] = max(x[i], scalar)",
        last=_IN_RANGE,
    ),
    generated(
        Lists("aclnnForeachMaximumScalarList", np.maximum, NUMBERS, number=_SCALARS),
        "out[i] = max(x[i], scalars[i])",
    ),
    generated(Lists("aclnnForeachMinimumList", np.minimum, NUMBERS, TWO), "out[i] = min(x1[i], x2[i])"),
    generated(
        Lists("aclnnForeachMinimumScalar", np.minimum, NUMBERS, number=SCALAR_TENSOR),
        "out[i] = min(x[i], scalar)",
        _BEFORE_950,
    ),
    host_checked(
        Lists("aclnnForeachMinimumScalarV2", np.minimum, HOST_NUMBERS, number=SCALAR),
        "out[i] = min(x[i], scalar)",
        last=_IN_RANGE,
    ),
    generated(
        Lists("aclnnForeachMinimumScalarList", np.minimum, NUMBERS, number=_SCALARS),
        "out[i] = min(x[i], scalars[i])",
    ),
    # Powers
    generated(Lists("aclnnForeachPowList", power, NUMBERS, TWO, takes_out=False), "out[i] = x1[i] ** x2[i]"),
    generated(
        Lists("aclnnForeachPowScalar", power, NUMBERS, number=SCALAR_TENSOR, takes_out=False),
        "out[i] = x[i] ** scalar",
        _BEFORE_950,
    ),
    host_checked(
        Lists("aclnnForeachPowScalarV2", power, HOST_NUMBERS, number=SCALAR, takes_out=False),
        "out[i] = x[i] ** scalar",
    ),
    generated(
        Lists("aclnnForeachPowScalarList", power, NUMBERS, number=_SCALARS, takes_out=False),
        "out[i] = x[i] ** scalars[i]",
    ),
    generated(
        Lists(
            "aclnnForeachPowScalarAndTensor", _power_of_number, NUMBERS,
            number=Number("scalar", WIDEST, float16_before_950), takes_out=False,
        ),
        "out[i] = scalar ** x[i]",
    ),
)  # fmt: skip
