"""C functions that stand in for an operator of the simulator, and write down what they are given."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from pyaclnn import Device, selection
from pyaclnn.abi.interface import Interface
from pyaclnn.simulator.exports import SimulatedLibraries

EXECUTOR = 0x7E57_0000


@contextlib.contextmanager
def recording(monkeypatch: pytest.MonkeyPatch, seen: Callable[[SimulatedLibraries, Any], Any]) -> Iterator[Any]:
    """A device of which every operator only records: gives it, and the list of ``seen`` of each call's arguments."""
    calls: list[list[Any]] = []

    def phases(self: SimulatedLibraries, operator: str) -> tuple[Any, Any]:
        ffi = self._interface.ffi
        signature = self._interface.headers.operator(operator)
        assert signature is not None

        def first(*args: Any) -> int:
            calls.append([seen(self, a) for a in args[:-2]])
            args[-1][0] = ffi.cast("aclOpExecutor *", EXECUTOR)
            return 0

        def pointer(text: str, name: str, function: Any) -> Any:
            return ffi.callback(text.replace(f"{name}(", "(*)(", 1).rstrip(";"), function)

        second = Interface.second_phase(operator)
        return (
            pointer(signature.text, f"{operator}GetWorkspaceSize", first),
            pointer(second, operator, lambda *args: 0),
        )

    monkeypatch.setattr(SimulatedLibraries, "phases", phases)
    monkeypatch.setattr(selection, "_registry", selection._Registry())
    with Device(0, backend="simulator") as d:
        yield d, calls
    selection._registry.finalize()
