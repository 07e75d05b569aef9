"""Gradients of paddings: each element collects from all places where it stands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from ...dtypes import BFLOAT16, FLOAT16, FLOAT32, FLOAT64, DType
from ..chips import ALL_BUT_310B, SINCE_910B, Family
from ..definition import Definition
from ..dtype_lists import COMPLEX, CORE_FLOATS, FLOATS_ON_ANY_CHIP, HALF_PRECISION, per_chip
from ..lowering import Lower, Lowering
from ..patterns.padding import Border, Borders, circular, edge, padded_shape, reflection, unpad
from ..rules import (
    INNER_NULL,
    NULL,
    Call,
    Check,
    DtypeIn,
    NotNull,
    NotPrivate,
    SameDtype,
    SameFormat,
    SameShape,
    require,
)

_TAKEN = per_chip((*CORE_FLOATS, FLOAT64, *COMPLEX))

# Whether a vector core has room for the borders; from chip, dtype, border and padding.
Fits: TypeAlias = "Callable[[Family, DType, Border, Sequence[int]], bool]"


def _fits_1d(family: Family, dtype: DType, border: Border, padding: Sequence[int]) -> bool:
    if min(padding) < 0:
        return False
    if border is reflection:
        return max(padding) <= 3000
    return family is Family.A950 or dtype != FLOAT32 or max(padding) < 7200


def _fits_2d(family: Family, dtype: DType, border: Border, padding: Sequence[int]) -> bool:
    return min(padding) >= 0 and (not any(padding[2:]) or max(padding) <= 7)


def _fits_3d(family: Family, dtype: DType, border: Border, padding: Sequence[int]) -> bool:
    return max(padding) <= 7


_FITS: dict[int, Fits] = {1: _fits_1d, 2: _fits_2d, 3: _fits_3d}
# The older chips' cores also do this much, in the last two axes.
_OLDER_MOST = {FLOAT32: (800, 1500), FLOAT16: (950, 3000)}


def _computed_in(axes: int, border: Border, dtype: DType, fits: bool) -> DType:
    """float32 for 16 bits, in the operators that cast first."""
    if axes == 1:
        widened = fits
    elif axes == 2:
        widened = border is reflection or dtype == BFLOAT16
    else:
        widened = border is reflection and not fits
    return FLOAT32 if dtype in HALF_PRECISION and widened else dtype


def _on_core(family: Family, axes: int, border: Border, dtype: DType, shape: Sequence[int], fits: bool) -> bool:
    if border is circular:
        return True
    if dtype in CORE_FLOATS and family in SINCE_910B and (fits or (axes == 3 and border is edge)):
        return True
    most = _OLDER_MOST.get(dtype)
    return bool(fits and axes < 3 and most and all(n <= m for n, m in zip((1, *shape)[-2:], most, strict=True)))


def _gradient(axes: int, border: Border) -> Lower:
    def lower(low: Lowering, call: Call) -> None:
        grad, x = low.contiguous("gradOutput"), low.contiguous("self")
        dtype, padding = grad.dtype, call.args["padding"]
        fits = border is circular or _FITS[axes](low.family, dtype, border, padding)
        if border is not circular:
            grad = low.cast(grad, _computed_in(axes, border, dtype, fits))
        result = low.kernel(
            "PadV3Grad",
            lambda g: unpad(g, x.shape, padding, border),
            (grad,),
            (*grad.shape[: x.ndim - axes], *x.shape[-axes:]),
            grad.dtype,
            aicpu=not _on_core(low.family, axes, border, grad.dtype, grad.shape, fits),
            format=grad.format,
        )
        low.view_copy(low.cast(result, dtype), "gradInput")

    return lower


def _bfloat16_borders(call: Call) -> None:
    padding = call.args["padding"]
    fits = call.args["gradOutput"].dtype != BFLOAT16 or _fits_2d(call.family, BFLOAT16, edge, padding)
    require(fits, f"padding is {list(padding)}; for bfloat16 it must be 0 to 7, or 0 in the last axis but one")


def _same_leading(call: Call) -> None:
    """The kernel's result has the axes before the padded ones from gradOutput, and a copy finds that they differ."""
    grad, expected = call.args["gradOutput"], padded_shape(call.args["self"].shape, call.args["padding"])
    require(grad.shape == expected, f"gradOutput has shape {list(grad.shape)}, must be {list(expected)}", INNER_NULL)


def _backward(
    name: str,
    axes: int,
    border: Border,
    *,
    narrower: bool,
    unbatched: bool = False,
    null: int = NULL,
) -> Definition:
    borders = Borders(axes)
    return Definition(
        name,
        "gradInput = the sum of gradOutput over all places where an element of self stands in the padded tensor",
        (
            NotNull("gradOutput", "self", "padding", "gradInput", code=null),
            DtypeIn(FLOATS_ON_ANY_CHIP if border is circular else _TAKEN, "gradOutput", "self", "gradInput"),
            SameDtype("self", "gradOutput", "gradInput"),
            NotPrivate("gradOutput") if border is circular else NotPrivate("gradOutput", "self", "gradInput"),
            SameFormat("gradOutput", "self", "gradInput"),
            SameShape("self", "gradInput"),
            borders.shapes(narrower=narrower),
            *((Check(_bfloat16_borders),) if axes == 2 and border is not circular else ()),
            borders.extents("gradOutput"),
            borders.emptiness("gradOutput", "self", "gradInput", unbatched=unbatched),
            Check(_same_leading),
        ),
        _gradient(axes, border),
        ALL_BUT_310B,
    )


OPERATORS = (
    _backward("aclnnReplicationPad1dBackward", 1, edge, narrower=False),
    _backward("aclnnReplicationPad2dBackward", 2, edge, narrower=False),
    _backward("aclnnReplicationPad3dBackward", 3, edge, narrower=False),
    _backward("aclnnReflectionPad1dBackward", 1, reflection, narrower=True, unbatched=True),
    _backward("aclnnReflectionPad2dBackward", 2, reflection, narrower=True, unbatched=True),
    _backward("aclnnReflectionPad3dBackward", 3, reflection, narrower=True),
    _backward("aclnnCircularPad2dBackward", 2, circular, narrower=False, unbatched=True),
    _backward("aclnnCircularPad3dBackward", 3, circular, narrower=True, null=INNER_NULL),
)
