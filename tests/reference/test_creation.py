"""Tensors made of numbers: filled, counted and spaced as PyTorch does it, with CANN's own rules for the rest."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

from pyaclnn import dtypes
from pyaclnn.dtypes import BOOL, FLOAT16, FLOAT32, FLOAT64, INT32, INT64
from pyaclnn.reference.meta import ScalarValue
from pyaclnn.reference.rules import MISSING

from .compute import compute, infer
from .layouts import ALL, DENSE, laid_out, output
from .refusals import A910, A950, B310, B910, P310, code_of, tensor
from .tolerances import assert_close

F16, F32, F64, BF16 = np.float16, np.float32, np.float64, ml_dtypes.bfloat16
NAN, INF = float("nan"), float("inf")
NUMBERS = (F32, F16, BF16, F64, np.int8, np.int16, np.int32, np.int64, np.uint8, np.bool_)


def of(value: Any) -> ScalarValue:
    """A scalar of the dtype that Python's number has on the device."""
    if isinstance(value, ScalarValue):
        return value
    dtype = BOOL if isinstance(value, bool) else INT64 if isinstance(value, int) else FLOAT32
    return ScalarValue(dtype, np.array(value, dtype.storage)[()])


# Filled


@pytest.mark.parametrize("layout", DENSE)
@pytest.mark.parametrize("dtype", NUMBERS)
def test_filled_in_place(dtype: Any, layout: str) -> None:
    for soc in (B910, A950):
        for operator, args, want in (
            ("aclnnInplaceZero", {}, 0),
            ("aclnnInplaceOne", {}, 1),
            ("aclnnInplaceFillScalar", {"value": of(3)}, 3),
            ("aclnnInplaceFillTensor", {"value": np.array([5], np.int64)}, 5),
        ):
            x = output((4, 6), dtype, layout)
            compute(operator, {"selfRef": x, **args}, soc)
            np.testing.assert_array_equal(x, np.full((4, 6), want).astype(dtype))


@pytest.mark.parametrize("shape", [(), (1,), (0, 3), (2, 1, 2, 1, 2, 1, 2, 3)])
def test_filled_shapes(shape: tuple[int, ...]) -> None:
    for operator, args, want in (
        ("aclnnInplaceZero", {}, 0),
        ("aclnnInplaceOne", {}, 1),
        ("aclnnInplaceFillScalar", {"value": of(2.5)}, 2.5),
        ("aclnnInplaceFillTensor", {"value": np.array(-2, F32)}, -2),
    ):
        x = np.full(shape, 77, F32)
        compute(operator, {"selfRef": x, **args})
        np.testing.assert_array_equal(x, np.full(shape, want, F32))


def test_zero_leaves_the_rest_of_the_storage() -> None:
    storage = np.full((4, 6), 7, F32)
    compute("aclnnInplaceZero", {"selfRef": storage[::-2, 1::2]})
    want = np.full((4, 6), 7, F32)
    want[[3, 1], 1::2] = 0
    np.testing.assert_array_equal(storage, want)


def test_values_are_converted() -> None:
    # A scalar is cut off like a C cast; a tensor like aclnnCast, whose bool is whatever is not zero.
    x = np.zeros(2, np.int32)
    compute("aclnnInplaceFillScalar", {"selfRef": x, "value": of(-2.7)})
    assert x.tolist() == [-2, -2]
    truth = np.zeros(2, bool)
    compute("aclnnInplaceFillTensor", {"selfRef": truth, "value": np.array(0.5, F32)})
    assert truth.tolist() == [True, True]
    z = np.zeros(2, np.complex64)
    compute("aclnnInplaceFillScalar", {"selfRef": z, "value": ScalarValue(dtypes.COMPLEX64, np.complex64(1 + 2j))})
    assert z.tolist() == [1 + 2j, 1 + 2j]


