"""Memory: what can be allocated, freed, filled and copied, and the codes for everything that can't."""

from __future__ import annotations

import mmap
from typing import Any

import numpy as np
import pytest

from .machines import D2D, D2H, DEFAULT, H2BUF2D, H2D, H2H, Sim

FRESH = 0xA5
HOST, DEVICE, UNREGISTERED = 0, 1, 2
KIND_NAMES = {H2H: "h2h", H2D: "h2d", D2H: "d2h", D2D: "d2d", DEFAULT: "default", H2BUF2D: "h2buf2d"}


def kinds(*values: int) -> Any:
    return pytest.mark.parametrize("kind", values, ids=[KIND_NAMES[v] for v in values])


class Places:
    """Eight bytes in each sort of memory, holding 1 to 8; ``pageable`` is an ordinary host array."""

    def __init__(self, sim: Sim) -> None:
        self.sim = sim
        self._arrays: list[np.ndarray[Any, Any]] = []

    def __getitem__(self, place: str) -> Any:
        data = np.arange(1, 9, dtype=np.uint8)
        if place == "pageable":
            self._arrays.append(data)
            return self.sim.host(data)
        pointer = self.sim.malloc(8) if place == "device" else self.sim.malloc_host(8)
        self.sim.ok("aclrtMemcpy", pointer, 8, self.sim.host(data), 8, DEFAULT)
        return pointer

    def read(self, pointer: Any) -> list[int]:
        data = np.zeros(8, np.uint8)
        self.sim.ok("aclrtMemcpy", self.sim.host(data), 8, pointer, 8, DEFAULT)
        return [int(b) for b in data]


@pytest.fixture
def places(sim: Sim) -> Places:
    return Places(sim)


def unmapped(sim: Sim) -> Any:
    return sim.ffi.cast("void *", 4096)


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
        assert sim("aclrtMemset", memory + 4, 8, 0, 8) == 107000, "it leaves the allocation"

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


