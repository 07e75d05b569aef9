"""Convolutions of one, two and three dimensions, plain and transposed, and their gradients."""

from __future__ import annotations

import numpy as np

from ...dtypes import FLOAT32, DType
from ...formats import Format
from ..chips import ALL_BUT_310B
from ..definition import Definition
from ..dtype_lists import CORE_FLOATS, FLOATS, per_chip
from ..kernels.convolution import Geometry, forward, input_gradient, pads_of, weight_gradient
from ..kernels.filling import full
from ..lowering import Array, Buffer, Lowering
from ..patterns.cube import check_cube_math_type, common_dtype, computing_dtype
from ..patterns.cube_math import FLOAT32_ADD, KEEP
from ..rules import NULL, Call, Check, DtypeIn, Finished, Infer, NotNull, RankIn, Rule, require

_FORMATS = {3: Format.NCL, 4: Format.NCHW, 5: Format.NCDHW}
_BIAS = per_chip(CORE_FLOATS)


def _geometry(call: Call) -> Geometry:
    rank = call.args["input"].ndim - 2
    return Geometry(
        tuple(call.args["stride"]),
        pads_of(call.args["padding"], rank),
        tuple(call.args["dilation"]),
        int(call.args["groups"]),
    )


def _check_mode(call: Call) -> None:
    mode = call.args["cubeMathType"]
    require(KEEP <= mode <= FLOAT32_ADD, f"cubeMathType is {mode}; allowed are {KEEP} to {FLOAT32_ADD}")
    check_cube_math_type(call.family, mode, call.args["input"].dtype, call.args["weight"].dtype)


def _check_lengths(call: Call) -> None:
    rank, transposed = call.args["input"].ndim - 2, bool(call.args["transposed"])
    for name in ("stride", "dilation", *(("outputPadding",) if transposed else ())):
        count = len(call.args[name])
        require(count == rank, f"{name} has {count} numbers, must have {rank}")
    doubled = rank == 2 or (rank == 1 and not transposed)
    allowed = (rank, 2 * rank) if doubled else (rank,)
    count = len(call.args["padding"])
    require(count in allowed, f"padding has {count} numbers; allowed are {' or '.join(map(str, allowed))}")


def _same_ranks(*names: str) -> Rule:
    """161002 for a tensor that has not as many dimensions as ``input``."""

    def check(call: Call) -> None:
        rank = call.args["input"].ndim
        for name, tensor in call.tensors(names):
            require(tensor.ndim == rank, f"{name} has {tensor.ndim} dimensions, input {rank}")

    return Check(check)


def _formats_fit(*names: str) -> Rule:
    """161002 unless the tensors have the format of their number of dimensions."""

    def check(call: Call) -> None:
        wanted = _FORMATS[call.args["input"].ndim]
        for name, tensor in call.tensors(names):
            require(tensor.format is wanted, f"{name} has format {tensor.format.name}, must be {wanted.name}")

    return Check(check)


def _output_shape(call: Call) -> tuple[int, ...]:
    x, weight, geometry = call.args["input"].shape, call.args["weight"].shape, _geometry(call)
    if not call.args["transposed"]:
        return (x[0], weight[0], *geometry.output_extents(x[2:], weight[2:]))
    steps = zip(x[2:], geometry.stride, geometry.pads, geometry.dilation, strict=True)
    ends = zip(weight[2:], call.args["outputPadding"], strict=True)
    extents = tuple(
        (n - 1) * s - sum(p) + d * (k - 1) + o + 1 for (n, s, p, d), (k, o) in zip(steps, ends, strict=True)
    )
    return (x[0], weight[1] * geometry.groups, *extents)


