"""Outputs that calls make: when one dies, its memory and its C handle serve the next of the same kind.

Only in stream order: what is taken over was used by no other stream, so that the new work runs after the old.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..reference.meta import TensorMeta
from ..storage import Storage
from ..tensor import Tensor
from ..views import View

if TYPE_CHECKING:
    from ..device import Device
    from ..handles import Handle
    from ..stream import Stream

SPARES = 16  # of one kind on one device


class Recipe:
    """How a call's output is made: contiguous, of a known shape, dtype and format."""

    __slots__ = ("meta", "nbytes", "spares", "view")

    def __init__(self, meta: TensorMeta) -> None:
        self.meta = meta
        self.view = View(meta.shape, meta.strides)
        self.nbytes = meta.size * meta.dtype.itemsize
        # By session, since handles and memory end with it.
        self.spares: dict[Any, list[tuple[Storage, Handle, int]]] = {}

    def make(self, device: Device, stream: Stream) -> Tensor:
        """A tensor with its handle made, from a spare one where the stream has left one."""
        meta = self.meta
        spares = self.spares.get(device._session)
        if spares:
            storage, handle, key = spares.pop()
            block = storage.block
            if block is not None and block.stream is stream:
                tensor = Tensor(device, storage, meta.dtype, self.view, meta.format, meta.shape)
                tensor._handle, tensor._pointer, tensor._session = handle, handle.pointer, device._session
                tensor._meta, tensor._key, tensor._recipe = meta, key, self
                return tensor
            handle.close()
        storage = device._pool.storage(self.nbytes, stream)
        tensor = Tensor(device, storage, meta.dtype, self.view, meta.format, meta.shape)
        _ = tensor.handle
        tensor._recipe = self
        return tensor

    def take_back(self, tensor: Tensor) -> bool:
        """Keeps what a dying tensor leaves, if nobody else can be using it; false when it must be freed.

        Called by finalizers on any thread: takes no lock.
        """
        storage, device, handle = tensor._storage, tensor.device, tensor._handle
        session = device._session
        block = storage.block
        if tensor._session is not session or storage.is_shared or block is None or handle is None:
            return False
        if not device._reuse or not storage.is_only_used_by(block.stream):
            return False
        spares = self.spares.get(session)
        if spares is None:
            spares = self.spares[session] = []
            device._spares.append((self, spares))
        if len(spares) >= SPARES:
            return False
        spares.append((storage, handle, tensor._key))
        return True
