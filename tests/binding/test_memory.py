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
from pyaclnn.calls import outputs

from ..routes import BACKEND
from .helpers import FRESH, PROPERTY, machine_of, raw_bytes

KIB, MIB = 1024, 1024 * 1024
SMALL = 64 * KIB
SEGMENT = 2 * MIB  # what small blocks are cut from


@pytest.fixture
def small_memory(monkeypatch: pytest.MonkeyPatch, device_of: Callable[..., Device]) -> Device:
    """A device with 64 KiB: less than a segment."""
    monkeypatch.setenv("PYACLNN_SIMULATOR_MEMORY", str(SMALL))
    return device_of("Ascend910B2", pool=True)


@pytest.fixture
def unpooled(device_of: Callable[..., Device]) -> Device:
    return device_of("Ascend910B1", pool=False)


def used(device: Device) -> int:
    """Allocations that the machine sees."""
    return machine_of(device).memory.count(0)


def stats(device: Device, *names: str) -> tuple[int, ...]:
    found = device.memory_stats()
    return tuple(found[n] for n in names)


def test_a_freed_block_is_reused_by_the_same_stream(device: Device) -> None:
    x = device.empty(100)
    address = x.data_ptr
    del x
    y = device.empty(120)  # 480 bytes and 32 behind them: 512, as 400 are rounded to
    assert y.data_ptr == address
    assert stats(device, "allocations", "reuses", "blocks") == (1, 1, 1)
    z = device.empty(121)
    assert z.data_ptr == address + 512
    assert stats(device, "allocations", "reuses", "blocks") == (1, 2, 2)


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


def test_a_stream_does_not_get_what_another_may_still_touch(device: Device) -> None:
    x, ones = device.tensor(np.ones(4, np.float32)), device.tensor(np.ones(4, np.float32))
    y = device.add(x, ones)
    address = x.data_ptr
    del x
    with device.stream():
        z = device.tensor(np.full(4, 7, np.float32))
        assert z.data_ptr != address
        assert stats(device, "segments") == (1,), "but of the rest, which nothing was done with"
    assert y.numpy().tolist() == [2, 2, 2, 2]
    assert z.numpy().tolist() == [7, 7, 7, 7]


def test_a_stream_gets_what_another_has_passed(device: Device) -> None:
    x = device.tensor(np.ones((4, 4), np.float32))
    y = device.add(x, x)
    address = y.data_ptr
    assert y.numpy().sum() == 32
    device.trim()  # what waits for the next output of its kind
    del x, y
    with device.stream():
        held = [device.empty(4) for _ in range(3)]
        assert address in {t.data_ptr for t in held}
    assert stats(device, "allocations", "segments") == (1, 1)
    del held


def test_short_streams_need_no_memory_of_their_own(device: Device) -> None:
    x = device.tensor(np.ones(4, np.float32))
    for _ in range(20):
        with device.stream():
            assert device.add(x, device.add(x, x)).numpy().tolist() == [3, 3, 3, 3]
    assert stats(device, "allocations", "segments", "reserved") == (1, 1, SEGMENT)
    del x
    device.synchronize()
    assert device.trim() == SEGMENT


def test_a_storage_forgets_streams_that_are_done_with_it(device: Device) -> None:
    x = device.tensor(np.ones(4, np.float32))
    for _ in range(50):
        with device.stream():
            device.add(x, x)
            device.inplace_add(x, x, 0)
    storage = x._storage
    assert len(storage.users) <= 2
    streams = [device.stream() for _ in range(5)]
    for stream in streams:
        device._push_stream(stream)
        device.add(x, x)
        device._pop_stream(stream)
    assert storage.users >= set(streams), "they are still to be waited for"
    device.synchronize()
    device.add(x, x)
    assert len(storage.users) <= 2
    for stream in streams:
        stream.close()


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


