"""Copies between host arrays and device views: exactly the viewed elements, whatever the strides of both."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from . import dtypes, launches
from .arraylike import readable
from .dtypes import DType, DTypeLike
from .errors import ArgumentTypeError, ArgumentValueError, HostMemoryError, PyaclnnError, ViewError
from .reference.meta import span
from .values import is_a, reason, shortened, shown, type_name

if TYPE_CHECKING:
    from .device import Device
    from .tensor import Tensor

Array = np.ndarray[Any, Any]
_HOST_TO_DEVICE, _DEVICE_TO_HOST = 1, 2


def host_array(value: Any, dtype: DTypeLike | None = None) -> Array:
    """Anything array-like as a NumPy array of a dtype that CANN has, in native byte order.

    Python numbers without a NumPy dtype become float32, int64, bool or complex64. Raises ``ArgumentTypeError``
    for what is no array or has a dtype that CANN lacks.
    """
    try:
        array = np.asarray(readable(value))
        has_dtype = hasattr(value, "dtype")
    except PyaclnnError:
        raise
    except Exception as error:  # objects may raise anything from __array__
        raise ArgumentTypeError(f"{type_name(value)} can't become an array: {reason(error)}") from error
    if array.dtype.kind in "OSTUVMm" and not _is_ml_dtype(array.dtype):
        kind = shortened(str(array.dtype))
        raise ArgumentTypeError(f"an array of dtype {kind} can't go to a device: {shown(value, 60)}")
    if dtype is None and not has_dtype:
        array = _narrowed(array)
    if dtype is not None:
        wanted = dtypes.as_dtype(dtype)
        if wanted.numpy is None:
            raise ArgumentTypeError(
                f"{wanted} has no host counterpart; give its bytes as uint8, and d.tensor(...).view({wanted.name!r})"
            )
        return as_type(array, wanted.numpy)
    dtypes.from_numpy(array.dtype)
    return as_type(array, array.dtype.newbyteorder("="))


def as_type(array: Array, dtype: Any) -> Array:
    """The array in another NumPy dtype; itself where it has that one."""
    try:
        return array.astype(dtype, copy=False)
    except MemoryError:
        raise _too_large(array.shape) from None
    except Exception as error:  # a dtype may be any object
        raise ArgumentTypeError(
            f"an array of dtype {shortened(str(array.dtype))} can't become one of {shown(dtype)}: {reason(error)}"
        ) from error


def _too_large(shape: tuple[int, ...]) -> HostMemoryError:
    return HostMemoryError(f"the host has no memory for an array of shape {list(shape)}")


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


def upload(tensor: Tensor, array: Array) -> None:
    """Writes an array of the view's shape and dtype into the view. Waits for earlier work on its storage.

    A contiguous view takes one copy. Any other is read, changed on the host and written back as one range, so
    that nothing outside the view changes.
    """
    storage, width = tensor._storage, tensor.dtype.itemsize
    if tensor.size == 0:
        return
    is_contiguous = tensor.is_contiguous
    if not is_contiguous and tensor._view.overlaps_itself:
        raise ViewError(f"{tensor.describe()} names elements more than once and can't be written")
    tensor.device._activate()
    storage.wait_for_users()
    if is_contiguous:
        start = storage.address + tensor.offset * width
        _to_device(tensor.device, start, contiguous(array))
        return
    host, view, start = _download_range(tensor)
    np.copyto(view, array)
    _to_device(tensor.device, start, host)


def download(tensor: Tensor, out: Array | None = None) -> Array:
    """The viewed elements in ``out``, or in a new host array. Waits for the streams that last wrote them."""
    storage = tensor._storage
    dtype = host_dtype(tensor.dtype)
    target = None if out is None else _target(out, tensor.shape, dtype)
    if tensor.size == 0:
        _ = storage.address
        return _empty(tensor.shape, dtype) if out is None else out
    tensor.device._activate()
    storage.wait_for_writers()
    if tensor.is_contiguous:
        array = target if target is not None and target.flags.c_contiguous else _empty(tensor.shape, dtype)
        _to_host(tensor.device, array, storage.address + tensor.offset * tensor.dtype.itemsize)
    else:
        _, array, _ = _download_range(tensor)
        target = _empty(tensor.shape, dtype) if target is None else target
    if target is None:
        return array
    if target is not array:
        np.copyto(target, array)
    return target if out is None else out


def _target(out: Any, shape: tuple[int, ...], dtype: np.dtype[Any]) -> Array:
    """The array that the caller gave, without the methods of a class of its own."""
    allowed = f"allowed is a writeable {dtype} array of shape {list(shape)}"
    if not is_a(out, np.ndarray):
        raise ArgumentTypeError(f"out is {shown(out)}; {allowed}")
    target = np.asarray(out)
    if target.shape != shape or target.dtype != dtype or not target.flags.writeable:
        kind = "" if target.flags.writeable else "read-only "
        raise ArgumentValueError(
            f"out is a {kind}{shortened(str(target.dtype))} array of shape {list(target.shape)}; {allowed}"
        )
    return target


def contiguous(array: Array) -> Array:
    """The array in row-major order; itself where it has that."""
    try:
        return np.ascontiguousarray(array)
    except MemoryError:
        raise _too_large(array.shape) from None


def _empty(shape: tuple[int, ...], dtype: Any) -> Array:
    try:
        return np.empty(shape, dtype)
    except (MemoryError, ValueError):  # the latter where the bytes don't fit 64 bits
        raise _too_large(shape) from None


def host_dtype(dtype: DType) -> np.dtype[Any]:
    """The NumPy dtype of a device dtype, or an error naming the ways out."""
    if dtype.numpy is None:
        raise ArgumentValueError(
            f"{dtype} has no NumPy counterpart; cast on the device (d.cast), or read the bytes: x.view('uint8').numpy()"
        )
    return dtype.numpy


def strided(shape: tuple[int, ...], strides: tuple[int, ...], dtype: np.dtype[Any], data: Array, first: int) -> Array:
    """The array of a shape and strides (in elements) over bytes, its first element being number ``first``."""
    width = dtype.itemsize
    # The step of a dimension without a second element may be too large for NumPy.
    steps = tuple(s * width if n > 1 else width for n, s in zip(shape, strides, strict=True))
    try:
        array: Array = np.ndarray(shape, dtype, data.data, first * width, steps)
    except ValueError:  # a view that repeats elements may have more than 64 bits can count
        raise _too_large(shape) from None
    return array


def _download_range(tensor: Tensor) -> tuple[Array, Array, int]:
    """The bytes from the first to the last viewed element, the view into them, and their device address."""
    dtype = tensor.dtype.storage
    width = dtype.itemsize
    low, high = span(tensor.shape, tensor.strides, tensor.offset)
    host = _empty(((high - low + 1) * width,), np.uint8)
    start = tensor._storage.address + low * width
    _to_host(tensor.device, host, start)
    return host, strided(tensor.shape, tensor.strides, dtype, host, tensor.offset - low), start


def _to_device(device: Device, address: int, array: Array) -> None:
    ffi = device._backend.ffi
    _copy(device, ffi.cast("void *", address), ffi.cast("void *", array.ctypes.data), array.nbytes, _HOST_TO_DEVICE)


def _to_host(device: Device, array: Array, address: int) -> None:
    ffi = device._backend.ffi
    _copy(device, ffi.cast("void *", array.ctypes.data), ffi.cast("void *", address), array.nbytes, _DEVICE_TO_HOST)


def _copy(device: Device, target: Any, source: Any, nbytes: int, kind: int) -> None:
    launches.call(device, list, "aclrtMemcpy", target, nbytes, source, nbytes, kind)
