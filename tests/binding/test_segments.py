"""The pool's blocks: cut from segments, made one again, and given to streams so that none disturbs another."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyaclnn import Device, Stream, Tensor
from pyaclnn.segments import segment_size, size_class
from pyaclnn.storage import Storage

from .helpers import PROPERTY, machine_of

MIB = 1024 * 1024


@pytest.mark.parametrize(
    ("nbytes", "size"),
    # CANN's manual asks for a multiple of 32 bytes and 32 more for each part of an allocation.
    [(0, 512), (1, 512), (480, 512), (481, 1024), (512, 1024), (992, 1024), (993, 1536), (MIB, MIB + 512)],
)
def test_size_classes(nbytes: int, size: int) -> None:
    assert size_class(nbytes) == size


@pytest.mark.parametrize(
    ("size", "segment"),
    # The sizes of PyTorch's caching allocator.
    [(512, 2 * MIB), (MIB, 2 * MIB), (MIB + 512, 20 * MIB), (10 * MIB - 512, 20 * MIB), (10 * MIB, 10 * MIB),
     (10 * MIB + 512, 12 * MIB), (2**40 + 512, 2**40 + 2 * MIB)],
)  # fmt: skip
def test_segment_sizes(size: int, segment: int) -> None:
    assert segment_size(size) == segment


@PROPERTY
@given(st.integers(1, 2**50))
def test_a_block_holds_its_request_and_32_bytes(nbytes: int) -> None:
    size = size_class(nbytes)
    assert nbytes + 32 <= size < nbytes + 32 + 32 + 512
    assert size % 512 == 0
    assert segment_size(size) >= size


def test_many_small_tensors_share_an_allocation(device: Device) -> None:
    large = device.empty(4 * MIB, "int8")
    del large
    held = [device.empty(120) for _ in range(16)]
    assert device.memory_stats()["allocations"] == 2, "one for the large tensor, one for all the small"
    assert len({t.data_ptr for t in held}) == 16


def test_growing_tensors_one_after_another(device: Device) -> None:
    x = None
    for i in range(1, 3000):
        x = device.empty(37 * i)
    assert device.memory_stats()["allocations"] == 1
    assert device.memory_stats()["reserved"] == 2 * MIB
    del x


def test_a_large_block_keeps_a_rest_that_is_too_small(device: Device) -> None:
    """What is left of a large one serves no large request; it is neither cut off nor lost."""
    x = device.empty(19 * MIB + 512 * 1024, "int8")  # of 10 MiB or more: 20 MiB of its own
    assert device.memory_stats()["free"] == 0
    assert device.memory_stats()["splits"] == 0
    del x
    assert device.memory_stats()["free"] == 20 * MIB


SIZES = (0, 1, 480, 481, 3000, 60_000, MIB - 32, MIB, 3 * MIB, 12 * MIB)


@pytest.mark.parametrize("seed", range(8))
def test_blocks_never_overlap_and_become_one_again(device: Device, seed: int) -> None:
    """Requests of three streams in any order, against a list of what is held, and of what was freed by which stream and
    after what of its work: nobody else may have that before the stream was waited for."""
    rng, pool = random.Random(seed), device._pool
    streams = [device.stream() for _ in range(3)]
    mark = device.event()
    held: list[tuple[int, int, Storage]] = []
    freed: list[tuple[int, int, Stream, int]] = []
    for _ in range(400):
        stream = rng.choice(streams)
        step = rng.choices(("take", "free", "launch", "wait", "trim", "close"), (40, 35, 20, 4, 1, 1))[0]
        if step == "take":
            nbytes = rng.choice(SIZES)
            is_checked = rng.random() < 0.5  # the numbers put everything freed in order
            before = device.memory_stats()["allocations"] if is_checked else 0
            small = nbytes + 32 <= MIB  # small and large ones don't share segments
            free = [b for s in pool._segments if s.is_small is small for b in s.blocks() if b.arena is not None]
            fitting = [b for b in free if b.size >= nbytes + 32 + -nbytes % 32]
            usable = [b for b in fitting if b.is_idle or b.stream is stream]
            storage = pool.storage(nbytes, stream)
            if is_checked:
                assert device.memory_stats()["allocations"] == before + (not usable), "asked for needlessly"
            start, end = storage.address, storage.address + nbytes + 32
            assert start % 512 == 0
            assert all(end <= a or b <= start for a, b, _ in held)
            for a, b, last, launched in freed:
                assert end <= a or b <= start or last is stream or last.is_closed or last.passed >= launched
            block = storage.block
            assert block is not None
            for a, b, last, launched in freed:  # an upload waits for what the block's stream did with the block before
                if a < end and start < b and last is stream:
                    assert block.freed_at >= launched or last.passed >= launched
            held.append((start, end, storage))
            del storage, block
        elif step == "free" and held:
            start, end, storage = held.pop(rng.randrange(len(held)))
            assert storage.block is not None
            home = storage.block.stream
            del storage
            pool.collect()
            freed.append((start, end, home, home.launched))
        elif step == "launch":
            mark.record(stream)
        elif step == "wait":
            stream.synchronize()
        elif step == "trim":
            device.trim()
            freed.clear()  # addresses may come again
        elif step == "close":
            stream.close()
            streams[streams.index(stream)] = device.stream()
        if rng.random() < 0.7:
            continue
        found = device.memory_stats()
        assert found["allocated"] == sum(s.nbytes for _, _, s in held)
        assert found["blocks"] == len(held)
        assert found["reserved"] == sum(s.size for s in pool._segments)
        assert found["reserved"] - found["free"] >= sum(end - start - 32 for start, end, _ in held)
    held.clear()
    for stream in streams:
        stream.close()
    found = device.memory_stats()
    assert found["free"] == found["reserved"] > 0
    assert all(s.first.size == s.size and s.first.next is None for s in pool._segments), "all parts are one again"
    assert found["largest_free"] == max(s.size for s in pool._segments)
    assert device.trim() == found["reserved"]
    assert machine_of(device).memory.count(0) == 0


@pytest.mark.parametrize("seed", range(10))
def test_random_programs_over_streams_that_nothing_waits_for(device: Device, seed: int) -> None:
    """The simulator runs streams late: memory given to one stream before another is done with it changes a value.

    Tensors are used on their own stream, or on another after an event; the model is a number for each.
    """
    rng = random.Random(seed)
    streams = [device.stream() for _ in range(3)]
    live: list[tuple[Tensor, float, Stream]] = []
    tensor: Tensor | None
    for _ in range(500):
        stream = rng.choice(streams)
        kinds = ("upload", "add", "share", "drop", "drop many", "read", "wait", "trim", "close")
        step = rng.choices(kinds, (10, 40, 15, 30, 2, 2, 1, 1, 1))[0]
        own = [entry for entry in live if entry[2] is stream]
        device._push_stream(stream)
        if step == "upload":
            number = rng.randrange(1000)
            size = rng.choice((3, 150, 3, 150, 5000, 300_000))
            live.append((device.tensor(np.full(size, number, np.float32)), float(number), stream))
        elif step == "add" and own:
            tensor, value, _ = rng.choice(own)
            factor = rng.choice((0, 1, 2)) if value < 2**20 else 0  # float32 is exact
            live.append((device.add(tensor, tensor, factor), value * (1 + factor), stream))
        elif step == "share" and live:
            tensor, value, home = rng.choice(live)
            stream.wait_for(home)
            live.append((device.add(tensor, tensor, 0), value, stream))
        elif step == "drop" and live:
            live.pop(rng.randrange(len(live)))
        elif step == "drop many":
            del live[::2]
        elif step == "read" and live:
            tensor, value, _ = rng.choice(live)
            assert (tensor.numpy() == value).all()
        elif step == "wait":
            stream.synchronize()
        elif step == "trim":
            device.trim()
        device._pop_stream(stream)
        if step == "close":
            stream.close()
            streams[streams.index(stream)] = device.stream()
            live = [entry for entry in live if entry[2] is not stream]
        own, tensor = [], None
    for found, value, _ in live:
        assert (found.numpy() == value).all()
    del found
    live.clear()
    for stream in streams:
        stream.close()
