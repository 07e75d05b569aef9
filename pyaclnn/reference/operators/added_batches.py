"""Products of batches of matrices that a scaled tensor is added to."""

from __future__ import annotations

from ...dtypes import BFLOAT16, FLOAT32
from ...formats import Format
from ..chips import ALL_BUT_310B
from ..definition import Definition
from ..kernels.filling import full
from ..kernels.reduction import REDUCE_SUM
from ..lowering import Buffer, Lowering
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
    sums_in_float32,
    uses_gemm,
)
from ..patterns.cube import computing_dtype, operand, product, takes
from ..patterns.cube_math import FLOAT32_ADD
from ..patterns.in_place import in_place
from ..rules import INVALID, Call, Check, Finished, NotNull, RankIn, RankIs, Refusal, Rule, require
from ..scalars import number
from ..shapes import broadcast

_BATCHES = ("batch1", "batch2")


def _check_batches(call: Call) -> None:
    left, right = call.args["batch1"].shape, call.args["batch2"].shape
    require(left[2] == right[1], f"batch1 {list(left)} has {left[2]} columns, but batch2 {list(right)} {right[1]} rows")
    fits = left[0] == right[0] or 1 in (left[0], right[0])
    require(fits, f"batch1 has {left[0]} matrices, batch2 has {right[0]}")


def _empty_together(*extents: tuple[str, int]) -> Rule:
    """161002 unless ``self`` is empty where the product is, which some extents tell."""

    def check(call: Call) -> None:
        empty = any(call.args[name].shape[axis] == 0 for name, axis in extents)
        require(call.args["self"].is_empty == empty, "self is empty but the product is not, or the reverse")

    return Check(check)


def _done_if_any_is_zero(*extents: tuple[str, int]) -> Rule:
    def check(call: Call) -> None:
        if any(call.args[name].shape[axis] == 0 for name, axis in extents):
            raise Finished

    return Check(check)


_OF_BATCH = (("batch1", 0), ("batch1", 1), ("batch2", 2))
_OF_MATRIX = (("batch1", 1), ("batch2", 2))


def _check_broadcast(call: Call) -> None:
    """A dimension that the product does not have can't come from ``self``."""
    left, right, x = (call.args[name].shape for name in (*_BATCHES, "self"))
    own = (left[0], left[1], right[2])
    shape = broadcast(x, own)
    if shape is None:
        raise Refusal(INVALID, f"self of shape {list(x)} does not broadcast with the product's {list(own)}")
    call.expect_shape("out", shape, "the broadcast shape of self and the product")
    stretched = any(extent != 1 and mine == 1 for extent, mine in zip(shape, own, strict=False))
    require(not stretched, f"self of shape {list(x)} would stretch the product of shape {list(own)}")


def _same_view_format(*names: str) -> Rule:
    def check(call: Call) -> None:
        formats = {tensor.format for _, tensor in call.tensors(names)}
        require(len(formats) == 1, f"{', '.join(names)} have formats {', '.join(sorted(f.name for f in formats))}")

    return Check(check)


def _batch_product(low: Lowering, call: Call, format: Format, *, widen: bool = False) -> Buffer:
    """The product of the batches labelled with a format; zeros where the matrices have no columns.

    ``widen`` asks for float32 from 16 bits.
    """
    out, mode = call.args["out"], call.args["cubeMathType"]
    left, right = (call.args[name] for name in _BATCHES)
    if left.is_empty or right.is_empty:
        batch = broadcast(left.shape[:1], right.shape[:1])
        assert batch is not None
        return low.reformat(full(low, (*batch, left.shape[1], right.shape[2]), left.dtype, 0), format)
    widen = widen and computing_dtype(low.family, mode, left.dtype, right.dtype) != FLOAT32
    result = product(low, operand(low, "batch1"), operand(low, "batch2"), out.dtype, mode, widen=widen)
    return low.reformat(result, format)


