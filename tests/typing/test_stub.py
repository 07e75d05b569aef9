"""The generated stub: up to date, and what type checkers make of calls."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools import stubs

HERE = Path(__file__).parent
NEEDS_MYPY = pytest.mark.skipif(importlib.util.find_spec("mypy") is None, reason="mypy is not installed")
NEEDS_PYRIGHT = pytest.mark.skipif(shutil.which("pyright") is None, reason="pyright is not installed")


def test_the_stub_is_what_the_tool_writes() -> None:
    assert stubs.TARGET.read_text() == stubs.generate(), "run python -m tools.stubs"


def test_the_stub_has_every_operator_and_is_python() -> None:
    text = stubs.TARGET.read_text()
    compile(text, "stub", "exec")
    assert len(re.findall(r"^    \w+: _\w+$", text.split("class TypedOperators:")[1], re.M)) >= 1009


def marked(file: Path) -> list[int]:
    return [n for n, line in enumerate(file.read_text().splitlines(), 1) if line.endswith("# refused")]


def complaints(command: list[str], file: Path) -> list[int]:
    result = subprocess.run([*command, str(file)], capture_output=True, text=True, cwd=HERE.parents[1], check=False)
    found = re.findall(rf"{file.name}:(\d+)(?::\d+)?(?: -)?:? error", result.stdout)
    assert result.returncode in (0, 1), result.stdout + result.stderr
    return sorted({int(n) for n in found})


MYPY = [
    sys.executable,
    "-m",
    "mypy",
    "--config-file",
    "pyproject.toml",
    "--no-error-summary",
    "--disable-error-code=type-arg",
]


@NEEDS_MYPY
def test_mypy_accepts_and_refuses() -> None:
    assert complaints(MYPY, HERE / "accepted.py") == []
    assert complaints(MYPY, HERE / "refused.py") == marked(HERE / "refused.py")


@NEEDS_PYRIGHT
def test_pyright_accepts_and_refuses() -> None:
    assert complaints(["pyright"], HERE / "accepted.py") == []
    assert complaints(["pyright"], HERE / "refused.py") == marked(HERE / "refused.py")
