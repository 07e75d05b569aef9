"""A fresh simulated machine whose C functions a test calls with cffi values."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from pyaclnn import dtypes
from pyaclnn.abi.interface import Interface
from pyaclnn.errors import SymbolNotFoundError
from pyaclnn.simulator.exports import SimulatedLibraries
from pyaclnn.simulator.machine import Machine
from pyaclnn.simulator.settings import Settings

H2H, H2D, D2H, D2D, DEFAULT, H2BUF2D = range(6)
ND = 2
_FRESH = 0xA5  # what new memory holds


class _NoLibraries:
    def base_function(self, name: str) -> Any:
        raise SymbolNotFoundError(name)

    def phases(self, operator: str) -> tuple[Any, Any]:
        raise SymbolNotFoundError(operator)


@lru_cache(maxsize=1)
def shared_types() -> Interface:
    """The C types are declared once for all machines: that is what takes time."""
    return Interface(lambda i: _NoLibraries())


class Sim:
    """``sim("aclrtMalloc", p, 8, 0)`` calls a C function and returns what it returns."""

    def __init__(self, soc: str = "Ascend910B1", devices: int = 1, memory: int = 2**24, **settings: Any) -> None:
        self.machine = Machine(Settings(soc, devices, memory, **settings))
        self.interface = shared_types()
        self.libraries = SimulatedLibraries(self.interface, self.machine)
        self.ffi = self.interface.ffi
        self.null = self.ffi.NULL
        self._functions: dict[str, Any] = {}
        self._phases: dict[str, tuple[Any, Any]] = {}

    def __call__(self, name: str, *args: Any) -> Any:
        if name not in self._functions:
            self._functions[name] = self.libraries.base_function(name)
        return self._functions[name](*args)

    def ok(self, name: str, *args: Any) -> None:
        code = self(name, *args)
        assert code == 0, f"{name} returned {code}: {self.message()}"

    def get(self, name: str, ctype: str, *args: Any) -> Any:
        """The value that a getter writes through its last pointer."""
        value = self.ffi.new(f"{ctype} *")
        self.ok(name, *args, value)
        return value[0]

    def make(self, name: str, ctype: str, *args: Any) -> Any:
        """The handle or address that a function writes through its first pointer."""
        value = self.ffi.new(f"{ctype} *")
        self.ok(name, value, *args)
        return value[0]

    def message(self) -> str | None:
        pointer = self("aclGetRecentErrMsg")
        return None if pointer == self.null else self.ffi.string(pointer).decode()

    def bogus(self, ctype: str = "void *") -> Any:
        """A handle that nothing gave out."""
        return self.ffi.cast(ctype, 0x1234560)

    def stream(self) -> Any:
        return self.make("aclrtCreateStream", "aclrtStream")

    def event(self, flag: int | None = None, *, ex: bool = False) -> Any:
        if flag is None:
            return self.make("aclrtCreateEvent", "aclrtEvent")
        return self.make(f"aclrtCreateEvent{'Ex' if ex else ''}WithFlag", "aclrtEvent", flag)

    def malloc(self, size: int) -> Any:
        return self.make("aclrtMalloc", "void *", size, 0)

    def malloc_host(self, size: int) -> Any:
        return self.make("aclrtMallocHost", "void *", size)

    def host(self, array: np.ndarray[Any, Any]) -> Any:
        """The address of a host array, which must be kept alive by the caller."""
        return self.ffi.cast("void *", array.ctypes.data)

    def upload(self, array: np.ndarray[Any, Any]) -> Any:
        array = np.ascontiguousarray(array)
        pointer = self.malloc(array.nbytes)
        self.ok("aclrtMemcpy", pointer, array.nbytes, self.host(array), array.nbytes, H2D)
        return pointer

    def download(self, pointer: Any, dtype: Any, count: int) -> np.ndarray[Any, Any]:
        array = np.zeros(count, dtype)
        self.ok("aclrtMemcpy", self.host(array), array.nbytes, pointer, array.nbytes, D2H)
        return array

    def bytes_at(self, pointer: Any, count: int) -> list[int]:
        return [int(b) for b in self.download(pointer, np.uint8, count)]

    def tensor(
        self,
        pointer: Any,
        shape: tuple[int, ...],
        dtype: dtypes.DType = dtypes.FLOAT32,
        strides: tuple[int, ...] | None = None,
        offset: int = 0,
        storage: tuple[int, ...] | None = None,
    ) -> Any:
        new, storage = self.ffi.new, shape if storage is None else storage
        steps = self.null if strides is None else new("int64_t[]", strides)
        tensor = self(
            "aclCreateTensor", new("int64_t[]", shape), len(shape), dtype.code, steps, offset, ND,
            new("int64_t[]", storage), len(storage), pointer,
        )  # fmt: skip
        assert tensor != self.null
        return tensor

    def scalar(self, value: float, dtype: dtypes.DType = dtypes.FLOAT32) -> Any:
        data = np.array(value, dtype.numpy)
        return self("aclCreateScalar", self.host(data), dtype.code)

    def prepare(self, operator: str, *args: Any) -> tuple[int, int, Any]:
        """Phase 1: its code, the workspace size and the executor."""
        size, executor = self.ffi.new("uint64_t *", 2**63), self.ffi.new("aclOpExecutor **")
        code = self.phases(operator)[0](*args, size, executor)
        return code, int(size[0]), executor[0]

    def prepared(self, operator: str, *args: Any) -> tuple[int, Any]:
        code, size, executor = self.prepare(operator, *args)
        assert code == 0, f"{operator} returned {code}: {self.message()}"
        return size, executor

    def launch(self, operator: str, workspace: Any, size: int, executor: Any, stream: Any = None) -> int:
        return int(self.phases(operator)[1](workspace, size, executor, stream or self.null))

    def phases(self, operator: str) -> tuple[Any, Any]:
        if operator not in self._phases:
            self._phases[operator] = self.libraries.phases(operator)
        return self._phases[operator]


def in_thread(function: Callable[[], Any]) -> Any:
    """What a function returns on a thread of its own."""
    results: list[Any] = []
    thread = threading.Thread(target=lambda: results.append(function()))
    thread.start()
    thread.join()
    assert results, "the thread ended with an exception"
    return results[0]


class Queue:
    """A stream whose i-th piece of work puts i + 1 into the i-th byte."""

    def __init__(self, sim: Sim, room: int = 16) -> None:
        self.sim, self.room = sim, room
        self.stream, self.memory = sim.stream(), sim.malloc(room)
        self.launched = 0

    def launch(self) -> None:
        i = self.launched
        self.sim.ok("aclrtMemsetAsync", self.memory + i % self.room, 1, (i + 1) % 256, 1, self.stream)
        self.launched += 1

    @property
    def done(self) -> int:
        """How many pieces of work have run; they must have run in order."""
        values = self.sim.bytes_at(self.memory, self.room)
        count = next((i for i, v in enumerate(values) if v == _FRESH), self.room)
        assert values == [*range(1, count + 1), *[_FRESH] * (self.room - count)]
        return count

    def fault(self) -> None:
        """Work that fails on the device: a copy that leaves its allocation, beyond the granule too."""
        source = self.sim.malloc(1)
        self.sim.ok("aclrtMemcpyAsync", self.memory, 8, source + 508, 8, D2D, self.stream)


def elsewhere(sim: Sim) -> None:
    """Makes another context of the same device current."""
    sim.make("aclrtCreateContext", "aclrtContext", 0)
