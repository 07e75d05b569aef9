"""Activations where PyTorch can't judge: integers, ends of intervals, what is not finite, and dtypes that mix."""

from __future__ import annotations

import math
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from pyaclnn.dtypes import COMPLEX64, FLOAT64, INT32, INT64
from pyaclnn.reference.meta import ScalarValue
from pyaclnn.reference.rules import MISSING

from .arguments import scalar
from .compute import compute, infer
from .layouts import Array
from .refusals import A910, A950, B910
from .tolerances import assert_close

F64, F32, F16, BF16 = np.float64, np.float32, np.float16, ml_dtypes.bfloat16
NAN, INF = float("nan"), float("inf")
LN3 = math.log(3)  # sigmoid(ln 3) = 3/4


def of(operator: str, x: Any, dtype: Any = F32, out: Any = None, soc: Any = B910, **attributes: Any) -> Any:
    """The values of an operator with the operand ``self`` and the output ``out``."""
    x = np.array(x, dtype)
    result = np.full(x.shape, 77, dtype if out is None else out)
    compute(operator, {"self": x, **attributes, "out": result}, soc)
    return result.tolist()


def back(operator: str, grad: Any, x: Any, dtype: Any = F32, out: Any = "out", **attributes: Any) -> Any:
    grad, x = np.array(grad, dtype), np.array(x, dtype)
    result = np.full(x.shape, 77, dtype)
    compute(operator, {"gradOutput": grad, "self": x, **attributes, out: result})
    return result.tolist()


def test_relu_of_integers() -> None:
    for dtype in (np.int8, np.int32, np.int64):
        assert of("aclnnRelu", [-3, 0, 5], dtype) == [0, 0, 5]
    assert of("aclnnRelu", [0, 200], np.uint8) == [0, 200]
    assert of("aclnnRelu", [-INF, -0.5, INF]) == [0, 0, INF]
    assert math.isnan(of("aclnnRelu", [NAN])[0])
    x = np.array([1, 255], np.uint8)
    assert compute("aclnnInplaceRelu", {"selfRef": x}) == []
    assert x.tolist() == [1, 255]


def test_selu_of_integers() -> None:
    # 1.0507 * 100 = 105.07 and 1.7581 * (exp(-1) - 1) = -1.1113 lose their fractions.
    assert of("aclnnSelu", [100, -1, 0], np.int32) == [105, -1, 0]
    # 1.0507 * 127 = 133.4, which wraps in 8 bits.
    assert of("aclnnSelu", [127, 20, -1], np.int8) == [133 - 256, 21, -1]
    assert of("aclnnSelu", [20, -1], np.int32, F32) == [21, -1]


def test_selu_gradient() -> None:
    # Below 0 the slope is result + 1.7581, above it 1.0507.
    args = {"gradOutput": np.array([2, 2], F32), "result": np.array([-1, 3], F32), "gradInput": np.empty(2, F32)}
    compute("aclnnSeluBackward", args)
    assert_close(args["gradInput"], [2 * 0.7580993, 2 * 1.0507010])
    # 10 * 1.0507 = 10.507 and 3 * 0.7581 = 2.274 are rounded.
    grad, result = np.array([10, 3], np.int32), np.array([5, -1], np.int32)
    compute("aclnnSeluBackward", {"gradOutput": grad, "result": result, "gradInput": (out := np.empty(2, np.int32))})
    assert out.tolist() == [11, 2]


def test_hardsigmoid_of_integers() -> None:
    # 2 / 6 + 1 / 2 < 1 loses its fraction.
    assert of("aclnnHardsigmoid", [-9, 2, 3, 4], np.int32) == [0, 0, 1, 1]


def test_hardswish_at_infinity() -> None:
    # Unlike PyTorch's, which is -inf * 0: the operand is bounded too.
    assert of("aclnnHardswish", [-INF, -3, 3, INF]) == [0, 0, 3, INF]


