"""Operators on lists of tensors: one kernel for all of them, by a function of one tensor of each list.

There are two kinds. Most are ``generated``: the framework checks the first tensor of each list, and the kernel the
rest. For the others (``host_checked``) code of their own checks all before the kernel is asked.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...dtypes import FLOAT32, INT8, INT16, INT32, UINT8, DType
from .. import casts
from ..chips import SINCE_910B, Family
from ..definition import Definition
from ..dtype_lists import CORE_FLOATS, Dtypes, per_chip
from ..lowering import Array, Buffer, Lower, Lowering
from ..meta import TensorMeta
from ..rules import (
    INNER_NULL,
    MAX_RANK,
    NULL,
    PLAIN_FORMATS,
    TILING,
    Call,
    Check,
    DoneIfAllEmpty,
    Finished,
    FormatIn,
    InferList,
    NoNullElement,
    NotNull,
    NotPrivate,
    Rule,
    TensorSpec,
    require,
)
from .foreach_numbers import SMALL_INTEGERS, Number, counted_as

MAX_TENSORS = 256

# What kernels of lists take, and what the host's argument checks let pass, which is nothing on the older chips.
NUMBERS = per_chip((*CORE_FLOATS, INT32))
WITH_SMALL = per_chip((*CORE_FLOATS, INT32, INT16, INT8, UINT8), A950=(*CORE_FLOATS, INT32))
HOST_NUMBERS = per_chip((), since_910b=(*CORE_FLOATS, INT32))

TWO = ("x1", "x2")


@dataclass(frozen=True)
class Lists:
    """What an operator on lists is made of.

    ``function`` takes one array of each of ``inputs`` and the number, if there is one, and an ``out`` unless
    ``takes_out`` is false. ``output`` None says that the results go into the first list. ``moves`` marks what only
    moves values; ``rounds_integers`` what computes integers of 8 and 16 bits in floats, rounds and saturates.
    ``out_dtypes`` are the output's dtypes that go with one of the lists, where it isn't the same.
    """

    name: str
    function: Callable[..., Any]
    dtypes: Dtypes
    inputs: tuple[str, ...] = ("x",)
    number: Number | None = None
    output: str | None = "out"
    takes_out: bool = True
    moves: bool = False
    rounds_integers: bool = False
    strided_output: bool = False
    reduces: bool = False
    kernel_dtypes: Dtypes | None = None
    out_dtypes: Callable[[DType], tuple[DType, ...]] | None = None

    @property
    def target(self) -> str:
        return self.output or self.inputs[0]

    @property
    def lists(self) -> tuple[str, ...]:
        return (*self.inputs, self.output) if self.output else self.inputs

    @property
    def required(self) -> tuple[str, ...]:
        number = (self.number.name,) if self.number else ()
        return (*self.inputs, *number, *((self.output,) if self.output else ()))

    def outputs_of(self, dtype: DType) -> tuple[DType, ...]:
        return self.out_dtypes(dtype) if self.out_dtypes else (dtype,)


def present(call: Call, name: str) -> list[tuple[int, TensorMeta]]:
    """The tensors of a list with their positions; null elements count for nothing."""
    value = call.args[name]
    return [(i, t) for i, t in enumerate(value) if t is not None] if isinstance(value, tuple) else []


def _names(dtypes: tuple[DType, ...]) -> str:
    return ", ".join(d.name for d in dtypes) or "none"


# Checks of the generated operators


def _check_lists(op: Lists, call: Call) -> None:
    for name in op.lists:
        count = len(present(call, name))
        require(count <= MAX_TENSORS, f"{name} has {count} tensors, at most {MAX_TENSORS} are allowed")
    value = call.args[op.number.name] if op.number else None
    if op.number and isinstance(value, tuple):
        require(len(value) > 0, f"{op.number.name} is empty, but at least one scalar is required")
        for index, scalar in enumerate(value):
            label = f"{op.number.name}[{index}]"
            require(scalar is not None, f"{label} is null, but it is required", NULL)
            require(not scalar.dtype.is_complex, f"{label} is {scalar}, which no kernel takes")


def _check_first_dtypes(op: Lists, call: Call) -> None:
    """The kernel is found by the first tensor of each list."""
    tensors = present(call, op.inputs[0])
    require(bool(tensors), f"{op.inputs[0]} is empty, but at least one tensor is required")
    dtype, allowed = tensors[0][1].dtype, op.dtypes[call.family]
    if allowed:
        require(dtype in allowed, f"{op.inputs[0]} is {dtype.name}; allowed are {_names(allowed)}")
    for name in op.inputs[1:]:
        others = present(call, name)
        require(bool(others), f"{name} is empty, but at least one tensor is required")
        other = others[0][1].dtype
        require(other == dtype, f"{name} is {other.name}, must be {dtype.name} as {op.inputs[0]}")
    if op.number:
        given, wanted = counted_as(call.args[op.number.name]), op.number.pairs(call.family)[dtype]
        text = f"{op.number.name} is {given.name}; with {op.inputs[0]} of {dtype.name} allowed is {_names(wanted)}"
        require(given in wanted, text)
    if op.output and isinstance(call.args[op.output], tuple):
        outputs = present(call, op.output)
        found = outputs[0][1].dtype.name if outputs else "empty"
        wanted = op.outputs_of(dtype)
        require(found in [d.name for d in wanted], f"{op.output} is {found}, must be {_names(wanted)}")


def _check_tiling(op: Lists, call: Call) -> None:
    first = op.inputs[0]
    tensors = present(call, first)
    dtype = tensors[0][1].dtype
    for name in op.inputs:
        others = present(call, name)
        require(len(others) == len(tensors), f"{name} has {len(others)} tensors, {first} has {len(tensors)}", TILING)
        for (index, tensor), (_, model) in zip(others, tensors, strict=True):
            label = f"{name}[{index}]"
            require(
                tensor.dtype == dtype, f"{label} is {tensor.dtype.name}, must be {dtype.name} as {first}[0]", TILING
            )
            require(tensor.ndim <= MAX_RANK, f"{label} has {tensor.ndim} dimensions, at most {MAX_RANK}", TILING)
            require(tensor.shape == model.shape, f"{label} is {tensor}, must have the shape of {first}", TILING)
    if op.number:
        _check_count(op.number, call.args[op.number.name], len(tensors), TILING)
    if op.output is None:
        for index, tensor in tensors:
            _require_dense(op, f"{first}[{index}]", tensor)
    elif isinstance(call.args[op.output], tuple):
        _check_outputs(op, call, tensors)


def _check_outputs(op: Lists, call: Call, tensors: list[tuple[int, TensorMeta]]) -> None:
    first, dtype = op.inputs[0], tensors[0][1].dtype
    outputs, wanted = present(call, op.target), op.outputs_of(dtype)
    fits = len(outputs) == len(tensors) if call.family is Family.A950 else len(outputs) >= len(tensors)
    require(fits, f"{op.target} has {len(outputs)} tensors, {first} has {len(tensors)}", TILING)
    for (index, tensor), (position, output) in zip(tensors, outputs, strict=False):
        label, least = f"{op.target}[{position}]", 1 if op.reduces else tensor.size
        require(output.dtype in wanted, f"{label} is {output.dtype.name}, must be {_names(wanted)}", TILING)
        text = f"{label} has {output.size} elements, fewer than the {least} of the result for {first}[{index}]"
        require(least <= output.size, text, TILING)
        _require_dense(op, label, output)


def _require_dense(op: Lists, label: str, tensor: TensorMeta) -> None:
    # The kernel writes row-major whatever the strides say.
    require(op.strided_output or tensor.is_contiguous, f"{label} is {tensor}, must be contiguous")


def _check_count(number: Number, value: Any, tensors: int, code: int) -> None:
    count = number.count(value)
    if isinstance(value, TensorMeta):
        require(value.ndim <= MAX_RANK, f"{number.name} has {value.ndim} dimensions, at most {MAX_RANK}", code)
        require(count is not None or value.size == 1, f"{number.name} is {value}, must have one element", code)
    require(count in (None, tensors), f"{number.name} has {count} elements for {tensors} tensors", code)


def generated_rules(op: Lists) -> tuple[Rule, ...]:
    """The framework's checks in its order, then the kernel's."""
    return (
        NotNull(*op.required),
        Check(lambda call: _check_lists(op, call)),
        Check(lambda call: _check_first_dtypes(op, call)),
        FormatIn(PLAIN_FORMATS, *op.lists),
        Check(lambda call: _check_tiling(op, call)),
        *_inferred(op),
        DoneIfAllEmpty(op.target),
    )


def generated(
    op: Lists, formula: str, families: frozenset[Family] = SINCE_910B, lower: Lower | None = None
) -> Definition:
    """An operator whose interface is generated from its kernel's description."""
    return Definition(op.name, formula, generated_rules(op), lower or _lowered(op), families)


