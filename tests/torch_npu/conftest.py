"""Skips without the wheels; one cache for the libraries, so that they are built once."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from .running import missing

_HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    reason = missing()
    if reason:
        for item in items:
            if _HERE in item.path.parents:
                item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture(autouse=True, scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The libraries go into a cache of the tests' own."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setitem(os.environ, "XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield
