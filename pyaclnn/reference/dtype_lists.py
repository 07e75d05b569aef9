"""Dtypes by chip family, and the lists that many operators share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from ..dtypes import (
    BFLOAT16,
    BOOL,
    COMPLEX32,
    COMPLEX64,
    COMPLEX128,
    FLOAT4_E1M2,
    FLOAT4_E2M1,
    FLOAT8_E4M3FN,
    FLOAT8_E5M2,
    FLOAT16,
    FLOAT32,
    FLOAT64,
    HIFLOAT8,
    INT8,
    INT16,
    INT32,
    INT64,
    UINT8,
    UINT16,
    UINT32,
    UINT64,
    DType,
)
from .chips import SINCE_910B, Family

Dtypes: TypeAlias = Mapping[Family, "tuple[DType, ...]"]


def per_chip(base: tuple[DType, ...], **extra: tuple[DType, ...]) -> Dtypes:
    """Dtypes of each family: ``base`` everywhere, plus ``since_910b`` on 910B, 910_93 and 950, or the
    complete list of a family given by its member name (``A950=...``)."""
    table = {f: base + (extra.get("since_910b", ()) if f in SINCE_910B else ()) for f in Family}
    for member, dtypes in extra.items():
        if member != "since_910b":
            table[Family[member]] = dtypes
    return table


# Tuples that lists are made of.
HALF_PRECISION = (FLOAT16, BFLOAT16)
CORE_FLOATS = (FLOAT32, FLOAT16, BFLOAT16)  # what the vector cores compute with
UNSIGNED = (UINT16, UINT32, UINT64)
FLOATS8 = (HIFLOAT8, FLOAT8_E5M2, FLOAT8_E4M3FN)
FLOATS4 = (FLOAT4_E1M2, FLOAT4_E2M1)
BASE_REAL = (FLOAT32, INT32, INT64, FLOAT16, INT16, INT8, UINT8, FLOAT64, BOOL)
COMPLEX = (COMPLEX64, COMPLEX128)
BASE = (*BASE_REAL, *COMPLEX)
BASE_BUT_BOOL = tuple(dtype for dtype in BASE if dtype != BOOL)

# What most operators on numbers take.
NUMERIC = per_chip(BASE, since_910b=(BFLOAT16,))
NUMERIC_ON_ANY_CHIP = per_chip((*BASE, BFLOAT16))
NUMERIC_BUT_BOOL = per_chip(BASE_BUT_BOOL, since_910b=(BFLOAT16,))
NUMERIC_AND_UNSIGNED = per_chip((*BASE, *UNSIGNED), since_910b=(BFLOAT16,))
REAL_AND_UNSIGNED = per_chip((*BASE_REAL, *UNSIGNED), since_910b=(BFLOAT16,))
REAL = per_chip(BASE_REAL, since_910b=(BFLOAT16,))

# What most operators on floats take: bfloat16 where the chip has it, or whatever the chip.
FLOATS = per_chip((FLOAT32, FLOAT16), since_910b=(BFLOAT16,))
FLOATS_ON_ANY_CHIP = per_chip(CORE_FLOATS)
FLOATS_SINCE_910B = per_chip((), since_910b=CORE_FLOATS)

# What functions whose values are floats take or write: double precision too, and what is made a float first.
_FLOATING = (FLOAT32, FLOAT16, FLOAT64)
_INTEGERS = (INT8, INT16, INT32, INT64, UINT8, BOOL)
FLOATING = per_chip(_FLOATING, since_910b=(BFLOAT16,))
FLOATING_AND_INTEGERS = per_chip((*_FLOATING, *_INTEGERS), since_910b=(BFLOAT16,))
FLOATING_AND_COMPLEX = per_chip((*_FLOATING, *COMPLEX), since_910b=(BFLOAT16,))
FLOATING_ON_ANY_CHIP = per_chip((*_FLOATING, BFLOAT16))
FLOATING_AND_COMPLEX_ON_ANY_CHIP = per_chip((*_FLOATING, *COMPLEX, BFLOAT16))

# Positions of elements.
INDICES = per_chip((INT32, INT64))

# What the vector cores add and multiply; the control CPU does the rest.
_ON_CORE = (FLOAT32, FLOAT16, INT32, BOOL, INT8, UINT8, INT64)
ADDED_ON_CORE = per_chip(_ON_CORE, since_910b=(BFLOAT16, COMPLEX64))
MULTIPLIED_ON_CORE = per_chip(
    _ON_CORE, since_910b=(BFLOAT16, COMPLEX64), A950=(*_ON_CORE, BFLOAT16, COMPLEX64, INT16, COMPLEX32, FLOAT64)
)

_DIVIDED = (FLOAT32, FLOAT16, BFLOAT16, BOOL)
DIVIDED_ON_CORE = per_chip(_DIVIDED, since_910b=(INT32,), A950=(*_DIVIDED, INT32, INT64))
FLOOR_DIVIDED_ON_CORE = per_chip((FLOAT16, FLOAT32, INT32, INT8, UINT8, BFLOAT16), since_910b=(INT64,))

# What is moved by the vector cores.
MOVED_ON_CORE = per_chip(
    (FLOAT16, FLOAT32, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, BOOL), since_910b=(BFLOAT16,)
)
