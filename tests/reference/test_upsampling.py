"""Resampled images and their gradients: values against PyTorch, kernels, and codes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pyaclnn.dtypes import BFLOAT16, FLOAT16, FLOAT32, FLOAT64, INT32, UINT8
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

CHIPS = [A910, B910, P310, A950]
SIZES = [
    ((4, 5), (8, 10)),
    ((4, 5), (7, 3)),
    ((6, 4), (6, 9)),
    ((3, 1), (3, 4)),
    ((10, 18), (20, 36)),
    ((1, 1), (4, 5)),
]


def expected_of(x: Array, sizes: tuple[int, int], mode: str, grad: Array | None = None, **how: Any) -> Array:
    """PyTorch's image, or its gradient."""
    leaf = torch_of(x, grad=True)
    image = F.interpolate(leaf, size=sizes, mode=mode, **how)
    if grad is None:
        return np.asarray(image.detach().numpy())
    image.backward(torch_of(grad))
    assert leaf.grad is not None
    return np.asarray(leaf.grad.numpy())


def scales_of(source: tuple[int, int], target: tuple[int, int]) -> dict[str, float]:
    return {"scalesH": target[0] / source[0], "scalesW": target[1] / source[1]}


NONE = {"scalesH": 0.0, "scalesW": 0.0}


