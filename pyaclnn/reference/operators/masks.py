"""Operators that choose elements by a mask, or by where they stand in a matrix."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ...dtypes import (
    BFLOAT16,
    BOOL,
    COMPLEX32,
    COMPLEX64,
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
from ..chips import ALL_BUT_310B
from ..definition import Definition
from ..dtype_lists import BASE, BASE_REAL, UNSIGNED, per_chip
from ..kernels.filling import SELECTED_ON_CORE, select
from ..lowering import Array, Lower, Lowering
from ..patterns.in_place import in_place
from ..promotion import promote
from ..rules import (
    INNER_NULL,
    Broadcast,
    Call,
    DoneIfEmpty,
    DtypeIn,
    Infer,
    MaxRank,
    NotNull,
    NotPrivate,
    RankIn,
    RankIs,
    Refusal,
    Rule,
    SameDtype,
    SameFormat,
    SameShape,
    ShapeIs,
    When,
)
from ..shapes import broadcast

_CHOSEN = per_chip((*BASE, *UNSIGNED, BFLOAT16), A910=(*BASE, *UNSIGNED))
_TRUTH = per_chip((BOOL,))
_TRUTH_OR_BYTE = per_chip((BOOL, UINT8))


# condition ? self : other.


def _dtype_of_choice(call: Call) -> DType:
    dtype = promote(call.args["self"].dtype, call.args["other"].dtype)
    if dtype is None:
        given = f"self is {call.args['self'].dtype.name}, other {call.args['other'].dtype.name}"
        raise Refusal(INNER_NULL, f"{given}: no common dtype")
    return dtype


def _lower_where(low: Lowering, call: Call) -> None:
    x, condition, other = (low.contiguous(name) for name in ("self", "condition", "other"))
    dtype = _dtype_of_choice(call)
    result = select(low, low.cast(condition, BOOL), low.cast(x, dtype), low.cast(other, dtype))
    if dtype == BOOL:
        # Truth values are chosen as bytes, which the vector cores do, and not cast.
        low.steps[-1].is_node = INT8 in SELECTED_ON_CORE[low.family]
        low.view_copy(result, "out")
    else:
        low.write(result, "out")


s_where = Definition(
    "aclnnSWhere",
    "out = self where condition else other",
    (
        NotNull("self", "other", "condition", "out"),
        DtypeIn(_CHOSEN, "self", "other", "out"),
        DtypeIn(_TRUTH_OR_BYTE, "condition"),
        MaxRank("self", "other", "condition"),
        Broadcast("self", "other", "condition", to="out"),
        Infer("out", dtype=_dtype_of_choice),
        DoneIfEmpty("self", "condition", "other"),
    ),
    _lower_where,
    families=ALL_BUT_310B,
)


# self[mask] = value.

_FILLED = per_chip((FLOAT32, INT32, INT64, FLOAT16, INT8, BOOL), since_910b=(BFLOAT16,))
_FILLED_ON_CORE = per_chip(
    (FLOAT32, FLOAT16, BOOL, INT8, INT32, BFLOAT16), A950=(FLOAT32, FLOAT16, BOOL, INT64, INT8, INT32, BFLOAT16)
)


def _fill(x: Array, mask: Array, value: Array) -> Array:
    return np.where(mask, value.reshape(()), x)


def _lower_fill(low: Lowering, call: Call) -> None:
    x, mask = low.contiguous("selfRef"), low.cast(low.contiguous("mask"), BOOL)
    if hasattr(call.args["value"], "value"):
        value = low.constant(call.args["value"], x.dtype)
    else:
        value = low.cast(low.contiguous("value"), x.dtype)
    on_core = x.dtype in _FILLED_ON_CORE[low.family]
    filled = low.kernel("MaskedFill", _fill, (x, mask, value), x.shape, x.dtype, raw=True, aicpu=not on_core)
    low.view_copy(filled, "selfRef")


def _masked_fill(name: str, *more: Rule, looked_at: tuple[str, ...]) -> Definition:
    return Definition(
        name,
        "selfRef = value where mask",
        (
            NotNull("selfRef", "mask", "value"),
            DtypeIn(_FILLED, *looked_at),
            DtypeIn(_TRUTH, "mask"),
            MaxRank("selfRef", "mask"),
            *more,
            Broadcast("selfRef", "mask", to="selfRef"),
            DoneIfEmpty("selfRef", "mask"),
        ),
        _lower_fill,
        families=ALL_BUT_310B,
    )


masked_fill_scalar = _masked_fill("aclnnInplaceMaskedFillScalar", looked_at=("selfRef",))
masked_fill_tensor = _masked_fill("aclnnInplaceMaskedFillTensor", RankIs(0, "value"), looked_at=("selfRef", "value"))


# self[mask].

_SELECTED = per_chip(
    (FLOAT64, FLOAT32, FLOAT16, INT8, INT16, INT32, INT64, UINT8, BOOL),
    since_910b=(BFLOAT16,),
    A950=(FLOAT64, FLOAT32, FLOAT16, INT8, INT16, INT32, INT64, UINT8, BOOL, BFLOAT16, *UNSIGNED),
)


def _masked(x: Array, mask: Array) -> Array:
    x, mask = np.broadcast_arrays(x, mask)
    return np.asarray(x[mask])


def _lower_masked_select(low: Lowering, call: Call) -> None:
    mask, x = low.contiguous("mask"), low.contiguous("self")
    mask, x = low.cast(mask, BOOL), low.cast(x, call.args["out"].dtype)
    on_core = low.family.has_bfloat16 and call.args["self"].dtype in _SELECTED[low.family]
    if on_core:
        shape = broadcast(x.shape, mask.shape)
        assert shape is not None
        x, mask = low.broadcast_to(x, shape), low.broadcast_to(mask, shape)
    name = "MaskedSelectV3" if on_core else "MaskedSelect"
    low.kernel_of_unknown_size(name, _masked, (x, mask), "out", aicpu=not on_core)


masked_select = Definition(
    "aclnnMaskedSelect",
    "out = the elements of self where mask holds; the values decide the shape of out, which must have room for all",
    (
        NotNull("self", "mask", "out"),
        DtypeIn(_SELECTED, "self", "out"),
        DtypeIn(_TRUTH_OR_BYTE, "mask"),
        MaxRank("self", "mask"),
        Broadcast("self", "mask"),
        RankIs(1, "out"),
        ShapeIs("out", lambda call: (int(np.prod(call.shape, dtype=np.int64)),), "room for every element"),
        DoneIfEmpty("self", "mask", "out"),
    ),
    _lower_masked_select,
    families=ALL_BUT_310B,
)


# Triangles of matrices.

_TRIANGLES = per_chip(
    (*BASE_REAL, *UNSIGNED),
    B910=(*BASE_REAL, *UNSIGNED, BFLOAT16),
    A910_93=(*BASE_REAL, *UNSIGNED, BFLOAT16),
    A950=(*BASE_REAL, *UNSIGNED, BFLOAT16, COMPLEX64, COMPLEX32),
)


def _triangle(name: str, function: Callable[..., Array]) -> Lower:
    def lower(low: Lowering, call: Call) -> None:
        x, diagonal = low.contiguous("self"), int(call.args["diagonal"])
        # NumPy counts diagonals in the machine's words.
        bound = max(x.shape[-2:])
        diagonal = min(max(diagonal, -bound), bound)
        result = low.kernel(name, lambda a: function(a, diagonal), (x,), x.shape, x.dtype, raw=True)
        low.view_copy(result, "out")

    return lower


tril = Definition(
    "aclnnTril",
    "out[..., i, j] = self[..., i, j] where j - i <= diagonal, else 0",
    (
        NotNull("self", "out"),
        DtypeIn(_TRIANGLES, "self", "out"),
        SameDtype("self", "out"),
        SameFormat("self", "out"),
        RankIn(2, 8, "self"),
        SameShape("self", "out"),
        DoneIfEmpty("self"),
    ),
    _triangle("Tril", np.tril),
    families=ALL_BUT_310B,
)
triu = Definition(
    "aclnnTriu",
    "out[..., i, j] = self[..., i, j] where j - i >= diagonal, else 0",
    (
        NotNull("self", "out"),
        DtypeIn(_TRIANGLES, "self"),
        SameDtype("self", "out"),
        NotPrivate("self"),
        SameFormat("self", "out"),
        MaxRank("self"),
        When(lambda call: not call.args["self"].is_empty, RankIn(2, 8, "self")),
        SameShape("self", "out"),
        DoneIfEmpty("self"),
    ),
    _triangle("Triu", np.triu),
    families=ALL_BUT_310B,
)

OPERATORS = (
    s_where,
    masked_fill_scalar,
    masked_fill_tensor,
    masked_select,
    tril,
    in_place("aclnnInplaceTril", tril),
    triu,
    in_place("aclnnInplaceTriu", triu),
)
