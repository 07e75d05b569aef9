"""Operators that count: histograms, how often a number occurs, different values."""

from __future__ import annotations

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
)
from ..chips import ALL_BUT_310B, SINCE_910B, Family
from ..definition import Definition
from ..dtype_lists import BASE_REAL, UNSIGNED, per_chip
from ..kernels.filling import fill, full, zeros_like
from ..kernels.indexing import OutsideError
from ..kernels.reduction import REDUCE_MAX, REDUCE_MIN
from ..lowering import Array, Buffer, Lowering
from ..meta import ScalarValue, TensorMeta
from ..rules import (
    INVALID,
    Call,
    Check,
    DoneIfEmpty,
    DtypeIn,
    DtypeIs,
    Finished,
    Infer,
    MaxRank,
    NotNull,
    NotPrivate,
    RankIs,
    Refusal,
    ShapeIs,
    require,
)
from ..scalars import convert, number

_INTEGERS = (INT64, INT32, INT16, INT8, UINT8)

# How many elements lie in each of equal intervals.

_BINNED = per_chip((FLOAT32, FLOAT16, *_INTEGERS))


def _check_bounds(call: Call) -> None:
    least, most = (float(number(call.args[name])) for name in ("min", "max"))
    same_infinity = np.isinf(least) and least == most
    finite = np.isfinite(least) and np.isfinite(most)
    require(bool(same_infinity or finite), f"min is {least}, max is {most}; both must be finite")
    bins = int(call.args["bins"])
    require(bins > 0, f"bins is {bins}, must be positive")
    if call.args["self"].dtype in _INTEGERS:
        least, most = (int(convert(call.args[name], INT32)) for name in ("min", "max"))
    require(least <= most, f"min is {least}, which is more than max {most}")


def _takes_own_bounds(call: Call) -> bool:
    """Whether the least and greatest element bound the intervals, which equal bounds stand for."""
    low, high = call.args["min"], call.args["max"]
    if call.args["self"].dtype in _INTEGERS:
        return bool(convert(low, INT64) == convert(high, INT64))
    least, most = float(number(low)), float(number(high))
    return least == most or abs(most - least) < 1e-6


def _lower_histc(low: Lowering, call: Call) -> None:
    if call.args["self"].is_empty:
        low.view_copy(zeros_like(low, low.contiguous("out")), "out")
        return
    x, bins = low.contiguous("self"), int(call.args["bins"])
    bounds: list[Buffer] = [low.constant(call.args[name], x.dtype) for name in ("min", "max")]
    if _takes_own_bounds(call) and call.family in SINCE_910B and x.ndim:
        axes = tuple(range(x.ndim))
        bounds = [kernel(low, x, axes, False) for kernel in (REDUCE_MIN, REDUCE_MAX)]

    def compute(a: Array, least: Array, most: Array) -> Array:
        values = a.reshape(-1).astype(np.float64)
        first, last = float(least), float(most)
        if first == last:
            finite = values[np.isfinite(values)]
            first, last = (float(finite.min()), float(finite.max())) if finite.size else (0.0, 0.0)
        if first == last:
            first, last = first - 1, last + 1
        inside = values[(values >= first) & (values <= last)]
        places = ((inside - first) / (last - first) * bins).astype(np.int64)
        return np.bincount(np.minimum(places, bins - 1), minlength=bins)

    low.write(low.kernel("Histogram", compute, (x, *bounds), (bins,), INT32, raw=True), "out")


def _check_histc_cast(call: Call) -> None:
    out, x = call.args["out"], call.args["self"].dtype
    if isinstance(out, TensorMeta):
        fits = not out.dtype.is_floating or x.is_floating
        require(fits, f"out is {out.dtype.name}, which can't be cast to self's {x.name}")


histc = Definition(
    "aclnnHistc",
    "out[i] = how many elements lie in the i-th of bins equal intervals from min to max",
    (
        NotNull("self", "min", "max", "out"),
        DtypeIn(_BINNED, "self", "out"),
        Check(_check_bounds),
        Check(_check_histc_cast),
        RankIs(1, "out"),
        MaxRank("self"),
        ShapeIs("out", lambda call: (int(call.args["bins"]),), "bins"),
        Infer("out", dtype=lambda call: call.args["self"].dtype),
    ),
    _lower_histc,
    families=ALL_BUT_310B,
)


# How often each number occurs.

_COUNTED = per_chip((INT8, INT16, INT32, INT64, UINT8))
_WEIGHTS = per_chip((FLOAT32, FLOAT16, FLOAT64, INT8, INT16, INT32, INT64, UINT8, BOOL))
_TOTALS = per_chip((FLOAT32, FLOAT64, INT32, INT64))


