"""Nothing is copied that an operator's meaning does not need: memory at the peak of a computation.

A formula needs room for a block of each of its steps, whatever the size of the tensors.
"""

from __future__ import annotations

import tracemalloc
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from pyaclnn import dtypes
from pyaclnn.reference.meta import ScalarValue

from .compute import compute

SIDE = 2048
WHOLE = SIDE * SIDE * 4  # bytes of a float32 tensor
BLOCKS = WHOLE // 10
ONE = ScalarValue(dtypes.FLOAT32, np.float32(1))
HALF = ScalarValue(dtypes.FLOAT32, np.float32(0.5))
# Operator and what it gets beside ``self``, None standing for a tensor of the same size.
ELEMENTWISE: tuple[tuple[str, dict[str, Any]], ...] = (
    ("aclnnAbs", {}),
    ("aclnnExp", {}),
    ("aclnnGelu", {}),
    ("aclnnMish", {}),
    ("aclnnSigmoid", {}),
    ("aclnnSoftplus", {"beta": ONE, "threshold": ONE}),
    ("aclnnHardtanh", {"clipValueMin": HALF, "clipValueMax": ONE}),
    ("aclnnAdd", {"other": None, "alpha": ONE}),
    ("aclnnLerp", {"end": None, "weight": None}),
    ("aclnnFlip", {"dims": (0,)}),
    ("aclnnPermute", {"dims": (1, 0)}),
)
# Reductions of the rows, and how much they may need: deviations from the mean are looked at once more.
OF_ROWS: tuple[tuple[str, dict[str, Any], int], ...] = (
    ("aclnnAmax", {"dim": (-1,), "keepDim": False}, BLOCKS),
    ("aclnnReduceSum", {"dims": (-1,), "keepDims": False, "dtype": dtypes.FLOAT32}, BLOCKS),
    ("aclnnVar", {"dim": (-1,), "unbiased": True, "keepdim": False}, WHOLE + BLOCKS),
)


def peak(operator: str, args: dict[str, Any]) -> int:
    """Bytes that a computation takes beside its arguments at most."""
    compute(operator, args)  # what is loaded once
    tracemalloc.start()
    try:
        compute(operator, args)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("dtype", [np.float32, ml_dtypes.bfloat16])
@pytest.mark.parametrize(("operator", "others"), ELEMENTWISE, ids=[operator for operator, _ in ELEMENTWISE])
def test_an_elementwise_operator_needs_a_few_blocks(operator: str, others: dict[str, Any], dtype: Any) -> None:
    x = np.ones((SIDE, SIDE), dtype)
    given = {name: np.ones_like(x) if value is None else value for name, value in others.items()}
    assert peak(operator, {"self": x, **given, "out": np.zeros_like(x)}) < BLOCKS


@pytest.mark.parametrize(("operator", "others", "room"), OF_ROWS, ids=[operator for operator, _, _ in OF_ROWS])
def test_a_reduction_copies_no_more_than_it_must(operator: str, others: dict[str, Any], room: int) -> None:
    x = np.ones((SIDE, SIDE), np.float32)
    assert peak(operator, {"self": x, **others, "out": np.zeros(SIDE, np.float32)}) < room


def test_an_operator_in_place_needs_a_few_blocks() -> None:
    assert peak("aclnnInplaceSigmoid", {"selfRef": np.ones((SIDE, SIDE), np.float32)}) < BLOCKS
