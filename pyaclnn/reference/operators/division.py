"""Quotients of two tensors, or of a tensor and a scalar: exact, without their fraction, or rounded down."""

from __future__ import annotations

import dataclasses

import numpy as np

from ...dtypes import (
    BFLOAT16,
    BOOL,
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
from ..chips import ALL_BUT_310B, Family
from ..definition import Definition
from ..dtype_lists import CORE_FLOATS, DIVIDED_ON_CORE, HALF_PRECISION, NUMERIC
from ..kernels.arithmetic import FLOOR_DIV, MULS, REAL_DIV, REAL_DIV_INTEGERS, TRUNC, TRUNCATE_DIV, truncate
from ..lowering import Buffer, Lowering
from ..meta import ScalarValue
from ..patterns.binary import DONE_IF_EMPTY, PAIR, by_category
from ..patterns.in_place import FITS_SELF, in_place
from ..patterns.lowerings import operands
from ..promotion import promote, without_complex32
from ..rules import (
    INNER_NULL,
    Broadcast,
    Call,
    Check,
    DtypeIn,
    Infer,
    MaxRank,
    NotNull,
    NotPrivate,
    OneOf,
    Promote,
    SameShape,
    require,
)

EXACT, TRUNCATED, FLOORED = 0, 1, 2
# Pairs whose quotient Ascend950 truncates in one kernel.
_TRUNCATED_PAIRS = {(d, d) for d in (*CORE_FLOATS, INT8, INT16, INT32, INT64, UINT8)} | {
    (FLOAT16, FLOAT32), (FLOAT32, FLOAT16), (FLOAT32, INT32), (INT32, FLOAT32),
}  # fmt: skip


def _mode(call: Call) -> int:
    return call.args.get("mode", EXACT)


def _of_quotient(dtype: DType, mode: int) -> DType:
    """Ascend950's dtype for a common one; int32 and bool are divided as they are and give float32."""
    return FLOAT32 if mode == EXACT and dtype.is_integral and dtype != INT32 else dtype


def _require_castable(call: Call, dtype: DType, mode: int) -> None:
    call.expect_castable("out", FLOAT32 if mode == EXACT and dtype in (INT32, BOOL) else dtype)


def _quotient_fits(call: Call) -> None:
    """Older chips cast a quotient to whatever the operands could be cast to; Ascend950 casts a truncated one to all."""
    mode = _mode(call)
    if call.family is not Family.A950:
        call.expect_castable("out", call.common)
    elif mode != TRUNCATED:
        _require_castable(call, _of_quotient(call.common, mode), mode)


def _with_scalar(call: Call) -> DType | None:
    """Ascend950's dtype for the quotient of a tensor and a scalar."""
    mode = _mode(call)
    common = by_category(*PAIR)(call)
    if common is None:
        return None
    common = _of_quotient(common, mode)
    if mode == TRUNCATED and common in HALF_PRECISION:
        return FLOAT32
    return without_complex32(common)


def _scalar_quotient_fits(call: Call) -> None:
    mode, common = _mode(call), _with_scalar(call)
    if call.family is not Family.A950:
        call.expect_castable("out", call.args["self"].dtype)
    elif mode != TRUNCATED or common is None:
        require(common is not None, "self and other have no common dtype")
        assert common is not None
        _require_castable(call, common, mode)


def _natural(call: Call) -> DType:
    """What the output is where the caller does not say: a float for the exact quotient of integers."""
    x, other = call.args["self"].dtype, call.args["other"]
    if isinstance(other, ScalarValue):
        common = scalars.result_dtype(x, other.dtype) or x
    else:
        common = call.common
    exact_integers = _mode(call) == EXACT and common.is_integral
    return FLOAT32 if exact_integers or common == BOOL else common


_RULES = (
    NotNull("out", "other", "self"),
    MaxRank(*PAIR),
    Broadcast(*PAIR, to="out"),
    DtypeIn(NUMERIC, "other", "self"),
    Promote(*PAIR),
    Check(_quotient_fits),
    Infer("out", dtype=_natural),
    NotPrivate(*PAIR, "out"),
)
_SCALAR_RULES = (
    NotNull(*PAIR, "out"),
    NotPrivate("out", "self"),
    DtypeIn(NUMERIC, "other"),
    DtypeIn(NUMERIC, "self"),
    MaxRank("self"),
    SameShape("self", "out"),
    Check(_scalar_quotient_fits),
    Infer("out", dtype=_natural),
)
_MODE = OneOf("mode", EXACT, TRUNCATED, FLOORED)


def _both_int32(low: Lowering) -> bool:
    """910B divides int32 without a detour through float32."""
    return low.family.is_910b_like and low.args["self"].dtype == low.args["other"].dtype == INT32


def _mixed_on_910b(low: Lowering) -> bool:
    pair = (low.args["self"].dtype, low.args["other"].dtype)
    return low.family.is_910b_like and all(dtype in CORE_FLOATS for dtype in pair)


def _common_or_float32(first: Buffer, second: Buffer) -> DType:
    return first.dtype if first.dtype == second.dtype else FLOAT32


def _real_div(low: Lowering, x: Buffer, y: Buffer, *, mode: int = EXACT) -> Buffer:
    """The RealDiv kernel on two of one dtype; integers it divides without their fraction unless mode says exact."""
    if x.dtype == BOOL or (mode == EXACT and x.dtype == INT32):
        return REAL_DIV(low, x, y, dtype=FLOAT32)
    return (REAL_DIV_INTEGERS if x.dtype.is_integral else REAL_DIV)(low, x, y)


def _divide(low: Lowering, call: Call) -> None:
    dtype = call.common
    if _mixed_on_910b(low):
        x, y = operands(low, PAIR)
        low.write(REAL_DIV(low, x, y, dtype=_common_or_float32(x, y)), "out")
        return
    if low.family is Family.A950:
        dtype = _of_quotient(dtype, EXACT)
    elif dtype.is_integral and not _both_int32(low):
        dtype = FLOAT32
    takes_strides = low.family is Family.A950 and dtype in DIVIDED_ON_CORE[low.family]

    def operand(name: str) -> Buffer:
        return operands(low, (name,), dtype, strided=takes_strides and low.args[name].dtype == dtype)[0]

    low.write(_real_div(low, operand("self"), operand("other")), "out")


def _divide_by_scalar(low: Lowering, call: Call) -> None:
    x, other, is_950 = call.args["self"], call.args["other"], low.family is Family.A950
    dtype = x.dtype if x.dtype.is_floating or x.dtype.is_complex or _both_int32(low) else FLOAT32
    kept = (x.dtype == BFLOAT16 and other.dtype == FLOAT64) or (x.dtype != other.dtype and _mixed_on_910b(low))
    if low.family.is_910b_like and kept:
        divisor = low.constant(other, FLOAT32 if other.dtype == FLOAT64 else other.dtype)
        low.write(REAL_DIV(low, low.contiguous("self"), divisor, dtype=x.dtype), "out")
        return
    if x.dtype == other.dtype == BOOL:
        dtype = BOOL
    if other.dtype.is_complex:
        dtype = _required(promote(dtype, other.dtype))
    if is_950 and promote(x.dtype, other.dtype) == INT32:
        dtype = INT32
    if is_950 and dtype in HALF_PRECISION:
        dtype = FLOAT32
    is_float = other.dtype in CORE_FLOATS or (other.dtype == FLOAT64 and x.is_contiguous)
    if is_950 and x.dtype in CORE_FLOATS and is_float:
        # The reciprocal is computed in double precision and rounded once.
        with np.errstate(all="ignore"):
            reciprocal = np.float32(np.float64(1) / scalars.number(other, FLOAT64))
        result = MULS(low, low.cast(low.contiguous("self"), dtype), attributes=(reciprocal,))
    else:
        strided = is_950 and x.dtype == dtype and dtype in DIVIDED_ON_CORE[low.family]
        result = _real_div(low, *operands(low, PAIR, dtype, strided=strided))
    low.write(result, "out")


def _required(dtype: DType | None) -> DType:
    require(dtype is not None, "self and other have no common dtype", INNER_NULL)
    assert dtype is not None
    return dtype


def _divide_by_mode(low: Lowering, call: Call) -> None:
    """Of two tensors, or of a tensor and a scalar."""
    mode, is_scalar = _mode(call), isinstance(call.args["other"], ScalarValue)
    if low.family is Family.A950 and mode == TRUNCATED:
        result = _truncated_on_950(low, call)
    elif _mixed_on_910b(low):
        x, y = operands(low, PAIR)
        dtype = x.dtype if is_scalar and mode != TRUNCATED else _common_or_float32(x, y)
        result = (FLOOR_DIV if mode == FLOORED else REAL_DIV)(low, x, y, dtype=dtype)
        if mode == TRUNCATED:
            result = low.in_place("Trunc", truncate, result)
    else:
        result = _promoted_by_mode(low, call, _computed_in(low, call))
    low.write(result, "out")


def _truncated_on_950(low: Lowering, call: Call) -> Buffer:
    x, y = operands(low, PAIR)
    is_scalar = isinstance(call.args["other"], ScalarValue)
    if y.ndim == 0 and not is_scalar:
        y = low.kernel("BroadcastTo", lambda a: a.reshape(1), (y,), (1,), y.dtype, raw=True)
    if (x.dtype, y.dtype) in _TRUNCATED_PAIRS:
        return TRUNCATE_DIV(low, x, y, dtype=_common_or_float32(x, y))
    common = _with_scalar(call) if is_scalar else call.common
    dtype = FLOAT32 if common == BOOL else _required(common)
    require(not dtype.is_complex, f"self and other promote to {dtype.name}; only exact quotients can be complex")
    return TRUNCATE_DIV(low, low.cast(x, dtype), *_cast_other(low, y, dtype))


def _cast_other(low: Lowering, other: Buffer, dtype: DType) -> tuple[Buffer]:
    """The second operand in a dtype; a scalar is converted from its own value."""
    return (low.constant(low.args["other"], dtype) if other.value is not None else low.cast(other, dtype),)


def _computed_in(low: Lowering, call: Call) -> DType:
    """The dtype in which all but the kernels of mixed floats divide."""
    mode, x, other = _mode(call), call.args["self"].dtype, call.args["other"]
    is_scalar = isinstance(other, ScalarValue)
    if low.family is Family.A950:
        dtype = _required(_with_scalar(call) if is_scalar else _of_quotient(call.common, mode))
        if is_scalar and dtype in HALF_PRECISION:
            dtype = FLOAT32
    else:
        dtype = _required(promote(x, other.dtype))
        if mode != FLOORED and dtype != BOOL and not dtype.is_complex and not _both_int32(low):
            kept = x if is_scalar else dtype
            dtype = kept if kept in CORE_FLOATS else FLOAT32
    require(
        mode == EXACT or not dtype.is_complex,
        f"self and other promote to {dtype.name}; only exact quotients can be complex",
    )
    return FLOAT32 if dtype == BOOL and mode == FLOORED else dtype


def _promoted_by_mode(low: Lowering, call: Call, dtype: DType) -> Buffer:
    mode = _mode(call)
    # Ascend950's kernel lacks int16.
    detour = low.family is Family.A950 and dtype == INT16 and mode == FLOORED
    x, y = operands(low, PAIR, INT32 if detour else dtype)
    if mode == FLOORED:
        result = FLOOR_DIV(low, x, y)
    else:
        result = _real_div(low, x, y, mode=mode)
        if mode == TRUNCATED and result.dtype not in (INT64, INT16):
            result = TRUNC(low, result)
    return low.cast(result, dtype) if detour else result


div = Definition("aclnnDiv", "out = self / other", (*_RULES, DONE_IF_EMPTY), _divide)
divs = Definition(
    "aclnnDivs", "out = self / other", (*_SCALAR_RULES, DONE_IF_EMPTY), _divide_by_scalar, families=ALL_BUT_310B
)
div_mod = Definition(
    "aclnnDivMod",
    "out = self / other; mode 1 cuts the fraction off, mode 2 rounds down",
    (*_RULES, _MODE, DONE_IF_EMPTY),
    _divide_by_mode,
    families=ALL_BUT_310B,
)
div_mods = dataclasses.replace(div_mod, name="aclnnDivMods", rules=(*_SCALAR_RULES, _MODE, DONE_IF_EMPTY))

OPERATORS = (
    div,
    in_place("aclnnInplaceDiv", div, *FITS_SELF),
    divs,
    in_place("aclnnInplaceDivs", divs),
    div_mod,
    in_place("aclnnInplaceDivMod", div_mod, *FITS_SELF),
    div_mods,
    in_place("aclnnInplaceDivMods", div_mods),
)
