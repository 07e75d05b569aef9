"""When a result is equal to the reference: the precision standards that case files name."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import numpy as np

# The thresholds of the two-sided comparison that the operator libraries' tests use: one unit in the last place for 16
# bits. Per dtype: how far an element may be off, relative to max(1, |expected|), and how far the mean may be.
_NAMES = {"float16": "fp16", "bfloat16": "bf16", "float32": "fp32", "float64": "fp64"}
_PLAIN = {"fp16": 2.0**-10, "bf16": 2.0**-7, "fp32": 2.0**-13, "fp64": 2.0**-40}
_ELEMENT = {
    "high_precision": {"fp16": 2.0**-10, "bf16": 2.0**-7, "fp32": 2.0**-14, "fp64": 2.0**-40},
    "high_performance": {"fp16": 2.0**-8, "bf16": 2.0**-7, "fp32": 2.0**-11, "fp64": 2.0**-40},
    "vector_fused": {"fp16": 2.0**-9, "bf16": 2.0**-7, "fp32": 2.0**-12, "fp64": 2.0**-40},
}
_BALANCE = {"fp16": 2.0**-10, "bf16": 2.0**-7, "fp32": 2.0**-14, "fp64": 2.0**-40}
_EXACT = ("md5", "equal", "binary_standard_v2", "binary")
_RANDOM = ("random_bm",)


@dataclass(frozen=True)
class Standard:
    """``kind`` is ``exact``, ``near``, ``steps`` (integers at most one apart) or ``random``."""

    kind: str
    element: dict[str, float]
    balance: dict[str, float]

    def difference(self, actual: np.ndarray[Any, Any], expected: np.ndarray[Any, Any]) -> str:
        """Why the two are not equal by this standard; empty when they are."""
        if actual.shape != expected.shape:
            return f"shape {list(actual.shape)}, expected {list(expected.shape)}"
        if not actual.size:
            return ""
        dtype = _parts(actual.dtype)
        name = _NAMES.get(dtype.name, "")
        if self.kind == "exact" or not name or _parts(expected.dtype).name not in _NAMES:
            return _unequal(actual, expected, 1 if self.kind == "steps" and dtype.kind in "iu" else 0)
        limit = self.element[name]
        a, e = _wide(actual), _wide(expected)
        with np.errstate(all="ignore"):
            error = (a - e) / np.maximum(1, np.abs(e))
        alike = (a == e) | (np.isnan(a) & np.isnan(e))
        error = np.where(alike, 0, error)
        wrong = ~(np.abs(error) <= limit)
        if wrong.any():
            return _worst(wrong, np.abs(error), actual, expected, f"more than {limit:.3g}")
        mean = abs(float(error.mean()))
        balance = self.balance.get(name, np.inf)
        return f"mean error {mean:.3g}, more than {balance:.3g}" if mean > balance else ""


def of(acc: Any) -> Standard:
    """The standard of a case: a name, or ``{name: settings}``."""
    name, settings = (acc, {}) if isinstance(acc, str) else next(iter(acc.items()))
    if not isinstance(settings, dict):
        settings = {}
    if name in _EXACT:
        return Standard("exact", {}, {})
    if name in _RANDOM:
        return Standard("random", {}, {})
    if name != "single_bm":
        return Standard("steps" if "quant" in name else "near", dict(_PLAIN), {})
    element = dict(_ELEMENT.get(settings.get("type", "high_performance"), _PLAIN))
    balance = dict(_BALANCE)
    for key, value in settings.items():
        dtype, _, what = key.partition("_")
        if what in ("error", "eb"):
            (element if what == "error" else balance)[dtype] = _number(value)
    return Standard("near", element, balance)


def _number(value: Any) -> float:
    """``2**-10`` as files write it, or a plain number."""
    power = re.fullmatch(r"\s*([\d.]+)\s*\*\*\s*\(?(-?\d+)\)?\s*", str(value))
    return float(power[1]) ** int(power[2]) if power else float(value)


def _parts(dtype: np.dtype[Any]) -> np.dtype[Any]:
    return np.dtype(np.float32 if dtype.itemsize == 8 else np.float64) if dtype.kind == "c" else dtype


def _wide(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Real numbers in float64; the parts of complex ones side by side."""
    if array.dtype.kind == "c":
        array = np.stack([array.real, array.imag], axis=-1)
    return array.astype(np.float64)


def _unequal(actual: np.ndarray[Any, Any], expected: np.ndarray[Any, Any], step: int) -> str:
    if actual.dtype.kind not in "biu" or expected.dtype.kind not in "biu":
        actual, expected = _wide(actual), _wide(expected)
        wrong = ~((actual == expected) | (np.isnan(actual) & np.isnan(expected)))
    elif step:
        wrong = np.abs(actual.astype(np.int64) - expected.astype(np.int64)) > step
    else:
        wrong = actual != expected
    if not wrong.any():
        return ""
    return _worst(wrong, wrong, actual, expected, "not the same")


def _worst(wrong: Any, error: Any, actual: Any, expected: Any, why: str) -> str:
    """How many elements are wrong, and the worst of them."""
    error = np.where(wrong, np.nan_to_num(np.asarray(error, np.float64), nan=np.inf, posinf=np.inf), -1)
    place = np.unravel_index(int(error.argmax()), error.shape)
    at = place[: actual.ndim]
    return (
        f"{int(wrong.sum())} of {wrong.size} elements {why}; at {[int(i) for i in at]} "
        f"{actual[at]}, expected {expected[at]}"
    )
