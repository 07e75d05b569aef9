"""Where a program crashed, by gdb."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

# Frames of the built libraries, and of the Python in them.
_LIBRARIES = re.compile(r"(?:libpyaclnn_\w+|libascendcl|libnnopbase|libopapi\w*|libpython[\d.]+|_cffi_backend\S*)\.so")
_FRAME = re.compile(r"^#\d+ .*$", re.M)


def of_crash(program: Path, environ: Mapping[str, str], work: Path, limit: int) -> str:
    """The stack of the thread that crashed, a frame a line, the innermost first; empty when it can't be had."""
    if shutil.which("gdb") is None:
        return ""
    commands = ["set confirm off", "set debuginfod enabled off", "run > /dev/null 2>&1", "bt 40"]
    options = [part for command in commands for part in ("-ex", command)]
    try:
        done = subprocess.run(
            ["gdb", "-nx", "-batch", *options, str(program)], env=dict(environ), cwd=work, capture_output=True,
            text=True, errors="replace", timeout=2 * limit, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return ""
    return "\n".join(_FRAME.findall(done.stdout))


def is_of_libraries(stack: str) -> bool:
    """Whether the crash came in a call of the libraries, at any depth."""
    return _LIBRARIES.search(stack) is not None


def innermost(stack: str) -> str:
    """The innermost frame with a source file, else the innermost."""
    lines = stack.splitlines()
    return next((line for line in lines if re.search(r" at \S+:\d+$", line)), lines[0])