class TestMemcpy:
    def test_nothing_to_copy(self, bare: Sim) -> None:
        assert bare("aclrtMemcpy", bare.null, 0, bare.null, 0, 99) == 0
        assert bare("aclrtMemcpyAsync", bare.null, 0, bare.null, 0, 99, bare.bogus()) == 0

    @pytest.mark.parametrize(("dst", "src"), [(False, True), (True, False), (False, False)])
    def test_nulls(self, sim: Sim, dst: bool, src: bool) -> None:
        data = np.zeros(8, np.uint8)
        target, source = (sim.host(data) if there else sim.null for there in (dst, src))
        assert sim("aclrtMemcpy", target, 8, source, 8, H2H) == 100000
        assert sim("aclrtMemcpyAsync", target, 8, source, 8, H2H, sim.null) == 100000

    @pytest.mark.parametrize("kind", [6, 7, 99])
    def test_kinds_that_do_not_exist(self, places: Places, kind: int) -> None:
        sim, target, source = places.sim, places["device"], places["device"]
        assert sim("aclrtMemcpy", target, 4, source, 8, kind) == 100000
        assert sim("aclrtMemcpyAsync", target, 4, source, 8, kind, sim.null) == 100000

    @pytest.mark.parametrize("limit", [0, 7])
    def test_room_at_the_destination(self, places: Places, limit: int) -> None:
        sim, target, source = places.sim, places["device"], places["pageable"]
        assert sim("aclrtMemcpy", target, limit, source, 8, H2D) == 107000
        assert sim("aclrtMemcpyAsync", target, limit, source, 8, H2D, sim.null) == 107000

    def test_order_of_checks(self, bare: Sim) -> None:
        data = np.zeros(8, np.uint8)
        here, there = bare.host(data), bare.host(data[4:])
        assert bare("aclrtMemcpy", here, 0, bare.null, 4, 99) == 100000
        assert bare("aclrtMemcpy", here, 4, here, 4, H2H) == 0, "onto itself, without a context"
        assert bare("aclrtMemcpy", here, 2, here, 4, H2H) == 107000
        assert bare("aclrtMemcpy", here, 4, there, 4, H2H) == 107002
        assert bare("aclrtMemcpyAsync", here, 2, there, 4, H2D, bare.bogus()) == 107000
        assert bare("aclrtMemcpyAsync", here, 4, there, 4, H2D, bare.bogus()) == 107017
        assert bare("aclrtMemcpyAsync", here, 4, there, 4, H2H, bare.null) == 107002

    def test_only_count_bytes_move(self, sim: Sim) -> None:
        memory, data = sim.malloc(8), np.arange(1, 9, dtype=np.uint8)
        sim.ok("aclrtMemcpy", memory + 2, 6, sim.host(data), 3, H2D)
        assert sim.bytes_at(memory, 8) == [FRESH, FRESH, 1, 2, 3, FRESH, FRESH, FRESH]

    @pytest.mark.parametrize("dst", ["device", "pinned", "pageable"])
    @pytest.mark.parametrize("src", ["device", "pinned", "pageable"])
    def test_directions(self, places: Places, src: str, dst: str) -> None:
        sim, fitting = places.sim, {False: {False: H2H, True: H2D}, True: {False: D2H, True: D2D}}
        kind = fitting[src == "device"][dst == "device"]
        for allowed in (kind, DEFAULT):
            target, source = places[dst], places[src]
            sim.ok("aclrtMemset", places["device"], 8, 0, 8)
            sim.ok("aclrtMemcpy", target, 8, source, 8, allowed)
            assert places.read(target) == [1, 2, 3, 4, 5, 6, 7, 8]
        for other in {H2H, H2D, D2H, D2D} - {kind}:
            assert sim("aclrtMemcpy", places[dst], 8, places[src], 8, other) == 107000

    def test_host_to_device_through_a_buffer(self, places: Places) -> None:
        target = places.sim.malloc(8)
        places.sim.ok("aclrtMemcpy", target, 8, places["pageable"], 8, H2BUF2D)
        assert places.read(target) == [1, 2, 3, 4, 5, 6, 7, 8]

    def test_between_devices(self, pair: Sim) -> None:
        pair.ok("aclrtSetDevice", 0)
        source = pair.upload(np.arange(4, dtype=np.uint8))
        pair.ok("aclrtSetDevice", 1)
        target = pair.malloc(4)
        pair.ok("aclrtMemcpy", target, 4, source, 4, D2D)
        assert pair.bytes_at(target, 4) == [0, 1, 2, 3]

    def test_ranges_that_leave_an_allocation(self, places: Places) -> None:
        sim, data = places.sim, np.zeros(64, np.uint8)
        device, pinned = places["device"], places["pinned"]
        assert sim("aclrtMemcpy", device, 9, sim.host(data), 9, H2D) == 107000
        assert sim("aclrtMemcpy", sim.host(data), 9, device, 9, D2H) == 107000
        assert sim("aclrtMemcpy", sim.host(data), 8, device + 1, 8, D2H) == 107000
        assert sim("aclrtMemcpy", sim.host(data), 8, device - 1, 8, D2H) == 107000
        assert sim("aclrtMemcpy", pinned, 9, sim.host(data), 9, H2H) == 107000
        assert sim("aclrtMemcpy", device, 8, pinned + 1, 8, H2D) == 107000

    @kinds(H2D, DEFAULT)
    def test_space_between_allocations_belongs_to_nobody(self, sim: Sim, kind: int) -> None:
        first, second = sim.malloc(8), sim.malloc(8)
        for allocation in (first, second):
            for place in (allocation - 1, allocation - 512, allocation + 8, allocation + 500):
                assert sim("aclrtMemcpy", first, 1, place, 1, kind) == 107000

    def test_an_address_that_is_no_memory_is_no_crash(self, sim: Sim) -> None:
        memory = sim.malloc(8)
        assert sim("aclrtMemcpy", memory, 8, unmapped(sim), 8, H2D) == 507899
        assert sim("aclrtMemcpy", unmapped(sim), 8, memory, 8, D2H) == 507899
        assert sim("aclrtMemcpy", memory, 8, unmapped(sim), 8, DEFAULT) == 507899

    def test_a_host_range_that_ends_in_no_memory(self, sim: Sim) -> None:
        area = mmap.mmap(-1, 2 * mmap.PAGESIZE)
        start = sim.ffi.cast("char *", sim.ffi.from_buffer(area))
        memory = sim.malloc(8)
        assert sim("aclrtMemcpy", memory, 8, start, 8, H2D) == 0
        assert sim("aclrtMemcpy", memory, 8, sim.ffi.cast("void *", 2**47 - 4), 8, H2D) == 507899

    def test_it_does_not_wait_for_streams(self, sim: Sim) -> None:
        memory = sim.malloc(1)
        sim.ok("aclrtMemsetAsync", memory, 1, 1, 1, sim.null)
        assert sim.bytes_at(memory, 1) == [FRESH]


