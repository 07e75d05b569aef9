"""Operators on lists of tensors: every one against PyTorch's function of each tensor, in every dtype and layout."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from pyaclnn import dtypes
from pyaclnn.dtypes import FLOAT16, FLOAT32, INT64

from . import layouts
from .arguments import scalar
from .compute import compute
from .layouts import Array
from .refusals import A950
from .tolerances import assert_close
from .torch_values import from_torch, numbers, to_torch

torch = pytest.importorskip("torch")

F16, F32, BF16 = np.float16, np.float32, ml_dtypes.bfloat16
FLOATS = (F32, F16, BF16)
NUMBERS = (*FLOATS, np.int32)
INTEGERS = (np.int8, np.int32, np.int64)
SHAPES = ((4, 6), (4, 2))


def wide(array: Array) -> Any:
    """In float64, so that PyTorch's own rounding is none."""
    return torch.from_numpy(np.array(array, np.float64 if array.dtype.kind != "i" else array.dtype, order="C"))


def lists(count: int, dtype: Any, layout: str, low: float = -2, high: float = 2) -> list[list[Array]]:
    rng = np.random.default_rng(count)

    def values(shape: tuple[int, ...]) -> Array:
        if np.dtype(dtype).kind in "iu":
            return numbers(shape, dtype, count)
        return rng.uniform(low, high, shape).astype(dtype)

    return [[layouts.laid_out(values(shape), layout) for shape in SHAPES] for _ in range(count)]


def outputs(dtype: Any, layout: str = "contiguous") -> list[Array]:
    return [layouts.output(shape, dtype, layout) for shape in SHAPES]


# name, PyTorch's function, dtypes, the range of values
ONE_LIST: tuple[tuple[str, Callable[..., Any], tuple[Any, ...], tuple[float, float]], ...] = (
    ("aclnnForeachAbs", torch.abs, FLOATS, (-2, 2)),
    ("aclnnForeachAcos", torch.acos, FLOATS, (-1, 1)),
    ("aclnnForeachAsin", torch.asin, FLOATS, (-1, 1)),
    ("aclnnForeachAtan", torch.atan, FLOATS, (-9, 9)),
    ("aclnnForeachCopy", lambda x: x, (*NUMBERS, np.int8, np.uint8, np.int16, np.int64, np.float64, np.bool_), (-2, 2)),
    ("aclnnForeachCos", torch.cos, FLOATS, (-9, 9)),
    ("aclnnForeachCosh", torch.cosh, FLOATS, (-3, 3)),
    ("aclnnForeachErf", torch.erf, FLOATS, (-2, 2)),
    ("aclnnForeachErfc", torch.erfc, FLOATS, (-2, 2)),
    ("aclnnForeachExp", torch.exp, FLOATS, (-3, 3)),
    ("aclnnForeachExpm1", torch.expm1, FLOATS, (-3, 3)),
    ("aclnnForeachLog", torch.log, FLOATS, (0.1, 9)),
    ("aclnnForeachLog10", torch.log10, FLOATS, (0.1, 9)),
    ("aclnnForeachLog1p", torch.log1p, FLOATS, (-0.9, 9)),
    ("aclnnForeachLog2", torch.log2, FLOATS, (0.1, 9)),
    ("aclnnForeachNeg", torch.neg, (*NUMBERS, np.int8, np.uint8, np.int16), (-2, 2)),
    ("aclnnForeachReciprocal", torch.reciprocal, FLOATS, (0.1, 2)),
    ("aclnnForeachSigmoid", torch.sigmoid, FLOATS, (-9, 9)),
    ("aclnnForeachSign", torch.sign, (*FLOATS, *INTEGERS), (-2, 2)),
    ("aclnnForeachSin", torch.sin, FLOATS, (-9, 9)),
    ("aclnnForeachSinh", torch.sinh, FLOATS, (-3, 3)),
    ("aclnnForeachSqrt", torch.sqrt, FLOATS, (0, 9)),
    ("aclnnForeachTan", torch.tan, FLOATS, (-1, 1)),
    ("aclnnForeachTanh", torch.tanh, FLOATS, (-3, 3)),
)


