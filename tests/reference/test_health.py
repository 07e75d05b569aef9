"""aclnnSilentCheck: its argument checks, and that it computes nothing whose formula isn't public."""

from __future__ import annotations

from typing import Any

import pytest

from pyaclnn.dtypes import BFLOAT16, FLOAT16, FLOAT64, INT32, INT64
from pyaclnn.reference import registry
from pyaclnn.reference.chips import Family
from pyaclnn.reference.rules import MISSING, Refusal

from .compute import infer
from .refusals import A910, B910, code_of, tensor

NAME = "aclnnSilentCheck"
CALL = {
    "val": tensor(),
    "inputGradRef": tensor(4, 2),
    "sfdaRef": tensor(3),
    "stepRef": tensor(1, dtype=INT64),
    "cMinSteps": 7,
    "cThreshL1": 1e6,
    "cCoeffL1": 1e5,
    "cThreshL2": 1e4,
    "cCoeffL2": 5e3,
    "npuAsdDetect": 1,
    "result": tensor(1, dtype=INT32),
}


@pytest.mark.parametrize(
    ("code", "soc", "changes"),
    [
        (561003, B910, {}),
        (561003, A910, {}),
        (561003, B910, {"val": tensor(dtype=BFLOAT16), "inputGradRef": tensor(4, dtype=FLOAT16)}),
        *((161001, B910, {n: None}) for n in ("val", "inputGradRef", "sfdaRef", "stepRef", "result")),
        (161002, B910, {"val": tensor(dtype=FLOAT64)}),
        (161002, B910, {"inputGradRef": tensor(4, 2, dtype=FLOAT64)}),
        (161002, B910, {"sfdaRef": tensor(3, dtype=FLOAT16)}),
        (161002, B910, {"stepRef": tensor(1, dtype=INT32)}),
        (161002, B910, {"val": tensor(1)}),
        (161002, B910, {"sfdaRef": tensor(3, 1)}),
        (161002, B910, {"sfdaRef": tensor(2)}),
        (161002, B910, {"stepRef": tensor(dtype=INT64)}),
        (161002, B910, {"stepRef": tensor(0, dtype=INT64)}),
        (0, B910, {"inputGradRef": tensor(0)}),
        (0, A910, {"inputGradRef": tensor(0)}),
        (561103, B910, {"result": tensor(2, dtype=INT32)}),
        (561103, B910, {"result": tensor(1, dtype=INT64)}),
        (561003, B910, {"result": tensor(dtype=INT32)}),
    ],
)
def test_codes(code: int, soc: str, changes: dict[str, Any]) -> None:
    assert code_of(NAME, CALL, changes, soc) == code


def test_it_does_not_count_as_computed() -> None:
    assert NAME not in registry.definitions()


def test_refusal_says_why() -> None:
    definition = registry.find(NAME)
    assert definition is not None
    with pytest.raises(Refusal, match="formula"):
        definition.plan(Family.B910, CALL)


def test_inferred_result() -> None:
    assert infer(NAME, CALL | {"result": MISSING}) == {"result": ((1,), INT32)}
