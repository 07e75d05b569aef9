"""Blocks of device memory, and the storages that tensors view: who still reads or writes one, and when it is freed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .errors import ClosedError
from .handles import Handle

if TYPE_CHECKING:
    from .memory import Pool
    from .stream import Stream


class Block:
    """One allocation of device memory, in the arena of ``stream`` when it is free."""

    __slots__ = ("address", "freed_at", "memory", "size", "stream")

    def __init__(self, address: int, size: int, stream: Stream, memory: Handle | None = None) -> None:
        self.address = address
        self.size = size
        self.stream = stream
        self.freed_at = 0
        self.memory = memory  # what returns it; somebody else's block has none

    @property
    def is_idle(self) -> bool:
        """Whether nothing on its stream can still touch it from before it was last free."""
        return self.freed_at <= self.stream.passed


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
        """Every stream that read or wrote here since all of them were last waited for."""
        return {s for s in (self.user, self.writer) if s is not None} | self._earlier | self._wrote

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
            self._earlier.add(self.user)
        self.user = stream

    def written_by(self, stream: Stream) -> None:
        """Notes that work on a stream writes here."""
        if self.writer is not None and self.writer is not stream:
            self._wrote.add(self.writer)
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
        if self.block is not None and not self.block.is_idle and not self.block.stream.is_closed:
            self.block.stream.synchronize_unless_closed()

    def __del__(self) -> None:
        block, self.block = getattr(self, "block", None), None
        if block is not None:
            self._pool.release_later(self, block)
