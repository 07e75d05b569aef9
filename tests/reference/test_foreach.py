"""aclnnForeachMulScalarList: codes, values, and outputs larger than their inputs."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pyaclnn.dtypes import (
    BFLOAT16,
    COMPLEX64,
    FLOAT16,
    FLOAT32,
    FLOAT64,
    INT32,
    INT64,
    DType,
)
from pyaclnn.formats import Format
from pyaclnn.reference.meta import ScalarValue, TensorMeta
from pyaclnn.reference.rules import MISSING

from . import layouts
from .compute import compute, infer
from .refusals import A910, A950, B910, P310, code_of, tensor
from .tolerances import assert_close
from .torch_oracle import FLOATS, as_torch, random, torch

NAME = "aclnnForeachMulScalarList"


def scalars(*values: Any, dtype: DType = FLOAT32) -> tuple[ScalarValue, ...]:
    return tuple(ScalarValue(dtype, np.array(v).astype(dtype.numpy)[()]) for v in values)


PAIR = (tensor(2, 3), tensor(4))
CALL = {"x": PAIR, "scalars": scalars(2, 3), "out": PAIR}


def pair(dtype: DType) -> tuple[TensorMeta, ...]:
    return tuple(tensor(*t.shape, dtype=dtype) for t in PAIR)


@pytest.mark.parametrize(
    ("code", "soc", "changes"),
    [
        (0, B910, {}),
        (0, A950, {}),
        (561003, A910, {}),
        (561003, P310, {}),
        (161001, B910, {"x": None}),
        (161001, B910, {"scalars": None}),
        (161001, B910, {"out": None}),
        (161001, B910, {"scalars": (*scalars(2), None)}),
        (161002, B910, {"x": (tensor(1),) * 257}),
        (161002, B910, {"out": (tensor(1),) * 257}),
        (0, B910, {"x": (PAIR[0], None, PAIR[1])}),
        (161002, B910, {"x": ()}),
        (161002, B910, {"x": (), "scalars": (), "out": ()}),
        (161002, B910, {"scalars": ()}),
        (161002, B910, {"out": ()}),
        (161002, B910, {"x": pair(FLOAT64), "out": pair(FLOAT64)}),
        (161002, B910, {"x": pair(FLOAT16)}),
        (0, B910, {"x": pair(BFLOAT16), "out": pair(BFLOAT16)}),
        (161002, B910, {"scalars": scalars(2, 3, dtype=INT64)}),
        (0, B910, {"scalars": scalars(2, 3, dtype=FLOAT64)}),
        (161002, B910, {"scalars": scalars(2, 3, dtype=COMPLEX64)}),
        (161002, B910, {"x": pair(INT32), "out": pair(INT32)}),
        (0, B910, {"x": pair(INT32), "out": pair(INT32), "scalars": scalars(2, 3, dtype=INT64)}),
        (161002, B910, {"x": (tensor(2, 3, format=Format.FRACTAL_NZ), tensor(4))}),
        (0, B910, {"x": (tensor(1, 1, 2, 3, format=Format.NCHW), tensor(4))}),
        (561002, B910, {"scalars": scalars(2)}),
        (561002, B910, {"x": (tensor(1, 1, 1, 1, 1, 1, 1, 2, 3), tensor(4))}),
        (561002, B910, {"x": (tensor(2, 3), tensor(4, dtype=FLOAT16))}),
        (561002, B910, {"out": (tensor(2, 3), tensor(4, dtype=FLOAT16))}),
        (561002, B910, {"out": PAIR[:1]}),
        (561002, B910, {"out": (tensor(2, 3), tensor(3))}),
        (0, B910, {"out": (tensor(2, 3), tensor(5))}),
        (0, B910, {"out": (*PAIR, tensor(1))}),
        (561002, A950, {"out": (*PAIR, tensor(1))}),
        (161002, B910, {"out": (TensorMeta((2, 3), (1, 2), FLOAT32, storage_shape=(6,)), tensor(4))}),
        (0, B910, {"x": (tensor(0), tensor(0)), "out": (tensor(0), tensor(0))}),
    ],
)
def test_codes(code: int, soc: str, changes: dict[str, Any]) -> None:
    assert code_of(NAME, CALL, changes, soc) == code


@pytest.mark.parametrize("count", [1, 2, 5])
@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("layout", layouts.ALL)
def test_values(layout: str, dtype: Any, count: int) -> None:
    x = [layouts.laid_out(random((2 + i, 3), dtype, i), layout) for i in range(count)]
    factors = [0.5 + i for i in range(count)]
    out = [layouts.output(a.shape, dtype, "contiguous") for a in x]
    assert compute(NAME, {"x": x, "scalars": scalars(*factors), "out": out})[-1] == "ForeachMulScalarList"
    expected = torch._foreach_mul([as_torch(a) for a in x], factors)
    for got, want in zip(out, expected, strict=True):
        assert_close(got, want.numpy())


def test_empty_tensors_among_others() -> None:
    x = [np.ones((2,), np.float32), np.ones((0, 3), np.float32), np.ones((1,), np.float32)]
    out = [layouts.output(a.shape, np.float32, "contiguous") for a in x]
    compute(NAME, {"x": x, "scalars": scalars(2, 3, 4), "out": out})
    assert [o.tolist() for o in out] == [[2, 2], [], [4]]


def test_inferred_outputs() -> None:
    x = [random((2, 3)), random((4,))]
    assert infer(NAME, {"x": x, "scalars": scalars(2, 3), "out": MISSING}) == {
        "out": (((2, 3), FLOAT32), ((4,), FLOAT32))
    }


def test_larger_output_keeps_its_rest() -> None:
    out = [np.full((2, 3), 77, np.float32), np.full((3, 1), 77, np.float32)]
    x = [np.array([1, 2, 3, 4], np.float32), np.array([[5, 6, 7]], np.float32)]
    compute(NAME, {"x": x, "scalars": scalars(10, 1), "out": out})
    assert out[0].tolist() == [[10, 20, 30], [40, 77, 77]]
    assert out[1].tolist() == [[5], [6], [7]]


@pytest.mark.parametrize(
    ("soc", "expected"),
    [
        # float16 has steps of 2**-10 from 1 on, so 1.0004 is 1 there, and 910B multiplies by 1.
        (B910, 49152),
        # Ascend950 multiplies in float32: 49171.7, which lies between 1536 * 32 and, nearer, 1537 * 32.
        (A950, 49184),
    ],
)
def test_float16_scalar(soc: str, expected: float) -> None:
    out = [np.empty(1, np.float16)]
    compute(NAME, {"x": [np.array([49152], np.float16)], "scalars": scalars(1.0004), "out": out}, soc)
    assert out[0][0] == expected


@pytest.mark.parametrize(
    ("soc", "factor", "expected"),
    [
        # 2**24 + 1 has 25 digits; float32 keeps 24.
        (B910, 2**24 + 1, 2**24 + 1),
        (A950, 2**24 + 1, 2**24),
        # The low 32 bits of the scalar, times 1.
        (B910, 2**32 + 5, 5),
    ],
)
def test_int32_scalar(soc: str, factor: int, expected: int) -> None:
    out = [np.empty(1, np.int32)]
    compute(NAME, {"x": [np.ones(1, np.int32)], "scalars": scalars(factor, dtype=INT64), "out": out}, soc)
    assert out[0][0] == expected


def test_int32_product_wraps() -> None:
    out = [np.empty(1, np.int32)]
    compute(NAME, {"x": [np.full(1, 2**30, np.int32)], "scalars": scalars(6, dtype=INT64), "out": out})
    # 6 * 2**30 = 2**32 + 2**31, of which 32 bits are -2**31.
    assert out[0][0] == -(2**31)
