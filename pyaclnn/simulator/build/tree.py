"""Builds the simulator's libraries in a tree that looks like an installed CANN."""

from __future__ import annotations

import fcntl
import hashlib
import importlib.util
import json
import os
import re
import shlex
import shutil
import sys
import sysconfig
import tempfile
from dataclasses import dataclass
from pathlib import Path

from ... import __version__, compiler
from ...abi import scanner
from ...abi.headers import own_headers
from ...abi.library import BUILD_STAMP
from ...errors import BuildError
from . import sources

LAYOUTS = ("split", "single")
BRIDGE = "pyaclnn.simulator.build.bridge"
_HEADERS = ("acl", "aclnn", "aclnnop")
_GATE = ("gate.c", "redirect.c", "locks.c", "exits.c", "report.c", "places.c")
_REQUIRED = ("numpy", "cffi", "_cffi_backend", "pycparser", "ml_dtypes", "typing_extensions")
_ROLES = re.compile(r"\bACLNN_(?:OUT|INOUT|OPTIONAL)\s+")
_LOCK = ".pyaclnn-lock"
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


def build(directory: Path, layout: str = "split", *, bridge: str = BRIDGE) -> Tree:
    """Writes the tree; does nothing when it is there already and nothing it depends on has changed.

    ``layout`` is ``"split"`` (``libopapi_math.so`` and its siblings) or ``"single"`` (``libopapi.so``); one tree
    never has both. Raises ``BuildError`` when the compiler or Python's development files are missing, or when the
    directory holds something else. Processes that build the same tree wait for each other. ``bridge`` is the module
    whose ``start`` gives the libraries their Python end.
    """
    if layout not in LAYOUTS:
        raise ValueError(f"layout {layout!r} is unknown; allowed are {', '.join(LAYOUTS)}")
    directory = directory.absolute()
    stamp = {"root": str(directory), **_stamp(layout, bridge)}
    if _read_stamp(directory) == stamp:
        return Tree(directory, is_new=False)
    _refuse_foreign(directory)
    directory.mkdir(parents=True, exist_ok=True)
    with (directory / _LOCK).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if _read_stamp(directory) == stamp:
            return Tree(directory, is_new=False)
        _write(directory, layout, bridge)
        (directory / BUILD_STAMP).write_text(json.dumps(stamp))
    return Tree(directory, is_new=True)


def cached(layout: str = "split") -> Tree:
    """The tree in the user's cache, built when it is missing or out of date."""
    base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    key = hashlib.sha256(f"{sys.prefix} {sys.version} {_package()} {layout}".encode()).hexdigest()[:16]
    root = base / "pyaclnn" / f"simulator-{key}"
    root.mkdir(parents=True, exist_ok=True, mode=0o700)
    return build(root, layout)


def _refuse_foreign(directory: Path) -> None:
    """Never to replace what this module did not write: a system directory also has ``include``."""
    if directory.is_file():
        raise BuildError(f"{directory} is a file; the tree needs a directory")
    if not directory.is_dir() or (directory / _LOCK).is_file():
        return
    found = next(directory.iterdir(), None)
    if found is not None:
        raise BuildError(f"{directory} is not empty ({found.name}) and holds no simulator; name another directory")


def _write(directory: Path, layout: str, bridge: str) -> None:
    """Compiles beside the old tree, which then gives way: what runs on it keeps its files."""
    (directory / BUILD_STAMP).unlink(missing_ok=True)
    with tempfile.TemporaryDirectory(dir=directory, prefix=".new-") as temporary:
        new = Path(temporary)
        _copy_headers(new / "include")
        _compile(_libraries(layout), new / "lib64", new / "include", _gate_macros(bridge))
        for name in ("include", "lib64"):
            if (directory / name).exists():
                (directory / name).rename(new / f"old-{name}")
            (new / name).rename(directory / name)
    for name in _EMPTY:
        (directory / name).mkdir(parents=True, exist_ok=True)
    (directory / "set_env.sh").write_text(_set_env(directory))


def _libraries(layout: str) -> list[sources.Library]:
    """What is built, in an order in which each is linked to earlier ones."""
    headers = own_headers()
    operators = sources.operator_libraries(headers, layout)
    return [*sources.runtime_libraries(headers), *operators, *sources.client_libraries()]


def _package() -> Path:
    """The directory that the package lies in."""
    return Path(__file__).resolve().parents[3]


def _paths() -> list[str]:
    """Where the interpreter of a C program finds this package and what it imports."""
    specs = [importlib.util.find_spec(name) for name in _REQUIRED]
    origins = [Path(s.origin) for s in specs if s is not None and s.origin is not None]
    found = (o.parent.parent if o.name == "__init__.py" else o.parent for o in origins)
    return [str(p) for p in dict.fromkeys((_package(), *found))]


