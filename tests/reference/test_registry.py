"""Every operator's definition is found by one search for its name."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pyaclnn.reference
from pyaclnn.reference import registry

_SOURCES = Path(pyaclnn.reference.__file__).parent.rglob("*.py")


def test_each_name_stands_in_one_place_of_the_sources() -> None:
    """In quotation marks, and so as a definition's first argument; twins and generated definitions, too."""
    words = Counter(word for source in _SOURCES for word in source.read_text(encoding="utf-8").split('"'))
    places = {name: words[name] for name in registry.definitions()}
    assert {name: count for name, count in places.items() if count != 1} == {}
