"""``printf`` formats as f-strings."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..errors import NotUnderstood

SPECIFIER = re.compile(
    r"%(?P<flags>[-+ #0]*)(?P<width>[1-9]\d*|\*)?(?P<precision>\.(?:\d*|\*))?(?P<size>hh|h|ll|l|j|z|t|L)?"
    r"(?P<kind>[diouxXeEfFgGaAcspn?])|%%"
)
UNFIT = "prints by a format that does not fit, which is undefined in the sample"
_BITS = {"hh": 8, "h": 16, "": 32}
WHOLE, REAL = "diouxX", "fFeEgGaA"


@dataclass(frozen=True)
class Hole:
    """Where a value goes: how C shows it."""

    flags: str
    width: str
    precision: str
    kind: str
    size: str = ""

    @property
    def shown(self) -> np.dtype[Any]:
        """The type of whole numbers that C takes an argument for."""
        return np.dtype(f"{'i' if self.kind in 'di' else 'u'}{_BITS.get(self.size, 64) // 8}")


def pieces(format: str) -> list[str | Hole]:
    """The text and the holes of a format, in order."""
    found: list[str | Hole] = []
    at = 0
    for match in SPECIFIER.finditer(format):
        found.append(format[at : match.start()])
        at = match.end()
        if match[0] == "%%":
            found.append("%")
        else:
            found.append(hole(match))
    found.append(format[at:])
    if any("%" in p for p in found if isinstance(p, str) and p != "%"):
        raise NotUnderstood("prints by a format that is not known", format)
    return [p for p in found if p != ""]


def hole(match: re.Match[str]) -> Hole:
    """What a conversion specification says."""
    width, precision, size = (match[n] or "" for n in ("width", "precision", "size"))
    return Hole(match["flags"], width, precision, match["kind"], size)


def is_real(dtype: np.dtype[Any]) -> bool:
    return dtype.kind == "f" or dtype.name == "bfloat16"


def spec(hole: Hole, dtype: np.dtype[Any]) -> str:
    """Python's format of a value of that type. ``NotUnderstood`` where C shows something else than the value."""
    kind = hole.kind
    if kind == "?":
        kind = "g" if is_real(dtype) else "d"
    align = "<" if "-" in hole.flags and hole.width else ""
    sign = ("+" if "+" in hole.flags else " " if " " in hole.flags else "") if kind not in "uoxXc" else ""
    other = "#" if "#" in hole.flags and kind not in "diuc" else ""
    zero = "0" if "0" in hole.flags and not align and hole.width else ""
    if kind in "fFeEgG" and is_real(dtype):
        if zero:
            raise NotUnderstood("prints results with zeros in front, which C leaves out of what is no number")
        return f"{align}{sign}{other}{zero}{hole.width}{hole.precision}{kind}"
    if kind in "aA":
        raise NotUnderstood("prints in another way", "%a")
    if kind not in f"{WHOLE}c" or is_real(dtype):
        raise NotUnderstood(UNFIT)
    if other or hole.precision:  # Python writes prefixes in another way, and knows no precision of whole numbers
        raise NotUnderstood("prints whole numbers in such a way")
    if kind == "c":
        align = "" if not hole.width else align or ">"
        return f"{align}{hole.width}c"
    whole = f"{align}{sign}{zero}{hole.width}"
    if kind in "diu":
        return f"{whole}d" if whole or dtype.kind == "b" else ""
    return f"{whole}{kind}"


