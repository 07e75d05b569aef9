"""Lowerings that many operators share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ...dtypes import DType
from ..kernels import Kernel
from ..lowering import Buffer, Lower, Lowering
from ..meta import ScalarValue
from ..rules import Call
from ..scalars import number


def operands(low: Lowering, names: Sequence[str], dtype: DType | None = None, *, strided: bool = False) -> list[Buffer]:
    """Tensors contiguous, or with ``strided`` as they lie, and scalars as constants; all in ``dtype`` if given.

    A scalar needs the dtype.
    """

    def operand(name: str) -> Buffer:
        value = low.args[name]
        if isinstance(value, ScalarValue):
            return low.constant(value, dtype or value.dtype)
        return low.strided(name) if strided else low.contiguous(name)

    buffers = [operand(name) for name in names]
    return buffers if dtype is None else [low.cast(buffer, dtype) for buffer in buffers]


def promoted_kernel(
    kernel: Kernel,
    inputs: Sequence[str],
    output: str,
    *,
    attributes: Callable[[Call], tuple[Any, ...]] = lambda call: (),
) -> Lower:
    """Every input contiguous and in the common dtype, one kernel, its result cast into the output.

    The kernel's function gets the input arrays, then what ``attributes`` makes of the call.
    """

    def lower(low: Lowering, call: Call) -> None:
        result = kernel(low, *operands(low, inputs, call.common), attributes=attributes(call))
        low.write(result, output)

    return lower


def direct_kernel(
    kernel: Kernel,
    inputs: Sequence[str],
    output: str,
    *,
    attributes: Callable[[Call], tuple[Any, ...]] = lambda call: (),
) -> Lower:
    """Every input contiguous and in its own dtype, one kernel, its result cast into the output."""

    def lower(low: Lowering, call: Call) -> None:
        low.write(kernel(low, *operands(low, inputs), attributes=attributes(call)), output)

    return lower


def float_attributes(*names: str) -> Callable[[Call], tuple[Any, ...]]:
    """What kernels are given of scalars: their values as float32."""
    return lambda call: tuple(number(call.args[name]) for name in names)
