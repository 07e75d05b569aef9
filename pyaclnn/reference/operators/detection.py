"""Boxes around what was detected in an image: the choice among overlapping ones."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...dtypes import FLOAT16, FLOAT32, INT32
from ...formats import Format
from ..chips import Family
from ..definition import Definition
from ..dtype_lists import per_chip
from ..lowering import Array, Lowering
from ..rules import (
    INNER_NULL,
    NULL,
    RUNTIME,
    Call,
    Check,
    DtypeIn,
    FormatIn,
    Infer,
    NotNull,
    OneOf,
    RankIs,
    Refusal,
    SameDtype,
    require,
)

_MAX_BOXES = 700
# Coordinates of float16 boxes are made small first, for their areas to stay in range.
_FLOAT16_SCALE = np.float16(0.01)


def _max_boxes(call: Call) -> int:
    """Rows of the result for each batch and class."""
    limits = call.args["maxOutputBoxesPerClass"]
    return max(0, limits[0]) if limits else 0


def _check_max_boxes(call: Call) -> None:
    count = _max_boxes(call)
    require(count <= _MAX_BOXES, f"maxOutputBoxesPerClass is {count}, at most {_MAX_BOXES} are allowed")


def _check_thresholds(call: Call) -> None:
    require(len(call.args["iouThreshold"]) > 0, "iouThreshold is empty, but a number is required", NULL)


def _check_boxes(call: Call) -> None:
    boxes, scores, threshold = (
        call.args["boxes"].shape,
        call.args["scores"].shape,
        call.args["iouThreshold"][0],
    )
    require(not (threshold > 1 or threshold < 0), f"iouThreshold is {threshold}; allowed is 0 to 1")
    require(
        boxes == (scores[0], scores[2], 4),
        f"boxes has shape {list(boxes)}; with scores {list(scores)} it must be {[scores[0], scores[2], 4]}",
    )


def _only_on_310p(call: Call) -> None:
    if call.family is not Family.P310:
        raise Refusal(RUNTIME, f"aclnnNonMaxSuppression runs on {Family.P310.value} only, not on {call.family.value}")


def _corners(boxes: Array, is_center: bool) -> tuple[Array, Array]:
    """The low and the high corners, two coordinates each."""
    if not is_center:
        return boxes[..., :2], boxes[..., 2:]
    half = boxes[..., 2:] * boxes.dtype.type(0.5)
    return boxes[..., :2] - half, boxes[..., :2] + half


def _select(low: Array, high: Array, scores: Array, limit: int, ratio: Any) -> list[int]:
    """The boxes kept, best first: each next one must not overlap a better one too much."""
    size = high - low
    area = size[:, 0] * size[:, 1]
    kept: list[int] = []
    for candidate in np.argsort(-scores, kind="stable"):
        if len(kept) == limit:
            break
        overlap = np.minimum(high[kept], high[candidate]) - np.maximum(low[kept], low[candidate])
        overlap = np.maximum(overlap, overlap.dtype.type(0))
        # inter / union > t, without the division
        if not np.any(overlap[:, 0] * overlap[:, 1] > (area[kept] + area[candidate]) * ratio):
            kept.append(int(candidate))
    return kept


def _lower_non_max_suppression(low: Lowering, call: Call) -> None:
    out = call.args["selectedIndices"]
    if out.dtype != INT32:
        raise Refusal(INNER_NULL, f"selectedIndices is {out.dtype.name}, the kernel writes int32")
    count, is_center = _max_boxes(call), call.args["centerPointBox"] == 1
    threshold = call.args["iouThreshold"][0]
    lowest = np.float32(call.args["scoreThreshold"][0] if call.args["scoreThreshold"] else 0)

    def compute(boxes: Array, scores: Array) -> Array:
        if boxes.dtype == np.float16:
            boxes = boxes * _FLOAT16_SCALE
        lows, highs = _corners(boxes, is_center)
        ratio = boxes.dtype.type(threshold / (1 + threshold))
        batches, classes, _ = scores.shape
        rows = np.full((batches, classes, count, 3), -1, np.int32)
        for batch, kind in np.ndindex(batches, classes):
            candidates = np.flatnonzero(scores[batch, kind] > lowest)
            best = _select(
                lows[batch, candidates],
                highs[batch, candidates],
                scores[batch, kind, candidates],
                count,
                ratio,
            )
            rows[batch, kind, : len(best)] = [(batch, kind, candidates[i]) for i in best] or -1
        flat = np.full(out.size, -1, np.int32)
        # A smaller output gets what fits into it.
        flat[: rows.size] = rows.reshape(-1)[: flat.size]
        return flat.reshape(out.shape)

    operands = (low.contiguous("boxes"), low.contiguous("scores"))
    low.view_copy(low.kernel("NonMaxSuppressionV6", compute, operands, out.shape, INT32, raw=True), "selectedIndices")


non_max_suppression = Definition(
    "aclnnNonMaxSuppression",
    "for each batch and class up to maxOutputBoxesPerClass rows (batch, class, box) by descending score "
    "above scoreThreshold, no two with intersection / union > iouThreshold; the rest of the rows is -1",
    (
        NotNull("maxOutputBoxesPerClass"),
        Check(_check_max_boxes),
        NotNull("boxes", "scores", "iouThreshold"),
        Check(_check_thresholds),
        NotNull("selectedIndices", "scoreThreshold"),
        DtypeIn(per_chip((FLOAT32, FLOAT16)), "boxes", "scores"),
        SameDtype("boxes", "scores"),
        FormatIn((Format.ND,), "boxes", "scores", "selectedIndices"),
        RankIs(3, "boxes", "scores"),
        Check(_check_boxes),
        OneOf("centerPointBox", 0, 1),
        Infer(
            "selectedIndices",
            shape=lambda call: (math.prod(call.args["scores"].shape[:2]) * _max_boxes(call), 3),
            dtype=lambda call: INT32,
        ),
        Check(_only_on_310p),
    ),
    _lower_non_max_suppression,
    families=frozenset({Family.P310}),
)

OPERATORS = (non_max_suppression,)
