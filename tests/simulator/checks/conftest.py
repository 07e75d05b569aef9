"""Machines that check, and the two streams of most races."""

from __future__ import annotations

import pytest

from .programs import Checked


@pytest.fixture
def sim() -> Checked:
    """A checking machine with device 0 current on the test's thread."""
    return Checked()
