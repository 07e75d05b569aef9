"""Argument checks of phase 1: each rule is one line of a definition, and they run in the order written.

A rule either passes, refuses with CANN's code, or ends the call because nothing is left to compute. The same
rules, run without the outputs, tell the shape and dtype of an output that the caller left out.
"""

from ..dtype_lists import Dtypes, per_chip
from .attributes import AxesOf, OneOf, Satisfies
from .call import MISSING, Call, TensorSpec, common_dtype, dtype_of
from .dtypes import (
    Castable,
    CastableTo,
    CommonIn,
    DtypeGiven,
    DtypeIn,
    DtypeIs,
    DtypeLike,
    Promote,
    PromoteBy,
    PromoteScalar,
    SameDtype,
    ScalarFits,
)
from .flow import Check, DoneIfAllEmpty, DoneIfEmpty, Rule, When, before_950, on_950
from .formats import PLAIN_FORMATS, FormatIn, NotPrivate, SameFormat
from .infer import Infer, InferList
from .nulls import NoNullElement, NotNull
from .refusal import INNER_NULL, INVALID, NO_KERNEL, NULL, RUNTIME, TILING, Finished, OutsideStorage, Refusal, require
from .shapes import MAX_RANK, Broadcast, MaxRank, RankIn, RankIs, SameShape, ShapeIs

__all__ = [
    "INNER_NULL", "INVALID", "MAX_RANK", "MISSING", "NO_KERNEL", "NULL", "PLAIN_FORMATS", "RUNTIME", "TILING",
    "AxesOf", "Broadcast", "Call", "Castable", "CastableTo", "Check", "CommonIn", "DoneIfAllEmpty", "DoneIfEmpty",
    "DtypeGiven", "DtypeIn", "DtypeIs", "DtypeLike", "Dtypes", "Finished", "FormatIn", "Infer", "InferList", "MaxRank",
    "NoNullElement", "NotNull", "NotPrivate", "OneOf", "OutsideStorage", "Promote", "PromoteBy", "PromoteScalar",
    "RankIn", "RankIs", "Refusal", "Rule", "SameDtype", "SameFormat", "SameShape", "Satisfies", "ScalarFits",
    "ShapeIs", "TensorSpec", "When", "before_950", "common_dtype", "dtype_of", "on_950", "per_chip", "require",
]  # fmt: skip
