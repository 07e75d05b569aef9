"""Python names of aclnn operators and parameters, and nearest names for a misspelt one."""

from __future__ import annotations

import builtins
import keyword
import re
from collections.abc import Iterable
from functools import lru_cache

# The order matters: each pattern sees the underscores that the earlier ones put in.
_BOUNDARIES = (
    r"([A-Z])([A-Z][a-z])",
    r"([a-z])([A-Z])",
    r"(\d)([A-Z][a-z])",
    r"(\d)(V\d)",
    r"([A-Z])(V\d+$)",
)

# Where the rule splits a word that a person would not.
EXCEPTIONS = {
    "max_pool3_d": "max_pool3d",
    "c_io_u": "ciou",
    "io_u": "iou",
}


@lru_cache(maxsize=8192)
def snake(name: str) -> str:
    """``SmoothL1LossBackward`` -> ``smooth_l1_loss_backward``."""
    for boundary in _BOUNDARIES:
        name = re.sub(boundary, r"\1_\2", name)
    name = name.lower()
    for split, whole in EXCEPTIONS.items():
        if split in name:
            name = re.sub(rf"(^|_){split}(?=_|$)", rf"\1{whole}", name)
    return name


def operator_name(c_name: str) -> str:
    """The Python name of an operator: ``aclnnAdd`` -> ``add``."""
    return snake(c_name.removeprefix("aclnn"))


def parameter_name(c_name: str) -> str:
    """The Python name of a parameter: ``gradOut`` -> ``grad_out``, ``from`` -> ``from_``."""
    name = snake(c_name)
    return f"{name}_" if keyword.iskeyword(name) else name


def nearest(name: str, known: Iterable[str], count: int = 3) -> list[str]:
    """Up to ``count`` known names that look like ``name``, the closest first."""
    import difflib  # only for error messages

    return difflib.get_close_matches(name, builtins.list(known), n=count, cutoff=0.7)
