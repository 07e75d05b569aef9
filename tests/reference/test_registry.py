"""Every operator's definition is found by one search for its name."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pyaclnn.reference
from pyaclnn.reference import registry
from tools import definitions

_SOURCES = Path(pyaclnn.reference.__file__).parent.rglob("*.py")


def test_each_name_stands_in_one_place_of_the_sources() -> None:
    """In quotation marks, and so as a definition's first argument; twins and generated definitions, too."""
    words = Counter(word for source in _SOURCES for word in source.read_text(encoding="utf-8").split('"'))
    places = {name: words[name] for name in registry.definitions()}
    assert {name: count for name, count in places.items() if count != 1} == {}


def test_the_index_is_what_the_tool_writes() -> None:
    assert registry.INDEX.read_text() == definitions.text()


def test_finding_an_operator_loads_its_module_only() -> None:
    code = (
        "import sys; from pyaclnn.reference import registry; assert registry.find('aclnnAdd').name == 'aclnnAdd';"
        "print([m for m in sys.modules if m.startswith('pyaclnn.reference.operators.')])"
    )
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert len(loaded.split(",")) < 10, loaded
    assert registry.find("aclnnNoSuchOperator") is None
