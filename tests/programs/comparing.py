"""What a random program compares by: dtypes that operands promote to, casts, and how far a result may be off."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np

from .operators import FLOATS, Array

_HOST = {"bfloat16": np.dtype(ml_dtypes.bfloat16)}
# Half a unit in the last place, and what the float32 before it may be off.
_ROUNDING = {"float32": 0.0, "float16": 2**-11, "bfloat16": 2**-8}
_FLOAT32_ERROR = 2e-5
_LARGEST = {"float32": 3.402e38, "float16": 65504.0, "bfloat16": 3.389e38}


def host(dtype: str) -> np.dtype[Any]:
    return _HOST.get(dtype) or np.dtype(dtype)


def name_of(array: Array) -> str:
    return str(array.dtype)


def promoted(names: list[str]) -> str:
    """The common dtype by CANN's table."""
    result = names[0]
    for name in names[1:]:
        floats = {n for n in (result, name) if n in FLOATS}
        pair = {result, name} - {"bool"}
        if len(floats) == 2:
            result = "float32"
        elif floats:
            result = floats.pop()
        elif pair == {"uint8", "int8"}:
            result = "int16"
        elif len(pair) == 2:
            result = max(pair - {"uint8"}, key=lambda n: int(n[3:]))
        else:
            result = pair.pop() if pair else "bool"
    return result


def rounded(values: Any, dtype: str) -> Array:
    array = np.asarray(values)
    return array if name_of(array) == dtype else array.astype(host(dtype))


def difference(found: Array, want: Any, exact: bool, inputs: list[Array]) -> str:
    want = np.asarray(want)
    if found.shape != want.shape:
        return f"has shape {found.shape}, not {want.shape}"
    if exact or name_of(found) not in FLOATS:
        return "" if is_same(found, rounded(want, name_of(found))) else f"is {found}, must be {want}"
    scale = max([1.0, *(float(np.abs(a.astype(np.float64)).max()) for a in inputs if a.size)])
    wide, close = want.astype(np.float64), found.astype(np.float64)
    with np.errstate(all="ignore"):
        allowed = (
            np.abs(wide) * (_ROUNDING[name_of(found)] * 2.02 + _FLOAT32_ERROR) + _FLOAT32_ERROR * scale * 0.1 + 1e-7
        )
        is_close = (np.abs(wide - close) <= allowed) | (wide == close) | (np.isnan(wide) & np.isnan(close))
        is_close |= np.isinf(close) & (np.abs(wide) > _LARGEST[name_of(found)] * 0.99)
    return "" if is_close.all() else f"is {found}, must be about {want}"


def is_same(found: Array, want: Array) -> bool:
    wide = np.float64 if found.dtype not in (np.int64, np.bool_) else found.dtype
    return np.array_equal(found.astype(wide), want.astype(wide), equal_nan=found.dtype.kind not in "iub")