def test_filling_refusals() -> None:
    nine = tensor(*[1] * 9)
    assert code_of("aclnnInplaceZero", {"selfRef": tensor(2)}, {"selfRef": None}) == 161001
    # The vector cores fill any number of dimensions, the control CPU eight.
    assert code_of("aclnnInplaceZero", {"selfRef": nine}, {}) == 0
    assert code_of("aclnnInplaceZero", {"selfRef": tensor(*[1] * 9, dtype=FLOAT64)}, {}) == 561103
    assert code_of("aclnnInplaceZero", {"selfRef": tensor(2, dtype=dtypes.BFLOAT16)}, {}, A910) == 0
    assert code_of("aclnnInplaceOne", {"selfRef": nine}, {}) == 161002
    assert code_of("aclnnInplaceOne", {"selfRef": tensor(2, dtype=dtypes.COMPLEX64)}, {}) == 161002
    call = {"selfRef": tensor(2), "value": tensor()}
    for code, changes in (
        (0, {}),
        (0, {"value": tensor(1)}),
        (161001, {"value": None}),
        (161002, {"value": tensor(2)}),
        (161002, {"value": tensor(1, 1)}),
        (561103, {"value": tensor(dtype=dtypes.STRING)}),
        (561103, {"value": tensor(dtype=dtypes.HIFLOAT8)}),
    ):
        assert code_of("aclnnInplaceFillTensor", call, changes) == code
    unsigned = {"selfRef": tensor(2, dtype=dtypes.UINT32), "value": ScalarValue(dtypes.UINT32, np.uint32(1))}
    assert [code_of("aclnnInplaceFillScalar", unsigned, {}, soc) for soc in (A910, P310, B910)] == [161002, 161002, 0]
    # Unsigned integers have no common dtype with others.
    assert code_of("aclnnInplaceFillScalar", unsigned, {"value": of(1)}) == 161002


# Counted


def counted(operator: str, start: Any, end: Any, step: Any, out: Any, soc: str = B910) -> Any:
    compute(operator, {"start": of(start), "end": of(end), "step": of(step), "out": out}, soc)
    return out


@pytest.mark.parametrize("soc", [A910, B910, A950])
@pytest.mark.parametrize("dtype", [F32, F16, F64, np.int32, np.int64])
@pytest.mark.parametrize(("start", "end", "step"), [(0, 6, 1), (10, -3, -3), (5, 5, 1), (-2, 9, 4)])
def test_arange_agrees_with_torch(start: int, end: int, step: int, dtype: Any, soc: str) -> None:
    torch = pytest.importorskip("torch")
    want = torch.arange(start, end, step).numpy().astype(dtype)
    args = {"start": of(start), "end": of(end), "step": of(step), "out": MISSING}
    assert infer("aclnnArange", args) == {"out": (want.shape, INT64)}
    np.testing.assert_array_equal(counted("aclnnArange", start, end, step, np.full_like(want, 77), soc), want)


@pytest.mark.parametrize(("start", "end", "step"), [(0.5, 3.1, 0.25), (1.0, -1.0, -0.3), (0.0, 1.0, 0.1)])
def test_fractions_are_counted_in_float32(start: float, end: float, step: float) -> None:
    torch = pytest.importorskip("torch")
    for operator, behind in (("aclnnArange", 0), ("aclnnRange", step / 1000)):
        want = torch.arange(start, end + behind, step).numpy()
        args = {"start": of(start), "end": of(end), "step": of(step), "out": MISSING}
        assert infer(operator, args) == {"out": (want.shape, FLOAT32)}
        for layout in DENSE[1:]:
            out = output((2, want.size), F32, layout)[0]
            assert_close(counted(operator, start, end, step, out), want)
        for kind in (F16, BF16):
            assert_close(counted(operator, start, end, step, np.zeros(want.size, kind)), want.astype(kind))


def test_integers_count_by_whole_steps() -> None:
    # 0.9 and 2.9 are cut off to 0 and 2; a step of 0.9 to 0, which leads nowhere.
    out = np.full(2, 77, np.int32)
    assert counted("aclnnArange", 0.9, 4.0, 2.9, out).tolist() == [0, 2]
    call = {"start": of(0.0), "end": of(4.0), "step": of(0.9), "out": tensor(4, dtype=INT32)}
    assert code_of("aclnnArange", call, {}) == 161002
    assert code_of("aclnnArange", call, {"out": tensor(4)}) == 0