# Which kinds an asynchronous copy between two sorts of memory takes; other kinds are 107000.
ASYNC_KINDS = {
    ("pageable", "device"): {H2D, D2D, DEFAULT},
    ("device", "pageable"): {D2H, D2D, DEFAULT},
    ("pinned", "pageable"): {H2H, H2D, DEFAULT},
    ("pageable", "pinned"): {H2H, D2H, DEFAULT},
    ("pageable", "pageable"): set(KIND_NAMES),
    ("pinned", "pinned"): set(KIND_NAMES),
    ("pinned", "device"): set(KIND_NAMES),
    ("device", "pinned"): set(KIND_NAMES),
    ("device", "device"): set(KIND_NAMES),
}


class TestMemcpyAsync:
    @kinds(*KIND_NAMES)
    @pytest.mark.parametrize(("src", "dst"), ASYNC_KINDS)
    def test_kinds(self, places: Places, src: str, dst: str, kind: int) -> None:
        sim, target, source = places.sim, places[dst], places[src]
        sim.ok("aclrtMemcpy", target, 8, sim.host(np.zeros(8, np.uint8)), 8, DEFAULT)
        code = sim("aclrtMemcpyAsync", target, 8, source, 8, kind, sim.null)
        within_host = "device" not in (src, dst)
        assert code == (107000 if kind not in ASYNC_KINDS[src, dst] else 207000 if within_host else 0)
        at_once = code == 0 and "pageable" in (src, dst)
        assert (places.read(target)[0] == 1) == at_once
        sim.ok("aclrtSynchronizeStream", sim.null)
        assert (places.read(target) == [1, 2, 3, 4, 5, 6, 7, 8]) == (code == 0)

    def test_onto_itself(self, places: Places) -> None:
        sim, device, pinned = places.sim, places["device"], places["pinned"]
        assert sim("aclrtMemcpyAsync", device, 8, device, 8, D2D, sim.null) == 0
        assert sim.get("aclrtStreamQuery", "aclrtStreamStatus", sim.null) == 0, "nothing was queued"
        assert sim("aclrtMemcpyAsync", pinned, 8, pinned, 8, H2H, sim.null) == 207000

    def test_pinned_memory_is_read_when_the_copy_runs(self, places: Places) -> None:
        sim, target, source = places.sim, places["device"], places["pinned"]
        sim.ok("aclrtMemcpyAsync", target, 8, source, 8, H2D, sim.null)
        sim.ok("aclrtMemset", source, 8, 99, 8)
        sim.ok("aclrtSynchronizeStream", sim.null)
        assert places.read(target) == [99] * 8

    def test_ordinary_memory_waits_for_the_stream_and_shows_its_faults(self, places: Places) -> None:
        sim, device, data = places.sim, places["device"], np.zeros(8, np.uint8)
        sim.ok("aclrtMemsetAsync", device, 8, 5, 8, sim.null)
        sim.ok("aclrtMemcpyAsync", sim.host(data), 8, device, 8, D2H, sim.null)
        assert data.tolist() == [5] * 8
        sim.ok("aclrtMemsetAsync", device + 4, 8, 6, 8, sim.null)
        assert sim("aclrtMemcpyAsync", sim.host(data), 8, device, 8, D2H, sim.null) == 507013
        assert sim("aclrtSynchronizeStream", sim.null) == 0

    def test_the_stream_of_another_context(self, places: Places) -> None:
        sim, stream, device, pinned = places.sim, places.sim.stream(), places["device"], places["pinned"]
        data = np.zeros(8, np.uint8)
        sim.make("aclrtCreateContext", "aclrtContext", 0)
        assert sim("aclrtMemcpyAsync", device, 8, pinned, 8, H2D, stream) == 107003
        assert sim("aclrtMemcpyAsync", sim.host(data), 8, pinned, 8, H2H, stream) == 207000

    def test_ranges_are_found_out_at_the_wait(self, places: Places) -> None:
        sim, device, pinned = places.sim, places["device"], places["pinned"]
        for target, source in ((device, pinned + 4), (device + 4, pinned), (device, device + 4)):
            sim.ok("aclrtMemcpyAsync", target, 8, source, 8, DEFAULT, sim.null)
            assert sim("aclrtSynchronizeStream", sim.null) == 507013
        sim.ok("aclrtMemcpyAsync", device, 8, pinned, 8, H2D, sim.null)
        sim.ok("aclrtFreeHost", pinned)
        assert sim("aclrtSynchronizeStream", sim.null) == 507013

    def test_order_in_the_stream(self, places: Places) -> None:
        sim, device, pinned = places.sim, places["device"], places["pinned"]
        sim.ok("aclrtMemsetAsync", device, 8, 3, 8, sim.null)
        sim.ok("aclrtMemcpyAsync", pinned, 8, device, 8, D2H, sim.null)
        sim.ok("aclrtMemsetAsync", device, 8, 4, 8, sim.null)
        sim.ok("aclrtSynchronizeStream", sim.null)
        assert (places.read(pinned), places.read(device)) == ([3] * 8, [4] * 8)


