"""Device memory: a pool of blocks that follows the order of streams, and the workspaces of operators.

A freed block goes back to the arena of the stream that used it last. The next work on that stream may have it
at once, since it runs later; nothing needs to wait and no list of operands in flight is kept. Another stream may have
it once its own stream has passed it. Only when nothing fits is the runtime asked, for a segment to cut blocks from.
"""

from __future__ import annotations

import contextlib
import threading
from collections import deque
from typing import TYPE_CHECKING

from .errors import AclError, ClosedError, Failures, OutOfMemoryError
from .handles import Handle, Handles
from .segments import SMALL, Arena, Segment, put, segment_size, size_class
from .storage import Block, Storage

if TYPE_CHECKING:
    from .device import Device
    from .stream import Stream

_HUGE_FIRST = 0


class _Counts:
    def __init__(self) -> None:
        self.allocated = self.peak = self.reserved = self.segments = self.used = self.blocks = 0
        self.allocations = self.reuses = self.splits = 0


class Pool:
    """The device memory of one device.

    ``reuse=False`` gives every tensor and workspace an allocation of its own, returned to the runtime when the
    stream has passed it, so that checks see every overrun.

    ``lock`` is held from asking for a workspace until the launch that uses it is counted: other threads can't take
    the workspace away in between.
    """

    def __init__(self, device: Device, *, reuse: bool) -> None:
        self._device = device
        self.reuses = reuse
        self._arenas: dict[Stream, Arena] = {}
        self._left = Arena()  # what streams had that are closed: idle
        self._segments: dict[Segment, None] = {}
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
        if not self.reuses:
            self.collect()
            with self.lock:
                self._drop_workspace(stream)
                self._free_all([b for b in self._arenas.get(stream, ()) if b.is_idle])

    def workspace(self, nbytes: int, stream: Stream) -> Block:
        """Memory for one launch on a stream: valid until the next workspace of that stream is asked for."""
        with self.lock:
            if stream.capture is not None:  # the graph runs later, again and again: its workspaces are its own
                block = self._take(nbytes, stream)
                stream.capture.keep(Storage(self, block, 0))
                return block
            current = stream.workspace
            if current is not None and self.reuses and current.room >= nbytes:
                return current
            self._drop_workspace(stream)
            block = self._take(nbytes, stream)
            block.room = max(nbytes, block.size - 63)  # what is sure to have 32 bytes behind it
            stream.workspace = block
            return block

    def release_later(self, storage: Storage, block: Block) -> None:
        """Called by finalizers on any thread, even in the middle of another call: takes no lock."""
        self._released.append((block, storage.users, storage.nbytes))

    def collect(self) -> None:
        """Puts blocks that finalizers gave back into their arenas."""
        if not self._released:
            return
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
        return block in self._borrowed if block.segment is None else block.segment.is_live

    def trim(self) -> int:
        """Returns free memory to the runtime, waiting for the streams that used it; the bytes returned."""
        with self.lock:
            before = self._counts.reserved
            self.collect()
            for stream in list(self._device._streams):
                if stream.capture is None:
                    self._drop_workspace(stream)
            for stream, arena in list(self._arenas.items()):
                arena.settle()
                if stream.capture is None and not all(b.is_idle for b in arena):  # a recording can't be waited for
                    stream.synchronize_unless_closed()
            for segment in list(self._segments):
                segment.settle()
            self._free_all([s.first for s in self._segments if s.is_free])
            return before - self._counts.reserved

    def drop_stream(self, stream: Stream) -> None:
        """Lets all others have what a stream's arena holds; the stream must have been waited for."""
        self.collect()
        with self.lock:
            self._drop_workspace(stream)
            with contextlib.suppress(AclError, ClosedError):  # the wait before this told of failures
                while not self._is_passed(stream):
                    stream.synchronize()
            arena = self._arenas.pop(stream, Arena())
            arena.settle()
            for block in arena:
                block.freed_at = 0
            for block in arena:
                if block.arena is arena:  # not yet in one with another
                    arena.remove(block)
                    put(block, self._left)
            if not self.reuses:
                self._free_all(list(self._left))

    def close(self) -> None:
        """Frees everything, tensors still alive included: their use is an error from then on."""
        self.collect()
        with self.lock:
            self._forget()
            self._borrowed.clear()
            self._free_all([s.first for s in self._segments])
            self.allocations.close_all()  # what an interrupt kept from becoming a segment

    def abandon(self) -> None:
        """Forgets all memory without freeing it."""
        self.allocations.abandon()
        self._segments.clear()
        self._forget()

    def stats(self) -> dict[str, int]:
        """Bytes and counts; see ``Device.memory_stats``."""
        self.collect()
        with self.lock:
            for arena in list(self._arenas.values()):
                arena.settle()
            c = self._counts
            return {
                "allocated": c.allocated,
                "peak": c.peak,
                "reserved": c.reserved,
                "free": c.reserved - c.used,
                "largest_free": max(arena.largest for arena in (self._left, *self._arenas.values())),
                "segments": c.segments,
                "blocks": c.blocks,
                "allocations": c.allocations,
                "reuses": c.reuses,
                "splits": c.splits,
            }

    def _take(self, nbytes: int, stream: Stream) -> Block:
        self.collect()
        # Without reuse an allocation ends where the tensor ends, so that checks see every overrun.
        size = size_class(nbytes) if self.reuses else max(1, nbytes)
        block = self._reused(size, stream)
        if block is None and self._device._spares:  # before asking for more, what nobody may come for
            self._device._drop_spares()
            self.collect()
            block = self._reused(size, stream)
        if block is None:
            block = self._allocated(size, max(1, nbytes), stream)
        self._counts.blocks += 1
        self._counts.used += block.size
        return block

    def _reused(self, size: int, stream: Stream) -> Block | None:
        """A free block that a stream may use at once: its own, or one that is idle."""
        if not self.reuses:
            return None
        small = size <= SMALL
        own = self._arenas.get(stream)
        if own is not None:
            is_recorded = stream.capture is not None  # and may run on any stream
            loose = own.loose.get(size)
            if loose and not is_recorded:
                self._counts.reuses += 1
                return loose.pop()
            own.settle()
            block = own.fit(size, small=small, idle=is_recorded)
            if block is not None:
                return self._cut(block, size)
        return self._of_others(size, stream, small)

    def _of_others(self, size: int, stream: Stream, small: bool) -> Block | None:
        """An idle block of any arena."""
        for arena in (self._left, *self._arenas.values()):
            arena.settle()
            block = arena.fit(size, small=small, idle=True)
            if block is not None:
                self._cut(block, size)
                block.stream, block.freed_at = stream, 0
                return block
        return None

    def _cut(self, block: Block, size: int) -> Block:
        assert block.arena is not None
        if block.arena.take(block, size) is not None:
            self._counts.splits += 1
        self._counts.reuses += 1
        return block

    def _allocated(self, size: int, least: int, stream: Stream) -> Block:
        """A block of new memory; where there is none, of what can be got back."""
        if self.reuses:
            with contextlib.suppress(OutOfMemoryError):
                return self._new(segment_size(size), size, stream)
        with contextlib.suppress(OutOfMemoryError):
            return self._new(least, size, stream)
        self._device._drop_spares()
        self.trim()
        try:
            return self._new(least, size, stream)
        except OutOfMemoryError:
            # Parts of what is in use, which trimming has made idle; large ones, too, for small requests.
            block = self._of_others(size, stream, True) or self._of_others(size, stream, False) if self.reuses else None
            if block is None:
                raise
            return block

    def _new(self, nbytes: int, size: int, stream: Stream) -> Block:
        """A block at the beginning of a new segment."""
        memory = self._malloc(nbytes)
        address = int(self._device._backend.ffi.cast("uintptr_t", memory.pointer))
        segment = Segment(address, nbytes, stream, memory, is_small=size <= SMALL)
        self._segments[segment] = None
        self._counts.allocations += 1
        self._counts.segments += 1
        self._counts.reserved += nbytes
        block = segment.first
        if nbytes > size:
            arena = self._arenas.setdefault(stream, Arena())
            arena.add(block)
            arena.take(block, size)
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
                f"{size} bytes asked for; the device's pool holds {c.reserved} bytes in {c.segments} allocations, of "
                f"which tensors take {c.allocated}"
            )
            raise

    def _drop_workspace(self, stream: Stream) -> None:
        block, stream.workspace = stream.workspace, None
        if block is not None:
            self._give_back(block, {stream})

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
        pending = [s for s in users if s is not home and s.launched > s.passed and not s.is_closed]
        if pending and home.is_closed:
            block.stream = home = pending.pop()
        for other in pending:
            home.wait_for(other)
        block.freed_at = 0 if home.is_closed else home.launched
        self._counts.blocks -= 1
        self._counts.used -= block.size
        if not self.reuses and block.is_idle:
            self._free(block)
            return
        if home.is_closed:
            put(block, self._left)
        else:
            arena = self._arenas.get(home) or self._arenas.setdefault(home, Arena())
            if self.reuses:
                arena.loose.setdefault(block.size, []).append(block)
            else:
                put(block, arena)

    def _is_passed(self, stream: Stream) -> bool:
        """Whether nothing can touch what a stream's arena holds."""
        arena = self._arenas.get(stream, Arena())
        arena.settle()
        return all(block.is_idle for block in arena)

    def _free_all(self, blocks: list[Block]) -> None:
        failures = Failures()
        for block in blocks:
            failures.attempt(self._free, block)
        failures.raise_first()

    def _free(self, block: Block) -> None:
        """Returns the segment of a block, all of which nobody uses any more."""
        segment = block.segment
        if segment is None or not segment.is_live:
            return
        segment.leave()
        self._segments.pop(segment, None)
        self._counts.segments -= 1
        self._counts.reserved -= segment.size
        self._device._backend.close_handle(segment.memory, "aclrtFree")

    def _forget(self) -> None:
        """Nothing is given out any more."""
        self._arenas.clear()
        self._left = Arena()
        self._counts.allocated = self._counts.used = self._counts.blocks = 0
