"""What owns C handles is not copied: the copy would destroy them a second time."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from pyaclnn import ArgumentTypeError, Device


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, pickle.dumps], ids=lambda f: f.__name__)
def test_owners_of_handles_are_not_copied(device: Device, duplicate: Callable[[Any], Any]) -> None:
    x = device.tensor([1.0, 2.0])
    plan = device.add.plan(x, x, 1)
    with device.capture() as graph:
        device.add(x, x, 1)
    for owner in (x, device, device.stream(), device.event(), plan, graph):
        with pytest.raises(ArgumentTypeError, match=type(owner).__name__):
            duplicate(owner)
    assert device.add(x, x, 1).numpy().tolist() == [2.0, 4.0]
    assert plan().numpy().tolist() == [2.0, 4.0]
    plan.close()
    graph.close()
