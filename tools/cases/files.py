"""Case files: JSON lists of cases, each an operator's inputs with dtype, shape and value range."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any


class CaseError(ValueError):
    """A case or a file that does not say what it must."""


@dataclass(frozen=True)
class Input:
    """One tensor, scalar or attribute of a case. ``values`` is its range as the file has it."""

    name: str
    kind: str
    dtype: str
    shape: tuple[int, ...] | None
    values: Any
    is_required: bool = True

    @property
    def size(self) -> int:
        return math.prod(self.shape) if self.shape is not None else 1


@dataclass(frozen=True)
class Case:
    """One case: an operator, its inputs in C's order, and how the result is judged.

    ``expression`` is a PyTorch function; ``api`` names the executor of the reference, ``"function"`` meaning the
    expression itself, and ``aclnn_api`` the one that arranges the arguments for C.
    """

    file: Path
    number: str
    operator: str
    expression: str
    api: str
    aclnn_api: str | None
    standard: Any
    inputs: tuple[Input | tuple[Input, ...], ...]

    @property
    def label(self) -> str:
        return f"{self.operator} {self.file.name}#{self.number}"

    @property
    def elements(self) -> int:
        """Elements of all inputs together."""
        return sum(i.size for given in self.inputs for i in (given if isinstance(given, tuple) else (given,)))


def find(place: Path) -> list[Path]:
    """The case files at a path: itself, or all below it whose name has ``acl`` in it."""
    if place.is_file():
        return [place]
    return sorted(file for file in place.rglob("*.json") if "acl" in file.name.lower())


def read(file: Path) -> Iterator[Case]:
    """All cases of a file; ``CaseError`` when it is none."""
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except ValueError as error:
        raise CaseError(f"{file}: {error}") from None
    if not isinstance(found, list) or not all(isinstance(row, dict) and "inputs" in row for row in found):
        raise CaseError(f"{file}: a case file is a list of objects that have `inputs`")
    for position, row in enumerate(found):
        try:
            yield _case(file, position, row)
        except (KeyError, TypeError, AttributeError) as error:
            raise CaseError(f"{file}: case {position}: {type(error).__name__}: {error}") from None


def _case(file: Path, position: int, row: dict[str, Any]) -> Case:
    name = row.get("aclnn_name") or row["name"]
    standard = row.get("standard", "default")
    return Case(
        file=file,
        number=str(row.get("id", position)),
        operator=name if name.startswith("acl") else f"aclnn{name}",
        expression=row.get("name") or "",
        api=row.get("api_type") or "function",
        aclnn_api=row.get("aclnn_api_type"),
        standard=standard.get("acc", "default") if isinstance(standard, dict) else standard,
        inputs=tuple(
            tuple(map(_input, given)) if isinstance(given, list) else _input(given) for given in row["inputs"]
        ),
    )


def _input(row: dict[str, Any]) -> Input:
    shape = row.get("shape")
    return Input(
        name=row.get("name") or "",
        kind=row["type"],
        dtype=row["dtype"],
        shape=tuple(shape) if isinstance(shape, Sequence) else None,
        values=row.get("range_values"),
        is_required=row.get("required", True),
    )
