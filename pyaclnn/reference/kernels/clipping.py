"""The kernel that clips a tensor to limits, which clamps and clipped activations launch."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import numpy as np

from ...dtypes import BFLOAT16, FLOAT16, FLOAT32, FLOAT64, INT8, INT16, INT32, INT64, UINT8
from ..dtype_lists import per_chip
from ..lowering import Buffer, Lowering
from .kernel import Kernel

CLIPPED = per_chip((FLOAT16, FLOAT32, INT32, INT64, INT16, INT8, UINT8, FLOAT64), since_910b=(BFLOAT16,))
CLIPPED_ON_CORE = per_chip((FLOAT16, FLOAT32, INT32, INT64, BFLOAT16))
CLIP = Kernel("ClipByValueV2", np.clip, CLIPPED_ON_CORE)


def clip(low: Lowering, x: Buffer, *limits: Buffer, function: Callable[..., Any] = np.clip) -> Buffer:
    """The tensor between its limits, or what another function makes of the three.

    The control CPU forgets the tensor's format.
    """
    on_core = x.dtype in CLIPPED_ON_CORE[low.family]
    return dataclasses.replace(CLIP, function=function, keeps_format=on_core)(low, x, *limits)
