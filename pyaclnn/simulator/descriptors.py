"""aclTensor, aclScalar, arrays and lists: made, asked and destroyed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import dtypes
from ..dtypes import DType
from ..formats import Format
from ..reference.meta import ScalarValue, TensorMeta, row_major
from .failures import Failure
from .handles import TWICE, USED, Table, number_of

if TYPE_CHECKING:
    from .machine import Machine

NULL_POINTER, INVALID = 161001, 161002
_SCALARS = frozenset(d.code for d in dtypes.ALL if d.numpy is not None) | {
    dtypes.HIFLOAT8.code, dtypes.FLOAT8_E8M0.code, dtypes.FLOAT6_E3M2.code, dtypes.FLOAT6_E2M3.code,
    dtypes.FLOAT4_E2M1.code, dtypes.FLOAT4_E1M2.code,
}  # fmt: skip


@dataclass(eq=False)
class TensorDescriptor:
    """What ``aclCreateTensor`` was given; the address may be set anew."""

    meta: TensorMeta
    address: int

    def reshape(self, shape: tuple[int, ...]) -> None:
        """What a kernel does to an output whose shape it finds out; the elements lie in order."""
        self.meta = replace(self.meta, shape=shape, strides=row_major(shape))


@dataclass(eq=False)
class ArrayDescriptor:
    """An aclIntArray, aclFloatArray or aclBoolArray."""

    kind: str
    values: tuple[Any, ...]


@dataclass(eq=False)
class ListDescriptor:
    """An aclTensorList or aclScalarList: it owns its elements; a null element is 0."""

    kind: str
    elements: tuple[int, ...]


class DescriptorFunctions:
    """The ``aclCreate*``, ``aclDestroy*`` and ``aclGet*`` functions. They need no device."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._ffi = machine.ffi
        self.tensors: Table[TensorDescriptor] = Table("aclTensor", machine.numbers, INVALID)
        self.scalars: Table[ScalarValue] = Table("aclScalar", machine.numbers, INVALID)
        self.arrays: Table[ArrayDescriptor] = Table("array", machine.numbers, INVALID)
        self.lists: Table[ListDescriptor] = Table("list", machine.numbers, INVALID)

    def aclCreateTensor(
        self, viewDims: Any, viewDimsNum: int, dataType: int, stride: Any, offset: int, format: int,
        storageDims: Any, storageDimsNum: int, tensorData: Any,
    ) -> Any:  # fmt: skip
        if (not viewDims and viewDimsNum) or (not storageDims and storageDimsNum):
            return self._ffi.NULL
        shape = self._ints(viewDims, viewDimsNum)
        meta = TensorMeta(
            shape,
            self._ints(stride, viewDimsNum) if stride else row_major(shape),
            _dtype(dataType),
            offset,
            _format(format),
            self._ints(storageDims, storageDimsNum),
        )
        return self._pointer(self.tensors.add(TensorDescriptor(meta, number_of(self._ffi, tensorData))))

    def aclInitTensor(
        self, tensor: Any, viewDims: Any, viewDimsNum: int, dataType: int, stride: Any, offset: int, format: int,
        storageDims: Any, storageDimsNum: int, tensorDataAddr: Any,
    ) -> None:  # fmt: skip
        descriptor = self._tensor(tensor)
        old = descriptor.meta
        shape = self._ints(viewDims, viewDimsNum) if viewDims and viewDimsNum else old.shape
        storage = self._ints(storageDims, storageDimsNum) if storageDims and storageDimsNum else old.storage_shape
        strides = self._ints(stride, len(shape)) if stride else row_major(shape)
        descriptor.meta = TensorMeta(shape, strides, _dtype(dataType), offset, _format(format), storage)
        if tensorDataAddr:
            descriptor.address = number_of(self._ffi, tensorDataAddr)

    def aclDestroyTensor(self, tensor: Any) -> None:
        self._destroy(self.tensors, tensor)

    def aclCreateScalar(self, value: Any, dataType: int) -> Any:
        if not value:
            return self._ffi.NULL
        if dataType not in _SCALARS:
            raise Failure(561000, f"aclCreateScalar takes no data type {dataType}")
        dtype = dtypes.from_code(dataType)
        size = max(1, dtype.bits // 8)
        data = bytes(self._ffi.buffer(self._ffi.cast("char *", value), size))
        storage = dtype.numpy if dtype.numpy is not None else np.dtype(f"V{size}")
        return self._pointer(self.scalars.add(ScalarValue(dtype, np.frombuffer(data, storage)[0])))

    def aclDestroyScalar(self, scalar: Any) -> None:
        self._destroy(self.scalars, scalar)

    def aclCreateIntArray(self, value: Any, size: int) -> Any:
        return self._new_array("aclIntArray", value, size)

    def aclCreateFloatArray(self, value: Any, size: int) -> Any:
        return self._new_array("aclFloatArray", value, size)

    def aclCreateBoolArray(self, value: Any, size: int) -> Any:
        return self._new_array("aclBoolArray", value, size)

    def aclDestroyIntArray(self, array: Any) -> None:
        self._destroy_array("aclIntArray", array)

    def aclDestroyFloatArray(self, array: Any) -> None:
        self._destroy_array("aclFloatArray", array)

    def aclDestroyBoolArray(self, array: Any) -> None:
        self._destroy_array("aclBoolArray", array)

    def aclGetIntArraySize(self, array: Any, size: Any) -> None:
        self._require(array, size)
        size[0] = len(self.values_of("aclIntArray", array))

    def aclGetFloatArraySize(self, array: Any, size: Any) -> None:
        self._require(array, size)
        size[0] = len(self.values_of("aclFloatArray", array))

    def aclGetBoolArraySize(self, array: Any, size: Any) -> None:
        self._require(array, size)
        size[0] = len(self.values_of("aclBoolArray", array))

    def aclCreateTensorList(self, value: Any, size: int) -> Any:
        return self._new_list("aclTensorList", value, size)

    def aclCreateScalarList(self, value: Any, size: int) -> Any:
        return self._new_list("aclScalarList", value, size)

    def aclDestroyTensorList(self, array: Any) -> None:
        self._destroy_list("aclTensorList", self.tensors, array)

    def aclDestroyScalarList(self, array: Any) -> None:
        self._destroy_list("aclScalarList", self.scalars, array)

    def aclGetTensorListSize(self, tensorList: Any, size: Any) -> None:
        self._require(tensorList, size)
        size[0] = len(self.elements_of("aclTensorList", tensorList))

    def aclGetScalarListSize(self, scalarList: Any, size: Any) -> None:
        self._require(scalarList, size)
        size[0] = len(self.elements_of("aclScalarList", scalarList))

    def aclGetViewShape(self, tensor: Any, viewDims: Any, viewDimsNum: Any) -> None:
        self._require(tensor, viewDims, viewDimsNum)
        self._give_dims(self._tensor(tensor).meta.shape, viewDims, viewDimsNum)

    def aclGetStorageShape(self, tensor: Any, storageDims: Any, storageDimsNum: Any) -> None:
        self._require(tensor, storageDims, storageDimsNum)
        self._give_dims(self._tensor(tensor).meta.storage_shape, storageDims, storageDimsNum)

    def aclGetViewStrides(self, tensor: Any, stridesValue: Any, stridesNum: Any) -> None:
        self._require(tensor, stridesValue, stridesNum)
        self._give_dims(self._tensor(tensor).meta.strides, stridesValue, stridesNum)

    def aclGetViewOffset(self, tensor: Any, offset: Any) -> None:
        self._require(tensor, offset)
        offset[0] = self._tensor(tensor).meta.offset

    def aclGetFormat(self, tensor: Any, format: Any) -> None:
        self._require(tensor, format)
        format[0] = int(self._tensor(tensor).meta.format)

    def aclGetDataType(self, tensor: Any, dataType: Any) -> None:
        self._require(tensor, dataType)
        dataType[0] = self._tensor(tensor).meta.dtype.code

    def aclGetRawTensorAddr(self, tensor: Any, addr: Any) -> None:
        self._require(tensor, addr)
        addr[0] = self._pointer(self._tensor(tensor).address)

    def aclSetRawTensorAddr(self, tensor: Any, addr: Any) -> None:
        self._require(tensor)
        self._tensor(tensor).address = number_of(self._ffi, addr)

    def live_counts(self) -> dict[str, int]:
        """Live descriptors by kind."""
        return {t.kind: len(t) for t in (self.tensors, self.scalars, self.arrays, self.lists)}

    def values_of(self, kind: str, pointer: Any, mistake: str = USED) -> tuple[Any, ...]:
        """The values of an array, which must be of that kind."""
        array = self.arrays.get(number_of(self._ffi, pointer), mistake)
        _require_kind(kind, array.kind)
        return array.values

    def elements_of(self, kind: str, pointer: Any, mistake: str = USED) -> tuple[int, ...]:
        """The handles in a list, which must be of that kind."""
        found = self.lists.get(number_of(self._ffi, pointer), mistake)
        _require_kind(kind, found.kind)
        return found.elements

    def _tensor(self, pointer: Any) -> TensorDescriptor:
        self._require(pointer)
        return self.tensors.get(number_of(self._ffi, pointer))

    def _ints(self, pointer: Any, count: int) -> tuple[int, ...]:
        values: Any = self._ffi.unpack(self._ffi.cast("int64_t *", pointer), count) if count else ()
        return tuple(values)

    def _new_array(self, kind: str, value: Any, size: int) -> Any:
        ctype = {"aclIntArray": "int64_t *", "aclFloatArray": "float *", "aclBoolArray": "bool *"}[kind]
        values = tuple(self._ffi.unpack(self._ffi.cast(ctype, value), size)) if value and size else ()
        return self._pointer(self.arrays.add(ArrayDescriptor(kind, values)))

    def _new_list(self, kind: str, value: Any, size: int) -> Any:
        pointers: Any = self._ffi.unpack(self._ffi.cast("uintptr_t *", value), size) if value and size else ()
        return self._pointer(self.lists.add(ListDescriptor(kind, tuple(pointers))))

    def _destroy(self, table: Table[Any], pointer: Any) -> None:
        if pointer:
            table.remove(number_of(self._ffi, pointer))

    def _destroy_array(self, kind: str, pointer: Any) -> None:
        if pointer:
            self.values_of(kind, pointer, TWICE)
            self.arrays.remove(number_of(self._ffi, pointer))

    def _destroy_list(self, kind: str, table: Table[Any], pointer: Any) -> None:
        """Destroys the elements too; one that is gone already is an error once the others are destroyed."""
        if not pointer:
            return
        elements = [e for e in self.elements_of(kind, pointer, TWICE) if e]
        self.lists.remove(number_of(self._ffi, pointer))
        gone = [e for e in elements if e not in table]
        for element in dict.fromkeys(elements):
            if element in table:
                table.remove(element)
        if gone:
            table.get(gone[0], TWICE)

    def _give_dims(self, dims: tuple[int, ...], pointer: Any, count: Any) -> None:
        memory = self._machine.c_array(dims)
        pointer[0] = memory
        count[0] = len(dims)

    def _require(self, *pointers: Any) -> None:
        if not all(pointers):
            raise Failure(NULL_POINTER)

    def _pointer(self, number: int) -> Any:
        return self._ffi.cast("void *", number)


def _require_kind(wanted: str, kind: str) -> None:
    if kind != wanted:
        raise Failure(INVALID, f"the handle is an {kind}, not an {wanted}")


def _dtype(code: int) -> DType:
    try:
        return dtypes.from_code(code)
    except ValueError:
        return dtypes.UNDEFINED


def _format(number: int) -> Format:
    try:
        return Format(number)
    except ValueError:
        return Format.UNDEFINED
