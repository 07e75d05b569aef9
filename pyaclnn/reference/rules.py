"""Argument checks of phase 1: each rule is one line of a definition, and they run in the order written.

A rule either passes, refuses with CANN's code, or ends the call because nothing is left to compute. The same
rules, run without the outputs, tell the shape and dtype of an output that the caller left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..dtypes import BOOL, DType
from ..formats import Format
from . import chips
from .chips import Family
from .meta import ScalarValue, TensorMeta
from .promotion import broadcast, can_cast, promote

NULL, INVALID, INNER, INNER_NULL, NO_KERNEL = 161001, 161002, 561000, 561103, 561003
RUNTIME = 361001  # refused by the runtime below the operators
TILING = 561002  # the kernel itself refuses, after the argument checks
MAX_RANK = 8


class Refusal(Exception):
    """Phase 1 returns ``code``; the text says which parameter, what was given and what is allowed."""

    def __init__(self, code: int, text: str) -> None:
        self.code = code
        self.text = text
        super().__init__(text)


class Finished(Exception):
    """The call succeeds with nothing to compute."""


def require(condition: bool, text: str, code: int = INVALID) -> None:
    """Refuses the call unless the condition holds."""
    if not condition:
        raise Refusal(code, text)


class _Missing:
    def __repr__(self) -> str:
        return "(left out)"


MISSING = _Missing()


@dataclass
class Call:
    """One phase-1 call: the arguments by C name, and what the rules have found out so far.

    ``MISSING`` as an argument stands for an output whose shape and dtype the rules are asked for.
    """

    operator: str
    family: Family
    args: Mapping[str, Any]
    dtype: DType | None = None
    shape: tuple[int, ...] = ()
    shapes: dict[str, tuple[int, ...]] = field(default_factory=dict)
    dtypes: dict[str, DType] = field(default_factory=dict)
    lists: dict[str, tuple[tuple[tuple[int, ...], DType], ...]] = field(default_factory=dict)
    unused: set[str] = field(default_factory=set)  # outputs that the attributes switch off

    def tensors(self, names: Iterable[str]) -> Iterator[tuple[str, TensorMeta]]:
        """The tensors among the named arguments, lists taken apart; null and missing ones left out."""
        for name in names:
            value = self.args[name]
            if isinstance(value, TensorMeta):
                yield name, value
            elif isinstance(value, tuple):
                yield from ((f"{name}[{i}]", v) for i, v in enumerate(value) if isinstance(v, TensorMeta))

    @property
    def common(self) -> DType:
        """The dtype that the operands have been promoted to."""
        assert self.dtype is not None
        return self.dtype

    def is_missing(self, name: str) -> bool:
        return self.args[name] is MISSING

    def expect_shape(self, name: str, shape: tuple[int, ...], why: str, code: int = INVALID) -> None:
        """Requires an output's shape, or records it where the output is missing."""
        self.shapes[name] = shape
        actual = self.args[name]
        if isinstance(actual, TensorMeta) and actual.shape != shape:
            raise Refusal(code, f"{name} has shape {list(actual.shape)}, must be {list(shape)}: {why}")

    def expect_castable(self, name: str, dtype: DType) -> None:
        """Requires that ``dtype`` can be cast to an output's, or records it where the output is missing."""
        self.dtypes[name] = dtype
        actual = self.args[name]
        if isinstance(actual, TensorMeta) and not can_cast(dtype, actual.dtype):
            raise Refusal(INVALID, f"{name} is {actual.dtype.name}, to which {dtype.name} can't be cast")


Dtypes = Mapping[Family, tuple[DType, ...]]


def per_chip(base: tuple[DType, ...], **extra: tuple[DType, ...]) -> Dtypes:
    """Dtypes of each family: ``base`` everywhere, plus ``since_910b`` on 910B, 910_93 and 950, or the
    complete list of a family given by its member name (``A950=...``)."""
    table = {f: base + (extra.get("since_910b", ()) if f in chips.SINCE_910B else ()) for f in Family}
    for member, dtypes in extra.items():
        if member != "since_910b":
            table[Family[member]] = dtypes
    return table


class Rule:
    """A check; ``names`` are the C names of the parameters it looks at."""

    def check(self, call: Call) -> None:
        raise NotImplementedError


class NotNull(Rule):
    """161001 for a null pointer among the parameters; CANN checks it before all else."""

    def __init__(self, *names: str, code: int = NULL) -> None:
        self.names, self.code = names, code

    def check(self, call: Call) -> None:
        for name in self.names:
            if call.args[name] is None:
                raise Refusal(self.code, f"{name} is null, but it is required")


