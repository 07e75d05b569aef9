"""Comparisons: PyTorch judges the values, and numbers by hand where CANN differs."""

from __future__ import annotations

import itertools
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from pyaclnn import dtypes
from pyaclnn.dtypes import BFLOAT16, BOOL, COMPLEX64, FLOAT32, FLOAT64, INT32, UINT16, UINT64
from pyaclnn.reference.meta import ScalarValue
from pyaclnn.reference.rules import MISSING, Refusal

from .arguments import scalar
from .compute import compute, infer
from .layouts import ALL, DENSE, Array, laid_out, output
from .refusals import A910, A950, B310, B910, CHIPS, code_of, tensor
from .torch_values import from_torch, numbers, to_torch

F16, F32, F64, BF16 = np.float16, np.float32, np.float64, ml_dtypes.bfloat16
NAN, INF = float("nan"), float("inf")

NAMES = ("Eq", "Ne", "Lt", "Le", "Gt", "Ge")
TORCH = {"Eq": "eq", "Ne": "ne", "Lt": "lt", "Le": "le", "Gt": "gt", "Ge": "ge"}
DTYPES = (F32, F16, BF16, F64, np.int8, np.uint8, np.int16, np.int32, np.int64, np.bool_)
COMPLEX = (np.complex64, np.complex128)


def few(shape: tuple[int, ...], dtype: Any, seed: int) -> Array:
    """Values among which many are equal."""
    return np.random.default_rng(seed).integers(0, 3, shape).astype(dtype)


def against_tensor(name: str, x: Array, y: Array, out: Array, soc: str = B910) -> Array:
    compute(f"aclnn{name}Tensor", {"self": x, "other": y, "out": out}, soc)
    return out


def against_scalar(name: str, x: Array, y: ScalarValue, out: Array, soc: str = B910) -> Array:
    compute(f"aclnn{name}Scalar", {"self": x, "other": y, "out": out}, soc)
    return out


def expected(name: str, x: Any, y: Any) -> Array:
    return from_torch(getattr(to_torch(x), TORCH[name])(to_torch(y) if isinstance(y, np.ndarray) else y))


@pytest.mark.parametrize("out_layout", DENSE)
@pytest.mark.parametrize("layout", ALL)
@pytest.mark.parametrize("name", NAMES)
def test_layouts(name: str, layout: str, out_layout: str) -> None:
    for dtype in DTYPES:
        x, y = laid_out(few((4, 6), dtype, 1), layout), laid_out(few((4, 6), dtype, 2), "sliced")
        for soc in (B910, A950):
            out = laid_out(np.zeros((4, 6), bool), out_layout)
            np.testing.assert_array_equal(against_tensor(name, x, y, out, soc), expected(name, x, y))


@pytest.mark.parametrize(
    ("name", "dtype"), [*itertools.product(NAMES, DTYPES), *itertools.product(("Eq", "Ne"), COMPLEX)]
)
def test_scalars_and_in_place(name: str, dtype: Any) -> None:
    x, other = laid_out(few((4, 6), dtype, 3), "transposed"), scalar(1, np.int64)
    want = expected(name, x, 1)
    for soc in (B910, A950):
        assert infer(f"aclnn{name}Scalar", {"self": x, "other": other, "out": MISSING}, soc) == {"out": ((4, 6), BOOL)}
        np.testing.assert_array_equal(against_scalar(name, x, other, np.zeros((4, 6), bool), soc), want)
        target = laid_out(np.array(x), "backwards")
        compute(f"aclnnInplace{name}Scalar", {"selfRef": target, "other": other}, soc)
        np.testing.assert_array_equal(target, want.astype(dtype))
        target = laid_out(np.array(x), "sliced")
        compute(f"aclnnInplace{name}Tensor", {"selfRef": target, "other": np.ones((1, 6), dtype)}, soc)
        np.testing.assert_array_equal(target, want.astype(dtype))


