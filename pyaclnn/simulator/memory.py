"""Simulated memory: a map of allocations, so that an address outside of them is noticed."""

from __future__ import annotations

import bisect
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

import numpy as np

from .failures import Failure
from .places import caller

ALIGNMENT = 512
GUARD = 512
FRESH = 0xA5  # what new memory holds: as float32 -2.9e-16, as an integer an improbable number

_OUT_OF_MEMORY = 207001
_BAD_POINTER = 107000
_REMEMBERED = 1024
HOST = -1


@dataclass(eq=False)
class Allocation:
    """Bytes from ``address`` on; ``device`` is an index, or ``HOST`` for page-locked host memory."""

    address: int
    size: int
    device: int
    bytes: np.ndarray[Any, np.dtype[np.uint8]]
    place: str


class MemoryMap:
    """All live allocations of the machine, ordered by address."""

    def __init__(self, per_device: int) -> None:
        self.per_device = per_device
        self._addresses: list[int] = []
        self._live: dict[int, Allocation] = {}
        self._freed: OrderedDict[int, str] = OrderedDict()
        self._used: dict[int, int] = {}

    def allocate(self, size: int, device: int) -> Allocation:
        """``size`` fresh bytes, aligned, with guard space around them that belongs to nobody."""
        room = (size + 31) // 32 * 32 + 32
        if device != HOST and self.used(device) + room > self.per_device:
            raise Failure(
                _OUT_OF_MEMORY,
                f"device {device} has {self.per_device - self.used(device)} of {self.per_device} bytes left, "
                f"{size} were asked for",
            )
        try:
            raw = np.empty(room + ALIGNMENT + 2 * GUARD, np.uint8)
        except (MemoryError, ValueError, OverflowError):
            raise Failure(_OUT_OF_MEMORY, f"the host has no {size} bytes for device memory") from None
        start = GUARD + -(raw.ctypes.data + GUARD) % ALIGNMENT
        data = raw[start : start + size]
        data.fill(FRESH)
        allocation = Allocation(raw.ctypes.data + start, size, device, data, caller())
        self._live[allocation.address] = allocation
        bisect.insort(self._addresses, allocation.address)
        self._freed.pop(allocation.address, None)
        self._used[device] = self.used(device) + room
        return allocation

    def free(self, address: int, *, host: bool) -> None:
        allocation = self._live.get(address)
        if allocation is None or (allocation.device == HOST) != host:
            raise Failure(_BAD_POINTER, f"{address:#x} can't be freed: {self.history(address)}")
        del self._live[address]
        del self._addresses[bisect.bisect_left(self._addresses, address)]
        self._used[allocation.device] -= (allocation.size + 31) // 32 * 32 + 32
        self._freed[address] = (
            f"freed at {caller() or 'C code'}, had {allocation.size} bytes made at {allocation.place or 'C code'}"
        )
        if len(self._freed) > _REMEMBERED:
            self._freed.popitem(last=False)

    def free_all(self, device: int) -> None:
        """What a reset does: every allocation of the device goes."""
        for address, allocation in list(self._live.items()):
            if allocation.device == device:
                self.free(address, host=False)

    def find(self, address: int) -> Allocation | None:
        """The allocation that holds an address."""
        index = bisect.bisect_right(self._addresses, address) - 1
        if index < 0:
            return None
        allocation = self._live[self._addresses[index]]
        return allocation if address < allocation.address + allocation.size else None

    def guard_of(self, address: int) -> Allocation | None:
        """The allocation beside which an address lies, in space that belongs to nobody."""
        index = bisect.bisect_right(self._addresses, address)
        for near in self._addresses[max(0, index - 1) : index + 1]:
            allocation = self._live[near]
            if near - GUARD <= address < near or near + allocation.size <= address < near + allocation.size + GUARD:
                return allocation
        return None

    def range(self, address: int, size: int) -> np.ndarray[Any, np.dtype[np.uint8]]:
        """The bytes of a range that must lie in one allocation; ``ValueError`` says why not."""
        allocation = self.find(address)
        if allocation is None:
            raise ValueError(f"{address:#x} is in no allocation: {self.history(address)}")
        start = address - allocation.address
        if start + size > allocation.size:
            raise ValueError(
                f"bytes {start} to {start + size - 1} of an allocation of {allocation.size} bytes made at "
                f"{allocation.place or 'C code'}"
            )
        return allocation.bytes[start : start + size]

    def device_bytes(self, address: int, size: int) -> np.ndarray[Any, np.dtype[np.uint8]]:
        """The bytes of a range that must lie in one device allocation; ``ValueError`` says why not."""
        allocation = self.find(address)
        if allocation is None or allocation.device == HOST:
            raise ValueError(f"{address:#x} is no device memory: {self.history(address)}")
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
        return self._freed.get(address, "no allocation of this process is there")
