"""Copies, permutations, joins and splits: NumPy judges where elements go, for it does not compute them either."""

from __future__ import annotations

import itertools
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from pyaclnn import dtypes
from pyaclnn.dtypes import BFLOAT16, COMPLEX128, FLOAT16, FLOAT32, INT32
from pyaclnn.formats import Format
from pyaclnn.reference.rules import MISSING

from .arguments import named
from .compute import compute, infer
from .layouts import ALL, DENSE, Array, laid_out, output
from .refusals import code_of, tensor
from .torch_values import from_torch, numbers, to_torch

A910, B910, P310, B310, A950 = "Ascend910A", "Ascend910B1", "Ascend310P3", "Ascend310B1", "Ascend950PR_9599"
F16, F32, F64, BF16 = np.float16, np.float32, np.float64, ml_dtypes.bfloat16
DTYPES = (F32, F16, BF16, np.int32, np.int64, np.bool_, np.complex64)


# Copies


def copy(target: Array, source: Array, soc: str = B910) -> Array:
    compute("aclnnInplaceCopy", {"selfRef": target, "src": source}, soc)
    return target


@pytest.mark.parametrize("out_layout", DENSE)
@pytest.mark.parametrize("layout", ALL)
@pytest.mark.parametrize("dtype", DTYPES)
def test_copy(dtype: Any, layout: str, out_layout: str) -> None:
    x = laid_out(numbers((4, 6), dtype, 1), layout)
    np.testing.assert_array_equal(copy(output((4, 6), dtype, out_layout), x), x)


@pytest.mark.parametrize("shape", [(), (1,), (6,), (4, 1), (1, 6), (1, 4, 6)])
@pytest.mark.parametrize("layout", DENSE)
def test_copy_broadcasts(shape: tuple[int, ...], layout: str) -> None:
    x = numbers(shape, F32, 2)
    if len(shape) > 2:
        assert code_of("aclnnInplaceCopy", {"selfRef": tensor(4, 6), "src": tensor(*shape)}, {}) == 161002
        return
    np.testing.assert_array_equal(copy(output((4, 6), F32, layout), x), np.broadcast_to(x, (4, 6)))


def test_copy_casts_without_asking() -> None:
    assert copy(np.zeros(2, np.int32), np.array([1.9, -1.9], F32)).tolist() == [1, -1]
    assert copy(np.zeros(2, bool), np.array([0.5, 0], F32)).tolist() == [True, False]
    assert copy(np.zeros(1, F32), np.array([1.5 + 2j], np.complex64)).tolist() == [1.5]
    # A cast and a broadcast at once; the cast comes first.
    assert copy(np.zeros((2, 2), F16), np.array([2049], F32)).tolist() == [[2048, 2048], [2048, 2048]]


def test_copy_of_a_view_of_itself() -> None:
    x = np.arange(6, dtype=F32).reshape(2, 3)
    copy(x, x[1:])
    assert x.tolist() == [[3, 4, 5], [3, 4, 5]]


COPY = {"selfRef": tensor(2, 3), "src": tensor(2, 3)}


@pytest.mark.parametrize(
    ("code", "soc", "changes"),
    [
        (0, B310, {}),
        (161001, B910, {"src": None}),
        (161002, B910, {"src": tensor(3, 3)}),
        (161002, B910, {"selfRef": tensor(1, 3)}),
        # Any chip takes bfloat16 here, and it is copied as it is; hifloat8 has no cast from float32 on 910B.
        (0, A910, {"src": tensor(2, 3, dtype=BFLOAT16), "selfRef": tensor(2, 3, dtype=BFLOAT16)}),
        (561103, B910, {"selfRef": tensor(2, 3, dtype=dtypes.HIFLOAT8)}),
        (161002, B910, {"selfRef": tensor(2, 3, dtype=dtypes.COMPLEX32)}),
        (0, B910, {"selfRef": tensor(0, 3), "src": tensor(1, 3)}),
    ],
)
def test_copy_codes(code: int, soc: str, changes: dict[str, Any]) -> None:
    assert code_of("aclnnInplaceCopy", COPY, changes, soc) == code


