"""Losses that compare with a target element by element: the absolute difference and the Kullback-Leibler divergence."""

from __future__ import annotations

import numpy as np

from ...dtypes import BFLOAT16, FLOAT16, FLOAT32, INT64
from ..chips import ALL_BUT_310B, Family
from ..definition import Definition
from ..dtype_lists import FLOATS, per_chip
from ..kernels.arithmetic import ABS, SUB
from ..kernels.filling import fill_one_element
from ..kernels.reduction import REDUCE_SUM
from ..lowering import Array, Lowering
from ..patterns.losses import BATCH_MEAN, MEAN, NONE, REDUCTION, SUM, keeps_elements, mean_factor, reduced
from ..rules import (
    INVALID,
    Broadcast,
    Call,
    Castable,
    Check,
    DoneIfEmpty,
    DtypeIn,
    Infer,
    MaxRank,
    NotNull,
    OneOf,
    Promote,
    Refusal,
    ShapeIs,
    When,
    require,
)
from ..shapes import broadcast

_PAIR = ("self", "target")


_L1 = per_chip((FLOAT32, FLOAT16, INT64), since_910b=(BFLOAT16,))


def _check_kinds(call: Call) -> None:
    x, target = (call.args[name].dtype for name in _PAIR)
    if keeps_elements(call):
        require(x.is_floating or not target.is_floating, f"self is {x.name}, but target {target.name}")
    if call.args["reduction"] == MEAN:
        require(x.is_floating or target.is_floating, f"the mean of {x.name} is not taken")


def _loss_shape(call: Call) -> tuple[int, ...]:
    return call.shape if keeps_elements(call) else ()


def _rank_of_reduced(call: Call) -> None:
    out = call.args["out"]
    if not call.is_missing("out"):
        require(not out.ndim, f"out has shape {list(out.shape)}, must have no dimensions")


def _lower_l1(low: Lowering, call: Call) -> None:
    reduction = int(call.args["reduction"])
    if any(tensor.is_empty for _, tensor in call.tensors(_PAIR)):
        if reduction != NONE:
            fill_one_element(low, "out", np.nan if reduction == MEAN else 0)
        return
    pair = [low.broadcast_to(low.cast(low.contiguous(name), call.common), call.shape) for name in _PAIR]
    if call.common == INT64:
        loss = ABS(low, SUB(low, *pair))
        if reduction == SUM:
            loss = REDUCE_SUM(low, loss, tuple(range(loss.ndim)), True)
    else:
        loss = low.kernel(
            "LpLoss", lambda x, t: reduced(np.abs(x - t), reduction), pair, _loss_shape(call), call.common
        )
    low.write(loss, "out")


l1_loss = Definition(
    "aclnnL1Loss",
    "out = |self - target|, then its mean or sum",
    (
        NotNull("self", "target", "out"),
        REDUCTION,
        Check(_check_kinds),
        Promote("self", "target", to="out", within=_L1),
        MaxRank("self", "target"),
        Broadcast("self", "target"),
        When(keeps_elements, ShapeIs("out", lambda call: call.shape, "the broadcast shape of self, target")),
        When(lambda call: not keeps_elements(call), Check(_rank_of_reduced)),
        Infer("out", shape=_loss_shape),
    ),
    _lower_l1,
    families=ALL_BUT_310B,
)


def _lower_l1_backward(low: Lowering, call: Call) -> None:
    names, factor = ("gradOutput", "self", "target"), mean_factor("gradInput")(call)
    buffers = [low.contiguous(name) for name in names]
    if call.family is not Family.A950 or buffers[0].ndim:
        buffers[0] = low.broadcast_to(buffers[0], call.shape)
    buffers[1:] = [low.broadcast_to(b, call.shape) for b in buffers[1:]]
    # Cast in an order of its own, which the room of the temporaries depends on.
    x = low.cast(buffers[1], call.common)
    grad = low.cast(buffers[0], call.common)
    target = low.cast(buffers[2], call.common)

    def compute(g: Array, a: Array, b: Array) -> Array:
        return np.asarray(np.sign(a - b) * g * factor)

    low.write(low.kernel("L1LossGrad", compute, (grad, x, target), call.shape, call.common), "gradInput")


l1_loss_backward = Definition(
    "aclnnL1LossBackward",
    "gradInput = sign(self - target) * gradOutput [/ numel(gradInput) for mean]",
    (
        NotNull("gradOutput", "self", "target", "gradInput"),
        REDUCTION,
        Promote("gradOutput", "self", "target", to="gradInput"),
        Promote("gradOutput", "self", "target", within=FLOATS),
        MaxRank("self", "target", "gradOutput", "gradInput"),
        Broadcast("self", "gradOutput", "target", to="gradInput"),
        DoneIfEmpty("self", "gradOutput", "target"),
    ),
    _lower_l1_backward,
    families=ALL_BUT_310B,
)

_KL_REDUCTION = OneOf("reduction", NONE, MEAN, SUM, BATCH_MEAN)


