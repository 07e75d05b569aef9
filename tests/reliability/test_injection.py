"""Each C call of each program and sample fails once: the right exception comes, and nothing leaks or breaks."""

from __future__ import annotations

import contextlib
import gc
import importlib.util
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pyaclnn import AclError, PyaclnnError
from pyaclnn.simulator.injection import Injection

from . import programs

SAMPLES = sorted((Path(__file__).parents[2] / "samples").glob("*.py"))
Program = Callable[[], Any]


def sample(path: Path) -> Program:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.main


def machine_of_programs() -> Any:
    with programs.device() as d:
        return d._backend.interface.libraries.machine  # type: ignore[attr-defined]


def run(machine: Any, program: Program, injection: Injection) -> BaseException | None:
    machine.injection = injection
    failure: BaseException | None = None
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            program()
    except BaseException as error:
        failure = error
    finally:
        machine.injection = None
    if failure is not None:
        failure.__traceback__ = None
    if machine.live_handles() or machine.memory.used(0):
        gc.collect()  # what only a cycle still holds is not leaked
    return failure


def check_every_point(machine: Any, program: Program) -> int:
    """Runs the program once for each of its C calls, that call failing; the number of calls."""
    clean = Injection()
    assert run(machine, program, clean) is None
    assert clean.calls > 5
    for at in range(1, clean.calls + 1):
        injection = Injection(at=at)
        failure = run(machine, program, injection)
        where = f"call {at} of {clean.calls}, {injection.failed or clean.names[at - 1]}"
        expected_failure(failure, where)
        assert machine.live_handles() == {}, where
        assert machine.memory.used(0) == 0, where
        findings = [str(f) for f in machine.checks.findings] if machine.checks is not None else []
        assert findings == [], where
    assert run(machine, program, Injection()) is None, "the device is not usable afterwards"
    return clean.calls


def expected_failure(failure: BaseException | None, where: str) -> None:
    """None (the call could fail without harm), or an exception of ours that names code and function."""
    if failure is None:
        return
    if type(failure) is RuntimeError and " failed with " in str(failure):
        return  # two_phases.py makes raw C calls, and tells of their codes itself
    assert isinstance(failure, PyaclnnError), f"{where}: {failure!r}"
    if isinstance(failure, AclError):
        assert failure.function, where
        assert "failed because a test wants it to" in str(failure) or failure.detail == "", f"{where}: {failure}"


@pytest.mark.parametrize("program", programs.ALL, ids=lambda p: p.__name__)
def test_each_call_of_a_program_fails_once(program: Program, capsys: pytest.CaptureFixture[str]) -> None:
    points = check_every_point(machine_of_programs(), program)
    with capsys.disabled():
        print(f" {points} points.", end="")


@pytest.mark.parametrize("path", SAMPLES, ids=lambda p: p.stem)
def test_each_call_of_a_sample_fails_once(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PYACLNN_BACKEND", "simulator")
    monkeypatch.setenv("PYACLNN_SIMULATOR_SOC", programs.SOC)
    points = check_every_point(machine_of_programs(), sample(path))
    with capsys.disabled():
        print(f" {points} points.", end="")


def test_an_allocation_that_fails_once_is_tried_again_after_a_trim() -> None:
    machine = machine_of_programs()
    with programs.device() as d:
        x = d.tensor([1.0, 2.0])
        del x
        machine.injection = Injection(at=1, only="aclrtMalloc$")
        try:
            big = d.empty(100_000)
        finally:
            machine.injection = None
        assert big.shape == (100_000,)


@pytest.mark.parametrize("code", [161001, 161002, 561002, 561103])
def test_a_first_phase_that_fails(code: int) -> None:
    machine = machine_of_programs()
    with programs.device() as d:
        x, y = d.tensor([1.0]), d.tensor([2.0]).T
        machine.injection = Injection(at=1, only="GetWorkspaceSize", code=code)
        try:
            with pytest.raises(AclError) as caught:
                d.cat([x, y], 0)  # an operator without a fast path, which would try again
        finally:
            machine.injection = None
        assert caught.value.code == code
        assert caught.value.function == "aclnnCatGetWorkspaceSize"
        assert "failed because a test wants it to" in caught.value.detail
        assert d.cat([x, y], 0).shape == (2,)


@pytest.mark.parametrize("code", [107002, 207001, 361001, 507035, 561103])
def test_a_second_phase_that_fails(code: int) -> None:
    machine = machine_of_programs()
    with programs.device() as d:
        x = d.tensor([1.0])
        d.add(x, x, 1)
        machine.injection = Injection(at=1, only="^aclnnAdd$", code=code)
        try:
            with pytest.raises(AclError) as caught:
                d.add(x, x, 1)
        finally:
            machine.injection = None
        assert caught.value.code == code
        assert caught.value.function == "aclnnAdd"
        assert "float32[1]" in str(caught.value)
        assert machine.live_handles().get("executor") is None
        assert d.add(x, x, 1).numpy() == [2.0]
