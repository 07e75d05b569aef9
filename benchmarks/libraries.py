"""The do-nothing CANN, compiled on the spot into a tree that the binding takes for an installation."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from pyaclnn.abi.headers import own_directory
from pyaclnn.simulator.build import compiler

_NAMES = ("libascendcl.so", "libnnopbase.so", "libopapi.so")


def build(directory: Path) -> Path:
    """Compiles the tree below ``directory`` and returns its root."""
    libraries = directory / "null_cann" / "lib64"
    libraries.mkdir(parents=True, exist_ok=True)
    source = Path(__file__).parent / "null_cann.c"
    first = libraries / _NAMES[0]
    flags = ["-shared", "-fPIC", "-O2", f"-I{own_directory()}", str(source), "-o", str(first)]
    compiler.compile_all([("c", flags)])
    for name in _NAMES[1:]:
        shutil.copy(first, libraries / name)
    return libraries.parent


def use(root: Path) -> None:
    """Makes the tree the installed CANN of this process."""
    os.environ.update(ASCEND_HOME_PATH=str(root), ASCEND_TOOLKIT_HOME=str(root))
