"""Random programs of views, compared with NumPy; ``PYACLNN_FUZZ_VIEWS`` says how many."""

from __future__ import annotations

import os

from pyaclnn import Device

from . import view_programs

COUNT = int(os.environ.get("PYACLNN_FUZZ_VIEWS") or 3000)


def test_views_are_those_of_numpy(device: Device) -> None:
    for seed in range(COUNT):
        view_programs.run(device, seed)
