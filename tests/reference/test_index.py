"""Filling and multiplying slices by index: numbers worked out by hand, PyTorch, and the calls that are refused."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

from pyaclnn import dtypes
from pyaclnn.dtypes import FLOAT64, INT64
from pyaclnn.reference.meta import ScalarValue
from pyaclnn.reference.rules import MISSING, Refusal

from .arguments import scalar
from .compute import compute, infer, refused
from .layouts import ALL, DENSE, Array, laid_out, output
from .tolerances import assert_close

A910, B910, P310, A950 = "Ascend910A", "Ascend910B1", "Ascend310P3", "Ascend950PR_9599"
F32 = np.float32
NAN, INF = float("nan"), float("inf")


def fill(
    x: Array,
    dim: int,
    index: tuple[int, ...],
    value: ScalarValue,
    soc: str = B910,
    out: Array | None = None,
) -> Array:
    out = np.full(x.shape, 1, x.dtype) if out is None else out
    compute("aclnnIndexFillTensor", {"self": x, "dim": dim, "index": index, "value": value, "out": out}, soc)
    return out


# IndexFillTensor


@pytest.mark.parametrize("soc", [A910, B910, P310, A950])
def test_fill_by_hand(soc: str) -> None:
    x = np.arange(6, dtype=F32).reshape(2, 3)
    assert fill(x, 1, (0, 2), scalar(9), soc).tolist() == [[9, 1, 9], [9, 4, 9]]
    assert fill(x, 0, (-1, 1, -1), scalar(9), soc).tolist() == [[0, 1, 2], [9, 9, 9]]
    assert fill(x, -2, (0,), scalar(9), soc).tolist() == [[9, 9, 9], [3, 4, 5]]
    assert x.tolist() == [[0, 1, 2], [3, 4, 5]]
    assert fill(np.array(5, F32), 0, (0,), scalar(9), soc) == 9
    assert fill(np.array(5, F32), -1, (), scalar(9), soc) == 5


@pytest.mark.parametrize("soc", [B910, A950])
def test_fill_replaces_whatever_was_there(soc: str) -> None:
    x = np.array([NAN, INF, -0.0, 1], F32)
    assert_close(fill(x, 0, (0, 1), scalar(2), soc), [2, 2, -0.0, 1])
    assert_close(fill(x, 0, (3,), scalar(NAN), soc), [NAN, INF, -0.0, NAN])
    assert np.signbit(fill(x, 0, (3,), scalar(2), soc)[2])


@pytest.mark.parametrize("soc", [B910, A950])
@pytest.mark.parametrize("dtype", [F32, np.float16, ml_dtypes.bfloat16, np.int32, np.int64, np.bool_])
@pytest.mark.parametrize("layout", ALL)
def test_fill_agrees_with_pytorch(layout: str, dtype: Any, soc: str) -> None:
    torch = pytest.importorskip("torch")
    values = np.random.default_rng(3).integers(-5, 5, (4, 3, 5)).astype(dtype)
    x, out = laid_out(values, layout), output((4, 3, 5), dtype, layout if layout in DENSE else "contiguous")
    fill(x, -2, (0, -1, 0), scalar(1), soc, out)
    exact = torch.tensor(np.array(x, np.float64))
    assert_close(out.astype(np.float64), exact.index_fill(1, torch.tensor([0, 2]), 1).numpy())


@pytest.mark.parametrize("layout", DENSE)
@pytest.mark.parametrize("soc", [B910, A950])
def test_fill_in_place(soc: str, layout: str) -> None:
    x = laid_out(np.arange(6, dtype=F32).reshape(2, 3), layout)
    args = {"selfRef": x, "dim": 1, "index": (1, -1), "value": scalar(9)}
    compute("aclnnInplaceIndexFillTensor", args, soc)
    assert x.tolist() == [[0, 9, 9], [3, 9, 9]]


def test_fill_with_values_of_other_dtypes() -> None:
    # Ascend950 converts the scalar to the tensor's dtype; the others write it as float32 and cast that.
    zero = np.zeros(1, np.int64)
    big = 2**24 + 1  # the first integer that float32 lacks; the tie goes to the even 2**24
    assert fill(zero, 0, (0,), scalar(big, INT64), A950).tolist() == [big]
    assert fill(zero, 0, (0,), scalar(big, INT64), B910).tolist() == [2**24]
    for soc in (A950, B910):
        assert fill(zero, 0, (0,), scalar(-2.75), soc).tolist() == [-2]  # towards zero
        assert fill(np.zeros(1, F32), 0, (0,), scalar(0.1, FLOAT64), soc).tolist() == [F32(0.1)]
        # 2049 lies between the float16 numbers 2048 and 2050; the tie goes to the even significand.
        assert fill(np.zeros(1, np.float16), 0, (0,), scalar(2049), soc).tolist() == [2048]
        assert fill(np.zeros(1, np.bool_), 0, (0,), scalar(2), soc).tolist() == [True]
    # A float below float32's epsilon is false on Ascend950, and so is NaN.
    for value in (1e-8, NAN):
        assert fill(np.ones(1, np.bool_), 0, (0,), scalar(value), A950).tolist() == [False]


@pytest.mark.parametrize("operator", ["aclnnIndexFillTensor", "aclnnInplaceIndexFillTensor"])
@pytest.mark.parametrize("soc", [A910, B910, A950])
def test_fill_refusals(soc: str, operator: str) -> None:
    name = "self" if operator == "aclnnIndexFillTensor" else "selfRef"
    x = np.zeros((2, 3), F32)
    args: dict[str, Any] = {name: x, "dim": 1, "index": (0,), "value": scalar(1)}
    if name == "self":
        args["out"] = np.zeros((2, 3), F32)
        assert refused(operator, args | {"out": np.zeros((3, 2), F32)}, soc) == 161002
        assert refused(operator, args | {"out": np.zeros((2, 3), np.int32)}, soc) == 161002
    for wrong in ({"dim": 2}, {"dim": -3}, {"index": (0, 3)}, {"index": (-4,)}):
        assert refused(operator, args | wrong, soc) == 161002
    assert refused(operator, args | {"value": scalar(1j, dtypes.COMPLEX64)}, soc) == 161002
    for null in (name, "index", "value"):
        assert refused(operator, args | {null: None}, soc) == 161001
    compute(operator, args | {"index": (-3, 2)}, soc)


def test_refusals_name_the_callers_parameter() -> None:
    args = {"selfRef": np.zeros(2, np.complex64), "dim": 0, "index": (0,), "value": scalar(1)}
    with pytest.raises(Refusal, match="selfRef is complex64"):
        compute("aclnnInplaceIndexFillTensor", args)


@pytest.mark.parametrize("soc", [B910, A950])
def test_fill_of_nothing_is_hardly_checked(soc: str) -> None:
    empty = np.zeros((0, 3), F32)
    assert fill(empty, 100, (7,), scalar(1), soc, np.zeros((5,), F32)).tolist() == [0] * 5
    args = {"self": empty, "dim": 0, "index": (0,), "value": scalar(1), "out": np.zeros((0, 3), np.int32)}
    assert refused("aclnnIndexFillTensor", args, soc) == 161002
    args |= {"out": empty, "value": scalar(1, dtypes.COMPLEX64)}
    assert refused("aclnnIndexFillTensor", args, soc) == 161002


def test_fill_without_an_index_copies() -> None:
    x = laid_out(np.arange(6, dtype=F32).reshape(2, 3), "transposed")
    out = output((2, 3), F32, "sliced")
    assert fill(x, 0, (), scalar(9), B910, out).tolist() == x.tolist()
    # The copy, unlike the fill, compares the shapes of empty tensors.
    args = {"self": np.zeros((0, 3), F32), "dim": 0, "index": (), "value": scalar(1), "out": np.zeros(5, F32)}
    assert refused("aclnnIndexFillTensor", args, B910) == 561103
    y = np.ones(3, F32)
    assert compute("aclnnInplaceIndexFillTensor", {"selfRef": y, "dim": 0, "index": (), "value": scalar(1)}) == []
    assert y.tolist() == [1, 1, 1]


def test_fill_output_left_out() -> None:
    for shape in ((2, 3), (0, 3), ()):
        x = np.zeros(shape, np.int32)
        args = {"self": x, "dim": 0, "index": (0,), "value": scalar(1), "out": MISSING}
        found, dtype = infer("aclnnIndexFillTensor", args)["out"]
        assert (found, dtype.name) == (shape, "int32")


def test_fill_kernels() -> None:
    x = np.zeros((2, 3), np.float16)
    args = {"self": x, "dim": 0, "index": (0,), "value": scalar(1), "out": np.zeros((2, 3), np.float16)}
    assert compute("aclnnIndexFillTensor", args, B910) == ["CopyToNpu", "Cast", "CopyToNpu", "Cast", "IndexFillD"]
    assert compute("aclnnIndexFillTensor", args, A950) == ["IndexFill"]


# ScatterMul


def scatter(variable: Any, indices: Any, updates: Any, dtype: Any = F32, soc: str = A950) -> Any:
    """The variable after the call; arrays are taken as they lie, lists as ``dtype`` and int32."""
    variable, updates = (v if isinstance(v, np.ndarray) else np.array(v, dtype) for v in (variable, updates))
    indices = indices if isinstance(indices, np.ndarray) else np.array(indices, np.int32)
    args = {"varRef": variable, "indices": indices, "updates": updates, "useLocking": False}
    compute("aclnnScatterMul", args, soc)
    return variable.tolist()


def test_scatter_mul_of_the_documentation() -> None:
    # Rows 0 and 2 of [[1, 2], [3, 4], [5, 6]] by [10, 20] and [30, 40].
    assert scatter([[1, 2], [3, 4], [5, 6]], [0, 2], [[10, 20], [30, 40]]) == [[10, 40], [3, 4], [150, 240]]


@pytest.mark.parametrize("index_dtype", [np.int32, np.int64])
@pytest.mark.parametrize("dtype", [np.float16, F32, np.int32, np.int8, np.uint8])
def test_scatter_mul_duplicates_multiply_up(dtype: Any, index_dtype: Any) -> None:
    # Row 1: 2 * 3 * 5 = 30; row 0 once: 1 * 7.
    indices = np.array([1, 0, 1], index_dtype)
    assert scatter([1, 2, 4], indices, [3, 7, 5], dtype) == [7, 30, 4]


@pytest.mark.parametrize("index", [-1, -3, 3, 2**31 - 1, -(2**31), 2**40, -(2**40)])
def test_scatter_mul_passes_over_indices_out_of_range(index: int) -> None:
    assert scatter([1, 2, 4], np.array([index, 1]), [100, 10]) == [1, 20, 4]


def test_scatter_mul_wraps_integers() -> None:
    assert scatter([100, -100, -128], [0, 1, 2], [3, 3, -1], np.int8) == [44, -44, -128]  # 300 - 256, -300 + 256
    assert scatter([200, 16], [0, 1], [2, 16], np.uint8) == [144, 0]  # 400 - 256, 256 - 256
    assert scatter([2**30, 2**31 - 1], [0, 1], [4, 2], np.int32) == [0, -2]  # 2^32 and 2^32 - 2, modulo 2^32
    # The low byte of 100 * 3 * 3 = 900 = 3 * 256 + 132 is that of the chain, too.
    assert scatter([100], [0, 0], [3, 3], np.uint8) == [132]


def test_scatter_mul_rounds_float16_once() -> None:
    # 300 * 300 overflows float16, but the chain goes on in float32: 90000 * 2^-4 = 5625, rounded to 5624.
    assert scatter([300], [0, 0], [300, 0.0625], np.float16) == [5624]


def test_scatter_mul_of_special_values() -> None:
    assert_close(np.array(scatter([0.0, INF, NAN, 1], [0, 1, 2], [INF, 0, 1])), [NAN, NAN, NAN, 1])


def test_scatter_mul_with_indices_of_any_rank() -> None:
    # updates.shape = indices.shape + varRef.shape[1:]
    two_by_two = np.array([[0, 1], [1, 0]], np.int32)
    assert scatter([1, 2], two_by_two, [[2, 3], [5, 7]]) == [14, 30]  # 1 * 2 * 7 and 2 * 3 * 5
    assert scatter([[1, 2], [3, 4]], 1, [10, 100]) == [[1, 2], [30, 400]]
    # A 0-d variable is one row, and its updates are not checked.
    assert scatter(np.array(3, F32), [0, 0, 1], [2, 5, 100]) == 30


def test_scatter_mul_of_nothing() -> None:
    assert scatter([[1, 2]], np.zeros(0, np.int32), np.zeros((0, 2), F32)) == [[1, 2]]
    # An empty variable is done before its shapes are compared, but not before its dtypes are.
    empty = np.zeros((0, 2), F32)
    assert scatter(empty, [0], [1, 2, 3]) == []
    args = {"varRef": empty, "indices": np.zeros(1, np.int32), "useLocking": True}
    assert refused("aclnnScatterMul", args | {"updates": np.zeros(1, np.float16)}, A950) == 161002


@pytest.mark.parametrize("layout", DENSE)
def test_scatter_mul_of_strided_tensors(layout: str) -> None:
    variable = laid_out(np.arange(1, 7, dtype=F32).reshape(3, 2), layout)
    updates = laid_out(np.array([[10, 20], [30, 40]], F32), layout)
    indices = laid_out(np.array([2, 0], np.int64), layout)
    # Rows 2 and 0 of [[1, 2], [3, 4], [5, 6]].
    assert scatter(variable, indices, updates) == [[30, 80], [3, 4], [50, 120]]
    # Slices of two dimensions: the row [[1, 2], [3, 4]] by 10.
    deep = laid_out(np.arange(1, 9, dtype=F32).reshape(2, 2, 2), layout)
    assert scatter(deep, np.array([0]), np.full((1, 2, 2), 10, F32)) == [[[10, 20], [30, 40]], [[5, 6], [7, 8]]]
    expanded = np.broadcast_to(np.array([[2, 3]], F32), (2, 2))
    assert scatter(variable, np.broadcast_to(np.array(1), (2,)), expanded) == [[30, 80], [12, 36], [50, 120]]


@pytest.mark.filterwarnings("ignore:index_reduce")
def test_scatter_mul_agrees_with_pytorch() -> None:
    torch = pytest.importorskip("torch")
    rng = np.random.default_rng(5)
    variable, updates = rng.standard_normal((6, 4)).astype(F32), rng.standard_normal((20, 4)).astype(F32)
    indices = rng.integers(0, 6, 20)
    expected = torch.tensor(variable).index_reduce(0, torch.tensor(indices), torch.tensor(updates), "prod")
    scatter(variable, indices, updates)
    assert_close(variable, expected.numpy())


SCATTER: dict[str, Any] = {
    "varRef": np.ones((3, 2), F32),
    "indices": np.zeros(2, np.int32),
    "updates": np.ones((2, 2), F32),
    "useLocking": False,
}


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"varRef": None}, 161001),
        ({"indices": None}, 161001),
        ({"updates": None}, 161001),
        ({"updates": None, "varRef": np.ones((3, 2))}, 161001),
        ({"varRef": np.ones((3, 2)), "updates": np.ones((2, 2))}, 161002),
        ({"varRef": np.ones((3, 2), np.int64), "updates": np.ones((2, 2), np.int64)}, 161002),
        ({"updates": np.ones((2, 2), np.float16)}, 161002),
        ({"indices": np.zeros(2, np.int16)}, 161002),
        ({"indices": np.zeros(2, F32)}, 161002),
        ({"updates": np.ones((3, 2), F32)}, 561002),
        ({"updates": np.ones((2, 3), F32)}, 561002),
        ({"updates": np.ones((2,), F32)}, 561002),
        ({"indices": np.zeros((2, 1), np.int32)}, 561002),
        ({"varRef": np.ones((3,) + (1,) * 8, F32)}, 561002),
    ],
)
def test_scatter_mul_refusals(changes: dict[str, Any], expected: int) -> None:
    assert refused("aclnnScatterMul", SCATTER | changes, A950) == expected
    # Elsewhere the arguments are checked all the same.
    assert refused("aclnnScatterMul", SCATTER | changes, B910) == expected


@pytest.mark.parametrize("soc", [A910, B910, P310, "Ascend310B1", "Ascend910_9382"])
def test_scatter_mul_runs_on_ascend950_only(soc: str) -> None:
    assert refused("aclnnScatterMul", SCATTER, soc) == 561003
