"""Functions of each tensor of a list, element by element."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...dtypes import (
    BOOL,
    FLOAT32,
    FLOAT64,
    INT8,
    INT16,
    INT32,
    INT64,
    UINT8,
    UINT16,
    UINT32,
    DType,
)
from ..chips import ONLY_950, SINCE_910B, Family
from ..dtype_lists import CORE_FLOATS, FLOATS_ON_ANY_CHIP, FLOATS_SINCE_910B, per_chip
from ..kernels.activation import sigmoid
from ..kernels.arithmetic import sign
from ..kernels.special import erf, erfc
from ..lowering import Array
from ..patterns.foreach import WITH_SMALL, Lists, generated, host_checked

_FLOATS_AND_SMALL = per_chip((*CORE_FLOATS, INT16, INT8, UINT8), A950=CORE_FLOATS)
_SIGNED = per_chip((*CORE_FLOATS, INT8, INT32, INT64))
_CLEARED = per_chip((*CORE_FLOATS, INT32, INT16))


def _zero(x: Array, out: Array | None = None) -> Any:
    result = np.empty_like(x) if out is None else out
    result[...] = 0
    return result


def _same(x: Array) -> Array:
    return x


_ZERO = Lists("aclnnForeachZeroInplace", _zero, _CLEARED, output=None, moves=True)

# name, formula, function, dtypes, whether the function takes ``out=``
_OF_ONE_LIST: tuple[tuple[str, str, Callable[..., Any], Any, bool], ...] = (
    ("aclnnForeachAbs", "out[i] = |x[i]|", np.abs, FLOATS_ON_ANY_CHIP, True),
    ("aclnnForeachAcos", "out[i] = acos(x[i])", np.arccos, FLOATS_ON_ANY_CHIP, True),
    ("aclnnForeachAsin", "out[i] = asin(x[i])", np.arcsin, FLOATS_ON_ANY_CHIP, True),
    ("aclnnForeachAtan", "out[i] = atan(x[i])", np.arctan, FLOATS_ON_ANY_CHIP, True),
    ("aclnnForeachCos", "out[i] = cos(x[i])", np.cos, FLOATS_ON_ANY_CHIP, True),
    ("aclnnForeachCosh", "out[i] = cosh(x[i])", np.cosh, FLOATS_ON_ANY_CHIP, True),
    ("aclnnForeachErf", "out[i] = erf(x[i])", erf, FLOATS_ON_ANY_CHIP, False),
    ("aclnnForeachErfc", "out[i] = 1 - erf(x[i])", erfc, FLOATS_ON_ANY_CHIP, False),
    ("aclnnForeachExp", "out[i] = exp(x[i])", np.exp, _FLOATS_AND_SMALL, True),
    ("aclnnForeachExpm1", "out[i] = exp(x[i]) - 1", np.expm1, _FLOATS_AND_SMALL, True),
    ("aclnnForeachLog", "out[i] = log(x[i])", np.log, FLOATS_ON_ANY_CHIP, True),
    ("aclnnForeachLog10", "out[i] = log10(x[i])", np.log10, FLOATS_ON_ANY_CHIP, True),
    ("aclnnForeachLog1p", "out[i] = log(x[i] + 1)", np.log1p, FLOATS_ON_ANY_CHIP, True),
    ("aclnnForeachLog2", "out[i] = log2(x[i])", np.log2, FLOATS_ON_ANY_CHIP, True),
    ("aclnnForeachReciprocal", "out[i] = 1 / x[i]", np.reciprocal, FLOATS_ON_ANY_CHIP, True),
    ("aclnnForeachSigmoid", "out[i] = 1 / (1 + exp(-x[i]))", sigmoid, FLOATS_ON_ANY_CHIP, True),
    ("aclnnForeachSign", "out[i] = -1, 0 or 1 as x[i] is below, at or above 0", sign, _SIGNED, True),
    ("aclnnForeachSin", "out[i] = sin(x[i])", np.sin, FLOATS_ON_ANY_CHIP, True),
    ("aclnnForeachSinh", "out[i] = sinh(x[i])", np.sinh, FLOATS_ON_ANY_CHIP, True),
    ("aclnnForeachTan", "out[i] = tan(x[i])", np.tan, FLOATS_ON_ANY_CHIP, True),
    ("aclnnForeachTanh", "out[i] = tanh(x[i])", np.tanh, FLOATS_ON_ANY_CHIP, True),
)

# Integers of 8 and 16 bits wrap here, where the exponentials saturate.
_NEG = Lists("aclnnForeachNeg", np.negative, WITH_SMALL)
_SQRT = Lists("aclnnForeachSqrt", np.sqrt, FLOATS_SINCE_910B)
_ACOS_INPLACE = Lists("aclnnForeachACosInplace", np.arccos, FLOATS_ON_ANY_CHIP, output=None, strided_output=True)
_LOG_INPLACE = Lists("aclnnForeachLogInplace", np.log, FLOATS_ON_ANY_CHIP, output=None)


def _copied_to(dtype: DType) -> tuple[DType, ...]:
    """float32 also goes to the 16-bit floats, and each of them to it."""
    if dtype == FLOAT32:
        return CORE_FLOATS
    return (dtype, FLOAT32) if dtype in CORE_FLOATS else (dtype,)


_COPIED = (*CORE_FLOATS, INT32, INT8, UINT8, INT16, UINT16, UINT32, INT64, FLOAT64, BOOL)
_COPY = Lists(
    "aclnnForeachCopy",
    _same,
    per_chip((), since_910b=_COPIED),
    takes_out=False,
    out_dtypes=_copied_to,
)

OPERATORS = (
    *(
        generated(
            Lists(name, function, dtypes, takes_out=takes_out, rounds_integers=dtypes is _FLOATS_AND_SMALL), formula
        )
        for name, formula, function, dtypes, takes_out in _OF_ONE_LIST
    ),
    generated(_NEG, "out[i] = -x[i]"),
    host_checked(_SQRT, "out[i] = sqrt(x[i])"),
    host_checked(_COPY, "out[i] = x[i]", SINCE_910B - {Family.A910_93}),
    generated(_ACOS_INPLACE, "x[i] = acos(x[i])", ONLY_950),
    generated(_LOG_INPLACE, "x[i] = log(x[i])", ONLY_950),
    generated(_ZERO, "x[i] = 0"),
)
