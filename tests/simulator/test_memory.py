"""Memory: what can be allocated, freed and filled, and what is known about an address."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pyaclnn.dtypes import INT64

from .machines import D2H, H2D, Sim

FRESH = 0xA5
HOST, DEVICE, UNREGISTERED = 0, 1, 2


class TestAllocating:
    @pytest.mark.parametrize("name", ["aclrtMalloc", "aclrtMallocAlign32", "aclrtMallocCached"])
    def test_addresses_are_aligned(self, sim: Sim, name: str) -> None:
        for size in (1, 31, 512, 1000):
            address = int(sim.ffi.cast("uintptr_t", sim.make(name, "void *", size, 0)))
            assert address % 512 == 0

    def test_fresh_memory_is_filled_with_a_pattern(self, sim: Sim) -> None:
        assert sim.bytes_at(sim.malloc(40), 40) == [FRESH] * 40
        pinned = sim.malloc_host(40)
        assert set(bytes(sim.ffi.buffer(sim.ffi.cast("char *", pinned), 40))) == {FRESH}

    @pytest.mark.parametrize("name", ["aclrtMalloc", "aclrtMallocAlign32", "aclrtMallocCached"])
    @pytest.mark.parametrize("size", [0, 2**64 - 64, 2**64 - 1])
    def test_sizes_that_are_refused(self, sim: Sim, name: str, size: int) -> None:
        pointer = sim.ffi.new("void **")
        assert sim(name, pointer, size, 0) == 100000
        assert pointer[0] == sim.null

    def test_the_rest_of_a_granule_can_be_used(self, sim: Sim) -> None:
        """8 bytes with the 32 that CANN adds lie in one granule of 512: all of it is there, and nothing beside it."""
        memory = sim.upload(np.arange(1, 9, dtype=np.uint8))
        assert sim.bytes_at(memory, 512) == [*range(1, 9), *[0] * 504]
        assert sim("aclrtMemset", memory, 512, 7, 512) == 0
        assert sim("aclrtMemset", memory, 513, 7, 513) == 107000
        assert sim("aclrtMemset", memory + 512, 1, 7, 1) == 107000

    def test_what_cann_adds_can_begin_another_granule(self, sim: Sim) -> None:
        memory = sim.malloc(481)
        assert sim("aclrtMemset", memory, 1024, 7, 1024) == 0
        assert sim("aclrtMemset", memory, 1025, 7, 1025) == 107000

    def test_an_operator_on_memory_that_is_too_small(self, sim: Sim) -> None:
        """A tensor of INT64 on a buffer for half of it: the upper half of its element is zeros, as nobody wrote it."""
        x = sim.upload(np.array([3], np.int32))
        out = sim.malloc(4)
        size, executor = sim.prepared("aclnnNeg", sim.tensor(x, (1,), INT64), sim.tensor(out, (1,), INT64))
        assert sim.launch("aclnnNeg", sim.null, size, executor) == 0
        assert sim("aclrtSynchronizeStream", sim.null) == 0
        assert sim.download(out, np.int64, 1).tolist() == [-3]

    @pytest.mark.parametrize("policy", [1, 2, 5, 7, 256, 4096, 999])
    def test_any_policy_is_taken(self, sim: Sim, policy: int) -> None:
        assert sim("aclrtMalloc", sim.ffi.new("void **"), 8, policy) == 0

    def test_nulls(self, sim: Sim) -> None:
        assert sim("aclrtMalloc", sim.null, 8, 0) == 100000
        assert sim("aclrtMallocHost", sim.null, 8) == 100000
        assert sim("aclrtMallocHost", sim.ffi.new("void **"), 0) == 100000
        assert sim("aclrtFree", sim.null) == 100000
        assert sim("aclrtFreeHost", sim.null) == 100000

    def test_arguments_are_checked_before_the_context(self, bare: Sim) -> None:
        assert bare("aclrtMalloc", bare.ffi.new("void **"), 0, 0) == 100000
        assert bare("aclrtMallocHost", bare.ffi.new("void **"), 0) == 100000

    def test_out_of_memory(self, sim: Sim) -> None:
        pointer = sim.ffi.new("void **")
        assert sim("aclrtMalloc", pointer, 2**24 + 1, 0) == 207001
        assert sim("aclrtMalloc", pointer, 2**62, 0) == 207001
        half = sim.malloc(2**23)
        assert sim("aclrtMalloc", pointer, 2**23, 0) == 207001
        assert pointer[0] == sim.null
        sim.ok("aclrtFree", half)
        assert sim("aclrtMalloc", pointer, 2**23, 0) == 0

    def test_host_memory_is_not_the_devices(self, sim: Sim) -> None:
        sim.malloc_host(2**24 + 1)
        assert sim.machine.memory.used(0) == 0
        assert sim("aclrtMallocHost", sim.ffi.new("void **"), 2**62) == 207001
        assert sim("aclrtMallocHost", sim.ffi.new("void **"), 2**64 - 1) == 207001

    def test_devices_have_memory_of_their_own(self, pair: Sim) -> None:
        pair.ok("aclrtSetDevice", 0)
        pair.malloc(2**23)
        pair.ok("aclrtSetDevice", 1)
        pair.malloc(2**23)
        assert pair("aclrtMalloc", pair.ffi.new("void **"), 2**23, 0) == 207001

    def test_configurations(self, sim: Sim) -> None:
        pointer = sim.make("aclrtMallocWithCfg", "void *", 8, 0, sim.null)
        pinned = sim.make("aclrtMallocHostWithCfg", "void *", 8, sim.null)
        sim.ok("aclrtFree", pointer)
        sim.ok("aclrtFreeHost", pinned)
        attribute = sim.ffi.new("aclrtMallocAttribute *")
        cfg = sim.ffi.new("aclrtMallocConfig *", {"attrs": attribute, "numAttrs": 1})
        assert sim("aclrtMallocWithCfg", sim.ffi.new("void **"), 8, 0, cfg) == 207000


class TestFreeing:
    def test_once(self, sim: Sim) -> None:
        pointer, pinned = sim.malloc(8), sim.malloc_host(8)
        assert [sim("aclrtFree", pointer) for _ in range(2)] == [0, 107000]
        assert [sim("aclrtFreeHost", pinned) for _ in range(2)] == [0, 107000]

    def test_what_is_no_start_of_an_allocation(self, sim: Sim) -> None:
        pointer, data = sim.malloc(64), np.zeros(8, np.uint8)
        assert sim("aclrtFree", pointer + 32) == 107000
        assert sim("aclrtFree", sim.host(data)) == 107000
        assert sim("aclrtFreeHost", sim.host(data)) != 0
        sim.ok("aclrtFree", pointer)

    def test_host_and_device_mixed_up(self, sim: Sim) -> None:
        pointer, pinned = sim.malloc(8), sim.malloc_host(8)
        assert sim("aclrtFree", pinned) == 107000
        assert sim("aclrtFreeHost", pointer) == 107000
        sim.ok("aclrtFree", pointer)
        sim.ok("aclrtFreeHost", pinned)

    def test_memory_of_another_device(self, pair: Sim) -> None:
        pair.ok("aclrtSetDevice", 0)
        pointer = pair.malloc(8)
        pair.ok("aclrtSetDevice", 1)
        pair.ok("aclrtFree", pointer)
        assert pair.machine.memory.used(0) == 0

    def test_it_does_not_wait(self, sim: Sim) -> None:
        memory = sim.malloc(8)
        sim.ok("aclrtMemsetAsync", memory, 8, 0, 8, sim.null)
        sim.ok("aclrtFree", memory)
        assert sim("aclrtSynchronizeStream", sim.null) == 507013

    def test_use_after_free(self, sim: Sim) -> None:
        memory, data = sim.malloc(8), np.zeros(8, np.uint8)
        sim.ok("aclrtFree", memory)
        assert sim("aclrtMemcpy", sim.host(data), 8, memory, 8, D2H) == 107000
        assert sim("aclrtMemcpy", memory, 8, sim.host(data), 8, H2D) == 107000
        assert sim("aclrtMemset", memory, 8, 0, 8) == 107000
        assert "freed at" in str(sim.message())


class TestMemset:
    def test_low_eight_bits(self, sim: Sim) -> None:
        memory = sim.malloc(4)
        sim.ok("aclrtMemset", memory, 4, 0x1FF, 1)
        sim.ok("aclrtMemset", memory + 1, 3, -2, 2)
        assert sim.bytes_at(memory, 4) == [0xFF, 0xFE, 0xFE, FRESH]

    def test_host_memory(self, sim: Sim) -> None:
        pinned = sim.malloc_host(4)
        sim.ok("aclrtMemset", pinned, 4, 7, 4)
        assert bytes(sim.ffi.buffer(sim.ffi.cast("char *", pinned), 4)) == bytes([7] * 4)

    def test_nothing_to_fill(self, bare: Sim) -> None:
        assert bare("aclrtMemset", bare.null, 0, 0, 0) == 0
        assert bare("aclrtMemsetAsync", bare.null, 0, 0, 0, bare.bogus()) == 0

    def test_codes(self, sim: Sim) -> None:
        memory = sim.malloc(8)
        assert sim("aclrtMemset", sim.null, 8, 0, 8) == 100000
        assert sim("aclrtMemsetAsync", sim.null, 8, 0, 8, sim.null) == 100000
        assert sim("aclrtMemset", memory, 4, 0, 8) == 107000
        assert sim("aclrtMemsetAsync", memory, 4, 0, 8, sim.null) == 107000
        assert sim("aclrtMemset", memory + 508, 8, 0, 8) == 107000, "it leaves the allocation"

    def test_a_stream_is_checked_before_the_count(self, bare: Sim) -> None:
        data = np.zeros(8, np.uint8)
        assert bare("aclrtMemsetAsync", bare.host(data), 4, 0, 8, bare.bogus()) == 107017
        assert bare("aclrtMemsetAsync", bare.host(data), 4, 0, 8, bare.null) == 107000

    def test_it_does_not_wait_for_streams(self, sim: Sim) -> None:
        memory = sim.malloc(1)
        sim.ok("aclrtMemsetAsync", memory, 1, 1, 1, sim.null)
        sim.ok("aclrtMemset", memory, 1, 2, 1)
        assert sim.bytes_at(memory, 1) == [2]
        sim.ok("aclrtSynchronizeStream", sim.null)
        assert sim.bytes_at(memory, 1) == [1]


class TestMemInfo:
    def info(self, sim: Sim, attr: int = 1) -> tuple[int, int]:
        free, total = sim.ffi.new("size_t *"), sim.ffi.new("size_t *")
        sim.ok("aclrtGetMemInfo", attr, free, total)
        return int(free[0]), int(total[0])

    @pytest.mark.parametrize("attr", range(18))
    def test_attributes(self, sim: Sim, attr: int) -> None:
        assert self.info(sim, attr) == (2**24, 2**24)

    def test_free_follows_allocations(self, sim: Sim) -> None:
        memory = sim.malloc(2**20)
        free, total = self.info(sim)
        assert (2**24 - free >= 2**20, total) == (True, 2**24)
        sim.ok("aclrtFree", memory)
        assert self.info(sim) == (2**24, 2**24)

    def test_codes(self, bare: Sim) -> None:
        size = bare.ffi.new("size_t *")
        assert bare("aclrtGetMemInfo", 18, bare.null, size) == 100000
        assert bare("aclrtGetMemInfo", 1, size, bare.null) == 100000
        assert bare("aclrtGetMemInfo", 18, size, size) == 107016
        assert bare("aclrtGetMemInfo", 1, size, size) == 107002


class TestPointerAttributes:
    def location(self, sim: Sim, pointer: Any) -> tuple[int, int]:
        attributes = sim.ffi.new("aclrtPtrAttributes *")
        sim.ok("aclrtPointerGetAttributes", pointer, attributes)
        assert attributes.pageSize > 0
        return int(attributes.location.type), int(attributes.location.id)

    def test_locations(self, pair: Sim) -> None:
        pair.ok("aclrtSetDevice", 1)
        data = np.zeros(8, np.uint8)
        memory = pair.malloc(8)
        assert self.location(pair, memory) == (DEVICE, 1)
        assert self.location(pair, memory + 7) == (DEVICE, 1), "inside an allocation"
        assert self.location(pair, pair.malloc_host(8)) == (HOST, 0)
        assert self.location(pair, pair.host(data)) == (UNREGISTERED, 0)

    def test_codes(self, bare: Sim) -> None:
        attributes, data = bare.ffi.new("aclrtPtrAttributes *"), np.zeros(8, np.uint8)
        assert bare("aclrtPointerGetAttributes", bare.null, attributes) == 100000
        assert bare("aclrtPointerGetAttributes", bare.host(data), bare.null) == 100000
        assert bare("aclrtPointerGetAttributes", bare.ffi.cast("void *", 4096), attributes) == 107000
