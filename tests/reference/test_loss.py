"""Losses: numbers worked out by hand, and PyTorch as the judge of the rest."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

from .compute import compute, refused
from .layouts import ALL, DENSE, Array, laid_out, output
from .tolerances import assert_close
from .torch_normal import random, torch_of

NONE, MEAN, SUM = 0, 1, 2
REDUCTION_NAMES = ("none", "mean", "sum")
DTYPES = (np.float32, np.float16, ml_dtypes.bfloat16)
NAN, INF = float("nan"), float("inf")
F32 = np.float32


def f32(*values: Any) -> Array:
    return np.array(values, F32)


def loss(operator: str, x: Array, target: Array, out: Array, **attributes: Any) -> Array:
    name = "result" if operator == "aclnnSmoothL1Loss" else "out"
    compute(operator, {"self": x, "target": target, **attributes, name: out})
    return out


def smooth_l1(x: Array, target: Array, beta: float, reduction: int = NONE, out: Array | None = None) -> Array:
    out = np.full(x.shape if reduction == NONE else (), 77, x.dtype) if out is None else out
    return loss("aclnnSmoothL1Loss", x, target, out, reduction=reduction, beta=beta)


def smooth_l1_backward(grad: Array, x: Array, target: Array, beta: float, reduction: int = NONE) -> Array:
    shape = np.broadcast_shapes(grad.shape, x.shape, target.shape)
    out = np.full(shape, 77, x.dtype)
    args = {"gradOut": grad, "self": x, "target": target, "reduction": reduction, "beta": beta}
    compute("aclnnSmoothL1LossBackward", {**args, "gradInput": out})
    return out


def mse_backward(grad: Array, x: Array, target: Array, reduction: int, out: Array | None = None) -> Array:
    if out is None:
        out = np.full(np.broadcast_shapes(grad.shape, x.shape, target.shape), 77, x.dtype)
    args = {"gradOutput": grad, "self": x, "target": target, "reduction": reduction, "out": out}
    compute("aclnnMseLossBackward", args)
    return out


# SmoothL1Loss by hand


@pytest.mark.parametrize(
    ("x", "beta", "expected"),
    [
        (0.5, 1.0, 0.125),  # 0.5 * 0.5^2 / 1
        (-2.0, 1.0, 1.5),  # 2 - 0.5 * 1
        (1.0, 1.0, 0.5),  # at the bound the linear side: 1 - 0.5
        (1.0, 2.0, 0.25),  # 0.5 * 1 / 2
        (-3.0, 0.0, 3.0),  # no quadratic part: |x|
        (0.0, 0.0, 0.0),
        (2.0**-21, 2.0**-20, 0.0),  # beta below 1e-6 has 1/beta = 0, so that the quadratic part vanishes
        (5.0, INF, 0.0),  # 1 / inf = 0
        (INF, 1.0, INF),
        (INF, INF, NAN),  # inf - 0.5 * inf
        (NAN, 1.0, NAN),
    ],
)
def test_smooth_l1_of_one_element(x: float, beta: float, expected: float) -> None:
    assert_close(smooth_l1(f32(x), f32(0), beta), [expected])


def test_smooth_l1_reductions() -> None:
    # Differences 0.5 and 2 with beta 1: losses 0.125 and 1.5, sum 1.625, mean 0.8125.
    x, target = f32(1.5, 1), f32(1, 3)
    assert smooth_l1(x, target, 1.0, SUM) == 1.625
    assert smooth_l1(x, target, 1.0, MEAN) == 0.8125
    for shape in ((1,), (1, 1)):
        assert smooth_l1(x, target, 1.0, MEAN, np.empty(shape, F32)).tolist() == np.full(shape, 0.8125).tolist()


def test_smooth_l1_mean_divides_by_the_broadcast_size() -> None:
    # self [1, 2] against target [2, 1]: differences 0, -1, 1, 0 with beta 0: |x| sums to 2 over 4 elements.
    assert smooth_l1(f32([0, 1]), f32([0], [1]), 0.0, MEAN) == 0.5


def test_smooth_l1_rounds_to_the_common_dtype_first() -> None:
    # 2048 and 1 differ by 2047; minus 0.5 is 2046.5, which float16 can't hold: a tie, to even 2046.
    x, target = np.array([2048], np.float16), np.array([1], np.float16)
    assert smooth_l1(x, target, 1.0, NONE, np.empty(1, F32)).tolist() == [2046.0]


def test_smooth_l1_sum_overflows_in_float16() -> None:
    x = np.full(100, 1000, np.float16)
    assert smooth_l1(x, np.zeros_like(x), 1.0, SUM) == INF


def test_smooth_l1_of_mixed_dtypes_is_computed_in_float32() -> None:
    out = smooth_l1(np.array([3], np.float16), np.array([1], ml_dtypes.bfloat16), 1.0, NONE, np.empty(1, F32))
    assert out.tolist() == [1.5]


@pytest.mark.parametrize("operator", ["aclnnSmoothL1Loss", "aclnnMseLoss"])
def test_reductions_of_nothing(operator: str) -> None:
    attributes = {"beta": 1.0} if operator == "aclnnSmoothL1Loss" else {}
    empty = np.empty((0, 3) if attributes else (0,), F32)
    assert np.isnan(loss(operator, empty, empty, np.empty((), F32), reduction=MEAN, **attributes))
    assert loss(operator, empty, empty, np.empty((), F32), reduction=SUM, **attributes) == 0
    loss(operator, empty, empty, np.empty_like(empty), reduction=NONE, **attributes)


def test_smooth_l1_of_nothing_needs_one_element_to_fill() -> None:
    empty = np.empty((0, 3), F32)
    args = {"self": empty, "target": empty, "reduction": SUM, "beta": 1.0}
    assert refused("aclnnSmoothL1Loss", {**args, "result": np.empty(2, F32)}) == 561103
    args |= {"self": np.ones(3, F32), "target": np.ones(3, F32)}
    assert refused("aclnnSmoothL1Loss", {**args, "result": np.empty(2, F32)}) == 561103


@pytest.mark.parametrize("beta", [-1.0, NAN])
def test_smooth_l1_refuses_beta(beta: float) -> None:
    x = f32(1)
    args = {"self": x, "target": x, "reduction": NONE, "beta": beta, "result": f32(0)}
    assert refused("aclnnSmoothL1Loss", args) == 161002


@pytest.mark.parametrize("reduction", [-1, 3])
def test_unknown_reductions_are_refused(reduction: int) -> None:
    x = f32(1)
    pair = {"self": x, "target": x, "reduction": reduction}
    assert refused("aclnnSmoothL1Loss", {**pair, "beta": 1.0, "result": f32(0)}) == 161002
    assert refused("aclnnMseLossBackward", {"gradOutput": x, **pair, "out": f32(0)}) == 161002


# SmoothL1LossBackward by hand


def test_smooth_l1_gradient() -> None:
    # x = 0.5 inside beta 1 gives x / beta = 0.5; -2 and 3 outside give their signs; times gradOut.
    grad = smooth_l1_backward(f32(1, 10, 100), f32(0.5, -2, 3), f32(0, 0, 0), 1.0)
    assert grad.tolist() == [0.5, -10, 100]
    # The mean's factor is 1 / numel(self).
    grad = smooth_l1_backward(f32(4, 4), f32(0.5, -2), f32(0, 0), 1.0, MEAN)
    assert grad.tolist() == [1, -2]


def test_smooth_l1_gradient_at_and_below_a_tiny_beta() -> None:
    # 1 / beta is NaN below 1e-6, and x / beta with it. Several gradients: |x| <= beta is inside, so that x = 0
    # with beta = 0 gives NaN. One gradient: |x| < beta is inside, so that it gives sign(0) = 0.
    several, zeros = f32(1, 1, 1), f32(0, 0, 0)
    assert_close(smooth_l1_backward(several, f32(0, 2, -2), zeros, 0.0), [NAN, 1, -1])
    assert_close(smooth_l1_backward(f32(1), f32(0, 2, -2), zeros, 0.0), [0, 1, -1])
    assert_close(smooth_l1_backward(np.array(1, F32), f32(0, 2, -2), zeros, 0.0), [0, 1, -1])
    # 5e-7 lies inside 9e-7 either way.
    assert_close(smooth_l1_backward(several, f32(5e-7, 1, 1), zeros, 9e-7), [NAN, 1, 1])
    assert_close(smooth_l1_backward(f32(1), f32(5e-7, 1, 1), zeros, 9e-7), [NAN, 1, 1])


def test_smooth_l1_gradient_at_the_bound() -> None:
    # x = beta = 0.1: either x * (1 / beta) or sign(x), both 1 up to rounding.
    bound = f32(0.1, -0.1)
    assert_close(smooth_l1_backward(f32(1, 1), bound, f32(0, 0), 0.1), [1, -1])
    assert smooth_l1_backward(f32(1), bound, f32(0, 0), 0.1).tolist() == [1, -1]


def test_smooth_l1_gradient_of_infinities() -> None:
    zeros = f32(0, 0, 0)
    x = f32(INF, -INF, NAN)
    assert_close(smooth_l1_backward(f32(2, 2, 2), x, zeros, 1.0), [2, -2, NAN])
    # beta = inf: several gradients see inf <= inf as inside, inf * (1 / inf) = NaN; one gives the sign.
    assert_close(smooth_l1_backward(f32(2, 2, 2), f32(INF, -INF, 5), zeros, INF), [NAN, NAN, 0])
    assert_close(smooth_l1_backward(f32(2), f32(INF, -INF, 5), zeros, INF), [2, -2, 0])


# MseLoss by hand


def test_mse_by_hand() -> None:
    # Differences 1, -2, 3: squares 1, 4, 9, their sum 14 and mean 14 / 3.
    x, target = f32(2, 0, 3), f32(1, 2, 0)
    assert loss("aclnnMseLoss", x, target, np.empty(3, F32), reduction=NONE).tolist() == [1, 4, 9]
    assert loss("aclnnMseLoss", x, target, np.empty((), F32), reduction=SUM) == 14
    assert_close(loss("aclnnMseLoss", x, target, np.empty((), F32), reduction=MEAN), np.float32(14 / 3))


def test_mse_broadcasts() -> None:
    # [0, 1] against [[0], [2]]: squares 0, 1, 4, 1 in four elements.
    x, target = f32(0, 1), f32([0], [2])
    out = loss("aclnnMseLoss", x, target, np.empty((2, 2), F32), reduction=NONE)
    assert out.tolist() == [[0, 1], [4, 1]]
    assert loss("aclnnMseLoss", x, target, np.empty((), F32), reduction=MEAN) == 1.5


def test_mse_output_of_one_dimension_is_refused_when_reduced() -> None:
    args = {"self": f32(1), "target": f32(1), "reduction": MEAN}
    assert refused("aclnnMseLoss", {**args, "out": np.empty(1, F32)}) == 161002


def test_mse_out_reduces_the_first_dimension() -> None:
    # Squares [[1, 4], [9, 0]]: sums down the columns 10 and 4, means 5 and 2.
    x, target = f32([1, 2], [3, 0]), f32(0, 0)
    assert loss("aclnnMseLossOut", x, target, np.empty(2, F32), reduction=SUM).tolist() == [10, 4]
    assert loss("aclnnMseLossOut", x, target, np.empty(2, F32), reduction=MEAN).tolist() == [5, 2]
    assert loss("aclnnMseLossOut", x, target, np.empty((2, 2), F32), reduction=NONE).tolist() == [[1, 4], [9, 0]]
    # A rank-0 tensor has no first dimension to reduce.
    nine = loss("aclnnMseLossOut", np.array(3, F32), np.array(0, F32), np.empty((), F32), reduction=SUM)
    assert nine == 9


def test_mse_out_rounds_every_square() -> None:
    # 257^2 = 66049 overflows float16, so that the mean over two rows is infinite though their mean would fit.
    x = np.array([[257], [0]], np.float16)
    assert loss("aclnnMseLossOut", x, np.zeros_like(x), np.empty(1, np.float16), reduction=MEAN).tolist() == [INF]


def test_mse_out_leaves_its_output_where_inputs_are_empty() -> None:
    x, out = np.empty((0, 5), F32), np.full(5, 77, F32)
    assert loss("aclnnMseLossOut", x, x, out, reduction=MEAN).tolist() == [77] * 5


# MseLossBackward by hand


def test_mse_gradient_of_the_mean() -> None:
    # 2 * (self - target) * gradOutput / 4 with gradOutput = self: (-1 * 0, 0 * 1, 1 * 2, 2 * 3) / 2.
    x = f32([0, 1], [2, 3])
    assert mse_backward(x, x, np.ones_like(x), MEAN).tolist() == [[0, 0], [1, 3]]
    assert mse_backward(x, x, np.ones_like(x), SUM).tolist() == [[0, 0], [4, 12]]
    assert mse_backward(x, x, np.ones_like(x), NONE).tolist() == [[0, 0], [4, 12]]


def test_mse_gradient_divides_by_the_size_of_self_alone() -> None:
    # self has 2 elements, the result 4: the factor is 2 / 2, not 2 / 4.
    out = mse_backward(np.array(1, F32), f32(3, 5), f32([1, 1], [2, 2]), MEAN)
    assert out.tolist() == [[2, 4], [1, 3]]


def test_mse_gradient_needs_one_dtype() -> None:
    x, half = f32(1), np.array([1], np.float16)
    args = {"gradOutput": x, "self": x, "target": x, "reduction": MEAN}
    for name in ("gradOutput", "self", "target"):
        assert refused("aclnnMseLossBackward", {**args, name: half, "out": f32(0)}) == 161002
    # The output may have another one of the list, but no other.
    assert mse_backward(x * 3, x * 3, x, NONE, np.empty(1, np.float16)).tolist() == [12]
    assert refused("aclnnMseLossBackward", {**args, "out": np.empty(1)}) == 161002


def test_mse_gradient_of_nothing() -> None:
    empty = np.empty((0, 2), F32)
    assert mse_backward(empty, empty, empty, MEAN).shape == (0, 2)


# PyTorch as the judge


@pytest.mark.parametrize("layout", ALL)
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("reduction", [NONE, MEAN, SUM])
def test_losses_agree_with_pytorch(reduction: int, dtype: Any, layout: str) -> None:
    torch = pytest.importorskip("torch")
    x, target = laid_out(random((4, 3, 5), dtype, 1), layout), laid_out(random((4, 3, 5), dtype, 2), layout)
    out_layout = "contiguous" if layout == "expanded" else layout
    shape = x.shape if reduction == NONE else ()
    reduction_name = REDUCTION_NAMES[reduction]
    functional, pair = torch.nn.functional, (torch_of(x), torch_of(target))
    out = output(shape, dtype, out_layout if shape else "contiguous")
    expected = functional.smooth_l1_loss(*pair, beta=0.75, reduction=reduction_name).numpy()
    assert_close(smooth_l1(x, target, 0.75, reduction, out), expected.astype(dtype))
    expected = functional.mse_loss(*pair, reduction=reduction_name).numpy()
    assert_close(loss("aclnnMseLoss", x, target, out, reduction=reduction), expected.astype(dtype))


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("reduction", [MEAN, SUM])
def test_mse_out_agrees_with_pytorch(reduction: int, dtype: Any) -> None:
    torch = pytest.importorskip("torch")
    x, target = random((6, 4), dtype, 1), random((4,), dtype, 2)
    squares = ((torch_of(x) - torch_of(target)) ** 2).numpy().astype(dtype)
    reduce = torch.mean if reduction == MEAN else torch.sum
    expected = reduce(torch_of(squares), dim=0).numpy().astype(dtype)
    assert_close(loss("aclnnMseLossOut", x, target, np.empty(4, dtype), reduction=reduction), expected)


@pytest.mark.parametrize("layout", ALL)
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("reduction", [NONE, MEAN, SUM])
def test_gradients_agree_with_pytorch(reduction: int, dtype: Any, layout: str) -> None:
    torch = pytest.importorskip("torch")
    x, target = laid_out(random((4, 3, 5), dtype, 1), layout), laid_out(random((4, 3, 5), dtype, 2), layout)
    grad = laid_out(random((4, 3, 5), dtype, 3), layout) if reduction == NONE else random((), dtype, 3)
    functional, name = torch.nn.functional, REDUCTION_NAMES[reduction]

    def gradient(of: Any) -> Array:
        leaf = torch_of(x, grad=True)
        of(leaf, torch_of(target)).backward(torch_of(grad))
        result: Array = leaf.grad.numpy()
        return result.astype(dtype)

    expected = gradient(lambda a, b: functional.mse_loss(a, b, reduction=name))
    out = output(x.shape, dtype, "contiguous" if layout == "expanded" else layout)
    assert_close(mse_backward(grad, x, target, reduction, out), expected)
    expected = gradient(lambda a, b: functional.smooth_l1_loss(a, b, beta=0.75, reduction=name))
    assert_close(smooth_l1_backward(grad, x, target, 0.75, reduction), expected)


@pytest.mark.parametrize("layout", DENSE)
def test_strided_outputs_keep_what_lies_between(layout: str) -> None:
    x, target = f32([3, 1], [0, 2]), f32([1, 1], [1, 1])
    out = output((2, 2), F32, layout)
    loss("aclnnMseLoss", x, target, out, reduction=NONE)
    assert out.tolist() == [[4, 0], [1, 1]]
    if layout == "sliced":
        assert out.base is not None
        assert out.base[..., ::2].tolist() == [[0, 0], [0, 0]]


def test_zero_dimensional_losses() -> None:
    x, target = np.array(3, F32), np.array(1, F32)
    assert smooth_l1(x, target, 1.0) == 1.5
    assert loss("aclnnMseLoss", x, target, np.empty((), F32), reduction=MEAN) == 4
    assert mse_backward(np.array(1, F32), x, target, MEAN) == 4
