"""Norms of vectors over axes, and tensors whose slices are shortened to a norm."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import numpy as np

from ...dtypes import BFLOAT16, FLOAT16, FLOAT32, DType
from .. import scalars
from ..chips import ALL, SINCE_910B, Family
from ..definition import Definition
from ..dtype_lists import CORE_FLOATS, FLOATS_ON_ANY_CHIP, per_chip
from ..kernels.arithmetic import MUL
from ..kernels.filling import fill_output
from ..kernels.reduction import Reduction
from ..lowering import Array, Buffer, Lower, Lowering
from ..patterns.in_place import in_place
from ..patterns.reduction import Axes, ReducedTo
from ..promotion import can_cast, promote
from ..rules import (
    AxesOf,
    Call,
    Check,
    DoneIfEmpty,
    DtypeGiven,
    DtypeIn,
    DtypeLike,
    Infer,
    MaxRank,
    NotNull,
    PromoteBy,
    RankIn,
    Refusal,
    Rule,
    SameFormat,
    SameShape,
    When,
    on_950,
    require,
)
from ..shapes import reduced_shape

_NORMED = Axes("dim", "keepdim")
_VECTORS = Axes("dims", "keepDims")
# Results that the kernel gives without a cast.
_DIRECT = {FLOAT32: (FLOAT32,), FLOAT16: (FLOAT32, FLOAT16), BFLOAT16: (FLOAT32, BFLOAT16)}
_INT_MAX = 2.0**31


def _order(low: Lowering, name: str) -> float:
    """The norm's order in float32; the older chips read the greatest and the least int32 as infinite."""
    order = float(scalars.number(low.args[name], FLOAT32))
    return np.copysign(np.inf, order) if low.family is not Family.A950 and abs(order) == _INT_MAX else order


def _powers(order: float) -> Callable[..., Any]:
    """What is summed, or compared, over the axes."""

    def compute(x: Array, axis: tuple[int, ...], keepdims: bool) -> Any:
        if order == 2:
            return np.sum(np.square(x), axis=axis, keepdims=keepdims)
        size = np.abs(x)
        if np.isinf(order):
            return (np.max if order > 0 else np.min)(size, axis=axis, keepdims=keepdims)
        if order == 0:
            return np.sum(size != 0, axis=axis, keepdims=keepdims, dtype=np.float32)
        powers = size if order == 1 else size ** np.float32(order)
        return np.sum(powers, axis=axis, keepdims=keepdims)

    return compute


def _root(total: Any, order: float) -> Any:
    if np.isinf(order) or order in (0, 1):
        return total
    return np.sqrt(total) if order == 2 else np.power(total, np.float32(1 / order))


def _norm_kernel(order: float) -> Reduction:
    powers = _powers(order)
    return Reduction("LpNormV2", lambda x, axis, keepdims: _root(powers(x, axis, keepdims), order), takes_out=False)


def _reduced_norm(low: Lowering, call: Call, x: Buffer, axes: Axes, order: float, dtype: DType) -> Buffer:
    return _norm_kernel(order)(low, x, axes.reduced(call), axes.stay(call), dtype=dtype)


def _norm_on_910b(low: Lowering, call: Call, axes: Axes, order: float) -> None:
    x, dtype = low.contiguous("self"), low.tensor("out").dtype
    # A result that the output can't take is lost without an error.
    with suppress(Refusal):
        if dtype in _DIRECT.get(x.dtype, ()):
            low.view_copy(_reduced_norm(low, call, x, axes, order, dtype), "out")
        else:
            x = low.cast(x, FLOAT32)
            low.write(_reduced_norm(low, call, x, axes, order, FLOAT32), "out")


def _norm_in_two_steps(low: Lowering, call: Call, axes: Axes, order: float) -> None:
    x = low.cast(low.contiguous("self"), FLOAT32)
    sums = Reduction("LpNormReduceV2", _powers(order), takes_out=False)(low, x, axes.reduced(call), axes.stay(call))
    result = low.kernel("LpNormUpdateV3", lambda total: _root(total, order), (sums,), sums.shape, FLOAT32)
    low.write(result, "out")


def _norm(axes: Axes, order_name: str, *, loses_errors: bool) -> Lower:
    def lower(low: Lowering, call: Call) -> None:
        if call.args["self"].is_empty or low.tensor("out").size == 0:
            fill_output(low, "out", 0)
            return
        order = _order(low, order_name)
        if low.family is Family.A950:
            x, dtype = low.contiguous("self"), low.tensor("out").dtype
            with suppress(*((Refusal,) if loses_errors else ())):
                low.view_copy(_reduced_norm(low, call, x, axes, order, dtype), "out")
        elif low.family.is_910b_like:
            _norm_on_910b(low, call, axes, order)
        else:
            _norm_in_two_steps(low, call, axes, order)

    return lower


