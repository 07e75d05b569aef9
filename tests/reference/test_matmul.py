"""aclnnMatmul: codes, values in every layout, and the narrowing that cubeMathType allows."""

from __future__ import annotations

from typing import Any

import ml_dtypes
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

NAME = "aclnnMatmul"
CALL = {"self": tensor(2, 3), "mat2": tensor(3, 4), "out": tensor(2, 4), "cubeMathType": 1}
NZ = Format.FRACTAL_NZ


def halves(**dtypes: Any) -> dict[str, Any]:
    return {n: tensor(*CALL[n].shape, dtype=d) for n, d in dtypes.items()}


@pytest.mark.parametrize(
    ("code", "soc", "changes"),
    [
        (0, B910, {}),
        (0, A910, {}),
        (0, A950, {}),
        (561003, B310, {}),
        (161001, B910, {"self": None}),
        (161001, B910, {"mat2": None}),
        (161001, B910, {"out": None}),
        (161002, B910, {"self": tensor(2, 3, dtype=FLOAT64)}),
        (161002, B910, {"mat2": tensor(3, 4, dtype=FLOAT64)}),
        (161002, B910, {"out": tensor(2, 4, dtype=FLOAT64)}),
        (0, B910, halves(self=BFLOAT16, mat2=FLOAT16)),
        (161002, A910, halves(out=BFLOAT16)),
        (0, B910, {"cubeMathType": -1}),
        (161002, A950, {"cubeMathType": -1}),
        (0, B910, {"cubeMathType": 4}),
        (161002, B910, {"cubeMathType": 5}),
        (161002, B910, {"cubeMathType": -2}),
        (161002, A910, {"cubeMathType": 0}),
        (161002, P310, {"cubeMathType": 3}),
        (0, P310, {"cubeMathType": 2}),
        (0, A910, {**halves(self=FLOAT16, mat2=FLOAT16), "cubeMathType": 0}),
        (161002, B910, {"self": tensor(1, 1, 1, 1, 1, 2, 3)}),
        (161002, B910, {"mat2": tensor(1, 1, 1, 1, 1, 3, 4)}),
        (161002, B910, {"self": tensor()}),
        (161002, B910, {"mat2": tensor()}),
        (161002, B910, {"mat2": tensor(4, 4)}),
        (161002, B910, {"mat2": tensor(4)}),
        (161002, B910, {"self": tensor(2, 2, 3), "mat2": tensor(3, 3, 4)}),
        (161002, B910, {"self": tensor(2, 3, format=NZ)}),
        (161002, B910, {"out": tensor(2, 4, format=NZ)}),
        (561003, B910, {"mat2": tensor(3, 4, format=NZ)}),
        (161002, B910, {"self": tensor(2, 3, dtype=BFLOAT16), "mat2": tensor(3, 4, dtype=FLOAT16, format=NZ)}),
        (0, B910, {"out": tensor(8)}),
        (561103, B910, {"out": tensor(2, 5)}),
        (561103, B910, {"out": tensor(0)}),
        (0, B910, {"self": tensor(0, 3), "out": tensor(0)}),
        (0, B910, {"self": tensor(0, 3), "out": tensor(7)}),
        (561103, B910, {"mat2": tensor(1, 3, 4), "out": tensor(2, 4, format=Format.NCHW)}),
        (0, B910, {"out": tensor(2, 4, format=Format.NCHW)}),
    ],
)
def test_codes(code: int, soc: str, changes: dict[str, Any]) -> None:
    assert code_of(NAME, CALL, changes, soc) == code


def product(a: np.ndarray, b: np.ndarray, out: np.ndarray, mode: int = 0, soc: str = B910) -> list[str]:
    return compute(NAME, {"self": a, "mat2": b, "out": out, "cubeMathType": mode}, soc)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("out_layout", layouts.DENSE)
