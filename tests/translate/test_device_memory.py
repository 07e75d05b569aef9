"""Copies to and from parts of device memory, within it, and before operators run.

What is expected was printed by the same programs compiled with g++ 12 for the simulator.
"""

from __future__ import annotations

import pytest

pytest.importorskip("tree_sitter_cpp", reason="the extra pyaclnn[translate] is not installed")

from pyaclnn.translate import translated

from .running import INCLUDES, output
from .samples import HELPERS, START

# Eight floats 1, -2, 3, -4 ... in ``from``, eight nines in ``to``; tensors ``x`` and ``y`` on all of them.
MEMORY = r"""
    float host[8];
    for (int i = 0; i < 8; i++) { host[i] = i % 2 ? -1 - i : 1 + i; }
    std::vector<float> nines(8, 9);
    void *from = nullptr, *to = nullptr;
    ret = aclrtMalloc(&from, 32, ACL_MEM_MALLOC_HUGE_FIRST);
    ret = aclrtMalloc(&to, 32, ACL_MEM_MALLOC_HUGE_FIRST);
    ret = aclrtMemcpy(to, 32, nines.data(), 32, ACL_MEMCPY_HOST_TO_DEVICE);
    auto tensor = [](std::vector<int64_t> shape, std::vector<int64_t> strides, std::vector<int64_t> storage, void* at,
                     aclDataType type = ACL_FLOAT) {
        return aclCreateTensor(shape.data(), shape.size(), type, strides.data(), 0, aclFormat::ACL_FORMAT_ND,
                               storage.data(), storage.size(), at);
    };
    auto show = [](void* at, int count) {
        std::vector<float> values(count, 0);
        if (aclrtMemcpy(values.data(), count * sizeof(float), at, count * sizeof(float), ACL_MEMCPY_DEVICE_TO_HOST)) {
            printf("no copy\n");
            return;
        }
        for (int i = 0; i < count; i++) { printf("%g\n", values[i]); }
    };
"""
UPLOAD = "ret = aclrtMemcpy(from, 32, host, 32, ACL_MEMCPY_HOST_TO_DEVICE);\n"
TENSORS = "aclTensor* x = tensor({8}, {1}, {8}, from); aclTensor* y = tensor({8}, {1}, {8}, to);\n"
PHASES = r"""
    ret = aclnnNegGetWorkspaceSize(x, y, &workspaceSize, &executor);
    if (workspaceSize > 0) { ret = aclrtMalloc(&workspace, workspaceSize, ACL_MEM_MALLOC_HUGE_FIRST); }
    ret = aclnnNeg(workspace, workspaceSize, executor, stream);
"""
NEG = PHASES + "    ret = aclrtSynchronizeStream(stream);\n"
LISTED = 'for (auto v : r) { printf("%g\\n", v); }\n'


