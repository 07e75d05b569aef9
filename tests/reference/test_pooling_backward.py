"""Pooling by the greatest element, pooling to a size, and the gradients: values against PyTorch, and codes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pyaclnn.dtypes import FLOAT16, FLOAT32, FLOAT64, INT8, INT32, INT64
from pyaclnn.formats import Format
from pyaclnn.reference.rules import MISSING

from . import layouts
from .compute import compute, infer
from .layouts import Array
from .refusals import A910, A950, B310, B910, P310, code_of, tensor
from .tolerances import assert_close
from .torch_normal import random, torch_of
from .torch_oracle import FLOATS

torch = pytest.importorskip("torch")
F = torch.nn.functional

F32 = np.float32
NCHW = Format.NCHW
# kernel, stride, padding, whether a last window may stick out.
WINDOWS = [
    ((2, 2), (2, 2), (0, 0), False),
    ((3, 2), (2, 1), (1, 1), False),
    ((3, 3), (2, 2), (1, 1), True),
    ((2, 3), (), (0, 1), True),
]


def run(operator: str, call: dict[str, Any], soc: str = B910) -> None:
    compute(operator, call, soc, format=Format.NCL if call["self"].ndim == 3 else NCHW)


def window_of(case: Any) -> dict[str, Any]:
    kernel, stride, padding, ceil = case
    return {"kernelSize": kernel, "stride": stride, "padding": padding, "ceilMode": ceil}


def pooled(case: Any, x: Array, grad_of: int = 3) -> tuple[Array, Array, Array, Array]:
    """PyTorch's pooled image and indices, a gradient for it, and what that becomes."""
    kernel, stride, padding, ceil = case
    leaf = torch_of(x, grad=True)
    out, indices = F.max_pool2d(leaf, kernel, stride or None, padding, ceil_mode=ceil, return_indices=True)
    grad = random(tuple(out.shape), x.dtype, grad_of)
    out.backward(torch_of(grad))
    return out.detach().numpy(), indices.numpy(), grad, leaf.grad.numpy()


