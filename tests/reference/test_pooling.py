"""aclnnAvgPool2d: codes, values, and the kernels that CANN chooses."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pyaclnn.dtypes import BFLOAT16, FLOAT16, FLOAT32, FLOAT64, HIFLOAT8
from pyaclnn.formats import Format
from pyaclnn.reference.rules import MISSING

from . import layouts
from .compute import compute, infer
from .refusals import A910, A950, B310, B910, P310, code_of, tensor
from .tolerances import assert_close
from .torch_oracle import FLOATS, as_torch, random, torch

NAME = "aclnnAvgPool2d"


def image(*shape: int, dtype: Any = FLOAT32, format: Format | None = None) -> Any:
    usual = Format.NCHW if len(shape) == 4 else Format.NCL
    return tensor(*shape, dtype=dtype, format=usual if format is None else format)


CALL = {
    "self": image(2, 3, 6, 6),
    "kernelSize": (2, 2),
    "strides": (2, 2),
    "paddings": (0, 0),
    "ceilMode": False,
    "countIncludePad": True,
    "divisorOverride": 0,
    "cubeMathType": 2,
    "out": image(2, 3, 3, 3),
}


def both(**changes: Any) -> dict[str, Any]:
    return {"self": image(2, 3, 6, 6, **changes), "out": image(2, 3, 3, 3, **changes)}


@pytest.mark.parametrize(
    ("code", "soc", "changes"),
    [
        (0, B910, {}),
        (0, A910, {}),
        (0, A950, {}),
        (561003, B310, {}),
        *((161001, B910, {n: None}) for n in ("self", "kernelSize", "strides", "paddings", "out")),
        (161002, B910, both(dtype=FLOAT64)),
        (161002, A910, both(dtype=BFLOAT16)),
        (0, B910, both(dtype=BFLOAT16)),
        (161002, B910, both(dtype=HIFLOAT8)),
        (561003, A950, both(dtype=HIFLOAT8)),
        (161002, B910, {"out": image(2, 3, 3, 3, dtype=FLOAT16)}),
        (161002, B910, both(format=Format.ND)),
        (161002, B910, both(format=Format.NCL)),
        (161002, B910, {"self": image(3, 6, 6, format=Format.NCHW), "out": image(3, 3, 3, format=Format.NCHW)}),
        (0, B910, {"self": image(3, 6, 6), "out": image(3, 3, 3)}),
        (161002, B910, {"kernelSize": (2, 0)}),
        (161002, B910, {"kernelSize": ()}),
        (161002, B910, {"strides": (2, 0)}),
        (161002, B910, {"strides": (2, 2, 2)}),
        (0, B910, {"strides": ()}),
        (0, B910, {"kernelSize": (2,), "strides": (2,), "paddings": (0,)}),
        (161002, B910, {"paddings": (0, -1)}),
        (161002, B910, {"paddings": ()}),
        (161002, B910, {"paddings": (0, 0, 0)}),
        (161002, B910, {"paddings": (2, 0), "out": image(2, 3, 5, 3)}),
        (161002, B910, {"out": image(3, 3, 3)}),
        (161002, B910, {"self": image(2, 0, 6, 6), "out": image(2, 0, 3, 3)}),
        (161002, B910, {"kernelSize": (9, 9)}),
        (161002, B910, {"out": image(2, 3, 3, 2)}),
        (0, B910, {"self": image(0, 3, 6, 6), "out": image(0, 3, 3, 3)}),
        (161002, B910, {"cubeMathType": 5}),
        (161002, B910, {"cubeMathType": -1}),
        (161002, A910, {"cubeMathType": 0}),
        (161002, P310, {"cubeMathType": 3}),
        (0, P310, {"cubeMathType": 1}),
        (0, A910, {**both(dtype=FLOAT16), "cubeMathType": 0}),
        # float32 in a narrowed form: not for the matrix units, free for the vector ones that ceilMode leads to.
        (161002, B910, {"cubeMathType": 1}),
        (0, B910, {"cubeMathType": 1, "ceilMode": True}),
        (0, A950, {"cubeMathType": 1}),
    ],
)
def test_codes(code: int, soc: str, changes: dict[str, Any]) -> None:
    assert code_of(NAME, CALL, changes, soc) == code


def pool(x: np.ndarray, out: Any, soc: str = B910, **changes: Any) -> list[str]:
    call = CALL | {"cubeMathType": 0, "self": x, "out": out} | changes
    return compute(NAME, {n: call[n] for n in CALL}, soc, Format.NCHW if x.ndim == 4 else Format.NCL)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("out_layout", layouts.DENSE)
@pytest.mark.parametrize("layout", layouts.ALL)
def test_layouts(layout: str, out_layout: str, dtype: Any) -> None:
    x = layouts.laid_out(random((2, 3, 6, 7), dtype), layout)
    out = layouts.output((2, 3, 3, 3), dtype, out_layout)
    pool(x, out, kernelSize=(3, 3), paddings=(1, 1), countIncludePad=False, strides=(2, 3))
    expected = torch.nn.functional.avg_pool2d(as_torch(x), 3, (2, 3), 1, False, False)
    assert_close(out, expected.numpy())


@pytest.mark.parametrize("soc", [B910, A950])
@pytest.mark.parametrize("shape", [(2, 3, 7, 6), (3, 7, 6), (2, 3, 4, 20)])
@pytest.mark.parametrize("divisor", [0, 5, -2])
@pytest.mark.parametrize("count", [False, True])
@pytest.mark.parametrize("ceil", [False, True])
@pytest.mark.parametrize(
    ("kernel", "stride", "pad"), [((2, 3), (2, 2), (1, 1)), ((3, 3), (3, 2), (0, 1)), ((4, 6), (1, 1), (0, 0))]
)
def test_geometry(
    kernel: Any, stride: Any, pad: Any, ceil: bool, count: bool, divisor: int, shape: Any, soc: str
) -> None:
    x = random(shape)
    expected = torch.nn.functional.avg_pool2d(as_torch(x), kernel, stride, pad, ceil, count, divisor or None).numpy()
    call = CALL | {"kernelSize": kernel, "strides": stride, "paddings": pad, "ceilMode": ceil}
    call |= {"countIncludePad": count, "divisorOverride": divisor, "cubeMathType": 0}
    out = layouts.output(expected.shape, np.float32, "contiguous")
    pool(x, out, soc, **{n: v for n, v in call.items() if n not in ("self", "out")})
    assert_close(out, expected)


@pytest.mark.parametrize(
    ("soc", "kernel", "changes"),
    [
        (A950, "AvgPoolV2", {}),
        (B910, "Pooling", {}),
        (B910, "AvgPool3D", {"ceilMode": True}),
        (B910, "AvgPool3D", {"divisorOverride": 256}),
        (P310, "Pooling", {"ceilMode": True, "cubeMathType": 1}),
        (P310, "AvgPool", {"divisorOverride": 256, "cubeMathType": 1}),
    ],
)
def test_kernels(soc: str, kernel: str, changes: dict[str, Any]) -> None:
    x = random((1, 1, 6, 6))
    assert kernel in pool(x, np.empty((1, 1, 3, 3), np.float32), soc, **changes)


def test_whole_image_is_a_mean() -> None:
    x, out = random((2, 3, 6, 6)), np.empty((2, 3, 1, 1), np.float32)
    assert pool(x, out, kernelSize=(6, 6)) == ["ReduceMean"]
    assert_close(out, x.astype(np.float64).mean((2, 3), keepdims=True))


def test_use_fp16_rounds_the_image() -> None:
    # 2049 is no float16 number and becomes 2048; a window of one cell gives it back.
    out = np.empty((1, 1, 2, 2), np.float32)
    pool(np.full((1, 1, 2, 2), 2049, np.float32), out, kernelSize=(1, 1), strides=(1, 1), cubeMathType=2)
    assert (out == 2048).all()


def test_float16_multiplies_by_a_rounded_factor() -> None:
    # 1/49 in float16 is 1337 / 65536. The sum 49 * 2047 / 1024 times that is 2046.28 / 1024, and float16 has steps
    # of 1 / 1024 there: 2046 / 1024, where dividing would give 2047 / 1024 back.
    out = np.empty((1, 1, 1, 1), np.float16)
    pool(np.full((1, 1, 7, 8), 2047 / 1024, np.float16), out, kernelSize=(7, 7))
    assert out == 2046 / 1024


def test_inferred_output() -> None:
    call = CALL | {"self": image(2, 3, 6, 7), "out": MISSING, "ceilMode": True}
    # 7 columns, kernel and stride 2: three and a half windows, rounded up.
    assert infer(NAME, call) == {"out": ((2, 3, 3, 4), FLOAT32)}
