"""Casts between formats on the simulator: what they need of their output, and how the elements lie in memory."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import pyaclnn
from pyaclnn import Device, Format, Tensor

from ..binding.helpers import unchecked

B910, A950, P310 = "Ascend910B1", "Ascend950PR_9599", "Ascend310P3"


@pytest.fixture
def d() -> Iterator[Device]:
    with Device(0, backend="simulator", pool=False) as device:
        yield device


def tensor_in_blocks(d: Device, shape: tuple[int, ...], dtype: Any, layout: Any) -> tuple[Tensor, Tensor]:
    """A tensor as a cast wants its output, and its storage as it lies."""
    storage = d.empty(layout.dst_shape, dtype)
    steps = tuple(int(np.prod(shape[i + 1 :])) for i in range(len(shape)))
    return storage.as_strided(shape, steps).with_format(layout.actual_format, layout.dst_shape), storage


def blocks_of(matrix: Any, width: int) -> Any:
    """FRACTAL_NZ as its documentation has it: padded, then [c1, n1, n0, c0]."""
    n, c = matrix.shape
    padded = np.pad(matrix, ((0, -n % 16), (0, -c % width)))
    return padded.reshape(padded.shape[0] // 16, 16, -1, width).transpose(2, 0, 1, 3)


@pytest.mark.parametrize("dtype", ["float16", "int8", "float32", "int32"])
def test_a_matrix_there_and_back(d: Device, dtype: str) -> None:
    values = np.arange(1, 801).reshape(20, 40).astype(dtype)
    x = d.tensor(values)
    layout = d.npu_format_cast_calculate_size_and_format(x, "FRACTAL_NZ")
    width = 32 // values.itemsize
    assert layout == ((-(-40 // width), 2, 16, width), Format.FRACTAL_NZ)
    packed, storage = tensor_in_blocks(d, (20, 40), dtype, layout)
    d.npu_format_cast(x, packed)
    np.testing.assert_array_equal(storage.numpy(), blocks_of(values, width))
    back = d.npu_format_cast_calculate_size_and_format(packed, "ND")
    assert back == ((20, 40), Format.ND)
    out = d.empty((20, 40), dtype)
    d.npu_format_cast(packed, out)
    np.testing.assert_array_equal(out.numpy(), values)


def test_other_operators_see_the_elements(d: Device) -> None:
    """They read blocks, and write them; a tensor whose storage is not made of blocks lies in rows."""
    values = np.arange(20 * 40, dtype=np.float16).reshape(20, 40)
    layout = d.npu_format_cast_calculate_size_and_format(d.tensor(values), "FRACTAL_NZ")
    packed, storage = tensor_in_blocks(d, (20, 40), "float16", layout)
    d.npu_format_cast(d.tensor(values), packed)
    d.inplace_adds(packed, 1.0, 1.0)
    np.testing.assert_array_equal(storage.numpy(), blocks_of(values + 1, 16))
    rows = d.tensor(values).with_format("FRACTAL_NZ")
    np.testing.assert_array_equal(d.adds(rows, 1.0, 1.0, d.empty((20, 40), "float16")).numpy(), values + 1)


def test_the_shape_that_the_caller_gives_the_blocks_plays_no_part(d: Device) -> None:
    values = np.arange(20 * 40, dtype=np.float16).reshape(20, 40)
    storage = d.empty((3, 2, 16, 16), "float16")
    d.npu_format_cast(d.tensor(values), storage.with_format("FRACTAL_NZ"))
    np.testing.assert_array_equal(storage.numpy(), blocks_of(values, 16))
    with pytest.raises(pyaclnn.ParameterInvalidError, match=r"stored as \[2, 3, 16, 16\], must be \[3, 2, 16, 16\]"):
        d.npu_format_cast(d.tensor(values), d.empty((2, 3, 16, 16), "float16").with_format("FRACTAL_NZ"))


@pytest.mark.parametrize(("source", "target"), [("NCHW", "NC1HWC0"), ("NHWC", "NC1HWC0"), ("HWCN", "FRACTAL_Z")])
def test_images_there_and_back(d: Device, source: str, target: str) -> None:
    """Two orders are packed into one format: the other tensor's tells which; square extents leave nothing else."""
    values = np.random.default_rng(1).integers(0, 2048, (16, 16, 16, 16)).astype(np.float16)
    x = d.tensor(values).with_format(source)
    layout = d.npu_format_cast_calculate_size_and_format(x, target)
    packed, storage = tensor_in_blocks(d, values.shape, "float16", layout)
    d.npu_format_cast(x, packed)
    # One block of 16 channels: [n, 1, h, w, c], and [h * w, 1, n, c].
    order = {"NC1HWC0": "NHWC", "FRACTAL_Z": "HWNC"}[target]
    expected = values.transpose([source.index(axis) for axis in order])
    np.testing.assert_array_equal(storage.numpy().reshape(expected.shape), expected)
    out = d.empty(values.shape, "float16").with_format(source)
    d.npu_format_cast(packed, out)
    np.testing.assert_array_equal(out.numpy(), values)


def test_memory_behind_the_blocks_is_not_touched() -> None:
    """The storage counts, not the shape: 800 elements take 1536."""
    with Device(0, backend="simulator", pool=False) as d:
        x = d.tensor(np.ones((20, 40), np.float16))
        short = d.empty((800,), "float16").as_strided((20, 40), (40, 1)).with_format("FRACTAL_NZ", (3, 2, 16, 16))
        with unchecked(d, "out-of-bounds"):
            d.npu_format_cast(x, short)
            with pytest.raises(pyaclnn.ExecutionError, match="dstTensor"):
                d.synchronize()