@pytest.mark.parametrize("layout", layouts.ALL)
def test_layouts(dtype: Any, layout: str, out_layout: str) -> None:
    a = layouts.laid_out(random((3, 5), dtype, 1), layout)
    b = layouts.laid_out(random((5, 4), dtype, 2), layout)
    out = layouts.output((3, 4), dtype, out_layout)
    product(a, b, out)
    assert_close(out, (as_torch(a) @ as_torch(b)).numpy())


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ((3,), (3,)),
        ((3,), (3, 4)),
        ((2, 3), (3,)),
        ((5, 2, 3), (3,)),
        ((5, 2, 3), (3, 4)),
        ((3,), (5, 3, 4)),
        ((2, 3), (5, 3, 4)),
        ((5, 2, 3), (5, 3, 4)),
        ((1, 6, 2, 3), (5, 1, 3, 4)),
        ((2, 1), (1, 4)),
        ((2, 0, 3), (3, 4)),
        ((0, 2, 3), (0, 3, 4)),
        ((2, 0), (0, 4)),
    ],
)
def test_ranks(left: tuple[int, ...], right: tuple[int, ...]) -> None:
    a, b = random(left, seed=1), random(right, seed=2)
    expected = torch.matmul(as_torch(a), as_torch(b)).numpy()
    out = layouts.output(expected.shape, np.float32, "contiguous")
    product(a, b, out)
    assert_close(out, expected)
    call = {"self": a, "mat2": b, "out": MISSING, "cubeMathType": 0}
    assert infer(NAME, call) == {"out": (expected.shape, FLOAT32)}


def test_result_is_reshaped_to_the_output() -> None:
    a, b = random((2, 3), seed=1), random((3, 4), seed=2)
    out = layouts.output((4, 2), np.float32, "sliced")
    product(a, b, out)
    assert_close(out, (a.astype(np.float64) @ b).reshape(4, 2))


def test_transposed_operand_is_no_copy() -> None:
    a, b = layouts.laid_out(random((2, 3)), "transposed"), random((3, 4))
    assert product(a, b, np.empty((2, 4), np.float32)) == ["MatMulV3"]
    assert product(layouts.laid_out(a, "sliced"), b, np.empty((2, 4), np.float32)) == ["Contiguous", "MatMulV3"]


@pytest.mark.parametrize(
    ("soc", "mode", "dtype", "expected"),
    [
        # 2049 lies between the float16 numbers 2048 and 2050 and goes to the even one, 2048.
        (B910, 0, np.float32, 2049),
        (B910, 2, np.float32, 2048),
        (A910, 1, np.float32, 2048),
        (B910, 4, np.float32, 2049),
        # bfloat16 keeps eight digits: 2049 = 0b100000000001 becomes 2048, and USE_FP16 doesn't change that dtype.
        (B910, 2, ml_dtypes.bfloat16, 2048),
    ],
)
def test_narrowing_of_operands(soc: str, mode: int, dtype: Any, expected: int) -> None:
    out = np.empty((1, 1), np.float32)
    product(np.array([[2049]], dtype), np.array([[1]], dtype), out, mode, soc)
    assert out == expected


@pytest.mark.parametrize(
    ("soc", "mode", "dtype", "expected"),
    [
        # 2048 + 1 needs twelve digits; float16 operands, summed in float32, are rounded only by the output.
        (B910, 0, np.float16, 2049),
        (A910, 0, np.float16, 2049),
        (A950, 0, np.float16, 2049),
        # float32 operands narrowed to float16: the kernel itself writes float16.
        (B910, 2, np.float32, 2048),
        (A950, 2, np.float32, 2048),
        (A910, 2, np.float32, 2049),
    ],
)
def test_rounding_of_the_result(soc: str, mode: int, dtype: Any, expected: int) -> None:
    a, b, out = np.array([[2048, 1]], dtype), np.array([[1], [1]], dtype), np.empty((1, 1), np.float32)
    product(a, b, out, mode, soc)
    assert out == expected


def test_empty_sum_is_zero() -> None:
    out = layouts.output((2, 4), np.float16, "transposed")
    product(np.empty((2, 0), np.float16), np.empty((0, 4), np.float16), out)
    assert (out == 0).all()


def test_mixed_dtypes() -> None:
    a, b = random((2, 3), np.float16, 1), random((3, 4), ml_dtypes.bfloat16, 2)
    call = {"self": a, "mat2": b, "out": MISSING, "cubeMathType": 0}
    assert infer(NAME, call) == {"out": ((2, 4), FLOAT32)}
    out = layouts.output((2, 4), np.float32, "contiguous")
    product(a, b, out)
    assert_close(out, (as_torch(a) @ as_torch(b)).numpy())
