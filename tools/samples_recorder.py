"""The Python end of libraries that note what each operator was given and what it made of it.

Loaded by the libraries that ``tools.samples`` builds, inside the program that runs on them.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from pyaclnn.reference.chips import Family
from pyaclnn.reference.definition import Definition
from pyaclnn.reference.lowering import Lowering, TensorName
from pyaclnn.reference.meta import ScalarValue, TensorMeta
from pyaclnn.simulator.build import bridge

VARIABLE = "PYACLNN_SAMPLES_RECORD"
Array = np.ndarray[Any, Any]

_plan, _run = Definition.plan, Lowering.run
_calls: dict[int, tuple[str, Mapping[str, Any], Lowering]] = {}


def start(close: int) -> int:
    """As the simulator's own bridge, with every computed call written to the file that the environment names."""
    Definition.plan = plan  # type: ignore[method-assign]
    Lowering.run = run  # type: ignore[method-assign]
    return bridge.start(close)


def plan(self: Definition, family: Family, args: Mapping[str, Any]) -> Lowering:
    lowering = _plan(self, family, args)
    _calls[id(lowering)] = (self.name, args, lowering)
    return lowering


def run(self: Lowering, read: Callable[[TensorName], Array], write: Callable[[TensorName], Array]) -> None:
    name, args, _ = _calls[id(self)]
    before = {parameter: _value(parameter, value, read) for parameter, value in args.items()}
    _run(self, read, write)
    after = {parameter: _value(parameter, value, read) for parameter, value in args.items() if _has_tensor(value)}
    path = os.environ.get(VARIABLE)
    if path:
        with open(path, "ab") as file:
            pickle.dump((name, before, after), file)


def _has_tensor(value: Any) -> bool:
    return isinstance(value, TensorMeta) or (isinstance(value, tuple) and any(isinstance(v, TensorMeta) for v in value))


def _value(name: TensorName, value: Any, read: Callable[[TensorName], Array]) -> Any:
    """An argument as plain Python and NumPy."""
    if isinstance(value, TensorMeta):
        return np.array(read(name))
    if isinstance(value, ScalarValue):
        return value.value
    if isinstance(value, tuple):
        assert isinstance(name, str)
        return [_value((name, i), v, read) for i, v in enumerate(value)]
    if value is None or isinstance(value, bool | int | float | str):
        return value
    return str(value)
