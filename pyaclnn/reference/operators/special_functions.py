"""The error function, the logarithm of the gamma function, log-odds, and their kin."""

from __future__ import annotations

import numpy as np

from ...dtypes import BFLOAT16, BOOL, FLOAT16, FLOAT32, FLOAT64, INT8, INT16, INT32, INT64, UINT8
from ..chips import SINCE_910B
from ..definition import Definition
from ..dtype_lists import FLOATING, FLOATS, FLOATS_ON_ANY_CHIP, per_chip
from ..kernels import Kernel, special
from ..lowering import Array, Lowering
from ..patterns.unary import function_of_floats, function_within_dtype, overwriting
from ..rules import (
    PLAIN_FORMATS,
    Call,
    DoneIfEmpty,
    DtypeIn,
    FormatIn,
    MaxRank,
    NotNull,
    SameDtype,
    SameFormat,
    SameShape,
)

_REALS_AND_LONG = per_chip((FLOAT64, FLOAT32, FLOAT16, BOOL, INT64), since_910b=(BFLOAT16,))

ERF = Kernel("Erf", special.erf, FLOATS_ON_ANY_CHIP, takes_out=False)
ERFC = Kernel("Erfc", special.erfc, FLOATS, takes_out=False)
ERFINV = Kernel("Erfinv", special.erfinv, takes_out=False)
# These two are functions of the control CPU.
DIGAMMA = Kernel("Digamma", special.digamma, per_chip(()), takes_out=False)
LGAMMA = Kernel("Lgamma", special.lgamma, per_chip(()), takes_out=False)

erf = function_of_floats(
    "aclnnErf", "out = 2 / sqrt(pi) * integral of exp(-t ** 2) from 0 to self", ERF, takes=_REALS_AND_LONG
)
inplace_erf = overwriting("aclnnInplaceErf", erf, FLOATING)

erfc = function_of_floats("aclnnErfc", "out = 1 - erf(self)", ERFC, takes=_REALS_AND_LONG)
inplace_erfc = overwriting("aclnnInplaceErfc", erfc, FLOATING)

erfinv = function_of_floats(
    "aclnnErfinv",
    "out = the number of which erf is self; infinite at -1 and 1, NaN beyond",
    ERFINV,
    takes=per_chip((FLOAT32, FLOAT16, BOOL, INT8, INT16, INT32, INT64, UINT8), since_910b=(BFLOAT16,)),
)
inplace_erfinv = overwriting("aclnnInplaceErfinv", erfinv)

_GAMMA_DTYPES = per_chip((FLOAT64, FLOAT32, FLOAT16))
digamma = function_within_dtype(
    "aclnnDigamma",
    "out = d/dself log(gamma(self))",
    DIGAMMA,
    SameFormat("self", "out"),
    takes=_GAMMA_DTYPES,
)
lgamma = function_within_dtype(
    "aclnnLgamma",
    "out = log(|gamma(self)|)",
    LGAMMA,
    SameFormat("self", "out"),
    takes=_GAMMA_DTYPES,
)


def _logit_of(x: Array, eps: float) -> Array:
    low = np.float32(eps)
    high = np.float32(1) - low
    z = np.where(x < low, low, np.where(x > high, high, x)) if low >= 0 else x
    return np.asarray(np.log(z / (1 - z)))


def _logit_slope(x: Array, grad: Array, eps: float) -> Array:
    """A gradient only inside; NaN lies outside, too."""
    low, outside = (np.float32(eps), np.float32(0)) if eps >= 0 else (np.float32(0), np.float32(np.nan))
    inside = (x >= low) & (x <= np.float32(1) - low)
    return np.where(inside, grad / (x * (1 - x)), outside)


LOGIT = Kernel("Logit", _logit_of, takes_out=False)
LOGIT_GRAD = Kernel("LogitGrad", _logit_slope, takes_out=False)


def _logit(low: Lowering, call: Call) -> None:
    low.view_copy(LOGIT(low, low.contiguous("input"), attributes=(call.args["eps"],)), "out")


logit = Definition(
    "aclnnLogit",
    "out = log(z / (1 - z)); z = input, held between eps and 1 - eps unless eps < 0",
    (
        NotNull("input", "out"),
        DtypeIn(FLOATS_ON_ANY_CHIP, "input"),
        SameDtype("input", "out"),
        FormatIn(PLAIN_FORMATS, "input", "out"),
        MaxRank("input"),
        SameShape("input", "out"),
        DoneIfEmpty("out"),
    ),
    _logit,
    families=SINCE_910B,
)


def _logit_grad(low: Lowering, call: Call) -> None:
    operands = [low.contiguous(name) for name in ("x", "dy")]
    low.view_copy(LOGIT_GRAD(low, *operands, attributes=(call.args["eps"],)), "out")


logit_grad = Definition(
    "aclnnLogitGrad",
    "out = dy / (x * (1 - x)) for eps <= x <= 1 - eps, else 0; for eps < 0 NaN outside 0 to 1",
    (
        NotNull("x", "dy", "out"),
        DtypeIn(FLOATS_ON_ANY_CHIP, "x"),
        SameDtype("x", "dy", "out"),
        FormatIn(PLAIN_FORMATS, "x", "dy", "out"),
        MaxRank("x"),
        SameShape("x", "dy", "out"),
        DoneIfEmpty("out"),
    ),
    _logit_grad,
    families=SINCE_910B,
)

OPERATORS = (
    erf,
    inplace_erf,
    erfc,
    inplace_erfc,
    erfinv,
    inplace_erfinv,
    digamma,
    lgamma,
    logit,
    logit_grad,
)