# Checks of the operators with code of their own


def _check_host(op: Lists, call: Call) -> None:
    first = op.inputs[0]
    allowed = op.dtypes[call.family]
    require(bool(allowed), f"{call.operator} takes no dtype on {call.family.value}")
    tensors = call.args[first]
    for name in op.lists:
        if isinstance(call.args[name], tuple):
            count = len(call.args[name])
            require(count == len(tensors), f"{name} has {count} tensors, {first} has {len(tensors)}")
    if not tensors:
        raise Finished
    dtype = tensors[0].dtype
    require(dtype in allowed, f"{first} is {dtype.name}; allowed are {_names(allowed)}")
    if op.number and op.number.takes:
        given, wanted = call.args[op.number.name].dtype, op.number.pairs(call.family)[dtype]
        text = f"{op.number.name} is {given.name}; with {first} of {dtype.name} allowed is {_names(wanted)}"
        require(given in wanted, text)
    for name in op.lists:
        target = call.args[name][0].dtype if name == op.output and isinstance(call.args[name], tuple) else dtype
        for label, tensor in call.tensors((name,)):
            require(tensor.dtype == target, f"{label} is {tensor.dtype.name}, must be {target.name}")
            require(tensor.ndim <= MAX_RANK, f"{label} has {tensor.ndim} dimensions, at most {MAX_RANK}")
        require(target in op.outputs_of(dtype), f"{name} is {target.name}, must be {_names(op.outputs_of(dtype))}")
    if op.out_dtypes is None:
        for name in op.lists:
            for (label, tensor), model in zip(call.tensors((name,)), tensors, strict=False):
                require(tensor.shape == model.shape, f"{label} is {tensor}, must have the shape of {first}")


