"""Every measured phase-1 result of every defined operator, on every chip that was measured."""

from __future__ import annotations

import pytest

from pyaclnn.reference import registry

from .measured import measured_rows, mismatches

MEASURED = sorted(set(measured_rows()) & set(registry.definitions()))


@pytest.mark.parametrize("operator", MEASURED)
def test_codes_and_workspace_are_as_measured(operator: str) -> None:
    assert mismatches(operator) == []
