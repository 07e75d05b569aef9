"""Ten threads at once on one device: right values, and nothing left.

``PYACLNN_TEST_THREAD_CALLS`` is how many rounds each thread makes (10000 for the full run).
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from pyaclnn import ClosedError, Device, selection
from pyaclnn.backend import Backend

from .. import routes
from . import programs

THREADS = 10
ROUNDS = int(os.environ.get("PYACLNN_TEST_THREAD_CALLS") or 60)


def together(*work: Callable[[], object]) -> None:
    """Runs functions on threads of their own, which begin at the same moment; raises the first failure."""
    barrier = threading.Barrier(len(work))
    failures: list[BaseException] = []

    def run(function: Callable[[], object]) -> None:
        try:
            barrier.wait()
            function()
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=run, args=(f,), daemon=True) for f in work]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(3600)
        assert not thread.is_alive(), "a thread hangs"
    if failures:
        raise failures[0]


@pytest.fixture
def one() -> Iterator[Device]:
    with routes.open_device(programs.SOC) as d:
        yield d


class Worker:
    """What one thread does in each round, with tensors of its own and one that all threads read."""

    def __init__(self, device: Device, number: int, shared: Any) -> None:
        self.device, self.number, self.shared = device, number, shared
        self.own = device.tensor(np.full((3, 4), number, np.float32))
        self.sum = device.tensor(np.zeros((3, 4), np.float32))
        self.out = device.empty((3, 4))
        self.plan = device.add.plan(self.own, shared, 1, self.out)
        self.calls = 0

    def values(self) -> np.ndarray[Any, Any]:
        return np.arange(12, dtype=np.float32).reshape(3, 4)

    def round(self, i: int) -> None:
        d, n, kind = self.device, self.number, i % 6
        if kind == 0:
            d.add(self.own, self.shared, i, self.out)
            self.check(self.out, n + i * self.values())
        elif kind == 1:
            self.check(d.mul(self.own, self.shared), n * self.values())
        elif kind == 2:
            d.inplace_add(self.sum, self.shared, 1)
        elif kind == 3:
            self.check(self.plan.run(), n + self.values())
        elif kind == 4:  # needs a workspace
            self.check(d.add(self.own.T, self.shared.T, 1), (n + self.values()).T)
        else:
            total, _ = d.cat([self.own, self.shared], 0), d.sub(self.shared, self.own, 1)
            self.check(total, np.concatenate([np.full((3, 4), n, np.float32), self.values()]))
            self.calls += 1
        self.calls += 1

    def check(self, tensor: Any, expected: np.ndarray[Any, Any]) -> None:
        np.testing.assert_array_equal(tensor.numpy(), expected)

    def run(self) -> None:
        for i in range(ROUNDS):
            self.round(i)
        count = len(range(2, ROUNDS, 6))
        self.check(self.sum, count * self.values())
        self.plan.close()

    def on_a_stream(self) -> None:
        with self.device.stream():
            self.plan.close()
            self.plan = self.device.add.plan(self.own, self.shared, 1, self.out)
            self.run()


def test_ten_threads_on_one_device(one: Device, capsys: pytest.CaptureFixture[str]) -> None:
    """Half of them on streams of their own, half on the one that they share."""
    shared = one.tensor(np.arange(12, dtype=np.float32).reshape(3, 4))
    workers = [Worker(one, n, shared) for n in range(THREADS)]
    together(*(w.run if w.number % 2 else w.on_a_stream for w in workers))
    np.testing.assert_array_equal(shared.numpy(), workers[0].values())
    calls = sum(w.calls for w in workers)
    machine = routes.machine_behind(one._backend)
    one.close()
    assert machine.live_handles() == {}
    assert machine.memory.used(0) == 0
    with capsys.disabled():
        print(f" {calls} calls of {THREADS} threads.", end="")


def test_one_plan_run_by_ten_threads(one: Device) -> None:
    x, total = one.tensor(np.float32([1, 2])), one.tensor(np.float32([0, 0]))
    with one.inplace_add.plan(total, x, 1) as plan:

        def work() -> None:
            for _ in range(ROUNDS):
                plan.run()

        together(*[work] * THREADS)
    assert total.numpy().tolist() == [THREADS * ROUNDS, 2 * THREADS * ROUNDS]


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[Device]:
    """A device whose backend nobody has used: no operator of it was looked up before."""
    if routes.ROUTE == "callbacks":
        monkeypatch.setattr(selection._registry, "_known", {})
    else:
        used = routes.open_device(programs.SOC)
        made = Backend("cann", type(used._backend.interface)(lambda i: _on(used, i)))
        used.close()
        monkeypatch.setattr(selection._registry, "_known", {("cann",): made})
    with routes.open_device(programs.SOC) as d:
        yield d
    machine = routes.machine_behind(d._backend)
    assert machine.live_handles() == {}
    assert machine.memory.used(0) == 0
    d._backend.finalize()


def _on(device: Device, interface: Any) -> Any:
    """The libraries that another backend has found, for a new interface."""
    from pyaclnn.abi.library import CannLibraries

    return CannLibraries(interface.ffi, device._backend.interface.libraries.installation)  # type: ignore[attr-defined]


def test_operators_first_used_by_ten_threads_at_once(fresh: Device) -> None:
    x = np.float32([1, 4, 9])
    uses: list[tuple[str, tuple[Any, ...], Any]] = [
        ("sqrt", (x,), [1, 2, 3]),
        ("add", (x, x, 2), [3, 12, 27]),
        ("reduce_sum", (x, [0], False, "float32"), 14),
        ("cat", ([x, x], 0), [1, 4, 9, 1, 4, 9]),
        ("neg", (x,), [-1, -4, -9]),
        ("maximum", (x, x[::-1].copy()), [9, 4, 9]),
        ("cast", (x, "int32"), [1, 4, 9]),
        ("gt_scalar", (x, 3), [False, True, True]),
    ]
    for name, arguments, expected in uses:
        results: list[Any] = []

        def work(name: str = name, arguments: Any = arguments, results: list[Any] = results) -> None:
            results.append(getattr(fresh, name)(*arguments).numpy().tolist())

        together(*[work] * THREADS)
        assert results == [expected] * THREADS, name


@pytest.mark.parametrize("delay", range(6))
def test_a_device_closed_while_others_use_it(delay: int) -> None:
    d = routes.open_device(programs.SOC)
    machine = routes.machine_behind(d._backend)
    x = d.tensor(np.arange(12, dtype=np.float32).reshape(3, 4))
    running = threading.Semaphore(0)
    outcomes: list[BaseException] = []

    def until_closed(use: Callable[[], object]) -> None:
        try:
            while True:
                use()
                running.release()
        except Exception as error:
            outcomes.append(error)

    def on_a_stream() -> None:
        with d.stream():
            d.add(x, x, 1).numpy()

    def plan() -> None:
        with d.add.plan(x, x, 1) as made:
            made.run()

    uses: list[Callable[[], object]] = [
        lambda: d.add(x, x, 1),
        lambda: d.add(x.T, x.T, 1).numpy(),
        lambda: d.tensor([1.0]).numpy(),
        lambda: d.cat([x, x], 0),
        on_a_stream,
        plan,
        lambda: d.add(x, d.tensor(np.ones((3, 4), np.float32)), 3),
        d.synchronize,
        lambda: d.empty(1000),
        lambda: d.tensor(np.ones((3, 4), np.float32)).T.copy_from(0),
    ]

    def close() -> None:
        for _ in range(20 + 7 * delay):
            running.acquire()
        d.close()

    together(close, *(lambda use=use: until_closed(use) for use in uses))  # type: ignore[misc]
    assert len(outcomes) == len(uses)
    assert [e for e in outcomes if not isinstance(e, ClosedError)] == []
    uses.clear()
    machine.findings.clear()  # what such calls still did with handles and memory that were gone
    assert machine.live_handles() == {}
    assert machine.memory.used(0) == 0
    with d:
        assert d.add([1.0], [2.0], 1).numpy() == [3]