def test_hardswish_gradients_at_the_ends() -> None:
    # -3 / 3 + 1 / 2 = -1/2 and 3 / 3 + 1 / 2 = 3/2 for the first, 0 and 1 for the second form.
    assert_close(np.array(back("aclnnHardswishBackward", [2, 2], [-3, 3]), F32), [-1, 3])
    assert back("aclnnHardswishBackwardV2", [2, 2], [-3, 3]) == [0, 2]
    assert back("aclnnHardswishBackward", [2, 2], [-4, 4]) == [0, 2]
    assert back("aclnnHardswishBackward", [2], [NAN]) == back("aclnnHardswishBackwardV2", [2], [NAN]) == [2]


def test_gradients_at_limits_and_nan() -> None:
    limits = {"min": scalar(-1), "max": scalar(1)}
    assert back("aclnnHardtanhBackward", [5, 5, 5, 5], [-1, 1, 0, NAN], **limits) == [0, 0, 5, 5]
    limit = {"lambd": scalar(1)}
    assert back("aclnnHardshrinkBackward", [5, 5, 5], [-1, 1.5, NAN], out="gradInput", **limit) == [0, 5, 5]
    # A negative limit counts as 0.
    limit = {"lambd": scalar(-1)}
    assert back("aclnnHardshrinkBackward", [5, 5], [0, 0.1], out="gradInput", **limit) == [0, 5]
    limit = {"lambda": scalar(1)}
    assert back("aclnnSoftshrinkBackward", [5, 5, 5], [-1, 1.5, NAN], out="gradInput", **limit) == [0, 5, 5]


def test_shrink() -> None:
    values = of("aclnnShrink", [-3, -2, 0, 2, 3], lambd=scalar(2), bias=scalar(0.5))
    assert values == [-2.5, 0, 0, 0, 2.5]
    assert of("aclnnShrink", [-3, 3], F16, F32, lambd=scalar(2), bias=scalar(-1)) == [-4, 4]
    # NaN lies neither above nor below.
    assert of("aclnnShrink", [NAN], lambd=scalar(2), bias=scalar(0)) == [0]
    assert of("aclnnSoftshrink", [NAN, 3], lambd=scalar(2)) == [0, 1]


def test_hardshrink() -> None:
    assert of("aclnnHardshrink", [-2, -1, 0, 1, 2], lambd=scalar(1)) == [-2, 0, 0, 0, 2]
    assert of("aclnnHardshrink", [-0.5, 0.5], lambd=scalar(-1)) == [-0.5, 0.5]
    assert math.isnan(of("aclnnHardshrink", [NAN], lambd=scalar(1))[0])


def test_hardtanh_of_integers() -> None:
    limits = {"clipValueMin": scalar(-2.7), "clipValueMax": scalar(3.9)}
    # The limits lose their fractions, as the operand's dtype has none.
    for dtype in (np.int8, np.int16, np.int32, np.int64):
        assert of("aclnnHardtanh", [-9, 0, 9], dtype, **limits) == [-2, 0, 3]
    assert of("aclnnHardtanh", [0, 200], np.uint8, clipValueMin=scalar(1), clipValueMax=scalar(100)) == [1, 100]


def test_hardtanh_gradient_of_another_shape() -> None:
    # The output's shape is not looked at: it is filled as far as there are values.
    out = np.full((3, 2), 77, F32)
    grad, x = np.array([1, 2, 3, 4], F32), np.array([0, 9, 0, 0], F32)
    args = {"gradOutput": grad, "self": x, "min": scalar(-1), "max": scalar(1)}
    compute("aclnnHardtanhBackward", {**args, "out": out})
    assert out.tolist() == [[1, 0], [3, 4], [77, 77]]
    narrow = np.full(2, 77, F16)
    compute("aclnnHardtanhBackward", {**args, "out": narrow})
    assert narrow.tolist() == [1, 0]


@pytest.mark.parametrize("soc", [A910, B910, A950])
@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16, np.int32, np.int64])
def test_threshold_of_integers(dtype: Any, soc: str) -> None:
    limits = {"threshold": scalar(2.9), "value": scalar(7.9)}
    # Both numbers lose their fractions.
    assert of("aclnnThreshold", [1, 2, 3], dtype, soc=soc, **limits) == [7, 7, 3]


