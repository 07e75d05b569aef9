"""Streams that belong to somebody else, and tensors handed out by DLPack."""

from __future__ import annotations

import ctypes
import gc

import numpy as np
import pytest

from pyaclnn import ArgumentTypeError, ArgumentValueError, ClosedError, Device, Stream, dlpack


def foreign_stream(device: Device) -> int:
    """A stream that is made, and has to be destroyed, outside of the package."""
    c = device.c_interface
    pointer = c.ffi.new("aclrtStream *")
    device._activate()
    assert c.function("aclrtCreateStream")(pointer) == 0
    return int(c.ffi.cast("uintptr_t", pointer[0]))


def destroy(device: Device, stream: int) -> None:
    c = device.c_interface
    assert c.function("aclrtDestroyStream")(c.ffi.cast("aclrtStream", stream)) == 0


def test_a_borrowed_stream_is_used_and_not_destroyed(device: Device) -> None:
    pointer = foreign_stream(device)
    stream = Stream.from_handle(device, pointer)
    assert stream.is_borrowed
    assert Stream.from_handle(device, stream.handle) is stream
    with stream:
        result = device.add([1.0], [2.0])
    assert not stream.is_closed, "leaving the block does not close it"
    assert result.numpy().tolist() == [3.0]
    stream.close()
    assert stream.is_closed
    destroy(device, pointer)


def test_closing_the_device_leaves_it_alone(device: Device) -> None:
    pointer = foreign_stream(device)
    with Stream.from_handle(device, pointer):
        result = device.add([1.0], [2.0])
    device.close()
    with pytest.raises(ClosedError):
        result.numpy()
    with device:
        destroy(device, pointer)


def test_the_package_s_own_stream_by_its_handle(device: Device) -> None:
    with device.stream() as stream:
        assert Stream.from_handle(device, stream.handle) is stream
        assert not stream.is_borrowed


@pytest.mark.parametrize(("handle", "error"), [(0, ArgumentValueError), ("1", ArgumentTypeError)])
def test_what_is_no_stream(device: Device, handle: object, error: type[Exception]) -> None:
    with pytest.raises(error):
        Stream.from_handle(device, handle)


def pointer_of(capsule: object) -> int:
    get = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)(
        ("PyCapsule_GetPointer", ctypes.pythonapi)
    )
    return int(get(capsule, b"dltensor") or 0)


def test_what_dlpack_says_of_a_view(device: Device) -> None:
    tensor = device.tensor(np.arange(12, dtype=np.int16).reshape(3, 4))[1:, ::2].T
    capsule = tensor.__dlpack__()
    said = dlpack._Managed.from_address(pointer_of(capsule)).tensor
    assert tensor.__dlpack_device__() == (said.device_type, said.device_id) == (12, 0)
    assert (said.data, said.byte_offset) == (tensor.data_ptr, 0)
    assert (said.ndim, said.shape[:2], said.strides[:2]) == (2, [2, 2], [2, 4])
    assert (said.code, said.bits, said.lanes) == (0, 16, 1)
    del capsule
    assert not dlpack._held


def test_a_consumer_holds_the_memory(device: Device) -> None:
    tensor = device.tensor([1.0, 2.0])
    capsule = tensor.__dlpack__()
    before = device.memory_stats()["allocated"]
    del tensor
    gc.collect()
    assert device.memory_stats()["allocated"] == before
    del capsule
    assert device.memory_stats()["allocated"] == before - 8


@pytest.mark.parametrize("case", ["reversed", "complex32", "closed"])
def test_what_can_t_be_handed_out(device: Device, case: str) -> None:
    if case == "reversed":
        with pytest.raises(ArgumentValueError, match="negative stride"):
            device.tensor([1.0, 2.0])[::-1].__dlpack__()
    elif case == "complex32":
        with pytest.raises(ArgumentTypeError, match="DLPack has no complex32"):
            dlpack.dtype_code(device.empty(2, "complex32").dtype)
    else:
        tensor = device.tensor([1.0])
        device.close()
        with pytest.raises(ClosedError):
            tensor.__dlpack__()
