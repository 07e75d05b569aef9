"""Images resampled to the cell of each new center, and their gradients: values against PyTorch, and codes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pyaclnn.dtypes import BFLOAT16, FLOAT16, FLOAT32, FLOAT64, UINT8
from pyaclnn.formats import Format
from pyaclnn.reference.rules import MISSING

from . import layouts
from .compute import compute, infer
from .layouts import Array
from .refusals import A910, A950, B310, B910, code_of, tensor
from .tolerances import assert_close
from .torch_normal import random, torch_of
from .torch_oracle import FLOATS

torch = pytest.importorskip("torch")
F = torch.nn.functional

NONE = {"scalesH": 0.0, "scalesW": 0.0}
SIZES = [((4, 5), (8, 10)), ((4, 5), (7, 3)), ((6, 4), (6, 9)), ((3, 1), (3, 4))]


def expected_of(x: Array, grad: Array) -> tuple[Array, Array]:
    """PyTorch's image of the size of ``grad``, and the gradient."""
    leaf = torch_of(x, grad=True)
    image = F.interpolate(leaf, size=grad.shape[2:], mode="nearest-exact")
    image.backward(torch_of(grad))
    assert leaf.grad is not None
    return image.detach().numpy(), leaf.grad.numpy()


@pytest.mark.parametrize("soc", [B910, A950])
@pytest.mark.parametrize(("source", "target"), SIZES)
@pytest.mark.parametrize("layout", layouts.DENSE)
@pytest.mark.parametrize("dtype", FLOATS)
def test_like_torch(dtype: Any, layout: str, source: tuple[int, int], target: tuple[int, int], soc: str) -> None:
    x, grad = random((2, 3, *source), dtype, 1), random((2, 3, *target), dtype, 2)
    image, slopes = expected_of(x, grad)
    x, grad = layouts.laid_out(x, layout), layouts.laid_out(grad, layout)
    for scales in (NONE, {"scalesH": target[0] / source[0], "scalesW": target[1] / source[1]}):
        out, back = layouts.output(image.shape, dtype, layout), layouts.output(x.shape, dtype, layout)
        compute("aclnnUpsampleNearestExact2d", {"self": x, "outputSize": target, **scales, "out": out}, soc)
        np.testing.assert_array_equal(out, image.astype(dtype))
        call = {"gradOutput": grad, "outputSize": target, "inputSize": x.shape, **scales, "out": back}
        compute("aclnnUpsampleNearestExact2dBackward", call, soc)
        assert_close(back, slopes.astype(dtype), dtype, roundings=2)


@pytest.mark.parametrize("soc", [B910, A950])
def test_channels_last(soc: str) -> None:
    """The centers of three cells lie in the cells 0, 1 and 1 of two."""
    x, out = np.array([[[[1, 2], [3, 4]]]], np.float32), np.zeros((1, 1, 3, 2), np.float32)
    call = {"self": x, "outputSize": (1, 3), **NONE, "out": out}
    compute("aclnnUpsampleNearestExact2d", call, soc, Format.NHWC)
    assert out.tolist() == [[[[1, 2], [3, 4], [3, 4]]]]


IMAGE = {"self": tensor(2, 3, 4, 5), "outputSize": (8, 10), **NONE, "out": tensor(2, 3, 8, 10)}
GRADIENT = {
    "gradOutput": tensor(2, 3, 8, 10),
    "outputSize": (8, 10),
    "inputSize": (2, 3, 4, 5),
    **NONE,
    "out": tensor(2, 3, 4, 5),
}


def both(call: dict[str, Any], **how: Any) -> dict[str, Any]:
    return {name: tensor(*value.shape, **how) for name, value in call.items() if hasattr(value, "shape")}


@pytest.mark.parametrize(
    ("operator", "call", "code", "soc", "changes"),
    [
        ("", IMAGE, 0, B910, {}),
        ("", IMAGE, 561003, B310, {}),
        ("", IMAGE, 0, A910, both(IMAGE, dtype=BFLOAT16)),
        ("", IMAGE, 0, B910, both(IMAGE, dtype=UINT8)),
        ("", IMAGE, 161002, A950, both(IMAGE, dtype=UINT8)),
        ("", IMAGE, 161002, B910, both(IMAGE, dtype=FLOAT64)),
        ("", IMAGE, 161001, B910, {"outputSize": None}),
        ("", IMAGE, 161002, B910, {"outputSize": (8,)}),
        ("", IMAGE, 161002, B910, {"outputSize": (8, 0)}),
        ("", IMAGE, 161002, B910, {"out": tensor(2, 4, 8, 10)}),
        ("", IMAGE, 161002, B910, {"out": tensor(2, 3, 8, 10, dtype=FLOAT16)}),
        ("", IMAGE, 161002, B910, {"out": tensor(2, 3, 8, 10, format=Format.NCHW)}),
        ("", IMAGE, 561103, B910, {"out": tensor(2, 3, 10, 8)}),
        ("", IMAGE, 0, B910, {"self": tensor(0, 3), "outputSize": (8,)}),
        ("Backward", GRADIENT, 0, B910, {}),
        ("Backward", GRADIENT, 161001, B910, {"inputSize": None}),
        ("Backward", GRADIENT, 161002, B910, both(GRADIENT, dtype=UINT8)),
        ("Backward", GRADIENT, 161002, B910, both(GRADIENT, format=Format.NHWC)),
        ("Backward", GRADIENT, 161002, B910, {"out": tensor(2, 3, 4, 5, format=Format.NCHW)}),
        ("Backward", GRADIENT, 161002, B910, {"out": tensor(2, 4, 4, 5)}),
        ("Backward", GRADIENT, 561103, B910, {"out": tensor(2, 3, 5, 4)}),
        ("Backward", GRADIENT, 161002, B910, {"inputSize": (2, 3, 4)}),
        ("Backward", GRADIENT, 161002, B910, {"scalesW": -1.0}),
        ("Backward", GRADIENT, 161002, B910, {"scalesW": 51.0}),
        ("Backward", GRADIENT, 161002, B910, {"inputSize": (2, 3, 0, 5)}),
    ],
)  # fmt: skip
def test_codes(operator: str, call: dict[str, Any], code: int, soc: str, changes: dict[str, Any]) -> None:
    assert code_of(f"aclnnUpsampleNearestExact2d{operator}", call, changes, soc) == code


def test_outputs_left_out() -> None:
    assert infer("aclnnUpsampleNearestExact2d", IMAGE | {"out": MISSING}) == {"out": ((2, 3, 8, 10), FLOAT32)}
    assert infer("aclnnUpsampleNearestExact2dBackward", GRADIENT | {"out": MISSING}) == {"out": ((2, 3, 4, 5), FLOAT32)}
