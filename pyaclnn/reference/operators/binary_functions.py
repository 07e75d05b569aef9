"""Functions of two operands beyond arithmetic: angles, logarithms, divisors, steps."""

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
    UINT64,
    DType,
)
from ..chips import ALL_BUT_310B, ONLY_950, Family
from ..definition import Definition
from ..dtype_lists import FLOATS, FLOATS_ON_ANY_CHIP, REAL, Dtypes, per_chip
from ..kernels import Kernel
from ..lowering import Array, Lowering
from ..patterns.binary import PAIR, binary, instead, promoted
from ..patterns.in_place import in_place
from ..patterns.lowerings import operands, promoted_kernel
from ..promotion import float_of
from ..rules import (
    INNER_NULL,
    Broadcast,
    Call,
    Castable,
    Check,
    CommonIn,
    DoneIfEmpty,
    DtypeIn,
    Infer,
    MaxRank,
    NotNull,
    NotPrivate,
    PromoteBy,
    Refusal,
    SameDtype,
    SameFormat,
    When,
    common_dtype,
    dtype_of,
    on_950,
    require,
)
from ..shapes import broadcast

_INTEGERS = (INT32, INT64, INT8, UINT8, INT16, BOOL)


def _times(logarithm: Callable[[Array], Array]) -> Callable[..., Array]:
    """``x`` times a logarithm of ``y``; 0 for ``x`` of 0 unless ``y`` is NaN."""

    def compute(x: Array, y: Array, out: Array | None = None) -> Array:
        zero = np.asarray(x == 0)  # found before the output is written, which may be an operand
        if not zero.any():
            return np.asarray(np.multiply(x, logarithm(y), out=out))
        zero = zero & ~np.isnan(y)
        result = np.asarray(np.multiply(x, logarithm(y), out=out))
        np.copyto(result, 0, where=zero)
        return result

    return compute


ATAN2 = Kernel("Atan2", np.arctan2, FLOATS_ON_ANY_CHIP)
X_LOG_Y = Kernel("Xlogy", _times(np.log))
X_LOG1P_Y = Kernel("Xlog1py", _times(np.log1p))
LOG_ADD_EXP = Kernel("LogAddExp", np.logaddexp)
LOG_ADD_EXP2 = Kernel("LogAddExp", np.logaddexp2)
GCD = Kernel("Gcd", np.gcd)

# Angles


atan2 = binary(
    "aclnnAtan2",
    "out = the angle of the point (other, self), in radians from -pi to pi",
    ATAN2,
    (DtypeIn(REAL, *PAIR),),
    instead(promoted(*PAIR), float_of),
    (),
)

# Products with logarithms

_LOGS = per_chip((FLOAT32, FLOAT16, *_INTEGERS), since_910b=(BFLOAT16,))
_LOG_SCALARS = per_chip((FLOAT32, FLOAT16, FLOAT64, *_INTEGERS), since_910b=(BFLOAT16,))
_X_LOG_Y = "out = self * log(other); 0 where self is 0 and other no NaN"


def _float_with_scalar(dtype: DType) -> DType:
    return dtype if dtype.is_floating and dtype != FLOAT64 else FLOAT32


x_log_y_tensor = binary(
    "aclnnXLogYTensor",
    _X_LOG_Y,
    X_LOG_Y,
    (DtypeIn(_LOGS, *PAIR),),
    instead(promoted(*PAIR), float_of),
    (),
)
x_log_y_scalar_other = binary(
    "aclnnXLogYScalarOther",
    _X_LOG_Y,
    X_LOG_Y,
    (DtypeIn(_LOGS, "self"), DtypeIn(_LOG_SCALARS, "other")),
    instead(promoted(*PAIR), _float_with_scalar),
)
x_log_y_scalar_self = binary(
    "aclnnXLogYScalarSelf",
    _X_LOG_Y,
    X_LOG_Y,
    (DtypeIn(_LOG_SCALARS, "self"), DtypeIn(_LOGS, "other")),
    instead(promoted(*PAIR), _float_with_scalar),
)


def _only_on_950(call: Call) -> None:
    require(call.family is Family.A950, f"{call.operator} has no kernel on {call.family.value}", INNER_NULL)


def _x_log1p_y_shape(call: Call) -> tuple[int, ...]:
    return broadcast(call.args["x"].shape, call.args["y"].shape) or ()


def _lower_x_log1p_y(low: Lowering, call: Call) -> None:
    x, y = operands(low, ("x", "y"))
    if broadcast(x.shape, y.shape) is None:
        raise Refusal(INNER_NULL, f"x of shape {list(x.shape)} does not broadcast with y of {list(y.shape)}")
    low.view_copy(X_LOG1P_Y(low, x, y), "z")


