"""Reading and writing by index: values against PyTorch in every layout, and faults of indices outside."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

from pyaclnn.reference.kernels.indexing import OutsideError

from . import layouts
from .agreement import assert_agrees, results
from .arguments import scalar
from .compute import compute
from .torch_values import from_torch, numbers, to_torch

torch = pytest.importorskip("torch")

BF16 = ml_dtypes.bfloat16
F32 = np.float32
DTYPES = [F32, np.float16, BF16, np.float64, np.int8, np.int16, np.int32, np.int64, np.uint8, np.bool_]


def indices(extent: int, *shape: int, seed: int = 3, dtype: Any = np.int64) -> np.ndarray[Any, Any]:
    return np.asarray(np.random.default_rng(seed).integers(0, extent, shape, dtype))


def t(array: Any) -> Any:
    return torch.from_numpy(np.ascontiguousarray(array)).long()


@pytest.mark.parametrize("layout", layouts.DENSE)
@pytest.mark.parametrize("dtype", [*DTYPES, np.complex64, np.uint16])
def test_slices_and_rows(dtype: Any, layout: str) -> None:
    x = numbers((4, 3, 2), dtype, 1)
    for dim in (0, 1, -1):
        index = indices(x.shape[dim], 5, dtype=np.int32)
        expected = np.take(x, index, axis=dim)
        call = {"self": x, "dim": dim, "index": index}
        assert_agrees("aclnnIndexSelect", call, {"out": expected}, layout=layout)
    index = indices(24, 2, 3)
    assert_agrees("aclnnTake", {"self": x, "index": index}, {"out": x.reshape(-1)[index]}, layout=layout)
    if dtype != np.uint16:
        table, index = x[..., 0], indices(4, 2, 3)
        assert_agrees("aclnnEmbedding", {"weight": table, "indices": index}, {"out": table[index]}, layout=layout)


def test_slices_of_no_dimensions() -> None:
    call = {"self": np.array(3, F32), "dim": 0, "index": np.array([0])}
    assert_agrees("aclnnIndexSelect", call, {"out": np.array(3, F32)})
    call = {"self": np.array([3, 4], F32), "dim": 0, "index": np.array(1)}
    assert_agrees("aclnnIndexSelect", call, {"out": np.array([4], F32)})
    assert_agrees(
        "aclnnTake", {"self": np.array(3, F32), "index": np.array([[0, 0]])}, {"out": np.full((1, 2), 3, F32)}
    )
    assert_agrees("aclnnTake", {"self": np.array([3, 4], F32), "index": np.array(-1)}, {"out": np.array(4, F32)})


@pytest.mark.parametrize("layout", layouts.DENSE)
@pytest.mark.parametrize("dtype", DTYPES)
def test_gather(dtype: Any, layout: str) -> None:
    x = numbers((4, 3, 5), dtype, 1)
    for dim, shape in ((0, (6, 3, 5)), (1, (2, 7, 4)), (-1, (4, 3, 1))):
        index = indices(x.shape[dim], *shape)
        expected = from_torch(torch.gather(to_torch(x), dim, t(index)))
        assert_agrees("aclnnGather", {"self": x, "dim": dim, "index": index}, {"out": expected}, layout=layout)
    index = np.array([[-1, 0], [-2, 1]])
    small = numbers((2, 2), dtype, 2)
    expected = np.take_along_axis(small, index, 1)
    assert_agrees("aclnnGather", {"self": small, "dim": 1, "index": index}, {"out": expected}, layout=layout)


@pytest.mark.parametrize("by_frequency", [False, True])
@pytest.mark.parametrize("dtype", [F32, np.float16, BF16])
@pytest.mark.parametrize("layout", layouts.DENSE)
def test_embedding_backward(layout: str, dtype: Any, by_frequency: bool) -> None:
    grad, index = numbers((2, 5, 3), dtype, 1), indices(4, 2, 5)
    wide = torch.from_numpy(grad.astype(F32))
    expected = torch.ops.aten.embedding_dense_backward(wide, t(index), 4, 2, by_frequency).numpy().astype(dtype)
    call = {
        "grad": grad,
        "indices": index,
        "numWeights": 4,
        "paddingIdx": 2,
        "scaleGradByFreq": by_frequency,
    }
    assert_agrees("aclnnEmbeddingDenseBackward", call, {"out": expected}, layout=layout)
    call |= {"grad": grad[:0], "indices": index[:0]}
    assert_agrees("aclnnEmbeddingDenseBackward", call, {"out": np.zeros((4, 3), dtype)}, layout=layout)


EMPTY_INDEX = np.zeros(0, np.int64)


@pytest.mark.parametrize("layout", layouts.DENSE)
@pytest.mark.parametrize("dtype", DTYPES)
def test_index_and_put(dtype: Any, layout: str) -> None:
    x = numbers((4, 3, 5), dtype, 1)
    first, second, third = indices(4, 2, 3), indices(3, 3, seed=4, dtype=np.int32), indices(5, 2, 1, seed=5)
    lists: list[list[Any]] = [
        [first],
        [EMPTY_INDEX, second],
        [first, second],
        [first, EMPTY_INDEX, third],
        [first - 4, second, third],
        [numbers((4,), np.bool_, 3)],
        [EMPTY_INDEX, numbers((3, 5), np.bool_, 4)],
    ]
    for listed in lists:
        where = tuple(slice(None) if i is EMPTY_INDEX else i for i in listed)
        expected = x[where]
        assert_agrees("aclnnIndex", {"self": x, "indices": listed}, {"out": expected}, layout=layout)
        values = numbers(expected.shape[-1:], dtype, 7)
        theirs = tuple(slice(None) if i is EMPTY_INDEX else torch.from_numpy(i) for i in listed)
        theirs = tuple(i.long() if torch.is_tensor(i) and i.dtype == torch.int32 else i for i in theirs)
        for accumulate in (False, True):
            if accumulate and dtype in (np.bool_, np.float16, BF16):
                continue
            written = to_torch(x)
            if accumulate:
                full = [i if torch.is_tensor(i) else None for i in theirs]
                torch.ops.aten.index_put_(written, full, to_torch(values), True)
            else:
                # The last of several writes of one element stays.
                written = to_torch(put(x, where, values))
            call = {"selfRef": x, "indices": listed, "values": values, "accumulate": accumulate, "unsafe": False}
            assert_agrees("aclnnIndexPutImpl", call, {"selfRef": from_torch(written)}, layout=layout, roundings=4)


def put(x: Any, where: Any, values: Any) -> Any:
    result = np.array(x)
    result[where] = values
    return result


def test_put_of_truths_and_halves_accumulates() -> None:
    call = {"selfRef": np.array([True, False, False]), "indices": [np.array([0, 1, 1])], "accumulate": True}
    call |= {"values": np.array([False, True, False]), "unsafe": False}
    assert_agrees("aclnnIndexPutImpl", call, {"selfRef": np.array([True, True, False])})
    # 2048 + 1 + 1 in float32 is 2050; rounded in between it would stay 2048.
    call |= {"selfRef": np.array([2048], np.float16), "indices": [np.array([0, 0])]}
    assert_agrees("aclnnIndexPutImpl", call | {"values": np.ones(2, np.float16)}, {"selfRef": np.float16([2050])})


REDUCTIONS = {1: "sum", 2: "prod", 3: "amax", 4: "amin", 5: "mean"}
SCATTERED = [(0, (3, 3, 5)), (1, (2, 6, 4)), (-1, (4, 3, 2))]


def unique(extent: int, shape: tuple[int, ...], dim: int) -> np.ndarray[Any, Any]:
    """Indices of which none occurs twice along the axis, so that the order of writes plays no part."""
    rng = np.random.default_rng(5)
    full = np.moveaxis(np.empty((*shape,), np.int64), dim, -1)
    for position in np.ndindex(full.shape[:-1]):
        full[position] = np.resize(rng.permutation(extent), full.shape[-1])
    return np.ascontiguousarray(np.moveaxis(full, -1, dim))


@pytest.mark.parametrize("layout", layouts.DENSE)
@pytest.mark.parametrize("dtype", DTYPES)
def test_scatter(dtype: Any, layout: str) -> None:
    x = numbers((4, 6, 5), dtype, 1)
    for dim, shape in SCATTERED:
        index, src = unique(x.shape[dim], shape, dim), numbers((5, 6, 7), dtype, 2)
        expected = from_torch(to_torch(x).scatter(dim, t(index), to_torch(src)))
        call = {"self": x, "dim": dim, "index": index, "src": src, "reduce": 0}
        assert_agrees("aclnnScatter", call, {"out": expected}, layout=layout)
        twin = {("selfRef" if n == "self" else n): v for n, v in call.items()}
        assert_agrees("aclnnInplaceScatter", twin, {"selfRef": expected}, layout=layout)
        value = scalar(1, dtype)
        expected = from_torch(to_torch(x).scatter(dim, t(index), 1))
        call = {"self": x, "dim": dim, "index": index, "value": value, "reduce": 0}
        assert_agrees("aclnnScatterValue", call, {"out": expected}, layout=layout)
        twin = {("selfRef" if n == "self" else n): v for n, v in call.items()}
        assert_agrees("aclnnInplaceScatterValue", twin, {"selfRef": expected}, layout=layout)


@pytest.mark.filterwarnings("ignore:scatter_reduce")
@pytest.mark.parametrize("include", [True, False])
@pytest.mark.parametrize("reduce", REDUCTIONS)
@pytest.mark.parametrize("dtype", [F32, np.float64, np.int32, np.int64])
def test_scatter_reduces(dtype: Any, reduce: int, include: bool) -> None:
    x, src = numbers((4, 6, 5), dtype, 1), numbers((5, 6, 7), dtype, 2)
    for dim, shape in SCATTERED:
        index = indices(x.shape[dim], *shape)
        theirs = to_torch(x).scatter_reduce(dim, t(index), to_torch(src), REDUCTIONS[reduce], include_self=include)
        expected = {"out": from_torch(theirs)}
        call = {"self": x, "dim": dim, "index": index, "src": src, "reduce": reduce}
        assert_agrees("aclnnScatterReduce", call | {"includeSelf": include}, expected, roundings=4)
        if include:
            assert_agrees("aclnnScatter", call, expected, roundings=4)
        if include and reduce == 1:
            del call["reduce"]
            assert_agrees("aclnnScatterAdd", call, expected, roundings=4)


def test_scatter_of_halves_rounds_once() -> None:
    call = {"self": np.float16([2048]), "dim": 0, "index": np.array([0, 0]), "src": np.ones(2, np.float16)}
    assert_agrees("aclnnScatterAdd", call, {"out": np.float16([2050])})


def test_scatter_of_no_dimensions_and_of_nothing() -> None:
    x = np.array(3, F32)
    call: dict[str, Any] = {"self": x, "dim": 0, "index": np.array(0), "src": np.array(5, F32), "reduce": 0}
    assert_agrees("aclnnScatter", call, {"out": np.array(5, F32)})
    value = {"self": x, "dim": 0, "index": np.array(0), "value": scalar(7), "reduce": 0}
    assert_agrees("aclnnScatterValue", value, {"out": np.array(7, F32)})
    x = np.array([1, 2], F32)
    empty = np.zeros(0, np.int64)
    assert_agrees("aclnnScatter", call | {"self": x, "index": empty, "src": x}, {"out": x})
    assert_agrees("aclnnScatterValue", value | {"self": x, "index": empty}, {"out": x})


@pytest.mark.parametrize("layout", layouts.DENSE)
@pytest.mark.parametrize("dtype", DTYPES)
def test_updates_of_slices(dtype: Any, layout: str) -> None:
    x = numbers((4, 3, 5), dtype, 1)
    one = True if dtype == np.bool_ else 2
    for dim in (0, 1, -1):
        extent = x.shape[dim]
        shape = list(x.shape)
        shape[dim] = 2
        source = numbers(tuple(shape), dtype, 2)
        index = np.random.default_rng(2).permutation(extent)[:2]
        call = {"self": x, "dim": dim, "index": index, "source": source}
        axis = (slice(None),) * (dim % 3)
        expected = put(x, (*axis, index), source)
        names = {"self": "selfRef"}
        twin = {names.get(n, n): v for n, v in call.items()}
        assert_agrees("aclnnIndexCopy", twin, {"outRef": expected}, layout=layout)
        assert_agrees("aclnnInplaceIndexCopy", twin, {"selfRef": expected}, layout=layout)
        if dtype not in (np.bool_, BF16):
            theirs = to_torch(x).index_add(dim, t(index), to_torch(source), alpha=one)
            assert_agrees(
                "aclnnIndexAdd",
                call | {"alpha": scalar(one, dtype)},
                {"out": from_torch(theirs)},
                layout=layout,
                roundings=2,
            )
        if dtype in (np.int32, np.float16, F32, np.int64, np.bool_, BF16):
            fill = {"self": x, "dim": dim, "index": index, "value": scalar(1, dtype)}
            expected = put(x, (*axis, index), np.array(1, dtype))
            assert_agrees("aclnnIndexFill", fill, {"out": expected}, layout=layout)
            twin = {names.get(n, n): v for n, v in fill.items()}
            assert_agrees("aclnnInplaceIndexFill", twin, {"selfRef": expected}, layout=layout)


def test_updates_of_single_elements() -> None:
    # Rows 0 and 0 of one dimension, duplicates adding up: 1 + 2 * (10 + 100) and 2.
    call = {"self": np.array([1, 2], F32), "dim": 0, "index": np.array([0, 0]), "source": np.array([10, 100], F32)}
    assert_agrees("aclnnIndexAdd", call | {"alpha": scalar(2)}, {"out": np.array([221, 2], F32)})
    truths = {"self": np.array([False, False]), "source": np.array([True, False]), "alpha": scalar(True, np.bool_)}
    assert_agrees("aclnnIndexAdd", call | truths, {"out": np.array([True, False])})
    call = {"self": np.array(1, F32), "dim": 0, "index": np.array(0), "source": np.array(4, F32)}
    assert_agrees("aclnnIndexAdd", call | {"alpha": scalar(2)}, {"out": np.array(9, F32)})
    del call["self"]
    assert_agrees("aclnnInplaceIndexCopy", call | {"selfRef": np.array(1, F32)}, {"selfRef": np.array(4, F32)})
    fill = {"selfRef": np.array(1, F32), "dim": 0, "index": np.array([0]), "value": scalar(9)}
    assert_agrees("aclnnInplaceIndexFill", fill, {"selfRef": np.array(9, F32)})
    assert_agrees("aclnnInplaceIndexFill", fill | {"index": EMPTY_INDEX}, {"selfRef": np.array(1, F32)})


@pytest.mark.parametrize("layout", layouts.DENSE)
@pytest.mark.parametrize("dtype", DTYPES)
def test_masked_scatter(dtype: Any, layout: str) -> None:
    x, source = numbers((3, 4), dtype, 1), numbers((2, 6), dtype, 2)
    for mask in (numbers((3, 4), np.bool_, 3), numbers((4,), np.bool_, 5)):
        expected = from_torch(to_torch(x).masked_scatter(torch.from_numpy(mask), to_torch(source)))
        call = {"selfRef": x, "mask": mask, "source": source}
        assert_agrees("aclnnInplaceMaskedScatter", call, {"selfRef": expected}, layout=layout)


@pytest.mark.parametrize("layout", layouts.DENSE)
@pytest.mark.parametrize("dtype", DTYPES)
def test_nonzero(dtype: Any, layout: str) -> None:
    x = numbers((3, 4, 2), dtype, 1)
    x[0, 1], x[2, 3, 1] = 0, 0
    expected = np.argwhere(x)
    found = results("aclnnNonzero", {"self": x}, {"out": ((24, 3), np.int64)}, layout=layout)["out"]
    assert (found[: len(expected)] == expected).all()
    found = results("aclnnNonzeroV2", {"self": x}, {"out": ((3, 24), np.int64)})["out"]
    assert (found.reshape(-1)[: expected.size].reshape(3, -1) == expected.T).all()


@pytest.mark.parametrize(
    ("operator", "call"),
    [
        ("aclnnIndexSelect", {"self": np.zeros(3, F32), "dim": 0, "index": np.array([3]), "out": np.zeros(1, F32)}),
        ("aclnnIndexSelect", {"self": np.zeros(3, F32), "dim": 0, "index": np.array([-1]), "out": np.zeros(1, F32)}),
        ("aclnnEmbedding", {"weight": np.zeros((3, 1), F32), "indices": np.array([3]), "out": np.zeros((1, 1), F32)}),
        ("aclnnGather", {"self": np.zeros(3, F32), "dim": 0, "index": np.array([-4]), "out": np.zeros(1, F32)}),
        ("aclnnTake", {"self": np.zeros(3, F32), "index": np.array([3]), "out": np.zeros(1, F32)}),
        ("aclnnIndex", {"self": np.zeros(3, F32), "indices": [np.array([3])], "out": np.zeros(1, F32)}),
        ("aclnnInplaceIndexFill", {"selfRef": np.zeros(3, F32), "dim": 0, "index": np.array([5]), "value": scalar(1)}),
    ],
)
def test_an_index_outside_is_a_fault(operator: str, call: dict[str, Any]) -> None:
    with pytest.raises(OutsideError, match="an extent of 3"):
        compute(operator, call)
