"""One call of an operator, with its tensors and the values that should come out."""

from __future__ import annotations

from typing import Any

import numpy as np

from pyaclnn.dtypes import FLOAT32, DType

from .machines import Sim

OPERATOR = "aclnnSmoothL1LossBackward"
NONE = 0
ROWS, COLUMNS = 4, 8
COUNT = ROWS * COLUMNS


class Call:
    """A gradient of the loss: with beta 1 it is the difference, cut to -1 and 1, times the incoming one."""

    def __init__(self, sim: Sim, *, strided: bool = False, dtype: DType = FLOAT32, target: DType = FLOAT32) -> None:
        self.sim = sim
        self.x = np.linspace(-3, 3, COUNT, dtype=np.float32)
        shape = (ROWS, COLUMNS)
        strides = (1, ROWS) if strided else None
        assert dtype.numpy is not None
        assert target.numpy is not None
        self.memory = {
            "gradOut": sim.upload(np.full(COUNT, 2, dtype.numpy)),
            "self": sim.upload(self.x.astype(dtype.numpy)),
            "target": sim.upload(np.zeros(COUNT, target.numpy)),
            "out": sim.malloc(COUNT * dtype.itemsize),
        }
        self.tensors = {
            "gradOut": sim.tensor(self.memory["gradOut"], shape, dtype),
            "self": sim.tensor(self.memory["self"], shape, dtype, strides),
            "target": sim.tensor(self.memory["target"], shape, target),
            "out": sim.tensor(self.memory["out"], shape, dtype),
        }

    @property
    def args(self) -> tuple[Any, ...]:
        t = self.tensors
        return t["gradOut"], t["self"], t["target"], NONE, 1.0, t["out"]

    def prepared(self) -> tuple[int, Any]:
        return self.sim.prepared(OPERATOR, *self.args)

    def result(self, pointer: Any = None) -> list[float]:
        return [float(v) for v in self.sim.download(pointer or self.memory["out"], np.float32, COUNT)]

    @property
    def expected(self) -> list[float]:
        return [float(v) for v in np.clip(self.x, -1, 1) * 2]

    @property
    def untouched(self) -> list[float]:
        return [float(v) for v in np.full(COUNT * 4, 0xA5, np.uint8).view(np.float32)]


def wait(sim: Sim) -> int:
    return int(sim("aclrtSynchronizeStream", sim.null))
