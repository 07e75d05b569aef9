"""Powers of two tensors, or of a tensor and a scalar."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np

from ...dtypes import (
    BFLOAT16,
    BOOL,
    COMPLEX64,
    COMPLEX128,
    FLOAT16,
    FLOAT32,
    FLOAT64,
    INT8,
    INT16,
    INT32,
    INT64,
    UINT8,
    DType,
)
from .. import scalars
from ..chips import ALL, Family
from ..definition import Definition
from ..dtype_lists import NUMERIC, per_chip
from ..kernels import Kernel
from ..kernels.arithmetic import SQUARE, power
from ..kernels.filling import full
from ..lowering import Array, Buffer, Lowering
from ..patterns.binary import Promotion, binary, by_category, by_chip, instead, natural_dtype, promoted
from ..patterns.in_place import in_place
from ..promotion import promote_by_category, without_complex32
from ..rules import (
    INNER_NULL,
    Call,
    Castable,
    Check,
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

INNER = 561000

_ON_CORE = (FLOAT32, FLOAT16, INT32, INT8, UINT8)
_POW_ON_CORE = per_chip(_ON_CORE, since_910b=(BFLOAT16,), A950=(*_ON_CORE, BFLOAT16, INT16))
_SQUARED_AS_INT32 = (INT8, UINT8, BOOL, INT16)
_SQUARED_ON_950 = (FLOAT32, BFLOAT16, FLOAT16, INT64, COMPLEX64, COMPLEX128)

# Exponents, and dtypes, for which some chips have a kernel of their own.
_PREPARED = (0.5, 2.0, 3.0, -0.5, -1.0, -2.0)
_PREPARED_DTYPES = (FLOAT16, FLOAT32, BFLOAT16)
_PREPARED_ON = (Family.P310, Family.B910, Family.A910_93)

# The chips whose results stay in the dtype's range where others overflow.
_SATURATING = (Family.A910, Family.P310)


def _power(x: Array, y: Array, out: Array | None = None) -> Any:
    y = y.astype(x.dtype, copy=False)
    if y.ndim == 0 and y == 2:
        return np.square(x, out=out)
    return power(x, y, out)


def _bounded_power(x: Array, y: Array, least: Any, most: Any) -> Any:
    """Where the power of finite numbers exceeds the dtype's range, the end of the range."""
    result = _power(x, y)
    if x.dtype.kind in "iu":
        exact = np.power(x.astype(np.float64), np.maximum(y, 0))
        return np.where(exact >= float(most) + 1, most, np.where(exact < least, least, result))
    return np.where(np.isfinite(x) & np.isfinite(y), np.clip(result, least, most), result)


def _bounded_square(x: Array, least: Any, most: Any) -> Any:
    return _bounded_power(x, np.asarray(2, x.dtype), least, most)


POW = Kernel("Pow", _power, _POW_ON_CORE)
POWS = Kernel("Pows", _power)


def _raise(low: Lowering, kernel: Kernel, x: Buffer, y: Buffer) -> Buffer:
    dtype = x.dtype
    if low.family not in _SATURATING or dtype.is_complex:
        return kernel(low, x, y)
    bounded = dataclasses.replace(kernel, function=_bounded_power, takes_out=False)
    return bounded(low, x, y, attributes=scalars.limits_of(dtype))


def _not_only_bools(base: str, exponent: str) -> Check:
    def check(call: Call) -> None:
        both = call.args[base].dtype == call.args[exponent].dtype == BOOL
        require(not both, f"{base} and {exponent} are bool, of which there is no power")

    return Check(check)


# Of two tensors


def _lower_tensors(low: Lowering, call: Call) -> None:
    x, y = (low.cast(low.contiguous(name), call.common) for name in ("self", "exponent"))
    low.write(_raise(low, POW, x, y), "out")


pow_tensor_tensor = dataclasses.replace(
    binary(
        "aclnnPowTensorTensor",
        "out = self ** exponent",
        POW,
        (_not_only_bools("self", "exponent"), DtypeIn(NUMERIC, "self", "exponent")),
        promoted("self", "exponent"),
        names=("self", "exponent"),
        families=ALL,
    ),
    lower=_lower_tensors,
)

# Of a tensor and a scalar


def _on_older_chips(tensor: str, scalar: str) -> Promotion:
    """The tensor's dtype, which a scalar changes only where it adds a category."""

    def common(call: Call) -> DType | None:
        x, other, exponent = (call.args[n].dtype for n in (tensor, scalar, "exponent"))
        if exponent == FLOAT64 and not call.is_missing("out") and call.args["out"].dtype == FLOAT32:
            return FLOAT32
        return promote_by_category(x, other)

    return common


