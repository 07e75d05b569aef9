"""Copies: which directions there are, when they happen, and the codes for everything that can't be copied."""

from __future__ import annotations

import mmap
from typing import Any

import numpy as np
import pytest

from .machines import D2D, D2H, DEFAULT, H2BUF2D, H2D, H2H, Sim

FRESH = 0xA5
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
        sim, data = places.sim, np.zeros(600, np.uint8)
        device, pinned = places["device"], places["pinned"]
        assert sim("aclrtMemcpy", device, 513, sim.host(data), 513, H2D) == 107000
        assert sim("aclrtMemcpy", sim.host(data), 513, device, 513, D2H) == 107000
        assert sim("aclrtMemcpy", sim.host(data), 8, device + 505, 8, D2H) == 107000
        assert sim("aclrtMemcpy", sim.host(data), 8, device - 1, 8, D2H) == 107000
        assert sim("aclrtMemcpy", pinned, 9, sim.host(data), 9, H2H) == 107000
        assert sim("aclrtMemcpy", device, 8, pinned + 1, 8, H2D) == 107000

    @kinds(H2D, DEFAULT)
    def test_space_between_allocations_belongs_to_nobody(self, sim: Sim, kind: int) -> None:
        first, second = sim.malloc(8), sim.malloc(8)
        for allocation in (first, second):
            for place in (allocation - 1, allocation - 512, allocation + 512, allocation + 1000):
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
        sim.ok("aclrtMemsetAsync", device + 508, 8, 6, 8, sim.null)
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
        for target, source in ((device, pinned + 4), (device + 508, pinned), (device, device + 508)):
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
            ({"kind": D2D}, 207000),
            ({"height": 129}, 107000),
        ],
        ids=str,
    )
    def test_codes(self, sim: Sim, changes: dict[str, int], code: int) -> None:
        memory, data = sim.malloc(8), np.zeros(2048, np.uint8)
        assert self.copy(sim, memory, sim.host(data), **changes) == code

    def test_nulls(self, sim: Sim) -> None:
        memory = sim.malloc(8)
        assert self.copy(sim, memory, sim.null) == 100000
        assert self.copy(sim, sim.null, memory) == 100000

    @pytest.mark.parametrize(
        ("width", "height", "code"),
        [(5_000_000, 1, 0), (5_000_001, 1, 107000), (1, 5_242_880, 0), (1, 5_242_881, 107000)],
    )
    def test_limits(self, sim: Sim, width: int, height: int, code: int) -> None:
        size = width * height
        memory, data = sim.malloc(size), np.zeros(size, np.uint8)
        sizes = {"dpitch": width, "spitch": width, "width": width, "height": height}
        assert self.copy(sim, memory, sim.host(data), **sizes) == code

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
