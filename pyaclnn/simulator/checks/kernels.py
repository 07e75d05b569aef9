"""What the kernels of an operator read and write, and whether what they read was ever written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from ...reference.meta import TensorMeta, span
from ..streams import DeviceFault
from .findings import NAMES, Finding
from .touches import Touch

if TYPE_CHECKING:
    from ...reference.lowering import Buffer, Lowering, TensorName
    from ..operands import Arrays
    from .checker import Checks

# Kernels that take a tensor for its shape and dtype only.
SHAPE_ONLY = frozenset(("ZerosLike", "OnesLike"))

Metas = Mapping["TensorName", TensorMeta]
Addresses = Mapping["TensorName", int]
_Array = np.ndarray[Any, Any]


def touches(lowering: Lowering, metas: Metas, addresses: Addresses, workspace: tuple[int, int]) -> Iterator[Touch]:
    """The caller's tensors and the workspace, as the kernels use them."""
    reads, writes = _roles(lowering)
    for name in reads | writes:
        meta = metas[name]
        if not meta.is_empty:
            yield _touch(label(name), meta, addresses[name], writes=name in writes)
    address, size = workspace
    if size:
        yield Touch(address, address + size, True, "its workspace", is_workspace=True)


def run(checks: Checks, lowering: Lowering, metas: Metas, addresses: Addresses, arrays: Arrays) -> None:
    """Computes, and fails afterwards if something was read that nobody wrote."""
    unwritten: dict[TensorName, int] = {}
    values, _ = _roles(lowering)

    def read(name: TensorName) -> _Array:
        array = arrays.read(name)
        if name in values and name not in unwritten and array.size:
            unwritten[name] = checks.shadow.unwritten(*_elements(metas[name], addresses[name]))
        return array

    def write(name: TensorName) -> _Array:
        array = arrays.write(name)
        if array.size:
            checks.shadow.mark(*_elements(metas[name], addresses[name]))
        return array

    lowering.run(read, write)
    arrays.put_back()
    for name, count in unwritten.items():
        if count and checks.wants("uninitialized-read"):
            allocation = checks.allocation_at(_elements(metas[name], addresses[name])[0])
            text = f"{count} elements of {label(name)} ({metas[name]}) are read, but nobody wrote them"
            finding = Finding("uninitialized-read", text, allocation.place if allocation else "")
            raise DeviceFault(NAMES[finding.name][0], text, finding=finding)


def label(name: TensorName) -> str:
    return name if isinstance(name, str) else f"{name[0]}[{name[1]}]"


def _roles(lowering: Lowering) -> tuple[set[TensorName], set[TensorName]]:
    """The tensors of which values play a part, and those that are written."""
    needed: set[Buffer] = set()
    for step in reversed(lowering.steps):
        has_effect = step.target is not None or any(b in needed or b.user is not None for b in step.outputs)
        if has_effect and step.kernel not in SHAPE_ONLY:
            needed.update(step.inputs)
    reads = {b.user for b in needed if b.user is not None}
    writes = {s.target for s in lowering.steps if s.target is not None}
    writes |= {b.user for s in lowering.steps for b in s.outputs if b.user is not None}
    return reads, writes


def _touch(what: str, meta: TensorMeta, address: int, *, writes: bool) -> Touch:
    width = meta.dtype.storage.itemsize
    low, high = span(meta.shape, meta.strides, meta.offset)
    start, stop = address + low * width, address + (high + 1) * width
    if meta.is_contiguous:
        return Touch(start, stop, writes, what)
    shape, steps = (*meta.shape, width), (*(s * width for s in meta.strides), 1)
    return Touch(start, stop, writes, what, layout=(shape, steps, (meta.offset - low) * width))


def _elements(meta: TensorMeta, address: int) -> tuple[int, tuple[int, ...], tuple[int, ...], int]:
    width = meta.dtype.storage.itemsize
    return address + meta.offset * width, meta.shape, tuple(s * width for s in meta.strides), width
