"""Every operator of the headers, called through the binding on C functions that record what reaches them."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from pyaclnn import Device, selection
from pyaclnn.abi.headers import own_headers
from pyaclnn.abi.interface import Interface
from pyaclnn.abi.signatures import INTEGER_RANGES, Kind, Parameter, Signature
from pyaclnn.operators import Operator
from pyaclnn.simulator.exports import SimulatedLibraries

WORKSPACE = 4096
EXECUTOR = 0x7E57_0000
OPERATORS = sorted(own_headers().operators)


class Recorder:
    """Stands in for the operators of the simulator's libraries: they only write down their arguments."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, tuple[Any, ...]]] = []

    def phases(self, libraries: SimulatedLibraries, operator: str) -> tuple[Any, Any]:
        ffi = libraries._interface.ffi
        signature = libraries._interface.headers.operator(operator)
        assert signature is not None

        def first(*args: Any) -> int:
            seen = (self._seen(libraries, p, a) for p, a in zip(signature.parameters, args, strict=False))
            self.calls.append((f"{operator}GetWorkspaceSize", tuple(seen)))
            args[-2][0] = WORKSPACE
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


@pytest.fixture(scope="module")
def recording() -> Iterator[tuple[Device, Recorder]]:
    recorder = Recorder()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(selection, "_registry", selection._Registry())
        patch.setattr(SimulatedLibraries, "phases", lambda libraries, name: recorder.phases(libraries, name))
        with Device(0, backend="simulator") as d:
            yield d, recorder
        selection._registry.finalize()


def check(device: Device, recorder: Recorder, signature: Signature, values: Values) -> None:
    pairs = [values.of(p) for p in signature.parameters]
    operator = Operator(device._backend, signature)
    recorder.calls.clear()
    operator.invoke(device, [value for value, _ in pairs], (), {})
    (first, seen), (second, launched) = recorder.calls
    assert (first, second) == (f"{signature.name}GetWorkspaceSize", signature.name)
    assert len(seen) == len(pairs)
    for p, got, (_, wanted) in zip(signature.parameters, seen, pairs, strict=True):
        assert (type(got), got) == (type(wanted), wanted), f"{signature.name}.{p.name}"
    assert launched[1:3] == (WORKSPACE, EXECUTOR)
    assert launched[0] > 0


@pytest.mark.parametrize("start", range(0, len(OPERATORS), 64))
def test_every_value_arrives(recording: tuple[Device, Recorder], start: int) -> None:
    device, recorder = recording
    values = Values(device)
    for name in OPERATORS[start : start + 64]:
        signature = own_headers().operator(name)
        assert signature is not None
        check(device, recorder, signature, values)


def test_all_kinds_of_parameters_are_among_them() -> None:
    signatures = [own_headers().operator(name) for name in OPERATORS]
    ctypes = {p.ctype for s in signatures if s for p in s.parameters}
    kinds = {p.kind for s in signatures if s for p in s.parameters}
    assert len(OPERATORS) == 1009
    assert kinds == set(Kind) - {Kind.OTHER}
    assert {re.sub(r" ?\*", "*", c) for c in ctypes} == set(TYPES)


TYPES = (
    "const aclTensor*", "aclTensor*", "int64_t", "const aclIntArray*", "bool", "const aclTensorList*", "double",
    "const aclScalar*", "const char*", "char*", "float", "aclTensorList*", "int8_t", "const bool", "int", "int32_t",
    "const int64_t", "const aclBoolArray*", "aclDataType", "const aclDataType", "const aclScalarList*", "const double",
    "uint64_t", "aclIntArray*", "const int32_t", "const float", "aclScalar*", "aclFloatArray*", "const int8_t",
    "const aclFloatArray*",
)  # fmt: skip
