"""What of an operator's parameters decides how C is called: a letter for each; one shape, one function."""

from __future__ import annotations

from typing import Any

from ..abi.signatures import Kind, Parameter, Signature
from . import functions

# The C type behind each letter: all pointers are alike.
CTYPES = {
    "p": "void *", "b": "int8_t", "B": "bool", "i": "int32_t", "l": "int64_t", "u": "uint64_t", "f": "float",
    "d": "double",
}  # fmt: skip
_LETTERS = {ctype: letter for letter, ctype in CTYPES.items()} | {"int": "i", "aclDataType": "i", "size_t": "u"}
# Kinds of parameters for which a Python value and its C value are told apart by one test.
PLAIN = frozenset((Kind.TENSOR, Kind.SCALAR, Kind.INT_ARRAY, Kind.INT, Kind.FLOAT, Kind.BOOL, Kind.DTYPE))


def is_plain(signature: Signature) -> bool:
    """Whether all parameters are of plain kinds, and one tensor is the result."""
    return PLAIN.issuperset(p.kind for p in signature.parameters) and len(signature.written) == 1


def shape_of(signature: Signature) -> str | None:
    """The letters of the parameters before ``workspaceSize``; None where one has a type without a letter."""
    letters = [_letter(p) for p in signature.parameters]
    return None if None in letters else "".join(filter(None, letters))


def function_name(shape: str) -> str:
    """The compiled function for a shape."""
    return f"call_{shape}"


def function_for(signature: Signature) -> Any:
    """The compiled function that calls both phases of an operator; None where there is none."""
    shape = shape_of(signature)
    return None if shape is None else getattr(functions(), function_name(shape), None)


def _letter(parameter: Parameter) -> str | None:
    ctype = parameter.ctype.removeprefix("const ").strip()
    return "p" if "*" in ctype else _LETTERS.get(ctype)
