"""Sizes of workspaces, which a script knows after the call, and what the two phases of an operator return.

What is expected was printed by the same programs compiled with g++ 12 for the simulator, whose aclnnSort needs 512
bytes and whose aclnnAdd needs none.
"""

from __future__ import annotations

import pytest

pytest.importorskip("tree_sitter_cpp", reason="the extra pyaclnn[translate] is not installed")

from pyaclnn.errors import ParameterInvalidError
from pyaclnn.translate import Translation, translated

from .running import INCLUDES, output
from .samples import ADD, HELPERS, START

CALL = "ret = aclnnAddGetWorkspaceSize(left, right, alpha, out, &workspaceSize, &executor);"
ALLOCATION = """    if (workspaceSize > 0) {
        ret = aclrtMalloc(&workspace, workspaceSize, ACL_MEM_MALLOC_HUGE_FIRST);
    }
"""
SUMS = "sum[0] = 2.200000\nsum[1] = 3.200000\nsum[2] = 4.200000\nsum[3] = 5.200000\n"


@pytest.fixture(autouse=True)
def simulator(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYACLNN_BACKEND", "simulator")


def between(statements: str) -> Translation:
    """The sample with other statements where it allocates a workspace."""
    assert ALLOCATION in ADD
    return translated(INCLUDES + ADD.replace(ALLOCATION, statements))


@pytest.mark.parametrize(
    ("statements", "expected"),
    [
        (ALLOCATION + 'printf("%lu %.2f KB\\n", workspaceSize + 1, (workspaceSize + 512) / 1024.0);', "1 0.50 KB\n"),
        ('printf("%s %d\\n", workspaceSize > 0 ? "some" : "none", workspaceSize != 0 ? 3 : 4);', "none 4\n"),
        ('if (workspaceSize == 0) { printf("none\\n"); } else { aclrtMalloc(&workspace, workspaceSize, '
         'ACL_MEM_MALLOC_HUGE_FIRST); printf("some\\n"); }', "none\n"),
        ("bool needed = workspaceSize > 0U; std::vector<void*> all; if (needed) { ret = aclrtMalloc(&workspace, "
         'workspaceSize, ACL_MEM_MALLOC_HUGE_FIRST); all.push_back(workspace); printf("needed\\n"); }', ""),
        ("uint64_t most = std::max(workspaceSize, uint64_t(64)); ret = aclrtMalloc(&workspace, most, "
         'ACL_MEM_MALLOC_HUGE_FIRST); std::cout << most << std::endl;', "64\n"),
        ('if (workspaceSize >= 0) { printf("of any size\\n"); aclrtFree(workspace); }', "of any size\n"),
        (ALLOCATION + 'printf("ret=%d\\n", ret);', "ret=0\n"),
    ],
    ids=["arithmetic", "choice", "both sides print", "a truth", "larger of two", "always", "status"],
)  # fmt: skip
def test_what_depends_on_the_size(statements: str, expected: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = between(statements)
    assert found.is_complete, found.missing
    assert output(found.script, capsys) == expected + SUMS


def test_a_size_that_is_kept_over_the_next_call(capsys: pytest.CaptureFixture[str]) -> None:
    """Each call's size is its own: 0 of the first, 0 of the second, which is printed when both ran."""
    second = """uint64_t other = 0; aclOpExecutor* next = nullptr;
    ret = aclnnAbsGetWorkspaceSize(out, out, &other, &next);"""
    run = 'ret = aclnnAbs(nullptr, other, next, stream);\nprintf("%lu %lu\\n", workspaceSize, other + 7);\n'
    source = ADD.replace(ALLOCATION, ALLOCATION + second).replace("    std::vector<float> result", run + "    ret = "
                         "aclrtSynchronizeStream(stream);\n    std::vector<float> result", 1)  # fmt: skip
    found = translated(source)
    assert found.is_complete, found.missing
    assert "workspace_size = d.memory_stats()[" in found.script
    assert output(found.script, capsys) == "0 7\n" + SUMS


SORT = r"""
    std::vector<int64_t> shape = {3}, places(3, 0);
    std::vector<float> data = {2, 3, 1}, sortedData(3, 0);
    void *a = nullptr, *b = nullptr, *c = nullptr;
    aclTensor *self = nullptr, *values = nullptr, *indices = nullptr;
    ret = Make(data, shape, &a, ACL_FLOAT, &self);
    ret = Make(sortedData, shape, &b, ACL_FLOAT, &values);
    ret = Make(places, shape, &c, ACL_INT64, &indices);
    ret = aclnnSortGetWorkspaceSize(self, false, 0, false, values, indices, &workspaceSize, &executor);
"""
LAUNCH = """
    ret = aclnnSort(workspace, workspaceSize, executor, stream);
    ret = aclrtSynchronizeStream(stream);
    aclrtMemcpy(data.data(), 12, b, 12, ACL_MEMCPY_DEVICE_TO_HOST);
    printf("%g %g %g\\n", data[0], data[1], data[2]);
"""


@pytest.mark.parametrize(
    ("statements", "expected"),
    [
        (ALLOCATION + 'printf("%lu %.1f KB\\n", workspaceSize * 2, workspaceSize / 1024.0);', "1024 0.5 KB\n"),
        ('if (workspaceSize == 0) { printf("none\\n"); } else { aclrtMalloc(&workspace, workspaceSize, '
         'ACL_MEM_MALLOC_HUGE_FIRST); printf("%lu\\n", workspaceSize); }', "512\n"),
        (ALLOCATION + 'if (workspace != nullptr) { printf("some\\n"); } else { printf("none\\n"); }', "some\n"),
        ("uint64_t sizes[2] = {workspaceSize, 0}; uint64_t sum = 0; for (uint64_t s : sizes) { sum += s; } "
         'if (sum != 0) { aclrtMalloc(&workspace, sum, ACL_MEM_MALLOC_HUGE_FIRST); printf("%lu\\n", sum); }', "512\n"),
    ],
    ids=["arithmetic", "both sides print", "its address", "a sum"],
)  # fmt: skip
def test_a_workspace_that_is_needed(statements: str, expected: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = translated(INCLUDES + HELPERS + "int main() {" + START + SORT + statements + LAUNCH + "    return 0;\n}\n")
    assert found.is_complete, found.missing
    assert output(found.script, capsys) == expected + "1 2 3\n"


@pytest.mark.parametrize(
    ("statements", "reason"),
    [
        ("int n = 0; if (workspaceSize > 0) { n = 1; aclrtMalloc(&workspace, workspaceSize, "
         'ACL_MEM_MALLOC_HUGE_FIRST); } printf("%d\\n", n);', "a condition on a workspace's size"),
        ("if (workspaceSize > 100) { aclrtFree(outAddress); return 1; }", "a condition on a workspace's size"),
        ("ret = aclrtMalloc(&workspace, workspaceSize, ACL_MEM_MALLOC_HUGE_FIRST); if (ret != 0) { return 1; }",
         "memory for a workspace that may need none"),
    ],
    ids=["sets a variable", "returns", "allocates nothing"],
)  # fmt: skip
def test_effects_that_depend_on_the_size_are_refused(statements: str, reason: str) -> None:
    found = between(statements)
    assert found.missing[0].reason.startswith(reason)
    assert found.missing[0].line == ADD[: ADD.index(ALLOCATION)].count("\n") + 1 + INCLUDES.count("\n")


def test_the_size_of_an_operator_that_never_runs_is_unknown() -> None:
    launch = "    ret = aclnnAdd(workspace, workspaceSize, executor, stream);\n"
    found = translated(ADD.replace(launch, '    printf("%lu\\n", workspaceSize);\n'))
    assert "a first phase whose operator never runs" in [m.reason for m in found.missing]
    assert "last_workspace" not in found.script


def test_what_is_printed_where_the_operator_accepts_comes_after_the_call(capsys: pytest.CaptureFixture[str]) -> None:
    """The program prints only ``refused: 161002``; the script ends with the same code and has printed nothing else."""
    source = ADD.replace(CALL, CALL.replace("right", "narrow")).replace(ALLOCATION, ALLOCATION + 'printf("taken\\n");')
    made = """std::vector<int64_t> three = {3}; std::vector<float> data = {1, 2, 3};
    void* narrowAddress = nullptr; aclTensor* narrow = nullptr;
    ret = Make(data, three, &narrowAddress, ACL_FLOAT, &narrow);
    float factor"""
    found = translated(source.replace("float factor", made))
    assert found.is_complete, found.missing
    with pytest.raises(ParameterInvalidError, match="161002"):
        output(found.script, capsys)
    assert capsys.readouterr().out == ""


def test_other_operators_where_a_phase_fails_are_refused() -> None:
    check = '    CHECK_RET(ret == ACL_SUCCESS, LOG_PRINT("refused: %d\\n", ret); return ret);\n    if (workspaceSize'
    call = "ret = aclnnMulGetWorkspaceSize(left, right, out, &workspaceSize, &executor);"
    other = f"    if (ret != ACL_SUCCESS) {{ {call} }}\n    if (workspaceSize"
    assert check in ADD
    found = translated(ADD.replace(check, other))
    assert found.missing[0].reason == "other operators where a phase fails"
    said = other.replace(call, 'printf("aclnnAdd(left) failed\\n");')
    assert translated(ADD.replace(check, said)).is_complete
