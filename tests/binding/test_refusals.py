"""Arguments of the wrong type or value: the exception is one of ours, and says what was wrong and what is allowed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import pyaclnn
from pyaclnn import (
    ArgumentTypeError,
    ArgumentValueError,
    Device,
    DeviceMismatchError,
    HostMemoryError,
    LibraryNotFoundError,
    OperatorNotFoundError,
    PyaclnnError,
    Tensor,
    ViewError,
    interop,
)

from .helpers import raw_bytes


@pytest.fixture
def x(device: Device) -> Tensor:
    return device.tensor(np.float32([1, 2]))


Refused = Callable[[Device, Tensor], Any]
TYPES: dict[str, tuple[Refused, str]] = {
    "numpy into a number": (lambda d, x: x.numpy(5), r"out is 5; allowed is a writeable float32 array of shape \[2\]"),
    "numpy into a list": (lambda d, x: x.numpy([0.0, 0.0]), r"out is \[0.0, 0.0\]; allowed is"),
    "format": (lambda d, x: x.with_format("NOPE"), "'NOPE' is no format; allowed are .*FRACTAL_NZ"),
    "format of a float": (lambda d, x: x.with_format(1.5), "1.5 is no format"),
    "format None": (lambda d, x: x.with_format(None), "None is no format"),
    "dtype None": (lambda d, x: d.empty((2,), None), "None is no data type; allowed are float32, "),
    "dtype of records": (lambda d, x: d.empty((2,), [("a", "f4")]), "is no data type"),
    "drawing's width": (lambda d, x: x.layout("a"), "a drawing's width is a whole number, not 'a'"),
    "elapsed to None": (lambda d, x: d.event().elapsed_ms(None), "elapsed_ms takes an Event, not None"),
    "record on a number": (lambda d, x: d.event().record(5), "record takes a Stream, not 5"),
    "wait for None": (lambda d, x: d.stream().wait_for(None), "Stream.wait_for takes a Stream, not None"),
    "wait for an event": (lambda d, x: d.stream().wait_for(d.event()), "Stream.wait_for takes a Stream"),
    "operator None": (lambda d, x: d.ops[None], "an operator's name is a str, not None"),
    "operator 5": (lambda d, x: d.ops[5], "an operator's name is a str, not 5"),
    "find None": (lambda d, x: d.ops.find(None), "find takes a text, not None"),
    "describe None": (lambda d, x: d.ops.describe(None), "an operator's name is a str, not None"),
    "chip 5": (lambda d, x: Device(0, soc=5), "soc is a chip's name such as 'Ascend910B1', not 5"),
    "flag": (lambda d, x: Device(0, blocking="no"), "blocking is True or False, not 'no'"),
    "library None": (lambda d, x: pyaclnn.add_library(None, None), "a library's path is a str or a path, not None"),
    "headers 5": (lambda d, x: pyaclnn.add_library("nowhere.so", 5), "a header directory is a str or a path, not 5"),
    "list with None": (lambda d, x: d.cat([x, None], 0), r"cat: tensors\[1\] is None; allowed is a list of tensors"),
    "plan with one twice": (lambda d, x: d.add.plan(x, x, 1, alpha=2), "add.plan: got multiple values .*'alpha'"),
    "stream's handle": (lambda d, x: pyaclnn.Stream.from_handle(d, "s"), "a stream's handle is an int or a pointer"),
    "from_torch": (lambda d, x: interop.from_torch(d, 5), "from_torch takes a torch.Tensor, not 5"),
}  # fmt: skip
VALUES: dict[str, tuple[Refused, str]] = {
    "drawing's width": (lambda d, x: x.layout(0), "a drawing's width is at least 1, not 0"),
    "no tensors": (lambda d, x: d.cat([], 0), r"aclnnCat: shape and dtype of out can't be told .*tensors = \[\]"),
    "library with a null": (lambda d, x: pyaclnn.add_library("a\0b"), r"path has a null character: 'a\\x00b'"),
    "backend None": (lambda d, x: Device(0, backend=None), "backend None is unknown; allowed are 'auto', 'cann'"),
    "no copy": (lambda d, x: x.__array__(copy=False), "can't become an array without a copy"),
    "a device far off": (lambda d, x: Device(10**5000), "device an int of 16610 bits does not exist"),
}  # fmt: skip


def refuse(case: tuple[Refused, str], kind: type[PyaclnnError], device: Device, x: Tensor) -> None:
    call, text = case
    with pytest.raises(PyaclnnError, match=text) as caught:
        call(device, x)
    assert type(caught.value) is kind


@pytest.mark.parametrize("name", TYPES)
def test_wrong_types(device: Device, x: Tensor, name: str) -> None:
    refuse(TYPES[name], ArgumentTypeError, device, x)


@pytest.mark.parametrize("name", VALUES)
def test_wrong_values(device: Device, x: Tensor, name: str) -> None:
    refuse(VALUES[name], ArgumentValueError, device, x)


@pytest.mark.parametrize("path", ["nowhere.so", "x" * 100_000, b"nowhere.so", "\ud800"])
def test_libraries_that_are_not_there(path: Any) -> None:
    with pytest.raises(LibraryNotFoundError, match="does not exist") as caught:
        pyaclnn.add_library(path)
    assert len(str(caught.value)) < 500


def test_an_argument_given_twice_is_pythons_own_error(device: Device, x: Tensor) -> None:
    """The call itself is Python's: nothing of ours runs before it."""
    with pytest.raises(TypeError, match=r"add\(\) got multiple values for argument 'alpha'"):
        device.add(x, x, 1, alpha=2)


