"""A product of matrices that a scaled tensor is added to."""

from __future__ import annotations

from ...dtypes import FLOAT32
from ...formats import Format
from ..chips import ALL_BUT_310B, SINCE_910B
from ..definition import Definition
from ..lowering import Lowering
from ..meta import TensorMeta
from ..patterns.added_product import (
    CHECK_MODE,
    added,
    all_of_one_half,
    dtypes_of,
    gemm,
    gemm_dtype,
    is_about,
    is_bias,
    output_dtype,
    scaled,
    scaled_by_beta,
    sums_in_float32,
    uses_gemm,
)
from ..patterns.cube import operand, product, takes
from ..patterns.cube_math import FLOAT32_ADD, KEEP, USE_HF32
from ..patterns.in_place import in_place
from ..rules import Call, Check, Finished, NotNull, RankIs, require
from ..shapes import broadcast


def _check_matrices(call: Call) -> None:
    left, right = call.args["mat1"].shape, call.args["mat2"].shape
    require(left[1] == right[0], f"mat1 {list(left)} has {left[1]} columns, but mat2 {list(right)} has {right[0]} rows")
    fractal = call.args["self"].format is Format.FRACTAL_NZ
    require(not fractal, "self has format FRACTAL_NZ, which only the matrices may have")


def _matrix_shape(call: Call) -> tuple[int, ...]:
    return call.args["mat1"].shape[0], call.args["mat2"].shape[1]


def _check_sum(call: Call) -> None:
    x, shape = call.args["self"], _matrix_shape(call)
    require(x.ndim <= 2, f"self has {x.ndim} dimensions, at most 2 are allowed")
    require(len(x.storage_shape) > 0, "self has a storage without dimensions")
    fits = broadcast(x.shape, shape) is not None
    require(fits, f"self of shape {list(x.shape)} does not broadcast with the product's {list(shape)}")


def _check_output(call: Call) -> None:
    out, shape = call.args["out"], _matrix_shape(call)
    call.shapes["out"] = shape
    if not isinstance(out, TensorMeta):
        return
    fits = out.is_empty if 0 in shape else out.shape[:2] == shape
    require(fits, f"out has shape {list(out.shape)}, must be {list(shape)}: the rows of mat1 by the columns of mat2")


def _done_without_elements(call: Call) -> None:
    if call.args["self"].is_empty or 0 in _matrix_shape(call):
        raise Finished


def _lower_addmm(low: Lowering, call: Call) -> None:
    out, mode = call.args["out"], call.args["cubeMathType"]
    names = ("mat1", "mat2")
    if call.args["mat1"].is_empty or is_about(call, "alpha", 0):
        low.write(low.broadcast_to(scaled_by_beta(low, call, low.contiguous("self")), out.shape), "out")
        return
    x, a, b, _ = dtypes_of(call, *names)
    if is_about(call, "beta", 0):
        careful = mode == FLOAT32_ADD
        if careful and all_of_one_half(x, a, b) and call.family.is_910b_like:
            low.write(gemm(low, call, *names, x), "out")
            return
        widen = careful and all_of_one_half(a, b) and call.family in SINCE_910B
        result = product(low, operand(low, "mat1"), operand(low, "mat2"), out.dtype, mode, widen=widen)
        low.write(result if is_about(call, "alpha", 1) else scaled(low, call, result, "alpha"), "out")
        return
    widens = sums_in_float32(call, *names)
    if is_bias(call, *names) and not (widens and call.family.is_910b_like):
        left, right = operand(low, "mat1"), operand(low, "mat2")
        low.write(product(low, left, right, out.dtype, mode, bias=low.contiguous("self")), "out")
        return
    if uses_gemm(call, *names):
        low.write(gemm(low, call, *names, gemm_dtype(call, *names)), "out")
        return
    # A product of 16 bits is not rounded before the sum.
    is_half = all_of_one_half(a, b)
    widen = is_half and call.family in SINCE_910B and mode == FLOAT32_ADD
    scaled_self = low.contiguous("self")
    if (widen or widens) and x != FLOAT32:
        scaled_self = low.cast(scaled_self, FLOAT32)
    scaled_self = scaled_by_beta(low, call, scaled_self)
    widen = widen or (is_half and call.family.is_910b_like and mode in (KEEP, USE_HF32))
    result = product(low, operand(low, "mat1"), operand(low, "mat2"), out.dtype, mode, widen=widen)
    low.write(added(low, call, scaled_self, result), "out")


addmm = Definition(
    "aclnnAddmm",
    "out = beta * self + alpha * mat1 @ mat2",
    (
        NotNull("self", "mat1", "mat2", "beta", "alpha", "out"),
        *takes("mat1", "mat2", "self", "out"),
        RankIs(2, "mat1", "mat2"),
        Check(_check_matrices),
        Check(_check_sum),
        Check(_check_output),
        CHECK_MODE,
        output_dtype("mat1", "mat2"),
        Check(_done_without_elements),
    ),
    _lower_addmm,
    families=ALL_BUT_310B,
)


OPERATORS = (addmm, in_place("aclnnInplaceAddmm", addmm))
