"""Tensors in blocks: where each element lies, written out index by index as the formats' documentation has it."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from pyaclnn.dtypes import FLOAT16
from pyaclnn.formats import Format
from pyaclnn.reference.meta import TensorMeta, row_major
from pyaclnn.reference.packing import packing, packing_of

F = Format
Index = tuple[int, ...]

# (shape, plain format, packed format, width, storage shape, place of an element in storage)
CASES: list[tuple[Index, Format, Format, int, Index, Callable[..., Index]]] = [
    ((20, 40), F.ND, F.FRACTAL_NZ, 16, (3, 2, 16, 16), lambda n, c: (c // 16, n // 16, n % 16, c % 16)),
    ((16, 32), F.ND, F.FRACTAL_NZ, 32, (1, 1, 16, 32), lambda n, c: (c // 32, n // 16, n % 16, c % 32)),
    ((2, 3, 17, 9), F.NCHW, F.FRACTAL_NZ, 8, (2, 3, 2, 2, 16, 8),
     lambda a, b, n, c: (a, b, c // 8, n // 16, n % 16, c % 8)),
    ((5, 3), F.ND, F.FRACTAL_NZ_C0_2, 2, (2, 1, 16, 2), lambda n, c: (c // 2, n // 16, n % 16, c % 2)),
    ((2, 17, 2, 3), F.NCHW, F.NC1HWC0, 16, (2, 2, 2, 3, 16), lambda n, c, h, w: (n, c // 16, h, w, c % 16)),
    ((2, 2, 3, 17), F.NHWC, F.NC1HWC0, 16, (2, 2, 2, 3, 16), lambda n, h, w, c: (n, c // 16, h, w, c % 16)),
    ((1, 17, 2, 2, 3), F.NCDHW, F.NDC1HWC0, 8, (1, 2, 3, 2, 3, 8), lambda n, c, d, h, w: (n, d, c // 8, h, w, c % 8)),
    ((1, 2, 2, 3, 17), F.NDHWC, F.NDC1HWC0, 8, (1, 2, 3, 2, 3, 8), lambda n, d, h, w, c: (n, d, c // 8, h, w, c % 8)),
    ((18, 17, 2, 3), F.NCHW, F.FRACTAL_Z, 16, (12, 2, 16, 16),
     lambda n, c, h, w: ((c // 16 * 2 + h) * 3 + w, n // 16, n % 16, c % 16)),
    ((2, 3, 17, 18), F.HWCN, F.FRACTAL_Z, 16, (12, 2, 16, 16),
     lambda h, w, c, n: ((c // 16 * 2 + h) * 3 + w, n // 16, n % 16, c % 16)),
    ((3, 17, 2, 2, 3), F.NCDHW, F.FRACTAL_Z_3D, 16, (24, 1, 16, 16),
     lambda n, c, d, h, w: (((d * 2 + c // 16) * 2 + h) * 3 + w, n // 16, n % 16, c % 16)),
]  # fmt: skip
IDS = [f"{plain.name}-{packed.name}-{width}" for _, plain, packed, width, _, _ in CASES]


@pytest.mark.parametrize(("shape", "plain", "packed", "width", "storage_shape", "place"), CASES, ids=IDS)
def test_every_element(
    shape: Index, plain: Format, packed: Format, width: int, storage_shape: Index, place: Callable[..., Index]
) -> None:
    values = np.arange(1, np.prod(shape) + 1, dtype=np.int32).reshape(shape)
    expected = np.zeros(storage_shape, np.int32)
    for index in itertools.product(*map(range, shape)):
        expected[place(*index)] = values[index]
    found = packing(shape, plain, packed, width)
    assert found is not None
    assert found.storage_shape == storage_shape
    storage = np.full(storage_shape, -1, np.int32)
    found.pack(values, storage)
    np.testing.assert_array_equal(storage, expected)
    np.testing.assert_array_equal(found.unpack(storage), values)


@pytest.mark.parametrize(
    ("shape", "plain", "packed", "width"),
    [
        ((20,), F.ND, F.FRACTAL_NZ, 16),
        ((20, 40), F.ND, F.FRACTAL_NZ, 0),
        ((2, 3, 4), F.NCHW, F.NC1HWC0, 16),
        ((2, 3, 4, 5), F.ND, F.NC1HWC0, 16),
        ((2, 3, 4, 5), F.NCHW, F.ND, 16),
    ],
)
def test_what_has_no_blocks(shape: Index, plain: Format, packed: Format, width: int) -> None:
    assert packing(shape, plain, packed, width) is None


def meta(shape: Index, format: Format, storage: Index) -> TensorMeta:
    return TensorMeta(shape, row_major(shape), FLOAT16, 0, format, storage)


@pytest.mark.parametrize(
    ("tensor", "axes"),
    [
        (meta((20, 40), F.FRACTAL_NZ, (3, 2, 16, 16)), "NC"),
        (meta((20, 40), F.FRACTAL_NZ, (5, 2, 16, 8)), "NC"),
        (meta((2, 17, 2, 3), F.NC1HWC0, (2, 2, 2, 3, 16)), "NCHW"),
        (meta((2, 2, 3, 17), F.NC1HWC0, (2, 2, 2, 3, 16)), "NHWC"),
        # Storage that was not made for the shape, or for no blocks at all.
        (meta((20, 40), F.FRACTAL_NZ, (2, 3, 16, 16)), None),
        (meta((20, 40), F.FRACTAL_NZ, (20, 40)), None),
        (meta((20, 40), F.FRACTAL_NZ, ()), None),
        (meta((20, 40), F.ND, (3, 2, 16, 16)), None),
        (meta((0, 40), F.FRACTAL_NZ, (3, 0, 16, 16)), None),
    ],
)
def test_what_a_tensor_says_of_its_blocks(tensor: TensorMeta, axes: Any) -> None:
    found = packing_of(tensor)
    assert (None if found is None else "".join(found.axes)) == axes
