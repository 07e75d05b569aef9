"""Operators on lists that do several steps at once: scaled products, interpolation, norms, rounding, unscaling."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from ...dtypes import FLOAT16, FLOAT32, FLOAT64, INT8, INT16, INT32, INT64, DType
from ..blocks import BLOCK
from ..chips import SINCE_910B, Family
from ..definition import Definition
from ..dtype_lists import CORE_FLOATS, FLOATS_ON_ANY_CHIP, FLOATS_SINCE_910B, per_chip
from ..kernels.arithmetic import added_product, added_quotient, lerp_by_magnitude
from ..lowering import Array, Lower, Lowering
from ..patterns.foreach import (
    HOST_NUMBERS,
    NUMBERS,
    TWO,
    Lists,
    generated,
    generated_rules,
    host_checked,
    lower_lists,
    present,
)
from ..patterns.foreach_numbers import (
    EQUAL,
    SCALAR,
    SCALAR_OR_FLOAT32,
    SCALAR_TENSOR_CHECKED_AS_SCALAR,
    SCALAR_TENSOR_OR_FLOAT32,
    Number,
    always_float32,
    as_given,
)
from ..rules import INVALID, TILING, Call, Check, DoneIfAllEmpty, NotNull, require

_THREE = ("x1", "x2", "x3")


# A tensor with one number for each tensor of the lists.
_EACH = Number("scalars", EQUAL, as_given, per_tensor=True)
# The host does not look at their dtype.
_EACH_UNCHECKED = Number("scalars", {}, as_given, runs=EQUAL, per_tensor=True)

_ADDCDIV = "out[i] = x1[i] + x2[i] / x3[i] * scalar"
_ADDCMUL = "out[i] = x1[i] + x2[i] * x3[i] * scalar"


def _nearest_or_odd(x: Array) -> Any:
    """An integer as it is, and else the odd one of the two beside it."""
    below = np.floor(x)
    return np.where((x == below) | (below % 2 != 0), below, below + 1)


def _half_away(x: Array) -> Any:
    return np.copysign(np.floor(np.abs(x) + np.float32(0.5)), x)


_ROUNDINGS: dict[int, Callable[[Array], Any]] = {
    2: np.floor, 3: np.ceil, 4: _half_away, 5: np.trunc, 6: _nearest_or_odd, 7: lambda x: x - np.trunc(x),
}  # fmt: skip


def _round_off(x: Array, mode: Any) -> Any:
    """By mode, which is to the nearest, halves to even, for 1 and whatever has no meaning; 7 is the fraction."""
    if x.dtype.kind == "i":
        return np.zeros_like(x) if mode == 7 else x
    return _ROUNDINGS.get(int(mode), np.rint)(x)


def _held_in_8_bits(family: Family, dtype: DType, given: DType) -> tuple[DType, ...]:
    return (INT8,)


_MODE = Number("roundMode", dict.fromkeys((*CORE_FLOATS, INT16), (INT8,)), _held_in_8_bits)
_MODE_CONVERTED = Number("roundMode", dict.fromkeys((*CORE_FLOATS, INT32, INT16), (INT8, INT64)), _held_in_8_bits)
_ROUNDED = per_chip((*CORE_FLOATS, INT16), A950=CORE_FLOATS)
_HOST_ROUNDED = per_chip((), since_910b=(*CORE_FLOATS, INT32, INT16), A950=(*CORE_FLOATS, INT32))


def _rounding(op: Lists) -> Lower:
    """Ascend950 rounds to the nearest, whatever the mode."""
    nearest = replace(op, function=lambda x, mode: np.rint(x))
    return lambda low, call: lower_lists(nearest if low.family is Family.A950 else op, low, call)


_ROWS = 4


def _norm(x: Array, order: Any) -> Any:
    """The sum of magnitudes for an order that truncates to 1, the root of the sum of squares for all others."""
    is_first = 1 <= order < 2
    flat, part = x.astype(np.float32, copy=False).reshape(-1), np.abs if is_first else np.square
    whole = flat.size - flat.size % BLOCK
    rows, rest = flat[:whole].reshape(-1, BLOCK), flat[whole:]
    # Each row has a sum of its own; few rows at once stay in the cache, and cost fewer steps than one.
    sums = [part(rows[i : i + _ROWS]).sum(axis=1, dtype=np.float32) for i in range(0, len(rows), _ROWS)]
    total = np.sum(np.concatenate((*sums, part(rest).sum(keepdims=True)) if rest.size else sums or [rest]))
    return total if is_first else np.sqrt(total)


def _norm_950(x: Array, order: Any) -> Any:
    """The same, and the largest magnitude for an infinite order."""
    return np.abs(x).max(initial=0) if order == np.inf else _norm(x, order)


_NORM = Lists(
    "aclnnForeachNorm", _norm, FLOATS_ON_ANY_CHIP,
    number=Number("scalar", dict.fromkeys(CORE_FLOATS, (FLOAT32, INT64)), always_float32),
    takes_out=False, reduces=True,
)  # fmt: skip
_NORM_950 = replace(_NORM, function=_norm_950)

_UNSCALE = Lists(
    "aclnnForeachNonFiniteCheckAndUnscale", np.multiply, per_chip(CORE_FLOATS, P310=(FLOAT32, FLOAT16)),
    ("scaledGrads",), Number("invScale", dict.fromkeys(CORE_FLOATS, (FLOAT32,)), always_float32), None,
)  # fmt: skip


def _check_flag(call: Call) -> None:
    flag = call.args["foundInf"]
    require(flag.dtype == FLOAT32, f"foundInf is {flag.dtype.name}, must be float32")
    require(flag.size == 1, f"foundInf is {flag}, must have one element", TILING)


def _unscale(low: Lowering, call: Call) -> None:
    """One step says whether anything is infinite or NaN, and then one for each tensor scales it in place."""
    grads = [low.tensor(("scaledGrads", i)) for i, _ in present(call, "scaledGrads")]
    found = low.tensor("foundInf")

    def not_finite(*arrays: Array) -> Any:
        *tensors, old = arrays
        bad = not all(np.isfinite(tensor).all() for tensor in tensors)
        return np.ones_like(old) if bad else old

    flag = low.kernel("NonFiniteCheck", not_finite, (*grads, found), found.shape, found.dtype)
    low.view_copy(flag, "foundInf")
    lower_lists(_UNSCALE, low, call)


_ROUND = Lists("aclnnForeachRoundOffNumber", _round_off, _ROUNDED, number=_MODE, takes_out=False)
_ROUND_V2 = Lists(
    "aclnnForeachRoundOffNumberV2", _round_off, _HOST_ROUNDED,
    number=_MODE_CONVERTED, takes_out=False, kernel_dtypes=_ROUNDED,
)  # fmt: skip

OPERATORS = (
    generated(Lists("aclnnForeachAddcdivList", added_quotient, FLOATS_ON_ANY_CHIP, _THREE, _EACH), _ADDCDIV + "s[i]"),
    host_checked(
        Lists(
            "aclnnForeachAddcdivScalar", added_quotient, FLOATS_SINCE_910B, _THREE,
            SCALAR_TENSOR_CHECKED_AS_SCALAR, strided_output=True,
        ),
        _ADDCDIV,
    ),
    host_checked(Lists("aclnnForeachAddcdivScalarV2", added_quotient, FLOATS_SINCE_910B, _THREE, SCALAR), _ADDCDIV),
    host_checked(
        Lists("aclnnForeachAddcdivScalarList", added_quotient, FLOATS_SINCE_910B, _THREE, _EACH_UNCHECKED),
        _ADDCDIV + "s[i]",
    ),
    generated(Lists("aclnnForeachAddcmulList", added_product, NUMBERS, _THREE, _EACH), _ADDCMUL + "s[i]"),
    generated(Lists("aclnnForeachAddcmulScalar", added_product, NUMBERS, _THREE, SCALAR_TENSOR_OR_FLOAT32), _ADDCMUL),
    host_checked(
        Lists("aclnnForeachAddcmulScalarV2", added_product, HOST_NUMBERS, _THREE, SCALAR_OR_FLOAT32),
        _ADDCMUL,
        without_kernel=INVALID,
    ),
    generated(Lists("aclnnForeachAddcmulScalarList", added_product, NUMBERS, _THREE, _EACH), _ADDCMUL + "s[i]"),
    host_checked(
        Lists("aclnnForeachLerpList", lerp_by_magnitude, FLOATS_SINCE_910B, (*TWO, "weight")),
        "out[i] = x1[i] + weight[i] * (x2[i] - x1[i])",
    ),
    host_checked(
        Lists(
            "aclnnForeachLerpScalar", lerp_by_magnitude, FLOATS_SINCE_910B, TWO,
            Number("weight", dict.fromkeys(CORE_FLOATS, (FLOAT32, FLOAT64)), always_float32),
        ),
        "out[i] = x1[i] + weight * (x2[i] - x1[i])",
    ),
    generated(_ROUND, "out[i] = x[i] rounded as roundMode says", lower=_rounding(_ROUND)),
    host_checked(_ROUND_V2, "out[i] = x[i] rounded as roundMode says", lower=_rounding(_ROUND_V2)),
    generated(
        _NORM,
        "out[i] = sum(|x[i]|) for scalar 1, else sqrt(sum(x[i] ** 2))",
        lower=lambda low, call: lower_lists(_NORM_950 if low.family is Family.A950 else _NORM, low, call),
    ),
    Definition(
        _UNSCALE.name,
        "foundInf = 1 if any of scaledGrads is infinite or NaN; scaledGrads[i] = scaledGrads[i] * invScale",
        (NotNull("foundInf"), *generated_rules(_UNSCALE)[:-1], Check(_check_flag), DoneIfAllEmpty("scaledGrads")),
        _unscale,
        SINCE_910B | {Family.P310},
    ),
)  # fmt: skip