def test_range_has_its_end() -> None:
    assert counted("aclnnRange", 1, 7, 3, np.zeros(3, np.int64)).tolist() == [1, 4, 7]
    args = {"start": of(1), "end": of(7), "step": of(3), "out": MISSING}
    assert infer("aclnnRange", args) == {"out": ((3,), INT64)}
    assert infer("aclnnArange", args) == {"out": ((2,), INT64)}
    assert infer("aclnnRange", {**args, "step": of(2.5)}) == {"out": ((3,), FLOAT32)}


def test_counting_refusals() -> None:
    call = {"start": of(0.0), "end": of(6.0), "step": of(1.0), "out": tensor(6)}
    for code, changes in (
        (161002, {"step": of(0.0)}),
        (161002, {"step": of(NAN)}),
        (161002, {"step": of(-1.0)}),
        (161002, {"start": of(7.0)}),
        (0, {"start": of(NAN)}),
        (161002, {"end": ScalarValue(dtypes.COMPLEX64, np.complex64(1))}),
        (161002, {"out": tensor(6, dtype=dtypes.INT8)}),
        # The size of the output is not looked at.
        (0, {"out": tensor(4, 3)}),
    ):
        assert code_of("aclnnArange", call, changes) == code
        assert code_of("aclnnRange", call, changes) == code
    assert code_of("aclnnArange", call, {"end": None}) == 161001
    assert code_of("aclnnRange", call, {"end": None}) == 561103
    assert code_of("aclnnRange", call, {"out": tensor()}) == 161002
    assert [code_of(name, call, {}, B310) for name in ("aclnnArange", "aclnnRange")] == [561003, 0]


# Spaced


@pytest.mark.parametrize("layout", DENSE)
@pytest.mark.parametrize("dtype", [F32, F16, BF16, F64, np.int8, np.int16, np.int32, np.uint8])
@pytest.mark.parametrize("steps", [1, 2, 3, 10, 11])
def test_linspace_agrees_with_torch(steps: int, dtype: Any, layout: str) -> None:
    torch = pytest.importorskip("torch")
    for start, end in ((1, 9), (20, 3)):
        kind = torch.bfloat16 if dtype is BF16 else getattr(torch, np.dtype(dtype).name)
        want = torch.linspace(start, end, steps, dtype=torch.float64 if dtype in (F16, BF16) else kind).numpy()
        out = output((2, steps), dtype, layout)[0]
        compute("aclnnLinspace", {"start": of(start), "end": of(end), "steps": steps, "out": out})
        assert_close(out, want.astype(dtype))


def test_linspace_of_long_integers_goes_through_float32() -> None:
    # Halfway between 0 and 2**24 + 2 lies 2**23 + 1, in float32 too; 2**24 + 3 has none and becomes 2**24 + 4.
    out = np.zeros(3, np.int64)
    compute("aclnnLinspace", {"start": of(0), "end": of(2**24 + 3), "steps": 3, "out": out})
    assert out.tolist() == [0, 2**23 + 2, 2**24 + 4]
    # Ends are made integers first: from 0 to 2, not from 0.9 to 2.9.
    out = np.zeros(3, np.int32)
    compute("aclnnLinspace", {"start": of(0.9), "end": of(2.9), "steps": 3, "out": out})
    assert out.tolist() == [0, 1, 2]


def test_linspace_refusals() -> None:
    call = {"start": of(0.0), "end": of(1.0), "steps": 4, "out": tensor(4)}
    for code, changes in (
        (561103, {"start": None}),
        (161002, {"steps": -1}),
        (161002, {"steps": 5}),
        (0, {"steps": 0, "out": tensor(0, 3)}),
        # The right number of elements is not enough for the copy.
        (561103, {"out": tensor(2, 2)}),
        (0, {"start": of(True)}),
        (161002, {"end": ScalarValue(dtypes.COMPLEX64, np.complex64(1))}),
        (161002, {"out": tensor(4, dtype=BOOL)}),
    ):
        assert code_of("aclnnLinspace", call, changes) == code
    assert code_of("aclnnLinspace", call, {"out": tensor(4, dtype=INT64)}, A910) == 161002
    assert infer("aclnnLinspace", {**call, "out": MISSING}) == {"out": ((4,), FLOAT32)}


# Ones at chosen places


