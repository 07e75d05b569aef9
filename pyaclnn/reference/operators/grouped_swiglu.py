"""Gated linear units whose gate is a swish, with a weight for each row, and their gradients."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...dtypes import FLOAT32, INT64
from ..chips import ONLY_950
from ..definition import Definition
from ..dtype_lists import FLOATS_ON_ANY_CHIP, per_chip
from ..kernels.activation import sigmoid, swish, swish_slope
from ..lowering import Array, Lowering
from ..patterns.halves import HALF, can_be_halved, counted_rows, group_sizes, half_of, parts_of_rows, rows_of
from ..patterns.lowerings import operands
from ..rules import TILING, Call, Check, DoneIfEmpty, DtypeIn, NotNull, SameDtype, ShapeIs, When, require

_half_of_x = half_of("x")


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
    count, length = rows_of(x.shape, -1)
    weights = _weights(low, call)

    def compute(a: Array, *more: Array) -> Array:
        counted = counted_rows(count, more[len(weights) :])
        gate, value = parts_of_rows(a.reshape(count, length)[:counted], interleaved=False)
        if limit > 0:
            gate, value = np.minimum(gate, limit), np.clip(value, -limit, limit)
        result = swish(gate) * value
        return np.asarray(result * more[0].reshape(-1, 1)[:counted] if weights else result)

    # Rows that don't count are not written.
    low.view_copy(
        low.kernel_into("SwigluGroup", compute, [x, *weights, *group_sizes(low, call)], low.contiguous("out")), "out"
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
    count, length = rows_of(x.shape, -1)

    def compute(g: Array, a: Array, *more: Array) -> tuple[Array, ...]:
        result = np.zeros((count, length), a.dtype)
        counted = counted_rows(count, more[2 * len(weights) :])
        gate, value = parts_of_rows(a.reshape(count, length)[:counted], interleaved=False)
        to_gate, to_value = parts_of_rows(result[:counted], interleaved=False)
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
        [grad, x, *weights, *origin, *group_sizes(low, call)],
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

OPERATORS = (swiglu_group, swiglu_group_grad)
