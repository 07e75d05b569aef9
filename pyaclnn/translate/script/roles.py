"""What operators do with memory: which tensors they only write, what is read of it, and what nobody knows of it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from ... import dtypes
from ...abi.headers import own_headers
from ...abi.signatures import Role, Signature
from ...reference.meta import row_major, span
from ..trace import Call, CopyWithin, Missing, Read, Trace, Upload
from ..values.handles import ListHandle, Memory, Result, TensorHandle
from .tensors import Tensors

# Operators that write only a part of an output, so that what was there before shows.
_PARTIAL = ("LogSigmoidForward", "NonZero", "Unique", "MaskedSelect", "NonMax", "Inplace")
# Operators in place that don't read what they replace.
_REPLACING = ("SimThreadExponential", "InplaceNormal", "InplaceUniform", "InplaceRandom", "InplaceZero", "InplaceOne",
              "InplaceFillScalar")  # fmt: skip
# Operators that leave the sum of the weights as it was when their argument 3, the reduction, is none.
_SUM_OF_WEIGHTS = ("aclnnNLLLoss", "aclnnNLLLoss2d")
UNDEFINED = "undefined in the sample"


@lru_cache(maxsize=2048)
def signature_of(operator: str) -> Signature | None:
    return own_headers().operator(operator)


def note(trace: Trace, tensors: Tensors) -> None:
    """Goes through the events in their order, and notes for ``tensors`` what is used how.

    Adds to ``trace.undefined`` where an operator works with bytes that the sample does not define.
    """
    read: set[int] = set()
    written: dict[int, TensorHandle] = {}
    filled: set[int] = set()  # memories that operators wrote
    shown: set[int] = set()  # memories that the host reads before
    results: list[Result] = []
    for event in trace.events:
        if isinstance(event, Call):
            for tensor, is_out in _tensors_of(event):
                if tensor.address is None:
                    continue
                memory = tensor.address.memory
                used = tensors.used.setdefault(id(memory), [])
                if tensor not in used:
                    used.append(tensor)
                if is_out:
                    written[id(tensor)] = tensor
                else:
                    read.add(id(tensor))
                is_filled = is_out or id(memory) in filled or any(n in event.operator for n in _REPLACING)
                if reason := _problem(tensor, memory, is_filled):
                    trace.undefined.append(Missing(event.line, event.operator, f"{UNDEFINED}: {reason}"))
            filled.update(id(t.address.memory) for t, is_out in _tensors_of(event) if is_out and t.address is not None)
        elif isinstance(event, Read):
            results.append(event.result)
            if id(event.result.memory) not in filled:
                shown.add(id(event.result.memory))
        elif isinstance(event, CopyWithin):
            if id(event.source) not in filled:
                shown.add(id(event.source))
            filled.add(id(event.memory))
        elif isinstance(event, Upload):
            filled.add(id(event.memory))
    tensors.written_only = {
        key for key, t in written.items() if key not in read and t.address and id(t.address.memory) not in shown
    }
    for result in results:
        _note_size(result, tensors)


def _note_size(result: Result, tensors: Tensors) -> None:
    """Copies from the device that go beyond a tensor show memory that must be there: the storage is made whole."""
    memory = result.memory
    used = tensors.used.get(id(memory), memory.tensors[:1])
    end = result.offset + result.held * result.dtype.itemsize
    if used and (result.offset or not any(_fills(t, end) for t in used)):
        tensors.whole.add(id(memory))


def _fills(tensor: TensorHandle, end: int) -> bool:
    """Whether a tensor has all bytes of its memory up to ``end``."""
    if tensor.address is None or tensor.address.offset or tensor.offset:
        return False
    first, last = extent(tensor)
    return first == 0 and last >= end and last <= _nbytes(tensor)


def extent(tensor: TensorHandle) -> tuple[int, int]:
    """The bytes of its memory, from and to, that a tensor's elements are in."""
    assert tensor.address is not None
    dtype = dtypes.from_code(tensor.dtype)
    low, high = span(tensor.shape, row_major(tensor.shape) if tensor.strides is None else tensor.strides, tensor.offset)
    return tensor.address.offset + low * dtype.bits // 8, tensor.address.offset - (-(high + 1) * dtype.bits // 8)


def _problem(tensor: TensorHandle, memory: Memory, is_filled: bool) -> str:
    first, last = extent(tensor)
    if first < last and last > memory.allocated:
        return f"a tensor of {last} bytes in device memory of {memory.nbytes}"
    if is_filled or not memory.unknown:
        return ""
    is_unknown = any(start < last and end > first for start, end in memory.unknown)
    return "an operator reads what was copied from outside host data" if is_unknown else ""


def _tensors_of(call: Call) -> Iterator[tuple[TensorHandle, bool]]:
    """The tensors of a call, and whether it only writes them."""
    signature = signature_of(call.operator)
    parameters = signature.parameters if signature is not None else ()
    is_partial = _writes_partly(call)
    for i, value in enumerate(call.args):
        is_out = i < len(parameters) and parameters[i].role is Role.OUT and not is_partial
        for tensor in _tensors(value):
            yield tensor, is_out


def _writes_partly(call: Call) -> bool:
    """Whether what an output held before the call can show after it."""
    return any(p in call.operator for p in _PARTIAL) or (call.operator in _SUM_OF_WEIGHTS and call.args[3] == 0)


def _nbytes(tensor: TensorHandle) -> int:
    return math.prod(tensor.shape) * dtypes.from_code(tensor.dtype).bits // 8


def _tensors(value: Any) -> list[TensorHandle]:
    if isinstance(value, TensorHandle):
        return [value]
    if isinstance(value, ListHandle):
        return [t for i in value.items for t in _tensors(i)]
    return []