@pytest.fixture(autouse=True)
def simulator(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYACLNN_BACKEND", "simulator")


def program(statements: str) -> str:
    return INCLUDES + HELPERS + "int main() {" + START + MEMORY + statements + "    return 0;\n}\n"


CASES = {
    "before the operator": (UPLOAD + TENSORS + "show(to, 3);" + NEG + "show(to, 3);", "9 9 9 -1 2 -3"),
    "before the operator is launched": (
        UPLOAD + TENSORS + PHASES.replace("ret = aclnnNeg(", "show(to, 2); ret = aclnnNeg(")
        + "ret = aclrtSynchronizeStream(stream); show(to, 2);",
        "9 9 -1 2",
    ),
    "a part of a vector": (
        UPLOAD + TENSORS + NEG + "std::vector<float> r(8, 5); aclrtMemcpy(r.data(), 32, to, 12, "
        "ACL_MEMCPY_DEVICE_TO_HOST);" + LISTED,
        "-1 2 -3 5 5 5 5 5",
    ),
    "into a vector, from the middle": (
        UPLOAD + TENSORS + NEG + "std::vector<float> r(4, 5); aclrtMemcpy(r.data() + 1, 8, (float*)to + 2, 8, "
        "ACL_MEMCPY_DEVICE_TO_HOST);" + LISTED,
        "5 -3 4 5",
    ),
    "by bytes": (
        "aclrtMemcpy(from, 32, (char*)host + 16, 16, ACL_MEMCPY_HOST_TO_DEVICE); aclrtMemcpy((char*)from + 16, 16, "
        "reinterpret_cast<uint8_t*>(host), 16, ACL_MEMCPY_HOST_TO_DEVICE);" + TENSORS + NEG + "show(to, 8);",
        "-5 6 -7 8 -1 2 -3 4",
    ),
    "one value": (
        UPLOAD + TENSORS + NEG + "float f = 0; aclrtMemcpy(&f, 4, (char*)to + 20, 4, ACL_MEMCPY_DEVICE_TO_HOST); "
        'printf("%g\\n", f);',
        "6",
    ),
    "tensors in the middle": (
        UPLOAD + "aclTensor* x = tensor({2}, {1}, {2}, (float*)from + 4); aclTensor* y = tensor({2}, {1}, {2}, "
        "reinterpret_cast<uint8_t*>(to) + 8);" + NEG + "show(to, 8);",
        "9 9 -5 6 9 9 9 9",
    ),
    "an output with gaps": (
        UPLOAD + "aclTensor* x = tensor({2, 2}, {2, 1}, {2, 2}, from); aclTensor* y = tensor({2, 2}, {4, 1}, {2, 4}, "
        "to);" + NEG + "show(to, 4);",
        "-1 2 9 9",
    ),
    "overlapping tensors": (
        UPLOAD + "aclTensor* x = tensor({4}, {1}, {4}, from); aclTensor* y = tensor({4}, {1}, {4}, (float*)from + 4);"
        + NEG + "show(from, 8);",
        "1 -2 3 -4 -1 2 -3 4",
    ),
    "within the device": (
        UPLOAD + "aclrtMemcpy((char*)to + 8, 24, (char*)from + 16, 12, ACL_MEMCPY_DEVICE_TO_DEVICE);"
        + TENSORS.replace("from", "at").replace("to)", "from)").replace("at)", "to)") + NEG + "show(from, 8);",
        "-9 -9 -5 6 -7 -9 -9 -9",
    ),
    "a result within the device": (
        UPLOAD + TENSORS + NEG + "aclrtMemcpy(from, 32, to, 32, ACL_MEMCPY_DEVICE_TO_DEVICE); show(from, 2);" + NEG
        + "show(to, 2);",
        "-1 2 1 -2",
    ),
    "filled": (
        UPLOAD + "aclrtMemset(from, 32, 0, 8);" + TENSORS + NEG
        + "show(to, 4); aclrtMemset(to, 32, 0, 12); show(to, 4);",
        "-0 -0 -3 4 0 0 0 4",
    ),
    "uploads after a copy back": (
        UPLOAD + TENSORS + "show(from, 2); host[0] = 7;" + UPLOAD + NEG + "show(to, 2); "
        "aclrtMemcpy((char*)from + 4, 28, host, 4, ACL_MEMCPY_HOST_TO_DEVICE);" + NEG + "show(to, 3);",
        "1 -2 -7 2 -7 -7 -3",
    ),
    "memory of the host": (
        "void* pinned = nullptr; aclrtMallocHost(&pinned, 32); float* values = (float*)pinned; "
        "for (int i = 0; i < 8; i++) { values[i] = i; } "
        "aclrtMemcpyAsync(from, 32, pinned, 32, ACL_MEMCPY_HOST_TO_DEVICE, stream); aclrtSynchronizeStream(stream);"
        + TENSORS + PHASES + "aclrtMemcpyAsync(pinned, 32, to, 32, ACL_MEMCPY_DEVICE_TO_HOST, stream); "
        'aclrtSynchronizeStream(stream); printf("%g %g\\n", values[1], values[7]);',
        "-1 -7",
    ),
    "one piece for all": (
        "char* pool = nullptr; size_t used = 0; ret = aclrtMalloc((void**)&pool, 128, ACL_MEM_MALLOC_HUGE_FIRST);"
        "auto take = [&](size_t size) { void* at = pool + used; used += (size + 31) / 32 * 32; return at; };"
        "void* a = take(20); void* b = take(20); aclrtMemcpy(a, 20, host, 20, ACL_MEMCPY_HOST_TO_DEVICE);"
        "aclTensor* x = tensor({5}, {1}, {5}, a); aclTensor* y = tensor({5}, {1}, {5}, b);" + NEG + "show(b, 5);",
        "-1 2 -3 4 -5",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_copies(case: str, capsys: pytest.CaptureFixture[str]) -> None:
    statements, expected = CASES[case]
    found = translated(program(statements))
    assert found.is_complete, found.missing
    assert output(found.script, capsys).split() == expected.split()


@pytest.mark.parametrize(
    ("statements", "reason"),
    [
        (UPLOAD + TENSORS + PHASES + "show(to, 2);", "a copy that does not wait for an operator"),
        (UPLOAD + TENSORS + PHASES + UPLOAD, "a copy that does not wait for an operator"),
        (UPLOAD + TENSORS + NEG + "std::vector<float> r(8, 5); ret = aclrtMemcpy(r.data(), 16, to, 32, "
         "ACL_MEMCPY_DEVICE_TO_HOST);" + LISTED, "copies more than there is room for"),
        (UPLOAD + TENSORS + NEG + "std::vector<float> r(8, 5); ret = aclrtMemcpy((char*)r.data() + 2, 8, to, 8, "
         "ACL_MEMCPY_DEVICE_TO_HOST);" + LISTED, "a pointer into an element"),
        (UPLOAD + TENSORS + NEG + "aclTensor* z = tensor({8}, {1}, {8}, to, ACL_INT32); "
         "aclTensor* w = tensor({8}, {1}, {8}, from, ACL_INT32);" + NEG.replace("x, y", "z, w") + "show(from, 2);",
         "tensors of different types in one memory"),
    ],
    ids=["result", "upload", "room", "half an element", "types"],
)  # fmt: skip
def test_copies_that_are_refused(statements: str, reason: str) -> None:
    found = translated(program(statements))
    assert any(m.reason.startswith(reason) for m in found.missing), found.missing


def test_storage_shapes_are_those_of_the_sample(capsys: pytest.CaptureFixture[str]) -> None:
    """Memory that is larger than its tensor: the descriptor still has the sample's storage shape."""
    made = "aclTensor* x = tensor({2, 2}, {2, 1}, {2, 2}, from); aclTensor* y = tensor({2, 2}, {2, 1}, {4}, to);"
    found = translated(program(UPLOAD + made + NEG + "show(to, 8);"))
    assert found.is_complete, found.missing
    assert "y = y_storage[:4].view(2, 2).with_format(Format.ND, (4,))" in found.script
    assert output(found.script, capsys).split() == ["-1", "2", "-3", "4", "9", "9", "9", "9"]


SHORT = "std::vector<float> few(2, 3); ret = aclrtMemcpy(%s, 32, few.data(), 32, ACL_MEMCPY_HOST_TO_DEVICE);\n"


def test_undefined_bytes_that_an_operator_reads_make_a_script_partial() -> None:
    source = program(SHORT % "from" + TENSORS + NEG + "show(to, 2);")
    found = translated(source)
    reason = "undefined in the sample: an operator reads what was copied from outside host data"
    assert [m.reason for m in found.missing] == [reason]
    assert found.missing[0].line == source[: source.index("aclnnNegGet")].count("\n") + 1
    assert any("copies 32 bytes from host data of 8" in n for n in found.notes)
    assert "d.neg(x, y)" in found.script


def test_undefined_bytes_that_are_replaced_are_only_noted(capsys: pytest.CaptureFixture[str]) -> None:
    found = translated(program(UPLOAD + SHORT % "to" + TENSORS + NEG + "show(to, 2);"))
    assert found.is_complete, found.missing
    assert any("copies 32 bytes from host data of 8" in n for n in found.notes)
    assert output(found.script, capsys) == "-1\n2\n"


def test_a_tensor_beyond_what_was_allocated() -> None:
    """Device memory comes in pieces of 32 bytes, and 32 more: 12 floats of 32 bytes are in it, 17 are not."""
    inside, outside = (
        f"{UPLOAD}aclTensor* x = tensor({{{n}}}, {{0}}, {{1}}, from);"
        f"aclTensor* y = tensor({{{n}}}, {{1}}, {{{n}}}, to);"
        for n in (12, 17)
    )
    reasons = [m.reason for m in translated(program(outside + NEG)).missing]
    assert "undefined in the sample: a tensor of 68 bytes in device memory of 32" in reasons
    assert not any("undefined" in m.reason for m in translated(program(inside + NEG)).missing)


def test_a_data_type_that_does_not_exist() -> None:
    found = translated(program(UPLOAD + TENSORS + "aclTensor* z = tensor({8}, {1}, {8}, to, (aclDataType)99);" + NEG))
    assert found.missing[0].reason == "an unknown data type: 99"
