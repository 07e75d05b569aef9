"""What a prototype says about an operator's parameters: kind, role, optionality and Python name."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from typing import Any

from ..errors import PyaclnnError
from . import names
from .scanner import Prototype, split_parameters


class HeaderError(PyaclnnError, ValueError):
    """A header declares a function in a way that is not C, or that no operator has."""


class Kind(Enum):
    """The sorts of parameter an operator takes; the value is how messages call them."""

    TENSOR = "tensor"
    TENSOR_LIST = "list of tensors"
    SCALAR = "scalar"
    SCALAR_LIST = "list of scalars"
    INT_ARRAY = "list of int"
    FLOAT_ARRAY = "list of float"
    BOOL_ARRAY = "list of bool"
    INT = "int"
    FLOAT = "float"
    BOOL = "bool"
    STRING = "str"
    DTYPE = "data type"
    OTHER = "C value"


class Role(Enum):
    IN = "in"
    OUT = "out"
    INOUT = "inout"


_POINTER_KINDS = {
    "aclTensor": Kind.TENSOR,
    "aclTensorList": Kind.TENSOR_LIST,
    "aclScalar": Kind.SCALAR,
    "aclScalarList": Kind.SCALAR_LIST,
    "aclIntArray": Kind.INT_ARRAY,
    "aclFloatArray": Kind.FLOAT_ARRAY,
    "aclBoolArray": Kind.BOOL_ARRAY,
    "char": Kind.STRING,
}

# The range of each integer type, so that a value that doesn't fit is refused and not cut.
INTEGER_RANGES = {
    f"{sign}int{bits}_t": (0, 2**bits - 1) if sign else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
    for sign in ("", "u")
    for bits in (8, 16, 32, 64)
} | {"int": (-(2**31), 2**31 - 1), "size_t": (0, 2**64 - 1)}


@dataclass(frozen=True)
class Parameter:
    """One C parameter of an operator's first phase."""

    name: str
    python_name: str
    ctype: str
    kind: Kind
    role: Role
    optional: bool

    @property
    def is_written(self) -> bool:
        return self.role is not Role.IN


@dataclass(frozen=True)
class Signature:
    """An operator: its C name, its parameters before ``workspaceSize``, and where it was declared.

    ``types`` are declarations of types beyond those of ``acl/`` and ``aclnn/`` that its prototype needs.
    """

    name: str
    parameters: tuple[Parameter, ...]
    header: str
    text: str
    types: tuple[str, ...] = ()

    @property
    def python_name(self) -> str:
        return names.operator_name(self.name)

    @property
    def outputs(self) -> tuple[Parameter, ...]:
        return tuple(p for p in self.parameters if p.role is Role.OUT)

    @property
    def written(self) -> tuple[Parameter, ...]:
        return tuple(p for p in self.parameters if p.is_written)

    def prototype(self) -> str:
        """The C declaration, one parameter a line, with the roles that C can't express."""
        lines = [f"    {_role_words(p)}{p.ctype} {p.name}" for p in self.parameters]
        lines += ["    uint64_t *workspaceSize", "    aclOpExecutor **executor"]
        return f"aclnnStatus {self.name}GetWorkspaceSize(\n" + ",\n".join(lines) + ");"


def _role_words(p: Parameter) -> str:
    role = {Role.IN: "", Role.OUT: "ACLNN_OUT ", Role.INOUT: "ACLNN_INOUT "}[p.role]
    return ("ACLNN_OPTIONAL " if p.optional else "") + role


