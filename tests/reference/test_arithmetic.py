"""Sums, differences, products and magnitudes: PyTorch judges the values, and numbers by hand where CANN differs."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

from pyaclnn import dtypes
from pyaclnn.reference import registry
from pyaclnn.reference.chips import family_of
from pyaclnn.reference.meta import ScalarValue
from pyaclnn.reference.rules import MISSING, Refusal

from .arguments import scalar
from .compute import compute, infer, meta_of
from .layouts import ALL, DENSE, Array, laid_out, output
from .refusals import CHIPS
from .tolerances import assert_close
from .torch_values import from_torch, numbers, to_torch

A910, B910, P310, B310, A950 = "Ascend910A", "Ascend910B1", "Ascend310P3", "Ascend310B1", "Ascend950PR_9599"
F16, F32, F64, BF16 = np.float16, np.float32, np.float64, ml_dtypes.bfloat16
DTYPES = (F32, F16, BF16, np.int32, np.int64, np.bool_)
NAN, INF = float("nan"), float("inf")


ONE = scalar(1, np.bool_)


def binary(operator: str, x: Array, y: Array, out: Array, soc: str = B910, **more: Any) -> Array:
    compute(f"aclnn{operator}", {"self": x, "other": y, **more, "out": out}, soc)
    return out


def add(x: Array, y: Array, out: Array, alpha: ScalarValue = ONE, soc: str = B910, operator: str = "Add") -> Array:
    return binary(operator, x, y, out, soc, alpha=alpha)


def arguments(operator: str) -> dict[str, Any]:
    return {} if operator == "Mul" else {"alpha": ONE}


def expected(operator: str, x: Array, y: Array, alpha: Any = 1) -> Array:
    first, second = to_torch(x), to_torch(y)
    if operator == "Mul":
        return from_torch(first * second)
    if operator == "Add":
        return from_torch(first.add(second, alpha=alpha))
    if x.dtype == np.bool_ == y.dtype:
        return from_torch(first ^ second)  # PyTorch subtracts no bools
    return from_torch(first.sub(second, alpha=alpha))


@pytest.mark.parametrize("out_layout", DENSE)
@pytest.mark.parametrize("layout", ALL)
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("operator", ["Add", "Sub", "Mul"])
def test_agrees_with_torch(operator: str, dtype: Any, layout: str, out_layout: str) -> None:
    x, y = laid_out(numbers((4, 6), dtype, 1), layout), laid_out(numbers((4, 6), dtype, 2), "sliced")
    for soc in (B910, A950):
        out = binary(operator, x, y, output((4, 6), dtype, out_layout), soc, **arguments(operator))
        assert_close(out, expected(operator, x, y))


@pytest.mark.parametrize(
    "shapes", [((), ()), ((3,), ()), ((2, 1, 3), (4, 1)), ((0, 3), (1, 3)), ((0,), ()), ((1,), (5,))]
)
@pytest.mark.parametrize("operator", ["Add", "Sub", "Mul"])
def test_broadcasts(operator: str, shapes: tuple[tuple[int, ...], tuple[int, ...]]) -> None:
    x, y = numbers(shapes[0], F32, 1), numbers(shapes[1], F32, 2)
    want = expected(operator, x, y)
    args = {"self": x, "other": y, **arguments(operator)}
    assert infer(f"aclnn{operator}", {**args, "out": MISSING}) == {"out": (want.shape, dtypes.FLOAT32)}
    assert_close(binary(operator, x, y, np.full(want.shape, 77, F32), **arguments(operator)), want)


MIXED = (F32, F16, BF16, F64, np.int8, np.uint8, np.int16, np.int32, np.int64, np.bool_, np.complex64)


@pytest.mark.parametrize("second", MIXED)
@pytest.mark.parametrize("first", MIXED)
@pytest.mark.parametrize("operator", ["Add", "Mul"])
def test_mixed_dtypes_promote_as_in_torch(operator: str, first: Any, second: Any) -> None:
    x, y = numbers((3, 4), first, 3), numbers((3, 4), second, 4)
    want = expected(operator, x, y)
    args = {"self": x, "other": y, **arguments(operator)}
    shape, dtype = infer(f"aclnn{operator}", {**args, "out": MISSING})["out"]
    assert (shape, dtype.numpy) == (want.shape, want.dtype)
    for soc in (B910, A950):
        out = binary(operator, x, y, np.full((3, 4), 77, want.dtype), soc, **arguments(operator))
        assert_close(out, want, F32 if want.dtype == np.complex64 else None)


@pytest.mark.parametrize("alpha", [3, -2, 0])
@pytest.mark.parametrize(
    ("soc", "dtype"),
    [(soc, dtype) for soc in CHIPS for dtype in (F32, F16, np.int8, np.uint8, np.int16, np.int32, np.int64)]
    + [(B910, BF16), (A950, BF16)],
)
@pytest.mark.parametrize("operator", ["Add", "Sub"])
def test_alpha(soc: str, operator: str, dtype: Any, alpha: int) -> None:
    x, y = numbers((3, 4), dtype, 5), numbers((3, 4), dtype, 6)
    out = add(x, y, np.full((3, 4), 77, dtype), scalar(alpha, np.int32), soc, operator)
    want = expected(operator, x.astype(np.int64), y.astype(np.int64), alpha) if np.dtype(dtype).kind in "iu" else None
    if want is None:
        # In float64, since each chip rounds a 16-bit product in its own place; 3 * 2 + 2 is below 8.
        want = expected(operator, x.astype(F64), y.astype(F64), alpha)
        np.testing.assert_allclose(out.astype(F64), want, rtol=0, atol=8 * float(ml_dtypes.finfo(dtype).eps))
    else:
        assert_close(out, want.astype(dtype))


def test_a_factor_of_nan_counts_as_one() -> None:
    # It is neither above nor below one.
    x, y = np.array([1, 2], F32), np.array([10, 20], F32)
    for soc in CHIPS:
        assert add(x, y, np.zeros(2, F32), scalar(NAN), soc).tolist() == [11, 22]
    # An infinite factor is an ordinary one.
    assert add(x, y, np.zeros(2, F32), scalar(INF)).tolist() == [INF, INF]


def test_scaled_int32_goes_through_float32_where_the_kernel_is_older() -> None:
    # 2**24 + 1 has no float32 and rounds to 2**24; then + 2 * 1. Ascend950 adds integers.
    x, y = np.array([2**24 + 1], np.int32), np.array([1], np.int32)
    assert add(x, y, np.zeros(1, np.int32), scalar(2, np.int32), B910).tolist() == [2**24 + 2]
    assert add(x, y, np.zeros(1, np.int32), scalar(2, np.int32), A950).tolist() == [2**24 + 3]
    # A difference is multiplied and subtracted in int32.
    assert add(x, y, np.zeros(1, np.int32), scalar(2, np.int32), B910, "Sub").tolist() == [2**24 - 1]


def test_bool_difference_is_exclusive_or() -> None:
    x, y = np.array([0, 0, 1, 1], bool), np.array([0, 1, 0, 1], bool)
    assert add(x, y, np.zeros(4, bool), operator="Sub").tolist() == [False, True, True, False]
    assert add(x, y, np.zeros(4, bool)).tolist() == [False, True, True, True]


def test_integers_wrap() -> None:
    x = np.array([127, -128, 100], np.int8)
    assert add(x, np.array([1, -1, 100], np.int8), np.zeros(3, np.int8)).tolist() == [-128, 127, -56]
    # 16 * 16 = 256, whose low byte is 0; 100 * 3 = 300 = 256 + 44.
    out = binary("Mul", np.array([16, 100], np.uint8), np.array([16, 3], np.uint8), np.zeros(2, np.uint8))
    assert out.tolist() == [0, 44]
    # The sum is int32, the cast to an int8 output keeps the low byte.
    assert add(np.array([300], np.int32), np.array([1], np.int32), np.zeros(1, np.int8)).tolist() == [45]


def test_mixed_floats_are_rounded_once() -> None:
    # 1 + 2**-11 is halfway between two float16, and the tie goes to the even one, 1; 2**-24 more is above it.
    x, y = np.array([1], F16), np.array([2**-11 + 2**-23], F32)
    assert add(x, y, np.zeros(1, F16)).tolist() == [1 + 2**-10]
    assert add(x, y.astype(F16), np.zeros(1, F16)).tolist() == [1]


def test_contiguous_float32_is_written_straight_into_the_output() -> None:
    x = meta_of(np.zeros((2, 3), F32))
    for operator, more in (("aclnnAdd", {"alpha": ONE}), ("aclnnMul", {})):
        definition = registry.find(operator)
        assert definition is not None
        lowering = definition.plan(family_of(B910), {"self": x, "other": x, **more, "out": x})
        assert [(s.kernel, s.target) for s in lowering.steps] == [(operator.removeprefix("aclnn"), "out")]
        assert lowering.workspace_size == 0


def test_ascend950_adds_strided_tensors_as_they_lie() -> None:
    x, y = laid_out(np.ones((2, 3), F32), "sliced"), np.ones((2, 3), F32)
    args = {"self": x, "other": y, "alpha": ONE, "out": np.zeros((2, 3), F32)}
    assert compute("aclnnAdd", args, A950) == ["Add"]
    assert compute("aclnnAdd", args, B910) == ["Contiguous", "Add"]
    assert compute("aclnnAdd", {**args, "alpha": scalar(2)}, A950) == ["Contiguous", "Axpy"]


def test_a_bfloat16_product_is_rounded_where_the_kernel_has_no_factor() -> None:
    # 1.0078125 * 0.9921875 = 0.99993896484375 is 1 in bfloat16, and 258 + 1 a tie of 258 and 260, which is even (130
    # steps of 2). In float32 the sum stays below the tie.
    x, y, alpha = np.array([258], BF16), np.array([1.0078125], BF16), scalar(0.9921875)
    assert add(x, y, np.zeros(1, BF16), alpha, B910).tolist() == [260]
    assert add(x, y, np.zeros(1, BF16), alpha, A950).tolist() == [258]


# Scalars


SCALARS: list[tuple[Any, ScalarValue, Any]] = [
    (F32, scalar(0.5), F32),
    (F16, scalar(0.5), F16),
    (BF16, scalar(3, np.int64), BF16),
    (np.int32, scalar(3, np.int64), np.int32),
    (np.int32, scalar(0.5), F32),
    (np.int64, scalar(0.5, F64), F32),
    (np.int8, scalar(3, np.int64), np.int8),
    (np.uint8, scalar(2, np.int64), np.uint8),
    (F32, scalar(0.1, F64), F32),
]


@pytest.mark.parametrize(("dtype", "other", "result"), SCALARS)
@pytest.mark.parametrize("operator", ["Adds", "Subs", "Muls"])
@pytest.mark.parametrize("soc", [B910, A950])
def test_scalars_promote_as_in_torch(soc: str, operator: str, dtype: Any, other: ScalarValue, result: Any) -> None:
    x = laid_out(numbers((3, 4), dtype, 7), "sliced")
    more = {} if operator == "Muls" else {"alpha": ONE}
    args = {"self": x, "other": other, **more, "out": MISSING}
    assert infer(f"aclnn{operator}", args, soc) == {"out": ((3, 4), dtypes.from_numpy(np.dtype(result)))}
    out = np.full((3, 4), 77, result)
    compute(f"aclnn{operator}", {**args, "out": out}, soc)
    tensor, value = to_torch(x), other.value.item()
    want = {"Adds": tensor.add, "Subs": tensor.sub, "Muls": tensor.mul}[operator](value)
    assert_close(out, from_torch(want))


def test_a_bool_with_an_integer_scalar_is_that_integer() -> None:
    x = np.array([True, False])
    for operator, want in (("Adds", [4, 3]), ("Subs", [-2, -3]), ("Muls", [3, 0])):
        args = {"self": x, "other": scalar(3, np.int64), "out": MISSING}
        args |= {} if operator == "Muls" else {"alpha": ONE}
        assert infer(f"aclnn{operator}", args) == {"out": ((2,), dtypes.INT64)}
        out = np.zeros(2, np.int64)
        compute(f"aclnn{operator}", {**args, "out": out})
        assert out.tolist() == want


def test_true_plus_true_is_one() -> None:
    out = np.array([77, 77], np.int32)
    compute("aclnnAdds", {"self": np.array([1, 0], bool), "other": ONE, "alpha": ONE, "out": out})
    assert out.tolist() == [1, 1]


def test_a_scalar_that_float16_does_not_hold_is_added_in_float32_on_ascend950() -> None:
    # 2049 is a tie between 2048 and 2050 and becomes the even 2048 in float16. In float32 2049 - 0.5 is 2048.5.
    x, other = np.array([-0.5], F16), scalar(2049)
    for soc, want in ((B910, 2047.5), (A950, 2048.5)):
        out = np.zeros(1, F32)
        compute("aclnnAdds", {"self": x, "other": other, "alpha": ONE, "out": out}, soc)
        # 910B rounds 2047.5 to float16, whose step below 2048 is 1: a tie, the even 2048.
        assert out.tolist() == [2048 if soc == B910 else want]


def test_bfloat16_times_a_scalar_is_computed_in_float32() -> None:
    # 0.1 is kept as float32: 3 * 0.1 = 0.3 to float32's precision, where bfloat16's 0.1 would give 0.30029.
    out = np.zeros(1, F32)
    compute("aclnnMuls", {"self": np.array([3], BF16), "other": scalar(0.1), "out": out})
    assert_close(out, np.array([0.3]))


def test_the_scaled_scalar_is_a_product_of_its_own() -> None:
    # int8: 100 + 2 * 20 = 140 = 256 - 116.
    out = np.zeros(1, np.int8)
    args = {"self": np.array([100], np.int8), "other": scalar(20, np.int64), "alpha": scalar(2, np.int64), "out": out}
    assert compute("aclnnAdds", args, B910) == ["Mul", "Add"]
    assert out.tolist() == [-116]
    assert compute("aclnnAdds", args, A950) == ["AxpyV2"]
    assert out.tolist() == [-116]


# In place


@pytest.mark.parametrize("layout", DENSE)
@pytest.mark.parametrize("soc", CHIPS)
def test_in_place_twins(soc: str, layout: str) -> None:
    x, y = np.array([[1, -2], [3, 4]], F32), np.array([[10], [-20]], F32)
    two, half = scalar(2), scalar(0.5)
    for operator, more, want in (
        ("Add", {"other": y, "alpha": two}, [[21, 18], [-37, -36]]),
        ("Adds", {"other": half, "alpha": two}, [[2, -1], [4, 5]]),
        ("Sub", {"other": y, "alpha": two}, [[-19, -22], [43, 44]]),
        ("Subs", {"other": half, "alpha": two}, [[0, -3], [2, 3]]),
        ("Mul", {"other": y}, [[10, -20], [-60, -80]]),
        ("Muls", {"other": half}, [[0.5, -1], [1.5, 2]]),
        ("AddRelu", {"other": y, "alpha": two}, [[21, 18], [0, 0]]),
    ):
        target = laid_out(x, layout)
        compute(f"aclnnInplace{operator}", {"selfRef": target, **more}, soc)
        assert target.tolist() == want, operator


def test_in_place_on_a_strided_tensor_copies_it_once() -> None:
    for soc in (B910, A950):
        target = laid_out(np.ones((2, 3), F32), "sliced")
        kernels = compute("aclnnInplaceMul", {"selfRef": target, "other": np.ones((2, 3), F32)}, soc)
        assert kernels == ["Contiguous", "Mul", "ViewCopy"]


def test_in_place_with_a_view_of_itself() -> None:
    x = np.arange(6, dtype=F32).reshape(2, 3)
    compute("aclnnInplaceAdd", {"selfRef": x, "other": x[1:], "alpha": ONE})
    assert x.tolist() == [[3, 5, 7], [6, 8, 10]]


@pytest.mark.parametrize("operator", ["Add", "Sub", "Mul", "AddRelu"])
def test_in_place_refusals_speak_of_self_ref(operator: str) -> None:
    more = {} if operator == "Mul" else {"alpha": ONE}
    args = {"selfRef": np.zeros(3, F32), "other": np.zeros((2, 3), F32), **more}
    with pytest.raises(Refusal, match=r"selfRef has shape \[3\], must be \[2, 3\]") as caught:
        compute(f"aclnnInplace{operator}", args)
    assert caught.value.code == 161002
    with pytest.raises(Refusal, match="selfRef is null") as caught:
        compute(f"aclnnInplace{operator}", {**args, "selfRef": None})
    assert caught.value.code == 161001


def test_in_place_casts_within_a_category_only() -> None:
    x = np.array([1.5], F16)
    compute("aclnnInplaceAdd", {"selfRef": x, "other": np.array([0.25], F32), "alpha": ONE})
    assert x.tolist() == [1.75]
    with pytest.raises(Refusal, match="int32, to which float32"):
        compute("aclnnInplaceAdd", {"selfRef": np.zeros(1, np.int32), "other": np.zeros(1, F32), "alpha": ONE})


# Sums with nothing below zero


@pytest.mark.parametrize("layout", ALL)
@pytest.mark.parametrize("dtype", [F32, F16, BF16, np.int32, np.int64, np.int16])
def test_add_relu_agrees_with_torch(dtype: Any, layout: str) -> None:
    x, y = laid_out(numbers((4, 6), dtype, 8), layout), numbers((4, 6), dtype, 9)
    out = add(x, y, output((4, 6), dtype, "transposed"), operator="AddRelu")
    assert_close(out, from_torch((to_torch(x) + to_torch(y)).clamp(min=0)))


def test_add_relu_by_hand() -> None:
    for soc in CHIPS:
        x, y = np.array([1, -3, NAN], F32), np.array([2, 1, 1], F32)
        np.testing.assert_array_equal(add(x, y, np.zeros(3, F32), scalar(2), soc, "AddRelu"), [5, 0, NAN])
        # 250 + 10 = 256 + 4: what has no sign wraps and is not cut.
        out = add(np.array([250], np.uint8), np.array([10], np.uint8), np.zeros(1, np.uint8), ONE, soc, "AddRelu")
        assert out.tolist() == [4]


# Magnitudes


@pytest.mark.parametrize("out_layout", DENSE)
@pytest.mark.parametrize("layout", ALL)
@pytest.mark.parametrize("dtype", [F32, F16, BF16, F64, np.int8, np.int16, np.int32, np.int64, np.uint8, np.complex64])
def test_abs_agrees_with_torch(dtype: Any, layout: str, out_layout: str) -> None:
    x = laid_out(numbers((4, 6), dtype, 10), layout)
    want = from_torch(to_torch(x).abs())
    assert infer("aclnnAbs", {"self": x, "out": MISSING}) == {"out": ((4, 6), dtypes.from_numpy(want.dtype))}
    out = output((4, 6), want.dtype, out_layout)
    compute("aclnnAbs", {"self": x, "out": out})
    assert_close(out, want)


def test_abs_by_hand() -> None:
    # 128 has no int8; bools are copied; the sign of zero goes.
    for x, want in (
        (np.array([-128, -127], np.int8), [-128, 127]),
        (np.array([True, False]), [True, False]),
        (np.array([-0.0, -INF], F32), [0.0, INF]),
        (np.array(-3, np.int32), 3),
        (np.zeros((0, 2), F32), []),
    ):
        out = np.full_like(x, 1)
        compute("aclnnAbs", {"self": x, "out": out})
        assert out.tolist() == want
        assert not np.signbit(out[x == 0]).any()


# Chips


def test_a_chip_without_the_kernels_checks_and_then_refuses() -> None:
    x = np.zeros((2, 3), F32)
    for operator, more in (("aclnnAdd", {"alpha": ONE}), ("aclnnMul", {})):
        with pytest.raises(Refusal) as caught:
            compute(operator, {"self": x, "other": x, **more, "out": x.copy()}, B310)
        assert caught.value.code == 561003
        with pytest.raises(Refusal) as caught:
            compute(operator, {"self": x, "other": None, **more, "out": x.copy()}, B310)
        assert caught.value.code == 161001