# Permuted axes


def permute(x: Array, dims: list[int], out: Array, soc: str = B910) -> Array:
    compute("aclnnPermute", {"self": x, "dims": dims, "out": out}, soc)
    return out


@pytest.mark.parametrize("dims", list(itertools.permutations(range(3))))
@pytest.mark.parametrize("layout", ALL)
@pytest.mark.parametrize("dtype", DTYPES)
def test_permute(dtype: Any, layout: str, dims: tuple[int, ...]) -> None:
    x = laid_out(numbers((2, 4, 6), dtype, 3), layout)
    want = x.transpose(dims)
    assert infer("aclnnPermute", {"self": x, "dims": list(dims), "out": MISSING}) == {"out": (want.shape, named(dtype))}
    for out_layout in DENSE:
        np.testing.assert_array_equal(permute(x, list(dims), output(want.shape, dtype, out_layout)), want)


def test_permute_by_hand() -> None:
    x = np.arange(6, dtype=F32).reshape(1, 2, 3)
    # Negative axes count from the end: -1, 0, -2 is 2, 0, 1.
    assert permute(x, [-1, 0, -2], np.zeros((3, 1, 2), F32)).tolist() == [[[0, 3]], [[1, 4]], [[2, 5]]]
    assert permute(np.array(5, F32), [], np.zeros((), F32)) == 5
    # One element goes into any shape of one element and the same rank.
    assert permute(np.full((1, 1), 7, F32), [1, 0], np.zeros((1, 1), F32)).tolist() == [[7]]
    assert permute(np.zeros((0, 2), F32), [1, 0], np.zeros((2, 0), F32)).size == 0


PERMUTE = {"self": tensor(2, 3), "dims": (1, 0), "out": tensor(3, 2)}


@pytest.mark.parametrize(
    ("code", "soc", "changes"),
    [
        (0, B910, {}),
        (161001, B910, {"dims": None}),
        (161002, B910, {"dims": (0,)}),
        (161002, B910, {"dims": (1, 1)}),
        (161002, B910, {"dims": (1, -1)}),
        (161002, B910, {"dims": (2, 0)}),
        (161002, B910, {"out": tensor(2, 3)}),
        (161002, B910, {"out": tensor(3, 2, dtype=FLOAT16)}),
        (161002, B910, {"out": tensor(3, 2, 1)}),
        (161002, A910, {"self": tensor(2, 3, dtype=BFLOAT16), "out": tensor(3, 2, dtype=BFLOAT16)}),
        (0, B910, {"self": tensor(0, 3), "out": tensor(0, 7)}),
        (561103, B910, {"self": tensor(0, 3)}),
        (561003, B310, {}),
    ],
)
def test_permute_codes(code: int, soc: str, changes: dict[str, Any]) -> None:
    assert code_of("aclnnPermute", PERMUTE, changes, soc) == code


# Joined tensors


def cat(tensors: list[Array], dim: int, out: Array, soc: str = B910) -> Array:
    compute("aclnnCat", {"tensors": tensors, "dim": dim, "out": out}, soc)
    return out


@pytest.mark.parametrize("dim", [0, 1, -1])
@pytest.mark.parametrize("layout", ALL)
@pytest.mark.parametrize("dtype", DTYPES)
def test_cat(dtype: Any, layout: str, dim: int) -> None:
    parts = [laid_out(numbers((4, 6), dtype, seed), layout) for seed in range(3)]
    want = np.concatenate(parts, dim)
    assert infer("aclnnCat", {"tensors": parts, "dim": dim, "out": MISSING}) == {"out": (want.shape, named(dtype))}
    for out_layout, soc in itertools.product(DENSE, (B910, A950)):
        np.testing.assert_array_equal(cat(parts, dim, output(want.shape, dtype, out_layout), soc), want)


