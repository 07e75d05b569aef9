"""Drawings of how a view lies in its storage."""

from __future__ import annotations

import itertools

from .errors import ArgumentValueError
from .values import whole_number
from .views import View

MAX_CELLS = 4096
MAX_INDICES = 16 * MAX_CELLS  # a view may name an element more than once


def draw(view: View, storage_elements: int, width: int = 16) -> str:
    """One cell for each storage element: the number of the view's element there, or a dot.

    A cell that several indices name (an expanded view) shows the first, marked ``*``.
    """
    width = whole_number(width, "a drawing's width is a whole number")
    if width < 1:
        raise ArgumentValueError(f"a drawing's width is at least 1, not {width}")
    if storage_elements > MAX_CELLS:
        return f"a storage of {storage_elements} elements is too large to draw; at most {MAX_CELLS} can be"
    if view.size > MAX_INDICES:
        return f"a view of {view.size} elements is too large to draw; at most {MAX_INDICES} can be"
    cells: dict[int, str] = {}
    indices = itertools.product(*map(range, view.shape)) if view.size else ()  # beside a 0 may stand a large extent
    for number, index in enumerate(indices):
        place = view.offset + sum(i * s for i, s in zip(index, view.strides, strict=True))
        if place in cells:
            cells[place] = cells[place].rstrip("*") + "*"
        else:
            cells[place] = str(number)
    room = max([1, *(len(c) for c in cells.values())])
    margin = len(str(max(0, storage_elements - 1)))
    lines = [f"shape {list(view.shape)}, strides {view.strides}, offset {view.offset}"]
    for start in range(0, storage_elements, width):
        row = range(start, min(start + width, storage_elements))
        lines.append(f"{start:>{margin}} | " + " ".join(f"{cells.get(i, '.'):>{room}}" for i in row))
    return "\n".join(lines)
