"""C++ types by name, and what storing a value in one does to it."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, NamedTuple

import ml_dtypes
import numpy as np


class CType(NamedTuple):
    """A type without ``const`` and ``&``: its name, template arguments and number of stars."""

    name: str
    args: tuple[CType, ...] = ()
    pointers: int = 0

    def pointed(self, more: int = 1) -> CType:
        return CType(self.name, self.args, self.pointers + more)


AUTO = CType("auto")
INT = CType("int")
FLOAT = CType("float")
CHAR = CType("char")

INTEGERS: dict[str, tuple[int, bool]] = {
    **{f"{u}int{b}_t": (b, not u) for u in ("", "u") for b in (8, 16, 32, 64)},
    "int": (32, True), "unsigned": (32, False), "long": (64, True), "unsigned long": (64, False),
    "short": (16, True), "unsigned short": (16, False), "char": (8, True), "signed char": (8, True),
    "unsigned char": (8, False), "long long": (64, True), "unsigned long long": (64, False), "size_t": (64, False),
    "ssize_t": (64, True), "ptrdiff_t": (64, True), "intptr_t": (64, True), "uintptr_t": (64, False),
    "aclFloat16": (16, False), "aclError": (32, True), "aclnnStatus": (32, True), "aclDataType": (32, True),
    "aclFormat": (32, True), "char16_t": (16, False), "half": (16, False),
}  # fmt: skip
CHARACTERS = frozenset(("char", "signed char", "unsigned char", "int8_t", "uint8_t"))  # what a stream shows as such
MOST_PARTS = 500
_WORDS = ("unsigned", "signed", "long", "short", "int", "char", "double")
_DROPPED = {"const", "constexpr", "static", "struct", "class", "enum", "typename", "volatile", "inline", "register"}
_TOKEN = re.compile(r"[A-Za-z_]\w*(?:\s*::\s*~?[A-Za-z_]\w*)*|[<>,*&()\[\]]|\d+|\.\.\.")

_NUMPY: dict[str, Any] = {
    "float": np.float32, "double": np.float64, "bool": np.bool_, "fp16_t": np.float16, "bfloat16": ml_dtypes.bfloat16,
}  # fmt: skip


@lru_cache(maxsize=4096)
def parse(text: str) -> CType:
    """A type as written; what can't be read as one is a name that nothing knows."""
    tokens = [t.replace(" ", "") for t in _TOKEN.findall(text)]
    if len(tokens) > MOST_PARTS:
        return CType("a type of so many parts")
    found, _ = _type(tokens, 0)
    return found


def is_large(ctype: CType) -> bool:
    """Whether a type has more parts than anyone writes; types made of types grow without end."""
    stack, count = [ctype], 0
    while stack:
        stack += stack.pop().args
        count += 1
        if count > MOST_PARTS:
            return True
    return False


def _type(tokens: list[str], at: int) -> tuple[CType, int]:
    words: list[str] = []
    args: tuple[CType, ...] = ()
    pointers = 0
    while at < len(tokens):
        token = tokens[at]
        if token == "<":
            found = []
            at += 1
            while at < len(tokens) and tokens[at] != ">":
                start = at
                one, at = _type(tokens, at)
                found.append(one)
                if (at < len(tokens) and tokens[at] == ",") or at == start:
                    at += 1
            args = tuple(found)
        elif token in (",", ">", ")"):
            break
        elif token == "*":
            pointers += 1
        elif token == "(":  # a function's type or decltype: skipped whole
            depth = 0
            while at < len(tokens):
                depth += {"(": 1, ")": -1}.get(tokens[at], 0)
                if depth == 0:
                    break
                at += 1
        elif token not in _DROPPED and token not in ("&", "[", "]"):
            words.append(token.removeprefix("std::").removeprefix("::").removeprefix("std::"))
        at += 1
    return CType(_name(words), args, pointers), at


def _name(words: list[str]) -> str:
    if len(words) == 1 and words[0] != "signed":
        return words[0].removeprefix("op::").removeprefix("acl::")
    if not all(w in _WORDS for w in words):
        return words[-1] if words else "auto"
    if "double" in words:
        return "double"
    sign = "unsigned " if "unsigned" in words else ""
    for word in ("char", "short"):
        if word in words:
            return sign + word
    return f"{sign}long" if "long" in words else "unsigned" if sign else "int"


@lru_cache(maxsize=4096)
def numpy_of(ctype: CType) -> np.dtype[Any] | None:
    """The NumPy type with the same bytes, or None for what is no number."""
    if ctype.pointers:
        return None
    if ctype.name in INTEGERS:
        bits, signed = INTEGERS[ctype.name]
        return np.dtype(f"{'i' if signed else 'u'}{bits // 8}")
    if ctype.name == "complex":
        return np.dtype(np.complex64 if ctype.args[:1] == (FLOAT,) else np.complex128)
    found = _NUMPY.get(ctype.name)
    return None if found is None else np.dtype(found)


_FIXED = frozenset((*INTEGERS, "auto", "float", "double", "bool", "void", "aclTensor", "aclScalar", "string", "vector"))


@lru_cache(maxsize=1024)
def is_fixed(ctype: CType) -> bool:
    """Whether no alias and no template parameter can be in a type."""
    return ctype.name in _FIXED and (not ctype.args or (ctype.name == "vector" and all(map(is_fixed, ctype.args))))


def sizeof(ctype: CType) -> int | None:
    """Bytes of a number or pointer."""
    if ctype.pointers:
        return 8
    dtype = numpy_of(ctype)
    return None if dtype is None else dtype.itemsize


@lru_cache(maxsize=256)
def named(dtype: np.dtype[Any]) -> CType:
    """The C++ type with the bytes of a NumPy type."""
    special = {"float32": "float", "float64": "double", "bool": "bool"}
    if dtype.kind == "c":
        return CType("complex", (FLOAT if dtype.itemsize == 8 else CType("double"),))
    return CType(special.get(dtype.name, f"{dtype.name}_t"))
