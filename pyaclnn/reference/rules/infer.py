"""Rules that check nothing of an output that is there, but say what one that was left out should be."""

from __future__ import annotations

from collections.abc import Callable

from ...dtypes import DType
from .call import Call, TensorSpec
from .flow import Rule


class Infer(Rule):
    """Says what a missing output should be."""

    def __init__(
        self,
        output: str,
        *,
        shape: Callable[[Call], tuple[int, ...]] | None = None,
        dtype: Callable[[Call], DType] | None = None,
    ) -> None:
        self.output, self.shape, self.dtype = output, shape, dtype

    def check(self, call: Call) -> None:
        if call.is_missing(self.output):
            if self.shape is not None:
                call.shapes[self.output] = self.shape(call)
            if self.dtype is not None:
                call.dtypes[self.output] = self.dtype(call)


class InferList(Rule):
    """Says what the tensors of a missing output list should be."""

    def __init__(self, output: str, tensors: Callable[[Call], tuple[TensorSpec, ...]]) -> None:
        self.output, self.tensors = output, tensors

    def check(self, call: Call) -> None:
        if call.is_missing(self.output):
            call.lists[self.output] = self.tensors(call)
