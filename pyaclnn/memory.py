"""Device memory: a pool of blocks that follows the order of streams, and the workspaces of operators.

A freed block goes back to the arena of the stream that used it last. The next work on that stream may have it
at once, since it runs later; nothing needs to wait and no list of operands in flight is kept.
"""

from __future__ import annotations

import contextlib
import threading
from collections import deque
from typing import TYPE_CHECKING

from .errors import AclError, ClosedError, Failures, OutOfMemoryError
from .handles import Handle, Handles
from .storage import Block, Storage

if TYPE_CHECKING:
    from .device import Device
    from .stream import Stream

_UNIT = 512
_FINE_LIMIT = 1 << 20
_HUGE_FIRST = 0


def size_class(nbytes: int) -> int:
    """The block size for a request: multiples of 512 bytes, above 1 MiB of an eighth of the power of two."""
    if nbytes <= _FINE_LIMIT:
        return max(_UNIT, (nbytes + _UNIT - 1) // _UNIT * _UNIT)
    step = 1 << ((nbytes - 1).bit_length() - 4)
    return (nbytes + step - 1) // step * step


class _Counts:
    def __init__(self) -> None:
        self.allocated = self.peak = self.blocks = self.reserved = self.allocations = self.reuses = 0


class _Arena:
    def __init__(self) -> None:
        self.free: dict[int, list[Block]] = {}


class Pool:
    """The device memory of one device.

    ``reuse=False`` gives every tensor and workspace an allocation of its own, returned to the runtime when the
    stream has passed it, so that checks see every overrun.

    ``lock`` is held from asking for a workspace until the launch that uses it is counted: other threads can't take
    the workspace away in between.
    """

    def __init__(self, device: Device, *, reuse: bool) -> None:
        self._device = device
        self._reuse = reuse
        self._arenas: dict[Stream, _Arena] = {}
        self._blocks: dict[int, Block] = {}
        self.allocations = Handles()
        self._released: deque[tuple[Block, set[Stream], int]] = deque()
        self._borrowed: dict[Block, object] = {}
        self._counts = _Counts()
        self.lock = threading.RLock()

    def storage(self, nbytes: int, stream: Stream) -> Storage:
        """Memory for a tensor; the contents are undefined."""
        with self.lock:
            block = self._take(nbytes, stream)
            self._counts.allocated += nbytes
            self._counts.peak = max(self._counts.peak, self._counts.allocated)
        return Storage(self, block, nbytes)

    def borrow(self, block: Block, owner: object) -> Storage:
        """Memory of somebody else, who is held as long as the storage lives. ``block.stream`` is the owner's.

        The owner is let go in the order of that stream, after what other streams did with the memory.
        """
        self.collect()
        with self.lock:
            self._borrowed[block] = owner
        storage = Storage(self, block, block.size)
        storage.is_shared = True
        return storage

    def stream_passed(self, stream: Stream) -> None:
        """Called after a wait: without reuse, what the stream has passed goes back to the runtime."""
        if not self._reuse:
            self.collect()
            with self.lock:
                if stream.workspace is not None:
                    self._give_back(stream.workspace, {stream})
                    stream.workspace = None
                arena = self._arenas.get(stream)
                if arena is not None:
                    self._empty(arena)

    def workspace(self, nbytes: int, stream: Stream) -> Block:
        """Memory for one launch on a stream: valid until the next workspace of that stream is asked for."""
        with self.lock:
            if stream.capture is not None:  # the graph runs later, again and again: its workspaces are its own
                block = self._take(nbytes, stream)
                stream.capture.keep(Storage(self, block, 0))
                return block
            current = stream.workspace
            if current is not None and self._reuse and current.size >= nbytes:
                return current
            if current is not None:
                stream.workspace = None
                self._give_back(current, {stream})
            stream.workspace = self._take(nbytes, stream)
            return stream.workspace

    def release_later(self, storage: Storage, block: Block) -> None:
        """Called by finalizers on any thread, even in the middle of another call: takes no lock."""
        self._released.append((block, storage.users, storage.nbytes))

    def collect(self) -> None:
        """Puts blocks that finalizers gave back into their arenas."""
        with self.lock:
            while self._released:
                block, users, nbytes = self._released.popleft()
                if block in self._borrowed:
                    self._return(block, users)
                elif self.has(block):
                    self._counts.allocated -= nbytes
                    self._give_back(block, users)

    def has(self, block: Block) -> bool:
        """Whether a block is still allocated: not after the device was closed."""
        return self._blocks.get(block.address) is block or block in self._borrowed

    def trim(self) -> int:
        """Returns free blocks to the runtime, waiting for the streams that used them; the bytes returned."""
        with self.lock:
            before = self._counts.reserved
            self.collect()
            for stream, arena in list(self._arenas.items()):
                if stream.capture is not None:
                    continue  # it can't be waited for
                if any(arena.free.values()) and not stream.is_closed:
                    stream.synchronize_unless_closed()
                self._empty(arena)
            return before - self._counts.reserved

    def drop_stream(self, stream: Stream) -> None:
        """Frees what a stream's arena holds; the stream must have been waited for."""
        self.collect()
        with self.lock:
            if stream.workspace is not None:
                self._give_back(stream.workspace, {stream})
                stream.workspace = None
            with contextlib.suppress(AclError, ClosedError):  # the wait before this told of failures
                while self._is_busy(stream):
                    stream.synchronize()
            arena = self._arenas.pop(stream, None)
            if arena is not None:
                self._empty(arena, busy_too=True)

    def close(self) -> None:
        """Frees everything, tensors still alive included: their use is an error from then on."""
        self.collect()
        with self.lock:
            self._arenas.clear()
            self._borrowed.clear()
            self._counts.allocated = 0
            self._free_all(list(self._blocks.values()))
            self.allocations.close_all()  # what an interrupt kept from becoming a block

    def abandon(self) -> None:
        """Forgets all blocks without freeing them."""
        self.allocations.abandon()
        self._arenas.clear()
        self._blocks.clear()
        self._counts.allocated = 0

    def stats(self) -> dict[str, int]:
        """Bytes and counts: ``allocated`` by tensors, its ``peak``, ``reserved`` from the runtime, ``blocks``,
        ``allocations`` asked of the runtime, ``reuses`` without asking it."""
        self.collect()
        c = self._counts
        return {
            "allocated": c.allocated,
            "peak": c.peak,
            "reserved": c.reserved,
            "blocks": c.blocks,
            "allocations": c.allocations,
            "reuses": c.reuses,
        }

    def _take(self, nbytes: int, stream: Stream) -> Block:
        self.collect()
        # Without reuse an allocation ends where the tensor ends, so that checks see every overrun.
        size = size_class(nbytes) if self._reuse else max(1, nbytes)
        free = self._arenas.setdefault(stream, _Arena()).free.get(size)
        if free:
            self._counts.reuses += 1
            return free.pop()
        try:
            memory = self._malloc(size)
        except OutOfMemoryError:
            self._device._drop_spares()
            self.trim()
            memory = self._malloc(size)
        address = int(self._device._backend.ffi.cast("uintptr_t", memory.pointer))
        block = Block(address, size, stream, memory=memory)
        self._blocks[address] = block
        self._counts.allocations += 1
        self._counts.blocks += 1
        self._counts.reserved += size
        return block

    def _malloc(self, size: int) -> Handle:
        backend = self._device._backend
        self._device._activate()
        cell = backend.ffi.new("void **")
        expected = self.allocations.expect("block", cell, backend.interface.function("aclrtFree"))
        try:
            return backend.write(expected, self.allocations, "aclrtMalloc", cell, size, _HUGE_FIRST)
        except OutOfMemoryError as error:
            c = self._counts
            error.add_detail(
                f"{size} bytes asked for; the device's pool holds {c.reserved} bytes in {c.blocks} blocks, of which "
                f"tensors take {c.allocated}"
            )
            raise

    def _return(self, block: Block, users: set[Stream]) -> None:
        """Lets the owner of borrowed memory go."""
        home = block.stream
        for other in {s for s in users if not s.is_closed and s.launched > s.passed} - {home}:
            if home.is_closed:
                other.synchronize()
            else:
                home.wait_for(other)
        self._borrowed.pop(block)

    def _give_back(self, block: Block, users: set[Stream]) -> None:
        """Into the arena of the block's stream, once the other streams that used it have passed."""
        home = block.stream
        pending = {s for s in users if not s.is_closed and s.launched > s.passed}
        if home.is_closed:
            if not pending:
                self._free(block)
                return
            block.stream = home = next(iter(pending))
        for other in pending - {home}:
            home.wait_for(other)
        block.freed_at = home.launched
        if not self._reuse and block.is_idle:
            self._free(block)
            return
        self._arenas.setdefault(home, _Arena()).free.setdefault(self._key(block), []).append(block)

    def _key(self, block: Block) -> int:
        # Without reuse, free blocks only wait for their stream: no request has this size.
        return block.size if self._reuse else -1

    def _is_busy(self, stream: Stream) -> bool:
        """Whether free blocks of a stream still wait for it."""
        arena = self._arenas.get(stream)
        return arena is not None and any(not b.is_idle for blocks in arena.free.values() for b in blocks)

    def _empty(self, arena: _Arena, *, busy_too: bool = False) -> None:
        """Frees the blocks that the arena's stream has passed, or all."""
        going: list[Block] = []
        for size, blocks in arena.free.items():
            going += [b for b in blocks if busy_too or b.is_idle]
            arena.free[size] = [b for b in blocks if not (busy_too or b.is_idle)]
        self._free_all(going)

    def _free_all(self, blocks: list[Block]) -> None:
        failures = Failures()
        for block in blocks:
            failures.attempt(self._free, block)
        failures.raise_first()

    def _free(self, block: Block) -> None:
        if self._blocks.pop(block.address, None) is None or block.memory is None:
            return
        self._counts.blocks -= 1
        self._counts.reserved -= block.size
        self._device._backend.close_handle(block.memory, "aclrtFree")
