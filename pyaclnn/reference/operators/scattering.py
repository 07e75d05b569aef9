"""Operators that write one element for each index: ``out[index[i, j], j] = src[i, j]`` along an axis."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from ...dtypes import BFLOAT16
from ..chips import LIKE_910B, SINCE_910B, Family
from ..definition import Definition
from ..dtype_lists import BASE, INDICES, per_chip
from ..kernels.indexing import along_axis, checked
from ..lowering import Array, Buffer, Lower, Lowering
from ..meta import TensorMeta
from ..patterns.in_place import in_place
from ..rules import (
    Call,
    Check,
    DtypeIn,
    Infer,
    MaxRank,
    NotNull,
    OneOf,
    Rule,
    SameDtype,
    SameShape,
    When,
    require,
)

_SCATTERED = per_chip(BASE, since_910b=(BFLOAT16,))
NONE, ADD, MULTIPLY, MAXIMUM, MINIMUM, MEAN = range(6)
_UFUNCS: dict[int, Any] = {ADD: np.add, MEAN: np.add, MULTIPLY: np.multiply, MAXIMUM: np.maximum, MINIMUM: np.minimum}


def scattered(x: Array, axis: int, index: Array, src: Array, reduce: int, include: bool) -> Array:
    """A copy of ``x`` with the elements of ``src`` put in or reduced; ``include`` says that ``x`` takes part."""
    result = np.array(x)
    where = along_axis(axis, checked(index, x.shape[axis], "index"))
    values = src[tuple(slice(0, n) for n in index.shape)]
    if reduce == NONE:
        result[where] = values
        return result
    if not include:
        result[where] = _identity(reduce, result.dtype)
    if result.dtype == np.bool_ and reduce in (ADD, MEAN):
        np.logical_or.at(result, where, values)
    else:
        _UFUNCS[reduce].at(result, where, values)
    if reduce == MEAN:
        counts = np.full(x.shape, int(include), np.int64)
        np.add.at(counts, where, 1)
        counts = np.maximum(counts, 1)
        result = np.floor_divide(result, counts) if result.dtype.kind in "iu" else result / counts
    return np.asarray(result.astype(x.dtype, copy=False))


def _identity(reduce: int, dtype: np.dtype[Any]) -> Any:
    if reduce in (ADD, MEAN):
        return 0
    if reduce == MULTIPLY:
        return 1
    if dtype.kind == "f":
        return -np.inf if reduce == MAXIMUM else np.inf
    if dtype == np.bool_:
        return reduce == MINIMUM
    limits = np.iinfo(dtype)
    return limits.min if reduce == MAXIMUM else limits.max


def _axis(call: Call) -> int:
    return call.axis("dim", "self")


def _counted_as(call: Call, tensor: Any) -> int:
    """A tensor's number of dimensions; Ascend950 counts none as one."""
    return max(1, tensor.ndim) if call.family is Family.A950 else tensor.ndim


def _check_ranks(call: Call) -> None:
    ranks = {name: _counted_as(call, tensor) for name, tensor in call.tensors(("self", "index", "src"))}
    require(len(set(ranks.values())) == 1, f"the numbers of dimensions differ: {ranks}")


def _check_extents(call: Call) -> None:
    x, index, src = (call.args[name].shape for name in ("self", "index", "src"))
    rank = len(x)
    dim = int(call.args["dim"])
    axis = max(0, dim + rank) if dim < 0 else min(dim, rank - 1)
    fits = all(a <= b for a, b in zip(index, src, strict=False))
    require(fits, f"index of shape {list(index)} is larger than src {list(src)}")
    fits = all(a <= b for i, (a, b) in enumerate(zip(index, x, strict=False)) if i != axis)
    require(fits, f"index of shape {list(index)} is larger than self {list(x)} beside dim")
    MaxRank("self").check(call)
    least, most = min(-rank, rank - 1), max(-rank, rank - 1)
    require(least <= dim <= most, f"dim is {dim}; allowed are {least} to {most}")


def _has_index(call: Call) -> bool:
    return not call.args["index"].is_empty


_SHAPES: tuple[Rule, ...] = (
    Check(_check_ranks),
    When(lambda call: call.is_missing("out") or call.args["out"].ndim > 0, SameShape("self", "out")),
    Check(_check_extents),
)
_TYPES: tuple[Rule, ...] = (
    NotNull("self", "index", "src", "out"),
    DtypeIn(_SCATTERED, "self"),
    SameDtype("self", "src", "out"),
    When(_has_index, DtypeIn(INDICES, "index")),
)


