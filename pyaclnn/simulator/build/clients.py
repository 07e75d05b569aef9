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

_DESCRIBED = Path(__file__).parent / "described.c"
_OPTIONS = 17  # of compilers, numbered from 0
_BODIES = {
    "success": "intptr_t {name}(void)\n{{\n    return 0;\n}}\n",
    "option": (
        "int {name}(int option, const char *value)\n{{\n"
        "    return option >= 0 && option < {options} && value ? 0 : {invalid};\n}}\n"
    ),
    "refused": "intptr_t {name}(void)\n{{\n    return {refused};\n}}\n",
    "described": "",
}
_NUMBERS = {"options": _OPTIONS, "invalid": codes.INVALID, "refused": codes.NOT_SUPPORTED}


def answers() -> Mapping[str, Mapping[str, str]]:
    """By library: the functions and how they answer."""
    text = (Path(__file__).parent / "clients.tsv").read_text(encoding="utf-8")
    rows = [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")][1:]
    found: dict[str, dict[str, str]] = {OPERATOR_COMPILER: {}}
    for library, function, answer, *_ in rows:
        found.setdefault(library, {})[function] = answer
    return found


def source(library: str) -> str:
    """The C functions of a library. Callers clean up their arguments, so that none need be named."""
    functions = answers().get(library, {})
    described = _DESCRIBED.read_text(encoding="utf-8") if "described" in functions.values() else ""
    return "".join(_BODIES[answer].format(name=name, **_NUMBERS) for name, answer in functions.items()) + described
