"""Gated linear units whose gate is a swish, plain and clipped, and their gradients."""

from __future__ import annotations

import numpy as np

from ...dtypes import FLOAT16, FLOAT32, INT64
from ..chips import ONLY_950, SINCE_910B, Family
from ..definition import Definition
from ..dtype_lists import CORE_FLOATS, FLOATS_ON_ANY_CHIP, per_chip
from ..kernels.activation import swish, swish_slope
from ..lowering import Array, Lowering
from ..patterns.halves import (
    HALF,
    axis_of,
    can_be_halved,
    counted_rows,
    gate_and_value,
    group_sizes,
    half_of,
    joined,
    parts_of_rows,
    rows_of,
)
from ..patterns.lowerings import operands
from ..rules import (
    TILING,
    Call,
    Check,
    DoneIfEmpty,
    DtypeIn,
    NotNull,
    OneOf,
    RankIn,
    Rule,
    SameDtype,
    ShapeIs,
    When,
    on_950,
    require,
)

_SWIGLU_CHIPS = SINCE_910B | {Family.P310}
_SWIGLU_DTYPES = per_chip(CORE_FLOATS, P310=(FLOAT32, FLOAT16))
_half_of_x = half_of("x")


def _swiglu(low: Lowering, call: Call) -> None:
    x, axis = low.contiguous("x"), axis_of(call)

    def compute(a: Array) -> Array:
        gate, value = gate_and_value(a, axis, first=True)
        return np.asarray(swish(gate) * value)

    low.view_copy(low.kernel("SwiGlu", compute, [x], _half_of_x(call), x.dtype, rowwise=axis % x.ndim > 0), "out")


swiglu = Definition(
    "aclnnSwiGlu",
    "a, b = the halves of x along dim; out = a / (1 + exp(-a)) * b",
    (
        NotNull("x", "out"),
        DtypeIn(_SWIGLU_DTYPES, "x", "out"),
        SameDtype("x", "out"),
        *can_be_halved("x"),
        ShapeIs("out", _half_of_x, HALF, TILING),
        DoneIfEmpty("x"),
    ),
    _swiglu,
    families=_SWIGLU_CHIPS,
)


def _swiglu_grad(low: Lowering, call: Call) -> None:
    grad, x = operands(low, ("yGrad", "x"))
    axis = axis_of(call)

    def compute(g: Array, a: Array) -> Array:
        gate, value = gate_and_value(a, axis, first=True)
        return joined(g * swish_slope(gate) * value, g * swish(gate), axis, first=True)

    low.view_copy(low.kernel("SwiGluGrad", compute, [grad, x], x.shape, x.dtype, rowwise=axis % x.ndim > 0), "out")


swiglu_grad = Definition(
    "aclnnSwiGluGrad",
    "a, b = the halves of x along dim, s = 1 / (1 + exp(-a)); out = [yGrad * s * (1 + a * (1 - s)) * b, yGrad * a * s]",
    (
        NotNull("yGrad", "x", "out"),
        DtypeIn(_SWIGLU_DTYPES, "yGrad", "x", "out"),
        SameDtype("x", "yGrad", "out"),
        *can_be_halved("x"),
        ShapeIs("yGrad", _half_of_x, HALF, TILING),
        ShapeIs("out", lambda call: call.args["x"].shape, "the shape of x", TILING),
        DoneIfEmpty("x"),
    ),
    _swiglu_grad,
    families=_SWIGLU_CHIPS,
)

# Clipped: the tensor is seen as rows, which end where ``dim`` begins, and the first of them may be all that counts.


def _check_limit(call: Call) -> None:
    limit = call.args["limit"]
    require(limit > 0, f"limit is {limit}, but must be positive", TILING)


_GROUPS = (DtypeIn(per_chip((INT64,)), "groupIndexOptional"), RankIn(1, 1, "groupIndexOptional", code=TILING))
_CLIPPED = "a, b = the halves of x along dim, or every other element of its rows if interleaved; "


