"""Gradients of activations: the gradient of the result times the slope, element by element."""

from __future__ import annotations

from ...dtypes import FLOAT32
from ..chips import ALL_BUT_310B, SINCE_910B, Family
from ..definition import Definition
from ..dtype_lists import (
    FLOATING,
    FLOATING_AND_COMPLEX,
    FLOATING_AND_COMPLEX_ON_ANY_CHIP,
    FLOATS,
    FLOATS_ON_ANY_CHIP,
    FLOATS_SINCE_910B,
)
from ..kernels import Kernel
from ..kernels import activation as functions
from ..lowering import Lowering
from ..patterns.activation import common_or_float, exchanged, expanded, gradient, swish_attributes
from ..patterns.lowerings import direct_kernel, operands
from ..promotion import promote
from ..rules import (
    Broadcast,
    Call,
    Castable,
    CastableTo,
    DoneIfEmpty,
    DtypeIn,
    DtypeIs,
    Infer,
    MaxRank,
    NotNull,
    OneOf,
    Promote,
    SameDtype,
    SameFormat,
    SameShape,
    When,
    before_950,
    common_dtype,
)

_SWISH_GRAD = Kernel("SwishGrad", functions.swish_gradient, takes_out=False)
swish_backward = gradient(
    "aclnnSwishBackward",
    "gradInput = gradOutput * s * (1 + beta * self * (1 - s)), s = 1 / (1 + exp(-beta * self)); beta is 1 unless given",
    _SWISH_GRAD,
    FLOATS,
    CastableTo(FLOAT32, "betaOptional"),
    lower=direct_kernel(_SWISH_GRAD, ("gradOutput", "self"), "gradInput", attributes=swish_attributes),
)

fast_gelu_backward = gradient(
    "aclnnFastGeluBackward",
    "gradInput = gradOutput * s * (1 + 1.702 * self * (1 - s)), s = 1 / (1 + exp(-1.702 * self))",
    Kernel("FastGeluGrad", functions.fast_gelu_gradient, takes_out=False),
    FLOATS_SINCE_910B,
    SameFormat("self", "gradInput", "gradOutput"),
    families=SINCE_910B,
)


def _gelu_backward(low: Lowering, call: Call) -> None:
    buffers = [low.contiguous("gradOutput"), low.contiguous("self")]
    target = low.cast(low.contiguous("gradInput"), call.common)
    if low.family is not Family.A950:
        buffers = [low.broadcast_to(buffer, call.shape) for buffer in buffers]
    grad, x = (low.cast(buffer, call.common) for buffer in buffers)
    low.write(
        low.kernel_into("GeluGrad", lambda g, a: g * functions.gelu_tanh_slope(a), [grad, x], target), "gradInput"
    )


gelu_backward = Definition(
    "aclnnGeluBackward",
    "gradInput = gradOutput * d/dself gelu(self), by tanh",
    (
        NotNull("gradOutput", "self", "gradInput"),
        Promote("gradOutput", "self", within=FLOATS),
        Infer("gradInput", dtype=common_dtype),
        MaxRank("gradOutput", "self"),
        Broadcast("gradOutput", "self", to="gradInput"),
        DoneIfEmpty("gradOutput", "self"),
    ),
    _gelu_backward,
    families=ALL_BUT_310B,
)


def _gelu_backward_v2(low: Lowering, call: Call) -> None:
    slope = functions.gelu_tanh_slope if call.args["approximate"] == "tanh" else functions.gelu_slope
    operands = [
        low.cast(low.broadcast_to(low.contiguous(name), call.shape), call.common) for name in ("gradOutput", "self")
    ]
    result = low.kernel(
        "GeluGradV2", lambda grad, x: grad * slope(x), operands, call.shape, call.common, elementwise=True
    )
    low.view_copy(result, "gradInput")


gelu_backward_v2 = Definition(
    "aclnnGeluBackwardV2",
    "gradInput = gradOutput * d/dself gelu(self), exact for approximate 'none', by tanh for 'tanh'",
    (
        NotNull("gradOutput", "self", "gradInput", "approximate"),
        Promote("gradOutput", "self", within=FLOATS),
        DtypeIs("gradInput", common_dtype, "the common dtype of gradOutput and self"),
        Broadcast("gradOutput", "self", to="gradInput"),
        OneOf("approximate", "none", "tanh"),
        DoneIfEmpty("gradOutput", "self"),
    ),
    _gelu_backward_v2,
    families=ALL_BUT_310B,
)

_MISH_GRAD = Kernel("MishGrad", exchanged(functions.mish_gradient), takes_out=False, keeps_format=True)


