"""What ``pyaclnn doctor`` looks at: Python, the environment, the installed CANN, its devices and kernels."""

from __future__ import annotations

import os
import platform
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path

from .. import compiled
from ..abi import library
from ..abi.headers import HeaderDirectory, own_headers
from ..abi.library import Installation, find_installation
from ..errors import LibraryNotFoundError
from ..reference.chips import family_of
from .probe import probe

VARIABLES = (
    *library.ROOT_VARIABLES, "ASCEND_OPP_PATH", "ASCEND_CUSTOM_OPP_PATH", "LD_LIBRARY_PATH",
    "PYACLNN_BACKEND", "PYACLNN_SIMULATOR_SOC", compiled.VARIABLE,
)  # fmt: skip
PACKAGES = ("numpy", "cffi", "pycparser", "ml_dtypes", "typing_extensions")
BACKENDS = ("auto", "cann", "simulator")
# CANN's Python packages, where they are installed, ask for NumPy below this.
CANN_NUMPY_BELOW = 2
_KERNELS = Path("built-in", "op_impl", "ai_core", "tbe", "kernel")
_WITHOUT_FUNCTIONS = ("aclnn_util.h", "aclnn_check.h")  # CANN's own, which hold types and macros
# The folder of kernels of a chip, the longest name first.
_KERNEL_FOLDERS = ("ascend910_93", "ascend910b", "ascend310p", "ascend310b", "ascend950", "ascend910", "ascend310")
_VERSION_FILES = (
    "version.cfg", "version.info", "compiler/version.info", "runtime/version.info",
    "{machine}-linux/ascend_toolkit_install.info", "share/info/runtime/version.info",
)  # fmt: skip


@dataclass
class Report:
    """What was found. ``problems`` and ``advice`` belong together: what is wrong, and a plain sentence of what to do.

    ``notes`` are facts to know of, with nothing to do.
    """

    python: str = ""
    packages: dict[str, str] = field(default_factory=dict)
    calls: str = ""
    environment: dict[str, str] = field(default_factory=dict)
    root: str = ""
    version: str = ""
    libraries: list[str] = field(default_factory=list)
    custom: list[str] = field(default_factory=list)
    includes: list[str] = field(default_factory=list)
    kernels: list[str] = field(default_factory=list)
    differing: list[str] = field(default_factory=list)
    devices: int = 0
    soc: str = ""
    backend: str = "simulator"
    problems: list[str] = field(default_factory=list)
    advice: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def add(self, problem: str, advice: str) -> None:
        self.problems.append(problem)
        self.advice.append(advice)


def examine() -> Report:
    """Looks at everything; needs no device. What can't be looked at is a problem in the report, not an exception."""
    report = Report(python=f"{platform.python_version()} ({sys.executable})")
    report.environment = {n: os.environ[n] for n in VARIABLES if os.environ.get(n)}
    installed: list[Installation] = []

    def on_cann(look: Callable[[Report, Installation], None]) -> None:
        for installation in installed:
            look(report, installation)

    steps: tuple[tuple[str, Callable[[], None]], ...] = (
        ("Python packages", lambda: _look_at_packages(report)),
        ("the environment", lambda: _look_at_environment(report)),
        ("CANN", lambda: installed.extend(_found(report))),
        ("CANN's files", lambda: on_cann(_look_at_installation)),
        ("CANN's headers", lambda: on_cann(_look_at_headers)),
        ("CANN's libraries", lambda: _look_at_device(report, next(iter(installed), None))),
        ("NumPy", lambda: on_cann(_look_at_numpy)),
    )
    for what, look in steps:
        try:
            look()
        except Exception as error:
            text = next(iter(str(error).splitlines()), "")
            report.add(f"{what} can't be examined: {type(error).__name__}: {text}", "See what is wrong with it.")
    return report


def _look_at_packages(report: Report) -> None:
    for name in PACKAGES:
        try:
            report.packages[name] = metadata.version(name.replace("_", "-"))
        except metadata.PackageNotFoundError:
            report.packages[name] = "missing"
            report.add(f"the Python package {name} is missing", f"Run: {sys.executable} -m pip install {name}")
    if report.packages["cffi"] != "missing":
        one = compiled.functions() is not None
        report.calls = (
            "both phases by one compiled function"
            if one
            else "the two phases one by one from Python, which takes twice as long: there was no C compiler when "
            f"pyaclnn was installed, or {compiled.VARIABLE}=0 is set"
        )


