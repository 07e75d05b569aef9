"""All definitions, found by the operator's C name. Families are loaded when one is first asked for."""

from __future__ import annotations

import importlib
from functools import lru_cache

from .definition import Definition

FAMILIES = (
    "loss", "index", "activation", "matmul", "foreach", "norm", "image", "pooling", "health",
    "arithmetic", "division", "elementwise", "casting", "reduction", "shape",
)  # fmt: skip


def find(name: str) -> Definition | None:
    """The definition of ``aclnnXxx``; None when the simulator does not compute it."""
    return definitions().get(name)


@lru_cache(maxsize=1)
def definitions() -> dict[str, Definition]:
    """Every definition by C name. Two of one name are a mistake."""
    found: dict[str, Definition] = {}
    for family in FAMILIES:
        module = importlib.import_module(f".operators.{family}", __package__)
        for definition in module.OPERATORS:
            if definition.name in found:
                raise ValueError(f"{definition.name} is defined twice, the second time in {family}")
            found[definition.name] = definition
    return found
