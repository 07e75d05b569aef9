"""Arguments of calls: scalars, and the package's dtypes by NumPy's."""

from __future__ import annotations

from typing import Any

import numpy as np

from pyaclnn import dtypes
from pyaclnn.reference.meta import ScalarValue


def named(dtype: Any) -> dtypes.DType:
    """The dtype that NumPy calls so."""
    return dtypes.from_numpy(np.dtype(dtype))


def scalar(value: Any, dtype: Any = np.float32) -> ScalarValue:
    """A scalar of a dtype of NumPy's, or of the package's."""
    kind = dtype if isinstance(dtype, dtypes.DType) else named(dtype)
    with np.errstate(all="ignore"):
        return ScalarValue(kind, np.array(value).astype(kind.storage)[()])
