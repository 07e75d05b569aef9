"""Softmax and its logarithm along one dimension, their gradients, and the fused ones of attention."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ...dtypes import BOOL, FLOAT16, FLOAT32
from ...formats import Format
from ..chips import ALL, ALL_BUT_310B, LIKE_910B, Family
from ..definition import Definition
from ..dtype_lists import FLOATING, FLOATS, FLOATS_ON_ANY_CHIP, per_chip
from ..lowering import Array, Buffer, Lowering
from ..rules import (
    INNER_NULL,
    TILING,
    AxesOf,
    Call,
    Check,
    DoneIfEmpty,
    DtypeIn,
    FormatIn,
    Infer,
    MaxRank,
    NotNull,
    OneOf,
    RankIs,
    SameDtype,
    SameShape,
    ShapeIs,
    When,
    before_950,
    common_dtype,
    dtype_of,
    require,
)


def softmax_along(x: Array, axis: int) -> Array:
    """exp(x) over its sum; the largest element is subtracted first, so that nothing overflows."""
    shares = np.exp(x - x.max(axis=axis, keepdims=True))
    shares /= shares.sum(axis=axis, keepdims=True)
    return np.asarray(shares)


def _log_softmax(x: Array, axis: int) -> Array:
    shifted = x - x.max(axis=axis, keepdims=True)
    shifted -= np.log(np.exp(shifted).sum(axis=axis, keepdims=True))
    return np.asarray(shifted)


def softmax_gradient(grad: Array, result: Array, axis: int) -> Array:
    product = grad * result
    return np.asarray(product - result * product.sum(axis=axis, keepdims=True))


def _log_softmax_gradient(grad: Array, result: Array, axis: int) -> Array:
    return np.asarray(grad - np.exp(result) * grad.sum(axis=axis, keepdims=True))


def _along(function: Callable[..., Array], axis: int) -> Callable[..., Array]:
    """The function along an axis; a 0-d array counts as having one."""

    def compute(*arrays: Array) -> Array:
        shape = arrays[0].shape
        return function(*(a.reshape(shape or (1,)) for a in arrays), axis).reshape(shape)

    return compute


def _launch(low: Lowering, call: Call, name: str, function: Callable[..., Array], *buffers: Buffer) -> Buffer:
    first = buffers[0]
    on_core = first.dtype in FLOATS_ON_ANY_CHIP[low.family]
    axis = call.args["dim"]
    rowwise = first.ndim > 0 and axis % first.ndim > 0
    return low.kernel(
        name, _along(function, axis), buffers, first.shape, first.dtype, rowwise=rowwise, aicpu=not on_core
    )


def _softmax(low: Lowering, call: Call) -> None:
    low.write(_launch(low, call, "SoftmaxV2", softmax_along, low.contiguous("self")), "out")


softmax = Definition(
    "aclnnSoftmax",
    "out = exp(self) / the sum of exp(self) along dim",
    (
        NotNull("self", "out"),
        DoneIfEmpty("self"),
        DtypeIn(FLOATING, "self", "out"),
        Infer("out", dtype=dtype_of("self")),
        AxesOf("dim", "self"),
        MaxRank("self"),
        SameShape("self", "out"),
    ),
    _softmax,
    families=ALL,
)


def _lower_log_softmax(low: Lowering, call: Call) -> None:
    x = low.cast(low.contiguous("self"), low.tensor("out").dtype)
    low.view_copy(_launch(low, call, "LogSoftmaxV2", _log_softmax, x), "out")


log_softmax = Definition(
    "aclnnLogSoftmax",
    "out = self - log(the sum of exp(self) along dim)",
    (
        NotNull("self", "out"),
        AxesOf("dim", "self"),
        DtypeIn(FLOATING, "self", "out"),
        Infer("out", dtype=dtype_of("self")),
        MaxRank("self"),
        SameShape("self", "out"),
        DoneIfEmpty("self"),
    ),
    _lower_log_softmax,
    families=ALL_BUT_310B,
)


def _backward(name: str, formula: str, kernel: str, function: Callable[..., Array]) -> Definition:
    def lower(low: Lowering, call: Call) -> None:
        grad, result = low.contiguous("gradOutput"), low.contiguous("output")
        low.write(_launch(low, call, kernel, function, grad, result), "out")

    return Definition(
        name,
        formula,
        (
            NotNull("gradOutput", "output", "out"),
            When(before_950, DoneIfEmpty("gradOutput", "output")),
            DtypeIn(FLOATS, "gradOutput", "output"),
            SameDtype("gradOutput", "output"),
            Infer("out", dtype=common_dtype),
            AxesOf("dim", "gradOutput"),
            MaxRank("gradOutput"),
            SameShape("gradOutput", "output", "out"),
            DoneIfEmpty("gradOutput"),
        ),
        lower,
        families=ALL_BUT_310B,
    )


softmax_backward = _backward(
    "aclnnSoftmaxBackward",
    "out = output * (gradOutput - the sum of gradOutput * output along dim)",
    "SoftmaxGrad",
    softmax_gradient,
)
log_softmax_backward = _backward(
    "aclnnLogSoftmaxBackward",
    "out = gradOutput - exp(output) * the sum of gradOutput along dim",
    "LogSoftmaxGrad",
    _log_softmax_gradient,
)

# Fused with the mask and the scale of attention.

_MASKED = np.float32(-10000)
_MASK = per_chip((BOOL,))


def _longest_row(family: Family) -> int:
    return 8192 if family is Family.A950 else 4096


def _check_mask(call: Call, name: str) -> None:
    """The mask must fit, with 1 or the tensor's own extent in the first two of four dimensions."""
    shape, mask = call.args[name].shape, call.args["mask"].shape
    fits = mask[2:] == shape[2:] and all(m in (1, n) for m, n in zip(mask[:2], shape[:2], strict=True))
    require(fits, f"mask has shape {list(mask)}, which does not fit {list(shape)}")


