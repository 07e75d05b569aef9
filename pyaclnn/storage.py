"""Blocks of device memory, and the storages that tensors view: who still reads or writes one, and when it is freed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .errors import ClosedError

if TYPE_CHECKING:
    from .memory import Pool
    from .segments import Arena, Segment
    from .stream import Stream


class Block:
    """Device memory of one tensor or workspace, in the arena of ``stream`` when it is free.

    A part of a segment, between ``previous`` and ``next``; somebody else's memory has no segment.
    """

    __slots__ = ("address", "arena", "freed_at", "next", "previous", "room", "segment", "size", "stream")

    def __init__(self, address: int, size: int, stream: Stream, segment: Segment | None = None) -> None:
        self.address = address
        self.size = size
        self.room = size  # of a workspace, what an operator may use
        self.stream = stream
        self.freed_at = 0
        self.segment = segment
        self.previous: Block | None = None
        self.next: Block | None = None
        self.arena: Arena | None = None  # as long as it is free

    @property
    def is_idle(self) -> bool:
        """Whether nothing on its stream can still touch it from before it was last free."""
        return self.freed_at <= self.stream.passed or self.stream.is_closed


class Storage:
    """The memory behind tensors: freed when the last view of it goes, in stream order."""

    __slots__ = ("__weakref__", "_earlier", "_pool", "_wrote", "block", "is_shared", "nbytes", "user", "writer")

    def __init__(self, pool: Pool, block: Block, nbytes: int) -> None:
        self._pool = pool
        self.nbytes = nbytes
        self.is_shared = False  # by several views
        # The stream that read it last, and the one that wrote it last: most storages know only one.
        self.user: Stream | None = None
        self.writer: Stream | None = None
        self._earlier: set[Stream] = set()
        self._wrote: set[Stream] = set()
        self.block: Block | None = block  # last: an interrupt may leave it out, and the finalizer looks for it

    @property
    def users(self) -> set[Stream]:
        """Every stream whose reading or writing here may not be over."""
        found = self._earlier | self._wrote
        if self.user is not None:
            found.add(self.user)
        if self.writer is not None:
            found.add(self.writer)
        return found

    def is_only_used_by(self, stream: Stream) -> bool:
        """Whether no other stream has used it."""
        return (
            (self.user is None or self.user is stream)
            and (self.writer is None or self.writer is stream)
            and not self._earlier
            and not self._wrote
        )

    def read_by(self, stream: Stream) -> None:
        """Notes that work on a stream reads here."""
        if self.user is not None and self.user is not stream:
            _add_pending(self._earlier, self.user)
        self.user = stream

    def written_by(self, stream: Stream) -> None:
        """Notes that work on a stream writes here."""
        if self.writer is not None and self.writer is not stream:
            _add_pending(self._wrote, self.writer)
        self.writer = stream

    @property
    def address(self) -> int:
        """The device address; ``ClosedError`` after the device was closed."""
        if self.block is None:
            raise ClosedError("the tensor's device was closed, and its memory with it")
        return self.block.address

    def wait_for_writers(self) -> None:
        """Waits for the streams that wrote here."""
        for stream in [*self._wrote, *((self.writer,) if self.writer is not None else ())]:
            if not stream.is_closed:  # closing waited for it
                stream.synchronize_unless_closed()
            self._wrote.discard(stream)  # only now: another thread that reads must wait too

    def wait_for_users(self) -> None:
        """Waits for every stream that read or wrote here, also on behalf of tensors that had the block before."""
        for stream in self.users:
            if stream.is_pending or stream.is_borrowed:  # on the latter others launch, too
                stream.synchronize_unless_closed()
            self._earlier.discard(stream)
            self._wrote.discard(stream)
        if self.block is not None and not self.block.is_idle:
            self.block.stream.synchronize_unless_closed()

    def __del__(self) -> None:
        block, self.block = getattr(self, "block", None), None
        if block is not None:
            self._pool.release_later(self, block)


def _add_pending(streams: set[Stream], last: Stream) -> None:
    """Adds a stream, and lets those go that are done with all they had: a storage may outlive thousands of streams."""
    streams.add(last)
    for stream in list(streams):  # in place: another thread may be adding one
        # What others launch on a borrowed stream is not known here.
        if stream.is_closed or not (stream.is_pending or stream.is_borrowed):
            streams.discard(stream)
