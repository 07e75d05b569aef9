"""Names of CANN's return codes, read from the headers when an error needs one."""

from __future__ import annotations

import re
from functools import lru_cache

from . import headers, scanner

_CONSTANT = (
    r"(?m)^[ \t]*(?:#[ \t]*define[ \t]+(\w+)[ \t]+\(?(\d+)\)?|static[ \t]+const[ \t]+\w+[ \t]+(\w+)[ \t]*=[ \t]*(\d+))"
)


def code_name(code: int) -> str:
    """``ACLNN_ERR_PARAM_INVALID`` for 161002; an empty string for a code that no header names."""
    return _names().get(code, "")


@lru_cache(maxsize=1)
def _names() -> dict[int, str]:
    found: dict[int, str] = {}
    base = headers.own_directory()
    for header in sorted([*base.glob("acl/**/*.h"), *base.glob("aclnn/*.h")]):
        for define, value, constant, number in re.findall(_CONSTANT, scanner.decode(header.read_bytes())):
            name = define or constant
            if "ERR" in name or name.endswith("SUCCESS"):
                found.setdefault(int(value or number), name)
    return found
