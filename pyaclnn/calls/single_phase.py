"""The functions of the operator libraries that have one phase: they run on the host, at once.

Memory that C allocates for a result is copied into a Python value and freed.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .. import dtypes, transfers
from ..dtypes import DTypeLike
from ..errors import ArgumentValueError
from ..formats import Format, as_format
from ..tensor import Tensor
from ..values import instance, is_a, whole_number, whole_numbers

if TYPE_CHECKING:
    from ..device import Device

Ints = Sequence[int]


class SparseWeight(NamedTuple):
    """What ``trans_sparse4to2_para`` returns, in blocks of FRACTAL_NZ."""

    sparse_weight: np.ndarray[Any, np.dtype[np.int8]]
    sparse_index: np.ndarray[Any, np.dtype[np.uint8]]


class TargetLayout(NamedTuple):
    """What ``npu_format_cast_calculate_size_and_format`` returns."""

    dst_shape: tuple[int, ...]
    actual_format: Format


class _Function:
    """One function on a device's backend."""

    def __init__(self, device: Device, name: str) -> None:
        device._require_open()
        device._enter_thread()
        self.device, self.name = device, name
        self.ffi = device._backend.ffi
        self._function = device._backend.interface.single_phase(name)

    def __call__(self, *args: Any) -> None:
        try:
            code = self._function(*args)
        except OverflowError as error:
            raise ArgumentValueError(f"{self.name}: {error}") from None
        if code:
            raise self.device._backend.error(code, self.name)

    def value(self) -> int:
        """What a function without parameters returns."""
        return int(self._function())

    @contextlib.contextmanager
    def int_array(self, numbers: Ints) -> Iterator[Any]:
        """An ``aclIntArray`` for one call."""
        backend = self.device._backend
        values = self.ffi.new("int64_t[]", list(numbers) or 1)
        handle = backend.create(self.device._handles, "IntArray", values, len(numbers))
        try:
            yield handle.pointer
        finally:
            backend.close_handle(handle, "aclDestroyIntArray")

    def taken(self, cell: Any, shape: Ints, dtype: Any, free: Callable[[Any], Any]) -> Any:
        """A copy of an array that C allocated, which is then freed."""
        pointer = cell[0]
        if pointer == self.ffi.NULL:
            return np.empty(shape, dtype)
        try:
            nbytes = int(np.prod(shape, dtype=np.int64)) * np.dtype(dtype).itemsize
            return np.frombuffer(bytes(self.ffi.buffer(pointer, nbytes)), dtype).reshape(shape).copy()
        finally:
            free(pointer)
            cell[0] = self.ffi.NULL


def calculate_matmul_weight_size(_d: Device, /, tensor_shape: Ints) -> int:
    """Elements that ``trans_matmul_weight`` needs for a float16 weight of a shape."""
    shape, function = _ints("tensor_shape", tensor_shape), _Function(_d, "aclnnCalculateMatmulWeightSize")
    size = function.ffi.new("uint64_t *")
    with function.int_array(shape) as array:
        function(array, size)
    return int(size[0])


def calculate_matmul_weight_size_v2(_d: Device, /, tensor_shape: Ints, data_type: DTypeLike) -> int:
    """Elements that ``trans_matmul_weight`` needs for a weight of a shape and data type."""
    shape, dtype = _ints("tensor_shape", tensor_shape), dtypes.as_dtype(data_type)
    function = _Function(_d, "aclnnCalculateMatmulWeightSizeV2")
    size = function.ffi.new("uint64_t *")
    with function.int_array(shape) as array:
        function(array, dtype.code, size)
    return int(size[0])


def calculate_convolution_weight_size(
    _d: Device, /, tensor_shape: Ints, transposed: bool, groups: int, data_type: DTypeLike
) -> int:
    """Elements that ``trans_convolution_weight`` needs for a weight of a shape (NCHW)."""
    shape, dtype = _ints("tensor_shape", tensor_shape), dtypes.as_dtype(data_type)
    instance(transposed, bool, "transposed is a bool")
    groups = whole_number(groups, "groups is an int")
    function = _Function(_d, "aclnnCalculateConvolutionWeightSize")
    size = function.ffi.new("uint64_t *")
    with function.int_array(shape) as array:
        function(array, transposed, groups, dtype.code, size)
    return int(size[0])


def npu_format_cast_calculate_size_and_format(
    _d: Device, /, src_tensor: Any, dst_format: Format | str | int, additional_dtype: DTypeLike | None = None
) -> TargetLayout:
    """The shape and format that ``npu_format_cast`` needs of its output.

    ``additional_dtype`` decides the size of a block; None takes the source's own data type.
    """
    source = src_tensor if is_a(src_tensor, Tensor) else _d.tensor(src_tensor)
    _d._require_same(source.device, "src_tensor")
    wanted = int(as_format(dst_format))
    block = dtypes.UNDEFINED if additional_dtype is None else dtypes.as_dtype(additional_dtype)
    function = _Function(_d, "aclnnNpuFormatCastCalculateSizeAndFormat")
    ffi = function.ffi
    cell, count, found = ffi.new("int64_t **"), ffi.new("uint64_t *"), ffi.new("int *")
    function(source.handle, wanted, block.code, cell, count, found)
    shape = function.taken(cell, (int(count[0]),), np.int64, _delete_array(ffi))
    return TargetLayout(tuple(shape.tolist()), as_format(found[0]))


