"""``pyaclnn doctor``: what of CANN was found where, and what to do about what is missing. Needs no NPU."""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import sys
import textwrap
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from importlib import metadata
from pathlib import Path
from typing import Any

from ..abi import library
from ..abi.headers import HeaderDirectory, own_headers
from ..abi.library import Installation, find_installation
from ..errors import LibraryError, PyaclnnError

_VARIABLES = (
    *library.ROOT_VARIABLES, "ASCEND_OPP_PATH", "ASCEND_CUSTOM_OPP_PATH", "LD_LIBRARY_PATH",
    "PYACLNN_BACKEND", "PYACLNN_SIMULATOR_SOC",
)  # fmt: skip
_PACKAGES = ("numpy", "cffi", "pycparser", "ml_dtypes", "typing_extensions")
# CANN's Python packages, where they are installed, ask for NumPy of this series.
_CANN_NUMPY_BELOW = 2


@dataclass
class Report:
    """What the doctor found. ``advice`` has one plain sentence for each thing to do."""

    python: str = ""
    packages: dict[str, str] = field(default_factory=dict)
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

    def add(self, problem: str, advice: str) -> None:
        self.problems.append(problem)
        self.advice.append(advice)


def add_to(topics: Any) -> None:
    """Adds the command to the command line."""
    command = topics.add_parser("doctor", help="what of CANN was found, and what is missing or mixed up")
    command.add_argument("--json", action="store_true", help="for programs")
    command.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    report = examine()
    print(json.dumps(asdict(report), indent=1) if options.json else as_text(report))
    return 0


def examine() -> Report:
    """Looks at Python, the environment and the installed CANN; no device is needed."""
    report = Report(python=f"{platform.python_version()} ({sys.executable})")
    report.environment = {n: os.environ[n] for n in _VARIABLES if os.environ.get(n)}
    for name in _PACKAGES:
        try:
            report.packages[name] = metadata.version(name.replace("_", "-"))
        except metadata.PackageNotFoundError:
            report.packages[name] = "missing"
            report.add(f"the package {name} is missing", f"Run: pip install {name}")
    try:
        installation = find_installation()
    except LibraryError as error:
        report.problems.append(str(error))
        report.advice.append(
            "Nothing to do if you have no NPU: scripts run on the simulator. Otherwise install CANN and source its "
            "set_env.sh."
        )
        return report
    _look_at_installation(report, installation)
    _look_at_headers(report, installation)
    _look_at_device(report)
    _look_at_numpy(report, installation)
    return report


def _look_at_installation(report: Report, installation: Installation) -> None:
    report.root = str(installation.root)
    report.libraries = [str(p) for p in (*installation.runtime, installation.descriptors, *installation.operators)]
    report.custom = [str(p) for p in installation.custom]
    report.includes = [str(p) for p in installation.includes]
    report.version = _version(installation.root)
    report.kernels = sorted(_kernel_packages(installation.root))
    folder = installation.operators[0].parent
    if len(installation.operators) > 1 and (folder / library.SINGLE_OPERATOR_LIBRARY).is_file():
        report.add(
            f"{folder} has both libopapi.so and the split libopapi_*.so",
            "Two CANN releases are mixed in one directory: reinstall CANN into an empty one. pyaclnn uses the split set.",
        )
    missing = [
        n for n in library.SPLIT_OPERATOR_LIBRARIES if len(installation.operators) > 1 and not (folder / n).is_file()
    ]
    if missing:
        report.add(
            f"{folder} lacks {', '.join(missing)}",
            "Operators of these libraries can't be called: install the missing operator packages of this CANN.",
        )
    if not report.includes:
        report.add(
            f"{installation.root} has no include directory",
            "Parameter types come from pyaclnn's own headers; install CANN's development package to use its own.",
        )
    roots = {name: os.environ[name] for name in library.ROOT_VARIABLES if os.environ.get(name)}
    if len({str(Path(p).absolute()) for p in roots.values()}) > 1:
        report.add(
            " and ".join(f"{n}={p}" for n, p in roots.items()) + " differ",
            f"Source the set_env.sh of one CANN only; pyaclnn uses {installation.root}.",
        )


