"""Which backend a device gets: an installed CANN, or the simulator. Each is made once, and shared by all that ask."""

from __future__ import annotations

import atexit
import contextlib
import os
import threading
from typing import Any

from .abi.added import AddedLibrary, added_library
from .abi.interface import Interface
from .backend import Backend
from .errors import AclError, ArgumentValueError, LibraryError
from .values import is_a, path_text, shown

BACKENDS = ("auto", "cann", "simulator")


class _Registry:
    """The backends of this process, by what was asked for."""

    def __init__(self) -> None:
        self._known: dict[tuple[Any, ...], Backend] = {}
        self._lock = threading.Lock()
        self._said = False
        self._added: list[AddedLibrary] = []

    def get(self, kind: str, soc: str | None) -> Backend:
        kind = str.__str__(kind) if is_a(kind, str) else kind  # a class of its own may have any methods
        if not is_a(kind, str) or kind not in BACKENDS:
            raise ArgumentValueError(f"backend {shown(kind)} is unknown; allowed are {', '.join(map(repr, BACKENDS))}")
        if kind == "auto":
            kind = os.environ.get("PYACLNN_BACKEND") or "auto"
            if kind not in BACKENDS:
                raise ArgumentValueError(f"PYACLNN_BACKEND is {shown(kind)}; allowed are {', '.join(BACKENDS)}")
        with self._lock:
            if kind == "cann":
                return self._checked_soc(self._cann(), soc)
            if kind == "simulator":
                return self._simulator(soc)
            return self._automatic(soc)

    def _automatic(self, soc: str | None) -> Backend:
        try:
            backend = self._cann()
            if backend.device_count() > 0:
                return self._checked_soc(backend, soc)
            reason = "CANN is installed, but no device answers"
        except (LibraryError, AclError) as error:
            reason = str(error).splitlines()[0]
        simulator = self._simulator(soc)
        if not self._said:
            self._said = True
            import logging  # its import is not free, and most programs come here never or once

            logging.getLogger("pyaclnn").warning(
                "running on the CPU simulator of %s, because: %s", simulator.soc_name(), reason
            )
        return simulator

    def _cann(self) -> Backend:
        """The installed CANN. The environment counts until it is first taken: CANN reads it then, too."""
        known = self._known.get(("cann",))
        if known is None:
            from .abi.library import CannLibraries, find_installation  # nothing needs it on the simulator

            installation = find_installation()
            interface = Interface(lambda i: CannLibraries(i.ffi, installation), installation.includes)
            known = self._register(("cann",), Backend("cann", interface))
        return known

    def _simulator(self, soc: str | None) -> Backend:
        from .simulator.exports import SimulatedLibraries  # nothing needs it where an NPU is
        from .simulator.machine import Machine
        from .simulator.settings import Settings

        settings = Settings.make(soc)
        key = ("simulator", settings)
        if key not in self._known:
            machine = Machine(settings)
            self._register(key, Backend("simulator", Interface(lambda i: SimulatedLibraries(i, machine))))
        return self._known[key]

    def _register(self, key: tuple[Any, ...], backend: Backend) -> Backend:
        for added in self._added:
            backend.add_library(added)
        self._known[key] = backend
        return backend

    def add_library(self, added: AddedLibrary) -> None:
        with self._lock:
            for backend in self._known.values():
                backend.add_library(added)
            self._added.append(added)

    @staticmethod
    def _checked_soc(backend: Backend, soc: str | None) -> Backend:
        if soc is not None and soc != backend.soc_name():
            raise ArgumentValueError(
                f"soc={shown(soc)} was asked for, but the installed device is {backend.soc_name()!r}; leave soc out, "
                "or use backend='simulator'"
            )
        return backend

    def known(self) -> list[Backend]:
        return list(self._known.values())

    def abandon(self) -> None:
        for backend in self._known.values():
            backend.abandon()

    def finalize(self) -> None:
        for backend in self._known.values():
            with contextlib.suppress(Exception):
                backend.finalize()
        machines = [b.interface.libraries.machine for b in self._known.values() if b.kind == "simulator"]  # type: ignore[attr-defined]
        if machines:
            from .simulator.exports import end_process

            end_process(machines)


_registry = _Registry()
atexit.register(_registry.finalize)
os.register_at_fork(after_in_child=_registry.abandon)


def select(kind: str = "auto", soc: str | None = None) -> Backend:
    """The backend for ``Device(backend=kind, soc=soc)``.

    ``auto`` takes CANN when its libraries load and a device answers, else the simulator, and logs so once;
    the environment's ``PYACLNN_BACKEND`` decides it instead where it is set.
    """
    return _registry.get(kind, soc)


def is_checked(backend: Backend) -> bool:
    """Whether a backend is the simulator, in process or as built libraries, in its check mode."""
    libraries: Any = backend.interface.libraries
    if backend.kind == "simulator":
        return bool(libraries.machine.settings.check)
    if os.environ.get("PYACLNN_SIMULATOR_CHECK") != "1":
        return False
    return bool(libraries.installation.is_simulated)


def add_library(path: str | os.PathLike[str], headers: str | os.PathLike[str] | None = None) -> None:
    """Takes operators from another library before CANN's own, both phases, at once and on every device.

    ``path`` is the library, or the directory that custom operators were installed into; ``headers`` the directory of
    its headers, by default the ``include`` beside the library's folder. Of several libraries with one operator the
    one added last counts. On the simulator its operators are called as they are, the others are simulated; they
    get the simulator's handles, which say nothing to a C function that looks inside.
    """
    where = path_text(path, "a library's path")
    beside = None if headers is None else path_text(headers, "a header directory")
    _registry.add_library(added_library(where, beside))


def known_backends() -> list[Backend]:
    """Every backend that this process has used."""
    return _registry.known()
