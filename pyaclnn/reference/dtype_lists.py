"""Dtype lists that many operators share, by chip family."""

from __future__ import annotations

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
)
from .rules import per_chip

# What most operators on numbers take.
BASE = (FLOAT32, INT32, INT64, FLOAT16, INT16, INT8, UINT8, FLOAT64, BOOL, COMPLEX64, COMPLEX128)
UNSIGNED = (UINT16, UINT32, UINT64)
NUMERIC = per_chip(BASE, since_910b=(BFLOAT16,))

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
