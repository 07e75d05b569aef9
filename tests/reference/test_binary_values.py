"""Operators of two or three operands against PyTorch, from one table: dtypes, layouts, broadcasting, inference."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from pyaclnn import dtypes
from pyaclnn.reference.rules import MISSING

from .arguments import scalar
from .compute import compute, infer
from .layouts import ALL, DENSE, Array, laid_out, output
from .refusals import A950, B910, CHIPS, P310
from .tolerances import assert_close
from .torch_values import BF16, from_torch, numbers, to_torch

torch = pytest.importorskip("torch")

F16, F32, F64, C64 = np.float16, np.float32, np.float64, np.complex64
I8, U8, I16, I32, I64, BOOL = np.int8, np.uint8, np.int16, np.int32, np.int64, np.bool_
FLOATS = (F32, F16, ml_dtypes.bfloat16)
DOUBLES = (*FLOATS, F64)
INTEGERS = (I8, U8, I16, I32, I64)
REALS = (*DOUBLES, *INTEGERS, BOOL)


def floor_divided(x: Any, y: Any) -> Any:
    return torch.div(x, y, rounding_mode="floor")


@dataclass(frozen=True)
class Case:
    """``expected`` of the tensors, in the order of ``tensors``, is what the operator computes.

    ``divisors`` are tensors without zeros, ``positive`` those above zero; ``in_place`` is the twin's own name of the
    first tensor. ``chips`` are those that have the operator for all of ``dtypes``.
    """

    operator: str
    expected: Callable[..., Any]
    dtypes: tuple[Any, ...]
    tensors: tuple[str, ...] = ("self", "other")
    attributes: dict[str, Any] = field(default_factory=dict)
    divisors: tuple[str, ...] = ()
    positive: tuple[str, ...] = ()
    in_place: str | None = None
    out: str = "out"
    chips: tuple[str, ...] = CHIPS

    def values(self, shapes: list[tuple[int, ...]], dtype: Any) -> dict[str, Array]:
        made = {n: numbers(s, dtype, seed) for seed, (n, s) in enumerate(zip(self.tensors, shapes, strict=True))}
        for name in self.divisors:
            made[name] = np.where(made[name] == 0, made[name].dtype.type(1), made[name])
        for name in self.positive:
            made[name] = np.where(made[name] == 0, made[name].dtype.type(1), np.abs(made[name]))
        return made

    def want(self, given: dict[str, Array]) -> Array:
        """16-bit floats are computed in float32 and rounded once."""
        tensors = [to_torch(given[name]) for name in self.tensors]
        narrow = next((t.dtype for t in tensors if t.dtype in (torch.float16, torch.bfloat16)), None)
        if narrow is None:
            return from_torch(self.expected(*tensors))
        return from_torch(self.expected(*(t.to(torch.float32) for t in tensors)).to(narrow))


PAIR = ("self", "other")
TERMS = ("self", "tensor1", "tensor2")
POWERS = ("self", "exponent")

CASES = (
    Case("aclnnAtan2", lambda x, y: torch.atan2(x, y), REALS, in_place="selfRef"),
    Case("aclnnXLogYTensor", lambda x, y: torch.xlogy(x, y), (*FLOATS, *INTEGERS), positive=("other",),
         in_place="selfRef"),
    Case("aclnnXLogYScalarOther", lambda x: torch.xlogy(x, 2.5), (*FLOATS, *INTEGERS, BOOL), ("self",),
         {"other": scalar(2.5)}, in_place="selfRef"),
    Case("aclnnXLogYScalarSelf", lambda y: torch.xlogy(2.5, y), (*FLOATS, *INTEGERS), ("other",),
         {"self": scalar(2.5)}, positive=("other",)),
    Case("aclnnXlog1py", lambda x, y: torch.special.xlog1py(x, y), FLOATS, ("x", "y"), positive=("y",), out="z",
         chips=(A950,)),
    Case("aclnnLogAddExp", lambda x, y: torch.logaddexp(x, y), FLOATS),
    Case("aclnnLogAddExp2", lambda x, y: torch.logaddexp2(x, y), FLOATS),
    Case("aclnnGcd", lambda x, y: torch.gcd(x, y), (I32, I64, I16), chips=(B910, P310, A950)),
    Case("aclnnGcd", lambda x, y: torch.gcd(x, y), INTEGERS, chips=(A950,)),
    Case("aclnnHeaviside", lambda x, y: torch.heaviside(x, y), FLOATS, ("input", "values")),
    Case("aclnnMaximum", lambda x, y: torch.maximum(x, y), REALS),
    Case("aclnnMinimum", lambda x, y: torch.minimum(x, y), REALS),
    Case("aclnnFloorDivide", floor_divided, (*DOUBLES, *INTEGERS), divisors=("other",), in_place="selfRef"),
    Case("aclnnFloorDivides", lambda x: floor_divided(x, 3), (*DOUBLES, *INTEGERS), ("self",),
         {"other": scalar(3, I8)}, in_place="selfRef"),
    Case("aclnnRemainderTensorTensor", lambda x, y: torch.remainder(x, y), (*DOUBLES, I32, I64),
         divisors=("other",), in_place="selfRef"),
    Case("aclnnRemainderTensorScalar", lambda x: torch.remainder(x, -3), (*DOUBLES, I32, I64), ("self",),
         {"other": scalar(-3, I64)}, in_place="selfRef"),
    Case("aclnnRemainderScalarTensor", lambda y: torch.remainder(7, y), (*DOUBLES, I32, I64), ("other",),
         {"self": scalar(7, I64)}, divisors=("other",)),
    Case("aclnnFmodTensor", lambda x, y: torch.fmod(x, y), (*DOUBLES, I32, I64, I8, U8), divisors=("other",),
         in_place="selfRef"),
    Case("aclnnFmodScalar", lambda x: torch.fmod(x, 3), (*DOUBLES, I32, I64, I8), ("self",),
         {"other": scalar(3, I8)}, in_place="selfRef"),
    Case("aclnnPowTensorTensor", lambda x, y: torch.pow(x, y), (*DOUBLES, I32, I64, U8), POWERS,
         positive=POWERS, in_place="self", chips=(B910, A950)),
    Case("aclnnPowTensorTensor", lambda x, y: torch.pow(x, y), (C64,), POWERS, divisors=("self",)),
    *(
        Case("aclnnPowTensorScalar", lambda x, e=exponent: torch.pow(x, e), DOUBLES, ("self",),
             {"exponent": scalar(exponent)}, positive=("self",), in_place="self")
        for exponent in (0, 0.5, 1, 1.75, 2, 3, -0.5, -1, -2)
    ),
    *(
        Case("aclnnPowTensorScalar", lambda x, e=exponent: torch.pow(x, e), (I16, I32, I64), ("self",),
             {"exponent": scalar(exponent, I64)})
        for exponent in (0, 1, 2, 3, 4)
    ),
    Case("aclnnPowScalarTensor", lambda y: torch.pow(2.5, y), DOUBLES, ("exponent",), {"self": scalar(2.5)}),
    Case("aclnnPowScalarTensor", lambda y: torch.pow(1.0, y), DOUBLES, ("exponent",), {"self": scalar(1)}),
    Case("aclnnLerp", lambda x, y, w: torch.lerp(x, y, w), FLOATS, ("self", "end", "weight"), in_place="selfRef"),
    Case("aclnnLerps", lambda x, y: torch.lerp(x, y, 0.75), FLOATS, ("self", "end"), {"weight": scalar(0.75)},
         in_place="selfRef"),
    Case("aclnnAddcmul", lambda x, a, b: torch.addcmul(x, a, b, value=2), (*DOUBLES, I32, I64, I8, U8), TERMS,
         {"value": scalar(2)}, in_place="selfRef"),
    Case("aclnnAddcmul", lambda x, a, b: torch.addcmul(x, a, b), (*DOUBLES, I32), TERMS, {"value": scalar(1)}),
    Case("aclnnAddcdiv", lambda x, a, b: torch.addcdiv(x, a, b, value=0.5), DOUBLES, TERMS, {"value": scalar(0.5)},
         positive=("tensor2",), in_place="selfRef"),
    Case("aclnnClamp", lambda x: torch.clamp(x, -1, 1), (*DOUBLES, I8, I16, I32, I64), ("self",),
         {"clipValueMin": scalar(-1, I8), "clipValueMax": scalar(1, I8)}),
    Case("aclnnClamp", lambda x: torch.clamp(x, max=1), DOUBLES, ("self",),
         {"clipValueMin": None, "clipValueMax": scalar(1)}),
    Case("aclnnClampMin", lambda x: torch.clamp(x, min=1), (*DOUBLES, *INTEGERS), ("self",),
         {"clipValueMin": scalar(1, I8)}),
    Case("aclnnClampMax", lambda x: torch.clamp(x, max=1), (*DOUBLES, *INTEGERS), ("self",),
         {"clipValueMax": scalar(1, I8)}, in_place="selfRef"),
    Case("aclnnClampTensor", lambda x, a, b: torch.clamp(x, a, b), (*DOUBLES, *INTEGERS),
         ("self", "clipValueMin", "clipValueMax")),
    Case("aclnnClampTensor", lambda x, b: torch.clamp(x, max=b), (*DOUBLES, *INTEGERS), ("self", "clipValueMax"),
         {"clipValueMin": None}),
    Case("aclnnClampMinTensor", lambda x, a: torch.clamp(x, min=a), (*DOUBLES, *INTEGERS), ("self", "clipValueMin"),
         in_place="selfRef"),
    Case("aclnnClampMaxTensor", lambda x, a: torch.clamp(x, max=a), (*DOUBLES, *INTEGERS), ("self", "max"),
         in_place="selfRef"),
    Case("aclnnRsub", lambda x, y: torch.rsub(x, y, alpha=2), (*DOUBLES, *INTEGERS, C64),
         attributes={"alpha": scalar(2, I8)}),
    Case("aclnnRsubs", lambda x: torch.rsub(x, 5, alpha=2), (*DOUBLES, *INTEGERS), ("self",),
         {"other": scalar(5, I8), "alpha": scalar(2, I8)}),
)  # fmt: skip
NAMES = [f"{i}-{case.operator.removeprefix('aclnn')}" for i, case in enumerate(CASES)]
BY_DTYPE = [
    pytest.param(case, dtype, id=f"{name}-{np.dtype(dtype).name}")
    for case, name in zip(CASES, NAMES, strict=True)
    for dtype in case.dtypes
]
OF_SEVERAL = [pytest.param(c, id=n) for c, n in zip(CASES, NAMES, strict=True) if len(c.tensors) > 1]
WITH_TWIN = [pytest.param(c, id=n) for c, n in zip(CASES, NAMES, strict=True) if c.in_place]


def chips_for(case: Case, dtype: Any) -> list[str]:
    with_bfloat16 = (B910, A950)
    return [soc for soc in case.chips if np.dtype(dtype) != BF16 or soc in with_bfloat16]


def run(case: Case, given: dict[str, Array], soc: str, out: Array) -> Array:
    compute(case.operator, {**given, **case.attributes, case.out: out}, soc)
    return out


def check(case: Case, given: dict[str, Array], soc: str, out_layout: str = "contiguous") -> None:
    want = case.want(given)
    out = laid_out(np.full(want.shape, 77, want.dtype), out_layout) if want.ndim else np.array(77, want.dtype)
    assert_close(run(case, given, soc, out), want, roundings=2)


@pytest.mark.parametrize(("case", "dtype"), BY_DTYPE)
def test_every_dtype_on_every_chip(case: Case, dtype: Any) -> None:
    given = case.values([(3, 4)] * len(case.tensors), dtype)
    want = case.want(given)
    for soc in chips_for(case, dtype):
        found = infer(case.operator, {**given, **case.attributes, case.out: MISSING}, soc)
        assert found == {case.out: ((3, 4), dtypes.from_numpy(want.dtype))}
        check(case, given, soc)


@pytest.mark.parametrize("case", [pytest.param(c, id=n) for c, n in zip(CASES, NAMES, strict=True)])
def test_layouts_of_inputs_and_outputs(case: Case) -> None:
    for index in range(len(ALL)):
        made = case.values([(4, 6)] * len(case.tensors), case.dtypes[0])
        given = {name: laid_out(values, ALL[(index + i) % len(ALL)]) for i, (name, values) in enumerate(made.items())}
        for soc in (case.chips[0], case.chips[-1]):
            check(case, given, soc, DENSE[index % len(DENSE)])


BROADCAST = (
    [(4, 6), (6,), (4, 1)],
    [(1, 6), (4, 1), (6,)],
    [(), (2, 3), (3,)],
    [(2, 1, 3), (), ()],
    [(), (), ()],
    [(1, 2, 1, 2, 1, 2, 1, 3), (2, 1, 2, 1, 2, 1, 2, 1), (3,)],
    [(0, 3), (1, 3), (3,)],
)


@pytest.mark.parametrize("shapes", BROADCAST, ids=str)
@pytest.mark.parametrize("case", OF_SEVERAL)
def test_broadcasting(case: Case, shapes: list[tuple[int, ...]]) -> None:
    given = case.values(shapes[: len(case.tensors)], case.dtypes[0])
    want = case.want(given)
    found = infer(case.operator, {**given, **case.attributes, case.out: MISSING}, case.chips[-1])
    assert found[case.out][0] == want.shape
    if case.operator == "aclnnHeaviside" and given["values"].size == 1 and want.shape != given["input"].shape:
        return  # one value takes no part in the shape of the result
    for soc in (case.chips[0], case.chips[-1]):
        if want.size:
            check(case, given, soc)
        else:
            compute(case.operator, {**given, **case.attributes, case.out: np.empty(want.shape, want.dtype)}, soc)


@pytest.mark.parametrize("case", WITH_TWIN)
def test_in_place_twins(case: Case) -> None:
    for layout in DENSE:
        given = case.values([(4, 6)] * len(case.tensors), case.dtypes[0])
        want = case.want(given)
        target = laid_out(given.pop(case.tensors[0]), layout)
        assert case.in_place is not None
        twin = case.operator.replace("aclnn", "aclnnInplace", 1)
        for soc in (case.chips[0], case.chips[-1]):
            again = target.copy() if layout == "contiguous" else laid_out(np.array(target), layout)
            compute(twin, {case.in_place: again, **given, **case.attributes}, soc)
            assert_close(again, want, roundings=2)


MIXED = ((F16, F32), (F32, ml_dtypes.bfloat16), (I32, F32), (I8, I32), (U8, I8), (BOOL, I64), (F16, ml_dtypes.bfloat16))


@pytest.mark.parametrize(("first", "second"), MIXED)
@pytest.mark.parametrize("operator", ["aclnnAtan2", "aclnnMaximum", "aclnnMinimum", "aclnnFloorDivide"])
def test_mixed_dtypes_promote_as_in_torch(operator: str, first: Any, second: Any) -> None:
    case = next(c for c in CASES if c.operator == operator)
    x, y = numbers((3, 4), first, 1), numbers((3, 4), second, 2)
    y = np.where(y == 0, y.dtype.type(1), y)
    want = from_torch(case.expected(to_torch(x), to_torch(y)))
    assert infer(operator, {"self": x, "other": y, "out": MISSING})["out"][1].numpy == want.dtype
    for soc in (B910, A950):
        out = np.full((3, 4), 77, want.dtype)
        compute(operator, {"self": x, "other": y, "out": out}, soc)
        assert_close(out, want, roundings=2)


@pytest.mark.parametrize("layout", ALL)
@pytest.mark.parametrize("dtype", [F32, F16, BF16, I32, I64, I8])
@pytest.mark.parametrize(("operator", "function"), [("aclnnMaxN", np.maximum), ("aclnnMinN", np.minimum)])
def test_extremes_of_lists(operator: str, function: Any, dtype: Any, layout: str) -> None:
    tensors = [laid_out(numbers((4, 6), dtype, seed), layout) for seed in range(3)] + [numbers((6,), dtype, 3)]
    want = function.reduce([np.broadcast_to(np.array(t), (4, 6)) for t in tensors])
    assert infer(operator, {"tensors": tensors, "out": MISSING}) == {"out": ((4, 6), dtypes.from_numpy(want.dtype))}
    for soc in (B910, A950):
        out = output((4, 6), dtype, "sliced")
        compute(operator, {"tensors": tensors, "out": out}, soc)
        np.testing.assert_array_equal(out, want)


@pytest.mark.parametrize("count", [1, 2, 5])
@pytest.mark.parametrize("dtype", [F32, F16, BF16, I32, I64])
def test_sums_of_lists(dtype: Any, count: int) -> None:
    tensors = [laid_out(numbers((4, 6), dtype, seed), ALL[seed]) for seed in range(count)]
    # A sum of float32 is exact to what 16 bits hold, so that only the last rounding shows.
    wide = np.sum([np.array(t).astype(F64) for t in tensors], axis=0)
    args = {"tensors": tensors, "out": MISSING}
    assert infer("aclnnAddN", args) == {"out": ((4, 6), dtypes.from_numpy(np.dtype(dtype)))}
    for layout in DENSE:
        out = output((4, 6), dtype, layout)
        compute("aclnnAddN", {"tensors": tensors, "out": out}, B910)
        assert_close(out, wide.astype(dtype), roundings=2)


@pytest.mark.parametrize(
    ("shape", "axis", "count", "from_blob", "scale_shape"),
    [
        ((2, 3, 4), 1, 1, True, (3,)),
        ((2, 3, 4), -2, 2, True, (3, 4)),
        ((2, 3, 4), 0, -1, True, (2, 3, 4)),
        ((2, 3, 4), 1, 0, True, (1,)),
        ((2, 3, 4), 0, 9, False, (2, 3)),
        ((2, 3, 4), 2, 0, False, (1,)),
        ((2, 3, 4), 2, 0, False, ()),
    ],
)
@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("with_bias", [True, False])
def test_scale_and_shift(
    shape: Any, axis: int, count: int, from_blob: bool, scale_shape: Any, dtype: Any, with_bias: bool
) -> None:
    x, scale, bias = numbers(shape, dtype, 1), numbers(scale_shape, dtype, 2), numbers(scale_shape, dtype, 3)
    # Put the operands' dimensions below those of x that they are for.
    rank = len(shape)
    padded = scale_shape + (1,) * (rank - axis % rank - len(scale_shape)) if scale.size > 1 else ()
    want = x.astype(F32) * scale.astype(F32).reshape(padded)
    if with_bias:
        want = want + bias.astype(F32).reshape(padded)
    args = {
        "x": laid_out(x, "transposed"), "scale": scale, "bias": bias if with_bias else None, "axis": axis,
        "numAxes": count, "scaleFromBlob": from_blob,
    }  # fmt: skip
    assert infer("aclnnScale", {**args, "y": MISSING}) == {"y": (shape, dtypes.from_numpy(x.dtype))}
    for soc in (B910, A950):
        out = output(shape, dtype, "backwards")
        compute("aclnnScale", {**args, "y": out}, soc)
        assert_close(out, want.astype(dtype))
