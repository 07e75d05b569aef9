"""Failures on demand for a whole process: which of its C calls fails, and the list of those it makes.

``PYACLNN_SIMULATOR_FAIL`` is ``[NAME:]N[+][=CODE]``, ``PYACLNN_SIMULATOR_CALLS`` a file.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from ..abi.headers import own_headers
from ..errors import ArgumentValueError
from ..values import shown

FAIL, CALLS = "PYACLNN_SIMULATOR_FAIL", "PYACLNN_SIMULATOR_CALLS"
# They return a value and have no way to say that they failed.
VALUES = frozenset(("aclDataTypeSize", "aclFloat16ToFloat", "aclFloatToFloat16"))
_GRAMMAR = re.compile(r"(?:([A-Za-z*][A-Za-z0-9_*]*):)?([0-9]{1,18})(\+)?(?:=([0-9]{1,18}))?")
_RULE = "allowed is [NAME:]N[+][=CODE], such as 7, aclrtMalloc:2, 7+ or *GetWorkspaceSize:1=161002"
_MOST_CODE = 2**31 - 1
_begun: set[str] = set()  # the files of this process: a later machine goes on in them


class Fault(NamedTuple):
    """The ``at``-th call of the functions that ``only`` matches fails, and with ``lasts`` all that follow it do.

    ``code`` is what is returned; None leaves that to the function.
    """

    at: int
    only: str = ""
    code: int | None = None
    lasts: bool = False

    @staticmethod
    def of(environ: Mapping[str, str]) -> Fault | None:
        """The failure that the environment asks for. ``ArgumentValueError`` when it is none that could come."""
        text = environ.get(FAIL, "")
        if not text:
            return None
        match = _GRAMMAR.fullmatch(text)
        if match is None:
            raise ArgumentValueError(f"{FAIL} is {shown(text)}; {_RULE}")
        name, at, lasts, code = match.groups()
        if int(at) == 0:
            raise ArgumentValueError(f"{FAIL} is {shown(text)}; calls are counted from 1")
        if code is not None and not 0 < int(code) <= _MOST_CODE:
            raise ArgumentValueError(f"{FAIL} is {shown(text)}; codes of failures are numbers from 1 to {_MOST_CODE}")
        only = "" if name is None else _pattern(name)
        if only and not any(re.search(only, known) for known in _functions()):
            raise ArgumentValueError(f"{FAIL} is {shown(text)}; no function that can fail is called {shown(name)}")
        return Fault(int(at), only, None if code is None else int(code), lasts is not None)


class CallList:
    """The file that each call is written to: its number, its name, and the code it ended with."""

    def __init__(self, path: str) -> None:
        """``ArgumentValueError`` when the file can't be written."""
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC
        try:
            self._file = os.open(path, flags if path in _begun else flags | os.O_TRUNC, 0o666)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise ArgumentValueError(f"{CALLS} is {shown(path)}, which can't be written: {reason}") from None
        _begun.add(path)

    def write(self, number: int, name: str, code: int, *, injected: bool) -> None:
        # At once: programs whose failures are tried may end anyhow.
        os.write(self._file, f"{number} {name} {code}{' injected' if injected else ''}\n".encode())


class Call(NamedTuple):
    """A line of such a file."""

    number: int
    name: str
    code: int
    injected: bool


def read_calls(lines: Iterable[str]) -> Iterator[Call]:
    """The calls that the lines of a file tell of."""
    for line in lines:
        number, name, code, *rest = line.split()
        yield Call(int(number), name, int(code), bool(rest))


def _pattern(name: str) -> str:
    return f"^{re.escape(name)}$".replace(r"\*", r"\w*")


def _functions() -> Iterator[str]:
    """Every function that is counted."""
    headers = own_headers()
    yield from (f for f in headers.base_functions if f not in VALUES and f != "aclAppLog")
    for operator in headers.operators:
        yield operator
        yield f"{operator}GetWorkspaceSize"
    yield from headers.single_phase
