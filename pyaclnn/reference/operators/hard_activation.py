"""Activations made of pieces: clipped, shrunk, with a threshold; and logarithms that turn into straight lines."""

from __future__ import annotations

from ...dtypes import BFLOAT16, FLOAT16, FLOAT32, FLOAT64, INT8, INT16, INT32, INT64, UINT8
from .. import scalars
from ..chips import Family
from ..dtype_lists import FLOATS, per_chip
from ..kernels import Kernel
from ..kernels import activation as functions
from ..kernels.activation import THRESHOLD
from ..kernels.clipping import CLIP, CLIPPED, clip
from ..lowering import Lowering
from ..patterns.activation import CASTABLE, FLOATS_OF_310B, activation, listed, not_negative
from ..patterns.in_place import in_place
from ..patterns.lowerings import operands
from ..rules import (
    Call,
    CastableTo,
    Check,
    DtypeIn,
    Infer,
    SameFormat,
    When,
    before_950,
    dtype_of,
    require,
)

_HARD_SIGMOID_DTYPES = per_chip((FLOAT32, FLOAT16, INT32), since_910b=(BFLOAT16,))
hardsigmoid = activation(
    "aclnnHardsigmoid",
    "out = min(max(self / 6 + 1 / 2, 0), 1)",
    Kernel("HardSigmoid", functions.hard_sigmoid, takes_out=False),
    _HARD_SIGMOID_DTYPES,
    SameFormat("self", "out"),
)

hardswish = activation(
    "aclnnHardswish",
    "out = self * min(max(self + 3, 0), 6) / 6",
    Kernel("HardSwish", functions.hard_swish, takes_out=False, keeps_format=True),
    FLOATS,
    output=listed(FLOATS),
    any_rank=True,
)


def _check_limits(call: Call) -> None:
    low, high = call.args["clipValueMin"], call.args["clipValueMax"]
    # The first one's kind decides how the two are compared.
    dtype = INT64 if low.dtype.is_integral else FLOAT64
    require(
        not scalars.number(low, dtype) > scalars.number(high, dtype),
        f"clipValueMin {low.value} is above clipValueMax {high.value}",
    )


def _hardtanh(low: Lowering, call: Call) -> None:
    names = ("self", "clipValueMin", "clipValueMax")
    low.view_copy(clip(low, *operands(low, names, call.common)), "out")


hardtanh = activation(
    "aclnnHardtanh",
    "out = min(max(self, clipValueMin), clipValueMax)",
    CLIP,
    CLIPPED,
    DtypeIn(CLIPPED, "clipValueMin", "clipValueMax"),
    Check(_check_limits),
    attributes=("clipValueMin", "clipValueMax"),
    lower=_hardtanh,
)

hardshrink = activation(
    "aclnnHardshrink",
    "out = self if |self| > lambd else 0",
    Kernel("HardShrink", functions.hard_shrink, takes_out=False),
    FLOATS_OF_310B,
    output=listed(FLOATS_OF_310B),
    attributes=("lambd",),
)

softshrink = activation(
    "aclnnSoftshrink",
    "out = self - lambd if self > lambd, self + lambd if self < -lambd, else 0",
    Kernel("SoftShrink", functions.soft_shrink, takes_out=False),
    FLOATS,
    not_negative("lambd"),
    output=listed(FLOATS),
    attributes=("lambd",),
)

_SHRUNK = per_chip((FLOAT32, FLOAT16))
shrink = activation(
    "aclnnShrink",
    "out = self - bias if self > lambd, self + bias if self < -lambd, else 0",
    Kernel("Shrink", functions.shrink, takes_out=False),
    _SHRUNK,
    not_negative("lambd"),
    SameFormat("self", "out"),
    output=listed(_SHRUNK),
    attributes=("lambd", "bias"),
    any_rank=True,
)

softplus = activation(
    "aclnnSoftplus",
    "out = log(1 + exp(self * beta)) / beta; self where self * beta > threshold",
    Kernel("SoftplusV2", functions.softplus_of, takes_out=False),
    FLOATS,
    CastableTo("self", "beta", "threshold"),
    output=CASTABLE,
    attributes=("beta", "threshold"),
)

_LOG_SIGMOID = Kernel("LogSigmoid", functions.log_sigmoid, takes_out=False)
log_sigmoid = activation(
    "aclnnLogSigmoid",
    "out = log(1 / (1 + exp(-self)))",
    _LOG_SIGMOID,
    FLOATS,
    any_rank=True,
)
log_sigmoid_forward = activation(
    "aclnnLogSigmoidForward",
    "out = log(1 / (1 + exp(-self))); buffer is left as it is",
    _LOG_SIGMOID,
    FLOATS,
    Infer("buffer", shape=lambda call: call.args["self"].shape, dtype=dtype_of("self")),
    any_rank=True,
)

_INTEGERS = (INT32, INT8, UINT8, INT16, INT64)


def _threshold(low: Lowering, call: Call) -> None:
    x = low.contiguous("self")
    if x.dtype == INT16 and low.family is not Family.A950:
        x = low.cast(x, INT32)
    limit, value = (low.constant(call.args[name], x.dtype) for name in ("threshold", "value"))
    low.write(THRESHOLD(low, x, limit, value), "out")


threshold = activation(
    "aclnnThreshold",
    "out = self if self > threshold else value",
    THRESHOLD,
    per_chip((FLOAT32, FLOAT16, *_INTEGERS), since_910b=(BFLOAT16,)),
    output=(
        When(before_950, *CASTABLE),
        Infer("out", dtype=dtype_of("self")),
    ),
    attributes=("threshold", "value"),
    lower=_threshold,
)

OPERATORS = (
    hardsigmoid,
    in_place("aclnnInplaceHardsigmoid", hardsigmoid, parameter="self"),
    hardswish,
    in_place("aclnnInplaceHardswish", hardswish, parameter="self"),
    hardtanh,
    in_place("aclnnInplaceHardtanh", hardtanh),
    hardshrink,
    softshrink,
    shrink,
    softplus,
    log_sigmoid,
    log_sigmoid_forward,
    threshold,
    in_place("aclnnInplaceThreshold", threshold),
)