def _check_values(call: Call) -> None:
    """Steps, channels and groups, and what they make of the output."""
    x, weight, groups = call.args["input"].shape, call.args["weight"].shape, int(call.args["groups"])
    for name in ("stride", "dilation"):
        require(all(v > 0 for v in call.args[name]), f"{name} is {list(call.args[name])}, must be positive")
    require(groups > 0, f"groups is {groups}, must be positive")
    require(weight[0] % groups == 0, f"weight has {weight[0]} filters, which {groups} groups can't share")
    if call.args["transposed"]:
        require(weight[0] == x[1], f"weight has {weight[0]} filters, but input {x[1]} channels")
        steps = zip(call.args["outputPadding"], call.args["stride"], call.args["dilation"], strict=True)
        fits = all(o >= 0 and (o < s or o < d) for o, s, d in steps)
        require(fits, f"outputPadding is {list(call.args['outputPadding'])}, must be less than stride or dilation")
    else:
        require(weight[1] * groups == x[1], f"weight has {weight[1]} channels in {groups} groups, input {x[1]}")
    shape = _output_shape(call)
    require(min(shape[2:]) >= 0, f"the output would have shape {list(shape)}")


def _check_bias(call: Call) -> None:
    bias, weight = call.args["bias"], call.args["weight"].shape
    if bias is None:
        return
    channels = weight[1] * int(call.args["groups"]) if call.args["transposed"] else weight[0]
    require(bias.shape == (channels,), f"bias has shape {list(bias.shape)}, must be {[channels]}")


def _check_output(call: Call) -> None:
    call.expect_shape("output", _output_shape(call), "input, weight, stride, padding, dilation and groups")


def _need_output_padding(call: Call) -> None:
    given = not call.args["transposed"] or call.args["outputPadding"] is not None
    require(given, "outputPadding is null, but a transposed convolution needs it", NULL)


def _operands(low: Lowering, call: Call, *names: str) -> list[Buffer]:
    dtypes = (call.args["input"].dtype, call.args["weight"].dtype)
    dtype = computing_dtype(low.family, call.args["cubeMathType"], *dtypes)
    return [low.cast(low.contiguous(name), dtype) for name in names]


def _lower(low: Lowering, call: Call) -> None:
    out, geometry, transposed = call.args["output"], _geometry(call), bool(call.args["transposed"])
    if out.is_empty:
        return
    if call.args["input"].is_empty or call.args["weight"].is_empty:
        low.write(low.reformat(full(low, out.shape, out.dtype, 0), out.format), "output")
        return
    operands = _operands(low, call, "input", "weight")
    result = FLOAT32 if FLOAT32 in (out.dtype, operands[0].dtype) else operands[0].dtype
    if call.args["bias"] is not None:
        operands.append(low.cast(low.contiguous("bias"), FLOAT32))

    def compute(x: Array, weight: Array, *bias: Array) -> Array:
        if transposed:
            value = input_gradient(x, weight, out.shape[2:], geometry)
        else:
            value = forward(x, weight, geometry)
        return value + bias[0].reshape(-1, *(1,) * (x.ndim - 2)) if bias else value

    name = f"Conv{out.ndim - 2}D{'Transpose' if transposed else ''}"
    product = low.kernel(name, compute, operands, out.shape, result, format=out.format)
    low.write(product, "output")


def _common(call: Call) -> DType:
    return common_dtype(call.args["input"].dtype, call.args["weight"].dtype)


convolution = Definition(
    "aclnnConvolution",
    "output = the convolution of input with weight, or the transposed one, + bias",
    (
        NotNull("input", "weight", "stride", "padding", "dilation", "output"),
        Check(_need_output_padding),
        DtypeIn(_BIAS, "bias"),
        DtypeIn(FLOATS, "input", "weight", "output"),
        RankIn(3, 5, "input", "weight", "output"),
        _same_ranks("weight", "output"),
        Check(_check_bias),
        Check(_check_lengths),
        _formats_fit("input", "weight", "output"),
        Check(_check_values),
        Check(_check_output),
        Infer("output", dtype=_common),
        Check(_check_mode),
    ),
    _lower,
    families=ALL_BUT_310B,
)


# The gradients.

_GRADIENTS = ("gradInput", "gradWeight", "gradBias")


