"""Views: how shape, strides and offset change, in elements, without any memory.

Every function gives a new ``View`` or raises ``ViewError`` saying what was wrong and what is allowed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from . import values
from .errors import ViewError
from .reference.meta import is_row_major, row_major, span
from .values import is_a, shown

MAX_RANK = 25  # what aclCreateTensor stores
_OVERLAP_STEPS = 10_000
_SHAPE = "a shape is a sequence of whole numbers"
_AXIS = "an axis is a whole number"
_INDEX = "an index is an integer, a slice, None or ... (numpy() copies, and takes more)"


@dataclass(frozen=True)
class View:
    """Shape and strides in elements, and the offset of the first element from the storage's start."""

    shape: tuple[int, ...]
    strides: tuple[int, ...]
    offset: int = 0

    @staticmethod
    def contiguous(shape: Sequence[int]) -> View:
        """A row-major view from the start."""
        shape = checked_shape(shape)
        return View(shape, row_major(shape))

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def size(self) -> int:
        return math.prod(self.shape)

    @property
    def is_contiguous(self) -> bool:
        return self.size <= 1 or is_row_major(self.shape, self.strides)

    @property
    def overlaps_itself(self) -> bool:
        """Whether two indices name one element, as in an expanded view; true where it takes too long to find out."""
        if self.size <= 1:
            return False
        room = 0
        pairs = sorted((abs(s), n) for n, s in zip(self.shape, self.strides, strict=True) if n > 1)
        for stride, extent in pairs:
            if stride <= room:
                return self.size > 1 + sum((n - 1) * s for s, n in pairs) or _meet(pairs)
            room += (extent - 1) * stride
        return False

    def check_inside(self, storage_elements: int) -> View:
        """The view itself, or an error when an index reaches outside the storage: C would not notice."""
        low, high = span(self.shape, self.strides, self.offset)
        if high >= low and (low < 0 or high >= storage_elements):
            raise ViewError(
                f"a view of shape {list(self.shape)}, strides {self.strides}, offset {self.offset} touches "
                f"elements {low} to {high}; the storage has elements 0 to {storage_elements - 1}"
            )
        if self.offset < 0 or self.offset > storage_elements:
            raise ViewError(f"offset {self.offset} is not in the storage of {storage_elements} elements")
        if any(not -(2**63) <= s < 2**63 for s in self.strides):  # of dimensions without a second element
            raise ViewError(f"strides {self.strides} do not fit 64 bits")
        return self

    def index(self, key: Any) -> View:
        """Basic indexing: integers, slices with any step, ``None`` and ``...``."""
        if type(key) is tuple:
            keys = key
        else:  # of a tuple of a class of its own only the elements: its methods may be any
            keys = tuple.__getitem__(key, slice(None)) if is_a(key, tuple) else (key,)
        taken = sum(k is not None and k is not Ellipsis for k in keys)
        if taken > self.ndim:
            raise ViewError(f"{taken} indices for a tensor of {self.ndim} dimensions")
        if sum(k is Ellipsis for k in keys) > 1:
            raise ViewError("an index can have only one '...'")
        if not any(k is Ellipsis for k in keys):
            keys = (*keys, Ellipsis)
        shape: list[int] = []
        strides: list[int] = []
        offset, axis = self.offset, 0
        for k in keys:
            if k is None:
                shape.append(1)
                strides.append(0)
            elif k is Ellipsis:
                rest = self.ndim - taken
                shape += self.shape[axis : axis + rest]
                strides += self.strides[axis : axis + rest]
                axis += rest
            elif type(k) is slice:
                start, stop, step = _slice(k, self.shape[axis])
                extent = len(range(start, stop, step))
                offset += start * self.strides[axis] if extent else 0
                shape.append(extent)
                strides.append((step if extent > 1 else 1) * self.strides[axis])
                axis += 1
            else:
                offset += _integer(k, axis, self.shape[axis]) * self.strides[axis]
                axis += 1
        return View(checked_shape(shape), tuple(strides), self.offset if 0 in shape else offset)

    def permute(self, order: Sequence[int]) -> View:
        """The dimensions in another order."""
        order = whole_numbers(order, "an order is a sequence of axes")
        axes = [self.axis(a) for a in order]
        if sorted(axes) != list(range(self.ndim)):
            raise ViewError(f"permute needs each of the {self.ndim} dimensions once, not {shown(order)}")
        return View(tuple(self.shape[a] for a in axes), tuple(self.strides[a] for a in axes), self.offset)

    def transpose(self, first: int, second: int) -> View:
        """Two dimensions exchanged."""
        order = list(range(self.ndim))
        a, b = self.axis(first), self.axis(second)
        order[a], order[b] = order[b], order[a]
        return self.permute(order)

    def expand(self, shape: Sequence[int]) -> View:
        """Dimensions of extent 1 repeated with stride 0; -1 keeps an extent, new ones come in front."""
        shape = whole_numbers(shape)
        lead = len(shape) - self.ndim
        if lead < 0:
            raise ViewError(f"{list(self.shape)} can't be expanded to fewer dimensions: {list(shape)}")
        new_shape: list[int] = []
        strides: list[int] = []
        for i, wanted in enumerate(shape):
            extent, stride = (1, 0) if i < lead else (self.shape[i - lead], self.strides[i - lead])
            if wanted == -1 and i >= lead:
                wanted = extent
            if wanted != extent and (extent != 1 or wanted < 0):
                why = f"dimension {i} is {extent}, not 1" if wanted >= 0 else f"extent {i} is {wanted}"
                raise ViewError(f"{list(self.shape)} can't be expanded to {list(shape)}: {why}")
            new_shape.append(wanted)
            strides.append(stride if wanted == extent and i >= lead else 0)
        return View(checked_shape(new_shape), tuple(strides), self.offset)

    def squeeze(self, axis: int | None = None) -> View:
        """Without the dimensions of extent 1, or without one of them."""
        if axis is not None:
            drop = {self.axis(axis)} if self.shape[self.axis(axis)] == 1 else set()
        else:
            drop = {i for i, n in enumerate(self.shape) if n == 1}
        keep = [i for i in range(self.ndim) if i not in drop]
        return View(tuple(self.shape[i] for i in keep), tuple(self.strides[i] for i in keep), self.offset)

    def unsqueeze(self, axis: int) -> View:
        """With a dimension of extent 1 put in at ``axis``."""
        axis = values.whole_number(axis, _AXIS, ViewError)
        if not -self.ndim - 1 <= axis <= self.ndim:
            raise ViewError(f"axis {axis} is not in {-self.ndim - 1} to {self.ndim}")
        at = axis % (self.ndim + 1)
        stride = self.shape[at] * self.strides[at] if at < self.ndim else 1
        shape = (*self.shape[:at], 1, *self.shape[at:])
        return View(checked_shape(shape), (*self.strides[:at], stride, *self.strides[at:]), self.offset)

    def reshaped(self, shape: Sequence[int]) -> View:
        """The same elements in another shape, where strides can say so; one extent may be -1."""
        new = self._filled_in(list(whole_numbers(shape)))
        if self.is_contiguous or self.size == 0:
            return View(new, row_major(new), self.offset)
        strides = self._strides_as(new)
        if strides is None:
            raise ViewError(
                f"shape {list(self.shape)} with strides {self.strides} can't be viewed as {list(new)} without a "
                "copy; call contiguous() first"
            )
        return View(new, strides, self.offset)

    def _filled_in(self, shape: list[int]) -> tuple[int, ...]:
        if shape.count(-1) > 1:
            raise ViewError(f"only one extent can be -1, in {shape}")
        if -1 in shape:
            known = math.prod(n for n in shape if n != -1)
            if known == 0 or self.size % known:
                raise ViewError(f"{self.size} elements don't fit shape {shape}")
            shape[shape.index(-1)] = self.size // known
        new = checked_shape(shape)
        if math.prod(new) != self.size:
            raise ViewError(f"{self.size} elements don't fit shape {list(new)}")
        return new

    def _strides_as(self, new: tuple[int, ...]) -> tuple[int, ...] | None:
        """Strides of ``new``: each run of old dimensions that lie evenly is cut up anew; None if one can't."""
        old = [(n, s) for n, s in zip(self.shape, self.strides, strict=True) if n != 1]
        strides = [0] * len(new)
        position = len(new) - 1
        while old:
            extent, step = old.pop()
            chunk = extent
            while old and old[-1][1] == step * chunk:
                chunk *= old.pop()[0]
            room, stride = chunk, step
            while position >= 0 and (room > 1 or new[position] == 1):
                if room % new[position]:
                    return None
                strides[position] = stride
                stride *= new[position]
                room //= new[position]
                position -= 1
            if room != 1:
                return None
        while position >= 0:
            strides[position] = 1
            position -= 1
        return tuple(strides)

    def recast(self, old: int, new: int) -> View:
        """The same bits as elements of ``new`` bits instead of ``old``: the last extent changes where these differ."""
        if old == new or new == 0:
            if new == 0:
                raise ViewError("a dtype without a width is no element's")
            return self
        if not self.shape or (self.strides[-1] != 1 and self.shape[-1] != 1):
            raise ViewError(
                f"a view of shape {list(self.shape)}, strides {self.strides} has no last dimension of elements side by "
                f"side, which {new} bits an element need instead of {old}"
            )
        *outer, last = self.shape
        steps = (*(s if n > 1 else 0 for n, s in zip(outer, self.strides, strict=False)), last, self.offset)
        if any(step * old % new for step in steps):
            raise ViewError(
                f"a view of shape {list(self.shape)}, strides {self.strides}, offset {self.offset} in elements of "
                f"{old} bits has no whole numbers of {new} bits"
            )
        strides = (*(s * old // new for s in self.strides[:-1]), 1)
        return View(checked_shape((*outer, last * old // new)), strides, self.offset * old // new)

    def axis(self, axis: int) -> int:
        """An axis counted from the front; negative ones count from the end."""
        axis = values.whole_number(axis, _AXIS, ViewError)
        if not -self.ndim <= axis < self.ndim:
            raise ViewError(
                f"axis {axis} of a tensor of {self.ndim} dimensions; allowed is {-self.ndim} to {self.ndim - 1}"
            )
        return axis % self.ndim


def checked_shape(shape: Sequence[int]) -> tuple[int, ...]:
    """A shape as a tuple of ints that CANN can hold."""
    new = whole_numbers(shape)
    if any(n < 0 for n in new):
        raise ViewError(f"shape {list(new)} has a negative extent")
    if len(new) > MAX_RANK:
        raise ViewError(f"shape {list(new)} has {len(new)} dimensions; a tensor has at most {MAX_RANK}")
    if math.prod(n or 1 for n in new) >= 2**62:
        raise ViewError(f"shape {list(new)} has more elements than 64 bits can count")
    return new


def whole_numbers(numbers: Sequence[int], rule: str = _SHAPE) -> tuple[int, ...]:
    """Anything with ``__index__`` as ints."""
    return values.whole_numbers(numbers, rule, ViewError)


def _meet(pairs: list[tuple[int, int]]) -> bool:
    """Whether two indices of dimensions, given as strides and extents with the smallest stride first, name one place:
    a difference of indices, not zero, leads nowhere. Strides are not negative, extents greater than one."""
    if pairs[0][0] == 0:
        return True
    reach, common = [0], [0]  # of the dimensions before each: how far they lead, and what divides their steps
    for stride, extent in pairs:
        reach.append(reach[-1] + (extent - 1) * stride)
        common.append(math.gcd(common[-1], stride))
    pending, steps = [(len(pairs), 0, False)], 0
    while pending:
        left, place, is_moved = pending.pop()
        if left == 0:
            if is_moved and place == 0:
                return True
            continue
        if abs(place) > reach[left] or place % common[left]:
            continue
        stride, extent = pairs[left - 1]
        # What the smaller dimensions can't make good is left out; the first difference counts in one direction only.
        low = max(1 - extent if is_moved else 0, -((reach[left - 1] + place) // stride))
        high = min(extent - 1, (reach[left - 1] - place) // stride)
        steps += max(0, high - low) + 1
        if steps > _OVERLAP_STEPS:
            return True
        pending += [(left - 1, place + d * stride, is_moved or d != 0) for d in range(low, high + 1)]
    return False


def _slice(key: slice, extent: int) -> tuple[int, int, int]:
    try:
        return key.indices(extent)
    except Exception as error:  # bounds may be objects, whose __index__ may raise anything
        bounds = ", ".join(map(shown, (key.start, key.stop, key.step)))
        raise ViewError(f"slice({bounds}) is no slice of {extent} elements: {values.reason(error)}") from error


def _integer(key: Any, axis: int, extent: int) -> int:
    if type(key) is bool:
        raise ViewError(f"{_INDEX}, not {key}")
    index = values.whole_number(key, _INDEX, ViewError)
    if not -extent <= index < extent:
        raise ViewError(f"index {index} of dimension {axis} with {extent} elements")
    return index % extent if extent else 0
