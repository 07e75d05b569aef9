"""Device memory that runs out: at each allocation of each program and sample, once and for good."""

from __future__ import annotations

import gc
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pyaclnn import OutOfMemoryError
from pyaclnn import device as device_module
from pyaclnn.simulator.injection import Injection

from .. import routes
from . import programs
from .test_injection import SAMPLES, machine_of_programs, run, sample

ALLOCATIONS = "aclrtMalloc"
# samples/two_phases.py allocates its workspace by a raw C call, which nothing tries again.
RAW = "aclrtMalloc failed with 207001"


@pytest.fixture(params=[*programs.ALL, *SAMPLES], ids=lambda p: p.stem if isinstance(p, Path) else p.__name__)
def program(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Callable[[], Any]:
    monkeypatch.setenv("PYACLNN_BACKEND", "simulator")
    monkeypatch.setenv("PYACLNN_SIMULATOR_SOC", programs.SOC)
    found = request.param
    return sample(found) if isinstance(found, Path) else found  # type: ignore[no-any-return]


@pytest.fixture(params=[True, False], ids=["reuse", "own allocations"])
def reuses(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether devices that don't say so reuse memory, whatever the check mode is."""
    monkeypatch.setattr(device_module, "is_checked", lambda backend: not request.param)
    return bool(request.param)


@pytest.fixture
def no_collection() -> Iterator[None]:
    """When the collector runs would decide which allocations there are."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def require_nothing_left(machine: Any, where: str) -> None:
    assert machine.live_handles() == {}, where
    assert machine.memory.used(0) == 0, where
    assert [str(f) for f in machine.findings] == [], where


@pytest.mark.usefixtures("no_collection", "reuses")
def test_memory_that_runs_out_at_any_allocation(program: Callable[[], Any], capsys: pytest.CaptureFixture[str]) -> None:
    machine = machine_of_programs()
    assert run(machine, program, Injection()) is None  # the first run also learns what outputs are like
    count = Injection(only=ALLOCATIONS)
    assert run(machine, program, count) is None
    assert count.calls > 0
    raw = 0
    for at in range(1, count.calls + 1):
        where = f"allocation {at} of {count.calls}"
        once = Injection(at=at, only=ALLOCATIONS)
        failure = run(machine, program, once)
        assert once.failed == ALLOCATIONS, where
        require_nothing_left(machine, where)
        is_raw = failure is not None and str(failure) == RAW
        raw += is_raw
        assert failure is None or is_raw, where  # what fails once is tried again
        for_good = Injection(at=at, only=ALLOCATIONS, lasts=True)
        failure = run(machine, program, for_good)
        if is_raw:
            assert str(failure) == RAW
            require_nothing_left(machine, where)
            continue
        assert isinstance(failure, OutOfMemoryError), f"{where}: {failure!r}"
        assert (failure.code, failure.function) == (207001, "aclrtMalloc")
        assert re.search(r"[1-9]\d* bytes asked for; the device's pool holds \d+ bytes in \d+ alloc", str(failure))
        require_nothing_left(machine, where)
    assert raw == (program.__module__ == "two_phases")
    assert run(machine, program, Injection()) is None, "the device is not usable afterwards"
    with capsys.disabled():
        print(f" {count.calls} allocations.", end="")


@pytest.mark.usefixtures("reuses")
def test_unused_memory_and_waiting_outputs_are_given_back_before_the_last_try() -> None:
    machine = machine_of_programs()
    with programs.device() as d:
        x = d.tensor(np.ones(300, np.float32))
        kept = d.tensor(np.ones(300_000, np.float32))
        for _ in range(3):
            d.add(kept, kept, 1)  # the memory of outputs that died waits for the next of their kind
        del kept
        before = d.memory_stats()["segments"]
        assert before > 1
        injection = Injection(at=1, only="aclrtMalloc$", lasts=True)
        machine.injection = injection
        try:
            with pytest.raises(OutOfMemoryError):
                d.empty(30_000_000)
        finally:
            machine.injection = None
        calls = [name for name in injection.after if name in ("aclrtMalloc", "aclrtFree")]
        assert calls[-1] == "aclrtMalloc"
        assert calls.count("aclrtFree") == before - 1
        assert d.memory_stats()["segments"] == 1
        assert (x.numpy() == 1).all()


@pytest.mark.usefixtures("reuses")
def test_a_device_that_is_really_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYACLNN_SIMULATOR_MEMORY", str(1 << 20))
    with routes.open_device(programs.SOC) as d:
        held = [d.empty(50_000) for _ in range(5)]  # 200,000 bytes each
        del held[1:]
        assert d.empty(200_000).nbytes == 800_000  # fits once the four are given back
        held.append(d.empty(150_000))
        with pytest.raises(OutOfMemoryError, match=r"400000 bytes asked for; .* in 2 allocations, .* take 800000"):
            d.empty(100_000)
        assert d.add(d.tensor([1.0]), d.tensor([2.0]), 1).numpy() == [3]
