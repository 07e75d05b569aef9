"""What variables of a running sample hold: numbers as C++ has them, vectors, pointers, handles, unknown results."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..errors import Consequence, NotUnderstood, Outside, Split
from . import computing, dynamic, types
from .dynamic import Dynamic
from .handles import Handle, Result, Symbol
from .numbers import F32, WorkspaceSize, f32
from .types import INTEGERS, CType

Array = np.ndarray[Any, Any]


class SocName(str):
    """The chip's name, which a script learns when it runs."""


class Poison:
    """The value of a variable whose statement was not understood."""


POISON = Poison()


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


class Vector:
    """``std::vector``, an array or allocated host memory: a list, or a NumPy array for many numbers."""

    __slots__ = ("ctype", "data", "depth", "name")

    def __init__(self, data: Any, ctype: CType, name: str = "", depth: int = 99) -> None:
        self.data, self.ctype, self.name, self.depth = data, ctype, name, depth

    def __len__(self) -> int:
        return len(self.data)

    def read(self, index: Any) -> Any:
        data = self.data
        if isinstance(data, Result):
            return _result(data, index) if index.__class__ is not int else Symbol(data, index)
        if isinstance(index, (Dynamic, Symbol)):
            return computing.element(dynamic.HostArray(self.name, self.array().copy()), dynamic.of(index), self.ctype)
        if isinstance(index, np.ndarray):
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
            array[index] = value
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
        if any(value is POISON or isinstance(value, (Symbol, Dynamic)) for value in self.data):
            raise NotUnderstood("results go back to the device")
        with np.errstate(over="ignore"):
            return np.array(self.data, dtype) if self.data else np.zeros(0, dtype)

    def writable(self) -> Array:
        array = self.array()
        if not array.flags.writeable or array is not self.data:
            array = np.array(array)
            self.data = array
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
        data = np.ascontiguousarray(self.vector.array()[self.index :]).view(np.uint8)
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


def _result(data: Result, index: Any) -> Symbol:
    """An element of a result at a place that may be known to the script only."""
    index = dynamic.of(index)
    known = computing.interval(index)
    if known is not None and not 0 <= known[0] <= known[1] < data.count:
        raise NotUnderstood("reads outside a vector")
    return Symbol(data, index)


def coerce(value: Any, ctype: CType) -> Any:
    """A value as a variable of the type holds it."""
    if value.__class__ is Dynamic:
        return computing.cast(value, ctype)
    name = ctype.name
    if ctype.pointers or name == "auto":
        return value
    kind = value.__class__
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
            if value != value or abs(value) > 2.0**70:
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
    else:
        return value
    if isinstance(value, np.ndarray):
        dtype = types.numpy_of(ctype)
        with np.errstate(all="ignore"):
            return value.astype(dtype)
    if isinstance(value, Symbol):
        return value.then(name)
    return value


def truth(value: Any) -> bool:
    """What ``if`` makes of a value."""
    if isinstance(value, np.ndarray) and value.size:
        if (turns := value.astype(bool)).all() or not turns.any():
            return bool(turns[0])
        raise Split(turns)
    if isinstance(value, (Symbol, np.ndarray, Dynamic)):
        raise NotUnderstood("a condition on results")
    if isinstance(value, Undefined):
        raise value.error
    if isinstance(value, WorkspaceSize):
        return True
    if isinstance(value, (int, float)):
        return value != 0
    if isinstance(value, Smart):
        return value.value is not None
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
        return Vector(value.vector.data[value.index :], value.vector.ctype)
    if isinstance(value, Address):
        return Vector([value.ref.get()], value.ctype or value.ref.ctype)
    raise NotUnderstood("memory that is no vector or array")