@pytest.mark.parametrize("layout", DENSE)
@pytest.mark.parametrize("dtype", [dtype for dtype in NUMBERS if dtype is not F64])
def test_eye(dtype: Any, layout: str) -> None:
    for n, m in ((3, 3), (2, 5), (4, 1)):
        out = output((n, m), dtype, layout)
        compute("aclnnEye", {"n": n, "m": m, "out": out})
        np.testing.assert_array_equal(out, np.eye(n, m).astype(dtype))


def test_eye_refusals() -> None:
    call = {"n": 2, "m": 3, "out": tensor(2, 3)}
    for code, changes in (
        (161001, {"out": None}),
        (161002, {"n": -2}),
        (161002, {"m": 2}),
        (161002, {"out": tensor(6)}),
        (161002, {"out": tensor(2, 3, dtype=FLOAT64)}),
        (0, {"n": 0, "out": tensor(0, 3)}),
    ):
        assert code_of("aclnnEye", call, changes) == code
    assert infer("aclnnEye", {**call, "out": MISSING}) == {"out": ((2, 3), FLOAT32)}
    assert code_of("aclnnEye", call, {"out": tensor(2, 3, dtype=dtypes.BFLOAT16)}, A910) == 161002


@pytest.mark.parametrize("layout", ALL)
@pytest.mark.parametrize("axis", [-1, 0, 1, 2])
@pytest.mark.parametrize("dtype", [F32, F16, np.int32, np.int64])
def test_one_hot_agrees_with_torch(dtype: Any, axis: int, layout: str) -> None:
    torch = pytest.importorskip("torch")
    index = laid_out(np.random.default_rng(4).integers(0, 5, (3, 4)), layout)
    want = torch.nn.functional.one_hot(torch.from_numpy(np.array(index)), 5).movedim(-1, axis).numpy()
    on, off = np.array([7], dtype), np.array([-1], dtype)
    args = {"self": index, "numClasses": 5, "onValue": on, "offValue": off, "axis": axis}
    out = output(want.shape, dtype, layout if layout in DENSE else "contiguous")
    compute("aclnnOneHot", {**args, "out": out})
    np.testing.assert_array_equal(out, np.where(want, 7, -1))
    assert infer("aclnnOneHot", {**args, "out": MISSING}) == {"out": (want.shape, dtypes.from_numpy(np.dtype(dtype)))}


def test_an_index_that_is_no_class_is_nowhere_hot() -> None:
    out = np.zeros((4, 3), np.int32)
    one, zero = np.array([1], np.int32), np.array([0], np.int32)
    index = np.array([-1, 3, 100, 2], np.int64)
    compute("aclnnOneHot", {"self": index, "numClasses": 3, "onValue": one, "offValue": zero, "axis": -1, "out": out})
    assert out.tolist() == [[0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 1]]


def test_one_hot_refusals() -> None:
    index, value = tensor(4, dtype=INT64), tensor(1)
    call = {"self": index, "numClasses": 3, "onValue": value, "offValue": value, "axis": -1, "out": tensor(4, 3)}
    for code, changes in (
        (0, {}),
        (161001, {"offValue": None}),
        (161002, {"self": tensor(4)}),
        (161002, {"onValue": tensor(1, dtype=FLOAT16)}),
        (161002, {"out": tensor(3, 4)}),
        (0, {"axis": 0, "out": tensor(3, 4)}),
        (161002, {"axis": 2}),
        (161002, {"axis": -2}),
        (161002, {"numClasses": -1}),
        (0, {"numClasses": 0, "out": tensor(4, 0)}),
        (161002, {"self": tensor(0, dtype=INT64), "numClasses": 0, "out": tensor(0, 0)}),
        (0, {"self": tensor(0, dtype=INT64), "out": tensor(0, 3)}),
    ):
        assert code_of("aclnnOneHot", call, changes) == code
    eight = {"self": tensor(*[1] * 7, dtype=INT64), "out": tensor(*[1] * 7, 3)}
    assert [code_of("aclnnOneHot", call, eight, soc) for soc in (B910, A950)] == [0, 0]
    bytes_ = {"self": tensor(4, dtype=dtypes.UINT8)}
    assert [code_of("aclnnOneHot", call, bytes_, soc) for soc in (B910, A950)] == [161002, 0]
