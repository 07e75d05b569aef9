"""Variances and deviations: PyTorch judges the values, and numbers by hand where CANN differs."""

from __future__ import annotations

import itertools
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from pyaclnn import dtypes
from pyaclnn.dtypes import BFLOAT16, FLOAT16, FLOAT32, FLOAT64
from pyaclnn.reference.rules import MISSING

from .compute import compute, infer
from .layouts import ALL, DENSE, Array, laid_out, output
from .refusals import A910, A950, B310, B910, CHIPS, code_of, tensor
from .tolerances import assert_close
from .torch_values import from_torch, numbers, to_torch

F16, F32, BF16 = np.float16, np.float32, ml_dtypes.bfloat16
NAN, INF = float("nan"), float("inf")
FLOATS = (F32, F16, BF16)

# The outputs of each operator: the spread first.
OUTPUTS = {
    "Std": ("out",),
    "Var": ("out",),
    "VarCorrection": ("out",),
    "StdMeanCorrection": ("stdOut", "meanOut"),
    "VarMean": ("varOut", "meanOut"),
}


def arguments(name: str, x: Any, dims: Any, outs: tuple[Any, ...], correction: int, keep: bool) -> dict[str, Any]:
    by_how_many = {"unbiased": bool(correction)} if name == "Var" else {"correction": correction}
    return {"self": x, "dim": dims, **by_how_many, "keepdim": keep, **dict(zip(OUTPUTS[name], outs, strict=True))}


def run(
    name: str, x: Array, dims: Any, outs: tuple[Array, ...], correction: int = 1, keep: bool = False, soc: str = B910
) -> tuple[Array, ...]:
    compute(f"aclnn{name}", arguments(name, x, dims, outs, correction, keep), soc)
    return outs


def expected(name: str, x: Array, dims: Any, correction: int = 1, keep: bool = False) -> tuple[Array, ...]:
    """In float64, since each chip rounds in its own places."""
    wide, axes = to_torch(x.astype(np.float64)), tuple(dims or range(x.ndim))
    spread = (wide.std if name.startswith("Std") else wide.var)(axes, correction=correction, keepdim=keep)
    return (from_torch(spread), from_torch(wide.mean(axes, keepdim=keep)))[: len(OUTPUTS[name])]


def dtypes_of(name: str, soc: str) -> tuple[Any, ...]:
    return (F32, F16) if name == "VarMean" and soc != A950 else FLOATS


@pytest.mark.parametrize("out_layout", DENSE)
@pytest.mark.parametrize("layout", ALL)
@pytest.mark.parametrize("name", OUTPUTS)
def test_layouts(name: str, layout: str, out_layout: str) -> None:
    for soc in (B910, A950):
        for dtype in dtypes_of(name, soc):
            x = laid_out(numbers((4, 5, 6), dtype, 1), layout)
            outs = tuple(output((4, 6), dtype, out_layout) for _ in OUTPUTS[name])
            for found, want in zip(run(name, x, [1], outs, soc=soc), expected(name, x, [1]), strict=True):
                # The mean and the spread are rounded one after the other.
                assert_close(found, want, roundings=2)


@pytest.mark.parametrize("keep", [False, True])
@pytest.mark.parametrize("dims", [None, [], [0], [-1], [0, 2], [2, 0], [-2, 0], [0, 1, 2]])
@pytest.mark.parametrize("name", OUTPUTS)
def test_axes(name: str, dims: list[int] | None, keep: bool) -> None:
    x = laid_out(numbers((4, 3, 6), F32, 2), "sliced")
    wants = expected(name, x, dims, keep=keep)
    missing = (MISSING,) * len(wants)
    spec = (wants[0].shape, FLOAT32)
    assert infer(f"aclnn{name}", arguments(name, x, dims, missing, 1, keep)) == dict.fromkeys(OUTPUTS[name], spec)
    for soc in CHIPS:
        outs = run(name, x, dims, tuple(np.zeros(w.shape, F32) for w in wants), 1, keep, soc)
        for found, want in zip(outs, wants, strict=True):
            assert_close(found, want)


@pytest.mark.parametrize(("name", "correction"), [*itertools.product(OUTPUTS, [0, 1, 2, -1])])
def test_corrections(name: str, correction: int) -> None:
    if name == "Var" and correction not in (0, 1):
        correction = abs(correction) % 2
    x = numbers((5, 4), F32, 3)
    for soc in CHIPS:
        outs = run(name, x, [0], tuple(np.zeros(4, F32) for _ in OUTPUTS[name]), correction, soc=soc)
        for found, want in zip(outs, expected(name, x, [0], correction), strict=True):
            assert_close(found, want)