def _check_row(call: Call, name: str, least: int) -> None:
    length, most = call.args[name].shape[3], _longest_row(call.family)
    require(least <= length <= most, f"{name} has rows of {length}; {least} to {most} are allowed")


def _scaled_masked_softmax(low: Lowering, call: Call) -> None:
    x, mask, scale = low.contiguous("x"), low.contiguous("mask"), np.float32(call.args["scale"])
    result = low.kernel(
        "ScaledMaskedSoftmaxV2",
        lambda a, m: softmax_along(np.where(m, _MASKED, a * scale), -1),
        [x, mask],
        x.shape,
        x.dtype,
    )
    low.view_copy(result, "y")


scaled_masked_softmax = Definition(
    "aclnnScaledMaskedSoftmax",
    "y = softmax of x * scale along the last dimension, with -10000 where mask is true",
    (
        NotNull("x", "mask", "y", code=INNER_NULL),
        DtypeIn(FLOATS_ON_ANY_CHIP, "x", "y"),
        DtypeIn(_MASK, "mask"),
        SameDtype("x", "y"),
        RankIs(4, "x", "mask", "y"),
        Check(lambda call: _check_mask(call, "x")),
        Check(lambda call: _check_row(call, "x", 1)),
        OneOf("fixedTriuMask", False),
        ShapeIs("y", lambda call: call.args["x"].shape, "the shape of x", TILING),
        DoneIfEmpty("x"),
    ),
    _scaled_masked_softmax,
    families=LIKE_910B,
)


def _scaled_masked_softmax_backward(low: Lowering, call: Call) -> None:
    buffers = [low.contiguous(name) for name in ("gradOutput", "y", "mask")]
    scale = np.float32(call.args["scale"])

    def compute(grad: Array, result: Array, mask: Array) -> Array:
        return np.where(mask, result.dtype.type(0), softmax_gradient(grad, result, -1) * scale)

    first = buffers[0]
    low.view_copy(low.kernel("ScaledMaskedSoftmaxGradV2", compute, buffers, first.shape, first.dtype), "out")


scaled_masked_softmax_backward = Definition(
    "aclnnScaledMaskedSoftmaxBackward",
    "out = scale * y * (gradOutput - the sum of gradOutput * y along the last dimension), 0 where mask is true",
    (
        NotNull("gradOutput", "y", "mask", "out"),
        DtypeIn(FLOATS_ON_ANY_CHIP, "gradOutput", "y", "out"),
        DtypeIn(_MASK, "mask"),
        When(
            before_950,
            FormatIn(tuple(f for f in Format if f is not Format.FRACTAL_NZ), "gradOutput", "y", "mask", "out"),
        ),
        RankIs(4, "gradOutput", "mask"),
        Check(lambda call: _check_row(call, "gradOutput", 0)),
        SameShape("gradOutput", "y", "out"),
        Check(lambda call: _check_mask(call, "gradOutput")),
        OneOf("fixTriuMask", False),
        SameDtype("gradOutput", "y", "out"),
        DoneIfEmpty("gradOutput"),
    ),
    _scaled_masked_softmax_backward,
    families=LIKE_910B,
)


