"""The C interface of one backend: types, signatures and function pointers, resolved at first use."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Protocol

from cffi import FFI

from ..errors import SymbolNotFoundError
from .added import AddedLibraries, AddedLibrary
from .headers import Headers
from .signatures import HeaderError, Signature


class Libraries(Protocol):
    """Where function pointers come from: an installed CANN, or the simulator."""

    def base_function(self, name: str) -> Any:
        """A function of the runtime or the descriptors; ``SymbolNotFoundError`` if there is none."""

    def phases(self, operator: str) -> tuple[Any, Any]:
        """Both phases of an operator; ``SymbolNotFoundError`` if there are none."""

    def operator_function(self, name: str) -> Any:
        """A function of the operators' libraries that has one phase; ``SymbolNotFoundError`` if there is none."""


class Interface:
    """Types are declared once per interface, each prototype once, when it is first needed."""

    def __init__(self, open_libraries: Callable[[Interface], Libraries], includes: Iterable[Path] = ()) -> None:
        self.ffi = FFI()
        self.headers = Headers(includes)
        self.ffi.cdef(self.headers.own.base_types)
        self._declared: dict[str, str] = {}
        self._lock = threading.RLock()
        self._functions: dict[str, Any] = {}
        self._phases: dict[str, tuple[Any, Any]] = {}
        self.libraries = open_libraries(self)
        self._added = AddedLibraries(self.ffi)

    def add(self, added: AddedLibrary) -> None:
        """Takes operators from another library first, and their prototypes from its headers."""
        with self._lock:
            self._added.add(added.path)
            if added.headers is not None:
                self.headers.add(added.headers)
            self._phases.clear()

    def function(self, name: str) -> Any:
        """A function of ``acl/`` or ``aclnn/``, callable with cffi values."""
        function = self._functions.get(name)
        if function is None:
            with self._lock:
                if name not in self._functions:
                    self.declare_base(name)
                    self._functions[name] = self.libraries.base_function(name)
                function = self._functions[name]
        return function

    def phases(self, signature: Signature | str) -> tuple[Any, Any]:
        """``aclnnXxxGetWorkspaceSize`` and ``aclnnXxx``, callable with cffi values; also by the C name."""
        if isinstance(signature, str):
            found = self.headers.operator(signature)
            if found is None:
                raise SymbolNotFoundError(f"no header declares an operator {signature}")
            signature = found
        phases = self._phases.get(signature.name)
        if phases is None:
            with self._lock:
                if signature.name not in self._phases:
                    self.declare_operator(signature)
                    added = self._added.phases(signature.name)
                    self._phases[signature.name] = added or self.libraries.phases(signature.name)
                phases = self._phases[signature.name]
        return phases

    def single_phase(self, name: str) -> Any:
        """A function of the operator libraries that has one phase."""
        prototype = self.headers.single_phase_function(name)
        if prototype is None:
            raise SymbolNotFoundError(f"no header declares a function {name}")
        self._declare(name, prototype.text)
        return self._added.function(name) or self.libraries.operator_function(name)

    def declare_base(self, name: str) -> str:
        """Tells cffi the prototype of a base function and returns it."""
        prototype = self.headers.own.function(name)
        if prototype is None:
            raise SymbolNotFoundError(f"headers/ declares no function {name}")
        self._declare(name, prototype.text)
        return prototype.text

    def declare_operator(self, signature: Signature) -> None:
        """Tells cffi both prototypes of an operator. ``HeaderError`` when it can't take what a header says."""
        for text in signature.types:
            self._declare(text, text)
        self._declare(signature.name, f"{signature.text}\n{self.second_phase(signature.name)}")

    @staticmethod
    def second_phase(operator: str) -> str:
        """The prototype of every operator's second phase."""
        return (
            f"aclnnStatus {operator}(void *workspace, uint64_t workspaceSize, "
            "aclOpExecutor *executor, aclrtStream stream);"
        )

    def pointer_type(self, name: str, prototype: str) -> Any:
        """The cffi type of a pointer to the function that a prototype declares."""
        return self.ffi.typeof(re.sub(rf"\b{name}\s*\(", "(*)(", prototype.rstrip("; \n"), count=1))

    def _declare(self, name: str, text: str) -> None:
        with self._lock:
            if self._declared.get(name) != text:
                try:
                    self.ffi.cdef(text, override=name in self._declared)
                except Exception as error:  # cffi has several, and lets pycparser's through
                    raise HeaderError(f"cffi does not take the declaration {text[:200]!r}: {error}") from error
                self._declared[name] = text
