"""The matrix product, of matrices, batches of them, and vectors."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...dtypes import BFLOAT16, FLOAT16, FLOAT32, INT8, INT32, UINT8, DType
from ...formats import Format
from ..chips import ALL_BUT_310B, Family
from ..definition import Definition
from ..dtype_lists import per_chip
from ..kernels.filling import fill, full, zeros_like
from ..lowering import Array, Buffer, Lowering
from ..meta import ScalarValue, TensorMeta
from ..patterns.cube import common_dtype, operand, product, product_shape, takes
from ..rules import (
    INNER_NULL,
    INVALID,
    Call,
    Check,
    DoneIfEmpty,
    DtypeIn,
    Finished,
    Infer,
    NotNull,
    RankIn,
    RankIs,
    Refusal,
    SameDtype,
    ShapeIs,
    When,
    require,
)
from ..shapes import broadcast

MAX_MATMUL_RANK = 6
_DOTTED = per_chip((FLOAT32, FLOAT16, INT8, INT32, UINT8), since_910b=(BFLOAT16,))
_ZERO = ScalarValue(FLOAT32, 0)


def _check_columns(call: Call) -> None:
    left, right = call.args["self"].shape, call.args["mat2"].shape
    rows_of_mat2 = right[-2] if len(right) > 1 else right[0]
    require(
        left[-1] == rows_of_mat2,
        f"self {list(left)} has {left[-1]} columns, but mat2 {list(right)} has {rows_of_mat2} rows",
    )


def _check_batches(call: Call) -> None:
    left, right = call.args["self"].shape, call.args["mat2"].shape
    if broadcast(left[:-2], right[:-2]) is None:
        raise Refusal(INVALID, f"the batches of self {list(left)} and mat2 {list(right)} do not broadcast")


def _product_shape(call: Call) -> tuple[int, ...]:
    return product_shape(call.args["self"].shape, call.args["mat2"].shape)


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
    return common_dtype(call.args["self"].dtype, call.args["mat2"].dtype)


def _dot_product(low: Lowering, left: Buffer, right: Buffer, shape: tuple[int, ...]) -> Buffer:
    def compute(a: Array, b: Array) -> Any:
        return np.dot(a, b).reshape(shape)

    return low.kernel("Dot", compute, [left, right], shape, left.dtype)


def _lower_matmul(low: Lowering, call: Call) -> None:
    out, ranks = call.args["out"], (call.args["self"].ndim, call.args["mat2"].ndim)
    if _has_empty_operand(call):
        low.view_copy(full(low, out.shape, out.dtype, 0), "out")
        return
    # The result is reshaped to the output, whose shape is otherwise free.
    if math.prod(_product_shape(call)) != out.size:
        raise Refusal(INNER_NULL, f"out is {out}, but the product has shape {list(_product_shape(call))}")
    if ranks[1] > 2 and out.format.rank not in (None, len(_product_shape(call))):
        text = f"out has format {out.format.name}, but the product has shape {list(_product_shape(call))}"
        raise Refusal(INNER_NULL, text)
    if ranks == (1, 1):
        vectors = [low.cast(low.contiguous(name), _common_dtype(call)) for name in ("self", "mat2")]
        low.write(_dot_product(low, vectors[0], vectors[1], out.shape), "out")
        return
    left, right = operand(low, "self"), operand(low, "mat2")
    low.write(product(low, left, right, out.dtype, call.args["cubeMathType"], shape=out.shape), "out")


matmul = Definition(
    "aclnnMatmul",
    "out = self @ mat2",
    (
        NotNull("self", "mat2", "out"),
        *takes("self", "mat2", "out"),
        RankIn(1, MAX_MATMUL_RANK, "self", "mat2"),
        Check(_check_columns),
        Check(_check_batches),
        Check(_check_formats),
        Infer("out", shape=_product_shape, dtype=_common_dtype),
        Check(_done_if_nothing_to_write),
    ),
    _lower_matmul,
    families=ALL_BUT_310B,
)


def _lower_mm(low: Lowering, call: Call) -> None:
    out = call.args["out"]
    if _has_empty_operand(call):
        low.write(full(low, out.shape, call.args["self"].dtype, 0), "out")
        return
    left, right = operand(low, "self"), operand(low, "mat2")
    low.write(product(low, left, right, out.dtype, call.args["cubeMathType"]), "out")


mm = Definition(
    "aclnnMm",
    "out = self @ mat2",
    (
        NotNull("out", "self", "mat2"),
        *takes("self", "mat2", "out"),
        RankIs(2, "mat2", "self"),
        Check(_check_columns),
        RankIs(2, "out"),
        ShapeIs("out", _product_shape, "the rows of self by the columns of mat2"),
        Infer("out", dtype=_common_dtype),
        Check(_done_if_nothing_to_write),
    ),
    _lower_mm,
    families=ALL_BUT_310B - {Family.A910},
)


def _check_batch(call: Call) -> None:
    """A vector of rows that FRACTAL_NZ can't hold, and batches that don't suit each other."""
    left, right = call.args["self"].shape, call.args["mat2"].shape
    fractal = call.args["mat2"].format is Format.FRACTAL_NZ
    require(not fractal or 1 not in right[1:], "mat2 of format FRACTAL_NZ has a dimension of 1")
    _check_columns(call)
    fits = left[0] == right[0] or 1 in (left[0], right[0])
    require(fits, f"self has a batch of {left[0]} matrices, mat2 one of {right[0]}")


def _batch_shape(call: Call) -> tuple[int, ...]:
    left, right = call.args["self"].shape, call.args["mat2"].shape
    return max(left[0], right[0]), left[1], right[2]


def _not_fractal(call: Call) -> None:
    for name, tensor in call.tensors(("self", "out")):
        require(tensor.format is not Format.FRACTAL_NZ, f"{name} has format FRACTAL_NZ, only mat2 may have it")


def _done_without_batch(call: Call) -> None:
    left, right = call.args["self"].shape, call.args["mat2"].shape
    if 0 in (*left[:2], right[2]):
        raise Finished


def _lower_batch(low: Lowering, call: Call) -> None:
    out = call.args["out"]
    if _has_empty_operand(call):
        result = full(low, out.shape, call.args["self"].dtype, 0)
    else:
        left, right = operand(low, "self"), operand(low, "mat2")
        result = product(low, left, right, out.dtype, call.args["cubeMathType"])
    low.write(low.reformat(result, out.format), "out")


batch_mat_mul = Definition(
    "aclnnBatchMatMul",
    "out[i] = self[i] @ mat2[i]",
    (
        NotNull("self", "mat2", "out"),
        *takes("self", "mat2", "out"),
        RankIs(3, "self", "mat2", "out"),
        Check(_check_batch),
        ShapeIs("out", _batch_shape, "batch, rows of self, columns of mat2"),
        Check(_not_fractal),
        Infer("out", dtype=_common_dtype),
        Check(_done_without_batch),
    ),
    _lower_batch,
    families=ALL_BUT_310B,
)


def _lower_mv(low: Lowering, call: Call) -> None:
    out = call.args["out"]
    if call.args["self"].is_empty:
        low.view_copy(zeros_like(low, low.tensor("out")), "out")
        return
    matrix, vector = low.contiguous("self"), low.contiguous("vec")
    low.write(product(low, matrix, vector, out.dtype, call.args["cubeMathType"]), "out")


mv = Definition(
    "aclnnMv",
    "out = self @ vec",
    (
        NotNull("self", "vec", "out"),
        SameDtype("vec", "out"),
        When(lambda call: not call.args["self"].is_empty, SameDtype("self", "vec")),
        *takes("self", "vec", "out"),
        RankIs(2, "self"),
        RankIs(1, "vec", "out"),
        ShapeIs("vec", lambda call: call.args["self"].shape[1:], "the columns of self"),
        ShapeIs("out", lambda call: call.args["self"].shape[:1], "the rows of self"),
        DoneIfEmpty("out"),
    ),
    _lower_mv,
    families=ALL_BUT_310B,
)


def _lower_dot(low: Lowering, call: Call) -> None:
    if call.args["self"].is_empty:
        low.view_copy(fill(low, (), low.constant(_ZERO, call.args["out"].dtype)), "out")
        return
    low.view_copy(_dot_product(low, low.contiguous("self"), low.contiguous("tensor"), ()), "out")


dot = Definition(
    "aclnnDot",
    "out = sum(self * tensor)",
    (
        NotNull("self", "tensor", "out"),
        SameDtype("self", "tensor", "out"),
        DtypeIn(_DOTTED, "self"),
        RankIs(1, "self", "tensor"),
        ShapeIs("tensor", lambda call: call.args["self"].shape, "the shape of self"),
        ShapeIs("out", lambda call: (), "no dimensions"),
    ),
    _lower_dot,
    families=ALL_BUT_310B,
)

OPERATORS = (matmul, mm, batch_mat_mul, mv, dot)
