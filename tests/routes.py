"""The routes on which the binding's tests reach the simulator: C callbacks, or the built libraries.

``PYACLNN_TEST_ROUTE=libraries`` builds the libraries once and lets the tests find them as an installed CANN.
"""

from __future__ import annotations

import os
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from pyaclnn import ArgumentValueError, Device
from pyaclnn.simulator.settings import Settings

ROUTE = os.environ.get("PYACLNN_TEST_ROUTE") or "callbacks"
if ROUTE not in ("callbacks", "libraries"):
    raise ValueError(f"PYACLNN_TEST_ROUTE is {ROUTE!r}; allowed are callbacks and libraries")

# What tests ask a Device for, and what it then says it is.
BACKEND = "simulator" if ROUTE == "callbacks" else "cann"

_installed: list[Path] = []


def open_device(soc: str | None = None, index: Any = 0, **options: Any) -> Device:
    """A device on this route; skips the test when the libraries' one machine is another than it wants."""
    if ROUTE == "libraries":
        reason = _other_machine(soc)
        if reason:
            pytest.skip(f"the libraries have one machine for the whole process, and this test needs {reason}")
    return Device(index, backend=BACKEND, soc=soc, **options)


def _other_machine(soc: str | None) -> str:
    """How the machine that a test asks for differs from the one there is; empty when it is the same."""
    there = process_machine().settings
    try:
        Settings.make()
    except ArgumentValueError:
        return "settings that are refused"
    try:
        wanted = Settings.make(soc)
    except ArgumentValueError:
        return ""  # the device is asked for it, and must refuse
    names = (f.name for f in fields(Settings))
    return ", ".join(f"{n}={getattr(wanted, n)}" for n in names if getattr(wanted, n) != getattr(there, n))


def install(directory: Path, environment: pytest.MonkeyPatch) -> None:
    """Builds the libraries in a directory and makes it the installed CANN."""
    from pyaclnn.simulator.build import tree

    environment.setenv("ASCEND_HOME_PATH", str(tree.build(directory).root))
    for name in ("ASCEND_TOOLKIT_HOME", "ASCEND_OPP_PATH", "ASCEND_CUSTOM_OPP_PATH"):
        environment.delenv(name, raising=False)
    _installed.append(directory)


def process_machine() -> Any:
    """The machine behind the libraries of this process."""
    from pyaclnn.simulator.build import bridge

    return bridge.machine()


def machine_behind(backend: Any) -> Any:
    """The simulated machine that a backend's calls reach; None for a real or a stand-in CANN."""
    libraries = backend.interface.libraries
    if backend.kind == "simulator":
        return libraries.machine
    return process_machine() if libraries.installation.root in _installed else None