@pytest.mark.parametrize("layout", layouts.ALL)
@pytest.mark.parametrize(
    ("name", "function", "dtype", "limits"),
    [(name, f, dtype, limits) for name, f, allowed, limits in ONE_LIST for dtype in allowed],
)
def test_one_list(
    name: str, function: Callable[..., Any], dtype: Any, limits: tuple[float, float], layout: str
) -> None:
    (x,) = lists(1, dtype, layout, *limits)
    out = outputs(dtype)
    assert compute(name, {"x": x, "out": out})[-1] == name.removeprefix("aclnn")
    for got, array in zip(out, x, strict=True):
        want = function(wide(array)) if np.dtype(dtype).kind not in "iub" else function(to_torch(array))
        assert_close(got, from_torch(want))


def _pow(x: Any, y: Any) -> Any:
    return torch.pow(x, y)


def _lerp(x: Any, y: Any, w: Any) -> Any:
    return x + w * (y - x)


X, XY, XYZ = ("x",), ("x1", "x2"), ("x1", "x2", "x3")
SMALL = (np.int16, np.int8, np.uint8)

# name, lists, how the number is given (a tensor, scalar, list, or each in a tensor), its name, the formula, dtypes
WITH_NUMBER: tuple[tuple[str, tuple[str, ...], str, str, Callable[..., Any], tuple[Any, ...]], ...] = (
    ("aclnnForeachAddList", XY, "tensor", "alpha", lambda x, y, s: x + y * s, NUMBERS),
    ("aclnnForeachAddListV2", XY, "scalar", "alpha", lambda x, y, s: x + y * s, (*NUMBERS, *SMALL)),
    ("aclnnForeachAddScalar", X, "tensor", "scalar", lambda x, s: x + s, (*NUMBERS, *SMALL)),
    ("aclnnForeachAddScalarV2", X, "scalar", "scalar", lambda x, s: x + s, (*NUMBERS, *SMALL)),
    ("aclnnForeachAddScalarList", X, "list", "scalars", lambda x, s: x + s, NUMBERS),
    ("aclnnForeachSubList", XY, "tensor", "alpha", lambda x, y, s: x - y * s, (*NUMBERS, np.int16, np.int8)),
    ("aclnnForeachSubListV2", XY, "scalar", "alpha", lambda x, y, s: x - y * s, (*NUMBERS, np.int16, np.int8)),
    ("aclnnForeachSubScalar", X, "tensor", "scalar", lambda x, s: x - s, NUMBERS),
    ("aclnnForeachSubScalarV2", X, "scalar", "scalar", lambda x, s: x - s, NUMBERS),
    ("aclnnForeachSubScalarList", X, "list", "scalars", lambda x, s: x - s, NUMBERS),
    ("aclnnForeachMulList", XY, "", "", lambda x, y: x * y, (*NUMBERS, *SMALL)),
    ("aclnnForeachMulScalar", X, "tensor", "scalar", lambda x, s: x * s, NUMBERS),
    ("aclnnForeachMulScalarV2", X, "scalar", "scalar", lambda x, s: x * s, NUMBERS),
    ("aclnnForeachMulScalarList", X, "list", "scalars", lambda x, s: x * s, NUMBERS),
    ("aclnnForeachDivList", XY, "", "", lambda x, y: x / y, FLOATS),
    ("aclnnForeachDivScalar", X, "tensor", "scalar", lambda x, s: x / s, FLOATS),
    ("aclnnForeachDivScalarV2", X, "scalar", "scalar", lambda x, s: x / s, FLOATS),
    ("aclnnForeachDivScalarList", X, "list", "scalars", lambda x, s: x / s, FLOATS),
    ("aclnnForeachMaximumList", XY, "", "", torch.maximum, NUMBERS),
    ("aclnnForeachMaximumScalar", X, "tensor", "scalar", lambda x, s: torch.clamp(x, min=s), NUMBERS),
    ("aclnnForeachMaximumScalarV2", X, "scalar", "scalar", lambda x, s: torch.clamp(x, min=s), NUMBERS),
    ("aclnnForeachMaximumScalarList", X, "list", "scalars", lambda x, s: torch.clamp(x, min=s), NUMBERS),
    ("aclnnForeachMinimumList", XY, "", "", torch.minimum, NUMBERS),
    ("aclnnForeachMinimumScalar", X, "tensor", "scalar", lambda x, s: torch.clamp(x, max=s), NUMBERS),
    ("aclnnForeachMinimumScalarV2", X, "scalar", "scalar", lambda x, s: torch.clamp(x, max=s), NUMBERS),
    ("aclnnForeachMinimumScalarList", X, "list", "scalars", lambda x, s: torch.clamp(x, max=s), NUMBERS),
    ("aclnnForeachPowList", XY, "", "", _pow, FLOATS),
    ("aclnnForeachPowScalar", X, "tensor", "scalar", _pow, NUMBERS),
    ("aclnnForeachPowScalarV2", X, "scalar", "scalar", _pow, NUMBERS),
    ("aclnnForeachPowScalarList", X, "list", "scalars", _pow, NUMBERS),
    ("aclnnForeachPowScalarAndTensor", X, "scalar", "scalar", lambda x, s: torch.pow(s, x), FLOATS),
    ("aclnnForeachAddcdivList", XYZ, "each", "scalars", lambda x, y, z, s: x + s * (y / z), FLOATS),
    ("aclnnForeachAddcdivScalar", XYZ, "tensor", "scalar", lambda x, y, z, s: x + s * (y / z), FLOATS),
    ("aclnnForeachAddcdivScalarV2", XYZ, "scalar", "scalar", lambda x, y, z, s: x + s * (y / z), FLOATS),
    ("aclnnForeachAddcdivScalarList", XYZ, "each", "scalars", lambda x, y, z, s: x + s * (y / z), FLOATS),
    ("aclnnForeachAddcmulList", XYZ, "each", "scalars", lambda x, y, z, s: x + s * (y * z), NUMBERS),
    ("aclnnForeachAddcmulScalar", XYZ, "tensor", "scalar", lambda x, y, z, s: x + s * (y * z), NUMBERS),
    ("aclnnForeachAddcmulScalarV2", XYZ, "scalar", "scalar", lambda x, y, z, s: x + s * (y * z), NUMBERS),
    ("aclnnForeachAddcmulScalarList", XYZ, "each", "scalars", lambda x, y, z, s: x + s * (y * z), NUMBERS),
    ("aclnnForeachLerpList", (*XY, "weight"), "", "", _lerp, FLOATS),
    ("aclnnForeachLerpScalar", XY, "scalar", "weight", _lerp, FLOATS),
)
ON_950 = {
    "aclnnForeachAddListInplace": "aclnnForeachAddList",
    "aclnnForeachSubListInplace": "aclnnForeachSubList",
    "aclnnForeachSubScalarInplace": "aclnnForeachSubScalar",
    "aclnnForeachMulListInplace": "aclnnForeachMulList",
    "aclnnForeachMulScalarInplace": "aclnnForeachMulScalar",
    "aclnnForeachDivListInplace": "aclnnForeachDivList",
}
# Halves are exact in every dtype, and integers take whole numbers.
VALUES = {"f": (2.5, 0.5), "i": (3, 2), "u": (3, 2)}


