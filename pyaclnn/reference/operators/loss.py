"""Losses and their gradients."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...formats import Format
from ..chips import ALL_BUT_310B, Family
from ..definition import Definition
from ..dtype_lists import FLOATS
from ..kernels import Kernel
from ..kernels.filling import fill_one_element
from ..kernels.reduction import REDUCE_MEAN, REDUCE_SUM
from ..lowering import Array, Buffer, Lowering
from ..patterns.lowerings import promoted_kernel
from ..rules import (
    INNER_NULL,
    Broadcast,
    Call,
    Castable,
    DoneIfEmpty,
    DtypeIn,
    Infer,
    MaxRank,
    NotNull,
    OneOf,
    Promote,
    Rule,
    SameDtype,
    Satisfies,
    ShapeIs,
    When,
    require,
)

NONE, MEAN, SUM = 0, 1, 2
_REDUCTION = OneOf("reduction", NONE, MEAN, SUM)
_BETA = Satisfies("beta", lambda beta: beta >= 0, "a number from 0")

_PAIR = ("self", "target")

# Below this the kernels take 1 / beta for undefined.
_SMALLEST_BETA = 1e-6


def _keeps_elements(call: Call) -> bool:
    return bool(call.args["reduction"] == NONE)


def _reduced_shape(call: Call) -> tuple[int, ...]:
    return call.shape if _keeps_elements(call) else ()


def _shape_without_first(call: Call) -> tuple[int, ...]:
    return call.shape if _keeps_elements(call) else call.shape[1:]


def _reduce(values: Array, reduction: int) -> Array:
    """All of the losses, their mean or their sum; the mean multiplies by one over their number."""
    if reduction == NONE:
        return values
    total: Any = values.sum(dtype=np.float32)
    return np.asarray(total if reduction == SUM else total * (np.float32(1) / np.float32(values.size)))


def _filled_where_empty(low: Lowering, call: Call, output: str) -> bool:
    """Whether there is nothing to reduce: the mean of nothing is NaN, the sum 0."""
    if not any(tensor.is_empty for _, tensor in call.tensors(_PAIR)):
        return False
    fill_one_element(low, output, np.nan if call.args["reduction"] == MEAN else 0)
    return True


def _mean_factor(call: Call) -> Any:
    """The mean's factor: one over the number of elements of ``self`` before broadcasting."""
    if call.args["reduction"] != MEAN:
        return np.float32(1)
    return np.float32(1) / np.float32(call.args["self"].size)


def _smooth_l1_backward(grad: Array, x: Array, target: Array, beta: Any, factor: Any) -> Array:
    difference = x - target
    magnitude = np.abs(difference)
    inverse = np.float32(np.nan) if abs(beta) < _SMALLEST_BETA else np.float32(1) / beta
    # A one-element gradient takes another path in the kernel, where the bound itself counts as outside.
    inside = magnitude < beta if grad.size == 1 else magnitude <= beta
    slope = np.where(inside, difference * inverse, np.sign(difference))
    return np.asarray(slope * grad * factor)


def _smooth_l1(x: Array, target: Array, beta: Any) -> Array:
    difference = x - target
    magnitude = np.abs(difference)
    inverse = np.float32(0) if abs(beta) < _SMALLEST_BETA else np.float32(1) / beta
    half = np.float32(0.5)
    square = half * difference * difference * inverse
    return np.asarray(np.where(magnitude < beta, square, magnitude - half * beta))


def _squared_error(x: Array, target: Array) -> Array:
    difference = x - target
    return np.asarray(difference * difference)


def _squared_error_backward(grad: Array, x: Array, target: Array, factor: Any) -> Array:
    return np.asarray((x - target) * (np.float32(2) * factor) * grad)


def _expanded(low: Lowering, pair: list[Buffer], shape: tuple[int, ...]) -> list[Buffer]:
    """Both expanded as soon as their shapes differ, even the one that has the shape."""
    differ = pair[0].shape != pair[1].shape
    return [low.broadcast_to(buffer, shape, always=differ) for buffer in pair]


def _operand_of_smooth_l1(low: Lowering, call: Call, buffer: Buffer) -> Buffer:
    """Cast to the common dtype; older chips pack image formats into blocks where the shape is kept."""
    buffer = low.cast(buffer, call.common)
    packs = _keeps_elements(call) and low.family is not Family.A950
    if packs and buffer.format in (Format.NCHW, Format.NHWC):
        return low.trans_data(buffer, Format.NC1HWC0)
    return low.reformat(buffer, Format.ND)


def _lower_smooth_l1_loss(low: Lowering, call: Call) -> None:
    if _filled_where_empty(low, call, "result"):
        return
    beta, reduction = np.float32(call.args["beta"]), call.args["reduction"]
    pair = _expanded(low, [low.contiguous(name) for name in _PAIR], call.shape)
    operands = [_operand_of_smooth_l1(low, call, buffer) for buffer in pair]
    formats = [operand.format for operand in operands]
    require(formats[0] == formats[1], f"self has format {formats[0].name}, target {formats[1].name}", INNER_NULL)
    loss = low.kernel(
        "SmoothL1LossV2",
        lambda x, target: _reduce(_smooth_l1(x, target, beta), reduction),
        operands,
        _reduced_shape(call),
        call.common,
    )
    wanted = low.tensor("result").format
    if formats[0] == Format.NC1HWC0 and wanted in (Format.NCHW, Format.NHWC):
        loss = low.trans_data(loss, wanted)
    low.write(low.reformat(loss, wanted), "result")


