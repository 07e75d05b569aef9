"""Simulated memory: a map of allocations, so that an address outside of them is noticed."""

from __future__ import annotations

import bisect
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from . import codes
from .checks.findings import Finding
from .failures import Failure
from .hostmemory import is_mapped
from .places import Place, caller

if TYPE_CHECKING:
    from .checks.checker import Checks

ALIGNMENT = 512
GUARD = 512
FRESH = 0xA5  # what new memory holds: as float32 -2.9e-16, as an integer an improbable number
BEYOND = 0  # what the rest of an allocation's last granule holds, which nobody asked for

_REMEMBERED = 1024
HOST = -1


@dataclass(eq=False)
class Allocation:
    """Bytes from ``address`` on; ``device`` is an index, or ``HOST`` for page-locked host memory.

    ``size`` is what was asked for. ``bytes`` may be more: device memory is given in whole granules, and what lies in
    the last one beyond ``size`` can be used, except in the check mode.
    ``written`` says which bytes were written since, where the check mode looks at that and some were not.
    """

    address: int
    size: int
    device: int
    bytes: np.ndarray[Any, np.dtype[np.uint8]]
    place: Place
    written: np.ndarray[Any, np.dtype[np.bool_]] | None = None

    @property
    def is_host(self) -> bool:
        return self.device == HOST

    @property
    def end(self) -> int:
        return self.address + self.bytes.size


class _Past(NamedTuple):
    """A freed allocation."""

    size: int
    made: Place
    freed: Place

    def __str__(self) -> str:
        return f"freed at {self.freed}, had {self.size} bytes made at {self.made}"


class BadRange(ValueError):
    """A range of addresses that is not what it should be."""

    def __init__(self, text: str, finding: Finding) -> None:
        self.finding = finding
        super().__init__(text)