def test_trim_returns_what_is_wholly_free(device: Device) -> None:
    x, y = device.empty(100), device.empty(400 * KIB)
    assert stats(device, "segments", "reserved", "allocated") == (2, SEGMENT + 20 * MIB, 400 + 1600 * KIB)
    assert device.trim() == 0
    del y
    assert device.trim() == 20 * MIB
    assert used(device) == 1
    assert stats(device, "reserved", "segments", "allocated") == (SEGMENT, 1, 400)
    del x
    assert device.trim() == SEGMENT
    assert used(device) == 0
    assert device.trim() == 0


def test_trim_waits_for_queued_work(device: Device) -> None:
    x, kept = device.tensor(np.ones(4, np.float32)), device.empty(400 * KIB)
    kept.copy_from(1)
    device.inplace_add(kept[:4], x)
    del x
    assert device.trim() == SEGMENT
    assert raw_bytes(kept)[:20].view(np.float32).tolist() == [2, 2, 2, 2, 1]


def test_trim_waits_for_other_streams_that_used_a_block(device: Device) -> None:
    x, y = device.tensor(np.ones(4, np.float32)), device.empty(400 * KIB)
    y.copy_from(0)
    other = device.stream()
    device._push_stream(other)
    device.inplace_add(y, x[:1])
    device._pop_stream(other)
    del x
    assert device.trim() == SEGMENT
    assert (y.numpy() == 1).all()


def test_trim_returns_workspaces(device: Device) -> None:
    x = device.tensor(np.arange(6, dtype=np.float32).reshape(2, 3))
    y = device.add(x.T, x.T)
    assert device._current_stream().workspace is not None
    del x
    device.trim()
    assert device._current_stream().workspace is None
    assert y.numpy().tolist() == [[0, 6], [2, 8], [4, 10]]
    del y
    assert device.trim() == SEGMENT


def test_stats(device: Device) -> None:
    names = "allocated", "peak", "reserved", "free", "largest_free", "segments", "blocks", "allocations", "reuses"
    assert stats(device, *names, "splits") == (0,) * 10
    x, y = device.empty(100), device.empty((3, 3), "float64")
    assert stats(device, *names) == (472, 472, SEGMENT, SEGMENT - 1024, SEGMENT - 1024, 1, 2, 1, 1)
    del x
    assert stats(device, *names) == (72, 472, SEGMENT, SEGMENT - 512, SEGMENT - 1024, 1, 1, 1, 1)
    z = device.empty(10, "int8")
    assert stats(device, *names) == (82, 472, SEGMENT, SEGMENT - 1024, SEGMENT - 1024, 1, 2, 1, 2)
    assert stats(device, "splits") == (1,), "the second block was cut from the rest of the first"
    del y, z
    assert stats(device, *names) == (0, 472, SEGMENT, SEGMENT, SEGMENT, 1, 0, 1, 2)


def test_outputs_that_take_over_an_earlier_one_count_as_reuses(device: Device) -> None:
    x = device.tensor(np.ones(4, np.float32))
    device.add(x, x)  # its like is not known yet
    before = stats(device, "reuses")[0]
    for _ in range(20):
        device.add(x, x)
    assert stats(device, "reuses", "allocations") == (before + 20, 1)
    device.trim()
    assert stats(device, "reuses", "allocations") == (before + 20, 1)


def test_memory_that_waits_for_outputs_of_too_many_kinds_is_given_up(
    device: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outputs, "KINDS", 3)
    for extent in range(1, 20):
        x = device.tensor(np.ones(extent, np.float32))
        for _ in range(2):
            assert device.add(x, x).numpy().tolist() == [2] * extent
        assert len(device._spares) <= 4


def test_what_is_recorded_gets_only_what_nothing_can_touch(device: Device) -> None:
    """A graph may run on another stream, which waits for nothing."""
    x = device.tensor(np.ones(4, np.float32))
    earlier = device.empty(4)
    device.inplace_copy(earlier, x)
    address = earlier.data_ptr
    del earlier
    with device.capture() as graph:
        y = device.mul(x, x)
        z = device.add(y, x.expand(2, 4).T[:, 0])
    assert address not in (y.data_ptr, z.data_ptr)
    with device.stream() as stream:
        graph.replay(stream)
        stream.synchronize()
    assert z.numpy().tolist() == [2, 2, 2, 2]
    graph.close()


