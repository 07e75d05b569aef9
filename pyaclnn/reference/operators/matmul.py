"""The matrix product."""

from __future__ import annotations

import math

import numpy as np

from ...dtypes import BFLOAT16, FLOAT16, FLOAT32, DType
from ...formats import Format
from ..chips import ALL_BUT_310B, SINCE_910B, Family
from ..definition import Definition
from ..dtype_lists import FLOATS
from ..kernels.filling import full
from ..lowering import Buffer, Lowering
from ..meta import TensorMeta, is_row_major
from ..patterns.cube_math import FLOAT32_ADD, KEEP, KEEP_AND_WIDEN, USE_FP16, USE_HF32
from ..promotion import promote
from ..rules import (
    INNER_NULL,
    INVALID,
    NO_KERNEL,
    Call,
    Check,
    DtypeIn,
    Finished,
    Infer,
    NotNull,
    RankIn,
    Refusal,
    require,
)
from ..shapes import broadcast

MAX_MATMUL_RANK = 6


def _check_cube_math_type(call: Call) -> None:
    mode = call.args["cubeMathType"]
    if call.family in SINCE_910B:
        lowest = KEEP if call.family is Family.A950 else KEEP_AND_WIDEN
        require(lowest <= mode <= FLOAT32_ADD, f"cubeMathType is {mode}; allowed are {lowest} to {FLOAT32_ADD}")
    elif FLOAT32 in (call.args["self"].dtype, call.args["mat2"].dtype):
        # These chips multiply in float16 only.
        require(
            mode not in (KEEP_AND_WIDEN, KEEP, USE_HF32),
            f"cubeMathType is {mode}; {call.family.value} multiplies float32 as float16, which 1 and 2 allow",
        )


def _check_shapes(call: Call) -> None:
    left, right = call.args["self"].shape, call.args["mat2"].shape
    rows_of_mat2 = right[-2] if len(right) > 1 else right[0]
    require(
        left[-1] == rows_of_mat2,
        f"self {list(left)} has {left[-1]} columns, but mat2 {list(right)} has {rows_of_mat2} rows",
    )
    batch = broadcast(left[:-2], right[:-2])
    if batch is None:
        raise Refusal(INVALID, f"the batches of self {list(left)} and mat2 {list(right)} do not broadcast")
    call.shape = batch + left[-2:-1] + (right[-1:] if len(right) > 1 else ())


def _check_formats(call: Call) -> None:
    dtypes = {call.args["self"].dtype, call.args["mat2"].dtype}
    fractal = call.args["mat2"].format is Format.FRACTAL_NZ
    require(not fractal or dtypes != {FLOAT16, BFLOAT16}, "mat2 of format FRACTAL_NZ must have the dtype of self")
    for name, tensor in call.tensors(("self", "out")):
        require(tensor.format is not Format.FRACTAL_NZ, f"{name} has format FRACTAL_NZ, only mat2 may have it")


def _has_empty_operand(call: Call) -> bool:
    return any(tensor.is_empty for _, tensor in call.tensors(("self", "mat2")))


def _done_if_nothing_to_write(call: Call) -> None:
    out = call.args["out"]
    if isinstance(out, TensorMeta) and out.is_empty and _has_empty_operand(call):
        raise Finished


def _common_dtype(call: Call) -> DType:
    dtype = promote(call.args["self"].dtype, call.args["mat2"].dtype)
    assert dtype is not None
    return dtype


def _compute_dtype(call: Call) -> DType:
    """What both operands are cast to. HF32 is computed as float32: its narrowing isn't documented."""
    if call.family not in SINCE_910B:
        return FLOAT16
    common = _common_dtype(call)
    return FLOAT16 if common == FLOAT32 and call.args["cubeMathType"] == USE_FP16 else common


def _result_dtype(call: Call, compute: DType) -> DType:
    """What the kernel writes: it rounds to the computing dtype unless it may write float32 itself."""
    mode, same = call.args["cubeMathType"], call.args["self"].dtype == call.args["mat2"].dtype != FLOAT32
    if mode == KEEP_AND_WIDEN:
        return FLOAT32
    if call.args["out"].dtype != FLOAT32:
        return compute
    widens = same or call.family not in SINCE_910B or (call.family.is_910b_like and mode != USE_FP16)
    return FLOAT32 if widens else compute


def _operand(low: Lowering, name: str) -> Buffer:
    """The tensor itself where it is a transposed matrix, which the kernel reads as well; else row-major."""
    buffer = low.tensor(name)
    meta = buffer.meta
    assert meta is not None
    if meta.ndim > 1:
        order = (*range(meta.ndim - 2), meta.ndim - 1, meta.ndim - 2)
        if is_row_major(tuple(meta.shape[i] for i in order), tuple(meta.strides[i] for i in order)):
            return buffer
    return low.contiguous(buffer)


def _lower(low: Lowering, call: Call) -> None:
    out, ranks = call.args["out"], (call.args["self"].ndim, call.args["mat2"].ndim)
    if _has_empty_operand(call):
        low.view_copy(full(low, out.shape, out.dtype, 0), "out")
        return
    if call.args["mat2"].format is Format.FRACTAL_NZ:
        raise Refusal(NO_KERNEL, "mat2 has format FRACTAL_NZ, which the simulator does not compute; give it as ND")
    # The result is reshaped to the output, whose shape is otherwise free.
    if math.prod(call.shape) != out.size:
        raise Refusal(INNER_NULL, f"out is {out}, but the product has shape {list(call.shape)}")
    if ranks[1] > 2 and out.format.rank not in (None, len(call.shape)):
        raise Refusal(INNER_NULL, f"out has format {out.format.name}, but the product has shape {list(call.shape)}")
    is_dot = ranks == (1, 1)
    compute = _common_dtype(call) if is_dot else _compute_dtype(call)
    result = compute if is_dot else _result_dtype(call, compute)
    version = "V3" if call.family in SINCE_910B else "V2"
    kernel = "Dot" if is_dot else ("BatchMatMul" if ranks[1] > 2 else "MatMul") + version
    operands = [low.cast(_operand(low, name), compute) for name in ("self", "mat2")]
    reshaped = call.shape != out.shape
    product = low.kernel(
        kernel,
        (lambda a, b: np.matmul(a, b).reshape(out.shape)) if reshaped else np.matmul,
        operands,
        out.shape,
        result,
        takes_out=not reshaped and bool(call.shape) and result == compute == FLOAT32,
    )
    low.write(product, "out")


matmul = Definition(
    "aclnnMatmul",
    "out = self @ mat2",
    (
        NotNull("self", "mat2", "out"),
        DtypeIn(FLOATS, "self", "mat2", "out"),
        Check(_check_cube_math_type),
        RankIn(1, MAX_MATMUL_RANK, "self", "mat2"),
        Check(_check_shapes),
        Check(_check_formats),
        Infer("out", shape=lambda call: call.shape, dtype=_common_dtype),
        Check(_done_if_nothing_to_write),
    ),
    _lower,
    families=ALL_BUT_310B,
)

OPERATORS = (matmul,)
