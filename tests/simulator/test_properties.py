"""What a device says it has and can do, and switches without an effect."""

from __future__ import annotations

import pytest

from .machines import Sim

INVALID, INVALID_DEVICE, NOT_SUPPORTED = 100000, 107001, 207000
SATURATION, INF_NAN = 0, 1


@pytest.mark.parametrize("info", [0, 1, 2])
def test_device_capability(sim: Sim, info: int) -> None:
    assert sim.get("aclGetDeviceCapability", "int64_t", 0, info) > 0


@pytest.mark.parametrize(("device", "info", "code"), [(0, -1, INVALID), (0, 3, INVALID), (5, 0, INVALID_DEVICE)])
def test_capabilities_that_are_none(sim: Sim, device: int, info: int, code: int) -> None:
    assert sim("aclGetDeviceCapability", device, info, sim.ffi.new("int64_t *")) == code


def test_device_info(sim: Sim) -> None:
    assert sim.get("aclrtGetDeviceInfo", "int64_t", 0, 301) == sim.machine.settings.memory
    cores = sim.get("aclGetDeviceCapability", "int64_t", 0, 0)
    assert sim.get("aclrtGetDeviceInfo", "int64_t", 0, 101) == cores
    assert sim("aclrtGetDeviceInfo", 0, 1, sim.ffi.new("int64_t *")) == NOT_SUPPORTED
    assert sim("aclrtGetDeviceInfo", 9, 301, sim.ffi.new("int64_t *")) == INVALID_DEVICE
    assert sim("aclrtGetDeviceInfo", 0, 301, sim.null) == INVALID


@pytest.mark.parametrize(
    ("soc", "mode"), [("Ascend910B1", INF_NAN), ("Ascend950PR_9599", INF_NAN), ("Ascend910A", SATURATION)]
)
def test_overflow(soc: str, mode: int) -> None:
    """The mode that is simulated can be set; another one would be a wrong promise."""
    sim = Sim(soc)
    assert sim.get("aclGetCannAttribute", "int32_t", 0) == mode
    assert sim.get("aclrtGetDeviceSatMode", "aclrtFloatOverflowMode") == mode
    sim.ok("aclrtSetDeviceSatMode", mode)
    assert sim("aclrtSetDeviceSatMode", 1 - mode) == NOT_SUPPORTED
    assert sim("aclrtSetDeviceSatMode", 2) == INVALID
    assert sim("aclGetCannAttribute", 3, sim.ffi.new("int32_t *")) == INVALID


def test_time_limits(sim: Sim) -> None:
    sim.ok("aclrtSetOpExecuteTimeOut", 547)
    assert sim.get("aclrtSetOpExecuteTimeOutV2", "uint64_t", 547_000_000) == 547_000_000


def test_streams(sim: Sim) -> None:
    streams = [sim.stream() for _ in range(3)]
    for stream in streams:
        sim.ok("aclrtSetStreamFailureMode", stream, 1)
    assert len({sim.get("aclrtStreamGetId", "int32_t", stream) for stream in streams}) == 3
    assert sim("aclrtSetStreamFailureMode", streams[0], 2) == INVALID
    assert sim("aclrtSetStreamFailureMode", sim.null, 1) == INVALID
