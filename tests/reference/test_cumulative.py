"""Running sums, products and extremes: PyTorch judges the values, and numbers by hand where CANN differs."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

from pyaclnn import dtypes
from pyaclnn.dtypes import BFLOAT16, BOOL, FLOAT16, FLOAT32, FLOAT64, INT32, INT64
from pyaclnn.formats import Format
from pyaclnn.reference.meta import ScalarValue
from pyaclnn.reference.rules import MISSING

from .arguments import named
from .compute import compute, infer
from .layouts import ALL, DENSE, Array, laid_out, output
from .refusals import A910, A950, B310, B910, CHIPS, code_of, tensor
from .tolerances import assert_close
from .torch_values import from_torch, numbers, to_torch

F16, F32, F64, BF16 = np.float16, np.float32, np.float64, ml_dtypes.bfloat16
NAN = float("nan")
SUMMED = (F32, F16, BF16, F64, np.int8, np.uint8, np.int16, np.int32, np.int64, np.complex64)
MULTIPLIED = SUMMED[:-1]
COMPARED = (*MULTIPLIED, np.bool_)


def axis(value: int) -> ScalarValue:
    return ScalarValue(INT64, np.int64(value))


def running_sum(x: Array, dim: int, out: Array, soc: str = B910) -> Array:
    compute("aclnnCumsum", {"self": x, "dim": dim, "dtype": named(out.dtype), "out": out}, soc)
    return out


def running_sum_v2(x: Array, dim: int, out: Array, exclusive: bool, reverse: bool, soc: str = B910) -> Array:
    args = {"self": x, "dim": dim, "exclusive": exclusive, "reverse": reverse, "out": out}
    compute("aclnnCumsumV2", args, soc)
    return out


def running_product(x: Array, dim: int, out: Array, soc: str = B910) -> Array:
    compute("aclnnCumprod", {"input": x, "dim": axis(dim), "dtype": named(out.dtype), "out": out}, soc)
    return out


def running_extreme(name: str, x: Array, dim: int, values: Array, indices: Array, soc: str = B910) -> Any:
    compute(f"aclnn{name}", {"self": x, "dim": dim, "valuesOut": values, "indicesOut": indices}, soc)
    return values, indices


@pytest.mark.parametrize("out_layout", DENSE)
@pytest.mark.parametrize("layout", ALL)
def test_layouts(layout: str, out_layout: str) -> None:
    for dtype in SUMMED:
        x = laid_out(numbers((4, 3, 6), dtype, 1), layout)
        accuracy = F32 if dtype == np.complex64 else None
        for soc in (B910, A950):
            for dim in (0, 1, -1):
                out = laid_out(np.zeros((4, 3, 6), dtype), out_layout)
                want = from_torch(to_torch(x).cumsum(dim, dtype=to_torch(x).dtype))
                assert_close(running_sum(x, dim, out, soc), want, accuracy, roundings=2)
                if dtype != np.complex64:
                    out = laid_out(np.zeros((4, 3, 6), dtype), out_layout)
                    exact = out.dtype.kind in "iu"
                    want = np.cumprod(x if exact else x.astype(F64), dim, dtype=dtype if exact else F64)
                    assert_close(running_product(x, dim, out, soc), want, roundings=2)


@pytest.mark.parametrize("exclusive", [False, True])
@pytest.mark.parametrize("reverse", [False, True])
def test_exclusive_and_reverse(exclusive: bool, reverse: bool) -> None:
    # By hand: each element's own value leaves an exclusive sum, and a reverse one begins at the end.
    x = laid_out(np.array([[1, 2, 4], [8, 16, 32]], F32), "transposed")
    wants = {
        (False, False): [[1, 3, 7], [8, 24, 56]],
        (True, False): [[0, 1, 3], [0, 8, 24]],
        (False, True): [[7, 6, 4], [56, 48, 32]],
        (True, True): [[6, 4, 0], [48, 32, 0]],
    }
    args = {"self": x, "dim": 1, "exclusive": exclusive, "reverse": reverse, "out": MISSING}
    assert infer("aclnnCumsumV2", args) == {"out": ((2, 3), FLOAT32)}
    for soc in CHIPS:
        out = output((2, 3), F32, "sliced")
        assert running_sum_v2(x, 1, out, exclusive, reverse, soc).tolist() == wants[exclusive, reverse]
    single = running_sum_v2(np.array(5, F32), 0, np.ones((), F32), exclusive, reverse)
    assert single == (0 if exclusive else 5)


def test_sums_and_products_of_16_bits_are_kept_in_float32() -> None:
    # 2048 + 1 is 2048 in float16, but 2048 + 1 + 1 is 2050; each result is rounded from float32: 2049 is a tie, 2048.
    x = np.array([2048, 1, 1], F16)
    assert running_sum(x, 0, np.zeros(3, F16)).tolist() == [2048, 2048, 2050]
    # 300 * 300 overflows float16, its 256th part does not.
    x = np.array([300, 300, 1 / 256], F16)
    assert running_product(x, 0, np.zeros(3, F16)).tolist() == [300, np.inf, 351.5]


def test_integers_wrap() -> None:
    # 100 + 100 = 256 - 56, + 100 = 44; 16 * 17 = 272 = 256 + 16.
    assert running_sum(np.array([100, 100, 100], np.int8), 0, np.zeros(3, np.int8)).tolist() == [100, -56, 44]
    assert running_product(np.array([16, 17], np.uint8), 0, np.zeros(2, np.uint8)).tolist() == [16, 16]


def test_the_cast_comes_first() -> None:
    x = np.array([1.5, 1.5], F32)
    assert running_sum(x, 0, np.zeros(2, np.int32)).tolist() == [1, 2]
    assert running_product(x, 0, np.zeros(2, np.int32)).tolist() == [1, 1]
    assert running_sum(np.array([True, True]), 0, np.zeros(2, F32)).tolist() == [1, 2]


@pytest.mark.parametrize("dtype", MULTIPLIED)
def test_products_in_place(dtype: Any) -> None:
    x = laid_out(numbers((4, 6), dtype, 2), "sliced")
    want = np.cumprod(x.astype(F64), 1) if x.dtype.kind not in "iu" else np.cumprod(x, 1, dtype=dtype)
    compute("aclnnInplaceCumprod", {"input": x, "dim": axis(-1)})
    assert_close(x, want, roundings=2)


def test_inferred_dtypes() -> None:
    x = np.ones((2, 3), np.int32)
    args = {"self": x, "dim": 0, "dtype": FLOAT64, "out": MISSING}
    assert infer("aclnnCumsum", args) == {"out": ((2, 3), FLOAT64)}
    args = {"input": x, "dim": axis(0), "dtype": FLOAT16, "out": MISSING}
    assert infer("aclnnCumprod", args) == {"out": ((2, 3), FLOAT16)}
    assert infer("aclnnCumprod", {**args, "dtype": dtypes.UNDEFINED}) == {"out": ((2, 3), INT32)}


def test_an_output_of_another_dtype_ends_a_product_without_an_error() -> None:
    out = np.full(2, 77, F32)
    args = {"input": np.ones(2, F32), "dim": axis(0), "dtype": FLOAT64, "out": out}
    assert compute("aclnnCumprod", args) == []
    assert out.tolist() == [77, 77]


@pytest.mark.parametrize("layout", ALL)
@pytest.mark.parametrize("name", ["Cummax", "Cummin"])
def test_extremes(name: str, layout: str) -> None:
    for dtype in COMPARED:
        x = laid_out(np.random.default_rng(3).integers(0, 5, (4, 3, 6)).astype(dtype), layout)
        for dim in (0, 1, -1):
            want = getattr(to_torch(x), name.lower())(dim)
            args = {"self": x, "dim": dim, "valuesOut": MISSING, "indicesOut": MISSING}
            spec = {"valuesOut": ((4, 3, 6), named(dtype)), "indicesOut": ((4, 3, 6), INT64)}
            assert infer(f"aclnn{name}", args) == spec
            for soc in (B910, A950):
                values, indices = laid_out(np.zeros(x.shape, dtype), "sliced"), output(x.shape, np.int64, "transposed")
                found = running_extreme(name, x, dim, values, indices, soc)
                np.testing.assert_array_equal(found[0], from_torch(want.values))
                np.testing.assert_array_equal(found[1], from_torch(want.indices))


def test_extremes_by_hand() -> None:
    # Of equal ones the last is named.
    x = np.array([2, 3, 3, 1], np.int32)
    for soc in CHIPS:
        values, indices = np.zeros(4, np.int32), np.zeros(4, np.int32)
        running_extreme("Cummax", x, 0, values, indices, soc)
        assert (values.tolist(), indices.tolist()) == ([2, 3, 3, 3], [0, 1, 2, 2])
        running_extreme("Cummin", x, 0, values, indices, soc)
        assert (values.tolist(), indices.tolist()) == ([2, 2, 2, 1], [0, 0, 0, 3])
    values, indices = np.zeros((), F32), np.ones((), np.int64)
    assert running_extreme("Cummin", np.array(7, F32), -1, values, indices) == (7, 0)


def test_nan_is_passed_on_ascend950_only() -> None:
    # There a comparison with NaN fails, so that whatever follows replaces it.
    x = np.array([5, NAN, 7, 6], F32)
    for soc, want, where in ((B910, [5, NAN, NAN, NAN], [0, 1, 1, 1]), (A950, [5, NAN, 7, 6], [0, 1, 2, 3])):
        values, indices = running_extreme("Cummin", x, 0, np.zeros(4, F32), np.zeros(4, np.int64), soc)
        np.testing.assert_array_equal(values, want)
        assert indices.tolist() == where


def test_the_vector_cores_work_along_the_first_axis() -> None:
    args = {"self": np.ones((2, 3), F32), "dim": 1}
    args |= {"valuesOut": np.zeros((2, 3), F32), "indicesOut": np.zeros((2, 3), np.int64)}
    assert compute("aclnnCummin", args, B910) == ["Transpose", "Cummin", "Transpose", "Transpose", "Cast"]
    assert compute("aclnnCummin", args, A950) == ["Cummin"]
    assert compute("aclnnCummax", args, B910) == ["Cummax"]


def test_nothing() -> None:
    x = np.zeros((0, 3), F32)
    assert running_sum(x, 1, x).shape == (0, 3)
    assert running_product(x, 1, x).shape == (0, 3)
    assert running_extreme("Cummax", x, 1, x, np.zeros((0, 3), np.int32))[0].shape == (0, 3)


X, INDICES = tensor(2, 3), tensor(2, 3, dtype=INT64)
CALLS: dict[str, dict[str, Any]] = {
    "Cumsum": {"self": X, "dim": 0, "dtype": FLOAT32, "out": X},
    "CumsumV2": {"self": X, "dim": 0, "exclusive": False, "reverse": False, "out": X},
    "Cumprod": {"input": X, "dim": axis(0), "dtype": FLOAT32, "out": X},
    "Cummax": {"self": X, "dim": 0, "valuesOut": X, "indicesOut": INDICES},
    "Cummin": {"self": X, "dim": 0, "valuesOut": X, "indicesOut": INDICES},
}
SUMS, EXTREMES = ("Cumsum", "CumsumV2"), ("Cummax", "Cummin")


@pytest.mark.parametrize(
    ("code", "names", "soc", "changes"),
    [
        *((0, tuple(CALLS), soc, {}) for soc in CHIPS),
        (0, ("Cumsum", "CumsumV2", "Cummin"), B310, {}),
        (561003, ("Cumprod", "Cummax"), B310, {}),
        (161001, SUMS, B910, {"self": None}),
        (161001, EXTREMES, B910, {"indicesOut": None}),
        (161001, ("Cumprod",), B910, {"dim": None}),
        (161002, (*SUMS, *EXTREMES), B910, {"dim": 2}),
        (161002, (*SUMS, *EXTREMES), B910, {"dim": -3}),
        (161002, ("Cumprod",), B910, {"dim": axis(2)}),
        (161002, ("Cumprod",), B910, {"dim": ScalarValue(FLOAT32, np.float32(0))}),
        (161002, SUMS, B910, {"out": tensor(3, 2)}),
        (161002, EXTREMES, B910, {"indicesOut": tensor(3, 2, dtype=INT64)}),
        (161002, EXTREMES, B910, {"indicesOut": tensor(2, 3)}),
        (161002, ("Cumsum",), B910, {"dtype": FLOAT64}),
        # The operand's dtype is looked at only by the second.
        (0, ("Cumsum",), B910, {"self": tensor(2, 3, dtype=BOOL)}),
        (161002, ("CumsumV2",), B910, {"self": tensor(2, 3, dtype=BOOL)}),
        (161002, ("Cummax",), A910, {"self": tensor(2, 3, dtype=BFLOAT16)}),
        (0, ("Cummin",), A910, {"self": tensor(2, 3, dtype=BFLOAT16)}),
        (161002, ("Cummax",), B910, {"self": tensor(), "valuesOut": tensor(), "indicesOut": tensor(dtype=INT64)}),
        (0, ("Cummin",), B910, {"self": tensor(), "valuesOut": tensor(), "indicesOut": tensor(dtype=INT64)}),
        # The results keep the format of self.
        (561103, ("Cummax",), B910, {"self": tensor(2, 3, format=Format.FRACTAL_NZ)}),
        (0, ("Cumprod",), B910, {"input": tensor(*(1,) * 9), "out": tensor(*(1,) * 9)}),
    ],
)
def test_codes(code: int, names: tuple[str, ...], soc: str, changes: dict[str, Any]) -> None:
    for name in names:
        assert code_of(f"aclnn{name}", CALLS[name], changes, soc) == code, name