def converted(text: str, hole: Hole, dtype: np.dtype[Any], *, is_small: bool = False) -> tuple[str, np.dtype[Any]]:
    """A whole number of the script, and its type, as the type that C shows.

    ``is_small`` when it is known to be from zero to where an ``int`` ends. ``NotUnderstood`` where C has the number in
    half of what it shows.
    """
    if hole.kind not in WHOLE or dtype.kind not in "iub" or is_small:
        return text, dtype
    target = hole.shown
    if dtype.kind == "i" and dtype.itemsize <= 4 and target.itemsize == 8:
        raise NotUnderstood(UNFIT, f"{dtype.name} as 64 bits")
    if np.can_cast(dtype, target) or dtype.kind == "b":
        return text, dtype
    if target.kind == "i":
        return f"{text}.astype(np.{target.name})", target
    number = f"int({text})" if dtype.kind == "i" else text
    return f"{number} & 0x{(1 << 8 * target.itemsize) - 1:X}", target


def known(hole: Hole, value: Any) -> str:
    """The text of a value that is known before the script runs."""
    kind = hole.kind
    if kind == "?":
        kind = "g" if isinstance(value, float) else "d"
    if kind == "s" and isinstance(value, str):
        return _padded(_cut(value, hole.precision), hole)
    if isinstance(value, float) and kind in REAL:
        return _real(hole, kind, float(value))
    if isinstance(value, int) and kind == "c":
        return _padded(chr(value), hole)
    if isinstance(value, int) and kind in WHOLE:
        return _whole(hole, kind, int(value))
    raise NotUnderstood("prints such a value")


def _cut(text: str, precision: str) -> str:
    if not precision:
        return text
    if not text.isascii():
        raise NotUnderstood("prints a part of a text")
    return text[: int(precision[1:] or 0)]


def _padded(text: str, hole: Hole) -> str:
    missing = int(hole.width or 0) - len(text.encode(errors="surrogateescape"))
    return text if missing <= 0 else text + " " * missing if "-" in hole.flags else " " * missing + text


def _signed(sign: str, digits: str, hole: Hole, *, is_filled: bool) -> str:
    """A sign or prefix and digits, with zeros between where the flag asks for it."""
    if is_filled and "0" in hole.flags and "-" not in hole.flags:
        digits = digits.rjust(int(hole.width or 0) - len(sign), "0")
    return _padded(sign + digits, hole)


def _sign(hole: Hole, is_negative: bool) -> str:
    return "-" if is_negative else "+" if "+" in hole.flags else " " if " " in hole.flags else ""


def _whole(hole: Hole, kind: str, value: int) -> str:
    digits = format(abs(value), kind if kind in "oxX" else "d")
    prefix = ""
    if hole.precision:
        least = int(hole.precision[1:] or 0)
        digits = "" if least == value == 0 else digits.rjust(least, "0")
    if kind in "di":
        prefix = _sign(hole, value < 0)
    elif "#" in hole.flags and kind == "o":
        digits = digits if digits[:1] == "0" else f"0{digits}"
    elif "#" in hole.flags and kind in "xX" and value:
        prefix = f"0{kind}"
    return _signed(prefix, digits, hole, is_filled=not hole.precision)


def _real(hole: Hole, kind: str, value: float) -> str:
    sign = _sign(hole, math.copysign(1, value) < 0)
    if not math.isfinite(value):
        text = "inf" if math.isinf(value) else "nan"
        return _signed(sign, text.upper() if kind.isupper() else text, hole, is_filled=False)
    value = abs(value)
    if kind in "aA":
        if hole.precision or "#" in hole.flags:
            raise NotUnderstood("prints in another way", "%a")
        mantissa, _, exponent = value.hex()[2:].partition("p")
        whole, _, rest = mantissa.partition(".")
        rest = rest.rstrip("0")
        digits = f"{whole}{'.' if rest else ''}{rest}p{exponent}"
        prefix = f"{sign}0x"
        return _signed(prefix.upper(), digits.upper(), hole, is_filled=True) if kind == "A" else \
            _signed(prefix, digits, hole, is_filled=True)  # fmt: skip
    precision = ".0" if hole.precision == "." else hole.precision
    digits = format(value, f"{'#' if '#' in hole.flags else ''}{precision}{kind}")
    return _signed(sign, digits, hole, is_filled=True)
