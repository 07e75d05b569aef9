"""Device: the context in which tensors live and operators run."""

from __future__ import annotations

import contextlib
import threading
import warnings
from types import MethodType, TracebackType
from typing import TYPE_CHECKING, Any

from . import dtypes, transfers
from .abi.interface import Interface
from .backend import NO_SESSION, Backend, Session, ThreadState
from .calls.descriptors import DescriptorCache
from .calls.outputs import Recipe, Spares
from .dtypes import DTypeLike
from .errors import (
    ArgumentTypeError,
    ArgumentValueError,
    ClosedError,
    DeviceMismatchError,
    Failures,
    ViewError,
)
from .formats import Format, as_format
from .graph import Graph
from .handles import Handles, NotCopied
from .memory import Pool
from .reference.meta import row_major
from .selection import is_checked, select
from .storage import Storage
from .stream import Event, Stream
from .tensor import Tensor
from .values import exact, flag, has_method, is_a, shown, text
from .views import MAX_RANK, View, checked_shape

if TYPE_CHECKING:
    from typing_extensions import Self

    from ._typed import TypedOperators as _Operators  # a stub only: what editors complete
    from .lookup.catalogue import Catalogue
else:
    _Operators = object

_DETERMINISTIC = 0


class _Thread(threading.local):
    """The streams that ``with`` blocks of this thread made current, and the contexts they restore."""

    def __init__(self) -> None:
        self.streams: list[Stream] = []
        self.previous: list[Any] = []


