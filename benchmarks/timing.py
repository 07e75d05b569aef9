"""Medians of interleaved repetitions: what drifts on the machine drifts for all.

Times are those of the processor, so that other processes of the machine don't count. Nothing that is measured waits.
"""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Mapping


def medians(
    subjects: Mapping[str, Callable[[int], None]], *, calls: int = 2000, repetitions: int = 25
) -> dict[str, float]:
    """Seconds for one call of each subject; a subject runs itself the given number of times."""
    times: dict[str, list[float]] = {name: [] for name in subjects}
    for subject in subjects.values():
        subject(calls // 4)
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        for _ in range(repetitions):
            for name, subject in subjects.items():
                start = time.thread_time()
                subject(calls)
                times[name].append((time.thread_time() - start) / calls)
    finally:
        if was_enabled:
            gc.enable()
    return {name: statistics.median(values) for name, values in times.items()}
