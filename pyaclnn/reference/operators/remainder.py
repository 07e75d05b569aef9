"""Remainders of two tensors, or of a tensor and a scalar: with the sign of the divisor, or of the dividend (fmod)."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import numpy as np

from ...dtypes import (
    BFLOAT16,
    BOOL,
    FLOAT16,
    FLOAT32,
    FLOAT64,
    INT8,
    INT32,
    INT64,
    UINT8,
    DType,
)
from .. import scalars
from ..chips import ALL_BUT_310B, Family
from ..definition import Definition
from ..dtype_lists import BASE, COMPLEX, UNSIGNED, Dtypes, per_chip
from ..kernels import Kernel
from ..lowering import Array, Buffer, Lowering
from ..patterns.binary import PAIR, binary, by_category, by_chip, natural_dtype, promoted
from ..patterns.in_place import in_place
from ..promotion import promote
from ..rules import (
    INNER_NULL,
    Broadcast,
    Call,
    Castable,
    Check,
    CommonIn,
    DoneIfEmpty,
    DtypeIn,
    Infer,
    MaxRank,
    NotNull,
    PromoteBy,
    Refusal,
    SameShape,
    require,
)


def _of_integers(function: Callable[..., Any], by_zero: Callable[[Array], Any]) -> Callable[..., Any]:
    """A remainder that integers have for a zero divisor too."""

    def compute(x: Array, y: Array, out: Array | None = None) -> Any:
        if x.dtype == np.bool_:
            return compute(x.view(np.int8), y.view(np.int8)).astype(np.bool_)
        if x.dtype.kind == "f" or np.all(y):
            return function(x, y, out=out)
        result = np.where(y == 0, by_zero(x), function(x, np.where(y == 0, y.dtype.type(1), y)))
        if out is None:
            return result
        out[...] = result
        return out

    return compute


def _minus_one(x: Array) -> Any:
    return np.full((), -1).astype(x.dtype)


# The control CPU takes float64 only, the vector cores all else.
FLOOR_MOD = Kernel(
    "FloorMod",
    _of_integers(np.remainder, lambda x: x),
    per_chip(tuple(dtype for dtype in (*BASE, *UNSIGNED, BFLOAT16) if dtype != FLOAT64)),
)
_MOD_ON_CORE = (FLOAT32, INT32, INT8, FLOAT16, UINT8)
MOD = Kernel(
    "Mod",
    _of_integers(np.fmod, lambda x: x),
    per_chip(_MOD_ON_CORE, since_910b=(BFLOAT16,), A950=(*_MOD_ON_CORE, BFLOAT16, INT64)),
)
MOD_ON_950 = dataclasses.replace(MOD, function=_of_integers(np.fmod, _minus_one))

# With the sign of the divisor

_TAKEN = (INT32, INT64, FLOAT16, FLOAT32, FLOAT64)
_REMAINDERS: Dtypes = per_chip(_TAKEN, since_910b=(BFLOAT16,), B310=())
_ONE_ELEMENT = ((), (1,))


def _fits(in_place: bool) -> Check:
    """The older chips let an output of one element be 0-d or 1-d."""

    def check(call: Call) -> None:
        either = call.family is not Family.A950 and not in_place
        if not call.is_missing("out") and either and call.shape in _ONE_ELEMENT:
            require(call.args["out"].shape in _ONE_ELEMENT, f"out must have one element, as {' and '.join(PAIR)}")
        else:
            call.expect_shape("out", call.shape, f"the broadcast shape of {', '.join(PAIR)}")

    return Check(check)


def _rules(*, in_place: bool) -> tuple[Any, ...]:
    return (
        NotNull(*PAIR, "out"),
        PromoteBy(promoted(*PAIR), *PAIR),
        Castable("out"),
        CommonIn(_REMAINDERS),
        Broadcast(*PAIR),
        _fits(in_place),
        MaxRank(*PAIR, "out"),
        DoneIfEmpty(*PAIR),
    )


def _takes_strides_of_one(low: Lowering, dtype: DType) -> bool:
    """Only Ascend950's vector cores broadcast within the kernel."""
    return low.family is Family.A950 and dtype != FLOAT64


def _at_least_1d(low: Lowering, name: str, dtype: DType) -> Buffer:
    x = low.contiguous(name)
    return low.cast(low.broadcast_to(x, (1,), always=True) if x.ndim == 0 else x, dtype)


def _expanded(low: Lowering, buffer: Buffer, shape: tuple[int, ...]) -> Buffer:
    return buffer if buffer.shape == shape else low.broadcast_to(buffer, shape or (1,), always=True)


def _lower_tensors(low: Lowering, call: Call) -> None:
    dtype, shape = call.common, low.tensor("out").shape
    if _takes_strides_of_one(low, dtype):
        x, y = (low.cast(low.contiguous(name), dtype) for name in PAIR)
    else:
        x, y = (_at_least_1d(low, name, dtype) for name in PAIR)
        x, y = (_expanded(low, buffer, shape) for buffer in (x, y))
    low.write(FLOOR_MOD(low, x, y), "out")


remainder_tensor_tensor = Definition(
    "aclnnRemainderTensorTensor",
    "out = self - floor(self / other) * other; self for integers divided by 0",
    _rules(in_place=False),
    _lower_tensors,
    families=ALL_BUT_310B,
)


