"""How far a result may be from the expected one, by its dtype: relative to the value, and near zero."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np

# dtype -> relative, absolute. Half a unit in the last place for 16 bits, plus room for the order of a sum.
TOLERANCES = {
    np.dtype(np.float64): (1e-12, 1e-12),
    np.dtype(np.float32): (1e-5, 1e-6),
    np.dtype(np.float16): (1e-3, 1e-3),
    np.dtype(ml_dtypes.bfloat16): (8e-3, 8e-3),
}


def assert_close(actual: np.ndarray[Any, Any], expected: Any, dtype: Any = None, *, roundings: int = 1) -> None:
    """Equal shapes, and values within the tolerance of ``dtype`` (that of ``actual``); NaN equals NaN.

    ``roundings`` widens it for what several kernels compute one after the other.
    """
    expected = np.asarray(expected)
    assert actual.shape == expected.shape
    relative, absolute = TOLERANCES.get(np.dtype(dtype or actual.dtype), (0, 0))
    wide = np.complex128 if actual.dtype.kind == "c" else np.float64
    np.testing.assert_allclose(
        actual.astype(wide),
        expected.astype(wide),
        rtol=relative * roundings,
        atol=absolute * roundings,
        equal_nan=True,
    )