def _check_wanted(call: Call) -> None:
    mask = call.args["outputMask"]
    require(len(mask) == 3, f"outputMask has {len(mask)} elements, must have 3")
    for wanted, name in zip(mask, _GRADIENTS, strict=True):
        require(not wanted or call.args[name] is not None, f"{name} is null, but outputMask asks for it", NULL)
        if not wanted:
            call.unused.add(name)
    require(not mask[2] or call.args["biasSizes"] is not None, "biasSizes is null, but gradBias is wanted", NULL)


def _check_gradients(call: Call) -> None:
    shapes = {"gradInput": call.args["input"].shape, "gradWeight": call.args["weight"].shape}
    channels = _output_shape(call)[1]
    shapes["gradBias"] = (channels,)
    for wanted, name in zip(call.args["outputMask"], _GRADIENTS, strict=True):
        if wanted:
            call.expect_shape(name, shapes[name], "what it is the gradient of")
            call.dtypes.setdefault(name, call.args["gradOutput"].dtype)
    call.expect_shape("gradOutput", _output_shape(call), "the output of the convolution")
    if call.args["outputMask"][2]:
        sizes = tuple(call.args["biasSizes"])
        require(sizes == (channels,), f"biasSizes is {list(sizes)}, must be {[channels]}")


def _done_without_wishes(call: Call) -> None:
    if not any(call.args["outputMask"]):
        raise Finished


def _lower_backward(low: Lowering, call: Call) -> None:
    geometry, transposed = _geometry(call), bool(call.args["transposed"])
    x_shape, w_shape = call.args["input"].shape, call.args["weight"].shape
    wanted = [bool(w) for w in call.args["outputMask"]]
    empty = any(call.args[name].is_empty for name in ("gradOutput", "input", "weight"))
    if empty:
        for wish, name in zip(wanted, _GRADIENTS, strict=True):
            if wish and not call.args[name].is_empty:
                out = call.args[name]
                low.write(low.reformat(full(low, out.shape, out.dtype, 0), out.format), name)
        return
    grad, x, weight = _operands(low, call, "gradOutput", "input", "weight")

    def of_input(g: Array, w: Array) -> Array:
        return forward(g, w, geometry) if transposed else input_gradient(g, w, x_shape[2:], geometry)

    def of_weight(g: Array, a: Array) -> Array:
        first, second = (a, g) if transposed else (g, a)
        return weight_gradient(first, second, w_shape[2:], geometry)

    def of_bias(g: Array) -> Array:
        return np.asarray(g.sum(axis=(0, *range(2, g.ndim)), dtype=np.float32))

    rank = len(x_shape) - 2
    if wanted[0]:
        format = call.args["gradInput"].format
        result = low.kernel(f"Conv{rank}DBackpropInput", of_input, (grad, weight), x_shape, grad.dtype, format=format)
        low.write(result, "gradInput")
    if wanted[1]:
        # The kernel adds up in float32 and leaves rounding to the output.
        format = call.args["gradWeight"].format
        result = low.kernel(f"Conv{rank}DBackpropFilter", of_weight, (grad, x), w_shape, FLOAT32, format=format)
        low.write(result, "gradWeight")
    if wanted[2]:
        low.write(low.kernel("ReduceSum", of_bias, (grad,), (grad.shape[1],), FLOAT32), "gradBias")


convolution_backward = Definition(
    "aclnnConvolutionBackward",
    "gradInput, gradWeight, gradBias = the gradients of a convolution, those that outputMask asks for",
    (
        NotNull("gradOutput", "input", "weight", "stride", "padding", "dilation", "outputPadding", "outputMask"),
        Check(_check_wanted),
        DtypeIn(FLOATS, "gradOutput", "input", "weight", *_GRADIENTS),
        RankIn(3, 5, "input", "weight", "gradOutput"),
        _same_ranks("weight", "gradOutput"),
        Check(_check_lengths),
        _formats_fit("gradOutput", "input", "weight"),
        Check(_check_values),
        Check(_check_gradients),
        Check(_check_mode),
        Check(_done_without_wishes),
    ),
    _lower_backward,
    families=ALL_BUT_310B,
)

OPERATORS = (convolution, convolution_backward)
