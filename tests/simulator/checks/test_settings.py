"""Switching the check mode on and off, suppression, and the report at the end."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pyaclnn import ArgumentValueError
from pyaclnn.simulator.checks import NAMES, exit_report
from pyaclnn.simulator.settings import Settings

from .programs import NBYTES, Checked, is_here


def test_off_without_the_variable() -> None:
    settings = Settings.make(environ={})
    assert (settings.check, settings.suppress, settings.exit_code) == (False, frozenset(), 0)


def test_by_environment() -> None:
    environ = {
        "PYACLNN_SIMULATOR_CHECK": "1",
        "PYACLNN_SIMULATOR_SUPPRESS": "race, memory-leak,",
        "PYACLNN_SIMULATOR_CHECK_EXIT_CODE": "7",
    }
    settings = Settings.make(environ=environ)
    assert (settings.check, settings.suppress, settings.exit_code) == (True, {"race", "memory-leak"}, 7)


@pytest.mark.parametrize(
    ("name", "value"),
    [("CHECK", "yes"), ("SUPPRESS", "races"), ("CHECK_EXIT_CODE", "256"), ("CHECK_EXIT_CODE", "-1")],
)
def test_values_that_are_refused(name: str, value: str) -> None:
    with pytest.raises(ArgumentValueError, match=f"PYACLNN_SIMULATOR_{name}"):
        Settings.make(environ={f"PYACLNN_SIMULATOR_{name}": value})


class TestOff:
    def test_mistakes_have_no_findings(self) -> None:
        sim = Checked(check=False)
        x = sim.malloc(NBYTES)
        sim.add(x, sim.filled())
        sim.set(x, sim.stream())
        assert sim.wait() == 0
        sim.ok("aclrtFree", x)
        assert sim("aclrtFree", x) == 107000
        assert sim("aclFinalize") == 0
        assert sim.names == []
        assert sim.machine.report_at_exit() == ("", 0)

    def test_nothing_is_kept_for_it(self) -> None:
        sim = Checked(check=False)
        sim.set(sim.filled(), sim.null)
        stream = sim.machine.current.require().default_stream
        assert sim.machine.checks is None
        assert stream.watch is None
        assert stream.queue[0].place == ""
        assert all(a.written is None for a in sim.machine.memory.allocations())


class TestSuppression:
    @pytest.mark.parametrize("name", ["uninitialized-read", "memory-leak", "operand-freed-early"])
    def test_what_only_the_check_mode_sees_does_not_fail(self, name: str) -> None:
        sim = Checked(suppress=frozenset([name]))
        x, out = (sim.malloc if name == "uninitialized-read" else lambda _: sim.filled())(NBYTES), sim.filled()
        sim.add(x, out)
        if name == "operand-freed-early":
            sim.ok("aclrtFree", x)
        else:
            assert sim.wait() == 0
            if name == "memory-leak":
                sim.ok("aclrtResetDevice", 0)
        assert sim.names == []

    def test_what_fails_anyway_still_fails(self) -> None:
        sim = Checked(suppress=frozenset(["double-free"]))
        x = sim.filled()
        sim.ok("aclrtFree", x)
        assert sim("aclrtFree", x) == 107000
        assert sim.names == []

    def test_for_a_while(self, sim: Checked) -> None:
        assert sim.machine.checks is not None
        streams = sim.stream(), sim.stream()
        x = sim.filled()
        with sim.machine.checks.suppress("race"):
            sim.set(x, streams[0])
            sim.set(x, streams[1])
        assert sim.names == []
        sim.set(x, streams[0])
        assert sim.names == ["race"]

    def test_every_name_is_documented(self) -> None:
        page = (Path(__file__).parents[3] / "docs" / "check-mode.md").read_text()
        rows = [f"| `{name}` | {code} | {text} |" for name, (code, text) in NAMES.items()]
        assert [line for line in page.splitlines() if line.startswith("| `") and "PYACLNN" not in line] == rows


class TestReport:
    def test_what_is_left_without_a_finalize(self, sim: Checked, capsys: pytest.CaptureFixture[str]) -> None:
        sim.malloc(24)
        assert exit_report(sim.machine) == 0
        text = capsys.readouterr().err
        assert "1 finding\n" in text
        assert "[memory-leak] 24 bytes" in text
        assert "made at" in text

    def test_the_exit_code(self) -> None:
        sim = Checked(exit_code=3)
        assert sim.machine.report_at_exit() == ("", 0)
        sim.stream()
        text, code = sim.machine.report_at_exit()
        assert code == 3
        assert "[handle-leak] a stream was never destroyed" in text

    def test_after_a_finalize_nothing_is_told_twice(self, sim: Checked) -> None:
        sim.malloc(24)
        sim("aclFinalize")
        assert sim.machine.report_at_exit()[0].count("memory-leak") == 1

    def test_nothing(self, sim: Checked, capsys: pytest.CaptureFixture[str]) -> None:
        assert exit_report(sim.machine) == 0
        assert capsys.readouterr().err == ""


_PROGRAM = """
import numpy as np
from pyaclnn import Device
with Device(0, backend="simulator") as d:
    c = d.c_interface
    pointer = c.ffi.new("void **")
    c.function("aclrtMalloc")(pointer, 24, 0)
    if REPAIRED:
        c.function("aclrtFree")(pointer[0])
    print(d.add(np.ones(2, np.float32), np.ones(2, np.float32)).numpy())
"""


@pytest.mark.parametrize("check", ["0", "1"])
@pytest.mark.parametrize("repaired", [True, False])
@pytest.mark.parametrize("code", ["0", "9"])
def test_a_python_process(check: str, repaired: bool, code: str) -> None:
    environ = {
        **os.environ,
        "PYACLNN_SIMULATOR_CHECK": check,
        "PYACLNN_SIMULATOR_CHECK_EXIT_CODE": code,
    }
    program = _PROGRAM.replace("REPAIRED", str(repaired))
    done = subprocess.run(
        [sys.executable, "-c", program], env=environ, capture_output=True, text=True, timeout=60, check=False
    )
    found = check == "1" and not repaired
    assert "[2. 2.]" in done.stdout
    assert ("[memory-leak] 24 bytes" in done.stderr) == found, done.stderr
    assert done.returncode == (int(code) if found else 0)


def test_places_are_lines_of_the_program(sim: Checked) -> None:
    function = sim.libraries.base_function("aclrtFree")
    function(sim.bogus())
    assert is_here(sim.only.used)
