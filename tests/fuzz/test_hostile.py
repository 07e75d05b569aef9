"""Hostile calls, made in a process of their own; ``PYACLNN_FUZZ_HOSTILE`` says how many."""

from __future__ import annotations

import os
import random
from typing import Any

import pytest

from pyaclnn import ArgumentTypeError, ClosedError, Device

from . import hostile, hostile_values
from .hostile_values import Broken, Endless

COUNT = int(os.environ.get("PYACLNN_FUZZ_HOSTILE") or 300)


def test_hostile_calls_end_in_a_result_or_an_exception_of_ours() -> None:
    counts, wrong = hostile.run(0, COUNT)
    assert wrong == []
    assert sum(counts.values()) == COUNT
    assert counts["refused"] > counts["result"] > 0


def raised(function: Any) -> BaseException:
    with pytest.raises(BaseException) as caught:  # noqa: PT011
        function()
    return caught.value


def test_the_judge_knows_wrong_from_right(device: Device) -> None:
    """What the run above would miss if the judge took everything."""
    assert hostile._judged(raised(lambda: device.add(1, 2, nonsense=1))) == "refused"
    assert hostile._judged(raised(lambda: device.tensor())) == "python"  # type: ignore[call-arg]
    assert hostile._judged(ClosedError("")) == "wrong: ClosedError with a text of 0 characters"
    assert hostile._judged(SystemExit(3)) == "wrong: exit code 3"
    inside = raised(lambda: device._require_same(None, "x"))  # type: ignore[arg-type]
    assert hostile._judged(inside) == "refused"
    inside = raised(lambda: device._push_stream.__func__(None, None))  # type: ignore[attr-defined]
    assert hostile._judged(inside).startswith("wrong: AttributeError: ")


def test_the_gate_sees_what_is_left() -> None:
    world = hostile.World()
    try:
        gate = hostile.Gate(world)
        assert hostile.case(world, 0)[0]
        kept = world.device.empty(5)
        assert "became" in gate.left()
        del kept
        gate.left()
        assert gate.left() == ""
    finally:
        world.close()


def test_the_same_seed_makes_the_same_call() -> None:
    first, second = random.Random(5), random.Random(5)
    for _ in range(50):
        assert type(hostile_values.hostile(first)).__name__ == type(hostile_values.hostile(second)).__name__


@pytest.mark.parametrize("make", [Endless, Broken])
def test_sequences_that_lie_about_their_length(device: Device, make: Any) -> None:
    x = device.tensor([[1.0, 2.0]])
    with pytest.raises(ArgumentTypeError, match=r"^reduce_sum: dims "):
        device.reduce_sum(x, make(), False, "float32")
    with pytest.raises(ArgumentTypeError, match=f"a {make.__name__} (says that it has 3 elements|can't be read)"):
        device.tensor(make())
