"""Gated linear units: one half of a tensor times an activation of the other half."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ...dtypes import FLOAT16, FLOAT32, FLOAT64
from ..chips import ALL_BUT_310B, SINCE_910B, Family
from ..definition import Definition
from ..dtype_lists import FLOATING, FLOATS, FLOATS_ON_ANY_CHIP
from ..kernels import activation as functions
from ..kernels.activation import SIGMOID, sigmoid
from ..kernels.arithmetic import MUL, SUB
from ..kernels.moving import concatenate, split
from ..lowering import Array, Buffer, Lowering
from ..patterns.halves import HALF, axis_of, can_be_halved, gate_and_value, gate_first, half_of, is_even, joined
from ..patterns.lowerings import operands
from ..rules import (
    TILING,
    Call,
    Castable,
    Check,
    DoneIfEmpty,
    DtypeIn,
    MaxRank,
    NotNull,
    OneOf,
    Rule,
    SameDtype,
    SameShape,
    Satisfies,
    ShapeIs,
    require,
)

_half = half_of("self")


def _split(low: Lowering, call: Call, x: Buffer) -> tuple[Buffer, Buffer]:
    """The value half, and the sigmoid of the gate half."""
    dim = call.args["dim"]
    value, gate = split(low, x, dim, (x.shape[dim] // 2,) * 2)
    return value, SIGMOID(low, gate)


def _lower_glu(low: Lowering, call: Call) -> None:
    x, dim = low.contiguous("self"), call.args["dim"]

    def gated(a: Array) -> Array:
        value, gate = np.split(a, 2, axis=dim)
        return np.asarray(value * sigmoid(gate))

    if low.family in SINCE_910B and x.dtype != FLOAT64:
        result = low.kernel("GLU", gated, [x], _half(call), x.dtype, rowwise=dim % x.ndim > 0)
    else:
        result = MUL(low, *_split(low, call, x))
    low.write(result, "out")


glu = Definition(
    "aclnnGlu",
    "a, b = the halves of self along dim; out = a * sigmoid(b)",
    (
        NotNull("self", "out"),
        DtypeIn(FLOATING, "self", "out"),
        Castable("out", "self"),
        MaxRank("self", "out"),
        *can_be_halved("self"),
        ShapeIs("out", _half, HALF),
        DoneIfEmpty("self"),
    ),
    _lower_glu,
    families=ALL_BUT_310B,
)


def _lower_glu_backward(low: Lowering, call: Call) -> None:
    x, grad, dim = low.contiguous("self"), low.contiguous("gradOut"), call.args["dim"]

    def gradient(g: Array, a: Array) -> Array:
        value, gate = np.split(a, 2, axis=dim)
        share = sigmoid(gate)
        return np.concatenate((g * share, (1 - share) * share * value * g), axis=dim)

    if low.family is Family.A950 and x.dtype != FLOAT64:
        result = low.kernel("GLUGrad", gradient, [grad, x], x.shape, x.dtype, rowwise=dim % x.ndim > 0)
    else:
        computed_in = FLOAT32 if x.dtype == FLOAT16 else x.dtype
        x, grad = low.cast(x, computed_in), low.cast(grad, computed_in)
        value, share = _split(low, call, x)
        to_value = MUL(low, grad, share)
        rest = SUB(low, value, MUL(low, value, share))
        whole = concatenate(low, (to_value, MUL(low, rest, to_value)), dim)
        result = low.cast(whole, low.tensor("self").dtype)
    low.view_copy(result, "out")


glu_backward = Definition(
    "aclnnGluBackward",
    "a, b = the halves of self along dim; s = sigmoid(b); out = [gradOut * s, gradOut * s * (1 - s) * a]",
    (
        NotNull("self", "gradOut", "out"),
        DtypeIn(FLOATING, "self"),
        SameDtype("self", "gradOut", "out"),
        MaxRank("self", "out", "gradOut"),
        *can_be_halved("self"),
        ShapeIs("gradOut", _half, HALF),
        SameShape("self", "out"),
        DoneIfEmpty("self"),
    ),
    _lower_glu_backward,
    families=ALL_BUT_310B,
)


_SLOPES = (functions.gelu_slope, functions.gelu_tanh_slope)
_GELUS = (functions.gelu, functions.gelu_tanh)


def _lower_geglu(low: Lowering, call: Call) -> None:
    x, half = low.contiguous("self"), (_half(call), call.common)
    dim, first, activate = call.args["dim"], gate_first(call), _GELUS[call.args["approximate"]]

    def compute(a: Array) -> tuple[Array, Array]:
        gate, value = gate_and_value(a, dim, first)
        activated = np.asarray(activate(gate))
        return activated * value, activated

    out, activated = low.kernel_with_outputs("GeGluV2", compute, [x], [half, half])
    low.view_copy(out, "out")
    low.view_copy(activated, "outGelu")


def _geglu(name: str, formula: str) -> Definition:
    return Definition(
        name,
        formula,
        (
            NotNull("self", "out", "outGelu"),
            DtypeIn(FLOATS, "self", "out", "outGelu"),
            SameDtype("self", "out", "outGelu"),
            *can_be_halved("self"),
            ShapeIs("out", _half, HALF),
            ShapeIs("outGelu", _half, HALF),
            OneOf("approximate", 0, 1),
            DoneIfEmpty("self"),
        ),
        _lower_geglu,
        families=ALL_BUT_310B,
    )


_APPROXIMATE = "; gelu is exact for approximate 0, by tanh for 1"
geglu = _geglu("aclnnGeGlu", "a, b = the halves of self along dim; outGelu = gelu(b), out = a * outGelu" + _APPROXIMATE)
geglu_v3 = _geglu(
    "aclnnGeGluV3",
    "a, b = the halves of self along dim, exchanged if activateLeft; outGelu = gelu(b), out = a * outGelu"
    + _APPROXIMATE,
)


def _lower_geglu_backward(low: Lowering, call: Call) -> None:
    grad, x, gelu = (low.contiguous(name) for name in ("gradOutput", "self", "gelu"))
    dim, first, slope = call.args["dim"], gate_first(call), _SLOPES[call.args["approximate"]]

    def compute(g: Array, a: Array, activated: Array) -> Array:
        gate, value = gate_and_value(a, dim, first)
        return joined(g * value * slope(gate), g * activated, dim, first)

    low.view_copy(low.kernel("GeGluGradV2", compute, [grad, x, gelu], x.shape, x.dtype), "gradInput")


def _geglu_backward(name: str, formula: str) -> Definition:
    return Definition(
        name,
        formula,
        (
            NotNull("gradOutput", "self", "gelu", "gradInput"),
            DtypeIn(FLOATS, "gradOutput"),
            SameDtype("gradOutput", "self", "gelu", "gradInput"),
            SameShape("gradOutput", "gelu"),
            SameShape("self", "gradInput"),
            is_even("self"),
            ShapeIs("gradOutput", _half, HALF),
            OneOf("approximate", 0, 1),
            DoneIfEmpty("gradOutput"),
        ),
        _lower_geglu_backward,
        families=ALL_BUT_310B,
    )


geglu_backward = _geglu_backward(
    "aclnnGeGluBackward",
    "a, b = the halves of self along dim; gradInput = [gradOutput * gelu, gradOutput * a * gelu'(b)]" + _APPROXIMATE,
)
geglu_v3_backward = _geglu_backward(
    "aclnnGeGluV3Backward",
    "a, b = the halves of self along dim, exchanged if activateLeft; gradInput = "
    "[gradOutput * gelu, gradOutput * a * gelu'(b)], exchanged likewise" + _APPROXIMATE,
)

_half_of_x = half_of("x")


def _situ_parts(call: Call, x: Array) -> tuple[Array, Array, Any, Any, Any]:
    """Gate and value, tanh(gate / beta), the value bounded by linearBeta, and the slope of that."""
    beta, bound = np.float32(call.args["beta"]), np.float32(call.args["linearBeta"])
    gate, value = gate_and_value(x, axis_of(call), gate_first(call))
    bent = np.tanh(gate / beta)
    if bound > 0:
        share = np.tanh(value / bound)
        return gate, beta * bent * sigmoid(gate), bent, bound * share, 1 - share * share
    return gate, beta * bent * sigmoid(gate), bent, value, np.float32(1)


def _situ_glu(low: Lowering, call: Call) -> None:
    x = low.contiguous("x")

    def compute(a: Array) -> Array:
        _, activated, _, value, _ = _situ_parts(call, a)
        return np.asarray(activated * value)

    rowwise = axis_of(call) % x.ndim > 0
    low.view_copy(low.kernel("SituGlu", compute, [x], _half_of_x(call), x.dtype, rowwise=rowwise), "out")


situ_glu = Definition(
    "aclnnSituGlu",
    "a, b = the halves of x along dim if activateLeft, exchanged if not; out = beta * tanh(a / beta) * sigmoid(a) * u, "
    "u = linearBeta * tanh(b / linearBeta) if linearBeta > 0, else b",
    (
        NotNull("x", "out"),
        DtypeIn(FLOATS_ON_ANY_CHIP, "x", "out"),
        *can_be_halved("x"),
        ShapeIs("out", _half_of_x, HALF),
        SameDtype("x", "out"),
        DoneIfEmpty("x"),
    ),
    _situ_glu,
    families=SINCE_910B,
)


def _situ_glu_grad(low: Lowering, call: Call) -> None:
    grad, x = operands(low, ("gradY", "x"))
    beta = np.float32(call.args["beta"])

    def compute(g: Array, a: Array) -> Array:
        gate, activated, bent, value, slope = _situ_parts(call, a)
        share = sigmoid(gate)
        to_gate = g * value * share * (1 - bent * bent + beta * bent * (1 - share))
        return joined(to_gate, g * activated * slope, axis_of(call), gate_first(call))

    rowwise = axis_of(call) % x.ndim > 0
    low.view_copy(low.kernel("SituGluGrad", compute, [grad, x], x.shape, x.dtype, rowwise=rowwise), "out")


situ_glu_grad = Definition(
    "aclnnSituGluGrad",
    "a, b, u as in aclnnSituGlu, t = tanh(a / beta), s = sigmoid(a); out = [gradY * u * s * (1 - t * t + beta * t * "
    "(1 - s)), gradY * beta * t * s * du/db], exchanged if not activateLeft",
    (
        NotNull("gradY", "x", "out"),
        DtypeIn(FLOATS_ON_ANY_CHIP, "gradY", "x", "out"),
        *can_be_halved("x"),
        ShapeIs("gradY", _half_of_x, HALF),
        SameDtype("x", "gradY", "out"),
        SameShape("x", "out"),
        DoneIfEmpty("x"),
    ),
    _situ_glu_grad,
    families=SINCE_910B,
)

_MOST_COLUMNS, _MOST_ROWS = 1024, 200_000


def _check_rows(call: Call) -> None:
    shape = call.args["input"].shape
    rows, columns = math.prod(shape[:-1]), shape[-1]
    allowed = 0 < columns <= _MOST_COLUMNS and rows <= _MOST_ROWS
    require(
        allowed,
        f"input has {rows} rows of {columns}; 1 to {_MOST_COLUMNS} columns and {_MOST_ROWS} rows are allowed",
        TILING,
    )


def _activated_product(
    name: str,
    formula: str,
    kernel: str,
    activate: Callable[[Call], Callable[..., Any]],
    *more: Rule,
    also: tuple[str, ...] = (),
    families: frozenset[Family],
) -> Definition:
    """An activation of the first half of each row times the second half; ``also`` are operands of the activation."""
    half = half_of("input")

    def lower(low: Lowering, call: Call) -> None:
        function = activate(call)

        def compute(x: Array, *others: Array) -> Array:
            gate, value = gate_and_value(x, -1, first=True)
            return np.asarray(function(gate, *others) * value)

        buffers = operands(low, ("input", *also))
        low.view_copy(low.kernel(kernel, compute, buffers, half(call), buffers[0].dtype), "out")

    return Definition(
        name,
        formula,
        (
            NotNull("input", *also, "out"),
            DtypeIn(FLOATS_ON_ANY_CHIP, "input", *also, "out"),
            SameDtype("input", *also, "out"),
            *can_be_halved("input", TILING, least_rank=2),
            *more,
            Check(_check_rows),
            ShapeIs("out", half, HALF, TILING),
            DoneIfEmpty("input"),
        ),
        lower,
        families=families,
    )


def _fatrelu(x: Array, threshold: Array) -> Any:
    return np.where(x > threshold.reshape(()), x, x.dtype.type(0))


fatrelu_mul = _activated_product(
    "aclnnFatreluMul",
    "a, b = the halves of input along its last dimension; out = (a if a > threshold else 0) * b",
    "FatreluMul",
    lambda call: _fatrelu,
    Satisfies("threshold", lambda tensor: tensor.size == 1, "a tensor of one element", TILING),
    also=("threshold",),
    families=SINCE_910B - {Family.A950},
)

gelu_mul = _activated_product(
    "aclnnGeluMul",
    "a, b = the halves of input along its last dimension; out = gelu(a) * b, exact for approximateOptional 'none' "
    "or null, by tanh for 'tanh'",
    "GeluMul",
    lambda call: functions.gelu_tanh if call.args["approximateOptional"] == "tanh" else functions.gelu,
    Satisfies("approximateOptional", lambda word: word in (None, "none", "tanh"), "none or tanh", TILING),
    families=SINCE_910B,
)

OPERATORS = (
    glu,
    glu_backward,
    geglu,
    geglu_v3,
    geglu_backward,
    geglu_v3_backward,
    situ_glu,
    situ_glu_grad,
    fatrelu_mul,
    gelu_mul,
)
