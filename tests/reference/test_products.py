"""Products of matrices, batches and vectors, and those that something is added to: values and codes."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

from pyaclnn.dtypes import BFLOAT16, BOOL, FLOAT16, FLOAT32, FLOAT64, INT32
from pyaclnn.formats import Format
from pyaclnn.reference import registry
from pyaclnn.reference.rules import MISSING

from . import layouts
from .agreement import assert_agrees, results
from .arguments import scalar
from .compute import compute, infer
from .layouts import Array
from .refusals import A910, A950, B310, B910, P310, code_of, tensor
from .tolerances import assert_close
from .torch_normal import random, torch_of
from .torch_oracle import FLOATS
from .torch_values import from_torch, numbers, to_torch

NZ = Format.FRACTAL_NZ
MODE: dict[str, Any] = {"cubeMathType": 0}


def factors(beta: float, alpha: float) -> dict[str, Any]:
    return {"beta": scalar(beta), "alpha": scalar(alpha)}


def rounded(tensor: Any, dtype: Any) -> Array:
    return np.asarray(tensor.detach().numpy()).astype(dtype)


# The operators by their operands' names and shapes, with PyTorch's function of them.
SUMS: dict[str, tuple[tuple[str, str], list[tuple[tuple[int, ...], ...]]]] = {
    "addmm": (("mat1", "mat2"), [((2, 4), (2, 3), (3, 4)), ((4,), (2, 3), (3, 4)), ((2, 1), (2, 3), (3, 4))]),
    "baddbmm": (
        ("batch1", "batch2"),
        [((2, 3, 5), (2, 3, 4), (2, 4, 5)), ((5,), (2, 3, 4), (2, 4, 5)), ((1, 3, 1), (1, 3, 4), (1, 4, 5))],
    ),
    "addbmm": (
        ("batch1", "batch2"),
        [((3, 5), (2, 3, 4), (2, 4, 5)), ((5,), (2, 3, 4), (2, 4, 5)), ((1, 5), (1, 3, 4), (1, 4, 5))],
    ),
}
C_NAMES = {"addmm": "Addmm", "baddbmm": "Baddbmm", "addbmm": "Addbmm"}
CASES = [(name, shapes) for name, (_, listed) in SUMS.items() for shapes in listed]


@pytest.mark.parametrize("layout", layouts.DENSE)
@pytest.mark.parametrize("scale", [(1, 1), (0.5, 2), (0, 3), (2, 0), (0, 0)])
@pytest.mark.parametrize(("name", "shapes"), CASES)
def test_sums_agree_with_pytorch(name: str, shapes: Any, scale: tuple[float, float], layout: str) -> None:
    torch = pytest.importorskip("torch")
    x, a, b = (random(shape, np.float32, i) for i, shape in enumerate(shapes))
    expected = getattr(torch, name)(torch_of(x), torch_of(a), torch_of(b), beta=scale[0], alpha=scale[1]).numpy()
    left, right = SUMS[name][0]
    call = {"self": x, left: a, right: b, **factors(*scale), **MODE}
    assert_agrees(f"aclnn{C_NAMES[name]}", call, {"out": expected}, layout=layout)
    if x.shape == expected.shape:
        named = {("selfRef" if n == "self" else n): v for n, v in call.items()}
        assert_agrees(f"aclnnInplace{C_NAMES[name]}", named, {"selfRef": expected}, layout=layout)


@pytest.mark.parametrize("soc", [B910, A910, P310, A950])
@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize(("name", "shapes"), CASES)
def test_sums_of_all_dtypes(name: str, shapes: Any, dtype: Any, soc: str) -> None:
    torch = pytest.importorskip("torch")
    older = soc in (A910, P310)
    if older and dtype == ml_dtypes.bfloat16:
        assert code_of(f"aclnn{C_NAMES[name]}", metas(name, BFLOAT16), {}, soc) == 161002
        return
    x, a, b = (random(shape, dtype, i) for i, shape in enumerate(shapes))
    # The older chips multiply float32 as float16.
    narrow = (lambda v: v.astype(np.float16)) if older else (lambda v: v)
    expected = getattr(torch, name)(torch_of(x), torch_of(narrow(a)), torch_of(narrow(b)), beta=0.5, alpha=2)
    left, right = SUMS[name][0]
    call = {"self": x, left: a, right: b, **factors(0.5, 2), "cubeMathType": 1}
    found = results(f"aclnn{C_NAMES[name]}", call, {"out": (tuple(expected.shape), dtype)}, soc=soc)
    assert_close(found["out"], rounded(expected, dtype), dtype, roundings=8)


def metas(name: str, dtype: Any) -> dict[str, Any]:
    x, a, b = (tensor(*shape, dtype=dtype) for shape in SUMS[name][1][0])
    left, right = SUMS[name][0]
    return {"self": x, left: a, right: b, **factors(1, 1), "out": x, "cubeMathType": 1}


@pytest.mark.parametrize("name", SUMS)
def test_a_product_of_no_columns_leaves_what_is_added(name: str) -> None:
    shapes = {"addmm": ((2, 0), (0, 4)), "baddbmm": ((2, 3, 0), (2, 0, 5)), "addbmm": ((2, 3, 0), (2, 0, 5))}[name]
    x = random(SUMS[name][1][0][0], np.float32, 0)
    a, b = (np.zeros(shape, np.float32) for shape in shapes)
    left, right = SUMS[name][0]
    call = {"self": x, left: a, right: b, **factors(0.5, 1), **MODE}
    assert_agrees(f"aclnn{C_NAMES[name]}", call, {"out": 0.5 * x})


def test_a_row_is_added_before_the_one_rounding() -> None:
    # 2048 + 1 = 2049 would be rounded to 2048 in float16; the row's -2048 is added before: 1.
    a, b = np.array([[2048, 1]], np.float16), np.array([[1], [1]], np.float16)
    call = {"self": np.array([-2048], np.float16), "mat1": a, "mat2": b, **factors(1, 1), **MODE}
    assert_agrees("aclnnAddmm", call, {"out": np.array([[1]], np.float16)})
    # A kernel of its own for the sum makes no difference on Ascend910B, whose product stays float32.
    assert_agrees("aclnnAddmm", call | factors(1, 2), {"out": np.array([[2050]], np.float16)})
    # On Ascend310P the product is rounded: 2048 * 2 - 2048.
    call["cubeMathType"] = 1
    assert_agrees("aclnnAddmm", call | factors(1, 2), {"out": np.array([[2048]], np.float16)}, soc=P310)


def test_kernels_of_a_linear_layer() -> None:
    x, a, b, out = (np.zeros(shape, np.float32) for shape in ((4,), (2, 3), (3, 4), (2, 4)))
    call = {"self": x, "mat1": a, "mat2": b, **factors(1, 1), "out": out, **MODE}
    assert compute("aclnnAddmm", call) == ["MatMulV3"]
    assert compute("aclnnAddmm", call | factors(0, 1)) == ["MatMulV3"]
    assert compute("aclnnAddmm", call | factors(1, 0)) == ["BroadcastTo"]
    assert compute("aclnnAddmm", call | factors(2, 3)) == ["Muls", "MatMulV3", "Axpy"]
    halves = {n: v.astype(np.float16) if isinstance(v, np.ndarray) and n != "out" else v for n, v in call.items()}
    full = halves | {"self": np.zeros((2, 4), np.float16)}
    assert compute("aclnnAddmm", full) == ["GemmV3"]


@pytest.mark.parametrize("layout", layouts.DENSE)
@pytest.mark.parametrize("dtype", FLOATS)
def test_mm_and_batches(dtype: Any, layout: str) -> None:
    a, b = random((2, 3), dtype, 1), random((3, 4), dtype, 2)
    expected = rounded(torch_of(a) @ torch_of(b), dtype)
    assert_agrees("aclnnMm", {"self": a, "mat2": b, **MODE}, {"out": expected}, layout=layout)
    a, b = random((2, 2, 3), dtype, 1), random((1, 3, 4), dtype, 2)
    expected = rounded(torch_of(a) @ torch_of(b), dtype)
    assert_agrees("aclnnBatchMatMul", {"self": a, "mat2": b, **MODE}, {"out": expected}, layout=layout)
    a, b = random((2, 3), dtype, 1), random((3,), dtype, 2)
    expected = rounded(torch_of(a) @ torch_of(b), dtype)
    assert_agrees("aclnnMv", {"self": a, "vec": b, **MODE}, {"out": expected}, layout=layout)
    a = random((3,), dtype, 3)
    expected = rounded(torch_of(a) @ torch_of(b), dtype)
    assert_agrees("aclnnDot", {"self": a, "tensor": b}, {"out": expected}, layout=layout)


def test_sums_over_nothing_are_zero() -> None:
    none, zero = np.zeros((2, 0), np.float32), np.zeros((2, 4), np.float32)
    assert_agrees("aclnnMm", {"self": none, "mat2": np.zeros((0, 4), np.float32), **MODE}, {"out": zero})
    batches = {"self": np.zeros((1, 2, 0), np.float32), "mat2": np.zeros((1, 0, 4), np.float32), **MODE}
    assert_agrees("aclnnBatchMatMul", batches, {"out": zero[None]})
    assert_agrees("aclnnMv", {"self": none, "vec": np.zeros(0, np.float32), **MODE}, {"out": zero[:, 0]})
    empty = np.zeros(0, np.float32)
    assert_agrees("aclnnDot", {"self": empty, "tensor": empty}, {"out": np.float32(0)})


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int32])
def test_dot_of_integers_wraps(dtype: Any) -> None:
    a = np.array([100, 3], dtype)
    # 100 * 100 + 9 = 10009 = 39 * 256 + 25.
    assert_agrees("aclnnDot", {"self": a, "tensor": a}, {"out": np.array(10009 if dtype == np.int32 else 25, dtype)})


VECTOR_DTYPES = [np.float32, np.float64, np.float16, np.int64, np.int32, np.int16, np.int8, np.uint8, np.bool_]


@pytest.mark.parametrize("soc", [B910, A950])
@pytest.mark.parametrize("layout", layouts.DENSE)
@pytest.mark.parametrize("dtype", VECTOR_DTYPES)
def test_vector_products_agree_with_pytorch(dtype: Any, layout: str, soc: str) -> None:
    torch = pytest.importorskip("torch")
    x, rows, columns = numbers((2,), dtype, 1), numbers((2, 3), dtype, 2), numbers((3,), dtype, 3)
    matrix, integral = numbers((2, 3), dtype, 4), np.dtype(dtype).kind in "iub"
    one = True if dtype == np.bool_ else 1
    number = scalar(one, np.bool_) if dtype == np.bool_ else scalar(2, np.int64 if integral else np.float32)
    value = number.value.item()
    theirs = to_torch(x), to_torch(rows), to_torch(columns)
    if dtype == np.bool_:
        expected = np.asarray(x | (rows & columns).any(1))
    else:
        expected = from_torch(torch.addmv(*theirs, beta=value, alpha=value))
    call = {"self": x, "mat": rows, "vec": columns, "alpha": number, "beta": number, **MODE}
    assert_agrees("aclnnAddmv", call, {"out": expected}, layout=layout, soc=soc, roundings=4)
    expected = from_torch(torch.addr(to_torch(matrix), theirs[0], theirs[2], beta=value, alpha=value))
    call = {"self": matrix, "vec1": x, "vec2": columns, "betaOptional": number, "alphaOptional": number}
    assert_agrees("aclnnAddr", call, {"out": expected}, layout=layout, soc=soc, roundings=4)
    twin = {("selfRef" if n == "self" else n): v for n, v in call.items()}
    assert_agrees("aclnnInplaceAddr", twin, {"selfRef": expected}, layout=layout, soc=soc, roundings=4)
    expected = from_torch(torch.outer(theirs[0], theirs[2]))
    assert_agrees("aclnnGer", {"self": x, "vec2": columns}, {"out": expected}, layout=layout, soc=soc)


@pytest.mark.parametrize(("beta", "alpha"), [(1, 1), (0, 1), (1, 0), (0, 0), (2, 0), (0, 3)])
def test_factors_that_leave_something_out(beta: float, alpha: float) -> None:
    x, rows, columns = numbers((2,), np.float32, 1), numbers((2, 3), np.float32, 2), numbers((3,), np.float32, 3)
    nothing = np.array([np.nan, 1], np.float32) if beta == 0 else x
    call = {"self": nothing, "mat": rows, "vec": columns, **factors(beta, alpha), **MODE}
    # Zero times NaN is NaN, unless the product is there and what is added is left out.
    added = beta * nothing if beta or not alpha else 0
    assert_agrees("aclnnAddmv", call, {"out": np.float32(added + alpha * (rows @ columns))})
    call = {"self": rows, "vec1": x, "vec2": columns, "betaOptional": scalar(beta), "alphaOptional": scalar(alpha)}
    assert_agrees("aclnnAddr", call, {"out": np.float32(beta * rows + alpha * np.outer(x, columns))})


def test_factors_left_out_are_one() -> None:
    rows, x, columns = numbers((2, 3), np.float32, 1), numbers((2,), np.float32, 2), numbers((3,), np.float32, 3)
    call = {"self": rows, "vec1": x, "vec2": columns, "betaOptional": None, "alphaOptional": None}
    for soc in (B910, A950):
        assert_agrees("aclnnAddr", call, {"out": rows + np.outer(x, columns)}, soc=soc)


ADDMM = metas("addmm", FLOAT32)
BADDBMM = metas("baddbmm", FLOAT32)
ADDBMM = metas("addbmm", FLOAT32)
MM = {"self": tensor(2, 3), "mat2": tensor(3, 4), "out": tensor(2, 4), "cubeMathType": 1}
BMM = {"self": tensor(2, 2, 3), "mat2": tensor(2, 3, 4), "out": tensor(2, 2, 4), "cubeMathType": 1}
MV = {"self": tensor(2, 3), "vec": tensor(3), "out": tensor(2), "cubeMathType": 1}
DOT = {"self": tensor(3), "tensor": tensor(3), "out": tensor()}
ADDMV = {"self": tensor(2), "mat": tensor(2, 3), "vec": tensor(3), **factors(1, 1), "out": tensor(2), "cubeMathType": 1}
GER = {"self": tensor(2), "vec2": tensor(3), "out": tensor(2, 3)}


@pytest.mark.parametrize(
    ("operator", "call", "code", "soc", "changes"),
    [
        ("Addmm", ADDMM, 0, A910, {}),
        ("Addmm", ADDMM, 561003, B310, {}),
        *[("Addmm", ADDMM, 161001, B910, {n: None}) for n in ("self", "mat1", "mat2", "beta", "alpha", "out")],
        ("Addmm", ADDMM, 161002, B910, {"self": tensor(2, 4, dtype=FLOAT64)}),
        ("Addmm", ADDMM, 0, B910, {"self": tensor(2, 4, dtype=BFLOAT16), "mat1": tensor(2, 3, dtype=FLOAT16)}),
        ("Addmm", ADDMM, 161002, B910, {"mat1": tensor(3)}),
        ("Addmm", ADDMM, 161002, B910, {"mat2": tensor(2, 4)}),
        ("Addmm", ADDMM, 161002, B910, {"self": tensor(2, 4, format=NZ)}),
        ("Addmm", ADDMM, 561003, B910, {"mat2": tensor(3, 4, format=NZ)}),
        ("Addmm", ADDMM, 161002, B910, {"self": tensor(1, 2, 4)}),
        ("Addmm", ADDMM, 161002, B910, {"self": tensor()}),
        ("Addmm", ADDMM, 161002, B910, {"self": tensor(3)}),
        ("Addmm", ADDMM, 161002, B910, {"out": tensor(2, 5)}),
        ("Addmm", ADDMM, 561103, B910, {"out": tensor(2, 4, 1)}),
        ("Addmm", ADDMM, 161002, B910, {"mat1": tensor(0, 3)}),
        ("Addmm", ADDMM, 0, B910, {"mat1": tensor(0, 3), "self": tensor(4), "out": tensor(0, 7)}),
        ("Addmm", ADDMM, 0, B910, {"self": tensor(0, 4), "mat1": tensor(0, 3), "out": tensor(0)}),
        ("Addmm", ADDMM, 161002, B910, {"cubeMathType": 5}),
        ("Addmm", ADDMM, 161002, A910, {"cubeMathType": 4}),
        ("Addmm", ADDMM, 161002, A910, {"cubeMathType": 0}),
        ("Mm", MM, 0, P310, {}),
        ("Mm", MM, 561003, A910, {}),
        *[("Mm", MM, 161001, B910, {n: None}) for n in ("self", "mat2", "out")],
        ("Mm", MM, 161002, B910, {"mat2": tensor(3)}),
        ("Mm", MM, 161002, B910, {"self": tensor(1, 2, 3)}),
        ("Mm", MM, 161002, B910, {"mat2": tensor(4, 4)}),
        ("Mm", MM, 161002, B910, {"out": tensor(8)}),
        ("Mm", MM, 161002, B910, {"out": tensor(2, 3)}),
        ("Mm", MM, 0, B910, {"self": tensor(0, 3), "out": tensor(0, 4)}),
        ("BatchMatMul", BMM, 0, A910, {}),
        *[("BatchMatMul", BMM, 161001, B910, {n: None}) for n in ("self", "mat2", "out")],
        ("BatchMatMul", BMM, 161002, B910, {"self": tensor(2, 3)}),
        ("BatchMatMul", BMM, 161002, B910, {"mat2": tensor(2, 4, 4)}),
        ("BatchMatMul", BMM, 161002, B910, {"mat2": tensor(3, 3, 4)}),
        ("BatchMatMul", BMM, 161002, B910, {"mat2": tensor(2, 3, 1, format=NZ), "out": tensor(2, 2, 1)}),
        ("BatchMatMul", BMM, 161002, B910, {"out": tensor(2, 2, 3)}),
        ("BatchMatMul", BMM, 161002, B910, {"self": tensor(2, 2, 3, format=NZ)}),
        ("BatchMatMul", BMM, 561103, B910, {"out": tensor(2, 2, 4, format=Format.NCHW)}),
        ("BatchMatMul", BMM, 0, B910, {"out": tensor(2, 2, 4, format=Format.NCL)}),
        ("BatchMatMul", BMM, 0, B910, {"self": tensor(2, 0, 3), "out": tensor(2, 0, 4)}),
        ("Baddbmm", BADDBMM, 0, A910, {}),
        *[("Baddbmm", BADDBMM, 161001, B910, {n: None}) for n in ("self", "batch1", "beta", "out")],
        ("Baddbmm", BADDBMM, 161002, B910, {"batch1": tensor(3, 4)}),
        ("Baddbmm", BADDBMM, 161002, B910, {"batch2": tensor(2, 3, 5)}),
        ("Baddbmm", BADDBMM, 161002, B910, {"batch2": tensor(3, 4, 5)}),
        ("Baddbmm", BADDBMM, 161002, B910, {"self": tensor(0, 3, 5)}),
        ("Baddbmm", BADDBMM, 161002, B910, {"self": tensor(4)}),
        ("Baddbmm", BADDBMM, 161002, B910, {"out": tensor(2, 3, 4)}),
        ("Baddbmm", BADDBMM, 161002, B910, {"batch1": tensor(1, 3, 4)}),
        ("Baddbmm", BADDBMM, 161002, B910, {"batch1": tensor(2, 3, 4, format=Format.NCL)}),
        ("Baddbmm", BADDBMM, 161002, P310, {"cubeMathType": 4}),
        ("Addbmm", ADDBMM, 0, A910, {}),
        ("Addbmm", ADDBMM, 161001, B910, {"self": None}),
        ("Addbmm", ADDBMM, 161002, B910, {"self": tensor(1, 3, 5)}),
        ("Addbmm", ADDBMM, 161002, B910, {"out": tensor(5)}),
        ("Addbmm", ADDBMM, 161002, B910, {"batch2": tensor(2, 4, 5, format=Format.NCL)}),
        ("Addbmm", ADDBMM, 0, B910, {"batch1": tensor(2, 0, 4), "self": tensor(0, 5), "out": tensor(0, 5)}),
        ("Mv", MV, 0, A910, {}),
        ("Mv", MV, 161001, B910, {"vec": None}),
        ("Mv", MV, 161002, B910, {"vec": tensor(3, dtype=FLOAT16)}),
        ("Mv", MV, 161002, B910, {"vec": tensor(2)}),
        ("Mv", MV, 161002, B910, {"out": tensor(3)}),
        ("Mv", MV, 161002, B910, {"self": tensor(3)}),
        ("Dot", DOT, 161002, B910, {"tensor": tensor(2)}),
        ("Dot", DOT, 161002, B910, {"out": tensor(1)}),
        ("Dot", DOT, 161002, B910, {"self": tensor(3, dtype=INT32)}),
        ("Addmv", ADDMV, 0, A910, {}),
        *[("Addmv", ADDMV, 161001, B910, {n: None}) for n in ("self", "mat", "vec", "alpha", "beta", "out")],
        ("Addmv", ADDMV, 161002, B910, {"out": tensor(2, dtype=BOOL)}),
        ("Addmv", ADDMV, 161002, B910, {"self": tensor(2, 1)}),
        ("Addmv", ADDMV, 161002, B910, {"vec": tensor(2)}),
        ("Addmv", ADDMV, 161002, B910, {"self": tensor(3)}),
        ("Addmv", ADDMV, 0, B910, {"self": tensor(1)}),
        ("Addmv", ADDMV, 161002, B910, {"self": tensor(1), "alpha": scalar(0)}),
        ("Addmv", ADDMV, 161002, B910, {"cubeMathType": 5}),
        ("Addmv", ADDMV, 161002, A910, {"cubeMathType": 0}),
        ("Addmv", ADDMV, 161002, B910, {"mat": tensor(2, 3, format=NZ)}),
        ("Ger", GER, 161002, B910, {"out": tensor(3, 2)}),
        ("Ger", GER, 161002, B910, {"out": tensor(2, 3, dtype=INT32)}),
        ("Ger", GER, 0, B910, {"self": tensor(0), "out": tensor(0, 3)}),
    ],
)
def test_codes(operator: str, call: dict[str, Any], code: int, soc: str, changes: dict[str, Any]) -> None:
    assert code_of(f"aclnn{operator}", call, changes, soc) == code


@pytest.mark.parametrize("operator", ["Addmm", "Baddbmm", "Addbmm", "Mm", "BatchMatMul", "Mv", "Dot", "Addmv", "Ger"])
def test_outputs_left_out(operator: str) -> None:
    calls = {"Addmm": ADDMM, "Baddbmm": BADDBMM, "Addbmm": ADDBMM, "Mm": MM, "BatchMatMul": BMM, "Mv": MV, "Dot": DOT}
    call = (calls | {"Addmv": ADDMV, "Ger": GER})[operator]
    found = infer(f"aclnn{operator}", call | {"out": MISSING})
    assert found == {"out": (call["out"].shape, FLOAT32)}


def test_every_product_is_defined() -> None:
    for name in ("InplaceAddmm", "InplaceBaddbmm", "InplaceAddbmm", "InplaceAddr"):
        assert registry.find(f"aclnn{name}") is not None