def test_too_few_elements() -> None:
    # One element has no deviation from itself: NaN, as for nothing. Several that the correction uses up: infinity.
    for name in ("Std", "VarCorrection", "StdMeanCorrection", "VarMean"):
        for soc in (A910, B910):
            for count, correction, want in ((1, 1, NAN), (1, 3, NAN), (2, 2, INF), (3, 5, INF), (1, 0, 0.0)):
                outs = tuple(np.zeros(2, F32) for _ in OUTPUTS[name])
                found = run(name, np.ones((count, 2), F32), [0], outs, correction, soc=soc)
                np.testing.assert_array_equal(found[0], [want] * 2)
                if len(found) == 2:
                    np.testing.assert_array_equal(found[1], [1, 1])
    assert np.isnan(run("Var", np.ones((1, 2), F32), [0], (np.zeros(2, F32),))[0]).all()


def test_nothing() -> None:
    for name in OUTPUTS:
        outs = tuple(output((3,), F32, "sliced") for _ in OUTPUTS[name])
        for found in run(name, np.zeros((0, 3), F32), [0], outs):
            assert np.isnan(found).all()


def test_without_dimensions() -> None:
    for name in OUTPUTS:
        for soc in (B910, A950):
            found = run(name, np.array(3, F32), [], tuple(np.ones((), F32) for _ in OUTPUTS[name]), 0, soc=soc)
            assert found[0] == 0
            assert found[-1] == (3 if len(found) == 2 else 0)


def test_many_dimensions() -> None:
    x = numbers((2, 1, 2, 1, 2, 1, 2, 2), F32, 4)
    want = expected("Std", x, [0, 3, 7])[0]
    assert_close(run("Std", x, [0, 3, 7], (np.zeros(want.shape, F32),))[0], want)


def test_the_older_chips_round_the_mean_of_float16() -> None:
    # The mean of 2048 and 2050 and 2051 is 2049.67, in float16 2050: squares 4 + 0 + 4 (2051 is 2052 in float16).
    x = np.array([2048, 2050, 2052], F16)
    assert run("VarCorrection", x, [0], (np.zeros((), F16),), 1, soc=B910)[0] == 4
    # 2048, 2050 and 2050 have the mean 2049.33, in float16 2050: 4 / 2 = 2; exactly it is 1.333.
    x = np.array([2048, 2050, 2050], F16)
    assert run("VarCorrection", x, [0], (np.zeros((), F16),), 1, soc=B910)[0] == 2
    assert_close(run("VarCorrection", x, [0], (np.zeros((), F16),), 1, soc=A950)[0], np.array(4 / 3))


def test_the_kernels_of_each_chip() -> None:
    args = arguments("Std", np.ones((2, 3), F32), [0], (np.zeros(3, F32),), 1, False)
    assert compute("aclnnStd", args, B910) == ["ReduceMean", "Expand", "ReduceStdWithMean"]
    assert compute("aclnnStd", args, A950) == ["ReduceStdV2"]


OUT, HALF = tensor(3), tensor(4, 3, dtype=BFLOAT16)


@pytest.mark.parametrize(
    ("code", "names", "soc", "changes"),
    [
        *((0, tuple(OUTPUTS), soc, {}) for soc in CHIPS),
        (561003, tuple(OUTPUTS), B310, {}),
        (161001, tuple(OUTPUTS), B910, {"self": None}),
        (161001, ("Std", "Var"), B910, {"out": None}),
        (161001, ("VarMean", "StdMeanCorrection"), B910, {"meanOut": None}),
        (161002, tuple(OUTPUTS), A910, {"self": HALF}),
        (161002, ("VarMean",), B910, {"self": HALF}),
        (161002, tuple(OUTPUTS), B910, {"self": tensor(4, 3, dtype=FLOAT64)}),
        (161002, tuple(OUTPUTS), B910, {"dim": (2,)}),
        (161002, tuple(OUTPUTS), B910, {"dim": (0, -2)}),
        (161002, ("Std", "Var"), B910, {"out": tensor(4)}),
        # Without axes the deviation's output is compared only when it is written.
        (561103, ("Std", "StdMeanCorrection"), B910, {"dim": None}),
        (161002, ("Var", "VarCorrection", "VarMean"), B910, {"dim": None}),
        (0, ("Std", "Var"), B910, {"out": tensor(3, dtype=FLOAT16)}),
        (161002, ("StdMeanCorrection",), B910, {"stdOut": tensor(3, dtype=FLOAT16)}),
        (0, ("StdMeanCorrection",), A950, {"stdOut": tensor(3, dtype=FLOAT16)}),
    ],
)
def test_codes(code: int, names: tuple[str, ...], soc: str, changes: dict[str, Any]) -> None:
    for name in names:
        call = arguments(name, tensor(4, 3), (0,), (OUT,) * len(OUTPUTS[name]), 1, False)
        assert code_of(f"aclnn{name}", call, changes, soc) == code, name


def test_outputs_get_the_dtype_of_self() -> None:
    for dtype, named in ((F16, FLOAT16), (BF16, BFLOAT16)):
        args = arguments("Std", np.ones((2, 3), dtype), [0], (MISSING,), 1, False)
        assert infer("aclnnStd", args) == {"out": ((3,), named)}
        assert dtypes.from_numpy(np.dtype(dtype)) == named
