"""What CANN's libraries answer, asked in a process of its own: a broken library may end the process that loads it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

_MARK = "pyaclnn-probe:"  # the libraries may print, too
_SECONDS = 120
_PACKAGES = ("numpy", "cffi", "ml_dtypes")


def probe(root: Path | None) -> dict[str, Any]:
    """Imports the packages, and loads the CANN at ``root`` where there is one.

    ``imports`` has the error of each package that can't be imported; ``soc`` and ``devices`` what the runtime says;
    ``broken`` why it says nothing; ``silent`` why the driver gives no device.
    """
    environment = {n: v for n, v in os.environ.items() if n != "PYACLNN_BACKEND"}
    environment["PYTHONPATH"] = os.pathsep.join(p for p in (_home(), os.environ.get("PYTHONPATH")) if p)
    if root is not None:
        environment |= {"ASCEND_HOME_PATH": str(root), "ASCEND_TOOLKIT_HOME": str(root)}
    command = [sys.executable, "-m", __name__, "cann" if root else "packages"]
    try:
        run = subprocess.run(
            command, env=environment, capture_output=True, text=True, errors="replace", timeout=_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return {"broken": f"loading CANN's libraries takes more than {_SECONDS} seconds"}
    except OSError as error:
        return {"broken": f"no process can be started to load them: {error}"}
    found: dict[str, Any] = {}
    for line in run.stdout.splitlines():  # each step tells at once what it found
        if line.startswith(_MARK):
            found |= json.loads(line.removeprefix(_MARK))
    if run.returncode:
        found.setdefault("broken", f"loading CANN's libraries ends the process: {_ending(run)}")
    return found


def _ending(run: subprocess.CompletedProcess[str]) -> str:
    last = next((line.strip() for line in reversed(run.stderr.splitlines()) if line.strip()), "")
    if run.returncode > 0:
        return f"exit code {run.returncode}{f', {last}' if last else ''}"
    try:
        return signal.Signals(-run.returncode).name
    except ValueError:
        return f"signal {-run.returncode}"


def _home() -> str:
    return str(Path(__file__).resolve().parents[2])


def _tell(**facts: Any) -> None:
    print(f"\n{_MARK}{json.dumps(facts)}", flush=True)


def _imports() -> dict[str, str]:
    failed = {}
    for name in _PACKAGES:
        try:
            __import__(name)
        except Exception as error:
            failed[name] = f"{type(error).__name__}: {next(iter(str(error).strip().splitlines()), '')}"
    return failed


def _main(what: str) -> None:
    failed = _imports()
    _tell(imports=failed)
    if failed or what != "cann":
        return
    from ..errors import AclError, PyaclnnError
    from ..selection import select

    try:
        backend = select("cann")
        _tell(soc=backend.soc_name())
        _tell(devices=backend.device_count())
    except AclError as error:
        _tell(silent=str(error).splitlines()[0] + (f": {error.detail.splitlines()[0]}" if error.detail else ""))
    except PyaclnnError as error:
        _tell(broken=str(error).splitlines()[0])


if __name__ == "__main__":
    _main(sys.argv[1])
