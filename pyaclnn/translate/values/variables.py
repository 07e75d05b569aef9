"""What variables of a running sample hold: numbers as C++ has them, vectors, pointers, handles, unknown results."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..errors import Consequence, NotUnderstood, Outside, Split
from . import computing, dynamic, limits, types
from .dynamic import Dynamic
from .handles import DevicePointer, Handle, Result, Symbol
from .numbers import F32, f32
from .types import INTEGERS, CType

Array = np.ndarray[Any, Any]


class SocName(str):
    """The chip's name, which a script learns when it runs."""


class Poison:
    """The value of a variable whose statement was not understood."""


POISON = Poison()
PLAIN = frozenset((int, float, F32, bool, str, complex, type(None)))  # of these there is nothing more to ask


class Undefined:
    """What a number has that was read outside its vector: it may be passed on, but nothing may depend on it."""

    def __init__(self, error: NotUnderstood) -> None:
        self.error = error


class Cell:
    """A variable."""

    __slots__ = ("ctype", "depth", "name", "value")

    def __init__(self, value: Any, ctype: CType, name: str, depth: int) -> None:
        self.value, self.ctype, self.name, self.depth = value, ctype, name, depth

    def get(self) -> Any:
        if self.value is POISON:
            raise Consequence(self.name)
        return self.value

    def set(self, value: Any) -> None:
        self.value = coerce(value, self.ctype)
        if isinstance(self.value, Handle):
            self.value.rename(self.name, self.depth)


class Several(Cell):
    """A name that stands for several things, in namespaces or types of their own."""

    __slots__ = ()

    def get(self) -> Any:
        raise NotUnderstood("a name of several things")

    def set(self, value: Any) -> None:
        raise NotUnderstood("a name of several things")


class Temporary(Cell):
    """A value as a place, for what only looks at it."""

    __slots__ = ()

    def set(self, value: Any) -> None:
        raise NotUnderstood("changes a value that is no variable")


class Vector:
    """``std::vector``, an array or allocated host memory: a list, or a NumPy array for many numbers."""

    __slots__ = ("ctype", "data", "depth", "name")

    def __init__(self, data: Any, ctype: CType, name: str = "", depth: int = 99) -> None:
        self.data, self.ctype, self.name, self.depth = data, ctype, name, depth

    def __len__(self) -> int:
        return len(self.data)

    def read(self, index: Any) -> Any:
        data = self.data
        if data.__class__ is list and index.__class__ is int and 0 <= index < len(data):
            value = data[index]
            if value.__class__ in PLAIN:
                return value
        if isinstance(data, Result):
            return _result(data, index) if index.__class__ is not int else Symbol(data, index)
        if isinstance(index, (Dynamic, Symbol)):
            return computing.element(dynamic.HostArray(self.name, self._copied()), dynamic.of(index), self.ctype)
        if isinstance(index, np.ndarray):
            limits.work(index.nbytes)
            return self.array()[index]
        if not 0 <= index < len(data):
            raise Outside("reads outside a vector", f"element {index} of {len(data)}")
        value = data[index]
        if value.__class__ is np.float32:
            return F32(value)
        if isinstance(value, np.generic):
            return value.item()
        if value is POISON:
            raise Consequence(self.name)
        return value

    def write(self, index: Any, value: Any) -> None:
        if isinstance(self.data, Result):
            raise NotUnderstood("changes results on the host")
        if isinstance(index, np.ndarray) or isinstance(value, np.ndarray):
            array = self.writable()
            if index.size and not (index.min() >= 0 and index.max() < len(array)):
                raise NotUnderstood("writes outside a vector")
            array[index] = coerce(value, self.ctype)
            return
        if not 0 <= index < len(self.data):
            raise NotUnderstood("writes outside a vector", f"element {index} of {len(self.data)}")
        if isinstance(self.data, np.ndarray):
            with np.errstate(over="ignore"):
                self.writable()[index] = coerce(value, self.ctype)
        else:
            self.data[index] = coerce(value, self.ctype)
            if isinstance(value, Handle):
                value.rename(f"{self.name}{index}" if self.name else "", self.depth, element=True)

    def array(self) -> Array:
        """The elements as NumPy has them."""
        if isinstance(self.data, np.ndarray):
            return self.data
        if isinstance(self.data, Result):
            raise NotUnderstood("results go back to the device")
        dtype = types.numpy_of(self.ctype)
        if dtype is None:
            raise NotUnderstood("host data of an unknown type", self.ctype.name)
        limits.work(len(self.data) << 6)
        if any(value is POISON for value in self.data):
            raise Consequence(self.name)
        if any(isinstance(value, (Symbol, Dynamic)) for value in self.data):
            raise NotUnderstood("results go back to the device")
        with np.errstate(over="ignore"):
            return np.array(self.data, dtype) if self.data else np.zeros(0, dtype)

    def writable(self) -> Array:
        if not isinstance(self.data, np.ndarray) or not self.data.flags.writeable:
            self.data = self._copied()
        found: Array = self.data
        return found

    def _copied(self) -> Array:
        """The elements as an array of its own."""
        array = self.array()
        if array is self.data:
            limits.hold(array.nbytes)
            return np.array(array)
        return array


