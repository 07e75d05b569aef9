"""Values that a program should not pass: of the wrong type or size, at the ends of a range, or with methods that raise,
lie or never end."""

from __future__ import annotations

import array
import random
import sys
from collections.abc import Callable, Sequence
from decimal import Decimal
from enum import IntEnum
from fractions import Fraction
from pathlib import Path
from typing import Any
from unittest import mock

import ml_dtypes
import numpy as np

from pyaclnn import DType, Event, Format, Stream, Tensor, dtypes


class Silent(Exception):
    """An exception that can't say what it is."""

    def __str__(self) -> str:
        raise RuntimeError("on purpose")

    __repr__ = __str__


METHODS = (
    "__array__", "__index__", "__len__", "__float__", "__int__", "__bool__", "__iter__", "__getitem__", "__dlpack__",
    "__array_interface__", "__array_struct__", "__fspath__", "__repr__", "__str__", "__format__", "__eq__", "__hash__",
    "__complex__", "__buffer__", "__contains__", "__length_hint__", "__array_ufunc__", "__array_function__",
)  # fmt: skip
ATTRIBUTES = (
    "__class__", "dtype", "shape", "device", "_session", "__index__", "__array__", "untyped_storage", "ndim", "flags",
    "ctypes", "strides", "code", "name", "handle", "_pointer", "_target", "_key", "__array_interface__", "__dict__",
)  # fmt: skip
BASES = (object, object, object, int, float, complex, str, bytes, list, tuple, dict, np.float32, np.int64, np.ndarray)
CLASSES = (
    Tensor,
    Stream,
    Event,
    DType,
    Format,
    np.ndarray,
    np.dtype,
    int,
    float,
    bool,
    complex,
    str,
    bytes,
    list,
    tuple,
)
METACLASS = (
    "__instancecheck__", "__subclasscheck__", "__getattribute__", "__hash__", "__eq__", "__repr__", "__call__",
)  # fmt: skip
EXCEPTIONS = (
    ZeroDivisionError, KeyError, IndexError, RuntimeError, OverflowError, MemoryError, RecursionError, OSError,
    AttributeError, TypeError, ValueError, StopIteration, Silent,
)  # fmt: skip
INTEGERS = (
    0, 1, -1, 2, 3, 7, 25, 26, 255, -128, 2**31 - 1, 2**31, -(2**31) - 1, 2**32, 2**40, 2**62, 2**63 - 1, 2**63,
    -(2**63), -(2**63) - 1, 2**64 - 1, 2**64, 10**30, -(10**5000), True, False,
)  # fmt: skip
FLOATS = (0.0, -0.0, 0.5, 1e-320, 1e308, -1e39, float("inf"), float("-inf"), float("nan"))
STRINGS = (
    "", "\0", "a\0b", "\ud800", "é", "mean", "none", "float32", "FRACTAL_NZ", "add", "aclnnAdd", "__class__", "%s%n{}",
    "x" * 100_000, "../../etc/passwd", "1", "-1", "nan", " ", "\n",
)  # fmt: skip
ARRAY_DTYPES = (
    "f4", "f2", "f8", "i1", "i4", "i8", "u1", "u2", "u4", "u8", "?", "c8", "c16", ">f4", ">i8", "<i2", "O", "S3", "U4",
    "M8[s]", "m8[ns]", "V5", "g", "G", "i4,f4", ml_dtypes.bfloat16, ml_dtypes.int4,
)  # fmt: skip


class Word(IntEnum):
    """An int with a name."""

    SECOND = 2


class Endless(Sequence[int]):
    """A sequence that says it has three elements and has one for each index; iterating over it never ends."""

    def __len__(self) -> int:
        return 3

    def __getitem__(self, index: Any) -> Any:
        return 1


class Broken(Sequence[int]):
    """A sequence whose second element can't be read."""

    def __len__(self) -> int:
        return 3

    def __getitem__(self, index: Any) -> Any:
        if index:
            raise KeyError(index)
        return 1


class Growing(list[Any]):
    """A list that has one element more each time it is looked at, up to a few."""

    def __len__(self) -> int:
        if super().__len__() < 6:
            self.append(1)
        return super().__len__()


class Changing:
    """Another array each time it is asked for one."""

    def __init__(self) -> None:
        self.times = 0

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        self.times += 1
        return np.zeros((self.times, 3), ("f4", "i8", "O")[self.times % 3])


