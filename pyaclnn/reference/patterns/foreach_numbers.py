"""The number that an operator on lists takes beside them: one for all tensors, or one for each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from ...dtypes import BFLOAT16, FLOAT16, FLOAT32, FLOAT64, INT8, INT16, INT32, INT64, UINT8, DType
from .. import casts, scalars
from ..chips import Family
from ..dtype_lists import CORE_FLOATS
from ..lowering import Array
from ..meta import ScalarValue, TensorMeta

# The dtypes of the number that go with a dtype of the lists.
Pairs: TypeAlias = "Mapping[DType, tuple[DType, ...]]"
# From the chip, the lists' dtype and the number's: the dtypes that the number takes one after the other.
Path: TypeAlias = "Callable[[Family, DType, DType], tuple[DType, ...]]"

SMALL_INTEGERS = (INT16, INT8, UINT8)

# A tensor of one element: as precise as the lists, at least.
AS_LISTS: Pairs = {
    **{dtype: (dtype,) for dtype in (FLOAT16, FLOAT32, INT32)},
    **dict.fromkeys(SMALL_INTEGERS, (INT32,)),
    BFLOAT16: (FLOAT32,),
}
# A tensor of one element for each tensor of the lists, and of the same dtype.
EQUAL: Pairs = {d: (d,) for d in (*CORE_FLOATS, INT32)}
# What the framework makes of scalars: float64 counts as float32.
WIDEST: Pairs = {**dict.fromkeys(CORE_FLOATS, (FLOAT32,)), INT32: (INT64,)}
# Scalars that the host converts to what ``AS_LISTS`` says.
CONVERTED: Pairs = {
    **dict.fromkeys((FLOAT32, BFLOAT16), (FLOAT32, FLOAT64)),
    **dict.fromkeys((INT32, *SMALL_INTEGERS), (INT32, INT64)),
    FLOAT16: (FLOAT16, FLOAT64),
}


def or_float32(pairs: Pairs) -> Pairs:
    """The same, but float16 also goes with a float32 number."""
    return {**pairs, FLOAT16: (FLOAT16, FLOAT32, *pairs[FLOAT16][1:])}


def as_lists(family: Family, dtype: DType, given: DType) -> tuple[DType, ...]:
    """Held as precisely as the lists are."""
    return AS_LISTS[dtype]


def as_lists_or_float32(family: Family, dtype: DType, given: DType) -> tuple[DType, ...]:
    """As the lists, but where float16 comes with a wider number, Ascend950 keeps that in float32."""
    wide = family is Family.A950 and dtype == FLOAT16 and given in (FLOAT32, FLOAT64)
    return (FLOAT32,) if wide else AS_LISTS[dtype]


def float16_before_950(family: Family, dtype: DType, given: DType) -> tuple[DType, ...]:
    """float32 for floats, but with float16 lists the older chips hold a float16."""
    if dtype == FLOAT16 and family is not Family.A950:
        return (FLOAT16,)
    return (FLOAT32,) if dtype in CORE_FLOATS else AS_LISTS[dtype]


def float16_before_950_and_float32_then(family: Family, dtype: DType, given: DType) -> tuple[DType, ...]:
    """The same, but Ascend950 passes integers through float32, which loses digits from 2**24 on."""
    if dtype == INT32 and family is Family.A950:
        return (FLOAT32, INT32)
    return float16_before_950(family, dtype, given)


def always_float32(family: Family, dtype: DType, given: DType) -> tuple[DType, ...]:
    return (FLOAT32,)


def as_given(family: Family, dtype: DType, given: DType) -> tuple[DType, ...]:
    return (given,)


@dataclass(frozen=True)
class Number:
    """A parameter that is a tensor, a scalar or a list of scalars.

    ``takes`` says which of its dtypes go with each dtype of the lists, ``takes_950`` where Ascend950 differs; ``runs``
    are those for which there is a kernel, where the argument checks let more pass. ``per_tensor`` marks a tensor with
    one element for each tensor of the lists.
    """

    name: str
    takes: Pairs
    path: Path = as_lists
    takes_950: Pairs | None = None
    runs: Pairs | None = None
    per_tensor: bool = False

    def pairs(self, family: Family) -> Pairs:
        return self.takes_950 if self.takes_950 is not None and family is Family.A950 else self.takes

    def dtype_of(self, value: Any) -> DType:
        """That of the first of a list of scalars, to which the others are converted."""
        first: DType = (value[0] if isinstance(value, tuple) else value).dtype
        return first

    def count(self, value: Any) -> int | None:
        """How many numbers the argument gives, where it has to be as many as there are tensors; else None."""
        if isinstance(value, tuple):
            return len(value)
        return value.size if self.per_tensor else None

    def constant(self, family: Family, value: Any, index: int, dtype: DType) -> Array:
        """The scalar for one tensor, as the kernel holds it."""
        first = self.dtype_of(value)
        scalar = value[index] if isinstance(value, tuple) else value
        number = scalars.convert(scalar, _as_framework(first)) if isinstance(value, tuple) else _value(scalar)
        return self.held(family, number, dtype, first)

    def held(self, family: Family, number: Array, dtype: DType, given: DType) -> Array:
        for step in self.path(family, dtype, given):
            number = casts.cast(number, step)
        return number

    def pick(self, array: Array, index: int) -> Array:
        """The number for one tensor out of a tensor of numbers."""
        return np.asarray(array.reshape(-1)[index if self.per_tensor else 0])


# One number as a tensor, or as a scalar that the host converts; with float16 lists it may be float32 on Ascend950.
SCALAR_TENSOR = Number("scalar", AS_LISTS)
SCALAR_TENSOR_OR_FLOAT32 = Number("scalar", AS_LISTS, as_lists_or_float32, takes_950=or_float32(AS_LISTS))
SCALAR = Number("scalar", CONVERTED)
SCALAR_OR_FLOAT32 = Number("scalar", CONVERTED, as_lists_or_float32, takes_950=or_float32(CONVERTED))
# A tensor whose dtype the host checks as if it were such a scalar's.
SCALAR_TENSOR_CHECKED_AS_SCALAR = Number("scalar", CONVERTED, runs=AS_LISTS)


def counted_as(value: Any) -> DType:
    """The dtype under which the framework looks for a kernel: float64 scalars count as float32."""
    if isinstance(value, TensorMeta):
        return value.dtype
    return _as_framework((value[0] if isinstance(value, tuple) else value).dtype)


def _as_framework(dtype: DType) -> DType:
    return FLOAT32 if dtype == FLOAT64 else dtype


def _value(scalar: ScalarValue) -> Array:
    return scalars.convert(scalar, scalar.dtype)
