"""Sums over axes: PyTorch judges the values, and numbers by hand where CANN differs."""

from __future__ import annotations

import itertools
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from pyaclnn import dtypes
from pyaclnn.reference.rules import MISSING

from .compute import compute, infer
from .layouts import ALL, DENSE, Array, laid_out, output
from .refusals import CHIPS, code_of, tensor
from .tolerances import assert_close
from .torch_values import from_torch, numbers, to_torch

A910, B910, P310, B310, A950 = "Ascend910A", "Ascend910B1", "Ascend310P3", "Ascend310B1", "Ascend950PR_9599"
F16, F32, F64, BF16 = np.float16, np.float32, np.float64, ml_dtypes.bfloat16


def total(x: Array, dims: list[int], out: Array, keep: bool = False, soc: str = B910) -> Array:
    dtype = dtypes.from_numpy(out.dtype)
    compute("aclnnReduceSum", {"self": x, "dims": dims, "keepDims": keep, "dtype": dtype, "out": out}, soc)
    return out


def inferred(x: Array, dims: list[int], keep: bool, dtype: dtypes.DType) -> Any:
    args = {"self": x, "dims": dims, "keepDims": keep, "dtype": dtype, "out": MISSING}
    return infer("aclnnReduceSum", args)["out"]


@pytest.mark.parametrize("out_layout", DENSE)
@pytest.mark.parametrize("layout", ALL)
@pytest.mark.parametrize("dtype", [F32, F16, BF16, F64, np.int32, np.int64])
def test_agrees_with_torch(dtype: Any, layout: str, out_layout: str) -> None:
    x = laid_out(numbers((4, 3, 6), dtype, 1), layout)
    want = from_torch(to_torch(x).sum(1, dtype=to_torch(x).dtype))
    for soc in (B910, A950):
        assert_close(total(x, [1], output((4, 6), dtype, out_layout), soc=soc), want)


@pytest.mark.parametrize("keep", [False, True])
@pytest.mark.parametrize("dims", [[], [0], [-1], [0, 2], [2, 0], [-2, 0], [0, 1, 2]])
def test_axes(dims: list[int], keep: bool) -> None:
    x = laid_out(numbers((4, 3, 6), F32, 2), "sliced")
    axes = dims or [0, 1, 2]
    want = from_torch(to_torch(x).sum(axes, keepdim=keep))
    assert inferred(x, dims, keep, dtypes.FLOAT32) == (want.shape, dtypes.FLOAT32)
    for soc in CHIPS:
        assert_close(total(x, dims, np.full(want.shape, 77, F32), keep, soc), want)


@pytest.mark.parametrize(
    ("source", "target"), [*itertools.product([F32, F16, np.int32, np.uint8, np.bool_], [F32, F64, np.int64, BF16])]
)
def test_the_cast_comes_before_the_sum(source: Any, target: Any) -> None:
    x = numbers((5, 7), source, 3)
    # In int64 the fractions are gone before they add up; 35 values below 10 are exact in float64.
    want = x.astype(target).astype(F64).sum(0)
    assert inferred(x, [0], False, dtypes.from_numpy(np.dtype(target))) == ((7,), dtypes.from_numpy(np.dtype(target)))
    for soc in (B910, A950):
        assert_close(total(x, [0], np.full(7, 77, target), soc=soc), want)


def test_sixteen_bits_add_up_in_float32() -> None:
    # In float16 2048 + 1 is 2048 again, so that the ones would be lost; their sum is 2052.
    assert total(np.array([2048, 1, 1, 1, 1], F16), [], np.zeros((), F16)) == 2052
    # In bfloat16 the same holds from 256 on.
    assert total(np.array([256, 1, 1, 1, 1], BF16), [], np.zeros((), BF16)) == 260


def test_narrow_integers_wrap_and_bools_are_any() -> None:
    # 100 + 100 = 256 - 56.
    assert total(np.array([100, 100], np.int8), [0], np.zeros((), np.int8)) == -56
    out = total(np.array([[1, 1], [0, 0]], bool), [1], np.zeros(2, bool))
    assert out.tolist() == [True, False]
    assert total(np.array([3, 0], np.int32), [0], np.zeros((), bool)) == np.True_


@pytest.mark.parametrize("soc", CHIPS)
def test_bools_are_counted(soc: str) -> None:
    x = np.ones((5, 7), bool)
    assert total(x, [0], np.zeros(7, np.int64), soc=soc).tolist() == [5] * 7
    assert total(x, [], np.zeros((), np.int64), soc=soc) == 35


def test_shapes_without_axes() -> None:
    assert total(np.array(3, F32), [], np.zeros((), F32)) == 3
    # A 0-d tensor has one axis to name.
    assert total(np.array(3, F32), [-1], np.zeros((), F32)) == 3
    # One element fits any shape of one element.
    assert total(np.array([2, 3], F32), [0], np.zeros((1, 1), F32)).tolist() == [[5]]


def test_the_sum_of_nothing_is_zeros_of_the_outputs_shape() -> None:
    x = np.zeros((0, 3), F32)
    assert inferred(x, [0], False, dtypes.FLOAT32) == ((3,), dtypes.FLOAT32)
    assert total(x, [0], np.full(3, 77, F32)).tolist() == [0, 0, 0]
    assert total(x, [0], np.full((2, 2), 77, F32)).tolist() == [[0, 0], [0, 0]]
    assert total(x, [1], np.zeros(0, F32)).shape == (0,)
    assert total(x, [], output((2, 2), np.int64, "sliced")).tolist() == [[0, 0], [0, 0]]


def test_ascend950_sums_slices_as_they_lie() -> None:
    x = laid_out(numbers((4, 6), F32, 4), "sliced")
    args = {"self": x, "dims": [1], "keepDims": False, "dtype": dtypes.FLOAT32, "out": np.zeros(4, F32)}
    assert compute("aclnnReduceSum", args, A950) == ["ReduceSum"]
    assert compute("aclnnReduceSum", args, B910) == ["Contiguous", "ReduceSum"]
    transposed = {**args, "self": laid_out(numbers((4, 6), F32, 4), "transposed")}
    assert compute("aclnnReduceSum", transposed, A950) == ["Contiguous", "ReduceSum"]


CALL = {"self": tensor(4, 3), "dims": (0,), "keepDims": False, "dtype": dtypes.FLOAT32, "out": tensor(3)}


@pytest.mark.parametrize(
    ("code", "soc", "changes"),
    [
        (0, B910, {}),
        (161001, B910, {"dims": None}),
        (161002, B910, {"dims": (2,)}),
        (161002, B910, {"dims": (-3,)}),
        (161002, B910, {"dims": (0, -2)}),
        (161002, B910, {"dtype": dtypes.FLOAT16}),
        (161002, B910, {"dtype": dtypes.UINT32}),
        (161002, B910, {"out": tensor(4)}),
        (161002, A910, {"self": tensor(4, 3, dtype=dtypes.BFLOAT16)}),
        (0, B910, {"self": tensor(4, 3, dtype=dtypes.COMPLEX64)}),
        (0, B910, {"self": tensor(0, 3), "out": tensor(5)}),
        (561003, B310, {}),
    ],
)
def test_codes(code: int, soc: str, changes: dict[str, Any]) -> None:
    assert code_of("aclnnReduceSum", CALL, changes, soc) == code
