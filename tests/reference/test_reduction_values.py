"""Means, products and other reductions: PyTorch judges the values, and numbers by hand where CANN differs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from pyaclnn import dtypes
from pyaclnn.dtypes import BOOL, COMPLEX64, FLOAT16, FLOAT32, FLOAT64, INT32, INT64, UINT8
from pyaclnn.formats import Format
from pyaclnn.reference.rules import MISSING

from .compute import compute, infer
from .layouts import ALL, DENSE, Array, laid_out, output
from .refusals import A910, A950, B310, B910, P310, code_of, tensor
from .tolerances import assert_close
from .torch_values import from_torch, numbers, to_torch

F16, F32, F64, BF16 = np.float16, np.float32, np.float64, ml_dtypes.bfloat16
NAN, INF = float("nan"), float("inf")
FLOATS = (F32, F16, BF16)
REAL = (*FLOATS, F64, np.int8, np.uint8, np.int16, np.int32, np.int64, np.bool_)

# C parameter names of an operator's axes, the names of its other parameters with values, its output.
CALLS: dict[str, dict[str, Any]] = {
    "ReduceNansum": {"dim": "dim", "keep": "keepDim", "dtype": True},
    "ReduceLogSum": {
        "dim": "axes", "keep": "keepDims", "more": {"noopWithEmptyAxes": False}, "x": "data", "out": "reduce",
    },
    "LogSumExp": {"dim": "dim", "keep": "keepDim"},
    "Mean": {"dim": "dim", "keep": "keepDim", "dtype": True},
    "MeanV2": {"dim": "dim", "keep": "keepDim", "more": {"noopWithEmptyAxes": False}},
    "All": {"dim": "dim", "keep": "keepdim"},
    "Any": {"dim": "dim", "keep": "keepdim"},
}  # fmt: skip
TORCH: dict[str, Callable[..., Any]] = {
    "ReduceNansum": lambda x, dim, keep: x.nansum(dim, keepdim=keep, dtype=x.dtype),
    "ReduceLogSum": lambda x, dim, keep: x.double().sum(dim, keepdim=keep).log(),
    "LogSumExp": lambda x, dim, keep: x.double().logsumexp(dim, keepdim=keep),
    "Mean": lambda x, dim, keep: x.mean(dim, keepdim=keep),
    "MeanV2": lambda x, dim, keep: x.mean(dim, keepdim=keep),
    "All": lambda x, dim, keep: x.bool().all(dim, keepdim=keep),
    "Any": lambda x, dim, keep: x.bool().any(dim, keepdim=keep),
}


def arguments(name: str, x: Array, dims: Any, keep: bool, out: Any) -> dict[str, Any]:
    form = CALLS[name]
    args = {form.get("x", "self"): x, form["dim"]: dims, form["keep"]: keep, **form.get("more", {})}
    if form.get("dtype"):
        args["dtype"] = dtypes.from_numpy(out.dtype if isinstance(out, np.ndarray) else x.dtype)
    return {**args, form.get("out", "out"): out}


def reduce(name: str, x: Array, dims: Any, out: Array, keep: bool = False, soc: str = B910) -> Array:
    compute(f"aclnn{name}", arguments(name, x, dims, keep, out), soc)
    return out


def values_of(name: str, shape: tuple[int, ...], dtype: Any, seed: int = 1) -> Array:
    """What the operator is defined of: a sum under a logarithm is positive."""
    if name == "ReduceLogSum":
        return np.random.default_rng(seed).uniform(0.5, 2, shape).astype(dtype)
    values = numbers(shape, dtype, seed)
    if name == "ReduceNansum" and np.dtype(dtype).kind == "f":
        values.reshape(-1)[::3] = NAN
    if name in ("All", "Any"):
        values.reshape(-1)[::5] = 0
    return values


def expected(name: str, x: Array, dims: Any, keep: bool = False) -> Array:
    """Without axes all are reduced."""
    axes = tuple(dims) or tuple(range(x.ndim))
    return from_torch(TORCH[name](to_torch(x), axes, keep))


def check(name: str, x: Array, dims: Any, keep: bool, layout: str, soc: str) -> None:
    want = expected(name, x, dims, keep)
    dtype = bool if name in ("All", "Any") else x.dtype
    out = laid_out(np.zeros(want.shape, bool), layout) if dtype is bool else output(want.shape, dtype, layout)
    assert_close(reduce(name, x, dims, out, keep, soc), want.astype(dtype))


def taken(name: str) -> tuple[Any, ...]:
    if name in ("All", "Any"):
        return REAL
    return (F32, F16) if name == "ReduceLogSum" else FLOATS


@pytest.mark.parametrize("out_layout", DENSE)
@pytest.mark.parametrize("layout", ALL)
@pytest.mark.parametrize("name", CALLS)
def test_layouts(name: str, layout: str, out_layout: str) -> None:
    for dtype in taken(name):
        x = laid_out(values_of(name, (4, 3, 6), dtype), layout)
        for soc in (B910, A950):
            check(name, x, [1], False, out_layout, soc)


@pytest.mark.parametrize("keep", [False, True])
@pytest.mark.parametrize("dims", [[], [0], [-1], [0, 2], [2, 0], [-2, 0], [0, 1, 2]])
@pytest.mark.parametrize("name", CALLS)
def test_axes(name: str, dims: list[int], keep: bool) -> None:
    x = laid_out(values_of(name, (4, 3, 6), F32, 2), "sliced")
    out = CALLS[name].get("out", "out")
    want = expected(name, x, dims, keep)
    dtype = BOOL if name in ("All", "Any") else FLOAT32
    assert infer(f"aclnn{name}", arguments(name, x, dims, keep, MISSING)) == {out: (want.shape, dtype)}
    for soc in (B910, A950) if name == "ReduceNansum" else (A910, B910, P310, A950):
        check(name, x, dims, keep, "contiguous", soc)


@pytest.mark.parametrize("name", CALLS)
def test_many_and_no_dimensions(name: str) -> None:
    x = values_of(name, (2, 1, 2, 1, 2, 1, 2, 2), F32, 3)
    check(name, x, [0, 3, 7], True, "contiguous", B910)
    scalar = np.array(0.75, F32)
    check(name, scalar, [], False, "contiguous", B910)
    check(name, scalar, [-1], False, "contiguous", B910)


# What an empty tensor is reduced to, in the shape of the output; any shape but a test's must be the reduced one.
NOTHING = {"ReduceNansum": 0, "ReduceLogSum": 0, "LogSumExp": -INF, "Mean": NAN, "MeanV2": NAN, "All": 1, "Any": 0}


@pytest.mark.parametrize("name", CALLS)
def test_nothing(name: str) -> None:
    dtype = np.uint8 if name in ("All", "Any") else F32
    out = reduce(name, np.zeros((0, 3), F32), [0], output((3,), dtype, "sliced"))
    np.testing.assert_array_equal(out, np.full(3, NOTHING[name], dtype))
    assert reduce(name, np.zeros((0, 3), F32), [1], np.zeros(0, dtype)).shape == (0,)


@pytest.mark.parametrize("name", ["ReduceNansum", "ReduceLogSum", "Mean", "MeanV2", "Any"])
def test_what_nothing_reduces_to_is_not_compared_with_the_output(name: str) -> None:
    dtype = np.uint8 if name == "Any" else F32
    out = reduce(name, np.zeros((0, 3), F32), [0], np.full((2, 2), 77, dtype))
    np.testing.assert_array_equal(out, np.full((2, 2), NOTHING[name], dtype))


def test_sixteen_bits_are_added_in_float32() -> None:
    # In float16 2048 + 1 is 2048 again; the mean of 2048 and four ones is 2052 / 5 = 410.4, to 16 bits 410.5.
    x = np.array([2048, 1, 1, 1, 1], F16)
    assert reduce("MeanV2", x, [0], np.zeros((), F16)) == 410.5
    assert reduce("ReduceNansum", x, [0], np.zeros((), F16)) == 2052


def test_means_of_integers_lose_the_fraction() -> None:
    # 7 / 2 and -7 / 2, cut off; 200 does not fit the int8 that the sum of 100 and 100 would be.
    for values, want in (([3, 4], 3), ([-3, -4], -3), ([100, 100], 100)):
        assert reduce("MeanV2", np.array(values, np.int8), [0], np.zeros((), np.int8)) == want
    # The cast to float32 comes first where the attribute says so.
    assert reduce("Mean", np.array([3, 4], np.int32), [0], np.zeros((), F32)) == 3.5


def test_a_complex_mean() -> None:
    x = numbers((4, 5), np.complex64, 4)
    assert_close(reduce("Mean", x, [0], np.zeros(5, np.complex64)), x.mean(0), F32)


def test_no_reduction_without_axes() -> None:
    x = values_of("ReduceLogSum", (2, 3), F32)
    for name, out in (("MeanV2", "out"), ("ReduceLogSum", "reduce")):
        args = arguments(name, laid_out(x, "transposed"), [], False, np.zeros((2, 3), F32))
        args["noopWithEmptyAxes"] = True
        compute(f"aclnn{name}", args)
        np.testing.assert_array_equal(args[out], x)


def test_a_0d_nan_stays_where_nan_counts_as_zero() -> None:
    # The kernel is not launched on a tensor without dimensions.
    assert np.isnan(reduce("ReduceNansum", np.array(NAN, F32), [], np.zeros((), F32)))
    assert reduce("ReduceNansum", np.array([NAN], F32), [], np.zeros((), F32)) == 0


def test_nan_sums_of_integers_and_bools() -> None:
    # 100 + 100 = 256 - 56; a sum as bool is any.
    assert reduce("ReduceNansum", np.array([100, 100], np.int8), [0], np.zeros((), np.int8)) == -56
    assert reduce("ReduceNansum", np.array([False, True]), [0], np.zeros((), bool)) == np.True_


def test_exponentials_do_not_overflow() -> None:
    # 1000 + log(2); of infinities the greatest is not taken out, and their exponentials are infinite or nothing.
    for values, want in (
        ([1000.0, 1000.0], 1000.6931),
        ([INF, 1.0], INF),
        ([-INF, -INF], -INF),
        ([-INF, 2.0], 2.0),
        ([NAN, 1.0], NAN),
    ):
        for soc in (B910, A950):
            assert_close(reduce("LogSumExp", np.array(values, F32), [0], np.zeros((), F32), soc=soc), np.array(want))
    for dtype in (np.int32, np.bool_):
        x = np.array([1, 0], dtype)
        assert_close(reduce("LogSumExp", x, [0], np.zeros((), F16)), np.array(np.log(np.e + 1)))


def product(x: Array, out: Array, dim: int | None = None, keep: bool = False, soc: str = B910) -> Array:
    args = {"self": x, "dtype": dtypes.from_numpy(out.dtype), "out": out}
    args |= {} if dim is None else {"dim": dim, "keepDim": keep}
    compute("aclnnProd" if dim is None else "aclnnProdDim", args, soc)
    return out


@pytest.mark.parametrize("layout", ALL)
@pytest.mark.parametrize("dtype", [*REAL, np.complex64])
def test_products(dtype: Any, layout: str) -> None:
    x = laid_out(numbers((2, 3, 4), dtype, 5), layout)
    of_all = from_torch(to_torch(x).prod(dtype=to_torch(x).dtype))
    along = from_torch(to_torch(x).prod(1, keepdim=True, dtype=to_torch(x).dtype))
    accuracy = F32 if dtype == np.complex64 else None
    for soc in (B910, A950):
        assert_close(product(x, np.zeros((), dtype), soc=soc), of_all, accuracy, roundings=4)
        out = laid_out(np.zeros((2, 1, 4), dtype), "transposed")
        assert_close(product(x, out, -2, True, soc), along, accuracy, roundings=2)
    args = {"self": x, "dim": 1, "keepDim": False, "dtype": dtypes.from_numpy(np.dtype(dtype)), "out": MISSING}
    assert infer("aclnnProdDim", args) == {"out": ((2, 4), dtypes.from_numpy(np.dtype(dtype)))}


def test_products_by_hand() -> None:
    # 16 * 17 = 272 = 256 + 16.
    assert product(np.array([16, 17], np.uint8), np.zeros((), np.uint8)) == 16
    # 300 * 300 is above float16's 65504, but not 300 * 300 / 300, which float32 holds on the way.
    assert product(np.array([300, 300, 1 / 256], F16), np.zeros((), F16)) == 351.5
    assert product(np.zeros((0, 3), F32), output((2, 2), F32, "sliced")).tolist() == [[1, 1], [1, 1]]
    assert product(np.zeros((3, 0), np.int32), np.zeros(3, np.int32), 1).tolist() == [1, 1, 1]
    assert product(np.array(3, F32), np.zeros(1, F32)).tolist() == [3]
    for soc in (B910, A950):
        assert product(np.array([3, 0], np.uint8), np.ones((), bool), soc=soc) == np.False_
        assert product(np.array([3, 2], np.uint8), np.zeros((), bool), soc=soc) == np.True_


def test_any_and_all_keep_floats_as_they_are_on_910b() -> None:
    args = {"self": np.ones((2, 3), F16), "dim": [0], "keepdim": False, "out": np.zeros(3, bool)}
    assert compute("aclnnAll", args, B910) == ["ReduceAll", "Cast"]
    assert compute("aclnnAll", args, A910) == ["Cast", "ReduceAll"]
    assert compute("aclnnAll", args, A950) == ["ReduceAll"]
    strided = {**args, "self": laid_out(np.ones((2, 3), F32), "sliced")}
    assert compute("aclnnAny", strided, A950) == ["ReduceAny"]
    # NaN is true.
    assert reduce("All", np.array([NAN, 1], F32), [0], np.zeros((), bool)) == np.True_


def test_an_axis_may_be_named_twice_by_any_only() -> None:
    x = np.array([[0, 1], [0, 0]], np.int32)
    assert reduce("Any", x, [0, 0], np.zeros(2, bool)).tolist() == [False, True]
    call = {"self": tensor(2, 2), "dim": (0, 0), "keepdim": False, "out": tensor(2, dtype=BOOL)}
    assert code_of("aclnnAll", call, {}) == 161002


def call_of(name: str) -> dict[str, Any]:
    form = CALLS[name]
    args = {form.get("x", "self"): tensor(4, 3), form["dim"]: (0,), form["keep"]: False, **form.get("more", {})}
    return {**args, **({"dtype": FLOAT32} if form.get("dtype") else {}), form.get("out", "out"): tensor(3)}


def renamed(name: str, changes: dict[str, Any]) -> dict[str, Any]:
    """Changes of ``x``, ``dim`` and ``out`` under the operator's own names."""
    form = CALLS[name]
    names = {"x": form.get("x", "self"), "dim": form["dim"], "out": form.get("out", "out")}
    return {names.get(part, part): value for part, value in changes.items()}