x_log1p_y = Definition(
    "aclnnXlog1py",
    "z = x * log(1 + y); 0 where x is 0 and y no NaN",
    (
        NotNull("x", "y", "z"),
        SameDtype("x", "y", "z"),
        DtypeIn(FLOATS_ON_ANY_CHIP, "x"),
        NotPrivate("x", "y", "z"),
        MaxRank("x", "y", "z"),
        Infer("z", shape=_x_log1p_y_shape),
        DoneIfEmpty("x", "y"),
        Check(_only_on_950),
    ),
    _lower_x_log1p_y,
    families=ONLY_950,
)

# Logarithms of sums

_SUMMED = per_chip((FLOAT32, FLOAT16, FLOAT64, *_INTEGERS, UINT16, UINT32, UINT64), since_910b=(BFLOAT16,))


def _float_to_write(call: Call) -> DType:
    """The operands are read as the output's dtype; one that is left out is their common float."""
    if not call.is_missing("out"):
        return call.args["out"].dtype
    common = promoted(*PAIR)(call)
    return common if common is not None and common in FLOATS[call.family] else FLOAT32


def _log_add_exp(name: str, formula: str, kernel: Kernel) -> Definition:
    return Definition(
        name,
        formula,
        (
            NotNull(*PAIR, "out"),
            DtypeIn(_SUMMED, *PAIR),
            DtypeIn(FLOATS, "out"),
            Castable("out", "self"),
            Castable("out", "other"),
            PromoteBy(_float_to_write, *PAIR),
            Infer("out", dtype=common_dtype),
            MaxRank(*PAIR),
            Broadcast(*PAIR, to="out"),
            When(on_950, SameFormat("out", *PAIR), NotPrivate("self")),
            DoneIfEmpty(*PAIR),
        ),
        promoted_kernel(kernel, PAIR, "out"),
        families=ALL_BUT_310B,
    )


# Divisors


def _not_only_bools(call: Call) -> None:
    require({call.args[n].dtype for n in PAIR} != {BOOL}, "self and other are bool, which have no common divisor")


def _out_is_integral(call: Call) -> None:
    if not call.is_missing("out"):
        dtype = call.args["out"].dtype
        require(dtype.is_integral, f"out is {dtype.name}, must be an integer type")


_DIVIDED: Dtypes = per_chip((INT32, INT16, INT64), A910=(INT32,), A950=(UINT8, INT8, INT16, INT32, INT64))

gcd = binary(
    "aclnnGcd",
    "out = the greatest common divisor of self and other",
    GCD,
    (Check(_not_only_bools), Check(_out_is_integral)),
    promoted(*PAIR),
    (CommonIn(_DIVIDED), Castable("out")),
)

# Steps


def _step(x: Array, values: Array) -> Any:
    return np.where(x == 0, values.reshape(()) if values.size == 1 else values, (x > 0).astype(x.dtype))


def _element_count_fits(call: Call) -> None:
    if call.is_missing("out"):
        call.shapes["out"] = call.shape
    else:
        shape, size = call.args["out"].shape, int(np.prod(call.shape))
        require(
            int(np.prod(shape)) == size, f"out has shape {list(shape)}, must have {size} elements as input and values"
        )


def _lower_heaviside(low: Lowering, call: Call) -> None:
    x, values = operands(low, ("input", "values"))
    if values.size != 1 and x.shape != values.shape:
        x, values = (low.broadcast_to(b, call.shape, always=True) for b in (x, values))
    low.view_copy(low.kernel("Heaviside", _step, (x, values), x.shape, x.dtype, elementwise=True), "out")


heaviside = Definition(
    "aclnnHeaviside",
    "out = 0 where input < 0, 1 where input > 0, values where input is 0",
    (
        NotNull("input", "values", "out"),
        DtypeIn(FLOATS_ON_ANY_CHIP, "input", "values", "out"),
        MaxRank("input", "values"),
        Broadcast("input", "values"),
        Infer("out", dtype=dtype_of("input")),
        Check(_element_count_fits),
        DoneIfEmpty("input", "values", "out"),
    ),
    _lower_heaviside,
    families=ALL_BUT_310B,
)

OPERATORS = (
    atan2,
    in_place("aclnnInplaceAtan2", atan2),
    x_log_y_tensor,
    in_place("aclnnInplaceXLogYTensor", x_log_y_tensor),
    x_log_y_scalar_other,
    in_place("aclnnInplaceXLogYScalarOther", x_log_y_scalar_other),
    x_log_y_scalar_self,
    x_log1p_y,
    _log_add_exp("aclnnLogAddExp", "out = log(exp(self) + exp(other))", LOG_ADD_EXP),
    _log_add_exp("aclnnLogAddExp2", "out = log2(2 ** self + 2 ** other)", LOG_ADD_EXP2),
    gcd,
    heaviside,
)