def kind_of(dtype: Any) -> str:
    return "f" if np.dtype(dtype).kind not in "iu" else np.dtype(dtype).kind


def scalar_dtype(dtype: Any, how: str) -> dtypes.DType:
    if kind_of(dtype) != "f":
        return INT64
    return FLOAT16 if np.dtype(dtype) == F16 and how == "scalar" else FLOAT32


def number_of(name: str, how: str, dtype: Any) -> Any:
    values = VALUES[kind_of(dtype)]
    if how == "tensor":
        beside = np.int32 if kind_of(dtype) != "f" else F32 if np.dtype(dtype) == BF16 else dtype
        return np.array([values[0]], beside)
    if how == "each":
        return np.array(values, dtype)
    # Two operators look for their scalar like those that take a list.
    like_lists = how == "list" or name in ("aclnnForeachPowScalarAndTensor", "aclnnForeachLerpScalar")
    given = scalar_dtype(dtype, "list" if like_lists else how)
    return [scalar(v, given) for v in values] if how == "list" else scalar(values[0], given)


def call_of(name: str, names: tuple[str, ...], how: str, number: str, dtype: Any, layout: str) -> dict[str, Any]:
    # Positive values, so that roots and quotients are finite.
    call: dict[str, Any] = dict(zip(names, lists(len(names), dtype, layout, 0.5, 2), strict=True))
    return {**call, number: number_of(name, how, dtype)} if number else call