def raising(rng: random.Random) -> Any:
    """An object, or a number or list of a class of its own, of whose methods some raise."""
    error = rng.choice(EXCEPTIONS)

    def fail(*_: Any, **__: Any) -> Any:
        raise error("on purpose")

    names = rng.sample(METHODS, rng.choice((1, 1, 2, 4)))
    return made(rng, dict.fromkeys(names, fail))


def made(rng: random.Random, names: dict[str, Any]) -> Any:
    """A value of a class of its own, derived from any."""
    base = rng.choice(BASES)
    kind = type("Raising", (base,), names)
    if base is np.ndarray:
        return np.zeros((2, 3), rng.choice(("f4", "i8"))).view(kind)
    if base is list or base is tuple:
        return kind(rng.choice(([], [1, 2], [1.0])))
    return kind(2) if issubclass(base, np.generic) else kind()


def raising_attribute(rng: random.Random) -> Any:
    """An object of which looking at some attributes raises, or at all that it does not have."""
    error = rng.choice(EXCEPTIONS)

    def fail(*_: Any) -> Any:
        raise error("on purpose")

    kind = rng.random()
    if kind < 0.2:
        return type("Raising", (), {"__getattr__": fail})()
    if kind < 0.3:
        return type("Raising", (), {"__getattribute__": fail})()
    names = ["__class__"] if kind < 0.6 else rng.sample(ATTRIBUTES, 2)
    return made(rng, {name: property(fail) for name in names})


def of_a_metaclass(rng: random.Random) -> Any:
    """A class whose metaclass raises, an instance of it, or one that an abstract class takes for a sequence's."""
    error = rng.choice(EXCEPTIONS)

    def fail(*_: Any, **__: Any) -> Any:
        raise error("on purpose")

    names: dict[str, Any] = dict.fromkeys(rng.sample(METACLASS, rng.choice((1, 2))), fail)
    if "__eq__" in names:  # without it there is no hash, and then no class can be made
        names.setdefault("__hash__", lambda _: 1)
    if rng.random() < 0.3:
        names["__name__"] = property(fail)
    base = rng.choice((object, int, list))
    kind = type.__call__(type("Meta", (type,), names), "Raising", (base,), {})
    return kind if rng.random() < 0.4 else base.__new__(kind)


def _missing(value: Any) -> Any:
    raise AttributeError("on purpose")


def endless(rng: random.Random) -> Any:
    """An iterable without an end, by itself or in a list; some say how many elements they have."""

    def iterate(_: Any) -> Any:
        while True:
            yield 1.0

    names: dict[str, Any] = {"__iter__": iterate, "__getitem__": lambda _, i: 1.0}
    if rng.random() < 0.8:
        names["__len__"] = lambda _: 3
    if rng.random() < 0.2:
        names["keys"] = lambda _: ("a",)
    if rng.random() < 0.2:
        names[rng.choice(("__array__", "__array_interface__", "__array_struct__"))] = property(_missing)
    found = rng.choice((Endless(), type("Endless", (rng.choice((object, list, tuple, dict, str)),), names)()))
    return rng.choice((found, [found], [[1.0], found], (found, 1.0), [[], [found]], {"a": found}))


def lying(rng: random.Random) -> Any:
    """An object whose methods give what they must not, or which says that it is of a class that it is not of."""
    error = rng.choice(EXCEPTIONS)

    def fail(*_: Any, **__: Any) -> Any:
        raise error("on purpose")

    answers: dict[str, Callable[..., Any]] = {
        "__index__": lambda _: rng.choice(("1", 1.5, 10**5000, None, True)),
        "__array__": lambda _, *a, **k: rng.choice((None, 5, "array", [1, 2])),
        "__len__": lambda _: rng.choice((-1, 2**70, 3, None)),
        "__float__": lambda _: rng.choice((1, "1", None)),
        "__iter__": lambda _: rng.choice((iter(()), iter((1, 2)), None, 5)),
        "__repr__": lambda _: rng.choice((None, 5, "\ud800", "r" * 10**6)),
        "__fspath__": lambda _: rng.choice((None, 5, "\0", b"\xff")),
        "__array_interface__": lambda _: {"shape": (-1,), "typestr": "|O"},
        "__getitem__": lambda _, i: rng.choice((1, None, "a")),
    }
    names = rng.sample(sorted(answers), rng.choice((1, 2, 3)))
    found = {name: answers[name] for name in names}
    if rng.random() < 0.3:
        return mock.MagicMock(spec=rng.choice(CLASSES))
    if rng.random() < 0.3:
        claimed = rng.choice(CLASSES)
        found["__class__"] = property(lambda _: claimed)
        found |= dict.fromkeys(rng.sample(METHODS, 2), fail)
    return type("Lying", (), found)()


