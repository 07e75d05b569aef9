"""The reference tables of tests/data."""

from __future__ import annotations

import csv
import gzip
import re
from collections.abc import Iterator
from pathlib import Path

DATA = Path(__file__).resolve().parent.parent / "data"


def table(name: str) -> Iterator[dict[str, str]]:
    """The rows of a gzipped table, read without any quoting."""
    with gzip.open(DATA / f"{name}.tsv.gz", "rt", encoding="utf-8") as file:
        yield from csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)


def tokens(text: str) -> list[str]:
    """The C tokens of a declaration. ``()`` and ``(void)`` count as the same."""
    return re.findall(r"\w+|\.\.\.|\S", re.sub(r"\(\s*\)", "(void)", text))