def _lower(reduce: Callable[[Call], int], include: Callable[[Call], bool] = lambda call: True) -> Lower:
    def lower(low: Lowering, call: Call) -> None:
        if not _has_index(call):
            x = low.contiguous("self")
            low.view_copy(x, "out")
            return
        kind, with_self, axis = reduce(call), include(call), _axis(call)
        x, index, src = (_with_axis(low, low.contiguous(name)) for name in ("self", "index", "src"))
        result = low.kernel(
            "ScatterElementsV2",
            lambda a, i, s: scattered(a, axis, i, s, kind, with_self),
            (x, index, src),
            x.shape,
            x.dtype,
            raw=kind == NONE,
        )
        low.view_copy(low.reshape(result, call.args["self"].shape), "out")

    return lower


def _with_axis(low: Lowering, buffer: Buffer) -> Buffer:
    return buffer if buffer.ndim else low.reshape(buffer, (1,))


def _reduction(call: Call) -> int:
    """What no number stands for counts as no reduction."""
    reduce = int(call.args["reduce"])
    return reduce if reduce in _UFUNCS else NONE


scatter = Definition(
    "aclnnScatter",
    "out = self; out[index[i, j, ...], j, ...] = src[i, j, ...] with the index in the place of dim, "
    "or by reduce 1 +=, 2 *=, 3 the greater, 4 the lesser, 5 the mean",
    (*_TYPES, When(_has_index, *_SHAPES), Infer("out", shape=lambda call: call.args["self"].shape)),
    _lower(_reduction),
    families=SINCE_910B,
)
scatter_reduce = replace(
    scatter,
    name="aclnnScatterReduce",
    formula="as Scatter; without includeSelf what is written begins anew",
    rules=(OneOf("reduce", *range(6)), *scatter.rules),
    lower=_lower(_reduction, lambda call: bool(call.args["includeSelf"])),
    families=LIKE_910B,
)
scatter_add = replace(
    scatter,
    name="aclnnScatterAdd",
    formula="out = self; out[index[i, j, ...], j, ...] += src[i, j, ...] with the index in the place of dim",
    lower=_lower(lambda call: ADD),
)


# One value for all indices.


def _value_is_complex_like_self(call: Call) -> None:
    fits = call.args["self"].dtype.is_complex or not call.args["value"].dtype.is_complex
    require(fits, f"value is {call.args['value'].dtype.name}, but self is {call.args['self'].dtype.name}")


def _check_as_spread(call: Call) -> None:
    """The rules of Scatter with the value spread over the shape of the index."""
    x, index = call.args["self"], call.args["index"]
    shape = index.shape if x.ndim else ()
    strides = (0,) * len(shape)
    spread = replace(call, args={**call.args, "src": TensorMeta(shape, strides, x.dtype, storage_shape=(1,))})
    for rule in (*_TYPES, *_SHAPES):
        rule.check(spread)
    call.shapes.update(spread.shapes)
    call.dtypes.update(spread.dtypes)


def _lower_value(low: Lowering, call: Call) -> None:
    x = low.contiguous("self")
    if not _has_index(call):
        low.view_copy(x, "out")
        return
    kind, axis = _reduction(call), _axis(call)
    value = low.constant(call.args["value"], x.dtype)
    index = _with_axis(low, low.contiguous("index"))
    x = _with_axis(low, x)
    if call.args["self"].ndim:
        value = low.broadcast_to(value, index.shape)

    def compute(a: Array, i: Array, s: Array) -> Array:
        return scattered(a, axis, i, np.broadcast_to(s, i.shape), kind, True)

    result = low.kernel("ScatterElementsV2", compute, (x, index, value), x.shape, x.dtype, raw=kind == NONE)
    low.view_copy(low.reshape(result, call.args["self"].shape), "out")


scatter_value = Definition(
    "aclnnScatterValue",
    "out = self; out[index[i, j, ...], j, ...] = value with the index in the place of dim, or by reduce as Scatter",
    (
        NotNull("self", "index", "value", "out"),
        Check(_value_is_complex_like_self),
        When(_has_index, Check(_check_as_spread)),
        Infer("out", shape=lambda call: call.args["self"].shape, dtype=lambda call: call.args["self"].dtype),
    ),
    _lower_value,
    families=SINCE_910B,
)


OPERATORS = (
    scatter,
    in_place("aclnnInplaceScatter", scatter),
    scatter_reduce,
    in_place("aclnnInplaceScatterReduce", scatter_reduce),
    scatter_add,
    scatter_value,
    in_place("aclnnInplaceScatterValue", scatter_value),
)
