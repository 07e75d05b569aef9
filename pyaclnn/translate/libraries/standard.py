"""Functions and types of the standard library that samples use."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any

import numpy as np

from ..errors import NotUnderstood
from ..program.core import Core
from ..program.frames import Frame
from ..trace import Chip
from ..values import arithmetic, limits, types
from ..values.handles import Result, Symbol
from ..values.numbers import F32, f32
from ..values.texts import characters as codes_of
from ..values.types import CType
from ..values.variables import Address, Pointer, SocName, Vector, bits, coerce, elements
from . import algorithms, characters, libm, streams
from .algorithms import SIGNS, Operator, apply, store
from .characters import texts
from .methods import Thread

_MOST_VALUES = 5000
_LIMITS = re.compile(r"numeric_limits\s*<\s*(\w+)\s*>\s*::\s*(\w+)")


def limit(text: str) -> Any:
    """``std::numeric_limits<T>::max()`` and its like."""
    match = _LIMITS.search(text)
    if match is None:
        return None
    dtype = types.numpy_of(types.parse(match[1]))
    if dtype is None:
        return None
    if dtype.kind in "iu":
        info = np.iinfo(dtype)
        return {"max": int(info.max), "min": int(info.min), "lowest": int(info.min)}.get(match[2])
    floats = np.finfo(dtype)
    found = {"max": floats.max, "min": floats.tiny, "lowest": floats.min, "infinity": np.inf, "quiet_NaN": np.nan,
             "epsilon": floats.eps}.get(match[2])  # fmt: skip
    return None if found is None else coerce(float(found), types.named(dtype))


def _same(core: Core, args: list[Any], template: list[CType], f: Frame) -> Any:
    return args[0] if args else None


def _nothing(core: Core, args: list[Any], template: list[CType], f: Frame) -> Any:
    return 0


def _math(function: Callable[..., Any], array: Callable[..., Any] | None = None) -> Any:
    name = getattr(function, "__name__", "")

    def run(core: Core, args: list[Any], template: list[CType], f: Frame) -> Any:
        if any(isinstance(a, np.ndarray) for a in args):
            if array is None:
                return _of_each(run, core, args, f)
            with np.errstate(all="ignore"):
                return array(*[arithmetic._typed(a, args[0]) for a in args])
        if not all(isinstance(a, (int, float)) for a in args):
            raise NotUnderstood("a function of such a value")
        if all(isinstance(a, F32) for a in args) and (narrow := libm.narrow(name)) is not None:
            return f32(narrow(*args))
        if len(args) > 1 and name != "ldexp" and not all(isinstance(a, F32) for a in args):
            args = [float(a) for a in args]  # a float and a double, or a whole number, are doubles
        value = function(*args)
        if any(isinstance(a, F32) for a in args) and isinstance(value, float):
            return f32(value)
        return value

    return run


def _of_each(function: Callable[..., Any], core: Core, args: list[Any], f: Frame) -> Any:
    """A function of one number for all turns of a loop at once: of each different number in an array."""
    given = args[0]
    if len(args) != 1 or given.dtype.kind not in "iuf":
        raise NotUnderstood("a function of all turns at once")
    values, places = np.unique(given, return_inverse=True)
    if len(values) > _MOST_VALUES:
        raise NotUnderstood("a function of many values")
    kind: Any = F32 if given.dtype == np.float32 else (lambda v: v)
    found = [function(core, [kind(v)], [], f) for v in values.tolist()]
    dtype = np.float32 if all(isinstance(v, F32) for v in found) else None
    return np.array(found, dtype)[places.reshape(given.shape)]


def _whole(function: Callable[[float], int]) -> Callable[[float], float]:
    """A function that rounds to a whole number, as C has it: zeros keep their sign, and what is no number stays."""
    return lambda x: math.copysign(float(function(x)), x) if math.isfinite(x) else float(x)


def _rounded(x: float) -> int:
    """Halves away from zero."""
    whole = math.trunc(x)
    return whole + (abs(x - whole) >= 0.5) * (1 if x > 0 else -1)


def _fmax(a: float, b: float) -> float:
    return float(b if a != a or a < b else a)


def _fmin(a: float, b: float) -> float:
    return float(b if a != a or b < a else a)


def _narrow(function: Callable[..., Any]) -> Any:
    """C's variant of a function that takes and gives ``float``."""

    def run(core: Core, args: list[Any], template: list[CType], f: Frame) -> Any:
        with np.errstate(all="ignore"):
            given = [a.astype(np.float32) if isinstance(a, np.ndarray) else coerce(a, types.FLOAT) for a in args]
        return coerce(function(core, given, template, f), types.FLOAT)

    return run


