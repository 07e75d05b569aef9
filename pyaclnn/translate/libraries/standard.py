"""Functions and types of the standard library that samples use."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from functools import reduce
from typing import Any

import numpy as np

from ..errors import NotUnderstood
from ..program.core import Core
from ..program.frames import Closure, Frame
from ..trace import Chip
from ..values import arithmetic, limits, types
from ..values.handles import Result, Symbol
from ..values.numbers import F32, f32
from ..values.texts import as_bytes, characters, text_of
from ..values.types import CType
from ..values.variables import Address, Pointer, SocName, Vector, bits, coerce, elements, truth
from . import libm
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


def _choose(function: Callable[..., Any]) -> Any:
    def run(core: Core, args: list[Any], template: list[CType], f: Frame) -> Any:
        values = args[0].data if len(args) == 1 and isinstance(args[0], Vector) else args
        if not all(isinstance(a, (int, float)) for a in values):
            raise NotUnderstood("a choice between such values")
        value = function(values)
        return coerce(value, template[0]) if template else value

    return run


def _span(first: Any, last: Any) -> tuple[Vector, int, int]:
    if not isinstance(first, Pointer):
        raise NotUnderstood("a range of such values")
    return first.vector, first.index, last.index if isinstance(last, Pointer) else first.index + int(last)


def _store(vector: Vector, start: int, end: int, values: Any) -> None:
    """Writes numbers into a part of a vector."""
    if isinstance(vector.data, Result):
        raise NotUnderstood("changes results on the host")
    if end > len(vector.data) or start < 0:
        raise NotUnderstood("writes outside a vector")
    if types.numpy_of(vector.ctype) is None:
        vector.data[start:end] = list(values)
        return
    if start == 0 and end == len(vector.data):
        if isinstance(values, np.ndarray) and values.strides != (0,):
            limits.hold(values.nbytes)
        with np.errstate(all="ignore"):
            vector.data = _stored(values, types.numpy_of(vector.ctype))
        return
    with np.errstate(all="ignore"):
        vector.writable()[start:end] = values


def _stored(values: Any, dtype: Any) -> Any:
    """Values as an array of their own; one that is repeated stays so."""
    array = np.asarray(values)
    if array.strides == (0,) and array.size:
        return np.broadcast_to(array[:1].astype(dtype)[0], array.shape)
    return array.astype(dtype)


def _fill(core: Core, args: list[Any], template: list[CType], f: Frame) -> Any:
    vector, start, end = _span(args[0], args[1])
    dtype = types.numpy_of(vector.ctype)
    if dtype is None:
        raise NotUnderstood("filling such a vector")
    value = np.asarray(coerce(args[2], vector.ctype)).astype(dtype)
    _store(vector, start, end, np.broadcast_to(value, (end - start,)))
    return Pointer(vector, end)


def _iota(core: Core, args: list[Any], template: list[CType], f: Frame) -> Any:
    vector, start, end = _span(args[0], args[1])
    limits.work(8 * (end - start))
    _store(vector, start, end, np.arange(end - start) + args[2])
    return None


def _copy(core: Core, args: list[Any], template: list[CType], f: Frame) -> Any:
    vector, start, end = _span(args[0], args[1])
    to = args[2]
    if not isinstance(to, Pointer):
        raise NotUnderstood("copying to such a place")
    _store(to.vector, to.index, to.index + end - start, vector.array()[start:end])
    return None


def _generate(core: Core, args: list[Any], template: list[CType], f: Frame) -> Any:
    vector, start, end = _span(args[0], args[1])
    values = []
    for _ in range(end - start):
        core.step()
        values.append(_apply(core, args[2], [], f))
    _store(vector, start, end, values)
    return None


def _apply(core: Core, function: Any, args: list[Any], f: Frame) -> Any:
    if isinstance(function, Closure):
        return core.call(function.function, args, function.frame or f, parent=function.frame)
    called = getattr(function, "called", None)
    if called is None:
        raise NotUnderstood("a call of such a value")
    return called(args)


def _accumulate(core: Core, args: list[Any], template: list[CType], f: Frame) -> Any:
    vector, start, end = _span(args[0], args[1])
    limits.work((end - start) << 8)
    vector.array()  # no results
    values = [vector.read(i) for i in range(start, end)]
    ctype = template[1] if len(template) > 1 else core.type_in(core.given[2], f)
    if ctype is None or types.numpy_of(ctype) is None:
        raise NotUnderstood("a sum of an unknown type")

    def add(a: Any, b: Any) -> Any:
        found = coerce(_apply(core, args[3], [a, b], f) if len(args) > 3 else arithmetic.binary("+", a, b), ctype)
        if isinstance(found, int) and abs(a + b if len(args) == 3 else 0) >= 1 << 31 and types.sizeof(ctype) == 4:
            raise NotUnderstood("a whole number that overflows, which C++ does not define")
        return found

    return reduce(add, values, coerce(args[2], ctype))


class Multiply:
    """``std::multiplies`` and ``std::plus``."""

    def __init__(self, sign: str) -> None:
        self.sign = sign

    def called(self, args: list[Any]) -> Any:
        return arithmetic.binary(self.sign, *args)


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
        if count > len(characters(source)):
            raise NotUnderstood("a copy of bytes")
        source = Vector(characters(source)[:count], types.CHAR)
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
    _store(vector, offset, offset + count // dtype.itemsize, raw[:count].view(dtype))
    return 0


def _memset(core: Core, args: list[Any], template: list[CType], f: Frame) -> Any:
    target = elements(args[0])
    dtype = types.numpy_of(target.ctype)
    value, count = (args[1], args[2]) if len(args) == 3 else (args[2], args[3])
    if dtype is None or not isinstance(args[0], (Pointer, Vector)):
        raise NotUnderstood("filling memory of such a type")
    offset = args[0].index if isinstance(args[0], Pointer) else 0
    limits.hold(int(count))
    raw = np.full(int(count), value & 0xFF, np.uint8)
    vector = args[0].vector if isinstance(args[0], Pointer) else target
    _store(vector, offset, offset + len(raw) // dtype.itemsize, raw.view(dtype))
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


def _strcmp(core: Core, args: list[Any], template: list[CType], f: Frame) -> Any:
    if any(isinstance(a, SocName) for a in args):
        raise NotUnderstood("a comparison with the chip's name")
    a, b = (as_bytes(t) for t in _texts(args))
    return (a > b) - (a < b)


def _texts(args: list[Any]) -> list[str]:
    found = [text_of(a) for a in args]
    if not all(isinstance(t, str) for t in found):
        raise NotUnderstood("a function of such texts")
    return found


def _strlen(core: Core, args: list[Any], template: list[CType], f: Frame) -> Any:
    return len(as_bytes(_texts(args)[0].partition("\0")[0]))


def _strstr(core: Core, args: list[Any], template: list[CType], f: Frame) -> Any:
    if isinstance(args[0], SocName):
        core.trace.add(Chip(args[1], 0))
        return args[0]
    text, part = _texts(args)
    return text[text.find(part) :] if part in text else None


def _strcpy(core: Core, args: list[Any], template: list[CType], f: Frame) -> Any:
    if isinstance(args[0], Vector):
        args = [Pointer(args[0]), *args[1:]]
    given = text_of(args[-1])
    if not isinstance(args[0], Pointer) or not isinstance(given, str):
        raise NotUnderstood("copying such text", f"{type(args[0]).__name__} {type(args[-1]).__name__}")
    vector, text = args[0].vector, as_bytes(given.partition("\0")[0])
    room = len(vector.data) - args[0].index - len(text)
    if room == 0:
        core.trace.notes.append(f"the end of {given!r} is copied beyond its array, which is undefined in the sample")
    limits.work(len(text) << 8)
    for i, code in enumerate(text + b"\0" * (room != 0)):
        vector.write(args[0].index + i, code)
    return args[0]


def _is_something(core: Core, args: list[Any], template: list[CType], f: Frame) -> Any:
    vector, start, end = _span(args[0], args[1])
    return any(truth(_apply(core, args[2], [v], f)) for v in vector.array()[start:end].tolist())


FUNCTIONS: dict[str, Callable[[Core, list[Any], list[CType], Frame], Any]] = {
    "move": _same, "forward": _same, "ref": _same, "cref": _same, "min": _choose(min), "max": _choose(max),
    "abs": _math(abs, np.abs), "fabs": _math(abs, np.abs), "sqrt": _math(math.sqrt, np.sqrt),
    "sin": _math(math.sin), "cos": _math(math.cos), "exp": _math(math.exp), "log": _math(math.log),
    "log2": _math(math.log2), "ceil": _math(lambda x: float(math.ceil(x)), np.ceil),
    "floor": _math(lambda x: float(math.floor(x)), np.floor), "pow": _math(lambda a, b: float(a) ** float(b)),
    "round": _math(lambda x: float(math.floor(abs(x) + 0.5)) * (1 if x >= 0 else -1)), "tanh": _math(math.tanh),
    "fmod": _math(math.fmod, np.fmod), "sqrtf": _math(math.sqrt, np.sqrt), "isnan": _math(math.isnan),
    "ldexp": _math(math.ldexp), "isinf": _math(math.isinf), "isfinite": _math(math.isfinite),
    "tan": _math(math.tan), "acosh": _math(math.acosh),
    "asinh": _math(math.asinh), "atanh": _math(math.atanh), "sinh": _math(math.sinh), "cosh": _math(math.cosh),
    "asin": _math(math.asin), "acos": _math(math.acos), "atan": _math(math.atan), "erf": _math(math.erf),
    "erfc": _math(math.erfc), "expm1": _math(math.expm1), "log1p": _math(math.log1p), "log10": _math(math.log10),
    "powf": _math(lambda a, b: f32(float(a) ** float(b))), "expf": _math(math.exp),
    "fill": _fill, "iota": _iota, "copy": _copy, "generate": _generate, "accumulate": _accumulate,
    "fill_n": _fill, "memcpy": _memcpy, "memcpy_s": _memcpy, "memset": _memset, "memset_s": _memset,
    "malloc": _malloc, "calloc": _malloc, "free": _nothing, "to_string": _to_string, "make_pair": _pair,
    "strcmp": _strcmp,
    "strstr": _strstr, "strcpy": _strcpy, "_exit": _nothing, "exit": _nothing,
    "any_of": _is_something, "fflush": _nothing, "this_thread::sleep_for": _nothing,
    "sleep": _nothing, "usleep": _nothing, "chrono::seconds": _nothing, "chrono::milliseconds": _nothing,
    "setbuf": _nothing, "setvbuf": _nothing, "strlen": _strlen,
    "make_tuple": _pair,
}  # fmt: skip


# What may run under a condition on results: nothing is changed.
HARMLESS = frozenset((
    "move", "forward", "min", "max", "abs", "fabs", "sqrt", "sin", "cos", "exp", "log", "log2", "ceil", "floor", "pow",
    "round", "tanh", "fmod", "sqrtf", "isnan", "isinf", "isfinite", "ldexp", "tan", "acosh", "asinh", "atanh", "sinh",
    "cosh",
    "asin", "acos", "atan", "erf", "erfc", "expm1", "log1p", "log10", "powf", "expf", "strcmp", "to_string", "fflush",
    "free", "strlen",
))  # fmt: skip


def _thread(core: Core, args: list[Any], ctype: CType, f: Frame) -> Any:
    if args and isinstance(args[0], Thread):
        return args[0]
    if args:
        _apply(core, args[0], args[1:], f)
    return Thread()


def _multiplies(sign: str) -> Any:
    return lambda core, args, ctype, f: Multiply(sign)


TYPES: dict[str, Callable[[Core, list[Any], CType, Frame], Any]] = {
    "thread": _thread, "multiplies": _multiplies("*"), "plus": _multiplies("+"),
    "pair": lambda core, args, ctype, f: tuple(args) if args else (None, None),
    "map": lambda core, args, ctype, f: {}, "unordered_map": lambda core, args, ctype, f: {},
    "ostringstream": lambda core, args, ctype, f: None,
}  # fmt: skip
