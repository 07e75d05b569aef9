"""``python -m benchmarks``: the table of speeds; with ``--check`` an exit code that says whether bounds hold.

``python -m benchmarks operators`` measures the simulator's operators beside plain NumPy expressions instead.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

from . import calls, libraries, peer_l0n0lacl, peer_torch, startup, timing

# (what, against what, at most), in seconds of one run
BOUNDS = (
    ("positional", "raw two phases (cffi)", 1.7),
    ("positional, both phases from Python", "raw two phases (cffi)", 1.8),
    ("keywords", "positional", 1.3),
    ("outputs left out", "raw two phases (cffi)", 4.5),
    ("plan", "raw phase 2 (cffi)", 1.6),
    ("upload", "numpy.copyto", 1 / 0.9),
    ("download", "numpy.copyto", 1 / 0.9),
    ("download, transposed", "copy + ascontiguousarray, transposed", 1 / 0.7),
    ("download, sliced", "copy + ascontiguousarray, sliced", 1 / 0.7),
    ("2 threads, pyaclnn", "2 threads, raw", 1 / 0.9),
    ("2 threads, pyaclnn", "1 threads, pyaclnn", 1 / 0.9),
    ("first call of an operator", "import numpy", 0.25),
    ("index over all headers", "import numpy", 1.5),
    ("import pyaclnn", "import numpy, cffi, ml_dtypes", 1.3),
)
# Where the other package is installed. The bound of l0n0lacl's runner does not hold where PyTorch is installed, too: it
# tries to import PyTorch for each argument of each call, and its time is mostly that.
PEERS = (
    (peer_torch.missing, "PyTorch's NPU backend", ((peer_torch.PYACLNN, peer_torch.TORCH, 0.8),)),
    (
        peer_l0n0lacl.missing,
        "l0n0lacl",
        (
            ("positional", peer_l0n0lacl.RUNNER, 0.1),
            ("positional", peer_l0n0lacl.FUNCTION, 0.1),
            (peer_l0n0lacl.PYACLNN_ARRAYS, peer_l0n0lacl.ARRAYS, 1.0),
        ),
    ),
)
GROWTH = 2**20


def main() -> int:
    options = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    options.add_argument("part", nargs="?", choices=["calls", "operators"], default="calls")
    options.add_argument("--only", default="", help="with operators: those whose call this pattern matches")
    options.add_argument("--repetitions", type=int, default=7, help="with operators: the least of so many")
    options.add_argument("--check", action="store_true", help="fail when a bound does not hold")
    options.add_argument("--calls", type=int, default=1_000_000, help="calls of the memory test")
    chosen = options.parse_args()
    if chosen.part == "operators":
        return measure_operators(chosen.only, chosen.repetitions, chosen.check)
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})  # what moves between cores can't be compared
    with tempfile.TemporaryDirectory() as directory:
        root = libraries.build(Path(directory))
        libraries.use(root)
        libraries.compile_functions(Path(directory))
        times, growth, handles = measure(root, chosen.calls)
    floor = times["raw two phases (cffi)"]
    for name, seconds in times.items():
        print(f"{name:40} {_readable(seconds):>10} {seconds / floor:10.2f} x the raw two phases")
    bounds = list(BOUNDS)
    for missing, peer, limits in PEERS:
        if reason := missing():
            print(f"not compared with {peer}; {reason}")
        else:
            bounds += limits
    failed = [report(times[name] / times[base], limit, f"{name} / {base}") for name, base, limit in bounds]
    failed.append(report(growth / GROWTH, 1.0, f"MiB of growth in {chosen.calls} calls"))
    failed.append(report(handles, 0, "handles left by them"))
    return int(chosen.check and any(failed))


def measure(root: Path, count: int) -> tuple[dict[str, float], int, int]:
    """Seconds by subject, and what a number of calls leave: bytes and handles."""
    from pyaclnn import Device

    from . import copies, memory, threads

    with Device(0, backend="cann") as device:
        compared = {} if peer_torch.missing() else peer_torch.subjects(device)
        if not peer_l0n0lacl.missing():
            compared |= peer_l0n0lacl.subjects(device, root)
        times = timing.medians(calls.subjects(device, root) | compared)
        times |= timing.medians(copies.contiguous(device), calls=1, repetitions=41)
        times |= timing.medians(copies.strided(device), calls=1, repetitions=9)
        times |= {f"{name.replace(' ', ' threads, ')}": 1 / rate for name, rate in threads.rates(device).items()}
        growth, handles = memory.growth(device, count)
    times |= startup.medians()
    return times, growth, handles


def measure_operators(only: str, repetitions: int, check: bool) -> int:
    """Prints a row for each operator, then those over the bound."""
    from . import operators

    rows = []
    for row in operators.measure(only, repetitions):
        rows.append(row)
        print(row, flush=True)
    over = [row for row in rows if row.ratio > operators.BOUND]
    different = [row for row in rows if row.difference]
    print(f"{len(rows)} operators; over {operators.BOUND} times NumPy: {len(over)}; other values: {len(different)}")
    return int(check and bool(over or different))


def report(value: float, limit: float, what: str) -> bool:
    """Prints one line; whether the bound does not hold."""
    print(f"{'ok  ' if value <= limit else 'OVER'} {what}: {value:.2f}, at most {limit:.2f}")
    return value > limit


def _readable(seconds: float) -> str:
    for factor, unit in ((1, "s"), (1e3, "ms"), (1e6, "us"), (1e9, "ns")):
        if seconds * factor >= 1:
            return f"{seconds * factor:.1f} {unit}"
    return f"{seconds * 1e9:.1f} ns"


if __name__ == "__main__":
    sys.exit(main())
