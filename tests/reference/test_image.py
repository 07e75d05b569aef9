"""aclnnResize, aclnnUpsampleLinear1d: codes and values."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pyaclnn.dtypes import BFLOAT16, FLOAT16, FLOAT32, FLOAT64
from pyaclnn.formats import Format
from pyaclnn.reference.rules import MISSING

from . import layouts
from .compute import compute, infer
from .refusals import A910, A950, B310, B910, P310, code_of, tensor
from .tolerances import assert_close
from .torch_oracle import FLOATS, as_torch, random, torch

RESIZE, UPSAMPLE = "aclnnResize", "aclnnUpsampleLinear1d"
NCHW, NHWC = Format.NCHW, Format.NHWC


def image(*shape: int, dtype: Any = FLOAT32, format: Format = NCHW) -> Any:
    return tensor(*shape, dtype=dtype, format=format)


RESIZE_CALL = {
    "self": image(2, 3, 4, 5),
    "scales": (1.0, 1.0, 2.0, 0.6),
    "mode": "bilinear",
    "out": image(2, 3, 8, 3),
}


def images(dtype: Any = FLOAT32, format: Format = NCHW) -> dict[str, Any]:
    return {"self": image(2, 3, 4, 5, dtype=dtype, format=format), "out": image(2, 3, 8, 3, dtype=dtype, format=format)}


@pytest.mark.parametrize(
    ("code", "soc", "changes"),
    [
        (0, B910, {}),
        (0, A910, {}),
        (0, A950, {}),
        (561003, B310, {}),
        *((161001, B910, {n: None}) for n in RESIZE_CALL),
        (161002, B910, {"mode": "bicubic"}),
        (161002, B910, {"mode": ""}),
        (0, B910, {"mode": "nearest"}),
        (0, B910, {"mode": "nearest-exact"}),
        (161002, B910, images(FLOAT64)),
        (0, A910, images(BFLOAT16)),
        (161002, B310, images(BFLOAT16)),
        (161002, B910, {"out": image(2, 3, 8, 3, dtype=FLOAT16)}),
        (161002, B910, images(format=Format.ND)),
        (161002, B910, {"out": image(2, 3, 8, 3, format=NHWC)}),
        (161002, B310, {"self": image(2, 4, 5, 3, format=NHWC), "out": image(2, 8, 3, 3, format=NHWC)}),
        (
            0,
            B910,
            {
                "self": image(2, 4, 5, 3, format=NHWC),
                "out": image(2, 8, 3, 3, format=NHWC),
                "scales": (1.0, 2.0, 0.6, 1.0),
            },
        ),
        (161002, B910, {"out": image(1, 3, 8, 3)}),
        (161002, B910, {"out": image(2, 1, 8, 3)}),
        # 4 * (2 - 0.00001) cut off is 7, so 7 and 8 are both right; 5 * 0.60001 is 3.
        (0, B910, {"out": image(2, 3, 7, 3)}),
        (161002, B910, {"out": image(2, 3, 6, 3)}),
        (161002, B910, {"out": image(2, 3, 9, 3)}),
        (161002, B910, {"out": image(2, 3, 8, 4)}),
        (561003, B310, {"out": image(2, 3, 7, 2)}),
        (161002, B910, {"self": image(2, 3, 4), "out": image(2, 3, 8)}),
        (161002, B910, {"scales": (2.0, 0.6)}),
        (161002, B910, {"scales": (1.0, 1.0, 2.0, 0.6, 1.0)}),
    ],
)
def test_resize_codes(code: int, soc: str, changes: dict[str, Any]) -> None:
    assert code_of(RESIZE, RESIZE_CALL, changes, soc) == code


def resized(x: np.ndarray, out: np.ndarray, mode: str, soc: str = B910, format: Format = NCHW) -> list[str]:
    scales = tuple(o / i for i, o in zip(x.shape, out.shape, strict=True))
    return compute(RESIZE, {"self": x, "scales": scales, "mode": mode, "out": out}, soc, format)


@pytest.mark.parametrize("mode", ["bilinear", "nearest"])
@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("out_layout", layouts.DENSE)
@pytest.mark.parametrize("layout", layouts.ALL)
def test_resize_layouts(layout: str, out_layout: str, dtype: Any, mode: str) -> None:
    for size in ((8, 3), (5, 5), (1, 1), (7, 11)):
        x = layouts.laid_out(random((2, 3, 5, 6), dtype), layout)
        out = layouts.output((2, 3, *size), dtype, out_layout)
        resized(x, out, mode)
        assert_close(out, torch.nn.functional.interpolate(as_torch(x), size, mode=mode).numpy())


@pytest.mark.parametrize("mode", ["bilinear", "nearest"])
@pytest.mark.parametrize("soc", [B910, A950])
def test_resize_nhwc(soc: str, mode: str) -> None:
    x, out = random((2, 5, 6, 3)), layouts.output((2, 7, 4, 3), np.float32, "contiguous")
    resized(x, out, mode, soc, NHWC)
    expected = torch.nn.functional.interpolate(as_torch(x.transpose(0, 3, 1, 2)), (7, 4), mode=mode)
    assert_close(out, expected.numpy().transpose(0, 2, 3, 1))


def test_inferred_resize() -> None:
    call = RESIZE_CALL | {"out": MISSING}
    assert infer(RESIZE, call) == {"out": ((2, 3, 8, 3), FLOAT32)}
    # 0.7 in float32 is a little less than 0.7, and 10 * 0.7 still is 7.
    call |= {"self": image(1, 1, 10, 10), "scales": (1.0, 1.0, 0.7, 0.25)}
    assert infer(RESIZE, call) == {"out": ((1, 1, 7, 2), FLOAT32)}


UPSAMPLE_CALL = {
    "self": tensor(2, 3, 4),
    "outputSize": (6,),
    "alignCorners": False,
    "scale": 1.5,
    "out": tensor(2, 3, 6),
}


@pytest.mark.parametrize(
    ("code", "soc", "changes"),
    [
        (0, B910, {}),
        (0, A910, {}),
        (0, A950, {}),
        (561003, P310, {}),
        (561003, B310, {}),
        *((161001, B910, {n: None}) for n in ("self", "outputSize", "out")),
        (161002, B910, {"self": tensor(3, 4)}),
        (161002, B910, {"out": tensor(3, 6)}),
        (161002, B910, {"outputSize": (6, 6)}),
        (161002, B910, {"outputSize": ()}),
        (161002, B910, {"outputSize": (0,), "scale": -1.0, "out": tensor(2, 3, 0)}),
        (161002, B910, {"self": tensor(2, 0, 4), "out": tensor(2, 0, 6)}),
        (161002, B910, {"self": tensor(2, 3, 0), "scale": -1.0}),
        (161002, B910, {"out": tensor(2, 3, 7)}),
        (161002, B910, {"scale": 2.0}),
        (161002, B910, {"scale": 0.0}),
        (0, A950, {"scale": 2.0}),
        (0, B910, {"scale": -1.0}),
        (0, B910, {"scale": float("nan")}),
        (161002, B910, {"self": tensor(2, 3, 4, dtype=FLOAT64), "out": tensor(2, 3, 6, dtype=FLOAT64)}),
        (0, A910, {"self": tensor(2, 3, 4, dtype=BFLOAT16), "out": tensor(2, 3, 6, dtype=BFLOAT16)}),
        (161002, B910, {"out": tensor(2, 3, 6, dtype=FLOAT16)}),
        (0, B910, {"self": tensor(0, 3, 4), "out": tensor(0, 3, 6)}),
        (561103, B910, {"self": tensor(2, 3, 4, format=Format.NCL)}),
        (0, B910, {"self": tensor(2, 3, 4, format=Format.NCL), "out": tensor(2, 3, 6, format=Format.NCL)}),
    ],
)
def test_upsample_codes(code: int, soc: str, changes: dict[str, Any]) -> None:
    assert code_of(UPSAMPLE, UPSAMPLE_CALL, changes, soc) == code


def upsampled(x: np.ndarray, out: np.ndarray, aligned: bool, scale: float = -1.0, soc: str = B910) -> list[str]:
    call = {"self": x, "outputSize": out.shape[2:], "alignCorners": aligned, "scale": scale, "out": out}
    return compute(UPSAMPLE, call, soc)


@pytest.mark.parametrize("aligned", [False, True])
@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("out_layout", layouts.DENSE)
@pytest.mark.parametrize("layout", layouts.ALL)
def test_upsample_layouts(layout: str, out_layout: str, dtype: Any, aligned: bool) -> None:
    for size in (9, 5, 3, 1):
        x = layouts.laid_out(random((2, 3, 5), dtype), layout)
        out = layouts.output((2, 3, size), dtype, out_layout)
        upsampled(x, out, aligned)
        expected = torch.nn.functional.interpolate(as_torch(x), size, mode="linear", align_corners=aligned)
        assert_close(out, expected.numpy())


@pytest.mark.parametrize(
    ("soc", "size", "kernels"),
    [
        (B910, 10, ["UpsampleLinear1d"]),
        (A950, 10, ["ResizeLinear"]),
        (A910, 10, ["ResizeD"]),
        (B910, 5, ["TensorMove"]),
        (A950, 5, ["ResizeLinear"]),
    ],
)
def test_upsample_kernels(soc: str, size: int, kernels: list[str]) -> None:
    assert upsampled(random((2, 3, 5)), np.empty((2, 3, size), np.float32), False, soc=soc) == kernels


def test_scale_counts_where_it_is_given() -> None:
    # Cells at (i + 0.5) / 1.5 - 0.5 = -1/6, 1/2, 7/6, 11/6 of 0, 6, 12: the first and the last are cut off to 0
    # and 11/6, so 0, 3, 7, 11. By the sizes alone, 4 / 3, they would lie at -1/8, 5/8, 11/8, 17/8.
    out = np.empty((1, 1, 4), np.float32)
    upsampled(np.array([[[0, 6, 12]]], np.float32), out, False, 1.5)
    np.testing.assert_allclose(out, [[[0, 3, 7, 11]]], rtol=1e-6)


def test_inferred_upsample() -> None:
    assert infer(UPSAMPLE, UPSAMPLE_CALL | {"out": MISSING}) == {"out": ((2, 3, 6), FLOAT32)}
