"""Where in the user's program a simulated function was called."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TypeAlias

_PACKAGE = str(Path(__file__).resolve().parent.parent)
_SECONDS = 10  # how long a search for a line in a large library may take


@dataclass(frozen=True)
class CallSite:
    """A call in C or C++ code, by the offset in its program or library; what that is in the source is looked up when
    it is printed."""

    file: str
    offset: int
    address: int

    def __str__(self) -> str:
        return _source_of(self)


# ``file:line`` of a Python frame, or a call in C; empty when there is neither.
Place: TypeAlias = "str | CallSite"


class Client:
    """The C side of this process: ``find_site`` gives the call under way on a thread, ``find_symbol`` the text
    ``function+0x12`` for an address where its file exports one."""

    def __init__(self, find_site: Callable[[], CallSite | None], find_symbol: Callable[[int], str]) -> None:
        self.find_site = find_site
        self.find_symbol = find_symbol


_clients: list[Client] = []
_slow: set[str] = set()  # files in which the search took too long


def ask(client: Client) -> None:
    """From now on calls without a Python frame are looked up in C."""
    _clients[:] = [client]


def caller() -> Place:
    """``file:line`` of the innermost Python frame outside this package, else the call in C; empty when neither is
    known."""
    frame = sys._getframe(1)
    is_nameless = False
    while frame is not None:
        name = frame.f_code.co_filename
        if name.startswith("<"):  # Python that is in no file: the C code that it calls through tells nothing
            is_nameless = True
        elif not name.startswith(_PACKAGE):
            return f"{name}:{frame.f_lineno}"
        if frame.f_back is None:
            break
        frame = frame.f_back
    return "" if is_nameless or not _clients else _clients[0].find_site() or ""


@lru_cache(maxsize=4096)
def _source_of(site: CallSite) -> str:
    """``source.cpp:12 in function``, or what comes nearest: ``program+0x1234 in function``, ``program(function+0x12)``
    or ``program+0x1234``."""
    function, line = _line_of(site)
    if line:
        return f"{line} in {function}" if function else line
    name = os.path.basename(site.file) or "program"
    if function:
        return f"{name}+{site.offset:#x} in {function}"
    symbol = _clients[0].find_symbol(site.address) if _clients else ""
    return f"{name}({symbol})" if symbol else f"{name}+{site.offset:#x}"


def _line_of(site: CallSite) -> tuple[str, str]:
    """The function and ``file:line`` as ``addr2line`` finds them in the debugging information, else empty."""
    import subprocess  # only processes with such findings need it

    if not site.file or site.file in _slow:
        return "", ""
    command = ["addr2line", "-f", "-C", "-e", site.file, f"{site.offset:#x}"]
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        _slow.add(site.file)
        return "", ""
    except OSError:  # there is no addr2line
        return "", ""
    function, line, *_ = [*done.stdout.decode(errors="replace").splitlines(), "", ""]
    found = re.match(r".+:[1-9]\d*", line)
    return "" if function == "??" else function, found[0] if found and not line.startswith("??") else ""
