"""Whole numbers by their types, sizes, and texts. Expected: what the compiled programs print."""

from __future__ import annotations

import pytest

pytest.importorskip("tree_sitter_cpp", reason="the extra pyaclnn[translate] is not installed")

from pyaclnn.translate import translated

from .running import output, with_results

BEFORE = r"""#include <cstring>
#include <numeric>
#include <string>
struct Item { char tag; int number; char text[10]; double value; };
int width(char text[32]) { return sizeof(text); }
"""

NUMBERS = [
    (
        r"""printf("%d %d %d %d %d %d\n", 0x1F, 017, 0b101, 1'000'000, '\xff', '\101');""",
        "31 15 5 1000000 -1 65\n",
    ),
    (
        r"""printf("%u %lu %ld\n", 4000000000u, 0xFFFFFFFFFFFFFFFFul, 2147483648);""",
        "4000000000 18446744073709551615 2147483648\n",
    ),
    (
        r"""unsigned x = 0; size_t n = 0; printf("%u %u %zu %d %d\n", x - 1, -1u, n - 1, n - 1 > 5, -1 < 1u);""",
        "4294967295 4294967295 18446744073709551615 1 0\n",
    ),
    (
        r"""uint32_t s = 12345; for (int i = 0; i < 3; i++) { s = s * 1103515245u + 12345u; printf("%u %u ", s, (s / 65536) % 32768); }""",  # noqa: E501
        "3554416254 21468 2802067423 9988 3596950572 22117 ",
    ),
    (
        r"""uint64_t h = 14695981039346656037ull; for (int i = 0; i < 3; i++) { h ^= i; h *= 1099511628211ull; } printf("%lu %lu\n", h, h % 1000);""",  # noqa: E501
        "15657232601398921512 512\n",
    ),
    (
        r"""int8_t a = 200; uint8_t b = -1; short c = 70000; b += 2; a++; printf("%d %d %d %d %d\n", a, b, c, (int8_t)300, ~b);""",  # noqa: E501
        "-55 1 4464 44 -2\n",
    ),
    (
        r"""auto m = 5u; m -= 6; auto k = result.size(); k -= 5; unsigned w = 0; w--; printf("%u %zu %u %u\n", m, k, w, w / 2);""",  # noqa: E501
        "4294967295 18446744073709551615 4294967295 2147483647\n",
    ),
    (
        r"""printf("%d %d %d %d %u %d\n", -7 / 2, -7 % 2, 7 / -2, -1 >> 1, (unsigned)-4 >> 1, -3 << 2);""",
        "-3 -1 -3 -1 2147483646 -12\n",
    ),
    (
        r"""printf("%f %d %d %d\n", 16777217 + 1.0f, 16777217 == 16777216.0f, (int)-2.9f, 5 / 2);""",
        "16777216.000000 1 -2 2\n",
    ),
    (
        r"""int neg = -1; printf("%d %d %u\n", neg < result.size(), neg / 2u > 5, neg % 7u);""",
        "0 1 3\n",
    ),
    (
        r"""std::vector<uint32_t> v(20); for (int i = 0; i < 20; i++) { v[i] = i * 2654435761u; } for (int i = 0; i < 20; i++) { printf("%u ", v[i]); }""",  # noqa: E501
        "0 2654435761 1013904226 3668339987 2027808452 387276917 3041712678 1401181143 4055616904 2415085369 774553834 3428989595 1788458060 147926525 2802362286 1161830751 3816266512 2175734977 535203442 3189639203 ",  # noqa: E501
    ),
    (
        r"""std::vector<size_t> v(20); for (size_t i = 0; i < 20; i++) { v[i] = i - 3; } for (size_t i = 0; i < 20; i++) { printf("%zu ", v[i]); }""",  # noqa: E501
        "18446744073709551613 18446744073709551614 18446744073709551615 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 ",
    ),
    (
        r"""std::vector<uint8_t> v(20); for (int i = 0; i < 20; i++) { v[i] = -i; } for (int i = 0; i < 20; i++) { printf("%d ", -v[i]); }""",  # noqa: E501
        "0 -255 -254 -253 -252 -251 -250 -249 -248 -247 -246 -245 -244 -243 -242 -241 -240 -239 -238 -237 ",
    ),
    (
        r"""std::vector<int> v(20); for (unsigned i = 0; i < 20; i++) { v[i] = i - 10 > 5 ? 1 : 0; } for (int i = 0; i < 20; i++) { printf("%d", v[i]); }""",  # noqa: E501
        "11111111110000001111",
    ),
    (
        r"""std::vector<float> f = {1.5f, 2.5f, 3.5f}; printf("%d %.1f\n", std::accumulate(f.begin(), f.end(), 0), std::accumulate(f.begin(), f.end(), 0.0f));""",  # noqa: E501
        "6 7.5\n",
    ),
    (
        r"""uint8_t m8; int y = (m8 = 300); printf("%d %d\n", y, m8);""",
        "44 44\n",
    ),
]

