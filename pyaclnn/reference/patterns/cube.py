"""What operators on the matrix units share: the dtypes and modes they take, the precision they compute in, and the
kernel of the product itself."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...dtypes import FLOAT16, FLOAT32, DType
from ...formats import Format
from ..chips import SINCE_910B, Family
from ..dtype_lists import FLOATS
from ..lowering import Array, Buffer, Lowering
from ..meta import is_row_major
from ..promotion import promote
from ..rules import NO_KERNEL, Call, Check, DtypeIn, Refusal, Rule, require
from ..shapes import broadcast
from .cube_math import FLOAT32_ADD, KEEP, KEEP_AND_WIDEN, USE_FP16, USE_HF32


def takes(left: str, right: str, *others: str) -> tuple[Rule, ...]:
    """The dtypes of the operands, of what is added and of the output, and the ``cubeMathType`` that suits them."""

    def check_mode(call: Call) -> None:
        check_cube_math_type(call.family, call.args["cubeMathType"], call.args[left].dtype, call.args[right].dtype)

    return (DtypeIn(FLOATS, left, right, *others), Check(check_mode))


def check_cube_math_type(family: Family, mode: int, left: DType, right: DType) -> None:
    """161002 for a mode that the chip does not know, or that asks it to multiply float32 as such where it can't."""
    if family in SINCE_910B:
        lowest = KEEP if family is Family.A950 else KEEP_AND_WIDEN
        require(lowest <= mode <= FLOAT32_ADD, f"cubeMathType is {mode}; allowed are {lowest} to {FLOAT32_ADD}")
    elif FLOAT32 in (left, right):
        require(
            mode not in (KEEP_AND_WIDEN, KEEP, USE_HF32),
            f"cubeMathType is {mode}; {family.value} multiplies float32 as float16, which 1 and 2 allow",
        )


def common_dtype(left: DType, right: DType) -> DType:
    dtype = promote(left, right)
    assert dtype is not None
    return dtype


def computing_dtype(family: Family, mode: int, left: DType, right: DType) -> DType:
    """What both operands are cast to. HF32 is computed as float32: its narrowing isn't documented."""
    if family not in SINCE_910B:
        return FLOAT16
    common = common_dtype(left, right)
    return FLOAT16 if common == FLOAT32 and mode == USE_FP16 else common


def _result_dtype(family: Family, mode: int, left: DType, right: DType, out: DType) -> DType:
    """What the kernel writes: it rounds to the computing dtype unless it may write float32 itself."""
    compute, same = computing_dtype(family, mode, left, right), left == right != FLOAT32
    if mode == KEEP_AND_WIDEN:
        return FLOAT32
    if out != FLOAT32:
        return compute
    widens = same or family not in SINCE_910B or (family.is_910b_like and mode != USE_FP16)
    return FLOAT32 if widens else compute


def operand(low: Lowering, name: str) -> Buffer:
    """The tensor itself where it is a transposed matrix, which the kernel reads as well; else row-major."""
    buffer = low.tensor(name)
    if buffer.format is Format.FRACTAL_NZ:
        raise Refusal(NO_KERNEL, f"{name} has format FRACTAL_NZ, which the simulator does not compute; give it as ND")
    meta = buffer.meta
    assert meta is not None
    if meta.ndim > 1:
        order = (*range(meta.ndim - 2), meta.ndim - 1, meta.ndim - 2)
        if is_row_major(tuple(meta.shape[i] for i in order), tuple(meta.strides[i] for i in order)):
            return buffer
    return low.contiguous(buffer)


def product(
    low: Lowering,
    left: Buffer,
    right: Buffer,
    out: DType,
    mode: int,
    *,
    bias: Buffer | None = None,
    widen: bool = False,
    shape: tuple[int, ...] | None = None,
) -> Buffer:
    """The matrix product of two tensors in their own dtypes, with ``bias`` added before the one rounding.

    ``out`` is the dtype of the output it is meant for, ``widen`` asks for float32. ``shape`` is that of the result
    where it is not the product's own; the number of elements must agree.
    """
    family = low.family
    compute = computing_dtype(family, mode, left.dtype, right.dtype)
    result = FLOAT32 if widen else _result_dtype(family, mode, left.dtype, right.dtype, out)
    if bias is not None and family not in SINCE_910B and FLOAT32 in (bias.dtype, result):
        result = FLOAT32
    own = product_shape(left.shape, right.shape)
    shape = own if shape is None else shape
    assert math.prod(own) == math.prod(shape)

    def multiply(a: Array, b: Array, *added: Array) -> Any:
        return sum(added, np.matmul(a, b)).reshape(shape)

    plain = bias is None and shape == own and bool(own) and result == compute == FLOAT32
    name = ("BatchMatMul" if right.ndim > 2 else "MatMul") + ("V3" if family in SINCE_910B else "V2")
    inputs = [low.cast(left, compute), low.cast(right, compute)]
    if bias is not None:
        inputs.append(low.cast(bias, _bias_dtype(family, compute, bias.dtype, result)))
    return low.kernel(name, np.matmul if plain else multiply, inputs, shape, result, takes_out=plain)


def _bias_dtype(family: Family, compute: DType, bias: DType, result: DType) -> DType:
    if family not in SINCE_910B:
        return result
    is_kept = bias == compute and (bias == FLOAT16 or family is Family.A950)
    return bias if is_kept else FLOAT32


def product_shape(left: tuple[int, ...], right: tuple[int, ...]) -> tuple[int, ...]:
    """The shape of the matrix product, where vectors lose the dimension that they lack."""
    batch = broadcast(left[:-2], right[:-2])
    assert batch is not None
    return batch + left[-2:-1] + (right[-1:] if len(right) > 1 else ())