def _divergence(x: Array, target: Array, is_log: bool) -> Array:
    """A target of 0 gives 0, whose logarithm is not taken; a negative one gives NaN."""
    if is_log:
        return np.asarray(np.exp(target) * (target - x))
    return np.asarray(target * (np.log(np.where(target != 0, target, 1)) - x))


def _fill_divergence(low: Lowering, call: Call) -> None:
    reduction, x = int(call.args["reduction"]), call.args["self"].shape
    if reduction == NONE:
        return
    nothing = reduction == MEAN or (reduction == BATCH_MEAN and bool(x) and x[0] == 0)
    fill_one_element(low, "out", np.nan if nothing else 0)


def _check_kl_shapes(call: Call) -> None:
    """Found out while the kernels are recorded."""
    x, target = (call.args[name].shape for name in _PAIR)
    if call.args["self"].is_empty or call.args["target"].is_empty:
        return
    shape = broadcast(x, target)
    if shape is None:
        raise Refusal(INVALID, f"target of shape {list(target)} does not broadcast with self {list(x)}")
    call.shape = shape
    if keeps_elements(call):
        call.expect_shape("out", shape, "the broadcast shape of self, target")
        return
    call.shapes["out"] = ()
    out = call.args["out"]
    if not call.is_missing("out"):
        require(out.size == 1, f"out has shape {list(out.shape)}, must have one element")


def _lower_kl(low: Lowering, call: Call) -> None:
    reduction, is_log = int(call.args["reduction"]), bool(call.args["logTarget"])
    if any(tensor.is_empty for _, tensor in call.tensors(_PAIR)):
        _fill_divergence(low, call)
        return
    pair = [low.cast(low.contiguous(name), call.common) for name in _PAIR]
    shape = call.shape or (1,)
    pair = [low.broadcast_to(b if b.ndim else low.reshape(b, (1,)), shape, always=True) for b in pair]
    kept = shape if reduction == NONE else ()
    loss = low.kernel("KLDiv", lambda x, t: reduced(_divergence(x, t, is_log), reduction), pair, kept, call.common)
    low.write(low.reshape(loss, call.shape) if reduction == NONE else loss, "out")


kl_div = Definition(
    "aclnnKlDiv",
    "out = target * (log(target) - self), or exp(target) * (target - self), then the mean, sum or sum by batch",
    (
        NotNull("self", "target", "out"),
        DtypeIn(FLOATS, "self", "target", "out"),
        Promote("self", "target", to="out"),
        MaxRank("self", "target"),
        _KL_REDUCTION,
        Check(_check_kl_shapes),
    ),
    _lower_kl,
    families=ALL_BUT_310B,
)


def _check_kl_gradient(call: Call) -> None:
    MaxRank("gradOutput", "self", "target", "out").check(call)
    Broadcast("self", "target").check(call)
    shape = call.shape
    grad = call.args["gradOutput"].shape
    fits = broadcast(grad, shape) == shape
    require(fits, f"gradOutput of shape {list(grad)} does not broadcast to {list(shape)}")
    call.expect_shape("out", call.args["self"].shape, "the shape of self")


def _lower_kl_backward(low: Lowering, call: Call) -> None:
    names = ("gradOutput", "self", "target")
    buffers = [low.contiguous(name) for name in names]
    dtype = FLOAT16 if all(b.dtype == FLOAT16 for b in buffers) else FLOAT32
    grad, x, target = (low.cast(b, dtype) for b in buffers)
    shape, is_log, reduction = call.shape, bool(call.args["logTarget"]), int(call.args["reduction"])
    x = low.broadcast_to(x, shape)
    factor = np.float32(1)
    if reduction == MEAN:
        factor = np.float32(1) / np.float32(np.prod(shape, dtype=np.int64))
    elif reduction == BATCH_MEAN and shape:
        factor = np.float32(1) / np.float32(shape[0])

    def compute(g: Array, a: Array, t: Array) -> Array:
        slope = np.exp(t) if is_log else t
        return np.broadcast_to(-g * slope * factor, shape)

    result = low.kernel("KlDivLossGrad", compute, (grad, x, target), shape, dtype, format=x.format)
    own = call.args["self"].shape
    if shape != own:
        lead = len(shape) - len(own)
        axes = tuple(i for i, extent in enumerate(shape) if i < lead or extent != own[i - lead])
        result = low.reshape(REDUCE_SUM(low, result, axes, True), own)
    low.write(result, "out")


kl_div_backward = Definition(
    "aclnnKlDivBackward",
    "out = -gradOutput * target, or -gradOutput * exp(target) [by the number of elements for mean, of batches for 3]",
    (
        NotNull("gradOutput", "self", "target", "out"),
        Castable("out", "self"),
        DtypeIn(FLOATS, "gradOutput", "self", "target", "out"),
        Check(_check_kl_gradient),
        DoneIfEmpty("self"),
    ),
    _lower_kl_backward,
    families=ALL_BUT_310B,
)

OPERATORS = (l1_loss, l1_loss_backward, kl_div, kl_div_backward)
