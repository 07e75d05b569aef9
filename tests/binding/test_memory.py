"""Device memory: the stream-ordered pool, its limits, and its numbers."""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyaclnn import Device, OutOfMemoryError, RuntimeFailure, Tensor
from pyaclnn.memory import size_class

from ..routes import BACKEND
from .helpers import FRESH, PROPERTY, machine_of, raw_bytes

KIB, MIB = 1024, 1024 * 1024
SMALL = 64 * KIB


@pytest.fixture
def small_memory(monkeypatch: pytest.MonkeyPatch, device_of: Callable[..., Device]) -> Device:
    """A device with 64 KiB."""
    monkeypatch.setenv("PYACLNN_SIMULATOR_MEMORY", str(SMALL))
    return device_of("Ascend910B2")


@pytest.fixture
def unpooled(device_of: Callable[..., Device]) -> Device:
    return device_of("Ascend910B1", pool=False)


def used(device: Device) -> int:
    """Allocations that the machine sees."""
    return machine_of(device).memory.count(0)


def stats(device: Device, *names: str) -> tuple[int, ...]:
    found = device.memory_stats()
    return tuple(found[n] for n in names)


@pytest.mark.parametrize(
    ("nbytes", "size"),
    [
        (0, 512),
        (1, 512),
        (512, 512),
        (513, 1024),
        (MIB - 1, MIB),
        (MIB, MIB),
        (MIB + 1, MIB + MIB // 8),
        (MIB + MIB // 8 + 1, MIB + MIB // 4),
        (2 * MIB, 2 * MIB),
        (2 * MIB + 1, 2 * MIB + MIB // 4),
        (15 * MIB + 1, 16 * MIB),
        (2**40 + 1, 2**40 + 2**37),
    ],
)
def test_size_classes(nbytes: int, size: int) -> None:
    assert size_class(nbytes) == size


@PROPERTY
@given(st.integers(1, 2**50))
def test_a_size_class_holds_the_request_and_wastes_little(nbytes: int) -> None:
    size = size_class(nbytes)
    assert size >= nbytes
    assert size % 512 == 0
    assert size - nbytes < max(512, nbytes / 8 + 1)
    assert size_class(size) == size


def test_a_freed_block_is_reused_by_the_same_stream(device: Device) -> None:
    x = device.empty(100)
    address = x.data_ptr
    del x
    y = device.empty(128)  # 512 bytes, as 400 are rounded to
    assert y.data_ptr == address
    assert stats(device, "allocations", "reuses", "blocks") == (1, 1, 1)
    z = device.empty(129)
    assert z.data_ptr != address
    assert stats(device, "allocations", "reuses", "blocks") == (2, 1, 2)


def test_reuse_needs_no_wait(device: Device) -> None:
    x = device.tensor(np.ones(4, np.float32))
    first = device.add(x, x)
    address = first.data_ptr
    del first
    second = device.add(x, x, alpha=2)
    assert second.data_ptr == address
    assert device._current_stream().passed < device._current_stream().launched
    assert second.numpy().tolist() == [3, 3, 3, 3]


def test_a_view_keeps_the_block(device: Device) -> None:
    x = device.tensor(np.arange(8))
    view = x[::-2]
    address = x.data_ptr
    del x
    other = device.tensor(np.zeros(8, np.int64))
    assert other.data_ptr != address
    assert view.numpy().tolist() == [7, 5, 3, 1]
    del view
    assert device.empty(8, "int64").data_ptr == address


def test_streams_have_their_own_blocks(device: Device) -> None:
    x = device.empty(4)
    address = x.data_ptr
    del x
    with device.stream():
        assert device.empty(4).data_ptr != address
    assert device.empty(4).data_ptr == address


def test_no_reuse_while_another_stream_uses_the_block(device: Device) -> None:
    """The home stream's next work on the block waits for the other stream."""
    x = device.tensor(np.ones(4, np.float32))
    address = x.data_ptr
    other = device.stream()
    device._push_stream(other)
    result = device.add(x, x)
    device._pop_stream(other)
    del x
    y = device.tensor(np.full(4, 9, np.float32))
    assert y.data_ptr == address
    assert result.numpy().tolist() == [2, 2, 2, 2]
    assert y.numpy().tolist() == [9, 9, 9, 9]


def test_an_operator_on_a_reused_block_waits_for_the_other_stream(device: Device) -> None:
    x, ones = device.tensor(np.ones(4, np.float32)), device.tensor(np.ones(4, np.float32))
    address = x.data_ptr
    other = device.stream()
    device._push_stream(other)
    result = device.add(x, ones)
    device._pop_stream(other)
    del x
    y = device.add(ones, ones, alpha=8)
    assert y.data_ptr == address
    device._current_stream().synchronize()
    assert y.numpy().tolist() == [9, 9, 9, 9]
    assert result.numpy().tolist() == [2, 2, 2, 2]


def test_an_upload_waits_for_what_the_block_was_used_for(device: Device) -> None:
    """Host copies run at once: queued work of the tensor that had the block before must be done."""
    x = device.tensor(np.ones(4, np.float32))
    written = device.add(x, x)
    address = written.data_ptr
    del written
    y = device.empty(4)
    assert y.data_ptr == address
    y.copy_from(5)
    device.synchronize()
    assert y.numpy().tolist() == [5, 5, 5, 5]


@pytest.mark.parametrize("view", [lambda t: t, lambda t: t[::2]], ids=["whole", "strided"])
def test_an_upload_does_not_change_what_queued_work_reads(device: Device, view: Callable[[Tensor], Tensor]) -> None:
    x, ones = device.tensor(np.ones(4, np.float32)), device.tensor(np.ones(4, np.float32))
    address = x.data_ptr
    result = device.add(x, ones)
    del x
    y = device.empty(4)
    assert y.data_ptr == address
    view(y).copy_from(5)
    assert result.numpy().tolist() == [2, 2, 2, 2]
    assert (view(y).numpy() == 5).all()


def test_a_block_of_a_closed_stream_lives_until_others_are_done(device: Device) -> None:
    with device.stream():
        x = device.tensor(np.ones(4, np.float32))
    result = device.add(x, x)
    del x
    device.memory_stats()
    assert result.numpy().tolist() == [2, 2, 2, 2]


def test_closing_a_stream_does_not_free_what_others_still_use(device: Device) -> None:
    stream, other = device.stream(), device.stream()
    device._push_stream(stream)
    x = device.tensor(np.ones(4, np.float32))
    device._pop_stream(stream)
    device._push_stream(other)
    result = device.add(x, x)
    device._pop_stream(other)
    del x
    stream.close()
    assert result.numpy().tolist() == [2, 2, 2, 2]


def test_a_workspace_is_kept_and_grows(device: Device) -> None:
    x = device.tensor(np.arange(6, dtype=np.float32).reshape(2, 3))
    device.add(x.T, x.T)
    block = device._current_stream().workspace
    assert block is not None
    device.add(x.T, x.T)
    assert device._current_stream().workspace is block
    big = device.tensor(np.ones((40, 50), np.float32))
    assert (device.add(big.T, big.T).numpy() == 2).all()
    assert device._current_stream().workspace is not block
    assert device._current_stream().workspace.size >= 8000


def test_streams_have_their_own_workspace(device: Device) -> None:
    x = device.tensor(np.arange(6, dtype=np.float32).reshape(2, 3))
    y = device.add(x.T, x.T)
    first = device._current_stream().workspace
    with device.stream() as stream:
        z = device.add(x.T, x.T)
        assert stream.workspace.address != first.address
    expected = [[0, 6], [2, 8], [4, 10]]
    assert y.numpy().tolist() == expected
    assert z.numpy().tolist() == expected


def test_trim_returns_free_blocks(device: Device) -> None:
    x, y = device.empty(100), device.empty(1000)
    assert device.trim() == 0
    del x
    assert device.trim() == 512
    assert used(device) == 1
    assert stats(device, "reserved", "blocks", "allocated") == (4096, 1, 4000)
    del y
    assert device.trim() == 4096
    assert used(device) == 0
    assert device.trim() == 0


def test_trim_waits_for_queued_work(device: Device) -> None:
    x = device.tensor(np.ones(4, np.float32))
    y = device.add(x, x)
    del x
    assert device.trim() == 512
    assert raw_bytes(y).view(np.float32).tolist() == [2, 2, 2, 2]


def test_trim_waits_for_other_streams_that_used_a_block(device: Device) -> None:
    x = device.tensor(np.ones(4, np.float32))
    other = device.stream()
    device._push_stream(other)
    y = device.add(x, x)
    device._pop_stream(other)
    del x
    assert device.trim() == 512
    assert y.numpy().tolist() == [2, 2, 2, 2]


def test_stats(device: Device) -> None:
    assert stats(device, "allocated", "peak", "reserved", "blocks", "allocations", "reuses") == (0,) * 6
    x, y = device.empty(100), device.empty((3, 3), "float64")
    assert stats(device, "allocated", "peak", "reserved") == (472, 472, 1024)
    del x
    assert stats(device, "allocated", "peak", "reserved", "blocks") == (72, 472, 1024, 2)
    z = device.empty(10, "int8")
    assert stats(device, "allocated", "peak", "allocations", "reuses") == (82, 472, 2, 1)
    del y, z
    assert stats(device, "allocated", "reserved", "blocks") == (0, 1024, 2)


def test_views_cost_no_memory(device: Device) -> None:
    x = device.empty((4, 4))
    before = device.memory_stats()
    views = [x.T, x[1:], x.unsqueeze(0).expand(7, 4, 4), x.view(16)]
    assert device.memory_stats() == before
    del views


def test_tensors_freed_after_a_close_are_not_counted_again() -> None:
    device = Device(0, backend=BACKEND)
    with device:
        x = device.tensor([1.0, 2.0])
    assert stats(device, "allocated", "blocks", "reserved") == (0, 0, 0)
    with device:
        del x
        gc.collect()
        assert stats(device, "allocated", "blocks", "reserved") == (0, 0, 0)
        y = device.empty(3)
        assert stats(device, "allocated", "blocks", "reserved") == (12, 1, 512)
        del y


def test_an_old_tensor_does_not_free_a_new_block() -> None:
    device = Device(0, backend=BACKEND)
    with device:
        old = [device.empty(4) for _ in range(8)]
    with device:
        new = [device.tensor(np.full(4, i, np.float32)) for i in range(8)]
        del old
        gc.collect()
        more = [device.empty(4) for _ in range(8)]
        assert len({t.data_ptr for t in (*new, *more)}) == 16
        assert [t[0].item() for t in new] == list(range(8))


# -- limits


def test_out_of_memory(small_memory: Device) -> None:
    with pytest.raises(OutOfMemoryError) as caught:
        small_memory.empty(SMALL)
    error = caught.value
    assert isinstance(error, MemoryError)
    assert isinstance(error, RuntimeFailure)
    assert (error.code, error.function) == (207001, "aclrtMalloc")
    assert error.name == "ACL_ERROR_RT_MEMORY_ALLOCATION"
    assert str(SMALL) in error.detail
    assert "d.trim()" in error.hint
    assert stats(small_memory, "allocated", "blocks") == (0, 0)
    assert small_memory.tensor([1.0]).item() == 1


def test_free_blocks_of_other_sizes_are_given_up_for_a_large_one(small_memory: Device) -> None:
    blocks = [small_memory.empty(1000) for _ in range(12)]
    del blocks
    assert stats(small_memory, "blocks", "reserved") == (12, 12 * 4096)
    large = small_memory.empty(12000)
    assert stats(small_memory, "blocks", "reserved", "allocated") == (1, 48128, 48000)
    with pytest.raises(OutOfMemoryError):
        small_memory.empty(12000)
    assert raw_bytes(large).tolist() == [FRESH] * 48000


def test_giving_up_blocks_waits_for_their_work(small_memory: Device) -> None:
    x = small_memory.tensor(np.ones(4000, np.float32))
    total = small_memory.tensor(np.zeros(4000, np.float32))
    small_memory.inplace_add(total, x)
    del x
    large = small_memory.empty(10000)
    assert (total.numpy() == 1).all()
    del large


def test_a_workspace_that_does_not_fit(small_memory: Device) -> None:
    """The call fails and leaves nothing; the stream's earlier workspace is not used again."""
    d = small_memory
    x, out = d.tensor(np.ones((10, 10), np.float32)), d.empty((10, 10))
    d.add(x.T, x, out=out)
    big, big_out = d.tensor(np.ones((80, 80), np.float32)), d.empty((80, 80))
    handles = machine_of(d).live_handles()
    with pytest.raises(OutOfMemoryError):
        d.add(big.T, big, out=big_out)
    assert machine_of(d).live_handles().get("executor", 0) == 0
    assert machine_of(d).live_handles()["stream"] == handles["stream"]
    d.add(x.T, x, out=out, alpha=2)
    assert (out.numpy() == 3).all()
    taken = d.tensor(np.full(100, 7, np.float32))
    d.add(x.T, x, out=out, alpha=3)
    assert (out.numpy() == 4).all()
    assert (taken.numpy() == 7).all()


# -- without a pool


def test_without_a_pool_every_tensor_has_its_allocation(unpooled: Device) -> None:
    x, y = unpooled.empty(4), unpooled.empty(4)
    assert used(unpooled) == 2
    del x
    assert stats(unpooled, "blocks", "reuses") == (1, 0)
    assert used(unpooled) == 1
    del y
    unpooled.memory_stats()
    assert used(unpooled) == 0


def test_without_a_pool_memory_goes_back_after_a_wait(unpooled: Device) -> None:
    x = unpooled.tensor(np.ones(4, np.float32))
    y = unpooled.add(x, x)
    del x
    unpooled.memory_stats()
    assert used(unpooled) == 2
    assert y.numpy().tolist() == [2, 2, 2, 2]
    assert used(unpooled) == 1
    assert stats(unpooled, "reuses", "blocks") == (0, 1)


def test_without_a_pool_workspaces_go_back_too(unpooled: Device) -> None:
    x = unpooled.tensor(np.arange(6, dtype=np.float32).reshape(2, 3))
    y = unpooled.add(x.T, x.T)
    assert used(unpooled) == 3
    z = unpooled.add(x.T, y)
    assert z.numpy().tolist() == [[0, 9], [3, 12], [6, 15]]
    assert used(unpooled) == 3
    assert unpooled._current_stream().workspace is None


def test_without_a_pool_other_streams_are_waited_for(unpooled: Device) -> None:
    x, one = unpooled.tensor(np.ones(4, np.float32)), unpooled.tensor([1.0])
    other = unpooled.stream()
    unpooled._push_stream(other)
    y = unpooled.add(x, x)
    unpooled._pop_stream(other)
    z = unpooled.add(one, one)
    del x
    assert z.numpy().tolist() == [2]
    assert y.numpy().tolist() == [2, 2, 2, 2]
    unpooled.synchronize()
    unpooled.memory_stats()
    assert used(unpooled) == 3


def test_trim_without_a_pool(unpooled: Device) -> None:
    x = unpooled.tensor(np.ones(4, np.float32))
    y = unpooled.add(x, x)
    del x
    assert unpooled.trim() == 16
    assert used(unpooled) == 1
    assert y.numpy().tolist() == [2, 2, 2, 2]


def test_without_a_pool_a_large_request_waits_for_memory(
    monkeypatch: pytest.MonkeyPatch, device_of: Callable[..., Device]
) -> None:
    monkeypatch.setenv("PYACLNN_SIMULATOR_MEMORY", str(SMALL))
    device = device_of("Ascend910B2", pool=False)
    x = device.tensor(np.ones(5000, np.float32))
    y = device.tensor(np.zeros(5000, np.float32))
    device.inplace_add(y, x)
    del x
    z = device.empty(8000)
    assert (y.numpy() == 1).all()
    assert stats(device, "blocks", "allocated") == (2, 52000)
    del z


PROGRAM = st.lists(
    st.tuples(st.sampled_from(("upload", "add", "drop", "write", "wait", "trim", "switch")), st.integers(0, 30)),
    max_size=40,
)


@pytest.mark.parametrize("pool", [True, False])
def test_random_programs_never_mix_up_blocks(device_of: Callable[..., Device], pool: bool) -> None:
    """Tensors come and go on three streams, in any order; each keeps its own value."""
    device = device_of("Ascend910B1", pool=pool)
    streams: list[Any] = [None, device.stream(), device.stream()]

    @settings(PROPERTY, max_examples=1000)
    @given(PROGRAM)
    def run(program: list[tuple[str, int]]) -> None:
        live: list[tuple[Tensor, float]] = []
        current = 0
        for step, number in program:
            if step == "switch":
                # What one stream wrote, another reads only after a wait: that is the caller's part.
                device.synchronize()
                if streams[current] is not None:
                    device._pop_stream(streams[current])
                current = number % 3
                if streams[current] is not None:
                    device._push_stream(streams[current])
            elif step == "upload" or not live:
                live.append((device.tensor(np.full((2, 3), number, np.float32)), float(number)))
            else:
                tensor, value = live[number % len(live)]
                if step == "add":
                    live.append((device.add(tensor.T, tensor.T).T, 2 * value))
                elif step == "drop":
                    live.pop(number % len(live))
                    del tensor
                elif step == "write":
                    empty = device.empty((2, 3))
                    live.append((empty.copy_from(number), float(number)))
                elif step == "wait":
                    assert (tensor.numpy() == value).all()
                else:
                    device.trim()
        for tensor, value in live:
            assert (tensor.numpy() == value).all()
        if streams[current] is not None:
            device._pop_stream(streams[current])

    run()


def test_outputs_of_two_devices_keep_their_shapes(device_of: Callable[..., Device]) -> None:
    """What an operator remembers of its outputs is shared by the devices of a chip."""
    first, second = device_of("Ascend910B1"), device_of("Ascend910B1")
    for d, extent in ((first, 3), (second, 5), (first, 7), (second, 3)):
        x = d.tensor(np.ones((2, extent), np.float32))
        for _ in range(2):
            assert d.add(x, x, 1).shape == (2, extent)
