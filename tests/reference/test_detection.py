"""aclnnNonMaxSuppression: codes and values."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pyaclnn.dtypes import FLOAT16, FLOAT64, INT32, INT64
from pyaclnn.formats import Format
from pyaclnn.reference.rules import MISSING

from . import layouts
from .compute import compute, infer
from .refusals import A910, B910, P310, code_of, tensor

NAME = "aclnnNonMaxSuppression"
CALL = {
    "boxes": tensor(2, 5, 4),
    "scores": tensor(2, 3, 5),
    "maxOutputBoxesPerClass": (2,),
    "iouThreshold": (0.5,),
    "scoreThreshold": (0.0,),
    "centerPointBox": 0,
    "selectedIndices": tensor(12, 3, dtype=INT32),
}


@pytest.mark.parametrize(
    ("code", "soc", "changes"),
    [
        (0, P310, {}),
        (361001, B910, {}),
        (361001, A910, {}),
        *((161001, P310, {n: None}) for n in CALL if n != "centerPointBox"),
        (161002, P310, {"maxOutputBoxesPerClass": (701,)}),
        (161002, P310, {"maxOutputBoxesPerClass": (701,), "boxes": None}),
        (161001, P310, {"iouThreshold": ()}),
        (161002, B910, {"boxes": tensor(2, 5, 4, dtype=FLOAT64)}),
        (161002, P310, {"scores": tensor(2, 3, 5, dtype=FLOAT16)}),
        (161002, P310, {"iouThreshold": (1.5,)}),
        (161002, P310, {"iouThreshold": (-0.5,)}),
        (161002, P310, {"boxes": tensor(2, 5, 4, format=Format.NCHW)}),
        (161002, P310, {"selectedIndices": tensor(12, 3, dtype=INT32, format=Format.NCHW)}),
        (161002, P310, {"boxes": tensor(5, 4)}),
        (161002, P310, {"scores": tensor(3, 5)}),
        (161002, P310, {"boxes": tensor(1, 5, 4)}),
        (161002, P310, {"boxes": tensor(2, 6, 4)}),
        (161002, P310, {"boxes": tensor(2, 5, 3)}),
        (161002, P310, {"centerPointBox": 2}),
        (561103, P310, {"selectedIndices": tensor(12, 3, dtype=INT64)}),
    ],
)
def test_suppression_codes(code: int, soc: str, changes: dict[str, Any]) -> None:
    assert code_of(NAME, CALL, changes, soc) == code


def suppressed(
    boxes: Any, scores: Any, count: int, dtype: Any = np.float32, layout: str = "contiguous", **others: Any
) -> Any:
    boxes, scores = (layouts.laid_out(np.array(a, dtype), layout) for a in (boxes, scores))
    out = layouts.output((scores.shape[0] * scores.shape[1] * count, 3), np.int32, layout)
    call = {"boxes": boxes, "scores": scores, "maxOutputBoxesPerClass": (count,), "iouThreshold": (0.5,)}
    call |= {"scoreThreshold": (0.0,), "centerPointBox": 0, "selectedIndices": out} | others
    compute(NAME, {n: call[n] for n in CALL}, P310)
    return out.tolist()


# Three boxes of 10 x 10: the second 1 to the right of the first, sharing 90 of 110 cells, the third far away.
BOXES = [[[0, 0, 10, 10], [0, 1, 10, 11], [50, 50, 60, 60]]]
CENTERS = [[[5, 5, 10, 10], [6, 5, 10, 10], [55, 55, 10, 10]]]
NOTHING = [-1, -1, -1]


@pytest.mark.parametrize("dtype", [np.float32, np.float16])
@pytest.mark.parametrize("layout", layouts.DENSE)
def test_suppression(layout: str, dtype: Any) -> None:
    scores = [[[0.5, 0.75, 0.625], [0.75, 0.5, 0.25]]]
    expected = [[0, 0, 1], [0, 0, 2], NOTHING, [0, 1, 0], [0, 1, 2], NOTHING]
    assert suppressed(BOXES, scores, 3, dtype, layout) == expected
    assert suppressed(CENTERS, scores, 3, dtype, layout, centerPointBox=1) == expected


@pytest.mark.parametrize(
    ("others", "expected"),
    [
        # 90 / 110 = 0.818: only a higher threshold keeps the second box.
        ({"iouThreshold": (0.8,)}, [[0, 0, 1], [0, 0, 2], NOTHING]),
        ({"iouThreshold": (0.85,)}, [[0, 0, 1], [0, 0, 2], [0, 0, 0]]),
        # A score must be above the threshold, not equal to it.
        ({"scoreThreshold": (0.625,)}, [[0, 0, 1], NOTHING, NOTHING]),
        ({"scoreThreshold": (0.75,)}, [NOTHING, NOTHING, NOTHING]),
    ],
)
def test_thresholds(others: dict[str, Any], expected: Any) -> None:
    assert suppressed(BOXES, [[[0.5, 0.75, 0.625]]], 3, **others) == expected


def test_limit_and_ties() -> None:
    boxes = [[[i * 20, 0, i * 20 + 10, 10] for i in range(4)]]
    assert suppressed(boxes, [[[0.5, 0.75, 0.75, 0.5]]], 3) == [[0, 0, 1], [0, 0, 2], [0, 0, 0]]


def test_output_of_another_length() -> None:
    scores = [[[0.5, 0.75, 0.625]]]
    short, long = np.full((1, 3), 77, np.int32), np.full((4, 3), 77, np.int32)
    suppressed(BOXES, scores, 2, selectedIndices=short)
    suppressed(BOXES, scores, 2, selectedIndices=long)
    assert short.tolist() == [[0, 0, 1]]
    assert long.tolist()[:2] == [[0, 0, 1], [0, 0, 2]]


def test_inferred_indices() -> None:
    assert infer(NAME, CALL | {"selectedIndices": MISSING}, P310) == {"selectedIndices": ((12, 3), INT32)}
