"""Tensors of a script: what each is called, the host data behind it, and the line that makes it."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np

from ... import dtypes
from ...abi import names
from ...dtypes import DType
from ...formats import Format
from ...reference.meta import row_major
from ..errors import NotUnderstood
from ..trace import Given
from ..values import limits
from ..values.handles import AskedFormat, Memory, Result, TensorHandle
from . import bytewise, data
from .data import Array, Written
from .devices import Devices
from .layout import call, rows

RESERVED = {"d", "np", "main", "Device", "Format", "ml_dtypes", "print", "range", "enumerate", "zip", "value", "i",
            "float", "int", "bool"}  # fmt: skip


@lru_cache(maxsize=4096)
def python_name(name: str) -> str:
    """A variable's name in Python's spelling."""
    return (names.parameter_name(name.strip("_")) if name.isidentifier() else "") or "x"


@dataclass
class Names:
    """Python names that are taken, and those given to handles."""

    taken: set[str] = field(default_factory=lambda: set(RESERVED))

    def new(self, name: str) -> str:
        wanted = python_name(name)
        found, n = wanted, 2
        while found in self.taken:
            found, n = f"{wanted}_{n}", n + 1
        self.taken.add(found)
        return found


class Tensors:
    """Makes each tensor when it is first wanted; ``lines`` is where the script grows."""

    def __init__(self, names_: Names, indent: int) -> None:
        self.names = names_
        self.devices = Devices(names_.new)
        self.indent = indent
        self.lines: list[str] = []
        self.made: dict[int, str] = {}
        self.owners: dict[int, TensorHandle] = {}
        self.storages: dict[int, tuple[str, DType, int]] = {}
        self.written_only: set[int] = set()  # handles that operators only write
        self.used: dict[int, list[TensorHandle]] = {}  # by memory
        self.whole: set[int] = set()  # memories whose bytes beyond the tensor are read, too
        self.imports: set[str] = set()
        self.notes: list[str] = []
        self.data_lines = 0
        self.hosts: dict[Any, str] = {}  # host data that the script reads, too, by type and bytes: how it is called
        self.held: dict[Any, str] = {}  # such data that has a name already
        self.given: dict[tuple[Any, ...], str] = {}  # what functions of CANN gave on the host: how it is called

    def state(self) -> tuple[Any, ...]:
        """What has been made so far, for ``restore``."""
        return dict(self.made), dict(self.owners), dict(self.storages), set(self.names.taken), self.data_lines, \
            self.devices.state()  # fmt: skip

    def restore(self, state: tuple[Any, ...]) -> None:
        """Forgets what was made since, after its lines were dropped."""
        self.made, self.owners, self.storages, self.names.taken, self.data_lines, devices = state
        self.devices.restore(devices)

    def name(self, tensor: TensorHandle) -> str:
        """The script's variable for a tensor, made now if it is not there yet."""
        key = id(tensor)
        if key not in self.made:
            self.made[key] = self._make(tensor)
        return self.made[key]

    def _make(self, tensor: TensorHandle) -> str:
        dtype = dtypes.from_code(tensor.dtype)
        strides = row_major(tensor.shape) if tensor.strides is None else tensor.strides
        is_plain = _is_contiguous(tensor.shape, strides) and tensor.offset == 0
        size = math.prod(tensor.shape)
        if dtype in (dtypes.UNDEFINED, dtypes.STRING):
            raise NotUnderstood("a data type that hosts lack", dtype.name)
        if tensor.address is None:
            if size:
                raise NotUnderstood("a tensor without memory")
            name = self.names.new(tensor.name or "x")
            self._line(f"{name} = d.empty({_shape_text(tensor.shape)}, {quoted(dtype.name)})")
            return name
        memory = tensor.address.memory
        others = [t for t in self.used.get(id(memory), [tensor]) if t is not tensor and not _same(t, tensor)]
        twin = next((t for t in self.used.get(id(memory), []) if id(t) in self.made and _same(t, tensor)), None)
        if twin is not None:
            return self.made[id(twin)]
        same_storage = tensor.storage_shape == tensor.shape or _is_trivial(tensor)
        is_whole = id(memory) in self.whole
        is_split = dtype.bits % 8 != 0 and bytewise.shape_of(tensor.shape, dtype) is None
        if is_plain and not others and not is_whole and tensor.address.offset == 0 and same_storage and not is_split:
            return self._plain(tensor, memory, dtype)
        return self._view(tensor, memory, dtype, strides)

    def _plain(self, tensor: TensorHandle, memory: Memory, dtype: DType) -> str:
        name, device = self.names.new(tensor.name or "x"), self.devices.name(memory.device)
        format = _format(tensor)
        if id(tensor) in self.written_only or not memory.writes or 0 in tensor.shape:
            if id(tensor) not in self.written_only and 0 not in tensor.shape:
                self.notes.append(f"{name} is read but never written")
            self._line(f"{name} = {device}.empty({_shape_text(tensor.shape)}, {quoted(dtype.name)}{format})")
        else:
            array = self._contents(memory, dtype, tensor.shape)
            self._upload(device, name, array, dtype, tensor.shape, format)
        self.owners[id(memory)] = tensor
        return name

    def _upload(self, device: str, name: str, array: Array, dtype: DType, shape: tuple[int, ...], format: str) -> None:
        view = ""
        if dtype.numpy is None:
            view = f".view({quoted(dtype.name)})" + (f".with_format({format.partition('=')[2]})" if format else "")
            shape, format = bytewise.shape_of(shape, dtype, array.itemsize) or (), ""
            dtype = dtypes.from_numpy(array.dtype)
        is_wanted = array.dtype.kind in "iufb" and any(len(k[1]) == array.nbytes for k in self.hosts)
        if is_wanted and (key := (array.dtype.str, array.tobytes())) in self.hosts:
            self._upload_held(device, name, array, key, shape, f"{format}){view}")
            return
        text, cast = self.host(array, dtype, shape)
        head, tail = f"{name} = {device}.tensor(", f"{cast}{format}){view}"
        start = len(self.lines)
        self.lines += rows(self.indent, head, text, tail)
        if text.numbers:
            self.data_lines += len(self.lines) - start - 2
            self.imports.add("np")

    def _upload_held(self, device: str, name: str, array: Array, key: Any, shape: tuple[int, ...], tail: str) -> None:
        """A tensor of host data that the script needs by itself."""
        self.imports.add("np")
        if key not in self.held:
            held = self.names.new(self.hosts[key] or f"{name}_data")
            kind = "np.bool_" if array.dtype.kind == "b" else f"np.{array.dtype.name}"
            lines = rows(self.indent, f"{held} = ", data.written(array.reshape(-1), kind, shape=(array.size,)), "")
            self.data_lines += max(0, len(lines) - 2)
            self.lines += lines
            self.held[key] = held
        text = self.held[key]
        if len(shape) != 1:
            text += f".reshape({', '.join(map(str, shape)) or '()'})"
        self._line(f"{name} = {device}.tensor({text}{tail}")

    def give(self, event: Given) -> None:
        """Asks a function of CANN for data on the host."""
        self.imports.add("np")
        name, args = self.names.new(event.name), []
        for array in event.args:
            written = data.written(array, f"np.{array.dtype.name}", shape=array.shape)
            if written.numbers:
                args.append(self.names.new(f"{name}_data"))
                self.lines += rows(self.indent, f"{args[-1]} = ", written, "")
            else:
                args.append(written.text)
        self.lines += call(self.indent, f"{name} = d.{event.function}", args)
        key = event.data.dtype.str, event.data.tobytes()
        self.hosts[key] = self.held[key] = self.given[tuple(event.data.tolist())] = name

    def host(self, array: Array, dtype: DType, shape: tuple[int, ...]) -> tuple[Written, str]:
        """An expression for host data, and what ``d.tensor`` must be told of its type."""
        if dtype.numpy is None:
            raise NotUnderstood("a data type that hosts lack", dtype.name)
        self.imports.add("np")
        if dtype.numpy.name == dtype.name and dtype.numpy.kind != "V" and hasattr(np, dtype.name):
            return data.written(array, f"np.{_numpy_name(dtype)}", shape=shape), ""
        # NumPy itself lacks the type: its values as float32 are the same numbers.
        different = array[:1] if array.strides == (0,) else array
        with np.errstate(all="ignore"):
            wide = different.astype(np.float32)
            is_same = wide.astype(array.dtype).tobytes() == different.tobytes()
        wide = np.broadcast_to(wide, array.shape)
        if not is_same:
            raw = array.view(f"u{array.dtype.itemsize}")
            self.imports.add("ml_dtypes")
            found = data.written(raw, f"np.{raw.dtype.name}", shape=shape)
            if found.numbers:
                raise NotUnderstood("data with values that are no numbers", dtype.name)
            return Written(f"{found.text}.view(ml_dtypes.{dtype.numpy.name})"), ""
        return data.written(wide, "np.float32", shape=shape), f", {quoted(dtype.name)}"

    def _contents(self, memory: Memory, dtype: DType, shape: tuple[int, ...]) -> Array:
        """What memory holds before any operator, as elements of a tensor; as their bytes where hosts lack the type."""
        kind, count = dtype.numpy, math.prod(shape)
        if kind is None:
            kind = bytewise.kind_of(memory, dtype, shape)
            count = dtype.nbytes(count) // kind.itemsize
        nbytes = count * kind.itemsize
        if len(memory.writes) == 1 and memory.writes[0][0] == 0:
            array = memory.writes[0][1]
            if (
                array.nbytes >= nbytes
                and array.strides == (0,)
                and (array.itemsize == kind.itemsize or not array[:1].view(np.uint8).any())
            ):
                one = array[:1].view(kind) if array.itemsize == kind.itemsize else np.zeros(1, kind)
                return np.broadcast_to(one, (count,))
        whole = max([nbytes, *(o + a.nbytes for o, a in memory.writes)])
        if whole > limits.MOST // 2:
            raise NotUnderstood("long data without a pattern", f"{count} numbers")
        limits.work(4 * whole)
        if len(memory.writes) == 1 and memory.writes[0][0] == 0 and memory.writes[0][1].nbytes >= nbytes:
            raw = np.ascontiguousarray(memory.writes[0][1]).view(np.uint8)
        else:
            raw = np.zeros(whole, np.uint8)
            covered = 0
            for offset, array in memory.writes:
                raw[offset : offset + array.nbytes] = np.ascontiguousarray(array).view(np.uint8)
                covered = max(covered, offset + array.nbytes if offset <= covered else 0)
            if covered < nbytes:
                self.notes.append("memory is filled only in part; the rest is zero here")
        found = raw[:nbytes].view(np.uint8 if kind == np.bool_ else kind)
        return found.astype(bool) if kind == np.bool_ else found

    def _view(self, tensor: TensorHandle, memory: Memory, dtype: DType, strides: tuple[int, ...]) -> str:
        """A tensor on storage that has a shape of its own, or that several tensors share."""
        if tensor.address is None or tensor.address.offset * 8 % dtype.bits:
            raise NotUnderstood("a tensor at such a place")
        base, held, count = self._storage(tensor, memory, dtype)
        if held != dtype:
            raise NotUnderstood("tensors of different types in one memory", f"{held.name} and {dtype.name}")
        offset = tensor.offset + tensor.address.offset * 8 // dtype.bits
        last = offset + sum((e - 1) * s for e, s in zip(tensor.shape, strides, strict=True))
        if tensor.shape and 0 not in tensor.shape and last >= count:
            raise NotUnderstood("a view beyond its memory")
        name = self.names.new(tensor.name or "x")
        end = f", {offset}" if offset else ""
        text = f"{base}.as_strided({tensor.shape}, {strides}{end})"
        if _is_contiguous(tensor.shape, strides):
            part = f"[{offset or ''}:{offset + math.prod(tensor.shape)}]"
            text = f"{base}{part if part != f'[:{count}]' else ''}.view({', '.join(map(str, tensor.shape)) or '()'})"
        if tensor.format != int(Format.ND) or (tensor.storage_shape and tensor.storage_shape != (count,)):
            text += f".with_format({self._asked(tensor)}, {tensor.storage_shape})"
        self._line(f"{name} = {text}")
        return name

    def _asked(self, tensor: TensorHandle) -> str:
        """A tensor's format; one that depends on the chip is asked for."""
        self.imports.add("Format")
        format = tensor.format
        if not isinstance(format, AskedFormat):
            return f"Format.{_format_name(tensor)}"
        name = self.names.new("actual_format")
        block = quoted(dtypes.from_code(format.block).name)
        arguments = [self.name(format.source), f"Format.{_format_name(tensor)}", block]
        head = f"{name} = d.npu_format_cast_calculate_size_and_format"
        self.lines += call(self.indent, head, arguments, ").actual_format")
        return name

    def _storage(self, tensor: TensorHandle, memory: Memory, dtype: DType) -> tuple[str, DType, int]:
        key = id(memory)
        if key in self.storages:
            return self.storages[key]
        if key in self.owners:
            raise NotUnderstood("a view of a tensor that is used before")
        count = memory.nbytes * 8 // dtype.bits
        if dtype.bits < 8 and memory.nbytes * 8 % dtype.bits:
            raise NotUnderstood("a data type that hosts lack", f"{dtype.name} in parts of a byte")
        shape = (count,)
        name, device = self.names.new(f"{tensor.name or 'x'}_storage"), self.devices.name(memory.device)
        is_read = key in self.whole or any(id(t) not in self.written_only for t in self.used.get(key, [tensor]))
        if is_read and memory.writes:
            self._upload(device, name, self._contents(memory, dtype, shape), dtype, shape, "")
        else:
            self._line(f"{name} = {device}.empty({count}, {quoted(dtype.name)})")
        self.storages[key] = name, dtype, count
        return self.storages[key]

    def held_in(self, memory: Memory) -> tuple[str, DType, tuple[int, ...]]:
        """``(name, type, shape)`` of the tensor that has all of a memory, made now if it is not there yet."""
        key = id(memory)
        if key not in self.storages and key not in self.owners:
            tensors = self.used.get(key) or memory.tensors
            if not tensors:
                raise NotUnderstood("writes memory that no tensor has")
            self.name(tensors[0])
        if key in self.storages:
            name, dtype, count = self.storages[key]
            return name, dtype, (count,)
        owner = self.owners[key]
        return self.made[id(owner)], dtypes.from_code(owner.dtype), owner.shape

    def read(self, result: Result) -> tuple[str, DType, int, int]:
        """``(expression, tensor's type, elements, rank)`` of the host array behind a copy from the device."""
        memory = result.memory
        if not self.used.get(id(memory)) and not memory.tensors:
            raise NotUnderstood("reads memory that no tensor has")
        name, dtype, shape = bytewise.viewed(*self.held_in(memory), result.dtype)
        count, rank = math.prod(shape), len(shape)
        text = f"{name}.numpy()"
        if result.offset:
            if rank != 1 or result.offset % dtype.itemsize:
                raise NotUnderstood("reads from the middle of memory")
            text, count = f"{text}[{result.offset // dtype.itemsize}:]", count - result.offset // dtype.itemsize
        if result.dtype == dtype.numpy:
            return text, dtype, count, rank
        width = result.dtype.itemsize
        if width != dtype.itemsize:
            count = count * dtype.itemsize // width
            text, rank = f"{text}.ravel()" if rank != 1 else text, 1
        return f"{text}.view(np.{result.dtype.name})", dtype, count, rank

    def _line(self, text: str) -> None:
        self.lines.append(" " * self.indent + text)


