"""Scalars keep their data type and every bit on their way to C."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from pyaclnn import Device, dtypes
from pyaclnn.dtypes import DType

from .recorder import recording


def bits(dtype: str | DType, value: Any) -> tuple[DType, bytes]:
    found = dtypes.as_dtype(dtype)
    return found, np.asarray(value, found.numpy).tobytes()


@pytest.fixture
def passed(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """What C sees of a scalar: its data type and bytes. Passed as ``alpha`` and in a list, slow and fast."""

    def seen(libraries: Any, value: Any) -> Any:
        ffi, tables = libraries._interface.ffi, libraries.machine.descriptors
        number = int(ffi.cast("uintptr_t", value)) if isinstance(value, ffi.CData) else value
        try:
            scalar = tables.scalars.get(number)
        except Exception:
            return number
        return scalar.dtype, np.asarray(scalar.value).tobytes()

    with recording(monkeypatch, seen) as (device, calls):

        def check(value: Any) -> tuple[DType, bytes]:
            x = device.empty(2)
            for _ in range(3):  # the second and third time from the cache, where it has one
                device.add(x, x, value, x)
            found = {call[2] for call in calls}
            calls.clear()
            (one,) = found
            return one

        yield check


@pytest.mark.parametrize(
    ("value", "dtype"),
    [
        (True, "bool"), (False, "bool"),
        (0, "int64"), (1, "int64"), (-1, "int64"), (2**63 - 1, "int64"), (-(2**63), "int64"),
        (2**63, "uint64"), (2**64 - 1, "uint64"),
        (0.0, "float64"), (-0.0, "float64"), (1.0, "float64"), (0.1, "float64"), (5e-324, "float64"),
        (math.inf, "float64"), (-math.inf, "float64"), (math.nan, "float64"), (1.7976931348623157e308, "float64"),
        (1j, "complex128"), (complex(-0.0, 0.1), "complex128"), (complex(math.nan, -math.inf), "complex128"),
    ],
)  # fmt: skip
def test_pythons_numbers(passed: Any, value: Any, dtype: str) -> None:
    assert passed(value) == bits(dtype, value)


NUMPY = [d for d in dtypes.ALL if d.numpy is not None]


@pytest.mark.parametrize("dtype", NUMPY, ids=lambda d: d.name)
def test_every_numpy_and_ml_dtypes_scalar(passed: Any, dtype: DType) -> None:
    """Random bytes as each type: NaNs with payloads, negative zeros and subnormal numbers among them."""
    raw = np.random.default_rng(7).integers(0, 256, 64 * dtype.itemsize, np.uint8)
    values = (raw % 2).view(dtype.numpy) if dtype.name == "bool" else raw.view(dtype.numpy)
    for value in values:
        assert passed(value) == (dtype, np.asarray(value).tobytes())
        assert passed(np.asarray(value)) == (dtype, np.asarray(value).tobytes())


@pytest.mark.parametrize(
    ("value", "pattern"),
    [
        (np.float16(-0.0), "0080"), (np.float32(1e-45), "01000000"), (ml_dtypes.bfloat16(1.5), "c03f"),
        (ml_dtypes.float8_e4m3fn(448), "7e"), (ml_dtypes.float8_e5m2(-0.0), "80"), (np.int8(-1), "ff"),
        (np.complex64(1 - 2j), "0000803f000000c0"), (np.uint16(0x1234), "3412"), (np.bool_(True), "01"),
    ],
)  # fmt: skip
def test_bytes_written_out(passed: Any, value: Any, pattern: str) -> None:
    assert passed(value)[1].hex() == pattern


def test_other_byte_orders(passed: Any) -> None:
    assert passed(np.array(0x0102, ">i2")[()]) == bits("int16", 0x0102)
    assert passed(np.array(1.5, ">f4")) == bits("float32", 1.5)


def test_equal_numbers_of_different_types(passed: Any) -> None:
    same = [1, True, 1.0, 1 + 0j, np.int8(1), np.float32(1), np.uint64(1), ml_dtypes.bfloat16(1), np.True_]
    found = [passed(v) for v in same]
    assert [d.name for d, _ in found] == [
        "int64", "bool", "float64", "complex128", "int8", "float32", "uint64", "bfloat16", "bool"
    ]  # fmt: skip
    assert passed(0.0) != passed(-0.0) != passed(0)


@pytest.mark.parametrize(
    "value", ["1", None, [1], 2**64, -(2**63) - 1, object(), np.array([1.0]), np.datetime64("now")]
)
def test_what_is_no_scalar(device: Device, value: Any) -> None:
    x = device.empty(2)
    with pytest.raises(TypeError, match="add: alpha is "):
        device.add(x, x, value, x)


def test_lists_of_scalars(monkeypatch: pytest.MonkeyPatch) -> None:
    def seen(libraries: Any, value: Any) -> Any:
        ffi, tables = libraries._interface.ffi, libraries.machine.descriptors
        if not isinstance(value, ffi.CData) or "ScalarList" not in str(ffi.typeof(value)):
            return None
        return [
            (s.dtype, np.asarray(s.value).tobytes())
            for s in (tables.scalars.get(e) for e in tables.elements_of("aclScalarList", value))
        ]

    values = [True, 3, -0.0, 1j, np.float16(0.1), ml_dtypes.bfloat16(0.1), np.uint8(200)]
    names = ["bool", "int64", "float64", "complex128", "float16", "bfloat16", "uint8"]
    with recording(monkeypatch, seen) as (device, calls):
        x = [device.empty(2)]
        device.foreach_add_scalar_list(x, values, [device.empty(2)])
        assert calls[0][1] == [bits(n, v) for n, v in zip(names, values, strict=True)]