TRUTH = tensor(3, dtype=BOOL)
ALL_NAMES = tuple(CALLS)
FLOAT_NAMES = tuple(name for name in CALLS if name not in ("All", "Any"))


@pytest.mark.parametrize(
    ("code", "names", "soc", "changes"),
    [
        (0, FLOAT_NAMES, B910, {}),
        (0, ("All", "Any"), B910, {"out": TRUTH}),
        (0, ("All", "Any"), B310, {"out": TRUTH}),
        (561003, tuple(n for n in FLOAT_NAMES if n != "ReduceNansum"), B310, {}),
        (161002, ("ReduceNansum",), A910, {}),
        (161001, ALL_NAMES, B910, {"x": None}),
        (161001, ALL_NAMES, B910, {"dim": None}),
        (161001, ALL_NAMES, B910, {"out": None}),
        (161002, FLOAT_NAMES, B910, {"dim": (2,)}),
        (161002, FLOAT_NAMES, B910, {"dim": (-3,)}),
        (161002, FLOAT_NAMES, B910, {"dim": (0, -2)}),
        (161002, FLOAT_NAMES, B910, {"out": tensor(4)}),
        (161002, ("All", "Any"), B910, {"out": tensor(4, dtype=BOOL)}),
        (161002, ("All", "Any"), B910, {}),
        (161002, ("All",), B910, {"x": tensor(4, 3, format=Format.FRACTAL_NZ), "out": TRUTH}),
        (0, ("Any",), B910, {"x": tensor(4, 3, format=Format.FRACTAL_NZ), "out": TRUTH}),
        (161002, ALL_NAMES, B910, {"x": tensor(*(1,) * 9)}),
        (161002, FLOAT_NAMES, B910, {"x": tensor(4, 3, dtype=dtypes.STRING)}),
        (161002, ("Mean", "LogSumExp"), B910, {"out": tensor(3, dtype=INT32)}),
        (0, ("Mean", "LogSumExp"), B910, {"out": tensor(3, dtype=FLOAT16)}),
        (161002, ("MeanV2", "ReduceNansum"), B910, {"out": tensor(3, dtype=FLOAT16)}),
        # The result is not cast.
        (561103, ("ReduceLogSum",), B910, {"out": tensor(3, dtype=FLOAT16)}),
        (161002, ("Mean",), B910, {"x": tensor(0, 3, dtype=COMPLEX64), "out": tensor(3, dtype=COMPLEX64)} | {
            "dtype": COMPLEX64,
        }),
        # One element fits any shape of one element where it is compared after the kernel.
        (0, ("Mean", "MeanV2", "ReduceNansum", "ReduceLogSum"), B910, {"dim": (), "out": tensor(1, 1)}),
        (161002, ("LogSumExp",), B910, {"dim": (), "out": tensor(1, 1)}),
        (161002, ("LogSumExp",), A950, {"x": tensor(4, 3, format=Format.FRACTAL_NZ)}),
        (0, ("LogSumExp",), B910, {"x": tensor(4, 3, format=Format.FRACTAL_NZ)}),
    ],
)  # fmt: skip
def test_codes(code: int, names: tuple[str, ...], soc: str, changes: dict[str, Any]) -> None:
    for name in names:
        assert code_of(f"aclnn{name}", call_of(name), renamed(name, changes), soc) == code, name


@pytest.mark.parametrize(
    ("code", "soc", "changes"),
    [
        (0, B910, {}),
        (561003, B310, {}),
        (161001, B910, {"out": None}),
        (161002, B910, {"dim": 2}),
        (161002, B910, {"dim": -3}),
        (161002, B910, {"dtype": FLOAT64}),
        (161002, B910, {"out": tensor(4)}),
        (0, B910, {"self": tensor(4, 3, dtype=COMPLEX64)}),
        (161002, B910, {"self": tensor(0, 3), "dtype": COMPLEX64, "out": tensor(3, dtype=COMPLEX64)}),
        (0, B910, {"self": tensor(4, 3, dtype=UINT8), "dtype": INT64, "out": tensor(3, dtype=INT64)}),
    ],
)
def test_codes_of_products(code: int, soc: str, changes: dict[str, Any]) -> None:
    call = {"self": tensor(4, 3), "dim": 0, "keepDim": False, "dtype": FLOAT32, "out": tensor(3)}
    assert code_of("aclnnProdDim", call, changes, soc) == code
