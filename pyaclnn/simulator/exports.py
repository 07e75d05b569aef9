"""The simulated functions as C function pointers of the exact types that the headers declare."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from ..errors import SymbolNotFoundError
from . import codes, interrupts
from .checks.report import exit_report
from .machine import Machine

if TYPE_CHECKING:
    from ..abi.interface import Interface
    from ..abi.signatures import Signature


class SimulatedLibraries:
    """What an installed CANN's libraries are to the binding, as cffi callbacks into one machine."""

    def __init__(self, interface: Interface, machine: Machine) -> None:
        self._interface = interface
        self.machine = machine

    def base_function(self, name: str) -> Any:
        """A runtime or descriptor function."""
        function = self.machine.function(name)
        if function is None:
            raise SymbolNotFoundError(f"the simulator has no {name}")
        return self._callback(name, self._interface.declare_base(name), function)

    def operator_function(self, name: str) -> Any:
        """A function of the operator libraries that has one phase."""
        function, prototype = self.machine.function(name), self._interface.headers.single_phase_function(name)
        if function is None or prototype is None:
            raise SymbolNotFoundError(f"the simulator has no {name}")
        return self._callback(name, prototype.text, function)

    def phases(self, operator: str) -> tuple[Any, Any]:
        """Both phases of an operator that the headers declare."""
        signature: Signature | None = self._interface.headers.operator(operator)
        if signature is None:
            raise SymbolNotFoundError(f"headers/ declares no operator {operator}")
        first, second = self.machine.phases(signature)
        return (
            self._callback(f"{operator}GetWorkspaceSize", signature.text, first),
            self._callback(operator, self._interface.second_phase(operator), second),
        )

    def _callback(self, name: str, prototype: str, function: Callable[..., Any]) -> Any:
        ffi = self._interface.ffi
        ctype = self._interface.pointer_type(name, prototype)
        returns_pointer = ctype.result.kind == "pointer"

        def call(*args: Any) -> Any:
            result = function(*args)
            return ffi.NULL if returns_pointer and isinstance(result, int) else result

        interrupts.C_CODE.add(call.__code__)
        # A function that returns a value, not a code, has nothing to say that it failed.
        gives_code = ctype.result.kind == "primitive" and ffi.sizeof(ctype.result) >= 4
        error = ffi.NULL if returns_pointer else codes.INTERNAL_ERROR if gives_code else 0
        return ffi.callback(ctype, call, error=error)


def end_process(machines: Iterable[Machine]) -> None:
    """The last thing at exit: reports what the check mode found, and ends the process at once if a code for that was
    asked for."""
    code = max((exit_report(m) for m in machines), default=0)
    if code:
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
        os._exit(code)
