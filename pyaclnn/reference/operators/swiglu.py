"""Gated linear units whose gate is a swish: plain, clipped, weighted by row, and their gradients."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from ...dtypes import FLOAT16, FLOAT32, INT64
from ..chips import ONLY_950, SINCE_910B, Family
from ..definition import Definition
from ..dtype_lists import CORE_FLOATS, FLOATS_ON_ANY_CHIP, per_chip
from ..kernels.activation import sigmoid, swish, swish_slope
from ..lowering import Array, Lowering
from ..patterns.halves import HALF, axis_of, can_be_halved, gate_and_value, half_of, joined
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


def _rows(shape: tuple[int, ...], axis: int) -> tuple[int, int]:
    """The number of rows, and their length."""
    axis %= len(shape)
    return math.prod(shape[:axis]), math.prod(shape[axis:])


def _parts(rows: Array, interleaved: bool) -> tuple[Array, Array]:
    """Gate and value: every other element of a row, or its halves."""
    if interleaved:
        return rows[:, 0::2], rows[:, 1::2]
    half = rows.shape[1] // 2
    return rows[:, :half], rows[:, half:]


def _counted(rows: int, groups: Sequence[Array]) -> int:
    """How many rows count: the sum of the groups, where there are any."""
    return min(rows, int(groups[0].sum())) if groups else rows


def _groups(low: Lowering, call: Call) -> list[Any]:
    return [] if call.args["groupIndexOptional"] is None else [low.contiguous("groupIndexOptional")]


def _check_limit(call: Call) -> None:
    limit = call.args["limit"]
    require(limit > 0, f"limit is {limit}, but must be positive", TILING)


_GROUPS = (DtypeIn(per_chip((INT64,)), "groupIndexOptional"), RankIn(1, 1, "groupIndexOptional", code=TILING))
_CLIPPED = "a, b = the halves of x along dim, or every other element of its rows if interleaved; "


def _clipped_swiglu(low: Lowering, call: Call) -> None:
    x, interleaved, after = low.contiguous("x"), call.args["interleaved"], call.args.get("clampMode", 0) == 1
    alpha, limit, bias = (np.float32(call.args[name]) for name in ("alpha", "limit", "bias"))
    count, length = _rows(x.shape, axis_of(call))
    half = _half_of_x(call)

    def compute(a: Array, *groups: Array) -> Array:
        # What does not count is 0.
        result = np.zeros((count, length // 2), a.dtype)
        counted = _counted(count, groups)
        gate, value = _parts(a.reshape(count, length)[:counted], interleaved)
        value = np.clip(value, -limit, limit)
        if after:
            result[:counted] = np.minimum(swish(gate), limit) * value
        else:
            result[:counted] = swish(np.minimum(gate, limit), alpha) * (value + bias)
        return result.reshape(half)

    low.view_copy(low.kernel("ClippedSwiglu", compute, [x, *_groups(low, call)], half, x.dtype), "out")


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
    interleaved, (count, length) = call.args["interleaved"], _rows(x.shape, axis_of(call))

    def compute(g: Array, a: Array, *groups: Array) -> Array:
        result = np.zeros((count, length), a.dtype)
        counted = _counted(count, groups)
        gate, value = _parts(a.reshape(count, length)[:counted], interleaved)
        to_gate, to_value = _parts(result[:counted], interleaved)
        g = g.reshape(count, length // 2)[:counted]
        clipped, bounded = np.minimum(gate, limit), np.clip(value, -limit, limit)
        to_gate[...] = g * (bounded + bias) * swish_slope(clipped, alpha) * (gate <= limit)
        to_value[...] = g * swish(clipped, alpha) * (np.abs(value) <= limit)
        return result.reshape(a.shape)

    result = low.kernel("ClippedSwigluGrad", compute, [grad, x, *_groups(low, call)], x.shape, x.dtype)
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

# Grouped: rows are what the last dimension is made of, each with a weight of its own.


def _check_group_inputs(call: Call) -> None:
    """What the operator leaves to its kernel to refuse."""
    x, weight, groups = (call.args[name] for name in ("x", "weightOptional", "groupIndexOptional"))
    count, limit = math.prod(x.shape[:-1]), call.args["clampLimit"]
    require(not x.is_empty, f"x has shape {list(x.shape)}, but must not be empty", TILING)
    if weight is not None:
        require(weight.dtype == FLOAT32, f"weightOptional is {weight.dtype.name}, must be float32", TILING)
        fits = weight.size == count and weight.ndim > 0
        require(fits, f"weightOptional has {weight.size} elements, must have one for each of {count} rows", TILING)
    if groups is not None:
        require(groups.dtype == INT64, f"groupIndexOptional is {groups.dtype.name}, must be int64", TILING)
        fits = groups.ndim == 1 and not groups.is_empty
        require(fits, f"groupIndexOptional has shape {list(groups.shape)}, must be a list with an element", TILING)
    require(np.float32(limit) == -1 or limit > 0, f"clampLimit is {limit}; a positive number or -1 is allowed", TILING)


def _weights(low: Lowering, call: Call) -> list[Any]:
    return [] if call.args["weightOptional"] is None else [low.contiguous("weightOptional")]


def _swiglu_group(low: Lowering, call: Call) -> None:
    x, limit = low.contiguous("x"), np.float32(call.args["clampLimit"])
    count, length = _rows(x.shape, -1)
    weights = _weights(low, call)

    def compute(a: Array, *more: Array) -> Array:
        counted = _counted(count, more[len(weights) :])
        gate, value = _parts(a.reshape(count, length)[:counted], interleaved=False)
        if limit > 0:
            gate, value = np.minimum(gate, limit), np.clip(value, -limit, limit)
        result = swish(gate) * value
        return np.asarray(result * more[0].reshape(-1, 1)[:counted] if weights else result)

    # Rows that don't count are not written.
    low.view_copy(
        low.kernel_into("SwigluGroup", compute, [x, *weights, *_groups(low, call)], low.contiguous("out")), "out"
    )


swiglu_group = Definition(
    "aclnnSwigluGroup",
    "a, b = the halves of x along its last dimension, a clipped to clampLimit, b to -clampLimit and clampLimit unless "
    "that is -1; out = a / (1 + exp(-a)) * b * weightOptional for the first sum(groupIndexOptional) rows; "
    "others stay as they are",
    (
        NotNull("x", "out"),
        DtypeIn(FLOATS_ON_ANY_CHIP, "x", "out"),
        SameDtype("x", "out"),
        *can_be_halved("x", TILING),
        Check(_check_group_inputs),
        ShapeIs("out", _half_of_x, HALF, TILING),
    ),
    _swiglu_group,
    families=ONLY_950,
)


def _check_group_gradient(call: Call) -> None:
    args = call.args
    grad, x, weight, origin, groups = (
        args[name] for name in ("gradY", "x", "weightOptional", "yOriginOptional", "groupIndexOptional")
    )
    require((weight is None) == (origin is None), "weightOptional and yOriginOptional must be given together")
    require(args["clampLimit"] >= 0, f"clampLimit is {args['clampLimit']}, but must not be negative")
    require(grad.ndim in (2, 3), f"gradY has {grad.ndim} dimensions, allowed are 2 and 3")
    require(grad.shape[-1] > 0, "the last dimension of gradY is empty")
    whole = (*grad.shape[:-1], 2 * grad.shape[-1])
    call.expect_shape("x", whole, "that of gradY with the last dimension doubled")
    call.expect_shape("gradXOut", x.shape, "the shape of x")
    if weight is None:
        call.unused.add("gradWeightOutOptional")
    else:
        count = math.prod(grad.shape[:-1])
        require(weight.size == count, f"weightOptional has {weight.size} elements, must have {count}, one for each row")
        call.expect_shape("gradWeightOutOptional", weight.shape, "the shape of weightOptional")
        call.dtypes["gradWeightOutOptional"] = FLOAT32
        call.expect_shape("yOriginOptional", grad.shape, "the shape of gradY")
    if groups is not None:
        fits = groups.ndim == 1 and not groups.is_empty
        require(fits, f"groupIndexOptional has shape {list(groups.shape)}, must be a list with an element")


def _swiglu_group_grad(low: Lowering, call: Call) -> None:
    grad, x = operands(low, ("gradY", "x"))
    weights, limit = _weights(low, call), np.float32(call.args["clampLimit"])
    origin = [low.contiguous("yOriginOptional")] if weights else []
    count, length = _rows(x.shape, -1)

    def compute(g: Array, a: Array, *more: Array) -> tuple[Array, ...]:
        result = np.zeros((count, length), a.dtype)
        counted = _counted(count, more[2 * len(weights) :])
        gate, value = _parts(a.reshape(count, length)[:counted], interleaved=False)
        to_gate, to_value = _parts(result[:counted], interleaved=False)
        g = g.reshape(count, length // 2)
        scaled = g[:counted]
        if weights:
            scaled = scaled * more[0].reshape(-1, 1)[:counted]
        inside: tuple[Any, Any] = (1, 1)
        if limit > 0:
            inside = gate < limit, np.abs(value) < limit
            gate, value = np.minimum(gate, limit), np.clip(value, -limit, limit)
        to_gate[...] = scaled * value * swish_slope(gate) * inside[0]
        to_value[...] = scaled * gate * sigmoid(gate) * inside[1]
        whole = result.reshape(a.shape)
        if not weights:
            return (whole, np.zeros(1, np.float32))
        # The weights' gradients are those of all rows.
        return whole, (g * more[1].reshape(g.shape)).sum(axis=1).reshape(more[0].shape)

    shape = weights[0].shape if weights else (1,)
    to_x, to_weight = low.kernel_with_outputs(
        "SwigluGroupGrad",
        compute,
        [grad, x, *weights, *origin, *_groups(low, call)],
        [(x.shape, x.dtype), (shape, FLOAT32)],
    )
    low.view_copy(to_x, "gradXOut")
    if weights:
        low.view_copy(to_weight, "gradWeightOutOptional")


swiglu_group_grad = Definition(
    "aclnnSwigluGroupGrad",
    "a, b = the halves of x, clipped if clampLimit > 0; gradXOut = [g * b * d/da swish(a), g * swish(a)] with "
    "g = gradY * weightOptional for the first sum(groupIndexOptional) rows, else 0; gradWeightOutOptional = the sum of "
    "gradY * yOriginOptional along each row",
    (
        NotNull("gradY", "x", "gradXOut"),
        When(lambda call: call.args["weightOptional"] is not None, NotNull("gradWeightOutOptional")),
        DtypeIn(FLOATS_ON_ANY_CHIP, "gradY", "x"),
        SameDtype("gradY", "x", "gradXOut", "yOriginOptional"),
        DtypeIn(per_chip((FLOAT32,)), "weightOptional", "gradWeightOutOptional"),
        DtypeIn(per_chip((INT64,)), "groupIndexOptional"),
        Check(_check_group_gradient),
        DoneIfEmpty("gradY"),
    ),
    _swiglu_group_grad,
    families=ONLY_950,
)

OPERATORS = (
    swiglu,
    swiglu_grad,
    clipped_swiglu,
    clipped_swiglu_v2,
    clipped_swiglu_grad,
    swiglu_group,
    swiglu_group_grad,
)
