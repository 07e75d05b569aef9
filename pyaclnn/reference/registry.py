"""All definitions, found by the operator's C name: ``index.tsv`` says which module has one."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path

from .definition import Definition

INDEX = Path(__file__).with_name("index.tsv")  # generated: python -m tools.definitions
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


@cache
def find(name: str) -> Definition | None:
    """The definition of ``aclnnXxx``; None when there is none. It may know the argument checks only.

    Loads no more than the module that has it.
    """
    home = _homes().get(name)
    return None if home is None else next(d for d in _operators(home) if d.name == name)


@lru_cache(maxsize=1)
def definitions() -> dict[str, Definition]:
    """Every operator that is computed, by C name."""
    return {d.name: d for module in MODULES for d in _operators(module) if d.is_computed}


def homes() -> dict[str, str]:
    """The module of each operator, from the modules themselves. Two of one name are a mistake."""
    found: dict[str, str] = {}
    for module in MODULES:
        for definition in _operators(module):
            if definition.name in found:
                raise ValueError(f"{definition.name} is defined twice, in {found[definition.name]} and in {module}")
            found[definition.name] = module
    return found


@lru_cache(maxsize=1)
def _homes() -> dict[str, str]:
    lines = INDEX.read_text().splitlines()
    return dict(line.split("\t") for line in lines if not line.startswith("#"))


def _operators(module: str) -> Sequence[Definition]:
    found: Sequence[Definition] = importlib.import_module(f".operators.{module}", __package__).OPERATORS
    return found