SIZES = [
    (
        r"""char a[32]; char b[] = "abc"; const char* c = "abc"; const char* n[3] = {"a", "b"}; printf("%zu %zu %zu %zu\n", sizeof(a), sizeof(b), sizeof(c), sizeof(n) / sizeof(n[0]));""",  # noqa: E501
        "32 4 8 3\n",
    ),
    (
        r"""Item items[4]; printf("%zu %zu %zu %d\n", sizeof(items), sizeof(items[0].text), sizeof(Item), width(items[0].text));""",  # noqa: E501
        "128 10 32 8\n",
    ),
    (
        r"""printf("%zu %zu %zu %zu\n", sizeof("a\0bc"), sizeof('a'), sizeof(1ull), sizeof(double) * 3);""",
        "5 1 8 24\n",
    ),
    (
        r"""uint8_t u = 3; auto h = 1.5f; auto k = result.size(); printf("%zu %zu %zu %zu\n", sizeof(u), sizeof(u + u), sizeof(h), sizeof(k));""",  # noqa: E501
        "1 4 4 8\n",
    ),
    (
        r"""int a[5] = {1, 2}; auto& r = a; auto p = a; printf("%zu %zu %zu %zu\n", sizeof(a), sizeof(r), sizeof(p), sizeof(*p));""",  # noqa: E501
        "20 20 8 4\n",
    ),
]

TEXTS = [
    (
        r"""char buf[8] = "abcdef"; buf[3] = 0; printf("%s %zu ", buf, sizeof(buf)); char b[] = "hello"; b[0] = 74; char* p = b; p[1] = 65; printf("%s\n", b);""",  # noqa: E501
        "abc 8 JAllo\n",
    ),
    (
        r"""printf("\x41\102\t|\u00e9\xc3\xa9|\U0001F600 {} {{}} %% \"q\" \\ \a\033[0m\n"); printf("%s", "with % percent %d\n");""",  # noqa: E501
        'AB\t|éé|😀 {} {{}} % "q" \\ \x07\x1b[0m\nwith % percent %d\n',
    ),
    (
        r"""printf("[%s]\n", "ab\0cd"); std::string n = "ab\0cd"; std::cout << n.size() << std::string(2, 0) << "1" << std::endl;""",  # noqa: E501
        "[ab]\n2\x00\x001\n",
    ),
    (
        r"""std::string s = "abc"; s[0] = 'X'; s += 'd'; s += "ef"; std::cout << s << s.size() << s.find('d') << (s.find("z") == std::string::npos) << s.substr(1, 2) << s.back() << std::endl;""",  # noqa: E501
        "Xbcdef631bcf\n",
    ),
    (
        r"""char buf[16]; strcpy(buf, "hello"); buf[2] = 0; std::string s(buf); std::string t = buf; printf("%s %zu %d %zu\n", (s + "!" + t).c_str(), strlen(buf), strcmp(buf, "he"), s.size());""",  # noqa: E501
        "he!he 2 0 2\n",
    ),
    (
        r"""for (int i = 0; i < 3; i++) { printf("{%d}: \"%d\" 100%% \\ \t|\n", i, i * 2); std::cout << '{' << i << "}%" << '\'' << '"'; }""",  # noqa: E501
        '{0}: "0" 100% \\ \t|\n{0}%\'"{1}: "2" 100% \\ \t|\n{1}%\'"{2}: "4" 100% \\ \t|\n{2}%\'"',
    ),
    (
        r"""std::vector<char> v = {'a', 'b', '1', '%', '{', '"', 'e', 0}; for (auto c : v) { printf("%d ", c); } printf("%s\n", v.data());""",  # noqa: E501
        '97 98 49 37 123 34 101 0 ab1%{"e\n',
    ),
]

