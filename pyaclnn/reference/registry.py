"""All definitions, found by the operator's C name. They are loaded when one is first asked for."""

from __future__ import annotations

import importlib
from functools import lru_cache

from .definition import Definition

MODULES = (
    "loss", "index", "activation", "norm", "group_norm", "batch_norm", "batch_norm_backward",
    "image", "upsampling_nearest", "upsampling_exact", "upsampling_bilinear", "detection", "pooling", "health",
    "matmul", "added_matmul", "added_batches", "vector_products",
    "masks", "gathering", "advanced_index", "positions", "scattering", "index_updates",
    "sorting", "ranks", "counting", "searching", "distance_losses", "binary_cross_entropy", "nll_loss", "nll_loss_2d",
    "random", "dropout", "convolution", "pooling_backward", "max_pooling",
    "foreach", "foreach_arithmetic", "foreach_fused",
    "arithmetic", "division", "elementwise", "casting", "reduction", "shape",
    "rearranging", "joining", "splitting", "padding", "padding_backward", "format_casting",
    "comparison", "logical", "predicates", "bitwise", "sign_bits", "any_all",
    "reduced_extremes", "arg_extremes", "variance", "cumulative", "vector_norm",
    "trigonometric", "exponential", "rounding", "fraction", "special_functions", "complex_numbers",
    "creation", "filling",
    "hard_activation", "gated", "activation_backward", "rectifier_backward", "hard_activation_backward",
    "softmax", "swiglu", "grouped_swiglu",
    "binary_functions", "clamp", "extremes", "floor_divide", "power", "remainder", "sums", "ternary",
)  # fmt: skip


def find(name: str) -> Definition | None:
    """The definition of ``aclnnXxx``; None when there is none. It may know the argument checks only."""
    return _all().get(name)


@lru_cache(maxsize=1)
def definitions() -> dict[str, Definition]:
    """Every operator that is computed, by C name."""
    return {name: definition for name, definition in _all().items() if definition.is_computed}


@lru_cache(maxsize=1)
def _all() -> dict[str, Definition]:
    """Two of one name are a mistake."""
    found: dict[str, Definition] = {}
    for name in MODULES:
        module = importlib.import_module(f".operators.{name}", __package__)
        for definition in module.OPERATORS:
            if definition.name in found:
                raise ValueError(f"{definition.name} is defined twice, the second time in {name}")
            found[definition.name] = definition
    return found