def set_pytorch_random(_d: Device, /, pytorch_random: bool | int) -> None:
    """Whether random numbers come in PyTorch's order (1) or that of Ascend910B and 910_93 (0)."""
    order = whole_number(pytorch_random, "pytorch_random is 0 or 1")
    _Function(_d, "aclnnSetPytorchRandom")(order)


def get_pytorch_random(_d: Device, /) -> int:
    """What ``set_pytorch_random`` set; 0 at first."""
    return _Function(_d, "aclnnGetPytorchRandom").value()


def trans_quant_param(_d: Device, /, scale_array: Any, offset_array: Any = None) -> np.ndarray[Any, Any]:
    """Scales and offsets packed as the uint64 that quantized operators take; more than one are padded to 16."""
    scale = _host(scale_array, "float32").reshape(-1)
    offset = None if offset_array is None else _host(offset_array, "float32").reshape(-1)
    function = _Function(_d, "aclnnTransQuantParam")
    ffi = function.ffi
    cell, count = ffi.new("uint64_t **"), ffi.new("uint64_t *")
    offsets = (ffi.NULL, 0) if offset is None else (ffi.from_buffer("float[]", offset), offset.size)
    function(ffi.from_buffer("float[]", scale), scale.size, *offsets, cell, count)
    return np.asarray(function.taken(cell, (int(count[0]),), np.uint64, _free(ffi)))


def trans_sparse4to2_para(_d: Device, /, weight: Any) -> SparseWeight:
    """A weight (int8, ``[n, k]``) of which at least two of four neighbours are zero, packed with its index."""
    dense = _host(weight, "int8")
    if dense.ndim != 2:
        raise ArgumentValueError(f"weight has {dense.ndim} dimensions; allowed are 2")
    function = _Function(_d, "aclnnTransSparse4to2Para")
    ffi = function.ffi
    packed, index = ffi.new("int8_t **"), ffi.new("uint8_t **")
    dims, counts = [ffi.new("int64_t **") for _ in range(2)], [ffi.new("uint64_t *") for _ in range(2)]
    with function.int_array(dense.shape) as shape:
        data = ffi.from_buffer("int8_t[]", dense)
        function(data, shape, packed, dims[0], counts[0], index, dims[1], counts[1])
    free = _free(ffi)
    shapes = [function.taken(d, (int(c[0]),), np.int64, free).tolist() for d, c in zip(dims, counts, strict=True)]
    return SparseWeight(
        function.taken(packed, shapes[0], np.int8, free), function.taken(index, shapes[1], np.uint8, free)
    )


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "aclnnCalculateMatmulWeightSize": calculate_matmul_weight_size,
    "aclnnCalculateMatmulWeightSizeV2": calculate_matmul_weight_size_v2,
    "aclnnCalculateConvolutionWeightSize": calculate_convolution_weight_size,
    "aclnnNpuFormatCastCalculateSizeAndFormat": npu_format_cast_calculate_size_and_format,
    "aclnnSetPytorchRandom": set_pytorch_random,
    "aclnnGetPytorchRandom": get_pytorch_random,
    "aclnnTransQuantParam": trans_quant_param,
    "aclnnTransSparse4to2Para": trans_sparse4to2_para,
}
_BY_NAME = {**FUNCTIONS, **{f.__name__: f for f in FUNCTIONS.values()}}


def find(name: str) -> Callable[..., Any] | None:
    """The function of a Python or C name; None when there is none."""
    return _BY_NAME.get(name)


def _ints(name: str, values: Any) -> tuple[int, ...]:
    return whole_numbers(values, f"{name} is a list of int")


def _host(values: Any, dtype: DTypeLike) -> np.ndarray[Any, Any]:
    return transfers.contiguous(transfers.host_array(values.numpy() if is_a(values, Tensor) else values, dtype))


def _free(ffi: Any) -> Callable[[Any], Any]:
    """The C library's ``free``."""
    return _release(ffi, "free", None)


def _delete_array(ffi: Any) -> Callable[[Any], Any]:
    """C++'s ``delete[]``, from the library that CANN's own libraries have it from."""
    for library in (None, "libstdc++.so.6"):
        with contextlib.suppress(OSError, AttributeError):
            return _release(ffi, "_ZdaPv", library)
    return _free(ffi)  # without C++ in the process nobody called new[]


def _release(ffi: Any, name: str, library: str | None) -> Callable[[Any], Any]:
    from cffi import FFI

    own = FFI()
    own.cdef(f"void {name}(void *);")
    function = getattr(own.dlopen(library), name)
    return lambda pointer: function(own.cast("void *", int(ffi.cast("uintptr_t", pointer))))
