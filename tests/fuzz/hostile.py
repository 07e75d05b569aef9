"""Hostile calls, one for each seed: each must end in a result or in an exception of ours, and leave nothing behind.

They run in child processes, so that one that crashes or does not end is counted as well.
"""

from __future__ import annotations

import contextlib
import faulthandler
import gc
import json
import os
import random
import resource
import subprocess
import sys
import traceback
import warnings
from collections import Counter
from pathlib import Path
from typing import Any

import pyaclnn
from pyaclnn import PyaclnnError, Tensor
from pyaclnn.values import reason

from .hostile_calls import CALLS, World

BATCH = 500  # cases for one process
_SECONDS = 120  # for one case
_MEMORY = 1 << 28
_ADDRESS_SPACE = 6 << 30  # what is asked for beyond that fails with MemoryError at once
_LONGEST_MESSAGE = 20_000
_PACKAGE = str(Path(pyaclnn.__file__).parent)
_RULES, _SIMULATOR = "can't be told from these arguments", "the simulator failed"
_NAMES = [name for name, (weight, _) in CALLS.items() for _ in range(weight)]


def case(w: World, seed: int) -> tuple[str, str]:
    """Makes the call of a seed: how it ended, and what was called. ``wrong: ...`` is what must not be."""
    rng = random.Random(seed)
    name = rng.choice(_NAMES)
    values: list[Any] = []

    def value() -> Any:
        values.append(w.value(rng))
        return values[-1]

    try:
        result = CALLS[name][1](w, rng, value)
        if isinstance(result, Tensor) and result.size < 10**6:
            result.numpy()
        return "result", name
    except (Exception, SystemExit) as error:
        return _judged(error), name


def _judged(error: BaseException) -> str:
    """What is to be said of an exception."""
    if isinstance(error, SystemExit):  # the command line's own
        return "refused" if error.code in (0, 1, 2) else f"wrong: exit code {error.code!r}"
    if isinstance(error, PyaclnnError):
        try:
            text = str(error)
        except Exception as failure:
            return f"wrong: {type(error).__name__} whose text raises {failure!r}"
        if not text or len(text) > _LONGEST_MESSAGE:
            return f"wrong: {type(error).__name__} with a text of {len(text)} characters"
        if _SIMULATOR in text:
            return "wrong: " + next(line for line in text.splitlines() if _SIMULATOR in line)
        return "rules" if _RULES in text else "refused"
    frames = traceback.extract_tb(error.__traceback__)
    ours = [f for f in frames if f.filename.startswith((_PACKAGE, "<pyaclnn"))]
    if not ours:  # arguments that don't bind, or an operation of Python's on the value itself
        return "python"
    if isinstance(error, AttributeError) and frames[-1].name == "__getattr__":
        return "refused"
    last = ours[-1]
    return f"wrong: {type(error).__name__}: {reason(error)} at {Path(last.filename).name}:{last.lineno} in {last.name}"


class Gate:
    """What the world holds between cases: nothing more may be left by one."""

    def __init__(self, w: World) -> None:
        self._w = w
        self._before = self._held()

    def _held(self) -> tuple[Any, ...]:
        for device in (self._w.device, self._w.other):
            with contextlib.suppress(PyaclnnError):
                device.synchronize()
            device.trim()
            device._descriptors.clear()
        machine = self._w.device._backend.interface.libraries.machine  # type: ignore[attr-defined]
        stats = [d.memory_stats()["allocated"] for d in (self._w.device, self._w.other)]
        return machine.live_handles(), self._w.device._live_handles(), stats

    def left(self) -> str:
        """What is left that was not there before; empty when nothing is."""
        found = self._held()
        if found != self._before:
            gc.collect()  # what only a cycle holds is not leaked
            found = self._held()
        before, self._before = self._before, found
        return "" if before == found else f"{before} became {found}"


def child(first: int, count: int) -> None:
    """Runs cases; a line of JSON before and after each says how far it came."""
    warnings.simplefilter("ignore")
    resource.setrlimit(resource.RLIMIT_AS, (_ADDRESS_SPACE, _ADDRESS_SPACE))
    w = World()
    gate = Gate(w)
    for seed in range(first, first + count):
        _say(seed=seed)
        faulthandler.dump_traceback_later(_SECONDS, exit=True)
        outcome, name = case(w, seed)
        left = gate.left()
        if left:
            outcome = f"wrong: left behind: {left}; the call ended: {outcome}"
        faulthandler.cancel_dump_traceback_later()
        _say(seed=seed, name=name, outcome=outcome)
    machine = w.device._backend.interface.libraries.machine  # type: ignore[attr-defined]
    w.close()
    del w, gate
    gc.collect()
    _say(end=[machine.live_handles(), machine.memory.used(0)])


def _say(**facts: Any) -> None:
    sys.__stdout__.write(json.dumps(facts) + "\n")  # type: ignore[union-attr]
    sys.__stdout__.flush()  # type: ignore[union-attr]


def run(first: int, count: int) -> tuple[Counter[str], list[str]]:
    """Runs the cases of seeds from ``first`` on in child processes: counts of outcomes, and what was wrong."""
    counts: Counter[str] = Counter()
    wrong: list[str] = []
    seed, last = first, first + count
    while seed < last:
        number = min(BATCH, last - seed)
        environment = {**os.environ, "PYACLNN_SIMULATOR_MEMORY": str(_MEMORY), "PYACLNN_SIMULATOR_CHECK": "0"}
        command = [sys.executable, "-m", __name__, str(seed), str(number)]
        done = subprocess.run(
            command, env=environment, cwd=Path(__file__).parents[2], capture_output=True, text=True, check=False
        )
        facts = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
        for fact in facts:
            if "outcome" in fact:
                kind, _, text = fact["outcome"].partition(": ")
                counts[kind] += 1
                if text:
                    wrong.append(f"seed {fact['seed']}, {fact['name']}: {text}")
        started = [f["seed"] for f in facts if "seed" in f]
        end = next((f["end"] for f in facts if "end" in f), None)
        if end is None:
            counts["crash"] += 1
            seed = started[-1] if started else seed
            wrong.append(f"seed {seed}: the process ended with {done.returncode}: {done.stderr[-2000:]}")
            seed += 1
            continue
        if end != [{}, 0]:
            wrong.append(f"seeds {seed} to {seed + number - 1}: after closing, handles and bytes are {end}")
        seed += number
    return counts, wrong


if __name__ == "__main__":
    child(int(sys.argv[1]), int(sys.argv[2]))
