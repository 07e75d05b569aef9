"""Operators on bits: PyTorch judges the values, and numbers by hand where CANN differs."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

from pyaclnn import dtypes
from pyaclnn.dtypes import BOOL, FLOAT16, FLOAT32, INT32, INT64, UINT8, UINT16
from pyaclnn.formats import Format
from pyaclnn.reference.meta import ScalarValue
from pyaclnn.reference.rules import MISSING

from .compute import compute, infer
from .layouts import ALL, DENSE, Array, laid_out, output
from .refusals import A910, A950, B310, B910, CHIPS, P310, code_of, tensor
from .torch_values import from_torch, to_torch

F16, F32 = np.float16, np.float32
INTEGERS = (np.int8, np.uint8, np.int16, np.int32, np.int64)
DTYPES = (*INTEGERS, np.bool_)

BINARY = {"BitwiseAnd": "bitwise_and", "BitwiseOr": "bitwise_or", "BitwiseXor": "bitwise_xor"}


def scalar(value: Any, dtype: Any = np.int32) -> ScalarValue:
    return ScalarValue(dtypes.from_numpy(np.dtype(dtype)), np.dtype(dtype).type(value))


def bits(shape: tuple[int, ...], dtype: Any, seed: int) -> Array:
    rng, dtype = np.random.default_rng(seed), np.dtype(dtype)
    if dtype == np.bool_:
        return rng.integers(0, 2, shape).astype(bool)
    limits = np.iinfo(dtype)
    return rng.integers(limits.min, limits.max, shape, dtype)


def run(operator: str, out: Array, soc: str = B910, **args: Any) -> Array:
    compute(f"aclnn{operator}", {**args, "out": out}, soc)
    return out


def expected(name: str, x: Array, y: Any) -> Array:
    return from_torch(getattr(to_torch(x), BINARY[name])(to_torch(y) if isinstance(y, np.ndarray) else y))


@pytest.mark.parametrize("out_layout", DENSE)
@pytest.mark.parametrize("layout", ALL)
@pytest.mark.parametrize("name", BINARY)
def test_layouts(name: str, layout: str, out_layout: str) -> None:
    for dtype in DTYPES:
        x, y = laid_out(bits((4, 6), dtype, 1), layout), laid_out(bits((4, 6), dtype, 2), "sliced")
        for soc in (B910, A950):
            out = run(f"{name}Tensor", output((4, 6), dtype, out_layout), soc, self=x, other=y)
            np.testing.assert_array_equal(out, expected(name, x, y))


@pytest.mark.parametrize("second", DTYPES)
@pytest.mark.parametrize("name", BINARY)
def test_mixed_dtypes(name: str, second: Any) -> None:
    for first in DTYPES:
        x, y = bits((3, 4), first, 3), bits((4,), second, 4)
        want = expected(name, x, y)
        for soc in (B910, A950):
            found = infer(f"aclnn{name}Tensor", {"self": x, "other": y, "out": MISSING}, soc)
            assert found == {"out": ((3, 4), dtypes.from_numpy(want.dtype))}
            out = run(f"{name}Tensor", output((3, 4), want.dtype, "transposed"), soc, self=x, other=y)
            np.testing.assert_array_equal(out, want)


@pytest.mark.parametrize(
    "shapes", [((), ()), ((3,), ()), ((2, 1, 3), (4, 1)), ((0, 3), (1, 3)), ((1, 2) * 4, (2, 1) * 4)]
)
@pytest.mark.parametrize("name", BINARY)
def test_broadcasts(name: str, shapes: tuple[tuple[int, ...], tuple[int, ...]]) -> None:
    x, y = bits(shapes[0], np.int32, 1), bits(shapes[1], np.int32, 2)
    want = expected(name, x, y)
    for soc in CHIPS:
        out = run(f"{name}Tensor", np.full(want.shape, 77, np.int32), soc, self=x, other=y)
        np.testing.assert_array_equal(out, want)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", BINARY)
def test_scalars_and_in_place(name: str, dtype: Any) -> None:
    value = True if dtype == np.bool_ else 5
    x, other = laid_out(bits((4, 6), dtype, 5), "sliced"), scalar(value, dtype)
    want = expected(name, x, value)
    for soc in (B910, A950):
        out = run(f"{name}Scalar", output((4, 6), dtype, "transposed"), soc, self=x, other=other)
        np.testing.assert_array_equal(out, want)
        target = laid_out(np.array(x), "backwards")
        compute(f"aclnnInplace{name}Scalar", {"selfRef": target, "other": other}, soc)
        np.testing.assert_array_equal(target, want)
        target = laid_out(np.array(x), "transposed")
        compute(f"aclnnInplace{name}Tensor", {"selfRef": target, "other": np.full((1, 6), value, dtype)}, soc)
        np.testing.assert_array_equal(target, want)


def test_the_third_conjunction_names_its_target_self() -> None:
    x, y = bits((3, 4), np.int16, 6), bits((3, 4), np.int16, 7)
    want = x & y
    np.testing.assert_array_equal(run("BitwiseAndTensorOut", np.zeros((3, 4), np.int16), self=x, other=y), want)
    compute("aclnnInplaceBitwiseAndTensorOut", {"self": x, "other": y})
    np.testing.assert_array_equal(x, want)


def test_dtypes_of_a_scalar() -> None:
    # An int64 scalar that int32 holds counts as one before Ascend950, which keeps the tensor's dtype.
    x, small, large = np.array([1], np.int8), scalar(2, np.int64), scalar(2**40, np.int64)
    for name, other, soc, want in (
        ("BitwiseOr", small, B910, INT32),
        ("BitwiseOr", large, B910, INT64),
        ("BitwiseXor", small, A950, dtypes.INT8),
        ("BitwiseAnd", small, B910, INT64),
        ("BitwiseAnd", large, A950, dtypes.INT8),
    ):
        args = {"self": x, "other": other, "out": MISSING}
        assert infer(f"aclnn{name}Scalar", args, soc) == {"out": ((1,), want)}
    # 0x101 | 1 is 0x101 in int32; its low byte is left in an int8 output.
    assert run("BitwiseOrScalar", np.zeros(1, np.int32), self=x, other=scalar(0x100, np.int64)).tolist() == [0x101]
    assert run("BitwiseOrScalar", np.zeros(1, np.int8), self=x, other=scalar(0x100, np.int64)).tolist() == [1]


@pytest.mark.parametrize("layout", ALL)
@pytest.mark.parametrize("dtype", DTYPES)
def test_not(dtype: Any, layout: str) -> None:
    x = laid_out(bits((4, 6), dtype, 8), layout)
    want = from_torch(to_torch(x).bitwise_not())
    assert infer("aclnnBitwiseNot", {"self": x, "out": MISSING}) == {
        "out": ((4, 6), dtypes.from_numpy(np.dtype(dtype)))
    }
    for soc in CHIPS:
        np.testing.assert_array_equal(run("BitwiseNot", output((4, 6), dtype, "sliced"), soc, self=x), want)


@pytest.mark.parametrize("layout", ALL)
@pytest.mark.parametrize("dtype", [*INTEGERS, np.uint16, np.uint32, np.uint64])
def test_shifts(dtype: Any, layout: str) -> None:
    x = laid_out(bits((4, 6), dtype, 9), layout)
    y = np.random.default_rng(10).integers(0, 8 * x.itemsize, (6,)).astype(dtype)
    for soc in (B910, A950):
        out = run("LeftShift", output((4, 6), dtype, "sliced"), soc, self=x, shiftBits=y)
        np.testing.assert_array_equal(out, x << y)
        out = run("RightShift", output((4, 6), dtype, "sliced"), soc, input=x, shiftBits=y)
        np.testing.assert_array_equal(out, x >> y)
        out = run("LeftShifts", output((4, 6), dtype, "sliced"), soc, self=x, shiftBits=scalar(3, dtype))
        np.testing.assert_array_equal(out, x << np.dtype(dtype).type(3))


def test_shifts_beyond_the_width() -> None:
    # A negative number of bits counts as 0, one of 8 and above as 7: 3 << 7 = 384, whose low byte is -128.
    x, y = np.array([3, 3, 3], np.int8), np.array([-1, 9, 7], np.int8)
    assert run("LeftShift", np.zeros(3, np.int8), self=x, shiftBits=y).tolist() == [3, -128, -128]
    assert run("RightShift", np.zeros(3, np.int8), input=x, shiftBits=y).tolist() == [3, 0, 0]
    assert run("RightShift", np.zeros(3, np.int8), input=-x, shiftBits=y).tolist() == [-3, -1, -1]


def test_shifts_without_dimensions() -> None:
    x, y = np.array(3, np.int16), np.array(2, np.int16)
    for soc in CHIPS:
        assert run("LeftShift", np.zeros((), np.int16), soc, self=x, shiftBits=y) == 12
        assert run("RightShift", np.zeros((), np.int16), soc, input=x, shiftBits=y) == 0
        assert run("LeftShifts", np.zeros((), np.int16), soc, self=x, shiftBits=scalar(1, np.int16)) == 6


def test_shifts_broadcast_both_ways() -> None:
    x, y = np.array([[1], [2]], np.int32), np.array([1, 2, 3], np.int64)
    want = [[2, 4, 8], [4, 8, 16]]
    for soc in CHIPS:
        assert run("LeftShift", np.zeros((2, 3), np.int64), soc, self=x, shiftBits=y).tolist() == want
    assert infer("aclnnLeftShift", {"self": x, "shiftBits": y, "out": MISSING}) == {"out": ((2, 3), INT64)}
    args = {"self": x, "shiftBits": y, "out": np.zeros((2, 3), np.int64)}
    assert compute("aclnnLeftShift", args) == ["Cast", "BroadcastTo", "BroadcastTo", "LeftShift"]


SIGNS = [5, 4, 3, 2, 0, -1, -2, 4, 3, 2, 1, 0, -1, -2]


@pytest.mark.parametrize("dtype", [F32, F16])
def test_signs_are_packed(dtype: Any) -> None:
    # Lowest bit first, 1 for 0 and above: 31 + 128 = 159, then 15, where the missing two count as negative.
    x = laid_out(np.array(SIGNS, dtype), "sliced")
    assert infer("aclnnSignBitsPack", {"self": x, "size": 2, "out": MISSING}) == {"out": ((2, 1), UINT8)}
    assert run("SignBitsPack", np.zeros((2, 1), np.uint8), self=x, size=2).tolist() == [[159], [15]]
    assert run("SignBitsPack", np.zeros((1, 2), np.uint8), P310, self=x, size=1).tolist() == [[159, 15]]
    # Ascend950: highest bit first, 1 below 0: 0b00000110 = 6 and 0b00001111 = 15, the missing two again negative.
    assert run("SignBitsPack", np.zeros((2, 1), np.uint8), A950, self=x, size=2).tolist() == [[6], [15]]


def test_signs_of_zero_and_nan() -> None:
    # Neither -0 nor NaN is below 0: 0b00000111 with five missing.
    x = np.array([-0.0, np.nan, 1], F32)
    assert run("SignBitsPack", np.zeros((1, 1), np.uint8), self=x, size=1).tolist() == [[7]]


@pytest.mark.parametrize(("dtype", "named"), [(F32, FLOAT32), (F16, FLOAT16)])
def test_signs_are_unpacked(dtype: Any, named: dtypes.DType) -> None:
    x = np.array([159, 15], np.uint8)
    want = [[1, 1, 1, 1, 1, -1, -1, 1], [1, 1, 1, 1, -1, -1, -1, -1]]
    args = {"self": x, "size": 2, "dtype": named}
    assert infer("aclnnSignBitsUnpack", {**args, "out": MISSING}) == {"out": ((2, 8), named)}
    for soc in (B910, P310, A950):
        out = run("SignBitsUnpack", laid_out(np.zeros((2, 8), dtype), "transposed"), soc, **args)
        assert out.tolist() == want


X, BYTES, EMPTY = tensor(4, 2, dtype=INT32), tensor(4, 2, dtype=UINT8), tensor(0, 2, dtype=UINT8)
NZ = tensor(4, 2, dtype=INT32, format=Format.FRACTAL_NZ)
TENSORS = {"self": X, "other": X, "out": X}


@pytest.mark.parametrize(
    ("code", "name", "soc", "changes"),
    [
        *((0, name, soc, {}) for name, soc in itertools.product(BINARY, CHIPS)),
        *((561003, name, B310, {}) for name in BINARY),
        *((161001, name, B910, {part: None}) for name, part in itertools.product(BINARY, TENSORS)),
        *((161002, name, B910, {"other": tensor(4, 2)}) for name in BINARY),
        *((161002, name, B910, {"other": tensor(3, 2, dtype=INT32)}) for name in BINARY),
        *((161002, name, B910, {"out": tensor(2, 4, dtype=INT32)}) for name in BINARY),
        # An integer can be cast to any integer or float, but not to bool.
        *((0, name, B910, {"out": tensor(4, 2)}) for name in BINARY),
        *((161002, name, B910, {"out": tensor(4, 2, dtype=BOOL)}) for name in BINARY),
        *((0, name, B910, dict.fromkeys(TENSORS, tensor(0, 2, dtype=INT32))) for name in BINARY),
        # Blocked formats are refused by the conjunction only.
        (161002, "BitwiseAnd", B910, {"self": NZ}),
        (0, "BitwiseOr", B910, {"self": NZ}),
        (0, "BitwiseXor", B910, {"self": NZ}),
        (0, "BitwiseAnd", B910, dict.fromkeys(TENSORS, tensor(4, 2, dtype=UINT16))),
        (161002, "BitwiseXor", B910, dict.fromkeys(TENSORS, tensor(4, 2, dtype=UINT16))),
        (0, "BitwiseXor", A950, dict.fromkeys(TENSORS, tensor(4, 2, dtype=UINT16))),
        (161002, "BitwiseOr", B910, {"self": tensor(4, 2, dtype=UINT16)}),
    ],
)
def test_codes_of_tensors(code: int, name: str, soc: str, changes: dict[str, Any]) -> None:
    assert code_of(f"aclnn{name}Tensor", TENSORS, changes, soc) == code


@pytest.mark.parametrize(
    ("code", "soc", "changes"),
    [
        (0, B910, {}),
        (561103, B910, {"self": None}),
        (561103, B910, {"out": None}),
        (161002, B910, {"out": BYTES}),
        (161002, B910, dict.fromkeys(("self", "out"), tensor(4, 2))),
        (161002, B910, {"self": NZ}),
        (0, A950, dict.fromkeys(("self", "out"), tensor(4, 2, dtype=UINT16))),
        (561003, B310, {}),
    ],
)
def test_codes_of_not(code: int, soc: str, changes: dict[str, Any]) -> None:
    assert code_of("aclnnBitwiseNot", {"self": X, "out": X}, changes, soc) == code


@pytest.mark.parametrize(
    ("code", "changes"),
    [
        (0, {}),
        (161001, {"shiftBits": None}),
        (161002, {"shiftBits": tensor(4, 2)}),
        (161002, {"self": tensor(4, 2, dtype=BOOL)}),
        (161002, {"self": NZ}),
        (161002, {"shiftBits": tensor(3, dtype=INT32)}),
        (161002, {"self": tensor(4, 2, dtype=UINT16)}),
        # Promotion is looked at only where something is to be computed.
        (
            0,
            {
                "self": tensor(0, 2, dtype=UINT16),
                "shiftBits": tensor(0, 2, dtype=INT32),
                "out": tensor(0, 2, dtype=UINT8),
            },
        ),
    ],
)
def test_codes_of_shifts(code: int, changes: dict[str, Any]) -> None:
    assert code_of("aclnnLeftShift", {"self": X, "shiftBits": X, "out": X}, changes) == code


@pytest.mark.parametrize(
    ("code", "soc", "changes"),
    [
        (0, B910, {}),
        (161002, A910, {}),
        (161002, B310, {}),
        (161001, B910, {"self": None}),
        (161002, B910, {"size": 0}),
        (161002, B910, {"size": 3}),
        (161002, B910, {"size": 1}),
        (161002, B910, {"self": tensor(4, 4)}),
        (161002, B910, {"self": tensor(16, dtype=dtypes.FLOAT64)}),
        (161002, B910, {"out": tensor(2, 1, dtype=INT32)}),
        (161002, B910, {"self": tensor(16, format=Format.NCL)}),
        (561103, B910, {"out": tensor(2, 2, dtype=UINT8)}),
    ],
)
def test_codes_of_packing(code: int, soc: str, changes: dict[str, Any]) -> None:
    call = {"self": tensor(16), "size": 2, "out": tensor(2, 1, dtype=UINT8)}
    assert code_of("aclnnSignBitsPack", call, changes, soc) == code
