"""Tensors, scalars, arrays and lists as the C side sees them."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import pytest

from pyaclnn import dtypes

from .machines import ND, Sim, in_thread

UNTOUCHED = 77
DIMS_GETTERS = ("aclGetViewShape", "aclGetStorageShape", "aclGetViewStrides")
ARRAYS = {"aclIntArray": "int64_t", "aclFloatArray": "float", "aclBoolArray": "bool"}


def name_of(kind: str, verb: str, suffix: str = "") -> str:
    return f"acl{verb}{kind.removeprefix('acl')}{suffix}"


def dims(sim: Sim, getter: str, tensor: Any) -> list[int]:
    """What a getter gives; the array is the caller's to free."""
    pointer, count = sim.ffi.new("int64_t **"), sim.ffi.new("uint64_t *")
    sim.ok(getter, tensor, pointer, count)
    assert pointer[0] != sim.null
    values = list(pointer[0][0 : int(count[0])])
    ctypes.CDLL(None).free(ctypes.c_void_p(int(sim.ffi.cast("uintptr_t", pointer[0]))))
    return values


def create(sim: Sim, view: Any, n: int, storage: Any, m: int, *, stride: Any = None, dtype: int = 0) -> Any:
    return sim("aclCreateTensor", view, n, dtype, stride or sim.null, 0, ND, storage, m, sim.null)


class TestTensor:
    def test_nothing_is_needed_first(self, bare: Sim) -> None:
        tensor = bare.tensor(bare.bogus(), (2, 3))
        assert bare("aclDestroyTensor", tensor) == 0

    def test_getters(self, bare: Sim) -> None:
        data = bare.bogus()
        tensor = bare.tensor(data, (2, 3), dtypes.FLOAT16, (1, 4), 5, (24,))
        assert dims(bare, "aclGetViewShape", tensor) == [2, 3]
        assert dims(bare, "aclGetViewStrides", tensor) == [1, 4]
        assert dims(bare, "aclGetStorageShape", tensor) == [24]
        assert bare.get("aclGetViewOffset", "int64_t", tensor) == 5
        assert bare.get("aclGetDataType", "aclDataType", tensor) == 1
        assert bare.get("aclGetFormat", "aclFormat", tensor) == 2
        assert bare.get("aclGetRawTensorAddr", "void *", tensor) == data

    def test_shapes_are_copied(self, bare: Sim) -> None:
        shape = bare.ffi.new("int64_t[]", [2, 3])
        tensor = create(bare, shape, 2, shape, 2)
        shape[0] = 9
        assert dims(bare, "aclGetViewShape", tensor) == [2, 3]

    def test_no_strides_means_contiguous(self, bare: Sim) -> None:
        assert dims(bare, "aclGetViewStrides", bare.tensor(bare.null, (2, 3, 4))) == [12, 4, 1]

    def test_scalar_tensor(self, bare: Sim) -> None:
        tensor = create(bare, bare.null, 0, bare.null, 0)
        assert [dims(bare, getter, tensor) for getter in DIMS_GETTERS] == [[], [], []]

    @pytest.mark.parametrize("missing", ["view", "storage"])
    def test_dims_that_are_announced_and_null(self, bare: Sim, missing: str) -> None:
        shape = bare.ffi.new("int64_t[]", [2])
        view, storage = (bare.null if missing == which else shape for which in ("view", "storage"))
        assert create(bare, view, 1, storage, 1) == bare.null
        assert bare.message() is None

    @pytest.mark.parametrize("code", [5, 14, 99, 1000])
    def test_an_unknown_dtype_becomes_undefined(self, bare: Sim, code: int) -> None:
        shape = bare.ffi.new("int64_t[]", [2])
        tensor = create(bare, shape, 1, shape, 1, dtype=code)
        assert bare.get("aclGetDataType", "aclDataType", tensor) == -1

    def test_senseless_metadata_is_stored(self, bare: Sim) -> None:
        tensor = bare.tensor(bare.null, (2, 3), strides=(-7, 0), offset=-100, storage=(1,))
        assert dims(bare, "aclGetViewStrides", tensor) == [-7, 0]
        assert bare.get("aclGetViewOffset", "int64_t", tensor) == -100

    def test_rank_25(self, bare: Sim) -> None:
        assert dims(bare, "aclGetViewShape", bare.tensor(bare.null, (1,) * 25)) == [1] * 25

    def test_all_dtypes_and_formats(self, bare: Sim) -> None:
        shape = bare.ffi.new("int64_t[]", [1, 1, 1, 1])
        for dtype in dtypes.ALL:
            tensor = create(bare, shape, 4, shape, 4, dtype=dtype.code)
            assert bare.get("aclGetDataType", "aclDataType", tensor) == dtype.code
        for number in (-1, 0, 1, 2, 3, 4, 12, 16, 27, 29, 30, 32, 33, 35, 47, 50, 54):
            tensor = bare("aclCreateTensor", shape, 4, 0, bare.null, 0, number, shape, 4, bare.null)
            assert bare.get("aclGetFormat", "aclFormat", tensor) == number

    def test_addresses(self, bare: Sim) -> None:
        tensor, other = bare.tensor(bare.bogus(), (2,), offset=1), bare.ffi.cast("void *", 0x98760)
        bare.ok("aclSetRawTensorAddr", tensor, other)
        assert bare.get("aclGetRawTensorAddr", "void *", tensor) == other
        bare.ok("aclSetRawTensorAddr", tensor, bare.null)
        assert bare.get("aclGetRawTensorAddr", "void *", tensor) == bare.null
        assert bare("aclSetRawTensorAddr", bare.null, other) == 161001
        assert bare("aclGetRawTensorAddr", bare.null, bare.ffi.new("void **")) == 161001
        assert bare("aclGetRawTensorAddr", tensor, bare.null) == 161001

    def test_another_thread_may_destroy(self, bare: Sim) -> None:
        tensor = bare.tensor(bare.null, (2,))
        assert in_thread(lambda: bare("aclDestroyTensor", tensor)) == 0


