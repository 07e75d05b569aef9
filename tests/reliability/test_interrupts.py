"""Ctrl-C at each point of programs: nothing leaks, no lock stays taken, and the device goes on.

By default every few points are tried; ``PYACLNN_TEST_INTERRUPTS=1`` tries each, another number every so many.
"""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import textwrap
import threading
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from pyaclnn import Device, selection

from .. import routes
from . import programs
from .interrupts import Interrupter

# Every so many points; a prime, so that repeated code is not met at the same places.
STEP = int(os.environ.get("PYACLNN_TEST_INTERRUPTS") or 61)


def machine_of_programs() -> Any:
    with programs.device() as d:
        return routes.machine_behind(d._backend)


@pytest.fixture(autouse=True)
def _collecting_again() -> Iterator[None]:
    yield
    gc.enable()


def is_free(lock: Any) -> bool:
    """Whether another thread can take a lock."""
    outcome: list[bool] = []

    def take() -> None:
        outcome.append(lock.acquire(timeout=5))
        if outcome[0]:
            lock.release()

    thread = threading.Thread(target=take)
    thread.start()
    thread.join()
    return outcome[0]


def interrupted(program: Callable[[], Any], at: int) -> Interrupter:
    """Runs a program with an interrupt, which must come out, or come in a finalizer, where Python reports it itself."""
    failure: BaseException | None = None
    gc.disable()  # `require_nothing_left` closes what an interrupted block left open, before it is collected
    with Interrupter(at) as interrupter:
        try:
            program()
        except KeyboardInterrupt as error:
            failure = error
    if at and interrupter.points >= at:
        came = failure if failure is not None else interrupter.ignored[0] if interrupter.ignored else None
        assert isinstance(came, KeyboardInterrupt), f"{interrupter.where} was lost"
        came.__traceback__ = None
    assert len(interrupter.ignored) == (failure is None and at > 0 and interrupter.points >= at)
    return interrupter


def require_nothing_left(machine: Any, where: str) -> None:
    assert is_free(selection._registry._lock), where
    for known in selection.known_backends():
        assert is_free(known._lock), where
        for device in list(known.devices):
            device.close()  # the interrupt may have come as its block was being left
    gc.enable()
    if machine.live_handles() or machine.memory.used(0):
        gc.collect()  # what only a cycle, or a traceback in one, still holds is not leaked
    assert machine.live_handles() == {}, where
    assert machine.memory.used(0) == 0, where
    assert [str(f) for f in machine.findings] == [], where


@pytest.mark.parametrize("program", programs.ALL, ids=lambda p: p.__name__)
def test_an_interrupt_anywhere_leaves_nothing(program: Callable[[], Any], capfd: pytest.CaptureFixture[str]) -> None:
    machine = machine_of_programs()
    program()
    points = interrupted(program, 0).points
    assert points > 100
    for at in range(1, points + 1, STEP):
        where = interrupted(program, at).where
        require_nothing_left(machine, where)
        assert is_free(machine.lock), where
    program()
    assert capfd.readouterr() == ("", "")
    with capfd.disabled():
        print(f" {points} points, every {STEP}.", end="")


def call_with_output(d: Device) -> None:
    x = d.tensor(np.float32([1, 2]))
    d.add(x, x, 2, d.empty(2))


def call_without_output(d: Device) -> None:
    x = d.tensor(np.float32([1, 2]))
    for _ in range(3):
        d.add(x, x, 2)


def call_with_workspace(d: Device) -> None:
    x = d.tensor(np.float32([[1, 2], [3, 4]])).T
    for _ in range(2):
        d.add(x, x, 1)


def plan(d: Device) -> None:
    x = d.tensor(np.float32([1, 2]))
    made = d.add.plan(x, x, 1)
    made()
    made.run()
    made.close()


def graph(d: Device) -> None:
    x = d.tensor(np.float32([1, 2]))
    with d.capture() as recorded:
        d.add(x, x, 1)
    recorded.replay()
    recorded.close()


def lists(d: Device) -> None:
    x = d.tensor(np.float32([1, 2]))
    d.cat([x, x], 0)
    d.foreach_mul_scalar_list([x, x], [2.0, 3.0])


def other_stream(d: Device) -> None:
    x = d.tensor(np.float32([1, 2]))
    with d.stream() as s:
        y = d.add(x, x, 1)
        with d.event() as event:
            event.record(s)
    y.numpy()


def copies(d: Device) -> None:
    x = d.tensor(np.arange(6, dtype=np.float32).reshape(2, 3))
    x.T.numpy()
    x[:, ::2].copy_from(0)
    d.trim()


ON_A_DEVICE = (
    call_with_output, call_without_output, call_with_workspace, plan, graph, lists, other_stream, copies,
)  # fmt: skip


@pytest.mark.parametrize("program", ON_A_DEVICE, ids=lambda p: p.__name__)
def test_a_device_goes_on_after_an_interrupt(
    program: Callable[[Device], None], capfd: pytest.CaptureFixture[str]
) -> None:
    machine = machine_of_programs()
    with programs.device() as d:
        program(d)
        points = interrupted(lambda: program(d), 0).points
    for at in range(1, points + 1, STEP):
        with programs.device() as d:
            where = interrupted(lambda: program(d), at).where
            for lock in (machine.lock, d._lock, d._pool.lock, d._backend._lock, d._backend.interface._lock):
                assert is_free(lock), where
            assert "executor" not in machine.live_handles() or program is plan, where
            stream = d._current_stream()
            if stream.capture is not None:  # the interrupt came as the block was being left
                stream.capture.close()
            x = d.tensor(np.float32([1, 2]))
            assert d.add(x, x, 2).numpy().tolist() == [3, 6], where
            program(d)
            d.synchronize()
            del x
        require_nothing_left(machine, where)
    assert capfd.readouterr() == ("", "")
    with capfd.disabled():
        print(f" {points} points, every {STEP}.", end="")


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no interval timers here")
def test_ctrl_c_in_the_middle_of_a_simulated_function_comes_after_it() -> None:
    """The interrupts come from outside, at any time: most of them while the simulator computes."""
    code = """
        import os, signal, threading, time
        import numpy as np
        from tests.routes import machine_behind
        from tests.reliability import programs

        presses, seen, ready = 25, 0, threading.Event()

        def press():
            for delay in np.random.default_rng(1).random(presses) * 0.004:
                ready.wait()
                ready.clear()
                time.sleep(delay)
                os.kill(os.getpid(), signal.SIGINT)

        with programs.device() as d:
            machine = machine_behind(d._backend)
            x, out = d.tensor(np.ones((64, 64), np.float32)), d.empty((64, 64))
            values = np.empty((64, 64), np.float32)
            d.mm(x, x, out, 0).numpy(values)  # the modules of a first call: Python loses interrupts while it imports
            threading.Thread(target=press, daemon=True).start()
            while seen < presses:
                try:
                    ready.set()
                    while True:  # nothing is freed here: what comes in a finalizer Python does not pass on
                        d.mm(x, x, out, 0)
                        assert out.numpy(values)[0, 0] == 64
                except KeyboardInterrupt:
                    seen += 1
            left = machine.live_handles()
            assert set(left) == {"stream", "aclTensor"}, left
        assert machine.live_handles() == {}, machine.live_handles()
        assert machine.memory.used(0) == 0
        assert signal.getsignal(signal.SIGINT) is not signal.default_int_handler
    """
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)],
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