def _look_at_environment(report: Report) -> None:
    roots = {name: os.environ[name] for name in library.ROOT_VARIABLES if os.environ.get(name)}
    if len({Path(p).resolve() for p in roots.values()}) > 1:
        report.add(
            " and ".join(f"{n}={p}" for n, p in roots.items()) + " differ",
            "Source the set_env.sh of one CANN only: pyaclnn takes the first that is complete.",
        )
    wanted = os.environ.get("PYACLNN_BACKEND") or "auto"
    if wanted not in BACKENDS:
        report.add(f"PYACLNN_BACKEND is {wanted!r}", f"Set it to one of {', '.join(BACKENDS)}, or unset it.")
    soc = os.environ.get("PYACLNN_SIMULATOR_SOC")
    if soc:
        try:
            family_of(soc)
        except ValueError as error:
            report.add(f"PYACLNN_SIMULATOR_SOC: {error}", "Set it to a chip that the simulator knows, or unset it.")
    for entry in filter(None, os.environ.get("ASCEND_CUSTOM_OPP_PATH", "").split(":")):
        file = Path(entry, "op_api", "lib", "libcust_opapi.so")
        if not file.is_file():
            report.add(
                f"ASCEND_CUSTOM_OPP_PATH names {entry}, but {file} does not exist",
                "Name the directory that the custom operators were installed into, up to vendors/<name>.",
            )


def _found(report: Report) -> Iterator[Installation]:
    try:
        yield find_installation()
    except LibraryNotFoundError as error:
        text = str(error)
        if "(lacks" in text:
            report.add(
                text,
                "CANN is there but not complete: libascendcl.so and libnnopbase.so come with the toolkit (or runtime) "
                "package, libopapi with the operator (ops or kernels) packages. Install what is lacking.",
            )
        else:
            report.add(
                text,
                "Nothing to do if you have no NPU: scripts run on the simulator. Otherwise install CANN and source "
                "its set_env.sh.",
            )


def _look_at_installation(report: Report, installation: Installation) -> None:
    report.root = str(installation.root)
    report.libraries = [str(p) for p in (*installation.runtime, installation.descriptors, *installation.operators)]
    report.custom = [str(p) for p in installation.custom]
    report.includes = [str(p) for p in installation.includes]
    report.version = _version(installation.root)
    report.kernels = sorted(_kernel_packages(_opp(installation)))
    folders = [d for d in library.library_directories(installation.root) if d.is_dir()]
    is_split = installation.operators[0].name != library.SINGLE_OPERATOR_LIBRARY
    singles = [d / library.SINGLE_OPERATOR_LIBRARY for d in folders]
    single = next((str(f) for f in singles if f.is_file()), "")
    if is_split and single:
        report.add(
            f"{single} is there beside the split libopapi_*.so in {installation.operators[0].parent}",
            "Two CANN releases are mixed: reinstall CANN into an empty directory. pyaclnn uses the split libraries.",
        )
    present = {p.name for p in installation.operators}
    missing = [n for n in library.SPLIT_OPERATOR_LIBRARIES if n not in present]
    if is_split and missing:
        report.add(
            f"{installation.operators[0].parent} lacks {', '.join(missing)}",
            "Operators of these libraries can't be called: install the operator packages that are missing.",
        )
    if installation.root / "include" not in installation.includes and not any(
        installation.root in p.parents for p in installation.includes
    ):
        report.notes.append(f"{installation.root} has no include directory: types come from pyaclnn's own headers.")
    _look_for_strays(report, installation)


def _look_for_strays(report: Report, installation: Installation) -> None:
    """Other copies of CANN's libraries that other programs would load."""
    own = {Path(p).resolve() for p in report.libraries}
    for entry in dict.fromkeys(filter(None, os.environ.get("LD_LIBRARY_PATH", "").split(":"))):
        for path in own:
            other = Path(entry, path.name)
            if other.is_file() and other.resolve() not in own:
                report.notes.append(
                    f"{other} on LD_LIBRARY_PATH is another {path.name}: pyaclnn takes {path}, other programs may not."
                )


def _look_at_headers(report: Report, installation: Installation) -> None:
    """Operators whose installed prototype differs from ours: the installed one decides."""
    own = own_headers()
    for include in installation.includes:
        directory = HeaderDirectory(include, annotated=False)
        _look_for_silent_headers(report, directory, own)
        for name in directory.operators:
            try:
                theirs, ours = directory.operator(name), own.operator(name)
            except Exception as error:
                report.add(f"{name} can't be read from {include}: {error}", f"Leave {name} out, or report the header.")
                continue
            if theirs is None or ours is None:
                continue
            if [(p.ctype, p.name) for p in theirs.parameters] != [(p.ctype, p.name) for p in ours.parameters]:
                report.differing.append(name)
    if report.differing:
        count = len(report.differing)
        report.notes.append(
            f"{count} installed prototype{'s differ' if count > 1 else ' differs'} from pyaclnn's headers: the "
            "installed one decides. Arguments go by its names and types."
        )


