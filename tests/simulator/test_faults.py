"""Failures that the environment asks for: what can be asked for, which call fails, and the list of the calls."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyaclnn import ArgumentValueError
from pyaclnn.simulator.faults import Call, CallList, Fault, read_calls
from pyaclnn.simulator.injection import Injection
from pyaclnn.simulator.settings import Settings

from .machines import Sim


def asked(text: str) -> Fault | None:
    return Settings.make(environ={"PYACLNN_SIMULATOR_FAIL": text}).fault


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", None),
        ("7", Fault(7)),
        ("7+", Fault(7, lasts=True)),
        ("7=107002", Fault(7, code=107002)),
        ("aclrtMalloc:2", Fault(2, "^aclrtMalloc$")),
        ("aclnnAddGetWorkspaceSize:1", Fault(1, "^aclnnAddGetWorkspaceSize$")),
        ("aclrt*Stream*:3+=2147483647", Fault(3, r"^aclrt\w*Stream\w*$", 2147483647, True)),
        ("*:1", Fault(1, r"^\w*$")),
    ],
)
def test_what_can_be_asked_for(text: str, fault: Fault | None) -> None:
    assert asked(text) == fault


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("0", "calls are counted from 1"),
        ("aclrtMalloc:0", "calls are counted from 1"),
        ("7=0", "codes of failures are numbers from 1 to 2147483647"),
        ("7=2147483648", "codes of failures are numbers from 1 to 2147483647"),
        ("aclrtMaloc:1", "no function that can fail is called 'aclrtMaloc'"),
        ("aclDataTypeSize:1", "no function that can fail is called 'aclDataTypeSize'"),
        ("aclAppLog:1", "no function that can fail is called 'aclAppLog'"),
        ("malloc:1", "no function that can fail is called 'malloc'"),
        *[
            (text, r"allowed is \[NAME:\]N")
            for text in (
                "aclrtMalloc", "aclrtMalloc:", ":1", "-1", "+1", "1 ", " 1", "1.5", "1;2", "1,2", "7=", "7=x", "7=-1",
                "7=1+", "acl.*:1", "x\n:1", "1\n", "\u0661", "9" * 19, "1=" + "9" * 5000, "a b:1", "a:b:1", "++",
            )
        ],
    ],
)  # fmt: skip
def test_what_is_refused(text: str, reason: str) -> None:
    with pytest.raises(ArgumentValueError, match=reason) as caught:
        asked(text)
    assert str(caught.value).startswith("PYACLNN_SIMULATOR_FAIL is ")
    assert len(str(caught.value)) < 300


def sim_with(fault: Fault | None, calls: str = "") -> Sim:
    return Sim(fault=fault, calls=calls)


def test_the_call_of_a_number_fails() -> None:
    sim = sim_with(Fault(3))
    codes = [sim("aclInit", sim.null), sim("aclrtSetDevice", 0), sim("aclrtSynchronizeDevice"), sim("aclFinalize")]
    assert codes == [0, 0, 507899, 0]
    assert "call 3, aclrtSynchronizeDevice, failed" in (sim.message() or "")


def test_the_call_of_a_name_fails_and_others_are_not_counted() -> None:
    sim = sim_with(Fault(2, "^aclrtMalloc$", 107002))
    sim.ok("aclrtSetDevice", 0)
    pointer = sim.ffi.new("void **")
    codes = [sim("aclrtMalloc", pointer, 8, 0), *(sim("aclrtMalloc", pointer, 8, 0) for _ in range(2))]
    assert codes == [0, 107002, 0]


def test_failures_that_last_leave_their_text_to_be_read() -> None:
    sim = sim_with(Fault(2, lasts=True))
    assert [sim("aclrtSetDevice", 0) for _ in range(3)] == [0, 507899, 507899]
    assert "failed because a test wants it to" in (sim.message() or "")
    assert sim("aclrtSetDevice", 0) == 507899


def test_the_text_can_be_what_fails() -> None:
    sim = sim_with(Fault(1, "^aclGetRecentErrMsg$", lasts=True))
    assert sim("aclrtSetDevice", 5) == 107001
    assert [sim.message(), sim.message()] == [None, None]


def test_functions_that_can_not_fail_do_not() -> None:
    sim = sim_with(Fault(1, lasts=True))
    assert sim("aclDataTypeSize", 0) == 4
    assert sim("aclrtSetDevice", 0) == 507899


def test_the_list_has_every_call_and_a_later_machine_goes_on_in_it(tmp_path: Path) -> None:
    listed = tmp_path / "calls"
    listed.write_text("of an earlier process\n")
    sim = sim_with(Fault(2, "^aclrtSetDevice$"), str(listed))
    sim("aclInit", sim.null), sim("aclDataTypeSize", 0), sim("aclrtSetDevice", 5)
    sim("aclrtSetDevice", 0), sim("aclCreateIntArray", sim.null, 0), sim("aclFinalize")
    lines = [
        "1 aclInit 0", "2 aclrtSetDevice 107001", "3 aclrtSetDevice 507899 injected", "4 aclCreateIntArray 0",
        "5 aclFinalize 0",
    ]  # fmt: skip
    assert listed.read_text().splitlines() == lines
    later = sim_with(None, str(listed))
    later.ok("aclInit", later.null)
    assert listed.read_text().splitlines() == [*lines, "1 aclInit 0"]


def test_the_list_is_read_back() -> None:
    calls = [Call(1, "aclInit", 0, False), Call(2, "aclrtFree", 507899, True)]
    assert list(read_calls(["1 aclInit 0\n", "2 aclrtFree 507899 injected\n"])) == calls


@pytest.mark.parametrize("path", ["/nonexistent/calls", "/", "a\0b"])
def test_a_list_that_can_not_be_written(path: str) -> None:
    with pytest.raises(ArgumentValueError, match=r"PYACLNN_SIMULATOR_CALLS is .*, which can't be written: "):
        CallList(path)


def test_nothing_is_counted_without_the_variables() -> None:
    assert Injection.wanted(Settings.make(environ={})) is None
