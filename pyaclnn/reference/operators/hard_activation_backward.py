"""Gradients of activations made of pieces: clipped, shrunk, with a threshold."""

from __future__ import annotations

import numpy as np

from ...dtypes import BFLOAT16, BOOL, FLOAT16, FLOAT32, FLOAT64, INT8, INT16, INT32, INT64, UINT8
from .. import scalars
from ..chips import ALL, ALL_BUT_310B, Family
from ..definition import Definition
from ..dtype_lists import FLOATING, FLOATS, per_chip
from ..kernels import Kernel
from ..kernels import activation as functions
from ..lowering import Lowering
from ..patterns.activation import FLOATS_OF_310B, common_or_float, expanded, gradient, not_negative
from ..patterns.lowerings import float_attributes, operands, promoted_kernel
from ..rules import (
    Broadcast,
    Call,
    DoneIfEmpty,
    DtypeIn,
    Infer,
    MaxRank,
    NotNull,
    Promote,
    SameDtype,
    SameShape,
    When,
    common_dtype,
    dtype_of,
)

hardswish_backward = gradient(
    "aclnnHardswishBackward",
    "out = gradOutput * (0 if self < -3, 1 if self > 3, else self / 3 + 1 / 2)",
    Kernel("HardSwishGrad", functions.hard_swish_gradient, takes_out=False),
    FLOATS,
    output="out",
)

hardswish_backward_v2 = gradient(
    "aclnnHardswishBackwardV2",
    "out = gradOutput * (0 if self <= -3, 1 if self >= 3, else self / 3 + 1 / 2)",
    Kernel("HardSwishGradV2", functions.hard_swish_gradient_v2, takes_out=False),
    FLOATS,
    output="out",
)

log_sigmoid_backward = gradient(
    "aclnnLogSigmoidBackward",
    "gradInput = gradOutput / (1 + exp(self)); buffer is not looked at",
    Kernel("LogSigmoidGrad", functions.log_sigmoid_gradient, takes_out=False),
    FLOATS,
    also_required=("buffer",),
    any_rank=True,
)

_HARD_SHRINK_GRAD = Kernel("HardShrinkGrad", functions.hard_shrink_gradient, takes_out=False)


def _hardshrink_backward(low: Lowering, call: Call) -> None:
    buffers = expanded(low, call, "self", "gradOutput", always=True)
    x, grad = (low.cast(buffer, call.common) for buffer in buffers)
    low.write(_HARD_SHRINK_GRAD(low, grad, x, attributes=float_attributes("lambd")(call)), "gradInput")


hardshrink_backward = Definition(
    "aclnnHardshrinkBackward",
    "gradInput = gradOutput if |self| > lambd else 0",
    (
        NotNull("gradOutput", "self", "lambd", "gradInput"),
        DtypeIn(FLOATS, "gradOutput", "self", "gradInput"),
        MaxRank("gradOutput", "self", "gradInput"),
        Promote("gradOutput", "self", to="gradInput", within=FLOATS),
        DoneIfEmpty("gradOutput", "self"),
        Broadcast("gradOutput", "self", to="gradInput"),
    ),
    _hardshrink_backward,
    families=ALL_BUT_310B,
)

_SOFT_SHRINK_GRAD = Kernel("SoftShrinkGrad", functions.hard_shrink_gradient, takes_out=False, keeps_format=True)


def _softshrink_backward(low: Lowering, call: Call) -> None:
    grad, x = (low.cast(b, common_or_float(call)) for b in expanded(low, call, "gradOutput", "self", always=True))
    low.view_copy(_SOFT_SHRINK_GRAD(low, grad, x, attributes=float_attributes("lambda")(call)), "gradInput")


softshrink_backward = Definition(
    "aclnnSoftshrinkBackward",
    "gradInput = gradOutput if |self| > lambda else 0",
    (
        NotNull("gradOutput", "self", "lambda", "gradInput"),
        DtypeIn(FLOATS_OF_310B, "gradOutput", "self", "gradInput"),
        MaxRank("gradOutput", "self"),
        Infer("gradInput", dtype=common_or_float),
        Broadcast("gradOutput", "self", to="gradInput"),
        not_negative("lambda"),
        DoneIfEmpty("gradOutput", "gradInput"),
    ),
    _softshrink_backward,
    families=ALL_BUT_310B,
)

hardsigmoid_backward = Definition(
    "aclnnHardsigmoidBackward",
    "out = gradOutput / 6 if 0 < self / 6 + 1 / 2 < 1 else 0",
    (
        NotNull("gradOutput", "self", "out"),
        DtypeIn(FLOATS, "gradOutput", "self"),
        Promote("gradOutput", "self", to="out"),
        MaxRank("gradOutput"),
        SameShape("self", "gradOutput", "out"),
        DoneIfEmpty("gradOutput"),
    ),
    promoted_kernel(
        Kernel("HardSigmoidGrad", functions.hard_sigmoid_gradient, takes_out=False), ("gradOutput", "self"), "out"
    ),
    families=ALL_BUT_310B,
)


