"""What a header of ``headers/aclnnop`` says: read from its text, and written again in one form."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from pyaclnn.abi import names, scanner
from pyaclnn.abi.scanner import PHASE_1, ROLE_MACROS, Prototype
from pyaclnn.abi.signatures import parse_parameters

WIDTH = 120
BASE_INCLUDE = "aclnn/aclnn_base.h"

_INCLUDE = re.compile(r'^#include "(.*)"$', re.M)
_TYPES = re.compile(r"^(?:typedef|enum|struct)\b[^;]*;$", re.M)
_COMMENT = re.compile(r"^/\* (.*) \*/\n(?:ACLNN_API )?[\w ]+?[ *](\w+)\(", re.M)
_RETURNS = re.compile(r"(.*?)\s*\w+\(")
_LAST_PARAMETERS = ("uint64_t *workspaceSize", "aclOpExecutor **executor")
_PHASE_2 = ("void *workspace", "uint64_t workspaceSize", "aclOpExecutor *executor", "aclrtStream stream")


@dataclass(frozen=True)
class Parameter:
    """A C parameter and its role macros."""

    ctype: str
    name: str
    macros: frozenset[str] = frozenset()

    def c_text(self) -> str:
        """Type and name without macros."""
        return f"{self.ctype}{'' if self.ctype.endswith('*') else ' '}{self.name}"

    def __str__(self) -> str:
        words = [m for m in reversed(ROLE_MACROS) if m in self.macros]  # ACLNN_OPTIONAL first
        return " ".join([*words, self.c_text()])


@dataclass(frozen=True)
class Function:
    """An operator, by its parameters before ``workspaceSize``; or a single-phase function, by all of them."""

    name: str
    parameters: tuple[Parameter, ...]
    is_operator: bool = True
    returns: str = "aclnnStatus"
    comment: str = ""

    def c_types(self) -> list[str]:
        return [p.c_text() for p in self.parameters]


@dataclass
class Header:
    """One file of ``headers/aclnnop``."""

    file: str
    description: str = ""
    includes: list[str] = field(default_factory=list)
    types: list[str] = field(default_factory=list)
    functions: dict[str, Function] = field(default_factory=dict)


def function_of(prototype: Prototype, comment: str = "") -> Function:
    """The function behind a prototype; an operator where it is a first phase. ``HeaderError`` if it is no C."""
    pairs = parse_parameters(prototype.text) if prototype.macros else []
    parameters = tuple(Parameter(*pair, macros) for pair, macros in zip(pairs, prototype.macros, strict=True))
    if prototype.name.endswith(PHASE_1):
        return Function(prototype.name.removesuffix(PHASE_1), parameters[:-2], comment=comment)
    returns = _RETURNS.match(prototype.text)
    return Function(prototype.name, parameters, False, returns[1] if returns else "aclnnStatus", comment)


def read(file: str, text: str) -> Header:
    """The header that a file of ours holds."""
    comments = {name: comment for comment, name in _COMMENT.findall(text)}
    header = Header(file, text.partition("\n")[0].removeprefix("/* ").removesuffix(" */"))
    header.includes = _INCLUDE.findall(text)
    header.types = _TYPES.findall(text)
    prototypes = scanner.scan(text).prototypes
    for name, prototype in prototypes.items():
        if f"{name}{PHASE_1}" not in prototypes:
            function = function_of(prototype, comments.get(name, ""))
            header.functions[function.name] = function
    return header


def described(functions: dict[str, Function]) -> str:
    """A first line for a header that has none yet: the words of its first function's name."""
    words = names.operator_name(next(iter(functions))).replace("_", " ")
    return f"{words[0].upper()}{words[1:]}."


def write(header: Header) -> str:
    """The text of a header."""
    guard = f"PYACLNN_ACLNNOP_{re.sub(r'[^A-Z0-9]', '_', header.file.upper())}"
    lines = [f"/* {header.description or described(header.functions)} */", f"#ifndef {guard}", f"#define {guard}", ""]
    lines += [f'#include "{i}"' for i in header.includes or [BASE_INCLUDE]]
    lines += ["", "#ifdef __cplusplus", 'extern "C" {', "#endif", ""]
    for text in header.types:
        lines += [text, ""]
    for function in header.functions.values():
        lines += [*_prototypes(function), ""]
    lines += ["#ifdef __cplusplus", "}", "#endif", "", "#endif", ""]
    return "\n".join(lines)


def _prototypes(function: Function) -> Iterator[str]:
    if function.comment:
        yield f"/* {function.comment} */"
    start = f"ACLNN_API {function.returns} {function.name}"
    parameters = [str(p) for p in function.parameters]
    if not function.is_operator:
        yield from _wrapped(f"{start}(", parameters or ["void"])
        return
    yield from _wrapped(f"{start}{PHASE_1}(", [*parameters, *_LAST_PARAMETERS])
    yield from _wrapped(f"{start}(", list(_PHASE_2))


def _wrapped(start: str, parameters: list[str]) -> Iterator[str]:
    """A prototype with its parameters below one another, as many in a line as fit."""
    indent = len(start)
    if indent + max(map(len, parameters)) + 2 > WIDTH:
        yield start
        indent, line = 4, " " * 4
    else:
        line = start
    for i, parameter in enumerate(parameters):
        piece = parameter + (");" if i == len(parameters) - 1 else ",")
        if i and len(line) + 1 + len(piece) > WIDTH:
            yield line
            line = " " * indent + piece
        else:
            line += f" {piece}" if i else piece
    yield line
