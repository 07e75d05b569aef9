"""C sources of the exported functions: each packs its arguments and goes through the gate."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from ...abi.headers import HeaderDirectory
from ...abi.interface import Interface
from ...abi.scanner import split_parameters

FAILED = 500000

# What a program's exit still calls once Python is gone: it must not report failures then.
_HARMLESS = re.compile(r"Destroy|Free|Synchronize|Reset|Finalize|Unregister|Close")
_PROTOTYPE = re.compile(r"^(?P<returns>.*?)\s*\b(?P<name>\w+)\s*\((?P<parameters>.*)\)\s*;?$", re.S)

# Variadic: no gate can pass on what it can't name.
_WRITTEN_IN_C = {
    "aclAppLog": """
void aclAppLog(aclLogLevel logLevel, const char *func, const char *file, uint32_t line, const char *fmt, ...)
{
    const char *wanted = getenv("PYACLNN_SIMULATOR_LOG_LEVEL");
    if (wanted == NULL || (int)logLevel < atoi(wanted))
        return;
    va_list args;
    va_start(args, fmt);
    fprintf(stderr, "[%d] %s:%u %s: ", (int)logLevel, file ? file : "", line, func ? func : "");
    vfprintf(stderr, fmt, args);
    fputc('\\n', stderr);
    va_end(args);
}
"""
}


@dataclass(frozen=True)
class Library:
    """One library to build: the functions it exports, by prototype."""

    name: str
    prototypes: tuple[str, ...]
    includes: tuple[str, ...]


def runtime_libraries(headers: HeaderDirectory) -> Iterator[Library]:
    """``libascendcl.so`` has what ``acl/`` declares, ``libnnopbase.so`` what ``aclnn/`` does."""
    for name, folder in (("libascendcl.so", "acl"), ("libnnopbase.so", "aclnn")):
        found: dict[str, str] = {}
        files = sorted(headers.path.glob(f"{folder}/**/*.h"))
        for file in files:
            for function, prototype in headers.declarations(str(file.relative_to(headers.path))).prototypes.items():
                found.setdefault(function, prototype.text)
        yield Library(name, tuple(found.values()), tuple(str(f.relative_to(headers.path)) for f in files))


def operator_libraries(headers: HeaderDirectory, layout: str) -> Iterator[Library]:
    """The operators' libraries: four by topic, or one with everything."""
    found: dict[str, list[str]] = {}
    for operator, header in sorted(headers.operators.items()):
        library = "libopapi.so" if layout == "single" else f"libopapi_{headers.topic(header)}.so"
        first = headers.declarations(header).prototypes[f"{operator}GetWorkspaceSize"].text
        found.setdefault(library, []).extend((first, Interface.second_phase(operator)))
    if layout == "split":
        for topic in ("math", "nn", "cv", "transformer"):
            found.setdefault(f"libopapi_{topic}.so", [])
    for name, prototypes in sorted(found.items()):
        yield Library(name, tuple(prototypes), ("aclnn/aclnn_base.h",))


def source(library: Library) -> str:
    """The C source of a library."""
    lines = ["#include <stdarg.h>", "#include <stdio.h>", "#include <stdlib.h>"]
    lines += [f'#include "{header}"' for header in library.includes]
    lines += ['#include "gate.h"', ""]
    lines += [_function(text) for text in library.prototypes]
    return "\n".join(lines) + "\n"


def _function(text: str) -> str:
    match = _PROTOTYPE.match(text)
    if match is None:
        raise ValueError(f"not a prototype: {text}")
    name, returns = match["name"], match["returns"].strip()
    if name in _WRITTEN_IN_C:
        return _WRITTEN_IN_C[name]
    names = [_parameter_name(p) for p in split_parameters(match["parameters"])]
    parameters = match["parameters"].strip() or "void"
    args = (
        f"void *pyaclnn_args[] = {{{', '.join(f'(void *)&{n}' for n in names)}}};"
        if names
        else "void **pyaclnn_args = NULL;"
    )
    if returns == "void":
        return f'{returns} {name}({parameters})\n{{\n    {args}\n    pyaclnn_gate("{name}", pyaclnn_args, NULL);\n}}\n'
    failed = "NULL" if returns.endswith("*") else f"({returns}){FAILED if _is_status(returns) else 0}"
    closed = f"({returns})0" if _HARMLESS.search(name) else failed
    return (
        f"{returns} {name}({parameters})\n{{\n    {args}\n    {returns} pyaclnn_result = {failed};\n"
        f'    switch (pyaclnn_gate("{name}", pyaclnn_args, (void *)&pyaclnn_result)) {{\n'
        f"    case PYACLNN_DONE: return pyaclnn_result;\n    case PYACLNN_CLOSED: return {closed};\n"
        f"    default: return {failed};\n    }}\n}}\n"
    )


def _parameter_name(parameter: str) -> str:
    """``value`` of ``const char *value``, ``int value[3]`` and ``void (*value)(void)``."""
    match = re.search(r"\(\s*\*\s*(\w+)\s*\)|(\w+)\s*(?:\[\s*\w*\s*\]\s*)*$", parameter)
    if match is None:
        raise ValueError(f"no name in the parameter {parameter!r}")
    return match[1] or match[2]


def _is_status(returns: str) -> bool:
    return returns in ("aclError", "aclnnStatus", "int", "int32_t")


def templates() -> dict[str, str]:
    """The hand-written C files that every build needs."""
    here = Path(__file__).parent
    return {name: (here / name).read_text() for name in ("gate.c", "gate.h")}


def bridge_api() -> str:
    """What cffi's embedding exports for the gate."""
    return "int pyaclnn_start(void (*close)(void));\nint pyaclnn_call(const char *name, void **args, void *result);\n"


def bridge_init(paths: Iterable[str]) -> str:
    """The Python that the bridge runs first. The building environment's paths come after the process's own."""
    return f"""
import sys
for path in {list(paths)!r}:
    if path not in sys.path:
        sys.path.append(path)
from pyaclnn.simulator.build import bridge
from _pyaclnn_bridge import ffi

@ffi.def_extern(error=0)
def pyaclnn_start(close):
    bridge.start(close)
    return 1

@ffi.def_extern(error=0, onerror=lambda *error: bridge.report_failure())
def pyaclnn_call(name, args, result):
    bridge.call(ffi.string(name).decode(), args, result)
    return 1
"""