@pytest.mark.parametrize("second", [F32, F16, BF16, np.int8, np.uint8, np.int32, np.int64, np.bool_])
@pytest.mark.parametrize("first", [F32, F16, BF16, np.int8, np.uint8, np.int32, np.int64, np.bool_])
def test_cat_promotes_as_torch(first: Any, second: Any) -> None:
    torch = pytest.importorskip("torch")
    parts = [numbers((2, 3), first, 4), numbers((1, 3), second, 5)]
    want = from_torch(torch.cat([to_torch(part) for part in parts]))
    assert infer("aclnnCat", {"tensors": parts, "dim": 0, "out": MISSING}) == {"out": ((3, 3), named(want.dtype))}
    np.testing.assert_array_equal(cat(parts, 0, np.full((3, 3), 77, want.dtype)), want)


def test_cat_leaves_empty_tensors_out() -> None:
    row, empty, vector = np.array([[1, 2]], F32), np.zeros((0, 2), F32), np.zeros(0, np.int32)
    # A vector of no elements is as if it weren't there, whatever its rank and dtype.
    assert cat([vector, row, empty, row], 0, np.zeros((2, 2), F32)).tolist() == [[1, 2], [1, 2]]
    assert infer("aclnnCat", {"tensors": [vector, row, empty], "dim": 0, "out": MISSING}) == {"out": ((1, 2), FLOAT32)}
    assert cat([vector, vector], 0, np.full(2, 77, F32)).tolist() == [77, 77]
    # A single tensor is cast and copied.
    assert cat([row], 1, np.zeros((1, 2), F16)).tolist() == [[1, 2]]


def test_cat_of_many_goes_by_groups_of_32() -> None:
    parts = [np.full((1, 2), i, F32) for i in range(70)]
    out = np.zeros((70, 2), F32)
    # 70 = 32 + 32 + 6, and then the three.
    assert compute("aclnnCat", {"tensors": parts, "dim": 0, "out": out}) == ["ConcatD"] * 4
    assert out[:, 1].tolist() == list(range(70))
    # Of 33 the last one is left for the second round.
    assert compute("aclnnCat", {"tensors": parts[:33], "dim": 0, "out": out[:33]}) == ["ConcatD"] * 2
    assert compute("aclnnCat", {"tensors": parts, "dim": 0, "out": out}, A950) == ["ConcatD"]


CAT = {"tensors": (tensor(2, 3), tensor(1, 3)), "dim": 0, "out": tensor(3, 3)}


@pytest.mark.parametrize(
    ("code", "soc", "changes"),
    [
        (0, B910, {}),
        (161001, B910, {"tensors": None}),
        (161001, B910, {"tensors": (tensor(2, 3), None)}),
        (161001, B910, {"out": None}),
        (0, B910, {"tensors": (), "out": None}),
        (161002, B910, {"dim": 2}),
        (161002, B910, {"dim": 1}),
        (161002, B910, {"tensors": (tensor(2, 3), tensor(3))}),
        (161002, B910, {"tensors": (tensor(), tensor())}),
        (161002, B910, {"out": tensor(4, 3)}),
        (161002, B910, {"out": tensor(3, 3, dtype=INT32)}),
        (161002, B910, {"tensors": (tensor(2, 3, dtype=COMPLEX128), tensor(1, 3))}),
        (161002, B910, {"tensors": (tensor(2, 3, format=Format.FRACTAL_NZ), tensor(1, 3))}),
        # With a single tensor it is the copy that finds a wrong shape.
        (561103, B910, {"tensors": (tensor(2, 3),)}),
        (0, B910, {"tensors": (tensor(0, 3), tensor(0, 3))}),
        (561003, B310, {}),
    ],
)
def test_cat_codes(code: int, soc: str, changes: dict[str, Any]) -> None:
    assert code_of("aclnnCat", CAT, changes, soc) == code


# Tensors taken apart


def split(x: Array, size: int, dim: int, outs: list[Array], soc: str = B910) -> list[Array]:
    compute("aclnnSplitTensor", {"self": x, "splitSections": size, "dim": dim, "out": outs}, soc)
    return outs


