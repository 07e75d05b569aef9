"""What a kernel sequence is made of: steps, and the buffers that they read and write; and how it is computed."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from ..dtypes import DType
from ..formats import Format
from .meta import TensorMeta

Array: TypeAlias = "np.ndarray[Any, Any]"

# A user tensor by parameter name, or one of a list by name and position.
TensorName: TypeAlias = "str | tuple[str, int]"


@dataclass(eq=False)
class Buffer:
    """A tensor in the kernel sequence: one of the caller's (``user``), a contiguous temporary, or a constant
    (``value``), which takes no room on the device. ``base`` is the tensor whose elements it shows in another shape."""

    shape: tuple[int, ...]
    dtype: DType
    user: TensorName | None = None
    meta: TensorMeta | None = None
    format: Format = Format.ND
    value: Array | None = None
    base: Buffer | None = None

    @property
    def root(self) -> Buffer:
        """The tensor that takes the room: itself unless it shows another's elements."""
        return self if self.base is None else self.base.root

    @property
    def is_contiguous(self) -> bool:
        return self.meta is None or self.meta.is_contiguous

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def size(self) -> int:
        return math.prod(self.shape)


@dataclass(eq=False)
class Step:
    """One kernel: what it reads and writes, and the NumPy function that does it.

    ``is_node`` is false for what CANN runs on the chip's control CPU, which it leaves out of its accounts.
    """

    kernel: str
    inputs: tuple[Buffer, ...]
    outputs: tuple[Buffer, ...]
    function: Callable[..., Any]
    takes_out: bool = False
    is_node: bool = True
    target: TensorName | None = None


def label(name: TensorName | None) -> str:
    """How messages name a tensor: ``out``, or ``out[1]`` in a list."""
    return f"{name[0]}[{name[1]}]" if isinstance(name, tuple) else str(name)


def compute(steps: Sequence[Step], read: Callable[[TensorName], Array], write: Callable[[TensorName], Array]) -> None:
    """Runs the steps in order: ``read`` and ``write`` give the NumPy view of a caller's tensor.

    A temporary is dropped after its last use.
    """
    last_use = {b: i for i, s in enumerate(steps) for b in (*s.inputs, *s.outputs)}
    arrays: dict[Buffer, Array] = {}
    with np.errstate(all="ignore"):
        for index, step in enumerate(steps):
            inputs = [
                read(b.user) if b.user is not None else arrays[b] if b.value is None else b.value for b in step.inputs
            ]
            if step.target is not None and step.outputs:
                arrays[step.outputs[0]] = step.function(*inputs, out=write(step.target))
            elif step.target is not None:
                target = write(step.target)
                value = step.function(*inputs)
                target[...] = value.reshape(target.shape)
            else:
                results = step.function(*inputs)
                if not isinstance(results, tuple):
                    results = (results,)
                arrays.update(zip(step.outputs, results, strict=True))
            for buffer in (*step.inputs, *step.outputs):
                if last_use[buffer] == index:
                    arrays.pop(buffer, None)
