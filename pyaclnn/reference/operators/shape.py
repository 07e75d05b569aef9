"""Elements moved, not computed: copies and permuted axes."""

from __future__ import annotations

import numpy as np

from ...dtypes import (
    BFLOAT16,
    FLOAT8_E8M0,
)
from ..chips import ALL_BUT_310B
from ..definition import Definition
from ..dtype_lists import BASE, FLOATS8, UNSIGNED, per_chip
from ..kernels.moving import transpose
from ..lowering import Lowering
from ..rules import (
    INNER_NULL,
    AxesOf,
    Broadcast,
    Call,
    Check,
    DoneIfEmpty,
    DtypeIn,
    Finished,
    Infer,
    MaxRank,
    NotNull,
    SameDtype,
    require,
)


def _copy(low: Lowering, call: Call) -> None:
    source = low.cast(low.contiguous("src"), low.tensor("selfRef").dtype)
    if source.shape != call.shape:
        source = low.kernel(
            "BroadcastTo",
            lambda a: np.broadcast_to(a, call.shape),
            (source,),
            call.shape,
            source.dtype,
            raw=True,
        )
    low.view_copy(source, "selfRef")


_COPIED = per_chip((*BASE, *UNSIGNED, BFLOAT16, *FLOATS8, FLOAT8_E8M0))

inplace_copy = Definition(
    "aclnnInplaceCopy",
    "selfRef = src, broadcast, and cast as aclnnCast does",
    (
        NotNull("selfRef", "src"),
        DtypeIn(_COPIED, "selfRef", "src"),
        MaxRank("selfRef", "src"),
        Broadcast("selfRef", "src", to="selfRef"),
        DoneIfEmpty("selfRef", "src"),
    ),
    _copy,
)


def _permuted(call: Call) -> tuple[int, ...]:
    shape = call.args["self"].shape
    return tuple(shape[axis] for axis in call.args["dims"])


def _same_ranks(call: Call) -> None:
    rank, out, dims = call.args["self"].ndim, call.args["out"], call.args["dims"]
    require(call.is_missing("out") or out.ndim == rank, f"out must have the {rank} dimensions of self")
    require(len(dims) == rank, f"dims has {len(dims)} axes, self has {rank}")


def _nothing_to_permute(call: Call) -> None:
    if call.args["self"].is_empty:
        require(call.is_missing("out") or call.args["out"].is_empty, "out has elements, but self has none", INNER_NULL)
        raise Finished


def _permute(low: Lowering, call: Call) -> None:
    x = low.contiguous("self")
    axes = tuple(axis % x.ndim for axis in call.args["dims"]) if x.ndim else ()
    result = transpose(low, x, axes, format=x.format)
    low.require_shape(result, "out")
    low.view_copy(result, "out")


_PERMUTED = (*BASE, *UNSIGNED, *FLOATS8)

permute = Definition(
    "aclnnPermute",
    "out has axis dims[i] of self as its axis i",
    (
        NotNull("self", "dims", "out"),
        DtypeIn(per_chip(_PERMUTED, since_910b=(BFLOAT16,), B310=(*_PERMUTED, BFLOAT16)), "self"),
        SameDtype("self", "out"),
        Check(_same_ranks),
        MaxRank("self"),
        AxesOf("dims", "self"),
        Infer("out", shape=_permuted),
        Check(_nothing_to_permute),
    ),
    _permute,
    families=ALL_BUT_310B,
)

OPERATORS = (inplace_copy, permute)
