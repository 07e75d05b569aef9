"""``pyaclnn doctor`` on installations of every sort: it names what is wrong, and answers whatever it finds."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

import pyaclnn
from pyaclnn.abi.headers import own_directory
from pyaclnn.abi.library import SPLIT_OPERATOR_LIBRARIES
from pyaclnn.cli import examination
from pyaclnn.cli.main import main

from .conftest import Doctor, FakeCann

KERNELS = "opp/built-in/op_impl/ai_core/tbe/kernel"
ROOT = Path(pyaclnn.__file__).parents[1]


@pytest.fixture
def working(cann: FakeCann) -> FakeCann:
    """An installation at which nothing is wrong."""
    cann.runtime()
    cann.descriptors()
    for name in SPLIT_OPERATOR_LIBRARIES:
        cann.operator(f"lib64/{name}")
    (cann.root / "include" / "aclnnop").mkdir(parents=True)
    kernels(cann, "ascend910b")
    return cann


def kernels(cann: FakeCann, *chips: str) -> None:
    for chip in (*chips, "config"):
        (cann.root / KERNELS / chip / "ops_math").mkdir(parents=True, exist_ok=True)


def test_no_cann(clean: pytest.MonkeyPatch, doctor: Doctor) -> None:
    report = doctor()
    (problem,) = report["problems"]
    assert problem.startswith("no CANN installation found")
    assert "Nothing to do if you have no NPU" in report["advice"][0]
    assert (report["backend"], report["root"], report["libraries"]) == ("simulator", "", [])


def test_a_working_installation(working: FakeCann, doctor: Doctor) -> None:
    (working.root / "version.cfg").write_text("[runtime]\nruntime_running_version=[8.5.0.1:8.5.RC1]\n")
    report = doctor()
    assert report["problems"] == []
    assert report["root"] == str(working.root)
    assert report["version"] == "8.5.RC1"
    assert {Path(p).name for p in report["libraries"]} == {
        "libascendcl.so", "libnnopbase.so", *SPLIT_OPERATOR_LIBRARIES
    }  # fmt: skip
    assert (report["devices"], report["soc"], report["backend"]) == (1, "Ascend910B4", "cann")
    assert report["kernels"] == ["ascend910b"]
    assert report["environment"]["ASCEND_HOME_PATH"] == str(working.root)


def test_everything_below_the_architecture(working: FakeCann, doctor: Doctor) -> None:
    below = working.root / f"{platform.machine()}-linux"
    below.mkdir()
    (working.root / "lib64").rename(below / "lib64")
    (working.root / "include").rename(below / "include")
    (below / "ascend_toolkit_install.info").write_text("package_name=x\nversion=8.0.RC3\n")
    report = doctor()
    assert (report["problems"], report["version"], report["notes"]) == ([], "8.0.RC3", [])


def test_the_variable_for_the_simulator(working: FakeCann, doctor: Doctor, clean: pytest.MonkeyPatch) -> None:
    clean.setenv("PYACLNN_BACKEND", "simulator")
    report = doctor()
    assert (report["backend"], report["devices"], report["problems"]) == ("simulator", 1, [])
    clean.setenv("PYACLNN_BACKEND", "npu")
    assert "PYACLNN_BACKEND is 'npu'" in doctor()["problems"][0]
    clean.delenv("PYACLNN_BACKEND")
    clean.setenv("PYACLNN_SIMULATOR_SOC", "Ascend000")
    assert "unknown chip 'Ascend000'" in doctor()["problems"][0]


def test_a_built_simulator_needs_no_kernels(working: FakeCann, doctor: Doctor) -> None:
    (working.root / "opp").rename(working.root / "elsewhere")
    (working.root / ".pyaclnn-build.json").write_text("{}")
    report = doctor()
    assert report["problems"] == []
    assert "pyaclnn's own simulator" in report["notes"][0]


@pytest.mark.parametrize("folder", ["lib64", f"{platform.machine()}-linux/lib64"])
def test_mixed_libraries(working: FakeCann, doctor: Doctor, folder: str) -> None:
    single = working.operator(f"{folder}/libopapi.so")
    report = doctor()
    (problem,) = report["problems"]
    assert str(single) in problem
    assert "Two CANN releases are mixed" in report["advice"][0]
    assert report["backend"] == "cann"


def test_a_missing_operator_library(working: FakeCann, doctor: Doctor) -> None:
    (working.root / "lib64/libopapi_cv.so").unlink()
    (working.root / "lib64/libopapi_nn.so").unlink()
    (problem,) = doctor()["problems"]
    assert problem == f"{working.root}/lib64 lacks libopapi_nn.so, libopapi_cv.so"


@pytest.mark.parametrize("missing", ["libopapi", "libnnopbase", "libascendcl"])
def test_an_incomplete_installation(working: FakeCann, doctor: Doctor, missing: str) -> None:
    for file in (working.root / "lib64").glob(f"{missing}*"):
        file.unlink()
    report = doctor()
    (problem,) = report["problems"]
    assert "lacks" in problem
    assert missing in problem
    assert "CANN is there but not complete" in report["advice"][0]
    assert report["backend"] == "simulator"


@pytest.mark.parametrize("name", ["libascendcl.so", "libnnopbase.so", "libopapi_math.so"])
def test_a_broken_library(working: FakeCann, doctor: Doctor, name: str) -> None:
    broken = working.root / "lib64" / name
    broken.unlink()
    broken.write_bytes(b"\x7fELF\xff\x00 not a library")
    report = doctor()
    (problem,) = report["problems"]
    assert problem.startswith(f"{broken} is there but can't be loaded")
    assert report["backend"] == "simulator"


def test_a_library_that_ends_the_process(working: FakeCann, doctor: Doctor, tmp_path: Path) -> None:
    source = tmp_path / "crash.c"
    source.write_text("__attribute__((constructor)) static void crash(void) { *(volatile int *)8 = 1; }\n")
    target = working.root / "lib64" / "libopapi_nn.so"
    subprocess.run(["gcc", "-shared", "-fPIC", str(source), "-o", str(target)], check=True)
    report = doctor()
    assert report["problems"] == ["loading CANN's libraries ends the process: SIGSEGV"]
    assert report["backend"] == "simulator"


@pytest.mark.parametrize(("variable", "text"), [("FAKE_DEVICES", "0"), ("FAKE_NO_DRIVER", "1")])
def test_no_device(working: FakeCann, doctor: Doctor, clean: pytest.MonkeyPatch, variable: str, text: str) -> None:
    clean.setenv(variable, text)
    report = doctor()
    (problem,) = report["problems"]
    assert problem.startswith("CANN is installed, but no device answers")
    assert ("the driver does not answer" in problem) is (variable == "FAKE_NO_DRIVER")
    assert "npu-smi" in report["advice"][0]
    assert report["backend"] == "simulator"


@pytest.mark.parametrize("there", [("ascend910",), ("ascend310p", "ascend910_93"), ()])
def test_the_wrong_kernel_package(working: FakeCann, doctor: Doctor, there: tuple[str, ...]) -> None:
    (working.root / KERNELS / "ascend910b").rename(working.root / "elsewhere")
    kernels(working, *there)
    report = doctor()
    (problem,) = report["problems"]
    assert problem.startswith("the device is Ascend910B4, kernel packages are")
    assert report["kernels"] == sorted(there)
    assert "kernel package for Ascend910B4" in report["advice"][0]


def test_kernels_may_lie_elsewhere(working: FakeCann, doctor: Doctor, clean: pytest.MonkeyPatch) -> None:
    (working.root / "opp").rename(working.root / "other")
    clean.setenv("ASCEND_OPP_PATH", str(working.root / "other"))
    assert doctor()["problems"] == []


def test_two_roots_that_differ(working: FakeCann, doctor: Doctor, clean: pytest.MonkeyPatch, tmp_path: Path) -> None:
    link = tmp_path / "latest"
    link.symlink_to(working.root)
    clean.setenv("ASCEND_TOOLKIT_HOME", str(link))
    assert doctor()["problems"] == []
    clean.setenv("ASCEND_TOOLKIT_HOME", str(tmp_path / "older"))
    report = doctor()
    (problem,) = report["problems"]
    assert problem == f"ASCEND_HOME_PATH={working.root} and ASCEND_TOOLKIT_HOME={tmp_path}/older differ"
    assert report["root"] == str(working.root)


def test_differing_prototypes(working: FakeCann, doctor: Doctor) -> None:
    headers = working.root / "include" / "aclnnop"
    for name in ("mul", "add"):
        text = (own_directory() / "aclnnop" / f"aclnn_{name}.h").read_text()
        (headers / f"aclnn_{name}.h").write_text(text.replace("*alpha", "*scale"))
    report = doctor()
    assert (report["differing"], report["problems"]) == (
        ["aclnnAdd", "aclnnAdds", "aclnnInplaceAdd", "aclnnInplaceAdds"], []
    )  # fmt: skip
    assert any("4 installed prototypes differ" in note for note in report["notes"])


def test_headers_that_are_no_c(working: FakeCann, doctor: Doctor) -> None:
    headers = working.root / "include" / "aclnnop"
    (headers / "aclnn_bad.h").write_text(
        "aclnnStatus aclnnBadGetWorkspaceSize(std::vector<int> x, uint64_t *workspaceSize, aclOpExecutor **executor);\n"
    )
    (headers / "aclnn_junk.h").write_bytes(bytes(range(256)) * 64)
    (headers / "aclnn_gone.h").symlink_to("nowhere.h")
    (headers / "aclnn_folder.h").mkdir()
    report = doctor()
    (problem,) = report["problems"]
    assert problem.startswith(f"aclnnBad can't be read from {working.root}/include")
    assert any(note.endswith("that declare no function: aclnnop/aclnn_junk.h") for note in report["notes"])


@pytest.mark.parametrize("content", [b"", bytes(range(256)) * 64, b"// aclnnAddGetWorkspaceSize(\n"])
def test_a_damaged_header(working: FakeCann, doctor: Doctor, content: bytes) -> None:
    (working.root / "include" / "aclnnop" / "aclnn_add.h").write_bytes(content)
    (problem,) = doctor()["problems"]
    assert "declare no function" in problem
    assert problem.endswith("aclnnop/aclnn_add.h (aclnnAdd)")


def test_missing_packages(doctor: Doctor, clean: pytest.MonkeyPatch) -> None:
    real = metadata.version

    def version(name: str) -> str:
        if name in ("cffi", "ml-dtypes"):
            raise metadata.PackageNotFoundError(name)
        return real(name)

    clean.setattr(examination.metadata, "version", version)
    report = doctor()
    assert report["packages"]["ml_dtypes"] == report["packages"]["cffi"] == "missing"
    assert "the Python package ml_dtypes is missing" in report["problems"]
    assert f"Run: {sys.executable} -m pip install cffi" in report["advice"]


HIDING = """
import sys
class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {hidden}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Hidden())
from pyaclnn.cli.main import main
sys.exit(main({arguments}))
"""


@pytest.mark.parametrize(
    "hidden", [("numpy",), ("cffi",), ("numpy", "cffi", "ml_dtypes", "pycparser", "typing_extensions")]
)
def test_it_runs_without_packages(clean: pytest.MonkeyPatch, hidden: tuple[str, ...]) -> None:
    for arguments, code in ((["doctor", "--json"], 0), (["describe", "add"], int("numpy" in hidden))):
        text = HIDING.format(hidden=hidden, arguments=arguments)
        run = subprocess.run([sys.executable, "-c", text], cwd=ROOT, capture_output=True, text=True, check=False)
        assert run.returncode == code, run.stderr
        assert "Traceback" not in run.stderr
        if arguments[0] == "doctor":
            assert json.loads(run.stdout)["packages"]
        elif code:
            assert run.stderr == "pyaclnn: the Python package numpy is missing; see: pyaclnn doctor\n"


def test_a_package_that_can_not_be_imported(
    working: FakeCann, doctor: Doctor, clean: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "modules").mkdir()
    (tmp_path / "modules" / "ml_dtypes.py").write_text("raise ImportError('numpy.core.multiarray failed to import')\n")
    clean.setenv("PYTHONPATH", str(tmp_path / "modules"))
    report = doctor()
    (problem,) = report["problems"]
    assert (
        problem == "the Python package ml_dtypes can't be imported: ImportError: numpy.core.multiarray failed to import"
    )
    assert "--force-reinstall" in report["advice"][0]


@pytest.mark.parametrize(("installed", "clashes"), [("1.26.4", False), ("2.1.0", True), ("10.0", True), ("odd", False)])
def test_numpy_clash(
    working: FakeCann, doctor: Doctor, clean: pytest.MonkeyPatch, installed: str, clashes: bool
) -> None:
    real = metadata.version
    clean.setattr(examination.metadata, "version", lambda name: installed if name == "numpy" else real(name))
    assert doctor()["problems"] == []
    (working.root / "python" / "site-packages").mkdir(parents=True)
    report = doctor()
    assert len(report["problems"]) == int(clashes)
    if clashes:
        assert f"NumPy {installed} is installed" in report["problems"][0]
        assert "numpy<2" in report["advice"][0]


def test_custom_operators(working: FakeCann, doctor: Doctor, clean: pytest.MonkeyPatch) -> None:
    library = working.operator("mine/op_api/lib/libcust_opapi.so", "aclnnMine")
    clean.setenv("ASCEND_CUSTOM_OPP_PATH", f"{working.root}/mine:{working.root}/none")
    report = doctor()
    assert report["custom"] == [str(library)]
    (problem,) = report["problems"]
    assert problem.startswith(f"ASCEND_CUSTOM_OPP_PATH names {working.root}/none")


def test_another_copy_on_the_library_path(working: FakeCann, doctor: Doctor, clean: pytest.MonkeyPatch) -> None:
    stray = working.operator("stray/libopapi_nn.so")
    clean.setenv("LD_LIBRARY_PATH", f"{stray.parent}:{working.root}/lib64:{working.root}/gone")
    report = doctor()
    assert [n for n in report["notes"] if n.startswith(str(stray))]
    assert report["problems"] == []


def test_what_can_not_be_examined_is_a_problem(working: FakeCann, doctor: Doctor, clean: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("a surprise\nof two lines")

    clean.setattr(examination, "_look_at_numpy", fail)
    clean.setattr(examination, "_look_at_headers", fail)
    report = doctor()
    assert [p for p in report["problems"] if p.endswith("can't be examined: RuntimeError: a surprise")] == report[
        "problems"
    ]
    assert len(report["problems"]) == 2
    assert report["devices"] == 1


def test_odd_files(working: FakeCann, doctor: Doctor) -> None:
    (working.root / "version.cfg").mkdir()
    (working.root / "version.info").write_bytes(b"\xff\xfe=\x00")
    (working.root / "opp" / "vendors" / "config.ini").mkdir(parents=True)
    (working.root / KERNELS / "file").touch()
    assert doctor()["problems"] == []


@pytest.mark.parametrize("columns", ["40", "80", "300", "nonsense"])
def test_other_terminals(
    working: FakeCann, capsys: pytest.CaptureFixture[str], clean: pytest.MonkeyPatch, columns: str
) -> None:
    clean.setenv("COLUMNS", columns)
    assert main(["doctor"]) == 0
    width = min(100, int(columns)) if columns.isdigit() else 100
    assert max(map(len, capsys.readouterr().out.splitlines())) <= width


def test_it_loads_nothing_here(working: FakeCann, doctor: Doctor) -> None:
    doctor()
    assert str(working.root) not in Path("/proc/self/maps").read_text()


def test_the_command(clean: pytest.MonkeyPatch) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "pyaclnn", "doctor", "--json"], cwd=ROOT, capture_output=True, text=True, check=True,
        env={n: v for n, v in os.environ.items() if not n.startswith("ASCEND")},
    )  # fmt: skip
    assert json.loads(run.stdout)["python"].startswith(platform.python_version())
