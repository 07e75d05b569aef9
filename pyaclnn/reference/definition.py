"""A definition of an operator: its rules in CANN's order, and how it is computed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from . import chips
from .chips import Family
from .lowering import Lower, Lowering
from .rules import MISSING, NO_KERNEL, Call, Finished, Refusal, Rule, TensorSpec

# What an output should be, or the tensors of an output list.
Inferred: TypeAlias = "TensorSpec | tuple[TensorSpec, ...] | None"


@dataclass(frozen=True)
class Definition:
    """One operator. ``formula`` is shown to users; ``lower`` issues the kernels that compute it.

    ``families`` are the chips that have its kernels: on others the arguments are checked all the same, and a
    call that has something to compute is then refused with 561003. ``aliases`` make an in-place twin: the rules
    speak of ``self`` and ``out``, the caller of ``selfRef``. Without ``is_computed`` only the arguments are checked,
    since the formula is not public.
    """

    name: str
    formula: str
    rules: tuple[Rule, ...]
    lower: Lower
    families: frozenset[Family] = chips.ALL
    aliases: Mapping[str, str] = field(default_factory=dict, compare=False)
    is_computed: bool = True

    def check(self, family: Family, args: Mapping[str, Any]) -> tuple[Call, bool]:
        """Runs the rules; returns the call and whether anything is left to compute. Raises ``Refusal``."""
        call = Call(self.name, family, self._with_aliases(args))
        try:
            for rule in self.rules:
                rule.check(call)
        except Finished:
            return call, False
        except Refusal as refusal:
            raise Refusal(refusal.code, self._in_the_callers_words(refusal.text)) from None
        return call, True

    def plan(self, family: Family, args: Mapping[str, Any]) -> Lowering:
        """The kernel sequence of one call with its workspace. Raises ``Refusal``."""
        call, has_work = self.check(family, args)
        lowering = Lowering(family, call.args, self.aliases)
        if has_work:
            if family not in self.families:
                raise Refusal(NO_KERNEL, f"{self.name} has no kernel on {family.value}")
            self.lower(lowering, call)
        return lowering

    def infer(self, family: Family, args: Mapping[str, Any]) -> dict[str, Inferred]:
        """Shape and dtype of each output given as ``MISSING``, where the rules tell it; for a list a tuple of them.

        None stands for an output that the attributes switch off.
        """
        call = Call(self.name, family, self._with_aliases(args))
        for rule in self.rules:
            try:
                rule.check(call)
            except Finished:
                continue
            except Refusal as refusal:
                raise Refusal(refusal.code, self._in_the_callers_words(refusal.text)) from None
        missing = [n for n, v in args.items() if v is MISSING]
        found: dict[str, Inferred] = {
            n: (call.shapes[n], call.dtypes[n]) for n in missing if n in call.shapes and n in call.dtypes
        }
        found |= {n: None for n in missing if n in call.unused}
        return found | {n: call.lists[n] for n in missing if n in call.lists}

    def _with_aliases(self, args: Mapping[str, Any]) -> Mapping[str, Any]:
        return {**args, **{name: args[actual] for name, actual in self.aliases.items()}} if self.aliases else args

    def _in_the_callers_words(self, text: str) -> str:
        for name, actual in self.aliases.items():
            text = re.sub(rf"\b{name}\b(?! of\b)", actual, text)
        return text
