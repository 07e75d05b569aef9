"""The check mode under pyaclnn's own Device: what a script's mistake looks like."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from pyaclnn import Device, ExecutionError, Tensor
from pyaclnn.simulator.checks import Finding

from .programs import here


@pytest.fixture
def device(monkeypatch: pytest.MonkeyPatch) -> Iterator[Device]:
    """A checking device, which gives each tensor an allocation of its own."""
    monkeypatch.setenv("PYACLNN_SIMULATOR_CHECK", "1")
    with Device(0, backend="simulator", soc="Ascend910B4") as d:
        yield d
        findings(d).clear()


@pytest.fixture
def x(device: Device) -> Tensor:
    return device.tensor(np.ones(4, np.float32))


def findings(device: Device) -> list[Finding]:
    found: list[Finding] = device._backend.interface.libraries.machine.findings  # type: ignore[attr-defined]
    return found


@pytest.mark.parametrize("repaired", [False, True])
def test_a_copy_of_more_bytes_than_the_tensor_has(device: Device, repaired: bool) -> None:
    c, x = device.c_interface, device.tensor(np.ones(3, np.float32))
    _others = [device.empty(3) for _ in range(3)]
    host, start = c.ffi.new("char[64]"), c.ffi.cast("void *", x.data_ptr)
    code = c.function("aclrtMemcpy")(host, 64, start, 12 if repaired else 64, 2)
    assert code == (0 if repaired else 107000)
    assert [f.name for f in findings(device)] == ["out-of-bounds"] * (not repaired)


@pytest.mark.parametrize("repaired", [False, True])
def test_two_streams(device: Device, x: Tensor, repaired: bool) -> None:
    device.inplace_add(x, x)
    first = here(back=1)
    with device.stream() as stream:
        if repaired:
            stream.wait_for(device._default_stream)  # type: ignore[arg-type]
        y = device.add(x, x)
        second = here(back=1)
        if repaired:
            assert y.numpy().tolist() == [4, 4, 4, 4]
        else:
            with pytest.raises(ExecutionError, match=r"\[race\] aclnnAdd reads") as caught:
                stream.synchronize()
            assert first in str(caught.value)
            assert findings(device)[0].used == second
    assert [f.name for f in findings(device)] == ["race"] * (not repaired)


@pytest.mark.parametrize("repaired", [False, True])
def test_memory_that_nobody_wrote(device: Device, x: Tensor, repaired: bool) -> None:
    y = device.empty(4)
    made = here(back=1)
    if repaired:
        y.copy_from(x)
    device.add(x, y)
    used = here(back=1)
    if repaired:
        device.synchronize()
    else:
        with pytest.raises(ExecutionError, match=r"\[uninitialized-read\] 4 elements of other"):
            device.synchronize()
        assert [(f.made, f.used) for f in findings(device)] == [(made, used)]
    assert len(findings(device)) == (not repaired)


def test_operands_dropped_at_once_are_kept_until_the_stream_has_passed(device: Device) -> None:
    for _ in range(20):
        z = device.mul(device.add(np.ones(4, np.float32), np.ones(4, np.float32)), np.ones(4, np.float32))
    assert z.numpy().tolist() == [2, 2, 2, 2]
    assert findings(device) == []
