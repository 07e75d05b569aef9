"""Where calls go: checked calls of one backend's C functions, and what each thread keeps between them."""

from __future__ import annotations

import contextlib
import itertools
import threading
import weakref
from collections.abc import Callable, Sequence
from typing import Any

from .abi.added import AddedLibrary
from .abi.codes import code_name
from .abi.interface import Interface
from .errors import AclError, ClosedError, PyaclnnError, acl_error
from .handles import Handle, Handles
from .reference.chips import Family, family_of
from .reference.meta import TensorMeta

_REPEAT_INITIALIZE = 100002
_KEYS = 16384
# What is counted together, by the name in C of what creates it.
_KINDS = {
    "Tensor": "tensor", "Scalar": "scalar", "IntArray": "array", "FloatArray": "array", "BoolArray": "array",
    "TensorList": "list", "ScalarList": "list",
}  # fmt: skip


class Session:
    """What a device is between opening and closing; tensors of another session can't be used in a call.

    ``device`` is the device as long as the session lasts: also threads that know a session from before see its end.
    """

    __slots__ = ("device",)

    def __init__(self, device: object = None) -> None:
        self.device = device


NO_SESSION = Session()


def new_cells(ffi: Any) -> tuple[Any, Any]:
    """What a first phase writes to: the size of the workspace, and the executor."""
    return ffi.new("uint64_t *"), ffi.new("aclOpExecutor **")


class ThreadState:
    """What one thread knows about a backend.

    ``session`` and ``stream`` say that a device is current here and which stream is its current one; the fast
    path of calls goes by them, so whatever changes device or stream puts ``NO_SESSION`` there. ``size`` and
    ``executor`` are the cells that phase 1 writes: each thread has its own.
    """

    __slots__ = ("cells", "device", "executor", "read_message", "session", "size", "stream", "user")

    def __init__(self, ffi: Any) -> None:
        self.device: int | None = None
        self.session = NO_SESSION
        self.stream: Any = None
        self.user: Any = None  # the device that made itself current here last
        self.read_message = ""
        self.size, self.executor = new_cells(ffi)
        self.cells: tuple[Any, Any] | None = new_cells(ffi)


class _Threads(threading.local):
    """The ``ThreadState`` of the thread that asks."""

    def __init__(self, ffi: Any) -> None:
        self.state = ThreadState(ffi)


