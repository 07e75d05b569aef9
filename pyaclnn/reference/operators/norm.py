"""Layer normalization and its gradients."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ...dtypes import BFLOAT16, FLOAT16, FLOAT32, DType
from ..chips import ALL, ALL_BUT_310B, Family
from ..definition import Definition
from ..dtype_lists import FLOATS, FLOATS_ON_ANY_CHIP
from ..kernels.filling import full
from ..lowering import Array, Buffer, Lowering
from ..meta import TensorMeta
from ..rules import (
    MAX_RANK,
    NULL,
    TILING,
    Call,
    Check,
    DtypeIn,
    Finished,
    Infer,
    MaxRank,
    NotNull,
    Refusal,
    Rule,
    SameDtype,
    SameShape,
    ShapeIs,
    require,
)

STATISTICS = ("meanOutOptional", "rstdOutOptional")


def _split(call: Call) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The dimensions of ``input`` that are kept, and those that are normalized."""
    shape, count = call.args["input"].shape, len(call.args["normalizedShape"])
    return shape[: len(shape) - count], shape[len(shape) - count :]


def _statistics_shape(call: Call) -> tuple[int, ...]:
    lead, tail = _split(call)
    return lead + (1,) * len(tail)


def _check_length(call: Call) -> None:
    count, rank = len(call.args["normalizedShape"]), call.args["input"].ndim
    require(1 <= count <= MAX_RANK, f"normalizedShape has {count} entries, allowed are 1 to {MAX_RANK}")
    require(rank >= count, f"input has {rank} dimensions, fewer than the {count} of normalizedShape")


class ParameterLike(Rule):
    """161002 unless a weight or bias is float32 or of the input's dtype; a null one passes."""

    def __init__(self, *names: str) -> None:
        self.names = names

    def check(self, call: Call) -> None:
        given = list(call.tensors(self.names))
        allowed = (FLOAT32, call.args["input"].dtype)
        for name, tensor in given:
            require(
                tensor.dtype in allowed,
                f"{name} is {tensor.dtype.name}, must be float32 or, as input, {allowed[1].name}",
            )
        if len(given) > 1:
            SameDtype(*self.names).check(call)


PARAMETER_SHAPES = tuple(
    ShapeIs(name, lambda call: call.args["normalizedShape"], "normalizedShape")
    for name in ("weightOptional", "biasOptional")
)


def _check_normalized_shape(call: Call) -> None:
    normalized, tail = call.args["normalizedShape"], _split(call)[1]
    require(normalized == tail, f"normalizedShape is {list(normalized)}, input ends in {list(tail)}")


def _check_statistics(call: Call) -> None:
    """Only Ascend950 checks these shapes here; elsewhere the copy into the output does."""
    if call.family is Family.A950:
        for name, tensor in call.tensors(STATISTICS):
            if not tensor.is_empty:
                call.expect_shape(name, _statistics_shape(call), "the dimensions kept, then ones")


def _done_if_nothing_kept(call: Call) -> None:
    if 0 in _split(call)[0]:
        raise Finished


def _dtype_of_input(call: Call) -> DType:
    return call.args["input"].dtype


def _parameter_dtype(call: Call) -> DType:
    given = [tensor.dtype for _, tensor in call.tensors(("weightOptional", "biasOptional"))]
    return given[0] if given else _dtype_of_input(call)


def _is_v4(call: Call) -> bool:
    """Whether the newer kernel runs, which gives the statistics in float32."""
    dtype, size = _dtype_of_input(call), math.prod(call.args["normalizedShape"])
    if call.family is Family.A950:
        return True
    if call.family is Family.P310:
        return dtype == FLOAT16 and size in (20, 40)
    if not call.family.is_910b_like:
        return False
    if dtype == _parameter_dtype(call) == BFLOAT16 and size in (1024, 4096):
        return True
    return size < 64 and bool(size % (8 if dtype == FLOAT32 else 16))


def _layer_norm(
    axes: tuple[int, ...], eps: Any, has_weight: bool, has_bias: bool
) -> Callable[..., tuple[Array, Array, Array]]:
    def compute(x: Array, *parameters: Array) -> tuple[Array, Array, Array]:
        given = iter(parameters)
        mean = x.mean(axis=axes, keepdims=True)
        centered = x - mean
        rstd = np.float32(1) / np.sqrt(np.square(centered).mean(axis=axes, keepdims=True) + eps)
        y = centered * rstd
        if has_weight:
            y = y * next(given)
        return (y + next(given) if has_bias else y), mean, rstd

    return compute


