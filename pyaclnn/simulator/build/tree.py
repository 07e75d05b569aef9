"""Builds the simulator's libraries in a tree that looks like an installed CANN."""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import os
import shutil
import sys
import sysconfig
import tempfile
from dataclasses import dataclass
from pathlib import Path

import cffi

from ... import __version__
from ...abi.headers import own_headers
from . import compiler, sources

LAYOUTS = ("split", "single")
_STAMP = ".pyaclnn-build.json"
# Directories that clients look for in an installation; they may be empty.
_EMPTY = ("opp/vendors", "runtime", "compiler")


@dataclass(frozen=True)
class Tree:
    """A built tree: its root, and whether it had to be built."""

    root: Path
    is_new: bool

    @property
    def libraries(self) -> Path:
        return self.root / "lib64"

    @property
    def includes(self) -> Path:
        return self.root / "include"


def build(directory: Path, layout: str = "split") -> Tree:
    """Writes the tree; does nothing when it is there already and nothing it depends on has changed.

    ``layout`` is ``"split"`` (``libopapi_math.so`` and its siblings) or ``"single"`` (``libopapi.so``); one tree
    never has both. Raises ``BuildError`` when the compiler or Python's development files are missing.
    """
    if layout not in LAYOUTS:
        raise ValueError(f"layout {layout!r} is unknown; allowed are {', '.join(LAYOUTS)}")
    files = _sources(layout)
    stamp = _stamp(files, layout)
    if _read_stamp(directory) == stamp:
        return Tree(directory, is_new=False)
    directory.mkdir(parents=True, exist_ok=True)
    (directory / _STAMP).unlink(missing_ok=True)
    for old in (directory / "lib64", directory / "include"):
        shutil.rmtree(old, ignore_errors=True)
    _copy_headers(directory / "include")
    _compile(files, directory / "lib64", directory / "include")
    for name in _EMPTY:
        (directory / name).mkdir(parents=True, exist_ok=True)
    (directory / "set_env.sh").write_text(_set_env(directory))
    (directory / _STAMP).write_text(json.dumps(stamp))
    return Tree(directory, is_new=True)


def cached(layout: str = "split") -> Tree:
    """The tree in the user's cache, built when it is missing or out of date."""
    base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    key = hashlib.sha256(f"{sys.prefix} {sys.version} {layout}".encode()).hexdigest()[:16]
    root = base / "pyaclnn" / f"simulator-{key}"
    root.mkdir(parents=True, exist_ok=True, mode=0o700)
    return build(root, layout)


def _sources(layout: str) -> dict[str, str]:
    """The C files by name; one for each library, the gate and the bridge."""
    headers = own_headers()
    files = dict(sources.templates())
    for library in (*sources.runtime_libraries(headers), *sources.operator_libraries(headers, layout)):
        files[library.name.replace(".so", ".c")] = sources.source(library)
    files["_pyaclnn_bridge.c"] = _bridge_source()
    return files


def _bridge_source() -> str:
    ffi = cffi.FFI()
    ffi.embedding_api(sources.bridge_api())
    ffi.set_source("_pyaclnn_bridge", "")
    package = str(Path(__file__).resolve().parents[3])
    ffi.embedding_init_code(sources.bridge_init([package, *(p for p in sys.path if p and p != package)]))
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "_pyaclnn_bridge.c"
        with contextlib.redirect_stdout(io.StringIO()):  # cffi reports what it writes
            ffi.emit_c_code(str(path))
        return path.read_text()


def _compile(files: dict[str, str], target: Path, includes: Path) -> None:
    python_include = compiler.python_headers()
    target.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as directory:
        work = Path(directory)
        for name, text in files.items():
            (work / name).write_text(text)
        common = ["-shared", "-fPIC", "-O1", "-w", f"-I{work}"]
        gate = target / "libpyaclnn_gate.so"
        compiler.compile_all(
            [
                ("c", [*common, *_gate_macros(), str(work / "gate.c"), "-o", str(gate), "-lpthread", "-ldl"]),
                (
                    "c",
                    [*common, f"-I{python_include}", str(work / "_pyaclnn_bridge.c"), "-o",
                     str(target / "libpyaclnn_bridge.so")],
                ),
            ]
        )  # fmt: skip
        jobs: list[tuple[str, list[str]]] = []
        for name in files:
            if name.startswith("lib"):
                library = target / name.replace(".c", ".so")
                link = [f"-Wl,-soname,{library.name}", "-Wl,-rpath,$ORIGIN", f"-L{target}", "-lpyaclnn_gate"]
                flags = [*common, "-O0", f"-I{includes}", str(work / name), "-o", str(library), *link]
                jobs.append(("c", flags))
        compiler.compile_all(jobs)


def _gate_macros() -> list[str]:
    shared = sysconfig.get_config_var("Py_ENABLE_SHARED")
    library = Path(sysconfig.get_config_var("LIBDIR") or "", sysconfig.get_config_var("INSTSONAME") or "")
    found = str(library) if shared and library.is_file() else ""
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    values = {"LIBPYTHON": found, "PYTHON_HOME": sys.base_prefix, "PYTHON_VERSION": version}
    return [f'-DPYACLNN_{name}="{value}"' for name, value in values.items()]


def _copy_headers(target: Path) -> None:
    own = own_headers().path
    for name in ("acl", "aclnn", "aclnnop"):
        shutil.copytree(own / name, target / name)


def _stamp(files: dict[str, str], layout: str) -> dict[str, str]:
    digest = hashlib.sha256()
    for name in sorted(files):
        digest.update(name.encode() + b"\0" + files[name].encode() + b"\0")
    for header in sorted(own_headers().path.glob("acl*/**/*.h")):
        digest.update(header.read_bytes())
    digest.update(" ".join(_gate_macros()).encode())
    return {"version": __version__, "layout": layout, "sources": digest.hexdigest()}


def _read_stamp(directory: Path) -> object:
    try:
        return json.loads((directory / _STAMP).read_text())
    except (OSError, ValueError):
        return None


def _set_env(directory: Path) -> str:
    return f"""# Source this to let programs find the simulated CANN in {directory}.
export ASCEND_HOME_PATH={directory}
export ASCEND_TOOLKIT_HOME={directory}
export ASCEND_OPP_PATH={directory}/opp
export LD_LIBRARY_PATH={directory}/lib64${{LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}}
"""
