"""Compiles a C or C++ program against the built libraries and runs it."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from ... import compiler
from ...errors import BuildError
from ..activation import set_environment
from . import tree


def compile_program(source: Path, output: Path, built: tree.Tree, flags: Sequence[str] = ()) -> None:
    """Compiles one source file with the tree's headers and libraries. ``BuildError`` has the compiler's text."""
    if not source.is_file():
        raise BuildError(f"there is no file {source}")
    language = "c" if source.suffix == ".c" else "c++"
    libraries = [f"-l{p.stem.removeprefix('lib')}" for p in sorted(built.libraries.glob("lib*.so"))
                 if "pyaclnn" not in p.name]  # fmt: skip
    # <array>: the compilers that CANN's samples are written for bring it with other headers.
    standard = [] if language == "c" else ["-std=c++17", "-include", "array"]
    link = [
        f"-L{built.libraries}",
        f"-Wl,-rpath,{built.libraries}",
        "-Wl,--no-as-needed",
        *libraries,
        "-lpthread",
        "-ldl",
    ]
    arguments = [
        *standard,
        "-g",
        f"-I{built.includes}",
        f"-I{built.includes}/aclnnop",
        *flags,
        str(source),
        "-o",
        str(output),
        *link,
    ]
    compiler.compile_all([(language, arguments)])


def run(source: Path, arguments: Sequence[str] = (), flags: Sequence[str] = ()) -> int:
    """Compiles and runs a program on the simulator; its exit code (128 + n for signal n)."""
    if not tree.shared_python():
        raise BuildError(
            "C and C++ programs need Python's shared library, which this Python lacks. Install one that has it: "
            "`apt install libpython3-dev` on Debian, `--enable-shared` when Python is built from source."
        )
    built = tree.cached()
    with tempfile.TemporaryDirectory() as directory:
        program = Path(directory) / source.stem
        compile_program(source, program, built, flags)
        code = subprocess.run([str(program), *arguments], env=environment(built), check=False).returncode
    return code if code >= 0 else 128 - code


def environment(built: tree.Tree) -> dict[str, str]:
    """The process environment with the tree as the installed CANN."""
    environ = dict(os.environ)
    set_environment(built, environ)
    return environ