@pytest.mark.parametrize(
    "shapes",
    [((), ()), ((3,), ()), ((2, 1, 3), (4, 1)), ((0, 3), (1, 3)), ((0,), ()), ((1,), (5,)), ((1, 2) * 4, (2, 1) * 4)],
)
@pytest.mark.parametrize("name", NAMES)
def test_broadcasts(name: str, shapes: tuple[tuple[int, ...], tuple[int, ...]]) -> None:
    x, y = few(shapes[0], F32, 1), few(shapes[1], F32, 2)
    want = expected(name, x, y)
    for soc in CHIPS:
        found = infer(f"aclnn{name}Tensor", {"self": x, "other": y, "out": MISSING}, soc)
        assert found == {"out": (want.shape, BOOL)}
        np.testing.assert_array_equal(against_tensor(name, x, y, np.zeros(want.shape, bool), soc), want)


@pytest.mark.parametrize("second", DTYPES)
@pytest.mark.parametrize("name", NAMES)
def test_mixed_dtypes_promote_as_in_torch(name: str, second: Any) -> None:
    for first in DTYPES:
        x, y = numbers((3, 4), first, 3), numbers((3, 4), second, 4)
        for soc in (B910, A950):
            out = against_tensor(name, x, y, np.zeros((3, 4), bool), soc)
            np.testing.assert_array_equal(out, expected(name, x, y), err_msg=f"{first} {second}")


@pytest.mark.parametrize("name", NAMES)
def test_nan_and_infinities(name: str) -> None:
    values = np.array([NAN, -INF, -0.0, 0.0, 1.0, INF])
    for dtype in (F32, F16, BF16, F64):
        x, y = values.astype(dtype)[:, None], values.astype(dtype)[None]
        for soc in CHIPS if dtype != BF16 else (B910, A950):
            out = against_tensor(name, x, y, np.zeros((6, 6), bool), soc)
            np.testing.assert_array_equal(out, expected(name, x, y))


@pytest.mark.parametrize("dtype", [F32, F16, np.int8, np.int64, np.uint8, np.complex64])
def test_truth_values_in_other_dtypes(dtype: Any) -> None:
    # Outputs of any dtype that the operator takes get 0 and 1.
    x = np.array([1, 2, 3], F32)
    out = output((3,), dtype, "sliced")
    assert against_tensor("Eq", x, x[1:2], out).tolist() == [0, 1, 0]
    out = output((3,), dtype, "sliced")
    assert against_scalar("Gt", x, scalar(1), out, A950).tolist() == [0, 1, 1]


def test_a_scalar_is_rounded_to_a_float_tensor() -> None:
    # 0.1 in float16 is 0.0999755859375; the scalar becomes that value, so that they are equal and neither is less.
    x, other = np.array([0.1], F16), scalar(0.1, F64)
    assert against_scalar("Eq", x, other, np.zeros(1, bool)).tolist() == [True]
    assert against_scalar("Lt", x, other, np.zeros(1, bool)).tolist() == [False]
    # The older chips compare greater-than in float64 where the tensor's dtype does not hold the scalar.
    assert against_scalar("Ge", x, other, np.zeros(1, bool), B910).tolist() == [False]
    assert against_scalar("Ge", x, other, np.zeros(1, bool), A950).tolist() == [True]
    # 0.5 is held: float16 is kept and nothing cast.
    args = {"self": np.array([0.5], F16), "other": scalar(0.5, F64), "out": np.zeros(1, bool)}
    assert compute("aclnnGeScalar", args, B910) == ["GreaterEqual"]


def test_an_integer_tensor_with_a_float_scalar_is_compared_in_floats() -> None:
    x = np.array([1, 2], np.int32)
    for name, want in (("Eq", [False, False]), ("Ne", [True, True]), ("Lt", [True, False]), ("Ge", [False, True])):
        for soc in CHIPS:
            assert against_scalar(name, x, scalar(1.5), np.zeros(2, bool), soc).tolist() == want


