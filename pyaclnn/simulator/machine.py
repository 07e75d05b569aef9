"""A simulated machine: all its state, and its C functions as Python functions of the same names."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from cffi import FFI

from ..abi.signatures import Signature
from . import codes
from .capture import GraphFunctions
from .checks.checker import Checks, leak_failure
from .checks.findings import Finding
from .checks.report import report
from .contexts import Context, Current
from .descriptors import DescriptorFunctions
from .executors import ExecutorFunctions
from .failures import Failure, Messages
from .handles import Numbers, Table, number_of
from .hostmemory import new_int64_array
from .injection import Injection, takes_effect
from .memory import MemoryMap
from .peers import PeerFunctions
from .properties import PropertyFunctions
from .queues import QueueFunctions
from .runtime import RuntimeFunctions
from .settings import Settings
from .single_phase import SinglePhaseFunctions
from .streams import Stream
from .transfers import TransferFunctions


class Machine:
    """Devices, memory, streams, handles. One lock: C functions of several threads run one after another."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.injection = Injection.wanted(settings)
        self.ffi = FFI()
        self.lock = threading.RLock()
        self.numbers = Numbers()
        self.memory = MemoryMap(settings.memory)
        self.checks = self.memory.checks = Checks(self) if settings.check else None
        self.messages = Messages()
        self.current = Current()
        self.contexts: Table[Context] = Table("context", self.numbers, codes.INVALID_HANDLE)
        self._primary: dict[int, tuple[Context, int]] = {}
        self.runtime = RuntimeFunctions(self)
        self.queues = QueueFunctions(self)
        self.graphs = GraphFunctions(self)
        self.transfers = TransferFunctions(self)
        self.descriptors = DescriptorFunctions(self)
        self.executors = ExecutorFunctions(self)
        self.peers = PeerFunctions(self)
        self.properties = PropertyFunctions(self)
        self.single_phase = SinglePhaseFunctions(self)

    def function(self, name: str) -> Callable[..., Any] | None:
        """The simulation of a function of ``acl/`` or ``aclnn/``, or of one phase; None when there is none."""
        groups = (
            self.runtime, self.queues, self.graphs, self.transfers, self.descriptors, self.executors, self.peers,
            self.properties, self.single_phase,
        )  # fmt: skip
        if name.startswith("AclSet"):  # the older spelling of the same functions
            name = name.replace("A", "a", 1)
        found = next((f for g in groups if name.startswith("acl") and (f := getattr(g, name, None))), None)
        return None if found is None else self.guarded(found)

    def unsupported(self, name: str) -> Callable[..., Any]:
        """What stands for a function that headers declare and nothing here simulates: it fails, with 207000."""

        def refuse(*args: Any) -> None:
            raise Failure(codes.NOT_SUPPORTED, f"{name} is not simulated")

        return self.guarded(refuse)

    def phases(self, signature: Signature) -> tuple[Callable[..., Any], Callable[..., Any]]:
        """Both phases of an operator."""
        first, second = self.executors.phases(signature)
        name = signature.name
        return self.guarded(first, f"{name}GetWorkspaceSize"), self.guarded(second, name)

    def _watched(self, name: str, function: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        """A call that is counted. One that is made to fail has the effect that it would have had all the same."""
        assert self.injection is not None
        with self.injection.of_call(name) as failure:
            if failure is None:
                return function(*args)
            if takes_effect(name):
                function(*args)
            elif name.startswith("aclnn") and len(args) == 4:  # a second phase uses up its executor
                self.executors.use_up(args[2])
            raise failure

    def guarded(self, function: Callable[..., Any], name: str = "") -> Callable[..., Any]:
        """A function that returns a code, or its value, and never lets an exception out."""
        name = name or function.__name__

        def call(*args: Any) -> Any:
            try:
                with self.lock:
                    result = function(*args) if self.injection is None else self._watched(name, function, args)
            except Failure as failure:
                self.messages.record(failure if self.checks is None else self.checks.reported(failure))
                return failure.code
            except Exception as error:  # a fault of the simulator must not look like success
                self.messages.record(Failure(codes.INTERNAL_ERROR, f"the simulator failed: {error!r}"))
                return codes.INTERNAL_ERROR
            return 0 if result is None else result

        return call

    def stream_of(self, pointer: Any, *, any_context: bool = False) -> Stream:
        """The stream behind a handle, NULL being the default stream of the thread's context.

        To be used, it must be of that context, and that must not have stopped; ``any_context`` asks for neither.
        """
        number = number_of(self.ffi, pointer)
        stream = self.queues.streams.get(number) if number else None
        context = self.current.require()
        if not any_context:
            context.require_unfailed()
        if stream is None:
            return context.default_stream
        if not any_context:
            self.require_current(stream)
        return stream

    def require_current(self, stream: Stream) -> None:
        """107003 when a stream is not of the thread's context."""
        if stream.context is not self.current.require():
            raise Failure(
                codes.OTHER_STREAM_CONTEXT, "the stream belongs to another context than the thread's current one"
            )

    def check_stream(self, pointer: Any) -> None:
        """A handle that is no stream is refused before anything else is looked at; NULL is none."""
        if pointer:
            self.queues.streams.get(number_of(self.ffi, pointer))

    def new_context(self, device: int, *, primary: bool) -> Context:
        context = Context(device, primary)
        context.handle = self.contexts.add(context)
        if self.checks is not None:
            self.checks.watch(context.default_stream)
        return context

    def close_context(self, context: Context) -> list[Finding]:
        """The end of a context; what it should not have had any more is returned."""
        leaks = [] if self.checks is None else self.checks.context_closes(context)
        for stream in context.streams:
            stream.run_all()
            if self.checks is not None:
                self.checks.destroyed(stream)
        self.graphs.drop_handles_of(context)
        self.queues.drop_handles_of(context)
        self.contexts.remove(context.handle)
        context.is_live = False
        return leaks

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
        leaks = [] if self.checks is None else self.checks.device_closes(device)
        leaks += self.close_context(context)
        self.memory.free_all(device)
        self.require_none(leaks)
        return True

    def finalize(self) -> None:
        """Takes all devices down. What the process has not given back by then is reported once."""
        leaks = [] if self.checks is None else self.checks.machine_closes()
        self.reset_all()
        self.require_none(leaks)

    @staticmethod
    def require_none(leaks: list[Finding]) -> None:
        if leaks:
            raise leak_failure(leaks)

    @property
    def findings(self) -> list[Finding]:
        """What the check mode has found so far; nothing when it is off."""
        return [] if self.checks is None else self.checks.findings

    def report_at_exit(self) -> tuple[str, int]:
        """The text about all findings, and the exit code that was asked for."""
        return report(self)

    def reset_all(self) -> None:
        for device in list(self._primary):
            self.release_primary(device, force=True)

    def c_array(self, values: tuple[int, ...]) -> Any:
        """An ``int64_t`` array that belongs to the caller."""
        return self.ffi.cast("void *", new_int64_array(values))

    def live_handles(self) -> dict[str, int]:
        """Live handles by kind: what the tests count."""
        counts = {
            "stream": self.queues.stream_count(),
            "event": len(self.queues.events),
            "executor": len(self.executors.executors),
            "graph": len(self.graphs.graphs),
            **self.descriptors.live_counts(),
        }
        return {kind: count for kind, count in counts.items() if count}
