"""C sources of the exported functions: each packs its arguments and goes through the gate."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ...abi.headers import HeaderDirectory
from ...abi.interface import Interface
from ...abi.scanner import split_parameters
from .. import codes
from . import clients

# What a program's exit still calls once Python is gone: it must not report failures then.
_HARMLESS = re.compile(r"acl(?:rt|mdlRI)?(?:Destroy|Free|Synchronize|Reset|Release|Unmap|Finalize)\w*|aclnnFinalize")
_SITE = "__builtin_return_address(0)"
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
    """One library to build: the functions it exports, by prototype, and the libraries that it is linked to."""

    name: str
    prototypes: tuple[str, ...] = ()
    includes: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()


def runtime_libraries(headers: HeaderDirectory) -> Iterator[Library]:
    """``libascendcl.so`` has what ``acl/`` declares, ``libnnopbase.so`` what ``aclnn/`` does."""
    for name, folder in (("libascendcl.so", "acl"), ("libnnopbase.so", "aclnn")):
        found: dict[str, str] = {}
        files = sorted(headers.path.glob(f"{folder}/**/*.h"))
        for file in files:
            for function, prototype in headers.declarations(str(file.relative_to(headers.path))).prototypes.items():
                found.setdefault(function, prototype.text)
        yield Library(name, tuple(found.values()), tuple(str(f.relative_to(headers.path)) for f in files))


def client_libraries() -> Iterator[Library]:
    """What clients are linked to beside the functions that the headers declare."""
    yield Library(clients.OPERATOR_COMPILER, needs=("libascendcl.so",))
    for name in clients.EMPTY:
        yield Library(name)


def operator_libraries(headers: HeaderDirectory, layout: str) -> Iterator[Library]:
    """The operators' libraries: four by topic, or one with everything."""
    topics = ("math", "nn", "cv", "transformer")
    names = ("libopapi.so",) if layout == "single" else tuple(f"libopapi_{topic}.so" for topic in topics)
    prototypes: dict[str, list[str]] = {name: [] for name in names}
    includes: dict[str, list[str]] = {name: ["aclnn/aclnn_base.h"] for name in names}

    def library_of(header: str) -> str:
        name = "libopapi.so" if layout == "single" else f"libopapi_{headers.topic(header)}.so"
        includes[name].append(header)
        return name

    for operator, header in sorted(headers.operators.items()):
        first = headers.declarations(header).prototypes[f"{operator}GetWorkspaceSize"].text
        prototypes[library_of(header)] += [first, Interface.second_phase(operator)]
    for function, header in sorted(headers.single_phase.items()):
        found = headers.single_phase_function(function)
        if found is not None:
            prototypes[library_of(header)].append(found.text)
    for name in sorted(names):
        needs = ("libnnopbase.so", "libascendcl.so")
        yield Library(name, tuple(prototypes[name]), tuple(dict.fromkeys(includes[name])), needs)


def source(library: Library) -> str:
    """The C source of a library."""
    lines = [f"#include <{name}.h>" for name in ("stdarg", "stdint", "stdio", "stdlib")]
    lines += [f'#include "{header}"' for header in library.includes]
    lines += ['#include "gate.h"', ""]
    lines += [_function(text) for text in library.prototypes]
    return "\n".join(lines) + "\n" + clients.source(library.name)


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
        call = f'pyaclnn_gate("{name}", pyaclnn_args, NULL, {_SITE});'
        return f"{returns} {name}({parameters})\n{{\n    {args}\n    {call}\n}}\n"
    failed = "NULL" if returns.endswith("*") else f"({returns}){codes.INTERNAL_ERROR if _is_status(returns) else 0}"
    late = "pyaclnn_gave_back_late(); " if _HARMLESS.fullmatch(name) else ""
    closed = f"({returns})0" if late else failed
    return (
        f"{returns} {name}({parameters})\n{{\n    {args}\n    {returns} pyaclnn_result = {failed};\n"
        f'    switch (pyaclnn_gate("{name}", pyaclnn_args, (void *)&pyaclnn_result, {_SITE})) {{\n'
        f"    case PYACLNN_DONE: return pyaclnn_result;\n    case PYACLNN_CLOSED: {late}return {closed};\n"
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


def template(name: str) -> str:
    """A hand-written C file that the build needs."""
    return (Path(__file__).parent / name).read_text(encoding="utf-8")
