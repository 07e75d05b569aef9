"""Fresh machines for the tests of the simulator."""

from __future__ import annotations

import pytest

from .calls import Call
from .machines import Queue, Sim


@pytest.fixture
def bare() -> Sim:
    """A machine on which nothing has been called."""
    return Sim()


@pytest.fixture
def sim() -> Sim:
    """A machine with device 0 current on the test's thread."""
    machine = Sim()
    machine.ok("aclrtSetDevice", 0)
    return machine


@pytest.fixture
def pair() -> Sim:
    """A machine of two devices, none of them set."""
    return Sim(devices=2)


@pytest.fixture
def queue(sim: Sim) -> Queue:
    """A stream with numbered work."""
    return Queue(sim)


@pytest.fixture
def call(sim: Sim) -> Call:
    """One call, its arguments made."""
    return Call(sim)