smooth_l1_loss = Definition(
    "aclnnSmoothL1Loss",
    "x = |self - target|; result = 0.5 * x * x / beta if x < beta else x - 0.5 * beta, then its mean or sum",
    (
        NotNull("self", "target", "result"),
        DtypeIn(FLOATS, "self", "target"),
        Promote("self", "target", to="result"),
        _REDUCTION,
        MaxRank("self", "target"),
        Broadcast("self", "target"),
        Infer("result", shape=_reduced_shape),
        When(_keeps_elements, ShapeIs("result", _reduced_shape, "the broadcast shape of self, target")),
        _BETA,
        When(_keeps_elements, DoneIfEmpty("self", "target")),
    ),
    _lower_smooth_l1_loss,
    families=ALL_BUT_310B,
)


def _lower_mse_loss(low: Lowering, call: Call) -> None:
    if _filled_where_empty(low, call, "out"):
        return
    reduction = call.args["reduction"]
    pair = [low.cast(low.contiguous(name), call.common) for name in _PAIR]
    loss = low.kernel(
        "MseLoss",
        lambda x, target: _reduce(_squared_error(x, target), reduction),
        [low.broadcast_to(buffer, call.shape) for buffer in pair],
        _reduced_shape(call),
        call.common,
    )
    low.write(loss, "out")


def _lower_mse_loss_out(low: Lowering, call: Call) -> None:
    reduction = call.args["reduction"]
    pair = [low.cast(low.contiguous(name), call.common) for name in _PAIR]
    pair = _expanded(low, pair, call.shape)
    loss = low.kernel("MseLoss", _squared_error, pair, call.shape, call.common)
    if reduction != NONE and call.shape:
        loss = (REDUCE_MEAN if reduction == MEAN else REDUCE_SUM)(low, loss, (0,), False)
    low.write(loss, "out")


def _squared_error_rules(shape: Callable[[Call], tuple[int, ...]], why: str, *end: Rule) -> tuple[Rule, ...]:
    return (
        NotNull("self", "target", "out"),
        Promote("self", "target", to="out", within=FLOATS),
        DtypeIn(FLOATS, "self", "target", "out"),
        _REDUCTION,
        MaxRank("self", "target"),
        Broadcast("self", "target"),
        ShapeIs("out", shape, why),
        *end,
    )


mse_loss = Definition(
    "aclnnMseLoss",
    "out = (self - target)^2, then its mean or sum",
    _squared_error_rules(
        _reduced_shape,
        "the broadcast shape of self, target, or none when reduced",
        When(_keeps_elements, DoneIfEmpty("self", "target")),
    ),
    _lower_mse_loss,
    families=ALL_BUT_310B,
)

mse_loss_out = Definition(
    "aclnnMseLossOut",
    "out = (self - target)^2, then its mean or sum over the first dimension",
    _squared_error_rules(
        _shape_without_first,
        "the broadcast shape of self, target, without its first dimension when reduced",
        DoneIfEmpty("self", "target"),
    ),
    _lower_mse_loss_out,
    families=ALL_BUT_310B,
)

mse_loss_backward = Definition(
    "aclnnMseLossBackward",
    "out = 2 * (self - target) * gradOutput [/ numel(self) for mean]",
    (
        NotNull("gradOutput", "self", "target", "out"),
        SameDtype("self", "gradOutput", "target"),
        DtypeIn(FLOATS, "self", "out"),
        Castable("out"),
        _REDUCTION,
        MaxRank("gradOutput", "self", "target"),
        Broadcast("gradOutput", "self", "target", to="out"),
        DoneIfEmpty("gradOutput", "self", "target"),
    ),
    promoted_kernel(
        Kernel("MseLossGrad", _squared_error_backward, takes_out=False),
        ("gradOutput", "self", "target"),
        "out",
        attributes=lambda call: (_mean_factor(call),),
    ),
    families=ALL_BUT_310B,
)

smooth_l1_loss_backward = Definition(
    "aclnnSmoothL1LossBackward",
    "x = self - target; gradInput = (x / beta if |x| < beta else sign(x)) * gradOut [/ numel(self) for mean]",
    (
        NotNull("gradOut", "self", "target", "gradInput"),
        DtypeIn(FLOATS, "gradOut", "self", "target", "gradInput"),
        MaxRank("gradOut", "self", "target"),
        _REDUCTION,
        _BETA,
        Promote("gradOut", "self", "target", to="gradInput", within=FLOATS),
        Broadcast("gradOut", "self", "target", to="gradInput"),
        DoneIfEmpty("gradOut", "self", "target"),
    ),
    promoted_kernel(
        Kernel("SmoothL1LossGradV2", _smooth_l1_backward, takes_out=False),
        ("gradOut", "self", "target"),
        "gradInput",
        attributes=lambda call: (np.float32(call.args["beta"]), _mean_factor(call)),
    ),
    families=ALL_BUT_310B,
)

OPERATORS = (
    smooth_l1_loss,
    smooth_l1_loss_backward,
    mse_loss,
    mse_loss_out,
    mse_loss_backward,
)