REFUSED = [
    ("int x = 2147483647; x = x + 1;", "a whole number that overflows, which C++ does not define"),
    ("int x = 2147483647; x++;", "a whole number that overflows, which C++ does not define"),
    ("int x = -2147483647 - 1; x = -x;", "a whole number that overflows, which C++ does not define"),
    ("int z = 100000; int64_t y = z * z;", "a whole number that overflows, which C++ does not define"),
    ("std::vector<int> v(50); for (int i = 0; i < 50; i++) { v[i] = i * 100000000; }",
     "a whole number that overflows, which C++ does not define"),
    ("int n = 33; int x = 1 << n;", "a shift that C++ does not define"),
    ("uint32_t z = 5; z = z >> 32;", "a shift that C++ does not define"),
    ("int z = 0; z = 5 / z;", "division by zero"),
    ("float f = 3e10f; int x = f;", "a float that no integer can hold"),
    ("float f = -1.0f; unsigned u = f;", "a float that no integer can hold"),
    ("std::vector<int8_t> v(50); for (int i = 0; i < 50; i++) { v[i] = i * 100.0f; }",
     "a float that no integer can hold"),
    ("""for (int i = 0; i < 4; i++) { if (result[i] > 3) { printf("%d", (int)(leftData[i] * 1e10f)); } }""",
     "a float that no integer can hold"),
    ("double d = 1.0L;", "a number of a type that Python lacks"),
    ("""char b[2] = {'a', 'b'}; printf("%s", b);""", "a text without an end, which is undefined in the sample"),
    ("int m[2][3] = {{1, 2, 3}, {4, 5, 6}};", "an array of arrays"),
    ("int32_t r = result[0]; unsigned x = r + 4000000000u; printf(\"%u\", x);", "a result cut to a smaller type"),
    ("size_t n = 0; if (result[0] > 3) { n++; } printf(\"%zu\", n - 1);", "arithmetic of results that wraps"),
]  # fmt: skip


@pytest.mark.parametrize(("statements", "expected"), [*NUMBERS, *SIZES, *TEXTS])
def test_what_is_computed(statements: str, expected: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = translated(with_results(statements, BEFORE))
    assert found.is_complete, found.missing
    assert output(found.script, capsys) == expected


@pytest.mark.parametrize(("statements", "reason"), REFUSED)
def test_what_cpp_does_not_define_or_a_script_can_not_say(statements: str, reason: str) -> None:
    found = translated(with_results(statements, BEFORE))
    assert found.missing
    assert found.missing[0].reason.partition(":")[0] == reason


def test_overloads_and_templates_go_by_the_type_of_what_they_are_given(capsys: pytest.CaptureFixture[str]) -> None:
    """Whose numbers are characters, and which have no sign."""
    before = """
template <typename T> void show(T x) { std::cout << x << " " << sizeof(T) << " "; }
template <typename T> T cut(int x) { return static_cast<T>(x); }
int8_t narrow(const int8_t& v) { return v; }
float half(const float& v) { return v / 2; }
"""
    statements = """
    show<int8_t>(65); show('c'); show(7u); show(true); show(3.5f); std::cout << cut<uint8_t>(66) << cut<int>(66);
    int x = 321; printf(" %d %.1f\\n", narrow(x), half(x)); 
    auto f = [](int a) -> int8_t { return a; }; std::cout << f(65);
"""
    found = translated(with_results(statements, before))
    assert found.is_complete, found.missing
    assert output(found.script, capsys) == "A 1 c 1 7 4 1 1 3.5 4 B66 65 160.5\nA"
