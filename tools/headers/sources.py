"""Headers of CANN: the include directory of an installation, or a checkout of an operator repository."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from pyaclnn.abi.headers import HeaderDirectory
from pyaclnn.abi.scanner import PHASE_1
from pyaclnn.abi.signatures import HeaderError

from .model import Function, function_of

TOPICS = ("math", "nn", "cv", "transformer")
_TRIALS = {"experimental", "tests", "examples"}


@dataclass(frozen=True)
class Declared:
    """A function as a header of CANN declares it. The topic is empty where the directory doesn't tell it."""

    function: Function
    file: str
    topic: str


@dataclass
class Source:
    """The functions of one directory, and what could not be read in it."""

    path: Path
    topic: str
    functions: dict[str, Declared] = field(default_factory=dict)
    unreadable: dict[str, str] = field(default_factory=dict)


def include_directory(path: Path) -> Path:
    """The directory with ``aclnnop/`` at a path or below it; the path itself for a checkout."""
    places = [path, path / "include", *sorted(path.glob("*-linux/include"))]
    return next((p for p in places if (p / "aclnnop").is_dir()), path)


def topic_of(path: Path) -> str:
    """The topic that a checkout's name tells: ``ops-math`` and the like."""
    found = re.search(rf"ops[-_]({'|'.join(TOPICS)})", path.resolve().name)
    return found[1] if found else ""


def is_public(header: str) -> bool:
    """Whether a header is for users, and not of a trial version or a test."""
    return _TRIALS.isdisjoint(Path(header).parts)


def read(path: Path) -> Source:
    """Everything public that a directory declares."""
    if not path.is_dir():
        raise FileNotFoundError(f"{path} is no directory")
    directory = HeaderDirectory(include_directory(path), annotated=False)
    source = Source(path, topic_of(path))
    wanted = {f"{operator}{PHASE_1}": headers for operator, headers in directory.mentions.items()}
    wanted |= {name: [header] for name, header in directory.single_phase.items()}
    for name, headers in wanted.items():
        _add(source, directory, name, [h for h in headers if is_public(h)])
    return source


def _add(source: Source, directory: HeaderDirectory, name: str, headers: Iterable[str]) -> None:
    for header in headers:
        prototype = directory.declarations(header).prototypes.get(name)
        if prototype is None:
            continue
        try:
            function = function_of(prototype)
        except HeaderError as error:
            source.unreadable[name] = f"{header}: {error}"
            continue
        source.functions.setdefault(function.name, Declared(function, Path(header).name, source.topic))
        return
