"""``python -m tests.fuzz views|hostile [COUNT] [--first SEED]``: many random programs or calls, counted."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter

from pyaclnn import Device

from . import hostile, view_programs

_SHOWN = 20
_PROGRAMS = 1000  # on one device


def views(first: int, count: int) -> tuple[Counter[str], list[str]]:
    """Runs view programs; counts of programs, steps, refusals and writes, and the programs that differ."""
    counts: Counter[str] = Counter()
    wrong: list[str] = []
    for start in range(first, first + count, _PROGRAMS):
        with Device(0, backend="simulator") as d:
            for seed in range(start, min(start + _PROGRAMS, first + count)):
                try:
                    counts += view_programs.run(d, seed)
                except view_programs.Difference as difference:
                    wrong.append(str(difference))
    return counts, wrong


def main(arguments: list[str]) -> int:
    """Prints the counts and what was wrong; 0 when nothing was."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("what", choices=("views", "hostile"))
    parser.add_argument("count", type=int, nargs="?", help="100000 view programs or 10000 hostile calls by default")
    parser.add_argument("--first", type=int, default=0, metavar="SEED", help="the first seed")
    options = parser.parse_args(arguments)
    run, usual = (views, 100_000) if options.what == "views" else (hostile.run, 10_000)
    count = usual if options.count is None else options.count
    start = time.monotonic()
    counts, wrong = run(options.first, count)
    print(f"{count} seeds from {options.first} in {time.monotonic() - start:.0f} s: {len(wrong)} wrong")
    print(", ".join(f"{number} {name}" for name, number in sorted(counts.items())))
    for text in wrong[:_SHOWN]:
        print(f"\n{text}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
