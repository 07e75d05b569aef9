"""Which bytes of device memory have been written: one flag for each byte, until all of an allocation are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from ..memory import Allocation, MemoryMap

Rows = tuple[int, int, int, int]  # address, pitch, height, width
_Flags = np.ndarray[Any, np.dtype[np.bool_]]


class Shadow:
    """Flags beside the memory map. Host memory counts as written: the host writes there without a call."""

    def __init__(self, memory: MemoryMap) -> None:
        self._memory = memory

    def begin(self, allocation: Allocation) -> None:
        """Fresh device memory: nobody wrote it."""
        allocation.written = np.zeros(allocation.size, np.bool_)

    def written(self, rows: Rows) -> None:
        """A copy or memset from outside wrote these bytes."""
        address, _, height, width = rows
        allocation = self._memory.find(address)
        if allocation is None or allocation.written is None:
            return
        if width * height == allocation.size:
            allocation.written = None
            return
        _rows(allocation, rows)[...] = True

    def copied(self, target: Rows, source: Rows) -> None:
        """A copy within device memory: what nobody wrote stays so."""
        allocation = self._memory.find(source[0])
        if allocation is None or allocation.written is None:
            self.written(target)
            return
        flags = _rows(allocation, source).copy()
        into = self._memory.find(target[0])
        if into is None:
            return
        if into.written is None:
            if flags.all():
                return
            into.written = np.ones(into.size, np.bool_)
        _rows(into, target)[...] = flags

    def unwritten(self, address: int, shape: tuple[int, ...], steps: tuple[int, ...], width: int) -> int:
        """How many elements of a view have bytes that nobody wrote; ``address`` is that of its first element."""
        allocation = self._memory.find(address)
        if allocation is None or allocation.written is None:
            return 0
        flags = _view(allocation, address, shape, steps, width)
        if flags.all():
            return 0
        return int(np.count_nonzero(~flags.all(axis=-1)))

    def mark(self, address: int, shape: tuple[int, ...], steps: tuple[int, ...], width: int) -> None:
        """A kernel wrote all elements of a view."""
        allocation = self._memory.find(address)
        if allocation is not None and allocation.written is not None:
            _view(allocation, address, shape, steps, width)[...] = True


def _rows(allocation: Allocation, rows: Rows) -> _Flags:
    assert allocation.written is not None
    address, pitch, height, width = rows
    return np.ndarray((height, width), np.bool_, allocation.written.data, address - allocation.address, (pitch, 1))


def _view(allocation: Allocation, address: int, shape: tuple[int, ...], steps: tuple[int, ...], width: int) -> _Flags:
    assert allocation.written is not None
    start = address - allocation.address
    return np.ndarray((*shape, width), np.bool_, allocation.written.data, start, (*steps, 1))
