"""Texts: ``str`` in the machine, whatever holds them in C++. Bytes that are no UTF-8 stay by Python's escapes."""

from __future__ import annotations

from typing import Any

from ..errors import NotUnderstood
from . import limits
from .handles import Result
from .types import CHAR
from .variables import Pointer, Vector


def as_bytes(value: str) -> bytes:
    """The bytes of a text of the sample."""
    return value.encode(errors="surrogateescape")


def as_text(value: bytes) -> str:
    """Bytes as a text of the sample."""
    return value.decode(errors="surrogateescape")


def characters(text: str) -> list[int]:
    """What an array of characters holds, which have a sign; with the end."""
    limits.work(len(text) << 6)
    return [c - 256 if c > 127 else c for c in as_bytes(text) + b"\0"]


def character(code: int) -> str:
    """One character as a text."""
    return as_text(bytes([int(code) & 0xFF]))


def is_characters(value: Any) -> bool:
    """Whether a value is an array of characters or points into one."""
    return (
        isinstance(value, (Pointer, Vector)) and (value.vector if isinstance(value, Pointer) else value).ctype == CHAR
    )


def text_of(value: Any) -> Any:
    """An array of characters as the text up to its end; other values as they are."""
    if not is_characters(value):
        return value
    vector, start = (value.vector, value.index) if isinstance(value, Pointer) else (value, 0)
    if isinstance(vector.data, Result):
        raise NotUnderstood("results as text")
    codes = bytearray()
    for i in range(start, len(vector.data)):
        code = int(vector.data[i]) & 0xFF
        if not code:
            return as_text(bytes(codes))
        codes.append(code)
        if len(codes) % 4096 == 0:
            limits.work(4096 << 6)
        if len(codes) > limits.MOST_TEXT:
            raise NotUnderstood("a text of a strange length")
    raise NotUnderstood("a text without an end, which is undefined in the sample")


class Characters(Vector):
    """The characters of a text, for what only looks at them."""

    __slots__ = ()

    def __init__(self, text: str) -> None:
        super().__init__(characters(text)[:-1], CHAR)

    def write(self, index: Any, value: Any) -> None:
        raise NotUnderstood("changes a text in such a way")


def made(given: list[Any]) -> Any:
    """A ``std::string`` from constructor arguments; a number after a text means one thing or another by its type."""
    if len(given) == 1 or not given:
        return text_of(given[0]) if given else ""
    first, second = given[:2]
    if len(given) == 2 and type(first) is int and type(second) is int and first >= 0:
        limits.text(first)
        return character(second) * first
    raise NotUnderstood("a text of such values")
