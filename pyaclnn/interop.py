"""Tensors and streams shared with PyTorch's NPU backend, without copies.

Both sides use one runtime, whichever was imported first. Work is in order when both use one stream:

with current_stream(d):
    d.add(from_torch(d, x), from_torch(d, y), out=from_torch(d, z))
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import ml_dtypes

from . import dlpack, dtypes
from .errors import ArgumentTypeError, ArgumentValueError, DeviceMismatchError
from .formats import Format
from .storage import Block, Storage
from .stream import Stream
from .tensor import Tensor
from .values import instance, is_a, shown
from .views import View

if TYPE_CHECKING:
    from .device import Device

_NPU = ("npu", "privateuseone")
_PLAIN_FORMATS = frozenset(("ND", "NCHW", "NHWC", "NCL", "NCDHW", "NDHWC"))


def from_torch(device: Device, tensor: Any) -> Tensor:
    """A PyTorch tensor as a ``Tensor``: the same memory if it is on this NPU, a copy if it is on the CPU.

    The memory is held until the result and all views of it are gone. What PyTorch has launched so far is waited for
    by ``numpy()``; operators wait for it if they run on ``current_stream(device)``.
    """
    torch = sys.modules.get("torch")  # who has a tensor of it has imported it
    if torch is None or not is_a(tensor, torch.Tensor):
        raise ArgumentTypeError(f"from_torch takes a torch.Tensor, not {shown(tensor)}")
    kind = tensor.device.type
    if kind == "cpu":
        return device.tensor(_host_array(tensor))
    if kind not in _NPU:
        raise DeviceMismatchError(f"the tensor is on {tensor.device}; allowed are cpu and npu:{device.device_index}")
    _require_shared(device)
    if tensor.device.index != device.device_index:
        raise DeviceMismatchError(f"the tensor is on {tensor.device}, not on npu:{device.device_index}")
    if tensor.is_conj() or tensor.is_neg():
        raise ArgumentValueError("a lazy conjugate or negative; resolve_conj() or resolve_neg() computes it")
    return _shared(device, tensor.detach())


def to_torch(tensor: Tensor) -> Any:
    """A ``Tensor`` as a PyTorch tensor on the same NPU, in the same memory, by DLPack.

    PyTorch's current stream is made to wait for the work launched here so far. What PyTorch then does on that stream is
    waited for by ``numpy()``, until the memory is written on another stream.
    """
    device, storage = instance(tensor, Tensor, "to_torch takes a Tensor").device, tensor._storage
    _require_shared(device)
    tensor._require_open()
    from torch_npu._C import _npu_from_dlpack  # a package that is not needed for anything else

    stream = current_stream(device)
    _wait_for_users(stream, storage)
    storage.written_by(stream)  # numpy() waits for what PyTorch will have launched by then

    def done() -> None:
        """PyTorch's work on the memory may still be queued when it lets go."""
        if not stream.is_closed:
            stream.launched = stream.epoch
            storage.read_by(stream)
            storage.written_by(stream)

    return _npu_from_dlpack(dlpack.capsule(tensor, done))


def current_stream(device: Device) -> Stream:
    """PyTorch's current stream on the device, borrowed: never destroyed from here.

    ``with current_stream(d):`` makes it the thread's current one; leaving the block does not wait.
    """
    _require_shared(device)
    import torch  # a package that is not needed for anything else

    module: Any = torch  # the backend adds its part when it is imported
    return Stream.from_handle(device, module.npu.current_stream(device.device_index).npu_stream)


def _host_array(tensor: Any) -> Any:
    """NumPy has no bfloat16 of its own, and PyTorch gives no array of a tensor that autograd follows."""
    import torch  # the tensor's own package

    plain = tensor.detach().resolve_conj().resolve_neg()
    if plain.dtype is torch.bfloat16:
        return plain.view(torch.int16).numpy().view(ml_dtypes.bfloat16)
    return plain.numpy()


def _shared(device: Device, tensor: Any) -> Tensor:
    import torch_npu  # the tensor's own package

    layout = str(torch_npu.get_npu_format(tensor)).rpartition(".")[2]
    if layout not in _PLAIN_FORMATS:
        raise ArgumentValueError(f"the tensor's format is {layout}; torch_npu.npu_format_cast(x, 2) gives a plain one")
    try:
        dtype = dtypes.as_dtype(str(tensor.dtype).removeprefix("torch."))
    except TypeError as error:
        raise ArgumentTypeError(str(error)) from None
    memory, stream = tensor.untyped_storage(), current_stream(device)
    storage = device._pool.borrow(Block(memory.data_ptr(), memory.nbytes(), stream), tensor)
    stream.launched = stream.epoch
    storage.written_by(stream)
    elements = memory.nbytes() // dtype.itemsize
    view = View(tuple(tensor.shape), tuple(tensor.stride()), tensor.storage_offset()).check_inside(elements)
    return Tensor(device, storage, dtype, view, Format.ND, (elements,))


def _wait_for_users(stream: Stream, storage: Storage) -> None:
    for user in storage.users - {stream}:
        if not user.is_closed and user.launched > user.passed:
            stream.wait_for(user)


def _require_shared(device: Device) -> None:
    """PyTorch calls the installed CANN's libraries; the simulator in process is another machine."""
    device._require_open()
    if device.backend != "cann":
        raise DeviceMismatchError(
            f"{device!r} is not the runtime that PyTorch uses; call pyaclnn.simulator.activate() first, then "
            "Device(backend='cann') is"
        )
