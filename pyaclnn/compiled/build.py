"""Compiles the functions: one for each shape that a plain operator of the headers has.

``python -m pyaclnn.compiled.build`` does it for the package's own folder, for work on a checkout; an installation does
it by itself. Needs a C compiler and Python's headers.
"""

from __future__ import annotations

import contextlib
import io
import os
import shutil
import sys
import sysconfig
import tempfile
from collections.abc import Iterable
from pathlib import Path

from .. import compiler
from ..abi.headers import own_headers
from . import MODULE, NEEDS_WORKSPACE, REFUSED, REVISION
from .shapes import CTYPES, function_name, is_plain, shape_of

_SUFFIX = sysconfig.get_config_var("EXT_SUFFIX") or ".so"
_BEGINNING = ("#include <stdbool.h>", "#include <stddef.h>", "#include <stdint.h>", f"#define REVISION {REVISION}")
_LAUNCH = "int32_t launch(void *second, void *workspace, uint64_t size, void *executor, void *stream)"


def build(directory: Path) -> Path:
    """Compiles the module into a directory and returns its file; ``BuildError`` says what is lacking."""
    from cffi import FFI

    includes = compiler.python_headers()
    shapes = header_shapes()
    ffi = FFI()
    ffi.cdef("\n".join([f"#define REVISION {REVISION}", f"{_LAUNCH};", *(f"{_head(shape)};" for shape in shapes)]))
    ffi.set_source(f"{__package__}.{MODULE}", source(shapes))
    module = directory / f"{MODULE}{_SUFFIX}"
    with tempfile.TemporaryDirectory() as scratch:
        written, made = Path(scratch, f"{MODULE}.c"), Path(scratch, module.name)
        with contextlib.redirect_stdout(io.StringIO()):  # cffi tells what it writes
            ffi.emit_c_code(str(written))
        compiler.compile_all([("c", ["-shared", "-fPIC", "-O1", f"-I{includes}", str(written), "-o", str(made)])])
        fresh = module.with_suffix(".new")
        shutil.copyfile(made, fresh)
        os.replace(fresh, module)  # a process that has the old one goes on with it
    return module


def header_shapes() -> list[str]:
    """The shapes of all plain operators of pyaclnn's headers, sorted."""
    headers = own_headers()
    signatures = [signature for name in headers.operators if (signature := headers.operator(name)) is not None]
    return sorted({shape for s in signatures if is_plain(s) and (shape := shape_of(s)) is not None})


def source(shapes: Iterable[str]) -> str:
    """The functions in C.

    ``*executor`` is only written when phase 2 is still to come: an executor that is in its cell was not launched.
    """
    functions = [
        f"""
static {_LAUNCH}
{{
    return ((int32_t (*)(void *, uint64_t, void *, void *))second)(workspace, size, executor, stream);
}}"""
    ]
    for shape in shapes:
        types = "".join(f"{CTYPES[letter]}, " for letter in shape)
        passed = "".join(f"a{i}, " for i in range(len(shape)))
        functions.append(f"""
static {_head(shape)}
{{
    uint64_t needed = 0;
    void *prepared = NULL;
    if (*(void **)executor)
        return INT64_C({REFUSED});
    if (((int32_t (*)({types}uint64_t *, void **))first)({passed}&needed, &prepared))
        return INT64_C({REFUSED});
    if (needed) {{
        *size = needed;
        *(void **)executor = prepared;
        return INT64_C({NEEDS_WORKSPACE});
    }}
    return launch(second, NULL, 0, prepared, stream);
}}""")
    return "\n".join([*_BEGINNING, *functions, ""])


def _head(shape: str) -> str:
    parameters = "".join(f"{CTYPES[letter]} a{i}, " for i, letter in enumerate(shape))
    return (
        f"int64_t {function_name(shape)}(void *first, void *second, {parameters}void *stream, uint64_t *size, "
        "void *executor)"
    )


if __name__ == "__main__":
    print(build(Path(__file__).parent))
    sys.exit(0)
