"""What samples become, and that nothing which is not understood passes for translated."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

pytest.importorskip("tree_sitter_cpp", reason="the extra pyaclnn[translate] is not installed")

from pyaclnn.cli import main as cli
from pyaclnn.translate import TranslationError, translate, translated

from .samples import ADD, GUARDED


def run(script: str, capsys: pytest.CaptureFixture[str]) -> str:
    """What a script prints, on the simulator."""
    scope = {"__name__": "__main__"}
    exec(compile(script, "script", "exec"), scope)
    return capsys.readouterr().out


@pytest.fixture(autouse=True)
def simulator(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYACLNN_BACKEND", "simulator")


def body(script: str) -> list[str]:
    lines = script.splitlines()
    start = next(i for i, line in enumerate(lines) if "with Device" in line)
    return [line[8:] for line in lines[start + 1 : lines.index("", start)]]


def test_classic_form() -> None:
    found = translated(ADD, "add.cpp")
    assert found.is_complete
    assert found.script.startswith('"""Translated by pyaclnn from add.cpp."""\n')
    assert body(found.script) == [
        "left = d.tensor(np.array([[1, 2], [3, 4]], np.float32))",
        "right = d.tensor(np.ones((2, 2), np.float32))",
        'out = d.empty((2, 2), "float32")',
        "d.add(left, right, alpha=np.float32(1.2), out=out)",
        "for i, value in enumerate(out.numpy().ravel()):",
        '    print(f"sum[{i}] = {value:f}")',
    ]
    assert found.script_lines <= found.source_lines / 4


def test_classic_form_runs(capsys: pytest.CaptureFixture[str]) -> None:
    printed = run(translate(ADD), capsys)
    assert printed == "sum[0] = 2.200000\nsum[1] = 3.200000\nsum[2] = 4.200000\nsum[3] = 5.200000\n"


def test_guards_lambdas_structs_and_long_loops(capsys: pytest.CaptureFixture[str]) -> None:
    found = translated(GUARDED)
    assert found.is_complete, found.missing
    assert found.operators == ("aclnnAbs", "aclnnInplaceRelu")
    assert "(np.arange(100) * 0.5).astype(np.float32)" in found.script
    assert run(found.script, capsys) == "last: 49.5\n"


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("float factor = 1.2f;", "float factor = FromFile(1);", "an unknown function"),
        ("ret = aclrtSynchronizeStream(stream);", "Mystery::Act(left);", "an unknown function"),
        ("LOG_PRINT(\"sum[%ld] = %f\\n\", i, result[i]);", "if (result[i] > 1) { std::abort(); }", "a function under"),
        ("GetWorkspaceSize(left, right, alpha, out,", "GetWorkspaceSize(left, right, out,", "another number"),
        ("std::vector<float> leftData = {1, 2, 3, 4}", "std::vector<float> leftData = Load()", "an unknown function"),
    ],
)  # fmt: skip
def test_what_is_not_understood_is_a_comment(old: str, new: str, reason: str) -> None:
    assert old in ADD
    found = translated(ADD.replace(old, new))
    assert not found.is_complete
    assert any(m.reason.startswith(reason) or reason in m.reason for m in found.missing), found.missing
    assert "# line " in found.script
    compile(found.script, "script", "exec")


@pytest.mark.parametrize(
    "source",
    [
        "",
        "def main():\n    pass\n",
        "int helper() { return 0; }",
        ADD[: len(ADD) * 2 // 3],
        "(" * 1_000_000,
        "[]{}" * 600_000,
        "int main() { return " + "(" * 100 + "1" + ")" * 101 + "; }",
        "\0binary\0",
        "#define A B B\n#define B C C\n" + "int main() { A }" * 1000 + "}",
        "#define F(x) " + "x x " * 200 + "\nint main() { " + "F(" * 60 + "1" + ")" * 60 + "; }",
    ],
)  # fmt: skip
def test_hostile_input_is_an_error(source: str) -> None:
    with pytest.raises(TranslationError):
        translate(source)


@pytest.mark.parametrize(
    "body_text",
    [
        "while (true) {}",
        "for (int i = 0; i >= 0; ++i) { x += i; }",
        "std::vector<float> v(1LL << 40, 0);",
        "main();",
        "int a = 1 / 0;",
        "int* p = nullptr; *p = 3;",
        "std::vector<int> v; v[7] = 1;",
    ],
)
def test_endless_and_wrong_programs_end(body_text: str) -> None:
    found = translated("int main() { int x = 0; " + body_text + " return 0; }")
    assert not found.is_complete


def test_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, partly, bad = tmp_path / "good.cpp", tmp_path / "partly.cpp", tmp_path / "bad.cpp"
    good.write_text(ADD)
    partly.write_text(ADD.replace("1.2f", "Unknown(3)"))
    bad.write_text("int main( {")
    assert cli.main(["translate", str(good)]) == 0
    assert capsys.readouterr().out.startswith('"""Translated by pyaclnn from good.cpp."""')
    assert cli.main(["translate", str(partly), "-o", str(tmp_path / "out")]) == 3
    assert (tmp_path / "out" / "partly.py").read_text().count("# line ")
    assert cli.main(["translate", str(bad)]) == 1
    assert cli.main(["translate", str(good), str(bad)]) == 1


def test_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "good.cpp"
    source.write_text(ADD)
    assert cli.main(["translate", "--check", "--no-run", "--json", str(source)]) == 0
    assert '"complete": 1' in capsys.readouterr().out


def test_a_file_name_stands_in_the_script_whatever_is_in_it() -> None:
    """Quotes, line ends and backslashes would end the docstring, or be code."""
    name = 'a"""\nprint("out")\n\\x.cpp'
    script = translate("int main() { return 0; }", name)
    assert ast.get_docstring(ast.parse(script)) == f"Translated by pyaclnn from {name}, which does nothing."


def test_an_output_that_is_null_is_passed_as_none(tmp_path: Path) -> None:
    """The last parameter of aclnnGeluQuant is the scale, which static quantization does not give."""
    text = ADD.replace("aclnnAdd", "aclnnGeluQuant").replace(
        "aclnnGeluQuantGetWorkspaceSize(left, right, alpha, out,",
        'aclnnGeluQuantGetWorkspaceSize(left, right, nullptr, "none", "static", "rint", 2, out, nullptr,',
    )
    assert "out_scale_optional=None" in translate(text)