def parse(prototype: Prototype, header: str, *, annotated: bool, types: Sequence[str] = ()) -> Signature:
    """The signature behind a first-phase prototype.

    ``annotated`` says that the header carries our role macros; without them roles follow from names and
    ``const``, which CANN's own headers use too loosely to be more than a guess. ``types`` are the types that the
    header itself declares. Raises ``HeaderError`` when the text is no first phase.
    """
    plain = _plain_parameters(prototype.text)
    try:
        pairs = plain or _parsed_parameters(prototype.text)
    except HeaderError as error:
        raise HeaderError(f"{prototype.name} in {header} is {error}") from None
    if len(pairs) < 2 or [c.replace(" ", "") for c, _ in pairs[-2:]] != ["uint64_t*", "aclOpExecutor**"]:
        raise HeaderError(f"{prototype.name} in {header} does not end in workspaceSize and executor")
    parameters = tuple(
        _parameter(ctype, name, macros, annotated)
        for (ctype, name), macros in zip(pairs[:-2], prototype.macros, strict=False)
    )
    if not annotated:
        parameters = _with_outputs_at_the_end(parameters)
    python_names = [p.python_name for p in parameters]
    if len(set(python_names)) != len(python_names):
        twice = next(n for i, n in enumerate(python_names) if n in python_names[:i])
        raise HeaderError(f"{prototype.name} in {header} has two parameters of one Python name: {twice}")
    name = prototype.name.removesuffix("GetWorkspaceSize")
    needed: list[str] = []
    for unknown in () if plain else unknown_types(prototype.text):
        declared = [t for t in types if re.search(rf"\b{unknown}\s*[;{{]", t)]
        if not declared and any(p.ctype.removeprefix("const ") == unknown for p in parameters):
            raise HeaderError(
                f"{prototype.name} in {header} takes a {unknown}, a type which the header does not declare"
            )
        needed += declared or [f"typedef struct {unknown} {unknown};"]  # behind a pointer, any struct will do
    return Signature(name, parameters, header, prototype.text, tuple(dict.fromkeys(needed)))


def with_roles_of(installed: Signature, ours: Signature) -> Signature:
    """The installed header's types with our roles and optionality, matched by parameter name."""
    known = {p.name: p for p in ours.parameters}
    return replace(
        installed,
        parameters=tuple(
            replace(p, role=known[p.name].role, optional=known[p.name].optional) if p.name in known else p
            for p in installed.parameters
        ),
    )


def _parameter(ctype: str, name: str, macros: frozenset[str], annotated: bool) -> Parameter:
    kind = _kind(ctype)
    if annotated:
        role = Role.INOUT if "ACLNN_INOUT" in macros else Role.OUT if "ACLNN_OUT" in macros else Role.IN
        optional = "ACLNN_OPTIONAL" in macros
    else:
        role, optional = _guessed_role(ctype, name, kind), name.endswith("Optional") and "*" in ctype
    return Parameter(name, names.parameter_name(name), ctype, kind, role, optional)


def _kind(ctype: str) -> Kind:
    words = [w for w in ctype.split() if w != "const"]
    if words[1:] == ["*"]:
        return _POINTER_KINDS.get(words[0], Kind.OTHER)
    if len(words) != 1:
        return Kind.OTHER
    if words[0] in INTEGER_RANGES:
        return Kind.INT
    return {
        "bool": Kind.BOOL, "_Bool": Kind.BOOL, "float": Kind.FLOAT, "double": Kind.FLOAT,
        "aclDataType": Kind.DTYPE,
    }.get(words[0], Kind.OTHER)  # fmt: skip


def _guessed_role(ctype: str, name: str, kind: Kind) -> Role:
    if kind not in (Kind.TENSOR, Kind.TENSOR_LIST):
        return Role.IN
    if name.endswith("Ref"):
        return Role.INOUT
    return Role.IN if ctype.startswith("const") else Role.OUT


def _with_outputs_at_the_end(parameters: tuple[Parameter, ...]) -> tuple[Parameter, ...]:
    """The generator of operators' headers has all tensors ``const``, and outputs last, as ``out`` or ``xxxOut``.

    A gradient may be an input by such a name, but then something else stands behind it.
    """
    found = list(parameters)
    for i in reversed(range(len(found))):
        p = found[i]
        is_named = p.name == "out" or p.name.removesuffix("Optional").endswith("Out")
        if p.kind not in (Kind.TENSOR, Kind.TENSOR_LIST) or not (is_named or p.role is Role.OUT):
            break
        found[i] = replace(p, role=Role.OUT)
    return tuple(found)


_parser_lock = threading.Lock()  # a parser holds the state of the text that it is at


@lru_cache(maxsize=1)
def _parser() -> Any:
    from pycparser import CParser  # its tables cost more than the rest of the package: not at import

    return CParser()


_STANDARD_TYPES = ("bool", "size_t", *(f"{u}int{b}_t" for u in ("", "u") for b in (8, 16, 32, 64)))
_ACL_TYPES = (*(n for n in _POINTER_KINDS if n != "char"), "aclOpExecutor", "aclDataType", "aclFormat",
              "aclnnStatus", "aclError", "aclrtStream")  # fmt: skip