def test_threshold_writes_other_dtypes() -> None:
    limits = {"threshold": scalar(2), "value": scalar(7)}
    assert of("aclnnThreshold", [1, 3], np.int32, F32, **limits) == [7, 3]
    # Only Ascend950 casts what it cuts off.
    assert of("aclnnThreshold", [1, 3.5], F32, np.int32, A950, **limits) == [7, 3]
    assert math.isnan(of("aclnnThreshold", [NAN], **limits)[0])


def test_threshold_gradient_of_integers() -> None:
    for limit in (0, 1):
        grad, x = np.array([5, 6, 7], np.int8), np.array([-1, 1, 2], np.int8)
        compute(
            "aclnnThresholdBackward",
            {"gradOutput": grad, "self": x, "threshold": scalar(limit), "out": (out := np.empty(3, np.int8))},
        )
        assert out.tolist() == [0, 6 if limit == 0 else 0, 7]
    assert back("aclnnThresholdBackward", [INF, INF], [-1, 1], threshold=scalar(0)) == [0, INF]


def test_sigmoid_of_integers_and_bool() -> None:
    assert of("aclnnSigmoid", [0, 100, -100], np.int16, F32) == [0.5, 1, 0]
    assert of("aclnnSigmoid", [False], np.bool_, F16) == [0.5]
    assert of("aclnnSigmoid", [0], np.int64, F64) == [0.5]


def test_sigmoid_of_complex_numbers() -> None:
    # 1 / (1 + exp(-i * pi / 2)) = 1 / (1 - i) = (1 + i) / 2
    assert_close(np.array(of("aclnnSigmoid", [0.5j * math.pi], np.complex64)), [0.5 + 0.5j], F32)
    # grad * conj(y * (1 - y)) of y = i: i * (1 - i) = 1 + i, conjugated 1 - i.
    args = {"gradOutput": np.array([2], np.complex64), "output": np.array([1j], np.complex64)}
    compute("aclnnSigmoidBackward", {**args, "gradInput": (out := np.empty(1, np.complex64))})
    assert out.tolist() == [2 - 2j]


def test_elu_without_the_exponential() -> None:
    numbers = {"scale": scalar(2), "inputScale": scalar(1)}
    # -alpha * scale takes the place of what lies below 0.
    assert of("aclnnElu", [3, -1, 0], alpha=scalar(INF), **numbers) == [6, -INF, -INF]
    infinite = {"alpha": scalar(0.5), "scale": scalar(2), "inputScale": scalar(INF)}
    assert of("aclnnElu", [3, -1, 0], **infinite) == [6, -1, -1]
    kernels = compute("aclnnElu", {"self": np.ones(2, F16), **infinite, "out": np.ones(2, F16)})
    assert kernels == ["Cast", "ThresholdV2", "Muls", "Cast"]


def test_softplus_gradient_computes_in_float32_at_most() -> None:
    # 3 / (1 + exp(-ln 3)) = 3 * 3/4
    for grad, x, out in ((F64, F64, F64), (F32, F16, F32), (F32, np.int32, F16), (F64, np.bool_, F32)):
        inputs = {"gradOutput": np.array([3], grad), "self": np.array([LN3 if x in (F64, F16) else 0], x)}
        result = np.empty(1, out)
        compute("aclnnSoftplusBackward", {**inputs, "beta": scalar(1), "threshold": scalar(20), "gradInput": result})
        assert_close(result, [2.25 if x in (F64, F16) else 1.5], F16)


def test_extreme_arguments() -> None:
    # None overflows: far out these are 0, the argument, or its absolute value.
    for operator in ("aclnnSwish", "aclnnMish", "aclnnFastGelu", "aclnnGelu"):
        more = {"betaOptional": None} if operator == "aclnnSwish" else {}
        assert_close(np.array(of(operator, [-1e4, 0, 1e4], **more), F32), [0, 0, 1e4])
    assert of("aclnnLogSigmoid", [-1e4, 1e4, -INF, INF]) == [-1e4, 0, -INF, 0]
    # Below the threshold the exponential is taken, whatever it becomes.
    assert of("aclnnSoftplus", [-1e4, 1e4], beta=scalar(1), threshold=scalar(20)) == [0, 1e4]
    assert of("aclnnSoftplus", [1e4], beta=scalar(1), threshold=scalar(INF)) == [INF]
    assert of("aclnnSoftmax", [1e4, 1e4, -INF], dim=0) == [0.5, 0.5, 0]
    assert_close(np.array(of("aclnnLogSoftmax", [1e4, 1e4], dim=0), F32), [-math.log(2)] * 2)


