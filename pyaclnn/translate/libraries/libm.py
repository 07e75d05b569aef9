"""The C library's functions of ``float``, which round in their own way: neither Python nor NumPy has them."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import lru_cache

FUNCTIONS = frozenset((
    "exp", "log", "log2", "log10", "log1p", "expm1", "sin", "cos", "tan", "sinh", "cosh", "tanh", "asin", "acos",
    "atan", "asinh", "acosh", "atanh", "erf", "erfc", "pow",
))  # fmt: skip
OF_FLOAT = (  # C's variants for float have an f more
    "sqrt", "exp", "log", "log2", "log10", "sin", "cos", "tan", "tanh", "fabs", "floor", "ceil", "round", "trunc",
    "pow", "fmax", "fmin", "fmod",
)  # fmt: skip
_LIBRARY = "libm.so.6"


def count(name: str) -> int:
    """How many arguments a function takes."""
    return 2 if name == "pow" else 1


@lru_cache(maxsize=64)
def narrow(name: str) -> Callable[..., float] | None:
    """The function of ``float``, or None where there is no such library."""
    if name not in FUNCTIONS:
        return None
    try:
        function = getattr(ctypes.CDLL(_LIBRARY), f"{name}f")
    except (OSError, AttributeError):
        return None
    function.restype, function.argtypes = ctypes.c_float, [ctypes.c_float] * count(name)
    return function


def declared(names: list[str]) -> list[str]:
    """The lines of a script that make functions available, given as C calls them: ``acoshf``, ``cosh``."""
    if not names:
        return []
    lines = [f'libm = ctypes.CDLL("{_LIBRARY}")']
    for name in sorted(names):
        is_narrow = name.removesuffix("f") in FUNCTIONS and name.endswith("f") and name != "erf"
        kind = "ctypes.c_float" if is_narrow else "ctypes.c_double"
        given = ", ".join([kind] * count(name.removesuffix("f")))
        lines.append(f"libm.{name}.restype, libm.{name}.argtypes = {kind}, [{given}]")
    return lines