def test_views_cost_no_memory(device: Device) -> None:
    x = device.empty((4, 4))
    before = device.memory_stats()
    views = [x.T, x[1:], x.unsqueeze(0).expand(7, 4, 4), x.view(16)]
    assert device.memory_stats() == before
    del views


def test_tensors_freed_after_a_close_are_not_counted_again() -> None:
    device = Device(0, backend=BACKEND, pool=True)
    with device:
        x = device.tensor([1.0, 2.0])
    names = "allocated", "blocks", "reserved", "free", "segments"
    assert stats(device, *names) == (0, 0, 0, 0, 0)
    with device:
        del x
        gc.collect()
        assert stats(device, *names) == (0, 0, 0, 0, 0)
        y = device.empty(3)
        assert stats(device, *names) == (12, 1, SEGMENT, SEGMENT - 512, 1)
        del y


def test_an_old_tensor_does_not_free_a_new_block() -> None:
    device = Device(0, backend=BACKEND, pool=True)
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


def test_free_blocks_are_given_up_for_a_large_one(small_memory: Device) -> None:
    blocks = [small_memory.empty(1000) for _ in range(12)]  # no segment fits: each has its allocation
    assert stats(small_memory, "segments", "reserved") == (12, 12 * 4000)
    del blocks
    large = small_memory.empty(12000)
    assert stats(small_memory, "segments", "reserved", "allocated") == (1, 48000, 48000)
    with pytest.raises(OutOfMemoryError):
        small_memory.empty(12000)
    assert raw_bytes(large).tolist() == [FRESH] * 48000


@pytest.fixture
def memory_of(monkeypatch: pytest.MonkeyPatch, device_of: Callable[..., Device]) -> Callable[[int], Device]:
    def make(nbytes: int) -> Device:
        monkeypatch.setenv("PYACLNN_SIMULATOR_MEMORY", str(nbytes))
        return device_of("Ascend910B2", pool=True)

    return make


@pytest.mark.parametrize("nbytes", [1_980_000, 1_999_900])
def test_what_just_fits(memory_of: Callable[[int], Device], nbytes: int) -> None:
    device = memory_of(2_000_000)
    assert device.empty(nbytes, "int8").size == nbytes
    assert stats(device, "reserved") == (nbytes,)


def test_a_full_device_gives_out_parts_of_what_is_in_use(memory_of: Callable[[int], Device]) -> None:
    """Trimming can't return a segment of which something is used, but the rest of it serves, whatever its stream, and
    large ones serve small requests, too."""
    device = memory_of(21 * MIB)
    kept, other = device.empty(2 * MIB, "int8"), device.empty(2 * MIB, "int8")
    assert stats(device, "segments", "reserved") == (1, 20 * MIB)
    kept.copy_from(1), other.copy_from(2)
    device.inplace_copy(kept[:4], other[:4])
    del other
    with device.stream():
        held = [device.tensor(np.full(200_000, i, np.float32)) for i in range(20)]
    assert stats(device, "reserved") < (21 * MIB,)
    assert [t.numpy()[[0, -1]].tolist() for t in held] == [[i, i] for i in range(20)]
    assert kept[:5].numpy().tolist() == [2, 2, 2, 2, 1]


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
    assert stats(unpooled, "segments", "blocks", "reuses") == (1, 1, 0)
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
    assert stats(unpooled, "reuses", "segments", "blocks") == (0, 1, 1)


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
    assert stats(device, "segments", "blocks", "allocated") == (2, 2, 52000)
    del z


@pytest.mark.parametrize("pool", [None, True, False])
def test_in_the_check_mode_each_tensor_has_its_allocation(device_of: Callable[..., Device], pool: bool | None) -> None:
    """On the built libraries, too (PYACLNN_TEST_ROUTE=libraries)."""
    device = device_of("Ascend910B1", pool=pool)
    is_checked = machine_of(device).settings.check
    held = [device.empty(3) for _ in range(3)]
    assert used(device) == (1 if pool or (pool is None and not is_checked) else 3)
    del held


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