class Backend:
    """An initialized C interface with checked calls.

    ``aclInit`` is called once and given back at exit; what another part of the process initialized is neither
    reset nor finalized.
    """

    def __init__(self, kind: str, interface: Interface) -> None:
        self.kind = kind
        self.interface = interface
        self.ffi: Any = interface.ffi
        self.threads = _Threads(self.ffi)
        self._used_devices: set[int] = set()
        self._is_initialized = False
        self._is_asked = False
        self.is_abandoned = False
        self._owns_runtime = False
        self._lock = threading.Lock()
        self.methods: dict[str, Callable[..., Any]] = {}
        self.devices: weakref.WeakSet[Any] = weakref.WeakSet()
        self._keys: dict[TensorMeta, int] = {}
        self._next_key = itertools.count(1)

    def key_of(self, meta: TensorMeta) -> int:
        """A number for a tensor's metadata, equal for equal ones: operators remember outputs by it."""
        key = self._keys.get(meta)
        if key is None:
            if len(self._keys) >= _KEYS:
                self._keys.clear()  # numbers are not given out twice: old ones just meet nothing
            key = self._keys[meta] = next(self._next_key)
        return key

    def call(self, name: str, *args: Any) -> None:
        """Calls a function of ``acl/`` or ``aclnn/`` and raises its error."""
        code = self.interface.function(name)(*args)
        if code != 0:
            raise self.error(code, name)

    def create(self, handles: Handles, what: str, *args: Any, takes: Sequence[Handle] = ()) -> Handle:
        """Calls ``aclCreate<what>``, which returns a new handle, owned by ``handles``; NULL is an error."""
        name, destroy = f"aclCreate{what}", self.interface.function(f"aclDestroy{what}")
        handle = handles.make(_KINDS[what], self.interface.function(name), args, destroy, takes)
        if handle.pointer is None:
            if not handles.is_open:
                raise ClosedError("the device was closed by another thread")
            raise AclError(-1, name, name="returned NULL", detail=self.new_message())
        return handle

    def write(self, handle: Handle, handles: Handles, name: str, *args: Any) -> Handle:
        """Calls a function that writes an expected handle into its cell, and raises its error."""
        try:
            self.call(name, *args)
        except PyaclnnError:
            handle.close()
            raise
        return handles.arrived(handle)

    def close_handle(self, handle: Handle, function: str) -> None:
        """Destroys a handle and raises what ``function`` says of it; the handle is gone either way."""
        code = handle.close()
        if code:
            raise self.error(code, function)

    def error(self, code: int, function: str, arguments: Sequence[str] = ()) -> AclError | ClosedError:
        """The exception for a failed call, with the text that CANN left on this thread.

        A device that another thread closes takes away what calls in progress use: those end with ``ClosedError``.
        """
        error = acl_error(code, function, name=code_name(code), detail=self.new_message(), arguments=arguments)
        user = self.threads.state.user
        if user is None or not user.is_closed:
            return error
        closed = ClosedError(f"device {user.device_index} was closed by another thread during a call: {error}")
        closed.__cause__ = error
        return closed

    def new_message(self) -> str:
        """CANN's error text since the last time this thread asked. CANN repeats what it said before."""
        pointer = self.interface.function("aclGetRecentErrMsg")()
        if pointer == self.ffi.NULL:
            return ""
        text = self.ffi.string(pointer).decode(errors="replace")
        state = self.threads.state
        known, state.read_message = state.read_message, text
        return str(text.removesuffix(known).strip())

    def initialize(self) -> None:
        """``aclInit``, once per process."""
        with self._lock:
            if self._is_initialized:
                return
            was_asked, self._is_asked = self._is_asked, True  # an interrupt may have come after C's success
            code = self.interface.function("aclInit")(self.ffi.NULL)
            if code not in (0, _REPEAT_INITIALIZE):
                self._is_asked = False
                raise self.error(code, "aclInit")
            self._owns_runtime = code == 0 or was_asked
            self._is_initialized = True

    def finalize(self) -> None:
        """Closes open devices and gives back what ``initialize`` and ``set_device`` took; called at exit."""
        for device in list(self.devices):
            with contextlib.suppress(Exception):
                device.close()
        with self._lock:
            if not self._is_initialized:
                return
            self._is_initialized = self._is_asked = False
            if self._owns_runtime:
                for index in self._used_devices:
                    self.interface.function("aclrtResetDevice")(index)
            self.interface.function("aclFinalizeReference")(self.ffi.NULL)

    def abandon(self) -> None:
        """In a forked child: nothing of the parent's runtime may be used, so nothing of it is kept."""
        self.is_abandoned = True
        self._is_initialized = False
        state = self.threads.state
        state.device, state.session = None, NO_SESSION
        for device in list(self.devices):
            device._abandon()

    def require_parent(self) -> None:
        """``ClosedError`` in a process that was forked from one that used the runtime."""
        if self.is_abandoned:
            raise ClosedError(
                "this process was forked from one that used the device; CANN can't be used in the child. Start child "
                "processes with multiprocessing's 'spawn' method, or before the first Device"
            )

    def set_device(self, index: int) -> None:
        """Makes a device current on this thread, unless it was the last that was made so here."""
        state = self.threads.state
        self.require_parent()
        if state.device != index:
            state.session = NO_SESSION
            self.call("aclrtSetDevice", index)
            state.device = index
            self._used_devices.add(index)

    def current_context(self) -> Any:
        """The ``aclrtContext`` that this thread works in, None when it has none."""
        context = self.ffi.new("aclrtContext *")
        code = self.interface.function("aclrtGetCurrentContext")(context)
        state = self.threads.state
        # Someone else may have changed it since: what set_device did last is not to be relied on.
        state.device, state.session = None, NO_SESSION
        return None if code else context[0]

    def restore_context(self, context: Any) -> None:
        """Puts back what ``current_context`` said; a thread can't be made to have none again."""
        state = self.threads.state
        state.device, state.session = None, NO_SESSION
        if context is not None and self._is_initialized:  # at exit there may be no runtime any more
            self.call("aclrtSetCurrentContext", context)

    def add_library(self, added: AddedLibrary) -> None:
        """Takes operators from another library first, also those that were called before."""
        with self._lock:
            self.interface.add(added)
            self.methods.clear()
            for device in list(self.devices):
                device._forget_operators()

    def device_count(self) -> int:
        self.require_parent()
        self.threads.state.user = None
        count = self.ffi.new("uint32_t *")
        self.call("aclrtGetDeviceCount", count)
        return int(count[0])

    def soc_name(self) -> str:
        pointer = self.interface.function("aclrtGetSocName")()
        return "" if pointer == self.ffi.NULL else str(self.ffi.string(pointer).decode())

    def family(self) -> Family:
        """The chip family, which decides the dtype of inferred outputs; an unknown chip counts as 910B."""
        try:
            return family_of(self.soc_name())
        except ValueError:
            return Family.B910
