"""Functions and classes of the C++ library: scripts print what the compiled programs print (g++ 12, -std=c++17)."""

from __future__ import annotations

import pytest

pytest.importorskip("tree_sitter_cpp", reason="the extra pyaclnn[translate] is not installed")

from pyaclnn.translate import translated

from .running import output, with_results


@pytest.fixture(autouse=True)
def simulator(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYACLNN_BACKEND", "simulator")


def shown(statements: str, capsys: pytest.CaptureFixture[str]) -> str:
    found = translated(f"int main() {{\n    aclInit(nullptr);\n    {statements}\n    return 0;\n}}\n")
    assert found.is_complete, found.missing
    return output(found.script, capsys)


@pytest.mark.parametrize(
    ("statements", "expected"),
    [
        ("double x = 3.14159265358979; std::cout << std::fixed << std::setprecision(2) << x << ' ' << 2.5f << std::endl"
         " << std::setprecision(8) << x << '\\n' << std::scientific << x << std::endl << std::defaultfloat << x << ' '"
         " << 1e20 << ' ' << std::setprecision(0) << x << ' ' << 12345.0 << std::endl;",
         "3.14 2.50\n3.14159265\n3.14159265e+00\n3.1415927 1e+20 3 1e+04\n"),
        ('int a = 42; std::cout << "[" << std::setw(6) << a << "][" << std::setw(8) << 1.5 << "][" << a << "]"'
         ' << std::left << std::setw(6) << a << "|" << std::setw(5) << "ab" << "|" << std::right << std::setw(5)'
         ' << "ab"'
         ' << "|" << std::setw(3) << \'c\' << "|" << std::endl << std::setw(4) << std::endl << 7 << std::endl;',
         "[    42][     1.5][42]42    |ab   |   ab|  c|\n\n   7\n"),
        ("int a = -42; std::cout << std::setfill('0') << std::setw(6) << a << \" \" << std::setw(5) << 7"
         " << std::setfill('*') << std::setw(8) << 1.5 << std::left << std::setw(6) << \"ab\" << std::endl;",
         "000-42 00007*****1.5ab****\n"),
        ('int a = 255, n = -1; short s = -1; uint64_t u = 1ULL << 40; std::cout << std::hex << a << " " << s << "'
         ' " << n'
         ' << " " << u << " " << std::uppercase << a << std::nouppercase << std::oct << " " << a << std::dec << a'
         " << std::endl;", "ff ffff ffffffff 10000000000 FF 377255\n"),
        ("bool t = true, g = false; std::cout << t << g << std::boolalpha << t << g << std::setw(7) << g"
         " << std::noboolalpha << t << std::endl;", "10truefalse  false1\n"),
        ('int a = 5; unsigned u = 5; std::cout << std::showpos << a << " " << u << " " << 0.5 << std::noshowpos << a'
         ' << std::showpoint << 0.5 << " " << 1.0 << std::endl;', "+5 5 +0.550.500000 1.00000\n"),
        ("std::cout.precision(3); std::cout << 1.0 / 3 << std::endl;", "0.333\n"),
        ('for (int i = 0; i < 14; i++) { std::cout << i * 0.5 << " "; std::cout << std::fixed; } std::cout <<'
         ' std::endl;',
         "0 " + " ".join(f"{i * 0.5:.6f}" for i in range(1, 14)) + " \n"),
        ('std::ostringstream os; os << "a" << 1 << 2.5 << std::setw(4) << 7; os << std::fixed << std::setprecision(1)'
         ' << 2.25; std::string s = os.str(); std::cout << s << " " << s.size(); os.str(""); os << std::hex << 255;'
         ' printf(" %s\\n", os.str().c_str());', "a12.5   72.2 12 ff\n"),
    ],
)  # fmt: skip
def test_streams(statements: str, expected: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(statements, capsys) == expected


@pytest.mark.parametrize(
    ("statements", "expected"),
    [
        ("std::sort(v.begin(), v.end()); show(); std::sort(v.begin(), v.end(), std::greater<int>()); show();"
         " std::sort(v.begin() + 1, v.end() - 1, [](int a, int b) { return a < b; }); show();",
         "-1 3 3 5 9 9 5 3 3 -1 9 3 3 5 -1 "),
        ("std::reverse(v.begin(), v.end()); show(); std::fill_n(v.begin(), 2, 7); show(); "
         "std::iota(v.begin() + 3, v.end(), 10); show();", "3 -1 9 3 5 7 7 9 3 5 7 7 9 10 11 "),
        ("auto m = std::max_element(v.begin(), v.end()), n = std::min_element(v.begin(), v.end());"
         ' printf("%d %ld %d %ld", *m, (long)(m - v.begin()), *n, (long)std::distance(v.begin(), n));', "9 2 -1 3"),
        ('printf("%d %d %f", std::accumulate(v.begin(), v.end(), 0), std::accumulate(v.begin(), v.end(), 1,'
         " std::multiplies<int>()), std::accumulate(v.begin(), v.end(), 0.5));", "19 -405 19.500000"),
        ('std::vector<float> w = {0.1f, 0.2f, 0.3f}; printf("%.9f %d", std::accumulate(w.begin(), w.end(), 0.0f),'
         " std::accumulate(w.begin(), w.end(), 0));", "0.600000024 0"),
        ("auto odd = [](int x) { return x % 2 != 0; }; std::cout << std::all_of(v.begin(), v.end(), odd)"
         " << std::any_of(v.begin(), v.end(), odd) << std::none_of(v.begin(), v.end(), odd);"
         ' printf("%ld%ld", (long)std::count(v.begin(), v.end(), 3), (long)std::count_if(v.begin(), v.end(), odd));'
         ' auto f = std::find(v.begin(), v.end(), 9); printf("%ld%d", (long)(f - v.begin()), f == v.end());',
         "1102520"),
        ("std::transform(v.begin(), v.end(), v.begin(), [](int x) { return x * x; }); show();"
         " std::transform(v.begin(), v.end(), v.begin(), v.begin(), std::plus<int>()); show();",
         "25 9 81 1 9 50 18 162 2 18 "),
        ('printf("%d %d %d", std::min({3, 1, 2}), std::max<int>(3, 7), std::clamp(7, 0, 5));'
         ' std::for_each(v.begin(), v.end(), [](int x) { printf(";%d", x); });', "1 7 5;5;3;9;-1;3"),
        ('auto t = std::make_tuple(1, 2.5, "x"); printf("%d %f %s", std::get<0>(t), std::get<1>(t), std::get<2>(t));',
         "1 2.500000 x"),
    ],
)  # fmt: skip
def test_algorithms(statements: str, expected: str, capsys: pytest.CaptureFixture[str]) -> None:
    data = 'std::vector<int> v = {5, 3, 9, -1, 3}; auto show = [&] { for (auto x : v) { printf("%d ", x); } }; '
    assert shown(data + statements + ' printf("\\n");', capsys) == expected + "\n"


@pytest.mark.parametrize(
    ("statements", "expected"),
    [
        ('double x = -2.5, z = -0.3; printf("%f %f %f %f %f %f", std::round(x), std::floor(x), std::ceil(z),'
         ' std::trunc(z),'
         " std::round(0.49999999999999994), std::floor(-0.0));",
         "-3.000000 -3.000000 -0.000000 -0.000000 0.000000 -0.000000"),
        ('printf("%ld %ld %f %f", std::lround(2.5), std::lround(-2.5), std::rint(2.5), std::rint(3.5));',
         "3 -3 2.000000 4.000000"),
        ('printf("%.17g %.17g %.9g %.17g", std::pow(2.5f, 2), std::pow(2.0, 0.5), std::pow(2.5f, 0.1f),'
         ' std::pow(2, 10));',
         "6.25 1.4142135623730951 1.09595823 1024"),
        ('std::string s = "hello world"; printf("%s %zu %zu %d", s.substr(6, 3).c_str(), s.find("wor"),'
         ' s.find(\'o\', 5),'
         ' s.find("zz") == std::string::npos);', "wor 6 7 1"),
        ("std::string s = \"hi\"; s.append(\"!\"); s += '?'; s.push_back('#'); printf(\"%s %c %c\", s.c_str(),"
         " s.back(), s[0]);"
         ' s.clear(); printf("%d%zu", s.empty(), s.length());', "hi!?# # h10"),
        ('std::string s = "abcabc"; printf("%zu %c ", s.rfind("bc"), s.at(2)); s.insert(1, "__"); s.erase(0, 1);'
         ' printf("%s ", s.c_str()); s.replace(0, 2, "ZZZ"); s.pop_back(); s.resize(4); printf("%s", s.c_str());',
         "4 c __bcabc ZZZb"),
        ('char b[32]; int n = snprintf(b, sizeof(b), "%d-%.2f-%s", 7, 1.5, "ab"); printf("%s %d ", b, n); char c[4];'
         ' n = snprintf(c, 4, "%s", "abcdef"); printf("%s %d ", c, n); sprintf(b, "[%5d]", 42); printf("%s", b);',
         "7-1.50-ab 9 abc 6 [   42]"),
        ("puts(\"line\"); putchar('x'); fputs(\"50%\\n\", stdout); fprintf(stdout, \"%d %s\", 3, \"z\");",
         "line\nx50%\n3 z"),
        ("std::vector<int> a = {1, 2}, b = {1, 3}; "
         'printf("%d%d", memcmp(a.data(), b.data(), 4) == 0, memcmp(a.data(), b.data(), 8) < 0);'
         ' printf("%d%d", strcmp("a", "b") < 0, strncmp("abc", "abd", 2) == 0);', "1111"),
    ],
)  # fmt: skip
def test_numbers_and_texts(statements: str, expected: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(statements + ' printf("\\n");', capsys) == expected + "\n"


@pytest.mark.parametrize(
    ("statements", "expected"),
    [
        ("for (size_t i = 0; i < result.size(); ++i) { std::cout << i << std::fixed << std::setprecision(3) <<"
         " std::setw(7)"
         " << result[i] << std::endl; } std::cout << result[0] << std::endl;",
         "0  2.200\n1  3.200\n2  4.200\n3  5.200\n2.200\n"),
        ("for (size_t i = 0; i < 4; ++i) { std::cout << result[i] << std::setprecision(1) << std::endl; }",
         "2.2\n3\n4\n5\n"),
        ("std::cout << std::scientific << result[1] << std::left << std::setw(14) << std::setprecision(2) << result[2]"
         ' << "|" << std::endl;', "3.200000e+00" + "4.20e+00      |\n"),
        ("float s = 0; for (size_t i = 0; i < 4; ++i) { s += result[i]; } std::cout << std::setprecision(3) << s"
         " << std::endl;", "14.8\n"),
    ],
)  # fmt: skip
def test_streams_of_results(statements: str, expected: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = translated(with_results(statements))
    assert found.is_complete, found.missing
    assert output(found.script, capsys) == expected


@pytest.mark.parametrize(
    "statements",
    [
        "if (result[0] > 1) { std::cout << std::setprecision(2); } std::cout << result[1] << std::endl;",
        "for (size_t i = 0; i < 4; ++i) { if (result[i] > 3) { std::cout << std::fixed << result[i] << std::endl; } }",
        "std::cout << std::setfill('*') << std::setw(10) << result[0] << std::endl;",
        'std::string s = "x"; for (size_t i = 0; i < 4; ++i) { if (result[i] > 3) { s.append("y"); } }',
        "std::sort(result.begin(), result.end());",
        'std::vector<float> z = {0.0f, -0.0f}; std::sort(z.begin(), z.end()); printf("%f\\n", z[0]);',
        'printf("%d\\n", strcmp("a", "c"));',
        'std::ostringstream os; os << result[0]; printf("%s\\n", os.str().c_str());',
        'std::mt19937 random(1); printf("%d\\n", (int)random());',
    ],
)
def test_what_is_left_open_or_depends_on_results_is_refused(statements: str) -> None:
    assert not translated(with_results(statements)).is_complete
