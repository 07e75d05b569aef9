"""Scalars and arrays that C has seen before: one descriptor for each value, kept while the device is open."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..handles import Handle

# A program has few distinct attribute values; what comes after these is made for one call and destroyed.
LIMIT = 1024


class DescriptorCache:
    """Descriptors by what C would be given, so that 1, True and 1.0 are three.

    ``ints``, ``floats`` and ``int_arrays`` are for the fast path of calls, which knows the Python type of its key:
    Python ints and floats as scalars (zero is left out of ``floats``, since 0.0 equals -0.0), tuples of ints.
    """

    def __init__(self) -> None:
        self._known: dict[Any, Handle] = {}
        self.ints: dict[int, Any] = {}
        self.floats: dict[float, Any] = {}
        self.int_arrays: dict[tuple[int, ...], Any] = {}

    def get(self, key: Any, make: Callable[[], Handle]) -> Any | None:
        """The descriptor kept for a key, made now if there is room; None when the caller must make its own.

        The key must tell C's dtype and bytes.
        """
        found = self._known.get(key)
        if found is None and len(self._known) < LIMIT:
            made = make()
            found = self._known.setdefault(key, made)
            if found is not made:  # another thread was first
                made.close()
        return None if found is None else found.pointer

    def clear(self) -> None:
        """Destroys all."""
        for handle in list(self._known.values()):
            handle.close()
        for known in (self._known, self.ints, self.floats, self.int_arrays):
            known.clear()
