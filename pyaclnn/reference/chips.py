"""The six chip families: which data types and kernels they have depends on the family, not the model."""

from __future__ import annotations

import re
from enum import Enum


class Family(Enum):
    """A chip generation as CANN's documentation names them."""

    A910 = "Ascend910A"
    B910 = "Ascend910B"
    A910_93 = "Ascend910_93"
    P310 = "Ascend310P"
    B310 = "Ascend310B"
    A950 = "Ascend950"

    @property
    def is_910b_like(self) -> bool:
        """Ascend910B and 910_93, which share one core architecture."""
        return self in (Family.B910, Family.A910_93)

    @property
    def has_bfloat16(self) -> bool:
        return self.is_910b_like or self is Family.A950


ALL = frozenset(Family)
LIKE_910B = frozenset((Family.B910, Family.A910_93))
ONLY_950 = frozenset((Family.A950,))
SINCE_910B = LIKE_910B | ONLY_950
ALL_BUT_310B = ALL - {Family.B310}

_MODELS = (
    (r"Ascend910B[1-4](-\d+)?|Ascend910B", Family.B910),
    (r"Ascend910_93\w*", Family.A910_93),
    (r"Ascend910(A|ProA|B|ProB|PremiumA)?", Family.A910),
    (r"Ascend310P\d*", Family.P310),
    (r"Ascend310B\d*", Family.B310),
    (r"Ascend950\w*", Family.A950),
)


def family_of(soc: str) -> Family:
    """The family of a model name such as ``Ascend910B1``; ``ValueError`` lists the known patterns."""
    for pattern, family in _MODELS:
        if re.fullmatch(pattern, soc):
            return family
    raise ValueError(
        f"unknown chip {soc!r}; allowed are Ascend910A, Ascend910B1 to B4, Ascend910_93*, Ascend310P*, "
        "Ascend310B*, Ascend950*"
    )
