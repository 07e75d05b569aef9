"""The functions of the operator libraries that have one phase: they run on the host, at once.

What they allocate for a result belongs to the caller.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import dtypes
from ..formats import Format
from ..reference import cast_layout, single_phase
from ..reference.rules import INNER_NULL, INVALID, NULL, Refusal, require
from .failures import Failure
from .handles import number_of
from .hostmemory import new_array

if TYPE_CHECKING:
    from .machine import Machine

_SIZE_T = 2**64


class SinglePhaseFunctions:
    """Their checks of pointers, in CANN's order, around what ``reference`` computes."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._ffi = machine.ffi
        self._random = 0

    def aclnnCalculateMatmulWeightSize(self, tensorShape: Any, weightTensorSize: Any) -> None:
        with _refused():
            _require(tensorShape=tensorShape, weightTensorSize=weightTensorSize)
            size = single_phase.matmul_weight_size(self._family, self._ints(tensorShape))
            weightTensorSize[0] = size % _SIZE_T

    def aclnnCalculateMatmulWeightSizeV2(self, tensorShape: Any, dataType: int, weightTensorSize: Any) -> None:
        with _refused():
            single_phase.require_sized_weights(self._family)
            _require(tensorShape=tensorShape, weightTensorSize=weightTensorSize)
            size = single_phase.matmul_weight_size_v2(self._ints(tensorShape), dataType)
            weightTensorSize[0] = size % _SIZE_T

    def aclnnCalculateConvolutionWeightSize(
        self, tensorShape: Any, transposed: bool, groups: int, dataType: int, weightTensorSize: Any
    ) -> None:
        with _refused():
            _require(tensorShape=tensorShape, weightTensorSize=weightTensorSize)
            size = single_phase.convolution_weight_size(
                self._family, self._ints(tensorShape), transposed, groups, dataType
            )
            weightTensorSize[0] = size % _SIZE_T

    def aclnnNpuFormatCastCalculateSizeAndFormat(
        self, srcTensor: Any, dstFormat: int, additionalDtype: int, dstShape: Any, dstShapeSize: Any, actualFormat: Any
    ) -> None:
        with _refused():
            cast_layout.require_casts(self._family)
            _require(INVALID, srcTensor=srcTensor)
            _require(dstShape=dstShape, dstShapeSize=dstShapeSize, actualFormat=actualFormat)
            source = self._machine.descriptors.tensors.get(number_of(self._ffi, srcTensor)).meta
            block = source.dtype if additionalDtype == dtypes.UNDEFINED.code else _dtype(additionalDtype)
            shape, found = cast_layout.cast_layout(self._family, source, _format(dstFormat), block)
            dstShape[0] = self._machine.c_array(shape)
            dstShapeSize[0] = len(shape)
            if found is not None:
                actualFormat[0] = int(found)

    def aclnnSetPytorchRandom(self, pytorchRandom: int) -> None:
        with _refused():
            require(pytorchRandom in (0, 1), f"pytorchRandom is {pytorchRandom}, must be 0 or 1")
            self._random = pytorchRandom

    def aclnnGetPytorchRandom(self) -> int:
        return self._random

    def aclnnTransQuantParam(
        self, scaleArray: Any, scaleSize: int, offsetArray: Any, offsetSize: int, quantParam: Any, quantParamSize: Any
    ) -> None:
        with _refused():
            require(bool(offsetArray) == (offsetSize > 0), f"offsetSize is {offsetSize}, which offsetArray doesn't fit")
            _require(INVALID, scaleArray=scaleArray)
            require(scaleSize > 0, "scaleSize is 0")
            _require(quantParam=quantParam, quantParamSize=quantParamSize)
            scale = self._array(scaleArray, scaleSize, np.float32)
            offset = self._array(offsetArray, offsetSize, np.float32) if offsetSize else None
            packed = single_phase.quantization_parameters(scale, offset)
            quantParam[0] = self._new(packed)
            quantParamSize[0] = packed.size

    def aclnnTransSparse4to2Para(
        self, weight: Any, shape: Any, sparseWeight: Any, sparseWeightDims: Any, sparseWeightDimsNum: Any,
        index: Any, indexDims: Any, indexDimsNum: Any,
    ) -> None:  # fmt: skip
        cells = {
            "sparseWeight": sparseWeight, "sparseWeightDims": sparseWeightDims,
            "sparseWeightDimsNum": sparseWeightDimsNum, "index": index, "indexDims": indexDims,
            "indexDimsNum": indexDimsNum,
        }  # fmt: skip
        with _refused():
            _require(INNER_NULL, shape=shape, weight=weight, **cells)
            extents = self._ints(shape)
            require(len(extents) == 2 and min(extents) >= 0, f"shape is {list(extents)}, must be of a matrix")
            dense = self._array(weight, extents[0] * extents[1], np.int8).reshape(extents)
            results = single_phase.sparse_weight(dense)
        targets = ((sparseWeight, sparseWeightDims, sparseWeightDimsNum), (index, indexDims, indexDimsNum))
        for result, (data, dims, count) in zip(results, targets, strict=True):
            data[0] = self._new(result)
            dims[0] = self._machine.c_array(result.shape)
            count[0] = result.ndim

    @property
    def _family(self) -> Any:
        return self._machine.settings.family

    def _ints(self, array: Any) -> tuple[int, ...]:
        return self._machine.descriptors.values_of("aclIntArray", array)

    def _array(self, pointer: Any, count: int, dtype: Any) -> np.ndarray[Any, Any]:
        size = count * np.dtype(dtype).itemsize
        return np.frombuffer(bytes(self._ffi.buffer(self._ffi.cast("char *", pointer), size)), dtype)

    def _new(self, values: np.ndarray[Any, Any]) -> Any:
        return self._ffi.cast("void *", new_array(values.tobytes()))


@contextmanager
def _refused() -> Iterator[None]:
    try:
        yield
    except Refusal as refusal:
        raise Failure(refusal.code, refusal.text) from None


def _require(code: int = NULL, **pointers: Any) -> None:
    for name, pointer in pointers.items():
        require(bool(pointer), f"{name} is null, but it is required", code)


def _dtype(code: int) -> dtypes.DType:
    try:
        return dtypes.from_code(code)
    except ValueError:
        raise Refusal(INVALID, f"additionalDtype is {code}, which is no data type") from None


def _format(number: int) -> Format:
    try:
        return Format(number)
    except ValueError:
        return Format.UNDEFINED