def prelu(x: Array, weight: Array, dtype: Any = F32) -> Any:
    out = np.full(x.shape, 77, dtype)
    compute("aclnnPrelu", {"self": x, "weight": weight, "out": out})
    return out.tolist()


def test_prelu() -> None:
    x, weight = np.array([[[-1, 2], [-3, 4]]], F32), np.array([10, 100], F32)
    for shape in ((2,), (2, 1)):
        assert prelu(x, weight.reshape(shape)) == [[[-10, 2], [-300, 4]]]
    assert prelu(x, np.array([[0.5]], F16), F16) == [[[-0.5, 2], [-1.5, 4]]]
    assert prelu(np.array(-2, F32), np.array([3], F32)) == -6
    assert prelu(np.array([-2], F32), np.array([3], F32)) == [-6]


def test_prelu_gradient() -> None:
    # Below 0 the gradient is multiplied by the weight, and counts times self for the weight.
    x = np.array([[[-1, 2], [-3, 4]], [[5, -6], [7, -8]]], F32)
    grad = np.ones_like(x)
    args = {"gradOutput": grad, "self": x, "gradInput": (out := np.empty_like(x))}
    compute(
        "aclnnPreluBackward",
        {**args, "weight": np.array([10, 100], F32), "gradWeight": (to_weight := np.empty(2, F32))},
    )
    assert out.tolist() == [[[10, 1], [100, 1]], [[1, 10], [1, 100]]]
    assert to_weight.tolist() == [-7, -11]
    compute(
        "aclnnPreluBackward",
        {**args, "weight": np.array([[10]], F32), "gradWeight": (to_weight := np.empty((1, 1), F32))},
    )
    assert to_weight.tolist() == [[-18]]
    # A gradient that is expanded to self's shape.
    args = {"gradOutput": np.full((1, 2, 1), 2, F32), "self": x, "gradInput": out}
    compute(
        "aclnnPreluBackward",
        {**args, "weight": np.array([10, 100], F32), "gradWeight": (to_weight := np.empty(2, F32))},
    )
    assert to_weight.tolist() == [-14, -22]


MIXED: dict[str, tuple[str, str, dict[str, Any], Any]] = {
    "aclnnGeluBackward": ("self", "gradInput", {}, lambda aten, g, x: aten.gelu_backward(g, x, approximate="tanh")),
    "aclnnMishBackward": ("self", "gradInput", {}, lambda aten, g, x: aten.mish_backward(g, x)),
    "aclnnSigmoidBackward": ("output", "gradInput", {}, lambda aten, g, y: aten.sigmoid_backward(g, y)),
    "aclnnHardshrinkBackward": (
        "self",
        "gradInput",
        {"lambd": scalar(0.5)},
        lambda aten, g, x: aten.hardshrink_backward(g, x, 0.5),
    ),
    "aclnnSoftshrinkBackward": (
        "self",
        "gradInput",
        {"lambda": scalar(0.5)},
        lambda aten, g, x: aten.softshrink_backward(g, x, 0.5),
    ),
    "aclnnLeakyReluBackward": (
        "self",
        "out",
        {"negativeSlope": scalar(0.5), "selfIsResult": False},
        lambda aten, g, x: aten.leaky_relu_backward(g, x, 0.5, False),
    ),
}


@pytest.mark.parametrize("soc", [B910, A950])
@pytest.mark.parametrize("operator", MIXED)
def test_gradients_broadcast_and_promote(operator: str, soc: str) -> None:
    torch = pytest.importorskip("torch")
    other, out, attributes, judge = MIXED[operator]
    grad, x = np.array([[1], [2]], F16), np.array([-2, 0.25, 2], F32)
    wide = [torch.from_numpy(np.broadcast_to(a, (2, 3)).astype(F32)) for a in (grad, x)]
    result = np.empty((2, 3), F32)
    compute(operator, {"gradOutput": grad, other: x, **attributes, out: result}, soc)
    assert_close(result, judge(torch.ops.aten, *wide).numpy())


