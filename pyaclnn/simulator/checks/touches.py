"""Which bytes a piece of work touches, and whether two pieces touch the same ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

# Shape and byte strides of what is touched, and the distance of its first element from the lowest byte.
Layout = tuple[tuple[int, ...], tuple[int, ...], int]


@dataclass(frozen=True)
class Touch:
    """The bytes from ``start`` to before ``stop``, or those of them that ``layout`` names."""

    start: int
    stop: int
    writes: bool
    what: str
    is_workspace: bool = False
    layout: Layout | None = None

    @staticmethod
    def rows(address: int, pitch: int, height: int, width: int, what: str, *, writes: bool) -> Touch:
        """Rows of bytes at equal distances."""
        stop = address + pitch * (height - 1) + width
        if height == 1 or pitch == width:
            return Touch(address, stop, writes, what)
        return Touch(address, stop, writes, what, layout=((height, width), (pitch, 1), 0))

    @property
    def verb(self) -> str:
        return "writes" if self.writes else "reads"

    def is_within(self, start: int, stop: int) -> bool:
        return self.start < stop and start < self.stop

    def meets(self, other: Touch) -> bool:
        """Whether both touch a common byte and one of them writes."""
        if not (self.writes or other.writes) or not self.is_within(other.start, other.stop):
            return False
        if self.layout is None and other.layout is None:
            return True
        low = min(self.start, other.start)
        mask = np.zeros(max(self.stop, other.stop) - low, np.bool_)
        self._view(mask, low)[...] = True
        return bool(other._view(mask, low).any())

    def _view(self, mask: np.ndarray[Any, Any], low: int) -> np.ndarray[Any, Any]:
        if self.layout is None:
            return mask[self.start - low : self.stop - low]
        shape, strides, first = self.layout
        return np.ndarray(shape, np.bool_, mask.data, self.start - low + first, strides)
