"""What a device has and can do, and switches that change nothing of what is simulated."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ..reference.chips import Family
from . import codes
from .failures import Failure, require_pointers

if TYPE_CHECKING:
    from .machine import Machine

_MIB = 2**20
_SATURATION, _INF_NAN = 0, 1


class _Chip(NamedTuple):
    """Nominal numbers: nothing in the simulator depends on them."""

    cube_cores: int
    vector_cores: int
    cache: int


_CHIPS = {
    Family.A910: _Chip(32, 32, 32 * _MIB), Family.B910: _Chip(24, 48, 192 * _MIB),
    Family.A910_93: _Chip(24, 48, 192 * _MIB), Family.P310: _Chip(8, 7, 16 * _MIB),
    Family.B310: _Chip(1, 1, 4 * _MIB), Family.A950: _Chip(32, 64, 128 * _MIB),
}  # fmt: skip
_HAS_INF_NAN = (Family.B910, Family.A910_93, Family.A950)
_COMPILES_AT_RUN_TIME = (Family.A910, Family.P310)


class PropertyFunctions:
    """``aclGetDeviceCapability`` to ``aclrtStreamGetId``."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine

    def aclGetDeviceCapability(self, deviceId: int, deviceInfo: int, value: Any) -> None:
        require_pointers(value)
        self._check_device(deviceId)
        if not 0 <= deviceInfo < len(_Chip._fields):
            raise Failure(codes.INVALID, f"device info {deviceInfo} does not exist")
        value[0] = self._chip[deviceInfo]

    def aclrtGetDeviceInfo(self, deviceId: int, attr: int, value: Any) -> None:
        require_pointers(value)
        self._check_device(deviceId)
        chip = self._chip
        known = {
            101: chip.cube_cores, 102: chip.cube_cores, 201: chip.vector_cores,
            301: self._machine.memory.per_device, 302: chip.cache,
        }  # fmt: skip
        if attr not in known:
            raise Failure(codes.NOT_SUPPORTED, f"device attribute {attr} is not simulated")
        value[0] = known[attr]

    def aclGetCannAttribute(self, cannAttr: int, value: Any) -> None:
        require_pointers(value)
        family = self._machine.settings.family
        known = {0: family in _HAS_INF_NAN, 1: family in _HAS_INF_NAN, 2: family in _COMPILES_AT_RUN_TIME}
        if cannAttr not in known:
            raise Failure(codes.INVALID, f"attribute {cannAttr} does not exist")
        value[0] = int(known[cannAttr])

    def aclrtSetDeviceSatMode(self, mode: int) -> None:
        if mode not in (_SATURATION, _INF_NAN):
            raise Failure(codes.INVALID, f"overflow mode {mode} does not exist")
        if mode != self._overflow_mode:
            raise Failure(
                codes.NOT_SUPPORTED, f"overflow mode {mode} is not simulated for {self._machine.settings.soc}"
            )

    def aclrtGetDeviceSatMode(self, mode: Any) -> None:
        require_pointers(mode)
        mode[0] = self._overflow_mode

    def aclrtSetOpExecuteTimeOut(self, timeout: int) -> None:
        return  # a limit for operators that hang, which ours do not

    def aclrtSetOpExecuteTimeOutV2(self, timeout: int, actualTimeout: Any) -> None:
        require_pointers(actualTimeout)
        actualTimeout[0] = timeout

    def aclrtSetStreamFailureMode(self, stream: Any, mode: int) -> None:
        require_pointers(stream)
        found = self._machine.stream_of(stream, any_context=True)
        if mode not in (0, 1):
            raise Failure(codes.INVALID, f"failure mode {mode} does not exist")
        if mode == found.stops:
            return
        if found.stops:
            raise Failure(codes.NOT_SUPPORTED, "a stream that stops on failure can't be made to go on")
        self._machine.require_current(found)
        found.stops = found.context.stops = True

    def aclrtStreamGetId(self, stream: Any, streamId: Any) -> None:
        require_pointers(streamId)
        found = self._machine.stream_of(stream, any_context=True)
        streamId[0] = list(found.context.streams).index(found)

    @property
    def _chip(self) -> _Chip:
        return _CHIPS[self._machine.settings.family]

    @property
    def _overflow_mode(self) -> int:
        return _INF_NAN if self._machine.settings.family in _HAS_INF_NAN else _SATURATION

    def _check_device(self, index: int) -> None:
        count = self._machine.settings.devices
        if not 0 <= index < count:
            raise Failure(codes.INVALID_DEVICE, f"device {index} does not exist; there are {count}")
