"""Outputs that calls make: when one dies, its memory and its C handle serve the next of the same kind.

Only in stream order: what is taken over was used by no other stream, so that the new work runs after the old.
"""

from __future__ import annotations

import contextlib
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
KINDS = 4096  # on one device


class Spares(list[tuple[Storage, "Handle", int]]):
    """Memory, handle and key of outputs of one kind that died; ``taken`` counts those that became new ones."""

    __slots__ = ("taken",)

    def __init__(self) -> None:
        self.taken = 0

    def close(self) -> None:
        """Gives all of it up."""
        with contextlib.suppress(IndexError):
            while True:
                _, handle, _ = self.pop()
                handle.close()


class Recipe:
    """How a call's output is made: contiguous, of a known shape, dtype and format."""

    __slots__ = ("meta", "nbytes", "spares", "view")

    def __init__(self, meta: TensorMeta) -> None:
        self.meta = meta
        self.view = View(meta.shape, meta.strides)
        self.nbytes = meta.dtype.nbytes(meta.size)
        # By session, since handles and memory end with it.
        self.spares: dict[Any, Spares] = {}

    def make(self, device: Device, stream: Stream) -> Tensor:
        """A tensor with its handle made, from a spare one where the stream has left one."""
        meta, session = self.meta, device._session
        spares = self.spares.get(session)
        if spares:
            try:
                storage, handle, key = spares.pop()
            except IndexError:  # another thread was faster
                return self.make(device, stream)
            block = storage.block
            if block is not None and block.stream is stream:
                spares.taken += 1
                tensor = Tensor(device, storage, meta.dtype, self.view, meta.format, meta.shape)
                tensor._handle, tensor._pointer, tensor._session = handle, handle.pointer, session
                tensor._meta, tensor._key, tensor._recipe = meta, key, self
                return tensor
            handle.close()
        if len(device._spares) > KINDS:
            device._drop_spares()
        storage = device._pool.storage(self.nbytes, stream)
        tensor = Tensor(device, storage, meta.dtype, self.view, meta.format, meta.shape)
        _ = tensor.handle
        tensor._recipe = self
        return tensor

    def take_back(self, tensor: Tensor) -> bool:
        """Keeps what a dying tensor leaves, if nobody else can be using it; false when it must be freed.

        Called by finalizers on any thread: takes no lock.
        """
        # Nothing is asked of the device, which has __getattr__: that takes longer.
        storage, session, handle = tensor._storage, tensor._session, tensor._handle
        block = storage.block
        if session is None or session.device is None or storage.is_shared or block is None or handle is None:
            return False
        if not storage._pool.reuses or not storage.is_only_used_by(block.stream):
            return False
        spares = self.spares.get(session)
        if spares is None:
            spares = self.spares[session] = Spares()
            tensor.device._spares.append((self, spares))
        if len(spares) >= SPARES:
            return False
        spares.append((storage, handle, tensor._key))
        return True
