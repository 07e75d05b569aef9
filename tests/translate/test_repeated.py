"""Statements that were seen before, in another sample or another line; many files; and where samples are undefined."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("tree_sitter_cpp", reason="the extra pyaclnn[translate] is not installed")

from pyaclnn.translate import TranslationError, batch, translated
from pyaclnn.translate.program.macros import prepare
from pyaclnn.translate.translation import Translation

from .samples import ADD, HELPERS, START

PRINT = 'LOG_PRINT("sum[%ld] = %f\\n", i, result[i]);'


def test_lines_of_statements_that_another_sample_had_first() -> None:
    first = ADD.replace("1.2f", "Mystery(3)")
    later = "// one\n// two\n/* three\n   four */\n" + first
    lines = [[m.line for m in translated(s).missing] for s in (first, later)]
    expected = first[: first.index("Mystery")].count("\n") + 1
    assert lines[0][0] == expected
    assert lines[1] == [n + 4 for n in lines[0]]


def test_lines_in_a_function_that_a_known_statement_calls() -> None:
    """The call is known from the first sample, the function stands elsewhere in the second one."""
    calls = "int main() { int x = 0;\n Twice(x);\n return 0; }"
    body = "int Twice(int a) {\n  int b = Unknown(a);\n  return 0; }\n"
    assert [m.line for m in translated(body + calls).missing] == [2]
    assert [m.line for m in translated("\n\n\n\n" + body + "\n\n" + calls).missing] == [6]


def test_the_same_text_means_what_its_own_sample_declares() -> None:
    """``value`` is a macro's number, a global, and a function's result; the statement that uses it is the same."""
    template = ADD.replace("float factor = 1.2f;", "float factor = value;")
    for head, expected in (("#define value 2.5f\n", 2.5), ("float value = 4;\n", 4), ("int value = 7;\n", 7)):
        found = translated(head + template)
        assert found.is_complete, found.missing
        assert f"alpha=np.float32({expected})" in found.script


def test_processes_give_what_one_gives(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = [tmp_path / f"{i}.cpp" for i in range(5)]
    for i, file in enumerate(files[:3]):
        file.write_text(ADD.replace("1.2f", f"{i}.5f"))
    files[3].write_text("no program")
    one = list(batch.translations(files))
    monkeypatch.setattr(batch, "_WORTH_PROCESSES", 1)
    several = list(batch.translations(files, 2))
    assert one[:3] == several[:3]
    assert [isinstance(f, Translation) for f in several] == [True, True, True, False, False]
    assert [type(f) for f in several[3:]] == [TranslationError, FileNotFoundError]
    assert str(several[3]) == str(one[3])


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("#define A 1\nint a = A; // A\nint AB = xA;", "\nint a = 1;  \nint AB = xA;"),
        ("#define A 1\nf(\"A\", A, 'A');", "\nf(\"A\", 1, 'A');"),
        ("#define F(x, y) x + y\nF(g(1, 2),\n  3);", "\ng(1, 2) + 3\n;"),
        ("#define F(x) #x\nF(a) F(a) F", '\n"a" "a" F'),
        ('#define P(m, ...) p(m, ##__VA_ARGS__)\nP("a,(");P("b", 1)', '\np("a,(" );p("b" , 1)'),
        ("#define A B\n#define B A\nA B", "\n\nA B"),
        ("#if 0\nint a;\n#else\nint b;\n#endif", "\n\n\nint b;\n"),
        ("a /* 1\n2 */ b", "a \n b"),
    ],
)
def test_macros(source: str, expected: str) -> None:
    text, expand = prepare(source)
    assert expand(text) == expected


BY_HAND = r"""
float ToFloat(uint16_t bits) {
    uint16_t sign = (bits >> 15) & 1, exponent = (bits >> 7) & 0xFF, mantissa = bits & 0x7F;
    if (exponent == 0) {
        return sign ? -0.0f : 0.0f;
    }
    float power = (float)(exponent - 127);
    return (sign ? -1.0f : 1.0f) * (1.0f + (float)mantissa / (1 << 7)) * (1 << (int)power);
}
"""


def test_conversion_that_is_undefined_below_one() -> None:
    """A shift by a negative number: the script converts all the same, and says so."""
    source = ADD.replace("int main() {", BY_HAND + "int main() {").replace(
        PRINT, PRINT.replace("result[i]", "ToFloat(result[i])")
    )
    source = source.replace("std::vector<float> result(", "std::vector<uint16_t> result(")
    source = source.replace("std::vector<float> leftData", "std::vector<uint16_t> leftData").replace(
        "ACL_FLOAT, &", "ACL_BF16, &"
    )
    source = source.replace("size() * sizeof(float)", "size() * sizeof(uint16_t)")
    found = translated(source)
    assert found.is_complete, found.missing
    assert any("ToFloat is undefined in the sample for values below 1" in n for n in found.notes)
    assert "out.numpy().ravel()" in found.script
    assert "astype(np.float32)" in found.script


def test_text_that_ends_beyond_its_array() -> None:
    source = ADD.replace("float factor = 1.2f;", 'std::string s = "ND"; char t[s.length()]; strcpy(t, s.c_str());'
                         "float factor = 1.2f;")  # fmt: skip
    found = translated(source)
    assert found.is_complete, found.missing
    assert any("undefined in the sample" in n for n in found.notes)


def test_results_read_as_another_type_of_the_same_size() -> None:
    found = translated(ADD.replace(PRINT, 'printf("%d\\n", *reinterpret_cast<int32_t*>(&result[i]));'))
    assert found.is_complete, found.missing
    assert ".view(np.int32)" in found.script


def test_addresses_in_an_array_that_a_function_fills() -> None:
    made = "int All(void** addresses) { return aclrtMalloc(&addresses[0], 16, ACL_MEM_MALLOC_HUGE_FIRST); }\n"
    source = (
        made + HELPERS + "int main() {" + START + "void* a[1]; All(a); if (a[0] == nullptr) { Lost(); } return 0; }"
    )
    assert translated(source).is_complete


def test_filling_loop_over_many() -> None:
    source = ADD.replace("int main() {", "int main() { std::vector<float> big(100000000);"
                         "for (auto& x : big) { x = 2.5f; } float factor = big[99999999];")  # fmt: skip
    found = translated(source.replace("float factor = 1.2f;", ""))
    assert found.is_complete, found.missing
    assert "alpha=np.float32(2.5)" in found.script


LEFT = "leftData = {1, 2, 3, 4}"


def with_data(statements: str) -> str:
    """A sample whose first tensor is filled by statements."""
    changed = ADD.replace(LEFT, "leftData").replace(
        "void* leftAddress", f"rightData.resize(80);\n{statements}\n    void* leftAddress", 1
    )
    return changed.replace("shape = {2, 2}", "shape = {4, 20}")


def test_loop_that_fails_after_it_appended() -> None:
    """The same number appended each turn is no array of all turns: the loop starts again, from what was before it."""
    loop = "std::vector<int> others; for (int i = 0; i < 80; ++i) { leftData.push_back(i); others.push_back(7); }"
    found = translated(with_data(loop))
    assert found.is_complete, found.missing
    assert "left = d.tensor(np.arange(80, dtype=np.float32).reshape(4, 20))" in found.script


def test_variable_that_each_turn_sets_first() -> None:
    """Its value after the loop is that of the last turn: 3 * 79."""
    loop = "int x = 1; leftData.resize(80); for (int i = 0; i < 80; ++i) { x = 3 * i; leftData[i] = x; } float y = x;"
    found = translated(with_data(loop).replace("float factor = 1.2f", "float factor = y"))
    assert found.is_complete, found.missing
    assert "np.arange(0, 240, 3, dtype=np.float32)" in found.script
    assert "alpha=np.float32(237)" in found.script


def test_variable_that_goes_from_turn_to_turn() -> None:
    """1, 2, 4, ... modulo 7 repeats itself after three turns."""
    loop = "int x = 4; leftData.resize(80); for (int i = 0; i < 80; ++i) { x = x * 2 % 7; leftData[i] = x; }"
    found = translated(with_data(loop))
    assert found.is_complete, found.missing
    assert "np.resize(np.array([1, 2, 4], np.float32), (4, 20))" in found.script


@pytest.mark.parametrize("changed", ["total += 1; n += total;", "n += Next();"])
def test_function_of_a_shape_that_remembers(changed: str) -> None:
    """Called three times with one shape, and each time the result is another: 8 with 7 elements, then 9, then 10."""
    head = "int64_t total = 0;\nint64_t Next() { total += 1; return total; }\n"
    body = f"int64_t Odd(const std::vector<int64_t>& shape) {{ int64_t n = 7; {changed} return n; }}\n"
    source = head + body + ADD.replace("float factor = 1.2f", "Odd(shape); Odd(shape); float factor = Odd(shape)")
    found = translated(source)
    assert found.is_complete, found.missing
    assert "alpha=np.float32(10)" in found.script


def test_statements_that_lie_between_others() -> None:
    """A long function is read in pieces: what goes on after a brace, and lines, are those of the whole."""
    statements = """int x = 0;
    if (x == 1) {
        x = 5;
    }
    else if (x == 0) {
        x = 6;
    }
    do {
        x = x + 1;
    }
    while (x < 10);
    float y = x;
    Unknown(1);
    """
    source = ADD.replace("float factor = 1.2f", f"{statements}float factor = y")
    found = translated(source)
    assert [m.line for m in found.missing] == [source[: source.index("Unknown")].count("\n") + 1]
    assert "alpha=np.float32(10)" in found.script
