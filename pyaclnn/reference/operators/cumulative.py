"""Running sums, products, maxima and minima along an axis."""

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
    INT16,
    INT32,
    INT64,
    UINT8,
    UINT16,
    UINT32,
    UINT64,
    UNDEFINED,
    DType,
)
from ..chips import ALL, ALL_BUT_310B, Family
from ..definition import Definition
from ..dtype_lists import INDICES, NUMERIC_BUT_BOOL, per_chip
from ..lowering import Array, Buffer, Lowering
from ..meta import TensorMeta
from ..rules import (
    AxesOf,
    Call,
    Check,
    DoneIfEmpty,
    DtypeGiven,
    DtypeIn,
    Finished,
    Infer,
    MaxRank,
    NotNull,
    SameDtype,
    SameShape,
    dtype_of,
    require,
)

_CUMSUM_ON_CORE = per_chip(
    (FLOAT32, FLOAT16, INT32),
    since_910b=(BFLOAT16,),
    A950=(FLOAT32, FLOAT16, BFLOAT16, INT32, UINT8, INT8, INT64),
)


def _running_sum(x: Array, axis: int, exclusive: bool, reverse: bool) -> Any:
    """``exclusive`` leaves each element out of its own sum, ``reverse`` begins at the end."""
    if not x.ndim:
        return np.zeros_like(x) if exclusive else x
    turned = np.flip(x, axis) if reverse else x
    sums = np.cumsum(turned, axis=axis, dtype=x.dtype)
    if exclusive:
        sums = np.roll(sums, 1, axis)
        sums[(slice(None),) * axis + (0,)] = 0
    return np.flip(sums, axis) if reverse else sums


def _cumsum(low: Lowering, call: Call) -> None:
    axis = call.axis("dim", "self")
    exclusive, reverse = (bool(call.args.get(name)) for name in ("exclusive", "reverse"))
    x = low.cast(low.contiguous("self"), low.tensor("out").dtype)
    result = low.kernel(
        "Cumsum",
        lambda a: _running_sum(a, axis, exclusive, reverse),
        (x,),
        x.shape,
        x.dtype,
        aicpu=x.dtype not in _CUMSUM_ON_CORE[low.family],
    )
    low.view_copy(result, "out")


_ALONG = (SameShape("self", "out"), MaxRank("self"), AxesOf("dim", "self"), DoneIfEmpty("self"))
cumsum = Definition(
    "aclnnCumsum",
    "out = running sum of self as dtype along dim",
    (
        NotNull("self", "out"),
        DtypeIn(NUMERIC_BUT_BOOL, "out"),
        DtypeGiven("out"),
        *_ALONG,
    ),
    _cumsum,
    families=ALL,
)
cumsum_v2 = Definition(
    "aclnnCumsumV2",
    "out = running sum of self along dim; exclusive leaves each element out of its own sum, reverse begins at the end",
    (NotNull("self", "out"), DtypeIn(NUMERIC_BUT_BOOL, "self", "out"), SameDtype("self", "out"), *_ALONG),
    _cumsum,
    families=ALL,
)

_MULTIPLIED = per_chip((
    FLOAT32, FLOAT16, BFLOAT16, FLOAT64, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64,
))  # fmt: skip


def _product_axis(call: Call) -> int:
    """The scalar's value as an int32."""
    return int(np.int64(call.args["dim"].value).astype(np.int32))


def _axis_in_range(call: Call) -> None:
    rank, axis = max(1, call.args["input"].ndim), _product_axis(call)
    require(-rank <= axis < rank, f"dim is {axis}; allowed are {-rank} to {rank - 1}")


def _nothing_for_other_dtype(call: Call) -> None:
    """An output of another dtype than the attribute ends the call without an error."""
    dtype, out = call.args.get("dtype", UNDEFINED), call.args["out"]
    if isinstance(out, TensorMeta) and dtype not in (UNDEFINED, out.dtype):
        raise Finished