def _scalar_rules(tensor: str, scalar: str) -> tuple[Any, ...]:
    names = ("self", "exponent")
    return (
        NotNull(*names, "out"),
        DtypeIn(NUMERIC, *names),
        PromoteBy(promoted(*names), *names),
        Castable("out"),
        PromoteBy(
            by_chip(instead(by_category(tensor, scalar), without_complex32), _on_older_chips(tensor, scalar)), *names
        ),
        _not_only_bools(*names),
        Castable("out"),
        Infer("out", dtype=natural_dtype(*names)),
        MaxRank(tensor),
        SameShape(tensor, "out"),
        DoneIfEmpty(tensor),
    )


def _exponent_is_in_range(call: Call) -> None:
    """Ascend950 refuses what the dtype of the power does not hold."""
    exponent, dtype = call.args["exponent"], call.common
    if call.family is not Family.A950:
        return
    negative = dtype.is_integral and int(scalars.number(exponent, INT64)) < 0
    require(not negative, f"exponent is {exponent.value}; the power of {dtype.name} needs one that is not negative")
    require(not scalars.overflows(exponent, dtype), f"exponent is {exponent.value}, which {dtype.name} does not hold")


def _lower_tensor_scalar(low: Lowering, call: Call) -> None:
    exponent, dtype = call.args["exponent"], call.common
    value, is_950 = float(scalars.number(exponent)), low.family is Family.A950
    x = low.cast(low.contiguous("self"), dtype)
    if value in _PREPARED and dtype in _PREPARED_DTYPES and low.family in _PREPARED_ON:
        result = _raise(low, POWS, x, low.constant(exponent, dtype))
    elif value == 2 and (not is_950 or dtype in _SQUARED_ON_950):
        if dtype in _SQUARED_AS_INT32:
            x = low.cast(x, INT32)
        result = _square(low, x)
    elif value == 1 and not is_950:
        result = x
    else:
        result = _raise(low, POW, x, low.constant(exponent, dtype))
    low.write(result, "out")


def _square(low: Lowering, x: Buffer) -> Buffer:
    if low.family not in _SATURATING or x.dtype.is_complex:
        return SQUARE(low, x)
    bounded = dataclasses.replace(SQUARE, function=_bounded_square, takes_out=False)
    return bounded(low, x, attributes=scalars.limits_of(x.dtype))


pow_tensor_scalar = Definition(
    "aclnnPowTensorScalar",
    "out = self ** exponent",
    (*_scalar_rules("self", "exponent"), Check(_exponent_is_in_range)),
    _lower_tensor_scalar,
)


def _control_cpu_casts(low: Lowering, call: Call) -> bool:
    """910B's control CPU takes an exponent of another dtype than the base's."""
    base, exponent = call.args["self"].dtype, call.args["exponent"].dtype
    return (
        low.family.is_910b_like
        and call.common not in _POW_ON_CORE[low.family]
        and not ({base, exponent} & {BOOL, BFLOAT16})
    )


def _lower_scalar_tensor(low: Lowering, call: Call) -> None:
    base = call.args["self"]
    out = low.tensor("out")
    try:
        if (
            low.family is Family.A950
            and scalars.number(base) == 1
            and not (call.args["exponent"].dtype.is_complex or out.dtype.is_complex)
        ):
            require(out.dtype.numpy is not None, f"out is {out.dtype.name}, which can't be filled", INNER)
            low.view_copy(full(low, out.shape, out.dtype, 1), "out")
            return
        exponent = low.contiguous("exponent")
        if not _control_cpu_casts(low, call):
            exponent = low.cast(exponent, call.common)
        low.write(_raise(low, POW, low.constant(base, call.common), exponent), "out")
    except Refusal as refusal:
        raise Refusal(INNER if refusal.code == INNER_NULL else refusal.code, refusal.text) from None


pow_scalar_tensor = Definition(
    "aclnnPowScalarTensor",
    "out = self ** exponent",
    _scalar_rules("exponent", "self"),
    _lower_scalar_tensor,
)

OPERATORS = (
    pow_tensor_tensor,
    in_place("aclnnInplacePowTensorTensor", pow_tensor_tensor, parameter="self"),
    pow_tensor_scalar,
    in_place("aclnnInplacePowTensorScalar", pow_tensor_scalar, parameter="self"),
    pow_scalar_tensor,
)