def test_a_format_by_name_is_taken(x: Tensor) -> None:
    assert x.with_format("FRACTAL_NZ").format is pyaclnn.Format.FRACTAL_NZ


def test_names_of_other_types_are_not_among_the_operators(device: Device) -> None:
    assert None not in device.ops
    assert [] not in device.ops
    assert "add" in device.ops


@pytest.mark.parametrize("shape", [(2**40,), (2**20, 2**20), (2**61,)])
def test_too_many_elements_for_the_host(device: Device, x: Tensor, shape: tuple[int, ...]) -> None:
    """An expanded view costs nothing, a copy of it 4 TiB or more."""
    far = x[:1].expand(shape)
    with pytest.raises(HostMemoryError, match=r"the host has no memory for an array of shape \[") as caught:
        far.numpy()
    assert isinstance(caught.value, MemoryError)
    assert far.layout() == f"a view of {far.size} elements is too large to draw; at most 65536 can be"


def test_a_drawing_of_no_elements_beside_a_large_extent(device: Device) -> None:
    assert device.empty((0, 2**40), "int8").layout() == f"shape [0, {2**40}], strides ({2**40}, 1), offset 0"


def test_an_output_that_nobody_may_write_says_so(x: Tensor) -> None:
    out = np.zeros(2, np.float32)
    out.flags.writeable = False
    with pytest.raises(
        ArgumentValueError, match=r"^out is a read-only float32 array of shape \[2\]; allowed is a write"
    ):
        x.numpy(out)


def test_two_devices_of_one_number_are_told_apart(device: Device, x: Tensor) -> None:
    other = Device(0, backend=device.backend)
    with pytest.raises(DeviceMismatchError, match="which is another Device object of the same number, not to this one"):
        other.add(x, x)
    other.close()


def test_a_name_that_resembles_none(device: Device) -> None:
    with pytest.raises(OperatorNotFoundError, match=r"'nosuch'; d\.ops\.find\(text\) looks for one$"):
        device.ops.describe("nosuch")


# -- what the caller's own objects raise


class Unwilling:
    """An object that can't be looked at."""

    def _fail(self, *_: Any, **__: Any) -> Any:
        raise LookupError("not now")

    __array__ = __index__ = __float__ = __iter__ = __len__ = __fspath__ = __repr__ = _fail


class Word(str):
    """A text that can be in no dictionary."""

    def __hash__(self) -> int:
        raise LookupError("not now")

    __slots__ = ()


@pytest.mark.parametrize(
    "call",
    [
        lambda d, x, o: d.tensor(o),
        lambda d, x, o: d.empty(o),
        lambda d, x, o: x.copy_from(o),
        lambda d, x, o: x.view(o),
        lambda d, x, o: x[o],
        lambda d, x, o: x[o:],
        lambda d, x, o: x.transpose(0, o),
        lambda d, x, o: x.layout(o),
        lambda d, x, o: d.add(x, o),
        lambda d, x, o: d.cat([x, o], 0),
        lambda d, x, o: d.reduce_sum(x, [o], False, "float32"),
        lambda d, x, o: d.leaky_relu_backward(x, x, 0.1, o),
        lambda d, x, o: d.smooth_l1_loss_backward(x, x, x, o, 1.0),
        lambda d, x, o: d.smooth_l1_loss_backward(x, x, x, 0, o),
        lambda d, x, o: d.calculate_matmul_weight_size(o),
        lambda d, x, o: pyaclnn.add_library(o),
    ],
)
def test_what_an_object_raises_is_the_cause(
    device: Device, x: Tensor, call: Callable[[Device, Tensor, Any], Any]
) -> None:
    with pytest.raises(PyaclnnError, match="Unwilling") as caught:
        call(device, x, Unwilling())
    cause = caught.value.__cause__
    while isinstance(cause, PyaclnnError):
        cause = cause.__cause__
    assert cause is None or isinstance(cause, LookupError)


