"""Programs with PyTorch's NPU backend on the built libraries, each in a process of its own with a time limit."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TIME_LIMIT = 120  # seconds: a hang is a failure
ACTIVATE = "import pyaclnn.simulator\npyaclnn.simulator.activate(devices=2)\nimport torch\n"
# The environment of a user who knows nothing of CANN.
_UNSET = (
    "ASCEND_HOME_PATH",
    "ASCEND_TOOLKIT_HOME",
    "ASCEND_OPP_PATH",
    "LD_LIBRARY_PATH",
    "TASK_QUEUE_ENABLE",
    "TORCH_DEVICE_BACKEND_AUTOLOAD",
    "ACL_OP_INIT_MODE",
    "PYACLNN_SIMULATOR_CHECK",
    "PYACLNN_BACKEND",
)


def missing() -> str:
    """Why these tests can't run here; empty when they can."""
    absent = [name for name in ("torch", "torch_npu") if importlib.util.find_spec(name) is None]
    if absent:
        return f"not installed: {', '.join(absent)}"
    return "" if shutil.which(os.environ.get("CC") or "cc") else "no C compiler builds the simulator's libraries"


def environment(**added: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in _UNSET}
    paths = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    return {**kept, "PYTHONPATH": paths, "PYTHONFAULTHANDLER": "1", **added}


def run(command: list[str], environ: Mapping[str, str], limit: float = TIME_LIMIT) -> tuple[int, str, str]:
    """Exit code, output and error output of a program that must end in time."""
    done = subprocess.run(command, env=dict(environ), capture_output=True, text=True, timeout=limit, check=False)
    return done.returncode, done.stdout, done.stderr


def python(code: str, *arguments: str, before: str = ACTIVATE, expect: int = 0, **environ: str) -> list[str]:
    """The lines that a program prints; it must end with the expected code."""
    command = [sys.executable, "-c", before + code, *arguments]
    result, out, err = run(command, environment(**environ))
    assert result == expect, f"exit code {result}\n{out}\n{err}"
    return out.splitlines()