def _in_five_dimensions(call: Call) -> None:
    """Finds x's shape as batch, window, head, row and column (``call.shape``)."""
    x, mask, bias = (call.args[name] for name in ("x", "attenMaskOptional", "relativePosBias"))
    require(x.ndim in (4, 5), f"x has {x.ndim} dimensions, allowed are 4 and 5", TILING)
    require(not x.is_empty, "x must not be empty", TILING)
    heads, rows, columns = x.shape[-3:]
    windows = x.shape[1] if x.ndim == 5 else 1
    if mask is not None:
        require(mask.ndim in (3, 4, 5), f"attenMaskOptional has {mask.ndim} dimensions, allowed are 3 to 5", TILING)
        if x.ndim == 4:
            windows = mask.shape[1] if mask.ndim == 5 else mask.shape[0]
        of_windows = {(windows, rows, columns), (windows, 1, rows, columns), (1, windows, 1, rows, columns)}
        fits = mask.shape in of_windows and windows > 0 and x.shape[0] % (windows if x.ndim == 4 else 1) == 0
        require(fits, f"attenMaskOptional of shape {list(mask.shape)} does not fit x, {list(x.shape)}", TILING)
    of_heads = {(heads, rows, columns), (1, heads, rows, columns), (1, 1, heads, rows, columns)}
    fits = bias.shape in of_heads
    require(fits, f"relativePosBias of shape {list(bias.shape)} does not fit x, {list(x.shape)}", TILING)
    call.shape = (x.size // (windows * heads * rows * columns), windows, heads, rows, columns)


def _check_biased_dtypes(call: Call) -> None:
    taken = FLOATS[call.family] if call.family is not Family.P310 else (FLOAT32, FLOAT16)
    first = call.args["x"].dtype
    for name, dtype in call.dtypes_of(("x", "attenMaskOptional", "relativePosBias", "out")):
        allowed = dtype in taken and dtype == first
        require(allowed, f"{name} is {dtype.name}; {', '.join(d.name for d in taken)} is allowed, one for all", TILING)


def _masked_softmax_with_rel_pos_bias(low: Lowering, call: Call) -> None:
    names = [n for n in ("x", "relativePosBias", "attenMaskOptional") if call.args[n] is not None]
    x, *others = (low.contiguous(name) for name in names)
    full = call.shape
    windows, heads, rows, columns = full[1:]
    scale = np.float32(call.args["scaleValue"])

    def compute(a: Array, bias: Array, *masks: Array) -> Array:
        scores = a.reshape(full) * scale + bias.reshape(heads, rows, columns)
        for mask in masks:
            scores += mask.reshape(windows, 1, rows, columns)
        return softmax_along(scores, -1).reshape(a.shape)

    low.view_copy(low.kernel("MaskedSoftmaxWithRelPosBias", compute, [x, *others], x.shape, x.dtype), "out")


masked_softmax_with_rel_pos_bias = Definition(
    "aclnnMaskedSoftmaxWithRelPosBias",
    "out = softmax of scaleValue * x + attenMaskOptional + relativePosBias along the last dimension, of x with "
    "dimensions (batch * window, head, row, column) or (batch, window, head, row, column), a mask for each window "
    "and a bias for each head",
    (
        NotNull("x", "relativePosBias", "out"),
        Check(_check_biased_dtypes),
        SameDtype("x", "out"),
        Check(_in_five_dimensions),
        ShapeIs("out", lambda call: call.args["x"].shape, "the shape of x", TILING),
    ),
    _masked_softmax_with_rel_pos_bias,
    families=LIKE_910B | {Family.P310},
)

OPERATORS = (
    softmax,
    log_softmax,
    softmax_backward,
    log_softmax_backward,
    scaled_masked_softmax,
    scaled_masked_softmax_backward,
    masked_softmax_with_rel_pos_bias,
)
