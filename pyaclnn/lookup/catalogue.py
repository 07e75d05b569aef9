"""The operators that a device knows: listed, searched, described, and got by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import MethodType
from typing import TYPE_CHECKING, Any

from .. import values
from ..abi import names
from ..errors import OperatorNotFoundError
from ..operators import Operator
from ..values import shown
from .methods import make_method

if TYPE_CHECKING:
    from ..device import Device


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
        if not values.is_a(name, str):
            return False
        name = values.text(name, "an operator's name is a str")
        known = self._interface.headers.by_python_name
        return name in known or name in known.values() or self._single_phase(name) is not None

    def __getitem__(self, name: str) -> Callable[..., Any]:
        """The operator of a Python or C name, bound to the device."""
        return MethodType(self.method(name), self._device)

    def find(self, text: str) -> list[str]:
        """Python names of operators with a text in their Python or C name, or the nearest ones when none has it."""
        part = values.text(text, "find takes a text")
        wanted = part.lower()
        known = self._interface.headers.by_python_name
        found = [n for n in self if wanted in n or wanted in known[n].lower()]
        return found or names.nearest(names.operator_name(part), self)

    def describe(self, name: str) -> str:
        """What the operator computes, its parameters, defaults, output rules, data types and C prototype."""
        return str(self.method(name).__doc__)

    def method(self, name: str) -> Callable[..., Any]:
        """The unbound function of an operator, made at first use and shared by all devices of the backend."""
        methods = self._device._backend.methods
        name = values.text(name, "an operator's name is a str")
        if name not in methods:
            signature = self._signature(name)
            if signature is None:
                single = self._single_phase(name)
                if single is not None:
                    return single
                near = names.nearest(names.operator_name(name), self)
                meant = f"; did you mean {', '.join(near)}?" if near else "; d.ops.find(text) looks for one"
                raise OperatorNotFoundError(f"no header declares an operator {shown(name)}{meant}")
            if signature.name not in methods:
                methods[signature.name] = make_method(Operator(self._device._backend, signature))
            methods[name] = methods[signature.name]
        return methods[name]

    @staticmethod
    def _single_phase(name: str) -> Callable[..., Any] | None:
        """A function that has one phase: callable like an operator, but not listed as one."""
        from ..calls import single_phase

        return single_phase.find(name)

    def _signature(self, name: str) -> Any:
        headers = self._interface.headers
        if name.startswith("aclnn"):
            return headers.operator(name)
        return headers.by_name(name)
