"""Rules about dtypes: which are taken, what operands promote to, what a result can be cast to."""

from __future__ import annotations

from collections.abc import Callable

from ...dtypes import BOOL, DType
from ..chips import Family
from ..dtype_lists import Dtypes
from ..meta import TensorMeta
from ..promotion import can_cast, promote
from .call import Call, dtype_of
from .flow import Rule
from .refusal import INVALID, Refusal, require


def _names(dtypes: tuple[DType, ...]) -> str:
    return ", ".join(dtype.name for dtype in dtypes) or "no dtype"


class DtypeIn(Rule):
    """161002 for a tensor, a scalar or a dtype attribute whose dtype the chip's list lacks."""

    def __init__(self, allowed: Dtypes, *names: str) -> None:
        self.allowed, self.names = allowed, names

    def check(self, call: Call) -> None:
        allowed = self.allowed[call.family]
        for name, dtype in call.dtypes_of(self.names):
            if dtype not in allowed:
                raise Refusal(
                    INVALID, f"{name} is {dtype}; on {call.family.value} {call.operator} takes {_names(allowed)}"
                )


class SameDtype(Rule):
    """161002 unless all have one dtype (then ``call.dtype``); a missing output gets it."""

    def __init__(self, *names: str) -> None:
        self.names = names

    def check(self, call: Call) -> None:
        (first_name, first), *others = call.tensors(self.names)
        call.dtype = first.dtype
        for name, tensor in others:
            require(
                tensor.dtype == first.dtype,
                f"{name} is {tensor.dtype.name} but {first_name} is {first.dtype.name}; they must be equal",
            )
        for name in self.names:
            if call.is_missing(name):
                call.dtypes[name] = first.dtype


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


class DtypeLike(DtypeIs):
    """161002 unless a tensor has the dtype of another."""

    def __init__(self, output: str, tensor: str) -> None:
        super().__init__(output, dtype_of(tensor), f"the dtype of {tensor}")


class DtypeGiven(DtypeIs):
    """161002 unless an output has the dtype that the attribute ``dtype`` names."""

    def __init__(self, output: str) -> None:
        super().__init__(output, lambda call: call.args["dtype"], "the attribute dtype")


class Promote(Rule):
    """Finds the operands' common dtype (``call.dtype``), which must be in ``within`` and castable to ``to``."""

    def __init__(self, *names: str, to: str | None = None, within: Dtypes | None = None) -> None:
        self.names, self.to, self.within = names, to, within

    def check(self, call: Call) -> None:
        (_, first), *others = call.tensors(self.names)
        common = first.dtype
        for name, tensor in others:
            promoted = promote(common, tensor.dtype)
            if promoted is None:
                raise Refusal(INVALID, f"{name} is {tensor.dtype.name}, which has no common dtype with {common.name}")
            common = promoted
        if self.within is not None and common not in self.within[call.family]:
            allowed = _names(self.within[call.family])
            text = f"{', '.join(self.names)} promote to {common.name}; allowed on {call.family.value} are {allowed}"
            raise Refusal(INVALID, text)
        call.dtype = common
        if self.to is not None:
            call.expect_castable(self.to, common)


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
                fits = can_cast(dtype, common) and common in self.within[call.family]
                require(fits, f"{name} is {dtype.name}, which can't be computed as {common.name}")
        call.dtype = common


class PromoteBy(Rule):
    """Finds the dtype (``call.dtype``) in which operands are computed by a function of the call."""

    def __init__(self, common: Callable[[Call], DType | None], *names: str) -> None:
        self.common, self.names = common, names

    def check(self, call: Call) -> None:
        call.dtype = self.common(call)
        if call.dtype is None:
            given = ", ".join(f"{name} is {dtype}" for name, dtype in call.dtypes_of(self.names))
            raise Refusal(INVALID, f"{given}: no common dtype")


class CommonIn(Rule):
    """161002 unless the common dtype is one that the chip computes in."""

    def __init__(self, allowed: Dtypes) -> None:
        self.allowed = allowed

    def check(self, call: Call) -> None:
        allowed = self.allowed[call.family]
        require(
            call.common in allowed,
            f"the operands promote to {call.common.name}; allowed on {call.family.value} are {_names(allowed)}",
        )


class Castable(Rule):
    """161002 unless the common dtype, or one tensor's, can be cast to the output's."""

    def __init__(self, output: str, source: str | None = None) -> None:
        self.output, self.source = output, source

    def check(self, call: Call) -> None:
        call.expect_castable(self.output, call.common if self.source is None else call.args[self.source].dtype)


class CastableTo(Rule):
    """161002 for a tensor or scalar that can't be cast to a dtype, or to that of a tensor given by name."""

    def __init__(self, dtype: DType | str, *names: str) -> None:
        self.dtype, self.names = dtype, names

    def check(self, call: Call) -> None:
        target = call.args[self.dtype].dtype if isinstance(self.dtype, str) else self.dtype
        for name, dtype in call.dtypes_of(self.names):
            require(can_cast(dtype, target), f"{name} is {dtype.name}, which can't be cast to {target.name}")


class ScalarFits(Rule):
    """161002 unless a scalar can be cast to the common dtype; for bool it must be an integer or a bool."""

    def __init__(self, name: str) -> None:
        self.name = name

    def check(self, call: Call) -> None:
        scalar, common = call.args[self.name].dtype, call.common
        fits = scalar.is_integral or scalar == BOOL if common == BOOL else can_cast(scalar, common)
        require(fits, f"{self.name} is {scalar.name}, which does not fit {common.name}")
