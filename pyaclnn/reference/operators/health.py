"""Checks of a training run's health."""

from __future__ import annotations

from ...dtypes import FLOAT32, INT32, INT64
from ..chips import LIKE_910B
from ..definition import Definition
from ..dtype_lists import FLOATS_ON_ANY_CHIP, per_chip
from ..lowering import Lowering
from ..rules import (
    INNER_NULL,
    NO_KERNEL,
    NULL,
    Call,
    DoneIfEmpty,
    DtypeIn,
    Infer,
    NotNull,
    RankIs,
    Refusal,
    ShapeIs,
    require,
)

TENSORS = ("val", "inputGradRef", "sfdaRef", "stepRef")


def _lower(low: Lowering, call: Call) -> None:
    result = call.args["result"]
    require(result is not None, "result is null, but it is required", NULL)
    require(
        result.dtype == INT32 and result.size == 1,
        f"result is {result}, must be int32 of one element",
        INNER_NULL,
    )
    # How a jump is measured against cCoeffL1 and cCoeffL2 is published nowhere, and numbers are not invented.
    raise Refusal(
        NO_KERNEL,
        "the arguments are right, but the simulator doesn't know the formula of aclnnSilentCheck's jump",
    )


silent_check = Definition(
    "aclnnSilentCheck",
    "result = 1 if val is not finite, above cThreshL1, or jumps by more than cCoeffL1; 2 if above cThreshL2 "
    "or jumps by more than cCoeffL2; else 0. sfdaRef = [val, least val, greatest val]; stepRef += 1. "
    "The simulator checks the arguments only: the measure of a jump is not public",
    (
        NotNull(*TENSORS),
        DtypeIn(FLOATS_ON_ANY_CHIP, "val", "inputGradRef"),
        DtypeIn(per_chip((FLOAT32,)), "sfdaRef"),
        DtypeIn(per_chip((INT64,)), "stepRef"),
        RankIs(0, "val"),
        ShapeIs("sfdaRef", lambda call: (3,), "a value, the least and the greatest"),
        ShapeIs("stepRef", lambda call: (1,), "a counter"),
        Infer("result", shape=lambda call: (1,), dtype=lambda call: INT32),
        DoneIfEmpty(*TENSORS),
    ),
    _lower,
    families=LIKE_910B,
    is_computed=False,
)

OPERATORS = (silent_check,)
