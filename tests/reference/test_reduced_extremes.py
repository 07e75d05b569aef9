"""Greatest and least elements and where they are: PyTorch judges the values, numbers by hand where CANN differs."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

from pyaclnn import dtypes
from pyaclnn.dtypes import BFLOAT16, BOOL, COMPLEX64, FLOAT16, FLOAT32, FLOAT64, INT32, INT64
from pyaclnn.formats import Format
from pyaclnn.reference.rules import MISSING

from .compute import compute, infer
from .layouts import ALL, DENSE, laid_out, output
from .refusals import A910, A950, B310, B910, CHIPS, P310, code_of, tensor
from .torch_values import from_torch, numbers, to_torch

F16, F32, F64, BF16 = np.float16, np.float32, np.float64, ml_dtypes.bfloat16
NAN, INF = float("nan"), float("inf")
DTYPES = (F32, F16, BF16, F64, np.int8, np.uint8, np.int16, np.int32, np.int64, np.bool_)

OVER_AXES = {"Amax": "amax", "Amin": "amin", "MaxV2": "amax"}
OF_ALL = {"Max": "amax", "Min": "amin"}
WITH_INDEX = {"MaxDim": "max", "MinDim": "min"}
INDEX = {"ArgMax": "argmax", "ArgMin": "argmin"}


def over_axes(name: str, x: Any, dims: Any, out: Any, keep: bool = False) -> dict[str, Any]:
    if name == "MaxV2":
        return {"self": x, "dims": dims, "keepDims": keep, "noopWithEmptyDims": False, "out": out}
    return {"self": x, "dim": dims, "keepDim": keep, "out": out}


def run(operator: str, args: dict[str, Any], *outputs: str, soc: str = B910) -> Any:
    compute(f"aclnn{operator}", args, soc)
    found = tuple(args[output] for output in outputs or ("out",))
    return found if len(found) > 1 else found[0]


@pytest.mark.parametrize("out_layout", DENSE)
@pytest.mark.parametrize("layout", ALL)
@pytest.mark.parametrize("name", OVER_AXES)
def test_layouts(name: str, layout: str, out_layout: str) -> None:
    for dtype in DTYPES:
        x = laid_out(numbers((4, 3, 6), dtype, 1), layout)
        want = from_torch(getattr(to_torch(x), OVER_AXES[name])(1))
        for soc in (B910, A950):
            out = laid_out(np.zeros((4, 6), dtype), out_layout)
            np.testing.assert_array_equal(run(name, over_axes(name, x, [1], out), soc=soc), want)


@pytest.mark.parametrize("keep", [False, True])
@pytest.mark.parametrize("dims", [[], [0], [-1], [0, 2], [2, 0], [-2, 0], [0, 1, 2]])
@pytest.mark.parametrize("name", OVER_AXES)
def test_axes(name: str, dims: list[int], keep: bool) -> None:
    x = laid_out(numbers((4, 3, 6), F32, 2), "sliced")
    want = from_torch(getattr(to_torch(x), OVER_AXES[name])(dims or [0, 1, 2], keepdim=keep))
    assert infer(f"aclnn{name}", over_axes(name, x, dims, MISSING, keep)) == {"out": (want.shape, FLOAT32)}
    for soc in CHIPS:
        out = np.zeros(want.shape, F32)
        np.testing.assert_array_equal(run(name, over_axes(name, x, dims, out, keep), soc=soc), want)


@pytest.mark.parametrize("dtype", DTYPES)
def test_of_all_elements(dtype: Any) -> None:
    x = laid_out(numbers((4, 3, 6), dtype, 3), "backwards")
    least, greatest = (from_torch(getattr(to_torch(x), f)()) for f in ("amin", "amax"))
    for soc in (B910, A950):
        for name, want in (("Max", greatest), ("Min", least)):
            out = np.full((), not want, dtype)
            assert infer(f"aclnn{name}", {"self": x, "out": MISSING}) == {"out": ((), dtypes.from_numpy(x.dtype))}
            assert run(name, {"self": x, "out": out}, soc=soc) == want
        args = {"self": x, "minOut": np.zeros(1, dtype), "maxOut": np.zeros((), dtype)}
        assert run("AminmaxAll", args, "minOut", "maxOut", soc=soc) == (least, greatest)


@pytest.mark.parametrize("keep", [False, True])
@pytest.mark.parametrize("dtype", DTYPES)
def test_pairs(dtype: Any, keep: bool) -> None:
    x = laid_out(numbers((4, 3, 6), dtype, 4), "transposed")
    least, greatest = (from_torch(getattr(to_torch(x), f)(-2, keepdim=keep)) for f in ("amin", "amax"))
    for operator, dim in (("Aminmax", [-2]), ("AminmaxDim", -2)):
        args = {"self": x, "dim": dim, "keepDim": keep, "minOut": MISSING, "maxOut": MISSING}
        spec = (least.shape, dtypes.from_numpy(x.dtype))
        assert infer(f"aclnn{operator}", args) == {"minOut": spec, "maxOut": spec}
        for soc in (B910, A950):
            outs = {n: laid_out(np.zeros(least.shape, dtype), "sliced") for n in ("minOut", "maxOut")}
            found = run(operator, {**args, **outs}, "minOut", "maxOut", soc=soc)
            np.testing.assert_array_equal(found[0], least)
            np.testing.assert_array_equal(found[1], greatest)


def test_a_pair_over_no_axes_is_the_tensor_twice() -> None:
    x = numbers((2, 3), F32, 5)
    args = {"self": x, "dim": [], "keepDim": False, "minOut": np.zeros((2, 3), F32), "maxOut": np.zeros((2, 3), F32)}
    for found in run("Aminmax", args, "minOut", "maxOut"):
        np.testing.assert_array_equal(found, x)
    args = {"self": x, "dims": [], "keepDims": False, "noopWithEmptyDims": True, "out": np.zeros((2, 3), F32)}
    np.testing.assert_array_equal(run("MaxV2", args), x)


def test_nan_is_an_extreme() -> None:
    x = np.array([[1, NAN], [INF, 2]], F32)
    for name, second in (("Amax", INF), ("MaxV2", INF), ("Amin", 2)):
        found = run(name, over_axes(name, x, [1], np.zeros(2, F32)))
        np.testing.assert_array_equal(found, [NAN, second])
    assert np.isnan(run("Max", {"self": x, "out": np.zeros((), F32)}))


def test_without_dimensions() -> None:
    x = np.array(3, F16)
    for name in OVER_AXES:
        assert run(name, over_axes(name, x, [], np.zeros((), F16))) == 3
        assert run(name, over_axes(name, x, [-1], np.zeros((), F16))) == 3
        assert compute(f"aclnn{name}", over_axes(name, x, [], np.zeros((), F16))) == ["TensorMove"]
    assert run("Max", {"self": x, "out": np.zeros((1, 1), F16)}).tolist() == [[3]]


@pytest.mark.parametrize("layout", ALL)
@pytest.mark.parametrize("name", INDEX)
def test_indices(name: str, layout: str) -> None:
    for dtype in DTYPES[:-1]:
        x = laid_out(numbers((4, 3, 6), dtype, 6), layout)
        for dim, keep in ((1, False), (-1, True), (0, False)):
            want = from_torch(getattr(to_torch(x.astype(F64)), INDEX[name])(dim, keepdim=keep))
            args = {"self": x, "dim": dim, "keepdim": keep, "out": MISSING}
            assert infer(f"aclnn{name}", args) == {"out": (want.shape, INT64)}
            for soc in (B910, A950):
                for index_dtype in (np.int64, np.int32):
                    out = output(want.shape, index_dtype, "sliced")
                    np.testing.assert_array_equal(run(name, {**args, "out": out}, soc=soc), want)


def test_indices_by_hand() -> None:
    x = np.array([2, 5, 5, 2, NAN], F32)
    for name, with_nan, without in (("ArgMax", 4, 1), ("ArgMin", 4, 0)):
        for soc in CHIPS:
            args = {"self": x, "dim": 0, "keepdim": False, "out": np.zeros((), np.int32)}
            assert run(name, args, soc=soc) == with_nan
            # Of several the first.
            assert run(name, {**args, "self": x[:4]}, soc=soc) == without
            assert run(name, {**args, "self": np.array(7, F32), "out": np.ones((), np.int64)}, soc=soc) == 0
    # The older chips' indices become whatever the output is, also a float.
    assert run("ArgMax", {"self": x[:4], "dim": 0, "keepdim": True, "out": np.zeros(1, F16)}, soc=A910).tolist() == [1]


@pytest.mark.parametrize("keep", [False, True])
@pytest.mark.parametrize("dtype", [F32, F16, BF16, np.int64, np.bool_])
@pytest.mark.parametrize("name", WITH_INDEX)
def test_values_with_indices(name: str, dtype: Any, keep: bool) -> None:
    x = laid_out(numbers((4, 3, 6), dtype, 7), "sliced")
    for dim in (0, -1):
        values = from_torch(getattr(to_torch(x), f"a{WITH_INDEX[name]}")(dim, keepdim=keep))
        where = from_torch(getattr(to_torch(x.astype(F64)), f"arg{WITH_INDEX[name]}")(dim, keepdim=keep))
        args = {"self": x, "dim": dim, "keepdim": keep, "out": MISSING, "indices": MISSING}
        spec = {"out": (values.shape, dtypes.from_numpy(x.dtype)), "indices": (where.shape, INT64)}
        assert infer(f"aclnn{name}", args) == spec
        for soc in (B910, A950):
            outs = {
                "out": laid_out(np.zeros(values.shape, dtype), "transposed"),
                "indices": output(where.shape, np.int64, "sliced"),
            }
            found = run(name, {**args, **outs}, "out", "indices", soc=soc)
            np.testing.assert_array_equal(found[0], values)
            np.testing.assert_array_equal(found[1], where)


def test_int64_is_searched_as_float32_on_310p() -> None:
    # 2**24 + 1 and 2**24 are one float32, of which the first wins.
    x = np.array([2**24, 2**24 + 1], np.int64)
    for soc, index, value in ((B910, 1, 2**24 + 1), (P310, 0, 2**24)):
        args = {
            "self": x, "dim": 0, "keepdim": False, "out": np.zeros((), np.int64), "indices": np.zeros((), np.int32),
        }  # fmt: skip
        assert run("MaxDim", args, "out", "indices", soc=soc) == (value, index)


OUT, INDICES = tensor(3), tensor(3, dtype=INT64)
HALF = tensor(4, 3, dtype=BFLOAT16)
CALLS: dict[str, dict[str, Any]] = {
    "Amax": over_axes("Amax", tensor(4, 3), (0,), OUT),
    "MaxV2": over_axes("MaxV2", tensor(4, 3), (0,), OUT),
    "Max": {"self": tensor(4, 3), "out": tensor()},
    "Aminmax": {"self": tensor(4, 3), "dim": (0,), "keepDim": False, "minOut": OUT, "maxOut": OUT},
    "AminmaxDim": {"self": tensor(4, 3), "dim": 0, "keepDim": False, "minOut": OUT, "maxOut": OUT},
    "AminmaxAll": {"self": tensor(4, 3), "minOut": tensor(), "maxOut": tensor()},
    "ArgMax": {"self": tensor(4, 3), "dim": 0, "keepdim": False, "out": INDICES},
    "ArgMin": {"self": tensor(4, 3), "dim": 0, "keepdim": False, "out": INDICES},
    "MaxDim": {"self": tensor(4, 3), "dim": 0, "keepdim": False, "out": OUT, "indices": INDICES},
}
ONE_AXIS = ("AminmaxDim", "ArgMax", "ArgMin", "MaxDim")


@pytest.mark.parametrize(
    ("code", "names", "soc", "changes"),
    [
        *((0, tuple(CALLS), soc, {}) for soc in CHIPS),
        (561003, tuple(CALLS), B310, {}),
        (161001, tuple(CALLS), B910, {"self": None}),
        (161002, tuple(CALLS), A910, {"self": HALF}),
        (161002, tuple(CALLS), B910, {"self": tensor(4, 3, dtype=COMPLEX64)}),
        (161002, ONE_AXIS, B910, {"dim": 2}),
        (161002, ONE_AXIS, B910, {"dim": -3}),
        (161002, ("Amax",), B910, {"dim": (0, -2)}),
        (161002, ("Amax", "MaxV2", "Max", "ArgMax"), B910, {"out": tensor(4)}),
        (161002, ("Aminmax", "AminmaxDim"), B910, {"maxOut": tensor(4)}),
        (161002, ("Amax", "MaxV2", "MaxDim"), B910, {"out": tensor(3, dtype=FLOAT16)}),
        (0, ("Max",), B910, {"out": tensor(dtype=FLOAT16)}),
        # Nothing has no extreme; the axes left may be empty.
        (161002, ("Amax", "Aminmax", "AminmaxDim", "ArgMin"), B910, {"self": tensor(0, 3)}),
        (0, ("Aminmax",), B910, {"self": tensor(0, 3), "dim": (1,)}),
        (0, ("AminmaxDim", "ArgMin"), B910, {"self": tensor(0, 3), "dim": 1}),
        (0, ("Max", "AminmaxAll", "ArgMax", "MaxDim"), B910, {"self": tensor(0, 3)}),
        # An empty axis counted from the end is not noticed.
        (0, ("AminmaxDim",), B910, {"self": tensor(0, 3), "dim": -2}),
        (161001, ("Aminmax",), B910, {"dim": (0, 5)}),
        (161002, ("ArgMin",), B910, {"out": tensor(3, dtype=FLOAT64)}),
        (161002, ("ArgMin",), B910, {"self": tensor(4, 3, format=Format.FRACTAL_NZ)}),
        (0, ("ArgMax",), B910, {"self": tensor(4, 3, format=Format.FRACTAL_NZ)}),
        (561103, ("ArgMin",), B910, {"out": tensor(3, dtype=INT64, format=Format.NCHW)}),
        # What can't be cast inside counts as a null pointer.
        (161001, ("MaxDim",), B910, {"indices": tensor(3, dtype=dtypes.STRING)}),
        (161002, ("MaxDim",), B910, {"self": tensor(4, 3, dtype=INT32), "out": tensor(3, dtype=INT32)}),
        (0, ("MaxDim",), A950, {"self": tensor(4, 3, dtype=INT32), "out": tensor(3, dtype=INT32)}),
        (0, ("MaxDim",), B910, {"self": tensor(4, 3, dtype=BOOL), "out": tensor(3, dtype=BOOL)}),
    ],
)
def test_codes(code: int, names: tuple[str, ...], soc: str, changes: dict[str, Any]) -> None:
    for name in names:
        assert code_of(f"aclnn{name}", CALLS[name], changes, soc) == code, name
