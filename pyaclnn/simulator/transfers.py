"""Functions that allocate, free, fill and copy memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from . import codes
from .checks.findings import C_CODE, Finding
from .checks.shadow import Rows
from .checks.touches import Touch
from .failures import Failure, require_pointers
from .handles import number_of
from .hostmemory import is_mapped
from .memory import HOST, BadRange
from .streams import DeviceFault, Task

if TYPE_CHECKING:
    from .machine import Machine

H2H, H2D, D2H, D2D, DEFAULT, H2BUF2D = range(6)
# By kind: whether the source, and whether the destination, is device memory.
_SIDES = {
    H2H: (False, False),
    H2D: (False, True),
    D2H: (True, False),
    D2D: (True, True),
    H2BUF2D: (False, True),
}
# Where memory may be, and the kinds that an asynchronous copy takes when one side is ordinary host memory.
_DEVICE, _PINNED, _PAGEABLE = "device", "page-locked host", "ordinary host"
_ASYNC_KINDS = {
    (_PAGEABLE, _DEVICE): (H2D, D2D),
    (_DEVICE, _PAGEABLE): (D2H, D2D),
    (_PINNED, _PAGEABLE): (H2H, H2D),
    (_PAGEABLE, _PINNED): (H2H, D2H),
}
_MAX_WIDTH, _MAX_HEIGHT = 5_000_000, 5_242_880
_LOCATION_HOST, _LOCATION_DEVICE, _LOCATION_UNREGISTERED = 0, 1, 2


class TransferFunctions:
    """``aclrtMalloc`` to ``aclrtMemcpy2d``."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._ffi = machine.ffi

    def aclrtMalloc(self, devPtr: Any, size: int, policy: int) -> None:
        require_pointers(devPtr)
        if size == 0 or size > 2**64 - 65:
            raise Failure(codes.INVALID, f"size {size} is not allowed; it must be greater than 0")
        context = self._machine.current.require()
        devPtr[0] = self._pointer(self._machine.memory.allocate(size, context.device).address)

    aclrtMallocAlign32 = aclrtMalloc
    aclrtMallocCached = aclrtMalloc

    def aclrtMallocWithCfg(self, devPtr: Any, size: int, policy: int, cfg: Any) -> None:
        _refuse_attributes(cfg)
        self.aclrtMalloc(devPtr, size, policy)

    def aclrtMallocHostWithCfg(self, ptr: Any, size: int, cfg: Any) -> None:
        _refuse_attributes(cfg)
        self.aclrtMallocHost(ptr, size)

    def aclrtFree(self, devPtr: Any) -> None:
        require_pointers(devPtr)
        self._machine.memory.free(number_of(self._ffi, devPtr), host=False)

    def aclrtMallocHost(self, hostPtr: Any, size: int) -> None:
        require_pointers(hostPtr)
        if size == 0:
            raise Failure(codes.INVALID, "size must be greater than 0")
        self._machine.current.require()
        hostPtr[0] = self._pointer(self._machine.memory.allocate(size, HOST).address)

    def aclrtFreeHost(self, hostPtr: Any) -> None:
        require_pointers(hostPtr)
        self._machine.memory.free(number_of(self._ffi, hostPtr), host=True)

    def aclrtMemset(self, devPtr: Any, maxCount: int, value: int, count: int) -> None:
        if count == 0:
            return
        require_pointers(devPtr)
        self._machine.current.require()
        self._machine.graphs.require_allowed()
        self._check_count(count, maxCount)
        address = number_of(self._ffi, devPtr)
        try:
            target = self._machine.memory.range(address, count)
        except BadRange as error:
            raise Failure(codes.BAD_VALUE, str(error), finding=error.finding) from None
        checks = self._machine.checks
        if checks is not None:
            checks.host_touches(Touch(address, address + count, True, "aclrtMemset"))
            checks.shadow.written((address, count, 1, count))
        target[:] = value & 0xFF

    def aclrtMemsetAsync(self, devPtr: Any, maxCount: int, value: int, count: int, stream: Any) -> None:
        if count == 0:
            return
        require_pointers(devPtr)
        self._machine.check_stream(stream)
        self._check_count(count, maxCount)
        queue = self._machine.stream_of(stream)
        address = number_of(self._ffi, devPtr)

        def run() -> None:
            self._at(address, count)[:] = value & 0xFF
            if self._machine.checks is not None:
                self._machine.checks.shadow.written((address, count, 1, count))

        def touches() -> list[Touch]:
            return [Touch(address, address + count, True, "its memory")]

        queue.enqueue(Task("aclrtMemsetAsync", run, touches=touches))

    def aclrtMemcpy(self, dst: Any, destMax: int, src: Any, count: int, kind: int) -> None:
        if count == 0:
            return
        self._check_copy(dst, destMax, src, count, kind)
        target, source = number_of(self._ffi, dst), number_of(self._ffi, src)
        if target == source:
            return
        self._machine.current.require()
        self._machine.graphs.require_allowed()
        sides = self._sides(target, source, count, kind)
        self._check_host_copy("aclrtMemcpy", (target, count, 1, count), (source, count, 1, count))
        np.copyto(*sides)

    def aclrtMemcpyAsync(self, dst: Any, destMax: int, src: Any, count: int, kind: int, stream: Any) -> None:
        if count == 0:
            return
        self._check_copy(dst, destMax, src, count, kind)
        self._machine.check_stream(stream)
        self._machine.current.require()
        target, source = number_of(self._ffi, dst), number_of(self._ffi, src)
        places = self._place(source), self._place(target)
        if kind != DEFAULT and places in _ASYNC_KINDS and kind not in _ASYNC_KINDS[places]:
            raise Failure(codes.BAD_VALUE, f"kind {kind} does not fit a copy from {places[0]} to {places[1]} memory")
        true_kind = _direction(places)
        if true_kind == H2H:
            raise Failure(codes.NOT_SUPPORTED, "an asynchronous copy within host memory is not supported")
        if target == source:
            return
        if _PAGEABLE in places:  # the driver does not know this memory: wait for the stream, then copy at once
            self._wait_before_copy(stream)
            sides = self._sides(target, source, count, true_kind)
            self._check_host_copy("aclrtMemcpyAsync", (target, count, 1, count), (source, count, 1, count))
            np.copyto(*sides)
            return

        def run() -> None:
            np.copyto(self._at(target, count), self._at(source, count))
            if self._machine.checks is not None:
                self._machine.checks.shadow.copied((target, count, 1, count), (source, count, 1, count))

        def touches() -> tuple[Touch, Touch]:
            return _touches((target, count, 1, count), (source, count, 1, count))

        self._machine.stream_of(stream).enqueue(Task("aclrtMemcpyAsync", run, touches=touches))

    def aclrtMemcpy2d(self, dst: Any, dpitch: int, src: Any, spitch: int, width: int, height: int, kind: int) -> None:
        if width == 0 or height == 0:
            return
        self._check_2d_copy(dst, dpitch, src, spitch, width, height, kind)
        if kind == D2D:
            raise Failure(codes.NOT_SUPPORTED, "a 2-d copy within device memory is not supported")
        self._machine.current.require()
        self._machine.graphs.require_allowed()
        target, source = number_of(self._ffi, dst), number_of(self._ffi, src)
        if _direction((self._place(source), self._place(target))) not in (H2D, D2H):
            raise Failure(codes.BAD_VALUE, "a 2-d copy goes from host to device or back")
        sizes = dpitch * (height - 1) + width, spitch * (height - 1) + width
        sides = self._sides(target, source, None, kind, sizes=sizes)
        self._check_host_copy("aclrtMemcpy2d", (target, dpitch, height, width), (source, spitch, height, width))
        _copy_rows(sides, (dpitch, spitch), (height, width))

    def aclrtMemcpy2dAsync(
        self, dst: Any, dpitch: int, src: Any, spitch: int, width: int, height: int, kind: int, stream: Any
    ) -> None:
        if width == 0 or height == 0:
            return
        self._check_2d_copy(dst, dpitch, src, spitch, width, height, kind)
        self._machine.check_stream(stream)
        self._machine.current.require()
        target, source = number_of(self._ffi, dst), number_of(self._ffi, src)
        places = self._place(source), self._place(target)
        true_kind = _direction(places)
        if true_kind == H2H:
            raise Failure(codes.BAD_VALUE, "an asynchronous 2-d copy within host memory does not exist")
        sizes = dpitch * (height - 1) + width, spitch * (height - 1) + width
        pitches, shape = (dpitch, spitch), (height, width)
        rows = (target, dpitch, height, width), (source, spitch, height, width)
        if _PAGEABLE in places:
            self._wait_before_copy(stream)
            sides = self._sides(target, source, None, true_kind, sizes=sizes)
            self._check_host_copy("aclrtMemcpy2dAsync", *rows)
            _copy_rows(sides, pitches, shape)
            return

        def run() -> None:
            _copy_rows((self._at(target, sizes[0]), self._at(source, sizes[1])), pitches, shape)
            if self._machine.checks is not None:
                self._machine.checks.shadow.copied(*rows)

        def touches() -> tuple[Touch, Touch]:
            return _touches(*rows)

        self._machine.stream_of(stream).enqueue(Task("aclrtMemcpy2dAsync", run, touches=touches))

    def aclrtGetMemInfo(self, attr: int, free: Any, total: Any) -> None:
        require_pointers(free, total)
        if not 0 <= attr <= 17:
            raise Failure(codes.BAD_MEMORY_TYPE, f"memory attribute {attr} does not exist")
        device = self._machine.current.require().device
        total[0] = self._machine.memory.per_device
        free[0] = self._machine.memory.per_device - self._machine.memory.used(device)

    def aclrtPointerGetAttributes(self, ptr: Any, attributes: Any) -> None:
        require_pointers(ptr, attributes)
        address = number_of(self._ffi, ptr)
        allocation = self._machine.memory.find(address)
        if allocation is None and not is_mapped(address, 1):
            raise Failure(codes.BAD_VALUE, f"{address:#x} is no address of this process")
        location = attributes.location
        if allocation is None:
            location.type, location.id = _LOCATION_UNREGISTERED, 0
        elif allocation.device == HOST:
            location.type, location.id = _LOCATION_HOST, 0
        else:
            location.type, location.id = _LOCATION_DEVICE, allocation.device
        attributes.pageSize = 4096

    def _check_copy(self, dst: Any, limit: int, src: Any, count: int, kind: int) -> None:
        """The checks that plain copies share, in the runtime's order."""
        require_pointers(dst, src)
        if not 0 <= kind <= 5:
            raise Failure(codes.INVALID, f"copy kind {kind} does not exist")
        self._check_count(count, limit)

    def _check_2d_copy(self, dst: Any, dpitch: int, src: Any, spitch: int, width: int, height: int, kind: int) -> None:
        require_pointers(dst, src)
        if width > min(dpitch, spitch) or kind not in (H2D, D2H, D2D, DEFAULT):
            raise Failure(codes.INVALID, f"width {width}, pitches {dpitch} and {spitch}, kind {kind} are not allowed")
        if width > _MAX_WIDTH or height > _MAX_HEIGHT:
            raise Failure(
                codes.BAD_VALUE, f"width {width} and height {height} are above {_MAX_WIDTH} and {_MAX_HEIGHT}"
            )

    def _wait_before_copy(self, stream: Any) -> None:
        """Before what was asked for as asynchronous, but has a side in memory that the driver does not know."""
        if self._machine.stream_of(stream, any_context=True).capture is not None:
            raise Failure(codes.BAD_VALUE, "a copy from or to ordinary host memory can't be captured")
        self._machine.queues.aclrtSynchronizeStream(stream)
        self._machine.graphs.require_allowed(codes.MODE_FORBIDS_ASYNC)

    def _check_host_copy(self, name: str, target: Rows, source: Rows) -> None:
        """In check mode, what a synchronous copy must keep to and what it leaves behind."""
        checks = self._machine.checks
        if checks is not None:
            checks.host_touches(Touch.rows(*source, name, writes=False), Touch.rows(*target, name, writes=True))
            checks.shadow.copied(target, source)

    def _check_count(self, count: int, limit: int) -> None:
        if count > limit:
            raise Failure(codes.BAD_VALUE, f"count {count} is above the destination's size {limit}")

    def _sides(
        self, dst: int, src: int, count: int | None, kind: int, sizes: tuple[int, int] | None = None
    ) -> tuple[Any, Any]:
        """Both byte ranges of a copy, each checked to be the kind of memory that ``kind`` says."""
        to_size, from_size = sizes or (count, count)
        if kind == DEFAULT:
            from_device, to_device = (self._place(a) == _DEVICE for a in (src, dst))
        else:
            from_device, to_device = _SIDES[kind]
        return self._side(dst, to_size, to_device, "destination"), self._side(src, from_size, from_device, "source")

    def _side(self, address: int, size: Any, on_device: bool, what: str) -> Any:
        allocation = self._machine.memory.find(address)
        if on_device:
            try:
                return self._machine.memory.device_bytes(address, size)
            except BadRange as error:
                text = f"the {what} of the copy: {error}"
                raise Failure(codes.BAD_VALUE, text, finding=error.finding) from None
        if allocation is not None and allocation.device != HOST:
            text = f"the {what} of the copy should be host memory, but {address:#x} is device memory"
            raise Failure(codes.BAD_VALUE, text, finding=Finding("host-device-mixup", text, allocation.place or C_CODE))
        return self._host_bytes(address, size, what)

    def _host_bytes(self, address: int, size: int, what: str) -> Any:
        memory = self._machine.memory
        near = memory.guard_of(address)
        if near is not None:
            text = f"the {what} of the copy is just outside an allocation of {near.size} bytes"
            raise Failure(codes.BAD_VALUE, text, finding=Finding("out-of-bounds", text, near.place or C_CODE))
        if memory.find(address) is not None:
            try:
                return memory.range(address, size)
            except BadRange as error:
                text = f"the {what} of the copy: {error}"
                raise Failure(codes.BAD_VALUE, text, finding=error.finding) from None
        checks = self._machine.checks
        freed = memory.freed_at(address) if checks is not None and checks.keeps(address) else None
        if freed is not None:
            raise Failure(codes.BAD_VALUE, f"the {what} of the copy: {freed.text}", finding=freed)
        if not is_mapped(address, size):
            text = f"the {what} of the copy: {size} bytes at {address:#x} are not all mapped"
            raise Failure(codes.UNMAPPED, text, finding=Finding("wild-pointer", text))
        return np.frombuffer(memoryview(self._ffi.buffer(self._ffi.cast("char *", address), size)), np.uint8)

    def _place(self, address: int) -> str:
        allocation = self._machine.memory.find(address)
        if allocation is None:
            return _PAGEABLE
        return _PINNED if allocation.device == HOST else _DEVICE

    def _at(self, address: int, size: int) -> Any:
        """A byte range when a queued copy comes to it: it must still be live memory."""
        try:
            return self._machine.memory.range(address, size)
        except BadRange as error:
            raise DeviceFault(codes.COPY_FAULT, str(error), finding=error.finding) from None

    def _pointer(self, number: int) -> Any:
        return self._ffi.cast("void *", number)


def _direction(places: tuple[str, str]) -> int:
    """The kind of copy that goes from one place to another."""
    sides = tuple(place == _DEVICE for place in places)
    return next(kind for kind, kind_sides in _SIDES.items() if kind_sides == sides)


def _touches(target: Rows, source: Rows) -> tuple[Touch, Touch]:
    return Touch.rows(*source, "its source", writes=False), Touch.rows(*target, "its destination", writes=True)


def _copy_rows(sides: tuple[Any, Any], pitches: tuple[int, int], shape: tuple[int, int]) -> None:
    """Copies rows between two byte ranges that keep them at different distances."""
    target, source = (
        np.ndarray(shape, np.uint8, side, 0, (pitch, 1)) for side, pitch in zip(sides, pitches, strict=True)
    )
    np.copyto(target, source)


def _refuse_attributes(cfg: Any) -> None:
    if cfg and cfg.numAttrs:
        raise Failure(codes.NOT_SUPPORTED, "allocations with attributes are not simulated")
