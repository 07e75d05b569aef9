"""Where the greatest and the least elements along an axis are, alone or together with their values."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from ...dtypes import BFLOAT16, BOOL, FLOAT16, FLOAT32, FLOAT64, INT8, INT16, INT32, INT64, UINT8, UINT16, DType
from ..chips import ALL_BUT_310B, Family
from ..definition import Definition
from ..dtype_lists import INDICES, Dtypes, per_chip
from ..kernels.filling import fill_one_element
from ..lowering import Array, Buffer, Lower, Lowering
from ..patterns.reduction import Axes, NoEmptyAxis, write_reduced
from ..rules import (
    INNER_NULL,
    NULL,
    Call,
    DoneIfEmpty,
    DtypeIn,
    DtypeLike,
    Infer,
    MaxRank,
    NotNull,
    NotPrivate,
    Refusal,
)
from ..shapes import reduced_shape

_ALONG = Axes("dim", "keepdim")
_NUMBERS = (FLOAT32, FLOAT16, FLOAT64, INT8, INT16, INT32, INT64, UINT8)
_SEARCHED = per_chip(_NUMBERS, since_910b=(BFLOAT16,), B310=(*_NUMBERS, BFLOAT16))
_SEARCHED_FOR_MAX = {**_SEARCHED, Family.A950: (*_NUMBERS, UINT16, BFLOAT16)}

# What the vector cores search.
_MAX_ON_CORE = per_chip((FLOAT32, FLOAT16), A910=(FLOAT32, FLOAT16, INT64), since_910b=(BFLOAT16, INT32, INT64))
_MIN_ON_CORE = per_chip((FLOAT32, FLOAT16, INT64), P310=(FLOAT32, FLOAT16), since_910b=(BFLOAT16,))


def _first_greatest(x: Array, axis: int, keepdims: bool) -> Any:
    """The first of several, and NaN before all."""
    return np.argmax(x, axis=axis, keepdims=keepdims)


def _first_least(x: Array, axis: int, keepdims: bool) -> Any:
    return np.argmin(x, axis=axis, keepdims=keepdims)


def _positions(
    low: Lowering, call: Call, name: str, find: Callable[..., Any], x: Buffer, dtype: DType, on_core: Dtypes
) -> Buffer:
    axis, keep = call.axis("dim", "self"), _ALONG.stay(call)
    shape = reduced_shape(x.shape or (1,), (axis,), keep)
    return low.kernel(
        name,
        lambda a: find(a.reshape(a.shape or (1,)), axis, keep),
        (x,),
        shape,
        dtype,
        aicpu=x.dtype not in on_core[low.family],
    )


def _arg_max(low: Lowering, call: Call) -> None:
    dtype = low.tensor("out").dtype if low.family is Family.A950 else INT32
    result = _positions(low, call, "ArgMaxV2", _first_greatest, low.contiguous("self"), dtype, _MAX_ON_CORE)
    write_reduced(low, result, "out")


arg_max = Definition(
    "aclnnArgMax",
    "out = index of the greatest element of self along dim, the first of several",
    (
        NotNull("self", "out"),
        DtypeIn(_SEARCHED_FOR_MAX, "self"),
        MaxRank("self", "out"),
        _ALONG.in_range(),
        Infer("out", shape=_ALONG.shape, dtype=lambda call: INT64),
        DoneIfEmpty("self", "out"),
    ),
    _arg_max,
    families=ALL_BUT_310B,
)


def _arg_min(low: Lowering, call: Call) -> None:
    out = low.tensor("out")
    if call.args["self"].ndim == 0:
        fill_one_element(low, "out", 0)
        return
    x = low.contiguous("self")
    x = low.cast(x, INT64) if x.dtype.is_integral else x
    dtype = INT64 if out.dtype == INT64 and low.family is not Family.P310 else INT32
    result = _positions(low, call, "ArgMin", _first_least, x, dtype, _MIN_ON_CORE)
    low.require_shape(result, "out")
    low.view_copy(low.reformat(low.cast(result, out.dtype), out.format), "out")


arg_min = Definition(
    "aclnnArgMin",
    "out = index of the least element of self along dim, the first of several",
    (
        NotNull("self", "out"),
        _ALONG.in_range(),
        DtypeIn(_SEARCHED, "self"),
        DtypeIn(INDICES, "out"),
        NotPrivate("self", "out"),
        MaxRank("self", "out"),
        NoEmptyAxis(_ALONG),
        Infer("out", shape=_ALONG.shape, dtype=lambda call: INT64),
        DoneIfEmpty("self"),
    ),
    _arg_min,
    families=ALL_BUT_310B,
)


@contextmanager
def _missing_is_null() -> Iterator[None]:
    """These operators report what is missing inside as a parameter that is null."""
    try:
        yield
    except Refusal as refusal:
        raise Refusal(NULL if refusal.code == INNER_NULL else refusal.code, refusal.text) from None


def _with_value(name: str, find: Callable[..., Any]) -> Lower:
    def lower(low: Lowering, call: Call) -> None:
        with _missing_is_null():
            x = low.contiguous("self")
            # 310P's kernel lacks int64, and none has bool.
            if x.dtype == BOOL or (x.dtype == INT64 and low.family in (Family.P310, Family.B310)):
                x = low.cast(x, FLOAT32)
            axis, keep = call.axis("dim", "self"), _ALONG.stay(call)

            def search(a: Array) -> tuple[Array, ...]:
                a = a.reshape(a.shape or (1,))
                where = find(a, axis, True)
                values = np.take_along_axis(a, where, axis)
                return tuple(r if keep else r.squeeze(axis) for r in (where, values))

            shape = reduced_shape(x.shape or (1,), (axis,), keep)
            dtype = low.tensor("indices").dtype if low.family is Family.A950 else INT32
            indices, values = low.kernel_with_outputs(name, search, (x,), ((shape, dtype), (shape, x.dtype)))
            low.require_shape(indices, "indices")
            low.require_shape(values, "out")
            results = [(low.cast(r, low.tensor(n).dtype), n) for r, n in ((indices, "indices"), (values, "out"))]
            for result, output in results:
                low.view_copy(result, output)

    return lower


_BEST = (FLOAT32, FLOAT16, INT64, BOOL)
_WITH_VALUE = (
    NotNull("self", "out", "indices"),
    DtypeIn(per_chip(_BEST, since_910b=(BFLOAT16,), A950=(*_BEST, BFLOAT16, INT32)), "self"),
    DtypeLike("out", "self"),
    MaxRank("self", "out", "indices"),
    _ALONG.in_range(),
    Infer("out", shape=_ALONG.shape),
    Infer("indices", shape=_ALONG.shape, dtype=lambda call: INT64),
    DoneIfEmpty("self"),
)
max_dim = Definition(
    "aclnnMaxDim",
    "out, indices = greatest element of self along dim and its index, the first of several",
    _WITH_VALUE,
    _with_value("ArgMaxWithValue", _first_greatest),
    families=ALL_BUT_310B,
)
min_dim = Definition(
    "aclnnMinDim",
    "out, indices = least element of self along dim and its index, the first of several",
    _WITH_VALUE,
    _with_value("ArgMinWithValue", _first_least),
    families=ALL_BUT_310B,
)

OPERATORS = (arg_max, arg_min, max_dim, min_dim)
