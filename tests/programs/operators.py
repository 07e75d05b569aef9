"""The operators that random programs are made of, each with the NumPy expression that says what it must give.

An expression gets float operands as float64 and others in their common dtype. ``exact`` marks what one float32
operation and one rounding decide to the last bit; its expression gets floats as float32.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
FLOATS = ("float32", "float16", "bfloat16")
INTEGERS = ("int32", "int64", "int8", "uint8", "int16")
NUMBERS = (*FLOATS, *INTEGERS)


@dataclass(frozen=True)
class Operator:
    """``gives`` is the result's dtype: "common" of the operands, "float" the same with float32 for integers, "bool",
    or one by name. ``numbers`` draws what follows the tensors; ``in_place`` names the twin that overwrites the first
    operand, which keeps its dtype. ``limit`` is the largest magnitude that the operator is given. ``out`` is its
    parameter for the result (none where it is a list), which ``casts_output`` allows to be of another float type.
    One without ``name`` has no form but that in place."""

    name: str
    model: Callable[..., Any]
    tensors: int = 1
    dtypes: tuple[str, ...] = FLOATS
    gives: str = "common"
    exact: bool = False
    numbers: Callable[[np.random.Generator, tuple[int, ...]], tuple[Any, ...]] = lambda rng, shape: ()
    in_place: str = ""
    broadcasts: bool = True
    limit: float = 40.0
    lists: bool = False
    axes: bool = False  # needs an axis
    out: str = "out"
    casts_output: bool = False
    joins: bool = False  # takes its tensors as one list


def _number(*choices: Any) -> Callable[[np.random.Generator, tuple[int, ...]], tuple[Any, ...]]:
    return lambda rng, shape: (choices[int(rng.integers(len(choices)))],)


def _axis(rng: np.random.Generator, shape: tuple[int, ...]) -> int:
    return int(rng.integers(-len(shape), len(shape)))


def _axes(rng: np.random.Generator, shape: tuple[int, ...]) -> tuple[int, ...]:
    chosen = rng.permutation(len(shape))[: int(rng.integers(1, len(shape) + 1))]
    return tuple(int(a) for a in chosen)


def _axes_keep(rng: np.random.Generator, shape: tuple[int, ...]) -> tuple[Any, ...]:
    return _axes(rng, shape), bool(rng.integers(2))


def _axis_keep(rng: np.random.Generator, shape: tuple[int, ...]) -> tuple[Any, ...]:
    return _axis(rng, shape), bool(rng.integers(2))


def _softmax(x: Array, axis: int) -> Any:
    e = np.exp(x - x.max(axis, keepdims=True))
    return e / e.sum(axis, keepdims=True)


def _sigmoid(x: Array) -> Any:
    return 1 / (1 + np.exp(-x))


def _glu(x: Array, axis: int) -> Any:
    a, b = np.split(x, 2, axis)
    return a * _sigmoid(b)


def _expand(rng: np.random.Generator, shape: tuple[int, ...]) -> tuple[Any, ...]:
    size = tuple(int(rng.integers(1, 4)) if n == 1 else n for n in shape)
    return ((*map(int, rng.integers(1, 4, int(rng.integers(0, 2)))), *size),)


def _roll(rng: np.random.Generator, shape: tuple[int, ...]) -> tuple[Any, ...]:
    axes = _axes(rng, shape)
    return tuple(int(n) for n in rng.integers(-7, 8, len(axes))), axes


def _repeats(rng: np.random.Generator, shape: tuple[int, ...]) -> tuple[Any, ...]:
    return (tuple(int(n) for n in rng.integers(1, 4, len(shape) + int(rng.integers(0, 2)))),)


def _pads(rng: np.random.Generator, shape: tuple[int, ...]) -> tuple[Any, ...]:
    return tuple(int(n) for n in rng.integers(0, 3, 2 * int(rng.integers(1, len(shape) + 1)))), 2.0


def _pad(x: Array, pads: tuple[int, ...], value: float) -> Any:
    ends = [(pads[i], pads[i + 1]) for i in range(0, len(pads), 2)]
    widths = [(0, 0)] * (x.ndim - len(ends)) + ends[::-1]
    return np.pad(x, widths, constant_values=value)


_erf = np.vectorize(math.erf, otypes=[np.float64])
_SELU = 1.0507009873554805, 1.6732632423543772
_EXACT: dict[str, Any] = {"exact": True, "limit": 1e30}

ELEMENTWISE = (
    Operator("abs", np.abs, dtypes=NUMBERS, **_EXACT),
    Operator("neg", np.negative, dtypes=(*FLOATS, "int32", "int64", "int8"), in_place="inplace_neg", **_EXACT),
    Operator("sign", np.sign, dtypes=(*FLOATS, "int32", "int64"), **_EXACT, out="result"),
    Operator("ceil", np.ceil, in_place="inplace_ceil", **_EXACT),
    Operator("floor", np.floor, in_place="inplace_floor", **_EXACT),
    Operator("trunc", np.trunc, in_place="inplace_trunc", **_EXACT),
    Operator("round", np.rint, in_place="inplace_round", **_EXACT),
    Operator("sqrt", np.sqrt, gives="float", in_place="inplace_sqrt", **_EXACT),
    Operator("reciprocal", lambda x: 1 / x, gives="float", in_place="inplace_reciprocal", **_EXACT),
    Operator("rsqrt", lambda x: 1 / np.sqrt(x), gives="float", in_place="inplace_rsqrt"),
    Operator("exp", np.exp, gives="float", dtypes=(*FLOATS, "int64"), in_place="inplace_exp", limit=10),
    Operator("exp2", np.exp2, gives="float", dtypes=FLOATS, limit=10),
    Operator("expm1", np.expm1, gives="float", dtypes=(*FLOATS, "int64"), limit=10),
    Operator("log", np.log, gives="float", dtypes=NUMBERS, in_place="inplace_log"),
    Operator("log2", np.log2, gives="float", dtypes=NUMBERS, in_place="inplace_log2"),
    Operator("log10", np.log10, gives="float", dtypes=NUMBERS, in_place="inplace_log10"),
    Operator("log1p", np.log1p, gives="float", dtypes=NUMBERS, in_place="inplace_log1p"),
    Operator("sin", np.sin, gives="float", dtypes=NUMBERS, in_place="inplace_sin"),
    Operator("cos", np.cos, gives="float", dtypes=NUMBERS, in_place="inplace_cos"),
    Operator("atan", np.arctan, gives="float", dtypes=NUMBERS, in_place="inplace_atan"),
    Operator("sinh", np.sinh, gives="float", dtypes=NUMBERS, limit=10),
    Operator("asinh", np.arcsinh, gives="float", dtypes=NUMBERS),
    Operator("tanh", np.tanh, gives="float", dtypes=NUMBERS, in_place="inplace_tanh"),
    Operator("erf", _erf, gives="float", dtypes=FLOATS, in_place="inplace_erf"),
    Operator("nan_to_num", lambda x, *a: np.nan_to_num(x, nan=a[0], posinf=a[1], neginf=a[2]),
             numbers=lambda rng, shape: (0.5, 2.0, -2.0), in_place="inplace_nan_to_num", **_EXACT),
)  # fmt: skip

BINARY = (
    Operator("add", np.add, 2, NUMBERS, in_place="inplace_add", casts_output=True, **_EXACT),
    Operator("sub", np.subtract, 2, NUMBERS, in_place="inplace_sub", casts_output=True, **_EXACT),
    Operator("mul", np.multiply, 2, NUMBERS, in_place="inplace_mul", casts_output=True, **_EXACT),
    Operator("div", np.true_divide, 2, gives="float", in_place="inplace_div", casts_output=True, **_EXACT),
    Operator("maximum", np.maximum, 2, NUMBERS, casts_output=True, **_EXACT),
    Operator("minimum", np.minimum, 2, NUMBERS, casts_output=True, **_EXACT),
    # For bfloat16 these are two kernels, and two roundings.
    Operator("add", lambda x, y, a: x + a * y, 2, ("float32", "float16", *INTEGERS), numbers=_number(2, 3),
             in_place="inplace_add"),
    Operator("sub", lambda x, y, a: x - a * y, 2, NUMBERS, numbers=_number(2, 3), in_place="inplace_sub"),
    Operator("rsub", lambda x, y, a: y - a * x, 2, ("float32", "float16", "bfloat16", "int32"), numbers=_number(1, 2)),
    Operator("adds", lambda x, a, b: x + a * b, numbers=lambda rng, shape: (1.5, 2), in_place="inplace_adds"),
    Operator("muls", lambda x, a: x * a, numbers=_number(0.5, -3.0), in_place="inplace_muls", **_EXACT),
    Operator("divs", lambda x, a: x / a, numbers=_number(0.5, -4.0), in_place="inplace_divs", **_EXACT),
    Operator("clamp", np.clip, numbers=lambda rng, shape: (-1.0, 1.5), dtypes=FLOATS, **_EXACT),
    Operator("clamp_max", np.minimum, numbers=_number(0.5), dtypes=FLOATS, in_place="inplace_clamp_max", **_EXACT),
    Operator("clamp_min", np.maximum, numbers=_number(0.5), dtypes=FLOATS, **_EXACT),
    Operator("pow_tensor_scalar", np.power, numbers=_number(2.0, 3.0), in_place="inplace_pow_tensor_scalar", limit=20),
    Operator("addcmul", lambda x, y, z, a: x + a * y * z, 3, numbers=_number(0.5, 1.0), in_place="inplace_addcmul"),
    Operator("addcdiv", lambda x, y, z, a: x + a * y / z, 3, numbers=_number(0.5, 1.0), in_place="inplace_addcdiv"),
    Operator("lerps", lambda x, y, w: x + w * (y - x), 2, numbers=_number(0.25, 0.75), in_place="inplace_lerps"),
    Operator("atan2", np.arctan2, 2, gives="float"),
    Operator("floor_divide", lambda x, y: np.floor(x / y), 2, ("float32",), exact=True),
    Operator("log_add_exp", np.logaddexp, 2, ("float32", "float16", "bfloat16")),
)  # fmt: skip

_COMPARED = (
    ("eq", np.equal), ("ne", np.not_equal), ("lt", np.less), ("le", np.less_equal), ("gt", np.greater),
    ("ge", np.greater_equal),
)  # fmt: skip
COMPARISON = (
    *(Operator(f"{n}_tensor", f, 2, NUMBERS, "bool", in_place=f"inplace_{n}_tensor", **_EXACT) for n, f in _COMPARED),
    *(Operator(f"{n}_scalar", f, 1, FLOATS, "bool", numbers=_number(0.0, 1.0), in_place=f"inplace_{n}_scalar", **_EXACT)
      for n, f in _COMPARED),
    Operator("logical_and", np.logical_and, 2, (*NUMBERS, "bool"), "bool", **_EXACT),
    Operator("logical_or", np.logical_or, 2, (*NUMBERS, "bool"), "bool", **_EXACT),
    Operator("logical_xor", np.logical_xor, 2, (*NUMBERS, "bool"), "bool", **_EXACT),
    Operator("logical_not", np.logical_not, 1, (*NUMBERS, "bool"), "bool", **_EXACT),
    Operator("is_finite", np.isfinite, 1, FLOATS, "bool", **_EXACT),
    Operator("bitwise_and_tensor", np.bitwise_and, 2, (*INTEGERS, "bool"), **_EXACT),
    Operator("bitwise_or_tensor", np.bitwise_or, 2, (*INTEGERS, "bool"), **_EXACT),
    Operator("bitwise_xor_tensor", np.bitwise_xor, 2, (*INTEGERS, "bool"), **_EXACT),
    Operator("bitwise_not", np.invert, 1, (*INTEGERS, "bool"), **_EXACT),
)  # fmt: skip

ACTIVATION = (
    Operator("relu", lambda x: np.maximum(x, 0), dtypes=FLOATS, in_place="inplace_relu", **_EXACT),
    Operator("leaky_relu", lambda x, a: np.where(x > 0, x, x * a), numbers=_number(0.125),
             in_place="inplace_leaky_relu", **_EXACT),
    Operator("elu", lambda x: np.where(x > 0, x, np.expm1(x)), in_place=""),
    Operator("selu", lambda x: _SELU[0] * np.where(x > 0, x, _SELU[1] * np.expm1(x)), in_place="inplace_selu"),
    Operator("gelu", lambda x: 0.5 * x * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))),
    Operator("gelu_v2", lambda x: 0.5 * x * (1 + _erf(x / math.sqrt(2))), out="y"),
    Operator("swish", lambda x, b: x * _sigmoid(b * x), numbers=_number(1.0, 1.5)),
    Operator("mish", lambda x: x * np.tanh(np.log1p(np.exp(x))), in_place="inplace_mish"),
    Operator("sigmoid", _sigmoid, gives="float", in_place="inplace_sigmoid"),
    Operator("softplus", lambda x, b, t: np.where(x * b > t, x, np.log1p(np.exp(x * b)) / b),
             numbers=lambda rng, shape: (1.0, 20.0)),
    Operator("log_sigmoid", lambda x: -np.log1p(np.exp(-x))),
    Operator("hardsigmoid", lambda x: np.clip(x / 6 + 0.5, 0, 1), in_place="inplace_hardsigmoid"),
    Operator("hardswish", lambda x: x * np.clip(x + 3, 0, 6) / 6, in_place="inplace_hardswish"),
    Operator("hardtanh", np.clip, numbers=lambda rng, shape: (-1.0, 1.0), in_place="inplace_hardtanh", **_EXACT),
    Operator("hardshrink", lambda x, a: np.where(np.abs(x) > a, x, 0), numbers=_number(0.5), **_EXACT),
    Operator("softshrink", lambda x, a: np.where(x > a, x - a, np.where(x < -a, x + a, 0)), numbers=_number(0.5)),
    Operator("threshold", lambda x, a, v: np.where(x > a, x, v), numbers=lambda rng, shape: (0.5, 2.0),
             in_place="inplace_threshold", **_EXACT),
    Operator("softmax", _softmax, numbers=lambda rng, shape: (_axis(rng, shape),), axes=True),
    Operator("log_softmax", lambda x, a: x - x.max(a, keepdims=True)
             - np.log(np.exp(x - x.max(a, keepdims=True)).sum(a, keepdims=True)),
             numbers=lambda rng, shape: (_axis(rng, shape),), axes=True),
    Operator("tanh_backward", lambda g, y: g * (1 - y * y), 2, broadcasts=False, out="grad_input"),
    Operator("sigmoid_backward", lambda g, y: g * y * (1 - y), 2, broadcasts=False, out="grad_input"),
    Operator("silu_backward", lambda g, x: g * _sigmoid(x) * (1 + x * (1 - _sigmoid(x))), 2, broadcasts=False,
             out="grad_input"),
    Operator("hardtanh_backward", lambda g, x, a, b: np.where((x > a) & (x < b), g, 0), 2, broadcasts=False,
             numbers=lambda rng, shape: (-1.0, 1.0), **_EXACT),
)  # fmt: skip


def _each(name: str, model: Callable[..., Any], tensors: int = 1, **more: Any) -> Operator:
    return Operator(f"foreach_{name}", model, tensors, lists=True, broadcasts=False, **more)


FOREACH = (
    _each("abs", np.abs, **_EXACT),
    _each("neg", np.negative, **_EXACT),
    _each("sqrt", np.sqrt, **_EXACT),
    _each("reciprocal", lambda x: 1 / x, **_EXACT),
    _each("exp", np.exp, limit=10),
    _each("tanh", np.tanh),
    _each("sigmoid", _sigmoid),
    _each("copy", lambda x: x, **_EXACT),
    _each("mul_list", np.multiply, 2, **_EXACT),
    _each("div_list", np.true_divide, 2, **_EXACT),
    _each("maximum_list", np.maximum, 2, **_EXACT),
    _each("add_list_v2", lambda x, y, a: x + a * y, 2, numbers=_number(1.0, 2.0)),
    _each("sub_scalar_v2", lambda x, a: x - a, numbers=_number(0.5), **_EXACT),
    _each("mul_scalar_v2", lambda x, a: x * a, numbers=_number(-2.0), **_EXACT),
    _each("addcmul_scalar_v2", lambda x, y, z, a: x + a * y * z, 3, numbers=_number(0.5)),
)

_REDUCED: dict[str, Any] = {"axes": True, "broadcasts": False}
REDUCTION = (
    Operator("reduce_sum", lambda x, a, k, t: x.sum(a, keepdims=k), numbers=lambda r, s: (*_axes_keep(r, s), None),
             **_REDUCED),
    Operator("mean", lambda x, a, k, t: x.mean(a, keepdims=k), numbers=lambda r, s: (*_axes_keep(r, s), None),
             **_REDUCED),
    Operator("amax", lambda x, a, k: x.max(a, keepdims=k), numbers=_axes_keep, exact=True, **_REDUCED),
    Operator("amin", lambda x, a, k: x.min(a, keepdims=k), numbers=_axes_keep, exact=True, **_REDUCED),
    Operator("aminmax_dim", lambda x, a, k: (x.min(a, keepdims=k), x.max(a, keepdims=k)), numbers=_axis_keep,
             gives="common,common", exact=True, **_REDUCED),
    Operator("max_dim", lambda x, a, k: (x.max(a, keepdims=k), np.argmax(x, a, keepdims=k)), numbers=_axis_keep,
             exact=True, gives="common,int64", **_REDUCED),
    Operator("min_dim", lambda x, a, k: (x.min(a, keepdims=k), np.argmin(x, a, keepdims=k)), numbers=_axis_keep,
             exact=True, gives="common,int64", **_REDUCED),
    Operator("max", np.max, exact=True, **_REDUCED),
    Operator("arg_max", lambda x, a, k: np.argmax(x, a, keepdims=k), numbers=_axis_keep, exact=True, gives="int64",
             **_REDUCED),
    Operator("all", lambda x, a, k: x.all(a, keepdims=k), numbers=_axes_keep, exact=True, gives="bool",
             dtypes=("float32", "float16", "bool", "int32"), **_REDUCED),
    Operator("any", lambda x, a, k: x.any(a, keepdims=k), numbers=_axes_keep, exact=True, gives="bool",
             dtypes=("float32", "float16", "bool", "int32"), **_REDUCED),
    Operator("cumsum", lambda x, a, t: x.cumsum(a), numbers=lambda r, s: (_axis(r, s), None), dtypes=("float32",),
             **_REDUCED),
    Operator("log_sum_exp", lambda x, a, k: np.log(np.exp(x).sum(a, keepdims=k)), numbers=_axes_keep, **_REDUCED),
    Operator("norm", lambda x, p, a, k: np.sqrt((x * x).sum(a, keepdims=k)),
             numbers=lambda r, s: (2.0, *_axes_keep(r, s)), **_REDUCED),
)  # fmt: skip

_MOVED: dict[str, Any] = {
    "dtypes": (*NUMBERS, "bool"),
    "exact": True,
    "limit": math.inf,
    "axes": True,
    "broadcasts": False,
}
SHAPE = (
    Operator("permute", np.transpose, numbers=lambda r, s: (tuple(int(a) for a in r.permutation(len(s))),), **_MOVED),
    Operator("flip", np.flip, numbers=lambda r, s: (_axes(r, s),), **{**_MOVED, "dtypes": NUMBERS}),
    Operator("roll", np.roll, numbers=_roll, **{**_MOVED, "dtypes": ("float32", "float16", "int32", "int8", "bool")}),
    Operator("repeat", np.tile, numbers=_repeats, **{**_MOVED, "dtypes": NUMBERS}),
    Operator("expand", np.broadcast_to, numbers=_expand, **{**_MOVED, "dtypes": (*FLOATS, "int32", "int64", "uint8")}),
    Operator("constant_pad_nd", _pad, numbers=_pads, **{**_MOVED, "dtypes": NUMBERS}),
    Operator(
        "cat",
        lambda x, y, a: np.concatenate((x, y), a),
        2,
        numbers=lambda r, s: (_axis(r, s),),
        joins=True,
        **{**_MOVED, "dtypes": NUMBERS},
    ),
    Operator(
        "stack",
        lambda x, y, a: np.stack((x, y), a),
        2,
        numbers=lambda r, s: (_axis(r, s),),
        joins=True,
        **{**_MOVED, "dtypes": NUMBERS},
    ),
    Operator(
        "split_tensor",
        lambda x, n, a: np.split(x, range(n, x.shape[a], n), a),
        numbers=lambda r, s: (int(r.integers(1, 4)), _axis(r, s)),
        out="",
        **{**_MOVED, "dtypes": FLOATS},
    ),
)
CREATION = (
    Operator("cast", lambda x, t: x, numbers=_number(*FLOATS, "int32", "int64", "bool"), dtypes=NUMBERS, exact=True,
             gives="attribute", limit=100),
    Operator("", lambda x, v: np.full(x.shape, v), in_place="inplace_fill_scalar", numbers=_number(2, 0.5), **_EXACT),
    Operator("", np.zeros_like, dtypes=NUMBERS, in_place="inplace_zero", **_EXACT),
    Operator("", np.ones_like, in_place="inplace_one", **_EXACT),
    Operator("", lambda x, y: np.broadcast_to(y, x.shape), 2, NUMBERS, in_place="inplace_copy", **_EXACT),
)  # fmt: skip

BY_FAMILY = {
    "elementwise": ELEMENTWISE, "binary": BINARY, "comparison": COMPARISON, "activation": ACTIVATION,
    "foreach": FOREACH, "reduction": REDUCTION, "shape": SHAPE, "creation": CREATION,
}  # fmt: skip
