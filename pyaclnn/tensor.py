"""Tensor: a strided view of device memory."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from . import transfers
from .dtypes import DType, as_dtype
from .errors import ArgumentTypeError, ArgumentValueError, ClosedError, ViewError
from .formats import Format, as_format
from .handles import Handle, NotCopied, close_quietly
from .reference.meta import TensorMeta, describe
from .storage import Storage
from .values import is_a, whole_number
from .views import View, checked_shape, whole_numbers

if TYPE_CHECKING:
    from .backend import Session
    from .calls.outputs import Recipe
    from .device import Device


class Tensor(NotCopied):
    """A view of device memory: shape, strides and offset in elements, dtype, format and storage shape.

    Made by ``Device.tensor`` and ``Device.empty``, by operators, and from other tensors by indexing and the view
    methods, which share memory and never copy. Every view is checked against the storage when it is made.
    """

    __slots__ = (
        "__weakref__",
        "_handle",
        "_key",
        "_meta",
        "_pointer",
        "_recipe",
        "_session",
        "_storage",
        "_view",
        "device",
        "dtype",
        "format",
        "storage_shape",
    )

    def __init__(
        self,
        device: Device,
        storage: Storage,
        dtype: DType,
        view: View,
        format: Format = Format.ND,
        storage_shape: tuple[int, ...] | None = None,
    ) -> None:
        self.device = device
        self.dtype = dtype
        self._view = view
        self.format = format
        self.storage_shape = view.shape if storage_shape is None else storage_shape
        self._storage = storage
        self._handle: Handle | None = None
        # Set when the handle is made: a call may use it while the device is in the same session.
        self._pointer: Any = None
        self._session: Session | None = None
        self._key = 0
        self._recipe: Recipe | None = None
        self._meta: TensorMeta | None = None

    # -- what it is

    @property
    def shape(self) -> tuple[int, ...]:
        return self._view.shape

    @property
    def strides(self) -> tuple[int, ...]:
        """Steps from one element to the next along each dimension, in elements."""
        return self._view.strides

    @property
    def offset(self) -> int:
        """Where the first element lies in the storage, in elements."""
        return self._view.offset

    @property
    def ndim(self) -> int:
        return self._view.ndim

    @property
    def size(self) -> int:
        """The number of elements."""
        return self._view.size

    @property
    def nbytes(self) -> int:
        """Bytes of the viewed elements; the storage may be larger."""
        return self.dtype.nbytes(self.size)

    @property
    def is_contiguous(self) -> bool:
        return self._view.is_contiguous

    @property
    def data_ptr(self) -> int:
        """The device address of the first element, or of the byte that it begins in."""
        return self._storage.address + self.offset * self.dtype.bits // 8

    @property
    def is_closed(self) -> bool:
        """Whether the device, and the memory with it, was closed."""
        return self._storage.block is None or not self.device._owns(self._storage)

    @property
    def meta(self) -> TensorMeta:
        """Everything but the data, as an operator's argument checks see it."""
        if self._meta is None:
            self._meta = TensorMeta(self.shape, self.strides, self.dtype, self.offset, self.format, self.storage_shape)
        return self._meta

    def describe(self) -> str:
        """``float32[4, 2] strides (1, 4)``."""
        return describe(self.meta)

    # -- data

    def numpy(self, out: np.ndarray[Any, Any] | None = None) -> np.ndarray[Any, Any]:
        """The viewed elements as a new host array, or in ``out``: an array of the same shape and dtype, of any strides.

        Waits for the streams that last wrote the storage. bfloat16 and the float8 types come as ``ml_dtypes``.
        """
        self._require_open()
        return transfers.download(self, out)

    def copy_from(self, values: Any) -> Tensor:
        """Overwrites the viewed elements, and nothing else of the storage; returns the tensor.

        ``values`` is array-like, converted to the tensor's dtype and broadcast to its shape. Waits for earlier
        work on the storage. ``ViewError`` when the view names an element twice.
        """
        self._require_open()
        if is_a(values, Tensor):
            values = values.numpy()
        array = transfers.host_array(values, self.dtype)
        try:
            array = np.broadcast_to(array, self.shape)
        except ValueError:
            raise ArgumentValueError(
                f"values of shape {list(array.shape)} don't fit a tensor of shape {list(self.shape)}"
            ) from None
        transfers.upload(self, array)
        return self

    def item(self) -> Any:
        """The one element as a Python number. Waits."""
        if self.size != 1:
            raise ArgumentValueError(f"item() needs one element; {self.describe()} has {self.size}")
        return self.numpy().reshape(())[()].item()

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray[Any, Any]:
        if copy is False:
            raise ArgumentValueError("a device tensor can't become an array without a copy")
        array = self.numpy()
        return array if dtype is None else transfers.as_type(array, dtype)

    def __dlpack_device__(self) -> tuple[int, int]:
        from .dlpack import EXTENSION_DEVICE  # nothing else needs it

        return EXTENSION_DEVICE, self.device.device_index

    def __dlpack__(self, **_: Any) -> Any:
        """The same memory for a DLPack consumer on this NPU, once the work launched on it so far is done."""
        from .dlpack import capsule  # nothing else needs it

        self._require_open()
        self.device._activate()
        self._storage.wait_for_users()
        return capsule(self)

    # -- views

    def __getitem__(self, key: Any) -> Tensor:
        return self._viewed(self._view.index(key))

    def __len__(self) -> int:
        if not self.shape:
            raise ArgumentTypeError("a 0-d tensor has no len()")
        return self.shape[0]

    def __bool__(self) -> bool:
        """The truth of the one element; a tensor of more has none. Waits."""
        if self.size != 1:
            raise ArgumentValueError(f"{self.describe()} has {self.size} elements and no truth of its own")
        return bool(self.item())

    def __iter__(self) -> Iterator[Tensor]:
        for i in range(len(self)):
            yield self[i]

    @property
    def T(self) -> Tensor:
        """The dimensions in reverse order."""
        return self._viewed(self._view.permute(range(self.ndim)[::-1]))

    def transpose(self, first: int, second: int) -> Tensor:
        """Two dimensions exchanged."""
        return self._viewed(self._view.transpose(first, second))

    def permute(self, *order: Any) -> Tensor:
        """The dimensions in the given order: ``x.permute(2, 0, 1)`` or ``x.permute((2, 0, 1))``."""
        return self._viewed(self._view.permute(_sequence(order)))

    def expand(self, *shape: Any) -> Tensor:
        """Dimensions of extent 1 repeated with stride 0, without a copy; -1 keeps an extent."""
        return self._viewed(self._view.expand(_sequence(shape)))

    def squeeze(self, axis: int | None = None) -> Tensor:
        """Without dimensions of extent 1, or without that one if its extent is 1."""
        return self._viewed(self._view.squeeze(axis))

    def unsqueeze(self, axis: int) -> Tensor:
        """With a dimension of extent 1 put in at ``axis``."""
        return self._viewed(self._view.unsqueeze(axis))

    def view(self, *shape: Any) -> Tensor:
        """The same elements in another shape, or the same bytes as another dtype: ``x.view(2, -1)``,
        ``x.view("hifloat8")``.

        One extent may be -1. A dtype of another width changes the last extent, whose elements must lie side by side:
        uint8[4, 8] is int4[4, 16]. So come types that hosts lack to the device, and back. ``ViewError`` where either
        needs a copy.
        """
        if len(shape) == 1 and is_a(shape[0], (str, DType, np.dtype, type)):
            return self._recast(as_dtype(shape[0]))
        return self._viewed(self._view.reshaped(_sequence(shape)))

    def as_strided(self, shape: Sequence[int], strides: Sequence[int], offset: int = 0) -> Tensor:
        """Any view of the storage, with strides and offset in elements; ``ViewError`` when it would leave it."""
        shape = checked_shape(shape)
        strides = whole_numbers(strides, "strides are a sequence of whole numbers")
        offset = whole_number(offset, "an offset is a whole number", ViewError)
        if len(strides) != len(shape):
            raise ViewError(f"{len(strides)} strides for {len(shape)} dimensions")
        return self._viewed(View(shape, strides, offset))

    def contiguous(self) -> Tensor:
        """A row-major tensor of the same elements: itself if it is one, else a copy made on the device.

        CANN: ``aclnnInplaceCopy``. Does not wait.
        """
        if self.is_contiguous:
            return self
        result = self.device.empty(self.shape, self.dtype, self.format)
        self.device.inplace_copy(result, self)
        return result

    def with_format(self, format: Format | str | int, storage_shape: Sequence[int] | None = None) -> Tensor:
        """The same view labelled with another format, and with the storage shape that the format implies."""
        format = as_format(format)
        shape = self.storage_shape if storage_shape is None else checked_shape(storage_shape)
        self._storage.is_shared = True
        return Tensor(self.device, self._storage, self.dtype, self._view, format, shape)

    def layout(self, width: int = 16) -> str:
        """A drawing of the storage: a number where the view has its n-th element, a dot where it has none.

        ``width`` is how many elements a line has.
        """
        from .layout import draw

        return draw(self._view, self._storage_elements(), width)

    def __repr__(self) -> str:
        where = f"device {self.device.device_index} ({self.device.backend})"
        return f"<Tensor {self.describe()} on {where}{', closed' if self.is_closed else ''}>"

    def __del__(self, _close: Callable[..., None] = close_quietly) -> None:  # bound: at exit modules lose their names
        recipe = getattr(self, "_recipe", None)
        if recipe is None or not recipe.take_back(self):
            _close(getattr(self, "_handle", None))

    @property
    def handle(self) -> Any:
        """The ``aclTensor``, made at first need and kept with the tensor, which destroys it."""
        if self._session is not self.device._session or self._pointer is None:
            self._require_open()
            self._handle = self._new_handle()
            self._pointer, self._session = self._handle.pointer, self.device._session
            self._key = self.device._backend.key_of(self.meta)
            if not self.is_contiguous and self._view.overlaps_itself:
                self.__class__ = RepeatingTensor
        return self._pointer

    # -- for the package

    def _new_handle(self) -> Handle:
        """An ``aclTensor`` that the caller closes: lists take theirs over."""
        backend, n, m = self.device._backend, self.ndim, len(self.storage_shape)
        ffi = backend.ffi
        return backend.create(
            self.device._handles, "Tensor",
            ffi.new("int64_t[]", self.shape or (0,)), n, self.dtype.code, ffi.new("int64_t[]", self.strides or (0,)),
            self.offset, int(self.format), ffi.new("int64_t[]", self.storage_shape or (0,)), m,
            ffi.cast("void *", self._storage.address),
        )  # fmt: skip

    def _viewed(self, view: View) -> Tensor:
        self._require_open()
        elements = self._storage_elements()
        shape = self.storage_shape
        self._storage.is_shared = True
        # C checks views against the storage shape: a tensor that starts a new storage has its own.
        return Tensor(self.device, self._storage, self.dtype, view.check_inside(elements), self.format, shape)

    def _recast(self, dtype: DType) -> Tensor:
        self._require_open()
        width, new = self.dtype.bits, dtype.bits
        view, shape = self._view.recast(width, new), self.storage_shape
        if width != new:
            if self.format not in _PLAIN:
                raise ViewError(f"{self.describe()} lies in blocks, which a dtype of {new} bits would cut differently")
            *outer, last = shape or (1,)
            is_whole = last * width % new == 0
            shape = (*outer, last * width // new) if is_whole else (math.prod(shape) * width // new,)
        self._storage.is_shared = True
        return Tensor(self.device, self._storage, dtype, view, self.format, shape)

    def _storage_elements(self) -> int:
        return self._storage.nbytes * 8 // self.dtype.bits

    def _require_open(self) -> None:
        if self.is_closed:
            raise ClosedError(f"{self.describe()} belongs to a device that was closed")


# Formats that say how dimensions are named, and don't lay elements out in blocks.
_PLAIN = frozenset((Format.ND, Format.NCHW, Format.NHWC, Format.NCL, Format.NCDHW, Format.NDHWC))

# What the fast path of calls asks of a tensor that is written: its session, by another name.
Tensor._target = Tensor.__dict__["_session"]  # type: ignore[attr-defined]


class RepeatingTensor(Tensor):
    """What a tensor becomes with its handle when its view names elements more than once: it can be read, and the fast
    path of calls does not take it to be written."""

    __slots__ = ()
    _target = None


def _sequence(args: tuple[Any, ...]) -> Sequence[int]:
    return args[0] if len(args) == 1 and is_a(args[0], (tuple, list)) else args
