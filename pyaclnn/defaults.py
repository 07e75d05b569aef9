"""Values of attributes that a caller may leave out. C has none: each comes from a source, named here."""

from __future__ import annotations

from typing import Any

_TORCH = "the PyTorch function that the operator's documentation names as its counterpart"
_DEFINITION = "the attribute's default in the operator definition"

# (operator, parameter) -> (value, source)
DEFAULTS: dict[tuple[str, str], tuple[Any, str]] = {
    ("aclnnAdd", "alpha"): (1, _TORCH),
    ("aclnnAdds", "alpha"): (1, _TORCH),
    ("aclnnInplaceAdd", "alpha"): (1, _TORCH),
    ("aclnnInplaceAdds", "alpha"): (1, _TORCH),
    ("aclnnSub", "alpha"): (1, _TORCH),
    ("aclnnSubs", "alpha"): (1, _TORCH),
    ("aclnnInplaceSub", "alpha"): (1, _TORCH),
    ("aclnnInplaceSubs", "alpha"): (1, _TORCH),
    ("aclnnAddRelu", "alpha"): (1, _TORCH),
    ("aclnnInplaceAddRelu", "alpha"): (1, _TORCH),
    ("aclnnScatterMul", "useLocking"): (False, _DEFINITION),
}


def default_of(operator: str, parameter: str) -> tuple[Any, str] | None:
    """``(value, source)`` of a parameter's default; None where the caller must give one."""
    return DEFAULTS.get((operator, parameter))
