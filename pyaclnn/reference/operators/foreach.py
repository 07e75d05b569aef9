"""Operators on lists of tensors: one kernel for all of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...dtypes import BFLOAT16, FLOAT16, FLOAT32, FLOAT64, INT32, INT64, DType
from .. import casts
from ..chips import SINCE_910B, Family
from ..definition import Definition
from ..lowering import Array, Lowering
from ..meta import TensorMeta
from ..rules import (
    MAX_RANK,
    NULL,
    PLAIN_FORMATS,
    TILING,
    Call,
    Check,
    DoneIfAllEmpty,
    FormatIn,
    InferList,
    NotNull,
    Satisfies,
    require,
)

MAX_TENSORS = 256
SCALAR_OF = {FLOAT16: FLOAT32, FLOAT32: FLOAT32, BFLOAT16: FLOAT32, INT32: INT64}


def _present(call: Call, name: str) -> list[tuple[int, TensorMeta]]:
    """The tensors of a list with their positions; null elements count for nothing."""
    value = call.args[name]
    return [(i, t) for i, t in enumerate(value) if t is not None] if isinstance(value, tuple) else []


def _scalar_dtype(call: Call) -> DType:
    """That of the first scalar, to which the others are converted; float64 counts as float32."""
    dtype = call.args["scalars"][0].dtype
    return FLOAT32 if dtype == FLOAT64 else dtype


def _check_lists(call: Call) -> None:
    for name in ("x", "out"):
        count = len(_present(call, name))
        require(count <= MAX_TENSORS, f"{name} has {count} tensors, at most {MAX_TENSORS} are allowed")
    for index, scalar in enumerate(call.args["scalars"]):
        require(scalar is not None, f"scalars[{index}] is null, but it is required", NULL)
        require(not scalar.dtype.is_complex, f"scalars[{index}] is {scalar}, which no kernel takes")


def _check_dtypes(call: Call) -> None:
    """The kernel is found by the first tensor of each list."""
    tensors, outputs = _present(call, "x"), _present(call, "out")
    require(bool(tensors), "x is empty, but at least one tensor is required")
    dtype, scalar = tensors[0][1].dtype, _scalar_dtype(call)
    expected = SCALAR_OF.get(dtype)
    require(
        expected is not None,
        f"x is {dtype.name}; allowed are {', '.join(allowed.name for allowed in SCALAR_OF)}",
    )
    require(
        scalar == expected,
        f"scalars are {scalar.name}; with x of {dtype.name} they must be {expected.name if expected else ''}",
    )
    if isinstance(call.args["out"], tuple):
        found = outputs[0][1].dtype.name if outputs else "empty"
        require(found == dtype.name, f"out is {found}, must be {dtype.name} as x")


def _check_tiling(call: Call) -> None:
    tensors, outputs = _present(call, "x"), _present(call, "out")
    dtype, count = tensors[0][1].dtype, len(tensors)
    scalars = len(call.args["scalars"])
    require(scalars == count, f"scalars has {scalars} elements, x has {count} tensors", TILING)
    for index, tensor in tensors:
        require(tensor.dtype == dtype, f"x[{index}] is {tensor.dtype.name}, must be {dtype.name} as x[0]", TILING)
        require(
            tensor.ndim <= MAX_RANK,
            f"x[{index}] has {tensor.ndim} dimensions, at most {MAX_RANK} are allowed",
            TILING,
        )
    if not isinstance(call.args["out"], tuple):
        return
    fits = len(outputs) == count if call.family is Family.A950 else len(outputs) >= count
    require(fits, f"out has {len(outputs)} tensors, x has {count}", TILING)
    for (index, tensor), (position, output) in zip(tensors, outputs, strict=False):
        require(
            output.dtype == dtype,
            f"out[{position}] is {output.dtype.name}, must be {dtype.name} as x",
            TILING,
        )
        require(
            tensor.size <= output.size,
            f"out[{position}] has {output.size} elements, fewer than the {tensor.size} of x[{index}]",
            TILING,
        )
        # The kernel writes row-major whatever the strides say.
        require(output.is_contiguous, f"out[{position}] is {output}, must be contiguous")


def _factor(call: Call, value: Any, dtype: DType) -> Any:
    """A scalar as the kernel multiplies by it."""
    number = casts.cast(np.asarray(value), _scalar_dtype(call))
    if dtype == INT32:
        # Ascend950 passes it through float32, which loses digits from 2**24 on.
        return casts.cast(number.astype(np.float32) if call.family is Family.A950 else number, INT32)
    if dtype == FLOAT16 and call.family is not Family.A950:
        number = number.astype(np.float16)
    return number.astype(np.float32)


def _lower(low: Lowering, call: Call) -> None:
    tensors = _present(call, "x")
    outputs = _present(call, "out")[: len(tensors)]
    factors = [_factor(call, s.value, t.dtype) for s, (_, t) in zip(call.args["scalars"], tensors, strict=True)]
    partial = [k for k, ((_, t), (_, o)) in enumerate(zip(tensors, outputs, strict=True)) if t.size < o.size]

    def multiply(*arrays: Array) -> tuple[Array, ...]:
        products = [a * f for a, f in zip(arrays, factors, strict=False)]
        # A larger output keeps its elements past those of x.
        for k, old in zip(partial, arrays[len(tensors) :], strict=True):
            products[k] = np.concatenate((products[k].reshape(-1), old.reshape(-1)[products[k].size :]))
        return tuple(p.reshape(o.shape) for p, (_, o) in zip(products, outputs, strict=True))

    operands = [low.contiguous(("x", i)) for i, _ in tensors]
    results = low.kernel_with_outputs(
        "ForeachMulScalarList",
        multiply,
        operands + [low.tensor(("out", outputs[k][0])) for k in partial],
        [(o.shape, o.dtype) for _, o in outputs],
    )
    for (i, _), result in zip(outputs, results, strict=True):
        low.view_copy(result, ("out", i))


foreach_mul_scalar_list = Definition(
    "aclnnForeachMulScalarList",
    "out[i] = x[i] * scalars[i]",
    (
        NotNull("x", "scalars", "out"),
        Check(_check_lists),
        Satisfies("scalars", lambda scalars: len(scalars) > 0, "at least one scalar"),
        Check(_check_dtypes),
        FormatIn(PLAIN_FORMATS, "x", "out"),
        Check(_check_tiling),
        InferList("out", lambda call: tuple((t.shape, t.dtype) for _, t in _present(call, "x"))),
        DoneIfAllEmpty("out"),
    ),
    _lower,
    families=SINCE_910B,
)

OPERATORS = (foreach_mul_scalar_list,)
