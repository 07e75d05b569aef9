"""Operators of two or three operands where PyTorch has no say: zero divisors, ends of ranges, NaN, other chips."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

from pyaclnn import dtypes
from pyaclnn.reference.rules import MISSING, Refusal

from .arguments import scalar
from .compute import compute, infer
from .layouts import Array
from .refusals import A910, A950, B910, P310

F16, F32, F64, BF16 = np.float16, np.float32, np.float64, ml_dtypes.bfloat16
I8, U8, I16, I32, I64 = np.int8, np.uint8, np.int16, np.int32, np.int64
NAN, INF = float("nan"), float("inf")
OLDER, SOCS = (A910, B910, P310), (A910, B910, P310, A950)


def result(operator: str, soc: str, dtype: Any, out: str = "out", **args: Any) -> Array:
    """What an operator writes; the output has the shape of the first tensor."""
    shape = next(a.shape for a in args.values() if isinstance(a, np.ndarray))
    target = np.full(shape, 77, dtype)
    compute(operator, {**args, out: target}, soc)
    return target


def code(operator: str, soc: str, dtype: Any, out: str = "out", **args: Any) -> int:
    with pytest.raises(Refusal) as refused:
        result(operator, soc, dtype, out, **args)
    return refused.value.code


@pytest.mark.parametrize("soc", SOCS)
@pytest.mark.parametrize("dtype", [I32, I64])
def test_an_integer_divided_by_zero_is_its_own_remainder(dtype: Any, soc: str) -> None:
    x, y, zero = np.array([7, -7, 7, -7], dtype), np.array([0, 0, 3, 3], dtype), scalar(0, dtype)
    want = [7, -7, 1, 2]
    assert result("aclnnRemainderTensorTensor", soc, dtype, self=x, other=y).tolist() == want
    assert result("aclnnRemainderTensorScalar", soc, dtype, self=x, other=zero).tolist() == [7, -7, 7, -7]
    assert result("aclnnRemainderScalarTensor", soc, dtype, self=scalar(-7, dtype), other=y).tolist() == [-7, -7, 2, 2]
    compute("aclnnInplaceRemainderTensorTensor", {"selfRef": x, "other": y}, soc)
    assert x.tolist() == want


@pytest.mark.parametrize(("dtype", "minus_one"), [(I32, -1), (I64, -1), (I8, -1), (U8, 255)])
def test_fmod_of_an_integer_by_zero(dtype: Any, minus_one: int) -> None:
    x, y = np.array([7, 0, 8], dtype), np.array([0, 0, 3], dtype)
    assert result("aclnnFmodTensor", A950, dtype, self=x, other=y).tolist() == [minus_one, minus_one, 2]
    for soc in OLDER:
        assert result("aclnnFmodTensor", soc, dtype, self=x, other=y).tolist() == [7, 0, 2]


@pytest.mark.parametrize("soc", SOCS)
def test_remainders_of_floats_at_zero_and_infinity(soc: str) -> None:
    x, y = np.array([7, INF, 5, -5, 5], F32), np.array([0, 2, INF, INF, -INF], F32)
    # The remainder with the sign of the divisor of a finite number by infinity is itself, or infinity of that sign.
    wanted = [NAN, NAN, 5, INF, -INF]
    np.testing.assert_equal(result("aclnnRemainderTensorTensor", soc, F32, self=x, other=y).tolist(), wanted)
    np.testing.assert_equal(result("aclnnFmodTensor", soc, F32, self=x, other=y).tolist(), [NAN, NAN, 5, -5, 5])


def test_the_older_chips_divide_a_scalar_in_the_dtype_of_the_output() -> None:
    # 7.5 as int32 is 7, and 7 % 2 is 1; as float32 7.5 % 2 is 1.5.
    args = {"self": scalar(7.5), "other": np.array([2], I32)}
    for soc in OLDER:
        assert result("aclnnRemainderScalarTensor", soc, I32, **args).tolist() == [1]
        assert result("aclnnRemainderScalarTensor", soc, F32, **args).tolist() == [1.5]
    assert result("aclnnRemainderScalarTensor", A950, F32, **args).tolist() == [1.5]
    assert code("aclnnRemainderScalarTensor", A950, I32, **args) == 161002
    assert infer("aclnnRemainderScalarTensor", {**args, "out": MISSING}) == {"out": ((1,), dtypes.FLOAT32)}


def test_older_chips_let_a_remainder_of_one_element_be_0d_or_1d() -> None:
    args = {"self": np.array(7, F32), "other": np.array(4, F32)}
    for soc in OLDER:
        out = np.zeros(1, F32)
        compute("aclnnRemainderTensorTensor", {**args, "out": out}, soc)
        assert out.tolist() == [3]
    with pytest.raises(Refusal):
        compute("aclnnRemainderTensorTensor", {**args, "out": np.zeros(1, F32)}, A950)


@pytest.mark.parametrize("soc", SOCS)
def test_a_negative_power_of_an_integer(soc: str) -> None:
    x, y = np.array([1, -1, -1, 2, 0, 3], I32), np.array([-2, -2, -3, -1, -1, 2], I32)
    assert result("aclnnPowTensorTensor", soc, I32, self=x, exponent=y).tolist() == [1, 1, -1, 0, 0, 9]
    compute("aclnnInplacePowTensorTensor", {"self": x, "exponent": y}, soc)
    assert x.tolist() == [1, 1, -1, 0, 0, 9]


def test_powers_beyond_the_range() -> None:
    # 100000 ** 2 = 10 ** 10 = 2 * 2 ** 32 + 1410065408; (-2) ** 63 is the least int64; 300 ** 2 = 90000 > 65504.
    for soc, integer, long, half in ((B910, 1410065408, 0, INF), (A910, 2147483647, 2**63 - 1, 65504)):
        x, two = np.array([100000], I32), np.array([2], I32)
        assert result("aclnnPowTensorTensor", soc, I32, self=x, exponent=two).tolist() == [integer]
        assert result("aclnnPowTensorScalar", soc, I32, self=x, exponent=scalar(2, I32)).tolist() == [integer]
        x, y = np.array([2, -2], I64), np.array([64, 63], I64)
        assert result("aclnnPowTensorTensor", soc, I64, self=x, exponent=y).tolist() == [long, -(2**63)]
        x16 = np.array([300, INF], F16)
        assert result("aclnnPowTensorScalar", soc, F16, self=x16, exponent=scalar(2)).tolist() == [half, INF]
    x = np.array([-10], I32)
    assert result("aclnnPowTensorScalar", A910, I32, self=x, exponent=scalar(11, I32)).tolist() == [-(2**31)]


def test_squares_of_narrow_integers_are_int32_on_older_chips() -> None:
    # 100 * 100 = 10000, of which int8 keeps 10000 - 39 * 256 = 16.
    x, two = np.array([100, -3], I8), scalar(2, I8)
    for soc in (A910, B910, P310):
        assert result("aclnnPowTensorScalar", soc, I32, self=x, exponent=two).tolist() == [10000, 9]
        assert result("aclnnPowTensorScalar", soc, I8, self=x, exponent=two).tolist() == [16, 9]
    assert result("aclnnPowTensorScalar", A950, I32, self=x, exponent=two).tolist() == [16, 9]
    bools = np.array([True, False])
    assert result("aclnnPowTensorScalar", B910, I64, self=bools, exponent=scalar(2, I64)).tolist() == [1, 0]


def test_kernels_of_powers() -> None:
    x = np.ones(3, F32)
    for soc, exponent, kernels in (
        (B910, 2, ["Pows"]), (B910, -0.5, ["Pows"]), (B910, 1, ["TensorMove"]), (B910, 1.5, ["Pow"]),
        (A910, 2, ["Square"]), (A910, 0.5, ["Pow"]), (A950, 2, ["Square"]), (A950, 1, ["Pow"]), (P310, 3, ["Pows"]),
    ):  # fmt: skip
        out = np.zeros(3, F32)
        assert compute("aclnnPowTensorScalar", {"self": x, "exponent": scalar(exponent), "out": out}, soc) == kernels
    out = np.zeros(3, F32)
    assert compute("aclnnPowScalarTensor", {"self": scalar(1), "exponent": x, "out": out}, A950) == ["Fill"]


def test_exponents_that_ascend950_refuses() -> None:
    x = np.array([2, 3], I8)
    for exponent in (scalar(-1, I64), scalar(128, I64), scalar(2**40, I64)):
        assert code("aclnnPowTensorScalar", A950, I8, self=x, exponent=exponent) == 161002
    assert result("aclnnPowTensorScalar", A950, I8, self=x, exponent=scalar(3, I64)).tolist() == [8, 27]
    assert result("aclnnPowTensorScalar", A950, F16, self=x.astype(F16), exponent=scalar(INF)).tolist() == [INF, INF]
    assert code("aclnnPowTensorScalar", A950, F16, self=x.astype(F16), exponent=scalar(1e5)) == 161002
    assert result("aclnnPowTensorScalar", B910, I8, self=x, exponent=scalar(-1, I64)).tolist() == [0, 0]
    bools = np.array([True, False])
    assert code("aclnnPowTensorScalar", B910, np.bool_, self=bools, exponent=scalar(True, np.bool_)) == 161002


def test_products_with_the_logarithm_of_zero() -> None:
    x, y = np.array([0, 0, 0, 0, 2, INF], F32), np.array([0, -1, NAN, INF, 0, 2], F32)
    want = [0, 0, NAN, 0, -INF, INF]
    for soc in SOCS:
        np.testing.assert_equal(result("aclnnXLogYTensor", soc, F32, self=x, other=y).tolist(), want)
    twin = x.copy()
    compute("aclnnInplaceXLogYTensor", {"selfRef": twin, "other": y}, B910)
    np.testing.assert_equal(twin.tolist(), want)
    # log(1 + y) of -1 is minus infinity, and of -2 NaN.
    y = np.array([-1, -2, NAN, INF, -1, 0], F32)
    np.testing.assert_equal(result("aclnnXlog1py", A950, F32, "z", x=x, y=y).tolist(), [0, 0, NAN, 0, -INF, NAN])


def test_a_double_scalar_is_read_as_float32_by_logarithms() -> None:
    args = {"self": np.array([2], I32), "other": scalar(1, F64), "out": MISSING}
    assert infer("aclnnXLogYScalarOther", args) == {"out": ((1,), dtypes.FLOAT32)}
    # A half's result stays one where the caller does not say, though a float scalar has it computed in float32.
    args = {"self": np.array([2], F16), "other": scalar(1), "out": MISSING}
    assert infer("aclnnXLogYScalarOther", args) == {"out": ((1,), dtypes.FLOAT16)}


@pytest.mark.parametrize("soc", SOCS)
@pytest.mark.parametrize(("operator", "of_zeros"), [("aclnnLogAddExp", np.log(2)), ("aclnnLogAddExp2", 1.0)])
def test_logarithms_of_sums_of_integers_and_infinities(operator: str, of_zeros: float, soc: str) -> None:
    x, y = np.array([INF, -INF, INF, 1000, NAN], F32), np.array([INF, -INF, -INF, 1000, 0], F32)
    got = result(operator, soc, F32, self=x, other=y)
    np.testing.assert_allclose(got, [INF, -INF, INF, 1000 + of_zeros, NAN], rtol=1e-6)
    integers = np.zeros(2, I32)
    np.testing.assert_allclose(result(operator, soc, F32, self=integers, other=integers), of_zeros, rtol=1e-6)
    args = {"self": integers, "other": integers.astype(I8), "out": MISSING}
    assert infer(operator, args, soc) == {"out": ((2,), dtypes.FLOAT32)}


@pytest.mark.parametrize("dtype", [I16, I32, I64])
def test_divisors_of_zero_and_of_the_least_integer(dtype: Any) -> None:
    least = np.iinfo(dtype).min
    x, y = np.array([0, 0, -12, least, 7], dtype), np.array([0, -5, 18, 0, -1], dtype)
    # The magnitude of the least integer has no room, and wraps to the integer itself.
    assert result("aclnnGcd", B910, dtype, self=x, other=y).tolist() == [0, 5, 6, least, 1]


def test_steps() -> None:
    x, values = np.array([-2, NAN, 0, -0.0, 3], F32), np.array([5, 5, 6, 7, 5], F32)
    assert result("aclnnHeaviside", B910, F32, input=x, values=values).tolist() == [0, 0, 6, 7, 1]
    assert result("aclnnHeaviside", B910, F32, input=x, values=np.array([[8]], F32)).tolist() == [0, 0, 8, 8, 1]
    # One value takes no part in the result's shape, though the check of the output counts elements only.
    with pytest.raises(Refusal) as refused:
        compute("aclnnHeaviside", {"input": x, "values": np.ones((1, 1), F32), "out": np.zeros((1, 5), F32)}, B910)
    assert refused.value.code == 561103


@pytest.mark.parametrize("soc", SOCS)
def test_nan_and_bool_in_extremes(soc: str) -> None:
    x, y = np.array([NAN, 1, 2], F32), np.array([0, NAN, 3], F32)
    for operator, last in (("aclnnMaximum", 3), ("aclnnMinimum", 2)):
        np.testing.assert_equal(result(operator, soc, F32, self=x, other=y).tolist(), [NAN, NAN, last])
    x, y = np.array([True, True, False]), np.array([True, False, False])
    assert result("aclnnMaximum", soc, np.bool_, self=x, other=y).tolist() == [True, True, False]
    assert result("aclnnMinimum", soc, np.bool_, self=x, other=y).tolist() == [True, False, False]


def test_ascend950_compares_as_the_output_where_that_does_not_hold_all_values() -> None:
    # As uint8 -1 is 255, which is the greater one; as int8 5 is.
    x, y = np.array([-1], I8), np.array([5], I8)
    assert result("aclnnMaximum", A950, U8, self=x, other=y).tolist() == [255]
    assert result("aclnnMaximum", B910, U8, self=x, other=y).tolist() == [5]


def test_a_0d_tensor_counts_as_a_scalar_on_ascend950() -> None:
    args = {"self": np.zeros(3, F16), "other": np.array(1, F32), "out": MISSING}
    assert infer("aclnnMaximum", args, A950) == {"out": ((3,), dtypes.FLOAT16)}
    assert infer("aclnnMaximum", args, B910) == {"out": ((3,), dtypes.FLOAT32)}


def test_floor_division_of_bools_and_by_zero() -> None:
    bools = np.array([True, False])
    ones = np.array([True, True])
    for soc in SOCS:
        assert result("aclnnFloorDivide", soc, F32, self=bools, other=ones).tolist() == [1, 0]
        x, y = np.array([7, -7, 0, -7], F32), np.array([0, 0, 0, 2], F32)
        np.testing.assert_equal(result("aclnnFloorDivide", soc, F32, self=x, other=y).tolist(), [INF, -INF, NAN, -4])
        # Integers by a float scalar: floor(7 / 2.5) = 2.
        assert result("aclnnFloorDivides", soc, F32, self=np.array([7, -7], I32), other=scalar(2.5)).tolist() == [2, -3]


@pytest.mark.parametrize("soc", SOCS)
def test_clamping_nan_infinity_and_crossed_limits(soc: str) -> None:
    x = np.array([NAN, -INF, INF, 0.5], F32)
    one, two = scalar(1), scalar(2)
    args = {"self": x, "clipValueMin": one, "clipValueMax": two}
    np.testing.assert_equal(result("aclnnClamp", soc, F32, **args).tolist(), [NAN, 1, 2, 1])
    args = {"self": x, "clipValueMin": two, "clipValueMax": one}
    np.testing.assert_equal(result("aclnnClamp", soc, F32, **args).tolist(), [NAN, 1, 1, 1])
    np.testing.assert_equal(result("aclnnClampMax", soc, F32, self=x, clipValueMax=one).tolist(), [NAN, -INF, 1, 0.5])
    limits = np.array([0, NAN, 5, 1], F32)
    np.testing.assert_equal(
        result("aclnnClampMinTensor", soc, F32, self=x, clipValueMin=limits).tolist(), [NAN, NAN, INF, 1]
    )


def test_the_older_chips_clamp_in_the_dtype_of_the_output() -> None:
    # As int32 the limit 2.5 is 2.
    args = {"self": np.array([5, -5], I32), "clipValueMax": scalar(2.5)}
    for soc in OLDER:
        assert result("aclnnClampMax", soc, I32, **args).tolist() == [2, -5]
        assert result("aclnnClampMax", soc, F32, **args).tolist() == [2.5, -5]
    assert result("aclnnClampMax", A950, F32, **args).tolist() == [2.5, -5]
    assert code("aclnnClampMax", A950, I32, **args) == 161002
    for soc in SOCS:
        assert infer("aclnnClampMax", {**args, "out": MISSING}, soc) == {"out": ((2,), dtypes.FLOAT32)}


@pytest.mark.parametrize("soc", SOCS)
def test_interpolation_meets_both_ends(soc: str) -> None:
    # 1e8 + 1 * (1 - 1e8) is 0 in float32, since 1 - 1e8 rounds to -1e8.
    x, end, weight = np.full(2, 1e8, F32), np.ones(2, F32), np.array([0, 1], F32)
    assert result("aclnnLerp", soc, F32, self=x, end=end, weight=weight).tolist() == [1e8, 1]


def test_the_weight_of_halves_is_rounded_on_older_chips() -> None:
    # float16's 0.1 is 0.0999755859375, of which 10224 makes 1022.15; 0.1 makes 1022.4. Steps there are 0.5.
    args = {"self": np.array([0], F16), "end": np.array([10224], F16), "weight": scalar(0.1)}
    assert result("aclnnLerps", B910, F64, **args).tolist() == [1022]
    assert result("aclnnLerps", A950, F64, **args).tolist() == [1022.5]
    product = {"self": np.array([-400], F16), "tensor1": np.array([4000], F16), "tensor2": np.ones(1, F16)}
    # -400 + 4000 * 0.0999755859375 = -0.09765625.
    assert result("aclnnAddcmul", B910, F16, **product, value=scalar(0.1)).tolist() == [-0.09765625]
    assert result("aclnnAddcmul", A950, F16, **product, value=scalar(0.1)).tolist() == [0]


def test_the_factor_of_integers_is_an_integer() -> None:
    terms = {"self": np.array([1], I32), "tensor1": np.array([2**30], I32), "tensor2": np.array([6], I32)}
    for soc in SOCS:
        assert result("aclnnAddcmul", soc, I32, **terms, value=scalar(0.5)).tolist() == [1]
        # 6 * 2 ** 30 = 2 ** 32 + 2 ** 31, which wraps to -2 ** 31.
        assert result("aclnnAddcmul", soc, I32, **terms, value=scalar(1)).tolist() == [1 - 2**31]
    for out, kernel in ((np.zeros(1, I32), "AxpyV2"), (np.zeros((2, 1), I32), "Addcmul")):
        wide = {**terms, "tensor2": np.broadcast_to(terms["tensor2"], out.shape)}
        assert kernel in compute("aclnnAddcmul", {**wide, "value": scalar(1), "out": out}, B910)


def test_quotients_added() -> None:
    terms = {"self": np.array([1, 1, 1], F32), "tensor1": np.array([1, -1, 0], F32), "tensor2": np.zeros(3, F32)}
    np.testing.assert_equal(result("aclnnAddcdiv", B910, F32, **terms, value=scalar(2)).tolist(), [INF, -INF, NAN])
    integers = {"self": np.array([10], I64), "tensor1": np.array([-7], I64), "tensor2": np.array([2], I64)}
    # The control CPU cuts -7 / 2 to -3.
    assert result("aclnnAddcdiv", B910, I64, **integers, value=scalar(2)).tolist() == [4]


@pytest.mark.parametrize("soc", SOCS)
def test_angles_of_all_quadrants(soc: str) -> None:
    y, x = np.array([0, 0, -0.0, 1, -1, 1], F64), np.array([1, -1, -1, -1, -1, 0], F64)
    want = [0, np.pi, -np.pi, 0.75 * np.pi, -0.75 * np.pi, 0.5 * np.pi]
    np.testing.assert_allclose(result("aclnnAtan2", soc, F64, self=y, other=x), want, rtol=1e-15)
    # Integers are computed in float32, and an integer output keeps what is left of the point: 1.57 and -3.14.
    y32, x32 = np.array([1, -1], I32), np.array([0, -(2**30)], I32)
    assert result("aclnnAtan2", soc, I32, self=y32, other=x32).tolist() == [1, -3]


def test_alpha_of_reversed_differences() -> None:
    x, other = np.array([1, 2], I32), np.array([10, 10], I32)
    for soc in SOCS:
        assert result("aclnnRsub", soc, I32, self=x, other=other, alpha=scalar(3, I32)).tolist() == [7, 4]
        assert code("aclnnRsub", soc, I32, self=x, other=other, alpha=scalar(3)) == 161002
    # The older chips round the product of halves: 3 * 683 = 2049 becomes 2048. Ascend950 adds it unrounded.
    halves = {"self": np.array([683], F16), "other": np.array([1], F16), "alpha": scalar(3)}
    assert result("aclnnRsub", B910, F16, **halves).tolist() == [-2047]
    assert result("aclnnRsub", A950, F16, **halves).tolist() == [-2048]


def test_sums_of_other_dtypes_than_the_outputs_fail_late() -> None:
    tensors = [np.ones(2, F32), np.ones(2, F32)]
    for soc in SOCS:
        with pytest.raises(Refusal) as refused:
            compute("aclnnAddN", {"tensors": tensors, "out": np.zeros(2, F16)}, soc)
        assert refused.value.code == 561103
    with pytest.raises(Refusal) as refused:
        compute("aclnnAddN", {"tensors": [], "out": np.zeros(2, F32)}, B910)
    assert refused.value.code == 161002
    # A list of one is copied, and the sum of bfloat16 is rounded once: 256 + 1 + 1 = 258, while 256 + 1 rounds to 256.
    out = np.zeros(2, F32)
    assert compute("aclnnAddN", {"tensors": tensors[:1], "out": out}, B910) == ["TensorMove"]
    three = [np.array([256], BF16), np.array([1], BF16), np.array([1], BF16)]
    sums = np.zeros(1, BF16)
    compute("aclnnAddN", {"tensors": three, "out": sums}, B910)
    assert sums.astype(F32).tolist() == [258]


@pytest.mark.parametrize("operator", ["aclnnMaximum", "aclnnAtan2", "aclnnLogAddExp", "aclnnRemainderTensorTensor"])
def test_an_output_may_be_the_second_operand(operator: str) -> None:
    x, y = np.array([1, 5, 3], F32), np.array([4, 2, 6], F32)
    apart = np.zeros(3, F32)
    compute(operator, {"self": x, "other": y, "out": apart}, B910)
    compute(operator, {"self": x, "other": y, "out": y}, B910)
    assert y.tolist() == apart.tolist()
