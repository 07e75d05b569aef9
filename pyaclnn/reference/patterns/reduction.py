"""Reductions: which axes a call reduces, and what its output must be."""

from __future__ import annotations

import math
from dataclasses import dataclass

from ...dtypes import FLOAT32
from ..chips import Family
from ..lowering import Buffer, Lowering
from ..meta import TensorMeta, span
from ..rules import AxesOf, Call, Infer, Rule, When, require
from ..shapes import axes_or_all, reduced_shape

# What the kernels of Ascend950 that take strides take.
_STRIDED_RANK = 4


@dataclass(frozen=True)
class Axes:
    """The attributes of a call that say which axes are reduced, and whether each stays as one element.

    ``dims`` is one axis or several, where none, like a null pointer, stands for all unless the attribute ``noop`` is
    set or ``none_is_all`` unset; None for an operator that always reduces all. ``keep`` None says that no axis stays.
    """

    dims: str | None = "dim"
    keep: str | None = "keepDim"
    of: str = "self"
    noop: str | None = None
    none_is_all: bool = True

    def given(self, call: Call) -> tuple[int, ...]:
        """The axes as the caller wrote them."""
        dims = call.args[self.dims] if self.dims is not None else ()
        return () if dims is None else dims if isinstance(dims, tuple) else (dims,)

    def none(self, call: Call) -> bool:
        """Whether no axis is named and that leaves the tensor as it is."""
        noop = self.noop is not None and bool(call.args[self.noop])
        return (noop or not self.none_is_all) and not self.given(call)

    def reduced(self, call: Call) -> tuple[int, ...]:
        """The axes to reduce, counted from the front; none of a 0-d tensor."""
        if self.none(call):
            return ()
        return tuple(dict.fromkeys(axes_or_all(self.given(call), call.args[self.of].ndim)))

    def stay(self, call: Call) -> bool:
        return self.keep is not None and bool(call.args[self.keep])

    def shape(self, call: Call) -> tuple[int, ...]:
        """The result's shape."""
        return reduced_shape(call.args[self.of].shape, self.reduced(call), self.stay(call))

    def count(self, call: Call) -> int:
        """How many elements become one."""
        shape = call.args[self.of].shape
        return math.prod(shape[axis] for axis in self.reduced(call))

    def in_range(self, *, distinct: bool = True) -> Rule:
        """161002 for an axis that the tensor doesn't have, or that is named twice if they must be ``distinct``."""
        dims = self.dims
        assert dims is not None
        return When(lambda call: call.args[dims] is not None, AxesOf(dims, self.of, distinct=distinct))

    def inferred(self, *outputs: str) -> tuple[Rule, ...]:
        """For operators that compare the output's shape with the result's only after the kernel."""
        return tuple(Infer(output, shape=self.shape) for output in outputs)


class ReducedTo(Rule):
    """161002 unless outputs have exactly the shape that the reduced tensor has."""

    def __init__(self, axes: Axes, *outputs: str) -> None:
        self.axes, self.outputs = axes, outputs

    def check(self, call: Call) -> None:
        for output in self.outputs:
            call.expect_shape(output, self.axes.shape(call), f"that of {self.axes.of} reduced")


class NoEmptyAxis(Rule):
    """161002 for an axis without elements among those to reduce, of which there is no extreme."""

    def __init__(self, axes: Axes) -> None:
        self.axes = axes

    def check(self, call: Call) -> None:
        shape = call.args[self.axes.of].shape
        for axis in self.axes.given(call):
            require(not shape or shape[axis] != 0, f"{self.axes.of} has no element along axis {axis}")


def takes_strides(low: Lowering, x: TensorMeta, axes: tuple[int, ...]) -> bool:
    """Ascend950 reduces float32 rows that don't overlap as they lie."""
    if low.family is not Family.A950 or x.dtype != FLOAT32 or not 1 <= x.ndim <= _STRIDED_RANK:
        return False
    low_end, high_end = span(x.shape, x.strides, x.offset)
    inside = low_end >= 0 and high_end < math.prod(x.storage_shape)
    nested = all(
        inner <= outer and (extent - 1) * inner < outer
        for outer, inner, extent in zip(x.strides, x.strides[1:], x.shape[1:], strict=False)
    )
    return inside and nested and x.strides[-1] > 0 and any(x.shape[axis] != 1 for axis in axes)


def write_reduced(low: Lowering, result: Buffer, output: str) -> None:
    """Casts a result to an output, whose shape is compared only here: 161002 if it differs."""
    low.require_shape(result, output)
    low.write(result, output)
