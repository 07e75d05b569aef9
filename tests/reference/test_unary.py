"""Functions of one tensor: PyTorch judges the values, in every dtype, memory layout and shape."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from pyaclnn import dtypes
from pyaclnn.abi.headers import own_headers
from pyaclnn.formats import Format
from pyaclnn.reference import registry
from pyaclnn.reference.chips import Family
from pyaclnn.reference.rules import MISSING, Refusal

from .compute import compute, infer
from .layouts import ALL, DENSE, Array, laid_out, output
from .measured import SOCS, table
from .refusals import A910, A950, B310, B910, P310, code_of, tensor
from .tolerances import assert_close
from .torch_values import numbers

torch = pytest.importorskip("torch")

F16, F32, F64, BF16 = np.float16, np.float32, np.float64, ml_dtypes.bfloat16
FLOATS = (F32, F16, BF16)
REALS = (*FLOATS, F64)
INTEGERS = (np.int8, np.int16, np.int32, np.int64, np.uint8, np.bool_)
COMPLEXES = (np.complex64, np.complex128)
EVERYTHING = (*REALS, *INTEGERS, *COMPLEXES)


@dataclass(frozen=True)
class Judged:
    """What PyTorch calls the function, the dtypes it takes, and between which numbers it is looked at."""

    judge: Callable[[Any], Any]
    takes: tuple[Any, ...]
    low: float = -2
    high: float = 2
    keeps_dtype: bool = False
    soc: str = B910


FUNCTIONS = {
    "aclnnAcos": Judged(torch.acos, (*REALS, *INTEGERS), -0.95, 0.95),
    "aclnnAcosh": Judged(torch.acosh, EVERYTHING, 1.1, 9),
    "aclnnAsin": Judged(torch.asin, (*REALS, *INTEGERS), -0.95, 0.95),
    "aclnnAsinh": Judged(torch.asinh, EVERYTHING),
    "aclnnAtan": Judged(torch.atan, (*REALS, *INTEGERS)),
    "aclnnAtanh": Judged(torch.atanh, EVERYTHING, -0.95, 0.95),
    "aclnnCos": Judged(torch.cos, EVERYTHING),
    "aclnnCosh": Judged(torch.cosh, EVERYTHING),
    "aclnnSin": Judged(torch.sin, EVERYTHING),
    "aclnnSinh": Judged(torch.sinh, EVERYTHING),
    "aclnnTan": Judged(torch.tan, EVERYTHING, -1.3, 1.3),
    "aclnnTanh": Judged(torch.tanh, (*FLOATS, *INTEGERS)),
    "aclnnSinc": Judged(torch.sinc, (*REALS, *INTEGERS)),
    "aclnnExp": Judged(torch.exp, (*REALS, np.bool_, np.int64, *COMPLEXES)),
    "aclnnExp2": Judged(torch.exp2, (*REALS, *INTEGERS)),
    "aclnnExpm1": Judged(torch.expm1, (*FLOATS, np.bool_, np.int64)),
    "aclnnLog": Judged(torch.log, EVERYTHING, 0.2, 9),
    "aclnnLog2": Judged(torch.log2, EVERYTHING, 0.2, 9),
    "aclnnLog10": Judged(torch.log10, EVERYTHING, 0.2, 9),
    "aclnnLog1p": Judged(torch.log1p, (*REALS, *INTEGERS), -0.9, 9),
    "aclnnSqrt": Judged(torch.sqrt, EVERYTHING, 0, 9),
    "aclnnRsqrt": Judged(torch.rsqrt, EVERYTHING, 0.2, 9),
    "aclnnReciprocal": Judged(torch.reciprocal, EVERYTHING, 0.2, 9),
    "aclnnErf": Judged(torch.erf, (*REALS, np.bool_, np.int64), -4, 4),
    "aclnnErfc": Judged(torch.erfc, (*REALS, np.bool_, np.int64), -4, 4),
    "aclnnErfinv": Judged(torch.erfinv, (*FLOATS, *INTEGERS), -0.95, 0.95),
    "aclnnDigamma": Judged(torch.digamma, (F64, F32, F16), 0.1, 9, keeps_dtype=True),
    "aclnnLgamma": Judged(torch.lgamma, (F64, F32, F16), 0.1, 9, keeps_dtype=True),
    "aclnnCeil": Judged(torch.ceil, REALS, keeps_dtype=True),
    "aclnnFloor": Judged(torch.floor, (*REALS, *INTEGERS[:-1]), keeps_dtype=True),
    "aclnnTrunc": Judged(torch.trunc, FLOATS, keeps_dtype=True),
    "aclnnFrac": Judged(torch.frac, (*FLOATS, *INTEGERS[:-1]), -9, 9, keeps_dtype=True),
    "aclnnRound": Judged(torch.round, (*REALS, np.int32, np.int64), keeps_dtype=True),
    "aclnnSquare": Judged(torch.square, (*FLOATS, np.int32, np.int64), keeps_dtype=True, soc=A950),
    "aclnnNeg": Judged(torch.neg, (*REALS, np.int8, np.int32, np.int64, *COMPLEXES), keeps_dtype=True),
    "aclnnSign": Judged(torch.sgn, (*REALS, np.int32, np.int64, np.bool_, *COMPLEXES), keeps_dtype=True),
    "aclnnAngleV2": Judged(torch.angle, (*FLOATS, *INTEGERS, np.complex64)),
}
IN_PLACE = (
    "aclnnInplaceAcos", "aclnnInplaceAcosh", "aclnnInplaceAsin", "aclnnInplaceAsinh", "aclnnInplaceAtan",
    "aclnnInplaceAtanh", "aclnnInplaceCos", "aclnnInplaceCosh", "aclnnInplaceSin", "aclnnInplaceSinh",
    "aclnnInplaceTan", "aclnnInplaceTanh", "aclnnInplaceSinc", "aclnnInplaceExp", "aclnnInplaceExp2",
    "aclnnInplaceExpm1", "aclnnInplaceLog", "aclnnInplaceLog2", "aclnnInplaceLog10", "aclnnInplaceLog1p",
    "aclnnInplaceSqrt", "aclnnInplaceRsqrt", "aclnnInplaceReciprocal", "aclnnInplaceErf", "aclnnInplaceErfc",
    "aclnnInplaceErfinv", "aclnnInplaceCeil", "aclnnInplaceFloor", "aclnnInplaceTrunc", "aclnnInplaceRound",
    "aclnnInplaceNeg", "aclnnInplaceFrac",
)  # fmt: skip
CASES = [(operator, dtype) for operator, judged in FUNCTIONS.items() for dtype in judged.takes]


def parameters(operator: str) -> list[str]:
    signature = own_headers().operator(operator)
    assert signature is not None
    return [p.name for p in signature.parameters]


def argument(operator: str, dtype: Any, shape: tuple[int, ...] = (4, 6), seed: int = 0) -> Array:
    """Numbers at which the function is smooth; integers from where it is defined."""
    judged, kind = FUNCTIONS[operator], np.dtype(dtype).kind
    if kind in "iub":
        x = numbers(shape, dtype, seed)
        if judged.low > 0 and kind != "b":
            return np.asarray(np.abs(x) + np.array(1, dtype)).astype(dtype)
        return np.clip(x, -1, 1) if (kind == "i" and judged.high < 1) else x
    rng = np.random.default_rng(seed)
    values = rng.uniform(judged.low, judged.high, shape)
    return np.asarray(values + 1j * rng.uniform(0.2, 1, shape) if kind == "c" else values).astype(dtype)


def expected(operator: str, x: Array) -> Array:
    """PyTorch's values, computed in 64 bits."""
    judged = FUNCTIONS[operator]
    wide = np.complex128 if x.dtype.kind == "c" else F64
    found = judged.judge(torch.from_numpy(np.array(x, wide, order="C")))
    return np.asarray(found.resolve_conj().numpy().astype(result_dtype(operator, x.dtype)))


def result_dtype(operator: str, dtype: Any) -> Any:
    dtype = np.dtype(dtype)
    if FUNCTIONS[operator].keeps_dtype:
        return dtype
    if operator == "aclnnAngleV2" and dtype == np.complex64:
        return np.dtype(F32)
    return np.dtype(F32) if dtype.kind in "iub" else dtype


def apply(operator: str, x: Array, out: Array | None = None, soc: str | None = None) -> Array:
    out = np.full(x.shape, 77, result_dtype(operator, x.dtype)) if out is None else out
    compute(operator, dict(zip(parameters(operator), (x, out), strict=True)), soc or FUNCTIONS[operator].soc)
    return out


def tolerance_of(dtype: Any) -> Any:
    return {np.dtype(np.complex64): F32, np.dtype(np.complex128): F64}.get(np.dtype(dtype))


@pytest.mark.parametrize(("operator", "dtype"), CASES)
def test_agrees_with_torch(operator: str, dtype: Any) -> None:
    x = argument(operator, dtype)
    source, target = parameters(operator)
    kind = dtypes.from_numpy(result_dtype(operator, dtype))
    # The chain of kernels that makes a sinc rounds after each.
    roundings = 3 if operator == "aclnnSinc" else 1
    assert infer(operator, {source: x, target: MISSING}, FUNCTIONS[operator].soc) == {target: (x.shape, kind)}
    assert_close(apply(operator, x), expected(operator, x), tolerance_of(kind.numpy), roundings=roundings)


