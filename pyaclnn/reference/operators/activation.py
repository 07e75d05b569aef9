"""Activations and their gradients."""

from __future__ import annotations

import numpy as np

from ...dtypes import BFLOAT16, FLOAT16, FLOAT32, FLOAT64
from ..chips import ALL_BUT_310B, SINCE_910B, Family
from ..definition import Definition
from ..dtype_lists import FLOATS, per_chip
from ..lowering import Array, Buffer, Lowering
from ..rules import (
    MAX_RANK,
    AxesOf,
    Broadcast,
    Call,
    Castable,
    Check,
    DoneIfEmpty,
    DtypeIn,
    DtypeIs,
    MaxRank,
    NotNull,
    OneOf,
    Promote,
    RankIn,
    SameDtype,
    SameShape,
    ShapeIs,
    require,
)
from ..shapes import with_extent
from ..special import erf

GATED = per_chip((FLOAT32, FLOAT16, FLOAT64), since_910b=(BFLOAT16,))


def _dim_is_even(call: Call) -> None:
    extent, dim = call.args["self"].shape[call.args["dim"]], call.args["dim"]
    require(extent % 2 == 0, f"self has extent {extent} in dimension {dim}, which must be even to be halved")


HALVED = (RankIn(1, MAX_RANK, "self"), AxesOf("dim", "self"), Check(_dim_is_even))
HALF = "the shape of self with dim halved"


