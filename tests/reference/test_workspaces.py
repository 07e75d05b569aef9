"""Measured workspaces to the byte, for families whose kernel sequences are modelled step by step."""

from __future__ import annotations

import importlib

import pytest

from .measured import measured_rows, replay

EXACT = (
    "arithmetic", "casting", "division", "reduction", "shape",
    "elementwise", "trigonometric", "exponential", "rounding", "special_functions", "complex_numbers", "creation",
    "filling", "binary_functions", "clamp", "ternary", "extremes", "floor_divide", "power", "remainder", "sums",
    "comparison", "logical", "predicates", "bitwise", "sign_bits", "any_all", "reduced_extremes", "arg_extremes",
    "variance", "cumulative", "vector_products", "masks", "index_updates", "searching",
    "nll_loss",
)  # fmt: skip
# Calls whose temporaries depend on strides, storage, formats or promotion.
CASES = ("nc_", "stride0", "storage_too_small", "offset3", "fmt_", "promo", "pair", "bcast", "baseline")


def operators() -> list[str]:
    modules = [importlib.import_module(f"pyaclnn.reference.operators.{name}") for name in EXACT]
    return [d.name for module in modules for d in module.OPERATORS if d.name in measured_rows()]


@pytest.mark.parametrize("operator", operators())
def test_workspaces_are_as_measured(operator: str) -> None:
    wrong, seen = [], 0
    for row in measured_rows()[operator]:
        if not row.case.removeprefix("b2/").startswith(CASES):
            continue
        for soc, want in row.results.items():
            if want.startswith("0:"):
                seen += 1
                _, workspace = replay(row, soc)
                if workspace != int(want.removeprefix("0:")):
                    wrong.append(f"{row.case} on {soc}: measured {want}, got {workspace}")
    assert wrong == []
    assert seen > 20
