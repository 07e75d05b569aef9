"""Circular and hyperbolic functions, and their inverses."""

from __future__ import annotations

import math

import numpy as np

from ...dtypes import BFLOAT16, BOOL, FLOAT16, FLOAT32, FLOAT64, INT8, INT16, INT32, INT64, UINT8, DType
from ..chips import ALL, Family
from ..dtype_lists import (
    FLOATING,
    FLOATING_AND_COMPLEX,
    FLOATING_AND_COMPLEX_ON_ANY_CHIP,
    FLOATING_AND_INTEGERS,
    FLOATING_ON_ANY_CHIP,
    FLOATS,
    FLOATS_ON_ANY_CHIP,
    NUMERIC,
    per_chip,
)
from ..kernels import Kernel
from ..kernels.arithmetic import MUL, REAL_DIV
from ..kernels.comparison import EQUAL
from ..kernels.filling import ones_like, select, zeros_like
from ..lowering import Array, Lowering
from ..meta import ScalarValue
from ..patterns.unary import PLAIN_ON_950, function_of_floats, integers_as_output, overwriting
from ..rules import INNER_NULL, Call, Castable, NotNull, NotPrivate, SameFormat

ACOS = Kernel("Acos", np.arccos, FLOATS)
ACOSH = Kernel("Acosh", np.arccosh, FLOATS)
ASIN = Kernel("Asin", np.arcsin, FLOATS)
ASINH = Kernel("Asinh", np.arcsinh, FLOATS)
ATAN = Kernel("Atan", np.arctan, FLOATS)
ATANH = Kernel("Atanh", np.arctanh, FLOATS)
COS = Kernel("Cos", np.cos, FLOATS)
COSH = Kernel("Cosh", np.cosh, FLOATS_ON_ANY_CHIP)
SIN = Kernel("Sin", np.sin, FLOATS_ON_ANY_CHIP)
SINH = Kernel("Sinh", np.sinh, FLOATS)
TAN = Kernel("Tan", np.tan, FLOATS)
TANH = Kernel("Tanh", np.tanh, keeps_format=True)

acos = function_of_floats(
    "aclnnAcos",
    "out = arccos(input)",
    ACOS,
    takes=FLOATING_AND_INTEGERS,
    writes=FLOATING_ON_ANY_CHIP,
    reads="input",
)
inplace_acos = overwriting("aclnnInplaceAcos", acos, parameter="inputRef")

acosh = function_of_floats(
    "aclnnAcosh",
    "out = arcosh(self)",
    ACOSH,
    Castable("out", "self"),
    PLAIN_ON_950,
    takes=NUMERIC,
    writes=FLOATING_AND_COMPLEX_ON_ANY_CHIP,
)
inplace_acosh = overwriting("aclnnInplaceAcosh", acosh)


def _asin_dtype(low: Lowering, call: Call) -> DType:
    """Only Ascend950 has the kernel for bfloat16."""
    return FLOAT32 if call.common == BFLOAT16 and low.family is not Family.A950 else call.common


asin = function_of_floats(
    "aclnnAsin",
    "out = arcsin(self)",
    ASIN,
    takes=FLOATING_AND_INTEGERS,
    writes=FLOATING,
    computed_in=_asin_dtype,
)
inplace_asin = overwriting("aclnnInplaceAsin", asin, FLOATING)

asinh = function_of_floats(
    "aclnnAsinh",
    "out = arsinh(input)",
    ASINH,
    PLAIN_ON_950,
    takes=NUMERIC,
    writes=FLOATING_AND_COMPLEX_ON_ANY_CHIP,
    reads="input",
)
inplace_asinh = overwriting("aclnnInplaceAsinh", asinh, FLOATING_AND_COMPLEX, parameter="inputRef")

atan = function_of_floats(
    "aclnnAtan",
    "out = arctan(input)",
    ATAN,
    takes=FLOATING_AND_INTEGERS,
    writes=FLOATING_ON_ANY_CHIP,
    reads="input",
)
inplace_atan = overwriting("aclnnInplaceAtan", atan, FLOATING, parameter="inputRef")

