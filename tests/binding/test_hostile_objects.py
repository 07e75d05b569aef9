"""Arguments whose methods raise, lie or never end: the exception is ours, and names the argument."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Mapping
from typing import Any
from unittest import mock

import numpy as np
import pytest

from pyaclnn import (
    ArgumentTypeError,
    ArgumentValueError,
    Device,
    DType,
    PyaclnnError,
    Stream,
    Tensor,
    add_library,
    dtypes,
    interop,
)


class OnPurposeError(Exception):
    """What the objects here raise."""


def fail(*_: Any, **__: Any) -> Any:
    raise OnPurposeError("on purpose")


def of_class(**names: Any) -> Callable[..., Any]:
    """Makes objects of a new class with these methods, derived from any."""
    return lambda base=object, *args: type("Odd", (base,), names)(*args)


raising_class = of_class(__class__=property(fail))


def endless(*names: str, base: type = object, **methods: Any) -> Any:
    """Says that it has three elements, and gives them without an end."""

    def elements(_: Any) -> Any:
        while True:
            yield 1.0

    return type(
        "Endless", (base,), {"__len__": lambda _: 3, "__getitem__": lambda _, i: 1.0, "__iter__": elements, **methods}
    )()


Use = Callable[[Device, Tensor, Any], Any]
# Every place that takes a value from the caller, and what its message begins with.
PLACES: dict[str, tuple[Use, str]] = {
    "a tensor": (lambda d, x, v: d.add(x, v), r"^add: other: .*Odd"),
    "a tensor to write": (lambda d, x, v: d.add(x, x, out=v), r"^add: out is .*Odd.*; allowed is a Tensor"),
    "a scalar": (lambda d, x, v: d.add(x, x, v), r"^add: alpha is .*Odd.*; allowed is a Python or NumPy number"),
    "an int": (lambda d, x, v: d.softmax(x, v), r"^softmax: dim is .*Odd.*; allowed is an int"),
    "an int with names": (lambda d, x, v: d.smooth_l1_loss_backward(x, x, x, v, 1.0), r": reduction is .*Odd"),
    "a float": (lambda d, x, v: d.smooth_l1_loss_backward(x, x, x, 0, v), r": beta is .*Odd.*; allowed is a float"),
    "a bool": (lambda d, x, v: d.reduce_sum(x, [0], v, "float32"), r"keep_dims is .*Odd.*; allowed is a bool"),
    "a data type": (lambda d, x, v: d.reduce_sum(x, [0], True, v), r": dtype is .*Odd.*; allowed is a data type"),
    "a string": (lambda d, x, v: d.gelu_backward_v2(x, x, v), r": approximate is .*Odd.*; allowed is a str"),
    "ints": (lambda d, x, v: d.reduce_sum(x, v, True, "float32"), r": dims is .*Odd.*; allowed is a list of int"),
    "one of ints": (lambda d, x, v: d.reduce_sum(x, [0, v], True, "float32"), r": dims is .*Odd.*; allowed is an int"),
    "tensors": (lambda d, x, v: d.cat(v, 0), r"^cat: tensors is .*Odd.*; allowed is a list of tensors"),
    "one of tensors": (lambda d, x, v: d.cat([x, v], 0), r"^cat: tensors: .*Odd"),
    "one of scalars": (lambda d, x, v: d.foreach_add_scalar_list([x], [v]), r": scalars is .*Odd.*; allowed is a"),
    "a plan's": (lambda d, x, v: d.add.plan(x, v), r"^add: other: .*Odd"),
    "values": (lambda d, x, v: d.tensor(v), "Odd"),
    "a tensor's dtype": (lambda d, x, v: d.tensor([1.0], v), "Odd.* is no data type; allowed are"),
    "a tensor's format": (lambda d, x, v: d.tensor([1.0], format=v), "Odd.* is no format; allowed are"),
    "a shape": (lambda d, x, v: d.empty(v), "a shape is a sequence of whole numbers.*Odd"),
    "an extent": (lambda d, x, v: d.empty((1, v)), "a shape is a sequence of whole numbers.*Odd"),
    "an index": (lambda d, x, v: x[v], "an index is .*Odd"),
    "a bound of a slice": (lambda d, x, v: x[v:], r"slice\(.*Odd.* is no slice of 2 elements"),
    "an axis": (lambda d, x, v: x.unsqueeze(v), "an axis is a whole number.*Odd"),
    "strides": (lambda d, x, v: x.as_strided([2], v), "strides are a sequence of whole numbers.*Odd"),
    "an array to read into": (lambda d, x, v: x.numpy(v), r"^out is .*Odd.*; allowed is a writeable float32 array"),
    "values to copy": (lambda d, x, v: x.copy_from(v), "Odd"),
    "a stream": (lambda d, x, v: d.event().record(v), "^record takes a Stream, not .*Odd"),
    "an event": (lambda d, x, v: d.stream().wait(v), r"^Stream.wait takes an Event, not .*Odd"),
    "a stream's handle": (lambda d, x, v: Stream.from_handle(d, v), "a stream's handle is .*Odd"),
    "an operator's name": (lambda d, x, v: d.ops[v], "an operator's name is a str, not .*Odd"),
    "a device's number": (lambda d, x, v: Device(v, backend="simulator"), "^a device index is an int, not .*Odd"),
    "a backend": (lambda d, x, v: Device(0, backend=v), "^backend .*Odd.* is unknown; allowed are 'auto'"),
    "a chip": (lambda d, x, v: Device(0, backend="simulator", soc=v), "^soc is a chip's name .*Odd"),
    "a library": (lambda d, x, v: add_library(v), "Odd"),
    "PyTorch's tensor": (lambda d, x, v: interop.from_torch(d, v), "^from_torch takes a torch.Tensor, not .*Odd"),
}  # fmt: skip


@pytest.fixture
def x(device: Device) -> Tensor:
    found = device.tensor(np.float32([1, 2]))
    device.add(found, found)  # the calls that follow may be fast ones
    return found


@pytest.mark.parametrize("place", PLACES)
def test_a_class_that_can_not_be_asked_for(device: Device, x: Tensor, place: str) -> None:
    use, message = PLACES[place]
    with pytest.raises(PyaclnnError, match=message):
        use(device, x, raising_class())


@pytest.mark.parametrize("place", PLACES)
def test_nothing_that_can_be_asked_for_works(device: Device, x: Tensor, place: str) -> None:
    methods = (
        "__len__", "__iter__", "__index__", "__int__", "__float__", "__complex__", "__bool__", "__eq__", "__hash__",
        "__repr__", "__str__", "__format__", "__array__", "__getitem__", "__getattr__", "__fspath__", "__dlpack__",
    )  # fmt: skip
    use, message = PLACES[place]
    value = of_class(**dict.fromkeys(methods, fail), __class__=property(fail), __array_interface__=property(fail))()
    with pytest.raises(PyaclnnError, match=message):
        use(device, x, value)


@pytest.mark.parametrize("place", PLACES)
def test_attributes_that_raise_whatever_they_are(device: Device, x: Tensor, place: str) -> None:
    use, message = PLACES[place]
    with pytest.raises(PyaclnnError, match=message):
        use(device, x, of_class(__getattribute__=fail)())


@pytest.mark.parametrize("claimed", [Tensor, Stream, DType, np.ndarray, int, float, str, list])
@pytest.mark.parametrize(
    "place", ["a tensor", "a scalar", "an int", "ints", "tensors", "values", "a shape", "a stream"]
)
def test_a_class_that_is_not_the_object_s(device: Device, x: Tensor, place: str, claimed: type) -> None:
    use, message = PLACES[place]
    with pytest.raises(PyaclnnError, match=message):
        use(device, x, of_class(__class__=property(lambda _: claimed))())
    use, _ = PLACES[place]
    with pytest.raises(PyaclnnError):
        use(device, x, mock.Mock(spec=claimed))


@pytest.mark.parametrize("interrupt", [KeyboardInterrupt, SystemExit, asyncio.CancelledError])
@pytest.mark.parametrize("place", ["an int", "a float", "values", "a shape", "one of ints"])
def test_interrupts_go_through(device: Device, x: Tensor, place: str, interrupt: type[BaseException]) -> None:
    """Nobody wants to go on after Ctrl-C, whichever method it came in."""

    def stop(*_: Any, **__: Any) -> Any:
        raise interrupt

    methods = ("__index__", "__float__", "__array__", "__iter__", "__len__")
    use, _ = PLACES[place]
    with pytest.raises(interrupt):
        use(device, x, of_class(**dict.fromkeys(methods, stop))())
    assert device.add(x, x).numpy().tolist() == [2, 4]


def test_an_interrupt_of_the_class(device: Device, x: Tensor) -> None:
    def stop(_: Any) -> Any:
        raise KeyboardInterrupt

    value = of_class(__class__=property(stop))()
    with pytest.raises(KeyboardInterrupt):
        device.softmax(x, value)


def test_numbers_and_lists_whose_class_can_not_be_asked_for_still_work(device: Device, x: Tensor) -> None:
    assert device.add(x, x, raising_class(int, 2)).numpy().tolist() == [3, 6]
    assert device.add(x, x, raising_class(float, 0.5)).numpy().tolist() == [1.5, 3]
    assert device.reduce_sum(x, raising_class(list, [0]), False, "float32").item() == 3
    assert device.reduce_sum(x, [raising_class(int, 0)], False, raising_class(str, "float32")).item() == 3
    assert device.tensor(raising_class(list, [1.0, 2.0])).numpy().tolist() == [1, 2]
    assert device.empty(raising_class(tuple, (2, 3))).shape == (2, 3)
    assert x[raising_class(tuple, (slice(1, None),))].numpy().tolist() == [2]
    array = of_class(__class__=property(fail), __array__=lambda _, *a, **k: np.float32([5, 6]))()
    assert device.add(x, array).numpy().tolist() == [6, 8]


def test_an_operator_that_ran_is_not_undone_by_its_argument(device: Device, x: Tensor) -> None:
    """What is noted after a call looks at its arguments again."""
    array = of_class(
        __class__=property(fail), __array__=lambda _, *a, **k: np.float32([5, 6]), __eq__=fail, __hash__=fail
    )()
    for _ in range(3):
        assert device.add(x, array).numpy().tolist() == [6, 8]


ARRAY_ATTRIBUTES = ("dtype", "shape", "ndim", "size", "strides", "flags", "ctypes", "T")


@pytest.mark.parametrize("attribute", ARRAY_ATTRIBUTES)
def test_arrays_of_a_class_whose_attributes_raise(device: Device, x: Tensor, attribute: str) -> None:
    kind = type("Odd", (np.ndarray,), {attribute: property(fail)})
    array = np.float32([5, 6]).view(kind)
    if attribute != "dtype":  # it says whether Python numbers or NumPy's are meant
        assert device.add(x, array).numpy().tolist() == [6, 8]
    out = np.zeros(2, np.float32).view(kind)
    assert x.numpy(out) is out
    assert out.view(np.ndarray).tolist() == [1, 2]
    with pytest.raises(ArgumentTypeError, match="alpha is a float32 array of shape"):
        device.add(x, x, array)
    with pytest.raises(ArgumentValueError, match=r"out is a float32 array of shape \[2\]; allowed is .* shape \[1\]"):
        x[:1].numpy(out)


def test_metaclasses_that_raise(device: Device, x: Tensor) -> None:
    methods = ("__instancecheck__", "__subclasscheck__", "__getattribute__", "__hash__", "__repr__")
    meta = type("Meta", (type,), {**dict.fromkeys(methods, fail), "__name__": property(fail)})
    kind = type.__call__(meta, "Odd", (object,), {"__repr__": fail})
    for use, message in PLACES.values():
        with pytest.raises(PyaclnnError, match=message):
            use(device, x, object.__new__(kind))
        with pytest.raises(PyaclnnError):
            use(device, x, kind)


def test_an_abstract_class_of_somebody_else_that_raises(device: Device, x: Tensor) -> None:
    """Python asks the classes derived from an abstract one about every class that it meets for the first time."""
    from abc import ABCMeta
    from collections.abc import Sequence

    meta = type("Meta", (ABCMeta,), {"__subclasscheck__": fail})
    derived = type.__call__(meta, "Derived", (Sequence,), {"__getitem__": fail, "__len__": fail})
    with pytest.raises(ArgumentTypeError, match=r"dims is .*Odd"):
        device.reduce_sum(x, of_class()(), True, "float32")
    assert device.reduce_sum(x, of_class()(list, [0]), False, "float32").item() == 3
    del derived


def test_a_failure_that_can_not_say_what_it_is(device: Device, x: Tensor) -> None:
    silent = type("SilentError", (Exception,), {"__str__": fail, "__repr__": fail})

    def raises(*_: Any) -> Any:
        raise silent

    with pytest.raises(ArgumentTypeError, match=r"dim is .*; allowed is an int \(SilentError\)") as caught:
        device.softmax(x, of_class(__index__=raises)())
    assert type(caught.value.__cause__) is silent


def test_texts_of_a_class_of_their_own(device: Device) -> None:
    text = type("Text", (str,), dict.fromkeys(("__len__", "__getitem__", "__format__", "__str__", "__add__"), fail))
    with pytest.raises(ArgumentTypeError, match="a device index is an int, not what it says"):
        Device(of_class(__repr__=lambda _: text("what it says"))(), backend="simulator")


# -- what never ends


@pytest.mark.parametrize(
    "make",
    [
        lambda: endless(),
        lambda: [endless()],
        lambda: [[1.0], endless()],
        lambda: (endless(), 1.0),
        lambda: [[], [endless()]],
        lambda: endless(base=list),
        lambda: [endless(base=tuple)],
        lambda: endless(__array__=property(lambda _: _.nothing)),
        lambda: endless(__array__=lambda *_: NotImplemented),
        lambda: endless(__array_interface__=property(lambda _: _.nothing)),
        lambda: endless(base=Mapping),
    ],
)
def test_endless_values(device: Device, x: Tensor, make: Callable[[], Any]) -> None:
    with pytest.raises(ArgumentTypeError, match="Endless"):
        device.tensor(make())
    with pytest.raises(ArgumentTypeError, match=r"^add: other: .*Endless"):
        device.add(x, make())


@pytest.mark.parametrize("base", [object, list, tuple])
def test_endless_lists_of_numbers_and_tensors(device: Device, x: Tensor, base: type) -> None:
    value = endless(base=base)
    for use in (
        lambda: device.reduce_sum(x, value, True, "float32"), lambda: device.cat(value, 0),
        lambda: device.cat.plan(value, 0), lambda: device.empty(value), lambda: x.view(value), lambda: x.permute(value),
        lambda: x.as_strided(value, value), lambda: device.foreach_add_scalar_list([x], value),
    ):  # fmt: skip
        with pytest.raises(PyaclnnError):
            use()


def in_itself(*others: Any, times: int = 1) -> list[Any]:
    found: list[Any] = list(others)
    found += [found] * times
    return found


def nested(depth: int) -> Any:
    found: Any = 1.0
    for _ in range(depth):
        found = [found]
    return found


@pytest.mark.parametrize(
    "value", [in_itself(), in_itself(times=2), in_itself([], times=3), (in_itself(times=2),)], ids=repr
)
def test_lists_in_themselves(device: Device, x: Tensor, value: Any) -> None:
    with pytest.raises(ArgumentTypeError, match="or in itself, is no array"):
        device.tensor(value)
    for use in (
        lambda: device.cat(value, 0),
        lambda: device.reduce_sum(x, value, True, 0),
        lambda: device.empty(value),
    ):
        with pytest.raises(PyaclnnError):
            use()


@pytest.mark.parametrize("depth", [26, 64, 65, 500, sys.getrecursionlimit() - 10, 100_000])
def test_lists_that_are_too_deep(device: Device, x: Tensor, depth: int) -> None:
    value = nested(depth)
    for use in (lambda: device.tensor(value), lambda: device.add(x, value), lambda: device.softmax(x, value)):
        with pytest.raises(PyaclnnError):
            use()


def test_lists_as_deep_as_a_tensor_can_be(device: Device) -> None:
    found = device.tensor(nested(25))
    assert found.shape == (1,) * 25
    assert found.view(1).numpy().tolist() == [1]


def test_a_short_list_that_stands_for_too_many_elements(device: Device) -> None:
    """Two to the 40th lists, of which 40 exist."""
    found: list[Any] = []
    for _ in range(40):
        found = [found, found]
    with pytest.raises(ArgumentValueError, match="too large"):
        device.tensor(found)


# -- what works as before


def test_sequences_that_are_no_lists(device: Device) -> None:
    from array import array
    from collections import UserList, deque

    def gives(value: Any, expected: Any, dtype: Any) -> None:
        tensor = device.tensor(value)
        assert tensor.dtype == dtype
        assert tensor.numpy().tolist() == expected

    gives(UserList([1.0, 2.0]), [1, 2], dtypes.FLOAT32)
    gives([UserList([1, 2]), deque([3, 4])], [[1, 2], [3, 4]], dtypes.INT64)
    gives([range(2), (5, 6)], [[0, 1], [5, 6]], dtypes.INT64)
    gives([np.float32([1, 2]), [3.0, 4.0]], [[1, 2], [3, 4]], dtypes.FLOAT32)
    gives(array("d", [1.0, 2.0]), [1, 2], dtypes.FLOAT32)
    gives([array("f", [1, 2]), memoryview(b"ab")], [[1, 2], [97, 98]], dtypes.FLOAT32)
    gives([[[1.0, 2.0]], [[3.0, 4.0]]], [[[1, 2]], [[3, 4]]], dtypes.FLOAT32)
    gives([[], []], [[], []], dtypes.FLOAT32)
    gives(np.float16(2), 2, dtypes.FLOAT16)
    owner = np.int32([[1, 2]])
    interface = of_class(
        __array_interface__=owner.__array_interface__, __len__=lambda _: 1, __getitem__=lambda _, i: owner[i]
    )
    gives(interface(), [[1, 2]], dtypes.INT32)


def test_tensors_of_pytorch(device: Device) -> None:
    torch = pytest.importorskip("torch")
    assert device.tensor([torch.ones(2), torch.zeros(2)]).numpy().tolist() == [[1, 1], [0, 0]]
    assert device.tensor(torch.ones(2, dtype=torch.float16)).dtype == dtypes.FLOAT16
    with pytest.raises(ArgumentTypeError, match=r"can't become an array.*requires grad"):
        device.tensor(torch.ones(2, requires_grad=True))
