"""Memory of the device, and copies to it and from it."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import NotUnderstood
from ..program.core import Core
from ..trace import Read, Upload
from ..values import types
from ..values.handles import DevicePointer, Memory, Result, Symbol
from ..values.types import CType
from ..values.variables import Address, Cell, Pointer, Vector, elements

TO_DEVICE, TO_HOST = 1, 2


def put(target: Any, value: Any) -> None:
    """Writes what a function gives to where an argument points."""
    if not isinstance(target, (Address, Pointer, Cell)):
        raise NotUnderstood("a result to such a place")
    if isinstance(target, Pointer):
        target.vector.write(target.index, value)
    else:
        (target.ref if isinstance(target, Address) else target).set(value)


def malloc(core: Core, args: list[Any], line: int) -> int:
    size = args[1]
    memory = Memory(int(size))
    core.trace.memories.append(memory)
    put(args[0], DevicePointer(memory))
    return 0


def malloc_host(core: Core, args: list[Any], line: int) -> int:
    size = int(args[1])
    if not 0 <= size <= 1 << 30:
        raise NotUnderstood("a vector of a strange size")
    put(args[0], Pointer(Vector(np.zeros(size, np.uint8), CType("void")), 0))
    return 0


def memcpy(core: Core, args: list[Any], line: int) -> int:
    to, _, source, count, kind = args[:5]
    if isinstance(count, Symbol):
        raise NotUnderstood("a copy whose size is a result")
    if kind == TO_DEVICE and isinstance(to, DevicePointer) and _is_blank(source):
        core.trace.notes.append(
            f"line {line} copies device memory that was never written as if it were the host's; its bytes are undefined"
        )
    elif kind == TO_DEVICE and isinstance(to, DevicePointer):
        _upload(core, to, source, int(count), line)
    elif kind == TO_HOST and isinstance(source, DevicePointer):
        _download(core, to, source, int(count), line)
    else:
        raise NotUnderstood("a copy between such places")
    return 0


def _is_blank(source: Any) -> bool:
    """Device memory that nothing was written to."""
    return isinstance(source, DevicePointer) and not source.memory.writes and not source.memory.is_touched


def _upload(core: Core, to: DevicePointer, source: Any, count: int, line: int) -> None:
    if count == 0:
        return
    array = elements(source).array()
    if array.nbytes < count:
        core.trace.notes.append(
            f"line {line} copies {count} bytes from host data of {array.nbytes}; the rest is undefined, and zero here"
        )
        array = np.concatenate([array, np.zeros(-(-(count - array.nbytes) // array.itemsize), array.dtype)])
    if count % array.itemsize:
        raise NotUnderstood("a copy of parts of elements")
    array = array[: count // array.itemsize]
    if array.flags.writeable:
        array = array.copy()
        array.flags.writeable = False
    if to.offset + array.nbytes > to.memory.nbytes:
        raise NotUnderstood("copies more than the device memory holds")
    if to.memory.is_touched:
        core.trace.add(Upload(to.memory, to.offset, array, line))
    else:
        to.memory.writes = [w for w in to.memory.writes if w[0] != to.offset or w[1].nbytes > array.nbytes]
        to.memory.writes.append((to.offset, array))


def _download(core: Core, to: Any, source: DevicePointer, count: int, line: int) -> None:
    held = source.memory.nbytes - source.offset
    if count > held and (isinstance(to, Address) or held <= 0):
        raise NotUnderstood("copies more than the device memory holds")
    if isinstance(to, Address):
        ctype = to.ctype or to.ref.ctype
        dtype = types.numpy_of(ctype)
        if dtype is None or dtype.itemsize != count:
            raise NotUnderstood("a copy to such a place")
        result = Result(source.memory, source.offset, dtype, 1)
        core.trace.add(Read(result, line))
        if not isinstance(to.ref, Cell):
            raise NotUnderstood("a copy to such a place")
        to.ref.value = Symbol(result, 0)
        return
    vector = to if isinstance(to, Vector) else to.vector if isinstance(to, Pointer) else None
    if vector is None or (isinstance(to, Pointer) and to.index):
        raise NotUnderstood("a copy to such a place")
    if vector.ctype.name == "void":
        vector.ctype = CType("uint8_t")
    dtype = types.numpy_of(vector.ctype)
    if dtype is None or count % dtype.itemsize:
        raise NotUnderstood("a copy to such a place")
    if len(vector) * dtype.itemsize < count:
        raise NotUnderstood("copies more than the host has room for")
    result = Result(source.memory, source.offset, dtype, count // dtype.itemsize, vector.name)
    if count > held:
        result.known = held // dtype.itemsize
        core.trace.notes.append(
            f"line {line} copies {count} bytes from device memory of {held}; the rest is undefined, not printed here"
        )
    core.trace.add(Read(result, line))
    vector.data = result


def memset(core: Core, args: list[Any], line: int) -> int:
    to, _, value, count = args[:4]
    if not isinstance(to, DevicePointer):
        raise NotUnderstood("filling such memory")
    array = np.broadcast_to(np.uint8(int(value) & 0xFF), (int(count),))
    if to.memory.is_touched:
        core.trace.add(Upload(to.memory, to.offset, array, line))
    else:
        to.memory.writes.append((to.offset, array))
    return 0
