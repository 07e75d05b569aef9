"""Finding and loading the libraries of an installed CANN.

Libraries are opened by absolute path and with local symbols: a stray copy on the library path can't take
CANN's place, and custom operator libraries don't meet each other's symbols. They are never closed.
"""

from __future__ import annotations

import os
import platform
import re
import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..errors import LibraryBrokenError, LibraryNotFoundError, LibraryUnsafeError, SymbolNotFoundError

ROOT_VARIABLES = ("ASCEND_HOME_PATH", "ASCEND_TOOLKIT_HOME")
DEFAULT_ROOTS = (Path("/usr/local/Ascend/cann"), Path("/usr/local/Ascend/ascend-toolkit/latest"))

RUNTIME_LIBRARIES = ("libascendcl.so", "libacl_rt.so")
DESCRIPTOR_LIBRARY = "libnnopbase.so"
SPLIT_OPERATOR_LIBRARIES = tuple(f"libopapi_{part}.so" for part in ("math", "nn", "cv", "transformer"))
SINGLE_OPERATOR_LIBRARY = "libopapi.so"

# cffi closes a library with its object; NODELETE keeps it loaded all the same.
_LOCAL_FOR_EVER = os.RTLD_NOW | os.RTLD_LOCAL | os.RTLD_NODELETE
_DLADDR = (
    "typedef struct { const char *dli_fname; void *dli_fbase; const char *dli_sname; void *dli_saddr; } Dl_info;"
    "int dladdr(const void *address, Dl_info *information);"
)


# What `pyaclnn simulator build` leaves in the root of its tree.
BUILD_STAMP = ".pyaclnn-build.json"


@dataclass(frozen=True)
class Installation:
    """Where an installed CANN keeps what the binding needs; all paths exist."""

    root: Path
    runtime: tuple[Path, ...]
    descriptors: Path
    operators: tuple[Path, ...]
    custom: tuple[Path, ...] = ()
    includes: tuple[Path, ...] = ()
    searched: tuple[str, ...] = field(default=(), compare=False)

    @property
    def is_simulated(self) -> bool:
        """Whether these are the simulator's built libraries."""
        return (self.root / BUILD_STAMP).is_file()


def find_installation(environ: Mapping[str, str] | None = None) -> Installation:
    """The installed CANN, by the environment and then the usual places.

    ``LibraryNotFoundError`` lists every place searched. Custom operator libraries come in the order in
    which CANN would ask them.
    """
    environ = os.environ if environ is None else environ
    searched: list[str] = []
    for root in _roots(environ):
        directories = [d for d in _below(root, "lib64") if d.is_dir()]
        if not directories:
            searched.append(f"{root}/lib64 (no such directory)")
            continue
        runtime = _first_of(directories, RUNTIME_LIBRARIES)
        descriptors = _first_of(directories, (DESCRIPTOR_LIBRARY,))
        operators = _first_of(directories, SPLIT_OPERATOR_LIBRARIES, every=True) or _first_of(
            directories, (SINGLE_OPERATOR_LIBRARY,)
        )
        missing = [
            text
            for found, text in (
                (runtime, " or ".join(RUNTIME_LIBRARIES)),
                (descriptors, DESCRIPTOR_LIBRARY),
                (operators, f"libopapi_*.so or {SINGLE_OPERATOR_LIBRARY}"),
            )
            if not found
        ]
        if missing:
            searched.append(f"{directories[0]} (lacks {', '.join(missing)})")
            continue
        custom = _distinct(_custom_roots(environ, root))
        includes = [d / "op_api" / "include" for d in custom] + _below(root, "include")
        return Installation(
            root,
            runtime,
            descriptors[0],
            operators,
            custom=tuple(p for d in custom if (p := d / "op_api" / "lib" / "libcust_opapi.so").is_file()),
            includes=tuple(_distinct(d for d in includes if d.is_dir())),
            searched=tuple(searched),
        )
    variables = ", ".join(
        f"{name}={environ[name]}" if environ.get(name) else f"{name} not set" for name in ROOT_VARIABLES
    )
    raise LibraryNotFoundError(
        f"no CANN installation found ({variables}); searched: {'; '.join(searched)}. "
        "Source CANN's set_env.sh, or use backend='simulator', which needs no CANN."
    )


class CannLibraries:
    """The functions of an installed CANN, each looked up in the library where CANN keeps it."""

    def __init__(self, ffi: Any, installation: Installation) -> None:
        self.installation = installation
        # Dependencies first: each library then finds the others by name among those already loaded.
        base = (installation.descriptors, *installation.runtime)
        self._base = tuple(open_library(ffi, path) for path in base)
        self._operators = tuple(open_library(ffi, path) for path in (*installation.custom, *installation.operators))

    def base_function(self, name: str) -> Any:
        """A function of the runtime or the descriptors."""
        return self._find(name, self._base)

    def phases(self, operator: str) -> tuple[Any, Any]:
        """Both phases of an operator, from one library: custom libraries come before CANN's own."""
        found = phases_in(self._operators, operator)
        if found is not None:
            return found
        raise SymbolNotFoundError(
            f"{operator} is not in the installed CANN; searched {self._paths(self._operators)}. "
            "A newer CANN, or a custom operator package, may have it."
        )

    def operator_function(self, name: str) -> Any:
        """A function of the operator libraries that has one phase."""
        return self._find(name, self._operators)

    def origin(self, name: str) -> str:
        """The file that a function comes from, also when a library has it from one that it depends on."""
        for path, _ in (*self._base, *self._operators):
            file = _file_of(path, name)
            if file is not None:
                return file
        raise SymbolNotFoundError(f"{name} is in none of {self._paths((*self._base, *self._operators))}")

    def _find(self, name: str, libraries: tuple[tuple[Path, Any], ...]) -> Any:
        for _, library in libraries:
            function = _symbol(library, name)
            if function is not None:
                return function
        raise SymbolNotFoundError(f"the installed CANN has no {name}; searched {self._paths(libraries)}")

    @staticmethod
    def _paths(libraries: tuple[tuple[Path, Any], ...]) -> str:
        return ", ".join(str(path) for path, _ in libraries)


