"""Time of imports and of first calls, each in a process of its own."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
from tempfile import TemporaryDirectory

# What is timed, as code that prints seconds.
_TIMED = """
import time
{before}
start = time.process_time()
{timed}
print(time.process_time() - start)
"""

_BEFORE = "from pyaclnn import Device\nd = Device(0, backend='cann')\nx = d.tensor([1.0])\nx.handle"

SUBJECTS = {
    "import numpy": ("", "import numpy"),
    "import numpy, cffi, ml_dtypes": ("", "import numpy, cffi, ml_dtypes"),
    "import pyaclnn": ("", "import pyaclnn; pyaclnn.Device"),
    "first call of an operator": (
        f"{_BEFORE}\nout = d.empty(1)",
        "d.smooth_l1_loss_backward(x, x, x, 1, 1.0, out)",
    ),
    # It also needs the attribute's words, and the operator's rules for the output.
    "first call, outputs left out": (
        _BEFORE,
        "d.smooth_l1_loss_backward(x, x, x, reduction='mean', beta=1.0)",
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
    with TemporaryDirectory() as bytecode:
        # Modules are compiled once, as in any installation, whatever the caller's environment says of bytecode.
        environment = {n: v for n, v in os.environ.items() if n != "PYTHONDONTWRITEBYTECODE"}
        environment["PYTHONPYCACHEPREFIX"] = bytecode
        for repetition in range(repetitions + 1):
            for name, (before, timed) in SUBJECTS.items():
                command = [sys.executable, "-c", _TIMED.format(before=before, timed=timed)]
                result = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
                if repetition > 0:  # the first one compiles
                    times[name].append(float(result.stdout.split()[-1]))
    return {name: statistics.median(values) for name, values in times.items()}
