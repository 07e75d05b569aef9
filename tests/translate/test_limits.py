"""Programs that ask for more than a translation may take end early, with an error or in part."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("tree_sitter_cpp", reason="the extra pyaclnn[translate] is not installed")

from pyaclnn.cli import main as cli
from pyaclnn.translate import Translation, TranslationError, translated
from pyaclnn.translate.values import limits

from .running import with_results
from .samples import ADD

_TURNS = "for (long i = 0; i < 1000000; i++) { %s }"


def program(statements: str, before: str = "") -> str:
    return f"{before}\nint main() {{\n    {statements}\n    return 0;\n}}\n"


def partly(source: str) -> str:
    """Why a program is not translated, or the first reasons for being partial."""
    try:
        found = translated(source)
    except TranslationError as error:
        return str(error)
    assert not found.is_complete, found.script[-500:]
    return "; ".join(m.reason for m in found.missing)


@pytest.mark.parametrize(
    "statements",
    [
        'std::string s = "ab"; ' + _TURNS % "s += s;",
        "std::string s(100000000000, 'a');",
        "std::string s(1000000, 'a'); std::vector<std::string> v; " + _TURNS % "s = s + s;",
        "std::vector<int> v(2000000000); v[5] = 1;",
        "std::vector<double> v(30000000); v[5] = 1; " + _TURNS % "auto w = v; w[1] = i; v = w;",
        "std::vector<int> v(100); " + _TURNS % "v.resize(v.size() * 2);",
        "std::vector<int> v(100); " + _TURNS % "v.insert(v.end(), v.begin(), v.end());",
        "std::vector<std::vector<int>> v; std::vector<int> w(1000000); w[1] = 5; while (true) v.push_back(w);",
        "std::vector<std::vector<int>> v(9999, std::vector<int>(60, 1)), w; " + _TURNS % "w = v; v.push_back(w[i]);",
        "int* p = new int[1LL << 40];",
        "std::vector<float> v(130000000); for (int i = 0; i < 130000000; i++) v[i] = i * 2 + 1;",
        "std::vector<float> v(100000000); memset(v.data(), 7, 400000000);",
        r'printf("%2000000000d\n", 1);',
        r'printf("%.2000000000f\n", 1.0);',
        r'printf("%*d\n", 2000000000, 1);',
        r"std::cout << std::setw(2000000000) << 1;",
        "long a = 0x" + "f" * 10000 + "; long b = a * a;",
        "std::vector<int64_t> s(2000000000, 1); auto q = aclCreateIntArray(s.data(), s.size());",
        "int a = " + "!" * 100000 + "1;",
        "auto f = " + "x(" * 140 + ")" * 140 + ";",
        "int x = 3; " + "else ".join(f"if (x == {k}) x = 1;" for k in range(4, 8000)),
        "std::vector" + "<std::vector" * 5000 + "<int>" + ">" * 5000 + " v;",
    ],
)
def test_more_than_a_translation_may_take(statements: str) -> None:
    assert partly(program(statements))


@pytest.mark.parametrize(
    ("before", "statements"),
    [
        ("struct A0 { int x; };" + "".join(f"struct A{k + 1} {{ A{k} a, b, c, d; }};" for k in range(20)), "A20 a;"),
        ("struct A { std::vector<A> v; };", "A a; for (int i = 0; i < 60; i++) { A b; b.v = {a, a}; a = b; }"),
        ("using T0 = int;" + "".join(f"using T{k + 1} = std::pair<T{k}, T{k}>;" for k in range(40)), "T40 a(1, 2);"),
        ("template <typename T> int f(T a) { std::pair<T, T> p(a, a); return f(p); }", "f(1);"),
        ("int f(int a) { return a < 0 ? 1 : f(a - 1) + f(a - 1); }", "f(40);"),
        ("enum A { a = " + "9" * 5000 + " };", "int x = a;"),
        ("".join(f"int g{k} = {k};\n" for k in range(15000)), ""),
    ],
)
def test_types_and_functions_that_grow(before: str, statements: str) -> None:
    assert partly(program(statements, before))


@pytest.mark.parametrize(
    ("macros", "use"),
    [
        ("".join(f"#define A{k} A{k + 1} A{k + 1}\n" for k in range(40)) + "#define A40 x;\n", "A0"),
        ("".join(f"#define A{k}(x) A{k + 1}(x x)\n" for k in range(40)) + "#define A40(x) x;\n", "A0(1)"),
        ("".join(f"#define A{k} {k}\n" for k in range(15000)), "int x = A14999;"),
        ("#define A(x) x x\n", "A(" * 60 + "1" + ")" * 60 + ";"),
        ('#define S(x) "\\' + '"\\' * 50000 + "\n", "S(1);"),
    ],
)
def test_macros_that_grow(macros: str, use: str) -> None:
    assert partly(macros + program(use))


@pytest.mark.parametrize(
    "text",
    [
        "/*" * 190_000,
        '"\\' * 190_000,
        '\\"' * 190_000,
        'R"(' * 120_000,
        "'\\" * 190_000,
        ("#define A " * 30_000) + "\\",
        "a" * 390_000,
        program("x" * 300_000),
        program(f'printf("%{"0" * 300_000}q", 1);'),
        program("for (int i = 0; i < 99; i++) { x[i] = " + "'\\\"'," * 60_000 + "1; }"),
        program("f(v);", "int f(std::vector<int> v) { return v" + " " * 300_000 + "; }"),
        "int main(){" + "std::vector<" * 30_000,
    ],
)
def test_texts_that_are_searched_once(text: str) -> None:
    """Each would take minutes if it were looked at again from each of its characters."""
    assert partly(text)


def test_an_allocation_beyond_memory_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(count: int) -> None:
        raise MemoryError

    monkeypatch.setattr(limits, "hold", refuse)
    with pytest.raises(TranslationError, match="more memory than there is"):
        translated(program("std::vector<int> v(80); v[1] = 2; auto w = v;"))


def test_bad_files_among_good_ones(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each gives one line of error, and the others their scripts."""
    bad = {
        "null": b"int main() { return \0; }", "wide": ADD.encode("utf-16"), "empty": b"", "large": b"int x;" * 400_000,
        "random": bytes(range(1, 256)) * 500, "half": ADD[: len(ADD) // 2].encode(),
        "growing": program("std::vector<int> v(2000000000); v[5] = 1;").encode(),
    }  # fmt: skip
    for name, content in bad.items():
        (tmp_path / f"test_aclnn_{name}.cpp").write_bytes(content)
    (tmp_path / "test_aclnn_loop.cpp").symlink_to("test_aclnn_loop.cpp")
    (tmp_path / "self").symlink_to(".")
    good = {"plain": ADD, "returns": ADD.replace("\n", "\r\n"), "marked": "\ufeff" + ADD}
    for name, text in good.items():
        (tmp_path / f"test_aclnn_{name}.cpp").write_text(text, encoding="utf-8", newline="")
    assert cli.main(["translate", str(tmp_path), "-o", str(tmp_path / "out")]) == 1
    errors = capsys.readouterr().err
    assert "Traceback" not in errors
    assert all(f"test_aclnn_{name}.cpp:" in errors for name in [*bad, "loop"])
    scripts = {p.stem.removeprefix("test_aclnn_"): p.read_text() for p in (tmp_path / "out").iterdir()}
    assert scripts.keys() == {*good, "growing"}
    assert all("sum[" in scripts[name] for name in good)


def test_a_mistake_of_the_translator_costs_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pyaclnn.translate import batch

    def broken(source: str, name: str) -> Translation:
        if name == "one.cpp":
            raise AssertionError("no such case")
        return translated(source, name)

    monkeypatch.setattr(batch, "translated", broken)
    files = [tmp_path / "one.cpp", tmp_path / "other.cpp"]
    for file in files:
        file.write_text(ADD)
    first, second = batch.translations(files)
    assert isinstance(first, TranslationError)
    assert "AssertionError: no such case" in str(first)
    assert isinstance(second, Translation)
    assert second.is_complete


@pytest.mark.parametrize(
    "statements",
    [
        "".join(f"for (size_t i{k} = 0; i{k} < 4; i{k}++) {{ if (result[i{k}] > {k}) {{ s += {k}; " for k in range(30))
        + "}}" * 30,
        "".join(f"if (result[0] > {k}) {{ s += {k}; " for k in range(60)) + "}" * 60,
        "s = " + "(result[0] - " * 90 + "1" + ")" * 90 + ";",
    ],
)  # fmt: skip
def test_scripts_nest_no_deeper_than_python_may(statements: str) -> None:
    found = translated(with_results(f'float s = 0; {statements} printf("%f\\n", s);'))
    compile(found.script, "script", "exec")
