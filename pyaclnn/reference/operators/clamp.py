"""Tensors limited from below, from above, or both: by scalars or by tensors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...dtypes import FLOAT64, INT64, DType
from .. import scalars
from ..chips import ALL_BUT_310B, Family
from ..definition import Definition
from ..kernels.clipping import CLIPPED, CLIPPED_ON_CORE, clip
from ..lowering import Array, Buffer, Lowering
from ..meta import ScalarValue
from ..patterns.in_place import in_place
from ..promotion import combine_with_scalar, default_of_scalar, promote
from ..rules import (
    NULL,
    Broadcast,
    Call,
    Castable,
    Check,
    CommonIn,
    DoneIfEmpty,
    DtypeIn,
    Infer,
    MaxRank,
    NotNull,
    Promote,
    PromoteBy,
    Rule,
    SameShape,
    When,
    before_950,
    common_dtype,
    on_950,
    require,
)


def _clip_from_below(x: Array, least: Array, most: Array, out: Array | None = None) -> Any:
    return np.maximum(x, least, out=out)


def _clip_from_above(x: Array, least: Array, most: Array, out: Array | None = None) -> Any:
    return np.minimum(x, most, out=out)


def _launch(low: Lowering, x: Buffer, least: Buffer, most: Buffer, *, names: tuple[str | None, str | None]) -> Buffer:
    function: Callable[..., Any] = np.clip
    if _value(low, names[1]) is None:
        function = _clip_from_below
    elif _value(low, names[0]) is None:
        function = _clip_from_above
    return clip(low, x, least, most, function=function)


def _value(call: Call | Lowering, name: str | None) -> Any:
    """The limit of that name; None where the operator has none or it is null."""
    return None if name is None else call.args[name]


def _no_limit(low: Lowering, dtype: DType, sign: int) -> Buffer:
    if dtype.is_integral:
        least, most = scalars.limits_of(dtype)
        return low.constant(ScalarValue(INT64, most if sign > 0 else least), dtype)
    return low.constant(ScalarValue(FLOAT64, sign * np.inf), dtype)


def _needed(*names: str | None) -> tuple[Rule, ...]:
    """Of two limits one must be there; where an operator has one only, it is the first thing looked at."""
    given = [name for name in names if name is not None]
    if len(given) == 1:
        return NotNull(*given), NotNull("self", "out")

    def check(call: Call) -> None:
        some = any(call.args[name] is not None for name in given)
        require(some, f"{' and '.join(given)} are null, but one is required", NULL)

    return NotNull("self", "out"), Check(check)


_FORMULAS = {
    (True, True): "out = min(max(self, {0}), {1})",
    (True, False): "out = max(self, {0})",
    (False, True): "out = min(self, {1})",
}


def _formula(least: str | None, most: str | None) -> str:
    return _FORMULAS[least is not None, most is not None].format(least, most)


# By scalars


def _clamp_by_scalars(name: str, least: str | None = None, most: str | None = None) -> Definition:
    names = (least, most)

    def by_category(call: Call) -> DType:
        """The dtype of self, of which the limits may raise the category."""
        dtype = call.args["self"].dtype
        limits = [default_of_scalar(s.dtype) for s in (_value(call, n) for n in names) if s is not None]
        other = promote(limits[0], limits[-1]) if limits else None
        return dtype if other is None else combine_with_scalar(dtype, other) or dtype

    def common(call: Call) -> DType:
        """The older chips clamp in the dtype of the output."""
        missing = call.is_missing("out")
        return by_category(call) if missing or call.family is Family.A950 else call.args["out"].dtype

    def lower(low: Lowering, call: Call) -> None:
        dtype = call.common

        def limit(name: str | None, sign: int) -> Buffer:
            value = _value(low, name)
            return _no_limit(low, dtype, sign) if value is None else low.constant(value, dtype)

        x = low.cast(low.contiguous("self"), dtype)
        low.write(_launch(low, x, limit(least, -1), limit(most, 1), names=names), "out")

    return Definition(
        name,
        _formula(*names),
        (
            *_needed(*names),
            DtypeIn(CLIPPED, "self", "out"),
            SameShape("self", "out"),
            MaxRank("self", "out"),
            DoneIfEmpty("self"),
            PromoteBy(common, "self"),
            When(on_950, CommonIn(CLIPPED), Castable("out")),
            When(before_950, Castable("out", "self")),
            Infer("out", dtype=common_dtype),
        ),
        lower,
        families=ALL_BUT_310B,
    )


# By tensors


def _clamp_by_tensors(name: str, least: str | None = None, most: str | None = None) -> Definition:
    names = (least, most)
    given = [name for name in names if name is not None]

    def lower(low: Lowering, call: Call) -> None:
        dtype = call.common

        def limit(name: str | None, sign: int) -> Buffer:
            absent = name is None or low.args[name] is None
            return _no_limit(low, dtype, sign) if name is None or absent else low.contiguous(name)

        limits = limit(least, -1), limit(most, 1)
        buffers = [low.cast(buffer, dtype) for buffer in (low.contiguous("self"), *limits)]
        if dtype not in CLIPPED_ON_CORE[low.family]:
            buffers = [b if b.shape == call.shape else low.broadcast_to(b, call.shape, always=True) for b in buffers]
        out = low.tensor("out")
        result = low.cast(_launch(low, *buffers, names=names), out.dtype)
        # Where self is the output and needs no copy, the operand's format has been reset, and with it the output's.
        low.view_copy(result if buffers[0] is out else low.reformat(result, out.format), "out")

    return Definition(
        name,
        _formula(*names),
        (
            *_needed(*names),
            DtypeIn(CLIPPED, "self", "out"),
            MaxRank("self", "out", *given),
            DoneIfEmpty("self", *given),
            Promote("self", *given, to="out", within=CLIPPED),
            Broadcast("self", *given, to="out"),
        ),
        lower,
        families=ALL_BUT_310B,
    )


clamp_max = _clamp_by_scalars("aclnnClampMax", most="clipValueMax")
clamp_min_tensor = _clamp_by_tensors("aclnnClampMinTensor", least="clipValueMin")
clamp_max_tensor = _clamp_by_tensors("aclnnClampMaxTensor", most="max")

OPERATORS = (
    _clamp_by_scalars("aclnnClamp", "clipValueMin", "clipValueMax"),
    _clamp_by_scalars("aclnnClampMin", least="clipValueMin"),
    clamp_max,
    in_place("aclnnInplaceClampMax", clamp_max),
    _clamp_by_tensors("aclnnClampTensor", "clipValueMin", "clipValueMax"),
    clamp_min_tensor,
    in_place("aclnnInplaceClampMinTensor", clamp_min_tensor),
    clamp_max_tensor,
    in_place("aclnnInplaceClampMaxTensor", clamp_max_tensor),
)