def open_library(ffi: Any, path: Path) -> tuple[Path, Any]:
    """A library, opened for good; ``LibraryBrokenError`` when it can't be, ``LibraryUnsafeError`` when others than root
    and the user could have put it there."""
    require_safe(path)
    try:
        return path, ffi.dlopen(str(path), _LOCAL_FOR_EVER)
    except OSError as error:
        raise LibraryBrokenError(
            f"{path} is there but can't be loaded: {error}. Libraries that it needs may be missing from "
            "LD_LIBRARY_PATH (CANN's set_env.sh sets it), or be built for another machine."
        ) from None


def require_safe(path: Path, environ: Mapping[str, str] | None = None) -> None:
    """Refuses a library that somebody else could change: loading it would run their code as the user.

    Looks at the file, links followed, at its directory and at that of the link: the owner must be root or the user, and
    not everybody may write. ``PYACLNN_ALLOW_UNSAFE_LIBRARIES=1`` takes such a library all the same.
    """
    environ = os.environ if environ is None else environ
    if environ.get("PYACLNN_ALLOW_UNSAFE_LIBRARIES") == "1":
        return
    real = path.resolve()
    for place in dict.fromkeys((real, real.parent, path.absolute().parent)):
        try:
            status = place.stat()
        except OSError:
            continue  # opening it will say what is wrong
        if status.st_uid not in (0, os.getuid()):
            reason = f"{place} belongs to user {status.st_uid}, neither to root nor to this user"
        elif status.st_mode & stat.S_IWOTH:
            reason = f"everybody may write to {place}"
        else:
            continue
        raise LibraryUnsafeError(
            f"{path} is not loaded, since others could have put it there: {reason}. Correct the owner or the "
            "permissions, or set PYACLNN_ALLOW_UNSAFE_LIBRARIES=1."
        )


def phases_in(libraries: tuple[tuple[Path, Any], ...], operator: str) -> tuple[Any, Any] | None:
    """Both phases of an operator, from the first library that has one; None when none has."""
    for path, library in libraries:
        first = _symbol(library, f"{operator}GetWorkspaceSize")
        second = _symbol(library, operator)
        if first is not None and second is not None:
            return first, second
        if first is not None or second is not None:
            has, lacks = ("first", "second") if first is not None else ("second", "first")
            raise SymbolNotFoundError(f"{path} has the {has} phase of {operator} but lacks the {lacks}")
    return None


def _file_of(path: Path, name: str) -> str | None:
    """The file of a function as the loader knows it; None when the library does not have it."""
    from cffi import FFI

    ffi = FFI()
    ffi.cdef(f"{_DLADDR} void {name}(void);")
    function = getattr(ffi.dlopen(str(path), _LOCAL_FOR_EVER), name, None)
    if function is None:
        return None
    information: Any = ffi.new("Dl_info *")
    loader: Any = ffi.dlopen(None)
    is_known = loader.dladdr(ffi.cast("void *", function), information)
    return os.fsdecode(ffi.string(information.dli_fname)) if is_known else str(path)


def _symbol(library: Any, name: str) -> Any:
    return getattr(library, name, None)


def _roots(environ: Mapping[str, str]) -> Iterator[Path]:
    named = [Path(environ[name]).absolute() for name in ROOT_VARIABLES if environ.get(name)]
    yield from _distinct(named or DEFAULT_ROOTS)


def library_directories(root: Path) -> list[Path]:
    """Where an installation keeps its libraries: directly, or below the architecture."""
    return _below(root, "lib64")


def _below(root: Path, name: str) -> list[Path]:
    return [root / name, root / f"{platform.machine()}-linux" / name]


def _first_of(directories: list[Path], names: tuple[str, ...], *, every: bool = False) -> tuple[Path, ...]:
    for directory in directories:
        found = tuple(p for n in names if (p := directory / n).is_file())
        if found:
            return found if every else found[:1]
    return ()


def _custom_roots(environ: Mapping[str, str], root: Path) -> Iterator[Path]:
    """Vendor directories in CANN's order: the environment's list, then the installed vendors'."""
    for entry in environ.get("ASCEND_CUSTOM_OPP_PATH", "").split(":"):
        if entry:
            yield Path(entry).absolute()
    vendors = Path(environ.get("ASCEND_OPP_PATH") or root / "opp") / "vendors"
    config = vendors / "config.ini"
    if config.is_file():
        match = re.search(r"^\s*load_priority\s*=\s*(.*)$", config.read_text(errors="replace"), re.M)
        for vendor in match[1].split(",") if match else ():
            if vendor.strip():
                yield vendors / vendor.strip()


def _distinct(paths: Any) -> list[Path]:
    return list(dict.fromkeys(paths))
