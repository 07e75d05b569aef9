"""AddressSanitizer in the built libraries and the program."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from .valgrind import Outcome

FLAGS = "-fsanitize=address -fno-omit-frame-pointer -g"
# Any leak that Python has a part in is Python's: it frees little at its end.
_LEAKS = "leak:libpython\nleak:cpython-3\nleak:numpy.libs\nleak:ld-linux\n"


def compilers(directory: Path) -> dict[str, str]:
    """``CC`` and ``CXX`` that instrument all they compile."""
    made = {}
    for variable, names in (("CC", ("cc", "gcc")), ("CXX", ("c++", "g++"))):
        found = next((path for n in names if (path := shutil.which(n))), names[0])
        script = directory / variable.lower()
        script.write_text(f'#!/bin/sh\nexec {found} {FLAGS} "$@"\n')
        script.chmod(0o755)
        made[variable] = str(script)
    return made


def run(program: Path, environ: dict[str, str], report: Path) -> Outcome:
    """Runs a program that was compiled so. ``report`` is a file to write the suppressions to."""
    report.write_text(_LEAKS)
    options = {
        "ASAN_OPTIONS": "detect_leaks=1:detect_stack_use_after_return=1:strict_string_checks=1",
        "LSAN_OPTIONS": f"suppressions={report}:print_suppressions=0",
        "PYTHONMALLOC": "malloc",
    }
    done = subprocess.run(
        [str(program)], env={**os.environ, **environ, **options}, capture_output=True, text=True, check=False
    )
    found = [part for part in done.stderr.split("\n=====") if "Sanitizer" in part]
    return Outcome(done.returncode, done.stdout + done.stderr, tuple(found), 0)
