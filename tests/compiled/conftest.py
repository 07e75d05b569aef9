"""The compiled functions, built once for the tests, and a way to have them or not."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pyaclnn import compiled, selection
from pyaclnn.compiled.build import build
from pyaclnn.errors import BuildError


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the module is."""
    directory = tmp_path_factory.mktemp("compiled")
    try:
        build(directory)
    except BuildError as error:
        pytest.skip(f"the functions can't be compiled here: {error}")
    return directory


@pytest.fixture(params=["compiled", "Python"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Both ways of making a call, one after the other; operators are made anew for each."""
    if request.param == "compiled":
        directory = request.getfixturevalue("folder")
        monkeypatch.setattr(compiled, "__path__", [str(directory)])
        monkeypatch.delenv(compiled.VARIABLE, raising=False)
    else:
        monkeypatch.setenv(compiled.VARIABLE, "0")
    name = f"{compiled.__name__}.{compiled.MODULE}"
    with pytest.MonkeyPatch.context() as patch:
        patch.delitem(sys.modules, name, raising=False)
        patch.setattr(selection, "_registry", selection._Registry())
        compiled.functions.cache_clear()
        yield request.param
        selection._registry.finalize()
    compiled.functions.cache_clear()
