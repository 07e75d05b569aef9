"""What clients of CANN, PyTorch's NPU backend above all, need to find beyond the functions that are simulated.

They are linked to libraries and functions that they call rarely or never. A function that would have to do work is
refused: success without work would be wrong results.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from .. import codes

OPERATOR_COMPILER = "libacl_op_compiler.so"
# Clients are linked to them by name, and use nothing of them here.
EMPTY = ("libhccl.so", "libge_runner.so", "libgraph.so", "libacl_tdt_channel.so")

_BODIES = {
    "success": "return 0;",
    "handle": "static intptr_t nothing; return (intptr_t)&nothing;",
    "refused": f"return {codes.NOT_SUPPORTED};",
}


def answers() -> Mapping[str, Mapping[str, str]]:
    """By library: the functions and how they answer."""
    text = (Path(__file__).parent / "clients.tsv").read_text(encoding="utf-8")
    rows = [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")][1:]
    found: dict[str, dict[str, str]] = {OPERATOR_COMPILER: {}}
    for library, function, answer in rows:
        found.setdefault(library, {})[function] = answer
    return found


def source(library: str) -> str:
    """The C functions of a library. Callers clean up their arguments, so that none need be named."""
    functions = answers().get(library, {})
    return "".join(f"intptr_t {name}(void)\n{{\n    {_BODIES[answer]}\n}}\n" for name, answer in functions.items())
