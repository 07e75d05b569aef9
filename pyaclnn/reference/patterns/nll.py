"""The negative log likelihood of classes, row by row: what its losses and gradients are made of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...dtypes import BFLOAT16, FLOAT16, FLOAT32, INT32, INT64, UINT8, DType
from ..chips import Family
from ..dtype_lists import per_chip
from ..lowering import Array, Buffer, Lowering
from ..rules import Call
from .losses import MEAN, NONE

CLASSES = per_chip((INT64, UINT8, INT32))


def loss_dtype(call: Call) -> DType:
    """What the losses are computed in."""
    dtype: DType = call.args["self"].dtype
    return dtype if call.family is Family.A950 or dtype == BFLOAT16 else FLOAT32


def gradient_dtype(call: Call) -> DType:
    """What the gradients are computed in."""
    dtype: DType = call.args["self"].dtype
    return FLOAT32 if dtype == FLOAT16 and call.family is not Family.A950 else dtype


def _chosen(target: Array, classes: int, ignored: int) -> tuple[Array, Array]:
    """Which rows count, and their classes; what names no class counts as ignored."""
    wanted = target.reshape(-1).astype(np.int64)
    counts = (wanted != ignored) & (wanted >= 0) & (wanted < classes)
    return counts, np.where(counts, wanted, 0)


def losses(call: Call, rows: Array, target: Array, weight: Array) -> tuple[Array, Array]:
    """The loss of each row, or of all of them, and the sum of their weights."""
    reduction, (count, classes) = int(call.args["reduction"]), rows.shape
    counts, wanted = _chosen(target, classes, int(call.args["ignoreIndex"]))
    weights = np.where(counts, weight.reshape(-1)[wanted], 0)
    found = -np.where(counts, rows[np.arange(count), wanted], 0) * weights
    total: Any = weights.sum(dtype=np.float32)
    if reduction == NONE:
        return found, np.asarray(total)
    summed: Any = found.sum(dtype=np.float32)
    return np.asarray(summed / total if reduction == MEAN else summed), np.asarray(total)


def write_losses(
    low: Lowering,
    call: Call,
    operands: tuple[Buffer, Buffer, Buffer],
    as_rows: Callable[[Array], Array],
    shape: tuple[int, ...],
) -> None:
    """The kernel of the losses, written to ``out`` in a shape, and what it sums of weights where it reduces."""
    dtype = operands[0].dtype

    def compute(a: Array, t: Array, w: Array) -> tuple[Array, Array]:
        found, total = losses(call, as_rows(a), t, w)
        return found.reshape(shape), total

    loss, total = low.kernel_with_outputs("NLLLoss", compute, operands, [(shape, dtype), ((), dtype)])
    low.write(loss, "out")
    if call.args["reduction"] != NONE:
        low.write(total, "totalWeightOut")


def slopes(call: Call, grad: Array, classes: int, weight: Array, target: Array, total: Array) -> Array:
    """The gradient of each row: of one class, and 0 of the others."""
    counts, wanted = _chosen(target, classes, int(call.args["ignoreIndex"]))
    values = -np.where(counts, weight.reshape(-1)[wanted], 0) * grad.reshape(-1)
    if call.args["reduction"] == MEAN:
        values = values / total.reshape(())
    result = np.zeros((target.size, classes), values.dtype)
    result[np.arange(target.size), wanted] = np.where(counts, values, 0)
    return result