class TestMemcpy2d:
    def copy(self, sim: Sim, dst: Any, src: Any, **changes: int) -> int:
        values = {"dpitch": 4, "spitch": 8, "width": 3, "height": 2, "kind": H2D} | changes
        v = values.values()
        dpitch, spitch, width, height, kind = v
        return int(sim("aclrtMemcpy2d", dst, dpitch, src, spitch, width, height, kind))

    @kinds(H2D, DEFAULT)
    def test_to_the_device(self, sim: Sim, kind: int) -> None:
        memory, data = sim.malloc(8), np.arange(16, dtype=np.uint8)
        assert self.copy(sim, memory, sim.host(data), kind=kind) == 0
        assert sim.bytes_at(memory, 8) == [0, 1, 2, FRESH, 8, 9, 10, FRESH]

    @kinds(D2H, DEFAULT)
    def test_from_the_device(self, sim: Sim, kind: int) -> None:
        memory, data = sim.upload(np.arange(11, dtype=np.uint8)), np.zeros(7, np.uint8)
        assert self.copy(sim, sim.host(data), memory, kind=kind) == 0
        assert data.tolist() == [0, 1, 2, 0, 8, 9, 10]

    @pytest.mark.parametrize("zero", ["width", "height"])
    def test_nothing_to_copy(self, bare: Sim, zero: str) -> None:
        assert self.copy(bare, bare.null, bare.null, kind=0, **{zero: 0}) == 0

    @pytest.mark.parametrize(
        ("changes", "code"),
        [
            ({"width": 5}, 100000),
            ({"spitch": 2}, 100000),
            ({"kind": H2H}, 100000),
            ({"kind": H2BUF2D}, 100000),
            ({"height": 5242881}, 107000),
            ({"width": 5000001, "dpitch": 6000000, "spitch": 6000000}, 107000),
            ({"kind": D2D}, 207000),
            ({"height": 3}, 107000),
        ],
        ids=str,
    )
    def test_codes(self, sim: Sim, changes: dict[str, int], code: int) -> None:
        memory, data = sim.malloc(8), np.zeros(64, np.uint8)
        assert self.copy(sim, memory, sim.host(data), **changes) == code

    def test_nulls(self, sim: Sim) -> None:
        memory = sim.malloc(8)
        assert self.copy(sim, memory, sim.null) == 100000
        assert self.copy(sim, sim.null, memory) == 100000

    def test_within_one_side(self, sim: Sim) -> None:
        data, memory = np.zeros(64, np.uint8), sim.malloc(64)
        assert self.copy(sim, sim.host(data), sim.host(data[32:]), kind=DEFAULT) == 107000
        assert self.copy(sim, memory, memory + 32, kind=DEFAULT) == 107000

    def test_asynchronous(self, sim: Sim) -> None:
        pinned, memory, data = sim.malloc_host(16), sim.malloc(8), np.zeros(8, np.uint8)
        sim.ok("aclrtMemcpy", pinned, 16, sim.host(np.arange(16, dtype=np.uint8)), 16, H2H)
        sim.ok("aclrtMemcpy2dAsync", memory, 4, pinned, 8, 3, 2, H2D, sim.null)
        assert sim.bytes_at(memory, 8) == [FRESH] * 8
        sim.ok("aclrtMemcpy2dAsync", sim.host(data), 4, memory, 4, 3, 2, D2H, sim.null)
        assert data.tolist() == [0, 1, 2, 0, 8, 9, 10, 0]

    def test_asynchronous_within_the_device(self, sim: Sim) -> None:
        source, target = sim.upload(np.arange(8, dtype=np.uint8)), sim.malloc(4)
        sim.ok("aclrtMemcpy2dAsync", target, 2, source, 4, 2, 2, D2D, sim.null)
        sim.ok("aclrtSynchronizeStream", sim.null)
        assert sim.bytes_at(target, 4) == [0, 1, 4, 5]


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
        assert bare("aclrtPointerGetAttributes", unmapped(bare), attributes) == 107000


