"""C handles, owned in one place: each is destroyed at most once, whoever asks first.

An interrupt (Ctrl-C) may come after any call that Python makes, also between a C function's return and the line that
keeps what it returned. So what C gives out is kept, and what is given up is destroyed, in one step that Python leaves
to C: iterators that a ``dict`` or a ``deque`` runs to their end.
"""

from __future__ import annotations

import contextlib
from collections import Counter, deque
from collections.abc import Callable, Sequence
from itertools import chain, repeat, starmap
from operator import itemgetter
from typing import Any, NoReturn

from .errors import ArgumentTypeError, ClosedError

_first = itemgetter(0)


class NotCopied:
    """Base of what owns C handles: a copy would destroy them a second time, and none can leave the process."""

    __slots__ = ()

    def __copy__(self) -> NoReturn:
        raise ArgumentTypeError(f"a {type(self).__name__} owns handles of CANN's and can't be copied")

    def __deepcopy__(self, memo: object) -> NoReturn:
        self.__copy__()

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise ArgumentTypeError(f"a {type(self).__name__} can't be pickled; a tensor's numpy() can")


class Handles:
    """The live C handles of one device. It outlives none of them: ``close_all`` destroys what is left."""

    def __init__(self) -> None:
        # Each with a cell, a tuple or C memory, whose first element is what C knows it by; NULL until C has made it.
        self._live: dict[Handle, Any] = {}
        # Those that C had not made when all were closed: another thread may be waiting for it to.
        self._late: dict[Handle, Any] = {}
        self.is_open = True

    def __len__(self) -> int:
        return len(self._live)

    def counts(self) -> dict[str, int]:
        """Live handles by kind; kinds without any are left out."""
        return dict(Counter(h.kind for h in list(self._live)))

    def own(self, kind: str, pointer: Any, destroy: Callable[[Any], Any]) -> Handle:
        """Takes over a handle that is there already."""
        handle = Handle(kind, pointer, destroy, self)
        self._live[handle] = (pointer,)
        return handle

    def make(
        self,
        kind: str,
        create: Callable[..., Any],
        args: tuple[Any, ...],
        destroy: Callable[[Any], Any],
        takes: Sequence[Handle] = (),
    ) -> Handle:
        """The handle that ``create(*args)`` returns; closed at once when that is NULL.

        ``takes`` are the handles that the new one destroys with itself: they are given up as it comes to be.
        """
        handle, live = Handle(kind, None, destroy, self), self._live
        elements = [h.pointer for h in takes]
        created = zip((handle,), zip(starmap(create, (args,))), strict=True)
        deque(chain(map(live.update, (created,)), map(live.pop, takes, repeat(None))), maxlen=0)
        if not live.get(handle, (None,))[0]:
            live.update(zip(takes, zip(elements), strict=True))  # nothing was made that could have taken them
            handle.close()
            return handle
        for taken in takes:
            taken.pointer = None
        return self.arrived(handle)

    def expect(self, kind: str, cell: Any, destroy: Callable[[Any], Any]) -> Handle:
        """A handle that a C function is going to write into a cell of zeros; ``arrived`` or ``close`` it after that."""
        handle = Handle(kind, None, destroy, self)
        self._live[handle] = cell
        return handle

    def arrived(self, handle: Handle) -> Handle:
        """Makes a handle usable that C has made. ``ClosedError`` when another thread has closed all meanwhile."""
        cell = self._live.get(handle)
        if cell is None or not self.is_open:
            handle.close()
            late = self._late.pop(handle, None)
            if late is not None and late[0]:
                handle.destroy(late[0])
            raise ClosedError("the device was closed by another thread")
        handle.pointer = cell[0]
        return handle

    def close_all(self, *kinds: str) -> None:
        """Destroys all live handles, or those of some kinds, the youngest first."""
        for handle, cell in reversed(list(self._live.items())):
            if kinds and handle.kind not in kinds:
                continue
            if not cell[0] and self._live.pop(handle, None) is not None:
                self._late[handle] = cell
            handle.close()

    def abandon(self) -> None:
        """Forgets all without destroying: what a child process does with its parent's handles."""
        for handle in list(self._live):
            handle.release()
        self._late.clear()

    def _destroy(self, handle: Handle, destroy: Callable[[Any], Any]) -> Any:
        """What C returned; 0 when there was nothing to destroy."""
        codes: list[Any] = []
        with contextlib.suppress(KeyError):  # somebody else was first
            codes.extend(map(destroy, filter(None, map(_first, map(self._live.pop, (handle,))))))
        return codes[0] if codes else 0

    def _forget(self, handle: Handle) -> None:
        self._live.pop(handle, None)


class Handle:
    """One C handle. ``pointer`` is None once it is closed."""

    __slots__ = ("_registry", "destroy", "kind", "pointer")

    def __init__(self, kind: str, pointer: Any, destroy: Callable[[Any], Any], registry: Handles) -> None:
        self.kind = kind
        self.pointer = pointer
        self.destroy = destroy
        self._registry = registry

    def close(self) -> Any:
        """Destroys the handle and returns what C returned; 0 when it was closed before."""
        self.pointer = None
        return self._registry._destroy(self, self.destroy)

    def release(self) -> Any:
        """Gives up ownership without destroying: C has taken the handle over."""
        pointer, self.pointer = self.pointer, None
        self._registry._forget(self)
        return pointer


def close_quietly(handle: Handle | None) -> None:
    """For finalizers: nothing may be raised there."""
    if handle is not None:
        with contextlib.suppress(Exception):
            handle.close()
