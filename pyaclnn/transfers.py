"""Copies between host arrays and device views: exactly the viewed elements, whatever the strides of both."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from . import dtypes
from .dtypes import DType, DTypeLike
from .errors import ArgumentTypeError, ArgumentValueError, ViewError
from .reference.meta import span

if TYPE_CHECKING:
    from .backend import Backend
    from .tensor import Tensor

Array = np.ndarray[Any, Any]
_HOST_TO_DEVICE, _DEVICE_TO_HOST = 1, 2


def host_array(value: Any, dtype: DTypeLike | None = None) -> Array:
    """Anything array-like as a NumPy array of a dtype that CANN has, in native byte order.

    Python numbers without a NumPy dtype become float32, int64, bool or complex64. Raises ``ArgumentTypeError``
    for what is no array or has a dtype that CANN lacks.
    """
    try:
        array = np.asarray(value)
    except Exception as error:  # objects may raise anything from __array__
        raise ArgumentTypeError(f"{type(value).__name__} can't become an array: {error}") from None
    if dtype is None and not hasattr(value, "dtype"):
        array = _narrowed(array)
    if array.dtype.kind in "OSTUVMm" and not _is_ml_dtype(array.dtype):
        raise ArgumentTypeError(f"an array of dtype {array.dtype} can't go to a device: {_shortened(value)}")
    try:
        if dtype is not None:
            wanted = dtypes.as_dtype(dtype)
            if wanted.numpy is None:
                raise ArgumentTypeError(f"{wanted} has no host counterpart; give the bytes in another dtype")
            return array.astype(wanted.numpy, copy=False)
        dtypes.from_numpy(array.dtype)
    except (TypeError, ValueError) as error:
        raise ArgumentTypeError(str(error)) from None
    return array.astype(array.dtype.newbyteorder("="), copy=False)


def _narrowed(array: Array) -> Array:
    """Python floats as float32 and complex as complex64: what CANN computes in."""
    if array.dtype == np.float64:
        with np.errstate(over="ignore"):
            return array.astype(np.float32)
    if array.dtype == np.complex128:
        with np.errstate(over="ignore"):
            return array.astype(np.complex64)
    return array


def _is_ml_dtype(dtype: np.dtype[Any]) -> bool:
    return dtype.kind == "V" and dtype.names is None and dtype.type.__module__ == "ml_dtypes"


def _shortened(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def upload(tensor: Tensor, array: Array) -> None:
    """Writes an array of the view's shape and dtype into the view. Waits for earlier work on its storage.

    A contiguous view takes one copy. Any other is read, changed on the host and written back as one range, so
    that nothing outside the view changes.
    """
    backend, storage, width = tensor.device._backend, tensor._storage, tensor.dtype.itemsize
    if tensor.size == 0:
        return
    is_contiguous = tensor.is_contiguous
    if not is_contiguous and tensor._view.overlaps_itself:
        raise ViewError(f"{tensor.describe()} names elements more than once and can't be written")
    tensor.device._activate()
    storage.wait_for_users()
    if is_contiguous:
        start = storage.address + tensor.offset * width
        _to_device(backend, start, np.ascontiguousarray(array))
        return
    host, view, start = _download_range(tensor)
    np.copyto(view, array)
    _to_device(backend, start, host)


def download(tensor: Tensor, out: Array | None = None) -> Array:
    """The viewed elements in ``out``, or in a new host array. Waits for the streams that last wrote them."""
    backend, storage = tensor.device._backend, tensor._storage
    dtype = host_dtype(tensor.dtype)
    if out is not None and (out.shape != tensor.shape or out.dtype != dtype or not out.flags.writeable):
        raise ArgumentValueError(
            f"out is a {out.dtype} array of shape {list(out.shape)}; allowed is a writeable {dtype} array of shape "
            f"{list(tensor.shape)}"
        )
    if tensor.size == 0:
        _ = storage.address
        return np.empty(tensor.shape, dtype) if out is None else out
    tensor.device._activate()
    storage.wait_for_writers()
    if tensor.is_contiguous:
        array = out if out is not None and out.flags.c_contiguous else np.empty(tensor.shape, dtype)
        _to_host(backend, array, storage.address + tensor.offset * tensor.dtype.itemsize)
    else:
        _, array, _ = _download_range(tensor)
        if out is None:
            return np.array(array, order="C")
    if out is None or out is array:
        return array
    np.copyto(out, array)
    return out


def host_dtype(dtype: DType) -> np.dtype[Any]:
    """The NumPy dtype of a device dtype, or an error naming the ways out."""
    if dtype.numpy is None:
        raise ArgumentValueError(
            f"{dtype} has no NumPy counterpart; cast on the device (d.cast) or view the bytes as another dtype"
        )
    return dtype.numpy


def strided(shape: tuple[int, ...], strides: tuple[int, ...], dtype: np.dtype[Any], data: Array, first: int) -> Array:
    """The array of a shape and strides (in elements) over bytes, its first element being number ``first``."""
    width = dtype.itemsize
    steps = tuple(s * width for s in strides)
    array: Array = np.ndarray(shape, dtype, data.data, first * width, steps)
    return array


def _download_range(tensor: Tensor) -> tuple[Array, Array, int]:
    """The bytes from the first to the last viewed element, the view into them, and their device address."""
    dtype = tensor.dtype.storage
    width = dtype.itemsize
    low, high = span(tensor.shape, tensor.strides, tensor.offset)
    host = np.empty((high - low + 1) * width, np.uint8)
    start = tensor._storage.address + low * width
    _to_host(tensor.device._backend, host, start)
    return host, strided(tensor.shape, tensor.strides, dtype, host, tensor.offset - low), start


def _to_device(backend: Backend, address: int, array: Array) -> None:
    ffi = backend.ffi
    source = ffi.cast("void *", array.ctypes.data)
    backend.call("aclrtMemcpy", ffi.cast("void *", address), array.nbytes, source, array.nbytes, _HOST_TO_DEVICE)


def _to_host(backend: Backend, array: Array, address: int) -> None:
    ffi = backend.ffi
    target = ffi.cast("void *", array.ctypes.data)
    backend.call("aclrtMemcpy", target, array.nbytes, ffi.cast("void *", address), array.nbytes, _DEVICE_TO_HOST)