class DtypeIn(Rule):
    """161002 for a tensor or scalar whose dtype the chip's list lacks."""

    def __init__(self, allowed: Dtypes, *names: str) -> None:
        self.allowed, self.names = allowed, names

    def check(self, call: Call) -> None:
        allowed = self.allowed[call.family]
        values = [(n, call.args[n]) for n in self.names if isinstance(call.args[n], ScalarValue)]
        for name, value in (*values, *call.tensors(self.names)):
            if value.dtype not in allowed:
                raise Refusal(
                    INVALID,
                    f"{name} is {value.dtype.name}; on {call.family.value} "
                    f"{call.operator} takes {', '.join(d.name for d in allowed) or 'no dtype'}",
                )


class SameDtype(Rule):
    """161002 unless all have one dtype; a missing output gets it."""

    def __init__(self, *names: str) -> None:
        self.names = names

    def check(self, call: Call) -> None:
        found = list(call.tensors(self.names))
        first_name, first = found[0]
        call.dtype = first.dtype
        for name, tensor in found[1:]:
            if tensor.dtype != first.dtype:
                raise Refusal(
                    INVALID, f"{name} is {tensor.dtype.name} but {first_name} is {first.dtype.name}; they must be equal"
                )
        for name in self.names:
            if call.is_missing(name):
                call.dtypes[name] = first.dtype


class MaxRank(Rule):
    """161002 for a tensor of more than ``limit`` dimensions."""

    def __init__(self, *names: str, limit: int = MAX_RANK, code: int = INVALID) -> None:
        self.names, self.limit, self.code = names, limit, code

    def check(self, call: Call) -> None:
        for name, tensor in call.tensors(self.names):
            if tensor.ndim > self.limit:
                raise Refusal(self.code, f"{name} has {tensor.ndim} dimensions, at most {self.limit} are allowed")


class MinRank(Rule):
    """161002 for a tensor of fewer than ``limit`` dimensions."""

    def __init__(self, limit: int, *names: str) -> None:
        self.names, self.limit = names, limit

    def check(self, call: Call) -> None:
        for name, tensor in call.tensors(self.names):
            if tensor.ndim < self.limit:
                raise Refusal(INVALID, f"{name} has {tensor.ndim} dimensions, at least {self.limit} are needed")


class RankIs(Rule):
    """161002 for a tensor that has another number of dimensions."""

    def __init__(self, rank: int, *names: str) -> None:
        self.rank, self.names = rank, names

    def check(self, call: Call) -> None:
        for name, tensor in call.tensors(self.names):
            require(tensor.ndim == self.rank, f"{name} has {tensor.ndim} dimensions, must have {self.rank}")


class FormatIn(Rule):
    """161002 for a tensor of a format that is none of the allowed."""

    def __init__(self, allowed: tuple[Format, ...], *names: str) -> None:
        self.allowed, self.names = allowed, names

    def check(self, call: Call) -> None:
        for name, tensor in call.tensors(self.names):
            require(
                tensor.format in self.allowed,
                f"{name} has format {tensor.format.name}; allowed are {', '.join(f.name for f in self.allowed)}",
            )


class OneOf(Rule):
    """161002 for an attribute that is none of the allowed values."""

    def __init__(self, name: str, *allowed: Any) -> None:
        self.name, self.allowed = name, allowed

    def check(self, call: Call) -> None:
        if call.args[self.name] not in self.allowed:
            raise Refusal(
                INVALID,
                f"{self.name} is {call.args[self.name]!r}; allowed are {', '.join(map(repr, self.allowed))}",
            )


class Satisfies(Rule):
    """161002 for an attribute that fails a condition; ``allowed`` says it in words."""

    def __init__(
        self, name: str, condition: Callable[[Any], bool], allowed: str, code: int = INVALID
    ) -> None:
        self.name, self.condition, self.allowed, self.code = name, condition, allowed, code

    def check(self, call: Call) -> None:
        if not self.condition(call.args[self.name]):
            raise Refusal(self.code, f"{self.name} is {call.args[self.name]}; allowed is {self.allowed}")


class AxisOf(Rule):
    """161002 unless an axis lies in ``[-rank, rank)`` of a tensor; a 0-d tensor counts as having one."""

    def __init__(self, axis: str, tensor: str) -> None:
        self.axis, self.tensor = axis, tensor

    def check(self, call: Call) -> None:
        rank = max(1, call.args[self.tensor].ndim)
        axis = call.args[self.axis]
        if not -rank <= axis < rank:
            raise Refusal(
                INVALID, f"{self.axis} is {axis}; for {rank} dimensions of {self.tensor} {-rank} to {rank - 1} are allowed"
            )


