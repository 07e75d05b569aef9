"""The table of operators that have no header in the public repositories, ``operators.tsv``.

CANN's build generates their headers. A row has the operator, its file, its topic, its parameters with role macros
and the attributes of which it is not certain whether they are float or double.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pyaclnn.abi import scanner

from .model import Function, function_of

PATH = Path(__file__).with_name("operators.tsv")


@dataclass(frozen=True)
class Row:
    """One operator of the table."""

    function: Function
    file: str
    topic: str


def rows(path: Path = PATH) -> Iterator[Row]:
    """The rows of the table."""
    for line in path.read_text(encoding="ascii").splitlines():
        if line and not line.startswith("#"):
            operator, file, topic, parameters, doubtful = line.split("\t")
            yield Row(_function(operator, parameters, doubtful), file, topic)


def _function(operator: str, parameters: str, doubtful: str) -> Function:
    listed = ", ".join([*parameters.split("; "), "uint64_t *workspaceSize", "aclOpExecutor **executor"])
    text = f"aclnnStatus {operator}{scanner.PHASE_1}({listed});"
    comment = f"Float or double is not certain: {doubtful}." if doubtful else ""
    return function_of(scanner.scan(text).prototypes[f"{operator}{scanner.PHASE_1}"], comment)
