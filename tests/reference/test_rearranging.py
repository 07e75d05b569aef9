"""Tensors reversed, rolled, shuffled, repeated, flattened, stacked, chunked and split, all against PyTorch."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from pyaclnn.dtypes import BFLOAT16, COMPLEX64, FLOAT16, FLOAT32, FLOAT64, INT16, INT32
from pyaclnn.formats import Format
from pyaclnn.reference import registry
from pyaclnn.reference.chips import Family
from pyaclnn.reference.rules import MISSING

from .arguments import named
from .compute import compute, infer
from .layouts import ALL, DENSE, Array, laid_out, output
from .refusals import A910, A950, B310, B910, P310, code_of, tensor
from .torch_values import from_torch, numbers, to_torch

torch = pytest.importorskip("torch")

F16, F32, BF16 = np.float16, np.float32, ml_dtypes.bfloat16
DTYPES = (F32, F16, BF16, np.int8, np.int32, np.int64, np.bool_)
NUMBERED = (*DTYPES, np.float64, np.complex64, np.complex128)


def check(name: str, call: dict[str, Any], want: Array, soc: str = B910) -> None:
    """The inferred output, and the values in outputs of every layout."""
    assert infer(name, {**call, "out": MISSING}, soc) == {"out": (want.shape, named(want.dtype))}
    for layout in DENSE if want.ndim else ("contiguous",):
        out = output(want.shape, want.dtype, layout)
        compute(name, {**call, "out": out}, soc)
        np.testing.assert_array_equal(out, want)


@pytest.mark.parametrize("layout", ALL)
@pytest.mark.parametrize("dtype", NUMBERED)
@pytest.mark.parametrize("groups", [1, 2, 3, 6])
def test_channel_shuffle(groups: int, dtype: Any, layout: str) -> None:
    x = laid_out(numbers((2, 6, 4), dtype, 1), layout)
    want = torch.nn.functional.channel_shuffle(torch.from_numpy(np.arange(48).reshape(2, 6, 4)), groups).numpy()
    check("aclnnChannelShuffle", {"self": x, "groups": groups}, np.ascontiguousarray(x).reshape(-1)[want])


@pytest.mark.parametrize("layout", ALL)
@pytest.mark.parametrize("dtype", NUMBERED)
@pytest.mark.parametrize("dims", [(), (0,), (1, -1), (2, 0, 1)])
def test_flip(dims: tuple[int, ...], dtype: Any, layout: str) -> None:
    x = laid_out(numbers((2, 3, 4), dtype, 2), layout)
    check("aclnnFlip", {"self": x, "dims": list(dims)}, from_torch(torch.flip(to_torch(x), dims)))


@pytest.mark.parametrize("soc", [B910, A910, A950])
@pytest.mark.parametrize("layout", ALL)
@pytest.mark.parametrize("dtype", [F32, F16, np.int8, np.int64, np.bool_])
@pytest.mark.parametrize(
    ("shifts", "dims"), [((1,), ()), ((-1,), (0,)), ((2, 1), (1, -1)), ((7, 1, 1), (0, 1, 1)), ((0,), (2,))]
)
def test_roll(shifts: tuple[int, ...], dims: tuple[int, ...], dtype: Any, layout: str, soc: str) -> None:
    x = laid_out(numbers((2, 3, 4), dtype, 3), layout)
    want = from_torch(torch.roll(to_torch(x), shifts, dims))
    check("aclnnRoll", {"x": x, "shifts": list(shifts), "dims": list(dims)}, want, soc)


@pytest.mark.parametrize("layout", ALL)
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize(("shape", "size"), [((3, 1), (3, 4)), ((3, 1), (2, 3, 4)), ((1, 4), (5, 4)), ((3, 4), (3, 4))])
def test_expand(shape: tuple[int, ...], size: tuple[int, ...], dtype: Any, layout: str) -> None:
    x = laid_out(numbers(shape, dtype, 4), layout)
    check("aclnnExpand", {"self": x, "size": list(size)}, np.broadcast_to(x, size))


@pytest.mark.parametrize("layout", ALL)
@pytest.mark.parametrize("dtype", NUMBERED)
@pytest.mark.parametrize("repeats", [(1, 1), (2, 3), (2, 1, 3)])
def test_repeat(repeats: tuple[int, ...], dtype: Any, layout: str) -> None:
    x = laid_out(numbers((2, 3), dtype, 5), layout)
    check("aclnnRepeat", {"self": x, "repeats": list(repeats)}, from_torch(to_torch(x).repeat(repeats)))


@pytest.mark.parametrize("layout", ALL)
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize(("axis", "shape"), [(0, (1, 24)), (1, (2, 12)), (2, (6, 4)), (-1, (6, 4)), (-3, (1, 24))])
def test_flatten(axis: int, shape: tuple[int, ...], dtype: Any, layout: str) -> None:
    x = laid_out(numbers((2, 3, 4), dtype, 6), layout)
    check("aclnnFlatten", {"self": x, "axis": axis}, np.ascontiguousarray(x).reshape(shape))


def test_without_dimensions() -> None:
    five = np.array(5, F32)
    check("aclnnFlip", {"self": five, "dims": [0]}, five)
    check("aclnnRoll", {"x": five, "shifts": [3], "dims": []}, five)
    check("aclnnExpand", {"self": five, "size": []}, five)
    check("aclnnExpand", {"self": five, "size": [2]}, np.array([5, 5], F32))
    check("aclnnRepeat", {"self": five, "repeats": []}, five)
    check("aclnnRepeat", {"self": five, "repeats": [3]}, np.array([5, 5, 5], F32))
    check("aclnnFlatten", {"self": five, "axis": 0}, np.array([[5]], F32))
    check("aclnnStack", {"tensors": [five, np.array(6, F32)], "dim": -1}, np.array([5, 6], F32))


def test_in_eight_dimensions() -> None:
    x = np.arange(256, dtype=F32).reshape((2,) * 8)
    check("aclnnFlip", {"self": x, "dims": [7, 0]}, np.flip(x, (0, 7)))
    check("aclnnRoll", {"x": x, "shifts": [1], "dims": [-1]}, np.roll(x, 1, -1))
    check("aclnnRepeat", {"self": x, "repeats": [1] * 7 + [2]}, np.tile(x, (1,) * 7 + (2,)))


# Joined


@pytest.mark.parametrize("layout", ALL)
@pytest.mark.parametrize("dtype", NUMBERED)
@pytest.mark.parametrize("dim", [0, 1, 2, -1, -3])
def test_stack(dim: int, dtype: Any, layout: str) -> None:
    parts = [laid_out(numbers((3, 4), dtype, seed), layout) for seed in range(3)]
    check("aclnnStack", {"tensors": parts, "dim": dim}, np.stack(parts, dim))


def test_stack_promotes_and_casts() -> None:
    parts = [np.array([1, 2], np.int32), np.array([0.5, 1.5], F16)]
    check("aclnnStack", {"tensors": parts, "dim": 0}, np.array([[1, 2], [0.5, 1.5]], F16))
    out = np.zeros((2, 2), F32)
    compute("aclnnStack", {"tensors": parts, "dim": 1, "out": out})
    assert out.tolist() == [[1, 0.5], [2, 1.5]]
    check("aclnnStack", {"tensors": parts[:1], "dim": 1}, np.array([[1], [2]], np.int32))


def test_stack_of_many_goes_by_groups_of_32() -> None:
    parts = [np.full(2, i, F32) for i in range(70)]
    out = np.zeros((2, 70), F32)
    assert compute("aclnnStack", {"tensors": parts, "dim": 1, "out": out}) == ["Pack"] * 3 + ["ConcatD"]
    np.testing.assert_array_equal(out, np.stack(parts, 1))


@pytest.mark.parametrize("layout", ALL)
@pytest.mark.parametrize("dtype", [F32, F16, BF16])
@pytest.mark.parametrize("chunks", [1, 2, 3, 5])
def test_chunk_cat(chunks: int, dtype: Any, layout: str) -> None:
    parts = [laid_out(numbers(shape, dtype, seed), layout) for seed, shape in enumerate([(4, 3), (5, 2, 2), (1, 6)])]
    want = from_torch(torch._chunk_cat([to_torch(part) for part in parts], 0, chunks))
    check("aclnnChunkCat", {"tensors": parts, "dim": 0, "numChunks": chunks}, want)


def test_chunk_cat_by_hand() -> None:
    # Three rows in two chunks are 1, 2 and 3, nothing.
    parts = [np.array([[1], [2], [3]], F16), np.zeros((0, 4), F16), np.array([7, 8], F16)]
    out = np.full((2, 3), 77, F32)
    compute("aclnnChunkCat", {"tensors": parts, "dim": 0, "numChunks": 2, "out": out})
    assert out.tolist() == [[1, 2, 7], [3, 0, 8]]


# Split


@pytest.mark.parametrize("layout", ALL)
@pytest.mark.parametrize("dtype", NUMBERED)
@pytest.mark.parametrize(("sizes", "dim"), [((1, 3), 0), ((2, 0, 4), 1), ((6,), -1), ((1,) * 6, 1)])
def test_split_with_size(sizes: tuple[int, ...], dim: int, dtype: Any, layout: str) -> None:
    x = laid_out(numbers((4, 6), dtype, 7), layout)
    want = np.split(x, np.cumsum(sizes)[:-1], dim)
    call = {"self": x, "splitSize": list(sizes), "dim": dim}
    pieces = tuple((piece.shape, named(dtype)) for piece in want)
    assert infer("aclnnSplitWithSize", {**call, "out": MISSING}) == {"out": pieces}
    for out_layout in DENSE:
        outs = [output(piece.shape, dtype, out_layout) for piece in want]
        compute("aclnnSplitWithSize", {**call, "out": outs})
        for out, piece in zip(outs, want, strict=True):
            np.testing.assert_array_equal(out, piece)


CALLS: dict[str, dict[str, Any]] = {
    "ChannelShuffle": {"self": tensor(2, 6, 4), "groups": 2, "out": tensor(2, 6, 4)},
    "Flip": {"self": tensor(2, 3), "dims": (0,), "out": tensor(2, 3)},
    "Roll": {"x": tensor(2, 3), "shifts": (1,), "dims": (0,), "out": tensor(2, 3)},
    "Expand": {"self": tensor(2, 1), "size": (2, 3), "out": tensor(2, 3)},
    "Repeat": {"self": tensor(2, 3), "repeats": (2, 1), "out": tensor(4, 3)},
    "Flatten": {"self": tensor(2, 3, 4), "axis": 1, "out": tensor(2, 12)},
    "Stack": {"tensors": (tensor(2, 3), tensor(2, 3)), "dim": 0, "out": tensor(2, 2, 3)},
    "ChunkCat": {"tensors": (tensor(4, 3),), "dim": 0, "numChunks": 2, "out": tensor(2, 6)},
    "SplitWithSize": {"self": tensor(3, 2), "splitSize": (1, 2), "dim": 0, "out": (tensor(1, 2), tensor(2, 2))},
}


@pytest.mark.parametrize("name", CALLS)
def test_first_call_succeeds(name: str) -> None:
    assert code_of("aclnn" + name, CALLS[name], {}) == 0


@pytest.mark.parametrize(
    ("code", "name", "soc", "changes"),
    [
        (161001, "ChannelShuffle", B910, {"out": None}),
        (161002, "ChannelShuffle", B910, {"groups": 0}),
        (161002, "ChannelShuffle", B910, {"groups": 4}),
        (161002, "ChannelShuffle", B910, {"self": tensor(6, 4), "out": tensor(6, 4)}),
        (161002, "ChannelShuffle", B910, {"out": tensor(2, 6, 5)}),
        (0, "ChannelShuffle", A910, {n: tensor(2, 6, 4, dtype=BFLOAT16) for n in ("self", "out")}),
        (161001, "Flip", B910, {"dims": None}),
        (161002, "Flip", B910, {"dims": (0, -2)}),
        (161002, "Flip", B910, {"dims": (2,)}),
        (161002, "Flip", B910, {"out": tensor(3, 2)}),
        (561003, "Flip", A910, {}),
        (161002, "Roll", B910, {"shifts": (1, 2)}),
        (161002, "Roll", B910, {"shifts": (1, 2), "dims": ()}),
        (161002, "Roll", B910, {"dims": (2,)}),
        (161002, "Roll", B910, {"x": tensor(), "out": tensor()}),
        (0, "Roll", B910, {"dims": (9,), "x": tensor(0, 3), "out": tensor(0, 3)}),
        (161002, "Roll", B910, {n: tensor(2, 3, dtype=FLOAT64) for n in ("x", "out")}),
        (161002, "Roll", B910, {n: tensor(2, 3, dtype=COMPLEX64) for n in ("x", "out")}),
        (0, "Roll", A950, {n: tensor(2, 3, dtype=COMPLEX64) for n in ("x", "out")}),
        (161002, "Expand", B910, {"size": (3, 3), "out": tensor(3, 3)}),
        (161002, "Expand", B910, {"size": (3,), "out": tensor(3)}),
        (161002, "Expand", B910, {"size": (-1, 3)}),
        (161002, "Expand", B910, {"out": tensor(2, 2)}),
        (161002, "Expand", B910, {"self": tensor(2, 1, dtype=INT16), "out": tensor(2, 3, dtype=INT16)}),
        (161002, "Repeat", B910, {"repeats": (2,)}),
        (161002, "Repeat", B910, {"repeats": (2, -1)}),
        (161002, "Repeat", B910, {"out": tensor(4, 4)}),
        (161002, "Repeat", B910, {"repeats": (1,) * 9}),
        (0, "Repeat", B910, {"repeats": (2, 0), "out": tensor(9, 9)}),
        (161002, "Flatten", B910, {"axis": 3}),
        (161002, "Flatten", B910, {"out": tensor(6, 4)}),
        (0, "Flatten", B310, {}),
        (561103, "Stack", B910, {"tensors": None}),
        (561103, "Stack", B910, {"out": None}),
        (161002, "Stack", B910, {"tensors": ()}),
        (161002, "Stack", B910, {"dim": 3}),
        (161002, "Stack", B910, {"tensors": (tensor(2, 3), tensor(3, 2))}),
        (161002, "Stack", B910, {"out": tensor(2, 2, 3, dtype=INT32)}),
        (161002, "Stack", B910, {"out": tensor(2, 3, 2)}),
        (0, "Stack", B910, {"tensors": (tensor(0, 3), tensor(0, 3))}),
        (161002, "ChunkCat", B910, {"dim": 1, "tensors": None}),
        (161001, "ChunkCat", B910, {"tensors": None}),
        (0, "ChunkCat", B910, {"tensors": ()}),
        (161002, "ChunkCat", P310, {}),
        (161002, "ChunkCat", B910, {"numChunks": 0}),
        (161002, "ChunkCat", B910, {"tensors": (tensor(),)}),
        (161002, "ChunkCat", B910, {"out": tensor(2, 7)}),
        (161002, "ChunkCat", B910, {"out": tensor(2, 6, dtype=FLOAT16)}),
        (161002, "ChunkCat", B910, {"tensors": (tensor(4, 3, format=Format.FRACTAL_NZ),)}),
        (161001, "SplitWithSize", B910, {"out": (tensor(1, 2), None)}),
        (161002, "SplitWithSize", B910, {"splitSize": (1, 1)}),
        (161002, "SplitWithSize", B910, {"splitSize": (1, 1, 1)}),
        (161002, "SplitWithSize", B910, {"dim": 2}),
        (161002, "SplitWithSize", B910, {"out": (tensor(1, 2), tensor(2, 3))}),
        (0, "SplitWithSize", B910, {"out": (tensor(1, 2, dtype=FLOAT16), tensor(2, 2))}),
    ],
)
def test_codes(code: int, name: str, soc: str, changes: dict[str, Any]) -> None:
    assert code_of("aclnn" + name, CALLS[name], changes, soc) == code


def test_empty_tensors_are_left_alone() -> None:
    for name, call in (("Flip", {"dims": [0]}), ("Repeat", {"repeats": [1, 2]})):
        out = np.zeros((0, 6 if name == "Repeat" else 3), F32)
        assert compute("aclnn" + name, {"self": np.zeros((0, 3), F32), **call, "out": out}) == []
    assert infer("aclnnFlatten", {"self": np.zeros((0, 3), F32), "axis": 1, "out": MISSING}) == {
        "out": ((0, 3), FLOAT32)
    }


# Packed into blocks, which no strides describe: the elements seen through the view are the same.


def blocked(shape: tuple[int, ...], storage: tuple[int, ...], format: Format = Format.FRACTAL_NZ) -> Any:
    return replace(tensor(*shape, dtype=FLOAT16, format=format), storage_shape=storage)


MATRIX, PACKED = tensor(20, 40, dtype=FLOAT16), blocked((20, 40), (3, 2, 16, 16))


@pytest.mark.parametrize(
    ("code", "soc", "source", "target"),
    [
        (0, B910, MATRIX, PACKED),
        (0, A950, MATRIX, PACKED),
        (0, A950, PACKED, MATRIX),
        (161002, A910, MATRIX, PACKED),
        (561103, B910, None, PACKED),
        (561103, B910, MATRIX, None),
        (161002, B910, tensor(20, 40, dtype=FLOAT64), PACKED),
        # The blocks don't fit the matrix.
        (161002, A950, blocked((20, 40), (3, 3, 16, 16)), MATRIX),
        (161002, A950, blocked((20, 40), (2, 2, 16, 32)), MATRIX),
        # Ascend910B takes what it doesn't know for done.
        (0, B910, MATRIX, replace(MATRIX, format=Format.NC1HWC0)),
        (561103, A950, MATRIX, replace(MATRIX, format=Format.NC1HWC0)),
    ],
)
def test_format_cast_codes(code: int, soc: str, source: Any, target: Any) -> None:
    assert code_of("aclnnNpuFormatCast", {"srcTensor": source, "dstTensor": target}, {}, soc) == code


def test_format_cast_keeps_what_is_seen() -> None:
    x, out = numbers((20, 40), F16, 8), np.zeros((20, 40), F16)
    definition = registry.find("aclnnNpuFormatCast")
    assert definition is not None
    lowering = definition.plan(Family.B910, {"srcTensor": MATRIX, "dstTensor": PACKED})
    arrays = {"srcTensor": x, "dstTensor": out}
    lowering.run(lambda name: arrays[str(name)], lambda name: arrays[str(name)])
    assert lowering.kernels == ("TransData",)
    np.testing.assert_array_equal(out, x)