@pytest.mark.parametrize("soc", CHIPS)
@pytest.mark.parametrize(("source", "target"), SIZES)
@pytest.mark.parametrize("layout", layouts.DENSE)
def test_nearest_like_torch(layout: str, source: tuple[int, int], target: tuple[int, int], soc: str) -> None:
    x = layouts.laid_out(random((2, 3, *source), np.float32, 1), layout)
    grad = layouts.laid_out(random((2, 3, *target), np.float32, 2), layout)
    expected = expected_of(x, target, "nearest")
    for name, more in (("", {}), ("V2", NONE), ("V2", scales_of(source, target))):
        out = layouts.output((2, 3, *target), np.float32, layout)
        compute(
            f"aclnnUpsampleNearest2d{name}", {"self": x, "outputSize": target, **more, "out": out}, soc, Format.NCHW
        )
        np.testing.assert_array_equal(out, expected)
    for more in (NONE, scales_of(source, target)):
        back = layouts.output((2, 3, *source), np.float32, layout)
        call = {"gradOut": grad, "outputSize": target, "inputSize": (2, 3, *source), **more, "gradInput": back}
        compute("aclnnUpsampleNearest2dBackward", call, soc, Format.NCHW)
        np.testing.assert_allclose(back, expected_of(x, target, "nearest", grad), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("soc", CHIPS)
@pytest.mark.parametrize("aligned", [True, False])
@pytest.mark.parametrize(("source", "target"), SIZES)
@pytest.mark.parametrize("layout", ["contiguous", "transposed", "sliced"])
def test_bilinear_like_torch(
    layout: str, source: tuple[int, int], target: tuple[int, int], aligned: bool, soc: str
) -> None:
    x = layouts.laid_out(random((2, 3, *source), np.float32, 1), layout)
    grad = layouts.laid_out(random((2, 3, *target), np.float32, 2), layout)
    expected = expected_of(x, target, "bilinear", align_corners=aligned)
    slopes = expected_of(x, target, "bilinear", grad, align_corners=aligned)
    for more in (NONE, scales_of(source, target)):
        out = layouts.output((2, 3, *target), np.float32, layout)
        call: dict[str, Any] = {"self": x, "outputSize": target, "alignCorners": aligned, **more, "out": out}
        compute("aclnnUpsampleBilinear2d", call, soc, Format.NCHW)
        np.testing.assert_allclose(out, expected, rtol=1e-5, atol=1e-5)
        for name in ("Backward", "BackwardV2"):
            back = layouts.output((2, 3, *source), np.float32, layout)
            call = {"gradOut": grad, "outputSize": target, "inputSize": (2, 3, *source), "alignCorners": aligned}
            compute(f"aclnnUpsampleBilinear2d{name}", {**call, **more, "out": back}, soc, Format.NCHW)
            np.testing.assert_allclose(back, slopes, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("soc", [B910, A950])
@pytest.mark.parametrize("scale", [2.0, 1.5])
@pytest.mark.parametrize("dtype", FLOATS)
def test_dtypes_and_scales(dtype: Any, scale: float, soc: str) -> None:
    source, target = (4, 6), (int(4 * scale), int(6 * scale))
    x, grad = random((2, 3, *source), dtype, 1), random((2, 3, *target), dtype, 2)
    more = {"scalesH": scale, "scalesW": scale}
    out, back = np.zeros((2, 3, *target), dtype), np.zeros((2, 3, *source), dtype)
    compute("aclnnUpsampleNearest2dV2", {"self": x, "outputSize": target, **more, "out": out}, soc, Format.NCHW)
    np.testing.assert_array_equal(out, expected_of(x, target, "nearest").astype(dtype))
    call = {"gradOut": grad, "outputSize": target, "inputSize": x.shape, **more, "gradInput": back}
    compute("aclnnUpsampleNearest2dBackward", call, soc, Format.NCHW)
    assert_close(back, expected_of(x, target, "nearest", grad).astype(dtype), dtype, roundings=2)
    call = {"self": x, "outputSize": target, "alignCorners": False, **more, "out": out}
    compute("aclnnUpsampleBilinear2d", call, soc, Format.NCHW)
    expected = expected_of(x, target, "bilinear", align_corners=False)
    assert_close(out, expected.astype(dtype), dtype, roundings=4)
    call = {"gradOut": grad, "outputSize": target, "inputSize": x.shape, "alignCorners": False, **more, "out": back}
    compute("aclnnUpsampleBilinear2dBackwardV2", call, soc, Format.NCHW)
    slopes = expected_of(x, target, "bilinear", grad, align_corners=False)
    assert_close(back, slopes.astype(dtype), dtype, roundings=4)


@pytest.mark.parametrize("soc", CHIPS)
def test_channels_last(soc: str) -> None:
    def turned(array: Array) -> Array:
        return np.ascontiguousarray(array.transpose(0, 2, 3, 1))

    x, grad, target = random((2, 3, 9, 17), np.float32, 1), random((2, 3, 18, 34), np.float32, 2), (18, 34)
    out, back = np.zeros((2, *target, 3), np.float32), np.zeros((2, 9, 17, 3), np.float32)
    more = scales_of((9, 17), target)
    sizes: dict[str, Any] = {"outputSize": target, "inputSize": back.shape}
    for name, scales in (("", {}), ("V2", more)):
        call = {"self": turned(x), "outputSize": target, **scales, "out": out}
        compute(f"aclnnUpsampleNearest2d{name}", call, soc, Format.NHWC)
        np.testing.assert_array_equal(out, turned(expected_of(x, target, "nearest")))
    call = {"gradOut": turned(grad), **sizes, **more, "gradInput": back}
    compute("aclnnUpsampleNearest2dBackward", call, soc, Format.NHWC)
    np.testing.assert_allclose(back, turned(expected_of(x, target, "nearest", grad)), rtol=1e-5, atol=1e-6)
    call = {"self": turned(x), "outputSize": target, "alignCorners": False, **more, "out": out}
    compute("aclnnUpsampleBilinear2d", call, soc, Format.NHWC)
    expected = turned(expected_of(x, target, "bilinear", align_corners=False))
    np.testing.assert_allclose(out, expected, rtol=1e-5, atol=1e-5)
    for name in ("Backward", "BackwardV2"):
        call = {"gradOut": turned(grad), **sizes, "alignCorners": False, **more, "out": back}
        compute(f"aclnnUpsampleBilinear2d{name}", call, soc, Format.NHWC)
        expected = turned(expected_of(x, target, "bilinear", grad, align_corners=False))
        np.testing.assert_allclose(back, expected, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("kind", [np.uint8, np.float64])
def test_control_cpu_resamples_other_dtypes(kind: Any) -> None:
    x, out = np.arange(4).reshape(1, 1, 2, 2).astype(kind), np.zeros((1, 1, 2, 4), kind)
    kernels = compute("aclnnUpsampleNearest2d", {"self": x, "outputSize": (2, 4), "out": out}, B910, Format.NCHW)
    assert out.tolist() == [[[[0, 0, 1, 1], [2, 2, 3, 3]]]]
    assert kernels == ["Transpose", "ResizeNearestNeighborV2", "Transpose"]


@pytest.mark.parametrize(
    ("soc", "scale", "expected"),
    [
        # Quarter steps: 0, 0.25, 0.5, 0.75 and 1.
        (B910, 4.0, [5, 5, 5, 5, 7]),
        (A950, 4.0, [5, 5, 5, 5, 7]),
        # Steps of 2 / 5, as the sizes have it: 0, 0.4, 0.8, 1.2 and 1.6.
        (A910, 4.0, [5, 5, 5, 7, 7]),
        # Steps of 1 / 2.9: 0, 0.34, 0.69 and 1.03; for twice the size of a small image half steps, whatever the scale.
        (A950, 2.9, [5, 5, 5, 7]),
        (B910, 2.9, [5, 5, 7, 7]),
    ],
)
def test_scale_that_is_no_ratio_of_sizes(soc: str, scale: float, expected: list[int]) -> None:
    x, out = np.array([[[[5, 7]]]], np.float32), np.zeros((1, 1, 1, len(expected)), np.float32)
    call = {"self": x, "outputSize": (1, len(expected)), "scalesH": 1.0, "scalesW": scale, "out": out}
    compute("aclnnUpsampleNearest2dV2", call, soc, Format.NCHW)
    assert out.reshape(-1).tolist() == expected


def test_older_chips_leave_an_image_of_the_same_size_out() -> None:
    grad = random((1, 1, 2, 3), np.float32, 1)
    for soc, is_written in ((B910, True), (A910, False), (P310, False), (A950, True)):
        back = np.full((1, 1, 2, 3), 7, np.float32)
        call = {"gradOut": grad, "outputSize": (2, 3), "inputSize": (1, 1, 2, 3), "alignCorners": False, **NONE}
        compute("aclnnUpsampleBilinear2dBackwardV2", {**call, "out": back}, soc, Format.NCHW)
        np.testing.assert_allclose(back, grad if is_written else np.full_like(grad, 7))


@pytest.mark.parametrize(
    ("soc", "scale", "kernels"),
    [
        (B910, 2.0, ["TransData", "ResizeBilinearV2", "TransData"]),
        (B910, 3.0, ["UpsampleBilinear2d"]),
        (A910, 3.0, ["TransData", "ResizeBilinearV2", "TransData"]),
        (A950, 3.0, ["ResizeBilinearV2"]),
    ],
)
def test_kernels(soc: str, scale: float, kernels: list[str]) -> None:
    x, target = random((1, 1, 2, 2), np.float32, 1), (int(2 * scale), int(2 * scale))
    out = np.zeros((1, 1, *target), np.float32)
    call = {"self": x, "outputSize": target, "alignCorners": False, "scalesH": scale, "scalesW": scale, "out": out}
    assert compute("aclnnUpsampleBilinear2d", call, soc, Format.NCHW) == kernels


def image(*shape: int, dtype: Any = FLOAT32, format: Format = Format.NCHW) -> Any:
    return tensor(*shape, dtype=dtype, format=format)


NEAREST = {"self": image(2, 3, 4, 5), "outputSize": (8, 10), "out": image(2, 3, 8, 10)}
NEAREST_V2 = {"self": image(2, 3, 4, 5), "outputSize": (8, 10), **NONE, "out": image(2, 3, 8, 10)}
NEAREST_BACK = {
    "gradOut": image(2, 3, 8, 10),
    "outputSize": (8, 10),
    "inputSize": (2, 3, 4, 5),
    **NONE,
    "gradInput": image(2, 3, 4, 5),
}
LINEAR = {"self": image(2, 3, 4, 5), "outputSize": (8, 10), "alignCorners": False, **NONE, "out": image(2, 3, 8, 10)}
LINEAR_BACK = {
    "gradOut": image(2, 3, 8, 10),
    "outputSize": (8, 10),
    "inputSize": (2, 3, 4, 5),
    "alignCorners": False,
    **NONE,
    "out": image(2, 3, 4, 5),
}


def both(dtype: Any, format: Format = Format.NCHW, first: str = "self", last: str = "out") -> dict[str, Any]:
    small, large = image(2, 3, 4, 5, dtype=dtype, format=format), image(2, 3, 8, 10, dtype=dtype, format=format)
    return {first: small, last: large} if first == "self" else {first: large, last: small}


@pytest.mark.parametrize("operator", ["Nearest2d", "Nearest2dV2"])
@pytest.mark.parametrize(
    ("code", "soc", "changes"),
    [
        (0, B910, {}),
        (0, P310, {}),
        (561003, B310, {}),
        (161001, B910, {"self": None}),
        (161001, B910, {"outputSize": None}),
        (161002, A910, both(BFLOAT16)),
        (0, B910, both(BFLOAT16)),
        (0, A910, both(UINT8)),
        (161002, B910, both(INT32)),
        (161002, B910, both(FLOAT32, Format.ND)),
        (161002, B910, {"out": image(2, 3, 8, 10, dtype=FLOAT16)}),
        (161002, B910, {"outputSize": (8,)}),
        (161002, B910, {"outputSize": (8, 0)}),
        (161002, B910, {"self": image(3, 4, 5)}),
        (161002, B910, {"out": image(2, 4, 8, 10)}),
        (161002, B910, {"out": image(2, 3, 10, 8)}),
        (0, B910, {"self": image(0, 3, 4, 5), "out": image(0, 3, 8, 10)}),
    ],
)
def test_codes_of_nearest(operator: str, code: int, soc: str, changes: dict[str, Any]) -> None:
    call = NEAREST if operator == "Nearest2d" else NEAREST_V2
    assert code_of(f"aclnnUpsample{operator}", call, changes, soc) == code


@pytest.mark.parametrize(
    ("operator", "call", "code", "soc", "changes"),
    [
        ("Nearest2d", NEAREST, 161002, B910, {"out": image(2, 3, 8, 10, format=Format.NHWC)}),
        # What is empty is not looked at.
        ("Nearest2dV2", NEAREST_V2, 0, B910, {"self": image(0, 3, 4, 5, dtype=INT32)}),
        ("Nearest2dBackward", NEAREST_BACK, 0, A910, {}),
        ("Nearest2dBackward", NEAREST_BACK, 161001, B910, {"inputSize": None}),
        ("Nearest2dBackward", NEAREST_BACK, 161002, B910, both(UINT8, first="gradOut", last="gradInput")),
        ("Nearest2dBackward", NEAREST_BACK, 161002, B910, {"gradInput": image(2, 3, 4, 5, dtype=FLOAT16)}),
        ("Nearest2dBackward", NEAREST_BACK, 161002, B910, {"inputSize": (2, 3, 4)}),
        ("Nearest2dBackward", NEAREST_BACK, 161002, B910, {"inputSize": (2, 3, 0, 5)}),
        ("Nearest2dBackward", NEAREST_BACK, 161002, B910, {"outputSize": (8, 9)}),
        ("Nearest2dBackward", NEAREST_BACK, 161002, B910, {"gradInput": image(2, 4, 4, 5)}),
        ("Nearest2dBackward", NEAREST_BACK, 161002, B910, {"gradInput": image(2, 3, 5, 4)}),
        ("Nearest2dBackward", NEAREST_BACK, 561103, A950, {"gradInput": image(2, 3, 5, 4)}),
        ("Bilinear2d", LINEAR, 0, B910, {}),
        ("Bilinear2d", LINEAR, 561103, B910, {"self": None}),
        ("Bilinear2d", LINEAR, 161002, B910, {"outputSize": None}),
        ("Bilinear2d", LINEAR, 161002, B910, both(FLOAT64)),
        ("Bilinear2d", LINEAR, 161002, B910, both(UINT8)),
        ("Bilinear2d", LINEAR, 161002, B910, both(FLOAT32, Format.ND)),
        ("Bilinear2d", LINEAR, 161002, B910, {"scalesW": -1.0}),
        ("Bilinear2d", LINEAR, 161002, B910, {"outputSize": (8, 9)}),
        ("Bilinear2d", LINEAR, 161002, B910, {"out": image(2, 4, 8, 10)}),
        ("Bilinear2dBackward", LINEAR_BACK, 0, A910, {}),
        ("Bilinear2dBackward", LINEAR_BACK, 161002, B910, both(BFLOAT16, first="gradOut")),
        ("Bilinear2dBackward", LINEAR_BACK, 0, A950, both(BFLOAT16, first="gradOut")),
        ("Bilinear2dBackward", LINEAR_BACK, 0, A950, {"out": image(2, 3, 4, 5, dtype=FLOAT16)}),
        ("Bilinear2dBackward", LINEAR_BACK, 161002, B910, {"out": image(2, 3, 4, 5, dtype=FLOAT16)}),
        ("Bilinear2dBackward", LINEAR_BACK, 161002, B910, {"out": image(2, 3, 5, 4)}),
        ("Bilinear2dBackward", LINEAR_BACK, 161002, B910, {"outputSize": (8, 9)}),
        ("Bilinear2dBackward", LINEAR_BACK, 161001, B910, {"outputSize": None}),
        ("Bilinear2dBackwardV2", LINEAR_BACK, 0, B910, both(BFLOAT16, first="gradOut")),
        ("Bilinear2dBackwardV2", LINEAR_BACK, 161002, P310, both(BFLOAT16, first="gradOut")),
        ("Bilinear2dBackwardV2", LINEAR_BACK, 161002, B310, {}),
        ("Bilinear2dBackwardV2", LINEAR_BACK, 161002, B910, {"out": image(2, 3, 5, 4)}),
        ("Bilinear2dBackwardV2", LINEAR_BACK, 161002, B910, {"out": image(2, 3, 4, 5, format=Format.ND)}),
        ("Bilinear2dBackwardV2", LINEAR_BACK, 161002, B910, {"inputSize": (2, 3, 4)}),
        ("Bilinear2dBackwardV2", LINEAR_BACK, 161002, B910, {"gradOut": image(2, 3, 10, 8)}),
    ],
)  # fmt: skip
def test_codes(operator: str, call: dict[str, Any], code: int, soc: str, changes: dict[str, Any]) -> None:
    assert code_of(f"aclnnUpsample{operator}", call, changes, soc) == code


def test_outputs_left_out() -> None:
    large, small = ((2, 3, 8, 10), FLOAT32), ((2, 3, 4, 5), FLOAT32)
    for name, call in (("Nearest2d", NEAREST), ("Nearest2dV2", NEAREST_V2), ("Bilinear2d", LINEAR)):
        assert infer(f"aclnnUpsample{name}", call | {"out": MISSING}) == {"out": large}
    found = infer("aclnnUpsampleNearest2dBackward", NEAREST_BACK | {"gradInput": MISSING})
    assert found == {"gradInput": small}
    for name in ("Bilinear2dBackward", "Bilinear2dBackwardV2"):
        assert infer(f"aclnnUpsample{name}", LINEAR_BACK | {"out": MISSING}) == {"out": small}
