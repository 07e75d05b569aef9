"""Powers, roots, exponential functions and logarithms."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...dtypes import (
    BFLOAT16,
    BOOL,
    COMPLEX64,
    COMPLEX128,
    FLOAT16,
    FLOAT32,
    FLOAT64,
    INT32,
    INT64,
    DType,
)
from ..chips import ALL, ONLY_950
from ..dtype_lists import (
    BASE,
    FLOATING,
    FLOATING_AND_COMPLEX,
    FLOATING_AND_COMPLEX_ON_ANY_CHIP,
    FLOATING_AND_INTEGERS,
    FLOATS,
    FLOATS_ON_ANY_CHIP,
    NUMERIC,
    NUMERIC_ON_ANY_CHIP,
    per_chip,
)
from ..kernels import Kernel
from ..kernels.arithmetic import SQUARE
from ..lowering import Array, Lower, Lowering
from ..patterns.unary import function_of_floats, function_within_dtype, integers_as_output, overwriting
from ..rules import (
    Call,
    Castable,
    DtypeIs,
    NotPrivate,
    SameFormat,
    common_dtype,
)


def _reciprocal(x: Array, out: Array | None = None) -> Any:
    """The plain formula for complex numbers, too: 1 / 0 has no finite part."""
    return np.divide(x.dtype.type(1), x, out=out)


def _rsqrt(x: Array, out: Array | None = None) -> Any:
    root = np.sqrt(x, out=out)
    return np.divide(x.dtype.type(1), root, out=out)


def _logarithm(function: Callable[..., Any]) -> Callable[..., Any]:
    """The logarithm of integers has values in float32."""

    def compute(x: Array, out: Array | None = None) -> Any:
        if x.dtype.kind not in "iub":
            return function(x, out=out)
        result = np.empty(x.shape, np.float32) if out is None else out
        result[...] = function(x.astype(np.float64))
        return result

    return compute


def _log2(x: Array, out: Array | None = None) -> Any:
    if x.dtype.kind == "c":
        return np.divide(np.log(x), x.real.dtype.type(np.log(2)), out=out)
    return np.log2(x, out=out)


EXP = Kernel("Exp", np.exp, FLOATS)
EXPM1 = Kernel("Expm1", np.expm1)
# Powers of two.
POW = Kernel("Pow", np.exp2, per_chip((FLOAT32, FLOAT16)))
LOG = Kernel("Log", _logarithm(np.log), FLOATS_ON_ANY_CHIP)
LOG10 = Kernel("Log", _logarithm(np.log10), FLOATS_ON_ANY_CHIP)
LOG2 = Kernel("Log", _logarithm(_log2), FLOATS_ON_ANY_CHIP)
LOG1P = Kernel("Log1p", np.log1p, FLOATS_ON_ANY_CHIP)
SQRT = Kernel("Sqrt", np.sqrt, FLOATS)
RSQRT = Kernel("Rsqrt", _rsqrt, FLOATS_ON_ANY_CHIP)
RECIPROCAL = Kernel("Reciprocal", _reciprocal, FLOATS_ON_ANY_CHIP)

exp = function_of_floats(
    "aclnnExp",
    "out = e ** self",
    EXP,
    takes=per_chip((FLOAT32, FLOAT16, FLOAT64, COMPLEX64, COMPLEX128, BOOL, INT64), since_910b=(BFLOAT16,)),
)
inplace_exp = overwriting("aclnnInplaceExp", exp, FLOATING_AND_COMPLEX)


def _exp2_dtype(low: Lowering, call: Call) -> DType:
    return FLOAT32 if call.common == BFLOAT16 else call.common


exp2 = function_of_floats(
    "aclnnExp2",
    "out = 2 ** self",
    POW,
    takes=FLOATING_AND_INTEGERS,
    computed_in=_exp2_dtype,
    families=ALL,
)
inplace_exp2 = overwriting("aclnnInplaceExp2", exp2, FLOATING)

expm1 = function_of_floats(
    "aclnnExpm1",
    "out = e ** self - 1, exact also near 0",
    EXPM1,
    takes=per_chip((FLOAT32, FLOAT16, INT64, BOOL), since_910b=(BFLOAT16,)),
)
inplace_expm1 = overwriting("aclnnInplaceExpm1", expm1, FLOATS)


def _lower_log(kernel: Kernel) -> Lower:
    """The kernel takes integers as they are, on the control CPU."""

    def lower(low: Lowering, call: Call) -> None:
        low.write(kernel(low, low.contiguous("self"), dtype=call.common), "out")

    return lower


log = function_of_floats(
    "aclnnLog",
    "out = log(self), to the base e",
    LOG,
    Castable("out", "self"),
    takes=NUMERIC,
    writes=FLOATING_AND_COMPLEX,
    lower=_lower_log(LOG),
)
inplace_log = overwriting("aclnnInplaceLog", log, FLOATING_AND_COMPLEX)

log2 = function_of_floats(
    "aclnnLog2",
    "out = log(self), to the base 2",
    LOG2,
    Castable("out", "self"),
    takes=NUMERIC,
    writes=FLOATING_AND_COMPLEX,
    lower=_lower_log(LOG2),
)
inplace_log2 = overwriting("aclnnInplaceLog2", log2, FLOATING_AND_COMPLEX)

log10 = function_of_floats(
    "aclnnLog10",
    "out = log(self), to the base 10",
    LOG10,
    DtypeIs("out", common_dtype, "the dtype of self, or float32 for integers"),
    takes=NUMERIC_ON_ANY_CHIP,
    lower=_lower_log(LOG10),
)
inplace_log10 = overwriting("aclnnInplaceLog10", log10, FLOATING_AND_COMPLEX)

log1p = function_of_floats(
    "aclnnLog1p",
    "out = log(1 + self), to the base e, exact also near 0",
    LOG1P,
    takes=FLOATING_AND_INTEGERS,
    writes=FLOATING,
    computed_in=integers_as_output,
)
inplace_log1p = overwriting("aclnnInplaceLog1p", log1p, FLOATING)


def _sqrt_dtype(low: Lowering, call: Call) -> DType:
    return FLOAT64 if call.args["self"].dtype == INT64 else call.common


sqrt = function_of_floats(
    "aclnnSqrt",
    "out = self ** 0.5",
    SQRT,
    takes=per_chip((*BASE, BFLOAT16), A910=BASE),
    computed_in=_sqrt_dtype,
)
inplace_sqrt = overwriting("aclnnInplaceSqrt", sqrt, FLOATING_AND_COMPLEX, parameter="self")

rsqrt = function_of_floats(
    "aclnnRsqrt",
    "out = self ** -0.5",
    RSQRT,
    takes=NUMERIC,
    writes=FLOATING_AND_COMPLEX_ON_ANY_CHIP,
    computed_in=integers_as_output,
    families=ALL,
)
inplace_rsqrt = overwriting("aclnnInplaceRsqrt", rsqrt, FLOATING_AND_COMPLEX)

reciprocal = function_of_floats(
    "aclnnReciprocal",
    "out = 1 / self",
    RECIPROCAL,
    SameFormat("self", "out"),
    takes=NUMERIC,
    writes=FLOATING_AND_COMPLEX,
)
inplace_reciprocal = overwriting("aclnnInplaceReciprocal", reciprocal, FLOATING_AND_COMPLEX)

square = function_within_dtype(
    "aclnnSquare",
    "out = self ** 2",
    SQUARE,
    SameFormat("self", "out"),
    NotPrivate("self"),
    takes=per_chip((), A950=(INT64, FLOAT32, FLOAT16, INT32, BFLOAT16)),
    families=ONLY_950,
)

OPERATORS = (
    exp,
    inplace_exp,
    exp2,
    inplace_exp2,
    expm1,
    inplace_expm1,
    log,
    inplace_log,
    log2,
    inplace_log2,
    log10,
    inplace_log10,
    log1p,
    inplace_log1p,
    sqrt,
    inplace_sqrt,
    rsqrt,
    inplace_rsqrt,
    reciprocal,
    inplace_reciprocal,
    square,
)
