"""Functions of mathematics that NumPy lacks, computed in float64 and rounded to the dtype of the argument."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from ..blocks import BLOCK
from ..steps import Array

_TWO_OVER_ROOT_PI = 2 / math.sqrt(math.pi)
# erf(x) = 2/sqrt(pi) * sum of (-1)**n / (n! (2n + 1)) * x**(2n + 1); to |x| = 1 the terms left out are below 1e-17.
_ERF_SERIES = tuple((-1) ** n / (math.factorial(n) * (2 * n + 1)) * _TWO_OVER_ROOT_PI for n in range(18))
# erfc as an integral by the trapezoidal rule with this step; the rule's error is exp(-(pi / step)**2) = 7e-18.
_ERFC_STEP = 0.5
_ERFC_NODES = tuple((n * _ERFC_STEP) ** 2 for n in range(1, 14))
# Past this the rule's correction, exp(-2 pi x / step), is lost in the result, and later larger than it.
_ERFC_CORRECTED = 6.0

# digamma(x) = log(x) - 1/(2x) - sum of B(2n) / (2n) * x**(-2n); from 10 on these suffice.
_DIGAMMA_FROM = 10.0
_DIGAMMA_SERIES = (1 / 12, -1 / 120, 1 / 252, -1 / 240, 1 / 132, -691 / 32760, 1 / 12, -3617 / 8160)


def _in_blocks(function: Callable[[Array], Array]) -> Callable[[Array], Array]:
    """Makes of a function on float64 one on arrays of any floats, with the result in the argument's dtype."""

    def compute(x: Array) -> Array:
        flat = np.ascontiguousarray(x).reshape(-1)
        result = np.empty_like(flat)
        with np.errstate(all="ignore"):
            for start in range(0, flat.size, BLOCK):
                block = slice(start, start + BLOCK)
                result[block] = function(flat[block].astype(np.float64))
        return result.reshape(x.shape)

    compute.__doc__ = function.__doc__
    compute.__name__ = function.__name__.lstrip("_")
    return compute


def _polynomial(coefficients: tuple[float, ...], x: Array) -> Array:
    result = np.full_like(x, coefficients[-1])
    for coefficient in reversed(coefficients[:-1]):
        result *= x
        result += coefficient
    return result


def _erf_near_zero(x: Array) -> Array:
    return x * _polynomial(_ERF_SERIES, x * x)


def _exp_of_minus_square(x: Array) -> Array:
    """The square is taken in two parts, since its rounding would be multiplied by the exponent."""
    high = x.astype(np.float32).astype(np.float64)
    return np.exp(-high * high) * np.exp((high - x) * (high + x))


def _erfc_from_one(x: Array) -> Array:
    square = x * x
    total = 0.5 / square
    for node in _ERFC_NODES:
        total += math.exp(-node) / (square + node)
    total *= x * (2 * _ERFC_STEP / math.pi)
    total *= _exp_of_minus_square(x)
    correction = 2 / np.expm1(np.minimum(x, _ERFC_CORRECTED) * (2 * math.pi / _ERFC_STEP))
    total = np.where(x < _ERFC_CORRECTED, total - correction, total)
    return np.where(x == np.inf, 0.0, total)


def _erf(x: Array) -> Array:
    """The error function."""
    size = np.abs(x)
    far = np.copysign(1 - _erfc_from_one(np.maximum(size, 1)), x)
    return np.where(size < 1, _erf_near_zero(np.clip(x, -1, 1)), far)


def _erfc(x: Array) -> Array:
    """1 - erf(x), without its cancellation."""
    tail = _erfc_from_one(np.maximum(np.abs(x), 1))
    far = np.where(x < 0, 2 - tail, tail)
    return np.where(np.abs(x) < 1, 1 - _erf_near_zero(np.clip(x, -1, 1)), far)


def _erfinv(y: Array) -> Array:
    """The inverse of the error function: infinite at -1 and 1, NaN beyond."""
    size = np.abs(y)
    # Winitzki's formula is right to 0.4 percent; Halley's method trebles the digits with each step.
    logarithm = np.log1p(-size * size)
    half = 2 / (math.pi * 0.147) + logarithm / 2
    x = np.sqrt(np.sqrt(half * half - logarithm / 0.147) - half)
    for _ in range(2):
        error = np.where(size < 0.5, _erf(x) - size, (1 - size) - _erfc(x))
        newton = error / (_TWO_OVER_ROOT_PI * np.exp(-x * x))
        x = x - newton / (1 + x * newton)
    x = np.where(size == 1, np.inf, x)
    # The formula loses the digits of the smallest arguments, where the function is a straight line.
    x = np.where(size < 1e-9, size / _TWO_OVER_ROOT_PI, x)
    return np.copysign(x, y)


def _digamma(x: Array) -> Array:
    """The derivative of log(gamma(x)); NaN at zero and the negative integers."""
    reflected = x < 0.5
    upward = np.where(reflected, 1 - x, x)
    total = np.zeros_like(x)
    for _ in range(int(_DIGAMMA_FROM)):
        small = upward < _DIGAMMA_FROM
        total -= np.where(small, 1 / upward, 0)
        upward = np.where(small, upward + 1, upward)
    inverse = 1 / (upward * upward)
    total += np.log(upward) - 0.5 / upward - inverse * _polynomial(_DIGAMMA_SERIES, inverse)
    # digamma(1 - x) - digamma(x) = pi / tan(pi x), whose argument is reduced before it is multiplied.
    cotangent = math.pi / np.tan(math.pi * (x - np.round(x)))
    total = np.where(reflected, total - cotangent, total)
    return np.where((x <= 0) & (x == np.floor(x)), np.nan, total)


def _lgamma_of(x: float) -> float:
    try:
        return math.lgamma(x)
    except (ValueError, OverflowError):  # a pole, or too large
        return math.inf


_LGAMMA = np.frompyfunc(_lgamma_of, 1, 1)


def _lgamma(x: Array) -> Array:
    """The logarithm of |gamma(x)|; infinite at zero and the negative integers."""
    return np.asarray(_LGAMMA(x)).astype(np.float64)


erf = _in_blocks(_erf)
erfc = _in_blocks(_erfc)
erfinv = _in_blocks(_erfinv)
digamma = _in_blocks(_digamma)
lgamma = _in_blocks(_lgamma)