def expected(call: dict[str, Any], names: tuple[str, ...], how: str, formula: Callable[..., Any], dtype: Any) -> Any:
    for i in range(len(SHAPES)):
        tensors = [wide(call[n][i]) if kind_of(dtype) == "f" else to_torch(call[n][i]) for n in names]
        value = VALUES[kind_of(dtype)][i if how in ("list", "each") else 0]
        want = formula(*tensors, torch.tensor(value, dtype=tensors[0].dtype)) if how else formula(*tensors)
        yield from_torch(want)


@pytest.mark.parametrize("layout", ["contiguous", "transposed", "backwards", "expanded"])
@pytest.mark.parametrize(
    ("name", "names", "how", "number", "formula", "dtype"), [(*row[:5], d) for row in WITH_NUMBER for d in row[5]]
)
def test_with_number(
    name: str, names: tuple[str, ...], how: str, number: str, formula: Callable[..., Any], dtype: Any, layout: str
) -> None:
    call = call_of(name, names, how, number, dtype, layout)
    out = outputs(dtype)
    compute(name, {**call, "out": out})
    for got, want in zip(out, expected(call, names, how, formula, dtype), strict=True):
        assert_close(got, want)


@pytest.mark.parametrize("dtype", NUMBERS)
@pytest.mark.parametrize(("name", "twin"), ON_950.items())
def test_in_place(name: str, twin: str, dtype: Any) -> None:
    (_, names, how, number, formula, allowed), *_ = [row for row in WITH_NUMBER if row[0] == twin]
    if dtype not in allowed:
        pytest.skip("integers are not divided")
    call = call_of(twin, names, how, number, dtype, "contiguous")
    wanted = list(expected(call, names, how, formula, dtype))
    compute(name, call, A950)
    for got, want in zip(call[names[0]], wanted, strict=True):
        assert_close(got, want)


def test_in_place_of_strided_tensors() -> None:
    x = [layouts.laid_out(np.array([[1, 2], [3, 4]], F32), "transposed")]
    compute("aclnnForeachMulListInplace", {"x1": x, "x2": [np.full((2, 2), 2, F32)]}, A950)
    assert x[0].tolist() == [[2, 4], [6, 8]]
    x = [np.array([1, 0.5], F32)]
    compute("aclnnForeachACosInplace", {"x": x}, A950)
    # acos(1/2) is a third of pi.
    assert_close(x[0], np.array([0, np.pi / 3], F32))
    compute("aclnnForeachLogInplace", {"x": x}, A950)
    assert_close(x[0], np.array([-np.inf, np.log(np.pi / 3)], F32))


@pytest.mark.parametrize("name", ["aclnnForeachAddList", "aclnnForeachDivList", "aclnnForeachSqrt", "aclnnForeachCopy"])
@pytest.mark.parametrize("layout", layouts.DENSE)
def test_strided_outputs(name: str, layout: str) -> None:
    out = outputs(F32, layout)
    four, two = ([np.full(shape, v, F32) for shape in SHAPES] for v in (4, 2))
    call = {"x1": four, "x2": two} if name.endswith("List") else {"x": four}
    alpha = {"alpha": np.array([1], F32)} if name == "aclnnForeachAddList" else {}
    compute(name, {**call, **alpha, "out": out})
    # 4 + 2, 4 / 2, the root of 4, and 4 itself.
    want = {"aclnnForeachAddList": 6, "aclnnForeachCopy": 4}.get(name, 2)
    assert all((o == want).all() for o in out)


@pytest.mark.parametrize("source", FLOATS)
@pytest.mark.parametrize("target", FLOATS)
def test_copy_between_floats(source: Any, target: Any) -> None:
    if source != target and F32 not in (source, target):
        pytest.skip("the 16-bit floats don't go to each other")
    # 1/3 needs rounding in all of them; 257 is 256 in bfloat16's 8 digits.
    x, out = [np.array([1 / 3, 257], source)], [np.zeros(2, target)]
    compute("aclnnForeachCopy", {"x": x, "out": out})
    assert out[0].tolist() == x[0].astype(target).tolist()


@pytest.mark.parametrize("dtype", [*FLOATS, np.int32, np.int16])
def test_zero(dtype: Any) -> None:
    x = [np.full(3, 7, dtype), np.full((2, 2), 9, dtype)]
    if dtype == F32:
        x[0][0] = np.nan
    compute("aclnnForeachZeroInplace", {"x": x})
    assert all((a == 0).all() for a in x)
