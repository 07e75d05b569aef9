"""Lowerings that many operators share."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..dtypes import DType
from .definition import Definition
from .lowering import Buffer, Lowering
from .meta import ScalarValue
from .rules import INNER_NULL, Broadcast, Call, NotNull, Refusal, Rule


def promoted_kernel(
    kernel: str,
    function: Callable[..., Any],
    inputs: Sequence[str],
    output: str,
    *,
    attributes: Callable[[Call], tuple[Any, ...]] = lambda call: (),
    takes_out: bool = False,
) -> Callable[[Lowering, Call], None]:
    """Every input contiguous and in the common dtype, one kernel, its result cast into the output.

    ``function`` gets the input arrays, then what ``attributes`` makes of the call.
    """

    def lower(low: Lowering, call: Call) -> None:
        assert call.dtype is not None
        contiguous = [low.contiguous(name) for name in inputs]
        operands = [low.cast(buffer, call.dtype) for buffer in contiguous]
        extra = attributes(call)
        bound = (lambda *arrays, **out: function(*arrays, *extra, **out)) if extra else function
        result = low.kernel(kernel, bound, operands, call.shape, call.dtype, takes_out=takes_out)
        low.write(result, output)

    return lower


def fill(low: Lowering, shape: tuple[int, ...], dtype: DType, value: float) -> Buffer:
    """A temporary with one value everywhere."""
    return low.kernel("Fill", lambda: np.full(shape, value, dtype.storage), (), shape, dtype, raw=True)


def fill_output(low: Lowering, output: str, value: float) -> None:
    """One value as the whole of a one-element output."""
    dtype = low.tensor(output).dtype
    if dtype.numpy is None:
        raise Refusal(INNER_NULL, f"{output} is {dtype.name}, which can't be filled")
    low.view_copy(fill(low, (1,), dtype, value), output)


def operands(
    low: Lowering, names: Sequence[str], dtype: DType | None = None, *, strided: bool = False
) -> list[Buffer]:
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


# What the in-place twins of many binary operators look at before all else.
FITS_SELF = (NotNull("self", "other"), Broadcast("self", "other", to="out"))


def in_place(definition: Definition, *first: Rule, **changes: Any) -> Definition:
    """The twin that writes its result into ``selfRef``.

    ``first`` are checks that come before the operator's own; ``changes`` are fields of the definition.
    """
    changes.setdefault("name", definition.name.replace("aclnn", "aclnnInplace", 1))
    changes.setdefault("rules", (*first, *definition.rules))
    return dataclasses.replace(definition, aliases={"self": "selfRef", "out": "selfRef"}, **changes)


def axes_or_all(axes: Sequence[int], rank: int) -> tuple[int, ...]:
    """Axes counted from the front; all of them when none is named."""
    return tuple(axis % rank for axis in axes if rank) or tuple(range(rank))


def reduced_shape(shape: tuple[int, ...], axes: Sequence[int], keep: bool) -> tuple[int, ...]:
    """What is left of a shape when axes are reduced to one element, which ``keep`` leaves in place."""
    return tuple(1 if i in axes else extent for i, extent in enumerate(shape) if keep or i not in axes)
