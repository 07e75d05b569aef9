"""The C++ samples: they compile without a warning, check their own values, and leave nothing behind."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyaclnn.simulator.build.tree import Tree

from .building import ROOT, run_python

SAMPLES = sorted((ROOT / "samples" / "cpp").glob("*.cpp"))
FLAGS = ("-Wall", "-Wextra", "-Wpedantic", "-Werror")


def test_there_are_samples() -> None:
    assert len(SAMPLES) >= 6


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda p: p.stem)
def test_a_sample(tree: Tree, sample: Path) -> None:
    """``tree`` needs a compiler and so skips where there is none."""
    arguments = ["simulator", "run", *(f"--flag={f}" for f in FLAGS), str(sample)]
    environ = {"PYACLNN_SIMULATOR_CHECK": "0" if sample.stem == "errors" else "1"}  # its mistakes are made on purpose
    outcome = run_python(f"import sys; from pyaclnn.cli.main import main; sys.exit(main({arguments!r}))", environ)
    assert outcome.code == 0, outcome.err
    assert outcome.err == ""
    assert outcome.out, "a sample shows what it does"
