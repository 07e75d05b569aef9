"""Logical operators and predicates: PyTorch judges the values, and numbers by hand where CANN differs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from pyaclnn import dtypes
from pyaclnn.dtypes import BFLOAT16, BOOL, COMPLEX64, FLOAT32, INT8
from pyaclnn.formats import Format
from pyaclnn.reference.rules import MISSING, Refusal

from .compute import compute, infer
from .layouts import ALL, DENSE, Array, laid_out, output
from .refusals import A910, A950, B310, B910, CHIPS, P310, code_of, tensor
from .torch_values import from_torch, to_torch

F16, F32, F64, BF16 = np.float16, np.float32, np.float64, ml_dtypes.bfloat16
NAN, INF = float("nan"), float("inf")
REAL = (F32, F16, BF16, F64, np.int8, np.uint8, np.int16, np.int32, np.int64, np.bool_)
NUMBERS = (*REAL, np.complex64, np.complex128)

BINARY = {"LogicalAnd": "logical_and", "LogicalOr": "logical_or", "LogicalXor": "logical_xor"}
PREDICATES: dict[str, Callable[[Any], Any]] = {
    "IsFinite": lambda x: x.isfinite(),
    "IsPosInf": lambda x: x.isposinf(),
    "IsNegInf": lambda x: x.isneginf(),
}


def few(shape: tuple[int, ...], dtype: Any, seed: int) -> Array:
    return np.random.default_rng(seed).integers(0, 2, shape).astype(dtype)


def binary(name: str, x: Array, y: Array, out: Array, soc: str = B910, **more: Any) -> Array:
    compute(f"aclnn{name}", {"self": x, "other": y, **more, "out": out}, soc)
    return out


def unary(name: str, x: Array, out: Array, soc: str = B910) -> Array:
    compute(f"aclnn{name}", {"self": x, "out": out}, soc)
    return out


def expected(name: str, x: Array, y: Array) -> Array:
    return from_torch(getattr(to_torch(x), BINARY[name])(to_torch(y)))


@pytest.mark.parametrize("out_layout", DENSE)
@pytest.mark.parametrize("layout", ALL)
@pytest.mark.parametrize("name", BINARY)
def test_layouts(name: str, layout: str, out_layout: str) -> None:
    for dtype in NUMBERS:
        x, y = laid_out(few((4, 6), dtype, 1), layout), laid_out(few((4, 6), dtype, 2), "sliced")
        for soc in (B910, A950):
            out = laid_out(np.zeros((4, 6), bool), out_layout)
            np.testing.assert_array_equal(binary(name, x, y, out, soc), expected(name, x, y))


@pytest.mark.parametrize("second", NUMBERS)
@pytest.mark.parametrize("name", BINARY)
def test_mixed_dtypes(name: str, second: Any) -> None:
    for first in NUMBERS:
        x, y = few((3, 4), first, 3), few((3, 4), second, 4)
        for soc in (B910, A950):
            np.testing.assert_array_equal(binary(name, x, y, np.zeros((3, 4), bool), soc), expected(name, x, y))


@pytest.mark.parametrize("shapes", [((), ()), ((3,), ()), ((2, 1, 3), (4, 1)), ((0, 3), (1, 3)), ((1,) * 7, (2,) * 7)])
@pytest.mark.parametrize("name", BINARY)
def test_broadcasts(name: str, shapes: tuple[tuple[int, ...], tuple[int, ...]]) -> None:
    x, y = few(shapes[0], F32, 1), few(shapes[1], F32, 2)
    want = expected(name, x, y)
    assert infer(f"aclnn{name}", {"self": x, "other": y, "out": MISSING}) == {"out": (want.shape, BOOL)}
    for soc in CHIPS:
        np.testing.assert_array_equal(binary(name, x, y, np.zeros(want.shape, bool), soc), want)


def test_what_counts_as_true() -> None:
    # Whatever is not zero: NaN, the smallest number, and a complex one with either part.
    x = np.array([0.0, -0.0, 1e-45, NAN, -INF], F32)
    assert unary("LogicalNot", x, np.zeros(5, bool)).tolist() == [True, True, False, False, False]
    assert binary("LogicalAnd", x, x, np.zeros(5, bool)).tolist() == [False, False, True, True, True]
    z = np.array([0, 1, 1j, 1 + 1j], np.complex64)
    assert binary("LogicalXor", z, np.zeros(4, bool), np.zeros(4, bool)).tolist() == [False, True, True, True]
    assert binary("LogicalOr", z, z, np.zeros(4, np.int8)).tolist() == [0, 1, 1, 1]


@pytest.mark.parametrize("dtype", REAL)
def test_not_and_in_place(dtype: Any) -> None:
    x = laid_out(few((4, 6), dtype, 5), "expanded")
    want = from_torch(to_torch(x).logical_not())
    np.testing.assert_array_equal(unary("LogicalNot", x, output((4, 6), dtype, "sliced")), want.astype(dtype))
    target = laid_out(few((4, 6), dtype, 6), "transposed")
    want = from_torch(to_torch(target).logical_not())
    compute("aclnnInplaceLogicalNot", {"selfRef": target})
    np.testing.assert_array_equal(target, want.astype(dtype))
    for name in ("LogicalAnd", "LogicalOr"):
        target, other = laid_out(few((4, 6), dtype, 7), "backwards"), few((6,), dtype, 8)
        want = expected(name, target, other)
        compute(f"aclnnInplace{name}", {"selfRef": target, "other": other})
        np.testing.assert_array_equal(target, want.astype(dtype))


def test_ascend950_takes_numbers_as_they_are() -> None:
    args = {"self": np.ones(3, F32), "other": np.ones(3, F32), "out": np.zeros(3, bool)}
    assert compute("aclnnLogicalOr", args, A950) == ["LogicalOr"]
    assert compute("aclnnLogicalOr", args, B910) == ["Cast", "Cast", "LogicalOr"]


@pytest.mark.parametrize("layout", ALL)
@pytest.mark.parametrize("name", PREDICATES)
def test_predicates(name: str, layout: str) -> None:
    values = np.array([[NAN, INF, -INF], [0.0, -1.0, 3.0]])
    for dtype in (F32, F16, BF16, np.int8, np.int64, np.bool_):
        with np.errstate(invalid="ignore"):
            x = laid_out(values.astype(dtype), layout)
        want = from_torch(PREDICATES[name](to_torch(x)))
        assert infer(f"aclnn{name}", {"self": x, "out": MISSING}) == {"out": ((2, 3), BOOL)}
        for soc in (B910, A950):
            np.testing.assert_array_equal(unary(name, x, laid_out(np.zeros((2, 3), bool), "sliced"), soc), want)


def test_predicates_of_shapes() -> None:
    for name in PREDICATES:
        assert unary(name, np.array(INF, F32), np.zeros((), bool)).item() == (name == "IsPosInf")
        assert unary(name, np.array(3, np.int32), np.zeros((), bool)).item() == (name == "IsFinite")
        assert unary(name, np.zeros((0, 2), F32), np.zeros((0, 2), bool)).shape == (0, 2)
    assert unary("IsFinite", np.array([INF, 1], F64), np.zeros(2, bool)).tolist() == [False, True]


def test_is_inf() -> None:
    x = laid_out(np.array([[NAN, INF, -INF, 3.0]] * 2, F16), "transposed")
    out = laid_out(np.zeros((2, 4), bool), "sliced")
    assert infer("aclnnIsInf", {"x": x, "out": MISSING}) == {"out": ((2, 4), BOOL)}
    compute("aclnnIsInf", {"x": x, "out": out})
    assert out.tolist() == [[False, True, True, False]] * 2


@pytest.mark.parametrize("equal_nan", [False, True])
@pytest.mark.parametrize("dtype", REAL)
def test_is_close(dtype: Any, equal_nan: bool) -> None:
    x = laid_out(np.random.default_rng(1).integers(-3, 4, (5, 6)).astype(dtype), "sliced")
    y = np.random.default_rng(2).integers(-3, 4, (6,)).astype(dtype)
    want = from_torch(to_torch(x.astype(F64)).isclose(to_torch(y.astype(F64)), 0.25, 0.5, equal_nan))
    more: dict[str, Any] = {"rtol": 0.25, "atol": 0.5, "equalNan": equal_nan}
    assert infer("aclnnIsClose", {"self": x, "other": y, **more, "out": MISSING}) == {"out": ((5, 6), BOOL)}
    for soc in (B910, A950):
        np.testing.assert_array_equal(binary("IsClose", x, y, np.zeros((5, 6), bool), soc, **more), want)


@pytest.mark.parametrize("equal_nan", [False, True])
def test_infinities_are_close_only_to_themselves(equal_nan: bool) -> None:
    values = np.array([NAN, INF, -INF, 1.0], F32)
    want = from_torch(to_torch(values)[:, None].isclose(to_torch(values)[None], equal_nan=equal_nan))
    more: dict[str, Any] = {"rtol": 1e-5, "atol": 1e-8, "equalNan": equal_nan}
    out = binary("IsClose", values[:, None], values[None], np.zeros((4, 4), bool), **more)
    np.testing.assert_array_equal(out, want)
    # |1 - inf| is not below 1e30 * inf, since infinity is no measure.
    assert binary("IsClose", values[3:], values[1:2], np.zeros(1, bool), rtol=1e30, atol=0.0, equalNan=False) == [False]


def test_is_close_by_hand() -> None:
    scalars: dict[str, Any] = {"rtol": 0.0, "atol": 0.5, "equalNan": False}
    for other, want in ((3.5, True), (3.75, False)):
        out = binary("IsClose", np.array(3, F32), np.array(other, F32), np.zeros((), bool), **scalars)
        assert out == np.bool_(want)
    # The tolerance is of other: |10 - 11| = 1 <= 0.095 * 11 = 1.045, but not <= 0.095 * 10.
    x, y = np.array([10], F32), np.array([11], F32)
    for first, second, want in ((x, y, True), (y, x, False)):
        more: dict[str, Any] = {"rtol": 0.095, "atol": 0.0, "equalNan": False}
        assert binary("IsClose", first, second, np.zeros(1, bool), **more) == [want]


@pytest.mark.parametrize("dtype", REAL)
def test_signbit(dtype: Any) -> None:
    x = laid_out(np.array([[1, -1, 0], [5, -7, 2]]).astype(dtype), "backwards")
    want = from_torch(to_torch(x).signbit()) if dtype != np.bool_ else np.zeros((2, 3), bool)
    for soc in (B910, A950):
        np.testing.assert_array_equal(unary("Signbit", x, np.zeros((2, 3), bool), soc), want)
        out = output((2, 3), np.int8, "sliced")
        np.testing.assert_array_equal(unary("Signbit", x, out, soc), want)


def test_a_negative_zero_has_a_sign_on_ascend950_only() -> None:
    # The others compare with zero, to which -0 is equal.
    x = np.array([-0.0, -NAN, 0.0], F32)
    assert np.signbit(x).tolist() == [True, True, False]
    assert unary("Signbit", x, np.zeros(3, bool), B910).tolist() == [False, False, False]
    assert unary("Signbit", x, np.zeros(3, bool), A950).tolist() == [True, True, False]


@pytest.mark.parametrize("dtype", REAL)
def test_equal(dtype: Any) -> None:
    x, y = laid_out(few((3, 4), dtype, 9), "transposed"), few((3, 4), dtype, 9)
    z = y.copy()
    z[2, 1] = not z[2, 1]
    out = np.zeros(1, bool)
    assert infer("aclnnEqual", {"self": x, "other": y, "out": MISSING}) == {"out": ((1,), BOOL)}
    for soc in (B910, A950):
        assert binary("Equal", x, y, out, soc).tolist() == [True]
        assert binary("Equal", x, z, out, soc).tolist() == [False]


def test_equal_by_hand() -> None:
    out = np.zeros(1, bool)
    nan, empty = np.array([NAN], F32), np.zeros((0, 3), F32)
    assert binary("Equal", nan, nan, out).tolist() == [False]
    assert binary("Equal", empty, empty, out).tolist() == [True]
    # Another shape is another tensor, even if it broadcasts or has no element either.
    assert binary("Equal", empty, empty.T, out).tolist() == [False]
    assert binary("Equal", np.ones(2, F32), np.ones(1, F32), out).tolist() == [False]
    assert binary("Equal", np.ones(2, F32), np.ones(2, np.int64), out).tolist() == [True]


X, TRUTH, HALF = tensor(4, 2), tensor(4, 2, dtype=BOOL), tensor(4, 2, dtype=BFLOAT16)
PAIR = {"self": X, "other": X, "out": TRUTH}
ONE = {"self": X, "out": TRUTH}


@pytest.mark.parametrize(
    ("code", "name", "soc", "changes"),
    [
        *((0, name, soc, {}) for name in BINARY for soc in CHIPS),
        *((561003, name, B310, {}) for name in BINARY),
        *((161001, name, B910, {part: None}) for name in BINARY for part in PAIR),
        *((161002, name, B910, {"other": tensor(3, 2)}) for name in BINARY),
        *((161002, name, B910, {"out": tensor(2, 4, dtype=BOOL)}) for name in BINARY),
        *((161002, name, B910, {"self": tensor(4, 2, dtype=dtypes.STRING)}) for name in BINARY),
        *((0, name, B910, {"self": tensor(0, 2), "other": tensor(1, 2), "out": tensor(0, 2)}) for name in BINARY),
        # Only the conjunction takes bfloat16 everywhere, and any output.
        (0, "LogicalAnd", A910, {"self": HALF}),
        (161002, "LogicalOr", A910, {"self": HALF}),
        (161002, "LogicalXor", P310, {"out": HALF}),
        (561103, "LogicalAnd", B910, {"out": tensor(4, 2, dtype=dtypes.STRING)}),
        (161002, "LogicalXor", B910, {"out": tensor(4, 2, dtype=dtypes.STRING)}),
        # A complex tensor is looked at with one more dimension.
        (161002, "LogicalXor", B910, dict.fromkeys(PAIR, tensor(*(1,) * 8, dtype=COMPLEX64))),
        (0, "LogicalAnd", B910, dict.fromkeys(PAIR, tensor(*(1,) * 8, dtype=COMPLEX64))),
        (161002, "Equal", B910, {}),
        (0, "Equal", B910, {"out": tensor(1, dtype=BOOL)}),
        (161002, "Equal", B910, {"out": tensor(1)}),
        (161002, "Equal", A910, {"self": HALF, "out": tensor(1, dtype=BOOL)} | {"other": HALF}),
    ],
)
def test_codes_of_two(code: int, name: str, soc: str, changes: dict[str, Any]) -> None:
    assert code_of(f"aclnn{name}", PAIR, changes, soc) == code


@pytest.mark.parametrize(
    ("code", "name", "soc", "changes"),
    [
        *((0, name, soc, {}) for name in ("LogicalNot", "IsFinite", "Signbit") for soc in CHIPS),
        *((0, name, soc, {}) for name in ("IsPosInf", "IsNegInf") for soc in (B910, P310, A950)),
        *((161002, name, soc, {}) for name in ("IsPosInf", "IsNegInf") for soc in (A910, B310)),
        *((161002, name, B910, {"out": X}) for name in PREDICATES),
        *((161002, name, B910, {"out": tensor(2, 4, dtype=BOOL)}) for name in (*PREDICATES, "LogicalNot", "Signbit")),
        *((161001, name, B910, {"out": None}) for name in (*PREDICATES, "LogicalNot", "Signbit")),
        # More than eight dimensions are refused of strided tensors only.
        (0, "LogicalNot", B910, {"self": tensor(*(1,) * 9), "out": tensor(*(1,) * 9)}),
        (161002, "Signbit", B910, {"self": tensor(*(1,) * 9), "out": tensor(*(1,) * 9)}),
        (161002, "LogicalNot", B910, {"self": tensor(4, 2, dtype=COMPLEX64)}),
        (161002, "Signbit", B910, {"out": tensor(4, 2, dtype=COMPLEX64)}),
    ],
)
def test_codes_of_one(code: int, name: str, soc: str, changes: dict[str, Any]) -> None:
    assert code_of(f"aclnn{name}", ONE, changes, soc) == code


@pytest.mark.parametrize(
    ("code", "soc", "changes"),
    [
        (0, B910, {}),
        (0, P310, {}),
        (561003, A910, {}),
        (161001, B910, {"x": None}),
        (161002, B910, {"x": tensor(4, 2, dtype=INT8)}),
        (161002, P310, {"x": HALF}),
        (161002, B910, {"out": tensor(4, 2, dtype=FLOAT32)}),
        (161002, B910, {"x": tensor(4, 2, format=Format.FRACTAL_NZ)}),
        (561002, B910, {"out": tensor(2, 4, dtype=BOOL)}),
        (0, B910, {"x": tensor(0, 2), "out": tensor(0, 2, dtype=BOOL)}),
    ],
)
def test_codes_of_is_inf(code: int, soc: str, changes: dict[str, Any]) -> None:
    assert code_of("aclnnIsInf", {"x": X, "out": TRUTH}, changes, soc) == code


def test_is_close_refuses_other_dtypes() -> None:
    args = {"self": np.ones(2, F32), "other": np.ones(2, F16), "rtol": 0.0, "atol": 0.0, "equalNan": False}
    with pytest.raises(Refusal, match="other is float16, must be float32") as caught:
        compute("aclnnIsClose", {**args, "out": np.zeros(2, bool)})
    assert caught.value.code == 161002
