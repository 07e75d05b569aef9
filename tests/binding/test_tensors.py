"""Tensors: host arrays of every kind to the device and back, writes through views, and what tensors tell."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyaclnn import (
    ArgumentTypeError,
    ArgumentValueError,
    ClosedError,
    Device,
    Format,
    PyaclnnError,
    Tensor,
    ViewError,
    dtypes,
)

from ..routes import BACKEND
from .helpers import FRESH, PROPERTY, raw_bytes

HOST_DTYPES = [d for d in dtypes.ALL if d.numpy is not None]
NARROW_FLOATS = [np.dtype(t) for t in (ml_dtypes.bfloat16, ml_dtypes.float8_e5m2, ml_dtypes.float8_e4m3fn, np.float16)]


def every_bit_pattern(dtype: np.dtype[Any]) -> np.ndarray[Any, Any]:
    """All values of a dtype of one or two bytes."""
    return np.arange(2 ** (8 * dtype.itemsize), dtype=f"u{dtype.itemsize}").view(dtype)


def patterned(dtype: np.dtype[Any], shape: tuple[int, ...]) -> np.ndarray[Any, Any]:
    """An array in which all elements and all of their bytes differ, as far as the dtype can."""
    size = int(np.prod(shape))
    if dtype == np.bool_:
        return (np.arange(size) % 3 == 0).reshape(shape)
    codes = (np.arange(size * dtype.itemsize) * 37 + 11) % 251
    return codes.astype(np.uint8).view(dtype).reshape(shape)


def same_bytes(got: np.ndarray[Any, Any], expected: np.ndarray[Any, Any]) -> None:
    assert got.shape == expected.shape
    assert got.dtype == expected.dtype.newbyteorder("=")
    assert got.tobytes() == expected.astype(got.dtype, copy=False).tobytes()


@pytest.mark.parametrize("dtype", HOST_DTYPES, ids=lambda d: d.name)
def test_every_host_dtype(device: Device, dtype: dtypes.DType) -> None:
    array = patterned(dtype.numpy, (3, 5))
    x = device.tensor(array)
    assert x.dtype is dtype
    assert raw_bytes(x).tobytes() == array.tobytes()
    same_bytes(x.numpy(), array)
    same_bytes(x.T.numpy(), array.T)
    same_bytes(x[::-2, 1:].numpy(), array[::-2, 1:])


def test_the_host_dtypes_are_those_of_cann() -> None:
    names = {d.name for d in HOST_DTYPES} - {"float8_e8m0"}
    assert names == {
        "float32", "float16", "int8", "int32", "uint8", "int16", "uint16", "uint32", "int64", "uint64", "float64",
        "bool", "complex64", "complex128", "bfloat16", "float8_e5m2", "float8_e4m3fn",
    }  # fmt: skip


@pytest.mark.parametrize("dtype", NARROW_FLOATS, ids=str)
def test_narrow_floats_keep_every_bit(device: Device, dtype: np.dtype[Any]) -> None:
    array = every_bit_pattern(dtype)
    x = device.tensor(array)
    assert raw_bytes(x).tobytes() == array.tobytes()
    assert x.numpy().tobytes() == array.tobytes()
    assert x[::-3].numpy().tobytes() == array[::-3].tobytes()
    y = device.empty((array.size, 2), str(dtype))
    y[:, 1].copy_from(array)
    assert y.numpy()[:, 1].tobytes() == array.tobytes()


@pytest.mark.parametrize(
    "name", ["longlong", "ulonglong", "intc", "uintc", "int_", "uint", "half", "single", "csingle"]
)
def test_other_names_of_the_same_types(device: Device, name: str) -> None:
    array = np.array([1, 2, 3], dtype=name)
    x = device.tensor(array)
    assert x.dtype.numpy == array.dtype
    assert x.numpy().tolist() == [1, 2, 3]


BASE = np.arange(24, dtype=np.float32).reshape(4, 6)
HOST_VIEWS = {
    "contiguous": BASE,
    "transposed": BASE.T,
    "sliced": BASE[1:3, 2:5],
    "stepped": BASE[::2, ::3],
    "reversed": BASE[::-1, ::-1],
    "reversed and transposed": BASE[::-2].T,
    "broadcast": np.broadcast_to(BASE[0], (3, 6)),
    "broadcast scalar": np.broadcast_to(np.float32(5), (2, 3)),
    "three dimensions": BASE.reshape(2, 2, 6).transpose(2, 0, 1),
    "fortran": np.asfortranarray(BASE),
    "0-d": np.array(2.5, np.float32),
    "one element": BASE[2:3, 1:2],
    "empty": BASE[:0],
    "empty in the middle": np.empty((2, 0, 3), np.int16),
    "big-endian": BASE.astype(">f4"),
    "big-endian and stepped": BASE.astype(">f4")[::2, ::-1],
    "big-endian complex": np.array([1 + 2j, -3j], dtype=">c16"),
    "big-endian integer": np.array([1, 256, -2], dtype=">i2"),
    "subclass": BASE.view(np.recarray),
    "numpy scalar": np.float64(1.25),
}


@pytest.mark.parametrize("name", HOST_VIEWS)
def test_host_arrays_of_any_strides(device: Device, name: str) -> None:
    array = HOST_VIEWS[name]
    before = array.tobytes()
    x = device.tensor(array)
    assert x.shape == array.shape
    assert x.is_contiguous
    same_bytes(x.numpy(), np.asarray(array))
    assert array.tobytes() == before
    y = device.empty(array.shape, x.dtype)
    assert y.copy_from(array) is y
    same_bytes(y.numpy(), np.asarray(array))


def test_the_bytes_of_a_misaligned_array(device: Device) -> None:
    raw = np.arange(17, dtype=np.uint8)
    array = np.ndarray((4,), np.float32, raw.data, 1)
    assert not array.flags.aligned
    assert device.tensor(array).numpy().tobytes() == raw[1:].tobytes()


def test_read_only_arrays(device: Device) -> None:
    array = np.arange(4, dtype=np.int32)
    array.flags.writeable = False
    x = device.tensor(array)
    x.copy_from(array[::-1])
    assert x.numpy().tolist() == [3, 2, 1, 0]
    assert x.numpy().flags.writeable
    assert array.tolist() == [0, 1, 2, 3]


def test_results_are_copies_of_their_own(device: Device) -> None:
    array = np.arange(6, dtype=np.float32).reshape(2, 3)
    x = device.tensor(array)
    array[:] = 0
    first = x.numpy()
    first[:] = -1
    assert x.numpy().tolist() == [[0, 1, 2], [3, 4, 5]]
    assert x.T.numpy().flags.c_contiguous
    assert x[:, ::-1].numpy().flags.owndata


@pytest.mark.parametrize(
    ("value", "dtype", "expected"),
    [
        (1.5, "float32", 1.5),
        (7, "int64", 7),
        (-(2**63), "int64", -(2**63)),
        (2**63, "uint64", 2**63),
        (True, "bool", True),
        (1 + 2j, "complex64", 1 + 2j),
        ([1.5, 2.5], "float32", [1.5, 2.5]),
        ([1, 2], "int64", [1, 2]),
        ([True, False], "bool", [True, False]),
        ([1, 2.5], "float32", [1.0, 2.5]),
        ([[1j]], "complex64", [[1j]]),
        ((1, (2)), "int64", [1, 2]),
        ([], "float32", []),
        (range(3), "int64", [0, 1, 2]),
        (float("inf"), "float32", float("inf")),
        (1e300, "float32", float("inf")),
        (1e300 + 0j, "complex64", complex(float("inf"), 0)),
    ],
)
def test_python_numbers(device: Device, value: Any, dtype: str, expected: Any) -> None:
    x = device.tensor(value)
    assert x.dtype.name == dtype
    assert x.numpy().tolist() == expected


def test_numpy_scalars_keep_their_dtype(device: Device) -> None:
    assert device.tensor(np.float64(0.1)).dtype.name == "float64"
    assert device.tensor(np.array([0.1])).dtype.name == "float64"
    assert device.tensor(np.complex128(1)).dtype.name == "complex128"
    assert device.tensor(ml_dtypes.bfloat16(1.5)).dtype.name == "bfloat16"


@pytest.mark.parametrize(
    ("dtype", "name"),
    [
        ("float16", "float16"),
        ("ACL_BF16", "bfloat16"),
        ("half", "float16"),
        (np.int8, "int8"),
        (np.dtype(">u2"), "uint16"),
        (ml_dtypes.float8_e4m3fn, "float8_e4m3fn"),
        (float, "float32"),
        (int, "int64"),
        (bool, "bool"),
        (12, "bool"),
        (dtypes.FLOAT64, "float64"),
    ],
)
def test_a_dtype_is_converted_to(device: Device, dtype: Any, name: str) -> None:
    x = device.tensor([0, 1, 1], dtype)
    assert x.dtype.name == name
    assert x.numpy().astype(np.float64).tolist() == [0, 1, 1]


def test_conversion_rounds_to_nearest_even(device: Device) -> None:
    # Between 1 and 1 + 2**-7, the neighbours of bfloat16, and exactly in the middle.
    assert device.tensor([1 + 2**-8, 1 + 3 * 2**-8], "bfloat16").numpy().astype(float).tolist() == [1, 1 + 2**-6]


class Unhelpful:
    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        raise RuntimeError("not today")


class Exotic:
    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return np.array([1, 2, 3], np.int16)


REFUSED = {
    "object": np.array([1, None], dtype=object),
    "an object": object(),
    "None": None,
    "str": "text",
    "bytes": b"text",
    "list of str": ["a", "b"],
    "unicode array": np.array(["a"]),
    "byte string array": np.array([b"a"]),
    "datetime": np.array(["2020-01-01"], dtype="M8[D]"),
    "timedelta": np.array([1], dtype="m8[s]"),
    "structured": np.zeros(2, dtype=[("a", "f4"), ("b", "i4")]),
    "void": np.zeros(2, dtype="V4"),
    "longdouble": np.zeros(2, dtype=np.longdouble),
    "clongdouble": np.zeros(2, dtype=np.clongdouble),
    "ml_dtypes.int4": np.zeros(2, dtype=ml_dtypes.int4),
    "ml_dtypes.float8_e4m3b11fnuz": np.zeros(2, dtype=ml_dtypes.float8_e4m3b11fnuz),
    "ragged": [[1, 2], [3]],
    "a large int": 2**64,
    "__array__ raises": Unhelpful(),
    "dict": {"a": 1},
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused_values(device: Device, name: str) -> None:
    before = device.memory_stats()
    with pytest.raises(ArgumentTypeError) as caught:
        device.tensor(REFUSED[name])
    assert isinstance(caught.value, TypeError)
    assert isinstance(caught.value, PyaclnnError)
    assert device.memory_stats() == before


@pytest.mark.parametrize("name", ["object", "str", "datetime", "timedelta", "structured", "__array__ raises", "ragged"])
def test_refused_values_with_a_dtype(device: Device, name: str) -> None:
    with pytest.raises(ArgumentTypeError):
        device.tensor(REFUSED[name], "int64")
    x = device.tensor([7])
    with pytest.raises(ArgumentTypeError):
        x.copy_from(REFUSED[name])
    assert x.numpy().tolist() == [7]


@pytest.mark.parametrize(
    "dtype",
    [
        "nonsense",
        "float128",
        "int4",
        "float4_e2m1",
        "hifloat8",
        "string",
        np.longdouble,
        object,
        None.__class__,
        -5,
        99,
        True,
    ],
)
def test_refused_dtypes(device: Device, dtype: Any) -> None:
    with pytest.raises(ArgumentTypeError):
        device.tensor([1], dtype)


def test_a_refusal_names_what_is_allowed(device: Device) -> None:
    with pytest.raises(ArgumentTypeError, match=r"longdouble|float128") as caught:
        device.tensor(np.zeros(2, np.longdouble))
    assert "float64" in str(caught.value)
    assert "bfloat16" in str(caught.value)
    with pytest.raises(ArgumentTypeError, match="not today"):
        device.tensor(Unhelpful())


def test_objects_that_become_arrays(device: Device) -> None:
    assert device.tensor(Exotic()).numpy().tolist() == [1, 2, 3]
    assert device.tensor(memoryview(b"\1\2")).dtype.name == "uint8"
    assert device.tensor(device.tensor([1, 2])[::-1]).numpy().tolist() == [2, 1]
    assert device.tensor(device.tensor([1, 2]), "float16").dtype.name == "float16"


def test_a_dtype_without_a_host_counterpart_can_be_made_and_viewed(device: Device) -> None:
    x = device.empty((2, 3), "complex32")
    assert x.T.shape == (3, 2)
    assert x.nbytes == 24
    with pytest.raises(ArgumentValueError, match="no NumPy counterpart"):
        x.numpy()
    with pytest.raises(ArgumentTypeError, match="no host counterpart"):
        x.copy_from(0)
    half = device.empty(3, "int4")
    assert half.nbytes == 2
    with pytest.raises(ArgumentValueError, match=r"x\.view\('uint8'\)"):
        half.numpy()
    with pytest.raises(ArgumentTypeError, match=r"d\.tensor\(\.\.\.\)\.view\('int4'\)"):
        device.tensor([1, 2], "int4")


# -- writing through views


WRITES = st.lists(
    st.tuples(
        st.sampled_from((None, -7, -3, 0, 2)), st.sampled_from((None, -1, 3, 9)), st.sampled_from((None, -2, -1, 2, 3))
    ),
    min_size=2,
    max_size=2,
)


@PROPERTY
@given(parts=WRITES, swap=st.booleans(), dtype=st.sampled_from(("int8", "int16", "float32", "complex128")))
def test_copy_from_changes_only_the_viewed_elements(
    device: Device, parts: list[tuple[int | None, ...]], swap: bool, dtype: str
) -> None:
    storage = patterned(np.dtype(dtype), (5, 7))
    x = device.tensor(storage)
    key = tuple(slice(*p) for p in parts)
    view, expected = x[key], storage.copy()
    target = expected[key]
    if swap:
        view, target = view.T, target.T
    values = patterned(np.dtype(dtype), target.shape[::-1]).T[::-1]
    target[...] = values
    view.copy_from(values)
    assert raw_bytes(x).tobytes() == expected.tobytes()


def test_copy_from_broadcasts_and_converts(device: Device) -> None:
    x = device.tensor(np.zeros((2, 3), np.int16))
    x.copy_from([1.0, 2.0, 3.0])
    assert x.numpy().tolist() == [[1, 2, 3], [1, 2, 3]]
    x.T.copy_from([[5], [6], [7]])
    assert x.numpy().tolist() == [[5, 6, 7], [5, 6, 7]]
    x[1, ::2].copy_from(True)
    assert x.numpy().tolist() == [[5, 6, 7], [1, 6, 1]]
    x[:, :0].copy_from(9)
    assert x.numpy().tolist() == [[5, 6, 7], [1, 6, 1]]
    x.copy_from(x.T.numpy().T[:, ::-1])
    assert x.numpy().tolist() == [[7, 6, 5], [1, 6, 1]]
    x[::-1].copy_from(x)
    assert x.numpy().tolist() == [[1, 6, 1], [7, 6, 5]]


@pytest.mark.parametrize("values", [[1, 2], [[1], [2], [3]], np.zeros((2, 3, 1)), np.zeros((1, 2, 3)), []])
def test_copy_from_values_that_do_not_fit(device: Device, values: Any) -> None:
    x = device.tensor(np.ones((2, 3), np.float32))
    with pytest.raises(ArgumentValueError, match=r"don't fit a tensor of shape \[2, 3\]"):
        x.copy_from(values)
    assert (x.numpy() == 1).all()


def test_expanded_views_cannot_be_written(device: Device) -> None:
    x = device.tensor(np.arange(3, dtype=np.float32))
    for view in (
        x.expand(2, 3),
        x.unsqueeze(1).expand(3, 2),
        x.as_strided((2, 2), (1, 1)),
        x.as_strided((2, 2), (1, -1), 1),
    ):
        before = raw_bytes(x).tobytes()
        with pytest.raises(ViewError, match="names elements more than once"):
            view.copy_from(0)
        assert raw_bytes(x).tobytes() == before
    assert x.expand(1, 3).copy_from(4).numpy().tolist() == [[4, 4, 4]]
    assert x.expand(0, 3).copy_from(5).shape == (0, 3)
    assert x.numpy().tolist() == [4, 4, 4]


def test_interleaved_strides_that_do_not_overlap_can_be_written(device: Device) -> None:
    x = device.tensor(np.zeros(8, np.int8))
    x.as_strided((2, 2), (3, 2)).copy_from([[1, 2], [3, 4]])
    assert x.numpy().tolist() == [1, 0, 2, 3, 0, 4, 0, 0]


def test_fresh_memory_is_not_zero(device: Device) -> None:
    x = device.empty(3, "uint8")
    assert x.numpy().tolist() == [FRESH] * 3


# -- what a tensor tells


def test_attributes(device: Device) -> None:
    x = device.tensor(np.zeros((2, 3, 4), np.float16), format="NCL")
    y = x.permute(2, 0, 1)[1:, :, ::-1]
    assert (y.shape, y.strides, y.offset, y.ndim, y.size, y.nbytes) == ((3, 2, 3), (1, 12, -4), 9, 3, 18, 36)
    assert y.storage_shape == (2, 3, 4)
    assert y.format is Format.NCL
    assert y.data_ptr - x.data_ptr == 18
    assert not y.is_contiguous
    assert x.is_contiguous
    assert not x.is_closed
    assert y.describe() == "float16[3, 2, 3] strides (1, 12, -4) offset 9 NCL"


def test_repr(device: Device) -> None:
    x = device.tensor(np.zeros((2, 4), np.float32))
    assert repr(x) == f"<Tensor float32[2, 4] on device 0 ({BACKEND})>"
    assert repr(x.T) == f"<Tensor float32[4, 2] strides (1, 4) on device 0 ({BACKEND})>"
    assert repr(device.tensor(1)) == f"<Tensor int64[] on device 0 ({BACKEND})>"
    device.close()
    assert repr(x) == f"<Tensor float32[2, 4] on device 0 ({BACKEND}), closed>"


@pytest.mark.parametrize(
    ("value", "dtype", "expected"),
    [
        (2, "int8", 2),
        (1.5, "float32", 1.5),
        (True, "bool", True),
        (1j, "complex128", 1j),
        (1.5, "bfloat16", 1.5),
        (0.5, "float8_e5m2", 0.5),
        (0.5, "float8_e4m3fn", 0.5),
    ],
)
def test_item(device: Device, value: Any, dtype: str, expected: Any) -> None:
    for shape in ((), (1,), (1, 1, 1)):
        got = device.tensor(np.full(shape, value), dtype).item()
        assert type(got) is type(expected)
        assert got == expected


def test_item_needs_one_element(device: Device) -> None:
    x = device.tensor([[1, 2]])
    assert x[0, 1].item() == 2
    for view in (x, x[:, :0]):
        with pytest.raises(ArgumentValueError, match="item"):
            view.item()


def test_len_and_iter(device: Device) -> None:
    x = device.tensor(np.arange(6).reshape(3, 2))
    assert len(x) == 3
    assert [row.numpy().tolist() for row in x] == [[0, 1], [2, 3], [4, 5]]
    assert all(isinstance(row, Tensor) for row in x)
    assert list(x[:0]) == []
    assert len(x[:0]) == 0
    with pytest.raises(TypeError):
        len(x[0, 0])
    with pytest.raises(TypeError):
        list(x[0, 0])


def test_array_protocol(device: Device) -> None:
    x = device.tensor(np.arange(6, dtype=np.int32).reshape(2, 3)).T
    assert np.asarray(x).tolist() == [[0, 3], [1, 4], [2, 5]]
    assert np.asarray(x).dtype == np.int32
    assert np.asarray(x, np.float64).dtype == np.float64
    assert np.add(x, 1).tolist() == [[1, 4], [2, 5], [3, 6]]
    with pytest.raises(ValueError, match="without a copy"):
        x.__array__(copy=False)


def test_layout_of_a_transposed_slice(device: Device) -> None:
    # storage 0 1 2 3 / 4 5 6 7 / 8 9 10 11; the view takes rows 0 and 2 and columns 3, 2, 1, columns first.
    x = device.tensor(np.arange(12).reshape(3, 4))[::2, :0:-1].T
    assert x.numpy().tolist() == [[3, 11], [2, 10], [1, 9]]
    assert x.layout(width=4) == ("shape [3, 2], strides (-1, 8), offset 3\n 0 | . 4 2 0\n 4 | . . . .\n 8 | . 5 3 1")


def test_layout_of_an_expanded_view(device: Device) -> None:
    x = device.tensor(np.arange(5)).as_strided((2, 3), (0, 2))
    assert x.layout() == "shape [2, 3], strides (0, 2), offset 0\n0 | 0*  . 1*  . 2*"


def test_layout_of_many_elements_is_aligned(device: Device) -> None:
    drawing = device.tensor(np.arange(20)).layout(width=16)
    assert drawing.splitlines() == [
        "shape [20], strides (1,), offset 0",
        " 0 |  0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15",
        "16 | 16 17 18 19",
    ]


def test_layout_of_nothing_and_of_too_much(device: Device) -> None:
    assert device.empty(0).layout() == "shape [0], strides (1,), offset 0"
    assert device.tensor([1, 2])[2:].layout() == "shape [0], strides (1,), offset 0\n0 | . ."
    assert "too large" in device.empty(5000).layout()


def test_formats(device: Device) -> None:
    x = device.empty((1, 2, 3, 4), format="ACL_FORMAT_NHWC")
    assert x.format is Format.NHWC
    assert device.empty(1, format=0).format is Format.NCHW
    assert x.with_format(Format.NCHW).format is Format.NCHW
    assert x.with_format(Format.NC1HWC0, (1, 1, 3, 4, 2)).storage_shape == (1, 1, 3, 4, 2)
    for wrong in ("NOPE", 999, 1.5):
        with pytest.raises(ArgumentTypeError, match="is no format; allowed are"):
            device.empty(1, format=wrong)


@pytest.mark.parametrize("shape", [(-1,), (2.0,), "ab", (None,), (2, -3), 1.5])
def test_refused_shapes(device: Device, shape: Any) -> None:
    with pytest.raises(ViewError):
        device.empty(shape)


def test_shapes(device: Device) -> None:
    assert device.empty(3).shape == (3,)
    assert device.empty(np.int64(3)).shape == (3,)
    assert device.empty(()).shape == ()
    assert device.empty([2, np.int64(3)]).shape == (2, 3)
    assert device.empty(np.array([2, 3])).shape == (2, 3)
    assert device.empty(3).dtype.name == "float32"


def test_everything_of_a_closed_tensor_is_refused(device: Device) -> None:
    x, one = device.tensor([[1, 2], [3, 4]]), device.tensor(1)
    empty = device.empty((0, 2))
    device.close()
    for call in (
        x.numpy,
        lambda: x.copy_from(0),
        one.item,
        lambda: x[0],
        lambda: x.T,
        lambda: x.view(4),
        lambda: x.expand(1, 2, 2),
        lambda: x.as_strided((1,), (1,)),
        lambda: x.squeeze(),
        lambda: list(x),
        lambda: x.T.contiguous(),
        lambda: np.asarray(x),
        empty.numpy,
        lambda: empty.copy_from(1),
        lambda: device.tensor(x),
    ):
        with pytest.raises(ClosedError):
            call()
    assert x.is_closed
    assert (x.shape, x.strides, x.dtype.name) == ((2, 2), (2, 1), "int64")


def test_truth_is_that_of_the_one_element(device: Device) -> None:
    assert device.tensor([1.5])
    assert device.tensor(True)
    assert not device.tensor([[0]])
    for many in (device.tensor([1.0, 2.0]), device.empty(0)):
        with pytest.raises(ArgumentValueError, match="elements"):
            bool(many)
