"""Which library has which function, and that all of them are one simulator."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyaclnn.abi.headers import own_headers
from pyaclnn.simulator.build import clients
from pyaclnn.simulator.build.tree import Tree

from ..abi.tables import table
from .building import compile_c, exported, run

OWN = ("libpyaclnn_bridge.so", "libpyaclnn_gate.so")
CLIENTS = (clients.OPERATOR_COMPILER, *clients.EMPTY)
SPLIT = tuple(f"libopapi_{topic}.so" for topic in ("cv", "math", "nn", "transformer"))


def names(tree: Tree) -> list[str]:
    return sorted(p.name for p in tree.libraries.iterdir())


def test_the_split_layout(tree: Tree) -> None:
    assert names(tree) == sorted(("libascendcl.so", "libnnopbase.so", *SPLIT, *OWN, *CLIENTS))


def test_the_single_layout(single: Tree) -> None:
    assert names(single) == sorted(("libascendcl.so", "libnnopbase.so", "libopapi.so", *OWN, *CLIENTS))


def test_every_runtime_function_where_cann_has_it(tree: Tree) -> None:
    """By the table of the interface: what ``nnopbase`` declares is in libnnopbase.so, the rest in libascendcl.so."""
    place = {
        r["name"]: "libnnopbase.so" if "nnopbase" in r["header"] else "libascendcl.so" for r in table("acl_runtime_api")
    }
    known = {name: exported(tree.libraries / name) for name in ("libascendcl.so", "libnnopbase.so")}
    declared = set(own_headers().base_functions)
    misplaced = [f for f in declared & set(place) if f not in known[place[f]]]
    assert misplaced == []
    assert set().union(*known.values()) == declared | set(clients.answers()["libascendcl.so"])


def test_what_clients_are_linked_to(tree: Tree) -> None:
    """No function is both simulated and answered without work; the empty libraries are empty."""
    answers = clients.answers()
    assert not {f for functions in answers.values() for f in functions} & set(own_headers().base_functions)
    assert exported(tree.libraries / clients.OPERATOR_COMPILER) == set(answers[clients.OPERATOR_COMPILER])
    assert all(exported(tree.libraries / name) == set() for name in clients.EMPTY)
    launching = [f for functions in answers.values() for f, a in functions.items() if "Launch" in f or "Execute" in f]
    assert launching
    assert {answers[lib][f] for lib in answers for f in launching if f in answers[lib]} == {"refused"}


CLIENT = """
#include <cstdint>
#include <cstdio>
#include <dlfcn.h>
#include "acl/acl.h"
extern "C" { intptr_t aclopCompileAndExecute(); intptr_t rtKernelLaunch(); }
int main()
{
    int64_t value = -1;
    void *compiler = dlopen("libacl_op_compiler.so", RTLD_LAZY);
    auto found = (aclError (*)(aclSysParamOpt, int64_t *))dlsym(compiler, "aclrtGetSysParamOpt");
    const int code = found ? found(ACL_OPT_DETERMINISTIC, &value) : -1;
    std::printf("%ld %ld ", (long)aclopCompileAndExecute(), (long)rtKernelLaunch());
    std::printf("%d %d\\n", code, (int)value);
    void *operators = dlopen("libopapi_math.so", RTLD_LAZY);
    std::printf("%d\\n", operators && dlsym(operators, "aclCreateTensor") && dlsym(operators, "aclrtMalloc"));
}
"""


def test_functions_are_found_where_clients_look(tree: Tree, tmp_path: Path) -> None:
    """In a library and those that it needs; without Python, work is refused."""
    outcome = run([compile_c(CLIENT, tmp_path, tree)], {})
    assert (outcome.code, outcome.err, outcome.out) == (0, "", "207000 207000 0 0\n1\n")


def test_every_operator_where_cann_has_it(tree: Tree) -> None:
    place = {r["op"]: f"libopapi_{r['repo'].removeprefix('ops-')}.so" for r in table("aclnn_ops")}
    known = {name: exported(tree.libraries / name) for name in SPLIT}
    operators = own_headers().operators
    misplaced = [o for o in operators if o in place and not {o, f"{o}GetWorkspaceSize"} <= known[place[o]]]
    assert misplaced == []
    functions = {f for o in operators for f in (o, f"{o}GetWorkspaceSize")} | set(own_headers().single_phase)
    assert set().union(*known.values()) == functions
    assert sum(map(len, known.values())) == len(functions), "a function is in two libraries"


def test_both_layouts_have_the_same_functions(tree: Tree, single: Tree) -> None:
    split = set().union(*(exported(tree.libraries / name) for name in SPLIT))
    assert exported(single.libraries / "libopapi.so") == split


@pytest.mark.parametrize("folder", ["acl", "aclnn", "aclnnop"])
def test_the_headers_come_along(tree: Tree, folder: str) -> None:
    own = own_headers().path / folder
    assert {p.name for p in (tree.includes / folder).rglob("*.h")} == {p.name for p in own.rglob("*.h")}


STATE = """
#include <cstdio>
#include "acl/acl.h"
#include "aclnnop/aclnn_add.h"