class Device(NotCopied, _Operators):
    """One NPU, or a simulated one; every aclnn operator is a method.

    ``index``: 0, 1, ... below the number of devices. ``backend``: ``"cann"`` for an installed CANN,
    ``"simulator"`` for the CPU, ``"auto"`` for CANN where a device answers and else the simulator; the variable
    ``PYACLNN_BACKEND`` decides for ``auto`` where it is set. ``soc``: the simulated chip, such as
    ``"Ascend310P3"``; on CANN it must be the real one. ``deterministic``: asks for repeatable results.
    ``pool=False`` gives every tensor and workspace its own allocation, so that a check of memory sees each one's end;
    without ``pool`` that is so in the simulator's check mode, and else memory is reused. ``blocking=True`` waits after
    every call, so that a failure comes from the call that caused it.

    ``with Device(0) as d:`` makes the device current on the thread. Leaving the outermost block waits for its
    streams and frees everything; entering again starts anew. Calls on other threads make the device current
    there.
    """

    def __init__(
        self,
        index: int = 0,
        *,
        backend: str = "auto",
        soc: str | None = None,
        deterministic: bool = False,
        pool: bool | None = None,
        blocking: bool = False,
    ) -> None:
        if is_a(index, bool) or not is_a(index, int):
            raise ArgumentTypeError(f"a device index is an int, not {shown(index)}")
        index = exact(index)
        if soc is not None:
            soc = text(soc, "soc is a chip's name such as 'Ascend910B1'")
        self._backend: Backend = select(backend, soc)
        count = self._backend.device_count()
        if not 0 <= index < count:
            raise ArgumentValueError(f"device {shown(index)} does not exist; allowed are 0 to {count - 1}")
        self._index = index
        self._deterministic = flag(deterministic, "deterministic")
        reuse = not is_checked(self._backend) if pool is None else flag(pool, "pool")
        self._blocking = flag(blocking, "blocking")
        self._thread = _Thread()
        self._depth = 0
        self._lock = threading.RLock()
        self._handles = Handles()
        self._streams: list[Stream] = []
        self._pool = Pool(self, reuse=reuse)
        self._default_stream: Stream | None = None
        self._session = NO_SESSION
        self._descriptors = DescriptorCache()
        self._spares: list[tuple[Recipe, Spares]] = []
        self._taken_over = 0
        self._uploads: dict[Any, Recipe] = {}  # by shape and dtype
        self._is_open = False
        self._is_empty = True
        self._backend.devices.add(self)
        try:
            self._open()
        except BaseException:  # the caller never gets it
            self.close()
            raise

    # -- what it is

    @property
    def device_index(self) -> int:
        return self._index

    @property
    def backend(self) -> str:
        """``"cann"`` or ``"simulator"``."""
        return self._backend.kind

    @property
    def soc_name(self) -> str:
        """The chip, such as ``Ascend910B1``. CANN: ``aclrtGetSocName``."""
        return self._backend.soc_name()

    @property
    def ops(self) -> Catalogue:
        """All operators: list, find, describe, and get by C name (``d.ops["aclnnAdd"]``)."""
        from .lookup.catalogue import Catalogue  # with all that makes calls: not at import

        return Catalogue(self)

    @property
    def is_closed(self) -> bool:
        return not self._is_open

    @property
    def c_interface(self) -> Interface:
        """The C functions behind everything here, callable with cffi values: ``c.function("aclrtMalloc")``,
        ``c.phases("aclnnAdd")``, ``c.ffi``. Nothing is checked or freed for the caller."""
        return self._backend.interface

    # -- tensors

    def tensor(self, values: Any, dtype: DTypeLike | None = None, format: Format | str | None = None) -> Tensor:
        """A contiguous device copy of anything array-like, of any strides.

        Without ``dtype`` NumPy arrays keep theirs; Python numbers become float32, int64, bool or complex64.
        Waits for the copy. CANN: ``aclrtMalloc``, ``aclrtMemcpy``.
        """
        if is_a(values, Tensor):
            values = values.numpy()
        array = transfers.host_array(values, dtype)
        self._require_open()
        found = dtypes.from_numpy(array.dtype)
        if format is not None or array.ndim > MAX_RANK:
            result = self.empty(array.shape, found, format)
        else:  # an array's shape needs no check
            storage = self._pool.storage(array.nbytes, self._current_stream())
            result = Tensor(self, storage, found, View(array.shape, row_major(array.shape)))
        transfers.upload(result, array)
        return result

    def empty(self, shape: Any, dtype: DTypeLike = "float32", format: Format | str | None = None) -> Tensor:
        """A contiguous tensor with undefined contents. ``shape`` is an int or a sequence of ints."""
        self._require_open()
        is_one = has_method(type(shape), "__index__") and not has_method(type(shape), "__len__")
        shape = checked_shape((shape,) if is_one else shape)
        found = dtypes.as_dtype(dtype)
        if not found.bits:
            raise ArgumentTypeError("a tensor's elements need a dtype, which undefined is not")
        layout = Format.ND if format is None else as_format(format)
        view = View.contiguous(shape)
        nbytes = found.nbytes(view.size)
        if nbytes >= 2**63:
            raise ViewError(f"shape {list(shape)} of {found} has more bytes than 63 bits can count")
        storage = self._pool.storage(nbytes, self._current_stream())
        return Tensor(self, storage, found, view, layout)

    # -- streams and events

    def stream(self) -> Stream:
        """A new stream; as a context manager it is the thread's current one inside the block."""
        self._require_open()
        return Stream(self)

    def event(self) -> Event:
        """A new event, to mark a place in a stream."""
        self._require_open()
        return Event(self)

    def capture(self) -> Graph:
        """``with d.capture() as graph:`` records the block's operators on the current stream; see ``Graph``."""
        self._require_open()
        return Graph(self)

    def synchronize(self) -> None:
        """Waits for all work on the device's streams, and raises the first failure in it.

        CANN: ``aclrtSynchronizeStream`` of each.
        """
        self._require_open()
        self._synchronize_all()

    # -- memory

    def memory_stats(self) -> dict[str, int]:
        """Bytes and counts of the memory pool.

        Bytes: ``allocated`` by live tensors, its ``peak``, ``reserved`` from the runtime, ``free`` of that,
        ``largest_free`` in one piece, ``last_workspace`` of the operator called last on the current stream. Counts:
        ``segments`` held from the runtime, ``blocks`` of them in use, and since the device was made ``allocations``
        asked of the runtime, ``reuses`` without asking it, ``splits`` of a block in two. An output or upload that takes
        over what an earlier one of its kind left counts as a reuse; what waits for that is in use, but not allocated.
        """
        stats = self._pool.stats()
        spares = [s for _, s in self._spares]
        stats["allocated"] -= sum(storage.nbytes for s in spares for storage, _, _ in s)
        stats["reuses"] += self._taken_over + sum(s.taken for s in spares)
        stats["last_workspace"] = self._current_stream().last_workspace if self._is_open else 0
        return stats

    def trim(self) -> int:
        """Returns unused memory of the pool to the runtime; the bytes returned. May wait for streams."""
        self._require_open()
        self._drop_spares()
        return self._pool.trim()

    # -- life

    def close(self) -> None:
        """Waits for the device's streams, then destroys all handles and frees all memory.

        Tensors, streams and events of the device can't be used afterwards. Closing twice is fine. A failure of
        work still queued is raised after everything is freed.
        """
        with self._lock:
            if self._is_empty:
                return
            try:
                self._close()
            except Exception:
                raise  # after every step was taken
            except BaseException:  # an interrupt may have kept some from being taken
                self._close()
                raise

    def __enter__(self) -> Self:
        context, depth = None, self._depth
        try:
            with self._lock:
                depth = self._depth
                context = self._backend.current_context()
                if not self._is_open:
                    self._open()
                self._activate()
                self._thread.previous.append(context)
                self._depth += 1
        except BaseException:  # Python leaves no block that it could not enter
            with self._lock:
                self._depth = depth
                if depth == 0:
                    self.close()
                self._backend.restore_context(context)
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._lock:
            self._depth = max(0, self._depth - 1)
            try:
                if self._depth == 0:
                    self.close()
            finally:
                previous = self._thread.previous  # empty where another thread entered: a generator may end anywhere
                self._backend.restore_context(previous.pop() if previous else None)

    def __del__(self) -> None:
        if not self.__dict__.get("_is_empty", True):
            warnings.warn(f"{self!r} was dropped while open", ResourceWarning, stacklevel=2, source=self)
            with contextlib.suppress(Exception):
                self.close()

    if not TYPE_CHECKING:  # checkers know the operators one by one, and refuse what is none

        def __getattr__(self, name: str) -> Any:
            """An operator by its Python name (``add``) or its C name (``aclnnAdd``)."""
            if name.startswith("_"):
                raise AttributeError(f"Device has no attribute {shown(name)}")
            method = MethodType(self.ops.method(name), self)
            self.__dict__[name] = method
            return method

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self._backend.interface.headers.by_python_name})

    def __repr__(self) -> str:
        state = "open" if self._is_open else "closed"
        return f"<Device {self._index}: {self.soc_name} ({self.backend}), {state}>"

    # -- for the package

    def _abandon(self) -> None:
        """In a forked child: the device counts as closed, and nothing is freed through C."""
        self._is_open, self._is_empty = False, True
        self._end_session()
        self._handles.abandon()
        self._pool.abandon()
        for stream in self._streams:
            stream.pointer = None
        self._streams.clear()
        self._default_stream = None

    def _open(self) -> None:
        self._backend.initialize()
        self._is_empty = False
        self._handles.is_open = self._pool.allocations.is_open = True
        self._is_open = True
        self._session = Session(self)
        if self._deterministic:
            self._backend.call("aclrtSetSysParamOpt", _DETERMINISTIC, 1)

    def _end_session(self) -> None:
        self._session.device = None
        self._session = NO_SESSION

    def _close(self) -> None:
        """Every step of closing, each as far as it is still to be taken."""
        failures = Failures()
        for stream in list(self._streams):
            if stream.capture is not None:
                failures.attempt(stream.capture.close)
        if self._is_open:
            failures.attempt(self._synchronize_all)
        self._is_open = False
        self._backend.threads.state.user = None  # what fails from here on is no other thread's doing
        self._end_session()
        # From here on what other threads still make is destroyed where it is made.
        self._handles.is_open = self._pool.allocations.is_open = False
        self._thread.streams.clear()
        self._descriptors.clear()
        self._drop_spares()
        for stream in list(self._streams):
            failures.attempt(stream._destroy)
        self._streams.clear()
        self._default_stream = None
        self._handles.close_all()
        failures.attempt(self._pool.close)
        self._is_empty = True
        failures.raise_first()

    def _activate(self) -> None:
        """Makes the device current on the calling thread."""
        self._backend.set_device(self._index)
        self._backend.threads.state.user = self

    def _current_stream(self) -> Stream:
        streams = self._thread.streams
        if streams:
            return streams[-1]
        if self._default_stream is None:
            with self._lock:
                self._require_open()
                if self._default_stream is None:
                    self._default_stream = Stream(self)
        return self._default_stream

    def _enter_thread(self) -> ThreadState:
        """Makes the device and its current stream those of the calling thread, for the calls that follow."""
        self._require_open()
        self._activate()
        state: ThreadState = self._backend.threads.state
        stream = self._current_stream()
        state.session = NO_SESSION  # never the session of one device with the stream of another
        state.stream = stream
        # A capture must see every call, and a blocking device wait after each: the fast path, which goes by the
        # session, stays closed.
        is_fast = state.stream.capture is None and not self._blocking
        state.session = self._session if is_fast else NO_SESSION
        return state

    def _leave_thread(self) -> None:
        """Makes the next call of the calling thread look again for device and stream."""
        self._backend.threads.state.session = NO_SESSION

    def _forget_operators(self) -> None:
        """Makes the next call of each operator look it up again."""
        for name in [n for n, v in self.__dict__.items() if isinstance(v, MethodType)]:
            self.__dict__.pop(name, None)

    def _drop_spares(self) -> None:
        """Frees the memory and handles that wait for the next output of their kind."""
        with self._pool.lock, contextlib.suppress(IndexError):  # other threads take from them, too
            while True:
                recipe, spares = self._spares.pop()
                recipe.spares = {s: kept for s, kept in recipe.spares.items() if kept is not spares}
                self._taken_over += spares.taken
                spares.close()

    def _push_stream(self, stream: Stream) -> None:
        self._backend.threads.state.session = NO_SESSION
        self._thread.streams.append(stream)

    def _pop_stream(self, stream: Stream) -> None:
        self._backend.threads.state.session = NO_SESSION
        if stream in self._thread.streams:
            self._thread.streams.remove(stream)

    def _synchronize_all(self) -> None:
        failures = Failures()
        for stream in list(self._streams):
            failures.attempt(stream.synchronize_unless_closed)  # the others must be waited for all the same
        failures.raise_first()

    def _owns(self, storage: Storage) -> bool:
        return storage.block is not None and self._pool.has(storage.block)

    def _require_open(self) -> None:
        if not self._is_open:
            self._backend.require_parent()
            raise ClosedError(f"device {self._index} is closed; use it inside its `with` block")

    def _require_same(self, other: Device, what: str) -> None:
        if other is not self:
            ours, theirs = repr(self), repr(other)
            also = ", which is another Device object of the same number" if ours == theirs else ""
            raise DeviceMismatchError(f"{what} belongs to {theirs}{also}, not to {'this one' if also else ours}")

    def _live_handles(self) -> dict[str, int]:
        """Live C handles by kind."""
        return self._handles.counts()
