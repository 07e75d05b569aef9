"""The headers themselves, against the reference tables and two compilers, and looking things up in them."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections import defaultdict
from pathlib import Path

import pytest
from cffi import FFI

from pyaclnn.abi import codes
from pyaclnn.abi import headers as headers_module
from pyaclnn.abi.headers import HeaderDirectory, Headers, own_directory, own_headers
from pyaclnn.abi.signatures import Kind, Role

from .tables import table, tokens

HEADERS = own_directory()
FILES = sorted(str(f.relative_to(HEADERS)) for f in HEADERS.rglob("*.h"))
RUNTIME_FILES = [f for f in FILES if not f.startswith("aclnnop/")]
STRICT = ("-Wall", "-Wextra", "-pedantic", "-Werror", "-fsyntax-only")

# Roles in which the headers differ from the table, and why.
ROLE_EXCEPTIONS = {
    ("aclnnAdvanceStep", "inputTokens"): "the formula writes it; its second version documents that",
    ("aclnnConfusionTranspose", "x"): "documented as an input that is not changed, under both headings",
    ("aclnnExpSegsumBackward", "gradInput"): "the result, written and never read",
    ("aclnnFusedCrossEntropyLossWithMaxSum", "vocabParallelLogitsOptional"): "an input of the formula",
    ("aclnnNsaSelectedAttentionGrad", "attentionOut"): "the forward result, among the inputs in its documentation",
    ("aclnnElasticReceivableTest", "dstRank"): "documented as an input, and upstream's own tests pass it as one",
    ("aclnnMlaPrologV2", "dequantScaleQNopeOutOptional"): "an output of its definition",
    ("aclnnMlaPrologV3WeightNz", "queryNormOutOptional"): "an output of its definition",
    ("aclnnMlaPrologV3WeightNz", "dequantScaleQNormOutOptional"): "an output of its definition",
    ("aclnnMoeInitRoutingV2", "expertTokensCountOrCumsumOutOptional"): "an output of its definition",
    ("aclnnMoeInitRoutingV2", "expertTokensBeforeCapacityOutOptional"): "an output of its definition",
    ("aclnnInnerDistributeBarrier", "timeOut"): "a time limit that aclnnDistributeBarrierV2 hands on as an input",
    ("aclnnInnerFusedInferAttentionScore", "softmaxLse"): "the second output of the operator's definition",
    ("aclnnInnerFusedInferAttentionScoreTensor", "softmaxLse"): "the second output of the operator's definition",
}
# Parameters that the documentation doesn't call optional, but which may be null: operators, parameters, why.
MAY_BE_NULL = (
    ("QuantConvolution QuantConvolutionWeightNz", "roundMode", "documented as not used yet: null"),
    ("QuantMatmulWeightNz", "yScale", "must be null with microscaling, and is ignored otherwise"),
    ("QuantMatmulWeightNz", "yOffset", "refused unless null or empty"),
    ("TransposeBatchMatMul TransposeBatchMatMulWeightNz", "bias", "refused unless null"),
    ("TransposeQuantBatchMatMul TransposeQuantBatchMatMulWeightNz", "bias", "refused unless null"),
    ("WeightQuantBatchMatmul BatchMatmulQuant", "bias", "its checks are left out when it is null"),
    ("GroupedMatmulFinalizeRoutingWeightNzV2", "bias", "only x1, x2 and out are checked; its checks are left out then"),
    ("ConvolutionBackward", "gradInput gradWeight gradBias", "checked only where outputMask asks for it"),
    ("AddRmsNormDynamicQuantV2", "outputMask", "without it, the smooth scales say which outputs there are"),
    ("LstmBackward", "outputMask", "documented as not supported yet, and never read"),
    ("BatchNormElemt", "weight bias", "ones and zeros are put in their place"),
    ("RopeWithSinCosCache", "mropeSection", "an optional attribute of the definition"),
    ("GroupedMatmulSwigluQuant", "bias offset outputOffset", "not among those checked, save for bias with int4"),
    (
        "FlashAttentionScore FlashAttentionScoreV2 FlashAttentionVarLenScore FlashAttentionVarLenScoreV2"
        " FlashAttentionVarLenScoreV3 FlashAttentionVarLenScoreV4",
        "softmaxOutOut",
        "never written",
    ),
    (
        "FlashAttentionScoreGrad FlashAttentionScoreGradV2 FlashAttentionUnpaddingScoreGrad"
        " FlashAttentionUnpaddingScoreGradV2 FlashAttentionUnpaddingScoreGradV3",
        "dpseOut",
        "written only where there is one, as documented for the fourth version",
    ),
)
ROLE_EXCEPTIONS |= {
    (f"aclnn{o}", p): why for operators, names, why in MAY_BE_NULL for o in operators.split() for p in names.split()
}
# In the table, but in no public header of CANN.
NOT_PUBLIC = {"ACLNN_ERR_INNER_RUNTIME_INVALID_HANDLE"}

PHASE_2 = "aclnnStatus {}(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);"


def plain(header: str) -> str:
    """A header without comments."""
    return re.sub(r"/\*.*?\*/|//[^\n]*", " ", (HEADERS / header).read_text(encoding="utf-8"), flags=re.S)


def constants(header: str) -> list[tuple[str, int]]:
    """Every constant that a header defines: enumerators, macros and static ones."""
    number = r"\(?(-?(?:0x[0-9a-fA-F]+|\d+))[uUlL]*\)?"
    patterns = (
        rf"^[ \t]*#[ \t]*define[ \t]+(\w+)[ \t]+{number}[ \t]*$",
        rf"^[ \t]*static\s+const\s+\w+\s+(\w+)\s*=\s*{number};",
        rf"^[ \t]*(\w+)\s*=\s*{number}\s*(?=[,}}\n])",
    )
    return [(name, int(value, 0)) for p in patterns for name, value in re.findall(p, plain(header), re.M)]


def prototypes(header: str) -> dict[str, str]:
    """Name -> text of every prototype of a header, cut by a rule of their own: one starts a line and ends in ``);``."""
    text = re.sub(r"^[ \t]*#(?:\\\n|[^\n])*", "", plain(header), flags=re.M)
    found = re.findall(r"^((?:const )?\w+[ \t]+(?:\w+[ \t]+)?\**(\w+)\([^;{}]*\);)", text, flags=re.M)
    return {name: declaration for declaration, name in found}


def operator_prototypes() -> dict[str, tuple[str, str]]:
    return {n: (f, t) for f in FILES if f.startswith("aclnnop/") for n, t in prototypes(f).items()}


@pytest.mark.parametrize(("compiler", "options"), [("gcc", "-xc -std=c99"), ("g++", "-xc++ -std=c++11")])
@pytest.mark.parametrize("order", ["each alone", "all forwards", "all backwards"])
def test_headers_compile(compiler: str, options: str, order: str, tmp_path: Path) -> None:
    if shutil.which(compiler) is None:
        pytest.skip(f"no {compiler} on this machine")
    orders = {"each alone": [[f] for f in FILES], "all forwards": [FILES], "all backwards": [FILES[::-1]]}
    sources = []
    for i, files in enumerate(orders[order]):
        sources.append(tmp_path / f"unit{i}")
        sources[-1].write_text("".join(f'#include "{f}"\n' for f in [*files, files[0]]) + "int unit;\n")
    run = subprocess.run(
        [compiler, *options.split(), *STRICT, f"-I{HEADERS}", *map(str, sources)],
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr


@pytest.mark.parametrize("header", FILES)
def test_every_header_has_a_guard_and_one_purpose_line(header: str) -> None:
    lines = (HEADERS / header).read_text(encoding="ascii").splitlines()
    assert lines[0].startswith("/* ")
    assert lines[1].startswith("#ifndef PYACLNN_")
    assert lines[2] == lines[1].replace("#ifndef", "#define")
    assert lines[-1] == "#endif"


def test_guards_are_distinct() -> None:
    guards = [(HEADERS / header).read_text().splitlines()[1] for header in FILES]
    assert len(set(guards)) == len(FILES)


def test_constants_equal_the_table() -> None:
    known = defaultdict(set)
    for row in table("acl_enums"):
        known[row["name"]].add(int(row["value"], 0))
    found = [c for header in RUNTIME_FILES for c in constants(header)]
    assert len(found) > 350
    wrong = [f"{n} = {v}, not {known[n]}" for n, v in found if known[n] != {v}]
    assert wrong == []


def test_enumerations_are_complete_where_values_are_chosen_from_them() -> None:
    found = dict(c for header in RUNTIME_FILES for c in constants(header))
    whole = {"aclDataType", "aclFormat", "aclrtMemcpyKind", "#define RT error code", "#define ACLNN return code"}
    wanted = {r["name"] for r in table("acl_enums") if r["group"] in whole} - NOT_PUBLIC
    assert wanted - found.keys() == set()


def test_enumerations_as_cffi_sees_them() -> None:
    groups: dict[str, dict[str, int]] = defaultdict(dict)
    for row in table("acl_enums"):
        groups[row["group"]][row["name"]] = int(row["value"], 0)
    ffi = FFI()
    ffi.cdef(own_headers().base_types)
    checked = 0
    for typename in ffi.list_types()[0]:
        ctype = ffi.typeof(typename)
        if ctype.kind == "enum":
            assert ctype.relements.items() <= groups[typename].items(), typename
            checked += 1
    assert checked >= 18


def test_code_names_equal_the_table() -> None:
    known = defaultdict(set)
    for row in table("acl_enums"):
        if "error code" in row["group"] or "return code" in row["group"]:
            known[int(row["value"], 0)].add(row["name"])
    for code, names in known.items():
        assert codes.code_name(code) in names | {""}, code
    assert codes.code_name(161001) == "ACLNN_ERR_PARAM_NULLPTR"
    assert codes.code_name(161002) == "ACLNN_ERR_PARAM_INVALID"
    assert codes.code_name(561103) == "ACLNN_ERR_INNER_NULLPTR"
    assert codes.code_name(561105) == "ACLNN_ERR_INNER_KEY_CONFLICT"
    assert codes.code_name(107002) == "ACL_ERROR_RT_CONTEXT_NULL"
    assert codes.code_name(207001) == "ACL_ERROR_RT_MEMORY_ALLOCATION"
    assert codes.code_name(100002) == "ACL_ERROR_REPEAT_INITIALIZE"
    assert codes.code_name(123456789) == ""
    assert codes.code_name(-1) == ""


def test_runtime_prototypes_equal_the_table() -> None:
    known = defaultdict(list)
    for row in table("acl_runtime_api"):
        known[row["name"]].append(tokens(row["prototype"]))
    found = {n: t for header in RUNTIME_FILES for n, t in prototypes(header).items()}
    assert len(found) > 120
    assert [t for n, t in found.items() if tokens(t) not in known[n]] == []


def test_runtime_functions_are_all_found_by_the_scanner() -> None:
    assert set(own_headers().base_functions) == {n for h in RUNTIME_FILES for n in prototypes(h)}


def test_operator_prototypes_equal_the_table() -> None:
    inferred = {r["op"]: r["params_inferred_from_def"] for r in table("opbuild_inferred")}
    rows = [r for r in table("aclnn_ops") if not r["experimental"].startswith("y")]
    found = operator_prototypes()
    equal = 0
    for row in rows:
        name = f"{row['op']}GetWorkspaceSize"
        header, text = found.pop(name)
        text = re.sub(r"\b(ACLNN_API|ACLNN_OUT|ACLNN_INOUT|ACLNN_OPTIONAL)\b", "", text)
        allowed = [row["params"]]
        if row["source"] == "header":
            assert f"aclnnop/{row['header']}" == header, name
        elif row["source"] == "example":  # only the definition of the operator tells its types
            allowed = [inferred[row["op"]]]
        elif row["op"] in inferred:
            allowed.append(inferred[row["op"]])
        wanted = [", ".join([*p.split("; "), "uint64_t *workspaceSize", "aclOpExecutor **executor"]) for p in allowed]
        assert tokens(text) in [tokens(f"aclnnStatus {name}({w});") for w in wanted], name
        equal += row["source"] == "header"
    assert (len(rows), equal) == (1009, 848)
    assert [n for n in found if n.endswith("GetWorkspaceSize")] == []


def test_single_phase_functions_equal_the_table() -> None:
    rows = list(table("aclnn_single_phase"))
    for row in rows:
        header = f"aclnnop/{row['header'].rpartition('/')[2]}"
        assert own_headers().single_phase[row["name"]] == header
        prototype = own_headers().single_phase_function(row["name"])
        assert prototype is not None
        returns = row["prefix"].removeprefix("ACLNN_API ")
        assert tokens(prototype.text) == tokens(f"{returns} {row['name']}({row['params'].replace(';', ',')});")
        written = [p for p, m in zip(row["params"].split("; "), prototype.macros, strict=False) if m]
        assert all("ACLNN_OUT" in m for m in prototype.macros if m)
        assert written == [p for p in row["params"].split("; ") if re.match(r"(u?int\w*)\*", p)]
    assert set(own_headers().single_phase) == {r["name"] for r in rows}
    assert own_headers().single_phase_function("aclnnAdd") is None


def test_every_operator_has_both_phases_in_one_header() -> None:
    found = operator_prototypes()
    single = {r["name"] for r in table("aclnn_single_phase")}
    operators = {n.removesuffix("GetWorkspaceSize") for n in found} - single
    for name in operators:
        header, text = found[name]
        assert found[f"{name}GetWorkspaceSize"][0] == header
        assert tokens(text) == ["ACLNN_API", *tokens(PHASE_2.format(name))]
    assert operators == set(own_headers().operators)


def test_every_header_has_a_topic() -> None:
    lines = (HEADERS / "aclnnop" / "topics.tsv").read_text(encoding="ascii").splitlines()
    pairs = [tuple(line.split("\t")) for line in lines if not line.startswith("#")]
    assert pairs == sorted(set(pairs))
    assert sorted(f"aclnnop/{header}" for _, header in pairs) == [f for f in FILES if f.startswith("aclnnop/")]
    assert {topic for topic, _ in pairs} == {"math", "nn", "cv", "transformer"}
    known = {r["header"]: r["repo"].removeprefix("ops-") for r in table("aclnn_ops") if r["experimental"] != "y"}
    assert [(t, h) for t, h in pairs if h in known and known[h] != t] == []


def test_roles_equal_the_table() -> None:
    rows = list(table("param_direction"))
    known = {(r["op"], r["param"]): r for r in rows}
    examples = {r["op"] for r in rows if r["source"] == "example"}
    wrong = []
    for name in own_headers().operators.keys() - examples:
        signature = own_headers().operator(name)
        assert signature is not None
        for p in signature.parameters:
            row = known[name, p.name]
            role, optional = row["direction"].rstrip("?"), row["optional"] == "y" and "*" in p.ctype
            same = (p.role.value, p.optional) == (role, optional)
            if same is ((name, p.name) in ROLE_EXCEPTIONS):
                wrong.append(f"{name}.{p.name}: {p.role.value}, {p.optional}; table {role}, {optional}")
    assert wrong == []


def test_roles_of_operators_known_by_definition_follow_their_names() -> None:
    operators = {r["op"] for r in table("aclnn_ops") if r["source"] == "example" and r["experimental"] == "n"}
    assert len(operators) == 17
    for name in operators:
        signature = own_headers().operator(name)
        assert signature is not None
        for p in signature.parameters:
            wanted = Role.INOUT if p.name.endswith("Ref") else Role.IN
            if p.kind in (Kind.TENSOR, Kind.TENSOR_LIST) and p.name.removesuffix("Optional").endswith("Out"):
                wanted = Role.OUT
            assert (p.role, p.optional) == (wanted, p.name.endswith("Optional")), f"{name}.{p.name}"


def test_operators_bind() -> None:
    ffi = FFI()
    ffi.cdef(own_headers().base_types)
    for name in own_headers().operators:
        signature = own_headers().operator(name)
        assert signature is not None
        ffi.cdef(signature.text)
        ffi.cdef(PHASE_2.format(name))
        ctype = ffi.typeof(re.sub(r"\w+GetWorkspaceSize\(", "(*)(", signature.text, count=1).rstrip(";"))
        assert len(ctype.args) == len(signature.parameters) + 2
        assert all(p.kind is not Kind.OTHER for p in signature.parameters)
        assert all(p.kind in (Kind.TENSOR, Kind.TENSOR_LIST, Kind.INT_ARRAY) for p in signature.written)


def test_every_operator_is_found_by_either_name() -> None:
    known = Headers()
    for name in known.own.operators:
        signature = known.operator(name)
        assert signature is not None
        assert signature.name == name
        by_name = known.by_name(signature.python_name)
        assert by_name is not None
        assert by_name.name == name
    assert known.operator("aclnnNoSuch") is None
    assert known.by_name("no_such") is None
    assert known.operator("") is None


@pytest.mark.parametrize("name", ["", "A" * 5000, "/../acl/acl", "\0", "Add GetWorkspaceSize", "\udcff", "Größe"])
def test_odd_names_are_unknown(name: str) -> None:
    known = Headers()
    assert known.operator(f"aclnn{name}") is None
    assert known.operator(name) is None
    assert known.by_name(name) is None


# -- where the headers lie


def test_own_directory_of_a_checkout() -> None:
    assert own_directory().name == "headers"
    assert (own_directory() / "acl" / "acl.h").is_file()


def test_own_directory_of_an_installation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = tmp_path / "pyaclnn" / "abi" / "headers.py"
    (tmp_path / "pyaclnn" / "_headers").mkdir(parents=True)
    (tmp_path / "headers").mkdir()
    monkeypatch.setattr(headers_module, "__file__", str(module))
    assert own_directory() == tmp_path.resolve() / "pyaclnn" / "_headers"
    (tmp_path / "pyaclnn" / "_headers").rmdir()
    assert own_directory() == tmp_path.resolve() / "headers"


def test_an_installed_package_finds_its_operators(tmp_path: Path) -> None:
    shutil.copytree(HEADERS, tmp_path / "_headers")
    directory = HeaderDirectory(tmp_path / "_headers", annotated=True)
    assert directory.operators == own_headers().operators
    assert directory.base_types == own_headers().base_types


# -- other directories


def write(path: Path, text: str | bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())


def operator_text(name: str, parameters: str = "const aclTensor *self, aclTensor *out") -> str:
    return (
        f"ACLNN_API aclnnStatus {name}GetWorkspaceSize({parameters}, uint64_t *workspaceSize, "
        f"aclOpExecutor **executor);\nACLNN_API {PHASE_2.format(name)}\n"
    )


def test_an_operator_is_found_in_a_header_of_another_name(tmp_path: Path) -> None:
    write(tmp_path / "aclnnop/aclnn_other.h", operator_text("aclnnFoo") + operator_text("aclnnBar"))
    found = HeaderDirectory(tmp_path, annotated=False).operator("aclnnBar")
    assert found is not None
    assert found.header == "aclnnop/aclnn_other.h"
    assert HeaderDirectory(tmp_path, annotated=False).operators_of("aclnnop/aclnn_other.h") == ["aclnnFoo", "aclnnBar"]


def test_repeated_headers_give_the_upper_one(tmp_path: Path) -> None:
    write(tmp_path / "aclnnop/level2/aclnn_set.h", operator_text("aclnnFoo", "const aclTensor *lower"))
    write(tmp_path / "aclnnop/aclnn_set.h", operator_text("aclnnFoo", "const aclTensor *upper"))
    found = HeaderDirectory(tmp_path, annotated=False).operator("aclnnFoo")
    assert found is not None
    assert [p.name for p in found.parameters] == ["upper"]


@pytest.mark.parametrize(
    "mention",
    [
        "// aclnnFooGetWorkspaceSize(a, b) is in another header\n",
        "#define FOO aclnnFooGetWorkspaceSize(a, b)\n",
        "static inline int f(int a) { return aclnnFooGetWorkspaceSize(a); }\n",
    ],
)
def test_a_mention_is_no_declaration(tmp_path: Path, mention: str) -> None:
    write(tmp_path / "aclnnop/aclnn_a.h", mention)
    assert HeaderDirectory(tmp_path, annotated=False).operator("aclnnFoo") is None
    write(tmp_path / "aclnnop/aclnn_b.h", operator_text("aclnnFoo"))
    found = HeaderDirectory(tmp_path, annotated=False).operator("aclnnFoo")
    assert found is not None
    assert found.header == "aclnnop/aclnn_b.h"


def test_headers_of_custom_operators_lie_in_the_directory_itself(tmp_path: Path) -> None:
    write(tmp_path / "aclnn_my_op.h", operator_text("aclnnMyOp"))
    write(tmp_path / "aclnn_set.h", operator_text("aclnnSecond"))
    directory = HeaderDirectory(tmp_path, annotated=False)
    assert directory.operators == {"aclnnMyOp": "aclnn_my_op.h", "aclnnSecond": "aclnn_set.h"}
    known = Headers([tmp_path])
    for python_name, header in (("my_op", "aclnn_my_op.h"), ("second", "aclnn_set.h")):
        found = known.by_name(python_name)
        assert found is not None
        assert found.header == header


def test_odd_files_are_passed_over(tmp_path: Path) -> None:
    (tmp_path / "aclnnop/aclnn_directory.h").mkdir(parents=True)
    (tmp_path / "aclnnop/aclnn_gone.h").symlink_to(tmp_path / "nowhere")
    write(tmp_path / "aclnnop/aclnn_empty.h", b"")
    write(tmp_path / "aclnnop/aclnn_bytes.h", bytes(range(256)) * 4)
    write(tmp_path / "aclnnop/aclnn_good.h", b"\xef\xbb\xbf/* \xff */" + operator_text("aclnnGood").encode())
    write(tmp_path / "aclnnop/aclnn_none.h", "enum Mode { None = 0, Some };\n" + operator_text("aclnnNone"))
    directory = HeaderDirectory(tmp_path, annotated=False)
    assert set(directory.operators) == {"aclnnGood", "aclnnNone"}
    for name in ("aclnnDirectory", "aclnnGone", "aclnnEmpty", "aclnnBytes"):
        assert directory.operator(name) is None
    found = directory.operator("aclnnGood")
    assert found is not None
    assert [p.role for p in found.parameters] == [Role.IN, Role.OUT]


def test_a_directory_that_is_not_there_declares_nothing(tmp_path: Path) -> None:
    directory = HeaderDirectory(tmp_path / "none", annotated=False)
    assert directory.operators == {}
    assert directory.operator("aclnnAdd") is None
    assert list(directory.base_functions) == []


def test_a_header_that_is_no_c_is_a_value_error(tmp_path: Path) -> None:
    write(tmp_path / "aclnnop/aclnn_foo.h", operator_text("aclnnFoo", "const std::vector<int> &x"))
    with pytest.raises(ValueError, match="not a C prototype"):
        HeaderDirectory(tmp_path, annotated=False).operator("aclnnFoo")


def test_installed_types_win_and_ours_give_the_roles(tmp_path: Path) -> None:
    write(
        tmp_path / "aclnnop/aclnn_add.h",
        operator_text(
            "aclnnAdd", "const aclTensor *self, aclTensor *other, const aclScalar *alpha, const aclTensor *out"
        )
        + operator_text("aclnnNewest", "const aclTensor *xOptional, aclTensor *stateRef, aclTensor *y"),
    )
    known = Headers([tmp_path])
    add, newest = known.operator("aclnnAdd"), known.operator("aclnnNewest")
    assert add is not None
    assert newest is not None
    assert [(p.ctype, p.role) for p in add.parameters] == [
        ("const aclTensor *", Role.IN),
        ("aclTensor *", Role.IN),
        ("const aclScalar *", Role.IN),
        ("const aclTensor *", Role.OUT),
    ]
    assert [(p.role, p.optional) for p in newest.parameters] == [
        (Role.IN, True),
        (Role.INOUT, False),
        (Role.OUT, False),
    ]
    assert known.by_name("newest") == newest
    assert {"add", "newest", "mul"} <= known.by_python_name.keys()
    assert known.operator("aclnnMul") == own_headers().operator("aclnnMul")


def test_the_first_of_several_installed_directories_wins(tmp_path: Path) -> None:
    write(tmp_path / "a/aclnnop/aclnn_foo.h", operator_text("aclnnFoo", "const aclTensor *a"))
    write(tmp_path / "b/aclnnop/aclnn_foo.h", operator_text("aclnnFoo", "const aclTensor *b"))
    for first, second in (("a", "b"), ("b", "a")):
        found = Headers([tmp_path / first, tmp_path / second]).operator("aclnnFoo")
        assert found is not None
        assert [p.name for p in found.parameters] == [first]
