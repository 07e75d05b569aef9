"""Functions of mathematics that NumPy lacks."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

_ERF = np.frompyfunc(math.erf, 1, 1)


def erf(x: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The error function, computed in float64 and rounded to the dtype of ``x``."""
    return np.asarray(_ERF(x.astype(np.float64))).astype(x.dtype)