def _compile(libraries: list[sources.Library], target: Path, includes: Path, macros: list[str]) -> None:
    python_include = compiler.python_headers()
    target.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as directory:
        work = Path(directory)
        for name in (*_GATE, "gate.h", "redirect.h", "bridge.c"):
            (work / name).write_text(sources.template(name), encoding="utf-8")
        # Never unloaded: an interpreter can't be, and it knows where the gate is.
        common = ["-shared", "-fPIC", "-O1", "-w", f"-I{work}", "-Wl,-z,nodelete"]
        gate, bridge = target / "libpyaclnn_gate.so", target / "libpyaclnn_bridge.so"
        gate_flags = [*macros, *(str(work / name) for name in _GATE), "-o", str(gate), "-lpthread", "-ldl"]
        bridge_flags = [f"-I{python_include}", str(work / "bridge.c"), "-o", str(bridge)]
        compiler.compile_all(
            [
                ("c", [*common, f"-Wl,-soname,{gate.name}", *gate_flags]),
                ("c", [*common, f"-Wl,-soname,{bridge.name}", *bridge_flags]),
            ]
        )

        def job(library: sources.Library) -> tuple[str, list[str]]:
            file, output = work / library.name.replace(".so", ".c"), target / library.name
            file.write_text(sources.source(library), encoding="utf-8")
            # Linked also to what it calls nothing of: clients look functions up in a library and those it needs.
            needs = [f"-l:{name}" for name in (gate.name, *library.needs)]
            link = [f"-Wl,-soname,{library.name}", "-Wl,-rpath,$ORIGIN", f"-L{target}", "-Wl,--no-as-needed", *needs]
            return ("c", [*common, "-O0", f"-I{includes}", str(file), "-o", str(output), *link])

        compiler.compile_all([job(library) for library in libraries if not library.needs])
        compiler.compile_all([job(library) for library in libraries if library.needs])


def _gate_macros(bridge: str) -> list[str]:
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    values = {
        "LIBPYTHON": shared_python(),
        "PYTHON_HOME": sys.base_prefix,
        "PYTHON_VERSION": version,
        "PATHS": "\n".join(_paths()),
        "BRIDGE": bridge,
    }
    return [f"-DPYACLNN_{name}={json.dumps(value)}" for name, value in values.items()]


def shared_python() -> str:
    """The interpreter's shared library, which C programs need; empty when there is none."""
    name = sysconfig.get_config_var("INSTSONAME") or ""
    directory = sysconfig.get_config_var("LIBDIR") or ""
    if not name.startswith("libpython") or ".so" not in name:
        return ""
    places = (
        Path(directory),
        Path(directory, sysconfig.get_config_var("MULTIARCH") or ""),
        Path(sys.base_prefix, "lib"),
    )
    return next((str(p / name) for p in places if (p / name).is_file()), "")


def _copy_headers(target: Path) -> None:
    """The headers as an installation has them: roles of parameters are this package's own notes."""
    own = own_headers().path
    for name in _HEADERS:
        shutil.copytree(own / name, target / name)
    for header in (target / "aclnnop").rglob("*.h"):
        header.write_text(_ROLES.sub("", header.read_text(encoding="utf-8")), encoding="utf-8")


def _stamp(layout: str, bridge: str) -> dict[str, str]:
    """What the libraries are made from: headers, the code that makes them, this Python and its paths."""
    digest = hashlib.sha256()
    for file in _inputs():
        digest.update(f"{file.name}\0".encode() + file.read_bytes() + b"\0")
    made_with = (*_gate_macros(bridge), sys.version)
    digest.update("\0".join(made_with).encode())
    return {"version": __version__, "layout": layout, "sources": digest.hexdigest()}


def _inputs() -> list[Path]:
    """The headers, and the code that makes libraries of them."""
    own = own_headers().path
    code = [p for d in (Path(__file__).parent, Path(scanner.__file__).parent) for p in d.iterdir() if p.is_file()]
    headers = [p for name in _HEADERS for p in (own / name).rglob("*") if p.is_file()]
    return [*sorted(headers), *sorted(code)]


def _read_stamp(directory: Path) -> object:
    try:
        return json.loads((directory / BUILD_STAMP).read_text())
    except (OSError, ValueError):
        return None


def _set_env(directory: Path) -> str:
    root = shlex.quote(str(directory))
    return f"""# Source this to let programs find the simulated CANN in {str(directory)!r}.
export ASCEND_HOME_PATH={root}
export ASCEND_TOOLKIT_HOME={root}
export ASCEND_OPP_PATH={root}/opp
export LD_LIBRARY_PATH={root}/lib64${{LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}}
"""
