"""Gradients of activations: the gradient of the result times the slope, element by element."""

from __future__ import annotations

import numpy as np

from ...dtypes import BFLOAT16, BOOL, FLOAT16, FLOAT32, FLOAT64, INT8, INT16, INT32, INT64, UINT8
from .. import scalars
from ..chips import ALL_BUT_310B, SINCE_910B, Family
from ..definition import Definition
from ..dtype_lists import (
    FLOATING,
    FLOATING_AND_COMPLEX,
    FLOATING_AND_COMPLEX_ON_ANY_CHIP,
    FLOATS,
    FLOATS_ON_ANY_CHIP,
    FLOATS_SINCE_910B,
    per_chip,
)
from ..kernels import Kernel
from ..kernels import activation as functions
from ..lowering import Array, Lowering
from ..patterns.activation import (
    SELU_DTYPES,
    along_channels,
    channels,
    common_or_float,
    exchanged,
    expanded,
    gradient,
    swish_attributes,
)
from ..patterns.lowerings import direct_kernel, float_attributes, operands, promoted_kernel
from ..promotion import promote
from ..rules import (
    Broadcast,
    Call,
    Castable,
    CastableTo,
    Check,
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
    require,
)
from ..shapes import broadcast

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

selu_backward = gradient(
    "aclnnSeluBackward",
    "gradInput = gradOutput * (1.0507 if result > 0 else result + 1.7581)",
    Kernel("SeluGrad", functions.selu_gradient, takes_out=False),
    SELU_DTYPES,
    of="result",
    any_rank=True,
)


def _check_result(call: Call) -> None:
    alpha = call.args["alpha"]
    allowed = not call.args["isResult"] or not scalars.number(alpha) < 0
    require(allowed, f"alpha is {alpha.value}, but from the result only what is not negative can be told")


elu_backward = Definition(
    "aclnnEluBackward",
    "gradInput = gradOutput * (scale if x > 0 else inputScale * alpha * scale * exp(x * inputScale)) for the input x, "
    "or gradOutput * (scale if y > 0 else inputScale * (y + alpha * scale)) for the result y if isResult",
    (
        NotNull("gradOutput", "alpha", "scale", "inputScale", "selfOrResult", "gradInput"),
        SameDtype("gradOutput", "selfOrResult"),
        DtypeIn(FLOATS, "gradOutput"),
        CastableTo(FLOAT32, "alpha", "scale", "inputScale"),
        Castable("gradInput", "gradOutput"),
        SameShape("gradOutput", "selfOrResult", "gradInput"),
        MaxRank("gradOutput"),
        Check(_check_result),
        DoneIfEmpty("gradOutput"),
    ),
    direct_kernel(
        Kernel("EluGradV2", functions.elu_gradient, takes_out=False),
        ("gradOutput", "selfOrResult"),
        "gradInput",
        attributes=lambda call: (
            *float_attributes("alpha", "scale", "inputScale")(call),
            call.args["isResult"],
        ),
    ),
    families=ALL_BUT_310B,
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

_SLOPES_ON_ANY_CHIP = (FLOAT32, FLOAT16, FLOAT64, INT32, INT64, INT8, UINT8, BOOL, INT16)


def _check_slope(call: Call) -> None:
    slope = call.args["negativeSlope"]
    allowed = not call.args["selfIsResult"] or not scalars.number(slope, FLOAT64) < 0
    require(allowed, f"negativeSlope is {slope.value}, but from the result only what is not negative can be told")


leaky_relu_backward = Definition(
    "aclnnLeakyReluBackward",
    "out = gradOutput if self > 0 else gradOutput * negativeSlope",
    (
        NotNull("gradOutput", "self", "negativeSlope", "out"),
        DtypeIn(FLOATING, "gradOutput", "self"),
        DtypeIn(per_chip(_SLOPES_ON_ANY_CHIP, since_910b=(BFLOAT16,)), "negativeSlope"),
        MaxRank("gradOutput", "self"),
        Broadcast("gradOutput", "self", to="out"),
        Check(_check_slope),
        Promote("gradOutput", "self", to="out"),
        DoneIfEmpty("self"),
    ),
    promoted_kernel(
        Kernel("LeakyReluGrad", exchanged(functions.leaky_relu_gradient), FLOATS, takes_out=False, keeps_format=True),
        ("self", "gradOutput"),
        "out",
        attributes=float_attributes("negativeSlope"),
    ),
    families=ALL_BUT_310B,
)


def _check_weight(call: Call) -> None:
    x, weight = call.args["self"], call.args["weight"]
    if weight.size == 1:
        call.expect_shape("gradWeight", weight.shape, "the shape of weight")
        return
    require(x.ndim > 0, f"self has no dimension; weight has {weight.size} elements, must have 1")
    count = channels(x.shape)
    require(weight.size == count, f"weight has {weight.size} elements; 1 or {count}, one for each channel, is allowed")
    call.expect_shape("gradWeight", (count,), "one element for each channel")


def _check_gradient_fits(call: Call) -> None:
    grad, x = call.args["gradOutput"].shape, call.args["self"].shape
    require(broadcast(grad, x) == x, f"gradOutput of shape {list(grad)} can't be expanded to that of self, {list(x)}")


def _prelu_backward(low: Lowering, call: Call) -> None:
    grad, x, weight = operands(low, ("gradOutput", "self", "weight"))
    rank, out, dtype = x.ndim, low.tensor("gradWeight").shape, x.dtype
    axes = tuple(axis for axis in range(rank) if axis != 1 or weight.size == 1)

    def update(g: Array, a: Array, w: Array) -> tuple[Array, Array]:
        to_input = functions.leaky_relu_gradient(g, a, along_channels(w, rank)).reshape(a.shape)
        return to_input, np.where(a > 0, a.dtype.type(0), a * g)

    def reduce(shares: Array) -> Array:
        return np.asarray(shares.sum(axis=axes)).reshape(out)

    to_input, shares = low.kernel_with_outputs(
        "PReluGradUpdate", update, [grad, x, weight], [(x.shape, dtype), (x.shape, dtype)]
    )
    to_weight = low.kernel("PReluGradReduce", lambda *arrays: reduce(arrays[-1]), [grad, x, weight, shares], out, dtype)
    low.view_copy(to_input, "gradInput")
    low.view_copy(to_weight, "gradWeight")


prelu_backward = Definition(
    "aclnnPreluBackward",
    "gradInput = gradOutput * (1 if self > 0 else weight); gradWeight = the sum of gradOutput * min(self, 0) "
    "over all that one weight is for",
    (
        NotNull("gradOutput", "self", "weight", "gradInput", "gradWeight"),
        DtypeIn(FLOATS, "self"),
        SameDtype("self", "gradOutput", "weight", "gradInput", "gradWeight"),
        MaxRank("gradOutput", "self", "weight", "gradWeight"),
        SameShape("self", "gradInput"),
        Check(_check_weight),
        Check(_check_gradient_fits),
        DoneIfEmpty("gradOutput", "self", "weight"),
    ),
    _prelu_backward,
    families=ALL_BUT_310B,
)

OPERATORS = (
    swish_backward,
    silu_backward,
    fast_gelu_backward,
    gelu_backward,
    gelu_backward_v2,
    elu_backward,
    selu_backward,
    mish_backward,
    sigmoid_backward,
    tanh_backward,
    leaky_relu_backward,
    prelu_backward,
)