@pytest.mark.parametrize("shape", [(2, 3, 7, 8), (3, 7, 8)])
@pytest.mark.parametrize("case", WINDOWS)
@pytest.mark.parametrize("layout", layouts.DENSE)
@pytest.mark.parametrize("dtype", FLOATS)
def test_max_pool(dtype: Any, layout: str, case: Any, shape: tuple[int, ...]) -> None:
    x = layouts.laid_out(random(shape, dtype, 1), layout)
    expected, indices, grad, flow = pooled(case, x)
    call = {"self": x, **window_of(case), "dilation": (1, 1)}
    blocks = -(-expected.shape[-2] * expected.shape[-1] // 16) + 1
    mask_shape = (*shape[:-2], case[0][0] * case[0][1], blocks * 32)
    for kind, shape_of_indices, index_dtype in (
        ("Indices", expected.shape, np.int32),
        ("Indices", expected.shape, np.int64),
        ("Mask", mask_shape, np.int8),
    ):
        out = layouts.output(expected.shape, dtype, layout)
        found = np.full(shape_of_indices, 77, index_dtype)
        run(f"aclnnMaxPool2dWith{kind}", {**call, "out": out, "indices": found})
        assert (out.astype(F32) == expected).all()
        assert kind == "Mask" or (found == indices).all()
        back = layouts.output(shape, dtype, layout)
        run(f"aclnnMaxPool2dWith{kind}Backward", {**call, "gradOutput": grad, "indices": found, "gradInput": back})
        assert_close(back, flow.astype(dtype), dtype, roundings=4)


def test_a_mask_has_one_bit_for_each_window() -> None:
    x = np.array([[[[1, 5, 2, 2], [4, 3, 2, 9]]]], F32)
    out, mask = np.zeros((1, 1, 1, 2), F32), np.zeros((1, 1, 4, 64), np.int8)
    call = {"self": x, **window_of(WINDOWS[0]), "dilation": (1, 1), "out": out, "indices": mask}
    run("aclnnMaxPool2dWithMask", call)
    assert out.tolist() == [[[[5, 9]]]]
    # Window 0 has its greatest element at place 1, window 1 at place 3.
    assert mask[0, 0, :, 0].tolist() == [0, 1, 0, 2]
    assert (mask[..., 1:] == 0).all()


def test_max_pool_of_nan_and_of_a_dilated_window() -> None:
    x = np.array([[[[1, np.nan, 2, 2, 7]]]], F32)
    out, found = np.zeros((1, 1, 1, 3), F32), np.zeros((1, 1, 1, 3), np.int32)
    call = {"self": x, **window_of(((1, 2), (1, 1), (0, 0), False)), "dilation": (1, 2), "out": out, "indices": found}
    run("aclnnMaxPool2dWithIndices", call, A950)
    expected, indices = F.max_pool2d(torch_of(x), (1, 2), 1, 0, (1, 2), return_indices=True)
    np.testing.assert_array_equal(out, expected.numpy())
    assert found.tolist() == indices.tolist()


@pytest.mark.parametrize("divisor", [0, 3])
@pytest.mark.parametrize("with_padding", [False, True])
@pytest.mark.parametrize("case", WINDOWS)
@pytest.mark.parametrize("layout", layouts.DENSE)
@pytest.mark.parametrize("dtype", FLOATS)
def test_avg_pool_backward(dtype: Any, layout: str, case: Any, with_padding: bool, divisor: int) -> None:
    kernel, stride, padding, ceil = case
    x = random((2, 3, 7, 8), dtype, 1)
    leaf = torch_of(x, grad=True)
    out = F.avg_pool2d(leaf, kernel, stride or None, padding, ceil, with_padding, divisor or None)
    grad = layouts.laid_out(random(tuple(out.shape), dtype, 2), layout)
    out.backward(torch_of(grad))
    back = layouts.output(x.shape, dtype, layout)
    call = {"gradOutput": grad, "self": x, **window_of(case), "countIncludePad": with_padding}
    run("aclnnAvgPool2dBackward", {**call, "divisorOverride": divisor, "cubeMathType": 0, "gradInput": back})
    assert leaf.grad is not None
    assert_close(back, leaf.grad.numpy().astype(dtype), dtype, roundings=4)


@pytest.mark.parametrize("size", [(1, 1), (2, 3), (7, 8), (9, 5)])
@pytest.mark.parametrize("shape", [(2, 3, 7, 8), (3, 7, 8)])
@pytest.mark.parametrize("layout", layouts.DENSE)
@pytest.mark.parametrize("dtype", FLOATS)
def test_adaptive(dtype: Any, layout: str, shape: tuple[int, ...], size: tuple[int, int]) -> None:
    x = layouts.laid_out(random(shape, dtype, 1), layout)
    leaf = torch_of(x, grad=True)
    expected = F.adaptive_avg_pool2d(leaf, size)
    out = layouts.output(tuple(expected.shape), dtype, layout)
    run("aclnnAdaptiveAvgPool2d", {"self": x, "outputSize": size, "out": out})
    assert_close(out, expected.detach().numpy().astype(dtype), dtype, roundings=4)
    grad = layouts.laid_out(random(tuple(expected.shape), dtype, 2), layout)
    expected.backward(torch_of(grad))
    back = layouts.output(shape, dtype, layout)
    run("aclnnAdaptiveAvgPool2dBackward", {"gradOutput": grad, "self": x, "out": back})
    assert leaf.grad is not None
    assert_close(back, leaf.grad.numpy().astype(dtype), dtype, roundings=4)


def test_an_infinity_stays_in_its_part() -> None:
    x = np.array([[[[np.inf, 1, 2, 4], [3, 3, 6, 8]]]], F32)
    out = np.zeros((1, 1, 1, 2), F32)
    run("aclnnAdaptiveAvgPool2d", {"self": x, "outputSize": (1, 2), "out": out})
    assert out.tolist() == [[[[np.inf, 5]]]]
    run("aclnnAdaptiveAvgPool2dBackward", {"gradOutput": out, "self": x, "out": x})
    assert x.tolist() == [[[[np.inf, np.inf, 1.25, 1.25]] * 2]]


def image(*shape: int, dtype: Any = FLOAT32, format: Format = NCHW) -> Any:
    return tensor(*shape, dtype=dtype, format=format)


MAX = {
    "self": image(2, 3, 6, 8),
    "kernelSize": (2, 2),
    "stride": (2, 2),
    "padding": (0, 0),
    "dilation": (1, 1),
    "ceilMode": False,
    "out": image(2, 3, 3, 4),
    "indices": image(2, 3, 3, 4, dtype=INT32),
}
# 12 windows need one block, and one more is asked for.
MASK = MAX | {"indices": image(2, 3, 4, 64, dtype=INT8)}
MAX_BACK = {n: v for n, v in MAX.items() if n != "out"} | {
    "gradOutput": image(2, 3, 3, 4),
    "gradInput": image(2, 3, 6, 8),
}
MASK_BACK = MAX_BACK | {"indices": image(2, 3, 4, 64, dtype=INT8)}
AVG_BACK = {
    "gradOutput": image(2, 3, 3, 4),
    "self": image(2, 3, 6, 8),
    "kernelSize": (2, 2),
    "stride": (2, 2),
    "padding": (0, 0),
    "ceilMode": False,
    "countIncludePad": True,
    "divisorOverride": 0,
    "cubeMathType": 0,
    "gradInput": image(2, 3, 6, 8),
}
ADAPTIVE = {"self": image(2, 3, 6, 8), "outputSize": (2, 3), "out": image(2, 3, 2, 3)}
ADAPTIVE_BACK = {"gradOutput": image(2, 3, 2, 3), "self": image(2, 3, 6, 8), "out": image(2, 3, 6, 8)}


@pytest.mark.parametrize(
    ("operator", "call", "code", "soc", "changes"),
    [
        ("MaxPool2dWithMask", MASK, 0, A910, {}),
        ("MaxPool2dWithMask", MASK, 0, P310, {}),
        ("MaxPool2dWithMask", MASK, 561003, A950, {}),
        ("MaxPool2dWithMask", MASK, 161002, B310, {}),
        ("MaxPool2dWithMask", MASK, 161001, B910, {"indices": None}),
        ("MaxPool2dWithMask", MASK, 161002, B910, {"indices": image(2, 3, 4, 32, dtype=INT8)}),
        ("MaxPool2dWithMask", MASK, 161002, B910, {"indices": image(2, 3, 4, 64, dtype=INT32)}),
        ("MaxPool2dWithMask", MASK, 161002, P310, {n: image(*MASK[n].shape, dtype=FLOAT16) for n in ("self", "out")}),
        ("MaxPool2dWithIndices", MAX, 0, A950, {}),
        ("MaxPool2dWithIndices", MAX, 161002, A910, {}),
        ("MaxPool2dWithIndices", MAX, 0, B910, {"indices": image(2, 3, 3, 4, dtype=INT64)}),
        ("MaxPool2dWithIndices", MAX, 161002, B910, {"indices": image(2, 3, 3, 4)}),
        ("MaxPool2dWithIndices", MAX, 161002, B910, {"self": image(2, 3, 6, 8, dtype=FLOAT64)}),
        ("MaxPool2dWithIndices", MAX, 161002, B910, {"out": image(2, 3, 3, 3)}),
        ("MaxPool2dWithIndices", MAX, 161002, B910, {"kernelSize": ()}),
        ("MaxPool2dWithIndices", MAX, 161002, B910, {"kernelSize": (0, 2)}),
        ("MaxPool2dWithIndices", MAX, 161002, B910, {"stride": (0, 1)}),
        ("MaxPool2dWithIndices", MAX, 0, B910, {"stride": ()}),
        ("MaxPool2dWithIndices", MAX, 161002, B910, {"padding": (2, 0)}),
        ("MaxPool2dWithIndices", MAX, 161002, B910, {"dilation": (2, 1)}),
        ("MaxPool2dWithIndices", MAX, 161002, B910, {"kernelSize": (7, 2)}),
        ("MaxPool2dWithIndices", MAX, 161002, B910, {"self": image(2, 0, 6, 8), "out": image(2, 0, 3, 4)}),
        ("MaxPool2dWithIndices", MAX, 561003, B910, {"self": image(2, 6, 3, 8, format=Format.NHWC),
         "out": image(2, 6, 1, 4, format=Format.NHWC), "indices": image(2, 6, 1, 4, dtype=INT32)}),
        ("MaxPool2dWithIndices", MAX, 161002, B910, {"self": image(2, 3, 6, 8, format=Format.ND)}),
        ("MaxPool2dWithIndicesBackward", MAX_BACK, 0, B910, {}),
        ("MaxPool2dWithIndicesBackward", MAX_BACK, 161002, B910, {"gradInput": image(2, 3, 6, 7)}),
        ("MaxPool2dWithIndicesBackward", MAX_BACK, 161002, B910, {"gradOutput": image(2, 3, 3, 3)}),
        ("MaxPool2dWithMaskBackward", MASK_BACK, 0, B910, {}),
        ("MaxPool2dWithMaskBackward", MASK_BACK, 561003, P310, {}),
        ("AvgPool2dBackward", AVG_BACK, 0, A910, {"cubeMathType": 1}),
        ("AvgPool2dBackward", AVG_BACK, 561003, B310, {}),
        ("AvgPool2dBackward", AVG_BACK, 161001, B910, {"padding": None}),
        ("AvgPool2dBackward", AVG_BACK, 0, B910, {"stride": None}),
        ("AvgPool2dBackward", AVG_BACK, 161002, B910, {"kernelSize": ()}),
        ("AvgPool2dBackward", AVG_BACK, 161002, B910, {"padding": (2, 0)}),
        ("AvgPool2dBackward", AVG_BACK, 161002, B910, {"cubeMathType": 5}),
        ("AvgPool2dBackward", AVG_BACK, 161002, B910, {"gradInput": image(2, 3, 6, 7)}),
        ("AvgPool2dBackward", AVG_BACK, 161002, B910, {"self": image(2, 3, 6, 8, format=Format.ND)}),
        ("AdaptiveAvgPool2d", ADAPTIVE, 0, P310, {}),
        ("AdaptiveAvgPool2d", ADAPTIVE, 161002, B910, {"outputSize": (2,)}),
        ("AdaptiveAvgPool2d", ADAPTIVE, 161002, B910, {"out": image(2, 3, 3, 2)}),
        ("AdaptiveAvgPool2d", ADAPTIVE, 161002, B910, {"out": image(2, 3, 2, 3, dtype=FLOAT16)}),
        ("AdaptiveAvgPool2dBackward", ADAPTIVE_BACK, 161002, B910, {"out": image(2, 3, 6, 7)}),
        ("AdaptiveAvgPool2dBackward", ADAPTIVE_BACK, 161002, B910, {"gradOutput": image(2, 2, 2, 3)}),
        ("AdaptiveAvgPool2dBackward", ADAPTIVE_BACK, 161001, B910, {"gradOutput": None}),
    ],
)  # fmt: skip
def test_codes(operator: str, call: dict[str, Any], code: int, soc: str, changes: dict[str, Any]) -> None:
    assert code_of(f"aclnn{operator}", call, changes, soc) == code


def test_outputs_left_out() -> None:
    assert infer("aclnnMaxPool2dWithIndices", MAX | {"out": MISSING})["out"] == ((2, 3, 3, 4), FLOAT32)
    assert infer("aclnnAdaptiveAvgPool2d", ADAPTIVE | {"out": MISSING}) == {"out": ((2, 3, 2, 3), FLOAT32)}
    assert infer("aclnnAvgPool2dBackward", AVG_BACK | {"gradInput": MISSING}) == {"gradInput": ((2, 3, 6, 8), FLOAT32)}
    found = infer("aclnnAdaptiveAvgPool2dBackward", ADAPTIVE_BACK | {"out": MISSING})
    assert found == {"out": ((2, 3, 6, 8), FLOAT32)}
