"""Views, compared with NumPy's on the same storage; ``tests.fuzz`` has random programs of them."""

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

from ..fuzz.view_programs import Operands, check_same, factors, strided, viewed_as
from .helpers import FRESH, PROPERTY, raw_bytes

Array = np.ndarray[Any, Any]

SHAPES = st.lists(st.integers(0, 4), max_size=4).map(tuple)


@settings(PROPERTY, max_examples=300)
@given(
    data=st.data(),
    shape=st.lists(st.sampled_from((1, 2, 3, 4, 8)), max_size=3).map(tuple),
    old=st.sampled_from(("uint8", "int16", "float32", "int64")),
    new=st.sampled_from(("int8", "float16", "int32", "uint64")),
)
def test_other_dtypes_of_the_same_bytes(
    device: Device, data: st.DataObject, shape: tuple[int, ...], old: str, new: str
) -> None:
    """As NumPy's ``view``, which gives the same refusals but two: it takes any stride with a width that stays, and
    looks at addresses instead of whole elements."""
    a = np.arange(int(np.prod(shape)), dtype=old).reshape(shape)
    key = tuple(data.draw(st.sampled_from((slice(None), slice(1, None), slice(None, None, 2)))) for _ in shape)
    x, a = device.tensor(a)[key], a[key]
    try:
        expected = a.view(new)
    except ValueError:
        expected = None
    try:
        found = x.view(new)
    except ViewError:
        wide, narrow = np.dtype(new).itemsize, np.dtype(old).itemsize
        steps = [s // narrow for s in a.strides[:-1]] + [x.offset]
        assert expected is None or any(s * narrow % wide for s in steps), "a view that NumPy can make"
    else:
        assert expected is not None
        np.testing.assert_array_equal(found.numpy(), expected)
        np.testing.assert_array_equal(found.view(old).numpy(), a)


def test_elements_of_half_a_byte(device: Device) -> None:
    data = np.arange(32, dtype=np.uint8).reshape(4, 8)
    x = device.tensor(data).view("int4")
    assert (x.shape, x.strides, x.nbytes) == ((4, 16), (16, 1), 32)
    part = x[1:3, 4:8]  # elements 4 to 8 of a row are its bytes 2 and 3
    assert part.data_ptr - x.data_ptr == 8 + 2
    np.testing.assert_array_equal(part.view("uint8").numpy(), data[1:3, 2:4])
    assert device.empty((3, 5), "int4").nbytes == 8  # 15 halves
    assert device.empty((4, 4), "float6_e3m2").nbytes == 12  # 96 bits
    assert device.empty((3, 5), "int4").view(-1).shape == (15,)
    with pytest.raises(ViewError, match=r"offset 1 in elements of 4 bits has no whole numbers of 8 bits"):
        x[:, 1:].view("uint8")
    with pytest.raises(ViewError, match="storage has elements 0 to 63"):
        x.as_strided((65,), (1,))


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda d: d.tensor(np.zeros((4, 2), np.uint8)).T.view("int4"), "no last dimension of elements side by side"),
        (lambda d: d.empty((), "float32").view("int8"), "no last dimension of elements side by side"),
        (lambda d: d.empty((3, 3), "int8").view("int16"), "no whole numbers of 16 bits"),
        (lambda d: d.empty((16, 16), "float16", "FRACTAL_NZ").view("int8"), "lies in blocks"),
        (lambda d: d.empty(3, "int8").view(-1, "int8"), "a shape is a sequence of whole numbers"),
        (lambda d: d.empty(3, "int8").view("int7"), "'int7' is no data type"),
        (lambda d: d.empty(3, "int8").view(object), "is no data type|has no data type"),
        (lambda d: d.empty(3, -1), "undefined is not"),
    ],
)
def test_views_as_another_dtype_that_are_refused(device: Device, make: Callable[[Device], Any], reason: str) -> None:
    with pytest.raises((ViewError, TypeError), match=reason):
        make(device)


@settings(PROPERTY, max_examples=600)
@given(data=st.data(), shape=st.lists(st.integers(1, 4), min_size=1, max_size=4).map(tuple))
def test_reshape_of_strided_views(device: Device, data: st.DataObject, shape: tuple[int, ...]) -> None:
    """Permuted, stepped and reversed first, so that most reshapes are on the border between view and copy."""
    storage = np.arange(int(np.prod(shape)), dtype=np.int32)
    key = tuple(data.draw(st.sampled_from((slice(None), slice(None, None, -1), slice(None, None, 2)))) for _ in shape)
    order = data.draw(st.permutations(range(len(shape))))
    a = storage.reshape(shape)[key].transpose(order)
    x = device.tensor(storage).view(shape)[key].permute(order)
    check_same(Operands(x, a, storage))
    new = tuple(factors(data.draw(st.randoms(use_true_random=False)), a.size))
    expected = viewed_as(a, new)
    if expected is None:
        with pytest.raises(ViewError, match=r"without a copy; call contiguous\(\) first"):
            x.view(new)
        np.testing.assert_array_equal(x.contiguous().view(new).numpy(), a.reshape(new))
    else:
        check_same(Operands(x.view(new), expected, storage))


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
        check_same(Operands(got, expected, storage))


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
