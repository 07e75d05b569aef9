"""Access between devices: every pair of simulated devices has it, switched on or not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import codes
from .failures import Failure, require_pointers

if TYPE_CHECKING:
    from .machine import Machine


class PeerFunctions:
    """The functions that ask for access and switch it. Copies between devices need no switching here."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine

    def aclrtDeviceCanAccessPeer(self, canAccessPeer: Any, deviceId: int, peerDeviceId: int) -> None:
        self._check_pair(deviceId, peerDeviceId)
        require_pointers(canAccessPeer)
        canAccessPeer[0] = 1

    def aclrtDeviceEnablePeerAccess(self, peerDeviceId: int, flags: int) -> None:
        if flags:
            raise Failure(codes.RESERVED, f"flags is {flags}; it is reserved and must be 0")
        self._check_pair(self._machine.current.require().device, peerDeviceId)

    def aclrtDeviceDisablePeerAccess(self, peerDeviceId: int) -> None:
        self._check_pair(self._machine.current.require().device, peerDeviceId)

    def _check_pair(self, device: int, peer: int) -> None:
        if device == peer:
            raise Failure(codes.INVALID, f"device {device} is its own peer; two devices are needed")
        count = self._machine.settings.devices
        for index in (device, peer):
            if not 0 <= index < count:
                raise Failure(codes.INVALID_DEVICE, f"device {index} does not exist; there are {count}")
