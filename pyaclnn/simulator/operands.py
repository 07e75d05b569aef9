"""The tensors of one prepared call as its kernels see them: arrays over device memory, unpacked from blocks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np

from ..reference.lowering import Lowering, TensorName
from ..reference.meta import TensorMeta, span
from ..reference.packing import Packing, packing_of
from . import codes
from .checks.kernels import label
from .descriptors import TensorDescriptor
from .memory import BadRange, MemoryMap
from .streams import DeviceFault

Array: TypeAlias = "np.ndarray[Any, Any]"


@dataclass(frozen=True)
class Operands:
    """Addresses of the caller's tensors, how they lie in memory, and the blocks of those that have some."""

    metas: Mapping[TensorName, TensorMeta]
    addresses: Mapping[TensorName, int]
    packings: Mapping[TensorName, Packing]

    @staticmethod
    def of(lowering: Lowering, tensors: Mapping[TensorName, TensorDescriptor]) -> Operands:
        """What descriptors say at the time of a launch."""
        metas = {name: d.meta for name, d in tensors.items()}
        packings = dict(lowering.packings)
        for name, meta in metas.items():
            if meta.storage_shape != meta.shape and name not in packings and (found := packing_of(meta)) is not None:
                packings[name] = found
        metas |= {name: p.in_storage(metas[name]) for name, p in packings.items()}
        return Operands(metas, {name: d.address for name, d in tensors.items()}, packings)


class Arrays:
    """The arrays of one run. What kernels write into blocks reaches the memory with ``put_back``."""

    def __init__(self, memory: MemoryMap, operands: Operands) -> None:
        self._memory = memory
        self._operands = operands
        self._unpacked: dict[TensorName, Array] = {}
        self._stored: dict[TensorName, Array] = {}

    def read(self, name: TensorName) -> Array:
        """The values of a tensor; a fault when it leaves its allocation."""
        packed = self._operands.packings.get(name)
        if packed is None:
            return self._view(name)
        if name not in self._unpacked:
            self._unpacked[name] = packed.unpack(self._view(name))
        return self._unpacked[name]

    def write(self, name: TensorName) -> Array:
        """As ``read``, for an array that is then written."""
        array = self.read(name)
        if name in self._operands.packings:
            self._stored[name] = self._view(name)
        return array

    def put_back(self) -> None:
        """Packs what was written."""
        for name, storage in self._stored.items():
            self._operands.packings[name].pack(self._unpacked[name], storage)

    def _view(self, name: TensorName) -> Array:
        meta, address = self._operands.metas[name], self._operands.addresses[name]
        storage = meta.dtype.storage
        if meta.is_empty:
            return np.empty(meta.shape, storage)
        low, high = span(meta.shape, meta.strides, meta.offset)
        width = storage.itemsize
        try:
            data = self._memory.device_bytes(address + low * width, (high - low + 1) * width)
        except BadRange as error:
            text = f"{label(name)} ({meta}) reaches {error}"
            finding = replace(error.finding, text=f"{label(name)} ({meta}): {error.finding.text}")
            raise DeviceFault(codes.KERNEL_FAULT, text, finding=finding) from None
        start = (meta.offset - low) * width
        steps = tuple(s * width for s in meta.strides)
        array: Array = np.ndarray(meta.shape, storage, data.data, start, steps)
        return array
