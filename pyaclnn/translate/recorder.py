"""Notes, for each operator that the simulator runs, which bytes its tensors hold afterwards.

The Python end of the libraries that ``pyaclnn translate --check`` builds, and what it loads before a script: so that
both sides of a comparison leave the same record.
"""

from __future__ import annotations

import hashlib
import json
import os
import runpy
import sys
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from ..reference.chips import Family
from ..reference.definition import Definition
from ..reference.lowering import Lowering, TensorName
from ..reference.meta import TensorMeta
from ..simulator.build import bridge

VARIABLE = "PYACLNN_TRANSLATE_RECORD"
Array = np.ndarray[Any, Any]

_plan, _run = Definition.plan, Lowering.run
_calls: dict[int, tuple[str, Mapping[str, Any], Lowering]] = {}


def start(close: int) -> int:
    """As the simulator's own bridge, with a record."""
    install()
    return bridge.start(close)


def install() -> None:
    """From now on every operator of this process is noted."""
    Definition.plan = _noted_plan  # type: ignore[method-assign]
    Lowering.run = _noted_run  # type: ignore[method-assign]


def _noted_plan(self: Definition, family: Family, args: Mapping[str, Any]) -> Lowering:
    lowering = _plan(self, family, args)
    _calls[id(lowering)] = (self.name, args, lowering)
    return lowering


def _noted_run(self: Lowering, read: Callable[[TensorName], Array], write: Callable[[TensorName], Array]) -> None:
    _run(self, read, write)
    path = os.environ.get(VARIABLE)
    if not path or id(self) not in _calls:
        return
    name, args, _ = _calls[id(self)]
    values = {parameter: _value(parameter, value, read) for parameter, value in args.items()}
    with open(path, "a", encoding="utf-8") as file:
        file.write(json.dumps([name, values]) + "\n")


def _value(name: TensorName, value: Any, read: Callable[[TensorName], Array]) -> Any:
    """An argument as text: of a tensor its shape, type and a digest of its bytes."""
    if isinstance(value, TensorMeta):
        array = np.ascontiguousarray(read(name))
        return [list(value.shape), str(value.dtype), hashlib.sha256(array.tobytes()).hexdigest()[:16]]
    if isinstance(value, tuple):
        assert isinstance(name, str)
        return [_value((name, i), v, read) for i, v in enumerate(value)]
    return str(value)


if __name__ == "__main__":  # python -m pyaclnn.translate.recorder SCRIPT
    from pyaclnn.translate import recorder  # the module that the libraries know, not this copy of it

    recorder.install()
    sys.argv = sys.argv[1:]
    runpy.run_path(sys.argv[0], run_name="__main__")