def test_a_wider_integer_scalar_keeps_the_tensors_dtype_where_only_the_category_counts() -> None:
    # 257 in uint8 is 1. Equality keeps the tensor's dtype, the others promote before Ascend950.
    x, other = np.array([1], np.uint8), scalar(257, np.int64)
    for name, soc, want in (
        ("Eq", B910, True),
        ("Eq", A950, True),
        ("Lt", B910, True),
        ("Lt", A950, False),
        ("Ge", B910, False),
        ("Ge", A950, True),
    ):
        assert against_scalar(name, x, other, np.zeros(1, bool), soc).tolist() == [want]


def test_a_0d_tensor_counts_as_a_scalar_on_ascend950() -> None:
    # With int8 and a 0-d int32 of 257 the common dtype is int32 before Ascend950, where 257 becomes int8's 1.
    x, other = np.array([1], np.int8), np.array(257, np.int32)
    assert against_tensor("Eq", x, other, np.zeros(1, bool), B910).tolist() == [False]
    assert against_tensor("Eq", x, other, np.zeros(1, bool), A950).tolist() == [True]


def test_large_int64_are_not_compared_as_floats() -> None:
    # 2**53 and 2**53 + 1 are one float64.
    x, y = np.array([2**53], np.int64), np.array([2**53 + 1], np.int64)
    for name, want in (("Eq", False), ("Lt", True), ("Ge", False)):
        assert against_tensor(name, x, y, np.zeros(1, bool)).tolist() == [want]


def test_unsigned_integers() -> None:
    x, y = np.array([65535, 1], np.uint16), np.array([1, 1], np.uint16)
    assert against_tensor("Gt", x, y, np.zeros(2, bool)).tolist() == [True, False]
    x, y = np.array([2**63], np.uint64), np.array([1], np.uint64)
    assert against_tensor("Lt", x, y, np.zeros(1, bool)).tolist() == [False]


def test_ascend950_reads_strided_tensors_as_they_lie() -> None:
    x = laid_out(np.ones((2, 3), F32), "sliced")
    args = {"self": x, "other": x, "out": np.zeros((2, 3), bool)}
    assert compute("aclnnGeTensor", args, A950) == ["GreaterEqual"]
    assert compute("aclnnGeTensor", args, B910) == ["Contiguous", "Contiguous", "GreaterEqual"]
    assert compute("aclnnGtTensor", args, A950) == ["Contiguous", "Contiguous", "Greater"]
    assert compute("aclnnGtScalar", {**args, "other": scalar(1)}, A950) == ["Greater"]


def test_in_place_with_a_view_of_itself() -> None:
    x = np.array([[1, 2], [2, 2]], F32)
    compute("aclnnInplaceEqTensor", {"selfRef": x, "other": x[1:]})
    assert x.tolist() == [[0, 1], [1, 1]]


def test_in_place_refusals_speak_of_self_ref() -> None:
    for name in NAMES:
        args = {"selfRef": np.zeros(3, F32), "other": np.zeros((2, 3), F32)}
        with pytest.raises(Refusal, match=r"selfRef has shape \[3\], must be \[2, 3\]") as caught:
            compute(f"aclnnInplace{name}Tensor", args)
        assert caught.value.code == 161002


X, TRUTH, HALF = tensor(4, 2), tensor(4, 2, dtype=BOOL), tensor(4, 2, dtype=BFLOAT16)
NUMBER = ScalarValue(FLOAT32, np.float32(3.5))


