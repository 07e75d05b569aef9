"""Random programs of chained operators give what NumPy gives.

``PYACLNN_RANDOM_PROGRAMS`` says how many; ``PYACLNN_RANDOM_SEED`` where to begin.
"""

from __future__ import annotations

import os

import numpy as np
import pytest

from pyaclnn import Device
from pyaclnn.reference import blocks

from .program import Program

COUNT = int(os.environ.get("PYACLNN_RANDOM_PROGRAMS", "240"))
FIRST = int(os.environ.get("PYACLNN_RANDOM_SEED", "0"))
GROUP = 20
LENGTH = 8


@pytest.mark.parametrize("first", range(FIRST, FIRST + COUNT, GROUP))
def test_programs(device: Device, first: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every other group has formulas computed in blocks of a few elements."""
    if first // GROUP % 2:
        monkeypatch.setattr(blocks, "BLOCK", 5)
    for seed in range(first, first + GROUP):
        program = Program(device, np.random.default_rng(seed))
        program.run(LENGTH)
        assert len(program.steps) == LENGTH, f"program {seed} is too short"
        assert not program.check(), f"program {seed}"
