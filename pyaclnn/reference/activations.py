"""Activations and their gradients: what their operators check, and how they become kernels."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from ..dtypes import BFLOAT16, FLOAT16, FLOAT32, INT8, INT32, DType
from . import scalars
from .chips import ALL_BUT_310B, Family
from .definition import Definition
from .dtype_lists import Dtypes, per_chip
from .kernels import Kernel
from .lowering import Buffer, Lowering
from .patterns import direct_kernel, float_attributes
from .rules import (
    Call,
    Castable,
    DoneIfEmpty,
    DtypeIn,
    Infer,
    MaxRank,
    NotNull,
    Rule,
    SameDtype,
    SameShape,
    Satisfies,
)

Lower: TypeAlias = "Callable[[Lowering, Call], None]"

# Some checks leave bfloat16 out on the chips that they name, which Ascend310B is not among.
FLOATS_OF_310B = per_chip((FLOAT32, FLOAT16), since_910b=(BFLOAT16,), B310=(FLOAT32, FLOAT16, BFLOAT16))
FLOATS_SINCE_910B = per_chip((), since_910b=(FLOAT32, FLOAT16, BFLOAT16))

SELU_DTYPES = per_chip((FLOAT32, FLOAT16, INT32, INT8), since_910b=(BFLOAT16,))

# What the output of an activation may be: of the operand's dtype, or of one that this can be cast to.
SAME: tuple[Rule, ...] = (SameDtype("self", "out"),)
CASTABLE: tuple[Rule, ...] = (Castable("out", "self"),)


def listed(dtypes: Dtypes) -> tuple[Rule, ...]:
    """The output may be of any of the dtypes."""
    return (DtypeIn(dtypes, "out"), Infer("out", dtype=lambda call: call.args["self"].dtype))


def not_negative(scalar: str) -> Rule:
    """161002 for a scalar below 0; NaN passes."""
    return Satisfies(scalar, lambda value: not scalars.number(value) < 0, "what is not negative")


def activation(
    name: str,
    formula: str,
    kernel: Kernel,
    takes: Dtypes,
    *more: Rule,
    output: tuple[Rule, ...] = SAME,
    attributes: tuple[str, ...] = (),
    any_rank: bool = False,
    lower: Lower | None = None,
    families: frozenset[Family] = ALL_BUT_310B,
) -> Definition:
    """A function of one tensor that keeps its shape.

    ``attributes`` are scalars, which the kernel gets as float32; ``more`` are checks that only this one has.
    """
    return Definition(
        name,
        formula,
        (
            NotNull("self", *attributes, "out"),
            DtypeIn(takes, "self"),
            *output,
            *more,
            *(() if any_rank else (MaxRank("self"),)),
            SameShape("self", "out"),
            DoneIfEmpty("self"),
        ),
        lower or direct_kernel(kernel, ("self",), "out", attributes=float_attributes(*attributes)),
        families=families,
    )


def gradient(
    name: str,
    formula: str,
    kernel: Kernel,
    takes: Dtypes,
    *more: Rule,
    of: str = "self",
    output: str = "gradInput",
    also_required: tuple[str, ...] = (),
    attributes: tuple[str, ...] = (),
    any_rank: bool = False,
    lower: Lower | None = None,
    families: frozenset[Family] = ALL_BUT_310B,
) -> Definition:
    """The gradient of an activation whose tensors all have one shape and one dtype.

    ``of`` is the tensor beside ``gradOutput``: the activation's input, or its result.
    """
    return Definition(
        name,
        formula,
        (
            NotNull("gradOutput", of, *also_required, *attributes, output),
            SameDtype("gradOutput", of, output),
            DtypeIn(takes, "gradOutput"),
            *more,
            *(() if any_rank else (MaxRank("gradOutput"),)),
            SameShape("gradOutput", of, output),
            DoneIfEmpty("gradOutput"),
        ),
        lower or direct_kernel(kernel, ("gradOutput", of), output, attributes=float_attributes(*attributes)),
        families=families,
    )


def exchanged(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function with its first two operands exchanged, for kernels whose result is made after ``self``."""
    return lambda first, second, *more: function(second, first, *more)


def common_or_float(call: Call) -> DType:
    """The dtype of ``gradOutput`` and ``self``; float32 where they differ."""
    grad, x = call.args["gradOutput"].dtype, call.args["self"].dtype
    return FLOAT32 if grad != x else grad


def swish_attributes(call: Call) -> tuple[Any, ...]:
    """beta, which is 1 unless it is given."""
    beta = call.args["betaOptional"]
    return (1.0 if beta is None else scalars.number(beta),)


def expanded(low: Lowering, call: Call, *names: str, always: bool = False) -> list[Buffer]:
    """Tensors contiguous and copied to their common shape, those left alone that have it unless ``always``.

    Nothing is copied where all have it.
    """
    buffers = [low.contiguous(name) for name in names]
    if len({buffer.shape for buffer in buffers}) == 1:
        return buffers
    return [low.broadcast_to(buffer, call.shape, always=always) for buffer in buffers]