class TestGetterNulls:
    @pytest.mark.parametrize("getter", DIMS_GETTERS)
    @pytest.mark.parametrize("missing", range(3))
    def test_dims(self, bare: Sim, getter: str, missing: int) -> None:
        pointer, count = bare.ffi.new("int64_t **"), bare.ffi.new("uint64_t *", UNTOUCHED)
        args = [bare.tensor(bare.null, (2,)), pointer, count]
        args[missing] = bare.null
        assert bare(getter, *args) == 161001
        assert (pointer[0], count[0]) == (bare.null, UNTOUCHED)
        assert bare.message() is None

    @pytest.mark.parametrize(
        ("getter", "ctype"),
        [("aclGetViewOffset", "int64_t"), ("aclGetDataType", "aclDataType"), ("aclGetFormat", "aclFormat")],
    )
    def test_values(self, bare: Sim, getter: str, ctype: str) -> None:
        value = bare.ffi.new(f"{ctype} *", UNTOUCHED)
        assert bare(getter, bare.null, value) == 161001
        assert bare(getter, bare.tensor(bare.null, (2,)), bare.null) == 161001
        assert value[0] == UNTOUCHED

    @pytest.mark.parametrize("kind", [*ARRAYS, "aclTensorList", "aclScalarList"])
    def test_sizes(self, bare: Sim, kind: str) -> None:
        size = bare.ffi.new("uint64_t *", UNTOUCHED)
        handle = bare(name_of(kind, "Create"), bare.null, 0)
        assert bare(name_of(kind, "Get", "Size"), bare.null, size) == 161001
        assert bare(name_of(kind, "Get", "Size"), handle, bare.null) == 161001
        assert size[0] == UNTOUCHED


