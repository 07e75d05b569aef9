"""Initialization, devices, contexts, options and error text."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import dtypes
from . import codes, interrupts
from .contexts import Context
from .failures import Failure, require_pointers
from .handles import TWICE, USED, number_of
from .streams import Deadline

if TYPE_CHECKING:
    from .machine import Machine

_VERSION = (1, 17, 0)
_NO_SIZE = frozenset((dtypes.UNDEFINED.code, dtypes.STRING.code))
_MAX_FLOAT16 = 65504.0


class RuntimeFunctions:
    """Functions of ``acl_rt.h`` that are about the process, its devices and its contexts."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._ffi = machine.ffi
        self._initialized = 0
        self._finalized = False
        self._configuration: bytes | None = None
        self._options: dict[int, int] = {}
        self._soc = self._ffi.new("char[]", machine.settings.soc.encode())

    def aclInit(self, configPath: Any) -> None:
        if self._initialized:
            self._initialized += 1
            raise Failure(codes.REPEAT_INITIALIZE, "aclInit was called before")
        configuration = self._read(self._ffi.string(self._ffi.cast("char *", configPath))) if configPath else b""
        if self._configuration not in (None, configuration):
            raise Failure(codes.INVALID, "the configuration differs from the one that aclInit read first")
        if not self._machine.settings.devices:
            raise Failure(codes.INTERNAL_ERROR, "there is no device that could tell the name of the chip")
        self._configuration = configuration
        interrupts.watch()
        self._initialized = 1
        self._finalized = False

    def aclFinalize(self) -> None:
        if self._finalized:
            raise Failure(codes.REPEAT_FINALIZE, "aclFinalize was called before")
        self._initialized = 0
        self._finalized = True
        interrupts.unwatch()
        self._machine.finalize()

    def aclFinalizeReference(self, refCount: Any) -> None:
        count = max(0, self._initialized - 1)
        if refCount:
            refCount[0] = count
        if self._initialized == 0:
            raise Failure(codes.REPEAT_FINALIZE, "nothing is left to finalize")
        if self._initialized == 1:
            self.aclFinalize()
        self._initialized = count

    def aclnnInit(self, configPath: Any) -> None:
        return

    def aclnnFinalize(self) -> None:
        return

    def aclrtGetVersion(self, majorVersion: Any, minorVersion: Any, patchVersion: Any) -> None:
        require_pointers(majorVersion, minorVersion, patchVersion)
        majorVersion[0], minorVersion[0], patchVersion[0] = _VERSION

    def aclrtGetSocName(self) -> Any:
        if not self._machine.settings.devices:
            return self._ffi.NULL
        return self._ffi.cast("void *", self._soc)

    def aclrtGetRunMode(self, runMode: Any) -> None:
        require_pointers(runMode)
        runMode[0] = 1

    def aclrtGetDeviceCount(self, count: Any) -> None:
        require_pointers(count)
        if not self._machine.settings.devices:
            raise Failure(codes.NO_DEVICE, "there is no device")
        count[0] = self._machine.settings.devices

    def aclrtSetDevice(self, deviceId: int) -> None:
        self._check_device(deviceId)
        self._machine.current.context = self._machine.retain_primary(deviceId)

    def aclrtGetDevice(self, deviceId: Any) -> None:
        require_pointers(deviceId)
        context = self._machine.current.context
        if context is None or not context.is_live:
            raise Failure(codes.NO_CONTEXT)
        deviceId[0] = context.device

    def aclrtResetDevice(self, deviceId: int) -> None:
        self._check_device(deviceId)
        if not self._machine.release_primary(deviceId):
            raise Failure(codes.RELEASED, f"device {deviceId} is not set")

    def aclrtResetDeviceForce(self, deviceId: int) -> None:
        self._check_device(deviceId)
        if not self._machine.release_primary(deviceId, force=True):
            raise Failure(codes.RELEASED, f"device {deviceId} is not set")

    def aclrtSynchronizeDevice(self) -> None:
        self._synchronize(Deadline())

    def _synchronize(self, deadline: Deadline) -> None:
        context = self._machine.current.require()
        for stream in context.streams:
            stream.require_not_captured()
        context.require_unfailed()
        for stream in context.streams:
            if not stream.run_all(deadline):
                raise Failure(codes.STREAM_TIMEOUT, "the time is over and work is left in the device's streams")
            if self._machine.checks is not None:
                self._machine.checks.joined(stream)
        faults = [fault for stream in context.streams if (fault := stream.take_fault())]
        if faults:
            raise Failure(faults[0].code, faults[0].text)

    def aclrtSynchronizeDeviceWithTimeout(self, timeout: int) -> None:
        self._synchronize(checked_timeout(timeout))

    def aclrtCreateContext(self, context: Any, deviceId: int) -> None:
        require_pointers(context)
        self._check_device(deviceId)
        created = self._machine.new_context(deviceId, primary=False)
        self._machine.current.context = created
        context[0] = self._ffi.cast("void *", created.handle)

    def aclrtDestroyContext(self, context: Any) -> None:
        require_pointers(context)
        found = self._context(context, codes.NO_CONTEXT)
        if found.primary:
            raise Failure(codes.NO_CONTEXT, "a primary context can't be destroyed explicitly")
        leaks = self._machine.close_context(found)
        if self._machine.current.context is found:
            self._machine.current.context = None
        self._machine.require_none(leaks)

    def aclrtSetCurrentContext(self, context: Any) -> None:
        require_pointers(context)
        self._machine.current.context = self._context(context, codes.BAD_VALUE)

    def aclrtGetCurrentContext(self, context: Any) -> None:
        require_pointers(context)
        current = self._machine.current.context
        if current is None or not current.is_live:
            raise Failure(codes.NO_CONTEXT)
        context[0] = self._ffi.cast("void *", current.handle)

    def aclrtSetSysParamOpt(self, opt: int, value: int) -> None:
        _check_option(opt, value, 4)
        self._options[opt] = value

    def aclrtGetSysParamOpt(self, opt: int, value: Any) -> None:
        require_pointers(value)
        _check_option(opt, 0, 4)
        value[0] = self._options.get(opt, 0)

    def aclrtCtxSetSysParamOpt(self, opt: int, value: int) -> None:
        _check_option(opt, value, 3)
        self._machine.current.require().options[opt] = value

    def aclrtCtxGetSysParamOpt(self, opt: int, value: Any) -> None:
        require_pointers(value)
        _check_option(opt, 0, 3)
        options = self._machine.current.require().options
        if opt not in options:
            raise Failure(codes.NOT_SET, f"option {opt} was never set in this context")
        value[0] = options[opt]

    def aclGetRecentErrMsg(self) -> Any:
        messages = self._machine.messages
        text = messages.take()
        if text is None:
            return self._ffi.NULL
        messages.buffer = self._ffi.new("char[]", text.encode())
        return self._ffi.cast("void *", messages.buffer)

    def aclDataTypeSize(self, dataType: int) -> int:
        if dataType in _NO_SIZE:
            return 0
        try:
            bits = dtypes.from_code(dataType).bits
        except ValueError:
            return 8
        return {1: 1, 4: 1, 6: 8}.get(bits, bits // 8) if not 38 <= dataType <= 41 else 8

    def aclFloatToFloat16(self, value: float) -> int:
        if np.isnan(value) or abs(value) > _MAX_FLOAT16:
            value = -_MAX_FLOAT16 if np.signbit(np.float32(value)) else _MAX_FLOAT16
        return int(np.float16(value).view(np.uint16))

    def aclFloat16ToFloat(self, value: int) -> float:
        if value & 0x7C00 == 0x7C00:  # no infinities: the largest exponent counts like any other
            return (-1.0 if value & 0x8000 else 1.0) * (1 + (value & 0x3FF) / 1024) * 65536.0
        return float(np.uint16(value).view(np.float16))

    def _read(self, path: Any) -> bytes:
        """The text of a configuration file; what it asks for and can't be had here is refused."""
        if not path:
            return b""
        try:
            with open(path, "rb") as file:
                text = file.read()
        except OSError as error:
            raise Failure(codes.INVALID_FILE, f"the configuration can't be read: {error}") from None
        try:
            settings = json.loads(text) if text.strip() else {}
        except ValueError as error:
            raise Failure(codes.PARSE_FILE, f"the configuration {path!r} is no JSON: {error}") from None
        if not isinstance(settings, dict):
            raise Failure(codes.PARSE_FILE, f"the configuration {path!r} is no JSON object")
        if "defaultDevice" in settings:
            raise Failure(codes.NOT_SUPPORTED, "the simulator has no default device; call aclrtSetDevice")
        mode = settings.get("err_msg_mode", "0")
        if mode not in ("0", "1"):
            raise Failure(codes.INVALID, f"err_msg_mode is {mode!r}; allowed are '0' and '1'")
        if mode == "1":
            raise Failure(codes.NOT_SUPPORTED, "the simulator keeps error texts by thread, not by process")
        return text

    def _check_device(self, index: int) -> None:
        if not 0 <= index < self._machine.settings.devices:
            raise Failure(
                codes.INVALID_DEVICE, f"device {index} does not exist; there are {self._machine.settings.devices}"
            )

    def _context(self, pointer: Any, code: int) -> Context:
        number = number_of(self._ffi, pointer)
        if number not in self._machine.contexts:
            mistake = TWICE if code == codes.NO_CONTEXT else USED
            text = f"{number:#x} is no live context: {self._machine.numbers.history(number)}"
            raise Failure(code, text, finding=self._machine.numbers.finding(number, "context", mistake))
        return self._machine.contexts.get(number)


def checked_timeout(timeout: int) -> Deadline:
    """The end of a wait that takes milliseconds; 107000 for what is not allowed."""
    if timeout < -1 or timeout == 0:
        raise Failure(codes.BAD_VALUE, f"timeout {timeout} is not allowed; -1 or milliseconds above 0 are")
    return Deadline(timeout)


def _check_option(opt: int, value: int, options: int) -> None:
    if not 0 <= opt < options:
        raise Failure(codes.INVALID, f"option {opt} is not among 0 to {options - 1}")
    if not 0 <= value < (4 if opt == 0 else 2):
        raise Failure(codes.BAD_VALUE, f"value {value} is not allowed for option {opt}")
