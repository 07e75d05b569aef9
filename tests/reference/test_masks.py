"""Choosing elements by a mask, and triangles of matrices: values in every dtype and layout, and codes."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

from pyaclnn import dtypes
from pyaclnn.dtypes import BOOL, COMPLEX64, FLOAT32, INT8, INT32, UINT16
from pyaclnn.formats import Format
from pyaclnn.reference.rules import MISSING

from . import layouts
from .agreement import assert_agrees, results
from .arguments import scalar
from .compute import compute, infer
from .refusals import A910, A950, B310, B910, code_of, tensor
from .torch_values import from_torch, numbers, to_torch

BF16 = ml_dtypes.bfloat16
DTYPES = [np.float32, np.float16, BF16, np.float64, np.int8, np.int16, np.int32, np.int64, np.uint8, np.bool_]
F32 = np.float32


def mask(*shape: int, seed: int = 7) -> np.ndarray[Any, Any]:
    return np.asarray(np.random.default_rng(seed).random(shape) < 0.5)


@pytest.mark.parametrize("layout", layouts.DENSE)
@pytest.mark.parametrize("dtype", [*DTYPES, np.complex64, np.uint16])
def test_where(dtype: Any, layout: str) -> None:
    x, other, condition = numbers((3, 4), dtype, 1), numbers((4,), dtype, 2), mask(3, 1)
    expected = np.where(condition, x, other)
    call = {"condition": condition, "self": x, "other": other}
    assert_agrees("aclnnSWhere", call, {"out": expected}, layout=layout)
    assert_agrees("aclnnSWhere", call | {"condition": condition.astype(np.uint8)}, {"out": expected}, layout=layout)


def test_where_promotes_and_casts() -> None:
    x, other = np.array([1, 2], np.int32), np.array([0.5, 2.5], np.float16)
    call = {"condition": np.array([True, False]), "self": x, "other": other}
    assert_agrees("aclnnSWhere", call, {"out": np.array([1, 2.5], np.float16)})
    assert_agrees("aclnnSWhere", call, {"out": np.array([1, 2], np.int64)})
    assert infer("aclnnSWhere", call | {"out": MISSING})["out"] == ((2,), dtypes.FLOAT16)
    bytes_ = np.array([3, 0], np.uint8)
    assert_agrees("aclnnSWhere", call | {"condition": bytes_}, {"out": np.array([1, 2.5], F32)})


@pytest.mark.parametrize("layout", layouts.DENSE)
@pytest.mark.parametrize("dtype", [F32, np.float16, BF16, np.int8, np.int32, np.int64, np.bool_])
def test_masked_fill(dtype: Any, layout: str) -> None:
    x, where = numbers((3, 4), dtype, 1), mask(3, 4)
    value = np.array(1, dtype)
    expected = {"selfRef": np.where(where, value, x)}
    call = {"selfRef": x, "mask": where}
    assert_agrees("aclnnInplaceMaskedFillScalar", call | {"value": scalar(1, dtype)}, expected, layout=layout)
    assert_agrees("aclnnInplaceMaskedFillTensor", call | {"value": value}, expected, layout=layout)
    row = mask(4)
    expected = {"selfRef": np.where(row, value, x)}
    assert_agrees("aclnnInplaceMaskedFillTensor", call | {"mask": row, "value": value}, expected, layout=layout)


def test_masked_fill_casts_the_value() -> None:
    call = {"selfRef": np.zeros(2, np.int32), "mask": np.array([True, False]), "value": scalar(2.75)}
    assert_agrees("aclnnInplaceMaskedFillScalar", call, {"selfRef": np.array([2, 0], np.int32)})
    call["value"] = np.array(-3.5, F32)
    assert_agrees("aclnnInplaceMaskedFillTensor", call, {"selfRef": np.array([-3, 0], np.int32)})
    infinity = call | {"selfRef": np.zeros(2, F32), "value": scalar(-np.inf, np.float64)}
    assert_agrees("aclnnInplaceMaskedFillScalar", infinity, {"selfRef": np.array([-np.inf, 0], F32)})


@pytest.mark.parametrize("layout", layouts.DENSE)
@pytest.mark.parametrize("dtype", DTYPES)
def test_masked_select(dtype: Any, layout: str) -> None:
    torch = pytest.importorskip("torch")
    for x, where in ((numbers((3, 4), dtype, 1), mask(3, 4)), (numbers((4,), dtype, 1), mask(3, 1))):
        expected = from_torch(torch.masked_select(to_torch(x), torch.from_numpy(where)))
        found = results("aclnnMaskedSelect", {"self": x, "mask": where}, {"out": ((12,), dtype)}, layout=layout)["out"]
        assert (found[: expected.size] == expected).all()
        # What lies behind is left as it was.
        assert (found[expected.size :] == np.array(77).astype(dtype)).all()


def test_masked_select_casts() -> None:
    call = {"self": np.array([1.5, 2.5], F32), "mask": np.array([0, 2], np.uint8)}
    assert results("aclnnMaskedSelect", call, {"out": ((2,), np.int32)})["out"].tolist() == [2, 77]


@pytest.mark.parametrize("diagonal", [0, 1, -1, 5, -5, 2**62, -(2**62)])
@pytest.mark.parametrize("layout", layouts.DENSE)
def test_triangles(layout: str, diagonal: int) -> None:
    for shape in ((3, 4), (4, 3), (2, 3, 3), (1, 2, 1, 5)):
        x = numbers(shape, F32, 1)
        clipped = min(max(diagonal, -9), 9)
        for name, expected in (("Tril", np.tril(x, clipped)), ("Triu", np.triu(x, clipped))):
            assert_agrees(f"aclnn{name}", {"self": x, "diagonal": diagonal}, {"out": expected}, layout=layout)
            call = {"selfRef": x, "diagonal": diagonal}
            assert_agrees(f"aclnnInplace{name}", call, {"selfRef": expected}, layout=layout)


@pytest.mark.parametrize("dtype", [*DTYPES, np.uint16, np.uint32, np.uint64])
def test_triangles_of_all_dtypes(dtype: Any) -> None:
    x = numbers((3, 3), dtype, 1)
    assert_agrees("aclnnTril", {"self": x, "diagonal": 0}, {"out": np.tril(x)})
    assert_agrees("aclnnTriu", {"self": x, "diagonal": 0}, {"out": np.triu(x)})


def test_kernels() -> None:
    x, where = np.zeros((2, 3), F32), mask(2, 3)
    assert compute("aclnnSWhere", {"condition": where, "self": x, "other": x, "out": x.copy()}) == ["SelectV2"]
    row = mask(3)
    selected = {"self": x, "mask": row, "out": np.zeros(6, F32)}
    assert compute("aclnnMaskedSelect", selected) == ["BroadcastTo", "MaskedSelectV3"]
    assert compute("aclnnMaskedSelect", selected, A910) == ["MaskedSelect"]


WHERE = {
    "condition": tensor(2, 3, dtype=BOOL),
    "self": tensor(2, 3),
    "other": tensor(2, 3),
    "out": tensor(2, 3),
}
FILL = {"selfRef": tensor(2, 3), "mask": tensor(2, 3, dtype=BOOL), "value": scalar(1)}
FILL_TENSOR = FILL | {"value": tensor()}
SELECT = {"self": tensor(2, 3), "mask": tensor(2, 3, dtype=BOOL), "out": tensor(6)}
TRIANGLE = {"self": tensor(2, 3), "diagonal": 0, "out": tensor(2, 3)}
DEEP, EMPTY = tensor(*[1] * 9), tensor(0)


@pytest.mark.parametrize(
    ("operator", "call", "code", "soc", "changes"),
    [
        ("SWhere", WHERE, 561003, B310, {}),
        ("SWhere", WHERE, 161002, B910, {"condition": tensor(2, 3)}),
        ("SWhere", WHERE, 161002, B910, {"condition": tensor(4, dtype=BOOL)}),
        ("SWhere", WHERE, 161002, B910, {"other": tensor(2)}),
        ("SWhere", WHERE, 161002, B910, {"out": tensor(3)}),
        ("SWhere", WHERE, 161002, B910, {"self": DEEP}),
        ("SWhere", WHERE, 561103, B910, {"self": tensor(2, 3, dtype=UINT16), "other": tensor(2, 3, dtype=INT8)}),
        ("SWhere", WHERE, 561103, B910, {n: tensor(2, 3, dtype=BOOL) for n in ("self", "other")}),
        ("SWhere", WHERE, 0, B910, {"condition": tensor(0, 3, dtype=BOOL), **dict.fromkeys(("self", "other"), EMPTY)}
         | {"self": tensor(1, 3), "other": tensor(1, 3), "out": tensor(0, 3)}),
        ("InplaceMaskedFillScalar", FILL, 161002, B910, {"mask": tensor(2, 3, dtype=INT8)}),
        ("InplaceMaskedFillScalar", FILL, 161002, B910, {"mask": tensor(2, dtype=BOOL)}),
        ("InplaceMaskedFillScalar", FILL, 161002, B910, {"selfRef": tensor(3)}),
        ("InplaceMaskedFillTensor", FILL_TENSOR, 161002, B910, {"value": tensor(1)}),
        ("InplaceMaskedFillTensor", FILL_TENSOR, 161002, B910, {"value": tensor(dtype=COMPLEX64)}),
        ("InplaceMaskedFillTensor", FILL_TENSOR, 0, B910, {"value": tensor(dtype=INT32)}),
        ("MaskedSelect", SELECT, 161002, B910, {"mask": tensor(2, 3)}),
        ("MaskedSelect", SELECT, 161002, B910, {"mask": tensor(2, dtype=BOOL)}),
        ("MaskedSelect", SELECT, 161002, B910, {"out": tensor(5)}),
        ("MaskedSelect", SELECT, 161002, B910, {"out": tensor(2, 3)}),
        ("MaskedSelect", SELECT, 0, B910, {"self": tensor(0, 3), "mask": tensor(0, 3, dtype=BOOL), "out": tensor(0)}),
        ("Tril", TRIANGLE, 161002, B910, {"self": tensor(3), "out": tensor(3)}),
        ("Tril", TRIANGLE, 161002, B910, {"self": EMPTY, "out": EMPTY}),
        ("Triu", TRIANGLE, 0, B910, {"self": EMPTY, "out": EMPTY}),
        ("Triu", TRIANGLE, 161002, B910, {"out": tensor(3, 2)}),
        ("Triu", TRIANGLE, 161002, B910, {"self": tensor(2, 3, format=Format.FRACTAL_NZ)}),
        ("Tril", TRIANGLE, 161002, B910, {"self": tensor(2, 3, format=Format.NCL)}),
        ("Tril", TRIANGLE, 161002, B910, {n: tensor(2, 3, dtype=COMPLEX64) for n in ("self", "out")}),
        ("Tril", TRIANGLE, 0, A950, {n: tensor(2, 3, dtype=COMPLEX64) for n in ("self", "out")}),
    ],
)  # fmt: skip
def test_codes(operator: str, call: dict[str, Any], code: int, soc: str, changes: dict[str, Any]) -> None:
    assert code_of(f"aclnn{operator}", call, changes, soc) == code


def test_outputs_left_out() -> None:
    assert infer("aclnnTril", TRIANGLE | {"out": MISSING}) == {"out": ((2, 3), FLOAT32)}
