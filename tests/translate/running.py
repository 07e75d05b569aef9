"""Samples with statements of a test in them, and what scripts print."""

from __future__ import annotations

import pytest

from .samples import ADD

_START, _END = "    for (size_t i = 0;", "    aclDestroyTensor(left);"
INCLUDES = "#include <algorithm>\n#include <cmath>\n#include <cstdlib>\n"


def with_results(statements: str, before_main: str = "") -> str:
    """A program that has ``result``, the floats 2.2, 3.2, 4.2 and 5.2, which an operator gave, and works on them."""
    first, rest = ADD[: ADD.index(_START)], ADD[ADD.index(_END) :]
    return INCLUDES + first.replace("int main() {", f"{before_main}\nint main() {{", 1) + statements + "\n" + rest


def output(script: str, capsys: pytest.CaptureFixture[str]) -> str:
    """What a script prints, on the simulator."""
    exec(compile(script, "script", "exec"), {"__name__": "__main__"})
    return capsys.readouterr().out
