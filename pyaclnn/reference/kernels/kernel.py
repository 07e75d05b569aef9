"""What an elementwise kernel is: a NumPy function, and the dtypes that the vector cores take."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from typing import Any

from ...dtypes import BFLOAT16, FLOAT16, FLOAT32, DType
from ...formats import Format
from ..dtype_lists import Dtypes
from ..lowering import Buffer, Lowering
from ..shapes import broadcast


def are_mixed_floats(first: DType, second: DType) -> bool:
    """float32 with a 16-bit float type: some kernels take the two as they are."""
    return first != second and FLOAT32 in (first, second) and {first, second} <= {FLOAT16, BFLOAT16, FLOAT32}


@dataclass(frozen=True)
class Kernel:
    """An elementwise kernel, whose operands broadcast: called, it is launched on buffers and gives the result's.

    ``on_core`` None says that it always runs on the vector cores. ``takes_mixed`` is for kernels that take mixed
    floats, with a float32 result, and look at the dtypes of all operands; others go by the first one.
    ``keeps_format`` says that the result has the first one's format; others forget it.
    """

    name: str
    function: Callable[..., Any]
    on_core: Dtypes | None = None
    takes_mixed: bool = False
    takes_out: bool = True
    keeps_format: bool = False

    def __call__(
        self, low: Lowering, *operands: Buffer, attributes: tuple[Any, ...] = (), dtype: DType | None = None
    ) -> Buffer:
        mixed = self.takes_mixed and len(operands) == 2 and are_mixed_floats(operands[0].dtype, operands[1].dtype)
        looked_at = operands if self.takes_mixed else operands[:1]
        on_core = mixed or self.on_core is None or all(b.dtype in self.on_core[low.family] for b in looked_at)
        return low.kernel(
            self.name,
            self._bound(attributes),
            operands,
            reduce(_broadcast, (b.shape for b in operands)),
            dtype or (FLOAT32 if mixed else operands[0].dtype),
            takes_out=self.takes_out,
            elementwise=True,
            aicpu=not on_core,
            format=operands[0].format if self.keeps_format else Format.ND,
        )

    def _bound(self, attributes: tuple[Any, ...]) -> Callable[..., Any]:
        if not attributes:
            return self.function
        return lambda *arrays, **out: self.function(*arrays, *attributes, **out)


def _broadcast(first: tuple[int, ...], second: tuple[int, ...]) -> tuple[int, ...]:
    shape = broadcast(first, second)
    assert shape is not None
    return shape