def _hardtanh_backward(low: Lowering, call: Call) -> None:
    grad, x, out = operands(low, ("gradOutput", "self", "out"))
    limits = float_attributes("min", "max")(call)
    low.view_copy(
        low.kernel_into("HardtanhGrad", lambda a, g: functions.hardtanh_gradient(g, a, *limits), [x, grad], out), "out"
    )


hardtanh_backward = Definition(
    "aclnnHardtanhBackward",
    "out = gradOutput if min < self < max else 0; out is written from its first element, whatever its shape",
    (
        NotNull("self", "gradOutput", "out", "min", "max"),
        DtypeIn(FLOATS, "gradOutput", "self", "out"),
        SameDtype("self", "gradOutput"),
        MaxRank("gradOutput"),
        SameShape("self", "gradOutput"),
        Infer("out", shape=lambda call: call.shape, dtype=common_dtype),
        DoneIfEmpty("gradOutput"),
    ),
    _hardtanh_backward,
    families=ALL,
)

_SOFTPLUS_GRAD = Kernel("SoftplusV2Grad", functions.softplus_gradient, takes_out=False)


def _softplus_backward(low: Lowering, call: Call) -> None:
    grad, x = operands(low, ("gradOutput", "self"))
    if grad.dtype != x.dtype or grad.dtype == FLOAT64:
        grad, x = low.cast(grad, FLOAT32), low.cast(x, FLOAT32)
    low.write(_SOFTPLUS_GRAD(low, grad, x, attributes=float_attributes("beta", "threshold")(call)), "gradInput")


softplus_backward = Definition(
    "aclnnSoftplusBackward",
    "gradInput = gradOutput / (1 + exp(-self * beta)); gradOutput where self * beta > threshold",
    (
        NotNull("gradOutput", "self", "gradInput"),
        DtypeIn(FLOATING, "gradOutput", "gradInput"),
        DtypeIn(
            per_chip((INT8, INT16, INT32, INT64, UINT8, FLOAT16, FLOAT32, FLOAT64, BOOL), since_910b=(BFLOAT16,)),
            "self",
        ),
        Infer("gradInput", dtype=dtype_of("gradOutput")),
        MaxRank("gradOutput"),
        SameShape("self", "gradOutput", "gradInput"),
        DoneIfEmpty("gradOutput"),
        NotNull("beta", "threshold"),
    ),
    _softplus_backward,
    families=ALL_BUT_310B,
)

_RELU_GRAD = Kernel("ReluGrad", functions.relu_gradient, takes_out=False)
_THRESHOLD_GRAD = Kernel("ThresholdGradV2D", functions.threshold_gradient, takes_out=False)
_THRESHOLD_DTYPES = (FLOAT32, INT32, FLOAT16, INT8, UINT8)


def _is_relu(call: Call) -> bool:
    """Whether the threshold is 0, or as good as that."""
    return bool(abs(scalars.number(call.args["threshold"])) <= np.finfo(np.float32).eps)


def _threshold_backward(low: Lowering, call: Call) -> None:
    grad, x = operands(low, ("gradOutput", "self"))
    if _is_relu(call):
        result = _RELU_GRAD(low, grad, x)
    else:
        result = _THRESHOLD_GRAD(low, grad, x, attributes=float_attributes("threshold")(call))
    low.view_copy(result, "out")


threshold_backward = Definition(
    "aclnnThresholdBackward",
    "out = gradOutput if self > threshold else 0",
    (
        NotNull("threshold", "out", "gradOutput", "self"),
        When(
            lambda call: call.family is not Family.A950 or not _is_relu(call),
            DtypeIn(per_chip(_THRESHOLD_DTYPES, since_910b=(BFLOAT16,)), "gradOutput"),
        ),
        DtypeIn(per_chip((*_THRESHOLD_DTYPES, BFLOAT16, INT64)), "gradOutput"),
        SameDtype("gradOutput", "self", "out"),
        MaxRank("gradOutput", "self"),
        Broadcast("self", "gradOutput", to="out"),
        DoneIfEmpty("self", "gradOutput"),
    ),
    _threshold_backward,
    families=ALL_BUT_310B,
)

OPERATORS = (
    hardswish_backward,
    hardswish_backward_v2,
    hardsigmoid_backward,
    hardtanh_backward,
    hardshrink_backward,
    softshrink_backward,
    softplus_backward,
    log_sigmoid_backward,
    threshold_backward,
)
