"""Functions that allocate, free, fill and copy memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .failures import Failure
from .handles import number_of
from .memory import HOST
from .runtime import BAD_VALUE, INVALID
from .streams import DeviceFault, Task

if TYPE_CHECKING:
    from .machine import Machine

NOT_SUPPORTED = 207000
BAD_MEMORY_TYPE = 107016
COPY_FAULT = 507013
H2H, H2D, D2H, D2D, DEFAULT, H2BUF2D = range(6)
# By kind: whether the source, and whether the destination, is device memory.
_SIDES = {
    H2H: (False, False),
    H2D: (False, True),
    D2H: (True, False),
    D2D: (True, True),
    H2BUF2D: (False, True),
}
_LOCATION_HOST, _LOCATION_DEVICE, _LOCATION_UNREGISTERED = 0, 1, 2


class TransferFunctions:
    """``aclrtMalloc`` to ``aclrtMemcpy2d``."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._ffi = machine.ffi

    def aclrtMalloc(self, devPtr: Any, size: int, policy: int) -> None:
        self._require(devPtr)
        if size == 0 or size > 2**64 - 65:
            raise Failure(INVALID, f"size {size} is not allowed; it must be greater than 0")
        context = self._machine.current.require()
        devPtr[0] = self._pointer(self._machine.memory.allocate(size, context.device).address)

    aclrtMallocAlign32 = aclrtMalloc
    aclrtMallocCached = aclrtMalloc

    def aclrtFree(self, devPtr: Any) -> None:
        self._require(devPtr)
        self._machine.memory.free(number_of(self._ffi, devPtr), host=False)

    def aclrtMallocHost(self, hostPtr: Any, size: int) -> None:
        self._require(hostPtr)
        if size == 0:
            raise Failure(INVALID, "size must be greater than 0")
        self._machine.current.require()
        hostPtr[0] = self._pointer(self._machine.memory.allocate(size, HOST).address)

    def aclrtFreeHost(self, hostPtr: Any) -> None:
        self._require(hostPtr)
        self._machine.memory.free(number_of(self._ffi, hostPtr), host=True)

    def aclrtMemset(self, devPtr: Any, maxCount: int, value: int, count: int) -> None:
        if count == 0:
            return
        self._require(devPtr)
        self._machine.current.require()
        self._check_count(count, maxCount)
        self._device(devPtr, count)[:] = value & 0xFF

    def aclrtMemsetAsync(self, devPtr: Any, maxCount: int, value: int, count: int, stream: Any) -> None:
        if count == 0:
            return
        self._require(devPtr)
        self._check_count(count, maxCount)
        queue = self._machine.stream_of(stream)
        address = number_of(self._ffi, devPtr)

        def run() -> None:
            self._at(address, count)[:] = value & 0xFF

        queue.enqueue(Task("aclrtMemsetAsync", run))

    def aclrtMemcpy(self, dst: Any, destMax: int, src: Any, count: int, kind: int) -> None:
        if not self._copy_is_due(dst, destMax, src, count, kind):
            return
        self._machine.current.require()
        np.copyto(*self._sides(number_of(self._ffi, dst), number_of(self._ffi, src), count, kind))

    def aclrtMemcpyAsync(self, dst: Any, destMax: int, src: Any, count: int, kind: int, stream: Any) -> None:
        if count == 0:
            return
        queue = self._machine.stream_of(stream)
        if not self._copy_is_due(dst, destMax, src, count, kind):
            return
        target, source = number_of(self._ffi, dst), number_of(self._ffi, src)
        found = [self._machine.memory.find(a) for a in (source, target)]
        true_sides = tuple(a is not None and a.device != HOST for a in found)
        if kind != DEFAULT and None in found and _SIDES[kind] != true_sides and kind not in (D2D, H2H):
            raise Failure(BAD_VALUE, f"kind {kind} does not fit the addresses")
        true_kind = next(k for k, sides in _SIDES.items() if sides == true_sides)
        if true_kind == H2H:
            raise Failure(NOT_SUPPORTED, "an asynchronous copy within host memory is not supported")
        if None in found:  # memory the driver does not know: wait for the stream, then copy at once
            self._machine.queues.aclrtSynchronizeStream(stream)
            np.copyto(*self._sides(target, source, count, true_kind))
            return

        def run() -> None:
            np.copyto(self._at(target, count), self._at(source, count))

        queue.enqueue(Task("aclrtMemcpyAsync", run))

    def aclrtMemcpy2d(
        self, dst: Any, dpitch: int, src: Any, spitch: int, width: int, height: int, kind: int
    ) -> None:
        if width == 0 or height == 0:
            return
        self._require(dst, src)
        if width > min(dpitch, spitch) or kind not in (H2D, D2H, D2D, DEFAULT):
            raise Failure(
                INVALID, f"width {width}, pitches {dpitch} and {spitch}, kind {kind} are not allowed"
            )
        if kind == D2D:
            raise Failure(NOT_SUPPORTED, "a 2-d copy within device memory is not supported")
        self._machine.current.require()
        target, source = self._sides(
            number_of(self._ffi, dst),
            number_of(self._ffi, src),
            None,
            kind,
            sizes=(dpitch * (height - 1) + width, spitch * (height - 1) + width),
        )
        rows = [
            np.ndarray((height, width), np.uint8, a, 0, (p, 1))
            for a, p in ((target, dpitch), (source, spitch))
        ]
        np.copyto(rows[0], rows[1])

    def aclrtGetMemInfo(self, attr: int, free: Any, total: Any) -> None:
        self._require(free, total)
        if not 0 <= attr <= 17:
            raise Failure(BAD_MEMORY_TYPE, f"memory attribute {attr} does not exist")
        device = self._machine.current.require().device
        total[0] = self._machine.memory.per_device
        free[0] = self._machine.memory.per_device - self._machine.memory.used(device)

    def aclrtPointerGetAttributes(self, ptr: Any, attributes: Any) -> None:
        self._require(ptr, attributes)
        allocation = self._machine.memory.find(number_of(self._ffi, ptr))
        location = attributes.location
        if allocation is None:
            location.type, location.id = _LOCATION_UNREGISTERED, 0
        elif allocation.device == HOST:
            location.type, location.id = _LOCATION_HOST, 0
        else:
            location.type, location.id = _LOCATION_DEVICE, allocation.device
        attributes.pageSize = 4096

    def _copy_is_due(self, dst: Any, limit: int, src: Any, count: int, kind: int) -> bool:
        """The checks that all copies share, in the runtime's order; false when nothing is to be copied."""
        if count == 0:
            return False
        self._require(dst, src)
        if not 0 <= kind <= 5:
            raise Failure(INVALID, f"copy kind {kind} does not exist")
        self._check_count(count, limit)
        return number_of(self._ffi, dst) != number_of(self._ffi, src)

    def _check_count(self, count: int, limit: int) -> None:
        if count > limit:
            raise Failure(BAD_VALUE, f"count {count} is above the destination's size {limit}")

    def _sides(
        self, dst: int, src: int, count: int | None, kind: int, sizes: tuple[int, int] | None = None
    ) -> tuple[Any, Any]:
        """Both byte ranges of a copy, each checked to be the kind of memory that ``kind`` says."""
        to_size, from_size = sizes or (count, count)
        if kind == DEFAULT:
            from_device, to_device = (self._is_device(a) for a in (src, dst))
        else:
            from_device, to_device = _SIDES[kind]
        return self._side(dst, to_size, to_device, "destination"), self._side(
            src, from_size, from_device, "source"
        )

    def _side(self, address: int, size: Any, on_device: bool, what: str) -> Any:
        allocation = self._machine.memory.find(address)
        if on_device:
            try:
                return self._machine.memory.device_bytes(address, size)
            except ValueError as error:
                raise Failure(BAD_VALUE, f"the {what} of the copy: {error}") from None
        if allocation is not None and allocation.device != HOST:
            raise Failure(
                BAD_VALUE, f"the {what} of the copy should be host memory, but {address:#x} is device memory"
            )
        return np.frombuffer(memoryview(self._ffi.buffer(self._ffi.cast("char *", address), size)), np.uint8)

    def _is_device(self, address: int) -> bool:
        allocation = self._machine.memory.find(address)
        return allocation is not None and allocation.device != HOST

    def _device(self, pointer: Any, size: int) -> Any:
        try:
            return self._machine.memory.device_bytes(number_of(self._ffi, pointer), size)
        except ValueError as error:
            raise Failure(BAD_VALUE, str(error)) from None

    def _at(self, address: int, size: int) -> Any:
        """A byte range when a queued copy comes to it: it must still be live memory."""
        allocation = self._machine.memory.find(address)
        if allocation is None or address + size > allocation.address + allocation.size:
            history = self._machine.memory.history(address)
            raise DeviceFault(COPY_FAULT, f"{size} bytes at {address:#x} are not in an allocation: {history}")
        start = address - allocation.address
        return allocation.bytes[start : start + size]

    def _require(self, *pointers: Any) -> None:
        if not all(pointers):
            raise Failure(INVALID, "a required pointer is NULL")

    def _pointer(self, number: int) -> Any:
        return self._ffi.cast("void *", number)
