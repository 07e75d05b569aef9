"""Time of imports and of first calls, each in a process of its own."""

from __future__ import annotations

import statistics
import subprocess
import sys

# What is timed, as code that prints seconds.
_TIMED = """
import time
{before}
start = time.perf_counter()
{timed}
print(time.perf_counter() - start)
"""

SUBJECTS = {
    "import numpy": ("", "import numpy"),
    "import numpy, cffi, ml_dtypes": ("", "import numpy, cffi, ml_dtypes"),
    "import pyaclnn": ("", "import pyaclnn; pyaclnn.Device"),
    "first call of an operator": (
        "from pyaclnn import Device\nd = Device(0, backend='cann')\nx = d.tensor([1.0])\nout = d.empty(1)\nx.handle",
        "d.smooth_l1_loss_backward(x, x, x, 1, 1.0, out)",
    ),
    "index over all headers": (
        "from pyaclnn.abi.headers import HeaderDirectory, own_directory\n"
        "h = HeaderDirectory(own_directory(), annotated=True)",
        "h.operators",
    ),
}


def medians(repetitions: int = 9) -> dict[str, float]:
    """Seconds of each subject; repetitions are interleaved."""
    times: dict[str, list[float]] = {name: [] for name in SUBJECTS}
    for _ in range(repetitions):
        for name, (before, timed) in SUBJECTS.items():
            code = _TIMED.format(before=before, timed=timed)
            result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
            times[name].append(float(result.stdout.split()[-1]))
    return {name: statistics.median(values) for name, values in times.items()}
