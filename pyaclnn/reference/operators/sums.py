"""Sums of many tensors, and differences whose subtrahend comes first."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...dtypes import BFLOAT16, BOOL, FLOAT16, FLOAT32, INT32, INT64, DType
from .. import scalars
from ..arithmetic_kernels import MUL, SUB
from ..binary import PAIR, binary_rules, on_950, promoted
from ..blocks import in_blocks
from ..chips import ALL_BUT_310B, SINCE_910B, Family
from ..definition import Definition
from ..dtype_lists import BASE, per_chip
from ..kernels import Kernel
from ..lowering import Array, Buffer, Lowering
from ..patterns import operands
from ..promotion import promote
from ..rules import (
    INNER_NULL,
    Call,
    Castable,
    Check,
    CommonIn,
    DoneIfEmpty,
    DtypeIn,
    Infer,
    MaxRank,
    NoNullElement,
    NotNull,
    Refusal,
    Rule,
    ScalarFits,
    When,
    require,
)
from .arithmetic import subtract_scaled

# Of many tensors

_ADDED = per_chip((INT32, INT64, FLOAT16, BFLOAT16, FLOAT32))


@in_blocks
def _sum(*arrays: Array, out: Array | None = None) -> Any:
    """The output may be an operand, so that it is written last."""
    total, last = arrays[0], arrays[-1]
    for array in arrays[1:-1]:
        total = total + array
    return np.add(total, last, out=out)


ADD_N = Kernel("AddN", _sum)


def _first(call: Call) -> Any:
    require(len(call.args["tensors"]) > 0, "tensors is empty, must have one tensor at least")
    return call.args["tensors"][0]


def _has_another_dtype(call: Call) -> bool:
    return not call.is_missing("out") and _first(call).dtype != call.args["out"].dtype


def _refuse_other_dtype(call: Call) -> None:
    """CANN leaves its other checks out then, and only the copy into the output fails."""
    raise Refusal(INNER_NULL, f"out is {call.args['out'].dtype.name}, must be {_first(call).dtype.name} as tensors[0]")


def _chip_adds(call: Call) -> None:
    require(call.family in SINCE_910B, f"{call.operator} is not taken on {call.family.value}")


def _shapes_are_equal(call: Call) -> None:
    for index, tensor in enumerate(call.args["tensors"]):
        shapes = f"tensors[{index}] has shape {list(tensor.shape)}, must be {list(_first(call).shape)} as tensors[0]"
        require(tensor.shape == _first(call).shape, shapes)
    call.expect_shape("out", _first(call).shape, "the shape of the tensors")


def _first_is_plain(call: Call) -> None:
    format = _first(call).format
    require(not format.is_private, f"tensors[0] has format {format.name}, but blocked ones are not taken")


def _lower_add_n(low: Lowering, call: Call) -> None:
    count = len(call.args["tensors"])
    if count == 1:
        low.view_copy(low.tensor(("tensors", 0)), "out")
        return
    buffers = [low.contiguous(("tensors", i)) for i in range(count)]
    low.view_copy(ADD_N(low, *buffers), "out")


add_n = Definition(
    "aclnnAddN",
    "out = the sum of the tensors",
    (
        NotNull("tensors"),
        NoNullElement("tensors"),
        NotNull("out"),
        When(_has_another_dtype, DoneIfEmpty("tensors"), Check(_refuse_other_dtype)),
        Check(_chip_adds),
        DtypeIn(_ADDED, "tensors", "out"),
        Infer("out", dtype=lambda call: _first(call).dtype),
        MaxRank("tensors", "out"),
        Check(_shapes_are_equal),
        Check(_first_is_plain),
        DoneIfEmpty("tensors"),
    ),
    _lower_add_n,
    families=SINCE_910B,
)

# other - alpha * self

_SUBTRACTED = per_chip(tuple(dtype for dtype in BASE if dtype != BOOL), since_910b=(BFLOAT16,))


def _is_950(call: Call) -> bool:
    return call.family is Family.A950


def _is_one(low: Lowering) -> bool:
    alpha = low.args["alpha"]
    if alpha.dtype.is_integral:
        return int(scalars.number(alpha, INT32)) == 1
    return bool(alpha.dtype.is_floating and scalars.number(alpha) == 1)


def _lower_rsub(low: Lowering, call: Call) -> None:
    x, other = operands(low, PAIR, call.common)
    low.write(subtract_scaled(low, other, x) if low.family is Family.A950 else _subtract(low, other, x), "out")


def _subtract(low: Lowering, first: Buffer, second: Buffer) -> Buffer:
    """The older chips multiply by any alpha but one."""
    factor = None if _is_one(low) else low.constant(low.args["alpha"], first.dtype)
    return SUB(low, first, second if factor is None else MUL(low, second, factor))


def _with_scalar_on_950(call: Call) -> DType | None:
    x, other, alpha = (call.args[name] for name in (*PAIR, "alpha"))
    return scalars.common_dtype(call.family, x.dtype, None, other, alpha)


def _with_scalar(call: Call) -> DType | None:
    x, other = (call.args[name].dtype for name in PAIR)
    return promote(x, other) if other.is_floating and not x.is_floating else x


def _rsub(name: str, common: Any) -> Definition:
    fits: tuple[Rule, ...] = (ScalarFits("alpha"), When(_is_950, CommonIn(_SUBTRACTED)), Castable("out"))
    null, *rules = binary_rules((DtypeIn(_SUBTRACTED, *PAIR),), common, fits)
    return Definition(
        name,
        "out = other - alpha * self",
        (NotNull(*PAIR, "alpha"), null, *rules),
        _lower_rsub,
        families=ALL_BUT_310B,
    )


OPERATORS = (
    add_n,
    _rsub("aclnnRsub", promoted(*PAIR)),
    _rsub("aclnnRsubs", on_950(_with_scalar_on_950, _with_scalar)),
)
