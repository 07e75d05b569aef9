"""Gradients of activations that have one slope above zero and another below: ELU, SELU, leaky and weighted ReLU."""

from __future__ import annotations

import numpy as np

from ...dtypes import BFLOAT16, BOOL, FLOAT16, FLOAT32, FLOAT64, INT8, INT16, INT32, INT64, UINT8
from .. import scalars
from ..chips import ALL_BUT_310B
from ..definition import Definition
from ..dtype_lists import FLOATING, FLOATS, per_chip
from ..kernels import Kernel
from ..kernels import activation as functions
from ..lowering import Array, Lowering
from ..patterns.activation import SELU_DTYPES, along_channels, channels, exchanged, gradient
from ..patterns.lowerings import direct_kernel, float_attributes, operands, promoted_kernel
from ..rules import (
    Broadcast,
    Call,
    Castable,
    CastableTo,
    Check,
    DoneIfEmpty,
    DtypeIn,
    MaxRank,
    NotNull,
    Promote,
    SameDtype,
    SameShape,
    require,
)
from ..shapes import broadcast

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
    elu_backward,
    selu_backward,
    leaky_relu_backward,
    prelu_backward,
)
