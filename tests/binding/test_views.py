"""Views, compared with NumPy's on the same storage."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyaclnn import Device, Tensor, ViewError
from pyaclnn.views import MAX_RANK, View

from .helpers import FRESH, PROPERTY, raw_bytes

Array = np.ndarray[Any, Any]
Outcome = "Array | None"  # None: NumPy refuses

SHAPES = st.lists(st.integers(0, 4), max_size=4).map(tuple)
FULL_SHAPES = st.lists(st.integers(1, 4), max_size=4).map(tuple)
BOUNDS = st.none() | st.integers(-6, 6)
STEPS = st.none() | st.sampled_from((-3, -2, -1, 1, 2, 3))
SLICES = st.builds(slice, BOUNDS, BOUNDS, STEPS)


def keys(ndim: int, *, may_fail: bool) -> st.SearchStrategy[Any]:
    """Basic indices: mostly as many as there are dimensions, in range more often than not."""
    integers = st.integers(-5, 5) if may_fail else st.integers(-1, 0)
    slices = SLICES | st.just(slice(None, None, 0)) if may_fail else SLICES
    part = st.one_of(slices, slices, integers, st.none(), st.just(Ellipsis))
    return st.lists(part, max_size=ndim + (2 if may_fail else 0)).map(tuple) | slices | integers


def numpy_or_none(function: Callable[[], Array]) -> Array | None:
    try:
        return function()
    except (IndexError, ValueError):
        return None


def viewed_as(a: Array, shape: tuple[int, ...]) -> Array | None:
    """``a.reshape`` where NumPy does it without a copy."""
    result = numpy_or_none(lambda: a.reshape(shape))
    if result is None or (result.size and not np.may_share_memory(result, a)):
        return None
    return result


def strided(storage: Array, shape: tuple[int, ...], strides: tuple[int, ...], offset: int) -> Array | None:
    """NumPy's own check that strides stay in a buffer."""
    width = storage.itemsize
    if offset < 0 or (storage.size == 0 and 0 not in shape):  # NumPy lets views of an empty buffer pass
        return None
    steps = tuple(s * width for s in strides)
    try:
        return np.ndarray(shape, storage.dtype, storage.data, offset * width, steps)
    except (ValueError, TypeError):
        return None


def index(draw: Any, x: Tensor, a: Array, storage: Array) -> tuple[Callable[[], Tensor], Array | None]:
    key = draw(keys(a.ndim, may_fail=draw(st.booleans())))
    parts = key if isinstance(key, tuple) else (key,)
    if Ellipsis not in parts:
        parts = (*parts, ...)  # so that NumPy gives a view where it would give a scalar
    return lambda: x[key], numpy_or_none(lambda: a[parts])


def permute(draw: Any, x: Tensor, a: Array, storage: Array) -> tuple[Callable[[], Tensor], Array | None]:
    order = draw(st.permutations(range(a.ndim)) | st.lists(st.integers(-a.ndim - 1, a.ndim), max_size=a.ndim + 1))
    return lambda: x.permute(*order), numpy_or_none(lambda: a.transpose(tuple(order)))


def transpose(draw: Any, x: Tensor, a: Array, storage: Array) -> tuple[Callable[[], Tensor], Array | None]:
    axes = st.integers(-a.ndim - 1, a.ndim)
    first, second = draw(axes), draw(axes)
    return lambda: x.transpose(first, second), numpy_or_none(lambda: a.swapaxes(first, second))


def reverse(draw: Any, x: Tensor, a: Array, storage: Array) -> tuple[Callable[[], Tensor], Array | None]:
    return lambda: x.T, a.T


