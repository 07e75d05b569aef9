"""The do-nothing CANN, compiled on the spot into a tree that the binding takes for an installation."""

from __future__ import annotations

import ctypes
import os
from pathlib import Path

from pyaclnn import compiled, compiler
from pyaclnn.abi.headers import own_directory, own_headers
from pyaclnn.compiled.build import build as build_functions
from pyaclnn.simulator.activation import CLIENT_DEFAULTS
from pyaclnn.simulator.build import clients

NAMES = ("libascendcl.so", "libnnopbase.so", "libopapi.so")
_FOR_CLIENTS = (clients.OPERATOR_COMPILER, *clients.EMPTY)


def build(directory: Path) -> Path:
    """Compiles the tree below ``directory`` and returns its root."""
    root = directory / "null_cann"
    for folder in ("lib64", "opp/vendors", "runtime", "compiler"):
        (root / folder).mkdir(parents=True, exist_ok=True)
    source = Path(__file__).parent / "null_cann.c"
    others = directory / "others.c"
    others.write_text(_others())
    compiler.compile_all([_job(root / "lib64" / name, str(source), str(others)) for name in NAMES])
    runtime = root / "lib64" / NAMES[0]
    empty = directory / "empty.c"
    empty.write_text("")
    link = ("-Wl,--no-as-needed", f"-L{runtime.parent}", f"-l:{runtime.name}", "-Wl,-rpath,$ORIGIN")
    compiler.compile_all([_job(root / "lib64" / name, str(empty), *link) for name in _FOR_CLIENTS])
    return root


def _job(output: Path, *arguments: str) -> tuple[str, list[str]]:
    flags = ["-shared", "-fPIC", "-O2", "-w", f"-I{own_directory()}", f"-Wl,-soname,{output.name}"]
    return "c", [*flags, *arguments, "-o", str(output)]


def _others() -> str:
    """Every function that a client may be linked to, where the do-nothing CANN has no better one."""
    listed = (function for functions in clients.answers().values() for function in functions)
    names = sorted({*own_headers().base_functions, *listed})
    lines = [f"__attribute__((weak)) intptr_t {name}(void) {{ return 0; }}" for name in names]
    return "\n".join(["#include <stdint.h>", *lines, ""])


def use(root: Path) -> None:
    """Makes the tree the installed CANN of this process."""
    os.environ.update(CLIENT_DEFAULTS)
    os.environ.update(ASCEND_HOME_PATH=str(root), ASCEND_TOOLKIT_HOME=str(root), ASCEND_OPP_PATH=str(root / "opp"))
    for name in (*NAMES, *_FOR_CLIENTS):
        ctypes.CDLL(str(root / "lib64" / name))


def compile_functions(directory: Path) -> None:
    """Compiles the optional part of pyaclnn, as its installation does, and lets this process find it first."""
    build_functions(directory)
    compiled.__path__.insert(0, str(directory))