def test_texts_and_numbers_of_classes_of_their_own(device: Device, x: Tensor) -> None:
    assert device.empty(2, Word("float16")).dtype.name == "float16"
    assert x.with_format(Word("NCL")).format.name == "NCL"
    assert device.ops[Word("add")](x, x).numpy().tolist() == [2, 4]
    assert device.smooth_l1_loss_backward(x, x, x, Word("none"), 1.0).numpy().tolist() == [0, 0]


# -- outputs that name an element more than once


def test_an_output_that_repeats_elements_is_refused_before_the_call(device: Device, x: Tensor) -> None:
    """Which of the values an element gets is undefined, in C as on the chip."""
    storage = device.tensor(np.float32([0, 0, 0]))
    for out in (storage[:1].expand(2), storage.as_strided((2, 2), (1, 1))):
        y = x if out.ndim == 1 else x.expand(2, 2)
        before = device._current_stream().launched
        calls: list[Callable[[Tensor, Tensor], Any]] = [
            lambda y, out: device.add(y, y, 1, out),
            lambda y, out: device.add(y, y, out=out),
            lambda y, out: device.add.plan(y, y, out=out),
            lambda y, out: device.inplace_add(out, y),
            lambda y, out: device.inplace_copy(out, y),
        ]
        for call in calls * 3:  # also when out has its handle and the call was seen before
            with pytest.raises(ArgumentValueError, match="names each of its elements once"):
                call(y, out)
        assert device._current_stream().launched == before
    assert raw_bytes(storage).view(np.float32).tolist() == [0, 0, 0]


def test_an_output_list_that_repeats_elements_is_refused(device: Device, x: Tensor) -> None:
    twice = device.empty(1).expand(1, 2)[0]
    with pytest.raises(ArgumentValueError, match="names each of its elements once"):
        device.split_tensor(device.tensor(np.float32([1, 2, 3, 4])), 2, 0, [x, twice])


def test_a_plan_does_not_exchange_its_output_for_one_that_repeats_elements(device: Device, x: Tensor) -> None:
    with (
        device.add.plan(x, x, out=device.empty(2)) as plan,
        pytest.raises(ArgumentValueError, match="each of its elem"),
    ):
        plan.bind(out=device.empty(1).expand(2))


def test_inputs_may_repeat_elements(device: Device, x: Tensor) -> None:
    twice = x[:1].expand(2)
    for _ in range(3):
        assert device.add(twice, x).numpy().tolist() == [2, 3]
    assert isinstance(twice, Tensor)


def test_filling_may_repeat_elements(device: Device) -> None:
    """Every element gets the same value, however often."""
    storage = device.tensor(np.float32([1, 2]))
    twice = storage[:1].expand(3)
    device.inplace_fill_scalar(twice, 7)
    assert storage.numpy().tolist() == [7, 2]
    device.inplace_zero(twice)
    assert storage.numpy().tolist() == [0, 2]


def test_outputs_whose_strides_cross_but_do_not_meet_are_written(device: Device) -> None:
    """Strides 2 and 3 over 2 x 2 elements: places 0, 3, 2 and 5."""
    storage = device.tensor(np.zeros(6, np.float32))
    out = storage.as_strided((2, 2), (2, 3))
    for _ in range(2):
        device.add(np.float32([[1, 2], [3, 4]]), np.float32([[0, 0], [0, 0]]), 1, out)
    assert storage.numpy().tolist() == [1, 0, 3, 2, 0, 4]


def test_copies_to_and_from_a_view_that_repeats_elements(device: Device, x: Tensor) -> None:
    twice = x[:1].expand(2)
    assert twice.numpy().tolist() == [1, 1]
    with pytest.raises(ViewError, match="more than once"):
        twice.copy_from([1, 2])
