"""Rounding, signs, the parts of numbers that are none, and log-odds: what PyTorch does, and what CANN alone does."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

from pyaclnn import dtypes
from pyaclnn.dtypes import FLOAT32
from pyaclnn.reference.rules import MISSING

from .compute import compute, infer
from .layouts import ALL, DENSE, Array, laid_out, output
from .refusals import A910, A950, B910, P310, code_of, tensor
from .tolerances import assert_close

F16, F32, F64, BF16 = np.float16, np.float32, np.float64, ml_dtypes.bfloat16
NAN, INF = float("nan"), float("inf")


def rounded(x: Array, decimals: int, soc: str = B910) -> Array:
    out = np.full(x.shape, 77, x.dtype)
    compute("aclnnRoundDecimals", {"self": x, "decimals": decimals, "out": out}, soc)
    return out


# Rounding


def test_ties_go_to_the_even_number() -> None:
    x = np.array([0.5, 1.5, 2.5, -0.5, -1.5, NAN, INF], F32)
    out = np.zeros_like(x)
    compute("aclnnRound", {"self": x, "out": out})
    assert_close(out, [0, 2, 2, 0, -2, NAN, INF])


@pytest.mark.parametrize("decimals", [-2, -1, 0, 1, 3])
@pytest.mark.parametrize("dtype", [F32, F64])
def test_decimals_agree_with_torch(dtype: Any, decimals: int) -> None:
    torch = pytest.importorskip("torch")
    x = np.random.default_rng(1).uniform(-900, 900, (4, 6)).astype(dtype)
    assert_close(rounded(x, decimals), torch.round(torch.from_numpy(x), decimals=decimals).numpy())


def test_decimals_of_halves_are_computed_in_float32() -> None:
    # 1.23 in float16 is 1.23046875; 12.3046875 rounds to 12, and 1.2 in float16 is 1.2001953125.
    assert rounded(np.array([1.23], F16), 1).tolist() == [F16(1.2)]
    # 1.25 * 10 is a tie: 12.
    assert rounded(np.array([1.25], BF16), 1).astype(F32).tolist() == [1.203125]


def test_a_power_of_ten_that_is_infinite_gives_nan() -> None:
    # 10 ** 39 has no float32, 10 ** 309 no float64.
    for decimals in (39, -39):
        assert np.isnan(rounded(np.array([1.5], F32), decimals))
        assert not np.isnan(rounded(np.array([1.5], F64), decimals))
    assert np.isnan(rounded(np.array([1.5], F64), 400))


def test_integers_of_32_bits_round_to_the_even_multiple() -> None:
    x = np.array([14, 15, 25, -15, -25, 16, 2**31 - 1, -(2**31)], np.int32)
    # 2147483650 has no room: the smallest number stands for it. The even multiple next to 15 is 20, to 25 also 20.
    assert rounded(x, -1).tolist() == [10, 20, 20, -20, -20, 20, -(2**31), -(2**31)]
    # The multiples of 10 ** 9 next to the last two are 2 * 10 ** 9 and its opposite.
    assert rounded(x, -9).tolist() == [0, 0, 0, 0, 0, 0, 2 * 10**9, -2 * 10**9]
    assert rounded(x, -12).tolist() == [0] * 8
    assert rounded(x, 2).tolist() == x.tolist()


def test_integers_of_64_bits_are_cut_off_on_the_control_cpu() -> None:
    x = np.array([14, 15, 27, -15, -27, 7], np.int64)
    # A quotient of 1 counts as the tie between 0 and 2; the others lose their fraction.
    assert rounded(x, -1).tolist() == [20, 20, 20, -10, -20, 0]
    assert rounded(x, 0).tolist() == x.tolist()
    assert rounded(x, 2).tolist() == x.tolist()
    assert rounded(x, -30).tolist() == [0] * 6


@pytest.mark.parametrize("layout", ALL)
@pytest.mark.parametrize("dtype", [F32, F16, F64, np.int32, np.int64])
def test_decimals_of_layouts(dtype: Any, layout: str) -> None:
    x = laid_out((np.arange(24).reshape(4, 6) * 1.3 - 9).astype(dtype), layout)
    for out_layout in DENSE:
        out = output((4, 6), dtype, out_layout)
        compute("aclnnRoundDecimals", {"self": x, "decimals": 0, "out": out})
        np.testing.assert_array_equal(out, np.round(np.array(x)))
    if layout in DENSE:
        want = np.round(np.array(x))
        compute("aclnnInplaceRoundDecimals", {"selfRef": x, "decimals": 0})
        np.testing.assert_array_equal(x, want)


def test_truncation_keeps_integers_on_ascend950() -> None:
    x = np.array([-3, 4], np.int32)
    out = np.zeros_like(x)
    compute("aclnnTrunc", {"self": x, "out": out}, A950)
    assert out.tolist() == [-3, 4]
    assert code_of("aclnnTrunc", {"self": tensor(2, dtype=dtypes.INT32), "out": tensor(2, dtype=dtypes.INT32)}, {}) == (
        161002
    )


# Signs


def test_nan_and_zero_have_no_sign() -> None:
    x = np.array([NAN, 0.0, -0.0, INF, -INF, -1e-30], F32)
    out = np.full(6, 77, F32)
    compute("aclnnSign", {"self": x, "result": out})
    assert out.tolist() == [0, 0, 0, 1, -1, -1]


def test_the_sign_of_truth_is_truth() -> None:
    out = np.zeros(2, bool)
    kernels = compute("aclnnSign", {"self": np.array([True, False]), "result": out})
    assert out.tolist() == [True, False]
    assert kernels == ["Cast", "Sign", "Cast"]


def test_ascend310p_takes_signs_of_anything() -> None:
    x = np.array([-3, 0, 5], np.int8)
    out = np.zeros_like(x)
    compute("aclnnSign", {"self": x, "result": out}, P310)
    assert out.tolist() == [-1, 0, 1]
    call = {"self": tensor(3, dtype=dtypes.INT8), "result": tensor(3, dtype=dtypes.INT8)}
    assert [code_of("aclnnSign", call, {}, soc) for soc in (A910, P310, B910, A950)] == [161002, 0, 161002, 161002]
    # What is outside the list is not compared with the output before the copy.
    assert code_of("aclnnSign", call, {"result": tensor(3)}, P310) == 561103
    assert code_of("aclnnSign", {"self": tensor(3), "result": tensor(3, dtype=dtypes.FLOAT16)}, {}, P310) == 161002


def test_the_smallest_integer_is_its_own_opposite() -> None:
    for dtype in (np.int8, np.int32, np.int64):
        low = np.iinfo(dtype).min
        out = np.zeros(2, dtype)
        compute("aclnnNeg", {"self": np.array([low, 5], dtype), "out": out})
        assert out.tolist() == [low, -5]


# NaN to number


@pytest.mark.parametrize("dtype", [F32, F16, BF16])
@pytest.mark.parametrize("layout", DENSE)
def test_nan_to_num(layout: str, dtype: Any) -> None:
    values = np.array([[NAN, INF, -INF, 1.5], [-2, NAN, 0, INF]], dtype)
    want = np.array([[7, 8, -9, 1.5], [-2, 7, 0, 8]], dtype)
    x, out = laid_out(values, layout), output((2, 4), dtype, layout)
    attributes = {"nan": 7.0, "posinf": 8.0, "neginf": -9.0}
    compute("aclnnNanToNum", {"self": x, **attributes, "out": out})
    np.testing.assert_array_equal(out, want)
    compute("aclnnInplaceNanToNum", {"selfRef": x, **attributes})
    np.testing.assert_array_equal(x, want)


def test_nan_to_num_replaces_once_and_rounds_what_it_puts_in() -> None:
    # NaN becomes infinity and stays so; 1e30 is infinite in float16.
    x = np.array([NAN, INF, -INF], F16)
    out = np.zeros(3, F16)
    compute("aclnnNanToNum", {"self": x, "nan": INF, "posinf": 1.0, "neginf": 1e30, "out": out})
    assert out.tolist() == [INF, 1, INF]


def test_nan_to_num_copies_integers() -> None:
    for dtype in (np.int8, np.int16, np.int32, np.int64, np.uint8, np.bool_):
        x = np.array([1, 0], dtype)
        out = np.zeros_like(x)
        attributes = {"nan": 7.0, "posinf": 8.0, "neginf": -9.0}
        assert "NanToNum" not in compute("aclnnNanToNum", {"self": x, **attributes, "out": out})
        assert out.tolist() == x.tolist()
    call = {"self": tensor(2), "nan": 0.0, "posinf": 0.0, "neginf": 0.0, "out": tensor(2)}
    assert [code_of("aclnnNanToNum", call, {}, soc) for soc in (A910, P310, B910, A950)] == [161002, 161002, 0, 0]
    assert infer("aclnnNanToNum", {**call, "out": MISSING}) == {"out": ((2,), FLOAT32)}


# Log-odds


@pytest.mark.parametrize("layout", ALL)
@pytest.mark.parametrize("eps", [-1.0, 0.0, 0.1, 0.3])
@pytest.mark.parametrize("dtype", [F32, F16, BF16])
def test_logit_and_its_gradient_agree_with_torch(dtype: Any, eps: float, layout: str) -> None:
    torch = pytest.importorskip("torch")
    rng = np.random.default_rng(2)
    x = laid_out(rng.uniform(0.02, 0.98, (4, 6)).astype(dtype), layout)
    grad = rng.uniform(-2, 2, (4, 6)).astype(dtype)
    wide = torch.tensor(np.array(x, F32), requires_grad=True)
    value = torch.logit(wide, None if eps < 0 else eps)
    value.backward(torch.from_numpy(grad.astype(F32)))
    out = output((4, 6), dtype, layout if layout in DENSE else "contiguous")
    compute("aclnnLogit", {"input": x, "eps": eps, "out": out})
    assert_close(out, value.detach().numpy())
    compute("aclnnLogitGrad", {"x": x, "dy": grad, "eps": eps, "out": out})
    assert_close(out, wide.grad.numpy(), roundings=4 if dtype is not F32 else 1)


def test_logit_at_the_ends() -> None:
    x = np.array([0, 1, 0.5, NAN, 2, -1], F32)
    out = np.zeros(6, F32)
    compute("aclnnLogit", {"input": x, "eps": -1.0, "out": out})
    assert_close(out, [-INF, INF, 0, NAN, NAN, NAN])
    # Held between 1/4 and 3/4: log(1/3) and log(3). Where the two cross, the lower one wins.
    compute("aclnnLogit", {"input": x, "eps": 0.25, "out": out})
    assert_close(out, [-np.log(3), np.log(3), 0, NAN, np.log(3), -np.log(3)])
    compute("aclnnLogit", {"input": x[:3], "eps": 0.75, "out": out[:3]})
    assert_close(out[:3], [np.log(3), -np.log(3), np.log(3)])


def test_logit_grad_outside() -> None:
    x, dy = np.array([-1, 0.5, 2, NAN], F32), np.ones(4, F32)
    out = np.zeros(4, F32)
    compute("aclnnLogitGrad", {"x": x, "dy": dy, "eps": -1.0, "out": out})
    assert_close(out, [NAN, 4, NAN, NAN])
    # With eps even NaN counts as outside, which PyTorch passes on.
    compute("aclnnLogitGrad", {"x": x, "dy": dy, "eps": 0.1, "out": out})
    assert_close(out, [0, 4, 0, 0])


def test_logit_refusals() -> None:
    call = {"input": tensor(2), "eps": 0.1, "out": tensor(2)}
    assert code_of("aclnnLogit", call, {}) == 0
    assert code_of("aclnnLogit", call, {"out": None}) == 161001
    assert code_of("aclnnLogit", call, {"out": tensor(2, dtype=dtypes.FLOAT16)}) == 161002
    assert code_of("aclnnLogit", call, {"input": tensor(2, dtype=dtypes.FLOAT64)}) == 161002
    assert code_of("aclnnLogit", call, {}, A910) == 561003
    grads = {"x": tensor(2), "dy": tensor(2), "eps": 0.1, "out": tensor(2)}
    assert code_of("aclnnLogitGrad", grads, {"dy": None}) == 161001
    assert code_of("aclnnLogitGrad", grads, {"dy": tensor(3)}) == 161002
    assert infer("aclnnLogitGrad", {**grads, "out": MISSING}) == {"out": ((2,), FLOAT32)}
