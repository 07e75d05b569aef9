"""Access between devices."""

from __future__ import annotations

import pytest

from .machines import Sim

INVALID, INVALID_DEVICE, NO_CONTEXT, RESERVED = 100000, 107001, 107002, 200006


def test_two_devices_reach_each_other(pair: Sim) -> None:
    value = pair.ffi.new("int32_t *")
    for device, peer in ((0, 1), (1, 0)):
        value[0] = -1
        pair.ok("aclrtDeviceCanAccessPeer", value, device, peer)
        assert value[0] == 1


@pytest.mark.parametrize(
    ("device", "peer", "code"), [(0, 0, INVALID), (5, 5, INVALID), (0, 2, INVALID_DEVICE), (-1, 0, INVALID_DEVICE)]
)
def test_pairs_that_are_none(pair: Sim, device: int, peer: int, code: int) -> None:
    value = pair.ffi.new("int32_t *", -1)
    assert pair("aclrtDeviceCanAccessPeer", value, device, peer) == code
    assert value[0] == -1


def test_nowhere_to_write(pair: Sim) -> None:
    assert pair("aclrtDeviceCanAccessPeer", pair.null, 0, 1) == INVALID


def test_access_is_switched_on_and_off(pair: Sim) -> None:
    pair.ok("aclrtSetDevice", 1)
    pair.ok("aclrtDeviceEnablePeerAccess", 0, 0)
    pair.ok("aclrtDeviceDisablePeerAccess", 0)


@pytest.mark.parametrize("switch", ["aclrtDeviceEnablePeerAccess", "aclrtDeviceDisablePeerAccess"])
def test_switching_needs_a_device_and_another_one(pair: Sim, switch: str) -> None:
    rest = (0,) if switch == "aclrtDeviceEnablePeerAccess" else ()
    assert pair(switch, 1, *rest) == NO_CONTEXT
    pair.ok("aclrtSetDevice", 0)
    assert pair(switch, 0, *rest) == INVALID
    assert pair(switch, 2, *rest) == INVALID_DEVICE


def test_flags_are_reserved(pair: Sim) -> None:
    pair.ok("aclrtSetDevice", 0)
    assert pair("aclrtDeviceEnablePeerAccess", 1, 1) == RESERVED
