"""The package as others get it: what a wheel holds, and what an import costs."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
OPTIONS = ("--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check", "--quiet")
COMPILED = (".so", ".o", ".a", ".pyd", ".dll", ".pyc")


def run(code: str, directory: Path = ROOT, *options: str) -> str:
    """The output of a Python program that runs in a directory."""
    done = subprocess.run([sys.executable, *options, "-c", code], cwd=directory, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def built(directory: Path, **environ: str) -> zipfile.ZipFile:
    """A wheel of a copy of the project, because a build may write into its source."""
    for module in ("hatchling", "pip"):
        if importlib.util.find_spec(module) is None:
            pytest.skip(f"{module} is not installed, which building a wheel needs")
    source, target = directory / "source", directory / "wheel"
    ignore = shutil.ignore_patterns("__pycache__", "*.so")
    for folder in ("pyaclnn", "headers"):
        shutil.copytree(ROOT / folder, source / folder, ignore=ignore)
    for file in ("pyproject.toml", "README.md", "LICENSE", ".gitignore"):
        shutil.copy(ROOT / file, source)
    (source / "tools").mkdir()
    shutil.copy(ROOT / "tools" / "build_hook.py", source / "tools")
    (source / "pyaclnn" / "left_over.so").write_bytes(b"\x7fELF")
    done = subprocess.run(
        [sys.executable, "-m", "pip", "wheel", *OPTIONS, "-w", str(target), str(source)],
        env={**os.environ, **environ},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert list(source.rglob("_phases*")) == []
    (made,) = target.glob("*.whl")
    return zipfile.ZipFile(made)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    return built(tmp_path_factory.mktemp("built"))


@pytest.fixture(scope="module")
def pure_wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """Built where there is no C compiler."""
    return built(tmp_path_factory.mktemp("pure"), CC="no-such-compiler")


@pytest.fixture(scope="module")
def installed(wheel: zipfile.ZipFile, tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("installed")
    wheel.extractall(directory)
    return directory


def test_a_wheel_holds_the_package_and_its_headers(wheel: zipfile.ZipFile) -> None:
    names = set(wheel.namelist())
    headers = {f"pyaclnn/_headers/{p.relative_to(ROOT / 'headers')}" for p in (ROOT / "headers").rglob("*.h")}
    modules = {str(p.relative_to(ROOT)) for p in (ROOT / "pyaclnn").rglob("*.py")}
    assert "pyaclnn/_headers/acl/acl.h" in headers
    assert headers <= names
    assert modules <= names
    assert "pyaclnn/py.typed" in names


def tags(wheel: zipfile.ZipFile) -> list[str]:
    (text,) = (wheel.read(n).decode() for n in wheel.namelist() if n.endswith("/WHEEL"))
    return [line for line in text.splitlines() if line.startswith(("Tag:", "Root-Is-Purelib:"))]


def test_a_wheel_holds_nothing_else(wheel: zipfile.ZipFile, pure_wheel: zipfile.ZipFile) -> None:
    for names in (wheel.namelist(), pure_wheel.namelist()):
        assert {n.split("/")[0] for n in names} <= {
            "pyaclnn",
            *(n.split("/")[0] for n in names if ".dist-info/" in n),
        }
        assert [n for n in names if n.startswith(("tests/", "samples/", "headers/", "tools/"))] == []


def test_a_wheel_has_the_functions_that_could_be_compiled(wheel: zipfile.ZipFile, pure_wheel: zipfile.ZipFile) -> None:
    assert [n for n in pure_wheel.namelist() if n.endswith(COMPILED)] == []
    assert tags(pure_wheel) == ["Root-Is-Purelib: true", "Tag: py3-none-any"]
    if shutil.which("cc") is None:
        pytest.skip("no C compiler here")
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    assert [n for n in wheel.namelist() if n.endswith(COMPILED)] == [f"pyaclnn/compiled/_phases{suffix}"]
    assert tags(wheel)[0] == "Root-Is-Purelib: false"


def test_an_installed_wheel_works(installed: Path) -> None:
    code = (
        "import pyaclnn\nfrom pyaclnn import compiled\nfrom pyaclnn.abi.headers import own_directory\n"
        "with pyaclnn.Device(0, backend='simulator') as d:\n"
        "    print(pyaclnn.__file__, own_directory(), d.add(d.tensor([1.0]), d.tensor([2.0])).numpy(), sep='\\n')\n"
        "print(compiled.functions() is not None)\n"
    )
    assert run(code, installed).splitlines() == [
        str(installed / "pyaclnn" / "__init__.py"),
        str(installed / "pyaclnn" / "_headers"),
        "[3.]",
        str(shutil.which("cc") is not None),
    ]


def test_an_import_parses_nothing() -> None:
    code = (
        "import json, sys, pyaclnn\n"
        "from pyaclnn.abi import codes, headers, signatures\n"
        "caches = [headers.own_headers, signatures._parser, codes._names]\n"
        "print(json.dumps([sorted(sys.modules), [c.cache_info().misses for c in caches]]))\n"
    )
    modules, misses = json.loads(run(code))
    assert misses == [0, 0, 0]
    unwanted = ("pycparser", "cffi.cparser", "pyaclnn.simulator", "pyaclnn.translate", "pyaclnn.cli", "torch")
    assert [m for m in modules if m.startswith(unwanted)] == []


def test_an_import_opens_no_header() -> None:
    code = (
        "import sys\nopened = []\n"
        "sys.addaudithook(lambda event, args: opened.append(str(args[0])) if event == 'open' else None)\n"
        "import pyaclnn\nprint([f for f in opened if f.endswith('.h')])\n"
    )
    assert run(code).strip() == "[]"


def test_one_operator_reads_one_operator_header() -> None:
    code = (
        "import sys\nopened = []\n"
        "sys.addaudithook(lambda event, args: opened.append(str(args[0])) if event == 'open' else None)\n"
        "from pyaclnn import Device\n"
        "with Device(0, backend='simulator') as d:\n"
        "    d.add(d.tensor([1.0]), d.tensor([2.0]))\n"
        "print(*{f.rsplit('/', 1)[1] for f in opened if '/aclnnop/' in f})\n"
    )
    assert run(code).split() == ["aclnn_add.h"]


def test_warnings_of_an_import_are_none() -> None:
    assert run("import pyaclnn", ROOT, "-W", "error") == ""


def test_every_public_name_is_there() -> None:
    code = "import pyaclnn\nprint([n for n in pyaclnn.__all__ if not hasattr(pyaclnn, n)])"
    assert run(code).strip() == "[]"
