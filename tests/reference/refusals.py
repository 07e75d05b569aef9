"""Phase-1 codes of calls made up of metadata: what a table of refusals needs."""

from __future__ import annotations

from typing import Any

from pyaclnn.dtypes import FLOAT32, DType
from pyaclnn.formats import Format
from pyaclnn.reference.meta import TensorMeta, row_major

from .measured import plan

B910, A910, P310, B310, A950 = "Ascend910B1", "Ascend910A", "Ascend310P3", "Ascend310B1", "Ascend950PR_9599"
OLDER, NEWER = (A910, P310), (B910, A950)
CHIPS = (A910, B910, P310, A950)


def tensor(*shape: int, dtype: DType = FLOAT32, format: Format = Format.ND) -> TensorMeta:
    return TensorMeta(shape, row_major(shape), dtype, format=format, storage_shape=shape)


def code_of(operator: str, call: dict[str, Any], changes: dict[str, Any], soc: str = B910) -> int:
    """The code of a call that differs from a known one in some arguments."""
    assert not set(changes) - set(call), "a change must name a parameter"
    return int(plan(operator, {**call, **changes}, soc)[0])
