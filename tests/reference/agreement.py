"""Operators run on host arrays of one layout, and compared with what is expected of every output."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from . import layouts
from .compute import DEFAULT_SOC, compute
from .layouts import Array
from .tolerances import assert_close


def as_laid_out(value: Any, layout: str) -> Any:
    """An array's values in a layout that suits its rank; lists element by element, and other arguments as they are."""
    if isinstance(value, list) and value and isinstance(value[0], np.ndarray):
        return [as_laid_out(v, layout) for v in value]
    if isinstance(value, np.generic):
        return np.array(value)
    if not isinstance(value, np.ndarray):
        return value
    return np.array(value) if value.ndim == 0 else layouts.laid_out(np.array(value), layout)


def results(
    operator: str,
    arguments: Mapping[str, Any],
    outputs: Mapping[str, tuple[tuple[int, ...], Any]],
    *,
    layout: str = "contiguous",
    soc: str = DEFAULT_SOC,
) -> dict[str, Array]:
    """The outputs of a call, given by shape and dtype; an output that is also an argument is overwritten."""
    args = {name: as_laid_out(value, layout) for name, value in arguments.items()}
    for name, (shape, dtype) in outputs.items():
        if name not in args:
            full = np.full(shape, 77).astype(dtype)
            args[name] = as_laid_out(full, layout)
    compute(operator, args, soc)
    return {name: args[name] for name in outputs}


def assert_agrees(
    operator: str,
    arguments: Mapping[str, Any],
    expected: Mapping[str, Any],
    *,
    layout: str = "contiguous",
    soc: str = DEFAULT_SOC,
    roundings: int = 1,
) -> None:
    """The operator gives the expected values, in the dtypes of the expected arrays."""
    wanted = {name: np.asarray(value) for name, value in expected.items()}
    found = results(operator, arguments, {n: (v.shape, v.dtype) for n, v in wanted.items()}, layout=layout, soc=soc)
    for name, value in found.items():
        assert_close(value, wanted[name], wanted[name].dtype, roundings=roundings)
