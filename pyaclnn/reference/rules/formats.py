"""Rules about formats."""

from __future__ import annotations

from ...formats import Format
from .call import Call
from .flow import Rule
from .refusal import require

# The formats that most operators take without looking at the order they name.
PLAIN_FORMATS = (Format.ND, Format.NCL, Format.NCHW, Format.NHWC, Format.NCDHW)


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


class NotPrivate(Rule):
    """161002 for a tensor in a blocked format of the chip's own."""

    def __init__(self, *names: str) -> None:
        self.names = names

    def check(self, call: Call) -> None:
        for name, tensor in call.tensors(self.names):
            require(
                not tensor.format.is_private,
                f"{name} has format {tensor.format.name}, but blocked ones are not taken",
            )


class SameFormat(Rule):
    """161002 unless all tensors have one format."""

    def __init__(self, *names: str) -> None:
        self.names = names

    def check(self, call: Call) -> None:
        (first_name, first), *others = call.tensors(self.names)
        for name, tensor in others:
            require(
                tensor.format == first.format,
                f"{name} has format {tensor.format.name} but {first_name} {first.format.name}",
            )
