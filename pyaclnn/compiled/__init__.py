"""Both phases of an operator by one call into compiled code: optional, and made when pyaclnn is installed.

cffi needs about 0.2 us to convert the arguments of a call that it learnt at run time; one call of a compiled function
that makes both C calls is faster than the two alone. Where there is no C compiler, Python makes both.
"""

from __future__ import annotations

import importlib
import os
from functools import lru_cache
from typing import Any

MODULE = "_phases"
VARIABLE = "PYACLNN_COMPILED"
REVISION = 1  # of what the functions take and do: a module that was compiled for another is not used
# What the functions return where it is not the code of phase 2, which has 32 bits.
REFUSED = 2**32  # phase 1 failed
NEEDS_WORKSPACE = 2**32 + 1  # phase 1 is done: size and executor are in their cells, phase 2 was not called


@lru_cache(maxsize=1)
def functions() -> Any:
    """The compiled functions, as a cffi library; None where there are none, or ``PYACLNN_COMPILED=0`` says so."""
    if os.environ.get(VARIABLE) == "0":
        return None
    try:
        found = importlib.import_module(f"{__name__}.{MODULE}").lib
    except ImportError:  # not compiled, or for another Python or machine
        return None
    return found if getattr(found, "REVISION", None) == REVISION else None
