"""What the products have in common that a scaled tensor is added to: ``beta * self + alpha * left @ right``."""

from __future__ import annotations

import numpy as np

from ...dtypes import BFLOAT16, FLOAT16, FLOAT32, DType
from ..chips import SINCE_910B
from ..kernels.arithmetic import ADD, AXPY, MULS
from ..lowering import Array, Buffer, Lowering
from ..promotion import promote
from ..rules import Call, Check, Infer, Rule, require
from ..scalars import number
from ..shapes import broadcast
from .cube import common_dtype, operand
from .cube_math import FLOAT32_ADD

_EPSILON = float(np.finfo(np.float32).eps)


def is_about(call: Call, name: str, value: float) -> bool:
    """Whether a scalar as float32 is a number, to float32's epsilon."""
    return abs(float(number(call.args[name])) - value) <= _EPSILON


def scaled(low: Lowering, call: Call, x: Buffer, scalar: str) -> Buffer:
    return MULS(low, x, attributes=(number(call.args[scalar]),))


def scaled_by_beta(low: Lowering, call: Call, x: Buffer) -> Buffer:
    return x if is_about(call, "beta", 1) else scaled(low, call, x, "beta")


def added(low: Lowering, call: Call, first: Buffer, second: Buffer) -> Buffer:
    """first + alpha * second, in their common dtype."""
    dtype = promote(first.dtype, second.dtype)
    assert dtype is not None
    first, second = low.cast(first, dtype), low.cast(second, dtype)
    if is_about(call, "alpha", 1):
        return ADD(low, first, second)
    return AXPY(low, first, second, attributes=(number(call.args["alpha"]),))


def gemm(low: Lowering, call: Call, left: str, right: str, dtype: DType) -> Buffer:
    """All of it in one kernel, rounded once."""
    alpha, beta = number(call.args["alpha"]), number(call.args["beta"])

    def compute(x: Array, a: Array, b: Array) -> Array:
        return np.asarray(beta * x + alpha * np.matmul(a, b))

    a, b, x = operand(low, left), operand(low, right), low.contiguous("self")
    shape = broadcast(x.shape, (*a.shape[:-1], b.shape[-1]))
    assert shape is not None
    return low.kernel("GemmV3", compute, (x, a, b), shape, dtype)


def dtypes_of(call: Call, left: str, right: str) -> tuple[DType, ...]:
    """The dtypes of what is added, of both operands and of the output."""
    return tuple(call.args[name].dtype for name in ("self", left, right, "out"))


def sums_in_float32(call: Call, left: str, right: str) -> bool:
    """16-bit products whose rounding is left to the output, which is float32."""
    _, a, b, out = dtypes_of(call, left, right)
    return a == b and a in (FLOAT16, BFLOAT16) and out == FLOAT32 and call.family in SINCE_910B


def uses_gemm(call: Call, left: str, right: str) -> bool:
    """Where Ascend910B and 910_93 have one kernel for all of it."""
    if not call.family.is_910b_like:
        return False
    x, a, b, _ = dtypes_of(call, left, right)
    careful = call.args["cubeMathType"] == FLOAT32_ADD
    suits, widens = x in (a, FLOAT32), sums_in_float32(call, left, right)
    shape = (*call.args[left].shape[:-1], call.args[right].shape[-1])
    if careful and (all_of_one_half(x, a, b) or (widens and suits)):
        return True
    return widens and suits and call.args["self"].shape == shape


def all_of_one_half(*dtypes: DType) -> bool:
    return len(set(dtypes)) == 1 and dtypes[0] in (FLOAT16, BFLOAT16)


def gemm_dtype(call: Call, left: str, right: str) -> DType:
    dtype: DType = FLOAT32 if sums_in_float32(call, left, right) else call.args["self"].dtype
    return dtype


def is_bias(call: Call, left: str, right: str) -> bool:
    """Whether ``self`` is one row that the kernel of the product adds by itself."""
    x, a, b = (call.args[name] for name in ("self", left, right))
    one_batch = a.ndim < 3 or a.shape[0] == 1
    is_row = x.shape == b.shape[-1:] or x.shape == (1, *b.shape[-1:])
    fits = a.dtype != BFLOAT16 or x.dtype in (BFLOAT16, FLOAT32)
    return is_about(call, "alpha", 1) and is_about(call, "beta", 1) and one_batch and is_row and fits


def _check_mode(call: Call) -> None:
    mode = call.args["cubeMathType"]
    require(mode <= FLOAT32_ADD, f"cubeMathType is {mode}; at most {FLOAT32_ADD} is allowed")
    if call.family not in SINCE_910B:
        require(mode != FLOAT32_ADD, f"cubeMathType is {mode}, which {call.family.value} does not have")


CHECK_MODE = Check(_check_mode)


def output_dtype(left: str, right: str) -> Rule:
    """Where the output is left out: the dtype of everything that is added."""

    def dtype(call: Call) -> DType:
        product_dtype = common_dtype(call.args[left].dtype, call.args[right].dtype)
        return common_dtype(call.args["self"].dtype, product_dtype)

    return Infer("out", dtype=dtype)