def expand(draw: Any, x: Tensor, a: Array, storage: Array) -> tuple[Callable[[], Tensor], Array | None]:
    lead = draw(st.lists(st.integers(0, 3), max_size=2))
    tail = [draw(st.integers(0, 4)) if n == 1 else n for n in a.shape]
    if tail and draw(st.integers(0, 4)) == 0:
        tail[draw(st.integers(0, len(tail) - 1))] = draw(st.integers(0, 5))
    wanted = (*lead, *tail)
    given_shape = [*lead, *(-1 if n == m and draw(st.booleans()) else n for n, m in zip(tail, a.shape, strict=True))]
    return lambda: x.expand(*given_shape), numpy_or_none(lambda: np.broadcast_to(a, wanted))


def squeeze(draw: Any, x: Tensor, a: Array, storage: Array) -> tuple[Callable[[], Tensor], Array | None]:
    axis = draw(st.none() | st.integers(-a.ndim - 1, a.ndim))
    if axis is not None and a.ndim == 0:
        return lambda: x.squeeze(axis), None  # NumPy takes axis 0 of a 0-d array
    if axis is not None and -a.ndim <= axis < a.ndim and a.shape[axis] != 1:
        return lambda: x.squeeze(axis), a  # as in torch, where NumPy refuses
    return lambda: x.squeeze(axis), numpy_or_none(lambda: a.squeeze(axis))


def unsqueeze(draw: Any, x: Tensor, a: Array, storage: Array) -> tuple[Callable[[], Tensor], Array | None]:
    axis = draw(st.integers(-a.ndim - 2, a.ndim + 1))
    return lambda: x.unsqueeze(axis), numpy_or_none(lambda: np.expand_dims(a, axis))


def factors(draw: Any, size: int) -> list[int]:
    """Extents whose product is ``size``, ones among them."""
    extents, rest = [], size
    while rest > 1 and len(extents) < 3:
        extents.append(draw(st.sampled_from([n for n in range(1, rest + 1) if rest % n == 0])))
        rest //= extents[-1]
    return [*extents, rest] if rest != 1 or draw(st.booleans()) else extents


def reshape(draw: Any, x: Tensor, a: Array, storage: Array) -> tuple[Callable[[], Tensor], Array | None]:
    if draw(st.integers(0, 5)) == 0:
        shape = draw(st.lists(st.integers(-2, 5), max_size=4))
    else:
        shape = factors(draw, a.size) if a.size else [*draw(SHAPES), 0]
    if shape and draw(st.integers(0, 2)) == 0:
        shape[draw(st.integers(0, len(shape) - 1))] = -1
    return lambda: x.view(shape), viewed_as(a, tuple(shape))


def as_strided(draw: Any, x: Tensor, a: Array, storage: Array) -> tuple[Callable[[], Tensor], Array | None]:
    shape = draw(SHAPES)
    strides = tuple(draw(st.integers(-6, 12)) for _ in shape)
    offset = draw(st.integers(-1, storage.size + 1))
    return lambda: x.as_strided(shape, strides, offset), strided(storage, shape, strides, offset)


OPERATIONS = (index, index, permute, transpose, reverse, expand, squeeze, unsqueeze, reshape, reshape, as_strided)


