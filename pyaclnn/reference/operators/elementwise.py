"""Functions of one tensor, element by element."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...dtypes import (
    BFLOAT16,
    BOOL,
    COMPLEX32,
    COMPLEX64,
    COMPLEX128,
    FLOAT16,
    FLOAT32,
    FLOAT64,
    INT8,
    INT16,
    INT32,
    INT64,
    UINT8,
    DType,
)
from ..chips import ALL_BUT_310B, SINCE_910B, Family
from ..definition import Definition
from ..dtype_lists import per_chip
from ..kernels import Kernel, arithmetic
from ..kernels.arithmetic import ABS
from ..lowering import Array, Lowering
from ..meta import TensorMeta
from ..patterns.in_place import in_place
from ..patterns.unary import function_within_dtype, overwriting
from ..rules import (
    Call,
    Castable,
    Check,
    DoneIfEmpty,
    DtypeIn,
    DtypeIs,
    Infer,
    MaxRank,
    NotNull,
    NotPrivate,
    SameFormat,
    SameShape,
    dtype_of,
    require,
)

_MAGNITUDES = {COMPLEX64: FLOAT32, COMPLEX32: FLOAT16}
_ABS_DTYPES = (FLOAT64, FLOAT32, FLOAT16, INT64, INT32, INT16, INT8, UINT8, BOOL)


def _magnitude_dtype(call: Call) -> DType:
    dtype = call.args["self"].dtype
    return _MAGNITUDES.get(dtype, dtype)


def _abs(low: Lowering, call: Call) -> None:
    x = low.contiguous("self")
    # What has no sign is only copied.
    result = x if x.dtype in (UINT8, BOOL) else ABS(low, x, dtype=_magnitude_dtype(call))
    low.view_copy(result, "out")


abs_ = Definition(
    "aclnnAbs",
    "out = |self|; the smallest signed integer stays itself",
    (
        NotNull("self", "out"),
        DtypeIn(
            per_chip(
                _ABS_DTYPES,
                since_910b=(BFLOAT16, COMPLEX64),
                A950=(*_ABS_DTYPES, BFLOAT16, COMPLEX64, COMPLEX32),
            ),
            "self",
        ),
        DtypeIs("out", _magnitude_dtype, "the dtype of self, or of a complex one's parts"),
        SameFormat("self", "out"),
        NotPrivate("self"),
        MaxRank("self"),
        SameShape("self", "out"),
        DoneIfEmpty("self"),
    ),
    _abs,
    families=ALL_BUT_310B,
)

NEG = Kernel("Neg", np.negative, per_chip((FLOAT32, FLOAT16, INT32, INT8, BFLOAT16), since_910b=(INT64,)))


def _neg(low: Lowering, call: Call) -> None:
    low.write(NEG(low, low.contiguous("self")), "out")


neg = Definition(
    "aclnnNeg",
    "out = -self; the smallest signed integer stays itself",
    (
        NotNull("self", "out"),
        DtypeIn(
            per_chip((INT8, INT32, INT64, FLOAT16, FLOAT32, FLOAT64, COMPLEX64, COMPLEX128), since_910b=(BFLOAT16,)),
            "self",
        ),
        Castable("out", "self"),
        MaxRank("self"),
        SameShape("self", "out"),
        DoneIfEmpty("self"),
    ),
    _neg,
)
inplace_neg = in_place("aclnnInplaceNeg", neg)


_SIGNED_ON_CORE = (FLOAT32, FLOAT16, INT32, BFLOAT16)
SIGN = Kernel("Sign", arithmetic.sign, per_chip(_SIGNED_ON_CORE, A950=(*_SIGNED_ON_CORE, INT64)))
_SIGNED = (FLOAT64, FLOAT32, FLOAT16, INT32, INT64, COMPLEX64, COMPLEX128, BOOL)


def _has_sign(call: Call) -> None:
    """Dtypes outside the list are refused by Ascend910A, but for bfloat16 by the newer chips, and by no other; only
    those of the list are compared with the output's."""
    x, result = call.args["self"], call.args["result"]
    if x.dtype in _SIGNED:
        if isinstance(result, TensorMeta):
            require(result.dtype == x.dtype, f"result is {result.dtype.name} but self is {x.dtype.name}")
    elif call.family is Family.A910 or (call.family in SINCE_910B and x.dtype != BFLOAT16):
        allowed = ", ".join(dtype.name for dtype in _SIGNED)
        require(False, f"self is {x.dtype.name}; on {call.family.value} aclnnSign takes {allowed}")


def _sign(low: Lowering, call: Call) -> None:
    x = low.contiguous("self")
    if x.dtype == BOOL:
        result = low.cast(SIGN(low, low.cast(x, INT32)), BOOL)
    else:
        result = SIGN(low, x)
    low.view_copy(result, "result")


sign = Definition(
    "aclnnSign",
    "result = 1 where self > 0, -1 where self < 0, else 0; self / |self| for complex numbers",
    (
        NotNull("self", "result"),
        Check(_has_sign),
        Infer("result", dtype=dtype_of("self")),
        SameShape("self", "result"),
        DoneIfEmpty("self", "result"),
    ),
    _sign,
    families=ALL_BUT_310B,
)


def _nan_to_num_of(x: Array, nan: float, posinf: float, neginf: float) -> Any:
    with np.errstate(all="ignore"):
        return np.nan_to_num(x, nan=np.float32(nan), posinf=np.float32(posinf), neginf=np.float32(neginf))


NAN_TO_NUM = Kernel("NanToNum", _nan_to_num_of, takes_out=False)

nan_to_num = function_within_dtype(
    "aclnnNanToNum",
    "out = nan where self is NaN, posinf where it is inf, neginf where it is -inf, else self",
    NAN_TO_NUM,
    takes=per_chip((), since_910b=(FLOAT16, FLOAT32, BFLOAT16, INT8, INT16, INT32, INT64, UINT8, BOOL)),
    attributes=lambda call: tuple(call.args[name] for name in ("nan", "posinf", "neginf")),
    unchanged=lambda dtype: dtype.is_integral or dtype == BOOL,
    families=SINCE_910B,
)
inplace_nan_to_num = overwriting("aclnnInplaceNanToNum", nan_to_num)

OPERATORS = (
    abs_,
    neg,
    inplace_neg,
    sign,
    nan_to_num,
    inplace_nan_to_num,
)
