"""What CANN gave a running sample: handles, device memory, and results that nobody knows before the script runs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]


@dataclass(eq=False)
class Handle:
    """Something that CANN gave; named like the outermost variable that holds it."""

    name: str = field(default="", init=False)
    depth: int = field(default=99, init=False)

    def rename(self, name: str, depth: int, *, element: bool = False) -> None:
        if name and (depth < self.depth or not self.name):
            self.name, self.depth = name, depth


@dataclass(eq=False)
class Stream(Handle):
    """A stream, or a context, of a device."""

    device: int = 0


@dataclass(eq=False)
class Memory:
    """One device allocation: its size and, by offset, the host arrays that it was filled from."""

    nbytes: int
    writes: list[tuple[int, Array]] = field(default_factory=list)
    tensors: list[TensorHandle] = field(default_factory=list)
    condition: Any = None  # of a workspace: under which it was allocated
    unknown: list[tuple[int, int]] = field(default_factory=list)  # bytes, from and to, of which the sample has no data
    name: str = ""
    is_touched: bool = False  # by an operator: later uploads are events of their own
    is_lost: bool = False  # something that is not understood may have written to it
    device: int = 0

    @property
    def allocated(self) -> int:
        """How many bytes aclrtMalloc takes for it."""
        return (self.nbytes + 31) // 32 * 32 + 32


@dataclass(frozen=True)
class DevicePointer:
    memory: Memory
    offset: int = 0
    step: int = field(default=1, compare=False)  # bytes of what it points to

    def moved(self, count: int) -> DevicePointer:
        return DevicePointer(self.memory, self.offset + count * self.step, self.step)


@dataclass(eq=False)
class TensorHandle(Handle):
    shape: tuple[int, ...]
    dtype: int
    strides: tuple[int, ...] | None
    offset: int
    format: int
    storage_shape: tuple[int, ...]
    address: DevicePointer | None


class AskedFormat(int):
    """The format of a cast between data types, which depends on the chip: the script asks for it again."""

    source: TensorHandle
    block: int

    def __new__(cls, value: int, source: TensorHandle, block: int) -> AskedFormat:
        found = super().__new__(cls, value)
        found.source, found.block = source, block
        return found


@dataclass(eq=False)
class ScalarHandle(Handle):
    value: Any
    dtype: int


@dataclass(eq=False)
class ArrayHandle(Handle):
    """An int, float or bool array."""

    values: tuple[Any, ...]


@dataclass(eq=False)
class ListHandle(Handle):
    """A list of tensors or scalars."""

    items: tuple[Any, ...]


@dataclass(eq=False)
class Executor(Handle):
    operator: str
    args: list[Any]
    line: int
    workspace: Any  # the variable of its size
    at: int  # how many events there were before the first phase
    is_launched: bool = False


@dataclass(eq=False)
class Result:
    """Host memory that a copy from the device filled: ``count`` elements of ``dtype`` from ``memory`` on."""

    memory: Memory
    offset: int
    dtype: np.dtype[Any]
    count: int
    name: str = ""  # of the host's vector
    known: int = -1  # how many of the elements lie in the memory, where not all do
    _views: dict[np.dtype[Any], Result] = field(default_factory=dict, repr=False)

    def __len__(self) -> int:
        return self.count

    @property
    def held(self) -> int:
        """How many elements from the start on the device's memory holds."""
        return self.count if self.known < 0 else self.known

    def views(self) -> list[Result]:
        """The same bytes as they are read as elements of other types."""
        return list(self._views.values())

    def viewed(self, dtype: np.dtype[Any]) -> Result:
        """The same bytes as elements of another type; the same object each time."""
        if dtype not in self._views:
            count = self.count * self.dtype.itemsize // dtype.itemsize
            known = self.known * self.dtype.itemsize // dtype.itemsize if self.known >= 0 else -1
            self._views[dtype] = Result(self.memory, self.offset, dtype, count, self.name, known)
        return self._views[dtype]


@dataclass(frozen=True)
class Symbol:
    """An element of a result, which nobody knows before the script runs; ``steps`` are conversions of it."""

    result: Result
    index: Any
    steps: tuple[str, ...] = ()

    def then(self, step: str) -> Symbol:
        return Symbol(self.result, self.index, (*self.steps, step))
