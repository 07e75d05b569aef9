"""Rules about null pointers."""

from __future__ import annotations

from .call import Call
from .flow import Rule
from .refusal import NULL, require


class NotNull(Rule):
    """161001, or another code, for a null pointer among the parameters; CANN checks it before all else."""

    def __init__(self, *names: str, code: int = NULL) -> None:
        self.names, self.code = names, code

    def check(self, call: Call) -> None:
        for name in self.names:
            require(call.args[name] is not None, f"{name} is null, but it is required", self.code)


class NoNullElement(Rule):
    """161001 for a null pointer in a list; where CANN crashes on it, the simulator says so."""

    def __init__(self, *names: str) -> None:
        self.names = names

    def check(self, call: Call) -> None:
        for name in self.names:
            if not call.is_missing(name):
                require(None not in call.args[name], f"an element of {name} is null", NULL)
