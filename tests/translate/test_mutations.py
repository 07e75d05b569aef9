"""Samples with random mistakes: a translation or an error, never another exception, and scripts are Python."""

from __future__ import annotations

import random
import re

import pytest

pytest.importorskip("tree_sitter_cpp", reason="the extra pyaclnn[translate] is not installed")

from pyaclnn.translate import TranslationError, translated

from .running import with_results
from .samples import ADD, GUARDED

_TOKEN = re.compile(r"[A-Za-z_]\w*|\d[\w.]*|\s+|.", re.S)
_NUMBERS = ("0", "-1", "2147483648", "9223372036854775807", "18446744073709551615", "100000000", "1e30", "1LL << 40")
_WORDS = ("while", "for", "return", "std::", "goto", "static", "const", "*", "&", "--", "auto", "!", "1 / 0", "nullptr")
_SAMPLES = (
    ADD, GUARDED,
    with_results("float s = 0; for (size_t i = 0; i < result.size(); ++i) { if (result[i] > 3) { s += result[i]; } }"
                 ' std::cout << "sum " << std::fixed << std::setprecision(2) << s << std::endl; std::string t = "a";'
                 " t += std::to_string(7); std::sort(shape.begin(), shape.end()); return s > 5 ? 1 : 0;"),
)  # fmt: skip


def mutated(text: str, choose: random.Random) -> str:
    """A text with one to five mistakes: parts deleted, doubled, swapped, numbers at extremes, the end cut off."""
    for _ in range(choose.randrange(1, 6)):
        tokens, kind = _TOKEN.findall(text), choose.randrange(9)
        lines = text.split("\n")
        if not tokens:
            return text
        a, b, i, j = (choose.randrange(len(x)) for x in (tokens, tokens, lines, lines))
        numbers = [k for k, t in enumerate(tokens) if t[0].isdigit()]
        brackets = [k for k, t in enumerate(tokens) if t in "()[]{}<>"]
        if kind == 0:
            del tokens[a]
        elif kind == 1:
            tokens.insert(b, tokens[a])
        elif kind == 2:
            tokens[a], tokens[b] = tokens[b], tokens[a]
        elif kind in (3, 4) and numbers:
            tokens[choose.choice(numbers)] = choose.choice(_NUMBERS)
        elif kind == 5 and brackets and choose.random() < 0.3:
            tokens[choose.choice(brackets)] = choose.choice("()[]{}<>")
        elif kind == 6:
            tokens[a] = choose.choice(_WORDS)
        elif kind == 7:
            lines[i], lines[j] = lines[j], lines[i]
            tokens = ["\n".join(lines)]
        elif kind == 8 and choose.random() < 0.2:
            tokens = tokens[:a]
        text = "".join(tokens)
    return text


@pytest.mark.parametrize("seed", range(12))
def test_samples_with_mistakes(seed: int) -> None:
    choose = random.Random(seed)
    counts = {True: 0, False: 0}
    for number in range(40):
        text = mutated(choose.choice(_SAMPLES), choose)
        try:
            found = translated(text)
        except TranslationError:
            continue
        compile(found.script, f"{seed}-{number}", "exec")
        counts[found.is_complete] += 1
    assert min(counts.values()) > 0
