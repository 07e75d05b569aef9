"""``python -m benchmarks``: the table of speeds; with ``--check`` an exit code that says whether bounds hold."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from . import calls, libraries, peer, startup, timing

# (what, against what, at most), in seconds of one run
BOUNDS = (
    ("positional", "raw two phases (cffi)", 1.7),
    ("keywords", "positional", 1.3),
    ("outputs left out", "raw two phases (cffi)", 4.5),
    ("plan", "raw phase 2 (cffi)", 1.6),
    ("upload", "numpy.copyto", 1 / 0.9),
    ("download", "numpy.copyto", 1 / 0.9),
    ("download, transposed", "copy + ascontiguousarray, transposed", 1 / 0.7),
    ("download, sliced", "copy + ascontiguousarray, sliced", 1 / 0.7),
    ("2 threads, pyaclnn", "2 threads, raw", 1 / 0.9),
    ("first call of an operator", "import numpy", 0.25),
    ("index over all headers", "import numpy", 1.5),
    ("import pyaclnn", "import numpy, cffi, ml_dtypes", 1.3),
)
# Where PyTorch's NPU backend is installed.
PEER_BOUND = (peer.PYACLNN, peer.TORCH, 0.8)
GROWTH = 2**20


def main() -> int:
    options = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    options.add_argument("--check", action="store_true", help="fail when a bound does not hold")
    options.add_argument("--calls", type=int, default=1_000_000, help="calls of the memory test")
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        root = libraries.build(Path(directory))
        libraries.use(root)
        times, growth, handles = measure(root, chosen.calls)
    floor = times["raw two phases (cffi)"]
    for name, seconds in times.items():
        print(f"{name:40} {_readable(seconds):>10} {seconds / floor:10.2f} x the raw two phases")
    if peer.TORCH not in times:
        print(f"not compared with PyTorch's NPU backend; {peer.missing()}")
    bounds = [*BOUNDS, *([PEER_BOUND] if peer.TORCH in times else [])]
    failed = [report(times[name] / times[base], limit, f"{name} / {base}") for name, base, limit in bounds]
    failed.append(report(growth / GROWTH, 1.0, f"MiB of growth in {chosen.calls} calls"))
    failed.append(report(handles, 0, "handles left by them"))
    return int(chosen.check and any(failed))


def measure(root: Path, count: int) -> tuple[dict[str, float], int, int]:
    """Seconds by subject, and what a number of calls leave: bytes and handles."""
    from pyaclnn import Device

    from . import copies, memory, threads

    with Device(0, backend="cann") as device:
        compared = {} if peer.missing() else peer.subjects(device)
        times = timing.medians(calls.subjects(device, root) | compared)
        times |= timing.medians(copies.subjects(device), calls=1, repetitions=9)
        times |= {f"{name.replace(' ', ' threads, ')}": 1 / rate for name, rate in threads.rates(device).items()}
        growth, handles = memory.growth(device, count)
    times |= startup.medians()
    return times, growth, handles


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
