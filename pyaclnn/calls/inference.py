"""Shape and dtype of outputs that a caller leaves out, by the rules of ``reference``.

Loaded at the first call that needs it, since it brings all operator definitions along.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..abi.codes import code_name
from ..errors import ArgumentValueError, error_class
from ..reference import registry
from ..reference.chips import Family
from ..reference.rules import MISSING, Refusal


def infer(
    operator: str, family: Family, args: Mapping[str, Any], missing: set[str], described: list[str]
) -> dict[str, Any]:
    """``(shape, dtype)`` of each missing output that the rules tell, a tuple of them for a list, None for an output
    that attributes switch off.

    ``args`` are by C name, as the rules see them. A call that the rules refuse raises the error that phase 1 would:
    without an output there is no C call that could say it. Where the rules don't get as far, ``ArgumentValueError``.
    """
    definition = registry.find(operator)
    if definition is None:
        return {}
    try:
        return dict(definition.infer(family, {n: MISSING if n in missing else v for n, v in args.items()}))
    except Refusal as refusal:
        raise error_class(refusal.code)(
            refusal.code,
            f"{operator}GetWorkspaceSize",
            name=code_name(refusal.code),
            detail=refusal.text,
            arguments=described,
            source="before the call",
        ) from None
    except Exception as error:  # rules take what phase 1 takes, and need not bear what it refuses
        raise ArgumentValueError(
            f"{operator}: shape and dtype of {', '.join(sorted(missing))} can't be told from these arguments; pass it: "
            f"{'; '.join(described)}"
        ) from error
