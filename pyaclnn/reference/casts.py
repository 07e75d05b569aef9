"""Casts between dtypes: their values, and which of them a chip's vector cores do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .. import dtypes
from ..dtypes import BFLOAT16, BOOL, FLOAT16, DType
from .chips import Family
from .steps import Array

HALF_STORAGE = frozenset((FLOAT16.storage, BFLOAT16.storage))

_SHORT = {
    "F16": dtypes.FLOAT16, "F32": dtypes.FLOAT32, "F64": dtypes.FLOAT64, "BF16": dtypes.BFLOAT16,
    "I8": dtypes.INT8, "I16": dtypes.INT16, "I32": dtypes.INT32, "I64": dtypes.INT64, "I4": dtypes.INT4,
    "U8": dtypes.UINT8, "U16": dtypes.UINT16, "U32": dtypes.UINT32, "U64": dtypes.UINT64, "U1": dtypes.UINT1,
    "BOOL": dtypes.BOOL, "C32": dtypes.COMPLEX32, "C64": dtypes.COMPLEX64, "C128": dtypes.COMPLEX128,
    "HF8": dtypes.HIFLOAT8, "E5M2": dtypes.FLOAT8_E5M2, "E4M3": dtypes.FLOAT8_E4M3FN,
    "E2M1": dtypes.FLOAT4_E2M1, "E1M2": dtypes.FLOAT4_E1M2,
}  # fmt: skip


def _table(text: str) -> frozenset[tuple[DType, DType]]:
    pairs = set()
    for entry in text.split(";"):
        source, targets = entry.split(":")
        pairs |= {(_SHORT[source.strip()], _SHORT[t]) for t in targets.split()}
    return frozenset(pairs)


_VECTOR_910A = _table(
    "F16: F32 I32 U8 I8 BOOL; F32: F16 I32 BOOL; I32: F16 F32 I8 U8 BOOL I64; I8: F16 F32 I32 BOOL;"
    "U8: F16 F32 I32 I64; BOOL: F16 F32 I32 U8 I64 I8; I64: I32 F16 U8 BOOL; U1: F16"
)
_VECTOR_310P = _VECTOR_910A | _table("F32: I16 I8; I16: F32")
_VECTOR_910B = _table(
    "F16: F32 I32 U8 BF16 I8 BOOL I16 I64; F32: F16 I32 I64 BF16 BOOL U8 I16 I8;"
    "BF16: F32 I32 F16 BOOL I8 U8 I64; I32: F16 F32 I8 U8 BOOL I64 BF16 U32 I16 U16;"
    "I64: F32 I32 F16 U8 BOOL BF16 U32 I16 U16 I8; I16: F16 F32 I64 I32 U32 U16 I8 U8;"
    "I8: F16 F32 I32 BF16 BOOL I64 U32 I16 U16 U8; U8: F16 F32 I32 I64 BF16 U32 I16 U16 I8;"
    "BOOL: F16 F32 I32 U8 I64 BF16 I8; U32: I64 I32 I16 U16 I8 U8; U16: I64 I32 U32 I16 I8 U8; U1: F16"
)
_NARROW = "HF8 E5M2 E4M3"
_VECTOR_950 = _VECTOR_910B | _table(
    "I8: U8 I16 U16 I32 U32 I64; U8: I8 I16 U16 I32 U32 I64 BOOL; I16: I8 U8 U16 I32 U32 I64 BF16 BOOL;"
    "U16: I8 U8 I16 I32 U32 I64 BOOL F16 F32 BF16; I32: I8 U8 I16 U16 U32 I64 I4;"
    "U32: I8 U8 I16 U16 I32 I64 BOOL F16 F32 BF16; I64: I8 U8 I16 U16 I32 U32 F64;"
    "BOOL: I16; BF16: I16 C64; F16: C32; F32: C64; C64: BF16 F32 C32; C32: F16 C64; F64: F32 BF16 I32 I64;"
    f"F32: {_NARROW} E2M1 E1M2; F16: {_NARROW} E2M1 E1M2; BF16: {_NARROW} E2M1 E1M2;"
    "HF8: F32 F16 BF16; E5M2: F32 F16 BF16; E4M3: F32 F16 BF16;"
    f"E2M1: F32 F16 BF16 {_NARROW}; E1M2: F32 F16 BF16 {_NARROW}"
)

_VECTOR = {
    Family.A910: _VECTOR_910A, Family.B310: _VECTOR_910A, Family.P310: _VECTOR_310P,
    Family.B910: _VECTOR_910B, Family.A910_93: _VECTOR_910B, Family.A950: _VECTOR_950,
}  # fmt: skip

_EXPANDED = frozenset(_SHORT[n] for n in ("F32", "F16", "BF16", "I32", "I64", "U32", "U8", "I8", "BOOL"))

_GATHERED_ON_CPU = frozenset((dtypes.FLOAT64, dtypes.COMPLEX64, dtypes.COMPLEX128))

_ON_CPU = frozenset((
    dtypes.BOOL, dtypes.FLOAT32, dtypes.FLOAT16, dtypes.BFLOAT16, dtypes.FLOAT64, dtypes.COMPLEX64, dtypes.COMPLEX128,
    dtypes.INT8, dtypes.INT16, dtypes.INT32, dtypes.INT64, dtypes.UINT8, dtypes.UINT16, dtypes.UINT32, dtypes.UINT64,
))  # fmt: skip


def runs_on_vector_core(family: Family, source: DType, target: DType) -> bool:
    """Whether the vector cores do the cast; else the control CPU does, where it is possible at all."""
    return (source, target) in _VECTOR[family]


def broadcasts_on_vector_core(family: Family, dtype: DType) -> bool:
    """Whether the vector cores expand a tensor of the dtype."""
    if dtype in (dtypes.HIFLOAT8, dtypes.FLOAT8_E5M2, dtypes.FLOAT8_E4M3FN):
        return family is Family.A950
    return dtype in _EXPANDED and (dtype != dtypes.BFLOAT16 or family.has_bfloat16)


def gathers_on_vector_core(family: Family, dtype: DType, repeats: bool) -> bool:
    """Whether the vector cores make a strided tensor contiguous; ``repeats`` says that a stride is zero."""
    return broadcasts_on_vector_core(family, dtype) if repeats else dtype not in _GATHERED_ON_CPU


def is_possible(family: Family, source: DType, target: DType) -> bool:
    """Whether the chip has a kernel for the cast, on its vector cores or its control CPUs."""
    return runs_on_vector_core(family, source, target) or {source, target} <= _ON_CPU


def cast(array: Array, dtype: DType, out: Array | None = None) -> Array:
    """The values of ``array`` as ``dtype``, in ``out`` if given; the array itself where there is nothing to do.

    Float to integer truncates and saturates at 32 or 64 bits, of which narrower types keep the low bits, NaN giving
    0; integers wrap; anything not zero is true; complex to real takes the real part.
    """
    target = dtype.storage
    if dtype.numpy is None:
        raise TypeError(f"the host has no {dtype.name} to compute with")
    if array.dtype.kind == "c" and not dtype.is_complex and dtype != BOOL:
        array = array.real
    if array.dtype != target and saturates(dtypes.from_numpy(array.dtype), dtype):
        carrier = _carrier(array.dtype, target)
        if not _fits(array, carrier):
            array = _saturated(array, carrier)
        elif carrier != target:
            array = array.astype(carrier)
    if out is None:
        return array.astype(target, copy=False)
    out[...] = array
    return out


def widened(array: Array) -> Array:
    """The values of a 16-bit float type in float32; others as they are."""
    return array.astype(np.float32) if array.dtype in HALF_STORAGE else array


def through_float32(function: Callable[..., Any], dtype: DType) -> Callable[..., Array]:
    """The function, computing in float32 what is of a 16-bit float type; its result is rounded once, to ``dtype``."""

    def compute(*arrays: Array) -> Array:
        return cast(np.asarray(function(*map(widened, arrays))), dtype)

    return compute


def saturates(source: DType, target: DType) -> bool:
    """Whether a cast holds the values within the integer's limits."""
    return target.is_integral and (source.is_floating or source.is_complex)


def _carrier(source: np.dtype[Any], target: np.dtype[Any]) -> np.dtype[Any]:
    """The integer type that a kernel goes through from a float one."""
    if target in (np.uint32, np.uint64) or (target == np.uint8 and source != np.float16):
        return np.dtype(np.uint64 if target == np.uint64 else np.int64)
    return target if target.itemsize >= 4 else np.dtype(np.int32)


def _fits(array: Array, target: np.dtype[Any]) -> bool:
    """Whether all values are within an integer type's limits, so that none is NaN either."""
    limits = np.iinfo(target)
    return bool(array.size and limits.min <= array.min() and array.max() < limits.max)


def _saturated(array: Array, target: np.dtype[Any]) -> Array:
    limits = np.iinfo(target)
    wide = np.array(array, np.float64)
    if (unordered := np.isnan(wide)).any():
        wide[unordered] = 0
    np.maximum(wide, limits.min, out=wide)
    if target.itemsize < 8:
        return np.minimum(wide, limits.max, out=wide).astype(target)
    # The greatest number of 64 bits is no float.
    high = wide >= limits.max
    wide[high] = 0
    result = wide.astype(target)
    result[high] = limits.max
    return result