int main()
{
    if (aclInit(nullptr) || aclrtSetDevice(0)) return 1;
    aclrtStream stream;
    void *memory;
    if (aclrtCreateStream(&stream) || aclrtMalloc(&memory, 8, ACL_MEM_MALLOC_HUGE_FIRST)) return 2;
    float values[2] = {1, 2}, two = 2;
    if (aclrtMemcpy(memory, 8, values, 8, ACL_MEMCPY_HOST_TO_DEVICE)) return 3;
    const int64_t shape[1] = {2};
    aclTensor *x = aclCreateTensor(shape, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, shape, 1, memory);
    aclScalar *alpha = aclCreateScalar(&two, ACL_FLOAT);
    uint64_t size = 0;
    aclOpExecutor *executor = nullptr;
    if (aclnnInplaceAddGetWorkspaceSize(x, x, alpha, &size, &executor)) return 4;
    if (aclnnInplaceAdd(nullptr, size, executor, stream) || aclrtSynchronizeStream(stream)) return 5;
    if (aclrtMemcpy(values, 8, memory, 8, ACL_MEMCPY_DEVICE_TO_HOST)) return 6;
    std::printf("%g %g\\n", values[0], values[1]);
    if (aclnnAddGetWorkspaceSize(nullptr, x, alpha, x, &size, &executor) == 0) return 7;
    std::printf("%s", aclGetRecentErrMsg());
    return aclDestroyTensor(x) || aclDestroyScalar(alpha) || aclrtFree(memory) || aclrtDestroyStream(stream)
        || aclrtResetDevice(0) || aclFinalize();
}
"""


@pytest.mark.parametrize("layout", ["tree", "single"])
def test_the_libraries_share_one_state(layout: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    """Memory of one library, a tensor of another, used by a third; its error text is read in the first."""
    outcome = run([compile_c(STATE, tmp_path, request.getfixturevalue(layout))], {})
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.startswith("3 6\n")
    assert "self" in outcome.out


def test_success_has_a_reason() -> None:
    """What answers 0 without work says in the table why nothing is missed."""
    lines = (Path(clients.__file__).parent / "clients.tsv").read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines if not line.startswith("#")][1:]
    assert {row[1] for row in rows if row[2] in ("success", "option") and len(row) < 4} == set()
    assert {row[2] for row in rows if row[1].endswith("Dump") or row[1] == "aclrtProcessReport"} == {"refused"}


DESCRIPTIONS = """
#include <cstdint>
#include <cstdio>
extern "C" {
void *aclCreateTensorDesc(int, int, const int64_t *, int);
void aclDestroyTensorDesc(const void *);
int aclGetTensorDescType(const void *);
int aclGetTensorDescFormat(const void *);
size_t aclGetTensorDescNumDims(const void *);
int aclGetTensorDescDimV2(const void *, size_t, int64_t *);
int aclSetTensorFormat(void *, int);
int aclSetTensorShape(void *, int, const int64_t *);
void *aclCreateDataBuffer(void *, size_t);
int aclDestroyDataBuffer(const void *);
void *aclopCreateAttr();
void aclopDestroyAttr(const void *);
int aclopSetAttrInt(void *, const char *, int64_t);
int aclopSetAttrListInt(void *, const char *, int, const int64_t *);
int aclSetCompileopt(int, const char *);
int aclmdlInitDump();
int aclrtProcessReport(int);
}
int main()
{
    const int64_t sizes[] = {3, 5};
    int64_t size = -1;
    void *tensor = aclCreateTensorDesc(9, 2, sizes, 2);
    std::printf("%d %d %d ", aclGetTensorDescType(tensor), aclGetTensorDescFormat(tensor),
                (int)aclGetTensorDescNumDims(tensor));
    std::printf("%d ", aclGetTensorDescDimV2(tensor, 1, &size));
    std::printf("%d ", (int)size);
    std::printf("%d %d\\n", aclGetTensorDescDimV2(tensor, 2, &size), aclGetTensorDescType(nullptr));
    std::printf("%d %d %d ", aclSetTensorFormat(tensor, 0), aclSetTensorFormat(nullptr, 0),
                aclSetTensorShape(tensor, 2, nullptr));
    std::printf("%d\\n", aclCreateTensorDesc(9, 2, nullptr, 2) == nullptr);
    aclDestroyTensorDesc(tensor);
    void *attributes = aclopCreateAttr();
    std::printf("%d %d %d ", aclopSetAttrInt(attributes, "dim", 1), aclopSetAttrInt(nullptr, "dim", 1),
                aclopSetAttrListInt(attributes, "dims", 2, nullptr));
    aclopDestroyAttr(attributes);
    std::printf("%d\\n", aclDestroyDataBuffer(aclCreateDataBuffer(&size, 8)));
    std::printf("%d %d %d ", aclSetCompileopt(0, "x"), aclSetCompileopt(999, "x"), aclSetCompileopt(0, nullptr));
    std::printf("%d %d\\n", aclmdlInitDump(), aclrtProcessReport(1));
}
"""


def test_descriptions_for_the_older_interface(tree: Tree, tmp_path: Path) -> None:
    """They keep what they were made with; 9 is INT64, 2 is ND, and 100000 means an argument that is not allowed."""
    compiler = str(tree.libraries / clients.OPERATOR_COMPILER)
    outcome = run([compile_c(DESCRIPTIONS, tmp_path, tree, flags=[compiler])], {})
    expected = "9 2 2 0 5 100000 -1\n0 100000 100000 1\n0 100000 100000 0\n0 100000 100000 207000 207000\n"
    assert (outcome.code, outcome.err, outcome.out) == (0, "", expected)