def _look_for_silent_headers(report: Report, directory: HeaderDirectory, own: HeaderDirectory) -> None:
    """Headers that name no function at all: damaged, if ours of the same name declares operators."""
    speaking = {*directory.operators.values(), *directory.single_phase.values()}
    silent = [h for h in directory.operator_headers if h not in speaking and Path(h).name.startswith("aclnn_")]
    known = {Path(h).name: operator for operator, h in reversed(own.operators.items())}
    damaged = [h for h in silent if Path(h).name in known]
    if damaged:
        names = ", ".join(f"{h} ({known[Path(h).name]})" for h in damaged)
        report.add(
            f"headers in {directory.path} declare no function, not even the operator they are named after: {names}",
            "The files are damaged: reinstall CANN's operator packages. Until then the types come from pyaclnn's "
            "own headers.",
        )
    others = [h for h in silent if h not in damaged and Path(h).name not in _WITHOUT_FUNCTIONS]
    if others:
        report.notes.append(f"headers in {directory.path} that declare no function: {', '.join(others)}")


def _look_at_device(report: Report, installation: Installation | None) -> None:
    answers = probe(None if installation is None else installation.root)
    for name, error in answers.get("imports", {}).items():
        if report.packages.get(name) != "missing":
            report.add(
                f"the Python package {name} can't be imported: {error}",
                f"Reinstall it together with NumPy: {sys.executable} -m pip install --force-reinstall numpy {name}",
            )
    if installation is None:
        return
    report.soc, report.devices = answers.get("soc", ""), answers.get("devices", 0)
    if answers.get("imports"):
        report.notes.append("CANN's libraries were not loaded: that needs the Python packages.")
    elif "broken" in answers:
        report.add(answers["broken"], _advice_for_broken(answers["broken"]))
    elif "silent" in answers or report.devices == 0:
        reason = f": {answers['silent']}" if "silent" in answers else ""
        report.add(
            f"CANN is installed, but no device answers{reason}",
            "Check the driver with `npu-smi info`, and that this user may use the device (group HwHiAiUser). Until "
            "then scripts run on the simulator.",
        )
    else:
        report.backend = "simulator" if os.environ.get("PYACLNN_BACKEND") == "simulator" else "cann"
        _look_at_kernels(report)


def _advice_for_broken(text: str) -> str:
    if "others could have put it there" in text:
        return "Find out who changed it. Then correct the owner or the permissions, or reinstall CANN."
    if "can't be loaded" in text:
        return "Source CANN's set_env.sh. If that does not help, the file is damaged or of another machine: reinstall."
    return "CANN's libraries are there but don't work: reinstall CANN, or check that they belong to one release."


def _look_at_kernels(report: Report) -> None:
    if Path(report.root, library.BUILD_STAMP).is_file():
        report.notes.append(f"{report.root} is pyaclnn's own simulator, built as libraries: it needs no kernels.")
        return
    chip = report.soc.lower()
    wanted = next((k for k in _KERNEL_FOLDERS if chip.startswith(k)), chip)
    if wanted in report.kernels or chip in report.kernels:
        return
    there = f"are there for {', '.join(report.kernels)}" if report.kernels else "are not installed"
    report.add(
        f"the device is {report.soc}, kernel packages {there}",
        f"Install CANN's kernel package for {report.soc}: without it calls end in 561003 or 561112.",
    )


def _look_at_numpy(report: Report, installation: Installation) -> None:
    folder = installation.root / "python" / "site-packages"
    major = re.match(r"\d+", report.packages.get("numpy", ""))
    if folder.is_dir() and major and int(major[0]) >= CANN_NUMPY_BELOW:
        report.add(
            f"NumPy {report.packages['numpy']} is installed; CANN's own Python packages in {folder} are for NumPy 1",
            "pyaclnn does not use them. If you do, give them an environment with numpy<2.",
        )


def _version(root: Path) -> str:
    for name in _VERSION_FILES:
        file = root / name.format(machine=platform.machine())
        if file.is_file():
            match = re.search(r"version\w*\s*=\s*\[?([\w.:\-]+)", file.read_text(errors="replace"), re.I)
            if match:
                return match[1].rsplit(":", 1)[-1]
    return ""


def _opp(installation: Installation) -> Path:
    return Path(os.environ.get("ASCEND_OPP_PATH") or installation.root / "opp")


def _kernel_packages(opp: Path) -> Iterator[str]:
    """Chips that compiled kernels are installed for."""
    for folder in (opp / _KERNELS).glob("*"):
        if folder.is_dir() and folder.name != "config" and any(folder.iterdir()):
            yield folder.name
