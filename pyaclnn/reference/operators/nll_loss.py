"""The negative log likelihood loss of classes."""

from __future__ import annotations

import numpy as np

from ...dtypes import INT32, INT64
from ..chips import ALL_BUT_310B, Family
from ..definition import Definition
from ..dtype_lists import FLOATS
from ..kernels.filling import fill_one_element
from ..lowering import Array, Lowering
from ..patterns.losses import MEAN, NONE, REDUCTION
from ..patterns.nll import CLASSES, gradient_dtype, loss_dtype, slopes, write_losses
from ..rules import (
    Call,
    Castable,
    Check,
    DoneIfEmpty,
    DtypeIn,
    Infer,
    NotNull,
    SameDtype,
    SameShape,
    require,
)


def _check_batch(call: Call, *, strict: bool) -> None:
    """One row of a class, or as many rows as there are classes; one weight for each of the classes."""
    x, target, weight = (call.args[name] for name in ("self", "target", "weight"))
    require(1 <= x.ndim <= 2, f"self has {x.ndim} dimensions, allowed are 1 and 2")
    require(target.ndim <= 1, f"target has {target.ndim} dimensions, at most 1 is allowed")
    single = x.ndim == 1 and target.ndim == 0
    batch = target.ndim == 1 and x.shape[0] == target.shape[0] and (x.ndim == 2 or not strict)
    require(single or batch, f"target has shape {list(target.shape)}, self {list(x.shape)}")
    fits = weight.shape == x.shape[-1:]
    require(fits, f"weight has shape {list(weight.shape)}, must be {list(x.shape[-1:])}: one for each class")


def _keeps_rows(call: Call) -> bool:
    return bool(call.args["reduction"] == NONE and call.args["self"].ndim == 2)


def _check_rows(call: Call, name: str) -> None:
    """A loss for each row, or one in all."""
    tensor, rows = call.args[name], call.args["self"].shape[:1]
    if call.is_missing(name):
        return
    if _keeps_rows(call):
        require(tensor.shape == rows, f"{name} has shape {list(tensor.shape)}, must be {list(rows)}")
    else:
        require(tensor.ndim <= 1 and tensor.size == 1, f"{name} has shape {list(tensor.shape)}, must be one element")


def _check_loss(call: Call) -> None:
    _check_batch(call, strict=True)
    _check_rows(call, "out")
    total = call.args["totalWeightOut"]
    require(call.is_missing("totalWeightOut") or total.size == 1, "totalWeightOut must have one element")
    x, target = call.args["self"], call.args["target"]
    require(x.shape[-1] > 0 or target.size == 0, "there are no classes, but target names some")


def _loss_shape(call: Call) -> tuple[int, ...]:
    shape: tuple[int, ...] = call.args["self"].shape[:1] if _keeps_rows(call) else ()
    return shape


def _lower_loss(low: Lowering, call: Call) -> None:
    reduction = int(call.args["reduction"])
    if call.args["self"].is_empty:
        if reduction != NONE:
            fill_one_element(low, "out", np.nan if reduction == MEAN else 0)
        fill_one_element(low, "totalWeightOut", 0)
        return
    is_950, dtype = call.family is Family.A950, loss_dtype(call)
    x = low.cast(low.contiguous("self"), dtype)
    target = low.contiguous("target")
    target = target if is_950 or target.dtype == INT64 else low.cast(target, INT32)
    weight = low.cast(low.contiguous("weight"), dtype)
    shape = () if reduction != NONE else call.args["self"].shape[:-1]
    write_losses(low, call, (x, target, weight), lambda a: a.reshape(-1, a.shape[-1]), shape)


nll_loss = Definition(
    "aclnnNLLLoss",
    "out = -weight[target] * self[target] of each row but those of ignoreIndex, then the sum [/ totalWeightOut]",
    (
        NotNull("self", "target", "weight", "out", "totalWeightOut"),
        SameDtype("self", "weight"),
        Castable("out", "self"),
        Castable("totalWeightOut", "self"),
        DtypeIn(FLOATS, "self"),
        DtypeIn(CLASSES, "target"),
        REDUCTION,
        Check(_check_loss),
        Infer("out", shape=_loss_shape),
        Infer("totalWeightOut", shape=lambda call: ()),
    ),
    _lower_loss,
    families=ALL_BUT_310B,
)


def _check_gradient(call: Call) -> None:
    _check_batch(call, strict=False)
    require(call.args["totalWeight"].size == 1, "totalWeight must have one element")
    _check_rows(call, "gradOutput")


def _lower_gradient(low: Lowering, call: Call) -> None:
    is_950, dtype = call.family is Family.A950, gradient_dtype(call)
    grad, x, weight = (low.cast(low.contiguous(name), dtype) for name in ("gradOutput", "self", "weight"))
    target = low.contiguous("target")
    target = target if is_950 else low.cast(target, INT32)
    total = low.cast(low.contiguous("totalWeight"), dtype)
    shape = x.shape

    def compute(g: Array, a: Array, w: Array, t: Array, sum_of_weights: Array) -> Array:
        return slopes(call, g, shape[-1], w, t, sum_of_weights).reshape(shape)

    inputs = (grad, x, weight, target, total)
    low.write(low.kernel("NLLLossGrad", compute, inputs, shape, dtype, format=x.format), "out")


nll_loss_backward = Definition(
    "aclnnNLLLossBackward",
    "out[target] = -weight[target] * gradOutput of each row but those of ignoreIndex [/ totalWeight for mean], else 0",
    (
        NotNull("gradOutput", "self", "target", "weight", "totalWeight", "out"),
        SameDtype("self", "weight", "gradOutput", "totalWeight"),
        Castable("out", "self"),
        DtypeIn(FLOATS, "self"),
        DtypeIn(CLASSES, "target"),
        REDUCTION,
        Check(_check_gradient),
        SameShape("self", "out"),
        DoneIfEmpty("self"),
    ),
    _lower_gradient,
    families=ALL_BUT_310B,
)

OPERATORS = (nll_loss, nll_loss_backward)
