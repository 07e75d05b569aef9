"""Memory of the device, and copies to it and from it."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import Consequence, NotUnderstood
from ..program.core import Core
from ..trace import CopyWithin, Missing, Read, Upload
from ..values import computing, dynamic, limits, types
from ..values.dynamic import Dynamic
from ..values.handles import DevicePointer, Memory, Result, Symbol
from ..values.numbers import Named
from ..values.types import CType
from ..values.variables import Address, Cell, Pointer, Vector, elements

Array = np.ndarray[Any, Any]
TO_DEVICE, TO_HOST, ANY = 1, 2, 4
WITHIN_DEVICE = (3, ANY)
UNDEFINED = "undefined in the sample"
MOST, MOST_ELEMENTS = 1 << 28, 4096


def put(target: Any, value: Any) -> None:
    """Writes what a function gives to where an argument points."""
    if not isinstance(target, (Address, Pointer, Cell)):
        raise NotUnderstood("a result to such a place")
    if isinstance(target, Pointer):
        vector = target.vector
        if isinstance(value, Dynamic) and isinstance(vector.data, np.ndarray):
            vector.data = vector.data.tolist()
        vector.write(target.index, value)
    else:
        (target.ref if isinstance(target, Address) else target).set(value)


def malloc(core: Core, args: list[Any], line: int) -> int:
    size = args[1]
    if isinstance(size, (Dynamic, Symbol)):
        if not dynamic.is_size(size):
            raise NotUnderstood("device memory whose size is a result")
        known = computing.interval(size)
        if not core.under_sizes and (known is None or known[0] < 1):
            raise NotUnderstood("memory for a workspace that may need none")
        size = 0  # a workspace
    memory = Memory(int(size), device=core.state.get("device", 0))
    core.trace.memories.append(memory)
    pointer = DevicePointer(memory)
    kind = getattr(args[0].ref if isinstance(args[0], Address) else args[0], "ctype", None)
    put(args[0], stepping(pointer, kind) if kind is not None and kind.pointers else pointer)
    return 0


def malloc_host(core: Core, args: list[Any], line: int) -> int:
    size = int(args[1])
    if not 0 <= size <= 1 << 30:
        raise NotUnderstood("a vector of a strange size")
    put(args[0], Pointer(Vector(np.broadcast_to(np.uint8(0), (size,)), CType("void")), 0))
    return 0


def memcpy(core: Core, args: list[Any], line: int) -> int:
    to, room, source, count, kind = args[:5]
    if isinstance(count, (Symbol, Dynamic)):
        raise NotUnderstood("a copy whose size is a result")
    count = int(count)
    if isinstance(room, int) and not isinstance(room, Named) and room < count:
        raise NotUnderstood("copies more than there is room for", f"{count} bytes to {room}")
    running = core.state.get("running", ())
    busy = [running[id(p.memory)] for p in (to, source) if isinstance(p, DevicePointer) and id(p.memory) in running]
    if busy and any(args[5:] != [stream] for stream in busy):
        raise NotUnderstood("a copy that does not wait for an operator")
    if isinstance(to, DevicePointer) and isinstance(source, DevicePointer):
        if kind == TO_DEVICE and _is_blank(source):
            text = f"line {line} copies device memory that was never written as if it were the host's"
            core.trace.notes.append(f"{text}; its bytes are undefined")
            core.trace.undefined.append(Missing(line, "a copy", f"{UNDEFINED}: host data that is none"))
        elif to.memory.device != source.memory.device:
            raise NotUnderstood("a copy between devices")
        elif kind in WITHIN_DEVICE:
            _copy_within(core, to, source, count, line)
        else:
            raise NotUnderstood("a copy between such places")
    elif kind in (TO_DEVICE, ANY) and isinstance(to, DevicePointer):
        _upload(core, to, source, count, line)
    elif kind in (TO_HOST, ANY) and isinstance(source, DevicePointer):
        _download(core, to, source, count, line)
    else:
        raise NotUnderstood("a copy between such places")
    return 0


def _is_blank(source: DevicePointer) -> bool:
    """Device memory that nothing was written to."""
    return not source.memory.writes and not source.memory.is_touched


def stepping(pointer: DevicePointer, ctype: CType) -> DevicePointer:
    """A pointer to device memory as one to elements of a type."""
    target = CType(ctype.name, ctype.args, ctype.pointers - 1)
    step = 1 if target.name == "void" and not target.pointers else types.sizeof(target)
    return pointer if step is None else DevicePointer(pointer.memory, pointer.offset, step)


def _copy_within(core: Core, to: DevicePointer, source: DevicePointer, count: int, line: int) -> None:
    """From device memory that holds known data; what operators wrote is not known."""
    sizes = {to.memory.nbytes, source.memory.nbytes}
    if source.memory.is_touched and sizes == {count} and source.memory is not to.memory:
        to.memory.is_touched = True
        core.trace.add(CopyWithin(to.memory, source.memory, line))
        return
    if source.memory.is_touched or source.memory.unknown or count > MOST:
        raise NotUnderstood("a copy between such places")
    end = source.offset + count
    limits.hold(2 * end)
    raw, is_known = np.zeros(end, np.uint8), np.zeros(end, bool)
    for offset, array in source.memory.writes:
        part = array[: -(-max(0, end - offset) // array.itemsize)]
        part = np.ascontiguousarray(part).view(np.uint8)[: max(0, end - offset)]
        raw[offset : offset + len(part)] = part
        is_known[offset : offset + len(part)] = True
    if not is_known[source.offset :].all():
        raise NotUnderstood("a copy of device memory that was never written")
    _put(core, to, raw[source.offset :], line)


def _upload(core: Core, to: DevicePointer, source: Any, count: int, line: int) -> None:
    if count == 0:
        return
    held = elements(source)
    if held.ctype.name == "vector" and not held.ctype.pointers:
        core.trace.notes.append(f"line {line} copies vectors themselves, which are addresses, undefined here and zero")
        _put(core, to, np.broadcast_to(np.uint8(0), (count,)), line)
        to.memory.unknown.append((to.offset, to.offset + count))
        return
    array = held.array()
    known = array.nbytes
    if known < count:
        core.trace.notes.append(
            f"line {line} copies {count} bytes from host data of {known}; the rest is undefined, and zero here"
        )
        limits.hold(count)
        array = np.concatenate([array, np.zeros(-(-(count - known) // array.itemsize), array.dtype)])
    if count % array.itemsize:
        limits.hold(array.nbytes)
        array = np.ascontiguousarray(array).view(np.uint8)
    _put(core, to, array[: count // array.itemsize], line)
    if known < count:
        to.memory.unknown.append((to.offset + known, to.offset + count))


def _put(core: Core, to: DevicePointer, array: Array, line: int) -> None:
    """Host data into device memory."""
    memory, end = to.memory, to.offset + array.nbytes
    if array.flags.writeable:
        limits.hold(array.nbytes)
        array = array.copy()
        array.flags.writeable = False
    if to.offset < 0 or end > memory.nbytes:
        raise NotUnderstood("copies more than the device memory holds")
    if to.offset == 0 and array.nbytes == memory.nbytes:
        memory.is_lost = False
    if memory.unknown:
        memory.unknown = [u for u in memory.unknown if u[0] < to.offset or u[1] > end]
    if memory.is_touched:
        core.trace.add(Upload(memory, to.offset, array, line))
    else:
        memory.writes = [w for w in memory.writes if w[0] < to.offset or w[0] + w[1].nbytes > end]
        memory.writes.append((to.offset, array))


def _download(core: Core, to: Any, source: DevicePointer, count: int, line: int) -> None:
    if source.memory.is_lost:
        raise Consequence(source.memory.name)
    held = source.memory.nbytes - source.offset
    if source.offset < 0 or (count > held and (isinstance(to, Address) or held <= 0)):
        raise NotUnderstood("copies more than the device memory holds")
    source.memory.is_touched = True  # the script has its tensor from here on
    if isinstance(to, Address):
        ctype = to.ctype or to.ref.ctype
        dtype = types.numpy_of(ctype)
        if dtype is None or dtype.itemsize != count or dtype != types.numpy_of(to.ref.ctype):
            raise NotUnderstood("a copy to such a place")
        result = Result(source.memory, source.offset, dtype, 1)
        core.trace.add(Read(result, line))
        if not isinstance(to.ref, Cell):
            raise NotUnderstood("a copy to such a place")
        to.ref.value = Symbol(result, 0)
        return
    vector = to if isinstance(to, Vector) else to.vector if isinstance(to, Pointer) else None
    if vector is None:
        raise NotUnderstood("a copy to such a place")
    if vector.ctype.name == "void":
        vector.ctype = CType("uint8_t")
    dtype = types.numpy_of(vector.ctype)
    start = to.index if isinstance(to, Pointer) else 0
    if dtype is None or count % dtype.itemsize or not isinstance(start, int) or start < 0:
        raise NotUnderstood("a copy to such a place")
    if (len(vector) - start) * dtype.itemsize < count:
        raise NotUnderstood("copies more than the host has room for")
    result = Result(source.memory, source.offset, dtype, count // dtype.itemsize, vector.name)
    if count > held:
        result.known = held // dtype.itemsize
        core.trace.notes.append(
            f"line {line} copies {count} bytes from device memory of {held}; the rest is undefined, not printed here"
        )
        if source.offset + count > source.memory.allocated:
            core.trace.undefined.append(Missing(line, "a copy", f"{UNDEFINED}: a copy of what was never allocated"))
    if result.count == len(vector):
        core.trace.add(Read(result, line))
        vector.data = result
    elif result.count:
        _fill_part(vector, start, result)
        core.trace.add(Read(result, line))


def _fill_part(vector: Vector, start: int, result: Result) -> None:
    """Some elements of a vector become those of a result."""
    if len(vector) > MOST_ELEMENTS:
        raise NotUnderstood("a copy to a part of a long vector")
    held = vector.data
    if isinstance(held, Result):
        values: list[Any] = [Symbol(held, i) for i in range(len(held))]
    else:
        values = [vector.read(i) for i in range(len(held))]
    values[start : start + result.count] = [Symbol(result, i) for i in range(result.count)]
    vector.data = values


def memset(core: Core, args: list[Any], line: int) -> int:
    to, _, value, count = args[:4]
    if not isinstance(to, DevicePointer):
        raise NotUnderstood("filling such memory")
    if isinstance(count, Dynamic) and dynamic.is_size(count) and not to.memory.nbytes:
        return 0  # a workspace
    if id(to.memory) in core.state.get("running", ()):
        raise NotUnderstood("filling memory that an operator uses")
    _put(core, to, np.broadcast_to(np.uint8(int(value) & 0xFF), (int(count),)), line)
    return 0
