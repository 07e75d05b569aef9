"""Memory of the host process that no simulated function handed out."""

from __future__ import annotations

import ctypes
import mmap
from collections.abc import Sequence

_libc = ctypes.CDLL(None)
_msync = _libc.msync
_msync.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
_malloc = _libc.malloc
_malloc.argtypes = (ctypes.c_size_t,)
_malloc.restype = ctypes.c_void_p
_MS_ASYNC = 1


def is_mapped(address: int, size: int) -> bool:
    """Whether the process has memory at a range, so that touching it is no crash."""
    start = address // mmap.PAGESIZE * mmap.PAGESIZE
    end = -(-(address + size) // mmap.PAGESIZE) * mmap.PAGESIZE
    return end < 2**63 and _msync(start, end - start, _MS_ASYNC) == 0


def new_array(data: bytes) -> int:
    """The address of a copy that the caller frees with ``delete[]`` or ``free``; never 0."""
    size = max(1, len(data))
    address = _malloc(size)
    if not address:
        raise MemoryError(f"no {size} bytes for an array")
    ctypes.memmove(address, data, len(data))
    return int(address)


def new_int64_array(values: Sequence[int]) -> int:
    """As ``new_array``, of 64-bit integers."""
    return new_array(bytes((ctypes.c_int64 * len(values))(*values)))