def quoted(text: str) -> str:
    return f'"{text}"'


def _numpy_name(dtype: DType) -> str:
    return "bool_" if dtype.name == "bool" else dtype.name


def _shape_text(shape: tuple[int, ...]) -> str:
    return str(shape[0]) if len(shape) == 1 else str(shape)


def _is_contiguous(shape: tuple[int, ...], strides: tuple[int, ...]) -> bool:
    return strides == row_major(shape) or 0 in shape


def _is_trivial(tensor: TensorHandle) -> bool:
    """Whether the storage shape says no more than the number of elements."""
    return math.prod(tensor.storage_shape) == math.prod(tensor.shape) and not Format(tensor.format).is_private \
        and len(tensor.storage_shape) == 0  # fmt: skip


def _same(a: TensorHandle, b: TensorHandle) -> bool:
    return (a.shape, a.dtype, a.strides, a.offset, a.format, a.storage_shape, a.address) == (
        b.shape, b.dtype, b.strides, b.offset, b.format, b.storage_shape, b.address
    )  # fmt: skip


def _format_name(tensor: TensorHandle) -> str:
    try:
        return Format(tensor.format).name
    except ValueError:
        raise NotUnderstood("an unknown format", str(tensor.format)) from None


def _format(tensor: TensorHandle) -> str:
    name = _format_name(tensor)
    return "" if name == "ND" else f", format={quoted(name)}"
