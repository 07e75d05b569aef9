"""Commands run in this process, on the fake installations of ``tests/abi``."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from pyaclnn.cli.main import main

from ..abi.conftest import FakeCann, build, cann, clean

__all__ = ["FakeCann", "build", "cann", "clean"]

Doctor = Callable[[], dict[str, Any]]
WIDTH = 100


@pytest.fixture
def doctor(capsys: pytest.CaptureFixture[str], clean: pytest.MonkeyPatch) -> Doctor:
    """What the doctor says, as JSON; the text must fit the terminal and tell the same."""
    clean.setenv("COLUMNS", str(WIDTH))

    def run() -> dict[str, Any]:
        assert main(["doctor", "--json"]) == 0
        report: dict[str, Any] = json.loads(capsys.readouterr().out)
        assert main(["doctor"]) == 0
        text = capsys.readouterr().out
        assert max(map(len, text.splitlines())) <= WIDTH
        joined = "".join(text.split())
        for name in ("libraries", "custom", "includes", "kernels", "differing", "problems", "advice", "notes"):
            for value in report[name]:
                assert "".join(value.split()) in joined, (name, value)
        for value in (report["root"], report["version"], report["soc"], report["backend"], report["python"]):
            assert "".join(value.split()) in joined
        assert ("Nothingiswrong." in joined) is (report["problems"] == [])
        assert len(report["problems"]) == len(report["advice"])
        return report

    return run