@pytest.mark.parametrize(
    ("code", "name", "soc", "changes"),
    [
        *((0, name, soc, {}) for name in NAMES for soc in CHIPS),
        *((561003, name, B310, {}) for name in ("Eq", "Ne", "Le", "Gt", "Ge")),
        (0, "Lt", B310, {}),
        *((161001, name, B910, {"other": None}) for name in NAMES),
        *((161001, name, B910, {"out": None}) for name in NAMES),
        *((161002, name, B910, {"out": tensor(2, 4, dtype=BOOL)}) for name in NAMES),
        *((161002, name, B910, {"other": tensor(3, 2)}) for name in NAMES),
        *((161002, name, B910, {"self": tensor(4, 2, dtype=dtypes.STRING)}) for name in NAMES),
        *((161002, name, A910, {"self": HALF, "other": HALF}) for name in NAMES),
        *((161002, name, B910, {"self": tensor(*(1,) * 9), "out": tensor(*(1,) * 9)}) for name in NAMES),
        # No order of complex numbers.
        *((161002, name, B910, {"self": tensor(4, 2, dtype=COMPLEX64)}) for name in ("Lt", "Le", "Gt", "Ge")),
        (0, "Eq", B910, {"self": tensor(4, 2, dtype=COMPLEX64)}),
        # Nothing is checked of empty tensors by these two.
        (0, "Ne", B910, {"self": tensor(0, 2, dtype=dtypes.STRING)}),
        (0, "Le", B910, {"self": tensor(0, 2, dtype=dtypes.STRING)}),
        (161002, "Eq", B910, {"self": tensor(0, 2, dtype=dtypes.STRING), "other": tensor(0, 2)}),
        # Signed and unsigned of 16 bits have no common dtype.
        (161002, "Lt", B910, {"self": tensor(4, 2, dtype=UINT16), "other": tensor(4, 2, dtype=INT32)}),
        (161002, "Eq", B910, {"self": tensor(4, 2, dtype=UINT64), "other": tensor(4, 2, dtype=UINT64)}),
        (0, "Eq", A950, {"self": tensor(4, 2, dtype=UINT64), "other": tensor(4, 2, dtype=UINT64)}),
        (161002, "Lt", B910, {"out": tensor(4, 2, dtype=COMPLEX64)}),
        (0, "Lt", A950, {"out": tensor(4, 2, dtype=COMPLEX64)}),
        (0, "Gt", A910, {"out": tensor(4, 2, dtype=COMPLEX64)}),
    ],
)
def test_codes_of_tensors(code: int, name: str, soc: str, changes: dict[str, Any]) -> None:
    assert code_of(f"aclnn{name}Tensor", {"self": X, "other": X, "out": TRUTH}, changes, soc) == code


@pytest.mark.parametrize(
    ("code", "name", "soc", "changes"),
    [
        *((0, name, soc, {}) for name in NAMES for soc in CHIPS),
        *((161001, name, B910, {"out": None}) for name in NAMES),
        *((161001, name, A950, {"self": None}) for name in NAMES),
        *((161001, name, B910, {"other": None}) for name in NAMES if name != "Lt"),
        # Before Ascend950 less-than finds a null pointer only when it converts the scalar.
        (561103, "Lt", B910, {"other": None}),
        (561103, "Lt", B910, {"self": None}),
        *((161002, name, B910, {"out": tensor(2, 4, dtype=BOOL)}) for name in NAMES),
        *((161002, name, B910, {"self": tensor(4, 2, dtype=dtypes.STRING)}) for name in NAMES),
        *((0, name, B910, {"self": tensor(0, 2), "out": tensor(0, 2, dtype=BOOL)}) for name in NAMES),
        *((161002, n, A950, {"other": ScalarValue(COMPLEX64, 1j)}) for n in ("Lt", "Le", "Gt", "Ge")),
        # A complex scalar is read as the tensor's float before Ascend950, where it is 0.
        (0, "Lt", B910, {"other": ScalarValue(COMPLEX64, 1j)}),
        (161002, "Le", B910, {"other": ScalarValue(COMPLEX64, 1j)}),
        (0, "Eq", B910, {"other": ScalarValue(COMPLEX64, 1j)}),
        (0, "Gt", B910, {"other": ScalarValue(FLOAT64, NAN)}),
    ],
)
def test_codes_of_scalars(code: int, name: str, soc: str, changes: dict[str, Any]) -> None:
    assert code_of(f"aclnn{name}Scalar", {"self": X, "other": NUMBER, "out": TRUTH}, changes, soc) == code
