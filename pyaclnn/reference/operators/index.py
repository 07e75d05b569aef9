"""Operators that address slices of a tensor by index."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...dtypes import BFLOAT16, BOOL, FLOAT16, FLOAT32, FLOAT64, INT8, INT16, INT32, INT64, UINT8
from .. import scalars
from ..chips import ALL_BUT_310B, ONLY_950, Family
from ..definition import Definition
from ..dtype_lists import INDICES, per_chip
from ..lowering import Array, Buffer, Lowering
from ..patterns.in_place import in_place
from ..rules import (
    PLAIN_FORMATS,
    TILING,
    AxesOf,
    Call,
    Check,
    DoneIfEmpty,
    DtypeIn,
    FormatIn,
    Infer,
    MaxRank,
    NotNull,
    SameDtype,
    SameShape,
    Satisfies,
    ShapeIs,
    When,
    require,
)

_BASE = (INT32, FLOAT16, FLOAT32, INT64, BOOL)
_FILLED = per_chip(_BASE, since_910b=(BFLOAT16,), A950=(*_BASE, BFLOAT16, INT8, UINT8, INT16, FLOAT64))
_MULTIPLIED = per_chip((FLOAT16, FLOAT32, INT32, INT8, UINT8))


def _indices_in_range(call: Call) -> None:
    x = call.args["self"]
    extent = x.shape[call.args["dim"]] if x.ndim else 1
    for index in call.args["index"]:
        require(-extent <= index < extent, f"index has {index}; allowed are {-extent} to {extent - 1}")


def _put(x: Array, axis: int, index: list[int], value: Any) -> Array:
    """A copy with a value in the slices that ``index`` names along an axis; a 0-d tensor has one slice."""
    result = np.array(x, order="C")
    slices = result.reshape(x.shape or (1,))
    slices[(slice(None),) * axis + (index,)] = value
    return result


def _lower_index_fill(low: Lowering, call: Call) -> None:
    x, index, value = low.tensor("self"), list(call.args["index"]), call.args["value"]
    if not index:
        if low.tensor("out").user != x.user:
            low.view_copy(x, "out")
        return
    axis = call.axis("dim", "self")
    if low.family is Family.A950:
        number = scalars.number(value, x.dtype)
        filled = low.kernel(
            "IndexFill",
            lambda a: _put(a, axis, index, number),
            [low.contiguous(x)],
            x.shape,
            x.dtype,
            raw=True,
        )
    else:
        number = scalars.number(value)
        kept = _mask(low, x, axis, index, outside=1, inside=0)
        values = _mask(low, x, axis, index, outside=0, inside=number)
        filled = low.kernel(
            "IndexFillD",
            lambda a, keep, fill: np.where(keep.astype(bool), a, fill),
            [low.contiguous(x), kept, values],
            x.shape,
            x.dtype,
            raw=True,
        )
    low.view_copy(filled, "out")


def _mask(low: Lowering, x: Buffer, axis: int, index: list[int], *, outside: int, inside: Any) -> Buffer:
    """A tensor like ``x`` made on the host in float32, with one value in the slices and another elsewhere."""
    shape = x.shape
    on_device = low.kernel(
        "CopyToNpu",
        lambda: _put(np.full(shape, outside, np.float32), axis, index, inside),
        (),
        shape,
        FLOAT32,
        raw=True,
    )
    return low.cast(on_device, x.dtype)


index_fill_tensor = Definition(
    "aclnnIndexFillTensor",
    "out = self; out[..., index, ...] = value along dim",
    (
        NotNull("self", "index", "value", "out"),
        DtypeIn(_FILLED, "self"),
        SameDtype("self", "out"),
        Infer("out", shape=lambda call: call.args["self"].shape),
        When(
            lambda call: not call.args["self"].is_empty,
            SameShape("self", "out"),
            MaxRank("self"),
            AxesOf("dim", "self"),
            Check(_indices_in_range),
        ),
        Satisfies("value", lambda value: not value.dtype.is_complex, "a real number"),
        When(lambda call: len(call.args["index"]) > 0, DoneIfEmpty("self")),
    ),
    _lower_index_fill,
    families=ALL_BUT_310B,
)

inplace_index_fill_tensor = in_place(
    "aclnnInplaceIndexFillTensor", index_fill_tensor, formula="selfRef[..., index, ...] = value along dim"
)


def _updated_shape(call: Call) -> tuple[int, ...]:
    indices, variable = call.args["indices"], call.args["varRef"]
    return (*indices.shape, *variable.shape[1:])


def _scatter_mul(variable: Array, indices: Array, updates: Array) -> Array:
    """Multiplies row by row, passing over indices that name none; a 0-d variable is one row of one."""
    result = np.array(variable, order="C")
    rows = result.reshape(variable.shape[0], -1) if variable.ndim else result.reshape(1, 1)
    factors = updates.reshape(-1, rows.shape[1])[: indices.size]
    positions = indices.reshape(-1)[: len(factors)]
    inside = (positions >= 0) & (positions < len(rows))
    np.multiply.at(rows, positions[inside], factors[inside])
    return result


def _lower_scatter_mul(low: Lowering, call: Call) -> None:
    variable = low.tensor("varRef")
    inputs = [low.contiguous(name) for name in ("varRef", "indices", "updates")]
    low.write(low.kernel("ScatterMul", _scatter_mul, inputs, variable.shape, variable.dtype), "varRef")


scatter_mul = Definition(
    "aclnnScatterMul",
    "varRef[indices[i], ...] *= updates[i, ...] for every i",
    (
        NotNull("varRef", "indices", "updates"),
        DtypeIn(_MULTIPLIED, "varRef", "updates"),
        DtypeIn(INDICES, "indices"),
        SameDtype("varRef", "updates"),
        FormatIn(PLAIN_FORMATS, "varRef", "indices", "updates"),
        DoneIfEmpty("varRef"),
        MaxRank("varRef", "indices", "updates", code=TILING),
        When(
            lambda call: call.args["varRef"].ndim > 0,
            ShapeIs("updates", _updated_shape, "indices.shape + varRef.shape[1:]", TILING),
            Satisfies("varRef", lambda variable: variable.shape[0] < 2**31, "a first dimension below 2**31", TILING),
        ),
    ),
    _lower_scatter_mul,
    families=ONLY_950,
)

OPERATORS = (
    index_fill_tensor,
    inplace_index_fill_tensor,
    scatter_mul,
)
