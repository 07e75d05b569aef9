"""Norms, tensors shortened to a norm, and sums of lists: PyTorch judges the values, numbers by hand elsewhere."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

from pyaclnn import dtypes
from pyaclnn.dtypes import BFLOAT16, COMPLEX64, FLOAT16, FLOAT32, FLOAT64, INT32
from pyaclnn.formats import Format
from pyaclnn.reference.rules import MISSING

from .arguments import named, scalar
from .compute import compute, infer
from .layouts import ALL, DENSE, Array, laid_out, output
from .refusals import A910, A950, B310, B910, CHIPS, P310, code_of, tensor
from .tolerances import assert_close
from .torch_values import from_torch, numbers, to_torch

F16, F32, F64, BF16 = np.float16, np.float32, np.float64, ml_dtypes.bfloat16
INF = float("inf")
FLOATS = (F32, F16, BF16)
ORDERS = (0.0, 1.0, 2.0, 3.0, INF, -INF, 0.5)


def arguments(name: str, x: Any, order: Any, dims: Any, keep: bool, out: Any, dtype: Any) -> dict[str, Any]:
    if name == "Norm":
        return {"self": x, "pScalar": scalar(order), "dim": dims, "keepdim": keep, "out": out}
    return {"self": x, "ord": scalar(order), "dims": dims, "keepDims": keep, "dtype": dtype, "out": out}


def run(name: str, x: Array, order: Any, dims: Any, out: Array, keep: bool = False, soc: str = B910) -> Array:
    compute(f"aclnn{name}", arguments(name, x, order, dims, keep, out, named(out.dtype)), soc)
    return out


def expected(x: Array, order: float, dims: Any, keep: bool = False) -> Array:
    """In float64."""
    torch = pytest.importorskip("torch")
    wide, axes = to_torch(x.astype(F64)), tuple(dims or range(x.ndim))
    return from_torch(torch.linalg.vector_norm(wide, order, axes, keepdim=keep))


NAMES = ("Norm", "LinalgVectorNorm")


@pytest.mark.parametrize("out_layout", DENSE)
@pytest.mark.parametrize("layout", ALL)
@pytest.mark.parametrize("name", NAMES)
def test_layouts(name: str, layout: str, out_layout: str) -> None:
    for dtype in FLOATS:
        x = laid_out(numbers((4, 3, 6), dtype, 1), layout)
        for soc in (B910, A950):
            out = run(name, x, 2, [1], output((4, 6), dtype, out_layout), soc=soc)
            assert_close(out, expected(x, 2, [1]))


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("name", NAMES)
def test_orders(name: str, order: float) -> None:
    x = laid_out(numbers((4, 5), F32, 2), "sliced")
    x[1, 2] = 0
    for soc in CHIPS if name == "Norm" else (A910, B910, A950):
        assert_close(run(name, x, order, [0], np.zeros(5, F32), soc=soc), expected(x, order, [0]))


@pytest.mark.parametrize("keep", [False, True])
@pytest.mark.parametrize("dims", [[], [0], [-1], [0, 2], [2, 0], [0, 1, 2]])
@pytest.mark.parametrize("name", NAMES)
def test_axes(name: str, dims: list[int], keep: bool) -> None:
    x = numbers((4, 3, 6), F16, 3)
    want = expected(x, 1, dims, keep)
    args = arguments(name, x, 1, dims, keep, MISSING, FLOAT16)
    assert infer(f"aclnn{name}", args) == {"out": (want.shape, FLOAT16)}
    for soc in (A910, B910, A950):
        assert_close(run(name, x, 1, dims, np.zeros(want.shape, F16), keep, soc), want)


def test_norms_by_hand() -> None:
    for name in NAMES:
        for soc in (A910, B910, A950):
            assert run(name, np.array([3, -4], F32), 2, [0], np.zeros((), F32), soc=soc) == 5
            assert run(name, np.array(-3, F32), 2, [], np.zeros((), F32), soc=soc) == 3
            assert run(name, np.zeros((0, 2), F32), 2, [0], np.full(2, 77, F32), soc=soc).tolist() == [0, 0]
    # The greatest and the least int32 stand for infinity before Ascend950: max(3, 4) and min(3, 4).
    x = np.array([3, -4], F32)
    for soc in (A910, B910):
        assert run("Norm", x, 2.0**31, [0], np.zeros((), F32), soc=soc) == 4
        assert run("Norm", x, -(2.0**31), [0], np.zeros((), F32), soc=soc) == 3
    # Integers are cast; the float result is cut off by the cast to an integer output.
    assert run("Norm", np.array([1, -1], np.int32), 2, [0], np.zeros((), np.int32)) == 1


def test_squares_of_float16_do_not_overflow() -> None:
    # 300 squared is above 65504; the norm of 300 and 400 is 500.
    for name in NAMES:
        assert run(name, np.array([300, 400], F16), 2, [0], np.zeros((), F16)) == 500


OUT, HALF = tensor(3), tensor(3, dtype=FLOAT16)


@pytest.mark.parametrize(
    ("code", "names", "soc", "changes"),
    [
        *((0, NAMES, soc, {}) for soc in (A910, B910, A950, B310)),
        (0, ("Norm",), P310, {}),
        (561003, ("LinalgVectorNorm",), P310, {}),
        (161001, NAMES, B910, {"self": None}),
        (161001, NAMES, B910, {"out": None}),
        (161001, ("Norm",), B910, {"pScalar": None}),
        (161001, ("LinalgVectorNorm",), B910, {"ord": None}),
        (161002, NAMES, B910, {"out": tensor(4)}),
        (161002, ("Norm",), B910, {"dim": (2,)}),
        (161002, ("LinalgVectorNorm",), B910, {"dims": (0, -2)}),
        (161002, ("LinalgVectorNorm",), B910, {"dtype": FLOAT64}),
        (161002, ("LinalgVectorNorm",), B910, {"self": tensor(4, 3, dtype=COMPLEX64)}),
        (161002, NAMES, A950, {"self": tensor(4, 3, dtype=INT32)}),
        (0, NAMES, B910, {"self": tensor(4, 3, dtype=INT32)}),
        (161002, ("LinalgVectorNorm",), A950, {"out": HALF, "dtype": FLOAT16}),
        (0, ("Norm",), A950, {"out": HALF}),
        (0, NAMES, A950, {"self": tensor(4, 3, dtype=FLOAT16)}),
        # A result that can't be cast is lost without an error on 910B.
        (0, ("Norm",), B910, {"out": tensor(3, dtype=dtypes.STRING)} | {"self": tensor(4, 3, dtype=dtypes.STRING)}),
    ],
)
def test_codes_of_norms(code: int, names: tuple[str, ...], soc: str, changes: dict[str, Any]) -> None:
    for name in names:
        call = arguments(name, tensor(4, 3), 2, (0,), False, OUT, FLOAT32)
        assert code_of(f"aclnn{name}", call, changes, soc) == code, name


def renorm(x: Array, order: float, dim: int, limit: float, out: Array, soc: str = B910) -> Array:
    compute("aclnnRenorm", {"self": x, "p": scalar(order), "dim": dim, "maxNorm": scalar(limit), "out": out}, soc)
    return out


@pytest.mark.parametrize("layout", ALL)
@pytest.mark.parametrize("order", [1.0, 2.0, 3.0])
def test_renorm(order: float, layout: str) -> None:
    for dtype in FLOATS:
        x = laid_out(numbers((4, 3, 6), dtype, 4), layout)
        for dim in (0, -1):
            want = from_torch(to_torch(x.astype(F64)).renorm(order, dim, 5.0))
            for soc in (B910, A950):
                # The factor is rounded, and then the product.
                assert_close(renorm(x, order, dim, 5.0, output(x.shape, dtype, "sliced"), soc), want, roundings=3)
            target = laid_out(np.array(x), "backwards")
            args = {"selfRef": target, "p": scalar(order), "dim": dim, "maxNorm": scalar(5)}
            compute("aclnnInplaceRenorm", args)
            assert_close(target, want, roundings=3)


def test_renorm_by_hand() -> None:
    # The second row's norm of 10 is halved to 5; for an infinite order 8 is shortened to 5.
    x = np.array([[3, 4], [6, 8]], F32)
    for soc in (A910, B910, A950):
        assert_close(renorm(x, 2, 0, 5, np.zeros((2, 2), F32), soc), np.array([[3, 4], [3, 4]]))
        assert_close(renorm(x, INF, 0, 5, np.zeros((2, 2), F32), soc), np.array([[3, 4], [3.75, 5]]))
        assert renorm(x, 2, 0, 0, np.ones((2, 2), F32), soc).tolist() == [[0, 0], [0, 0]]
        # A norm below 1e-7 counts as 1e-7, which nothing exceeds.
        assert renorm(x * 0, 2, 0, 5, np.ones((2, 2), F32), soc).tolist() == [[0, 0], [0, 0]]
    args = {"self": x, "p": scalar(2), "dim": 0, "maxNorm": scalar(5), "out": MISSING}
    assert infer("aclnnRenorm", args) == {"out": ((2, 2), FLOAT32)}


@pytest.mark.parametrize(
    ("code", "soc", "changes"),
    [
        (0, B910, {}),
        (561003, P310, {}),
        (561003, B310, {}),
        (161001, B910, {"maxNorm": None}),
        (161002, B910, {"p": scalar(-1)}),
        (161002, B910, {"maxNorm": scalar(-1)}),
        (161002, B910, {"dim": 2}),
        (161002, B910, {"self": tensor(4), "out": tensor(4)}),
        (161002, B910, {"out": tensor(4, 3, dtype=FLOAT16)}),
        (161002, B910, {"out": tensor(4, 3, format=Format.NCHW)}),
        (161002, A910, {"self": tensor(4, 3, dtype=BFLOAT16), "out": tensor(4, 3, dtype=BFLOAT16)}),
        (0, B910, {"self": tensor(0, 3), "out": tensor(0, 3)}),
    ],
)
def test_codes_of_renorm(code: int, soc: str, changes: dict[str, Any]) -> None:
    call = {"self": tensor(4, 3), "p": scalar(2), "dim": 0, "maxNorm": scalar(5), "out": tensor(4, 3)}
    assert code_of("aclnnRenorm", call, changes, soc) == code


def total(tensors: list[Array], out: Array, soc: str = B910) -> Array:
    compute("aclnnSum", {"tensors": tensors, "out": out}, soc)
    return out


@pytest.mark.parametrize("count", [1, 2, 5, 16, 40])
@pytest.mark.parametrize("dtype", [F32, F16, np.int8, np.int32, np.uint8])
def test_sum_of_tensors(dtype: Any, count: int) -> None:
    tensors = [laid_out(numbers((4, 6) if i % 2 else (6,), dtype, i), "sliced") for i in range(count)]
    want = sum((t.astype(F64) for t in tensors), np.zeros(6))
    shape = (4, 6) if count > 1 else (6,)
    assert infer("aclnnSum", {"tensors": tensors, "out": MISSING}) == {"out": (shape, named(dtype))}
    for soc in (B910, A950):
        out = total(tensors, output(shape, dtype, "transposed"), soc)
        wrapped = want.astype(np.int64).astype(dtype) if np.dtype(dtype).kind in "iu" else want
        assert_close(out, wrapped, roundings=2)


def test_sum_of_tensors_by_hand() -> None:
    # In float16 2048 + 1 is 2048; the sum in float32 is 2050.
    halves = [np.array([v], F16) for v in (2048, 1, 1)]
    assert total(halves, np.zeros(1, F16)).tolist() == [2050]
    assert total([np.array(2, F32), np.array(3, F32)], np.zeros((), F32)) == 5
    assert total([np.zeros((0, 2), F32), np.zeros((1, 2), F32)], np.zeros((0, 2), F32)).shape == (0, 2)


@pytest.mark.parametrize(
    ("code", "changes"),
    [
        (0, {}),
        (161001, {"tensors": None}),
        (161001, {"tensors": (tensor(4, 3), None)}),
        (161002, {"tensors": ()}),
        (161002, {"tensors": (tensor(4, 3), tensor(2, 3))}),
        (161002, {"tensors": (tensor(4, 3), tensor(4, 3, dtype=FLOAT64))}),
        (161002, {"out": tensor(3, 4)}),
        (561103, {"out": tensor(4, 3, dtype=FLOAT16)}),
    ],
)
def test_codes_of_sums(code: int, changes: dict[str, Any]) -> None:
    assert code_of("aclnnSum", {"tensors": (tensor(4, 3), tensor(3)), "out": tensor(4, 3)}, changes) == code