class AxesOf(Rule):
    """161002 unless all axes lie in ``[-rank, rank)`` of a tensor and differ; a 0-d tensor counts as having one."""

    def __init__(self, axes: str, tensor: str) -> None:
        self.axes, self.tensor = axes, tensor

    def check(self, call: Call) -> None:
        rank = max(1, call.args[self.tensor].ndim)
        axes = call.args[self.axes]
        require(
            all(-rank <= axis < rank for axis in axes),
            f"{self.axes} is {list(axes)}; for {rank} dimensions of {self.tensor} {-rank} to {rank - 1} are allowed",
        )
        unique = len({axis % rank for axis in axes}) == len(axes)
        require(unique, f"{self.axes} is {list(axes)}, which names an axis twice")


class Promote(Rule):
    """Finds the operands' common dtype (``call.dtype``), which must be in ``within`` and castable to ``to``."""

    def __init__(self, *names: str, to: str | None = None, within: Dtypes | None = None) -> None:
        self.names, self.to, self.within = names, to, within

    def check(self, call: Call) -> None:
        found = list(call.tensors(self.names))
        common = found[0][1].dtype
        for name, tensor in found[1:]:
            promoted = promote(common, tensor.dtype)
            if promoted is None:
                raise Refusal(INVALID, f"{name} is {tensor.dtype.name}, which has no common dtype with {common.name}")
            common = promoted
        if self.within is not None and common not in self.within[call.family]:
            allowed = ", ".join(d.name for d in self.within[call.family])
            raise Refusal(
                INVALID, f"{', '.join(self.names)} promote to {common.name}; allowed on {call.family.value} are {allowed}"
            )
        call.dtype = common
        if self.to is not None:
            call.expect_castable(self.to, common)


class Broadcast(Rule):
    """Finds the operands' common shape (``call.shape``), which must be the shape of ``to``."""

    def __init__(self, *names: str, to: str | None = None, code: int = INVALID) -> None:
        self.names, self.to, self.code = names, to, code

    def check(self, call: Call) -> None:
        common: tuple[int, ...] = ()
        for name, tensor in call.tensors(self.names):
            shape = broadcast(common, tensor.shape)
            if shape is None:
                raise Refusal(INVALID, f"{name} of shape {list(tensor.shape)} does not broadcast with {list(common)}")
            common = shape
        call.shape = common
        if self.to is not None:
            call.expect_shape(self.to, common, f"the broadcast shape of {', '.join(self.names)}", self.code)


class Castable(Rule):
    """161002 unless the common dtype, or one tensor's, can be cast to the output's."""

    def __init__(self, output: str, source: str | None = None) -> None:
        self.output, self.source = output, source

    def check(self, call: Call) -> None:
        dtype = call.dtype if self.source is None else call.args[self.source].dtype
        assert dtype is not None
        call.expect_castable(self.output, dtype)


class ShapeIs(Rule):
    """161002 unless an output has the shape that a function of the call gives."""

    def __init__(self, output: str, shape: Callable[[Call], tuple[int, ...]], why: str, code: int = INVALID) -> None:
        self.output, self.shape, self.why, self.code = output, shape, why, code

    def check(self, call: Call) -> None:
        call.expect_shape(self.output, self.shape(call), self.why, self.code)


class SameShape(Rule):
    """161002 unless all have the shape of the first; a missing output gets it."""

    def __init__(self, first: str, *others: str, code: int = INVALID) -> None:
        self.first, self.others, self.code = first, others, code

    def check(self, call: Call) -> None:
        shape = call.args[self.first].shape
        call.shape = shape
        for name in self.others:
            call.expect_shape(name, shape, f"the shape of {self.first}", self.code)


class DtypeIs(Rule):
    """161002 unless an output has the dtype that a function of the call gives."""

    def __init__(self, output: str, dtype: Callable[[Call], DType], why: str) -> None:
        self.output, self.dtype, self.why = output, dtype, why

    def check(self, call: Call) -> None:
        dtype = self.dtype(call)
        call.dtypes[self.output] = dtype
        actual = call.args[self.output]
        if isinstance(actual, TensorMeta) and actual.dtype != dtype:
            raise Refusal(INVALID, f"{self.output} is {actual.dtype.name}, must be {dtype.name}: {self.why}")


class Infer(Rule):
    """Says what a missing output should be; checks nothing of one that is there."""

    def __init__(
        self,
        output: str,
        *,
        shape: Callable[[Call], tuple[int, ...]] | None = None,
        dtype: Callable[[Call], DType] | None = None,
    ) -> None:
        self.output, self.shape, self.dtype = output, shape, dtype

    def check(self, call: Call) -> None:
        if call.is_missing(self.output):
            if self.shape is not None:
                call.shapes[self.output] = self.shape(call)
            if self.dtype is not None:
                call.dtypes[self.output] = self.dtype(call)


