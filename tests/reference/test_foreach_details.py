"""Operators on lists of tensors: integers, rounding, norms, unscaling and shapes, by hand."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

from pyaclnn import dtypes
from pyaclnn.dtypes import FLOAT32, FLOAT64, INT8, INT64
from pyaclnn.reference.meta import ScalarValue
from pyaclnn.reference.rules import MISSING

from .arguments import scalar
from .compute import compute, infer
from .refusals import A950, B910

F32, FLOATS = np.float32, (np.float32, np.float16, ml_dtypes.bfloat16)


# Integers


def test_small_integers_saturate_or_wrap() -> None:
    def of(name: str, values: Any, dtype: Any, **call: Any) -> list[Any]:
        out = [np.zeros(len(values), dtype)]
        compute(name, {"x": [np.array(values, dtype)], "out": out, **call})
        return out[0].tolist()

    # exp(4) = 54.6 and exp(-1) = 0.37 round; exp(5) = 148.4 is more than 127.
    assert of("aclnnForeachExp", [0, 1, 4, 5, -1], np.int8) == [1, 3, 55, 127, 0]
    assert of("aclnnForeachExpm1", [0, 1, 5], np.uint8) == [0, 2, 147]
    assert of("aclnnForeachAddScalar", [100, -100], np.int8, scalar=np.array([50], np.int32)) == [127, -50]
    assert of("aclnnForeachAddScalarV2", [30000], np.int16, scalar=scalar(30000, INT64)) == [32767]
    # The negative of the smallest is itself, and of unsigned ones 256 less it.
    assert of("aclnnForeachNeg", [-128, 5], np.int8) == [-128, -5]
    assert of("aclnnForeachNeg", [0, 1], np.uint8) == [0, 255]
    # 100 * 3 = 300 = 256 + 44.
    out = [np.zeros(1, np.int8)]
    compute("aclnnForeachMulList", {"x1": [np.array([100], np.int8)], "x2": [np.array([3], np.int8)], "out": out})
    assert out[0].tolist() == [44]


def test_integer_powers() -> None:
    x = [np.array([2, -2, 0, 1, -1, 3, 2**16], np.int32)]
    exponents = [np.array([-1, 3, -2, -5, -3, 0, 2], np.int32)]
    out = [np.zeros(7, np.int32)]
    compute("aclnnForeachPowList", {"x1": x, "x2": exponents, "out": out})
    # Negative powers are 0 but for 1 and -1, and 2**32 has 32 zero bits.
    assert out[0].tolist() == [0, -8, 0, 1, -1, 1, 0]
    compute("aclnnForeachPowScalarAndTensor", {"scalar": scalar(2, INT64), "x": [np.array([3, -1, 40], np.int32)],
                                               "out": [out[0][:3]]})  # fmt: skip
    assert out[0][:3].tolist() == [8, 0, 0]


# float16 and the number beside it


@pytest.mark.parametrize(("soc", "expected"), [(B910, 49152), (A950, 49184)])
def test_float16_with_a_wider_number(soc: str, expected: float) -> None:
    # As with aclnnForeachMulScalarList: 1.0004 is 1 in float16, which 910B uses; 950 multiplies in float32.
    out = [np.empty(1, np.float16)]
    given = scalar(1.0004, FLOAT64)
    compute("aclnnForeachMulScalarV2", {"x": [np.array([49152], np.float16)], "scalar": given, "out": out}, soc)
    assert out[0][0] == expected


# Interpolation, rounding, norms, unscaling


def test_interpolation_counts_from_the_nearer_end() -> None:
    x1, x2, out = [np.array([1e8], F32)], [np.array([1], F32)], [np.zeros(1, F32)]
    compute("aclnnForeachLerpScalar", {"x1": x1, "x2": x2, "weight": scalar(1.0), "out": out})
    # x1 + 1 * (x2 - x1) would be 0, for 1 - 1e8 rounds to -1e8.
    assert out[0].tolist() == [1]


@pytest.mark.parametrize("outside", [False, True])
@pytest.mark.parametrize("size", [1, 40, (1 << 16) + 3])
def test_interpolation_by_tensors_of_weights(size: int, outside: bool) -> None:
    """Bit by bit, since both formulas round in three places; 0.5 itself counts from ``x2``."""
    rng = np.random.default_rng(size)
    x1, x2 = (rng.standard_normal(size, F32) * F32(10) ** rng.integers(-9, 9, size).astype(F32) for _ in range(2))
    weight = rng.random(size, F32)
    edges = [0.5, np.nextafter(F32(0.5), F32(0)), 0, np.nextafter(F32(1), F32(0)), 1e-45]
    edges += [1, -0.5, -0.0, -0.25, 3, 1e9] if outside else []
    weight[: len(edges)] = edges[:size]
    far = np.abs(weight) >= F32(0.5)
    expected = np.where(far, x2 - (F32(1) - weight) * (x2 - x1), x1 + weight * (x2 - x1))
    out = [np.zeros(size, F32)]
    compute("aclnnForeachLerpList", {"x1": [x1], "x2": [x2], "weight": [weight], "out": out})
    assert out[0].tobytes() == expected.tobytes()


@pytest.mark.parametrize("size", [0, 1, (1 << 15) - 1, 1 << 15, 3 << 15, (5 << 15) + 7, 9 << 15])
def test_norms_of_many_elements(size: int) -> None:
    # Of -2 to 2: both sums are whole numbers of less than 24 bits, which float32 holds.
    x, out = [(np.arange(size) % 5 - 2).astype(F32)], [np.zeros((), F32)]
    whole = [int(v) for v in x[0]]
    for order, expected in ((1.0, sum(map(abs, whole))), (2.0, np.sqrt(F32(sum(v * v for v in whole))))):
        compute("aclnnForeachNorm", {"x": x, "scalar": scalar(order), "out": out})
        assert out[0] == expected


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize(
    ("mode", "expected"),
    [
        (1, [-2, -2, 0, 2, 2, 3]),
        (2, [-3, -2, 0, 1, 2, 3]),
        (3, [-2, -1, 1, 2, 3, 3]),
        (4, [-3, -2, 1, 2, 3, 3]),
        (5, [-2, -1, 0, 1, 2, 3]),
        (6, [-3, -1, 1, 1, 3, 3]),
        (7, [-0.5, -0.5, 0.5, 0.5, 0.5, 0]),
    ],
)
def test_round_off(mode: int, expected: list[float], dtype: Any) -> None:
    x = [np.array([-2.5, -1.5, 0.5, 1.5, 2.5, 3], dtype)]
    out = [np.zeros(6, dtype)]
    compute("aclnnForeachRoundOffNumber", {"x": x, "roundMode": np.array([mode], np.int8), "out": out})
    assert out[0].tolist() == expected
    for soc, want in ((B910, expected), (A950, [-2, -2, 0, 2, 2, 3])):
        compute("aclnnForeachRoundOffNumberV2", {"x": x, "roundMode": scalar(mode, INT8), "out": out}, soc)
        assert out[0].tolist() == want


def test_round_off_of_integers() -> None:
    out = [np.zeros(2, np.int16)]
    for mode, want in ((1, [5, -7]), (7, [0, 0])):
        x = [np.array([5, -7], np.int16)]
        compute("aclnnForeachRoundOffNumberV2", {"x": x, "roundMode": scalar(mode, INT64), "out": out})
        assert out[0].tolist() == want


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize(
    ("soc", "order", "expected"),
    [
        (B910, scalar(1), 7),
        (B910, scalar(1.9), 7),
        (B910, scalar(2), 5),
        (B910, scalar(3, INT64), 5),
        (B910, scalar(np.inf), 5),
        (A950, scalar(np.inf, FLOAT64), 4),
        (A950, scalar(1, INT64), 7),
    ],
)
def test_norm(soc: str, order: ScalarValue, expected: float, dtype: Any) -> None:
    # Of 3 and -4: the sum of magnitudes 7, the root of 9 + 16, the largest 4.
    x, out = [np.array([3, -4], dtype), np.zeros((0, 2), dtype)], [np.full(1, 9, dtype), np.full((), 9, dtype)]
    compute("aclnnForeachNorm", {"x": x, "scalar": order, "out": out}, soc)
    assert [float(o.reshape(())) for o in out] == [expected, 0]
    assert infer("aclnnForeachNorm", {"x": x, "scalar": order, "out": MISSING}) == {
        "out": (((1,), dtypes.from_numpy(np.dtype(dtype))),) * 2
    }


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize(("value", "found"), [(1.5, 0), (np.inf, 1), (-np.inf, 1), (np.nan, 1)])
def test_unscaling(value: float, found: float, dtype: Any) -> None:
    grads, flag = [np.array([2, 4], dtype), np.array([[value]], dtype)], np.zeros(1, F32)
    scale = np.array([0.5], F32)
    compute("aclnnForeachNonFiniteCheckAndUnscale", {"scaledGrads": grads, "foundInf": flag, "invScale": scale})
    assert flag.tolist() == [found]
    assert grads[0].tolist() == [1, 2]
    np.testing.assert_array_equal(grads[1].astype(F32), np.array([[value]], F32) / 2)


def test_unscaling_keeps_a_flag_that_is_set() -> None:
    flag = np.ones(1, F32)
    call = {"scaledGrads": [np.ones(2, F32)], "foundInf": flag, "invScale": np.ones(1, F32)}
    compute("aclnnForeachNonFiniteCheckAndUnscale", call)
    assert flag.tolist() == [1]


@pytest.mark.parametrize("name", ["aclnnForeachMaximumList", "aclnnForeachMinimumList"])
def test_nan_is_the_larger_and_the_smaller(name: str) -> None:
    out = [np.zeros(2, F32)]
    compute(name, {"x1": [np.array([np.nan, 1], F32)], "x2": [np.array([1, np.nan], F32)], "out": out})
    assert np.isnan(out[0]).all()


@pytest.mark.parametrize("shape", [(), (0, 3), (1,) * 8])
def test_shapes(shape: tuple[int, ...]) -> None:
    x, out = [np.full(shape, 4, F32), np.ones(2, F32)], [np.zeros(shape, F32), np.zeros(2, F32)]
    compute("aclnnForeachSqrt", {"x": x, "out": out})
    assert out[0].tolist() == np.full(shape, 2).tolist()
    assert infer("aclnnForeachSqrt", {"x": x, "out": MISSING}) == {"out": ((shape, FLOAT32), ((2,), FLOAT32))}
