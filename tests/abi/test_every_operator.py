"""Every operator of the headers, called through the binding on C functions that record what reaches them."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from pyaclnn import Device
from pyaclnn.abi.headers import own_headers
from pyaclnn.abi.signatures import Kind, Signature
from pyaclnn.operators import Operator

from .recording import EXECUTOR, WORKSPACE, Recorder, Values, recording_device

OPERATORS = sorted(own_headers().operators)


@pytest.fixture(scope="module")
def recording() -> Iterator[tuple[Device, Recorder]]:
    recorder = Recorder()
    with recording_device(recorder) as d:
        yield d, recorder


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