class MemoryMap:
    """All live allocations of the machine, ordered by address."""

    def __init__(self, per_device: int) -> None:
        self.per_device = per_device
        self._addresses: list[int] = []
        self._live: dict[int, Allocation] = {}
        self._freed: OrderedDict[int, _Past] = OrderedDict()
        self._used: dict[int, int] = {}
        self.checks: Checks | None = None

    def allocate(self, size: int, device: int) -> Allocation:
        """``size`` fresh bytes, aligned, with guard space around them that belongs to nobody."""
        room = (size + 31) // 32 * 32 + 32
        granules = (room + ALIGNMENT - 1) // ALIGNMENT * ALIGNMENT  # no other allocation can begin before
        if device != HOST and self.used(device) + room > self.per_device:
            raise Failure(
                codes.OUT_OF_MEMORY,
                f"device {device} has {self.per_device - self.used(device)} of {self.per_device} bytes left, "
                f"{size} were asked for",
            )
        try:
            raw = np.empty(granules + ALIGNMENT + 2 * GUARD, np.uint8)
        except (MemoryError, ValueError, OverflowError):
            raise Failure(codes.OUT_OF_MEMORY, f"the host has no {size} bytes for device memory") from None
        start = GUARD + -(raw.ctypes.data + GUARD) % ALIGNMENT
        data = raw[start : start + (size if device == HOST or self.checks is not None else granules)]
        data[:size] = FRESH
        data[size:] = BEYOND
        allocation = Allocation(raw.ctypes.data + start, size, device, data, caller())
        self._live[allocation.address] = allocation
        bisect.insort(self._addresses, allocation.address)
        self._freed.pop(allocation.address, None)
        self._used[device] = self.used(device) + room
        if self.checks is not None:
            self.checks.allocated(allocation)
        return allocation

    def free(self, address: int, *, host: bool) -> None:
        allocation = self._live.get(address)
        if allocation is None or allocation.is_host != host:
            finding = self._bad_free(address, allocation)
            raise Failure(codes.BAD_VALUE, f"{address:#x} can't be freed: {self.history(address)}", finding=finding)
        if self.checks is not None:
            self.checks.freeing(allocation)
        self._remove(allocation)

    def _remove(self, allocation: Allocation) -> None:
        address = allocation.address
        del self._live[address]
        del self._addresses[bisect.bisect_left(self._addresses, address)]
        self._used[allocation.device] -= (allocation.size + 31) // 32 * 32 + 32
        self._freed[address] = _Past(allocation.size, allocation.place or "C code", caller() or "C code")
        if len(self._freed) > _REMEMBERED:
            self._freed.popitem(last=False)
        if self.checks is not None:
            self.checks.freed(allocation)

    def free_all(self, device: int) -> None:
        """What a reset does: every allocation of the device goes."""
        for allocation in self.allocations():
            if allocation.device == device:
                self._remove(allocation)

    def allocations(self) -> list[Allocation]:
        """All that is live."""
        return list(self._live.values())

    def find(self, address: int) -> Allocation | None:
        """The allocation that holds an address."""
        index = bisect.bisect_right(self._addresses, address) - 1
        if index < 0:
            return None
        allocation = self._live[self._addresses[index]]
        return allocation if address < allocation.end else None

    def guard_of(self, address: int) -> Allocation | None:
        """The allocation beside which an address lies, in space that belongs to nobody."""
        index = bisect.bisect_right(self._addresses, address)
        for near in self._addresses[max(0, index - 1) : index + 1]:
            allocation = self._live[near]
            if near - GUARD <= address < near or allocation.end <= address < allocation.end + GUARD:
                return allocation
        return None

    def range(self, address: int, size: int) -> np.ndarray[Any, np.dtype[np.uint8]]:
        """The bytes of a range that must lie in one allocation; ``BadRange`` says why not."""
        allocation = self.find(address)
        if allocation is None:
            raise BadRange(f"{address:#x} is in no allocation: {self.history(address)}", self._bad_use(address))
        start = address - allocation.address
        if start + size > allocation.bytes.size:
            made = allocation.place or "C code"
            text = f"bytes {start} to {start + size - 1} of an allocation of {allocation.size} bytes"
            raise BadRange(f"{text} made at {made}", Finding("out-of-bounds", text, made))
        return allocation.bytes[start : start + size]

    def device_bytes(self, address: int, size: int) -> np.ndarray[Any, np.dtype[np.uint8]]:
        """The bytes of a range that must lie in one device allocation; ``BadRange`` says why not."""
        allocation = self.find(address)
        if allocation is None or allocation.device == HOST:
            raise BadRange(f"{address:#x} is no device memory: {self.history(address)}", self._bad_use(address))
        return self.range(address, size)

    def used(self, device: int) -> int:
        return self._used.get(device, 0)

    def count(self, device: int) -> int:
        return sum(a.device == device for a in self._live.values())

    def history(self, address: int) -> str:
        """What is known about an address that is not what the caller thought."""
        allocation = self.find(address)
        if allocation is not None:
            kind = "page-locked host memory" if allocation.device == HOST else f"memory of device {allocation.device}"
            inside = f"{address - allocation.address} bytes inside " if address != allocation.address else ""
            return f"it is {inside}{kind} of {allocation.size} bytes"
        return str(self._past(address) or "no allocation of this process is there")

    def _past(self, address: int) -> _Past | None:
        """The freed allocation that held an address last."""
        if address in self._freed:
            return self._freed[address]
        return next((p for a, p in reversed(self._freed.items()) if a <= address < a + p.size), None)

    def freed_at(self, address: int) -> Finding | None:
        """What it means to use an address, if it was in an allocation that is freed."""
        past = self._past(address)
        if past is None:
            return None
        text = f"{address:#x} is in {past.size} bytes that were freed before"
        return Finding("use-after-free", text, past.made, past.freed)

    def _bad_use(self, address: int) -> Finding:
        """What it means that an address is not in device memory."""
        freed, near = self.freed_at(address), self.guard_of(address)
        if freed is not None:
            return freed
        if near is not None:
            text = f"{address:#x} is beside an allocation of {near.size} bytes"
            return Finding("out-of-bounds", text, near.place or "C code")
        if self.find(address) is not None or is_mapped(address, 1):
            return Finding("host-device-mixup", f"{address:#x} is host memory, not device memory")
        return Finding("wild-pointer", f"{address:#x} is no memory at all")

    def _bad_free(self, address: int, allocation: Allocation | None) -> Finding:
        if allocation is not None:
            where, rightly = ("host", "aclrtFreeHost") if allocation.is_host else ("device", "aclrtFree")
            text = f"{address:#x} is {where} memory, to be freed by {rightly}"
            return Finding("host-device-mixup", text, allocation.place or "C code")
        past = self._freed.get(address)
        if past is not None:
            return Finding("double-free", f"{past.size} bytes are freed again", past.made, past.freed)
        return Finding("invalid-free", f"no allocation begins at {address:#x}: {self.history(address)}")