def _lower_layer_norm(low: Lowering, call: Call) -> None:
    tail = _split(call)[1]
    wanted = [name for name in STATISTICS if call.args[name] is not None]
    if 0 in tail:
        for name in wanted:
            meta = call.args[name]
            value = 0.0 if name == "meanOutOptional" else math.nan
            low.view_copy(full(low, meta.shape, meta.dtype, value), name)
        return
    operands, parameters = [low.contiguous("input")], []
    for name, neutral in (("weightOptional", 1), ("biasOptional", 0)):
        is_given = call.args[name] is not None
        # Before Ascend950 the kernel has no optional operands.
        parameters.append(is_given or call.family is not Family.A950)
        if is_given:
            operands.append(low.contiguous(name))
        elif parameters[-1]:
            operands.append(full(low, tail, _parameter_dtype(call), neutral))
    is_v4 = _is_v4(call)
    statistics = (_statistics_shape(call), FLOAT32 if is_v4 else _parameter_dtype(call))
    results = low.kernel_with_outputs(
        "LayerNormV4" if is_v4 else "LayerNormV3",
        _layer_norm(_tail_axes(call), np.float32(call.args["eps"]), *parameters),
        operands,
        ((call.args["input"].shape, _dtype_of_input(call)), statistics, statistics),
    )
    for name, result in zip(("out", *STATISTICS), results, strict=True):
        if call.args[name] is not None:
            low.write(result, name)


def _tail_axes(call: Call) -> tuple[int, ...]:
    return tuple(range(-len(call.args["normalizedShape"]), 0))


layer_norm = Definition(
    "aclnnLayerNorm",
    "mean = E[x]; rstd = 1 / sqrt(Var[x] + eps); out = (x - mean) * rstd * weight + bias over normalizedShape",
    (
        NotNull("input", "normalizedShape", "out"),
        DtypeIn(FLOATS, "input", "weightOptional", "biasOptional", "out", *STATISTICS),
        ParameterLike("weightOptional", "biasOptional"),
        MaxRank("input", "out", "weightOptional", "biasOptional", *STATISTICS),
        Check(_check_length),
        Check(_check_normalized_shape),
        *PARAMETER_SHAPES,
        SameShape("input", "out"),
        Infer("out", dtype=_dtype_of_input),
        Check(_check_statistics),
        *(Infer(name, shape=_statistics_shape, dtype=_dtype_of_input) for name in STATISTICS),
        Check(_done_if_nothing_kept),
    ),
    _lower_layer_norm,
    families=ALL - {Family.P310},
)

GRADIENTS = ("gradInputOut", "gradWeightOut", "gradBiasOut")


def _wanted(call: Call) -> list[str]:
    return [name for name, is_set in zip(GRADIENTS, call.args["outputMask"], strict=True) if is_set]


def _check_mask(call: Call) -> None:
    count = len(call.args["outputMask"])
    require(count == 3, f"outputMask has {count} entries, must have 3")
    for name in _wanted(call):
        require(call.args[name] is not None, f"{name} is null, but outputMask asks for it", NULL)


def _check_end_of_normalized_shape(call: Call) -> None:
    """Only entries from position ``rank(input) - length`` on are compared, so that the first may be wrong."""
    normalized, tail = call.args["normalizedShape"], _split(call)[1]
    start = call.args["input"].ndim - len(normalized)
    require(
        normalized[start:] == tail[start:],
        f"normalizedShape is {list(normalized)}, input ends in {list(tail)}",
    )


def _check_gradient_shapes(call: Call) -> None:
    lead, tail = _split(call)
    mean, rstd, rows = call.args["mean"], call.args["rstd"], math.prod(lead)
    require(
        mean.shape == rstd.shape,
        f"rstd has shape {list(rstd.shape)}, must be that of mean {list(mean.shape)}",
    )
    require(mean.size == rows, f"mean has {mean.size} elements, must have {rows}: one for each normalized part")
    for name in _wanted(call):
        if name == "gradInputOut":
            call.expect_shape(name, call.args["input"].shape, "the shape of input")
            continue
        call.shapes[name] = tail
        actual = call.args[name]
        if isinstance(actual, TensorMeta):
            size = math.prod(tail)
            require(
                actual.size == size,
                f"{name} has {actual.size} elements, must have the {size} normalized ones",
            )


def _infer_gradient_dtypes(call: Call) -> None:
    call.unused |= set(GRADIENTS) - set(_wanted(call))
    for name in _wanted(call):
        call.dtypes[name] = _dtype_of_input(call) if name == "gradInputOut" else _weight_dtype(call)


def _weight_dtype(call: Call) -> DType:
    weight = call.args["weightOptional"]
    return _dtype_of_input(call) if weight is None else weight.dtype


def _done_without_gradient(call: Call) -> None:
    lead, tail = _split(call)
    parameters_wanted = any(call.args["outputMask"][1:])
    if not _wanted(call) or (0 in (*lead, *tail) and not (0 in lead and parameters_wanted)):
        raise Finished