_C_TYPES = frozenset(("char", "short", "int", "long", "float", "double", "void", "signed", "unsigned", "_Bool"))
_KNOWN_TYPES = _C_TYPES.union(_STANDARD_TYPES, _ACL_TYPES)
_RESERVED = _KNOWN_TYPES | {
    "auto", "break", "case", "const", "continue", "default", "do", "else", "enum", "extern", "for", "goto", "if",
    "inline", "offsetof", "register", "restrict", "return", "sizeof", "static", "struct", "switch", "typedef", "union",
    "volatile", "while",
}  # fmt: skip
# Patterns are strings: compiled at their first use, not at import.
_PLAIN_PROTOTYPE = r"(?a)([A-Za-z]\w*) [A-Za-z]\w*\(([^()]*)\);"
_PLAIN_PARAMETER = r"(?a) ?(const )?([A-Za-z]\w*) ?(\**)(?<![A-Za-z0-9_]) ?([A-Za-z]\w*)"
_QUALIFIERS = r"\b(?:const|volatile|restrict)\b"
_TYPE_AND_NAME = r"\s*(\w+)(?:\s+\w+|\s*\*[\s*]*\w*)\s*(?:\[\w*\]\s*)*"


def _typedefs(names: Iterable[str]) -> str:
    return "".join(f"typedef int {name};" for name in names)


_PRELUDE = _typedefs((*_STANDARD_TYPES, *_ACL_TYPES))


def unknown_types(prototype: str) -> list[str]:
    """The names that a prototype uses as types and that neither C nor ``acl/`` and ``aclnn/`` declare."""
    opening = prototype.find("(")
    parameters = split_parameters(prototype[opening + 1 : prototype.rfind(")")])
    words = [re.fullmatch(_TYPE_AND_NAME, re.sub(_QUALIFIERS, " ", p)) for p in parameters]
    return list(dict.fromkeys(w[1] for w in words if w and not w[1][0].isdigit() and w[1] not in _KNOWN_TYPES))


def parse_parameters(prototype: str) -> list[tuple[str, str]]:
    """``(C type, name)`` of each parameter of one prototype. ``HeaderError`` when it is no C."""
    return _plain_parameters(prototype) or _parsed_parameters(prototype)


def _plain_parameters(prototype: str) -> list[tuple[str, str]]:
    """What the parser would say, where each parameter is a known type, stars and a name; empty where one is not."""
    whole = re.fullmatch(_PLAIN_PROTOTYPE, prototype)
    if whole is None or whole[1] not in _KNOWN_TYPES:
        return []
    found = []
    for text in whole[2].split(","):
        parameter = re.fullmatch(_PLAIN_PARAMETER, text)
        if parameter is None or parameter[2] not in _KNOWN_TYPES or parameter[4] in _RESERVED:
            return []
        qualifier, word, stars, name = parameter.groups()
        found.append((f"{qualifier or ''}{word}{stars and ' ' + stars}", name))
    return found


def _parsed_parameters(prototype: str) -> list[tuple[str, str]]:
    from pycparser import c_ast

    try:
        with _parser_lock:
            declaration = _parser().parse(_PRELUDE + _typedefs(unknown_types(prototype)) + prototype).ext[-1]
    except Exception as error:  # pycparser has several parse errors, and RecursionError on nested text
        raise HeaderError(f"not a C prototype: {prototype[:200]!r}: {error}") from None
    function = getattr(declaration, "type", None)
    if not isinstance(function, c_ast.FuncDecl):
        raise HeaderError(f"not a C prototype: {prototype[:200]!r}")
    parameters = function.args.params if function.args else []
    if not all(hasattr(p, "type") for p in parameters):  # "..." and names without a type have none
        raise HeaderError(f"not a prototype with typed parameters only: {prototype[:200]!r}")
    return [(_type_text(p.type), p.name or f"arg{i}") for i, p in enumerate(parameters)]


def _type_text(node: Any) -> str:
    """A declared type as ``const aclTensor *``: the stars of all pointer levels joined."""
    stars = ""
    while type(node).__name__ in ("PtrDecl", "ArrayDecl"):
        stars += "*"
        node = node.type
    kind = getattr(node, "type", None)
    words = getattr(kind, "names", None) or [getattr(kind, "name", None) or "?"]
    return " ".join([*getattr(node, "quals", []), *words]) + (f" {stars}" if stars else "")
