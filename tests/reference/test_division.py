"""Quotients: PyTorch judges the values, and numbers by hand where CANN differs."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

from pyaclnn import dtypes
from pyaclnn.formats import Format
from pyaclnn.reference.meta import ScalarValue
from pyaclnn.reference.rules import MISSING

from .arguments import scalar
from .compute import compute, infer
from .layouts import ALL, DENSE, Array, laid_out, output
from .refusals import code_of, tensor
from .tolerances import assert_close
from .torch_values import from_torch, numbers, to_torch

A910, B910, P310, B310, A950 = "Ascend910A", "Ascend910B1", "Ascend310P3", "Ascend310B1", "Ascend950PR_9599"
F16, F32, F64, BF16 = np.float16, np.float32, np.float64, ml_dtypes.bfloat16
NAN, INF = float("nan"), float("inf")
EXACT, TRUNCATED, FLOORED = 0, 1, 2
ROUNDING = {EXACT: None, TRUNCATED: "trunc", FLOORED: "floor"}


def div(x: Array, y: Any, out: Array, soc: str = B910) -> Array:
    operator = "aclnnDivs" if isinstance(y, ScalarValue) else "aclnnDiv"
    compute(operator, {"self": x, "other": y, "out": out}, soc)
    return out


def div_mod(x: Array, y: Any, mode: int, out: Array, soc: str = B910) -> Array:
    operator = "aclnnDivMods" if isinstance(y, ScalarValue) else "aclnnDivMod"
    compute(operator, {"self": x, "other": y, "mode": mode, "out": out}, soc)
    return out


def divisors(shape: tuple[int, ...], dtype: Any, seed: int) -> Array:
    values = numbers(shape, dtype, seed)
    return np.where(values == 0, values.dtype.type(1), values)


@pytest.mark.parametrize("out_layout", DENSE)
@pytest.mark.parametrize("layout", ALL)
@pytest.mark.parametrize("dtype", [F32, F16, BF16, F64, np.int32, np.int64, np.int8, np.uint8])
def test_exact_quotients_agree_with_torch(dtype: Any, layout: str, out_layout: str) -> None:
    x, y = laid_out(numbers((4, 6), dtype, 1), layout), laid_out(divisors((4, 6), dtype, 2), "sliced")
    want = from_torch(to_torch(x) / to_torch(y))
    args = {"self": x, "other": y, "out": MISSING}
    assert infer("aclnnDiv", args) == {"out": ((4, 6), dtypes.from_numpy(want.dtype))}
    for soc in (B910, A950):
        assert_close(div(x, y, output((4, 6), want.dtype, out_layout), soc), want)


@pytest.mark.parametrize("layout", ALL)
@pytest.mark.parametrize("mode", [TRUNCATED, FLOORED])
@pytest.mark.parametrize("dtype", [F32, F16, np.int32, np.int64, np.int16, np.int8, np.uint8])
@pytest.mark.parametrize("soc", [A910, B910, P310, A950])
def test_rounded_quotients_agree_with_torch(soc: str, dtype: Any, mode: int, layout: str) -> None:
    x, y = laid_out(numbers((4, 6), dtype, 3), layout), laid_out(divisors((4, 6), dtype, 4), "transposed")
    want = from_torch(to_torch(x).div(to_torch(y), rounding_mode=ROUNDING[mode]))
    args = {"self": x, "other": y, "mode": mode, "out": MISSING}
    assert infer("aclnnDivMod", args, soc) == {"out": ((4, 6), dtypes.from_numpy(np.dtype(dtype)))}
    np.testing.assert_array_equal(div_mod(x, y, mode, output((4, 6), dtype, "backwards"), soc), want)


MIXED = (F32, F16, BF16, F64, np.int8, np.int32, np.int64, np.bool_)


@pytest.mark.parametrize("second", MIXED)
@pytest.mark.parametrize("first", MIXED)
def test_mixed_dtypes_promote_as_in_torch(first: Any, second: Any) -> None:
    x = numbers((3, 4), first, 5)
    y = np.broadcast_to(np.array([[1], [1], [1]] if second is np.bool_ else [[2], [1], [4]], second), (3, 4))
    want = from_torch(to_torch(x) / to_torch(y))
    assert infer("aclnnDiv", {"self": x, "other": y, "out": MISSING})["out"][1].numpy == want.dtype
    for soc in (B910, A950):
        assert_close(div(x, y, np.full((3, 4), 77, want.dtype), soc), want)


@pytest.mark.parametrize("mode", [EXACT, TRUNCATED, FLOORED])
@pytest.mark.parametrize(
    ("dtype", "other"),
    [
        (F32, scalar(0.3)),
        (F16, scalar(0.3)),
        (np.int32, scalar(-3, np.int64)),
        (np.int64, scalar(2.5)),
        (BF16, scalar(2)),
    ],
)
@pytest.mark.parametrize("soc", [B910, A950])
def test_scalar_divisors_agree_with_torch(soc: str, dtype: Any, other: ScalarValue, mode: int) -> None:
    x = laid_out(numbers((4, 6), dtype, 7), "sliced")
    want = from_torch(to_torch(x).div(other.value.item(), rounding_mode=ROUNDING[mode]))
    args = {"self": x, "other": other, "mode": mode, "out": MISSING}
    assert infer("aclnnDivMods", args, soc) == {"out": ((4, 6), dtypes.from_numpy(want.dtype))}
    assert_close(div_mod(x, other, mode, np.full((4, 6), 77, want.dtype), soc), want)
    if mode == EXACT:
        assert_close(div(x, other, np.full((4, 6), 77, want.dtype), soc), want)


def test_integer_quotients_into_integers_lose_their_fraction() -> None:
    # Older chips let the float32 quotient be cast to the output: 3.5 and -3.5 to 3 and -3. Ascend950 refuses.
    x, y = np.array([7, -7], np.int32), np.array([2, 2], np.int32)
    assert div(x, y, np.zeros(2, np.int32), B910).tolist() == [3, -3]
    call = {
        "self": tensor(2, dtype=dtypes.INT32),
        "other": tensor(2, dtype=dtypes.INT32),
        "out": tensor(2, dtype=dtypes.INT32),
    }
    assert code_of("aclnnDiv", call, {}, A950) == 161002


def test_kernels_by_chip() -> None:
    x, y = laid_out(np.ones((2, 3), np.int32), "sliced"), np.ones((2, 3), np.int32)
    args = {"self": x, "other": y, "mode": TRUNCATED, "out": np.zeros((2, 3), np.int32)}
    assert compute("aclnnDivMod", args, B910) == ["Contiguous", "RealDiv", "Trunc"]
    assert compute("aclnnDivMod", args, A950) == ["Contiguous", "TruncateDiv"]
    assert compute("aclnnDivMod", args, A910) == ["Contiguous", "Cast", "Cast", "RealDiv", "Trunc", "Cast"]
    args = {"self": x, "other": y, "out": np.zeros((2, 3), F32)}
    assert compute("aclnnDiv", args, A950) == ["RealDiv"]
    assert compute("aclnnDiv", args, B910) == ["Contiguous", "RealDiv"]


def test_division_by_zero() -> None:
    x, zero = np.array([1, -1, 0], F32), np.zeros(3, F32)
    for soc in (A910, B910, A950):
        np.testing.assert_array_equal(div(x, zero, np.ones(3, F32), soc), [INF, -INF, NAN])
        for mode in (TRUNCATED, FLOORED):
            np.testing.assert_array_equal(div_mod(x, zero, mode, np.ones(3, F32), soc), [INF, -INF, NAN])
    # Integers on Ascend950: -1, and for 64 bits the low half of it where the dividend is not negative.
    for dtype in (np.int8, np.int16, np.int32):
        out = div_mod(np.array([5, -5, 0], dtype), np.zeros(3, dtype), TRUNCATED, np.ones(3, dtype), A950)
        assert out.tolist() == [-1, -1, -1]
    x64 = np.array([5, -5, 0, 2**63 - 1], np.int64)
    out = div_mod(x64, np.zeros(4, np.int64), TRUNCATED, np.ones(4, np.int64), A950)
    assert out.tolist() == [4294967295, -1, 4294967295, -1]


def test_complex_division_is_the_plain_formula() -> None:
    # (1 + 2i) / (3 - 4i) = (1 + 2i)(3 + 4i) / 25 = (-5 + 10i) / 25; by zero it is 0 / 0.
    x, y = np.array([1 + 2j, 1]), np.array([3 - 4j, 0])
    out = div(x.astype(np.complex64), y.astype(np.complex64), np.ones(2, np.complex64))
    assert_close(out[:1], np.array([-0.2 + 0.4j]), F32)
    assert np.isnan(out[1].real)
    assert np.isnan(out[1].imag)


def test_floor_is_that_of_the_rounded_quotient() -> None:
    # float32's 0.1 is a little above 0.1, so that the exact quotient is just below 10; in float32 it is 10.
    assert div_mod(np.array([1], F32), np.array([0.1], F32), FLOORED, np.zeros(1, F32)).tolist() == [10]


def test_float16_is_rounded_before_the_fraction_is_cut_off() -> None:
    # 2998 / 999.5 = 2.9995 is nearer to 3 than to 3 - 2**-9, float16's next one down.
    x, y = np.array([2998], F16), np.array([999.5], F16)
    assert div_mod(x, y, TRUNCATED, np.zeros(1, F16), B910).tolist() == [3]


def test_large_integers_are_divided_in_float32() -> None:
    # 2**24 + 1 becomes 2**24 there; 910B divides two int32 as they are, and so does Ascend950.
    x, y = np.array([2**24 + 1]), np.array([1])
    for soc, dtype, want in (
        (A910, np.int32, 2**24),
        (A910, np.int64, 2**24),
        (B910, np.int64, 2**24),
        (B910, np.int32, 2**24 + 1),
        (A950, np.int64, 2**24 + 1),
    ):
        out = div_mod(x.astype(dtype), y.astype(dtype), TRUNCATED, np.zeros(1, dtype), soc)
        assert out.tolist() == [want], (soc, dtype)
    # Rounded down they stay integers.
    assert div_mod(x, y, FLOORED, np.zeros(1, np.int64), B910).tolist() == [2**24 + 1]


def test_float64_goes_through_float32_in_one_operator_only() -> None:
    x, y = np.array([1.0]), np.array([3.0])
    assert div(x, y, np.zeros(1), B910).tolist() == [1 / 3]
    assert div_mod(x, y, EXACT, np.zeros(1), B910).tolist() == [float(np.float32(1) / np.float32(3))]
    assert div_mod(x, y, EXACT, np.zeros(1), A950).tolist() == [1 / 3]


def test_a_scalar_divisor_becomes_a_factor_on_ascend950() -> None:
    # float32's 1/3 is 0.3333333433. 5 times that, 1.6666667163, rounds to 1.6666667461; 5 / 3 to 1.6666666269.
    x = np.array([5], F32)
    for soc, kernel, want in ((A950, "Muls", 1.6666667461395264), (B910, "RealDiv", 1.6666666269302368)):
        out = np.zeros(1, F32)
        assert compute("aclnnDivs", {"self": x, "other": scalar(3), "out": out}, soc) == [kernel]
        assert out.tolist() == [want]
    assert div(x, scalar(0), np.ones(1, F32), A950).tolist() == [INF]


@pytest.mark.parametrize("soc", [A910, B910, A950])
def test_in_place_twins(soc: str) -> None:
    for operator, more, want in (
        ("Div", {"other": np.array([[2], [-4]], F32)}, [[3.5, -3.5], [-2.25, 2.25]]),
        ("Divs", {"other": scalar(2)}, [[3.5, -3.5], [4.5, -4.5]]),
        ("DivMod", {"other": np.array([[2], [-4]], F32), "mode": TRUNCATED}, [[3, -3], [-2, 2]]),
        ("DivMods", {"other": scalar(2), "mode": FLOORED}, [[3, -4], [4, -5]]),
    ):
        target = laid_out(np.array([[7, -7], [9, -9]], F32), "sliced")
        compute(f"aclnnInplace{operator}", {"selfRef": target, **more}, soc)
        assert target.tolist() == want, operator


CALL = {"self": tensor(2, 3), "other": tensor(2, 3), "mode": 0, "out": tensor(2, 3)}


@pytest.mark.parametrize(
    ("code", "soc", "changes"),
    [
        (0, B910, {}),
        (161001, B910, {"out": None}),
        (161001, B910, {"other": None}),
        (161002, B910, {"mode": 3}),
        (161002, B910, {"mode": -1}),
        (161002, B910, {"out": tensor(3, 2)}),
        (161002, B910, {"self": tensor(2, 3, format=Format.FRACTAL_NZ)}),
        (161002, A910, {"self": tensor(2, 3, dtype=dtypes.BFLOAT16)}),
        (
            161002,
            B910,
            {"self": tensor(2, 3, dtype=dtypes.COMPLEX64), "out": tensor(2, 3, dtype=dtypes.COMPLEX64), "mode": 2},
        ),
        (0, B910, {"self": tensor(2, 3, dtype=dtypes.COMPLEX64), "out": tensor(2, 3, dtype=dtypes.COMPLEX64)}),
        (161002, B910, {"out": tensor(2, 3, dtype=dtypes.INT32)}),
        (0, A950, {"out": tensor(2, 3, dtype=dtypes.INT32), "mode": 1}),
        (0, B910, {"self": tensor(0, 3), "other": tensor(1, 3), "out": tensor(0, 3)}),
        # An empty call has no kernel that could refuse complex numbers.
        (
            0,
            B910,
            {
                "self": tensor(0, dtype=dtypes.COMPLEX64),
                "other": tensor(1),
                "out": tensor(0, dtype=dtypes.COMPLEX64),
                "mode": 2,
            },
        ),
        (561003, B310, {}),
    ],
)
def test_codes(code: int, soc: str, changes: dict[str, Any]) -> None:
    assert code_of("aclnnDivMod", CALL, changes, soc) == code
