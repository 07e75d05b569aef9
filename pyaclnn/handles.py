"""C handles, owned in one place: each is destroyed at most once, whoever asks first."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Callable
from typing import Any, NoReturn

from .errors import ArgumentTypeError


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
        self._live: dict[Handle, None] = {}

    def __len__(self) -> int:
        return len(self._live)

    def counts(self) -> dict[str, int]:
        """Live handles by kind; kinds without any are left out."""
        return dict(Counter(h.kind for h in list(self._live)))

    def own(self, kind: str, pointer: Any, destroy: Callable[[Any], Any]) -> Handle:
        """Takes over a handle that C just gave out."""
        handle = Handle(kind, pointer, destroy, self)
        self._live[handle] = None
        return handle

    def close_all(self, *kinds: str) -> None:
        """Destroys all live handles, or those of some kinds, the youngest first."""
        for handle in reversed(list(self._live)):
            if not kinds or handle.kind in kinds:
                handle.close()

    def abandon(self) -> None:
        """Forgets all without destroying: what a child process does with its parent's handles."""
        for handle in list(self._live):
            handle.release()

    def _forget(self, handle: Handle) -> None:
        self._live.pop(handle, None)


class Handle:
    """One C handle. ``pointer`` is None once it is closed."""

    __slots__ = ("_destroy", "_registry", "kind", "pointer")

    def __init__(self, kind: str, pointer: Any, destroy: Callable[[Any], Any], registry: Handles) -> None:
        self.kind = kind
        self.pointer = pointer
        self._destroy = destroy
        self._registry = registry

    def close(self) -> Any:
        """Destroys the handle and returns what C returned; 0 when it was closed before."""
        pointer, self.pointer = self.pointer, None
        if pointer is None:
            return 0
        self._registry._forget(self)
        return self._destroy(pointer)

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
