"""The negative log likelihood loss of the classes of pixels."""

from __future__ import annotations

import numpy as np

from ...dtypes import INT32, INT64
from ..chips import ALL_BUT_310B, Family
from ..definition import Definition
from ..dtype_lists import FLOATS
from ..kernels.filling import fill_one_element
from ..lowering import Array, Buffer, Lowering
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
    RankIs,
    SameDtype,
    SameShape,
    require,
)

_CLASSES_LAST = (0, 2, 3, 1)


def _check_pixels(call: Call) -> None:
    x, target = call.args["self"].shape, call.args["target"].shape
    require(target == (x[0], *x[2:]), f"target has shape {list(target)}, self {list(x)}")


def _check_one(call: Call, name: str) -> None:
    for _, tensor in call.tensors((name,)):
        require(tensor.size == 1, f"{name} has shape {list(tensor.shape)}, must have one element")


def _classes_last(low: Lowering, x: Buffer) -> Buffer:
    n, classes, height, width = x.shape
    shape = (n, height, width, classes)
    return low.kernel("Transpose", lambda a: a.transpose(_CLASSES_LAST), (x,), shape, x.dtype, raw=True)


def _rows(images: Array) -> Array:
    """One row of classes for each pixel."""
    return np.asarray(images.transpose(_CLASSES_LAST).reshape(-1, images.shape[1]))


def _images(rows: Array, shape: tuple[int, ...]) -> Array:
    n, classes, height, width = shape
    return rows.reshape(n, height, width, classes).transpose(0, 3, 1, 2)


def _check_loss(call: Call) -> None:
    classes, weight = call.args["self"].shape[1], call.args["weight"].shape
    require(weight[:1] == (classes,), f"weight has shape {list(weight)}, must begin with {classes}: the classes")
    _check_pixels(call)
    if call.args["reduction"] == NONE:
        call.expect_shape("out", call.args["target"].shape, "the shape of target")
    else:
        _check_one(call, "out")
    _check_one(call, "totalWeightOut")


def _loss_shape(call: Call) -> tuple[int, ...]:
    shape: tuple[int, ...] = call.args["target"].shape if call.args["reduction"] == NONE else ()
    return shape


def _lower_loss(low: Lowering, call: Call) -> None:
    reduction, is_950 = int(call.args["reduction"]), call.family is Family.A950
    if any(call.args[name].is_empty for name in ("self", "target", "weight")):
        if reduction != NONE:
            fill_one_element(low, "out", np.nan if reduction == MEAN else 0)
            fill_one_element(low, "totalWeightOut", 0)
        return
    dtype, shape = loss_dtype(call), _loss_shape(call)
    x = low.cast(low.contiguous("self"), dtype)
    target = low.contiguous("target")
    weight = low.cast(low.contiguous("weight"), dtype)
    if not is_950:
        classes = x.shape[1]
        x = low.reshape(x if classes == 1 else _classes_last(low, x), (target.size, classes))
        target = target if target.dtype == INT64 else low.cast(target, INT32)
    write_losses(low, call, (x, target, weight), _rows if is_950 else lambda a: a, shape)


nll_loss_2d = Definition(
    "aclnnNLLLoss2d",
    "out = -weight[target] * self[target] of each pixel but those of ignoreIndex, then the sum [/ totalWeightOut]",
    (
        NotNull("self", "target", "weight", "out", "totalWeightOut"),
        DtypeIn(FLOATS, "self"),
        SameDtype("self", "weight"),
        Castable("out", "self"),
        Castable("totalWeightOut", "self"),
        DtypeIn(CLASSES, "target"),
        REDUCTION,
        RankIs(4, "self"),
        RankIs(3, "target"),
        Check(_check_loss),
        Infer("out", shape=_loss_shape),
        Infer("totalWeightOut", shape=lambda call: ()),
    ),
    _lower_loss,
    families=ALL_BUT_310B,
)


def _check_gradient(call: Call) -> None:
    grad, target = call.args["gradOutput"].shape, call.args["target"].shape
    if call.args["reduction"] == NONE:
        require(grad == target, f"gradOutput has shape {list(grad)}, target {list(target)}")
    else:
        is_one = len(grad) <= 1 and call.args["gradOutput"].size == 1
        require(is_one, f"gradOutput has shape {list(grad)}, must be one element")


def _check_classes(call: Call) -> None:
    _check_pixels(call)
    weight, classes = call.args["weight"], call.args["self"].shape[1]
    require(weight.size == classes, f"weight has {weight.size} elements, must have {classes}: one for each class")


def _lower_gradient(low: Lowering, call: Call) -> None:
    is_950, dtype = call.family is Family.A950, gradient_dtype(call)
    grad, x, weight = (low.cast(low.contiguous(name), dtype) for name in ("gradOutput", "self", "weight"))
    target = low.contiguous("target")
    total = low.cast(low.contiguous("totalWeight"), dtype)
    shape, classes = x.shape, x.shape[1]

    def compute(g: Array, a: Array, w: Array, t: Array, sum_of_weights: Array) -> Array:
        rows = slopes(call, g, classes, w, t, sum_of_weights)
        return _images(rows, shape) if is_950 else rows

    if is_950:
        inputs = (grad, x, weight, target, total)
        back = low.kernel("NLLLossGrad", compute, inputs, shape, dtype, format=x.format)
    else:
        flat = (target.size, classes)
        x = low.reshape(_classes_last(low, x), flat)
        target = low.cast(target, INT32)
        rows = low.kernel("NLLLossGrad", compute, (grad, x, weight, target, total), flat, dtype)
        lines = low.reshape(rows, (shape[0], *shape[2:], classes))
        back = low.kernel("Transpose", lambda a: a.transpose(0, 3, 1, 2), (lines,), shape, dtype, raw=True)
    low.write(back, "out")


nll_loss_2d_backward = Definition(
    "aclnnNLLLoss2dBackward",
    "out[target] = -weight[target] * gradOutput of each pixel but those of ignoreIndex [/ totalWeight for mean], "
    "else 0",
    (
        NotNull("gradOutput", "self", "target", "weight", "totalWeight", "out"),
        DtypeIn(FLOATS, "self"),
        SameDtype("self", "gradOutput", "weight", "out", "totalWeight"),
        DtypeIn(CLASSES, "target"),
        Check(_check_gradient),
        RankIs(4, "self"),
        RankIs(3, "target"),
        Check(_check_classes),
        SameShape("self", "out"),
        Check(lambda call: _check_one(call, "totalWeight")),
        REDUCTION,
        DoneIfEmpty("self"),
    ),
    _lower_gradient,
    families=ALL_BUT_310B,
)

OPERATORS = (nll_loss_2d, nll_loss_2d_backward)
