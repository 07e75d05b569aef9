"""Convolutions and their gradients: values against PyTorch, and codes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pyaclnn.dtypes import FLOAT16, FLOAT32, FLOAT64
from pyaclnn.formats import Format
from pyaclnn.reference.rules import MISSING

from .compute import compute, infer
from .refusals import A910, A950, B310, B910, P310, code_of, tensor
from .tolerances import assert_close
from .torch_normal import random, torch_of
from .torch_oracle import FLOATS

torch = pytest.importorskip("torch")
F = torch.nn.functional

F32 = np.float32
FORMATS = {3: Format.NCL, 4: Format.NCHW, 5: Format.NCDHW}


def case(**changes: Any) -> dict[str, Any]:
    plain = {
        "x": (2, 4, 6, 7),
        "weight": (6, 4, 3, 2),
        "stride": (1, 1),
        "padding": (0, 0),
        "dilation": (1, 1),
        "transposed": False,
        "outputPadding": (0, 0),
        "groups": 1,
    }
    return plain | changes


CASES = {
    "plain": case(),
    "strided": case(stride=(2, 3), padding=(1, 2)),
    "dilated": case(dilation=(2, 3), padding=(2, 1)),
    "grouped": case(weight=(6, 2, 3, 2), groups=2, stride=(2, 1)),
    "depthwise": case(weight=(8, 1, 3, 3), groups=4, padding=(1, 1)),
    "one_by_one": case(weight=(5, 4, 1, 1)),
    "line": case(x=(2, 4, 9), weight=(3, 4, 3), stride=(2,), padding=(1,), dilation=(2,), outputPadding=(0,)),
    "volume": case(
        x=(1, 2, 4, 5, 3),
        weight=(3, 2, 2, 3, 2),
        stride=(1, 2, 1),
        padding=(1, 0, 1),
        dilation=(1, 1, 1),
        outputPadding=(0, 0, 0),
    ),
    "transposed": case(weight=(4, 3, 3, 2), transposed=True, stride=(2, 3), padding=(1, 0), outputPadding=(1, 2)),
    "transposed_grouped": case(weight=(4, 3, 3, 3), transposed=True, groups=2, dilation=(2, 1), padding=(1, 1)),
}


def reference(c: dict[str, Any], x: Any, weight: Any, bias: Any) -> Any:
    arguments = (c["stride"], c["padding"], c["dilation"], c["transposed"], c["outputPadding"], c["groups"])
    return torch.convolution(x, weight, bias, *arguments)


def attributes(c: dict[str, Any]) -> dict[str, Any]:
    return {n: c[n] for n in ("stride", "padding", "dilation", "transposed", "outputPadding", "groups")}


@pytest.mark.parametrize("biased", [False, True])
@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("name", CASES)
def test_forward_and_backward(name: str, dtype: Any, biased: bool) -> None:
    c = CASES[name]
    x, weight = random(c["x"], dtype, 1), random(c["weight"], dtype, 2)
    channels = c["weight"][1] * c["groups"] if c["transposed"] else c["weight"][0]
    bias = random((channels,), dtype, 3) if biased else None
    leaves = [torch_of(a, grad=True) for a in (x, weight)]
    wide_bias = torch_of(bias if biased else np.zeros(channels, dtype), grad=True)
    expected = reference(c, *leaves, wide_bias)
    grad = random(tuple(expected.shape), dtype, 4)
    expected.backward(torch_of(grad))
    out = np.full(expected.shape, 77).astype(dtype)
    shape_format = FORMATS[x.ndim]
    call = {"input": x, "weight": weight, "bias": bias, **attributes(c), "output": out, "cubeMathType": 0}
    compute("aclnnConvolution", call, format=shape_format)
    assert_close(out, expected.detach().numpy().astype(dtype), dtype, roundings=8)
    outputs = {
        "gradInput": np.zeros_like(x),
        "gradWeight": np.zeros_like(weight),
        "gradBias": np.zeros(channels, dtype),
    }
    backward = {
        "gradOutput": grad,
        "input": x,
        "weight": weight,
        "biasSizes": (channels,),
        **attributes(c),
        "outputMask": (True, True, biased),
        "cubeMathType": 0,
        **outputs,
    }
    compute("aclnnConvolutionBackward", backward, format=shape_format)
    wanted = {"gradInput": leaves[0].grad, "gradWeight": leaves[1].grad, "gradBias": wide_bias.grad}
    for key in list(wanted)[: 3 if biased else 2]:
        assert_close(outputs[key], wanted[key].numpy().astype(dtype), dtype, roundings=16)
    if not biased:
        assert (outputs["gradBias"] == 0).all()


def test_padding_of_each_side() -> None:
    x, weight = random((1, 2, 5, 6), F32, 1), random((3, 2, 3, 3), F32, 2)
    # Before and behind the rows, then the columns; PyTorch names the last dimension first.
    expected = F.conv2d(F.pad(torch_of(x), (0, 1, 2, 3)), torch_of(weight)).numpy()
    out = np.zeros(expected.shape, F32)
    call = {"input": x, "weight": weight, "bias": None, **attributes(case(padding=(2, 3, 0, 1))), "output": out}
    compute("aclnnConvolution", call | {"cubeMathType": 0}, format=Format.NCHW)
    assert_close(out, expected, roundings=8)


def test_strided_operands() -> None:
    wide, weight = random((2, 4, 6, 14), F32, 1), random((6, 3, 2, 4), F32, 2)
    x, turned = wide[..., ::2], weight.transpose(0, 3, 1, 2)
    expected = F.conv2d(torch_of(x), torch_of(turned)).numpy()
    out = np.zeros((*expected.shape[:-1], 2 * expected.shape[-1]), F32)[..., ::2]
    call = {"input": x, "weight": turned, "bias": None, **attributes(case()), "output": out, "cubeMathType": 0}
    compute("aclnnConvolution", call, format=Format.NCHW)
    assert_close(out, expected, roundings=8)


def test_the_older_chips_multiply_as_float16() -> None:
    # 2049 lies between the float16 numbers 2048 and 2050 and goes to the even one.
    x, weight, out = np.full((1, 1, 1, 1), 2049, F32), np.ones((1, 1, 1, 1), F32), np.zeros((1, 1, 1, 1), F32)
    call = {"input": x, "weight": weight, "bias": None, **attributes(case()), "output": out, "cubeMathType": 1}
    compute("aclnnConvolution", call, A910, format=Format.NCHW)
    assert out == 2048
    compute("aclnnConvolution", call, B910, format=Format.NCHW)
    assert out == 2049


def image(*shape: int, **changes: Any) -> Any:
    return tensor(*shape, format=changes.pop("format", Format.NCHW), **changes)


FORWARD: dict[str, Any] = {
    "input": image(2, 4, 6, 7),
    "weight": image(6, 4, 3, 2),
    "bias": tensor(6),
    **attributes(case()),
    "output": image(2, 6, 4, 6),
    "cubeMathType": 1,
}
BACKWARD: dict[str, Any] = {
    "gradOutput": image(2, 6, 4, 6),
    "input": image(2, 4, 6, 7),
    "weight": image(6, 4, 3, 2),
    "biasSizes": (6,),
    **attributes(case()),
    "outputMask": (True, True, True),
    "cubeMathType": 1,
    "gradInput": image(2, 4, 6, 7),
    "gradWeight": image(6, 4, 3, 2),
    "gradBias": tensor(6),
}


@pytest.mark.parametrize(
    ("operator", "call", "code", "soc", "changes"),
    [
        *[("Convolution", FORWARD, 0, soc, {}) for soc in (B910, A910, P310, A950)],
        ("Convolution", FORWARD, 561003, B310, {}),
        *[
            ("Convolution", FORWARD, 161001, B910, {n: None})
            for n in ("input", "weight", "stride", "padding", "output")
        ],
        ("Convolution", FORWARD, 0, B910, {"bias": None, "outputPadding": None}),
        ("Convolution", FORWARD, 161001, B910, {"transposed": True, "outputPadding": None}),
        ("Convolution", FORWARD, 161002, B910, {"input": image(2, 4, 6, 7, dtype=FLOAT64)}),
        ("Convolution", FORWARD, 161002, B910, {"input": image(2, 4, 6, 7, format=Format.ND)}),
        ("Convolution", FORWARD, 161002, B910, {"input": image(2, 4, 6, format=Format.NCL)}),
        ("Convolution", FORWARD, 161002, B910, {"input": tensor(2, 4)}),
        ("Convolution", FORWARD, 161002, B910, {"bias": tensor(5)}),
        ("Convolution", FORWARD, 161002, B910, {"bias": tensor(1, 6)}),
        ("Convolution", FORWARD, 161002, B910, {"stride": (1,)}),
        ("Convolution", FORWARD, 161002, B910, {"stride": (0, 1)}),
        ("Convolution", FORWARD, 161002, B910, {"dilation": (1, 0)}),
        ("Convolution", FORWARD, 161002, B910, {"padding": (1, 1, 1)}),
        ("Convolution", FORWARD, 161002, B910, {"groups": 0}),
        ("Convolution", FORWARD, 161002, B910, {"groups": 2}),
        ("Convolution", FORWARD, 161002, B910, {"weight": image(6, 3, 3, 2)}),
        ("Convolution", FORWARD, 161002, B910, {"output": image(2, 6, 4, 5)}),
        ("Convolution", FORWARD, 161002, B910, {"cubeMathType": 5}),
        ("Convolution", FORWARD, 161002, A910, {"cubeMathType": 0}),
        ("Convolution", FORWARD, 0, B910, {"input": image(0, 4, 6, 7), "output": image(0, 6, 4, 6)}),
        *[("ConvolutionBackward", BACKWARD, 0, soc, {}) for soc in (B910, A910, P310, A950)],
        ("ConvolutionBackward", BACKWARD, 161001, B910, {"gradInput": None}),
        ("ConvolutionBackward", BACKWARD, 0, B910, {"gradInput": None, "outputMask": (False, True, True)}),
        ("ConvolutionBackward", BACKWARD, 161001, B910, {"outputMask": None}),
        ("ConvolutionBackward", BACKWARD, 161001, B910, {"biasSizes": None}),
        ("ConvolutionBackward", BACKWARD, 161002, B910, {"outputMask": (True, True)}),
        ("ConvolutionBackward", BACKWARD, 161002, B910, {"biasSizes": (5,)}),
        ("ConvolutionBackward", BACKWARD, 161002, B910, {"gradOutput": image(2, 6, 4, 5)}),
        ("ConvolutionBackward", BACKWARD, 161002, B910, {"gradWeight": image(6, 4, 2, 3)}),
        ("ConvolutionBackward", BACKWARD, 161002, B910, {"gradBias": tensor(6, dtype=FLOAT64)}),
        ("ConvolutionBackward", BACKWARD, 161002, B910, {"input": image(2, 4, 6, 7, dtype=FLOAT64)}),
    ],
)
def test_codes(operator: str, call: dict[str, Any], code: int, soc: str, changes: dict[str, Any]) -> None:
    assert code_of(f"aclnn{operator}", call, changes, soc) == code


def test_outputs_left_out() -> None:
    assert infer("aclnnConvolution", FORWARD | {"output": MISSING}) == {"output": ((2, 6, 4, 6), FLOAT32)}
    halves = {n: image(*FORWARD[n].shape, dtype=FLOAT16) for n in ("input", "weight")}
    assert infer("aclnnConvolution", FORWARD | halves | {"output": MISSING})["output"][1] == FLOAT16
    missing = dict.fromkeys(("gradInput", "gradWeight", "gradBias"), MISSING)
    found = infer("aclnnConvolutionBackward", BACKWARD | missing | {"outputMask": (True, True, False)})
    assert found == {"gradInput": ((2, 4, 6, 7), FLOAT32), "gradWeight": ((6, 4, 3, 2), FLOAT32), "gradBias": None}