# What aclnnNpuFormatCastCalculateSizeAndFormat answers, by its documentation's tables and formulas: a row of a block
# has 32 bytes of the additional type, or of the source's own.
F = Format
LAYOUTS = [
    (B910, (64, 128), "int32", F.ND, F.FRACTAL_NZ, "float16", ((8, 4, 16, 16), F.FRACTAL_NZ)),
    (B910, (64, 128), "int32", F.ND, F.FRACTAL_NZ, None, ((16, 4, 16, 8), F.FRACTAL_NZ)),
    (B910, (2, 17, 33), "int8", F.NCL, F.FRACTAL_NZ, None, ((2, 2, 2, 16, 32), F.FRACTAL_NZ)),
    (B910, (2, 3, 17, 33), "float16", F.NCHW, F.FRACTAL_NZ, None, ((2, 3, 3, 2, 16, 16), F.FRACTAL_NZ)),
    (B910, (1, 17, 1, 2, 2), "int32", F.NCDHW, F.NDC1HWC0, None, ((1, 1, 3, 2, 2, 8), F.NDC1HWC0)),
    (B910, (1, 1, 2, 2, 17), "int32", F.NDHWC, F.NDC1HWC0, "float16", ((1, 1, 2, 2, 2, 16), F.NDC1HWC0)),
    (B910, (20, 17, 1, 2, 2), "float16", F.NCDHW, F.FRACTAL_Z_3D, None, ((8, 2, 16, 16), F.FRACTAL_Z_3D)),
    (B910, (20, 17, 3, 2), "float16", F.NCHW, F.FRACTAL_Z, None, ((12, 2, 16, 16), F.FRACTAL_Z)),
    (B910, (3, 2, 17, 20), "float16", F.HWCN, F.FRACTAL_Z, None, ((12, 2, 16, 16), F.FRACTAL_Z)),
    (B910, (20, 17, 3, 2), "float16", F.FRACTAL_Z, F.NCHW, None, ((20, 17, 3, 2), F.NCHW)),
    (A950, (64, 128), "int32", F.ND, F.FRACTAL_NZ, "float16", ((8, 4, 16, 16), F.FRACTAL_NZ_C0_16)),
    (A950, (64, 128), "float32", F.ND, F.FRACTAL_NZ, "bfloat16", ((8, 4, 16, 16), F.FRACTAL_NZ_C0_16)),
    (A950, (64, 128), "float32", F.ND, F.FRACTAL_NZ, "float8_e4m3fn", ((4, 4, 16, 32), F.FRACTAL_NZ_C0_32)),
    (A950, (64, 128), "int8", F.ND, F.FRACTAL_NZ, None, ((4, 4, 16, 32), F.FRACTAL_NZ)),
    (A950, (64, 128), "bfloat16", F.NCL, F.FRACTAL_NZ, None, ((8, 4, 16, 16), F.FRACTAL_NZ)),
]


@pytest.mark.parametrize(("soc", "shape", "dtype", "source", "target", "additional", "expected"), LAYOUTS)
def test_what_a_cast_needs(
    soc: str, shape: Any, dtype: str, source: Format, target: Format, additional: str | None, expected: Any
) -> None:
    with Device(0, backend="simulator", soc=soc) as d:
        x = d.empty(shape, dtype).with_format(source)
        assert d.npu_format_cast_calculate_size_and_format(x, target, additional) == expected


REFUSED = [
    (161002, P310, (32, 32), "float16", F.ND, F.FRACTAL_NZ, None),  # the chip has no such casts
    (161002, B910, (32, 32), "float64", F.ND, F.FRACTAL_NZ, None),
    (161002, B910, (32,), "float16", F.ND, F.FRACTAL_NZ, None),
    (161002, B910, (32, 32), "float16", F.FRACTAL_NZ_C0_16, F.ND, None),
    (361001, B910, (0, 32), "float16", F.ND, F.FRACTAL_NZ, None),
    (361001, B910, (32, 32), "float16", F.ND, F.NC1HWC0, None),
    (361001, B910, (2, 3, 4), "float16", F.NC1HWC0, F.NCHW, None),
    (361001, B910, (2, 3, 4, 5), "int32", F.NCHW, F.FRACTAL_NZ, "float16"),
    (161002, A950, (0, 32), "float16", F.ND, F.FRACTAL_NZ, None),
    (161002, A950, (1, 32), "float16", F.ND, F.FRACTAL_NZ, None),  # k is 1
    (161002, A950, (32, 32), "uint32", F.ND, F.FRACTAL_NZ, None),
    (161002, A950, (32, 32), "int32", F.ND, F.FRACTAL_NZ, "float32"),
    (161002, A950, (2, 2, 32, 32), "int32", F.ND, F.FRACTAL_NZ, "float16"),
    (161002, A950, (32, 32), "float16", F.FRACTAL_NZ, F.ND, None),  # its storage is not made of blocks
]


@pytest.mark.parametrize(("code", "soc", "shape", "dtype", "source", "target", "additional"), REFUSED)
def test_what_no_cast_gives(
    code: int, soc: str, shape: Any, dtype: str, source: Format, target: Format, additional: str | None
) -> None:
    with Device(0, backend="simulator", soc=soc) as d:
        x = d.empty(shape, dtype).with_format(source)
        with pytest.raises(pyaclnn.AclError) as caught:
            d.npu_format_cast_calculate_size_and_format(x, target, additional)
        assert caught.value.code == code