def _with_scalar(call: Call) -> DType | None:
    x, other = (call.args[name].dtype for name in PAIR)
    if call.family is Family.A950:
        return by_category(*PAIR, keeps_width=True)(call)
    return promote(x, other) if not x.is_floating and (other.is_floating or x == BOOL) else x


def _not_complex(call: Call) -> None:
    for name, dtype in call.dtypes_of(PAIR):
        require(dtype not in COMPLEX, f"{name} is {dtype.name}, but complex numbers have no remainder")


def _lower_tensor_scalar(low: Lowering, call: Call) -> None:
    dtype, other = call.common, low.constant(call.args["other"], call.common)
    if _takes_strides_of_one(low, dtype):
        x = low.cast(low.contiguous("self"), dtype)
    else:
        x = _at_least_1d(low, "self", dtype)
        other = low.broadcast_to(other, x.shape, always=True)
    low.write(FLOOR_MOD(low, x, other), "out")


remainder_tensor_scalar = Definition(
    "aclnnRemainderTensorScalar",
    "out = self - floor(self / other) * other; self for integers divided by 0",
    (
        NotNull(*PAIR, "out"),
        SameShape("self", "out"),
        Check(_not_complex),
        PromoteBy(_with_scalar, *PAIR),
        CommonIn(_REMAINDERS),
        Castable("out"),
        Infer("out", dtype=natural_dtype(*PAIR)),
        MaxRank("self", "out"),
        DoneIfEmpty("self"),
    ),
    _lower_tensor_scalar,
    families=ALL_BUT_310B,
)


def _divided_scalar(call: Call) -> None:
    """Finds the common dtype; where there is none, only the kernel notices."""
    call.dtype = (
        by_category("other", "self", keeps_width=True)(call)
        if call.family is Family.A950
        else (call.args["other"].dtype)
    )
    if call.dtype is not None:
        call.expect_castable("out", call.dtype)


def _natural(call: Call) -> DType:
    tensor, scalar = call.args["other"].dtype, call.args["self"].dtype
    return scalars.result_dtype(tensor, scalar) or tensor


def _lower_scalar_tensor(low: Lowering, call: Call) -> None:
    out = low.tensor("out").dtype
    if low.family is Family.A950:
        if call.dtype is None:
            raise Refusal(INNER_NULL, "self and other have no common dtype")
        other = low.cast(low.contiguous("other"), call.dtype)
        x = low.constant(call.args["self"], call.dtype)
    else:
        shape = call.shape or (1,)
        x = low.broadcast_to(low.constant(call.args["self"], out), shape, always=True)
        other = _at_least_1d(low, "other", out)
    low.write(FLOOR_MOD(low, x, other), "out")


remainder_scalar_tensor = Definition(
    "aclnnRemainderScalarTensor",
    "out = self - floor(self / other) * other; self for integers divided by 0",
    (
        NotNull(*PAIR, "out", code=INNER_NULL),
        SameShape("other", "out"),
        Check(_not_complex),
        Check(_divided_scalar),
        Infer("out", dtype=_natural),
        DtypeIn(_REMAINDERS, "out"),
        MaxRank("other", "out"),
        DoneIfEmpty("other"),
    ),
    _lower_scalar_tensor,
    families=ALL_BUT_310B,
)

# With the sign of the dividend

_FMOD = per_chip((FLOAT32, INT32, INT8, FLOAT16, UINT8, FLOAT64, INT64), since_910b=(BFLOAT16,))
_DIVIDEND = "out = self - trunc(self / other) * other"
_ANY_OUTPUT = (CommonIn(_FMOD),)


def _mod(low: Lowering, x: Buffer, y: Buffer) -> Buffer:
    return (MOD_ON_950 if low.family is Family.A950 else MOD)(low, x, y)


def _lower_fmod(low: Lowering, call: Call) -> None:
    x, y = (low.cast(low.contiguous(name), call.common) for name in PAIR)
    low.write(_mod(low, x, y), "out")


def _lower_fmod_scalar(low: Lowering, call: Call) -> None:
    x, other = low.cast(low.contiguous("self"), call.common), call.args["other"]
    low.write(_mod(low, x, low.cast(low.constant(other, other.dtype), call.common)), "out")


fmod_tensor = dataclasses.replace(
    binary("aclnnFmodTensor", _DIVIDEND, MOD, (DtypeIn(_FMOD, *PAIR, "out"),), promoted(*PAIR), _ANY_OUTPUT),
    lower=_lower_fmod,
)
_scalar = binary(
    "aclnnFmodScalar",
    _DIVIDEND,
    MOD,
    (DtypeIn(_FMOD, *PAIR, "out"),),
    by_chip(by_category(*PAIR, keeps_width=True), promoted(*PAIR)),
    _ANY_OUTPUT,
)
fmod_scalar = dataclasses.replace(
    _scalar, rules=(NotNull("other", code=INNER_NULL), *_scalar.rules), lower=_lower_fmod_scalar
)

OPERATORS = (
    remainder_tensor_tensor,
    in_place("aclnnInplaceRemainderTensorTensor", remainder_tensor_tensor, rules=_rules(in_place=True)),
    remainder_tensor_scalar,
    in_place("aclnnInplaceRemainderTensorScalar", remainder_tensor_scalar),
    remainder_scalar_tensor,
    fmod_tensor,
    in_place("aclnnInplaceFmodTensor", fmod_tensor),
    fmod_scalar,
    in_place("aclnnInplaceFmodScalar", fmod_scalar),
)
