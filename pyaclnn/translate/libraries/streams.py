"""Streams of C++: how ``std::cout`` shows values from a manipulator on, and streams into a text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..errors import NotUnderstood
from ..program.core import Core
from ..script import formats
from ..values import dynamic, limits
from ..values.dynamic import Dynamic
from ..values.handles import Symbol
from ..values.numbers import Named as NumberName
from ..values.numbers import Sign
from ..values.texts import character
from ..values.types import CHARACTERS, CType

_IN_ANOTHER_WAY = "prints in another way"
_TEXTS = {"endl": "\n", "flush": "", "ends": "\0"}
_SET: dict[str, tuple[str, Any]] = {
    "fixed": ("floats", "f"), "scientific": ("floats", "e"), "defaultfloat": ("floats", "g"), "dec": ("base", "d"),
    "hex": ("base", "x"), "oct": ("base", "o"), "left": ("is_left", True), "right": ("is_left", False),
    "boolalpha": ("is_named", True), "noboolalpha": ("is_named", False), "showpos": ("sign", "+"),
    "noshowpos": ("sign", ""), "showpoint": ("point", "#"), "noshowpoint": ("point", ""),
    "uppercase": ("is_upper", True), "nouppercase": ("is_upper", False),
}  # fmt: skip


@dataclass
class Style:
    """What a stream remembers."""

    precision: int = 6
    width: int = 0  # of the next value only
    fill: str = " "
    floats: str = "g"
    base: str = "d"
    sign: str = ""
    point: str = ""
    is_left: bool = False
    is_named: bool = False  # truths are shown as words
    is_upper: bool = False


@dataclass(frozen=True)
class Manipulator:
    """``std::setw(8)`` and its like."""

    field: str
    value: Any


class Text:
    """``std::ostringstream``."""

    def __init__(self, text: str = "") -> None:
        self.text = text
        self.style = Style()

    def m_str(self, *text: str) -> str | None:
        if text:
            self.text = text[0]
            return None
        return self.text

    def add(self, format: str, args: tuple[Any, ...]) -> None:
        """Adds what a format shows of values that are known."""
        shown = rendered(format, args)
        limits.text(len(self.text) + len(shown))
        self.text += shown


def rendered(format: str, args: tuple[Any, ...]) -> str:
    """The text of a format and its arguments; ``NotUnderstood`` where the script only will know it."""
    values = iter(args)
    pieces = formats.pieces(format)
    if sum(isinstance(p, formats.Hole) for p in pieces) > len(args):
        raise NotUnderstood("prints more than it is given")
    if not all(isinstance(a, (int, float, str)) for a in args):
        raise NotUnderstood("a text of results")
    return "".join(p if isinstance(p, str) else formats.known(p, next(values)) for p in pieces)


def manipulator(field: str) -> Any:
    """The function that makes a manipulator."""

    def make(core: Core, args: list[Any], template: Any, f: Any) -> Manipulator:
        (value,) = args
        if not isinstance(value, int):
            raise NotUnderstood(_IN_ANOTHER_WAY)
        return Manipulator(field, character(value) if field == "fill" else int(value))

    return make


def named(name: str) -> Manipulator | str | None:
    """What the name of a manipulator does: a text, or a change of the style."""
    short = name.removeprefix("std::").removeprefix("ios::").removeprefix("ios_base::")
    if short in _TEXTS:
        return _TEXTS[short]
    return Manipulator(*_SET[short]) if short in _SET else None


def change(core: Core, style: Style, one: Manipulator) -> None:
    """Changes what a stream remembers. ``NotUnderstood`` where it may be something else in another turn."""
    value = one.value
    if one.field in ("width", "precision"):
        if value > limits.MOST_COLUMNS or (value < 0 and one.field == "width"):
            raise NotUnderstood("prints with a width beyond reason", str(value))
        value = 6 if value < 0 else value
    if one.field == "fill" and not value.isascii():
        raise NotUnderstood(_IN_ANOTHER_WAY, "a fill of bytes")
    if one.field != "width" and (core.residual or core.is_in_bulk) and getattr(style, one.field) != value:
        raise NotUnderstood(_IN_ANOTHER_WAY, "from a condition or a loop on results on")
    setattr(style, one.field, value)


def shown(style: Style, value: Any, ctype: CType | None) -> tuple[str, tuple[Any, ...]]:
    """How a stream shows a value of a type: a format and its arguments."""
    if value.__class__ is Sign:
        raise NotUnderstood("prints a number of which C defines only the sign")
    is_plain, width, style.width = style == Style(), style.width, 0
    if isinstance(value, (Dynamic, Symbol)) and ctype is None:
        ctype = value.ctype if isinstance(value, Dynamic) else None
    if ctype is not None and ctype.pointers and ctype.name != "char":
        raise NotUnderstood("prints such a value", "a pointer")
    is_integer = isinstance(value, int) or (isinstance(value, np.ndarray) and value.dtype.kind in "iu")
    is_typed = ctype is not None and not ctype.pointers and dynamic.is_integer(ctype)
    if is_integer and not is_typed and not isinstance(value, (bool, NumberName)):
        raise NotUnderstood("prints a whole number of an unknown type")
    kind, value = _kind(style, value, ctype, is_plain)
    flags, precision, size = "-" if style.is_left and width else "", "", ""
    if kind == "real":
        flags += style.sign + style.point
        kind = style.floats.upper() if style.is_upper and style.floats != "f" else style.floats
        precision = f".{style.precision}" if style.precision != 6 or style.point else ""
    elif kind == "?" and style.base != "d":
        kind, size, value = _based(style, value, ctype)
    elif kind == "?" and (ctype is None or not is_typed or ctype.name == "bool" or dynamic.width_of(ctype)[1]):
        flags += style.sign
    hole = f"%{flags}{width or ''}{precision}{size}{kind}"
    if width and style.fill != " ":
        return _filled(hole, width, style, value)
    return hole, (value,)


def _kind(style: Style, value: Any, ctype: CType | None, is_plain: bool) -> tuple[str, Any]:
    """``(kind, value)``: a conversion, ``real`` or, for whole numbers and what has several parts, ``?``."""
    if ctype is not None and ctype.name in CHARACTERS and not ctype.pointers:
        if isinstance(value, (Dynamic, Symbol)):
            raise NotUnderstood("prints results as characters")
        if np.min(value) < 0 or np.max(value) > 127:
            raise NotUnderstood("prints bytes that are no text")
        return "c", value if isinstance(value, np.ndarray) else int(value)
    if isinstance(value, np.ndarray):
        if value.dtype.kind == "b":
            if style.is_named:
                raise NotUnderstood(_IN_ANOTHER_WAY, "boolalpha")
            value = value.astype(np.int64)
        if value.dtype.kind == "c" and not is_plain:
            raise NotUnderstood(_IN_ANOTHER_WAY, "complex")
        return "real" if value.dtype.kind == "f" and not is_plain else "?", value
    if isinstance(value, str) or (isinstance(value, Dynamic) and value.ctype.pointers):
        return "s", value
    if isinstance(value, bool):
        return ("s", "true" if value else "false") if style.is_named else ("?", int(value))
    if isinstance(value, float):
        return "real", value
    if isinstance(value, (Dynamic, Symbol)) and not is_plain:
        own = value.ctype if isinstance(value, Dynamic) else dynamic.symbol_type(value)
        if own.name == "complex" or (own.name == "bool" and style.is_named):
            raise NotUnderstood(_IN_ANOTHER_WAY, own.name)
        if own.name != "bool" and not dynamic.is_integer(own):
            return "real", value
    return "?", value


def _based(style: Style, value: Any, ctype: CType | None) -> tuple[str, str, Any]:
    """Whole numbers in another base than ten, as those of their type without a sign."""
    own = ctype if ctype is not None and dynamic.is_integer(ctype) else dynamic.type_of(dynamic.of(value))
    bits = dynamic.width_of(own)[0] if own.name != "bool" else 32
    if isinstance(value, (Dynamic, Symbol)) and bits < 32 and dynamic.width_of(own)[1]:
        raise NotUnderstood(_IN_ANOTHER_WAY, "a small number with a sign")
    if not isinstance(value, (Dynamic, Symbol)):
        value = value.astype(f"u{bits // 8}") if isinstance(value, np.ndarray) else int(value) % (1 << bits)
    size = {64: "l", 32: "", 16: "h", 8: "hh"}[bits]
    return style.base.upper() if style.is_upper and style.base == "x" else style.base, size, value


def _filled(hole: str, width: int, style: Style, value: Any) -> tuple[str, tuple[Any, ...]]:
    """Another character than a blank around a value that is known."""
    if not isinstance(value, (int, float, str)):
        raise NotUnderstood(_IN_ANOTHER_WAY, "a fill around results")
    text = rendered(hole, (value,))
    bare = text.rstrip(" ") if style.is_left else text.lstrip(" ")
    if isinstance(value, str):
        bare = value
    missing = style.fill * max(0, width - len(bare.encode(errors="surrogateescape")))
    return "%s", (bare + missing if style.is_left else missing + bare,)


def method(core: Core, style: Style, name: str, args: list[Any]) -> Any:
    """``std::cout.precision(4)``"""
    if name not in ("precision", "width", "fill", "flush"):
        raise NotUnderstood("an unknown method", f"ostream.{name}")
    if name == "flush":
        return None
    before = getattr(style, name)
    if args:
        value = character(args[0]) if name == "fill" else args[0]
        if name == "width":
            raise NotUnderstood("an unknown method", "ostream.width")
        change(core, style, Manipulator(name, value))
    return before if name != "fill" else ord(before)