atanh = function_of_floats(
    "aclnnAtanh",
    "out = artanh(input)",
    ATANH,
    takes=NUMERIC,
    writes=FLOATING_AND_COMPLEX_ON_ANY_CHIP,
    reads="input",
)
inplace_atanh = overwriting("aclnnInplaceAtanh", atanh, FLOATING_AND_COMPLEX, parameter="inputRef")

cos = function_of_floats(
    "aclnnCos",
    "out = cos(input)",
    COS,
    takes=NUMERIC,
    writes=FLOATING_AND_COMPLEX,
    reads="input",
    families=ALL,
)
inplace_cos = overwriting("aclnnInplaceCos", cos, FLOATING_AND_COMPLEX, parameter="inputRef")

cosh = function_of_floats(
    "aclnnCosh",
    "out = cosh(self)",
    COSH,
    PLAIN_ON_950,
    takes=NUMERIC,
    writes=FLOATING_AND_COMPLEX_ON_ANY_CHIP,
)
inplace_cosh = overwriting("aclnnInplaceCosh", cosh, FLOATING_AND_COMPLEX)

sin = function_of_floats(
    "aclnnSin",
    "out = sin(self)",
    SIN,
    takes=NUMERIC,
    writes=FLOATING_AND_COMPLEX_ON_ANY_CHIP,
    families=ALL,
)
inplace_sin = overwriting("aclnnInplaceSin", sin, FLOATING_AND_COMPLEX)

sinh = function_of_floats(
    "aclnnSinh",
    "out = sinh(self)",
    SINH,
    takes=NUMERIC,
    writes=FLOATING_AND_COMPLEX,
    computed_in=integers_as_output,
)
inplace_sinh = overwriting("aclnnInplaceSinh", sinh, FLOATING_AND_COMPLEX)

tan = function_of_floats("aclnnTan", "out = tan(self)", TAN, takes=NUMERIC)
inplace_tan = overwriting("aclnnInplaceTan", tan)

tanh = function_of_floats(
    "aclnnTanh",
    "out = tanh(self)",
    TANH,
    SameFormat("self", "out"),
    NotPrivate("self"),
    takes=per_chip((FLOAT32, FLOAT16, BOOL, UINT8, INT8, INT16, INT32, INT64), since_910b=(BFLOAT16,)),
    writes=FLOATS,
)
inplace_tanh = overwriting("aclnnInplaceTanh", tanh, FLOATS)


def _sinc_of(x: Array) -> Array:
    angle = x * x.dtype.type(math.pi)
    return np.where(x == 0, x.dtype.type(1), np.sin(angle) / angle)


SINC = Kernel("Sinc", _sinc_of, takes_out=False)


def _sinc(low: Lowering, call: Call) -> None:
    x = low.contiguous("self")
    if low.family is Family.A950 and x.dtype in FLOATS[Family.A950]:
        result = SINC(low, x)
    else:
        x = low.cast(x, call.common)
        is_zero = EQUAL(low, x, zeros_like(low, x), dtype=BOOL)
        ones = ones_like(low, x)
        angle = MUL(low, select(low, is_zero, ones, x), low.constant(ScalarValue(FLOAT64, math.pi), x.dtype))
        result = select(low, is_zero, ones, REAL_DIV(low, SIN(low, angle), angle))
    low.write(result, "out")


sinc = function_of_floats(
    "aclnnSinc",
    "out = sin(pi * self) / (pi * self); 1 where self is 0",
    SINC,
    takes=FLOATING_AND_INTEGERS,
    writes=FLOATING_ON_ANY_CHIP,
    not_null=NotNull("self", "out", code=INNER_NULL),
    lower=_sinc,
)
inplace_sinc = overwriting("aclnnInplaceSinc", sinc)

OPERATORS = (
    acos,
    inplace_acos,
    acosh,
    inplace_acosh,
    asin,
    inplace_asin,
    asinh,
    inplace_asinh,
    atan,
    inplace_atan,
    atanh,
    inplace_atanh,
    cos,
    inplace_cos,
    cosh,
    inplace_cosh,
    sin,
    inplace_sin,
    sinh,
    inplace_sinh,
    tan,
    inplace_tan,
    tanh,
    inplace_tanh,
    sinc,
    inplace_sinc,
)