def _look_at_headers(report: Report, installation: Installation) -> None:
    """Operators whose installed prototype differs from ours: the installed one decides."""
    own = own_headers()
    for include in installation.includes:
        directory = HeaderDirectory(include, annotated=False)
        for name in directory.operators:
            try:
                theirs, ours = directory.operator(name), own.operator(name)
            except (ValueError, PyaclnnError) as error:
                report.add(f"{name} can't be read from {include}: {error}", f"Leave {name} out, or report the header.")
                continue
            if theirs is None or ours is None:
                continue
            if [(p.ctype, p.name) for p in theirs.parameters] != [(p.ctype, p.name) for p in ours.parameters]:
                report.differing.append(name)
    if report.differing:
        report.advice.append(
            f"{len(report.differing)} installed prototypes differ from pyaclnn's headers; the installed ones decide. "
            "Nothing to do, unless a call of one of them fails."
        )


def _look_at_device(report: Report) -> None:
    from ..backend import select

    try:
        backend = select("cann")
        report.soc = backend.soc_name()
        report.devices = backend.device_count()
    except PyaclnnError as error:
        report.add(str(error).splitlines()[0], "The libraries are there but don't work here: see the line above.")
        return
    if report.devices == 0:
        report.add("no device answers", "Check the driver with `npu-smi info`, and that this user may use the device.")
        return
    report.backend = "cann"
    chip = report.soc.lower()
    if report.kernels and not any(chip.startswith(k) or k.startswith(chip) for k in report.kernels):
        report.add(
            f"the device is {report.soc}, kernel packages are there for {', '.join(report.kernels)}",
            f"Install CANN's kernel package for {report.soc}: without it calls end in 561003 or 561112.",
        )


def _look_at_numpy(report: Report, installation: Installation) -> None:
    folder = installation.root / "python" / "site-packages"
    major = (
        int(report.packages.get("numpy", "0").split(".")[0] or 0) if report.packages.get("numpy") != "missing" else 0
    )
    if folder.is_dir() and major >= _CANN_NUMPY_BELOW:
        report.add(
            f"NumPy {report.packages['numpy']} is installed, CANN's own Python packages in {folder} are made for NumPy 1",
            "pyaclnn does not use them. If you do, give them an environment with numpy<2.",
        )


def _version(root: Path) -> str:
    for name in ("version.cfg", "version.info", "compiler/version.info", "runtime/version.info"):
        file = root / name
        if file.is_file():
            match = re.search(r"(?:version|Version)\s*=\s*\[?([\w.:\-]+)", file.read_text(errors="replace"))
            if match:
                return match[1].rsplit(":", 1)[-1]
    return ""


def _kernel_packages(root: Path) -> Iterator[str]:
    """Chips that compiled kernels are installed for."""
    for folder in (root / "opp" / "built-in" / "op_impl" / "ai_core" / "tbe" / "kernel").glob("*"):
        if folder.is_dir() and folder.name != "config":
            yield folder.name


def as_text(report: Report) -> str:
    """The report for a terminal."""
    rows = [("Python", report.python), ("packages", ", ".join(f"{n} {v}" for n, v in report.packages.items()))]
    rows += [(name, value) for name, value in report.environment.items()]
    rows += [("CANN", report.root or "not found"), ("version", report.version)]
    rows += [("library", path) for path in report.libraries] + [("custom library", path) for path in report.custom]
    rows += [("headers", path) for path in report.includes] + [("kernels for", ", ".join(report.kernels))]
    rows += [("prototypes differ", ", ".join(report.differing))]
    rows += [("devices", f"{report.devices} {report.soc}".strip()), ("scripts run on", report.backend)]
    room = max(len(name) for name, _ in rows)
    lines = []
    for name, value in rows:
        if value:
            indent = " " * (room + 2)
            lines += textwrap.wrap(value, 98, initial_indent=name.ljust(room + 2), subsequent_indent=indent)
    for problem in report.problems:
        lines += ["", *textwrap.wrap(f"problem: {problem}", 98, subsequent_indent="    ")]
    lines += [""] if report.advice else ["", "Nothing is wrong."]
    for advice in report.advice:
        lines += textwrap.wrap(f"-> {advice}", 98, subsequent_indent="   ")
    return "\n".join(lines)
