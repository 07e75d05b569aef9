"""Tensors handed out by DLPack: the address, shape and strides of device memory, and who is told that it is let go."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from . import dtypes
from .dtypes import DType
from .errors import ArgumentTypeError, ArgumentValueError

if TYPE_CHECKING:
    from .tensor import Tensor

EXTENSION_DEVICE = 12  # kDLExtDev: what DLPack calls an NPU
_UNUSED = b"dltensor"
_CODES = {
    dtypes.BOOL: 6, dtypes.BFLOAT16: 4, dtypes.COMPLEX64: 5, dtypes.COMPLEX128: 5,
    **dict.fromkeys((dtypes.FLOAT16, dtypes.FLOAT32, dtypes.FLOAT64), 2),
    **dict.fromkeys((dtypes.INT8, dtypes.INT16, dtypes.INT32, dtypes.INT64), 0),
    **dict.fromkeys((dtypes.UINT8, dtypes.UINT16, dtypes.UINT32, dtypes.UINT64), 1),
}  # fmt: skip


class _DLTensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    ]


class _Managed(ctypes.Structure):
    _fields_ = [("tensor", _DLTensor), ("context", ctypes.c_void_p), ("deleter", ctypes.c_void_p)]


# By address: what a consumer holds, and what is called when it lets go.
_held: dict[int, tuple[Any, ...]] = {}


def _let_go(address: int) -> None:
    """The deleter of every tensor that was handed out; any thread may call it."""
    *_, done = _held.pop(address, (lambda: None,))
    done()


def _drop_unused(capsule: int) -> None:
    """The end of a capsule: one that nobody took still holds the tensor."""
    if _api("PyCapsule_IsValid", ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p)(capsule, _UNUSED):
        _let_go(_api("PyCapsule_GetPointer", ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)(capsule, _UNUSED))


_CALLBACK = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_LET_GO, _DROP_UNUSED = _CALLBACK(_let_go), _CALLBACK(_drop_unused)


def _api(name: str, result: Any, *arguments: Any) -> Any:
    return ctypes.PYFUNCTYPE(result, *arguments)((name, ctypes.pythonapi))


def capsule(tensor: Tensor, done: Callable[[], None] = lambda: None) -> Any:
    """A ``dltensor`` capsule that holds the tensor; ``done`` is called when the consumer lets it go."""
    if min(tensor.strides, default=0) < 0:
        raise ArgumentValueError(f"{tensor.describe()} has a negative stride, which DLPack consumers don't take")
    ndim = tensor.ndim
    shape, strides = (ctypes.c_int64 * max(1, ndim))(*tensor.shape), (ctypes.c_int64 * max(1, ndim))(*tensor.strides)
    view = _DLTensor(
        tensor.data_ptr, EXTENSION_DEVICE, tensor.device.device_index, ndim, dtype_code(tensor.dtype),
        tensor.dtype.bits, 1, shape, strides, 0,
    )  # fmt: skip
    managed = _Managed(view, None, ctypes.cast(_LET_GO, ctypes.c_void_p))
    address = ctypes.addressof(managed)
    _held[address] = (managed, tensor, shape, strides, done)
    new = _api("PyCapsule_New", ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
    return new(address, _UNUSED, ctypes.cast(_DROP_UNUSED, ctypes.c_void_p))


def dtype_code(dtype: DType) -> int:
    """DLPack's number for a kind of dtype; ``ArgumentTypeError`` when it has none."""
    try:
        return _CODES[dtype]
    except KeyError:
        names = ", ".join(str(d) for d in _CODES)
        raise ArgumentTypeError(f"DLPack has no {dtype}; it has {names}") from None
