"""What NumPy is given to make an array of: nothing that it would read without an end.

NumPy iterates over every sequence that it finds, also inside of lists, and asks none of them first how long it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import islice
from typing import Any

import numpy as np

from .errors import ArgumentTypeError, ArgumentValueError
from .values import has_method, is_a, members, reason, shown, type_name

# What NumPy takes for one element.
_PLAIN = frozenset((float, int, bool, complex, str, bytes, type(None)))
_INTERFACES = ("__array_interface__", "__array_struct__")
_DEEPEST = 64  # dimensions of an array
_MOST_LISTS = 1 << 26  # a list that has few others in it many times may stand for more than can be read


class _Interface:
    """Stands for an object of which NumPy shall see the array interface, and no sequence."""

    def __init__(self, owner: Any, name: str) -> None:
        self.owner = owner  # whose memory it is
        setattr(self, name, getattr(owner, name))


def readable(value: Any) -> Any:
    """The value, with sequences of classes of their own, also inside of lists, as lists of as many elements as they say
    they have. ``ArgumentTypeError`` where that does not work, and for lists that are in themselves."""
    kind = type(value)
    if kind is np.ndarray or _is_one(kind) or (kind is list and value and _is_one(type(value[0]))):
        return value
    return _Reader().of(value, 0)


class _Reader:
    """Walks through nested lists in NumPy's order.

    ``limit`` is the depth of the first number found: NumPy does not iterate over what lies as deep, and neither does
    this, so that long lists of numbers are not read twice.
    """

    def __init__(self) -> None:
        self._limit = _DEEPEST + 1
        self._lists = 0
        # By number and depth: the list, so that it keeps its number, what became of it, and how many are in it.
        self._known: dict[tuple[int, int], tuple[Any, Any, int]] = {}

    def of(self, value: Any, depth: int) -> Any:
        kind = type(value)
        if kind is list or kind is tuple:
            return self._list(value, depth)
        if _is_one(kind) or issubclass(kind, np.generic):
            self._limit = min(self._limit, depth)
            return value
        is_known = issubclass(kind, (np.ndarray, str, bytes, dict, range))
        return value if is_known else self._foreign(value, kind, depth)

    def _list(self, values: Any, depth: int) -> Any:
        known, before = self._known.get((id(values), depth)), self._lists
        self._lists += 1 if known is None else known[2]
        if depth >= _DEEPEST:
            raise ArgumentTypeError(f"a {type_name(values)} that is in {depth} others, or in itself, is no array")
        if self._lists > _MOST_LISTS:
            raise ArgumentValueError(f"a {type_name(values)} with more than {_MOST_LISTS} others in it is too large")
        if known is None:
            known = self._known[id(values), depth] = values, self._elements(values, depth + 1), self._lists - before
        return known[1]

    def _elements(self, values: Any, depth: int) -> Any:
        found: list[Any] = []
        for value in islice(values, len(values)):  # what is looked at may make the list longer
            if depth >= self._limit:
                break
            found.append(self.of(value, depth))
            if depth + 1 >= self._limit and len(found) == 1 and _are_lists(values):
                break
        if all(a is b for a, b in zip(found, values, strict=False)):
            return values
        return [*found, *values[len(found) :]]

    def _foreign(self, value: Any, kind: type, depth: int) -> Any:
        """A value of any other class: as it is where NumPy takes it for no sequence."""
        if not (has_method(kind, "__getitem__") and has_method(kind, "__len__")):
            return value
        if is_a(value, (Mapping,)):
            raise ArgumentTypeError(f"a {type_name(value)} is no array: it is a mapping")
        try:
            memoryview(value)
        except Exception:  # no buffer
            pass
        else:
            return value
        if has_method(kind, "__array__"):
            return _checked(value, lambda: value.__array__())
        for name in _INTERFACES:
            if has_method(kind, name):
                return _checked(value, lambda name=name: np.asarray(_Interface(value, name)))  # type: ignore[misc]
        return self.of(members(value, lambda: f"a {type_name(value)}"), depth)


def _is_one(kind: type) -> bool:
    try:
        return kind in _PLAIN
    except Exception:  # a metaclass may have a hash of its own
        return False


def _are_lists(values: Any) -> bool:
    """Whether all elements are lists or tuples, found out without a step in Python for each."""
    try:
        return set(map(type, values)) <= {list, tuple}
    except Exception:
        return False


def _checked(value: Any, array: Callable[[], Any]) -> Any:
    """What an object gives for an array."""
    try:
        found = array()
    except Exception as error:
        raise ArgumentTypeError(f"{type_name(value)} can't become an array: {reason(error)}") from error
    if not is_a(found, np.ndarray):
        raise ArgumentTypeError(f"{type_name(value)} can't become an array: its __array__ gave {shown(found)}")
    return found