class InferList(Rule):
    """Says what the tensors of a missing output list should be, as a tuple of shapes and dtypes."""

    def __init__(
        self, output: str, tensors: Callable[[Call], tuple[tuple[tuple[int, ...], DType], ...]]
    ) -> None:
        self.output, self.tensors = output, tensors

    def check(self, call: Call) -> None:
        if call.is_missing(self.output):
            call.lists[self.output] = self.tensors(call)


class ScalarFits(Rule):
    """161002 unless a scalar can be cast to the common dtype; for bool it must be an integer or a bool."""

    def __init__(self, name: str) -> None:
        self.name = name

    def check(self, call: Call) -> None:
        scalar, common = call.args[self.name], call.dtype
        assert common is not None
        fits = scalar.dtype.is_integral or scalar.dtype == BOOL if common == BOOL else can_cast(scalar.dtype, common)
        if not fits:
            raise Refusal(INVALID, f"{self.name} is {scalar.dtype.name}, which does not fit {common.name}")


class PromoteScalar(Rule):
    """Finds the dtype (``call.dtype``) in which a tensor and a scalar are computed, by a function of the call.

    Ascend950 also refuses one outside ``within``, or to which either can't be cast.
    """

    def __init__(
        self, tensor: str, scalar: str, common: Callable[[Call], DType | None], within: Dtypes | None = None
    ) -> None:
        self.tensor, self.scalar, self.common, self.within = tensor, scalar, common, within

    def check(self, call: Call) -> None:
        tensor, scalar = call.args[self.tensor].dtype, call.args[self.scalar].dtype
        common = self.common(call)
        if common is None:
            raise Refusal(INVALID, f"{self.tensor} is {tensor.name}, {self.scalar} {scalar.name}: no common dtype")
        if self.within is not None and call.family is Family.A950:
            for name, dtype in ((self.tensor, tensor), (self.scalar, scalar)):
                if not can_cast(dtype, common) or common not in self.within[call.family]:
                    raise Refusal(INVALID, f"{name} is {dtype.name}, which can't be computed as {common.name}")
        call.dtype = common


class DtypeAttribute(Rule):
    """161002 for a dtype given as an attribute that the chip's list lacks."""

    def __init__(self, allowed: Dtypes, name: str) -> None:
        self.allowed, self.name = allowed, name

    def check(self, call: Call) -> None:
        dtype = call.args[self.name]
        if dtype not in self.allowed[call.family]:
            allowed = ", ".join(d.name for d in self.allowed[call.family])
            raise Refusal(INVALID, f"{self.name} is {dtype}; {call.operator} takes {allowed} on {call.family.value}")


class NotPrivate(Rule):
    """161002 for a tensor in a blocked format of the chip's own."""

    def __init__(self, *names: str) -> None:
        self.names = names

    def check(self, call: Call) -> None:
        for name, tensor in call.tensors(self.names):
            if tensor.format.is_private:
                raise Refusal(INVALID, f"{name} has format {tensor.format.name}, but blocked ones are not taken")


class SameFormat(Rule):
    """161002 unless all tensors have one format."""

    def __init__(self, *names: str) -> None:
        self.names = names

    def check(self, call: Call) -> None:
        found = list(call.tensors(self.names))
        for name, tensor in found[1:]:
            if tensor.format != found[0][1].format:
                raise Refusal(
                    INVALID, f"{name} has format {tensor.format.name} but {found[0][0]} {found[0][1].format.name}"
                )


class Check(Rule):
    """A rule of one operator only: a function of the call that raises ``Refusal`` or ``Finished``."""

    def __init__(self, function: Callable[[Call], None]) -> None:
        self.function = function

    def check(self, call: Call) -> None:
        self.function(call)


class When(Rule):
    """Rules that run only where a condition of the call holds."""

    def __init__(self, condition: Callable[[Call], bool], *rules: Rule) -> None:
        self.condition, self.rules = condition, rules

    def check(self, call: Call) -> None:
        if self.condition(call):
            for rule in self.rules:
                rule.check(call)


class DoneIfEmpty(Rule):
    """Success without work when one of the tensors has no element."""

    def __init__(self, *names: str) -> None:
        self.names = names

    def check(self, call: Call) -> None:
        if any(tensor.is_empty for _, tensor in call.tensors(self.names)):
            raise Finished


class DoneIfAllEmpty(Rule):
    """Success without work when none of the tensors has an element."""

    def __init__(self, *names: str) -> None:
        self.names = names

    def check(self, call: Call) -> None:
        if all(tensor.is_empty for _, tensor in call.tensors(self.names)):
            raise Finished

