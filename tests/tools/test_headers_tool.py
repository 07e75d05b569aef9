"""The tool that writes headers/aclnnop: on our own headers, and on directories in the forms that CANN has."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from pyaclnn.abi.headers import INDEX, HeaderDirectory, own_directory, own_headers
from tools.headers import model, sources, table, update
from tools.headers.__main__ import main

PHASE_2 = "(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor, const aclrtStream stream);\n"
EMPTY = "# nothing\n"


def operator(name: str, parameters: str) -> str:
    """Both phases, in a style of CANN's headers that ours don't have."""
    return (
        f'/**\n * @brief first phase\n */\n__attribute__((visibility("default"))) aclnnStatus\n'
        f"{name}GetWorkspaceSize(\n    {parameters}, uint64_t* workspace_size,\n    aclOpExecutor** executor);\n\n"
        f"ACLNN_API aclnnStatus {name}{PHASE_2}"
    )


Put = Callable[[str, str], Path]


@pytest.fixture
def put(tmp_path: Path) -> Put:
    """Writes a file below a checkout named ops-math."""

    def write(path: str, text: str) -> Path:
        file = tmp_path / "ops-math" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f'#ifndef A\n#define A\n#include "aclnn_util.h"\n{text}#endif\n')
        return tmp_path / "ops-math"

    return write


@pytest.fixture
def ours(tmp_path: Path) -> Path:
    """An empty directory for our headers, with a table of no operators beside it."""
    (tmp_path / "headers" / "aclnnop").mkdir(parents=True)
    (tmp_path / "none.tsv").write_text(EMPTY)
    return tmp_path / "headers"


def run(ours: Path, *directories: Path, options: tuple[str, ...] = (), rows: str = EMPTY) -> None:
    file = ours.parent / "none.tsv"
    file.write_text(rows)
    assert main(["update", *map(str, directories), "--headers", str(ours), "--table", str(file), *options]) == 0


def lines(capsys: pytest.CaptureFixture[str]) -> list[str]:
    """What the tool printed, without the counts and the files written, with single spaces."""
    printed = capsys.readouterr().out.splitlines()[:-1]
    return [" ".join(line.split()) for line in printed if not line.startswith("written")]


def contents(directory: Path) -> dict[str, str]:
    return {str(f.relative_to(directory)): f.read_text() for f in directory.rglob("*.*")}


# -- our own headers


@pytest.mark.parametrize("source", [[], [own_directory()]])
def test_a_second_run_changes_nothing(tmp_path: Path, source: list[Path], capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copytree(own_directory(), tmp_path / "headers")
    assert main(["update", *map(str, source), "--headers", str(tmp_path / "headers")]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed[-1] == "0 new, 0 changed, 0 moved, 0 gone, 0 unreadable, 161 notes, 0 written".replace(
        "161", "161" if source else "0"
    )
    assert contents(tmp_path / "headers") == contents(own_directory())


def test_reading_and_writing_a_header_gives_the_same_text() -> None:
    for file in sorted((own_directory() / "aclnnop").glob("*.h")):
        text = file.read_text(encoding="ascii")
        assert model.write(model.read(file.name, text)) == text


def test_the_index_is_what_the_headers_say() -> None:
    fresh = HeaderDirectory(own_directory(), annotated=True)
    assert (own_directory() / "aclnnop" / INDEX).is_file()
    assert list(fresh.scanned_index().items()) == list(own_headers()._index.items())
    assert len(fresh.operators) == 1009
    assert len(fresh.single_phase) == 8


def test_the_table_has_the_operators_without_a_header() -> None:
    rows = list(table.rows())
    assert len({r.function.name for r in rows}) == len(rows) == 161
    for row in rows:
        ours = own_headers().operator(row.function.name)
        assert ours is not None
        assert ours.header == f"aclnnop/{row.file}"
        assert [p.ctype for p in ours.parameters] == [p.ctype for p in row.function.parameters]
        assert own_headers().topic(row.file) == row.topic


def test_doubtful_attributes_are_marked() -> None:
    header = model.read("a.h", (own_directory() / "aclnnop" / "aclnn_rms_norm.h").read_text())
    assert header.functions["aclnnRmsNorm"].comment == "Float or double is not certain: epsilon."
    doubtful = [r for r in table.rows() if any(p.ctype in ("float", "double") for p in r.function.parameters)]
    assert all(r.function.comment for r in doubtful)


# -- from directories


def test_new_operators(ours: Path, put: Put, capsys: pytest.CaptureFixture[str]) -> None:
    put("math/foo/op_api/aclnn_foo.h", operator("aclnnFooBar", "const aclTensor* x, aclTensor *yRef, aclTensor* out"))
    root = put(
        "math/tool/aclnn_tool.h",
        "ACLNN_API aclnnStatus aclnnToolSize(const aclIntArray* shape, int64_t** dims, uint64_t* count);\n",
    )
    run(ours, root)
    assert lines(capsys) == ["new aclnnFooBar (aclnn_foo.h)", "new aclnnToolSize (aclnn_tool.h)"]
    assert (ours / "aclnnop/aclnn_foo.h").read_text() == (
        "/* Foo bar. */\n#ifndef PYACLNN_ACLNNOP_ACLNN_FOO_H\n#define PYACLNN_ACLNNOP_ACLNN_FOO_H\n\n"
        '#include "aclnn/aclnn_base.h"\n\n#ifdef __cplusplus\nextern "C" {\n#endif\n\n'
        "ACLNN_API aclnnStatus aclnnFooBarGetWorkspaceSize(const aclTensor *x, ACLNN_INOUT aclTensor *yRef,\n"
        "                                                  ACLNN_OUT aclTensor *out, uint64_t *workspaceSize,\n"
        "                                                  aclOpExecutor **executor);\n"
        "ACLNN_API aclnnStatus aclnnFooBar(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, "
        "aclrtStream stream);\n\n"
        "#ifdef __cplusplus\n}\n#endif\n\n#endif\n"
    )
    assert (
        "aclnnToolSize(const aclIntArray *shape, ACLNN_OUT int64_t **dims,"
        in (ours / "aclnnop/aclnn_tool.h").read_text()
    )
    assert update.read_topics(ours / "aclnnop") == {"aclnn_foo.h": "math", "aclnn_tool.h": "math"}
    before = contents(ours)
    run(ours, root)
    assert lines(capsys) == []
    assert contents(ours) == before


def test_what_is_ours_stays(ours: Path, put: Put, capsys: pytest.CaptureFixture[str]) -> None:
    root = put("math/foo/aclnn_foo.h", operator("aclnnFoo", "const aclTensor* x, const aclTensor* weight, float eps"))
    run(ours, root)
    file = ours / "aclnnop/aclnn_foo.h"
    text = file.read_text()
    text = text.replace("/* Foo. */", "/* What Foo does. */")
    text = text.replace('base.h"', 'base.h"\n#include "aclnnop/aclnn_bar.h"')
    text = text.replace("const aclTensor *weight", "ACLNN_OPTIONAL ACLNN_OUT const aclTensor *weight")
    text = text.replace(
        '"C" {\n#endif\n\n', '"C" {\n#endif\n\ntypedef enum {\n    A = 1,\n} Mode;\n\n/* Mind eps. */\n'
    )
    file.write_text(text)
    put("math/foo/aclnn_foo.h", operator("aclnnFoo", "const aclTensor* x, aclTensor* weight, double eps, int64_t n"))
    capsys.readouterr()
    run(ours, root)
    assert lines(capsys) == [
        "changed aclnnFoo: 3 -> 4 parameters; -const aclTensor *weight; -float eps; "
        "+aclTensor *weight; +double eps; +int64_t n"
    ]
    header = model.read(file.name, file.read_text())
    assert header.description == "What Foo does."
    assert header.includes == ["aclnn/aclnn_base.h", "aclnnop/aclnn_bar.h"]
    assert header.types == ["typedef enum {\n    A = 1,\n} Mode;"]
    assert header.functions["aclnnFoo"].comment == "Mind eps."
    assert [str(p) for p in header.functions["aclnnFoo"].parameters] == [
        "const aclTensor *x",
        "ACLNN_OPTIONAL ACLNN_OUT aclTensor *weight",
        "double eps",
        "int64_t n",
    ]


def test_what_is_gone_is_kept_unless_told(ours: Path, put: Put, capsys: pytest.CaptureFixture[str]) -> None:
    put("math/a/aclnn_a.h", operator("aclnnA", "aclTensor* out") + operator("aclnnAV2", "aclTensor* out"))
    root = put("math/b/aclnn_b.h", operator("aclnnB", "aclTensor* out"))
    run(ours, root)
    (root / "math/b/aclnn_b.h").unlink()
    put("math/a/aclnn_a.h", operator("aclnnA", "aclTensor* out"))
    before = contents(ours)
    capsys.readouterr()
    run(ours, root)
    assert lines(capsys) == ["gone aclnnAV2 (aclnn_a.h): kept", "gone aclnnB (aclnn_b.h): kept"]
    assert contents(ours) == before
    run(ours, root, options=("--remove", "--dry-run"))
    assert lines(capsys) == ["gone aclnnAV2 (aclnn_a.h)", "gone aclnnB (aclnn_b.h)"]
    assert contents(ours) == before
    run(ours, root, options=("--remove",))
    assert sorted(contents(ours / "aclnnop")) == ["aclnn_a.h", INDEX, "topics.tsv"]
    assert list(HeaderDirectory(ours, annotated=True).operators) == ["aclnnA"]


def test_other_topics_are_not_gone(ours: Path, put: Put, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(ours, put("math/a/aclnn_a.h", operator("aclnnA", "aclTensor* out")))
    other = tmp_path / "ops-nn" / "b" / "aclnn_b.h"
    other.parent.mkdir(parents=True)
    other.write_text(operator("aclnnB", "aclTensor* out"))
    capsys.readouterr()
    run(ours, tmp_path / "ops-nn")
    assert lines(capsys) == ["new aclnnB (aclnn_b.h)"]
    assert update.read_topics(ours / "aclnnop") == {"aclnn_a.h": "math", "aclnn_b.h": "nn"}


def test_an_operator_that_moved(ours: Path, put: Put, capsys: pytest.CaptureFixture[str]) -> None:
    root = put("math/a/aclnn_a.h", operator("aclnnA", "aclTensor* out"))
    run(ours, root)
    shutil.rmtree(root)
    put("math/a/aclnn_b.h", operator("aclnnA", "aclTensor* out"))
    capsys.readouterr()
    run(ours, root)
    assert lines(capsys) == ["moved aclnnA: aclnn_a.h -> aclnn_b.h"]
    assert sorted(contents(ours / "aclnnop")) == ["aclnn_b.h", INDEX, "topics.tsv"]


def test_an_installation(ours: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    include = tmp_path / "cann" / "x86_64-linux" / "include" / "aclnnop"
    (include / "level2").mkdir(parents=True)
    (include / "aclnn_a.h").write_text(operator("aclnnA", "aclTensor* upper"))
    (include / "level2" / "aclnn_a.h").write_text(operator("aclnnA", "aclTensor* lower"))
    run(ours, tmp_path / "cann")
    assert lines(capsys) == ["new aclnnA (aclnn_a.h)", "notes aclnn_a.h: the topic is not known, nn is taken"]
    assert "upper" in (ours / "aclnnop/aclnn_a.h").read_text()


def test_trial_versions_and_copies(ours: Path, put: Put, capsys: pytest.CaptureFixture[str]) -> None:
    put("experimental/math/a/aclnn_a.h", operator("aclnnA", "aclTensor* trial"))
    put("experimental/math/b/aclnn_b.h", operator("aclnnB", "aclTensor* trial"))
    put("3rd/math/a/aclnn_a.h", operator("aclnnA", "aclTensor* copy"))
    root = put("math/a/aclnn_a.h", operator("aclnnA", "aclTensor* out"))
    run(ours, root)
    assert lines(capsys) == ["new aclnnA (aclnn_a.h)"]
    assert "ACLNN_OUT aclTensor *out" in (ours / "aclnnop/aclnn_a.h").read_text()
    directory = HeaderDirectory(root, annotated=False)
    assert directory.operators == {"aclnnA": "math/a/aclnn_a.h", "aclnnB": "experimental/math/b/aclnn_b.h"}


def test_what_is_no_c_is_said_and_left(ours: Path, put: Put, capsys: pytest.CaptureFixture[str]) -> None:
    put("math/a/aclnn_a.h", operator("aclnnA", "const std::vector<int>& x"))
    root = put("math/b/aclnn_b.h", operator("aclnnB", "aclTensor* out") + "class C { void f(); };\n")
    run(ours, root)
    first, second = lines(capsys)
    assert first == "new aclnnB (aclnn_b.h)"
    assert second.startswith("unreadable aclnnAGetWorkspaceSize in ops-math: math/a/aclnn_a.h: not a C prototype")
    assert main(["compare", str(root)]) == 0
    printed = capsys.readouterr().out
    assert "files: 2 in all, 1 with operators, 0 with other functions only, 0 without functions, 1 not C" in printed
    assert "operator that does not bind: 1" in printed


def test_the_table_and_a_header_that_came_later(ours: Path, put: Put, capsys: pytest.CaptureFixture[str]) -> None:
    rows = "aclnnA\taclnn_a.h\tcv\tconst aclTensor *x; double eps; ACLNN_OUT const aclTensor *out\teps\n"
    run(ours, rows=rows)
    assert lines(capsys) == ["new aclnnA (aclnn_a.h)"]
    assert "/* Float or double is not certain: eps. */" in (ours / "aclnnop/aclnn_a.h").read_text()
    assert update.read_topics(ours / "aclnnop") == {"aclnn_a.h": "cv"}
    root = put("math/a/aclnn_a.h", operator("aclnnA", "const aclTensor* x, float eps, const aclTensor* out"))
    run(ours, root, rows=rows)
    assert lines(capsys) == [
        "changed aclnnA: double eps -> float eps",
        "notes aclnnA has a header in CANN now: take it out of operators.tsv",
    ]
    assert "ACLNN_OUT const aclTensor *out" in (ours / "aclnnop/aclnn_a.h").read_text()


def test_the_first_source_wins(tmp_path: Path) -> None:
    for name in ("first", "second"):
        (tmp_path / name / "aclnnop").mkdir(parents=True)
        (tmp_path / name / "aclnnop" / "aclnn_a.h").write_text(operator("aclnnA", f"aclTensor* {name}"))
    (tmp_path / "ours").mkdir()
    given = [sources.read(tmp_path / name) for name in ("first", "second")]
    update.update(tmp_path / "ours", given, [])
    assert "*first" in (tmp_path / "ours" / "aclnn_a.h").read_text()


def test_a_directory_that_is_not_there(ours: Path, tmp_path: Path) -> None:
    with pytest.raises(SystemExit):
        main(["update", str(tmp_path / "none"), "--headers", str(ours)])
    with pytest.raises(FileNotFoundError):
        sources.read(tmp_path / "none")


# -- comparing


def test_comparing_ours_with_ours(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", str(own_directory()), "--counts"]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed[1].startswith("operators: 1009 bind, 1009 equal to ours")
    assert all(line.startswith(("files", "operators", "guessed role")) for line in printed)


def guessed_wrong(name: str) -> str:
    """One of our operators as upstream declares it, without roles."""
    signature = own_headers().operator(name)
    assert signature is not None
    return operator(name, ", ".join(f"{p.ctype} {p.name}" for p in signature.parameters))


def test_differences_are_told_by_kind(put: Put, capsys: pytest.CaptureFixture[str]) -> None:
    put("math/a/aclnn_abs.h", operator("aclnnAbs", "const aclTensor* self, const aclTensor* out"))
    put("math/b/aclnn_mul.h", operator("aclnnMul", "const aclTensor* self, const aclTensor* mine, aclTensor* out"))
    put("math/c/aclnn_add.h", operator("aclnnAdd", "const aclTensor* self, aclTensor* out"))
    put(
        "math/d/aclnn_adds.h", operator("aclnnAdds", "const aclTensor* self, float other, double alpha, aclTensor* out")
    )
    put("tests/d/aclnn_abs.h", operator("aclnnAbs", "const aclTensor* self, aclTensor* out"))
    put("nn/f/aclnn_ascend_anti_quant.h", guessed_wrong("aclnnAscendAntiQuant"))
    root = put("math/e/aclnn_newest.h", operator("aclnnNewest", "const Mine* self"))
    assert main(["compare", str(root)]) == 0
    printed = capsys.readouterr().out
    for text in (
        "prototype: const: 1\n    aclnnAbs",
        "prototype: names: 1\n    aclnnMul",
        "prototype: number of parameters: 1\n    aclnnAdd",
        "prototype: types: 1\n    aclnnAdds",
        "another file name: 1\n    aclnnAdds: math/d/aclnn_adds.h, ours aclnnop/aclnn_add.h",
        "declared twice, and not the same: 1\n    aclnnAbs: const",
        "not in ours: 1\n    aclnnNewest",
        "guessed role in, in ours out: 1\n    aclnnAscendAntiQuant.y",
    ):
        assert text in printed