def _check_kernel(op: Lists, call: Call, code: int) -> None:
    """What only the kernel notices, after the checks have passed."""
    first = op.inputs[0]
    tensors = present(call, first)
    dtype = tensors[0][1].dtype
    has_kernel = op.kernel_dtypes is None or dtype in op.kernel_dtypes[call.family]
    require(has_kernel, f"{first} is {dtype.name}, for which {call.family.value} has no kernel", code)
    require(len(tensors) <= MAX_TENSORS, f"{first} has {len(tensors)} tensors, at most {MAX_TENSORS}", code)
    if op.number and isinstance(value := call.args[op.number.name], TensorMeta):
        wanted = (op.number.runs or op.number.takes)[dtype]
        text = f"{op.number.name} is {value.dtype.name}; with {first} of {dtype.name} the kernel takes {_names(wanted)}"
        require(value.dtype in wanted, text, code)
        _check_count(op.number, value, len(tensors), code)
    if op.out_dtypes is not None and isinstance(call.args[op.target], tuple):
        for (label, output), (_, tensor) in zip(call.tensors((op.target,)), tensors, strict=True):
            require(output.size >= tensor.size, f"{label} has fewer elements than {tensor}", code)


def host_checked(
    op: Lists,
    formula: str,
    families: frozenset[Family] = SINCE_910B,
    *,
    first: tuple[Rule, ...] = (),
    last: tuple[Rule, ...] = (),
    without_kernel: int = INNER_NULL,
    lower: Lower | None = None,
) -> Definition:
    """An operator with argument checks of its own; ``without_kernel`` is the code where the kernel refuses."""
    rules: tuple[Rule, ...] = (
        NotNull(*op.required),
        NoNullElement(*op.lists),
        *first,
        Check(lambda call: _check_host(op, call)),
        NotPrivate(*op.lists),
        *last,
        Check(lambda call: _check_kernel(op, call, without_kernel)),
        *_inferred(op),
        DoneIfAllEmpty(op.target),
    )
    return Definition(op.name, formula, rules, lower or _lowered(op), families)