def check_same(x: Tensor, a: Array, storage: Array) -> None:
    """Shape, contents, and strides and offset wherever they matter: for extents above one of what is not empty."""
    assert x.shape == a.shape
    assert (x.ndim, x.size, x.nbytes) == (a.ndim, a.size, a.size * 4)
    got = x.numpy()
    assert got.dtype == a.dtype
    np.testing.assert_array_equal(got, a)
    if a.size:
        steps = tuple(s // a.itemsize for s in a.strides)
        assert [s for n, s in zip(x.shape, x.strides, strict=True) if n > 1] == [
            s for n, s in zip(a.shape, steps, strict=True) if n > 1
        ]
        start = a.__array_interface__["data"][0] - storage.__array_interface__["data"][0]
        assert x.offset * a.itemsize == start
        assert x.data_ptr == x._storage.address + start
        assert x.is_contiguous == a.flags.c_contiguous


@settings(PROPERTY, max_examples=1500)
@given(data=st.data(), shape=FULL_SHAPES | SHAPES)
def test_programs_of_views(device: Device, data: st.DataObject, shape: tuple[int, ...]) -> None:
    storage = np.arange(int(np.prod(shape)), dtype=np.int32)
    a: Array = storage.reshape(shape)
    x = device.tensor(a)
    for _ in range(data.draw(st.integers(1, 6))):
        operation = data.draw(st.sampled_from(OPERATIONS))
        call, expected = operation(data.draw, x, a, storage)
        if expected is None:
            with pytest.raises(ViewError):
                call()
            continue
        if expected.size > 4096 or expected.ndim > 8:
            continue
        x, a = call(), expected
        check_same(x, a, storage)
    np.testing.assert_array_equal(raw_bytes(x), storage.view(np.uint8))


@settings(PROPERTY, max_examples=600)
@given(data=st.data(), shape=st.lists(st.integers(1, 4), min_size=1, max_size=4).map(tuple))
def test_reshape_of_strided_views(device: Device, data: st.DataObject, shape: tuple[int, ...]) -> None:
    """Permuted, stepped and reversed first, so that most reshapes are on the border between view and copy."""
    storage = np.arange(int(np.prod(shape)), dtype=np.int32)
    key = tuple(data.draw(st.sampled_from((slice(None), slice(None, None, -1), slice(None, None, 2)))) for _ in shape)
    order = data.draw(st.permutations(range(len(shape))))
    a = storage.reshape(shape)[key].transpose(order)
    x = device.tensor(storage).view(shape)[key].permute(order)
    check_same(x, a, storage)
    new = tuple(factors(data.draw, a.size))
    expected = viewed_as(a, new)
    if expected is None:
        with pytest.raises(ViewError, match=r"without a copy; call contiguous\(\) first"):
            x.view(new)
        np.testing.assert_array_equal(x.contiguous().view(new).numpy(), a.reshape(new))
    else:
        check_same(x.view(new), expected, storage)


@settings(PROPERTY, max_examples=600)
@given(
    shape=st.lists(st.integers(0, 4), max_size=3).map(tuple),
    strides=st.lists(st.integers(-5, 5), min_size=3, max_size=3),
)
def test_overlap_is_found_exactly(shape: tuple[int, ...], strides: list[int]) -> None:
    steps = tuple(strides[: len(shape)])
    places = [sum(i * s for i, s in zip(at, steps, strict=True)) for at in itertools.product(*map(range, shape))]
    assert View(shape, steps, 100).overlaps_itself == (len(set(places)) < len(places))


@settings(PROPERTY, max_examples=600)
@given(
    shape=SHAPES,
    strides=st.lists(st.integers(-7, 7), min_size=4, max_size=4),
    offset=st.integers(-2, 26),
)
def test_as_strided_stays_in_the_storage(
    device: Device, shape: tuple[int, ...], strides: list[int], offset: int
) -> None:
    storage = np.arange(24, dtype=np.int32)
    steps = tuple(strides[: len(shape)])
    x = device.tensor(storage)
    expected = strided(storage, shape, steps, offset)
    if expected is None:
        with pytest.raises(ViewError):
            x.as_strided(shape, steps, offset)
    else:
        got = x.as_strided(shape, steps, offset)
        assert (got.shape, got.strides, got.offset) == (shape, steps, offset)
        check_same(got, expected, storage)


def test_as_strided_is_relative_to_the_storage(device: Device) -> None:
    x = device.tensor(np.arange(12, dtype=np.float32))[4:8]
    assert x.as_strided((3,), (4,)).numpy().tolist() == [0, 4, 8]
    assert x.as_strided((12,), (-1,), 11).numpy().tolist() == list(range(11, -1, -1))


@pytest.mark.parametrize(
    ("shape", "strides", "offset", "low", "high"),
    [((3,), (4,), 4, 4, 12), ((2, 2), (-1, 5), 0, -1, 5), ((1,), (0,), 12, 12, 12)],
)
def test_a_view_outside_says_what_it_touches(
    device: Device, shape: tuple[int, ...], strides: tuple[int, ...], offset: int, low: int, high: int
) -> None:
    x = device.empty(12)
    with pytest.raises(ViewError, match=rf"touches elements {low} to {high}; the storage has elements 0 to 11"):
        x.as_strided(shape, strides, offset)


@pytest.mark.parametrize(
    "call",
    [
        lambda x: x.as_strided((2,), (1.5,)),
        lambda x: x.as_strided((2,), (1,), 0.5),
        lambda x: x.as_strided((2,), ("1",)),
        lambda x: x.as_strided((2.0,), (1,)),
        lambda x: x.as_strided((-1,), (1,)),
        lambda x: x.as_strided((2,), (1, 1)),
        lambda x: x.as_strided((2,), ()),
        lambda x: x.as_strided(2, 1),
        lambda x: x.permute(0.0, 1),
        lambda x: x.permute(0, 0),
        lambda x: x.permute(0),
        lambda x: x.transpose(0, None),
        lambda x: x.transpose(0, 2),
        lambda x: x.unsqueeze(1.0),
        lambda x: x.unsqueeze(4),
        lambda x: x.squeeze("0"),
        lambda x: x.squeeze(2),
        lambda x: x.expand(2, "3"),
        lambda x: x.expand(3),
        lambda x: x.expand(-1, 2, 3),
        lambda x: x.expand(2, 4),
        lambda x: x.expand(2, -3),
        lambda x: x.view(6.0),
        lambda x: x.view(-1, -1),
        lambda x: x.view(-2, -3),
        lambda x: x.view(-1, 0),
        lambda x: x.view(4, -1),
        lambda x: x.view(7),
        lambda x: x[2],
        lambda x: x[-3],
        lambda x: x[0, 0, 0],
        lambda x: x[..., ...],
        lambda x: x[::0],
        lambda x: x["a":],
        lambda x: x[True],
        lambda x: x[np.bool_(True)],
        lambda x: x[1.0],
        lambda x: x["a"],
        lambda x: x[[0, 1]],
        lambda x: x[np.array([0, 1])],
        lambda x: x[np.array([True, False]), 0],
        lambda x: x[x],
        lambda x: x[0, object()],
    ],
)
def test_refused(device: Device, call: Callable[[Tensor], Tensor]) -> None:
    x = device.tensor(np.zeros((2, 3), np.float32))
    with pytest.raises(ViewError) as caught:
        call(x)
    assert isinstance(caught.value, ValueError)
    assert str(caught.value)


def test_numpy_integers_are_integers(device: Device) -> None:
    x = device.tensor(np.arange(6, dtype=np.int16).reshape(2, 3))
    one = np.int64(1)
    assert x[one].numpy().tolist() == [3, 4, 5]
    assert x[np.array(1), np.uint8(2)].item() == 5
    assert x[np.int8(1) :, : np.int16(2)].numpy().tolist() == [[3, 4]]
    assert x.permute(one, np.int8(0)).shape == (3, 2)
    assert x.view(np.int32(6)).shape == (6,)
    assert x.unsqueeze(one).shape == (2, 1, 3)
    assert x.as_strided((np.int64(2),), (np.int64(3),), one).numpy().tolist() == [1, 4]


def test_an_empty_tensor_can_be_viewed(device: Device) -> None:
    x = device.empty((0, 5))
    assert x[:, 3].shape == (0,)
    assert x[:, 1:4].shape == (0, 3)
    assert x[:, ::-1].shape == (0, 5)
    assert x.T.shape == (5, 0)
    assert x.T[4].numpy().shape == (0,)
    assert x.view(2, 0, 7).shape == (2, 0, 7)
    assert x.unsqueeze(0).expand(3, -1, -1).shape == (3, 0, 5)
    with pytest.raises(ViewError):
        x[0]
    with pytest.raises(ViewError):
        x[:, 5]
    with pytest.raises(ViewError):
        x.view(0, -1)
    with pytest.raises(ViewError):
        x.as_strided((1,), (1,))


def test_a_view_at_the_end_of_the_storage(device: Device) -> None:
    x = device.tensor([1, 2, 3])
    assert x[3:].shape == (0,)
    assert x[3:].numpy().tolist() == []
    assert x[5:].view(0, 2).shape == (0, 2)
    assert x[-1:].item() == 3


def test_the_largest_rank(device: Device) -> None:
    x = device.empty((1,) * MAX_RANK)
    assert x.numpy().shape == (1,) * 25
    with pytest.raises(ViewError, match="at most 25"):
        x.unsqueeze(0)
    with pytest.raises(ViewError, match="at most 25"):
        x.view((1,) * 26)
    with pytest.raises(ViewError, match="at most 25"):
        device.empty((1,) * 26)
    with pytest.raises(ViewError, match="at most 25"):
        x.expand((1,) * 26)


def test_indexing_with_none_is_bounded_by_the_rank(device: Device) -> None:
    with pytest.raises(ViewError, match="at most 25"):
        device.empty(1)[(None,) * 25]


@pytest.mark.parametrize(
    ("shape", "dtype"), [(2**62, "int8"), ((2**31, 2**31), "int8"), (2**60, "float64"), (2**61, "complex128")]
)
def test_a_shape_beyond_64_bits(device: Device, shape: Any, dtype: str) -> None:
    with pytest.raises(ViewError, match="can count"):
        device.empty(shape, dtype)


def test_strides_of_expanded_views(device: Device) -> None:
    x = device.tensor(np.arange(3, dtype=np.float32)).unsqueeze(1)
    assert x.expand(2, 3, 4).strides == (0, 1, 0)
    assert x.expand(2, -1, 4).shape == (2, 3, 4)
    assert x.expand(3, 0).numpy().shape == (3, 0)


def test_views_share_memory_and_keep_it_alive(device: Device) -> None:
    x = device.tensor(np.zeros((2, 3), np.int32))
    column = x.T[1]
    column.copy_from([7, 8])
    assert x.numpy().tolist() == [[0, 7, 0], [0, 8, 0]]
    del x
    device.tensor(np.full((2, 3), 9, np.int32))
    assert column.numpy().tolist() == [7, 8]


def test_contiguous_is_itself_or_a_copy(device: Device) -> None:
    x = device.tensor(np.arange(6, dtype=np.float32).reshape(2, 3))
    assert x.contiguous() is x
    assert x[1].contiguous().offset == 3
    copy = x.T.contiguous()
    assert copy.strides == (2, 1)
    assert copy.storage_shape == (3, 2)
    assert copy.numpy().tolist() == [[0, 3], [1, 4], [2, 5]]
    copy.copy_from(0)
    assert x.numpy().sum() == 15


@pytest.mark.parametrize("format", ["ND", "NCHW", "NHWC"])
def test_contiguous_keeps_the_format(device: Device, format: str) -> None:
    array = np.arange(24, dtype=np.float32).reshape(1, 2, 3, 4)
    copy = device.tensor(array, format=format).permute(0, 3, 1, 2).contiguous()
    assert copy.format.name == format
    np.testing.assert_array_equal(copy.numpy(), array.transpose(0, 3, 1, 2))


def test_contiguous_does_not_wait(device: Device) -> None:
    x = device.tensor(np.arange(6, dtype=np.float32).reshape(2, 3))
    copy = x[:, ::-1].contiguous()
    assert set(raw_bytes(copy).tolist()) == {FRESH}
    assert copy.numpy().tolist() == [[2, 1, 0], [5, 4, 3]]


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "int8", "int64", "bool", "complex64", "float64"])
def test_contiguous_of_other_dtypes(device: Device, dtype: str) -> None:
    x = device.tensor(np.arange(6).reshape(2, 3) % 2, dtype)
    assert x.T.contiguous().numpy().tobytes() == np.ascontiguousarray(x.numpy().T).tobytes()
