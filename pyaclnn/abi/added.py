"""Operator libraries that a program adds at run time, before those of the installed CANN or the simulator."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import LibraryNotFoundError
from ..values import shortened

_LONGEST = 300
CUSTOM_LIBRARY = Path("op_api", "lib", "libcust_opapi.so")


class AddedLibrary(NamedTuple):
    """A library and the directory of its headers; paths are absolute and exist."""

    path: Path
    headers: Path | None


def added_library(path: str | Path, headers: str | Path | None = None) -> AddedLibrary:
    """What a program means by a library, or by the directory that custom operators were installed into.

    Without ``headers`` they are looked for where custom operators have them: ``include`` beside the library's folder.
    """
    file = Path(path).absolute()
    if _holds(file.is_dir):
        file /= CUSTOM_LIBRARY
    if not _holds(file.is_file):
        raise LibraryNotFoundError(f"no operator library to add: {shortened(str(file), _LONGEST)} does not exist")
    if headers is None:
        beside = file.parent.parent / "include"
        return AddedLibrary(file, beside if beside.is_dir() else None)
    directory = Path(headers).absolute()
    if not _holds(directory.is_dir):
        raise LibraryNotFoundError(f"no headers for {file}: {shortened(str(directory), _LONGEST)} is no directory")
    return AddedLibrary(file, directory)


def _holds(test: Callable[[], bool]) -> bool:
    """What a path is asked; a name that is too long, or in a place that can't be read, is nothing."""
    try:
        return test()
    except OSError:
        return False


class AddedLibraries:
    """The added libraries of one interface, opened; the one added last is asked first."""

    def __init__(self, ffi: Any) -> None:
        self._ffi = ffi
        self._libraries: tuple[tuple[Path, Any], ...] = ()

    def add(self, path: Path) -> None:
        """Opens a library; ``LibraryBrokenError`` when it can't be loaded."""
        from . import library

        opened = library.open_library(self._ffi, path)
        self._libraries = (opened, *(other for other in self._libraries if other[0] != path))

    def phases(self, operator: str) -> tuple[Any, Any] | None:
        """Both phases of an operator, from one library; None when no added library has it."""
        if not self._libraries:
            return None
        from . import library

        return library.phases_in(self._libraries, operator)

    def function(self, name: str) -> Any:
        """A function of one phase; None when no added library has it."""
        return next((f for _, opened in self._libraries if (f := getattr(opened, name, None)) is not None), None)