SIZES = {
    0: (-1, 13),
    1: (12, 2, 4, 29, 30, 34, 35, 36, 37),
    2: (1, 27, 6, 7),
    4: (0, 3, 8, 33),
    8: (9, 10, 11, 16, 38, 39, 40, 41, 5, 14, 28, 99),
    16: (17,),
}


@pytest.mark.parametrize(("code", "size"), [(c, size) for size, codes in SIZES.items() for c in codes])
def test_data_type_size(bare: Sim, code: int, size: int) -> None:
    assert bare("aclDataTypeSize", code) == size


class TestFloat16:
    @pytest.mark.parametrize(
        ("value", "bits"),
        [
            (0.0, 0x0000),
            (-0.0, 0x8000),
            (1.0, 0x3C00),
            (-2.0, 0xC000),
            (65504.0, 0x7BFF),
            (65519.0, 0x7BFF),
            (65520.0, 0x7BFF),
            (1e30, 0x7BFF),
            (-1e30, 0xFBFF),
            (float("inf"), 0x7BFF),
            (float("-inf"), 0xFBFF),
            (float("nan"), 0x7BFF),
            (2.0**-24, 0x0001),
            (2.0**-25 * 1.5, 0x0001),
            (2.0**-25 * (1 + 2**-23), 0x0001),
            (2.0**-25, 0x0000),
            (-(2.0**-26), 0x8000),
            (2.0**-14, 0x0400),
            (1 + 2.0**-11, 0x3C00),
            (1 + 3 * 2.0**-11, 0x3C02),
            (1 + 2.0**-11 + 2.0**-20, 0x3C01),
        ],
    )
    def test_from_float(self, bare: Sim, value: float, bits: int) -> None:
        assert bare("aclFloatToFloat16", value) == bits

    @pytest.mark.parametrize(
        ("bits", "value"),
        [
            (0x0000, 0.0),
            (0x3C00, 1.0),
            (0xC000, -2.0),
            (0x7BFF, 65504.0),
            (0x0001, 2.0**-24),
            (0x03FF, 1023 * 2.0**-24),
            (0x7C00, 65536.0),
            (0xFC00, -65536.0),
            (0x7E00, 98304.0),
        ],
    )
    def test_to_float(self, bare: Sim, bits: int, value: float) -> None:
        assert bare("aclFloat16ToFloat", bits) == value

    def test_signed_zero(self, bare: Sim) -> None:
        assert np.signbit(bare("aclFloat16ToFloat", 0x8000))

    def test_there_and_back(self, bare: Sim) -> None:
        for bits in [*range(0, 0x7C00, 37), *range(0x8000, 0xFC00, 41)]:
            assert bare("aclFloatToFloat16", bare("aclFloat16ToFloat", bits)) == bits
