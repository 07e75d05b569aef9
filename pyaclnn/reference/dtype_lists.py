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
    FLOAT16,
    FLOAT32,
    FLOAT64,
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


# What most operators on numbers take.
BASE = (FLOAT32, INT32, INT64, FLOAT16, INT16, INT8, UINT8, FLOAT64, BOOL, COMPLEX64, COMPLEX128)
UNSIGNED = (UINT16, UINT32, UINT64)
NUMERIC = per_chip(BASE, since_910b=(BFLOAT16,))
REAL = per_chip(
    (FLOAT32, INT32, INT64, FLOAT16, INT16, INT8, UINT8, FLOAT64, BOOL), since_910b=(BFLOAT16,)
)

# What most operators on floats take: bfloat16 where the chip has it, or whatever the chip.
FLOATS = per_chip((FLOAT32, FLOAT16), since_910b=(BFLOAT16,))
FLOATS_ON_ANY_CHIP = per_chip((FLOAT32, FLOAT16, BFLOAT16))

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
