"""Binary cross entropy, of probabilities and of logits."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...dtypes import FLOAT32
from ..chips import ALL_BUT_310B, Family
from ..definition import Definition
from ..dtype_lists import FLOATS
from ..kernels.filling import fill, ones_like
from ..kernels.reduction import REDUCE_MEAN, REDUCE_SUM
from ..lowering import Array, Buffer, Lowering
from ..meta import ScalarValue
from ..patterns.losses import MEAN, NONE, REDUCTION, SUM, keeps_elements, mean_factor, reduced
from ..rules import (
    INNER_NULL,
    TILING,
    Call,
    Check,
    DoneIfEmpty,
    DtypeIn,
    DtypeLike,
    Infer,
    MaxRank,
    NotNull,
    Promote,
    Refusal,
    Rule,
    SameDtype,
    SameFormat,
    SameShape,
    When,
    require,
)
from ..shapes import broadcast

_PAIR = ("self", "target")


def _loss_shape(call: Call) -> tuple[int, ...]:
    return call.shape if keeps_elements(call) else ()


_LEAST_LOG = np.float32(-100)
_LEAST_VARIANCE = np.float32(1e-12)


def _log(x: Array) -> Array:
    return np.maximum(np.log(x), _LEAST_LOG)


def _entropy(x: Array, target: Array, weight: Any = 1) -> Array:
    return np.asarray(-(target * _log(x) + (1 - target) * _log(1 - x)) * weight)


def _fill_empty(low: Lowering, call: Call, dtype: Any) -> Buffer:
    value = np.nan if call.args["reduction"] == MEAN else 0
    return fill(low, call.args["out"].shape, low.constant(ScalarValue(FLOAT32, np.float32(value)), dtype))


def _require_out(call: Call, shape: tuple[int, ...]) -> None:
    out = call.args["out"]
    fits = out.shape == shape or (out.size == 1 and np.prod(shape) == 1)
    require(bool(fits), f"out has shape {list(out.shape)}, must be {list(shape)}")


def _lower_entropy(low: Lowering, call: Call) -> None:
    reduction, x = int(call.args["reduction"]), call.args["self"]
    if x.is_empty:
        low.view_copy(_fill_empty(low, call, x.dtype), "out")
        return
    operands = [low.contiguous(name) for name in (*_PAIR, "weight") if call.args[name] is not None]
    shape = x.shape if reduction == NONE else ()
    if len(operands) > 2 and broadcast(x.shape, operands[2].shape) != x.shape:
        raise Refusal(TILING, f"weight of shape {list(operands[2].shape)} does not broadcast to self {list(x.shape)}")
    loss = low.kernel("BinaryCrossEntropy", lambda *a: reduced(_entropy(*a), reduction), operands, shape, x.dtype)
    _require_out(call, shape)
    low.view_copy(loss, "out")


def _check_weight_dtypes(call: Call) -> None:
    """A weight asks for one dtype of all; without it they are not compared."""
    if call.args["weight"] is not None:
        SameDtype("self", "target", "weight", "out").check(call)


binary_cross_entropy = Definition(
    "aclnnBinaryCrossEntropy",
    "out = -weight * (target * log(self) + (1 - target) * log(1 - self)), logarithms at least -100, then mean or sum",
    (
        NotNull("self", "target", "out", code=INNER_NULL),
        DtypeIn(FLOATS, "self", "target", "out", "weight"),
        Check(_check_weight_dtypes),
        SameShape("self", "target"),
        REDUCTION,
        Infer("out", shape=_loss_shape, dtype=lambda call: call.args["self"].dtype),
    ),
    _lower_entropy,
    families=ALL_BUT_310B,
)


def _fits_self(*names: str) -> Rule:
    """161002 for a tensor that does not broadcast to the shape of ``self``; one left out does."""

    def check(call: Call) -> None:
        x = call.args["self"].shape
        for name, tensor in call.tensors(names):
            fits = broadcast(x, tensor.shape) == x
            require(fits, f"{name} of shape {list(tensor.shape)} does not broadcast to self {list(x)}")

    return Check(check)


def _not_empty(call: Call) -> bool:
    return not call.args["self"].is_empty


def _given_or_ones(low: Lowering, call: Call, name: str, like: Buffer) -> Buffer:
    return ones_like(low, like) if call.args[name] is None else low.contiguous(name)


def _lower_entropy_backward(low: Lowering, call: Call) -> None:
    factor, x = mean_factor("self")(call), call.args["self"]
    grad, a, b = (low.contiguous(name) for name in ("gradOutput", *_PAIR))
    weight = _given_or_ones(low, call, "weightOptional", a)
    operands = [low.cast(buffer, call.common) for buffer in (grad, a, b, weight)]

    def compute(g: Array, p: Array, t: Array, w: Array) -> Array:
        return np.asarray(w * g * factor * (p - t) / np.maximum((1 - p) * p, _LEAST_VARIANCE))

    result = low.kernel("BinaryCrossEntropyGrad", compute, operands, x.shape, call.common)
    out = call.args["out"]
    low.view_copy(low.reformat(low.cast(result, out.dtype), out.format), "out")


def _promote_given(*names: str) -> Rule:
    def check(call: Call) -> None:
        Promote(*(name for name in names if call.args[name] is not None), to="out").check(call)

    return Check(check)


def _check_weight_format(call: Call) -> None:
    SameFormat(*(name for name in (*_PAIR, "weightOptional") if call.args[name] is not None)).check(call)


binary_cross_entropy_backward = Definition(
    "aclnnBinaryCrossEntropyBackward",
    "out = weight * gradOutput * (self - target) / max(self * (1 - self), 1e-12) [/ numel(self) for mean]",
    (
        NotNull("gradOutput", "self", "target", "out"),
        MaxRank("out"),
        DtypeIn(FLOATS, "self", "gradOutput", "target", "out", "weightOptional"),
        Check(_check_weight_format),
        When(_not_empty, SameShape("self", "out"), _fits_self("target", "weightOptional", "gradOutput")),
        REDUCTION,
        _promote_given("self", "target", "gradOutput", "weightOptional"),
        DoneIfEmpty("self"),
    ),
    _lower_entropy_backward,
    families=ALL_BUT_310B,
)


# Binary cross entropy of logits.


def _logits_entropy(x: Array, target: Array, weight: Any, positive: Any) -> Array:
    scale = 1 + (positive - 1) * target
    softplus = np.log1p(np.exp(-np.abs(x))) + np.maximum(-x, 0)
    return np.asarray(((1 - target) * x + scale * softplus) * weight)


def _lower_logits(low: Lowering, call: Call) -> None:
    reduction, x, out = int(call.args["reduction"]), call.args["self"], call.args["out"]
    if x.is_empty:
        if reduction != NONE:
            low.view_copy(_fill_empty(low, call, out.dtype), "out")
        return
    a, b = low.contiguous("self"), low.contiguous("target")
    a, b = low.cast(a, call.common), low.cast(b, call.common)
    operands, has_weight = [a, b], call.args["weightOptional"] is not None
    if has_weight:
        operands.append(low.cast(low.contiguous("weightOptional"), call.common))
    has_positive = call.args["posWeightOptional"] is not None or call.family is not Family.A950
    if has_positive:
        operands.append(low.cast(_given_or_ones(low, call, "posWeightOptional", a), call.common))

    def compute(p: Array, t: Array, *rest: Array) -> Array:
        weight: Any = rest[0] if has_weight else 1
        positive: Any = rest[-1] if has_positive else 1
        return _logits_entropy(p, t, weight, positive)

    loss = low.kernel("SigmoidCrossEntropyWithLogitsV2", compute, operands, x.shape, call.common)
    if reduction != NONE:
        loss = (REDUCE_SUM if reduction == SUM else REDUCE_MEAN)(low, loss, tuple(range(loss.ndim)), False)
    else:
        require(out.shape == x.shape, f"out has shape {list(out.shape)}, must be {list(x.shape)}")
    low.write(loss, "out")


def _broadcasts_with_target(call: Call) -> None:
    target = call.args["target"].shape
    for name, tensor in call.tensors(("weightOptional", "posWeightOptional")):
        fits = broadcast(tensor.shape, target) is not None
        require(fits, f"{name} of shape {list(tensor.shape)} does not broadcast with target {list(target)}")


binary_cross_entropy_with_logits = Definition(
    "aclnnBinaryCrossEntropyWithLogits",
    "out = weight * ((1 - target) * self + (1 + (posWeight - 1) * target) * log(1 + exp(-self))), then mean or sum",
    (
        NotNull("self", "target", "out"),
        DtypeIn(FLOATS, "self", "target", "out"),
        DtypeLike("out", "target"),
        REDUCTION,
        MaxRank("self", "target", "weightOptional", "posWeightOptional"),
        SameShape("self", "target"),
        When(_not_empty, Check(_broadcasts_with_target)),
        Promote("self", "target"),
        Infer("out", shape=_loss_shape),
    ),
    _lower_logits,
    families=ALL_BUT_310B,
)


def _lower_logits_backward(low: Lowering, call: Call) -> None:
    factor, x, out = mean_factor("self")(call), call.args["self"], call.args["out"]
    grad, a, b = (low.contiguous(name) for name in ("gradOutput", *_PAIR))
    weight = _given_or_ones(low, call, "weightOptional", a)
    positive = _given_or_ones(low, call, "posWeightOptional", a)
    operands = [low.cast(buffer, call.common) for buffer in (grad, a, b, weight, positive)]

    def compute(g: Array, p: Array, t: Array, w: Array, scale: Array) -> Array:
        share = 1 / (1 + np.exp(-p))
        scaled = scale * t
        return np.asarray(((scaled + 1 - t) * share - scaled) * g * w * factor)

    result = low.kernel("SigmoidCrossEntropyWithLogitsGradV2", compute, operands, x.shape, call.common)
    low.view_copy(low.reformat(low.cast(result, out.dtype), out.format), "out")


_GIVEN = ("gradOutput", *_PAIR, "weightOptional", "posWeightOptional")
binary_cross_entropy_with_logits_backward = Definition(
    "aclnnBinaryCrossEntropyWithLogitsBackward",
    "out = weight * gradOutput * ((posWeight * target + 1 - target) * sigmoid(self) - posWeight * target) "
    "[/ numel(self) for mean]",
    (
        NotNull("gradOutput", *_PAIR, "out"),
        MaxRank("out"),
        DtypeIn(FLOATS, *_GIVEN, "out"),
        DtypeLike("out", "target"),
        SameFormat("self", "target", "out"),
        When(
            _not_empty,
            SameShape("self", "target", "out"),
            _fits_self("gradOutput", "weightOptional", "posWeightOptional"),
        ),
        REDUCTION,
        DoneIfEmpty("self"),
        _promote_given("self", "target", "gradOutput", "weightOptional", "posWeightOptional"),
    ),
    _lower_logits_backward,
    families=ALL_BUT_310B,
)

OPERATORS = (
    binary_cross_entropy,
    binary_cross_entropy_backward,
    binary_cross_entropy_with_logits,
    binary_cross_entropy_with_logits_backward,
)
