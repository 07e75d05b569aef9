"""The simulator as the installed CANN of this process, for clients that are linked to CANN's libraries."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import MutableMapping
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import ArgumentValueError, BuildError
from .settings import Settings

if TYPE_CHECKING:
    from .build.tree import Tree

# PyTorch's NPU backend: no thread of its own that a caller would wait for with the interpreter's lock held, and an
# operator that is missing is an error at once.
CLIENT_DEFAULTS = {"TASK_QUEUE_ENABLE": "0", "ACL_OP_INIT_MODE": "2"}
# Each after those that it is linked to.
_FIRST = ("libpyaclnn_gate.so", "libascendcl.so", "libnnopbase.so")
_CLIENT = "torch_npu"


def activate(soc: str | None = None, devices: int | None = None, memory: int | None = None) -> None:
    """Makes the simulator the installed CANN of this process; call it before ``import torch``.

    Builds the libraries if needed, sets the environment, also for processes started from here, and loads them.
    ``soc``, ``devices`` and ``memory`` (bytes of each device) go before the variables ``PYACLNN_SIMULATOR_*``.
    ``CLIENT_DEFAULTS`` are set where the environment has nothing else: a ``TASK_QUEUE_ENABLE`` other than 0 can hang.
    Calling it again with the same settings does nothing. Raises ``BuildError`` without a compiler.
    """
    from .build import tree  # with all that it imports: not for those who only look at the package

    settings = Settings.make(soc, devices, memory)
    if _CLIENT in sys.modules and "ASCEND_HOME_PATH" not in os.environ:
        raise ArgumentValueError(f"{_CLIENT} is imported already: call activate() before `import torch`")
    built = tree.cached()
    _require_no_other_machine(settings)
    os.environ.update(
        PYACLNN_SIMULATOR_SOC=settings.soc,
        PYACLNN_SIMULATOR_DEVICES=str(settings.devices),
        PYACLNN_SIMULATOR_MEMORY=str(settings.memory),
    )
    set_environment(built, os.environ)
    names = [p.name for p in sorted(built.libraries.glob("lib*.so")) if p.name not in _FIRST]
    for name in (*_FIRST, *(n for n in names if "bridge" not in n)):
        ctypes.CDLL(str(built.libraries / name))
    _require_only(built.libraries)


def set_environment(built: Tree, environ: MutableMapping[str, str]) -> None:
    """Sets what makes programs find a tree as the installed CANN, and what they should be told for its sake."""
    for name in ("ASCEND_HOME_PATH", "ASCEND_TOOLKIT_HOME"):
        environ[name] = str(built.root)
    environ["ASCEND_OPP_PATH"] = str(built.root / "opp")
    paths = [p for p in environ.get("LD_LIBRARY_PATH", "").split(":") if p]
    if str(built.libraries) not in paths:
        environ["LD_LIBRARY_PATH"] = ":".join([str(built.libraries), *paths])
    for name, value in CLIENT_DEFAULTS.items():
        environ.setdefault(name, value)


def _require_no_other_machine(settings: Settings) -> None:
    bridge = sys.modules.get("pyaclnn.simulator.build.bridge")
    if bridge is not None and bridge.machine.cache_info().currsize and bridge.machine().settings != settings:
        raise ArgumentValueError(
            f"the simulator of this process runs already, as {bridge.machine().settings}; {settings} was asked for"
        )


def _require_only(directory: Path) -> None:
    """No library of another CANN may be in the process: its functions would answer for some of ours."""
    ours = {p.name for p in directory.iterdir()}
    with open("/proc/self/maps", encoding="utf-8") as file:
        mapped = {Path(line.split(None, 5)[5].strip()) for line in file if len(line.split(None, 5)) == 6}
    others = sorted(str(p) for p in mapped if p.name in ours and p.parent != directory.resolve())
    if others:
        raise BuildError(f"libraries of another CANN are loaded already: {', '.join(others)}")
