"""Formulas computed block by block: the same as in one go, whatever the size, the layout and the output."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from pyaclnn.reference.blocks import BLOCK, in_blocks, in_rows

from .layouts import Array

SIZES = (1, BLOCK - 1, BLOCK, BLOCK + 1, 100003)
FLOAT32 = np.dtype(np.float32)


def scaled_sum(x: Array, y: Array, out: Array | None = None) -> Any:
    return np.add(x, y * 2, out=out)


def without_out(x: Array, y: Array) -> Any:
    return scaled_sum(x, y)


def blocked(shape: tuple[int, ...], dtype: np.dtype[Any] = FLOAT32, takes_out: bool = True) -> Callable[..., Array]:
    return in_blocks(scaled_sum if takes_out else without_out, shape, dtype, takes_out=takes_out)


def values(size: int, seed: int) -> Array:
    return np.random.default_rng(seed).integers(-9, 10, size).astype(np.float32)


@pytest.mark.parametrize("takes_out", [True, False])
@pytest.mark.parametrize("size", SIZES)
def test_sizes_around_a_block(size: int, takes_out: bool) -> None:
    x, y, function = values(size, 1), values(size, 2), blocked((size,), takes_out=takes_out)
    want = x + y * 2
    np.testing.assert_array_equal(function(x, y), want)
    out = np.empty(size, np.float32)
    assert function(x, y, out=out) is out
    np.testing.assert_array_equal(out, want)
    function(x, y, out=x)
    np.testing.assert_array_equal(x, want)


def test_a_function_is_given_no_more_than_a_block() -> None:
    sizes = []

    def noted(x: Array) -> Array:
        sizes.append(x.size)
        return x

    in_blocks(noted, (3, BLOCK), FLOAT32)(np.zeros((3, BLOCK), np.float32))
    assert sizes == [BLOCK] * 3


def test_arrays_that_are_not_alike() -> None:
    x, y, one = values(120000, 1).reshape(300, 400), values(400, 2), np.array([[3]], np.float32)
    function = blocked((300, 400))
    np.testing.assert_array_equal(function(x, y), x + y * 2)
    np.testing.assert_array_equal(function(x, one), x + 6)
    np.testing.assert_array_equal(function(x, np.broadcast_to(one, x.shape)), x + 6)
    np.testing.assert_array_equal(function(np.broadcast_to(one, (300, 1)), x), x * 2 + 3)
    np.testing.assert_array_equal(function(one[0, 0], one), [[9]])
    np.testing.assert_array_equal(blocked((400, 300))(x.T, x.T), x.T * 3)
    np.testing.assert_array_equal(blocked((1, 400))(y, one), y[np.newaxis] + 6)
    np.testing.assert_array_equal(blocked((300, 400), np.dtype(np.float64))(x, x.astype(np.float64)), x * 3)
    out = np.empty((400, 300), np.float32).T
    function(x, x, out=out)
    np.testing.assert_array_equal(out, x * 3)


@pytest.mark.parametrize("takes_out", [True, False])
def test_an_output_that_overlaps_an_operand_elsewhere(takes_out: bool) -> None:
    memory = values(100001, 1)
    x, out = memory[:-1], memory[1:]
    want = x * 3
    blocked(x.shape, takes_out=takes_out)(x, x, out=out)
    np.testing.assert_array_equal(out, want)


def test_an_output_of_another_type_over_an_operand() -> None:
    memory = values(100000, 1)
    want = memory > 0
    positive = in_blocks(lambda x: x > 0, memory.shape, np.dtype(np.bool_))
    out = memory.view(np.bool_)[: memory.size]
    positive(memory, out=out)
    np.testing.assert_array_equal(out, want)


def test_one_number_of_the_output_that_an_operand_repeats() -> None:
    memory = values(100000, 1)
    want = memory * 2 + memory[0]
    first = np.broadcast_to(memory[:1], memory.shape)
    blocked(memory.shape)(first, memory, out=memory)
    np.testing.assert_array_equal(memory, want)


def test_an_operand_that_is_no_array() -> None:
    x, out = values(100000, 1), np.empty(100000, np.float32)
    np.testing.assert_array_equal(blocked(x.shape)(np.float32(3), x, out=out), x * 2 + 3)


def of_rows(x: Array) -> Array:
    return np.asarray(x - x.max(axis=1, keepdims=True))


@pytest.mark.parametrize("shape", [(1, 100000), (100000, 1), (3, 5), (300, 400), (100001, 3)])
def test_functions_of_rows(shape: tuple[int, ...]) -> None:
    x = values(shape[0] * shape[1], 1).reshape(shape)
    want, out = of_rows(x), np.empty_like(x)
    function = in_rows(of_rows, shape, FLOAT32)
    np.testing.assert_array_equal(function(x), want)
    np.testing.assert_array_equal(function(x, out=out), want)
    np.testing.assert_array_equal(function(x, out=x), want)