def _clipped_swiglu(low: Lowering, call: Call) -> None:
    x, interleaved, after = low.contiguous("x"), call.args["interleaved"], call.args.get("clampMode", 0) == 1
    alpha, limit, bias = (np.float32(call.args[name]) for name in ("alpha", "limit", "bias"))
    count, length = rows_of(x.shape, axis_of(call))
    half = _half_of_x(call)

    def compute(a: Array, *groups: Array) -> Array:
        # What does not count is 0.
        result = np.zeros((count, length // 2), a.dtype)
        counted = counted_rows(count, groups)
        gate, value = parts_of_rows(a.reshape(count, length)[:counted], interleaved)
        value = np.clip(value, -limit, limit)
        if after:
            result[:counted] = np.minimum(swish(gate), limit) * value
        else:
            result[:counted] = swish(np.minimum(gate, limit), alpha) * (value + bias)
        return result.reshape(half)

    low.view_copy(low.kernel("ClippedSwiglu", compute, [x, *group_sizes(low, call)], half, x.dtype), "out")


def _clipped(name: str, formula: str, *more: Rule, families: frozenset[Family]) -> Definition:
    return Definition(
        name,
        _CLIPPED + formula + "; only the first sum(groupIndexOptional) rows count, the rest of out is 0",
        (
            NotNull("x", "out"),
            DtypeIn(FLOATS_ON_ANY_CHIP, "x", "out"),
            *_GROUPS,
            *more,
            *can_be_halved("x"),
            When(on_950, Check(_check_limit)),
            SameDtype("x", "out"),
            ShapeIs("out", _half_of_x, HALF, TILING),
            DoneIfEmpty("x"),
        ),
        _clipped_swiglu,
        families=families,
    )


clipped_swiglu = _clipped(
    "aclnnClippedSwiglu",
    "out = a * sigmoid(alpha * a) * (b + bias) of a clipped to limit, b to -limit and limit",
    families=SINCE_910B,
)
clipped_swiglu_v2 = _clipped(
    "aclnnClippedSwigluV2",
    "out = a * sigmoid(alpha * a) * (b + bias) of a clipped to limit, b to -limit and limit; for clampMode 1 "
    "out = min(a * sigmoid(a), limit) * b",
    OneOf("clampMode", 0, 1),
    families=ONLY_950,
)


def _clipped_swiglu_grad(low: Lowering, call: Call) -> None:
    grad, x = operands(low, ("gradY", "x"))
    alpha, limit, bias = (np.float32(call.args[name]) for name in ("alpha", "limit", "bias"))
    interleaved, (count, length) = call.args["interleaved"], rows_of(x.shape, axis_of(call))

    def compute(g: Array, a: Array, *groups: Array) -> Array:
        result = np.zeros((count, length), a.dtype)
        counted = counted_rows(count, groups)
        gate, value = parts_of_rows(a.reshape(count, length)[:counted], interleaved)
        to_gate, to_value = parts_of_rows(result[:counted], interleaved)
        g = g.reshape(count, length // 2)[:counted]
        clipped, bounded = np.minimum(gate, limit), np.clip(value, -limit, limit)
        to_gate[...] = g * (bounded + bias) * swish_slope(clipped, alpha) * (gate <= limit)
        to_value[...] = g * swish(clipped, alpha) * (np.abs(value) <= limit)
        return result.reshape(a.shape)

    result = low.kernel("ClippedSwigluGrad", compute, [grad, x, *group_sizes(low, call)], x.shape, x.dtype)
    low.view_copy(result, "gradXOut")


clipped_swiglu_grad = Definition(
    "aclnnClippedSwigluGrad",
    _CLIPPED + "gradXOut = the gradients of a and b, in their places: with s = sigmoid(alpha * a), of a clipped to "
    "limit, b to -limit and limit, gradY * (b + bias) * s * (1 + alpha * a * (1 - s)) and gradY * a * s, 0 where "
    "clipped; only the first sum(groupIndexOptional) rows count, the rest is 0",
    (
        NotNull("gradY", "x", "gradXOut"),
        DtypeIn(FLOATS_ON_ANY_CHIP, "gradY", "x", "gradXOut"),
        *_GROUPS,
        Check(_check_limit),
        *can_be_halved("x", TILING),
        SameDtype("x", "gradY", "gradXOut"),
        ShapeIs("gradY", _half_of_x, HALF, TILING),
        ShapeIs("gradXOut", lambda call: call.args["x"].shape, "the shape of x", TILING),
        DoneIfEmpty("x"),
    ),
    _clipped_swiglu_grad,
    families=SINCE_910B,
)

OPERATORS = (
    swiglu,
    swiglu_grad,
    clipped_swiglu,
    clipped_swiglu_v2,
    clipped_swiglu_grad,
)
