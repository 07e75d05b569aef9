"""The Python end of the built libraries: C calls by name, with pointers to the arguments.

The built libraries import this module inside a C program's interpreter, or inside the Python process that loads
them. One machine stands behind all of them.
"""

from __future__ import annotations

import atexit
import gc
import os
import sys
import threading
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from ...abi.interface import Interface
from ...errors import SymbolNotFoundError
from .. import codes, interrupts, places
from ..checks import report
from ..failures import Failure
from ..hostmemory import new_array
from ..machine import Machine
from ..settings import Settings

_PHASE_1 = "GetWorkspaceSize"
_SELECTION = "pyaclnn.selection"
_LONGEST = 4096  # bytes of a path or a symbol
_calls: dict[bytes, Callable[[Any, Any], None]] = {}
_entries: list[Any] = []  # callbacks live as long as something refers to them
_lock = threading.Lock()


class _NoLibraries:
    """The bridge's interface gives types only: its functions are the machine's."""

    def base_function(self, name: str) -> Any:
        raise SymbolNotFoundError(name)

    def phases(self, operator: str) -> tuple[Any, Any]:
        raise SymbolNotFoundError(operator)

    def operator_function(self, name: str) -> Any:
        raise SymbolNotFoundError(name)


@lru_cache(maxsize=1)
def machine() -> Machine:
    """The machine of this process's built libraries, set up by the environment when first used."""
    return Machine(Settings.make())


@lru_cache(maxsize=1)
def interface() -> Interface:
    return Interface(lambda i: _NoLibraries())


def start(close: int) -> int:
    """Called once. The address of the function that runs calls.

    ``close`` is the address of the function that shuts the gate; it must be called before the interpreter finalizes.
    """
    ffi: Any = interface().ffi
    machine()
    interrupts.C_CODE.add(_run.__code__)
    entry = ffi.callback("int(const char *, void **, void *)", _run, error=0, onerror=_report)
    _entries.append(entry)
    # Handlers run in reverse: the package's own, if it is in use, still gives back what it has.
    package = getattr(sys.modules.get(_SELECTION), "_registry", None)
    if package is not None:
        atexit.unregister(package.finalize)
    atexit.register(ffi.cast("void (*)(void)", close))
    if package is not None:
        atexit.register(package.finalize)
    return int(ffi.cast("uintptr_t", entry))


def _tell_is_checking(args: Any, result: Any) -> None:
    """Says whether the check mode is on, and lets it ask the gate, by the functions in ``args``, for calls in C."""
    ffi: Any = interface().ffi
    if machine().checks is not None:
        find_site = ffi.cast("int (**)(char *, size_t, uint64_t *, uint64_t *)", args[0])[0]
        find_symbol = ffi.cast("int (**)(uint64_t, char *, size_t)", args[1])[0]

        def site() -> places.CallSite | None:
            file, numbers = ffi.new("char[]", _LONGEST), ffi.new("uint64_t[2]")
            if not find_site(file, _LONGEST, numbers, numbers + 1):
                return None
            path = os.fsdecode(ffi.string(file))
            if path and not path.startswith("/"):  # as it was opened; the directory may change later
                path = os.path.abspath(path)
            return places.CallSite(path, numbers[1], numbers[0])

        def symbol(address: int) -> str:
            name = ffi.new("char[]", _LONGEST)
            return os.fsdecode(ffi.string(name)) if find_symbol(address, name, _LONGEST) else ""

        places.ask(places.Client(site, symbol))
    ffi.cast("int *", result)[0] = machine().checks is not None


def _give_report(args: Any, result: Any) -> None:
    """The report at exit, all of it and without leaks, as C strings that are never freed."""
    ffi: Any = interface().ffi
    text, code = report(machine())
    for place, found in ((args[0], text), (args[1], report(machine(), leaks=False)[0])):
        if found:
            ffi.cast("void **", place)[0] = ffi.cast("void *", new_array(found.encode(errors="replace") + b"\0"))
    ffi.cast("int *", result)[0] = code


def _run(name: Any, args: Any, result: Any) -> int:
    """Runs a C function: ``args`` is ``void **`` to the arguments, ``result`` points to the value returned."""
    key = bytes(interface().ffi.string(name))  # type: ignore[arg-type]  # char: never text
    found = _calls.get(key)
    if found is None:
        with _lock:
            found = _calls.get(key) or _calls.setdefault(key, _resolve(key.decode()))
    with machine().lock:
        # Objects of others must not be collected here: their ends may wait for a thread that waits for this lock.
        is_collecting = gc.isenabled()
        gc.disable()
        try:
            found(args, result)
        finally:
            if is_collecting:
                gc.enable()
    return 1


def _resolve(name: str) -> Callable[[Any, Any], None]:
    if name in _OF_THE_GATE:
        return _OF_THE_GATE[name]
    c = interface()
    function, prototype = _function(name)
    ctype = c.pointer_type(name, prototype)
    pointers = [c.ffi.typeof(c.ffi.getctype(a, "*")) for a in ctype.args]
    returns = ctype.result
    gives_pointer = returns.kind == "pointer"
    result_type = None if returns.kind == "void" else c.ffi.typeof(c.ffi.getctype(returns, "*"))
    cast, null = c.ffi.cast, c.ffi.NULL

    def run(args: Any, result: Any) -> None:
        value = function(*[cast(p, args[i])[0] for i, p in enumerate(pointers)])
        if result_type is not None:
            if gives_pointer:
                value = null if isinstance(value, int) else cast(returns, value)
            cast(result_type, result)[0] = value

    return run


def _function(name: str) -> tuple[Callable[..., Any], str]:
    """The simulation of a function and its prototype; ``SymbolNotFoundError`` when there is none."""
    c = interface()
    base = c.headers.own.function(name) or c.headers.own.single_phase_function(name)
    if base is not None:
        return machine().function(name) or machine().unsupported(name), base.text
    operator = name.removesuffix(_PHASE_1)
    signature = c.headers.operator(operator)
    if signature is None:
        raise SymbolNotFoundError(f"headers/ declares no function {name}")
    c.declare_operator(signature)
    first, second = machine().phases(signature)
    return (first, signature.text) if name.endswith(_PHASE_1) else (second, c.second_phase(operator))


# What the gate itself asks for.
_OF_THE_GATE = {"pyaclnn_is_checking": _tell_is_checking, "pyaclnn_report": _give_report}


def _report(kind: type[BaseException], error: BaseException, trace: object) -> None:
    """What a call that failed by itself leaves on stderr and as error text; the C caller gets an error code."""
    text = f"{kind.__name__}: {error}"
    print(f"pyaclnn simulator: {text}", file=sys.stderr)
    machine().messages.record(Failure(codes.INTERNAL_ERROR, text))