def _choose(function: Callable[..., Any]) -> Any:
    def run(core: Core, args: list[Any], template: list[CType], f: Frame) -> Any:
        values = args[0].data if len(args) == 1 and isinstance(args[0], Vector) else args
        if not all(isinstance(a, (int, float)) for a in values):
            raise NotUnderstood("a choice between such values")
        value = function(values)
        return coerce(value, template[0]) if template else value

    return run


def _memcpy(core: Core, args: list[Any], template: list[CType], f: Frame) -> Any:
    to, count = args[0], int(args[-1] if len(args) == 3 else args[3])
    source = args[1] if len(args) == 3 else args[2]
    if isinstance(to, Address):
        value = source.get() if isinstance(source, Address) else elements(source).read(0)
        origin = source.ref.ctype if isinstance(source, Address) else elements(source).ctype
        if types.sizeof(to.ref.ctype) != count:
            raise NotUnderstood("a copy of bytes")
        to.ref.set(bits(value, origin, to.ref.ctype))
        return 0
    if isinstance(source, str):
        codes = codes_of(source)
        if count > len(codes):
            raise NotUnderstood("a copy of bytes")
        source = Vector(codes[:count], types.CHAR)
    target, given = elements(to), elements(source)
    dtype = types.numpy_of(target.ctype)
    if dtype is None:
        raise NotUnderstood("a copy of bytes")
    if isinstance(given.data, Result) and given.data.count * given.data.dtype.itemsize == count:
        target.data = given.data.viewed(dtype)
        return 0
    array = given.array()
    if not array.flags.c_contiguous:
        limits.hold(array.nbytes)
    raw = np.ascontiguousarray(array).view(np.uint8)
    if count > raw.nbytes or count % dtype.itemsize:
        raise NotUnderstood("a copy of bytes")
    offset = to.index if isinstance(to, Pointer) else 0
    vector = to.vector if isinstance(to, Pointer) else target
    store(vector, offset, offset + count // dtype.itemsize, raw[:count].view(dtype))
    return 0


def _memset(core: Core, args: list[Any], template: list[CType], f: Frame) -> Any:
    target = elements(args[0])
    dtype = types.numpy_of(target.ctype)
    value, count = (args[1], args[2]) if len(args) == 3 else (args[2], args[3])
    is_whole = isinstance(args[0], Pointer) and args[0].index == 0 and count == len(args[0].vector)
    if is_whole and target.ctype == CType("void") and type(value) is int and value == 0:
        args[0].vector.data = np.broadcast_to(np.uint8(0), (count,))  # it has no type yet
        return 0
    if dtype is None or not isinstance(args[0], (Pointer, Vector)):
        raise NotUnderstood("filling memory of such a type")
    offset = args[0].index if isinstance(args[0], Pointer) else 0
    limits.hold(int(count))
    raw = np.full(int(count), value & 0xFF, np.uint8)
    vector = args[0].vector if isinstance(args[0], Pointer) else target
    store(vector, offset, offset + len(raw) // dtype.itemsize, raw.view(dtype))
    return 0


def _malloc(core: Core, args: list[Any], template: list[CType], f: Frame) -> Any:
    count = int(args[0] if len(args) == 1 else args[0] * args[1])
    if not 0 <= count <= 1 << 30:
        raise NotUnderstood("a vector of a strange size")
    return Pointer(Vector(np.broadcast_to(np.uint8(0), (count,)), CType("void")), 0)


def half(name: str) -> Any:
    """A conversion of CANN between float and half."""

    def run(core: Core, args: list[Any], template: list[CType], f: Frame) -> Any:
        value = args[0]
        with np.errstate(all="ignore"):
            if name == "to half":
                if isinstance(value, np.ndarray):
                    return value.astype(np.float16).view(np.uint16)
                return int(np.asarray(value, np.float32).astype(np.float16).view(np.uint16))
            if isinstance(value, Symbol):
                return value.then("half")
            if isinstance(value, np.ndarray):
                return value.astype(np.uint16).view(np.float16).astype(np.float32)
            return f32(np.asarray(value, np.uint16).view(np.float16))

    return run


def _to_string(core: Core, args: list[Any], template: list[CType], f: Frame) -> Any:
    if not isinstance(args[0], (int, float)):
        raise NotUnderstood("text of such a value")
    return f"{args[0]:f}" if isinstance(args[0], float) else str(int(args[0]))


def _pair(core: Core, args: list[Any], template: list[CType], f: Frame) -> Any:
    return tuple(args)


def _get(core: Core, args: list[Any], template: list[CType], f: Frame) -> Any:
    if not isinstance(args[0], tuple) or not template[0].name.isdigit():
        raise NotUnderstood("a part of such a value")
    return args[0][int(template[0].name)]


def _strstr(core: Core, args: list[Any], template: list[CType], f: Frame) -> Any:
    if isinstance(args[0], SocName):
        core.trace.add(Chip(args[1], 0))
        return args[0]
    text, part = texts(args)
    return text[text.find(part) :] if part in text else None


FUNCTIONS: dict[str, Callable[[Core, list[Any], list[CType], Frame], Any]] = {
    "move": _same, "forward": _same, "ref": _same, "cref": _same, "min": _choose(min), "max": _choose(max),
    "abs": _math(abs, np.abs), "fabs": _math(abs, np.abs), "sqrt": _math(math.sqrt, np.sqrt),
    "sin": _math(math.sin), "cos": _math(math.cos), "exp": _math(math.exp), "log": _math(math.log),
    "log2": _math(math.log2), "ceil": _math(_whole(math.ceil), np.ceil),
    "floor": _math(_whole(math.floor), np.floor), "trunc": _math(_whole(math.trunc), np.trunc), "pow": _math(math.pow),
    "round": _math(_whole(_rounded)), "rint": _math(_whole(round)), "nearbyint": _math(_whole(round)),
    "lround": _math(_rounded), "llround": _math(_rounded), "fmax": _math(_fmax), "fmin": _math(_fmin),
    "tanh": _math(math.tanh),
    "fmod": _math(math.fmod, np.fmod), "isnan": _math(math.isnan),
    "ldexp": _math(math.ldexp), "isinf": _math(math.isinf), "isfinite": _math(math.isfinite),
    "tan": _math(math.tan), "acosh": _math(math.acosh),
    "asinh": _math(math.asinh), "atanh": _math(math.atanh), "sinh": _math(math.sinh), "cosh": _math(math.cosh),
    "asin": _math(math.asin), "acos": _math(math.acos), "atan": _math(math.atan), "erf": _math(math.erf),
    "erfc": _math(math.erfc), "expm1": _math(math.expm1), "log1p": _math(math.log1p), "log10": _math(math.log10),
    **algorithms.FUNCTIONS, "memcpy": _memcpy, "memcpy_s": _memcpy, "memset": _memset, "memset_s": _memset,
    "malloc": _malloc, "calloc": _malloc, "free": _nothing, "to_string": _to_string, "make_pair": _pair,
    **characters.FUNCTIONS, "strstr": _strstr, "get": _get, "_exit": _nothing, "exit": _nothing,
    "fflush": _nothing, "this_thread::sleep_for": _nothing,
    "sleep": _nothing, "usleep": _nothing, "chrono::seconds": _nothing, "chrono::milliseconds": _nothing,
    "setbuf": _nothing, "setvbuf": _nothing,
    "make_tuple": _pair, "setprecision": streams.manipulator("precision"), "setw": streams.manipulator("width"),
    "setfill": streams.manipulator("fill"),
}  # fmt: skip
FUNCTIONS |= {f"{name}f": _narrow(FUNCTIONS[name]) for name in libm.OF_FLOAT}


# What may run under a condition on results: nothing is changed.
HARMLESS = frozenset((
    "move", "forward", "min", "max", "abs", "fabs", "sqrt", "sin", "cos", "exp", "log", "log2", "ceil", "floor", "pow",
    "round", "tanh", "fmod", "sqrtf", "isnan", "isinf", "isfinite", "ldexp", "tan", "acosh", "asinh", "atanh", "sinh",
    "cosh",
    "asin", "acos", "atan", "erf", "erfc", "expm1", "log1p", "log10", "powf", "expf", "strcmp", "to_string", "fflush",
    "free", "strlen", "setprecision", "setw", "setfill",
))  # fmt: skip


def _thread(core: Core, args: list[Any], ctype: CType, f: Frame) -> Any:
    if args and isinstance(args[0], Thread):
        return args[0]
    if args:
        before = core.state.get("device", 0)
        apply(core, args[0], args[1:], f)
        core.state["device"] = before  # each thread has its own
        core.trace.notes.append("threads of the sample run one after the other here")
    return Thread()


def _stream(core: Core, args: list[Any], ctype: CType, f: Frame) -> Any:
    if args:
        raise NotUnderstood("a stream of such a text")
    return streams.Text()


def _operator(sign: str) -> Any:
    return lambda core, args, ctype, f: Operator(sign, ctype.args[0] if ctype.args else None)


TYPES: dict[str, Callable[[Core, list[Any], CType, Frame], Any]] = {
    "thread": _thread, **{name: _operator(sign) for name, sign in SIGNS.items()},
    "pair": lambda core, args, ctype, f: tuple(args) if args else (None, None),
    "map": lambda core, args, ctype, f: {}, "unordered_map": lambda core, args, ctype, f: {},
    "ostringstream": _stream, "stringstream": _stream,
}  # fmt: skip
