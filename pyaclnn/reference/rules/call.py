"""A phase-1 call as rules see it: the arguments, and what the rules have found out so far."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from ...dtypes import DType
from ..chips import Family
from ..meta import ScalarValue, TensorMeta
from ..promotion import can_cast
from .refusal import INVALID, Refusal

# What a tensor should be: its shape and its dtype.
TensorSpec: TypeAlias = "tuple[tuple[int, ...], DType]"


class _Missing:
    def __repr__(self) -> str:
        return "(left out)"


MISSING = _Missing()


@dataclass
class Call:
    """One phase-1 call: the arguments by C name, and what the rules have found out so far.

    ``MISSING`` as an argument stands for an output whose shape and dtype the rules are asked for.
    """

    operator: str
    family: Family
    args: Mapping[str, Any]
    dtype: DType | None = None
    shape: tuple[int, ...] = ()
    shapes: dict[str, tuple[int, ...]] = field(default_factory=dict)
    dtypes: dict[str, DType] = field(default_factory=dict)
    lists: dict[str, tuple[TensorSpec, ...]] = field(default_factory=dict)
    unused: set[str] = field(default_factory=set)  # outputs that the attributes switch off

    def tensors(self, names: Iterable[str]) -> Iterator[tuple[str, TensorMeta]]:
        """The tensors among the named arguments, lists taken apart; null and missing ones left out."""
        for name in names:
            value = self.args[name]
            if isinstance(value, TensorMeta):
                yield name, value
            elif isinstance(value, tuple):
                yield from ((f"{name}[{i}]", v) for i, v in enumerate(value) if isinstance(v, TensorMeta))

    def dtypes_of(self, names: Iterable[str]) -> Iterator[tuple[str, Any]]:
        """The dtypes of the named tensors, lists taken apart, and scalars, and those given as attributes.

        An attribute that numbers no dtype stays the number. Null and missing arguments are left out.
        """
        for name in names:
            value = self.args[name]
            if isinstance(value, ScalarValue):
                yield name, value.dtype
            elif isinstance(value, DType | int):
                yield name, value
            else:
                yield from ((label, tensor.dtype) for label, tensor in self.tensors((name,)))

    @property
    def common(self) -> DType:
        """The dtype that the operands have been promoted to."""
        assert self.dtype is not None
        return self.dtype

    def axis(self, name: str, tensor: str) -> int:
        """An axis that an attribute names, counted from the front; a 0-d tensor counts as having one."""
        return int(self.args[name]) % max(1, self.args[tensor].ndim)

    def is_missing(self, name: str) -> bool:
        return self.args[name] is MISSING

    def expect_shape(self, name: str, shape: tuple[int, ...], why: str, code: int = INVALID) -> None:
        """Requires a tensor's shape, or records it where an output is missing."""
        self.shapes[name] = shape
        actual = self.args[name]
        if isinstance(actual, TensorMeta) and actual.shape != shape:
            raise Refusal(code, f"{name} has shape {list(actual.shape)}, must be {list(shape)}: {why}")

    def expect_castable(self, name: str, dtype: DType) -> None:
        """Requires that ``dtype`` can be cast to an output's, or records it where the output is missing."""
        self.dtypes[name] = dtype
        actual = self.args[name]
        if isinstance(actual, TensorMeta) and not can_cast(dtype, actual.dtype):
            raise Refusal(INVALID, f"{name} is {actual.dtype.name}, to which {dtype.name} can't be cast")


def dtype_of(name: str) -> Callable[[Call], DType]:
    """The dtype of a tensor, as a function of the call."""

    def dtype(call: Call) -> DType:
        found: DType = call.args[name].dtype
        return found

    return dtype


def common_dtype(call: Call) -> DType:
    """The dtype that the operands have been promoted to, or that they all have."""
    return call.common
