"""Each C call of each C++ sample fails once, and failures that the environment asks for."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pyaclnn.simulator.build import tree as build
from pyaclnn.simulator.build.program import compile_program
from pyaclnn.simulator.checks.findings import LEAKS
from pyaclnn.simulator.faults import CALLS, FAIL, read_calls

from .building import Outcome, compile_c, run, run_python
from .injected import Ending, compile_library, read_endings
from .test_samples import SAMPLES

TELLS = "aclGetRecentErrMsg"


@pytest.mark.parametrize("source", SAMPLES, ids=lambda p: p.stem)
def test_each_call_of_a_sample_fails_once(
    tree: build.Tree, source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    library, results = compile_library(source, tmp_path, tree), tmp_path / "results"
    code = f"from tests.libraries.injected import try_all; try_all({str(library)!r}, {str(results)!r})"
    outcome = run_python(code, {"PYACLNN_SIMULATOR_CHECK": "1"})
    endings = read_endings(results) if results.is_file() else []
    assert outcome.code == 0, f"ended in run {len(endings)}: {outcome.err}"
    assert outcome.err == ""
    clean, *failed, last = endings
    assert clean.code == 0, clean.written
    assert len(failed) == len(clean.names) > 20
    for ending in failed:
        check(ending, clean)
    assert (last.code, last.names, last.codes, last.findings) == (0, clean.names, clean.codes, clean.findings)
    with capsys.disabled():
        print(f" {len(failed)} points.", end="")


def check(ending: Ending, clean: Ending) -> None:
    """The sample says what failed, with the code and CANN's text, and gives back all that it has."""
    name, code = ending.names[ending.at - 1], ending.codes[ending.at - 1]
    where = f"call {ending.at} of {len(clean.names)}, {name}: {ending.written}"
    assert name == clean.names[ending.at - 1], where
    assert code != 0, where
    # A call that the sample expects to fail may fail otherwise, and a missing text is only missing.
    if clean.codes[ending.at - 1] == 0 and name != TELLS:
        assert ending.code == 1, where
    if ending.code != 0 and name != TELLS:
        assert f"call {ending.at}, {name}, failed because a test wants it to" in ending.written, where
        assert name.startswith("aclCreate") or re.search(rf"\b{code}\b", ending.written), where
    assert ending.handles == {}, where
    assert ending.allocations == 0, where
    assert set(ending.findings) <= set(clean.findings) - LEAKS, where


@pytest.fixture(scope="module")
def program(tree: build.Tree, tmp_path_factory: pytest.TempPathFactory) -> Path:
    (source,) = [s for s in SAMPLES if s.stem == "one_operator"]
    output = tmp_path_factory.mktemp("one_operator") / "program"
    compile_program(source, output, tree)
    return output


def with_failure(program: Path, fault: str, **environ: str) -> Outcome:
    return run([program], {FAIL: fault, "PYACLNN_SIMULATOR_CHECK": "1", **environ})


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("2", "aclrtSetDevice returned 507899: .*call 2, aclrtSetDevice, failed"),
        ("aclrtMalloc:3", "aclrtMalloc returned 207001: .*call 3, aclrtMalloc, failed"),
        ("aclrtMalloc:1=107002", "aclrtMalloc returned 107002: "),
        ("aclCreateTensor:4", "aclCreateTensor returned 1: .*call 4, aclCreateTensor, failed"),
        ("*GetWorkspaceSize:1=561103", "aclnnSmoothL1LossBackwardGetWorkspaceSize returned 561103: "),
        ("aclrtFree:2+", "(aclrtFree returned 507899: .*){3}"),
    ],
)
def test_a_failure_that_the_environment_asks_for(program: Path, fault: str, said: str) -> None:
    outcome = with_failure(program, fault)
    assert outcome.code == 1
    assert re.search(said, outcome.err, re.S)
    assert "findings" not in outcome.err


def test_the_list_of_calls(program: Path, tmp_path: Path) -> None:
    listed = tmp_path / "calls"
    for fault in ("", "aclrtMalloc:2"):  # a second process begins anew
        with_failure(program, fault, **{CALLS: str(listed)})
        calls = list(read_calls(listed.read_text().splitlines()))
        assert [c.number for c in calls] == list(range(1, len(calls) + 1))
        assert calls[-1].name == "aclFinalize"
        assert any(c.injected for c in calls) == bool(fault)
    assert [(c.name, c.code) for c in calls[:3]] == [("aclInit", 0), ("aclrtSetDevice", 0), ("aclrtCreateStream", 0)]
    assert [(c.number, c.name, c.code) for c in calls if c.injected] == [(7, "aclrtMalloc", 207001)]
    assert [c.name for c in calls[7:]] == [
        TELLS, "aclrtDestroyStream", "aclDestroyTensor", "aclrtFree", "aclrtResetDevice", "aclFinalize",
    ]  # fmt: skip


def test_what_can_not_be_asked_for(program: Path) -> None:
    outcome = with_failure(program, "aclrtMaloc:1")
    assert outcome.code == 1
    first, second = outcome.err.splitlines()
    said = "PYACLNN_SIMULATOR_FAIL is 'aclrtMaloc:1'; no function that can fail is called 'aclrtMaloc'"
    assert first.endswith(f"{said}; every call fails")
    assert second == f"aclInit returned 500000: {first}"


VALUES = """
#include <cstdio>
#include "acl/acl.h"
int main()
{
    const float half = aclFloat16ToFloat(aclFloatToFloat16(0.5f));
    std::printf("%zu %g %d\\n", aclDataTypeSize(ACL_FLOAT), half, aclInit(nullptr));
    return 0;
}
"""


def test_functions_that_can_not_fail_are_not_counted(tree: build.Tree, tmp_path: Path) -> None:
    program, listed = compile_c(VALUES, tmp_path, tree), tmp_path / "calls"
    outcome = with_failure(program, "1+", **{CALLS: str(listed)})
    assert outcome.out == "4 0.5 507899\n"
    assert listed.read_text() == "1 aclInit 507899 injected\n"


SCRIPT = """
from pyaclnn import AclError, Device
try:
    with Device(0, backend="simulator") as d:
        print(d.add([1.0], [2.0]).numpy())
except AclError as error:
    print(error.code, error.function, "failed because a test wants it to" in error.detail)
"""


def test_a_python_script() -> None:
    assert run_python(SCRIPT, {FAIL: "aclrtCreateStream*:1=107002"}).out == "107002 aclrtCreateStream True\n"
    assert run_python(SCRIPT, {FAIL: "100000"}).out == "[3.]\n"
    refused = run_python(SCRIPT, {FAIL: "aclInit"})
    assert refused.err.splitlines()[-1].startswith("pyaclnn.errors.ArgumentValueError: PYACLNN_SIMULATOR_FAIL is ")
