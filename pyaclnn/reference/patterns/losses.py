"""What losses share: the kinds of reduction, and how elements become their mean or sum."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..lowering import Array
from ..rules import Call, OneOf

NONE, MEAN, SUM, BATCH_MEAN = range(4)
REDUCTION = OneOf("reduction", NONE, MEAN, SUM)


def keeps_elements(call: Call) -> bool:
    return bool(call.args["reduction"] == NONE)


def reduced(values: Array, reduction: int) -> Array:
    """All of the losses, their mean or their sum; the mean multiplies by one over their number.

    ``BATCH_MEAN`` divides the sum by the first extent.
    """
    if reduction == NONE:
        return values
    total: Any = values.sum(dtype=np.float32)
    if reduction == MEAN:
        total = total * (np.float32(1) / np.float32(values.size))
    elif reduction == BATCH_MEAN:
        total = total / np.float32(values.shape[0])
    return np.asarray(total)


def mean_factor(tensor: str) -> Callable[[Call], Any]:
    """The factor of a gradient that the mean brings with it: one over the number of a tensor's elements."""

    def factor(call: Call) -> Any:
        if call.args["reduction"] != MEAN:
            return np.float32(1)
        return np.float32(1) / np.float32(call.args[tensor].size)

    return factor