def _lower_baddbmm(low: Lowering, call: Call) -> None:
    out = call.args["out"]
    halves = dtypes_of(call, *_BATCHES)[:3]
    widens = call.family.is_910b_like
    if is_about(call, "beta", 0):
        if call.args["cubeMathType"] == FLOAT32_ADD and all_of_one_half(*halves) and call.family.is_910b_like:
            low.write(gemm(low, call, *_BATCHES, halves[0]), "out")
        else:
            low.write(scaled(low, call, _batch_product(low, call, out.format, widen=widens), "alpha"), "out")
        return
    if uses_gemm(call, *_BATCHES) and not call.args["batch1"].is_empty:
        low.write(gemm(low, call, *_BATCHES, gemm_dtype(call, *_BATCHES)), "out")
        return
    x = low.contiguous("self")
    if sums_in_float32(call, *_BATCHES):
        x = low.cast(x, FLOAT32)
    x = scaled(low, call, x, "beta")
    low.write(added(low, call, x, _batch_product(low, call, out.format, widen=widens)), "out")


baddbmm = Definition(
    "aclnnBaddbmm",
    "out[i] = beta * self[i] + alpha * batch1[i] @ batch2[i]",
    (
        NotNull("self", *_BATCHES, "beta", "alpha", "out"),
        *takes(*_BATCHES, "self", "out"),
        RankIs(3, *_BATCHES),
        Check(_check_batches),
        _empty_together(*_OF_BATCH),
        Check(_check_broadcast),
        _same_view_format(*_BATCHES, "out"),
        CHECK_MODE,
        output_dtype(*_BATCHES),
        _done_if_any_is_zero(*_OF_BATCH),
    ),
    _lower_baddbmm,
    families=ALL_BUT_310B,
)


def _check_sum_of_batches(call: Call) -> None:
    x, own = call.args["self"].shape, (call.args["batch1"].shape[1], call.args["batch2"].shape[2])
    shape = broadcast(x, own)
    if shape is None:
        raise Refusal(INVALID, f"self of shape {list(x)} does not broadcast with a product's {list(own)}")
    call.expect_shape("out", shape, "the broadcast shape of self and one product")
    require(shape == own, f"self of shape {list(x)} would stretch a product of shape {list(own)}")


def _lower_addbmm(low: Lowering, call: Call) -> None:
    out = call.args["out"]
    alpha, beta = (float(number(call.args[name])) for name in ("alpha", "beta"))
    if alpha == beta == 0:
        low.view_copy(full(low, out.shape, out.dtype, 0), "out")
        return

    def scaled_self() -> Buffer:
        x = low.contiguous("self")
        return scaled(low, call, low.cast(x, FLOAT32) if x.dtype == BFLOAT16 else x, "beta")

    if alpha == 0:
        low.write(low.broadcast_to(scaled_self(), out.shape), "out")
        return
    is_empty = call.args["batch1"].is_empty or call.args["batch2"].is_empty
    format = out.format if out.format.rank in (None, 3) else Format.ND
    if beta != 0 and is_bias(call, *_BATCHES) and not is_empty:
        left, right = operand(low, "batch1"), operand(low, "batch2")
        bias, mode = low.contiguous("self"), call.args["cubeMathType"]
        result = low.reformat(product(low, left, right, out.dtype, mode, bias=bias), format)
        low.write(REDUCE_SUM(low, result, (0,), False), "out")
        return
    x = scaled_self() if beta != 0 else None
    summed = REDUCE_SUM(low, _batch_product(low, call, format), (0,), False)
    low.write(scaled(low, call, summed, "alpha") if x is None else added(low, call, x, summed), "out")


addbmm = Definition(
    "aclnnAddbmm",
    "out = beta * self + alpha * sum of batch1[i] @ batch2[i]",
    (
        NotNull("self", *_BATCHES, "beta", "alpha", "out"),
        *takes(*_BATCHES, "self", "out"),
        RankIs(3, *_BATCHES),
        Check(_check_batches),
        _empty_together(*_OF_MATRIX),
        RankIn(0, 2, "self"),
        Check(_check_sum_of_batches),
        _same_view_format(*_BATCHES),
        output_dtype(*_BATCHES),
        _done_if_any_is_zero(*_OF_MATRIX),
    ),
    _lower_addbmm,
    families=ALL_BUT_310B,
)

OPERATORS = (
    baddbmm,
    in_place("aclnnInplaceBaddbmm", baddbmm),
    addbmm,
    in_place("aclnnInplaceAddbmm", addbmm),
)
