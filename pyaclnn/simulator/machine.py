"""A simulated machine: all its state, and its C functions as Python functions of the same names."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from cffi import FFI

from ..abi.signatures import Signature
from .contexts import Context, Current
from .descriptors import DescriptorFunctions
from .executors import ExecutorFunctions
from .failures import Failure, Messages
from .handles import Numbers, Table, number_of
from .memory import MemoryMap
from .queues import INVALID_HANDLE, OTHER_CONTEXT, QueueFunctions
from .runtime import RuntimeFunctions
from .settings import Settings
from .streams import Stream
from .transfers import TransferFunctions

INTERNAL_ERROR = 500000


class Machine:
    """Devices, memory, streams, handles. One lock: C functions of several threads run one after another."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.ffi = FFI()
        self.lock = threading.RLock()
        self.numbers = Numbers()
        self.memory = MemoryMap(settings.memory)
        self.messages = Messages()
        self.current = Current()
        self.contexts: Table[Context] = Table("context", self.numbers, INVALID_HANDLE)
        self._primary: dict[int, tuple[Context, int]] = {}
        self.runtime = RuntimeFunctions(self)
        self.queues = QueueFunctions(self)
        self.transfers = TransferFunctions(self)
        self.descriptors = DescriptorFunctions(self)
        self.executors = ExecutorFunctions(self)
        self._c_arrays: list[Any] = []

    def function(self, name: str) -> Callable[..., Any] | None:
        """The simulation of a function of ``acl/`` or ``aclnn/``; None when there is none."""
        groups = (self.runtime, self.queues, self.transfers, self.descriptors, self.executors)
        found = next((f for g in groups if name.startswith("acl") and (f := getattr(g, name, None))), None)
        return None if found is None else self.guarded(found)

    def phases(self, signature: Signature) -> tuple[Callable[..., Any], Callable[..., Any]]:
        """Both phases of an operator."""
        first, second = self.executors.phases(signature)
        return self.guarded(first), self.guarded(second)

    def guarded(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """A function that returns a code, or its value, and never lets an exception out."""

        def call(*args: Any) -> Any:
            try:
                with self.lock:
                    result = function(*args)
            except Failure as failure:
                self.messages.record(failure)
                return failure.code
            except Exception as error:  # a fault of the simulator must not look like success
                self.messages.record(Failure(INTERNAL_ERROR, f"the simulator failed: {error!r}"))
                return INTERNAL_ERROR
            return 0 if result is None else result

        return call

    def stream_of(self, pointer: Any, *, any_context: bool = False) -> Stream:
        """The stream behind a handle, NULL being the default stream of the thread's context."""
        number = number_of(self.ffi, pointer)
        stream = self.queues.streams.get(number) if number else None
        context = self.current.require()
        if stream is None:
            return context.default_stream
        if stream.context is not context and not any_context:
            raise Failure(
                OTHER_CONTEXT, "the stream belongs to another context than the thread's current one"
            )
        return stream

    def new_context(self, device: int, *, primary: bool) -> Context:
        context = Context(device, primary)
        context.handle = self.contexts.add(context)
        return context

    def close_context(self, context: Context) -> None:
        for stream in list(context.streams):
            stream.run_all()
        self.queues.drop_streams_of(context.streams)
        self.contexts.remove(context.handle)
        context.is_live = False

    def retain_primary(self, device: int) -> Context:
        """The primary context of a device with one reference more."""
        context, count = self._primary.get(device, (None, 0))
        if context is None:
            context = self.new_context(device, primary=True)
        self._primary[device] = (context, count + 1)
        return context

    def release_primary(self, device: int, *, force: bool = False) -> bool:
        """One reference less; the last one takes streams and memory along. False when there is none."""
        if device not in self._primary:
            return False
        context, count = self._primary[device]
        if count > 1 and not force:
            self._primary[device] = (context, count - 1)
            return True
        del self._primary[device]
        self.close_context(context)
        self.memory.free_all(device)
        return True

    def reset_all(self) -> None:
        for device in list(self._primary):
            self.release_primary(device, force=True)

    def c_array(self, values: tuple[int, ...]) -> Any:
        """An ``int64_t`` array that C owns. The caller should free it with ``delete[]``; nobody can here."""
        array = self.ffi.new("int64_t[]", list(values) or 1)
        self._c_arrays.append(array)
        return self.ffi.cast("void *", array)

    def live_handles(self) -> dict[str, int]:
        """Live handles by kind: what the tests count."""
        counts = {
            "stream": len(self.queues.streams),
            "event": len(self.queues.events),
            "executor": len(self.executors.executors),
            **self.descriptors.live_counts(),
        }
        return {kind: count for kind, count in counts.items() if count}
