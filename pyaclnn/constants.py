"""Words that may stand for the numbers of recurring attributes: ``reduction="mean"`` for ``reduction=1``."""

from __future__ import annotations

# By the attribute's C name. Only attributes whose numbers mean the same in every operator that has them.
WORDS: dict[str, dict[str, int]] = {
    "reduction": {"none": 0, "mean": 1, "sum": 2},
    "cubeMathType": {
        "keep_dtype": 0,
        "allow_fp32_down_precision": 1,
        "use_fp16": 2,
        "use_hf32": 3,
    },
}


def number_for(parameter: str, word: str) -> int | None:
    """The number behind a word; None when the attribute has no such word."""
    return WORDS.get(parameter, {}).get(word)
