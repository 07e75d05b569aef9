"""Trees of both layouts, built once."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyaclnn.simulator.build import tree as build

from .building import MISSING


@pytest.fixture(scope="session")
def tree(tmp_path_factory: pytest.TempPathFactory) -> build.Tree:
    """The libraries in the split layout."""
    return _built(tmp_path_factory.mktemp("cann") / "split", "split")


@pytest.fixture(scope="session")
def single(tmp_path_factory: pytest.TempPathFactory) -> build.Tree:
    """The libraries with one libopapi.so."""
    return _built(tmp_path_factory.mktemp("cann") / "single", "single")


def _built(directory: Path, layout: str) -> build.Tree:
    if MISSING:
        pytest.skip(f"no C and C++ compiler here (missing: {', '.join(MISSING)})")
    return build.build(directory, layout)