def _product_dtype(call: Call) -> DType:
    dtype = call.args.get("dtype", UNDEFINED)
    return dtype if isinstance(dtype, DType) and dtype != UNDEFINED else call.args["input"].dtype


def _cumprod(low: Lowering, call: Call) -> None:
    axis = _product_axis(call) % max(1, call.args["input"].ndim)
    x = low.cast(low.contiguous("input"), low.tensor("out").dtype)
    result = low.kernel(
        "Cumprod",
        lambda a: np.cumprod(a, axis=axis, dtype=a.dtype) if a.ndim else a,
        (x,),
        x.shape,
        x.dtype,
        aicpu=True,
    )
    low.view_copy(result, "out")


cumprod = Definition(
    "aclnnCumprod",
    "out = running product of input as dtype along dim",
    (
        NotNull("input", "dim"),
        DtypeIn(_MULTIPLIED, "input"),
        NotNull("out"),
        DtypeIn(_MULTIPLIED, "out"),
        DtypeIn(INDICES, "dim"),
        Infer("out", dtype=_product_dtype),
        Check(_axis_in_range),
        SameShape("input", "out"),
        Check(_nothing_for_other_dtype),
        DoneIfEmpty("input", "out"),
    ),
    _cumprod,
    families=ALL_BUT_310B,
)
inplace_cumprod = dataclasses.replace(cumprod, name="aclnnInplaceCumprod", aliases={"out": "input"})


def _running_extreme(
    x: Array,
    axis: int,
    accumulate: Callable[..., Array],
    beats: Callable[..., Array],
    index_dtype: np.dtype[Any],
    nan_passes: bool,
) -> tuple[Array, ...]:
    """The extremes so far, and where each was last seen. NaN is the extreme from there on, unless it ``passes``."""
    x = x.reshape(x.shape or (1,))
    shape = [1] * x.ndim
    shape[axis] = -1
    positions = np.arange(x.shape[axis], dtype=index_dtype).reshape(shape)
    is_nan = np.isnan(x)
    has_nan = bool(is_nan.any())
    if nan_passes and has_nan:
        return _running_extreme_past_nan(x, axis, beats)
    values = accumulate(x, axis=axis)
    seen = x == values
    if has_nan:
        seen |= is_nan
    where = seen * positions
    return values, np.maximum.accumulate(where, axis=axis, out=where)


def _running_extreme_past_nan(x: Array, axis: int, beats: Callable[..., Array]) -> tuple[Array, ...]:
    """Each element replaces what it is not beaten by, as everything does NaN."""
    lanes = np.moveaxis(x, axis, 0)
    values, indices = lanes.copy(), np.zeros(lanes.shape, np.int64)
    for row in range(1, len(lanes)):
        kept = beats(values[row - 1], lanes[row])
        values[row] = np.where(kept, values[row - 1], lanes[row])
        indices[row] = np.where(kept, indices[row - 1], row)
    return np.moveaxis(values, 0, axis), np.moveaxis(indices, 0, axis)


def _extremes(
    low: Lowering, name: str, x: Buffer, axis: int, index_dtype: DType, *, least: bool, aicpu: bool
) -> tuple[Buffer, ...]:
    accumulate, beats = (np.minimum.accumulate, np.less) if least else (np.maximum.accumulate, np.greater)
    nan_passes = low.family is Family.A950

    def compute(a: Array) -> tuple[Array, ...]:
        values, indices = _running_extreme(a, axis, accumulate, beats, index_dtype.storage, nan_passes)
        return values.reshape(a.shape), indices.reshape(a.shape)

    results = low.kernel_with_outputs(name, compute, (x,), ((x.shape, x.dtype), (x.shape, index_dtype)), aicpu=aicpu)
    for result in results:
        result.format = x.format
    return results


_ORDERED = (FLOAT32, FLOAT16, FLOAT64, INT8, INT16, INT32, INT64, UINT8, BOOL)
_SHAPES = (MaxRank("self"), SameShape("self", "valuesOut", "indicesOut"), DoneIfEmpty("self"))
_NATURAL = (
    Infer("valuesOut", dtype=dtype_of("self")),
    Infer("indicesOut", dtype=lambda call: INT64),
)


