"""Sorting, ranks, counts and searches: values against PyTorch in every layout, and codes."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

from pyaclnn.dtypes import BFLOAT16, FLOAT16, FLOAT32, FLOAT64, INT32, INT64
from pyaclnn.reference.kernels.indexing import OutsideError
from pyaclnn.reference.rules import MISSING

from . import layouts
from .agreement import assert_agrees, results
from .arguments import scalar
from .compute import compute, infer
from .refusals import A910, A950, B310, B910, P310, code_of, tensor
from .torch_values import from_torch, numbers, to_torch

torch = pytest.importorskip("torch")

BF16 = ml_dtypes.bfloat16
F32 = np.float32
DTYPES = [F32, np.float16, BF16, np.int8, np.int16, np.int32, np.int64, np.uint8]
SHAPE = (4, 3, 5)


def two(values: Any) -> tuple[Any, Any]:
    return from_torch(values[0]), values[1].numpy()


@pytest.mark.parametrize("soc", [B910, A950])
@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize("layout", layouts.DENSE)
@pytest.mark.parametrize("dtype", [*DTYPES, np.bool_])
def test_sort(dtype: Any, layout: str, descending: bool, soc: str) -> None:
    x = numbers(SHAPE, dtype, 1)
    for dim in (0, 1, -1):
        values, indices = two(torch.sort(to_torch(x), dim=dim, descending=descending, stable=True))
        call = {"self": x, "stable": True, "dim": dim, "descending": descending}
        assert_agrees("aclnnSort", call, {"valuesOut": values, "indicesOut": indices}, layout=layout, soc=soc)
        if dtype != np.bool_:
            del call["stable"]
            assert_agrees("aclnnArgsort", call, {"out": indices}, layout=layout, soc=soc)


def test_sort_of_special_values() -> None:
    x = np.array([np.nan, 1, -np.inf, np.inf, np.nan, 0], F32)
    for descending in (False, True):
        values, indices = two(torch.sort(to_torch(x), descending=descending, stable=True))
        call = {"self": x, "stable": True, "dim": 0, "descending": descending}
        assert_agrees("aclnnSort", call, {"valuesOut": values, "indicesOut": indices})


def test_sort_of_single_elements() -> None:
    call = {"self": np.array(3, F32), "stable": True, "dim": -1, "descending": False}
    assert_agrees("aclnnSort", call, {"valuesOut": np.array(3, F32), "indicesOut": np.array(0)})
    assert_agrees("aclnnArgsort", {"self": np.array(3, F32), "dim": 0, "descending": True}, {"out": np.array(0)})
    x = numbers((3, 1), F32, 1)
    call |= {"self": x, "dim": 1}
    assert_agrees("aclnnSort", call, {"valuesOut": x, "indicesOut": np.zeros((3, 1), np.int64)})
    deep = numbers((2, 1, 1, 1, 1, 1, 1, 1, 3), F32, 1)
    order = np.argsort(deep, axis=0)
    call |= {"self": deep, "dim": 0}
    assert_agrees("aclnnSort", call, {"valuesOut": np.sort(deep, axis=0), "indicesOut": order})


def test_ascend910a_sorts_as_float16() -> None:
    # 2049 lies between the float16 numbers 2048 and 2050 and goes to the even one.
    call = {"self": np.array([2049, 1], F32), "stable": True, "dim": 0, "descending": False}
    found = results("aclnnSort", call, {"valuesOut": ((2,), F32), "indicesOut": ((2,), np.int64)}, soc=A910)
    assert found["valuesOut"].tolist() == [1, 2048]


@pytest.mark.parametrize("largest", [True, False])
@pytest.mark.parametrize("layout", layouts.DENSE)
@pytest.mark.parametrize("dtype", [*DTYPES, np.float64])
def test_topk(dtype: Any, layout: str, largest: bool) -> None:
    # All elements differ, so that there is one answer only.
    x = np.random.default_rng(1).permutation(60).reshape(SHAPE).astype(dtype)
    for dim, k in ((0, 2), (1, 3), (-1, 1)):
        values, indices = two(torch.topk(to_torch(x), k, dim=dim, largest=largest))
        call = {"self": x, "k": k, "dim": dim, "largest": largest, "sorted": True}
        assert_agrees("aclnnTopk", call, {"valuesOut": values, "indicesOut": indices}, layout=layout)
    call = {"self": x[0, 0, 0], "k": 1, "dim": 0, "largest": largest, "sorted": True}
    call["self"] = np.array(call["self"])
    assert_agrees("aclnnTopk", call, {"valuesOut": call["self"], "indicesOut": np.array(0)})


@pytest.mark.parametrize("keep", [False, True])
@pytest.mark.parametrize("layout", layouts.DENSE)
@pytest.mark.parametrize("dtype", DTYPES)
def test_ranks(dtype: Any, layout: str, keep: bool) -> None:
    x = np.random.default_rng(1).permutation(60).reshape(SHAPE).astype(dtype)
    for dim, k in ((0, 2), (1, 3), (-1, 1)):
        expected = two(torch.kthvalue(to_torch(x), k, dim=dim, keepdim=keep))
        call = {"self": x, "k": k, "dim": dim, "keepdim": keep}
        assert_agrees(
            "aclnnKthvalue", call, dict(zip(("valuesOut", "indicesOut"), expected, strict=True)), layout=layout
        )
        expected = two(torch.median(to_torch(x), dim=dim, keepdim=keep))
        call = {"self": x, "dim": dim, "keepDim": keep}
        named = dict(zip(("valuesOut", "indicesOut"), expected, strict=True))
        assert_agrees("aclnnMedianDim", call, named, layout=layout)
    expected_all = from_torch(torch.median(to_torch(x)))
    assert_agrees("aclnnMedian", {"self": x}, {"valuesOut": expected_all}, layout=layout)


def test_medians_of_special_values() -> None:
    assert_agrees("aclnnMedian", {"self": np.array([1, np.nan, 2], F32)}, {"valuesOut": F32(np.nan)})
    assert_agrees("aclnnMedian", {"self": np.zeros(0, F32)}, {"valuesOut": F32(np.nan)})
    # Documented for an empty tensor: the least number.
    assert_agrees("aclnnMedian", {"self": np.zeros(0, np.int32)}, {"valuesOut": np.int32(-(2**31))})
    assert_agrees("aclnnMedian", {"self": np.array(7, np.int16)}, {"valuesOut": np.int16(7)})


@pytest.mark.parametrize("layout", layouts.DENSE)
@pytest.mark.parametrize("dtype", [F32, np.float16, np.int32, np.int64, np.int16, np.int8, np.uint8])
def test_histogram(dtype: Any, layout: str) -> None:
    x = numbers((3, 7), dtype, 1)
    wide = torch.from_numpy(x.astype(F32))
    for bins, least, most in ((4, 1, 5), (3, 0, 0), (5, 1, 1)):
        # Equal bounds stand for the least and greatest element, which PyTorch says with 0 and 0 only.
        bounds = (0, 0) if least == most else (least, most)
        expected = torch.histc(wide, bins, *bounds).numpy().astype(dtype)
        call = {"self": x, "bins": bins, "min": scalar(least), "max": scalar(most)}
        assert_agrees("aclnnHistc", call, {"out": expected}, layout=layout)
    call = {"self": x[:0], "bins": 3, "min": scalar(0), "max": scalar(1)}
    assert_agrees("aclnnHistc", call, {"out": np.zeros(3, dtype)})


def test_histogram_of_equal_elements() -> None:
    # All elements are 2: the intervals go from 1 to 3.
    call = {"self": np.full(5, 2, F32), "bins": 4, "min": scalar(0), "max": scalar(0)}
    assert_agrees("aclnnHistc", call, {"out": np.array([0, 0, 5, 0], F32)})


@pytest.mark.parametrize("soc", [B910, A950])
@pytest.mark.parametrize("dtype", [np.int8, np.int16, np.int32, np.int64, np.uint8])
def test_bincount(dtype: Any, soc: str) -> None:
    x = np.array([1, 3, 1, 0], dtype)
    assert_agrees(
        "aclnnBincount", {"self": x, "weights": None, "minlength": 0}, {"out": np.array([1, 2, 0, 1])}, soc=soc
    )
    weights = np.array([0.5, 2, 1, 4], F32)
    call = {"self": x, "weights": weights, "minlength": 5}
    assert_agrees("aclnnBincount", call, {"out": F32([4, 1.5, 0, 2, 0])}, soc=soc)
    assert_agrees("aclnnBincount", call | {"weights": np.array([3, 2, 1, 4])}, {"out": np.array([4.0, 4, 0, 2, 0])})
    empty = {"self": x[:0], "weights": None, "minlength": 2}
    assert_agrees("aclnnBincount", empty, {"out": np.zeros(2, np.int64)})


def test_bincount_of_negative_numbers_is_a_fault() -> None:
    call = {"self": np.array([-1]), "weights": None, "minlength": 0, "out": np.zeros(1, np.int64)}
    with pytest.raises(OutsideError, match="not negative"):
        compute("aclnnBincount", call)


@pytest.mark.parametrize("right", [False, True])
@pytest.mark.parametrize("layout", layouts.DENSE)
@pytest.mark.parametrize("dtype", [F32, np.float16, np.float64, np.int32, np.int64, np.int16, np.int8, np.uint8])
def test_search(dtype: Any, layout: str, right: bool) -> None:
    rows, x = np.sort(numbers((3, 6), dtype, 1)), numbers((3, 4), dtype, 2)
    for sequence in (rows, rows[0]):
        expected = torch.searchsorted(to_torch(sequence), to_torch(x), right=right).numpy()
        call = {"sortedSequence": sequence, "self": x, "outInt32": False, "right": right, "sorter": None}
        assert_agrees("aclnnSearchSorted", call, {"out": expected}, layout=layout)
    mixed = numbers((3, 6), dtype, 1)
    sorter = np.argsort(mixed, axis=-1)
    call |= {"sortedSequence": mixed, "sorter": sorter, "outInt32": True}
    expected = torch.searchsorted(
        to_torch(mixed), to_torch(x), right=right, sorter=torch.from_numpy(sorter), out_int32=True
    )
    assert_agrees("aclnnSearchSorted", call, {"out": expected.numpy()}, layout=layout)
    call = {"sortedSequence": np.arange(5).astype(dtype), "self": scalar(2), "outInt32": False, "right": right}
    assert_agrees("aclnnSearchSorteds", call | {"sorter": None}, {"out": np.array([3 if right else 2])})


def test_search_in_nothing() -> None:
    call = {"sortedSequence": np.zeros(0, F32), "self": np.ones(2, F32), "outInt32": False, "right": False}
    assert_agrees("aclnnSearchSorted", call | {"sorter": None}, {"out": np.zeros(2, np.int64)})


@pytest.mark.parametrize("layout", layouts.DENSE)
@pytest.mark.parametrize("dtype", [*DTYPES, np.bool_])
def test_unique(dtype: Any, layout: str) -> None:
    x = numbers((4, 5), dtype, 1)
    values, inverse, counts = torch.unique(to_torch(x), return_inverse=True, return_counts=True)
    call = {"self": x, "sorted": True, "returnInverse": True, "returnCounts": True}
    outputs = {"valueOut": ((20,), dtype), "inverseOut": ((4, 5), np.int64), "countsOut": ((20,), np.int64)}
    found = results("aclnnUnique2", call, outputs, layout=layout)
    number = values.numel()
    assert (found["valueOut"][:number] == from_torch(values)).all()
    assert (found["inverseOut"] == inverse.numpy()).all()
    assert (found["countsOut"][:number] == counts.numpy()).all()
    found = results("aclnnUnique2", call | {"returnInverse": False, "returnCounts": False}, outputs, layout=layout)
    assert (found["inverseOut"] == 77).all()
    assert (found["countsOut"] == 77).all()


X, PLACES = tensor(4, 3), tensor(4, 3, dtype=INT64)
SORT = {"self": X, "stable": True, "dim": 0, "descending": False, "valuesOut": X, "indicesOut": PLACES}
TOPK = {
    "self": X,
    "k": 2,
    "dim": 0,
    "largest": True,
    "sorted": True,
    "valuesOut": tensor(2, 3),
    "indicesOut": tensor(2, 3, dtype=INT64),
}
KTH = {"self": X, "k": 2, "dim": 0, "keepdim": False, "valuesOut": tensor(3), "indicesOut": tensor(3, dtype=INT64)}
MEDIAN = {"self": X, "valuesOut": tensor()}
MEDIAN_DIM = {"self": X, "dim": 0, "keepDim": False, "valuesOut": tensor(3), "indicesOut": tensor(3, dtype=INT64)}
HISTC = {"self": X, "bins": 4, "min": scalar(0), "max": scalar(1), "out": tensor(4)}
COUNT = {"self": tensor(4, dtype=INT32), "weights": tensor(4), "minlength": 0, "out": tensor(5)}
SEARCH = {"sortedSequence": X, "self": X, "outInt32": False, "right": False, "sorter": None, "out": PLACES}
UNIQUE = {
    "self": X,
    "sorted": True,
    "returnInverse": True,
    "returnCounts": True,
    "valueOut": tensor(12),
    "inverseOut": PLACES,
    "countsOut": tensor(12, dtype=INT64),
}


@pytest.mark.parametrize(
    ("operator", "call", "code", "soc", "changes"),
    [
        ("Sort", SORT, 561003, B310, {}),
        ("Sort", SORT, 161002, B910, {"dim": 2}),
        ("Sort", SORT, 161002, B910, {"indicesOut": tensor(4, 3, dtype=INT32)}),
        ("Sort", SORT, 161002, B910, {"valuesOut": tensor(3, 4)}),
        ("Sort", SORT, 161002, B910, {"self": tensor(4, 3, dtype=FLOAT64)}),
        ("Sort", SORT, 0, B910, {"valuesOut": tensor(4, 3, dtype=FLOAT64)}),
        ("Topk", TOPK, 0, A910, {}),
        ("Topk", TOPK, 161001, B910, {"indicesOut": None}),
        ("Topk", TOPK, 161002, B910, {"k": 5}),
        ("Topk", TOPK, 161002, B910, {"k": -1}),
        ("Topk", TOPK, 161002, B910, {"dim": 2}),
        ("Topk", TOPK, 161002, B910, {"valuesOut": tensor(2, 3, dtype=FLOAT16)}),
        ("Topk", TOPK, 561103, B910, {"valuesOut": tensor(3, 3)}),
        ("Topk", TOPK, 0, B910, {"k": 0, "valuesOut": tensor(0, 3), "indicesOut": tensor(0, 3, dtype=INT64)}),
        ("Kthvalue", KTH, 161002, B910, {"k": 0}),
        ("Kthvalue", KTH, 161002, B910, {"k": 5}),
        ("Kthvalue", KTH, 161002, B910, {"valuesOut": tensor(4)}),
        ("Median", MEDIAN, 161002, B910, {"valuesOut": tensor(dtype=FLOAT16)}),
        ("Median", MEDIAN, 161002, B910, {"valuesOut": tensor(2)}),
        ("Median", MEDIAN, 161002, B910, {"self": tensor(4, 1, dtype=BFLOAT16), "valuesOut": tensor(dtype=BFLOAT16)}),
        ("MedianDim", MEDIAN_DIM, 0, P310, {}),
        ("MedianDim", MEDIAN_DIM, 161002, B910, {"dim": 2}),
        ("MedianDim", MEDIAN_DIM, 161002, B910, {"keepDim": True}),
        ("Histc", HISTC, 161002, B910, {"bins": 0}),
        ("Histc", HISTC, 161002, B910, {"out": tensor(5)}),
        ("Histc", HISTC, 161002, B910, {"min": scalar(2)}),
        ("Histc", HISTC, 161002, B910, {"max": scalar(np.inf)}),
        ("Histc", HISTC, 161002, B910, {"max": scalar(np.nan)}),
        ("Histc", HISTC, 161002, B910, {"self": tensor(4, dtype=INT32)}),
        ("Bincount", COUNT, 161002, B910, {"self": tensor(2, 2, dtype=INT32)}),
        ("Bincount", COUNT, 161002, B910, {"weights": tensor(3)}),
        ("Bincount", COUNT, 561103, B910, {"minlength": 6}),
        ("Bincount", COUNT, 161002, B910, {"out": tensor(5, dtype=FLOAT16)}),
        ("SearchSorted", SEARCH, 0, P310, {}),
        ("SearchSorted", SEARCH, 161002, B910, {"outInt32": True}),
        ("SearchSorted", SEARCH, 161002, B910, {"out": tensor(4, 2, dtype=INT64)}),
        ("SearchSorted", SEARCH, 161002, B910, {"sorter": tensor(4, 3, dtype=INT32)}),
        ("SearchSorted", SEARCH, 161002, B910, {"sortedSequence": tensor(3, 3)}),
        ("SearchSorted", SEARCH, 161002, B910, {"self": tensor(1), "out": tensor(1, dtype=INT64)}),
        ("Unique2", UNIQUE, 561003, A910, {}),
        ("Unique2", UNIQUE, 161001, B910, {"countsOut": None}),
        ("Unique2", UNIQUE, 161002, B910, {"inverseOut": tensor(12, dtype=INT64)}),
        ("Unique2", UNIQUE, 161002, B910, {"countsOut": tensor(11, dtype=INT64)}),
        ("Unique2", UNIQUE, 161002, B910, {"inverseOut": tensor(4, 3, dtype=INT32)}),
        ("Unique2", UNIQUE, 0, B910, {"returnCounts": False, "countsOut": tensor(1, dtype=INT64)}),
    ],
)
def test_codes(operator: str, call: dict[str, Any], code: int, soc: str, changes: dict[str, Any]) -> None:
    assert code_of(f"aclnn{operator}", call, changes, soc) == code


def test_outputs_left_out() -> None:
    for name, call in (("Sort", SORT), ("Topk", TOPK), ("Kthvalue", KTH), ("MedianDim", MEDIAN_DIM)):
        found = infer(f"aclnn{name}", call | {"valuesOut": MISSING, "indicesOut": MISSING})
        shape = call["valuesOut"].shape  # type: ignore[attr-defined]
        assert found == {"valuesOut": (shape, FLOAT32), "indicesOut": (shape, INT64)}
    assert infer("aclnnMedian", MEDIAN | {"valuesOut": MISSING}) == {"valuesOut": ((), FLOAT32)}
    assert infer("aclnnHistc", HISTC | {"out": MISSING}) == {"out": ((4,), FLOAT32)}
    assert infer("aclnnSearchSorted", SEARCH | {"out": MISSING}) == {"out": ((4, 3), INT64)}