def _gradients(call: Call) -> Callable[..., tuple[Array, Array, Array]]:
    """``gradInput``, ``gradWeight`` and ``gradBias`` from the statistics as they are passed."""
    axes, statistics = _tail_axes(call), _statistics_shape(call)
    rows = tuple(range(call.args["input"].ndim - len(axes)))

    def compute(grad: Array, x: Array, rstd: Array, mean: Array, weight: Array) -> tuple[Array, Array, Array]:
        rstd = rstd.reshape(statistics)
        normal = (x - mean.reshape(statistics)) * rstd
        weighted = grad * weight
        slope = (weighted * normal).mean(axis=axes, keepdims=True)
        grad_input = (weighted - weighted.mean(axis=axes, keepdims=True) - normal * slope) * rstd
        return grad_input, (grad * normal).sum(axis=rows), grad.sum(axis=rows)

    return compute


def _lower_layer_norm_backward(low: Lowering, call: Call) -> None:
    lead, tail = _split(call)
    wanted = _wanted(call)
    if 0 in lead:
        for name in wanted:
            if name != "gradInputOut":
                meta = call.args[name]
                low.view_copy(full(low, meta.shape, meta.dtype, 0), name)
        return
    if call.args["normalizedShape"] != tail:
        raise Refusal(TILING, f"normalizedShape is {list(call.args['normalizedShape'])}, input ends in {list(tail)}")
    grad, x, mean, rstd = (low.contiguous(name) for name in ("gradOut", "input", "mean", "rstd"))
    if call.args["weightOptional"] is not None:
        weight = low.contiguous("weightOptional")
    else:
        weight = full(low, tail, _dtype_of_input(call), 1)
    is_fused = call.family.is_910b_like or call.family is Family.A950
    if is_fused or mean.dtype != rstd.dtype or weight.dtype == FLOAT32:
        rstd, mean = low.cast(rstd, FLOAT32), low.cast(mean, FLOAT32)
    results = (_fused if is_fused else _split_kernels)(low, call, (grad, x, rstd, mean, weight))
    for name, result in zip(GRADIENTS, results, strict=True):
        # A failed copy goes unnoticed: a gradient of the right size but another shape stays unwritten.
        if name in wanted and (call.args[name].shape == result.shape or result.size == 1):
            low.write(result, name)


def _fused(low: Lowering, call: Call, operands: tuple[Buffer, ...]) -> tuple[Buffer, ...]:
    dtype = _weight_dtype(call)
    keeps = call.family is Family.A950 and all(
        call.args[name].dtype == dtype for name in _wanted(call) if name != "gradInputOut"
    )
    parameter = (_split(call)[1], dtype if keeps else FLOAT32)
    outputs = ((call.args["input"].shape, _dtype_of_input(call)), parameter, parameter)
    return low.kernel_with_outputs("LayerNormGradV3", _gradients(call), operands, outputs)


def _split_kernels(low: Lowering, call: Call, operands: tuple[Buffer, ...]) -> tuple[Buffer, ...]:
    """The older chips: one kernel for the input's gradient, one that sums up those of weight and bias."""
    shape, tail = call.args["input"].shape, _split(call)[1]
    compute, rows = _gradients(call), tuple(range(len(shape) - len(tail)))

    def along_input(grad: Array, x: Array, rstd: Array, mean: Array, weight: Array) -> tuple[Array, Array]:
        statistics = _statistics_shape(call)
        normal = (x - mean.reshape(statistics)) * rstd.reshape(statistics)
        return compute(grad, x, rstd, mean, weight)[0], grad * normal

    grad_input, products = low.kernel_with_outputs(
        "LayerNormXBackpropV3", along_input, operands, ((shape, _dtype_of_input(call)), (shape, FLOAT32))
    )
    grad_weight, grad_bias = low.kernel_with_outputs(
        "LayerNormBetaGammaBackpropV2",
        lambda grad, product: (product.sum(axis=rows), grad.sum(axis=rows)),
        (operands[0], products),
        ((tail, FLOAT32), (tail, FLOAT32)),
    )
    return grad_input, grad_weight, grad_bias


layer_norm_backward = Definition(
    "aclnnLayerNormBackward",
    "n = (input - mean) * rstd; g = gradOut * weight; gradInput = (g - E[g] - n * E[g * n]) * rstd; "
    "gradWeight = sum(gradOut * n); gradBias = sum(gradOut)",
    (
        NotNull("gradOut", "input", "normalizedShape", "mean", "rstd", "outputMask"),
        Check(_check_mask),
        DtypeIn(
            FLOATS_ON_ANY_CHIP,
            "gradOut",
            "input",
            "mean",
            "rstd",
            "weightOptional",
            "biasOptional",
            *GRADIENTS,
        ),
        SameDtype("gradOut", "input"),
        ParameterLike("weightOptional"),
        MaxRank("gradOut", "input", "mean", "rstd"),
        Check(_check_length),
        Check(_check_end_of_normalized_shape),
        *PARAMETER_SHAPES,
        SameShape("input", "gradOut"),
        Check(_check_gradient_shapes),
        Check(_infer_gradient_dtypes),
        Check(_done_without_gradient),
    ),
    _lower_layer_norm_backward,
    families=ALL_BUT_310B,
)

OPERATORS = (layer_norm, layer_norm_backward)
