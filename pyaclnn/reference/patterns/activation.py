"""Activations and their gradients: what their operators check, and how they become kernels."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...dtypes import BFLOAT16, FLOAT16, FLOAT32, INT8, INT32, DType
from .. import scalars
from ..chips import ALL_BUT_310B, Family
from ..definition import Definition
from ..dtype_lists import Dtypes, per_chip
from ..kernels import Kernel
from ..lowering import Array, Buffer, Lower, Lowering
from ..rules import (
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
    dtype_of,
)
from .lowerings import direct_kernel, float_attributes

# Some checks leave bfloat16 out on the chips that they name, which Ascend310B is not among.
FLOATS_OF_310B = per_chip((FLOAT32, FLOAT16), since_910b=(BFLOAT16,), B310=(FLOAT32, FLOAT16, BFLOAT16))

SELU_DTYPES = per_chip((FLOAT32, FLOAT16, INT32, INT8), since_910b=(BFLOAT16,))

# The output of an activation may be of a dtype that the operand's can be cast to.
CASTABLE: tuple[Rule, ...] = (Castable("out", "self"),)


def listed(dtypes: Dtypes) -> tuple[Rule, ...]:
    """The output may be of any of the dtypes."""
    return (DtypeIn(dtypes, "out"), Infer("out", dtype=dtype_of("self")))


def not_negative(scalar: str) -> Rule:
    """161002 for a scalar below 0; NaN passes."""
    return Satisfies(scalar, lambda value: not scalars.number(value) < 0, "what is not negative")


def activation(
    name: str,
    formula: str,
    kernel: Kernel,
    takes: Dtypes,
    *more: Rule,
    of: str = "self",
    output: tuple[Rule, ...] | None = None,
    attributes: tuple[str, ...] = (),
    any_rank: bool = False,
    lower: Lower | None = None,
    families: frozenset[Family] = ALL_BUT_310B,
) -> Definition:
    """A function of the tensor ``of`` that keeps its shape.

    ``attributes`` are scalars, which the kernel gets as float32; ``more`` are checks that only this one has.
    ``output`` says what dtype the output may have, if not just the tensor's.
    """
    return Definition(
        name,
        formula,
        (
            NotNull(of, *attributes, "out"),
            DtypeIn(takes, of),
            *((SameDtype(of, "out"),) if output is None else output),
            *more,
            *(() if any_rank else (MaxRank(of),)),
            SameShape(of, "out"),
            DoneIfEmpty(of),
        ),
        lower or direct_kernel(kernel, (of,), "out", attributes=float_attributes(*attributes)),
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


def channels(shape: tuple[int, ...]) -> int:
    """How many weights a tensor has for its second dimension; up to one dimension there is one."""
    return 1 if len(shape) <= 1 else shape[1]


def along_channels(weight: Array, rank: int) -> Array:
    """The weights as an array that broadcasts along the second dimension."""
    return weight.reshape((-1,) + (1,) * (rank - 2) if rank > 1 else (weight.size,))
