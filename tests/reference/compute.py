"""Runs a definition on host arrays, without any C: for tests of formulas and of strided operands."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pyaclnn import dtypes
from pyaclnn.formats import Format
from pyaclnn.reference import registry
from pyaclnn.reference.chips import family_of
from pyaclnn.reference.meta import TensorMeta
from pyaclnn.reference.rules import Refusal

DEFAULT_SOC = "Ascend910B1"


def meta_of(array: np.ndarray[Any, Any], format: Format = Format.ND) -> TensorMeta:
    """The metadata of a device tensor with the array's shape and strides; its storage is just large enough."""
    width = array.itemsize
    strides = tuple(s // width for s in array.strides)
    reach = sum((n - 1) * abs(s) for n, s in zip(array.shape, strides, strict=True)) + 1 if array.size else 0
    offset = sum((n - 1) * -s for n, s in zip(array.shape, strides, strict=True) if s < 0) if array.size else 0
    storage = array.shape if array.flags.c_contiguous else (reach,)
    return TensorMeta(array.shape, strides, dtypes.from_numpy(array.dtype), offset, format, storage)


def compute(operator: str, args: dict[str, Any], soc: str = DEFAULT_SOC, format: Format = Format.ND) -> list[str]:
    """Computes into the arrays of ``args`` (by C name; a list of arrays for a list of tensors).

    Returns the kernel names. Raises ``Refusal`` as phase 1 does.
    """
    metas = {name: _meta(value, format) for name, value in args.items()}
    definition = registry.find(operator)
    assert definition is not None, f"no definition of {operator}"
    lowering = definition.plan(family_of(soc), metas)

    def array(name: Any) -> np.ndarray[Any, Any]:
        found = args[name] if isinstance(name, str) else args[name[0]][name[1]]
        assert isinstance(found, np.ndarray)
        return found

    lowering.run(array, array)
    return list(lowering.kernels)


def refused(operator: str, args: dict[str, Any], soc: str = DEFAULT_SOC) -> int:
    """The code with which a computation is refused."""
    with pytest.raises(Refusal) as caught:
        compute(operator, args, soc)
    return caught.value.code


def infer(operator: str, args: dict[str, Any], soc: str = DEFAULT_SOC) -> dict[str, Any]:
    """Shape and dtype of the outputs given as ``rules.MISSING``."""
    definition = registry.find(operator)
    assert definition is not None
    return definition.infer(family_of(soc), {n: _meta(v, Format.ND) for n, v in args.items()})


def _meta(value: Any, format: Format) -> Any:
    if isinstance(value, np.ndarray):
        return meta_of(value, format)
    if isinstance(value, list | tuple) and value and all(isinstance(v, np.ndarray) for v in value):
        return tuple(meta_of(v, format) for v in value)
    if isinstance(value, list):
        return tuple(value)
    return value
