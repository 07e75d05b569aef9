"""Functions of C that print, and that work on arrays of characters and on bytes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..errors import NotUnderstood
from ..program.core import Core
from ..program.frames import Frame
from ..values import limits
from ..values.handles import Result
from ..values.numbers import sign_of
from ..values.texts import as_bytes, text_of
from ..values.types import CType
from ..values.variables import Pointer, SocName, Vector, elements
from . import constants, printf, streams


def texts(args: list[Any]) -> list[str]:
    """Arguments that are texts."""
    found = [text_of(a) for a in args]
    if not all(isinstance(t, str) for t in found):
        raise NotUnderstood("a function of such texts")
    return found


def write(core: Core, target: Any, text: str) -> Any:
    """Writes a text with its end into an array of characters."""
    if isinstance(target, Vector):
        target = Pointer(target)
    if not isinstance(target, Pointer):
        raise NotUnderstood("copying such text", type(target).__name__)
    vector, raw = target.vector, as_bytes(text.partition("\0")[0])
    room = len(vector.data) - target.index - len(raw)
    if room == 0:
        core.trace.notes.append(f"the end of {text!r} is copied beyond its array, which is undefined in the sample")
    limits.work(len(raw) << 8)
    for i, code in enumerate(raw + b"\0" * (room != 0)):
        vector.write(target.index + i, code)
    return target


def _strcpy(core: Core, args: list[Any], template: list[CType], f: Frame) -> Any:
    given = text_of(args[-1])
    if not isinstance(given, str):
        raise NotUnderstood("copying such text", type(args[-1]).__name__)
    return write(core, args[0], given)


def _formatted(core: Core, args: list[Any], place: int) -> str:
    """The text that a format and the arguments behind it make; ``place`` is the format's."""
    if len(args) <= place or not isinstance(args[place], str):
        raise NotUnderstood("prints by a format that is not known")
    given = [text_of(a) for a in args[place + 1 :]]
    nodes = core.given
    return streams.rendered(
        *printf.converted(args[place], given, lambda i: core.type_in(nodes[i + place + 1], Frame(0)))
    )


def _sprintf(core: Core, args: list[Any], template: list[CType], f: Frame) -> Any:
    text = _formatted(core, args, 1)
    write(core, args[0], text)
    return len(as_bytes(text))


def _snprintf(core: Core, args: list[Any], template: list[CType], f: Frame) -> Any:
    text, room = _formatted(core, args, 2), args[1]
    raw = as_bytes(text)
    if not isinstance(room, int) or not (text.isascii() or len(raw) < room):
        raise NotUnderstood("prints a part of a text")
    if room > 0:
        write(core, args[0], text[: room - 1])
    return len(raw)


def _show(core: Core, format: str, args: tuple[Any, ...] = ()) -> int:
    core.show(core.given[0].parent.parent, format, args)
    return 0


def _to_stdout(args: list[Any]) -> None:
    if not any(isinstance(a, constants.File) for a in args):
        raise NotUnderstood("prints into such a file")


def _puts(core: Core, args: list[Any], template: list[CType], f: Frame) -> Any:
    return _show(core, texts(args)[0].replace("%", "%%") + "\n")


def _fputs(core: Core, args: list[Any], template: list[CType], f: Frame) -> Any:
    _to_stdout(args[1:])
    return _show(core, texts(args[:1])[0].replace("%", "%%"))


def _putchar(core: Core, args: list[Any], template: list[CType], f: Frame) -> Any:
    if len(args) > 1:
        _to_stdout(args[1:])
    if not isinstance(args[0], int) or not 0 <= args[0] < 128:
        raise NotUnderstood("prints bytes that are no text")
    return _show(core, "%c", (args[0],)) or args[0]


def _fprintf(core: Core, args: list[Any], template: list[CType], f: Frame) -> Any:
    _to_stdout(args[:1])
    if len(args) < 2 or not isinstance(args[1], str):
        raise NotUnderstood("prints by a format that is not known")
    nodes, given = core.given, [text_of(a) for a in args[2:]]
    return _show(core, *printf.converted(args[1], given, lambda i: core.type_in(nodes[i + 2], f)))


def _memcmp(core: Core, args: list[Any], template: list[CType], f: Frame) -> Any:
    count, raws = args[2], []
    for one in args[:2]:
        vector = elements(one)
        if isinstance(vector.data, Result):
            raise NotUnderstood("a comparison of results")
        array = vector.array()
        if not isinstance(count, int) or not 0 <= count <= array.nbytes:
            raise NotUnderstood("reads outside a vector")
        limits.work(array.nbytes)
        raws.append(np.ascontiguousarray(array[: -(-count // array.itemsize)]).view(np.uint8)[:count].tobytes())
    return sign_of(*raws)


def _strcmp(core: Core, args: list[Any], template: list[CType], f: Frame) -> Any:
    if any(isinstance(a, SocName) for a in args):
        raise NotUnderstood("a comparison with the chip's name")
    a, b = (as_bytes(t) for t in texts(args[:2]))
    if len(args) > 2:
        a, b = a[: args[2]], b[: args[2]]
    return sign_of(a, b)


def _strlen(core: Core, args: list[Any], template: list[CType], f: Frame) -> Any:
    return len(as_bytes(texts(args)[0].partition("\0")[0]))


FUNCTIONS: dict[str, Callable[[Core, list[Any], list[CType], Frame], Any]] = {
    "strcpy": _strcpy, "sprintf": _sprintf, "snprintf": _snprintf, "puts": _puts, "fputs": _fputs, "putchar": _putchar,
    "fputc": _putchar, "putc": _putchar, "fprintf": _fprintf, "memcmp": _memcmp, "strcmp": _strcmp, "strncmp": _strcmp,
    "strlen": _strlen,
}  # fmt: skip
