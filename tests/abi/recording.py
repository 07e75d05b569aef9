"""C functions that record what reaches them in the place of an operator's phases, and values to pass to them."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from pyaclnn import Device, selection
from pyaclnn.abi.interface import Interface
from pyaclnn.abi.signatures import INTEGER_RANGES, Kind, Parameter
from pyaclnn.simulator.exports import SimulatedLibraries

WORKSPACE = 4096
EXECUTOR = 0x7E57_0000


class Recorder:
    """Stands in for the operators of the simulator's libraries: they only write down their arguments."""

    def __init__(self, workspace: int = WORKSPACE) -> None:
        self.workspace = workspace
        self.calls: list[tuple[str, tuple[Any, ...]]] = []

    def phases(self, libraries: SimulatedLibraries, operator: str) -> tuple[Any, Any]:
        ffi = libraries._interface.ffi
        signature = libraries._interface.headers.operator(operator)
        assert signature is not None

        def first(*args: Any) -> int:
            seen = (self._seen(libraries, p, a) for p, a in zip(signature.parameters, args, strict=False))
            self.calls.append((f"{operator}GetWorkspaceSize", tuple(seen)))
            args[-2][0] = self.workspace
            args[-1][0] = ffi.cast("aclOpExecutor *", EXECUTOR)
            return 0

        def second(*args: Any) -> int:
            self.calls.append((operator, tuple(_address(ffi, a) for a in args)))
            return 0

        texts = {f"{operator}GetWorkspaceSize": signature.text, operator: Interface.second_phase(operator)}
        functions = [
            ffi.callback(text.replace(f"{name}(", "(*)(", 1).rstrip(";"), call)
            for (name, text), call in zip(texts.items(), (first, second), strict=True)
        ]
        return functions[0], functions[1]

    def _seen(self, libraries: SimulatedLibraries, p: Parameter, value: Any) -> Any:
        """An argument as it arrives: what an object holds, the address of a tensor, a number itself."""
        ffi, descriptors = libraries._interface.ffi, libraries.machine.descriptors
        number = _address(ffi, value)
        kind = p.ctype.removeprefix("const ").removesuffix(" *")
        if p.kind is Kind.STRING:
            return ffi.string(value).decode()
        if p.kind in (Kind.INT_ARRAY, Kind.FLOAT_ARRAY, Kind.BOOL_ARRAY):
            return descriptors.values_of(kind, value)
        if p.kind is Kind.SCALAR:
            return float(descriptors.scalars.get(number).value)
        if p.kind is Kind.SCALAR_LIST:
            return [float(descriptors.scalars.get(e).value) for e in descriptors.elements_of(kind, value)]
        if p.kind is Kind.TENSOR_LIST:
            return [descriptors.tensors.get(e).address for e in descriptors.elements_of(kind, value)]
        if p.kind is Kind.TENSOR:
            return descriptors.tensors.get(number).address
        return number


def _address(ffi: Any, value: Any) -> Any:
    return int(ffi.cast("uintptr_t", value)) if isinstance(value, ffi.CData) else value


class Values:
    """A value for each parameter, none like another of its type, and what the C side must see of it."""

    def __init__(self, device: Device) -> None:
        self.device = device
        self.count = itertools.count(2)

    def of(self, p: Parameter) -> tuple[Any, Any]:
        """``(Python value, expected on the C side)``."""
        n = next(self.count)
        word = p.ctype.removeprefix("const ")
        if p.kind is Kind.TENSOR:
            tensor = self.device.empty((n % 5 + 1,), np.float32)
            return tensor, self.address(tensor)
        if p.kind is Kind.TENSOR_LIST:
            tensors = [self.device.empty((n % 5 + 1,), np.float32) for _ in range(n % 3 + 1)]
            return tensors, [self.address(t) for t in tensors]
        if p.kind is Kind.INT:
            low, high = INTEGER_RANGES[word]
            value = [low, high, n % 100 + 2][n % 3]
            return value, value
        if p.kind is Kind.FLOAT:
            third = n + 1 / 3
            return third, float(np.float32(third)) if word == "float" else third
        if p.kind is Kind.DTYPE:
            return [np.float16, np.int32][n % 2], [1, 3][n % 2]
        same: dict[Kind, Any] = {
            Kind.BOOL: bool(n % 2),
            Kind.STRING: f"mode {n}",
            Kind.SCALAR: n + 0.5,
            Kind.SCALAR_LIST: [n + 0.5, 2.5],
            Kind.INT_ARRAY: (n, -n, 2**62),
            Kind.FLOAT_ARRAY: (n + 0.25, 1.5),
            Kind.BOOL_ARRAY: (True, False, n % 2 == 0),
        }
        return same[p.kind], same[p.kind]

    def address(self, tensor: Any) -> int:
        """Where the data of a tensor lies."""
        backend = self.device._backend
        data = backend.ffi.new("void **")
        backend.call("aclGetRawTensorAddr", tensor.handle, data)
        return int(_address(backend.ffi, data[0]))


@contextlib.contextmanager
def recording_device(recorder: Recorder) -> Iterator[Device]:
    """A device of its own machine, whose operators go to the recorder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(selection, "_registry", selection._Registry())
        patch.setattr(SimulatedLibraries, "phases", lambda libraries, name: recorder.phases(libraries, name))
        with Device(0, backend="simulator") as d:
            yield d
        selection._registry.finalize()
