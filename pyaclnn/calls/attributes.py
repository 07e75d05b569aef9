"""Integer attributes as a person writes them: a word, a data type or a format for the number behind it."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from functools import lru_cache
from typing import Any

import numpy as np

from .. import dtypes
from ..dtypes import DType
from ..values import is_a


def number(operator: str, attribute: str, value: Any) -> int | None:
    """The number behind a word, data type or format; None where the attribute has no such one. Names are C's."""
    from .. import constants  # not before a word is used

    if is_a(value, str):
        found = constants.words(operator, attribute).get(value.lower())
        if found is not None:
            return found
    if constants.is_dtype(operator, attribute):
        try:
            return dtypes.as_dtype(value).code
        except (TypeError, ValueError):
            return None
    if is_a(value, str) and constants.is_format(operator, attribute):
        from ..formats import as_format

        try:
            return int(as_format(value.upper()))
        except TypeError:
            return None
    return None


def is_named(value: Any) -> bool:
    """Whether a value is one that ``number`` may know: no integer, and nothing that was meant to be one."""
    return is_a(value, (str, DType, np.dtype, type))


def allowed(operator: str, attribute: str) -> str:
    """What a message says of the values that an attribute may have."""
    from .. import constants

    words = constants.words(operator, attribute)
    if words:
        return f"an int or one of {', '.join(map(repr, words))}"
    if constants.is_dtype(operator, attribute):
        return f"an int, a NumPy dtype or one of {', '.join(repr(d.name) for d in dtypes.ALL)}"
    if constants.is_format(operator, attribute):
        from ..formats import Format

        return f"an int or one of {', '.join(repr(f.name) for f in Format)}"
    return "an int"


def reader(operator: str) -> Callable[[str, Any], Any]:
    """What the fast path of calls asks: the number of a word or of a named constant, or the value as it is."""

    @lru_cache(maxsize=64)
    def known(attribute: str, value: str) -> Any:
        found = number(operator, attribute, value)
        return value if found is None else found

    def read(attribute: str, value: Any) -> Any:
        if value.__class__ is str:
            return known(attribute, value)
        return int(value) if isinstance(value, IntEnum) else value

    return read
