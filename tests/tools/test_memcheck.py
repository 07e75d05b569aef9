"""The memory checkers' reports, and with ``PYACLNN_TEST_MEMCHECK=1`` the C++ samples under valgrind."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools.memcheck import sanitizer, valgrind

ROOT = Path(__file__).parents[2]


def report(*stacks: tuple[str, ...]) -> str:
    """A report as valgrind writes it, with one error for each stack of objects, the innermost first."""
    errors = "".join(
        f"<error><kind>InvalidRead</kind><what>Invalid read of size {8 * i}</what><stack>"
        + "".join(f"<frame><obj>/somewhere/{o}</obj><fn>f</fn></frame>" for o in objects)
        + "</stack></error>"
        for i, objects in enumerate(stacks, 1)
    )
    return f"<valgrindoutput><tool>memcheck</tool>{errors}</valgrindoutput>"


def test_errors_with_a_part_of_the_libraries_count() -> None:
    text = report(
        ("libc.so.6", "libpyaclnn_gate.so", "program"),
        ("libc.so.6", "libpython3.11.so.1.0"),
        ("libpython3.11.so.1.0", "libascendcl.so", "program"),
        ("program",),
        ("libc.so.6", "libopapi_math.so", "program"),
    )
    errors, others = valgrind.read(text, "program")
    assert [e.splitlines()[0] for e in errors] == [f"Invalid read of size {n}" for n in (8, 24, 40)]
    assert "f (libpyaclnn_gate.so)" in errors[0]
    assert others == 2
    assert valgrind.read(report(), "program") == ((), 0)


@pytest.mark.skipif(not os.environ.get("PYACLNN_TEST_MEMCHECK"), reason="slow; PYACLNN_TEST_MEMCHECK=1 runs it")
@pytest.mark.parametrize("checker", ["valgrind", "asan"])
def test_the_samples_have_no_errors(checker: str) -> None:
    if checker == "valgrind" and shutil.which("valgrind") is None:
        pytest.skip("valgrind is not installed")
    command = [sys.executable, "-m", "tools.memcheck", *(["--asan"] if checker == "asan" else [])]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert " 0 failed, 0 errors of the libraries" in done.stdout


def test_the_sanitizer_s_compilers_instrument(tmp_path: Path) -> None:
    if shutil.which("cc") is None and shutil.which("gcc") is None:
        pytest.skip("no C compiler here")
    made = sanitizer.compilers(tmp_path)
    source, output = tmp_path / "bad.c", tmp_path / "bad"
    source.write_text("#include <stdlib.h>\nint main(void) { volatile char *p = malloc(4); return p[4]; }\n")
    built = subprocess.run([made["CC"], str(source), "-o", str(output)], capture_output=True, text=True, check=False)
    if built.returncode:
        pytest.skip("the compiler has no AddressSanitizer")
    outcome = sanitizer.run(output, {}, tmp_path / "report")
    assert outcome.code != 0
    assert "heap-buffer-overflow" in "".join(outcome.errors)