def _halved_shape(call: Call) -> tuple[int, ...]:
    shape, dim = call.args["self"].shape, call.args["dim"]
    return with_extent(shape, dim, shape[dim] // 2)


def _sigmoid(x: Array) -> Array:
    return np.asarray(1 / (1 + np.exp(-x)))


def _split(low: Lowering, call: Call, x: Buffer) -> tuple[Buffer, Buffer]:
    """The value half, and the sigmoid of the gate half."""
    dim, half, on_cpu = call.args["dim"], (_halved_shape(call), x.dtype), x.dtype == FLOAT64
    value, gate = low.kernel_with_outputs(
        "SplitV", lambda a: tuple(np.split(a, 2, axis=dim)), [x], [half, half], raw=True, aicpu=on_cpu
    )
    return value, low.kernel("Sigmoid", _sigmoid, [gate], *half, aicpu=on_cpu)


def _multiply(low: Lowering, first: Buffer, second: Buffer) -> Buffer:
    on_cpu = first.dtype == FLOAT64 and low.family is not Family.A950
    return low.kernel("Mul", np.multiply, [first, second], first.shape, first.dtype, aicpu=on_cpu)


def _lower_glu(low: Lowering, call: Call) -> None:
    x, dim = low.contiguous("self"), call.args["dim"]

    def gated(a: Array) -> Array:
        value, gate = np.split(a, 2, axis=dim)
        return np.asarray(value * _sigmoid(gate))

    if low.family in SINCE_910B and x.dtype != FLOAT64:
        result = low.kernel("GLU", gated, [x], _halved_shape(call), x.dtype)
    else:
        result = _multiply(low, *_split(low, call, x))
    low.write(result, "out")


glu = Definition(
    "aclnnGlu",
    "a, b = the halves of self along dim; out = a * sigmoid(b)",
    (
        NotNull("self", "out"),
        DtypeIn(GATED, "self", "out"),
        Castable("out", "self"),
        MaxRank("self", "out"),
        *HALVED,
        ShapeIs("out", _halved_shape, HALF),
        DoneIfEmpty("self"),
    ),
    _lower_glu,
    families=ALL_BUT_310B,
)


def _lower_glu_backward(low: Lowering, call: Call) -> None:
    x, grad, dim = low.contiguous("self"), low.contiguous("gradOut"), call.args["dim"]

    def gradient(g: Array, a: Array) -> Array:
        value, gate = np.split(a, 2, axis=dim)
        share = _sigmoid(gate)
        return np.concatenate((g * share, (1 - share) * share * value * g), axis=dim)

    if low.family is Family.A950 and x.dtype != FLOAT64:
        result = low.kernel("GLUGrad", gradient, [grad, x], x.shape, x.dtype)
    else:
        computed_in = FLOAT32 if x.dtype == FLOAT16 else x.dtype
        x, grad = low.cast(x, computed_in), low.cast(grad, computed_in)
        value, share = _split(low, call, x)
        to_value = _multiply(low, grad, share)
        rest = low.kernel(
            "Sub",
            np.subtract,
            [value, _multiply(low, value, share)],
            value.shape,
            computed_in,
            aicpu=computed_in == FLOAT64,
        )
        to_gate = _multiply(low, rest, to_value)
        joined = low.kernel(
            "ConcatD",
            lambda *halves: np.concatenate(halves, axis=dim),
            [to_value, to_gate],
            x.shape,
            computed_in,
            raw=True,
        )
        result = low.cast(joined, low.tensor("self").dtype)
    low.view_copy(result, "out")


glu_backward = Definition(
    "aclnnGluBackward",
    "a, b = the halves of self along dim; s = sigmoid(b); out = [gradOut * s, gradOut * s * (1 - s) * a]",
    (
        NotNull("self", "gradOut", "out"),
        DtypeIn(GATED, "self"),
        SameDtype("self", "gradOut", "out"),
        MaxRank("self", "out", "gradOut"),
        *HALVED,
        ShapeIs("gradOut", _halved_shape, HALF),
        SameShape("self", "out"),
        DoneIfEmpty("self"),
    ),
    _lower_glu_backward,
    families=ALL_BUT_310B,
)


def _gelu_slope(x: Array) -> Array:
    """The derivative of x * Phi(x): Phi(x) + x * phi(x)."""
    density = np.exp(x * x * np.float32(-0.5)) * np.float32(0.3989422804)
    return np.asarray(np.float32(0.5) + np.float32(0.5) * erf(x * np.float32(0.70710678)) + x * density)


def _gelu_tanh_slope(x: Array) -> Array:
    """The derivative of 0.5 * x * (1 + tanh(u)), written with sigmoid(2 * u) = 1 / (1 + e)."""
    square = x * x
    e = np.exp(x * (np.float32(-1.5957691216) - np.float32(0.0713548163) * square))
    share = 1 / (1 + e)
    bend = e * share * (x * (np.float32(1.5957691216) + np.float32(0.2140644488) * square)) * share
    # Far out e or the polynomial is infinite, and the bend is 0.
    return np.asarray(np.where(np.isnan(bend), np.float32(0), bend) + share)


def _lower_gelu_backward(low: Lowering, call: Call) -> None:
    slope = _gelu_tanh_slope if call.args["approximate"] == "tanh" else _gelu_slope
    operands = [
        low.cast(low.broadcast_to(low.contiguous(name), call.shape), call.common) for name in ("gradOutput", "self")
    ]
    result = low.kernel("GeluGradV2", lambda grad, x: np.asarray(grad * slope(x)), operands, call.shape, call.common)
    low.view_copy(result, "gradInput")


gelu_backward_v2 = Definition(
    "aclnnGeluBackwardV2",
    "gradInput = gradOutput * d/dself gelu(self), exact for approximate 'none', by tanh for 'tanh'",
    (
        NotNull("gradOutput", "self", "gradInput", "approximate"),
        Promote("gradOutput", "self", within=FLOATS),
        DtypeIs("gradInput", lambda call: call.common, "the common dtype of gradOutput and self"),
        Broadcast("gradOutput", "self", to="gradInput"),
        OneOf("approximate", "none", "tanh"),
        DoneIfEmpty("gradOutput", "self"),
    ),
    _lower_gelu_backward,
    families=ALL_BUT_310B,
)

OPERATORS = (
    glu,
    glu_backward,
    gelu_backward_v2,
)