def _inferred(op: Lists) -> tuple[Rule, ...]:
    def tensors(call: Call) -> tuple[TensorSpec, ...]:
        return tuple(((1,) if op.reduces else t.shape, t.dtype) for _, t in present(call, op.inputs[0]))

    return (InferList(op.output, tensors),) if op.output else ()


# Computation


def _lowered(op: Lists) -> Lower:
    return lambda low, call: lower_lists(op, low, call)


def lower_lists(op: Lists, low: Lowering, call: Call) -> None:
    """Every input contiguous, then the kernel, which is one step for each tensor of the lists."""
    operands = [[low.contiguous((name, i)) for i, _ in present(call, name)] for name in op.inputs]
    outputs = present(call, op.target)
    value = call.args[op.number.name] if op.number else None
    beside = low.contiguous(op.number.name) if op.number and isinstance(value, TensorMeta) else None
    results = []
    for k, tensors in enumerate(zip(*operands, strict=True)):
        position, output = outputs[k]
        function = _with_number(op, low.family, value, k, tensors[0].dtype)
        inputs = tensors if beside is None else (*tensors, beside)
        kernel = op.name.removeprefix("aclnn") if k == 0 else ""
        results.append((_step(op, low, kernel, function, inputs, (op.target, position), output), position))
    for result, position in results:
        low.view_copy(result, (op.target, position))


def _step(
    op: Lists,
    low: Lowering,
    kernel: str,
    function: Callable[..., Any],
    inputs: tuple[Buffer, ...],
    target: tuple[str, int],
    output: TensorMeta,
) -> Buffer:
    dtype = inputs[0].dtype
    size = 1 if op.reduces else inputs[0].size
    if op.rounds_integers and dtype in SMALL_INTEGERS:
        function = _through_floats(function, dtype)
    as_they_are = op.takes_out and not (op.rounds_integers and dtype in SMALL_INTEGERS)
    if size == output.size and (op.reduces or inputs[0].shape == output.shape):
        return low.kernel(
            kernel, function, inputs, output.shape, output.dtype,
            raw=op.moves, takes_out=as_they_are, elementwise=not op.reduces and len(inputs) == len(op.inputs),
        )  # fmt: skip

    # A larger output keeps its elements past those of the result.
    def extended(*arrays: Array) -> Array:
        result = casts.cast(np.asarray(function(*arrays[:-1])).reshape(-1), output.dtype)
        return np.concatenate((result, casts.cast(arrays[-1].reshape(-1)[size:], output.dtype))).reshape(output.shape)

    old = low.contiguous(target)
    return low.kernel(kernel, extended, (*inputs, old), output.shape, output.dtype, raw=op.moves)


def _with_number(op: Lists, family: Family, value: Any, index: int, dtype: DType) -> Callable[..., Any]:
    """The function with its number: computed in floats where the tensors are, in their integers else."""
    number = op.number
    if number is None:
        return op.function
    kind = np.float32 if dtype.is_floating or (op.rounds_integers and dtype in SMALL_INTEGERS) else dtype.storage
    if not isinstance(value, TensorMeta):
        constant = number.constant(family, value, index, dtype).astype(kind)
        return lambda *arrays, **out: op.function(*arrays, constant[()], **out)

    def with_tensor(*arrays: Array, **out: Any) -> Any:
        held = number.held(family, number.pick(arrays[-1], index), dtype, value.dtype).astype(kind)
        return op.function(*arrays[:-1], held[()], **out)

    return with_tensor


def _through_floats(function: Callable[..., Any], dtype: DType) -> Callable[..., Array]:
    """Computed in float32, or by float16 for 8 bits; rounded to the nearest integer, and saturated."""
    limits = np.iinfo(dtype.storage)

    def compute(*arrays: Array) -> Array:
        result = np.asarray(function(*(a.astype(np.float32) if a.dtype.kind in "iu" else a for a in arrays)))
        if dtype in (INT8, UINT8):
            result = result.astype(np.float16)
        rounded = np.nan_to_num(np.rint(result.astype(FLOAT32.storage)), nan=0.0)
        return np.clip(rounded, limits.min, limits.max).astype(dtype.storage)

    return compute
