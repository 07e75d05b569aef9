"""The operators that a device knows: listed, searched, described, and got by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import MethodType
from typing import TYPE_CHECKING, Any

from .abi import names
from .errors import OperatorNotFoundError
from .operators import Operator, make_method

if TYPE_CHECKING:
    from .device import Device


class Catalogue:
    """``d.ops``: iterates over Python names; ``d.ops["aclnnAdd"]`` or ``d.ops["add"]`` is the operator."""

    def __init__(self, device: Device) -> None:
        self._device = device

    @property
    def _interface(self) -> Any:
        return self._device._backend.interface

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self._interface.headers.by_python_name))

    def __len__(self) -> int:
        return len(self._interface.headers.by_python_name)

    def __contains__(self, name: object) -> bool:
        known = self._interface.headers.by_python_name
        return name in known or name in known.values()

    def __getitem__(self, name: str) -> Callable[..., Any]:
        """The operator of a Python or C name, bound to the device."""
        return MethodType(self.method(name), self._device)

    def find(self, text: str) -> list[str]:
        """Python names that contain a text, or the nearest ones when none does."""
        wanted = names.operator_name(text) if text.startswith("aclnn") else text.lower()
        return [n for n in self if wanted in n] or names.nearest(wanted, self)

    def describe(self, name: str) -> str:
        """C prototype, roles, formula and defaults of an operator."""
        return str(self.method(name).__doc__)

    def method(self, name: str) -> Callable[..., Any]:
        """The unbound function of an operator, made at first use and shared by all devices of the backend."""
        methods = self._device._backend.methods
        if name not in methods:
            signature = self._signature(name)
            if signature is None:
                near = names.nearest(names.operator_name(name), self)
                meant = f"; did you mean {', '.join(near)}?" if near else ""
                raise OperatorNotFoundError(f"no header declares an operator {name!r}{meant}")
            if signature.name not in methods:
                methods[signature.name] = make_method(Operator(self._device._backend, signature))
            methods[name] = methods[signature.name]
        return methods[name]

    def _signature(self, name: str) -> Any:
        headers = self._interface.headers
        if name.startswith("aclnn"):
            return headers.operator(name)
        return headers.by_name(name)