class TestInitTensor:
    def change(self, sim: Sim, tensor: Any, view: Any, strides: Any, storage: Any, data: Any) -> None:
        def array(values: Any) -> tuple[Any, int]:
            return (sim.null, 0) if values is None else (sim.ffi.new("int64_t[]", values), len(values))

        (v, n), (s, _), (m, k) = array(view), array(strides), array(storage)
        sim.ok("aclInitTensor", tensor, v, n, dtypes.INT32.code, s, 3, 0, m, k, data)

    def test_everything_new(self, bare: Sim) -> None:
        tensor, data = bare.tensor(bare.null, (2, 3)), bare.bogus()
        self.change(bare, tensor, [4, 2], [1, 4], [11], data)
        assert dims(bare, "aclGetViewShape", tensor) == [4, 2]
        assert dims(bare, "aclGetViewStrides", tensor) == [1, 4]
        assert dims(bare, "aclGetStorageShape", tensor) == [11]
        assert bare.get("aclGetViewOffset", "int64_t", tensor) == 3
        assert bare.get("aclGetDataType", "aclDataType", tensor) == 3
        assert bare.get("aclGetFormat", "aclFormat", tensor) == 0
        assert bare.get("aclGetRawTensorAddr", "void *", tensor) == data

    def test_what_is_left_out_stays(self, bare: Sim) -> None:
        data = bare.bogus()
        tensor = bare.tensor(data, (2, 3), strides=(1, 2), storage=(6,))
        self.change(bare, tensor, None, None, None, bare.null)
        assert dims(bare, "aclGetViewShape", tensor) == [2, 3]
        assert dims(bare, "aclGetStorageShape", tensor) == [6]
        assert bare.get("aclGetRawTensorAddr", "void *", tensor) == data
        assert dims(bare, "aclGetViewStrides", tensor) == [3, 1], "strides become contiguous"

    def test_null(self, bare: Sim) -> None:
        null = bare.null
        assert bare("aclInitTensor", null, null, 0, 0, null, 0, 0, null, 0, null) == 161001


SCALARS = [d for d in dtypes.ALL if d.name not in ("string", "int4", "uint1", "complex32")]


class TestScalar:
    @pytest.mark.parametrize("dtype", SCALARS, ids=repr)
    def test_supported(self, bare: Sim, dtype: dtypes.DType) -> None:
        scalar = bare("aclCreateScalar", bare.ffi.new("char[16]"), dtype.code)
        assert scalar != bare.null
        assert bare("aclDestroyScalar", scalar) == 0

    @pytest.mark.parametrize("code", [-1, 13, 29, 30, 33, 5, 99])
    def test_unsupported(self, bare: Sim, code: int) -> None:
        assert bare("aclCreateScalar", bare.ffi.new("char[16]"), code) == bare.null
        assert bare.message() is not None

    def test_null_value(self, bare: Sim) -> None:
        assert bare("aclCreateScalar", bare.null, 0) == bare.null
        assert bare.message() is None

    def test_the_value_is_copied(self, sim: Sim) -> None:
        value = sim.ffi.new("float *", 2.0)
        alpha = sim("aclCreateScalar", value, 0)
        value[0] = 5.0
        x, out = sim.upload(np.array([1.0], np.float32)), sim.malloc(4)
        size, executor = sim.prepared("aclnnMuls", sim.tensor(x, (1,)), alpha, sim.tensor(out, (1,)))
        assert size == 0
        assert sim.launch("aclnnMuls", sim.null, 0, executor) == 0
        sim.ok("aclrtSynchronizeStream", sim.null)
        assert sim.download(out, np.float32, 1).tolist() == [2.0]


class TestArrays:
    @pytest.mark.parametrize(("kind", "ctype"), ARRAYS.items())
    def test_sizes(self, bare: Sim, kind: str, ctype: str) -> None:
        create_array, get_size = name_of(kind, "Create"), name_of(kind, "Get", "Size")
        for values, count, size in (([1, 0, 1], 3, 3), ([1], 0, 0), (None, 0, 0), (None, 4, 0)):
            data = bare.null if values is None else bare.ffi.new(f"{ctype}[]", values)
            array = bare(create_array, data, count)
            assert array != bare.null
            assert bare.get(get_size, "uint64_t", array) == size
            bare.ok(name_of(kind, "Destroy"), array)
        assert bare.machine.live_handles() == {}


