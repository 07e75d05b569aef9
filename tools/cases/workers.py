"""Cases run in processes of their own: a reference is code from the checkout, so it may crash or never end."""

from __future__ import annotations

import contextlib
import io
import multiprocessing
import queue
import threading
import warnings
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any

from .files import Case
from .outcomes import CRASHED, Outcome

if TYPE_CHECKING:
    from .running import Runner

_START_LIMIT = 120  # seconds that a process may take to load PyTorch


def runner(backend: str, socs: tuple[str, ...], seed: int) -> Runner:
    """What each process makes once."""
    from .running import Runner  # with PyTorch: in the processes only

    return Runner(backend, socs, seed)


def run_all(
    cases: Sequence[Case], make: Callable[[], Runner], jobs: int, limit: float
) -> Iterator[tuple[Case, Outcome]]:
    """Every case with its outcome, in the order in which they end. ``limit`` is in seconds for each case."""
    waiting: queue.SimpleQueue[Case] = queue.SimpleQueue()
    for case in cases:
        waiting.put(case)
    ended: queue.SimpleQueue[tuple[Case, Outcome]] = queue.SimpleQueue()
    threads = [threading.Thread(target=_serve, args=(waiting, ended, make, limit), daemon=True) for _ in range(jobs)]
    for thread in threads:
        thread.start()
    for _ in cases:
        yield ended.get()
    for thread in threads:
        thread.join()


def _serve(waiting: Any, ended: Any, make: Callable[[], Runner], limit: float) -> None:
    """Gives one process case after case; a process that fails is replaced."""
    worker: _Worker | None = None
    while True:
        try:
            case = waiting.get_nowait()
        except queue.Empty:
            break
        outcome = Outcome(CRASHED, "the process did not start")
        with contextlib.suppress(OSError, EOFError):
            worker = worker or _Worker(make)
            outcome = worker.run(case, limit)
        if outcome.state == CRASHED and worker is not None:
            worker.end()
            worker = None
        ended.put((case, outcome))
    if worker is not None:
        worker.end()


class _Worker:
    def __init__(self, make: Callable[[], Runner]) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs, make), daemon=True)
        self._process.start()
        theirs.close()
        if not self._pipe.poll(_START_LIMIT):
            raise EOFError
        self._pipe.recv()

    def run(self, case: Case, limit: float) -> Outcome:
        try:
            self._pipe.send(case)
            if not self._pipe.poll(limit):
                return Outcome(CRASHED, f"ran for more than {limit:g} s")
            found: Outcome = self._pipe.recv()
            return found
        except (EOFError, OSError):
            self._process.join(5)
            return Outcome(CRASHED, f"the process ended with {self._process.exitcode}")

    def end(self) -> None:
        self._pipe.close()
        self._process.kill()
        self._process.join()


def _work(pipe: Connection, make: Callable[[], Runner]) -> None:
    """The process: what references print is dropped."""
    runner = make()
    pipe.send("ready")
    while True:
        try:
            case = pipe.recv()
        except EOFError:
            return
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            warnings.simplefilter("ignore")
            try:
                outcome = runner.run(case)
            except Exception as error:
                outcome = Outcome(CRASHED, f"{type(error).__name__}: {error}"[:300])
        pipe.send(outcome)