def _check_weights(call: Call) -> None:
    weights, x = call.args["weights"], call.args["self"]
    if weights is None:
        return
    require(x.format == weights.format, f"self has format {x.format.name}, weights {weights.format.name}")
    require(weights.shape == x.shape, f"weights has shape {list(weights.shape)}, self {list(x.shape)}")


def _lower_bincount(low: Lowering, call: Call) -> None:
    out, minimum = call.args["out"], int(call.args["minlength"])
    if call.args["self"].is_empty:
        low.view_copy(full(low, out.shape, out.dtype, 0), "out")
        return
    positions = low.cast(low.contiguous("self"), INT32)
    size = max(out.shape[0] if out.ndim else 0, minimum)
    if size > 2**31 - 1:
        raise Refusal(INVALID, f"{size} numbers are too many to count")
    weights = None
    if call.args["weights"] is not None:
        weights = low.contiguous("weights")
        weights = weights if weights.dtype in (FLOAT32, FLOAT64) else low.cast(weights, FLOAT64)
        dtype = weights.dtype
    elif low.family is Family.A950:
        dtype = FLOAT32
    else:
        weights = fill(low, positions.shape, low.constant(ScalarValue(INT64, 1), INT64))
        dtype = INT64

    def compute(a: Array, *added: Array) -> Array:
        if (a < 0).any():
            raise OutsideError(f"self has {int(a.min())}; numbers to be counted are not negative")
        total = np.zeros(size, dtype.storage)
        inside = a < size
        np.add.at(total, a[inside], added[0][inside] if added else 1)
        return total

    inputs = (positions,) if weights is None else (positions, weights)
    low.write(low.kernel("Bincount", compute, inputs, (size,), dtype, aicpu=low.family is not Family.A950), "out")


def _done_without_numbers(call: Call) -> None:
    if call.args["self"].is_empty and int(call.args["minlength"]) <= 0:
        raise Finished


bincount = Definition(
    "aclnnBincount",
    "out[i] = how often i occurs in self, or the sum of its weights",
    (
        NotNull("self", "out"),
        DtypeIn(_COUNTED, "self"),
        DtypeIn(_TOTALS, "out"),
        DtypeIn(_WEIGHTS, "weights"),
        NotPrivate("self", "out"),
        RankIs(1, "self"),
        Check(_check_weights),
        Check(_done_without_numbers),
    ),
    _lower_bincount,
    families=ALL_BUT_310B,
)


# Different values.

_DIFFERENT = per_chip((*BASE_REAL, *UNSIGNED), since_910b=(BFLOAT16,))


def _check_unique(call: Call) -> None:
    MaxRank("self").check(call)
    if call.args["returnInverse"] or call.args["returnCounts"]:
        call.expect_shape("inverseOut", call.args["self"].shape, "the shape of self")
    if call.args["returnCounts"]:
        value, counts = call.args["valueOut"], call.args["countsOut"]
        require(value.shape == counts.shape, f"valueOut has shape {list(value.shape)}, countsOut {list(counts.shape)}")


def _unique(a: Array) -> tuple[Array, Array, Array]:
    """NaN differs from NaN, as it does for PyTorch."""
    wide = a.astype(np.float32) if a.dtype.kind not in "iufb" else a
    values, inverse, counts = np.unique(wide.reshape(-1), return_inverse=True, return_counts=True, equal_nan=False)
    return values.astype(a.dtype), inverse.reshape(a.shape), counts


def _lower_unique(low: Lowering, call: Call) -> None:
    x = low.contiguous("self")
    low.kernel_of_unknown_size("UniqueWithCountsAndSorting", lambda a: _unique(a)[0], (x,), "valueOut", aicpu=True)
    if call.args["returnInverse"]:
        inverse = low.kernel("UniqueInverse", lambda a: _unique(a)[1], (x,), x.shape, INT64, raw=True, aicpu=True)
        low.view_copy(inverse, "inverseOut")
    if call.args["returnCounts"]:
        low.kernel_of_unknown_size("UniqueCounts", lambda a: _unique(a)[2], (x,), "countsOut", aicpu=True)


unique2 = Definition(
    "aclnnUnique2",
    "valueOut = the different elements of self in order, inverseOut = where each is found there, countsOut = how many; "
    "the values decide the shape of valueOut and countsOut, which must have room for all",
    (
        NotNull("self", "valueOut", "inverseOut", "countsOut"),
        DtypeIn(_DIFFERENT, "self"),
        DtypeIs("inverseOut", lambda call: INT64, "positions"),
        DtypeIs("countsOut", lambda call: INT64, "numbers"),
        Check(_check_unique),
        DoneIfEmpty("self"),
    ),
    _lower_unique,
    families=SINCE_910B,
)

OPERATORS = (histc, bincount, unique2)
