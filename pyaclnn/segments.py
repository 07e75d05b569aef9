"""What the pool's memory consists of: segments from the runtime, cut into blocks, and the free blocks of a stream.

Nothing here calls C. An interrupt in the middle may lose a block until its device is closed, but none is given out
twice: a free block leaves its arena before anything about it changes, and what is free enters one last.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterator

from .handles import Handle
from .storage import Block
from .stream import Stream

UNIT = 512
SMALL = 1 << 20  # at most: from small segments
_MEDIUM = 10 << 20  # below: from segments of one size
_SMALL_SEGMENT, _SEGMENT, _STEP = 2 << 20, 20 << 20, 2 << 20


def size_class(nbytes: int) -> int:
    """The size of a block for a request.

    CANN wants 32 bytes behind each piece of an allocation that a program divides by itself, as it adds them behind
    the whole one; and whole units keep every block aligned as its segment is.
    """
    return ((nbytes + 31 & -32) + 32 + UNIT - 1) // UNIT * UNIT


def segment_size(size: int) -> int:
    """How much to ask the runtime for when no block of a size is free."""
    if size <= SMALL:
        return _SMALL_SEGMENT
    return _SEGMENT if size < _MEDIUM else (size + _STEP - 1) // _STEP * _STEP


class Segment:
    """One allocation of the runtime. Its blocks lie side by side; the first one is the same object for ever."""

    __slots__ = ("first", "is_small", "memory", "size")

    def __init__(self, address: int, size: int, stream: Stream, memory: Handle, *, is_small: bool) -> None:
        self.memory = memory  # what returns it
        self.size = size
        self.is_small = is_small
        self.first = Block(address, size, stream, self)

    @property
    def is_live(self) -> bool:
        """Whether it was not returned yet."""
        return self.memory.pointer is not None

    @property
    def is_free(self) -> bool:
        """Whether nothing can touch any of it."""
        return all(block.arena is not None and block.is_idle for block in self.blocks())

    def settle(self) -> None:
        """Makes one of free blocks that were not idle when they came to lie side by side."""
        for block in self.blocks():
            arena = block.arena
            if arena is not None:  # not yet in one with another
                arena.remove(block)
                put(block, arena)

    def leave(self) -> None:
        """Takes its free blocks out of their arenas."""
        for block in self.blocks():
            if block.arena is not None:
                block.arena.remove(block)

    def blocks(self) -> list[Block]:
        """By address."""
        found: list[Block] = []
        block: Block | None = self.first
        while block is not None:
            found.append(block)
            block = block.next
        return found


_Entry = tuple[int, int, Block]


class Arena:
    """The free blocks of one stream, by size and then by address; those of small segments apart.

    What was freed lately is ``loose``: by its size for the next request of the same, and not yet one with the free
    blocks beside it. Most requests repeat, and are served without cutting anything.
    """

    __slots__ = ("_large", "_small", "loose")

    def __init__(self) -> None:
        self.loose: dict[int, list[Block]] = {}
        self._small: list[_Entry] = []
        self._large: list[_Entry] = []

    def settle(self) -> None:
        """Makes what is loose one with the free blocks beside it."""
        if self.loose:
            for blocks in self.loose.values():
                while blocks:
                    put(blocks.pop(), self)
            self.loose.clear()

    def fit(self, size: int, *, small: bool, idle: bool = False) -> Block | None:
        """The smallest free block that holds a size, the lowest of several; ``idle``: that nothing can touch."""
        free = self._small if small else self._large
        for i in range(bisect_left(free, (size,)), len(free)):
            block = free[i][2]
            if not idle or block.is_idle:
                return block
        return None

    def take(self, block: Block, size: int) -> Block | None:
        """Takes a block out and cuts it to a size, where that leaves enough for another; what is left, free again."""
        self.remove(block)
        left = block.size - size
        if left < (UNIT if size <= SMALL else SMALL):
            return None
        rest = Block(block.address + size, left, block.stream, block.segment)
        rest.freed_at = block.freed_at
        rest.previous, rest.next = block, block.next
        if rest.next is not None:
            rest.next.previous = rest
        block.next = rest
        block.size = size
        self.add(rest)
        return rest

    def add(self, block: Block) -> None:
        assert block.segment is not None
        free = self._small if block.segment.is_small else self._large
        entry = block.size, block.address, block
        block.arena = self  # no interrupt can come between this and the end of the call
        insort(free, entry)

    def remove(self, block: Block) -> None:
        assert block.segment is not None
        free = self._small if block.segment.is_small else self._large
        index = bisect_left(free, (block.size, block.address))
        block.arena = None  # nor between this
        del free[index]

    def __iter__(self) -> Iterator[Block]:
        return (block for _, _, block in [*self._small, *self._large])

    @property
    def largest(self) -> int:
        """Bytes of its largest block; 0 without any."""
        return max((free[-1][0] for free in (self._small, self._large) if free), default=0)


def put(block: Block, arena: Arena) -> None:
    """Makes a block free in the arena of its stream, in one with the free blocks beside it where their order allows.

    Blocks of one arena become one that is as late as the latest of them. Of two arenas' blocks one must be idle: it
    follows the other.
    """
    for beside in (block.next, block.previous):
        theirs = None if beside is None else beside.arena
        if beside is None or theirs is None:
            continue
        stream, freed_at, home = block.stream, max(block.freed_at, beside.freed_at), arena
        if theirs is not arena and beside.is_idle:
            freed_at = block.freed_at
        elif theirs is not arena:
            if not block.is_idle:
                continue
            stream, freed_at, home = beside.stream, beside.freed_at, theirs
        theirs.remove(beside)
        first, second = (block, beside) if beside is block.next else (beside, block)
        first.stream, first.freed_at = stream, freed_at
        first.next = second.next
        if second.next is not None:
            second.next.previous = first
        first.size += second.size
        block, arena = first, home
    arena.add(block)
