"""Fake installations of CANN, made of small C libraries compiled on the spot."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from pyaclnn import selection
from pyaclnn.abi import library
from pyaclnn.abi.headers import own_directory

SOURCE = Path(__file__).with_name("fake_cann.c")
Compile = Callable[..., Path]


class FakeCann:
    """A directory tree like an installation's, filled library by library."""

    def __init__(self, root: Path, build: Compile) -> None:
        self.root = root
        self.build = build

    def put(self, path: str, *flags: str, link: Sequence[Path] = ()) -> Path:
        """A library at a path below the root."""
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(self.build(*flags, link=tuple(link)), target)
        return target

    def runtime(self, path: str = "lib64/libascendcl.so") -> Path:
        return self.put(path, "-DRUNTIME")

    def descriptors(self, path: str = "lib64/libnnopbase.so") -> Path:
        return self.put(path, "-DDESCRIPTORS")

    def operator(self, path: str, name: str = "aclnnMul", mark: int = 0, phases: str = "FIRST SECOND") -> Path:
        """A library with one operator of two inputs and an output."""
        return self.put(path, f"-DOPERATOR={name}", f"-DMARK={mark}", *(f"-D{phase}" for phase in phases.split()))

    def base(self) -> FakeCann:
        """Runtime, descriptors, and ``aclnnMul`` in a split operator library."""
        self.runtime()
        self.descriptors()
        self.operator("lib64/libopapi_math.so")
        return self


@pytest.fixture(scope="session")
def build(tmp_path_factory: pytest.TempPathFactory) -> Compile:
    """Compiles ``fake_cann.c`` with flags, each combination once."""
    compiler = shutil.which("gcc")
    if compiler is None:
        pytest.skip("no gcc on this machine")
    directory = tmp_path_factory.mktemp("fake_cann")
    known: dict[tuple[object, ...], Path] = {}

    def compiled(*flags: str, link: tuple[Path, ...] = ()) -> Path:
        key = (flags, link)
        if key not in known:
            target = directory / f"lib{len(known)}.so"
            command = [compiler, "-std=c99", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", f"-I{own_directory()}"]
            subprocess.run([*command, *flags, str(SOURCE), *map(str, link), "-o", str(target)], check=True)
            known[key] = target
        return known[key]

    return compiled


@pytest.fixture
def clean(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """No CANN in the environment or in the usual places, and no backend made before."""
    for name in (
        "ASCEND_HOME_PATH", "ASCEND_TOOLKIT_HOME", "ASCEND_OPP_PATH", "ASCEND_CUSTOM_OPP_PATH", "PYACLNN_BACKEND",
        "PYACLNN_SIMULATOR_SOC", "PYACLNN_SIMULATOR_DEVICES", "FAKE_DEVICES", "FAKE_INITIALIZED", "FAKE_NO_DRIVER",
    ):  # fmt: skip
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(library, "DEFAULT_ROOTS", (tmp_path / "usual" / "cann", tmp_path / "usual" / "latest"))
    registry = selection._Registry()
    monkeypatch.setattr(selection, "_registry", registry)
    yield monkeypatch
    registry.finalize()


@pytest.fixture
def cann(tmp_path: Path, build: Compile, clean: pytest.MonkeyPatch) -> FakeCann:
    """An empty installation that the environment names."""
    clean.setenv("ASCEND_HOME_PATH", str(tmp_path / "cann"))
    return FakeCann(tmp_path / "cann", build)