def host_array(rng: random.Random) -> Any:
    """NumPy arrays: small ones of any dtype, byte order and strides, read-only, without elements, or enormous."""
    shape = tuple(rng.choice((0, 1, 2, 3)) for _ in range(rng.randint(0, 3)))
    dtype = rng.choice(ARRAY_DTYPES)
    found = np.zeros(shape, dtype)
    kind = rng.randrange(8)
    if kind == 0:
        found.flags.writeable = False
    elif kind == 1 and found.ndim:
        found = found[::-1]
    elif kind == 2:
        found = np.broadcast_to(np.zeros((), dtype), (*shape, 4))
    elif kind == 3:
        found = np.broadcast_to(np.float32(1), rng.choice(((2**31, 2**20), (2**58,), (2**40, 0), (2**33,))))
    elif kind == 4:
        found = np.full(shape, np.nan)
    elif kind == 5:
        found = found.view(np.ma.MaskedArray) if found.dtype.kind in "fiu" else found
    elif kind == 6:
        found = np.zeros((1,) * rng.choice((8, 25, 26, 32)), "f4")
    return found[()] if kind == 7 and not shape else found


def nested(rng: random.Random) -> Any:
    """Lists in lists: deep, ragged, or in themselves."""
    kind = rng.randrange(6)
    if kind == 0:
        found: list[Any] = rng.choice(([], [], [1.0], [[]]))
        found += [found] * rng.choice((1, 1, 2, 3))
        return rng.choice((found, (found, found)))
    if kind == 1:
        circle: dict[str, Any] = {}
        circle["self"] = [circle]
        return circle
    if kind == 2:
        return [[1.0, 2.0], [3.0]]
    if kind == 3:
        return [hostile(rng, plain=True) for _ in range(rng.randint(0, 4))]
    if kind == 4:
        return tuple(hostile(rng, plain=True) for _ in range(rng.randint(0, 4)))
    deep: Any = 1.0
    limit = sys.getrecursionlimit()
    for _ in range(rng.choice((20, 63, 64, 65, 100, limit // 2, limit - rng.randint(0, 200), 50_000))):
        deep = [deep]
    return deep


def shape(rng: random.Random) -> Any:
    """Sequences of integers, many of them too large, too many or negative."""
    extents = [rng.choice((*INTEGERS, 1, 2, 3, 2, 3, 0)) for _ in range(rng.choice((0, 1, 2, 2, 3, 4, 26, 3000)))]
    return rng.choice((list, tuple))(extents)


def odd(rng: random.Random) -> Any:
    """Things of Python's own that are none of what is asked for."""
    return rng.choice(
        (
            None, ..., NotImplemented, object(), object, int, float, type(None), len, lambda: 1, rng, np, iter([1, 2]),
            (i for i in (1, 2)), range(3), range(2 * 10**6), slice(None), {1, 2}, {"a": 1}, frozenset(), b"",
            b"\0", b"ab\xff", bytearray(b"abcd"), memoryview(b"abcd"), array.array("f", [1, 2]), array.array("b"),
            1j, complex("nan"),
            Decimal("NaN"), Decimal(1), Fraction(1, 3), Path("nowhere"), Path("/"), Word.SECOND, Format.FRACTAL_NZ,
            dtypes.INT4, dtypes.HIFLOAT8, dtypes.UNDEFINED, dtypes.STRING, dtypes.FLOAT16, np.dtype("O"),
            np.dtype("i4"), np.dtype("i4,f4"), np.float32, np.nan, np.int64(-1), np.uint64(2**64 - 1),
            np.str_("mean"), np.void(b"abc"),
            np.datetime64("NaT"), Broken(), Growing(), Changing(), ValueError("a value"), Exception,
        )
    )  # fmt: skip


_PLAIN: tuple[Callable[[random.Random], Any], ...] = (
    lambda rng: rng.choice(INTEGERS),
    lambda rng: rng.choice(FLOATS),
    lambda rng: rng.choice(STRINGS),
    lambda rng: None,
    odd,
    host_array,
)
_ALL = (
    *_PLAIN, odd, endless, raising, raising, raising_attribute, raising_attribute, of_a_metaclass, lying, lying, nested,
    shape,
)  # fmt: skip


def hostile(rng: random.Random, *, plain: bool = False) -> Any:
    """Any of them; ``plain`` leaves out lists and objects with methods of their own."""
    return rng.choice(_PLAIN if plain else _ALL)(rng)