def _common(call: Call) -> DType | None:
    x, out = call.args["self"].dtype, call.args["out"]
    return x if call.is_missing("out") else promote(x, out.dtype)


def _fits_on_950(call: Call) -> None:
    if call.family is Family.A950 and not call.is_missing("out"):
        out = call.args["out"].dtype
        require(can_cast(call.common, out), f"out is {out.name}, to which {call.common.name} can't be cast")


def _natural(call: Call) -> DType:
    dtype = call.args["self"].dtype
    return dtype if dtype in CORE_FLOATS else FLOAT32


def _over(axes: Axes) -> tuple[Rule, ...]:
    return (
        PromoteBy(_common, "self", "out"),
        Check(_fits_on_950),
        axes.in_range(),
        MaxRank("self", "out"),
        ReducedTo(axes, "out"),
    )


norm = Definition(
    "aclnnNorm",
    "out = (sum of |self|^p over dim)^(1/p), or over all axes where dim is empty; for p = inf the greatest |self|, "
    "for -inf the least, for 0 how many are not zero",
    (
        NotNull("self", "pScalar", "dim", "out"),
        When(on_950, DtypeIn(FLOATS_ON_ANY_CHIP, "self", "out")),
        Infer("out", dtype=_natural),
        *_over(_NORMED),
    ),
    _norm(_NORMED, "pScalar", loses_errors=False),
    families=ALL,
)


def _real(call: Call) -> None:
    for name, dtype in call.dtypes_of(("self", "out")):
        require(not dtype.is_complex, f"{name} is {dtype.name}, but complex ones are not taken")


def _direct_on_950(call: Call) -> None:
    if call.family is not Family.A950:
        return
    DtypeIn(FLOATS_ON_ANY_CHIP, "self", "out", "dtype").check(call)
    x, dtype = call.args["self"].dtype, call.args["dtype"]
    require(dtype in _DIRECT[x], f"self is {x.name}, whose norm can't be {dtype.name}")


linalg_vector_norm = Definition(
    "aclnnLinalgVectorNorm",
    "out = (sum of |self|^ord over dims)^(1/ord), or over all axes where dims is empty; for ord = inf the greatest "
    "|self|, for -inf the least, for 0 how many are not zero",
    (
        NotNull("self", "ord", "dims", "out"),
        DtypeGiven("out"),
        Check(_real),
        Check(_direct_on_950),
        *_over(_VECTORS),
    ),
    _norm(_VECTORS, "ord", loses_errors=True),
    families=ALL - {Family.P310},
)

# Below this a norm counts as this.
_LEAST_NORM = np.float32(1e-7)


def _not_negative(call: Call) -> None:
    for name in ("p", "maxNorm"):
        value = float(scalars.number(call.args[name], FLOAT32))
        require(not value < 0, f"{name} is {value}; allowed is 0 and above")


def _renorm(low: Lowering, call: Call) -> None:
    x = low.contiguous("self")
    if low.family is Family.A950:
        x = low.cast(x, FLOAT32)
    axis = call.args["dim"] % x.ndim
    others = tuple(a for a in range(x.ndim) if a != axis)
    order, limit = (float(scalars.number(call.args[name], FLOAT32)) for name in ("p", "maxNorm"))
    powers = _powers(order)

    def factors(a: Array) -> Any:
        length = np.maximum(_root(powers(a, others, True), order), _LEAST_NORM)
        return np.minimum(length, np.float32(limit)) / length

    scale = low.kernel("Renorm", factors, (x,), reduced_shape(x.shape, others, True), x.dtype)
    scaled = MUL(low, x, low.broadcast_to(scale, x.shape, always=True))
    low.write(scaled, "out")


_RENORMED = per_chip(CORE_FLOATS, A910=(FLOAT32, FLOAT16))
renorm = Definition(
    "aclnnRenorm",
    "out = self with the slices along dim whose p-norm is above maxNorm scaled to it",
    (
        NotNull("self", "p", "maxNorm", "out"),
        DtypeIn(_RENORMED, "self", "out"),
        DtypeLike("out", "self"),
        SameFormat("self", "out"),
        RankIn(2, 8, "self", "out"),
        SameShape("self", "out"),
        Check(_not_negative),
        AxesOf("dim", "self"),
        DoneIfEmpty("self"),
    ),
    _renorm,
    families=SINCE_910B | {Family.A910},
)

OPERATORS = (norm, linalg_vector_norm, renorm, in_place("aclnnInplaceRenorm", renorm))
