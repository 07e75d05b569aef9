"""Values of attributes that a caller may leave out. C has none: each row of ``defaults.tsv`` names its source.

A row needs one clear value. Where the operator's definition and its documentation disagree, or the definition says
that the attribute is required, there is none, and the caller must give it.
"""

from __future__ import annotations

import ast
from functools import lru_cache
from pathlib import Path
from typing import Any

TABLE = Path(__file__).with_name("defaults.tsv")

SOURCES = {
    "definition": "operator definition",  # of an optional attribute of the same name
    "documentation": "documentation",  # the default, or the value for callers without a wish of their own
    "pytorch": "PyTorch",  # the function that the documentation names as the operator's counterpart
}


def default_of(operator: str, parameter: str) -> tuple[Any, str] | None:
    """``(value, source)`` of a parameter's default, by C names; None where the caller must give one."""
    text, row = _text(), f"\n{operator}\t{parameter}\t"
    start = text.find(row)  # a first call asks for a handful: splitting all rows would take longer
    if start < 0:
        return None
    value, source = text[start + len(row) : text.index("\n", start + 1)].split("\t")
    return ast.literal_eval(value), SOURCES[source]


def listed() -> list[tuple[str, str]]:
    """``(operator, parameter)`` of every default."""
    rows = (line.split("\t") for line in _text().splitlines() if line and not line.startswith("#"))
    return [(operator, parameter) for operator, parameter, _, _ in rows]


@lru_cache(maxsize=1)
def _text() -> str:
    return TABLE.read_text()