class TestLists:
    def tensors(self, sim: Sim, count: int) -> list[Any]:
        return [sim.tensor(sim.null, (2,)) for _ in range(count)]

    def make(self, sim: Sim, elements: list[Any], kind: str = "aclTensor") -> Any:
        return sim(f"aclCreate{kind[3:]}List", sim.ffi.new(f"{kind} *[]", elements), len(elements))

    def test_a_list_owns_its_elements(self, bare: Sim) -> None:
        elements = self.tensors(bare, 3)
        found = self.make(bare, elements)
        assert bare.get("aclGetTensorListSize", "uint64_t", found) == 3
        bare.ok("aclDestroyTensorList", found)
        assert bare.machine.live_handles() == {}
        assert bare("aclGetViewOffset", elements[0], bare.ffi.new("int64_t *")) != 0

    def test_scalars(self, bare: Sim) -> None:
        found = self.make(bare, [bare.scalar(1), bare.null, bare.scalar(2)], "aclScalar")
        assert bare.get("aclGetScalarListSize", "uint64_t", found) == 3
        bare.ok("aclDestroyScalarList", found)
        assert bare.machine.live_handles() == {}

    def test_null_elements_are_kept_and_skipped(self, bare: Sim) -> None:
        found = self.make(bare, [bare.null, *self.tensors(bare, 1), bare.null])
        assert bare.get("aclGetTensorListSize", "uint64_t", found) == 3
        bare.ok("aclDestroyTensorList", found)
        assert bare.machine.live_handles() == {}

    @pytest.mark.parametrize("count", [0, 3])
    def test_no_pointer_is_an_empty_list(self, bare: Sim, count: int) -> None:
        found = bare("aclCreateTensorList", bare.null, count)
        assert bare.get("aclGetTensorListSize", "uint64_t", found) == 0
        bare.ok("aclDestroyTensorList", found)

    def test_an_element_that_is_gone_is_an_error_and_the_others_go_too(self, bare: Sim) -> None:
        elements = self.tensors(bare, 3)
        found = self.make(bare, elements)
        bare.ok("aclDestroyTensor", elements[0])
        assert bare("aclDestroyTensorList", found) != 0
        assert bare.machine.live_handles() == {}


KINDS = ("aclTensor", "aclScalar", *ARRAYS, "aclTensorList", "aclScalarList")


def any_handle(sim: Sim, kind: str) -> Any:
    if kind == "aclTensor":
        return sim.tensor(sim.null, (2,))
    return sim.scalar(1) if kind == "aclScalar" else sim(name_of(kind, "Create"), sim.null, 0)


class TestDestroying:
    @pytest.mark.parametrize("kind", KINDS)
    def test_null_is_fine(self, bare: Sim, kind: str) -> None:
        assert bare(name_of(kind, "Destroy"), bare.null) == 0

    @pytest.mark.parametrize("kind", KINDS)
    def test_twice_is_an_error_and_no_crash(self, bare: Sim, kind: str) -> None:
        handle = any_handle(bare, kind)
        assert bare(name_of(kind, "Destroy"), handle) == 0
        assert bare(name_of(kind, "Destroy"), handle) != 0
        assert "destroyed" in str(bare.message())

    @pytest.mark.parametrize("kind", KINDS)
    def test_what_was_never_a_handle(self, bare: Sim, kind: str) -> None:
        assert bare(name_of(kind, "Destroy"), bare.bogus(f"{kind} *")) != 0
        assert "0x1234560" in str(bare.message())

    @pytest.mark.parametrize("kind", KINDS)
    def test_another_kind_is_left_alone(self, bare: Sim, kind: str) -> None:
        handle = any_handle(bare, kind)
        for other in set(KINDS) - {kind}:
            assert bare(name_of(other, "Destroy"), bare.ffi.cast(f"{other} *", handle)) != 0
        assert bare(name_of(kind, "Destroy"), handle) == 0

    def test_the_text_tells_where_it_was_made(self, bare: Sim) -> None:
        tensor = bare.tensor(bare.null, (2,))
        bare.ok("aclDestroyTensor", tensor)
        assert bare("aclDestroyTensor", tensor) != 0
        assert "machines.py:" in str(bare.message())
