"""Casts: PyTorch judges what both define, and numbers by hand what CANN alone does."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

from pyaclnn import dtypes
from pyaclnn.dtypes import DType
from pyaclnn.formats import Format
from pyaclnn.reference import casts
from pyaclnn.reference.meta import TensorMeta
from pyaclnn.reference.rules import MISSING

from .compute import compute, infer
from .layouts import ALL, DENSE, Array, laid_out, output
from .refusals import code_of, tensor
from .tolerances import assert_close
from .torch_values import from_torch, numbers, to_torch

A910, B910, P310, B310, A950 = "Ascend910A", "Ascend910B1", "Ascend310P3", "Ascend310B1", "Ascend950PR_9599"
F16, F32, F64, BF16 = np.float16, np.float32, np.float64, ml_dtypes.bfloat16
NAN, INF = float("nan"), float("inf")
TYPES = (F32, F16, BF16, F64, np.int8, np.uint8, np.int16, np.int32, np.int64, np.bool_, np.complex64)


def dtype_of(dtype: Any) -> DType:
    return dtypes.from_numpy(np.dtype(dtype))


def cast(x: Array, dtype: Any, out: Array | None = None, soc: str = B910) -> Array:
    out = np.full(x.shape, 77, dtype) if out is None else out
    compute("aclnnCast", {"self": x, "dtype": dtype_of(dtype), "out": out}, soc)
    return out


@pytest.mark.parametrize("target", TYPES)
@pytest.mark.parametrize("source", TYPES)
def test_agrees_with_torch_where_the_value_fits(source: Any, target: Any) -> None:
    torch = pytest.importorskip("torch")
    # From -9 to 9, or from 0 where one of the two has no sign.
    x = numbers((4, 6), source, 1)
    if target is np.uint8 and source is not np.bool_:
        x = np.abs(x.real).astype(source) if np.dtype(source).kind == "c" else np.abs(x)
    real = to_torch(x).real if np.dtype(source).kind == "c" and np.dtype(target).kind != "c" else to_torch(x)
    if target is np.bool_:
        real = to_torch(x)
    name = {F32: "float32", F16: "float16", BF16: "bfloat16", F64: "float64"}.get(target, np.dtype(target).name)
    want = from_torch(real.to(getattr(torch, name)))
    assert infer("aclnnCast", {"self": x, "dtype": dtype_of(target), "out": MISSING}) == {
        "out": ((4, 6), dtype_of(target))
    }
    assert_close(cast(x, target), want, F32 if target is np.complex64 else None)


@pytest.mark.parametrize("out_layout", DENSE)
@pytest.mark.parametrize("layout", ALL)
@pytest.mark.parametrize("pair", [(F32, F16), (F16, F32), (F32, BF16), (F32, np.int32), (np.int64, F32), (F32, F32)])
def test_layouts(pair: tuple[Any, Any], layout: str, out_layout: str) -> None:
    x = laid_out(numbers((4, 6), pair[0], 2), layout)
    out = cast(x, pair[1], output((4, 6), pair[1], out_layout))
    np.testing.assert_array_equal(out, np.array(x).astype(pair[1]))


@pytest.mark.parametrize("dtype", [F32, F16, BF16, F64])
def test_float_to_integer_cuts_off_and_saturates(dtype: Any) -> None:
    x = np.array([1.5, -1.5, 0.99, -0.99, NAN, INF, -INF], dtype)
    assert cast(x, np.int32).tolist() == [1, -1, 0, 0, 0, 2**31 - 1, -(2**31)]
    assert cast(x, np.int64).tolist() == [1, -1, 0, 0, 0, 2**63 - 1, -(2**63)]


def test_narrow_integers_keep_the_low_bits_of_32() -> None:
    # 300 = 256 + 44; -129 = -256 + 127; 3e9 saturates at 2**31 - 1, whose low byte is 255, which is -1 with a sign.
    x = np.array([300, -129, 3e9, -3e9, NAN], F32)
    assert cast(x, np.int8).tolist() == [44, 127, -1, 0, 0]
    # 70000 = 65536 + 4464.
    assert cast(np.array([70000, 3e9], F32), np.int16).tolist() == [4464, -1]


def test_unsigned_bytes_keep_the_low_bits() -> None:
    # -1 has the low byte 255. From float32 it is that of 64 bits: 2**32 + 2**9 + 8 has 8, and infinity 255.
    x = np.array([-1, 2**32 + 2**9, 256, INF], F32)
    assert cast(x, np.uint8).tolist() == [255, 0, 0, 255]
    # From float16 it is that of 32 bits.
    assert cast(np.array([-1, 300, INF], F16), np.uint8).tolist() == [255, 44, 255]


def test_integers_wrap_and_round() -> None:
    x = np.array([128, -129, 2**31, 2**32 + 5], np.int64)
    assert cast(x, np.int8).tolist() == [-128, 127, 0, 5]
    assert cast(x, np.int32).tolist() == [128, -129, -(2**31), 5]
    # 2**24 + 1 is a tie in float32, 2049 in float16: both go to the even one below. 70000 has no float16.
    assert cast(np.array([2**24 + 1]), F32).tolist() == [2**24]
    assert cast(np.array([2049, 70000], np.int32), F16).tolist() == [2048, INF]


def test_whatever_is_not_zero_is_true() -> None:
    for dtype in (F32, F16, BF16, F64):
        assert cast(np.array([0, -0.0, 0.5, NAN, -INF], dtype), np.bool_).tolist() == [False, False, True, True, True]
    assert cast(np.array([0, 1j, 1], np.complex64), np.bool_).tolist() == [False, True, True]
    assert cast(np.array([True, False]), F16).tolist() == [1, 0]


def test_complex_loses_its_imaginary_part() -> None:
    assert cast(np.array([1.5 + 2j], np.complex64), F32).tolist() == [1.5]
    assert cast(np.array([1.5], F32), np.complex64).tolist() == [1.5 + 0j]


def test_rounding_is_to_nearest_even() -> None:
    # float16's step from 1 is 2**-10, bfloat16's 2**-7.
    assert cast(np.array([1 + 2**-11, 1 + 3 * 2**-11], F32), F16).tolist() == [1, 1 + 2**-9]
    assert cast(np.array([1 + 2**-8, 1 + 3 * 2**-8], F32), BF16).tolist() == [1, 1 + 2**-6]
    assert cast(np.array([65520, 65519], F32), F16).tolist() == [INF, 65504]


def test_eight_bit_floats_on_ascend950() -> None:
    # e4m3 has 3 bits after the point: from 1 the step is 1/8, and 1.0625 is a tie.
    x = np.array([1.0625, 1.1, -2], F32)
    out = np.zeros(3, ml_dtypes.float8_e4m3fn)
    compute("aclnnCast", {"self": x, "dtype": dtypes.FLOAT8_E4M3FN, "out": out}, A950)
    assert out.astype(F32).tolist() == [1, 1.125, -2]


@pytest.mark.parametrize("shape", [(), (0, 3), (1, 1)])
def test_shapes(shape: tuple[int, ...]) -> None:
    x = np.full(shape, 2.5, F32)
    assert infer("aclnnCast", {"self": x, "dtype": dtypes.INT32, "out": MISSING}) == {"out": (shape, dtypes.INT32)}
    assert cast(x, np.int32).tolist() == np.full(shape, 2).tolist()


CALL = {"self": tensor(2, 3), "dtype": dtypes.FLOAT16, "out": tensor(2, 3, dtype=dtypes.FLOAT16)}


@pytest.mark.parametrize(
    ("code", "soc", "changes"),
    [
        (0, B910, {}),
        (161001, B910, {"self": None}),
        (161001, B910, {"out": None}),
        (161002, A910, {"dtype": dtypes.BFLOAT16}),
        (161002, B910, {"dtype": dtypes.HIFLOAT8}),
        (0, A950, {"dtype": dtypes.HIFLOAT8, "out": tensor(2, 3, dtype=dtypes.HIFLOAT8)}),
        (161002, B910, {"dtype": -1}),
        (161002, B910, {"out": tensor(3, 2, dtype=dtypes.FLOAT16)}),
        # out's dtype is not compared with the attribute: the copy into it finds out.
        (561103, B910, {"out": tensor(2, 3)}),
        (0, B910, {"self": tensor(0, 3), "out": tensor(0, 3)}),
        # A result keeps its format, which an output of another one does not take; plain ND goes anywhere.
        (
            561103,
            B910,
            {"self": tensor(1, 1, 2, 3, format=Format.NCHW), "out": tensor(1, 1, 2, 3, dtype=dtypes.FLOAT16)},
        ),
        (561003, B310, {}),
    ],
)
def test_codes(code: int, soc: str, changes: dict[str, Any]) -> None:
    assert code_of("aclnnCast", CALL, changes, soc) == code


def test_int4_takes_no_strided_source() -> None:
    strided = TensorMeta((2, 3), (1, 2), dtypes.INT32, storage_shape=(6,))
    changes = {"self": strided, "dtype": dtypes.INT4, "out": tensor(2, 3, dtype=dtypes.INT4)}
    assert code_of("aclnnCast", CALL, changes, A950) == 161002
    assert code_of("aclnnCast", CALL, {**changes, "self": tensor(2, 3, dtype=dtypes.INT32)}, A950) == 0


def test_a_dtype_without_a_host_counterpart_can_be_checked_but_not_computed() -> None:
    with pytest.raises(TypeError, match="no hifloat8"):
        casts.cast(np.zeros(2, F32), dtypes.HIFLOAT8)
