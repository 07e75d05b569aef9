"""The formulas of activations and of their slopes, on arrays of float32 or wider; kernels that families share.

Kernels compute in float32 at least, so that 16-bit floats come here widened. Functions with ``out`` write there;
it may be ``x`` itself, for they read an element before they write it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...dtypes import from_numpy
from .. import casts
from ..dtype_lists import FLOATS_ON_ANY_CHIP
from ..steps import Array
from .kernel import Kernel
from .special import erf

_SELU_ALPHA, _SELU_SCALE = np.float32(1.6732632423543772), np.float32(1.0507009873554805)
_FAST_GELU = np.float32(1.702)
_SIXTH, _THIRD = np.float32(1 / 6), np.float32(1 / 3)


def sigmoid(x: Array, out: Array | None = None) -> Any:
    """1 / (1 + exp(-x)); far below zero exp is infinite, which gives 0."""
    return np.divide(1, np.exp(-x) + 1, out=out)


def softplus(x: Array) -> Any:
    """log(1 + exp(x)), infinite where the exponential is."""
    return np.log1p(np.exp(x))


def celu(x: Array, alpha: Any) -> Any:
    return np.maximum(x, 0) + np.minimum(np.expm1(x / alpha) * alpha, 0)


def elu(x: Array, alpha: Any, scale: Any, input_scale: Any) -> Any:
    return np.where(x > 0, x, np.expm1(x * input_scale) * alpha) * scale


def elu_gradient(grad: Array, x: Array, alpha: Any, scale: Any, input_scale: Any, is_result: bool) -> Any:
    """From the input, or with ``is_result`` from the output, which tells the slope as well."""
    negative = alpha * scale
    below = x + negative if is_result else negative * np.exp(x * input_scale)
    return grad * np.where(x <= 0, below * input_scale, scale)


def selu(x: Array) -> Any:
    """Integers are truncated towards zero, and wrap."""
    wide = x.astype(np.float32) if x.dtype.kind == "i" else x
    below = np.minimum(np.expm1(np.minimum(wide, 0)) * _SELU_ALPHA, 0)
    return casts.cast((np.maximum(wide, 0) + below) * _SELU_SCALE, from_numpy(x.dtype))


def selu_gradient(grad: Array, result: Array) -> Any:
    """Integers pass through float16, in and out, and are rounded to even."""
    if grad.dtype.kind == "i":
        slope = _selu_slope(result.astype(np.float16).astype(np.float32))
        product = grad.astype(np.float16).astype(np.float32) * slope
        return casts.cast(np.rint(product.astype(np.float16)), from_numpy(grad.dtype))
    return grad * _selu_slope(result)


def _selu_slope(result: Array) -> Any:
    return np.where(result <= 0, result + _SELU_ALPHA * _SELU_SCALE, _SELU_SCALE)


def gelu(x: Array) -> Any:
    return x * (erf(x * np.float32(0.70710678)) + 1) * np.float32(0.5)


def gelu_tanh(x: Array, out: Array | None = None) -> Any:
    """x * (1 + tanh(u)) / 2 is x * sigmoid(2 * u)."""
    return np.multiply(x, sigmoid(x * (x * x * np.float32(0.0713548163) + np.float32(1.5957691216))), out=out)


def gelu_slope(x: Array) -> Any:
    """The derivative of x * Phi(x): Phi(x) + x * phi(x)."""
    density = np.exp(x * x * np.float32(-0.5)) * np.float32(0.3989422804)
    return np.float32(0.5) + np.float32(0.5) * erf(x * np.float32(0.70710678)) + x * density


def gelu_tanh_slope(x: Array) -> Any:
    """The derivative of 0.5 * x * (1 + tanh(u)), written with sigmoid(2 * u) = 1 / (1 + e)."""
    square = x * x
    e = np.exp(x * (np.float32(-1.5957691216) - np.float32(0.0713548163) * square))
    share = 1 / (1 + e)
    bend = e * share * (x * (np.float32(1.5957691216) + np.float32(0.2140644488) * square)) * share
    # Far out e or the polynomial is infinite, and the bend is 0.
    return np.where(np.isnan(bend), np.float32(0), bend) + share


def fast_gelu(x: Array, out: Array | None = None) -> Any:
    return swish(x, _FAST_GELU, out)


def fast_gelu_gradient(grad: Array, x: Array) -> Any:
    return swish_gradient(grad, x, _FAST_GELU)


def swish(x: Array, beta: Any = 1.0, out: Array | None = None) -> Any:
    return np.divide(x, np.exp(x * -beta) + 1, out=out)


def swish_slope(x: Array, beta: Any = 1.0) -> Any:
    share = sigmoid(x * beta)
    return share * (x * beta * (1 - share) + 1)


def swish_gradient(grad: Array, x: Array, beta: Any = 1.0) -> Any:
    return grad * swish_slope(x, beta)


def mish(x: Array) -> Any:
    return x * np.tanh(softplus(x))


def mish_gradient(grad: Array, x: Array) -> Any:
    bend = np.tanh(softplus(x))
    return grad * (bend + x * sigmoid(x) * (1 - bend * bend))


def log_sigmoid(x: Array) -> Any:
    return np.minimum(x, 0) - np.log1p(np.exp(-np.abs(x)))


def log_sigmoid_gradient(grad: Array, x: Array) -> Any:
    e = np.exp(-np.abs(x))
    # 1 below 0, else e, which is at most 1.
    return grad * (np.maximum(e, x < 0) / (1 + e))


def softplus_of(x: Array, beta: Any, threshold: Any) -> Any:
    """log(1 + exp(x * beta)) / beta; x itself where x * beta lies above the threshold."""
    scaled = x * beta
    return np.where(scaled > threshold, x, softplus(scaled) / beta)


def softplus_gradient(grad: Array, x: Array, beta: Any, threshold: Any) -> Any:
    scaled = x * beta
    return np.where(scaled > threshold, grad, grad * sigmoid(scaled))


def hard_sigmoid(x: Array) -> Any:
    """Integers are truncated, which leaves 0 and 1."""
    wide = x.astype(np.float32) if x.dtype.kind == "i" else x
    return np.clip(wide * _SIXTH + np.float32(0.5), 0, 1).astype(x.dtype, copy=False)


def hard_sigmoid_gradient(grad: Array, x: Array) -> Any:
    linear = x * _SIXTH + np.float32(0.5)
    return np.where((linear > 0) & (linear < 1), grad * _SIXTH, grad.dtype.type(0))


def hard_swish(x: Array) -> Any:
    """From -3 down, to minus infinity, it is 0."""
    return np.maximum(x, -3) * np.clip(x + 3, 0, 6) * _SIXTH


def hard_swish_gradient(grad: Array, x: Array) -> Any:
    """Both ends count as inner points. NaN has slope 1."""
    slope = np.where(x >= -3, x * _THIRD + np.float32(0.5), np.float32(0))
    return grad * np.where(x <= 3, slope, np.float32(1))


def hard_swish_gradient_v2(grad: Array, x: Array) -> Any:
    """Both ends count as outer points. NaN has slope 1."""
    slope = np.where(x > -3, x * _THIRD + np.float32(0.5), np.float32(0))
    return grad * np.where(x < 3, slope, np.float32(1))


def hardtanh_gradient(grad: Array, x: Array, low: Any, high: Any) -> Any:
    """The gradient inside the limits, and where ``x`` is NaN."""
    return np.where((x <= low) | (x >= high), grad.dtype.type(0), grad)


def leaky_relu(x: Array, slope: Any) -> Any:
    return np.where(x > 0, x, x * slope)


def leaky_relu_gradient(grad: Array, x: Array, slope: Any) -> Any:
    return np.where(x > 0, grad, grad * slope)


def squared_relu(x: Array, out: Array | None = None) -> Any:
    return np.square(np.maximum(x, 0), out=out)


def hard_shrink(x: Array, limit: Any) -> Any:
    return hard_shrink_gradient(x, x, limit)


def hard_shrink_gradient(grad: Array, x: Array, limit: Any) -> Any:
    """The gradient outside the limits, and where ``x`` is NaN. A negative limit counts as 0."""
    return np.where(np.abs(x) <= np.maximum(limit, 0), grad.dtype.type(0), grad)


def shrink(x: Array, limit: Any, bias: Any) -> Any:
    """Towards zero by ``bias`` outside the limits; 0 between them, and for NaN."""
    return np.where(x < -limit, x + bias, np.where(x > limit, x - bias, x.dtype.type(0)))


def soft_shrink(x: Array, limit: Any) -> Any:
    return shrink(x, limit, limit)


def threshold(x: Array, limit: Array, value: Array) -> Any:
    return np.where(x <= limit, value, x)


def threshold_gradient(grad: Array, x: Array, limit: Any) -> Any:
    return np.where(x <= limit, grad.dtype.type(0), grad)


def relu_gradient(grad: Array, x: Array) -> Any:
    return threshold_gradient(grad, x, 0)


def sigmoid_gradient(result: Array, grad: Array, out: Array | None = None) -> Any:
    slope = (1 - result) * result
    return np.multiply(grad, np.conj(slope) if slope.dtype.kind == "c" else slope, out=out)


def tanh_gradient(grad: Array, result: Array) -> Any:
    return grad * (1 - result * result)


SIGMOID = Kernel("Sigmoid", sigmoid, FLOATS_ON_ANY_CHIP)
THRESHOLD = Kernel("ThresholdV2", threshold, takes_out=False, keeps_format=True)
