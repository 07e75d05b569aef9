"""The kernels that compare two operands, and those on truth values, which operators of several families launch."""

from __future__ import annotations

import numpy as np

from ...dtypes import (
    BFLOAT16,
    BOOL,
    FLOAT16,
    FLOAT32,
    FLOAT64,
    INT8,
    INT16,
    INT32,
    INT64,
    UINT8,
    UINT32,
    UINT64,
    DType,
)
from ..chips import Family
from ..dtype_lists import per_chip
from ..lowering import Array, Buffer, Lower, Lowering
from ..meta import ScalarValue
from ..rules import Call
from . import Kernel

_ORDERED = (FLOAT32, INT32, INT64, FLOAT16, INT8, UINT8)

EQUAL = Kernel(
    "Equal",
    np.equal,
    per_chip(
        (*_ORDERED, UINT64, UINT32, BOOL),
        B910=(*_ORDERED, BOOL, BFLOAT16),
        A910_93=(*_ORDERED, BOOL, BFLOAT16),
        A950=(*_ORDERED, BOOL, BFLOAT16, UINT64, FLOAT64),
    ),
)
NOT_EQUAL = Kernel(
    "NotEqual",
    np.not_equal,
    per_chip((*_ORDERED, BOOL, BFLOAT16), A950=(*_ORDERED, BOOL, BFLOAT16, UINT64)),
)
LESS = Kernel(
    "Less",
    np.less,
    per_chip((*_ORDERED, BOOL, BFLOAT16), A950=(*_ORDERED, BOOL, BFLOAT16, UINT64, FLOAT64)),
)
LESS_EQUAL = Kernel(
    "LessEqual",
    np.less_equal,
    per_chip((*_ORDERED, BFLOAT16), A950=(*_ORDERED, BFLOAT16, UINT64, BOOL)),
)
GREATER = Kernel(
    "Greater",
    np.greater,
    per_chip(_ORDERED, since_910b=(BFLOAT16,), A950=(*_ORDERED, BFLOAT16, UINT64, BOOL)),
)
GREATER_EQUAL = Kernel(
    "GreaterEqual",
    np.greater_equal,
    per_chip((*_ORDERED, BFLOAT16), A950=(*_ORDERED, BFLOAT16, UINT64, BOOL)),
)

LOGICAL_AND = Kernel("LogicalAnd", np.logical_and, per_chip((BOOL,)))
LOGICAL_OR = Kernel(
    "LogicalOr",
    np.logical_or,
    per_chip((BOOL,), A950=(BOOL, INT8, UINT8, INT16, INT32, INT64, FLOAT16, BFLOAT16, FLOAT32)),
)
LOGICAL_NOT = Kernel("LogicalNot", np.logical_not)


def compare(kernel: Kernel, *, for_bool: DType = BOOL, takes_strides: tuple[str, ...] = ()) -> Lower:
    """Both operands in the common dtype, ``for_bool`` in bool's place; the truth values cast into the output.

    ``takes_strides`` are the operands that Ascend950's kernel reads as they lie.
    """

    def lower(low: Lowering, call: Call) -> None:
        dtype = for_bool if call.common == BOOL else call.common

        def operand(name: str) -> Buffer:
            value = low.args[name]
            if isinstance(value, ScalarValue):
                return low.constant(value, dtype)
            assert kernel.on_core is not None
            strided = name in takes_strides and low.family is Family.A950
            if strided and value.dtype == dtype and dtype in kernel.on_core[low.family]:
                return low.strided(name)
            return low.cast(low.contiguous(name), dtype)

        low.write(kernel(low, operand("self"), operand("other"), dtype=BOOL), "out")

    return lower


def any_part(low: Lowering, x: Buffer) -> Buffer:
    """Whether a complex number's real or imaginary part is not zero, found by looking at both as reals."""
    part = {8: FLOAT32, 16: FLOAT64}[x.dtype.storage.itemsize]

    def parts(a: Array) -> Array:
        return np.stack((a.real != 0, a.imag != 0), -1)

    # The control CPU casts float64.
    pairs = low.kernel("Cast", parts, (x,), (*x.shape, 2), BOOL, raw=True, aicpu=part == FLOAT64)
    return low.kernel("ReduceAny", lambda a: np.any(a, axis=-1), (pairs,), x.shape, BOOL, raw=True)
