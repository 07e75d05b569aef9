"""Formulas of three tensors: interpolation, a product or quotient that is added, scale and shift."""

from __future__ import annotations

from typing import Any

from ...dtypes import (
    BFLOAT16,
    BOOL,
    COMPLEX64,
    COMPLEX128,
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
from .. import scalars
from ..chips import ALL_BUT_310B, SINCE_910B, Family
from ..definition import Definition
from ..dtype_lists import FLOATS, HALF_PRECISION, Dtypes, per_chip
from ..kernels import Kernel, arithmetic
from ..kernels.arithmetic import added_product, added_quotient
from ..lowering import Array, Lowering
from ..patterns.in_place import in_place
from ..patterns.lowerings import operands
from ..rules import (
    Broadcast,
    Call,
    Check,
    DoneIfEmpty,
    DtypeIn,
    Infer,
    MaxRank,
    NotNull,
    NotPrivate,
    Promote,
    Rule,
    SameDtype,
    SameShape,
    When,
    common_dtype,
    require,
)
from ..shapes import broadcast

# Interpolation


LERP = Kernel("Lerp", arithmetic.lerp)
_LERP = "out = self + weight * (end - self)"


def _is_strided(call: Call) -> bool:
    return not all(t.is_contiguous for _, t in call.tensors(("self", "end", "weight", "out")))


def _lower_lerp(low: Lowering, call: Call) -> None:
    low.view_copy(LERP(low, *operands(low, ("self", "end", "weight"))), "out")


lerp = Definition(
    "aclnnLerp",
    _LERP,
    (
        NotNull("self", "end", "weight", "out"),
        DtypeIn(FLOATS, "self"),
        SameDtype("self", "end", "weight", "out"),
        Broadcast("self", "end", "weight", to="out"),
        When(_is_strided, MaxRank("self", "end", "weight")),
        DoneIfEmpty("self"),
    ),
    _lower_lerp,
    families=ALL_BUT_310B,
)

_LERP_OUTPUTS = per_chip((FLOAT16, FLOAT32, FLOAT64), since_910b=(BFLOAT16,))


def _lower_lerps(low: Lowering, call: Call) -> None:
    x, end = operands(low, ("self", "end"))
    weight = low.constant(call.args["weight"], FLOAT32 if low.family is Family.A950 else x.dtype)
    low.write(LERP(low, x, end, weight), "out")


lerps = Definition(
    "aclnnLerps",
    _LERP,
    (
        NotNull("self", "end", "weight", "out"),
        DtypeIn(FLOATS, "self", "end"),
        SameDtype("self", "end"),
        DtypeIn(_LERP_OUTPUTS, "out"),
        Infer("out", dtype=common_dtype),
        Broadcast("self", "end", to="out"),
        When(_is_strided, MaxRank("self", "end")),
        DoneIfEmpty("self"),
    ),
    _lower_lerps,
    families=ALL_BUT_310B,
)

# A product or a quotient added

_TERMS = ("self", "tensor1", "tensor2")


ADDCMUL = Kernel("Addcmul", added_product, per_chip((FLOAT32, FLOAT16, BFLOAT16, INT32)))
AXPY_V2_OF_TENSORS = Kernel("AxpyV2", added_product)
ADDCDIV = Kernel("Addcdiv", added_quotient, FLOATS)

_PRODUCTS = per_chip((FLOAT32, INT32, INT64, FLOAT16, INT8, UINT8, FLOAT64), since_910b=(BFLOAT16,))
_NO_PRODUCTS = (INT16, BOOL, COMPLEX64, COMPLEX128)
_QUOTIENTS = per_chip((FLOAT32, INT64, FLOAT16, FLOAT64), since_910b=(BFLOAT16,))
_AXPY_V2 = (FLOAT32, BFLOAT16, FLOAT16, INT32)


def _value_dtype(call: Call) -> DType:
    """Ascend950 does not round the factor to a 16-bit float."""
    wide = call.args["self"].dtype in HALF_PRECISION and call.args["value"].dtype.is_floating
    return FLOAT32 if call.family is Family.A950 and wide and call.common != FLOAT64 else call.common


def _takes_axpy_v2(low: Lowering, call: Call) -> bool:
    """910B's kernel of ``self + tensor1 * tensor2``, which writes in the shape of self."""
    value, shape = call.args["value"], call.args["self"].shape
    return (
        low.family.is_910b_like
        and call.common in _AXPY_V2
        and not value.dtype.is_complex
        and scalars.is_one(low.family, value, FLOAT32)
        and broadcast(call.args["tensor2"].shape, shape) == shape
    )


def _lower_addcmul(low: Lowering, call: Call) -> None:
    terms = operands(low, _TERMS, call.common)
    if _takes_axpy_v2(low, call):
        result = AXPY_V2_OF_TENSORS(low, *terms, attributes=(1,))
    else:
        result = ADDCMUL(low, *terms, attributes=(scalars.number(call.args["value"], _value_dtype(call)),))
    low.write(result, "out")


def _lower_addcdiv(low: Lowering, call: Call) -> None:
    value = scalars.number(call.args["value"], _value_dtype(call))
    low.write(ADDCDIV(low, *operands(low, _TERMS, call.common), attributes=(value,)), "out")


def _term_rules(dtypes: Dtypes, *rules: Rule) -> tuple[Rule, ...]:
    return (
        NotNull(*_TERMS, "value", "out"),
        DtypeIn(dtypes, *_TERMS),
        Promote(*_TERMS, to="out"),
        *rules,
        MaxRank(*_TERMS),
        Broadcast(*_TERMS, to="out"),
        DoneIfEmpty(*_TERMS),
    )


def _has_product(call: Call) -> None:
    require(call.common not in _NO_PRODUCTS, f"{', '.join(_TERMS)} promote to {call.common.name}, which is not taken")


addcmul = Definition(
    "aclnnAddcmul",
    "out = self + value * tensor1 * tensor2",
    _term_rules(_PRODUCTS, Check(_has_product), NotPrivate(*_TERMS, "out")),
    _lower_addcmul,
    families=ALL_BUT_310B,
)
addcdiv = Definition(
    "aclnnAddcdiv",
    "out = self + value * tensor1 / tensor2",
    _term_rules(_QUOTIENTS, MaxRank("out")),
    _lower_addcdiv,
    families=ALL_BUT_310B,
)

# Scale and shift

_SCALED = per_chip((FLOAT32, FLOAT16), since_910b=(BFLOAT16,), A910=(), B310=())


def _scale_fits(call: Call) -> None:
    """The shape of scale is that of some dimensions of x, whose number is numAxes or that of scale's own."""
    x, scale, axis, from_blob = (call.args[name] for name in ("x", "scale", "axis", "scaleFromBlob"))
    require(
        -x.ndim <= axis < x.ndim, f"axis is {axis}; for {x.ndim} dimensions of x {-x.ndim} to {x.ndim - 1} are allowed"
    )
    require(call.args["numAxes"] >= -1, f"numAxes is {call.args['numAxes']}, must not be below -1")
    axis %= x.ndim
    count = call.args["numAxes"] if from_blob else scale.ndim
    if from_blob and count == 0:
        require(scale.size == 1, f"scale has shape {list(scale.shape)}, must have one element where numAxes is 0")
        return
    count = x.ndim - axis if count == -1 else count
    fits = axis + count <= x.ndim
    require(fits, f"{count} dimensions from axis {axis} on are more than the {x.ndim} of x")
    if not from_blob and scale.size == 1 and count <= 1:
        return
    expected = x.shape[axis : axis + count]
    require(scale.shape == expected, f"scale has shape {list(scale.shape)}, must be {list(expected)} as in x")


def _lower_scale(low: Lowering, call: Call) -> None:
    x = call.args["x"]
    axis = call.args["axis"] % x.ndim

    def along_axes(a: Array) -> Array:
        return a.reshape(() if a.size == 1 else a.shape + (1,) * (x.ndim - axis - a.ndim))

    def compute(a: Array, factor: Array, *shift: Array) -> Any:
        result = a * along_axes(factor)
        return result + along_axes(shift[0]) if shift else result

    names = ("x", "scale") if call.args["bias"] is None else ("x", "scale", "bias")
    low.view_copy(low.kernel("Scale", compute, operands(low, names), x.shape, x.dtype), "y")


scale = Definition(
    "aclnnScale",
    "y = x * scale + bias, with scale and bias along the dimensions of x from axis on",
    (
        NotNull("x", "scale", "y"),
        DtypeIn(_SCALED, "x"),
        SameDtype("x", "scale", "bias", "y"),
        SameShape("x", "y"),
        When(lambda call: call.args["bias"] is not None, SameShape("scale", "bias")),
        MaxRank("x", "scale"),
        Check(_scale_fits),
        DoneIfEmpty("x"),
    ),
    _lower_scale,
    families=SINCE_910B | {Family.P310},
)

OPERATORS = (
    lerp,
    in_place("aclnnInplaceLerp", lerp),
    lerps,
    in_place("aclnnInplaceLerps", lerps),
    addcmul,
    in_place("aclnnInplaceAddcmul", addcmul),
    addcdiv,
    in_place("aclnnInplaceAddcdiv", addcdiv),
    scale,
)
