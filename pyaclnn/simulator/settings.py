"""What a simulated machine is like: chip, number of devices, memory. By argument or by environment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass

from ..errors import ArgumentValueError
from ..reference.chips import Family, family_of

DEFAULT_SOC = "Ascend910B1"
_GIB = 2**30
_CHIP_MEMORY = {
    Family.A910: 32 * _GIB, Family.B910: 64 * _GIB, Family.C910: 64 * _GIB,
    Family.P310: 24 * _GIB, Family.B310: 12 * _GIB, Family.A950: 128 * _GIB,
}  # fmt: skip


@dataclass(frozen=True)
class Settings:
    """``soc`` is a model name, ``memory`` the bytes of each device."""

    soc: str = DEFAULT_SOC
    devices: int = 1
    memory: int = 0

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
        """Arguments first, then ``PYACLNN_SIMULATOR_SOC``, ``_DEVICES`` and ``_MEMORY``, then defaults.

        A device has its chip's memory, but not more than half of what the host has.
        """
        environ = os.environ if environ is None else environ
        soc = soc or environ.get("PYACLNN_SIMULATOR_SOC") or DEFAULT_SOC
        try:
            family = family_of(soc)
        except ValueError as error:
            raise ArgumentValueError(str(error)) from None
        if devices is None:
            devices = _number(environ, "PYACLNN_SIMULATOR_DEVICES", 1)
        if memory is None:
            memory = _number(environ, "PYACLNN_SIMULATOR_MEMORY", min(_CHIP_MEMORY[family], _host_memory() // 2))
        return Settings(soc, devices, memory)


def _number(environ: Mapping[str, str], name: str, default: int) -> int:
    text = environ.get(name, "")
    if not text:
        return default
    if not text.isascii() or not text.isdigit() or int(text) == 0:
        raise ArgumentValueError(f"{name} is {text!r}; allowed are whole numbers from 1")
    return int(text)


def _host_memory() -> int:
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