@pytest.mark.parametrize("soc", [A910, P310, A950])
@pytest.mark.parametrize("operator", FUNCTIONS)
def test_other_chips_agree(operator: str, soc: str) -> None:
    definition = registry.find(operator)
    assert definition is not None
    if {A910: Family.A910, P310: Family.P310, A950: Family.A950}[soc] not in definition.families:
        return
    for dtype in (F32, F16):
        x = argument(operator, dtype, seed=1)
        assert_close(apply(operator, x, soc=soc), expected(operator, x), roundings=3)


@pytest.mark.parametrize("layout", ALL)
@pytest.mark.parametrize("operator", FUNCTIONS)
def test_layouts(operator: str, layout: str) -> None:
    for dtype in FUNCTIONS[operator].takes[1:3]:
        x = laid_out(argument(operator, dtype, seed=2), layout)
        for out_layout in DENSE:
            out = output(x.shape, result_dtype(operator, dtype), out_layout)
            assert_close(apply(operator, x, out), expected(operator, x), tolerance_of(out.dtype), roundings=3)


@pytest.mark.parametrize("shape", [(), (1,), (0,), (3, 0, 2), (2, 1, 2, 1, 2, 1, 2, 3)])
@pytest.mark.parametrize("operator", FUNCTIONS)
def test_shapes(operator: str, shape: tuple[int, ...]) -> None:
    x = argument(operator, F32, shape, seed=3)
    assert_close(apply(operator, x), expected(operator, x))


@pytest.mark.parametrize("operator", IN_PLACE)
def test_in_place_twins(operator: str) -> None:
    other = operator.replace("Inplace", "")
    (parameter,) = parameters(operator)
    for dtype in (F32, F16):
        for layout in DENSE:
            x = laid_out(argument(other, dtype, seed=4), layout)
            want = expected(other, x)
            compute(operator, {parameter: x}, FUNCTIONS[other].soc)
            assert_close(x, want, roundings=3)


@pytest.mark.parametrize("operator", [*FUNCTIONS, *IN_PLACE])
def test_refusals(operator: str) -> None:
    names = parameters(operator)
    soc = FUNCTIONS[operator.replace("Inplace", "")].soc
    call = dict.fromkeys(names, tensor(2, 3))
    assert code_of(operator, call, {}, soc) == 0
    null = 561103 if "Sinc" in operator else 161001
    assert [code_of(operator, call, {name: None}, soc) for name in names] == [null] * len(names)
    unsigned = code_of(operator, call, {names[0]: tensor(2, 3, dtype=dtypes.UINT32)}, soc)
    assert unsigned == (0 if operator == "aclnnInplaceFloor" else 161002)
    assert code_of(operator, call, dict.fromkeys(names, tensor(2, 3, dtype=dtypes.STRING)), soc) == 161002
    assert code_of(operator, call, dict.fromkeys(names, tensor(0, 3)), soc) == 0
    # Sign alone takes more than eight dimensions.
    nine = tensor(*[1] * 9)
    assert code_of(operator, call, dict.fromkeys(names, nine), soc) == (0 if operator == "aclnnSign" else 161002)
    if len(names) == 2:
        assert code_of(operator, call, {names[1]: tensor(3, 2)}, soc) == 161002
        assert code_of(operator, call, {names[1]: tensor(2, 3, dtype=dtypes.INT32)}, soc) == 161002


