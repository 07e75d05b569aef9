"""How a tensor lies in the blocks of the chip's own formats: the storage shape that takes, and the way there and back.

An axis that is split has two parts in storage: which block (``C1``) and the place in it (``C0``). What a block has
beyond the tensor is filled with zeros.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from ..formats import Format
from .meta import TensorMeta, row_major

Array: TypeAlias = "np.ndarray[Any, Any]"

ROWS = 16  # the height of a block
NZ = (
    Format.FRACTAL_NZ, Format.FRACTAL_NZ_C0_2, Format.FRACTAL_NZ_C0_4, Format.FRACTAL_NZ_C0_8,
    Format.FRACTAL_NZ_C0_16, Format.FRACTAL_NZ_C0_32,
)  # fmt: skip

# The axes in storage, and the plain formats that are packed so. FRACTAL_NZ packs the last two axes of any format.
_STORED: dict[Format, tuple[str, tuple[Format, ...]]] = {
    Format.NC1HWC0: ("N C1 H W C0", (Format.NCHW, Format.NHWC)),
    Format.NDC1HWC0: ("N D C1 H W C0", (Format.NCDHW, Format.NDHWC)),
    Format.FRACTAL_Z: ("C1 H W N1 N0 C0", (Format.NCHW, Format.HWCN)),
    Format.FRACTAL_Z_3D: ("D C1 H W N1 N0 C0", (Format.NCDHW,)),
}
_MERGED = (Format.FRACTAL_Z, Format.FRACTAL_Z_3D)  # stored with all axes before N1 as one


@dataclass(frozen=True)
class Packing:
    """A tensor in blocks: its shape, the order of its axes, and the order and extents of their parts in storage."""

    shape: tuple[int, ...]
    axes: tuple[str, ...]
    parts: tuple[str, ...]
    extents: tuple[int, ...]
    storage_shape: tuple[int, ...]

    def pack(self, values: Array, storage: Array) -> None:
        """Writes the tensor's values into its storage."""
        padded = np.zeros(self._padded(), storage.dtype)
        padded[tuple(map(slice, self.shape))] = values
        ordered = self._in_order_of_axes()
        split = padded.reshape([self._extent(p) for p in ordered])
        storage.reshape(self.extents)[...] = split.transpose([ordered.index(p) for p in self.parts])

    def unpack(self, storage: Array) -> Array:
        """The tensor's values, as an array of its own."""
        order = [self.parts.index(p) for p in self._in_order_of_axes()]
        padded = storage.reshape(self.extents).transpose(order).reshape(self._padded())
        return np.array(padded[tuple(map(slice, self.shape))])

    def in_storage(self, meta: TensorMeta) -> TensorMeta:
        """What lies in memory, as a tensor without blocks."""
        shape = self.storage_shape
        return TensorMeta(shape, row_major(shape), meta.dtype, meta.offset, meta.format, shape)

    def _extent(self, part: str) -> int:
        return self.extents[self.parts.index(part)]

    def _parts_of(self, axis: str) -> tuple[str, ...]:
        return (axis,) if axis in self.parts else (axis + "1", axis + "0")

    def _in_order_of_axes(self) -> list[str]:
        return [p for axis in self.axes for p in self._parts_of(axis)]

    def _padded(self) -> tuple[int, ...]:
        return tuple(math.prod(map(self._extent, self._parts_of(axis))) for axis in self.axes)


def packing(shape: tuple[int, ...], plain: Format, packed: Format, width: int) -> Packing | None:
    """How a tensor of a plain format is packed into blocks of ``width`` elements; None where it can't be."""
    if packed in NZ:
        if len(shape) < 2:
            return None
        outer = tuple(f"{i}." for i in range(len(shape) - 2))
        axes, parts = (*outer, "N", "C"), (*outer, "C1", "N1", "N0", "C0")
    else:
        stored, sources = _STORED.get(packed, ("", ()))
        if plain not in sources or len(shape) != len(plain.name):
            return None
        axes, parts = tuple(plain.name), tuple(stored.split())
    if width < 1:
        return None
    inside = {"C": width, "N": ROWS}
    whole = dict(zip(axes, shape, strict=True))
    extents = tuple(
        whole[p] if p in whole else inside[p[0]] if p[1] == "0" else -(-whole[p[0]] // inside[p[0]]) for p in parts
    )
    merged = (math.prod(extents[:-3]), *extents[-3:]) if packed in _MERGED else extents
    return Packing(shape, axes, parts, extents, merged)


def packs(plain: Format, packed: Format) -> bool:
    """Whether tensors of a plain format are packed so, FRACTAL_NZ left aside."""
    return packed in _STORED and plain in _STORED[packed][1]


def packing_of(meta: TensorMeta) -> Packing | None:
    """The blocks in which a tensor lies by its format and storage shape; None where it has none or they don't fit."""
    if not meta.format.is_private or not meta.storage_shape or meta.is_empty:
        return None
    for plain in _STORED[meta.format][1] if meta.format in _STORED else (Format.ND,):
        found = packing(meta.shape, plain, meta.format, meta.storage_shape[-1])
        if found is not None and found.storage_shape == meta.storage_shape:
            return found
    return None