def test_silu_gradient_broadcasts_on_ascend950() -> None:
    # At 0 the slope is 1/2.
    grad, x = np.array([[2], [4]], F16), np.zeros(3, BF16)
    compute("aclnnSiluBackward", {"gradOutput": grad, "self": x, "gradInput": (out := np.empty((2, 3), F32))}, A950)
    assert out.tolist() == [[1] * 3, [2] * 3]


def test_tanh_gradient_broadcasts() -> None:
    grad, y = np.array([[2], [4]], F32), np.array([0, 0.5], F32)
    compute("aclnnTanhBackward", {"gradOutput": grad, "output": y, "gradInput": (out := np.empty((2, 2), F32))})
    assert out.tolist() == [[2, 1.5], [4, 3]]


def test_results_that_are_cast() -> None:
    assert of("aclnnCelu", [2], F16, F32, alpha=scalar(1)) == [2]
    numbers = {"alpha": scalar(1), "scale": scalar(1), "inputScale": scalar(1)}
    assert of("aclnnElu", [2], BF16, F64, A910, **numbers) == [2]
    assert of("aclnnLeakyRelu", [-2], F64, F16, negativeSlope=scalar(0.5)) == [-1]
    assert of("aclnnSoftplus", [30], F32, BF16, beta=scalar(1), threshold=scalar(20)) == [30]
    # Softmax is cast afterwards, its logarithm before: 0.1 is not float16's 0.1.
    assert of("aclnnSoftmax", [0, 0], F16, F32, dim=0) == [0.5, 0.5]
    (value,) = of("aclnnLogSoftmax", [[1]], F16, F32, dim=0)[0]
    assert value == 0


def test_scalars_of_other_dtypes() -> None:
    assert of("aclnnLeakyRelu", [-2], negativeSlope=scalar(3, INT32)) == [-6]
    # A complex number read as a real one is 0.
    assert of("aclnnLeakyRelu", [-2], negativeSlope=ScalarValue(COMPLEX64, np.complex64(3))) == [0]
    assert of("aclnnHardtanh", [5], clipValueMin=scalar(1, INT64), clipValueMax=scalar(2.5, FLOAT64)) == [2.5]


def test_outputs_left_out() -> None:
    x = np.ones((2, 4), F16)
    one = scalar(1)

    def inferred(operator: str, args: dict[str, Any], name: str = "out") -> tuple[tuple[int, ...], str]:
        shape, dtype = infer(operator, {**args, name: MISSING})[name]
        return shape, dtype.name

    calls: dict[str, dict[str, Any]] = {
        "aclnnRelu": {},
        "aclnnSigmoid": {},
        "aclnnSelu": {},
        "aclnnHardswish": {},
        "aclnnThreshold": {"threshold": one, "value": one},
        "aclnnCelu": {"alpha": one},
        "aclnnSoftmax": {"dim": 0},
        "aclnnLogSoftmax": {"dim": 0},
        "aclnnPrelu": {"weight": np.ones(1, F16)},
    }
    for operator, args in calls.items():
        assert inferred(operator, {"self": x, **args}) == ((2, 4), "float16"), operator
    assert inferred("aclnnSigmoid", {"self": np.ones(3, np.int8)}) == ((3,), "float32")
    grads = {"gradOutput": x, "self": np.ones((1, 4), F32)}
    assert inferred("aclnnGeluBackward", grads, "gradInput") == ((2, 4), "float32")
    assert inferred("aclnnSoftshrinkBackward", {**grads, "lambda": one}, "gradInput") == ((2, 4), "float32")
    assert inferred("aclnnLogSigmoidForward", {"self": x, "out": x}, "buffer") == ((2, 4), "float16")
    for weight in (np.ones((1, 1), F16), np.ones(4, F16)):
        args = {"gradOutput": x, "self": x, "weight": weight, "gradInput": x}
        assert inferred("aclnnPreluBackward", args, "gradWeight") == (weight.shape, "float16")
    limits = {"min": one, "max": one}
    assert inferred("aclnnHardtanhBackward", {"gradOutput": x, "self": x, **limits}) == ((2, 4), "float16")
