"""``python -m benchmarks``: the table of speeds; with ``--check`` an exit code that says whether bounds hold."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from . import calls, libraries, timing

# (what, against what, at most)
BOUNDS = (
    ("positional", "raw two phases (cffi)", 1.7),
    ("keywords", "positional", 1.3),
    ("outputs left out", "raw two phases (cffi)", 4.5),
    ("plan", "raw phase 2 (cffi)", 1.6),
)


def main() -> int:
    options = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    options.add_argument("--check", action="store_true", help="fail when a bound does not hold")
    check = options.parse_args().check
    with tempfile.TemporaryDirectory() as directory:
        root = libraries.build(Path(directory))
        libraries.use(root)
        from pyaclnn import Device

        with Device(0, backend="cann") as device:
            times = timing.medians(calls.subjects(device, root))
    floor = times["raw two phases (cffi)"]
    for name, seconds in times.items():
        print(f"{name:28} {seconds * 1e9:8.0f} ns {seconds / floor:6.2f} x the raw two phases")
    failed = False
    for name, base, limit in BOUNDS:
        ratio = times[name] / times[base]
        failed |= ratio > limit
        print(f"{'ok  ' if ratio <= limit else 'OVER'} {name} / {base}: {ratio:.2f}, at most {limit}")
    return int(check and failed)


if __name__ == "__main__":
    sys.exit(main())
