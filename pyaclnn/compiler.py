"""The C and C++ compilers of the machine, called directly."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sysconfig
from collections.abc import Sequence
from pathlib import Path

from .errors import BuildError


def find(language: str) -> list[str]:
    """The command of the compiler for ``"c"`` or ``"c++"``: ``CC``/``CXX``, which may have options, else the usual
    names."""
    variable, names = {"c": ("CC", ("cc", "gcc", "clang")), "c++": ("CXX", ("c++", "g++", "clang++"))}[language]
    wanted = os.environ.get(variable)
    for command in (shlex.split(wanted),) if wanted else ([name] for name in names):
        path = shutil.which(command[0]) if command else None
        if path is not None:
            return [path, *command[1:]]
    raise BuildError(
        f"no {language.upper()} compiler found ({variable} {f'is {wanted!r}' if wanted else 'is not set'}; looked for "
        f"{', '.join(names)}). Install one: `apt install g++` on Debian, `dnf install gcc-c++` on Fedora."
    )


def python_headers() -> Path:
    """The directory of ``Python.h``."""
    directory = Path(sysconfig.get_path("include"))
    if not (directory / "Python.h").is_file():
        raise BuildError(
            f"{directory}/Python.h is missing. Install Python's development files: `apt install python3-dev` on "
            "Debian, `dnf install python3-devel` on Fedora."
        )
    return directory


def compile_all(jobs: Sequence[tuple[str, Sequence[str]]]) -> None:
    """Runs compilations side by side; each is a language and its arguments. ``BuildError`` shows what failed."""
    running, failures = [], []
    for language, arguments in jobs:
        command = [*find(language), *arguments]
        try:
            process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        except OSError as error:
            failures.append(f"{' '.join(command)}\n{error}")
        else:
            running.append((command, process))
    for command, process in running:
        output, _ = process.communicate()
        if process.returncode:
            failures.append(f"{' '.join(command)}\n{output[-4000:]}")
    if failures:
        raise BuildError("\n".join(failures))