def inferred_pieces(x: Array, size: int, dim: int) -> Any:
    return infer("aclnnSplitTensor", {"self": x, "splitSections": size, "dim": dim, "out": MISSING})["out"]


@pytest.mark.parametrize("size", [1, 2, 3, 4, 6, 9])
@pytest.mark.parametrize("dim", [0, -1])
@pytest.mark.parametrize("layout", ALL)
@pytest.mark.parametrize("dtype", DTYPES)
def test_split(dtype: Any, layout: str, dim: int, size: int) -> None:
    x = laid_out(numbers((4, 6), dtype, 6), layout)
    want = np.split(x, range(size, x.shape[dim], size), axis=dim)
    assert inferred_pieces(x, size, dim) == tuple((piece.shape, named(dtype)) for piece in want)
    for out_layout in DENSE:
        outs = split(x, size, dim, [output(piece.shape, dtype, out_layout) for piece in want])
        for out, piece in zip(outs, want, strict=True):
            np.testing.assert_array_equal(out, piece)


def test_split_by_hand() -> None:
    x = np.arange(5, dtype=F32)
    spare = np.array([77], F32)
    outs = split(x, 2, 0, [np.zeros(2, F32), np.zeros(2, F32), np.zeros(1, F32), spare])
    # An output more than there are pieces stays as it is.
    assert [out.tolist() for out in outs] == [[0, 1], [2, 3], [4], [77]]
    # Pieces are cast as aclnnCast does.
    assert split(np.array([1.5, -1.5], F32), 1, 0, [np.zeros(1, np.int32), np.zeros(1, np.int32)])[1].tolist() == [-1]
    assert inferred_pieces(np.zeros((0, 2), F32), 0, 0) == (((0, 2), FLOAT32),)


@pytest.mark.parametrize(("soc", "dtype", "blocks"), [(B910, F32, 3), (A950, F32, 1), (B910, np.int32, 1)])
def test_split_into_many_goes_by_blocks_of_32(soc: str, dtype: Any, blocks: int) -> None:
    x = np.arange(140).astype(dtype).reshape(2, 70)
    outs = [np.zeros((2, 1), dtype) for _ in range(70)]
    kernels = compute("aclnnSplitTensor", {"self": x, "splitSections": 1, "dim": 1, "out": outs}, soc)
    assert [k for k in kernels if k == "SplitV"] == ["SplitV"] * blocks
    np.testing.assert_array_equal(np.concatenate(outs, 1), x)


SPLIT = {"self": tensor(5, 3), "splitSections": 2, "dim": 0, "out": (tensor(2, 3), tensor(2, 3), tensor(1, 3))}


@pytest.mark.parametrize(
    ("code", "soc", "changes"),
    [
        (0, B910, {}),
        (161001, B910, {"self": None}),
        (161001, B910, {"out": None}),
        (161001, B910, {"out": (tensor(2, 3), None)}),
        (161002, B910, {"splitSections": 0}),
        (161002, B910, {"dim": 2}),
        (161002, B910, {"self": tensor(), "out": (tensor(),)}),
        (161002, B910, {"out": (tensor(2, 3), tensor(2, 3))}),
        (161002, B910, {"out": (tensor(2, 3), tensor(2, 3), tensor(2, 3))}),
        (161002, B910, {"out": (tensor(2, 3), tensor(2, 3), tensor(1, 3, dtype=FLOAT16))}),
        (161002, B910, {"out": ()}),
        (0, A910, {"self": tensor(5, 3, dtype=BFLOAT16)}),
        (0, B910, {"self": tensor(0, 3), "splitSections": 0}),
        (161002, B910, {"self": tensor(0, 3)}),
        (561103, B910, {"splitSections": 5}),
        (561003, B310, {}),
    ],
)
def test_split_codes(code: int, soc: str, changes: dict[str, Any]) -> None:
    assert code_of("aclnnSplitTensor", SPLIT, changes, soc) == code