def _without_bool(low: Lowering) -> Buffer:
    x = low.contiguous("self")
    return low.cast(x, UINT8) if x.dtype == BOOL else x


def _cummax(low: Lowering, call: Call) -> None:
    x = _without_bool(low)
    dtype = INT64 if low.tensor("indicesOut").dtype == INT64 else INT32
    values, indices = _extremes(low, "Cummax", x, call.axis("dim", "self"), dtype, least=False, aicpu=True)
    low.write(values, "valuesOut")
    low.view_copy(indices, "indicesOut")


_CUMMAX = per_chip(_ORDERED, since_910b=(BFLOAT16,))
cummax = Definition(
    "aclnnCummax",
    "valuesOut, indicesOut = greatest element of self so far along dim, and where it was last",
    (
        NotNull("self", "valuesOut", "indicesOut"),
        Check(lambda call: require(call.args["self"].ndim > 0, "self has no dimension")),
        AxesOf("dim", "self"),
        DtypeIn(_CUMMAX, "self", "valuesOut"),
        DtypeIn(INDICES, "indicesOut"),
        *_NATURAL,
        *_SHAPES,
    ),
    _cummax,
    families=ALL_BUT_310B,
)

_CUMMIN_ON_CORE = (FLOAT32, FLOAT16, INT8, UINT8, INT32, BFLOAT16)
_CUMMIN_ON_950 = (FLOAT32, FLOAT16, INT32, BFLOAT16)


def _cummin(low: Lowering, call: Call) -> None:
    if low.family is Family.A950:
        _cummin_on_950(low, call)
        return
    x, out = _without_bool(low), low.tensor("indicesOut")
    on_core = x.dtype in _CUMMIN_ON_CORE
    dtype = INT64 if not on_core and out.dtype == INT64 else INT32
    # The vector cores work along the first axis.
    turned = on_core and call.args["dim"] != 0
    axis = call.axis("dim", "self")

    def turn(buffer: Buffer) -> Buffer:
        if not turned:
            return buffer
        shape = list(buffer.shape or (1,))
        shape[0], shape[axis] = shape[axis], shape[0]
        return low.kernel(
            "Transpose",
            lambda a: np.swapaxes(a.reshape(a.shape or (1,)), 0, axis),
            (buffer,),
            tuple(shape),
            buffer.dtype,
            raw=True,
            format=buffer.format,
        )

    first, second = _extremes(low, "Cummin", turn(x), 0 if turned else axis, dtype, least=True, aicpu=not on_core)
    values, indices = turn(first), turn(second)
    low.write(values, "valuesOut")
    low.write(indices, "indicesOut")


def _cummin_on_950(low: Lowering, call: Call) -> None:
    x = _without_bool(low)
    is_byte = x.dtype in (INT8, UINT8)
    x = low.cast(x, FLOAT16) if is_byte else x
    dtype = INT32 if low.tensor("indicesOut").dtype == INT32 else INT64
    values, indices = _extremes(
        low, "Cummin", x, call.axis("dim", "self"), dtype, least=True, aicpu=x.dtype not in _CUMMIN_ON_950
    )
    if is_byte:
        low.write(values, "valuesOut")
    else:
        low.view_copy(values, "valuesOut")
    low.view_copy(indices, "indicesOut")


_CUMMIN = per_chip((*_ORDERED, BFLOAT16))
cummin = Definition(
    "aclnnCummin",
    "valuesOut, indicesOut = least element of self so far along dim, and where it was last",
    (
        NotNull("self", "valuesOut", "indicesOut"),
        AxesOf("dim", "self"),
        DtypeIn(_CUMMIN, "self", "valuesOut"),
        DtypeIn(INDICES, "indicesOut"),
        *_NATURAL,
        *_SHAPES,
    ),
    _cummin,
    families=ALL,
)

OPERATORS = (cumsum, cumsum_v2, cumprod, inplace_cumprod, cummax, cummin)