def _mish_backward(low: Lowering, call: Call) -> None:
    buffers = operands(low, ("gradOutput", "self"), promote(*(low.tensor(n).dtype for n in ("self", "gradOutput"))))
    grad, x = (low.broadcast_to(buffer, call.shape) for buffer in buffers)
    low.write(_MISH_GRAD(low, x, grad), "gradInput")


mish_backward = Definition(
    "aclnnMishBackward",
    "gradInput = gradOutput * (t + self * s * (1 - t * t)), t = tanh(log(1 + exp(self))), s = 1 / (1 + exp(-self))",
    (
        NotNull("gradOutput", "self", "gradInput"),
        Castable("gradInput", "self"),
        DtypeIn(FLOATS, "gradOutput", "self", "gradInput"),
        MaxRank("gradOutput", "self", "gradInput"),
        Broadcast("self", "gradOutput", to="gradInput"),
        DoneIfEmpty("self", "gradOutput"),
    ),
    _mish_backward,
    families=ALL_BUT_310B,
)

_SIGMOID_GRAD = Kernel("SigmoidGrad", functions.sigmoid_gradient, FLOATS_ON_ANY_CHIP)


def _sigmoid_backward(low: Lowering, call: Call) -> None:
    grad, result = (
        low.cast(buffer, call.common) for buffer in expanded(low, call, "gradOutput", "output", always=True)
    )
    low.write(_SIGMOID_GRAD(low, result, grad), "gradInput")


sigmoid_backward = Definition(
    "aclnnSigmoidBackward",
    "gradInput = gradOutput * output * (1 - output), conjugated",
    (
        NotNull("gradOutput", "output", "gradInput"),
        DtypeIn(FLOATING_AND_COMPLEX, "gradOutput"),
        DtypeIn(FLOATING_AND_COMPLEX_ON_ANY_CHIP, "output", "gradInput"),
        MaxRank("gradOutput", "output"),
        Promote("gradOutput", "output", to="gradInput", within=FLOATING_AND_COMPLEX_ON_ANY_CHIP),
        Broadcast("gradOutput", "output", to="gradInput"),
        DoneIfEmpty("gradOutput", "output"),
    ),
    _sigmoid_backward,
    families=ALL_BUT_310B,
)

_TANH_GRAD = Kernel("TanhGrad", functions.tanh_gradient, FLOATS, takes_out=False, keeps_format=True)


def _tanh_backward(low: Lowering, call: Call) -> None:
    grad, result = operands(low, ("gradOutput", "output"))
    low.view_copy(_TANH_GRAD(low, grad, result), "gradInput")


tanh_backward = Definition(
    "aclnnTanhBackward",
    "gradInput = gradOutput * (1 - output ** 2)",
    (
        NotNull("gradOutput", "output", "gradInput"),
        DtypeIn(FLOATING, "gradOutput"),
        SameDtype("gradOutput", "output", "gradInput"),
        MaxRank("gradOutput", "output"),
        Broadcast("gradOutput", "output", to="gradInput"),
        DoneIfEmpty("gradOutput", "output"),
    ),
    _tanh_backward,
    families=ALL_BUT_310B,
)


_SILU_GRAD = Kernel("SiluGrad", functions.swish_gradient, takes_out=False)


silu_backward = Definition(
    "aclnnSiluBackward",
    "gradInput = gradOutput * s * (1 + self * (1 - s)), s = 1 / (1 + exp(-self))",
    (
        NotNull("gradOutput", "self", "gradInput"),
        DtypeIn(FLOATS, "gradOutput", "self"),
        # Ascend950's kernel takes operands of two shapes, and of two dtypes, which gives float32.
        When(before_950, SameDtype("gradOutput", "self")),
        DtypeIs("gradInput", common_or_float, "the dtype of gradOutput and self, float32 where they differ"),
        MaxRank("gradOutput", "self"),
        When(before_950, SameShape("gradOutput", "self")),
        Broadcast("gradOutput", "self", to="gradInput"),
        DoneIfEmpty("gradOutput", "self"),
    ),
    lambda low, call: low.view_copy(
        _SILU_GRAD(low, *operands(low, ("gradOutput", "self")), dtype=common_or_float(call)), "gradInput"
    ),
    families=ALL_BUT_310B,
)

OPERATORS = (
    swish_backward,
    silu_backward,
    fast_gelu_backward,
    gelu_backward,
    gelu_backward_v2,
    mish_backward,
    sigmoid_backward,
    tanh_backward,
)