# Results of one dtype in outputs of another


def test_results_are_cast() -> None:
    # tan(1) = 1.557408; in float16 the step there is 2**-10, in bfloat16 2**-7: 1.5576, 1.5547.
    x = np.array([0, 1], np.int32)
    for dtype, want in ((F16, 1.5576172), (BF16, 1.5546875), (F64, 1.557407736778259)):
        out = apply("aclnnTan", x, np.zeros(2, dtype))
        assert out.astype(F64).tolist() == [0, pytest.approx(want, rel=1e-7)]


def test_integers_are_cast_to_the_output_first_or_to_float32() -> None:
    # 2049 has no float16 and becomes 2048 before the logarithm of 1 + 2048 is taken.
    out = apply("aclnnLog1p", np.array([2049], np.int32), np.zeros(1, F16))
    assert out.tolist() == [F16(np.log1p(2048.0))]
    # 65536 ** 2 is infinite in float16, and the inverse of its root 0.
    out = apply("aclnnRsqrt", np.array([65536**2], np.int64), np.zeros(1, F16))
    assert out.tolist() == [0]
    # The root of a long integer is computed in float64: 94906267 ** 2 has no float32.
    out = apply("aclnnSqrt", np.array([94906267**2], np.int64), np.zeros(1, F64))
    assert out.tolist() == [94906267]


def test_complex_to_real_drops_the_imaginary_part_where_it_is_allowed() -> None:
    # cos(i) = cosh(1)
    out = apply("aclnnCos", np.array([1j], np.complex64), np.zeros(1, F32))
    assert_close(out, [np.cosh(1)])
    call = {"self": tensor(2, dtype=dtypes.COMPLEX64), "out": tensor(2)}
    assert code_of("aclnnLog", call, {}) == 161002
    assert code_of("aclnnSin", call, {}) == 0


# Chips


@pytest.mark.parametrize("operator", [*FUNCTIONS, *IN_PLACE])
def test_chips_are_the_documented_ones_and_those_that_accepted_a_call(operator: str) -> None:
    definition = registry.find(operator)
    assert definition is not None
    (documented,) = (row for row in table("product_support.tsv.gz") if row["op"] == operator)
    names = dict(zip(SOCS, (Family.B910, Family.A910, Family.P310, Family.A950), strict=True))
    accepted = {
        names[soc] for row in table("dtype_support.tsv.gz") if row["op"] == operator for soc in SOCS if row[soc] == "0"
    }
    assert definition.families == {f for f in Family if documented[f.value] == "1"} | accepted


def test_ascend310b_lacks_most() -> None:
    call = {"self": tensor(2), "out": tensor(2)}
    assert code_of("aclnnSinh", call, {}, B310) == 561003
    assert code_of("aclnnSin", call, {}, B310) == 0


def test_formats() -> None:
    plain, blocked = tensor(1, 2, 3, 4), tensor(1, 2, 3, 4, format=Format.FRACTAL_NZ)
    channels = tensor(1, 2, 3, 4, format=Format.NCHW)
    for operator, out, soc, code in (
        ("aclnnSin", blocked, B910, 0),
        ("aclnnCosh", blocked, B910, 0),
        ("aclnnCosh", blocked, A950, 161002),
        ("aclnnFloor", blocked, B910, 161002),
        ("aclnnTanh", channels, B910, 161002),
        ("aclnnReciprocal", channels, B910, 161002),
        ("aclnnLgamma", channels, B910, 161002),
    ):
        assert code_of(operator, {"self": plain, "out": out}, {}, soc) == code, operator
    # What keeps its format does not fit an output of another one.
    assert code_of("aclnnRound", {"self": channels, "out": plain}, {}) == 561103
    assert code_of("aclnnRound", {"self": plain, "out": channels}, {}) == 0


def test_refusals_use_the_operators_own_names() -> None:
    for args in ({"input": tensor(2, dtype=dtypes.STRING), "out": MISSING}, {"input": None, "out": MISSING}):
        with pytest.raises(Refusal, match=r"^input is "):
            infer("aclnnAcos", args)
