"""What a simulated machine is like: chip, number of devices, memory. By argument or by environment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass

from ..errors import ArgumentValueError
from ..reference.chips import Family, family_of
from ..values import shortened, shown
from .checks.findings import NAMES
from .faults import CALLS, Fault

DEFAULT_SOC = "Ascend910B1"
MOST_DEVICES = 1024
_LONGEST = 400
_GIB = 2**30
_CHIP_MEMORY = {
    Family.A910: 32 * _GIB, Family.B910: 64 * _GIB, Family.A910_93: 64 * _GIB,
    Family.P310: 24 * _GIB, Family.B310: 12 * _GIB, Family.A950: 128 * _GIB,
}  # fmt: skip


@dataclass(frozen=True)
class Settings:
    """``soc`` is a model name, ``memory`` the bytes of each device.

    ``check`` looks for mistakes of the program, but for those named in ``suppress``; a process in which some were
    found ends with ``exit_code``, unless that is 0. ``fault`` makes a call fail, ``calls`` is the file that lists them.
    """

    soc: str = DEFAULT_SOC
    devices: int = 1
    memory: int = 0
    check: bool = False
    suppress: frozenset[str] = frozenset()
    exit_code: int = 0
    fault: Fault | None = None
    calls: str = ""

    @property
    def family(self) -> Family:
        return family_of(self.soc)

    @staticmethod
    def make(
        soc: str | None = None,
        devices: int | None = None,
        memory: int | None = None,
        environ: Mapping[str, str] | None = None,
    ) -> Settings:
        """Arguments first, then ``PYACLNN_SIMULATOR_SOC``, ``_DEVICES`` and ``_MEMORY``, then defaults; the check mode
        is set by ``_CHECK``, ``_SUPPRESS`` and ``_CHECK_EXIT_CODE`` only, as failures on demand are by ``_FAIL`` and
        ``_CALLS``.

        A device has its chip's memory, but not more than half of what the host has.
        """
        environ = os.environ if environ is None else environ
        soc = soc or environ.get("PYACLNN_SIMULATOR_SOC") or DEFAULT_SOC
        try:
            family = family_of(soc)
        except ValueError as error:
            raise ArgumentValueError(shortened(str(error), _LONGEST)) from None
        if devices is None:
            devices = _number(environ, "PYACLNN_SIMULATOR_DEVICES", 1, high=MOST_DEVICES)
        if memory is None:
            memory = _number(environ, "PYACLNN_SIMULATOR_MEMORY", min(_CHIP_MEMORY[family], _host_memory() // 2))
        check = environ.get("PYACLNN_SIMULATOR_CHECK", "")
        if check not in ("", "0", "1"):
            raise ArgumentValueError(f"PYACLNN_SIMULATOR_CHECK is {shown(check)}; allowed are 0 and 1")
        exit_code = _number(environ, "PYACLNN_SIMULATOR_CHECK_EXIT_CODE", 0, low=0, high=255)
        fault, calls = Fault.of(environ), environ.get(CALLS, "")
        return Settings(soc, devices, memory, check == "1", _names(environ), exit_code, fault, calls)


def _names(environ: Mapping[str, str]) -> frozenset[str]:
    text = environ.get("PYACLNN_SIMULATOR_SUPPRESS", "")
    names = frozenset(n.strip() for n in text.split(",") if n.strip())
    for name in names - set(NAMES):
        raise ArgumentValueError(f"PYACLNN_SIMULATOR_SUPPRESS has {shown(name)}; known are {', '.join(NAMES)}")
    return names


def _number(environ: Mapping[str, str], name: str, default: int, low: int = 1, high: int = 2**62) -> int:
    text = environ.get(name, "")
    if not text:
        return default
    is_number = text.isascii() and text.isdigit() and len(text) <= len(str(high))
    if not is_number or not low <= int(text) <= high:
        limits = f"from {low}" if high == 2**62 else f"from {low} to {high}"
        raise ArgumentValueError(f"{name} is {shown(text)}; allowed are whole numbers {limits}")
    return int(text)


def _host_memory() -> int:
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
