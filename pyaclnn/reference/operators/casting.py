"""Values in another data type."""

from __future__ import annotations

from ...dtypes import (
    BFLOAT16,
    COMPLEX32,
    INT4,
)
from ..chips import ALL_BUT_310B
from ..definition import Definition
from ..dtype_lists import BASE, FLOATS4, FLOATS8, UNSIGNED, per_chip
from ..lowering import Lowering
from ..meta import TensorMeta
from ..rules import (
    Call,
    Check,
    DoneIfEmpty,
    DtypeIn,
    Infer,
    MaxRank,
    NotNull,
    SameShape,
    require,
)

_NARROW = (*FLOATS8, COMPLEX32, *FLOATS4)
_ON_950 = (*BASE, *UNSIGNED, BFLOAT16, *_NARROW)
_SOURCES = per_chip((*BASE, *UNSIGNED), since_910b=(BFLOAT16,), A950=_ON_950)
_TARGETS = per_chip((*BASE, *UNSIGNED), since_910b=(BFLOAT16,), A950=(*_ON_950, INT4))


def _packs_rows(call: Call) -> None:
    """Two int4 share a byte, so that the source can't be strided."""
    out = call.args["out"]
    require(
        not isinstance(out, TensorMeta) or out.dtype != INT4 or call.args["self"].is_contiguous,
        "out is int4, for which self must be contiguous",
    )


def _cast(low: Lowering, call: Call) -> None:
    # out's own dtype is not compared with the attribute before the copy.
    low.view_copy(low.cast(low.contiguous("self"), call.args["dtype"]), "out")


cast = Definition(
    "aclnnCast",
    "out = self as dtype; to integers the fraction is cut off, to bool whatever is not zero is true",
    (
        NotNull("self", "out"),
        DtypeIn(_SOURCES, "self"),
        DtypeIn(_TARGETS, "dtype"),
        Infer("out", dtype=lambda call: call.args["dtype"]),
        MaxRank("self"),
        SameShape("self", "out"),
        Check(_packs_rows),
        DoneIfEmpty("self"),
    ),
    _cast,
    families=ALL_BUT_310B,
)

OPERATORS = (cast,)