@dataclass
class Pointer:
    """``&vector[index]``; ``ctype`` is what it was cast to, if it was."""

    vector: Vector
    index: Any = 0
    ctype: CType | None = None

    def get(self) -> Any:
        return self.at(0)

    def at(self, index: Any) -> Any:
        if self.ctype is None or self.ctype == self.vector.ctype:
            return self.vector.read(self.index + index)
        data = self.vector.data
        if isinstance(data, Result) and (dtype := types.numpy_of(self.ctype)) and dtype.itemsize == data.dtype.itemsize:
            return Symbol(data.viewed(dtype), self.index + index)
        return self.retyped().read(index)

    def _widths(self) -> tuple[int, int]:
        """How many bytes the elements take that it points to, and those of the vector."""
        if self.ctype is None or self.ctype == self.vector.ctype:
            return 1, 1
        return types.sizeof(self.ctype) or 1, types.sizeof(self.vector.ctype) or 1

    def moved(self, count: int) -> Pointer:
        width, whole = self._widths()
        if width != whole and count * width % whole:
            raise NotUnderstood("a pointer into an element")
        return Pointer(self.vector, self.index + count * width // whole, self.ctype)

    def distance(self, other: Pointer) -> int:
        width, whole = self._widths()
        return int(self.index - other.index) * whole // width

    def retyped(self) -> Vector:
        """The bytes from here on as elements of the type that the pointer was cast to."""
        assert self.ctype is not None
        dtype = types.numpy_of(self.ctype)
        if dtype is None or isinstance(self.index, np.ndarray):
            raise NotUnderstood("reads memory as another type")
        if isinstance(self.vector.data, Result):
            if self.index:
                raise NotUnderstood("reads memory as another type")
            return Vector(self.vector.data.viewed(dtype), self.ctype)
        part = self.vector.array()[self.index :]
        limits.work(part.nbytes)
        if not part.flags.c_contiguous:
            limits.hold(part.nbytes)
        data = np.ascontiguousarray(part).view(np.uint8)
        return Vector(data[: data.nbytes // dtype.itemsize * dtype.itemsize].view(dtype), self.ctype)

    def set(self, value: Any) -> None:
        if self.ctype is not None and types.sizeof(self.ctype) != types.sizeof(self.vector.ctype):
            raise NotUnderstood("writes memory as another type")
        self.vector.write(self.index, value)


@dataclass
class Address:
    """``&variable``; ``ctype`` is what it was cast to, if it was."""

    ref: Any
    ctype: CType | None = None

    def get(self) -> Any:
        value = self.ref.get()
        if self.ctype is None or self.ctype == self.ref.ctype:
            return value
        return bits(value, self.ref.ctype, self.ctype)

    def set(self, value: Any) -> None:
        if self.ctype is not None and self.ctype != self.ref.ctype and self.ctype.pointers == 0:
            value = bits(coerce(value, self.ctype), self.ctype, self.ref.ctype)
        self.ref.set(value)


@dataclass
class Smart:
    """``unique_ptr`` and ``shared_ptr``: a place for a pointer."""

    value: Any
    ctype: CType
    name: str = ""
    depth: int = 99

    def reset(self, value: Any) -> None:
        self.value = value
        if isinstance(value, Handle):
            value.rename(self.name, self.depth)


@dataclass
class Object:
    """A struct or class instance."""

    ctype: CType
    fields: dict[str, Cell]
    name: str = ""

    def copied(self, copy: Callable[[Any], Any]) -> Object:
        """An object of its own with what the members hold copied; references stay the same variable."""
        limits.hold(limits.OBJECT + 128 * len(self.fields))
        fields = {
            n: c if c.__class__ is Reference else Cell(copy(c.value), c.ctype, c.name, c.depth)
            for n, c in self.fields.items()
        }
        return Object(self.ctype, fields, self.name)


class Alone(Object):
    """An object that is copied or destroyed by functions of its own, which do something."""

    def copied(self, copy: Callable[[Any], Any]) -> Object:
        raise NotUnderstood("a copy of an object that does something", self.ctype.name)


class Reference(Cell):
    """Another name of a place: a member that is a reference."""

    __slots__ = ("ref",)

    def __init__(self, ref: Any, name: str) -> None:
        self.ref = ref
        super().__init__(ref.get(), ref.ctype, name, 99)

    def get(self) -> Any:
        return self.ref.get()

    def set(self, value: Any) -> None:
        self.ref.set(value)


def _result(data: Result, index: Any) -> Symbol:
    """An element of a result at a place that may be known to the script only."""
    index = dynamic.of(index)
    known = computing.interval(index)
    if known is not None and not 0 <= known[0] <= known[1] < data.count:
        raise NotUnderstood("reads outside a vector")
    return Symbol(data, index)


def coerce(value: Any, ctype: CType) -> Any:
    """A value as a variable of the type holds it."""
    kind = value.__class__
    if kind is Dynamic:
        return computing.cast(value, ctype)
    name = ctype.name
    if ctype.pointers or name == "auto":
        return value
    if kind is int and name in INTEGERS:
        bits_, signed = INTEGERS[name]
        if (-(1 << (bits_ - 1)) if signed else 0) <= value < 1 << (bits_ - signed):
            return value
    if name == "float":
        if kind is F32:
            return value
        if isinstance(value, (int, float)):
            return f32(value)
    elif name == "double":
        if isinstance(value, (int, float)):
            return float(value)
    elif name == "bool":
        if not isinstance(value, (np.ndarray, Symbol)):
            return truth(value)
    elif name in INTEGERS:
        bits_, signed = INTEGERS[name]
        if isinstance(value, float):
            low = -(1 << (bits_ - 1)) if signed else 0
            if not low - 1 < value < low + (1 << bits_):
                raise NotUnderstood("a float that no integer can hold")
            value = int(value)
        if isinstance(value, int):
            low = -(1 << (bits_ - 1)) if signed else 0
            if low <= value < low + (1 << bits_):
                return int(value) if kind is bool else value
            return (value - low) % (1 << bits_) + low
    elif name in ("fp16_t", "bfloat16"):
        if isinstance(value, (int, float)):
            with np.errstate(over="ignore"):
                return f32(np.asarray(value, np.float32).astype(types.numpy_of(ctype)))
    elif name == "complex":
        return complex(value) if isinstance(value, (int, float)) else value
    elif name == "string" and isinstance(value, (Pointer, Vector)):
        from .texts import text_of

        return text_of(value)
    else:
        return value
    if isinstance(value, np.ndarray):
        limits.work(8 * value.size)
        dtype = types.numpy_of(ctype)
        if value.dtype.kind == "f" and name in INTEGERS and value.size:
            bits_, signed = INTEGERS[name]
            low = -(1 << (bits_ - 1)) if signed else 0
            if not low - 1 < float(value.min()) <= float(value.max()) < low + (1 << bits_):
                raise NotUnderstood("a float that no integer can hold")
        with np.errstate(all="ignore"):
            return value.astype(dtype)
    if isinstance(value, Symbol):
        return value.then(name)
    return value


def truth(value: Any) -> bool:
    """What ``if`` makes of a value."""
    if value is True or value is False:
        return value
    if isinstance(value, np.ndarray) and value.size:
        if (turns := value.astype(bool)).all() or not turns.any():
            return bool(turns[0])
        raise Split(turns)
    if isinstance(value, (Symbol, np.ndarray, Dynamic)):
        raise NotUnderstood("a condition on results")
    if isinstance(value, Undefined):
        raise value.error
    if isinstance(value, (int, float)):
        return value != 0
    if isinstance(value, Smart):
        value = value.value
    if isinstance(value, DevicePointer) and value.memory.condition is not None:
        raise NotUnderstood("a condition on a workspace's size")
    if isinstance(value, Object):
        raise NotUnderstood("a condition of an object")
    return value is not None


def bits(value: Any, source: CType, target: CType) -> Any:
    """The bytes of a number read as another type of the same size or less."""
    before, after = types.numpy_of(source), types.numpy_of(target)
    if before is None or after is None or after.itemsize > before.itemsize:
        raise NotUnderstood("reads memory as another type", f"{source.name} as {target.name}")
    if isinstance(value, Dynamic):
        raise NotUnderstood("a conversion of such results")
    if isinstance(value, Symbol):
        return value.then(f"view {after.name}")
    raw = np.asarray(coerce(value, source)).astype(before)
    found = raw.reshape(1).view(after)[0]
    return F32(found) if after == np.float32 else found.item()


def elements(value: Any) -> Vector:
    """The memory that a pointer, vector or array argument names, from its start."""
    if isinstance(value, Vector):
        return value
    if isinstance(value, Pointer):
        if value.ctype is not None and value.ctype != value.vector.ctype and not isinstance(value.vector.data, list):
            return value.retyped()
        if value.index == 0:
            return value.vector
        limits.work(8 * (len(value.vector.data) - value.index))
        return Vector(value.vector.data[value.index :], value.vector.ctype)
    if isinstance(value, Address):
        return Vector([value.ref.get()], value.ctype or value.ref.ctype)
    raise NotUnderstood("memory that is no vector or array")
