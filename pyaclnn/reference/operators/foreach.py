"""Functions of each tensor of a list, element by element."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...dtypes import (
    BFLOAT16,
    BOOL,
    FLOAT16,
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
from ..chips import SINCE_910B, Family
from ..dtype_lists import per_chip
from ..foreach import Lists, generated, host_checked
from ..lowering import Array
from ..special import erf, erfc

ON_950 = frozenset((Family.A950,))

_FLOATS = (FLOAT32, FLOAT16, BFLOAT16)
FLOATS = per_chip(_FLOATS)
NUMBERS = per_chip((*_FLOATS, INT32))
WITH_SMALL = per_chip((*_FLOATS, INT32, INT16, INT8, UINT8), A950=(*_FLOATS, INT32))
_FLOATS_AND_SMALL = per_chip((*_FLOATS, INT16, INT8, UINT8), A950=_FLOATS)
_SIGNED = per_chip((*_FLOATS, INT8, INT32, INT64))
_CLEARED = per_chip((*_FLOATS, INT32, INT16))


def _sigmoid(x: Array) -> Any:
    return 1 / (1 + np.exp(-x))


def _sign(x: Array) -> Any:
    """-1, 0 or 1; 0 for NaN."""
    return (x > 0).astype(x.dtype) - (x < 0).astype(x.dtype)


def _zero(x: Array, out: Array | None = None) -> Any:
    result = np.empty_like(x) if out is None else out
    result[...] = 0
    return result


def _same(x: Array) -> Array:
    return x


_ZERO = Lists("aclnnForeachZeroInplace", _zero, _CLEARED, output=None, moves=True)

# name, formula, function, dtypes, whether the function takes ``out=``
_OF_ONE_LIST: tuple[tuple[str, str, Callable[..., Any], Any, bool], ...] = (
    ("aclnnForeachAbs", "out[i] = |x[i]|", np.abs, FLOATS, True),
    ("aclnnForeachAcos", "out[i] = acos(x[i])", np.arccos, FLOATS, True),
    ("aclnnForeachAsin", "out[i] = asin(x[i])", np.arcsin, FLOATS, True),
    ("aclnnForeachAtan", "out[i] = atan(x[i])", np.arctan, FLOATS, True),
    ("aclnnForeachCos", "out[i] = cos(x[i])", np.cos, FLOATS, True),
    ("aclnnForeachCosh", "out[i] = cosh(x[i])", np.cosh, FLOATS, True),
    ("aclnnForeachErf", "out[i] = erf(x[i])", erf, FLOATS, False),
    ("aclnnForeachErfc", "out[i] = 1 - erf(x[i])", erfc, FLOATS, False),
    ("aclnnForeachExp", "out[i] = exp(x[i])", np.exp, _FLOATS_AND_SMALL, True),
    ("aclnnForeachExpm1", "out[i] = exp(x[i]) - 1", np.expm1, _FLOATS_AND_SMALL, True),
    ("aclnnForeachLog", "out[i] = log(x[i])", np.log, FLOATS, True),
    ("aclnnForeachLog10", "out[i] = log10(x[i])", np.log10, FLOATS, True),
    ("aclnnForeachLog1p", "out[i] = log(x[i] + 1)", np.log1p, FLOATS, True),
    ("aclnnForeachLog2", "out[i] = log2(x[i])", np.log2, FLOATS, True),
    ("aclnnForeachReciprocal", "out[i] = 1 / x[i]", np.reciprocal, FLOATS, True),
    ("aclnnForeachSigmoid", "out[i] = 1 / (1 + exp(-x[i]))", _sigmoid, FLOATS, False),
    ("aclnnForeachSign", "out[i] = -1, 0 or 1 as x[i] is below, at or above 0", _sign, _SIGNED, False),
    ("aclnnForeachSin", "out[i] = sin(x[i])", np.sin, FLOATS, True),
    ("aclnnForeachSinh", "out[i] = sinh(x[i])", np.sinh, FLOATS, True),
    ("aclnnForeachTan", "out[i] = tan(x[i])", np.tan, FLOATS, True),
    ("aclnnForeachTanh", "out[i] = tanh(x[i])", np.tanh, FLOATS, True),
)

# Integers of 8 and 16 bits wrap here, where the exponentials saturate.
_NEG = Lists("aclnnForeachNeg", np.negative, WITH_SMALL)
_SQRT = Lists("aclnnForeachSqrt", np.sqrt, per_chip((), B910=_FLOATS, C910=_FLOATS, A950=_FLOATS))
_ACOS_INPLACE = Lists("aclnnForeachACosInplace", np.arccos, FLOATS, output=None, strided_output=True)
_LOG_INPLACE = Lists("aclnnForeachLogInplace", np.log, FLOATS, output=None)


def _copied_to(dtype: DType) -> tuple[DType, ...]:
    """float32 also goes to the 16-bit floats, and each of them to it."""
    if dtype == FLOAT32:
        return (FLOAT32, FLOAT16, BFLOAT16)
    return (dtype, FLOAT32) if dtype in _FLOATS else (dtype,)


_COPIED = (*_FLOATS, INT32, INT8, UINT8, INT16, UINT16, UINT32, INT64, FLOAT64, BOOL)
_COPY = Lists(
    "aclnnForeachCopy",
    _same,
    per_chip((), B910=_COPIED, C910=_COPIED, A950=_COPIED),
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
    host_checked(_COPY, "out[i] = x[i]", SINCE_910B - {Family.C910}),
    generated(_ACOS_INPLACE, "x[i] = acos(x[i])", ON_950),
    generated(_LOG_INPLACE, "x[i] = log(x[i])", ON_950),
    generated(_ZERO, "x[i] = 0"),
)
