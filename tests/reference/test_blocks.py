"""Formulas computed block by block: the same as in one go, whatever the size, the layout and the output."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pyaclnn.reference.kernels.blocks import in_blocks

from .layouts import Array

SIZES = (1, (1 << 15) - 1, 1 << 15, (1 << 15) + 1, 100003)


@in_blocks
def scaled_sum(x: Array, y: Array, factor: float, out: Array | None = None) -> Any:
    return np.add(x, y * factor, out=out)


def values(size: int, seed: int) -> Array:
    return np.random.default_rng(seed).integers(-9, 10, size).astype(np.float32)


@pytest.mark.parametrize("size", SIZES)
def test_sizes_around_a_block(size: int) -> None:
    x, y = values(size, 1), values(size, 2)
    want = x + y * 2
    np.testing.assert_array_equal(scaled_sum(x, y, 2), want)
    out = np.empty(size, np.float32)
    assert scaled_sum(x, y, 2, out=out) is out
    np.testing.assert_array_equal(out, want)
    scaled_sum(x, y, 2, out=x)
    np.testing.assert_array_equal(x, want)


def test_arrays_that_are_not_alike() -> None:
    x, y = values(120000, 1).reshape(300, 400), values(400, 2)
    np.testing.assert_array_equal(scaled_sum(x, y, 2), x + y * 2)
    np.testing.assert_array_equal(scaled_sum(x, np.float32(3), 2), x + 6)
    np.testing.assert_array_equal(scaled_sum(x, np.array(3, np.float32), 2), x + 6)
    np.testing.assert_array_equal(scaled_sum(x.T, x.T, 2), x.T * 3)
    np.testing.assert_array_equal(scaled_sum(x, x.astype(np.float64), 2), x * 3)
    out = np.empty((400, 300), np.float32).T
    scaled_sum(x, x, 2, out=out)
    np.testing.assert_array_equal(out, x * 3)


def test_an_output_that_overlaps_an_operand_elsewhere() -> None:
    memory = values(100001, 1)
    x, out = memory[:-1], memory[1:]
    want = x * 3
    scaled_sum(x, x, 2, out=out)
    np.testing.assert_array_equal(out, want)
